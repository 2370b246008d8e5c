"""Battles: honors, substitutions, hot dogs, margins, comebacks, zones, and how games end."""

import streamlit as st

from dashboard.screens.filtering import filters_bar
from dashboard.screens.shared import follow, nothing_yet, workspace
from dashboard.screens.showing import shown
from projector.statistics import STATISTICS

# In two columns, from left to right; `None` for the usual line at one half.
_SHOWN = (
    ("honors", 0.5),
    ("honors_by", 0.5),
    ("comebacks", 0.5),
    ("substitutions", 0.5),
    ("substitution_worth", None),
    ("hot_dogs", 0.5),
    ("hot_dogs_for_wins", None),
    ("hot_dogs_left", 0.5),
    ("margins", None),
    ("margins_by", None),
    ("zones", None),
    ("endings", None),
    ("ties", None),
    ("rescored", None),
    ("chance_luck", 0.0),
)


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Battles")
    if work.games_table().is_empty():
        nothing_yet()
        return
    systems = [name for name, its in STATISTICS.items() if "honors" in its]
    filtered = filters_bar(work, systems=systems)
    places = st.columns(2, gap="large")
    there = [(name, even) for name, even in _SHOWN if name in STATISTICS[filtered.system]]
    for number, (name, even) in enumerate(there):
        with places[number % 2]:
            shown(filtered, name, even=even)
