// Where a hero's power comes from, line by line.

/** The itemised power of both heroes of a battle: "what did that +10 come from?" */
class Ledger {
  constructor(board) {
    this.board = board;
    this.title = el("h2", "");
    this.follow = button("link", "Show the battle that is being fought", () => board.look(null), "follow the game");
    this.body = el("div", "ledger");
    this.node = el("section", "box ledger-box", el("div", "box-head", this.title, this.follow), this.body);
  }

  show(scene) {
    const { frame, wide, story, focus, near } = scene;
    const zones = frame.seats.map((seat) => (typeof wide === "number" ? seat.zones[wide - 1] : null));
    const rounds = wide === "sudden" ? frame.seats[0].sudden_death : null;
    const key = `${wide}|${focus}|${near}|${frame.battle}`;
    if (this.key === key && this.one === zones[0] && this.two === zones[1] && this.story === story && this.rounds === rounds) return;
    Object.assign(this, { key, one: zones[0], two: zones[1], story, rounds });
    write(this.title, wide === "sudden" ? "Power \u00b7 sudden death" : wide ? `Power \u00b7 battle ${wide}` : "Power");
    this.follow.hidden = focus === null;
    if (wide === "sudden") this.body.replaceChildren(...this.suddenRounds(scene));
    else if (!wide) this.body.replaceChildren(el("p", "dim", "Powers show here once the first battle is revealed."));
    else this.body.replaceChildren(...(near === 1 ? [2, 1] : [1, 2]).map((seat) => this.side(seat, zones[seat - 1], story)));
  }

  side(seat, zone, story) {
    const facts = story.facts(zone?.hero);
    const head = el("div", "ledger-head", el("span", "badge", String(seat)), sign(zone?.weapon ?? null), el("b", "", facts?.name ?? (zone?.face === "up" ? "Unknown hero" : "Face-down hero")));
    flag(head, "weapon", zone?.weapon);
    const side = el("div", `ledger-side s${seat}`, head);
    if (!zone || zone.face !== "up") {
      side.append(el("p", "dim", zone?.face === "down" ? "Not revealed yet" : "Nobody here yet"));
      return side;
    }
    for (const entry of zone.ledger) side.append(this.entry(entry, seat, story));
    side.append(el("div", "total", el("span", "", "Power now"), el("b", "", number(zone.power))));
    return side;
  }

  entry(entry, seat, story) {
    const node = button("entry", `Go to step ${entry.event}`, () => this.board.seek(entry.event));
    const amount = el("span", "amount", amountOf(entry));
    flag(amount, "sign", entry.kind === "by" ? (entry.amount > 0 ? "up" : entry.amount < 0 ? "down" : "") : "");
    node.append(el("span", "source", sourceOf(entry, seat, story, this.board.data.names)), amount);
    flag(node, "cancelled", entry.cancelled);
    flag(node, "unexplained", !["printed", "omitted"].includes(entry.kind) && entry.seat === null);
    label(node, `Step ${entry.event}: ${sourceOf(entry, seat, story, this.board.data.names)} ${amountOf(entry)}${entry.cancelled ? ", cancelled" : `, power ${number(entry.power)}`}`);
    return node;
  }

  suddenRounds({ frame, story }) {
    const [one, two] = frame.seats.map((seat) => seat.sudden_death);
    return one.map((hero, round) =>
      el("div", "round", el("span", "dim", `Round ${round + 1}`), roundHero(hero, story), el("span", "dim", "v"), roundHero(two[round], story)),
    );
  }
}

function roundHero(hero, story) {
  const chip = el("span", "chip");
  fillChip(chip, hero ?? null, story);
  return chip;
}

function amountOf({ kind, amount }) {
  if (kind === "omitted") return "\u2026";
  if (kind === "lost") return "?";
  if (amount === null) return "?";
  return { printed: String(amount), to: `= ${amount}`, times: `\u00d7 ${amount}` }[kind] ?? (amount ? signed(amount) : "\u00b10");
}

function sourceOf(entry, seat, story, names) {
  if (entry.kind === "printed") return "Printed";
  if (entry.kind === "omitted") return `${entry.amount} more changes`;
  if (entry.seat !== null) {
    const play = story.name(entry.play, "A hidden play");
    return entry.seat === seat ? play : `${play} (${names[entry.seat - 1]})`;
  }
  return entry.kind === "to" ? "Stated by the log, no play named" : "Unexplained, no play named";
}
