"""Targets in sentences: "the weakest enemy within 60 ft", "up to 3 of us who are hurt"."""

from __future__ import annotations

from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.scenario import CombatAction

from .dice_words import DiceContext, base_and_more, base_value
from .event_words import event_party
from .requirement_words import clauses_joined, describe_requirement
from .sentence_parts import ME, WHO, WHO_PLURAL, Party, ally, number, several

EVERYBODY = 20
"""From how many targets on an action reaches everybody in practice."""

_BEST = {
    "least hp": "weakest", "most hurt": "most wounded", "lowest percent": "worst-off",
    "highest damage": "most dangerous", "highest survivability": "most durable",
    "nearest": "nearest", "farthest": "farthest", "first": "first",
}  # fmt: skip
_WITH = {
    "most hp": "with the most hit points",
    "lowest ac": "with the lowest AC",
    "highest ac": "with the highest AC",
}
_PREFERRED = {"concentrating": "who is concentrating", "down": "who is down"}
_ORDER = {
    "random": "at random", "least hp": "weakest first", "most hp": "most hit points first",
    "most hurt": "most wounded first", "lowest percent": "worst-off first",
    "lowest ac": "lowest AC first", "highest ac": "highest AC first",
    "highest damage": "most dangerous first", "highest survivability": "most durable first",
    "nearest": "nearest first", "farthest": "farthest first",
    "concentrating": "those who are concentrating first", "down": "the fallen first",
}  # fmt: skip
_NOUNS = {
    "enemy": ("enemy", "enemies"), "other ally": ("ally", "allies"), "ally": ("of us", "of us"),
    "anyone": ("combatant", "combatants"),
}  # fmt: skip


def target_party(
    action: CombatAction, requirements: list[Requirement], context: DiceContext
) -> Party:
    """Return the targets of an action. `requirements` are those that its targets must meet."""
    targets = action.targets
    if targets.who == "self":
        return ME
    timing = action.timing if isinstance(action.timing, Reaction) else None
    if targets.who in ("event source", "event target"):
        party = event_party(timing, "source" if targets.who == "event source" else "target")
        if timing is not None and timing.who in ("ally", "enemy"):
            return party  # the trigger says how near
        return party._replace(noun=f"{party.noun}{_near(targets.range)}")
    count = base_value(targets.count, context)
    _, more = base_and_more(targets.count, context)
    if count == 1 and not (more and action.min_targets):
        noun = f"{_single(action, requirements)}{f' {more}' if more else ''}"
        return ally(noun) if targets.who in ("ally", "other ally") else Party(noun)
    return several(_several(action, requirements, count, context))


def _near(distance: float | None) -> str:
    return "" if distance is None else f" within {number(distance)} ft"


def _single(action: CombatAction, requirements: list[Requirement]) -> str:
    targets = action.targets
    noun = _NOUNS[targets.who][0]
    picks = targets.picks or ("first",)
    pick = next((one for one in picks if one not in _PREFERRED), "first")
    fallen = "fallen " if targets.state == "down" else ""
    if noun == "of us":
        best = _BEST.get(pick)
        text = f"the {best} of us" if best else "the one of us"
        text = "any of us" if pick == "random" else text
        text = f"{text} who has fallen" if fallen else text
    elif pick == "random":
        text = f"a random {fallen}{noun}"
    else:
        best = _BEST.get(pick, "")
        text = " ".join(f"the {best} {fallen}{noun}".split())
    if pick in _WITH:
        text += f" {_WITH[pick]}"
    text += _near(targets.range)
    if targets.state == "any":
        text += ", standing or fallen" if not requirements else ""
    if requirements:
        text += f" {_qualified(requirements, WHO)}"
    preferred = [_PREFERRED[one] for one in picks[:1] if one in _PREFERRED]
    return f"{text}, preferably one {preferred[0]}" if preferred else text


def _several(
    action: CombatAction, requirements: list[Requirement], count: int | None, context: DiceContext
) -> str:
    targets = action.targets
    noun = _NOUNS[targets.who][1]
    fallen = "fallen " if targets.state == "down" else ""
    least = action.min_targets or 0
    if count is not None and count >= EVERYBODY:
        text = f"all {fallen}{noun}"
        if least > 1:
            text += f" (at least {least})"
    else:
        shown, more = base_and_more(targets.count, context)
        amount = f"{least} to {shown}" if least > 1 and count != least else f"up to {shown}"
        amount = f"exactly {shown}" if least > 1 and count == least else amount
        whom = "of our fallen" if noun == "of us" and fallen else f"{fallen}{noun}"
        text = f"{amount} {whom}{f' {more}' if more else ''}"
    text += _near(targets.range)
    if requirements:
        text += f" {_qualified(requirements, WHO_PLURAL)}"
    pick = targets.picks[0] if targets.picks else "first"
    is_everybody = count is not None and count >= EVERYBODY
    if pick in _ORDER and pick != "least hp" and not is_everybody:
        text += f" ({_ORDER[pick]})"
    return text.replace(") (", ", ")


def _qualified(requirements: list[Requirement], subject: object) -> str:
    who = WHO_PLURAL if subject is WHO_PLURAL else WHO
    return clauses_joined(describe_requirement(one, who) for one in requirements)
