"""How a node behaves, and what it counts."""

from __future__ import annotations

import msgspec

from turnwright.server.http import tokens


class Settings(msgspec.Struct, kw_only=True):
    """How a node behaves."""

    bot_delay: float = 0.7
    lease: float = 0.0  # seconds; 0 where there is only one node
    message_rate: float = 50.0  # a second and socket, in the long run
    message_burst: float = 100.0
    create_rate: float = 1.0  # rooms a second and address
    create_burst: float = 20.0
    join_seconds: float = 15.0  # in which a socket has to join a room
    request_seconds: float = 10.0  # in which an HTTP request has to be there
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For counts
    max_sockets: int = 10_000
    max_buffer: int = 1 << 20  # bytes a slow client may leave unread
    token_lifetime: float = tokens.LIFETIME
    timeouts: dict[str, float] = {}
    forfeit_after: int = 3
    coin_flip: bool = True
    origins: tuple[str, ...] = ()  # pages that may open a socket beside our own
    admin_token: str = ""
    faults: str = ""  # a folder for the records of failures inside rules


class Stats:
    """Counted here, shown at /metrics."""

    def __init__(self) -> None:
        self.messages = 0
        self.commits = 0
        self.bad_frames = 0
        self.dropped = 0
        self.refusals: dict[str, int] = {}
        self.timeouts = 0
        self.faults = 0
        self.lost_rooms = 0
        self.slow_sockets = 0
