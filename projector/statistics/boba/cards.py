"""Statistics of cards: how seats fare by what they came to have of their deck, and who runs a card."""

import numpy as np
import polars as pl

from projector.facts import Tables
from projector.statistics.comparisons import false_discoveries
from projector.statistics.intervals import newcombe, wilson
from projector.statistics.rates import MINIMUM, brought, seats
from projector.statistics.statistic import Statistic

_SEAT = ("game", "seat")
_CARD = ("card", "kind")
# How a seat came to a card and what it did with it: columns of appearances that tell how often.
_WAYS = ("lineup", "drawn", "substituted", "run")
_OF_DECKS = pl.col("kind").is_in(["hero", "play"])
_ALL = ("in_deck", "seen", "not_seen", *_WAYS)


def cards(tables: Tables) -> pl.DataFrame:
    """Win rates of seats by hero or play: with it in the deck, seen and not seen, and by how they came to it.

    A row counts seats of games that count, each once whatever copies it has, a draw half; `games` had the card in a
    known deck or showed it. `seen` and `not_seen` are the seats with the card in a known deck whose log tells all cards
    of its kind that they had: in the first lineup or opening hand, or drawn, and neither. Other seats' unseen cards are
    unknown. `lineup` (of a play: opening hand), `drawn` otherwise, `substituted` in and `run` (of a hero: fought) are
    over all seats. Each has its rate with Wilson's 95 % interval, which is wider than it need be where both seats of a
    game have the card: they cancel. `improvement` is the rate seen less the rate not seen, `low` and `high` Newcombe's
    95 % interval, `q` Benjamini and Hochberg's over all cards, `enough` from 20 seats either way. Rates of cards drawn,
    substituted or run are biased: long games draw more, and who is ahead runs other cards.
    """
    counted = _of_counts(tables["card_counts"]) if "card_counts" in tables else _of_seats(tables)
    return _improved(_rated(counted.collect(engine="streaming")))


def _of_counts(counts: pl.LazyFrame) -> pl.LazyFrame:
    """Seats and wins by card, from counts; filters leave these where the games they choose can be told by them."""
    sums = pl.col([column for name in ("games", *_ALL, "told") for column in (name, f"{name}_won")]).sum()
    seen = {f"seen{of}": pl.col(f"told{of}") - pl.col(f"not_seen{of}") for of in ("", "_won")}
    whole = pl.col("games", "told", *_ALL).cast(pl.Int64)
    return counts.filter(_OF_DECKS).with_columns(whole).group_by(_CARD).agg(sums).with_columns(**seen)


def _of_seats(tables: Tables) -> pl.LazyFrame:
    """The same from seats and what they showed."""
    # The seats first: the same few decks are played again and again.
    brought = (
        seats(tables)
        .group_by("deck", "heroes_told", "plays_told")
        .agg(n=pl.len().cast(pl.Int64), won=pl.col("result").sum())
        .join(_deck_cards(tables), on="deck")
        .with_columns(told=_told())
    )
    every = pl.lit(value=True)
    seen = _seen_by_deck(tables)
    ways = [column for way in _WAYS for column in (way, f"{way}_won")]
    return (
        pl.concat(
            [
                _counted(brought, {"games": every, "in_deck": every, "not_seen": pl.col("told")}, 1),
                _counted(seen, {"games": ~pl.col("in_deck"), "seen": pl.col("told")}, 1),
                _counted(seen, {"not_seen": pl.col("told")}, -1),
                seen.group_by(_CARD).agg(pl.col(ways).sum()),
            ],
            how="diagonal",
        )
        .group_by(_CARD)
        .agg(pl.all().sum())
    )


def _deck_cards(tables: Tables) -> pl.LazyFrame:
    return tables["deck_cards"].filter(_OF_DECKS).select("deck", *_CARD)


def _told() -> pl.Expr:
    """Whether the log tells all cards of this kind that the seat had."""
    return pl.when(pl.col("kind") == "hero").then("heroes_told").otherwise("plays_told").fill_null(value=False)


def _shown(tables: Tables) -> pl.LazyFrame:
    """Cards that seats showed, a row a seat and card, with what is known of the seat."""
    of_seats = seats(tables).select(*_SEAT, "deck", "result", "heroes_told", "plays_told")
    shown = tables["appearances"].filter(_OF_DECKS)
    return shown.select(*_SEAT, *_CARD, *_WAYS).join(of_seats, on=_SEAT)


def _seen_by_deck(tables: Tables) -> pl.LazyFrame:
    """How many seats showed a card, by deck: whether it is known to hold it, and the log tells all of its kind."""
    return (
        _shown(tables)
        .group_by(*_CARD, "deck", "heroes_told", "plays_told")
        .agg(
            n=pl.len().cast(pl.Int64),
            won=pl.col("result").sum(),
            **{way: (pl.col(way) > 0).sum().cast(pl.Int64) for way in _WAYS},
            **{f"{way}_won": pl.col("result").filter(pl.col(way) > 0).sum() for way in _WAYS},
        )
        .join(_deck_cards(tables).with_columns(in_deck=True), on=["deck", *_CARD], how="left")
        .with_columns(pl.col("in_deck").fill_null(value=False))
        .with_columns(told=pl.col("in_deck") & _told())
    )


