"""Commands for archives of Board Game Arena: what messages a file holds, for the mapping that reads them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ingest.bga import KindOfMessage, Reading

# Values of a type that people are shown; --json has its first arguments whole.
_SHOWN = 12
_WIDEST = 60
_FIELDS = ("type", "count", "private", "copies", "treated", "events", "reasons", "sample")


@click.group()
def bga() -> None:
    """Archives of Board Game Arena that you saved yourself; nothing is fetched."""


@bga.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")
@click.option(
    "--mapping",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Read by this mapping, to try it out, instead of the one kept by `gametape import --mapping`.",
)
@click.argument("file", type=click.Path(path_type=Path))
def types(file: Path, mapping: Path | None, *, as_json: bool) -> None:
    """Lists the types of messages in an archive, with how they are read and what they hold.

    \b
    Unknown types come first, with the values of their arguments and the paths by which a mapping names them.
    Every packet is counted once: read, framework or unknown. Exit code 1 if the file itself cannot be read whole.
    """
    from dashboard.cli import PROBLEMS, fail
    from dashboard.workspace import MAPPINGS
    from ingest.adapter import Document
    from ingest.bga import BgaMappingError, mapping_in, parse_bga_mapping, read_archive
    from ingest.files import FileError, read_bytes
    from ingest.opening import unpacked

    try:
        known = mapping_in(MAPPINGS if mapping is None else None)
        if mapping is not None:
            known = parse_bga_mapping(mapping.read_text(encoding="utf-8")).over(known)
        reading = read_archive(Document(file.name, unpacked(read_bytes(file))), known)
    except BgaMappingError as error:
        fail(str(error) if mapping is None else f"{mapping}: {error}")
    except FileError as error:
        fail(f"{file}: {error}")
    except (OSError, UnicodeError) as error:
        fail(f"{mapping}: {error}")
    _print(reading, as_json=as_json)
    if reading.faults:
        sys.exit(PROBLEMS)


def _print(reading: "Reading", *, as_json: bool) -> None:
    import msgspec

    from dashboard.printing import print_json

    if as_json:
        kinds = [{name: getattr(kind, name) for name in _FIELDS} for kind in reading.kinds]
        print_json(
            {
                "packets": msgspec.to_builtins(reading.account),
                "types": kinds,
                "problems": msgspec.to_builtins(reading.problems),
            }
        )
        return
    _print_types(reading)


def _print_types(reading: "Reading") -> None:
    from dashboard.legible import legible
    from dashboard.printing import print_table

    account = reading.account
    click.echo(
        f"{account.total} packets: {account.read} read, {account.framework} framework, {account.unknown} unknown"
    )
    if reading.kinds:
        click.echo()
        print_table(
            ("type", "count", "private", "told twice", "treated", "as"),
            [
                (
                    kind.type,
                    kind.count,
                    kind.private,
                    kind.copies,
                    ", ".join(f"{treatment} {count}" for treatment, count in kind.treated.items()),
                    ", ".join(kind.events) or None,
                )
                for kind in reading.kinds
            ],
        )
    for kind in reading.kinds:
        if "unknown" in kind.treated:
            click.echo()
            click.echo(legible(kind.type))
            for reason in kind.reasons:
                click.echo(f"  not read: {legible(reason)}")
            for line in _sampled(kind):
                click.echo(f"  {legible(line)}")
    for problem in reading.problems:
        click.echo(legible(problem.message), err=True)


def _sampled(kind: "KindOfMessage") -> Iterator[str]:
    """The values in the first arguments of a type, each with its path."""
    found = list(_values("args", kind.sample))
    yield from (f"{path} = {value}" for path, value in found[:_SHOWN])
    if len(found) > _SHOWN:
        yield f"and {len(found) - _SHOWN} more values; --json tells all"


def _values(path: str, value: Any) -> Iterator[tuple[str, str]]:
    import msgspec

    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None or not value:
        shown = msgspec.json.encode(value).decode()
        yield path, shown if len(shown) <= _WIDEST else f"{shown[: _WIDEST - 1]}…"
        return
    for key, one in inner:
        yield from _values(f"{path}.{key}", one)
