"""Facts of the SRD 5.1 that are missing in the 5e-bits files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwright.bridges.encounter_files.json_lookup import objects_at, text_at

RECHARGES = {("Ice Devil", "Wall of Ice"): 6}
"""The roll that recharges an action whose usage the files do not give."""


def corrected(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a stat block with these facts."""
    name = text_at(data, "name")
    if not any(monster == name for monster, _ in RECHARGES):
        return data
    return {**data, "actions": [_with_usage(name, one) for one in objects_at(data, "actions")]}


def _with_usage(monster: str, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    roll = RECHARGES.get((monster, text_at(entry, "name")))
    if roll is None or "usage" in entry:
        return entry
    return {**entry, "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": roll}}
