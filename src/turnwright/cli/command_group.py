"""Adding commands to a parser. A command is a module with `add_arguments(parser)` and `run(arguments)`.

Its docstring is the help: the first line in the list of commands, all of it in the command's own help.
A package that groups commands has no `run`; its `add_arguments` adds the commands of the group.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import ModuleType

Run = Callable[[argparse.Namespace], int]


def add_commands(
    parser: argparse.ArgumentParser,
    commands: Mapping[str, ModuleType],
    *,
    wrap: Callable[[Run], Run] = lambda run: run,
) -> None:
    """Add a sub-parser for each command. `wrap` decorates the functions that run them."""
    group = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, module in commands.items():
        text = (module.__doc__ or "").strip()
        summary = text.partition("\n")[0].rstrip(".:")
        command = group.add_parser(
            name,
            help=summary,
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if hasattr(module, "run"):
            command.set_defaults(run=wrap(module.run))
        module.add_arguments(command)
