"""A seat at the table of bots: what it brought, its piles, and the sight that its bot decides by."""

from events.base import CardId
from events.boba import Deck, Setup
from ingest.selfplay.bots import Bot, Sight
from ingest.selfplay.decks import HouseDeck
from projector.boba.cards import Catalogue


class Brought:
    """A deck as it is brought to a game of some setup."""

    def __init__(self, deck: HouseDeck, setup: Setup, cards: Catalogue) -> None:
        for what, held, needed in (
            ("heroes", deck.heroes, max(setup.hero_deck, setup.battles + setup.bench)),
            ("plays", deck.plays, max(setup.playbook, setup.opening_plays)),
            ("hot dogs", deck.hot_dogs, setup.hot_dogs),
        ):
            if len(held) < needed:
                raise ValueError(f"{deck.name} has {len(held)} {what}, the setup asks for {needed}")
        heroes = deck.heroes[: setup.hero_deck] if setup.hero_deck else deck.heroes
        powers = [cards.power_of(hero) for hero in heroes]
        self.powers = sorted(power for power in powers if power is not None)
        if len(self.powers) < len(powers):
            raise ValueError(f"{deck.name} has heroes whose power the catalogue does not know")
        self.deck = Deck(heroes, deck.plays[: setup.playbook], deck.hot_dogs[: setup.hot_dogs])


class Side:
    """Everything of one seat at the table; its bot sees only `sight`."""

    __slots__ = ("bot", "brought", "heroes", "number", "playbook", "shown", "sight", "zones")

    def __init__(self, number: int, bot: Bot, brought: Brought, sight: Sight) -> None:
        self.number = number
        self.bot = bot
        self.brought = brought
        self.shown = sight.mine
        self.sight = sight
        self.heroes = list(brought.deck.heroes or ())
        self.playbook = list(brought.deck.plays or ())
        self.zones: list[CardId] = []

    def draw_heroes(self, count: int) -> tuple[CardId, ...]:
        """As many as there are, onto the bench."""
        drawn = tuple(self.heroes.pop() for _ in range(min(count, len(self.heroes))))
        self.sight.bench.extend(drawn)
        self.shown.bench += len(drawn)
        return drawn

    def draw_plays(self, count: int) -> tuple[CardId, ...]:
        """As many as there are, into the hand."""
        drawn = tuple(self.playbook.pop() for _ in range(min(count, len(self.playbook))))
        self.sight.play_hand.extend(drawn)
        self.shown.play_hand += len(drawn)
        return drawn
