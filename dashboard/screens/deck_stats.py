"""Decks: how each does, and one of them against the field: its matchups, its cards, its versions, its games."""

import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.labels import decks_called
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.screens.showing import computed, narrowed, shown
from projector.statistics import STATISTICS

_ONE = "one"


def page() -> None:
    from dashboard.screens import pages

    work = workspace()
    follow(work)
    st.title("Decks")
    if work.games_table().is_empty():
        nothing_yet()
        return
    filtered = filters_bar(work, systems=[name for name, its in STATISTICS.items() if "decks" in its])
    decks = computed(filtered, STATISTICS[filtered.system]["decks"])["deck"].to_list()
    called = decks_called(work, decks)
    told = st.query_params.get(_ONE)
    st.session_state["one-deck"] = told if told in called else None
    st.selectbox(
        "One deck",
        decks,
        index=None,
        format_func=lambda it: called.get(it, it),
        placeholder="All decks",
        key="one-deck",
        on_change=_choose,
    )
    if told is None:
        shown(filtered, "decks")
        return
    if told not in called:
        st.info("No game that matches was played with that deck. Take a filter away, or choose another.")
        return
    st.header(plain(called[told]), anchor=False)
    with st.container(horizontal=True):
        st.page_link(pages().decks, label="Its cards", icon=":material/style:", query_params={"tape": told})
        st.page_link(pages().deck_stats, label="All decks", icon=":material/arrow_back:")
    _one(narrowed(filtered, work, deck=told), told)


def _choose() -> None:
    chosen = st.session_state["one-deck"]
    if chosen is None:
        st.query_params.pop(_ONE, None)
    else:
        st.query_params[_ONE] = chosen


def _one(filtered: Filtered, deck: str) -> None:
    from dashboard.tape_decks import decks_on_tape

    shown(filtered, "decks")
    shown(filtered, "matchups")
    shown(filtered, "first_honors")
    versions = decks_on_tape(workspace()).filter(pl.col("deck") == deck)
    if not versions.is_empty():
        st.subheader("Who played it, and as what", anchor=False)
        names = workspace().called([it for it in versions["player"].to_list() if it is not None])
        st.dataframe(
            versions.with_columns(
                player=pl.col("player").replace_strict(
                    {str(it): name for it, name in names.items()}, default=None, return_dtype=pl.String
                )
            ).drop("deck"),
            hide_index=True,
            column_config={
                column: st.column_config.NumberColumn(column.replace("_", " ").capitalize(), format="percent")
                for column in ("win_rate", "low", "high")
            },
        )
    shown(filtered, "shares", pictured=False)
