"""Actions of monsters in 5e-bits format: attacks, multiattacks, powers that a save decides, healing.

The prose decides; where it cannot be read, the structured fields beside it do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.json_lookup import find, rows, whole, written
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definitions import Malformed
from turnwright.core.rules.requirement import (
    HasResource,
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
    Heal,
    Save,
    Status,
    Targets,
)

from . import areas
from . import prose_parser as prose

WEAK = "(weak)"
MILD = {"charmed", "deafened", "prone", "grappled"}
"""Conditions for which nobody gives up a round of attacks."""


class Monster(NamedTuple):
    """What actions ask of the one who has them."""

    name: str
    has_shield: bool = False
    magical: bool = False
    """Are its weapons magical?"""


class Blow(NamedTuple):
    """One way to attack: at arm's length, or from afar."""

    name: str
    is_melee: bool
    attack: Attack
    range: int
    tags: tuple[str, ...]
    weak: Attack | None = None
    """What a swarm does that has lost half of its hit points."""
    lost: tuple[str, ...] = ()
    choice: str = ""

    @property
    def mean(self) -> float:
        follows = sum(prose.mean((effect,)) for effect in self.attack.on_hit)
        return prose.mean((self.attack,)) + 0.65 * follows


class Power(NamedTuple):
    """An action that is not a plain attack. `rank` says where it stands in the list."""

    action: CombatAction
    rank: int
    mean: float
    lost: tuple[str, ...] = ()
    area: str = ""


# --- attacks -------------------------------------------------------------------------------------


def blows(entry: Mapping[str, Any], monster: Monster) -> list[Blow]:
    """The attacks that an entry describes: none, one, or one in hand and one thrown."""
    text, name = written(entry, "desc"), title(entry)
    line = prose.attack_line(text)
    hit = prose.hit(text, name, monster.has_shield) if line else None
    if line is None or hit is None:
        return _structured_blow(entry, monster)
    attack = Attack(line.bonus, prose.dealt(hit.damage), on_hit=hit.reading.effects)
    weak = None
    if hit.when_weak:
        weak = Attack(line.bonus, prose.dealt(hit.when_weak), on_hit=hit.reading.effects)
    kind = ("Magical",) if line.magical or monster.magical else ()
    found = []
    for is_melee in (True, False):
        if not (line.melee if is_melee else line.ranged):
            continue
        thrown = not is_melee and line.melee
        tags = ("Melee" if is_melee else "Ranged", "Weapon" if not line.magical else "Magic", *kind)
        found.append(
            Blow(
                name=f"{name} (thrown)" if thrown else name,
                is_melee=is_melee,
                attack=attack,
                range=line.reach if is_melee else line.range,
                tags=tuple(dict.fromkeys(tags)),
                weak=weak,
                lost=hit.reading.lost,
                choice=hit.choice,
            )
        )
    return found


def _structured_blow(entry: Mapping[str, Any], monster: Monster) -> list[Blow]:
    """From `attack_bonus` and `damage`, for files whose prose is their own."""
    parts = structured_damage(entry)
    if "attack_bonus" not in entry or not parts:
        return []
    bonus = whole(entry, "attack_bonus")
    text = written(entry, "desc")
    is_melee = not re.search(r"\branged?\b", text, re.IGNORECASE) or "elee" in text
    tags = ("Melee" if is_melee else "Ranged", "Weapon", *(("Magical",) if monster.magical else ()))
    return [
        Blow(title(entry), is_melee, Attack(bonus, prose.dealt(parts)), 5 if is_melee else 60, tags)
    ]


def structured_damage(entry: Mapping[str, Any]) -> list[str]:
    """The damage in the fields of an entry; of a choice, the first."""
    found: list[str] = []
    for part in rows(entry, "damage"):
        chosen = rows(part, "from", "options")
        one = chosen[0] if chosen else part
        dice = re.sub(r"\s+", "", written(one, "damage_dice"))
        damage = f"{dice} {written(one, 'damage_type', 'index')}".strip()
        try:
            if dice and typed(damage)[0].terms:
                found.append(damage)
        except Malformed:
            continue
    return found


def title(entry: Mapping[str, Any]) -> str:
    """The name of an entry, without what its brackets say about its use."""
    name = re.sub(r"\s*\((?:Recharge|Costs|\d+/Day)[^)]*\)", "", written(entry, "name"))
    return name.strip()[:150] or "Action"


def single(blow: Blow, usage: tuple[Uses | None, int | None] = (None, None)) -> list[CombatAction]:
    """An attack as an action; that of a swarm is two, by its hit points."""
    uses, recharge = usage
    plain = CombatAction(
        name=blow.name,
        cost=(Cost("Action"),),
        effect=(blow.attack,),
        tags=blow.tags,
        uses=uses,
        recharge=recharge,
        targets=Targets(range=blow.range),
    )
    if blow.weak is None:
        return [plain]
    return [
        msgspec.structs.replace(plain, requires=(SelfCondition("hp_percent", ">", 50),)),
        msgspec.structs.replace(plain, name=f"{blow.name} {WEAK}", effect=(blow.weak,)),
    ]


# --- powers --------------------------------------------------------------------------------------

