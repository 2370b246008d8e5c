"""What a list of games writes as the score of each."""

from collections.abc import Mapping

import polars as pl


def scores(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Columns `game` and `score`: the fans of every seat; null where some are not known."""
    fans = tables["seats"].sort("game", "seat").group_by("game", maintain_order=True)
    told = fans.agg(pl.col("fans").cast(pl.String).str.join(" : ", ignore_nulls=False).alias("score"))
    return told.select("game", "score")
