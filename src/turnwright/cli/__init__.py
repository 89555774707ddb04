"""The command line. Every command is one module; errors are one sentence and exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import turnwright as tw

COMMANDS = {
    "play": "play a game in the terminal",
    "check": "look for mistakes in a game's flow",
    "diagram": "draw a game's flow",
    "replay": "play a record again and verify it",
    "exhaust": "play until everything in a game was used",
    "skirmish": "simulate fights: win chances, tactics, reasons",
    "netrunner": "play Netrunner, run its bots, check it against recordings, connect to a server",
    "spire": "drive Slay the Spire or our own: bots, HTTP, recordings, seeds",
    "serve": "host games in the browser and over the network",
    "load": "measure how fast a server is",
}


class OneLineParser(argparse.ArgumentParser):
    """Wrong usage is said in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        sys.exit(fail(f"{self.prog}: {message}; `{self.prog} --help` says how."))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the value is the exit code."""
    parser = OneLineParser(
        prog="turnwright",
        description="An engine for turn-based games.",
        epilog="`turnwright COMMAND --help` says more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"turnwright {tw.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    try:
        modules = {name: import_module(f"turnwright.cli.{name}_command") for name in COMMANDS}
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        return fail(f"The commands need {error.name}: pip install 'turnwright[cli]'.")
    for name, line in COMMANDS.items():
        command = commands.add_parser(name, help=line, description=modules[name].__doc__)
        modules[name].add_arguments(command)
        command.set_defaults(run=modules[name].run)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except tw.DefinitionError as error:
        return fail(f"This definition cannot be played: {error}.")
    except tw.TurnwrightError as error:
        return fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has had enough
        return 0
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ") + ".")
    except (KeyboardInterrupt, EOFError):
        return fail("Stopped.")
    except Exception as error:
        if os.environ.get("TURNWRIGHT_DEBUG"):
            raise
        hint = "set TURNWRIGHT_DEBUG=1 to see where"
        return fail(f"The rules failed: {type(error).__name__}: {error} ({hint}).")


def fail(sentence: str) -> int:
    """Say what is wrong, in one line, on standard error."""
    print(" ".join(sentence.split()), file=sys.stderr)
    return 2
