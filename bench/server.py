"""`python -m bench.server`: this server, boardgame.io and Colyseus measured in the same run.

The game is the counter: N matches at once, with one move in flight in each. The latency of a move
is the time until the opponent has seen it. This server is pinned to one CPU (`serve --cpu`) and
writes every move to SQLite before anybody sees it; the peers keep theirs in memory. All servers
take turns several times, each time in a new process, because a shared machine is not always equally
fast; the best and the median of every figure are shown. A compiled copy (`make native`) is measured
if there is one. Then the time of a restart with 1,000 rooms of 200 inputs, and the cost of a state
view in a duel.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from turnwright.agents import RandomAgent
from turnwright.client.load_test_sockets import open_socket
from turnwright.games.counter.game import game as counter
from turnwright.games.duel.game import game as duel
from turnwright.server.http import tokens
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.room import Room
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.storage.store import RoomInfo, Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.state_view import StateView

from .peers import PEERS, SCRATCH

ROOMS, INPUTS = 1000, 200
WARMUP = 2  # seconds
NATIVE = Path(__file__).parents[1] / ".native" / "bin" / "python"


class Figures(msgspec.Struct):
    """The figures of one measurement."""

    moves_per_s: float
    p50_ms: float
    p99_ms: float
    us_per_move: float


class Server(msgspec.Struct):
    """A server and its measurements."""

    name: str
    storage: str
    measure: Callable[[], Figures]
    found: list[Figures] = []

    def summary(self, field: str, digits: int) -> str:
        """Return the best and the median of a figure."""
        values = [getattr(one, field) for one in self.found]
        best = max(values) if field == "moves_per_s" else min(values)
        return f"{best:,.{digits}f} ({statistics.median(values):,.{digits}f})"


def relative_cpu(server: Server, peers: list[Server]) -> str:
    """Return the CPU time per move relative to the peers', as a median over the rounds. It is more
    stable than the figures, because both are measured on an equally fast machine."""
    ratios = []
    for peer in peers:
        pairs = zip(server.found, peer.found, strict=True)
        ratio = statistics.median([one.us_per_move / other.us_per_move for one, other in pairs])
        ratios.append(f"{ratio:.2f} times that of {peer.name}")
    return f"{server.name}: CPU time of a move {' and '.join(ratios)}"


# --- ours -------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server process; yield once it accepts connections."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
    try:
        while True:
            if process.poll() is not None:
                raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                break
            time.sleep(0.005)
        yield process
    finally:
        process.terminate()
        process.wait()


def our_command(port: int, db: Path, python: str = sys.executable) -> list[str]:
    """Return the command of this server: pinned to one CPU, without rate limits and without a lab."""
    command = [python, "-m", "turnwright", "serve", "--db", str(db), "--port", str(port)]
    if hasattr(os, "sched_getaffinity"):
        command += ["--cpu", str(max(os.sched_getaffinity(0)))]
    return [*command, "--message-rate", "0", "--lab-workers", "0"]


def ours(python: str, game: str, matches: int, seconds: float, *how: str) -> Figures:
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="bench-server") as folder,
        running(our_command(port, Path(folder) / "bench.sqlite", python), port),
    ):
        done = subprocess.run(
            [
                sys.executable, "-m", "turnwright", "load", f"http://127.0.0.1:{port}", "--json",
                "--game", game, "--matches", str(matches), "--seconds", str(seconds),
                "--warmup", str(WARMUP), *how,
            ],
            check=True, stdout=subprocess.PIPE,
        )  # fmt: skip
    found = json.loads(done.stdout)
    return Figures(
        found["moves_per_s"], found["p50_ms"], found["p99_ms"], found["server_us_per_move"]
    )


def our_servers(matches: int, seconds: float) -> Iterator[Server | str]:
    """Return this server, interpreted and, if it is built, compiled."""
    here = sys.executable
    is_native = is_compiled(here)
    title = "ours, compiled" if is_native else "ours"
    yield Server(title, "SQLite", lambda: ours(here, "counter", matches, seconds))
    with_ids = f"{title}, with action ids"
    yield Server(with_ids, "SQLite", lambda: ours(here, "counter", matches, seconds, "--ids"))
    if not is_native:
        if NATIVE.exists() and is_compiled(str(NATIVE)):
            yield Server(
                "ours, compiled", "SQLite", lambda: ours(str(NATIVE), "counter", matches, seconds)
            )
        else:
            yield "The compiled copy was not measured: there is none. `make native` makes it."
    yield Server(f"{title}, a duel", "SQLite", lambda: ours(here, "duel", matches, seconds))
    patched = f"{title}, a duel with patches"
    yield Server(patched, "SQLite", lambda: ours(here, "duel", matches, seconds, "--patches"))


def is_compiled(python: str) -> bool:
    code = "import turnwright.server.node.node as node; print(node.__file__)"
    asked = subprocess.run([python, "-c", code], cwd="/", check=True, stdout=subprocess.PIPE)
    return not asked.stdout.strip().endswith(b".py")


# --- the peers --------------------------------------------------------------------------------------


def install(name: str) -> Path:
    """Copy a peer's folder to the scratch folder and install it there."""
    work = SCRATCH / name
    work.mkdir(parents=True, exist_ok=True)
    for file in (PEERS / name).iterdir():
        if file.is_file():
            shutil.copyfile(file, work / file.name)
    if not (work / "node_modules").is_dir():
        quiet = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(quiet, cwd=work, check=True, capture_output=True)
    return work


