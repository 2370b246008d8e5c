"""Plays whole games of Bo Jackson Battle Arena between house bots, and tells each as the events a client would write.

All chance of the project lives here. Game number n depends on the seed, the mode, n and the arguments, never on how
many games are asked for.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal, get_args

from events.base import Event, PlayerId
from events.boba import (
    BattleResolved,
    CoinFlipped,
    DirectionChosen,
    GameEnded,
    GameStarted,
    HeroesDrawn,
    HeroesPlaced,
    HeroesRevealed,
    HeroSubstituted,
    HonorsChosen,
    HotDogsRecovered,
    Mode,
    Passed,
    PileShuffled,
    PlayRun,
    PlaysDrawn,
    PowerChanged,
    Seated,
    Setup,
    StarterFound,
    SubstitutionDeclined,
    SuddenDeathRevealed,
)
from ingest.selfplay.bots import BOTS, Bot, Direction, Shown, Sight
from ingest.selfplay.decks import HouseDeck, house_decks
from ingest.selfplay.house import House, Series, Wish
from ingest.selfplay.plays import Effect, PlainPlays, plain_plays
from ingest.selfplay.seats import Brought, Side
from projector.boba.cards import Catalogue
from projector.boba.modes import MODES

# Games of bots happen at no time; each gets one of its own, so that they can be told apart and put in order.
_FIRST_GAME = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
_APART = dt.timedelta(minutes=10)


def simulate(
    mode: Mode,
    games: int,
    seed: int | str,
    cards: Catalogue,
    *,
    decks: Sequence[HouseDeck],
    plays: PlainPlays | None = None,
    setup: Setup | None = None,
    players: Sequence[Bot] = BOTS,
) -> Iterator[list[Event]]:
    """The events of so many whole games, one list a game.

    Decks and bots are drawn for each game from those given; a bot's name stands for its player. `setup` None: the
    mode's usual numbers. Where a game may end "either" way, half of them go on after the clinch. A play that is not
    among `plays` is never run. Raises ValueError if a deck is too small for the setup or has a hero of unknown power.
    """
    numbers = setup if setup is not None else MODES[mode]
    brought = [Brought(deck, numbers, cards) for deck in decks]
    known = plays if plays is not None else PlainPlays({})
    for number in range(games):
        random = Random(f"{seed}/{mode}/{number}")  # noqa: S311 (a game, not a secret)
        table = _Table(numbers, cards, known, random)
        table.seat(random.choice(brought), random.choice(players))
        table.seat(random.choice(brought), random.choice(players))
        table.start(mode, _FIRST_GAME + number * _APART)
        yield table.play()


class _Table:
    """A game being played. `events` tells it."""

    def __init__(self, setup: Setup, cards: Catalogue, plays: PlainPlays, random: Random) -> None:
        self.setup = setup
        self.cards = cards
        self.plays = plays
        self.random = random
        self.events: list[Event] = []
        self.shown = (Shown(setup.hot_dogs), Shown(setup.hot_dogs))
        self.sides: list[Side] = []
        self.honors = 1

    def seat(self, brought: Brought, bot: Bot) -> None:
        place = len(self.sides)
        shown = (self.shown[place], self.shown[1 - place])
        sight = Sight(self.setup, self.cards, self.plays, brought.powers, shown)
        self.sides.append(Side(place + 1, bot, brought, sight))

    def other(self, side: Side) -> Side:
        return self.sides[2 - side.number]

    def in_turn(self) -> tuple[Side, Side]:
        """The seat with honors, then the other."""
        first = self.sides[self.honors - 1]
        return first, self.other(first)

    def start(self, mode: Mode, at: dt.datetime) -> None:
        one, two = (Seated(PlayerId(side.bot.name), side.brought.deck) for side in self.sides)
        self.events.append(GameStarted(at=at, seats=(one, two), mode=mode, setup=self.setup, simulated=True))

    def play(self) -> list[Event]:
        """The rest of the game, to its end."""
        # Some tables place their heroes before they know the direction (see the fan guide), most after.
        if self.random.random() < 0.2:
            self.shuffle()
            self.place_heroes("table")
            if self.find_starter() == "right_to_left":
                for side in self.sides:
                    side.zones.reverse()
        else:
            self.find_starter()
            self.shuffle()
            self.place_heroes("battle")
        self.open_hands()
        goes_on = self.setup.ends == "after_all_battles" or (self.setup.ends == "either" and self.random.random() < 0.5)
        for battle in range(1, self.setup.battles + 1):
            self.fight(battle)
            if not goes_on and 2 * max(shown.trophies for shown in self.shown) > self.setup.battles:
                break
        self.end()
        return self.events

    def find_starter(self) -> Direction:
        rolls: list[tuple[int, int]] = []
        while not rolls or rolls[-1][0] == rolls[-1][1]:
            rolls.append((self.random.randint(1, 6), self.random.randint(1, 6)))
        starter = 1 if rolls[-1][0] > rolls[-1][1] else 2
        side = self.sides[starter - 1]
        self.honors = starter if side.bot.honors(side.sight) else 3 - starter
        direction = side.bot.direction(self.random)
        self.events += (
            StarterFound(winner=starter, method="dice", rolls=tuple(rolls)),
            HonorsChosen(honors=self.honors, by=starter),
            DirectionChosen(direction=direction, by=starter),
        )
        return direction

    def shuffle(self) -> None:
        for side in self.sides:
            self.random.shuffle(side.heroes)
            self.events.append(PileShuffled(seat=side.number, pile="hero_deck"))
            if side.playbook:
                self.random.shuffle(side.playbook)
                self.events.append(PileShuffled(seat=side.number, pile="playbook"))

    def place_heroes(self, order: Literal["battle", "table"]) -> None:
        for side in self.sides:
            heroes = [side.heroes.pop() for _ in range(self.setup.battles)]
            side.zones = side.bot.place(side.sight, heroes, self.random)
            self.events.append(HeroesPlaced(seat=side.number, heroes=tuple(side.zones), order=order))

    def open_hands(self) -> None:
        for side in self.sides if self.setup.bench else ():
            heroes = side.draw_heroes(self.setup.bench)
            self.events.append(HeroesDrawn(seat=side.number, heroes=heroes, reason="opening"))
        for side in self.sides if self.setup.opening_plays else ():
            plays = side.draw_plays(self.setup.opening_plays)
            self.events.append(PlaysDrawn(seat=side.number, plays=plays, reason="opening"))

    def fight(self, battle: int) -> None:
        for side in self.sides:
            side.sight.battle = battle
            side.sight.zone = side.zones[battle - 1] if self.setup.seats_see_own_zones else None
        if self.setup.bench:
            for side in self.in_turn():
                self.substitute(side, battle)
        self.reveal(battle)
        if self.setup.playbook:
            for side in self.sides:
                side.shown.passed = False
            for side in self.in_turn():
                self.run_plays(side, battle)
        self.resolve(battle)
        if self.setup.plays_per_battle:
            for side in self.in_turn():
                if plays := side.draw_plays(self.setup.plays_per_battle):
                    self.events.append(PlaysDrawn(seat=side.number, plays=plays, reason="battle_end"))

    def substitute(self, side: Side, battle: int) -> None:
        cost = self.setup.substitution_cost
        if side.shown.hot_dogs < cost or not side.sight.bench:
            return
        hero = side.bot.substitute(side.sight)
        if hero is None:
            self.events.append(SubstitutionDeclined(seat=side.number, battle=battle))
            return
        side.shown.hot_dogs -= cost
        side.shown.spent += cost
        side.shown.bench -= 1
        side.sight.bench.remove(hero)
        replaced, side.zones[battle - 1] = side.zones[battle - 1], hero
        self.events.append(
            HeroSubstituted(
                seat=side.number,
                battle=battle,
                hero=hero,
                replaced=replaced,
                hot_dogs=cost,
                paid_by=side.number,
                replaced_shown=False,
            )
        )
        if drawn := side.draw_heroes(1):
            self.events.append(HeroesDrawn(seat=side.number, heroes=drawn, reason="substitution"))

    def reveal(self, battle: int) -> None:
        one, two = (side.zones[battle - 1] for side in self.sides)
        for shown, hero in zip(self.shown, (one, two), strict=True):
            shown.power = self.cards.power_of(hero) or 0
            shown.weapon = self.cards.weapon_of(hero)
        self.events.append(HeroesRevealed(battle=battle, heroes=(one, two), powers=self.powers()))

    def powers(self) -> tuple[int, int]:
        one, two = self.shown
        return one.power, two.power

    def run_plays(self, side: Side, battle: int) -> None:
        while (play := side.bot.play(side.sight)) is not None:
            cost = self.cards.cost_of(play) or 0
            side.shown.hot_dogs -= cost
            side.shown.spent += cost
            side.shown.play_hand -= 1
            side.sight.play_hand.remove(play)
            self.events.append(PlayRun(seat=side.number, battle=battle, play=play, cost=cost))
            self.perform(self.plays.effects[play], side, battle, cause=len(self.events))
        side.shown.passed = True
        self.events.append(Passed(seat=side.number, battle=battle))

    def perform(self, effects: Sequence[Effect], side: Side, battle: int, cause: int) -> None:
        """Do what a play says, as much of it as is possible."""
        for effect in effects:
            target = side if effect.who == "own" else self.other(side)
            if effect.if_weapon is not None:
                if target.shown.weapon == effect.if_weapon:
                    self.perform(effect.then, side, battle, cause)
            elif effect.flip:
                self.flip(effect, side, battle, cause)
            elif (outcome := _outcome(effect, target, battle, cause)) is not None:
                self.events.append(outcome)

    def flip(self, effect: Effect, side: Side, battle: int, cause: int) -> None:
        heads = 0
        for _ in range(effect.flip):
            is_heads = self.random.random() < 0.5
            heads += is_heads
            self.events.append(CoinFlipped(seat=side.number, face="heads" if is_heads else "tails", cause=cause))
            self.perform(effect.each_heads if is_heads else effect.each_tails, side, battle, cause)
        if heads == effect.flip:
            self.perform(effect.all_heads, side, battle, cause)
        elif not heads:
            self.perform(effect.all_tails, side, battle, cause)

    def resolve(self, battle: int) -> None:
        winner, reason = self.winner(supers=self.setup.super_breaks_ties)
        self.events.append(BattleResolved(battle=battle, winner=winner or "draw", reason=reason, powers=self.powers()))
        if winner:
            self.shown[winner - 1].trophies += 1
            self.honors = winner

    def winner(self, *, supers: bool) -> tuple[int, Literal["power", "super_weapon"]]:
        """The seat whose shown hero wins, 0 for a draw, and by what."""
        one, two = self.shown
        if one.power != two.power:
            return (1 if (one.power > two.power) == (self.setup.winning_power == "high") else 2), "power"
        if supers and (one.weapon == "Super") != (two.weapon == "Super"):
            return (1 if one.weapon == "Super" else 2), "super_weapon"
        return 0, "power"

    def end(self) -> None:
        trophies = (self.shown[0].trophies, self.shown[1].trophies)
        if trophies[0] != trophies[1]:
            winner = 1 if trophies[0] > trophies[1] else 2
            self.events.append(GameEnded(winner=winner, reason="trophies", trophies=trophies))
            return
        winner = self.sudden_death() if self.setup.tied_game == "sudden_death" else 0
        self.events.append(
            GameEnded(winner=winner or "draw", reason="sudden_death" if winner else "tie", trophies=trophies)
        )

    def sudden_death(self) -> int:
        """The seat that wins it; 0 if a deck runs out before."""
        one, two = self.sides
        while one.heroes and two.heroes:
            heroes = (one.heroes.pop(), two.heroes.pop())
            for shown, hero in zip(self.shown, heroes, strict=True):
                shown.power = self.cards.power_of(hero) or 0
                shown.weapon = self.cards.weapon_of(hero)
            self.events.append(SuddenDeathRevealed(heroes=heroes, powers=self.powers()))
            if winner := self.winner(supers=True)[0]:
                return winner
        return 0


def _outcome(effect: Effect, side: Side, battle: int, cause: int) -> Event | None:
    """Do to a seat what an effect says without condition or chance; None if nothing of it is possible."""
    shown, seat = side.shown, side.number
    if effect.power:
        shown.power += effect.power
        return PowerChanged(seat=seat, battle=battle, by=effect.power, cause=cause, power=shown.power)
    if effect.recover:
        count = min(effect.recover, shown.spent)
        shown.spent -= count
        shown.hot_dogs += count
        return HotDogsRecovered(seat=seat, count=count, cause=cause) if count else None
    if effect.draw_plays:
        plays = side.draw_plays(effect.draw_plays)
        return PlaysDrawn(seat=seat, plays=plays, reason="effect", cause=cause) if plays else None
    heroes = side.draw_heroes(effect.draw_heroes)
    return HeroesDrawn(seat=seat, heroes=heroes, reason="effect", cause=cause) if heroes else None


def _deal(wish: Wish, folder: Path, cards: Catalogue) -> Iterator[list[Event]]:
    """Games with the house decks and plays of `data/boba`."""
    (mode,) = [known for known in _MODES if known == wish.mode]
    decks = house_decks(folder / "decks", cards)
    return simulate(mode, wish.games, wish.seed, cards, decks=decks, plays=plain_plays(folder / "plain_plays.json"))


def _called(bot: PlayerId) -> str:
    return f"{bot.removeprefix('bot-').capitalize()} bot"


_MODES: tuple[Mode, ...] = get_args(Mode)
HOUSE = House(
    modes=("playmaker", "substitution", "rookie"),
    players=(),
    takes_effects=False,
    demonstrations=(Series("rookie"), Series("substitution"), Series("playmaker")),
    deal=_deal,
    called=_called,
)
