"""Statistics of Challengers!, one file a subject. Each module has its own list."""

from projector.statistics.challengers import cards, matches

STATISTICS = (*matches.STATISTICS, *cards.STATISTICS)

__all__ = ["STATISTICS"]
