"""Findings that say never, checked against runs of sound and random scenarios."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.skirmish.builders import ME, action, apply, foe, hit, reaction, runs, slot, strike
from tests.skirmish.validation_scenarios import RULES, SWORD, scenario_with
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import (
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Free, Main, Reaction, Setup
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.vocabulary import EVENTS
from turnwright.skirmish.validation import Finding, validate

NEVER = {
    "unreachable",
    "duplicate",
    "after_end_turn",
    "contradiction",
    "never_true",
    "trigger_never",
    "certain_conflict",
    "never_set",
    "tag_never_set",
    "event_never",
    "no_candidates",
    "out_of_range",
    "unknown_check",
    "unknown_resource",
    "no_trigger",
}
"""Findings that mean: this action is never used."""

PLACE = re.compile(r"(.*?combatants\[\d+\])\.(actions|reactions)\[(\d+)\](.*)")


def never_used(findings: list[Finding]) -> dict[tuple[str, str, int], Finding]:
    """The actions with such a finding: path of the owner, list, and index in it."""
    found = {}
    for one in findings:
        for path in one.data.get("paths", [one.path]):
            place = PLACE.match(path)
            if one.code not in NEVER or place is None:
                continue
            is_one_of_several = ".of" in place[4] or ".effect" in place[4]
            if not is_one_of_several or one.code in ("contradiction", "never_true"):
                found[place[1], place[2], int(place[3])] = one
    return found


def uses(scenario: m.Scenario, count: int) -> dict[tuple[str, str, int], int]:
    """How often every action was used in this many runs."""
    compiled = compile_plan(scenario)
    totals = Counter[int]()
    for outcome in runs(scenario, count):
        totals.update(dict(enumerate(outcome.uses)))
    found = {}
    for used, kind in zip(compiled.actions, compiled.action_owners, strict=True):
        first = len(kind.spec.actions)
        place = (kind.path, "actions", used.local_index)
        if used.local_index >= first:
            place = (kind.path, "reactions", used.local_index - first)
        found[place] = totals[used.index]
    return found


FIREBALL = action(
    "Fireball", m.Save(dc=15, damage="8d6"), cost=("Action", slot(3)), tags=("Spell",)
)
PARRY = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self")
COUNTER = reaction(
    "SpellCast", m.Cancel(), name="Counterspell", who="enemy", role="source", targets=m.Targets()
)


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        (scenario_with(SWORD, FIREBALL, pools={"SpellSlot_3": 2}), "unreachable"),
        (scenario_with(SWORD, SWORD), "duplicate"),
        (scenario_with("End Turn", SWORD), "after_end_turn"),
        (
            scenario_with(SWORD, reactions=(PARRY, reaction("AttackHit", m.Heal(9), who="self"))),
            "unreachable",
        ),
        (scenario_with(SWORD, reactions=(COUNTER,)), "trigger_never"),
        (
            scenario_with(strike(requires=(TargetCondition("is_down"),)), death_saves=True),
            "never_true",
        ),
        (scenario_with(strike(requires=(SelfCondition("round", ">", 50),))), "never_true"),
        (scenario_with(strike(requires=(HasTag("Prey"),))), "tag_never_set"),
        (scenario_with(strike(requires=(TargetCondition("Hexed"),))), "never_set"),
        (scenario_with(action("Twice", hit(), cost=Cost("Action", 2))), "certain_conflict"),
        (scenario_with(action("Bolt", hit(), cost=slot(1, upcast=True))), "unknown_resource"),
        (scenario_with(strike(requires=(LastEvent("SaveFailed"),))), "event_never"),
        (
            scenario_with(strike(targets=m.Targets(range=5)), foes=(foe(SWORD, position=30),)),
            "out_of_range",
        ),
        (
            scenario_with(action("Heal", m.Heal(5), targets=m.Targets(who="other ally"))),
            "no_candidates",
        ),
        (
            scenario_with(SWORD, reactions=(action("Shield", apply("Shield", ac=5), targets=ME),)),
            "no_trigger",
        ),
    ],
)
def test_actions_reported_as_never_used_are_not_used_in_200_runs(scenario, code):
    reported = never_used(validate(scenario))
    assert code in {one.code for one in reported.values()}
    used = uses(scenario, 200)
    assert {place: used[place] for place in reported} == dict.fromkeys(reported, 0)
    assert any(used.values())


# --- random scenarios ------------------------------------------------------------------------------


class RandomScenarios:
    """Generates random scenarios."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)

    def one(self, *things: Any) -> Any:
        return self.dice.choice(things)

    def maybe(self, chance: float) -> bool:
        return self.dice.random() < chance

    def requirement(self) -> Requirement:
        op = self.one("<", "<=", "==", "!=", ">=", ">")
        check = self.one(
            SelfCondition(
                self.one("hp_percent", "round", "enemies_up", "is_down"), op, self.one(0, 2, 50)
            ),
            TargetCondition(
                self.one("hp_percent", "is_down", "is_ally", "distance"), op, self.one(0, 1, 30)
            ),
            self.one(SelfCondition, TargetCondition)(
                self.one("Marked", "Blessed", "prone", "Nothing")
            ),
            HasResource(self.one("Action", "Ki", "SpellSlot_1"), self.one(1, 2, 4)),
            HasTag(
                self.one("Prey", "Undead"), self.one("self", "target", "any_enemy"), self.maybe(0.3)
            ),
            LastEvent(
                self.one("AttackHit", "AttackMissed", "SaveFailed", "DamageTaken", "StatusApplied"),
                by_self=self.maybe(0.7),
                window=self.one("turn", "round", "encounter"),
            ),
        )
        if self.maybe(0.2):
            return Not(check)
        return Or((check, self.requirement())) if self.maybe(0.1) else check

    def effect(self, is_reaction: bool) -> m.Effect:
        to = self.one("target", "self", *(["event source"] if is_reaction else []))
        return self.one(
            m.Attack(to_hit=5, damage=self.one("1d8 slashing", "1d6 fire", 0)),
            m.Attack(to_hit=5, damage="1d8", on_hit=(apply("Marked", tags=("Prey",), turns=2),)),
            m.Save(
                dc=13,
                damage=self.one(0, "2d6 fire"),
                on_fail=(apply("Tripped", conditions=("prone",)),),
            ),
            m.Heal("1d6", to=to),
            apply("Blessed", to=to, to_hit="1d4"),
            m.Harm("1d4 cold", to=to),
            m.Gain(self.one("Ki", "Action", "Reaction"), to=to),
            m.Grant(self.one("Melee", "Spell"), to=to),
            m.MoveCombatant(20, self.one("towards", "away")),
            self.one(m.Cancel(), m.ChangeRoll(add=-3), m.ChangeDamage(reduce=3))
            if is_reaction
            else m.Harm(1),
        )

    def action(self, number: int, is_reaction: bool) -> m.CombatAction:
        timing: Any = self.one(Main(), Main(), Main(), Free(anytime=self.maybe(0.5)), Setup())
        if is_reaction and self.maybe(0.9):
            events = [self.one(*EVENTS) for _ in range(self.one(1, 1, 2))]
            who, role = self.one("self", "ally", "enemy", "any"), self.one("source", "target")
            when = self.requirement() if self.maybe(0.2) else None
            timing = Reaction(tuple(events), who, role, when, self.maybe(0.1))
        costs = (
            ([Cost("Reaction")], [Cost("Legendary")], [])
            if is_reaction
            else (
                [Cost("Action")],
                [Cost("Action")],
                [Cost("BonusAction")],
                [Cost("Action"), Cost("Ki", 2)],
                [Cost("Action"), slot(1, upcast=self.maybe(0.5))],
                [Cost("Action", 2)],
                [],
            )
        )
        who = self.one("enemy", "enemy", "ally", "other ally", "self", "anyone")
        return m.CombatAction(
            name=f"{'Reaction' if is_reaction else 'Action'} {number}",
            timing=timing,
            cost=tuple(self.one(*costs)),
            requires=tuple(self.requirement() for _ in range(self.one(0, 0, 1, 1, 2))),
            effect=(self.effect(is_reaction),),
            tags=tuple(tag for tag in ("Melee", "Spell") if self.maybe(0.3)),
            targets=m.Targets(
                who=who,
                state=self.one("up", "up", "up", "any", "down"),
                range=self.one(None, None, 5, 30),
            ),
            uses=Uses(1, self.one("turn", "encounter")) if self.maybe(0.1) else None,
            concentration=self.maybe(0.1),
        )

    def combatant(self, name: str) -> m.Combatant:
        pools = {"SpellSlot_1": 2, "Ki": 3, "Legendary": m.PoolSize(max=2, reset="turn")}
        actions: list[Any] = [self.action(n, False) for n in range(self.one(1, 2, 3, 4))]
        if self.maybe(0.2):
            actions.insert(self.dice.randrange(len(actions) + 1), self.one("End Turn", actions[0]))
        return m.Combatant(
            name=name,
            count=self.one(1, 1, 2),
            hp=self.one(12, 20),
            ac=13,
            actions=tuple(actions),
            reactions=tuple(self.action(n, True) for n in range(self.one(0, 1, 2))),
            pools={key: size for key, size in pools.items() if self.maybe(0.7)},
            tags=("Undead",) if self.maybe(0.1) else (),
            immune=self.one((), (), ("fire",)),
            death_saves=self.maybe(0.3),
            position=self.one(0, 0, 30),
            arrival=self.one(1, 1, 1, 3),
        )

    def scenario(self) -> m.Scenario:
        sides = [
            m.Side(name, tuple(self.combatant(f"{name} {n}") for n in range(self.one(1, 2))))
            for name in "AB"
        ]
        return m.Scenario(
            rules=m.RuleProfile(name="test", rounds=10, conditions=RULES.conditions),
            sides=tuple(sides),
        )


def lets_others_act(action):
    """Whether it grants an action, whose damage counts for it, even if an enemy deals it."""
    return any(isinstance(effect, m.Grant) for effect in action.effect)


@pytest.mark.parametrize("seed", range(12))
def test_actions_reported_as_never_used_are_not_used_in_random_scenarios(seed):
    generator = RandomScenarios(seed)
    total = 0
    for _ in range(10):
        scenario = generator.scenario()
        findings = validate(scenario)
        reported = never_used(findings)
        used = uses(scenario, 15)
        for place, finding in reported.items():
            assert not used[place], f"{finding}\nbut it was used {used[place]} times"
        total += len(reported)
        harmless = [one.path for one in findings if one.code == "harmless_side"]
        if harmless:
            sides = {int(path[6]) for path in harmless}
            compiled = compile_plan(scenario)
            for outcome in runs(scenario, 5):
                for used, kind in zip(compiled.actions, compiled.action_owners, strict=True):
                    if not lets_others_act(used.spec):
                        assert kind.side not in sides or not outcome.damage[used.index]
    assert total > 10, "the scenarios have enough findings"
