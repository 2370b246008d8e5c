"""Forgets a person: who it is stands nowhere any more, and its games stay."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from events.base import Event, NoteAdded, PlayerId, TextId
from events.erasable import SourceId
from events.forgetting import Erased, buried, erase, finish, named_by, names_of
from events.naming import Mentions
from events.recordings import REGISTRY
from events.redacting import Redaction
from events.references import references
from events.registry import DeckNamed, NameGiven, PlayerForgotten, RegistryEvent
from events.tape import Tape
from events.tombstones import ERASED, make_secret
from ingest.adapter import Adapter, Person, Told
from ingest.adapters import ADAPTERS
from ingest.files import FileError, whole
from ingest.opening import Reading, opened
from ingest.registering import register, registered
from projector.identities import Identities


def known_names(tape: Tape, members: Collection[PlayerId]) -> set[str]:
    """Everything that these players are called by: at clients, and here."""
    history = registered(tape)
    given = [event.name for event in history if isinstance(event, NameGiven) and event.player in members]
    return {*names_of(tape, members), *tape.texts(given).values()}


def forget(
    tape: Tape, player: PlayerId, *, by: PlayerId | None = None, adapters: Sequence[Adapter] = ADAPTERS
) -> Erased:
    """Forget a person with all players it is merged from.

    That it is to be forgotten is registered first, so that nobody shows it any more and an import can complete what was
    cut off; its own rows, by which it is found, are erased in one transaction with all else.
    """
    # There before the intent: by it an import sees that somebody was to be forgotten here.
    tape.database.write(make_secret)
    identities = Identities(registered(tape))
    members = identities.members(player)
    unknown = [member for member in members if member not in identities.forgotten]
    if unknown:
        register(tape, [PlayerForgotten(player=member, by=by) for member in unknown])
    return _erase(tape, members, adapters)


def _erase(tape: Tape, members: Collection[PlayerId], adapters: Sequence[Adapter]) -> Erased:
    names = known_names(tape, members)
    noted = set(_noted_by(tape, members))
    words = tape.texts(noted).values()
    redactor = _Redactor(tape, members, Redaction(tape.database.write(make_secret), [*names, *words]), adapters)
    registry = {text for event in registered(tape) for text in _written(event, members)}
    return erase(tape, members, names, redactor, authored=noted | registry, words=words)


class _Redactor:
    """Takes these players out of texts and files."""

    def __init__(
        self, tape: Tape, members: Collection[PlayerId], redaction: Redaction, adapters: Sequence[Adapter]
    ) -> None:
        self._redaction = redaction
        self._adapters = adapters
        accounts = tape.accounts()
        self._handles = {(it.client, it.handle) for it in accounts if it.id in members and it.handle is not None}

    def text(self, words: str) -> str | None:
        return self._redaction.in_text(words) or None

    def file(self, name: str | None, data: bytes) -> bytes | None:
        redacted = redacted_file(self._redaction, data, name or "", self._adapters)
        if redacted is not None:
            return redacted
        # A name may be a word of the format: a file that tells of others is not erased for it.
        games = list(_read(lambda: (data,), name or "", self._adapters))
        told = {(game.client, person.handle()) for game in games for person in _people(game)}
        return data if games and told.isdisjoint(self._handles) else None


def complete(tape: Tape, adapters: Sequence[Adapter] = ADAPTERS) -> None:
    """Goes on with what was cut off while somebody was being forgotten."""
    if tape.forgetting_secret() is None:
        return
    identities = Identities(registered(tape))
    waiting = set(identities.forgotten)
    if waiting and not buried(tape, waiting):
        _erase(tape, waiting, adapters)
    finish(tape)


def redacted_file(redaction: Redaction, data: bytes, name: str, adapters: Sequence[Adapter]) -> bytes | None:
    """A file with tokens for names, if an adapter reads the same games in it as before; None: it cannot be kept."""
    redacted = redaction.in_file(data)
    if redacted is None or redacted == data:
        return redacted
    before = [_kinds(told) for told in _read(lambda: (data,), name, adapters)]
    after = [_kinds(told) for told in _read(lambda: (redacted,), redaction.in_text(name), adapters)]
    if not before or before != after:
        return None
    return redacted


def _read(read: Reading, name: str, adapters: Sequence[Adapter]) -> Iterator[Told]:
    """The games of a file; none of one that nothing reads."""
    try:
        document = opened(name, read)
    except FileError:
        return
    known = [adapter for adapter in adapters if adapter.recognises(document)]
    if len(known) == 1:
        yield from (found for found in known[0].told(document) if isinstance(found, Told))


def _kinds(told: Told) -> tuple[list[type[Event]], list[tuple[bool, bool]]]:
    return [type(event) for event in told.events], [(bool(it.name), bool(it.account)) for it in told.people.values()]


def _people(game: Told) -> list[Person]:
    """Everybody in a game, also who is not listed before it."""
    called = {player for event in game.events for player in references(event)[0]}
    return [game.person(player) for player in called | set(game.people)]


class Curtain:
    """What of a file that comes in may not be kept, since it tells of somebody who was forgotten."""

    def __init__(self, tape: Tape, name: str, read: Reading, adapters: Sequence[Adapter]) -> None:
        """`read` gives the bytes of the file, as often as asked; they are looked at if anybody was ever forgotten."""
        self._forgotten: set[tuple[str, str]] = set()
        self._redaction: Redaction | None = None
        self._mentions = Mentions(())
        self._adapters = adapters
        secret = tape.forgetting_secret()
        if secret is None:
            return
        told = {
            (game.client, handle, person.name)
            for game in _read(read, name, adapters)
            for person in _people(game)
            if (handle := person.handle()) is not None
        }
        self._forgotten = set(tape.forgotten([(client, handle) for client, handle, _ in told]))
        if self._forgotten:
            names = {name for client, handle, name in told if (client, handle) in self._forgotten and name}
            names |= {name for _, handle in self._forgotten for name in named_by(handle)}
            wrote = {
                text
                for game in _read(read, name, adapters)
                for event in game.events
                if isinstance(event, NoteAdded) and self.hides(game, event.author)
                for text in references(event)[1]
            }
            self._redaction, self._mentions = Redaction(secret, names | wrote), Mentions(names)

    @property
    def hiding(self) -> bool:
        """Whether anything of the file may not be kept."""
        return self._redaction is not None

    def store(self, tape: Tape, read: Reading, name: str, progress: Callable[[int], None] | None = None) -> SourceId:
        """Keeps a file, with tokens for names if need be, or nothing of it."""
        file = Path(name).name
        if self._redaction is None:
            return tape.store_file(read, file, progress)
        data = whole(read(), "The file has more than {}: split it by games")
        redacted = redacted_file(self._redaction, data, name, self._adapters)
        return tape.store_redacted(data, redacted, None if self._mentions.in_text(file) else file)

    def hides(self, game: Told, author: PlayerId | None) -> bool:
        """Whether a text was written by somebody forgotten."""
        handle = game.person(author).handle() if author is not None else None
        return handle is not None and (game.client, handle) in self._forgotten

    def text(self, words: str) -> str | None:
        """A text with tokens for names; None: it cannot be kept."""
        return words if self._redaction is None else self._redaction.in_text(words) or None

    def message(self, words: str) -> str:
        """A message with tokens for names."""
        return self.text(words) or ERASED


def _noted_by(tape: Tape, players: Collection[PlayerId]) -> Iterator[TextId]:
    """The notes that these players wrote in games."""
    for recording in tape.recordings(newest_first=False):
        if recording.family != REGISTRY:
            for event in tape.read(recording.id):
                yield from _written(event, players)


def _written(event: Event, players: Collection[PlayerId]) -> list[TextId]:
    theirs = (
        (isinstance(event, NoteAdded) and event.author in players)
        or (isinstance(event, RegistryEvent) and event.by in players)
        or (isinstance(event, NameGiven | DeckNamed) and event.player in players)
    )
    return references(event)[1] if theirs else []
