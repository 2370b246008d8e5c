// What the frames mean in this game: who is ahead, and the chapters a game falls into.

/** Who is ahead in the battle, or sudden death, being fought; `margin` is seat 1's power less seat 2's, null if unknown. */
function standing(frame, story) {
  const [one, two] = powersOf(frame, story);
  const margin = one === null || two === null ? null : one - two;
  return { margin, lead: margin > 0 ? 1 : margin < 0 ? 2 : 0 };
}

function powersOf(frame, story) {
  if (frame.phase === "sudden_death") return frame.seats.map((seat) => story.facts(seat.sudden_death.at(-1))?.power ?? null);
  if (!frame.battle || frame.phase === "ended") return [null, null];
  const zones = frame.seats.map((seat) => seat.zones[frame.battle - 1]);
  return zones.every((zone) => zone?.face === "up") ? zones.map((zone) => zone.power) : [null, null];
}

/** One perspective of a game. */
class Battles extends Story {
  constructor(perspective, told) {
    super(perspective, told);
    this.battles = this.final.results.length;
    this.standings = this.frames.map((frame) => standing(frame, this));
    this.widest = Math.max(20, ...this.standings.map((one) => Math.abs(one.margin ?? 0)));
  }

  /** "setup", the number of a battle, "sudden_death" or "end". */
  chapterOf(frame) {
    if (frame.phase === "ended") return "end";
    if (frame.phase === "sudden_death") return "sudden_death";
    return frame.battle || "setup";
  }
}
