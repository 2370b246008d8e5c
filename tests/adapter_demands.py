"""What is demanded of every adapter, on samples of files that it reads."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis import strategies as st
from msgspec.structs import replace

from dashboard.workspace import Workspace
from events.base import GapLeft
from events.codec import encode_batch
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Read, Skipped, Told
from ingest.files import START
from ingest.importing import import_bytes
from ingest.opening import unpacked
from ingest.reimporting import reimport
from projector.contests import fold as fold_contest
from projector.games import GAMES
from projector.replay import replay
from tests.expected import expected_of, samples, shipped
from tests.tapes import rows_of

CARDS = shipped()


def document(name: str, data: bytes) -> Document:
    """A file as adapters get it."""
    return Document(name, data)


def found_in(adapter: Adapter, data: bytes, name: str) -> list[Read]:
    """What an adapter makes of bytes."""
    return list(adapter.read(document(name, data)))


def told_in(adapter: Adapter, sample: Path) -> list[Read]:
    """What an adapter makes of a sample."""
    return found_in(adapter, unpacked(sample.read_bytes()), sample.name)


def recognises(adapter: Adapter, sample: Path) -> bool:
    return adapter.recognise(unpacked(sample.read_bytes())[:START], sample.name)


def demand_a_name(adapter: Adapter, others: Sequence[Adapter]) -> None:
    """An adapter is told from all others by its name and its title, and begins with version 1."""
    assert adapter.name.strip() == adapter.name != ""
    assert adapter.title.strip() == adapter.title != ""
    assert adapter.version >= 1
    assert adapter.name not in {other.name for other in others}
    assert adapter.title not in {other.title for other in others}


def demand_its_own_files(adapter: Adapter, own: Sequence[Path], others: Sequence[Adapter]) -> None:
    """An adapter recognises its samples and no other's, and no other recognises its samples."""
    foreign = [sample for sample in samples() if sample not in own]

    assert own
    assert [sample for sample in own if not recognises(adapter, sample)] == []
    assert [sample for sample in foreign if recognises(adapter, sample)] == []
    assert [(other.name, sample) for other in others for sample in own if recognises(other, sample)] == []


def demand_what_is_expected(adapter: Adapter, sample: Path) -> None:
    """A sample has the problems and the games that its .expected names."""
    lines = expected_of(sample).read_text(encoding="utf-8").splitlines()
    told = told_in(adapter, sample)

    problems = [f"Problem in line {it.line}: {it.message}" for it in told if isinstance(it, Problem)]
    assert problems == [line for line in lines if line.startswith("Problem in line ")]
    games = [f"=== {it.family} from line {it.line}: {len(it.events)} events" for it in told if isinstance(it, Told)]
    assert games == [line.split(",")[0] for line in lines if line.startswith("=== ")]


def demand_games_that_play(adapter: Adapter, sample: Path) -> None:
    """Every game of a sample can be kept, plays to its end, and gives rows to its tables."""
    for told in told_in(adapter, sample):
        if isinstance(told, Told):
            check_game(told)


def check_game(told: Told) -> None:
    """A game can be kept and plays to its end."""
    assert told.events
    encode_batch(told.family, list(told.events))
    assert len(told.digest(0)) == 64
    if told.family in GAMES:
        game = GAMES[told.family]
        state = game.fold(CARDS[told.family], told.events)
        assert game.rows(state).keys() == game.tables.keys()
    else:
        fold_contest(told.events)


def demand_a_whole_replay(adapter: Adapter, sample: Path) -> None:
    """Each event of each game is a step with words."""
    for told in told_in(adapter, sample):
        if isinstance(told, Told) and told.family in GAMES:
            steps = replay(GAMES[told.family], CARDS[told.family], told.events).steps
            assert [step.number for step in steps] == list(range(1, len(told.events) + 1))
            assert all(step.words for step in steps)


def demand_lines_within(adapter: Adapter, data: bytes, name: str) -> None:
    """What an adapter names as a line is one of the file; one that reads by lines accounts for each exactly once."""
    found = found_in(adapter, data, name)
    lines = {number for number, _ in document(name, data).lines()}
    problems = {it.line for it in found if isinstance(it, Problem) and it.line is not None}
    skipped = [it.line for it in found if isinstance(it, Skipped)]
    games = [it for it in found if isinstance(it, Told)]
    read = [line for told in games for line in {told.line, *told.lines} - problems]
    if not adapter.in_lines:
        assert skipped == []
        return
    assert sorted([*problems, *skipped, *read]) == sorted(lines)
    assert [told.unread for told in games] == [len({told.line, *told.lines} & problems) for told in games]


