"""What can happen in a tournament of Challengers!: deck phases, the matches of the parks, trophies, fans, the final.

Every event tells an outcome, never a card's text: what an effect did is recorded event by event, each naming as `cause`
the number of the event that set it off (a card revealed or benched, an `EffectTriggered`, a `ChoiceMade`). None always
means "the recording does not show it". Parks play side by side, so every event of a match carries its round and park;
the final counts as the round after the last. Pairs are in the order of the match's `seats`.
"""

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from events.base import (
    TABLE_EVENTS,
    CardId,
    ContestId,
    Count,
    Draw,
    Event,
    EventNumber,
    MatchId,
    Number,
    Part,
    PlayerId,
    Seat,
    TextId,
    UtcOffset,
)

Thing = TypeVar("Thing")
Pair: TypeAlias = tuple[Thing, Thing]
Round: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Place: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Cards: TypeAlias = tuple[CardId | None, ...]
Cause: TypeAlias = EventNumber | None

Mode: TypeAlias = Literal["tournament", "duel"]
Park: TypeAlias = Literal["green", "red", "purple", "yellow"]
Tray: TypeAlias = Literal["A", "B", "C"]
Area: TypeAlias = Literal["deck", "park", "bench", "exhaust", "tray", "out_of_game"]
Spot: TypeAlias = Literal["top", "bottom", "shuffled"]


class AllowedDraw(Part, frozen=True):
    """A draw that the plan allows in a round: from which tray, and how many cards may be kept."""

    tray: Tray
    keep: Count


class Pairing(Part, frozen=True):
    """The two seats that meet in a park."""

    park: Park
    seats: Pair[Seat]


class Setup(Part, frozen=True):
    """The numbers a tournament is played with.

    `draws` and `pairings` are by round; empty pairings: the usual plan for so many seats. `winning_lead`: a lead of so
    many fans after a match ends the game at once.
    """

    draws: tuple[tuple[AllowedDraw, ...], ...]
    pairings: tuple[tuple[Pairing, ...], ...] = ()
    rounds: Round = 7
    cards_drawn: Count = 5
    bench_seats: Count = 6
    has_final: bool = True
    fans_are_open: bool = False
    winning_lead: Count | None = None


class Seated(Part, frozen=True):
    """Who sits in a seat at the start, and with which starter deck. `bot`: the virtual player of an odd number."""

    player: PlayerId | None = None
    deck: tuple[CardId, ...] | None = None
    bot: bool = False


class Bonus(Part, frozen=True):
    """Power beyond a card's base. `name`: as the client calls it.

    `lasts` "attack": it counts in this attack alone; "flag": also while its card holds the flag; "match": it is the
    seat's own, in every attack and defence until the match ends.
    """

    amount: Number
    name: str | None = None
    lasts: Literal["attack", "flag", "match"] = "flag"
    cause: Cause = None


class Trophy(Part, frozen=True):
    """A trophy that a seat holds: its round, and the fans on its back."""

    seat: Seat
    round: Round
    fans: Count | None


class ChallengersEvent(Event, frozen=True, tag_field="type", tag=lambda name: f"challengers.{name}"):
    """An event of Challengers!"""


class RoundEvent(ChallengersEvent, frozen=True):
    """An event of a round."""

    round: Round


class MatchEvent(RoundEvent, frozen=True):
    """An event of the match that is played in a park."""

    park: Park


# The course of a tournament


class TournamentStarted(ChallengersEvent, frozen=True):
    """Seats 1 to the last began a tournament. `setup` None: the usual numbers for so many seats.

    `sets` are those in use, `left_out` the one that is not. `seen_from`: the one seat whose view this is.
    `effects_told` False: the client does not record what effects do, so powers are unknown until stated.
    `utc_offset` is in minutes east of UTC where the game was played. `match`, `round` and `game_of_match` place
    the game in a contest.
    """

    seats: tuple[Seated, ...]
    mode: Mode | None = None
    setup: Setup | None = None
    sets: tuple[str, ...] | None = None
    left_out: str | None = None
    format: str | None = None
    seen_from: Seat | None = None
    simulated: bool = False
    effects_told: bool = True
    contest: ContestId | None = None
    match: MatchId | None = None
    round: Number | None = None
    game_of_match: Number | None = None
    utc_offset: UtcOffset | None = None


class CardDescribed(ChallengersEvent, frozen=True):
    """The client stated facts of a card, for cards that no catalogue knows yet."""

    card: CardId
    name: str | None = None
    set: str | None = None
    level: str | None = None
    power: Number | None = None


class RoundStarted(RoundEvent, frozen=True):
    """Everybody took the places of a round. `pairings`: as stated."""

    pairings: tuple[Pairing, ...] = ()


# The deck phase


class PileChosen(RoundEvent, frozen=True):
    """A seat chose the tray it draws from."""

    seat: Seat
    tray: Tray


