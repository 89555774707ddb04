"""Short requests of the lab: validate, describe, explain, import, and what the library holds."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.validation import Finding

from . import messages
from .request_limits import check_runs, read_scenario, too_many_combatants, unreadable

if TYPE_CHECKING:
    from .job_context import JobContext


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
    """Explain one run: that with a seed, or the first one in which something happens to somebody."""
    request = msgspec.json.decode(body, type=messages.ExplainRequest)
    scenario = read_scenario(request.text, context)
    run, seed = None, request.seed
    if request.find is not None:
        check_runs(request.runs, context)
        who, fate = request.find.combatant, request.find.fate
        run, seed = api.find_run(
            scenario, request.seed, request.runs, who, fate, cancel=context.is_cancelled
        )
    return {"run": run, "seed": seed, "explanation": api.explain(scenario, seed)}


def import_file(context: JobContext, body: bytes) -> Any:
    """Convert a file of another program."""
    request = msgspec.json.decode(body, type=messages.ImportRequest)
    if not context.settings.importer:
        raise UnusableError("no_importer", "This server reads only encounter files.")
    module, _, name = context.settings.importer.partition(":")
    function = getattr(import_module(module), name)
    try:
        return function(request.text, name=request.name, names=request.names, day=request.day)
    except BadFile as error:
        raise unreadable(error) from None


def warm_up() -> None:
    """Load the library by reading a sample."""
    name = sample_encounters.names()[0]
    api.reading((sample_encounters.SAMPLES / f"{name}.yaml").read_text("utf-8"), play=True)
