"""The board of each game system, by its short name: a module with `board_data` and `show_board`."""

from types import ModuleType

from dashboard.boards import boba, challengers
from events.codec import Family

BOARDS: dict[Family, ModuleType] = {"boba": boba, "challengers": challengers}
