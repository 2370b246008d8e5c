"""Which recordings tell a game, why they were joined, and how to join and part them: a panel below the board."""

import streamlit as st

from dashboard import judging
from dashboard.judging import Author, ChoiceError
from dashboard.screens.shared import plain
from dashboard.workspace import NoGameError, Workspace

# Who decided something last, so that nobody types a name twice.
_NAME = "author-name"


def panel(work: Workspace, game: str) -> None:
    told = judging.recordings_of(work, game)
    count = len(told)
    with st.expander("Recordings", icon=":material/join:"):
        st.markdown(f"{count} recordings tell this game" if count > 1 else "One recording tells this game")
        for recording in told:
            left, right = st.columns([5, 1], vertical_alignment="center")
            left.markdown(
                f"**{plain(recording.id)}** told by {plain(recording.client or 'an unknown client')}, "
                f"{recording.head} events, came in {recording.created_at:%Y-%m-%d %H:%M} UTC"
            )
            if count > 1:
                right.button("Part", key=f"part-{recording.id}", on_click=_part, args=(work, recording.id))
        show_history(work, game)
        with st.form(f"join-{game}", border=False, clear_on_submit=True):
            other = st.text_input("Join with", placeholder="the id of a game that this is another recording of")
            author = ask_author("join")
            if st.form_submit_button("Join"):
                _join(work, game, other.strip(), author)


def ask_author(key: str) -> Author:
    """Who decides, and why; both are kept with the decision."""
    name, reason = st.columns(2)
    by = name.text_input("Your name", value=st.session_state.get(_NAME, ""), key=f"by-{key}")
    why = reason.text_input("Why", key=f"why-{key}")
    return Author(by.strip() or None, why.strip() or None)


def remember(author: Author) -> None:
    if author.name:
        st.session_state[_NAME] = author.name


def show_history(work: Workspace, game: str) -> None:
    """What was decided of a game, with who decided it and why."""
    for decision in judging.history(work, game):
        by = f", by {plain(decision.by)}" if decision.by else ""
        reason = f": {plain(decision.reason)}" if decision.reason else ""
        st.caption(f"{decision.at} {plain(decision.what)}{by}{reason}")


def _part(work: Workspace, recording: str) -> None:
    judging.part(work, recording, Author(st.session_state.get(_NAME)))


def _join(work: Workspace, game: str, other: str, author: Author) -> None:
    remember(author)
    try:
        judging.join(work, game, other, author)
    except (ChoiceError, NoGameError) as error:
        st.error(plain(str(error)))
        return
    st.rerun()
