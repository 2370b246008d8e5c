"""Makes values out of the text of single cells. What a cell could mean twice, it does not mean at all."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, TypeAlias

from events.base import CardId
from events.boba import Mode, Pair
from ingest.scoresheet.sheet import LONGEST_CELL
from ingest.scoresheet.words import MODES, MONTHS, REASONS, RESULTS, WEAPONS, YES_OR_NO, Reason, cell_key
from projector.boba.cards import name_key

DateOrder: TypeAlias = Literal["ymd", "dmy", "mdy"]
Result: TypeAlias = Literal[1, 2, "draw"]

# The game is younger than that; spreadsheet programs show an empty date as one of 1899, 1900, 1904 or 1970.
FIRST_YEAR, LAST_YEAR = 2000, 2199
ORDERS: dict[DateOrder, str] = {"ymd": "year, month, day", "dmy": "day, month, year", "mdy": "month, day, year"}

_TIME = r"(?:[T ]([0-9]{1,2}):([0-9][0-9])(?::([0-9][0-9])(?:\.[0-9]+)?)?\s?(Z|[+-][0-9][0-9]:?[0-9][0-9])?)?"
_YEAR_FIRST = re.compile(r"([0-9]{4})([-./])([0-9]{1,2})\2([0-9]{1,2})" + _TIME)
_BARE = re.compile(r"([0-9]{4})()([0-9][0-9])([0-9][0-9])" + _TIME)
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-./]) ?([0-9]{1,2})\2 ?([0-9]{4})" + _TIME)
_SHORT_YEAR = re.compile(r"[0-9]{1,2}([-./]) ?[0-9]{1,2}\1 ?'?[0-9]{2}\b.*")
_DAY_AND_NAME = re.compile(r"([0-9]{1,2})\.? ?([^\W\d_]+)\.?,? ([0-9]{4})" + _TIME)
_NAME_AND_DAY = re.compile(r"([^\W\d_]+)\.? ([0-9]{1,2}),? ([0-9]{4})" + _TIME)
_WEEKDAY = re.compile(r"[^\W\d_]{2,10}(?:\., |,|\.|) (?=[0-9])")
_WHOLE = re.compile(r"([+-]?[0-9]{1,6})(?:[.,]0+)?")
_NUMBERED = re.compile(r"(?:[^\W\d_]{1,12}|#)?[ .#-]*([0-9]{1,4})\.?")
_SCORE = re.compile(r"([0-9]{1,2}) ?[:/–-] ?([0-9]{1,2})(?::00)?")
_CARD = re.compile(r"([A-Za-z0-9]{1,4}):([A-Za-z0-9][A-Za-z0-9-]{0,15})(:.+:[^:]+)?")


class CellError(ValueError):
    """A cell that cannot be understood; the text says what was found and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"found {shortened(found)}, expected {expected}")


