"""What goes to the bench after the flag was lost, and which seats it finds there."""

from events.base import CardId
from events.challengers import CardsBenched
from projector.challengers import rulebook as rules
from projector.challengers.entering import enter_match, enter_side, name_in_match, suspect
from projector.challengers.match import Match, Side
from projector.challengers.state import State


def settle_bench(state: State, match: Match) -> None:
    """The seat that lost the flag benches what is left, where the log does not say so itself."""
    if match.overflowed is not None:
        full = match.sides[match.overflowed].seat
        match.overflowed = None
        suspect(
            state,
            match,
            rules.BENCH_FULL,
            f"The match goes on, but seat {full} got a card that has no seat on its bench and has lost",
        )
    if match.owing is None:
        return
    side = match.sides[match.owing]
    if side.fits([entry.name for entry in side.park]) is False:
        suspect(
            state,
            match,
            rules.BENCH_FULL,
            f"The match goes on, but seat {side.seat} has no seat on its bench for {_homeless(side)} and has lost",
        )
    bench_the_rest(match, side)


def bench_the_rest(match: Match, side: Side) -> None:
    match.owing = None
    for entry in side.park:
        side.put_on_bench(entry.card, entry.name)
    side.park.clear()


def _homeless(side: Side) -> str:
    """A name that finds no seat on a bench."""
    names: list[str | None] = []
    for entry in side.park:
        names.append(entry.name)
        if side.fits(names) is False:
            return str(entry.name)
    return "a card"


def cards_benched(state: State, event: CardsBenched) -> None:
    state.causes[state.number] = None
    match = enter_match(state, event)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return
    if event.cause is not None:
        state.caused(event.cause)
    side = match.sides[place]
    if match.owing != place and event.cause is None:
        suspect(state, match, rules.BENCH_ALL, f"Seat {event.seat} benches cards without losing the flag")
    for number, card in enumerate(event.cards):
        name = _leaves_park(state, match, side, card)
        if side.fits([name]) is False:
            suspect(
                state,
                match,
                rules.BENCH_SEATS,
                f"Seat {event.seat} benches {name}, but all {side.bench_seats} seats have other names",
            )
        side.put_on_bench(card, name)
        if number < len(event.places):
            _lies_at(state, match, side, name, event.places[number])
    if match.owing == place and not side.park:
        match.owing = None


def _leaves_park(state: State, match: Match, side: Side, card: CardId | None) -> str | None:
    """Take a card out of the park; the name it counts as."""
    for entry in side.park:
        if entry.card == card:
            side.park.remove(entry)
            return entry.name
    for entry in side.park:
        if entry.card is None or card is None:
            # After a gap a place in the park stands for any number of cards.
            if not match.gapped:
                side.park.remove(entry)
            return entry.name or name_in_match(state, card)
    if card is not None:
        suspect(
            state,
            match,
            rules.BENCH_ALL,
            f"Seat {side.seat} benches {state.name_of(card)} ({card}), which is not in the park",
        )
    return name_in_match(state, card)


def _lies_at(state: State, match: Match, side: Side, name: str | None, place: int | None) -> None:
    """A stated place on the bench holds one name, and a name lies in one place."""
    if place is None or name is None:
        return
    there = side.places.setdefault(place, name)
    elsewhere = next((other for other, held in side.places.items() if held == name), place)
    if there != name or elsewhere != place:
        suspect(
            state,
            match,
            rules.BENCH_SEATS,
            f"Seat {side.seat} puts {name} on place {place}, where {there} lies"
            if there != name
            else f"Seat {side.seat} puts {name} on place {place}, and it lies on place {elsewhere}",
        )
