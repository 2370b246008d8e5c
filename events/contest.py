"""What can happen around games: an event or league, its rounds, matches, results, penalties and standings."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from events.base import (
    CardId,
    Count,
    Draw,
    Event,
    GapLeft,
    MatchId,
    NoteAdded,
    Number,
    Part,
    PlayerId,
    RecordingId,
    TextId,
    UtcOffset,
)

Round: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class ContestEvent(Event, frozen=True, tag_field="type", tag=lambda name: f"contest.{name}"):
    """An event of a contest."""


class ContestCreated(ContestEvent, frozen=True):
    """A contest was announced. `game` is the short name of the game system."""

    game: str
    kind: Literal["event", "league", "casual"]
    name: TextId | None = None
    organiser: PlayerId | None = None
    structure: Literal["swiss", "round_robin", "single_elimination", "double_elimination", "teams", "other"] | None = (
        None
    )
    format: str | None = None
    utc_offset: UtcOffset | None = None


class PlayerEntered(ContestEvent, frozen=True):
    """A player entered, alone or for a team."""

    player: PlayerId
    team: TextId | None = None
    computer: bool = False


class DeckRegistered(ContestEvent, frozen=True):
    """A player registered the deck, and the pool it may be changed from, for the contest."""

    player: PlayerId
    deck: tuple[CardId, ...]
    pool: tuple[CardId, ...] = ()
    name: TextId | None = None
    partial: bool = False


class PoolSwapped(ContestEvent, frozen=True):
    """Between matches a player swapped cards of the deck with cards of the pool."""

    player: PlayerId
    out: tuple[CardId, ...]
    into: tuple[CardId, ...]
    before: MatchId | None = None


class Pairing(Part, frozen=True):
    """Players who meet in a match. One side of a team match has several."""

    match: MatchId
    sides: tuple[tuple[PlayerId, ...], ...]
    table: str | None = None


class RoundPaired(ContestEvent, frozen=True):
    """The pairings of a round were made."""

    round: Round
    pairings: tuple[Pairing, ...]


class ByeGiven(ContestEvent, frozen=True):
    """A player had no opponent in a round."""

    player: PlayerId
    round: Round


class MatchStarted(ContestEvent, frozen=True):
    """A match began. `points`: the stake where matches count points (Double-Up)."""

    match: MatchId
    sides: tuple[tuple[PlayerId, ...], ...]
    round: Round | None = None
    best_of: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    points: Count | None = None


class DoublingOffered(ContestEvent, frozen=True):
    """A player pressed: the stake of the match is to be doubled."""

    match: MatchId
    player: PlayerId


class DoublingAccepted(ContestEvent, frozen=True):
    """A player accepted the doubled stake."""

    match: MatchId
    player: PlayerId


class DoublingFolded(ContestEvent, frozen=True):
    """A player gave the game up rather than play for the doubled stake."""

    match: MatchId
    player: PlayerId


class GameLinked(ContestEvent, frozen=True):
    """A recording is game `number` of a match."""

    match: MatchId
    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    recording: RecordingId


class MatchEnded(ContestEvent, frozen=True):
    """A match was decided. The winner is its own fact, not a count of games. `side` counts from 1.

    `score` is each side's games or points as stated, in order of the sides.
    """

    match: MatchId
    side: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | Draw | None
    reason: (
        Literal[
            "games",
            "points",
            "concession",
            "timeout",
            "forfeit",
            "agreed_draw",
            "ruling",
            "bye",
            "no_contest",
        ]
        | None
    ) = None
    score: tuple[Number | None, ...] = ()


class PenaltyGiven(ContestEvent, frozen=True):
    """A judge gave a player a penalty outside a game."""

    player: PlayerId
    penalty: Literal["caution", "warning", "game_loss", "match_loss", "disqualification"]
    match: MatchId | None = None
    reason: TextId | None = None


class Standing(Part, frozen=True):
    """A line of published standings. Players who tie share a place."""

    place: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    players: tuple[PlayerId, ...]
    points: float | None = None
    wins: Number | None = None
    losses: Number | None = None
    draws: Number | None = None
    tie_breaks: tuple[float, ...] = ()


class StandingsPublished(ContestEvent, frozen=True):
    """Standings were published, as given. `round` None: the final ones."""

    standings: tuple[Standing, ...]
    round: Round | None = None
    tie_breaks: tuple[str, ...] = ()


class PlayerDropped(ContestEvent, frozen=True):
    """A player left the contest before its end."""

    player: PlayerId
    round: Round | None = None


class ContestEnded(ContestEvent, frozen=True):
    """The contest was over."""


CONTEST_EVENTS: tuple[type[Event], ...] = (
    GapLeft,
    NoteAdded,
    ContestCreated,
    PlayerEntered,
    DeckRegistered,
    PoolSwapped,
    RoundPaired,
    ByeGiven,
    MatchStarted,
    DoublingOffered,
    DoublingAccepted,
    DoublingFolded,
    GameLinked,
    MatchEnded,
    PenaltyGiven,
    StandingsPublished,
    PlayerDropped,
    ContestEnded,
)
