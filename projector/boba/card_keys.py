"""Reads the card ids that other programs write: which cards of a catalogue each of them can stand for.

    BOBA Playbook  117-Bammer-Base Set-First Edition                    number-name-treatment-variation
    OnlyChamps     alpha:HERO:NO_117:FIRST_EDITION_BASE_SET_STEEL       set:kind:number:variation, treatment, weapon

The tape keeps such an id as it came, and what it stands for is asked when a game is folded: a card that the catalogue
learns of later is then known in every game that named it before, and reading a file again tells the same events.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from projector.boba.cards import Hero, Play
    from projector.boba.state import State

    Card: TypeAlias = Hero | Play

# An OnlyChamps key names the set in words. Sets it is not known to name are looked up by their code.
_SETS = {"alpha": "A", "griffey": "G"}
_VERSION_KEY = re.compile(r"([^:]+):(HERO|PLAY):NO_0*([0-9]{1,9}):([A-Z0-9_]+)")
_LAST_NUMBER = re.compile(r"0*([0-9]+)$")
_NO_SIGN = re.compile(r"[^A-Z0-9]+")


class CardKeys:
    """The cards of a catalogue by what the ids of other programs tell of them."""

    def __init__(self, heroes: Iterable["Hero"], plays: Iterable["Play"]) -> None:
        self._by_playbook_id: dict[str, list[Card]] = {}
        self._by_last_number: dict[tuple[str, str], list[tuple[str, Hero]]] = {}
        for hero in heroes:
            whole = f"{hero.number}-{hero.name}-{hero.treatment}-{hero.variation}"
            self._by_playbook_id.setdefault(whole, []).append(hero)
            if number := _LAST_NUMBER.search(hero.number):
                words = _words(f"{hero.variation} {hero.treatment} {hero.weapon}")
                self._by_last_number.setdefault((hero.set_code, number[1]), []).append((words, hero))
        for play in plays:
            # Of a play the catalogue has neither treatment nor variation; its number and name tell it from all others.
            self._by_playbook_id.setdefault(f"{play.number}-{play.name}", []).append(play)

    def cards(self, key: str) -> tuple["Card", ...]:
        """Every card that the id can stand for: one if it is clear, more if it is ambiguous, none if it is unknown."""
        if version := _VERSION_KEY.fullmatch(key):
            return self._of_version(*version.groups())
        # Only the end of an id says where a name ends that has hyphens itself.
        start = key.rsplit("-", 2)[0]
        return tuple(self._by_playbook_id.get(key) or self._by_playbook_id.get(start) or ())

    def _of_version(self, set_name: str, kind: str, number: str, words: str) -> tuple["Card", ...]:
        """OnlyChamps keeps the last number of a card only, so 280 and ABF-280 of a set are told apart by the words.

        A scarcity may follow the weapon (`..._FIRE_SP`). A play's words tell nothing that a catalogue knows.
        """
        if kind != "HERO":
            return ()
        set_code = _SETS.get(set_name.casefold(), set_name.upper())
        heroes = self._by_last_number.get((set_code, number), ())
        return tuple(hero for known, hero in heroes if f"{words}_".startswith(f"{known}_"))


def unclear(state: "State") -> list[str]:
    """A sentence on each id in a game that can stand for several cards."""
    return [
        f"{card} fits {len(meant)} cards, and what they differ in is unknown: "
        + ", ".join(f"{one.id} ({one.name})" for one in meant)
        for card in state.unclear
        for meant in [state.cards.meant_by(card)]
    ]


def _words(text: str) -> str:
    return _NO_SIGN.sub("_", text.upper()).strip("_")
