"""House bots: whole simulated games, told in the vocabulary that everybody's logs are told in."""

from ingest.selfplay.boba import simulate
from ingest.selfplay.bots import BOTS, Bot, Sight
from ingest.selfplay.decks import HouseDeck, house_decks
from ingest.selfplay.plays import PlainPlays, plain_plays

__all__ = ["BOTS", "Bot", "HouseDeck", "PlainPlays", "Sight", "house_decks", "plain_plays", "simulate"]
