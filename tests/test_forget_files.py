"""Whoever is forgotten is in none of the files a tape consists of, and what is kept of sources reads as before."""

import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from dashboard.workspace import Workspace
from events.base import PlayerId
from events.registry import PlayerForgotten
from events.sqlite import SqliteDatabase
from events.tape import migrate
from events.verify import verify
from ingest import forgetting
from ingest.adapter import Person
from ingest.forgetting import forget
from ingest.importing import import_bytes
from ingest.native import NATIVE
from ingest.registering import register
from ingest.reimporting import reimport
from projector.statistics import BY_NAME
from tests.tapes import rows_of
from tests.tellings import ONE, OTHER, file_of, game_of

NAME, ACCOUNT = "Zyxwort Quill", "zq-77-account"
WROTE = "I should have passed"


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def log(name: str = NAME, seed: int = 1, account: str | None = ACCOUNT, *extra: str) -> bytes:
    """A game of somebody, with a note that the person wrote, and lines more."""
    told = file_of(game_of(seed), people={ONE: Person(name, account), OTHER: Person("Udo", "udo-0001")})
    note = json.dumps({"type": "game.NoteAdded", "text": WROTE, "author": "p1"})
    return told + "".join(f"{line}\n" for line in (note, *extra)).encode()


def brought(work: Workspace, data: bytes, file: str = "log.jsonl") -> None:
    import_bytes(work.tape, data, file, work.cards)


def somebody(work: Workspace, name: str = NAME) -> PlayerId:
    return next(account.id for account in work.tape.accounts() if account.name == name)


def statistics(work: Workspace) -> list[object]:
    return [BY_NAME[name].compute(work.tables()).to_dicts() for name in ("players", "modes", "margins")]


def bytes_of(work: Workspace) -> bytes:
    """All files beside the tape and its own, and what is packed in its rows."""
    path = Path(work.tape.database.name)
    found = [file.read_bytes() for file in sorted(path.parent.rglob("*")) if file.is_file()]
    for row in (row for rows in rows_of(work.database).values() for row in rows):
        for value in row:
            found.append(value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass"))
            with suppress(zlib.error):
                found.append(zlib.decompress(found[-1]))
    return b"\n".join(found)


def left(work: Workspace, *words: str) -> list[bytes]:
    """Those of the words that are in a file, in any spelling."""
    found = bytes_of(work)
    spelled = [
        form
        for word in words
        for form in (word.encode(), json.dumps(word)[1:-1].encode(), word.encode("utf-16-le"), word.encode("utf-16-be"))
    ]
    return [form for form in spelled if form in found]


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert('Zyx')</script>",
        "\u202etrowxyZ",
        "Zyx\nwort\t",
        "Zyx\x00wort",
        'Zyx "%_\\" Quill',
        "Zyx'; DROP TABLE player; --",
        "Zyxwort 🎴 Quöll",
        "Zyx" * 4_000,
        "winner",
    ],
    ids=["html", "rtl", "lines", "nul", "wildcards", "sql", "signs", "long", "word of the format"],
)
def test_a_hostile_name_goes_and_games_and_statistics_stay(work: Workspace, name: str) -> None:
    brought(work, log(name))
    brought(work, log("Ann", seed=2, account="ann-0001"), "ann.jsonl")
    before = statistics(work)
    who = somebody(work, name)

    forget(work.tape, who)
    brought(work, log(name))

    assert left(work, *({name} - {"winner"}), ACCOUNT) == []
    assert verify(work.tape).sound
    assert statistics(work) == before
    assert [(it.id, it.name) for it in work.tape.accounts() if it.id == who] == [(who, None)]
    assert len(work.tape.accounts()) == 3


def test_a_word_of_the_format_as_a_name_erases_no_file_of_others(work: Workspace) -> None:
    brought(work, log("winner"))
    brought(work, log("Ann", seed=2, account="ann-0001"), "ann.jsonl")

    erased = forget(work.tape, somebody(work, "winner"))

    assert (erased.redacted, erased.sources) == (0, 1)
    assert [it.partition(": ")[2] for it in erased.left] == [
        "a name stands in it as a word of its format, and it tells of others"
    ]


@pytest.mark.parametrize("account", [ACCOUNT, None], ids=["by account", "by name"])
def test_a_redacted_file_is_read_anew_as_the_same_games_of_the_same_players(
    work: Workspace, account: str | None
) -> None:
    brought(work, log(account=account))
    before, accounts = statistics(work), len(work.tape.accounts())
    forget(work.tape, somebody(work))

    (reread,) = reimport(work.tape, [replace(NATIVE, version=NATIVE.version + 1)])

    assert (reread.replaced, reread.added, reread.left) == (1, 0, ())
    assert statistics(work) == before
    assert len(work.tape.accounts()) == accounts
    assert left(work, NAME, ACCOUNT, WROTE) == []


def test_a_new_file_of_somebody_forgotten_stores_neither_name_nor_note_nor_what_a_problem_quotes(
    work: Workspace,
) -> None:
    brought(work, log())
    who = somebody(work)
    forget(work.tape, who)
    broken = json.dumps({"type": "boba.Passed", NAME: 1})

    brought(work, log(NAME.upper(), 2, ACCOUNT, broken), f"{NAME}.jsonl")

    players = [game.summary.players for game in work.listed(9)]
    assert len(players) == 2
    assert all(who in its for its in players)
    assert left(work, NAME, NAME.upper(), ACCOUNT, WROTE) == []


def test_nothing_of_a_new_file_is_stored_with_the_name_even_for_a_moment(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(work, log())
    forget(work.tape, somebody(work))
    monkeypatch.setattr("ingest.importing.append_told", lambda *_, **__: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        brought(work, log(seed=2), "new.jsonl")

    assert left(work, NAME, ACCOUNT, WROTE) == []


@pytest.mark.parametrize(("where", "step"), [(forgetting, "erase"), (SqliteDatabase, "scrub")])
def test_forgetting_that_was_cut_off_is_completed_by_the_next_import(
    work: Workspace, monkeypatch: pytest.MonkeyPatch, where: object, step: str
) -> None:
    brought(work, log())
    with monkeypatch.context() as patch:
        patch.setattr(where, step, lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            forget(work.tape, somebody(work))
    assert left(work, NAME)

    brought(work, log("Ann", seed=2, account="ann-0001"))

    assert left(work, NAME, ACCOUNT) == []


def test_nobody_shows_the_name_from_the_moment_it_is_to_be_forgotten(work: Workspace) -> None:
    brought(work, log())
    who = somebody(work)

    register(work.tape, [PlayerForgotten(player=who)])

    assert work.called([who]) == {}
    assert work.listed(9)[0].names == ("Seat 1", "Udo")
