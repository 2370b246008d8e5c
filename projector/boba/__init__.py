"""Bo Jackson Battle Arena: seven battles between two seats, in three modes."""

from projector.boba.card_keys import unclear
from projector.boba.columns import KEYED, MEANINGS, TABLES, TOLD, VERSIONS
from projector.boba.contests import brought, contest_rules
from projector.boba.counts import COUNTS
from projector.boba.facts import players, rows, summary
from projector.boba.fog import mask
from projector.boba.fold import advance, fold
from projector.boba.listing import scores
from projector.boba.modes import MODES
from projector.boba.refining import refine
from projector.boba.state import State
from projector.boba.telling import TELLING
from projector.boba.views import card_facts, cards_in, view
from projector.boba.words import describe
from projector.game import Game

GAME: Game[State] = Game(
    name="boba",
    title="Bo Jackson Battle Arena",
    modes=tuple(MODES),
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
    tables=TABLES,
    rows=rows,
    told=TOLD,
    refine=refine,
    keyed=KEYED,
    counts=COUNTS,
    versions=VERSIONS,
    meanings=MEANINGS,
    scores=scores,
    unclear=unclear,
    brought=brought,
    contest_rules=contest_rules,
    telling=TELLING,
)

__all__ = ["GAME"]
