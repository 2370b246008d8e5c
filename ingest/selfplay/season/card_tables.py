"""The tables of cards: which a seat was seen to have, which plays it ran, and what stands in each deck."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from ingest.selfplay.season.columns import Array, Frames, Names, Told, framed, numbers_of, scored
from ingest.selfplay.season.parameters import Season
from ingest.selfplay.season.playing import BATTLES, HAND, Games


def appearances(games: Games, names: Names, told: Told) -> pl.DataFrame:
    """A row for each hero of a lineup and each play of an opening hand, of games told battle by battle."""
    kept = np.nonzero(~games.results_only)[0]
    fights = (np.arange(BATTLES) < games.fought[kept, None])[:, None, :].repeat(2, axis=1)
    runs = np.zeros((len(kept), 2, HAND), dtype=bool)
    rows, battles = np.nonzero(told.ran[kept])
    runs[rows, games.runner[kept][rows, battles] - 1, games.run[kept][rows, battles]] = True
    heroes = _appeared(games, names, kept, ("hero", names.heroes, names.hero(games)[kept]), fights)
    plays = _appeared(games, names, kept, ("play", names.plays, names.hand(games)[kept]), runs)
    return pl.concat([heroes, plays]).sort("game", "seat", "card")


def _appeared(games: Games, names: Names, kept: Array, shown: tuple[str, pl.Series, Array], run: Array) -> pl.DataFrame:
    kind, called, cards = shown
    rows, seats, _ = np.indices(cards.shape).reshape(3, -1)
    result = games.result()[kept]
    both = np.stack([scored(result, 1), scored(result, 2)], axis=1)
    one, none = pl.lit(1, pl.UInt8), pl.lit(0, pl.UInt8)
    return framed(
        {
            "game": pl.Series(numbers_of(games)[kept][rows]),
            "seat": pl.Series(seats + 1).cast(pl.UInt8),
            "card": called.gather(cards.reshape(-1)),
            "kind": pl.lit(kind),
            "deck": names.decks.gather(games.decks[kept][rows, seats]),
            "copies_in_deck": one,
            "lineup": one,
            "drawn": none,
            "substituted": none,
            "run": pl.Series(run.reshape(-1)).cast(pl.UInt8),
            "result": pl.Series(both[rows, seats]).fill_nan(None),
            "counted": pl.Series(~games.unfinished[kept][rows]),
        }
    )


def plays(games: Games, names: Names, told: Told) -> pl.DataFrame:
    """A row for each play that was run. Margins are the runner's power minus the other's, in that battle."""
    rows, battles = np.nonzero(told.ran)
    seat = games.runner[rows, battles] - 1
    before = games.printed[rows, seat, battles] - games.printed[rows, 1 - seat, battles]
    after = before + games.amount[rows, battles]
    winner, result = games.winner[rows, battles], games.result()[rows]
    fought = np.where(winner == 0, 0.5, (winner == seat + 1) * 1.0)
    ended = np.where(seat == 0, scored(result, 1), scored(result, 2))
    return framed(
        {
            "game": pl.Series(numbers_of(games)[rows]),
            "battle": pl.Series(battles + 1).cast(pl.UInt8),
            "seat": pl.Series(seat + 1).cast(pl.UInt8),
            "card": names.plays.gather(names.hand(games)[rows, seat, games.run[rows, battles]]),
            "dogs_paid": pl.Series(told.cost[rows, battles]).cast(pl.Int32),
            "hand_left": pl.Series(HAND - 1 - games.run[rows, battles]).cast(pl.UInt8),
            "margin_before": pl.Series(before).cast(pl.Int32),
            "margin_after": pl.Series(after).cast(pl.Int32),
            "leader_before": _leader(before, seat),
            "leader_after": _leader(after, seat),
            "turned": pl.Series((before <= 0) & (after > 0)),
            "acted": pl.lit(None, pl.Boolean),
            "battle_result": pl.Series(fought),
            "result": pl.Series(ended).fill_nan(None),
            "counted": pl.Series(~games.unfinished[rows]),
        }
    )


def _leader(margin: Array, seat: Array) -> pl.Series:
    """The seat that is ahead, 0 for none."""
    return pl.Series(np.where(margin == 0, 0, np.where(margin > 0, seat + 1, 2 - seat))).cast(pl.UInt8)


def deck_tables(season: Season, names: Names) -> Frames:
    """The decks of a season, and the cards of each."""
    rows: list[tuple[str, str, str, int]] = []
    sizes: list[tuple[str, int, int, int, int]] = []
    for deck, called in zip(season.decks, names.decks.to_list(), strict=True):
        piles: Sequence[tuple[str, Sequence[str]]] = (("hero", deck.heroes), ("play", deck.plays))
        rows.extend((called, card, kind, 1) for kind, pile in piles for card in pile)
        sizes.append((called, len(deck.heroes), len(deck.plays), 0, len({*deck.heroes, *deck.plays})))
    counts = {"heroes": pl.UInt16, "plays": pl.UInt16, "hot_dogs": pl.UInt16, "distinct": pl.UInt16}
    return {
        "decks": pl.DataFrame(sizes, schema={"deck": pl.String, **counts}, orient="row").sort("deck"),
        "deck_cards": pl.DataFrame(
            rows, schema={"deck": pl.String, "card": pl.String, "kind": pl.String, "copies": pl.UInt8}, orient="row"
        ).sort("deck", "card"),
    }
