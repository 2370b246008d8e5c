"""Published examples of the methods that statistics stand on, to their printed digits."""

import numpy as np
import polars as pl
import pytest

from projector.statistics.bradley_terry import bradley_terry
from projector.statistics.comparisons import false_discoveries, score_p
from projector.statistics.intervals import clustered, clustered_size, clustered_sums, newcombe, wilson
from projector.statistics.stratified import mantel_haenszel

# Games of the American League East, 1987, won and lost at home against each: Agresti, Categorical Data Analysis
# (2nd edition), table 10.11.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AT_HOME = (
    (None, (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
    ((3, 3), None, (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
    ((2, 5), (4, 3), None, (2, 4), (4, 3), (4, 2), (6, 0)),
    ((3, 3), (5, 1), (2, 5), None, (4, 3), (4, 2), (6, 1)),
    ((5, 1), (2, 5), (3, 3), (4, 2), None, (5, 2), (6, 0)),
    ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), None, (2, 4)),
    ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), None),
)
# Smokers and others with and without lung cancer in eight cities: Agresti, table 6.6 (after Liu 1992).
CITIES = (
    (126, 100, 35, 61),
    (908, 688, 497, 807),
    (913, 747, 336, 598),
    (235, 172, 58, 121),
    (402, 308, 121, 215),
    (182, 156, 72, 98),
    (60, 99, 11, 43),
    (104, 89, 21, 36),
)
# Benjamini and Hochberg (1995), section 4.1.
P_VALUES = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
)


def wilson_of(won: int, played: int) -> tuple[pl.Expr, pl.Expr]:
    return wilson(pl.lit(won / played), pl.lit(played))


@pytest.mark.parametrize(("won", "played", "ends"), [(81, 263, (0.2553, 0.3662)), (15, 148, (0.0624, 0.1605))])
def test_wilsons_interval_is_newcombes_table(won: int, played: int, ends: tuple[float, float]) -> None:
    """Newcombe 1998 (Statistics in Medicine 17, 857), table I, method 3."""
    low, high = wilson_of(won, played)

    assert [round(end, 4) for end in pl.select(low=low, high=high).row(0)] == list(ends)


def test_a_difference_of_rates_has_newcombes_interval() -> None:
    """Newcombe 1998 (Statistics in Medicine 17, 873), table II, method 10: 56/70 - 48/80."""
    low, high = newcombe(pl.lit(56 / 70), wilson_of(56, 70), pl.lit(48 / 80), wilson_of(48, 80))

    assert [round(end, 4) for end in pl.select(low=low, high=high).row(0)] == [0.0524, 0.3339]


def test_a_clustered_size_from_sums_is_that_from_the_games() -> None:
    random = np.random.default_rng(5)
    fought = random.integers(0, 8, 50)
    games = pl.DataFrame({"fought": fought, "won": random.binomial(fought * 2, 0.4) / 2}).filter(pl.col("fought") > 0)

    sums = {name: pl.col(name) for name in clustered_sums("fought", "won")}
    found = games.select(**clustered_sums("fought", "won")).select(size=clustered(**sums)).item()

    assert found == pytest.approx(clustered_size(games, "won", "fought"))


def test_bradley_and_terry_rank_the_american_league() -> None:
    """Agresti, section 10.6.3: strengths against Baltimore, and what home is worth."""
    rows = [(i, j, *score) for i, line in enumerate(AT_HOME) for j, score in enumerate(line) if score is not None]
    i, j, won, lost = np.array(rows).T

    fit = bradley_terry(i, j, np.ones(len(i)), won.astype(float), won + lost, sides=len(TEAMS), ridge=1e-9)

    against_baltimore = dict(zip(TEAMS, (fit.strength - fit.strength[-1]).round(4).tolist(), strict=True))
    assert against_baltimore == {
        "Milwaukee": 1.6196,
        "Detroit": 1.4754,
        "Toronto": 1.3271,
        "New York": 1.2813,
        "Boston": 1.1438,
        "Cleveland": 0.7047,
        "Baltimore": 0.0,
    }
    assert round(fit.first, 4) == 0.3023
    assert fit.strength.sum() == pytest.approx(0)


def test_one_that_won_everything_has_a_finite_strength() -> None:
    fit = bradley_terry(np.array([0]), np.array([1]), np.zeros(1), np.array([9.0]), np.array([9.0]), sides=3)

    assert fit.strength[0] > 1
    assert fit.strength[1] == pytest.approx(-fit.strength[0], rel=1e-3)
    assert np.isfinite(fit.covariance).all()


def test_benjamini_and_hochberg_reject_four_of_their_own() -> None:
    q = false_discoveries(pl.Series([*P_VALUES, None]))

    assert [place for place, value in enumerate(q) if value is not None and value <= 0.05] == [0, 1, 2, 3]
    assert q[-1] is None


def test_the_score_test_agrees_with_wilsons_interval() -> None:
    """60 of 100: z = 2, p = 0.0455; Wilson's interval begins at 0.502."""
    p = score_p(pl.Series([0.6, None]), pl.Series([100, 0]))

    assert p.round(4).to_list() == [0.0455, None]


def test_mantel_and_haenszel_join_eight_cities() -> None:
    """Agresti, section 6.3.5: a common odds ratio of 2.17."""
    cities = pl.DataFrame(CITIES, schema=["ill", "well", "other_ill", "other_well"], orient="row")
    played, other_played = pl.col("ill") + pl.col("well"), pl.col("other_ill") + pl.col("other_well")

    found = cities.select(**mantel_haenszel(pl.col("ill"), played, pl.col("other_ill"), other_played)).row(
        0, named=True
    )

    assert round(found["odds_ratio"], 2) == 2.17
    assert 0 < found["difference_low"] < found["difference"] < found["difference_high"]


def test_a_single_stratum_is_the_plain_difference() -> None:
    """30/50 - 20/40 = 0.1, with the variance .6*.4/50 + .5*.5/40."""
    one = pl.DataFrame({"x": [30, 5], "n": [50, 9], "y": [20, 0], "m": [40, 0]})

    found = one.select(**mantel_haenszel(*map(pl.col, "xnym"))).row(0, named=True)

    assert found["difference"] == pytest.approx(0.1)
    assert found["difference_high"] == pytest.approx(0.1 + 1.959964 * (0.24 / 50 + 0.25 / 40) ** 0.5)
    assert one.clear().select(**mantel_haenszel(*map(pl.col, "xnym"))).row(0) == (None,) * 4
