"""What can happen in a game of Bo Jackson Battle Arena, in all three modes.

Every event tells an outcome, never a card's text: what a play did is recorded event by event, each naming as `cause`
the number of the event that made it (a `PlayRun`, an `EffectBegan` or an `EffectTriggered`), so that a replay never has
to know what a card says. None always means "the recording does not show it". Pairs are in seat order.
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
    TextId,
    UtcOffset,
)

Thing = TypeVar("Thing")
Pair: TypeAlias = tuple[Thing, Thing]
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2)]
Battle: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Cards: TypeAlias = tuple[CardId | None, ...]
Cause: TypeAlias = EventNumber | None

Mode: TypeAlias = Literal["rookie", "substitution", "playmaker"]
Area: TypeAlias = Literal[
    "hero_deck",
    "bench",
    "zone",
    "hero_discard",
    "playbook",
    "play_hand",
    "play_discard",
    "in_effect",
    "hot_dogs",
    "out_of_game",
]
Spot: TypeAlias = Literal["top", "bottom", "shuffled"]
Face: TypeAlias = Literal["heads", "tails"]


class Setup(Part, frozen=True):
    """The numbers a game is played with. A mode is only a name for the usual ones."""

    hero_deck: Count
    bench: Count
    hot_dogs: Count
    playbook: Count
    opening_plays: Count
    plays_per_battle: Count
    super_breaks_ties: bool
    battles: Battle = 7
    substitution_cost: Count = 2
    winning_power: Literal["high", "low"] = "high"
    ends: Literal["after_all_battles", "at_clinch", "either"] = "either"
    tied_game: Literal["stands", "sudden_death"] = "stands"
    seats_see_own_zones: bool = True


class Deck(Part, frozen=True):
    """What a seat brought, as far as it is known. A list that is not whole says so in `partial`."""

    heroes: tuple[CardId, ...] | None = None
    plays: tuple[CardId, ...] | None = None
    hot_dogs: tuple[CardId, ...] | None = None
    name: TextId | None = None
    partial: bool = False


class Seated(Part, frozen=True):
    """Who sits in a seat, and with which deck."""

    player: PlayerId | None = None
    deck: Deck | None = None


class BobaEvent(Event, frozen=True, tag_field="type", tag=lambda name: f"boba.{name}"):
    """An event of Bo Jackson Battle Arena."""


# The course of a game


class GameStarted(BobaEvent, frozen=True):
    """Two seats began a game. `setup` None: the mode's usual numbers. `seen_from`: the one seat whose view this is.

    `effects_told` False: the client does not record what plays do, so powers after a play are unknown until stated.
    `utc_offset` is in minutes east of UTC where the game was played. `match`, `round` and `game_of_match` place
    the game in a contest.
    """

    seats: Pair[Seated]
    mode: Mode | None
    setup: Setup | None = None
    format: str | None = None
    seen_from: Seat | None = None
    simulated: bool = False
    effects_told: bool = True
    contest: ContestId | None = None
    match: MatchId | None = None
    round: Number | None = None
    game_of_match: Number | None = None
    utc_offset: UtcOffset | None = None


class CardDescribed(BobaEvent, frozen=True):
    """The client stated facts of a card, for cards that no catalogue knows yet."""

    card: CardId
    kind: Literal["hero", "play", "hot_dog"]
    name: str | None = None
    weapon: str | None = None
    power: Number | None = None
    cost: Number | None = None


class StarterFound(BobaEvent, frozen=True):
    """Chance selected the player who chooses. `rolls`: each throw of both seats in order, so re-rolls show."""

    winner: Seat | None
    method: Literal["dice", "coin", "other"] | None
    rolls: tuple[Pair[Number], ...] = ()


class HonorsChosen(BobaEvent, frozen=True):
    """It was settled which seat has honors first. `by` None: no one chose, the method itself decided."""

    honors: Seat
    by: Seat | None = None


class DirectionChosen(BobaEvent, frozen=True):
    """It was settled in which direction, as seat 1 sees the table, the battles resolve."""

    direction: Literal["left_to_right", "right_to_left"]
    by: Seat | None = None


class PileShuffled(BobaEvent, frozen=True):
    """A pile was shuffled; nobody knows its order now."""

    seat: Seat
    pile: Literal["hero_deck", "playbook", "hot_dogs"]
    cause: Cause = None


class HeroesPlaced(BobaEvent, frozen=True):
    """A seat drew heroes from its deck and placed them face down, one a zone.

    `order` "battle": by number of the battle they will fight. "table": left to right as seat 1 sees the table, for
    clients that place before the direction is settled.
    """

    seat: Seat
    heroes: Cards
    order: Literal["battle", "table"] = "battle"


class HeroesDrawn(BobaEvent, frozen=True):
    """A seat took heroes from its deck to its bench. `shown`: the other seat saw which."""

    seat: Seat
    heroes: Cards
    reason: Literal["opening", "substitution", "effect"]
    cause: Cause = None
    shown: bool = False


class PlaysDrawn(BobaEvent, frozen=True):
    """A seat took plays from its playbook to its hand. `shown`: the other seat saw which."""

    seat: Seat
    plays: Cards
    reason: Literal["opening", "battle_end", "effect"]
    cause: Cause = None
    shown: bool = False


class HeroSubstituted(BobaEvent, frozen=True):
    """Hot dogs were paid to replace a seat's face-down hero by one from its bench, face down.

    `replaced` is the hero that left; `replaced_shown` tells whether the other seat saw it. `paid_by` is the seat whose
    hot dogs were spent.
    """

    seat: Seat
    battle: Battle
    hero: CardId | None
    replaced: CardId | None
    hot_dogs: Count | None
    paid_by: Seat | None
    replaced_shown: bool | None = None
    cause: Cause = None


class SubstitutionDeclined(BobaEvent, frozen=True):
    """A seat could have substituted in this battle and did not."""

    seat: Seat
    battle: Battle


class HeroesRevealed(BobaEvent, frozen=True):
    """Both heroes of a battle were turned face up. `powers`: the printed ones, where the client states them."""

    battle: Battle
    heroes: Pair[CardId | None]
    powers: Pair[Number | None] = (None, None)


class PlayRun(BobaEvent, frozen=True):
    """A seat ran a play. `cost`: the hot dogs it paid. `copy_of`: the run whose effect this play copied."""

    seat: Seat
    battle: Battle
    play: CardId | None
    cost: Count | None
    origin: Area = "play_hand"
    copy_of: EventNumber | None = None
    cause: Cause = None


class Passed(BobaEvent, frozen=True):
    """A seat ended its opportunity to run plays in this battle."""

    seat: Seat
    battle: Battle


class BattleResolved(BobaEvent, frozen=True):
    """A battle was decided. `powers`: as the client states them at the end."""

    battle: Battle
    winner: Seat | Draw | None
    reason: Literal["power", "super_weapon", "effect", "ruling"] | None = None
    powers: Pair[Number | None] = (None, None)
    cause: Cause = None


class SuddenDeathRevealed(BobaEvent, frozen=True):
    """Both seats turned up the top hero of their decks to break a tied game."""

    heroes: Pair[CardId | None]
    powers: Pair[Number | None] = (None, None)


class GameEnded(BobaEvent, frozen=True):
    """The game was over: who won and why. `trophies`: as stated. "unfinished" and "no_contest": no winner."""

    winner: Seat | Draw | None
    reason: (
        Literal[
            "trophies",
            "sudden_death",
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
    )
    trophies: Pair[Number | None] = (None, None)


# Outcomes of effects: chance and choice


class CoinFlipped(BobaEvent, frozen=True):
    """A seat flipped a coin."""

    seat: Seat
    face: Face | None
    cause: Cause = None


class DieRolled(BobaEvent, frozen=True):
    """A seat rolled a die."""

    seat: Seat
    result: Number | None
    sides: Number = 6
    cause: Cause = None


class ChoiceMade(BobaEvent, frozen=True):
    """A seat chose something an effect let it choose. `secret`: only that seat knows what.

    The one field that fits is set: a number (of a die, of hot dogs paid), a weapon, a battle, a seat, cards, the name
    of a play, or an option by its place in the text, counted from 1.
    """

    seat: Seat
    number: Number | None = None
    weapon: str | None = None
    battle: Battle | None = None
    chosen_seat: Seat | None = None
    cards: Cards = ()
    play_name: str | None = None
    option: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    cause: Cause = None
    secret: bool = False


class ChoiceDeclined(BobaEvent, frozen=True):
    """A seat could have done what an effect offers and did not."""

    seat: Seat
    cause: Cause = None


# Outcomes of effects: power and weapons. `power` is the hero's power after the change, where stated.


class PowerChanged(BobaEvent, frozen=True):
    """A hero in a zone got or lost power."""

    seat: Seat
    battle: Battle
    by: Number
    cause: Cause = None
    power: Number | None = None


class PowerSet(BobaEvent, frozen=True):
    """A hero's power became a number, whatever it was."""

    seat: Seat
    battle: Battle
    to: Number
    cause: Cause = None


