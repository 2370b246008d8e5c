"""Says in words what an event did, from the state it left. Only what the state or the event shows is named."""

from collections.abc import Callable, Sequence
from typing import Any

from events import challengers
from events.base import CardId, Event
from projector.challengers.effects import AREA_NAMES
from projector.challengers.match import Side
from projector.challengers.state import State
from projector.table_words import TABLE_WORDS


class Teller:
    """Tells events of one tournament with the names of its seats."""

    __slots__ = ("names", "state")

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        self.state = state
        self.names = names

    def seat(self, number: int | None) -> str:
        if number is None:
            return "somebody"
        return self.names[number - 1] if number <= len(self.names) else f"Seat {number}"

    def card(self, card: CardId | None, unknown: str = "a hidden card") -> str:
        return unknown if card is None else self.state.name_of(card)

    def cards(self, cards: Sequence[CardId | None]) -> str:
        """Known cards by name, hidden ones counted: "Dog, Talent and 2 cards"."""
        known = [self.state.name_of(card) for card in cards if card is not None]
        hidden = len(cards) - len(known)
        if hidden:
            known.append("1 card" if hidden == 1 else f"{hidden} cards")
        if not known:
            return "no cards"
        return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"

    def side(self, event: Any) -> Side | None:
        """The side of the seat of an event of a match."""
        match = self.state.matches.get(event.park)
        if match is None or match.round != event.round:
            return None
        return next((side for side in match.sides if side.seat == event.seat), None)

    def because(self, cause: int | None) -> str:
        """The card behind an outcome, in brackets."""
        if cause is None or cause not in self.state.causes:
            return ""
        card = self.state.causes[cause]
        return "" if card is None else f" ({self.card(card)})"


def describe(state: State, event: Event, names: tuple[str, ...] = ()) -> str:
    """One sentence without a full stop."""
    return _WORDS[type(event)](Teller(state, names), event)


def fans(count: int | None) -> str:
    return "an unknown number of fans" if count is None else "1 fan" if count == 1 else f"{count} fans"


def _started(tell: Teller, event: challengers.TournamentStarted) -> str:
    simulated = " between house bots" if event.simulated else ""
    who = ", ".join(
        tell.seat(number) + (" (bot)" if seated.bot else "") for number, seated in enumerate(event.seats, 1)
    )
    left_out = f"; {event.left_out} is out of the game" if event.left_out else ""
    return f"{'Duel' if len(event.seats) == 2 else 'Tournament'} started{simulated}: {who}{left_out}"


def _round(tell: Teller, event: challengers.RoundStarted) -> str:
    meetings = ", ".join(
        f"{tell.seat(pairing.seats[0])} meets {tell.seat(pairing.seats[1])} in the {pairing.park} park"
        for pairing in event.pairings
    )
    return f"Round {event.round} starts" + (f": {meetings}" if meetings else "")


def _drawn(tell: Teller, event: challengers.CardsDrawn) -> str:
    return f"{tell.seat(event.seat)} draws {tell.cards(event.cards)} from tray {event.tray}"


def _redrawn(tell: Teller, event: challengers.CardsRedrawn) -> str:
    return f"{tell.seat(event.seat)} discards {tell.cards(event.discarded)} and draws {tell.cards(event.cards)} anew"


def _seat_does(verb: str) -> Callable[[Teller, Any], str]:
    return lambda tell, event: f"{tell.seat(event.seat)} {verb} {tell.cards(event.cards)}"


def _match_started(tell: Teller, event: challengers.MatchStarted) -> str:
    one, two = (tell.seat(number) for number in event.seats)
    why = {"toss": " by the toss", "trophy": " by trophy", "ruling": " by ruling", None: ""}[event.reason]
    what = "The final" if event.final else f"The match in the {event.park} park"
    starts = "" if event.starter is None else f": {tell.seat(event.starter)} starts{why}"
    return f"{what} begins, {one} against {two}{starts}"


def _revealed(tell: Teller, event: challengers.CardRevealed) -> str:
    side = tell.side(event)
    entry = side.park[-1] if side is not None and side.park else None
    power = event.power if event.power is not None else entry.power() if entry is not None else None
    bonuses = "".join(
        f" ({bonus.amount:+d}{f' {bonus.name}' if bonus.name else tell.because(bonus.cause)})"
        for bonus in event.bonuses
    )
    counts = "" if power is None else f" {power}"
    total = side.attack_power() if side is not None and side.revealed > 1 and len(side.park) > 1 else None
    return (
        f"{tell.seat(event.seat)} reveals {tell.card(event.card, 'a card')}{counts}{bonuses}"
        + ("" if total is None else f", {total} in all")
        + tell.because(event.cause)
    )


