// The board of Challengers!: which park is shown, whom it follows, and which stage fits the step.

class TournamentBoard extends Board {
  begin() {
    this.pinned ??= null;
    this.deckOpen ??= null;
    // Whoever sees as one seat sees that seat's matches, until asked for others.
    if (!this.started) this.follow = /^\d$/.test(this.view) ? Number(this.view) : null;
  }

  tell(perspective, told) {
    return new Tournament(perspective, told);
  }

  parts() {
    this.stage = new Stage(this);
    const heading = new Heading(this);
    const seats = new Seats(this);
    return { above: [heading.node], middle: this.stage.node, beside: [seats.node], shown: [heading, this.stage, seats] };
  }

  sceneOf(frame, step) {
    const { story, follow, pinned } = this;
    const activeSeat = frame.phase === "deck" || frame.phase === "final" ? story.seatAt[step] : null;
    const match = this.matchOf(frame, step);
    return { follow, pinned, near: follow, activeSeat, match, shownPark: match?.park ?? null };
  }

  /** The match that is shown: the followed seat's, the pinned park's, else the one in which something happened last. */
  matchOf(frame, step) {
    const { follow, pinned, story } = this;
    if (follow !== null) return frame.matches.find((match) => plays(match, follow)) ?? null;
    const wanted = pinned ?? story.parkAt[step];
    return frame.matches.find((match) => match.park === wanted) ?? (pinned ? null : inOrder(frame.matches)[0] ?? null);
  }

  afterShow(scene) {
    write(this.followTool.lastChild, scene.follow === null ? "follow" : this.data.names[scene.follow - 1]);
    label(this.followTool, scene.follow === null ? "Follow a player" : `Following ${this.data.names[scene.follow - 1]}: follow the next`);
    aria(this.followTool, "pressed", scene.follow !== null);
    write(this.parkTool.lastChild, scene.pinned === null ? "all parks" : scene.pinned);
    flag(this.parkTool, "park", scene.pinned);
    label(this.parkTool, scene.pinned === null ? "Stay with a park" : `Staying with the ${scene.pinned} park: the next`);
    this.stage.showDeck(this.deckOpen, scene);
  }

  // What the timeline, the lists and the keys ask for

  get chapters() {
    return Math.max(this.data.rounds + (this.data.has_final ? 1 : 0), this.story.rounds);
  }

  chapterWords(round) {
    return this.isFinal(round) ? "Final" : `Round ${round}`;
  }

  isFinal(round) {
    return this.data.has_final && round === this.data.rounds + 1;
  }

  chapterMark(name, share = 1) {
    if (typeof name === "number") return this.isFinal(name) ? "F" : String(name);
    return { setup: share > 0.05 ? "setup" : "", trophies: "", end: "" }[name];
  }

  heading(name, frame) {
    const winner = name === "end" && typeof frame.winner === "number" ? frame.winner : null;
    const title = { setup: "Setup", trophies: "Trophies", end: "The end" }[name] ?? this.chapterWords(name);
    return winner === null ? { title } : { title, result: this.data.names[winner - 1], seat: winner };
  }

  graph(story, at) {
    return fansOverTime(story, this.follow, at);
  }

  ownLists() {
    return { rounds: new Rounds(this) };
  }

  ownTools() {
    this.followTool = button("key tool", "Follow", () => this.followNext(), drawing("0 0 24 24", "icon", [fill(FOLLOW)]), el("span", "", ""));
    this.parkTool = button("key tool", "Parks", () => this.nextPark(), flagSign(), el("span", "", ""));
    this.parkTool.hidden = this.data.names.length <= 2;
    return [this.followTool, this.parkTool];
  }

  ownKeys() {
    return {
      f: () => this.followNext(),
      p: () => this.nextPark(),
      n: () => this.stay(1),
      b: () => this.stay(-1),
    };
  }

  ownKeysInWords() {
    return [
      [`1 \u2013 ${this.chapters}`, this.data.has_final ? `to a round; ${this.chapters} is the final` : "to a round"],
      ["F", "follow the next player"],
      ["P", "stay with the next park"],
      ["N B", "on or back to a step of what you follow"],
    ];
  }

  // What a person may do

  followSeat(seat) {
    if (!seat || seat > this.data.names.length) return;
    this.follow = this.follow === seat ? null : seat;
    this.pinned = null;
    this.toast.say(this.follow === null ? "Following nobody" : `Following ${this.data.names[seat - 1]}`);
    this.show(false);
  }

  followNext() {
    const next = (this.follow ?? 0) + 1;
    this.followSeat(next > this.data.names.length ? this.follow : next);
  }

  /** Stay with a park; the same again goes where things happen. */
  pin(park) {
    this.pinned = this.pinned === park ? null : park;
    this.follow = null;
    this.show(false);
  }

  nextPark() {
    const { pairings, matches } = this.scene.frame;
    const there = PARKS.filter((park) => [...pairings, ...matches].some((one) => one.park === park));
    const parks = there.length ? there : PARKS.slice(0, Math.ceil(this.data.names.length / 2));
    const next = parks[parks.indexOf(this.pinned) + 1] ?? null;
    this.pinned = next;
    this.follow = null;
    this.toast.say(next === null ? "All parks" : `Staying with the ${next} park`);
    this.show(false);
  }

