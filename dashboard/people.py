"""What a person says of who is who: players merged, split and named, and "this is me"."""

import datetime as dt
from collections.abc import Collection, Mapping

import msgspec
import polars as pl

from dashboard.judging import Author
from dashboard.legible import legible
from dashboard.workspace import NoGameError, Workspace
from events.base import PlayerId, TextId
from events.registry import MeChosen, NameGiven, PlayersMerged, PlayersSplit, RegistryEvent
from ingest.registering import person, register, words
from projector.facts import GAME
from projector.games import GAMES
from projector.identities import by_person

# The longest name that is given at the tape.
LONGEST_NAME = 200


class NoPlayerError(NoGameError):
    """There is no such player, or several could be meant, or they are not what was said of them."""


class Alias(msgspec.Struct, frozen=True):
    """A player as one client knows it: `name` there, the end of its `account`, and how many games it sat in."""

    player: PlayerId
    client: str
    name: str | None
    account: str | None
    games: int


class Individual(msgspec.Struct, frozen=True):
    """A person: what it is called, all players it is, how many games it sat in. `me`: whoever keeps this tape."""

    person: PlayerId
    name: str | None
    aliases: tuple[Alias, ...]
    games: int
    me: bool
    forgotten: bool


def individuals(work: Workspace) -> list[Individual]:
    """Everybody on the tape, those with most games first."""
    identities = work.identities
    accounts = {account.id: account for account in work.tape.accounts()}
    names = work.called(accounts)
    hidden = work.pseudonyms is not None
    players, persons = _games(work, merged=False), _games(work, merged=True)
    aliases: dict[PlayerId, list[Alias]] = {}
    for player, account in accounts.items():
        alias = Alias(
            player,
            account.client,
            None if hidden else account.name,
            None if hidden else _end(account.handle),
            players.get(player, 0),
        )
        aliases.setdefault(identities.person_of(player), []).append(alias)
    found = [
        Individual(
            person=who,
            name=names.get(who),
            aliases=tuple(sorted(every, key=lambda alias: (alias.player != who, alias.player))),
            games=persons.get(who, 0),
            me=identities.me == who,
            forgotten=not identities.forgotten.isdisjoint(identities.members(who)),
        )
        for who, every in aliases.items()
    ]
    return sorted(found, key=lambda one: (-one.games, (one.name or "").casefold(), one.person))


def _games(work: Workspace, *, merged: bool) -> dict[PlayerId, int]:
    """In how many games everybody sat, by player or by person."""
    counts: dict[PlayerId, int] = {}
    snapshot = work.refreshed()
    for system in GAMES:
        tables = snapshot.tables(system)
        seats = (by_person(tables, work.identities) if merged else tables)["seats"]
        found = seats.drop_nulls("player").group_by("player").agg(pl.col(GAME).n_unique()).collect()
        for player, games in found.iter_rows():
            counts[PlayerId(player)] = counts.get(PlayerId(player), 0) + games
    return counts


def _end(handle: str | None) -> str | None:
    """The end of an account, enough to tell it from others; None for a player that is known by name alone."""
    kind, _, account = (handle or "").partition(":")
    return f"...{account[-4:]}" if kind == "account" and account else None


def player_called(work: Workspace, wanted: str) -> PlayerId:
    """The player that an id, the beginning of one or an exact name means; a person, for a name of several of its
    players. Raises NoPlayerError."""
    accounts = work.tape.accounts()
    if any(account.id == wanted for account in accounts):
        return PlayerId(wanted)
    names = work.called([account.id for account in accounts])
    named = {it.id for it in accounts if wanted and wanted in (it.name, names.get(it.id))}
    begins = {it.id for it in accounts if wanted and it.id.startswith(wanted)}
    if len(begins) == 1 and not named:
        return begins.pop()
    persons = {work.identities.person_of(player) for player in named | begins}
    if len(persons) == 1:
        return persons.pop()
    if not persons:
        raise NoPlayerError(f"There is no player {wanted!r}; `gametape players` lists those there are")
    raise NoPlayerError(f"{wanted!r} could be any of these, name one by its id:\n{_candidates(work, named | begins)}")


def _candidates(work: Workspace, players: set[PlayerId]) -> str:
    lines = [
        f"  {alias.player}  {legible(alias.client)}  {legible(alias.account or 'known by name')}  {alias.games} games"
        for one in individuals(work)
        for alias in one.aliases
        if alias.player in players
    ]
    return "\n".join(lines)


