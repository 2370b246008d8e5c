"""Prints what comes onto the tape, as it comes: JSON Lines that another program can read on from any bookmark."""

import os
import sys
import time
from typing import Any

import click
import msgspec

from events.bookmarks import Bookmark
from events.codec import encode_line
from events.tape import Tape

# Appends between two bookmarks.
_PAGE = 200
# Seconds after which a person is told what followers wait for.
_WORTH_TELLING = 5.0

_LINE = msgspec.json.Encoder()


def follow(tape: Tape, after: Bookmark, *, once: bool, poll: float) -> None:
    """Writes every event behind a bookmark to standard output, and the bookmark reached after every few appends.

    `once`: ends at the end of the tape, else it looks every `poll` seconds until it is interrupted or nobody reads.
    """
    reached, told = after, False
    try:
        while True:
            lines, reached = _page(tape, reached)
            if lines:
                sys.stdout.writelines(lines)
                sys.stdout.flush()
                told = False
                continue
            if once:
                return
            told = told or _tell_lag(tape)
            time.sleep(poll)
    except KeyboardInterrupt:
        return
    except BrokenPipeError:
        # Nobody reads any more; what is still buffered must not be tried again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _page(tape: Tape, after: Bookmark) -> tuple[list[str], Bookmark]:
    batches, reached = tape.follow(after, _PAGE)
    lines = [
        _line({"recording": batch.recording, "number": number, "family": batch.family, "event": _raw(event)})
        for batch in batches
        for number, event in enumerate(batch.events(), batch.first)
    ]
    if batches:
        lines.append(_line({"bookmark": reached}))
    return lines, reached


def _raw(event: Any) -> msgspec.Raw:
    return msgspec.Raw(encode_line(event))


def _line(value: dict[str, Any]) -> str:
    return _LINE.encode(value).decode() + "\n"


def _tell_lag(tape: Tape) -> bool:
    """Says on standard error what keeps events back, if it does so for long; whether it said something."""
    lag = tape.lag()
    if lag.seconds < _WORTH_TELLING:
        return False
    since = f" since {lag.since:%Y-%m-%d %H:%M:%S} UTC" if lag.since else ""
    appends = "1 append waits" if lag.rows == 1 else f"{lag.rows} appends wait"
    click.echo(f"gametape: {appends} for a transaction that is open{since}", err=True)
    return True
