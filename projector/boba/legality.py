"""Checks a deck against a format: every fault at once, what stays open, and what its plays score.

The answer is *legal*, *illegal* (some rule is broken whatever the unknown cards are) or *unknown* (no rule is broken by
what is known, and something that is not known decides).
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar

import msgspec

from events.base import CardId
from projector.boba.cards import Catalogue, Hero, name_key, play_key
from projector.boba.dbs import DbsLists
from projector.boba.decks import Deck, Unresolved
from projector.boba.formats import Format, Range

Verdict: TypeAlias = Literal["legal", "illegal", "unknown"]
Fact = TypeVar("Fact", bound=Hashable)

RULES = {
    "dates": "A format is played between its dates",
    "heroes": "A hero deck holds as many heroes as the format says",
    "core": "The core of a hero deck holds as many heroes of low power as the format says",
    "one-power": "Of one printed power only so many heroes may be brought",
    "extra-power": "Beside the core only so many heroes of each higher power may be brought",
    "highest-power": "No hero may be stronger than the format allows",
    "total-power": "The printed powers of all heroes together may not exceed the format's limit",
    "variation": "Each variation of a hero may be brought once",
    "plays": "A playbook holds as many plays as the format says, bonus plays not counted",
    "bonus-plays": "A playbook holds as many bonus plays as the format says",
    "play-once": "Each play may be brought once; reprints of one name are one play",
    "discount-beside-play": "A home team discount and its base play are one play",
    "bonus-beside-play": "A bonus play and the standard play of its name are one play",
    "home-team-discounts": "The format has no home team discounts",
    "listed-plays": "Only plays on the event's list may be brought",
    "total-dbs": "The deck balancing scores of all plays together may not exceed the format's limit",
    "hot-dogs": "A hot dog deck holds as many hot dogs as the format says",
    "sideboard": "The format has no sideboard",
    "sideboard-plays": "A sideboard holds as many standard plays as the format says",
    "sideboard-bonus-plays": "A sideboard holds as many bonus plays as the format says",
}


class Fault(msgspec.Struct, frozen=True):
    """A broken rule: the cards it is about, what was found, what is allowed. `excess` below 0: so many are missing."""

    rule: str
    cards: tuple[CardId, ...]
    found: str
    allowed: str
    excess: int

    @property
    def sentence(self) -> str:
        return RULES[self.rule]


class Question(msgspec.Struct, frozen=True):
    """What cannot be judged, and what one would have to know."""

    rule: str
    cards: tuple[CardId, ...]
    sentence: str


class PlayScore(msgspec.Struct, frozen=True):
    """What a play scores, each copy; None is unknown."""

    card: CardId
    count: int
    dbs: int | None


class ScoreSheet(msgspec.Struct, frozen=True):
    """The deck balancing scores of a deck by the list of a day. `total` leaves out the plays in `unknown`."""

    list_of: dt.date | None
    total: int
    plays: tuple[PlayScore, ...]
    unknown: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """What a check found. `legal_in` are the formats that were asked for and in which the deck is legal."""

    format: str
    on: dt.date
    verdict: Verdict
    faults: tuple[Fault, ...]
    questions: tuple[Question, ...]
    warnings: tuple[str, ...]
    scores: ScoreSheet
    legal_in: tuple[str, ...] = ()
    unknown_in: tuple[str, ...] = ()


class Known(msgspec.Struct, frozen=True):
    """What a check knows: the catalogue, the lists of scores and, of an event that publishes one, its list of plays."""

    cards: Catalogue
    lists: DbsLists
    listed: frozenset[CardId] | None = None


def check(deck: Deck, told: Format, on: dt.date, known: Known, others: Iterable[Format] = ()) -> Report:
    """Judge a deck for a format on a day; `others` are formats to say of whether the deck is legal in them too."""
    found = _Check(deck, told, on, known)
    verdicts = {other.id: _Check(deck, other, on, known).verdict for other in others}
    return Report(
        told.id,
        on,
        found.verdict,
        tuple(found.faults),
        tuple(found.questions),
        tuple(found.warnings),
        found.sheet,
        legal_in=tuple(name for name, verdict in verdicts.items() if verdict == "legal"),
        unknown_in=tuple(name for name, verdict in verdicts.items() if verdict == "unknown"),
    )


def variation_of(hero: Hero) -> tuple[str | int, ...]:
    """What may be brought once. The publisher tells no key: this one is by all that is printed."""
    return hero.set_code, name_key(hero.name), hero.variation, hero.treatment, hero.weapon, hero.power


class _Slot(msgspec.Struct, frozen=True):
    """A card of the deck with the facts that are sure: all candidates of an unclear row agree in them."""

    card: CardId
    hero: Hero | None = None
    power: int | None = None
    play: str | None = None
    kind: str | None = None
    dbs: int | None = None


class _Check:
    """One check; what it finds stands in its fields."""

    def __init__(self, deck: Deck, told: Format, on: dt.date, known: Known) -> None:
        self._deck, self._format, self._cards, self._listed = deck, told, known.cards, known.listed
        self._scores = known.lists.on(on, known.cards)
        self.faults: list[Fault] = []
        self.questions: list[Question] = []
        self.warnings: list[str] = []
        main = [row for row in deck.unresolved if not row.in_sideboard]
        self._anything = sum(row.count for row in main if self._kind(row) is None)
        self._heroes = [self._hero(card) for card in deck.heroes]
        self._plays = [self._play((card,), card) for card in deck.plays]
        for row in main:
            label = CardId(str(row.told))
            if self._kind(row) == "hero":
                self._heroes += [self._unclear_hero(row, label)] * row.count
            elif self._kind(row) == "play":
                self._plays += [self._play(row.candidates, label, row.told.play_kind)] * row.count
        self._hot_dogs = len(deck.hot_dogs) + sum(row.count for row in main if self._kind(row) == "hot_dog")
        self.sheet = self._sheet()
        if not told.is_valid_on(on):
            until = f" until {told.valid_until}" if told.valid_until else ""
            allowed = f"from {told.valid_from}{until}" if told.valid_from else until.strip()
            self.faults.append(Fault("dates", (), str(on), allowed, 0))
        self._check_heroes()
        self._check_plays()
        self._size("hot-dogs", self._hot_dogs, self._anything, told.hot_dogs, deck.hot_dogs)
        self._check_sideboard()
        if self._anything:
            self._ask_rows("rows", [row for row in main if self._kind(row) is None], "what kind of card they are")

    @property
    def verdict(self) -> Verdict:
        if self.faults:
            return "illegal"
        return "unknown" if self.questions else "legal"

    # What is sure of a card

    def _kind(self, row: Unresolved) -> str | None:
        if row.told.kind is not None:
            return row.told.kind
        return _agreed(
            "hero" if card in self._cards.heroes else "play" if card in self._cards.plays else "hot_dog"
            for card in row.candidates
        )

    def _hero(self, card: CardId) -> _Slot:
        hero = self._cards.heroes.get(card)
        return _Slot(card, hero=hero, power=hero.power if hero else None)

    def _unclear_hero(self, row: Unresolved, label: CardId) -> _Slot:
        """Of a row that fits several heroes the power is sure if the row itself tells it and all of them have it."""
        power = _agreed(self._cards.power_of(card) for card in row.candidates)
        return _Slot(label, power=power if power == row.told.power else None)

    def _play(self, candidates: Sequence[CardId], label: CardId, kind: str | None = None) -> _Slot:
        plays = [self._cards.plays.get(card) for card in candidates]
        return _Slot(
            label,
            play=_agreed(play_key(play.name) if play else None for play in plays),
            kind=_agreed(play.kind if play else None for play in plays) or kind,
            dbs=_agreed(self._scores.of(card) for card in candidates),
        )

    def _sheet(self) -> ScoreSheet:
        counts = Counter(self._plays)
        return ScoreSheet(
            self._scores.valid_from,
            sum(slot.dbs for slot in self._plays if slot.dbs is not None),
            tuple(PlayScore(slot.card, count, slot.dbs) for slot, count in counts.items()),
            tuple(slot.card for slot in counts if slot.dbs is None),
        )

    # Heroes

    def _check_heroes(self) -> None:
        told, heroes = self._format, self._heroes
        self._size("heroes", len(heroes), self._anything, told.heroes, self._deck.heroes)
        by_power: dict[int, list[CardId]] = defaultdict(list)
        for slot in heroes:
            if slot.power is not None:
                by_power[slot.power].append(slot.card)
        dark = [slot.card for slot in heroes if slot.power is None]
        self._check_copies_of_powers(by_power)
        if told.core is not None:
            core = [card for power, cards in by_power.items() if power <= told.core.highest_power for card in cards]
            self._size("core", len(core), len(dark) + self._anything, told.core.heroes, core)
        limited = told.of_one_power.most is not None
        if told.highest_power is not None:
            limited = True
            strong = [card for power, cards in by_power.items() if power > told.highest_power for card in cards]
            found = f"{len(strong)} up to {max(by_power, default=0)}"
            if strong:
                allowed = f"at most {told.highest_power}"
                self.faults.append(Fault("highest-power", tuple(strong), found, allowed, len(strong)))
        if told.total_power is not None:
            limited = True
            total = sum(power * len(cards) for power, cards in by_power.items())
            if total > told.total_power:
                allowed = f"at most {told.total_power}"
                strongest = tuple(by_power[max(by_power)])
                self.faults.append(Fault("total-power", strongest, str(total), allowed, total - told.total_power))
        if dark and limited:
            self.questions.append(Question("one-power", tuple(dark), "The printed power of these heroes is not known"))
        if told.each_variation_once:
            self._check_variations()

    def _check_copies_of_powers(self, by_power: dict[int, list[CardId]]) -> None:
        told = self._format
        extras = {extra.power: extra.most for extra in told.extras}
        for power, cards in sorted(by_power.items()):
            if told.core is None or power <= told.core.highest_power:
                if told.of_one_power.most is not None:
                    self._copies("one-power", f"of power {power}", cards, told.of_one_power.most)
            elif told.highest_power is None or power <= told.highest_power:
                self._copies("extra-power", f"of power {power}", cards, extras.get(power, 0))

    def _check_variations(self) -> None:
        strict: dict[Hashable, list[Hero]] = defaultdict(list)
        loose: dict[Hashable, list[Hero]] = defaultdict(list)
        for slot in self._heroes:
            if slot.hero is not None:
                strict[variation_of(slot.hero)].append(slot.hero)
                loose[variation_of(slot.hero)[1], *variation_of(slot.hero)[3:]].append(slot.hero)
        for heroes in strict.values():
            self._copies("variation", "of one variation", [hero.id for hero in heroes], 1)
        for heroes in loose.values():
            if len({variation_of(hero) for hero in heroes}) > 1:
                names = ", ".join(sorted({hero.id for hero in heroes}))
                self.warnings.append(f"{names} differ in set or variation only; some events take them for one")
        unknown = Counter(card for card in self._deck.heroes if card not in self._cards.heroes)
        for card, count in unknown.items():
            if count > 1:
                self._copies("variation", "of one variation", [card] * count, 1)
        unclear = [row for row in self._deck.unresolved if self._kind(row) == "hero" and not row.in_sideboard]
        if unclear:
            self._ask_rows("variation", unclear, "which heroes these rows are")

    # Plays

    def _check_plays(self) -> None:
        told, plays = self._format, self._plays
        bonus = [slot for slot in plays if slot.kind == "BPL"]
        standard = [slot for slot in plays if slot.kind in ("PL", "HTD")]
        either = len(plays) - len(bonus) - len(standard) + self._anything
        self._size("plays", len(standard), either, told.plays, [slot.card for slot in standard])
        self._size("bonus-plays", len(bonus), either, told.bonus_plays, [slot.card for slot in bonus])
        if told.plays.most == 0:
            return
        if not told.home_team_discounts:
            beside = [self._play((card,), card) for card in self._deck.sideboard]
            discounts = [slot.card for slot in [*plays, *beside] if slot.kind == "HTD"]
            self._copies("home-team-discounts", "", discounts, 0)
        if told.each_play_once:
            self._check_uniqueness()
        if told.listed_plays_only:
            self._check_list()
        if told.total_dbs is not None:
            total = self.sheet.total
            if total > told.total_dbs:
                allowed = f"at most {told.total_dbs}"
                scored = tuple(slot.card for slot in plays if slot.dbs)
                self.faults.append(Fault("total-dbs", scored, str(total), allowed, total - told.total_dbs))
            if self.sheet.unknown:
                day = (
                    f"the list of {self.sheet.list_of}" if self.sheet.list_of else "no list that is known for that day"
                )
                sentence = f"These plays have no score in {day}" if self.sheet.list_of else f"There is {day}"
                self.questions.append(Question("total-dbs", tuple(map(CardId, self.sheet.unknown)), sentence))

    def _check_uniqueness(self) -> None:
        by_name: dict[str, list[_Slot]] = defaultdict(list)
        for slot in self._plays:
            by_name[slot.play or f"?{slot.card}"].append(slot)
        for slots in by_name.values():
            by_kind: dict[str | None, list[CardId]] = defaultdict(list)
            for slot in slots:
                by_kind[slot.kind].append(slot.card)
            for cards in by_kind.values():
                self._copies("play-once", "of one play", cards, 1)
            kinds = set(by_kind)
            for rule, beside in (("discount-beside-play", "HTD"), ("bonus-beside-play", "BPL")):
                if beside in kinds and "PL" in kinds:
                    pair = (*by_kind["PL"], *by_kind[beside])
                    self.faults.append(Fault(rule, pair, f"{len(pair)} of one play", "at most 1", 1))
        dark = [slot.card for slot in self._plays if slot.play is None]
        if dark:
            self.questions.append(Question("play-once", tuple(dark), "It is not known which plays these are"))

    def _check_list(self) -> None:
        if self._listed is None:
            sentence = "The event publishes a list of plays, and none was given"
            self.questions.append(Question("listed-plays", (), sentence))
            return
        listed = [play for card in self._listed if (play := self._cards.plays.get(card))]
        names = {(play_key(play.name), play.kind == "HTD") for play in listed}
        known = [slot for slot in self._plays if slot.play is not None]
        off = [slot.card for slot in known if (slot.play, slot.kind == "HTD") not in names]
        self._copies("listed-plays", "not on the list", off, 0)

    def _check_sideboard(self) -> None:
        allowed = self._format.sideboard
        plays = [self._play((card,), card) for card in self._deck.sideboard]
        for row in self._deck.unresolved:
            if row.in_sideboard:
                label = CardId(str(row.told))
                plays += [self._play(row.candidates, label, row.told.play_kind)] * row.count
        if allowed is None:
            self._copies("sideboard", "", [slot.card for slot in plays], 0)
            return
        bonus = [slot.card for slot in plays if slot.kind == "BPL"]
        standard = [slot.card for slot in plays if slot.kind in ("PL", "HTD")]
        either = len(plays) - len(bonus) - len(standard)
        self._size("sideboard-plays", len(standard), either, allowed.plays, standard)
        self._size("sideboard-bonus-plays", len(bonus), either, allowed.bonus_plays, bonus)

    # How a fault or a question is written down

    def _copies(self, rule: str, of: str, cards: Sequence[CardId], most: int) -> None:
        if len(cards) > most:
            allowed = f"at most {most}" if most else "none"
            self.faults.append(Fault(rule, tuple(cards), f"{len(cards)} {of}".strip(), allowed, len(cards) - most))

    def _size(self, rule: str, sure: int, maybe: int, allowed: Range, cards: Sequence[CardId]) -> None:
        found = f"{sure} to {sure + maybe}" if maybe else str(sure)
        if allowed.most is not None and sure > allowed.most:
            self.faults.append(Fault(rule, tuple(cards), found, str(allowed), sure - allowed.most))
        elif sure + maybe < allowed.least:
            self.faults.append(Fault(rule, (), found, str(allowed), sure + maybe - allowed.least))
        elif maybe and not (sure in allowed and sure + maybe in allowed):
            self.questions.append(Question(rule, (), f"Found {found}, allowed is {allowed}"))

    def _ask_rows(self, rule: str, rows: Sequence[Unresolved], unknown: str) -> None:
        labels = tuple(CardId(str(row.told)) for row in rows)
        self.questions.append(Question(rule, labels, f"It is not known {unknown}"))


def _agreed(facts: Iterable[Fact | None]) -> Fact | None:
    """The fact that all have in common; None if they differ, if one is unknown or if there is none."""
    distinct = set(facts)
    return distinct.pop() if len(distinct) == 1 else None
