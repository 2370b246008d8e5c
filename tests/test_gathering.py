"""An import reads the files it is given and those in folders, and nothing that stands outside of them or never ends."""

import json
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.gathering import Found, Passed, gather
from ingest.importing import import_files

ROOT = Path(__file__).resolve().parents[1]
KITCHEN_TABLE = ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl"


def gathered(*paths: Path) -> list[Found | Passed]:
    return list(gather(paths))


def followed(target: Path) -> str:
    return f"This is a link to {target}; links inside a folder are not followed: give the file itself"


def test_a_folder_gives_its_files_sorted_without_hidden_ones_and_hidden_folders(tmp_path: Path) -> None:
    for name in (
        "seen.jsonl",
        ".hidden",
        ".git/HEAD",
        "deep/.cache/x",
        "deep/seen.jsonl",
        "apart.jsonl",
        "deep/nothing/.",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if not name.endswith("/."):
            (tmp_path / name).write_text(name)

    assert gathered(tmp_path) == [
        Found(tmp_path / "apart.jsonl", 11),
        Found(tmp_path / "deep" / "seen.jsonl", 15),
        Found(tmp_path / "seen.jsonl", 10),
    ]


@pytest.mark.parametrize("inside", [(), (".hidden",)])
def test_a_folder_without_files_is_told(tmp_path: Path, inside: tuple[str, ...]) -> None:
    for name in inside:
        (tmp_path / name).touch()

    assert gathered(tmp_path) == [Passed(tmp_path, "This folder holds no files")]


def test_a_path_that_is_nowhere_is_told(tmp_path: Path) -> None:
    nowhere = tmp_path / "none.jsonl"

    assert gathered(nowhere) == [Passed(nowhere, "This cannot be opened: No such file or directory")]


def test_links_are_followed_where_they_are_given_and_told_where_they_stand_in_a_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside.jsonl"
    outside.write_text("outside")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "nowhere").symlink_to("gone")
    given = tmp_path / "given"
    given.symlink_to(folder)

    assert gathered(given / "file", given) == [
        Found(given / "file", 7),
        Passed(given / "file", followed(outside)),
        Passed(given / "loop", followed(folder)),
        Passed(given / "nowhere", followed(Path("gone"))),
    ]


def test_a_link_that_leads_to_itself_is_told(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)

    assert gathered(loop) == [Passed(loop, "This cannot be opened: Too many levels of symbolic links")]


def test_pipes_sockets_and_devices_are_told_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(tmp_path / "socket"))

    assert gathered(tmp_path, tmp_path / "pipe", Path(os.devnull)) == [
        Passed(tmp_path / "pipe", "This is a named pipe, expected a file or a folder"),
        Passed(tmp_path / "socket", "This is a socket, expected a file or a folder"),
        Passed(tmp_path / "pipe", "This is a named pipe, expected a file or a folder"),
        Passed(Path(os.devnull), "This is a device, expected a file or a folder"),
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    closed, shut = tmp_path / "closed", tmp_path / "shut.jsonl"
    closed.mkdir()
    shut.touch()
    closed.chmod(0)
    shut.chmod(0)
    try:
        assert gathered(tmp_path) == [
            Passed(closed, "This cannot be opened: Permission denied"),
            Passed(shut, "This cannot be opened: Permission denied"),
        ]
    finally:
        closed.chmod(stat.S_IRWXU)


def test_folders_may_lie_in_each_other_deeper_than_calls_can(tmp_path: Path) -> None:
    # A path may have 4096 bytes, and each of these takes two.
    deep = tmp_path
    for _ in range(1500):
        deep /= "d"
        deep.mkdir()
    (deep / "log.jsonl").touch()

    found = gathered(tmp_path)

    assert found == [Found(deep / "log.jsonl", 0)]
    # pytest removes old folders by calls, which cannot get as deep.
    (deep / "log.jsonl").unlink()
    while deep != tmp_path:
        deep.rmdir()
        deep = deep.parent


def test_an_import_reads_what_it_can_and_tells_the_rest_with_exit_code_1(tmp_path: Path) -> None:
    database, folder = tmp_path / "tape.db", tmp_path / "folder"
    migrate(database)
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(KITCHEN_TABLE.read_bytes())
    os.mkfifo(folder / "b.jsonl")
    (folder / "c.jsonl").symlink_to(KITCHEN_TABLE)
    command = [sys.executable, "-m", "dashboard.cli", "--database", str(database), "import", str(folder)]

    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    again = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)

    assert told.returncode == 1
    assert [line.rpartition(": ")[2] for line in told.stdout.splitlines() if line.startswith(str(folder))] == [
        "1 game added",
        "not imported",
        "not imported",
    ]
    assert "This is a named pipe, expected a file or a folder" in told.stderr
    assert followed(KITCHEN_TABLE) in told.stderr
    assert [file["added"] for file in json.loads(again.stdout)["files"]] == [0, 0, 0]


def test_a_file_whose_name_is_no_utf_8_is_read(tmp_path: Path) -> None:
    database, file = tmp_path / "tape.db", tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    migrate(database)
    file.write_bytes(KITCHEN_TABLE.read_bytes())

    with Workspace(str(database)) as work:
        (report,) = import_files(work.tape, [file], work.cards)

    assert (report.path, report.added) == (f"{tmp_path}/caf\\xe9.jsonl", 1)
