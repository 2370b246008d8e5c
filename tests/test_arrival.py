"""Whatever way a set of logs comes in, shuffled, split, doubled or packed, it is the same games."""

import gzip
import itertools
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.workspace import Workspace
from events.base import PlayerId, TextId
from events.codec import encode_line
from events.references import with_references
from events.tape import migrate
from ingest.importing import FileReport, import_bytes, import_files, import_upload
from tests.archives import zipped
from tests.expected import SAMPLES

NATIVE = SAMPLES / "native"
# Logs with several games of each system, among them two tellings of one game and a log of one seat.
LOGS = ("pair-one", "pair-two", "kitchen-table", "rookie", "results-only", "challengers-duel", "challengers-one-seat")
WHOLE = (SAMPLES / "bga" / "today.json", SAMPLES / "scoresheet" / "games.csv", SAMPLES / "onlychamps" / "rookie.jsonl")


def games_in(log: Path) -> list[bytes]:
    """The lines of each game of a native log."""
    games: list[list[bytes]] = []
    for line in log.read_bytes().splitlines(keepends=True):
        if line.startswith(b'{"gametape"'):
            games.append([])
        games[-1].append(line)
    return [b"".join(lines) for lines in games]


GAMES = tuple(game for log in LOGS for game in games_in(NATIVE / f"{log}.jsonl"))

FORMS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda text: text,
    "without its last line end": lambda text: text.rstrip(b"\n"),
    "gzip": gzip.compress,
    "gzip in two members": lambda text: gzip.compress(text[:100], 1) + gzip.compress(text[100:], 9),
    "marked": lambda text: b"\xef\xbb\xbf" + text,
    "UTF-16": lambda text: text.decode().encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.decode().encode("utf-16-be"),
    "UTF-32, gzip": lambda text: gzip.compress(text.decode().encode("utf-32")),
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "CR": lambda text: text.replace(b"\n", b"\r"),
    "blank lines": lambda text: b"\n \n" + text.replace(b"\n", b"\n\n"),
}


def told_on(work: Workspace) -> list[list[bytes]]:
    """All games of a tape in order, with the names of players and the words of texts in place of ids."""
    accounts = {it.id: PlayerId(f"{it.client}/{it.handle}") for it in work.tape.accounts()}
    found = []
    for listed in work.listed(100):
        told = []
        for event in work.events(listed.id):
            told.append(encode_line(with_references(event, accounts.__getitem__, lambda _: TextId("words"))))
        found.append(told)
    return sorted(found)


def after(reports: Callable[[Workspace], Sequence[FileReport]]) -> list[list[bytes]]:
    """All games of a tape of its own, once these came in."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tape.db"
        migrate(place)
        with Workspace(str(place)) as work:
            assert [problem for report in reports(work) for problem in report.problems] == []
            return told_on(work)


@cache
def once() -> list[list[bytes]]:
    """The games of all logs, imported one after the other."""
    logs = [NATIVE / f"{log}.jsonl" for log in LOGS]
    return after(lambda work: list(import_files(work.tape, logs, work.cards)))


class File(NamedTuple):
    """A file of the games with these numbers, in a form."""

    name: str
    form: str
    games: tuple[int, ...]

    def data(self) -> bytes:
        return FORMS[self.form](b"".join(GAMES[game] for game in self.games))


@st.composite
def arrivals(draw: st.DrawFn) -> list[File]:
    """The games of all logs in files of any names, forms and order, some of them twice."""
    numbers = range(len(GAMES))
    games = draw(st.permutations([*numbers, *draw(st.lists(st.sampled_from(numbers), max_size=3))]))
    cuts = sorted(draw(st.sets(st.integers(1, len(games) - 1), max_size=6)))
    files = []
    for number, (begin, end) in enumerate(itertools.pairwise([0, *cuts, len(games)])):
        name = draw(st.sampled_from(["log.jsonl", "x.txt", "games.csv", "log.jsonl.gz", "save.json"]))
        # The same game twice in one file is two games; twice in two files it is one.
        once = tuple(dict.fromkeys(games[begin:end]))
        files.append(File(f"{number}-{name}", draw(st.sampled_from(sorted(FORMS))), once))
    return files


@settings(max_examples=25)
@given(files=arrivals(), packed=st.booleans())
def test_logs_in_any_order_split_doubled_and_packed_give_the_same_games(files: list[File], *, packed: bool) -> None:
    def one_by_one(work: Workspace) -> list[FileReport]:
        return [import_bytes(work.tape, file.data(), file.name, work.cards) for file in files]

    def as_archive(work: Workspace) -> list[FileReport]:
        return import_upload(work.tape, zipped({file.name: file.data() for file in files}), "logs.zip", work.cards)

    assert after(as_archive if packed else one_by_one) == once()
