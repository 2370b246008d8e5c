// The arena: the scoreboard above it, a strip for each seat, and a lane for each battle with sudden death beside them.

const PHASES = {
  setup: "Setup",
  battle: "Substitution",
  revealed: "Plays",
  resolved: "Decided",
  sudden_death: "Sudden death",
  ended: "Final",
};

/** How a battle stands for the board: its winner once it is decided. */
const resultOf = (frame, battle) => (frame.resolved[battle - 1] ? frame.results[battle - 1] ?? "unknown" : null);

/** The scoreboard: both names, trophies, whose battle it is, a pip for each battle. */
class Score {
  constructor(board) {
    this.names = board.data.names;
    this.sides = [1, 2].map((seat) => {
      const cups = el("span", "cups");
      const side = el("div", `side-name s${seat}`, el("span", "badge", String(seat)), el("span", "who", this.names[seat - 1]), cups);
      side.cups = cups;
      return side;
    });
    this.points = [el("b", "points"), el("b", "points")];
    this.phase = el("div", "phase");
    this.pips = el("div", "pips");
    this.tags = el("div", "tags", ...board.data.tags.map((tag) => el("span", "tag", tag)));
    if (board.data.simulated) this.tags.append(el("span", "tag simulated", "simulated"));
    this.view = el("div", "view-tag", eye(), el("span", ""));
    const middle = el("div", "middle", el("div", "numbers", this.points[0], el("i", "", ":"), this.points[1]), this.phase);
    this.node = el("header", "score", this.sides[0], middle, this.sides[1], this.tags, this.pips, this.view);
    for (let battle = 1; battle <= board.story.battles; battle += 1) {
      this.pips.append(button("pip", `Battle ${battle}`, () => board.toBattle(battle), String(battle)));
    }
    this.stated = board.data.score.split(":");
  }

  show(scene) {
    const { frame, story } = scene;
    const alone = frame.phase === "ended" && frame.battle === 0;
    for (const seat of [0, 1]) {
      const count = alone ? this.stated[seat] || "\u2013" : String(frame.seats[seat].trophies);
      write(this.points[seat], count);
      this.fillCups(this.sides[seat].cups, frame.seats[seat].trophies);
      flag(this.sides[seat], "winner", frame.phase === "ended" && frame.winner === seat + 1);
      flag(this.sides[seat], "honors", frame.seats[seat].honors);
    }
    const battle = frame.battle && !["sudden_death", "ended"].includes(frame.phase) ? `Battle ${frame.battle} \u00b7 ` : "";
    const plays = frame.seats.some((seat) => seat.playbook !== 0 || seat.play_hand.length > 0);
    write(this.phase, battle + (frame.phase === "revealed" && !plays ? "Revealed" : PHASES[frame.phase] ?? frame.phase));
    flag(this.phase, "phase", frame.phase);
    for (let place = 1; place <= story.battles; place += 1) {
      const pip = this.pips.children[place - 1];
      const result = resultOf(frame, place);
      flag(pip, "result", result);
      flag(pip, "now", frame.battle === place && frame.phase !== "ended");
      flag(pip, "after", frame.clinched && place > frame.clinched);
      label(pip, `Go to battle ${place}${result === null ? "" : `, ${this.words(result)}`}`);
    }
    write(this.view.lastChild, { all: "sees everything", public: "as the public saw it" }[scene.view] ?? `as ${this.names[scene.view - 1]} saw it`);
  }

  words(result) {
    return result === "draw" ? "a draw" : result === "unknown" ? "winner not known" : `won by ${this.names[result - 1]}`;
  }

  fillCups(cups, count) {
    while (cups.children.length > count) cups.lastChild.remove();
    while (cups.children.length < count) cups.append(trophy());
  }
}

/** What a seat has beside its zones: hot dogs, piles, bench, hand, plays in effect, what acts on it. */
class SeatStrip {
  constructor(board, seat) {
    this.board = board;
    this.seat = seat;
    this.flags = el("span", "flags");
    this.honors = el("span", "honors", crown(), "honors");
    this.dogs = new HotDogs();
    this.piles = el("div", "piles");
    this.pileNodes = {};
    for (const [name, title] of Object.entries(PILES)) this.addPile(name, title);
    this.bench = new CardRow("bench", "Bench");
    this.hand = new CardRow("hand", "Hand");
    this.inEffect = new CardRow("in-effect", "In effect");
    this.effects = el("div", "acting");
    const who = el("div", "who-row", el("span", "badge", String(seat)), el("span", "who", board.data.names[seat - 1]), this.honors, this.flags);
    this.node = el("section", `strip s${seat}`, el("div", "top", who, this.dogs.node, this.effects), this.piles, el("div", "rows", this.bench.node, this.hand.node, this.inEffect.node));
    this.node.setAttribute("aria-label", `Seat ${seat}, ${board.data.names[seat - 1]}`);
  }

