"""The command that forgets a person."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from events.naming import Mentions


@click.command()
@click.option("--database", metavar="URL", help="The database, as for every command.")
@click.option("--by", metavar="NAME", help="Who decides; it is kept with the decision.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.argument("player")
def forget(database: str | None, player: str, by: str | None, *, yes: bool) -> None:
    """Removes PLAYER's name, address and texts from everything that is stored. It cannot be taken back.

    Games and statistics stay. In kept files a token stands for the person, those where none can are erased; importing
    them again adds nothing and stores no name. Backups and exports that were made before still have it.
    """
    from dashboard import people
    from dashboard.cli import PROBLEMS, workspace
    from dashboard.workspace import VAR
    from events.naming import Mentions
    from ingest.forgetting import forget as forget_person
    from ingest.forgetting import known_names
    from ingest.registering import person

    with workspace(database) as work:
        found = people.player_called(work, player)
        if not yes:
            click.confirm(f"Forget {found} for good?", abort=True)
        names = Mentions(known_names(work.tape, work.identities.members(found)))
        erased = forget_person(work.tape, found, by=person(work.tape, by))
        left = [*erased.left, *map(str, _mentioning(VAR, names))]
    click.echo(
        f"{found} is forgotten: {erased.players} players, {erased.texts} texts, {erased.problems} problems and "
        f"{erased.sources} files erased, {erased.redacted} files redacted"
    )
    for place in left:
        click.echo(f"still there: {place}", err=True)
    if left:
        sys.exit(PROBLEMS)


def _mentioning(folder: Path, names: "Mentions") -> Iterator[Path]:
    """Files in a folder that mention somebody; the tables of facts hold no name."""
    if folder.is_dir():
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix != ".parquet" and names.in_bytes(file.read_bytes()):
                yield file
