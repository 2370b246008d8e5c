"""Effect packs of Challengers!: made-up effects for simulations, loaded from a small file. See docs/effects.md."""

import tomllib
from typing import Annotated, Literal

import msgspec

from events.base import CardId
from projector.challengers.cards import Catalogue

_Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class EffectsError(ValueError):
    """A file is no effect pack; the message says which effect is wrong, and how."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does in a house game: at which moment, which outcome, how much."""

    card: CardId
    on: Literal["reveal", "won"]
    do: Literal["bonus", "exhaust", "fans"]
    amount: _Amount
    lasts: Literal["attack", "flag", "match"] | None = None
    each: Literal["benched"] | None = None


class _Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: an optional name of the pack, then its effects."""

    name: str | None = None
    effect: tuple[dict[str, object], ...] = ()


class HouseEffects:
    """Effects by the card that has them and the moment they act. `name` is the format of games played with them."""

    def __init__(self, effects: list[Effect], name: str) -> None:
        self.name = name
        self._effects: dict[tuple[CardId, str], list[Effect]] = {}
        for effect in effects:
            self._effects.setdefault((effect.card, effect.on), []).append(effect)

    def of(self, card: CardId, on: Literal["reveal", "won"]) -> list[Effect]:
        return self._effects.get((card, on), [])

    @classmethod
    def read(cls, data: bytes, cards: Catalogue, name: str = "house-effects") -> "HouseEffects":
        """The effects of the bytes of a pack; `name` if it tells none. Raises EffectsError."""
        try:
            pack = msgspec.convert(tomllib.loads(data.decode()), _Pack)
        except ValueError as error:
            # A file that is no UTF-8, no TOML, or has other things in it than effects.
            raise EffectsError(str(error)) from error
        effects = [_effect(told, number, cards) for number, told in enumerate(pack.effect, 1)]
        if not effects:
            raise EffectsError("it has no [[effect]]")
        return cls(effects, pack.name or name)


def _effect(told: dict[str, object], number: int, cards: Catalogue) -> Effect:
    try:
        effect = msgspec.convert(told, Effect)
    except msgspec.ValidationError as error:
        raise EffectsError(f"effect {number}: {error}") from error
    if effect.card not in cards.cards:
        raise EffectsError(f"effect {number} is of {effect.card!r}, expected a card of the catalogue such as 'CITY:A1'")
    wanted = {"bonus": "reveal", "exhaust": "reveal", "fans": "won"}[effect.do]
    if effect.on != wanted:
        raise EffectsError(f'effect {number}: do = "{effect.do}" is for on = "{wanted}", not "{effect.on}"')
    if effect.do != "bonus" and (effect.lasts or effect.each):
        raise EffectsError(f'effect {number}: `lasts` and `each` are for do = "bonus", not "{effect.do}"')
    if effect.do != "bonus" and effect.amount < 1:
        raise EffectsError(f'effect {number}: do = "{effect.do}" needs an amount from 1, not {effect.amount}')
    return effect
