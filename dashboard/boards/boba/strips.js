// A seat's strip in the arena: hot dogs, piles, bench, hand, plays in effect, and what acts on it.

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