def _bonus(tell: Teller, event: challengers.BonusGained) -> str:
    bonus = event.bonus
    lasts = {"attack": " in this attack", "flag": "", "match": " for the match"}[bonus.lasts]
    named = f" for {bonus.name}" if bonus.name else ""
    return (
        f"{tell.seat(event.seat)} {'gains' if bonus.amount >= 0 else 'loses'} {abs(bonus.amount)} power{named}{lasts}"
        + tell.because(bonus.cause)
    )


def _flag(tell: Teller, event: challengers.FlagTaken) -> str:
    side = tell.side(event)
    total = event.total if event.total is not None else side.attack_power() if side is not None else None
    top = side.park[-1].card if side is not None and side.park else None
    reach = "" if total is None else f" with {total}"
    needed = "" if event.needed is None else f" against {event.needed}"
    holds = "" if top is None else f"; {tell.card(top)} holds it now"
    return f"{tell.seat(event.seat)} takes the flag{reach}{needed}{holds}"


_HOW = {
    "out_of_cards": ": the attack runs out of cards",
    "bench_full": ": the other bench is full",
    "concession": " by concession",
    "timeout": " by timeout",
    "ruling": " by a judge's ruling",
    "effect": " by an effect",
}


def _won(tell: Teller, event: challengers.MatchWon) -> str:
    match = tell.state.matches.get(event.park)
    known = match if match is not None and match.round == event.round else None
    winner = known.winner if known is not None else event.winner
    reason = event.reason or (known.reason if known is not None else None)
    what = "the final" if known is not None and known.final else f"the match in the {event.park} park"
    if winner is None:
        return f"{what[0].upper()}{what[1:]} ends without a known winner"
    return f"{tell.seat(winner)} wins {what}{_HOW.get(reason or '', '')}"


def _trophy(tell: Teller, event: challengers.TrophyTaken) -> str:
    back = "" if event.fans is None else f" with {fans(event.fans)}"
    return f"{tell.seat(event.seat)} takes the trophy of round {event.round}{back}"


def _choice(tell: Teller, event: challengers.ChoiceMade) -> str:
    chosen: list[str] = []
    if event.cards:
        chosen.append(tell.cards(event.cards))
    if event.number is not None:
        chosen.append(str(event.number))
    if event.chosen_seat is not None:
        chosen.append(tell.seat(event.chosen_seat))
    if event.name is not None:
        chosen.append(event.name)
    if event.option is not None:
        chosen.append(f"option {event.option}")
    return f"{tell.seat(event.seat)} chooses {', '.join(chosen) or 'in secret'}" + tell.because(event.cause)


def _area(event: Any, area: str) -> str:
    return f"tray {event.tray}" if area == "tray" and event.tray else AREA_NAMES[area]


def _looked(tell: Teller, event: challengers.CardsLookedAt) -> str:
    whose = "its own" if event.by == event.seat else f"{tell.seat(event.seat)}'s"
    where = _area(event, event.origin)
    return f"{tell.seat(event.by)} looks at {tell.cards(event.cards)} in {whose} {where}" + tell.because(event.cause)


def _moved(tell: Teller, event: challengers.CardsMoved) -> str:
    spot = {"top": ", on top", "bottom": ", at the bottom", "shuffled": ", shuffled in", None: ""}[event.spot]
    return (
        f"{tell.seat(event.seat)} moves {tell.cards(event.cards)} from the {_area(event, event.origin)} "
        f"to the {_area(event, event.to)}{spot}{tell.because(event.cause)}"
    )


def _reordered(tell: Teller, event: challengers.DeckReordered) -> str:
    count = len(event.to_top) + len(event.to_bottom)
    return f"{tell.seat(event.by)} puts {count} cards of {tell.seat(event.seat)}'s deck in order" + tell.because(
        event.cause
    )


def _seats(tell: Teller, event: challengers.BenchSeatsChanged) -> str:
    verb = "gains" if event.by >= 0 else "loses"
    return f"{tell.seat(event.seat)} {verb} {abs(event.by)} bench seats" + tell.because(event.cause)


def _fans(tell: Teller, event: challengers.FansChanged) -> str:
    verb = "gains" if event.by >= 0 else "gives back"
    return f"{tell.seat(event.seat)} {verb} {fans(abs(event.by))}" + tell.because(event.cause)


