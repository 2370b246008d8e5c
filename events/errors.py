"""What can keep a tape from doing what it was asked: one class for each thing that can be done about it."""

# Seconds for which a statement waits for a lock that somebody else holds.
PATIENCE = 30.0


class TapeError(Exception):
    """Something kept the tape from doing what it was asked; the message says what, and what helps."""


class NoTapeError(TapeError):
    """There is no database yet: make one, and migrate it."""


class NotATapeError(TapeError):
    """What was named is something else: name another database."""


class OlderTapeError(TapeError):
    """The database is older than this code, still empty, or was brought here by other means: migrate it."""


class NewerTapeError(TapeError):
    """The database is newer than this code: install a newer Gametape."""


class ReadOnlyTapeError(TapeError):
    """The database can be read but not written: get the right to write it."""


class NotAdmittedError(TapeError):
    """The server does not let this user in, or not at this database: check name, password and rights."""


class UnreachableTapeError(TapeError):
    """The server does not answer, or the connection to it was lost: try again. A retry adds nothing twice."""


class BusyTapeError(TapeError):
    """Somebody else held the database for too long: try again."""


class OvertakenError(BusyTapeError):
    """Another writer got in between, several times over: try again."""


class RefusedRowsError(TapeError):
    """The database refused rows that contradict what is there; `reason` is what it said."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class TakenPlaceError(RefusedRowsError):
    """The database refused rows because their keys are taken."""


class ChangedSourceError(TapeError):
    """A file did not stay as it was while it was being stored: import it again when it is at rest."""


class DamagedTapeError(TapeError):
    """What the database holds cannot be read: verify it, restore a backup."""
