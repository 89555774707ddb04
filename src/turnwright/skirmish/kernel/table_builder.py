"""One pass over a plan: the rows of all tables, with numbers in place of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from turnwright.core.rules.ledger import EPSILON
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.engine import compiled_effects as effects
from turnwright.skirmish.engine.actions import CompiledAction
from turnwright.skirmish.engine.dice import ONE, AdvantagePair, ComputedTerm, DamageRoll, DiceRoll
from turnwright.skirmish.engine.plan import CombatantKind, CompiledStatus, Plan, PlannedEncounter
from turnwright.skirmish.engine.run_state import (
    CRITICAL_RULES,
    FAMILY_NUMBER,
    SIMPLE_ATTACK_EVENTS,
)
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ACTION_RESOLVED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    EVENTS,
    LAIR_COUNT,
    MELEE,
)

from . import layout
from .name_bits import NameBits, TagBits
from .requirement_programs import YES, RequirementPrograms, TableLink

Row = dict[str, Any]

INITIATIVE_GROUPINGS = {"each": layout.EACH, "group": layout.GROUP, "side": layout.SIDE}
RESTS = {"short rest": layout.STEP_SHORT_REST, "long rest": layout.STEP_LONG_REST}
BEFORE_A_HIT = (ACTION_DECLARED, ACTION_RESOLVED, ATTACK_DECLARED, ATTACK_ROLLED)


def roll_mode_bits(mode: AdvantagePair) -> int:
    """A roll mode as bits."""
    return layout.ADVANTAGE * bool(mode[0]) | layout.DISADVANTAGE * mode[1]


class TableBuilder:
    """The rows of all tables of a plan. References to other tables are indexes."""

    def __init__(self, plan: Plan, tags: TagBits) -> None:
        self.plan = plan
        self.tags = tags
        self.lists: list[int] = []
        self.links: list[tuple[int, str]] = []
        self.numbers: list[float] = []
        self.rolls: list[Row] = []
        self.terms: list[Row] = []
        self.effects: list[Row] = []
        self.known_rolls: dict[DiceRoll, int] = {}
        self.conditions = NameBits()
        self.keys: dict[str, int] = {}
        self.programs = RequirementPrograms(self)
        self.actions = [
            self._action(action, kind)
            for action, kind in zip(plan.actions, plan.action_owners, strict=True)
        ]
        self.immune = [self._immune(kind) for kind in plan.kinds]
        self.statuses = [self._status(one) for one in plan.statuses]
        self.kinds = [self._kind(kind) for kind in plan.kinds]
        self.steps: list[Row] = []
        self.encounters: list[Row] = []
        self._add_steps()
        self.type_tags = [tags.have(mask) for mask in plan.type_tags]
        self.participants = self._participants()
        slots = {family: place for place, family in enumerate(sorted(self.programs.families))}
        self.family_slots = [slots.get(family, -1) for family in FAMILY_NUMBER]
        self.counter_rules = [
            n
            for counter in plan.counters
            for n in (counter.event, tags.ask(counter.tags), layout.WINDOWS.index(counter.span))
        ]
        self.rules = self._rules()

    # --- lists and dice ------------------------------------------------------------------------------

    def add(self, entries: Iterable[int | TableLink]) -> int:
        """Add a list of integers or links; returns where it begins."""
        entries = list(entries)
        first = len(self.lists)
        for place, entry in enumerate(entries, first):
            if isinstance(entry, TableLink):
                self.links.append((place, entry.table))
                entry = entry.index
            self.lists.append(int(entry))
        return first

    def add_floats(self, numbers: Iterable[float]) -> int:
        """Add a list of floats; returns where it begins."""
        place = len(self.numbers)
        self.numbers += map(float, numbers)
        return place

    def roll(self, roll: DiceRoll) -> int:
        """The index of a roll."""
        if roll not in self.known_rolls:
            terms = [
                *({"sign": s, "count": n, "sides": d} for s, n, d in roll.dice),
                *(
                    {"variable": layout.COMPUTED, "program": self.programs.expression(t.expression)}
                    if isinstance(t, ComputedTerm)
                    else {
                        "sign": t.sign, "count": t.count, "sides": t.sides, "factor": t.factor,
                        "variable": layout.VARIABLES.index(t.variable),
                    }
                    for t in roll.variable_terms
                ),
            ]  # fmt: skip
            self.known_rolls[roll] = len(self.rolls)
            row: Row = {"flat": roll.flat, "terms": len(self.terms), "n": len(terms)}
            if not roll.variable_terms and (
                not roll.dice or (len(roll.dice) == 1 and roll.dice[0][0] > 0)
            ):
                _, count, sides = roll.dice[0] if roll.dice else (1, 0, 1)
                row |= {"is_simple": 1, "count": count, "sides": sides}
            self.rolls.append(row)
            self.terms += terms
        return self.known_rolls[roll]

    def roll_or_none(self, roll: DiceRoll) -> int:
        """The index of a roll, -1 for one that is always 0."""
        return -1 if roll.is_zero else self.roll(roll)

    def damage(self, damage: DamageRoll) -> int:
        """Add a list: how many parts, then the roll and the type of each."""
        flat: list[int | TableLink] = [len(damage.parts)]
        for roll, damage_type in damage.parts:
            flat += [TableLink("rolls", self.roll(roll)), damage_type]
        return self.add(flat)

    def bypassed(self, bypassed: Iterable[tuple[int, int, int]]) -> tuple[int, int]:
        """Add a list of defences that a tag bypasses; returns where it begins and its length."""
        flat = [n for which, types, tag in bypassed for n in (which, types, self.tags.ask(tag))]
        return self.add(flat), len(flat) // 3

    def key(self, name: str) -> int:
        """The number of a resource that an effect or a status names."""
        return self.keys.setdefault(name, len(self.keys))

    # --- actions -------------------------------------------------------------------------------------

    def _action(self, action: CompiledAction, kind: CombatantKind) -> Row:
        spec, change, program = action.spec, action.roll_change, self.programs.program
        picks = [layout.PICKS.index(word) for word in action.picks if word != "random"]
        first, n = self.add_effects(action.effects)
        first_pool, first_amount = self._first_cost(action)
        row: Row = {
            "local_index": action.local_index, "number": action.index,
            "tags": self.tags.have(action.tags), "targets_any_foe": action.targets_any_foe,
            "is_spell": action.is_spell, "is_repeatable": action.is_repeatable,
            "turn_limit": action.turn_limit, "single_pool": action.single_pool,
            "first_pool": first_pool, "first_amount": first_amount,
            "requirements": program([r for r in spec.requires if not r.is_about_target], kind),
            "target_requirements": program([r for r in spec.requires if r.is_about_target], kind),
            "when": YES,
            "count": self.roll(action.count), "is_single": action.is_single,
            "count_is_variable": bool(action.count.variable_terms),
            "who": layout.WHO.index(action.who), "state": layout.STATES.index(action.state),
            "has_range": action.range is not None, "range": (action.range or 0) + EPSILON,
            "picks": self.add(picks), "n_picks": len(picks),
            "at_random": action.picks[-1] == "random", "is_least_hp": action.picks == ("least hp",),
            "min_targets": action.min_targets, "effects": first, "n_effects": n,
            "concentration": spec.concentration, "level": spec.level,
            "on_cancel": layout.POLICIES.index(action.on_cancel),
            "recharge_pool": action.recharge_pool, "recharge": action.recharge,
            "cooldown": action.cooldown, "sustains_statuses": action.sustains_statuses,
            "movement_pool": action.movement_pool,
            "beside_others": spec.beside_others,
            "is_anytime": bool(action.triggers) and not isinstance(spec.timing, Reaction),
            "change_ac": change.ac, "change_lowest": change.lowest,
            "change_highest": change.highest, "change_outcome": change.outcome,
            "rerolls": change.rerolls, "always_changes": change.other_effects or change.cancels,
        }  # fmt: skip
        row |= self._cost(action)
        simple = action.simple_attack
        if simple is not None:
            row |= {
                "is_simple_attack": 1, "times": simple.times, "to_hit": simple.to_hit,
                "critical": simple.critical, "damage": self.roll(simple.damage),
                "flat": simple.flat, "dice_count": simple.dice, "sides": simple.sides,
            }  # fmt: skip
        timing = spec.timing
        if isinstance(timing, Reaction):
            row |= {
                "relation": layout.RELATIONS.index(timing.who),
                "is_source": timing.role == "source",
                "would_change": timing.would_change_outcome,
            }
            if timing.when is not None:
                row["when"] = program([timing.when], kind, in_reaction=True)
        return row

    def _cost(self, action: CompiledAction) -> Row:
        price = action.price
        levels = price.upcast[0].levels if price.upcast else ()
        slot = price.slots[0] if price.slots else None
        row: Row = {
            "fixed": self.add(pool for pool, _ in price.fixed), "n_fixed": len(price.fixed),
            "fixed_amounts": self.add_floats(amount for _, amount in price.fixed),
            "levels": self.add(n for level in levels for n in (level.level, level.key)),
            "n_levels": len(levels) if price.upcast else -1,
            "slot_level": -1 if slot is None else slot.level,
            "slot_pool": -1 if slot is None else slot.key, "variable_pool": -1,
        }  # fmt: skip
        if price.variable:
            pool, variable, _ = price.variable[0]
            policy = variable.policy if isinstance(variable.policy, str) else ""
            row |= {
                "variable_pool": pool, "policy": layout.AMOUNTS.index(policy), "least": variable.least,
                "step": variable.step, "most": inf if variable.max is None else variable.max,
                "fixed_amount": 0 if policy else variable.policy,
            }  # fmt: skip
        return row

    @staticmethod
    def _first_cost(action: CompiledAction) -> tuple[int, float]:
        """The first pool that an action takes from, and what must be in it; -1 if there is none."""
        if action.single_pool >= 0:
            return action.single_pool, 1.0
        for pool, amount in action.price.fixed:
            return pool, amount - EPSILON
        return -1, 0.0

    # --- effects -------------------------------------------------------------------------------------

    def add_effects(self, several: Sequence[effects.CompiledEffect]) -> tuple[int, int]:
        """Add effects, and behind them those that follow from them; returns where they begin, and how
        many they are."""
        first = len(self.effects)
        self.effects += [{} for _ in several]
        for place, one in enumerate(several, first):
            self.effects[place] = self._effect(one)
        return first, len(several)

    def _following(
        self,
        success: Sequence[effects.CompiledEffect],
        failure: Sequence[effects.CompiledEffect],
    ) -> Row:
        row: Row = {}
        row["success_effects"], row["n_success_effects"] = self.add_effects(success)
        row["failure_effects"], row["n_failure_effects"] = self.add_effects(failure)
        return row

    def _effect(self, one: effects.CompiledEffect) -> Row:
        to = layout.TO.index(one.to) if one.to in layout.TO else layout.TO_TARGET
        row: Row = {"op": EFFECT_OPS[type(one)], "to": to}
        if isinstance(one, effects.AttackEffect):
            row |= self._following(one.on_hit, one.on_miss) | {
                "roll": self.roll(one.to_hit), "parts": self.damage(one.damage),
                "times": self.roll(one.times), "roll_mode": roll_mode_bits(one.roll_mode),
                "critical": one.critical, "is_single": one.is_single,
            }  # fmt: skip
        elif isinstance(one, effects.SaveEffect):
            row |= self._following(one.on_fail, one.on_success) | {
                "dc": one.dc, "dc_roll": self.roll_or_none(one.dc_roll), "per_target": one.per_target,
                "ability": one.ability, "half": one.half,
                "parts": self.damage(one.damage),
            }  # fmt: skip
        elif isinstance(one, effects.ConditionalEffect):
            row |= self._following(one.then, one.otherwise) | {"roll": self.roll(one.holds)}
        elif isinstance(one, effects.DamageEffect):
            row["parts"] = self.damage(one.damage)
        elif isinstance(one, effects.HealEffect):
            row |= {"roll": self.roll(one.amount), "temporary": one.temporary}
        elif isinstance(one, effects.ApplyStatusEffect):
            row["compiled"] = self._status_index(one.status)
            row["stacks"] = -1 if one.stacks == ONE else self.roll(one.stacks)
        elif isinstance(one, effects.RemoveStatusEffect):
            row |= {
                "condition": self.conditions.bit(one.name) if one.name else 0,
                "tag": self.tags.ask(one.tag), "by_self": one.by_self,
                "stacks": -1 if one.stacks is None else self.roll(one.stacks),
            }  # fmt: skip
        elif isinstance(one, effects.ChangePoolEffect):
            row |= {
                "key": self.key(one.key), "roll": self.roll(one.amount), "sign": one.sign,
                "above_max": one.above_max,
            }  # fmt: skip
        elif isinstance(one, effects.MoveEffect):
            row |= {"roll": self.roll(one.distance), "away": one.away, "is_self": one.is_self}
        elif isinstance(one, effects.ChangeRollEffect):
            row |= {"roll": self.roll(one.add), "again": layout.AGAIN.index(one.again)}
        elif isinstance(one, effects.SetOutcomeEffect):
            row["outcome"] = one.outcome
        elif isinstance(one, effects.ChangeDamageEffect):
            row |= {
                "parts": self.damage(one.add), "roll": self.roll(one.reduce),
                "multiply": one.multiply, "redirect": one.redirect,
            }  # fmt: skip
        elif isinstance(one, effects.GrantActionEffect):
            row["tag"] = self.tags.ask(one.tag)
        return row

    def _status_index(self, status: CompiledStatus) -> int:
        return next(n for n, one in enumerate(self.plan.statuses) if one is status)

    # --- statuses ------------------------------------------------------------------------------------

    def _status(self, status: CompiledStatus) -> Row:
        spec, duration, repeat = status.spec, status.spec.duration, status.spec.repeat_save
        bypassed, n_bypassed = self.bypassed(status.bypassed)
        row: Row = {
            "number": status.number, "tags": self.tags.have(status.tags), "ac": status.ac,
            "dc": status.dc, "to_hit": self.roll_or_none(status.to_hit),
            "save": self.roll_or_none(status.save), "reduction": self.roll_or_none(status.reduction),
            "damage": self.damage(status.damage) if status.damage.parts else -1,
            "damage_dealt": status.damage_dealt, "damage_taken": status.damage_taken,
            "roll_modes": roll_mode_bits(status.attacks) << layout.MODE_ATTACKS
            | roll_mode_bits(status.attacked) << layout.MODE_ATTACKED
            | roll_mode_bits(status.attacked_in_melee) << layout.MODE_ATTACKED_IN_MELEE
            | roll_mode_bits(status.attacked_at_range) << layout.MODE_ATTACKED_AT_RANGE,
            "saves": roll_mode_bits(status.saves), "saves_of": status.saves_of,
            "saves_against": self.tags.ask(status.saves_against),
            "failed_saves": status.failed_saves,
            "resist": status.resist, "immune": status.immune, "vulnerable": status.vulnerable,
            "bypassed": bypassed, "n_bypassed": n_bypassed,
            "incapacitated": status.incapacitated, "no_reactions": status.no_reactions,
            "no_movement": status.no_movement, "critical_in_melee": status.critical_in_melee,
            "gain": self.add(self.key(key) for key, _ in status.gain), "n_gain": len(status.gain),
            "gain_amounts": self.add_floats(amount for _, amount in status.gain),
            "heal_each_turn": self.roll_or_none(status.heal_each_turn),
            "damage_each_turn": self.damage(status.damage_each_turn)
            if status.damage_each_turn.parts else -1,
            "conditions": self.conditions.mask(status.conditions), "only_tags": status.only_tags,
            "can_expire": status.can_expire, "has_turns": duration.turns is not None,
            "turns": duration.turns or 0, "of_source": duration.of == "source",
            "at_end": duration.at == "end", "until": layout.UNTILS.index(duration.until),
            "ends_with_source": spec.ends_with_source, "ends_on_damage": spec.ends_on_damage,
            "stacking": status.stacking, "max_stacks": spec.max_stacks, "potency": status.potency,
            "temporary_hp": self.roll_or_none(status.temporary_hp), "times": duration.times,
        }  # fmt: skip
        if repeat is not None:
            row |= {
                "repeats": 1, "repeat_at_end": repeat.at == "end",
                "repeat_ability": self.plan.abilities.numbers.get(repeat.ability.lower(), 0),
                "repeat_dc": -1 if repeat.dc is None else self.roll(status.repeat_dc),
            }  # fmt: skip
        return row

    # --- kinds and participants ----------------------------------------------------------------------

    def _immune(self, kind: CombatantKind) -> int:
        mask = 0
        for name in sorted(kind.condition_immune):
            mask |= self.conditions.bit(name)
        return mask

    def _kind(self, kind: CombatantKind) -> Row:
        spec = kind.spec
        abilities = range(len(self.plan.abilities.numbers))
        bypassed, n_bypassed = self.bypassed(kind.bypassed)
        resets = [
            layout.RESETS.get(reset, 0) | (layout.IS_USES if key.startswith("use of ") else 0)
            for reset, key in zip(kind.pool_reset, kind.pool_keys, strict=True)
        ]
        dice = sorted((int(k[7:]) for k in kind.pools if k.startswith("HitDie_")), reverse=True)
        granted = self.plan.profile.turn_pools
        first_costs = [self._first_cost(action) for action in kind.turn_actions]
        turn_actions = [
            n for action, (pool, _) in zip(kind.turn_actions, first_costs, strict=True)
            for n in (TableLink("actions", action.index), pool)
        ]  # fmt: skip
        return {
            "side": kind.side, "ac": kind.ac, "tags": self.tags.have(kind.tags),
            "resist": kind.resist, "immune": kind.immune, "vulnerable": kind.vulnerable,
            "bypassed": bypassed, "n_bypassed": n_bypassed,
            "has_defences": bool(kind.resist or kind.immune or kind.vulnerable or kind.bypassed),
            "condition_immune": self.immune[kind.index], "death_saves": kind.death_saves,
            "hp": self.roll(kind.hp), "rolls_hp": kind.rolls_hp,
            "has_start": spec.start_hp is not None, "start_hp": spec.start_hp or 0,
            "initiative": self.roll(kind.initiative),
            "initiative_mode": roll_mode_bits(kind.initiative_mode),
            "actions": kind.actions[0].index if kind.actions else 0, "n_actions": len(kind.actions),
            "turn_actions": self.add(turn_actions), "n_turn_actions": len(kind.turn_actions),
            "turn_action_amounts": self.add_floats(amount for _, amount in first_costs),
            "setup_actions": self._links(kind.setup_actions),
            "n_setup_actions": len(kind.setup_actions),
            "reactions": self._reactions(kind), "has_free_actions": kind.has_free_actions,
            "recharging": self._links(kind.recharging), "n_recharging": len(kind.recharging),
            "n_pools": len(kind.pool_keys), "n_turn_pools": kind.turn_pool_count,
            "pool_max": self.add_floats(kind.pool_max),
            "pool_after_reset": self.add_floats(kind.pool_after_reset), "pool_reset": self.add(resets),
            "pool_of_key": self.add(kind.pools.get(key, -1) for key in self.keys),
            "granted": self.add(kind.pools[key] for key in granted), "n_granted": len(granted),
            "granted_amounts": self.add_floats(granted.values()),
            "saves": self.add(kind.saves[a] for a in abilities),
            "save_modes": self.add(roll_mode_bits(kind.save_modes[a]) for a in abilities),
            "traits": self.add(
                TableLink("compiled_statuses", self._status_index(trait)) for trait in kind.traits
            ),
            "n_traits": len(kind.traits), "arrival": spec.arrival,
            "hit_dice": self.add(n for d in dice for n in (d, kind.pools[f"HitDie_{d}"])),
            "n_hit_dice": len(dice), "con": spec.con, "number": kind.index,
            "position": kind.position, "reach": spec.reach,
            "expected_damage": kind.expected_damage,
        }  # fmt: skip

    def _links(self, actions: Iterable[CompiledAction]) -> int:
        return self.add(TableLink("actions", action.index) for action in actions)

    def _reactions(self, kind: CombatantKind) -> int:
        """For every event where its reactions begin (each is an action, and tags that the event must
        have), how many they are, and the relation that all of them need."""
        entries: list[int | TableLink] = []
        for event in range(len(EVENTS)):
            actions = kind.reactions.get(event, [])
            pairs: list[int | TableLink] = []
            for action in actions:
                for mask in action.triggers[event]:
                    pairs += [TableLink("actions", action.index), self.tags.ask(mask)]
            relations = {self._relation(action) for action in actions}
            relation = relations.pop() if len(relations) == 1 else 0
            entries += [TableLink("lists", self.add(pairs)), len(pairs) // 2, relation]
        return self.add(entries)

    @staticmethod
    def _relation(action: CompiledAction) -> int:
        timing = action.spec.timing
        if not isinstance(timing, Reaction):
            return 0
        return layout.relation_code(layout.RELATIONS.index(timing.who), timing.role == "source")

    def _participants(self) -> list[Row]:
        """Every combatant as it is before the first encounter."""
        rows, pools, usages = [], 0, 0
        for participant in self.plan.participants:
            kind = participant.kind
            rows.append({
                "hp": kind.hp.flat, "max_hp": kind.hp.flat, "temp": kind.spec.temporary_hp,
                "ac": kind.ac, "side": participant.side, "kind": kind.index, "up": 1, "present": 1,
                "unmodified": 1, "answers_turn": -1, "number": participant.index, "pools": pools,
                "usages": usages,
                "tags": self.tags.have(kind.tags), "resist": kind.resist, "immune": kind.immune,
                "vulnerable": kind.vulnerable, "position": kind.position,
                "modifiers": layout.HAS_BYPASSED_DEFENCES if kind.bypassed else 0,
                "damage_dealt": 1, "damage_taken": 1,
            })  # fmt: skip
            pools += len(kind.pool_keys)
            usages += len(kind.actions)
        return rows

    # --- the day and the rules -----------------------------------------------------------------------

    def _add_steps(self) -> None:
        for step in self.plan.steps:
            if not isinstance(step, PlannedEncounter):
                self.steps.append({"kind": RESTS[step.kind]})
                continue
            self.steps.append({"kind": layout.STEP_ENCOUNTER, "encounter": len(self.encounters)})
            prepared = [side in step.prepared_sides for side in range(len(self.plan.sides))]
            self.encounters.append({
                "number": len(self.encounters),
                "participants": self.add(TableLink("combatants", p) for p in step.participants),
                "n_participants": len(step.participants),
                "sides": self.add(step.sides), "n_sides": len(step.sides),
                "surprised": self.add(int(p in step.surprised) for p in step.participants),
                "prepared": self.add(map(int, prepared)),
                "has_prepared_sides": bool(step.prepared_sides),
            })  # fmt: skip

    def _rules(self) -> Row:
        """The fields of RUN_STATE that come from the profile."""
        plan, profile = self.plan, self.plan.profile
        check = plan.check
        is_one_die = len(check.dice) == 1 and check.dice[0][:2] == (1, 1) and not check.flat
        check_die = check.dice[0][2] if is_one_die else 0
        ability = (profile.concentration or "").lower()
        return self._observed_events(check_die) | {
            "check_die": check_die, "check": self.roll(check),
            "critical_rule": CRITICAL_RULES[profile.critical_damage],
            "fumble": profile.fumble, "critical": profile.critical,
            "melee_tag": self.tags.ask(plan.tags.bit(MELEE)),
            "critical_tag": self.tags.have(plan.critical_tag),
            "concentration_ability": plan.abilities.numbers.get(ability, 0),
            "keeps_concentration": profile.concentration is not None,
            "concentration_dc": profile.concentration_dc,
            "max_concentration_dc": profile.concentration_dc_most,
            "massive_damage": profile.massive_damage,
            "recharge_die": profile.recharge_die, "lair_count": profile.lair_count,
            "max_rounds": profile.rounds, "loop_limit": profile.guard,
            "depth_limit": profile.depth,
            "affected_first": profile.listeners == "affected first",
            "surprised_lose_turn": profile.surprise == "lose turn",
            "surprised_have_disadvantage": profile.surprise == "disadvantage",
            "initiative_grouping": INITIATIVE_GROUPINGS[profile.initiative],
            "ties_by_bonus": profile.initiative_ties == "bonus",
            "refills_each_round": any("round" in kind.pool_reset for kind in plan.kinds),
            "has_statuses": bool(plan.statuses), "common_sides": plan.common_sides,
        }  # fmt: skip

    def _observed_events(self, check_die: int) -> Row:
        """The fields of RUN_STATE about what anybody reacts to or looks back at."""
        plan, events = self.plan, range(len(EVENTS))
        remembered = [
            n in plan.triggers or n in plan.counted or FAMILY_NUMBER[n] in plan.remembered
            for n in events
        ]
        # Within a reaction the last event is the one it answers, so that one need not be stored.
        observed = [
            n in plan.triggers or n in plan.counted or self.family_slots[n] >= 0 for n in events
        ]
        hits_have_reactions = ATTACK_HIT in plan.triggers or ATTACK_MISSED in plan.triggers
        is_plain = not hits_have_reactions and not any(observed[n] for n in BEFORE_A_HIT)
        return {
            "observed": sum(1 << n for n, one in enumerate(observed) if one),
            "triggers": sum(1 << n for n in plan.triggers),
            "several_answers": sum(1 << n for n in plan.several_answers),
            "remembers_events": bool(self.programs.families or plan.counted),
            "counted": sum(1 << n for n in plan.counted),
            "remembers_own": self.programs.looks_at_own,
            "remembers_any": self.programs.looks_at_any,
            "simple_attacks_are_unobserved": bool(check_die)
            and not any(remembered[n] for n in SIMPLE_ATTACK_EVENTS),
            "simple_attacks_have_shortcut": bool(check_die) and is_plain,
            "attacks_are_observed": any(remembered[ATTACK_DECLARED : ATTACK_MISSED + 1]),
            "has_lair_actions": LAIR_COUNT in plan.triggers,
        }  # fmt: skip


EFFECT_OPS: dict[type[effects.CompiledEffect], int] = {
    effects.AttackEffect: layout.EFFECT_ATTACK,
    effects.SaveEffect: layout.EFFECT_SAVE,
    effects.DamageEffect: layout.EFFECT_DAMAGE,
    effects.HealEffect: layout.EFFECT_HEAL,
    effects.ApplyStatusEffect: layout.EFFECT_APPLY_STATUS,
    effects.RemoveStatusEffect: layout.EFFECT_REMOVE_STATUS,
    effects.ChangePoolEffect: layout.EFFECT_CHANGE_POOL,
    effects.MoveEffect: layout.EFFECT_MOVE,
    effects.EndTurnEffect: layout.EFFECT_END_TURN,
    effects.CancelEffect: layout.EFFECT_CANCEL,
    effects.ChangeRollEffect: layout.EFFECT_CHANGE_ROLL,
    effects.SetOutcomeEffect: layout.EFFECT_SET_OUTCOME,
    effects.ChangeDamageEffect: layout.EFFECT_CHANGE_DAMAGE,
    effects.ConditionalEffect: layout.EFFECT_IF,
    effects.GrantActionEffect: layout.EFFECT_GRANT_ACTION,
}
