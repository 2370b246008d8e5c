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

/** One perspective with all its frames; `steps[0]` stands for the table before the first step. A game says `chapterOf`. */
class Story {
  /** `told`: what steps tell and change; a perspective names its steps by their places there. */
  constructor(perspective, told) {
    this.cards = perspective.cards;
    this.frames = [perspective.first];
    this.steps = [{ words: "Before the first step", answer: "legal", findings: [], chance: null }];
    for (const place of perspective.steps) {
      const { words, answer = "legal", findings = [], chance = null, delta } = told[place];
      this.frames.push(applied(this.frames[this.frames.length - 1], delta));
      this.steps.push({ words, answer, findings, chance });
    }
    this.last = this.frames.length - 1;
    this.final = this.frames[this.last];
    this.findings = this.steps.flatMap((step, number) => step.findings.map((finding) => ({ ...finding, step: number })));
    this.chapters = this.divide();
  }

  /** Steps of one chapter that follow each other: its name, its first step and its last. */
  divide() {
    const chapters = [];
    for (let step = 1; step <= this.last; step += 1) {
      const name = this.chapterOf(this.frames[step]);
      const open = chapters[chapters.length - 1];
      if (open && open.name === name) open.to = step;
      else chapters.push({ name, from: step, to: step });
    }
    return chapters;
  }

  /** The first step of a chapter, or null where the recording has none. */
  startOf(name) {
    return this.chapters.find((chapter) => chapter.name === name)?.from ?? null;
  }

  facts(card) {
    return card === null || card === undefined ? null : this.cards[card] ?? { name: card, kind: "card" };
  }

  name(card, unknown = "a hidden card") {
    return this.facts(card)?.name ?? unknown;
  }
}
