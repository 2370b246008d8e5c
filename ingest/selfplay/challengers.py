"""Plays whole tournaments of Challengers! between house drafters, and tells each as the events a client would write.

Without `effects` every card counts for its base power alone; with them cards do what a made-up pack says. Either is a
format of its own, named after the pack, not the published game. Game number n depends on the seed, the number of
players, n and the arguments, never on how many games are asked for.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal

from events.base import CardId, Event, PlayerId
from events.challengers import (
    AllowedDraw,
    Bonus,
    BotDeckSet,
    CardRevealed,
    CardsBenched,
    CardsDrawn,
    CardsKept,
    CardsMoved,
    CardsRedrawn,
    CardsRemoved,
    DeckReady,
    EffectTriggered,
    FansChanged,
    FinalistsFound,
    FlagTaken,
    MatchStarted,
    MatchWon,
    Pairing,
    Park,
    PileRefilled,
    RoundStarted,
    Seated,
    Setup,
    TournamentEnded,
    TournamentStarted,
    Tray,
    TrophiesTurnedUp,
    Trophy,
    TrophyTaken,
)
from ingest.selfplay.challengers_effects import Effect, EffectsError, HouseEffects
from ingest.selfplay.challengers_players import DRAFTERS, Drafter, Held, Player, Side
from ingest.selfplay.house import House, Series, Wish, WishError
from projector.challengers.cards import Card, Catalogue

PLAIN = "house-plain"
# Games of bots happen at no time; each gets one of its own, so that they can be told apart and put in order.
_FIRST_GAME = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
_APART = dt.timedelta(minutes=45)
_TRAYS: tuple[Tray, ...] = ("A", "B", "C")
_BOT = PlayerId("bot")
_SMALLEST_DECK = 5
# Beside the City, which is always in use.
_OTHER_SETS = 5


def simulate(
    games: int,
    seed: int | str,
    cards: Catalogue,
    *,
    players: int = 8,
    drafters: Sequence[Drafter] = DRAFTERS,
    setup: Setup | None = None,
    effects: HouseEffects | None = None,
) -> Iterator[list[Event]]:
    """The events of so many whole tournaments, one list each. An odd number of players adds the bot.

    Drafters are drawn for each seat from those given; a drafter's name and seat stand for its player. `setup` None: the
    usual numbers. Raises ValueError for a number of players that no plan is for.
    """
    seats = players + players % 2
    numbers = setup if setup is not None else cards.plans.setup(seats)
    if players < 1 or numbers is None:
        raise ValueError(f"No tournament plan is for {players} players; there are plans for 1 to 8")
    for number in range(games):
        random = Random(f"{seed}/challengers/{players}/{number}")  # noqa: S311 (a game, not a secret)
        seated = [random.choice(drafters) for _ in range(players)]
        yield _Hall(numbers, cards, seated, seats, random=random, effects=effects).play(_FIRST_GAME + number * _APART)


class _Hall:
    """A tournament being played. `events` tells it."""

    def __init__(
        self,
        setup: Setup,
        cards: Catalogue,
        drafters: Sequence[Drafter],
        seats: int,
        *,
        random: Random,
        effects: HouseEffects | None,
    ) -> None:
        self.setup = setup
        self.cards = cards
        self.random = random
        self.effects = effects
        self.pack = effects.name.replace("-", " ").capitalize() if effects is not None else None
        self.events: list[Event] = []
        others = [code for code in cards.sets if code != "CITY"]
        self.left_out = random.choice(others)
        others.remove(self.left_out)
        # A catalogue with further sets has more than a game takes.
        used = others if len(others) <= _OTHER_SETS else random.sample(others, _OTHER_SETS)
        self.sets = tuple(code for code in cards.sets if code == "CITY" or code in used)
        self.piles: dict[Tray, list[CardId]] = {}
        self.discards: dict[Tray, list[CardId]] = {tray: [] for tray in _TRAYS}
        for tray in _TRAYS:
            copies = cards.copies(tray, self.sets)
            self.piles[tray] = [card for card, count in copies.items() for _ in range(count)]
            random.shuffle(self.piles[tray])
        starter = cards.starter_deck()
        self.players = [Player(seat, drafter, list(starter)) for seat, drafter in enumerate(drafters, 1)]
        if len(self.players) < seats:
            self.players.append(Player(seats, None, []))
        self.fans: dict[tuple[Park, int], int] = {}

    def play(self, at: dt.datetime) -> list[Event]:
        starter = self.cards.starter_deck()
        self.events.append(
            TournamentStarted(
                tuple(
                    Seated(_BOT, bot=True)
                    if player.drafter is None
                    else Seated(PlayerId(f"{player.drafter.name}-{player.seat}"), starter)
                    for player in self.players
                ),
                mode="duel" if len(self.players) == 2 else "tournament",
                setup=self.setup,
                sets=self.sets,
                left_out=self.left_out,
                format=PLAIN if self.effects is None else self.effects.name,
                simulated=True,
                at=at,
            )
        )
        self._lay_out_trophies()
        for round_ in range(1, self.setup.rounds + 1):
            self._round(round_)
            if self._is_decided(round_):
                return self.events
        self._end()
        return self.events

    def _lay_out_trophies(self) -> None:
        for round_ in range(1, self.setup.rounds + 1):
            backs = list(self.cards.plans.trophy_fans(round_) or (round_,) * 4)
            self.random.shuffle(backs)
            for pairing, fans in zip(self.setup.pairings[round_ - 1], backs, strict=False):
                self.fans[pairing.park, round_] = fans

    def _round(self, round_: int) -> None:
        pairings = self.setup.pairings[round_ - 1]
        self.events.append(RoundStarted(round_, pairings))
        for player in self.players:
            if player.drafter is None:
                self._set_bot_deck(player, round_)
            else:
                self._draft(player, player.drafter, round_)
                self._trim(player, player.drafter, round_)
        # The parks play side by side: their events come in turns.
        tables = [self._match(round_, pairing) for pairing in pairings]
        while tables:
            table = self.random.choice(tables)
            told = next(table, None)
            if told is None:
                tables.remove(table)
            else:
                self.events.extend(told)

    def _set_bot_deck(self, player: Player, round_: int) -> None:
        """The bot plays the starter deck and one of the cards of the round's level for each round so far."""
        trays = [self.setup.draws[played][0].tray for played in range(round_)]
        deck = list(self.cards.starter_deck())
        for tray in trays:
            deck.append(self.random.choice(sorted(self.cards.copies(tray, self.sets))))
        player.deck = deck
        self.events.append(BotDeckSet(round_, player.seat, tuple(deck)))

    def _facts(self, card: CardId) -> Card:
        return self.cards.cards[card]

    # The deck phase

    def _worth(self, drafter: Drafter, held: Held, card: CardId) -> float:
        facts = self.cards.cards[card]
        return (
            drafter.power * facts.power
            + drafter.same_name * (facts.name in held.names)
            + drafter.same_set * held.sets.get(facts.set, 0)
        )

    def _draft(self, player: Player, drafter: Drafter, round_: int) -> None:
        draw = self._choose_draw(drafter, self.setup.draws[round_ - 1])
        drawn = self._take(draw.tray, self.setup.cards_drawn, round_)
        self.events.append(CardsDrawn(round_, player.seat, draw.tray, tuple(drawn)))
        held = Held(self.cards, player.deck)
        best = max((self._worth(drafter, held, card) for card in drawn), default=0.0)
        if drawn and best < self._hoped(draw.tray):
            # The discard goes under a short pile before the drawn cards lie on it.
            anew = self._take(draw.tray, len(drawn), round_)
            self.events.append(CardsRedrawn(round_, player.seat, draw.tray, tuple(drawn), tuple(anew)))
            self.discards[draw.tray].extend(drawn)
            drawn = anew
        for _ in range(min(draw.keep, len(drawn))):
            card = max(drawn, key=lambda one: (self._worth(drafter, held, one), one))
            drawn.remove(card)
            player.deck.append(card)
            held.add(self.cards.cards[card])
            self.events.append(CardsKept(round_, player.seat, (card,)))
        self.discards[draw.tray].extend(drawn)

    def _choose_draw(self, drafter: Drafter, allowed: tuple[AllowedDraw, ...]) -> AllowedDraw:
        """A drafter of names likes many cards, the others strong ones."""
        many = drafter.same_name > drafter.power
        return max(allowed, key=lambda draw: (draw.keep if many else 0, draw.tray))

    def _hoped(self, tray: Tray) -> float:
        """What the best of five cards should be worth at least; less is redrawn."""
        return {"A": 3.0, "B": 5.0, "C": 7.0}[tray]

    def _take(self, tray: Tray, count: int, round_: int) -> list[CardId]:
        pile, discard = self.piles[tray], self.discards[tray]
        if len(pile) < count and discard:
            self.events.append(PileRefilled(round_, tray, len(discard)))
            self.random.shuffle(discard)
            pile[:0] = discard
            discard.clear()
        return [pile.pop() for _ in range(min(count, len(pile)))]

    def _trim(self, player: Player, drafter: Drafter, round_: int) -> None:
        """Remove the weakest cards while there are too many names, or too many cards."""
        removed: list[CardId] = []
        while len(player.deck) > _SMALLEST_DECK:
            held = Held(self.cards, player.deck)
            if len(held.names) <= drafter.names and len(player.deck) <= drafter.cards:
                break
            weakest = min(player.deck, key=lambda card: (self._worth(drafter, held, card), card))
            player.deck.remove(weakest)
            removed.append(weakest)
            for tray in _TRAYS:
                if tray == self.cards.cards[weakest].level:
                    self.discards[tray].append(weakest)
        if removed:
            self.events.append(CardsRemoved(round_, player.seat, tuple(removed)))
        self.events.append(DeckReady(round_, player.seat))

    # The match

    def _match(self, round_: int, pairing: Pairing) -> Iterator[list[Event]]:
        """The events of a match, as they come together; the winner takes its trophy, if it has one."""
        park, final = pairing.park, round_ > self.setup.rounds
        one, two = (Side(self.players[seat - 1], self.cards, self.random) for seat in pairing.seats)
        first, by_toss = self._starter((one, two), round_)
        yield [
            MatchStarted(
                round_,
                park,
                (one.seat, two.seat),
                first.seat,
                "toss" if by_toss else "trophy",
                final=final,
                decks=(len(one.deck), len(two.deck)),
            )
        ]
        holder, attacker = first, two if first is one else one
        if holder.deck:
            yield self._reveal(round_, park, holder)
        reason: Literal["out_of_cards", "bench_full"] = "out_of_cards"
        while True:
            needed = holder.flag_power()
            while attacker.deck and holder.park and (not attacker.park or attacker.attack_power() < needed):
                yield self._reveal(round_, park, attacker)
            if not holder.park:
                holder, attacker = attacker, holder
                break
            total = attacker.attack_power()
            if not attacker.park or total < needed:
                break
            attacker.hold()
            yield [FlagTaken(round_, park, attacker.seat, total, needed)]
            holder, attacker = attacker, holder
            if len(attacker.names_with_park()) > self.setup.bench_seats:
                reason = "bench_full"
                break
            yield [CardsBenched(round_, park, attacker.seat, attacker.bench_all())]
        yield self._won(round_, park, holder, reason)

    def _acting(self, card: CardId, on: Literal["reveal", "won"]) -> list[Effect]:
        return self.effects.of(card, on) if self.effects is not None else []

    def _reveal(self, round_: int, park: Park, side: Side) -> list[Event]:
        """A card is revealed, and does what the house pack says."""
        card = side.deck.pop()
        bonuses = []
        moves: list[CardId] = []
        for effect in self._acting(card, "reveal"):
            if effect.do == "bonus":
                amount = effect.amount * len(side.bench) if effect.each else effect.amount
                bonuses.append(Bonus(amount, self.pack, effect.lasts or "flag"))
            elif effect.do == "exhaust":
                moves += side.exhaust(effect.amount)
        side.reveal(card, bonuses)
        told: list[Event] = [
            CardRevealed(round_, park, side.seat, card, side.power_of_top(), tuple(bonuses)),
        ]
        if moves:
            cause = len(self.events) + 1
            told.append(CardsMoved(round_, park, side.seat, tuple(moves), "bench", "exhaust", cause=cause))
        return told

    def _won(self, round_: int, park: Park, side: Side, reason: Literal["out_of_cards", "bench_full"]) -> list[Event]:
        won = len(self.events) + 1
        told: list[Event] = [MatchWon(round_, park, side.seat, reason)]
        for card in side.player.deck:
            for effect in self._acting(card, "won"):
                side.player.supplied += effect.amount
                told.append(EffectTriggered(round_, park, side.seat, card, by=won))
                told.append(FansChanged(round_, side.seat, effect.amount, park, cause=won + len(told) - 1))
        if round_ <= self.setup.rounds:
            fans = self.fans[park, round_]
            side.player.trophies[round_] = fans
            told.append(TrophyTaken(round_, park, side.seat, fans))
        return told

    def _starter(self, sides: tuple[Side, Side], round_: int) -> tuple[Side, bool]:
        one, two = (max(side.player.trophies, default=0) for side in sides)
        if round_ == 1 or one == two:
            return self.random.choice(sides), True
        return sides[0 if one > two else 1], False

    # The end

    def _is_decided(self, round_: int) -> bool:
        """Whether a lead in fans ended the game."""
        lead = self.setup.winning_lead
        fans = sorted(player.fans() for player in self.players)
        if lead is None or fans[-1] - fans[-2] < lead:
            return False
        reason: Literal["lead", "fans"] = "lead" if round_ < self.setup.rounds else "fans"
        self.events.append(TournamentEnded(self._leader(), reason, self._all_fans()))
        return True

    def _leader(self) -> int:
        return max(self.players, key=Player.fans).seat

    def _all_fans(self) -> tuple[int, ...]:
        return tuple(player.fans() for player in self.players)

    def _end(self) -> None:
        if not self.setup.has_final:
            fans = self._all_fans()
            is_tied = fans.count(max(fans)) > 1
            self.events.append(
                TournamentEnded("draw" if is_tied else self._leader(), "tie" if is_tied else "fans", fans)
            )
            return
        self.events.append(
            TrophiesTurnedUp(
                tuple(
                    Trophy(player.seat, round_, fans)
                    for player in self.players
                    for round_, fans in player.trophies.items()
                )
            )
        )
        ranked = sorted(
            (player for player in self.players if player.drafter is not None), key=Player.standing, reverse=True
        )
        second = ranked[1].standing()
        sure = [player for player in ranked if player.standing() > second]
        tied = [player for player in ranked if player.standing() == second]
        self.random.shuffle(tied)
        finalists = sorted([*sure, *tied][:2], key=lambda player: player.seat)
        one, two = finalists
        self.events.append(FinalistsFound((one.seat, two.seat), fans=self._all_fans()))
        final = self.setup.rounds + 1
        for player in finalists:
            self.events.append(DeckReady(final, player.seat))
        for told in self._match(final, Pairing("green", (one.seat, two.seat))):
            self.events.extend(told)
        winner = next(event.winner for event in reversed(self.events) if isinstance(event, MatchWon))
        self.events.append(TournamentEnded(winner, "final", self._all_fans()))


