"""What people bring is opened as it comes, and nothing of it can fill the memory."""

import gzip
import os
from pathlib import Path

import pytest

from ingest import files
from ingest.adapter import Document, Told
from ingest.files import FileError, read_bytes
from ingest.native import read
from ingest.opening import unpacked


def test_a_device_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 2 * 1024 * 1024)

    with pytest.raises(FileError, match="larger than 2 MB; split it by games"):
        read_bytes(Path(os.devnull).with_name("zero"))


def test_a_compressed_nothing_is_an_empty_file() -> None:
    with pytest.raises(FileError, match="The file is empty once it is decompressed"):
        unpacked(gzip.compress(b""))


@pytest.mark.parametrize(
    "header",
    [
        b'{"gametape":1,"game":"boba","client":{"name":"type"}}',
        b'{ "gametape" : 1, "game":"boba","client":{"name":"x"},"players":{"type":{"name":"y"}}}',
        b'{"game":"boba","gametape":1,"client":{"name":"x"}}',
    ],
)
def test_a_header_is_known_by_its_beginning_whatever_else_it_says(header: bytes) -> None:
    event = b'{"type":"boba.GameStarted","seats":[{},{}],"mode":null}'

    (told,) = (found for found in read(Document("x", b"\n".join([header, event]))) if isinstance(found, Told))

    assert len(told.events) == 1
