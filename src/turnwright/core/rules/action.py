"""Actions as data: timing, requirements, cost and effect.

An action can be written in Python, read from a file or edited on a page. The types of its effect
entries are the game's own: `Action[Hit | Heal]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from turnwright.core.definition.state import is_deeper
from turnwright.core.errors import DefinitionError

from .cost import Cost, Shortfall, quote
from .definition_base import Definition, note
from .facts import Facts, Scalar, Verdict
from .ledger import Number, Pool
from .requirement import NO, YES, Requirement, evaluate, targets
from .timing import Main, Timing

E = TypeVar("E")
T = TypeVar("T")

MAX_DEPTH = 200  # levels of nested lists and objects


class Uses(Definition, frozen=True):
    """How often an action can be used until its uses are restored."""

    amount: Annotated[int, msgspec.Meta(ge=1, description="How often it can be used.")] = 1
    per: Annotated[str, note("The reset word that restores the uses; empty for never.")] = "turn"


class Action(Definition, Generic[E], frozen=True):
    """Something that a seat can do: its timing, requirements, cost and effect."""

    name: Annotated[
        str, msgspec.Meta(min_length=1, description="Its name, which also appears in messages.")
    ]
    timing: Annotated[Timing, note("When it can be used.")] = Main()
    cost: Annotated[tuple[Cost, ...], note("Paid completely or not at all; empty for free.")] = ()
    requires: Annotated[tuple[Requirement, ...], note("Requirements that must all hold.")] = ()
    effect: Annotated[
        str | tuple[E, ...], note("What it does: effect entries, or the name of an effect.")
    ] = ()
    tags: Annotated[tuple[str, ...], note("Tags that requirements and effects can refer to.")] = ()
    min_targets: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        note("How many targets it needs; by default one if a requirement is about targets."),
    ] = None
    uses: Annotated[Uses | None, note("How often it can be used; null for no limit.")] = None

    @property
    def price(self) -> tuple[Cost, ...]:
        """The cost, plus one use if its uses are limited."""
        return self.cost if self.uses is None else (*self.cost, _one_use(self.name))

    @property
    def pools(self) -> dict[str, Pool]:
        """The pools that the ledger of its owner needs for its uses."""
        if self.uses is None:
            return {}
        return {_one_use(self.name).key: Pool(self.uses.amount, self.uses.amount, self.uses.per)}

    @property
    def least_targets(self) -> int:
        """How many targets it needs."""
        if self.min_targets is not None:
            return self.min_targets
        return int(any(check.is_about_target for check in self.requires))


@lru_cache(1024)
def _one_use(name: str) -> Cost:
    return Cost(f"use of {name}")


def check(
    action: Action[Any],
    facts: Facts[T],
    candidates: Sequence[T] = (),
    need: Number = 0,
    *,
    explain: bool = True,
) -> Verdict:
    """Check whether an action can be used, apart from its timing: requirements, targets, price.

    The verdict explains the first failure with its numbers. Without `explain` it only says no.
    """
    for requirement in action.requires:
        if not requirement.is_about_target and not requirement.holds(facts):
            if not explain:
                return NO
            verdict = evaluate(requirement, facts)
            return _no(action, verdict.why, verdict.data)
    least = action.least_targets
    if least:
        fitting = len(targets(action.requires, facts, candidates))
        if fitting < least:
            return _too_few(action, facts, candidates, fitting) if explain else NO
    price = quote(action.price, facts.ledger, need)
    if isinstance(price, Shortfall):
        if not explain:
            return NO
        data: dict[str, Scalar] = {"check": "Cost", "key": price.key}
        return _no(
            action, price.sentence, data | {"needed": price.needed, "found": price.available}
        )
    return YES


def _too_few(
    action: Action[Any], facts: Facts[T], candidates: Sequence[T], fitting: int
) -> Verdict:
    least = action.least_targets
    why = f"needs {least} {'target' if least == 1 else 'targets'}, "
    why += f"{fitting} of {len(candidates)} candidates are valid"
    verdicts = (
        evaluate(requirement, facts, one)
        for one in candidates
        for requirement in action.requires
        if requirement.is_about_target
    )
    first = next((verdict.why for verdict in verdicts if not verdict.ok), "")
    data: dict[str, Scalar] = {"check": "targets", "needed": least, "found": fitting}
    return _no(action, f"{why}: the first {first}" if first else why, data)


def _no(action: Action[Any], why: str, data: Mapping[str, Scalar]) -> Verdict:
    return Verdict(False, f"{action.name!r} {why}", {"action": action.name, **data})


# --- from and to data ----------------------------------------------------------------------------


def read(data: bytes | str | Mapping[str, object], kind: type[Action[E]] = Action) -> Action[E]:
    """Read an action from JSON or plain data. `kind` says which effects exist: `Action[Hit | Heal]`.

    Invalid data raises `DefinitionError` with the name of the action and the path of the fault.
    """
    name = "An action"
    try:
        plain = msgspec.json.decode(data) if isinstance(data, (bytes, str)) else data
        if isinstance(plain, Mapping) and isinstance(plain.get("name"), str):
            name = f"Action {plain['name']!r}"
        if is_deeper(plain, MAX_DEPTH):
            raise _too_deep(name)
        return msgspec.convert(plain, kind)
    except RecursionError:
        raise _too_deep(name) from None
    except msgspec.DecodeError as error:
        text, _, path = str(error).partition(" - at `$")
        place = path.rstrip("`").lstrip(".")
        sentence = text.replace("`", "'")
        where = f"{name}, at {place}" if place else name
        raise DefinitionError([f"{where}: {sentence}"]) from None


def _too_deep(name: str) -> DefinitionError:
    return DefinitionError([f"{name}: nested too deeply"])


def schema(kind: type[Action[Any]] = Action) -> dict[str, Any]:
    """Return the JSON Schema of an action."""
    return msgspec.json.schema(kind)
