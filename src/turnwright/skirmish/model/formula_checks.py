"""Checks of formulas and events that scenario files contain. A problem is `Malformed`, with the name of
the field."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.core.rules.definition_base import Malformed
from turnwright.core.rules.requirement import And, Custom, Not, Or, Requirement

from . import expression, formula, vocabulary


def check_dice(**fields: int | str | tuple[int | str, ...] | None) -> None:
    """Raise `Malformed` with the name of the field if a value is not a dice formula."""
    for name, value in fields.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                try:
                    formula.typed(one)
                except Malformed as error:
                    raise Malformed([f"{name}: {error}"]) from None


def check_formulas(requirement: Requirement) -> None:
    """Raise `Malformed` if a requirement is, or has, a formula that cannot be read."""
    if isinstance(requirement, And | Or | Not):
        for inner in requirement.of if isinstance(requirement.of, tuple) else (requirement.of,):
            check_formulas(inner)
    elif isinstance(requirement, Custom) and requirement.name == vocabulary.FORMULA:
        text = requirement.data.get("holds")
        if not isinstance(text, str):
            raise Malformed(["a formula is required, but `holds` is not one"])
        found = expression.read(text)
        if found.has_dice:
            raise Malformed([f"{text!r} rolls dice, but a requirement is checked more than once"])
        if found.reads_target and requirement.on != "target":
            raise Malformed([f"{text!r} is about the target; write on: target"])


def check_cost(text: str) -> None:
    """Raise `Malformed` if the formula of a cost cannot be read, or has dice, a target or variables
    that are not known when it is paid."""
    found = expression.read(text)
    unknown = sorted(found.variables - {"value"})
    why = "rolls dice, but a price is looked up before it is paid" if found.has_dice else ""
    if found.reads_target:
        why = "is about the target, but the user pays"
    if unknown:
        why = f"needs {unknown[0]}, which is not known before it is paid"
    if why:
        raise Malformed([f"formula of Cost: {text!r} {why}"])


def check_lasting(name: str, value: float | str) -> None:
    """Raise `Malformed` if a number that is looked up again and again cannot be read, or rolls dice, or
    if an armour class depends on armour classes."""
    if not isinstance(value, str):
        return
    check_dice(**{name: value})
    found = expression.read(value)
    if found.has_dice:
        raise Malformed([f"{name}: {value!r} rolls dice, but it is looked up more than once"])
    if name == "ac" and any(node.op == "fact" and node.name == "ac" for node in found.nodes()):
        raise Malformed([f"ac: {value!r} depends on an armour class"])


def check_events(**fields: Iterable[str]) -> None:
    """Raise `Malformed` with the name of the field if an entry is not an event with a role."""
    for name, entries in fields.items():
        for text in entries:
            try:
                vocabulary.event_with_role(text)
            except ValueError as error:
                raise Malformed([f"{name}: {error}"]) from None
