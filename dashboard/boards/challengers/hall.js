// Around the match: the rounds above, the parks of the round, the deck phase, and the seats with trophies and fans.

const PHASES = { setup: "Setup", deck: "Deck phase", match: "Matches", trophies: "Trophies turn up", final: "The final", ended: "Over" };

/** The line above: which round it is, a pip for each round, what game this is and who looks. */
class Heading {
  constructor(board) {
    this.board = board;
    const { data } = board;
    this.round = el("b", "round-title");
    this.phase = el("span", "phase");
    this.pips = el("div", "pips");
    this.pips.setAttribute("role", "group");
    this.pips.setAttribute("aria-label", "Rounds");
    for (let round = 1; round <= board.chapters; round += 1) {
      this.pips.append(button("pip", board.chapterWords(round), () => board.toChapter(round), board.chapterMark(round)));
    }
    const tags = data.tags.map((tag) => el("span", "tag", tag));
    if (data.simulated) tags.push(el("span", "tag simulated", "simulated"));
    this.view = el("div", "view-tag", eye(), el("span", ""));
    this.node = el("header", "heading-bar wide", el("div", "title", this.round, this.phase), this.pips, el("div", "tags", ...tags), this.view);
  }

  show({ frame, view }) {
    const { board } = this;
    write(this.round, frame.round ? board.chapterWords(frame.round) : board.data.title);
    write(this.phase, frame.phase === "final" ? "Winner takes the game" : PHASES[frame.phase] ?? frame.phase);
    [...this.pips.children].forEach((pip, place) => {
      flag(pip, "now", frame.round === place + 1 && frame.phase !== "ended");
      flag(pip, "done", place + 1 < frame.round || frame.phase === "ended");
      if (frame.round === place + 1) pip.setAttribute("aria-current", "step");
      else pip.removeAttribute("aria-current");
    });
    write(this.view.lastChild, { all: "sees everything", public: "as the public saw it" }[view] ?? `as ${board.data.names[view - 1]} saw it`);
  }
}

/** The parks of the round: who meets there, who holds the flag, how the attack stands, who won. Press one to stay with it. */
class Parks {
  constructor(board) {
    this.board = board;
    this.node = el("div", "parks");
    this.node.setAttribute("role", "group");
    this.node.setAttribute("aria-label", "Parks");
  }

  show(scene) {
    const { frame, story, pinned, shownPark } = scene;
    const key = `${pinned}|${shownPark}|${scene.follow}`;
    if (frame.matches === this.matches && frame.pairings === this.pairings && key === this.key && story === this.story) return;
    Object.assign(this, { matches: frame.matches, pairings: frame.pairings, key, story });
    const tiles = new Map(frame.pairings.map(({ park, seats }) => [park, { park, seats, match: null }]));
    for (const match of frame.matches) tiles.set(match.park, { park: match.park, seats: match.sides.map((side) => side.seat), match });
    const parks = inOrder(tiles.values());
    this.node.hidden = parks.length < 2;
    // A press must not lose the focus, so tiles stay where they are while the parks are the same.
    const names = parks.map(({ park }) => park).join();
    if (names !== this.names) {
      this.names = names;
      this.node.replaceChildren(...parks.map(({ park }) => button("park", "", () => this.board.pin(park))));
    }
    parks.forEach((tile, place) => this.fill(this.node.children[place], tile, scene));
  }

  fill(node, { park, seats, match }, scene) {
    const { names } = this.board.data;
    flag(node, "park", park);
    flag(node, "shown", scene.shownPark === park);
    aria(node, "pressed", scene.pinned === park);
    const lines = seats.map((seat, place) => {
      const side = match?.sides[place] ?? null;
      const line = el("span", `park-seat s${seat}`, el("span", "badge", String(seat)), el("span", "who", names[seat - 1] ?? "Somebody"));
      if (match?.over && match.winner === seat) line.append(trophy());
      else if (side?.holds_flag && !match.over) line.append(flagSign());
      flag(line, "lost", match?.over && match.winner !== null && match.winner !== seat);
      if (side && !match.over && side.power !== null) line.append(el("b", "", String(side.power)));
      return line;
    });
    node.replaceChildren(el("span", "park-name", match?.final ? "final" : park), ...lines);
    const told = match === null ? "not begun" : match.over ? `won by ${names[match.winner - 1] ?? "nobody known"}` : "being played";
    label(node, `The ${park} park: ${seats.map((seat) => names[seat - 1]).join(" against ")}, ${told}`);
  }
}

/** The deck phase of one seat: what it drew, and the deck it builds. */
class DeckStage {
  constructor(board) {
    this.board = board;
    this.node = el("div", "deck-stage");
  }

