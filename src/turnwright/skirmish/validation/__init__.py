"""Plan validation: what is wrong or doubtful in a scenario, found without playing it.

`validate` looks at a resolved scenario and says what it finds; `preview` shows what its plans ask of
their pools.
"""

from __future__ import annotations

from turnwright.skirmish.model import scenario as model

from . import (
    free_actions,
    hopeless_encounters,
    impossible_requirements,
    misspelled_words,
    no_op_effects,
    pool_demand,
    reaction_triggers,
    suspicious_numbers,
    undefined_names,
    unreachable_entries,
    wasted_actions,
)
from .finding import ORDER, Finding, Severity, together
from .pool_preview import PoolPreview, preview
from .reachable_events import Possible
from .scenario_survey import Survey

__all__ = ["Finding", "PoolPreview", "Severity", "preview", "validate"]


def validate(scenario: model.Scenario) -> list[Finding]:
    """All findings, the worst first. A sound scenario has no errors, and hardly any warnings."""
    survey = Survey(scenario)
    possible = {id(meeting): Possible(survey, meeting) for meeting in survey.meetings}
    found = [
        *undefined_names.check(survey, possible),
        *misspelled_words.check(survey),
        *pool_demand.check(survey),
        *reaction_triggers.check(survey, possible),
        *impossible_requirements.check(survey),
        *unreachable_entries.check(survey),
        *no_op_effects.check(survey, possible),
        *free_actions.check(survey),
        *wasted_actions.check(survey),
        *hopeless_encounters.check(survey),
        *suspicious_numbers.check(survey),
    ]
    return sorted(together(found), key=lambda one: ORDER.index(one.severity))
