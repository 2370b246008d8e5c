"""Every file of other clients is known to one adapter or to none, and gets an answer whatever it holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dashboard.workspace import Workspace
from events.codec import encode_batch
from events.erasable import Problem
from events.tape import migrate
from ingest.adapter import Document, Told
from ingest.adapters import ADAPTERS
from ingest.catalogue import load_catalogue
from ingest.importing import FileReport, import_bytes
from ingest.opening import unpacked
from projector.games import GAMES
from tests.expected import ROOT, samples

SHARED = ROOT.parent / "shared" / "formats"
CLIENTS = ("onlychamps", "boba-playbook", "boba-scanner", "cardeio")
FOREIGN = [sample for sample in samples() if sample.parent.name in CLIENTS]
START = 64 * 1024
CARDS = load_catalogue(ROOT / "data" / "boba")

# Games and problems of each match record, and the status of the games in their order.
RECORDS: dict[str, tuple[str, list[str], int]] = {
    "boba-playbook/elo_records_v1.sample.json": ("boba-playbook", [], 1),
    "boba-playbook/practice-match.localStorage.sample.json": ("boba-playbook", ["partial"], 0),
    "boba-playbook/tournament.sample.json": ("boba-playbook", ["complete", "partial"], 0),
    "boba-scanner/tournament-results.request.json": ("boba-scanner", ["complete"], 0),
    "cardeio/activity.shape.json": ("cardeio", [], 1),
    "cardeio/events.shape.json": ("cardeio", [], 1),
    "cardeio/roster.shape.json": ("cardeio", ["complete"], 0),
    "cardeio/standings.shape.json": ("cardeio", ["complete"], 0),
    "onlychamps/MatchArtifactV1.sample.json": ("onlychamps-results", ["complete"], 0),
    "onlychamps/MatchResultRecordV1.M_SAMPLE_0001.json": ("onlychamps-results", ["quarantined"], 0),
    "onlychamps/MatchResultRecordV1.M_SAMPLE_0002.json": ("onlychamps-results", ["quarantined"], 0),
    "onlychamps/PostGameBundleV1.M_SAMPLE_0002.json": ("onlychamps-results", ["quarantined"], 0),
    "onlychamps/game-events.rookie.jsonl": ("onlychamps", ["partial"], 0),
    "onlychamps/older-MatchResultRecordV1.M_OLD_0001.json": ("onlychamps-results", ["complete"], 1),
    "onlychamps/older-MatchResultRecordV1.M_OLD_0002.json": ("onlychamps-results", ["complete"], 1),
    "onlychamps/older-PostGameBundleV1.M_OLD_0002.json": ("onlychamps-results", ["complete"], 1),
}

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the files of other clients are not beside the project")


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Any:
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as found:
        yield found


def known_to(file: Path) -> list[str]:
    text = unpacked(file.read_bytes())
    return [adapter.name for adapter in ADAPTERS if adapter.recognise(text[:START], file.name)]


def imported(work: Workspace, file: Path) -> FileReport:
    return import_bytes(work.tape, file.read_bytes(), file.name, work.cards)


@needs_shared
@pytest.mark.parametrize("name", RECORDS)
def test_a_match_record_is_imported_or_refused_with_its_reason(work: Workspace, name: str) -> None:
    adapter, statuses, problems = RECORDS[name]

    report = imported(work, SHARED / name)

    assert (report.adapter, [game.status for game in report.games]) == (adapter, statuses)
    assert len(report.problems) == problems
    assert all(game.added for game in report.games)
    assert imported(work, SHARED / name).added == 0


@needs_shared
def test_every_match_record_is_listed_here() -> None:
    kinds = ("Match", "PostGame", "older-", "game-events", "practice", "tournament.", "tournament-results", "elo_")
    found = {
        file.relative_to(SHARED).as_posix()
        for client in CLIENTS
        for file in (SHARED / client).iterdir()
        if client == "cardeio" or file.name.startswith(kinds)
    }

    assert found == set(RECORDS)


@needs_shared
def test_the_contradicted_records_tell_both_values(work: Workspace) -> None:
    report = imported(work, SHARED / "onlychamps" / "MatchResultRecordV1.M_SAMPLE_0001.json")

    assert [finding.message for game in report.games for finding in game.findings] == [
        "The game ended in sudden death at 1:3 trophies, and seat 1 wins"
    ]


@needs_shared
def test_each_adapter_knows_its_own_files_and_no_other_adapters() -> None:
    files = [file for file in SHARED.rglob("*") if file.is_file() and file.stat().st_size]
    known = {file.relative_to(SHARED).as_posix(): known_to(file) for file in files}

    assert {name: names for name, names in known.items() if len(names) > 1} == {}
    ours = {adapter for adapter, _, _ in RECORDS.values()}
    assert {name: names[0] for name, names in known.items() if names and names[0] in ours} == {
        name: adapter for name, (adapter, _, _) in RECORDS.items()
    }


def test_each_sample_is_known_to_one_adapter() -> None:
    assert {sample.name: known_to(sample) for sample in samples() if len(known_to(sample)) != 1} == {}


def answered(data: bytes, name: str) -> list[Told | Problem]:
    """What every adapter of another client makes of bytes; what it tells can be stored and folded."""
    found: list[Told | Problem] = []
    for adapter in ADAPTERS:
        if not adapter.name.startswith(CLIENTS):
            continue
        for read in adapter.read(Document(name, data)):
            if isinstance(read, Told):
                encode_batch(read.family, list(read.events))
                read.digest(0)
                if read.family in GAMES:
                    GAMES[read.family].rows(GAMES[read.family].fold(CARDS, read.events))
                found.append(read)
            elif isinstance(read, Problem):
                assert read.message
                found.append(read)
    return found


HOSTILE = {
    "binary": bytes(range(256)) * 8,
    "nothing but a brace": b"{",
    "nested 100,000 deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a list 100,000 deep": b"[" * 100_000 + b"]" * 100_000,
    "an extra 100,000 deep": b'{"matchId":"m","result":{"winner":"HOME","totalBattles":7},"x":' + b"[" * 100_000,
    "a payload 100,000 deep": b'{"gameId":"g","seq":1,"type":"START","payload":'
    + b"[" * 100_000
    + b"]" * 100_000
    + b"}",
    "a number of 10,000 digits": b'{"gameId":"g","seq":' + b"9" * 10_000 + b',"type":"START"}',
    "a lone surrogate": b'{"gameId":"\\ud800","seq":1,"type":"START"}',
    "a lone byte": b'{"gameId":"\xff","seq":1,"type":"START"}',
    "null": b"null",
    "a text": b'"gameId"',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_get_a_problem_and_never_an_exception(data: bytes) -> None:
    found = answered(data, "x.json")

    assert found
    assert all(isinstance(it, Problem) for it in found)


@pytest.mark.parametrize("sample", FOREIGN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sample_that_breaks_off_says_in_which_line(sample: Path) -> None:
    data = sample.read_bytes().rstrip()[:-1].rstrip()
    (adapter,) = [adapter for adapter in ADAPTERS if adapter.recognise(data[:START], sample.name)]

    problems = [found for found in adapter.read(Document(sample.name, data)) if isinstance(found, Problem)]

    if sample.stem not in {"ratings", "events"}:  # they are refused before they are read to their end
        assert data.count(b"\n") + 1 in {problem.line for problem in problems}


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from([10**30, -1, "", "x" * 5000, "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", [], {}, [[]]]),
    st.text(max_size=5),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value that can be changed, as its container and key."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        found.extend((holder, key) for key in keys)
        waiting.extend(holder[key] for key in keys if isinstance(holder[key], dict | list))
    return found


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sample=st.sampled_from(FOREIGN), data=st.data())
def test_a_sample_with_something_changed_gets_an_answer(sample: Path, data: st.DataObject) -> None:
    lines = sample.suffix == ".jsonl"
    texts = [line for line in sample.read_bytes().splitlines() if line.strip()] if lines else [sample.read_bytes()]
    values = []
    for text in texts:
        try:
            values.append(json.loads(text))
        except ValueError:
            continue
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(values)))
        if data.draw(st.booleans()):
            holder[key] = data.draw(JUNK)
        else:
            del holder[key]
        if not values or not places(values):
            return
    changed = "\n".join(json.dumps(value) for value in values).encode()

    answered(changed, sample.name)
