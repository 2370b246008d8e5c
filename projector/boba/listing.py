"""What a list of games writes as the score of each."""

from collections.abc import Mapping

import polars as pl


def scores(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Columns `game` and `score`: the trophies of seat 1 and seat 2; null where they are not known."""
    known = pl.col("trophies_1").is_not_null() & pl.col("trophies_2").is_not_null()
    return tables["games"].select(
        "game", score=pl.when(known).then(pl.format("{} : {}", "trophies_1", "trophies_2")).otherwise(None)
    )
