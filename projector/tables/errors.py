"""What can be wrong with a folder of tables, one class per thing that can be done about it."""


class TablesError(Exception):
    """The tables cannot be used; the message says why, and what to do."""


class DamagedTablesError(TablesError):
    """A file is missing or is not what was written: build the tables again."""


class NewerTablesError(TablesError):
    """A newer Gametape wrote the tables: use that one, or remove the folder."""
