"""Fills a tape with something worth looking at: the sample logs, and games of house bots."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import click

from dashboard.workspace import ROOT, SAMPLES, Workspace
from events.base import Event, PlayerId
from events.codec import Family
from events.tape import migrate, shown
from ingest.adapter import Adapter, Person, Told
from ingest.appending import append_told
from ingest.importing import import_files
from ingest.selfplay import HOUSES, Wish

# House bots tell their games as a client would; this is that client.
SELFPLAY = Adapter(
    name="selfplay",
    title="Gametape house bots",
    version=1,
    recognise=lambda _start, _name: False,
    read=lambda _document: iter(()),
)
_TOGETHER = 64


# The sample that shows the most: every rule of a game, and sudden death at its end.
_SHOWCASE = "kitchen-table.jsonl"


def prepare(database: str, games: int) -> str:
    """Migrate, import the sample logs and simulate so many games of each mode; says what it did.

    The answer is the id of a game worth looking at first.
    """
    showcase = ""
    applied = migrate(database)
    click.echo(f"Database {shown(database)}: {'created' if applied else 'there already'}")
    logs = sorted(path for path in SAMPLES.rglob("*") if path.is_file() and path.suffix != ".expected")
    with Workspace(database) as work:
        problems = 0
        for report in import_files(work.tape, logs, work.cards, adapters=work.adapters):
            problems += len(report.problems)
            if report.adapter is None:
                continue
            path = Path(report.path)
            told = "1 recording" if len(report.games) == 1 else f"{len(report.games)} recordings"
            unread = {0: "", 1: ", 1 problem"}.get(len(report.problems), f", {len(report.problems)} problems")
            click.echo(f"  {path.parent.name}/{path.name}: {told}, {report.added} new{unread}")
            if Path(report.path).name == _SHOWCASE:
                showcase = report.games[0].recording
        for system, house in HOUSES.items():
            for series in house.demonstrations:
                if not games:
                    continue
                count = max(1, round(games * series.share))
                added = simulate_onto(work, system, Wish(count, 1, mode=series.mode, players=series.players))
                what = series.mode or f"{system}, {series.players} player{'' if series.players == 1 else 's'}"
                click.echo(f"  house bots, {what}: {count} game{'' if count == 1 else 's'}, {added} new")
    if problems:
        click.echo("Some samples are broken on purpose: the Imports page and `gametape import` tell every problem.")
    return showcase


def simulate_onto(
    work: Workspace, system: Family, wish: Wish, *, progress: Callable[[int, int], None] | None = None
) -> int:
    """Let house bots play and append their games, several a transaction; how many were new. Raises WishError."""
    played = _told(work, system, wish)
    added = done = 0
    while together := list(islice(played, _TOGETHER)):
        added += sum(recorded.added for recorded in append_told(work.tape, together, SELFPLAY))
        done += len(together)
        if progress is not None:
            progress(done, wish.games)
    return added


def simulated(work: Workspace, system: Family, wish: Wish) -> Iterator[list[Event]]:
    """The events of games between house bots. Raises WishError."""
    house = HOUSES[system]
    return house.deal(house.settled(wish), ROOT / "data" / system, work.cards[system])


def _told(work: Workspace, system: Family, wish: Wish) -> Iterator[Told]:
    house = HOUSES[system]
    settled = house.settled(wish)
    series = settled.mode or f"{system}-{settled.players}"
    for number, events in enumerate(simulated(work, system, wish), 1):
        bots: set[PlayerId] = {seat.player for seat in getattr(events[0], "seats", ()) if seat.player is not None}
        yield Told(
            family=system,
            events=events,
            people={bot: Person(name=house.called(bot), account=bot) for bot in sorted(bots)},
            client=SELFPLAY.title,
            client_game=f"{series}/{wish.seed}/{number}",
            line=1,
        )
