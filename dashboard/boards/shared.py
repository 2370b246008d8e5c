"""What the boards of all games share: every frame as deltas, for one viewer, and the component that steps through them.

Nothing here may depend on the clock or on the order of a set: Streamlit calls a component anew whose data changed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from dashboard.legible import legible
from events.base import Event
from projector.game import Game, Summary
from projector.replay import Replay, Viewer, applied, as_seen, delta, frame, replay, seat_names

# Plain JSON values: what the component is given, and nothing its viewer may not know.
BoardData: TypeAlias = dict[str, Any]

_HERE = Path(__file__).parent
# In order: each file uses the ones before it. They become one module, because Streamlit takes one text.
_SCRIPTS = ("frames", "drawing", "lists", "track", "controls", "keys", "board")
_NO_NOTES: Mapping[int, str] = {}


def _no_chance(_: Event) -> str | None:
    return None


def _nothing(_: Any, __: Sequence[Replay]) -> dict[str, Any]:
    return {}


def board_data(
    game: Game[Any],
    cards: Any,
    events: Sequence[Event],
    *,
    viewer: Viewer,
    game_id: str,
    names: tuple[str, ...] | None = None,
    notes: Mapping[int, str] = _NO_NOTES,
    tags: Callable[[Summary, Sequence[Event]], list[str]],
    chance: Callable[[Event], str | None] = _no_chance,
    besides: Callable[[Any, Sequence[Replay]], dict[str, Any]] = _nothing,
) -> BoardData:
    """Everything a board needs, for one viewer: "all" gets every seat's perspective too, anybody else its own.

    `names` are those of the seats, `notes` the words of the remarks by event number. `tags` are what the page says of
    the game, `chance` what a coin or die shows in an event, `besides` what else a game's board is given, from the
    finished state and every replay.
    """
    seen = as_seen(game, events, viewer)
    state = game.fold(cards, seen)
    summary = game.summary(state)
    seats = len(game.players(state))
    viewers: tuple[Viewer, ...] = ("all", *range(1, seats + 1)) if viewer == "all" else (viewer,)
    tell = tuple(map(legible, names if names is not None else seat_names(seats)))
    replays = {str(one): replay(game, cards, events, viewer=one, names=tell) for one in viewers}
    chances = {number: shown for number, event in enumerate(seen, 1) if (shown := chance(event)) is not None}
    steps: dict[str, int] = {}
    perspectives = {key: _perspective(played, steps, notes=notes, chances=chances) for key, played in replays.items()}
    return {
        "game": game_id,
        "names": list(tell),
        "tags": [legible(tag) for tag in tags(summary, seen)],
        "score": summary.score,
        "simulated": summary.simulated,
        "steps": [json.loads(step) for step in steps],
        # In JavaScript an object gives "1" and "2" before "all".
        "views": list(perspectives),
        "perspectives": perspectives,
        **besides(state, list(replays.values())),
    }


def _perspective(
    played: Replay, steps: dict[str, int], *, notes: Mapping[int, str], chances: Mapping[int, str]
) -> dict[str, Any]:
    """One replay: its first frame, and for each step its place among `steps`, which all perspectives share.

    Most steps show everybody the same, so that nine perspectives of a tournament take twice the room of one. Step n is
    the n-th of its perspective, so its number is left out.
    """
    places: list[int] = []
    before = played.first
    for step in played.steps:
        words = f"{step.words}: {notes[step.number]}" if step.number in notes else step.words
        told: dict[str, Any] = {"words": legible(words)}
        if step.answer != "legal":
            told["answer"] = step.answer
        if step.findings:
            told["findings"] = [frame(finding) for finding in step.findings]
        if step.number in chances:
            told["chance"] = chances[step.number]
        change = delta(before, step.view) or {}
        change.pop("step", None)
        if change:
            told["delta"] = change
        places.append(steps.setdefault(json.dumps(told), len(steps)))
        before = step.view
    first = frame(played.first)
    del first["step"]
    cards = {card: {**frame(facts), "name": legible(frame(facts)["name"])} for card, facts in played.cards.items()}
    return {"cards": cards, "first": first, "steps": places}


def steps_of(data: BoardData, view: str) -> list[dict[str, Any]]:
    """What the steps of a perspective tell, in order."""
    return [data["steps"][place] for place in data["perspectives"][view]["steps"]]


def frames_of(data: BoardData, view: str) -> list[dict[str, Any]]:
    """Every frame of a perspective, as the board in the browser makes them."""
    frames = [data["perspectives"][view]["first"]]
    for step in steps_of(data, view):
        frames.append(applied(frames[-1], step.get("delta")))
    return frames


@cache
def component(name: str, parts: tuple[str, ...]) -> Callable[..., Any]:
    """The component of a game's board, registered once: shared scripts and styles with those of folder `name`.

    Streamlit is loaded here, so that data can be built without it.
    """
    import streamlit as st

    scripts = [
        *(_HERE / "shared" / f"{part}.js" for part in _SCRIPTS),
        *(_HERE / name / f"{part}.js" for part in parts),
        _HERE / f"{name}.js",
    ]
    styles = (_HERE / "shared.css", _HERE / f"{name}.css")
    return st.components.v2.component(
        f"gametape_{name}_board",
        js="\n".join(script.read_text(encoding="utf-8") for script in scripts),
        css="\n".join(style.read_text(encoding="utf-8") for style in styles),
    )
