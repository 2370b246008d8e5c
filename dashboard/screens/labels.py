"""Ids in the words of people: players and decks by name, cards by what is printed on them."""

from collections.abc import Mapping

import polars as pl

from dashboard.legible import legible
from dashboard.workspace import Workspace
from events.base import CardId, PlayerId
from events.codec import Family

# Columns of ids, by what they are ids of.
PLAYERS = ("player",)
DECKS = ("deck", "opponent")
CARDS = ("card",)


def players_called(work: Workspace, ids: list[str]) -> dict[str, str]:
    """Names of players; one without a name is called by the end of the id."""
    known = work.called([PlayerId(it) for it in ids])
    return {it: legible(known.get(PlayerId(it), f"player {it[-4:]}")) for it in ids}


def decks_called(work: Workspace, ids: list[str]) -> dict[str, str]:
    """Names of decks with the beginning of the hash, which tells two of one name apart."""
    if not ids:
        return {}
    from dashboard.tape_decks import decks_on_tape

    told = decks_on_tape(work).filter(pl.col("name").is_not_null()).sort("games", "name", descending=[True, False])
    names: dict[str, str] = {}
    for deck, name in told.select("deck", "name").iter_rows():
        names.setdefault(deck, name)
    return {it: f"{legible(names[it])} · {it[:6]}" if it in names else it[:8] for it in ids}


def cards_called(work: Workspace, system: Family, ids: list[str]) -> dict[str, str]:
    """Names of cards; one that no catalogue knows is called by its id."""
    cards = work.cards[system]
    return {it: legible(cards.name_of(CardId(it))) for it in ids}


def labelled(work: Workspace, system: Family, table: pl.DataFrame) -> pl.DataFrame:
    """The table with a column of words before each column of ids, called as that with `_called` behind."""
    for column in (*PLAYERS, *DECKS, *CARDS):
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
