// Cards on the table: a hero in a zone, a hero on a bench, a play in a hand.

const signed = (amount) => (amount > 0 ? `+${amount}` : `\u2212${Math.abs(amount)}`);
const number = (value) => (value === null || value === undefined ? "?" : String(value));

/** A hero in a zone. It is drawn anew only when another hero comes to lie there or it is turned. */
class HeroCard {
  constructor() {
    this.art = el("div", "art");
    this.name = el("div", "name");
    this.weapon = el("div", "weapon");
    this.power = el("span", "power");
    this.change = el("span", "change");
    this.printed = el("span", "printed");
    this.marks = el("div", "marks");
    this.foot = el("div", "foot", this.power, el("span", "beside", this.change, this.printed));
    this.node = el("div", "card", this.art, this.name, this.weapon, this.foot, this.marks);
    this.zone = undefined;
    this.dealt = undefined;
  }

  show(zone, story, mark, moved) {
    if (zone === this.zone && story === this.story && mark === this.mark) return;
    const before = this.story === story ? this.zone : undefined;
    this.zone = zone;
    this.story = story;
    this.mark = mark;
    const face = zone ? zone.face : "empty";
    const facts = story.facts(zone?.hero);
    const weapon = zone?.weapon ?? facts?.weapon ?? null;
    flag(this.node, "face", face);
    flag(this.node, "known", facts !== null);
    flag(this.node, "weapon", weapon);
    flag(this.node, "mark", mark);
    this.deal(face, facts, weapon);
    this.count(zone, face, before, moved);
    this.node.title = this.told(zone, face, facts, weapon, mark);
  }

  deal(face, facts, weapon) {
    const dealt = `${face}|${facts?.name ?? ""}|${weapon ?? ""}`;
    if (dealt === this.dealt) return;
    this.dealt = dealt;
    const shown = face === "up" || facts !== null;
    if (face === "empty") this.art.replaceChildren();
    else this.art.replaceChildren(shown ? jersey(facts?.name ?? "?", weapon) : emblem());
    this.name.textContent = shown ? facts?.name ?? "Unknown hero" : "";
    this.weapon.replaceChildren(...(shown ? [sign(weapon), el("span", "", weapon ?? "unknown")] : []));
  }

  count(zone, face, before, moved) {
    const printed = zone?.printed ?? null;
    const power = face === "up" ? zone.power : printed;
    const change = face === "up" && power !== null && printed !== null ? power - printed : 0;
    write(this.power, face === "empty" || (face === "down" && printed === null) ? "" : number(power));
    write(this.change, change ? signed(change) : "");
    write(this.printed, change ? `of ${printed}` : "");
    flag(this.change, "sign", change > 0 ? "up" : change < 0 ? "down" : "");
    write(this.marks, zone?.substituted ? "\u21c4 sub" : "");
    if (!moved || !before || !zone) return;
    if (before.face !== "up" && face === "up") animate(this.node, TURN, 420);
    else if (before.hero !== zone.hero) animate(this.node, DEAL, 320);
    else if (before.power !== zone.power) animate(this.foot, zone.power > before.power ? RISE : FALL, 420);
  }

  told(zone, face, facts, weapon, mark) {
    if (face === "empty" || !zone) return "An empty zone";
    if (face === "down") return facts ? `Face down: ${facts.name}, ${weapon ?? "?"}, ${number(zone.printed)}` : "A face-down hero";
    const won = { won: ", won", lost: ", lost", draw: ", drawn" }[mark] ?? "";
    return `${facts?.name ?? "Unknown hero"}, ${weapon ?? "unknown weapon"}, power ${number(zone.power)} (printed ${number(zone.printed)})${won}`;
  }
}

