"""What people write above a column and in a cell, in English and German, and what it means."""

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Literal, TypeAlias, get_args

from events.boba import Mode
from projector.boba.cards import name_key

Field: TypeAlias = Literal[
    "game",
    "date",
    "player_1",
    "player_2",
    "mode",
    "format",
    "round",
    "match",
    "game_of_match",
    "battle",
    "hero_1",
    "hero_2",
    "weapon_1",
    "weapon_2",
    "power_1",
    "power_2",
    "winner",
    "honors",
    "substituted_1",
    "substituted_2",
    "hot_dogs_1",
    "hot_dogs_2",
    "trophies_1",
    "trophies_2",
    "score",
    "game_winner",
    "end_reason",
    "note",
]
FIELDS: tuple[Field, ...] = get_args(Field)
Reason: TypeAlias = Literal[
    "trophies",
    "sudden_death",
    "tie",
    "concession",
    "timeout",
    "disconnection",
    "agreed_draw",
    "ruling",
    "effect",
    "unfinished",
    "no_contest",
]

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_JOINING = frozenset({"of", "the", "by", "in", "for", "von", "vom", "der", "des", "die", "im", "fuer"})


def header_key(header: str) -> str:
    """A header without its case, spaces and signs, so that `P1 Power`, `p1-power` and `P1_POWER` are one."""
    return "".join(_header_words(header))


def _header_words(header: str) -> list[str]:
    return re.findall(r"[^\W_]+", header.casefold().translate(_UMLAUTS))


def field_of(header: str) -> Field | None:
    """The field that a header names, None if it names none, or one seat's without saying which."""
    words = _header_words(header)
    return _HEADERS.get("".join(words)) or _HEADERS.get("".join(word for word in words if word not in _JOINING))


def seated_fields(header: str) -> tuple[Field, Field] | None:
    """The two fields of a header that names something of a seat, and not which seat: `Power`."""
    return _SEATED.get(header_key(header))


# The first of each pair is the seat that the sheet's own writer has, where it says "me".
_SEATS: tuple[tuple[str, ...], tuple[str, ...]] = (
    ("1", "p1", "player1", "spieler1", "seat1", "s1", "sitz1", "a", "playera", "spielera", "my", "me", "ich", "mein"),
    (
        *("2", "p2", "player2", "spieler2", "seat2", "s2", "sitz2", "b", "playerb", "spielerb"),
        *("opponent", "opponents", "opp", "their", "gegner", "gegners"),
    ),
)
_OF_A_SEAT: Mapping[tuple[Field, Field], str] = {
    ("player_1", "player_2"): "player name playername spieler spielername",
    ("hero_1", "hero_2"): "hero heroname heroid card cardid held heldname karte heldenkarte",
    ("weapon_1", "weapon_2"): "weapon weapontype waffe",
    ("power_1", "power_2"): "power finalpower totalpower strength staerke kraft macht",
    (
        "substituted_1",
        "substituted_2",
    ): "substituted substitution sub subbed swapped ausgetauscht ausgewechselt wechsel auswechslung getauscht",
    ("hot_dogs_1", "hot_dogs_2"): "hotdogs hotdog dogs hotdogsleft dogsleft hotdogsuebrig",
    (
        "trophies_1",
        "trophies_2",
    ): "trophies trophy score points wins battleswon battlewins trophaeen pokale punkte siege",
}
_ALONE: Mapping[Field, str] = {
    "player_1": "p1 seat1 s1 sitz1 me ich",
    "player_2": "p2 seat2 s2 sitz2 opponent opp gegner",
    "game": "game gameid gameno gamenumber gamenr spiel spielid spielnr spielnummer partie partienr partieid",
    "date": "date day datetime dateplayed played playedon datum tag gespieltam",
    "mode": "mode gamemode modus spielmodus",
    "format": "format gameformat spielformat",
    "round": "round roundno roundnumber runde rundennr spieltag",
    "match": "match matchid matchno matchnumber matchnr begegnung paarung",
    "game_of_match": "gameofmatch gamematch gameinmatch matchgame spielimmatch spielmatch spieldesmatches "
    "spielderbegegnung spielbegegnung",
    "battle": "battle battleno battlenumber battlenr zone kampf kampfnr kampfnummer gefecht duell schlacht",
    "winner": "winner won wonby battlewinner winnerbattle result outcome sieger gewinner kampfsieger ergebnis ausgang "
    "winloss wl",
    "honors": "honors honours honor honour firsthonors firsthonours ehre ehren vorrecht",
    "score": "score finalscore gamescore trophyscore trophies stand endstand spielstand punktestand trophaeen",
    "game_winner": "gamewinner winnergame spielsieger siegerspiel siegerspiels gesamtsieger",
    "end_reason": "endreason reason ending endedby howended howitended grund endgrund endegrund spielende",
    "note": "note notes comment comments remark remarks notiz notizen bemerkung bemerkungen kommentar anmerkung",
}