  show(scene, seat) {
    const { frame, story } = scene;
    const one = frame.seats[seat - 1] ?? null;
    if (one === this.shown && frame.trays === this.trays && story === this.story && seat === this.seat) return;
    Object.assign(this, { shown: one, trays: frame.trays, story, seat });
    this.node.replaceChildren(...(one ? [this.head(one, frame), this.hand(one, story), this.deck(one, story)] : []), this.piles(frame));
    this.node.className = `deck-stage s${seat}`;
  }

  head(one, frame) {
    const name = this.board.data.names[one.seat - 1];
    const allowed = one.bot ? "plays the bot's deck" : one.ready ? "is ready" : this.allowed(frame.round);
    return el("div", "stage-head", el("span", "badge", String(one.seat)), el("b", "who", name), one.bot ? robot() : null, el("span", "dim", allowed));
  }

  allowed(round) {
    const draws = this.board.data.draws[round - 1];
    if (!draws) return "builds its deck";
    return `may keep ${draws.map(({ tray, keep }) => `${keep} from ${tray}`).join(" or ")}`;
  }

  hand(one, story) {
    const cards = one.hand.map((card) => cardNode(card, story));
    const title = one.hand.length ? `Drawn${one.tray ? ` from tray ${one.tray}` : ""}` : one.bot ? "A bot draws no cards" : one.ready ? "Nothing left in hand" : "Nothing drawn";
    const row = el("div", "hand", ...cards);
    return el("section", "hand-box", el("h2", "", title), row);
  }

  deck(one, story) {
    const title = one.deck === null ? "Deck: not known" : `Deck: ${counted(one.deck.length, "card")}`;
    return el("section", "deck-box", el("h2", "", title), el("div", "chips", ...(one.deck === null ? [] : chipsOf(one.deck, story))));
  }

  piles(frame) {
    return el("div", "trays", ...frame.trays.map(({ tray, pile, discard }) => el("span", "tray", el("b", "", tray), `${number(pile)} in the pile, ${number(discard)} discarded`)));
  }
}

/** How everybody stands: bars of fans, those of trophies first; who plays the final and who won. */
class Standings {
  constructor(board) {
    this.board = board;
    this.banner = el("div", "banner", trophy(), el("b", ""), el("span", ""));
    this.rows = el("div", "standing-rows");
    this.node = el("div", "standings", this.banner, this.rows);
  }

  show({ frame, story }) {
    if (frame === this.shown && story === this.story) return;
    Object.assign(this, { shown: frame, story });
    const { names } = this.board.data;
    const ended = frame.phase === "ended";
    const winner = typeof frame.winner === "number" ? names[frame.winner - 1] : null;
    const [, words, why] = this.banner.children;
    this.banner.className = `banner${winner ? ` s${frame.winner}` : ""}`;
    if (ended) write(words, winner ? `${winner} wins` : frame.winner === "draw" ? "A tied game" : "No winner is known");
    else if (frame.finalists) write(words, `${frame.finalists.map((seat) => names[seat - 1]).join(" and ")} play the final`);
    else write(words, "The trophies are turned up");
    const reason = { final: "in the final", fans: "by fans", lead: "by a lead in fans", tie: "equal fans" }[frame.ended] ?? frame.ended?.replaceAll("_", " ") ?? "";
    write(why, reason === "unknown" ? "" : reason);
    const seats = [...frame.seats].sort((one, two) => (two.all_fans ?? -1) - (one.all_fans ?? -1) || (two.trophies?.length ?? 0) - (one.trophies?.length ?? 0) || one.seat - two.seat);
    const most = Math.max(1, ...seats.map((seat) => seat.all_fans ?? 0));
    this.rows.replaceChildren(...seats.map((seat) => this.row(seat, frame, most)));
  }

  row(seat, frame, most) {
    const name = this.board.data.names[seat.seat - 1];
    const bars = (seat.trophies ?? []).map(({ round, fans }) => {
      const bar = el("i", "fan-bar", `R${round}`);
      bar.style.flexGrow = String(fans ?? 0);
      bar.title = `Trophy of round ${round}: ${counted(fans, "fan")}`;
      return bar;
    });
    const supplied = el("i", "fan-bar supplied", seat.fans > 0 ? `+${seat.fans}` : "");
    supplied.style.flexGrow = String(Math.max(seat.fans ?? 0, 0));
    supplied.title = `${counted(seat.fans, "fan")} from effects`;
    const bar = el("div", "fan-bars", ...bars, supplied);
    bar.style.width = `${(100 * (seat.all_fans ?? 0)) / most}%`;
    const row = el("div", `standing s${seat.seat}`, el("span", "badge", String(seat.seat)), el("span", "who", name), seat.bot ? robot() : el("span", ""), el("div", "fan-room", bar), el("b", "", number(seat.all_fans)));
    flag(row, "finalist", frame.finalists?.includes(seat.seat) ?? false);
    flag(row, "winner", frame.winner === seat.seat);
    return row;
  }
}

