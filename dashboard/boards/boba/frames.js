// What the data means: frames out of deltas, and the chapters a game falls into.

/** The frame after a delta, as projector.replay.applied. What did not change is the same object as before. */
function applied(before, change) {
  if (change === null || change === undefined) return before;
  if ("=" in change) return change["="];
  const after = Array.isArray(before) ? before.slice() : { ...before };
  const places = "~" in change ? change["~"] : change;
  for (const place of Object.keys(places)) after[place] = applied(before[place], places[place]);
  return after;
}

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

/** Where a step belongs in the list: "setup", the number of a battle, "sudden_death" or "end". */
function chapterOf(frame) {
  if (frame.phase === "ended") return "end";
  if (frame.phase === "sudden_death") return "sudden_death";
  return frame.battle || "setup";
}

/** One perspective with all its frames; `steps[0]` stands for the table before the first step. */
class Story {
  constructor(perspective, texts) {
    this.cards = perspective.cards;
    this.frames = [perspective.first];
    this.steps = [{ words: "Before the first step", answer: "legal", findings: [], chance: null }];
    for (const told of perspective.steps) {
      this.frames.push(applied(this.frames[this.frames.length - 1], told.delta));
      this.steps.push({
        words: texts[told.words],
        answer: told.answer ?? "legal",
        findings: told.findings ?? [],
        chance: told.chance ?? null,
      });
    }
    this.last = this.frames.length - 1;
    this.final = this.frames[this.last];
    this.battles = this.final.results.length;
    this.standings = this.frames.map((frame) => standing(frame, this));
    this.widest = Math.max(20, ...this.standings.map((one) => Math.abs(one.margin ?? 0)));
    this.findings = this.steps.flatMap((step, number) => step.findings.map((finding) => ({ ...finding, step: number })));
    this.chapters = this.divide();
  }

  divide() {
    const chapters = [];
    for (let step = 1; step <= this.last; step += 1) {
      const name = chapterOf(this.frames[step]);
      const open = chapters[chapters.length - 1];
      if (open && open.name === name) open.to = step;
      else chapters.push({ name, from: step, to: step });
    }
    return chapters;
  }

  /** The first step of a battle, or null where it was not fought. */
  startOf(battle) {
    return this.chapters.find((chapter) => chapter.name === battle)?.from ?? null;
  }

  facts(card) {
    return card === null || card === undefined ? null : this.cards[card] ?? { name: card, kind: "card" };
  }

  name(card, unknown = "a hidden card") {
    return this.facts(card)?.name ?? unknown;
  }
}
