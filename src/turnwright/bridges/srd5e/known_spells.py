"""Spells whose files give no numbers, or not all: what they do, in the words of the model."""

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
ONESELF = Targets(who="self")
FRIEND = Targets(who="ally", pick="highest damage")
FRIENDS = Targets(who="ally", pick="highest damage", count=3)
FOE = Targets(pick="highest damage")


class Caster(NamedTuple):
    """Who casts: the numbers that a spell takes from it."""

    dc: int = 13
    to_hit: int = 5
    modifier: int = 3
    level: int = 1
    fixed: int | None = None
    """The level at which it is cast, if that is without a slot."""

    def grown(self, start: int) -> str:
        """The level of the slot and so much more."""
        return f"slot_level+{start}" if self.fixed is None else str(self.fixed + start)

    def dice(self, start: int, sides: int) -> str:
        """So many dice more than the level of the slot."""
        count = f"({self.grown(start)})" if self.fixed is None else self.grown(start)
        return f"{count}d{sides}"


class Known(NamedTuple):
    targets: Targets
    effect: Callable[[Caster], tuple[Effect, ...]]
    requires: tuple[Requirement, ...] = ()
    timing: Timing | None = None
    lost: tuple[str, ...] = ()


def _gives(name: str, targets: Targets, *lost: str, **changes: Any) -> Known:
    """A status without a save; nobody gets it twice."""
    status = Status(name=name, **{"duration": MINUTE, **changes})
    return Known(
        targets, lambda c: (Apply(status),), (TargetCondition(name, "==", 0),), lost=tuple(lost)
    )


def _lays(
    name: str, targets: Targets, ability: str, *lost: str, again: bool = False, **changes: Any
) -> Known:
    """A status that a save keeps off; with `again` a save at the end of each turn ends it."""

    def effect(c: Caster) -> tuple[Effect, ...]:
        repeat = RepeatSave(ability, c.dc) if again else None
        status = Status(name=name, repeat_save=repeat, **{"duration": MINUTE, **changes})
        return (Save(c.dc, ability, on_fail=(Apply(status),)),)

    return Known(targets, effect, (TargetCondition(name, "==", 0),), lost=tuple(lost))


def _foes(count: int) -> Targets:
    return Targets(pick="highest damage", count=count)


def _weak(hp: int) -> tuple[Requirement, ...]:
    return (TargetCondition("hp", "<=", hp),)


def _beams(c: Caster) -> int:
    return 1 + (c.level >= 5) + (c.level >= 11) + (c.level >= 17)


