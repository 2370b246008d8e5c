"""What is peculiar to a tape in PostgreSQL: its guards, its order of followers, what its server may answer."""

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner

from dashboard.cli import main
from events.base import PlayerId, RecordingId
from events.registry import GameRetracted
from events.schema import METADATA, REVISIONS
from events.seals import seal
from events.tape import (
    REGISTRY,
    START,
    Bookmark,
    BookmarkError,
    BusyTapeError,
    NewerTapeError,
    NotAdmittedError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    Problem,
    ReadOnlyTapeError,
    Tape,
    TapeError,
    UnreachableTapeError,
    migrate,
    shown,
)
from events.verify import verify
from tests.servers import NoServerError, Server, own_server
from tests.tapes import ROOT, connected, passes, reach_into, record, start_python, telling

ONE, TWO = RecordingId("one"), RecordingId("two")


@pytest.fixture
def tape(postgres: str) -> Iterator[Tape]:
    with Tape(postgres) as opened:
        yield opened


# What the database itself refuses

_APPEND_ONLY = "the tape is append only"
_ROW = "(recording, first, last, recorded_at, format, hash, payload) VALUES"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE tape SET payload = '' WHERE position = 1", _APPEND_ONLY),
        ("UPDATE tape SET position = 9 WHERE position = 1", _APPEND_ONLY),
        ("UPDATE tape SET xid = '1'", _APPEND_ONLY),
        ("DELETE FROM tape WHERE position = 2", _APPEND_ONLY),
        ("TRUNCATE tape", _APPEND_ONLY),
        ("TRUNCATE recording CASCADE", "recordings are never deleted"),
        ("INSERT INTO tape SELECT * FROM tape WHERE position = 2", _APPEND_ONLY),
        ("INSERT INTO tape SELECT * FROM tape ON CONFLICT (position) DO UPDATE SET payload = ''", _APPEND_ONLY),
        ("INSERT INTO tape VALUES (2, 1, 5, 5, 0, 1, '', '')", _APPEND_ONLY),
        ("INSERT INTO tape VALUES (9, 1, 5, 5, 0, 1, '', '')", _APPEND_ONLY),
        (f"INSERT INTO tape {_ROW} (1, 2, 2, 0, 1, '', '')", _APPEND_ONLY),
        (f"INSERT INTO tape {_ROW} (1, 9, 9, 0, 1, '', '')", "events are missing before these"),
        (f"INSERT INTO tape {_ROW} (7, 1, 1, 0, 1, '', '')", 'violates foreign key constraint "tape_recording_fkey"'),
        (f"INSERT INTO tape {_ROW} (1, 5, 4, 0, 1, '', '')", 'violates check constraint "events_count_from_1"'),
        ("UPDATE recording SET simulated = true", "of a recording only the head moves"),
        ("UPDATE recording SET head = 1", "the head of a recording only moves on"),
        ("DELETE FROM recording", "recordings are never deleted"),
        ("UPDATE seal SET rows = 9", "seals are append only"),
        ("DELETE FROM seal", "seals are append only"),
        ("TRUNCATE seal", "seals are append only"),
        ("INSERT INTO seal VALUES (3, '9', 9, '', '', '', 0)", "seals are append only"),
    ],
)
def test_the_database_refuses_to_rewrite_the_tape(tape: Tape, postgres: str, statement: str, message: str) -> None:
    recording = record(tape, passes(1, 2))
    tape.append(recording, passes(3, 4), after=2)
    everything = "SELECT * FROM tape, recording, seal ORDER BY position"
    with connected(postgres) as hands:
        hands.execute("INSERT INTO seal VALUES (1, '2', 2, '', '', '', 0)")
        before = hands.execute(everything).fetchall()
        hands.connection.commit()

        with pytest.raises(psycopg.IntegrityError, match=message):
            hands.execute(statement)

        hands.connection.rollback()
        assert hands.execute(everything).fetchall() == before


def test_a_restore_gives_no_lower_position_either(tape: Tape, postgres: str) -> None:
    record(tape, passes(1, 2))
    with connected(postgres) as hands:
        hands.execute("SET gametape.restoring = 'yes'")
        with pytest.raises(psycopg.IntegrityError, match=_APPEND_ONLY):
            hands.execute("INSERT INTO tape VALUES (1, 1, 3, 3, 0, 1, '', '')")
        hands.connection.rollback()


