"""What a game system tells of its house bots, so that commands can let them play without knowing the game."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from events.base import Event, PlayerId


class WishError(ValueError):
    """The house cannot play what was asked for; the message says what it can."""


class Wish(msgspec.Struct, frozen=True):
    """What shall be played. None: what is usual. `effects`: the file of an effect pack, "none" for no effects."""

    games: int
    seed: int | str = 1
    mode: str | None = None
    players: int | None = None
    effects: str | None = None


class Series(msgspec.Struct, frozen=True):
    """Games that a demonstration plays: `share` of as many as it was asked for, at least one."""

    mode: str | None = None
    players: int | None = None
    share: float = 1.0


class House(msgspec.Struct, frozen=True):
    """How house bots play a game system.

    `modes` and `players` are what can be chosen, the usual first; empty: there is nothing to choose.
    `deal(wish, folder, cards)` gives the events of each game, with the files of `folder` and the cards of the
    catalogue; `called` is the name of a bot.
    """

    modes: tuple[str, ...]
    players: tuple[int, ...]
    takes_effects: bool
    demonstrations: tuple[Series, ...]
    deal: Callable[[Wish, Path, Any], Iterator[list[Event]]]
    called: Callable[[PlayerId], str]

    def settled(self, wish: Wish) -> Wish:
        """The wish with what is usual filled in. Raises WishError for what this house does not play."""
        if wish.mode is not None and wish.mode not in self.modes:
            raise WishError(
                f"It is played in the modes {', '.join(self.modes)}, not {wish.mode!r}"
                if self.modes
                else f"It has no modes to choose from, so leave {wish.mode!r} out"
            )
        if wish.players is not None and wish.players not in self.players:
            raise WishError(
                f"It is played by {min(self.players)} to {max(self.players)} players, not {wish.players}"
                if self.players
                else f"It is always played by two, so leave the number of players ({wish.players}) out"
            )
        if wish.effects is not None and not self.takes_effects:
            raise WishError("It takes no effect pack")
        mode = wish.mode or (self.modes[0] if self.modes else None)
        players = wish.players or (self.players[0] if self.players else None)
        return msgspec.structs.replace(wish, mode=mode, players=players)
