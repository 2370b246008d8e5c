"""Brings logs onto the tape, tells what became of each file, and shows contradictions beside the line they came in."""

import polars as pl
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard.screens.shared import plain, workspace
from dashboard.workspace import MAPPINGS, Workspace, versus
from events.sources import Arrival, arrivals
from ingest.adapters import ADAPTERS
from ingest.files import FileError
from ingest.importing import FileReport, import_upload
from ingest.lines import source_lines
from ingest.opening import opened
from ingest.scoresheet import (
    SCORESHEET,
    MappingError,
    SheetError,
    describe_mapping,
    keep_mapping,
    parse_mapping,
)

_ARRIVALS = 200
_MOST_FINDINGS = 50


def page() -> None:
    st.title("Imports")
    work = workspace()
    known = ", ".join(adapter.title for adapter in ADAPTERS)
    uploaded = st.file_uploader(
        "Logs to import",
        accept_multiple_files=True,
        key="logs",
        help=f"Plain, gzip or zip. Gametape knows: {known}. The same file twice adds nothing.",
    )
    for file in uploaded or ():
        _columns(file)
    if uploaded and st.button("Import", type="primary", icon=":material/upload_file:"):
        st.session_state["reports"] = _import(work, uploaded)
    reports: list[FileReport] = st.session_state.get("reports", [])
    for report in reports:
        _report(report)
    came, contradicting = st.tabs(["What came in", "Contradicting games"])
    with came:
        _arrivals(work)
    with contradicting:
        _contradicting(work)


def _columns(file: UploadedFile) -> None:
    """How the columns of a scoresheet will be read; what a person changes here is kept for the next of its layout."""
    data = file.getvalue()
    try:
        document = opened(file.name, lambda: (data,))
    except FileError:
        return
    if not SCORESHEET.recognises(document):
        return
    with st.expander(f"How the columns of {plain(file.name)} are read", icon=":material/view_column:"):
        try:
            proposed = describe_mapping(document, MAPPINGS)
        except (SheetError, MappingError) as error:
            st.warning(plain(str(error)))
            return
        text = st.text_area("Column mapping (TOML)", proposed, height=320, key=f"columns-{file.file_id}")
        if text != proposed and st.button("Keep this mapping", key=f"keep-{file.file_id}"):
            try:
                keep_mapping(MAPPINGS, parse_mapping(text))
            except MappingError as error:
                st.error(plain(str(error)))
            else:
                st.success("Kept: this and the next files of the same columns are read so.")


def _import(work: Workspace, uploaded: list[UploadedFile]) -> list[FileReport]:
    reports: list[FileReport] = []
    total = sum(file.size for file in uploaded) or 1
    done = 0
    bar = st.progress(0.0, "Importing")
    for file in uploaded:

        def told(read: int, _: int, file: UploadedFile = file, before: int = done) -> None:
            bar.progress(min((before + read) / total, 1.0), f"Importing {plain(file.name)}")

        told(0, 0)
        data = file.getvalue()
        reports += import_upload(work.tape, data, file.name, work.cards, adapters=work.adapters, progress=told)
        done += file.size
    bar.empty()
    return reports


def _report(report: FileReport) -> None:
    """What became of one file: every line of it is in one of the three numbers."""
    from dashboard.screens import pages

    there = len(report.games) - report.added
    with st.container(border=True):
        st.subheader(plain(report.path))
        if report.adapter is None:
            st.error("Not imported", icon=":material/block:")
        else:
            told = f"{report.added} new" + (f", {there} there already" if there else "")
            count = "1 recording" if len(report.games) == 1 else f"{len(report.games)} recordings"
            st.markdown(f"{count}: **{told}**")
        if report.lines is not None:
            lines = report.lines
            columns = st.columns(4)
            columns[0].metric("Lines", f"{lines.total:,}")
            columns[1].metric("read", f"{lines.read:,}")
            columns[2].metric("skipped", f"{lines.skipped:,}", help="Blank, or of a game that was left out.")
            columns[3].metric("problems", f"{lines.problems:,}")
        if report.problems:
            st.dataframe(
                pl.DataFrame(
                    [(problem.line, problem.message) for problem in report.problems],
                    schema={"Line": pl.Int64, "What is wrong": pl.String},
                    orient="row",
                ),
                hide_index=True,
                column_config={"Line": st.column_config.NumberColumn(width="small", format="%d")},
            )
        for game in report.games[:10]:
            st.page_link(
                pages().replay,
                label=f"Line {game.line}: {game.events} events, {game.status}"
                + (f", {len(game.findings)} findings" if game.findings else "")
                + (", another recording of a game on the tape" if game.joined else ""),
                icon=":material/play_circle:",
                query_params={"game": game.recording},
            )
        if len(report.games) > 10:
            st.caption(f"and {len(report.games) - 10} more; the Games page has all.")


def _arrivals(work: Workspace) -> None:
    found = arrivals(work.tape, _ARRIVALS)
    if not found:
        st.info("No file came in yet. Choose some above, or run `gametape import`.")
        return
    st.dataframe(
        pl.DataFrame(
            [
                (it.received_at, _file_name(work, it), it.adapter or "not read", it.recordings, it.problems, it.size)
                for it in found
            ],
            schema={
                "Received (UTC)": pl.Datetime("us", "UTC"),
                "File": pl.String,
                "Read by": pl.String,
                "New recordings": pl.Int64,
                "Problems": pl.Int64,
                "Bytes": pl.Int64,
            },
            orient="row",
        ),
        column_config={"Received (UTC)": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm")},
        hide_index=True,
    )


def _file_name(work: Workspace, arrival: Arrival) -> str:
    """The name of a file, which may be that of a person."""
    return arrival.source[:8] if work.pseudonyms is not None else arrival.name or "(erased)"


def _contradicting(work: Workspace) -> None:
    """Games whose log contradicts the rules or itself: kept and shown, in no statistic."""
    from dashboard.screens import pages

    games = work.games_table().filter(pl.col("status") == "quarantined")
    if games.is_empty():
        st.info("No game on the tape contradicts itself.")
        return
    labels: dict[str, str] = {
        row["id"]: f"{versus(row['names'])}, {row['findings']} findings" for row in games.to_dicts()
    }
    chosen = st.selectbox("Game", list(labels), format_func=labels.__getitem__, key="contradicting")
    if not chosen:
        return
    st.page_link(
        pages().quarantine,
        label="Settle what it contradicts",
        icon=":material/gavel:",
        query_params={"game": chosen},
    )
    told = work.told(chosen)
    hidden = work.pseudonyms is not None
    lines = {} if hidden else {it.id: source_lines(work.tape, it.id, work.adapters) for it in told.recordings}
    for step in work.replay(chosen).steps:
        recording, number = told.address_of(step.number)
        for finding in step.findings[:_MOST_FINDINGS]:
            with st.container(border=True):
                st.page_link(
                    pages().replay,
                    label=f"Step {step.number}: {plain(step.words)}",
                    icon=":material/play_circle:",
                    query_params={"game": recording, "step": str(number)},
                )
                st.markdown(plain(finding.message))
                st.caption(plain(finding.rule))
                _line(lines.get(recording, {}), number)


def _line(lines: dict[int, tuple[int, str]], event: int) -> None:
    found: tuple[int, str] | None = lines.get(event)
    if found is not None:
        st.caption(f"Line {found[0]} of the file")
        st.code(found[1], language=None, wrap_lines=True)