@pytest.mark.filterwarnings("ignore:Did not recognize type 'xid8'")
def test_the_migrations_make_the_tables_that_the_code_expects(postgres: str) -> None:
    engine = sa.create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))

    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()

    # Only here are a row's transaction and the epochs.
    assert {(it[0], str(getattr(it[-1], "name", it[-1]))) for it in differences} == {
        ("remove_table", "epoch"),
        ("remove_index", "ix_tape_followed"),
        ("remove_column", "xid"),
    }


# Texts


_ODD = ["\0", "\1", "a\0b", "\x010", "\x011\0\1", "0\0" + "0" * 3, "é \u2028 \U0001f0cf", "", "%s ?", "\\x00"]


def test_any_text_is_kept_as_it_is(url: str) -> None:
    with Tape(url) as tape:
        texts = tape.store_texts(_ODD)
        players = tape.players([("c\0", text, text) for text in _ODD])
        source = tape.store_source(b"a log", "log\0\1.txt")
        tape.store_problems(source, [Problem(1, text) for text in _ODD])
        tape.append_new([telling(passes(1, 1), digest="\0d", recording="odd\0")])

        assert tape.texts(texts) == dict(zip(texts, _ODD, strict=True))
        assert tape.names(players) == dict(zip(players, _ODD, strict=True))
        assert tape.players([("c\0", text, None) for text in _ODD]) == players
        assert [it.message for it in tape.problems(source)] == _ODD
        kept = tape.source(source)
        assert kept is not None
        assert kept.name == "log\0\1.txt"
        assert tape.told(["\0d"]) == {"\0d": "odd\0"}
        assert tape.recording(RecordingId("odd\0")).digest == "\0d"
        assert tape.follow()[0][0].recording == "odd\0"
        assert verify(tape).sound


# What a server may answer


def test_a_server_that_does_not_answer_is_told() -> None:
    for open_it in (Tape, migrate):
        with pytest.raises(UnreachableTapeError) as refused:
            open_it("postgresql://ann:secret@127.0.0.1:1/gametape")
        told = str(refused.value)
        assert told.startswith("The server of postgresql://ann@127.0.0.1:1/gametape cannot be reached: ")
        assert "refused" in told
        assert "secret" not in told


def test_a_database_that_is_not_there_is_told(server: Server) -> None:
    url = server.address("nowhere")

    for open_it in (Tape, migrate):
        with pytest.raises(NoTapeError) as refused:
            open_it(url)
        assert str(refused.value) == (
            f"There is no database {shown(url)}: make it with `createdb`, then run `gametape migrate`"
        )


def test_what_is_no_tape_of_this_code_is_told(server: Server) -> None:
    with server.database() as url:
        with pytest.raises(OlderTapeError, match="is empty: run `gametape migrate`"):
            Tape(url)
        with connected(url) as hands:
            hands.execute("CREATE TABLE shop (id int)")
        for open_it in (Tape, migrate):
            with pytest.raises(NotATapeError, match="is a database of something else: it has the tables shop"):
                open_it(url)
        with connected(url) as hands:
            hands.execute("DROP TABLE shop")
        assert migrate(url) == REVISIONS
        assert migrate(url) == ()
        Tape(url).close()
        with connected(url) as hands:
            hands.execute("UPDATE alembic_version SET version_num = '9999'")
        for open_it in (Tape, migrate):
            with pytest.raises(NewerTapeError, match=f"has revision 9999, and .* up to {REVISIONS[-1]}: install"):
                open_it(url)


def test_a_database_of_another_encoding_is_told(server: Server) -> None:
    with (
        server.database("ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'") as url,
        pytest.raises(NotATapeError, match="has the encoding LATIN1: make it with UTF8"),
    ):
        migrate(url)


_MIGRATE = "import sys; from events.tape import migrate; print(migrate(sys.argv[1]))"


def test_several_that_migrate_at_once_make_one_database(server: Server) -> None:
    with server.database() as url:
        started = [start_python(_MIGRATE, url) for _ in range(4)]
        answers = sorted(process.communicate(timeout=60)[0].strip() for process in started)

    assert answers == sorted(["()", "()", "()", str(REVISIONS)])


