"""Requirements as little programs of tests: each test says where to go on if it is met, and if not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from turnwright.core.rules.requirement import (
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.engine.compiled_requirements import by_type
from turnwright.skirmish.engine.plan import EVENT, Kind
from turnwright.skirmish.model.vocabulary import FAMILY, event_named, fact_named

from . import layout

if TYPE_CHECKING:
    from .tables import _Builder

Row = dict[str, Any]

YES, NO = -1, -2
"""In place of the next test. (`layout.YES` and `layout.NO`, once places have become addresses.)"""


class Tests:
    """The tests of a plan. `and`, `or` and `not` are not in them: they are in where a test leads."""

    def __init__(self, tables: _Builder) -> None:
        self.tables = tables
        self.rows: list[Row] = []
        self.families: set[int] = set()
        """Families of events that are looked back at. (In an answer, the last event is the one that is
        answered.)"""
        self.looks_at_own = self.looks_at_any = False
        """At what one has done oneself, and at what anybody has done."""
        self.in_answer = False

    def program(self, checks: Sequence[Requirement], kind: Kind, *, in_answer: bool = False) -> int:
        """Where the program of all these requirements begins."""
        self.in_answer = in_answer
        return self._joined(checks, kind, YES, NO, is_and=True)

    def _joined(
        self, checks: Sequence[Requirement], kind: Kind, yes: int, no: int, *, is_and: bool
    ) -> int:
        for check in reversed(checks):
            start = self._test(check, kind, yes, no)
            if is_and:
                yes = start
            else:
                no = start
        return yes if is_and else no

    def _test(self, check: Requirement, kind: Kind, yes: int, no: int) -> int:
        if isinstance(check, And | Or):
            return self._joined(check.of, kind, yes, no, is_and=isinstance(check, And))
        if isinstance(check, Not):
            return self._test(check.of, kind, no, yes)
        if isinstance(check, Custom):
            return no  # nobody knows such checks
        self.rows.append(self._row(check, kind) | {"yes": yes, "no": no})
        return len(self.rows) - 1

    def _row(self, check: Requirement, kind: Kind) -> Row:
        if isinstance(check, SelfCondition):  # or a TargetCondition, which is one too
            return self._fact(check, kind)
        if isinstance(check, HasResource):
            return {
                "op": layout.TEST_RESOURCE, "pool": kind.pools[check.key],
                "value": check.amount - 1e-9,
            }  # fmt: skip
        tables = self.tables
        if isinstance(check, HasTag):
            return {
                "op": layout.TEST_TAG, "tag": tables.tags.ask(tables.plan.tags.bit(check.tag)),
                "on": layout.BEARERS.index(check.on), "own": check.by_self,
            }  # fmt: skip
        assert isinstance(check, LastEvent)
        return self._last(check)

    def _fact(self, check: SelfCondition, kind: Kind) -> Row:
        of_target = isinstance(check, TargetCondition)
        row: Row = {
            "op": layout.TEST_FACT, "of_target": of_target, "compare": layout.OPS.index(check.op),
            "value": check.value,
        }  # fmt: skip
        if check.name.startswith("used:"):
            deeds = [d.local for d in kind.deeds if d.name == check.name[5:] and not of_target]
            place = self.tables.add(deeds)
            return row | {"fact": layout.FACT_USED, "first": place, "n": len(deeds)}
        name = fact_named(check.name)
        if name in layout.FACTS[: layout.FACT_USED]:
            return row | {"fact": layout.FACTS.index(name)}
        about = self.tables.conditions.bit(check.name)
        return row | {"fact": layout.FACT_CONDITION, "about": about}

    def _last(self, check: LastEvent) -> Row:
        tables = self.tables
        tags = tables.plan.tags
        named = [event_named(name) for name in check.events]
        wanted = by_type(tables.plan, named, tags.mask(check.tags))
        families = tuple({EVENT[FAMILY[name]] for name, _ in named if name in FAMILY})
        if not self.in_answer:
            self.families.update(families)
            self.looks_at_own |= check.by_self
            self.looks_at_any |= not check.by_self
        pairs = [
            n for event, masks in wanted.items() for must in masks
            for n in (event, tables.tags.ask(must))
        ]  # fmt: skip
        return {
            "op": layout.TEST_LAST, "first": tables.add(pairs), "n": len(pairs) // 2,
            "families": tables.add(families), "n_families": len(families),
            "has_value": check.value is not None, "value": check.value or 0,
            "compare": layout.OPS.index(check.op), "window": layout.WINDOWS.index(check.window),
            "own": check.by_self,
        }  # fmt: skip
