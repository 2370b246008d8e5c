"""Which neighbouring segments become one, so that files stay few and little is written again."""

from collections.abc import Sequence

import msgspec

# So many neighbours of a size become one.
FAN_OUT = 8
# A segment has at most so many games, and is not merged any more when its neighbour does not fit in beside it.
FULL = 131_072


class Segment(msgspec.Struct, frozen=True):
    """The games with numbers from `first` up to, and without, `end`; `games` of those numbers are in use.

    All tables of a game system are cut into the same segments. `full`: it is never merged again. `live`: its games are
    still being played, and it is written anew whenever they go on.
    """

    first: int
    end: int
    games: int
    full: bool = False
    live: bool = False

    @property
    def name(self) -> str:
        """What its file in each table is called."""
        return f"{self.first:08d}-{self.end:08d}{'.live' if self.live else ''}.parquet"


def merge(segments: Sequence[Segment]) -> list[tuple[Segment, Sequence[Segment]]]:
    """The segments after all merges that are due, each with those it is made of: itself alone if it stays."""
    merged: list[tuple[Segment, Sequence[Segment]]] = [(segment, (segment,)) for segment in segments]
    while (due := _due([segment for segment, _ in merged])) is not None:
        begin, end = due
        parts = merged[begin:end]
        games = sum(segment.games for segment, _ in parts)
        one = Segment(parts[0][0].first, parts[-1][0].end, games, full=_fills(merged[begin:], end - begin))
        merged[begin:end] = [(one, tuple(part for _, made_of in parts for part in made_of))]
    return merged


def _due(segments: Sequence[Segment]) -> tuple[int, int] | None:
    """The next neighbours to merge: the last ones of a size, with all smaller ones among them, if there are enough."""
    for level in range(_level(FULL) + 1):
        begin = len(segments)
        while begin and not segments[begin - 1].full and _level(segments[begin - 1].games) <= level:
            begin -= 1
        of_the_size = sum(_level(segment.games) == level for segment in segments[begin:])
        if of_the_size >= FAN_OUT or len(segments) - begin >= 2 * FAN_OUT:
            return begin, begin + _fitting(segments[begin:])
    return None


def _level(games: int) -> int:
    """0 for less than 8 games, 1 for less than 64, and so on."""
    level = 0
    while games >= FAN_OUT ** (level + 1):
        level += 1
    return level


def _fitting(segments: Sequence[Segment]) -> int:
    """How many of them, from the first on, fit into one; at least one."""
    games = 0
    for number, segment in enumerate(segments):
        games += segment.games
        if games > FULL:
            return max(1, number)
    return len(segments)


def _fills(parts: Sequence[tuple[Segment, Sequence[Segment]]], count: int) -> bool:
    """Whether the first `count` of these are as much as fits together."""
    return count < len(parts) and sum(segment.games for segment, _ in parts[: count + 1]) > FULL