KNOWN: dict[str, Known] = {
    # --- for oneself and friends
    "Aid": Known(
        Targets(who="ally", count=3), lambda c: (Heal(5, temporary=True),),
        (TargetCondition("temp_hp", "==", 0),), lost=("more maximum is said as temporary hit points",),
    ),
    "Barkskin": _gives("Barkskin", ONESELF, "its armour adds 2 instead of being at least 16", ac=2),
    "Bless": _gives("Bless", FRIENDS, to_hit="1d4", save="1d4"),
    "Blur": _gives("Blur", ONESELF, attacked="disadvantage"),
    "Divine Favor": _gives("Divine Favor", ONESELF, damage="1d4 radiant"),
    "Fire Shield": _gives("Fire Shield", ONESELF, "nobody is burnt by hitting it", resist=("cold",)),
    "Greater Invisibility": _gives("Greater Invisibility", ONESELF, conditions=("invisible",)),
    "Haste": _gives(
        "Haste", FRIEND, "the further action of each turn may be any action",
        ac=2, saves="advantage", saves_of=("dex",), gain={"Action": 1},
    ),
    "Heroism": Known(
        FRIEND,
        lambda c: (
            Heal(c.modifier, temporary=True),
            Apply(Status(name="Heroism", duration=MINUTE)),
        ),
        (TargetCondition("Heroism", "==", 0),), lost=("the temporary hit points come once",),
    ),
    "Invisibility": _gives(
        "Invisibility", ONESELF, conditions=("invisible",), duration=Duration(until="next attack made"),
    ),
    "Mage Armor": Known(
        ONESELF, lambda c: (Apply(Status(name="Mage Armor", ac=3)),), timing=Setup(),
        lost=("its armour is worth 3 more than none",),
    ),
    "Mirror Image": _gives(
        "Mirror Image", ONESELF, "three images are disadvantage for attackers", attacked="disadvantage",
    ),
    "Protection from Evil and Good": _gives(
        "Protection from Evil and Good", ONESELF, "it wards off everybody", attacked="disadvantage",
    ),
    "Resistance": _gives("Resistance", FRIEND, save="1d4"),
    "Sanctuary": _gives(
        "Sanctuary", ONESELF, "it is disadvantage until the one it protects attacks",
        attacked="disadvantage", duration=Duration(until="next attack made"),
    ),
    "Shield": Known(
        ONESELF, lambda c: (Apply(Status(name="Shield", ac=5, duration=ROUND)),),
        timing=Reaction(on="AttackHit", who="self", would_change_outcome=True),
    ),
    "Shield of Faith": _gives("Shield of Faith", Targets(who="ally", pick="least hp"), ac=2),
    "Stoneskin": _gives(
        "Stoneskin", ONESELF,
        resist=("bludgeoning unless Magical", "piercing unless Magical", "slashing unless Magical"),
    ),
    "Warding Bond": _gives(
        "Warding Bond", Targets(who="other ally"), "the caster takes none of the damage",
        ac=1, save=1, resist=("*",),
    ),
    # --- against foes
    "Bane": _lays("Bane", _foes(3), "cha", to_hit="-1d4", save="-1d4"),
    "Banishment": _lays("Banishment", FOE, "cha", "who is banished can be attacked",
                        conditions=("incapacitated",)),
    "Bestow Curse": _lays("Bestow Curse", FOE, "wis", "the curse is bad luck in attacks",
                          attacks="disadvantage"),
    "Blindness/Deafness": _lays("Blindness", FOE, "con", again=True, conditions=("blinded",)),
    "Color Spray": Known(
        _foes(3),
        lambda c: (Apply(Status(name="Color Spray", conditions=("blinded",), duration=ROUND)),),
        _weak(33), lost=("each who has few hit points is blinded",),
    ),
    "Command": _lays(
        "Command", FOE, "wis", "every command is to do nothing for a turn",
        conditions=("incapacitated",), duration=Duration(turns=1, of="bearer", at="end"),
    ),
    "Confusion": _lays("Confusion", _foes(3), "wis", "no turns are lost to it, but all attacks are bad",
                       again=True, attacks="disadvantage", no_reactions=True),
    "Counterspell": Known(
        Targets(who="event source"), lambda c: (Cancel(),),
        timing=Reaction(
            on="SpellCast", who="enemy", role="source",
            when=LastEvent("SpellCast", op="<=", value=3, by_self=False),
        ),
        lost=("spells above level 3 are not countered",),
    ),
    "Dominate Monster": _lays("Dominate Monster", FOE, "wis", "who is dominated does nothing",
                              conditions=("incapacitated",), again=True),
    "Dominate Person": _lays("Dominate Person", FOE, "wis", "who is dominated does nothing",
                             conditions=("incapacitated",), again=True),
    "Eldritch Blast": Known(
        Targets(), lambda c: (Attack(c.to_hit, "1d10 force", _beams(c)),)
    ),
    "Entangle": _lays("Entangle", _foes(2), "str", "getting free is a save, not an action", again=True,
                      conditions=("restrained",)),
    "Faerie Fire": _lays("Faerie Fire", _foes(2), "dex", attacked="advantage"),
    "Guiding Bolt": Known(
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
    "Hideous Laughter": _lays("Hideous Laughter", FOE, "wis", again=True,
                              conditions=("prone", "incapacitated")),
    "Hold Monster": _lays("Hold Monster", FOE, "wis", again=True, conditions=("paralyzed",)),
    "Hold Person": _lays("Hold Person", FOE, "wis", "it holds all, not only humanoids", again=True,
                         conditions=("paralyzed",)),
    "Hypnotic Pattern": _lays("Hypnotic Pattern", _foes(3), "wis", conditions=("incapacitated",),
                              ends_on_damage=True),
    "Irresistible Dance": Known(
        FOE,
        lambda c: (Apply(Status(
            name="Irresistible Dance", attacks="disadvantage", attacked="advantage", duration=MINUTE,
            repeat_save=RepeatSave("wis", c.dc), saves="disadvantage", saves_of=("dex",),
        )),),
        (TargetCondition("Irresistible Dance", "==", 0),), lost=("ending it takes no action",),
    ),
    "Magic Missile": Known(
        Targets(), lambda c: (Harm(f"{c.dice(2, 4)}+{c.grown(2)} force"),),
        lost=("all darts meet one target",),
    ),
    "Power Word Kill": Known(FOE, lambda c: (Harm("1000"),), _weak(100)),
    "Power Word Stun": Known(
        FOE,
        lambda c: (Apply(Status(
            name="Power Word Stun", conditions=("stunned",), repeat_save=RepeatSave("con", c.dc),
        )),),
        (*_weak(150), TargetCondition("Power Word Stun", "==", 0)),
    ),
    "Ray of Enfeeblement": Known(
        FOE,
        lambda c: (
            Attack(c.to_hit, on_hit=(Apply(Status(
                name="Ray of Enfeeblement", dealt=0.5, duration=MINUTE,
                repeat_save=RepeatSave("con", c.dc),
            )),)),
        ),
        (TargetCondition("Ray of Enfeeblement", "==", 0),), lost=("all of its damage is halved",),
    ),
    "Scorching Ray": Known(
        Targets(), lambda c: (Attack(c.to_hit, "2d6 fire", c.grown(1)),)
    ),
    "Sleep": Known(
        Targets(pick="least hp", count=2),
        lambda c: (Apply(Status(
            name="Sleep", conditions=("unconscious",), ends_on_damage=True, duration=MINUTE,
        )),),
        (*_weak(22), TargetCondition("Sleep", "==", 0)), lost=("the two weakest fall asleep",),
    ),
    "Slow": _lays("Slow", _foes(6), "wis", "actions are not limited", again=True, ac=-2,
                  no_reactions=True),
    "Spirit Guardians": Known(
        _foes(3), lambda c: (Save(c.dc, "wis", f"{c.dice(0, 8)} radiant", half=True),),
        (SelfCondition("used:Spirit Guardians", "<", 3),),
        lost=("the spirits strike when they are called, not every turn",),
    ),
    "Spiritual Weapon": Known(
        Targets(), lambda c: (Attack(c.to_hit, f"1d8+{c.modifier} force"),),
        lost=("every strike of the weapon is cast anew",),
    ),
    "Vicious Mockery": Known(
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
    "Web": _lays("Web", _foes(2), "dex", "getting free is a save, not an action", again=True,
                 conditions=("restrained",)),
}  # fmt: skip