@contextmanager
def _role(server: Server, url: str, name: str, *grants: str) -> Iterator[str]:
    """The address of a database for another user with a password."""
    role = f"{name}_{sa.make_url(url).database}"
    server.run(f"CREATE ROLE {role} LOGIN PASSWORD 'right'")
    with connected(url) as hands:
        for grant in grants:
            hands.execute(f"GRANT {grant} TO {role}")
    try:
        database = sa.make_url(url).database
        assert database is not None
        yield server.address(database, role, "right")
    finally:
        with connected(url) as hands:
            hands.execute(f"DROP OWNED BY {role}")
        server.run(f"DROP ROLE {role}")


def test_a_user_who_may_only_read_can_read(server: Server, tape: Tape, postgres: str) -> None:
    recording = record(tape, passes(1, 2))

    with _role(server, postgres, "reader", "SELECT ON ALL TABLES IN SCHEMA public") as url, Tape(url) as other:
        assert other.read(recording) == passes(1, 2)
        assert other.follow()[0][0].recording == recording
        assert other.lag().rows == 0
        for write in (
            lambda: other.append(recording, passes(3, 3), after=2),
            lambda: other.append_new([telling(passes(1, 1))]),
            lambda: other.store_texts(["words"]),
        ):
            with pytest.raises(ReadOnlyTapeError, match="can only be read: permission denied for "):
                write()


def test_a_user_without_rights_is_told(server: Server, postgres: str) -> None:
    with _role(server, postgres, "nobody") as url, pytest.raises(NotAdmittedError) as refused:
        Tape(url)

    assert str(refused.value).endswith("may not be read by this user: permission denied for table alembic_version")
    with pytest.raises(NotAdmittedError, match='role "stranger" does not exist'):
        Tape(server.address("postgres", "stranger"))


def test_a_reading_connection_cannot_write(tape: Tape) -> None:
    with pytest.raises(ReadOnlyTapeError), tape.database.reading() as connection:
        connection.exec_driver_sql("DELETE FROM text")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("postgresql://ann:hush@host:port/x", "This postgresql:// address cannot be read: expected"),
        ("postgresql://ann:hu@sh@host/x", "This postgresql:// address names no database or host: expected"),
        ("postgresql://ann:hush@host", "This postgresql:// address names no database or host: expected"),
        ("postgresql+asyncpg://ann:hush@host/x", "Gametape reaches PostgreSQL by psycopg; postgresql+asyncpg:// is"),
        ("postgresql://ann:hush@/x?nonsense=1", "refused: invalid connection option"),
    ],
)
def test_an_address_that_is_none_is_told_without_its_password(address: str, message: str) -> None:
    with pytest.raises(TapeError) as refused:
        Tape(address)

    assert message in str(refused.value)
    assert "hu" not in str(refused.value).replace("should", "")


def test_a_lock_that_is_held_too_long_is_told(postgres: str) -> None:
    with Tape(postgres, patience=0.2) as tape, Tape(postgres) as other:
        recording = record(tape, passes(1, 1))
        with other.database.writing() as connection:
            connection.exec_driver_sql("SELECT * FROM recording FOR UPDATE")
            assert tape.read(recording) == passes(1, 1)
            with pytest.raises(BusyTapeError) as refused:
                tape.append(recording, passes(2, 2), after=1)
        assert str(refused.value) == (
            f"The database {shown(postgres)} is locked: somebody else held it for over 0.2 s; try again"
        )
        assert tape.append(recording, passes(2, 2), after=1).added


# A connection that is lost