def _counted(rows: pl.LazyFrame, conditions: dict[str, pl.Expr], sign: int) -> pl.LazyFrame:
    counted = {}
    for name, condition in conditions.items():
        counted[name] = (pl.col("n") * sign).filter(condition).sum()
        counted[f"{name}_won"] = (pl.col("won") * sign).filter(condition).sum()
    return rows.group_by(_CARD).agg(**counted)


def _rated(table: pl.DataFrame) -> pl.DataFrame:
    """The counts with their rates and intervals."""
    table = table.with_columns(
        pl.when(pl.col(name) > 0).then(pl.col(f"{name}_won") / pl.col(name)).alias(f"{name}_rate") for name in _ALL
    )
    for name in _ALL:
        low, high = wilson(pl.col(f"{name}_rate"), pl.col(name))
        table = table.with_columns(low.alias(f"{name}_low"), high.alias(f"{name}_high"))
    return table


def _improved(table: pl.DataFrame) -> pl.DataFrame:
    ends = {name: (pl.col(f"{name}_low"), pl.col(f"{name}_high")) for name in ("seen", "not_seen")}
    low, high = newcombe(pl.col("seen_rate"), ends["seen"], pl.col("not_seen_rate"), ends["not_seen"])
    return (
        table.with_columns(
            improvement=pl.col("seen_rate") - pl.col("not_seen_rate"),
            low=low,
            high=high,
            q=false_discoveries(_p_of_difference(table)),
            enough=(pl.col("seen") >= MINIMUM) & (pl.col("not_seen") >= MINIMUM),
        )
        .select(
            *_CARD,
            "games",
            "improvement",
            "low",
            "high",
            "q",
            "enough",
            *(f"{name}{part}" for name in _ALL for part in ("", "_rate", "_low", "_high")),
        )
        .sort("enough", "low", "card", descending=[True, True, False], nulls_last=True)
    )


def _p_of_difference(table: pl.DataFrame) -> pl.Series:
    """Two-sided p values of the score test that the rates seen and not seen are one; null without seats either way."""
    from scipy.special import ndtr

    both = table.select(n=pl.col("seen").cast(pl.Float64), m=pl.col("not_seen").cast(pl.Float64)).to_dict()
    n, m = both["n"].to_numpy(), both["m"].to_numpy()
    won, other_won = table["seen_won"].to_numpy(), table["not_seen_won"].to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = (won + other_won) / (n + m)
        z = (won / n - other_won / m) / np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return pl.Series("p", 2 * ndtr(-np.abs(z)), dtype=pl.Float64).fill_nan(None)


def _with_card(tables: Tables) -> pl.LazyFrame:
    """The seats that had a card in a known deck or showed it, a row each."""
    brought = seats(tables).select(*_SEAT, "deck").join(_deck_cards(tables), on="deck")
    columns = (*_SEAT, *_CARD)
    others = _shown(tables).join(_deck_cards(tables), on=["deck", *_CARD], how="anti")
    return pl.concat([brought.select(columns), others.select(columns)])


def runs_it(tables: Tables) -> pl.DataFrame:
    """Which decks run a card, by card: known decks that hold it, and how many seats of games that count brought them.

    `copies` is how many the deck holds; `share` is the deck's part of the seats whose known deck holds the card, with
    Wilson's 95 % interval.
    """
    decks = tables["deck_cards"].filter(_OF_DECKS).select("deck", *_CARD, "copies")
    played = brought(tables).select("deck", n="played")
    low, high = wilson(pl.col("share"), pl.col("all"))
    return (
        decks.join(played, on="deck")
        .with_columns(all=pl.col("n").sum().over(_CARD))
        .with_columns(share=pl.col("n") / pl.col("all"))
        .with_columns(low=low, high=high)
        .select(*_CARD, "deck", "copies", "n", "share", "low", "high")
        .sort("card", "kind", "n", "deck", descending=[False, False, True, False])
        .collect(engine="streaming")
    )


def _with_deck(tables: Tables) -> pl.LazyFrame:
    return seats(tables).select(*_SEAT, "deck").join(_deck_cards(tables), on="deck").select(*_SEAT, *_CARD, "deck")


STATISTICS = (
    Statistic(
        name="cards",
        title="Win rate by card, seen and not seen",
        subject="card",
        compute=cards,
        key=_CARD,
        behind=_with_card,
    ),
    Statistic(
        name="runs_it",
        title="Decks that run a card",
        subject="card",
        compute=runs_it,
        key=(*_CARD, "deck"),
        behind=_with_deck,
        count="n",
    ),
)
