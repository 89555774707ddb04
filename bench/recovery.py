"""`python -m bench.recovery`: how long it takes until everybody is back after a crash.

A process plays Duels with random moves through a node and its store, and ends without closing anything.
Then a server starts with that database, and both players of every room reconnect at once. Shown are the
seconds from the start of the server until the last client has its state, and the CPU seconds that the
server needed. The CPU seconds hardly depend on what else the machine does.

`--play` measures instead what the snapshots cost while people play: the CPU time per input of the same
Duels with and without snapshots, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from rich.console import Console

from turnwright.agents import RandomAgent
from turnwright.client.load_test_sockets import open_socket
from turnwright.games.duel.game import game as duel
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.views import protocol as wire

from .server import free_port, our_command, running

TOGETHER = 50  # rooms that play at the same time
SETTINGS = Settings(max_waiting_rooms=0, create_rate=0.0)


class Seat(msgspec.Struct):
    """A player who comes back."""

    room: str
    token: str


async def play_room(node: Node, number: int, inputs: int) -> OwnedRoom:
    """Play a room up to so many inputs. A duel that ends early is played again."""
    owned = await node.create(duel, room_id=f"room{number}", timeouts={"move": 0.0, "prompt": 0.0})
    handler, agent = owned.handler, RandomAgent(number)
    for name in ("Ann", "Ben"):
        node.deliver(owned, None, handler.join(name, "", node.clock.now())[1])
    for slot in (0, 1):
        node.deliver(owned, None, handler.handle(slot, wire.Ready(), node.clock.now()))
    while owned.room.seq < inputs:
        if owned.room.status == "over":
            for slot in (0, 1):
                message = wire.RematchRequest()
                node.deliver(owned, None, handler.handle(slot, message, node.clock.now()))
        act(node, owned, agent)
        await node.wait_until_durable(owned)
    return owned


def act(node: Node, owned: OwnedRoom, agent: RandomAgent) -> None:
    """Carry out one input at random."""
    match = owned.room.match
    assert match is not None
    answer = agent.decide(match.prompts[0], match)
    node.deliver(owned, None, owned.handler.bot_answer(answer, node.clock.now()))


async def fill(db: str, rooms: int, inputs: int) -> None:
    """Play rooms, print the seats, and end as in a power failure."""
    node = Node(SqliteStore(db), HostedGames(), SETTINGS)
    await node.open()
    seats: list[Seat] = []
    for start in range(0, rooms, TOGETHER):
        numbers = range(start, min(rooms, start + TOGETHER))
        for owned in await asyncio.gather(*[play_room(node, n, inputs) for n in numbers]):
            for slot in (0, 1):
                seats.append(Seat(owned.room.id, node.seat_token(owned, slot)))
            node.unload(owned)
    print(msgspec.json.encode(seats).decode(), flush=True)
    os._exit(0)


async def reconnect(url: str, seats: list[Seat]) -> None:
    """Let all players come back at once; return when the last one has its state."""

    async def back(seat: Seat) -> None:
        seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def on_message(frame: bytes) -> None:
            if not seen.done() and frame.startswith((b'{"type":"state', b'{"type":"error')):
                seen.set_result(frame)

        client = await open_socket(url, on_message, lambda error: None)
        client.send(wire.encode(wire.JoinRoom(room_id=seat.room, token=seat.token)))
        frame = await seen
        if not frame.startswith(b'{"type":"state'):
            raise SystemExit(frame.decode())
        sockets.append(client)

    sockets: list[object] = []
    await asyncio.gather(*[back(seat) for seat in seats])


def cpu_seconds(pid: int) -> float:
    """The CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def recover(rooms: int, inputs: int) -> dict[str, float]:
    """Measure one recovery."""
    with tempfile.TemporaryDirectory(prefix="bench-recovery") as folder:
        db, port = Path(folder) / "recovery.sqlite", free_port()
        command = [sys.executable, "-m", "bench.recovery", "--fill", str(db)]
        command += ["--rooms", str(rooms), "--inputs", str(inputs)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        seats = msgspec.json.decode(done.stdout, type=list[Seat])
        size = db.stat().st_size
        begun = time.perf_counter()
        with running(our_command(port, db), port) as server:
            serving, start_cpu = time.perf_counter() - begun, cpu_seconds(server.pid)
            asyncio.run(reconnect(f"http://127.0.0.1:{port}", seats))
            everybody, cpu = time.perf_counter() - begun, cpu_seconds(server.pid)
    return {
        "serving_s": round(serving, 2), "last_in_s": round(everybody, 2),
        "start_cpu_s": round(start_cpu, 2), "cpu_s": round(cpu, 2), "megabytes": round(size / 1e6, 1),
    }  # fmt: skip


async def play_cost(with_snapshots: bool, rooms: int, inputs: int) -> float:
    """Return the CPU microseconds of an input in play: rules, storage and two players' frames."""
    with tempfile.TemporaryDirectory(prefix="bench-recovery") as folder:
        node = Node(SqliteStore(Path(folder) / "play.sqlite"), HostedGames(), SETTINGS)
        await node.open()
        begun, waiting = time.process_time(), []
        for number in range(rooms):
            waiting.append(play_with_viewers(node, number, inputs, with_snapshots))
        await asyncio.gather(*waiting)
        spent = time.process_time() - begun
        await node.close()
    return spent / rooms / inputs * 1e6


async def play_with_viewers(node: Node, number: int, inputs: int, with_snapshots: bool) -> None:
    """Play a room whose frames are written for both players."""
    owned = await play_room(node, number, 5)
    handler: MessageHandler = owned.handler
    for slot in (0, 1):
        handler.connect(slot)
    agent = RandomAgent(number)
    while owned.room.seq < inputs and owned.room.status == "playing":
        if not with_snapshots:
            owned.snapshot_seconds = math.inf
        act(node, owned, agent)
        await node.wait_until_durable(owned)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.recovery", description=__doc__)
    parser.add_argument("--rooms", type=int, default=500, metavar="N", help="Duels (500)")
    parser.add_argument("--inputs", type=int, default=100, metavar="N", help="of each (100)")
    parser.add_argument("--rounds", type=int, default=3, metavar="R", help="times (3)")
    parser.add_argument("--play", action="store_true", help="measure the cost of snapshots")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the JSON there")
    parser.add_argument("--fill", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.fill:
        asyncio.run(fill(chosen.fill, chosen.rooms, chosen.inputs))
    console, found = Console(), []
    with console.status("") as shown:
        for number in range(chosen.rounds):
            shown.update(f"round {number + 1} of {chosen.rounds}")
            if chosen.play:
                costs = [
                    asyncio.run(play_cost(is_on, TOGETHER, chosen.inputs))
                    for is_on in (False, True)
                ]
                found.append(dict(zip(("without_us", "with_us"), costs, strict=True)))
            else:
                found.append(recover(chosen.rooms, chosen.inputs))
    for name in found[0]:
        values = [one[name] for one in found]
        console.print(f"{name}: {min(values):,.2f} (median {statistics.median(values):,.2f})")
    if chosen.json:
        report = {"rounds": found, "load": os.getloadavg()[0]}
        chosen.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
