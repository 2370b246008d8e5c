"""BOBA Playbook's tournaments: a contest with its rounds, and a game for each that was reported with its score.

How they are read:

- Rounds count in the order in which they stand, since the play-offs count from 0 again.
- A match without a second participant is a bye. A match that is complete without a winner is drawn, as the client's
  own standings have it.
- A battle without a winner was drawn if a later one was won: battles are fought in order. After the last that was won,
  it may not have been fought at all, so it is left out.
- Participants are known by name. Those who share one are told apart by their ids in the tournament.
- Of the final standings only the champion is told.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from events.base import ContestId, Count, Event, MatchId, Moment, PlayerId, RecordingId, TextId
from events.boba import BattleResolved, GameEnded, GameStarted, Mode, Pair, Seated
from events.contest import (
    ByeGiven,
    ContestCreated,
    ContestEnded,
    GameLinked,
    MatchEnded,
    Pairing,
    PlayerEntered,
    RoundPaired,
    Standing,
    StandingsPublished,
)
from events.erasable import Problem
from ingest.adapter import Document, Person, Read, Told
from ingest.json_files import Foreign, Id, Name, decoded, known_moment

CLIENT = "BOBA Playbook"

_Structure = Literal["swiss", "round_robin", "single_elimination", "other"]
_STRUCTURES: dict[str, _Structure] = {
    "swiss": "swiss",
    "round-robin": "round_robin",
    "single-elim": "single_elimination",
    "swiss-playoff": "other",
    "rr-playoff": "other",
}
_OVER = frozenset({"complete", "completed"})


class Participant(Foreign, frozen=True):
    id: Id
    display_name: Name | None = None
    type: Literal["user", "cpu"] | None = None


class FoughtBattle(Foreign, frozen=True):
    index: Annotated[int, msgspec.Meta(ge=0, lt=99)]
    winner_id: Id | None = None


class FoughtGame(Foreign, frozen=True):
    winner_id: Id | None = None
    player1_score: Count | None = msgspec.field(default=None, name="player1Score")
    player2_score: Count | None = msgspec.field(default=None, name="player2Score")


class Match(Foreign, frozen=True):
    id: Id
    participant1_id: Id | None = msgspec.field(default=None, name="participant1Id")
    participant2_id: Id | None = msgspec.field(default=None, name="participant2Id")
    status: Id | None = None
    winner_id: Id | None = None
    player1_score: Count | None = msgspec.field(default=None, name="player1Score")
    player2_score: Count | None = msgspec.field(default=None, name="player2Score")
    games: tuple[FoughtGame, ...] | None = None
    battles: tuple[tuple[FoughtBattle, ...], ...] | None = None


class Round(Foreign, frozen=True):
    matches: tuple[Match, ...]


class Tournament(Foreign, frozen=True):
    id: Id
    participants: tuple[Participant, ...]
    rounds: Annotated[tuple[Round, ...], msgspec.Meta(max_length=10_000)]
    name: Name | None = None
    mode: Mode | None = None
    format: Id | None = None
    deck_rules: Id | None = None
    status: Id | None = None
    champion: Id | None = None
    created_at: Moment | None = None


def read_tournament(document: Document) -> Iterator[Read]:
    """The contest of a tournament's file, then its games."""
    tournament = decoded(document, Tournament)
    if isinstance(tournament, Problem):
        yield tournament
        return
    told = _Contest(tournament)
    told.read()
    yield from (Problem(None, message) for message in told.problems)
    yield Told(
        family="contest",
        events=told.events,
        people=told.people,
        client=CLIENT,
        client_game=tournament.id,
        line=1,
    )
    yield from told.games


