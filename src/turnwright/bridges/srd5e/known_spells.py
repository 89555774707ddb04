"""Effects of spells for which the 5e-bits files have no or incomplete numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from turnwright.core.rules.requirement import LastEvent, Requirement, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Reaction, Setup, Timing
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Attack,
    Cancel,
    Duration,
    Effect,
    Harm,
    Heal,
    RepeatSave,
    Save,
    Status,
    Targets,
)

MINUTE, ROUND = Duration(turns=10), Duration(turns=1)
SELF = Targets(who="self")
ALLY = Targets(who="ally", pick="highest damage")
ALLIES = Targets(who="ally", pick="highest damage", count=3)
ENEMY = Targets(pick="highest damage")


class Caster(NamedTuple):
    """The numbers of a caster that spells use."""

    dc: int = 13
    to_hit: int = 5
    modifier: int = 3
    level: int = 1
    fixed: int | None = None
    """The level at which spells are cast without a slot."""

    def grown(self, start: int) -> str:
        """Return the slot level plus `start` as a formula."""
        return f"slot_level+{start}" if self.fixed is None else str(self.fixed + start)

    def dice(self, start: int, sides: int) -> str:
        """Return dice whose number is the slot level plus `start`."""
        count = f"({self.grown(start)})" if self.fixed is None else self.grown(start)
        return f"{count}d{sides}"


class KnownSpell(NamedTuple):
    """A spell that is written out here. `lost` names what is missing."""

    targets: Targets
    effect: Callable[[Caster], tuple[Effect, ...]]
    requires: tuple[Requirement, ...] = ()
    timing: Timing | None = None
    lost: tuple[str, ...] = ()


def _buff(name: str, targets: Targets, *lost: str, **changes: Any) -> KnownSpell:
    """A spell that applies a status without a save, unless the target has it."""
    status = Status(name=name, **{"duration": MINUTE, **changes})
    return KnownSpell(
        targets, lambda c: (Apply(status),), (TargetCondition(name, "==", 0),), lost=tuple(lost)
    )


def _debuff(
    name: str, targets: Targets, ability: str, *lost: str, again: bool = False, **changes: Any
) -> KnownSpell:
    """A spell that applies a status on a failed save; with `again` the save is repeated each turn."""

    def effect(c: Caster) -> tuple[Effect, ...]:
        repeat = RepeatSave(ability, c.dc) if again else None
        status = Status(name=name, repeat_save=repeat, **{"duration": MINUTE, **changes})
        return (Save(c.dc, ability, on_fail=(Apply(status),)),)

    return KnownSpell(targets, effect, (TargetCondition(name, "==", 0),), lost=tuple(lost))


def _enemies(count: int) -> Targets:
    return Targets(pick="highest damage", count=count)


def _at_most_hp(hp: int) -> tuple[Requirement, ...]:
    return (TargetCondition("hp", "<=", hp),)


def _beams(c: Caster) -> int:
    return 1 + (c.level >= 5) + (c.level >= 11) + (c.level >= 17)


DOMINATED = ("a dominated target does nothing", "damage does not free it")

KNOWN_SPELLS: dict[str, KnownSpell] = {
    # --- buffs and healing
    "Aid": KnownSpell(
        Targets(who="ally", count=3), lambda c: (Heal(5, temporary=True),),
        (TargetCondition("temp_hp", "==", 0),), lost=("the increased maximum is temporary hit points",),
    ),
    "Barkskin": _buff("Barkskin", SELF, "it adds 2 to the armour class", ac=2),
    "Bless": _buff("Bless", ALLIES, to_hit="1d4", save="1d4"),
    "Blur": _buff("Blur", SELF, attacked="disadvantage"),
    "Divine Favor": _buff("Divine Favor", SELF, damage="1d4 radiant"),
    "Fire Shield": _buff("Fire Shield", SELF, "attackers take no damage", resist=("cold",)),
    "Greater Invisibility": _buff("Greater Invisibility", SELF, conditions=("invisible",)),
    "Haste": _buff(
        "Haste", ALLY, "the additional action of each turn may be any action",
        ac=2, saves="advantage", saves_of=("dex",), gain={"Action": 1},
    ),
    "Heroism": KnownSpell(
        ALLY,
        lambda c: (
            Heal(c.modifier, temporary=True),
            Apply(Status(name="Heroism", duration=MINUTE)),
        ),
        (TargetCondition("Heroism", "==", 0),), lost=("the temporary hit points are given once",),
    ),
    "Invisibility": _buff(
        "Invisibility", SELF, conditions=("invisible",), duration=Duration(until="next attack made"),
    ),
    "Mage Armor": KnownSpell(
        SELF, lambda c: (Apply(Status(name="Mage Armor", ac=3)),), timing=Setup(),
        lost=("it adds 3 to the armour class",),
    ),
    "Mirror Image": _buff(
        "Mirror Image", SELF, "the images are disadvantage for attackers", attacked="disadvantage",
    ),
    "Protection from Evil and Good": _buff(
        "Protection from Evil and Good", SELF, "it protects against everybody",
        attacked="disadvantage",
    ),
    "Resistance": _buff("Resistance", ALLY, save="1d4"),
    "Sanctuary": _buff(
        "Sanctuary", SELF, "attackers have disadvantage until the target attacks",
        attacked="disadvantage", duration=Duration(until="next attack made"),
    ),
    "Shield": KnownSpell(
        SELF, lambda c: (Apply(Status(name="Shield", ac=5, duration=ROUND)),),
        timing=Reaction(on="AttackHit", who="self", would_change_outcome=True),
    ),
    "Shield of Faith": _buff("Shield of Faith", Targets(who="ally", pick="least hp"), ac=2),
    "Stoneskin": _buff(
        "Stoneskin", SELF,
        resist=("bludgeoning unless Magical", "piercing unless Magical", "slashing unless Magical"),
    ),
    "Warding Bond": _buff(
        "Warding Bond", Targets(who="other ally"), "the caster takes no damage",
        ac=1, save=1, resist=("*",),
    ),
    # --- against enemies
    "Bane": _debuff("Bane", _enemies(3), "cha", to_hit="-1d4", save="-1d4"),
    "Banishment": _debuff("Banishment", ENEMY, "cha", "a banished target can be attacked",
                        conditions=("incapacitated",)),
    "Bestow Curse": _debuff("Bestow Curse", ENEMY, "wis", "the curse is disadvantage on attacks",
                          attacks="disadvantage"),
    "Blindness/Deafness": _debuff("Blindness", ENEMY, "con", again=True, conditions=("blinded",)),
    "Color Spray": KnownSpell(
        _enemies(3),
        lambda c: (Apply(Status(name="Color Spray", conditions=("blinded",), duration=ROUND)),),
        _at_most_hp(33), lost=("everybody with few hit points is blinded",),
    ),
    "Command": _debuff(
        "Command", ENEMY, "wis", "every command costs the target a turn",
        conditions=("incapacitated",), duration=Duration(turns=1, of="bearer", at="end"),
    ),
    "Confusion": _debuff("Confusion", _enemies(3), "wis", "it is disadvantage, not lost turns",
                       again=True, attacks="disadvantage", no_reactions=True),
    "Counterspell": KnownSpell(
        Targets(who="event source"), lambda c: (Cancel(),),
        timing=Reaction(
            on="SpellCast", who="enemy", role="source",
            when=LastEvent("SpellCast", op="<=", value=3, by_self=False),
        ),
        lost=("spells above level 3 are not countered",),
    ),
    "Dominate Monster": _debuff("Dominate Monster", ENEMY, "wis", *DOMINATED,
                              conditions=("incapacitated",)),
    "Dominate Person": _debuff("Dominate Person", ENEMY, "wis", *DOMINATED,
                             "it affects everybody, not only humanoids",
                             conditions=("incapacitated",)),
    "Eldritch Blast": KnownSpell(
        Targets(), lambda c: (Attack(c.to_hit, "1d10 force", _beams(c)),)
    ),
    "Entangle": _debuff("Entangle", _enemies(2), "str", "escaping is a save, not an action", again=True,
                      conditions=("restrained",)),
    "Faerie Fire": _debuff("Faerie Fire", _enemies(2), "dex", attacked="advantage"),
    "Guiding Bolt": KnownSpell(
        Targets(),
        lambda c: (
            Attack(
                c.to_hit, f"{c.dice(3, 6)} radiant",
                on_hit=(Apply(Status(
                    name="Guiding Bolt", attacked="advantage",
                    duration=Duration(turns=1, at="end", until="next attack taken"),
                )),),
            ),
        ),
    ),
    "Hideous Laughter": _debuff("Hideous Laughter", ENEMY, "wis", again=True,
                              conditions=("prone", "incapacitated")),
    "Hold Monster": _debuff("Hold Monster", ENEMY, "wis", again=True, conditions=("paralyzed",)),
    "Hold Person": _debuff("Hold Person", ENEMY, "wis", "it affects everybody, not only humanoids",
                         again=True,
                         conditions=("paralyzed",)),
    "Hypnotic Pattern": _debuff("Hypnotic Pattern", _enemies(3), "wis", conditions=("incapacitated",),
                              ends_on_damage=True),
    "Ice Storm": KnownSpell(
        Targets(count=4),
        lambda c: (
            Save(c.dc, "dex", (
                f"{'(slot_level-2)' if c.fixed is None else c.fixed - 2}d8 bludgeoning", "4d6 cold",
            ), half=True),
        ),
    ),
    "Irresistible Dance": KnownSpell(
        ENEMY,
        lambda c: (Apply(Status(
            name="Irresistible Dance", attacks="disadvantage", attacked="advantage", duration=MINUTE,
            repeat_save=RepeatSave("wis", c.dc), saves="disadvantage", saves_of=("dex",),
        )),),
        (TargetCondition("Irresistible Dance", "==", 0),), lost=("ending it costs no action",),
    ),
    "Magic Missile": KnownSpell(
        Targets(), lambda c: (Harm(f"{c.dice(2, 4)}+{c.grown(2)} force"),),
        lost=("all darts hit one target",),
    ),
    "Plane Shift": KnownSpell(
        Targets(pick="highest damage", range=5),
        lambda c: (
            Attack(c.to_hit, on_hit=(Save(c.dc, "cha", on_fail=(
                Apply(Status(name="Plane Shift", conditions=("incapacitated",))),
            )),)),
        ),
        (TargetCondition("Plane Shift", "==", 0),),
        lost=("it only sends an enemy away", "who is sent away can be attacked"),
    ),
    "Power Word Kill": KnownSpell(ENEMY, lambda c: (Harm("1000"),), _at_most_hp(100)),
    "Power Word Stun": KnownSpell(
        ENEMY,
        lambda c: (Apply(Status(
            name="Power Word Stun", conditions=("stunned",), repeat_save=RepeatSave("con", c.dc),
        )),),
        (*_at_most_hp(150), TargetCondition("Power Word Stun", "==", 0)),
    ),
    "Ray of Enfeeblement": KnownSpell(
        ENEMY,
        lambda c: (
            Attack(c.to_hit, on_hit=(Apply(Status(
                name="Ray of Enfeeblement", dealt=0.5, duration=MINUTE,
                repeat_save=RepeatSave("con", c.dc),
            )),)),
        ),
        (TargetCondition("Ray of Enfeeblement", "==", 0),), lost=("all its damage is halved",),
    ),
    "Scorching Ray": KnownSpell(
        Targets(), lambda c: (Attack(c.to_hit, "2d6 fire", c.grown(1)),)
    ),
    "Shocking Grasp": KnownSpell(
        Targets(range=5),
        lambda c: (
            Attack(c.to_hit, f"{_beams(c)}d8 lightning", on_hit=(Apply(Status(
                name="Shocking Grasp", no_reactions=True, duration=Duration(turns=1, of="bearer"),
            )),)),
        ),
    ),
    "Sleep": KnownSpell(
        Targets(pick="least hp", count=2),
        lambda c: (Apply(Status(
            name="Sleep", conditions=("unconscious",), ends_on_damage=True, duration=MINUTE,
        )),),
        (*_at_most_hp(22), TargetCondition("Sleep", "==", 0)), 
        lost=("it affects the two weakest targets",),
    ),
    "Slow": _debuff("Slow", _enemies(6), "wis", "actions are not limited", again=True, ac=-2,
                  no_reactions=True),
    "Spirit Guardians": KnownSpell(
        _enemies(3), lambda c: (Save(c.dc, "wis", f"{c.dice(0, 8)} radiant", half=True),),
        (SelfCondition("used:Spirit Guardians", "<", 3),),
        lost=("the spirits deal damage when cast, not every turn",),
    ),
    "Spiritual Weapon": KnownSpell(
        Targets(), lambda c: (Attack(c.to_hit, f"1d8+{c.modifier} force"),),
        lost=("every attack of the weapon is a new casting",),
    ),
    "Suggestion": _debuff("Suggestion", ENEMY, "wis", "the suggestion is not to fight",
                        conditions=("incapacitated",), ends_on_damage=True),
    "Vicious Mockery": KnownSpell(
        Targets(pick="highest damage"),
        lambda c: (
            Save(
                c.dc, "wis", f"{_beams(c)}d4 psychic",
                on_fail=(Apply(Status(
                    name="Vicious Mockery", attacks="disadvantage",
                    duration=Duration(turns=1, of="bearer", at="end", until="next attack made"),
                )),),
            ),
        ),
    ),
    "Web": _debuff("Web", _enemies(2), "dex", "escaping is a save, not an action", again=True,
                 conditions=("restrained",)),
}  # fmt: skip
