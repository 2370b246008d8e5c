"""Cards revealed in a park, what they count for, and the flag."""

from events.base import CardId
from events.challengers import Bonus, CardRevealed, FlagTaken
from projector.challengers import rulebook as rules
from projector.challengers.benches import settle_bench
from projector.challengers.entering import enter_match, enter_side, name_in_match, suspect
from projector.challengers.match import Entry, Gained, Match, Side
from projector.challengers.state import State, take


def card_revealed(state: State, event: CardRevealed) -> None:
    state.causes[state.number] = event.card
    match = enter_match(state, event)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return
    side = match.sides[place]
    settle_bench(state, match)
    if event.cause is not None:
        state.caused(event.cause)
    else:
        _check_turn(state, match, place)
    _leaves_deck(state, match, side, event.card)
    base = state.base_power(event.card) if state.counts_as_printed(event.card) else None
    entry = Entry(event.card, name_in_match(state, event.card), base)
    side.park.append(entry)
    side.revealed += 1
    if event.card is not None:
        side.shown[event.card] = side.shown.get(event.card, 0) + 1
    for bonus in event.bonuses:
        _add_bonus(state, side, bonus)
    if event.power is not None:
        _stated_card_power(state, match, side, entry, event.power)
    if match.holder is None and not match.gapped:
        match.holder = place
        match.starter = side.seat
        side.hold_flag()


def _check_turn(state: State, match: Match, place: int) -> None:
    side = match.sides[place]
    if match.holder is None:
        if match.gapped:
            state.doubt()
        elif match.starter is not None and match.starter != side.seat:
            state.illegal(rules.TURN, f"Seat {side.seat} reveals first, but seat {match.starter} starts")
        return
    if match.holder == place:
        suspect(state, match, rules.TURN, f"Seat {side.seat} reveals a card while it holds the flag")
        return
    total, needed = side.attack_power(), match.needed()
    if side.park and total is not None and needed is not None and total >= needed:
        suspect(
            state,
            match,
            rules.ATTACK_ENDS,
            f"Seat {side.seat} reveals another card although its {total} reach the needed {needed}",
        )


def _leaves_deck(state: State, match: Match, side: Side, card: CardId | None) -> None:
    """The top card of a deck leaves it, and a hidden card of the deck becomes known."""
    if side.top:
        expected = side.top.pop(0)
        if card is not None and expected is not None and card != expected:
            suspect(
                state,
                match,
                rules.DECK,
                f"Seat {side.seat} reveals {state.name_of(card)} ({card}) from a deck with "
                f"{state.name_of(expected)} ({expected}) on top",
            )
    was_known = side.deck is None or card in side.deck
    if not take(side.deck, card):
        if card is None or not side.deck:
            message = f"Seat {side.seat} reveals a card and has none left"
        else:
            message = f"Seat {side.seat} reveals {state.name_of(card)} ({card}), which is not left in its deck"
        suspect(state, match, rules.DECK, message)
    elif not was_known:
        learn(state, side.seat, card)


def learn(state: State, seat: int, card: CardId | None) -> None:
    """A hidden card of a seat's deck came to be known."""
    deck = state.seats[seat - 1].deck if 0 < seat <= len(state.seats) else None
    if deck is not None and card is not None and None in deck:
        deck.remove(None)
        deck.append(card)


def add_bonus(state: State, match: Match, side: Side, bonus: Bonus) -> None:
    """A bonus for the top card of a seat, or for the seat in the whole match."""
    if not side.park and bonus.lasts != "match":
        suspect(state, match, rules.BONUS, f"Seat {side.seat} gains a bonus and has no card in the park")
    _add_bonus(state, side, bonus)


def _add_bonus(state: State, side: Side, bonus: Bonus) -> None:
    if bonus.cause is not None:
        state.caused(bonus.cause)
    gained = Gained(state.number, bonus.amount, bonus.name, bonus.lasts)
    if bonus.lasts == "match":
        if side.bonuses is not None:
            side.bonuses.append(gained)
    elif side.park:
        side.park[-1].bonuses.append(gained)


def _stated_card_power(state: State, match: Match, side: Side, entry: Entry, stated: int) -> None:
    derived = entry.power()
    if derived is not None and derived != stated:
        if match.gapped:
            state.doubt()
        else:
            state.differs(
                rules.POWER_SUM,
                f"Seat {side.seat}'s {entry.name} counts for",
                stated=stated,
                derived=derived,
            )
    if derived != stated:
        entry.base = stated - sum(bonus.amount for bonus in entry.bonuses)


def stated_total(state: State, match: Match, what: str, stated: int | None, derived: int | None) -> int | None:
    """Compare a stated power with the derived one, and go on with the stated one."""
    if stated is None or derived is None or stated == derived:
        return derived if stated is None else stated
    if match.gapped:
        state.doubt()
    else:
        state.differs(rules.POWER_SUM, what, stated=stated, derived=derived)
    return stated


def flag_taken(state: State, event: FlagTaken) -> None:
    state.causes[state.number] = None
    match = enter_match(state, event)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return
    settle_bench(state, match)
    side, loser = match.sides[place], match.sides[1 - place]
    if match.holder == place or (match.holder is None and not match.gapped):
        suspect(state, match, rules.TURN, f"Seat {event.seat} takes the flag without an attack on it")
        return
    if not side.park:
        suspect(state, match, rules.TURN, f"Seat {event.seat} takes the flag before it revealed a card")
        return
    total, needed = side.attack_power(), match.needed()
    if event.total != total:
        total = stated_total(state, match, f"Seat {event.seat}'s attack", event.total, total)
    if event.needed != needed:
        needed = stated_total(state, match, f"Seat {loser.seat}'s power", event.needed, needed)
    if total is None or needed is None:
        state.doubt()
    elif total < needed:
        suspect(
            state,
            match,
            rules.NEEDED_POWER,
            f"Seat {event.seat} took the flag with {total}, but seat {loser.seat} holds it with {needed}",
        )
    side.hold_flag()
    side.flags += 1
    top = side.park[-1].card if side.park else None
    if top is not None:
        side.held[top] = side.held.get(top, 0) + 1
    match.holder = place
    match.owing = 1 - place
