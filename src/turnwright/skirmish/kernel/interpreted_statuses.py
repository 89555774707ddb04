"""What the kernel leaves to the interpreter about statuses and pools."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.engine.plan import Plan


def interpreted_statuses(plan: Plan) -> Iterator[str]:
    """The words of statuses and pools that the kernel does not play."""
    if plan.pool_events:
        yield "events that change a pool"
    if any(status.formulas is not None for status in plan.statuses):
        yield "formulas in the armour class, the DC, the damage or the resources of a status"
    if any(status.ends_on for status in plan.statuses):
        yield "events that end a status"
