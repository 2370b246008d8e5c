"""What a person decides of games: joined, parted, retracted, and what a contradiction in one means."""

from collections.abc import Sequence

import msgspec
import polars as pl

from dashboard.workspace import NoGameError, Workspace
from events.base import PlayerId, RecordingId, TextId
from events.codec import CodecError, decode_line, encode_line
from events.recordings import Recording
from events.registry import (
    FindingReopened,
    FindingSettled,
    GameRestored,
    GameRetracted,
    RecordingReplaced,
    RecordingsJoined,
    RecordingsParted,
    RegistryEvent,
)
from ingest.registering import person, register, words
from projector.facts import GAMES_TABLE
from projector.games import GAMES
from projector.referee import Decision, Finding


class ChoiceError(NoGameError):
    """What was decided cannot be; the message says why."""


class Decided(msgspec.Struct, frozen=True):
    """One decision in the history of a game: what, why, by whom and when, in words."""

    what: str
    reason: str | None
    by: str | None
    at: str | None


class Broken(msgspec.Struct, frozen=True):
    """A finding of a game beside the step that broke: its words, and the line of the event as it is told."""

    finding: Finding
    step: str
    line: str
    reason: str | None = None


class Author(msgspec.Struct, frozen=True):
    """Who decides something, and why."""

    name: str | None = None
    reason: str | None = None


def join(work: Workspace, one: str, other: str, author: Author) -> RecordingId:
    """Join two games; the id of the game that they are now. Raises ChoiceError and NoGameError."""
    first, second = work.recording(one), work.recording(other)
    if first.id == second.id:
        raise ChoiceError(f"{one} and {other} are the same game already")
    if first.family != second.family:
        raise ChoiceError(
            f"{one} is a game of {first.family} and {other} one of {second.family}: they cannot be joined"
        )
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    register(work.tape, [RecordingsJoined(recordings=(first.id, second.id), why="person", reason=reason, by=by)])
    return first.id


def part(work: Workspace, recording: str, author: Author) -> RecordingId:
    """Part a recording from the others of its game. Raises ChoiceError and NoGameError."""
    work.recording(recording)
    joins = work.tellings.joins()
    current = joins.current(RecordingId(recording))
    if len(joins.recordings_of(current)) == 1:
        raise ChoiceError(f"{recording} is the only recording of its game: there is nothing to part it from")
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    register(work.tape, [RecordingsParted(recording=current, reason=reason, by=by)])
    return current


def retract(work: Workspace, game: str, author: Author, *, undo: bool = False) -> RecordingId:
    """Let a game count nowhere, or again. Raises ChoiceError and NoGameError."""
    lead = work.recording(game).id
    if work.tellings.joins().is_retracted(lead) is not undo:
        raise ChoiceError(f"{game} is {'not retracted' if undo else 'retracted already'}")
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    kind = GameRestored if undo else GameRetracted
    register(work.tape, [kind(recording=lead, reason=reason, by=by)])
    return lead


def settle(work: Workspace, game: str, event: int, take: Decision, author: Author, *, line: str | None = None) -> None:
    """Decide what the findings at an event of a game mean. Raises ChoiceError and NoGameError."""
    recording, number = _place(work, game, event)
    findings = [it for it in findings_of(work, game) if it.finding.event == event]
    if not findings and take != "edited":
        raise ChoiceError(f"There is no finding at event {event} of {game}")
    if take == "derived" and not any(it.finding.kind == "differs" for it in findings):
        raise ChoiceError(f"The rules derive nothing else at event {event}: take what is stated, or edit the line")
    if take == "edited" and line is not None:
        try:
            decode_line(work.recording(game).family, line.encode())
        except CodecError as error:
            raise ChoiceError(f"The line is no event of the game: {error}") from error
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    decided = FindingSettled(
        recording=recording,
        event=number,
        decision=take,
        reason=reason,
        by=by,
        line=line if take == "edited" else None,
    )
    register(work.tape, [decided])


def reopen(work: Workspace, game: str, event: int, author: Author) -> None:
    """Take a decision on an event back. Raises ChoiceError and NoGameError."""
    recording, number = _place(work, game, event)
    if (recording, number) not in work.tellings.joins().settled:
        raise ChoiceError(f"Nothing was decided of event {event} of {game}")
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    register(work.tape, [FindingReopened(recording=recording, event=number, reason=reason, by=by)])


