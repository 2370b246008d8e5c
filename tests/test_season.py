"""Simulated seasons: games are legal, tables are what folding gives, and what is said to be true of them is.

GAMETAPE_SEASON_GAMES enlarges the games that truth is compared with.
"""

import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest

from events.tape import migrate
from ingest.selfplay.season import (
    BLOCK,
    CLIENT,
    CardEffect,
    Games,
    Rules,
    Season,
    SeasonDeck,
    Teller,
    Truth,
    blocks,
    draw_season,
    player_of,
    season_tables,
    truth_of,
)
from ingest.selfplay.season.parameters import shares
from ingest.selfplay.season.playing import NOT_PLAYED
from projector.boba import GAME
from projector.boba.cards import Catalogue
from projector.facts import FactTables
from tests.expected import ROOT, shipped

COMPARED = int(os.environ.get("GAMETAPE_SEASON_GAMES", "40000"))
# So many standard errors off is no chance.
FAR = 4.5

# What both the fold and a season tell of a game.
SETTLED = {
    "games": "game id client mode format simulated played winner reason finished status first_honors trophies_1 "
    "trophies_2 battles events findings doubts sudden_deaths",
    "seats": "game seat player deck first_honors result heroes_told plays_told",
    "battles": "game battle hero_1 hero_2 printed_1 printed_2 power_1 power_2 weapon_1 weapon_2 winner reason honors "
    "substituted_1 substituted_2 plays_1 plays_2 hot_dogs_1 hot_dogs_2 after_clinch spent_1 spent_2 score_1 score_2 "
    "counted",
}


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    found: Catalogue = shipped()["boba"]
    return found


@pytest.fixture(scope="module")
def season(cards: Catalogue) -> Season:
    return draw_season(7, cards)


@pytest.fixture(scope="module")
def truth(season: Season) -> Truth:
    return truth_of(season)


@pytest.fixture(scope="module")
def tables(season: Season, cards: Catalogue) -> dict[str, pl.DataFrame]:
    return season_tables(season, cards, COMPARED)


def teller(season: Season, cards: Catalogue) -> Teller:
    return Teller(season, cards, [player_of(place) for place in range(len(season.skills))])


def even(cards: Catalogue, **parameters: Any) -> Season:
    """A season in which nothing is worth anything, but for what is said."""
    nothing = {"skill": 0.0, "strength": 0.0, "matchup": 0.0, "in_deck": 0.0, "seen": 0.0, "honors": 0.0}
    return draw_season(1, cards, **(nothing | parameters))


# Games


def test_the_referee_finds_nothing_in_a_season(season: Season, cards: Catalogue) -> None:
    told = list(teller(season, cards).told(Rules(season, cards).play(0, 500)))

    folded = [GAME.fold(cards, events) for events in told]

    assert [state.findings for state in folded if state.findings] == []
    assert {GAME.summary(state).status for state in folded} == {"complete"}
    assert {GAME.summary(state).reason for state in folded} == {"trophies", "tie", "unfinished"}


def test_its_tables_are_what_folding_its_events_gives(season: Season, cards: Catalogue) -> None:
    facts = FactTables(GAME, cards)
    games = 400
    for number, events in enumerate(teller(season, cards).told(Rules(season, cards).play(0, games)), 1):
        facts.add(f"{season.seed}-{number}", events, CLIENT)  # type: ignore[arg-type]

    fast = season_tables(season, cards, games)

    for name, listed in SETTLED.items():
        columns = listed.split()
        folded = facts.tables()[name].collect().sort(columns[:2]).select(columns)
        assert fast[name].sort(columns[:2]).select(columns).cast(dict(folded.schema)).equals(folded), name  # type: ignore[arg-type]


def test_a_game_is_the_same_however_many_are_asked_for(season: Season, cards: Catalogue) -> None:
    few, many = season_tables(season, cards, 100), season_tables(season, cards, BLOCK + 100)

    assert few["games"].equals(many["games"].head(100))
    assert many["games"]["game"].to_list() == list(range(BLOCK + 100))
    assert not few["games"].equals(season_tables(season, cards, 100, replicate=2)["games"])


