"""The board of each game system, by its short name: a module with `board_data` and `show_board`."""

from types import ModuleType

from dashboard.boards import boba

BOARDS: dict[str, ModuleType] = {"boba": boba}
