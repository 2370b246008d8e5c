"""Forgets a person: who it is stands nowhere any more, and its games stay."""

from collections.abc import Collection, Iterator

from events.base import Event, NoteAdded, PlayerId, TextId
from events.erasable import SourceId
from events.forgetting import Erased, erase, names_of
from events.recordings import REGISTRY
from events.references import references
from events.registry import DeckNamed, NameGiven, PlayerForgotten, RegistryEvent
from events.tape import Tape
from ingest.registering import register, registered
from projector.identities import Identities


def known_names(tape: Tape, player: PlayerId) -> set[str]:
    """Everything that a person is called by: at clients, and here."""
    history = registered(tape)
    members = Identities(history).members(player)
    given = [event.name for event in history if isinstance(event, NameGiven) and event.player in members]
    return {*names_of(tape, members), *tape.texts(given).values()}


def forget(tape: Tape, player: PlayerId, *, by: PlayerId | None = None) -> Erased:
    """Forget a person with all players it is merged from.

    That it is to be forgotten is registered first, and its own rows are erased last, in one transaction with all else:
    cut off in between, it is done when it is asked for again.
    """
    identities = Identities(registered(tape))
    members = identities.members(player)
    names = known_names(tape, player)
    unknown = [member for member in members if member not in identities.forgotten]
    if unknown:
        register(tape, [PlayerForgotten(player=member, by=by) for member in unknown])
    return erase(tape, members, names, set(_written_by(tape, members)))


def forget_again(tape: Tape, source: SourceId, wanted: Collection[tuple[str, str, str | None]]) -> bool:
    """Whether a file that has just come in tells of somebody who was forgotten; then it and what it quotes are erased.

    `wanted`: client, handle and name of everybody in it.
    """
    forgotten = set(tape.forgotten([(client, handle) for client, handle, _ in wanted]))
    if not forgotten:
        return False
    names = {name for client, handle, name in wanted if (client, handle) in forgotten and name}
    told = {handle.partition(":") for client, handle in forgotten}
    names |= {text for kind, _, text in told if kind == "name" or (kind == "account" and len(text) > 3)}
    erase(tape, tape.players([(*key, None) for key in sorted(forgotten)]), names, sources=[source])
    return True


def _written_by(tape: Tape, players: Collection[PlayerId]) -> Iterator[TextId]:
    """The texts that these players wrote: notes, names and reasons."""
    for recording in tape.recordings(newest_first=False):
        if recording.family != REGISTRY:
            for event in tape.read(recording.id):
                yield from _written(event, players)
    for event in registered(tape):
        yield from _written(event, players)


def _written(event: Event, players: Collection[PlayerId]) -> list[TextId]:
    theirs = (
        (isinstance(event, NoteAdded) and event.author in players)
        or (isinstance(event, RegistryEvent) and event.by in players)
        or (isinstance(event, NameGiven | DeckNamed) and event.player in players)
    )
    return references(event)[1] if theirs else []
