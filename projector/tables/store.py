"""The store of the tables: snapshots in a folder, one of them current; each change makes the next."""

import os
import shutil
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from typing import Any

from events.codec import Family
from projector.game import Game
from projector.tables.errors import DamagedTablesError, NewerTablesError
from projector.tables.locks import is_held, locked
from projector.tables.manifest import FORMAT, MANIFEST, Manifest, Mark, SystemTables, write_manifest
from projector.tables.planning import Change, Plan, Target, plan
from projector.tables.snapshot import Snapshot
from projector.tables.versions import newer, versions_of
from projector.tables.writing import Written, write_segment, write_segment_of

CURRENT = "current"
SNAPSHOTS = "snapshots"
# Where snapshots and pieces are made, each in a folder with a lock that its maker holds.
WORK = "work"
LOCK = "lock"
# Seconds for which a snapshot that is not current any more may still be read, and how many of them there are at most.
GRACE = 60.0
_MOST_SNAPSHOTS = 32
_AN_HOUR = 3600.0


class TableStore:
    """The tables of all game systems in a folder.

    `folder/current` is a link to the newest snapshot, so that other programs read `current/boba/battles/*.parquet` as
    it is. A snapshot's files never change; the next one shares those that stay, and takes its place at once. Readers
    wait for nobody. Whoever changes the tables holds `changing`.
    """

    def __init__(self, folder: Path, games: Mapping[Family, Game[Any]]) -> None:
        self.folder = folder
        self.games = games
        self._snapshot: Snapshot | None = None

    @property
    def current_folder(self) -> Path:
        """Where other programs find the newest tables."""
        return self.folder / CURRENT

    def current(self) -> Snapshot | None:
        """The newest snapshot, None before the first. Raises DamagedTablesError and NewerTablesError."""
        try:
            name = os.readlink(self.current_folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise DamagedTablesError(f"{self.current_folder} is no link to a snapshot of the tables") from error
        known = self._snapshot
        if known is None or known.folder != self.folder / name:
            known = self._snapshot = Snapshot(self.folder / name, self.games)
        return known

    def outdated(self, snapshot: Snapshot, inputs: Mapping[Family, str]) -> list[str]:
        """Why the tables are not what would be built now, a sentence each. Raises NewerTablesError."""
        found = []
        for name, game in self.games.items():
            told = snapshot.manifest.systems.get(name)
            if told is None:
                found.append(f"{game.title} has no tables yet")
                continue
            ours = versions_of(game)
            for table, version in told.versions.items():
                if table in ours and newer(version, ours[table]):
                    raise NewerTablesError(
                        f"Table {name}.{table} in {self.folder} has version {version}, which is newer than this "
                        f"Gametape's {ours[table]}: use the newer one, or remove the folder"
                    )
            changed = sorted(
                table for table in ours.keys() | told.versions if ours.get(table) != told.versions.get(table)
            )
            if changed:
                found.append(f"Tables of {game.title} have new versions: {', '.join(changed)}")
            if told.inputs != inputs[name]:
                found.append(f"The catalogue of {game.title} has changed")
        return found

    @contextmanager
    def changing(self, patience: float) -> Iterator[None]:
        """Let nobody else change the tables meanwhile. Raises LockedError."""
        with locked(self.folder / "changing.lock", patience):
            yield

    @contextmanager
    def workplace(self) -> Iterator[Path]:
        """A folder for pieces, removed at the end; that of a process which ended early goes when tables change."""
        place = self.folder / WORK / token_hex(8)
        place.mkdir(parents=True)
        try:
            with locked(place / LOCK, 0):
                yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def publish(
        self,
        changes: Mapping[Family, Change],
        mark: Mark,
        inputs: Mapping[Family, str],
        base: Snapshot | None,
        executor: Executor | None = None,
    ) -> Snapshot:
        """Make the next snapshot of another, None for nothing, and of what changed in each game system.

        `executor` writes segments. The caller holds `changing`.
        """
        with self.workplace() as place:
            systems = {}
            for name, game in self.games.items():
                planned = plan(game, base, changes.get(name, Change()))
                systems[name] = _write(game, planned, place, base, executor, inputs=inputs[name])
            write_manifest(place, Manifest(FORMAT, mark, systems))
            number = max(self._snapshots(), default=0) + 1
            self._path(number).parent.mkdir(exist_ok=True)
            place.rename(self._path(number))
        (self._path(number) / LOCK).unlink()
        self._point_to(number)
        self._sweep()
        found = self.current()
        if found is None:
            raise DamagedTablesError(f"{self.current_folder} was removed while the tables were written")
        return found

    def _point_to(self, number: int) -> None:
        link = self.folder / f"{CURRENT}.next"
        link.unlink(missing_ok=True)
        link.symlink_to(self._path(number).relative_to(self.folder))
        link.rename(self.current_folder)

    def _snapshots(self) -> list[int]:
        folder = self.folder / SNAPSHOTS
        return sorted(int(it.name) for it in folder.iterdir() if it.name.isdigit()) if folder.exists() else []

    def _sweep(self) -> None:
        """Remove old snapshots that nobody can be reading any more, and what processes left that ended early."""
        current = int(os.readlink(self.current_folder).rpartition("/")[2])
        numbers = self._snapshots()
        for number, following in pairwise([number for number in numbers if number <= current]):
            superseded = _age(self._path(following) / MANIFEST)
            if following != current and (superseded > GRACE or number < current - _MOST_SNAPSHOTS):
                shutil.rmtree(self._path(number), ignore_errors=True)
        for number in numbers:
            if number > current:
                shutil.rmtree(self._path(number), ignore_errors=True)
        for place in (self.folder / "work").iterdir():
            lock = place / LOCK
            # Between its making and its lock a place looks like one that was left.
            if not is_held(lock) and (lock.exists() or _age(place) > _AN_HOUR):
                shutil.rmtree(place, ignore_errors=True)

    def _path(self, number: int) -> Path:
        return self.folder / SNAPSHOTS / f"{number:06d}"


def _age(path: Path) -> float:
    """Seconds since a file was written; 0 for one that somebody has just removed."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write(
    game: Game[Any], planned: Plan, place: Path, base: Snapshot | None, executor: Executor | None, *, inputs: str
) -> SystemTables:
    tables = (*game.tables, *game.counts)
    folder = place / game.name
    for table in tables:
        (folder / table).mkdir(parents=True)
    fresh = [target for target in planned.targets if not target.stays]
    jobs = [(str(folder), target.segment.name, target.pieces) for target in fresh]
    if executor is None:
        wrote = [write_segment(game, *job) for job in jobs]
    else:
        wrote = [it.result() for it in [executor.submit(write_segment_of, game.name, *job) for job in jobs]]
    written = {target.segment.name: it for target, it in zip(fresh, wrote, strict=True)}
    for target in planned.targets:
        if target.stays and base is not None:
            written[target.segment.name] = _link(base, game.name, target, folder)
    each = [written[target.segment.name] for target in planned.targets]
    return SystemTables(
        versions=versions_of(game),
        inputs=inputs,
        next=planned.following,
        segments=tuple(target.segment for target in planned.targets),
        rows={table: tuple(it.rows[table] for it in each) for table in tables},
        bytes={table: tuple(it.bytes[table] for it in each) for table in tables},
    )


def _link(base: Snapshot, system: Family, target: Target, folder: Path) -> Written:
    """Take over the files of a segment that stays."""
    told = base.manifest.systems[system]
    number = [segment.name for segment in told.segments].index(target.segment.name)
    for table in told.bytes:
        old = f"{base.folder}/{system}/{table}/{target.segment.name}"
        new = f"{folder}/{table}/{target.segment.name}"
        try:
            os.link(old, new)
        except OSError:
            # Some file systems know no hard links.
            shutil.copy2(old, new)
    return Written(
        {table: rows[number] for table, rows in told.rows.items()},
        {table: sizes[number] for table, sizes in told.bytes.items()},
    )
