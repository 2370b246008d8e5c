"""The commands that join and part recordings, settle contradictions, and read files anew."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from dashboard.judging import Author, Broken

Command = TypeVar("Command", bound=Callable[..., Any])

_database = click.option("--database", metavar="URL", help="The database, as for every command.")
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")


def _author(command: Command) -> Command:
    """Who decides, and why: it is kept with the decision."""
    command = click.option("--reason", help="Why; it is kept with the decision.")(command)
    return click.option("--by", metavar="NAME", help="Who decides; it is kept with the decision.")(command)


def _by(name: str | None, reason: str | None) -> "Author":
    from dashboard.judging import Author

    return Author(name, reason)


@click.command()
@_database
@_author
@click.argument("game")
@click.argument("other")
def join(database: str | None, game: str, other: str, by: str | None, reason: str | None) -> None:
    """Joins two games into one: their recordings tell the same game. GAME's id stays, OTHER's leads to it."""
    from dashboard import judging
    from dashboard.cli import workspace

    with workspace(database) as work:
        lead = judging.join(work, game, other, _by(by, reason))
        clashes = len(work.told(lead).united.differing)
        recordings = len(judging.recordings_of(work, lead))
    click.echo(f"{lead} is told by {recordings} recordings now")
    if clashes:
        click.echo(
            f"They contradict each other in {clashes} facts: see `gametape quarantine {lead}`, or undo it with "
            f"`gametape part {other}`",
            err=True,
        )


@click.command()
@_database
@_author
@click.argument("recording")
def part(database: str | None, recording: str, by: str | None, reason: str | None) -> None:
    """Parts a recording from its game: it is a game of its own again, and is not joined again by itself."""
    from dashboard import judging
    from dashboard.cli import workspace

    with workspace(database) as work:
        parted = judging.part(work, recording, _by(by, reason))
    click.echo(f"{parted} is a game of its own now")


@click.command()
@_database
@_author
@click.option("--undo", is_flag=True, help="Let a retracted game count again.")
@click.argument("game")
def retract(database: str | None, game: str, by: str | None, reason: str | None, *, undo: bool) -> None:
    """Lets a game count nowhere any more; its recordings stay."""
    from dashboard import judging
    from dashboard.cli import workspace

    with workspace(database) as work:
        lead = judging.retract(work, game, _by(by, reason), undo=undo)
    click.echo(f"{lead} counts again" if undo else f"{lead} counts nowhere any more; --undo takes that back")


@click.command()
@_database
@_json
@click.argument("game")
def recordings(database: str | None, game: str, *, as_json: bool) -> None:
    """Shows which recordings tell a game, and what was decided of them: why they were joined, when and by whom."""
    from dashboard import judging
    from dashboard.cli import workspace
    from dashboard.printing import print_json, print_table

    with workspace(database) as work:
        found = judging.recordings_of(work, game)
        decisions = judging.history(work, game)
    if as_json:
        listed = [{"id": it.id, "client": it.client, "adapter": it.adapter, "events": it.head} for it in found]
        print_json({"game": found[0].id, "recordings": listed, "decisions": decisions})
        return
    print_table(
        ("recording", "client", "adapter", "events", "came in (UTC)"),
        [
            (it.id, it.client, f"{it.adapter} {it.adapter_version}", it.head, f"{it.created_at:%Y-%m-%d %H:%M}")
            for it in found
        ],
    )
    for decision in decisions:
        click.echo(f"\n{decision.at}  {decision.what}" + (f", by {decision.by}" if decision.by else ""))
        if decision.reason:
            click.echo(f"  {decision.reason}")


@click.command()
@_database
@_json
@click.argument("game", required=False)
def quarantine(database: str | None, game: str | None, *, as_json: bool) -> None:
    """Lists the games that contradict themselves; with GAME, shows each contradiction beside the step that broke."""
    from dashboard import judging
    from dashboard.cli import PROBLEMS, workspace
    from dashboard.printing import print_games, print_json

    with workspace(database) as work:
        if game is None:
            print_games([work.listed_one(it) for it in judging.quarantined(work)], as_json=as_json)
            return
        broken = judging.findings_of(work, game)
    if as_json:
        print_json({"game": game, "findings": broken})
    elif not broken:
        click.echo(f"Nothing in {game} contradicts anything")
    else:
        for one in broken:
            _print_broken(one)
    if any(one.finding.settled is None for one in broken):
        sys.exit(PROBLEMS)


def _print_broken(one: "Broken") -> None:
    finding = one.finding
    click.echo(f"{finding.event:>5}   {one.step}")
    click.echo(f"        {finding.message}\n        {finding.rule}\n        {one.line}")
    if finding.settled is not None:
        click.echo(f"        settled: {finding.settled}" + (f", {one.reason}" if one.reason else ""))


@click.command()
@_database
@_author
@click.option(
    "--take",
    type=click.Choice(["stated", "derived", "unfinished", "edit"]),
    help="What holds: what the event states, what the rules derive (of two recordings: the other one), no result at "
    "all, or another line.",
)
@click.option("--line", help="With --take edit: the event as it should be, as the native format writes it.")
@click.option("--undo", is_flag=True, help="Take a decision back.")
@click.argument("game")
@click.argument("event", type=int)
def settle(
    database: str | None,
    game: str,
    event: int,
    *,
    by: str | None,
    reason: str | None,
    take: str | None,
    line: str | None,
    undo: bool,
) -> None:
    """Decides what a contradiction at an EVENT of a GAME means. The decision is kept with its author and reason."""
    from typing import cast

    from dashboard import judging
    from dashboard.cli import workspace
    from projector.referee import Decision

    if (take is None) is not undo:
        raise click.UsageError("Name what to --take, or --undo")
    if (line is not None) is not (take == "edit"):
        raise click.UsageError("--take edit needs the --line, and no other choice has one")
    with workspace(database) as work:
        if take is None:
            judging.reopen(work, game, event, _by(by, reason))
        else:
            chosen = cast("Decision", "edited" if take == "edit" else take)
            judging.settle(work, game, event, chosen, _by(by, reason), line=line)
        open_findings = sum(it.finding.settled is None for it in judging.findings_of(work, game))
        status = work.listed_one(game).summary.status
    click.echo(f"{game} is {status}" + (f", {open_findings} findings are open" if open_findings else ""))


@click.command()
@_database
@_json
@click.option("--adapter", metavar="NAME", help="Only files that this adapter read.")
@click.option("--source", metavar="ID", help="Only this file.")
def reimport(database: str | None, adapter: str | None, source: str | None, *, as_json: bool) -> None:
    """Reads kept files anew that an older version of their adapter read. Each game's new reading replaces the old one.

    Addresses and decisions follow. Cut off, it goes on where it was when it is run again.
    """
    from dashboard.cli import PROBLEMS, workspace
    from dashboard.printing import print_json
    from events.erasable import SourceId
    from ingest.reimporting import reimport as read_again

    with workspace(database) as work:
        names = {it.name for it in work.adapters}
        if adapter is not None and adapter not in names:
            raise click.UsageError(f"There is no adapter {adapter!r}; there are {', '.join(sorted(names))}")
        found = list(read_again(work.tape, work.adapters, adapter=adapter, source=SourceId(source) if source else None))
    if as_json:
        print_json({"files": found})
    elif not found:
        click.echo("Every file was read by the present version of its adapter")
    else:
        for one in found:
            click.echo(
                f"{one.name or one.source}: {one.replaced} games replaced, {one.added} added, {one.unchanged} unchanged"
            )
            for left in one.left:
                click.echo(f"  {left}")
    if any(one.left for one in found):
        sys.exit(PROBLEMS)


COMMANDS = (join, part, retract, recordings, quarantine, settle, reimport)