  addPile(name, title) {
    const count = el("b", "");
    const node = button("pile-button", title, () => this.board.openPile(this.seat, name), el("span", "stack"), el("span", "pile-title", title), count);
    node.count = count;
    this.pileNodes[name] = node;
    this.piles.append(node);
  }

  show(scene) {
    const seat = scene.frame.seats[this.seat - 1];
    const { effects } = scene.frame;
    if (seat === this.shown && effects === this.effectsShown && scene.story === this.story) return;
    this.shown = seat;
    this.effectsShown = effects;
    this.story = scene.story;
    flag(this.honors, "on", seat.honors);
    write(this.flags, seat.passed ? "passed" : seat.decided && scene.frame.phase === "battle" ? "decided" : "");
    this.dogs.show(seat);
    for (const [name, node] of Object.entries(this.pileNodes)) {
      const pile = seat[name];
      const count = Array.isArray(pile) ? pile.length : pile;
      write(node.count, number(count));
      flag(node, "empty", count === 0);
      node.disabled = !Array.isArray(pile);
      label(node, `${PILES[name]}: ${count === null ? "not known how many" : `${count} cards`}${Array.isArray(pile) && count ? `: ${namesOf(pile, scene.story)}` : ""}`);
    }
    this.bench.show(seat.bench, seat.bench_sure, scene.story);
    this.hand.show(seat.play_hand, seat.hand_sure, scene.story);
    this.inEffect.show(seat.in_effect, true, scene.story);
    this.showEffects(effects.filter((effect) => effect.on.includes(this.seat)), scene.story);
  }

  showEffects(effects, story) {
    this.effects.replaceChildren(
      ...effects.map((effect) => {
        const chip = el("span", "effect-chip", effectWords(effect, this.board.data));
        chip.title = `${story.name(effect.play, "An effect")}, ${spanOf(effect)}`;
        return chip;
      }),
    );
  }
}

const PILES = {
  hero_deck: "Deck",
  playbook: "Playbook",
  hero_discard: "Discard",
  play_discard: "Plays run",
  hot_dog_plays: "As hot dogs",
  out_of_game: "Out of game",
};

function namesOf(cards, story) {
  const names = cards.filter((card) => card !== null).map((card) => story.name(card));
  const hidden = cards.length - names.length;
  if (hidden) names.push(`${hidden} hidden`);
  return names.join(", ");
}

function effectWords(effect, data) {
  const amount = effect.amount === null ? "" : ` (${signed(effect.amount)})`;
  return `${data.kinds[effect.kind] ?? effect.kind}${effect.weapon ? `, ${effect.weapon}` : ""}${amount}`;
}

function spanOf(effect) {
  const from = effect.first === null ? "" : `from battle ${effect.first} `;
  if (effect.last !== null) return `${from}until battle ${effect.last} ends`;
  const until = { game_end: "for the rest of the game", used: "until it is used", condition: "until its condition is met", last_battle_end: "until the last battle ends" };
  return `${from}${until[effect.until] ?? "until it is ended"}`;
}

/** One battle: both heroes and the medallion between them. */
class Lane {
  constructor(board, battle) {
    this.battle = battle;
    this.cards = [new HeroCard(), new HeroCard()];
    this.number = el("b", "", battle === "sudden" ? "SD" : String(battle));
    this.cup = el("span", "cup", trophy());
    this.margin = el("span", "margin");
    this.mid = button("mid", "", () => board.look(battle), this.cup, this.number, this.margin);
    this.cards.forEach((card, seat) => {
      card.node.classList.add(`s${seat + 1}`);
      card.node.addEventListener("click", () => board.look(battle));
    });
    this.node = el("div", "lane", this.cards[0].node, this.mid, this.cards[1].node);
  }

  show(scene, zones, result, now) {
    const { story, moved, standing } = scene;
    zones.forEach((zone, seat) => {
      const mark = result === null ? "" : result === "draw" ? "draw" : result === "unknown" ? "" : result === seat + 1 ? "won" : "lost";
      this.cards[seat].show(zone, story, mark, moved);
    });
    flag(this.node, "now", now);
    flag(this.node, "result", result);
    flag(this.node, "focus", scene.focus === this.battle);
    flag(this.node, "wide", scene.wide === this.battle);
    flag(this.node, "after", scene.frame.clinched && this.battle > scene.frame.clinched);
    const lead = now && result === null ? standing.lead : typeof result === "number" ? result : 0;
    flag(this.mid, "lead", lead);
    const margin = now && result === null && standing.margin !== null ? standing.margin : null;
    write(this.margin, result === "draw" ? "draw" : result === "unknown" ? "?" : margin === null ? "" : margin === 0 ? "even" : `+${Math.abs(margin)}`);
    label(this.mid, `Show the powers of ${this.battle === "sudden" ? "sudden death" : `battle ${this.battle}`}`);
  }
}

