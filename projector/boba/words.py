"""Says in words what an event did, from the state it left. Only what the state or the event shows is named."""

from collections.abc import Callable, Sequence
from typing import Any

from events import boba
from events.base import CardId, Event
from projector.boba.moving import AREA_NAMES
from projector.boba.ongoing import run_behind
from projector.boba.state import State
from projector.table_words import TABLE_WORDS


class Teller:
    """Tells events of one game with the names of its seats."""

    __slots__ = ("names", "state")

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        self.state = state
        self.names = names

    def seat(self, number: int | None) -> str:
        return "somebody" if number is None else self.names[number - 1] if number <= 2 else f"Seat {number}"

    def card(self, card: CardId | None, unknown: str = "a hidden card") -> str:
        return unknown if card is None else self.state.name_of(card)

    def cards(self, cards: Sequence[CardId | None], one: str, many: str) -> str:
        """Known cards by name, hidden ones counted: "Showtime and 2 plays"."""
        known = [self.state.name_of(card) for card in cards if card is not None]
        hidden = len(cards) - len(known)
        if hidden:
            known.append(f"1 {one}" if hidden == 1 else f"{hidden} {many}")
        if not known:
            return f"no {many}"
        return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"

    def hero_in(self, seat: int, battle: int) -> str:
        zones = self.state.seat(seat).zones
        hero = zones[battle].hero if battle < len(zones) else None
        return f"{self.seat(seat)}'s {self.card(hero, 'hero')}"

    def power_in(self, seat: int, battle: int) -> str:
        zones = self.state.seat(seat).zones
        power = zones[battle].power if battle < len(zones) else None
        return "" if power is None else f", now {power}"

    def because(self, cause: int | None) -> str:
        """The play behind an outcome, in brackets."""
        run = run_behind(self.state, cause)
        return f" ({self.card(run.play, 'a play')})" if run is not None else ""


def describe(state: State, event: Event, names: tuple[str, ...] = ("Seat 1", "Seat 2")) -> str:
    """One sentence without a full stop."""
    return _WORDS[type(event)](Teller(state, names), event)


def _dogs(count: int | None) -> str:
    return "hot dogs" if count is None else "1 hot dog" if count == 1 else f"{count} hot dogs"


def _started(tell: Teller, event: boba.GameStarted) -> str:
    mode = f"{event.mode.capitalize()} game" if event.mode else "Game"
    simulated = " between house bots" if event.simulated else ""
    return f"{mode} started{simulated}: {tell.names[0]} against {tell.names[1]}"


def _starter(tell: Teller, event: boba.StarterFound) -> str:
    how = {"dice": "The dice", "coin": "The coin", "other": "Chance", None: "Chance"}[event.method]
    rolls = ", ".join(f"{first}:{second}" for first, second in event.rolls)
    return (
        f"{how} select{'' if event.method == 'dice' else 's'} {tell.seat(event.winner)}{f' ({rolls})' if rolls else ''}"
    )


def _placed(tell: Teller, event: boba.HeroesPlaced) -> str:
    return f"{tell.seat(event.seat)} places {len(event.heroes)} heroes face down"


def _heroes_drawn(tell: Teller, event: boba.HeroesDrawn) -> str:
    drawn = tell.cards(event.heroes, "hero", "heroes")
    return (
        f"{tell.seat(event.seat)} draws {drawn}{' to the bench' if event.reason == 'opening' else ''}"
        + tell.because(event.cause)
    )


def _plays_drawn(tell: Teller, event: boba.PlaysDrawn) -> str:
    return f"{tell.seat(event.seat)} draws {tell.cards(event.plays, 'play', 'plays')}" + tell.because(event.cause)


def _substituted(tell: Teller, event: boba.HeroSubstituted) -> str:
    cost = "free" if event.hot_dogs == 0 else _dogs(event.hot_dogs)
    payer = f", paid by {tell.seat(event.paid_by)}" if event.paid_by not in {None, event.seat} else ""
    hero = tell.card(event.hero, "a face-down hero")
    return f"{tell.seat(event.seat)} substitutes {hero} for {tell.card(event.replaced, 'its hero')} ({cost}{payer})"


def _revealed(tell: Teller, event: boba.HeroesRevealed) -> str:
    sides = []
    for seat in tell.state.seats:
        zone = seat.zones[event.battle] if event.battle < len(seat.zones) else None
        power = zone.power if zone is not None else None
        sides.append(f"{tell.card(zone.hero if zone else None, 'a hero')} {'?' if power is None else power}")
    return f"Battle {event.battle} is revealed: {sides[0]} against {sides[1]}"


