"""Challengers!: seven rounds of deck building and matches for the flag, then a final, with one to eight players."""

from projector.challengers.facts import TOLD, players, rows, summary, unclear
from projector.challengers.fog import mask
from projector.challengers.fold import advance, fold
from projector.challengers.listing import scores
from projector.challengers.meanings import MEANINGS
from projector.challengers.refining import TABLES, VERSIONS, refine
from projector.challengers.state import State
from projector.challengers.telling import TELLING
from projector.challengers.views import card_facts, cards_in, view
from projector.challengers.words import describe
from projector.game import Game

GAME: Game[State] = Game(
    name="challengers",
    title="Challengers!",
    modes=("tournament", "duel"),
    start=State,
    advance=advance,
    fold=fold,
    mask=mask,
    view=view,
    cards_in=cards_in,
    card_facts=card_facts,
    describe=describe,
    players=players,
    summary=summary,
    unclear=unclear,
    tables=TABLES,
    rows=rows,
    told=TOLD,
    refine=refine,
    versions=VERSIONS,
    telling=TELLING,
    scores=scores,
    meanings=MEANINGS,
)

__all__ = ["GAME"]
