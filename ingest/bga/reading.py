"""Reads archives of Board Game Arena: packets into the events of a game by a mapping, and an account of them all."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from events.erasable import Problem
from ingest.adapter import Adapter, Document, Read, Told
from ingest.bga.accounting import Account, KindOfMessage, Tally
from ingest.bga.mapping import BgaMapping, BgaMappingError, mapping_in
from ingest.bga.packets import Archive, Packet, archive_of
from ingest.bga.table import Table, Treatment

VERSION = 1
# What the site answers when it gives no archive.
_ANSWER = re.compile(rb'\{\s*"status"\s*:\s*"?0"?\s*,\s*"(exception|error)"')


class Reading(msgspec.Struct, frozen=True):
    """Everything that an archive tells, with an account of its packets and its types of messages.

    `faults`: what is wrong with the file; `unknown`: what the mapping does not read of it.
    """

    games: tuple[Told, ...]
    faults: tuple[Problem, ...]
    unknown: tuple[Problem, ...]
    account: Account
    kinds: tuple[KindOfMessage, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*self.faults, *self.unknown)


def recognise(start: bytes, name: str) -> bool:
    """Packets have a channel and messages with args; a saved page gives them to `g_gamelogs`."""
    head = start.lstrip()
    if head.startswith((b"{", b"[")):
        packets = b'"packet_id"' in head and b'"channel"' in head
        return packets or _ANSWER.match(head) is not None
    page = head[:1] == b"<" or name.lower().endswith((".html", ".htm"))
    return page and (b"g_gamelogs" in head or b"boardgamearena" in head.lower())


def read_archive(document: Document, mapping: BgaMapping) -> Reading:
    """What an archive tells by a mapping. Whatever is wrong with it is among the problems."""
    archive = archive_of(document)
    if isinstance(archive, Problem):
        return Reading((), (archive,), (), Account(0, 0, 0, 0), ())
    if archive.game is not None and archive.game != mapping.game:
        problem = Problem(None, f"The archive is of {archive.game!r}, and Gametape reads those of {mapping.game}")
        return Reading((), (problem,), (), Account(archive.total, 0, 0, archive.total), ())
    faults = list(archive.problems)
    games: list[Told] = []
    treated: dict[int, Treatment] = {}
    tally = Tally()
    for table, packets in _tables(archive).items():
        one = Table(table, packets, archive, mapping)
        games.extend(one.told())
        faults.extend(one.problems)
        treated |= one.packets_treated()
        tally.add(one)
    counts = Counter(treated.values())
    unknown = archive.total - counts["read"] - counts["framework"]
    account = Account(archive.total, counts["read"], counts["framework"], unknown)
    return Reading(tuple(games), tuple(faults), tuple(tally.unknown()), account, tally.kinds())


def _tables(archive: Archive) -> dict[str | None, list[Packet]]:
    """Packets by their table; where only one is named, those that name none are of it."""
    tables: dict[str | None, list[Packet]] = {}
    named = {packet.table for packet in archive.packets if packet.table is not None}
    only = next(iter(named)) if len(named) == 1 else None
    for packet in archive.packets:
        tables.setdefault(packet.table or only, []).append(packet)
    return tables


def bga_adapter(folder: Path | None = None) -> Adapter:
    """The adapter of archives. `folder`: where a user's own mapping is kept, over the one that ships."""

    def read(document: Document) -> Iterator[Read]:
        try:
            mapping = mapping_in(folder)
        except BgaMappingError as error:
            yield Problem(None, str(error))
            return
        reading = read_archive(document, mapping)
        yield from reading.problems
        yield from reading.games

    return Adapter(name="bga", title="Board Game Arena archive", version=VERSION, recognise=recognise, read=read)


BGA = bga_adapter()
