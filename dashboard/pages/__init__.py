"""Every page of the dashboard, in the order of the menu.

The first is the one that opens without an address. It must not be the replay: a default page loses its own address.
"""

import streamlit as st

from dashboard.pages import games, overview, replay
from dashboard.pages.shared import guarded

OVERVIEW = st.Page(guarded(overview.page), title="Overview", icon=":material/home:", url_path="overview", default=True)
GAMES = st.Page(guarded(games.page), title="Games", icon=":material/list:", url_path="games")
REPLAY = st.Page(guarded(replay.page), title="Replay", icon=":material/play_circle:", url_path="replay")

PAGES = [OVERVIEW, GAMES, REPLAY]

__all__ = ["PAGES"]