def _place(work: Workspace, game: str, event: int) -> tuple[RecordingId, int]:
    """The place on the tape of an event of a game: one that was decided on, else in its first recording with it."""
    told = work.told(game)
    if not 1 <= event <= len(told.events):
        raise ChoiceError(f"{game} has events 1 to {len(told.events)}, not {event}")
    places = [
        (recording.id, number)
        for recording, number in zip(told.recordings, told.united.places[event - 1], strict=True)
        if number is not None
    ]
    if not places:
        raise ChoiceError(f"No recording of {game} tells event {event}")
    settled = work.tellings.joins().settled
    return next((place for place in places if place in settled), places[0])


def recordings_of(work: Workspace, game: str) -> tuple[Recording, ...]:
    """The recordings that tell a game, the lead first. Raises NoGameError."""
    return work.told(game).recordings


def history(work: Workspace, game: str) -> list[Decided]:
    """What was decided of a game and its recordings, in order, with who decided it and why. Raises NoGameError."""
    joins = work.tellings.joins()
    events: dict[int, RegistryEvent] = {}
    for recording in (RecordingId(game), *(it.id for it in recordings_of(work, game))):
        events.update({id(event): event for event in joins.history(recording)})
    in_order = list(events.values())
    texts = work.words([text for event in in_order if (text := _reason(event)) is not None])
    names = work.called({event.by for event in in_order if event.by is not None})
    return [
        Decided(
            what=_in_words(event),
            reason=texts.get(_reason(event) or TextId("")),
            by=_author(event.by, names),
            at=f"{event.at:%Y-%m-%d %H:%M}" if event.at is not None else None,
        )
        for event in in_order
    ]


def _reason(event: RegistryEvent) -> TextId | None:
    return getattr(event, "reason", None)


def _author(by: PlayerId | None, names: dict[PlayerId, str]) -> str | None:
    return None if by is None else names.get(by, "somebody whose name was erased")


_TAKEN = {
    "stated": "what is stated holds",
    "derived": "what the rules derive holds",
    "unfinished": "the game has no result",
    "edited": "another line stands there",
}


def _in_words(event: RegistryEvent) -> str:
    match event:
        case RecordingsJoined():
            how = {"client_game": "by its client's id", "contents": "by its contents", "person": "by hand"}[event.why]
            return f"Joined {how}: {', '.join(event.recordings)}"
        case RecordingsParted():
            return f"Parted: {event.recording}"
        case RecordingReplaced():
            return f"Read anew: {event.new} in place of {event.old}"
        case GameRetracted():
            return "Retracted"
        case GameRestored():
            return "Restored"
        case FindingSettled():
            return f"Event {event.event} of {event.recording}: {_TAKEN[event.decision]}"
        case FindingReopened():
            return f"Event {event.event} of {event.recording}: open again"
        case _:
            return type(event).__name__


def quarantined(work: Workspace) -> list[str]:
    """The ids of all games that contradict themselves, newest first."""
    found: list[str] = []
    for family in GAMES:
        table = work.tables(family)[GAMES_TABLE].filter(pl.col("status") == "quarantined")
        found += table.collect()["id"].to_list()
    return found[::-1]


def retracted(work: Workspace) -> list[str]:
    """The ids of all games that count nowhere."""
    return sorted(work.tellings.joins().retracted)


def findings_of(work: Workspace, game: str) -> list[Broken]:
    """What contradicts what in a game, each beside the step that broke, settled or not. Raises NoGameError."""
    told = work.told(game)
    played = work.replay(game)
    reasons: dict[int, str | None] = {}
    settled = work.tellings.joins().settled
    for index, recording in enumerate(told.recordings):
        for (name, number), decision in list(settled.items()):
            if name == recording.id:
                text = work.words([decision.reason]) if decision.reason else {}
                reasons[told.united.number_of(index, number)] = text.get(decision.reason) if decision.reason else None
    return [
        Broken(
            finding=finding,
            step=step.words,
            line=encode_line(told.united.events[step.number - 1]).decode(),
            reason=reasons.get(step.number),
        )
        for step in played.steps
        for finding in step.findings
    ]


def takes(findings: Sequence[Finding]) -> list[Decision]:
    """What can be chosen for the findings at one event."""
    if any(finding.kind == "differs" for finding in findings):
        return ["stated", "derived", "unfinished", "edited"]
    return ["stated", "unfinished", "edited"]
