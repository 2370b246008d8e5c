"""What becomes of the segments of a game system when games come and go: which files stay, and what new ones hold."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import polars as pl

from projector.facts import GAME, GAMES_TABLE
from projector.game import Game
from projector.tables.pieces import Piece, empty_piece, summed
from projector.tables.segments import FULL, Segment, merge
from projector.tables.snapshot import Snapshot

# Games that are still being played; when there are more, those that did not go on count as games that were left.
MOST_LIVE = 1024


class Change(msgspec.Struct, frozen=True):
    """What is new of a game system: games at rest, games that may go on, ids of games that are no more as they were."""

    pieces: Sequence[Piece] = ()
    live: Sequence[Piece] = ()
    gone: frozenset[str] = frozenset()


class Target(NamedTuple):
    """A segment and the pieces it is written of; `stays`: its files are there already."""

    segment: Segment
    pieces: Sequence[Piece]
    stays: bool = False


class Plan(NamedTuple):
    """The segments of a game system after a change, and the number of the next game."""

    targets: Sequence[Target]
    following: int


def plan(game: Game[Any], base: Snapshot | None, change: Change) -> Plan:
    """What to write.

    What is gone is left out of the segment it stood in, what comes gets the next numbers. Live games have the last
    numbers: they are counted anew each time, so that no number is lost when they come to rest.
    """
    there = _there(game, base, change)
    rest = [target for target in there if not target.segment.live]
    live, left = _live(game, [target.pieces[0] for target in there if target.segment.live], change.live)
    known = Known(game, base)
    came = list(
        _grouped([known.new(piece) for piece in (*left, *change.pieces) if piece.games], _following(base, game))
    )
    following = came[-1].segment.end if came else _following(base, game)
    targets = _merged([*rest, *came])
    if live is not None:
        piece = msgspec.structs.replace(known.new(live), first=following)
        targets.append(Target(Segment(following, following + live.games, live.games, live=True), [piece]))
    return Plan(targets or [Target(Segment(0, 0, 0), [empty_piece(game)])], following)


class Known:
    """The keys of keyed tables that are told already, so that each is told once. Tables of one key tell it together."""

    def __init__(self, game: Game[Any], base: Snapshot | None) -> None:
        self._tables: dict[str, list[str]] = {}
        for table, key in game.keyed.items():
            self._tables.setdefault(key, []).append(table)
        self._keys: dict[str, list[pl.DataFrame]] = {
            key: [] if base is None else [base.keys(game.name, tables[0])] for key, tables in self._tables.items()
        }

    def new(self, piece: Piece) -> Piece:
        """The same piece without what was told of keys before; its keys are told from now on."""
        frames = dict(piece.frames)
        for key, tables in self._tables.items():
            new = piece.unnumbered(tables[0]).select(key).unique().collect()
            if self._keys[key]:
                new = new.join(pl.concat(self._keys[key]), on=key, how="anti")
            for table in tables:
                frames[table] = piece.unnumbered(table).join(new.lazy(), on=key, how="semi").collect()
            self._keys[key].append(new)
        return msgspec.structs.replace(piece, frames=frames)


def _following(base: Snapshot | None, game: Game[Any]) -> int:
    return 0 if base is None else base.manifest.systems[game.name].next


def _there(game: Game[Any], base: Snapshot | None, change: Change) -> list[Target]:
    """The segments that are there, each as a piece without the games that are gone; those that hold nothing are not."""
    if base is None:
        return []
    told = base.manifest.systems[game.name]
    gone = sorted(base.numbers(game.name, change.gone).values())
    keyed = {
        table: [str(path) for path in paths] for table, paths in base.files(game.name).items() if table in game.keyed
    }
    found = []
    for number, segment in enumerate(told.segments):
        without = [it for it in gone if segment.first <= it < segment.end]
        games = segment.games - len(without)
        piece = msgspec.structs.replace(base.piece(game.name, segment), games=games, without=without, keyed=keyed)
        if games or any(told.rows[table][number] for table in game.keyed):
            kept = msgspec.structs.replace(segment, games=games)
            found.append(Target(kept, [piece], stays=not without))
    return found


def _live(game: Game[Any], there: Sequence[Piece], came: Sequence[Piece]) -> tuple[Piece | None, list[Piece]]:
    """The games that are being played, numbered from 0 in one piece, and those that were left."""
    there = [_numbered(game, piece) for piece in there if piece.games]
    pieces = [*there, *(piece for piece in came if piece.games)]
    left: list[Piece] = []
    if sum(piece.games for piece in pieces) > MOST_LIVE:
        left, pieces = there, pieces[len(there) :]
    if not pieces:
        return None, left
    first = 0
    placed = []
    among = Known(game, None)
    for piece in pieces:
        placed.append(msgspec.structs.replace(among.new(piece), first=first))
        first += piece.games
    frames = {
        name: pl.concat([it.unnumbered(name) if name in game.keyed else it.table(name) for it in placed])
        for name in game.tables
    } | {name: summed(game, name, placed) for name in game.counts}
    return Piece(first, dict(zip(frames, pl.collect_all(list(frames.values())), strict=True))), left


def _numbered(game: Game[Any], piece: Piece) -> Piece:
    """The same piece in memory with its games numbered from 0 on, whatever they were before."""
    numbers = piece.table(GAMES_TABLE).select(GAME).collect().with_row_index("place")
    frames = {name: piece.counted(game, name).collect() for name in game.counts}
    for name in game.tables:
        if name in game.keyed:
            frames[name] = piece.unnumbered(name).collect()
        else:
            frame = piece.table(name).collect()
            placed = frame.join(numbers, on=GAME, how="left", maintain_order="left")
            frames[name] = frame.with_columns(placed["place"].alias(GAME))
    return Piece(piece.games, frames)


def _grouped(pieces: Sequence[Piece], first: int) -> Iterator[Target]:
    """New segments with the next numbers, none with more games than a full one unless a piece has."""
    group: list[Piece] = []
    begin = end = first
    for piece in pieces:
        if group and end - begin + piece.games > FULL:
            yield Target(Segment(begin, end, end - begin), group)
            group, begin = [], end
        group.append(msgspec.structs.replace(piece, first=end))
        end += piece.games
    if group:
        yield Target(Segment(begin, end, end - begin), group)


def _merged(targets: Sequence[Target]) -> list[Target]:
    by_place = {(target.segment.first, target.segment.end): target for target in targets}
    found = []
    for segment, parts in merge([target.segment for target in targets]):
        made_of = [by_place[part.first, part.end] for part in parts]
        pieces = [piece for target in made_of for piece in target.pieces]
        found.append(Target(segment, pieces, stays=len(made_of) == 1 and made_of[0].stays))
    return found
