"""The decks on the tape: what players brought, by contents, with the names and versions they gave them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import polars as pl

from events import boba
from events.base import CardId, PlayerId, TextId
from events.codec import Family
from events.registry import DeckNamed, RegistryEvent
from ingest.registering import register, registered, words
from projector.boba.cards import Catalogue
from projector.boba.deck_names import given_names, named, versions
from projector.boba.decks import Deck
from projector.boba.facts import deck_hash

if TYPE_CHECKING:
    from dashboard.workspace import Workspace

SYSTEM: Family = "boba"


class NoDeckError(LookupError):
    """There is no such deck on the tape, or several begin so; the message says which there are."""


def decks_on_tape(work: "Workspace") -> pl.DataFrame:
    """Every deck that is known card by card: a row a player, name and contents, as `deck_names.versions` has them."""
    tables = work.tables(SYSTEM)
    seats = tables["seats"].join(tables["games"].select("game", "played"), on="game", how="left")
    told = tables["seats"].select(pl.col("deck_name").drop_nulls().unique()).collect()["deck_name"].to_list()
    named_by = given_names([event for event in registered(work.tape) if isinstance(event, RegistryEvent)])
    person_of = work.identities.person_of
    given = {(deck, player and person_of(player)): text for (deck, player), text in named_by.items()}
    texts = work.words([TextId(text) for text in told] + list(given.values()))
    known = {str(text): told_words for text, told_words in texts.items()}
    return versions(named(seats, known, given))


def called(work: "Workspace", decks: Iterable[str | None]) -> dict[str, str]:
    """Names of those decks that have one: what most of their games call them."""
    listed = decks_on_tape(work).filter(pl.col("name").is_not_null() & pl.col("deck").is_in(list(decks)))
    most = listed.group_by("deck", "name").agg(pl.col("games").sum()).sort("games", "name", descending=[True, False])
    return dict(most.unique("deck", keep="first", maintain_order=True).select("deck", "name").iter_rows())


def deck_called(work: "Workspace", wanted: str) -> str:
    """The one deck whose hash begins so. Raises NoDeckError."""
    decks = work.tables(SYSTEM)["decks"].select("deck").collect()["deck"]
    found = sorted(deck for deck in decks if deck.startswith(wanted)) if wanted else []
    if len(found) == 1:
        return str(found[0])
    if found:
        raise NoDeckError(f"{len(found)} decks begin with {wanted!r}: {', '.join(found[:5])}")
    raise NoDeckError(f"No deck on the tape begins with {wanted!r}; `gametape decks list` has those there are")


def contents(work: "Workspace", deck: str) -> Deck:
    """The cards of a deck on the tape. Raises NoDeckError."""
    found = work.tables(SYSTEM)["deck_cards"].filter(pl.col("deck") == deck).collect()
    if found.is_empty():
        raise NoDeckError(f"There is no deck {deck!r} on the tape")
    cards: dict[str, tuple[CardId, ...]] = {
        kind: tuple(
            CardId(card)
            for card, copies in found.filter(pl.col("kind") == kind).sort("card").select("card", "copies").iter_rows()
            for _ in range(copies)
        )
        for kind in ("hero", "play", "hot_dog")
    }
    names = decks_on_tape(work).filter((pl.col("deck") == deck) & pl.col("name").is_not_null())["name"]
    return Deck(
        name=names[0] if len(names) else None,
        heroes=cards["hero"],
        plays=cards["play"],
        hot_dogs=cards["hot_dog"],
    )


def name_deck(work: "Workspace", deck: str, name: str, player: PlayerId | None = None) -> None:
    """Call a deck by a name: everybody's, or one player's own."""
    text = words(work.tape, name)
    if text is not None:
        register(work.tape, [DeckNamed(deck, text, player)])


def registered_deck(cards: tuple[CardId, ...] | None, catalogue: Catalogue) -> str | None:
    """The deck that a list of cards is; None for a list that is not whole or has a card that is not known."""
    if cards is None:
        return None
    heroes: list[CardId] = []
    plays: list[CardId] = []
    hot_dogs: list[CardId] = []
    for card in cards:
        if card in catalogue.heroes:
            heroes.append(card)
        elif card in catalogue.plays:
            plays.append(card)
        elif card in catalogue.hot_dogs:
            hot_dogs.append(card)
        else:
            return None
    return deck_hash(boba.Deck(tuple(heroes), tuple(plays), tuple(hot_dogs)))
