"""Which players are one person, what it is called, and which person is "me": a fold of the registry's events."""

from collections.abc import Iterable

import polars as pl

from events.base import Event, PlayerId, TextId
from events.registry import MeChosen, NameGiven, PlayerForgotten, PlayersMerged, PlayersSplit, RegistryEvent
from projector.facts import Tables

# Where tables tell players: in those that have the first, for `opponent` may be a deck elsewhere.
_PLAYER, _OPPONENT = "player", "opponent"
_SEATED = ("player_1", "player_2")


class Identities:
    """The persons of a tape, as far as the registry says of them. A player it does not name is a person of its own.

    Each merge is an edge between the two players it names, so the players of a person are a tree: a split takes away
    the edge it leads over, and everybody is again who they were before that merge. A person is known by one of its
    players: the one that the last merge in its tree kept. `forgotten` are players whose name nothing may tell.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.forgotten: set[PlayerId] = set()
        self._edges: list[tuple[PlayerId, PlayerId]] = []
        self._persons: dict[PlayerId, PlayerId] = {}
        self._members: dict[PlayerId, list[PlayerId]] = {}
        self._given: dict[PlayerId, TextId] = {}
        self._me: PlayerId | None = None
        self._history: dict[PlayerId, list[RegistryEvent]] = {}
        for event in events:
            self.advance(event)

    def advance(self, event: Event) -> None:
        """Take in one more event of the registry."""
        match event:
            case PlayersMerged():
                self._note(event, event.kept, event.merged)
                self._merge(event.kept, event.merged)
            case PlayersSplit():
                self._note(event, event.kept, event.split)
                self._split(event.kept, event.split)
            case NameGiven():
                self._note(event, event.player)
                # Taken out first, so that the name given last stands last.
                self._given.pop(event.player, None)
                self._given[event.player] = event.name
            case MeChosen():
                if event.player is not None:
                    self._note(event, event.player)
                self._me = event.player
            case PlayerForgotten():
                self._note(event, event.player)
                self.forgotten.add(event.player)
                self._given.pop(event.player, None)

    def person_of(self, player: PlayerId) -> PlayerId:
        """The player by whom the person is known that a player is."""
        return self._persons.get(player, player)

    def members(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """All players who are the same person as this one, the one by whom it is known first."""
        person = self.person_of(player)
        return tuple(self._members.get(person, (person,)))

    def given_name(self, player: PlayerId) -> TextId | None:
        """The text of the name that was given last to any player of the person; None: nobody gave one."""
        members = set(self.members(player))
        return next((name for named, name in reversed(self._given.items()) if named in members), None)

    def history(self, player: PlayerId) -> list[RegistryEvent]:
        """What was said of a player, in order."""
        return list(self._history.get(player, ()))

    def _note(self, event: RegistryEvent, *players: PlayerId) -> None:
        for player in dict.fromkeys(players):
            self._history.setdefault(player, []).append(event)

    @property
    def me(self) -> PlayerId | None:
        """The person who keeps this tape; None: nobody on it."""
        return None if self._me is None else self.person_of(self._me)

    @property
    def merged(self) -> dict[PlayerId, PlayerId]:
        """The person of every player that is not the one by whom its person is known."""
        return {player: person for player, person in self._persons.items() if player != person}

    @property
    def merges(self) -> tuple[tuple[PlayerId, PlayerId], ...]:
        """The merges that hold: who was kept, and who was merged into it."""
        return tuple(self._edges)

    @property
    def given(self) -> dict[PlayerId, TextId]:
        """The texts of all given names, by the player they were given to, the last one last."""
        return dict(self._given)

    def _merge(self, kept: PlayerId, merged: PlayerId) -> None:
        if self.person_of(kept) == self.person_of(merged):
            return
        self._edges.append((kept, merged))
        self._unite(kept, merged)

    def _unite(self, kept: PlayerId, merged: PlayerId) -> None:
        person, other = self.person_of(kept), self.person_of(merged)
        members = [*self.members(person), *self.members(other)]
        self._members.pop(other, None)
        self._members[person] = members
        self._persons.update(dict.fromkeys(members, person))

    def _split(self, kept: PlayerId, split: PlayerId) -> None:
        if kept == split or self.person_of(kept) != self.person_of(split):
            return
        tree = self.members(kept)
        self._edges.remove(self._first_edge(split, kept))
        for player in tree:
            self._persons.pop(player, None)
            self._members.pop(player, None)
        inside = set(tree)
        for edge in self._edges:
            if edge[0] in inside:
                self._unite(*edge)

    def _first_edge(self, start: PlayerId, end: PlayerId) -> tuple[PlayerId, PlayerId]:
        """The edge next to `start` on the only path of the tree to `end`."""
        over = {end: (end, end)}
        waiting = [end]
        while start not in over:
            here = waiting.pop()
            for edge in self._edges:
                if here in edge:
                    there = edge[1] if edge[0] == here else edge[0]
                    if there not in over:
                        over[there] = edge
                        waiting.append(there)
        return over[start]


def by_person(tables: Tables, identities: Identities) -> Tables:
    """The tables with the person in place of each player; the same tables if nobody is merged."""
    merged = {str(player): str(person) for player, person in identities.merged.items()}
    if not merged:
        return tables
    return {name: _by_person(table, merged) for name, table in tables.items()}


def _by_person(table: pl.LazyFrame, merged: dict[str, str]) -> pl.LazyFrame:
    names = table.collect_schema().names()
    told = [name for name in (_PLAYER, *_SEATED) if name in names]
    if _PLAYER in told and _OPPONENT in names:
        told.append(_OPPONENT)
    return table.with_columns(pl.col(name).replace(merged) for name in told) if told else table
