"""Whole runs of the Spire with somebody else's bot, as if it talked to the game with its mod."""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

import turnwright as tw

QUIRKS = {
    "hangs": "no answer to what has no effect, like taking a potion with full slots",
    "first_intent_debug": "the first state of a fight says DEBUG for intents",
    "fast_confirm": "one card of the hand is taken without a confirm",
    "short_neow": "Neow has two offers",
    "show_intents_under_runic_dome": "a Runic Dome hides nothing",
    "hides_draw_order": "the draw pile is sorted",
}


def add_parts(part: Any) -> None:
    host = part("host", _host, "play runs with a bot that was written for Communication Mod")
    host.add_argument("--agent", required=True, metavar="COMMAND", help='"python bot.py"')
    host.add_argument(
        "--class", dest="character", default="", metavar="CLASS",
        help="play this one (IRONCLAD, ...), whichever the bot asks for",
    )  # fmt: skip
    host.add_argument(
        "--ascension",
        type=int,
        metavar="N",
        help="play this one (0 to 20), whichever the bot asks for",
    )
    host.add_argument(
        "--seed", default="", metavar="SEED",
        help="of the first run, as the game shows it; the next run has the next one",
    )  # fmt: skip
    host.add_argument("--runs", type=int, default=1, metavar="N", help="so many runs (1)")
    host.add_argument("--json", action="store_true", help="print every run as JSON")
    host.add_argument("--record", default="", metavar="FILE", help="write the session there")
    host.add_argument(
        "--quirk", action="append", default=[], choices=sorted(QUIRKS), metavar="NAME",
        help="an oddity of the mod or the game: " + "; ".join(f"{k}: {v}" for k, v in QUIRKS.items()),
    )  # fmt: skip
    host.add_argument(
        "--handshake", type=float, default=10.0, metavar="S", help="seconds for its first line (10)"
    )
    host.add_argument(
        "--patience", type=float, default=30.0, metavar="S", help="seconds for a command (30)"
    )
    host.add_argument(
        "--max-commands", type=int, default=100_000, metavar="N", help="in a run (100000)"
    )
    host.add_argument(
        "--quiet", action="store_true", help="nothing of what the bot writes to stderr"
    )


def _host(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.host import Quirks
    from turnwright.bridges.commmod.host.bot_runs import AgentLimits, BotHost, BotRunResult
    from turnwright.bridges.commmod.host.child_process import AgentProcess
    from turnwright.bridges.commmod.recordings.file import Recorder

    command = _command(chosen.agent)
    change = _changes(chosen)
    if chosen.runs < 1:
        raise tw.UnusableError("bad_runs", "--runs is 1 or more.")
    recorder = Recorder(chosen.record) if chosen.record else None
    bar = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    task = bar.add_task("runs", total=chosen.runs)

    def report(outcome: BotRunResult) -> None:
        bar.advance(task)
        told = msgspec.json.encode(outcome).decode() if chosen.json else str(outcome)
        sys.stdout.write(told + "\n")
        sys.stdout.flush()

    stderr = subprocess.DEVNULL if chosen.quiet else None
    with bar, AgentProcess(command, stderr) as child:
        limits = AgentLimits(chosen.handshake, chosen.patience, chosen.max_commands)
        quirks = Quirks(**dict.fromkeys(chosen.quirk, True))
        host = BotHost(
            child, runs=chosen.runs, quirks=quirks, limits=limits, change=change, report=report,
            recorder=recorder,
        )  # fmt: skip
        outcomes = host.play()
    if recorder is not None:
        recorder.close()
    trouble = host.trouble
    if trouble is not None and not any(one.trouble for one in outcomes):
        print(f"{trouble.code}: {trouble}", file=sys.stderr)  # it was in no run
    if not chosen.json and len(outcomes) > 1:
        _sum_up(outcomes)
    return 1 if trouble is not None else 0


def _sum_up(outcomes: list[Any]) -> None:
    done = [one for one in outcomes if not one.trouble]
    if done:
        won = sum(one.result == "victory" for one in done)
        floors = sum(one.floor for one in done) / len(done)
        commands = sum(one.commands for one in done)
        seconds = sum(one.seconds for one in done)
        print(
            f"{len(done)} runs: {won} won, mean floor {floors:.1f}, {commands} commands in "
            f"{seconds:.1f} s"
        )


def _command(text: str) -> list[str]:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise tw.UnusableError("bad_agent", f"--agent cannot be read: {error}.") from None
    if not command:
        raise tw.UnusableError("no_agent", "--agent is empty.")
    return command


def _changes(chosen: argparse.Namespace) -> Any:
    """The run that is played instead of the one that the bot asks for."""
    from turnwright.bridges.commmod.host import RunRequest
    from turnwright.bridges.commmod.protocol import MAX_ASCENSION, class_named, is_seed
    from turnwright.games.spire.rng import seed_from_text
    from turnwright.games.spire.run.relic_pools import CLASSES

    character = class_named(chosen.character) if chosen.character else ""
    if character is None:
        known = ", ".join(CLASSES)
        sentence = f"There is no class {chosen.character!r}; there are {known}."
        raise tw.UnusableError("unknown_class", sentence)
    ascension = chosen.ascension
    if ascension is not None and not 0 <= ascension <= MAX_ASCENSION:
        raise tw.UnusableError("bad_ascension", "The ascension is from 0 to 20.")
    if chosen.seed and not is_seed(chosen.seed):
        raise tw.UnusableError("bad_seed", f"{chosen.seed!r} is no seed: letters and digits.")
    seed = seed_from_text(chosen.seed) if chosen.seed else None

    def change(run: int, asked: RunRequest) -> RunRequest:
        return RunRequest(
            character or asked.character,
            asked.ascension if ascension is None else ascension,
            asked.seed if seed is None else seed + run - 1,
        )

    return change
