"""House bots play legal games: seeded, different from each other, and told completely."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from events.base import CardId
from events.boba import (
    BattleResolved,
    CoinFlipped,
    GameEnded,
    GameStarted,
    HeroesDrawn,
    HeroesPlaced,
    HeroesRevealed,
    HeroSubstituted,
    HotDogsRecovered,
    Mode,
    Passed,
    PlayRun,
    PlaysDrawn,
    PowerChanged,
    StarterFound,
    SubstitutionDeclined,
    SuddenDeathRevealed,
)
from ingest.selfplay.boba import simulate
from ingest.selfplay.bots import BOTS
from ingest.selfplay.decks import HouseDeck, house_decks
from ingest.selfplay.plays import Effect, PlainPlays, Prospect, plain_plays
from projector.boba.cards import Catalogue
from projector.boba.fold import fold
from projector.boba.modes import MODES
from tests.strategies import CARDS, DECKS, PLAYS, SHIPPED

EVERY_MODE: tuple[Mode, ...] = ("rookie", "substitution", "playmaker")


@pytest.mark.parametrize("mode", EVERY_MODE)
def test_every_game_is_legal_and_whole(mode: Mode) -> None:
    for events in simulate(mode, 100, "legal", CARDS, decks=DECKS, plays=PLAYS):
        state = fold(CARDS, events)

        assert (state.findings, state.doubts) == ([], [])
        assert isinstance(events[-1], GameEnded)


def test_game_n_is_the_same_whatever_number_is_asked_for() -> None:
    three = list(simulate("playmaker", 3, 7, CARDS, decks=DECKS, plays=PLAYS))
    many = list(islice(simulate("playmaker", 1_000, 7, CARDS, decks=DECKS, plays=PLAYS), 3))

    assert three == many
    assert three[0] != three[1]


def test_another_seed_gives_another_game() -> None:
    (one,) = simulate("rookie", 1, "a", CARDS, decks=DECKS)
    (other,) = simulate("rookie", 1, "b", CARDS, decks=DECKS)

    assert one != other


def test_a_game_says_that_bots_played_it_and_with_which_numbers() -> None:
    first, second = simulate("substitution", 2, 1, CARDS, decks=DECKS)

    started, later = first[0], second[0]
    assert isinstance(started, GameStarted)
    assert isinstance(later, GameStarted)
    assert started.simulated
    assert started.setup == MODES["substitution"]
    assert {seated.player for seated in (*started.seats, *later.seats)} <= {bot.name for bot in BOTS}
    assert started.at is not None
    assert later.at is not None
    assert (started.at.isoformat(), (later.at - started.at).total_seconds()) == ("2025-01-01T00:00:00+00:00", 600)


def test_a_seat_brings_what_the_mode_needs() -> None:
    sizes = {}
    for mode in EVERY_MODE:
        (events,) = simulate(mode, 1, 1, CARDS, decks=DECKS)
        started = events[0]
        assert isinstance(started, GameStarted)
        deck = started.seats[0].deck
        assert deck is not None
        sizes[mode] = [len(cards or ()) for cards in (deck.heroes, deck.plays, deck.hot_dogs)]

    assert sizes == {"rookie": [60, 0, 0], "substitution": [60, 0, 10], "playmaker": [60, 30, 10]}


def test_playmaker_games_tell_every_kind_of_event() -> None:
    kinds: Counter[type] = Counter()
    for events in simulate("playmaker", 50, 1, CARDS, decks=DECKS, plays=PLAYS):
        kinds.update(type(event) for event in events)

    assert set(kinds) >= {
        StarterFound,
        HeroesPlaced,
        HeroesDrawn,
        PlaysDrawn,
        HeroSubstituted,
        SubstitutionDeclined,
        HeroesRevealed,
        PlayRun,
        Passed,
        PowerChanged,
        CoinFlipped,
        HotDogsRecovered,
        BattleResolved,
    }


def test_equal_dice_are_rolled_again() -> None:
    rolls = [
        event.rolls
        for events in simulate("rookie", 40, 1, CARDS, decks=DECKS)
        for event in events
        if isinstance(event, StarterFound)
    ]

    assert max(len(thrown) for thrown in rolls) > 1
    assert all(first == second for thrown in rolls for first, second in thrown[:-1])


def test_some_tables_place_their_heroes_before_the_direction_is_known() -> None:
    orders = {
        event.order
        for events in simulate("rookie", 40, 1, CARDS, decks=DECKS)
        for event in events
        if isinstance(event, HeroesPlaced)
    }

    assert orders == {"battle", "table"}


def battles_of(ends: str) -> set[int]:
    setup = msgspec.convert({**msgspec.structs.asdict(MODES["rookie"]), "ends": ends}, type(MODES["rookie"]))
    return {
        sum(isinstance(event, BattleResolved) for event in events)
        for events in simulate("rookie", 60, 1, CARDS, decks=DECKS, setup=setup)
    }


def test_a_table_that_plays_on_fights_all_battles() -> None:
    assert battles_of("after_all_battles") == {7}
    assert min(battles_of("at_clinch")) == 4


def test_low_power_wins_where_the_setup_says_so() -> None:
    setup = msgspec.structs.replace(MODES["rookie"], winning_power="low")

    for events in simulate("rookie", 20, 1, CARDS, decks=DECKS, setup=setup):
        for event in events:
            if isinstance(event, BattleResolved) and event.winner != "draw":
                one, two = event.powers
                assert one is not None
                assert two is not None
                assert event.winner == (1 if one < two else 2)


def test_a_tied_game_goes_to_sudden_death_where_it_must_not_stand() -> None:
    setup = msgspec.structs.replace(MODES["rookie"], tied_game="sudden_death", battles=2)
    games = list(simulate("rookie", 60, 1, CARDS, decks=DECKS, setup=setup))
    sudden = [events for events in games if any(isinstance(event, SuddenDeathRevealed) for event in events)]

    assert sudden
    assert all(isinstance(events[-1], GameEnded) and events[-1].reason == "sudden_death" for events in sudden)
    assert all(fold(CARDS, events).findings == [] for events in games)


def test_a_deck_that_runs_out_in_sudden_death_leaves_the_game_tied() -> None:
    twins = HouseDeck("Twins", DECKS[0].heroes[:1] * 9)
    setup = msgspec.structs.replace(MODES["rookie"], hero_deck=9, tied_game="sudden_death")

    (events,) = simulate("rookie", 1, 1, CARDS, decks=[twins], setup=setup)

    assert sum(isinstance(event, SuddenDeathRevealed) for event in events) == 2
    assert events[-1] == GameEnded(winner="draw", reason="tie", trophies=(0, 0))
    assert fold(CARDS, events).findings == []


def test_a_deck_that_is_too_small_is_refused() -> None:
    small = HouseDeck("Small", DECKS[0].heroes)

    with pytest.raises(ValueError, match="Small has 0 hot dogs, the setup asks for 10"):
        next(simulate("substitution", 1, 1, CARDS, decks=[small]))


def test_bots_play_in_different_ways() -> None:
    told: dict[str, Counter[str]] = {}
    for bot in BOTS:
        counts: Counter[str] = Counter()
        for events in simulate("playmaker", 30, 1, CARDS, decks=DECKS, plays=PLAYS, players=[bot]):
            counts.update(type(event).__name__ for event in events)
        told[bot.name] = counts

    assert told["bot-rush"]["HeroSubstituted"] > told["bot-thrift"]["HeroSubstituted"]
    assert len({counts["PlayRun"] for counts in told.values()}) == 3


def test_counting_the_odds_beats_hot_blood() -> None:
    rush, _, odds = BOTS
    wins: Counter[str | None] = Counter()
    for events in simulate("playmaker", 300, 1, CARDS, decks=DECKS, plays=PLAYS, players=[rush, odds]):
        started, ended = events[0], events[-1]
        assert isinstance(started, GameStarted)
        assert isinstance(ended, GameEnded)
        one, two = (seated.player for seated in started.seats)
        if one != two and ended.winner in {1, 2}:
            wins[one if ended.winner == 1 else two] += 1

    assert wins["bot-odds"] > wins["bot-rush"]


def test_house_decks_are_read_by_file_name() -> None:
    assert [deck.name for deck in DECKS][:2] == ["Afterglow", "Bubble and Super"]
    assert all(len(deck.heroes) == 60 for deck in DECKS)


def test_a_deck_of_unknown_cards_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"name": "Mine", "heroes": ["A:none"]}')

    with pytest.raises(ValueError, match=r"mine\.json names A:none, expected cards of the catalogue"):
        house_decks(tmp_path, Catalogue())


def test_what_a_play_may_bring_counts_every_coin() -> None:
    play = CardId("X:1")
    plays = PlainPlays({play: (Effect(flip=2, each_heads=(Effect(power=5),), all_tails=(Effect(power=-40),)),)})

    assert sorted((prospect.power, prospect.chance) for prospect in plays.prospects(play, "Fire", "Ice")) == [
        (-40, 0.25),
        (5, 0.5),
        (10, 0.25),
    ]


def test_what_a_play_may_bring_depends_on_the_weapons() -> None:
    plays = plain_plays(SHIPPED / "plain_plays.json")

    assert plays.prospects(CardId("U:PL-90"), "Fire", "Ice") == (Prospect(1.0, 20, 0, 0),)  # Ice Pick
    assert plays.prospects(CardId("U:PL-90"), "Fire", "Steel") == (Prospect(1.0, 0, 0, 0),)
    assert plays.prospects(CardId("X:none"), "Fire", "Steel") == ()


def test_a_seat_cannot_see_what_the_other_holds() -> None:
    seen: list[tuple[object, ...]] = []

    def spy(sight: object, heroes: list[CardId], _: Random) -> list[CardId]:
        theirs = sight.theirs  # type: ignore[attr-defined]
        seen.append(tuple(getattr(theirs, name) for name in theirs.__slots__))
        return list(heroes)

    spying = msgspec.structs.replace(BOTS[0], place=spy)
    next(simulate("playmaker", 1, 1, CARDS, decks=DECKS, plays=PLAYS, players=[spying]))

    assert all(value is None or isinstance(value, int) for values in seen for value in values)
