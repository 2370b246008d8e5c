"""Contests: events and leagues with their standings, rounds and matches, and the games behind them."""

import polars as pl
import streamlit as st

from dashboard.contests import Contest, NoContestError, contest, contests, game_of, matches, row
from dashboard.legible import legible
from dashboard.screens.shared import follow, plain, workspace
from dashboard.tape_decks import SYSTEM, registered_deck
from dashboard.workspace import Workspace
from projector.contests import TIE_BREAKS
from projector.games import GAMES

_STATUS = {
    "complete": ":green-badge[complete]",
    "partial": ":orange-badge[partial]",
    "quarantined": ":red-badge[contradicts itself]",
}


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Contests")
    wanted = st.query_params.get("contest")
    if wanted:
        try:
            found = contest(work, wanted)
        except NoContestError as error:
            st.warning(plain(str(error)))
        else:
            _one(work, found)
            return
    _list(work)


def _list(work: Workspace) -> None:
    found = contests(work)
    if not found:
        st.info("There is no event or league on the tape yet.")
        st.markdown("Import standings, tournament saves, or a contest in the native format:")
        st.code("gametape import EVENT-FILES", language="bash")
        return
    st.caption("Click a row to see its standings and matches.")
    shown = pl.DataFrame(
        [(legible(one.title), *list(row(one).values())[2:]) for one in found],
        schema=["Contest", "Game", "Format", "Source", "Players", "Rounds", "Matches", "Status"],
        orient="row",
    ).with_columns(
        pl.col("Game").replace({name: game.title for name, game in GAMES.items()}), pl.col("Format").fill_null("")
    )
    chosen = st.dataframe(
        shown, hide_index=True, on_select="rerun", selection_mode="single-cell", key="contests_list", row_height=38
    )
    for number, _ in chosen.selection.cells:
        st.query_params["contest"] = found[number].id
        st.rerun()


def _one(work: Workspace, one: Contest) -> None:
    if st.button("All contests", icon=":material/arrow_back:", type="tertiary"):
        st.query_params.clear()
        st.rerun()
    created = one.state.created
    told = [plain(created.format)] if created is not None and created.format else []
    if created is not None and created.at is not None:
        told.append(f"{created.at:%Y-%m-%d}")
    told.append(f"told by {plain(one.client or 'an unknown client')}")
    st.header(plain(one.title), anchor=False)
    st.markdown(f"{_STATUS[one.status]} {' · '.join(told)}")
    with st.container(horizontal=True):
        for label, number in (
            ("Players", len(one.state.entries)),
            ("Rounds", len(one.state.pairings)),
            ("Matches", len(one.state.matches)),
            ("Games", sum(len(match.games) for match in one.state.matches.values())),
        ):
            st.metric(label, f"{number:,}", border=True, width=150)
    for finding in one.state.findings:
        st.error(f"Event {finding.event}: {plain(finding.message)}  \n:small[{plain(finding.rule)}]")
    standings, rounds = st.columns([1, 1], gap="large")
    with standings:
        _standings(one)
    with rounds:
        _rounds(work, one)


def _standings(one: Contest) -> None:
    st.subheader("Standings", anchor=False)
    published = one.state.standings.get(None)
    if not one.state.matches:
        if published is None:
            st.info("Nothing is told of its matches or standings.")
            return
        rows = [
            (standing.place, " and ".join(legible(one.called(player)) for player in standing.players), standing.points)
            for standing in published
        ]
        st.dataframe(
            pl.DataFrame(rows, schema={"Place": pl.Int64, "Player": pl.String, "Points": pl.Float64}, orient="row"),
            hide_index=True,
        )
        st.caption("As they were published; no match is told that they could be compared with.")
        return
    given = {player: standing.place for standing in published or () for player in standing.players}
    lines = [
        (
            line.place,
            legible(one.called(line.player)),
            f"{line.wins}-{line.draws}-{line.losses}" + (f" +{line.byes}" if line.byes else ""),
            line.points,
            line.opponents,
            line.games,
            given.get(line.player),
        )
        for line in one.standings
    ]
    st.dataframe(
        pl.DataFrame(
            lines,
            schema={
                "Place": pl.Int64,
                "Player": pl.String,
                "W-D-L": pl.String,
                "Points": pl.Int64,
                "Opponents": pl.Float64,
                "Games": pl.Float64,
                "Published": pl.Int64,
            },
            orient="row",
        ),
        hide_index=True,
        column_config={
            "W-D-L": st.column_config.TextColumn(help="Matches won, drawn and lost; +1 is a bye, which counts as won"),
            "Points": st.column_config.NumberColumn(help="3 a match won, 1 a draw"),
            "Opponents": st.column_config.NumberColumn(
                format="percent", help="The mean share of points that the opponents took of their own matches"
            ),
            "Games": st.column_config.NumberColumn(
                format="percent", help="The share of games won, in matches by games, a draw half"
            ),
            "Published": st.column_config.NumberColumn(help="The place in the standings as they were published"),
        },
    )
    st.caption(f"By {', then '.join(TIE_BREAKS)}. Who is equal in all of them shares a place.")


def _rounds(work: Workspace, one: Contest) -> None:
    from dashboard.screens import pages

    st.subheader("Matches", anchor=False)
    if not one.state.matches:
        st.info("No match is told.")
        return
    told = matches(one)
    for number in dict.fromkeys(match["round"] for match in told):
        st.markdown(f"**Round {number}**" if number is not None else "**Outside rounds**")
        for match in (match for match in told if match["round"] == number):
            games = one.state.matches[match["match"]].games
            with st.container(border=True, horizontal=True, vertical_alignment="center"):
                result = f"{match['winner']}" + (f" by {match['by']}" if match["by"] else "")
                length = f", {match['length']}" if match["length"] else ""
                st.markdown(
                    f"{plain(match['between'])}{length}  \n:gray[{plain(match['score'] or '')}] {plain(result)}",
                    width="stretch",
                )
                for game in games:
                    found = game_of(work, game.recording, work.tape.recording(one.id)) if game.recording else None
                    if found is not None:
                        st.page_link(
                            pages().replay,
                            label=f"Game {game.number}",
                            icon=":material/play_circle:",
                            query_params={"game": found.id},
                        )
    _decks(work, one)
    if one.state.byes:
        byes = ", ".join(f"{plain(one.called(player))} (round {round_})" for round_, player in one.state.byes)
        st.caption(f"Byes: {byes}")


def _decks(work: Workspace, one: Contest) -> None:
    """The registered decks that are known card by card, each with its page."""
    from dashboard.screens import pages

    system = one.state.created.game if one.state.created is not None else None
    if system != SYSTEM:
        return
    registered = {
        player: deck
        for player, entry in one.state.entries.items()
        if (deck := registered_deck(entry.registered, work.cards[SYSTEM])) is not None
    }
    if not registered:
        return
    st.markdown("**Registered decks**")
    with st.container(horizontal=True):
        for player, deck in registered.items():
            st.page_link(
                pages().decks,
                label=plain(one.called(player)),
                icon=":material/style:",
                query_params={"tape": deck},
            )