class CardsDrawn(RoundEvent, frozen=True):
    """A seat drew its cards of the round from the pile of a tray; they are fewer when pile and discard are short."""

    seat: Seat
    tray: Tray
    cards: Cards


class CardsRedrawn(RoundEvent, frozen=True):
    """A seat discarded the drawn cards it had not kept and drew as many anew from the same pile."""

    seat: Seat
    tray: Tray
    discarded: Cards
    cards: Cards


class PileRefilled(RoundEvent, frozen=True):
    """The discard of a tray was shuffled under its pile. `count`: how many cards, as stated."""

    tray: Tray
    count: Count | None = None


class CardsKept(RoundEvent, frozen=True):
    """A seat put drawn cards into its deck. A seat may keep cards one by one."""

    seat: Seat
    cards: Cards


class CardsRemoved(RoundEvent, frozen=True):
    """A seat removed cards from its deck: to the discard of their trays, starters out of the game."""

    seat: Seat
    cards: Cards


class DeckReady(RoundEvent, frozen=True):
    """A seat ended its deck phase; drawn cards it did not keep go to the discard. `deck`: as stated."""

    seat: Seat
    deck: Cards | None = None


class BotDeckSet(RoundEvent, frozen=True):
    """The bot in a seat plays this round with this deck."""

    seat: Seat
    deck: Cards


# The match


class MatchStarted(MatchEvent, frozen=True):
    """Two seats shuffled their decks and began a match. `decks`: their sizes, as stated.

    `reason` is why `starter` begins: a toss, or the trophy with the highest round.
    """

    seats: Pair[Seat]
    starter: Seat | None
    reason: Literal["toss", "trophy", "ruling"] | None = None
    final: bool = False
    decks: Pair[Count | None] = (None, None)


class DeckShuffled(MatchEvent, frozen=True):
    """A seat's deck was shuffled in the course of a match; nobody knows its order now."""

    seat: Seat
    cause: Cause = None


class CardRevealed(MatchEvent, frozen=True):
    """A seat revealed the top card of its deck into the park. `power`: what it counted for, bonuses included."""

    seat: Seat
    card: CardId | None
    power: Number | None = None
    bonuses: tuple[Bonus, ...] = ()
    cause: Cause = None


class BonusGained(MatchEvent, frozen=True):
    """A bonus arose after the reveal, for the top card of a seat in the park. A negative one is a loss."""

    seat: Seat
    bonus: Bonus


class BonusEnded(MatchEvent, frozen=True):
    """The bonuses that event `bonus` brought stopped counting."""

    seat: Seat
    bonus: EventNumber
    cause: Cause = None


class FlagTaken(MatchEvent, frozen=True):
    """The attacker took the flag. `total` and `needed`: the power of its attack and of the holder, as stated."""

    seat: Seat
    total: Number | None = None
    needed: Number | None = None


class CardsBenched(MatchEvent, frozen=True):
    """The seat that lost the flag put cards from the park on its bench. `places`: where each lies, if told."""

    seat: Seat
    cards: Cards
    places: tuple[Place | None, ...] = ()
    cause: Cause = None


class MatchWon(MatchEvent, frozen=True):
    """A match was decided. `total` and `needed`: the powers of the attack that failed, as stated."""

    winner: Seat | None
    reason: (
        Literal["out_of_cards", "bench_full", "concession", "timeout", "ruling", "effect", "unfinished", "no_contest"]
        | None
    ) = None
    total: Number | None = None
    needed: Number | None = None
    cause: Cause = None


class TrophyTaken(MatchEvent, frozen=True):
    """The winner took the park's trophy of the round. `fans`: on its back."""

    seat: Seat
    fans: Count | None = None


# Outcomes of effects


class EffectTriggered(MatchEvent, frozen=True):
    """The effect of a card acted; the outcomes that name this event as cause say how. `by`: what set it off."""

    seat: Seat
    card: CardId | None
    by: EventNumber | None = None


class EffectPrevented(MatchEvent, frozen=True):
    """What `prevented` would have done did not happen."""

    seat: Seat
    prevented: EventNumber | None = None
    cause: Cause = None


class ChoiceMade(RoundEvent, frozen=True):
    """A seat chose something an effect let it choose. `secret`: only that seat knows what.

    The one field that fits is set: cards, a number, a seat, a name on the bench, or an option by its place in the text,
    counted from 1. `park` None: in a deck phase.
    """

    seat: Seat
    park: Park | None = None
    cards: Cards = ()
    number: Number | None = None
    chosen_seat: Seat | None = None
    name: str | None = None
    option: Place | None = None
    cause: Cause = None
    secret: bool = False


class ChoiceDeclined(RoundEvent, frozen=True):
    """A seat could have done what an effect offers and did not. `park` None: in a deck phase."""

    seat: Seat
    park: Park | None = None
    cause: Cause = None


class CardsLookedAt(MatchEvent, frozen=True):
    """Seat `by` alone saw cards of a seat where they lie. From a deck: its top cards, top first."""

    seat: Seat
    by: Seat
    cards: Cards
    origin: Area = "deck"
    tray: Tray | None = None
    cause: Cause = None