/** Every seat: where it plays, its trophies and fans as far as they are known, its deck. Press one to follow it. */
class Seats {
  constructor(board) {
    this.board = board;
    this.rows = board.data.names.map((name, place) => this.row(name, place + 1));
    this.list = el("div", "seat-rows", ...this.rows.map((row) => row.node));
    this.node = el("section", "box seats-box", el("div", "box-head", el("h2", "", "Seats"), el("span", "dim", "trophies \u00b7 fans \u00b7 deck")), this.list);
  }

  row(name, seat) {
    const parts = { dot: el("i", "dot"), bot: el("span", "bot"), cups: el("span", "cups"), fans: el("b", "fans"), deck: el("span", "deck-count") };
    const node = button(`seat-row s${seat}`, "", () => this.board.followSeat(seat), el("span", "badge", String(seat)), el("span", "who", name), parts.bot, parts.dot, parts.cups, parts.fans, parts.deck);
    return { node, ...parts };
  }

  show(scene) {
    const { frame, story, follow, activeSeat } = scene;
    this.rows.forEach((row, place) => {
      const seat = frame.seats[place] ?? null;
      const match = frame.matches.find((one) => plays(one, place + 1)) ?? null;
      const park = match?.park ?? frame.pairings.find((pairing) => pairing.seats.includes(place + 1))?.park ?? "";
      const key = `${follow}|${activeSeat}|${frame.phase}|${park}|${frame.winner}|${frame.finalists}`;
      if (seat === row.seat && key === row.key && story === row.story) return;
      Object.assign(row, { seat, key, story });
      this.fill(row, seat, place + 1, park, scene);
    });
  }

  fill(row, seat, number_, park, { frame, follow, activeSeat }) {
    const name = this.board.data.names[number_ - 1];
    aria(row.node, "pressed", follow === number_);
    flag(row.node, "active", activeSeat === number_ && frame.phase !== "ended");
    flag(row.node, "winner", frame.winner === number_);
    flag(row.dot, "park", park);
    row.dot.title = park ? `plays in the ${park} park` : "";
    row.bot.replaceChildren(...(seat?.bot ? [robot()] : []));
    const cups = seat?.trophies?.map(({ round, fans }) => {
      const cup = el("span", "cup", String(round));
      cup.title = `Trophy of round ${round}: ${fans === null ? "face down" : counted(fans, "fan")}`;
      flag(cup, "known", fans !== null);
      return cup;
    });
    row.cups.replaceChildren(...(cups ?? [el("span", "", "?")]));
    const known = seat?.all_fans ?? null;
    write(row.fans, known !== null ? String(known) : seat?.fans ? `${seat.fans}+?` : "?");
    write(row.deck, frame.phase === "deck" && seat?.ready ? "\u2713" : number(seat?.deck?.length));
    const told = [
      seat?.bot ? "the bot" : null,
      seat?.trophies ? counted(seat.trophies.length, "trophy", "trophies") : "trophies not known",
      known === null ? "fans not all known" : counted(known, "fan"),
      seat?.deck ? `a deck of ${counted(seat.deck.length, "card")}` : null,
    ];
    label(row.node, `Follow ${name}: ${told.filter(Boolean).join(", ")}`);
  }
}

/** Every match so far, round by round; press one to go there. */
class Rounds {
  constructor(board) {
    this.board = board;
    this.node = el("div", "rounds");
  }

  show({ story, step }) {
    if (story !== this.story) this.fill(story);
    for (const { node, match } of this.lines) {
      node.hidden = match.from > step;
      const decided = match.decided !== null && match.decided <= step;
      node.seats.forEach((seat, place) => {
        flag(seat, "won", decided && match.winner === match.seats[place]);
        flag(seat, "lost", decided && match.winner !== null && match.winner !== match.seats[place]);
      });
    }
    for (const { node, from } of this.heads) node.hidden = from > step;
    this.empty.hidden = this.heads.some(({ from }) => from <= step);
  }

  fill(story) {
    this.story = story;
    this.lines = [];
    this.heads = [];
    this.empty = el("p", "dim", "No round has begun.");
    const { board } = this;
    const nodes = [this.empty];
    for (let round = 1; round <= story.rounds; round += 1) {
      const matches = inOrder([...story.matches.values()].filter((match) => match.round === round));
      const head = el("div", "heading", el("span", "", board.chapterWords(round)));
      this.heads.push({ node: head, from: story.startOf(round) ?? 0 });
      nodes.push(head);
      for (const match of matches) {
        const names = match.seats.map((seat) => el("span", `who s${seat}`, board.data.names[seat - 1] ?? "Somebody"));
        const dot = el("i", "dot");
        flag(dot, "park", match.park);
        const node = button("pairing", `Go to the match in the ${match.park} park of round ${round}`, () => board.toMatch(match), dot, names[0], el("span", "dim", "v"), names[1]);
        node.seats = names;
        this.lines.push({ node, match });
        nodes.push(node);
      }
    }
    this.node.replaceChildren(...nodes);
  }
}