class _Contest:
    """A tournament that is being read."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.events: list[Event] = []
        self.games: list[Told] = []
        self.problems: list[str] = []
        names = Counter(it.display_name for it in tournament.participants)
        self.people = {
            PlayerId(it.id): Person(
                name=it.display_name or None,
                account=f"{tournament.id}/{it.id}" if names[it.display_name] > 1 or not it.display_name else None,
            )
            for it in tournament.participants
        }

    def read(self) -> None:
        tournament = self.tournament
        if tournament.format is not None and tournament.format not in _STRUCTURES:
            self.problems.append(f"The format {tournament.format!r} is none that Gametape knows - at `$.format`")
        self.events.append(
            ContestCreated(
                game="boba",
                kind="event",
                name=TextId(tournament.name) if tournament.name else None,
                structure=_STRUCTURES.get(tournament.format or ""),
                format=tournament.deck_rules,
                at=known_moment(tournament.created_at),
            )
        )
        for it in tournament.participants:
            self.events.append(PlayerEntered(PlayerId(it.id), computer=it.type == "cpu"))
        for number, played in enumerate(tournament.rounds, 1):
            self._round(number, played)
        if tournament.champion is not None and self._entered(tournament.champion, "$.champion"):
            champion = Standing(1, (PlayerId(tournament.champion),))
            self.events.append(StandingsPublished((champion,)))
        if tournament.status in _OVER:
            self.events.append(ContestEnded())

    def _entered(self, participant: str, path: str) -> bool:
        if PlayerId(participant) in self.people:
            return True
        self.problems.append(f"{participant!r} is no participant - at `{path}`")
        return False

    def _round(self, number: int, played: Round) -> None:
        pairings: list[Pairing] = []
        byes: list[PlayerId] = []
        matches: list[tuple[Match, Pair[str], str]] = []
        for place, match in enumerate(played.matches):
            path = f"$.rounds[{number - 1}].matches[{place}]"
            sides = [it for it in (match.participant1_id, match.participant2_id) if it is not None]
            unknown = [it for it in sides if not self._entered(it, path)]
            if not sides or unknown or len(set(sides)) != len(sides):
                self.problems.append(f"The match of {len(sides)} participants is left out - at `{path}`")
            elif len(sides) == 1:
                byes.append(PlayerId(sides[0]))
            else:
                pairings.append(Pairing(MatchId(match.id), ((PlayerId(sides[0]),), (PlayerId(sides[1]),))))
                matches.append((match, (sides[0], sides[1]), path))
        self.events.append(RoundPaired(number, tuple(pairings)))
        self.events.extend(ByeGiven(player, number) for player in byes)
        for match, both, path in matches:
            self._match(match, both, number, path)

    def _match(self, match: Match, sides: Pair[str], number: int, path: str) -> None:
        games = match.games or ()
        for place, game in enumerate(games):
            battles = match.battles[place] if match.battles is not None and place < len(match.battles) else ()
            told = self._game(match, sides, game, battles, number=number, place=place + 1, path=path)
            self.games.append(told)
            self.events.append(GameLinked(MatchId(match.id), place + 1, RecordingId(told.client_game or "")))
        if match.status in _OVER:
            side = self._side(match.winner_id, sides, path)
            self.events.append(
                MatchEnded(
                    MatchId(match.id),
                    side="draw" if match.winner_id is None else side,
                    reason="games" if games else None,
                    score=(match.player1_score, match.player2_score),
                )
            )

    def _game(
        self,
        match: Match,
        sides: Pair[str],
        game: FoughtGame,
        battles: tuple[FoughtBattle, ...],
        *,
        number: int,
        place: int,
        path: str,
    ) -> Told:
        tournament = self.tournament
        one, two = PlayerId(sides[0]), PlayerId(sides[1])
        scores = (game.player1_score, game.player2_score)
        path = f"{path}.games[{place - 1}]"
        winner = self._side(game.winner_id, sides, path)
        tied = game.winner_id is None and scores[0] is not None and scores[0] == scores[1]
        events: list[Event] = [
            GameStarted(
                (Seated(one), Seated(two)),
                mode=tournament.mode,
                format=tournament.deck_rules,
                contest=ContestId(tournament.id),
                match=MatchId(match.id),
                round=number,
                game_of_match=place,
            )
        ]
        won = [battle.index for battle in battles if battle.winner_id is not None]
        for battle in sorted(battles, key=lambda battle: battle.index):
            if won and battle.index <= max(won):
                side = self._side(battle.winner_id, sides, f"{path}, battle {battle.index}")
                events.append(BattleResolved(battle.index + 1, "draw" if battle.winner_id is None else side))
        known = None not in scores
        events.append(
            GameEnded(
                winner="draw" if tied else winner,
                reason="tie" if tied else "trophies" if known and winner is not None else None,
                trophies=scores,
            )
        )
        return Told(
            family="boba",
            events=events,
            people={player: self.people[player] for player in (one, two)},
            client=CLIENT,
            client_game=f"{tournament.id}/{match.id}/{place}",
            line=1,
        )

    def _side(self, winner: str | None, sides: Pair[str], path: str) -> Literal[1, 2] | None:
        if winner in sides:
            return 1 if winner == sides[0] else 2
        if winner is not None:
            self.problems.append(f"The winner {winner!r} does not play here - at `{path}`")
        return None