def _run(tell: Teller, event: boba.PlayRun) -> str:
    cost = "" if event.cost is None else " free" if event.cost == 0 else f" for {_dogs(event.cost)}"
    origin = "" if event.origin == "play_hand" else f" from the {AREA_NAMES[event.origin]}"
    return f"{tell.seat(event.seat)} runs {tell.card(event.play, 'a play')}{origin}{cost}" + tell.because(event.cause)


def _resolved(tell: Teller, event: boba.BattleResolved) -> str:
    results = tell.state.results
    winner = results[event.battle] if event.battle < len(results) else event.winner
    how = {"super_weapon": " by its Super weapon", "effect": " by an effect", "ruling": " by ruling"}.get(
        event.reason or "", ""
    )
    if winner == "draw":
        return f"Battle {event.battle} is a draw{how}"
    if winner is None:
        return f"Battle {event.battle} is over; the log does not show who won"
    return f"{tell.seat(winner)} wins battle {event.battle}{how}"


def _sudden(tell: Teller, event: boba.SuddenDeathRevealed) -> str:
    one, two = (
        f"{tell.card(hero, 'a hero')}{'' if (power := tell.state.power_of(hero)) is None else f' {power}'}"
        for hero in event.heroes
    )
    return f"Sudden death: {one} against {two}"


_ENDS = {
    "trophies": "by trophies",
    "sudden_death": "in sudden death",
    "tie": "as a tie",
    "concession": "by concession",
    "timeout": "by timeout",
    "disconnection": "by disconnection",
    "agreed_draw": "as an agreed draw",
    "ruling": "by a judge's ruling",
    "effect": "by an effect",
    "unfinished": "unfinished",
    "no_contest": "without a contest",
}


def _ended(tell: Teller, event: boba.GameEnded) -> str:
    winner = tell.state.winner
    how = _ENDS.get(event.reason or "", "")
    if winner == "draw":
        return f"The game ends {how or 'as a draw'}"
    if winner is None:
        return f"The game ends {how or 'and the log does not show who won'}"
    return f"{tell.seat(winner)} wins the game {how}".rstrip()


def _choice(tell: Teller, event: boba.ChoiceMade) -> str:
    chosen: list[str] = []
    if event.number is not None:
        chosen.append(str(event.number))
    if event.weapon is not None:
        chosen.append(event.weapon)
    if event.battle is not None:
        chosen.append(f"battle {event.battle}")
    if event.chosen_seat is not None:
        chosen.append(tell.seat(event.chosen_seat))
    if event.cards:
        chosen.append(tell.cards(event.cards, "card", "cards"))
    if event.play_name is not None:
        chosen.append(event.play_name)
    if event.option is not None:
        chosen.append(f"option {event.option}")
    return f"{tell.seat(event.seat)} chooses {', '.join(chosen) or 'in secret'}" + tell.because(event.cause)


def _changed(tell: Teller, event: boba.PowerChanged) -> str:
    verb = "gets" if event.by >= 0 else "loses"
    hero, now = tell.hero_in(event.seat, event.battle), tell.power_in(event.seat, event.battle)
    return f"{hero} {verb} {abs(event.by)}{now}" + tell.because(event.cause)


def _set(tell: Teller, event: boba.PowerSet) -> str:
    return f"{tell.hero_in(event.seat, event.battle)} is set to {event.to}" + tell.because(event.cause)


def _multiplied(tell: Teller, event: boba.PowerMultiplied) -> str:
    what = "doubles" if event.factor == 2 else f"counts {event.factor} times"
    return (
        f"{tell.hero_in(event.seat, event.battle)} {what}{tell.power_in(event.seat, event.battle)}"
        f"{tell.because(event.cause)}"
    )


def _swapped_powers(tell: Teller, event: boba.PowersSwapped) -> str:
    return f"The heroes of battle {event.battle} swap their powers" + tell.because(event.cause)


def _reset(tell: Teller, event: boba.PowerReset) -> str:
    return (
        f"{tell.hero_in(event.seat, event.battle)} returns to its starting power"
        f"{tell.power_in(event.seat, event.battle)}{tell.because(event.cause)}"
    )


def _weapon(tell: Teller, event: boba.WeaponChanged) -> str:
    return f"{tell.hero_in(event.seat, event.battle)} has a {event.weapon} weapon now" + tell.because(event.cause)


def _stolen(tell: Teller, event: boba.HotDogsStolen) -> str:
    return f"{tell.seat(3 - event.loser)} takes {_dogs(event.count)} from {tell.seat(event.loser)}" + tell.because(
        event.cause
    )


def _dogs_moved(verb: str) -> Callable[[Teller, Any], str]:
    return lambda tell, event: f"{tell.seat(event.seat)} {verb} {_dogs(event.count)}" + tell.because(event.cause)