def test_blocks_hold_all_games_once() -> None:
    assert blocks(2 * BLOCK + 5) == [(0, BLOCK), (1, BLOCK), (2, 5)]
    assert blocks(0) == []


@pytest.mark.parametrize(
    "parameters",
    [{"results_only": 1.0}, {"results_only": 0.0}, {"unfinished": 1.0}, {"drawn": 1.0}, {"players": 2, "decks": 1}],
)
def test_seasons_at_the_edge_of_their_numbers_are_legal(parameters: dict[str, Any], cards: Catalogue) -> None:
    extreme = draw_season(2, cards, **parameters)

    told = list(teller(extreme, cards).told(Rules(extreme, cards).play(0, 60)))

    assert {GAME.summary(GAME.fold(cards, events)).status for events in told} == {"complete"}
    assert season_tables(extreme, cards, 60)["games"].height == 60


def test_the_tables_of_cards_agree_with_those_of_games(tables: dict[str, pl.DataFrame]) -> None:
    told = tables["games"].filter(pl.col("client") == CLIENT, pl.col("events") > 3)
    appeared = tables["appearances"]

    assert appeared.height == told.height * 2 * (7 + 4)
    in_deck = appeared.join(tables["deck_cards"], on=["deck", "card", "kind"])
    assert in_deck.height == appeared.height
    runs = appeared.filter(pl.col("kind") == "play")["run"].sum()
    assert runs == tables["plays"].height == told.select(pl.col("plays_1") + pl.col("plays_2")).sum().item()
    heroes = appeared.filter(pl.col("kind") == "hero")["run"].sum()
    assert heroes == 2 * tables["battles"].height


def test_decks_share_most_cards_and_differ_in_some(season: Season) -> None:
    held = [{*deck.heroes, *deck.plays} for deck in season.decks]

    assert {len(deck.heroes) for deck in season.decks} == {60}
    assert {len(deck.plays) for deck in season.decks} == {30}
    assert all(len(one) == 90 for one in held)
    assert all(72 <= len(one & two) < 90 for one in held for two in held if one is not two)


def test_shares_drift_over_the_weeks(season: Season, tables: dict[str, pl.DataFrame]) -> None:
    first = dt.datetime.combine(season.first_day, dt.time(), dt.UTC)
    weeks = tables["games"].select(week=(pl.col("played") - first).dt.total_days() // 7, deck="deck_1")
    last = season.weeks - 1

    shares = {
        week: weeks.filter(pl.col("week") == week)["deck"].value_counts(normalize=True).sort("deck")["proportion"]
        for week in (0, last)
    }

    assert weeks["week"].min() == 0
    assert weeks["week"].max() == last
    assert (shares[0] - shares[last]).abs().max() > 0.03  # type: ignore[operator]


# Truth


def test_a_season_without_effects_is_even(cards: Catalogue) -> None:
    truth = truth_of(even(cards, spread=0.0))

    rates = [deck.win_rate for deck in truth.decks] + [rate for row in truth.matchups for rate in row]
    assert rates == pytest.approx([0.5] * len(rates), abs=1e-9)
    assert [card.improvement for card in truth.cards] == pytest.approx([0.0] * len(truth.cards), abs=1e-9)
    assert (truth.first_honors, truth.battle_with_honors) == pytest.approx((0.5, 0.5), abs=1e-9)


def test_honors_go_with_winning_even_where_they_are_worth_nothing(cards: Catalogue) -> None:
    """Who won the battle before is likelier to be the better one today, so this share is no effect of honors."""
    truth = truth_of(even(cards, spread=1.0))

    assert truth.first_honors == pytest.approx(0.5)
    assert truth.battle_with_honors > 0.54


def test_honors_that_are_worth_everything_win_all(cards: Catalogue) -> None:
    """With honors worth everything, the seat that has them first wins all battles."""
    truth = truth_of(even(cards, honors=60.0, spread=0.0, drawn=0.0))

    assert (truth.first_honors, truth.battle_with_honors, truth.drawn_games) == pytest.approx((1, 1, 0))


def test_all_battles_drawn_draw_every_game(cards: Catalogue) -> None:
    truth = truth_of(even(cards, drawn=1.0))

    assert (truth.drawn_games, truth.first_honors) == pytest.approx((1.0, 0.5))


def test_the_field_is_even_against_itself(season: Season, truth: Truth) -> None:
    weights = shares(season)[-4:].mean(axis=0)

    assert weights @ np.array([deck.against_field for deck in truth.decks]) == pytest.approx(0.5)


def test_matchups_of_both_sides_add_up_to_one(truth: Truth) -> None:
    matrix = np.array(truth.matchups)

    assert np.abs(matrix + matrix.T - 1).max() < 1e-9


def counted(games: pl.DataFrame) -> pl.DataFrame:
    return games.filter("counted").with_columns(
        score=pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == 1).cast(pl.Float64))
    )


