"""Challengers!: who starts, how matches end, which decks and cards win, and who plays the final."""

import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, filters_bar
from dashboard.screens.shared import follow, nothing_yet, workspace
from dashboard.screens.showing import shown
from events.codec import Family
from projector.games import GAMES
from projector.statistics import STATISTICS

SYSTEM: Family = "challengers"


def page() -> None:
    work = workspace()
    follow(work)
    st.title(GAMES[SYSTEM].title)
    if work.tables(SYSTEM)["games"].select(pl.len()).collect().item() == 0:
        nothing_yet()
        return
    filtered = _without(filters_bar(work, systems=[SYSTEM]))
    statistics = STATISTICS[SYSTEM]
    for (name, statistic), place in zip(
        statistics.items(), st.tabs([it.title for it in statistics.values()]), strict=True
    ):
        with place:
            shown(filtered, name, even=0.5 if "win" in statistic.title.lower() else None)


def _without(filtered: Filtered) -> Filtered:
    """The tournaments in which one set was left out, if that is asked for."""
    sets = filtered.tables["games"].select("left_out").unique().collect()["left_out"].drop_nulls().sort().to_list()
    chosen = st.pills("Played without the set", sets, key="left_out", bind="query-params")
    if chosen is None:
        return filtered
    games = filtered.tables["games"].filter(pl.col("left_out") == chosen)
    kept = games.select("game")
    tables = {
        name: table.join(kept, on="game", how="semi") if "game" in table.collect_schema() else table
        for name, table in filtered.tables.items()
    }
    return Filtered(filtered.system, filtered.filters, tables | {"games": games})
