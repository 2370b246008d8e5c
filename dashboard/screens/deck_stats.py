"""Decks: how each does, and one of them against the field: its matchups, its cards, its versions, its games."""

import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.labels import decks_called, decks_of, labelled, players_called
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.screens.showing import columns_in_words, computed, narrowed, rows, shown
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
    _one(narrowed(filtered, work, deck=told), filtered, told)


def _choose() -> None:
    chosen = st.session_state["one-deck"]
    if chosen is None:
        st.query_params.pop(_ONE, None)
    else:
        st.query_params[_ONE] = chosen


def _one(filtered: Filtered, field: Filtered, deck: str) -> None:
    """`field`: the same without the deck as a filter."""
    shown(filtered, "decks")
    shown(filtered, "matchups")
    shown(filtered, "first_honors")
    versions = decks_of(workspace()).filter(pl.col("deck") == deck)
    if not versions.is_empty():
        st.subheader("Who played it, and as what", anchor=False)
        called = players_called(workspace(), versions["player"].drop_nulls().unique().to_list())
        words = versions.drop("deck").with_columns(
            pl.col("player").replace_strict(called, default=None, return_dtype=pl.String),
            pl.col("name").fill_null(""),
        )
        st.dataframe(words, hide_index=True, column_config=columns_in_words(words))
    _weeks(field, deck)


def _weeks(field: Filtered, deck: str) -> None:
    """The share of the deck in each week, of all decks that were played then."""
    statistic = STATISTICS[field.system]["shares"]
    table = computed(field, statistic).filter(pl.col("deck") == deck)
    st.subheader(statistic.title, anchor=statistic.name)
    rows(field, statistic, table, labelled(workspace(), field.system, table))
