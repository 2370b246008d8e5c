"""What the tape asks of its database again and again; values go in where a `bindparam` stands, in that order."""

import sqlalchemy as sa

from events.schema import RECORDING, TAPE

HEAD_OF = (
    sa.select(RECORDING.c.number, RECORDING.c.family, RECORDING.c.head, RECORDING.c.head_hash)
    .where(RECORDING.c.id == sa.bindparam("wanted"))
    .with_for_update()
)
MOVE_HEAD = (
    sa.update(RECORDING)
    .where(
        RECORDING.c.number == sa.bindparam("which"),
        RECORDING.c.head == sa.bindparam("after"),
        RECORDING.c.head_hash == sa.bindparam("previous"),
    )
    .values(head=sa.bindparam("last"), head_hash=sa.bindparam("hash"))
)
ROW = ["recording", "first", "last", "recorded_at", "format", "hash", "payload"]
BATCH = sa.select(
    RECORDING.c.id,
    RECORDING.c.family,
    TAPE.c.first,
    TAPE.c.last,
    TAPE.c.recorded_at,
    TAPE.c.format,
    TAPE.c.payload,
).join_from(TAPE, RECORDING)
_EARLIER = TAPE.alias()
# From the batch that holds the first event wanted, which may begin before it.
BATCHES = BATCH.where(
    RECORDING.c.id == sa.bindparam("wanted"),
    TAPE.c.first
    >= sa.select(sa.func.coalesce(sa.func.max(_EARLIER.c.first), sa.literal_column("0")))
    .where(_EARLIER.c.recording == RECORDING.c.number, _EARLIER.c.first <= sa.bindparam("start"))
    .scalar_subquery(),
    TAPE.c.first <= sa.bindparam("through"),
).order_by(TAPE.c.first)
# Digests that are looked up at once: a statement of one length needs to be prepared only once.
DIGESTS = 32
TOLD = sa.select(RECORDING.c.digest, RECORDING.c.id).where(
    RECORDING.c.digest.in_([sa.bindparam(f"digest_{number}") for number in range(DIGESTS)])
)
# What `scan` gives of a row; each database adds the bounds and the order.
BETWEEN = sa.select(
    RECORDING.c.id,
    RECORDING.c.family,
    TAPE.c.first,
    TAPE.c.last,
    TAPE.c.payload,
    RECORDING.c.head,
    RECORDING.c.adapter,
    RECORDING.c.client,
).join_from(TAPE, RECORDING)