/** A sudden-death hero as the zone it would lie in. Powers stated there are not part of a frame: the printed ones count. */
function suddenZone(story, cards) {
  if (!cards.length) return null;
  const hero = cards[cards.length - 1];
  const facts = story.facts(hero);
  const power = facts?.power ?? null;
  return { face: "up", hero, weapon: facts?.weapon ?? null, printed: power, power, substituted: false, ledger: [] };
}

class Arena {
  constructor(board) {
    this.board = board;
    this.strips = [new SeatStrip(board, 1), new SeatStrip(board, 2)];
    this.lanes = Array.from({ length: board.story.battles }, (_, place) => new Lane(board, place + 1));
    this.sudden = new Lane(board, "sudden");
    this.sudden.node.classList.add("sudden");
    this.zones = el("div", "zones", ...this.lanes.map((lane) => lane.node), this.sudden.node);
    this.note = el("p", "table-note");
    this.banner = el("div", "banner", trophy(), el("b", ""), el("span", ""));
    this.popover = el("div", "popover");
    this.popover.hidden = true;
    const pitch = el("div", "pitch", this.zones, this.note, this.banner);
    this.node = el("div", "arena", el("div", "field"), this.strips[0].node, pitch, this.strips[1].node, this.popover);
  }

  show(scene) {
    const { frame, story } = scene;
    flag(this.node, "phase", frame.phase);
    for (const strip of this.strips) strip.show(scene);
    const fighting = !["sudden_death", "ended"].includes(frame.phase);
    for (const lane of this.lanes) {
      const place = lane.battle - 1;
      const zones = frame.seats.map((seat) => seat.zones[place]);
      const seen = lane.seen;
      const now = fighting && frame.battle === lane.battle;
      const result = resultOf(frame, lane.battle);
      const key = `${now}|${result}|${scene.focus}|${scene.wide}|${frame.clinched}|${now ? scene.standing.margin : ""}`;
      if (seen && seen.one === zones[0] && seen.two === zones[1] && seen.key === key && seen.story === story) continue;
      lane.seen = { one: zones[0], two: zones[1], key, story };
      lane.show(scene, zones, result, now);
    }
    this.showSudden(scene);
    this.showWords(scene);
  }

  showSudden(scene) {
    const { frame, story } = scene;
    const [one, two] = frame.seats.map((seat) => seat.sudden_death);
    const on = frame.phase === "sudden_death" || one.length > 0;
    flag(this.node, "sudden", on);
    if (!on) return;
    if (this.suddenOf !== one || this.suddenStory !== story) {
      this.suddenZones = [suddenZone(story, one), suddenZone(story, two)];
      this.suddenOf = one;
      this.suddenStory = story;
    }
    const [first, second] = this.suddenZones.map((zone) => zone?.power ?? null);
    const margin = first === null || second === null ? null : first - second;
    const ended = frame.phase === "ended" && (frame.winner === 1 || frame.winner === 2) ? frame.winner : null;
    const standing = { margin, lead: margin > 0 ? 1 : margin < 0 ? 2 : 0 };
    this.sudden.show({ ...scene, standing }, this.suddenZones, ended, frame.phase === "sudden_death");
    write(this.sudden.number, one.length > 1 ? `SD ${one.length}` : "SD");
  }

  showWords({ frame, story, step }) {
    const { names, score } = this.board.data;
    const ended = frame.phase === "ended";
    const winner = frame.winner === 1 || frame.winner === 2 ? names[frame.winner - 1] : null;
    flag(this.banner, "on", ended);
    flag(this.banner, "seat", winner ? frame.winner : "");
    if (ended) {
      const reason = frame.ended.replaceAll("_", " ");
      write(this.banner.children[1], winner ? `${winner} wins` : frame.winner === "draw" ? "A tied game" : "No winner is known");
      const count = frame.battle ? `${frame.seats[0].trophies} : ${frame.seats[1].trophies}` : score.replace(":", " : ");
      write(this.banner.children[2], [count, reason === "unknown" ? "" : reason].filter(Boolean).join(" \u00b7 "));
    }
    let note = "";
    if (story.last === 0) note = "Nothing was recorded of this game yet.";
    else if (ended && frame.battle === 0) note = "Only the result of this game is known: its log shows no battle.";
    else if (step > 0 && frame.battle === 0 && story.final.battle === 0 && !ended) note = "The recording has no battle so far.";
    write(this.note, note);
  }

  showPile(open, scene) {
    const { popover } = this;
    popover.hidden = open === null;
    if (open === null) return;
    const cards = scene.frame.seats[open.seat - 1][open.pile];
    const list = el("div", "chips");
    for (const card of cards) {
      const chip = el("span", "chip");
      fillChip(chip, card, scene.story);
      list.append(chip);
    }
    const title = `${this.board.data.names[open.seat - 1]}: ${PILES[open.pile].toLowerCase()}, ${cards.length}`;
    const close = button("close", "Close", () => this.board.openPile(null, null), "\u00d7");
    popover.replaceChildren(el("div", "popover-head", el("b", "", title), close), cards.length ? list : el("p", "dim", "No cards lie here."));
    flag(popover, "seat", open.seat);
  }
}
