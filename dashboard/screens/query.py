"""Query: one SELECT over the tables, its answer as a table and a chart, and the query itself in the address."""

from pathlib import Path

import altair as alt
import polars as pl
import streamlit as st

from dashboard.querying import Answer, QueryError, query
from dashboard.screens.shared import plain, workspace
from dashboard.workspace import Workspace
from events.codec import Family
from projector.games import GAMES

_SQL = "sql"
_MOST_DRAWN = 2000
# As many labels stand side by side; more are turned.
_FLAT = 12
_KINDS = ("Bars", "Line", "Points")
EXAMPLES: dict[Family, dict[str, str]] = {
    "boba": {
        "Games by mode": (
            "SELECT mode, count(*) AS games, avg(battles) AS battles\nFROM games\nGROUP BY mode\nORDER BY games DESC"
        ),
        "Results by week": (
            "SELECT date_trunc('week', played) AS week, count(*) AS games,\n"
            "       avg(CASE winner WHEN first_honors THEN 1.0 WHEN 0 THEN 0.5 ELSE 0 END) AS first_honors_won\n"
            "FROM games\nWHERE finished AND winner IS NOT NULL\nGROUP BY week\nORDER BY week"
        ),
        "Power and battles won": (
            "SELECT 25 * (power_1 // 25) AS power, count(*) AS battles,\n"
            "       avg(CASE winner WHEN 1 THEN 1.0 WHEN 0 THEN 0.5 ELSE 0 END) AS won\n"
            "FROM battles\nWHERE power_1 IS NOT NULL AND winner IS NOT NULL\nGROUP BY power\nORDER BY power"
        ),
        "Substitutions by battle": (
            "SELECT battle, avg((substituted_1 OR substituted_2)::INT) AS substituted\n"
            "FROM battles\nGROUP BY battle\nORDER BY battle"
        ),
    },
    "challengers": {
        "The starter's luck by round": (
            "SELECT round, count(*) AS matches, avg(CASE winner WHEN starter THEN 1.0 ELSE 0 END) AS starter_won\n"
            "FROM matches\nWHERE winner IS NOT NULL\nGROUP BY round\nORDER BY round"
        ),
        "How matches end": "SELECT reason, count(*) AS matches\nFROM matches\nGROUP BY reason\nORDER BY matches DESC",
        "Fans and the final": "SELECT in_final, avg(fans) AS fans, count(*) AS seats\nFROM seats\nGROUP BY in_final",
    },
}


def page() -> None:
    work = workspace()
    st.title("Query")
    st.caption(
        "Ask the tables in SQL. One SELECT at a time, in a database that can reach nothing else: no file, no network. "
        "The query stands in the address: keep or share that."
    )
    names: list[Family] = list(GAMES)
    system = st.segmented_control(
        "Game",
        names,
        default=names[0],
        format_func=lambda name: GAMES[name].title,
        key="game",
        required=True,
        bind="query-params",
        label_visibility="collapsed",
    )
    examples = EXAMPLES.get(system, {})
    st.pills("Examples", list(examples), key="example", on_change=_take_example, args=(system,))
    sql = st.text_area(
        "SQL",
        key=_SQL,
        bind="query-params",
        height=170,
        placeholder=next(iter(examples.values()), "SELECT * FROM games"),
        label_visibility="collapsed",
    )
    st.button("Run", icon=":material/play_arrow:", type="primary", help="Ctrl+Enter in the query runs it too")
    with st.expander("Tables and columns", icon=":material/table:"):
        _columns(work, system)
    if not sql.strip():
        st.info("Write a SELECT, or take an example.")
        return
    try:
        with st.spinner("Running the query"):
            answer = query(sql, _sources(work), schema=system)
    except QueryError as error:
        st.error(plain(str(error)))
        return
    _answer(answer)


def _take_example(system: Family) -> None:
    chosen = st.session_state.get("example")
    if chosen is not None:
        st.session_state[_SQL] = EXAMPLES[system][chosen]


def _sources(work: Workspace) -> dict[str, list[Path]]:
    tables = work.refreshed()
    return {f"{game}.{name}": files for game in GAMES for name, files in tables.files(game).items()}


def _columns(work: Workspace, system: Family) -> None:
    for name, table in work.refreshed().tables(system).items():
        schema = table.collect_schema()
        st.markdown(f"**{name}**  \n" + ", ".join(f"`{column}` :gray[{kind}]" for column, kind in schema.items()))


def _answer(answer: Answer) -> None:
    table = answer.table
    if table.is_empty():
        st.info("The query has no rows: nothing on the tape matches it.")
        return
    st.caption(
        f"{table.height:,} rows" + (", cut there: the query has more. Add a LIMIT, or count." if answer.more else "")
    )
    chart, rows = st.tabs(["Chart", "Table"])
    with rows:
        st.dataframe(table, hide_index=True)
    with chart:
        _chart(table)


def _chart(table: pl.DataFrame) -> None:
    numbers = [name for name, kind in table.schema.items() if kind.is_numeric()]
    plain_kinds = [name for name, kind in table.schema.items() if not kind.is_nested()]
    if not numbers or table.width < 2:
        st.info("A chart needs two columns, one of them with numbers. The rows stand under Table.")
        return
    across = next((name for name in plain_kinds if name not in numbers), plain_kinds[0])
    up = next((name for name in reversed(numbers) if name != across), numbers[0])
    kind_at, x_at, y_at = st.columns(3)
    usual = "Line" if table.schema[across].is_temporal() else "Bars"
    kind = kind_at.selectbox("Chart", _KINDS, index=_KINDS.index(usual))
    x = x_at.selectbox("Across", plain_kinds, index=plain_kinds.index(across))
    y = y_at.selectbox("Up", numbers, index=numbers.index(up))
    drawn = table.head(_MOST_DRAWN)
    # Columns are renamed, since signs in a name would mean something to the chart.
    data = pl.DataFrame({"x": drawn[x], "y": drawn[y].cast(pl.Float64, strict=False)})
    told = "T" if table.schema[x].is_temporal() else "Q" if x in numbers and kind == "Points" else "O"
    mark = {"Bars": "bar", "Line": "line", "Points": "point"}[kind]
    encoded = alt.Chart(data).encode(
        x=alt.X(f"x:{told}", title=x, sort=None, axis=alt.Axis(labelAngle=0 if data.height <= _FLAT else -60)),
        y=alt.Y("y:Q", title=y),
        tooltip=[alt.Tooltip(f"x:{told}", title=x), alt.Tooltip("y:Q", title=y)],
    )
    shown = {
        "bar": encoded.mark_bar(color="#d99a00"),
        "line": encoded.mark_line(color="#d99a00", point=True),
        "point": encoded.mark_circle(color="#d99a00", size=70),
    }[mark]
    st.altair_chart(shown, height=380)
    if table.height > _MOST_DRAWN:
        st.caption(f"The first {_MOST_DRAWN:,} rows are drawn.")
