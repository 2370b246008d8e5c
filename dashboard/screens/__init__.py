"""Every page of the dashboard, in the order of the menu.

The folder is not called `pages`: Streamlit would list and run the files of one beside its script by itself, before
`st.navigation` tells it otherwise, so that a permalink opened first on a new server would show an empty page.

The first is the one that opens without an address. It must not be the replay: a default page loses its own address.
"""

import functools
from typing import NamedTuple

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard.screens import (
    battles,
    cards,
    contests,
    deck_stats,
    decks,
    definitions,
    games,
    imports,
    metagame,
    overview,
    people,
    players,
    quarantine,
    query,
    replay,
    tournaments,
)
from dashboard.screens.shared import guarded


class Pages(NamedTuple):
    """The pages, by name."""

    overview: StreamlitPage
    games: StreamlitPage
    replay: StreamlitPage
    metagame: StreamlitPage
    deck_stats: StreamlitPage
    cards: StreamlitPage
    battles: StreamlitPage
    players: StreamlitPage
    tournaments: StreamlitPage
    decks: StreamlitPage
    contests: StreamlitPage
    query: StreamlitPage
    definitions: StreamlitPage
    imports: StreamlitPage
    quarantine: StreamlitPage
    people: StreamlitPage


@functools.cache
def pages() -> Pages:
    """The pages, made by the first script that runs: Streamlit leaves one that is made outside of a run unfinished."""
    return Pages(
        overview=st.Page(guarded(overview.page), title="Overview", icon=":material/home:", default=True),
        games=st.Page(guarded(games.page), title="Games", icon=":material/list:", url_path="games"),
        replay=st.Page(guarded(replay.page), title="Replay", icon=":material/play_circle:", url_path="replay"),
        metagame=st.Page(guarded(metagame.page), title="Metagame", icon=":material/grid_on:", url_path="metagame"),
        deck_stats=st.Page(guarded(deck_stats.page), title="Decks", icon=":material/stacks:", url_path="deck-stats"),
        cards=st.Page(guarded(cards.page), title="Cards", icon=":material/playing_cards:", url_path="cards"),
        battles=st.Page(guarded(battles.page), title="Battles", icon=":material/swords:", url_path="battles"),
        players=st.Page(guarded(players.page), title="Players", icon=":material/groups:", url_path="players"),
        tournaments=st.Page(
            guarded(tournaments.page), title="Challengers!", icon=":material/flag:", url_path="tournaments"
        ),
        decks=st.Page(guarded(decks.page), title="Deck check", icon=":material/style:", url_path="decks"),
        contests=st.Page(guarded(contests.page), title="Contests", icon=":material/emoji_events:", url_path="contests"),
        query=st.Page(guarded(query.page), title="Query", icon=":material/database:", url_path="query"),
        definitions=st.Page(
            guarded(definitions.page), title="Definitions", icon=":material/menu_book:", url_path="definitions"
        ),
        imports=st.Page(guarded(imports.page), title="Imports", icon=":material/upload_file:", url_path="imports"),
        quarantine=st.Page(
            guarded(quarantine.page), title="Quarantine", icon=":material/gavel:", url_path="quarantine"
        ),
        people=st.Page(guarded(people.page), title="Who is who", icon=":material/badge:", url_path="who-is-who"),
    )


def menu() -> dict[str, list[StreamlitPage]]:
    """The pages as the menu has them, by heading; those without one stand in the bar itself."""
    its = pages()
    return {
        "": [its.overview, its.games, its.replay],
        "Metagame": [its.metagame, its.deck_stats, its.cards, its.battles, its.players, its.tournaments],
        "Tools": [its.decks, its.contests, its.query, its.definitions],
        "Imports": [its.imports, its.quarantine, its.people],
    }


__all__ = ["Pages", "menu", "pages"]
