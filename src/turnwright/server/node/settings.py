"""The settings of a node, and its counters."""

from __future__ import annotations

import msgspec

from turnwright.server.http import tokens
from turnwright.server.lab.settings import LabSettings


class Settings(msgspec.Struct, kw_only=True):
    """The settings of a node. `turnwright serve` sets them from its options."""

    bot_delay: float = 0.7
    """Seconds that a bot waits before it acts, so that people can follow."""
    lease: float = 0.0
    """Seconds for which a node owns its rooms without renewing; 0 if there is only one node."""
    message_rate: float = 50.0
    """Messages per second and socket, on average; 0 disables the limit."""
    message_burst: float = 100.0
    """Messages that a socket may send at once."""
    create_rate: float = 1.0
    """New rooms per second and client address, on average; 0 disables the limit. Attempts to join
    may be five times as many."""
    create_burst: float = 20.0
    """New rooms that an address may create at once."""
    join_seconds: float = 15.0
    """A socket that has not joined a room after this time is closed."""
    request_seconds: float = 10.0
    """An HTTP request that is not complete after this time is closed."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of trusted proxies: their `X-Forwarded-For` is used."""
    max_sockets: int = 10_000
    """Open sockets; further ones are refused."""
    max_buffer: int = 1 << 20
    """Bytes that may wait to be read by a slow client before it is disconnected."""
    token_lifetime: float = tokens.LIFETIME
    """Seconds for which a seat token is valid."""
    timeouts: dict[str, float] = {}
    """Seconds to answer, by kind of prompt (`prompt`, `move`, ...); 0 disables a timeout."""
    forfeit_after: int = 3
    """Consecutive time-outs after which a player loses; 0 for never."""
    coin_flip: bool = True
    """Whether the seats of the first match are drawn at random."""
    origins: tuple[str, ...] = ()
    """Origins of other sites' pages that may open a socket; `*` for all."""
    admin_token: str = ""
    """The bearer token of `/admin`; empty disables it."""
    faults: str = ""
    """A folder for the records that reproduce errors in rules; empty disables it."""
    lab: LabSettings = msgspec.field(default_factory=LabSettings)
    """The combat lab."""


class Stats:
    """Counters of a node, shown at `/metrics`."""

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
