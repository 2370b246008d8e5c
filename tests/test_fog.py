"""Fog: what a seat could not know is nowhere in what it is given, whatever event would tell it."""

import msgspec
import pytest

from events.base import CardId, Event
from events.boba import (
    CardDescribed,
    CardsRemoved,
    GameStarted,
    HeroesDiscarded,
    HeroesDrawn,
    HeroesPlaced,
    HeroesReturned,
    HeroesRevealed,
    HeroReplaced,
    HeroSubstituted,
    HonorsChosen,
    Mode,
    PlaysDiscarded,
    PlaysDrawn,
    PlaysReturned,
    PowerChangeCancelled,
    PowerChanged,
    PowerMultiplied,
    PowerReset,
    PowersSwapped,
    Seated,
    StateCorrected,
    StateShown,
)
from projector.boba import GAME
from projector.boba.cards import Catalogue
from projector.boba.modes import MODES
from projector.replay import Viewer, replay

HIDDEN = CardId("T:hidden")
PLAY = CardId("T:play")
OPEN = CardId("T:open")


def told(viewer: Viewer, *events: Event, mode: Mode = "playmaker") -> str:
    """Everything a viewer is given of a game, as text."""
    opening = [GameStarted((Seated(), Seated()), mode, MODES[mode]), HonorsChosen(1)]
    return msgspec.json.encode(replay(GAME, Catalogue(), [*opening, *events], viewer=viewer)).decode()


def unknown(count: int) -> tuple[CardId | None, ...]:
    return (None,) * count


LIES_FACE_DOWN = (
    CardDescribed(HIDDEN, "hero", "Hidden hero", "Ice", 9177),
    HeroesPlaced(2, (HIDDEN, *unknown(6))),
)


@pytest.mark.parametrize(
    "events",
    [
        (PowerChanged(2, 1, 10, power=9187),),
        (PowerMultiplied(2, 1, 2, power=9177),),
        (PowerReset(2, 1, power=9177),),
        (PowersSwapped(1, powers=(None, 9177)),),
        (PowerChanged(2, 1, 10), PowerChangeCancelled(5, power=9177)),
        (StateShown(battle=1, powers=(None, 9177)),),
        (StateCorrected(battle=1, powers=(None, 9177)),),
    ],
)
@pytest.mark.parametrize("viewer", [1, "public"])
def test_a_stated_power_does_not_tell_a_face_down_hero(viewer: Viewer, events: tuple[Event, ...]) -> None:
    seen = told(viewer, *LIES_FACE_DOWN, *events)

    assert "91" not in seen
    assert "91" in told(2, *LIES_FACE_DOWN, *events)


@pytest.mark.parametrize("viewer", [1, 2, "public"])
def test_the_stated_power_of_a_hero_that_is_face_up_is_seen(viewer: Viewer) -> None:
    shown = HeroesRevealed(1, (None, HIDDEN))

    assert '"power":9199' in told(viewer, *LIES_FACE_DOWN, shown, PowerChanged(2, 1, 22, power=9199))


@pytest.mark.parametrize(
    "leaves",
    [
        HeroesReturned(2, (HIDDEN,), "hero_discard", "bench"),
        HeroesReturned(2, (HIDDEN,), "hero_discard", "hero_deck", "top"),
        CardsRemoved(2, (HIDDEN,), "hero_discard"),
        HeroReplaced(2, 3, HIDDEN, "hero_discard", None, face_down=True),
    ],
)
@pytest.mark.parametrize(
    "came",
    [
        (HeroesDrawn(2, (HIDDEN, *unknown(3)), "opening"), HeroesDiscarded(2, (HIDDEN,), "bench", shown=False)),
        (HeroesPlaced(2, (HIDDEN, *unknown(6))), HeroSubstituted(2, 1, None, HIDDEN, 2, 2, replaced_shown=False)),
    ],
)
@pytest.mark.parametrize("viewer", [1, "public"])
def test_a_hero_that_was_discarded_unseen_is_unseen_when_it_leaves(
    viewer: Viewer, came: tuple[Event, ...], leaves: Event
) -> None:
    assert HIDDEN not in told(viewer, *came, leaves)
    assert HIDDEN in told(2, *came, leaves)


@pytest.mark.parametrize("viewer", [1, "public"])
def test_a_play_that_left_unseen_is_unseen_when_it_comes_back(viewer: Viewer) -> None:
    drawn = PlaysDrawn(2, (PLAY, *unknown(3)), "opening")
    discarded = (
        PlaysDiscarded(2, (PLAY,), "play_hand", shown=False),
        PlaysReturned(2, (PLAY,), "play_discard", "playbook"),
    )
    removed = (CardsRemoved(2, (PLAY,), "play_hand"), PlaysReturned(2, (PLAY,), "out_of_game", "play_hand"))

    assert PLAY not in told(viewer, drawn, *discarded)
    assert PLAY not in told(viewer, drawn, *removed)


def test_a_hero_that_was_seen_in_the_discard_pile_is_seen_to_leave_it() -> None:
    drawn = HeroesDrawn(2, (HIDDEN, OPEN, None, None), "opening")
    discarded = (
        HeroesDiscarded(2, (HIDDEN,), "bench", shown=False),
        HeroesDiscarded(2, (OPEN,), "bench", shown=True),
    )
    returned = HeroesReturned(2, (HIDDEN, OPEN), "hero_discard", "bench")

    masked = GAME.mask([drawn, *discarded, returned], 1)

    assert masked[-1] == HeroesReturned(2, (None, OPEN), "hero_discard", "bench")
