"""The tournament plans: who meets where, what may be drawn, and the fans on the trophies of each round."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events.challengers import AllowedDraw, Pairing, Setup

_PAIRING = re.compile(r"(green|red|purple|yellow) ([1-8])-([1-8])")
_DRAW = re.compile(r"([0-9]) ([ABC])")


class Plans(msgspec.Struct, frozen=True):
    """The usual setup by number of seats, and by round the fans on the backs of its trophies."""

    setups: Mapping[int, Setup]
    fans: Sequence[tuple[int, ...]]

    def setup(self, seats: int) -> Setup | None:
        """The usual setup for so many seats, None if there is none."""
        return self.setups.get(seats)

    def trophy_fans(self, round_: int) -> tuple[int, ...] | None:
        """The fans on the trophies of a round, None where that is not known."""
        return self.fans[round_ - 1] if round_ <= len(self.fans) else None

    @classmethod
    def read(cls, plans: bytes, trophies: bytes) -> "Plans":
        """The plans of the bytes of a `plans.toml` and a `trophies.toml`. Raises ValueError."""
        table, backs = tomllib.loads(plans.decode()), tomllib.loads(trophies.decode())
        try:
            draws = tuple(tuple(_draw(words) for words in allowed) for allowed in table["draws"])
            setups = {plan["seats"]: _setup(plan, draws) for plan in table["plan"]}
            fans = tuple(tuple(int(back) for back in backs_of_round) for backs_of_round in backs["fans"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"No tournament plans: {error!r}") from error
        return cls(setups, fans)


def _setup(plan: Mapping[str, Any], draws: tuple[tuple[AllowedDraw, ...], ...]) -> Setup:
    pairings = tuple(tuple(_pairing(words) for words in together.split(", ")) for together in plan["rounds"])
    return Setup(
        draws=draws,
        pairings=pairings,
        rounds=len(pairings),
        has_final=plan.get("has_final", True),
        fans_are_open=plan.get("fans_are_open", False),
        winning_lead=plan.get("winning_lead"),
    )


def _draw(words: str) -> AllowedDraw:
    found = _DRAW.fullmatch(words)
    if found is None:
        raise ValueError(f'{words!r} is no draw; expected for instance "2 A"')
    return AllowedDraw(found[2], int(found[1]))  # type: ignore[arg-type]  # the pattern allows only trays


def _pairing(words: str) -> Pairing:
    found = _PAIRING.fullmatch(words)
    if found is None:
        raise ValueError(f'{words!r} is no pairing; expected for instance "green 1-4"')
    return Pairing(found[1], (int(found[2]), int(found[3])))  # type: ignore[arg-type]  # the pattern allows only parks
