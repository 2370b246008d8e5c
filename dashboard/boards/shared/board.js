// What every board is: which step is shown and to whom, the page's address, and when it comes and goes.

const KEPT = Symbol.for("gametape.board");
// A step while playing at 1x, and how long the address may lag behind: browsers refuse too many changes of it.
const BEAT = 1100;
const LAG = 120;

/**
 * A game's board extends this. It gives `tell(perspective, told)`, a Story; `parts()`, the nodes of its own and the parts
 * that show them; `sceneOf(frame)`, what a scene has beside the step; and what timeline, lists and keys ask it for.
 */
class Board {
  constructor(parent, data) {
    this.parent = parent;
    this.step = 0;
    this.speed = 1;
    this.timer = null;
    this.close = this.close.bind(this);
    this.onAddress = this.onAddress.bind(this);
    // Whoever leaves right after a step comes back to that step.
    this.onLeave = () => this.lag !== null && this.lag !== undefined && this.writeAddress();
    this.load(data);
    this.keys = new Keys(this);
    window.addEventListener("popstate", this.onAddress);
    window.addEventListener("pagehide", this.onLeave);
  }

  /** Take in data: at first, and again when a live game went on. */
  load(data) {
    const wasLast = this.story ? this.step === this.story.last : false;
    this.pause();
    this.tabs?.close();
    this.root?.remove();
    this.data = data;
    this.stories = {};
    this.views = data.views;
    if (!this.views.includes(this.view)) this.view = this.views[0];
    this.scene = null;
    this.begin();
    this.tabs = new Tabs(this);
    this.track = new Track(this);
    this.controls = new Controls(this);
    this.help = new Help(this);
    this.toast = new Toast();
    const { above, middle, beside, shown } = this.parts();
    this.shown = [...shown, this.tabs, this.track, this.controls];
    const side = el("aside", "side", el("div", "side-in", ...beside, this.tabs.node));
    const grid = el("div", "grid", ...above, middle, side, this.controls.node);
    this.root = el("div", "board", el("div", "sizer", grid), this.help.node, this.toast.node);
    this.root.setAttribute("role", "region");
    this.root.setAttribute("aria-label", "Replay board");
    this.root.addEventListener("mousedown", leaveFocus);
    this.retheme();
    this.parent.append(this.root);
    if (!this.started) this.step = this.stepOfAddress();
    else if (wasLast) {
      this.step = this.story.last;
      this.tellAddress();
    }
    this.step = this.within(this.step);
    this.started = true;
    this.controls.playing(false, this.speed);
    this.show(false);
  }

  // What a game may leave as it is.

  /** Before the parts of the board are made, at first and again with new data. */
  begin() {}

  afterShow() {}

  ownKeys() {
    return {};
  }

  ownKeysInWords() {
    return [];
  }

  ownTools() {
    return [];
  }

  ownLists() {
    return {};
  }

  drawChance(shown) {
    return el("span", "", shown);
  }

  get story() {
    if (!this.data) return null;
    this.stories[this.view] ??= this.tell(this.data.perspectives[this.view], this.data.steps);
    return this.stories[this.view];
  }

  /** Dark or light as the page is; where the page does not say, as the system is. */
  retheme() {
    const host = this.parent.host ?? this.parent;
    const told = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
    const dark = told ? darkness(told) : matchMedia("(prefers-color-scheme: dark)").matches;
    flag(this.root, "theme", dark ? "dark" : "light");
  }

  /** Draw the step. `moved`: it is a neighbour of the one before, so what changed may be seen to move. */
  show(moved) {
    const { story, step } = this;
    const frame = story.frames[step];
    const { view, views } = this;
    const scene = { story, step, frame, view, views, moved, ...this.sceneOf(frame, step) };
    this.scene = scene;
    flag(this.root, "view", view);
    for (const part of this.shown) part.show(scene);
    this.afterShow(scene);
  }

  within(step) {
    return Math.min(Math.max(step, 0), this.story.last);
  }

  /** Go to a step because somebody asked: playing stops. */
  seek(step) {
    this.pause();
    this.go(step);
  }

  go(step) {
    const to = this.within(step);
    if (to === this.step) return;
    const moved = to === this.step + 1;
    this.step = to;
    this.show(moved);
    this.tellAddress();
  }

