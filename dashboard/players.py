"""The commands that say who is who."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from dashboard.judging import Author

Command = TypeVar("Command", bound=Callable[..., Any])

_database = click.option("--database", metavar="URL", help="The database, as for every command.")
_by = click.option("--by", metavar="NAME", help="Who says so; it is kept with it.")
_reason = click.option("--reason", help="Why; it is kept with it.")


def _author(by: str | None, reason: str | None = None) -> "Author":
    from dashboard.judging import Author

    return Author(by, reason)


@click.group(invoke_without_command=True)
@click.pass_context
def players(context: click.Context) -> None:
    """Who is who: lists persons; merges, splits and names players.

    PLAYER is an id, the beginning of one, or an exact name. Nothing here changes a game, and each can be taken back.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_players, database=None, pseudonyms=False, as_json=False)


@players.command("list")
@_database
@click.option("--pseudonyms", is_flag=True, help="Call everybody by a pseudonym, and show nothing that people wrote.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")
def list_players(database: str | None, *, pseudonyms: bool, as_json: bool) -> None:
    """Lists persons with what each client calls them, those with most games first."""
    from dashboard.cli import workspace
    from dashboard.people import individuals
    from dashboard.printing import print_json, print_table

    with workspace(database, pseudonyms=pseudonyms) as work:
        found = individuals(work)
    if as_json:
        print_json({"players": found})
        return
    if not found:
        click.echo("There is nobody on the tape yet; `gametape import` reads games from files")
        return
    print_table(
        ("person", "name", "player", "client", "called there", "account", "games", ""),
        [
            (
                one.person if alias is one.aliases[0] else "",
                one.name if alias is one.aliases[0] else "",
                alias.player,
                alias.client,
                alias.name,
                alias.account,
                alias.games,
                ("this is me" if one.me else "forgotten" if one.forgotten else "") if alias is one.aliases[0] else "",
            )
            for one in found
            for alias in one.aliases
        ],
    )


@players.command("merge")
@_database
@_by
@_reason
@click.argument("player")
@click.argument("other")
def merge_players(database: str | None, player: str, other: str, by: str | None, reason: str | None) -> None:
    """Says that OTHER is the same person as PLAYER: they count as one, under PLAYER's id."""
    from dashboard import people
    from dashboard.cli import workspace

    with workspace(database) as work:
        kept, merged = people.player_called(work, player), people.player_called(work, other)
        who = people.merge(work, kept, merged, _author(by, reason))
        members = len(work.identities.members(who))
    click.echo(f"{who} is {members} players now; `gametape players split {kept} {merged}` takes that back")


@players.command("split")
@_database
@_by
@_reason
@click.argument("player")
@click.argument("other")
def split_players(database: str | None, player: str, other: str, by: str | None, reason: str | None) -> None:
    """Says that OTHER is another person than PLAYER after all: the merge between them is taken back."""
    from dashboard import people
    from dashboard.cli import workspace

    with workspace(database) as work:
        kept, split = people.player_called(work, player), people.player_called(work, other)
        people.split(work, kept, split, _author(by, reason))
    click.echo(f"{split} is another person than {kept}")


@players.command("name")
@_database
@_by
@click.argument("player")
@click.argument("name")
def name_player(database: str | None, player: str, name: str, by: str | None) -> None:
    """Calls PLAYER by NAME everywhere; the latest name counts."""
    from dashboard import people
    from dashboard.cli import workspace

    with workspace(database) as work:
        found = people.player_called(work, player)
        people.give_name(work, found, name, _author(by))
    click.echo(f"{found} is called {name.strip()!r}")


@players.command("me")
@_database
@_by
@click.option("--nobody", is_flag=True, help="Nobody on the tape is me.")
@click.argument("player", required=False)
def choose_me(database: str | None, player: str | None, by: str | None, *, nobody: bool) -> None:
    """Says which PLAYER is me, who keeps this tape."""
    from dashboard import people
    from dashboard.cli import workspace

    if (player is None) is not nobody:
        raise click.UsageError("Name the PLAYER who is you, or --nobody")
    with workspace(database) as work:
        found = people.player_called(work, player) if player is not None else None
        people.choose_me(work, found, _author(by))
    click.echo(f"{found} is me" if found is not None else "Nobody on the tape is me")
