"""Filters: what they write, what they refuse, and which rows of which table stay."""

import datetime as dt

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.stats import stats
from events.base import CardId, Event, PlayerId, RecordingId
from events.boba import BattleResolved, Deck, GameEnded, GameStarted, HonorsChosen, Mode, Seated
from ingest.selfplay.challengers import simulate
from projector.coverage import rests_on
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.games import GAMES
from projector.statistics import STATISTICS
from tests.expected import shipped
from tests.test_facts import CARDS

TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
DAYS = st.dates(dt.date(2020, 1, 1), dt.date(2030, 1, 1))
HERO = CardId(min(CARDS.heroes))
DECK = Deck(heroes=(HERO,))


@st.composite
def filters(draw: st.DrawFn) -> Filters:
    days = sorted((draw(DAYS), draw(DAYS)))
    return Filters(
        mode=draw(st.none() | st.sampled_from(["rookie", "duel"])),
        format=draw(st.none() | TEXTS),
        contest=draw(st.none() | TEXTS),
        since=draw(st.sampled_from([None, days[0]])),
        until=draw(st.sampled_from([None, days[1]])),
        client=draw(st.none() | TEXTS),
        simulated=draw(st.none() | st.booleans()),
        finished=draw(st.none() | st.booleans()),
        left_out=None,
        deck=draw(st.none() | TEXTS),
        card=draw(st.none() | TEXTS),
        player=draw(st.none() | TEXTS),
        seat=draw(st.none() | st.integers(1, 8)),
        honors=draw(st.sampled_from([None, "first", "second"])),
        post_clinch=draw(st.booleans()),
    )


@given(filters())
def test_an_address_reads_back_as_the_filters_it_was_written_from(chosen: Filters) -> None:
    assert Filters.from_query(chosen.to_query()) == chosen


