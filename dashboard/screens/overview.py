"""What is on the tape: how many games, the latest ones, and results of each game system at a glance."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl
import streamlit as st

from dashboard.screens.labels import labelled
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.screens.showing import columns_in_words, intervals
from dashboard.workspace import Listed, Workspace, versus
from events.codec import Family
from projector.coverage import rests_on
from projector.filters import Filters
from projector.games import GAMES
from projector.statistics import BY_NAME

_LATEST = 8


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Game tape")
    st.caption("Every action of a game, recorded, played back move by move, and counted.")
    with st.spinner("Folding the games on the tape"):
        games = work.games_table()
    if games.is_empty():
        nothing_yet()
        return
    _counts(games)
    latest, results = st.columns([5, 4], gap="large")
    with latest:
        _latest(work)
    with results:
        _results(work, [system for system in GAMES if system in set(games["system"])])


def _counts(games: pl.DataFrame) -> None:
    finished = games.filter(pl.col("finished"))
    columns = st.columns(5)
    columns[0].metric("Games", f"{games.height:,}", border=True)
    columns[1].metric("Events", f"{games['events'].sum():,}", border=True)
    columns[2].metric("Finished", f"{finished.height:,}", border=True)
    columns[3].metric(
        "Played by house bots",
        f"{games['simulated'].sum():,}",
        border=True,
        help="Simulated games are marked wherever they appear.",
    )
    columns[4].metric(
        "Contradicting",
        f"{(games['status'] == 'quarantined').sum():,}",
        border=True,
        help="Games whose log contradicts the rules or itself: kept, shown with their findings, in no statistic.",
    )


def _latest(work: Workspace) -> None:
    from dashboard.screens import pages

    st.subheader("Latest games")
    for listed in work.listed(_LATEST):
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.page_link(
                pages().replay,
                label=versus([f"**{plain(name)}**" for name in listed.names]),
                icon=":material/play_circle:",
                query_params={"game": listed.id},
            )
            st.markdown(_told(listed), width="stretch")
    st.page_link(pages().games, label="All games", icon=":material/list:")


def _told(listed: Listed) -> str:
    summary = listed.summary
    badges = [f":gray-badge[{(summary.mode or 'game').capitalize()}]"]
    if summary.simulated:
        badges.append(":violet-badge[house bots]")
    if summary.status == "quarantined":
        badges.append(":red-badge[contradicts itself]")
    elif summary.status == "partial":
        badges.append(":orange-badge[partial]")
    if summary.winner is None:
        result = "no result"
    elif summary.winner == 0:
        result = "a tie"
    else:
        result = f"{plain(listed.names[summary.winner - 1])} won"
    score = f" {summary.score}" if summary.score else ""
    return f"{' '.join(badges)} {result}{score}"


def _results(work: Workspace, played: Sequence[Family]) -> None:
    """What the games of each system tell at a glance; there is a tab for each where several are on the tape."""
    places = st.tabs([GAMES[system].title for system in played]) if len(played) > 1 else [st.container()]
    for system, place in zip(played, places, strict=True):
        with place:
            _GLANCES[system](work)


def _of_boba(work: Workspace) -> None:
    tables = Filters().apply(work.tables("boba"))
    st.subheader("First honors by mode")
    modes = BY_NAME["modes"].compute(tables)
    _intervals(work, "boba", modes.filter(pl.col("games") > 0), "mode")
    st.caption(
        "How often the seat with first honors wins the game, a tie counting half. Bars are 95 % intervals (Wilson). "
        + _left_out(modes)
    )
    st.subheader("Battles with honors")
    _intervals(work, "boba", BY_NAME["honors"].compute(tables), "mode")
    st.caption(
        "How often the seat with honors wins the battle. Intervals are clustered by game: seven battles share one."
    )
    margins = BY_NAME["margins"].compute(tables)
    if not margins.is_empty():
        st.subheader("Margins")
        st.dataframe(labelled(work, "boba", margins), hide_index=True, column_config=columns_in_words(margins))


def _of_challengers(work: Workspace) -> None:
    from dashboard.screens import pages

    tables = Filters().apply(work.tables("challengers"))
    st.subheader("Matches won by the starting seat")
    _intervals(work, "challengers", BY_NAME["starters"].compute(tables), "round", "final", "starts_by")
    st.caption("A draw counts half. Bars are 95 % intervals, clustered by tournament; grey rests on few games.")
    st.subheader("The final by trophies")
    _intervals(work, "challengers", BY_NAME["finals"].compute(tables), "record", even=None)
    st.caption(f"How often a seat with so many trophies plays the final. {rests_on(tables).told()}")
    st.page_link(pages().tournaments, label="All of Challengers!", icon=":material/flag:")


_GLANCES: Mapping[Family, Callable[[Workspace], None]] = {"boba": _of_boba, "challengers": _of_challengers}


def _intervals(work: Workspace, system: Family, rates: pl.DataFrame, *named: str, even: float | None = 0.5) -> None:
    if rates.is_empty():
        st.info("No finished game tells it yet.")
        return
    intervals(labelled(work, system, rates), named, even=even)


def _left_out(modes: pl.DataFrame) -> str:
    unfinished, contradicting = modes["unfinished"].sum(), modes["contradicting"].sum()
    games = "1 game" if unfinished == 1 else f"{unfinished:,} games"
    contradict = "1 that contradicts itself" if contradicting == 1 else f"{contradicting:,} that contradict themselves"
    return f"Left out: {games} without a result, {contradict}."
