"""Tells the games of a season as events: battle by battle, or their results alone."""

import datetime as dt
from collections.abc import Iterator, Sequence

from events.base import CardId, Event, PlayerId
from events.boba import (
    BattleResolved,
    Deck,
    GameEnded,
    GameStarted,
    HeroesPlaced,
    HeroesRevealed,
    HonorsChosen,
    PlayRun,
    PlaysDrawn,
    PowerChanged,
    Seated,
)
from ingest.selfplay.season.parameters import SETUP, Season
from ingest.selfplay.season.playing import Games
from projector.boba.cards import Catalogue


class Teller:
    """Tells games of a season. `players`: the ids of its players, in the order of their skills."""

    def __init__(self, season: Season, cards: Catalogue, players: Sequence[PlayerId]) -> None:
        self.season = season
        self.begins = dt.datetime.combine(season.first_day, dt.time(), dt.UTC)
        self.seated = [
            [Seated(player, Deck(heroes=deck.heroes, plays=deck.plays)) for deck in season.decks] for player in players
        ]
        self.costs = {card: cards.cost_of(card) for deck in season.decks for card in deck.plays}

    def told(self, games: Games) -> Iterator[list[Event]]:
        """The events of each game."""
        columns = zip(
            games.players.tolist(),
            games.decks.tolist(),
            games.second.tolist(),
            games.starts.tolist(),
            games.results_only.tolist(),
            games.fought.tolist(),
            games.result().tolist(),
            games.trophies().tolist(),
            strict=True,
        )
        for row, (players, decks, second, starts, results_only, fought, result, trophies) in enumerate(columns):
            one, two = (self.seated[player][deck] for player, deck in zip(players, decks, strict=True))
            events: list[Event] = [
                GameStarted(
                    (one, two),
                    "playmaker",
                    setup=SETUP,
                    simulated=True,
                    at=self.begins + dt.timedelta(seconds=second),
                ),
                HonorsChosen(starts),
            ]
            if not results_only:
                self._battles(events, games, row, decks, fought)
            events.append(_ended(result, trophies))
            yield events

    def _battles(self, events: list[Event], games: Games, row: int, decks: Sequence[int], fought: int) -> None:
        heroes, hands = self._dealt(games, row, decks)
        for seat in (1, 2):
            events.append(HeroesPlaced(seat, heroes[seat - 1]))
        for seat in (1, 2):
            events.append(PlaysDrawn(seat, hands[seat - 1], "opening"))
        winners, powers = games.winner[row].tolist(), games.powers[row].tolist()
        runners, amounts, runs = games.runner[row].tolist(), games.amount[row].tolist(), games.run[row].tolist()
        last = [0, 0]
        for place in range(fought):
            battle, seat = place + 1, runners[place]
            events.append(HeroesRevealed(battle, (heroes[0][place], heroes[1][place])))
            if seat:
                if runs[place] >= 0:
                    play = hands[seat - 1][runs[place]]
                    events.append(PlayRun(seat, battle, play, self.costs[play]))
                    last[seat - 1] = len(events)
                events.append(PowerChanged(seat, battle, amounts[place], cause=last[seat - 1]))
            both = (powers[0][place], powers[1][place])
            events.append(BattleResolved(battle, winners[place] or "draw", "power", both))

    def _dealt(
        self, games: Games, row: int, decks: Sequence[int]
    ) -> tuple[list[tuple[CardId, ...]], list[tuple[CardId, ...]]]:
        heroes, hands = games.heroes[row].tolist(), games.hands[row].tolist()
        brought = [self.season.decks[deck] for deck in decks]
        return (
            [tuple(deck.heroes[place] for place in some) for deck, some in zip(brought, heroes, strict=True)],
            [tuple(deck.plays[place] for place in some) for deck, some in zip(brought, hands, strict=True)],
        )


def _ended(result: int, trophies: Sequence[int]) -> GameEnded:
    both = (trophies[0], trophies[1])
    if result == 0:
        return GameEnded("draw", "tie", both)
    return GameEnded(result, "trophies", both) if result in (1, 2) else GameEnded(None, "unfinished", both)
