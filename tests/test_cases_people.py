"""Faults that other trackers were reported for: who is who. Each is a case with its number."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dashboard import people
from dashboard.judging import Author
from dashboard.workspace import Workspace
from events.base import Event
from events.boba import GameEnded, GameStarted
from events.tape import migrate
from ingest.adapter import Person
from ingest.importing import FileReport, import_bytes
from projector.boba import GAME
from projector.statistics import BY_NAME
from tests.tellings import ONE, OTHER, file_of, from_on, game_of, seen

WHOLE = game_of(1)
WINNER = next(event.winner for event in WHOLE if isinstance(event, GameEnded) and isinstance(event.winner, int))


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def brought(work: Workspace, *files: bytes) -> list[FileReport]:
    return [import_bytes(work.tape, data, f"{number}.jsonl", work.cards) for number, data in enumerate(files)]


def told_by(one: Person, other: Person, *games: list[Event], client: str = "phone", game: str | None = None) -> bytes:
    return file_of(*games, client=client, people={ONE: one, OTHER: other}, ids=[game] if game else ())


def names(work: Workspace) -> list[tuple[str, ...]]:
    return [game.names for game in work.listed(9)]


def winners(work: Workspace) -> list[tuple[int | None, str | None]]:
    """The seat that won each game, and the name in it."""
    return work.games_table().select("winner", "won_by").rows()


def without_player(events: list[Event], seat: int) -> list[Event]:
    """The game as a client tells it that knows nobody in that seat."""
    return [
        replace(
            event, seats=tuple(replace(it, player=None) if n == seat else it for n, it in enumerate(event.seats, 1))
        )
        if isinstance(event, GameStarted)
        else event
        for event in events
    ]


@pytest.mark.parametrize("game", [None, "game-1"], ids=["no id", "an id of the client"])
def test_case_14_names_that_come_late_in_a_growing_log_name_the_game_and_rewrite_nothing(
    work: Workspace, game: str | None
) -> None:
    ada, ben = Person(account="a-1"), Person(account="b-1")
    brought(work, told_by(ada, ben, WHOLE[:40], game=game))
    (early,) = work.tape.recordings(family="boba")
    before = work.tape.read(early.id)
    unnamed = names(work)

    brought(work, told_by(replace(ada, name="Ada"), replace(ben, name="Ben"), WHOLE, game=game))

    assert unnamed == [("Seat 1", "Seat 2")]
    assert names(work) == [("Ada", "Ben")]
    assert work.tape.read(early.id, through=40) == before


def test_case_14_a_name_in_a_later_game_names_the_games_before_it(work: Workspace) -> None:
    ada, ben = Person(account="a-1"), Person(account="b-1", name="Ben")
    first, second = told_by(ada, ben, WHOLE), told_by(replace(ada, name="Ada"), ben, game_of(2))

    brought(work, first + second)

    assert names(work) == [("Ada", "Ben"), ("Ada", "Ben")]
    assert sorted(one.games for one in people.individuals(work)) == [2, 2]


def test_case_15_an_opponent_whom_the_log_does_not_name_is_nobody_and_in_no_table_of_players(work: Workspace) -> None:
    games = [without_player(game_of(seed), 2) for seed in (1, 2)]
    people_told = {ONE: Person("Ida")}

    brought(work, file_of(*games, people=people_told))

    assert names(work) == [("Ida", "Seat 2")] * 2
    assert work.tables()["seats"].collect().filter(pl.col("seat") == 2)["player"].to_list() == [None, None]
    assert [(one.name, one.games) for one in people.individuals(work)] == [("Ida", 2)]
    assert BY_NAME["players"].compute(work.tables())["player"].null_count() == 0


def test_case_15_opponents_without_name_and_account_are_not_one_player(work: Workspace) -> None:
    brought(work, told_by(Person("Ida"), Person(), game_of(1)), told_by(Person("Ida"), Person(), game_of(2)))

    assert names(work) == [("Ida", "Seat 2")] * 2
    assert sorted((one.name or "", one.games) for one in people.individuals(work)) == [("", 1), ("", 1), ("Ida", 2)]


def test_case_16_a_spectators_log_has_no_me_and_the_result_of_its_last_event(work: Workspace) -> None:
    watched = [replace(it, seen_from=None) if isinstance(it, GameStarted) else it for it in GAME.mask(WHOLE, 0)]

    brought(work, told_by(Person("Ida"), Person("Udo"), watched), told_by(Person("Ann"), Person("Bo"), watched[:-1]))

    assert work.identities.me is None
    assert not any(one.me for one in people.individuals(work))
    assert sorted(winners(work), key=str) == sorted([(WINNER, ("Ida", "Udo")[WINNER - 1]), (None, None)], key=str)


def test_case_17_the_account_of_a_friend_on_the_same_computer_does_not_become_me(work: Workspace) -> None:
    ida, udo, friend = Person("Ida", "i-1"), Person("Udo", "u-1"), Person("Friend", "f-1")
    brought(work, told_by(ida, udo, seen(GAME, WHOLE, 1)))
    people.choose_me(work, people.player_called(work, "Ida"), Author())

    brought(work, told_by(friend, udo, seen(GAME, game_of(2), 1)), told_by(friend, udo, seen(GAME, game_of(3), 1)))

    assert [(one.name, one.games) for one in people.individuals(work) if one.me] == [("Ida", 1)]


def test_case_18_a_player_who_is_renamed_keeps_wins_and_games(work: Workspace) -> None:
    ida, udo = Person("Ida", "i-1"), Person("Udo", "u-1")
    brought(work, told_by(ida, udo, game_of(1)))
    before = BY_NAME["players"].compute(work.tables())

    # Told once more and from the other side, after the two have taken each other's name.
    swapped = replace(ida, name="Udo"), replace(udo, name="Ida")
    brought(work, told_by(*swapped, WHOLE), told_by(*swapped, seen(GAME, WHOLE, 2), client="phone"))
    people.give_name(work, people.player_called(work, "Ida"), "Udo", Author())

    assert len(work.listed(9)) == 1
    assert work.listed(9)[0].summary.winner == WINNER
    assert BY_NAME["players"].compute(work.tables()).equals(before)


def test_case_18_a_renamed_player_is_the_same_in_the_second_half_of_a_game(work: Workspace) -> None:
    ida, udo = Person("Ida", "i-1"), Person("Udo", "u-1")
    first, second = seen(GAME, WHOLE, 1)[:50], from_on(seen(GAME, WHOLE, 1), 50)

    brought(work, told_by(ida, udo, first, game="g"), told_by(replace(ida, name="Idun"), udo, second, game="g"))

    assert [(game.names, game.summary.winner) for game in work.listed(9)] == [(("Ida", "Udo"), WINNER)]


_NAMES = st.one_of(
    st.sampled_from(
        ["Udo", "Ida", "%", "_", "<b>x</b>", "\u202eodU", "a\nb", "\x00", "'; DROP TABLE player", "x" * 10_000]
    ),
    st.text(st.characters(codec="utf-8"), max_size=20),
)


def _told(folder: Path, one: str, other: str) -> tuple[pl.DataFrame, dict[str | None, str]]:
    """The statistic of players by their accounts, and what each account is called."""
    migrate(folder / "tape.db")
    with Workspace(str(folder / "tape.db")) as work:
        brought(work, told_by(Person(one, "i-1"), Person(other, "u-1"), WHOLE))
        accounts = {account.id: account.handle for account in work.tape.accounts()}
        table = BY_NAME["players"].compute(work.tables())
        called = {accounts[player]: name for player, name in work.called(accounts).items()}
    return table.with_columns(player=pl.col("player").replace_strict(accounts)).sort("player"), called


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(one=_NAMES, other=_NAMES)
def test_no_name_changes_a_result_or_who_somebody_is(
    tmp_path_factory: pytest.TempPathFactory, one: str, other: str
) -> None:
    before, _ = _told(tmp_path_factory.mktemp("plain"), "Ida", "Udo")

    after, called = _told(tmp_path_factory.mktemp("named"), one, other)

    assert after.equals(before)
    assert called == {handle: name for handle, name in (("account:i-1", one), ("account:u-1", other)) if name.strip()}


@pytest.mark.parametrize("name", ["%", "_", "' OR 1=1 --", "\u202eodU", "a\nb", "nul\x00", "y" * 10_000])
def test_a_player_is_found_by_exactly_that_name_whatever_is_in_it(work: Workspace, name: str) -> None:
    brought(work, told_by(Person(name, "i-1"), Person("Udo", "u-1"), WHOLE))
    ids = {account.name: account.id for account in work.tape.accounts()}

    assert people.player_called(work, name) == ids[name]
    with pytest.raises(people.NoPlayerError, match="There is no player"):
        people.player_called(work, name[:-1] + "?")
