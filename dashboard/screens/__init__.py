"""Every page of the dashboard, in the order of the menu.

The folder is not called `pages`: Streamlit would list and run the files of one beside its script by itself, before
`st.navigation` tells it otherwise, so that a permalink opened first on a new server would show an empty page.

The first is the one that opens without an address. It must not be the replay: a default page loses its own address.
"""

import streamlit as st

from dashboard.screens import decks, games, imports, overview, replay
from dashboard.screens.shared import guarded

OVERVIEW = st.Page(guarded(overview.page), title="Overview", icon=":material/home:", default=True)
GAMES = st.Page(guarded(games.page), title="Games", icon=":material/list:", url_path="games")
REPLAY = st.Page(guarded(replay.page), title="Replay", icon=":material/play_circle:", url_path="replay")
DECKS = st.Page(guarded(decks.page), title="Deck", icon=":material/style:", url_path="decks")
IMPORTS = st.Page(guarded(imports.page), title="Imports", icon=":material/upload_file:", url_path="imports")

PAGES = [OVERVIEW, GAMES, REPLAY, DECKS, IMPORTS]

__all__ = ["PAGES"]
