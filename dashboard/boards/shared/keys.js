// The keyboard. The listener sits on the document, so that keys work without a click into the board first.

// Widgets of the page around the board that have keys of their own.
const OWN_KEYS = "[role='slider'], [role='tab'], [role='option'], [role='menuitem'], [role='listbox'], [role='combobox'], canvas, audio, video";

class Keys {
  constructor(board) {
    this.board = board;
    // The number being typed after G; null while none is.
    this.typed = null;
    this.onKey = this.onKey.bind(this);
    document.addEventListener("keydown", this.onKey);
  }

  onKey(event) {
    const { board } = this;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.composedPath()[0];
    if (editable(target)) {
      if (event.key === "Escape") {
        target.blur();
        board.toast.close();
      }
      return;
    }
    if (!board.root.contains(target) && target.matches?.(OWN_KEYS)) return;
    if (event.key === " " && pressable(target)) return;
    if (event.key === "Enter" && this.typed === null) return;
    const act = this.typed !== null ? this.typing(event.key) : this.pressed(event.key);
    if (act) event.preventDefault();
  }

  /** What a key does; false leaves it to the page. */
  pressed(key) {
    const { board } = this;
    if (key === "Escape") return board.escape();
    if (!board.help.node.hidden) {
      if (key === "?") board.closeHelp();
      return key === "?";
    }
    if (/^[1-9]$/.test(key)) return board.toChapter(Number(key));
    const act = {
      ArrowRight: () => board.seek(board.step + 1),
      ArrowLeft: () => board.seek(board.step - 1),
      " ": () => board.toggle(),
      Home: () => board.seek(0),
      End: () => board.seek(board.story.last),
      x: () => board.nextView(),
      g: () => this.type(""),
      "?": () => board.openHelp(),
      ...board.ownKeys(),
    }[key.length === 1 ? key.toLowerCase() : key];
    act?.();
    return act !== undefined;
  }

  type(typed) {
    const { board } = this;
    this.typed = typed;
    board.toast.say(`Go to step ${typed}\u2581 then Enter`, { stays: true });
  }

  typing(key) {
    const { board } = this;
    if (/^\d$/.test(key)) this.type((this.typed + key).slice(0, 6));
    else if (key === "Backspace") this.type(this.typed.slice(0, -1));
    else {
      const { typed } = this;
      this.typed = null;
      board.toast.close();
      if (key === "Enter" && typed) board.seek(Number(typed));
      else if (key !== "Enter" && key !== "Escape") return this.pressed(key);
    }
    return true;
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
  }
}

/** A press with the mouse keeps the focus where it was, so that Space goes on meaning play; a field is left. */
function leaveFocus(event) {
  const control = event.target.closest?.("button");
  if (!control) return;
  event.preventDefault();
  const active = deepActive();
  if (active && editable(active)) active.blur();
}

function deepActive() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

function editable(node) {
  return node?.matches?.("input, textarea, select, [contenteditable], [contenteditable] *, [role='textbox']") ?? false;
}

function pressable(node) {
  return node?.closest?.("button, a[href], summary, [role='button'], [role='tab'], [role='checkbox'], [role='radio']") != null;
}
