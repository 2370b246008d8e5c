// The scoreboard above the arena: both names, trophies, the battle being fought, a pip for each battle.

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
    this.node = el("header", "score wide", this.sides[0], middle, this.sides[1], this.tags, this.pips, this.view);
    for (let battle = 1; battle <= board.story.battles; battle += 1) {
      this.pips.append(button("pip", `Battle ${battle}`, () => board.toChapter(battle), String(battle)));
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
