"""Deck files of other programs, pasted lists and our own decks: read into decks, and written back."""

from ingest.decks.reading import (
    FORMS,
    CannotHoldError,
    FoundRow,
    ReadDeck,
    ReadDecks,
    Repriced,
    read_decks,
    repriced,
    write_deck,
)

__all__ = [
    "FORMS",
    "CannotHoldError",
    "FoundRow",
    "ReadDeck",
    "ReadDecks",
    "Repriced",
    "read_decks",
    "repriced",
    "write_deck",
]
