// The timeline: chapters side by side, findings marked; press or drag it to seek. A game draws the graph in it.

const WIDE = 1000;
const HIGH = 60;
// Above is room for the names of the chapters.
const TOP = 14;

class Track {
  /** `board.graph(story, at)` gives the shapes of the graph, `board.chapterMark(name)` what stands above a chapter. */
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
      if (chapter.from > 1) shapes.push(["path", { d: `M${left} 0V${HIGH}`, class: "border" }]);
      const mark = el("span", "chapter", this.board.chapterMark(chapter.name, width / WIDE));
      mark.style.left = `${(100 * (left + width / 2)) / WIDE}%`;
      marks.push(mark);
    }
    shapes.push(...this.board.graph(story, at));
    for (const step of new Set(story.findings.map((finding) => finding.step))) {
      const mark = el("i", "found");
      mark.style.left = `${at(step) / (WIDE / 100)}%`;
      marks.push(mark);
    }
    this.drawn.replaceChildren(...shapes.map(([tag, attributes]) => shape(tag, attributes)));
    this.marks.replaceChildren(...marks);
    this.node.setAttribute("aria-valuemax", String(story.last));
  }
}
