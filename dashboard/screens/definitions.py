"""Definitions: what every number means, as the code that computes it says."""

import streamlit as st

from dashboard.screens.shared import defined, plain
from projector.games import GAMES
from projector.meanings import columns_with_meanings, meaning_of_table
from projector.statistics import STATISTICS


def page() -> None:
    st.title("Definitions")
    st.caption(
        "What every number means, from the code that computes it. `gametape stats` prints the same, and "
        "`gametape tables TABLE` the columns of a table."
    )
    wanted = st.text_input("Search", key="q", bind="query-params", placeholder="A word of a definition").strip().lower()
    found = 0
    for system, statistics in STATISTICS.items():
        matching = [it for it in statistics.values() if wanted in f"{it.name} {it.title} {it.definition}".lower()]
        if not matching:
            continue
        found += len(matching)
        st.header(plain(GAMES[system].title), anchor=system)
        for statistic in matching:
            st.subheader(plain(statistic.title), anchor=statistic.name)
            st.markdown(defined(statistic.definition))
            of = ", ".join(statistic.key) or "all games"
            st.caption(f"`gametape stats {statistic.name}` · a row is of: {of} · version {statistic.version}")
    if not found:
        st.info("No definition has that word.")
    st.header("Tables", anchor="tables")
    for system, game in GAMES.items():
        with st.expander(f"{game.title}: tables and their columns"):
            for table in game.tables:
                st.markdown(f"**{system}.{table}**: {defined(meaning_of_table(game, table))}")
                st.table(
                    {
                        "column": [it.name for it in columns_with_meanings(game, table)],
                        "holds": [defined(it.meaning) for it in columns_with_meanings(game, table)],
                    }
                )