@given(st.dictionaries(TEXTS | st.sampled_from(list(Filters().__struct_fields__)), st.text(max_size=4), max_size=3))
def test_any_address_is_read_or_refused_in_words(query: dict[str, str]) -> None:
    said = ""
    try:
        found = Filters.from_query(query).to_query()
    except ValueError as error:
        said = str(error)
        found = {}

    assert said or found == {name: value for name, value in query.items() if (name, value) != ("post_clinch", "no")}


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"colour": "red"}, "There is no filter 'colour'; there are mode, format, contest, since, until, source,"),
        ({"since": "yesterday"}, "since is 'yesterday'; it can be a day such as 2026-01-31"),
        ({"simulated": "maybe"}, "simulated is 'maybe'; it can be yes, no"),
        ({"finished": "soon"}, "finished is 'soon'; it can be yes, no"),
        ({"honors": "1"}, "honors is '1'; it can be first, second"),
        ({"seat": "9"}, "seat is '9'; it can be 1, 2, 3, 4, 5, 6, 7, 8"),
        ({"mode": "chess"}, "mode is 'chess'; it can be rookie, substitution, playmaker, "),
        ({"deck": ""}, "deck is empty; leave it out to match everything"),
        (
            {"since": "2026-02-01", "until": "2026-01-01"},
            "since 2026-02-01 is later than until 2026-01-01; give them the other way round",
        ),
    ],
)
def test_what_is_refused_says_what_was_found_and_what_is_allowed(query: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (its message follows)
        Filters.from_query(query)

    assert str(refused.value).startswith(message)


def test_a_sentence_says_what_is_looked_at() -> None:
    chosen = Filters(mode="rookie", since=dt.date(2026, 1, 5), simulated=False, player="ada", honors="first")

    assert chosen.told() == (
        "Games: mode rookie, since 2026-01-05, without simulated ones; seats: player ada, first honors."
    )
    assert Filters(finished=True).told() == "Games: finished ones only."
    assert Filters(finished=False).told() == "Games: unfinished ones only."
    assert Filters().told() == "All games."
    assert Filters(post_clinch=True).told() == "All games; battles after the clinch too."


def game(one: str, two: str, day: int | None = 1, *, mode: Mode = "rookie", deck: Deck | None = None) -> list[Event]:
    """Seat 1 has first honors and wins all battles; the fifth comes after the clinch."""
    at = dt.datetime(2026, 1, day, 23, 30, tzinfo=dt.UTC) if day is not None else None
    seats = (Seated(PlayerId(one), deck=deck), Seated(PlayerId(two)))
    battles = [BattleResolved(number, 1) for number in range(1, 6)]
    return [GameStarted(seats, mode, at=at), HonorsChosen(1), *battles, GameEnded(1, "trophies")]


@pytest.fixture(scope="module")
def tables() -> Tables:
    facts = FactTables(GAMES["boba"], CARDS)
    games = [
        game("ada", "ben", deck=DECK),
        game("ben", "ada", 2),
        game("cleo", "ben", 3, mode="substitution"),
        game("cleo", "dov", None),
    ]
    for number, events in enumerate(games):
        facts.add(f"g{number}", events, "paper" if number < 2 else None)  # type: ignore[arg-type]
    return facts.tables()


def kept(tables: Tables, chosen: Filters, table: str = "games") -> list[int]:
    return chosen.apply(tables)[table].select("game").collect()["game"].to_list()


def test_games_are_chosen_by_what_stands_in_their_row(tables: Tables) -> None:
    assert kept(tables, Filters(mode="substitution")) == [2]
    assert kept(tables, Filters(client="paper")) == [0, 1]
    assert kept(tables, Filters(simulated=True)) == []
    assert kept(tables, Filters(mode="substitution"), "seats") == [2, 2]


def test_games_that_broke_off_are_told_from_finished_ones_and_count_in_no_rate() -> None:
    facts = FactTables(GAMES["boba"], CARDS)
    facts.add(RecordingId("whole"), game("ada", "ben"))
    facts.add(RecordingId("broken"), game("ada", "ben")[:-1])
    facts.add(RecordingId("stopped"), [*game("ada", "ben")[:-1], GameEnded(None, "unfinished")])
    tables = facts.tables()

    assert kept(tables, Filters(finished=True)) == [0]
    assert kept(tables, Filters(finished=False)) == [1, 2]
    unfinished = Filters(finished=False).apply(tables)
    assert rests_on(unfinished).told() == "Rests on 0 of 2 games; left out: 2 unfinished."
    for statistic in STATISTICS["boba"].values():
        assert statistic.name == "modes" or statistic.compute(unfinished).is_empty(), statistic.name


def test_days_are_included_at_both_ends_and_leave_undated_games_out(tables: Tables) -> None:
    assert kept(tables, Filters(since=dt.date(2026, 1, 2))) == [1, 2]
    assert kept(tables, Filters(until=dt.date(2026, 1, 2))) == [0, 1]


def test_of_a_player_only_its_own_seats_stay_and_the_battles_of_its_games(tables: Tables) -> None:
    chosen = Filters(player="ada").apply(tables)

    assert chosen["seats"].select("game", "seat").collect().rows() == [(0, 1), (1, 2)]
    assert chosen["battles"].select("game").unique().collect().height == 2


def test_all_filters_of_seats_must_match_the_same_seat(tables: Tables) -> None:
    assert kept(tables, Filters(player="ben", honors="first")) == [1]
    assert kept(tables, Filters(player="ben", seat=2)) == [0, 2]


def test_a_card_chooses_the_seats_whose_deck_holds_it(tables: Tables) -> None:
    seats = Filters(card=HERO).apply(tables)["seats"].select("game", "seat").collect().rows()

    assert seats == [(0, 1)]


def test_battles_after_the_clinch_are_left_out_unless_asked_for(tables: Tables) -> None:
    assert Filters().apply(tables)["battles"].collect().height == 16
    assert Filters(post_clinch=True).apply(tables)["battles"].collect().height == 20


def test_a_contest_chooses_by_the_games_that_it_lists(tables: Tables) -> None:
    listed = pl.LazyFrame({"contest": ["cup", "cup", "league"], "id": ["g1", "g3", "g0"]})

    assert Filters(contest="cup").apply(tables, listed)["games"].collect()["game"].to_list() == [1, 3]
    with pytest.raises(ValueError, match="The games of contest 'cup' are not known here"):
        Filters(contest="cup").apply(tables)


def test_a_left_out_set_chooses_tournaments_and_is_refused_where_none_is_left_out(tables: Tables) -> None:
    challengers = FactTables(GAMES["challengers"], shipped()["challengers"])
    for number, events in enumerate(simulate(4, 1, challengers.cards, players=2)):
        challengers.add(RecordingId(f"c{number}"), events)
    told = challengers.tables()
    left_out = told["games"].collect()["left_out"]

    kept = Filters(left_out=left_out[0]).apply(told)

    assert kept["games"].collect().height == (left_out == left_out[0]).sum()
    assert set(kept["matches"].collect()["left_out"]) == {left_out[0]}
    with pytest.raises(ValueError, match="These games leave no set out"):
        Filters(left_out="FILM").apply(tables)


def test_what_a_game_system_cannot_tell_is_refused() -> None:
    challengers = FactTables(GAMES["challengers"], None).tables()

    with pytest.raises(ValueError, match="These games do not tell first honors: take that filter away"):
        Filters(honors="first").apply(challengers)
    assert Filters(player="ada").apply(challengers)["seats"].collect().is_empty()


@settings(max_examples=30, deadline=None)
@given(filters())
def test_any_filters_give_tables_with_the_same_columns(chosen: Filters) -> None:
    tables = FactTables(GAMES["boba"], CARDS).tables()
    listed = pl.LazyFrame(schema={"contest": pl.String, "id": pl.String})

    found = chosen.apply(tables, listed)

    # Counts that cannot tell what is asked are missing.
    assert tables.keys() - found.keys() <= GAMES["boba"].counts.keys()
    for name, frame in found.items():
        assert frame.collect().schema == tables[name].collect_schema()


def test_coverage_names_each_game_once(tables: Tables) -> None:
    games = tables["games"].with_columns(
        counted=pl.col("game") == 0,
        finished=pl.col("game") != 2,
        status=pl.when(pl.col("game") == 1).then(pl.lit("quarantined")).otherwise(pl.lit("complete")),
    )

    found = rests_on({**tables, "games": games})

    assert (found.games, found.counted) == (4, 1)
    assert (found.unfinished, found.without_result, found.contradicting, found.retracted) == (1, 0, 1, 1)
    assert found.sources == (("paper", 2), (None, 2))
    assert (found.complete, found.partial, found.quarantined) == (3, 0, 1)
    assert found.told() == "Rests on 1 of 4 games; left out: 1 unfinished, 1 contradicting, 1 retracted."


def test_every_filter_is_an_option_of_the_command() -> None:
    options = {option for parameter in stats.params for option in parameter.opts}

    told = {"client": "source"}
    missing = {
        name for name in Filters().__struct_fields__ if f"--{told.get(name, name).replace('_', '-')}" not in options
    }
    assert missing == set()
