"""Validation of scenarios: mistakes and doubtful choices, found without running a fight.

`validate` checks a resolved scenario; `preview` shows how much its actions take from their pools.
"""

from __future__ import annotations

from turnwright.skirmish.model import scenario as model

from . import (
    body_words,
    encounter_checks,
    fixes,
    formula_names,
    free_actions,
    impossible_requirements,
    misspelled_words,
    no_op_effects,
    pool_demand,
    reaction_triggers,
    status_stacking,
    suspicious_numbers,
    undefined_names,
    unreachable_entries,
    wasted_actions,
)
from .finding import ORDER, Finding, Severity, merged
from .pool_preview import PoolPreview, preview
from .reachable_events import by_encounter
from .scenario_survey import ScenarioSurvey

__all__ = ["Finding", "PoolPreview", "Severity", "preview", "validate"]


def validate(scenario: model.Scenario) -> list[Finding]:
    """Return all findings, the worst first. A sound scenario has no errors and few warnings."""
    survey = ScenarioSurvey(scenario)
    reachable = by_encounter(survey)
    found = [
        *undefined_names.check(survey, reachable),
        *misspelled_words.check(survey),
        *pool_demand.check(survey),
        *reaction_triggers.check(survey, reachable),
        *impossible_requirements.check(survey),
        *unreachable_entries.check(survey),
        *no_op_effects.check(survey, reachable),
        *free_actions.check(survey),
        *wasted_actions.check(survey),
        *encounter_checks.check(survey),
        *suspicious_numbers.check(survey),
        *formula_names.check(survey),
        *status_stacking.check(survey),
        *body_words.check(survey),
    ]
    fixable = fixes.add_fixes(merged(found), survey)
    return sorted(fixable, key=lambda one: ORDER.index(one.severity))
