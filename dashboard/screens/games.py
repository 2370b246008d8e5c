"""Every game on the tape: searched, filtered, a page at a time; a click plays it back."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import polars as pl
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.screens.shared import follow, nothing_yet, workspace

# The column with the id of a game.
GAME_ID = "id"
_A_PAGE = 50
_PLAYED_BY = ("everybody", "people", "house bots")
_ENDED = {"finished": True, "unfinished": False}
_STATUS = {
    "complete": "Complete",
    "partial": "Partial",
    "quarantined": "Contradicts itself",
}


def page() -> None:
    work = workspace()
    follow(work)
    st.title("Games")
    with st.spinner("Folding the games on the tape"):
        games = work.games_table()
    if games.is_empty():
        nothing_yet()
        return
    found = _filtered(games).sort("played", GAME_ID, descending=[True, False], nulls_last=True)
    if found.is_empty():
        st.info(f"None of the {games.height:,} games matches. Take a filter away to see more.")
        return
    pages = -(-found.height // _A_PAGE)
    number = 1
    if pages > 1:
        number = int(st.number_input(f"Page, of {pages:,}", 1, pages, key="page", width=180))
    shown = found.slice((number - 1) * _A_PAGE, _A_PAGE)
    what = f"{found.height:,} games" if found.height == games.height else f"{found.height:,} of {games.height:,} games"
    st.caption(f"{what}. Click a row to play the game back.")
    _list(shown)


def _filtered(games: pl.DataFrame) -> pl.DataFrame:
    """The games that match the filters on the page, which stand in the address too."""
    text = st.text_input(
        "Search",
        placeholder="A part of a player's name, or the beginning of a game's id",
        key="q",
        bind="query-params",
    )
    bots = st.segmented_control(
        "Played by",
        _PLAYED_BY,
        default=_PLAYED_BY[0],
        key="by",
        required=True,
        bind="query-params",
        format_func=str.capitalize,
    )
    with st.expander("More filters", icon=":material/tune:"):
        columns = st.columns([3, 3, 3, 3, 3, 3, 4])
        titles = dict(games.select("system", "title").unique().iter_rows())
        systems = _choose(columns[0], "Game", sorted(titles), "system", titles.__getitem__)
        modes = _choose(columns[1], "Mode", _values(games, "mode"), "mode", str.capitalize)
        players = _choose(columns[2], "Player", sorted(set(games["names"].explode().drop_nulls())), "player")
        clients = _choose(columns[3], "Source", _values(games, "client"), "source")
        status = _choose(columns[4], "Status", list(_STATUS), "status", _STATUS.__getitem__)
        ended = _choose(columns[5], "Ended", list(_ENDED), "ended", str.capitalize)
        dates = columns[6].date_input("Played (UTC)", value=[], key="dates", format="YYYY-MM-DD", bind="query-params")
    kept = games
    if text:
        wanted = text.strip().lower()
        named = pl.col("names").list.eval(pl.element().str.to_lowercase().str.contains(wanted, literal=True)).list.any()
        kept = kept.filter(named | pl.col(GAME_ID).str.starts_with(wanted))
    if systems:
        kept = kept.filter(pl.col("system").is_in(systems))
    if modes:
        kept = kept.filter(pl.col("mode").is_in(modes))
    if players:
        kept = kept.filter(pl.col("names").list.eval(pl.element().is_in(players)).list.any())
    if clients:
        kept = kept.filter(pl.col("client").is_in(clients))
    if status:
        kept = kept.filter(pl.col("status").is_in(status))
    if ended:
        kept = kept.filter(pl.col("finished").is_in([_ENDED[name] for name in ended]))
    if bots != _PLAYED_BY[0]:
        kept = kept.filter(pl.col("simulated") == (bots == "house bots"))
    return _played_between(kept, dates)


def _choose(
    place: DeltaGenerator, label: str, values: list[str], key: str, told: Callable[[str], str] = str
) -> list[str]:
    """Several of these values, remembered in the address; none chosen is all."""
    return place.multiselect(label, values, key=key, format_func=told, bind="query-params", placeholder="All")


def _played_between(games: pl.DataFrame, dates: Any) -> pl.DataFrame:
    """Games that began on these days, in UTC; one whose log has no date is in no span."""
    if not isinstance(dates, list | tuple) or not dates:
        return games
    first: dt.date = dates[0]
    last: dt.date = dates[-1]
    return games.filter(pl.col("played").dt.date().is_between(first, last))


def _values(games: pl.DataFrame, column: str) -> list[str]:
    return sorted(value for value in games[column].unique().to_list() if value is not None)


def _list(games: pl.DataFrame) -> None:
    from dashboard.screens import pages

    rows = games.select(
        pl.when(pl.col("names").list.len() == 2)
        .then(pl.col("names").list.join(" v "))
        .otherwise(pl.col("names").list.join(", "))
        .alias("players"),
        "title",
        pl.col("mode").str.to_titlecase(),
        "score",
        pl.when(pl.col("winner") == 0)
        .then(pl.lit("a tie"))
        .otherwise(pl.coalesce("won_by", pl.lit("no result")))
        .alias("result"),
        pl.col("reason").str.replace_all("_", " ").fill_null(""),
        pl.col("status").replace_strict(_STATUS),
        pl.when(pl.col("simulated")).then(pl.lit("House bots")).otherwise(pl.col("client")).alias("client"),
        pl.col("played"),
        pl.col("events"),
    )
    event = st.dataframe(
        rows,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        key="games_list",
        row_height=38,
        column_config={
            "players": st.column_config.TextColumn("Players", width="medium"),
            "title": st.column_config.TextColumn("Game", width=170),
            "mode": st.column_config.TextColumn("Mode", width=100),
            "score": st.column_config.TextColumn("Score", width="small"),
            "result": "Winner",
            "reason": "By",
            "status": "Status",
            "client": "Source",
            "played": st.column_config.DatetimeColumn("Played (UTC)", format="YYYY-MM-DD HH:mm"),
            "events": st.column_config.NumberColumn("Events", width="small"),
        },
    )
    for row, _ in event.selection.cells:
        st.switch_page(pages().replay, query_params={"game": games[GAME_ID][row]})