class Said(msgspec.Struct, frozen=True):
    """One thing that was said of a person, in words. `undoes`: the two players whose split takes back this merge."""

    what: str
    reason: str | None
    by: str | None
    at: str | None
    undoes: tuple[PlayerId, PlayerId] | None = None


def history(work: Workspace, player: PlayerId) -> list[Said]:
    """What was said of the players of a person, in order."""
    identities = work.identities
    told = {id(event): event for one in identities.members(player) for event in identities.history(one)}
    events = sorted(told.values(), key=lambda event: event.at or _NEVER)
    texts = work.words([text for event in events for text in (_reason(event), _given(event)) if text is not None])
    mentioned = {one for event in events for one in (event.by, *_mentioned(event)) if one is not None}
    names = work.called(mentioned)
    return [
        Said(
            what=_in_words(event, names, texts),
            reason=texts.get(_reason(event) or TextId("")),
            by=None if event.by is None else names.get(event.by, "somebody without a name"),
            at=f"{event.at:%Y-%m-%d %H:%M}" if event.at is not None else None,
            undoes=_undoes(event, identities.merges),
        )
        for event in events
    ]


_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)


def _reason(event: RegistryEvent) -> TextId | None:
    return event.reason if isinstance(event, (PlayersMerged, PlayersSplit)) else None


def _given(event: RegistryEvent) -> TextId | None:
    return event.name if isinstance(event, NameGiven) else None


def _mentioned(event: RegistryEvent) -> tuple[PlayerId, ...]:
    match event:
        case PlayersMerged():
            return event.kept, event.merged
        case PlayersSplit():
            return event.kept, event.split
        case _:
            return ()


def _undoes(event: RegistryEvent, holding: Collection[tuple[PlayerId, PlayerId]]) -> tuple[PlayerId, PlayerId] | None:
    if isinstance(event, PlayersMerged) and (event.kept, event.merged) in holding:
        return event.kept, event.merged
    return None


def _in_words(event: RegistryEvent, names: Mapping[PlayerId, str], texts: Mapping[TextId, str]) -> str:
    def called(player: PlayerId) -> str:
        return f"{names[player]} ({player[:8]})" if player in names else player[:8]

    match event:
        case PlayersMerged():
            return f"Merged: {called(event.merged)} is {called(event.kept)}"
        case PlayersSplit():
            return f"Split: {called(event.split)} is not {called(event.kept)}"
        case NameGiven():
            return f"Named: {texts.get(event.name, 'a name that was erased or is not shown')}"
        case MeChosen():
            return "Chosen as me"
        case _:
            return "Forgotten"


def merge(work: Workspace, kept: PlayerId, merged: PlayerId, author: Author) -> PlayerId:
    """Say that two players are one person; the player it is known by. Raises NoPlayerError."""
    if work.identities.person_of(kept) == work.identities.person_of(merged):
        raise NoPlayerError(f"{kept} and {merged} are one person already")
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    register(work.tape, [PlayersMerged(kept=kept, merged=merged, reason=reason, by=by)])
    return work.identities.person_of(kept)


def split(work: Workspace, kept: PlayerId, other: PlayerId, author: Author) -> None:
    """Say that a player is another person than `kept`, with whoever was merged with it. Raises NoPlayerError."""
    if kept == other or work.identities.person_of(kept) != work.identities.person_of(other):
        raise NoPlayerError(f"{kept} and {other} are not merged: name two players of one person")
    by, reason = person(work.tape, author.name), words(work.tape, author.reason)
    register(work.tape, [PlayersSplit(kept=kept, split=other, reason=reason, by=by)])


def give_name(work: Workspace, player: PlayerId, name: str, author: Author) -> None:
    """Call a person by a name; it counts before those that clients tell. Raises NoPlayerError."""
    if not name.strip() or len(name) > LONGEST_NAME:
        raise NoPlayerError(f"A name has 1 to {LONGEST_NAME} signs")
    if not work.identities.forgotten.isdisjoint(work.identities.members(player)):
        raise NoPlayerError(f"{player} was forgotten, and stays without a name")
    (text,) = work.tape.store_texts([name.strip()])
    register(work.tape, [NameGiven(player=player, name=text, by=person(work.tape, author.name))])


def choose_me(work: Workspace, player: PlayerId | None, author: Author) -> None:
    """Say who keeps this tape; None: nobody on it."""
    register(work.tape, [MeChosen(player=player, by=person(work.tape, author.name))])
