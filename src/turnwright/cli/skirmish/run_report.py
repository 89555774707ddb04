"""The report of a batch of runs, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from turnwright.skirmish.stats.report import CombatantReport, HitPointCourse, SimulationReport

from .report_format import (
    BAR_WIDTH,
    format_amount,
    format_chance,
    percent,
    show_how,
    side_colour,
)
from .text_charts import band_chart, bar, box, spark

MAX_ROWS_OF_A_KIND = (4, 2)
"""With more combatants of a kind they share one row: on the first side, and on other sides."""
RARE = 0.02
"""Rounds that a smaller share of the runs reaches are not drawn."""
MAX_ROUNDS = 20


def show_report(
    report: SimulationReport, file: str, console: Console, *, every: bool = False
) -> None:
    """Print a report; `every` shows every combatant in its own row."""
    title = f"[bold]{escape(report.name or file)}[/]"
    console.print(f"{title}  {report.runs:,} runs, seed {report.seed}{_stopped(report)}")
    console.print()
    console.print(_outcome(report))
    if len(report.encounters) > 1:
        console.print()
        console.print(_day(report))
    console.print()
    console.print(_facts(report))
    for drawn in _courses(report):
        console.print()
        console.print(drawn)
    console.print()
    console.print(_combatants(report, every))
    console.print()
    console.print(_actions(report))
    _remarks(report, console)
    _steps(report, console)
    console.print()
    _examples(report, file, console)
    show_how(report.how, console)


def _stopped(report: SimulationReport) -> str:
    if report.stopped == "narrow":
        return f" [dim](of {report.asked:,}: the interval is narrow enough)[/]"
    if report.stopped == "cancelled":
        return f" [yellow](stopped, of {report.asked:,})[/]"
    return ""


def _outcome(report: SimulationReport) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(width=BAR_WIDTH)
    grid.add_column()
    for number, side in enumerate(report.sides):
        if side.win.count or number == 0 or len(report.sides) == 2:
            row = Text(bar(side.win.value, BAR_WIDTH), style=side_colour(number))
            grid.add_row(f"{escape(side.name)} win", row, format_chance(side.win))
    if report.draw.count:
        grid.add_row(
            "draw", Text(bar(report.draw.value, BAR_WIDTH), "white"), format_chance(report.draw)
        )
    return grid


def _day(report: SimulationReport) -> Table:
    table = Table("encounter", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("reached", "won", "lost", "draw", "deaths"):
        table.add_column(column, justify="right")
    table.add_column("", width=BAR_WIDTH)
    for number, one in enumerate(report.encounters, 1):
        won, *lost = one.wins
        name = one.name or " against ".join(one.sides)
        table.add_row(
            f"{number} {escape(name)}", percent(one.reached.value), percent(won.value),
            percent(sum(side.value for side in lost)), percent(one.draw.value),
            f"{one.deaths[0].value:.2f}",
            Text(bar(won.value * one.reached.value, BAR_WIDTH), "green"),
        )  # fmt: skip
    return table


def _facts(report: SimulationReport) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column()
    grid.add_column()
    rounds = report.rounds
    counts = report.rounds_distribution
    low, high = int(rounds.p5), int(rounds.p95)
    line = spark(
        [counts.get(n, 0) for n in range(int(rounds.least), min(int(rounds.most), 60) + 1)]
    )
    span = f"{rounds.mean.value:.1f} ± {rounds.sd:.1f}, mostly {low} to {high}"
    grid.add_row(
        "rounds", span, f"{format_amount(rounds.least)} {line} {format_amount(rounds.most)}"
    )
    for number, side in enumerate(report.sides):
        left = side.survivors.mean.value
        line = spark(side.distribution) if side.size <= 40 else ""
        picture = Text.assemble("0 ", (line, side_colour(number)), f" {side.size}")
        grid.add_row(f"{escape(side.name)} left", f"{left:.2f} of {side.size}", picture)
    for side in report.sides:
        if side.anybody_dies.count and side.size:
            everybody = f", everybody {percent(side.everybody_dies.value)}" if side.size > 1 else ""
            grid.add_row(
                f"{escape(side.name)} die", f"anybody {percent(side.anybody_dies.value)}{everybody}"
            )
    return grid


def _courses(report: SimulationReport) -> Iterator[Group]:
    for number, encounter in enumerate(report.encounters):
        courses = [one for one in report.courses if one.encounter == number]
        if not any(one.bands for one in courses):
            continue
        drawings = []
        for one in courses:
            side = next(i for i, each in enumerate(report.sides) if each.name == one.side)
            drawings.append(_drawing(one, side_colour(side)))
        name = f", {escape(encounter.name)}" if len(report.encounters) > 1 else ""
        legend = "median ━, middle 50 % ▒, middle 90 % ░"
        title = f"[dim]hit points in percent after each round{name}: {legend}[/]"
        yield Group(title, Columns(drawings, padding=(0, 4)))


def _drawing(one: HitPointCourse, style: str) -> Text:
    shown = [band for band in one.bands if band.fighting >= RARE][:MAX_ROUNDS]
    lines = band_chart(shown, step=2 if len(shown) > 12 else 3)
    return Text.assemble((one.side, f"bold {style}"), "\n", ("\n".join(lines), style))


def _combatants(report: SimulationReport, every: bool) -> Table:
    table = Table("combatant", box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("hit points left", justify="right")
    table.add_column("", width=20)
    with_down = any(one.down.count for one in report.combatants)
    for column in ("up", *(["down"] if with_down else []), "dead"):
        table.add_column(column, justify="right")
    with_resources = any(one.resources for one in report.combatants)
    if with_resources:
        table.add_column("resources left")
    names = [side.name for side in report.sides]
    for name, group in _grouped(report, every):
        style = side_colour(names.index(group[0].side))
        most = group[0].max_hp
        hp = _mean([one.hp.mean.value for one in group])
        picture = box(group[0].hp, most, 20) if len(group) == 1 else bar(hp / most, 20)
        down, dead = (
            _mean([getattr(one, word).value for one in group]) for word in ("down", "dead")
        )
        chances = [percent(1 - down - dead), *([percent(down)] if with_down else []), percent(dead)]
        table.add_row(
            Text(f"{name}{_how_often(group)}", style),
            f"{hp:.1f} of {format_amount(most)}",
            Text(picture, style),
            *chances,
            *([_resources(group)] if with_resources else []),
        )
    return table


def _how_often(group: Sequence[CombatantReport]) -> str:
    """In how many runs the summoned come; nothing for those who are there from the start."""
    shares = [one.summoned.value for one in group if one.summoned is not None]
    return f" (summoned in {percent(_mean(shares))})" if shares else ""


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _grouped(report: SimulationReport, every: bool) -> Iterator[tuple[str, list[CombatantReport]]]:
    """Combatants one by one, or all of a kind together if there are many."""
    kinds: dict[tuple[str, str], list[CombatantReport]] = {}
    for one in report.combatants:
        kinds.setdefault((one.side, one.kind), []).append(one)
    for (side, kind), group in kinds.items():
        if len(group) > MAX_ROWS_OF_A_KIND[side != report.sides[0].name] and not every:
            yield f"{len(group)} {kind}", group
        else:
            yield from ((one.name, [one]) for one in group)


def _resources(group: Sequence[CombatantReport]) -> str:
    found = []
    for key, most in group[0].resources_max.items():
        left = _mean([one.resources[key].mean.value for one in group])
        if most and not key.endswith(" ready") and (left < most or "HitDie" not in key):
            found.append(f"{escape(key)} [bold]{left:.1f}[/]/{format_amount(most)}")
    return "  ".join(found)


def _actions(report: SimulationReport) -> Table:
    table = Table("action", "of", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("uses", "damage", "per use"):
        table.add_column(column, justify="right")
    table.add_column("share of the side's damage", width=BAR_WIDTH)
    names = [side.name for side in report.sides]
    for one in report.actions:
        style = side_colour(names.index(one.side))
        is_used = one.uses.value > 0
        share = f" {one.share:.0%}" if one.share >= 0.005 else " <1%" if one.share else ""
        table.add_row(
            Text(one.action),
            Text(one.combatant, style),
            f"{one.uses.value:.2f}" if is_used else "never",
            f"{one.damage.value:.1f}" if one.damage.value else "",
            f"{one.damage_per_use:.1f}" if one.damage.value else "",
            Text.assemble((bar(one.share, BAR_WIDTH - 6).rstrip(), style), share) if share else "",
            style="" if is_used else "dim",
        )
    return table


def _remarks(report: SimulationReport, console: Console) -> None:
    if report.capped.count:
        share = percent(report.capped.value)
        sentence = f"{share} of the runs reached the limit of rounds. They count as draws."
        console.print(f"\n[yellow]{sentence}[/]")
    if report.guarded.count:
        share = percent(report.guarded.value)
        sentence = (
            f"In {share} of the runs a combatant repeated actions without end and was stopped"
        )
        console.print(f"\n[yellow]{sentence}; `turnwright skirmish validate` may show why.[/]")


def _steps(report: SimulationReport, console: Console) -> None:
    steps = {one.kind: one.hp_step for one in report.combatants if one.hp_step > 1}
    for name, step in steps.items():
        console.print(f"\n[dim]Hit points of {escape(name)} are counted in steps of {step}.[/]")


def _examples(report: SimulationReport, file: str, console: Console) -> None:
    table = Table("example runs", box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("won by")
    table.add_column("shown by")
    names = [side.name for side in report.sides]
    for one in report.examples:
        winner = Text("nobody")
        if one.winner is not None:
            winner = Text(one.winner, side_colour(names.index(one.winner)))
        command = f"turnwright skirmish explain {_quoted(file)} --seed {one.seed}"
        of = "" if one.what == "typical" else f" for {names[0]}"
        table.add_row(escape(one.what + of), winner, Text(command))
    console.print(table)


def _quoted(file: str) -> str:
    return f"'{file}'" if " " in file else file
