"""Reads deck files of every known form, and writes decks back to every form that can hold them."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from events.base import CardId
from events.encodings import WINDOWS_1252
from events.erasable import Problem
from ingest.decks.json_decks import JSON_DECKS
from ingest.decks.resolving import Match, Resolver, number_key
from ingest.decks.rows import MOST_ROWS, By, Claims, Form, RawDeck, RawFile, Row, Text, rows_of
from ingest.decks.tables import TABLES
from ingest.decks.texts import TEXTS, Line
from ingest.files import FileError
from ingest.opening import opened
from projector.boba.cards import Catalogue, name_key
from projector.boba.dbs import Scores
from projector.boba.decks import CardKind, Deck, Told, Unresolved, contents

FORMS: dict[str, Form] = {form.name: form for form in (*JSON_DECKS, *TABLES, *TEXTS)}
LONGEST_FILE = 4 * 1024 * 1024
_SHOWN_CANDIDATES = 6
# What no text holds: control signs other than tabs and ends of lines.
_CONTROL = frozenset(map(chr, range(32))) - {"\t", "\n", "\r", "\f"}


class FoundRow(msgspec.Struct, frozen=True):
    """A row and the card it stands for (None: no one card), how that was found, and all it could stand for."""

    told: Told
    count: int
    line: int | None
    card: CardId | None
    by: By | None
    candidates: tuple[CardId, ...] = ()


class ReadDeck(msgspec.Struct, frozen=True):
    """A deck as it was read, row by row, with what the file claims of it."""

    deck: Deck
    rows: tuple[FoundRow, ...]
    claims: Claims | None = None


class ReadDecks(msgspec.Struct, frozen=True):
    """The decks of a file, the form it was read as (None: it could not be read) and what was wrong with it."""

    form: str | None
    decks: tuple[ReadDeck, ...]
    problems: tuple[Problem, ...]


class Repriced(msgspec.Struct, frozen=True):
    """A play whose score in a file differs from the score of a list; None is unknown."""

    card: CardId
    told: int
    dbs: int | None


class CannotHoldError(ValueError):
    """A form cannot hold a deck; the message says what of it would be lost."""


def read_decks(data: bytes, cards: Catalogue, form: str | None = None) -> ReadDecks:
    """The decks of a file. What form it has, the file itself shows, unless `form` names one of FORMS.

    No row is dropped: one that stands for no one card is among the deck's unresolved rows and told as a problem.
    """
    text, problems = _text(data)
    if text is None:
        return ReadDecks(None, (), tuple(problems))
    chosen = FORMS[form] if form is not None else next((one for one in FORMS.values() if _fits(one, text)), None)
    if chosen is None:
        known = ", ".join(one.title for one in FORMS.values())
        return ReadDecks(
            None, (), (*problems, Problem(None, f"The file has no form that is known; known are: {known}"))
        )
    raw: RawFile = chosen.read(text)
    problems.extend(raw.problems)
    found: list[ReadDeck] = []
    resolver = Resolver(cards)
    rows = 0
    for deck in raw.decks:
        rows += len(deck.rows)
        if rows > MOST_ROWS:
            problems.append(
                Problem(None, f"The file has more than {MOST_ROWS} rows; the decks from there were not read")
            )
            break
        found.append(_found(deck, cards, resolver, problems))
    if not found and not problems:
        problems.append(Problem(None, f"The file has the form of {chosen.title}, but it holds no deck"))
    return ReadDecks(chosen.name, tuple(found), tuple(problems))


def write_deck(deck: Deck, form: str, cards: Catalogue) -> bytes:
    """The deck as a file of a form, from which the same deck is read. Raises CannotHoldError.

    Hot dogs have no rules: of them the same faces are enough, whatever their set, or as many, in a form without faces.
    """
    chosen = FORMS[form]
    if chosen.write is None:
        raise CannotHoldError(f"{chosen.title}: the form tells of decks, and holds no cards")
    data = chosen.write(deck, rows_of(deck, cards))
    back = read_decks(data, cards, form).decks
    before = _lasting(deck, cards, chosen)
    after: Counter[tuple[str, str]] = sum((_lasting(one.deck, cards, chosen) for one in back), Counter())
    if lost := sorted((before - after) + (after - before)):
        cards_lost = ", ".join(dict.fromkeys(card for _, card in lost[:5]))
        more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
        raise CannotHoldError(f"{chosen.title}: read back, the deck would differ in {cards_lost}{more}")
    return data


def repriced(rows: Iterable[FoundRow], scores: Scores) -> tuple[Repriced, ...]:
    """Where the scores that a file tells differ from those of a list."""
    told = {row.card: row.told.dbs for row in rows if row.card is not None and row.told.dbs is not None}
    found = [Repriced(card, dbs, scores.of(card)) for card, dbs in told.items()]
    return tuple(one for one in found if one.told != one.dbs)


def _text(file: bytes) -> tuple[Text | None, list[Problem]]:
    try:
        document = opened("deck", lambda: (file,))
        data = document.data
    except FileError as error:
        return None, [Problem(None, str(error))]
    if document.problems:
        return None, [Problem(None, told) for told in document.problems]
    if len(data) > LONGEST_FILE:
        return None, [Problem(None, f"The file has {len(data)} bytes, expected a deck, at most {LONGEST_FILE}")]
    problems: list[Problem] = []
    if document.encoding == WINDOWS_1252.name:
        problems.append(Problem(None, f"The file is not UTF-8; it was read as {WINDOWS_1252.name}"))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = data.decode("cp1252", errors="replace")
        problems.append(Problem(line, "The file is not UTF-8; it was read as Windows-1252"))
    if not _CONTROL.isdisjoint(text):
        return None, [Problem(None, "The file is no text")]
    if not text.strip():
        return None, [Problem(None, "The file is empty")]
    if not text.lstrip().startswith(("{", "[")):
        return Text(text), problems
    try:
        return Text(text, msgspec.json.decode(text)), problems
    except RecursionError:
        return None, [Problem(None, "The JSON is nested too deeply")]
    except msgspec.DecodeError as error:
        return None, [Problem(None, f"The file begins as JSON but is not: {error}")]


def _fits(form: Form, text: Text) -> bool:
    if text.value is not None:
        return form in JSON_DECKS and form.is_in(text)
    return form not in JSON_DECKS and form.is_in(text)


def _found(raw: RawDeck, cards: Catalogue, resolver: Resolver, problems: list[Problem]) -> ReadDeck:
    lists: dict[CardKind, list[CardId]] = {"hero": [], "play": [], "hot_dog": []}
    sideboard: list[CardId] = []
    unresolved: list[Unresolved] = []
    rows: list[FoundRow] = []
    for told in raw.rows:
        row, match = _meant(told, cards, resolver)
        rows.append(FoundRow(row.told, row.count, row.line, match.card, match.by, match.candidates))
        if match.note is not None:
            problems.append(Problem(row.line, match.note))
        if match.card is None:
            unresolved.append(Unresolved(row.told, row.count, match.candidates, row.in_sideboard))
            if not _is_one_face(row, match, cards):
                problems.append(Problem(row.line, _unclear(row, match, cards)))
        elif row.in_sideboard:
            sideboard.extend([match.card] * row.count)
        else:
            kind = _kind(match.card, cards) or row.told.kind or "hero"
            lists[kind].extend([match.card] * row.count)
    deck = Deck(
        tuple(lists["hero"]),
        tuple(lists["play"]),
        tuple(lists["hot_dog"]),
        tuple(sideboard),
        tuple(unresolved),
        raw.name,
    )
    return ReadDeck(deck, tuple(rows), raw.claims)


def _is_one_face(row: Row, match: Match, cards: Catalogue) -> bool:
    """Whether a row is a hot dog of which only the set is unclear, or which is only counted: they have no rules."""
    faces = {name_key(cards.name_of(card)) for card in match.candidates}
    is_counted = not (row.told.name or row.told.key or row.told.number)
    return row.told.kind == "hot_dog" and (len(faces) == 1 or is_counted)


def _meant(told: Row, cards: Catalogue, resolver: Resolver) -> tuple[Row, Match]:
    """The first meaning of a row that fits one card, else the first that fits any, else the row as it stands."""
    meanings: Sequence[Row] = (told, *told.others) if isinstance(told, Line) else (told,)
    fitting: tuple[Row, Match] | None = None
    for row in meanings:
        if row.card is not None and (_kind(row.card, cards) is not None or not isinstance(told, Line)):
            return row, _own(row, cards)
        match = resolver.find(row.told)
        if match.card is not None:
            return row, match
        if fitting is None and match.candidates:
            fitting = row, match
    return fitting or (meanings[0], Match(None, (), None))


def _own(row: Row, cards: Catalogue) -> Match:
    """A card told by our own id. One that is not known stays as it is: the catalogue may come to know it."""
    card = row.card or CardId("")
    if candidates := tuple(hero.id for hero in cards.candidates(card) if hero.id != card):
        return Match(candidates[0], (), "id") if len(candidates) == 1 else Match(None, candidates, None)
    known = _kind(card, cards)
    if known is None:
        return Match(card, (), "id", f"{card} is not in the catalogue")
    if row.told.kind not in (None, known) and not row.in_sideboard:
        return Match(card, (), "id", f"{card} stands among the {row.told.kind} cards and is a {known}")
    return Match(card, (), "id")


def _kind(card: CardId, cards: Catalogue) -> CardKind | None:
    if card in cards.heroes or cards.candidates(card):
        return "hero"
    if card in cards.plays:
        return "play"
    return "hot_dog" if card in cards.hot_dogs else None


def _unclear(row: Row, match: Match, cards: Catalogue) -> str:
    if not match.candidates:
        return f"{row.told} is no card that the catalogue knows"
    shown = ", ".join(f"{card} ({cards.name_of(card)})" for card in match.candidates[:_SHOWN_CANDIDATES])
    more = len(match.candidates) - _SHOWN_CANDIDATES
    rest = f" and {more} more" if more > 0 else ""
    numbers = {number_key(card.split(":")[1]) for card in match.candidates}
    if row.told.number is not None and number_key(row.told.number) not in numbers:
        return f"{row.told} is no card that the catalogue knows; of that name are {shown}{rest}"
    if len(match.candidates) == 1:
        return f"{row.told} may be {shown}, which it does not tell for sure"
    return f"{row.told} fits {len(match.candidates)} cards: {shown}{rest}"


def _lasting(deck: Deck, cards: Catalogue, form: Form) -> Counter[tuple[str, str]]:
    """The contents of a deck, in which a hot dog is its face, or one like any other."""
    faces: list[str] = [cards.name_of(card) for card in deck.hot_dogs]
    others: list[Unresolved] = []
    for row in deck.unresolved:
        if row.told.kind == "hot_dog" and (row.candidates or not form.has_faces):
            faces.extend([cards.name_of(card) for card in row.candidates[:1] or (CardId(""),)] * row.count)
        else:
            others.append(row)
    found = contents(msgspec.structs.replace(deck, hot_dogs=(), unresolved=tuple(others)))
    found.update(("hot_dogs", name_key(face) if form.has_faces else "hot dog") for face in faces)
    return found
