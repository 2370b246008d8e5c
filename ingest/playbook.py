"""BOBA Playbook's saved practice matches: what the web app keeps of a game against its computer, once, as it stands.

What this client does, and how it is read; the samples in data/samples/boba-playbook show each of it:

- A save is a snapshot, not a log: the battles as they ended, and the hands as they are now. Substitutions, costs,
  draws and all that the computer ran are not in it, so a gap opens the game, and another lies before the battle that
  is being fought.
- Battles count from 0. `result` is the player's. The player's plays stand in the order in which they were run.
- `playerEffectPower` and `cpuEffectPower` are the sums of what all plays of a battle did to a hero. That sum is told as
  one change of power without a cause. The client thus records what plays do to power, if not one by one.
- It is the player's view: of the computer's bench and face-down heroes, which are in the file, only the number is told.
- The client deletes a save when the match is over. One without an end is a game that is not over.
- Cards are Playbook ids. They stay as they are; the catalogue says what they stand for when the game is folded.
- Hot dogs, bench and plays are dealt in every mode; they are read in those modes that have them.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from events.base import CardId, Count, Event, GapLeft, Number, PlayerId
from events.boba import (
    BattleResolved,
    Cards,
    Deck,
    GameEnded,
    GameStarted,
    HeroesRevealed,
    Mode,
    Pair,
    PlayRun,
    PowerChanged,
    Seat,
    Seated,
    StateShown,
)
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Person, Read, Told
from ingest.json_files import Foreign, Id, decoded, moment_of
from ingest.playbook_tournament import CLIENT, read_tournament
from projector.boba.modes import MODES

_ME, _COMPUTER = PlayerId("player"), PlayerId("cpu")
_BATTLES = 7
_WINNERS: dict[str, Literal[1, 2, "draw"]] = {"win": 1, "lose": 2, "tie": "draw"}
_SEATS: dict[str | None, Literal[1, 2] | None] = {"player": 1, "cpu": 2, None: None}

_Side = Literal["player", "cpu"]
_Ids = tuple[Id | None, ...]


class Battle(Foreign, frozen=True):
    """A battle as it ended, or as it stands."""

    id: Annotated[int, msgspec.Meta(ge=0, lt=_BATTLES)]
    result: Literal["win", "lose", "tie"] | None = None
    revealed: bool = False
    player_effect_power: Number | None = None
    cpu_effect_power: Number | None = None
    player_card_id: Id | None = None
    cpu_card_id: Id | None = None
    player_plays_played: _Ids = ()


class Save(Foreign, frozen=True):
    """The snapshot of a match."""

    mode: Mode
    current_battle: Annotated[int, msgspec.Meta(ge=0, lt=_BATTLES)]
    player_score: Count
    cpu_score: Count
    battles: Annotated[tuple[Battle, ...], msgspec.Meta(max_length=_BATTLES)]
    honors: _Side | None = None
    match_over: bool = False
    match_winner: _Side | None = None
    player_hot_dogs: Count | None = msgspec.field(default=None, name="playerHD")
    cpu_hot_dogs: Count | None = msgspec.field(default=None, name="cpuHD")
    player_hero_deck_count: Count | None = None
    player_bench_ids: _Ids | None = None
    cpu_bench_ids: _Ids | None = None
    player_play_hand_ids: _Ids | None = None
    player_play_deck_ids: _Ids | None = None
    player_discard_ids: _Ids | None = None
    saved_at: float | None = None


_SAVE_SIGNS = (b'"currentBattle"', b'"cpuCardId"')
_TOURNAMENT_SIGNS = (b'"participants"', b'"deckRules"')
_RATING_SIGNS = (b'"peakRating"', b'"rating"')


def recognise(start: bytes, _: str) -> bool:
    """A save has the computer's cards, a tournament its deck rules, a history of ratings their peak."""
    if not start.lstrip().startswith(b"{"):
        return False
    return any(all(sign in start for sign in signs) for signs in (_SAVE_SIGNS, _TOURNAMENT_SIGNS, _RATING_SIGNS))