def peers(matches: int, seconds: float) -> Iterator[Server | str]:
    """Return the peers, or a sentence that says why they cannot be measured."""
    if not PEERS.is_dir():
        yield "The peers were not measured: shared/peers is not here."
        return
    if not shutil.which("npm"):
        yield "The peers were not measured: npm is not installed."
        return
    try:
        client = install("load")
        for folder, program, adapter, title in (
            ("boardgameio", "server.cjs", "bgio", "boardgame.io"),
            ("colyseus", "server.mjs", "colyseus", "Colyseus"),
        ):
            given = (install(folder), program, adapter, client, matches, seconds)
            yield Server(title, "memory", partial(peer, *given))
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or b"").decode().strip().splitlines()
        yield f"A peer was not measured: {lines[-1] if lines else error}"


def peer(
    work: Path, program: str, adapter: str, client: Path, matches: int, seconds: float
) -> Figures:
    port = free_port()
    env = {**os.environ, "NODE_ENV": "production", "IMMEDIATE": "1"}
    with running(["node", program, str(port)], port, cwd=work, env=env) as server:
        done = subprocess.run(
            [
                "node", "load.mjs", adapter, f"http://127.0.0.1:{port}", str(matches),
                str(seconds), str(WARMUP),
            ],
            cwd=client, env={**os.environ, "SERVER_PID": str(server.pid)}, check=True,
            capture_output=True,
        )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    return Figures(found["moves_per_s"], found["p50"], found["p99"], found["server_us_per_move"])


# --- a restart --------------------------------------------------------------------------------------


def new_handler(room: str, game: Any, **options: Any) -> tuple[MessageHandler, list[Row]]:
    """Return a room in which a match has just started, and its log."""
    given = inputs.Create(game.name, game.rules, "bench", 2, coin_flip=False, **options)
    handler = MessageHandler(Room(room, game, given), 1)
    rows = [Row(room, 1, "create", body=inputs.encode(given))]
    for name in ("Ann", "Ben"):
        rows += handler.join(name, "", 0.0)[1].rows
    for slot in (0, 1):
        rows += handler.handle(slot, wire.Ready(), 0.0).rows
    return handler, rows


async def fill(db: Path, secret: str) -> dict[str, str]:
    """Store 1,000 rooms of 200 inputs; return the tokens of their first players."""
    handler, rows = new_handler("room", counter, timeouts={"move": 0.0})
    assert handler.room.match is not None
    while len(rows) < INPUTS:
        (seat,) = handler.room.match.acting
        rows += handler.handle(seat, wire.Action(action_type="INC"), 0.0).rows
    store = SqliteStore(db)
    await store.open()
    await store.set_setting("secret", secret)
    names = [f"room{number}" for number in range(ROOMS)]
    for name in names:
        info = RoomInfo(room=name, game="counter", status="playing", names=["Ann", "Ben"])
        await store.create(info)
    for together in (names[start : start + 25] for start in range(0, ROOMS, 25)):
        for row in rows:  # simultaneous matches share commits
            moves = [msgspec.structs.replace(row, room=name) for name in together]
            await asyncio.gather(*[store.append(move.room, 1, [move]) for move in moves])
    await store.close()
    joined_seq = handler.room.slots[0].joined_seq
    return {name: tokens.sign(secret, name, 0, joined_seq) for name in names}


