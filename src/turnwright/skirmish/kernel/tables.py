"""From a plan to tables: everything that the kernel reads, as records of numbers.

This needs NumPy, but not Numba. `layout.py` describes the records, `table_builder.py` computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwright.skirmish.engine.plan import Plan

from . import layout
from .name_bits import TagBits
from .requirement_programs import YES
from .table_builder import Row, TableBuilder


def make_table(dtype: np.dtype, entries: Sequence[Row]) -> NDArray[Any]:
    """A table of records; fields without a value are 0. It has at least one record, and so an
    address."""
    table = np.zeros(max(1, len(entries)), dtype)
    for row, entry in zip(table, entries, strict=False):
        for name, value in entry.items():
            row[name] = value
    return table


class Tables:
    """All tables of a plan. Fields and list entries that refer to another table (`layout.REFERENCES`,
    `links`) hold an index into it, until `locate` replaces it by an address."""

    def __init__(self, plan: Plan) -> None:
        tags = None
        if len(plan.tags.numbers) > layout.MAX_BITS:
            tags = TableBuilder(plan, TagBits()).tags.asked
        built = TableBuilder(plan, TagBits(tags))
        self.plan = plan
        self.n_tags = (
            len(plan.tags.numbers) if built.tags.renumbered is None else len(built.tags.renumbered)
        )
        self.n_conditions = len(built.conditions.bits)
        self.arrays: dict[str, NDArray[Any]] = {
            "kinds": make_table(layout.KIND, built.kinds),
            "actions": make_table(layout.ACTION, built.actions),
            "effects": make_table(layout.EFFECT, built.effects),
            "compiled_statuses": make_table(layout.COMPILED_STATUS, built.statuses),
            "rolls": make_table(layout.ROLL, built.rolls),
            "terms": make_table(layout.TERM, built.terms),
            "tests": make_table(layout.TEST, built.programs.rows),
            "encounters": make_table(layout.ENCOUNTER, built.encounters),
            "steps": make_table(layout.STEP, built.steps),
            "participants": make_table(layout.COMBATANT, built.participants),
            "lists": np.array([*built.lists, 0], np.int64),
            "numbers": np.array([*built.numbers, 0.0], np.float64),
            "type_tags": np.array([*built.type_tags, 0], np.int64),
            "counter_rules": np.array([*built.counter_rules, 0], np.int64),
            "family_slots": np.array(built.family_slots, np.int64),
        }
        self.has_expressions = any(row["op"] == layout.NODE_END for row in built.programs.rows)
        self.links = built.links
        self.rules = built.rules

    def locate(self, state: dict[str, NDArray[Any]]) -> None:
        """Replace indexes by addresses. Combatants, pools and the like are in the state."""
        arrays = {**self.arrays, **state}
        for name, tables in layout.REFERENCES.items():
            for table, fields in tables.items():
                for field in fields.split():
                    column = self.arrays[name][field]
                    column[:] = _addresses(column, arrays[table], table)
        lists = self.arrays["lists"]
        for at, table in self.links:
            lists[at] = _addresses(lists[at], arrays[table], table)
        self.rules["check"] = int(_addresses(self.rules["check"], arrays["rolls"], "rolls"))


def _addresses(indexes: Any, table: NDArray[Any], name: str) -> Any:
    base: int = table.ctypes.data
    addresses = np.where(indexes >= 0, base + indexes * table.itemsize, 0)
    return np.where(indexes == YES, layout.YES, addresses) if name == "tests" else addresses