def read(document: Document) -> Iterator[Read]:
    """The game of a save, or the contest and games of a tournament."""
    if all(sign in document.data for sign in _SAVE_SIGNS):
        save = decoded(document, Save)
        yield from [save] if isinstance(save, Problem) else _read_save(save)
    elif all(sign in document.data for sign in _TOURNAMENT_SIGNS):
        yield from read_tournament(document)
    else:
        yield Problem(
            None, "These are ratings, which tell no game; import the saves and tournaments that they were made from"
        )


def _read_save(save: Save) -> Iterator[Read]:
    battles = sorted(save.battles, key=lambda battle: battle.id)
    if len({battle.id for battle in battles}) != len(battles):
        yield Problem(None, "Two battles have one id - at `$.battles`")
        return
    decided = [battle for battle in battles if battle.result is not None]
    events: list[Event] = [_started(save), GapLeft()]
    for battle in decided:
        events.extend(_fought(battle))
    if decided:
        # The score is that of the decided battles, so it stood here already, before what came next.
        events += [StateShown(trophies=(save.player_score, save.cpu_score)), GapLeft()]
    for battle in battles:
        if battle.result is None:
            events.extend(_fought(battle))
    events.append(_shown(save, battles))
    if save.match_over:
        events.append(_ended(save))
    yield Told(
        family="boba",
        events=events,
        people={_ME: Person(), _COMPUTER: Person(name="Computer")},
        client=CLIENT,
        line=1,
    )


def _started(save: Save) -> GameStarted:
    plays = [*(save.player_play_hand_ids or ()), *(save.player_play_deck_ids or ()), *(save.player_discard_ids or ())]
    known = tuple(card for card in _cards(plays) if card is not None) if MODES[save.mode].playbook else ()
    deck = Deck(plays=known, partial=True) if known else None
    return GameStarted((Seated(_ME, deck), Seated(_COMPUTER)), mode=save.mode, seen_from=1)


def _fought(battle: Battle) -> Iterator[Event]:
    number = battle.id + 1
    if battle.revealed:
        yield HeroesRevealed(number, (_card(battle.player_card_id), _card(battle.cpu_card_id)))
        for play in _cards(battle.player_plays_played):
            yield PlayRun(1, number, play, cost=None)
        sums: list[tuple[Seat, int | None]] = [(1, battle.player_effect_power), (2, battle.cpu_effect_power)]
        for seat, by in sums:
            if by:
                yield PowerChanged(seat, number, by)
    if battle.result is not None:
        yield BattleResolved(number, _WINNERS[battle.result])


def _shown(save: Save, battles: Sequence[Battle]) -> StateShown:
    setup = MODES[save.mode]
    face_down: list[CardId | None] = [None] * _BATTLES
    for battle in battles:
        if not battle.revealed:
            face_down[battle.id] = _card(battle.player_card_id)
    benches: Pair[Cards | None] = (None, None)
    if setup.bench:
        theirs = save.cpu_bench_ids
        benches = (
            None if save.player_bench_ids is None else _cards(save.player_bench_ids),
            None if theirs is None else (None,) * len(theirs),
        )
    hand, playbook = save.player_play_hand_ids, save.player_play_deck_ids
    return StateShown(
        battle=save.current_battle + 1,
        honors=_SEATS[save.honors],
        hot_dogs=(save.player_hot_dogs, save.cpu_hot_dogs) if setup.hot_dogs else (None, None),
        hero_decks=(save.player_hero_deck_count, None),
        playbooks=(len(playbook) if setup.playbook and playbook is not None else None, None),
        benches=benches,
        play_hands=(_cards(hand) if setup.playbook and hand is not None else None, None),
        zones=(tuple(face_down) if any(face_down) else None, None),
        at=moment_of(save.saved_at),
    )


def _ended(save: Save) -> GameEnded:
    score = (save.player_score, save.cpu_score)
    winner = _SEATS[save.match_winner]
    tied = winner is None and save.player_score == save.cpu_score
    return GameEnded(
        winner="draw" if tied else winner,
        reason="tie" if tied else "trophies" if winner is not None else None,
        trophies=score,
        at=moment_of(save.saved_at),
    )


def _card(card: str | None) -> CardId | None:
    return None if card is None else CardId(card)


def _cards(cards: Sequence[str | None]) -> Cards:
    return tuple(map(_card, cards))


PLAYBOOK = Adapter(name="boba-playbook", title="BOBA Playbook", version=1, recognise=recognise, read=read)
