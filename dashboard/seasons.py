"""Puts a season of known truth onto a tape: games at speed, and beside them what is true of them."""

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from dashboard.workspace import VAR, Workspace
from events.base import Event, PlayerId
from events.recordings import NewRecording
from ingest.selfplay.season import CLIENT, Rules, Season, Teller, Truth, blocks, draw_season, player_of, truth_of

ADAPTER = "season"
SEASONS = VAR / "seasons"
# Games that share a transaction; more are no faster.
_TOGETHER = 256


class TruthError(ValueError):
    """The truth of a season cannot be written; the message says where and why."""


def season_onto(
    work: Workspace,
    games: int,
    seed: int,
    truth: Path | None = None,
    *,
    results_only: float = 0.5,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, int]:
    """Append a season's games and write its truth; where it stands, and how many games were new.

    `results_only`: the share of games told by their result alone. Raises TruthError, before any game is appended.
    """
    season = draw_season(seed, work.cards["boba"], results_only=results_only)
    place = write_truth(truth_of(season), SEASONS / f"{seed}.json" if truth is None else truth)
    added = done = 0
    recordings = _recordings(work, season, games)
    while together := list(islice(recordings, _TOGETHER)):
        added += sum(recorded.added for recorded in work.tape.append_new(together))
        done += len(together)
        if progress is not None:
            progress(done, games)
    return place, added


def write_truth(truth: Truth, place: Path) -> Path:
    """Write the truth of a season as JSON. Raises TruthError."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(truth)) + b"\n")
        part.replace(place)
    except OSError as error:
        raise TruthError(f"The truth cannot be written to {place}: {error.strerror or error}") from error
    return place


def _recordings(work: Workspace, season: Season, games: int) -> Iterator[NewRecording]:
    """The games, each known by its season and number: telling them again adds none."""
    called = [player_of(place) for place in range(len(season.skills))]
    names = [f"Season player {place + 1}" for place in range(len(called))]
    players: list[PlayerId] = work.tape.players(
        [(CLIENT, f"account:{player}", name) for player, name in zip(called, names, strict=True)]
    )
    rules = Rules(season, work.cards["boba"])
    teller = Teller(season, work.cards["boba"], players)
    # The same season over other cards or by other rules is another one.
    name = hashlib.sha256(msgspec.json.encode(season)).hexdigest()[:16]
    for block, count in blocks(games):
        told: Iterator[list[Event]] = teller.told(rules.play(block, count))
        for number, events in enumerate(told, rules.first(block) + 1):
            yield NewRecording(
                family="boba",
                adapter=ADAPTER,
                client=CLIENT,
                client_game=f"{season.seed}/{number}",
                digest=f"season:{name}:{number}",
                simulated=True,
                events=events,
            )
