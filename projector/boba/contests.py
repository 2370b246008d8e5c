"""What contests ask of a game: the cards that seats brought, and what its format says about matches."""

from events.base import CardId
from projector.boba.cards import Catalogue
from projector.boba.state import State
from projector.contests.state import ContestRules


def brought(state: State) -> tuple[tuple[CardId, ...] | None, ...]:
    """All cards of each seat's deck in one list; None where it is not known card by card."""
    if state.started is None:
        return (None, None)
    decks = [seated.deck for seated in state.started.seats]
    return tuple(
        None
        if deck is None or deck.partial or deck.heroes is None
        else (*deck.heroes, *(deck.plays or ()), *(deck.hot_dogs or ()))
        for deck in decks
    )


def contest_rules(cards: Catalogue, told: str | None) -> ContestRules:
    """What the format of a contest says about its matches, as far as the catalogue knows formats."""
    return cards.formats.contest_rules(told) if cards.formats is not None else ContestRules()
