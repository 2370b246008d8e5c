"""Folds the events of a contest: who entered with which deck, and the matches with their games."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import base, contest
from events.base import CardId, Event, PlayerId, RecordingId
from projector.contests import matches
from projector.contests import rulebook as rules
from projector.contests.state import ContestRules, Entry, Played, State

Handler = Callable[[State, Any], None]


def gap_left(state: State, _: base.GapLeft) -> None:
    """Whatever the missing line could have said is not known: nobody is blamed for what may stand in it."""
    state.doubt()
    state.gapped = True
    for entry in state.entries.values():
        entry.deck = entry.pool = None


def noted(_: State, __: base.NoteAdded | contest.PenaltyGiven) -> None:
    """Nothing of the contest changes: what a penalty does to a result is told by the end of the game or match."""


def contest_created(state: State, event: contest.ContestCreated) -> None:
    if state.created is not None or state.number > 1:
        state.illegal(rules.ONE_START, f"The contest is created by event {state.number}")
        return
    state.created = event


def player_entered(state: State, event: contest.PlayerEntered) -> None:
    state.entries[event.player] = Entry(event.player, computer=event.computer)


def deck_registered(state: State, event: contest.DeckRegistered) -> None:
    entry = matches.entered(state, event.player, "registers a deck")
    entry.registered = None if event.partial else event.deck
    entry.deck = None if event.partial else Counter(event.deck)
    entry.pool = Counter(event.pool)


def pool_swapped(state: State, event: contest.PoolSwapped) -> None:
    entry = matches.entered(state, event.player, "swaps cards")
    if state.rules.swaps == "never":
        state.illegal(rules.SWAP_FORMAT, "Cards are swapped with the pool in a format without one")
    for name, match in state.matches.items():
        if match.side_of(event.player) is not None and match.ended is None:
            state.illegal(rules.SWAP_TIME, f"Cards are swapped while match {name} is played")
        elif name == event.before:
            state.illegal(rules.SWAP_TIME, f"Cards are swapped before match {name}, which is over")
    if len(event.out) != len(event.into):
        state.illegal(rules.SWAP_CARDS, f"{len(event.out)} cards go out and {len(event.into)} come in")
    if entry.deck is None or entry.pool is None:
        state.doubt()
        return
    out, into = Counter(event.out), Counter(event.into)
    _expect(state, out - entry.deck, "goes out and is not in the deck")
    _expect(state, into - entry.pool, "comes in and is not in the pool")
    entry.deck, entry.pool = (entry.deck - out) + into, (entry.pool - into) + out


def _expect(state: State, missing: Counter[CardId], what: str) -> None:
    for card in sorted(missing):
        state.illegal(rules.SWAP_CARDS, f"{card} {what}")


def round_paired(state: State, event: contest.RoundPaired) -> None:
    paired: dict[PlayerId, int] = {}
    for pairing in event.pairings:
        for player in (player for side in pairing.sides for player in side):
            matches.entered(state, player, "is paired")
            paired[player] = paired.get(player, 0) + 1
    for count in (count for count in paired.values() if count > 1):
        state.illegal(rules.PAIRED_ONCE, f"A player is paired {count} times in round {event.round}")
    state.pairings[event.round] = {pairing.match: pairing.sides for pairing in event.pairings}


def bye_given(state: State, event: contest.ByeGiven) -> None:
    matches.entered(state, event.player, "has a bye")
    sides = state.pairings.get(event.round, {}).values()
    if any(event.player in side for both in sides for side in both) or (event.round, event.player) in state.byes:
        state.illegal(rules.PAIRED_ONCE, f"A player has a bye in round {event.round} beside something else")
        return
    state.byes.append((event.round, event.player))


def standings_published(state: State, event: contest.StandingsPublished) -> None:
    state.standings[event.round] = event.standings


def player_dropped(state: State, event: contest.PlayerDropped) -> None:
    matches.entered(state, event.player, "drops").dropped = True


def contest_ended(state: State, _: contest.ContestEnded) -> None:
    state.ended = True


HANDLERS: Mapping[type[Event], Handler] = {
    base.GapLeft: gap_left,
    base.NoteAdded: noted,
    contest.ContestCreated: contest_created,
    contest.PlayerEntered: player_entered,
    contest.DeckRegistered: deck_registered,
    contest.PoolSwapped: pool_swapped,
    contest.RoundPaired: round_paired,
    contest.ByeGiven: bye_given,
    contest.MatchStarted: matches.match_started,
    contest.DoublingOffered: matches.doubling_offered,
    contest.DoublingAccepted: matches.doubling_accepted,
    contest.DoublingFolded: matches.doubling_folded,
    contest.GameLinked: matches.game_linked,
    contest.MatchEnded: matches.match_ended,
    contest.PenaltyGiven: noted,
    contest.StandingsPublished: standings_published,
    contest.PlayerDropped: player_dropped,
    contest.ContestEnded: contest_ended,
}


def fold(
    events: Sequence[Event],
    *,
    rules: ContestRules = ContestRules(),  # noqa: B008 (frozen)
    games: Mapping[RecordingId, Played] | None = None,
) -> State:
    """The contest after all its events. `games` are those it links to, as far as they are known."""
    state = State(rules, games or {})
    for number, event in enumerate(events, 1):
        state.number = number
        HANDLERS[type(event)](state, event)
    return state
