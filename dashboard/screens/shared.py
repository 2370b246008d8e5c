"""What every page has: the workspace, and a message where there is nothing to show."""

import functools
import re
from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard.legible import legible
from dashboard.names import pseudonym_key
from dashboard.workspace import VAR, NoGameError, Workspace, default_database
from events.tape import NoTapeError, OlderTapeError, TapeError
from projector.tables import TablesError

Made = TypeVar("Made")
# Seconds that a page waits for another process that changes the tables; then it shows them as they were.
_PATIENCE = 0.5
# How far the tape reached when the page was shown last.
_SHOWN_TO = "shown-to"
# The switch for pseudonyms, in the address and in the session.
PSEUDONYMS = "pseudonyms"
# A name or text of a log is shown as it is written: these would make a link of it, whose beginning an invisible sign
# parts from its end, or format it.
_LINKED = re.compile(r"https?:|www|mailto:|xmpp:|@", re.IGNORECASE)
_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]()<>#+-.!|~$:&"})


@st.cache_resource(show_spinner="Opening the tape", on_release=lambda work: work.close())
def opened(database: str, pseudonyms: bytes | None = None) -> Workspace:
    return Workspace(database, patience=_PATIENCE, pseudonyms=pseudonyms)


def workspace() -> Workspace:
    """The workspace of this process, with pseudonyms if the address asks for them. Raises TapeError."""
    return opened(default_database(), pseudonym_key(VAR) if pseudonyms() else None)


def remembered(work: Workspace, what: str, make: Callable[[], Made]) -> Made:
    """What is made of the tables under this name, once for each state of the tape; nobody changes it."""
    state = f"{work.refreshed().folder.name} {work.people.version} {work.pseudonyms is not None}"
    made: Made = _remembered(work.database, state, what, _make=make)
    return made


@st.cache_resource(max_entries=256, show_spinner=False)
def _remembered(database: str, state: str, what: str, *, _make: Callable[[], Any]) -> Any:
    del database, state, what  # they tell one from another
    return _make()


def pseudonyms() -> bool:
    """Whether the page calls everybody by a pseudonym; an address that says so counts before the switch is drawn."""
    asked = st.query_params.get(PSEUDONYMS) == "true"
    return bool(st.session_state.get(PSEUDONYMS, asked))


def pseudonym_switch() -> None:
    """The switch at the end of every page; it stands in the address."""
    st.toggle(
        "Pseudonyms",
        key=PSEUDONYMS,
        bind="query-params",
        help="Call everybody by a pseudonym, and show nothing that people wrote",
    )


def plain(text: str) -> str:
    """Text from a log for a place that reads Markdown, so that it shows as it is and links nowhere."""
    return _LINKED.sub("\\g<0>\u2060", legible(text)).translate(_MARKDOWN)


def defined(text: str) -> str:
    """A text of ours with names of columns in backquotes, for a place that reads Markdown."""
    return "`".join(part if number % 2 else plain(part) for number, part in enumerate(text.split("`")))


def guarded(page: Callable[[], None]) -> Callable[[], None]:
    """A page that answers a missing or unusable tape, or a game that is not there, with what to do next."""

    @functools.wraps(page)
    def shown() -> None:
        try:
            page()
        except NoTapeError as error:
            st.title("No tape yet")
            st.info(plain(str(error)))
            st.markdown("In the folder of Gametape run `make demo` for sample games, or")
            st.code("gametape migrate\ngametape import YOUR-LOGS\ngametape serve", language="bash")
        except OlderTapeError as error:
            st.title("The tape needs an update")
            st.info(plain(str(error)))
            st.code("gametape migrate", language="bash")
        except TapeError as error:
            st.title("The tape cannot be read")
            st.error(plain(str(error)))
        except TablesError as error:
            st.title("The tables cannot be read")
            st.error(plain(str(error)))
        except NoGameError as error:
            st.title("No such game")
            st.warning(plain(str(error)))
            st.page_link(_games(), label="All games", icon=":material/list:")

    return shown


def _games() -> StreamlitPage:
    from dashboard.screens import pages

    return pages().games


@st.fragment(run_every=5)
def follow(work: Workspace) -> None:
    """Show the page anew when something was added to the tape since it was shown."""
    end = work.tape.bookmark()
    if st.session_state.setdefault(_SHOWN_TO, end) != end:
        st.session_state[_SHOWN_TO] = end
        st.rerun()


def nothing_yet() -> None:
    """The tape is there and holds no game."""
    st.info("There is no game on the tape yet.")
    st.markdown("Bring your logs, or let house bots play some games:")
    st.code("gametape import YOUR-LOGS\ngametape simulate --games 100", language="bash")
