"""The commands. Each imports what it uses when it runs, so that none waits for what it does not need."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from dashboard.bga import bga
from dashboard.contest_command import contests
from dashboard.decks import decks
from dashboard.forgetting import forget
from dashboard.joining import COMMANDS as JOINING
from dashboard.players import players
from dashboard.stats import stats
from dashboard.table_commands import rebuild, tables
from dashboard.tape_deck_commands import list_decks, name_command, show_deck

if TYPE_CHECKING:
    from dashboard.workspace import Workspace
    from events.codec import Family

Command = TypeVar("Command", bound=Callable[..., Any])
# What the commands answer: all good, the input had problems (each told), used wrongly.
GOOD, PROBLEMS, MISUSED = 0, 1, 2
# The game systems and their modes; a test holds them to `GAMES`, which commands do not load for their help.
GAME_NAMES = ("boba", "challengers")
MODE_NAMES = ("rookie", "substitution", "playmaker", "tournament", "duel")


class Group(click.Group):
    """Lists commands in the order of a first use, and answers foreseen faults with a message instead of a trace."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click calls it so)
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        from dashboard.workspace import NoGameError
        from events.tape import TapeError
        from projector.tables.errors import TablesError

        try:
            return super().invoke(ctx)
        except (TapeError, TablesError, NoGameError) as error:
            fail(str(error))
        except BrokenPipeError:
            # The reader of our output has seen enough.
            sys.stderr.close()
            sys.exit(GOOD)


def fail(message: str) -> NoReturn:
    """Say what is wrong and leave with exit code 1."""
    click.echo(f"gametape: {message}", err=True)
    sys.exit(PROBLEMS)


def database_option(command: Command) -> Command:
    """Every command takes the database, behind its own name as well as before."""
    return click.option(
        "--database",
        metavar="URL",
        help="The database: a path, sqlite:///PATH or postgresql://USER@HOST/NAME. Default: $GAMETAPE_DATABASE, else "
        "var/gametape.db.",
    )(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")(command)


def system_option(command: Command) -> Command:
    return click.option(
        "--game",
        "system",
        type=click.Choice(GAME_NAMES),
        default=GAME_NAMES[0],
        show_default=True,
        help="The game system.",
    )(command)


def port_option(command: Command) -> Command:
    return click.option(
        "--port",
        default=8501,
        show_default=True,
        type=click.IntRange(1, 65535),
        help="Where the dashboard listens.",
    )(command)


def host_option(command: Command) -> Command:
    return click.option("--host", default="127.0.0.1", show_default=True, help="The address it listens on.")(command)


def database_of(given: str | None) -> str:
    """The database of this call: the command's option, the group's, the environment's, the default."""
    from dashboard.workspace import default_database

    outer = click.get_current_context().find_root().params.get("database")
    return given or outer or default_database()


def pseudonyms_option(command: Command) -> Command:
    return click.option(
        "--pseudonyms", is_flag=True, help="Call everybody by a pseudonym, and show nothing that people wrote."
    )(command)


def workspace(given: str | None, *, pseudonyms: bool = False) -> "Workspace":
    from dashboard.names import pseudonym_key
    from dashboard.workspace import VAR, Workspace

    return Workspace(database_of(given), pseudonyms=pseudonym_key(VAR) if pseudonyms else None)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@database_option
@click.version_option(package_name="gametape")
def main(database: str | None) -> None:
    """Records every action of a card game, replays it move by move, and turns it into statistics.

    \b
    A first look:      gametape demo
    Your own logs:     gametape migrate && gametape import LOGS... && gametape serve
    One game:          gametape games, then gametape replay GAME
    Is all in order:   gametape verify
    """
    del database  # read from the context by `database_of`


@main.command()
@database_option
@port_option
@host_option
@click.option(
    "--games",
    default=60,
    show_default=True,
    type=click.IntRange(0),
    help="Simulated games of each mode beside the sample logs.",
)
@click.option("--serve/--no-serve", default=True, help="Open the dashboard at the end.")
def demo(database: str | None, port: int, host: str, games: int, *, serve: bool) -> None:
    """Shows Gametape at work: sample logs and house-bot games on a tape, and the dashboard on it."""
    from dashboard.demo import prepare
    from dashboard.workspace import default_database

    url = database or click.get_current_context().find_root().params.get("database") or default_database()
    showcase = prepare(url, games)
    if serve:
        _serve(url, host, port, page=f"replay?game={showcase}")


@main.command()
@database_option
def migrate(database: str | None) -> None:
    """Creates the database, or brings an older one up to date. Nothing is lost."""
    from events.tape import migrate as migrate_tape
    from events.tape import shown

    url = database_of(database)
    applied = migrate_tape(url)
    click.echo(f"{shown(url)}: {'applied ' + ', '.join(applied) if applied else 'up to date'}")


@main.command("import")
@database_option
@json_option
@click.option(
    "--mapping",
    "mappings",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A mapping, kept for the next files: of scoresheet columns, as `gametape columns` prints it, or of archives.",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def import_(database: str | None, paths: tuple[Path, ...], mappings: tuple[Path, ...], *, as_json: bool) -> None:
    """Brings logs onto the tape: files (plain, gzip, zip) of any size, and whole folders.

    A line that cannot be read costs that line and is told with its number. The same file twice adds nothing.
    Of a folder hidden files are left out, and links in it are told, not followed.
    Exit code 1 if anything could not be read.
    """
    from dashboard.columns import keep_mappings
    from dashboard.printing import print_import
    from ingest.importing import import_files

    keep_mappings(mappings)
    with workspace(database) as work, _progress("Importing", "bytes") as progress:
        reports = list(import_files(work.tape, list(paths), work.cards, adapters=work.adapters, progress=progress))
    print_import(reports, as_json=as_json)
    if any(report.problems for report in reports):
        sys.exit(PROBLEMS)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def columns(file: Path) -> None:
    """Prints how the columns of a scoresheet (CSV, XLSX) are read, as a mapping to edit.

    \b
    gametape columns sheet.csv > sheet.toml      then edit sheet.toml
    gametape import --mapping sheet.toml sheet.csv
    """
    from dashboard.columns import mapping_of

    click.echo(mapping_of(file), nl=False)


@main.command()
@database_option
@json_option
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 100_000), help="How many files.")
def imports(database: str | None, limit: int, *, as_json: bool) -> None:
    """Lists the files that came in, newest first, with what was read of each."""
    from dashboard.printing import print_arrivals
    from events.sources import arrivals

    with workspace(database) as work:
        print_arrivals(arrivals(work.tape, limit), as_json=as_json)