def far_off(found: float, true: float, games: float) -> float:
    """How many standard errors lie between; a game's result has a deviation of at most a half."""
    return float(abs(found - true) / (0.5 / games**0.5))


def test_decks_win_as_often_as_is_said_to_be_true(truth: Truth, tables: dict[str, pl.DataFrame]) -> None:
    seats = tables["seats"].filter("counted")
    found = {
        row["deck"]: row for row in seats.group_by("deck").agg(rate=pl.col("result").mean(), n=pl.len()).to_dicts()
    }

    assert {deck.deck for deck in truth.decks} == found.keys()
    for deck in truth.decks:
        assert far_off(found[deck.deck]["rate"], deck.win_rate, found[deck.deck]["n"]) < FAR
        assert found[deck.deck]["n"] / seats.height == pytest.approx(deck.share, abs=0.01)


def test_matchups_go_as_is_said_to_be_true(truth: Truth, tables: dict[str, pl.DataFrame]) -> None:
    places = {deck.deck: place for place, deck in enumerate(truth.decks)}
    cells = counted(tables["games"]).group_by("deck_1", "deck_2").agg(rate=pl.col("score").mean(), n=pl.len())

    off = [
        far_off(row["rate"], truth.matchups[places[row["deck_1"]]][places[row["deck_2"]]], row["n"])
        for row in cells.to_dicts()
    ]

    assert len(off) == len(truth.decks) ** 2
    assert max(off) < FAR
    assert float(np.mean(np.square(off))) == pytest.approx(1.0, abs=0.6)


def test_honors_are_worth_what_is_said_to_be_true(truth: Truth, tables: dict[str, pl.DataFrame]) -> None:
    games = counted(tables["games"])
    first = pl.when(pl.col("first_honors") == 1).then(pl.col("score")).otherwise(1 - pl.col("score"))
    row = games.select(
        first=first.mean(),
        drawn=(pl.col("winner") == 0).mean(),
        fought=pl.col("honors_fought").sum(),
        won=pl.col("honors_won").sum(),
    ).row(0, named=True)

    assert far_off(row["first"], truth.first_honors, games.height) < FAR
    assert far_off(row["won"] / row["fought"], truth.battle_with_honors, row["fought"]) < FAR
    assert far_off(row["drawn"], truth.drawn_games, games.height) < FAR


def test_cards_improve_results_as_is_said_to_be_true(truth: Truth, tables: dict[str, pl.DataFrame]) -> None:
    told = tables["games"].filter("counted", pl.col("battles") > 0).select("game")
    holders = tables["seats"].join(told, on="game").select("game", "seat", "deck", "result")
    held = holders.join(tables["deck_cards"].select("deck", "card"), on="deck")
    seen = tables["appearances"].select("game", "seat", "card", seen=pl.lit(1))
    rates = (
        held.join(seen, on=["game", "seat", "card"], how="left")
        .group_by("card", pl.col("seen").fill_null(0))
        .agg(rate=pl.col("result").mean(), n=pl.len())
    )
    found = {(row["card"], row["seen"]): row for row in rates.to_dicts()}

    off = []
    for card in truth.cards:
        with_it, without = found[card.card, 1], found[card.card, 0]
        error = 0.5 * (1 / with_it["n"] + 1 / without["n"]) ** 0.5
        off.append(abs(with_it["rate"] - without["rate"] - card.improvement) / error)

    assert max(off) < FAR
    assert max(abs(card.improvement) for card in truth.cards) > 0.05