class PowerMultiplied(BobaEvent, frozen=True):
    """A hero's power was multiplied, as by a doubling."""

    seat: Seat
    battle: Battle
    factor: Number
    cause: Cause = None
    power: Number | None = None


class PowersSwapped(BobaEvent, frozen=True):
    """The two heroes of a battle exchanged their current powers. `powers`: after the exchange."""

    battle: Battle
    cause: Cause = None
    powers: Pair[Number | None] = (None, None)


class PowerReset(BobaEvent, frozen=True):
    """A hero's power went back to its starting power."""

    seat: Seat
    battle: Battle
    cause: Cause = None
    power: Number | None = None


class PowerChangeCancelled(BobaEvent, frozen=True):
    """The earlier change `change` of a hero's power stopped counting; later ones count on."""

    change: EventNumber
    cause: Cause = None
    power: Number | None = None


class WeaponChanged(BobaEvent, frozen=True):
    """A hero in a zone counts as having another weapon."""

    seat: Seat
    battle: Battle
    weapon: str
    cause: Cause = None


# Outcomes of effects: hot dogs


class HotDogsRecovered(BobaEvent, frozen=True):
    """Spent hot dogs of a seat became available to it again."""

    seat: Seat
    count: Count
    cause: Cause = None


class HotDogsSpent(BobaEvent, frozen=True):
    """A seat paid hot dogs for something that is neither a substitution nor the cost of a play."""

    seat: Seat
    count: Count
    cause: Cause = None


