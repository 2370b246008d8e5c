// A match: both seats with deck, bench and exhaust pile, their cards in the park, the flag, and the attack's total.

/** Between taking the flag and benching, the cards that lost it still lie there and attack nobody. */
const owes = (side, match) => !match.over && !side.holds_flag && side.park.length > 0 && side.power === null && match.sides.some((one) => one.holds_flag);

function roleOf(side, match) {
  if (match.over) return match.winner === null ? "" : match.winner === side.seat ? "won" : "lost";
  if (side.holds_flag) return "holds the flag";
  if (owes(side, match)) return "benches";
  return match.sides.some((one) => one.holds_flag) ? "attacks" : "";
}

/** A seat in the match that is shown. */
class MatchSide {
  constructor(board, place) {
    this.board = board;
    this.place = place;
    this.badge = el("span", "badge");
    this.name = button("side-name", "", () => board.followSeat(this.seat), this.badge, (this.who = el("span", "who")));
    this.role = el("span", "role");
    this.deck = button("pile", "", () => board.openDeck(this.seat), el("span", "stack"), el("span", "pile-title", "deck"), (this.count = el("b", "")));
    this.exhaust = el("span", "pile exhaust", el("span", "pile-title", "exhausted"), (this.gone = el("b", "")));
    this.own = el("span", "own");
    this.bench = new Bench();
    this.head = el("div", "side-head", this.name, this.role, this.own, el("span", "piles", this.deck, this.exhaust));
    this.park = el("div", "park-cards");
    this.node = el("section", "match-side", this.head, this.bench.node, this.park);
  }

  show(scene, match) {
    const { story, moved } = scene;
    const side = match.sides[this.place];
    const { names } = this.board.data;
    const who = names[side.seat - 1] ?? "Somebody";
    const role = roleOf(side, match);
    this.seat = side.seat;
    if (side === this.shown && role === this.roleShown && story === this.story) return;
    const before = this.story === story && this.shown?.seat === side.seat ? this.shown : null;
    Object.assign(this, { shown: side, roleShown: role, story });
    this.node.className = `match-side s${side.seat}`;
    flag(this.node, "holds", side.holds_flag && !match.over);
    flag(this.node, "result", match.over && match.winner !== null ? (match.winner === side.seat ? "won" : "lost") : "");
    this.node.setAttribute("aria-label", `Seat ${side.seat}, ${who}`);
    write(this.badge, String(side.seat || "?"));
    write(this.who, who);
    label(this.name, `Follow ${who}`);
    write(this.role, role);
    write(this.count, number(side.deck));
    label(this.deck, `${who}'s deck: ${counted(side.deck, "card")} left. Show what it is made of`);
    write(this.gone, String(side.exhaust.length));
    flag(this.exhaust, "empty", side.exhaust.length === 0);
    this.exhaust.title = side.exhaust.map((card) => story.name(card)).join(", ");
    this.own.replaceChildren(...side.bonuses.map((bonus) => this.bonus(bonus)));
    this.bench.show(side, story, who, moved);
    this.lay(side, before, story, moved);
  }

  bonus(bonus) {
    const chip = button("bonus", `Step ${bonus.event}: ${bonusWords(bonus)} for the whole match`, () => this.board.seek(bonus.event), `${bonusWords(bonus)} all match`);
    flag(chip, "sign", bonus.amount >= 0 ? "up" : "down");
    return chip;
  }

  /** The cards in the park. Of what holds the flag only the top card counts; the cards beneath peek out. */
  lay(side, before, story, moved) {
    if (before?.park === side.park && before.holds_flag === side.holds_flag) return;
    const nodes = side.park.map((entry) => cardNode(entry.card, story, entry));
    const last = nodes[nodes.length - 1];
    if (side.holds_flag && last) last.append(el("span", "holds", flagSign()));
    flag(this.park, "holds", side.holds_flag);
    flag(this.park, "many", nodes.length > 5);
    this.park.style.setProperty("--cards", String(Math.max(nodes.length, 1)));
    this.park.replaceChildren(...(nodes.length ? nodes : [el("span", "nothing", "no card in the park")]));
    if (moved && last && side.park.length > (before?.park.length ?? 0)) animate(last, DEAL, 280);
  }
}

/** The running total of the attack against the power that it needs. */
class Gauge {
  constructor() {
    this.words = el("span", "gauge-words");
    this.total = el("b", "total");
    this.needed = el("b", "needed");
    this.fill = el("i", "gauge-fill");
    this.bar = el("div", "gauge-bar", this.fill);
    this.sum = el("div", "sum", this.total, el("span", "", "of"), this.needed);
    this.node = el("div", "gauge", flagSign(), this.words, this.bar, this.sum);
    this.bar.setAttribute("role", "meter");
    this.bar.setAttribute("aria-label", "Power of the attack");
    this.bar.setAttribute("aria-valuemin", "0");
  }

  show(match, names) {
    if (match === this.shown) return;
    this.shown = match;
    const holder = match.sides.find((side) => side.holds_flag) ?? null;
    const attacker = holder ? match.sides.find((side) => side !== holder) : null;
    const owing = attacker !== null && owes(attacker, match);
    const total = attacker === null ? null : attacker.park.length && !owing ? attacker.power : owing ? null : 0;
    const needed = holder?.power ?? null;
    const fighting = holder !== null && !match.over;
    flag(this.node, "on", fighting && !owing);
    this.node.className = `gauge${attacker ? ` s${fighting ? attacker.seat : match.winner ?? 0}` : ""}`;
    write(this.total, number(total));
    write(this.needed, number(needed));
    const share = needed > 0 && total !== null ? Math.min(1, Math.max(0, total / needed)) : total !== null && needed !== null ? 1 : 0;
    this.fill.style.width = `${100 * share}%`;
    flag(this.node, "reached", fighting && total !== null && needed !== null && attacker.park.length > 0 && total >= needed);
    this.bar.setAttribute("aria-valuemax", String(needed ?? 0));
    this.bar.setAttribute("aria-valuenow", String(total ?? 0));
    this.bar.setAttribute("aria-valuetext", fighting ? `${number(total)} of ${number(needed)}` : "no attack");
    write(this.words, this.told(match, holder, attacker, owing, names));
  }

  told(match, holder, attacker, owing, names) {
    const name = (seat) => names[seat - 1] ?? "Somebody";
    if (match.over) return match.winner === null ? "No winner is known" : `${name(match.winner)} wins: ${WHY[match.reason] ?? "the log does not tell how"}`;
    if (holder === null) return match.starter === null ? "The match begins" : `${name(match.starter)} reveals first${match.starts_by === "toss" ? ", by the toss" : match.starts_by === "trophy" ? ", by trophy" : ""}`;
    if (owing) return `${name(holder.seat)} took the flag; ${name(attacker.seat)} fills the bench`;
    return `${name(attacker.seat)} attacks`;
  }
}

class MatchStage {
  constructor(board) {
    this.board = board;
    this.sides = [new MatchSide(board, 0), new MatchSide(board, 1)];
    this.gauge = new Gauge();
    this.node = el("div", "match", this.sides[0].node, this.gauge.node, this.sides[1].node);
  }

  show(scene, match) {
    flag(this.node, "park", match.park);
    flag(this.node, "final", match.final);
    flag(this.node, "near", scene.follow !== null && match.sides[1].seat === scene.follow ? "2" : "1");
    for (const side of this.sides) side.show(scene, match);
    this.gauge.show(match, this.board.data.names);
  }
}
