"""The facts of a finished fold: rows of the game, its seats, battles, cards and plays, as `columns.TOLD` lists them.

`deck` is a hash of what a seat brought, None if it is not known card by card.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from events.base import GapLeft, PlayerId
from events.boba import Deck
from projector.boba.columns import TOLD
from projector.boba.state import Run, State, Zone, within
from projector.game import Summary

Row = tuple[Any, ...]

_WINNER = list(TOLD["battles"]).index("winner")


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


def trophies(state: State, seat: int) -> int | None:
    """Trophies as fought; as the end states them where the log misses something of the battles."""
    stated = state.ended.trophies[seat - 1] if state.ended is not None else None
    if stated is not None and not 0 <= stated < len(state.results):
        stated = None
    if all(row[_WINNER] is None for row in state.fought):
        return stated
    return stated if stated is not None and state.gapped else state.trophies(seat)


# The same few decks are played again and again, and sorting one costs as much as folding ten events.
@lru_cache(maxsize=4096)
def deck_hash(deck: Deck | None) -> str | None:
    """Names a deck by its contents, whatever order they stand in."""
    if deck is None or deck.partial or deck.heroes is None:
        return None
    contents = [sorted(deck.heroes), sorted(deck.plays or ()), sorted(deck.hot_dogs or ())]
    return hashlib.sha256(msgspec.json.encode(contents)).hexdigest()[:16]


def rows(state: State) -> dict[str, list[Row]]:
    """Rows for `columns.TOLD`, each without the columns that name the game."""
    started, ended = state.started, state.ended
    winner = _winner(state)
    setup = state.setup
    game: Row = (
        started.mode if started is not None else None,
        started.format if started is not None else None,
        started is not None and started.simulated,
        started.at if started is not None else None,
        winner,
        ended.reason if ended is not None else None,
        finished(state),
        status_of(state),
        state.first_honors,
        trophies(state, 1),
        trophies(state, 2),
        len(state.fought) or None,
        len(state.events),
        len(state.findings),
        len(state.doubts),
        None if setup is None else setup.winning_power == "low",
        sum(isinstance(event, GapLeft) for event in state.events) if state.gapped else 0,
        max(len(seat.sudden) for seat in state.seats) if state.fought else None,
    )
    seats: list[Row] = []
    decks: list[Row] = []
    deck_cards: list[Row] = []
    for seat in state.seats:
        number = seat.number
        seated = started.seats[number - 1] if started is not None else None
        deck = seated.deck if seated is not None else None
        name, its, cards = _contents(deck)
        result = None if winner is None else 0.5 if winner == 0 else 1.0 if winner == number else 0.0
        seats.append(
            (
                number,
                seated.player if seated is not None else None,
                name,
                deck.name if deck is not None else None,
                None if state.first_honors is None else state.first_honors == number,
                result,
                within(seat.hot_dogs) if ended is not None else None,
            )
        )
        decks += its
        deck_cards += cards
    return {
        "games": [game],
        "seats": seats,
        "battles": list(state.fought),
        "appearances": [(seat, way, cards) for (seat, way), cards in state.seen.items()],
        "plays": _plays(state),
        "chances": [(seat, sides, shown, _behind(state, run)) for seat, sides, shown, run in state.chances],
        "decks": decks,
        "deck_cards": deck_cards,
    }


def _behind(state: State, run: int | None) -> str | None:
    """The play for which a coin or die was thrown."""
    return None if run is None or run not in state.runs else state.runs[run].play


@lru_cache(maxsize=4096)
def _contents(deck: Deck | None) -> tuple[str | None, list[Row], list[Row]]:
    """The hash of a deck and the rows of it and of its cards; None and none if it is not known card by card."""
    name = deck_hash(deck)
    if deck is None or name is None:
        return None, [], []
    parts = {"hero": deck.heroes or (), "play": deck.plays or (), "hot_dog": deck.hot_dogs or ()}
    cards = [
        (name, card, kind, copies) for kind, part in parts.items() for card, copies in sorted(Counter(part).items())
    ]
    return name, [(name, *map(len, parts.values()))], cards


def _plays(state: State) -> list[Row]:
    return [_play(state, run) for run in state.runs.values()]


def _play(state: State, run: Run) -> Row:
    mine, other = state.seat(run.seat), state.other(run.seat)
    before = after = None
    if 0 < run.battle < len(mine.zones):
        had, gained = _change(mine.zones[run.battle], run.number, state.causes)
        it_had, it_gained = _change(other.zones[run.battle], run.number, state.causes)
        if had is not None and it_had is not None:
            before = within(had - it_had)
            if before is not None and gained is not None and it_gained is not None:
                after = within(before + gained - it_gained)
    return (
        run.battle,
        run.seat,
        run.play,
        run.cost,
        run.hand,
        before,
        after,
        run.number in state.acted if state.told else None,
    )


def _change(zone: Zone, number: int, causes: Mapping[int, int | None]) -> tuple[int | None, int | None]:
    """A hero's power before event `number`, and what the play that was run there changed it by, whenever that came."""
    before: int | None = None
    gained: int | None = 0
    power: int | None = None
    for entry in zone.ledger:
        if entry.number < number:
            before = entry.power
        elif entry.cause is not None and causes.get(entry.cause) == number:
            gained = None if gained is None or entry.power is None or power is None else gained + entry.power - power
        power = entry.power
    return before, gained


def players(state: State) -> tuple[PlayerId | None, ...]:
    if state.started is None:
        return (None, None)
    return tuple(seated.player for seated in state.started.seats)


def summary(state: State) -> Summary:
    started, ended = state.started, state.ended
    one, two = trophies(state, 1), trophies(state, 2)
    return Summary(
        mode=started.mode if started is not None else None,
        format=started.format if started is not None else None,
        simulated=started is not None and started.simulated,
        played=started.at if started is not None else None,
        players=players(state),
        winner=_winner(state),
        reason=ended.reason if ended is not None else None,
        ended=ended is not None,
        finished=finished(state),
        status=status_of(state),
        score="" if one is None or two is None else f"{one}:{two}",
        gaps=sum(isinstance(event, GapLeft) for event in state.events),
    )
