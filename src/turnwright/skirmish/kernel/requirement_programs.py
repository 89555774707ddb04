"""Requirements as small programs of tests: each test says where to continue if it holds, and if not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwright.core.rules.ledger import EPSILON
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
from turnwright.skirmish.engine.compiled_requirements import (
    event_families,
    formula_of,
    masks_by_event,
)
from turnwright.skirmish.engine.plan import CombatantKind
from turnwright.skirmish.model.expression import Expression
from turnwright.skirmish.model.vocabulary import COUNT, fact_named

from . import layout

if TYPE_CHECKING:
    from .table_builder import TableBuilder

Row = dict[str, Any]

UNARY_NODES = {
    "floor": layout.NODE_FLOOR, "ceil": layout.NODE_CEIL, "abs": layout.NODE_ABS,
    "not": layout.NODE_NOT,
}  # fmt: skip
BINARY_NODES = {
    "+": layout.NODE_ADD, "-": layout.NODE_SUBTRACT, "*": layout.NODE_MULTIPLY,
    "/": layout.NODE_DIVIDE, "min": layout.NODE_MIN, "max": layout.NODE_MAX,
    "and": layout.NODE_AND, "or": layout.NODE_OR,
}  # fmt: skip
YES, NO = -1, -2
"""In place of the next test. (They become `layout.YES` and `layout.NO` together with the addresses.)"""


class TableLink(NamedTuple):
    """An entry of a list that becomes the address of a record."""

    table: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody calls


class RequirementPrograms:
    """The tests of a plan. `And`, `Or` and `Not` are no tests: they decide where a test leads."""

    def __init__(self, tables: TableBuilder) -> None:
        self.tables = tables
        self.rows: list[Row] = []
        self.families: set[int] = set()
        """Families of events that are looked back at. (Within a reaction the last event is the one it
        answers.)"""
        self.looks_at_own = self.looks_at_any = False
        """Whether any requirement looks back at the actor's own events, and at anybody's."""
        self.in_reaction = False

    def program(
        self, requirements: Sequence[Requirement], kind: CombatantKind, *, in_reaction: bool = False
    ) -> int:
        """Add the program of all these requirements; returns where it begins."""
        self.in_reaction = in_reaction
        return self._join(requirements, kind, YES, NO, is_and=True)

    def _join(
        self,
        requirements: Sequence[Requirement],
        kind: CombatantKind,
        yes: int,
        no: int,
        *,
        is_and: bool,
    ) -> int:
        for requirement in reversed(requirements):
            start = self._test(requirement, kind, yes, no)
            if is_and:
                yes = start
            else:
                no = start
        return yes if is_and else no

    def _test(self, requirement: Requirement, kind: CombatantKind, yes: int, no: int) -> int:
        if isinstance(requirement, And | Or):
            return self._join(requirement.of, kind, yes, no, is_and=isinstance(requirement, And))
        if isinstance(requirement, Not):
            return self._test(requirement.of, kind, no, yes)
        if isinstance(requirement, Custom):
            formula = formula_of(requirement)
            if formula is None:
                return no  # validation reports other custom requirements
            row = {"op": layout.TEST_FORMULA, "program": self.expression(formula)}
            self.rows.append(row | {"yes": yes, "no": no})
            return len(self.rows) - 1
        self.rows.append(self._row(requirement, kind) | {"yes": yes, "no": no})
        return len(self.rows) - 1

    def _row(self, requirement: Requirement, kind: CombatantKind) -> Row:
        if isinstance(requirement, SelfCondition):  # or a TargetCondition, which is one too
            return self._fact(requirement, kind)
        if isinstance(requirement, HasResource):
            return {
                "op": layout.TEST_RESOURCE, "pool": kind.pools[requirement.key],
                "value": requirement.amount - EPSILON,
            }  # fmt: skip
        tables = self.tables
        if isinstance(requirement, HasTag):
            return {
                "op": layout.TEST_TAG, "tag": tables.tags.ask(tables.plan.tags.bit(requirement.tag)),
                "on": layout.BEARERS.index(requirement.on), "by_self": requirement.by_self,
            }  # fmt: skip
        assert isinstance(requirement, LastEvent)
        return self._last_event(requirement)

    def _fact(self, requirement: SelfCondition, kind: CombatantKind) -> Row:
        of_target = isinstance(requirement, TargetCondition)
        row: Row = {
            "op": layout.TEST_FACT, "of_target": of_target, "compare": layout.OPS.index(requirement.op),
            "value": requirement.value,
        }  # fmt: skip
        if requirement.name.startswith("used:"):
            actions = [] if of_target else kind.actions
            used = [one.local_index for one in actions if one.name == requirement.name[5:]]
            return row | {
                "fact": layout.FACT_USED, "first": self.tables.add(used), "n": len(used),
            }  # fmt: skip
        if requirement.name.startswith(COUNT):
            return row | self._counted(requirement.name)
        name = fact_named(requirement.name)
        if name in layout.FACTS[: layout.FACT_USED]:
            return row | {"fact": layout.FACTS.index(name)}
        condition = self.tables.conditions.bit(requirement.name)
        return row | {"fact": layout.FACT_CONDITION, "condition": condition}

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, node: Expression) -> int:
        """Add the program of an expression; returns where it begins. Its nodes follow each other."""
        first = len(self.rows)
        self._nodes(node)
        self.rows.append({"op": layout.NODE_END})
        return first

    def _nodes(self, node: Expression) -> None:
        if node.op == "if":
            test, then, otherwise = node.of
            self._nodes(test)
            skip = self._node({"op": layout.NODE_JUMP_IF_ZERO})
            self._nodes(then)
            leave = self._node({"op": layout.NODE_JUMP})
            self.rows[skip]["yes"] = len(self.rows)
            self._nodes(otherwise)
            self.rows[leave]["yes"] = len(self.rows)
            return
        if not node.of:
            self._node(self._leaf(node))
            return
        self._nodes(node.of[0])
        if node.op == "dice":
            rules = [*node.rules, node.sides]
            self._node({"op": layout.NODE_DICE, "first": self.tables.add(rules)})
        elif node.op in UNARY_NODES:
            self._node({"op": UNARY_NODES[node.op]})
        for one in node.of[1:]:
            self._nodes(one)
            if node.op in BINARY_NODES:
                self._node({"op": BINARY_NODES[node.op]})
            else:
                compare = layout.OPS.index(node.op)
                self._node({"op": layout.NODE_COMPARE, "compare": compare})

    def _node(self, row: Row) -> int:
        self.rows.append(row)
        return len(self.rows) - 1

    def _leaf(self, node: Expression) -> Row:
        row: Row = {"of_target": node.of_target}
        if node.op == "number":
            return {"op": layout.NODE_NUMBER, "value": node.number}
        if node.op == "variable":
            return {"op": layout.NODE_VARIABLE, "n": layout.VARIABLES.index(node.name)}
        if node.op == "pool":
            return row | {"op": layout.NODE_POOL, "pool": self.tables.key(node.name)}
        if node.op == "used":
            return row | {"op": layout.NODE_USED, "first": self._used_by_kind(node.name)}
        row["op"] = layout.NODE_FACT
        if node.op == "status":
            bit = self.tables.conditions.bit(node.name)
            return row | {"fact": layout.FACT_CONDITION, "condition": bit}
        if node.name.startswith(COUNT):
            return row | self._counted(node.name)
        return row | {"fact": layout.FACTS.index(node.name)}

    def _counted(self, name: str) -> Row:
        counter = self.tables.plan.counter(name.removeprefix(COUNT))
        return {"fact": layout.FACT_COUNT, "n": counter}

    def _used_by_kind(self, name: str) -> int:
        """For every kind where the list of its actions of a name begins, and how many they are."""
        entries: list[int | TableLink] = []
        for kind in self.tables.plan.kinds:
            used = [one.local_index for one in kind.actions if one.name == name]
            entries += [TableLink("lists", self.tables.add(used)), len(used)]
        return self.tables.add(entries)

    def _last_event(self, requirement: LastEvent) -> Row:
        tables = self.tables
        tags = tables.plan.tags
        wanted = masks_by_event(tables.plan, requirement.events, tags.mask(requirement.tags))
        families = event_families(requirement.events)
        if not self.in_reaction:
            self.families.update(families)
            self.looks_at_own |= requirement.by_self
            self.looks_at_any |= not requirement.by_self
        pairs = [
            n for event, masks in wanted.items() for mask in masks
            for n in (event, tables.tags.ask(mask))
        ]  # fmt: skip
        return {
            "op": layout.TEST_LAST, "first": tables.add(pairs), "n": len(pairs) // 2,
            "families": tables.add(families), "n_families": len(families),
            "has_value": requirement.value is not None, "value": requirement.value or 0,
            "compare": layout.OPS.index(requirement.op),
            "window": layout.WINDOWS.index(requirement.window),
            "by_self": requirement.by_self,
        }  # fmt: skip
