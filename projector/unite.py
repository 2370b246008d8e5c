"""Makes the events of one game out of the recordings that tell it."""

from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from events.base import Event, GapLeft, PlayerId, TextId
from events.codec import encode_line
from events.references import numbers_in, with_numbers, with_references
from projector.aligning import Alignment, Side, aligned, backbone
from projector.completing import Differing, completed
from projector.referee import Finding, GameEvents
from projector.telling import Telling

_RULE = "Recordings of one game: they tell the same facts"


class United(msgspec.Struct, frozen=True):
    """A game as its recordings tell it together. `events` are numbered anew.

    `places` has for each event its number in each recording, in the order they were given, None where a recording does
    not tell it. An event that no recording tells is a gap between two of them. `differing` has the numbers of events in
    which recordings contradict each other, and how.
    """

    events: GameEvents
    places: tuple[tuple[int | None, ...], ...]
    differing: tuple[tuple[int, Differing], ...] = ()

    def number_of(self, recording: int, event: int) -> int:
        """The number here of event `event` of a recording; of one that is gone, that of what stands before it."""
        found = 0
        for number, places in enumerate(self.places, 1):
            place = places[recording]
            if place is not None and place <= event:
                found = number
                if place == event:
                    return number
        return found


def unite(telling: Telling, recordings: Sequence[Sequence[Event]]) -> United:
    """The events of a game: of one recording, the recording itself; of several, what they tell together.

    What one side could not see, the other completes. What only one tells stands between its neighbours. Where they
    contradict each other, who was nearer is believed, and it is a finding. Where all of them are silent, there is a
    gap. The order in which recordings are given changes nothing. Raises ValueError for no recording.
    """
    if not recordings:
        raise ValueError("A game has at least one recording")
    if len(recordings) == 1:
        (only,) = recordings
        return United(GameEvents(only), tuple((number,) for number in range(1, len(only) + 1)))
    first, *others = sorted(range(len(recordings)), key=lambda index: _contents(recordings[index]))
    items = [_Item(event, {first: number}) for number, event in enumerate(recordings[first], 1)]
    seen_from = {first: seen_from_seat(recordings[first])}
    for index in others:
        seated, _ = _seated_alike(telling, [item.event for item in items], recordings[index])
        seen_from[index] = seen_from_seat(seated)
        items = _merged(telling, items, seated, index, seen_from)
    items = _with_gaps(items, len(recordings))
    return _united(items, len(recordings))


def likeness(telling: Telling, one: Sequence[Event], other: Sequence[Event]) -> Alignment:
    """How far two recordings tell the same, whichever of them comes first and however they number the seats."""
    first, second = sorted((one, other), key=_contents)
    return _seated_alike(telling, first, second)[1]


class _Item(msgspec.Struct):
    """An event of the united game: its number in each recording, and where they contradict each other."""

    event: Event
    places: dict[int, int]
    differing: list[Differing] = []


def _contents(events: Sequence[Event]) -> tuple[int, bytes, bytes]:
    """What orders recordings: their length and contents. Ids, which are chance, only part what tells the same."""
    told = [with_references(event, lambda _: PlayerId(""), lambda _: TextId("")) for event in events]
    return -len(events), b"\n".join(map(encode_line, told)), b"\n".join(map(encode_line, events))


def seen_from_seat(events: Sequence[Event]) -> int | None:
    """The seat whose client recorded this; None for one that saw all, or does not say."""
    return next((event.seen_from for event in events if hasattr(event, "seen_from")), None)


def _seated_alike(telling: Telling, one: Sequence[Event], other: Sequence[Event]) -> tuple[list[Event], Alignment]:
    """The other telling with its seats numbered as in the first, by who sits there, else by what fits better."""
    side = Side.of(telling, one)
    mine, theirs = telling.seated(one), telling.seated(other)
    if mine is not None and theirs is not None and len(mine) == len(theirs):
        seats = _seats_by_player(mine, theirs)
        if seats is not None:
            seated = telling.reseated(other, seats)
            return seated, aligned(side, Side.of(telling, seated))
    as_told = list(other)
    found = as_told, aligned(side, Side.of(telling, as_told))
    if len(mine or theirs or (1, 2)) == 2:
        turned = telling.reseated(other, {1: 2, 2: 1})
        alignment = aligned(side, Side.of(telling, turned))
        if alignment.worth > found[1].worth:
            return turned, alignment
    return found


def _seats_by_player(mine: Sequence[PlayerId | None], theirs: Sequence[PlayerId | None]) -> dict[int, int] | None:
    """Which seat of the other telling is which of the first; None where nobody known sits in both."""
    seats = {
        number: mine.index(player) + 1
        for number, player in enumerate(theirs, 1)
        if player is not None and player in mine
    }
    if not seats or len(set(seats.values())) != len(seats):
        return None
    left = [number for number in range(1, len(mine) + 1) if number not in seats.values()]
    for number in range(1, len(theirs) + 1):
        if number not in seats:
            # Whoever is unknown keeps the seat, if it is free.
            seats[number] = left.pop(left.index(number) if number in left else 0)
    return seats


