"""The settings of a node, and its counters."""

from __future__ import annotations

import msgspec

from turnwright.server.http import tokens
from turnwright.server.lab.settings import LabSettings


class Settings(msgspec.Struct, kw_only=True):
    """The settings of a node. `turnwright serve` sets them from its options."""

    bot_delay: float = 0.7
    """Seconds that a bot waits before it acts, so that people can follow."""
    window_delay: float = 1.5
    """Seconds that a bot that searches takes for every response window, so that its time tells nothing
    about its cards: what it has not decided by then, it passes. The server passes for players who are
    asked only if they can respond after about this time. With 0, both happen at once."""
    bot_processes: int | None = None
    """Processes in which bots that search think; by default one less than there are cores, but at
    least one. With 0, and on Windows, they think in threads, which slows every room down."""
    bot_seconds: float = 10.0
    """CPU seconds that a bot may use for one decision. A bot that does not decide in time is replaced
    by a quick one for this decision."""
    bot_seconds_per_minute: float = 40.0
    """CPU seconds that the bots of one room may use in a minute, on average; 0 disables the limit."""
    bot_memory_mb: int = 1024
    """Memory of a process in which bots think; 0 disables the limit."""
    lease: float = 0.0
    """Seconds for which a node owns its rooms without renewing; 0 if there is only one node."""
    message_rate: float = 50.0
    """Messages per second and socket, on average; 0 disables the limit."""
    message_burst: float = 100.0
    """Messages that a socket may send at once."""
    message_rate_per_address: float = 500.0
    """Messages per second of all sockets of one client address, on average; 0 disables the limit."""
    message_burst_per_address: float = 2000.0
    """Messages that all sockets of one client address may send at once."""
    request_rate: float = 50.0
    """HTTP requests and new sockets per second and client address, on average; 0 disables the limit. A
    file of the page counts as a tenth."""
    request_burst: float = 2000.0
    """HTTP requests that an address may send at once. A class behind one address opens its pages
    together."""
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
    max_sockets_per_address: int = 200
    """Open sockets of one client address; 0 disables the limit."""
    max_spectators: int = 200
    """Spectators of one room; 0 disables the limit."""
    max_spectators_per_address: int = 20
    """Spectators of one room with the same client address; 0 disables the limit."""
    max_rooms_per_address: int = 100
    """Unfinished rooms in memory that one client address has created; 0 disables the limit."""
    max_waiting_rooms: int = 10
    """Rooms of one client address that may wait for players; 0 disables the limit."""
    max_bots: int = 8
    """Bots in one room; 0 disables the limit."""
    max_bots_per_address: int = 10
    """Bots in unfinished rooms that one client address has created; 0 disables the limit."""
    chat_rate: float = 1.0
    """Lines of chat per second and client, on average; 0 disables the limits of chat."""
    chat_burst: float = 10.0
    """Lines of chat that a client may send at once."""
    room_chat_rate: float = 4.0
    """Lines of chat per second and room, on average, of all clients together."""
    room_chat_burst: float = 40.0
    """Lines of chat that the clients of a room together may send at once."""
    chat_kept: int = 500
    """Lines of chat that are stored for a room; older ones are deleted."""
    chat_seconds: float = 30 * 86400.0
    """Lines of chat are deleted after this time; 0 keeps them."""
    mute_seconds: float = 86400.0
    """Seconds for which a room's host mutes somebody, or switches chat off."""
    kick_seconds: float = 3600.0
    """Seconds for which somebody who was removed from a room cannot enter it again."""
    report_rate: float = 0.05
    """Reports of abuse per second and client address, on average; 0 disables the limit."""
    report_burst: float = 5.0
    """Reports of abuse that an address may send at once."""
    max_reports: int = 1000
    """Reports of abuse that are stored; older ones are deleted."""
    max_buffer: int = 1 << 18
    """Bytes that may wait to be read by a slow client before it is disconnected."""
    max_buffer_per_address: int = 1 << 22
    """Bytes that may wait for all slow sockets of one client address together; then those with the
    most are disconnected. Sockets with less than 16 KiB are not counted. 0 disables the limit."""
    send_buffer: int = 1 << 16
    """Bytes that the kernel may hold for a client in addition; Linux doubles this. 0 lets the kernel
    decide, which may be megabytes."""
    idle_seconds: float = 600.0
    """A room that waits for players is closed after this time without a connection."""
    abandoned_seconds: float = 7 * 86400.0
    """A match without a clock ends after this time without an input or a connection; 0 for never."""
    retention_days: float = 0.0
    """Days after which finished and deserted rooms are deleted with their replays; 0 keeps them."""
    restart_grace: float = 10.0
    """Seconds that open prompts get in addition to the time for which the server was away."""
    drain_seconds: float = 1.0
    """When the server is told to stop (SIGTERM), the seconds for which running matches go on."""
    token_lifetime: float = tokens.LIFETIME
    """Seconds for which a seat token is valid."""
    takeover_seconds: float = 30.0
    """Seconds without a connection after which a bot plays for a player, in rooms that allow it."""
    unwatched_seconds: float = 60.0
    """Seconds after which a match of bots alone ends if nobody watches it."""
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
    identity_issuer: str = ""
    """The issuer (`iss`) of identity tokens; see `http.identity`."""
    identity_audience: str = ""
    """The audience (`aud`) that identity tokens must name."""
    identity_jwks: str = ""
    """The public keys of the identity provider: the URL or the file of a JWK set. Without it everybody
    is anonymous."""
    identity_required: bool = False
    """Whether only identified clients may play and watch."""
    plans: dict[str, str] = {}
    """By game: the module that reads its plans (see `agents.plans`), imported on first use."""
    decks: dict[str, str] = {}
    """By game: the module whose `describe_deck` reads its decks, imported on first use."""
    rule_seconds: float = 2.0
    """Seconds after which the rules of a game are interrupted; 0 lets them run. What they did is rolled
    back, and the input is refused."""
    stop_seconds: float = 600.0
    """Seconds for which a room is closed whose rules were interrupted three times."""
    faults: str = ""
    """A folder for the records that reproduce errors in rules; empty disables it."""
    game_sources: tuple[str, ...] = ()
    """Files and modules of games that are not shipped, for the processes of bots."""
    card_packs: tuple[str, ...] = ()
    """Files of Netrunner card packs that were loaded."""
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
        self.interruptions = 0
        self.lost_rooms = 0
        self.slow_sockets = 0

    def count_refusal(self, code: str) -> None:
        """Count a refused message."""
        self.refusals[code] = self.refusals.get(code, 0) + 1
