"""The command that shows contests."""

import sys

import click


@click.command("contests")
@click.option("--database", metavar="URL", help="The database, as for every command.")
@click.option("--pseudonyms", is_flag=True, help="Call everybody by a pseudonym, and show nothing that people wrote.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")
@click.argument("wanted", metavar="[CONTEST]", required=False)
def contests(database: str | None, wanted: str | None, *, pseudonyms: bool, as_json: bool) -> None:
    """Lists contests; with CONTEST, shows its standings, its matches and what contradicts its rules."""
    from dashboard import contests as them
    from dashboard.cli import PROBLEMS, fail, workspace
    from dashboard.printing import print_json, print_table

    with workspace(database, pseudonyms=pseudonyms) as work:
        if wanted is None:
            found = them.contests(work)
            if as_json:
                print_json({"contests": [them.row(one) for one in found]})
            elif not found:
                click.echo("There are no contests on the tape; `gametape import` reads events and leagues from files")
            else:
                columns = ("contest", "name", "players", "rounds", "matches", "status")
                print_table(columns, [[them.row(one)[name] for name in columns] for one in found])
            return
        try:
            one = them.contest(work, wanted)
        except them.NoContestError as error:
            fail(str(error))
    if as_json:
        print_json(
            them.row(one) | {"standings": one.standings, "matches": them.matches(one), "findings": one.state.findings}
        )
        return
    click.echo(f"{one.title}: {len(one.state.entries)} players, {len(one.state.matches)} matches, {one.status}\n")
    print_table(
        ("place", "player", "won", "drawn", "lost", "byes", "points", "opponents", "games"),
        [
            (
                line.place,
                one.called(line.player),
                line.wins,
                line.draws,
                line.losses,
                line.byes,
                line.points,
                line.opponents,
                line.games,
            )
            for line in one.standings
        ],
    )
    click.echo()
    print_table(
        ("match", "round", "between", "length", "score", "winner", "by"),
        [list(match.values()) for match in them.matches(one)],
    )
    for finding in one.state.findings:
        click.echo(f"\nEvent {finding.event}: {finding.message}\n  {finding.rule}")
    if one.state.findings:
        sys.exit(PROBLEMS)
