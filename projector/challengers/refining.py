"""Makes the tables of what folds tell, for many tournaments at once."""

from collections.abc import Mapping

import polars as pl

from projector.challengers.facts import TOLD
from projector.game import Columns

_COUNTED: Columns = {"counted": pl.Boolean}
TABLES: Mapping[str, Columns] = {
    "games": {
        **TOLD["games"],
        **_COUNTED,
        "starter_fought": pl.UInt8,
        "starter_won": pl.UInt8,
        "bench_full": pl.UInt8,
        "out_of_cards": pl.UInt8,
    },
    "seats": {**TOLD["seats"], **_COUNTED},
    "matches": {**TOLD["matches"], "left_out": pl.String, **_COUNTED},
    "picks": {**TOLD["picks"], "result": pl.Float64, **_COUNTED},
    "reveals": {**TOLD["reveals"], "left_out": pl.String, **_COUNTED},
}
VERSIONS: Mapping[str, int] = {"games": 2, "seats": 2, "matches": 2, "picks": 3}


def refine(told: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables of these tournaments."""
    frames = {name: frame.lazy() for name, frame in told.items()}
    sound = pl.col("status") != "quarantined"
    games = frames["games"].with_columns(counted=pl.col("finished") & pl.col("winner").is_not_null() & sound)
    of_game = games.select("game", "left_out", "counted", sound=sound)
    matches = _with(frames["matches"], of_game.drop("counted")).with_columns(
        counted=pl.col("winner").is_not_null() & pl.col("sound")
    )
    started = pl.col("starter").is_not_null() & pl.col("winner").is_not_null()
    sums = matches.group_by("game").agg(
        starter_fought=started.sum(),
        starter_won=(started & (pl.col("starter") == pl.col("winner"))).sum(),
        bench_full=(pl.col("reason") == "bench_full").sum(),
        out_of_cards=(pl.col("reason") == "out_of_cards").sum(),
    )
    sides = [
        matches.select(
            "game",
            "round",
            pl.col(f"seat_{place}").alias("seat"),
            pl.when("counted").then((pl.col("winner") == pl.col(f"seat_{place}")).cast(pl.Float64)).alias("result"),
        )
        for place in (1, 2)
    ]
    results = pl.concat(sides).unique(["game", "round", "seat"], keep="first", maintain_order=True)
    found = {
        "games": _with(games, sums),
        "seats": _with(frames["seats"], of_game.select("game", "counted")),
        "matches": matches,
        "picks": frames["picks"]
        .join(results, on=["game", "round", "seat"], how="left", maintain_order="left")
        .with_columns(counted=pl.col("result").is_not_null()),
        "reveals": _with(frames["reveals"], of_game.drop("counted")).with_columns(
            counted=pl.col("result").is_not_null() & pl.col("sound")
        ),
    }
    collected = dict(zip(found, pl.collect_all(list(found.values())), strict=True))
    return {name: _shaped(name, frame) for name, frame in collected.items()}


def _with(table: pl.LazyFrame, more: pl.LazyFrame) -> pl.LazyFrame:
    return table.join(more, on="game", how="left", maintain_order="left")


def _shaped(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    """A table with its columns in their order; those that name the game stay first."""
    given = {column: kind for column, kind in frame.schema.items() if column in {"game", "id", "client"}}
    return frame.select(pl.col(column).cast(kind) for column, kind in {**given, **TABLES[name]}.items())
