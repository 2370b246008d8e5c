"""The replay board of Bo Jackson Battle Arena."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dashboard.boards import shared
from dashboard.boards.shared import BoardData
from events.base import Event
from events.boba import CoinFlipped, DieRolled, GameStarted
from projector.boba.words import EFFECT_WORDS
from projector.game import Game, Summary
from projector.replay import Replay, Viewer

_PARTS = ("frames", "art", "cards", "score", "strips", "arena", "ledger", "effects", "track")
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
) -> BoardData:
    """Everything the board needs, for one viewer; `notes` are the words of the remarks by event number."""
    return shared.board_data(
        game,
        cards,
        events,
        viewer=viewer,
        game_id=game_id,
        names=names,
        notes=notes,
        tags=partial(_tags, game.title),
        chance=_chance,
        besides=_effect_words,
    )


def show_board(data: BoardData, key: str) -> None:
    """Mount the board. `key` must stay the same between reruns of one page."""
    shared.component("boba", _PARTS)(key=key, data=data)


def _chance(event: Event) -> str | None:
    """What a coin or die shows."""
    if isinstance(event, CoinFlipped):
        return event.face
    if isinstance(event, DieRolled) and event.result is not None:
        return str(event.result)
    return None


def _tags(title: str, summary: Summary, seen: Sequence[Event]) -> list[str]:
    tags = [title if summary.mode is None else summary.mode.title()]
    if summary.format is not None and summary.format.casefold() != tags[0].casefold():
        tags.append(summary.format)
    started = next((event for event in seen if isinstance(event, GameStarted)), None)
    if started is not None and started.round is not None:
        tags.append(f"Round {started.round}")
    if started is not None and started.game_of_match is not None:
        tags.append(f"Game {started.game_of_match}")
    return tags


def _effect_words(_: object, replays: Sequence[Replay]) -> dict[str, Any]:
    """What the kinds of ongoing effect that the game has are called."""
    views: list[Any] = [step.view for played in replays for step in played.steps]
    met = {effect.kind for view in views for effect in view.effects}
    return {"kinds": {kind: words for kind, words in EFFECT_WORDS.items() if kind in met}}
