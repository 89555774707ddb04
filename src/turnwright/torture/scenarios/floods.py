"""Floods: one address sends requests and messages, opens sockets, creates rooms, guesses codes, chats
and sends garbage.

The players have another address. Their moves must go on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException

from turnwright.torture.raw_connection import FLOODER, PING, TEXT, RawConnection, frame
from turnwright.torture.scenario import Scenario
from turnwright.torture.stage import Stage, TortureFailed

FLOODERS = 4  # tasks that flood at the same time
MOST_SOCKETS = 300
BATCH = 25  # requests that are sent at once
MOST_REQUESTS = 5000  # of one address that a server should answer in a few seconds
BURST = 200  # messages that are sent at once
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
HUGE = 1 << 20  # bytes of a frame that no server should accept
PLAY_ON = "All other players' moves go on; the flood is limited and refused."

Flood = Callable[[Stage, Counter[str]], Awaitable[None]]


async def during(stage: Stage, flood: Flood) -> Counter[str]:
    """Play while tasks flood the server again and again; return what they have counted."""
    counts: Counter[str] = Counter()

    async def repeat() -> None:
        while True:
            try:
                await flood(stage, counts)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                counts["refused"] += 1
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(repeat()) for _ in range(FLOODERS)]
    try:
        counts["moves"] = await stage.play_through()
    finally:
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
    for error in done:
        if error is not None and not isinstance(error, asyncio.CancelledError):
            raise error
    await stage.recover(time.monotonic())
    return counts


async def watch(stage: Stage) -> RawConnection:
    """Open a socket that watches one of the rooms."""
    made = await RawConnection.socket(stage.gateway.target)
    room = stage.rng.choice(stage.rooms).room
    try:
        await made.send_text(json.dumps({"type": "join_room", "roomId": room, "spectate": True}))
    except BaseException:
        made.abort()
        raise
    return made


async def send_until_closed(made: RawConnection, data: bytes, count: Callable[[], None]) -> None:
    """Send data again and again, reading what comes, until the server closes; count how often."""

    async def read() -> None:
        with suppress(OSError):
            while await made.reader.read(1 << 16):
                pass

    reading = asyncio.create_task(read())
    try:
        while not made.is_closed and not reading.done():
            made.write(data)
            count()
            await made.writer.drain()
            await asyncio.sleep(0.01)
    finally:
        made.abort()
        reading.cancel()
        # Not `await reading`: it would hide that this task itself is cancelled, which then floods on.
        await asyncio.wait([reading])


async def messages(stage: Stage) -> str:
    """Send pings, of the protocol and of the socket, as fast as possible."""
    text = frame(TEXT, b'{"type":"ping","t":1}') * BURST
    ping = frame(PING, b"hi") * BURST

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        made = await watch(stage)
        counts["sockets"] += 1
        data = stage.rng.choice((text, ping))
        await send_until_closed(made, data, lambda: counts.update(messages=BURST))

    counts = await during(stage, flood)
    return (
        f"{counts['messages']:,} messages on {counts['sockets']} sockets during "
        f"{counts['moves']} moves; {stage.latencies()}"
    )


async def sockets(stage: Stage) -> str:
    """Open as many sockets as the server allows, and keep them."""
    kept: list[RawConnection] = []

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        if len(kept) < MOST_SOCKETS:
            kept.append(await RawConnection.socket(stage.gateway.target))
            counts["opened"] += 1

    try:
        counts = await during(stage, flood)
    finally:
        for made in kept:
            made.abort()
    return (
        f"{counts['opened']} sockets opened, {counts['refused']} refused during "
        f"{counts['moves']} moves; {stage.latencies()}"
    )


async def rooms(stage: Stage) -> str:
    """Create rooms as fast as possible."""

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        body = {"game": stage.game, "name": "Flood"}
        status = await asyncio.to_thread(_post, stage.gateway.target, "/api/rooms", body)
        counts["created" if status == 201 else "refused"] += 1

    counts = await during(stage, flood)
    return (
        f"{counts['created']} rooms created, {counts['refused']} refused during "
        f"{counts['moves']} moves; {stage.latencies()}"
    )


def _post(port: int, path: str, body: dict[str, str]) -> int:
    """Send a request; return its status, or 0 if the server closes."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10.0, source_address=(FLOODER, 0))
    try:
        connection.request("POST", path, json.dumps(body))
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


