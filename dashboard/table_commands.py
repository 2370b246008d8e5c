"""The commands of the tables: build them again, list them with what they mean, and write them to files."""

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

if TYPE_CHECKING:
    from dashboard.workspace import Workspace
    from projector.game import Game
    from projector.tables import Snapshot

# Seconds to wait for a cluster to answer.
_CLUSTER_PATIENCE = 10


def common_options(command: Any) -> Any:
    """What both commands take."""
    for option in (
        click.option(
            "--through",
            metavar="BOOKMARK",
            help="As known at this bookmark of the tape: tables of their own, beside the current ones.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version."),
        click.option("--database", metavar="URL", help="The database, as for every command."),
    ):
        command = option(command)
    return command


@click.command()
@common_options
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes that fold.")
@click.option("--cluster", metavar="URL", help="Fold on a Dask cluster, such as tcp://HOST:8786.")
def rebuild(database: str | None, through: str | None, workers: int, cluster: str | None, *, as_json: bool) -> None:
    """Builds the tables again from the tape. The old ones serve until the new ones are there.

    Tables are brought up to date by whatever asks for them, and built again when they have to be; this does it now,
    with several processes or machines. Those of a cluster need the same Gametape, the database by the same address
    and the folder of the tables by the same path.
    """
    if cluster is not None and workers != 1:
        raise click.UsageError("Name --workers or --cluster, not both")
    from dashboard.printing import print_json, progress_bar

    with (
        _workspace(database, through) as work,
        _executor(workers, cluster) as executor,
        progress_bar("Rebuilding", "rows") as progress,
    ):
        begin = time.perf_counter()
        snapshot, events = work.facts.rebuild(executor, progress)
        took = time.perf_counter() - begin
    games = {name: sum(it.games for it in told.segments) for name, told in snapshot.manifest.systems.items()}
    size = sum(sum(sizes) for told in snapshot.manifest.systems.values() for sizes in told.bytes.values())
    told = {
        "folder": str(work.facts.store.current_folder),
        "games": games,
        "events": events,
        "seconds": round(took, 3),
        "events_per_second": round(events / took),
        "bytes": size,
    }
    if as_json:
        print_json(told)
        return
    counted = ", ".join(f"{count:,} of {name}" for name, count in games.items())
    click.echo(f"Games: {counted}; {events:,} events in {took:,.1f} s, {events / took:,.0f} a second")
    click.echo(f"{size:,} bytes in {told['folder']}")


@click.command()
@common_options
@click.option("--parquet", type=click.Path(path_type=Path, dir_okay=False), help="Write TABLE to a Parquet file.")
@click.option("--csv", type=click.Path(path_type=Path, dir_okay=False), help="Write TABLE to a CSV file.")
@click.option("--arrow", type=click.Path(path_type=Path, dir_okay=False), help="Write TABLE to an Arrow file.")
@click.argument("table", required=False)
def tables(  # noqa: PLR0917 (click passes by name)
    database: str | None,
    through: str | None,
    parquet: Path | None,
    csv: Path | None,
    arrow: Path | None,
    table: str | None,
    *,
    as_json: bool,
) -> None:
    """Lists the tables with their size, version and place; with TABLE, as it stands in that list, its columns.

    Other programs read them where they lie: docs/tables.md shows how with DuckDB, pandas and polars.
    """
    files = {kind: path for kind, path in (("parquet", parquet), ("csv", csv), ("arrow", arrow)) if path is not None}
    if files and table is None:
        raise click.UsageError(f"Name the table to write; there are {', '.join(_names())}")
    if table is not None and table not in _names():
        raise click.UsageError(f"There is no table {table!r}; there are {', '.join(_names())}")
    with _workspace(database, through) as work:
        snapshot = work.refreshed()
        if table is None:
            _list(work, snapshot, as_json=as_json)
        elif files:
            for kind, path in files.items():
                _write(snapshot, table, kind, path)
        else:
            _describe(snapshot, table, as_json=as_json)


def _names() -> list[str]:
    from projector.games import GAMES

    return [f"{name}.{table}" for name, game in GAMES.items() for table in (*game.tables, *game.counts)]


