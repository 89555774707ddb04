"""The kernel: plays the same runs as the interpreter, compiled with Numba.

It takes seeds and returns `RunColumns`. What it does not support it reports in advance
(`unsupported_features`). No rules are in this module: they are in the modules that mirror the
interpreter (`attacks`, `resolution`, `turns` and so on). Importing it needs NumPy; making a
`Kernel` also needs Numba.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from turnwright.core.rules.price import Price
from turnwright.core.rules.requirement import And, Custom, Not, Or, SelfCondition
from turnwright.optional_packages import needed_by
from turnwright.skirmish.engine.compiled_requirements import formula_of
from turnwright.skirmish.engine.plan import HIGHEST, STACK, Plan
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model.bodies import BODY_WORDS
from turnwright.skirmish.model.expression import Expression
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.scenario import EffectBase, Modifiers, Remove, RepeatSave
from turnwright.skirmish.model.vocabulary import ADVANTAGE, DISADVANTAGE, FOLLOWING

from .interpreted_statuses import interpreted_statuses
from .run_columns import FALL_ROUNDS, PERCENT_VALUES, RunColumns

with needed_by("The compiled kernel", "sim"):
    import numpy as np
    from numpy.typing import NDArray

    from . import layout
    from .outcome_columns import (
        columns_of_outcomes,
        empty_columns,
        max_sides,
        merge_columns,
        outcome_of_column,
    )
    from .tables import Tables

MAX_NUMBER = 1 << 50
"""Pools and positions are floats here, which hold whole numbers exactly up to this and more."""
MAX_COMBATANTS = 2000
SPARE_FRAMES = 32
"""Frames beyond the last, for a run that overflows."""
MAX_COURSE_COUNTERS = 1 << 26
DiceHolder = (EffectBase, Modifiers, RepeatSave)


def unsupported_features(plan: Plan) -> list[str]:
    """What the kernel does not support in this plan; empty if it can play it."""
    reasons = []
    for action, kind in zip(plan.actions, plan.action_owners, strict=True):
        if _has_several_choices(action.price):
            reasons.append(f"{kind.name}: the cost of {action.name} has several chosen parts")
    if len(plan.participants) > MAX_COMBATANTS:
        reasons.append(f"more than {MAX_COMBATANTS} combatants")
    reasons += _words_of_the_interpreter(plan)
    reasons += interpreted_statuses(plan)
    abilities = plan.abilities.numbers
    for what, names in (("damage types", plan.damage_types.numbers), ("abilities", abilities)):
        if len(names) > layout.MAX_BITS:
            reasons.append(f"more than {layout.MAX_BITS} {what}")
    for kind in plan.kinds:
        pools = (*kind.pool_start, *kind.pool_max, *kind.pool_after_reset)
        numbers = [*pools, kind.position, kind.spec.reach]
        if any(abs(number) > MAX_NUMBER for number in numbers):
            reasons.append(f"{kind.name}: numbers above {MAX_NUMBER}")
    for status in plan.statuses:
        repeat = status.spec.repeat_save
        if repeat is not None and repeat.ability.lower() not in abilities:
            reasons.append(f"{status.name}: a save that nobody has")
    if _course_counters(plan) > MAX_COURSE_COUNTERS:
        reasons.append(f"{plan.profile.rounds} rounds are too many to count each of them")
    if len(plan.tags.numbers) <= layout.MAX_BITS and len(_asked_names(plan)) <= layout.MAX_BITS:
        return reasons  # so that the tables, which take long, need not be built
    tables = Tables(plan)
    if tables.n_tags > layout.MAX_BITS:
        reasons.append(f"more than {layout.MAX_BITS} tags in requirements and effects")
    if tables.n_conditions > layout.MAX_BITS:
        reasons.append(f"more than {layout.MAX_BITS} statuses in requirements and effects")
    return reasons


INTERPRETED = {
    "degrees of success (margin)": re.compile(r'"margin":\d'),
    "the margin of a roll": re.compile(r'":\[?"[^"]*\bmargin\b'),
    "the highest of three": re.compile(r'"highest of three"'),
    "a formula in multiply": re.compile(r'"multiply":"'),
    "conditional advantage (advantage_if, disadvantage_if)": re.compile(r'"(dis)?advantage_if":'),
    "the fact summons_up": re.compile(r"\bsummons_up\b"),
    "the fact held_inside": re.compile(r"\bheld_inside\b"),
    **{f"the word {word}": pattern for word, pattern in BODY_WORDS.items()},
}
"""Words that the kernel leaves to the interpreter, as the scenario has them in JSON."""


def _words_of_the_interpreter(plan: Plan) -> list[str]:
    whole = msgspec.json.encode(plan.scenario).decode()
    found = [word for word, pattern in INTERPRETED.items() if pattern.search(whole)]
    found += [f"the tag {tag}" for tag in (ADVANTAGE, DISADVANTAGE) if tag in plan.tags.numbers]
    return found


def statuses_in(expression: Expression) -> set[str]:
    """The statuses that an expression asks for."""
    return {node.name for node in expression.nodes() if node.op == "status"}


def _asked_names(plan: Plan) -> set[str]:
    """The names of all statuses and conditions that something may ask for, and some others."""
    found = {name for kind in plan.kinds for name in kind.condition_immune}

    def collect(one: Any) -> None:
        if isinstance(one, SelfCondition):
            found.add(one.name)
        elif isinstance(one, And | Or):
            for inner in one.of:
                collect(inner)
        elif isinstance(one, Not):
            collect(one.of)
        elif isinstance(one, Remove):
            found.add(one.status)
        elif isinstance(one, Custom):
            formula = formula_of(one)
            found.update(statuses_in(formula) if formula is not None else ())
        for name in FOLLOWING:
            for inner in getattr(one, name, ()) or ():
                collect(inner)
        for field in getattr(one, "__struct_fields__", ()) if isinstance(one, DiceHolder) else ():
            value = getattr(one, field)
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str) and "status(" in text:
                    expression = typed(text)[0].expression
                    found.update(statuses_in(expression) if expression is not None else ())
            if isinstance(value, DiceHolder):
                collect(value)

    for action in plan.actions:
        for one in (*action.spec.requires, getattr(action.spec.timing, "when", None)):
            collect(one)
        for effect in action.spec.effect:
            collect(effect)
    for kind in plan.kinds:
        for trait in kind.traits:
            collect(trait.spec)
    for condition in plan.profile.conditions.values():
        collect(condition)
    return found


def _has_several_choices(price: Price[int]) -> bool:
    """Whether more than one slot or variable amount has to be chosen together, or a fixed slot is
    taken from a pool that also pays something else."""
    if len(price.slots) > 1 or len(price.variable) > 1 or (price.upcast and price.variable):
        return True
    fixed = dict(price.fixed)
    return any(slot is not None and fixed.get(slot.key, 0) != slot.amount for slot in price.slots)


def _course_counters(plan: Plan) -> int:
    rounds = max_sides(plan) * plan.profile.rounds * PERCENT_VALUES
    return len(plan.encounters) * (rounds + len(plan.participants) * FALL_ROUNDS)


class Kernel:
    """Plays runs of one plan. It has its own memory: use one for every thread."""

    def __init__(self, plan: Plan) -> None:
        from .entry_points import program

        self.plan = plan
        self.program = program()
        self.tables = Tables(plan)
        self.state = _allocate_state(self.tables)
        self.buffers: dict[str, NDArray[Any]] = {}
        self.tables.locate(self.state)
        self.state["first_combatants"] = self.tables.arrays["participants"]
        self.run_state = np.zeros(1, layout.RUN_STATE)
        arrays = {**self.tables.arrays, **self.state}
        # RUN_STATE.participants is set by each encounter, and is not the table of that name.
        fields = {name: array.ctypes.data for name, array in arrays.items()}
        fields |= self.tables.rules | _sizes(self.tables, self.state)
        fields |= {f"entry_{name}": at for name, at in self.program.addresses.items()}
        for name in set(fields) & set(layout.RUN_STATE.names or ()):
            self.run_state[0][name] = fields[name]

    def run(self, seeds: NDArray[np.uint64], *, reuse_buffers: bool = False) -> RunColumns:
        """Play one run for every seed. With `reuse_buffers` the results are overwritten by the next
        call, which saves a third of the time."""
        seeds = np.ascontiguousarray(seeds, np.uint64)
        buffers = self.buffers if reuse_buffers else {}
        columns, overflow = self._run(seeds, buffers)
        if not overflow.any():
            return columns
        # Some runs did not fit into the kernel's memory: the interpreter plays those.
        columns, _ = self._run(seeds[~overflow], buffers)
        run = FightRun(self.plan)
        outcomes = [play_run(run, int(seed)) for seed in seeds[overflow]]
        return merge_columns(columns, columns_of_outcomes(self.plan, outcomes), overflow)

    def _run(
        self, seeds: NDArray[np.uint64], buffers: dict[str, NDArray[Any]]
    ) -> tuple[RunColumns, NDArray[np.bool_]]:
        columns = empty_columns(self.plan, len(seeds), buffers)
        overflow = np.zeros(len(seeds), np.uint8)
        run_state = self.run_state[0]
        for name, array in columns._asdict().items():
            run_state[f"out_{name}"] = array.ctypes.data
        run_state["out_overflow"] = overflow.ctypes.data
        run_state["seeds"], run_state["n_runs"] = seeds.ctypes.data, len(seeds)
        self.program.play_all(self.run_state.ctypes.data, 0, len(seeds))
        return columns, overflow.astype(bool)

    def outcome(self, seed: int) -> RunOutcome:
        """Play one run, and return it as the interpreter does."""
        return outcome_of_column(self.plan, self.run(np.array([seed], np.uint64)), seed)


# --- memory ---------------------------------------------------------------------------------------


def _allocate_state(tables: Tables) -> dict[str, NDArray[Any]]:
    """The memory that a run changes, with room for everything in progress: nothing is allocated
    later."""
    plan = tables.plan
    n, sides = len(plan.participants), len(plan.sides)
    statuses, depth = _max_statuses(plan), plan.profile.depth + 4
    tables.arrays["participants"]["statuses"] = np.arange(n) * statuses
    kinds = [participant.kind for participant in plan.participants]
    pools = np.array([amount for kind in kinds for amount in kind.pool_start] or [0], np.float64)
    frames = 8 * depth + SPARE_FRAMES
    scratch = depth * (10 * statuses + 12 * n + 64) + plan.profile.guard + 2
    if tables.has_expressions:
        scratch += layout.STACK_ROOM + layout.DICE_ROOM

    def words(count: int) -> NDArray[np.int64]:
        return np.zeros(max(1, count), np.int64)

    return {
        "combatants": np.zeros(n, layout.COMBATANT),
        "pools": np.zeros(len(pools), np.float64),
        "first_pools": pools,
        "usages": np.zeros(sum(len(kind.actions) for kind in kinds) + 1, layout.USAGE),
        "statuses": np.zeros(n * statuses, layout.STATUS),
        "remembered": np.zeros((len(plan.remembered) + 1) * (n + 1), layout.REMEMBERED),
        "counters": np.zeros(len(plan.counters) * n + 1, layout.COUNTER),
        "foes": words(sides * n), "n_foes": words(sides),
        "friends": words(sides * n), "n_friends": words(sides), "weakest": words(sides),
        "order": words(n), "listeners": words(layout.EVENT_COUNT * n),
        "n_listeners": words(layout.EVENT_COUNT),
        "only_target": words(layout.EVENT_COUNT), "shared": words(max(sides, len(plan.kinds))),
        "totals": words(sides), "percents": words(sides),
        "damage": words(len(plan.actions)), "uses": words(len(plan.actions)),
        "action_sides": np.array([kind.side for kind in plan.action_owners] or [0], np.int64),
        "scratch": words(scratch), "spare": words(3 * (n + statuses) + plan.profile.guard + 64),
        "uses_in_progress": np.zeros(frames, layout.USE),
        "events": np.zeros(frames, layout.EVENT),
        "blocks": words(frames * layout.BLOCK),
        "lasting": np.array(_lasting_pools(plan) or [0], np.int64),
    }  # fmt: skip


def _max_statuses(plan: Plan) -> int:
    """Room for the statuses of one combatant: one of every name from every source, and all that stack,
    within a limit."""
    stacks = {s.number: s.spec.max_stacks for s in plan.statuses if s.stacking == STACK}
    names = {status.number for status in plan.statuses} - stacks.keys()
    variants = sum(status.stacking == HIGHEST for status in plan.statuses)
    count = len(plan.participants)
    wanted = (len(names) + variants) * count + sum(stacks.values())
    return max(1, min(wanted, 200_000 // count + 8, 256))


def _lasting_pools(plan: Plan) -> list[int]:
    """The indexes of the reported pools among all pools."""
    indexes, first = [], 0
    for participant in plan.participants:
        indexes += [first + pool for pool in plan.lasting_pools(participant.kind)]
        first += len(participant.kind.pool_keys)
    return indexes


def _sizes(tables: Tables, state: dict[str, NDArray[Any]]) -> dict[str, int]:
    plan = tables.plan
    return {
        "n_steps": len(plan.steps), "n_combatants": len(plan.participants),
        "n_kinds": len(plan.kinds), "n_actions": len(plan.actions), "n_sides": len(plan.sides),
        "n_usages": len(state["usages"]), "max_statuses": _max_statuses(plan),
        "max_frames": len(state["events"]) - SPARE_FRAMES,
        "scratch_size": len(state["scratch"]), "combatant_bytes": state["combatants"].nbytes,
        "pool_bytes": state["pools"].nbytes, "max_sides": max_sides(plan),
        "n_counters": len(plan.counters),
        "n_lasting": len(_lasting_pools(plan)),
    }  # fmt: skip
