"""OnlyChamps' results: match records, the bundles around them, and match artifacts. Each tells how one game ended.

What these files do, and how they are read; the samples in data/samples/onlychamps show each of it:

- HOME is seat 1, AWAY seat 2; an artifact's players sit as they are listed. Competitors are known by the client's ids.
- Coins are trophies. A winner that contradicts them is kept as it is told, and the referee finds it.
- Records have 1 to 9 battles, so the number of battles is told. What happened in them is not: a timeline has codes
  without contents, newer ones no codes. Only its first and last moments are read.
- A reason that Gametape does not know is named. `DETERMINISTIC_HASH_V1` is one: the client drew lots then.
- Digests are not checked: they are checksums of the client's own, and prove nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import Count, MatchId, Moment, PlayerId
from events.boba import Battle, GameEnded, GameStarted, Mode, Pair, Seated
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Person, Read, Told
from ingest.json_files import Foreign, Id, decoded, known_moment
from ingest.onlychamps import CLIENT
from projector.boba.modes import MODES

_Winner = Literal["HOME", "AWAY", "DRAW"]
_WINNERS: dict[str | None, Literal[1, 2, "draw"] | None] = {"HOME": 1, "AWAY": 2, "DRAW": "draw", None: None}
_MODES: dict[str | None, Mode] = {"FMT_ROOKIE": "rookie", "ROOKIE": "rookie"}
_SUDDEN_DEATH = "SUDDEN_DEATH"
_CODES = frozenset(
    {"LOAD_RULES", "SETUP_START", "SETUP_COMPLETE", "MATCH_START", "BATTLE_START", "RESOLVE", "MATCH_END"}
)


class Extra(Foreign, frozen=True):
    winner: Id | None = None


class Entry(Foreign, frozen=True):
    """An entry of a timeline."""

    at: Moment | None = None
    code: Id | None = None
    extra: Extra | None = None


class Coins(Foreign, frozen=True):
    home: Count
    away: Count


class Result(Foreign, frozen=True):
    winner: _Winner | None
    total_battles: Battle
    win_reason: Id | None = None
    final_coin_count: Coins | None = None


class Record(Foreign, frozen=True):
    """MatchResultRecordV1."""

    match_id: Id
    result: Result
    timeline: tuple[Entry, ...] = ()
    format_id: Id | None = None
    game_mode_id: Id | None = None
    engine_compat_version: Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None = None
    home_competitor_id: Id | None = None
    away_competitor_id: Id | None = None


class Bundle(Foreign, frozen=True):
    """PostGameBundleV1: a record, and what the client says of it."""

    match_result: Record


class Header(Foreign, frozen=True):
    artifact_version: Id
    universe_code: Id
    match_id: Id
    mode_code: Id | None = None
    engine_version: Id | None = None
    started_at: Moment | None = None
    completed_at: Moment | None = None


class Participant(Foreign, frozen=True):
    participant_id: Id
    role: Id | None = None


class ArtifactResult(Foreign, frozen=True):
    winner_participant_id: Id | None = None
    scores_by_participant_id: dict[str, Count] = msgspec.field(default_factory=dict)


class Artifact(Foreign, frozen=True):
    """MatchArtifactV1."""

    header: Header
    participants: tuple[Participant, ...]
    result: ArtifactResult
    timeline: tuple[Entry, ...] = ()


class Either(Foreign, frozen=True):
    """Enough of a file to tell the three kinds apart."""

    header: Any = None
    match_result: Any = None


def recognise(start: bytes, _: str) -> bool:
    """An artifact names its version; a record has a match, a format and a timeline."""
    record = b'"matchId"' in start and b'"gameModeId"' in start and b'"timeline"' in start
    return start.lstrip().startswith(b"{") and (record or b'"artifactVersion"' in start)


def read(document: Document) -> Iterator[Read]:
    """The one game of a file, or why it cannot be read."""
    kind = decoded(document, Either)
    if isinstance(kind, Problem):
        yield kind
    elif kind.header is not None:
        artifact = decoded(document, Artifact)
        yield from [artifact] if isinstance(artifact, Problem) else _read_artifact(artifact)
    elif kind.match_result is not None:
        bundle = decoded(document, Bundle)
        yield from [bundle] if isinstance(bundle, Problem) else _read_record(bundle.match_result)
    else:
        record = decoded(document, Record)
        yield from [record] if isinstance(record, Problem) else _read_record(record)


def _read_record(record: Record) -> Iterator[Read]:
    result, coins = record.result, record.result.final_coin_count
    winner = _WINNERS[result.winner]
    reason: Literal["sudden_death", "trophies", "tie"] | None = None
    if result.win_reason == _SUDDEN_DEATH:
        reason = "sudden_death"
    elif coins is not None and winner is not None:
        reason = "tie" if winner == "draw" else "trophies"
    if result.win_reason not in {None, _SUDDEN_DEATH}:
        yield Problem(
            None, f"The reason {result.win_reason!r} is none that Gametape knows; the winner is kept as it is told"
        )
    yield from _timeline_problems(record.timeline, result.winner)
    mode = _MODES.get(record.format_id)
    setup = replace(MODES[mode], battles=result.total_battles) if mode is not None else None
    if setup is not None and reason == "sudden_death":
        setup = replace(setup, tied_game="sudden_death")
    moments = [entry.at for entry in record.timeline if entry.at is not None]
    version = record.engine_compat_version
    yield _told(
        (record.home_competitor_id, record.away_competitor_id),
        GameStarted(
            (Seated(), Seated()),
            mode=mode,
            setup=None if mode is None or setup == MODES[mode] else setup,
            format=None if mode is not None else record.format_id,
            at=known_moment(moments[0]) if moments else None,
        ),
        GameEnded(
            winner=winner,
            reason=reason,
            trophies=(coins.home, coins.away) if coins is not None else (None, None),
            at=known_moment(moments[-1]) if moments else None,
        ),
        version=None if version is None else f"engine {version}",
        match=record.match_id,
    )


def _read_artifact(artifact: Artifact) -> Iterator[Read]:
    header, result = artifact.header, artifact.result
    if header.artifact_version != "MatchArtifactV1" or header.universe_code != "BOBA":
        yield Problem(
            None,
            f"This is a {header.artifact_version} of {header.universe_code}, expected a MatchArtifactV1 of BOBA",
        )
        return
    players = [it.participant_id for it in artifact.participants if it.role in {None, "PLAYER"}]
    if len(players) != 2 or players[0] == players[1]:
        yield Problem(None, f"Expected two players, found {len(players)} - at `$.participants`")
        return
    one, two = (result.scores_by_participant_id.get(player) for player in players)
    winner: Literal[1, 2, "draw"] | None = None
    if result.winner_participant_id in players:
        winner = 1 if result.winner_participant_id == players[0] else 2
    elif result.winner_participant_id is not None:
        yield Problem(None, "The winner is none of the players - at `$.result.winnerParticipantId`")
    elif one is not None and one == two:
        winner = "draw"
    yield from _timeline_problems(artifact.timeline, None)
    mode = _MODES.get(header.mode_code)
    scored = one is not None and two is not None and winner is not None
    yield _told(
        (players[0], players[1]),
        GameStarted(
            (Seated(), Seated()),
            mode=mode,
            format=None if mode is not None else header.mode_code,
            at=known_moment(header.started_at),
        ),
        GameEnded(
            winner=winner,
            reason=("tie" if winner == "draw" else "trophies") if scored else None,
            trophies=(one, two),
            at=known_moment(header.completed_at),
        ),
        version=header.engine_version,
        match=header.match_id,
    )


def _timeline_problems(timeline: Sequence[Entry], winner: str | None) -> Iterator[Problem]:
    """Codes and winners of the timeline that the result does not bear out."""
    unknown = dict.fromkeys(entry.code for entry in timeline if entry.code is not None and entry.code not in _CODES)
    if unknown:
        named = ", ".join(map(repr, list(unknown)[:5]))
        yield Problem(
            None, f"The timeline has {len(unknown)} codes that Gametape does not know, so it tells more: {named}"
        )
    for entry in timeline:
        told = entry.extra.winner if entry.extra is not None else None
        if winner is not None and told is not None and told != winner:
            yield Problem(None, f"The timeline states {told} as the winner, the result {winner}; the result is kept")
            return


def _told(
    competitors: Pair[str | None], started: GameStarted, ended: GameEnded, *, version: str | None, match: str
) -> Told:
    names: Pair[PlayerId | None] = (
        PlayerId("home") if competitors[0] else None,
        PlayerId("away") if competitors[1] else None,
    )
    return Told(
        family="boba",
        events=[replace(started, seats=(Seated(names[0]), Seated(names[1])), match=MatchId(match)), ended],
        people={
            name: Person(account=account) for name, account in zip(names, competitors, strict=True) if name is not None
        },
        client=CLIENT,
        client_version=version,
        client_game=match,
        line=1,
    )


ONLYCHAMPS_RESULTS = Adapter(
    name="onlychamps-results", title="OnlyChamps result", version=1, recognise=recognise, read=read
)