class HotDogsLost(BobaEvent, frozen=True):
    """A seat had to discard available hot dogs."""

    seat: Seat
    count: Count
    cause: Cause = None


class HotDogsStolen(BobaEvent, frozen=True):
    """Available hot dogs of seat `loser` went to the other seat."""

    loser: Seat
    count: Count
    cause: Cause = None


class HotDogsGained(BobaEvent, frozen=True):
    """A seat got hot dogs that nobody had brought."""

    seat: Seat
    count: Count
    cause: Cause = None


class HotDogsSwapped(BobaEvent, frozen=True):
    """The seats exchanged their available hot dogs. `counts`: after the exchange; a debt is below 0."""

    cause: Cause = None
    counts: Pair[Number | None] = (None, None)


# Outcomes of effects: cards


class HeroesDiscarded(BobaEvent, frozen=True):
    """Heroes of a seat went to its discard pile. `battle`: the zone they left, if they left one."""

    seat: Seat
    heroes: Cards
    origin: Area
    battle: Battle | None = None
    cause: Cause = None
    random: bool = False
    shown: bool = True


class PlaysDiscarded(BobaEvent, frozen=True):
    """Plays of a seat went to its discard pile: from its hand, its playbook, or out of effect."""

    seat: Seat
    plays: Cards
    origin: Area
    cause: Cause = None
    random: bool = False
    shown: bool = True


class HeroesReturned(BobaEvent, frozen=True):
    """Heroes of a seat went to its bench or its deck (`spot` says where in it)."""

    seat: Seat
    heroes: Cards
    origin: Area
    to: Literal["bench", "hero_deck"]
    spot: Spot | None = None
    battle: Battle | None = None
    cause: Cause = None


