"""The rules of Challengers! that the referee cites, in our words.

`Rules summary` is the one the project was created from, by its chapters; `Public rulebook` fills what that leaves out;
where both are silent, `House reading` says what Gametape does.
"""

from projector.referee import Rule

_SETUP = "Rules summary, preparation"
_DECK = "Rules summary, deck phase"
_MATCH = "Rules summary, match phase"
_END = "Rules summary, final and end"
_BOOK = "Public rulebook"
_HOUSE = "House reading"

ONE_START = Rule(_SETUP, "a tournament starts once, before anything else")
SEATS = Rule(_SETUP, "a tournament has the seats it started with")
SETS = Rule(_SETUP, "City and five of the six other sets are in use, the sixth is out of the game")
STARTER_DECK = Rule(_SETUP, "every seat starts with the same starter deck")
PAIRING = Rule(_SETUP, "in each round those meet whom the tournament plan puts in one park")
ROUND_ORDER = Rule(_MATCH, "rounds follow one another, and all matches of a round are decided before the next")
ONE_MATCH = Rule(_MATCH, "a park has one match a round, and a seat plays one match a round")
BOT_DRAW = Rule(_SETUP, "the bot plays the bot deck: it neither draws nor removes cards")
PLAN_DRAW = Rule(_DECK, "a seat draws from one tray that the plan allows in the round, once")
CARDS_DRAWN = Rule(_DECK, "a draw is of five cards, fewer only when the tray holds fewer")
COPIES = Rule(_SETUP, "a tray holds the cards of its level in the sets in use, each as often as it has copies")
REDRAW = Rule(_DECK, "once a deck phase the drawn cards may be discarded and as many drawn anew from the same pile")
KEPT = Rule(_DECK, "only cards that were drawn are kept")
KEEP_LIMIT = Rule(_BOOK, "up to the number of cards that the plan states may be kept")
REMOVED = Rule(_DECK, "cards are removed from one's own deck, after the draw")
PHASE_OVER = Rule(_DECK, "a seat that is ready, or plays its match, changes its deck no more")
REFILL = Rule(_BOOK, "a full discard is shuffled under its pile")
FINAL_DECK = Rule(_END, "before the final cards may be removed, and none are drawn")
TOSS = Rule(_BOOK, "in the first round a toss says who starts a match")
STARTS = Rule(_BOOK, "the seat with the trophy of the highest round starts; where neither has one, or equal, a toss")
DECK = Rule(_MATCH, "a seat reveals the cards of its own deck, each as often as it is in it")
DECK_SIZE = Rule(_MATCH, "a seat plays with all the cards of its deck")
TURN = Rule(_MATCH, "the starter reveals one card and holds the flag; then the seat without the flag attacks")
ATTACK_ENDS = Rule(_MATCH, "an attack ends when its power reaches the holder's")
POWER_SUM = Rule(_MATCH, "a card counts for its base power and its bonuses")
NEEDED_POWER = Rule(_MATCH, "the flag is taken with at least the power of the holder's top card and its bonuses")
BENCH_ALL = Rule(_MATCH, "the seat that lost the flag benches the card it was on and all cards beneath it")
BENCH_SEATS = Rule(_MATCH, "the bench has six seats, and cards of one name share a seat")
BENCH_FULL = Rule(_MATCH, "a seat that must bench a card with neither a free seat nor one of its name loses the match")
OUT_OF_CARDS = Rule(_MATCH, "a seat that runs out of cards short of the needed power loses the match")
MATCH_STARTED = Rule(_MATCH, "a match starts before anything happens in it")
MATCH_OVER = Rule(_MATCH, "a decided match is decided: nothing more is played in it")
TROPHY = Rule(_MATCH, "the winner of a match takes the trophy of its park and round; the final has none")
TROPHY_FANS = Rule(_SETUP, "the trophies of a round have the fans that are printed on their backs")
TURNED_UP = Rule(_END, "after the last round all trophies are turned up")
FINALISTS = Rule(
    _BOOK, "the two with most fans play the final; a tie goes to more trophies, then to the trophy of the highest round"
)
WINNER = Rule(_END, "the winner of the final wins the game, whatever the fans")
MOST_FANS = Rule(_BOOK, "without a final the seat with most fans wins")
LEAD = Rule(_BOOK, "with one or two players a lead of 11 fans after a match ends the game at once")
ENDED = Rule(_END, "after the game has ended nothing more is played")
CONCESSION = Rule(_HOUSE, "who concedes does not win")
CAUSE = Rule(_HOUSE, "a cause comes before what it causes, and belongs to an effect")
AREA = Rule(_HOUSE, "a card leaves the area in which it lies")
BONUS = Rule(_HOUSE, "a bonus ends that was gained before")
FANS = Rule(_HOUSE, "nobody gives back more fans than it has")
SHOWN_STATE = Rule(_HOUSE, "what the client shows agrees with what was played")
TAKE_BACK = Rule(_HOUSE, "a game goes back to an earlier event of its own")
