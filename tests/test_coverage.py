"""Intervals hold what is true as often as they say, over seasons whose truth is known.

GAMETAPE_TEST_REPEATS is how often a season is played; 2,000 make the bounds tight (some minutes). What was found then
stands in docs/seasons.md.
"""

import os
from collections import defaultdict
from math import sqrt

import polars as pl
import pytest

from ingest.selfplay.season import Truth, draw_season, season_tables, truth_of
from projector.filters import Filters
from projector.statistics import BY_NAME
from tests.test_facts import CARDS

REPEATS = int(os.environ.get("GAMETAPE_TEST_REPEATS", "40"))
SEASONS, GAMES = min(20, max(5, REPEATS // 10)), 1000
# How many intervals of each kind a season has, both sides of a matchup as one; of cards, those seen often enough.
INTERVALS = {
    "decks": 8,
    "field": 8,
    "honors": 1,
    "first_honors": 1,
    "matchups, raw": 28,
    "matchups, shrunk": 28,
    "cards, improvement": 110,
    "cards, in_deck": 110,
    "cards, seen": 110,
    "cards, not_seen": 110,
}
Held = dict[str, list[float]]


@pytest.fixture(scope="module")
def held() -> Held:
    """By what is estimated: the share of its intervals that held the truth, season by season played."""
    found: Held = defaultdict(list)
    seasons = [(season := draw_season(seed, CARDS), truth_of(season)) for seed in range(1, SEASONS + 1)]
    for repeat in range(REPEATS):
        season, truth = seasons[repeat % len(seasons)]
        played = season_tables(season, CARDS, GAMES, replicate=repeat + 1)
        tables = Filters().apply({name: table.lazy() for name, table in played.items()})
        places = {deck.deck: place for place, deck in enumerate(truth.decks)}
        rates = {deck.deck: deck.win_rate for deck in truth.decks}
        decks = BY_NAME["decks"].compute(tables)
        found["decks"].append(_share(decks.with_columns(truth=pl.col("deck").replace_strict(rates)), "low", "high"))
        now = {deck.deck: deck.against_field for deck in truth.decks}
        against = BY_NAME["field"].compute(tables).with_columns(truth=pl.col("deck").replace_strict(now))
        found["field"].append(_share(against, "low", "high"))
        honors = BY_NAME["honors"].compute(tables).with_columns(truth=truth.battle_with_honors)
        found["honors"].append(_share(honors, "low", "high"))
        first = BY_NAME["first_honors"].compute(tables).with_columns(truth=truth.first_honors)
        found["first_honors"].append(_share(first, "low", "high"))
        cells = BY_NAME["matchups"].compute(tables)
        pairs = cells.select("deck", "opponent").iter_rows()
        true = [truth.matchups[places[deck]][places[opponent]] for deck, opponent in pairs]
        cells = cells.with_columns(truth=pl.Series(true))
        found["matchups, raw"].append(_share(cells, "low", "high"))
        found["matchups, shrunk"].append(_share(cells, "shrunk_low", "shrunk_high"))
        for name, share in _of_cards(BY_NAME["cards"].compute(tables), truth).items():
            found[name].append(share)
    return found


def _of_cards(table: pl.DataFrame, truth: Truth) -> dict[str, float]:
    """The shares of intervals of cards that hold the truth, of those seen often enough."""
    true = pl.DataFrame(
        {
            "card": card.card,
            "in_deck": card.seen * card.win_rate_seen + (1 - card.seen) * card.win_rate_not_seen,
            "seen": card.win_rate_seen,
            "not_seen": card.win_rate_not_seen,
            "improvement": card.improvement,
        }
        for card in truth.cards
    )
    rows = table.filter("enough").join(true, on="card", suffix="_true")
    ends = {name: (f"{name}_low", f"{name}_high") for name in ("in_deck", "seen", "not_seen")}
    return {
        f"cards, {name}": _share(rows.with_columns(truth=f"{name}_true"), low, high)
        for name, (low, high) in ends.items() | {"improvement": ("low", "high")}.items()
    }


def _share(rows: pl.DataFrame, low: str, high: str) -> float:
    share = rows.select(pl.col("truth").is_between(low, high).mean()).item()
    return float(share)


def _mean_and_error(held: Held, estimated: str) -> tuple[float, float]:
    """The share of intervals that held the truth, and its standard error."""
    shares = held[estimated]
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1)
    # Few repeats can all hold by chance, which tells nothing of how they vary.
    error = sqrt(max(spread, 0.05 * 0.95 / INTERVALS[estimated]) / len(shares))
    print(f"{estimated}: {mean:.4f}, standard error {error:.4f}, {REPEATS} repeats")  # noqa: T201 (pytest -s shows it)
    return mean, error


@pytest.mark.parametrize("estimated", ["decks", "field", "honors", "first_honors"])
def test_intervals_of_rates_hold_the_truth_in_95_of_100(held: Held, estimated: str) -> None:
    mean, error = _mean_and_error(held, estimated)

    assert 0.94 - 3 * error <= mean <= 0.96 + 3 * error


@pytest.mark.parametrize("estimated", ["matchups, raw", "matchups, shrunk", "cards, improvement"])
def test_intervals_of_matchups_and_cards_hold_the_truth_in_93_of_100(held: Held, estimated: str) -> None:
    mean, error = _mean_and_error(held, estimated)

    assert mean >= 0.93 - 3 * error


@pytest.mark.parametrize("estimated", ["cards, in_deck", "cards, seen", "cards, not_seen"])
def test_intervals_of_rates_of_cards_hold_the_truth_at_least_as_often(held: Held, estimated: str) -> None:
    """Two seats of one game that both have a card cancel, which these intervals do not count: they are too wide."""
    mean, error = _mean_and_error(held, estimated)

    assert mean >= 0.95 - 3 * error
