"""Locks between processes: files that nobody reads, held until their holder lets go or ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Seconds between two looks at whether a lock is free.
_LOOK = 0.02


class LockedError(Exception):
    """Somebody else holds the lock."""


@contextmanager
def locked(path: Path, patience: float) -> Iterator[None]:
    """Hold a lock; threads of this process exclude each other too. Raises LockedError after `patience` seconds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + patience
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        while not _take(file):
            if time.monotonic() > deadline:
                raise LockedError(f"{path} is held by another process")
            time.sleep(_LOOK)
        yield
    finally:
        os.close(file)


def is_held(path: Path) -> bool:
    """Whether somebody holds a lock; one that nobody ever took is free."""
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _take(file)
    finally:
        os.close(file)


def _take(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
