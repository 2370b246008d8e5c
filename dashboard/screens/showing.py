"""Shows a statistic: its intervals as a picture, its rows as a table, the games behind a row, and what it means."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import polars as pl
import streamlit as st

from dashboard.screens.filtering import Filtered, address_of
from dashboard.screens.labels import labelled, row_name
from dashboard.screens.shared import defined, plain, workspace
from dashboard.workspace import Workspace, default_database
from projector.filters import Filters
from projector.statistics import STATISTICS, Statistic, games_behind

# Colours that colour-blind eyes tell apart (Okabe and Ito's), and a grey for what rests on too little.
GOLD, BLUE, GREEN, RED, GREY = "#d99a00", "#0072b2", "#009e73", "#d55e00", "#8a93a3"
LIGHT_BLUE = "#56b4e9"
PALETTE = (BLUE, GOLD, GREEN, RED, "#cc79a7", LIGHT_BLUE, "#7f6a00", "#6b7180")
# In the address: the row whose games are listed, as the statistic's name and the values of its key.
BEHIND = "behind"
_DRAWN = 25
_LISTED = 100
# Numbers that are no shares of something: means in power, hot dogs, battles or cards, and sizes.
_MEANS = frozenset(
    ("mean", "swing", "dogs_per_turn", "luck", "margin", "printed", "se", "n_eff", "battles", "revealed", "held_flag")
)


def shown(filtered: Filtered, name: str, *, even: float | None = 0.5, pictured: bool = True) -> None:
    """A statistic under its title. `even`: where a line stands in its picture, if it is to have one."""
    statistic = STATISTICS[filtered.system].get(name)
    if statistic is None:
        return
    st.subheader(statistic.title, anchor=statistic.name)
    table = computed(filtered, statistic)
    if table.is_empty():
        st.info("No game that matches tells this. Take a filter away, or import logs that tell more.")
        _means(statistic)
        return
    words = labelled(workspace(), filtered.system, table)
    if pictured:
        intervals(words, _named_by(statistic, words), even=even)
    rows(filtered, statistic, table, words)
    _means(statistic)


def computed(filtered: Filtered, statistic: Statistic) -> pl.DataFrame:
    """The statistic's table; the same question to the same tables is answered once."""
    work = workspace()
    asked = json.dumps(filtered.filters.to_query(), sort_keys=True)
    snapshot = f"{work.refreshed().folder.name} {work.people.version}"
    return _computed(default_database(), snapshot, statistic.name, statistic.game, asked, _tables=filtered.tables)


@st.cache_data(max_entries=256, show_spinner="Counting")
def _computed(database: str, snapshot: str, name: str, game: str, asked: str, *, _tables: Any) -> pl.DataFrame:
    del database, snapshot, asked  # they tell one answer from another
    return next(its[name] for family, its in STATISTICS.items() if family == game).compute(_tables)


def _named_by(statistic: Statistic, words: pl.DataFrame) -> list[str]:
    """The columns that name a row for people."""
    return [f"{column}_called" if f"{column}_called" in words.columns else column for column in statistic.key]


# Pictures


def measured_by(table: pl.DataFrame) -> tuple[str, str, str] | None:
    """The number that a statistic is about and the ends of its interval: the one whose interval comes first."""
    columns = table.columns
    if "low" in columns:
        before = [column for column in columns[: columns.index("low")] if table.schema[column].is_float()]
        return next(column for column in reversed(before) if column != "n_eff"), "low", "high"
    return next(((name, f"{name}_low", f"{name}_high") for name in columns if f"{name}_low" in columns), None)


def intervals(table: pl.DataFrame, named: Sequence[str], *, even: float | None = 0.5, most: int = _DRAWN) -> None:
    """Rates as dots with their 95 % intervals as bars, in the order of the table; too few games are grey."""
    measured = measured_by(table)
    if measured is None:
        return
    rate, low, high = measured
    size = next(
        (column for column in ("games", "n", "seats", "runs", "battles", "appearances") if column in table.columns),
        None,
    )
    data = table.head(most).select(
        label=row_name(named),
        rate=pl.col(rate),
        low=low,
        high=high,
        n=pl.col(size) if size is not None else pl.lit(None, pl.UInt32),
        enough=pl.col("enough") if "enough" in table.columns else pl.lit(value=True),
    )
    data = data.filter(pl.col("rate").is_not_null()).with_columns(
        label=pl.format("{} ({})", "label", pl.col("n").fill_null(0))
    )
    if data.is_empty():
        return
    percent = rate not in _MEANS
    form = ".0%" if percent else ",.1~f"
    base = alt.Chart(data).encode(
        y=alt.Y("label:N", title=None, sort=None, axis=alt.Axis(labelLimit=310, labelFlush=False)),
        color=alt.condition("datum.enough", alt.value(GOLD), alt.value(GREY)),
        tooltip=[
            alt.Tooltip("label:N", title="What (n)"),
            alt.Tooltip("rate:Q", title=rate.replace("_", " "), format=".1%" if percent else ",.2f"),
            alt.Tooltip("low:Q", title="from", format=".1%" if percent else ",.2f"),
            alt.Tooltip("high:Q", title="to", format=".1%" if percent else ",.2f"),
            alt.Tooltip("n:Q", title="n"),
        ],
    )
    x = alt.X("rate:Q", title=None, axis=alt.Axis(format=form, tickCount=8), scale=alt.Scale(zero=False, nice=True))
    drawn = base.mark_rule(size=6, opacity=0.4).encode(x="low:Q", x2="high:Q") + base.mark_circle(
        size=100, opacity=1
    ).encode(x=x)
    if even is not None:
        line = alt.Chart(pl.DataFrame({"even": [even]})).mark_rule(strokeDash=[4, 4], color=GREY).encode(x="even:Q")
        drawn = line + drawn
    st.altair_chart(drawn, height=max(90, 40 + 26 * data.height))
    if table.height > most:
        st.caption(f"The first {most} of {table.height:,} are drawn. Bars are 95 % intervals; grey rests on few games.")


