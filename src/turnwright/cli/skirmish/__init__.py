"""Simulate fights: win chances, tactics, and the reasons for a result.

FILE is a scenario (YAML or JSON), or the name of a sample (`turnwright skirmish list`).
`turnwright skirmish COMMAND --help` describes a command.
"""

from __future__ import annotations

import argparse

import turnwright as tw
from turnwright.cli.command_group import Run, add_commands

from . import (
    compare,
    explain,
    fight,
    import_file,
    list_library,
    optimise,
    play,
    run_scenario,
    schema,
    sweep,
    validate,
)

COMMANDS = {
    "run": run_scenario,
    "fight": fight,
    "play": play,
    "compare": compare,
    "sweep": sweep,
    "optimise": optimise,
    "explain": explain,
    "validate": validate,
    "import": import_file,
    "list": list_library,
    "schema": schema,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `turnwright skirmish`."""
    add_commands(parser, COMMANDS, wrap=_with_short_errors)


def _with_short_errors(run: Run) -> Run:
    """Report only the first problem of a scenario, and how many more there are."""

    def run_with_short_errors(arguments: argparse.Namespace) -> int:
        try:
            return run(arguments)
        except tw.TurnwrightError as error:
            problems = getattr(error, "problems", None)
            if not problems:
                raise
            name = getattr(error, "name", "") or getattr(arguments, "file", "The scenario")
            sentence = f"{name}: {problems[0]}"
            if len(problems) > 1:
                more = f"{len(problems) - 1} more problem{'s' * (len(problems) > 2)}"
                sentence += f", and {more}; `turnwright skirmish validate` lists them"
            end = "" if sentence.endswith((".", "?", "!")) else "."
            raise tw.UnusableError(error.code, sentence + end) from None

    return run_with_short_errors
