"""The composition root: one tape, the catalogues, and everything that is remembered between two questions to them."""

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import msgspec
import polars as pl
from msgspec.structs import replace

from dashboard.names import Names
from dashboard.table_parts import LIVE
from dashboard.tables import PATIENCE, TapeTables
from dashboard.tellings import Tellings, ToldGame
from events.base import Event, PlayerId, RecordingId, TextId
from events.bookmarks import Bookmark
from events.codec import Family
from events.tape import Recording, Tape, TapeError
from ingest.adapter import Adapter
from ingest.adapters import adapters_with
from ingest.catalogues import CATALOGUES
from projector.facts import GAME, Tables
from projector.game import Game, Summary
from projector.games import GAMES
from projector.identities import Identities, by_person
from projector.replay import Replay, Viewer, replay, seat_names, view_at
from projector.tables import Snapshot

ROOT = Path(__file__).resolve().parents[1]
VAR = ROOT / "var"
# The column mappings of scoresheets that were read before.
MAPPINGS = VAR / "mappings"
SAMPLES = ROOT / "data" / "samples"
DATABASE_VARIABLE = "GAMETAPE_DATABASE"


# The game system that is meant where none is named.
USUAL: Family = next(iter(GAMES))


class NoGameError(LookupError):
    """There is no such game, or no such step or seat of it; the message says what there is."""


class Listed(msgspec.Struct, frozen=True):
    """A game in a list. `names` by seat."""

    id: RecordingId
    game: str
    title: str
    names: tuple[str, ...]
    summary: Summary
    events: int
    client: str | None


def versus(names: Sequence[str]) -> str:
    """Who plays a game, such as "Ada v Ben", or "Ada, Ben, Cleo, Dov"."""
    return " v ".join(names) if len(names) == 2 else ", ".join(names)


def default_database() -> str:
    """The database that commands and pages use unless they are told another."""
    return os.environ.get(DATABASE_VARIABLE) or f"sqlite:///{VAR / 'gametape.db'}"


