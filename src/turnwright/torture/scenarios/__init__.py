"""All scenarios, in the order in which they are run."""

from __future__ import annotations

from turnwright.torture.scenario import Scenario

from . import client_faults, clock_faults, database_faults, file_faults, floods, process_faults

SCENARIOS: tuple[Scenario, ...] = (
    *process_faults.SCENARIOS,
    *file_faults.SCENARIOS,
    *clock_faults.SCENARIOS,
    *client_faults.SCENARIOS,
    *floods.SCENARIOS,
    *database_faults.SCENARIOS,
)
