"""The house pack of Challengers!: made-up effects for simulations, loaded from a small file. See its first lines."""

import tomllib
from typing import Literal

import msgspec

from events.base import CardId


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does in a house game: at which moment, which outcome, how much."""

    card: CardId
    on: Literal["reveal", "won"]
    do: Literal["bonus", "exhaust", "fans"]
    amount: int
    lasts: Literal["attack", "flag", "match"] = "flag"
    each: Literal["benched"] | None = None


class HouseEffects:
    """Effects by the card that has them and the moment they act."""

    def __init__(self, effects: list[Effect]) -> None:
        self._effects: dict[tuple[CardId, str], list[Effect]] = {}
        for effect in effects:
            self._effects.setdefault((effect.card, effect.on), []).append(effect)

    def of(self, card: CardId, on: Literal["reveal", "won"]) -> list[Effect]:
        return self._effects.get((card, on), [])

    @classmethod
    def read(cls, data: bytes) -> "HouseEffects":
        """The effects of the bytes of a `house_effects.toml`. Raises ValueError."""
        found = tomllib.loads(data.decode())
        return cls(msgspec.convert(found.get("effect", []), list[Effect]))