def _merged(
    telling: Telling, items: list[_Item], other: Sequence[Event], index: int, seen_from: dict[int, int | None]
) -> list[_Item]:
    """The items with one more recording laid beside them; numbers in events are those of the new list."""
    one = Side.of(telling, [item.event for item in items])
    two = Side.of(telling, other)
    pairs = dict(aligned(one, two).pairs)
    after: dict[int, list[int]] = {}
    for place, slot in _slots(one, two, pairs).items():
        after.setdefault(slot, []).append(place)
    # Places in either telling, -1 where it does not tell the fact.
    order = [(-1, second) for second in after.get(-1, ())]
    for first in range(len(items)):
        order.append((first, pairs.get(first, -1)))
        order.extend((-1, second) for second in after.get(first, ()))
    numbers = {first: number for number, (first, _) in enumerate(order, 1)}
    theirs = {second: number for number, (_, second) in enumerate(order, 1)}
    merged: list[_Item] = []
    for first, second in order:
        if first < 0:
            event = with_numbers(other[second], lambda told: theirs.get(told - 1, told))
            merged.append(_Item(event, {index: second + 1}))
            continue
        item = items[first]
        event = with_numbers(item.event, lambda told: numbers.get(told - 1, told))
        item = _Item(event, dict(item.places), list(item.differing))
        if second >= 0:
            also = with_numbers(other[second], lambda told: theirs.get(told - 1, told))
            here = one.facts[first].seats
            is_nearer = seen_from[index] in here and all(seen_from[it] not in here for it in item.places)
            item.event, differing = _both(telling, item.event, also, is_nearer=is_nearer)
            item.differing += differing
            item.places[index] = second + 1
        merged.append(item)
    return merged


def _both(telling: Telling, event: Event, also: Event, *, is_nearer: bool) -> tuple[Event, list[Differing]]:
    """What two tellings of one fact tell together. `is_nearer`: the second saw it from nearer than the first."""
    if isinstance(event, GapLeft) or isinstance(also, GapLeft):
        return (also if isinstance(event, GapLeft) else event), []
    return completed(also, event, telling) if is_nearer else completed(event, also, telling)


def _slots(one: Side, other: Side, pairs: dict[int, int]) -> dict[int, int]:
    """Behind which place of the first telling (-1: before all) each event stands that only the other tells.

    It stands between its neighbours of the same thread that both tell, behind what it refers to, and as far on as the
    game had got by then. What takes the place of a gap is followed by what followed it.
    """
    chain = backbone(sorted(pairs.items()))
    backwards = {second: first for first, second in pairs.items()}
    ends = len(one.events)
    following = _following(other, chain, ends)
    early, late = _whole_order(one, other, chain)
    last: dict[Hashable, int] = {}
    last_of_all = -1
    filled: dict[Hashable, bool] = {}
    on_chain = {second for _, second in chain}
    slots: dict[int, int] = {}
    for place, fact in enumerate(other.facts):
        if place in on_chain:
            last[fact.thread] = last_of_all = backwards[place]
            filled[fact.thread] = isinstance(one.events[last_of_all], GapLeft)
            continue
        if place in backwards:
            continue
        low = last.get(fact.thread, last_of_all)
        high = max(following[place], low + 1)
        for told in numbers_in(other.events[place]):
            if told - 1 in backwards or told - 1 in slots:
                low = max(low, backwards[told - 1] if told - 1 in backwards else slots[told - 1])
        if early:
            low = -1
        elif late:
            low = ends - 1
        elif not filled.get(fact.thread, False):
            while low + 1 < high and low + 1 < ends and one.facts[low + 1].progress <= fact.progress:
                low += 1
        slots[place] = last[fact.thread] = low
    return slots


def _following(other: Side, chain: Sequence[tuple[int, int]], ends: int) -> dict[int, int]:
    """For each place of the other telling, where the first has the next fact of its thread that both tell."""
    first_of = {second: first for first, second in chain}
    found: dict[int, int] = {}
    following: dict[Hashable, int] = {}
    of_all = ends
    for place in range(len(other.facts) - 1, -1, -1):
        thread = other.facts[place].thread
        if place in first_of:
            following[thread] = of_all = first_of[place]
        found[place] = following.get(thread, of_all)
    return found


def _whole_order(one: Side, other: Side, chain: Sequence[tuple[int, int]]) -> tuple[bool, bool]:
    """Whether all of the other telling comes before the first, or after it: two that share nothing lie end to end."""
    if chain or not one.events or not other.events:
        return False, False
    first, second = one.facts[0].progress, other.facts[0].progress
    early = second < first or (second == first and other.facts[-1].progress < one.facts[-1].progress)
    return early, not early


def _with_gaps(items: list[_Item], recordings: int) -> list[_Item]:
    """The items with a gap wherever no recording tells what comes before and after: nobody knows what lay between."""
    first = [len(items)] * recordings
    last = [-1] * recordings
    for number, item in enumerate(items):
        for index in item.places:
            first[index] = min(first[index], number)
            last[index] = max(last[index], number)
    broken = [
        number
        for number in range(1, len(items))
        if not any(start < number <= end for start, end in zip(first, last, strict=True))
        and not any(isinstance(item.event, GapLeft) for item in items[number - 1 : number + 1])
    ]
    if not broken:
        return items
    shifted = {number + 1: number + 1 + sum(gap <= number for gap in broken) for number in range(len(items))}
    found: list[_Item] = []
    for number, item in enumerate(items):
        if number in broken:
            found.append(_Item(GapLeft(), {}))
        event = with_numbers(item.event, lambda told: shifted.get(told, told))
        found.append(_Item(event, item.places, item.differing))
    return found


def _united(items: list[_Item], recordings: int) -> United:
    differing = tuple((number, it) for number, item in enumerate(items, 1) for it in item.differing)
    findings = [_finding(number, it) for number, it in differing]
    places = tuple(tuple(item.places.get(index) for index in range(recordings)) for item in items)
    return United(GameEvents([item.event for item in items], findings), places, differing)


def _finding(number: int, differing: Differing) -> Finding:
    kept, other = _shown(differing.kept), _shown(differing.other)
    message = f"The recordings contradict each other in {differing.field}: one tells {kept}, the other {other}"
    return Finding(number, "differs", message, _RULE, kept, other)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
