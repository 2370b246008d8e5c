"""Who plays at a table of an archive, from what its envelope and its packets name."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from ingest.bga.copies import Ordered
from ingest.bga.evaluating import Players
from ingest.bga.expressions import as_text
from ingest.bga.packets import Archive

Json: TypeAlias = Any
_LONGEST_NAME = 500


def people_of(order: Ordered, archive: Archive) -> dict[str, str | None]:
    """The players of a table by id, with their names: as the envelope lists them, else as the messages name them.

    The order of seats is that in which they are named first, which is the same in every archive of the table that
    begins at its start.
    """
    listed: dict[str, str | None] = dict(archive.players)
    named: dict[str, str | None] = {}
    spoken: dict[str, str | None] = {}
    for _, message in order.messages:
        if isinstance(message, str) or not isinstance(message.args, dict):
            continue
        for one, name in _named_by_framework(message.args):
            named[one] = named.get(one) or name
        player = as_text(message.args.get("player_id"))
        if player:
            name = message.args.get("player_name")
            spoken[player] = spoken.get(player) or (name if isinstance(name, str) else None)
    people = listed or named or spoken
    return {one: _short(name or named.get(one) or spoken.get(one)) for one, name in people.items()}


def _short(name: str | None) -> str | None:
    return name[:_LONGEST_NAME] if name else None


def _named_by_framework(args: dict[str, Json]) -> Iterator[tuple[str, str | None]]:
    """The players whose clocks a change of state tells, and those of a result."""
    clocks = args.get("reflexion")
    total = clocks.get("total") if isinstance(clocks, dict) else None
    for one in total if isinstance(total, dict) else ():
        yield one, None
    inner = args.get("args")
    result = inner.get("result") if isinstance(inner, dict) else None
    for row in result if isinstance(result, list) else ():
        if isinstance(row, dict) and (player := as_text(row.get("player"))):
            name = row.get("name")
            yield player, name if isinstance(name, str) else None


def players_of(people: dict[str, str | None]) -> Players:
    names = Counter(name for name in people.values() if name)
    seats = {name: seat for seat, name in enumerate(people.values(), 1) if name and names[name] == 1}
    return Players(tuple(people), seats)
