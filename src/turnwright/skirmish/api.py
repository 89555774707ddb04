"""The public functions of the combat simulator, for a page, a script or the command line.

A scenario may be given as a `Scenario`, as plain data, as the path of a file (a `Path`), or as the name
of a sample. A string is never taken as a path; text is read with `load_text`, `validate_text` and
`reading`. Results are the published types; `schemas` returns the JSON Schemas of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.sim.backends import never
from turnwright.sim.stopping import CancelCheck

from .catalogue import Catalogue, catalogue, catalogue_data
from .describe import ActionDescription, describe_action
from .engine import explain as explain_module
from .engine.compile import compile_plan
from .engine.decision_points import ActionOption, DecisionPoint, Policy, first_valid
from .engine.explanation import Explanation
from .engine.run_outcome import RunOutcome
from .engine.run_state import FightRun
from .engine.runs import play_run
from .expected_use import with_expected
from .kernel.background_compilation import compile_in_background, kernel_state
from .model import files, import_report, sample_encounters, yaml_text
from .model import scenario as model
from .model.compact_form import compact
from .model.fight_text import parse_fight
from .model.file_problems import BadFile, Problem
from .model.name_resolution import resolve
from .model.scenario import MAX_COMBATANTS
from .model.use_references import key_of
from .reading import DescribedAction, Reading, describe, reading
from .stats import compare as compare_module
from .stats import find_run as find_run_module
from .stats import optimise as optimise_module
from .stats import run as run_module
from .stats import sweep as sweep_module
from .stats.compare import Comparison
from .stats.executor_choice import may_compile
from .stats.find_run import Fate, FoundRun
from .stats.optimise import ListName, OptimisedList
from .stats.report import SimulationReport
from .stats.run import DEFAULTS
from .stats.run_options import RunOptions
from .stats.sweep import Sweep
from .stats.variations import Value, values_of
from .validation import Finding, PoolPreview
from .validation import preview as preview_of
from .validation import validate as findings_of

__all__ = [
    "ActionDescription", "ActionOption", "DecisionPoint", "Policy", "Reading", "RunOptions", "Source",
    "Validation", "catalogue", "catalogue_data", "compare", "compile_in_background", "describe",
    "describe_action", "explain", "file_or_sample", "file_schema", "find_run", "first_valid",
    "kernel_state", "load", "load_text", "may_compile", "optimise", "parse_fight", "play", "reading",
    "reordered", "run", "schemas", "sweep", "validate", "validate_text", "write",
]  # fmt: skip

Source: TypeAlias = model.Scenario | Mapping[str, Any] | str | PathLike[str]


class Validation(msgspec.Struct, frozen=True):
    """What was found in a scenario without playing it, and what it takes from its pools."""

    findings: list[Finding]
    pools: list[PoolPreview]

    def of(self, severity: str) -> list[Finding]:
        """The findings of one severity."""
        return [one for one in self.findings if one.severity == severity]


def load(source: Source) -> model.Scenario:
    """Load a scenario and resolve all its names."""
    if isinstance(source, model.Scenario):
        return resolve(_not_too_many(source))
    if isinstance(source, Mapping):
        return resolve(files.read_data(source))
    if not isinstance(source, str):
        return resolve(files.read(source))
    samples = sample_encounters.names()
    key = key_of(source, samples)
    if key is None:
        raise UnusableError("no_sample", f"There is no sample {source!r:.60}{_hint(source)}")
    return resolve(sample_encounters.load(key))


def _hint(name: str) -> str:
    close = suggestion(name, sample_encounters.names())
    return close or "; `turnwright skirmish list` has the samples."


def load_text(text: str) -> model.Scenario:
    """Load a scenario from YAML or JSON text and resolve all its names. Raises `BadFile`."""
    return resolve(files.parse(text))


def file_or_sample(name: str) -> Path | str:
    """Return what a person means by a name: the file at this path, or the sample of this name."""
    path = Path(name)
    if path.exists():
        return path
    if key_of(name, sample_encounters.names()) is not None:
        return name
    raise UnusableError("no_file", f"There is no file and no sample {name!r}{_hint(name)}")


def _not_too_many(scenario: model.Scenario) -> model.Scenario:
    """Limit scenarios made in Python; files are checked when they are read."""
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
    """Look for mistakes. A file that cannot be read has findings with the code `bad_file`. With `play`,
    a few runs estimate what a fight takes from the pools."""
    try:
        scenario = load(source)
    except BadFile as error:
        return Validation([_bad(problem) for problem in error.problems], [])
    return _validated(scenario, play)


def validate_text(text: str, *, play: bool = False) -> Validation:
    """Look for mistakes in YAML or JSON text, as `validate` does."""
    try:
        scenario = load_text(text)
    except BadFile as error:
        return Validation([_bad(problem) for problem in error.problems], [])
    return _validated(scenario, play)


def _validated(scenario: model.Scenario, play: bool) -> Validation:
    findings = findings_of(scenario)
    pools = preview_of(scenario)
    return Validation(findings, with_expected(scenario, pools) if play else pools)


def _bad(problem: Problem) -> Finding:
    data = {"line": problem.line} if problem.line else {}
    return Finding("error", "bad_file", problem.path, problem.sentence, data=data)


def run(
    source: Source, options: RunOptions = DEFAULTS, *, until_width: float | None = None
) -> SimulationReport:
    """Play a scenario many times, or until the interval of the chance to win is narrow enough."""
    return run_module.run(load(source), options, until_width=until_width)


def explain(source: Source, seed: int, policy: Policy | None = None) -> Explanation:
    """Replay the run with this seed, with every decision and its reasons. `policy` chooses as it did in
    that run; without it the first valid action of every list is used."""
    return explain_module.explain(compile_plan(load(source)), seed, policy)


def play(source: Source, seeds: Iterable[int], policy: Policy = first_valid) -> list[RunOutcome]:
    """Play the runs with these seeds one after the other, and let a policy choose.

    A policy is asked at every decision point, and returns one of its options or None to pass:

        def careful(point):
            for option in point.options:
                if option.name == "Second Wind" and point.combatant.hp < 10:
                    return option
            return point.options[0]
    """
    fight = FightRun(compile_plan(load(source)), policy=policy)
    return [play_run(fight, seed) for seed in seeds]


def find_run(
    source: Source,
    seed: int,
    runs: int,
    combatant: str,
    fate: Fate,
    *,
    cancel: CancelCheck = never,
) -> FoundRun:
    """The first of so many runs in which a combatant dies, falls or survives, to explain it."""
    return find_run_module.find_run(load(source), seed, runs, combatant, fate, cancel=cancel)


def compare(first: Source, second: Source, options: RunOptions = DEFAULTS) -> Comparison:
    """Play two scenarios in the same runs, and say what differs."""
    return compare_module.compare(load(first), load(second), options)


def sweep(
    source: Source,
    path: str,
    values: Iterable[Value] | str,
    options: RunOptions = sweep_module.DEFAULTS,
) -> Sweep:
    """Vary one number of a scenario. Values may be written as `10..20` or `8,10,12`."""
    wanted = values_of(values) if isinstance(values, str) else values
    return sweep_module.sweep(load(source), path, wanted, options)


def optimise(
    source: Source,
    combatant: str,
    options: RunOptions = DEFAULTS,
    *,
    which: ListName = "actions",
) -> OptimisedList:
    """Find a better order for a combatant's list of actions or reactions."""
    return optimise_module.optimise(load(source), combatant, options, which=which)


def write(scenario: model.Scenario) -> str:
    """The text of a scenario file, as short as a person would write it."""
    return yaml_text.text(compact(scenario))


def reordered(source: Source, found: OptimisedList) -> model.Scenario:
    """The scenario with the order that was found."""
    order = [found.before.index(name) for name in found.after]
    return optimise_module.reordered(load(source), found.combatant, order, found.which)


def file_schema() -> dict[str, Any]:
    """The JSON Schema of scenario files, with all shorthand."""
    from .model.schema import schema

    return schema()


PUBLISHED = (
    model.Scenario, Validation, SimulationReport, Explanation, Comparison, Sweep, OptimisedList,
    import_report.ImportedScenario, Reading, Catalogue, DescribedAction,
)  # fmt: skip


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all published types, by name; they refer to each other within `$defs`."""
    _, defs = msgspec.json.schema_components(PUBLISHED, ref_template="#/$defs/{name}")
    types = {kind.__name__: {"$ref": f"#/$defs/{kind.__name__}"} for kind in PUBLISHED}
    return {"types": types, "$defs": defs}