def shortened(text: str) -> str:
    """A cell's text in quotation marks, as long as a message can bear."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def words(text: str) -> str:
    """Text as it is. Raises CellError for signs that are none and for more than anybody writes into a cell."""
    if len(text) > LONGEST_CELL:
        raise CellError(text, f"at most {LONGEST_CELL} characters")
    if any(unicodedata.category(sign) in {"Cc", "Cs", "Cn", "Co"} for sign in text):
        raise CellError(text, "only characters that can be read")
    return text


def whole(text: str, least: int = 0, most: int = 100_000) -> int:
    """A whole number. Raises CellError."""
    found = _WHOLE.fullmatch(text)
    if found is None or not least <= int(found[1]) <= most:
        raise CellError(text, f"a whole number from {least} to {most}")
    return int(found[1])


def numbered(text: str, most: int) -> int:
    """The number in a cell that may name what it numbers, as in `Battle 3`, `R2` or `#4`. Raises CellError."""
    found = _NUMBERED.fullmatch(text)
    if found is None or not 1 <= int(found[1]) <= most:
        raise CellError(text, f"a number from 1 to {most}")
    return int(found[1])


def score(text: str) -> Pair[int]:
    """The trophies of both seats in one cell. Raises CellError."""
    found = _SCORE.fullmatch(text)
    if found is None:
        date = _YEAR_FIRST.fullmatch(text) is not None
        hint = ' (a spreadsheet program made a date of it: give the column the format "text")' if date else ""
        raise CellError(text, f"trophies of player 1 and 2 such as 4:3{hint}")
    return int(found[1]), int(found[2])


def mode(text: str) -> Mode:
    """Raises CellError."""
    found = MODES.get(cell_key(text))
    if found is None:
        raise CellError(text, "rookie, substitution or playmaker")
    return found


def reason(text: str) -> Reason:
    """Raises CellError."""
    found = REASONS.get(cell_key(text))
    if found is None:
        raise CellError(text, f"one of {', '.join(dict.fromkeys(REASONS.values()))}")
    return found


def is_yes(text: str) -> bool:
    """Raises CellError."""
    found = YES_OR_NO.get(cell_key(text))
    if found is None:
        raise CellError(text, "yes or no")
    return found == "yes"


def weapon(text: str) -> str:
    """A weapon in title case, as catalogues have it."""
    return WEAPONS.get(cell_key(text)) or " ".join(word.capitalize() for word in words(text).split())


def hero(text: str) -> CardId:
    """A card id, or else the name itself: one name can stand for hundreds of cards, and none is guessed."""
    found = _CARD.fullmatch(words(text))
    if found is None:
        return CardId(text)
    return CardId(f"{found[1].upper()}:{found[2].upper()}{found[3] or ''}")


def is_card_id(card: CardId) -> bool:
    return _CARD.fullmatch(card) is not None


def result(text: str, players: Pair[str | None], *, draw: bool = True) -> Result:
    """Who won: a seat's number, a player's name, W or L of player 1, or a draw. Raises CellError."""
    key = name_key(text)
    named: list[Result] = [
        seat for seat, player in zip(_SEATS, players, strict=True) if player and name_key(player) == key
    ]
    coded = RESULTS.get(cell_key(text))
    meant: set[Result] = {*named, *({_RESULTS[coded]} if coded else ())}
    if len(meant) > 1:
        meanings = ", ".join("a draw" if result == "draw" else f"player {result}" for result in sorted(meant, key=str))
        raise CellError(text, f"something that can only mean one; it can mean {meanings}")
    if not meant or (meant == {"draw"} and not draw):
        names = " or ".join(shortened(player) for player in players if player)
        raise CellError(text, f"1, 2{', draw' if draw else ''}{f' or a name ({names})' if names else ''}")
    (only,) = meant
    return only


_SEATS: tuple[Result, Result] = (1, 2)
_RESULTS: dict[str, Result] = {"1": 1, "2": 2, "draw": "draw"}

# Dates


def date(text: str, order: DateOrder | None) -> dt.datetime:
    """A day, with the time of day and offset where they are told. Raises CellError.

    A date that two orders read differently must not come here without one: see `readings`.
    """
    readings = list(_readings(text, order))
    if not readings:
        raise CellError(text, _expected_date(text, order))
    return readings[0]


def readings(text: str) -> list[dt.datetime]:
    """What a date can mean as long as nobody says in which order it is written: different days only."""
    return sorted(set(_readings(text, None)))


def _readings(text: str, order: DateOrder | None) -> Iterator[dt.datetime]:
    if text[:1].isalpha() and _NAME_AND_DAY.fullmatch(text) is None:
        text = _WEEKDAY.sub("", text, count=1)
    if found := _YEAR_FIRST.fullmatch(text) or _BARE.fullmatch(text):
        # Nobody writes year, day, month: the year first is always year, month, day.
        yield from _moment(found[1], found[3], found[4], found.groups()[4:])
    elif found := _YEAR_LAST.fullmatch(text):
        if order in {None, "dmy"}:
            yield from _moment(found[4], found[3], found[1], found.groups()[4:])
        if order in {None, "mdy"}:
            yield from _moment(found[4], found[1], found[3], found.groups()[4:])
    elif found := _DAY_AND_NAME.fullmatch(text):
        yield from _moment(found[3], MONTHS.get(cell_key(found[2])), found[1], found.groups()[3:])
    elif found := _NAME_AND_DAY.fullmatch(text):
        yield from _moment(found[3], MONTHS.get(cell_key(found[1])), found[2], found.groups()[3:])


def _moment(year: str, month: str | int | None, day: str, time: tuple[str | None, ...]) -> Iterator[dt.datetime]:
    hour, minute, second, offset = time
    if month is None or not FIRST_YEAR <= int(year) <= LAST_YEAR:
        return
    try:
        clock = dt.time(int(hour or 0), int(minute or 0), int(second or 0), tzinfo=_zone(offset))
        yield dt.datetime.combine(dt.date(int(year), int(month), int(day)), clock)
    except ValueError:
        return


def _zone(offset: str | None) -> dt.tzinfo | None:
    if offset is None:
        return None
    if offset == "Z":
        return dt.UTC
    away = dt.timedelta(hours=int(offset[1:3]), minutes=int(offset[-2:]))
    return dt.timezone(-away if offset[0] == "-" else away)


def _expected_date(text: str, order: DateOrder | None) -> str:
    if _SHORT_YEAR.fullmatch(text):
        return "a year of four digits"
    if text.isascii() and text.isdigit():
        return "a date (a number is none: give the column the format of a date and save again)"
    how = f" in the order {ORDERS[order]}" if order else ""
    return f"a date{how} such as 2026-05-31, from {FIRST_YEAR} to {LAST_YEAR}"
