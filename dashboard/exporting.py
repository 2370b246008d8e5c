"""Writes tapes and games to files, and makes tapes from such files."""

import sys
from pathlib import Path

import click

from dashboard.cli import fail
from dashboard.workspace import Workspace
from events.backup import export, restore
from events.base import PlayerId
from events.references import references
from events.tape import shown
from ingest.adapter import Person
from ingest.native import Client, write


def export_tape(work: Workspace, file: Path) -> None:
    """The whole tape, rows and all; an existing file is not touched."""
    try:
        with file.open("xb") as target:
            rows = export(work.tape, target)
    except FileExistsError:
        fail(f"{file} is there already; name a new file")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
    click.echo(f"{rows} rows in {file}", err=True)


def restore_tape(file: Path, database: str) -> None:
    with file.open("rb") as source:
        rows = restore(source, database)
    click.echo(f"{rows} rows restored to {shown(database)}", err=True)


def export_game(work: Workspace, game: str, file: Path | None) -> None:
    """One game in the native format, with the names and texts that are not erased, or with pseudonyms alone."""
    recording = work.recording(game)
    events = work.events(game)
    found = [references(event) for event in events]
    players = dict.fromkeys(player for seated, _ in found for player in seated)
    texts = work.words(dict.fromkeys(text for _, words in found for text in words))
    names = work.called(players)
    people: dict[PlayerId, Person] = {
        player: Person(name=names.get(player), account=player if work.pseudonyms is None else None)
        for player in players
    }
    lines = write(
        recording.family,
        events,
        people=people,
        texts=texts,
        client=Client(recording.client or "Gametape"),
        client_game=recording.client_game if work.pseudonyms is None else None,
    )
    if file is None:
        sys.stdout.buffer.writelines(lines)
        return
    try:
        with file.open("xb") as target:
            target.writelines(lines)
    except FileExistsError:
        fail(f"{file} is there already; name a new file")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
