"""Plays one game back on its board. The step stands in the address, written by the board itself, never by Python."""

from typing import Any

import streamlit as st

from dashboard.boards import BOARDS
from dashboard.screens import recordings
from dashboard.screens.shared import nothing_yet, plain, workspace
from dashboard.table_parts import LIVE
from dashboard.workspace import Workspace, default_database, versus
from events.base import NoteAdded, RecordingId
from projector.replay import Viewer

_CHOICES = 12
# Seconds between two looks at a game that is being played.
_WATCHING = 2


def page() -> None:
    work = workspace()
    game = st.query_params.get("game")
    if not game:
        _choose(work)
        return
    recording = work.recording(game)
    if recording.adapter == LIVE:
        st.fragment(_watch, run_every=_WATCHING)(work, game)
    else:
        _board(work, game, work.public_viewer(game))
    _source(recording.client, recording.adapter, game)
    recordings.panel(work, game)


def _watch(work: Workspace, game: str) -> None:
    """The board of a game that a client tells while it is played: it grows with the game, and stays the same board."""
    viewer = work.public_viewer(game)
    if viewer != "all":
        st.badge("being played", icon=":material/sensors:", color="red")
    _board(work, game, viewer)


def _board(work: Workspace, game: str, viewer: Viewer) -> None:
    system = work.system(game)
    data = _data(
        default_database(), game, work.told(game).version, viewer, work.names_in(game), work.pseudonyms is not None
    )
    BOARDS[system.name].show_board(data, key=f"board-{game}")


@st.cache_data(max_entries=64, show_spinner="Playing the game back")
def _data(  # noqa: PLR0917 (everything here is part of what is remembered)
    database: str,
    game: str,
    version: str,
    viewer: Viewer,
    names: tuple[str, ...],
    hidden: bool,  # noqa: FBT001 (as the others)
) -> dict[str, Any]:
    """The board's data; the same game told the same is the same data, so the board is not made anew on a rerun."""
    del database, version, hidden  # they tell one answer from another
    work = workspace()
    system = work.system(game)
    events = work.events(game)
    texts = work.words([event.text for event in events if isinstance(event, NoteAdded)])
    notes = {
        number: texts[event.text]
        for number, event in enumerate(events, 1)
        if isinstance(event, NoteAdded) and event.text in texts and viewer == "all"
    }
    data: dict[str, Any] = BOARDS[system.name].board_data(
        system, work.cards[system.name], events, viewer=viewer, game_id=game, names=names, notes=notes
    )
    if len(work.told(game).recordings) > 1 or work.recording(game).id != game:
        data |= _addresses(work, game)
    return data


def _addresses(work: Workspace, game: str) -> dict[str, Any]:
    """Where a step stands in the address: at an event of a recording, so that the address outlives joins and partings.

    `address` has the game and event that each step is called, from the table before the first on; `arrived` the step
    of each event of the recordings that an address may name.
    """
    told = work.told(game)
    names = [it.id for it in told.recordings]
    arrived = {name: [0, *work.tellings.steps_of(name)] for name in dict.fromkeys((*names, RecordingId(game)))}
    return {"address": work.addresses(game), "arrived": arrived}


def _source(client: str | None, adapter: str, game: str) -> None:
    st.caption(
        f"Told by {plain(client or 'an unknown client')}, read by adapter {plain(adapter)}. "
        f"`gametape replay {plain(game)}` prints the same steps."
    )


def _choose(work: Workspace) -> None:
    """No game in the address: offer the latest ones."""
    from dashboard.screens import pages

    st.title("Replay")
    latest = work.listed(_CHOICES)
    if not latest:
        nothing_yet()
        return
    st.markdown("Which game shall be played back?")
    for listed in latest:
        summary = listed.summary
        score = f" {summary.score}" if summary.score else ""
        st.page_link(
            pages().replay,
            label=f"{plain(versus(listed.names))}{score}, {plain(summary.mode or 'game')}",
            icon=":material/play_circle:",
            query_params={"game": listed.id},
        )
    st.page_link(pages().games, label="All games", icon=":material/list:")
