"""Every game system there is."""

from typing import Any

from projector.boba import GAME as BOBA
from projector.game import Game

GAMES: dict[str, Game[Any]] = {game.name: game for game in (BOBA,)}
