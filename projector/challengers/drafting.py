"""The deck phase: what a seat draws, keeps and removes."""

from events.base import CardId
from events.challengers import (
    BotDeckSet,
    Cards,
    CardsDrawn,
    CardsKept,
    CardsRedrawn,
    CardsRemoved,
    DeckReady,
    PileChosen,
    PileRefilled,
    Tray,
)
from projector.challengers import rulebook as rules
from projector.challengers.rounds import enter_round, is_final
from projector.challengers.state import SeatState, State, take


def _preparing(state: State, round_: int, number: int, verb: str) -> SeatState | None:
    """The seat in its deck phase of a round; None, with a finding, if it can have none now."""
    seat = state.seat(number)
    if seat is None or not enter_round(state, round_):
        return None
    if seat.preparing != round_:
        settle_draw(state, seat)
        seat.prepare(round_)
    if state.matches and _in_match(state, number):
        state.suspect(rules.PHASE_OVER, f"Seat {number} {verb} after its match of round {round_} started")
    elif seat.ready:
        state.suspect(rules.PHASE_OVER, f"Seat {number} {verb} after it was ready for round {round_}")
    if verb not in {"removes cards", "is ready"} and is_final(state, round_):
        state.illegal(rules.FINAL_DECK, f"Seat {number} {verb} before the final")
    if seat.bot and verb != "is ready":
        state.illegal(rules.BOT_DRAW, f"Seat {number}, the bot, {verb}")
    return seat


def _in_match(state: State, number: int) -> bool:
    return any(match.place_of(number) is not None for match in state.matches.values() if not match.gapped)


def pile_chosen(state: State, event: PileChosen) -> None:
    seat = _preparing(state, event.round, event.seat, "chooses a tray")
    if seat is not None:
        _allowed(state, seat, event.round, event.tray)


def _allowed(state: State, seat: SeatState, round_: int, tray: Tray) -> None:
    """Check the tray a seat draws from, once: a later event that names the same tray says nothing new."""
    if seat.tray == tray:
        return
    if seat.tray is not None:
        state.suspect(rules.PLAN_DRAW, f"Seat {seat.number} draws from tray {tray} and chose tray {seat.tray}")
    seat.tray = tray
    draws = state.setup.draws if state.setup is not None else ()
    if round_ > len(draws):
        if not is_final(state, round_):
            state.doubt()
    elif all(draw.tray != tray for draw in draws[round_ - 1]):
        trays = " or ".join(draw.tray for draw in draws[round_ - 1])
        state.illegal(rules.PLAN_DRAW, f"Seat {seat.number} draws from tray {tray} in round {round_}, not from {trays}")


def cards_drawn(state: State, event: CardsDrawn) -> None:
    seat = _preparing(state, event.round, event.seat, "draws")
    if seat is None:
        return
    if seat.hand or seat.kept or seat.redrawn:
        state.suspect(rules.PLAN_DRAW, f"Seat {event.seat} draws a second time in round {event.round}")
    if seat.removed:
        state.suspect(rules.REMOVED, f"Seat {event.seat} draws after it removed cards")
    _allowed(state, seat, event.round, event.tray)
    asked = state.setup.cards_drawn if state.setup is not None else None
    _draw(state, seat, event.tray, event.cards, asked)


def _draw(state: State, seat: SeatState, tray: Tray, cards: Cards, asked: int | None) -> None:
    """Take cards from a pile; a discard goes under it when it is short."""
    pile = state.trays[tray]
    if pile.pile is not None and len(cards) > pile.pile:
        _refill(state, tray, None)
    held = pile.pile
    if asked is None:
        state.doubt()
    elif len(cards) > asked:
        state.illegal(rules.CARDS_DRAWN, f"Seat {seat.number} draws {len(cards)} cards instead of {asked}")
    elif len(cards) < asked and held is None:
        state.doubt()
    elif len(cards) < asked and held is not None and held + len(pile.discard or ()) > len(cards):
        state.suspect(
            rules.CARDS_DRAWN,
            f"Seat {seat.number} draws {len(cards)} cards instead of {asked}; "
            f"tray {tray} holds {held + len(pile.discard or ())}",
        )
    if held is not None and len(cards) > held:
        _more_than_held(state, seat, tray, len(cards), held)
    for card in cards:
        _leaves_pile(state, seat, tray, card)
    if pile.pile is not None:
        pile.pile = max(pile.pile - len(cards), 0)
    if seat.hand is not None:
        seat.hand.extend(cards)


def _more_than_held(state: State, seat: SeatState, tray: Tray, drawn: int, held: int) -> None:
    """More cards than a tray holds; what other seats still hold in hand may be in its discard by now."""
    if any(other.hand for other in state.seats if other is not seat):
        state.doubt()
    else:
        state.suspect(rules.CARDS_DRAWN, f"Seat {seat.number} draws {drawn} cards and tray {tray} holds {held}")


def _leaves_pile(state: State, seat: SeatState, tray: Tray, card: CardId | None) -> None:
    pile = state.trays[tray]
    if card is None:
        return
    level = state.level_of(card)
    if level is not None and level != tray:
        state.illegal(
            rules.COPIES, f"Seat {seat.number} draws {state.name_of(card)} ({card}) of level {level} from tray {tray}"
        )
    elif not pile.lies_in_pile(card):
        state.suspect(
            rules.COPIES,
            f"Seat {seat.number} draws {state.name_of(card)} ({card}), but every copy in use is elsewhere, "
            "or its set is not in use",
        )
    pile.take(card)


