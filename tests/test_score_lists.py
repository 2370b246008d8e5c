"""What plays score by date lies beside the facts, so that statistics can hold plays against it."""

import datetime as dt
from pathlib import Path

import polars as pl

from dashboard.score_lists import laid_beside
from dashboard.workspace import Workspace
from events.base import CardId
from events.tape import migrate
from projector.boba.dbs import DbsList, DbsLists, score_table
from projector.statistics import BY_NAME
from projector.statistics.boba.scores import SCORES
from tests.expected import ROOT, shipped
from tests.made_tables import made

MARCH, APRIL = dt.date(2026, 3, 10), dt.date(2026, 4, 27)


def test_every_printing_scores_as_its_list_says_and_discounts_are_marked() -> None:
    cards = shipped()["boba"]
    discount = next(card for card, play in sorted(cards.plays.items()) if play.kind == "HTD")
    lists = DbsLists([DbsList(MARCH, {CardId("A:PL-1"): 7, discount: 5}), DbsList(APRIL, {})])

    table = score_table(lists, cards)

    assert table["valid_from"].unique().to_list() == [MARCH]
    first = table.filter(pl.col("card") == "A:PL-1").row(0, named=True)
    assert (first["dbs"], first["home_team_discount"]) == (7, False)
    assert table.filter("home_team_discount")["dbs"].unique().to_list() == [5]
    assert {cards.plays[card].name for card in table.filter(~pl.col("home_team_discount"))["card"]} == {
        cards.plays[CardId("A:PL-1")].name
    }


def test_a_workspace_lays_the_shipped_lists_beside_the_facts(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tape.db'}"
    migrate(database)

    with Workspace(database) as work:
        scores = work.tables("boba")[SCORES].collect()
        others = work.tables("challengers")

    assert set(scores["valid_from"]) == {MARCH, APRIL}
    assert scores.select("valid_from", "card").is_unique().all()
    assert scores.height > 500
    assert SCORES not in others


def test_plays_that_are_worth_more_than_they_cost_are_priced_too_low() -> None:
    """Of four plays at 10 points three are worth nothing; the fourth wins 76 of 80 games in which it is seen."""
    scores = {"P1": 10, "P2": 11, "P3": 12, "P4": 11, "P5": 13, "P6": 9}
    rows: dict[str, list[dict[str, object]]] = {"games": [], "seats": [], "appearances": []}
    number = 0
    for card in scores:
        for seen in (True, False):
            for again in range(400):
                won = again % 20 != 0 if card == "P4" and seen else again % 2 == 0
                seat: dict[str, object] = {"game": number, "seat": 1, "result": float(won)}
                played = dt.datetime(2026, 3, 20, tzinfo=dt.UTC)
                rows["games"].append({"game": number, "id": str(number), "counted": True, "played": played})
                rows["seats"].append(seat | {"deck": card, "counted": True, "plays_told": True})
                if seen:
                    rows["appearances"].append(seat | {"card": card, "kind": "play", "counted": True, "lineup": 1})
                number += 1
    table = pl.DataFrame(
        [
            {"valid_from": MARCH, "card": card, "dbs": dbs, "home_team_discount": card == "P6"}
            for card, dbs in scores.items()
        ]
    )
    held = [{"deck": card, "card": card, "kind": "play", "copies": 1} for card in scores]

    found = BY_NAME["scored_plays"].compute({**made(**rows, deck_cards=held), SCORES: table.lazy()})

    assert found.row(0, named=True)["card"] == "P4"
    assert found["priced"].to_list()[0] == "too low"
    assert found.filter("home_team_discount")["card"].to_list() == ["P6"]


def test_lists_lie_beside_bo_jackson_battle_arena_alone() -> None:
    assert set(laid_beside("boba", shipped()["boba"], ROOT / "data")) == {SCORES}
    assert laid_beside("challengers", None, ROOT / "data") == {}
