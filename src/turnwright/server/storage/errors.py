"""Errors of the stores.

They are not in the stores' modules, because those may be compiled: a compiled subclass cannot override
the class attribute `code`.
"""

from __future__ import annotations

from turnwright.core.errors import TurnwrightError
from turnwright.server.node.logs import log_event


class Fenced(TurnwrightError):
    """The epoch is outdated: another node has acquired the room. Drop it."""

    code = "fenced"


class Conflict(TurnwrightError):
    """A row does not follow the last row of its room, or an action id, name or code is already used."""

    code = "conflict"


class StoreFailed(TurnwrightError):
    """The database could not read or write. A submit that failed this way may still be durable, if the
    connection was lost during the commit: load the room again before it continues."""

    code = "store_failed"


def database_failed(error: BaseException) -> StoreFailed:
    """Log a database error and return the error that clients are shown."""
    log_event("database_failed", error=str(error) or type(error).__name__)
    return StoreFailed("The database failed. Try again.")
