"""What commands print: tables for people, JSON for programs. Progress goes to standard error."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from dashboard.legible import legible
from dashboard.workspace import Listed, versus
from events.sources import Arrival
from events.verify import Verification
from ingest.catalogue import ImportedCards
from ingest.importing import FileReport
from projector.coverage import Coverage
from projector.filters import Filters
from projector.replay import Replay, Viewer
from projector.statistics import Statistic, definitions

# As many problems of a file as people are shown; --json has all.
_SHOWN = 20
# Signs of a cell in a table; --json has all.
_WIDEST = 48


def print_json(value: Any) -> None:
    click.echo(msgspec.json.encode(value).decode())


@contextmanager
def progress_bar(doing: str, unit: str, total: int | None = None) -> Iterator[Callable[[int, int], None]]:
    """A bar with rate and time left on standard error, on a terminal only; call what it gives with (done, of)."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + unit),
        TextColumn("{task.fields[rate]:,.0f} a second"),
        TimeRemainingColumn(),
    )
    begin = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(doing, total=total or 1, rate=0.0)
        yield lambda done, of: progress.update(
            task, completed=done, total=of, rate=done / max(time.monotonic() - begin, 0.001)
        )


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns as wide as their widest cell; numbers to the right."""
    cells = [[_clipped(_cell(value)) for value in row] for row in rows]
    widths = [max([len(name), *(len(row[place]) for row in cells)]) for place, name in enumerate(columns)]
    right = [
        bool(rows) and all(isinstance(row[place], int | float | None) for row in rows) for place in range(len(widths))
    ]

    def line(row: Sequence[str]) -> str:
        padded = (
            text.rjust(width) if numeric else text.ljust(width)
            for text, width, numeric in zip(row, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip()

    click.echo(line(list(columns)))
    click.echo(line(["-" * width for width in widths]))
    for row in cells:
        click.echo(line(row))


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else legible(str(value))


def _clipped(text: str) -> str:
    """A cell of a table. One endless name must not make every row of it as wide."""
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def print_import(reports: Sequence[FileReport], *, as_json: bool) -> None:
    if as_json:
        files = [
            {
                "path": report.path,
                "source": report.source,
                "adapter": report.adapter,
                "added": report.added,
                "games": [msgspec.to_builtins(game) for game in report.games],
                "problems": [msgspec.to_builtins(problem) for problem in report.problems],
            }
            for report in reports
        ]
        print_json({"files": files})
        return
    # Where answers and problems go apart, a problem names its file.
    together = sys.stdout.isatty() and sys.stderr.isatty()
    for report in reports:
        there = len(report.games) - report.added
        added = "1 game added" if report.added == 1 else f"{report.added} games added"
        read = added + (f", {there} {'was' if there == 1 else 'were'} there already" if there else "")
        click.echo(f"{_cell(report.path)}: {read if report.adapter else 'not imported'}")
        for game in report.games:
            if game.joined:
                told = " and ".join(game.joined)
                click.echo(f"  game of line {game.line} is another recording of {told}; `gametape recordings` says why")
            for finding in game.findings[:_SHOWN]:
                click.echo(f"  game of line {game.line}, event {finding.event}: {_cell(finding.message)}")
                click.echo(f"    {finding.rule}")
        file = "  " if together else f"{_cell(report.path)}: "
        for problem in report.problems[:_SHOWN]:
            where = f"line {problem.line}: " if problem.line is not None else ""
            click.echo(f"{file}{where}{_cell(problem.message)}", err=True)
        if len(report.problems) > _SHOWN:
            click.echo(f"{file}and {len(report.problems) - _SHOWN} more problems; --json tells all", err=True)
    if not reports:
        click.echo("There was no file to import", err=True)


def print_arrivals(found: Sequence[Arrival], *, as_json: bool) -> None:
    if as_json:
        print_json({"imports": found})
        return
    if not found:
        click.echo("No file came in yet: `gametape import LOGS...` brings some")
        return
    print_table(
        ("received (UTC)", "file", "read by", "new", "problems", "bytes"),
        [
            (f"{it.received_at:%Y-%m-%d %H:%M}", it.name, it.adapter, it.recordings, it.problems, it.size)
            for it in found
        ],
    )


def print_games(games: Sequence[Listed], *, as_json: bool) -> None:
    if as_json:
        print_json({"games": [_game(listed) for listed in games]})
        return
    if not games:
        click.echo("No games yet: `gametape import LOGS...` brings some, `gametape simulate` lets house bots play")
        return
    rows = []
    for listed in games:
        summary = listed.summary
        rows.append(
            (
                listed.id,
                summary.mode,
                versus(listed.names),
                summary.score,
                _winner(listed),
                summary.status,
                f"{summary.played:%Y-%m-%d %H:%M}" if summary.played else None,
                "bots" if summary.simulated else listed.client,
            )
        )
    print_table(("game", "mode", "players", "score", "result", "status", "played (UTC)", "source"), rows)


def _winner(listed: Listed) -> str | None:
    winner = listed.summary.winner
    if winner is None:
        return listed.summary.reason if listed.summary.reason else "no end"
    return "draw" if winner == 0 else listed.names[winner - 1]


def _game(listed: Listed) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(listed)
    summary = plain.pop("summary")
    return {**plain, **summary}


def print_replay(game: str, replay: Replay, addresses: Sequence[tuple[str, int]], *, as_json: bool) -> None:
    """`addresses`: the recording and event that tell each step, from the table before the first on."""
    if as_json:
        print_json(
            {
                "game": game,
                "viewer": replay.viewer,
                "first": replay.first,
                "steps": [
                    {
                        "number": step.number,
                        "recording": addresses[step.number][0],
                        "event": addresses[step.number][1],
                        "type": step.type,
                        "words": step.words,
                        "answer": step.answer,
                        "findings": step.findings,
                        "state": step.view,
                    }
                    for step in replay.steps
                ],
                "cards": replay.cards,
            }
        )
        return
    united = len({recording for recording, _ in addresses}) > 1
    for step in replay.steps:
        sign = {"legal": " ", "illegal": "!", "unknown": "?"}[step.answer]
        recording, event = addresses[step.number]
        told_by = f"{f'{recording} {event}':<25} " if united else ""
        click.echo(f"{step.number:>5} {sign} {told_by}{_cell(step.words)}")
        for finding in step.findings:
            click.echo(f"        {_cell(finding.message)}")
            click.echo(f"        {finding.rule}")


def print_step(game: str, step: int, view: msgspec.Struct, *, viewer: Viewer, as_json: bool) -> None:
    if as_json:
        print_json({"game": game, "viewer": viewer, "step": step, "state": view})
    else:
        for line in msgspec.json.format(msgspec.json.encode(view), indent=2).decode().split("\n"):
            click.echo(legible(line))


def print_statistics(*, as_json: bool) -> None:
    if as_json:
        print_json({"statistics": definitions()})
        return
    for definition in definitions():
        click.echo(f"{definition.name}: {definition.title}")
        click.echo(f"  {definition.means}")


def print_statistic(
    statistic: Statistic, table: Any, filters: Filters, coverage: Coverage, *, as_json: bool, as_csv: bool
) -> None:
    if as_json:
        print_json(
            {
                "name": statistic.name,
                "title": statistic.title,
                "version": statistic.version,
                "filters": filters.to_query(),
                "rests_on": coverage,
                "rows": table.to_dicts(),
            }
        )
    elif as_csv:
        click.echo(table.write_csv(), nl=False)
    elif table.is_empty():
        click.echo("No game counts here: unfinished and contradicting ones are left out, and filters may leave none")
        click.echo(legible(f"{filters.told()} {coverage.told()}"))
    else:
        click.echo(statistic.title)
        print_table(table.columns, table.rows())
        click.echo(legible(f"{filters.told()} {coverage.told()}"))


def print_verification(verification: Verification, seal: str | None, *, as_json: bool) -> None:
    if as_json:
        print_json({"sound": verification.sound, **msgspec.to_builtins(verification), "seal": seal})
        return
    for finding in verification.findings:
        click.echo(_cell(finding.message))
    if verification.omitted:
        click.echo(f"and {verification.omitted} findings more")
    wrong = len(verification.findings) + verification.omitted
    found = (
        "nothing is wrong" if verification.sound else "1 thing is wrong" if wrong == 1 else f"{wrong} things are wrong"
    )
    click.echo(f"{verification.recordings} recordings, {verification.rows} rows, {verification.seals} seals: {found}")
    if seal is not None:
        click.echo(seal)


def print_cards(imported: ImportedCards, *, as_json: bool) -> None:
    if as_json:
        print_json(imported)
        return
    counts = msgspec.to_builtins(imported.counts)
    click.echo(", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts.items()) + " read")
    for problem in imported.problems[:_SHOWN]:
        click.echo(f"  {_cell(str(problem))}", err=True)
    if len(imported.problems) > _SHOWN:
        click.echo(f"  and {len(imported.problems) - _SHOWN} more problems; --json tells all", err=True)


def print_bench(rows: Sequence[Any], *, as_json: bool) -> None:
    if as_json:
        print_json({"rows": rows})
        return
    print_table(
        ("name", "ours", "bare", "ratio", "unit"),
        [(row.name, row.ours, row.bare, row.ratio, row.unit) for row in rows],
    )