class CardsShown(MatchEvent, frozen=True):
    """Everybody saw cards of a seat where they lie; nothing moved. From a deck: its top cards, top first."""

    seat: Seat
    cards: Cards
    origin: Area = "deck"
    tray: Tray | None = None
    cause: Cause = None


class DeckReordered(MatchEvent, frozen=True):
    """Seat `by` put the top cards of a seat's deck back in an order that it alone knows, top first.

    Cards it sent underneath stand in `to_bottom`, the lowest last.
    """

    seat: Seat
    by: Seat
    to_top: Cards
    to_bottom: Cards = ()
    cause: Cause = None


class CardsMoved(MatchEvent, frozen=True):
    """An effect moved cards of a seat. From a tray they join its deck for good, into a tray they leave it for good.

    `tray` is the tray at either end; `spot` is where in a deck they go. `shown`: everybody saw which.
    """

    seat: Seat
    cards: Cards
    origin: Area
    to: Area
    spot: Spot | None = None
    tray: Tray | None = None
    shown: bool = True
    cause: Cause = None


class BenchSeatsChanged(MatchEvent, frozen=True):
    """A bench got more seats, or fewer, for this match."""

    seat: Seat
    by: Number
    cause: Cause = None


class NameChanged(MatchEvent, frozen=True):
    """A card of a seat in the park or on the bench counts as having another name in this match."""

    seat: Seat
    card: CardId | None
    name: str
    cause: Cause = None


class FansChanged(RoundEvent, frozen=True):
    """A seat took fans from the supply, or gave some back. `park` None: outside a match."""

    seat: Seat
    by: Number
    park: Park | None = None
    cause: Cause = None


# The end


class TrophiesTurnedUp(ChallengersEvent, frozen=True):
    """All trophies were turned up after the last round."""

    trophies: tuple[Trophy, ...] = ()


class FinalistsFound(ChallengersEvent, frozen=True):
    """It was settled who plays the final. `decided_by`: what told the second from the third. `fans`: by seat."""

    seats: Pair[Seat]
    decided_by: Literal["fans", "trophies", "highest_trophy", "other"] | None = None
    fans: tuple[Number | None, ...] = ()


class TournamentEnded(ChallengersEvent, frozen=True):
    """The game was over: who won and why. `fans`: by seat, as stated. "unfinished" and "no_contest": no winner."""

    winner: Seat | Draw | None
    reason: (
        Literal[
            "final",
            "fans",
            "lead",
            "tie",
            "concession",
            "timeout",
            "disconnection",
            "agreed_draw",
            "ruling",
            "effect",
            "unfinished",
            "no_contest",
        ]
        | None
    ) = None
    fans: tuple[Number | None, ...] = ()


# What is shown or set rather than done


class SeatShown(ChallengersEvent, frozen=True):
    """The client showed what a seat has between matches. It proves what it shows; what is None is not shown."""

    seat: Seat
    deck: Cards | None = None
    fans: Number | None = None
    trophies: tuple[Round, ...] | None = None


class SeatCorrected(SeatShown, frozen=True):
    """A judge set what a seat has; what is None stayed as it was."""

    reason: TextId | None = None


class MatchShown(MatchEvent, frozen=True):
    """The client showed how a match stands; after a gap certainty begins again here.

    `parks`: the cards in the park, the top one last. `benches`: all cards on the bench.
    """

    holder: Seat | None = None
    decks: Pair[Count | None] = (None, None)
    parks: Pair[Cards | None] = (None, None)
    benches: Pair[Cards | None] = (None, None)
    exhausted: Pair[Cards | None] = (None, None)
    powers: Pair[Number | None] = (None, None)


class MatchCorrected(MatchShown, frozen=True):
    """A judge set how a match stands; what is None stayed as it was."""

    reason: TextId | None = None


CHALLENGERS_EVENTS: tuple[type[Event], ...] = (
    *TABLE_EVENTS,
    TournamentStarted,
    CardDescribed,
    RoundStarted,
    PileChosen,
    CardsDrawn,
    CardsRedrawn,
    PileRefilled,
    CardsKept,
    CardsRemoved,
    DeckReady,
    BotDeckSet,
    MatchStarted,
    DeckShuffled,
    CardRevealed,
    BonusGained,
    BonusEnded,
    FlagTaken,
    CardsBenched,
    MatchWon,
    TrophyTaken,
    EffectTriggered,
    EffectPrevented,
    ChoiceMade,
    ChoiceDeclined,
    CardsLookedAt,
    CardsShown,
    DeckReordered,
    CardsMoved,
    BenchSeatsChanged,
    NameChanged,
    FansChanged,
    TrophiesTurnedUp,
    FinalistsFound,
    TournamentEnded,
    SeatShown,
    SeatCorrected,
    MatchShown,
    MatchCorrected,
)
