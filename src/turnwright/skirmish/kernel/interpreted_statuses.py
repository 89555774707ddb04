"""What the kernel leaves to the interpreter about statuses, pools and costs."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.engine.plan import Plan


def interpreted_statuses(plan: Plan) -> Iterator[str]:
    """The words of statuses, pools and costs that the kernel does not play."""
    if any(action.cost_formulas for action in plan.actions):
        yield "formulas in costs"
    if plan.pool_events:
        yield "events that change a pool (events)"
    if any(status.formulas is not None for status in plan.statuses):
        yield "formulas in a status (ac, dc, dealt, taken, gain)"
    if any(status.ends_on for status in plan.statuses):
        yield "events that end a status (ends_on)"