class PlaysReturned(BobaEvent, frozen=True):
    """Plays of a seat went to its hand or its playbook (`spot` says where in it)."""

    seat: Seat
    plays: Cards
    origin: Area
    to: Literal["play_hand", "playbook"]
    spot: Spot | None = None
    cause: Cause = None


class CardsRemoved(BobaEvent, frozen=True):
    """Cards of a seat left the game."""

    seat: Seat
    cards: Cards
    origin: Area
    battle: Battle | None = None
    cause: Cause = None


class CardsRevealed(BobaEvent, frozen=True):
    """Both seats saw cards of a seat where they lie; nothing moved. From a pile: its top cards, top first."""

    seat: Seat
    cards: Cards
    origin: Area
    battle: Battle | None = None
    cause: Cause = None


class CardsLookedAt(BobaEvent, frozen=True):
    """Seat `by` alone saw cards of a seat where they lie; the other seat saw only that it happened."""

    seat: Seat
    by: Seat
    cards: Cards
    origin: Area
    battle: Battle | None = None
    cause: Cause = None


class PileReordered(BobaEvent, frozen=True):
    """Seat `by` put the top cards of a seat's pile back in an order of its choice, top first, that it alone knows.

    Cards it sent underneath stand in `to_bottom`, the lowest last.
    """

    seat: Seat
    by: Seat
    pile: Literal["hero_deck", "playbook"]
    to_top: Cards
    to_bottom: Cards = ()
    cause: Cause = None


class HeroReplaced(BobaEvent, frozen=True):
    """An effect put another hero into a zone. The hero that left went to `replaced_to`."""

    seat: Seat
    battle: Battle
    hero: CardId | None
    origin: Area
    replaced: CardId | None
    replaced_to: Area = "hero_discard"
    face_down: bool = False
    cause: Cause = None
    power: Number | None = None


class HeroesMoved(BobaEvent, frozen=True):
    """Heroes of a seat changed zones; each pair is (battle it left, battle it went to)."""

    seat: Seat
    moves: tuple[Pair[Battle], ...]
    cause: Cause = None


class PlayTransformed(BobaEvent, frozen=True):
    """A play that was run (event `run`) became something else, such as a hot dog."""

    run: EventNumber
    into: Literal["hot_dog", "hero", "play"]
    cause: Cause = None


class PlayStopped(BobaEvent, frozen=True):
    """A play that was paid for (event `run`) did not take effect."""

    run: EventNumber
    cause: Cause = None


class PlayCancelled(BobaEvent, frozen=True):
    """What a play that had resolved (event `run`) does was cancelled from now on."""

    run: EventNumber
    cause: Cause = None


class CostChanged(BobaEvent, frozen=True):
    """What a seat pays changed: for one play, for all its plays (`play` None), or for a substitution."""

    seat: Seat
    what: Literal["play", "substitution"]
    by: Number | None = None
    to: Number | None = None
    play: CardId | None = None
    cause: Cause = None


class HonorsGiven(BobaEvent, frozen=True):
    """An effect gave honors to a seat."""

    seat: Seat
    cause: Cause = None


# The life of ongoing effects


class EffectBegan(BobaEvent, frozen=True):
    """Something began to hold for a while; its number is the effect's name from here on.

    `seat` has the effect, `on` are the seats it acts on. It holds from battle `first` to battle `last` (None: open)
    and ends as `until` says. `amount`, `weapon`, `battles` (zones it is tied to) and `trigger` say what it does, where
    they fit.
    """

    seat: Seat
    on: tuple[Seat, ...]
    kind: Literal[
        "power",
        "power_lock",
        "power_floor",
        "power_inversion",
        "shield",
        "weapon",
        "cost",
        "play_lock",
        "play_cap",
        "substitution_lock",
        "substitution_cost",
        "draw_lock",
        "recovery_lock",
        "recovery_cap",
        "recovery_change",
        "redirection",
        "overdraft",
        "roll_to_run",
        "forced_substitution",
        "battle_loss",
        "trigger",
        "other",
    ]
    until: Literal["battle_end", "last_battle_end", "game_end", "used", "condition"] | None = None
    first: Battle | None = None
    last: Battle | None = None
    amount: Number | None = None
    weapon: str | None = None
    battles: tuple[Battle, ...] = ()
    trigger: (
        Literal[
            "battle_start",
            "hero_revealed",
            "play_run",
            "coin_flipped",
            "die_rolled",
            "substitution",
            "recovery",
            "battle_end",
            "battle_won",
            "battle_lost",
            "battle_tied",
            "battle_drawn",
            "turn_end",
            "other",
        ]
        | None
    ) = None
    cause: Cause = None


