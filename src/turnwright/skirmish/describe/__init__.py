"""Sentences for the data of scenarios: actions, requirements, costs, timings and effects."""

from __future__ import annotations

from .action_description import ActionDescription, describe_action, describe_effect, describe_timing
from .cost_words import CostDescription, describe_cost, resource_label
from .pool_words import describe_pool
from .requirement_words import describe_requirement

__all__ = [
    "ActionDescription", "CostDescription", "describe_action", "describe_cost", "describe_effect",
    "describe_pool", "describe_requirement", "describe_timing", "resource_label",
]  # fmt: skip
