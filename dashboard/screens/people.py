"""Who is who: the persons of a tape with all that clients call them, merged, split, named, and which of them is me."""

import streamlit as st

from dashboard import people
from dashboard.judging import Author
from dashboard.legible import legible
from dashboard.people import Individual, NoPlayerError, Said
from dashboard.screens.recordings import ask_author, remember
from dashboard.screens.shared import follow, nothing_yet, plain, workspace
from dashboard.workspace import Workspace
from events.base import PlayerId

# In the address: the person that is shown, by any of its players.
_ONE = "person"
# Persons that a list offers; others are found by their id or name.
_OFFERED = 2000


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Who is who")
    panel(work)


def panel(work: Workspace) -> None:
    """Everybody on the tape, and one person of them with what can be said of it."""
    from dashboard.screens import pages

    found = {one.person: one for one in people.individuals(work)}
    if not found:
        nothing_yet()
        return
    told = st.query_params.get(_ONE)
    shown = found.get(work.identities.person_of(PlayerId(told))) if told is not None else None
    st.session_state["one-person"] = shown.person if shown is not None else None
    _choose("Person", found, key="one-person", on_change=_open, args=(work,))
    if message := st.session_state.pop("person-refused", None):
        st.warning(plain(message))
    if told is not None and shown is None:
        st.info("There is no such player on this tape.")
    if shown is None:
        _everybody(found)
        st.page_link(pages().players, label="How everybody plays", icon=":material/groups:")
        return
    _one(work, shown, {who: one for who, one in found.items() if who != shown.person})


def _choose(label: str, offered: dict[PlayerId, Individual], **options: object) -> str | None:
    """A person out of all, those with most games first; or whatever id or name is typed."""
    chosen: str | None = st.selectbox(  # type: ignore[call-overload]
        label,
        list(offered)[:_OFFERED],
        index=None,
        format_func=lambda who: _label(offered[who]) if who in offered else who,
        placeholder="a name, or an id",
        accept_new_options=True,
        **options,
    )
    return chosen


def _label(one: Individual) -> str:
    """What tells a person from its namesakes: its clients, the end of its account, how much it played."""
    first = one.aliases[0]
    known = " ".join(legible(word) for word in (first.client, first.account) if word)
    more = f" and {len(one.aliases) - 1} more" if len(one.aliases) > 1 else ""
    return f"{_called(one)} · {known}{more} · {_games(one.games)} · {one.person[:8]}"


def _called(one: Individual) -> str:
    return legible(one.name) if one.name is not None else "Forgotten" if one.forgotten else "Without a name"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _open(work: Workspace) -> None:
    chosen = st.session_state["one-person"]
    if not chosen:
        st.query_params.pop(_ONE, None)
        return
    try:
        st.query_params[_ONE] = people.player_called(work, chosen.strip())
    except NoPlayerError as error:
        st.session_state["person-refused"] = str(error)


def _everybody(found: dict[PlayerId, Individual]) -> None:
    shown = list(found.values())[:_OFFERED]
    st.dataframe(
        {
            "Name": [_called(one) for one in shown],
            "Games": [one.games for one in shown],
            "Players": [len(one.aliases) for one in shown],
            "Clients": [", ".join(sorted({legible(alias.client) for alias in one.aliases})) for one in shown],
            "Me": [one.me for one in shown],
            "Id": [one.person for one in shown],
        },
        hide_index=True,
    )
    if len(found) > len(shown):
        st.caption(f"and {len(found) - len(shown):,} more with fewer games: type a name or an id above")


def _one(work: Workspace, one: Individual, others: dict[PlayerId, Individual]) -> None:
    from dashboard.screens import pages

    st.header(plain(_called(one)), anchor=False)
    if one.me:
        st.badge("This is me", icon=":material/person:")
    st.page_link(
        pages().players, label="Results, decks, opponents", icon=":material/groups:", query_params={"one": one.person}
    )
    count = len(one.aliases)
    st.markdown(f"One person by {count} players, in {_games(one.games)}" if count > 1 else "One player")
    for alias in one.aliases:
        left, right = st.columns([5, 1], vertical_alignment="center")
        words = (alias.name or "without a name", alias.client, alias.account, _games(alias.games), alias.player)
        left.markdown(" · ".join(plain(word) for word in words if word))
        if alias.player != one.person and work.pseudonyms is None:
            right.button(
                "Split off", key=f"split-{alias.player}", on_click=_split, args=(work, one.person, alias.player)
            )
    if work.pseudonyms is not None:
        st.info("Switch pseudonyms off to merge, split or name players.")
    else:
        _forms(work, one, others)
    _history(work, one.person)


def _forms(work: Workspace, one: Individual, others: dict[PlayerId, Individual]) -> None:
    with st.form(f"merge-{one.person}", clear_on_submit=True):
        other = _choose("Is the same person as", others)
        author = ask_author("merge-players")
        if st.form_submit_button("Merge", icon=":material/merge:") and other:
            _merge(work, one.person, other.strip(), author)
    if not one.forgotten:
        with st.form(f"name-{one.person}", clear_on_submit=True):
            name = st.text_input("Is called", max_chars=people.LONGEST_NAME)
            if st.form_submit_button("Name") and name:
                _give_name(work, one.person, name)
    if one.me:
        st.button("This is not me", on_click=people.choose_me, args=(work, None, Author()))
    else:
        st.button("This is me", on_click=people.choose_me, args=(work, one.person, Author()))


def _merge(work: Workspace, kept: PlayerId, other: str, author: Author) -> None:
    remember(author)
    try:
        people.merge(work, kept, people.player_called(work, other), author)
    except NoPlayerError as error:
        st.error(plain(str(error)))
        return
    st.rerun()


def _give_name(work: Workspace, player: PlayerId, name: str) -> None:
    try:
        people.give_name(work, player, name, Author())
    except NoPlayerError as error:
        st.error(plain(str(error)))
        return
    st.rerun()


def _split(work: Workspace, kept: PlayerId, other: PlayerId) -> None:
    try:
        people.split(work, kept, other, Author())
    except NoPlayerError as error:
        # Somebody else has split them since the page was drawn.
        st.session_state["person-refused"] = str(error)


def _history(work: Workspace, person: PlayerId) -> None:
    said = people.history(work, person)
    if said:
        st.subheader("What was said", anchor=False)
    for number, one in enumerate(said):
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.caption(_in_words(one))
        if one.undoes is not None and work.pseudonyms is None:
            right.button("Undo", key=f"undo-{number}", on_click=_split, args=(work, *one.undoes))


def _in_words(one: Said) -> str:
    by = f", by {plain(one.by)}" if one.by else ""
    reason = f": {plain(one.reason)}" if one.reason else ""
    return f"{one.at or ''} {plain(one.what)}{by}{reason}"
