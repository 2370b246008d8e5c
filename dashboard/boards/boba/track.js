// The timeline: battles side by side, who won them, by how much a seat led at each step; press or drag it to seek.

const WIDE = 1000;
const HIGH = 60;
// Above is room for the numbers of the battles.
const TOP = 14;
const EVEN = (TOP + HIGH) / 2;

class Track {
  constructor(board) {
    this.board = board;
    this.drawn = drawing(`0 0 ${WIDE} ${HIGH}`, "graph", []);
    this.drawn.setAttribute("preserveAspectRatio", "none");
    this.marks = el("div", "track-marks");
    this.cursor = el("div", "cursor");
    this.hint = el("div", "hint");
    this.hint.hidden = true;
    this.node = el("div", "track", this.drawn, this.marks, this.cursor, this.hint);
    this.node.tabIndex = 0;
    this.node.setAttribute("role", "slider");
    this.node.setAttribute("aria-label", "Timeline: press or drag to go to a step");
    this.node.setAttribute("aria-valuemin", "0");
    this.node.addEventListener("pointerdown", (event) => this.grab(event));
    this.node.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) this.node.addEventListener(name, () => this.drop());
    this.node.addEventListener("pointerleave", () => (this.hint.hidden = true));
  }

  stepAt(event) {
    const box = this.node.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(box.width, 1);
    return Math.round(Math.min(Math.max(part, 0), 1) * this.board.story.last);
  }

  grab(event) {
    if (event.button) return;
    this.held = true;
    this.node.setPointerCapture?.(event.pointerId);
    this.board.seek(this.stepAt(event));
  }

  drag(event) {
    const step = this.stepAt(event);
    const { story } = this.board;
    if (this.held) this.board.seek(step);
    this.hint.hidden = false;
    write(this.hint, `${step} \u00b7 ${story.steps[step].words}`);
    this.hint.style.setProperty("--at", String(story.last ? step / story.last : 0));
  }

  drop() {
    this.held = false;
  }

  show({ story, step, near }) {
    if (story !== this.story || near !== this.near) this.draw(story, near);
    if (step === this.step) return;
    this.step = step;
    this.cursor.style.left = `${story.last ? (100 * step) / story.last : 0}%`;
    this.node.setAttribute("aria-valuenow", String(step));
    this.node.setAttribute("aria-valuetext", `Step ${step} of ${story.last}`);
  }

  draw(story, near) {
    this.story = story;
    this.near = near;
    this.step = null;
    const at = (step) => (story.last ? (WIDE * step) / story.last : 0);
    const shapes = [];
    const marks = [];
    for (const chapter of story.chapters) {
      const left = at(chapter.from - 1);
      const width = at(chapter.to) - left;
      const result = typeof chapter.name === "number" ? resultOf(story.frames[chapter.to], chapter.name) : null;
      shapes.push(["rect", { x: left, y: 0, width, height: HIGH, class: `span r-${result ?? "none"}` }]);
      if (chapter.from > 1) shapes.push(["path", { d: `M${left} 0V${HIGH}`, class: "border" }]);
      marks.push(this.chapterMark(chapter, (left + width / 2) / WIDE));
    }
    shapes.push(["path", { d: `M0 ${EVEN}H${WIDE}`, class: "even" }]);
    for (const seat of [1, 2]) shapes.push(["path", { d: this.area(story, seat, near, at), class: `lead s${seat}` }]);
    for (const step of new Set(story.findings.map((finding) => finding.step))) {
      const mark = el("i", "found");
      mark.style.left = `${at(step) / (WIDE / 100)}%`;
      marks.push(mark);
    }
    this.drawn.replaceChildren(...shapes.map(([tag, attributes]) => shape(tag, attributes)));
    this.marks.replaceChildren(...marks);
    this.node.setAttribute("aria-valuemax", String(story.last));
  }

  chapterMark({ name }, middle) {
    const text = { setup: "setup", sudden_death: "SD", end: "" }[name] ?? String(name);
    const mark = el("span", "chapter", text);
    mark.style.left = `${100 * middle}%`;
    return mark;
  }

  /** The steps in which a seat led, as bars toward that seat's side of the board. */
  area(story, seat, near, at) {
    const toward = seat === near ? 1 : -1;
    let path = "";
    for (let step = 1; step <= story.last; step += 1) {
      const { margin, lead } = story.standings[step];
      if (lead !== seat) continue;
      // The root, so that one battle won by 200 does not flatten all the others.
      const height = toward * Math.sqrt(Math.abs(margin) / story.widest) * (HIGH - EVEN - 1);
      path += `M${at(step - 1).toFixed(1)} ${EVEN}V${(EVEN + height).toFixed(1)}H${at(step).toFixed(1)}V${EVEN}z`;
    }
    return path || "M0 0";
  }
}
