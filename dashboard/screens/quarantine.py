"""Games that contradict themselves: each contradiction beside the step that broke, and what can be chosen of it."""

import streamlit as st

from dashboard import judging
from dashboard.judging import Broken, ChoiceError
from dashboard.screens.recordings import ask_author, remember, show_history
from dashboard.screens.shared import plain, workspace
from dashboard.workspace import Workspace
from projector.referee import Decision

_CHOICES: dict[Decision, str] = {
    "stated": "What is stated holds",
    "derived": "What the rules derive holds; of two recordings, the other one",
    "unfinished": "The game has no result",
    "edited": "Another line stands there",
}
# As many contradictions of one game as are shown at once.
_SHOWN = 20


def page() -> None:
    work = workspace()
    st.title("Quarantine")
    st.markdown(
        "Games that contradict the rules, or whose recordings contradict each other. They are kept, and in no "
        "statistic until every contradiction is settled. What you choose is kept with your name and reason, and can be "
        "taken back."
    )
    wanted = st.query_params.get("game")
    games = judging.quarantined(work)
    if wanted is not None:
        # One that has just been settled stays in sight, so that it can be opened again.
        lead = work.recording(wanted).id
        games = [lead, *(game for game in games if game != lead)]
    if games:
        _game(work, games)
    else:
        st.info("No game contradicts itself.")
    _retracted(work)


def _game(work: Workspace, games: list[str]) -> None:
    from dashboard.screens import pages

    labels = {game: _label(work, game) for game in games}
    game = st.selectbox("Game", games, format_func=labels.__getitem__, key="quarantined")
    broken = judging.findings_of(work, game)
    told = work.told(game)
    events = list(dict.fromkeys(one.finding.event for one in broken))
    for event in events[:_SHOWN]:
        with st.container(border=True):
            its = [one for one in broken if one.finding.event == event]
            called, number = told.address_of(event)
            st.page_link(
                pages().replay,
                label=f"Step {event}: {plain(its[0].step)}",
                icon=":material/play_circle:",
                query_params={"game": called, "step": str(number)},
            )
            _event(work, game, event, its)
    if len(events) > _SHOWN:
        st.caption(f"and {len(events) - _SHOWN} steps more: settle these first")
    if not events:
        st.success("Nothing in this game contradicts anything.")
    show_history(work, game)


def _label(work: Workspace, game: str) -> str:
    listed = work.listed_one(game)
    return f"{' v '.join(listed.names)}, {listed.summary.status} ({game})"


def _event(work: Workspace, game: str, event: int, its: list[Broken]) -> None:
    for one in its:
        st.markdown(plain(one.finding.message))
        st.caption(plain(one.finding.rule))
    st.code(its[0].line, language=None, wrap_lines=True)
    settled = its[0].finding.settled
    if settled is not None:
        reason = f": {plain(its[0].reason)}" if its[0].reason else ""
        st.success(f"Settled. {_CHOICES[settled]}{reason}")
        st.button("Open again", key=f"reopen-{game}-{event}", on_click=_reopen, args=(work, game, event))
        return
    take = st.radio(
        "What holds?",
        judging.takes([one.finding for one in its]),
        format_func=_CHOICES.__getitem__,
        key=f"take-{game}-{event}",
    )
    line = None
    if take == "edited":
        line = st.text_area("The event as it should be", value=its[0].line, key=f"line-{game}-{event}")
    author = ask_author(f"{game}-{event}")
    if st.button("Settle", key=f"settle-{game}-{event}", type="primary"):
        remember(author)
        try:
            judging.settle(work, game, event, take, author, line=line)
        except ChoiceError as error:
            st.error(plain(str(error)))
            return
        st.query_params["game"] = game
        st.rerun()


def _reopen(work: Workspace, game: str, event: int) -> None:
    judging.reopen(work, game, event, judging.Author())


def _retracted(work: Workspace) -> None:
    games = judging.retracted(work)
    if not games:
        return
    st.subheader("Retracted")
    for game in games:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.markdown(plain(_label(work, game)))
        right.button("Restore", key=f"restore-{game}", on_click=_restore, args=(work, game))


def _restore(work: Workspace, game: str) -> None:
    judging.retract(work, game, judging.Author(), undo=True)
