"""Lays two tellings of one game beside each other: which of their events tell the same fact, and in which order."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise

import msgspec

from events.base import Event, GapLeft
from events.references import number_fields
from projector.completing import compared
from projector.telling import Fact, Telling

# Facts of one key that are compared each with each; longer lists, as no game has, are paired in their order.
_MOST_COMPARED = 250_000
# What a pair is worth beside 1 for each value that both tell: that it tells the same, where it lies, the same cause.
_ALIKE, _PLACE, _OFFSET, _CAUSE = 8, 6, 3, 4
_MOST_VALUES = 6
# So many facts, or one landmark, show that the end of one telling and the beginning of another are the same.
_SURE = 4


class Side(msgspec.Struct, frozen=True):
    """One telling, laid out: its events and the fact that each tells."""

    telling: Telling
    events: Sequence[Event]
    facts: Sequence[Fact]

    @classmethod
    def of(cls, telling: Telling, events: Sequence[Event]) -> "Side":
        return cls(telling, events, telling.facts(events))


class Alignment(msgspec.Struct, frozen=True):
    """`pairs`: the places of events, counted from 0, that tell the same fact, in the order of the first telling.

    `alike` of them agree in all they both tell, `agreed` counts the values, `differing` the pairs that contradict.
    """

    pairs: tuple[tuple[int, int], ...]
    alike: int
    agreed: int
    differing: int

    @property
    def worth(self) -> int:
        return self.alike * _ALIKE + self.agreed - self.differing * _ALIKE


def aligned(one: Side, other: Side) -> Alignment:
    """The pairs of events of two tellings that tell the same fact.

    A fact is sought among those of its key, in their order: first what both tell alike. With what that shows of causes
    and places, the pairs are then found anew, also of facts in which the tellings contradict each other.
    """
    found = _pairs(one, other, None)
    found = _pairs(one, other, _Known.of(one, other, found))
    found = _overlapping(one, other, found)
    _fill_gaps(one, other, found)
    alike = agreed = differing = 0
    for first, second in found.items():
        told, also = one.events[first], other.events[second]
        if type(told) is not type(also):
            continue
        more, contradicting = compared(told, also, one.telling)
        agreed += more
        alike += not contradicting
        differing += bool(contradicting)
    return Alignment(tuple(sorted(found.items())), alike, agreed, differing)


def backbone(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs in which both tellings agree on the order."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (_, second) in enumerate(pairs):
        at = bisect_left(tails, second)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(second)
            ends.append(place)
        else:
            tails[at] = second
            ends[at] = place
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


class _Known(msgspec.Struct, frozen=True):
    """What a first look showed: pairs in either direction, and by thread the chains of those that are sure.

    Sure is what occurs equally often in both tellings.
    """

    forwards: dict[int, int]
    backwards: dict[int, int]
    sure: dict[Hashable, "_Chain"]
    landmarks: dict[Hashable, "_Chain"]

    @classmethod
    def of(cls, one: Side, other: Side, pairs: dict[int, int]) -> "_Known":
        mine, theirs = Counter(fact.key for fact in one.facts), Counter(fact.key for fact in other.facts)
        sure: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
        landmarks: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
        for first, second in pairs.items():
            fact = one.facts[first]
            if mine[fact.key] == theirs[fact.key]:
                sure[fact.thread].append((first, second))
            if fact.is_landmark:
                landmarks[fact.thread].append((first, second))
        return cls(
            pairs,
            {second: first for first, second in pairs.items()},
            {thread: _Chain.of(its) for thread, its in sure.items()},
            {thread: _Chain.of(its) for thread, its in landmarks.items()},
        )

    def worth_of_place(self, thread: Hashable, first: int, second: int) -> int | None:
        """What it speaks for a pair that it lies between the same facts; None: it cannot be one."""
        landmarks, sure = self.landmarks.get(thread), self.sure.get(thread)
        if landmarks is not None and not landmarks.in_place(first, second):
            return None
        if sure is None or not sure.in_place(first, second):
            return 0
        return _PLACE + (_OFFSET if sure.as_far(first, second) else 0)


class _Chain(msgspec.Struct, frozen=True):
    """Places in two tellings whose order both agree on."""

    firsts: list[int]
    seconds: list[int]

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> "_Chain":
        chain = backbone(pairs)
        return cls([first for first, _ in chain], [second for _, second in chain])

    def in_place(self, first: int, second: int) -> bool:
        """Whether two places lie between the same links, or are a link."""
        before, behind = bisect_left(self.firsts, first), bisect_right(self.firsts, first)
        return bisect_left(self.seconds, second) <= behind and before <= bisect_right(self.seconds, second)

    def as_far(self, first: int, second: int) -> bool:
        """Whether two places lie equally far behind the link before them, or before the link behind them."""
        before = bisect_right(self.firsts, first) - 1
        if before >= 0 and first - self.firsts[before] == second - self.seconds[before]:
            return True
        behind = before + 1
        return behind < len(self.firsts) and self.firsts[behind] - first == self.seconds[behind] - second


def _pairs(one: Side, other: Side, known: "_Known | None") -> dict[int, int]:
    theirs: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, fact in enumerate(other.facts):
        theirs[fact.key].append(place)
    mine: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, fact in enumerate(one.facts):
        if fact.key in theirs:
            mine[fact.key].append(place)
    found: dict[int, int] = {}
    for key, places in mine.items():
        for first, second in _pairs_of_key(one, other, places, theirs[key], known):
            found[first] = second
    return dict(sorted(found.items()))


def _pairs_of_key(
    one: Side,
    other: Side,
    firsts: list[int],
    seconds: list[int],
    known: "_Known | None",
) -> list[tuple[int, int]]:
    """The pairs of facts of one key that are worth most together, each telling's order kept."""
    if len(firsts) * len(seconds) > _MOST_COMPARED:
        return list(zip(firsts, seconds, strict=False))
    worth = [[_worth(one, other, first, second, known) for second in seconds] for first in firsts]
    best = [[0] * (len(seconds) + 1) for _ in range(len(firsts) + 1)]
    for row in range(len(firsts) - 1, -1, -1):
        for column in range(len(seconds) - 1, -1, -1):
            value = worth[row][column]
            best[row][column] = max(
                best[row + 1][column],
                best[row][column + 1],
                best[row + 1][column + 1] + value if value > 0 else 0,
            )
    found: list[tuple[int, int]] = []
    row = column = 0
    while row < len(firsts) and column < len(seconds):
        value = worth[row][column]
        if value > 0 and best[row][column] == best[row + 1][column + 1] + value:
            found.append((firsts[row], seconds[column]))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return found


