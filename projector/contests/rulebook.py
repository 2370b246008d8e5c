"""The rules of contests that the referee cites, in our words."""

from projector.referee import Rule

_HOUSE = "House reading"
_MATCH = "Match rules"

ONE_START = Rule(_HOUSE, "a contest is created once, before anything else of it")
ENTERED = Rule(_HOUSE, "who plays, registers or is paired has entered the contest and not dropped")
PAIRED_ONCE = Rule(_HOUSE, "a player has one match or one bye a round")
MATCH_ONCE = Rule(_MATCH, "a match starts once and ends once")
MATCH_LENGTH = Rule(_MATCH, "a match is as long as its format says")
MATCH_OVER = Rule(_MATCH, "a match has no more games once a side has won it")
MATCH_WINNER = Rule(_MATCH, "a match by games is won by the side that wins more than half of its games")
MATCH_POINTS = Rule(_MATCH, "a match by points is won by the side that first has as many as its format says")
MATCH_SCORE = Rule(_MATCH, "the stated score is that of the games of the match")
GAME_NUMBER = Rule(_MATCH, "the games of a match are numbered one after the other")
GAME_PLAYERS = Rule(_MATCH, "a game of a match is played by its sides")
DOUBLING = Rule(
    _MATCH, "the stake is doubled if one side asks for it and the other accepts, else the other gives the game up"
)
SWAP_TIME = Rule("Formats", "cards change places with the pool between matches, never between games of a match")
SWAP_FORMAT = Rule("Formats", "only formats with a sideboard let cards change places with it")
SWAP_CARDS = Rule("Formats", "what goes out lies in the deck, and what comes in lies in the pool")
REGISTERED = Rule("Formats", "a player plays the deck that was registered, with the swaps that were told")