@main.command()
@database_option
@json_option
@pseudonyms_option
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 100_000), help="How many games.")
@click.option("--after", metavar="GAME", help="Begin behind this game, to page.")
@click.option("--game", "system", type=click.Choice(GAME_NAMES), help="Only games of this system.")
def games(
    database: str | None, limit: int, after: str | None, system: "Family | None", *, pseudonyms: bool, as_json: bool
) -> None:
    """Lists the games on the tape, newest first."""
    from dashboard.printing import print_games

    with workspace(database, pseudonyms=pseudonyms) as work:
        print_games(work.listed(limit, after, system), as_json=as_json)


@main.command()
@database_option
@json_option
@pseudonyms_option
@click.argument("game")
@click.option("--step", type=int, help="Only the table after this step; 0 is before the first.")
@click.option(
    "--event",
    type=int,
    help="The same by an event of the recording GAME: what the address of the page Replay calls step.",
)
@click.option(
    "--as",
    "viewer",
    metavar="SEAT|all|public",
    default="all",
    show_default=True,
    help="Who looks: a seat (by its number) sees its own hidden cards only.",
)
def replay(
    database: str | None,
    game: str,
    step: int | None,
    event: int | None,
    viewer: str,
    *,
    pseudonyms: bool,
    as_json: bool,
) -> None:
    """Plays a game back: every step in words, with what the referee says to it.

    Of a game that several recordings tell, each step also names the recording and the event that tell it.
    """
    from dashboard.printing import print_replay, print_step
    from projector.replay import viewer_named

    try:
        seen = viewer_named(viewer)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if step is not None and event is not None:
        raise click.UsageError("--step and --event name the same thing; give one of them")
    with workspace(database, pseudonyms=pseudonyms) as work:
        if event is not None:
            step = work.step_of(game, event)
        if step is None:
            print_replay(game, work.replay(game, seen), work.addresses(game), as_json=as_json)
        else:
            print_step(game, step, work.view_at(game, step, seen), viewer=seen, as_json=as_json)


