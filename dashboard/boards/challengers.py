"""The replay board of Challengers!: the hall with its parks, and the match that is watched."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dashboard.boards import shared
from dashboard.boards.shared import BoardData
from events.base import Event
from projector.challengers.state import State
from projector.game import Game, Summary
from projector.replay import Replay, Viewer

_PARTS = ("tournament", "art", "cards", "match", "hall")
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
        besides=partial(_numbers, game.title),
    )


def show_board(data: BoardData, key: str) -> None:
    """Mount the board. `key` must stay the same between reruns of one page."""
    shared.component("challengers", _PARTS)(key=key, data=data)


def _tags(title: str, summary: Summary, _: Sequence[Event]) -> list[str]:
    players = len(summary.players)
    tags = [title, f"{players} seats"] if players > 2 else [title, "Duel"]
    return [*tags, summary.format] if summary.format is not None else tags


def _numbers(title: str, state: State, _: Sequence[Replay]) -> dict[str, Any]:
    """The numbers of the tournament that frames do not tell: its rounds, and what may be drawn in each."""
    setup = state.setup
    return {
        "title": title,
        "rounds": setup.rounds if setup is not None else 0,
        "has_final": setup.has_final if setup is not None else False,
        "draws": [[{"tray": draw.tray, "keep": draw.keep} for draw in allowed] for allowed in setup.draws]
        if setup is not None
        else [],
    }
