"""What is on the tape: how many games, the latest ones, and results of each game system at a glance."""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from dashboard.screens.glances import GLANCES
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.workspace import Listed, Workspace, versus
from events.codec import Family
from projector.games import GAMES

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
            GLANCES[system](work)