def cards_redrawn(state: State, event: CardsRedrawn) -> None:
    seat = _preparing(state, event.round, event.seat, "redraws")
    if seat is None:
        return
    if seat.redrawn:
        state.suspect(rules.REDRAW, f"Seat {event.seat} redraws a second time in round {event.round}")
    elif seat.tray is not None and seat.tray != event.tray:
        state.suspect(rules.REDRAW, f"Seat {event.seat} redraws from tray {event.tray} and drew from {seat.tray}")
    elif len(event.discarded) < len(event.cards):
        state.illegal(
            rules.REDRAW,
            f"Seat {event.seat} discards {len(event.discarded)} of its cards and draws {len(event.cards)} anew",
        )
    elif seat.tray is not None and seat.hand is not None and len(seat.hand) != len(event.discarded):
        state.suspect(
            rules.REDRAW, f"Seat {event.seat} discards {len(event.discarded)} of the {len(seat.hand)} drawn cards"
        )
    if seat.tray is None:
        seat.hand = None
    for card in event.discarded:
        if seat.tray is not None and not take(seat.hand, card):
            state.suspect(rules.REDRAW, f"Seat {event.seat} discards {_named(state, card)}, which it did not draw")
        state.trays[event.tray].put(card)
        _picked(state, seat, card, kept=False)
    # What was discarded came by the first draw.
    seat.redrawn = True
    seat.tray = event.tray
    _draw(state, seat, event.tray, event.cards, max(len(event.discarded), len(event.cards)))


def pile_refilled(state: State, event: PileRefilled) -> None:
    if enter_round(state, event.round):
        _refill(state, event.tray, event.count)


def _refill(state: State, name: Tray, stated: int | None) -> None:
    tray = state.trays[name]
    derived = None if tray.discard is None else len(tray.discard)
    count = derived if stated is None else stated
    tray.pile = None if tray.pile is None or count is None else tray.pile + count
    tray.discard = []
    if stated is None or derived is None or stated == derived:
        return
    if state.gapped or any(seat.hand for seat in state.seats):
        # Some of what the seats drew lay in the discard already, and nobody knows which.
        tray.discard = None
        state.doubt()
    else:
        state.differs(rules.REFILL, f"The discard of tray {name}", stated=stated, derived=derived)


def cards_kept(state: State, event: CardsKept) -> None:
    seat = _preparing(state, event.round, event.seat, "keeps cards")
    if seat is None:
        return
    if seat.removed:
        state.suspect(rules.REMOVED, f"Seat {event.seat} keeps cards after it removed cards")
    for card in event.cards:
        if seat.tray is not None and not take(seat.hand, card):
            state.suspect(rules.KEPT, f"Seat {event.seat} keeps {_named(state, card)}, which it did not draw")
        if seat.deck is not None:
            seat.deck.append(card)
        _picked(state, seat, card, kept=True)
    seat.kept += len(event.cards)
    draws = state.setup.draws if state.setup is not None else ()
    limits = (
        [draw.keep for draw in draws[event.round - 1] if draw.tray == seat.tray] if event.round <= len(draws) else []
    )
    if not limits:
        state.doubt()
    elif seat.kept > max(limits):
        state.illegal(
            rules.KEEP_LIMIT,
            f"Seat {event.seat} keeps {seat.kept} cards in round {event.round} instead of {max(limits)}",
        )


def cards_removed(state: State, event: CardsRemoved) -> None:
    seat = _preparing(state, event.round, event.seat, "removes cards")
    if seat is None:
        return
    settle_draw(state, seat)
    seat.removed = True
    for card in event.cards:
        if not take(seat.deck, card):
            state.suspect(rules.REMOVED, f"Seat {event.seat} removes {_named(state, card)}, which is not in its deck")
        state.leaves_deck(card)


def deck_ready(state: State, event: DeckReady) -> None:
    seat = _preparing(state, event.round, event.seat, "is ready")
    if seat is None:
        return
    settle_draw(state, seat)
    seat.ready = True
    if event.deck is not None:
        compare_deck(state, seat, event.deck)


def compare_deck(state: State, seat: SeatState, shown: Cards) -> None:
    """Compare a deck that is shown with what it should hold, and go on with what is shown."""
    if seat.deck is None:
        seat.deck = list(shown)
        return
    held = list(seat.deck)
    if len(shown) != len(held):
        _differing(state, f"Seat {seat.number}'s deck has cards", len(shown), len(held))
    elif missing := [card for card in shown if card is not None and not take(held, card)]:
        _differing(state, f"Seat {seat.number}'s deck", ", ".join(missing), "other cards")
    if None not in shown or len(shown) != len(seat.deck):
        seat.deck = list(shown)


def _differing(state: State, what: str, stated: object, derived: object) -> None:
    if state.gapped:
        state.doubt()
    else:
        state.differs(rules.SHOWN_STATE, what, stated=stated, derived=derived)


def settle_draw(state: State, seat: SeatState) -> None:
    """What a seat drew and did not keep goes to the discard."""
    for card in seat.hand or ():
        if seat.tray is not None:
            state.trays[seat.tray].put(card)
        _picked(state, seat, card, kept=False)
    seat.hand = []


def bot_deck_set(state: State, event: BotDeckSet) -> None:
    seat = state.seat(event.seat)
    if seat is None or not enter_round(state, event.round):
        return
    if not seat.bot:
        state.suspect(rules.BOT_DRAW, f"Seat {event.seat} is given the bot's deck and is not the bot")
    seat.deck = list(event.deck)
    seat.preparing = event.round


def _named(state: State, card: CardId | None) -> str:
    return "a card" if card is None else f"{state.name_of(card)} ({card})"


def _picked(state: State, seat: SeatState, card: CardId | None, *, kept: bool) -> None:
    """A row of facts: a drawn card, and whether it was kept."""
    state.picks.append((seat.preparing, seat.number, seat.tray, card, kept, seat.redrawn))