_PACK = "house_effects.toml"
_NO_EFFECTS = "none"


def _deal(wish: Wish, folder: Path, cards: Catalogue) -> Iterator[list[Event]]:
    """Tournaments with the house pack of `data/challengers`, another pack, or none. Raises WishError."""
    effects = None
    if wish.effects != _NO_EFFECTS:
        path = folder / _PACK if wish.effects is None else Path(wish.effects)
        try:
            effects = HouseEffects.read(path.read_bytes(), cards, name=path.stem.replace("_", "-"))
        except OSError as error:
            raise WishError(f"{path} cannot be read: {error.strerror or error}") from error
        except EffectsError as error:
            raise WishError(f"{path} is no effect pack: {error}") from error
    return simulate(wish.games, wish.seed, cards, players=wish.players or HOUSE.players[0], effects=effects)


def _called(bot: PlayerId) -> str:
    """ "few-names-3" is "Few names bot 3"; the virtual player is "Bot"."""
    drafter, dash, seat = bot.rpartition("-")
    return f"{drafter.replace('-', ' ').capitalize()} bot {seat}" if dash else bot.capitalize()


HOUSE = House(
    modes=(),
    players=(4, 1, 2, 3, 5, 6, 7, 8),
    takes_effects=True,
    demonstrations=tuple(Series(players=players, share=0.05) for players in (1, 2, 4, 6, 8)),
    deal=_deal,
    called=_called,
)