HEALING, LIMITED, WIDE, LAST = 2, 3, 4, 9
"""Ranks: whom to heal, what recharges, what meets many, what nobody would rather do."""


def usage_of(entry: Mapping[str, Any]) -> tuple[Uses | None, int | None]:
    """How often: uses, and the roll that recharges it."""
    kind = written(entry, "usage", "type")
    if kind == "recharge on roll":
        return None, whole(entry, "usage", "min_value", default=6, least=2)
    if kind == "per day":
        return Uses(whole(entry, "usage", "times", default=1, least=1), "long rest"), None
    if kind == "recharge after rest":
        rests = find(entry, "usage", "rest_types")
        short = isinstance(rests, list) and "short" in rests
        return Uses(1, "short rest" if short else "long rest"), None
    name = written(entry, "name")
    recharge = re.search(r"\(Recharge (\d)", name)
    if recharge:
        return None, max(2, int(recharge[1]))
    daily = re.search(r"\((\d+)/Day", name)
    return (Uses(max(1, int(daily[1])), "long rest"), None) if daily else (None, None)


def power(entry: Mapping[str, Any], with_attacks: bool = False) -> Power | None:
    """A power that a save decides, that heals, or that hides. `with_attacks`: it is part of a
    multiattack, and takes no action of its own."""
    text, name = prose.tidy(written(entry, "desc")), title(entry)
    usage = usage_of(entry)
    healing = prose.heals(text)
    if healing and "must" not in text:
        return _healing(name, text, healing, usage)
    if re.search(r"(?:turns|become) invisible until", text):
        return _hiding(name, usage)
    if "can add a d4 to its roll" in text:
        return _leading(name, usage)
    saved = _read_save(entry, text, name)
    if saved is None:
        return None
    area = areas.area(text)
    effect = saved.effects[0]
    assert isinstance(effect, Save)
    requires: list[Requirement] = []
    lasting = [e.status for e in effect.on_fail if isinstance(e, Apply)]
    if lasting and not effect.damage:
        requires.append(TargetCondition(name, "==", 0))
    if re.search(r"is immune to|immune to the", text) and not effect.damage:
        # Whoever withstood it once is safe from it.
        safe = f"{name} withstood"
        effect = msgspec.structs.replace(effect, on_success=(Apply(Status(name=safe)),))
        requires.append(TargetCondition(safe, "==", 0))
    conditions = {c for status in lasting for c in status.conditions}
    is_mild = not effect.damage and conditions <= MILD and not any(s.attacks for s in lasting)
    rank = LIMITED if usage != (None, None) else WIDE if area.many > 1 or effect.damage else LAST
    uses, recharge = usage
    if with_attacks:
        requires.append(HasResource("Action"))
    action = CombatAction(
        name=name,
        cost=() if with_attacks else (Cost("Action"),),
        requires=tuple(requires),
        effect=(effect, *saved.effects[1:]),
        tags=("Magical",) if re.search(r"\bmagic", text) else (),
        uses=uses,
        recharge=recharge,
        targets=areas.enemies(area),
    )
    mean = prose.mean((effect,), area.many)
    lost = saved.lost
    if conditions == {"charmed"}:
        lost += ("being charmed changes nothing in a fight",)
    return Power(action, 1 if with_attacks else LAST if is_mild else rank, mean, lost, area.words)


def _read_save(entry: Mapping[str, Any], text: str, name: str) -> prose.Reading | None:
    number = whole(entry, "dc", "dc_value")
    known = (number, written(entry, "dc", "dc_type", "index")) if number else None
    found = prose.save(text, name, known)
    if found is not None:
        return found
    parts = structured_damage(entry)
    if known is None or not parts or entry.get("attack_bonus"):
        return None
    half = written(entry, "dc", "success_type") == "half"
    return prose.Reading((Save(known[0], known[1], prose.dealt(parts), half),))


def _healing(name: str, text: str, amount: str, usage: tuple[Uses | None, int | None]) -> Power:
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
        ("it cures nothing but wounds",)
        if re.search(r"freed from|removes|neutralizes", text)
        else ()
    )
    return Power(action, HEALING, 0.0, lost)


def _hiding(name: str, usage: tuple[Uses | None, int | None]) -> Power:
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
    return Power(action, LAST, 0.0)


def _leading(name: str, usage: tuple[Uses | None, int | None]) -> Power:
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
    return Power(action, LIMITED, 0.0)


def breath(entry: Mapping[str, Any]) -> tuple[Power | None, str]:
    """An entry that offers a choice of powers, such as two breath weapons: the one that does most
    damage, and what was chosen."""
    text = prose.tidy(written(entry, "desc"))
    found: list[Power] = []
    for option in rows(entry, "options", "from", "options"):
        name = written(option, "name")
        told = re.search(rf"{re.escape(name)}\.\s*(.*?)(?=\n[A-Z][\w' ]+\. |$)", text, re.DOTALL)
        said = told[1] if told else ""
        merged = {**option, "desc": said, "name": name, "usage": entry.get("usage")}
        one = power(merged) if name else None
        if one is not None:
            found.append(one)
    if not found:
        return None, ""
    best = max(found, key=lambda one: one.mean)
    return best, f"of {len(found)} it uses {best.action.name}, which does most damage"