  /** The next step of what is followed or pinned, or of anything. */
  stay(way) {
    let step = this.step + way;
    if (this.follow !== null || this.pinned !== null) {
      while (step > 0 && step < this.story.last && !this.story.concerns(step, this.pinned, this.follow)) step += way;
    }
    this.seek(step);
  }

  toMatch(match) {
    this.pinned = match.park;
    this.follow = null;
    const begun = this.story.frames.findIndex((frame) => frame.matches.some((one) => one.round === match.round && one.park === match.park));
    const step = begun < 0 ? match.from : begun;
    if (step === this.step) this.show(false);
    else this.seek(step);
  }

  nextView() {
    super.nextView();
    if (this.views.length < 2) return;
    this.follow = /^\d$/.test(this.view) ? Number(this.view) : null;
    this.pinned = null;
    this.show(false);
  }

  openDeck(seat) {
    this.deckOpen = this.deckOpen === seat ? null : seat;
    this.stage.showDeck(this.deckOpen, this.scene);
  }

  escape() {
    const open = this.deckOpen !== null;
    if (this.help.node.hidden && open) this.openDeck(this.deckOpen);
    return super.escape() || open;
  }
}

const FOLLOW = "M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3 21c0-5 4-7.5 9-7.5 1.7 0 3.2.3 4.5.8L13.5 17.3 17 21z";

/** The middle of the board: the parks of the round, and below them the match, the deck phase or the standings. */
class Stage {
  constructor(board) {
    this.board = board;
    this.parks = new Parks(board);
    this.match = new MatchStage(board);
    this.deck = new DeckStage(board);
    this.standings = new Standings(board);
    this.note = el("p", "table-note");
    this.popover = el("div", "popover");
    this.popover.hidden = true;
    this.node = el("div", "arena", this.parks.node, this.match.node, this.deck.node, this.standings.node, this.note, this.popover);
  }

  show(scene) {
    const { frame, match, story } = scene;
    flag(this.node, "phase", frame.phase);
    this.parks.show(scene);
    const standing = frame.seats.length > 0 && ["trophies", "ended"].includes(frame.phase);
    const deck = !standing && match === null && frame.seats.length > 0;
    this.match.node.hidden = standing || match === null;
    this.deck.node.hidden = !deck;
    this.standings.node.hidden = !standing;
    if (standing) this.standings.show(scene);
    else if (match !== null) this.match.show(scene, match);
    else if (deck) this.deck.show(scene, scene.follow ?? scene.activeSeat ?? 1);
    write(this.note, story.last === 0 ? "Nothing was recorded of this game yet." : frame.seats.length === 0 ? "The recording has no seats so far." : "");
  }

  showDeck(seat, { frame, story }) {
    const { popover } = this;
    const one = seat === null ? null : frame.seats[seat - 1] ?? null;
    popover.hidden = one === null;
    if (one === null) return;
    const title = `${this.board.data.names[seat - 1]}'s deck: ${one.deck === null ? "not known" : counted(one.deck.length, "card")}`;
    const close = button("close", "Close", () => this.board.openDeck(seat), "\u00d7");
    popover.className = `popover s${seat}`;
    popover.replaceChildren(el("div", "popover-head", el("b", "", title), close), el("div", "chips", ...chipsOf(one.deck ?? [], story)));
  }
}

/** The graph of the timeline: deck phases shaded, and the fans of each seat as they grow, as far as they are known. */
function fansOverTime(story, follow, at) {
  const shapes = [];
  let open = null;
  for (let step = 1; step <= story.last + 1; step += 1) {
    const deck = step <= story.last && story.frames[step].phase === "deck";
    if (deck) open ??= step;
    else if (open !== null) {
      shapes.push(["rect", { x: at(open - 1), y: 0, width: at(step - 1) - at(open - 1), height: HIGH, class: "span" }]);
      open = null;
    }
  }
  const seats = story.final.seats.map((seat) => seat.seat).sort((one, two) => Number(one === follow) - Number(two === follow));
  for (const seat of seats) {
    let path = "";
    let before = null;
    for (let step = 1; step <= story.last; step += 1) {
      const fans = story.frames[step].seats[seat - 1]?.all_fans ?? null;
      // Fans are unknown for a step when a trophy is won and not yet taken.
      if (fans === before || fans === null) continue;
      const y = (HIGH - 3 - (Math.max(fans, 0) / story.mostFans) * (HIGH - TOP - 4)).toFixed(1);
      path += before === null ? `M${at(step).toFixed(1)} ${y}` : `H${at(step).toFixed(1)}V${y}`;
      before = fans;
    }
    if (before !== null) path += `H${at(story.last).toFixed(1)}`;
    shapes.push(["path", { d: path || "M0 0", class: `fans-line s${seat}${seat === follow ? " followed" : ""}` }]);
  }
  return shapes;
}

export default function board(given) {
  return mount(TournamentBoard, given);
}
