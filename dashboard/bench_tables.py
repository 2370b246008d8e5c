"""Measures the tables: a refresh, and statistics, on generated ones of any size."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
import polars as pl

from dashboard.bench import Row, in_turns
from dashboard.table_parts import Part, Source, fold_part, joins_at
from dashboard.workspace import USUAL, Workspace
from events.bookmarks import START
from projector.facts import GAME, GAMES_TABLE, Tables, columns_of
from projector.filters import Filters
from projector.game import Game
from projector.games import GAMES
from projector.statistics import STATISTICS, Statistic
from projector.tables import Change, Mark, Piece, Snapshot, TableStore, with_counts, write_piece

# Games that a refresh adds.
REFRESHED = 1000
SYSTEM = USUAL
_MARK = Mark("bench", "0")


def measure_tables(work: Workspace, folder: Path, games: int, rounds: int) -> list[Row]:
    """A refresh of tables with so many games, generated from those on a tape, and the slowest statistic over them."""
    generated = Generated(folder / "tables", folded(work))
    generated.fill(games)
    return [_refresh(generated, folder / "bare", games, rounds), _statistics(generated, games, rounds)]


def _refresh(generated: "Generated", folder: Path, games: int, rounds: int) -> Row:
    """Ours takes the facts of new games, as folds leave them, into the tables; bare writes the same frames to files."""

    def ours(_: int) -> float:
        piece = generated.piece(REFRESHED)
        return seconds(lambda: generated.refresh(piece))

    def bare(turn: int) -> float:
        piece = generated.piece(REFRESHED)
        place = folder / str(turn)
        return seconds(lambda: write_piece(place, piece))

    # Every eighth refresh merges.
    refreshed, written = in_turns(8 * rounds, ours, bare)
    click.echo(f"refresh: median {_ms(refreshed)} ms, slowest {max(refreshed) * 1000:.0f} ms", err=True)
    return _row("refresh", refreshed, written, f"ms, {REFRESHED:,} new games to {games:,}")


def _statistics(generated: "Generated", games: int, rounds: int) -> Row:
    """Ours computes a statistic with the usual filters; bare reads the columns that it needs. The slowest is told."""
    current = generated.store.current()
    tables = {} if current is None else current.tables(SYSTEM)
    usual = Filters()
    rows = []
    for statistic in STATISTICS[SYSTEM].values():

        def compute(tables: Tables, statistic: Statistic = statistic) -> pl.DataFrame:
            return statistic.compute(usual.apply(tables))

        columns = read_by(compute, generated.game)

        def ours(_: int, compute: Callable[[Tables], pl.DataFrame] = compute) -> float:
            return seconds(lambda: compute(tables))

        def bare(_: int, columns: Mapping[str, Sequence[str]] = columns) -> float:
            return seconds(lambda: scan(tables, columns))

        rows.append(_row("stats", *in_turns(rounds, ours, bare), statistic.name))
        click.echo(f"{statistic.name}: {rows[-1].ours} ms, {rows[-1].ratio} of a bare scan", err=True)
    slowest = max(rows, key=lambda row: row.ours)
    median = statistics.median(row.ours for row in rows)
    ratios = [row.ratio for row in rows]
    spread = f"median {median:.1f} ms; ratio: median {statistics.median(ratios):.3f}, worst {min(ratios):.3f}"
    return msgspec.structs.replace(
        slowest, unit=f"ms, {slowest.unit} of {games:,} games, the slowest of {len(rows)} ({spread})"
    )


def _row(name: str, ours: list[float], bare: list[float], unit: str) -> Row:
    return Row(name, _ms(ours), _ms(bare), round(statistics.median(bare) / statistics.median(ours), 3), unit)


def _ms(took: list[float]) -> float:
    return round(statistics.median(took) * 1000, 1)


def folded(work: Workspace) -> Piece:
    """The facts of all games on a tape in one piece."""
    end = work.tape.bookmark()
    source = Source(work.tape, work.cards, joins_at(work.tape, end), end)
    return fold_part(source, Part(end, (START, end))).pieces[SYSTEM]


class Generated:
    """Tables of many games, made of the facts of a few again and again under other ids."""

    def __init__(self, folder: Path, piece: Piece) -> None:
        self.game: Game[Any] = GAMES[SYSTEM]
        self.store = TableStore(folder, {SYSTEM: self.game})
        self.frames = piece.frames
        self.few = piece.games
        self._made = 0

    def fill(self, games: int) -> Snapshot:
        """At least so many games, as a rebuild leaves them."""
        pieces = []
        made = 0
        while made < games:
            pieces.append(self.piece(self.few))
            made += self.few
        return self.store.publish({SYSTEM: Change(pieces)}, _MARK, {SYSTEM: ""}, None)

    def piece(self, games: int) -> Piece:
        """The facts of some more games."""
        told = pl.col(GAME) < games if games < self.few else pl.lit(value=True)
        frames = {
            name: frame if name in (*self.game.keyed, *self.game.counts) else frame.filter(told)
            for name, frame in self.frames.items()
            if games == self.few or name not in self.game.counts
        }
        self._made += 1
        again = pl.format("{}-{}", "id", pl.lit(self._made))
        frames[GAMES_TABLE] = frames[GAMES_TABLE].with_columns(id=again)
        return with_counts(self.game, Piece(games, frames))

    def refresh(self, piece: Piece) -> Snapshot:
        base = self.store.current()
        return self.store.publish({SYSTEM: Change([piece])}, _MARK, {SYSTEM: ""}, base)


def read_by(compute: Callable[[Tables], pl.DataFrame], game: Game[Any]) -> dict[str, list[str]]:
    """The columns of each table that a statistic cannot do without."""
    empty = {name: pl.LazyFrame(schema=columns_of(game, name)) for name in (*game.tables, *game.counts)}
    found: dict[str, list[str]] = {}
    for name, table in empty.items():
        for column in columns_of(game, name):
            try:
                compute({**empty, name: table.drop(column)})
            except pl.exceptions.PolarsError:
                found.setdefault(name, []).append(column)
    return found


def scan(tables: Tables, columns: Mapping[str, Sequence[str]]) -> None:
    """Read these columns and do nothing with them."""
    pl.collect_all([tables[name].select(told) for name, told in columns.items()])


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
