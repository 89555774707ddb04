"""From a plan to tables: everything that the program of the kernel reads, as records of numbers.

This needs NumPy, but not Numba. `layout.py` describes the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwright.core.rules.ledger import EPSILON
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.engine import compiled_effects as doings
from turnwright.skirmish.engine.plan import Deed, Kind, Meeting, Parts, Plan, Roll, Worn
from turnwright.skirmish.engine.run_state import CRITICAL_RULES, NUMBER_OF_FAMILY
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ACTION_RESOLVED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    EVENTS,
    LAIR_COUNT,
    MELEE,
)

from . import layout
from .requirement_programs import YES, Tests

Row = dict[str, Any]

INITIATIVE = {"each": layout.EACH, "group": layout.GROUP, "side": layout.SIDE}
REST = {"short rest": layout.STEP_SHORT_REST, "long rest": layout.STEP_LONG_REST}
QUIET_FOR_STRIKES = (
    ACTION_DECLARED, ACTION_RESOLVED, *range(ATTACK_DECLARED, ATTACK_MISSED + 1),
    DAMAGE_ROLLED, DAMAGE_TAKEN,
)  # fmt: skip
BEFORE_A_HIT = (ACTION_DECLARED, ACTION_RESOLVED, ATTACK_DECLARED, ATTACK_ROLLED)


def rows(dtype: np.dtype, entries: Sequence[Row]) -> NDArray[Any]:
    """Records of these fields; what is not said is 0. (There is always one, which has an address.)"""
    table = np.zeros(max(1, len(entries)), dtype)
    for row, entry in zip(table, entries, strict=False):
        for name, value in entry.items():
            row[name] = value
    return table


def lean_bits(lean: tuple[bool, bool]) -> int:
    return layout.ADVANTAGE * lean[0] | layout.DISADVANTAGE * lean[1]


class Words:
    """Words and bits for them, for those words only that anything asks for."""

    def __init__(self) -> None:
        self.bits: dict[str, int] = {}

    def bit(self, word: str) -> int:
        return self.bits.setdefault(word, 1 << len(self.bits))

    def mask(self, words: Iterable[str]) -> int:
        mask = 0
        for word in words:
            mask |= self.bits.get(word, 0)
        return mask


class Tags:
    """Tags as 63 bits. The plan numbers all that are written; if these are too many, only those that
    anything asks for get a bit here (`asked`, found in a first pass)."""

    def __init__(self, asked: int | None = None) -> None:
        self.asked = 0
        self.new = None
        if asked is not None:
            old = [bit for bit in range(asked.bit_length()) if asked >> bit & 1]
            self.new = {bit: place for place, bit in enumerate(old)}

    def ask(self, mask: int) -> int:
        """The bits of tags that something asks for."""
        self.asked |= mask
        return self.have(mask)

    def have(self, mask: int) -> int:
        """The bits of tags that something has."""
        if self.new is None:
            return mask & layout.ALL_BITS
        return sum(1 << place for bit, place in self.new.items() if mask >> bit & 1)


class Link(NamedTuple):
    """In a list: not a number, but the address of something in a table, by its place."""

    table: str
    place: int


class Tables:
    """All tables of a plan. Where a record or a list refers to another (`layout.REFERENCES`, `links`),
    it holds a place in that table until `locate` says where the tables lie."""

    def __init__(self, plan: Plan) -> None:
        tags = None
        if len(plan.tags.of) > layout.MOST_BITS:
            tags = _Builder(plan, Tags()).tags.asked
        built = _Builder(plan, Tags(tags))
        self.plan = plan
        self.n_tags = len(plan.tags.of) if built.tags.new is None else len(built.tags.new)
        self.n_conditions = len(built.conditions.bits)
        self.arrays: dict[str, NDArray[Any]] = {
            "kinds": rows(layout.KIND, built.kinds),
            "deeds": rows(layout.DEED, built.deeds),
            "effects": rows(layout.EFFECT, built.effects),
            "worn": rows(layout.WORN, built.worn),
            "rolls": rows(layout.ROLL, built.rolls),
            "terms": rows(layout.TERM, built.terms),
            "tests": rows(layout.TEST, built.tests.rows),
            "meetings": rows(layout.MEETING, built.meetings),
            "steps": rows(layout.STEP, built.steps),
            "members": rows(layout.BODY, built.members),
            "lists": np.array([*built.lists, 0], np.int64),
            "numbers": np.array([*built.numbers, 0.0], np.float64),
            "type_tags": np.array([*built.type_tags, 0], np.int64),
            "family_slots": np.array(built.family_slots, np.int64),
        }
        self.links = built.links
        self.rules = built.rules

    def locate(self, state: dict[str, NDArray[Any]]) -> None:
        """Places become addresses; those of bodies, pools and the like are in the state."""
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


def _addresses(places: Any, table: NDArray[Any], name: str) -> Any:
    base: int = table.ctypes.data
    addresses = np.where(places >= 0, base + places * table.itemsize, 0)
    return np.where(places == YES, layout.YES, addresses) if name == "tests" else addresses


class _Builder:
    """One pass over a plan."""

    def __init__(self, plan: Plan, tags: Tags) -> None:
        self.plan = plan
        self.tags = tags
        self.lists: list[int] = []
        self.links: list[tuple[int, str]] = []
        self.numbers: list[float] = []
        self.rolls: list[Row] = []
        self.terms: list[Row] = []
        self.effects: list[Row] = []
        self.known_rolls: dict[Roll, int] = {}
        self.conditions = Words()
        self.keys: dict[str, int] = {}
        self.tests = Tests(self)
        self.deeds = [
            self._deed(deed, kind) for deed, kind in zip(plan.deeds, plan.owners, strict=True)
        ]
        self.immune = [self._immune(kind) for kind in plan.kinds]
        self.worn = [self._worn(one) for one in plan.statuses]
        self.kinds = [self._kind(kind) for kind in plan.kinds]
        self.steps: list[Row] = []
        self.meetings: list[Row] = []
        self._steps()
        self.type_tags = [tags.have(mask) for mask in plan.type_tags]
        self.members = self._members()
        slots = {family: place for place, family in enumerate(sorted(self.tests.families))}
        self.family_slots = [slots.get(family, -1) for family in NUMBER_OF_FAMILY]
        self.rules = self._rules()

    # --- lists and dice ------------------------------------------------------------------------------

    def add(self, entries: Iterable[int | Link]) -> int:
        """A list of integers, or of links; where it begins."""
        entries = list(entries)
        first = len(self.lists)
        for place, entry in enumerate(entries, first):
            if isinstance(entry, Link):
                self.links.append((place, entry.table))
                entry = entry.place
            self.lists.append(int(entry))
        return first

    def add_floats(self, numbers: Iterable[float]) -> int:
        place = len(self.numbers)
        self.numbers += map(float, numbers)
        return place

    def roll(self, roll: Roll) -> int:
        if roll not in self.known_rolls:
            terms = [
                *({"sign": s, "count": n, "sides": d} for s, n, d in roll.dice),
                *(
                    {
                        "sign": t.sign, "count": t.count, "sides": t.sides, "factor": t.factor,
                        "variable": layout.VARIABLES.index(t.variable),
                    }
                    for t in roll.growing
                ),
            ]  # fmt: skip
            self.known_rolls[roll] = len(self.rolls)
            row: Row = {"flat": roll.flat, "terms": len(self.terms), "n": len(terms)}
            if not roll.growing and (
                not roll.dice or (len(roll.dice) == 1 and roll.dice[0][0] > 0)
            ):
                _, count, sides = roll.dice[0] if roll.dice else (1, 0, 1)
                row |= {"is_simple": 1, "count": count, "sides": sides}
            self.rolls.append(row)
            self.terms += terms
        return self.known_rolls[roll]

    def some(self, roll: Roll) -> int:
        """The number of a roll, -1 for one that is always 0."""
        return -1 if roll.is_nothing else self.roll(roll)

    def parts(self, parts: Parts) -> int:
        """How many parts, then the roll and the type of each."""
        flat: list[int | Link] = [len(parts.parts)]
        for roll, kind in parts.parts:
            flat += [Link("rolls", self.roll(roll)), kind]
        return self.add(flat)

    def unless(self, unless: Iterable[tuple[int, int, int]]) -> tuple[int, int]:
        flat = [n for which, kinds, tag in unless for n in (which, kinds, self.tags.ask(tag))]
        return self.add(flat), len(flat) // 3

    def key(self, name: str) -> int:
        """The number of a resource that an effect or a status names."""
        return self.keys.setdefault(name, len(self.keys))

    # --- deeds ---------------------------------------------------------------------------------------

    def _deed(self, deed: Deed, kind: Kind) -> Row:
        action, price, strike, shift = deed.action, deed.price, deed.strike, deed.shift
        picks = [layout.PICKS.index(word) for word in deed.picks if word != "random"]
        first, n = self.effects_of(deed.effects)
        row: Row = {
            "local": deed.local, "number": deed.index, "tags": self.tags.have(deed.tags),
            "simple": deed.simple,
            "is_spell": deed.is_spell, "toggles": deed.toggles, "limit": deed.limit,
            "quick": deed.quick, "gate": self._gate(deed)[0], "gate_amount": self._gate(deed)[1],
            "plain": self.add(pool for pool, _ in price.plain), "n_plain": len(price.plain),
            "plain_amounts": self.add_floats(amount for _, amount in price.plain),
            "levels": self.add(n for pair in price.levels for n in pair),
            "n_levels": len(price.levels) if price.levels or price.is_impossible else -1,
            "slot_level": -1 if price.slot_level is None else price.slot_level,
            "slot_pool": price.slot_pool, "variable": price.variable,
            "checks": self.tests.program([r for r in action.requires if not r.is_about_target], kind),
            "target_checks": self.tests.program(
                [r for r in action.requires if r.is_about_target], kind
            ),
            "when": YES,
            "count": self.roll(deed.count), "is_single": deed.is_single,
            "count_grows": bool(deed.count.growing),
            "who": layout.WHO.index(deed.who), "state": layout.STATES.index(deed.state),
            "has_range": deed.range is not None, "range": (deed.range or 0) + 1e-9,
            "picks": self.add(picks), "n_picks": len(picks),
            "at_random": deed.picks[-1] == "random", "is_least_hp": deed.picks == ("least hp",),
            "min_targets": deed.min_targets, "effects": first, "n_effects": n,
            "concentration": action.concentration, "level": action.level,
            "on_cancel": layout.POLICIES.index(deed.on_cancel),
            "ready": deed.ready, "recharge": deed.recharge, "cooldown": deed.cooldown,
            "holds": deed.holds, "moves": deed.moves,
            "is_anytime": bool(deed.events) and not isinstance(action.timing, Reaction),
            "shift_ac": shift.ac, "shift_low": shift.low, "shift_high": shift.high,
            "shift_outcome": shift.outcome, "shift_again": shift.again,
            "shift_always": shift.others or shift.cancels,
        }  # fmt: skip
        if strike is not None:
            row |= {
                "is_strike": 1, "times": strike.times, "to_hit": strike.to_hit,
                "critical": strike.critical, "damage": self.roll(strike.damage),
                "flat": strike.flat, "dice": strike.count, "sides": strike.sides,
            }  # fmt: skip
        if price.terms is not None:
            terms = price.terms
            word = terms.policy if isinstance(terms.policy, str) else ""
            row |= {
                "policy": layout.AMOUNTS.index(word), "least": terms.least, "step": terms.step,
                "most": inf if terms.max is None else terms.max,
                "fixed": 0 if word else terms.policy,
            }  # fmt: skip
        timing = action.timing
        if isinstance(timing, Reaction):
            row |= {
                "relation": layout.RELATIONS.index(timing.who),
                "is_source": timing.role == "source",
                "would_change": timing.would_change_outcome,
            }
            if timing.when is not None:
                row["when"] = self.tests.program([timing.when], kind, in_answer=True)
        return row

    @staticmethod
    def _gate(deed: Deed) -> tuple[int, float]:
        """The first pool that a deed takes from, and what must be in it; -1 if there is none."""
        if deed.quick >= 0:
            return deed.quick, 1.0
        for pool, amount in deed.price.plain:
            return pool, amount - EPSILON
        return -1, 0.0

    # --- effects -------------------------------------------------------------------------------------

    def effects_of(self, several: Sequence[doings.Doing]) -> tuple[int, int]:
        """Where these effects begin, and how many they are; what follows from them comes after."""
        first = len(self.effects)
        self.effects += [{} for _ in several]
        for place, one in enumerate(several, first):
            self.effects[place] = self._effect(one)
        return first, len(several)

    def _effect(self, one: doings.Doing) -> Row:
        to = layout.TO.index(one.to) if one.to in layout.TO else layout.TO_TARGET
        row: Row = {"op": OPS[type(one)], "to": to}
        if isinstance(one, doings.DoAttack):
            then, other = self.effects_of(one.on_hit), self.effects_of(one.on_miss)
            row |= {
                "roll": self.roll(one.to_hit), "parts": self.parts(one.damage),
                "times": self.roll(one.times), "lean": lean_bits(one.lean),
                "critical": one.critical, "single": one.single,
                "then": then[0], "n_then": then[1], "other": other[0], "n_other": other[1],
            }  # fmt: skip
        elif isinstance(one, doings.DoSave):
            then, other = self.effects_of(one.on_fail), self.effects_of(one.on_success)
            row |= {
                "dc": one.dc, "ability": one.ability, "half": one.half,
                "parts": self.parts(one.damage),
                "then": then[0], "n_then": then[1], "other": other[0], "n_other": other[1],
            }  # fmt: skip
        elif isinstance(one, doings.DoHarm):
            row["parts"] = self.parts(one.damage)
        elif isinstance(one, doings.DoHeal):
            row |= {"roll": self.roll(one.amount), "temporary": one.temporary}
        elif isinstance(one, doings.DoApply):
            row["worn"] = self._number_of(one.worn)
        elif isinstance(one, doings.DoRemove):
            row |= {
                "condition": self.conditions.bit(one.name) if one.name else 0,
                "tag": self.tags.ask(one.tag), "by_self": one.by_self,
            }  # fmt: skip
        elif isinstance(one, doings.DoGain):
            row |= {
                "key": self.key(one.key), "roll": self.roll(one.amount), "sign": one.sign,
                "above": one.above,
            }  # fmt: skip
        elif isinstance(one, doings.DoMove):
            row |= {"roll": self.roll(one.distance), "away": one.away, "is_self": one.is_self}
        elif isinstance(one, doings.DoRoll):
            row |= {"roll": self.roll(one.add), "again": layout.AGAIN.index(one.again)}
        elif isinstance(one, doings.DoOutcome):
            row["outcome"] = one.outcome
        elif isinstance(one, doings.DoChangeDamage):
            row |= {
                "parts": self.parts(one.add), "roll": self.roll(one.reduce),
                "multiply": one.multiply, "redirect": one.redirect,
            }  # fmt: skip
        elif isinstance(one, doings.DoGrant):
            row["tag"] = self.tags.ask(one.tag)
        return row

    def _number_of(self, worn: Worn) -> int:
        return next(n for n, one in enumerate(self.plan.statuses) if one is worn)

    # --- statuses ------------------------------------------------------------------------------------

    def _worn(self, worn: Worn) -> Row:
        spec, duration, repeat = worn.spec, worn.spec.duration, worn.spec.repeat_save
        unless, n_unless = self.unless(worn.unless)
        row: Row = {
            "number": worn.number, "tags": self.tags.have(worn.tags), "ac": worn.ac, "dc": worn.dc,
            "to_hit": self.some(worn.to_hit), "save": self.some(worn.save),
            "reduction": self.some(worn.reduction),
            "damage": self.parts(worn.damage) if worn.damage.parts else -1,
            "dealt": worn.dealt, "taken": worn.taken,
            "leans": lean_bits(worn.attacks) << layout.LEAN_ATTACKS
            | lean_bits(worn.attacked) << layout.LEAN_ATTACKED
            | lean_bits(worn.in_melee) << layout.LEAN_IN_MELEE
            | lean_bits(worn.at_range) << layout.LEAN_AT_RANGE,
            "saves": lean_bits(worn.saves), "saves_of": worn.saves_of,
            "saves_against": self.tags.ask(worn.saves_against), "fails": worn.fails,
            "resist": worn.resist, "immune": worn.immune, "vulnerable": worn.vulnerable,
            "unless": unless, "n_unless": n_unless,
            "incapacitated": worn.incapacitated, "no_reactions": worn.no_reactions,
            "no_movement": worn.no_movement, "critical_in_melee": worn.critical_in_melee,
            "gain": self.add(self.key(key) for key, _ in worn.gain), "n_gain": len(worn.gain),
            "gain_amounts": self.add_floats(amount for _, amount in worn.gain),
            "heal": self.some(worn.heal), "harm": self.parts(worn.harm) if worn.harm.parts else -1,
            "conditions": self.conditions.mask(worn.conditions), "is_plain": worn.is_plain,
            "passes": worn.passes, "has_turns": duration.turns is not None,
            "turns": duration.turns or 0, "of_source": duration.of == "source",
            "at_end": duration.at == "end", "until": layout.UNTILS.index(duration.until),
            "ends_with_source": spec.ends_with_source, "ends_on_damage": spec.ends_on_damage,
        }  # fmt: skip
        if repeat is not None:
            row |= {
                "repeats": 1, "repeat_at_end": repeat.at == "end",
                "repeat_ability": self.plan.abilities.of.get(repeat.ability.lower(), 0),
                "has_repeat_dc": repeat.dc is not None, "repeat_dc": repeat.dc or 0,
            }  # fmt: skip
        return row

    # --- kinds and bodies ----------------------------------------------------------------------------

    def _immune(self, kind: Kind) -> int:
        mask = 0
        for word in sorted(kind.condition_immune):
            mask |= self.conditions.bit(word)
        return mask

    def _kind(self, kind: Kind) -> Row:
        combatant = kind.combatant
        abilities = range(len(self.plan.abilities.of))
        unless, n_unless = self.unless(kind.unless)
        resets = [
            layout.RESETS.get(word, 0) | (layout.IS_USES if key.startswith("use of ") else 0)
            for word, key in zip(kind.pool_reset, kind.pool_keys, strict=True)
        ]  # fmt: skip
        dice = sorted((int(k[7:]) for k in kind.pools if k.startswith("HitDie_")), reverse=True)
        granted = self.plan.profile.turn_pools
        start = combatant.start_hp
        first_deed = kind.deeds[0].index if kind.deeds else 0
        return {
            "side": kind.side, "ac": kind.ac, "tags": self.tags.have(kind.tags),
            "resist": kind.resist, "immune": kind.immune, "vulnerable": kind.vulnerable,
            "unless": unless, "n_unless": n_unless,
            "is_special": bool(kind.resist or kind.immune or kind.vulnerable or kind.unless),
            "condition_immune": self.immune[kind.index], "death_saves": kind.death_saves,
            "hp": self.roll(kind.hp), "rolls_hp": kind.rolls_hp,
            "has_start": start is not None, "start_hp": start or 0,
            "initiative": self.roll(kind.initiative),
            "initiative_lean": lean_bits(kind.initiative_lean),
            "deeds": first_deed, "n_deeds": len(kind.deeds),
            "main": self.add(n for d in kind.main for n in (Link("deeds", d.index), self._gate(d)[0])),
            "n_main": len(kind.main),
            "main_amounts": self.add_floats(self._gate(deed)[1] for deed in kind.main),
            "setup": self._deeds(kind.setup), "n_setup": len(kind.setup),
            "reactions": self._reactions(kind), "is_guarded": kind.guarded,
            "recharging": self._deeds(kind.recharging),
            "n_recharging": len(kind.recharging),
            "n_pools": len(kind.pool_keys), "n_turn_pools": kind.turn_count,
            "pool_max": self.add_floats(kind.pool_max), "pool_reset": self.add(resets),
            "keys": self.add(kind.pools.get(key, -1) for key in self.keys),
            "granted": self.add(kind.pools[key] for key in granted), "n_granted": len(granted),
            "granted_amounts": self.add_floats(granted.values()),
            "saves": self.add(kind.saves[a] for a in abilities),
            "save_leans": self.add(lean_bits(kind.save_lean[a]) for a in abilities),
            "traits": self.add(Link("worn", self._number_of(trait)) for trait in kind.traits),
            "n_traits": len(kind.traits), "arrival": combatant.arrival,
            "hit_dice": self.add(n for d in dice for n in (d, kind.pools[f"HitDie_{d}"])),
            "n_hit_dice": len(dice), "con": combatant.con, "number": kind.index,
            "position": kind.position, "reach": combatant.reach, "dpr": kind.dpr,
        }  # fmt: skip

    def _deeds(self, deeds: Iterable[Deed]) -> int:
        return self.add(Link("deeds", deed.index) for deed in deeds)

    def _reactions(self, kind: Kind) -> int:
        """For every event where its reactions begin (each is a deed, and tags that the event must
        have), how many they are, and whom they are all about."""
        entries: list[int | Link] = []
        for event in range(len(EVENTS)):
            deeds = kind.reactions.get(event, [])
            pairs: list[int | Link] = []
            for deed in deeds:
                for must in deed.events[event]:
                    pairs += [Link("deeds", deed.index), self.tags.ask(must)]
            about = {self._about(deed) for deed in deeds}
            whom = about.pop() if len(about) == 1 else 0
            entries += [Link("lists", self.add(pairs)), len(pairs) // 2, whom]
        return self.add(entries)

    @staticmethod
    def _about(deed: Deed) -> int:
        timing = deed.action.timing
        if not isinstance(timing, Reaction):
            return 0
        return layout.about_of(layout.RELATIONS.index(timing.who), timing.role == "source")

    def _members(self) -> list[Row]:
        """Every body as it is before the first encounter."""
        members, pools, tallies = [], 0, 0
        for member in self.plan.members:
            kind = member.kind
            members.append({
                "hp": kind.hp.flat, "max_hp": kind.hp.flat, "temp": kind.combatant.temporary_hp,
                "ac": kind.ac, "side": member.side, "kind": kind.index, "up": 1, "here": 1,
                "plain": 1, "answered_in": -1, "number": member.index, "pools": pools,
                "tallies": tallies,
                "tags": self.tags.have(kind.tags), "resist": kind.resist, "immune": kind.immune,
                "vulnerable": kind.vulnerable, "position": kind.position,
                "rolls": layout.GUARDS_UNLESS if kind.unless else 0, "dealt": 1, "taken": 1,
            })  # fmt: skip
            pools += len(kind.pool_keys)
            tallies += len(kind.deeds)
        return members

    # --- the day and the rules -----------------------------------------------------------------------

    def _steps(self) -> None:
        for step in self.plan.steps:
            if not isinstance(step, Meeting):
                self.steps.append({"kind": REST[step.kind]})
                continue
            self.steps.append({"kind": layout.STEP_MEETING, "meeting": len(self.meetings)})
            ready = [side in step.precast for side in range(len(self.plan.sides))]
            self.meetings.append({
                "number": len(self.meetings),
                "members": self.add(Link("bodies", m) for m in step.members),
                "n_members": len(step.members),
                "sides": self.add(step.sides), "n_sides": len(step.sides),
                "surprised": self.add(int(m in step.surprised) for m in step.members),
                "precast": self.add(map(int, ready)), "is_prepared": bool(step.precast),
            })  # fmt: skip

    def _rules(self) -> Row:
        """What the world is told about the profile, and about what anybody listens to."""
        plan, profile = self.plan, self.plan.profile
        check = plan.check
        is_one_die = len(check.dice) == 1 and check.dice[0][:2] == (1, 1) and not check.flat
        wanted = [
            n in plan.heard or NUMBER_OF_FAMILY[n] in plan.remembered for n in range(len(EVENTS))
        ]
        die = check.dice[0][2] if is_one_die else 0
        word = (profile.concentration or "").lower()
        looked_at = [
            n in plan.heard or self.family_slots[n] >= 0 for n in range(len(EVENTS))
        ]  # what is remembered, but for nobody, need not be told
        is_plain = not any(looked_at[n] for n in BEFORE_A_HIT)
        is_plain &= ATTACK_HIT not in plan.heard and ATTACK_MISSED not in plan.heard
        return {
            "die": die, "check": self.roll(check),
            "critical_rule": CRITICAL_RULES[profile.critical_damage],
            "fumble": profile.fumble, "critical": profile.critical,
            "melee": self.tags.ask(plan.tags.bit(MELEE)), "critical_tag": self.tags.have(plan.critical),
            "concentration_ability": plan.abilities.of.get(word, 0),
            "keeps_concentration": profile.concentration is not None,
            "concentration_dc": profile.concentration_dc,
            "concentration_dc_most": profile.concentration_dc_most,
            "massive_damage": profile.massive_damage,
            "recharge_die": profile.recharge_die, "lair_count": profile.lair_count,
            "most_rounds": profile.rounds, "guard": profile.guard, "depth_limit": profile.depth,
            "affected_first": profile.listeners == "affected first",
            "loses_turn": profile.surprise == "lose turn", "late": profile.surprise == "disadvantage",
            "initiative_mode": INITIATIVE[profile.initiative],
            "rounds_refill": any("round" in kind.pool_reset for kind in plan.kinds),
            "wanted": sum(1 << n for n, one in enumerate(looked_at) if one),
            "heard": sum(1 << n for n in plan.heard),
            "remembers": bool(self.tests.families), "remembers_own": self.tests.looks_at_own,
            "remembers_any": self.tests.looks_at_any, "has_statuses": bool(plan.statuses),
            "strikes_are_quiet": bool(die) and not any(wanted[n] for n in QUIET_FOR_STRIKES),
            "strikes_are_plain": bool(die) and is_plain,
            "attacks_are_heard": any(wanted[ATTACK_DECLARED : ATTACK_MISSED + 1]),
            "hears_lair": LAIR_COUNT in plan.heard, "common": plan.common,
        }  # fmt: skip


OPS = {
    doings.DoAttack: layout.DO_ATTACK, doings.DoSave: layout.DO_SAVE, doings.DoHarm: layout.DO_HARM,
    doings.DoHeal: layout.DO_HEAL, doings.DoApply: layout.DO_APPLY, doings.DoRemove: layout.DO_REMOVE,
    doings.DoGain: layout.DO_GAIN, doings.DoMove: layout.DO_MOVE,
    doings.DoEndTurn: layout.DO_END_TURN, doings.DoCancel: layout.DO_CANCEL,
    doings.DoRoll: layout.DO_ROLL, doings.DoOutcome: layout.DO_OUTCOME,
    doings.DoChangeDamage: layout.DO_CHANGE_DAMAGE, doings.DoGrant: layout.DO_GRANT,
}  # fmt: skip
