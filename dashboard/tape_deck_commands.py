"""The commands about decks on the tape."""

import click

_database = click.option("--database", metavar="URL", help="The database, as for every command.")


@click.command("list")
@_database
@click.option("--player", metavar="NAME", help="Only decks of players whose name has this in it.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000), help="How many decks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")
def list_decks(database: str | None, player: str | None, limit: int, *, as_json: bool) -> None:
    """Lists the decks on the tape: who brought them, their names and versions, and how they did.

    A deck is its contents. What one player calls by one name are versions of it, numbered as they were first played.
    """
    from dashboard.cli import workspace
    from dashboard.printing import print_json, print_table
    from dashboard.tape_decks import decks_on_tape

    with workspace(database) as work:
        found = decks_on_tape(work)
        names = work.called([it for it in found["player"].unique().to_list() if it is not None])
    rows = [row | {"called": names.get(row["player"])} for row in found.to_dicts()]
    if player is not None:
        rows = [row for row in rows if player.casefold() in (row["called"] or "").casefold()]
    rows.sort(key=lambda row: (-row["games"], row["deck"]))
    if as_json:
        print_json({"decks": rows[:limit]})
        return
    if not rows:
        click.echo("No deck on the tape is known card by card; logs tell decks when a game starts")
        return
    columns = ("deck", "name", "version", "player", "games", "won", "drawn", "lost", "win rate", "from", "to")
    print_table(
        columns,
        [
            (
                row["deck"],
                row["name"],
                row["version"],
                row["called"],
                row["games"],
                row["wins"],
                row["draws"],
                row["losses"],
                row["win_rate"],
                row["low"],
                row["high"],
            )
            for row in rows[:limit]
        ],
    )
    if len(rows) > limit:
        click.echo(f"{len(rows) - limit} more; --limit shows them", err=True)


@click.command("show")
@_database
@click.option("--to", "form", default="list", show_default=True, metavar="FORM", help="The form to write it in.")
@click.argument("deck")
def show_deck(database: str | None, form: str, deck: str) -> None:
    """Writes a deck on the tape, by the beginning of its hash, in a form that `gametape decks formats` lists."""
    from dashboard.cli import fail, workspace
    from dashboard.tape_decks import SYSTEM, NoDeckError, contents, deck_called
    from ingest.decks import FORMS, CannotHoldError, write_deck

    if form not in FORMS:
        raise click.UsageError(f"There is no form {form!r}; there are {', '.join(FORMS)}")
    with workspace(database) as work:
        try:
            data = write_deck(contents(work, deck_called(work, deck)), form, work.cards[SYSTEM])
        except (NoDeckError, CannotHoldError) as error:
            fail(str(error))
    click.echo(data, nl=False)


@click.command("name")
@_database
@click.option("--player", metavar="ID", help="The player who calls it so; without, everybody's name for it.")
@click.argument("deck")
@click.argument("name")
def name_command(database: str | None, player: str | None, deck: str, name: str) -> None:
    """Gives a deck on the tape a name. It comes before the one that logs tell; the latest counts."""
    from dashboard.cli import fail, workspace
    from dashboard.tape_decks import NoDeckError, deck_called, name_deck
    from events.base import PlayerId

    if not name.strip():
        raise click.UsageError("The name is empty")
    with workspace(database) as work:
        try:
            found = deck_called(work, deck)
        except NoDeckError as error:
            fail(str(error))
        name_deck(work, found, name.strip(), PlayerId(player) if player else None)
    click.echo(f"{found} is called {name.strip()!r}")
