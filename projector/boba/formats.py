"""The formats decks are built for: what may be brought, and what changes about winning and matches.

A format is data (`data/boba/formats.toml`). Its defaults are the limits of the game itself: 60 heroes, at most 6 of one
power, one of each variation, every play once, and nothing else.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from events.boba import Mode, Setup
from projector.boba.modes import MODES
from projector.contests.state import ContestRules

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; a key it does not know is refused."""


class Range(_Data, frozen=True):
    """How many are allowed; `most` None is no upper limit."""

    least: Count
    most: Count | None = None

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        """The range in words."""
        if self.most is None:
            return f"at least {self.least}" if self.least else "any number"
        if self.least == 0:
            return f"at most {self.most}" if self.most else "none"
        return f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"


NONE = Range(0, 0)


class Core(_Data, frozen=True):
    """The part of a hero deck that holds the weaker heroes; what is stronger counts among the extras."""

    heroes: Range
    highest_power: Count


class Extra(_Data, frozen=True):
    """How many heroes of a power may stand beside the core."""

    power: Count
    most: Count


class Sideboard(_Data, frozen=True):
    """What may wait beside the deck, to be swapped in."""

    plays: Range
    bonus_plays: Range = NONE


class Format(_Data, frozen=True):
    """A format. Home team discounts are standard plays too and count among `plays`; bonus plays do not.

    `best_of` None: as the organiser says. `winning_power` "by_match": some matches are won by the lower power, and the
    game says which. `swaps`: when cards of the deck and the sideboard may change places; between games of one match
    they never may.
    """

    id: Id
    name: str
    mode: Mode
    valid_from: dt.date | None = None
    valid_until: dt.date | None = None
    heroes: Range = Range(60, 60)
    of_one_power: Range = Range(0, 6)
    each_variation_once: bool = True
    highest_power: Count | None = None
    core: Core | None = None
    extras: tuple[Extra, ...] = ()
    total_power: Count | None = None
    plays: Range = NONE
    each_play_once: bool = True
    bonus_plays: Range = NONE
    home_team_discounts: bool = False
    total_dbs: Count | None = None
    listed_plays_only: bool = False
    hot_dogs: Range = NONE
    sideboard: Sideboard | None = None
    team: bool = False
    best_of: Annotated[int, msgspec.Meta(ge=1)] | None = None
    winning_power: Literal["high", "low", "by_match"] = "high"
    swaps: Literal["never", "between_matches"] = "never"

    def is_valid_on(self, day: dt.date) -> bool:
        """Whether the format is played on a day."""
        return (self.valid_from is None or self.valid_from <= day) and (
            self.valid_until is None or day <= self.valid_until
        )

    def setup(self, mode: Mode | None = None) -> Setup | None:
        """The numbers of a game of this format that states none itself.

        None where the game would have to say: another mode than the format's, a deck of no fixed size, or matches of
        which some are won by the lower power. Bonus plays may come on top of the playbook, so the least is told.
        """
        if mode not in (None, self.mode) or self.winning_power == "by_match" or self.heroes.least != self.heroes.most:
            return None
        return replace(
            MODES[self.mode],
            hero_deck=self.heroes.least,
            playbook=self.plays.least,
            hot_dogs=self.hot_dogs.least,
            winning_power=self.winning_power,
        )

    def differences(self, setup: Setup) -> tuple[str, ...]:
        """What of a game's setup is not as the format has it, a sentence each.

        What a game may choose freely (sudden death, when it ends) is none. Bonus plays are in the playbook too.
        """
        usual = MODES[self.mode]
        playbook = Range(
            self.plays.least + self.bonus_plays.least,
            None
            if self.plays.most is None or self.bonus_plays.most is None
            else self.plays.most + self.bonus_plays.most,
        )
        counted = (
            ("hero_deck", setup.hero_deck, self.heroes),
            ("playbook", setup.playbook, playbook),
            ("hot_dogs", setup.hot_dogs, self.hot_dogs),
            ("bench", setup.bench, Range(usual.bench, usual.bench)),
            ("opening_plays", setup.opening_plays, Range(usual.opening_plays, usual.opening_plays)),
            ("plays_per_battle", setup.plays_per_battle, Range(usual.plays_per_battle, usual.plays_per_battle)),
        )
        found = [
            f"{name} is {number}, {self.name} has {allowed}"
            for name, number, allowed in counted
            if number not in allowed
        ]
        if setup.super_breaks_ties != usual.super_breaks_ties:
            found.append(f"super_breaks_ties is {setup.super_breaks_ties}, {self.name} has {usual.super_breaks_ties}")
        if self.winning_power not in ("by_match", setup.winning_power):
            found.append(f"winning_power is {setup.winning_power}, {self.name} has {self.winning_power}")
        return tuple(found)


