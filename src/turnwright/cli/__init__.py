"""The command line. Each command is a module or package of this package, named after the command.

An error is one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import turnwright as tw

COMMANDS = (
    "new",
    "play",
    "dev",
    "check",
    "diagram",
    "replay",
    "exhaust",
    "arena",
    "mcp",
    "skirmish",
    "netrunner",
    "spire",
    "serve",
    "admin",
    "drain",
    "db",
    "upgrade",
    "load",
    "torture",
)


class OneLineParser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit."""
        sys.exit(fail(f"{self.prog}: {message}; see `{self.prog} --help`."))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = OneLineParser(
        prog="turnwright",
        description="An engine for turn-based games.",
        epilog="`turnwright COMMAND --help` describes a command. Values in parentheses are defaults.",
    )
    parser.add_argument("--version", action="version", version=f"turnwright {tw.__version__}")
    try:
        modules = {name: import_module(f"turnwright.cli.{name}") for name in COMMANDS}
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        return fail(
            f"The command line needs the package {error.name}. "
            f"Install it with: pip install 'turnwright[cli]'."
        )
    from .command_group import add_commands

    add_commands(parser, modules)
    parsed = parser.parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except tw.DefinitionError as error:
        return fail(f"The game's definition is not valid: {error}.")
    except tw.TurnwrightError as error:
        return fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed it
        return 0
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ") + ".")
    except (KeyboardInterrupt, EOFError):
        return fail("Stopped.")
    except Exception as error:
        if os.environ.get("TURNWRIGHT_DEBUG"):
            raise
        hint = "set TURNWRIGHT_DEBUG=1 for a traceback"
        return fail(f"The rules raised {type(error).__name__}: {error} ({hint}).")


def fail(sentence: str) -> int:
    """Print an error as one line on standard error and return the exit code 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    return 2
