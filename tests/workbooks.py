"""Builds XLSX workbooks part by part, hostile ones too. `python -m tests.workbooks` writes the sample workbook."""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from tests.expected import SAMPLES

SAMPLE = SAMPLES / "scoresheet" / "workbook.xlsx"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# The styles that cells may have: 0 as it is, 1 a date, 2 a time of day.
_STYLES = (
    f'{_HEAD}<styleSheet {_MAIN}><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>'
    '<xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>'
)
DATE, TIME = 1, 2


def text(place: str, value: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def number(place: str, value: float, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}"><v>{value}</v></c>'


def formula(place: str, source: str, cached: str | None = None, kind: str = "n") -> str:
    value = "" if cached is None else f"<v>{escape(cached)}</v>"
    return f'<c r="{place}" t="{kind}"><f>{escape(source)}</f>{value}</c>'


def error(place: str, value: str) -> str:
    return f'<c r="{place}" t="e"><v>{value}</v></c>'


def line(row: int, *values: str | float | None) -> str:
    """A row of plain values from column A on, and cells that are written out already."""
    cells = []
    for column, value in enumerate(values):
        place = f"{chr(ord('A') + column)}{row}"
        if isinstance(value, str):
            cells.append(value if value.startswith("<c ") else text(place, value))
        elif value is not None:
            cells.append(number(place, value))
    return f'<row r="{row}">{"".join(cells)}</row>'


def sheet(*rows: str, dimension: str = "", merged: tuple[str, ...] = ()) -> str:
    size = f'<dimension ref="{dimension}"/>' if dimension else ""
    merges = "".join(f'<mergeCell ref="{ref}"/>' for ref in merged)
    merges = f'<mergeCells count="{len(merged)}">{merges}</mergeCells>' if merged else ""
    return f"{_HEAD}<worksheet {_MAIN}>{size}<sheetData>{''.join(rows)}</sheetData>{merges}</worksheet>"


def parts(sheets: Mapping[str, str]) -> dict[str, str]:
    """The parts of a workbook with these sheets, by name and XML."""
    places = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{place}.xml" ContentType="{_TYPES}.worksheet+xml"/>'
        for place in places
    )
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{place}" r:id="rId{place}"/>'
        for place, name in zip(places, sheets, strict=True)
    )
    related = "".join(
        f'<Relationship Id="rId{place}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{place}.xml"/>'
        for place in places
    )
    return {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>{overrides}</Types>',
        "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{_HEAD}<workbook {_MAIN} xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{related}'
        f'<Relationship Id="rId99" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": _STYLES,
        **{f"xl/worksheets/sheet{place}.xml": xml for place, xml in zip(places, sheets.values(), strict=True)},
    }


def packed(contents: Mapping[str, str | bytes]) -> bytes:
    """A ZIP of these parts, with the same bytes every time."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in contents.items():
            package.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def workbook(*rows: str, dimension: str = "", merged: tuple[str, ...] = ()) -> bytes:
    """A workbook of one sheet."""
    return packed(parts({"Games": sheet(*rows, dimension=dimension, merged=merged)}))


def sample_parts() -> dict[str, str]:
    """A league's workbook: merged cells for what a game's rows share, formulas with values, dates of every kind."""
    rows = [
        line(1, "Summer league"),
        line(
            2,
            "Game",
            "Date",
            "Player 1",
            "Player 2",
            "Mode",
            "Battle",
            "Power 1",
            "Power 2",
            "Winner",
            "Score",
            "Check",
        ),
        # 46177 is 4 June 2026.
        line(
            3,
            1,
            number("B3", 46177, DATE),
            "Wren",
            "Hobb",
            "Rookie",
            1,
            150,
            120,
            formula("I3", "W(G3,H3)", "1"),
            None,
            formula("K3", "G3-H3"),
        ),
        line(
            4,
            None,
            None,
            None,
            None,
            None,
            2,
            95,
            140,
            formula("I4", "W(G4,H4)", "Hobb", "str"),
            None,
            formula("K4", "G4-H4"),
        ),
        line(5, None, None, None, None, None, 3, 160.0, 155, 1),
        line(6, None, None, None, None, None, 4, 130, 125, 1),
        # 4:1, typed in, became the time 04:01.
        line(
            7,
            None,
            None,
            None,
            None,
            None,
            5,
            formula("G7", "SUM(100,75)", "175"),
            90,
            1,
            number("J7", 0.167361111111111, TIME),
        ),
        line(8, 2, "2026-06-11", "Pell", "Juno", "Rookie", 1, None, None, "Juno"),
        line(9, None, None, None, None, None, 2, None, None, "Pell"),
        line(10, None, None, None, None, None, 3, None, None, "D"),
        line(11),
        # 46191.8125 is 18 June 2026, 19:30.
        line(12, 3, number("B12", 46191.8125, DATE), "Kip", "Luma", "Substitution", 1, 120, 120, "="),
        line(13, None, None, None, None, None, 2, 120, 145, 2),
    ]
    notes = sheet(line(1, "Who brings the cake?"), line(2, "Luma"))
    merged = ("A1:K1", *(f"{column}3:{column}7" for column in "ABCDE"))
    return parts({"League": sheet(*rows, dimension="A1:K13", merged=merged), "Notes": notes})


if __name__ == "__main__":
    SAMPLE.write_bytes(packed(sample_parts()))
