"""Which files an import reads: those a person names, and those in the folders a person names."""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

_OTHER_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Found(msgspec.Struct, frozen=True):
    """A file to read, and its size in bytes."""

    path: Path
    size: int


class Passed(msgspec.Struct, frozen=True):
    """A path that is not read, and a sentence why. It was not opened."""

    path: Path
    why: str


def gather(paths: Sequence[Path]) -> Iterator[Found | Passed]:
    """The files of these paths, in their order; a folder gives all it holds, sorted, whatever is in its folders too.

    Hidden files and folders in a folder are left out. A link that is given is followed, a link in a folder never is:
    so nothing outside of it is read, and no loop is possible.
    """
    for path in paths:
        try:
            status = path.stat()
        except OSError as error:
            yield Passed(path, _cannot_be_opened(error))
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _within(path)
        else:
            yield _judged(path, status)


def text_of(path: Path) -> str:
    """A path as text that can be kept and printed: a name may hold bytes that are no UTF-8, shown as \\xff."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _within(folder: Path) -> Iterator[Found | Passed]:
    empty = True
    # A stack, as folders may lie deeper in each other than calls can.
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            status = path.stat() if path == folder else path.lstat()
            if stat.S_ISDIR(status.st_mode):
                names = sorted((name for name in os.listdir(path) if not name.startswith(".")), reverse=True)
                waiting.extend(path / name for name in names)
                continue
            found = _judged(path, status)
        except OSError as error:
            found = Passed(path, _cannot_be_opened(error))
        empty = False
        yield found
    if empty:
        yield Passed(folder, "This folder holds no files")


def _judged(path: Path, status: os.stat_result) -> Found | Passed:
    mode = status.st_mode
    if stat.S_ISLNK(mode):
        target = text_of(path.readlink())
        return Passed(path, f"This is a link to {target}; links inside a folder are not followed: give the file itself")
    if not stat.S_ISREG(mode):
        kind = _OTHER_KINDS.get(stat.S_IFMT(mode), "something else")
        return Passed(path, f"This is {kind}, expected a file or a folder")
    if not os.access(path, os.R_OK):
        return Passed(path, "This cannot be opened: Permission denied")
    return Found(path, status.st_size)


def _cannot_be_opened(error: OSError) -> str:
    return f"This cannot be opened: {error.strerror or error}"
