"""Host games in the browser and over the network.

Rooms and replays are stored in one SQLite file, or in PostgreSQL if several nodes share them.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import turnwright as tw

from .game_lookup import find_game
from .optional_imports import import_optional


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument(
        "--db",
        default="turnwright.sqlite",
        metavar="FILE|URL",
        help="SQLite file (turnwright.sqlite) or postgresql://...",
    )
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="host this game too"
    )
    parser.add_argument(
        "--bot-delay", type=float, default=0.7, metavar="S", help="seconds before a bot moves (0.7)"
    )
    parser.add_argument(
        "--timeout",
        action="append",
        default=[],
        metavar="KIND=S",
        help="seconds to answer a kind of prompt: prompt=30, move=300, yes_no=20, ... (0: no limit)",
    )
    parser.add_argument(
        "--forfeit-after",
        type=int,
        default=3,
        metavar="N",
        help="consecutive time-outs that lose the match (3; 0: never)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="allow pages of this origin to connect",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a proxy whose X-Forwarded-For header is trusted",
    )
    parser.add_argument(
        "--message-rate",
        type=float,
        default=50.0,
        metavar="N",
        help="messages per second of one socket (50; 0: no limits, also for new rooms)",
    )
    parser.add_argument(
        "--cpu",
        type=int,
        metavar="N",
        help="pin the process to this CPU, from 0 (not pinned)",
    )
    _add_lab_arguments(parser.add_argument_group("combat lab"))
    parser.add_argument(
        "--faults",
        default="",
        metavar="DIR",
        help="write a record of every failure inside rules to DIR",
    )


def _add_lab_arguments(group: argparse._ArgumentGroup) -> None:
    """Add the options of the combat lab."""
    group.add_argument(
        "--lab-workers",
        type=int,
        metavar="N",
        help="processes that play runs (one per core; 0 switches the lab off)",
    )
    group.add_argument(
        "--lab-on-demand",
        action="store_true",
        help="start the processes with the first request for the lab, not with the server",
    )
    group.add_argument(
        "--lab-backend",
        "--backend",
        choices=("auto", "ray"),
        default="auto",
        help="play the runs of the lab in these processes (auto) or on Ray",
    )
    for name, default, meaning in (
        ("runs", 1_000_000, "runs of one request"),
        ("combatants", 500, "combatants of one encounter"),
        ("seconds", 60, "seconds of one job; the runs finished by then are its result"),
        ("jobs", 2, "jobs of one client at the same time"),
        ("memory", 2048, "megabytes of one process (0: no limit)"),
    ):
        group.add_argument(
            f"--lab-{name}", type=int, default=default, metavar="N", help=f"{meaning} ({default:,})"
        )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped."""
    app = import_optional("turnwright.server.http.app", "server")
    from turnwright.server.http.limits import networks
    from turnwright.server.lab.settings import LabSettings
    from turnwright.server.node.settings import Settings

    timeouts = {}
    for text in arguments.timeout:
        kind, _, seconds = text.partition("=")
        if not seconds.replace(".", "", 1).isdigit():
            raise tw.UnusableError("bad_timeout", f"--timeout must be KIND=SECONDS, not {text!r}.")
        timeouts[kind] = float(seconds)
    if arguments.lab_workers is not None and arguments.lab_workers < 0:
        raise tw.UnusableError("bad_workers", "--lab-workers must be 0 (no lab) or more.")
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
        lab=LabSettings(
            workers=arguments.lab_workers,
            backend=arguments.lab_backend,
            is_started_early=not arguments.lab_on_demand,
            runs=max(1, arguments.lab_runs),
            combatants=max(1, arguments.lab_combatants),
            seconds=max(1, arguments.lab_seconds),
            jobs=max(1, arguments.lab_jobs),
            memory_mb=max(0, arguments.lab_memory),
            importer="turnwright.bridges.encounter_files.text_importer:import_text",
            cpus=_available_cpus(),
        ),
    )
    networks(settings.proxies)  # report wrong addresses before the server starts
    if arguments.cpu is not None:
        _pin_to_cpu(arguments.cpu)
    if "://" not in arguments.db:
        Path(arguments.db).parent.mkdir(parents=True, exist_ok=True)
    return int(
        app.serve(arguments.db, arguments.host, arguments.port, settings, app.HostedGames(games))
    )


def _available_cpus() -> tuple[int, ...]:
    """The CPUs of the lab: all of this process, also if the server itself is pinned to one of them."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()


def _pin_to_cpu(cpu: int) -> None:
    """Pin the process to one CPU.

    The event loop and the writer thread alternate on Python's lock. On one CPU they share its cache and
    need not wake another CPU. Pinning also stops the scheduler from moving the process off a busy CPU.
    """
    if not hasattr(os, "sched_setaffinity"):
        raise tw.UnusableError("bad_cpu", "--cpu works on Linux only.")
    known = sorted(os.sched_getaffinity(0))
    if cpu not in known:
        sentence = f"CPU {cpu} is not available; available are {', '.join(map(str, known))}."
        raise tw.UnusableError("bad_cpu", sentence)
    os.sched_setaffinity(0, {cpu})
