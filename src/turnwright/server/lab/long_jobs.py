"""Long jobs of the lab: run, compare, sweep and optimise, with progress and until cancelled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.stats.executor_choice import choose_executor
from turnwright.skirmish.stats.run_options import RunOptions
from turnwright.skirmish.stats.variations import values_of, with_value

from . import messages
from .request_limits import check_runs, read_scenario

if TYPE_CHECKING:
    from .job_context import JobContext

MAX_VALUES = 200
"""Values of a sweep."""


def options_for(
    context: JobContext, runs: int, seed: int, workers: int | None = None
) -> RunOptions:
    """The options of a job: within the limits, with progress, and to be cancelled. A job that is alone
    takes several processes if that is worthwhile."""
    check_runs(runs, context)
    settings = context.settings
    is_ray = settings.backend == "ray"
    most = settings.worker_count
    if workers is None and not (context.request.is_alone and most > 1):
        workers = 1
    return RunOptions(
        runs=runs,
        seed=seed,
        workers=most if is_ray else workers and min(workers, most),
        backend="ray" if is_ray else "auto",
        executor="auto"
        if context.request.kernel == "ready" or settings.compiles
        else "interpreter",
        progress=context.count,
        interim=context.progress,
        cancel=context.is_cancelled,
    )


def announce(context: JobContext, scenario: model.Scenario, options: RunOptions) -> None:
    """Tell the client what plays the runs, and why."""
    choice = choose_executor(compile_plan(scenario), options.runs, options.executor)
    why = choice.why
    if choice.name == "interpreter" and context.request.kernel == "compiling":
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
