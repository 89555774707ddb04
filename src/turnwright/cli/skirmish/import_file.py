"""Convert a battlesim2 or 5e-bits file to a scenario."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rich.console import Console
from rich.markup import escape

from turnwright.cli.output import print_json

from .batch_arguments import add_json_argument, skirmish_api

if TYPE_CHECKING:
    from turnwright.skirmish.model.import_report import ImportReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish import`."""
    parser.add_argument("file", metavar="FILE", help="the file to convert")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these monsters or spells")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="write the scenario to OUT"
    )
    parser.add_argument(
        "--spells", metavar="FILE", help="a 5e-bits file with the spells of the monsters"
    )
    parser.add_argument("--day", metavar="NAME", help="convert this day, if the file has several")
    parser.add_argument("--dice", action="store_true", help="roll hit points in every run")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Convert the file, print or write the scenario, and print what was not understood."""
    api = skirmish_api()
    from turnwright.bridges.encounter_files.importer import import_file

    hp: Literal["average", "dice"] = "dice" if arguments.dice else "average"
    imported = import_file(
        arguments.file,
        names=arguments.names or None,
        spells=arguments.spells,
        day=arguments.day,
        hp=hp,
    )
    if arguments.json:
        print_json(imported)
        return 0
    text = api.write(imported.scenario)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        arguments.output.write_text(text, "utf-8")
    show_import_report(imported.report, console)
    if arguments.output is not None:
        console.print(f"Wrote {escape(str(arguments.output))}.")
    return 0


def show_import_report(report: ImportReport, console: Console) -> None:
    """Print what the import did not understand or only approximated."""
    for note in report.notes:
        style = {"unknown": "red", "approximated": "yellow"}.get(note.severity, "dim")
        where = f"{escape(note.path)}: " if note.path else ""
        console.print(f"[{style}]{note.severity}[/] {where}{escape(note.sentence)}")
    if report.coverage:
        console.print(f"{escape(str(report.totals))}.")