def demand_an_answer(adapter: Adapter, data: bytes, name: str) -> None:
    """Whatever a file holds, it is read alike twice, and what it tells are games that play and problems in words."""
    found = found_in(adapter, data, name)

    assert found == found_in(adapter, data, name)
    assert [it for it in found if isinstance(it, Problem) and not it.message.strip()] == []
    for it in found:
        if isinstance(it, Told):
            check_game(it)
    demand_lines_within(adapter, data, name)


def demand_importing_twice_is_once(adapter: Adapter, own: Sequence[Path], work: Workspace, database: Path) -> None:
    """The second import of the same files adds nothing to the tape; their problems are those of the last import."""
    first = _imported(adapter, own, work)
    before = _lasting_rows(database)

    again = _imported(adapter, own, work)

    assert sum(again) == 0
    assert sum(first) == _games_on(work)
    assert _lasting_rows(database) == before


def _games_on(work: Workspace) -> int:
    """How many recordings came from files; the registry did not."""
    return sum(recording.source is not None for recording in work.tape.recordings())


def _lasting_rows(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row, of problems without their own number and the time of the import."""
    rows = rows_of(database)
    return rows | {"problem": sorted((row[1:4] for row in rows["problem"]), key=repr)}


def _imported(adapter: Adapter, own: Sequence[Path], work: Workspace) -> list[int]:
    reports = [
        import_bytes(work.tape, sample.read_bytes(), sample.name, work.cards, adapters=[adapter]) for sample in own
    ]
    for report, sample in zip(reports, own, strict=True):
        assert report.adapter == adapter.name, sample
        if report.lines is not None:
            assert report.lines.read + report.lines.skipped + report.lines.problems == report.lines.total
    return [report.added for report in reports]


def demand_a_new_version_reads_again(adapter: Adapter, own: Sequence[Path], work: Workspace) -> None:
    """After its version is raised, each game's new reading takes the place of the old one, once."""
    _imported(adapter, own, work)
    games = _games_on(work)

    def read(file: Document) -> Iterator[Read]:
        for it in adapter.read(file):
            yield replace(it, events=[*it.events, GapLeft()]) if isinstance(it, Told) else it

    newer = replace(adapter, version=adapter.version + 1, read=read)

    assert list(reimport(work.tape, [adapter])) == []
    reread = list(reimport(work.tape, [newer]))
    assert [it.left for it in reread if it.left] == []
    assert sum(it.replaced for it in reread) == games
    assert [it for it in reread if it.added] == []
    assert list(reimport(work.tape, [newer])) == []


# Files that something happened to


def cuts(own: Sequence[Path]) -> st.SearchStrategy[tuple[bytes, str]]:
    """Samples that break off, with their names."""

    def cut(sample: Path) -> st.SearchStrategy[tuple[bytes, str]]:
        data = unpacked(sample.read_bytes())
        return st.integers(1, len(data)).map(lambda size: (data[:size], sample.name))

    return st.sampled_from(own).flatmap(cut)


def junk(own: Sequence[Path]) -> st.SearchStrategy[tuple[bytes, str]]:
    """Bytes that are no file of anybody, under the names of samples."""
    return st.tuples(st.binary(min_size=1, max_size=400), st.sampled_from([sample.name for sample in own]))


@st.composite
def mutations(draw: st.DrawFn, own: Sequence[Path]) -> tuple[bytes, str]:
    """Samples with bytes and lines changed, taken away, doubled and moved."""
    sample = draw(st.sampled_from(own))
    data = bytearray(unpacked(sample.read_bytes()))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(data)))
        if draw(st.booleans()):
            taken = draw(st.integers(0, 3))
            data[place : place + taken] = draw(_PIECES)
        else:
            lines = bytes(data).splitlines(keepends=True) or [b""]
            line = lines.pop(draw(st.integers(0, len(lines) - 1)))
            for _ in range(draw(st.integers(0, 2))):
                lines.insert(draw(st.integers(0, len(lines))), line)
            data = bytearray(b"".join(lines))
    return bytes(data) or b" ", sample.name


_PIECES = st.one_of(
    st.binary(max_size=3),
    st.sampled_from(b'" null -1 1e999 99999999999999999999 [ } , : \\u \\ud800 "" true 0 9999-12-31'.split()),
    st.sampled_from([b"\n", b"\r", b"\xff", b"\0", b" "]),
)
