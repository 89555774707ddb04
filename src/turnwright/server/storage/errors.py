"""How a store may fail.

Apart from the stores, as these may be compiled: of a compiled class the inherited `code` would hold.
"""

from __future__ import annotations

from turnwright.core.errors import TurnwrightError
from turnwright.server.node.logs import log_event


class Fenced(TurnwrightError):
    """The epoch is not the room's: another node has taken the room. Let go of it."""

    code = "fenced"


class Conflict(TurnwrightError):
    """A row does not follow the last one of its room, or an action id or a name has been used."""

    code = "conflict"


class StoreFailed(TurnwrightError):
    """The database could not read or write. A submit that failed so may still have become durable,
    if the connection broke at the wrong moment: read the room again before it goes on."""

    code = "store_failed"


def database_failed(error: BaseException) -> StoreFailed:
    """Why is for the log; a client may be told only that."""
    log_event("database_failed", error=str(error) or type(error).__name__)
    return StoreFailed("The database failed; try again.")
