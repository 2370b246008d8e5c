// The arena: a lane for each battle between the strips of both seats, and sudden death beside them.

/** One battle: both heroes and the medallion between them. */
class Lane {
  constructor(board, battle) {
    this.battle = battle;
    this.cards = [new HeroCard(), new HeroCard()];
    this.number = el("b", "", battle === "sudden" ? "SD" : String(battle));
    this.cup = el("span", "cup", trophy());
    this.margin = el("span", "margin");
    this.mid = button("mid", "", () => board.look(battle), this.cup, this.number, this.margin);
    this.cards.forEach((card, seat) => {
      card.node.classList.add(`s${seat + 1}`);
      card.node.addEventListener("click", () => board.look(battle));
    });
    this.node = el("div", "lane", this.cards[0].node, this.mid, this.cards[1].node);
  }

  show(scene, zones, result, now) {
    const { story, moved, standing } = scene;
    zones.forEach((zone, seat) => {
      const mark = result === null ? "" : result === "draw" ? "draw" : result === "unknown" ? "" : result === seat + 1 ? "won" : "lost";
      this.cards[seat].show(zone, story, mark, moved);
    });
    flag(this.node, "now", now);
    flag(this.node, "result", result);
    flag(this.node, "focus", scene.focus === this.battle);
    flag(this.node, "wide", scene.wide === this.battle);
    flag(this.node, "after", scene.frame.clinched && this.battle > scene.frame.clinched);
    const lead = now && result === null ? standing.lead : typeof result === "number" ? result : 0;
    flag(this.mid, "lead", lead);
    const margin = now && result === null && standing.margin !== null ? standing.margin : null;
    write(this.margin, result === "draw" ? "draw" : result === "unknown" ? "?" : margin === null ? "" : margin === 0 ? "even" : `+${Math.abs(margin)}`);
    label(this.mid, `Show the powers of ${this.battle === "sudden" ? "sudden death" : `battle ${this.battle}`}`);
  }
}

/** A sudden-death hero as the zone it would lie in. Powers stated there are not part of a frame: the printed ones count. */
function suddenZone(story, cards) {
  if (!cards.length) return null;
  const hero = cards.at(-1);
  const facts = story.facts(hero);
  const power = facts?.power ?? null;
  return { face: "up", hero, weapon: facts?.weapon ?? null, printed: power, power, substituted: false, ledger: [] };
}

class Arena {
  constructor(board) {
    this.board = board;
    this.strips = [new SeatStrip(board, 1), new SeatStrip(board, 2)];
    this.lanes = Array.from({ length: board.story.battles }, (_, place) => new Lane(board, place + 1));
    this.sudden = new Lane(board, "sudden");
    this.sudden.node.classList.add("sudden");
    this.zones = el("div", "zones", ...this.lanes.map((lane) => lane.node), this.sudden.node);
    this.note = el("p", "table-note");
    this.banner = el("div", "banner", trophy(), el("b", ""), el("span", ""));
    this.popover = el("div", "popover");
    this.popover.hidden = true;
    const pitch = el("div", "pitch", this.zones, this.note, this.banner);
    this.node = el("div", "arena", el("div", "field"), this.strips[0].node, pitch, this.strips[1].node, this.popover);
  }

  show(scene) {
    const { frame, story } = scene;
    flag(this.node, "phase", frame.phase);
    for (const strip of this.strips) strip.show(scene);
    const fighting = !["sudden_death", "ended"].includes(frame.phase);
    for (const lane of this.lanes) {
      const place = lane.battle - 1;
      const zones = frame.seats.map((seat) => seat.zones[place]);
      const seen = lane.seen;
      const now = fighting && frame.battle === lane.battle;
      const result = resultOf(frame, lane.battle);
      const key = `${now}|${result}|${scene.focus}|${scene.wide}|${frame.clinched}|${now ? scene.standing.margin : ""}`;
      if (seen && seen.one === zones[0] && seen.two === zones[1] && seen.key === key && seen.story === story) continue;
      lane.seen = { one: zones[0], two: zones[1], key, story };
      lane.show(scene, zones, result, now);
    }
    this.showSudden(scene);
    this.showWords(scene);
  }

  showSudden(scene) {
    const { frame, story } = scene;
    const [one, two] = frame.seats.map((seat) => seat.sudden_death);
    const on = frame.phase === "sudden_death" || one.length > 0;
    flag(this.node, "sudden", on);
    if (!on) return;
    if (this.suddenOf !== one || this.suddenStory !== story) {
      this.suddenZones = [suddenZone(story, one), suddenZone(story, two)];
      this.suddenOf = one;
      this.suddenStory = story;
    }
    const ended = frame.phase === "ended" && (frame.winner === 1 || frame.winner === 2) ? frame.winner : null;
    this.sudden.show(scene, this.suddenZones, ended, frame.phase === "sudden_death");
    write(this.sudden.number, one.length > 1 ? `SD ${one.length}` : "SD");
  }

  showWords({ frame, story, step }) {
    const { names, score } = this.board.data;
    const ended = frame.phase === "ended";
    const winner = frame.winner === 1 || frame.winner === 2 ? names[frame.winner - 1] : null;
    flag(this.banner, "on", ended);
    flag(this.banner, "seat", winner ? frame.winner : "");
    if (ended) {
      const reason = frame.ended.replaceAll("_", " ");
      write(this.banner.children[1], winner ? `${winner} wins` : frame.winner === "draw" ? "A tied game" : "No winner is known");
      const count = frame.battle ? `${frame.seats[0].trophies} : ${frame.seats[1].trophies}` : score.replace(":", " : ");
      write(this.banner.children[2], [count, reason === "unknown" ? "" : reason].filter(Boolean).join(" \u00b7 "));
    }
    let note = "";
    if (story.last === 0) note = "Nothing was recorded of this game yet.";
    else if (ended && frame.battle === 0) note = "Only the result of this game is known: its log shows no battle.";
    else if (step > 0 && frame.battle === 0 && story.final.battle === 0 && !ended) note = "The recording has no battle so far.";
    write(this.note, note);
  }

  showPile(open, scene) {
    const { popover } = this;
    popover.hidden = open === null;
    if (open === null) return;
    const cards = scene.frame.seats[open.seat - 1][open.pile];
    const list = el("div", "chips");
    for (const card of cards) {
      const chip = el("span", "chip");
      fillChip(chip, card, scene.story);
      list.append(chip);
    }
    const title = `${this.board.data.names[open.seat - 1]}: ${PILES[open.pile].toLowerCase()}, ${cards.length}`;
    const close = button("close", "Close", () => this.board.openPile(null, null), "\u00d7");
    popover.replaceChildren(el("div", "popover-head", el("b", "", title), close), cards.length ? list : el("p", "dim", "No cards lie here."));
    flag(popover, "seat", open.seat);
  }
}
