"""Small fights in which a word of the scenario format matters. The kernel and the interpreter must play
all of them in the same way (`test_kernel_agrees.py`)."""

from __future__ import annotations

from tests.skirmish.builders import (
    ACTION,
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
    variable,
)
from turnwright.core.rules.requirement import Custom, Not, SelfCondition
from turnwright.skirmish.model import scenario as m

SCENARIOS: dict[str, m.Scenario] = {}


def formula(holds: str, on: str = "self") -> Custom:
    return Custom("formula", {"holds": holds}, on)


def undead_fortitude(damage: str = "2d6", save: int = 3) -> m.Scenario:
    """A zombie stays up with 1 hit point if it saves against 5 + the damage taken."""
    stays_up = reaction(
        "DamageTaken",
        m.Save("5 + value", "con", to="self", on_success=(m.Heal(1, to="self"),)),
        name="Undead Fortitude", cost="", who="self",
        when=SelfCondition("hp", "<=", 0),
    )  # fmt: skip
    zombie = foe(name="Zombie", hp=5, saves={"con": save}, reactions=(stays_up,))
    return encounter(hero(strike(damage)), zombie, 1, LUCK)


SCENARIOS["undead fortitude"] = undead_fortitude()
SCENARIOS["facts in damage"] = encounter(
    hero(
        action("Wrath", hit("1d6 + floor(missing_hp / 2) + target.status(Mark)"), tags=("Melee",)),
        reactions=(
            reaction(
                "DamageTaken", apply("Mark", to="event source", turns=2), who="self",
            ),
        ),
    ),
    (foe(strike("1d4"), name="A", hp="3d8"), foe(strike("1d6ro<=2"), name="B", ac=12)),
    8,
    LUCK,
)  # fmt: skip
SCENARIOS["kept and exploding dice"] = encounter(
    hero(action("Roll", hit("4d6kh3 + 2d6e6"), cost="Action"), hp=60),
    foe(action("Drop", hit("5d4dl2 + 1d8mi3"), m.Heal("2d8rr<=2kl1", to="self"))),
    10,
    LUCK,
)
SCENARIOS["choices of formulas"] = encounter(
    hero(
        action(
            "Save or be hurt",
            m.Save(
                "8 + max(1d6, pool(Luck)) - used(Strike)", "dex",
                "if(target.hp_percent > 50, 2d6, target.hp) fire", half=True,
            ),
            targets=m.Targets(count="1 + (round > 2)"),
            requires=(formula("allies_up >= 1 and not (hp < 3)"),),
            tags=("Spell",),
        ),
        pools={"Luck": 3}, hp=25,
    ),
    (
        foe(strike("min(hp, 3)"), name="A", hp=14, saves={"dex": 2}),
        foe(
            strike("abs(hp - 10) / 2", requires=(formula("target.hp >= hp", "target"),)),
            strike("ceil(hp / 7)", name="Weak"),
            name="B", hp=9,
        ),
    ),
    10,
    LUCK,
)  # fmt: skip
SCENARIOS["formulas of statuses"] = encounter(
    hero(
        action("Bless", apply("Bless", to_hit="ceil(missing_hp / 4)", save="target.ac - 10"),
               targets=ME, cost="", requires=(Not(SelfCondition("Bless")),)),
        action("Hex", apply("Hex", reduction="1 + (hp > 5)", heal_each_turn="(hp < 10) * 1d4",
                            damage_each_turn="target.missing_hp cold",
                            repeat_save=m.RepeatSave("con", "10 + target.status(Hex)")),
               requires=(formula("target.status(Hex) == 0", "target"),)),
        strike("1d8"), hp=30,
    ),
    (foe(action("Bite", m.Save(13, "dex", "2d6")), name="A"), foe(strike("1d8"), name="B", hp="4d6")),
    10,
    LUCK,
)  # fmt: skip
SCENARIOS["spent and level"] = encounter(
    hero(
        action("Burn", m.Harm("(level + spent)d4kh2"), cost=(ACTION, variable("Ki", policy="all")),
               level=2),
        strike(2), pools={"Ki": 5}, hp=30,
    ),
    foe(strike("8d10s>=8f<=1"), hp=40),
    6,
    LUCK,
)  # fmt: skip


# --- several answers to one event ------------------------------------------------------------------


def riders(*beside: bool) -> m.Scenario:
    """A rogue whose hit triggers Sneak Attack, a smite and a mark."""
    names = ("Sneak Attack", "Smite", "Mark")
    added = ("2d6", "2d8 radiant", "1d6")
    reactions = tuple(
        reaction(
            "AttackHit", m.ChangeDamage(add=dice), name=name, cost="", who="self", role="source",
            beside_others=bool(may),
        )
        for name, dice, may in zip(names, added, beside, strict=True)
    )  # fmt: skip
    rogue = hero(action("Stab", hit("1d6")), reactions=reactions)
    return encounter(rogue, foe(hp=1000), 1)


SCENARIOS["three riders on one hit"] = riders(True, False, True)
SCENARIOS["answers until the event is over"] = encounter(
    hero(strike("1d8"), name="Ann", hp=30),
    foe(
        strike("1d8"), hp=40,
        reactions=(
            reaction("AttackHit", m.Heal("1d4", to="self"), name="A", cost="", who="self"),
            reaction("AttackHit", m.SetOutcome("miss"), name="B", who="self", beside_others=True),
            reaction("AttackHit", m.Harm(3, to="event source"), name="C", cost="", who="self",
                     beside_others=True),
            reaction("AttackHit", m.Harm(7, to="event source"), name="D", cost="", who="self"),
        ),
    ),
    8,
    LUCK,
)  # fmt: skip


# --- counted events and ties ------------------------------------------------------------------------

SCENARIOS["counted events"] = encounter(
    hero(
        action("Flurry", hit("1d4"), cost="Ki", tags=("Melee",),
               requires=(SelfCondition("count:MeleeHit", "<", 2),)),
        action("Kick", hit("events(MeleeHit) + events(AttackHit in encounter)"),
               requires=(SelfCondition("count:AttackHit in round", ">=", 1),)),
        strike("1d4", name="Jab"),
        pools={"Ki": m.PoolSize(3, "turn")}, hp=40,
    ),
    (foe(strike("1d6"), name="A", ac=14), 
     foe(strike("target.events(AttackHit in action) + 1"), name="B")),
    8,
    LUCK,
)  # fmt: skip
SCENARIOS["ties go by bonus"] = m.Scenario(
    rules=m.RuleProfile(name="ties", check="1d3", initiative_ties="bonus", rounds=4),
    sides=(
        m.Side("A", (m.Combatant(name="Slow", hp=9, count=2, actions=(strike("1d4"),)),)),
        m.Side(
            "B", (m.Combatant(name="Quick", hp=9, count=2, initiative=1, actions=(strike("1d4"),)),)
        ),
    ),
)


# --- conditional effects ----------------------------------------------------------------------------

LUCKY = m.Conditional("1d4 == 4", (m.Heal(3, to="self"),))
SCENARIOS["one thing or another"] = encounter(
    hero(
        action(
            "Finish or mark",
            m.Attack(
                4, "1d6",
                on_hit=(
                    m.Conditional(
                        "target.hp <= 6 or target.status(Mark) >= 1",
                        then=(m.Harm("2d6"),),
                        otherwise=(apply("Mark", turns=2), LUCKY),
                    ),
                ),
            ),
        ),
        hp=30,
    ),
    (foe(strike("1d6"), name="A", hp=18), foe(strike("1d4"), name="B", hp=12)),
    10,
    LUCK,
)  # fmt: skip
