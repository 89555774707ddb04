"""Reports of skirmishes for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.columns import Columns
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from turnwright.sim.intervals import Chance, Interval
from turnwright.skirmish.stats.compare import Comparison
from turnwright.skirmish.stats.optimise import Optimised
from turnwright.skirmish.stats.report import CombatantReport, Course, How, Report, Stopped
from turnwright.skirmish.stats.sweep import Sweep

from .text_charts import bar, box, course, spark

COLOURS = ("green", "red", "yellow", "magenta", "cyan", "blue")
ALIKE = (4, 2)
"""More than so many of a kind are one row: of the first side, and of the others."""
RARE = 0.02
"""Rounds that fewer runs come to are not drawn."""
MOST_ROUNDS = 20
WIDTH = 30


def colour(side: int) -> str:
    return COLOURS[side % len(COLOURS)]


def percent(value: float) -> str:
    """`81.6 %`; what is not 0 or 1 is not shown as such."""
    if 0 < value < 0.001:
        return "<0.1 %"
    if 0.999 < value < 1:
        return ">99.9 %"
    return f"{100 * value:.1f} %"


def chance(one: Chance) -> str:
    return f"{percent(one.value):>7}  [dim]{100 * one.low:.1f} to {100 * one.high:.1f}[/]"


def amount(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"


# --- a run -------------------------------------------------------------------------------------------


def show_report(report: Report, file: str, console: Console, *, every: bool = False) -> None:
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
    console.print()
    _examples(report, file, console)
    show_how(report.how, console)


def _stopped(report: Report) -> str:
    if report.stopped == "narrow":
        return f" [dim](of {report.asked:,}: the interval is narrow enough)[/]"
    if report.stopped == "cancelled":
        return f" [yellow](stopped, of {report.asked:,})[/]"
    return ""


def _outcome(report: Report) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(width=WIDTH)
    grid.add_column()
    for number, side in enumerate(report.sides):
        if side.win.count or number == 0 or len(report.sides) == 2:
            row = Text(bar(side.win.value, WIDTH), style=colour(number))
            grid.add_row(f"{escape(side.name)} win", row, chance(side.win))
    if report.draw.count:
        grid.add_row("draw", Text(bar(report.draw.value, WIDTH), "white"), chance(report.draw))
    return grid


def _day(report: Report) -> Table:
    table = Table("encounter", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("reached", "won", "lost", "draw"):
        table.add_column(column, justify="right")
    table.add_column("", width=WIDTH)
    for number, one in enumerate(report.encounters, 1):
        won, *lost = one.wins
        name = one.name or " against ".join(one.sides)
        table.add_row(
            f"{number} {escape(name)}", percent(one.reached.value), percent(won.value),
            percent(sum(side.value for side in lost)), percent(one.draw.value),
            Text(bar(won.value * one.reached.value, WIDTH), "green"),
        )  # fmt: skip
    return table


def _facts(report: Report) -> Table:
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
    grid.add_row("rounds", span, f"{amount(rounds.least)} {line} {amount(rounds.most)}")
    for number, side in enumerate(report.sides):
        left = side.survivors.mean.value
        line = spark(side.distribution) if side.size <= 40 else ""
        picture = Text.assemble("0 ", (line, colour(number)), f" {side.size}")
        grid.add_row(f"{escape(side.name)} left", f"{left:.2f} of {side.size}", picture)
    return grid


def _courses(report: Report) -> Iterator[Group]:
    for number, encounter in enumerate(report.encounters):
        courses = [one for one in report.courses if one.encounter == number]
        if not any(one.bands for one in courses):
            continue
        drawings = []
        for one in courses:
            side = next(i for i, each in enumerate(report.sides) if each.name == one.side)
            drawings.append(_drawing(one, colour(side)))
        name = f", {escape(encounter.name)}" if len(report.encounters) > 1 else ""
        title = (
            f"[dim]hit points in percent after each round{name}: median ━, half ▒, nine tenths ░[/]"
        )
        yield Group(title, Columns(drawings, padding=(0, 4)))


def _drawing(one: Course, style: str) -> Text:
    shown = [band for band in one.bands if band.fighting >= RARE][:MOST_ROUNDS]
    lines = course(shown, step=2 if len(shown) > 12 else 3)
    return Text.assemble((one.side, f"bold {style}"), "\n", ("\n".join(lines), style))


def _combatants(report: Report, every: bool) -> Table:
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
        style = colour(names.index(group[0].side))
        most = group[0].max_hp
        hp = _mean([one.hp.mean.value for one in group])
        picture = box(group[0].hp, most, 20) if len(group) == 1 else bar(hp / most, 20)
        down, dead = (
            _mean([getattr(one, word).value for one in group]) for word in ("down", "dead")
        )
        chances = [percent(1 - down - dead), *([percent(down)] if with_down else []), percent(dead)]
        table.add_row(
            Text(name, style),
            f"{hp:.1f} of {amount(most)}",
            Text(picture, style),
            *chances,
            *([_resources(group)] if with_resources else []),
        )
    return table


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _grouped(report: Report, every: bool) -> Iterator[tuple[str, list[CombatantReport]]]:
    """Combatants by themselves, or all of a kind if there are many."""
    kinds: dict[tuple[str, str], list[CombatantReport]] = {}
    for one in report.combatants:
        kinds.setdefault((one.side, one.kind), []).append(one)
    for (side, kind), group in kinds.items():
        if len(group) > ALIKE[side != report.sides[0].name] and not every:
            yield f"{len(group)} {kind}", group
        else:
            yield from ((one.name, [one]) for one in group)


def _resources(group: Sequence[CombatantReport]) -> str:
    found = []
    for key, most in group[0].resources_max.items():
        left = _mean([one.resources[key].mean.value for one in group])
        if most and not key.endswith(" ready") and (left < most or "HitDie" not in key):
            found.append(f"{escape(key)} [bold]{left:.1f}[/]/{amount(most)}")
    return "  ".join(found)


def _actions(report: Report) -> Table:
    table = Table("action", "of", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("uses", "damage", "per use"):
        table.add_column(column, justify="right")
    table.add_column("share of the side's damage", width=WIDTH)
    names = [side.name for side in report.sides]
    for one in report.actions:
        style = colour(names.index(one.side))
        is_used = one.uses.value > 0
        share = f" {one.share:.0%}" if one.share >= 0.005 else " <1%" if one.share else ""
        table.add_row(
            Text(one.action),
            Text(one.combatant, style),
            f"{one.uses.value:.2f}" if is_used else "never",
            f"{one.damage.value:.1f}" if one.damage.value else "",
            f"{one.damage_per_use:.1f}" if one.damage.value else "",
            Text.assemble((bar(one.share, WIDTH - 6).rstrip(), style), share) if share else "",
            style="" if is_used else "dim",
        )
    return table


def _remarks(report: Report, console: Console) -> None:
    if report.capped.count:
        share = percent(report.capped.value)
        sentence = f"{share} of the runs were ended by the limit of rounds. They count as draws."
        console.print(f"\n[yellow]{sentence}[/]")
    if report.guarded.count:
        share = percent(report.guarded.value)
        sentence = f"In {share} of the runs somebody went round in circles and was stopped"
        console.print(f"\n[yellow]{sentence}; `validate` may say why.[/]")


def _examples(report: Report, file: str, console: Console) -> None:
    table = Table("runs worth a look", box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("won by")
    table.add_column("told by")
    names = [side.name for side in report.sides]
    for one in report.examples:
        winner = Text("nobody")
        if one.winner is not None:
            winner = Text(one.winner, colour(names.index(one.winner)))
        command = f"turnwright skirmish explain {_quoted(file)} --seed {one.seed}"
        of = "" if one.what == "typical" else f" for {names[0]}"
        table.add_row(escape(one.what + of), winner, Text(command))
    console.print(table)


def _quoted(file: str) -> str:
    return f"'{file}'" if " " in file else file


def show_how(how: How, console: Console) -> None:
    where = "" if how.backend == "inline" else f" on {how.workers} workers ({how.backend})"
    executor = f"the {how.executor}{where}: {how.why}"
    console.print(f"\n[dim]{how.seconds:.1f} s, {escape(executor)}.[/]")


# --- two of them, many of them -----------------------------------------------------------------------


def show_comparison(one: Comparison, names: Sequence[str], console: Console) -> None:
    first, second = one.first, one.second
    console.print(f"{first.runs:,} runs of both with the same seeds{_cut(first.stopped)}\n")
    table = Table("", box=None, padding=(0, 3, 0, 0), header_style="bold")
    for name in names:
        table.add_column(escape(name), justify="right")
    table.add_column("difference", justify="right", style="bold")
    side = escape(first.sides[0].name)
    table.add_row(
        f"{side} win", percent(first.win.value), percent(second.win.value), _points(one.win)
    )
    table.add_row("draw", percent(first.draw.value), percent(second.draw.value), "")
    rounds = [f"{report.rounds.mean.value:.2f}" for report in (first, second)]
    table.add_row("rounds", *rounds, _difference(one.rounds))
    for number, own in enumerate(first.sides):
        if number < len(second.sides):
            left = [
                f"{report.sides[number].survivors.mean.value:.2f}" for report in (first, second)
            ]
            table.add_row(f"{escape(own.name)} left", *left, "")
    table.add_row("lead in hit points, points", "", "", _difference(one.score))
    console.print(table)
    only = f"Won only in the second: {one.only_second:,}; only in the first: {one.only_first:,}."
    console.print(f"\n[bold]{escape(one.sentence)}[/] {only}")
    show_how(first.how, console)


def _cut(stopped: Stopped) -> str:
    return " [yellow](stopped)[/]" if stopped == "cancelled" else ""


def _points(one: Interval) -> str:
    return f"{100 * one.value:+.1f}  [dim]{100 * one.low:+.1f} to {100 * one.high:+.1f}[/]"


def _difference(one: Interval) -> str:
    return f"{one.value:+.2f}  [dim]{one.low:+.2f} to {one.high:+.2f}[/]"


def show_sweep(found: Sweep, console: Console) -> None:
    title = f"[bold]{escape(found.name)}[/]  {escape(found.path)}, {found.runs:,} runs per value"
    console.print(f"{title}{_cut(found.stopped)}\n")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(escape(found.path), justify="right")
    table.add_column(f"{escape(found.sides[0])} win", width=WIDTH)
    table.add_column("")
    table.add_column("draw", justify="right")
    table.add_column("rounds", justify="right")
    for name in found.sides:
        table.add_column(f"{escape(name)} left", justify="right")
    for point in found.points:
        win = point.wins[0]
        table.add_row(
            escape(str(point.value)), Text(bar(win.value, WIDTH), "green"), chance(win),
            percent(point.draw.value) if point.draw.count else "",
            f"{point.rounds.value:.1f}", *[f"{left.value:.2f}" for left in point.survivors],
        )  # fmt: skip
    console.print(table)
    if any(point.capped.count for point in found.points):
        console.print("\n[yellow]Draws are runs that the limit of rounds ended.[/]")
    show_how(found.how, console)


def show_optimised(found: Optimised, console: Console) -> None:
    lists = f"{found.races} race{'s' * (found.races != 1)}, {found.runs:,} runs"
    console.print(f"[bold]{escape(found.combatant)}[/]  {found.which}, {lists}\n")
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("", justify="right")
    table.add_column("now")
    table.add_column("better" if found.is_gain else "best of the race")
    best = found.after if found.is_gain else _best(found)
    for number, (old, new) in enumerate(zip(found.before, best, strict=True), 1):
        table.add_row(str(number), Text(old), Text(new, "bold green" if old != new else "dim"))
    console.print(table)
    style = "bold green" if found.is_gain else "bold"
    console.print(f"\n[{style}]{escape(found.sentence)}[/]")
    if found.check is not None:
        console.print(f"[dim]Checked in {found.check.first.runs:,} fresh runs of both orders.[/]")


def _best(found: Optimised) -> Iterable[str]:
    others = [one.order for one in found.tried if one.order != found.before]
    return others[-1] if others else found.before
