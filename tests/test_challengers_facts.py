"""The catalogue of Challengers!, the facts of its games, and what each seat sees of them."""

from collections import Counter

import msgspec
import polars as pl
import pytest

from events.base import CardId, RecordingId
from events.challengers import (
    CardDescribed,
    CardRevealed,
    CardsDrawn,
    CardsKept,
    CardsRedrawn,
    CardsRemoved,
    ChoiceMade,
    DeckReady,
    SeatShown,
    TournamentEnded,
    TrophyTaken,
)
from ingest.selfplay.challengers import simulate
from ingest.selfplay.challengers_effects import EffectsError, HouseEffects
from projector.challengers import GAME
from projector.challengers.cards import read_cards
from projector.challengers.facts import MATCH_COLUMNS, PICK_COLUMNS, SEAT_COLUMNS
from projector.challengers.fog import UNSEEN_CARD, mask
from projector.challengers.plans import Plans
from projector.facts import FactTables
from tests.test_challengers_rules import CARDS, DATA, DRAWN, DUEL, SEVENTH, cs, fold, rounds, start, won

CSV = b"set,set_name,level,number,name,name_fr,power,copies,plain\n"


# The catalogue


def test_the_catalogue_holds_what_is_in_the_box() -> None:
    cards = CARDS.cards.values()

    assert (len(CARDS.cards), sum(card.is_plain for card in cards)) == (75, 25)
    assert CARDS.sets == ("CITY", "CASTLE", "SHIPWRECK", "FILM", "HAUNTED", "SPACE", "FUNFAIR")
    assert Counter(card.level for card in cards) == {"A": 25, "B": 26, "C": 20, "S": 4}
    assert sum(card.copies for card in cards if card.level == "S") == 8 * len(CARDS.starter_deck())
    assert [CARDS.cards[card].power for card in CARDS.starter_deck()] == [1, 1, 1, 2, 3, 4]


def test_every_plan_seats_everybody_once_a_round() -> None:
    for seats, setup in CARDS.plans.setups.items():
        assert len(setup.pairings) == len(setup.draws) == setup.rounds == 7
        for pairings in setup.pairings:
            assert sorted(seat for pairing in pairings for seat in pairing.seats) == list(range(1, seats + 1))
            assert len({pairing.park for pairing in pairings}) == seats // 2


def test_eight_seats_meet_once_each() -> None:
    setup = CARDS.plans.setups[8]
    met = Counter(tuple(sorted(pairing.seats)) for pairings in setup.pairings for pairing in pairings)

    assert (len(met), set(met.values())) == (28, {1})


def test_a_bad_line_of_cards_is_named() -> None:
    with pytest.raises(ValueError, match="Line 3 is no card: power is 'two', expected a number from 0 to 999"):
        read_cards(CSV + b"X,X,A,1,One,Un,1,4,\nX,X,A,2,Two,Deux,two,4,\n")
    with pytest.raises(ValueError, match="Line 3: two cards have the id X:A1"):
        read_cards(CSV + b"X,X,A,1,One,Un,1,4,\nX,X,A,1,Two,Deux,2,4,\n")


def test_bad_plans_are_told() -> None:
    with pytest.raises(ValueError, match=r'"3 D" is no draw|\'3 D\' is no draw'):
        Plans.read(b'draws = [["3 D"]]\nplan = []', b"fans = [[1]]")
    with pytest.raises(ValueError, match="'blue 1-2' is no pairing; expected for instance \"green 1-4\""):
        Plans.read(b'draws = []\nplan = [{seats = 2, rounds = ["blue 1-2"]}]', b"fans = [[1]]")
    with pytest.raises(ValueError, match="No tournament plans: KeyError"):
        Plans.read(b"draws = []", b"fans = [[1]]")


def test_the_house_pack_names_cards_there_are_and_refuses_what_it_does_not_know() -> None:
    data = (DATA / "house_effects.toml").read_bytes()
    acting = {line.split('"')[1] for line in data.decode().splitlines() if line.startswith("card")}

    assert acting <= set(CARDS.cards)
    assert [effect.amount for effect in HouseEffects.read(data, CARDS).of(CardId("CITY:C1"), "won")] == [2]
    with pytest.raises(EffectsError, match="effect 1: Invalid enum value 'dance'"):
        HouseEffects.read(b'[[effect]]\ncard = "CITY:A1"\non = "reveal"\ndo = "dance"\namount = 1\n', CARDS)


