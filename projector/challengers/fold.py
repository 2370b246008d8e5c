"""Folds the events of a tournament into its state: one function an event type."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import base, challengers
from events.base import Event
from projector.challengers import attacks, benches, deciding, drafting, effects, ending, matches, rounds, table
from projector.challengers.cards import Catalogue
from projector.challengers.rulebook import ENDED, ONE_START
from projector.challengers.state import State

Handler = Callable[[State, Any], None]

HANDLERS: Mapping[type[Event], Handler] = {
    base.GapLeft: table.gap_left,
    base.NoteAdded: table.noted,
    base.TakenBack: table.rewound,
    base.Rewound: table.rewound,
    base.PenaltyGiven: table.noted,
    base.TimeCalled: table.noted,
    base.SeatConceded: table.seat_conceded,
    base.SeatDisconnected: table.noted,
    base.SeatReconnected: table.noted,
    base.SeatTakenOver: table.noted,
    challengers.TournamentStarted: rounds.tournament_started,
    challengers.CardDescribed: rounds.card_described,
    challengers.RoundStarted: rounds.round_started,
    challengers.PileChosen: drafting.pile_chosen,
    challengers.CardsDrawn: drafting.cards_drawn,
    challengers.CardsRedrawn: drafting.cards_redrawn,
    challengers.PileRefilled: drafting.pile_refilled,
    challengers.CardsKept: drafting.cards_kept,
    challengers.CardsRemoved: drafting.cards_removed,
    challengers.DeckReady: drafting.deck_ready,
    challengers.BotDeckSet: drafting.bot_deck_set,
    challengers.MatchStarted: matches.match_started,
    challengers.DeckShuffled: effects.deck_shuffled,
    challengers.CardRevealed: attacks.card_revealed,
    challengers.BonusGained: effects.bonus_gained,
    challengers.BonusEnded: effects.bonus_ended,
    challengers.FlagTaken: attacks.flag_taken,
    challengers.CardsBenched: benches.cards_benched,
    challengers.MatchWon: deciding.match_won,
    challengers.TrophyTaken: deciding.trophy_taken,
    challengers.EffectTriggered: effects.effect_triggered,
    challengers.EffectPrevented: effects.effect_prevented,
    challengers.ChoiceMade: effects.choice,
    challengers.ChoiceDeclined: effects.choice,
    challengers.CardsLookedAt: effects.cards_seen,
    challengers.CardsShown: effects.cards_seen,
    challengers.DeckReordered: effects.deck_reordered,
    challengers.CardsMoved: effects.cards_moved,
    challengers.BenchSeatsChanged: effects.bench_seats_changed,
    challengers.NameChanged: effects.name_changed,
    challengers.FansChanged: effects.fans_changed,
    challengers.TrophiesTurnedUp: ending.trophies_turned_up,
    challengers.FinalistsFound: ending.finalists_found,
    challengers.TournamentEnded: ending.tournament_ended,
    challengers.SeatShown: table.seat_shown,
    challengers.SeatCorrected: table.seat_shown,
    challengers.MatchShown: table.match_shown,
    challengers.MatchCorrected: table.match_shown,
}

# What people still do at the table when the game is over; anything else after the end is a finding.
_AFTER_THE_END: frozenset[type[Event]] = frozenset(
    {*base.TABLE_EVENTS, challengers.SeatShown, challengers.SeatCorrected, challengers.CardDescribed}
)
_BEFORE_THE_START: frozenset[type[Event]] = frozenset({challengers.TournamentStarted, *base.TABLE_EVENTS})


def advance(state: State, event: Event) -> None:
    """Fold one more event into a state."""
    state.number += 1
    if state.ended is not None and type(event) not in _AFTER_THE_END:
        state.illegal(ENDED, f"{type(event).__name__} after the game ended with event {state.ended_at}")
        return
    if state.started is None and type(event) not in _BEFORE_THE_START and not state.gapped:
        state.illegal(ONE_START, f"{type(event).__name__} before the tournament started")
        state.gapped = True
    HANDLERS[type(event)](state, event)


def fold(cards: Catalogue, events: Sequence[Event]) -> State:
    """The state of a tournament after all its events. It judges each, and never stops at one."""
    state = State(cards, events)
    handlers = HANDLERS
    number = 0
    for event in events:
        if number and state.ended is None and state.started is not None:
            number += 1
            state.number = number
            handlers[type(event)](state, event)
        else:
            advance(state, event)
            number = state.number
    return state
