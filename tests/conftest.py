"""The databases that tests run on: a SQLite file, and PostgreSQL where a server is named or can be started."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from dashboard.tables import TABLES_VARIABLE
from events.tape import migrate
from tests.servers import NoServerError, Server, start_server

# What it demands is said in full where it is not met.
pytest.register_assert_rewrite("tests.adapter_demands")
# Where a run must be the same twice, properties are tried on the same examples; elsewhere on new ones each time.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
# A busy machine makes no example wrong.
settings.register_profile("usual", deadline=None)
settings.load_profile("repeatable" if os.environ.get("CI") else "usual")


@pytest.fixture(autouse=True)
def _main_stays() -> Iterator[None]:
    """Streamlit puts the script of an AppTest in the place of the main module, which new processes would then run."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(scope="session", autouse=True)
def tables_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the tables of tests' tapes go, also those of the commands and servers that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("tables")
        patch.setenv(TABLES_VARIABLE, str(folder))
        yield folder


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The PostgreSQL server that GAMETAPE_TEST_POSTGRES names, else one of this process's own."""
    try:
        with start_server() as started:
            yield started
    except NoServerError as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty place for a tape, in each database."""
    if request.param == "sqlite":
        yield str(tmp_path / "empty.db")
    else:
        with request.getfixturevalue("server").database() as url:
            yield url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty tape, in each database."""
    if request.param == "sqlite":
        migrate(tmp_path / "gametape.db")
        yield str(tmp_path / "gametape.db")
    else:
        with request.getfixturevalue("server").migrated() as migrated:
            yield migrated


@pytest.fixture
def postgres(server: Server) -> Iterator[str]:
    """The address of an empty tape in PostgreSQL."""
    with server.migrated() as migrated:
        yield migrated
