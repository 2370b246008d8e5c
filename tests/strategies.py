"""Whole games for property tests: as house bots play them, cut short, seen by one seat, with gaps, and spoilt."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from events.base import Event, GapLeft
from events.boba import BOBA_EVENTS, GameStarted, Mode, Setup
from ingest.catalogue import load_catalogue
from ingest.selfplay.boba import simulate
from ingest.selfplay.decks import house_decks
from ingest.selfplay.plays import plain_plays
from projector.boba.modes import MODES

SHIPPED = Path(__file__).parent.parent / "data" / "boba"
CARDS = load_catalogue(SHIPPED)
DECKS = house_decks(SHIPPED / "decks", CARDS)
PLAYS = plain_plays(SHIPPED / "plain_plays.json")


class Played(msgspec.Struct, frozen=True):
    """A legal game; it prints as what makes it again."""

    mode: Mode
    seed: int
    setup: Setup
    events: list[Event]

    def __repr__(self) -> str:
        return f"played({self.mode!r}, {self.seed}, {self.setup!r})"


def played(mode: Mode, seed: int, setup: Setup | None = None) -> Played:
    """One game of house bots."""
    numbers = setup if setup is not None else MODES[mode]
    (events,) = simulate(mode, 1, seed, CARDS, decks=DECKS, plays=PLAYS, setup=numbers)
    return Played(mode, seed, numbers, events)


_SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw: st.DrawFn, mode: Mode) -> Setup:
    """A mode's numbers, some of them changed as tables and formats do."""
    usual = MODES[mode]
    return msgspec.structs.replace(
        usual,
        winning_power=draw(st.sampled_from(("high", "low"))),
        ends=draw(st.sampled_from(("either", "after_all_battles", "at_clinch"))),
        tied_game=draw(st.sampled_from(("stands", "sudden_death"))),
        seats_see_own_zones=draw(st.booleans()),
        battles=draw(st.sampled_from((7, 7, 7, 5, 1))),
        hero_deck=draw(st.sampled_from((60, 60, 40, 20))),
        # A small playbook runs out of plays.
        playbook=draw(st.sampled_from((30, 30, 6))) if usual.playbook else 0,
        super_breaks_ties=draw(st.booleans()),
    )


@st.composite
def games(draw: st.DrawFn, modes: Sequence[Mode] = ("rookie", "substitution", "playmaker")) -> Played:
    """Whole legal games of every mode."""
    mode = draw(st.sampled_from(modes))
    return played(mode, draw(_SEEDS), draw(setups(mode)))


def randoms() -> st.SearchStrategy[Random]:
    """Sources of chance for what is done to a game."""
    return _SEEDS.map(Random)


def with_gaps(events: Sequence[Event], random: Random, share: float = 0.1) -> list[Event]:
    """The game as a recording with unreadable lines tells it; the line of its start is sound."""
    return [GapLeft() if random.random() < share and not isinstance(event, GameStarted) else event for event in events]


def spoilt(events: Sequence[Event], random: Random) -> list[Event]:
    """The game with some lines dropped, repeated, exchanged, altered or made up. Every line can still be decoded."""
    lines = list(events)
    for _ in range(random.choice((1, 1, 2, 3, 5, 10))):
        if not lines:
            break
        place, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.choice(("drop", "repeat", "exchange", "alter", "alter", "alter", "make", "make")):
            case "drop":
                del lines[place]
            case "repeat":
                lines.insert(other, lines[place])
            case "exchange":
                lines[place], lines[other] = lines[other], lines[place]
            case "alter":
                lines[place] = altered(lines[place], random)
            case _:
                lines.insert(place, made_up(random.choice(BOBA_EVENTS), random))
    return lines


def altered(event: Event, random: Random) -> Event:
    """The event with one field made up anew."""
    fields = [field for field in _fields(type(event)) if field.name != "at"]
    if not fields:
        return event
    field = random.choice(fields)
    return msgspec.structs.replace(event, **{field.name: _value(field.type, random)})


def made_up(kind: type[Event], random: Random) -> Event:
    """An event of a type with any values its fields admit, those near a real game's more often."""
    return kind(
        **{
            field.name: _value(field.type, random)
            for field in _fields(kind)
            if field.name != "at" and (field.required or random.random() < 0.7)
        }
    )


_STRUCTS: dict[type, tuple[inspect.Field, ...]] = {}
_NUMBERS = (0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 15, 30, 50, 80, 100, 150, -1, -5, -20, 255, 1000, 2**40)
_NAMES = (
    *[card for deck in DECKS[:2] for cards in (deck.heroes[:8], deck.plays[:8], deck.hot_dogs[:2]) for card in cards],
    "A:none",
    "",
    "Super",
    "Fire",
)


def _fields(kind: type) -> tuple[inspect.Field, ...]:
    if kind not in _STRUCTS:
        shape = inspect.type_info(kind)
        if not isinstance(shape, inspect.StructType):
            raise TypeError(f"{kind} is no struct")
        _STRUCTS[kind] = shape.fields
    return _STRUCTS[kind]


def _value(shape: inspect.Type, random: Random) -> Any:
    match shape:
        case inspect.UnionType(types=types):
            return _value(random.choice(types), random)
        case inspect.IntType(ge=least, le=most):
            number = random.choice(_NUMBERS)
            number = number if least is None else max(number, least)
            return number if most is None else min(number, most)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.StrType():
            return random.choice(_NAMES)
        case inspect.TupleType(item_types=types):
            return tuple(_value(part, random) for part in types)
        case inspect.VarTupleType(item_type=part):
            return tuple(_value(part, random) for _ in range(random.choice((0, 1, 1, 2, 3, 7))))
        case inspect.StructType(cls=kind):
            return kind(**{field.name: _value(field.type, random) for field in _fields(kind)})
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"No value is known for {shape}")