class Variant(_Data, frozen=True):
    """A way to win that a game or match of any format can be played with."""

    id: Id
    name: str
    winning_power: Literal["high", "low"] = "high"
    points_to_win: Annotated[int, msgspec.Meta(ge=1)] | None = None

    def setup(self, mode: Mode | None = None) -> Setup | None:
        """The numbers of a game of this variant that states none itself: the mode's, with the variant's way to win."""
        return None if mode is None else replace(MODES[mode], winning_power=self.winning_power)

    def differences(self, setup: Setup) -> tuple[str, ...]:
        """What of a game's setup is not as the variant has it, a sentence each."""
        if setup.winning_power == self.winning_power:
            return ()
        return (f"winning_power is {setup.winning_power}, {self.name} has {self.winning_power}",)


class Formats(msgspec.Struct, frozen=True):
    """The formats and variants that are known, by id, in the order of the file."""

    formats: Mapping[str, Format]
    variants: Mapping[str, Variant]

    def find(self, told: str | None) -> Format | Variant | None:
        """The format or variant that a log calls so, by id or name, whatever their case; None for a name of its own."""
        if told is None:
            return None
        wanted = told.strip().casefold()
        known: tuple[Format | Variant, ...] = (*self.formats.values(), *self.variants.values())
        for one in known:
            if wanted in (one.id, one.name.casefold()):
                return one
        return None

    def contest_rules(self, told: str | None) -> ContestRules:
        """What the format of a contest says about its matches; a format of its own says nothing.

        Where matches are played for points, as many win as the one variant that counts them says.
        """
        one = self.find(told)
        points = next((it.points_to_win for it in self.variants.values() if it.points_to_win is not None), None)
        if isinstance(one, Format):
            return ContestRules(one.best_of, one.swaps, points)
        return ContestRules(points_to_win=points)


class FormatError(ValueError):
    """A file of formats is not as it should be; the message says what was found, and where."""


class _File(_Data, frozen=True):
    format: tuple[Format, ...]
    variant: tuple[Variant, ...] = ()


def read_formats(data: bytes) -> Formats:
    """The formats of a TOML file. Raises FormatError for a key it does not know, a wrong value or an id told twice."""
    try:
        file = msgspec.toml.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"The formats cannot be read: {error}") from error
    for told in (file.format, file.variant):
        ids = [one.id for one in told]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise FormatError(f"The formats cannot be read: {', '.join(twice)} is told twice")
    for one in file.format:
        _check(one)
    return Formats({one.id: one for one in file.format}, {one.id: one for one in file.variant})


def _check(told: Format) -> None:
    ranges = [told.heroes, told.of_one_power, told.plays, told.bonus_plays, told.hot_dogs]
    ranges += [told.core.heroes] if told.core else []
    ranges += [told.sideboard.plays, told.sideboard.bonus_plays] if told.sideboard else []
    for one in ranges:
        if one.most is not None and one.most < one.least:
            raise FormatError(f"The formats cannot be read: {told.id} has a range of {one.least} to {one.most}")
    if told.extras and told.core is None:
        raise FormatError(f"The formats cannot be read: {told.id} has extras and no core")
