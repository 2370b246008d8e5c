"""Standings of a contest by the results of its matches, with the tie-breaks named."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from events.base import PlayerId
from projector.contests.state import State

WIN, DRAW, LOSS = 3, 1, 0
TIE_BREAKS = ("match points", "opponents' match score", "game score")


class Line(msgspec.Struct, frozen=True):
    """A line of the standings. Players with equal points and tie-breaks share a place.

    `points`: 3 a match won, 1 a draw, 0 a loss; a bye counts as won. `opponents`: the mean share of points that the
    opponents took of their own matches, byes left out. `games`: the share of games won in matches by games, a draw
    half. None: there is nothing to take it of.
    """

    place: int
    player: PlayerId
    wins: int
    draws: int
    losses: int
    byes: int
    points: int
    opponents: float | None
    games: float | None


def standings(state: State) -> list[Line]:
    """The players of a contest, best first, by points and then by each tie-break of `TIE_BREAKS` in its order."""
    results: dict[PlayerId, list[float]] = defaultdict(list)
    faced: dict[PlayerId, list[PlayerId]] = defaultdict(list)
    games: dict[PlayerId, list[float]] = defaultdict(list)
    for match in state.matches.values():
        if match.winner is None:
            continue
        for number, side in enumerate(match.sides, 1):
            result = 0.5 if match.winner == 0 else float(match.winner == number)
            others = [player for other in match.sides if other != side for player in other]
            for player in side:
                results[player].append(result)
                faced[player].extend(others)
                games[player].extend(
                    0.5 if game.winner == 0 else float(game.winner == number)
                    for game in match.games
                    if game.winner is not None and not match.by_points
                )
    byes: dict[PlayerId, int] = defaultdict(int)
    for _, player in state.byes:
        byes[player] += 1

    def share(player: PlayerId) -> float | None:
        played = results[player]
        return sum(_points(result) for result in played) / (WIN * len(played)) if played else None

    lines = []
    for player in state.entries:
        played = results[player]
        shares = [found for other in faced[player] if (found := share(other)) is not None]
        lines.append(
            Line(
                place=0,
                player=player,
                wins=played.count(1.0),
                draws=played.count(0.5),
                losses=played.count(0.0),
                byes=byes[player],
                points=sum(_points(result) for result in played) + WIN * byes[player],
                opponents=sum(shares) / len(shares) if shares else None,
                games=sum(games[player]) / len(games[player]) if games[player] else None,
            )
        )
    return _placed(lines)


def _points(result: float) -> int:
    return WIN if result == 1.0 else DRAW if result == 0.5 else LOSS


def _placed(lines: Sequence[Line]) -> list[Line]:
    """The lines in order; equal ones share the place of the first of them."""
    ordered = sorted(lines, key=_rank, reverse=True)
    placed: list[Line] = []
    for number, line in enumerate(ordered, 1):
        tied = placed and _rank(placed[-1]) == _rank(line)
        placed.append(msgspec.structs.replace(line, place=placed[-1].place if tied else number))
    return placed


def _rank(line: Line) -> tuple[int, float, float]:
    """What orders two lines; a share that is not there counts 0. Rounded: what is equal on paper is equal here."""
    return line.points, round(line.opponents or 0.0, 9), round(line.games or 0.0, 9)
