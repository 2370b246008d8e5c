"""Statistics of Bo Jackson Battle Arena, one file a subject. Each module has its own list."""

from projector.statistics.boba import battles, cards, courses, hot_dogs, luck, plays, rescoring, scores, substituting

STATISTICS = (
    *cards.STATISTICS,
    *battles.STATISTICS,
    *substituting.STATISTICS,
    *hot_dogs.STATISTICS,
    *courses.STATISTICS,
    *rescoring.STATISTICS,
    *luck.STATISTICS,
    *plays.STATISTICS,
    *scores.STATISTICS,
)

# What counts keep of them.
CELLS = (
    *battles.CELLS,
    *substituting.CELLS,
    *hot_dogs.CELLS,
    *courses.CELLS,
    *rescoring.CELLS,
    *luck.CELLS,
    *plays.CELLS,
)

__all__ = ["CELLS", "STATISTICS"]
