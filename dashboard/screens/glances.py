"""What each game system shows of itself on the overview."""

from collections.abc import Callable, Mapping

import polars as pl
import streamlit as st

from dashboard.screens.labels import labelled
from dashboard.screens.showing import columns_in_words, intervals
from dashboard.workspace import Workspace
from events.codec import Family
from projector.coverage import rests_on
from projector.filters import Filters
from projector.statistics import BY_NAME


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


# By game system; each draws what its tables tell.
GLANCES: Mapping[Family, Callable[[Workspace], None]] = {"boba": _of_boba, "challengers": _of_challengers}
