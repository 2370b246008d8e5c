"""Every page of the dashboard, in the order of the menu.

The folder is not called `pages`: Streamlit would list and run the files of one beside its script by itself, before
`st.navigation` tells it otherwise, so that a permalink opened first on a new server would show an empty page.

The first is the one that opens without an address. It must not be the replay: a default page loses its own address.
"""

import functools
from typing import NamedTuple

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard.screens import contests, decks, games, imports, overview, quarantine, query, replay
from dashboard.screens.shared import guarded


class Pages(NamedTuple):
    """The pages, by name."""

    overview: StreamlitPage
    games: StreamlitPage
    replay: StreamlitPage
    decks: StreamlitPage
    contests: StreamlitPage
    query: StreamlitPage
    imports: StreamlitPage
    quarantine: StreamlitPage


@functools.cache
def pages() -> Pages:
    """The pages, made by the first script that runs: Streamlit leaves one that is made outside of a run unfinished."""
    return Pages(
        overview=st.Page(guarded(overview.page), title="Overview", icon=":material/home:", default=True),
        games=st.Page(guarded(games.page), title="Games", icon=":material/list:", url_path="games"),
        replay=st.Page(guarded(replay.page), title="Replay", icon=":material/play_circle:", url_path="replay"),
        decks=st.Page(guarded(decks.page), title="Deck", icon=":material/style:", url_path="decks"),
        contests=st.Page(guarded(contests.page), title="Contests", icon=":material/emoji_events:", url_path="contests"),
        query=st.Page(guarded(query.page), title="Query", icon=":material/database:", url_path="query"),
        imports=st.Page(guarded(imports.page), title="Imports", icon=":material/upload_file:", url_path="imports"),
        quarantine=st.Page(
            guarded(quarantine.page), title="Quarantine", icon=":material/gavel:", url_path="quarantine"
        ),
    )


__all__ = ["Pages", "pages"]
