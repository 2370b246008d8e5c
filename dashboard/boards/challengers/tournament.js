// What the frames mean in this game: rounds as chapters, whose turn a step was, and how every match went.

const PARKS = ["green", "red", "purple", "yellow"];

/** One perspective of a tournament. `parkAt` and `seatAt` say, for each step, where something happened last. */
class Tournament extends Story {
  constructor(perspective, told) {
    super(perspective, told);
    this.parkAt = [null];
    this.seatAt = [null];
    this.matches = new Map();
    for (let step = 1; step <= this.last; step += 1) this.follow(step);
    this.rounds = Math.max(0, ...this.chapters.map((chapter) => (typeof chapter.name === "number" ? chapter.name : 0)));
    this.mostFans = Math.max(10, ...this.frames.flatMap((frame) => frame.seats.map((seat) => seat.all_fans ?? 0)));
  }

  /** "setup", the number of a round (the final is the one after the last), "trophies" or "end". */
  chapterOf(frame) {
    if (frame.phase === "ended") return "end";
    if (frame.phase === "trophies") return "trophies";
    return frame.round || "setup";
  }

  follow(step) {
    const [before, frame] = [this.frames[step - 1], this.frames[step]];
    const sameRound = before.round === frame.round;
    let park = sameRound ? this.parkAt[step - 1] : null;
    if (frame.matches !== before.matches) {
      const known = frame.matches.length === before.matches.length;
      frame.matches.forEach((match, place) => {
        if (match === before.matches[place]) return;
        if (known || place >= before.matches.length) park = match.park;
        this.keep(match, step);
      });
    }
    let seat = sameRound ? this.seatAt[step - 1] : null;
    const changed = frame.seats.findIndex((one, place) => one !== before.seats[place]);
    if (changed >= 0 && frame.seats.length === before.seats.length) seat = changed + 1;
    if (frame.pairings !== before.pairings && frame.pairings.length) this.plan(frame, step);
    this.parkAt.push(park);
    this.seatAt.push(seat);
  }

  plan({ round, pairings }, step) {
    for (const { park, seats } of pairings) this.matches.set(`${round}|${park}`, { round, park, seats, from: step, decided: null });
  }

  keep(match, step) {
    const key = `${match.round}|${match.park}`;
    const kept = this.matches.get(key) ?? { round: match.round, park: match.park, from: step, decided: null };
    kept.seats = match.sides.map((side) => side.seat);
    kept.final = match.final;
    if (match.over && kept.decided === null) kept.decided = step;
    if (match.over) kept.winner = match.winner;
    this.matches.set(key, kept);
  }

  /** Whether a step belongs to a park or to a seat. */
  concerns(step, park, seat) {
    const frame = this.frames[step];
    const before = this.frames[step - 1];
    if (seat !== null && frame.seats[seat - 1] !== before.seats[seat - 1]) return true;
    const at = (shown) => shown.matches.find((match) => (seat === null ? match.park === park : plays(match, seat)));
    return frame.round !== before.round || (at(frame) !== at(before) && this.parkAt[step] === at(frame)?.park);
  }
}

const plays = (match, seat) => match.sides.some((side) => side.seat === seat);

/** Matches in the order of the parks, whatever order they began in. */
const inOrder = (matches) => [...matches].sort((one, two) => PARKS.indexOf(one.park) - PARKS.indexOf(two.park));

const WHY = {
  out_of_cards: "the attack ran out of cards",
  bench_full: "no seat left on the other bench",
  concession: "by concession",
  timeout: "by timeout",
  ruling: "by a judge's ruling",
  effect: "by an effect",
  unfinished: "unfinished",
  no_contest: "without a contest",
};
