"""Host games: the lobby, the tables and the replays, on one port.

Everything is kept in one SQLite file, or in PostgreSQL where several nodes share the rooms.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument(
        "--db",
        default="turnwright.sqlite",
        metavar="FILE|URL",
        help="an SQLite file (turnwright.sqlite), or postgresql://...",
    )
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="a game of yours"
    )
    parser.add_argument("--bot-delay", type=float, default=0.7, metavar="S", help="seconds (0.7)")
    parser.add_argument(
        "--timeout",
        action="append",
        default=[],
        metavar="KIND=S",
        help="seconds for a kind of prompt: prompt=30, move=300, yes_no=20, ... (0: for ever)",
    )
    parser.add_argument(
        "--forfeit-after",
        type=int,
        default=3,
        metavar="N",
        help="time-outs in a row with which a match is lost (3; 0: never)",
    )
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="a page that may connect"
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy of yours, or a network of them: its X-Forwarded-For is believed",
    )
    parser.add_argument(
        "--message-rate",
        type=float,
        default=50.0,
        metavar="N",
        help="messages a second that a socket may send (50; 0: no limits, for rooms neither)",
    )
    parser.add_argument(
        "--cpu",
        type=int,
        metavar="N",
        help="stay on this CPU, the first is 0: a node uses one at a time anyway (any)",
    )
    parser.add_argument(
        "--faults", default="", metavar="DIR", help="keep records of failures inside rules there"
    )


def run(arguments: argparse.Namespace) -> int:
    import turnwright as tw

    from .game_lookup import find_game

    try:
        from turnwright.server.http.app import HostedGames, serve
        from turnwright.server.http.limits import networks
        from turnwright.server.node.settings import Settings
    except ModuleNotFoundError as error:
        sentence = f"The server needs {error.name}: pip install 'turnwright[server]'."
        raise tw.UnusableError("missing_package", sentence) from None
    timeouts = {}
    for text in arguments.timeout:
        kind, _, seconds = text.partition("=")
        if not seconds.replace(".", "", 1).isdigit():
            raise tw.UnusableError("bad_timeout", f"--timeout is KIND=SECONDS, not {text!r}.")
        timeouts[kind] = float(seconds)
    games = {game.name: game for game in map(find_game, arguments.game)}
    settings = Settings(
        bot_delay=arguments.bot_delay,
        message_rate=arguments.message_rate,
        message_burst=2 * arguments.message_rate,
        create_rate=1.0 if arguments.message_rate else 0.0,
        timeouts=timeouts,
        forfeit_after=max(0, arguments.forfeit_after),
        origins=tuple(arguments.origin),
        proxies=tuple(arguments.trusted_proxy),
        admin_token=os.environ.get("TURNWRIGHT_ADMIN_TOKEN", ""),
        faults=arguments.faults,
    )
    networks(settings.proxies)  # what is wrong with them is said now
    if arguments.cpu is not None:
        _stay_on(arguments.cpu)
    if "://" not in arguments.db:
        Path(arguments.db).parent.mkdir(parents=True, exist_ok=True)
    return serve(arguments.db, arguments.host, arguments.port, settings, HostedGames(games))


def _stay_on(cpu: int) -> None:
    """The loop and the thread that writes take turns for Python's lock; on one CPU they need not wake
    another one up for that, and find what they hand over in its cache."""
    from turnwright.core.errors import UnusableError

    if not hasattr(os, "sched_setaffinity"):
        raise UnusableError("bad_cpu", "--cpu works on Linux only.")
    known = sorted(os.sched_getaffinity(0))
    if cpu not in known:
        sentence = f"There is no CPU {cpu} to stay on, only {', '.join(map(str, known))}."
        raise UnusableError("bad_cpu", sentence)
    os.sched_setaffinity(0, {cpu})