def _headers() -> dict[str, Field]:
    headers: dict[str, Field] = {}
    for fields, words in _OF_A_SEAT.items():
        for seated, signs in zip(fields, _SEATS, strict=True):
            for word, sign in product(words.split(), signs):
                headers[word + sign] = headers[sign + word] = seated
    for field, words in _ALONE.items():
        headers |= dict.fromkeys(words.split(), field)
    return headers


_HEADERS = _headers()
_SEATED: dict[str, tuple[Field, Field]] = {
    word: fields for fields, words in _OF_A_SEAT.items() for word in words.split() if word not in {"name", "sub"}
}

# Cells


def keyed(meanings: Mapping[str, str | Iterable[str]]) -> dict[str, str]:
    """What each way to write something means: the words of a meaning, and the meaning's own name."""
    found = {}
    for meaning, words in meanings.items():
        for word in (meaning, *(words.split() if isinstance(words, str) else words)):
            found[cell_key(word)] = meaning
    return found


def cell_key(text: str) -> str:
    """A word in a cell without its case, spaces and signs; signs alone stay."""
    return name_key(text.casefold().translate(_UMLAUTS))


# Somebody looked, and it is not known: the same as an empty cell.
UNKNOWN = frozenset({"-", "–", "—", "?", "n/a", "k.a.", "unknown", "unbekannt"})
MODES: Mapping[str, Mode] = keyed(  # type: ignore[assignment]
    {
        "rookie": "rookiemode",
        "substitution": "sub subs substitutions substitutionmode auswechslung",
        "playmaker": "pm play plays playmakermode",
    }
)
REASONS: Mapping[str, Reason] = keyed(  # type: ignore[assignment]
    {
        "trophies": "trophy normal played played-out gespielt regulaer trophaeen",
        "sudden_death": "suddendeath sd",
        "tie": "tied draw unentschieden remis gleichstand",
        "concession": "concede conceded resigned resignation gave-up aufgabe aufgegeben",
        "timeout": "time time-out time-up out-of-time zeit zeitablauf zeitueberschreitung",
        "disconnection": "disconnect disconnected verbindungsabbruch",
        "agreed_draw": "agreed-draw draw-agreed remis-vereinbart vereinbart",
        "ruling": "judge judge-ruling ruled schiedsrichter entscheidung",
        "effect": "card play karte karteneffekt",
        "unfinished": "aborted abandoned not-finished abgebrochen nicht-beendet unbeendet",
        "no_contest": "void cancelled canceled annulliert",
    }
)
YES_OR_NO = keyed({"yes": "y x true 1 ja j wahr ✓ ✔", "no": "n false 0 nein falsch"})
RESULTS = keyed(
    {
        "1": "p1 player1 spieler1 seat1 s1 sitz1 a playera spielera me ich w win won wl sieg gewonnen",
        "2": "p2 player2 spieler2 seat2 s2 sitz2 b playerb spielerb opponent opp gegner l loss lost lose lw niederlage "
        "verloren",
        "draw": "d drawn tie tied t = u unentschieden remis gleichstand",
    }
)
# Weapons that the German name differs of. Every other one is kept as it is written.
WEAPONS = {"feuer": "Fire", "eis": "Ice", "stahl": "Steel"}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar jaenner",
            "feb february februar",
            "mar march maerz mrz",
            "apr april",
            "may mai",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december dez dezember",
        ),
        1,
    )
    for name in names.split()
}
