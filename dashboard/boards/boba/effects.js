// Beside the arena: the effects that hold on.

/** The ongoing effects that hold at this step. */
class Effects {
  constructor(board) {
    this.board = board;
    this.node = el("div", "effects");
  }

  count({ frame }) {
    return frame.effects.length;
  }

  show({ story, frame }) {
    if (frame.effects === this.shown && story === this.story) return;
    this.shown = frame.effects;
    this.story = story;
    const { data } = this.board;
    const nodes = frame.effects.map((effect) => {
      const on = effect.on.map((seat) => data.names[seat - 1]).join(" and ") || "the game";
      const node = button("effect", `Go to step ${effect.event}`, () => this.board.seek(effect.event));
      node.append(el("b", "", story.name(effect.play, "An effect with no play named")), el("span", "", `${effectWords(effect, data)}, on ${on}`), el("span", "dim", spanOf(effect)));
      node.classList.add(`s${effect.seat}`);
      return node;
    });
    this.node.replaceChildren(...(nodes.length ? nodes : [el("p", "dim", "No effect holds on at this step.")]));
  }
}
