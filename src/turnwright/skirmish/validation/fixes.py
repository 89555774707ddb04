"""Fixes for one click: what each finding offers, with a label for a button.

A finding with `patch` offers that first. An entry that can never be used may also be switched off,
which keeps it in its list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turnwright.skirmish.model.parsed_document import path_text

from .action_entry import ActionEntry
from .finding import Finding, Patch, append
from .scenario_survey import Participant, ScenarioSurvey

LABELS = {
    "unknown_resource": "Add the pool", "unused_resource": "Remove the pool",
    "duplicate": "Remove", "unreachable": "Move up", "after_end_turn": "Move up",
    "no_trigger": "Move to the actions", "reaction_in_actions": "Move to the reactions",
    "surprise_ignored": "Remove the list", "endless": "Limit its uses",
    "trigger_never": "Answer anybody", "unknown_disabled": "Remove the name",
    "potential_conflict": "Raise the pool",
}  # fmt: skip

USELESS = {
    "never_true", "contradiction", "trigger_never", "no_candidates", "never_set", "tag_never_set",
    "no_effect", "certain_conflict", "unknown_resource", "out_of_range", "unreachable",
    "after_end_turn", "unknown_event", "unknown_name", "unknown_check", "needs_event",
    "wrong_event", "never_prepared", "no_trigger",
}  # fmt: skip
"""Findings about an entry that is never used, or that does nothing."""


def switch_off(owner: Participant, name: str) -> Patch:
    """Return the patch that switches off an entry of a combatant's lists."""
    return [append((*owner.path, "disabled"), owner.combatant.disabled, name)]


def add_fixes(findings: Iterable[Finding], survey: ScenarioSurvey) -> list[Finding]:
    """Add `fixes` to the data of the findings: labels with their patches, the best first."""
    entries = {path_text(entry.path): entry for entry in survey.entries}
    found = list(findings)
    for finding in found:
        fixes: list[dict[str, Any]] = list(finding.data.get("fixes", ()))
        if not fixes and finding.data.get("patch"):
            fixes.append({"label": _label(finding), "patch": finding.data["patch"]})
        if not fixes and len(finding.data.get("near", ())) > 1:
            fixes += _renamings(finding)
        entry = _entry_at(finding.path, entries)
        if entry is not None and finding.code in USELESS and finding.severity != "note":
            patch = switch_off(entry.owner, entry.name)
            fixes.append({"label": f"Switch off {entry.name}", "patch": patch})
        if fixes:
            finding.data["fixes"] = fixes
            finding.data["patch"] = fixes[0]["patch"]
    return found


def _label(finding: Finding) -> str:
    near = finding.data.get("near")
    if near:
        return f"Use {near[0]}"
    return LABELS.get(finding.code, "Fix it")


def _renamings(finding: Finding) -> list[dict[str, Any]]:
    """One fix for each name that may be meant."""
    pointer = _pointer(finding.path)
    operation = "replace" if pointer.rpartition("/")[2].isdecimal() else "add"
    return [
        {"label": f"Use {name}", "patch": [{"op": operation, "path": pointer, "value": name}]}
        for name in finding.data["near"]
    ]


def _pointer(path: str) -> str:
    """A path as a JSON Pointer, if its keys are words."""
    steps = path.replace("]", "").replace("[", ".").split(".")
    return "".join(f"/{step}" for step in steps if step)


def _entry_at(path: str, entries: dict[str, ActionEntry]) -> ActionEntry | None:
    """The entry of a list that a path is in."""
    for key in ("actions", "reactions"):
        before, found, after = path.partition(f".{key}[")
        if found:
            return entries.get(f"{before}{found}{after.partition(']')[0]}]")
    return None
