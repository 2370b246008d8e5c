"""The rules of Bo Jackson Battle Arena that the referee cites, in our words.

`Comprehensive Rules` are the publisher's, section 4 (sequence of play); where they are silent, `House reading` says
what Gametape does; `docs/rules.md` lists these.
"""

from projector.referee import Rule

_CR = "Comprehensive Rules "
_HOUSE = "House reading"

ONE_START = Rule(_CR + "4.1.1", "a game starts once, before anything else")
BROUGHT = Rule(_CR + "4.1.1", "a seat plays with the cards it brought, each as often as it brought it")
STARTER = Rule(_CR + "4.1.1", "a random method finds the player who chooses who is first; a tie is rolled again")
HONORS_CHOICE = Rule(_CR + "4.1.1", "the selected player chooses who is first, before the first battle")
PLACEMENT = Rule(_CR + "4.1.1", "each seat draws one hero a zone and places them face down, once")
OPENING_BENCH = Rule(_CR + "4.2.1", "each seat draws its bench once, of the size set for the game")
OPENING_PLAYS = Rule(_CR + "4.3.1", "each seat draws its opening plays once, as many as set for the game")
DECK_SIZE = Rule(_CR + "4.3.1", "decks have the sizes set for the game")
FORMAT = Rule("Formats", "a game has the numbers of the format it is played in, and is won as that format says")
BATTLE_ORDER = Rule(_CR + "4.1.2", "battles are fought one after the other, each decided before the next begins")
SUBSTITUTION_MODE = Rule(_CR + "4.2.2", "only games with a bench have substitutions")
SUBSTITUTION_TIME = Rule(_CR + "4.2.2", "substitutions come before the heroes of the battle are revealed")
SUBSTITUTION_ONCE = Rule(_CR + "4.2.2", "each seat decides once a battle whether to substitute")
SUBSTITUTION_ORDER = Rule(_CR + "4.2.2", "the seat with honors decides first whether to substitute")
SUBSTITUTION_COST = Rule(
    _CR + "4.2.2", "a substitution costs the hot dogs set for the game, unless an effect changes it"
)
SUBSTITUTION_BENCH = Rule(_CR + "4.2.2", "the new hero comes from the seat's bench, the old one from the zone")
SUBSTITUTION_DRAW = Rule(_CR + "4.2.2", "after a substitution the seat draws one hero")
REVEAL = Rule(_CR + "4.1.2", "both heroes of a battle are revealed together, once, and are the ones that were placed")
PRINTED_POWER = Rule(_CR + "4.1.2", "a revealed hero has its printed power")
PLAY_MODE = Rule(_CR + "4.3.2", "only games with playbooks have plays")
PLAY_TIME = Rule(_CR + "4.3.2", "plays are run after the heroes are revealed and before the battle is decided")
PLAY_ORDER = Rule(_CR + "4.3.2", "the seat with honors runs its plays and passes before the other seat")
PLAY_ONCE = Rule(_CR + "4.3.2", "each seat has one opportunity a battle to run plays: after its pass it runs none")
PLAY_COST = Rule(_CR + "4.3.2", "a play costs its printed hot dogs, unless an effect changes it")
PLAY_HELD = Rule(_CR + "4.3.2", "a seat runs plays that it holds")
HOT_DOGS_HELD = Rule(_CR + "4.3.2", "hot dogs are paid from those available, never below none")
HOT_DOGS_SPENT = Rule(_HOUSE, "recovering takes back spent hot dogs, no more than lie there")
WINNER = Rule(_CR + "4.1.2", "the hero with the winning power takes the battle; equal power is a draw")
SUPER = Rule(_CR + "4.3.2", "in a tied battle a Super hero beats one that is none; two Supers draw")
POWER_SUM = Rule(_CR + "4.3.2", "power is the printed power and every change after it, in order")
DECIDED = Rule(_CR + "4.1.2", "a decided battle is decided: its powers and result do not change")
BATTLE_END_DRAW = Rule(_CR + "4.3.2", "after each battle each seat draws the plays set for the game, once")
DECK_LEFT = Rule(_HOUSE, "nobody draws more cards than a pile holds")
HONORS = Rule(_CR + "4.2.2", "the winner of a battle has honors in the next; after a draw they stay")
CLINCHED = Rule(_HOUSE, "a game set to end at the clinch has no battle after it")
SUDDEN_DEATH = Rule(
    _CR + "4.4.3", "sudden death breaks a tied game where a tie is not possible, until a power is higher"
)
ENDED = Rule(_CR + "4.4.1", "after the game has ended nothing more is played")
GAME_WINNER = Rule(_CR + "4.4.1", "the seat with more trophies wins the game")
TIE = Rule(_CR + "4.4.2", "equal trophies after all battles are a tie")
CONCESSION = Rule(_HOUSE, "who concedes does not win")
CAUSE = Rule(_HOUSE, "a cause comes before what it causes, and is a play or an effect")
EFFECT_HOLDS = Rule(_HOUSE, "an ongoing effect acts and ends only while it holds")
LOCK = Rule(_HOUSE, "what an effect forbids does not happen while it holds")
SHIELD = Rule(_HOUSE, "a protected hero does not lose power to the other seat's plays")
AREA = Rule(_HOUSE, "a card leaves the area in which it lies")
SHOWN_STATE = Rule(_HOUSE, "what the client shows agrees with what was played")
TAKE_BACK = Rule(_HOUSE, "a game goes back to an earlier event of its own")
