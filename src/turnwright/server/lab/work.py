"""The work of the lab's routes, in a worker process: a request body in, an answer out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import files, sample_encounters
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.reading import largest_encounter
from turnwright.skirmish.stats import executor_choice, executors
from turnwright.skirmish.stats.run_options import RunOptions
from turnwright.skirmish.stats.variations import values_of, with_value
from turnwright.skirmish.validation import Finding

from . import messages

if TYPE_CHECKING:
    from .worker import JobContext

MAX_VALUES = 200


# --- reading ------------------------------------------------------------------------------------


def read_scenario(text: str, context: JobContext) -> model.Scenario:
    """Read an encounter from text. Never from a file, whatever the text looks like."""
    try:
        scenario = resolve(files.parse(text))
    except BadFile as error:
        problems = [
            {"path": one.path, "line": one.line, "message": one.sentence} for one in error.problems
        ]
        raise UnusableError("bad_file", str(error), problems=problems) from None
    check_combatants(scenario, context)
    return scenario


def check_combatants(scenario: model.Scenario, context: JobContext) -> None:
    """Refuse encounters with more combatants than the server allows."""
    limit, count = context.settings.combatants, largest_encounter(scenario)
    if count > limit:
        sentence = too_many_combatants(count, limit)
        raise UnusableError("too_many_combatants", sentence, limit=limit)


def too_many_combatants(count: int, limit: int) -> str:
    """Say that an encounter is too large for this server."""
    return f"{count:,} combatants are too many: this server plays at most {limit:,}."


def check_runs(runs: int, context: JobContext) -> None:
    """Refuse more runs than the server allows."""
    limit = context.settings.runs
    if runs > limit:
        sentence = f"{runs:,} runs are too many: this server plays at most {limit:,} at a time."
        raise UnusableError("too_many_runs", sentence, limit=limit)


# --- short requests -----------------------------------------------------------------------------


def validate_text(context: JobContext, body: bytes) -> Any:
    """Read an encounter and say what is wrong with it."""
    request = msgspec.json.decode(body, type=messages.ValidateRequest)
    reading = api.reading(request.text)
    limit = context.settings.combatants
    if reading.combatants > limit:
        sentence = too_many_combatants(reading.combatants, limit)
        finding = Finding("error", "too_many_combatants", "sides", sentence, data={"limit": limit})
        return msgspec.structs.replace(reading, findings=[*reading.findings, finding])
    return api.reading(request.text, play=True) if request.play else reading


def describe(context: JobContext, body: bytes) -> Any:
    """Describe one action."""
    request = msgspec.json.decode(body, type=messages.DescribeRequest)
    return api.describe(request.action, request.list)


def catalogue(context: JobContext, body: bytes) -> Any:
    """The contents of the library."""
    return api.catalogue_data()


def schemas(context: JobContext, body: bytes) -> Any:
    """The schemas of encounter files and of all published types."""
    return {"file": api.file_schema(), "types": api.schemas()}


def explain(context: JobContext, body: bytes) -> Any:
    """Explain one run."""
    request = msgspec.json.decode(body, type=messages.ExplainRequest)
    scenario = read_scenario(request.text, context)
    check_runs(request.runs, context)
    explanation = api.explain(scenario, request.seed)
    return {"run": None, "seed": request.seed, "explanation": explanation}


def import_file(context: JobContext, body: bytes) -> Any:
    """Convert a file of another program."""
    request = msgspec.json.decode(body, type=messages.ImportRequest)
    if not context.settings.importer:
        raise UnusableError("no_importer", "This server reads only encounter files.")
    module, _, name = context.settings.importer.partition(":")
    function = getattr(import_module(module), name)
    return function(request.text, name=request.name, names=request.names, day=request.day)


# --- streams ------------------------------------------------------------------------------------


def options_for(
    context: JobContext, runs: int, seed: int, workers: int | None = None
) -> RunOptions:
    """The options of a job: within the limits, with progress, and to be cancelled."""
    check_runs(runs, context)
    settings = context.settings
    is_ray = settings.backend == "ray"
    most = settings.worker_count
    return RunOptions(
        runs=runs,
        seed=seed,
        workers=most if is_ray else min(workers or 1, most),
        backend="ray" if is_ray else "auto",
        executor="auto" if context.kernel == "ready" else "interpreter",
        interim=context.progress,
        cancel=context.is_cancelled,
    )


def announce(context: JobContext, scenario: model.Scenario, options: RunOptions) -> None:
    """Tell the client what plays the runs, and why."""
    choice = executor_choice.choose_executor(compile_plan(scenario), options.runs, options.executor)
    why = choice.why
    if options.executor == "interpreter" and context.kernel == "compiling":
        why = "the kernel is still being compiled"
    context.started(choice.name, why)


def with_note(context: JobContext, report: Any) -> Any:
    """The result event. It has a note if the time was up."""
    if not context.is_late:
        return {"report": report}
    limit = context.settings.seconds
    sentence = f"It was stopped after {limit:g} seconds; these are the runs finished by then."
    return {"report": report, "note": messages.Note("too_long", sentence, {"limit": limit})}


def run(context: JobContext, body: bytes) -> Any:
    """Play an encounter many times."""
    request = msgspec.json.decode(body, type=messages.RunRequest)
    options = options_for(context, request.runs, request.seed, request.workers)
    scenario = read_scenario(request.text, context)
    announce(context, scenario, options)
    return with_note(context, api.run(scenario, options, until_width=request.until_width))


def compare(context: JobContext, body: bytes) -> Any:
    """Play two encounters with the same seeds."""
    request = msgspec.json.decode(body, type=messages.CompareRequest)
    options = options_for(context, request.runs, request.seed)
    first = read_scenario(request.first, context)
    second = read_scenario(request.second, context)
    announce(context, first, options)
    return with_note(context, api.compare(first, second, options))


def sweep(context: JobContext, body: bytes) -> Any:
    """Play an encounter with several values of one number."""
    request = msgspec.json.decode(body, type=messages.SweepRequest)
    given = request.values
    values = values_of(given) if isinstance(given, str) else given
    if not values:
        raise UnusableError("bad_values", "A sweep needs at least one value.")
    if len(values) > MAX_VALUES:
        sentence = f"{len(values):,} values are too many: a sweep tries at most {MAX_VALUES}."
        raise UnusableError("too_many_values", sentence, limit=MAX_VALUES)
    check_runs(request.runs * len(values), context)
    options = options_for(context, request.runs, request.seed)
    scenario = read_scenario(request.text, context)
    with_value(scenario, request.path, values[0])  # refuses paths before the stream starts
    announce(context, scenario, replace(options, runs=request.runs * len(values)))
    return with_note(context, api.sweep(scenario, request.path, values, options))


def optimise(context: JobContext, body: bytes) -> Any:
    """Find a better order of a list."""
    request = msgspec.json.decode(body, type=messages.OptimiseRequest)
    options = options_for(context, request.runs, request.seed)
    scenario = read_scenario(request.text, context)
    announce(context, scenario, options)
    found = api.optimise(scenario, request.combatant, options, which=request.which)
    return with_note(context, found)


# --- the kernel ---------------------------------------------------------------------------------


def kernel_state(context: JobContext, body: bytes) -> Any:
    """Whether the kernel is compiled."""
    if executor_choice.is_compiled():
        return {"kernel": "ready", "why": ""}
    return {"kernel": "unavailable", "why": "The kernel is not compiled."}


def compile_kernel(context: JobContext, body: bytes) -> Any:
    """Compile the kernel if it is not compiled yet."""
    if not executor_choice.is_compiled():
        why = "The kernel is being compiled, which takes about a minute."
        context.progress_note({"kernel": "compiling", "why": why})
        warm_up()
    return {"kernel": "ready", "why": ""}


def warm_up() -> None:
    """Load the compiled kernel by playing one run."""
    name = sample_encounters.names()[0]
    executors.KernelExecutor(compile_plan(resolve(sample_encounters.load(name))))


ROUTES: dict[str, Callable[[JobContext, bytes], Any]] = {
    "validate": validate_text,
    "describe": describe,
    "catalogue": catalogue,
    "schemas": schemas,
    "explain": explain,
    "import": import_file,
    "run": run,
    "compare": compare,
    "sweep": sweep,
    "optimise": optimise,
    "kernel": compile_kernel,
    "kernel-state": kernel_state,
}