def _end_others(url: str) -> None:
    with connected(url) as hands:
        hands.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_connection_lost_in_an_append_leaves_nothing_half(
    tape: Tape, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = record(tape, passes(1, 1))
    before = tape.bookmark()
    add = tape._add_rows

    def lose(*arguments: object) -> None:
        _end_others(postgres)
        add(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(tape, "_add_rows", lose)
    with pytest.raises(UnreachableTapeError) as refused:
        tape.append_new([telling(passes(1, 1), "d")])
    monkeypatch.undo()

    assert str(refused.value).startswith(f"The connection to {shown(postgres)} was lost: ")
    assert str(refused.value).endswith("do it again, a retry adds nothing twice")
    assert tape.bookmark() == before
    assert [it.id for it in tape.recordings()] == [recording]
    assert tape.append_new([telling(passes(1, 1), "d")])[0].added


def test_a_connection_lost_between_two_events_is_lost_once(tape: Tape, postgres: str) -> None:
    recording = record(tape, passes(1, 1))

    def append_and_lose(connection: sa.Connection) -> None:
        tape._append(connection, recording, passes(2, 2), 1)
        _end_others(postgres)

    with pytest.raises(UnreachableTapeError):
        tape.database.write(append_and_lose)

    assert tape.read(recording) == passes(1, 1)
    assert tape.append(recording, passes(2, 2), after=1).added
    assert verify(tape).sound


def test_connections_lost_while_idle_are_not_noticed(tape: Tape, postgres: str) -> None:
    recording = record(tape, passes(1, 1))
    for number in range(2, 5):
        _end_others(postgres)
        assert tape.append(recording, passes(number, number), after=number - 1).added
        _end_others(postgres)
        assert tape.read(recording) == passes(1, number)


# Several at once


def test_the_same_game_imported_by_several_at_once_is_there_once(postgres: str) -> None:
    added: list[bool] = []

    def bring() -> None:
        with Tape(postgres) as tape:
            for number in range(0, 60, 6):
                games = [telling(passes(1, 2), f"digest {it}") for it in range(number, number + 6)]
                added.extend(it.added for it in tape.append_new(games))
                tape.players([("c", f"handle {number}", None)])
                tape.store_source(f"log {number}".encode())

    threads = [threading.Thread(target=bring) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(added), sum(added)) == (240, 60)
    with Tape(postgres) as tape:
        assert len(tape.recordings()) == 60
        assert verify(tape).sound


def test_a_registry_begun_by_several_at_once_is_one(postgres: str) -> None:
    def note(number: int) -> None:
        with Tape(postgres) as tape:
            for _ in range(5):
                tape.append_registry([GameRetracted(recording=RecordingId(str(number)))])

    threads = [threading.Thread(target=note, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with Tape(postgres) as tape:
        assert len(tape.read(REGISTRY)) == 20


def test_several_who_seal_at_once_add_one_seal_for_each_state(postgres: str) -> None:
    lines: list[str] = []

    def work() -> None:
        with Tape(postgres) as tape:
            for _ in range(5):
                record(tape, passes(1, 1))
                lines.append(seal(tape))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with Tape(postgres) as tape:
        assert len(lines) == 20
        assert verify(tape, sorted(set(lines))).sound


# Followers


def test_a_follower_waits_for_older_transactions_and_is_told(tape: Tape, postgres: str) -> None:
    tape.append_new([telling(passes(1, 1), recording=name) for name in ("one", "two")])
    start = tape.bookmark()
    with Tape(postgres) as slow, slow.database.writing() as connection:
        slow._append(connection, ONE, passes(2, 2), 1)
        tape.append(TWO, passes(2, 2), after=1)
        time.sleep(0.02)

        lag = tape.lag()
        assert tape.follow(start) == ([], start)
        assert list(tape.scan(start)) == []
        assert tape.bookmark() == start
        assert lag.rows == 1
        assert lag.seconds > 0.01
        assert lag.since is not None

    batches, end = tape.follow(start)
    assert [it.recording for it in batches] == [ONE, TWO]
    assert end == tape.bookmark()
    assert [row[0] for row in tape.scan(start, end)] == [ONE, TWO]
    assert tape.lag().rows == 0


def test_the_rows_of_a_recording_follow_each_other_for_followers(tape: Tape, postgres: str) -> None:
    tape.append_new([telling(passes(1, 1), recording=name) for name in ("one", "two")])
    tried: list[int] = []
    with Tape(postgres) as early, early.database.writing() as connection:
        early._append(connection, ONE, passes(2, 2), 1)
        tape.append(TWO, passes(2, 2), after=1)

        def overtaken(other: sa.Connection) -> None:
            number = tape.recording(TWO).head + 1
            other.exec_driver_sql("SELECT pg_current_xact_id()")
            if number == 3:
                tape.append(TWO, passes(3, 3), after=2)
            tried.append(number)
            early._append(other, TWO, passes(4, 4), 3)

        early.database.write(overtaken)

    # The first time it had its number before the one that wrote event 3.
    assert tried == [3, 4]
    seen = [(it.recording, it.first) for it in tape.follow()[0]]
    assert seen == [(ONE, 1), (TWO, 1), (ONE, 2), (TWO, 2), (TWO, 3), (TWO, 4)]


def test_a_seal_waits_for_transactions_that_may_still_write_before_it(postgres: str) -> None:
    with Tape(postgres, patience=0.2) as tape, Tape(postgres) as slow:
        tape.append_new([telling(passes(1, 1), recording=name) for name in ("one", "two")])
        with slow.database.writing() as connection:
            slow._append(connection, ONE, passes(2, 2), 1)
            tape.append(TWO, passes(2, 2), after=1)
            with pytest.raises(BusyTapeError, match=r"was open for over 0\.2 s and may still write"):
                seal(tape)

        line = seal(tape)
        assert line.startswith("gametape-seal:1:1:4:4:")
        assert verify(tape, [line]).sound


def test_positions_lost_with_a_transaction_are_no_finding_and_no_obstacle(tape: Tape) -> None:
    record(tape, passes(1, 1))

    def come_to_nothing(connection: sa.Connection) -> None:
        tape._append_registry(connection, [GameRetracted(recording=ONE)])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tape.database.write(come_to_nothing)
    record(tape, passes(1, 1))

    assert tape.bookmark().endswith("-3")
    assert verify(tape, [seal(tape)]).sound
    assert len(tape.follow()[0]) == 2


# A copy on another server


_FUTURE = "UPDATE tape SET xid = (xid::text::bigint + 1000000)::text::xid8"


def test_a_copy_from_an_older_server_is_let_in_by_migrating(postgres: str) -> None:
    with Tape(postgres) as tape:
        tape.append_new([telling(passes(1, 1), recording=name) for name in ("one", "two")])
        tape.append(ONE, passes(2, 2), after=1)
        tape.append(TWO, passes(2, 2), after=1)
    with reach_into(postgres) as hands:
        hands.execute(_FUTURE)
        marks = [
            Bookmark(f"{xid}-{position}")
            for xid, position in hands.execute("SELECT xid::text, position FROM tape ORDER BY xid, position")
        ]

    with pytest.raises(OlderTapeError, match="was copied here from another server: run `gametape migrate`"):
        Tape(postgres)
    assert migrate(postgres) == ()

    with Tape(postgres) as tape:
        assert tape.bookmark() == marks[-1]
        assert tape.lag().rows == 0
        tape.append(ONE, passes(3, 3), after=2)
        record(tape, passes(1, 1))
        seen = [(it.first, it.last) for it in tape.follow()[0]]
        assert len(seen) == 6
        # Old bookmarks go on, one event at a time and in one pass.
        for place, mark in enumerate([START, *marks]):
            batches, end = tape.follow(mark)
            assert [(it.first, it.last) for it in batches] == seen[place:]
            assert end == tape.bookmark()
            assert [row[2:4] for row in tape.scan(mark, end)] == seen[place:]
            assert [row[2:4] for row in tape.scan(START, mark)] == seen[:place]
            paged, reached = tape.follow(mark, 1)
            while (page := tape.follow(reached, 1))[0]:
                paged += page[0]
                reached = page[1]
            assert [(it.first, it.last) for it in paged] == seen[place:]
        assert verify(tape).sound

    # And again, to a third server that is younger still.
    with reach_into(postgres) as hands:
        hands.execute(f"{_FUTURE} WHERE position > 4")
    assert migrate(postgres) == ()
    with Tape(postgres) as tape:
        tape.append(TWO, passes(3, 3), after=2)
        assert [(it.first, it.last) for it in tape.follow()[0]] == [*seen, (3, 3)]
        assert len(tape.follow(marks[-1])[0]) == 3


def test_a_dump_into_a_new_cluster_shows_followers_everything(server: Server, tape: Tape, postgres: str) -> None:
    if server.programs is None:
        pytest.skip("The server that is named comes without pg_dump")
    server.run("DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$")
    tape.append_new([telling(passes(1, 1), recording=name) for name in ("one", "two")])
    tape.append(ONE, passes(2, 2), after=1)
    line = seal(tape)
    (_, mark), everything = tape.follow(START, 1), tape.follow()[0]
    dump = [str(server.programs / "pg_dump"), "--dbname", postgres]

    dumped = subprocess.run(dump, check=True, capture_output=True)
    try:
        with own_server() as young, young.database() as url:
            restore = [str(server.programs / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url]
            subprocess.run(restore, check=True, input=dumped.stdout, capture_output=True)
            with pytest.raises(OlderTapeError, match="was copied here from another server"):
                Tape(url)
            migrate(url)
            with Tape(url) as copy:
                assert copy.follow()[0] == everything
                assert copy.follow(mark)[0] == everything[1:]
                copy.append(TWO, passes(2, 2), after=1)
                assert len(copy.follow(mark)[0]) == 3
                assert verify(copy, [line]).sound
    except NoServerError as error:
        pytest.skip(str(error))


def test_old_bookmarks_of_a_tape_restored_from_an_export_say_what_to_do(tape: Tape, postgres: str) -> None:
    record(tape, passes(1, 1))
    mark = tape.bookmark()
    with reach_into(postgres) as hands:
        hands.execute("UPDATE tape SET xid = '700'")

    with pytest.raises(BookmarkError) as refused:
        tape.follow(mark)

    assert str(refused.value) == (
        f"Bookmark {mark} is of another tape, or of this one before it was restored from an export: "
        "begin again at its start, 0"
    )


# Erasing


def test_what_is_erased_is_given_back_by_no_query(tape: Tape, postgres: str) -> None:
    source = tape.store_source(b"a log of Ann", "ann.txt")
    (text,) = tape.store_texts(["Ann conceded"])
    player = tape.player("c", "ann", "Ann")

    tape.erase_source(source)
    tape.erase_text(text)
    tape.erase_player(player)

    assert tape.texts([text]) == {}
    assert tape.names([PlayerId(player)]) == {}
    with connected(postgres) as hands:
        dead = "SELECT sum(n_dead_tup) FROM pg_stat_user_tables WHERE relname IN ('source', 'text', 'player')"
        kept = hands.execute("SELECT name, bytes, (SELECT text FROM text), (SELECT name FROM player) FROM source")
        assert kept.fetchall() == [(None, None, None, None)]
        assert hands.execute(dead).fetchone() == (0,)


def test_the_modules_for_postgres_are_loaded_for_it_only(tmp_path: Path) -> None:
    code = "import sys; from events.tape import Tape, migrate; migrate(sys.argv[1]); Tape(sys.argv[1]).close()"

    told = start_python(f"{code}; print('psycopg' in sys.modules)", tmp_path / "x.db").communicate(timeout=60)[0]

    assert told == "False\n"


# The commands


@pytest.fixture(scope="module")
def sample() -> Path:
    return ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl"


def test_every_command_works_on_a_server(server: Server, sample: Path, tmp_path: Path) -> None:
    def run(url: str, *words: str) -> str:
        done = CliRunner().invoke(main, ["--database", url, *words])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
        assert done.exit_code == 0, done.stderr
        return done.stdout

    backup, file = tmp_path / "backup.jsonl", str(tmp_path / "file.db")
    with server.database() as url, server.database() as other:
        migrated = run(url, "migrate")
        imported = json.loads(run(url, "import", str(sample), "--json"))
        games = json.loads(run(url, "games", "--json"))
        game = games["games"][0]["id"]
        seal_line = json.loads(run(url, "verify", "--seal", "--json"))["seal"]
        run(url, "export", str(backup))

        assert migrated == f"{shown(url)}: applied {', '.join(REVISIONS)}\n"
        assert imported["files"][0]["added"] == 1
        assert games["games"][0]["names"] == ["Ada", "Ben"]
        assert len(json.loads(run(url, "replay", game, "--json"))["steps"]) == 110
        assert [row["name"] for row in json.loads(run(url, "stats", "players", "--json"))["rows"]] == ["Ada", "Ben"]
        assert json.loads(run(url, "simulate", "--mode", "rookie", "--games", "3", "--json"))["added"] == 3
        assert [row["games"] for row in json.loads(run(url, "stats", "players", "--real", "--json"))["rows"]] == [1, 1]
        for copy in (other, file):
            run(copy, "restore", str(backup))
            assert json.loads(run(copy, "games", "--json")) == games
            assert json.loads(run(copy, "verify", "--kept", seal_line, "--json"))["sound"]


def test_no_command_shows_a_password(server: Server, tmp_path: Path) -> None:
    with server.database() as url:
        parts = sa.make_url(url).set(password="hush")  # noqa: S106 (what must not be shown)
        named = parts.render_as_string(hide_password=False)
        for words in (("migrate",), ("migrate",), ("games",), ("restore", str(tmp_path / "x.jsonl"))):
            (tmp_path / "x.jsonl").write_text("{}")
            done = CliRunner().invoke(main, ["--database", named, *words])
            assert "hush" not in done.output
        gone = CliRunner().invoke(main, ["--database", named + "x", "games"])
        assert (gone.exit_code, "hush" in gone.output) == (1, False)
