"""What was found in a scenario, what became of a file, and what happened in a run, for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from turnwright.skirmish.api import Validation
from turnwright.skirmish.engine.explain import Decision, Explanation
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.validation import PoolPreview

STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def show_findings(found: Validation, console: Console) -> None:
    """Findings, the worst first, and the table of pools."""
    for one in found.findings:
        line = f"line {one.data['line']}, " if "line" in one.data else ""
        where = f"{line}{one.path or 'the file'}"
        style = STYLES[one.severity]
        console.print(f"[{style}]{one.severity}[/] {escape(where)}: {escape(one.sentence)}")
        if one.fix:
            console.print(f"    [dim]{escape(one.fix)}[/]")
    counts = [(len(found.of(kind)), kind) for kind in STYLES]
    words = [f"{n} {kind}{'s' * (n != 1)}" for n, kind in counts if n]
    console.print(f"[bold]{', '.join(words) or 'Nothing was found'}.[/]")
    if found.pools:
        console.print()
        console.print(_pools(found.pools), soft_wrap=False)


def _pools(pools: list[PoolPreview]) -> Table:
    table = Table("combatant", "pool", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("holds", "one use of all", "first round", "a fight takes"):
        table.add_column(column, justify="right")
    table.add_column("actions")
    for row in pools:
        expected = "" if row.expected is None else f"{row.expected:.1f}"
        style = "yellow" if row.single > row.capacity else ""
        table.add_row(
            escape(row.combatant), escape(row.pool), f"{row.capacity:g}",
            f"[{style}]{row.single:g}[/]" if style else f"{row.single:g}", f"{row.per_round:g}",
            expected, escape(", ".join(row.actions)),
        )  # fmt: skip
    return table


def show_remarks(report: ImportReport, console: Console) -> None:
    """What an import did not understand, or only nearly."""
    for note in report.notes:
        style = {"unknown": "red", "approximated": "yellow"}.get(note.severity, "dim")
        where = f"{escape(note.path)}: " if note.path else ""
        console.print(f"[{style}]{note.severity}[/] {where}{escape(note.sentence)}")
    if report.coverage:
        console.print(f"{escape(str(report.totals))}.")


def show_explanation(told: Explanation, console: Console, *, brief: bool) -> None:
    """A run, turn by turn; without the decisions if it shall be brief."""
    for entry in told.entries:
        if isinstance(entry, Decision):
            if not brief:
                who = f"{entry.who} on {entry.answers}" if entry.answers else entry.who
                console.print(f"    {escape(who)}: {escape(str(entry))}", style="dim")
            continue
        is_turn = entry.text.startswith("Round ")
        if is_turn:
            console.print()
        style = "bold" if is_turn or entry.text.startswith("==") else ""
        console.print("  " * entry.depth + escape(entry.text), style=style)
