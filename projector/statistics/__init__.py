"""Statistics: functions from tables to tables. Docstrings say what each number means."""

from collections.abc import Mapping

from events.codec import Family
from projector.statistics import boba, challengers, matchups, results, shares, strata
from projector.statistics.statistic import Definition, Statistic, definition_of, games_behind

# Each module's own list, in the order in which statistics are listed.
_ALL = (
    *results.STATISTICS,
    *matchups.STATISTICS,
    *shares.STATISTICS,
    *strata.STATISTICS,
    *boba.STATISTICS,
    *challengers.STATISTICS,
)
STATISTICS: Mapping[Family, Mapping[str, Statistic]] = {
    family: {statistic.name: statistic for statistic in _ALL if statistic.game == family}
    for family in dict.fromkeys(statistic.game for statistic in _ALL)
}
# No two statistics share a name, whatever game they are of.
BY_NAME: Mapping[str, Statistic] = {statistic.name: statistic for statistic in _ALL}


def definitions() -> tuple[Definition, ...]:
    """What every statistic means."""
    return tuple(map(definition_of, _ALL))


__all__ = ["BY_NAME", "STATISTICS", "Definition", "Statistic", "definitions", "games_behind"]
