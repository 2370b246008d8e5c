"""docs/adapters.md shows an adapter that is whole: it runs, and does what is demanded of every adapter."""

import importlib.util
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.adapter import Adapter
from ingest.adapters import ADAPTERS
from tests import adapter_demands as demands
from tests.expected import ROOT, expected_of, rendered, shipped

PAGE = ROOT / "docs" / "adapters.md"
TEXT = PAGE.read_text(encoding="utf-8")


def shown(language: str) -> str:
    """All blocks of a language, as one text."""
    return "".join(textwrap.dedent(block) for block in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL))


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ingest") / "cardlog.py"
    # The page has room between its blocks; a module has two lines.
    path.write_text("\n\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="module")
def cardlog(module: Path) -> Iterator[Adapter]:
    specification = importlib.util.spec_from_file_location("cardlog", module)
    assert specification is not None
    assert specification.loader is not None
    loaded = importlib.util.module_from_spec(specification)
    sys.modules["cardlog"] = loaded
    specification.loader.exec_module(loaded)
    adapter: Adapter = loaded.CARDLOG
    yield adapter
    del sys.modules["cardlog"]


@pytest.fixture(scope="module")
def sample(cardlog: Adapter, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cardlog") / "evening.jsonl"
    path.write_text(shown("json"), encoding="utf-8", newline="\n")
    expected_of(path).write_text(rendered(path, shipped(), [cardlog]), encoding="utf-8", newline="\n")
    return path


def test_the_sample_is_read_as_the_page_says(cardlog: Adapter, sample: Path) -> None:
    text = rendered(sample, shipped(), [cardlog])

    assert text.startswith(shown("text"))
    assert [line for line in text.splitlines() if line.startswith("===")] == [
        "=== boba from line 1: 5 events, client Cardlog, id g-17",
        "=== boba from line 7: 2 events, client Cardlog, id g-18",
    ]


def test_the_shown_code_is_written_as_the_project_is(module: Path) -> None:
    ruff = Path(sys.executable).parent / "ruff"
    if not ruff.exists():
        pytest.skip("ruff is not beside Python")
    options = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), str(module)]
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run([ruff, *command, *options], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_does_what_is_demanded_of_every_adapter(cardlog: Adapter, sample: Path) -> None:
    demands.demand_a_name(cardlog, ADAPTERS)
    demands.demand_its_own_files(cardlog, [sample], ADAPTERS)
    demands.demand_what_is_expected(cardlog, sample)
    demands.demand_games_that_play(cardlog, sample)
    demands.demand_a_whole_replay(cardlog, sample)
    demands.demand_lines_within(cardlog, sample.read_bytes(), sample.name)


def test_importing_its_sample_twice_is_once_and_a_raised_version_reads_anew(
    cardlog: Adapter, sample: Path, tmp_path: Path
) -> None:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as work:
        demands.demand_importing_twice_is_once(cardlog, [sample], work, tmp_path / "tape.db")
        demands.demand_a_new_version_reads_again(cardlog, [sample], work)


@given(data=st.data())
def test_any_file_gets_an_answer(cardlog: Adapter, sample: Path, data: st.DataObject) -> None:
    damaged = st.one_of(demands.cuts([sample]), demands.mutations([sample]), demands.junk([sample]))

    demands.demand_an_answer(cardlog, *data.draw(damaged))


def test_every_file_that_the_page_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)

    assert [link for link in links if not (PAGE.parent / link).exists()] == []
