"""Standings of events from programs that tell places and points, but no games: BoBA Card Scanner and Cardeio.

A file becomes a contest with its players and their standings as published. Players who tie share a place. Cardeio's
lists of events and its outlines of one hold no result and are refused.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec

from events.base import Event, Number, PlayerId, TextId
from events.contest import ContestCreated, PlayerEntered, Standing, StandingsPublished
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Person, Read, Told
from ingest.json_files import Foreign, Id, Name, decoded

_Place = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
_Points = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]


class Placed(msgspec.Struct, frozen=True):
    """A line of BoBA Card Scanner's results."""

    player_name: Annotated[Name, msgspec.Meta(min_length=1)]
    final_standing: _Place | None = None
    match_wins: Number | None = None
    match_losses: Number | None = None
    match_draws: Number | None = None


class Results(msgspec.Struct, frozen=True):
    tournament_id: Id
    results: tuple[Placed, ...]


class User(Foreign, frozen=True):
    id: Id
    display_name: Name | None = None


class GameUser(Foreign, frozen=True):
    display_name: Name | None = None
    team_name: Name | None = None


class TieBreakers(Foreign, frozen=True):
    points: _Points | None = None


class Ranked(Foreign, frozen=True):
    """A line of Cardeio's roster or standings."""

    user: User
    standing: _Place | None = None
    game_user: GameUser | None = None
    tie_breakers: TieBreakers | None = None


class Pagination(Foreign, frozen=True):
    next_page: Any = None


class Page(Foreign, frozen=True):
    data: tuple[Ranked, ...]
    pagination: Pagination | None = None


def recognise_scanner(start: bytes, _: str) -> bool:
    """Results have the tournament and a final standing."""
    return start.lstrip().startswith(b"{") and b'"tournament_id"' in start and b'"final_standing"' in start


def recognise_cardeio(start: bytes, _: str) -> bool:
    """Every answer of the platform has `data`; then users with standings, or an event with its beginning."""
    if not start.lstrip().startswith(b"{") or b'"data"' not in start:
        return False
    return _is_standings(start) or (b'"startsAt"' in start and (b'"activities"' in start or b'"phases"' in start))


def read_scanner(document: Document) -> Iterator[Read]:
    results = decoded(document, Results)
    if isinstance(results, Problem):
        yield results
        return
    people = {PlayerId(str(number)): Person(name=it.player_name) for number, it in enumerate(results.results, 1)}
    standings = [
        Standing(it.final_standing, (player,), wins=it.match_wins, losses=it.match_losses, draws=it.match_draws)
        for player, it in zip(people, results.results, strict=True)
        if it.final_standing is not None
    ]
    entered: list[Event] = [PlayerEntered(player) for player in people]
    yield _told("BoBA Card Scanner", results.tournament_id, people, entered, standings)


def read_cardeio(document: Document) -> Iterator[Read]:
    if not _is_standings(document.data):
        yield Problem(
            None, "This lists events of Cardeio and holds no result; import the roster or the standings of an event"
        )
        return
    page = decoded(document, Page)
    if isinstance(page, Problem):
        yield page
        return
    if page.pagination is not None and page.pagination.next_page is not None:
        yield Problem(None, "More pages of this list follow, so its standings are not all - at `$.pagination.nextPage`")
    people: dict[PlayerId, Person] = {}
    entered: list[Event] = []
    standings: list[Standing] = []
    for it in page.data:
        player, shown = PlayerId(it.user.id), it.game_user or GameUser()
        people[player] = Person(name=shown.display_name or it.user.display_name or None, account=it.user.id)
        entered.append(PlayerEntered(player, team=TextId(shown.team_name) if shown.team_name else None))
        if it.standing is not None:
            points = it.tie_breakers.points if it.tie_breakers is not None else None
            standings.append(Standing(it.standing, (player,), points=points))
    yield _told("Cardeio", None, people, entered, standings)


def _is_standings(data: bytes) -> bool:
    return b'"standing"' in data and b'"user"' in data


def _told(
    client: str,
    contest: str | None,
    people: dict[PlayerId, Person],
    entered: Sequence[Event],
    standings: Sequence[Standing],
) -> Told:
    placed = sorted(standings, key=lambda standing: standing.place)
    published: list[Event] = [StandingsPublished(tuple(placed))] if placed else []
    return Told(
        family="contest",
        events=[ContestCreated(game="boba", kind="event"), *entered, *published],
        people=people,
        client=client,
        client_game=contest,
        line=1,
    )


SCANNER = Adapter(
    name="boba-scanner", title="BoBA Card Scanner results", version=1, recognise=recognise_scanner, read=read_scanner
)
CARDEIO = Adapter(name="cardeio", title="Cardeio standings", version=1, recognise=recognise_cardeio, read=read_cardeio)
