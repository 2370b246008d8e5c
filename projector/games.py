"""Every game system there is."""

from typing import Any

from events.codec import Family
from projector.boba import GAME as BOBA
from projector.challengers import GAME as CHALLENGERS
from projector.game import Game

GAMES: dict[Family, Game[Any]] = {game.name: game for game in (BOBA, CHALLENGERS)}
