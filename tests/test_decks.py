"""Whether decks are legal: every rule broken and kept, dates, what stays unknown, and what would mend a deck."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from events.base import CardId
from projector.boba.cards import Catalogue, Hero, Play, play_key
from projector.boba.dbs import DbsLists
from projector.boba.decks import Deck, Difference, Told, Unresolved, diff, similar
from projector.boba.legality import RULES, Known, Report, check
from projector.boba.mending import mend
from tests.decks import formats, heroes, house, known, plays, shipped

MARCH, MAY = dt.date(2026, 3, 15), dt.date(2026, 5, 1)
HOUSES = ("afterglow", "bubble_and_super", "cold_front", "hex_control", "open_playbook", "steel_line")
EXTRAS = (165, 165, 170, 170, 175, 180, 185, 190, 195, 200)
DOGS = (CardId("A:HD-1"),) * 10


def checked(deck: Deck, format_id: str, on: dt.date = MAY, listed: frozenset[CardId] | None = None) -> Report:
    return check(deck, formats().formats[format_id], on, msgspec.structs.replace(known(), listed=listed))


def faults(deck: Deck, format_id: str, on: dt.date = MAY) -> list[tuple[str, str, str]]:
    return [(fault.rule, fault.found, fault.allowed) for fault in checked(deck, format_id, on).faults]


def replaced(deck: Deck, **lists: object) -> Deck:
    return msgspec.structs.replace(deck, **lists)


def of_power(power: int, number: int, besides: tuple[CardId, ...] = ()) -> tuple[CardId, ...]:
    return tuple(heroes(number, lambda hero: hero.power == power and hero.id not in besides, of_one_power=99))


def legal_deck(format_id: str) -> Deck:
    """A deck at the limits of a format."""
    weak = tuple(heroes(60, lambda hero: hero.power <= 160))
    standard, bonus = tuple(plays(30)), tuple(plays(5, "BPL"))
    decks: dict[str, Callable[[], Deck]] = {
        "rookie": lambda: Deck(tuple(heroes(60))),
        "substitution": lambda: Deck(tuple(heroes(60)), hot_dogs=DOGS),
        "double-blaster-sealed": lambda: Deck((weak[0],) * 40, (standard[0],) * 20, DOGS),
        "double-mega-sealed": lambda: Deck((weak[0],) * 40, (standard[0],) * 10 + (CardId("B:HTD-1"),) * 10, DOGS),
        "spec": lambda: Deck(weak, (*standard, *bonus), DOGS, sideboard=(*plays(45), *plays(25, "BPL"))),
        "spec-2026": lambda: Deck(weak, standard, DOGS, sideboard=tuple(plays(45))),
        "spec-plus": lambda: Deck((*weak, *extras()), (*standard, *bonus), DOGS),
        "apex-madness": lambda: Deck(tuple(heroes(70)), hot_dogs=DOGS[:4]),
        "hilo-madness": lambda: Deck(tuple(heroes(60)), hot_dogs=DOGS[:4]),
        "blast": lambda: Deck(tuple(heroes(30, of_one_power=3)), hot_dogs=DOGS),
    }
    return decks[format_id]() if format_id in decks else house("afterglow")


def extras() -> tuple[CardId, ...]:
    found: tuple[CardId, ...] = ()
    for power in EXTRAS:
        found += of_power(power, 1, found)
    return found


@pytest.mark.parametrize("format_id", list(formats().formats))
def test_a_deck_at_the_limits_of_a_format_is_legal(format_id: str) -> None:
    deck = legal_deck(format_id)

    report = checked(deck, format_id, listed=frozenset(deck.plays))

    assert (report.verdict, report.faults, report.questions) == ("legal", (), ())


@pytest.mark.parametrize("format_id", list(formats().formats))
def test_a_deck_without_a_card_is_legal_nowhere(format_id: str) -> None:
    found = faults(Deck(), format_id)

    least = formats().formats[format_id].heroes
    assert ("heroes", "0", str(least)) in found
    assert checked(Deck(), format_id).verdict == "illegal"


@pytest.mark.parametrize("name", HOUSES)
def test_a_house_deck_is_legal_in_sanctioned_playmaker(name: str) -> None:
    assert checked(house(name), "playmaker-sanctioned").verdict == "legal"


def rare_hero(deck: Deck) -> CardId:
    """A hero of whose power the deck has few."""
    powers = Counter(shipped().heroes[card].power for card in deck.heroes)
    return min(deck.heroes[:59], key=lambda card: powers[shipped().heroes[card].power])


PLAYMAKER = house("afterglow")
ILLEGAL: list[tuple[str, Deck, list[tuple[str, str, str]]]] = [
    ("playmaker", replaced(PLAYMAKER, heroes=PLAYMAKER.heroes[:59]), [("heroes", "59", "exactly 60")]),
    ("playmaker", replaced(PLAYMAKER, hot_dogs=DOGS + DOGS[:1]), [("hot-dogs", "11", "exactly 10")]),
    ("playmaker", replaced(PLAYMAKER, plays=PLAYMAKER.plays[:28]), [("plays", "28", "exactly 30")]),
    (
        "playmaker",
        replaced(PLAYMAKER, plays=(*PLAYMAKER.plays[:29], PLAYMAKER.plays[0])),
        [("play-once", "2 of one play", "at most 1")],
    ),
    (
        "playmaker",
        replaced(PLAYMAKER, heroes=(*PLAYMAKER.heroes[:59], rare_hero(PLAYMAKER))),
        [("variation", "2 of one variation", "at most 1")],
    ),
    (
        "rookie",
        Deck(tuple(heroes(53, lambda hero: hero.power != 150)) + of_power(150, 7)),
        [("one-power", "7 of power 150", "at most 6")],
    ),
    (
        "blast",
        Deck(tuple(heroes(26, lambda hero: hero.power != 150, 3)) + of_power(150, 4), hot_dogs=DOGS),
        [("one-power", "4 of power 150", "at most 3")],
    ),
    ("substitution", Deck(tuple(heroes(60)), hot_dogs=DOGS[:9]), [("hot-dogs", "9", "exactly 10")]),
    ("rookie", Deck(tuple(heroes(60)), hot_dogs=DOGS), [("hot-dogs", "10", "none")]),
    ("apex-madness", Deck(tuple(heroes(71)), hot_dogs=DOGS[:4]), [("heroes", "71", "60 to 70")]),
    ("hilo-madness", Deck(tuple(heroes(60)), hot_dogs=DOGS[:5]), [("hot-dogs", "5", "exactly 4")]),
    (
        "spec",
        replaced(legal_deck("spec"), heroes=(*legal_deck("spec").heroes[:59], *of_power(165, 1))),
        [("highest-power", "1 up to 165", "at most 160")],
    ),
    (
        "spec",
        replaced(legal_deck("spec"), sideboard=tuple(plays(46))),
        [("sideboard-plays", "46", "at most 45")],
    ),
    (
        "spec-2026",
        replaced(legal_deck("spec-2026"), plays=(*legal_deck("spec-2026").plays, *plays(1, "BPL"))),
        [("bonus-plays", "1", "none")],
    ),
    (
        "spec-2026",
        replaced(legal_deck("spec-2026"), plays=(*legal_deck("spec-2026").plays[:29], CardId("B:HTD-16"))),
        [("home-team-discounts", "1", "none")],
    ),
    (
        "spec-2026",
        replaced(legal_deck("spec-2026"), sideboard=tuple(plays(1, "BPL"))),
        [("sideboard-bonus-plays", "1", "none")],
    ),
    (
        "spec-plus",
        replaced(legal_deck("spec-plus"), heroes=legal_deck("spec-plus").heroes[1:]),
        [("core", "59", "exactly 60")],
    ),
    (
        "spec-plus",
        replaced(
            legal_deck("spec-plus"),
            heroes=(*legal_deck("spec-plus").heroes[:69], *of_power(195, 1, legal_deck("spec-plus").heroes)),
        ),
        [("extra-power", "2 of power 195", "at most 1")],
    ),
    ("playmaker", replaced(PLAYMAKER, sideboard=tuple(plays(2))), [("sideboard", "2", "none")]),
]


@pytest.mark.parametrize(("format_id", "deck", "expected"), ILLEGAL)
def test_one_broken_rule_is_the_one_fault(format_id: str, deck: Deck, expected: list[tuple[str, str, str]]) -> None:
    assert faults(deck, format_id) == expected


def test_too_much_power_is_illegal_in_elite_only() -> None:
    strong = sorted(shipped().heroes.values(), key=lambda hero: (-hero.power, hero.id))
    chosen: list[Hero] = []
    for hero in strong:
        if len(chosen) < 60 and sum(one.power == hero.power for one in chosen) < 6:
            chosen.append(hero)
    deck = replaced(PLAYMAKER, heroes=tuple(hero.id for hero in chosen))
    total = sum(hero.power for hero in chosen)

    assert ("total-power", str(total), "at most 8250") in faults(deck, "elite")
    assert "total-power" not in {rule for rule, _, _ in faults(deck, "playmaker")}


def test_a_discount_beside_its_play_is_a_fault_unless_duplicates_are_allowed() -> None:
    pair = (CardId("A:PL-73"), CardId("B:HTD-13"))
    others = plays(28, without=frozenset({play_key("Shooters Shoot")}))
    sealed = Deck(legal_deck("double-blaster-sealed").heroes, pair * 10, DOGS)

    assert faults(replaced(PLAYMAKER, plays=(*others, *pair)), "playmaker") == [
        ("discount-beside-play", "2 of one play", "at most 1")
    ]
    assert faults(sealed, "double-blaster-sealed") == []


def test_a_reprint_beside_its_play_is_a_fault() -> None:
    others = plays(28, without=frozenset({play_key("Shooters Shoot")}))
    deck = replaced(PLAYMAKER, plays=(*others, CardId("A:PL-73"), CardId("G:PL-84")))

    assert faults(deck, "playmaker") == [("play-once", "2 of one play", "at most 1")]


def test_a_bonus_play_beside_its_standard_play_is_a_fault() -> None:
    base = shipped().plays[PLAYMAKER.plays[0]]
    bonus = Play(CardId("X:BPL-1"), "X", "BPL-1", base.name, "BPL", 1, 5)
    cards = shipped().merged(Catalogue(plays=[bonus]))
    deck = replaced(PLAYMAKER, plays=(*PLAYMAKER.plays, bonus.id))

    report = check(deck, formats().formats["playmaker"], MAY, Known(cards, known().lists))

    assert [(fault.rule, fault.cards) for fault in report.faults] == [("bonus-beside-play", (base.id, bonus.id))]


def test_plays_off_the_list_of_an_event_are_faults_and_without_the_list_nothing_is_known() -> None:
    listed = frozenset(PLAYMAKER.plays[:29])

    off = checked(PLAYMAKER, "checklist", listed=listed)

    assert [(fault.rule, fault.cards) for fault in off.faults] == [("listed-plays", (PLAYMAKER.plays[29],))]
    assert checked(PLAYMAKER, "checklist").verdict == "unknown"


def test_a_format_out_of_its_dates_is_a_fault() -> None:
    deck = legal_deck("spec-2026")

    assert faults(deck, "spec-2026", dt.date(2025, 6, 1)) == [
        ("dates", "2025-06-01", "from 2026-01-01 until 2026-12-31")
    ]


def test_every_rule_is_tested() -> None:
    told = {rule for _, _, expected in ILLEGAL for rule, _, _ in expected}
    alone = {"total-power", "discount-beside-play", "bonus-beside-play", "listed-plays", "dates", "total-dbs"}

    assert told | alone == set(RULES)


def test_all_faults_are_told_at_once() -> None:
    deck = replaced(
        PLAYMAKER, heroes=PLAYMAKER.heroes[:50], plays=(*PLAYMAKER.plays[:20], PLAYMAKER.plays[0]), hot_dogs=()
    )

    assert faults(deck, "playmaker") == [
        ("heroes", "50", "exactly 60"),
        ("plays", "21", "exactly 30"),
        ("play-once", "2 of one play", "at most 1"),
        ("hot-dogs", "0", "exactly 10"),
    ]


# Scores by date


def by_change(direction: int, kind: str) -> list[CardId]:
    """The plays whose scores rose (1) or fell (-1) from one list to the other, most first, and those that stayed."""
    march, april = (known().lists.on(day, shipped()) for day in (MARCH, MAY))
    changes = {
        card: new - old
        for card in plays(270 if kind == "PL" else 75, kind)
        if (old := march.of(card)) is not None and (new := april.of(card)) is not None
    }
    fitting = [card for card in changes if direction * changes[card] >= 0]
    return sorted(fitting, key=lambda card: (-direction * changes[card], -(march.of(card) or 0), card))


def near_the_limit(direction: int) -> tuple[Deck, int, int]:
    """A deck of at most 1,000 points by one list and more by the other, and both totals: bonus plays fill it up."""
    march, april = (known().lists.on(day, shipped()) for day in (MARCH, MAY))
    before, after = (march, april) if direction == 1 else (april, march)
    standard, bonus = by_change(direction, "PL"), by_change(direction, "BPL")
    others = sorted(standard[11:], key=lambda card: (-(before.of(card) or 0), card))
    for dear in (others[skipped : skipped + 19] for skipped in range(40)):
        for start in range(len(bonus)):
            for end in range(start, min(len(bonus), start + 20)):
                chosen = (*standard[:11], *dear, *bonus[start:end])
                totals = [sum(scores.of(card) or 0 for card in chosen) for scores in (before, after)]
                if totals[0] <= 1000 < totals[1]:
                    return replaced(PLAYMAKER, plays=chosen), totals[0], totals[1]
    raise AssertionError("no such deck")


def test_a_deck_is_legal_by_the_list_of_march_and_not_by_that_of_april() -> None:
    deck, before, after = near_the_limit(1)
    sanctioned = [checked(deck, "playmaker-sanctioned", day) for day in (MARCH, MAY)]

    assert [report.verdict for report in sanctioned] == ["legal", "illegal"]
    assert [report.scores.total for report in sanctioned] == [before, after]
    assert [report.scores.list_of for report in sanctioned] == [dt.date(2026, 3, 10), dt.date(2026, 4, 27)]
    assert faults(deck, "playmaker-sanctioned", MAY) == [("total-dbs", str(after), "at most 1000")]
    assert faults(deck, "playmaker", MAY) == []


def test_a_deck_is_legal_by_the_list_of_april_and_not_by_that_of_march() -> None:
    deck, april, march = near_the_limit(-1)

    assert faults(deck, "playmaker-sanctioned", MARCH) == [("total-dbs", str(march), "at most 1000")]
    assert checked(deck, "playmaker-sanctioned", MAY).scores.total == april
    assert checked(deck, "playmaker-sanctioned", MAY).verdict == "legal"


def test_a_play_without_a_score_makes_a_sanctioned_deck_unknown_and_is_named() -> None:
    deck = replaced(PLAYMAKER, plays=(*PLAYMAKER.plays[:29], CardId("A:PL-92")))

    march, may = (checked(deck, "playmaker-sanctioned", day) for day in (MARCH, MAY))

    assert (march.verdict, march.scores.unknown) == ("unknown", ("A:PL-92",))
    assert [question.cards for question in march.questions] == [("A:PL-92",)]
    assert (may.verdict, may.scores.unknown) == ("legal", ())


def test_before_the_first_list_no_score_is_known() -> None:
    report = checked(PLAYMAKER, "playmaker-sanctioned", dt.date(2026, 1, 1))

    assert (report.verdict, report.scores.list_of, report.scores.total) == ("unknown", None, 0)
    assert len(report.scores.unknown) == 30


def test_what_is_known_to_score_too_much_is_illegal_whatever_the_rest_scores() -> None:
    dear = sorted(plays(270), key=lambda card: -(shipped().plays[card].dbs or 0))[:29]
    deck = replaced(PLAYMAKER, plays=(*dear, CardId("PH:PHI-38")))

    assert checked(deck, "playmaker-sanctioned").verdict == "illegal"


# What is not known


def test_a_card_the_catalogue_does_not_know_leaves_the_answer_open() -> None:
    deck = replaced(PLAYMAKER, heroes=(*PLAYMAKER.heroes[:59], CardId("Z:99")))

    report = checked(deck, "playmaker")

    assert report.verdict == "unknown"
    assert [(question.rule, question.cards) for question in report.questions] == [("one-power", ("Z:99",))]


def test_a_row_that_could_be_any_card_leaves_sizes_open() -> None:
    row = Unresolved(Told(name="???"))
    deck = replaced(PLAYMAKER, heroes=PLAYMAKER.heroes[:59], unresolved=(row,))

    report = checked(deck, "playmaker")

    assert report.verdict == "unknown"
    assert "Found 59 to 60, allowed is exactly 60" in [question.sentence for question in report.questions]
    assert faults(replaced(deck, heroes=deck.heroes[:58]), "playmaker") == [("heroes", "58 to 59", "exactly 60")]


def test_a_row_that_fits_two_printings_of_one_play_is_that_play() -> None:
    others = plays(29, without=frozenset({play_key("Shooters Shoot")}))
    row = Unresolved(Told(kind="play", name="Shooters Shoot"), 1, (CardId("A:PL-73"), CardId("G:PL-84")))

    report = checked(replaced(PLAYMAKER, plays=tuple(others), unresolved=(row,)), "playmaker-sanctioned")
    twice = replaced(PLAYMAKER, plays=(*others[:28], CardId("A:PL-73")), unresolved=(row,))

    assert report.verdict == "legal"
    assert 12 in [score.dbs for score in report.scores.plays if score.card not in others]
    assert faults(twice, "playmaker") == [("play-once", "2 of one play", "at most 1")]


def test_heroes_that_differ_in_set_or_variation_only_are_noted() -> None:
    one = Hero(CardId("X:1"), "X", "1", "Torque", "First Edition", "Base Set", "Fire", 120)
    other = msgspec.structs.replace(one, id=CardId("Y:1"), set_code="Y")
    cards = shipped().merged(Catalogue([one, other]))
    deck = replaced(PLAYMAKER, heroes=(*heroes(58, lambda hero: hero.power != 120), one.id, other.id))

    report = check(deck, formats().formats["playmaker"], MAY, Known(cards, known().lists))

    assert report.verdict == "legal"
    assert report.warnings == ("X:1, Y:1 differ in set or variation only; some events take them for one",)


def test_the_formats_a_deck_is_legal_in_are_told() -> None:
    every = formats().formats.values()

    report = check(PLAYMAKER, formats().formats["spec"], MAY, known(), every)

    assert report.legal_in == ("playmaker", "playmaker-sanctioned", "booster-box-sealed", "elite")
    assert report.unknown_in == ("checklist",)


# Injected faults


class Injury:
    """A legal deck into which faults are put, one by one, none of which makes another."""

    def __init__(self, deck: Deck, format_id: str, chance: random.Random) -> None:
        self.heroes, self.plays, self.hot_dogs = list(deck.heroes), list(deck.plays), list(deck.hot_dogs)
        self.sideboard = list(deck.sideboard)
        self.chance, self.format = chance, formats().formats[format_id]
        self.expected: Counter[tuple[str, str, str]] = Counter()
        self.kept: set[CardId] = set()
        self.powers = Counter(shipped().heroes[card].power for card in self.heroes)

    def deck(self) -> Deck:
        return Deck(tuple(self.heroes), tuple(self.plays), tuple(self.hot_dogs), tuple(self.sideboard))

    def power(self, card: CardId) -> int:
        return shipped().heroes[card].power

    def drop_hero(self) -> None:
        free = [card for card in self.heroes if card not in self.kept]
        card = self.chance.choice(free)
        self.heroes.remove(card)
        self.powers[self.power(card)] -= 1

    def bring_hero(self, card: CardId) -> None:
        self.heroes.append(card)
        self.powers[self.power(card)] += 1
        self.kept.add(card)

    def new_heroes(self, power: int) -> list[CardId]:
        return [card for card in of_power(power, 8) if card not in self.heroes]

    def hero_twice(self) -> None:
        most = self.format.of_one_power.most or 0
        card = self.chance.choice([one for one in self.heroes if self.powers[self.power(one)] < most - 1])
        self.kept.add(card)
        self.drop_hero()
        self.bring_hero(card)
        self.expected["variation", "2 of one variation", "at most 1"] += 1

    def one_power(self) -> None:
        most = self.format.of_one_power.most or 0
        power = self.chance.choice((100, 110, 120, 130))
        self.kept.update(card for card in self.heroes if self.power(card) == power)
        for card in self.new_heroes(power)[: most + 1 - self.powers[power]]:
            self.drop_hero()
            self.bring_hero(card)
        assert self.powers[power] == most + 1
        self.expected["one-power", f"{most + 1} of power {power}", f"at most {most}"] += 1

    def hero_too_strong(self) -> None:
        strong = self.chance.sample(of_power(180, 6), 2)
        for card in strong:
            self.drop_hero()
            self.bring_hero(card)
        self.expected["highest-power", "2 up to 180", "at most 160"] += 1

    def heroes_missing(self) -> None:
        number = self.chance.randint(1, 5)
        for _ in range(number):
            self.drop_hero()
        self.expected["heroes", str(60 - number), "exactly 60"] += 1

    def free_plays(self) -> list[CardId]:
        return [play for play in self.plays if play not in self.kept and shipped().plays[play].kind != "BPL"]

    def swap_play(self, card: CardId) -> None:
        self.plays.remove(self.chance.choice(self.free_plays()))
        self.plays.append(card)
        self.kept.add(card)

    def play_twice(self) -> None:
        card = self.chance.choice(self.free_plays())
        self.kept.add(card)
        self.swap_play(card)
        self.expected["play-once", "2 of one play", "at most 1"] += 1

    def discount_beside(self) -> None:
        pairs = [
            (play.id, base)
            for play in shipped().plays.values()
            if play.kind == "HTD"
            for base in self.plays
            if play_key(shipped().name_of(base)) == play_key(play.name)
            and shipped().plays[base].kind == "PL"
            and base not in self.kept
        ]
        if not pairs:
            return
        card, base = self.chance.choice(pairs)
        self.kept.add(base)
        self.swap_play(card)
        self.expected["discount-beside-play", "2 of one play", "at most 1"] += 1
        if not self.format.home_team_discounts:
            self.expected["home-team-discounts", "1", "none"] += 1

    def plays_missing(self) -> None:
        number = self.chance.randint(1, 5)
        for card in self.chance.sample(self.free_plays(), number):
            self.plays.remove(card)
        self.expected["plays", str(30 - number), "exactly 30"] += 1

    def hot_dogs_too_many(self) -> None:
        number = self.chance.randint(1, 5)
        self.hot_dogs += DOGS[:number]
        self.expected["hot-dogs", str(10 + number), "exactly 10"] += 1

    def sideboard_too_large(self) -> None:
        allowed = self.format.sideboard
        most = 0 if allowed is None else allowed.plays.most or 0
        self.sideboard = plays(most + 3)
        rule = "sideboard" if allowed is None else "sideboard-plays"
        self.expected[rule, str(most + 3), f"at most {most}" if most else "none"] += 1

    def dear_plays(self) -> None:
        """Whether the scores are too high then, plain addition tells."""
        names = {play_key(shipped().name_of(card)) for card in self.plays}
        dear = sorted(plays(200, without=frozenset(names)), key=lambda card: -(shipped().plays[card].dbs or 0))
        for card in dear[: self.chance.randint(1, 6)]:
            self.swap_play(card)


@pytest.mark.parametrize("part", range(4))
def test_the_check_names_exactly_the_injected_faults(part: int) -> None:
    bases = {name: legal_deck(name) for name in ("spec-2026", "spec", "rookie")}
    chance = random.Random(part)  # noqa: S311 (a test's dice)
    told: Counter[int] = Counter()
    for _ in range(500):
        format_id = chance.choice(("playmaker-sanctioned", "spec-2026", "spec"))
        base = house(chance.choice(HOUSES)) if format_id == "playmaker-sanctioned" else bases[format_id]
        injury = Injury(base, format_id, chance)
        ways = [injury.hero_twice, injury.one_power, injury.heroes_missing, injury.play_twice, injury.discount_beside]
        ways += [injury.plays_missing, injury.hot_dogs_too_many, injury.sideboard_too_large, injury.dear_plays]
        ways += [injury.hero_too_strong] if injury.format.highest_power else []
        for way in sorted(chance.sample(ways, chance.randint(1, 4)), key=ways.index):
            way()
        total = sum(shipped().plays[card].dbs or 0 for card in injury.plays)
        if injury.format.total_dbs is not None and total > 1000:
            injury.expected["total-dbs", str(total), "at most 1000"] += 1

        assert Counter(faults(injury.deck(), format_id)) == injury.expected, (format_id, injury.deck())
        told[len(injury.expected)] += 1
    assert min(told[number] for number in (1, 2, 3)) > 20


# Mending


@pytest.mark.parametrize("format_id", [one for one in formats().formats if one != "checklist"])
def test_the_changes_make_every_house_deck_legal_in_every_format(format_id: str) -> None:
    told = formats().formats[format_id]
    for name in HOUSES:
        mending = mend(house(name), told, MAY, known())

        assert check(mending.deck, told, MAY, known()).verdict == mending.verdict == "legal"
        out = Counter(card for change in mending.changes for card in change.take_out)
        put = Counter(card for change in mending.changes for card in change.put_in)
        difference = diff(house(name), mending.deck)
        assert dict(difference.taken_out) == dict(out - put)
        assert dict(difference.put_in) == dict(put - out)


def test_a_legal_deck_needs_no_changes() -> None:
    assert mend(PLAYMAKER, formats().formats["playmaker"], MAY, known()).changes == ()


@pytest.mark.parametrize(("format_id", "deck", "expected"), ILLEGAL)
def test_each_illegal_example_is_mended(format_id: str, deck: Deck, expected: list[tuple[str, str, str]]) -> None:
    mending = mend(deck, formats().formats[format_id], MAY, known())

    assert mending.verdict == "legal"
    assert mending.changes[0].rule == expected[0][0]


def test_too_many_points_are_mended_by_the_fewest_swaps() -> None:
    deck, _, after = near_the_limit(1)

    mending = mend(deck, formats().formats["playmaker-sanctioned"], MAY, known())

    (change,) = mending.changes
    scores = known().lists.on(MAY, shipped())
    saved = sum(scores.of(card) or 0 for card in change.take_out) - sum(scores.of(card) or 0 for card in change.put_in)
    one_less = sorted((scores.of(card) or 0 for card in deck.plays), reverse=True)[: len(change.take_out) - 1]
    assert after - sum(one_less) > 1000, "fewer cards could have been enough, even against plays that score nothing"
    assert after - saved <= 1000
    assert mending.verdict == "legal"


def test_what_cannot_be_mended_is_left_and_said() -> None:
    mending = mend(Deck(), formats().formats["playmaker"], MAY, Known(Catalogue(), DbsLists()))

    assert (mending.changes, mending.verdict) == ((), "illegal")


# Comparing decks


def test_a_difference_turns_one_deck_into_the_other() -> None:
    one = Deck((CardId("A:1"), CardId("A:1")), (CardId("A:PL-1"),))
    other = Deck((CardId("A:1"),), (CardId("A:PL-1"), CardId("A:PL-2")))

    assert diff(one, other) == Difference(((CardId("A:1"), 1),), ((CardId("A:PL-2"), 1),), 2)
    assert diff(one, one) == Difference((), (), 3)


def test_likeness_is_what_both_have_of_what_either_has() -> None:
    one = Deck((CardId("A:BF-1"), CardId("A:BF-2")), (CardId("A:PL-73"),))
    reprint = Deck((CardId("A:BF-1"), CardId("A:BF-3")), (CardId("G:PL-84"),))
    discount = Deck((CardId("A:BF-1"), CardId("A:BF-2")), (CardId("B:HTD-13"),))

    found = similar(one, {"reprint": reprint, "same": one, "discount": discount, "empty": Deck()}, shipped())

    assert [(like.name, like.likeness, like.common) for like in found] == [
        ("same", 1.0, 3),
        ("discount", 0.5, 2),
        ("reprint", 0.5, 2),
        ("empty", 0.0, 0),
    ]


def test_weights_say_what_counts() -> None:
    one, other = Deck((CardId("A:1"),), hot_dogs=DOGS), Deck((CardId("A:2"),), hot_dogs=DOGS)
    decks = {"other": other}

    assert similar(one, decks, shipped())[0].likeness == 0.0
    assert similar(one, decks, shipped(), {"hero": 0.0, "hot_dog": 1.0})[0].likeness == 1.0
