"""The facts of a season's games straight from its arrays: what folding their events would give, much faster.

Tables have the columns of the facts of Bo Jackson Battle Arena, under dense game numbers from 0; players stand by the
names that `player_of` gives.
"""

import numpy as np
import polars as pl

from ingest.selfplay.season.card_tables import appearances, deck_tables, plays
from ingest.selfplay.season.columns import CLIENT, Frames, Names, Told, framed, known, numbers_of, scored, told_of
from ingest.selfplay.season.parameters import SETUP, Season
from ingest.selfplay.season.playing import Games, Rules, blocks
from projector.boba.cards import Catalogue


def season_tables(season: Season, cards: Catalogue, games: int, *, replicate: int = 1) -> Frames:
    """The tables of so many games. `replicate`: the season is played anew for each number, by the same truth.

    games, seats, battles, appearances, plays, decks and deck_cards, each as one frame.
    """
    rules = Rules(season, cards, replicate)
    names = Names(season, cards)
    parts = [_tables(rules.play(block, count), names) for block, count in blocks(games)]
    found = {name: pl.concat([part[name] for part in parts]) for name in (parts[0] if parts else {})}
    return found | deck_tables(season, names)


def _tables(games: Games, names: Names) -> Frames:
    told = told_of(games, names)
    return {
        "games": _games(games, names, told),
        "seats": _seats(games, names, told),
        "battles": _battles(games, names, told),
        "appearances": appearances(games, names, told),
        "plays": plays(games, names, told),
    }


def _games(games: Games, names: Names, told: Told) -> pl.DataFrame:
    numbers, result, won = numbers_of(games), games.result(), games.trophies()
    finished = ~games.unfinished
    season = names.season
    by_power = told.counts & np.isin(games.winner, (1, 2))
    sign = np.where(games.winner == 1, 1, -1)
    battle_by_battle = ~games.results_only
    fought = np.where(battle_by_battle, games.fought, 0)
    acts = ((games.runner > 0) & told.told).sum(axis=1)
    events = 3 + battle_by_battle * 4 + 2 * fought + acts + told.ran.sum(axis=1)
    reason = np.where(games.unfinished, "unfinished", np.where(result == 0, "tie", "trophies"))
    honors = np.where(games.winner == 0, 0.5, games.winner == games.honors)
    columns: dict[str, pl.Series | pl.Expr] = {
        "game": pl.Series(numbers),
        "id": pl.Series([f"{season.seed}-{number + 1}" for number in numbers.tolist()], dtype=pl.String),
        "client": pl.lit(CLIENT),
        "contest": pl.lit(None, pl.String),
        "mode": pl.lit("playmaker"),
        "format": pl.lit(None, pl.String),
        "simulated": pl.lit(True),  # noqa: FBT003 (a literal)
        "played": _moments(games, names),
        "winner": known(result, finished, pl.UInt8),
        "reason": pl.Series(reason),
        "finished": pl.Series(finished),
        "status": pl.lit("complete"),
        "counted": pl.Series(finished),
        "player_1": names.players.gather(games.players[:, 0]),
        "player_2": names.players.gather(games.players[:, 1]),
        "deck_1": names.decks.gather(games.decks[:, 0]),
        "deck_2": names.decks.gather(games.decks[:, 1]),
        "first_honors": pl.Series(games.starts).cast(pl.UInt8),
        "trophies_1": pl.Series(won[:, 0]).cast(pl.UInt8),
        "trophies_2": pl.Series(won[:, 1]).cast(pl.UInt8),
        "battles": known(fought, fought > 0, pl.UInt8),
        "events": pl.Series(events).cast(pl.UInt32),
        "findings": pl.lit(0, pl.UInt32),
        "doubts": pl.lit(0, pl.UInt32),
        "low_power": pl.lit(False),  # noqa: FBT003 (a literal)
        "sudden_deaths": known(np.zeros_like(fought), fought > 0, pl.UInt8),
        "honors_fought": pl.Series(told.counts.sum(axis=1)).cast(pl.Float32),
        "honors_won": pl.Series((honors * told.counts).sum(axis=1)).cast(pl.Float32),
        "margin_sum": pl.Series(((games.powers[:, 0] - games.powers[:, 1]) * sign * by_power).sum(axis=1)),
        "margin_fought": pl.Series(by_power.sum(axis=1)),
        "drawn_battles": pl.Series((told.counts & (games.winner == 0)).sum(axis=1)),
    }
    for seat in (1, 2):
        columns[f"dogs_spent_{seat}"] = known(
            told.spent[np.arange(len(numbers)), seat - 1, np.maximum(games.fought - 1, 0)] * (games.fought > 0),
            battle_by_battle,
            pl.UInt16,
        )
        columns[f"plays_{seat}"] = pl.Series((told.ran & (games.runner == seat)).sum(axis=1)).cast(pl.UInt16)
    return framed(columns)


