"""Folds the events of a game into its state: one function an event type."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import base, boba
from events.base import Event
from projector.boba import battles, ending, ongoing, outcomes, plays, setup, table
from projector.boba.cards import Catalogue
from projector.boba.rulebook import ENDED, ONE_START
from projector.boba.state import State

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
    boba.GameStarted: setup.game_started,
    boba.CardDescribed: setup.card_described,
    boba.StarterFound: setup.starter_found,
    boba.HonorsChosen: setup.honors_chosen,
    boba.DirectionChosen: setup.direction_chosen,
    boba.PileShuffled: setup.pile_shuffled,
    boba.HeroesPlaced: setup.heroes_placed,
    boba.HeroesDrawn: setup.heroes_drawn,
    boba.PlaysDrawn: setup.plays_drawn,
    boba.HeroSubstituted: battles.hero_substituted,
    boba.SubstitutionDeclined: battles.substitution_declined,
    boba.HeroesRevealed: battles.heroes_revealed,
    boba.PlayRun: plays.play_run,
    boba.Passed: plays.passed,
    boba.BattleResolved: battles.battle_resolved,
    boba.SuddenDeathRevealed: ending.sudden_death_revealed,
    boba.GameEnded: ending.game_ended,
    boba.CoinFlipped: outcomes.chance_or_choice,
    boba.DieRolled: outcomes.chance_or_choice,
    boba.ChoiceMade: outcomes.chance_or_choice,
    boba.ChoiceDeclined: outcomes.chance_or_choice,
    boba.PowerChanged: outcomes.power_changed,
    boba.PowerSet: outcomes.power_set,
    boba.PowerMultiplied: outcomes.power_multiplied,
    boba.PowersSwapped: outcomes.powers_swapped,
    boba.PowerReset: outcomes.power_reset,
    boba.PowerChangeCancelled: outcomes.power_change_cancelled,
    boba.WeaponChanged: outcomes.weapon_changed,
    boba.HotDogsRecovered: outcomes.hot_dogs_recovered,
    boba.HotDogsSpent: outcomes.hot_dogs_spent,
    boba.HotDogsLost: outcomes.hot_dogs_lost,
    boba.HotDogsStolen: outcomes.hot_dogs_stolen,
    boba.HotDogsGained: outcomes.hot_dogs_gained,
    boba.HotDogsSwapped: outcomes.hot_dogs_swapped,
    boba.HeroesDiscarded: outcomes.heroes_discarded,
    boba.PlaysDiscarded: outcomes.plays_discarded,
    boba.HeroesReturned: outcomes.heroes_returned,
    boba.PlaysReturned: outcomes.plays_returned,
    boba.CardsRemoved: outcomes.cards_removed,
    boba.CardsRevealed: outcomes.cards_revealed,
    boba.CardsLookedAt: outcomes.cards_looked_at,
    boba.PileReordered: outcomes.pile_reordered,
    boba.HeroReplaced: outcomes.hero_replaced,
    boba.HeroesMoved: outcomes.heroes_moved,
    boba.PlayTransformed: outcomes.play_transformed,
    boba.PlayStopped: outcomes.play_stopped,
    boba.PlayCancelled: outcomes.play_cancelled,
    boba.CostChanged: outcomes.cost_changed,
    boba.HonorsGiven: outcomes.honors_given,
    boba.EffectBegan: ongoing.effect_began,
    boba.EffectTriggered: ongoing.effect_triggered,
    boba.EffectBlocked: ongoing.effect_blocked,
    boba.EffectRedirected: ongoing.effect_redirected,
    boba.EffectEnded: ongoing.effect_ended,
    boba.StateShown: table.state_shown,
    boba.StateCorrected: table.state_corrected,
}

# What people still do at the table when the game is over; anything else after the end is a finding.
_AFTER_THE_END: frozenset[type[Event]] = frozenset(
    {*base.TABLE_EVENTS, boba.StateShown, boba.StateCorrected, boba.CardsRevealed, boba.CardDescribed}
)


def advance(state: State, event: Event) -> None:
    """Fold one more event into a state."""
    state.number += 1
    if state.ended is not None and type(event) not in _AFTER_THE_END:
        state.illegal(ENDED, f"{type(event).__name__} after the game ended with event {state.ended_at}")
        return
    if state.started is None and type(event) not in _BEFORE_THE_START and not state.gapped:
        state.illegal(ONE_START, f"{type(event).__name__} before the game started")
        state.sure = False
        state.gapped = True
    HANDLERS[type(event)](state, event)


_BEFORE_THE_START: frozenset[type[Event]] = frozenset({boba.GameStarted, *base.TABLE_EVENTS})


def fold(cards: Catalogue, events: Sequence[Event]) -> State:
    """The state of a game after all its events. It judges each, and never stops at one."""
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
