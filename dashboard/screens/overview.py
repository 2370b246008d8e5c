"""What is on the tape: how many games, the latest ones, and results by mode and honors."""

import altair as alt
import polars as pl
import streamlit as st

from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.workspace import Listed, Workspace, versus
from projector.filters import Filters
from projector.statistics import BY_NAME

_LATEST = 8
_GOLD, _GREY = "#d99a00", "#7d8799"


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
        _results(work)


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


def _results(work: Workspace) -> None:
    tables = Filters().apply(work.tables())
    st.subheader("First honors by mode")
    modes = BY_NAME["modes"].compute(tables)
    _intervals(modes.filter(pl.col("games") > 0), "games")
    st.caption(
        "How often the seat with first honors wins the game, a tie counting half. Bars are 95 % intervals (Wilson). "
        + _left_out(modes)
    )
    st.subheader("Battles with honors")
    _intervals(BY_NAME["honors"].compute(tables), "battles")
    st.caption(
        "How often the seat with honors wins the battle. Intervals are clustered by game: seven battles share one."
    )
    margins = BY_NAME["margins"].compute(tables)
    if not margins.is_empty():
        st.subheader("Margins")
        st.dataframe(
            margins.with_columns(pl.col("mode").str.to_titlecase()),
            hide_index=True,
            column_config={
                "mode": "Mode",
                "games": "Games",
                "battles": "Battles",
                "margin": st.column_config.NumberColumn("Mean margin", format="%.1f"),
                "se": st.column_config.NumberColumn("± (se)", format="%.2f"),
                "printed": st.column_config.NumberColumn("Printed", format="%.1f"),
            },
        )


def _left_out(modes: pl.DataFrame) -> str:
    unfinished, contradicting = modes["unfinished"].sum(), modes["contradicting"].sum()
    games = "1 game" if unfinished == 1 else f"{unfinished:,} games"
    contradict = "1 that contradicts itself" if contradicting == 1 else f"{contradicting:,} that contradict themselves"
    return f"Left out: {games} without a result, {contradict}."


def _intervals(rates: pl.DataFrame, size: str) -> None:
    """One row a mode: the rate as a dot, its interval as a bar, an even chance as a line."""
    if rates.is_empty():
        st.info("No finished game tells who had honors yet.")
        return
    data = rates.with_columns(
        label=pl.format("{} (n = {})", pl.col("mode").fill_null("unknown").str.to_titlecase(), pl.col(size))
    ).drop_nulls(["win_rate"])
    axis = alt.X("win_rate:Q", title=None, axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    base = alt.Chart(data).encode(y=alt.Y("label:N", title=None, axis=alt.Axis(labelLimit=220)))
    tips = [
        alt.Tooltip("mode:N", title="Mode"),
        alt.Tooltip("win_rate:Q", title="Win rate", format=".1%"),
        alt.Tooltip("low:Q", title="from", format=".1%"),
        alt.Tooltip("high:Q", title="to", format=".1%"),
        alt.Tooltip(f"{size}:Q", title=f"n ({size})"),
    ]
    even = alt.Chart(pl.DataFrame({"even": [0.5]})).mark_rule(strokeDash=[4, 4], color=_GREY).encode(x="even:Q")
    bars = base.mark_rule(size=6, color=_GOLD, opacity=0.45).encode(x="low:Q", x2="high:Q", tooltip=tips)
    dots = base.mark_circle(size=110, color=_GOLD, opacity=1).encode(x=axis, tooltip=tips)
    st.altair_chart(even + bars + dots, height=60 + 34 * data.height)
