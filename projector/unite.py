"""Makes the events of one game out of the recordings that tell it."""

from collections.abc import Sequence

from events.base import Event


def unite(recordings: Sequence[Sequence[Event]]) -> Sequence[Event]:
    """The events of a game: of one recording, the recording itself.

    Raises ValueError for none, and NotImplementedError for several: nothing joins recordings yet.
    """
    if not recordings:
        raise ValueError("A game has at least one recording")
    if len(recordings) > 1:
        raise NotImplementedError("Recordings are not joined yet")
    return recordings[0]
