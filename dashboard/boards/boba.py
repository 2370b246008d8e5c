"""The replay board of Bo Jackson Battle Arena: every frame as deltas, stepped through in the browser.

Nothing here may depend on the clock or on the order of a set: Streamlit calls a component anew whose data changed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from dashboard.legible import legible
from events.base import Event
from events.boba import CoinFlipped, DieRolled, GameStarted
from projector.boba.words import EFFECT_WORDS
from projector.game import Game, Summary
from projector.replay import Replay, Viewer, as_seen, delta, frame, replay, seat_names

# Plain JSON values: what the component is given, and nothing its viewer may not know.
BoardData: TypeAlias = dict[str, Any]

_HERE = Path(__file__).parent
# In order: each file uses the ones before it. They become one module, because Streamlit takes one text.
_PARTS = ("frames", "art", "cards", "score", "strips", "arena", "ledger", "lists", "track", "controls", "keys")
_SCRIPTS = (*(_HERE / "boba" / f"{name}.js" for name in _PARTS), _HERE / "boba.js")
_STYLE = _HERE / "boba.css"
_NO_NOTES: Mapping[int, str] = {}


def board_data(
    game: Game[Any],
    cards: Any,
    events: Sequence[Event],
    *,
    viewer: Viewer,
    game_id: str,
    names: tuple[str, ...] | None = None,
    notes: Mapping[int, str] = _NO_NOTES,
    tags: Sequence[str] = (),
) -> BoardData:
    """Everything the board needs, for one viewer: "all" gets three perspectives, anybody else only its own.

    `notes` are the words of the remarks by event number, `tags` what else the page wants to say about the game.
    """
    viewers: tuple[Viewer, ...] = ("all", 1, 2) if viewer == "all" else (viewer,)
    seen = as_seen(game, events, viewer)
    state = game.fold(cards, seen)
    summary = game.summary(state)
    tell = tuple(map(legible, names if names is not None else seat_names(len(game.players(state)))))
    texts: dict[str, int] = {}
    replays = {str(one): replay(game, cards, events, viewer=one, names=tell) for one in viewers}
    chances = {number: chance for number, event in enumerate(seen, 1) if (chance := _chance(event)) is not None}
    told = {key: _perspective(played, texts, notes=notes, chances=chances) for key, played in replays.items()}
    return {
        "game": game_id,
        "names": list(tell),
        "tags": [legible(tag) for tag in (*_tags(game, summary, seen), *tags)],
        "score": summary.score,
        "simulated": summary.simulated,
        "kinds": _effect_words(replays.values()),
        "texts": list(texts),
        # In JavaScript an object gives "1" and "2" before "all".
        "views": list(told),
        "perspectives": told,
    }


def show_board(data: BoardData, key: str) -> None:
    """Mount the board. `key` must stay the same between reruns of one page."""
    _component()(key=key, data=data)


def _perspective(
    played: Replay, texts: dict[str, int], *, notes: Mapping[int, str], chances: Mapping[int, str]
) -> dict[str, Any]:
    """One replay as its first frame and what each step changes. Step n is the n-th, so its number is left out."""
    first = _picture(played.first)
    steps: list[dict[str, Any]] = []
    before = first
    for step in played.steps:
        after = _picture(step.view)
        words = f"{step.words}: {notes[step.number]}" if step.number in notes else step.words
        told: dict[str, Any] = {"words": texts.setdefault(legible(words), len(texts))}
        if step.answer != "legal":
            told["answer"] = step.answer
        if step.findings:
            told["findings"] = [frame(finding) for finding in step.findings]
        if step.number in chances:
            told["chance"] = chances[step.number]
        if (change := delta(before, after)) is not None:
            told["delta"] = change
        steps.append(told)
        before = after
    cards = {card: {**frame(facts), "name": legible(frame(facts)["name"])} for card, facts in played.cards.items()}
    return {"cards": cards, "first": first, "steps": steps}


def _picture(view: Any) -> dict[str, Any]:
    """A frame without its number, which would be a change in every step."""
    picture: dict[str, Any] = frame(view)
    del picture["step"]
    return picture


def _chance(event: Event) -> str | None:
    """What a coin or die shows."""
    if isinstance(event, CoinFlipped):
        return event.face
    if isinstance(event, DieRolled) and event.result is not None:
        return str(event.result)
    return None


def _tags(game: Game[Any], summary: Summary, seen: Sequence[Event]) -> list[str]:
    tags = [game.title if summary.mode is None else summary.mode.title()]
    if summary.format is not None and summary.format.casefold() != tags[0].casefold():
        tags.append(summary.format)
    started = next((event for event in seen if isinstance(event, GameStarted)), None)
    if started is not None and started.round is not None:
        tags.append(f"Round {started.round}")
    if started is not None and started.game_of_match is not None:
        tags.append(f"Game {started.game_of_match}")
    return tags


def _effect_words(replays: Iterable[Replay]) -> dict[str, str]:
    """What the kinds of ongoing effect that the game has are called."""
    views: list[Any] = [step.view for played in replays for step in played.steps]
    met = {effect.kind for view in views for effect in view.effects}
    return {kind: words for kind, words in EFFECT_WORDS.items() if kind in met}


@cache
def _component() -> Callable[..., Any]:
    """The component, registered once. Streamlit is loaded here, so that data can be built without it."""
    import streamlit as st

    script = "\n".join(path.read_text(encoding="utf-8") for path in _SCRIPTS)
    return st.components.v2.component("gametape_boba_board", js=script, css=_STYLE.read_text(encoding="utf-8"))
