"""What becomes known of recordings and players afterwards: joined, parted, replaced, retracted, merged, named."""

from typing import Annotated, Literal

import msgspec

from events.base import Event, EventNumber, NoteAdded, PlayerId, RecordingId, TextId


class RegistryEvent(Event, frozen=True, kw_only=True, tag_field="type", tag=lambda name: f"registry.{name}"):
    """An event of the registry. `by` is the player or person who decided it, None for Gametape itself."""

    by: PlayerId | None = None


class RecordingsJoined(RegistryEvent, frozen=True):
    """Recordings tell one game."""

    recordings: tuple[RecordingId, ...]
    why: Literal["client_game", "contents", "person"]
    reason: TextId | None = None


class RecordingsParted(RegistryEvent, frozen=True):
    """A recording tells a game of its own after all."""

    recording: RecordingId
    reason: TextId | None = None


class RecordingReplaced(RegistryEvent, frozen=True):
    """A newer reading of the same source takes the place of an older recording."""

    old: RecordingId
    new: RecordingId


class GameRetracted(RegistryEvent, frozen=True):
    """A game counts nowhere any more; its recordings stay."""

    recording: RecordingId
    reason: TextId | None = None


class GameRestored(RegistryEvent, frozen=True):
    """A retracted game counts again."""

    recording: RecordingId
    reason: TextId | None = None


class FindingSettled(RegistryEvent, frozen=True):
    """A person decided what a contradiction in a recording means; a later decision on the same event counts.

    "stated": what the event states holds, "derived": what the rules derive, "unfinished": the game has no result,
    "edited": `line`, an event as the native format writes one, stands in its place (None: nobody knows what).
    """

    recording: RecordingId
    event: EventNumber
    decision: Literal["stated", "derived", "unfinished", "edited"]
    reason: TextId | None = None
    line: Annotated[str, msgspec.Meta(max_length=1_000_000)] | None = None


class FindingReopened(RegistryEvent, frozen=True):
    """The decision on a contradiction was taken back."""

    recording: RecordingId
    event: EventNumber
    reason: TextId | None = None


class PlayersMerged(RegistryEvent, frozen=True):
    """Player `merged` is the same person as player `kept`."""

    kept: PlayerId
    merged: PlayerId
    reason: TextId | None = None


class PlayersSplit(RegistryEvent, frozen=True):
    """Player `split` is a person of its own after all."""

    kept: PlayerId
    split: PlayerId
    reason: TextId | None = None


class NameGiven(RegistryEvent, frozen=True):
    """A player is called by the name that lies in text `name`."""

    player: PlayerId
    name: TextId


class MeChosen(RegistryEvent, frozen=True):
    """The person who keeps this tape is that player, or nobody on it."""

    player: PlayerId | None


class DeckNamed(RegistryEvent, frozen=True):
    """A deck, by the hash of its contents, is called by the name that lies in text `name`: by `player`, or by all."""

    deck: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    name: TextId
    player: PlayerId | None = None


class PlayerForgotten(RegistryEvent, frozen=True):
    """Everything that tells who a player is was erased."""

    player: PlayerId


REGISTRY_EVENTS: tuple[type[Event], ...] = (
    NoteAdded,
    RecordingsJoined,
    RecordingsParted,
    RecordingReplaced,
    GameRetracted,
    GameRestored,
    FindingSettled,
    FindingReopened,
    PlayersMerged,
    PlayersSplit,
    NameGiven,
    MeChosen,
    DeckNamed,
    PlayerForgotten,
)
