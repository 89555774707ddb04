"""`python -m bench.wire`: bytes and CPU time of a state on the wire, in several encodings.

Bots play a match, and every state of both seats is encoded: as a whole, as a patch of the one before,
compressed as permessage-deflate does it (one window of 32 KiB per connection), and, if the package
`jsonpatch` is installed, as a JSON Patch. The times are the best of several runs; whole states are made
in any case, so the other times are in addition to theirs.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Callable, Iterable
from itertools import pairwise

import msgspec
from rich.console import Console
from rich.table import Table

from turnwright.agents import RandomAgent
from turnwright.server.http.app import HostedGames
from turnwright.server.views.state_patch import StateFrame
from turnwright.server.views.state_view import StateView

from .server import new_handler

try:
    import jsonpatch
except ModuleNotFoundError:
    jsonpatch = None

GAMES = ("counter", "duel", "netrunner")
SECONDS_PER_MOVE = 3.217
Stream = list[list[bytes]]  # the pieces of each state of one seat


def play(name: str, moves: int) -> list[Stream]:
    """Return the states of both seats of a match."""
    handler, _ = new_handler("wire", HostedGames()(name))
    room, agent, both = handler.room, RandomAgent("wire"), frozenset((0, 1))
    match = room.match
    assert match is not None
    streams: list[Stream] = [[], []]
    while room.status == "playing" and len(streams[0]) < moves:
        lines, now = room.line_count, 1.7e9 + len(streams[0]) * SECONDS_PER_MOVE
        if handler.bot_answer(agent.decide(match.prompts[0], match), now).rows:
            view = StateView(handler.view, both, now, "action_move")
            for seat, stream in enumerate(streams):
                stream.append(view.pieces(seat, lines))
    return streams


def whole(stream: Stream) -> Iterable[bytes]:
    return [b"".join(pieces) for pieces in stream]


def patches(stream: Stream) -> Iterable[bytes]:
    last, found = None, []
    for number, pieces in enumerate(stream):
        last = StateFrame(number, number, pieces, last)
        found.append(last.patch or last.full)
    return found


def deflate(stream: Stream) -> Iterable[bytes]:
    window = zlib.compressobj(1, zlib.DEFLATED, -15, 8)
    return [window.compress(b"".join(p)) + window.flush(zlib.Z_SYNC_FLUSH) for p in stream]


def json_patches(stream: Stream) -> Iterable[bytes]:
    states = [msgspec.json.decode(frame) for frame in whole(stream)]
    return [jsonpatch.make_patch(*pair).to_string().encode() for pair in pairwise(states)]


def measure(encode: Callable[[Stream], Iterable[bytes]], streams: list[Stream], runs: int) -> str:
    """Return the mean bytes and microseconds of a state."""
    best, size, count = 1 << 62, 0, sum(map(len, streams))
    for _ in range(runs):
        begun = time.process_time_ns()
        found = [encode(stream) for stream in streams]
        best = min(best, time.process_time_ns() - begun)
        size = sum(len(frame) for frames in found for frame in frames)
    return f"{size / count:,.0f} B, {best / count / 1000:,.1f} µs"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.wire", description=__doc__)
    parser.add_argument("--moves", type=int, default=300, metavar="N", help="of each match (300)")
    chosen = parser.parse_args()
    table = Table(title="a state of one seat: bytes and CPU time")
    ways = {"whole": whole, "patch": patches, "deflate": deflate}
    if jsonpatch is not None:
        ways["JSON Patch"] = json_patches
    for column in ("game", *ways):
        table.add_column(column)
    for name in GAMES:
        streams = play(name, chosen.moves)
        runs = {json_patches: 1}
        table.add_row(name, *[measure(way, streams, runs.get(way, 9)) for way in ways.values()])
    Console().print(table)


if __name__ == "__main__":
    main()
