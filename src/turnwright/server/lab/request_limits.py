"""Reads encounters of requests, and refuses what is beyond the limits of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.reading import largest_encounter

if TYPE_CHECKING:
    from .job_context import JobContext


def read_scenario(text: str, context: JobContext) -> model.Scenario:
    """Read an encounter from text. Never from a file, whatever the text looks like."""
    try:
        scenario = api.load_text(text)
    except BadFile as error:
        raise unreadable(error) from None
    check_combatants(scenario, context)
    return scenario


def unreadable(error: BadFile) -> UnusableError:
    """The error for a file that cannot be read, with all its problems as data."""
    problems = [
        {"path": one.path, "line": one.line, "message": one.sentence} for one in error.problems
    ]
    return UnusableError("bad_file", str(error), problems=problems)


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
