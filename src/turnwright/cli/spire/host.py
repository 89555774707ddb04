"""Play runs on the simulator with a bot that was written for Communication Mod."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.progress import Progress

import turnwright as tw

from .agent_command import add_agent_argument, split_command
from .run_arguments import check_ascension

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host import RunRequest
    from turnwright.bridges.commmod.host.bot_runs import BotRunResult

QUIRKS = {
    "hangs": "no answer to commands without effect, such as taking a potion with full slots",
    "first_intent_debug": "the first state of a fight shows DEBUG as intent",
    "fast_confirm": "selecting one card of the hand needs no confirm",
    "short_neow": "Neow makes two offers",
    "show_intents_under_runic_dome": "a Runic Dome hides nothing",
    "hides_draw_order": "the draw pile is sorted",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire host`."""
    add_agent_argument(parser)
    parser.add_argument(
        "--class", dest="character", default="", metavar="CLASS",
        help="play this class (IRONCLAD, ...) whatever the bot asks for",
    )  # fmt: skip
    parser.add_argument(
        "--ascension",
        type=int,
        metavar="N",
        help="play this ascension (0 to 20) whatever the bot asks for",
    )
    parser.add_argument(
        "--seed", default="", metavar="SEED",
        help="seed of the first run, as the game shows it; every further run adds 1",
    )  # fmt: skip
    parser.add_argument("--runs", type=int, default=1, metavar="N", help="number of runs (1)")
    parser.add_argument("--json", action="store_true", help="print every run as JSON")
    parser.add_argument("--record", default="", metavar="FILE", help="record the session to FILE")
    parser.add_argument(
        "--quirk", action="append", default=[], choices=sorted(QUIRKS), metavar="NAME",
        help="imitate a quirk of the mod or the game: "
        + "; ".join(f"{name}: {text}" for name, text in QUIRKS.items()),
    )  # fmt: skip
    parser.add_argument(
        "--handshake",
        type=float,
        default=10.0,
        metavar="S",
        help="seconds to wait for the bot's first line (10)",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=30.0,
        metavar="S",
        help="seconds to wait for a command (30)",
    )
    parser.add_argument(
        "--max-commands",
        type=int,
        default=100_000,
        metavar="N",
        help="maximum number of commands in a run (100000)",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="discard what the bot writes to standard error"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the runs; the exit code is 1 if the bot caused trouble."""
    from turnwright.bridges.commmod.host import Quirks
    from turnwright.bridges.commmod.host.bot_runs import AgentLimits, BotHost
    from turnwright.bridges.commmod.host.child_process import AgentProcess
    from turnwright.bridges.commmod.recordings.file import Recorder

    command = split_command(arguments.agent)
    change = _run_changes(arguments)
    if arguments.runs < 1:
        raise tw.UnusableError("bad_runs", "--runs must be at least 1.")
    recorder = Recorder(arguments.record) if arguments.record else None
    bar = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    task = bar.add_task("runs", total=arguments.runs)

    def report(outcome: BotRunResult) -> None:
        bar.advance(task)
        text = msgspec.json.encode(outcome).decode() if arguments.json else str(outcome)
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    stderr = subprocess.DEVNULL if arguments.quiet else None
    with bar, AgentProcess(command, stderr) as child:
        limits = AgentLimits(arguments.handshake, arguments.patience, arguments.max_commands)
        quirks = Quirks(**dict.fromkeys(arguments.quirk, True))
        host = BotHost(
            child, runs=arguments.runs, quirks=quirks, limits=limits, change=change, report=report,
            recorder=recorder,
        )  # fmt: skip
        outcomes = host.play()
    if recorder is not None:
        recorder.close()
    trouble = host.trouble
    if trouble is not None and not any(one.trouble for one in outcomes):
        print(f"{trouble.code}: {trouble}", file=sys.stderr)  # outside of a run
    if not arguments.json and len(outcomes) > 1:
        _print_summary(outcomes)
    return 1 if trouble is not None else 0


def _print_summary(outcomes: list[BotRunResult]) -> None:
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


def _run_changes(arguments: argparse.Namespace) -> Callable[[int, RunRequest], RunRequest]:
    """A function from the run that the bot asks for to the run that is played."""
    from turnwright.bridges.commmod.host import RunRequest
    from turnwright.bridges.commmod.protocol import class_named, is_seed
    from turnwright.games.spire.rng import seed_from_text
    from turnwright.games.spire.run.relic_pools import CLASSES

    character = class_named(arguments.character) if arguments.character else ""
    if character is None:
        known = ", ".join(CLASSES)
        sentence = f"There is no class {arguments.character!r}; choose one of {known}."
        raise tw.UnusableError("unknown_class", sentence)
    ascension = arguments.ascension
    if ascension is not None:
        check_ascension(ascension)
    if arguments.seed and not is_seed(arguments.seed):
        raise tw.UnusableError(
            "bad_seed", f"{arguments.seed!r} is not a seed: a seed has only letters and digits."
        )
    seed = seed_from_text(arguments.seed) if arguments.seed else None

    def change(number: int, asked: RunRequest) -> RunRequest:
        return RunRequest(
            character or asked.character,
            asked.ascension if ascension is None else ascension,
            asked.seed if seed is None else seed + number - 1,
        )

    return change
