"""Makes the tables of what folds tell, for many games at once: whatever can be said column by column is said here."""

from collections.abc import Mapping

import polars as pl

from projector.boba.columns import TABLES

_KINDS = {
    "lineup": "hero",
    "bench": "hero",
    "substituted": "hero",
    "fought": "hero",
    "opening": "play",
    "drawn": "play",
    "run": "play",
}
_WON = pl.when(pl.col("winner") == 0).then(0.5)


def refine(told: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables of these games. Of a keyed table nothing changes."""
    frames = {name: frame.lazy() for name, frame in told.items()}
    counted = frames["games"].select(
        "game",
        counted=pl.col("finished") & pl.col("winner").is_not_null() & (pl.col("status") != "quarantined"),
    )
    seats = _seats(frames, counted)
    battles = _battles(frames, counted)
    found = {
        "games": _games(frames, counted, battles),
        "seats": seats,
        "battles": battles,
        "appearances": _appearances(frames, seats),
        "plays": _plays(frames, seats),
        "chances": frames["chances"].join(counted, on="game", how="left", maintain_order="left"),
    }
    collected = dict(zip(found, pl.collect_all(list(found.values())), strict=True))
    return {
        name: frame.select(pl.col(column).cast(kind) for column, kind in _schema(name, frame).items())
        for name, frame in (collected | {name: told[name] for name in ("decks", "deck_cards")}).items()
    }


def _schema(name: str, frame: pl.DataFrame) -> dict[str, pl.DataType | type[pl.DataType]]:
    """The columns of a table: those that are there already and name the game stay first."""
    given = {column: kind for column, kind in frame.schema.items() if column in {"game", "id", "client"}}
    return {**given, **TABLES[name]}


def _battles(frames: Mapping[str, pl.LazyFrame], counted: pl.LazyFrame) -> pl.LazyFrame:
    """Battles with the score before each, null from the first on that is missing or whose winner is not told."""
    lost = pl.col("winner").is_null().cast(pl.UInt32).cum_sum().shift(1, fill_value=0).over("game")
    known = (lost == 0) & (pl.col("battle") == pl.int_range(1, pl.len() + 1).over("game"))
    return (
        frames["battles"]
        .with_columns(
            pl.when(known)
            .then((pl.col("winner") == seat).fill_null(value=False).cum_sum().shift(1, fill_value=0).over("game"))
            .alias(f"score_{seat}")
            for seat in (1, 2)
        )
        .join(counted, on="game", how="left", maintain_order="left")
    )


def counters(battles: pl.LazyFrame) -> pl.LazyFrame:
    """Sums over the battles of each game, as its row holds them."""
    to_the_clinch = ~pl.col("after_clinch").fill_null(value=False)
    decided = pl.col("winner").is_not_null() & to_the_clinch
    with_honors = decided & pl.col("honors").is_not_null()
    alone = decided & (pl.col("substituted_1") != pl.col("substituted_2"))
    substitute = pl.when("substituted_1").then(1).otherwise(2)
    by_power = (
        to_the_clinch
        & pl.col("winner").is_in([1, 2])
        & pl.col("power_1").is_not_null()
        & pl.col("power_2").is_not_null()
        & (pl.col("reason").is_null() | pl.col("reason").is_in(["power", "super_weapon"]))
    )
    sign = pl.when(pl.col("winner") == 1).then(1).otherwise(-1)
    printed = ((pl.col("printed_1") - pl.col("printed_2")) * sign).filter(by_power)
    return battles.group_by("game").agg(
        honors_fought=with_honors.sum(),
        honors_won=_WON.otherwise(pl.col("winner") == pl.col("honors")).filter(with_honors).sum(),
        substituted_fought=alone.sum(),
        substituted_won=_WON.otherwise(pl.col("winner") == substitute).filter(alone).sum(),
        margin_fought=by_power.sum(),
        margin_sum=((pl.col("power_1") - pl.col("power_2")) * sign).filter(by_power).sum(),
        printed_fought=printed.count(),
        printed_sum=printed.sum(),
        drawn_battles=(pl.col("winner") == 0).sum(),
        super_breaks=(pl.col("reason") == "super_weapon").sum(),
        **{
            name: pl.when(pl.col(column).is_not_null().all()).then(pl.col(column).sum())
            for seat in (1, 2)
            for name, column in ((f"plays_{seat}", f"plays_{seat}"), (f"subs_{seat}", f"substituted_{seat}"))
        },
        **{f"dogs_spent_{seat}": pl.col(f"spent_{seat}").last() for seat in (1, 2)},
    )


def _games(frames: Mapping[str, pl.LazyFrame], counted: pl.LazyFrame, battles: pl.LazyFrame) -> pl.LazyFrame:
    """Games with who sat in them, and sums over their battles, null where no battle is told."""
    seats = frames["seats"]
    of_seat = [
        seats.filter(pl.col("seat") == seat).select(
            "game", pl.col("player").alias(f"player_{seat}"), pl.col("deck").alias(f"deck_{seat}")
        )
        for seat in (1, 2)
    ]
    games = frames["games"].join(counted, on="game", how="left", maintain_order="left")
    for more in (*of_seat, counters(battles)):
        games = games.join(more, on="game", how="left", maintain_order="left")
    return games


def _seats(frames: Mapping[str, pl.LazyFrame], counted: pl.LazyFrame) -> pl.LazyFrame:
    """Seats with who sits opposite, and whether the log tells all that they drew."""
    seats = frames["seats"]
    opposite = seats.select(
        "game", (3 - pl.col("seat")).cast(pl.UInt8).alias("seat"), opponent="player", opponent_deck="deck"
    )
    hidden = pl.col("cards").list.eval(pl.element().is_null().any()).list.first().fill_null(value=False)
    ways = (
        frames["appearances"]
        .group_by("game", "seat")
        .agg(
            heroes_told=pl.col("way").is_in(["lineup"]).any()
            & ~hidden.filter(pl.col("way").is_in(["lineup", "bench", "substituted", "fought"])).any(),
            plays_told=pl.col("way").is_in(["opening"]).any()
            & ~hidden.filter(pl.col("way").is_in(["opening", "drawn", "run"])).any(),
        )
    )
    whole = frames["games"].select("game", whole=pl.col("gaps") == 0)
    return (
        seats.join(opposite, on=["game", "seat"], how="left", maintain_order="left")
        .join(counted, on="game", how="left", maintain_order="left")
        .join(ways, on=["game", "seat"], how="left", maintain_order="left")
        .join(whole, on="game", how="left", maintain_order="left")
        .with_columns(pl.col(name).fill_null(value=False) & pl.col("whole") for name in ("heroes_told", "plays_told"))
        .drop("whole")
    )


def _appearances(frames: Mapping[str, pl.LazyFrame], seats: pl.LazyFrame) -> pl.LazyFrame:
    """One row a card that a seat was seen with, in the order of game, seat and card.

    A hero that fights without having been seen before, and did not come in as a substitute, lay in the lineup.
    """

    def times(way: str) -> pl.Expr:
        return (pl.col("way") == way).sum()

    lineup, bench, substituted, fought = times("lineup"), times("bench"), times("substituted"), times("fought")
    unseen = pl.when((lineup == 0) & (bench == 0) & (substituted == 0)).then(fought).otherwise(0)
    return (
        frames["appearances"]
        .explode("cards")
        .rename({"cards": "card"})
        .filter(pl.col("card").is_not_null())
        .with_columns(kind=pl.col("way").replace_strict(_KINDS, return_dtype=pl.String))
        .group_by("game", "seat", "card", "kind")
        .agg(
            lineup=lineup + unseen + times("opening"),
            drawn=bench + times("drawn"),
            substituted=substituted,
            run=fought + times("run"),
        )
        .join(seats.select("game", "seat", "deck", "result", "counted"), on=["game", "seat"], how="left")
        .sort("game", "seat", "kind", "card")
    )


def _plays(frames: Mapping[str, pl.LazyFrame], seats: pl.LazyFrame) -> pl.LazyFrame:
    """Plays with the results of their battle and game, and whether they turned the battle."""
    sign = pl.when("low_power").then(-1).otherwise(1)
    winner = frames["battles"].select("game", "battle", "winner")
    return (
        frames["plays"]
        .join(winner, on=["game", "battle"], how="left", maintain_order="left")
        .join(seats.select("game", "seat", "result", "counted"), on=["game", "seat"], how="left", maintain_order="left")
        .join(frames["games"].select("game", "low_power"), on="game", how="left", maintain_order="left")
        .with_columns(
            turned=(pl.col("margin_before") * sign <= 0) & (pl.col("margin_after") * sign > 0),
            battle_result=pl.when(pl.col("winner").is_not_null()).then(
                _WON.otherwise((pl.col("winner") == pl.col("seat")).cast(pl.Float64))
            ),
        )
    )
