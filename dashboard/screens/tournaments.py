"""Challengers!: who starts, how matches end, which decks and cards win, and who plays the final."""

import polars as pl
import streamlit as st

from dashboard.screens.filtering import filters_bar
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
    filtered = filters_bar(work, systems=[SYSTEM])
    statistics = STATISTICS[SYSTEM]
    for (name, statistic), place in zip(
        statistics.items(), st.tabs([it.title for it in statistics.values()]), strict=True
    ):
        with place:
            shown(filtered, name, even=0.5 if "win" in statistic.title.lower() else None)