def _moved(verb: str, field: str, one: str, many: str) -> Callable[[Teller, Any], str]:
    def words(tell: Teller, event: Any) -> str:
        origin = f" from the {AREA_NAMES[event.origin]}"
        return f"{tell.seat(event.seat)} {verb} {tell.cards(getattr(event, field), one, many)}{origin}" + tell.because(
            event.cause
        )

    return words


def _returned(field: str, one: str, many: str) -> Callable[[Teller, Any], str]:
    def words(tell: Teller, event: Any) -> str:
        spot = {"top": " on top", "bottom": " at the bottom", "shuffled": ", shuffled in", None: ""}[event.spot]
        cards = tell.cards(getattr(event, field), one, many)
        return (
            f"{tell.seat(event.seat)} returns {cards} from the {AREA_NAMES[event.origin]} to the "
            f"{AREA_NAMES[event.to]}{spot}{tell.because(event.cause)}"
        )

    return words


def _looked(tell: Teller, event: boba.CardsLookedAt) -> str:
    whose = "its own" if event.by == event.seat else f"{tell.seat(event.seat)}'s"
    where = f"zone {event.battle}" if event.origin == "zone" else AREA_NAMES[event.origin]
    return (
        f"{tell.seat(event.by)} looks at {tell.cards(event.cards, 'card', 'cards')} in {whose} {where}"
        + tell.because(event.cause)
    )


def _reordered(tell: Teller, event: boba.PileReordered) -> str:
    count = len(event.to_top) + len(event.to_bottom)
    cards = "1 card" if count == 1 else f"{count} cards"
    pile = AREA_NAMES[event.pile]
    return f"{tell.seat(event.by)} puts {cards} of {tell.seat(event.seat)}'s {pile} in order" + tell.because(
        event.cause
    )


def _replaced(tell: Teller, event: boba.HeroReplaced) -> str:
    hero = tell.card(event.hero, "a hero")
    return (
        f"{tell.seat(event.seat)} replaces {tell.card(event.replaced, 'its hero')} in battle {event.battle} by {hero} "
        f"from the {AREA_NAMES[event.origin]}{tell.because(event.cause)}"
    )


def _heroes_moved(tell: Teller, event: boba.HeroesMoved) -> str:
    moves = ", ".join(f"{start} to {end}" for start, end in event.moves)
    return f"{tell.seat(event.seat)} moves heroes between zones: {moves}" + tell.because(event.cause)


def _about_run(words: str) -> Callable[[Teller, Any], str]:
    def tell_run(tell: Teller, event: Any) -> str:
        run = tell.state.runs.get(event.run)
        return f"{tell.card(run.play, 'A play') if run else 'A play'} {words}" + tell.because(event.cause)

    return tell_run


def _cost(tell: Teller, event: boba.CostChanged) -> str:
    what = "a substitution" if event.what == "substitution" else tell.card(event.play, "its plays")
    how = f"{event.by:+d}" if event.by is not None else f"set to {event.to}" if event.to is not None else "changed"
    return f"What {tell.seat(event.seat)} pays for {what}: {how}" + tell.because(event.cause)


EFFECT_WORDS: dict[str, str] = {
    "power": "power changes",
    "power_lock": "power cannot be lost",
    "power_floor": "power cannot fall below its present height",
    "power_inversion": "lost power is won instead",
    "shield": "a shield",
    "weapon": "weapons change",
    "cost": "plays cost something else",
    "play_lock": "no plays",
    "play_cap": "a limit of plays",
    "substitution_lock": "no substitutions",
    "substitution_cost": "substitutions cost something else",
    "draw_lock": "no draws of plays",
    "recovery_lock": "no recovery of hot dogs",
    "recovery_cap": "a limit of recovery",
    "recovery_change": "another recovery",
    "redirection": "a redirection",
    "overdraft": "hot dogs on credit",
    "roll_to_run": "a roll before each play",
    "forced_substitution": "a forced substitution",
    "battle_loss": "a condition that loses the battle",
    "trigger": "a trigger",
    "other": "an effect",
}


def _began(tell: Teller, event: boba.EffectBegan) -> str:
    on = " and ".join(tell.seat(seat) for seat in event.on) or "the game"
    span = (
        f", until battle {event.last} ends"
        if event.last
        else ", for the rest of the game"
        if event.until == "game_end"
        else ""
    )
    amount = f" ({event.amount:+d})" if event.amount is not None else ""
    return f"Begins for {on}: {EFFECT_WORDS[event.kind]}{amount}{span}" + tell.because(tell.state.number)


