"""Deck files that are JSON: ours, BOBA Playbook, Card Scanner, the official deck builder, OnlyChamps."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from events.base import CardId
from events.erasable import Problem
from ingest.decks.resolving import builder_number
from ingest.decks.rows import (
    FOIL_SETS,
    SET_NAMES,
    Claims,
    Form,
    RawDeck,
    RawFile,
    Row,
    Text,
    copies,
    kind_of,
    play_kind_of,
    playbook_id,
    set_code_of,
)
from projector.boba.decks import CardKind, Deck, Told, Unresolved

Shape = TypeVar("Shape")
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]
Sheet: TypeAlias = dict[str, Any]


class Part(msgspec.Struct, frozen=True):
    """A part of another program's file. Fields that are not listed are passed over."""


def _converted(value: object, shape: type[Shape]) -> Shape | Problem:
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        return Problem(None, str(error))


def _has(text: Text, *keys: str) -> bool:
    return isinstance(text.value, dict) and set(keys) <= set(text.value)


def _first(text: Text) -> object:
    return text.value[0] if isinstance(text.value, list) and text.value else None


def _dumped(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


# Ours


class House(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck in our own form, which can hold every deck."""

    heroes: tuple[Word, ...] = ()
    plays: tuple[Word, ...] = ()
    hot_dogs: tuple[Word, ...] = ()
    sideboard: tuple[Word, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    name: Word | None = None


def _is_house(text: Text) -> bool:
    return _has(text, "heroes") or _has(text, "plays") or _has(text, "unresolved")


def _read_house(text: Text) -> RawFile:
    house = _converted(text.value, House)
    if isinstance(house, Problem):
        return RawFile([], [house])
    problems: list[Problem] = []
    lists: tuple[tuple[CardKind, tuple[str, ...], bool], ...] = (
        ("hero", house.heroes, False),
        ("play", house.plays, False),
        ("hot_dog", house.hot_dogs, False),
        ("play", house.sideboard, True),
    )
    rows = [
        Row(Told(kind=kind, key=card), card=CardId(card), in_sideboard=aside)
        for kind, cards, aside in lists
        for card in cards
    ]
    rows += [
        Row(row.told, copies(row.count, None, problems), in_sideboard=row.in_sideboard) for row in house.unresolved
    ]
    return RawFile([RawDeck(tuple(rows), house.name)], problems)


def _write_house(deck: Deck, rows: Sequence[Row]) -> bytes:
    del rows
    house = House(deck.heroes, deck.plays, deck.hot_dogs, deck.sideboard, deck.unresolved, deck.name)
    sheet: Sheet = {"name": deck.name, "heroes": [], "plays": [], "hot_dogs": []} | msgspec.to_builtins(house)
    return _dumped(sheet)


# BOBA Playbook


class SavedHead(Part, frozen=True):
    name: Word | None = None
    format: Word | None = None


class SavedCard(Part, frozen=True):
    boba_id: Word
    card_type: Word | None = None
    quantity: int = 1


class Saved(Part, frozen=True):
    deck_cards: tuple[SavedCard, ...]
    decks: SavedHead = SavedHead()


_SAVED_KINDS: dict[str, CardKind] = {"hero": "hero", "play": "play", "bonus_play": "play", "hot_dog": "hot_dog"}


def _read_saved(text: Text) -> RawFile:
    saved = _converted(text.value, Saved)
    if isinstance(saved, Problem):
        return RawFile([], [saved])
    problems: list[Problem] = []
    rows = [
        Row(
            _told_of_key(card.boba_id, _SAVED_KINDS.get(card.card_type or "")),
            copies(card.quantity, None, problems),
        )
        for card in saved.deck_cards
    ]
    claims = Claims(format=saved.decks.format)
    return RawFile([RawDeck(tuple(rows), saved.decks.name, claims)], problems)


def _told_of_key(key: str, kind: CardKind | None) -> Told:
    start = "-".join(key.split("-")[:2])
    kind = kind or kind_of(start) or None
    return Told(kind=kind, play_kind=play_kind_of(start) if kind == "play" else None, key=key)


def _write_saved(deck: Deck, rows: Sequence[Row]) -> bytes:
    cards = [
        {"boba_id": playbook_id(row.told), "card_type": _saved_type(row.told), "quantity": row.count}
        for row in rows
        if not row.in_sideboard
    ]
    return _dumped({"decks": {"name": deck.name, "format": None}, "deck_cards": cards})


def _saved_type(told: Told) -> str | None:
    return "bonus_play" if told.play_kind == "BPL" else told.kind


class Template(Part, frozen=True, rename="camel"):
    hero_ids: tuple[Word, ...] = ()
    play_ids: tuple[Word, ...] = ()
    bonus_play_ids: tuple[Word, ...] = ()
    hot_dog_ids: tuple[Word, ...] = ()


def _is_templates(text: Text) -> bool:
    parts = list(text.value.values()) if isinstance(text.value, dict) else []
    return bool(parts) and all(isinstance(part, dict) and "heroIds" in part for part in parts)


def _read_templates(text: Text) -> RawFile:
    decks: list[RawDeck] = []
    problems: list[Problem] = []
    for name, value in text.value.items() if isinstance(text.value, dict) else ():
        template = _converted(value, Template)
        if isinstance(template, Problem):
            problems.append(Problem(None, f"The deck {name[:60]!r}: {template.message}"))
            continue
        lists: tuple[tuple[CardKind, tuple[str, ...]], ...] = (
            ("hero", template.hero_ids),
            ("play", template.play_ids),
            ("play", template.bonus_play_ids),
            ("hot_dog", template.hot_dog_ids),
        )
        rows = tuple(Row(_told_of_key(key, kind)) for kind, keys in lists for key in keys)
        decks.append(RawDeck(rows, name))
    return RawFile(decks, problems)


def _write_templates(deck: Deck, rows: Sequence[Row]) -> bytes:
    names = {"hero": "heroIds", "play": "playIds", "bonus_play": "bonusPlayIds", "hot_dog": "hotDogIds"}
    ids: dict[str, list[str]] = {name: [] for name in names.values()}
    for row in rows:
        kind = _saved_type(row.told)
        if kind is not None and not row.in_sideboard:
            ids[names[kind]] += [playbook_id(row.told)] * row.count
    return _dumped({deck.name or "deck": ids})


class CatalogueCard(Part, frozen=True, rename="camel"):
    card_number: Word | None = None
    boba_id: Word | None = None
    name: Word | None = None
    card_type: Word | None = None
    set: Word | None = None
    variation: Word | None = None
    treatment: Word | None = None
    element: Word | None = None
    power: int | None = None
    play_cost: int | None = None
    dbs: int | None = None


_CARD_TYPES: dict[str, CardKind] = {"hero": "hero", "play": "play", "hotdog": "hot_dog", "hot dog": "hot_dog"}


def _is_playbook_catalogue(text: Text) -> bool:
    first = _first(text)
    return isinstance(first, dict) and {"bobaId", "cardNumber"} <= set(first)


def _read_playbook_catalogue(text: Text) -> RawFile:
    return _listed(text, CatalogueCard, _told_of_catalogue)


def _told_of_catalogue(card: CatalogueCard) -> Told:
    kind = _CARD_TYPES.get((card.card_type or "").casefold()) or kind_of(card.card_number)
    return Told(
        kind=kind,
        play_kind=play_kind_of(card.card_number) if kind == "play" else None,
        set_code=set_code_of(card.set),
        number=card.card_number,
        name=card.name,
        variation=card.variation if kind == "hero" else None,
        treatment=card.treatment if kind == "hero" else None,
        weapon=card.element.title() if card.element else None,
        power=card.power,
        cost=card.play_cost,
        dbs=card.dbs,
        key=card.boba_id,
    )


def _write_playbook_catalogue(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    types = {"hero": "Hero", "play": "Play", "hot_dog": "HotDog", None: None}
    cards: list[Sheet] = []
    for row in rows:
        told = row.told
        card = {
            "cardNumber": told.number,
            "bobaId": playbook_id(told),
            "name": told.name,
            "cardType": types[told.kind],
            "set": SET_NAMES.get(told.set_code or "", told.set_code),
            "variation": told.variation,
            "treatment": told.treatment,
            "element": told.weapon.upper() if told.weapon else None,
            "power": told.power,
            "playCost": told.cost,
            "isBonusPlay": told.play_kind == "BPL",
            "isHTD": told.play_kind == "HTD",
            "dbs": told.dbs,
        }
        cards.extend([card] * (0 if row.in_sideboard else row.count))
    return _dumped(cards)


# Card Scanner


class SubmittedHero(Part, frozen=True):
    card_number: Word | None = None
    hero_name: Word | None = None
    power: int | None = None
    weapon_type: Word | None = None
    parallel: Word | None = None
    set_code: Word | None = None


class SubmittedPlay(Part, frozen=True):
    card_number: Word | None = None
    name: Word | None = None
    set_code: Word | None = None
    dbs_score: int | None = None


class Submission(Part, frozen=True):
    player_name: Word | None = None
    hero_cards: tuple[SubmittedHero, ...] = ()
    play_entries: tuple[SubmittedPlay, ...] = ()
    hot_dog_count: int = 0
    foil_hot_dog_count: int = 0


def _is_submission(text: Text) -> bool:
    return _has(text, "hero_cards") or _has(text, "play_entries")


def _read_submission(text: Text) -> RawFile:
    """Hot dogs come as a number; who the player is comes along as the deck's name, addresses stay out."""
    sent = _converted(text.value, Submission)
    if isinstance(sent, Problem):
        return RawFile([], [sent])
    problems: list[Problem] = []
    rows = [
        Row(
            Told(
                kind="hero",
                set_code=set_code_of(hero.set_code),
                number=hero.card_number,
                name=hero.hero_name,
                treatment=hero.parallel,
                weapon=hero.weapon_type.title() if hero.weapon_type else None,
                power=hero.power,
            )
        )
        for hero in sent.hero_cards
    ]
    for play in sent.play_entries:
        told = Told(
            kind="play",
            play_kind=play_kind_of(play.card_number),
            set_code=set_code_of(play.set_code),
            number=play.card_number,
            name=play.name,
            dbs=play.dbs_score,
        )
        rows.append(Row(told))
    for count, treatment in ((sent.hot_dog_count, "Hot Dog"), (sent.foil_hot_dog_count, "Foil Hot Dog")):
        if count:
            rows.append(Row(Told(kind="hot_dog", treatment=treatment), copies(count, None, problems)))
    return RawFile([RawDeck(tuple(rows), sent.player_name)], problems)


def _write_submission(deck: Deck, rows: Sequence[Row]) -> bytes:
    told = [row.told for row in rows if not row.in_sideboard for _ in range(row.count)]
    dogs = [one for one in told if one.kind == "hot_dog"]
    foils = sum(one.treatment == "Foil Hot Dog" or one.set_code in FOIL_SETS for one in dogs)
    sheet = {
        "tournament_id": "",
        "player_name": deck.name or "",
        "player_email": "",
        "player_discord": "",
        "hero_cards": [
            {
                "card_number": one.number,
                "hero_name": one.name,
                "power": one.power,
                "weapon_type": one.weapon.upper() if one.weapon else None,
                "parallel": one.treatment,
                "set_code": SET_NAMES.get(one.set_code or "", one.set_code),
            }
            for one in told
            if one.kind == "hero"
        ],
        "play_entries": [
            {"card_number": one.number, "name": one.name, "set_code": one.set_code, "dbs_score": one.dbs}
            for one in told
            if one.kind == "play"
        ],
        "hot_dog_count": len(dogs) - foils,
        "foil_hot_dog_count": foils,
    }
    return _dumped(sheet)


# The official deck builder


class BuilderCard(Part, frozen=True):
    id: Word | None = None
    release: Word | None = None
    type: Word | None = None
    number: int | Word | None = None
    name: Word | None = None
    cost: int | None = None
    dbs: int | None = None


def _is_builder(text: Text) -> bool:
    first = _first(text)
    return isinstance(first, dict) and {"release", "number", "name"} <= set(first)


def _read_builder(text: Text) -> RawFile:
    return _listed(text, BuilderCard, _told_of_builder)


def _told_of_builder(card: BuilderCard) -> Told:
    """Discounts and promos have no type; their numbers begin with the release."""
    prefix = card.type or card.release
    number = f"{prefix}-{card.number}" if prefix and card.number is not None else None
    return Told(
        kind="play",
        play_kind=play_kind_of(number),
        set_code=set_code_of(card.release),
        number=number,
        name=card.name,
        cost=card.cost,
        dbs=card.dbs,
    )


def _write_builder(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    cards: list[Sheet] = []
    for row in rows:
        told = row.told
        if told.kind == "play" and not row.in_sideboard:
            cards.extend([_builder_card(told)] * row.count)
    return _dumped(cards)


def _builder_card(told: Told) -> Sheet:
    prefix, _, digits = (told.number or "").partition("-")
    shown: int | str = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else digits
    facts = {"cost": told.cost, "ability": "", "dbs": told.dbs}
    if told.play_kind == "HTD":
        shown = builder_number(told.number or "") or shown
        name = told.name if told.name is None or told.name.endswith("htd") else f"{told.name} - htd"
        return {"id": f"HTD-{shown}", "release": "HTD", "type": "", "number": shown, "name": name} | facts
    kind = prefix if told.play_kind else ""
    card = f"{told.set_code}-{f'--{kind}' if kind else '--'}-{shown}"
    return {"id": card, "release": told.set_code, "type": kind, "number": shown, "name": told.name} | facts


# OnlyChamps


class VersionCount(Part, frozen=True, rename="camel"):
    version_key: Word
    qty: int = 1


class OnlyChampsDeck(Part, frozen=True):
    cards: tuple[VersionCount, ...]
    name: Word | None = None


_ONLYCHAMPS_SETS = {"A": "alpha", "G": "griffey"}


def _is_onlychamps(text: Text) -> bool:
    cards = text.value.get("cards") if isinstance(text.value, dict) else None
    return isinstance(cards, list) and all(isinstance(card, dict) and "versionKey" in card for card in cards)


def _read_onlychamps(text: Text) -> RawFile:
    deck = _converted(text.value, OnlyChampsDeck)
    if isinstance(deck, Problem):
        return RawFile([], [deck])
    problems: list[Problem] = []
    rows = []
    for card in deck.cards:
        parts = card.version_key.split(":")
        kind: CardKind | None = {"HERO": "hero", "PLAY": "play"}.get(parts[1]) if len(parts) > 1 else None  # type: ignore[assignment]
        rows.append(Row(Told(kind=kind, key=card.version_key), copies(card.qty, None, problems)))
    return RawFile([RawDeck(tuple(rows), deck.name)], problems)


def _write_onlychamps(deck: Deck, rows: Sequence[Row]) -> bytes:
    cards = [{"versionKey": _version_key(row.told), "qty": row.count} for row in rows if not row.in_sideboard]
    return _dumped({"id": deck.name, "name": deck.name, "cards": cards})


def _version_key(told: Told) -> str:
    if told.key is not None:
        return told.key
    number = (told.number or "").rpartition("-")[2].lstrip("BGOPS")
    words = "_".join(part for part in (told.variation, told.treatment, told.weapon) if part)
    shown = "_".join("".join(sign if sign.isalnum() else " " for sign in words.upper()).split())
    kind = {"hero": "HERO", "play": "PLAY", "hot_dog": "HOTDOG", None: "CARD"}[told.kind]
    set_name = _ONLYCHAMPS_SETS.get(told.set_code or "", (told.set_code or "").lower())
    return f"{set_name}:{kind}:NO_{number.zfill(3)}:{shown}"


def _listed(text: Text, shape: type[Shape], told_of: Callable[[Shape], Told]) -> RawFile:
    """The rows of a list; one that is not as it should be costs itself."""
    rows: list[Row] = []
    problems: list[Problem] = []
    values: Iterable[object] = text.value if isinstance(text.value, list) else ()
    for place, value in enumerate(values, start=1):
        card = _converted(value, shape)
        if isinstance(card, Problem):
            problems.append(Problem(None, f"Card {place} of the list: {card.message}"))
        else:
            rows.append(Row(told_of(card)))
    return RawFile([RawDeck(tuple(rows))], problems)


JSON_DECKS = (
    Form("onlychamps", "OnlyChamps, a deck", _is_onlychamps, _read_onlychamps, _write_onlychamps),
    Form(
        "playbook-saved",
        "BOBA Playbook, a saved deck",
        lambda text: _has(text, "deck_cards"),
        _read_saved,
        _write_saved,
    ),
    Form("playbook-templates", "BOBA Playbook, template decks", _is_templates, _read_templates, _write_templates),
    Form(
        "playbook-catalogue",
        "BOBA Playbook, a catalogue",
        _is_playbook_catalogue,
        _read_playbook_catalogue,
        _write_playbook_catalogue,
    ),
    Form(
        "scanner-submission",
        "Card Scanner, a submitted deck",
        _is_submission,
        _read_submission,
        _write_submission,
        has_faces=False,
    ),
    Form("deck-builder", "Official deck builder, plays", _is_builder, _read_builder, _write_builder),
    Form("gametape", "Gametape, a deck", _is_house, _read_house, _write_house),
)