class Workspace:
    """What commands and pages work with. Close it, or use it in `with`. Threads may share one."""

    def __init__(
        self,
        database: str | None = None,
        *,
        through: Bookmark | None = None,
        patience: float = PATIENCE,
        pseudonyms: bytes | None = None,
    ) -> None:
        """Raises TapeError if there is no usable database.

        `through`: tables are as they were known at that bookmark. `patience`: how many seconds to wait for another
        process that changes the tables, before they are answered as they were. `pseudonyms`: a key by which everybody
        is called by a pseudonym and nothing that people wrote is shown.
        """
        self.through = through
        self.database = database or default_database()
        self.tape = Tape(self.database)
        self.patience = patience
        self.pseudonyms = pseudonyms
        # The list of all games, as it was made of a snapshot of the tables and of who was who.
        self._listing: tuple[Snapshot, int, pl.DataFrame] | None = None
        self._laid_beside: dict[Family, Tables] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.tape.close()

    @cached_property
    def adapters(self) -> tuple[Adapter, ...]:
        """What reads files, by the column mappings that were kept."""
        return adapters_with(MAPPINGS)

    @cached_property
    def cards(self) -> dict[Family, Any]:
        """The catalogue of each game system: ours, and what `gametape cards import` read."""
        return {name: catalogue(name) for name in GAMES}

    @cached_property
    def tellings(self) -> Tellings:
        """Which recordings tell each game, and what they tell together."""
        return Tellings(self.tape, self.cards)

    @cached_property
    def people(self) -> Names:
        """What players are called, and which of them are one person."""
        return Names(self.tape, self.pseudonyms)

    @property
    def identities(self) -> Identities:
        """Who is who, as the registry says by now."""
        return self.people.identities()

    def called(self, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """Names for those players whose person has one."""
        return self.people.called(players)

    def words(self, texts: Iterable[TextId]) -> dict[TextId, str]:
        """What people wrote, as far as it is there and may be shown."""
        return self.people.words(texts)

    @cached_property
    def facts(self) -> TapeTables:
        """The tables of this tape, and how they are made."""
        return TapeTables(self.database, self.tape, self.cards, ROOT, through=self.through)

    def recording(self, game: str) -> Recording:
        """The leading recording of a game, by the id of any recording of it. Raises NoGameError."""
        try:
            found = self.tape.recording(self.tellings.joins().game_of(RecordingId(game)))
        except TapeError as error:
            raise NoGameError(f"There is no game {game!r}; `gametape games` lists those there are") from error
        if found.family not in GAMES:
            raise NoGameError(f"{game!r} is a recording of {found.family} events, not a game")
        return found

    def events(self, game: str) -> Sequence[Event]:
        """The events of a game. Raises NoGameError."""
        return self.told(game).events

    def told(self, game: str) -> ToldGame:
        """A game with its recordings. Raises NoGameError."""
        return self.tellings.told(self.recording(game).id)

    def system(self, game: str) -> Game[Any]:
        return GAMES[self.recording(game).family]

    def names_in(self, game: str) -> tuple[str, ...]:
        """Names for the seats of a game, wherever in its recording it starts. Raises NoGameError."""
        return self.names(self.system(game).players(self._folded(game)))

    def names(self, players: Iterable[PlayerId | None]) -> tuple[str, ...]:
        """Names for players in seats; a seat whose player has none is called by its number."""
        seated = list(players)
        known = self.called([player for player in seated if player is not None])
        called = seat_names(len(seated))
        return tuple(
            known.get(player, seat) if player is not None else seat for player, seat in zip(seated, called, strict=True)
        )

    def replay(self, game: str, viewer: Viewer = "all") -> Replay:
        """A game played back. Raises NoGameError."""
        system = self.system(game)
        self._check_viewer(game, viewer)
        return replay(system, self.cards[system.name], self.events(game), viewer=viewer, names=self.names_in(game))

    def public_viewer(self, game: str) -> Viewer:
        """As whom a page or the API may show a game: all of it, but of one still being played what everybody sees.

        A file tells a game afterwards; only what a client appends event by event can still be running.
        """
        recording = self.recording(game)
        if recording.adapter != LIVE or self.system(game).summary(self._folded(game)).ended:
            return "all"
        return "public"

    def _check_viewer(self, game: str, viewer: Viewer) -> None:
        seats = len(self.system(game).players(self._folded(game)))
        if isinstance(viewer, int) and viewer > seats:
            raise NoGameError(f"The game has {seats} seats; nobody looks from seat {viewer}")

    def _folded(self, game: str) -> Any:
        system = self.system(game)
        return system.fold(self.cards[system.name], self.events(game))

    def view_at(self, game: str, step: int, viewer: Viewer = "all") -> msgspec.Struct:
        """The table after one step. Raises NoGameError."""
        self._check_viewer(game, viewer)
        system, events = self.system(game), self.events(game)
        try:
            return view_at(system, self.cards[system.name], events, step, viewer=viewer)
        except IndexError as error:
            raise NoGameError(str(error)) from error

    def addresses(self, game: str) -> list[tuple[RecordingId, int]]:
        """By which event of which recording each step of a game is called, from the table before the first on."""
        told = self.told(game)
        return [told.address_of(step) for step in range(told.head + 1)]

    def step_of(self, recording: str, event: int) -> int:
        """The step of the game at which an event of one of its recordings stands; 0 before the first.

        Raises NoGameError.
        """
        self.recording(recording)
        steps = [0, *self.tellings.steps_of(RecordingId(recording))]
        if not 0 <= event < len(steps):
            raise NoGameError(f"The recording has events 0 to {len(steps) - 1}, not {event}")
        return steps[event]

    def listed(self, limit: int, after: str | None = None, system: Family | None = None) -> list[Listed]:
        """Games of a system or of all, newest first, behind game `after`. Raises NoGameError if that is no game."""
        behind = self.recording(after).id if after is not None else None
        joins = self.tellings.joins()
        found: list[Recording] = []
        while len(found) < limit:
            page = self.tape.recordings(limit=limit, after=behind, family=system)
            found.extend(it for it in page if it.family in GAMES and joins.is_lead(it.id))
            if len(page) < limit:
                break
            behind = page[-1].id
        return self._listed(found[:limit])

    def listed_one(self, game: str) -> Listed:
        """A game as a list shows it. Raises NoGameError."""
        return self._listed([self.recording(game)])[0]

    def _listed(self, recordings: list[Recording]) -> list[Listed]:
        summaries: list[Summary] = []
        lengths: list[int] = []
        joins = self.tellings.joins()
        for recording in recordings:
            system = GAMES[recording.family]
            named = joins.is_named(recording.id)
            events = self.tellings.told(recording.id).events if named else self.tape.read(recording.id)
            lengths.append(len(events))
            summary = system.summary(system.fold(self.cards[system.name], events))
            summaries.append(replace(summary, status="retracted") if joins.is_retracted(recording.id) else summary)
        known = self.called({player for it in summaries for player in it.players if player is not None})
        return [
            Listed(
                id=recording.id,
                game=recording.family,
                title=GAMES[recording.family].title,
                names=tuple(
                    known.get(player, seat) if player is not None else seat
                    for player, seat in zip(summary.players, seat_names(len(summary.players)), strict=True)
                ),
                summary=summary,
                events=length,
                client=recording.client,
            )
            for recording, summary, length in zip(recordings, summaries, lengths, strict=True)
        ]

    def tables(self, game: Family = USUAL) -> Tables:
        """The facts of every game of a system on the tape, by person, brought up to date if something is new there.

        Beside them stand the tables that no game tells, such as `dbs`: what plays score by date. Raises TablesError.
        """
        return {**by_person(self.refreshed().tables(game), self.identities), **self._beside(game)}

    def _beside(self, game: Family) -> Tables:
        if game not in self._laid_beside:
            from dashboard.score_lists import laid_beside  # only statistics need it

            self._laid_beside[game] = laid_beside(game, self.cards[game], ROOT / "data")
        return self._laid_beside[game]

    def table_files(self, game: Family = USUAL) -> dict[str, list[Path]]:
        """The Parquet files of the same tables, with every player apart. Raises TablesError."""
        return self.refreshed().files(game)

    def refreshed(self) -> Snapshot:
        """All tables as of now, which stay as they are for a minute at least. Raises TablesError."""
        return self.facts.refresh(self.patience)

    def games_table(self) -> pl.DataFrame:
        """Every game of every system as a list shows it, players in lists by seat.

        `id`, `system`, `title`, `mode`, `players` (ids, null if not known), `names`, `score`, `winner` (a seat, 0: a
        draw), `won_by`, `reason`, `status`, `finished`, `simulated`, `client`, `played`, `events`, `findings`.
        """
        snapshot = self.refreshed()
        known, version = self._listing, self.people.version
        if known is None or known[0] is not snapshot or known[1] != version:
            listing = pl.concat(
                [
                    self._games_of(system, by_person(snapshot.tables(system.name), self.identities))
                    for system in GAMES.values()
                ]
            )
            known = self._listing = snapshot, version, listing
        return known[2]

    def _games_of(self, system: Game[Any], tables: Tables) -> pl.DataFrame:
        seats = tables["seats"].select(GAME, "seat", "player").collect()
        ids = [player for player in seats["player"].unique().to_list() if player is not None]
        names = pl.DataFrame(
            list(self.called(ids).items()), schema={"player": pl.String, "name": pl.String}, orient="row"
        )
        called = (
            seats.join(names, on="player", how="left")
            .with_columns(name=pl.coalesce("name", pl.format("Seat {}", "seat")))
            .sort(GAME, "seat")
            .group_by(GAME, maintain_order=True)
            .agg(seated="player", names="name")
        )
        winner = pl.col("winner")
        return (
            tables["games"]
            .join(system.scores(tables), on=GAME, how="left")
            .collect()
            .join(called, on=GAME, how="left")
            .select(
                "id",
                pl.lit(system.name).alias("system"),
                pl.lit(system.title).alias("title"),
                "mode",
                pl.col("seated").alias("players"),
                "names",
                "score",
                "winner",
                pl.when(winner > 0)
                .then(pl.col("names").list.get(winner.cast(pl.Int64) - 1, null_on_oob=True))
                .alias("won_by"),
                "reason",
                "status",
                "finished",
                "simulated",
                "client",
                "played",
                "events",
                "findings",
            )
        )


def catalogue(game: Family) -> Any:
    """The cards of a game system, from `data/` and from what a user imported."""
    return CATALOGUES[game](ROOT / "data" / game, VAR / "cards" / game)
