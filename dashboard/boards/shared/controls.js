// Under the board: the step in words, the buttons, and what opens over everything.

const SPEEDS = [0.5, 1, 2, 4];
/** Keys that every board has. A game puts its own between "Home End" and "G". */
const KEYS_BEFORE = [
  ["\u2190 \u2192", "a step back, a step on"],
  ["Space", "play or pause"],
  ["Home End", "to the start, to the end"],
];
const KEYS_BEHIND = [
  ["G 4 2 Enter", "to step 42"],
  ["X", "fog: who is looking"],
  ["?", "this list"],
  ["Esc", "close, or leave a field"],
];

/** The step that is shown, in words; a screen reader hears it. */
class Caption {
  constructor(board) {
    this.board = board;
    this.place = el("span", "place");
    this.chance = el("span", "chance");
    this.words = el("span", "words");
    this.words.setAttribute("aria-live", "polite");
    this.words.setAttribute("role", "status");
    this.answer = el("span", "answer");
    this.node = el("div", "caption", this.place, this.chance, this.words, this.answer);
  }

  show({ story, step }) {
    const told = story.steps[step];
    write(this.place, `${step} / ${story.last}`);
    write(this.words, story.last === 0 ? "No steps yet" : told.words);
    if (this.shown !== told) this.chance.replaceChildren(...(told.chance === null ? [] : [this.board.drawChance(told.chance)]));
    this.shown = told;
    flag(this.node, "answer", told.answer === "legal" ? "" : told.answer);
    write(this.answer, { illegal: "against the rules", unknown: "cannot be judged" }[told.answer] ?? "");
    this.answer.title = told.findings.map((finding) => finding.message).join("\n");
  }
}

class Controls {
  constructor(board) {
    this.board = board;
    this.caption = new Caption(board);
    this.first = button("key", "To the start", () => board.seek(0), icon("first"));
    this.back = button("key", "A step back", () => board.seek(board.step - 1), icon("back"));
    this.play = button("key big", "Play", () => board.toggle(), icon("play"));
    this.forward = button("key", "A step on", () => board.seek(board.step + 1), icon("forward"));
    this.last = button("key", "To the end", () => board.seek(board.story.last), icon("last"));
    this.speeds = SPEEDS.map((speed) => button("speed", `Speed ${speed} times`, () => board.setSpeed(speed), `${speed}x`));
    this.fog = button("key tool", "Fog", () => board.nextView(), eye(), el("span", "", ""));
    this.share = button("key tool", "Share this step", () => board.share(), icon("share"), el("span", "", "share step"));
    this.help = button("key tool", "Keys", () => board.openHelp(), el("b", "", "?"));
    const steps = el("div", "keys", this.first, this.back, this.play, this.forward, this.last);
    this.buttons = el("div", "buttons", steps, el("div", "speeds", ...this.speeds), el("div", "tools", ...board.ownTools(), this.fog, this.share, this.help));
    this.node = el("footer", "bar", this.caption.node, board.track.node, this.buttons);
  }

  show(scene) {
    const { step, story } = scene;
    this.caption.show(scene);
    // Not `disabled`: a disabled button loses the focus and with it the keyboard.
    for (const control of [this.first, this.back]) aria(control, "disabled", step === 0);
    for (const control of [this.forward, this.last]) aria(control, "disabled", step === story.last);
    write(this.fog.lastChild, scene.views.length > 1 ? `fog: ${viewName(scene.view, this.board.data.names)}` : viewName(scene.view, this.board.data.names));
    aria(this.fog, "disabled", scene.views.length < 2);
    label(this.fog, `Fog: this is what ${viewName(scene.view, this.board.data.names)} sees`);
  }

  playing(on, speed) {
    this.play.replaceChildren(icon(on ? "pause" : "play"));
    label(this.play, on ? "Pause" : "Play");
    this.speeds.forEach((control, place) => aria(control, "pressed", SPEEDS[place] === speed));
  }
}

const viewName = (view, names) => ({ all: "everything", public: "the public" })[view] ?? names[view - 1];

function aria(node, name, value) {
  const text = String(value);
  if (node.getAttribute(`aria-${name}`) !== text) node.setAttribute(`aria-${name}`, text);
}

/** The list of keys. */
class Help {
  constructor(board) {
    const rows = [...KEYS_BEFORE, ...board.ownKeysInWords(), ...KEYS_BEHIND].flatMap(([keys, words]) => [el("dt", "", ...keys.split(" ").map((key) => (key === "\u2013" ? " to " : el("kbd", "", key)))), el("dd", "", words)]);
    this.close = button("close", "Close", () => board.closeHelp(), "\u00d7");
    const sheet = el("div", "sheet", el("div", "popover-head", el("b", "", "Keys"), this.close), el("dl", "", ...rows));
    sheet.setAttribute("role", "dialog");
    sheet.setAttribute("aria-modal", "true");
    sheet.setAttribute("aria-label", "Keys");
    this.node = el("div", "veil", sheet);
    this.node.hidden = true;
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) board.closeHelp();
    });
  }
}

/** A word that passes: a link that was copied, a step being typed. With a link it stays, to copy it by hand. */
class Toast {
  constructor() {
    this.words = el("span", "");
    this.link = el("input", "permalink");
    this.link.readOnly = true;
    this.link.setAttribute("aria-label", "Link to this step");
    this.node = el("div", "toast", this.words, this.link);
    this.node.setAttribute("role", "status");
    this.node.hidden = true;
  }

  say(words, { link = null, stays = false } = {}) {
    clearTimeout(this.timer);
    write(this.words, words);
    this.link.hidden = link === null;
    this.node.hidden = false;
    if (link !== null) {
      this.link.value = link;
      this.link.focus();
      this.link.select();
    }
    if (!stays && link === null) this.timer = setTimeout(() => this.close(), 2200);
  }

  close() {
    clearTimeout(this.timer);
    this.node.hidden = true;
  }
}
