// Beside the board, behind tabs: the steps in words, what the referee found, and what else a game has.

/** Every step in words, under a heading for each chapter; the one shown is marked and kept in sight. */
class Steps {
  constructor(board) {
    this.board = board;
    this.list = el("div", "steps");
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Steps of the game");
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest(".step");
      if (row) board.seek(Number(row.dataset.step));
    });
    this.list.addEventListener("keydown", (event) => {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!move) return;
      event.preventDefault();
      board.seek(board.step + move);
    });
    this.node = this.list;
    this.rows = [];
  }

  fill(story) {
    const rows = [];
    const all = [];
    for (const chapter of story.chapters) {
      all.push(this.heading(chapter, story));
      for (let step = chapter.from; step <= chapter.to; step += 1) all.push((rows[step] = this.row(story.steps[step], step)));
    }
    if (!all.length) all.push(el("p", "dim", "No steps yet."));
    this.list.replaceChildren(...all);
    this.rows = rows;
    this.story = story;
    this.on = null;
  }

  heading({ name, to }, story) {
    const { title, result, seat } = this.board.heading(name, story.frames[to], story);
    const heading = el("div", "heading", el("span", "", title));
    heading.setAttribute("role", "presentation");
    if (result) {
      const won = el("span", "result", result);
      flag(won, "seat", seat ?? "");
      heading.append(won);
    }
    return heading;
  }

  row(told, step) {
    const row = el("div", "step", el("span", "n", String(step)), el("span", "w", told.words));
    row.id = `step-${step}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    flag(row, "step", step);
    if (told.answer !== "legal") {
      flag(row, "answer", told.answer);
      const mark = el("span", "mark", told.answer === "illegal" ? "!" : "?");
      mark.title = told.answer === "illegal" ? told.findings.map((finding) => finding.message).join("; ") : "The log hides what would decide whether this is legal";
      row.append(mark);
    }
    return row;
  }

  show({ story, step, moved }) {
    if (story !== this.story) this.fill(story);
    if (this.on === step) return;
    this.rows[this.on]?.classList.remove("on");
    this.rows[this.on]?.setAttribute("aria-selected", "false");
    this.on = step;
    const row = this.rows[step];
    row?.classList.add("on");
    row?.setAttribute("aria-selected", "true");
    if (row) this.list.setAttribute("aria-activedescendant", row.id);
    else this.list.removeAttribute("aria-activedescendant");
    this.keepInSight(moved);
  }

  /** Once a frame however many steps went by: reading a row's place makes the browser lay the list out. */
  keepInSight() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = null;
      const row = this.rows[this.on];
      if (!row) this.list.scrollTop = 0;
      else this.list.scrollTop = row.offsetTop - this.list.clientHeight * 0.45;
    });
  }

  close() {
    cancelAnimationFrame(this.waiting);
  }
}

/** What the referee found in the whole game; the step's own are marked. */
class Findings {
  constructor(board) {
    this.board = board;
    this.node = el("div", "findings");
  }

  show({ story, step }) {
    if (story !== this.story) this.fill(story);
    for (const node of this.node.querySelectorAll(".finding")) node.classList.toggle("on", node.step === step);
  }

  count({ story }) {
    return story.findings.length;
  }

  fill(story) {
    this.story = story;
    const found = story.findings.map((finding) => {
      const node = button("finding", `Go to step ${finding.step}`, () => this.board.seek(finding.step));
      node.step = finding.step;
      flag(node, "kind", finding.kind);
      node.append(el("div", "finding-head", el("b", "", `Step ${finding.step}`), el("span", "kind", finding.kind === "differs" ? "log and rules differ" : "not legal")), el("p", "", finding.message));
      if (finding.stated !== null && finding.stated !== undefined) {
        node.append(el("dl", "", el("dt", "", "stated"), el("dd", "", finding.stated), el("dt", "", "derived"), el("dd", "", finding.derived ?? "?")));
      }
      node.append(el("p", "rule", finding.rule));
      return node;
    });
    const doubts = story.steps.filter((told) => told.answer === "unknown").length;
    if (!found.length) found.push(el("p", "dim", "The referee found nothing against the rules."));
    if (doubts) found.push(el("p", "dim", `${doubts} step${doubts === 1 ? "" : "s"} could not be judged: the log hides what would decide.`));
    this.node.replaceChildren(...found);
  }
}

/** Lists behind tabs. A list has a node, `show(scene)`, and a `count(scene)` where its tab shows one. */
class Tabs {
  constructor(board) {
    this.parts = { steps: new Steps(board), findings: new Findings(board), ...board.ownLists() };
    this.tabs = {};
    this.bar = el("div", "tabs");
    this.bar.setAttribute("role", "tablist");
    this.node = el("section", "box tabs-box", this.bar);
    for (const [name, part] of Object.entries(this.parts)) {
      const tab = button("tab", name, () => this.open(name), name, el("span", "badge-count"));
      tab.setAttribute("role", "tab");
      tab.removeAttribute("title");
      this.tabs[name] = tab;
      this.bar.append(tab);
      const panel = el("div", "panel", part.node);
      panel.setAttribute("role", "tabpanel");
      part.panel = panel;
      this.node.append(panel);
    }
    this.open(board.tab ?? "steps");
    this.board = board;
  }

  open(name) {
    if (this.board) this.board.tab = name;
    for (const [other, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(other === name));
      this.parts[other].panel.hidden = other !== name;
    }
    if (name === "steps") this.parts.steps.keepInSight();
  }

  show(scene) {
    for (const part of Object.values(this.parts)) part.show(scene);
    for (const [name, part] of Object.entries(this.parts)) this.count(name, part.count?.(scene) ?? 0);
  }

  count(name, count) {
    write(this.tabs[name].lastChild, count ? String(count) : "");
  }

  close() {
    this.parts.steps.close();
  }
}