# Tables, and the games behind a row


def rows(filtered: Filtered, statistic: Statistic, table: pl.DataFrame, words: pl.DataFrame) -> None:
    """The rows as a table; a click on one lists the games behind it."""
    hidden = [column for column in words.columns if f"{column}_called" in words.columns]
    empty = [column for column, kind in words.schema.items() if kind == pl.String and column not in statistic.key]
    display = words.with_columns(pl.col(empty).fill_null("")).drop(hidden)
    titles = columns_in_words(display)
    height = min(38 + 35 * display.height, 420)
    if statistic.behind is None:
        st.dataframe(display, hide_index=True, column_config=titles, height=height)
        return
    event = st.dataframe(
        display,
        hide_index=True,
        key=f"rows-{statistic.name}",
        on_select="rerun",
        selection_mode="single-row",
        column_config=titles,
        height=height,
    )
    for number in event.selection.rows:
        behind(filtered, statistic, {column: table[column][number] for column in statistic.key})
    told = _from_address(statistic)
    if told is not None and not event.selection.rows:
        behind(filtered, statistic, told)


_TITLES = {"low": "From", "high": "To", "q": "q", "se": "± (se)", "n_eff": "Effective n", "enough": "n ≥ 20"}


def columns_in_words(table: pl.DataFrame) -> dict[str, Any]:
    """How each column of a statistic is called and written."""
    measured = measured_by(table)
    of = dict.fromkeys(measured[1:], measured[0]) if measured is not None else {}
    return {column: _column(column, kind, of.get(column, column)) for column, kind in table.schema.items()}


def _column(column: str, kind: pl.DataType, of: str) -> Any:
    """`of`: what an end of an interval is an interval of."""
    title = _TITLES.get(column, column.removesuffix("_called").replace("_", " ").capitalize())
    if isinstance(kind, pl.Datetime):
        return st.column_config.DatetimeColumn(f"{title} (UTC)", format="YYYY-MM-DD HH:mm")
    if kind == pl.Date:
        return st.column_config.DateColumn(title, format="YYYY-MM-DD")
    if not kind.is_float():
        return title
    if of.removesuffix("_low").removesuffix("_high") in _MEANS:
        return st.column_config.NumberColumn(title, format="%.1f" if column == "n_eff" else "%.2f")
    return st.column_config.NumberColumn(title, format="percent")


def _from_address(statistic: Statistic) -> dict[str, object] | None:
    """The row that the address names, if it is one of this statistic."""
    try:
        told = json.loads(st.query_params.get(BEHIND, "null"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, list) or len(told) != 1 + len(statistic.key) or told[0] != statistic.name:
        return None
    if not all(value is None or isinstance(value, str | int | float | bool) for value in told[1:]):
        return None
    return dict(zip(statistic.key, told[1:], strict=True))


def behind(filtered: Filtered, statistic: Statistic, row: Mapping[str, object]) -> None:
    """The games that a row counts, each with its replay."""
    from dashboard.screens import pages

    work = workspace()
    try:
        found = games_behind(statistic, row, filtered.tables).collect()
    except (ValueError, pl.exceptions.PolarsError):
        st.warning("The row of the address is none of this table.")
        return
    named = ", ".join(f"{name} {value}" for name, value in row.items())
    st.markdown(f"**Games behind this row** :gray[{plain(named)}]: {found.height:,}")
    if found.is_empty():
        st.info("There is none: the filters leave no game of it.")
        return
    listed = found.select("id").unique(maintain_order=True).join(work.games_table(), on="id").head(_LISTED)
    chosen = st.dataframe(
        listed.select(
            pl.col("names").list.join(" v ").alias("players"), "score", "won_by", "reason", "played", "client"
        ),
        hide_index=True,
        key=f"behind-{statistic.name}",
        on_select="rerun",
        selection_mode="single-cell",
        height=min(38 + 35 * listed.height, 300),
        column_config={
            "players": "Players",
            "score": "Score",
            "won_by": "Winner",
            "reason": "By",
            "played": st.column_config.DatetimeColumn("Played (UTC)", format="YYYY-MM-DD HH:mm"),
            "client": "Source",
        },
    )
    if found.height > _LISTED:
        st.caption(f"The first {_LISTED} are listed.")
    for number, _ in chosen.selection.cells:
        st.switch_page(pages().replay, query_params={"game": listed["id"][number]})


def behind_address(filtered: Filtered, statistic: Statistic, row: Mapping[str, object]) -> dict[str, str]:
    """Parameters of an address that lists the games behind a row."""
    told = json.dumps([statistic.name, *(row[column] for column in statistic.key)])
    return {**address_of(filtered.filters, filtered.system), BEHIND: told}


def _means(statistic: Statistic) -> None:
    from dashboard.screens import pages

    with st.expander("What it means", icon=":material/help:"):
        st.markdown(defined(statistic.definition))
        st.caption(f"`gametape stats {statistic.name}` computes the same. Version {statistic.version}.")
        st.page_link(pages().definitions, label="All definitions", icon=":material/menu_book:")


def narrowed(filtered: Filtered, work: Workspace, **more: str) -> Filtered:
    """The same page with one filter more, for the page of one deck, card or player."""
    filters = Filters.from_query({**filtered.filters.to_query(), **more})
    return Filtered(filtered.system, filters, filters.apply(work.tables(filtered.system)))
