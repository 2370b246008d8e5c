"""The command of statistics, with every filter as an option."""

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

if TYPE_CHECKING:
    import polars as pl

    from dashboard.workspace import Workspace
    from projector.filters import Filters

# Options that are parameters of an address, by the same names.
_FILTERS = (
    ("--mode", "MODE", "Only games of this mode."),
    ("--format", "FORMAT", "Only games of this format."),
    ("--contest", "CONTEST", "Only games of this contest, by its id."),
    ("--since", "DATE", "Only games from this day on (UTC), such as 2026-01-31."),
    ("--until", "DATE", "Only games up to this day."),
    ("--source", "CLIENT", "Only games that this client told."),
    ("--left-out", "SET", "Only tournaments that left this set in the box."),
    ("--deck", "DECK", "Only seats with this deck, by its hash or how that begins."),
    ("--card", "CARD", "Only seats that had this card, or whose deck is known to hold it."),
    ("--player", "PLAYER", "Only seats of this player, by id."),
    ("--seat", "SEAT", "Only this seat, by its number."),
    ("--honors", "ROLE", "Only seats that began with honors (first), or without (second)."),
)


def _filter_options(command: Callable[..., None]) -> Callable[..., None]:
    for name, metavar, words in reversed(_FILTERS):
        command = click.option(name, metavar=metavar, help=words)(command)
    return command


@click.command()
@click.option("--database", metavar="URL", help="The database, as for every command.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")
@click.option("--pseudonyms", is_flag=True, help="Call everybody by a pseudonym, and show nothing that people wrote.")
@click.argument("name", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--parquet", type=click.Path(path_type=Path, dir_okay=False), help="Write a Parquet file.")
@_filter_options
@click.option("--days", type=click.IntRange(0, 36500), metavar="N", help="Only games of the last N days.")
@click.option("--simulated/--real", default=None, help="Only simulated games, or only others. Default: all.")
@click.option("--finished/--unfinished", default=None, help="Only games that were played to an end, or only others.")
@click.option("--post-clinch", is_flag=True, help="Battles after the clinch count too.")
def stats(
    database: str | None,
    name: str | None,
    parquet: Path | None,
    *,
    pseudonyms: bool,
    as_json: bool,
    as_csv: bool,
    **given: str | int | bool | None,
) -> None:
    """Computes a statistic over the games on the tape; without NAME, lists them with what they mean.

    All filters must match; those of seats (deck, card, player, seat, honors) the same one.
    """
    from dashboard.cli import fail, workspace
    from dashboard.printing import print_statistic, print_statistics
    from dashboard.tape_decks import NoDeckError, deck_called
    from projector.coverage import rests_on
    from projector.statistics import BY_NAME

    if sum((as_json, as_csv, parquet is not None)) > 1:
        raise click.UsageError("Choose one of --json, --csv and --parquet")
    if name is None:
        print_statistics(as_json=as_json)
        return
    if name not in BY_NAME:
        raise click.UsageError(f"There is no statistic {name!r}; there are {', '.join(BY_NAME)}")
    statistic = BY_NAME[name]
    filters = _filters(given)
    with workspace(database, pseudonyms=pseudonyms) as work:
        try:
            if filters.deck is not None:
                filters = replace(filters, deck=deck_called(work, filters.deck))
            tables = filters.apply(work.tables(statistic.game), _contest_games(work, filters))
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except NoDeckError as error:
            fail(str(error))
        table = _called(work, statistic.compute(tables))
        coverage = rests_on(tables)
    if parquet is not None:
        try:
            table.write_parquet(parquet)
        except OSError as error:
            fail(f"{parquet} cannot be written: {error.strerror or error}")
        click.echo(f"{table.height} rows in {parquet}", err=True)
        return
    print_statistic(statistic, table, filters, coverage, as_json=as_json, as_csv=as_csv)


def _filters(given: Mapping[str, str | int | bool | None]) -> "Filters":
    """The filters of these options. Raises UsageError."""
    from projector.filters import Filters, first_of_last

    query = {name: value for name, value in given.items() if isinstance(value, str)}
    query |= {name: "yes" if value else "no" for name, value in given.items() if isinstance(value, bool)}
    days = given["days"]
    if days is not None:
        if "since" in query:
            raise click.UsageError("Choose one of --days and --since")
        query["since"] = first_of_last(int(days), dt.datetime.now(dt.UTC).date()).isoformat()
    try:
        return Filters.from_query(query)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _contest_games(work: "Workspace", filters: "Filters") -> "pl.LazyFrame | None":
    from dashboard.cli import fail
    from dashboard.contests import NoContestError, games_in

    if filters.contest is None:
        return None
    try:
        return games_in(work, filters.contest)
    except NoContestError as error:
        fail(str(error))


def _called(work: "Workspace", table: "pl.DataFrame") -> "pl.DataFrame":
    """The table with the names of players and decks beside them."""
    from dashboard.tape_decks import called

    kinds: dict[str, tuple[str, Callable[[list[Any]], dict[Any, str]]]] = {
        "player": ("name", work.called),
        "deck": ("deck_name", lambda decks: called(work, decks)),
        "opponent": ("opponent_name", lambda decks: called(work, decks)),
    }
    for column, (name, names_of) in kinds.items():
        if column in table.columns:
            known = names_of(table[column].unique().to_list())
            named = table[column].replace_strict(known, default=None, return_dtype=table.schema[column]).alias(name)
            table = table.insert_column(table.columns.index(column) + 1, named)
    return table
