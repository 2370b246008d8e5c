"""The facts of a finished fold: one row of the tournament, one of each seat, each match, and each card that was drawn.

Results count 0 for a draw and None where the log does not tell one.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from events.base import CardId, GapLeft, PlayerId
from events.challengers import TournamentStarted
from projector.challengers.match import Match
from projector.challengers.state import MOST_SEATS, State, within
from projector.game import Summary

Row = tuple[Any, ...]
Columns = Mapping[str, pl.DataType | type[pl.DataType]]

GAME_COLUMNS: Columns = {
    "mode": pl.String,
    "format": pl.String,
    "simulated": pl.Boolean,
    "played": pl.Datetime("ms", "UTC"),
    "winner": pl.UInt8,
    "reason": pl.String,
    "finished": pl.Boolean,
    "status": pl.String,
    "players": pl.UInt8,
    "left_out": pl.String,
    "rounds": pl.UInt8,
    "matches": pl.UInt8,
    "finalist_1": pl.UInt8,
    "finalist_2": pl.UInt8,
    "events": pl.UInt32,
    "findings": pl.UInt32,
    "doubts": pl.UInt32,
}
SEAT_COLUMNS: Columns = {
    "seat": pl.UInt8,
    "player": pl.String,
    "bot": pl.Boolean,
    "fans": pl.Int32,
    "trophies": pl.UInt8,
    "in_final": pl.Boolean,
    "deck_size": pl.UInt16,
    "result": pl.Float64,
    "deck_names": pl.UInt16,
}
MATCH_COLUMNS: Columns = {
    "round": pl.UInt8,
    "park": pl.String,
    "final": pl.Boolean,
    "seat_1": pl.UInt8,
    "seat_2": pl.UInt8,
    "starter": pl.UInt8,
    "starts_by": pl.String,
    "winner": pl.UInt8,
    "reason": pl.String,
    "fans": pl.Int32,
    "deck_1": pl.UInt16,
    "deck_2": pl.UInt16,
    "revealed_1": pl.UInt16,
    "revealed_2": pl.UInt16,
    "flags_1": pl.UInt16,
    "flags_2": pl.UInt16,
    "names_benched_1": pl.UInt16,
    "names_benched_2": pl.UInt16,
    "names_1": pl.UInt16,
    "names_2": pl.UInt16,
    "trophies_1": pl.UInt8,
    "trophies_2": pl.UInt8,
    "redrew_1": pl.Boolean,
    "redrew_2": pl.Boolean,
}
PICK_COLUMNS: Columns = {
    "round": pl.UInt8,
    "seat": pl.UInt8,
    "tray": pl.String,
    "card": pl.String,
    "kept": pl.Boolean,
    "redrawn": pl.Boolean,
}
REVEAL_COLUMNS: Columns = {
    "round": pl.UInt8,
    "park": pl.String,
    "final": pl.Boolean,
    "seat": pl.UInt8,
    "card": pl.String,
    "in_deck": pl.UInt8,
    "revealed": pl.UInt16,
    "held_flag": pl.UInt16,
    "kept_in": pl.UInt8,
    "result": pl.Float64,
}
# What a fold tells; `projector.challengers.refining` makes the tables of it.
TOLD: Mapping[str, Columns] = {
    "games": GAME_COLUMNS,
    "seats": SEAT_COLUMNS,
    "matches": MATCH_COLUMNS,
    "picks": PICK_COLUMNS,
    "reveals": REVEAL_COLUMNS,
}


def status_of(state: State) -> str:
    """Complete, partial (gaps, no end, begins late, doubts about a part) or quarantined (contradicts itself)."""
    if state.is_contradicted:
        return "quarantined"
    if state.doubts or state.ended is None or state.started is None:
        return "partial"
    return "complete"


def finished(state: State) -> bool:
    return state.ended is not None and state.ended.reason not in {"unfinished", "no_contest"}


def _winner(state: State) -> int | None:
    """The result that counts: an unfinished game has none."""
    if not finished(state) or state.winner is None:
        return None
    return 0 if state.winner == "draw" else state.winner


def mode_of(state: State) -> str | None:
    """As stated, else by the number of seats: two play a duel."""
    started = state.started
    if started is None:
        return None
    return started.mode or ("duel" if len(started.seats) == 2 else "tournament")


def rows(state: State) -> dict[str, list[Row]]:
    """Rows for `TABLES`, each without the columns that name the game."""
    started, ended = state.started, state.ended
    winner = _winner(state)
    one, two = state.finalists or (None, None)
    game: Row = (
        mode_of(state),
        started.format if started is not None else None,
        started is not None and started.simulated,
        started.at if started is not None else None,
        winner,
        ended.reason if ended is not None else None,
        finished(state),
        status_of(state),
        len(state.seats),
        started.left_out if started is not None else None,
        state.round,
        len(state.played),
        one,
        two,
        len(state.events),
        len(state.findings),
        len(state.doubts),
    )
    return {
        "games": [game],
        "seats": _seat_rows(state, winner),
        "matches": [_match_row(state, match) for match in state.played],
        "picks": list(state.picks),
        "reveals": _reveals(state),
    }


def _seat_rows(state: State, winner: int | None) -> list[Row]:
    who = players(state)
    return [
        (
            seat.number,
            who[seat.number - 1] if seat.number <= len(who) else None,
            seat.bot,
            _fans(state, seat.number),
            None if seat.trophies is None else len(seat.trophies),
            None if state.finalists is None else seat.number in state.finalists,
            None if seat.deck is None else len(seat.deck),
            None if winner is None else 0.5 if winner == 0 else 1.0 if winner == seat.number else 0.0,
            _names(state, None if seat.deck is None or None in seat.deck else [card for card in seat.deck if card]),
        )
        for seat in state.seats
    ]


def _fans(state: State, number: int) -> int | None:
    """Fans as played; of a game known by its result alone, as stated."""
    if not state.round and state.ended is not None:
        return within(state.ended.fans[number - 1]) if number <= len(state.ended.fans) else None
    return within(state.seats[number - 1].all_fans())


def _match_row(state: State, match: Match) -> Row:
    one, two = match.sides
    return (
        match.round,
        match.park,
        match.final,
        one.seat or None,
        two.seat or None,
        match.starter,
        match.starts_by,
        match.winner,
        match.reason,
        match.fans,
        one.brought,
        two.brought,
        one.revealed,
        two.revealed,
        one.flags,
        two.flags,
        None if one.bench is None else len(one.bench),
        None if two.bench is None else len(two.bench),
        _names(state, one.cards),
        _names(state, two.cards),
        one.trophies,
        two.trophies,
        one.redrew,
        two.redrew,
    )


def _names(state: State, cards: Sequence[CardId] | None) -> int | None:
    """How many names a deck has, None if a card of it is not known."""
    if cards is None:
        return None
    known = [state.cards.cards.get(card) for card in cards]
    return None if None in known else len({card.name for card in known if card is not None})


def _reveals(state: State) -> list[Row]:
    """A row a card of each deck that was brought to a match and is known whole, revealed or not."""
    # Rounds only go on, so that those of each card are in order.
    kept: dict[tuple[int, CardId], list[int]] = {}
    for round_, seat, _tray, card, taken, _redrawn in state.picks:
        if taken and card is not None:
            kept.setdefault((seat, card), []).append(round_)
    found: list[Row] = []
    for match in state.played:
        for side in match.sides:
            if side.cards is None or match.gapped:
                continue
            result = None if match.winner is None else float(match.winner == side.seat)
            for card, copies in sorted(Counter(side.cards).items()):
                rounds = kept.get((side.seat, card), ())
                until = bisect_right(rounds, match.round)
                found.append(
                    (
                        match.round,
                        match.park,
                        match.final,
                        side.seat or None,
                        card,
                        copies,
                        side.shown.get(card, 0),
                        side.held.get(card, 0),
                        rounds[until - 1] if until else 0,
                        result,
                    )
                )
    return found


def players(state: State) -> tuple[PlayerId | None, ...]:
    """Who sits in the seats, from the first event on; eight unknown players where the log does not tell the start."""
    started = state.started
    if started is None:
        started = next((event for event in state.events if isinstance(event, TournamentStarted)), None)
    if started is None:
        return (None,) * MOST_SEATS
    return tuple(seated.player for seated in started.seats)


def summary(state: State) -> Summary:
    started, ended = state.started, state.ended
    fans = [_fans(state, seat.number) for seat in state.seats]
    return Summary(
        mode=mode_of(state),
        format=started.format if started is not None else None,
        simulated=started is not None and started.simulated,
        played=started.at if started is not None else None,
        players=players(state),
        winner=_winner(state),
        reason=ended.reason if ended is not None else None,
        ended=ended is not None,
        finished=finished(state),
        status=status_of(state),
        score="" if None in fans else ":".join(str(count) for count in fans),
        gaps=sum(isinstance(event, GapLeft) for event in state.events),
    )


def unclear(_: State) -> list[str]:
    """No card id of this game stands for several cards."""
    return []
