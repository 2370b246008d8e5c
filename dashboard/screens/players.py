"""Players: how each does, and one of them: my decks, my opponents, my games against the field."""

import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.labels import players_called
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.screens.showing import columns_in_words, computed, narrowed, shown
from projector.statistics import STATISTICS
from projector.statistics.rates import rates, seats

_ONE = "one"


def page() -> None:
    from dashboard.screens import pages

    work = workspace()
    follow(work)
    st.title("Players")
    if work.games_table().is_empty():
        nothing_yet()
        return
    filtered = filters_bar(work, systems=[name for name, its in STATISTICS.items() if "players" in its])
    players = computed(filtered, STATISTICS[filtered.system]["players"])["player"].to_list()
    called = players_called(work, players)
    told = st.query_params.get(_ONE)
    st.session_state["one-player"] = told if told in called else None
    st.selectbox(
        "One player",
        sorted(players, key=lambda it: called[it].casefold()),
        index=None,
        format_func=lambda it: called.get(it, it),
        placeholder="All players",
        key="one-player",
        on_change=_choose,
    )
    if told is None:
        shown(filtered, "players")
        _who()
        return
    if told not in called:
        st.info("That player sat in no game that matches. Take a filter away, or choose another.")
        return
    st.header(plain(called[told]), anchor=False)
    with st.container(horizontal=True):
        st.page_link(pages().players, label="All players", icon=":material/arrow_back:")
        _who(told)
    _one(narrowed(filtered, work, player=told))


def _choose() -> None:
    chosen = st.session_state["one-player"]
    if chosen is None:
        st.query_params.pop(_ONE, None)
    else:
        st.query_params[_ONE] = chosen


def _who(player: str | None = None) -> None:
    from dashboard.screens import pages

    st.page_link(
        pages().people,
        label="Who is who",
        icon=":material/badge:",
        query_params={"person": player} if player is not None else None,
    )


def _one(filtered: Filtered) -> None:
    shown(filtered, "players")
    first, second = st.columns(2, gap="large")
    with first:
        shown(filtered, "decks")
    with second:
        _opponents(filtered)
    shown(filtered, "first_honors")


def _opponents(filtered: Filtered) -> None:
    """Head to head against everybody met, the most met first."""
    st.subheader("Opponents", anchor=False)
    mine = seats(filtered.tables)
    if "opponent" not in mine.collect_schema():
        st.info("These games have more than two seats.")
        return
    table = rates(mine.filter(pl.col("opponent").is_not_null()), ["opponent"])
    if table.is_empty():
        st.info("No game that matches names an opponent.")
        return
    called = players_called(workspace(), table["opponent"].to_list())
    st.dataframe(
        table.sort("games", "opponent", descending=[True, False]).with_columns(
            opponent=pl.col("opponent").replace_strict(called, default=None, return_dtype=pl.String)
        ),
        hide_index=True,
        column_config=columns_in_words(table),
    )