def _system_of(name: str) -> tuple["Game[Any]", str]:
    from projector.games import GAMES

    system, _, table = name.partition(".")
    return next(game for game in GAMES.values() if game.name == system), table


def _workspace(database: str | None, through: str | None) -> "Workspace":
    from dashboard.cli import database_of
    from dashboard.workspace import Workspace
    from events.bookmarks import Bookmark

    return Workspace(database_of(database), through=Bookmark(through) if through is not None else None)


@contextmanager
def _executor(workers: int, cluster: str | None) -> Iterator[Executor | None]:
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
    elif workers == 1:
        yield None
    else:
        # Not fork: a copy of a process in which others' threads run may hang.
        context = multiprocessing.get_context("forkserver")
        # There is a worker for each core: threads of polars beside them would only be in their way.
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
        with _unseen_script(), ProcessPoolExecutor(workers, mp_context=context) as executor:
            yield executor


@contextmanager
def _unseen_script() -> Iterator[None]:
    """Workers need nothing of the script that was started, and one that is not written for it would start in each."""
    script = sys.modules["__main__"]
    path = script.__dict__.pop("__file__", None)
    try:
        yield
    finally:
        if path is not None:
            script.__file__ = path


@contextmanager
def _cluster(url: str) -> Iterator[Executor]:
    from dashboard.cli import fail

    try:
        from distributed import Client
    except ImportError:
        fail("--cluster needs Dask: install gametape[cluster] here and on the cluster")
    try:
        client = Client(url, timeout=_CLUSTER_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        fail(f"There is no Dask cluster at {url}: {error}")
    with client:
        # Not pure: a task that was done before is done again, not answered from memory.
        yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]


def _list(work: "Workspace", snapshot: "Snapshot", *, as_json: bool) -> None:
    from dashboard.printing import print_json, print_table
    from projector.games import GAMES
    from projector.meanings import columns_with_meanings, meaning_of_table

    rows = []
    for system, told in snapshot.manifest.systems.items():
        for table, version in told.versions.items():
            rows.append(
                {
                    "table": f"{system}.{table}",
                    "rows": sum(told.rows[table]),
                    "bytes": sum(told.bytes[table]),
                    "files": len(told.bytes[table]),
                    "version": version,
                    "means": meaning_of_table(GAMES[system], table),
                    "columns": [msgspec.to_builtins(it) for it in columns_with_meanings(GAMES[system], table)],
                }
            )
    folder = work.facts.store.current_folder
    if as_json:
        print_json({"folder": str(folder), "bookmark": snapshot.manifest.mark.bookmark, "tables": rows})
        return
    shown = ("table", "rows", "bytes", "files", "version", "means")
    print_table(shown, [[row[name] for name in shown] for row in rows])
    click.echo(f"\nFiles: {folder}/SYSTEM/TABLE/*.parquet, as of bookmark {snapshot.manifest.mark.bookmark}")


def _describe(snapshot: "Snapshot", name: str, *, as_json: bool) -> None:
    from dashboard.printing import print_json
    from projector.meanings import columns_with_meanings, meaning_of_table

    game, table = _system_of(name)
    told = snapshot.manifest.systems[game.name]
    columns = columns_with_meanings(game, table)
    if as_json:
        print_json(
            {
                "table": name,
                "means": meaning_of_table(game, table),
                "rows": sum(told.rows[table]),
                "version": told.versions[table],
                "columns": [msgspec.to_builtins(it) for it in columns],
            }
        )
        return
    click.echo(f"{name}: {meaning_of_table(game, table)}")
    click.echo(f"{sum(told.rows[table]):,} rows, version {told.versions[table]}")
    widest = max(len(it.name) for it in columns)
    for it in columns:
        click.echo(f"  {it.name:{widest}}  {it.kind}: {it.meaning}")


def _write(snapshot: "Snapshot", name: str, kind: str, path: Path) -> None:
    from dashboard.cli import fail

    game, table = _system_of(name)
    frame = snapshot.tables(game.name)[table]
    try:
        if kind == "parquet":
            frame.sink_parquet(path)
        elif kind == "csv":
            frame.sink_csv(path)
        else:
            frame.sink_ipc(path)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror or error}")
    click.echo(f"{sum(snapshot.manifest.systems[game.name].rows[table]):,} rows in {path}", err=True)