# The rows


def test_a_duel_as_rows() -> None:
    rows = GAME.rows(fold([*DUEL, TournamentEnded(1, "fans", (22, 12))]))

    assert [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in rows["seats"]] == [
        {
            "seat": seat,
            "player": None,
            "bot": False,
            "fans": fans,
            "trophies": trophies,
            "in_final": None,
            "deck_size": 6,
            "result": result,
            "deck_names": 4,
        }
        for seat, fans, trophies, result in ((1, 22, 5, 1.0), (2, 12, 2, 0.0))
    ]
    assert [row[:9] for row in rows["matches"]][3:5] == [
        (4, "green", False, 1, 2, 1, "trophy", 2, "concession"),
        (5, "green", False, 1, 2, 2, "trophy", 1, "concession"),
    ]


def test_a_match_as_a_row() -> None:
    (row,) = GAME.rows(fold([*SEVENTH, won(2)]))["matches"]
    found = dict(zip(MATCH_COLUMNS, row, strict=True))

    assert (found["winner"], found["reason"], found["deck_1"], found["deck_2"]) == (2, "bench_full", 10, 9)
    assert (found["revealed_1"], found["flags_1"], found["names_benched_1"]) == (9, 3, 6)
    assert (found["revealed_2"], found["flags_2"], found["names_benched_2"]) == (4, 4, 1)


def test_every_card_that_was_drawn_is_a_row() -> None:
    anew = CardsRedrawn(1, 1, "A", cs("CITY:A1 CITY:A2 CASTLE:A1 CASTLE:A2"), cs("FILM:A1 FILM:A1 FILM:A2 -"))
    game = [*DRAWN, CardsKept(1, 1, cs("CITY:A1")), anew, CardsKept(1, 1, cs("FILM:A2")), DeckReady(1, 1)]
    picks = [dict(zip(PICK_COLUMNS, row, strict=True)) for row in GAME.rows(fold(game))["picks"]]

    assert [(pick["card"], pick["kept"], pick["redrawn"]) for pick in picks] == [
        ("CITY:A1", True, False),
        ("CITY:A1", False, False),
        ("CITY:A2", False, False),
        ("CASTLE:A1", False, False),
        ("CASTLE:A2", False, False),
        ("FILM:A2", True, True),
        ("FILM:A1", False, True),
        ("FILM:A1", False, True),
        (None, False, True),
    ]


# What each seat sees


def test_a_deck_phase_is_seen_by_its_seat_alone() -> None:
    game = [start(), CardsDrawn(1, 1, "A", cs("CITY:A1 CITY:A2")), CardsKept(1, 1, cs("CITY:A1"))]
    game += [CardsRemoved(1, 1, cs("N")), DeckReady(1, 1, cs("N CITY:A1")), SeatShown(1, cs("N CITY:A1"), 3)]

    assert mask(game, 1) == game
    for seat in (0, 2):
        assert mask(game, seat) == [
            game[0],
            CardsDrawn(1, 1, "A", (None, None)),
            CardsKept(1, 1, (None,)),
            CardsRemoved(1, 1, (None,)),
            DeckReady(1, 1, (None, None)),
            SeatShown(1, (None, None)),
        ]


def test_a_trophy_is_face_down_but_in_a_duel() -> None:
    taken = TrophyTaken(1, "green", 1, 2)

    assert [mask([start(), taken], seat)[1] for seat in (0, 1, 2)] == [
        TrophyTaken(1, "green", 1),
        taken,
        TrophyTaken(1, "green", 1),
    ]
    assert mask([start(2), taken], 2)[1] == taken


def test_a_secret_choice_and_a_described_card_that_nobody_saw_are_hidden() -> None:
    choice = ChoiceMade(1, 1, cards=cs("N"), number=3, secret=True)
    described = [CardDescribed(CardId("X:1"), "Van"), CardDescribed(CardId("X:2"), "Bus")]

    masked = mask([start(), *described, choice, CardRevealed(1, "green", 1, CardId("X:1"))], 2)

    assert masked[1:4] == [described[0], CardDescribed(UNSEEN_CARD), ChoiceMade(1, 1, cards=(None,), secret=True)]


