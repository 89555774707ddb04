"""Everything one can ask about skirmishes, one function each, for a page, a script or the command line.

A scenario may be given as plain data, as a `Scenario`, or by the name of a file or of a sample. What
comes back is one of the published types; `schemas` has the JSON Schema of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.sim.backends import Cancelled, never
from turnwright.sim.batches import Progress

from .catalogue import catalogue
from .engine import explain as telling
from .engine.compile import prepare
from .model import files, import_report, sample_encounters
from .model import scenario as model
from .model.file_problems import BadFile, Problem
from .model.scenario import MAX_COMBATANTS
from .model.use_references import key_of
from .stats import compare as comparing
from .stats import optimise as optimising
from .stats import run as running
from .stats import sweep as sweeping
from .stats.compare import Comparison
from .stats.executors import may_compile
from .stats.optimise import ListName, Optimised
from .stats.report import Report
from .stats.sweep import Sweep
from .stats.variations import Value, values_of
from .validation import Finding, PoolPreview
from .validation import preview as preview_of
from .validation import validate as findings_of

__all__ = [
    "Source", "Validation", "catalogue", "compare", "explain", "file_schema", "load",
    "may_compile", "optimise", "reordered", "run", "schemas", "sweep", "validate", "write",
]  # fmt: skip

Source: TypeAlias = model.Scenario | Mapping[str, Any] | str | PathLike[str]

PREVIEW_RUNS = 200


class Validation(msgspec.Struct, frozen=True):
    """What was found in a plan without playing it, and what it asks of its pools."""

    findings: list[Finding]
    pools: list[PoolPreview]

    def of(self, severity: str) -> list[Finding]:
        return [one for one in self.findings if one.severity == severity]


def load(source: Source) -> model.Scenario:
    """The scenario, with all names resolved."""
    if isinstance(source, model.Scenario):
        return files.resolve(_not_too_many(source))
    if isinstance(source, Mapping):
        return files.resolve(files.read_data(source))
    path = Path(source)
    if isinstance(source, str) and not path.exists():
        samples = sample_encounters.names()
        key = key_of(source, samples)
        if key is not None:
            return files.resolve(sample_encounters.load(key))
        hint = suggestion(source, samples) or "; `turnwright skirmish list` has the samples."
        raise UnusableError("no_file", f"There is no file and no sample {source!r}{hint}")
    return files.resolve(files.read(path))


def _not_too_many(scenario: model.Scenario) -> model.Scenario:
    """Files are checked when they are read; what was made in Python is checked here."""
    fights = [step.sides for step in scenario.day if isinstance(step, model.Encounter)] or [()]
    for sides in fights:
        count = sum(one.count for side in (*scenario.sides, *sides) for one in side.combatants)
        if count > MAX_COMBATANTS:
            sentence = (
                f"{count:,} combatants are too many: an encounter holds at most {MAX_COMBATANTS:,}."
            )
            raise UnusableError("too_many", sentence)
    return scenario


def validate(source: Source, *, play: bool = False) -> Validation:
    """Look for mistakes. What is no scenario at all has findings too, with the code `bad_file`. With
    `play`, a few runs say what a fight takes from the pools on average."""
    try:
        scenario = load(source)
    except BadFile as error:
        return Validation([_bad(problem) for problem in error.problems], [])
    findings = findings_of(scenario)
    pools = preview_of(scenario)
    return Validation(findings, _with_expected(scenario, pools) if play else pools)


def _bad(problem: Problem) -> Finding:
    data = {"line": problem.line} if problem.line else {}
    return Finding("error", "bad_file", problem.path, problem.sentence, data=data)


def _with_expected(scenario: model.Scenario, pools: list[PoolPreview]) -> list[PoolPreview]:
    """What is gone at the end, of pools that nothing fills again meanwhile."""
    report = running.run(scenario, PREVIEW_RUNS, executor="interpreter")
    spent: dict[tuple[str, str], list[float]] = {}
    for member, one in zip(prepare(scenario).members, report.combatants, strict=True):
        for key, left in one.resources.items():
            gone = one.resources_max[key] - left.mean.value
            spent.setdefault((member.kind.path, key), []).append(gone)

    def filled(row: PoolPreview) -> PoolPreview:
        gone = spent.get((row.path, row.pool))
        if gone is None or scenario.day:
            return row
        return msgspec.structs.replace(row, expected=round(sum(gone) / len(gone), 3))

    return [filled(row) for row in pools]


def run(
    source: Source,
    runs: int = running.RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    until_width: float | None = None,
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Report:
    """Play it many times."""
    return running.run(
        load(source), runs, seed, workers=workers, backend=backend, executor=executor,
        until_width=until_width, progress=progress, cancel=cancel,
    )  # fmt: skip


def explain(source: Source, seed: int) -> telling.Explanation:
    """Tell the run with this seed, with every decision and its reasons."""
    return telling.explain(prepare(load(source)), seed)


def compare(
    first: Source,
    second: Source,
    runs: int = running.RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Comparison:
    """Play two in the same runs, and say what differs."""
    return comparing.compare(
        load(first), load(second), runs, seed, workers=workers, backend=backend,
        executor=executor, progress=progress, cancel=cancel,
    )  # fmt: skip


def sweep(
    source: Source,
    path: str,
    values: Iterable[Value] | str,
    runs: int = sweeping.RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Sweep:
    """Vary one number. Values may be written as `10..20` or `8,10,12`."""
    wanted = values_of(values) if isinstance(values, str) else values
    return sweeping.sweep(
        load(source), path, wanted, runs, seed, workers=workers, backend=backend,
        executor=executor, progress=progress, cancel=cancel,
    )  # fmt: skip


def optimise(
    source: Source,
    combatant: str,
    runs: int = running.RUNS,
    seed: int = 0,
    *,
    which: ListName = "actions",
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Optimised:
    """Find a better order for the list of a combatant."""
    return optimising.optimise(
        load(source), combatant, runs, seed, which=which, workers=workers, backend=backend,
        executor=executor, progress=progress, cancel=cancel,
    )  # fmt: skip


def write(scenario: model.Scenario) -> str:
    """The text of a scenario file."""
    return files.write(scenario)


def reordered(source: Source, found: Optimised) -> model.Scenario:
    """The scenario with the order that was found."""
    order = [found.before.index(name) for name in found.after]
    return optimising.reordered(load(source), found.combatant, order, found.which)


def file_schema() -> dict[str, Any]:
    """The JSON Schema of scenario files, with all shorthand."""
    from .model.schema import schema

    return schema()


PUBLISHED = (
    model.Scenario, Validation, Report, telling.Explanation, Comparison, Sweep, Optimised,
    import_report.ImportedScenario,
)  # fmt: skip


RENAMED = {
    "Outcome": "RunOutcome",
}
"""Types of the same name have names of their own in the schemas."""


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all published types, by name; they refer to each other within `$defs`."""
    _, defs = msgspec.json.schema_components(PUBLISHED, ref_template="#/$defs/{name}")
    text = msgspec.json.encode(defs).decode()
    for long, short in RENAMED.items():
        text = text.replace(f'"{long}":', f'"{short}":').replace(f'/{long}"', f'/{short}"')
    types = {kind.__name__: {"$ref": f"#/$defs/{kind.__name__}"} for kind in PUBLISHED}
    return {"types": types, "$defs": msgspec.json.decode(text)}