async def requests(stage: Stage) -> str:
    """Send requests that cost the server a lot, and guess the codes of private rooms. One request comes
    before, because the first list of games imports all of them."""

    async def get(counts: Counter[str], paths: Sequence[str]) -> None:
        made = await RawConnection.open(stage.gateway.target)
        try:
            for path in paths:
                made.write(b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path.encode())
            await made.writer.drain()
            for _ in paths:
                head = await made.reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                await made.reader.readexactly(length)
                is_refused = head.startswith(b"HTTP/1.1 429")
                counts["refused requests" if is_refused else "answered"] += 1
        finally:
            made.abort()

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        room = stage.rng.choice(stage.rooms).room
        codes = ["".join(stage.rng.choices(CODE_LETTERS, k=6)) for _ in range(BATCH // 5)]
        usual = ("/api/games", "/api/rooms", "/api/history", "/api/ratings", "/metrics")
        paths = stage.rng.choices((*usual, f"/api/games/{stage.game}"), k=BATCH - len(codes))
        await get(counts, [*paths, *(f"/api/rooms/{room}?code={code}" for code in codes)])

    await get(Counter(), ["/api/games"])
    stage.restart_time()
    counts = await during(stage, flood)
    refused = counts["refused requests"]
    if counts["answered"] > MOST_REQUESTS and not refused:
        raise TortureFailed(f"{counts['answered']} requests of one address, and none was refused.")
    return (
        f"{counts['answered']} requests answered, {refused} refused during "
        f"{counts['moves']} moves; {stage.latencies()}"
    )


async def chat(stage: Stage) -> str:
    """Send lines of chat into the rooms of the players as fast as possible."""
    line = frame(TEXT, json.dumps({"type": "chat", "text": "flood " * 30}).encode())

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        made = await watch(stage)
        await send_until_closed(made, line * 5, lambda: counts.update(lines=5))

    counts = await during(stage, flood)
    return f"{counts['lines']:,} lines during {counts['moves']} moves; {stage.latencies()}"


async def bad_frames(stage: Stage) -> str:
    """Send frames and requests that are not valid."""

    async def flood(stage: Stage, counts: Counter[str]) -> None:
        rng = stage.rng
        garbage = rng.choice(
            [
                frame(TEXT, rng.randbytes(rng.randrange(1, 200))),
                frame(TEXT, b'{"type":"action","payload":' + b"[" * 3000),
                frame(TEXT, b'{"type":"join_room","roomId":7}'),
                frame(TEXT, b"x" * HUGE),
                rng.randbytes(100),
            ]
        )
        if rng.random() < 0.3:
            made = await RawConnection.open(stage.gateway.target)
            garbage = rng.choice([b"GET / HTTP/9.9\r\n\r\n", b"\0" * 5000, rng.randbytes(300)])
        else:
            made = await RawConnection.socket(stage.gateway.target)
        try:
            made.write(garbage)
            await made.writer.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await made.reader.read(1 << 16)
        finally:
            made.abort()
        counts["frames"] += 1

    counts = await during(stage, flood)
    return f"{counts['frames']} bad frames during {counts['moves']} moves; {stage.latencies()}"


SCENARIOS = tuple(
    Scenario(
        name=f"flood-{name}", fault=fault, guarantee=PLAY_ON, run=run, seconds=4.0,
        from_outside=True,
    )
    for name, fault, run in (
        ("messages", "One address sends messages as fast as it can, on several sockets", messages),
        ("sockets", "One address opens sockets without joining a room", sockets),
        ("requests", "One address sends costly requests and guesses codes of private rooms", requests),
        ("rooms", "One address creates rooms as fast as it can", rooms),
        ("chat", "One address sends chat into all rooms as fast as it can", chat),
        ("bad-frames", "One address sends broken frames, huge frames and broken requests", bad_frames),
    )
)  # fmt: skip
