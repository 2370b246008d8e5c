"""The metagame: what is played, week by week, and what beats what."""

import datetime as dt

import altair as alt
import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.labels import decks_called, week_name
from dashboard.screens.shared import follow, nothing_yet, workspace
from dashboard.screens.showing import GREY, PALETTE, behind, computed, shown
from projector.statistics import STATISTICS
from projector.statistics.shares import weekly

_MOST_DECKS = 8
_MOST_CELLS = 14
_OTHERS = "others"


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Metagame")
    if work.games_table().is_empty():
        nothing_yet()
        return
    filtered = filters_bar(work, systems=[name for name, its in STATISTICS.items() if "decks" in its])
    _shares(filtered)
    _matchups(filtered)
    shown(filtered, "field")
    first, second = st.columns(2, gap="large")
    with first:
        shown(filtered, "first_honors")
    with second:
        shown(filtered, "modes")
    shown(filtered, "strata", even=0.0)


def _shares(filtered: Filtered) -> None:
    """The share of the decks that are played most, week by week; the rest are others."""
    statistic = STATISTICS[filtered.system].get("shares")
    if statistic is None:
        return
    st.subheader("What is played", anchor="shares")
    table = computed(filtered, statistic)
    weeks = weekly(table, _MOST_DECKS, dt.datetime.now(dt.UTC).date())
    if weeks.is_empty():
        st.info("No game that matches has a date and a deck that is known card by card.")
        return
    by_deck = weeks.drop_nulls("deck").group_by("deck").agg(pl.col("appearances").sum())
    most = by_deck.sort("appearances", "deck", descending=[True, False])["deck"]
    called = decks_called(workspace(), most.to_list())
    data = weeks.with_columns(
        called=pl.col("deck").replace_strict(called, default=None, return_dtype=pl.String).fill_null(_OTHERS),
        week=week_name(pl.col("week")) + pl.when("partial").then(pl.lit(" so far")).otherwise(pl.lit("")),
    )
    order = [*called.values(), *([_OTHERS] if weeks["deck"].has_nulls() else [])]
    colours = [*PALETTE[: len(called)], GREY][: len(order)]
    chart = (
        alt.Chart(data)
        .mark_bar()
        .encode(
            x=alt.X("week:O", title="ISO week"),
            y=alt.Y("share:Q", title="Share", axis=alt.Axis(format="%"), stack="normalize"),
            color=alt.Color(
                "called:N",
                title="Deck",
                sort=order,
                scale=alt.Scale(domain=order, range=colours),
                legend=alt.Legend(labelLimit=200),
            ),
            opacity=alt.condition("datum.partial", alt.value(0.4), alt.value(1)),
            order=alt.Order("called:N"),
            tooltip=[
                alt.Tooltip("week:O", title="Week"),
                alt.Tooltip("called:N", title="Deck"),
                alt.Tooltip("share:Q", title="Share", format=".1%"),
                alt.Tooltip("appearances:Q", title="Appearances"),
            ],
        )
    )
    st.altair_chart(chart, height=300)
    undated = table.filter(pl.col("week").is_null())["appearances"].sum()
    running = " The pale one is the running week, which is not whole yet." if weeks["partial"].any() else ""
    st.caption(f"Weeks are ISO weeks in UTC.{running} Appearances without a date, left out: {undated:,}.")
    shown(filtered, "shares", pictured=False)


def _matchups(filtered: Filtered) -> None:
    """Every deck against every other as a grid; a click lists the games of a cell."""
    statistic = STATISTICS[filtered.system].get("matchups")
    if statistic is None:
        return
    st.subheader("What beats what", anchor="matchups")
    table = computed(filtered, statistic)
    if table.is_empty():
        st.info("No two decks that are known card by card met in a game that matches.")
        return
    most = (
        table.group_by("deck").agg(pl.col("games").sum()).sort("games", "deck", descending=[True, False])["deck"]
    ).head(_MOST_CELLS)
    called = decks_called(workspace(), most.to_list())
    rate = "shrunk" if "shrunk" in table.columns else "win_rate"
    low, high = ("shrunk_low", "shrunk_high") if "shrunk_low" in table.columns else ("low", "high")
    data = table.filter(pl.col("deck").is_in(most) & pl.col("opponent").is_in(most)).with_columns(
        mine=pl.col("deck").replace_strict(called, default=None, return_dtype=pl.String),
        theirs=pl.col("opponent").replace_strict(called, default=None, return_dtype=pl.String),
        rate=pl.col(rate),
        from_=pl.col(low),
        to=pl.col(high),
        text=pl.format("{}", (pl.col(rate) * 100).round(0).cast(pl.Int32)),
    )
    order = list(called.values())
    cell = alt.selection_point(name="cell", fields=["deck", "opponent"])
    base = alt.Chart(data).encode(
        x=alt.X("theirs:N", title="against", sort=order, axis=alt.Axis(orient="top", labelAngle=-35, labelLimit=130)),
        y=alt.Y("mine:N", title=None, sort=order, axis=alt.Axis(labelLimit=200)),
        tooltip=[
            alt.Tooltip("mine:N", title="Deck"),
            alt.Tooltip("theirs:N", title="against"),
            alt.Tooltip("rate:Q", title="win rate, shrunk" if rate == "shrunk" else "win rate", format=".1%"),
            alt.Tooltip("from_:Q", title="from", format=".1%"),
            alt.Tooltip("to:Q", title="to", format=".1%"),
            alt.Tooltip("win_rate:Q", title="as counted", format=".1%"),
            alt.Tooltip("games:Q", title="n"),
            alt.Tooltip("wins:Q"),
            alt.Tooltip("draws:Q"),
            alt.Tooltip("losses:Q"),
        ],
    )
    cells = base.mark_rect(cornerRadius=3).encode(
        color=alt.Color(
            "rate:Q",
            title="win rate",
            scale=alt.Scale(
                domain=[0.3, 0.5, 0.7], range=["#d55e00", "#f3f1ea", "#0072b2"], clamp=True, interpolate="rgb"
            ),
            legend=alt.Legend(format="%"),
        ),
        opacity=alt.condition("datum.games >= 20", alt.value(1), alt.value(0.45)),
    )
    # Pale cells are pale on a dark page too, where their words are as dark.
    ground = base.mark_rect(cornerRadius=3).encode(color=alt.value("#f3f1ea"))
    words = base.mark_text(fontSize=12).encode(text="text:N", color=alt.value("#131722"))
    event = st.altair_chart(
        (ground + cells.add_params(cell) + words).properties(height=70 + 34 * len(order)),
        on_select="rerun",
        key="matchup-cells",
    )
    st.caption(
        "Rows against columns, in percent. Shrunk toward what the strengths of both decks would give; pale cells rest "
        "on fewer than 20 games. A click lists the games of a cell; the table below has the rates as counted too."
    )
    for point in event.selection.get("cell", []):
        behind(filtered, statistic, {column: point[column] for column in statistic.key if column in point})
    shown(filtered, "matchups")
