"""Seasons of games with known truth, to check statistics by: drawn from stated parameters, at speed."""

from ingest.selfplay.season.columns import CLIENT, player_of
from ingest.selfplay.season.expected import CardTruth, DeckTruth, Truth, truth_of
from ingest.selfplay.season.parameters import CardEffect, Season, SeasonDeck, draw_season
from ingest.selfplay.season.playing import BLOCK, Games, Rules, blocks
from ingest.selfplay.season.tables import season_tables
from ingest.selfplay.season.telling import Teller

__all__ = [
    "BLOCK",
    "CLIENT",
    "CardEffect",
    "CardTruth",
    "DeckTruth",
    "Games",
    "Rules",
    "Season",
    "SeasonDeck",
    "Teller",
    "Truth",
    "blocks",
    "draw_season",
    "player_of",
    "season_tables",
    "truth_of",
]
