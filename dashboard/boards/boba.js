// The board of Bo Jackson Battle Arena: whose side is near, which battle is looked at, and what opens over the arena.

class BattleBoard extends Board {
  begin() {
    if (!this.started) this.near = this.view === "2" ? 2 : 1;
    this.focus ??= null;
    this.pile ??= null;
  }

  tell(perspective, told) {
    return new Battles(perspective, told);
  }

  parts() {
    this.arena = new Arena(this);
    const score = new Score(this);
    const ledger = new Ledger(this);
    return { above: [score.node], middle: this.arena.node, beside: [ledger.node], shown: [score, this.arena, ledger] };
  }

  sceneOf(frame, step) {
    const { near, focus } = this;
    const sudden = frame.phase === "sudden_death" || (frame.phase === "ended" && frame.seats[0].sudden_death.length > 0);
    const wide = focus ?? (sudden ? "sudden" : frame.battle || null);
    return { near, focus, wide, standing: this.story.standings[step] };
  }

  afterShow(scene) {
    flag(this.root, "near", scene.near);
    if (this.pile !== null || !this.arena.popover.hidden) this.arena.showPile(this.pile, scene);
  }

  // What the timeline, the lists and the keys ask for

  get chapters() {
    return this.story.battles;
  }

  chapterWords(battle) {
    return `Battle ${battle}`;
  }

  chapterMark(name) {
    return { setup: "setup", sudden_death: "SD", end: "" }[name] ?? String(name);
  }

  heading(name, frame) {
    const title = { setup: "Setup", sudden_death: "Sudden death", end: "The end" }[name] ?? `Battle ${name}`;
    const result = typeof name === "number" ? resultOf(frame, name) : null;
    if (result === null) return { title };
    const won = typeof result === "number" ? result : null;
    return { title, seat: won, result: won ? this.data.names[won - 1] : result === "draw" ? "draw" : "?" };
  }

  graph(story, at) {
    return leads(story, this.near, at);
  }

  drawChance(shown) {
    return chance(shown);
  }

  ownLists() {
    return { effects: new Effects(this) };
  }

  ownTools() {
    return [button("key tool", "Flip the board", () => this.flip(), icon("flip"), el("span", "", "flip"))];
  }

  ownKeys() {
    return { f: () => this.flip() };
  }

  ownKeysInWords() {
    return [
      ["1 \u2013 7", "to a battle"],
      ["F", "flip the board"],
    ];
  }

  // What a person may do

  toChapter(battle) {
    if (battle <= this.chapters) this.focus = null;
    return super.toChapter(battle);
  }

  /** Keep looking at one battle's powers; null, or the same again, follows the game. */
  look(battle) {
    this.focus = this.focus === battle ? null : battle;
    this.show(false);
  }

  flip() {
    this.near = 3 - this.near;
    this.show(false);
  }

  openPile(seat, pile) {
    const same = this.pile !== null && this.pile.seat === seat && this.pile.pile === pile;
    this.pile = seat === null || same ? null : { seat, pile };
    this.arena.showPile(this.pile, this.scene);
  }

  escape() {
    const open = this.pile !== null;
    if (this.help.node.hidden && open) this.openPile(null, null);
    return super.escape() || open;
  }
}

export default function board(given) {
  return mount(BattleBoard, given);
}
