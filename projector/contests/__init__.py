"""Contests: events and leagues with their players, decks, matches, and standings."""

from projector.contests.facts import TABLES, rows, status_of
from projector.contests.fold import fold
from projector.contests.standings import TIE_BREAKS, Line, standings
from projector.contests.state import ContestRules, Played, State

__all__ = ["TABLES", "TIE_BREAKS", "ContestRules", "Line", "Played", "State", "fold", "rows", "standings", "status_of"]