@main.command()
@database_option
@json_option
@click.option("--seal", is_flag=True, help="Then seal the tape and print the seal; keep that line elsewhere.")
@click.option("--kept", multiple=True, metavar="SEAL", help="A seal kept elsewhere, to check the tape against.")
def verify(database: str | None, kept: tuple[str, ...], *, seal: bool, as_json: bool) -> None:
    """Checks that nothing on the tape was altered, removed or reordered.

    The chain of hashes shows every changed, missing or reordered row of a recording. Against a seal kept elsewhere it
    also shows deleted games and swapped positions, even if somebody rewrote the whole database consistently.
    """
    from dashboard.printing import print_verification
    from events.seals import seal as seal_tape
    from events.verify import verify as verify_tape

    with workspace(database) as work, _progress("Verifying", "rows") as progress:
        verification = verify_tape(work.tape, kept, progress)
        line = seal_tape(work.tape) if seal and verification.sound else None
    print_verification(verification, line, as_json=as_json)
    if not verification.sound:
        sys.exit(PROBLEMS)


@main.command()
@database_option
@click.option("--after", metavar="BOOKMARK", default="0", help="Begin behind this bookmark. Default: at the start.")
@click.option("--once", is_flag=True, help="End at the end of the tape instead of waiting for more.")
@click.option(
    "--poll", default=1.0, show_default=True, type=click.FloatRange(0.01, 3600), help="Seconds between two looks."
)
@click.option(
    "--json",
    "form",
    type=click.Choice(["lines"]),
    is_flag=False,
    flag_value="lines",
    default="lines",
    show_default=True,
    help="What is printed: JSON Lines, the same in every version.",
)
def follow(database: str | None, after: str, poll: float, form: str, *, once: bool) -> None:
    """Prints every event as it comes onto the tape, for other programs.

    A line is an event with its recording, number and family, or the bookmark that was reached: a program that keeps the
    last bookmark goes on from there with --after, and gets every event once. Ctrl+C ends it.
    """
    del form  # there is only one
    from dashboard.following import follow as follow_tape
    from events.bookmarks import Bookmark

    with workspace(database) as work:
        follow_tape(work.tape, Bookmark(after), once=once, poll=poll)


@main.command()
@database_option
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--game", help="Only this game, in the native format, to standard output or FILE.")
@pseudonyms_option
def export(database: str | None, file: Path | None, game: str | None, *, pseudonyms: bool) -> None:
    """Writes the whole tape to FILE as JSON Lines, from which `gametape restore` makes an identical one."""
    from dashboard.exporting import export_game, export_tape

    if game is None and file is None:
        raise click.UsageError("Name the FILE to write, or a --game")
    if pseudonyms and game is None:
        raise click.UsageError(
            "A whole tape is written row by row as it is, names and files too, so that its hashes hold; "
            "--pseudonyms goes with --game"
        )
    with workspace(database, pseudonyms=pseudonyms) as work:
        if game is not None:
            export_game(work, game, file)
        elif file is not None:
            export_tape(work, file)


@main.command()
@database_option
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(database: str | None, file: Path) -> None:
    """Makes a tape from a file that `gametape export` wrote: the same rows, hashes and seals, in an empty database."""
    from dashboard.exporting import restore_tape

    restore_tape(file, database_of(database))


@main.command()
def schema() -> None:
    """Prints the JSON Schema of the native format, for authors of other clients."""
    import json

    from ingest.native import schema as native_schema

    click.echo(json.dumps(native_schema(), indent=2))


@main.command()
@database_option
@json_option
@system_option
@click.option(
    "--mode", type=click.Choice(MODE_NAMES), help="Mode of the game, where it has several. Default: the fullest."
)
@click.option("--players", type=int, help="How many play, where a game is for different numbers of players.")
@click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--effects",
    metavar="FILE",
    help="What cards do in the simulation, where a game has effect packs (docs/effects.md); none: they do nothing.",
)
@click.option(
    "--season",
    is_flag=True,
    help="A season of statistical games with known truth instead of bots: some told battle by battle, some by results.",
)
@click.option(
    "--truth",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where a season's true parameters and values are written. Default: var/seasons/SEED.json.",
)
@click.option(
    "--results-only",
    "results_only",
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    help="Share of a season's games that are told by their result alone. Default: 0.5.",
)
def simulate(
    database: str | None,
    system: "Family",
    *,
    season: bool,
    truth: Path | None,
    results_only: float | None,
    mode: str | None,
    players: int | None,
    count: int,
    seed: int,
    effects: str | None,
    as_json: bool,
) -> None:
    """Lets house bots play and puts their games on the tape, marked as simulated."""
    import json

    if season:
        chosen = {"--mode": mode, "--players": players, "--effects": effects, "--game": system != GAME_NAMES[0]}
        if extra := [option for option, given in chosen.items() if given]:
            raise click.UsageError(
                f"A season is of {GAME_NAMES[0]}, with its own numbers: leave out {', '.join(extra)}"
            )
        _simulate_season(database, count, seed, truth, 0.5 if results_only is None else results_only, as_json=as_json)
        return
    if truth is not None or results_only is not None:
        raise click.UsageError("--truth and --results-only go with --season")
    from dashboard.demo import simulate_onto
    from ingest.selfplay import HOUSES, Wish, WishError

    try:
        wish = HOUSES[system].settled(Wish(count, seed, mode, players, effects))
        with workspace(database) as work, _progress("Playing", "games", total=count) as progress:
            added = simulate_onto(work, system, wish, progress=progress)
    except WishError as error:
        raise click.UsageError(f"The house cannot play that game of {system}. {error}") from error
    if as_json:
        told = {"game": system, "mode": wish.mode, "players": wish.players, "seed": seed}
        click.echo(json.dumps({**told, "games": count, "added": added}))
    else:
        what = wish.mode or f"{system} ({wish.players} player{'' if wish.players == 1 else 's'})"
        click.echo(f"{added} of {count} simulated {what} games added, {count - added} were there already")


