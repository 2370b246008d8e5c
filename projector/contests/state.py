"""What is known of a contest after some of its events."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from events.base import CardId, Draw, MatchId, PlayerId, RecordingId
from events.contest import ContestCreated, MatchEnded, Standing
from projector.referee import Judged

# A side of a match, counted from 1; 0 is a draw.
Side: TypeAlias = int


class ContestRules(msgspec.Struct, frozen=True):
    """What a format says about matches; None is: as the organiser says.

    `points_to_win` counts where matches are played for points.
    """

    best_of: int | None = None
    swaps: Literal["never", "between_matches"] | None = None
    points_to_win: int | None = None


class Played(msgspec.Struct, frozen=True):
    """A game that a match links to: by seat its players and the cards each brought (None: not known card by card).

    `winner`: a seat, 0 for a draw, None where there is no result.
    """

    players: tuple[PlayerId | None, ...]
    winner: int | None
    decks: tuple[tuple[CardId, ...] | None, ...]


class Entry(msgspec.Struct):
    """A player in a contest. `deck` and `pool` are what is registered now, None where not all of it is known."""

    player: PlayerId
    computer: bool = False
    dropped: bool = False
    deck: Counter[CardId] | None = None
    pool: Counter[CardId] | None = None
    registered: tuple[CardId, ...] | None = None


class LinkedGame(msgspec.Struct, frozen=True):
    """A game of a match. `winner`: the side that won, 0 for a draw, None where it is not known. `stake`: its points."""

    number: int
    recording: RecordingId | None
    winner: Side | None
    stake: int = 1


class Match(msgspec.Struct):
    """A match: its sides, the games that are known of it, and how it ended.

    `best_of` None: nobody said how long it is. `points`: what a game counts where matches are played for points.
    `asked` is who asked to double the game that is being played, `stake` what that game counts.
    """

    sides: tuple[tuple[PlayerId, ...], ...]
    stake: int = 1
    round: int | None = None
    best_of: int | None = None
    points: int | None = None
    asked: PlayerId | None = None
    games: list[LinkedGame] = []
    ended: MatchEnded | None = None
    brought: dict[PlayerId, Counter[CardId]] = {}

    @property
    def by_points(self) -> bool:
        return self.points is not None

    def side_of(self, player: PlayerId | None) -> Side | None:
        """The side that a player plays for."""
        for number, side in enumerate(self.sides, 1):
            if player is not None and player in side:
                return number
        return None

    def score(self) -> tuple[int, ...]:
        """What each side has of the games that are known: points where those count, else games."""
        return tuple(
            sum((game.stake if self.by_points else 1) for game in self.games if game.winner == side)
            for side in range(1, len(self.sides) + 1)
        )

    def draws(self) -> int:
        return sum(game.winner == 0 for game in self.games)

    def is_known(self) -> bool:
        """Whether the games from the first on and the winners of all of them are known."""
        return [game.number for game in self.games] == list(range(1, len(self.games) + 1)) and all(
            game.winner is not None for game in self.games
        )

    def needed(self, rules: ContestRules) -> int | None:
        """What wins the match: games, or points where those count (None: nobody says how many)."""
        if self.by_points:
            return rules.points_to_win
        return None if self.best_of is None else self.best_of // 2 + 1

    def derived(self, rules: ContestRules) -> Side | None:
        """The side that the known games make the winner; None while none is."""
        needed = self.needed(rules)
        if needed is None:
            return None
        return next((side for side, has in enumerate(self.score(), 1) if has >= needed), None)

    @property
    def winner(self) -> Side | None:
        """The side that won as stated, 0 for a draw, None where the match has no result (yet)."""
        if self.ended is None or self.ended.side is None or self.ended.reason == "no_contest":
            return None
        return 0 if self.ended.side == "draw" else self.ended.side


class State(Judged):
    """A contest while it is folded. `games`: what is known of the games it links to, by recording."""

    __slots__ = (
        "byes",
        "created",
        "ended",
        "entries",
        "games",
        "gapped",
        "matches",
        "pairings",
        "rules",
        "standings",
    )

    def __init__(self, rules: ContestRules, games: Mapping[RecordingId, Played]) -> None:
        super().__init__()
        self.rules = rules
        self.games = games
        self.created: ContestCreated | None = None
        self.entries: dict[PlayerId, Entry] = {}
        self.matches: dict[MatchId, Match] = {}
        self.pairings: dict[int, dict[MatchId, tuple[tuple[PlayerId, ...], ...]]] = {}
        self.byes: list[tuple[int, PlayerId]] = []
        self.standings: dict[int | None, tuple[Standing, ...]] = {}
        self.ended = False
        self.gapped = False


def stated_side(side: Side | Draw | None) -> str:
    """A result in words."""
    return "a draw" if side in (0, "draw") else "no winner" if side is None else f"side {side}"