def _turned_up(tell: Teller, _: challengers.TrophiesTurnedUp) -> str:
    counts = [(seat.all_fans(), seat.number) for seat in tell.state.seats]
    known = ", ".join(f"{tell.seat(number)} has {fans(count)}" for count, number in counts if count is not None)
    return "The trophies are turned up" + (f": {known}" if known else "")


def _finalists(tell: Teller, event: challengers.FinalistsFound) -> str:
    by = {
        "trophies": ", by their number of trophies",
        "highest_trophy": ", by the highest trophy",
        "other": ", after a tie",
    }.get(event.decided_by or "", "")
    one, two = (tell.seat(number) for number in event.seats)
    return f"{one} and {two} play the final{by}"


_ENDS = {
    "final": "in the final",
    "fans": "by fans",
    "lead": "by a lead in fans",
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


def _ended(tell: Teller, event: challengers.TournamentEnded) -> str:
    winner = tell.state.winner
    how = _ENDS.get(event.reason or "", "")
    if winner == "draw":
        return f"The game ends {how or 'as a draw'}"
    if winner is None:
        return f"The game ends {how or 'and the log does not show who won'}"
    return f"{tell.seat(winner)} wins the game {how}".rstrip()


def _about_seat(words: str) -> Callable[[Teller, Any], str]:
    return lambda tell, event: f"{tell.seat(event.seat)} {words}" + tell.because(getattr(event, "cause", None))


_WORDS: dict[type[Event], Callable[[Teller, Any], str]] = {
    **TABLE_WORDS,
    challengers.TournamentStarted: _started,
    challengers.CardDescribed: lambda _, __: "The client states the facts of a card",
    challengers.RoundStarted: _round,
    challengers.PileChosen: lambda tell, event: f"{tell.seat(event.seat)} chooses tray {event.tray}",
    challengers.CardsDrawn: _drawn,
    challengers.CardsRedrawn: _redrawn,
    challengers.PileRefilled: lambda _, event: f"The discard of tray {event.tray} is shuffled under its pile",
    challengers.CardsKept: _seat_does("keeps"),
    challengers.CardsRemoved: _seat_does("removes"),
    challengers.DeckReady: _about_seat("is ready"),
    challengers.BotDeckSet: lambda tell, event: f"{tell.seat(event.seat)}, the bot, plays {tell.cards(event.deck)}",
    challengers.MatchStarted: _match_started,
    challengers.DeckShuffled: _about_seat("shuffles its deck"),
    challengers.CardRevealed: _revealed,
    challengers.BonusGained: _bonus,
    challengers.BonusEnded: lambda tell, event: (
        f"The bonus of step {event.bonus} ends for {tell.seat(event.seat)}" + tell.because(event.cause)
    ),
    challengers.FlagTaken: _flag,
    challengers.CardsBenched: lambda tell, event: (
        f"{tell.seat(event.seat)} benches {tell.cards(event.cards)}" + tell.because(event.cause)
    ),
    challengers.MatchWon: _won,
    challengers.TrophyTaken: _trophy,
    challengers.EffectTriggered: lambda tell, event: f"The effect of {tell.card(event.card, 'a card')} acts",
    challengers.EffectPrevented: lambda tell, event: (
        f"{tell.seat(event.seat)} prevents an effect" + tell.because(event.cause)
    ),
    challengers.ChoiceMade: _choice,
    challengers.ChoiceDeclined: _about_seat("chooses not to"),
    challengers.CardsLookedAt: _looked,
    challengers.CardsShown: lambda tell, event: (
        f"{tell.seat(event.seat)} shows {tell.cards(event.cards)} in its {_area(event, event.origin)}"
        + tell.because(event.cause)
    ),
    challengers.DeckReordered: _reordered,
    challengers.CardsMoved: _moved,
    challengers.BenchSeatsChanged: _seats,
    challengers.NameChanged: lambda tell, event: (
        f"{tell.card(event.card)} of {tell.seat(event.seat)} counts as {event.name}" + tell.because(event.cause)
    ),
    challengers.FansChanged: _fans,
    challengers.TrophiesTurnedUp: _turned_up,
    challengers.FinalistsFound: _finalists,
    challengers.TournamentEnded: _ended,
    challengers.SeatShown: lambda tell, event: f"The client shows what {tell.seat(event.seat)} has",
    challengers.SeatCorrected: lambda tell, event: f"A judge corrects what {tell.seat(event.seat)} has",
    challengers.MatchShown: lambda _, event: f"The client shows how the match in the {event.park} park stands",
    challengers.MatchCorrected: lambda _, event: f"A judge corrects the match in the {event.park} park",
}