def _about_effect(words: str) -> Callable[[Teller, Any], str]:
    def tell_effect(tell: Teller, event: Any) -> str:
        run = run_behind(tell.state, event.effect)
        return f"The effect of {tell.card(run.play, 'a play') if run else 'a play'} {words}"

    return tell_effect


def _seat_does(words: str) -> Callable[[Teller, Any], str]:
    return lambda tell, event: f"{tell.seat(event.seat)} {words}"


_WORDS: dict[type[Event], Callable[[Teller, Any], str]] = {
    **TABLE_WORDS,
    boba.GameStarted: _started,
    boba.CardDescribed: lambda _, __: "The client states the facts of a card",
    boba.StarterFound: _starter,
    boba.HonorsChosen: lambda tell, event: f"{tell.seat(event.honors)} has first honors",
    boba.DirectionChosen: lambda _, event: f"Battles resolve {event.direction.replace('_', ' ')}",
    boba.PileShuffled: lambda tell, event: (
        f"{tell.seat(event.seat)} shuffles its {event.pile.replace('_', ' ')}" + tell.because(event.cause)
    ),
    boba.HeroesPlaced: _placed,
    boba.HeroesDrawn: _heroes_drawn,
    boba.PlaysDrawn: _plays_drawn,
    boba.HeroSubstituted: _substituted,
    boba.SubstitutionDeclined: _seat_does("declines to substitute"),
    boba.HeroesRevealed: _revealed,
    boba.PlayRun: _run,
    boba.Passed: _seat_does("passes"),
    boba.BattleResolved: _resolved,
    boba.SuddenDeathRevealed: _sudden,
    boba.GameEnded: _ended,
    boba.CoinFlipped: lambda tell, event: (
        f"{tell.seat(event.seat)} flips {event.face or 'a coin'}" + tell.because(event.cause)
    ),
    boba.DieRolled: lambda tell, event: (
        f"{tell.seat(event.seat)} rolls {'a die' if event.result is None else f'a {event.result}'}"
        + tell.because(event.cause)
    ),
    boba.ChoiceMade: _choice,
    boba.ChoiceDeclined: lambda tell, event: f"{tell.seat(event.seat)} chooses not to" + tell.because(event.cause),
    boba.PowerChanged: _changed,
    boba.PowerSet: _set,
    boba.PowerMultiplied: _multiplied,
    boba.PowersSwapped: _swapped_powers,
    boba.PowerReset: _reset,
    boba.PowerChangeCancelled: lambda tell, event: (
        f"The change of power of step {event.change} is cancelled" + tell.because(event.cause)
    ),
    boba.WeaponChanged: _weapon,
    boba.HotDogsRecovered: _dogs_moved("recovers"),
    boba.HotDogsSpent: _dogs_moved("pays"),
    boba.HotDogsLost: _dogs_moved("loses"),
    boba.HotDogsStolen: _stolen,
    boba.HotDogsGained: _dogs_moved("gains"),
    boba.HotDogsSwapped: lambda tell, event: "The seats swap their hot dogs" + tell.because(event.cause),
    boba.HeroesDiscarded: _moved("discards", "heroes", "hero", "heroes"),
    boba.PlaysDiscarded: _moved("discards", "plays", "play", "plays"),
    boba.HeroesReturned: _returned("heroes", "hero", "heroes"),
    boba.PlaysReturned: _returned("plays", "play", "plays"),
    boba.CardsRemoved: _moved("removes from the game", "cards", "card", "cards"),
    boba.CardsRevealed: _moved("reveals", "cards", "card", "cards"),
    boba.CardsLookedAt: _looked,
    boba.PileReordered: _reordered,
    boba.HeroReplaced: _replaced,
    boba.HeroesMoved: _heroes_moved,
    boba.PlayTransformed: lambda tell, event: _about_run(f"becomes a {event.into.replace('_', ' ')}")(tell, event),
    boba.PlayStopped: _about_run("does not take effect"),
    boba.PlayCancelled: _about_run("is cancelled"),
    boba.CostChanged: _cost,
    boba.HonorsGiven: lambda tell, event: f"{tell.seat(event.seat)} is given honors" + tell.because(event.cause),
    boba.EffectBegan: _began,
    boba.EffectTriggered: _about_effect("acts"),
    boba.EffectBlocked: _about_effect("blocks"),
    boba.EffectRedirected: lambda tell, event: f"Turned on {tell.seat(event.to)} instead" + tell.because(event.cause),
    boba.EffectEnded: _about_effect("ends"),
    boba.StateShown: lambda _, __: "The client shows how things stand",
    boba.StateCorrected: lambda _, __: "A judge corrects how things stand",
}