def test_games_of_one_draw_share_a_mood(cards: Catalogue) -> None:
    """Battles of a game agree more often than those of different games, and the more so the wider the spread."""

    def together(spread: float) -> float:
        games: Games = Rules(even(cards, spread=spread, drawn=0.0, played_on=1.0, unfinished=0.0), cards).play(0)
        won = games.winner == 1
        return float(np.mean([np.corrcoef(won[:, 0], won[:, place])[0, 1] for place in range(1, 7)]))

    assert abs(together(0.0)) < 0.03
    assert together(1.0) > 0.12


def test_a_truth_is_read_back_as_it_was_written(truth: Truth) -> None:
    assert msgspec.json.decode(msgspec.json.encode(truth), type=Truth) == truth


def test_what_cannot_be_a_season_is_refused(cards: Catalogue) -> None:
    with pytest.raises(ValueError, match="A season needs 2 players, a deck and a week, not 1, 8 and 12"):
        draw_season(1, cards, players=1)
    with pytest.raises(ValueError, match="The catalogue has 0 heroes; a season needs 74"):
        draw_season(1, Catalogue())


def test_a_season_of_ones_own_making_is_played_by_its_numbers(season: Season, cards: Catalogue) -> None:
    deck = season.decks[0]
    strong = SeasonDeck("Strong", deck.heroes, deck.plays, strength=30.0, popularity=0.0, drift=0.0)
    weak = SeasonDeck("Weak", season.decks[1].heroes, season.decks[1].plays, strength=0.0, popularity=0.0, drift=0.0)
    own = msgspec.structs.replace(
        season, decks=(strong, weak), matchups=((0.0, 0.0), (0.0, 0.0)), effects=(CardEffect(deck.heroes[0], seen=1.0),)
    )

    games = Rules(own, cards).play(0)

    beaten = (games.decks[:, 0] == 0) & (games.decks[:, 1] == 1) & (games.result() != NOT_PLAYED)
    assert set(games.result()[beaten]) == {1}
    assert truth_of(own).matchups[0][1] == pytest.approx(1.0, abs=1e-4)


# The command


def gametape(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dashboard.cli", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_command_adds_games_and_writes_what_is_true_of_them(tmp_path: Path) -> None:
    tape, place = tmp_path / "tape.db", tmp_path / "truth" / "of-5.json"
    migrate(tape)
    season = ("simulate", "--season", "--seed", "5", "--database", tape, "--truth", place)

    first = gametape(*season, "--games", "300", "--json")
    again = gametape(*season, "--games", "310", "--json")
    listed = json.loads(gametape("games", "--database", tape, "--json").stdout)["games"]

    assert json.loads(first.stdout) == {"seed": 5, "games": 300, "added": 300, "truth": str(place)}
    assert json.loads(again.stdout)["added"] == 10
    truth = msgspec.json.decode(place.read_bytes(), type=Truth)
    assert (truth.season.seed, len(truth.decks)) == (5, 8)
    assert {game["simulated"] for game in listed} == {True}
    assert {game["status"] for game in listed} == {"complete"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--season", "--mode", "rookie"), "A season is of boba, with its own numbers: leave out --mode"),
        (("--season", "--game", "challengers"), "A season is of boba, with its own numbers: leave out --game"),
        (("--truth", "x.json"), "--truth and --results-only go with --season"),
        (("--season", "--seed", "-1"), "The --seed of a season is 0 or more"),
    ],
)
def test_the_command_refuses_what_does_not_go_with_a_season(options: tuple[str, ...], message: str) -> None:
    answer = gametape("simulate", *options)

    assert answer.returncode == 2
    assert message in " ".join(answer.stderr.split())


def test_a_truth_that_cannot_be_written_is_told_before_a_game_is_added(tmp_path: Path) -> None:
    tape = tmp_path / "tape.db"
    migrate(tape)
    (tmp_path / "file").write_text("", encoding="utf-8")

    answer = gametape("simulate", "--season", "--database", tape, "--truth", tmp_path / "file" / "x.json")

    assert answer.returncode == 1
    assert answer.stderr.startswith(f"gametape: The truth cannot be written to {tmp_path / 'file' / 'x.json'}: ")
    assert json.loads(gametape("games", "--database", tape, "--json").stdout) == {"games": []}
