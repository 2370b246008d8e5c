"""The filters above statistics: what they are stands in the address, and every page reads them there."""

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.contests import NoContestError, contests, games_in
from dashboard.legible import legible
from dashboard.screens.shared import plain, remembered
from dashboard.workspace import Workspace
from events.base import PlayerId
from events.codec import Family
from projector.coverage import rests_on
from projector.facts import Tables
from projector.filters import Filters, first_of_last
from projector.games import GAMES

# The address names the game system beside the filters, by its short name.
SYSTEM = "system"
_NAMES = tuple(Filters(post_clinch=False).__struct_fields__)
_ADDRESSED = {"client": "source"}
_ANY = "All"
_SPANS: Mapping[str, int | None] = {"All time": None, "7 days": 7, "30 days": 30, "90 days": 90, "1 year": 365}
_BOTS: Mapping[str, bool | None] = {"Everybody": None, "People": False, "House bots": True}
_ENDED: Mapping[str, bool | None] = {"All": None, "Finished": True, "Unfinished": False}


class Filtered(NamedTuple):
    """What a page shows: the game system, the filters, and the tables with the rows that match."""

    system: Family
    filters: Filters
    tables: Tables


def address_of(filters: Filters, system: Family) -> dict[str, str]:
    """The parameters of an address that shows the same."""
    return {SYSTEM: system, **filters.to_query()}


def asked() -> Filters:
    """The filters that the address asks for; one that cannot be read is told, and left out."""
    found = Filters()
    for name, value in st.query_params.items():
        if name not in {_ADDRESSED.get(it, it) for it in _NAMES} or not value:
            continue
        try:
            found = Filters.from_query({**found.to_query(), name: value})
        except ValueError as error:
            st.warning(f"A filter of the address is left out. {plain(str(error))}")
    return found


def filters_bar(work: Workspace, *, systems: Sequence[Family] = tuple(GAMES), of_seats: bool = True) -> Filtered:
    """The filters, drawn and applied, with a sentence on what the page rests on."""
    system = _system(systems)
    tables = work.tables(system)
    filters = asked()
    kinds = tables["games"].select("mode", "format", "client").unique()
    games = remembered(work, f"kinds of {system}", kinds.collect)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _choice("mode", "Mode", filters.mode, _values(games, "mode"), str.capitalize, width=170)
        _choice("format", "Format", filters.format, _values(games, "format"), width=190)
        _choice("source", "Source", filters.client, _values(games, "client"), width=220)
        _either("simulated", "Played by", _BOTS, filters.simulated)
        _span(filters)
    with st.expander("More filters", icon=":material/tune:"):
        if of_seats:
            _of_seats(work, system, tables, filters)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            _days(filters)
            _either("finished", "Games", _ENDED, filters.finished)
        _contest(work, filters)
        if "left_out" in tables["games"].collect_schema():
            sets = remembered(work, f"sets of {system}", tables["games"].select("left_out").unique().collect)
            _choice("left_out", "Played without the set", filters.left_out, _values(sets, "left_out"), width=230)
        if "battles" in tables:
            st.toggle(
                "Battles after the clinch count too",
                value=filters.post_clinch,
                key="filter-post_clinch",
                on_change=_write,
                args=("post_clinch", lambda it: "yes" if it else None),
            )
        st.button("Take all filters away", icon=":material/filter_alt_off:", on_click=_clear)
    try:
        kept = filters.apply(tables, games_in(work, filters.contest) if filters.contest is not None else None)
    except (ValueError, NoContestError) as error:
        st.warning(plain(str(error)))
        filters, kept = Filters(), Filters().apply(tables)
    _head(work, system, filters, kept)
    return Filtered(system, filters, kept)


def _system(systems: Sequence[Family]) -> Family:
    if len(systems) == 1:
        return systems[0]
    told = st.query_params.get(SYSTEM)
    st.segmented_control(
        "Game",
        systems,
        default=told if told in systems else systems[0],
        format_func=lambda name: GAMES[name].title,
        key="filter-system",
        required=True,
        label_visibility="collapsed",
        on_change=_write,
        args=(SYSTEM, str),
    )
    return next((name for name in systems if name == told), systems[0])


def _write(name: str, written: Callable[[object], str | None]) -> None:
    """Put what was chosen into the address."""
    value = written(st.session_state[f"filter-{name}"])
    if value is None:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value


def _clear() -> None:
    for name in _NAMES:
        st.query_params.pop(_ADDRESSED.get(name, name), None)


def _values(table: pl.DataFrame, column: str) -> list[str]:
    return sorted(value for value in table[column].unique().to_list() if value is not None)