const CALM = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
const TURN = [{ transform: "rotateY(88deg) scale(.94)" }, { transform: "rotateY(-8deg) scale(1.04)", offset: 0.7 }, { transform: "none" }];
const DEAL = [{ transform: "translateY(-14px)", opacity: 0 }, { transform: "none", opacity: 1 }];
const RISE = [{ transform: "none" }, { transform: "scale(1.22)", filter: "brightness(1.6)" }, { transform: "none" }];
const FALL = [{ transform: "none" }, { transform: "translateX(-4px)" }, { transform: "translateX(4px)" }, { transform: "translateX(-2px)" }, { transform: "none" }];

function animate(node, motion, duration) {
  if (!CALM?.matches && node.animate) node.animate(motion, { duration, easing: "ease-out" });
}

/** A card in a row: a hero as sign and power, a play as cost and name, a back where nobody knows it. */
function fillChip(node, card, story) {
  const facts = story.facts(card);
  const kind = facts === null ? "back" : facts.kind;
  flag(node, "kind", kind);
  flag(node, "weapon", facts?.weapon ?? null);
  if (facts === null) {
    node.replaceChildren();
    node.title = "A card this view does not know";
  } else if (kind === "hero") {
    node.replaceChildren(sign(facts.weapon), el("b", "", number(facts.power)), el("span", "who", facts.name));
    node.title = `${facts.name}, ${facts.weapon ?? "unknown weapon"}, ${number(facts.power)}`;
  } else {
    const cost = el("b", "cost", facts.cost === undefined ? "" : String(facts.cost));
    node.replaceChildren(cost, el("span", "who", facts.name));
    node.title = facts.cost === undefined ? facts.name : `${facts.name}, costs ${facts.cost} hot dog${facts.cost === 1 ? "" : "s"}`;
  }
}

/** A row of cards that keeps its nodes: only places whose card changed are drawn again. */
class CardRow {
  constructor(name, title) {
    this.count = el("span", "count");
    this.cards = el("div", "chips");
    this.node = el("div", `row ${name}`, el("span", "row-title", title, this.count), this.cards);
    this.shown = [];
    this.story = null;
  }

  show(cards, sure, story) {
    if (cards === this.source && sure === this.sure && story === this.story) return;
    const anew = story !== this.story;
    this.source = cards;
    this.sure = sure;
    this.story = story;
    const nodes = this.cards.children;
    for (let place = 0; place < cards.length; place += 1) {
      if (place >= nodes.length) this.cards.append(el("span", "chip"));
      if (anew || place >= this.shown.length || this.shown[place] !== cards[place]) fillChip(nodes[place], cards[place], story);
    }
    while (nodes.length > cards.length) this.cards.lastChild.remove();
    this.shown = cards;
    flag(this.node, "empty", cards.length === 0 && sure);
    flag(this.node, "sure", sure ? "yes" : "no");
    write(this.count, sure ? String(cards.length) : `${cards.length}?`);
    this.node.title = sure ? "" : "The log leaves open which cards are here";
  }
}

/** A seat's hot dogs: those it can spend, then those it spent. */
class HotDogs {
  constructor() {
    this.pile = el("span", "pile");
    this.words = el("span", "words");
    this.node = el("div", "dogs", this.pile, this.words);
  }

  show(seat) {
    const { hot_dogs: ready, hot_dogs_spent: spent } = seat;
    if (ready === this.ready && spent === this.spent) return;
    this.ready = ready;
    this.spent = spent;
    const whole = Math.min(Math.max(ready ?? 0, 0), 15);
    const all = whole + Math.min(Math.max(spent ?? 0, 0), 15);
    while (this.pile.children.length < all) this.pile.append(el("i", "dog"));
    while (this.pile.children.length > all) this.pile.lastChild.remove();
    for (let place = 0; place < all; place += 1) flag(this.pile.children[place], "spent", place >= whole ? "yes" : "");
    write(this.words, ready === null ? "hot dogs: ?" : ready < 0 ? `${ready} owed` : String(ready));
    this.node.title = `Hot dogs: ${number(ready)} to spend, ${number(spent)} spent`;
    flag(this.node, "none", ready === 0 && !spent);
  }
}
