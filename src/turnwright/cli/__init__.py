"""The command line. Each command is a module or package of this package, named after the command.

An error is one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import turnwright as tw
from turnwright.optional_packages import MissingPackage, explained, import_part

PROGRAM = "turnwright"
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


def make_parser() -> OneLineParser:
    """Return the parser of the whole command line. It imports the modules of all commands."""
    from .command_group import add_commands

    parser = OneLineParser(
        prog=PROGRAM,
        description="An engine for turn-based games.",
        epilog="`turnwright COMMAND --help` describes a command. Values in parentheses are defaults.",
    )
    parser.add_argument("--version", action="version", version=f"turnwright {tw.__version__}")
    add_commands(
        parser, {name: import_part(f"turnwright.cli.{name}", PROGRAM) for name in COMMANDS}
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        parser = make_parser()
    except MissingPackage as error:
        return fail(str(error))
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:  # which argparse would say of `turnwright`, whose help does not list them
        words = list(sys.argv[1:] if arguments is None else arguments)
        parser.prog = f"{PROGRAM} {words[0]}"
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        return int(parsed.run(parsed))
    except tw.DefinitionError as error:
        return fail(f"The game's definition is not valid: {error}.")
    except tw.TurnwrightError as error:
        return fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed it
        return 0
    except IsADirectoryError as error:
        return fail(f"{str(error.filename)!r} is a folder; give a file.")
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ") + ".")
    except (KeyboardInterrupt, EOFError):
        return fail("Stopped.")
    except ModuleNotFoundError as error:
        missing = explained(error, PROGRAM)
        return _fail_with_hint(error) if missing is None else fail(str(missing))
    except Exception as error:
        return _fail_with_hint(error)


def _fail_with_hint(error: Exception) -> int:
    """Report an error that is not one of ours. Called while it is handled."""
    if os.environ.get("TURNWRIGHT_DEBUG"):
        raise error
    hint = "set TURNWRIGHT_DEBUG=1 for a traceback"
    return fail(f"The rules raised {type(error).__name__}: {error} ({hint}).")


def fail(sentence: str) -> int:
    """Print an error as one line on standard error and return the exit code 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    return 2
