"""Folds the events of a tournament into its state: one function an event type."""

from collections.abc import Callable, Mapping
from typing import Any

from events import base, challengers
from events.base import Event
from projector.challengers import attacks, benches, deciding, drafting, effects, ending, matches, rounds, table
from projector.challengers.rulebook import ENDED, ONE_START, TAKE_BACK
from projector.challengers.state import State
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


COURSE: Course[State] = Course(
    state=State,
    handlers=HANDLERS,
    first=challengers.TournamentStarted,
    late=frozenset({challengers.SeatShown, challengers.SeatCorrected, challengers.CardDescribed}),
    name="tournament",
    one_start=ONE_START,
    ended=ENDED,
    take_back=TAKE_BACK,
)
advance = COURSE.advance
fold = COURSE.fold