def _moments(games: Games, names: Names) -> pl.Series:
    begins = int(names.begins.timestamp())
    milliseconds = pl.Series((games.second + begins) * 1000)
    return milliseconds.cast(pl.Datetime("ms")).dt.replace_time_zone("UTC")


def _seats(games: Games, names: Names, told: Told) -> pl.DataFrame:
    result = games.result()
    last = (np.arange(len(result)), np.maximum(games.fought - 1, 0))
    parts = []
    for seat, other in ((1, 2), (2, 1)):
        left = SETUP.hot_dogs - told.spent[last[0], seat - 1, last[1]] * (games.fought > 0)
        parts.append(
            framed(
                {
                    "game": pl.Series(numbers_of(games)),
                    "seat": pl.lit(seat, pl.UInt8),
                    "player": names.players.gather(games.players[:, seat - 1]),
                    "deck": names.decks.gather(games.decks[:, seat - 1]),
                    "first_honors": pl.Series(games.starts == seat),
                    "result": pl.Series(scored(result, seat)).fill_nan(None),
                    "opponent": names.players.gather(games.players[:, other - 1]),
                    "opponent_deck": names.decks.gather(games.decks[:, other - 1]),
                    "dogs_left": known(left, ~games.results_only, pl.Int32),
                    "counted": pl.Series(~games.unfinished),
                    "heroes_told": pl.Series(~games.results_only),
                    "plays_told": pl.Series(~games.results_only),
                }
            )
        )
    return pl.concat(parts).sort("game", "seat")


def _battles(games: Games, names: Names, told: Told) -> pl.DataFrame:
    rows, battles = np.nonzero(told.told)
    hero = names.hero(games)
    winner, after = games.winner[rows, battles], told.told & ~told.counts
    columns: dict[str, pl.Series | pl.Expr] = {
        "game": pl.Series(numbers_of(games)[rows]),
        "battle": pl.Series(battles + 1).cast(pl.UInt8),
        "winner": pl.Series(winner).cast(pl.UInt8),
        "reason": pl.lit("power"),
        "honors": pl.Series(games.honors[rows, battles]).cast(pl.UInt8),
        "after_clinch": pl.Series(after[rows, battles]),
        "counted": pl.Series(~games.unfinished[rows]),
    }
    for seat in (1, 2):
        of_seat = games.runner[rows, battles] == seat
        spent = told.spent[rows, seat - 1, battles]
        columns |= {
            f"hero_{seat}": names.heroes.gather(hero[rows, seat - 1, battles]),
            f"printed_{seat}": pl.Series(games.printed[rows, seat - 1, battles]).cast(pl.Int32),
            f"power_{seat}": pl.Series(games.powers[rows, seat - 1, battles]).cast(pl.Int32),
            f"weapon_{seat}": names.weapons.gather(hero[rows, seat - 1, battles]),
            f"substituted_{seat}": pl.lit(False),  # noqa: FBT003 (a literal)
            f"plays_{seat}": pl.Series(told.ran[rows, battles] & of_seat).cast(pl.UInt16),
            f"hot_dogs_{seat}": pl.Series(SETUP.hot_dogs - spent).cast(pl.Int32),
            f"spent_{seat}": pl.Series(spent).cast(pl.Int32),
            f"score_{seat}": pl.Series(told.score[rows, seat - 1, battles]).cast(pl.UInt8),
        }
    return framed(columns)