  /** Go to where a chapter begins. False if the game can have no such chapter, which leaves the key to the page. */
  toChapter(number) {
    if (number > this.chapters) return false;
    const step = this.story.startOf(number);
    if (step === null) this.toast.say(`${this.chapterWords(number)} is not in this recording`);
    else if (step === this.step) this.show(false);
    else this.seek(step);
    return true;
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.step === this.story.last) this.go(0);
    this.controls.playing(true, this.speed);
    this.beat();
  }

  beat() {
    this.timer = setTimeout(() => {
      this.go(this.step + 1);
      if (this.step === this.story.last) this.pause();
      else this.beat();
    }, BEAT / this.speed);
  }

  pause() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.controls.playing(false, this.speed);
  }

  setSpeed(speed) {
    this.speed = speed;
    const on = this.timer !== null;
    this.controls.playing(on, speed);
    if (!on) return;
    clearTimeout(this.timer);
    this.beat();
  }

  nextView() {
    if (this.views.length < 2) {
      this.toast.say("Only this view of the game is open to you");
      return;
    }
    this.view = this.views[(this.views.indexOf(this.view) + 1) % this.views.length];
    this.step = this.within(this.step);
    this.show(false);
  }

  openHelp() {
    this.before = this.parent.activeElement ?? null;
    this.help.node.hidden = false;
    this.help.close.focus();
  }

  closeHelp() {
    if (this.help.node.hidden) return;
    this.help.node.hidden = true;
    if (this.before?.focus) this.before.focus();
    else this.help.close.blur();
  }

  /** Close whatever is open; false if nothing was. */
  escape() {
    const open = !this.help.node.hidden || !this.toast.node.hidden;
    this.closeHelp();
    this.toast.close();
    return open;
  }

  async share() {
    const link = this.addressOf(this.step);
    try {
      await navigator.clipboard.writeText(link);
      this.toast.say(`Link to step ${this.step} copied`);
    } catch {
      this.toast.say("Copy this link:", { link });
    }
  }

  addressOf(step) {
    const address = new URL(location.href);
    // A step of several recordings is called by an event of one of them, which outlives that they are joined.
    const [game, event] = this.data.address?.[step] ?? [null, step];
    if (game) address.searchParams.set("game", game);
    address.searchParams.set("step", String(event));
    return address.href;
  }

  stepOfAddress() {
    const address = new URLSearchParams(location.search);
    const told = address.get("step") ?? "";
    const event = /^\d{1,6}$/.test(told) ? Number(told) : 0;
    const steps = this.data.arrived?.[address.get("game")];
    return steps ? (steps[event] ?? steps.at(-1)) : event;
  }

  tellAddress() {
    this.lag ??= setTimeout(() => this.writeAddress(), LAG);
  }

  writeAddress() {
    clearTimeout(this.lag);
    this.lag = null;
    try {
      history.replaceState(history.state, "", this.addressOf(this.step));
    } catch {
      // Safari refuses more than a hundred changes in half a minute; the next one tells this step too.
    }
  }

  onAddress() {
    clearTimeout(this.lag);
    this.lag = null;
    const step = this.within(this.stepOfAddress());
    if (step === this.step) return;
    this.pause();
    this.step = step;
    this.show(false);
  }

  close() {
    this.keys.close();
    window.removeEventListener("popstate", this.onAddress);
    window.removeEventListener("pagehide", this.onLeave);
    clearTimeout(this.timer);
    clearTimeout(this.lag);
    this.toast.close();
    this.tabs.close();
    this.root.remove();
    if (this.parent[KEPT] === this) delete this.parent[KEPT];
  }
}

/** Whether a CSS colour is dark. The browser reads it, whatever way it is written. */
function darkness(colour) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}

/** Streamlit calls a board on mounting, and again without a cleanup when theme or data change: one board a parent. */
function mount(Kind, { data, parentElement }) {
  const kept = parentElement[KEPT];
  if (!kept) parentElement[KEPT] = new Kind(parentElement, data);
  else if (kept.data === data || JSON.stringify(kept.data) === JSON.stringify(data)) kept.retheme();
  else kept.load(data);
  return parentElement[KEPT].close;
}
