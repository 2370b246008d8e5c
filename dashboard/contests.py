"""Contests on the tape: their folds with the games they link to."""

from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl

from events.base import PlayerId, RecordingId
from events.contest import ContestCreated, GameLinked
from events.tape import Recording, TapeError
from projector.contests import ContestRules, Line, Played, State, fold, standings, status_of
from projector.games import GAMES

if TYPE_CHECKING:
    from dashboard.workspace import Workspace

_WINNERS = {None: "no result", 0: "a draw"}


class NoContestError(LookupError):
    """There is no such contest."""


class Contest(msgspec.Struct, frozen=True):
    """A contest as a list shows it. `names` of its players, by id."""

    id: RecordingId
    title: str
    client: str | None
    status: str
    state: State
    standings: tuple[Line, ...]
    names: dict[PlayerId, str]

    def called(self, player: PlayerId) -> str:
        """A player's name; one without is called by the end of the id, which tells two of them apart."""
        return self.names.get(player, f"player {player[-4:]}")


def contests(work: "Workspace") -> list[Contest]:
    """Every contest on the tape, newest first."""
    return [_contest(work, recording) for recording in work.tape.recordings(family="contest")]


def contest(work: "Workspace", wanted: str) -> Contest:
    """One contest. Raises NoContestError."""
    return _contest(work, contest_recording(work, wanted))


def contest_recording(work: "Workspace", wanted: str) -> Recording:
    """The recording of a contest. Raises NoContestError."""
    try:
        found = work.tape.recording(RecordingId(wanted))
    except TapeError as error:
        raise NoContestError(f"There is no contest {wanted!r}; `gametape contests` lists those there are") from error
    if found.family != "contest":
        raise NoContestError(f"{wanted!r} is a game, not a contest; `gametape replay {wanted}` shows it")
    return found


def _contest(work: "Workspace", recording: Recording) -> Contest:
    events = work.tape.read(recording.id)
    created = next((event for event in events if isinstance(event, ContestCreated)), None)
    rules = ContestRules()
    if created is not None:
        system = next((game for game in GAMES.values() if game.name == created.game), None)
        if system is not None:
            rules = system.contest_rules(work.cards[system.name], created.format)
    linked = {event.recording for event in events if isinstance(event, GameLinked)}
    played = {name: game for name in sorted(linked) if (game := _played(work, name, recording)) is not None}
    state = fold(events, rules=rules, games=played)
    title = None
    if created is not None and created.name is not None:
        title = work.words([created.name]).get(created.name)
    return Contest(
        id=recording.id,
        title=title or (recording.client_game if work.pseudonyms is None else None) or "a contest without a name",
        client=recording.client,
        status=status_of(state),
        state=state,
        standings=tuple(standings(state)),
        names=work.called(state.entries),
    )


def games_in(work: "Workspace", wanted: str) -> pl.LazyFrame:
    """The games that a contest links to and that are on the tape, as `contest` and `id`. Raises NoContestError."""
    found = contest_recording(work, wanted)
    linked = {event.recording for event in work.tape.read(found.id) if isinstance(event, GameLinked)}
    played = {game.id for name in linked if (game := game_of(work, name, found)) is not None}
    return pl.LazyFrame({"id": sorted(played)}, schema={"id": pl.String}).with_columns(contest=pl.lit(wanted))


def game_of(work: "Workspace", linked: RecordingId, contest_: Recording) -> Recording | None:
    """The recording that a contest means: by its id on the tape, or by the id that the same client calls it by.

    None: it is not on the tape (yet), or several could be meant.
    """
    joins = work.tellings.joins()
    try:
        return work.tape.recording(joins.game_of(linked))
    except TapeError:
        found = {
            joins.game_of(recording.id)
            for recording in work.tape.recordings(client_game=linked)
            if recording.family in GAMES and recording.client == contest_.client
        }
        return work.tape.recording(found.pop()) if len(found) == 1 else None


def _played(work: "Workspace", linked: RecordingId, contest_: Recording) -> Played | None:
    recording = game_of(work, linked, contest_)
    if recording is None or recording.family not in GAMES:
        return None
    system = GAMES[recording.family]
    state = system.fold(work.cards[system.name], work.events(recording.id))
    summary = system.summary(state)
    decks = system.brought(state)
    return Played(summary.players, summary.winner, decks or (None,) * len(summary.players))


def row(one: Contest) -> dict[str, Any]:
    """The contest as lists show it."""
    created = one.state.created
    return {
        "contest": one.id,
        "name": one.title,
        "game": created.game if created is not None else None,
        "format": created.format if created is not None else None,
        "client": one.client,
        "players": len(one.state.entries),
        "rounds": len(one.state.pairings),
        "matches": len(one.state.matches),
        "status": one.status,
    }


def matches(one: Contest) -> list[dict[str, Any]]:
    """The matches as lists show them, in the order they were started."""
    found = []
    for name, match in one.state.matches.items():
        sides = [" and ".join(map(one.called, side)) for side in match.sides]
        stated = match.ended.score if match.ended is not None else ()
        score = ":".join("?" if it is None else str(it) for it in stated or (match.score() if match.games else ()))
        length = f"best of {match.best_of}" if match.best_of is not None and not match.by_points else None
        found.append(
            {
                "match": name,
                "round": match.round,
                "between": " v ".join(sides),
                "length": "by points" if match.by_points else length,
                "score": score or None,
                "winner": _WINNERS.get(match.winner) or sides[(match.winner or 1) - 1],
                "by": match.ended.reason if match.ended is not None else None,
            }
        )
    return found
