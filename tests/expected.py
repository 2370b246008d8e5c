"""Writes down what Gametape makes of a sample log: every step in words, and below it everything that the step changed.

`python -m tests.expected FILE...` rewrites the .expected beside each file; a person reads the difference before it is
committed. From the first table on every step's whole state follows: a path names a value (seats, zones and battles
count from 1), `old -> new` replaces it, `- value` takes the first such value out of a list, `+ value` adds one at the
end of it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from events.codec import Family, encode_line
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Read, Told
from ingest.adapters import ADAPTERS
from ingest.catalogues import CATALOGUES
from ingest.opening import unpacked
from projector.games import GAMES
from projector.replay import frame, replay, seat_names

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "data" / "samples"


def shipped() -> dict[Family, Any]:
    """The catalogue that we ship of each game system."""
    return {name: load(ROOT / "data" / name) for name, load in CATALOGUES.items()}


def samples() -> list[Path]:
    """Every sample log of every client."""
    return sorted(file for file in SAMPLES.glob("*/*") if file.suffix != ".expected")


def expected_of(sample: Path) -> Path:
    """The file that says what a sample should be read as."""
    return sample.with_name(f"{sample.name.split('.')[0]}.expected")


def adapters_of(sample: Path, adapters: Sequence[Adapter] = ADAPTERS) -> list[Adapter]:
    """The adapters that know a sample."""
    text = unpacked(sample.read_bytes())
    return [adapter for adapter in adapters if adapter.recognise(text, sample.name)]


def told_in(sample: Path, adapters: Sequence[Adapter] = ADAPTERS) -> list[Read]:
    """What is read of a sample, in order."""
    (adapter,) = adapters_of(sample, adapters)
    return list(adapter.read(Document(sample.name, unpacked(sample.read_bytes()))))


def rendered(sample: Path, cards: Mapping[Family, Any], adapters: Sequence[Adapter] = ADAPTERS) -> str:
    """All of a sample as text."""
    lines = [f"{sample.name}, read by: {', '.join(adapter.name for adapter in adapters_of(sample, adapters))}"]
    for found in told_in(sample, adapters):
        if isinstance(found, Problem):
            lines += ["", f"Problem in line {found.line}: {found.message}"]
        elif isinstance(found, Told):
            lines += ["", *game_lines(found, cards)]
    return "\n".join(lines) + "\n"


def game_lines(told: Told, cards: Mapping[Family, Any]) -> Iterator[str]:
    client = f"{told.client} {told.client_version or ''}".rstrip()
    yield f"=== {told.family} from line {told.line}: {len(told.events)} events, client {client}, id {told.client_game}"
    for player, person in told.people.items():
        yield f"    {player} is {person.name} (account {person.account})"
    if told.family in GAMES:
        yield from _replayed(told, cards[told.family])
    else:
        for number, event in enumerate(told.events, 1):
            yield f"{number} {encode_line(event).decode()}"


def _replayed(told: Told, cards: Any) -> Iterator[str]:
    game = GAMES[told.family]
    state = game.fold(cards, told.events)
    names = [told.people[player].name if player else None for player in game.players(state)]
    known = tuple(name or unnamed for name, unnamed in zip(names, seat_names(len(names)), strict=True))
    played = replay(game, cards, told.events, names=known)
    called = {str(card): getattr(facts, "name", card) for card, facts in played.cards.items()}
    yield f"    {game.summary(state)}"
    before = frame(played.first)
    yield "--- the table before"
    yield from _whole("", before, called)
    yield "--- the steps"
    for step in played.steps:
        yield f"{step.number} {step.answer} {step.words}"
        for finding in step.findings:
            yield f"    ! {finding.kind}: {finding.message} ({finding.rule})"
        after = frame(step.view)
        yield from (f"    {line}" for line in _changes("", before, after, called) if not line.startswith("step: "))
        before = after
    yield "--- the table at the end"
    yield from _whole("", before, called)


def _changes(path: str, old: Any, new: Any, called: Mapping[str, str]) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in new:
            yield from _changes(_joined(path, key), old[key], new[key], called)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(path, old, new, called)
    else:
        yield f"{path}: {_value(old, called)} -> {_value(new, called)}"


def _list_changes(path: str, old: list[Any], new: list[Any], called: Mapping[str, str]) -> Iterator[str]:
    if len(old) <= len(new) and _has_places(path):
        for place, (before, after) in enumerate(zip(old, new, strict=False), 1):
            yield from _changes(f"{path}.{place}", before, after, called)
        for added in new[len(old) :]:
            yield f"{path}: + {_value(added, called)}"
        return
    removed, left = [], list(old)
    for value in old:
        if value not in new or left.count(value) > new.count(value):
            left.remove(value)
            removed.append(value)
    if new[: len(left)] == left:
        for value in removed:
            yield f"{path}: - {_value(value, called)}"
        for value in new[len(left) :]:
            yield f"{path}: + {_value(value, called)}"
    else:
        yield f"{path}: {_value(old, called)} -> {_value(new, called)}"


def _has_places(path: str) -> bool:
    """Whether a list is one of places (a zone, a battle, a line of a ledger), not a hand or a pile of cards."""
    return path.rsplit(".", 1)[-1] in {
        "seats",
        "zones",
        "results",
        "resolved",
        "ledger",
        "trays",
        "matches",
        "sides",
        "park",
        "bench",
    }


def _whole(path: str, value: Any, called: Mapping[str, str]) -> Iterator[str]:
    """A table in full: a line a value, but a zone is one line."""
    if isinstance(value, dict) and "face" not in value:
        for key in value:
            yield from _whole(_joined(path, key), value[key], called)
    elif isinstance(value, list) and value and path in {"seats", "seats.1.zones", "seats.2.zones", "effects"}:
        for place, part in enumerate(value, 1):
            yield from _whole(f"{path}.{place}", part, called)
    else:
        yield f"{path}: {_value(value, called)}"


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _value(value: Any, called: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return f"{called[value]} ({value})" if value in called else value
    if isinstance(value, list):
        return f"[{'; '.join(_value(part, called) for part in value)}]"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(part, called)}" for key, part in value.items())
    return str(value)


def _rewrite(paths: list[str]) -> None:
    cards = shipped()
    for path in paths:
        sample = Path(path)
        expected_of(sample).write_text(rendered(sample, cards), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _rewrite(sys.argv[1:])
