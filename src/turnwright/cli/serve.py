"""Host games in the browser and over the network.

Rooms and replays are stored in one SQLite file, or in PostgreSQL if several nodes share them.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import turnwright as tw
from turnwright.optional_packages import import_part
from turnwright.server.rules.hosted_games import load_hosted_games

from .card_pack_argument import add_cards_argument, load_cards
from .hosted_games import add_rules_argument

PLANS = {"netrunner": "turnwright.bridges.jinteki.automation.plan_player"}
"""The games whose players can use plans, and the modules that read them."""
DECKS = {"netrunner": "turnwright.games.netrunner.deck_description"}
"""The games whose players can build decks, and the modules that read them."""
OPTIONS = (
    "host", "port", "db", "bot_delay", "bot_processes", "forfeit_after", "message_rate", "cpu",
    "faults",
)  # fmt: skip
"""Options with the names of their settings."""
CLIENT_LIMITS = (
    "max_sockets_per_address",
    "max_rooms_per_address",
    "max_waiting_rooms",
    "max_bots_per_address",
    "message_rate_per_address",
    "request_rate",
    "chat_rate",
    "report_rate",
)
"""Limits that `--message-rate 0` lifts, too."""
LAB_OPTIONS = {
    "workers": "workers", "backend": "backend", "runs": "runs", "combatants": "combatants",
    "seconds": "seconds", "jobs": "jobs", "memory_mb": "memory",
}  # fmt: skip
"""Settings of the lab, and their options."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright serve`."""
    parser.add_argument(
        "--config",
        default="",
        metavar="FILE",
        help="a TOML file with settings; options count first",
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (8000)")
    parser.add_argument(
        "--db",
        metavar="FILE|URL",
        help="SQLite file (turnwright.sqlite) or postgresql://...",
    )
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="host this game too"
    )
    add_rules_argument(parser)
    add_cards_argument(parser)
    parser.add_argument(
        "--bot-delay", type=float, metavar="S", help="seconds before a bot moves (0.7)"
    )
    parser.add_argument(
        "--bot-processes",
        type=int,
        metavar="N",
        help="processes in which bots that search think (cores - 1; 0: in the server itself)",
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
        help="play the runs of the lab in these processes (auto) or on Ray",
    )
    for name, default, meaning in (
        ("runs", 1_000_000, "runs of one request"),
        ("combatants", 500, "combatants of one encounter"),
        ("seconds", 60, "seconds of one job; the runs finished by then are its result"),
        ("jobs", 2, "jobs of one client at the same time"),
        ("memory", 2048, "megabytes of one process (0: no limit)"),
    ):
        group.add_argument(f"--lab-{name}", type=int, metavar="N", help=f"{meaning} ({default:,})")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped."""
    app = import_part("turnwright.server.http.app", "serve", "server")
    from turnwright.server.http.identity import make_verifier
    from turnwright.server.http.limits import networks

    from .serve_config import misspelled, read_settings

    _warn_about_password(arguments.db or "")
    load_cards(arguments)
    settings = read_settings(_given(arguments), os.environ, arguments.config)
    for sentence in misspelled(os.environ):
        print(sentence, file=sys.stderr)
    games_of_server = load_hosted_games(settings.games, settings.rules, arguments.cards)
    settings.plans, settings.decks = PLANS, DECKS
    settings.game_sources, settings.card_packs = settings.games, tuple(arguments.cards)
    settings.lab.importer = "turnwright.bridges.encounter_files.text_importer:import_text"
    settings.lab.cpus = _available_cpus()
    networks(settings.proxies)  # report wrong settings before the server starts
    make_verifier(settings.identity_jwks, settings.identity_issuer, settings.identity_audience)
    if settings.cpu is not None:
        _pin_to_cpu(settings.cpu)
    if "://" not in settings.db:
        Path(settings.db).parent.mkdir(parents=True, exist_ok=True)
    return int(app.serve(settings.db, settings.host, settings.port, settings, games_of_server))


def _warn_about_password(address: str) -> None:
    if "://" in address and urlsplit(address).password:
        print(
            "Others on this machine can read the password in --db. Set TURNWRIGHT_DB instead, or `db` "
            "in the file of --config.",
            file=sys.stderr,
        )


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that the command line gives."""
    from .serve_config import parse_timeouts

    given = {name: getattr(arguments, name) for name in OPTIONS}
    rate = arguments.message_rate
    if rate is not None:
        given |= {"message_burst": 2 * rate, "create_rate": 1.0 if rate else 0.0}
        if not rate:
            given |= dict.fromkeys(CLIENT_LIMITS, 0)
    if arguments.timeout:
        given["timeouts"] = parse_timeouts(arguments.timeout, "--timeout")
    for name, words in (
        ("games", "game"),
        ("rules", "rules"),
        ("origins", "origin"),
        ("proxies", "trusted_proxy"),
    ):
        given[name] = getattr(arguments, words) or None
    lab = {name: getattr(arguments, f"lab_{option}") for name, option in LAB_OPTIONS.items()}
    lab["is_started_early"] = False if arguments.lab_on_demand else None
    given["lab"] = {name: value for name, value in lab.items() if value is not None}
    return {name: value for name, value in given.items() if value is not None}


def _available_cpus() -> tuple[int, ...]:
    """The CPUs of the lab: all of this process, also if the server itself is pinned to one of them."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()


def _pin_to_cpu(cpu: int) -> None:
    """Pin the process to one CPU.

    The event loop and the writer thread alternate on Python's lock. On one CPU they share its cache and
    need not wake another CPU. Pinning also stops the scheduler from moving the process off a busy CPU.
    """
    if sys.platform != "linux":
        raise tw.UnusableError("bad_cpu", "--cpu works on Linux only.")
    known = sorted(os.sched_getaffinity(0))
    if cpu not in known:
        sentence = f"CPU {cpu} is not available; available are {', '.join(map(str, known))}."
        raise tw.UnusableError("bad_cpu", sentence)
    os.sched_setaffinity(0, {cpu})