def _worth(one: Side, other: Side, first: int, second: int, known: _Known | None) -> int:
    """What it is worth to take two events of one key for the same fact; 0: they cannot be."""
    told, also = one.events[first], other.events[second]
    agreed, differing = compared(told, also, one.telling)
    alike = _ALIKE + min(agreed, _MOST_VALUES)
    if known is None:
        return 0 if differing else alike
    place = known.worth_of_place(one.facts[first].thread, first, second)
    if place is None or (differing and not place):
        return 0
    worth = 1 if differing else alike + place
    for name, in_parts in number_fields(type(told)).items():
        mine, theirs = getattr(told, name), getattr(also, name)
        if in_parts or mine is None or theirs is None:
            continue
        if known.forwards.get(mine - 1) == theirs - 1:
            worth += _CAUSE if worth else 0
        elif mine - 1 in known.forwards and theirs - 1 in known.backwards:
            return 0
    return worth


def _overlapping(one: Side, other: Side, found: dict[int, int]) -> dict[int, int]:
    """The pairs, but none where one telling ends before the other begins: a few alike are then chance, not overlap."""
    for early, late, turned in ((one, other, False), (other, one, True)):
        begins = any(isinstance(event, late.telling.begins) for event in late.events)
        ends = any(isinstance(event, early.telling.ends) for event in early.events)
        if begins or ends or not found:
            continue
        early_places = list(found.values() if turned else found.keys())
        late_places = list(found.keys() if turned else found.values())
        overlap = min(len(early.events) - min(early_places), max(late_places) + 1)
        is_sure = len(found) >= _SURE or any(one.facts[place].is_landmark for place in found)
        if not is_sure or len(found) * 2 < overlap:
            return {}
    return found


def _fill_gaps(one: Side, other: Side, found: dict[int, int]) -> None:
    """Pair a gap with what the other telling has in its place, one by one between two facts that both tell.

    Behind a gap a telling may not know how far the game has got: what stands in the same place then tells the same fact
    if it can.
    """
    if not found:
        return
    chain = [(-1, -1), *backbone(sorted(found.items())), (len(one.events), len(other.events))]
    theirs = set(found.values())
    for (first, second), (next_first, next_second) in pairwise(chain):
        mine = [place for place in range(first + 1, next_first) if place not in found]
        also = [place for place in range(second + 1, next_second) if place not in theirs]
        if len(mine) == len(also):
            for place, its in zip(mine, also, strict=True):
                if _is_gap(one, place) or _is_gap(other, its) or _fit(one, place, other, its):
                    found[place] = its
            continue
        gaps = [place for place in mine if _is_gap(one, place)]
        told = [place for place in also if not _is_gap(other, place)]
        found.update(zip(gaps, told, strict=False))
        gaps = [place for place in also if _is_gap(other, place)]
        told = [place for place in mine if not _is_gap(one, place)]
        found.update(zip(told, gaps, strict=False))


def _fit(one: Side, place: int, other: Side, its: int) -> bool:
    told, also = one.events[place], other.events[its]
    return type(told) is type(also) and not compared(told, also, one.telling)[1]


def _is_gap(side: Side, place: int) -> bool:
    return type(side.events[place]) is GapLeft