class EffectTriggered(BobaEvent, frozen=True):
    """An ongoing effect acted; the outcomes that name this event as cause say how. `by`: the event that set it off."""

    effect: EventNumber
    by: EventNumber | None = None


class EffectBlocked(BobaEvent, frozen=True):
    """An ongoing effect (`effect`, such as a shield or a lock) kept what `blocked` would have done from happening."""

    effect: EventNumber | None
    blocked: EventNumber | None
    seat: Seat | None = None


class EffectRedirected(BobaEvent, frozen=True):
    """What `redirected` would have done to one seat was turned on seat `to`."""

    redirected: EventNumber
    to: Seat
    cause: Cause = None


class EffectEnded(BobaEvent, frozen=True):
    """An ongoing effect stopped holding."""

    effect: EventNumber
    reason: Literal["expired", "cancelled", "play_left", "used"] | None = None
    cause: Cause = None


# What is shown or set rather than done


class StateShown(BobaEvent, frozen=True):
    """The client showed how things stood here. It proves what it shows; after a gap certainty begins again here.

    `powers` are the current ones of battle `battle`. Cards in a bench or hand may be None one by one.
    """

    battle: Battle | None = None
    honors: Seat | None = None
    trophies: Pair[Count | None] = (None, None)
    powers: Pair[Number | None] = (None, None)
    hot_dogs: Pair[Number | None] = (None, None)
    hot_dogs_spent: Pair[Count | None] = (None, None)
    hero_decks: Pair[Count | None] = (None, None)
    playbooks: Pair[Count | None] = (None, None)
    benches: Pair[Cards | None] = (None, None)
    play_hands: Pair[Cards | None] = (None, None)
    zones: Pair[Cards | None] = (None, None)


class StateCorrected(StateShown, frozen=True):
    """A judge set things to how they should stand; what is None stayed as it was."""

    reason: TextId | None = None


BOBA_EVENTS: tuple[type[Event], ...] = (
    *TABLE_EVENTS,
    GameStarted,
    CardDescribed,
    StarterFound,
    HonorsChosen,
    DirectionChosen,
    PileShuffled,
    HeroesPlaced,
    HeroesDrawn,
    PlaysDrawn,
    HeroSubstituted,
    SubstitutionDeclined,
    HeroesRevealed,
    PlayRun,
    Passed,
    BattleResolved,
    SuddenDeathRevealed,
    GameEnded,
    CoinFlipped,
    DieRolled,
    ChoiceMade,
    ChoiceDeclined,
    PowerChanged,
    PowerSet,
    PowerMultiplied,
    PowersSwapped,
    PowerReset,
    PowerChangeCancelled,
    WeaponChanged,
    HotDogsRecovered,
    HotDogsSpent,
    HotDogsLost,
    HotDogsStolen,
    HotDogsGained,
    HotDogsSwapped,
    HeroesDiscarded,
    PlaysDiscarded,
    HeroesReturned,
    PlaysReturned,
    CardsRemoved,
    CardsRevealed,
    CardsLookedAt,
    PileReordered,
    HeroReplaced,
    HeroesMoved,
    PlayTransformed,
    PlayStopped,
    PlayCancelled,
    CostChanged,
    HonorsGiven,
    EffectBegan,
    EffectTriggered,
    EffectBlocked,
    EffectRedirected,
    EffectEnded,
    StateShown,
    StateCorrected,
)
