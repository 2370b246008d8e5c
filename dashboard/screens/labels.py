"""Ids in the words of people: players and decks by name, cards by what is printed on them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import polars as pl

from dashboard.legible import legible
from dashboard.screens.shared import remembered
from dashboard.workspace import Workspace
from events.base import CardId, PlayerId
from events.codec import Family

# Columns of ids, by what they are ids of.
PLAYERS = ("player",)
DECKS = ("deck", "opponent")
CARDS = ("card",)


def players_called(work: Workspace, ids: list[str]) -> dict[str, str]:
    """Names of players; one without a name is called by the end of the id, and so are namesakes."""
    known = work.called([PlayerId(it) for it in ids])
    return _apart({it: legible(known.get(PlayerId(it), f"player {it[-4:]}")) for it in ids}, lambda it: it[-4:])


def decks_called(work: Workspace, ids: list[str]) -> dict[str, str]:
    """Names of decks with the beginning of the hash, which tells two of one name apart."""
    if not ids:
        return {}
    told = decks_of(work).filter(pl.col("name").is_not_null()).sort("games", "name", descending=[True, False])
    names: dict[str, str] = {}
    for deck, name in told.select("deck", "name").iter_rows():
        names.setdefault(deck, name)
    return {it: f"{legible(names[it])} · {it[:6]}" if it in names else it[:8] for it in ids}


def decks_of(work: Workspace) -> pl.DataFrame:
    """Every deck on the tape that is known card by card, as `tape_decks.decks_on_tape` has them."""
    from dashboard.tape_decks import decks_on_tape

    return remembered(work, "decks", lambda: decks_on_tape(work))


def cards_called(work: Workspace, system: Family, ids: list[str]) -> dict[str, str]:
    """Names of cards, with the id where several have the same; one that no catalogue knows is called by its id."""
    cards = work.cards[system]
    return _apart({it: legible(cards.name_of(CardId(it))) for it in ids}, str)


def _apart(names: dict[str, str], told: Callable[[str], str]) -> dict[str, str]:
    """The names, with something of the id behind those that occur twice."""
    often = Counter(names.values())
    return {it: f"{name} ({told(it)})" if often[name] > 1 else name for it, name in names.items()}


def row_name(columns: Sequence[str]) -> pl.Expr:
    """What a row of a statistic is called that these columns name, such as "Playmaker, battle 2, 1:0"."""
    left = [column for column in columns if column not in {"by", "own"}]
    return pl.concat_str([_SAID.get(column, _plainly)(column) for column in left], separator=", ", ignore_nulls=True)


def _plainly(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String).str.replace_all("_", " ").fill_null("unknown")


def _counted(before: str = "", after: str = "") -> Callable[[str], pl.Expr]:
    """A number, with what it counts."""
    return lambda column: pl.format(f"{before}{{}}{after}", pl.col(column).cast(pl.String).fill_null("unknown"))


def _either(true: str | None, false: str | None) -> Callable[[str], pl.Expr]:
    return lambda column: pl.when(pl.col(column)).then(pl.lit(true)).otherwise(pl.lit(false))


# How a value is said that is one of those which name a row; a null is left out.
_SAID: Mapping[str, Callable[[str], pl.Expr]] = {
    "mode": lambda column: pl.col(column).str.to_titlecase().fill_null("Unknown"),
    "simulated": _either("house bots", "people"),
    "battle": _counted("battle "),
    "other": lambda _: pl.format("{}:{}", "own", "other"),
    "of": lambda _: pl.when(pl.col("by") != "all").then(pl.format("{} {}", "by", "of")),
    "power": lambda column: pl.col(column).replace("any", "any power").str.replace(" or more", "+", literal=True),
    "substituted": _either("substituted", "not substituted"),
    "hot_dogs": _counted(after=" hot dogs"),
    "dogs_left": _counted(after=" left"),
    "sides": lambda column: (
        pl.when(pl.col(column) == 2).then(pl.lit("coin")).otherwise(pl.format("die of {}", pl.col(column)))
    ),
    "round": _counted("round "),
    "final": _either("final", None),
    "starts_by": _counted("by "),
    "more": lambda column: (
        pl.when(pl.col(column) == 0)
        .then(pl.lit("as many names"))
        .when(pl.col(column) > 0)
        .then(pl.format("{} more", pl.col(column)))
        .otherwise(pl.format("{} fewer", pl.col(column).abs()))
    ),
    "record": _counted(after=" trophies"),
    "redrew": _either("drew anew", "did not"),
    "in_deck": _counted(after=" in the deck"),
}


def week_name(week: pl.Expr) -> pl.Expr:
    """An ISO week as people write it, such as 2026-W53."""
    return pl.format("{}-W{}", week // 100, (week % 100).cast(pl.String).str.zfill(2))


def labelled(work: Workspace, system: Family, table: pl.DataFrame) -> pl.DataFrame:
    """The table in words, with a column of names before each column of ids, called as that with `_called` behind."""
    named = (*PLAYERS, *DECKS, *CARDS)
    told = [column for column, kind in table.schema.items() if kind == pl.String and column not in named]
    table = table.with_columns(pl.col(told).str.replace_all("_", " "))
    table = table.with_columns(_SAID["mode"]("mode")) if "mode" in told else table
    table = table.with_columns(week=week_name(pl.col("week"))) if "week" in table.columns else table
    for column in named:
        if column not in table.columns or table[column].dtype != pl.String:
            continue
        ids = [it for it in table[column].unique().to_list() if it is not None]
        called: Mapping[str, str] = (
            players_called(work, ids)
            if column in PLAYERS
            else decks_called(work, ids)
            if column in DECKS
            else cards_called(work, system, ids)
        )
        words = table[column].replace_strict(dict(called), default=None, return_dtype=pl.String)
        table = table.insert_column(table.columns.index(column), words.alias(f"{column}_called"))
    return table
