// Cards in a park, in a hand, in a deck and on a bench.

const signed = (amount) => (amount > 0 ? `+${amount}` : `\u2212${Math.abs(amount)}`);
const number = (value) => (value === null || value === undefined ? "?" : String(value));
const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

const CALM = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
const DEAL = [{ transform: "translateY(-18px) rotate(-4deg)", opacity: 0 }, { transform: "none", opacity: 1 }];
const RISE = [{ transform: "none" }, { transform: "scale(1.18)" }, { transform: "none" }];

function animate(node, motion, duration) {
  if (!CALM?.matches && node.animate) node.animate(motion, { duration, easing: "ease-out" });
}

/** What a bonus is for: its name as the client calls it, else the card behind it, else nothing told. */
const bonusWords = (bonus) => `${signed(bonus.amount)}${bonus.name ? ` ${bonus.name}` : ""}`;
const lastsWords = (lasts) => ({ attack: "in this attack", flag: "while it holds the flag", match: "for the whole match" })[lasts] ?? "";

/** A card as it lies: power, set, name, level; a back where this view does not know it. `entry`: in a park. */
function cardNode(card, story, entry = null) {
  const facts = story.facts(card);
  const node = el("div", "card");
  if (facts === null && entry?.power === undefined) {
    flag(node, "face", "down");
    node.append(cupSign());
    node.title = "A card this view does not know";
    return node;
  }
  const power = entry ? entry.power : facts?.power ?? null;
  flag(node, "face", "up");
  flag(node, "set", slug(facts?.set));
  const name = entry?.name ?? facts?.name ?? "Unknown card";
  node.append(
    el("div", "card-head", el("b", "power", number(power)), el("span", "level", facts?.level ?? "")),
    el("div", "art", setSign(facts?.set)),
    el("div", "name", name),
  );
  const bonuses = entry?.bonuses ?? [];
  if (bonuses.length) {
    const chips = bonuses.map((bonus) => {
      const chip = el("span", "bonus", bonusWords(bonus));
      flag(chip, "sign", bonus.amount >= 0 ? "up" : "down");
      chip.title = `Step ${bonus.event}: ${bonusWords(bonus)} ${lastsWords(bonus.lasts)}`;
      return chip;
    });
    node.append(el("div", "bonuses", ...chips));
  }
  node.title = [name, facts?.set, facts?.level ? `level ${facts.level}` : null, `power ${number(power)}`, ...bonuses.map(bonusWords)].filter(Boolean).join(", ");
  return node;
}

/** Cards of a deck or hand by name: how many of each, strongest first; hidden ones as one chip. */
function chipsOf(cards, story) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const known = [...counts].filter(([card]) => card !== null).map(([card, count]) => ({ count, facts: story.facts(card) }));
  known.sort((one, two) => (two.facts.power ?? 0) - (one.facts.power ?? 0) || (one.facts.name < two.facts.name ? -1 : 1));
  const chips = known.map(({ count, facts }) => {
    const chip = el("span", "chip", setSign(facts.set), el("b", "", number(facts.power)), el("span", "who", facts.name), el("i", "", count > 1 ? `\u00d7${count}` : ""));
    flag(chip, "set", slug(facts.set));
    chip.title = `${counted(count, "card")}: ${facts.name}, ${facts.set ?? "unknown set"} ${facts.level ?? ""}, power ${number(facts.power)}`;
    return chip;
  });
  const hidden = counts.get(null) ?? 0;
  if (hidden) {
    const chip = el("span", "chip", `${hidden} hidden`);
    flag(chip, "kind", "back");
    chips.push(chip);
  }
  return chips;
}

/** A bench: its seats by name with how many cards of it, and the seats that are still free. */
class Bench {
  constructor() {
    this.seats = el("div", "bench-seats");
    this.title = el("span", "bench-title");
    this.node = el("div", "bench", this.title, this.seats);
    this.node.setAttribute("role", "group");
  }

  show(side, story, who, moved) {
    const { bench, bench_seats: places } = side;
    if (bench === this.shown && places === this.places && story === this.story) return;
    const before = story === this.story ? this.shown : null;
    Object.assign(this, { shown: bench, places, story });
    const room = places ?? 6;
    const taken = bench?.length ?? 0;
    write(this.title, `Bench ${bench === null ? "?" : taken}/${places ?? "?"}`);
    flag(this.node, "full", bench !== null && taken >= room);
    this.node.setAttribute("aria-label", `${who}'s bench: ${bench === null ? "not known" : `${taken} of ${places ?? "?"} seats taken${taken ? `: ${bench.map((seat) => `${seat.cards.length} ${seat.name ?? "hidden"}`).join(", ")}` : ""}`}`);
    const nodes = [];
    for (let place = 0; place < Math.max(room, taken); place += 1) nodes.push(this.seat(bench?.[place] ?? null, place, story, place >= room));
    this.seats.replaceChildren(...nodes);
    if (moved && before && bench) bench.forEach((seat, place) => seat.cards.length > (before[place]?.cards.length ?? 0) && animate(nodes[place], RISE, 380));
  }

  seat(seat, place, story, beyond) {
    if (seat === null) return el("span", "bench-seat empty", String(place + 1));
    const facts = story.facts(seat.cards.find((card) => card !== null));
    const name = seat.name ?? facts?.name ?? "hidden";
    const node = el("span", "bench-seat", setSign(facts?.set), el("span", "who", name), el("b", "", `\u00d7${seat.cards.length}`));
    flag(node, "set", slug(facts?.set));
    flag(node, "beyond", beyond);
    node.title = `Seat ${place + 1}: ${counted(seat.cards.length, "card")} named ${name}`;
    return node;
  }
}