def test_a_hidden_removal_leaves_the_size_of_a_deck_and_no_card_certain() -> None:
    game = mask([start(), CardsRemoved(1, 1, cs("N")), DeckReady(1, 1)], 2)

    assert fold(game).seats[0].deck == [None] * 5


def test_a_game_without_its_start_has_unknown_players() -> None:
    summary = GAME.summary(fold(rounds((1, 2))[1:]))

    assert (summary.players, summary.winner, summary.status) == ((None,) * 8, None, "quarantined")


def test_a_view_is_plain_json_and_names_its_cards() -> None:
    shown = GAME.view(fold(SEVENTH))

    assert msgspec.json.decode(msgspec.json.encode(shown))["matches"][0]["sides"][0]["bench_seats"] == 6
    assert {"CITY:S1", "CITY:C1", "CITY:B1"} <= GAME.cards_in(shown)


# The tables


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    """The tables of tournaments of house bots, of one to eight players."""
    facts = FactTables(GAME, CARDS)
    for players in range(1, 9):
        for number, events in enumerate(simulate(1, players, CARDS, players=players)):
            facts.add(RecordingId(f"{players}/{number}"), events)
    return {name: table.collect() for name, table in facts.tables().items()}


def test_every_card_of_a_deck_is_a_row_of_its_match_whether_it_was_revealed_or_not(
    tables: dict[str, pl.DataFrame],
) -> None:
    matches, reveals = tables["matches"], tables["reveals"]

    for place in (1, 2):
        summed = reveals.group_by("game", "round", "park", "seat").agg(pl.col("in_deck", "revealed").sum())
        met = matches.join(
            summed, left_on=["game", "round", "park", f"seat_{place}"], right_on=["game", "round", "park", "seat"]
        )
        assert met.height == matches.height
        assert (met["in_deck"] == met[f"deck_{place}"]).all()
        assert (met["revealed"] == met[f"revealed_{place}"]).all()
    assert (reveals["revealed"] == 0).any()


def test_a_card_s_round_is_the_one_it_was_kept_in_last(tables: dict[str, pl.DataFrame]) -> None:
    kept = tables["picks"].filter("kept").group_by("game", "seat", "card").agg(pl.col("round").alias("rounds"))

    found = tables["reveals"].join(kept, on=["game", "seat", "card"], how="left")

    for row in found.select("round", "kept_in", "rounds").iter_rows(named=True):
        assert row["kept_in"] == max((it for it in row["rounds"] or () if it <= row["round"]), default=0)


def test_counters_of_a_tournament_are_counts_of_its_matches(tables: dict[str, pl.DataFrame]) -> None:
    matches = tables["matches"]

    for game in tables["games"].iter_rows(named=True):
        its = matches.filter(pl.col("game") == game["game"])
        assert game["starter_fought"] == its.height
        assert game["starter_won"] == its.filter(pl.col("starter") == pl.col("winner")).height
        assert game["bench_full"] == its.filter(pl.col("reason") == "bench_full").height
        assert game["out_of_cards"] == its.filter(pl.col("reason") == "out_of_cards").height


def test_the_results_of_both_sides_of_a_match_are_one(tables: dict[str, pl.DataFrame]) -> None:
    one_each = tables["reveals"].unique(["game", "round", "park", "seat"])

    assert (one_each.group_by("game", "round", "park").agg(pl.col("result").sum())["result"] == 1.0).all()


def test_a_deck_has_as_many_names_as_cards_of_different_names(tables: dict[str, pl.DataFrame]) -> None:
    first = tables["matches"].filter((pl.col("round") == 1) & (pl.col("game") == 7)).row(0, named=True)
    cards = tables["reveals"].filter(
        (pl.col("round") == 1) & (pl.col("game") == first["game"]) & (pl.col("seat") == first["seat_1"])
    )["card"]

    assert first["names_1"] == len({CARDS.cards[card].name for card in cards})
