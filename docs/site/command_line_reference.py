"""The reference of the command line, from its parsers."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator

from turnwright.cli import make_parser

from .markdown import code, fence, page, prose, table

FILE = "reference/command-line.md"


def pages() -> Iterator[tuple[str, str]]:
    """Write the page: its path and text."""
    os.environ["COLUMNS"] = "96"  # the width at which argparse breaks lines
    parser = make_parser()
    lead = (
        "Every command of `turnwright`, as `turnwright COMMAND --help` shows it. An error is one "
        "sentence on standard error and exit code 2. Values in parentheses are defaults."
    )
    parts = [lead]
    for name, command in subcommands(parser):
        parts += _command(name, command, 2)
    yield FILE, page("Command line", *parts)


def subcommands(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    """Return the commands of a parser by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return list(action.choices.items())
    return []


def _command(name: str, parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    full = parser.prog
    yield f"({anchor(full)})=\n{'#' * level} {full}\n"
    yield prose(parser.description)
    usage = re.sub(r"^usage: ", "", parser.format_usage())
    yield fence(usage, "text")
    rows = [_row(action) for action in parser._actions if _is_shown(action)]
    positional = [row for is_option, *row in rows if not is_option]
    options = [row for is_option, *row in rows if is_option]
    yield table(("argument", "meaning"), positional)
    yield table(("option", "meaning"), options)
    for inner, child in subcommands(parser):
        yield from _command(inner, child, min(level + 1, 4))


def anchor(command: str) -> str:
    """Return the anchor of a command: `turnwright db backup` has `cli-db-backup`."""
    return "cli-" + "-".join(command.split()[1:])


def _is_shown(action: argparse.Action) -> bool:
    hidden = isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    return not hidden and action.help != argparse.SUPPRESS


def _row(action: argparse.Action) -> tuple[bool, str, str]:
    help_text = _escaped((action.help or "").replace("%%", "%"))
    if isinstance(action, argparse.BooleanOptionalAction) or action.nargs == 0:
        value = ""
    elif action.choices is not None:
        value = "|".join(map(str, action.choices))
    else:
        name = action.metavar or action.dest.upper()
        value = " ".join(name) if isinstance(name, tuple) else str(name)
    if action.option_strings:
        words = [code(f"{option} {value}".strip()) for option in action.option_strings]
        needed = "Required. " if action.required else ""
        return True, ", ".join(words), needed + help_text
    several = " ..." if action.nargs in ("*", "+") else ""
    return False, code(f"{value}{several}"), help_text


def _escaped(text: str) -> str:
    """Return help as Markdown in which only inline code is marked."""
    parts = text.split("`")
    for index in range(0, len(parts), 2):
        parts[index] = re.sub(r"([\\*_<>\[\]{}$])", r"\\\1", parts[index])
    return "`".join(parts)