async def reconnect_all(url: str, places: dict[str, str]) -> None:
    """Let a player of each room reconnect and receive the state; 50 at a time."""
    waiting = list(places.items())

    async def one_after_another() -> None:
        while waiting:
            room, token = waiting.pop()
            seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

            def on_message(frame: bytes, seen: asyncio.Future[bytes] = seen) -> None:
                if not seen.done() and frame.startswith((b'{"type":"state', b'{"type":"error')):
                    seen.set_result(frame)

            client = await open_socket(url, on_message, lambda error: None)
            client.send(wire.encode(wire.JoinRoom(room_id=room, token=token)))
            frame = await seen
            assert b'"count":%d' % (INPUTS - 5) in frame, frame
            client.close()

    await asyncio.gather(*(one_after_another() for _ in range(50)))


def restart(folder: Path) -> dict[str, float]:
    """Return the seconds from the start of the process until it serves, and until all rooms are
    loaded."""
    db, port = folder / "restart.sqlite", free_port()
    places = asyncio.run(fill(db, tokens.new_secret()))
    begun = time.perf_counter()
    with running(our_command(port, db), port):
        serving = time.perf_counter() - begun
        asyncio.run(reconnect_all(f"http://127.0.0.1:{port}", places))
        everybody = time.perf_counter() - begun
    return {"serving_s": round(serving, 2), "all_rooms_back_s": round(everybody, 2)}


# --- a view of a duel -------------------------------------------------------------------------------


def duel_view(turns: int = 140) -> dict[str, float]:
    """Return the CPU microseconds to build a seat's state: after every move of a duel from the 60th
    on, for both seats, as the server does it; the best of several runs."""
    best: list[int] = []
    size = 0.0
    for _ in range(8):
        handler, _ = new_handler("view", duel)
        room, agent, spent, size = handler.room, RandomAgent("view"), [], 0.0
        match = room.match
        assert match is not None
        both = frozenset((0, 1))
        while room.status == "playing" and match.version < turns:
            lines = room.line_count
            handler.bot_answer(agent.decide(match.prompts[0], match), 0.0)  # nobody is connected
            begun = time.process_time_ns()
            view = StateView(handler.view, both, 0.0)
            frames = [view.update(seat, lines) for seat in (0, 1)]
            if match.version > 60:
                spent.append(time.process_time_ns() - begun)
                size += sum(map(len, frames)) / 2
        best = [min(pair) for pair in zip(best or spent, spent, strict=True)]
    count = len(best)
    return {"us": round(sum(best) / count / 2000, 1), "bytes": round(size / count)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="at once (50)")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="each (2)")
    parser.add_argument("--rounds", type=int, default=8, metavar="R", help="times for each (8)")
    parser.add_argument("--no-peers", action="store_true", help="measure only ours")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the JSON there")
    chosen = parser.parse_args()
    console, servers = Console(), []
    for server in [
        *our_servers(chosen.matches, chosen.seconds),
        *([] if chosen.no_peers else peers(chosen.matches, chosen.seconds)),
    ]:
        if isinstance(server, str):
            console.print(f"[yellow]{server}[/]")
        else:
            servers.append(server)
    with console.status("") as status:
        for number in range(chosen.rounds):
            for server in servers:
                status.update(f"round {number + 1} of {chosen.rounds}: {server.name}")
                server.found.append(server.measure())
        status.update("measuring a restart")
        with tempfile.TemporaryDirectory(prefix="bench-server") as folder:
            back = restart(Path(folder))
    view = duel_view()
    title = f"{chosen.matches} matches at once, one move in flight in each: best (median)"
    table = Table(title=title)
    for column in ("server", "storage"):
        table.add_column(column)
    for column in ("moves/s", "p50 ms", "p99 ms", "µs CPU/move"):
        table.add_column(column, justify="right")
    for server in servers:
        table.add_row(
            server.name, server.storage, server.summary("moves_per_s", 0), server.summary("p50_ms", 1),
            server.summary("p99_ms", 1), server.summary("us_per_move", 1),
        )  # fmt: skip
    console.print(table)
    others = [server for server in servers if server.storage == "memory"]
    for server in servers:
        if others and server.storage != "memory" and "duel" not in server.name:
            console.print(relative_cpu(server, others))
    console.print(
        f"restart with {ROOMS:,} rooms of {INPUTS} inputs: serving after {back['serving_s']} s, "
        f"a player of every room is back after {back['all_rooms_back_s']} s"
    )
    console.print(f"view of a duel: {view['us']} µs for {view['bytes']:,.0f} bytes")
    report = {
        "python": platform.python_version(), "machine": platform.machine(),
        "servers": {server.name: server.found for server in servers},
        "restart": back, "duel_view": view, "load": os.getloadavg()[0],
    }  # fmt: skip
    text = msgspec.json.format(msgspec.json.encode(report)).decode()
    if chosen.json:
        chosen.json.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