def _choice(
    name: str,
    label: str,
    chosen: str | None,
    values: Sequence[str],
    told: Callable[[str], str] = str,
    *,
    width: int | str = "stretch",
) -> None:
    """One of these values, or all."""
    options = list(dict.fromkeys((*values, *((chosen,) if chosen is not None else ()))))
    st.session_state[f"filter-{name}"] = chosen
    st.selectbox(
        label,
        options,
        index=None,
        format_func=told,
        placeholder=_ANY,
        key=f"filter-{name}",
        on_change=_write,
        args=(name, lambda it: str(it) if it else None),
        width=width,  # type: ignore[arg-type]  # a number or "stretch"
    )


def _either(name: str, label: str, choices: Mapping[str, bool | None], chosen: bool | None) -> None:  # noqa: FBT001 (a value)
    """Yes, no, or both, by the words of the choices."""
    st.session_state[f"filter-{name}"] = next(words for words, value in choices.items() if value is chosen)
    st.segmented_control(
        label,
        list(choices),
        key=f"filter-{name}",
        required=True,
        on_change=_write,
        args=(name, lambda it: {None: None, True: "yes", False: "no"}[choices[str(it)]]),
    )


def _span(filters: Filters) -> None:
    """Presets of a span that ends today; days of one's own stand under more filters."""
    today = dt.datetime.now(dt.UTC).date()
    spans = {first_of_last(days, today): name for name, days in _SPANS.items() if days is not None}
    told = "All time" if filters.since is None else spans.get(filters.since)
    st.session_state["filter-since"] = told
    st.pills(
        "Played in the last",
        list(_SPANS),
        key="filter-since",
        on_change=_write,
        args=("since", lambda it: _since(it, today)),
    )


def _since(name: object, today: dt.date) -> str | None:
    days = _SPANS.get(str(name))
    return None if days is None else first_of_last(days, today).isoformat()


def _days(filters: Filters) -> None:
    both = [day for day in (filters.since, filters.until) if day is not None]
    st.session_state["filter-days"] = both if filters.since is not None else []
    st.date_input("Played (UTC)", key="filter-days", format="YYYY-MM-DD", on_change=_write_days, width=280)


def _write_days() -> None:
    days = st.session_state["filter-days"]
    days = list(days) if isinstance(days, list | tuple) else [days]
    for name, day in zip(("since", "until"), [*days, None, None], strict=False):
        if day is None:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = day.isoformat()


def _of_seats(work: Workspace, system: Family, tables: Tables, filters: Filters) -> None:
    """Filters of a seat: who sat in it, with which deck and card, and where."""
    columns = tables["seats"].collect_schema().names()
    told = tables["seats"].select("player", "seat", *(["deck"] if "deck" in columns else [])).unique()
    seats = remembered(work, f"seats of {system}", told.collect)
    names = {str(it): name for it, name in work.called([PlayerId(it) for it in _values(seats, "player")]).items()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        players = sorted(names, key=lambda it: (names[it].casefold(), it))
        _choice("player", "Player", filters.player, players, lambda it: names.get(it, it), width=230)
        if "deck" in columns:
            _choice("deck", "Deck", filters.deck, _values(seats, "deck"), lambda it: it[:8], width=170)
            _choice("honors", "Honors", filters.honors, ("first", "second"), width=150)
        numbers = [str(number) for number in sorted(set(seats["seat"].drop_nulls()))]
        _choice("seat", "Seat", str(filters.seat) if filters.seat is not None else None, numbers, width=110)
        if filters.card is not None:
            _choice("card", "Card", filters.card, (filters.card,), width=230)


def _contest(work: Workspace, filters: Filters) -> None:
    """The contest whose games count; there is nothing to choose where none is on the tape."""
    titles = {str(it.id): legible(it.title) for it in contests(work)}
    if titles or filters.contest is not None:
        _choice("contest", "Contest", filters.contest, list(titles), lambda it: titles.get(it, it), width=280)


def _head(work: Workspace, system: Family, filters: Filters, tables: Tables) -> None:
    """What the page rests on: games, sources, how complete, and what was left out."""
    asked_for = json.dumps(filters.to_query(), sort_keys=True)
    rests = remembered(work, f"coverage of {system} {asked_for}", lambda: rests_on(tables))
    sources = ", ".join(f"{plain(name or 'no source')} {count:,}" for name, count in rests.sources[:4])
    more = f" and {len(rests.sources) - 4} more" if len(rests.sources) > 4 else ""
    whole = f"{rests.complete:,} complete, {rests.partial:,} partial, {rests.quarantined:,} contradicting"
    st.caption(f"{plain(filters.told())} {rests.told()} Told by {sources or 'nobody'}{more}; {whole}.")
