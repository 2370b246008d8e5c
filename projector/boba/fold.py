"""Folds the events of a game into its state: one function an event type."""

from collections.abc import Callable, Mapping
from typing import Any

from events import base, boba
from events.base import Event
from projector.boba import battles, ending, ongoing, outcomes, plays, setup, table
from projector.boba.rulebook import ENDED, ONE_START, TAKE_BACK
from projector.boba.state import State
from projector.folding import Course

Handler = Callable[[State, Any], None]


def _rewound(state: State, event: base.TakenBack | base.Rewound) -> None:
    COURSE.rewound(state, event)


HANDLERS: Mapping[type[Event], Handler] = {
    base.GapLeft: table.gap_left,
    base.NoteAdded: table.noted,
    base.TakenBack: _rewound,
    base.Rewound: _rewound,
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


def _begun_late(state: State) -> None:
    state.sure = False


COURSE: Course[State] = Course(
    state=State,
    handlers=HANDLERS,
    first=boba.GameStarted,
    late=frozenset({boba.StateShown, boba.StateCorrected, boba.CardsRevealed, boba.CardDescribed}),
    name="game",
    one_start=ONE_START,
    ended=ENDED,
    take_back=TAKE_BACK,
    begun_late=_begun_late,
)
advance = COURSE.advance
fold = COURSE.fold
