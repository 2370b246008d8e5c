"""The hashes that tie a row to what stood before it: rows of a recording, the order of the tape, seals.

Every hash is SHA-256 over a label, then numbers of fixed width, among them the lengths of what follows, then the parts:
no two different rows give the same bytes.
"""

import struct
from hashlib import sha256

import msgspec

_ROW = struct.Struct(">32sIQQIQ")
_PLACE = struct.Struct(">32sIQQQQ32s")
_SEAL = struct.Struct(">32sIQQ32sQ")
_PACK = msgspec.msgpack.Encoder()

# Where a chain begins that nothing stands before.
NOTHING = bytes(32)


def header_hash(*columns: str | int | None) -> bytes:
    """What the first row of a recording has as its previous hash: the recording's own columns, None unlike empty."""
    # Databases differ in how they give back a truth value. MessagePack writes the length before each text.
    plain = [int(column) if column is True or column is False else column for column in columns]
    return sha256(b"gametape recording 1\n" + _PACK.encode(plain)).digest()


def row_hash(  # noqa: PLR0917 (the parts in the order they are hashed, at a microsecond a call)
    previous: bytes, recording: str, first: int, last: int, form: int, payload: bytes
) -> bytes:
    """The hash of a row; nothing in it changes when an append is tried again."""
    name = recording.encode()
    fixed = _ROW.pack(previous, len(name), first, last, form, len(payload))
    return sha256(b"".join((b"gametape row 1\n", fixed, name, payload))).digest()


def root_hash(  # noqa: PLR0917 (as above)
    root: bytes, position: int, recording: str, first: int, last: int, recorded_at: int, row: bytes
) -> bytes:
    """The root over the tape up to and with a row, from the root up to the row before it."""
    name = recording.encode()
    fixed = _PLACE.pack(root, len(name), position, first, last, recorded_at, row)
    return sha256(b"".join((b"gametape place 1\n", fixed, name))).digest()


def seal_hash(  # noqa: PLR0917 (as above)
    previous: bytes, number: int, bookmark: str, rows: int, root: bytes, sealed_at: int
) -> bytes:
    """The hash of a seal, from the hash of the seal before it."""
    mark = bookmark.encode()
    fixed = _SEAL.pack(previous, len(mark), number, rows, root, sealed_at)
    return sha256(b"".join((b"gametape seal 1\n", fixed, mark))).digest()
