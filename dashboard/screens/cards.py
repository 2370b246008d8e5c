"""Cards: what each is worth when it is seen, what it costs, who runs it, and the games of one."""

import altair as alt
import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.labels import cards_called, labelled
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.screens.showing import (
    GOLD,
    GREY,
    LIGHT_BLUE,
    columns_in_words,
    computed,
    intervals,
    narrowed,
    rows,
    shown,
)
from projector.statistics import STATISTICS

_ONE = "one"
_KINDS = {"All": None, "Heroes": "hero", "Plays": "play"}


def page() -> None:
    from dashboard.screens import pages

    work = workspace()
    follow(work)
    st.title("Cards")
    if work.games_table().is_empty():
        nothing_yet()
        return
    systems = [name for name, its in STATISTICS.items() if "cards" in its]
    filtered = filters_bar(work, systems=systems or list(STATISTICS))
    statistic = STATISTICS[filtered.system].get("cards")
    if statistic is None:
        st.info("This game tells no cards yet.")
        return
    table = computed(filtered, statistic)
    cards = table["card"].unique(maintain_order=True).to_list() if not table.is_empty() else []
    called = cards_called(work, filtered.system, cards)
    told = st.query_params.get(_ONE)
    st.session_state["one-card"] = told if told in called else None
    st.selectbox(
        "One card",
        sorted(cards, key=lambda it: called[it]),
        index=None,
        format_func=lambda it: f"{called.get(it, it)} ({it})",
        placeholder="All cards",
        key="one-card",
        on_change=_choose,
    )
    if told is not None and told not in called:
        st.info("No game that matches tells of that card. Take a filter away, or choose another.")
        return
    if told is not None:
        st.header(plain(called[told]), anchor=False)
        st.page_link(pages().cards, label="All cards", icon=":material/arrow_back:")
        _one(narrowed(filtered, work, card=told), filtered, told)
        return
    _all(filtered, table)


def _choose() -> None:
    chosen = st.session_state["one-card"]
    if chosen is None:
        st.query_params.pop(_ONE, None)
    else:
        st.query_params[_ONE] = chosen


def _all(filtered: Filtered, table: pl.DataFrame) -> None:
    statistic = STATISTICS[filtered.system]["cards"]
    st.subheader(statistic.title, anchor="cards")
    if table.is_empty():
        st.info("No game that matches tells which cards were seen. Logs that tell draws and plays do.")
        return
    kept = table
    if "kind" in table.columns:
        kind = _KINDS[str(st.segmented_control("Kind", list(_KINDS), default="All", key="kind", required=True))]
        kept = table if kind is None else table.filter(pl.col("kind") == kind)
    words = labelled(workspace(), filtered.system, kept)
    intervals(words, ["card_called"], even=0.0 if "improvement" in kept.columns else 0.5)
    rows(filtered, statistic, kept, words)
    st.caption(
        "Improvement is the win rate of seats that saw the card less that of seats that held it unseen in the deck. "
        "Rates of cards that were run or drawn are biased: who is ahead runs more, and long games draw more."
    )
    _dbs(filtered)
    shown(filtered, "plays", even=0.0)


def _dbs(filtered: Filtered) -> None:
    """What plays cost against what they are worth."""
    statistic = STATISTICS[filtered.system].get("scored_plays")
    if statistic is None:
        return
    table = computed(filtered, statistic)
    st.subheader("What a play is worth by its score", anchor="dbs")
    told = (
        table.filter(pl.col("dbs").is_not_null() & pl.col("improvement").is_not_null())
        if "dbs" in table.columns
        else table
    )
    if told.is_empty() or "improvement" not in told.columns:
        st.info("No play that matches has both a score on a dated list and a measured improvement.")
        return
    words = labelled(workspace(), filtered.system, told)
    base = alt.Chart(words).encode(
        x=alt.X("dbs:Q", title="Deck balancing score"),
        tooltip=[
            alt.Tooltip("card_called:N", title="Play"),
            alt.Tooltip("dbs:Q", title="DBS"),
            alt.Tooltip("improvement:Q", format="+.1%"),
            alt.Tooltip("improvement_low:Q", title="from", format="+.1%"),
            alt.Tooltip("improvement_high:Q", title="to", format="+.1%"),
        ],
    )
    bars = base.mark_rule(opacity=0.3, color=GREY).encode(y="improvement_low:Q", y2="improvement_high:Q")
    dots = base.mark_circle(size=70, color=LIGHT_BLUE).encode(
        y=alt.Y("improvement:Q", title="Improvement when seen", axis=alt.Axis(format="+%"))
    )
    line = dots.transform_regression("dbs", "improvement").mark_line(color=GOLD)
    st.altair_chart(bars + dots + line, height=360)
    st.caption("Above the line a play does more than its score asks, below it less. Bars are 95 % intervals.")
    shown(filtered, "scored_plays", pictured=False)
    shown(filtered, "score_lists", pictured=False)


def _one(of_card: Filtered, filtered: Filtered, card: str) -> None:
    statistic = STATISTICS[filtered.system]["cards"]
    table = computed(filtered, statistic).filter(pl.col("card") == card)
    words = labelled(workspace(), filtered.system, table).drop("card")
    st.dataframe(words, hide_index=True, column_config=columns_in_words(words))
    runs = STATISTICS[filtered.system].get("runs_it")
    if runs is not None:
        st.subheader(runs.title, anchor=False)
        its = computed(filtered, runs).filter(pl.col("card") == card)
        rows(filtered, runs, its, labelled(workspace(), filtered.system, its))
    shown(of_card, "decks")
    shown(of_card, "players")
