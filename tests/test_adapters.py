"""Each adapter there is does what is demanded of all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.adapter import Adapter
from ingest.adapters import ADAPTERS
from ingest.opening import unpacked
from tests import adapter_demands as demands
from tests.expected import SAMPLES, adapters_of, samples

OWN: dict[str, list[Path]] = {
    adapter.name: [sample for sample in samples() if adapters_of(sample) == [adapter]] for adapter in ADAPTERS
}
SHARED = SAMPLES.parents[2] / "shared" / "formats"

each_adapter = pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
each_sample = pytest.mark.parametrize(
    ("adapter", "sample"),
    [
        pytest.param(adapter, sample, id=f"{adapter.name}-{sample.name}")
        for adapter in ADAPTERS
        for sample in OWN[adapter.name]
    ],
)
some = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def others_than(adapter: Adapter) -> list[Adapter]:
    return [other for other in ADAPTERS if other is not adapter]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    migrate(tmp_path / "tape.db")
    return tmp_path / "tape.db"


@pytest.fixture
def work(database: Path) -> Iterator[Workspace]:
    with Workspace(str(database)) as found:
        yield found


@each_adapter
def test_an_adapter_is_told_from_the_others_by_name_and_title(adapter: Adapter) -> None:
    demands.demand_a_name(adapter, others_than(adapter))


@each_adapter
def test_an_adapter_has_samples_of_its_own_and_knows_no_others(adapter: Adapter) -> None:
    demands.demand_its_own_files(adapter, OWN[adapter.name], others_than(adapter))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the files of other clients are not beside the project")
def test_no_file_of_another_client_is_known_to_two_adapters() -> None:
    files = [file for file in SHARED.rglob("*") if file.is_file() and file.stat().st_size]
    known = {file: [adapter.name for adapter in ADAPTERS if demands.recognises(adapter, file)] for file in files}

    assert {file: names for file, names in known.items() if len(names) > 1} == {}


@each_sample
def test_a_sample_has_the_games_and_problems_that_are_expected(adapter: Adapter, sample: Path) -> None:
    demands.demand_what_is_expected(adapter, sample)


@each_sample
def test_every_game_of_a_sample_can_be_kept_and_plays_to_its_end(adapter: Adapter, sample: Path) -> None:
    demands.demand_games_that_play(adapter, sample)
    demands.demand_a_whole_replay(adapter, sample)


@each_sample
def test_every_line_of_a_sample_is_accounted_for_once(adapter: Adapter, sample: Path) -> None:
    demands.demand_lines_within(adapter, unpacked(sample.read_bytes()), sample.name)


@each_adapter
def test_importing_the_samples_twice_is_importing_them_once(adapter: Adapter, work: Workspace, database: Path) -> None:
    demands.demand_importing_twice_is_once(adapter, OWN[adapter.name], work, database)


@each_adapter
def test_a_raised_version_reads_the_kept_files_again(adapter: Adapter, work: Workspace) -> None:
    demands.demand_a_new_version_reads_again(adapter, OWN[adapter.name], work)


@each_adapter
@some
@given(data=st.data())
def test_a_sample_that_breaks_off_anywhere_gets_an_answer(adapter: Adapter, data: st.DataObject) -> None:
    demands.demand_an_answer(adapter, *data.draw(demands.cuts(OWN[adapter.name])))


@each_adapter
@some
@given(data=st.data())
def test_a_sample_with_anything_changed_gets_an_answer(adapter: Adapter, data: st.DataObject) -> None:
    demands.demand_an_answer(adapter, *data.draw(demands.mutations(OWN[adapter.name])))


@each_adapter
@some
@given(data=st.data())
def test_bytes_of_no_file_at_all_get_an_answer(adapter: Adapter, data: st.DataObject) -> None:
    demands.demand_an_answer(adapter, *data.draw(demands.junk(OWN[adapter.name])))
