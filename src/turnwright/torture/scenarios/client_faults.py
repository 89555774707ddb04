"""Faults of clients: they vanish, read or write too slowly, and repeat or confuse their messages."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from turnwright.client.prompts import Option
from turnwright.client.reconnecting_socket import socket_url
from turnwright.torture.players import PlayedRoom
from turnwright.torture.raw_connection import RawConnection
from turnwright.torture.scenario import Scenario
from turnwright.torture.stage import Stage, TortureFailed

NEVER_READ = 10  # clients that never read, of which some join each room


async def vanished(stage: Stage) -> str:
    """Let all connections vanish without a FIN; the players return on new ones."""
    count = times = 0
    while stage.has_time or not times:
        await stage.wait(0.2, 0.6)
        began = time.monotonic()
        count += stage.gateway.freeze()
        players = [player for player in stage.players if player.client is not None]
        # A page that was put to sleep notices later; here all return at once.
        await asyncio.gather(*(player.client.reconnect() for player in players if player.client))
        await stage.recover(began)
        times += 1
    return f"{count} connections vanished in {times} turns"


async def slow(stage: Stage) -> str:
    """Watch the rooms without ever reading, and write requests a byte at a time."""
    readers: list[RawConnection] = []
    writers: list[RawConnection] = []
    try:
        for _ in range(NEVER_READ):
            readers.append(await RawConnection.socket(stage.gateway.target, receive_buffer=4096))
            writers.append(await RawConnection.open(stage.gateway.target))
        for number, reader in enumerate(readers):
            room = stage.rooms[number % len(stage.rooms)].room
            await reader.send_text(
                json.dumps({"type": "join_room", "roomId": room, "spectate": True})
            )
        dripping = asyncio.create_task(_drip(writers))
        try:
            moves = await stage.play_through()
        finally:
            dripping.cancel()
        await stage.recover(time.monotonic())
    finally:
        for connection in (*readers, *writers):
            connection.abort()
    return f"{2 * NEVER_READ} slow clients during {moves} moves; {stage.latencies()}"


async def _drip(writers: list[RawConnection]) -> None:
    """Send requests that never end, one byte at a time."""
    while True:
        for writer in writers:
            writer.write(b"GET / HTTP/1.1\r\nX-Slow: " if writer.sent == 0 else b"x")
        await asyncio.sleep(0.1)


async def confused(stage: Stage) -> str:
    """Repeat inputs, send them for old versions, in the wrong order and for old prompts."""
    repeats = refused = 0
    while stage.has_time or not repeats:
        room = stage.rng.choice(stage.rooms)
        sent, declined = await _confuse(stage, room)
        repeats += sent
        refused += declined
    await stage.recover(time.monotonic())
    return f"{repeats} inputs sent twice, {refused} stale or misplaced ones refused"


async def _confuse(stage: Stage, room: PlayedRoom) -> tuple[int, int]:
    """Take a player's seat with a raw socket, and send confused messages in its place. The player has
    to wait meanwhile; it takes its seat back afterwards."""
    await room.settle()
    try:
        mover = next(p for p in room.players if p.client is not None and p.client.options)
    except StopIteration:  # a question is open, or the match is over
        room.may_move.set()
        await stage.all_rooms_move()
        return 0, 0
    client = mover.client
    assert client is not None
    assert client.state is not None
    version = client.state.state_version
    option = stage.rng.choice(client.options)
    mover.may_return.clear()
    try:
        async with open_socket(socket_url(stage.gateway.url), compression=None) as raw:
            join = {"type": "join_room", "roomId": room.room, "token": mover.seated.token}
            await raw.send(json.dumps(join))
            stale = [
                _action(option, version - 1, f"stale-{version}"),
                {"type": "prompt_response", "promptId": "p_1", "choice": "cancel",
                 "actionId": f"old-{version}"},
                {"type": "action", "actionType": "no such move", "actionId": f"odd-{version}"},
            ]  # fmt: skip
            stage.rng.shuffle(stale)
            for message in stale:
                await _expect(stage, raw, message, "error")
            good = _action(option, version, f"twice-{version}")
            for message in (good, good):
                await raw.send(json.dumps(message))
            acks = [await _answer(stage, raw, f"twice-{version}") for _ in range(2)]
            if acks[0] != acks[1] or acks[0]["type"] != "ack":
                raise TortureFailed(f"An input that was sent twice was answered by {acks}.")
            room.ledger.note(f"twice-{version}", acks[0]["stateVersion"])
            await _expect(stage, raw, {**good, "payload": {"other": 1}}, "error")
    except (ConnectionClosed, InvalidHandshake, TimeoutError) as error:
        raise TortureFailed(f"A confused client was cut off: {error!r}.") from None
    finally:
        mover.may_return.set()
    room.may_move.set()
    return 1, len(stale) + 1


def _action(option: Option, version: int, id: str) -> dict[str, Any]:
    return {
        "type": "action",
        "actionType": str(option.id).partition(":")[0],
        "payload": option.payload,
        "stateVersion": version,
        "actionId": id,
    }


async def _expect(stage: Stage, raw: ClientConnection, message: dict[str, Any], type: str) -> None:
    await raw.send(json.dumps(message))
    answer = await _answer(stage, raw, message["actionId"])
    if answer["type"] != type:
        raise TortureFailed(f"{message} was answered by {answer}.")


async def _answer(stage: Stage, raw: ClientConnection, id: str) -> dict[str, Any]:
    """Return the next acknowledgement or error for an input."""
    async with asyncio.timeout(stage.recovery):
        while True:
            message: dict[str, Any] = json.loads(await raw.recv())
            if message["type"] in ("ack", "error") and message.get("actionId") == id:
                return message


SCENARIOS = (
    Scenario(
        name="vanished-clients",
        fault="All connections vanish without a FIN; the players return on new ones",
        guarantee="Players have their seat back at once; their moves are carried out once.",
        run=vanished,
        from_outside=True,
    ),
    Scenario(
        name="slow-clients",
        fault="Spectators that never read, and requests that arrive a byte at a time",
        guarantee="The other players do not notice.",
        run=slow,
        from_outside=True,
    ),
    Scenario(
        name="confused-clients",
        fault="Inputs sent twice, for old versions, in the wrong order, for closed prompts",
        guarantee="A repeated input gets the same acknowledgement; the others are refused.",
        run=confused,
        from_outside=True,
    ),
)
