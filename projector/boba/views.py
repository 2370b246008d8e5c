"""A frozen picture of a game at one step: what the board draws and `gametape replay --json` prints.

Cards are ids; None is a card that this viewer does not know. `Card` holds the facts of an id once for a whole replay.
"""

import msgspec

from events.base import CardId
from projector.boba.cards import Catalogue
from projector.boba.ongoing import run_behind
from projector.boba.state import Entry, SeatState, Slots, State, Zone

Hand = tuple[CardId | None, ...]
_MOST_LINES = 40


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of a card that a board writes on it."""

    name: str
    kind: str
    weapon: str | None = None
    power: int | None = None
    cost: int | None = None


class LedgerLine(msgspec.Struct, frozen=True):
    """One change of a hero's power. `play`: the card behind it; `amount` goes with `kind`; `power`: after it.

    A line of kind "omitted" stands for so many changes (`amount`) that are too many to show.
    """

    event: int
    kind: str
    amount: int | None
    power: int | None
    play: CardId | None
    seat: int | None
    cancelled: bool


class ZoneView(msgspec.Struct, frozen=True):
    """A zone. `face`: empty, down or up. A face-down hero has an id where this viewer knows it."""

    face: str
    hero: CardId | None
    weapon: str | None
    printed: int | None
    power: int | None
    substituted: bool
    ledger: tuple[LedgerLine, ...]


class SeatView(msgspec.Struct, frozen=True):
    """A seat. Counts are cards, None where the log hides them. Unsure hands may hold other cards than shown."""

    honors: bool
    trophies: int
    hot_dogs: int | None
    hot_dogs_spent: int | None
    hero_deck: int | None
    playbook: int | None
    bench: Hand
    bench_sure: bool
    play_hand: Hand
    hand_sure: bool
    hero_discard: Hand
    play_discard: Hand
    in_effect: Hand
    hot_dog_plays: Hand
    out_of_game: Hand
    sudden_death: Hand
    passed: bool
    decided: bool
    zones: tuple[ZoneView, ...]


class EffectView(msgspec.Struct, frozen=True):
    """An ongoing effect that holds."""

    event: int
    kind: str
    seat: int
    on: tuple[int, ...]
    play: CardId | None
    amount: int | None
    weapon: str | None
    first: int | None
    last: int | None
    until: str | None


class View(msgspec.Struct, frozen=True):
    """The whole table after event `step` (0: before the first). `results` are of battles 1 to the last."""

    step: int
    phase: str
    battle: int
    results: tuple[int | str | None, ...]
    resolved: tuple[bool, ...]
    clinched: int
    winner: int | str | None
    ended: str | None
    seats: tuple[SeatView, SeatView]
    effects: tuple[EffectView, ...]


def view(state: State) -> View:
    """The picture of a state as it stands now."""
    one, two = state.seats
    return View(
        step=state.number,
        phase=state.phase,
        battle=state.battle,
        results=tuple(state.results[1:]),
        resolved=tuple(state.resolved[1:]),
        clinched=state.clinched,
        winner=state.winner,
        ended=(state.ended.reason or "unknown") if state.ended is not None else None,
        seats=(_seat(state, one), _seat(state, two)),
        effects=tuple(
            EffectView(
                event=number,
                kind=effect.began.kind,
                seat=effect.began.seat,
                on=effect.began.on,
                play=_play_behind(state, number),
                amount=effect.began.amount,
                weapon=effect.began.weapon,
                first=effect.began.first,
                last=effect.last,
                until=effect.began.until,
            )
            for number, effect in state.effects.items()
        ),
    )


def _seat(state: State, seat: SeatState) -> SeatView:
    return SeatView(
        honors=state.honors == seat.number,
        trophies=state.trophies(seat.number),
        hot_dogs=seat.hot_dogs,
        hot_dogs_spent=seat.hot_dogs_spent,
        hero_deck=seat.hero_deck,
        playbook=seat.playbook,
        bench=_sorted(seat.bench),
        bench_sure=seat.bench_sure,
        play_hand=_sorted(seat.play_hand),
        hand_sure=seat.hand_sure,
        hero_discard=tuple(seat.hero_discard),
        play_discard=tuple(seat.play_discard),
        in_effect=tuple(run.play for run in seat.in_effect),
        hot_dog_plays=tuple(seat.transformed),
        out_of_game=tuple(seat.out_of_game),
        sudden_death=tuple(seat.sudden),
        passed=seat.passed,
        decided=seat.decided,
        zones=tuple(_zone(state, zone) for zone in seat.zones[1:]),
    )


def _sorted(slots: Slots) -> Hand:
    """A hand has no order: known cards first, as they came, then those nobody showed."""
    if None not in slots:
        return tuple(slots)
    known = [card for card in slots if card is not None]
    return (*known, *[None] * (len(slots) - len(known)))


def _zone(state: State, zone: Zone) -> ZoneView:
    return ZoneView(
        face="up" if zone.shown else "down" if zone.occupied else "empty",
        hero=zone.hero,
        weapon=zone.weapon if zone.shown else state.weapon_of(zone.hero),
        printed=zone.printed if zone.shown else state.power_of(zone.hero),
        power=zone.power,
        substituted=zone.substituted,
        ledger=_ledger(state, zone.ledger),
    )


def _ledger(state: State, entries: list[Entry]) -> tuple[LedgerLine, ...]:
    if len(entries) <= _MOST_LINES:
        return tuple(_line(state, entry) for entry in entries)
    # Only a hostile log gets here, and a picture of each of its steps must not hold all of it.
    *first, last = (_line(state, entry) for entry in (*entries[: _MOST_LINES - 2], entries[-1]))
    left_out = entries[_MOST_LINES - 2 : -1]
    omitted = LedgerLine(left_out[-1].number, "omitted", len(left_out), left_out[-1].power, None, None, cancelled=False)
    return (*first, omitted, last)


def _line(state: State, entry: Entry) -> LedgerLine:
    run = run_behind(state, entry.cause)
    return LedgerLine(
        event=entry.number,
        kind=entry.kind,
        amount=entry.amount,
        power=entry.power,
        play=run.play if run is not None else None,
        seat=run.seat if run is not None else None,
        cancelled=entry.cancelled,
    )


def _play_behind(state: State, number: int) -> CardId | None:
    run = run_behind(state, number)
    return run.play if run is not None else None


def cards_in(shown: View) -> set[CardId]:
    """Every card that a view names."""
    found: set[CardId | None] = {effect.play for effect in shown.effects}
    for seat in shown.seats:
        for hand in (
            seat.bench,
            seat.play_hand,
            seat.hero_discard,
            seat.play_discard,
            seat.in_effect,
            seat.hot_dog_plays,
            seat.out_of_game,
            seat.sudden_death,
        ):
            found.update(hand)
        for zone in seat.zones:
            found.add(zone.hero)
            found.update(line.play for line in zone.ledger)
    return {card for card in found if card is not None}


def card_facts(cards: Catalogue, state: State, card: CardId) -> Card:
    """The facts of a card: the catalogue's, else the client's, else its raw id for a name."""
    hero = cards.heroes.get(card)
    if hero is not None:
        return Card(hero.name, "hero", weapon=hero.weapon, power=hero.power)
    play = cards.plays.get(card)
    if play is not None:
        return Card(play.name, "play", cost=play.cost)
    weapon, power, cost = state.weapon_of(card), state.power_of(card), state.cost_of(card)
    kind = "play" if power is None and cost is not None else "hero" if power is not None else "card"
    return Card(state.name_of(card), kind, weapon=weapon, power=power, cost=cost)
