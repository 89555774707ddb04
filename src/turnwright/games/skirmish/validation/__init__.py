"""Plan validation: what is wrong or doubtful in a scenario, found without playing it.

`validate` looks at a resolved scenario and says what it finds; `preview` shows what its plans ask of
their pools.
"""

from __future__ import annotations

from turnwright.games.skirmish import model

from . import (
    care,
    demand,
    encounter,
    figures,
    fruitless,
    logic,
    loops,
    names,
    reach,
    spelling,
    triggers,
)
from .finding import ORDER, Finding, Severity, together
from .possible import Possible
from .preview import PoolPreview, preview
from .survey import Survey

__all__ = ["Finding", "PoolPreview", "Severity", "preview", "validate"]


def validate(scenario: model.Scenario) -> list[Finding]:
    """All findings, the worst first. A sound scenario has no errors, and hardly any warnings."""
    survey = Survey(scenario)
    possible = {id(meeting): Possible(survey, meeting) for meeting in survey.meetings}
    found = [
        *names.check(survey, possible),
        *spelling.check(survey),
        *demand.check(survey),
        *triggers.check(survey, possible),
        *logic.check(survey),
        *reach.check(survey),
        *fruitless.check(survey, possible),
        *loops.check(survey),
        *care.check(survey),
        *encounter.check(survey),
        *figures.check(survey),
    ]
    return sorted(together(found), key=lambda one: ORDER.index(one.severity))
