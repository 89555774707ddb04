"""Small fights about statuses that stack, end with events, or give temporary hit points."""

from __future__ import annotations

from tests.skirmish.builders import (
    BONUS,
    LUCK,
    ME,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    reaction,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition
from turnwright.skirmish.model import scenario as m

SCENARIOS: dict[str, m.Scenario] = {}

ALLIES = m.Targets(who="ally", pick="random")
BLEED = apply("Bleed", stacking="stack", max_stacks=4, turns=3, ac=-1, damage_each_turn="1d3")

SCENARIOS["statuses that stack"] = encounter(
    (
        hero(action("Cut", hit("1d4", on_hit=(BLEED,), times=2)), name="A", hp=20),
        hero(
            action(
                "Tear",
                m.Attack(4, "1d4 + target.status(Bleed)", on_hit=(
                    m.Conditional("target.status(Bleed) >= 3",
                                  (m.Remove("Bleed", stacks="1d2"), m.Harm("2d6")),
                                  (m.Apply(BLEED.status, stacks="1d3 - 1"),)),
                )),
            ),
            name="B", hp=20,
        ),
    ),
    (foe(strike("1d6"), name="C", hp=45, ac=14), foe(strike("1d6"), name="D", hp=30)),
    12,
    LUCK,
)  # fmt: skip
SCENARIOS["the number of stacks in events"] = encounter(
    hero(action("Cut", hit(1, on_hit=(BLEED,))), hp=40),
    foe(
        strike("1d6"), hp=60,
        reactions=(
            reaction("StatusApplied", m.Heal("value", to="self"), who="self",
                     when=SelfCondition("Bleed", ">=", 2)),
            reaction("StatusEnded", m.Harm("1 + value", to="event source"), name="End", cost="",
                     who="self"),
        ),
    ),
    10,
    LUCK,
)  # fmt: skip


def ward(ac: int, reduction: str = "0", **more: object) -> m.Apply:
    return apply("Ward", stacking="highest", ac=ac, reduction=reduction, **more)


SCENARIOS["only the most potent counts"] = encounter(
    (
        hero(action("Weak", ward(1, turns=2), targets=ALLIES), name="A", hp=20),
        hero(action("Strong", ward(4, "1d4", turns=1), targets=ALLIES, cooldown=2),
             action("Middle", ward(2, "1d2", heal_each_turn="1d4"), targets=ALLIES), name="B", hp=20),
        hero(strike("1d8"), name="C", hp=20),
    ),
    foe(action("Twice", m.Attack(6, "1d8", times=2)), hp=60),
    12,
    LUCK,
)  # fmt: skip
SCENARIOS["temporary hit points of a status"] = encounter(
    (
        hero(action("Armour", apply("Armour", temporary_hp="2d6", turns=2), targets=ALLIES),
             name="A", hp=15, temporary_hp=3),
        hero(action("Vigour", m.Heal("1d8", temporary=True), targets=ME, cost=BONUS, cooldown=3),
             action("Shell", apply("Shell", temporary_hp="1d4", stacking="stack", max_stacks=2,
                                   until="next hit taken"), targets=ALLIES),
             name="B", hp=15),
    ),
    (foe(strike("1d8"), name="C", hp=30), foe(action("Dispel", m.Remove("Armour"), hit("1d4")))),
    10,
    LUCK,
)  # fmt: skip
SCENARIOS["until an attack, a hit or a save"] = encounter(
    (
        hero(action("Aim", apply("Aim", to="self", to_hit="1d4", until="next hit made", times=2),
                    targets=ME, cost=BONUS, requires=(SelfCondition("Aim", "<", 1),)),
             action("Shoot", m.Attack(2, "1d8", times=2)), name="A", hp=20),
        hero(action("Curse", apply("Curse", save=-3, attacked="advantage", until="next save made"),
                    cost=BONUS),
             action("Focus", apply("Focus", to="self", dc=4, until="next save forced"), targets=ME,
                    cost="", requires=(SelfCondition("Focus", "<", 1),)),
             action("Burn", m.Save(13, "dex", "2d6", half=True), targets=m.Targets(count=2)),
             name="B", hp=20),
    ),
    (
        foe(strike("1d8"), name="C", hp=40, ac=14,
            traits=(m.Status(name="Dodge", ac=5, duration=m.Duration(until="next attack taken",
                                                                     times=3)),)),
        foe(action("Breath", m.Save(12, "con", "1d8")), name="D", hp=30),
    ),
    12,
    LUCK,
)  # fmt: skip
SCENARIOS["pools that reset to nothing"] = encounter(
    hero(
        action("Build", hit("1d4"), m.Gain("Combo", 1), requires=(SelfCondition("round", "<", 9),)),
        action("Finish", hit("pool(Combo)d6"), m.Lose("Combo", "1d3"), cost=BONUS),
        pools={"Combo": m.PoolSize(3, "round", 0, 1), "Rush": m.PoolSize(4, "turn", 0, 2)}, hp=30,
    ),
    foe(strike("1d8"), hp=60),
    8,
    LUCK,
)  # fmt: skip
