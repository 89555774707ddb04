"""Conversion of monster actions in 5e-bits format: attacks, saves, healing, invisibility.

The prose decides; where it cannot be read, the structured fields are used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.json_lookup import int_at, objects_at, text_at, value_at
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definition_base import Malformed
from turnwright.core.rules.requirement import (
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Attack,
    CombatAction,
    Duration,
    Effect,
    Heal,
    Save,
    Status,
    Targets,
)

from . import areas
from . import prose_parser as prose
from .clause_coverage import CHOSEN

WEAKENED = "(weak)"
IN_MULTIATTACK = "Multiattack begun"
"""The status of a monster that has used the special part of a multiattack, until it attacks."""
MILD = {"charmed", "deafened", "prone", "grappled"}
"""Conditions that are not worth a round of attacks."""


class MonsterFacts(NamedTuple):
    """The facts about a monster that its actions depend on."""

    name: str
    has_shield: bool = False
    magical: bool = False
    """Are its weapons magical?"""


class MonsterAttack(NamedTuple):
    """An attack in melee or at range."""

    name: str
    is_melee: bool
    attack: Attack
    range: int
    tags: tuple[str, ...]
    weakened: Attack | None = None
    """The attack of a swarm that has lost half of its hit points."""
    lost: tuple[str, ...] = ()
    choice: str = ""
    requires: tuple[Requirement, ...] = ()

    @property
    def mean(self) -> float:
        """The expected damage, including that of the effects of a hit."""
        follows = sum(prose.mean((effect,)) for effect in self.attack.on_hit)
        return prose.mean((self.attack,)) + 0.65 * follows


class SpecialAction(NamedTuple):
    """An action that is not a plain attack. `rank` is its position in the priority list."""

    action: CombatAction
    rank: int
    mean: float
    lost: tuple[str, ...] = ()
    area: str = ""


# --- attacks --------------------------------------------------------------------------------------


def read_attacks(entry: Mapping[str, Any], monster: MonsterFacts) -> list[MonsterAttack]:
    """Read the attacks of an entry: none, one, or one in melee and one thrown."""
    text, name = text_at(entry, "desc"), title(entry)
    line = prose.attack_line(text)
    hit = prose.hit(text, name, monster.has_shield) if line else None
    if line is None or hit is None:
        return _structured_attack(entry, monster)
    attack = Attack(line.bonus, prose.dealt(hit.damage), on_hit=hit.parsed.effects)
    requires: tuple[Requirement, ...] = (
        (TargetCondition("prone"),) if "one prone creature" in text else ()
    )
    if "attaches to the target" in text and any(_drains(one) for one in attack.on_hit):
        attached = Status(name=f"{name}: attached", duration=prose.DRAINING)
        effects = (*attack.on_hit, Apply(attached, to="self"))
        attack = msgspec.structs.replace(attack, on_hit=effects)
        requires += (SelfCondition(attached.name, "==", 0),)
    weakened = None
    if hit.when_weakened:
        weakened = Attack(line.bonus, prose.dealt(hit.when_weakened), on_hit=hit.parsed.effects)
    kind = ("Magical",) if line.magical or monster.magical else ()
    found = []
    for is_melee in (True, False):
        if not (line.melee if is_melee else line.ranged):
            continue
        thrown = not is_melee and line.melee
        tags = ("Melee" if is_melee else "Ranged", "Weapon" if not line.magical else "Magic", *kind)
        found.append(
            MonsterAttack(
                name=f"{name} (thrown)" if thrown else name,
                is_melee=is_melee,
                attack=attack,
                range=line.reach if is_melee else line.range,
                tags=tuple(dict.fromkeys(tags)),
                weakened=weakened,
                lost=hit.parsed.lost,
                choice=hit.choice,
                requires=requires,
            )
        )
    return found


def _drains(effect: Effect) -> bool:
    return isinstance(effect, Apply) and bool(effect.status.damage_each_turn)


def _structured_attack(entry: Mapping[str, Any], monster: MonsterFacts) -> list[MonsterAttack]:
    """The attack from `attack_bonus` and `damage`, for other prose than that of the SRD."""
    parts = structured_damage(entry)
    if "attack_bonus" not in entry or not parts:
        return []
    bonus = int_at(entry, "attack_bonus")
    text = text_at(entry, "desc")
    is_melee = not re.search(r"\branged?\b", text, re.IGNORECASE) or "elee" in text
    tags = ("Melee" if is_melee else "Ranged", "Weapon", *(("Magical",) if monster.magical else ()))
    return [
        MonsterAttack(
            title(entry), is_melee, Attack(bonus, prose.dealt(parts)), 5 if is_melee else 60, tags
        )
    ]


def structured_damage(entry: Mapping[str, Any]) -> list[str]:
    """Return the damage in the fields of an entry, the first one of a choice."""
    found: list[str] = []
    for part in objects_at(entry, "damage"):
        chosen = objects_at(part, "from", "options")
        one = chosen[0] if chosen else part
        dice = re.sub(r"\s+", "", text_at(one, "damage_dice"))
        damage = f"{dice} {text_at(one, 'damage_type', 'index')}".strip()
        try:
            if dice and typed(damage)[0].terms:
                found.append(damage)
        except Malformed:
            continue
    return found


def title(entry: Mapping[str, Any]) -> str:
    """Return the name of an entry without the usage in brackets."""
    name = re.sub(r"\s*\((?:Recharge|Costs|\d+/Day)[^)]*\)", "", text_at(entry, "name"))
    return name.strip()[:150] or "Action"


def attack_actions(
    monster_attack: MonsterAttack, usage: tuple[Uses | None, int | None] = (None, None)
) -> list[CombatAction]:
    """Return an attack as an action. The attack of a swarm is two, depending on its hit points."""
    uses, recharge = usage
    plain = CombatAction(
        name=monster_attack.name,
        cost=(Cost("Action"),),
        effect=(monster_attack.attack,),
        tags=monster_attack.tags,
        requires=monster_attack.requires,
        uses=uses,
        recharge=recharge,
        targets=Targets(range=monster_attack.range),
    )
    if monster_attack.weakened is None:
        return [plain]
    return [
        msgspec.structs.replace(plain, requires=(SelfCondition("hp_percent", ">", 50),)),
        msgspec.structs.replace(
            plain, name=f"{monster_attack.name} {WEAKENED}", effect=(monster_attack.weakened,)
        ),
    ]


# --- special actions ------------------------------------------------------------------------------

WITH_ATTACKS, HEALING, LIMITED, WIDE, LAST = 1, 2, 3, 4, 9
"""Ranks: healing, limited uses, many targets, and what is only used when nothing else is possible."""


def usage_of(entry: Mapping[str, Any]) -> tuple[Uses | None, int | None]:
    """Return the uses of an entry, and the roll that recharges it."""
    kind = text_at(entry, "usage", "type")
    if kind == "recharge on roll":
        return None, int_at(entry, "usage", "min_value", default=6, least=2)
    if kind == "per day":
        return Uses(int_at(entry, "usage", "times", default=1, least=1), "long rest"), None
    if kind == "recharge after rest":
        rests = value_at(entry, "usage", "rest_types")
        short = isinstance(rests, list) and "short" in rests
        return Uses(1, "short rest" if short else "long rest"), None
    name = text_at(entry, "name")
    recharge = re.search(r"\(Recharge (\d)", name)
    if recharge:
        return None, max(2, int(recharge[1]))
    daily = re.search(r"\((\d+)/Day", name)
    return (Uses(max(1, int(daily[1])), "long rest"), None) if daily else (None, None)


def read_special_action(
    entry: Mapping[str, Any], with_attacks: bool = False
) -> SpecialAction | None:
    """Read an action with a save, healing or invisibility. `with_attacks`: it is part of a multiattack
    and costs no action of its own."""
    text, name = prose.tidy(text_at(entry, "desc")), title(entry)
    usage = usage_of(entry)
    healing = prose.heals(text)
    if healing and "must" not in text:
        return _healing(name, text, healing, usage)
    if re.search(r"(?:turns|become) invisible until", text):
        return _invisibility(name, usage)
    if "can add a d4 to its roll" in text:
        return _leadership(name, usage)
    saved = _read_save(entry, text, name)
    return None if saved is None else _save_action(name, text, saved, usage, with_attacks)


def _save_action(
    name: str,
    text: str,
    saved: prose.ParsedEffects,
    usage: tuple[Uses | None, int | None],
    with_attacks: bool,
) -> SpecialAction:
    area = areas.area(text)
    effect = saved.effects[0]
    assert isinstance(effect, Save)
    effect, requires = _save_requirements(name, text, effect)
    more: tuple[Effect, ...] = ()
    if with_attacks:
        begun = Status(name=IN_MULTIATTACK, duration=Duration(until="end of turn"))
        more = (Apply(begun, to="self"),)
    uses, recharge = usage
    action = CombatAction(
        name=name,
        cost=(Cost("Action"),),
        requires=tuple(requires),
        effect=(effect, *saved.effects[1:], *more),
        tags=("Magical",) if re.search(r"\bmagic", text) else (),
        uses=uses,
        recharge=recharge,
        targets=areas.enemies(area),
    )
    lost = saved.lost
    if _conditions(effect) == {"charmed"}:
        lost += ("the charmed condition has no effect in a fight",)
    rank = WITH_ATTACKS if with_attacks else _rank(effect, area, is_limited=usage != (None, None))
    return SpecialAction(action, rank, prose.mean((effect,), area.count), lost, area.description)


def _save_requirements(name: str, text: str, effect: Save) -> tuple[Save, list[Requirement]]:
    """Requirements that prevent waste, and the save with a status for those who are immune later."""
    requires: list[Requirement] = []
    if re.search(r"\bcreatures? grappled by (?:it|the)\b", text.split(" must ")[0]):
        requires.append(TargetCondition("grappled"))
    lasting = _statuses(effect)
    if lasting and (not effect.damage or any(one.damage_each_turn for one in lasting)):
        requires.append(TargetCondition(name, "==", 0))
    if not effect.damage and re.search(r"is immune to|immune to the", text):
        # Whoever has succeeded on the save is immune to it, often also whoever shook it off later:
        # then everybody has to save against it only once.
        safe = Apply(Status(name=f"{name} withstood"))
        effect = msgspec.structs.replace(effect, on_success=(safe,))
        if "the effect ends" in text:
            effect = msgspec.structs.replace(effect, on_fail=(*effect.on_fail, safe))
        requires.append(TargetCondition(safe.status.name, "==", 0))
    return effect, requires


def _statuses(effect: Save) -> list[Status]:
    return [one.status for one in effect.on_fail if isinstance(one, Apply)]


def _conditions(effect: Save) -> set[str]:
    return {name for status in _statuses(effect) for name in status.conditions}


def _rank(effect: Save, area: areas.Area, is_limited: bool) -> int:
    changes_attacks = any(status.attacks for status in _statuses(effect))
    if not effect.damage and _conditions(effect) <= MILD and not changes_attacks:
        return LAST
    if is_limited:
        return LIMITED
    return WIDE if area.count > 1 or effect.damage else LAST


def _read_save(entry: Mapping[str, Any], text: str, name: str) -> prose.ParsedEffects | None:
    number = int_at(entry, "dc", "dc_value")
    known = (number, text_at(entry, "dc", "dc_type", "index")) if number else None
    found = prose.save(text, name, known)
    if found is not None:
        return found
    parts = structured_damage(entry)
    if known is None or not parts or entry.get("attack_bonus"):
        return None
    half = text_at(entry, "dc", "success_type") == "half"
    return prose.ParsedEffects((Save(known[0], known[1], prose.dealt(parts), half),))


def _healing(
    name: str, text: str, amount: str, usage: tuple[Uses | None, int | None]
) -> SpecialAction:
    uses, recharge = usage
    is_self = not re.search(r"\b(?:target|creature)\b", text)
    targets = Targets(who="other ally", pick="lowest percent", state="any")
    action = CombatAction(
        name=name,
        cost=(Cost("Action"),),
        requires=(TargetCondition("hp_percent", "<=", 50),),
        effect=(Heal(amount),),
        uses=uses,
        recharge=recharge,
        targets=Targets(who="self") if is_self else targets,
    )
    lost = (
        ("it only restores hit points",)
        if re.search(r"freed from|removes|neutralizes", text)
        else ()
    )
    return SpecialAction(action, HEALING, 0.0, lost)


def _invisibility(name: str, usage: tuple[Uses | None, int | None]) -> SpecialAction:
    status = Status(
        name=name, conditions=("invisible",), duration=Duration(until="next attack made")
    )
    action = CombatAction(
        name=name,
        cost=(Cost("Action"),),
        requires=(SelfCondition(name, "==", 0),),
        effect=(Apply(status),),
        uses=usage[0],
        recharge=usage[1],
        targets=Targets(who="self"),
        concentration=True,
    )
    return SpecialAction(action, LAST, 0.0)


def _leadership(name: str, usage: tuple[Uses | None, int | None]) -> SpecialAction:
    status = Status(name=name, to_hit="1d4", save="1d4", duration=Duration(turns=10))
    action = CombatAction(
        name=name,
        cost=(Cost("Action"),),
        requires=(TargetCondition(name, "==", 0), SelfCondition("allies_up", ">=", 2)),
        effect=(Apply(status),),
        uses=usage[0],
        recharge=usage[1],
        targets=Targets(who="other ally", pick="highest damage", count=99),
    )
    return SpecialAction(action, LIMITED, 0.0)


def read_swallow(entry: Mapping[str, Any], bite: MonsterAttack | None) -> SpecialAction | None:
    """Read an action that swallows a grappled target with a bite."""
    text, name = prose.tidy(text_at(entry, "desc")), title(entry)
    found = re.search(
        r"makes one bite attack against an? [\w ]*?(?:target|creature) it is grappling", text
    )
    lasting = prose.status(text, name) if found else None
    if found is None or bite is None or lasting is None:
        return None
    damage = bite.attack.damage
    action = CombatAction(
        name=name,
        cost=(Cost("Action"),),
        requires=(TargetCondition("grappled"), TargetCondition(name, "==", 0)),
        effect=(Attack(bite.attack.to_hit, damage, on_hit=(Apply(lasting),)),),
        tags=bite.tags,
        targets=Targets(range=bite.range),
    )
    return SpecialAction(action, WIDE, bite.mean, prose.losses(text))


def read_choice(entry: Mapping[str, Any]) -> tuple[SpecialAction | None, str]:
    """Read an entry with a choice, such as two breath weapons. Return the option that deals the most
    damage, and a note about the choice."""
    text = prose.tidy(text_at(entry, "desc"))
    found: list[SpecialAction] = []
    for option in objects_at(entry, "options", "from", "options"):
        name = text_at(option, "name")
        described = re.search(
            rf"{re.escape(name)}\.\s*(.*?)(?=\n[A-Z][\w' ]+\. |$)", text, re.DOTALL
        )
        description = described[1] if described else ""
        merged = {**option, "desc": description, "name": name, "usage": entry.get("usage")}
        one = read_special_action(merged) if name else None
        if one is not None:
            found.append(one)
    if not found:
        return None, ""
    best = max(found, key=lambda one: one.mean)
    if len(found) > 1:
        best = best._replace(lost=(*best.lost, f"{CHOSEN} {best.action.name}"))
    return best, f"of {len(found)} options it uses {best.action.name}, which deals the most damage"