def _simulate_season(
    database: str | None, count: int, seed: int, truth: Path | None, results_only: float, *, as_json: bool
) -> None:
    import json

    from dashboard.seasons import TruthError, season_onto

    if seed < 0:
        raise click.UsageError("The --seed of a season is 0 or more")
    try:
        with workspace(database) as work, _progress("Playing", "games", total=count) as progress:
            place, added = season_onto(work, count, seed, truth, results_only=results_only, progress=progress)
    except TruthError as error:
        fail(str(error))
    if as_json:
        click.echo(json.dumps({"seed": seed, "games": count, "added": added, "truth": str(place)}))
    else:
        click.echo(f"{added} of {count} games of season {seed} added, {count - added} were there already")
        click.echo(f"What is true of them: {place}")


@main.group()
def cards() -> None:
    """Catalogues of cards."""


@cards.command("import")
@json_option
@system_option
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def cards_import(system: "Family", files: tuple[Path, ...], *, as_json: bool) -> None:
    """Reads full catalogues (CSV; docs/rules.md says of which columns) and keeps their facts in var/cards.

    Cards of games that were recorded before show their names from then on.
    """
    from dashboard.printing import print_cards
    from dashboard.workspace import VAR
    from ingest.catalogues import IMPORTERS

    imported = IMPORTERS[system](list(files), VAR / "cards" / system)
    print_cards(imported, as_json=as_json)
    if imported.problems:
        sys.exit(PROBLEMS)


@main.command()
@database_option
@port_option
@host_option
def serve(database: str | None, port: int, host: str) -> None:
    """Opens the dashboard and the API at http://HOST:PORT."""
    url = database_of(database)
    workspace(url).close()
    _serve(url, host, port)


def _serve(url: str, host: str, port: int, page: str = "") -> None:
    from dashboard.server import PortTakenError, run

    if not host:
        raise click.UsageError("--host is empty: name the address to listen on (0.0.0.0: every one of this machine)")
    try:
        run(url, host, port, page=page)
    except PortTakenError as error:
        fail(str(error))


@main.command()
@json_option
@click.option(
    "--games", "count", default=2000, show_default=True, type=click.IntRange(64), help="Games to measure with."
)
@click.option(
    "--rounds", default=5, show_default=True, type=click.IntRange(1), help="Interleaved rounds; medians count."
)
@click.option(
    "--tables",
    "tabled",
    default=50_000,
    show_default=True,
    type=click.IntRange(1000, 10_000_000),
    help="Games in the tables that a refresh and statistics are measured with, generated from a few.",
)
def bench(count: int, rounds: int, tabled: int, *, as_json: bool) -> None:
    """Measures speed as ratios to the same work done bare in the same run, in a database of its own."""
    from dashboard.bench import measure
    from dashboard.printing import print_bench

    print_bench(measure(count, rounds, tabled), as_json=as_json)


for _command in JOINING:
    main.add_command(_command)
main.add_command(decks)
for _command in (list_decks, show_deck, name_command):
    decks.add_command(_command)
main.add_command(rebuild)
main.add_command(tables)
main.add_command(bga)
main.add_command(contests)
main.add_command(players)
main.add_command(forget)
main.add_command(stats)


def _progress(doing: str, unit: str, total: int | None = None) -> Any:
    from dashboard.printing import progress_bar

    return progress_bar(doing, unit, total)


if __name__ == "__main__":
    main()
