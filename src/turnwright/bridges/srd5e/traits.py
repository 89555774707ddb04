"""Traits of monsters: statuses that are always there, reactions, and a few actions.

Each function below knows one kind of trait by its name or its prose, adds to the build what it can,
and says what was lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from turnwright.bridges.encounter_files.json_lookup import written
from turnwright.bridges.encounter_files.terms import DAMAGE_TYPES, OFTEN
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import (  # fmt: skip
    And,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    ChangeDamage,
    CombatAction,
    Duration,
    Effect,
    Harm,
    Heal,
    MoveCombatant,
    Save,
    SetOutcome,
    Status,
    Targets,
)

from . import areas
from . import prose_parser as prose
from .monster_actions import Blow, Power, title, usage_of
from .spells import Spell

ONESELF = Targets(who="self")
END_OF_TURN = Duration(until="end of turn")
ALWAYS = Uses(OFTEN)
MAGIC = ("Spell", "Magical")


class Build(msgspec.Struct):
    """A monster that is being put together."""

    name: str
    speed: int = 30
    reach: int = 5
    blows: list[Blow] = []
    spells: list[Spell] = []
    powers: list[Power] = []
    first: list[CombatAction] = []
    """What it does before anything else."""
    reactions: list[CombatAction] = []
    traits: list[Status] = []
    save_lean: dict[str, Literal["", "advantage", "disadvantage"]] = {}
    condition_immune: list[str] = []


Lost = tuple[str, ...]
Told = Callable[[Build, str, Mapping[str, Any]], Lost | None]
"""What was lost; None if the trait could not be read."""


# --- reactions in general ------------------------------------------------------------------------


def answer(
    name: str,
    timing: Reaction,
    *effects: Effect,
    targets: Targets = ONESELF,
    requires: tuple[Requirement, ...] = (),
    uses: Uses | None = ALWAYS,
) -> CombatAction:
    return CombatAction(
        name=name, timing=timing, effect=effects, targets=targets, requires=requires, uses=uses
    )


def _own_turn(when: Requirement | None = None) -> Reaction:
    return Reaction("TurnStarted", "self", "source", when)


def _own_hit(*more: Requirement) -> Reaction:
    when = more[0] if len(more) == 1 else And(more) if more else None
    return Reaction("AttackHit", "self", "source", when)


def _hit_in_melee() -> Reaction:
    return Reaction("AttackHit", "self", when=LastEvent("AttackHit", ("Melee",), by_self=False))


def _before_attack(name: str, check: Requirement) -> CombatAction:
    """Advantage on the very attack that is declared, against such targets."""
    status = Status(name=name, attacks="advantage", duration=Duration(until="next attack made"))
    return answer(
        name, Reaction("AttackDeclared", "self", "source"), Apply(status, to="self"),
        targets=Targets(who="event target"), requires=(check,),
    )  # fmt: skip


def _extra(text: str) -> str:
    """The damage in `an extra 13 (4d6) damage`, with its type if it has one."""
    typed = re.search(rf"extra \d+ \(([^)]*)\)(?: ({'|'.join(DAMAGE_TYPES)}))? damage", text)
    return f"{typed[1].replace(' ', '')} {typed[2] or ''}".strip() if typed else ""


# --- traits --------------------------------------------------------------------------------------


def _magic_resistance(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    build.traits.append(Status(name=title(entry), saves="advantage", saves_against=MAGIC))
    return ("weak spells harm it, too",) if "can't be affected" in text else ()


def _gnome_cunning(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    status = Status(
        name=title(entry), saves="advantage", saves_of=("int", "wis", "cha"), saves_against=MAGIC
    )
    build.traits.append(status)
    return ()


def _legendary_resistance(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    uses, _ = usage_of(entry)
    timing = Reaction("SaveFailed", "self")
    build.reactions.append(
        answer(title(entry), timing, SetOutcome("success"), uses=uses or Uses(3, "long rest"))
    )
    return ()


def _pack_tactics(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    status = Status(name=title(entry), attacks="advantage", duration=END_OF_TURN)
    timing = _own_turn(SelfCondition("allies_up", ">=", 2))
    build.reactions.append(answer(title(entry), timing, Apply(status)))
    return ("a friend is always near enough",)


def _blood_frenzy(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    build.reactions.append(_before_attack(title(entry), TargetCondition("missing_hp", ">", 0)))
    return ()


def _grappler(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    build.reactions.append(_before_attack(title(entry), TargetCondition("grappled")))
    return ()


def _ambusher(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    check = TargetCondition("is_surprised")
    if "critical hit" in text:
        build.reactions.append(
            answer(
                f"{title(entry)}: critical", _own_hit(), SetOutcome("critical"),
                targets=Targets(who="event target"), requires=(check,),
            )
        )  # fmt: skip
    build.reactions.append(_before_attack(title(entry), check))
    return ()


def _surprise_attack(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    extra = _extra(text)
    if not extra:
        return None
    build.reactions.append(
        answer(
            title(entry), _own_hit(SelfCondition("round", "==", 1)), ChangeDamage(extra),
            targets=Targets(who="event target"), requires=(TargetCondition("is_surprised"),),
        )
    )  # fmt: skip
    return ()


def _with_a_friend(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    """Sneak Attack, Martial Advantage: once a turn, if a friend is near the target."""
    extra = _extra(text)
    if not extra:
        return None
    weapon = LastEvent("AttackHit", ("Weapon",))
    timing = _own_hit(weapon, SelfCondition("allies_up", ">=", 2))
    build.reactions.append(answer(title(entry), timing, ChangeDamage(extra), uses=Uses(1)))
    return ("a friend is always near enough, and without one it never applies",)


def _regeneration(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    amount = prose.heals(text)
    if not amount:
        return None
    name = title(entry)
    stops = [kind for kind in DAMAGE_TYPES if re.search(rf"takes [\w ,]*{kind}", text)]
    lost: Lost = ("it dies at 0 hit points like others",) if "dies only if" in text else ()
    lost += ("neither sun nor water stops it",) if "sunlight" in text else ()
    if not stops:
        build.traits.append(Status(name=name, heal_each_turn=amount))
        return lost
    stopped = f"{name} stopped"
    taken = tuple(LastEvent("DamageTaken", (kind,), by_self=False) for kind in stops)
    status = Status(name=stopped, duration=Duration(turns=1, of="bearer", at="end"))
    when = taken[0] if len(taken) == 1 else Or(taken)
    build.reactions += [
        answer(stopped, Reaction("DamageTaken", "self", when=when), Apply(status)),
        answer(name, _own_turn(SelfCondition(stopped, "==", 0)), Heal(amount)),
    ]
    return lost


def _relentless(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    found = re.search(r"takes (\d+) damage or less", text)
    if found is None:
        return None
    when = LastEvent("UnitDowned", op="<=", value=int(found[1]), by_self=False)
    timing = Reaction("UnitDowned", "self", when=when)
    build.reactions.append(answer(title(entry), timing, Heal(1), uses=Uses(1, "short rest")))
    return ("only the damage beyond 0 hit points is looked at",)


def _undead_fortitude(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    critical = LastEvent("UnitDowned", ("Critical",), by_self=False)
    radiant = LastEvent("UnitDowned", ("radiant",), by_self=False)
    timing = Reaction("UnitDowned", "self", when=Not(Or((critical, radiant))))
    build.reactions.append(answer(title(entry), timing, Heal("1d2-1")))
    return ("it stands again in half of the cases, whatever the damage",)


def _death_burst(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    saved = prose.save(text, title(entry))
    if saved is None:
        return None
    area = areas.area(text)
    timing = Reaction("UnitDied", "self")
    build.reactions.append(
        answer(title(entry), timing, *saved.effects, targets=areas.enemies(area), uses=Uses(1))
    )
    return (*saved.lost, "its friends are spared")


def _burns(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    """Whoever hits it takes damage; some burn all around them as well."""
    lost: Lost = ()
    found = re.search(r"hits it with a melee attack[^.]*takes ([^.]*damage)", text)
    around = re.search(
        r"At the start of each of the [^.]*? within 5 feet of it takes ([^.]*?damage)", text
    )
    for words, name, timing, targets in (
        (found, title(entry), _hit_in_melee(), Targets(who="event source")),
        (around, f"{title(entry)}: around it", _own_turn(), Targets(count=2, range=5)),
    ):
        parts = prose.harm(words[1]) if words else ()
        if parts:
            build.reactions.append(answer(name, timing, Harm(parts[0]), targets=targets))
    if "enters a creature's space" in text:
        lost = ("it burns nobody by moving",)
    return lost if found or around else None


def aura(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    """Whoever starts its turn near it must save."""
    near = re.search(r"starts its turn (?:within (\d+) feet|in that area)", text)
    saved = prose.save(text, title(entry)) if near else None
    if near is None or saved is None or not isinstance(saved.effects[0], Save):
        return None
    name, effect = title(entry), saved.effects[0]
    radius = int(near[1] or 10)
    requires: tuple[Requirement, ...] = (
        TargetCondition("distance", "<=", radius), TargetCondition(name, "==", 0),
    )  # fmt: skip
    if "is immune" in text or "immune to the" in text:
        safe = f"{name} withstood"
        effect = msgspec.structs.replace(effect, on_success=(Apply(Status(name=safe)),))
        requires += (TargetCondition(safe, "==", 0),)
    timing = Reaction("TurnStarted", "enemy", "source")
    build.reactions.append(
        answer(name, timing, effect, targets=Targets(who="event source"), requires=requires)
    )
    return saved.lost


def _charge(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    effects: list[Effect] = []
    extra = _extra(text)
    if extra:
        effects.append(ChangeDamage(extra))
    saved = prose.save(text, title(entry))
    if saved and isinstance(saved.effects[0], Save) and saved.effects[0].on_fail:
        effects.append(
            msgspec.structs.replace(saved.effects[0], damage=0, half=False, to="event target")
        )
    if not effects:
        return None
    timing = _own_hit(SelfCondition("round", "==", 1), LastEvent("AttackHit", ("Melee",)))
    build.reactions.append(answer(title(entry), timing, *effects, uses=Uses(1, "encounter")))
    more = ("it makes no further attack",) if "as a bonus action" in text else ()
    return ("it is done with the first hit of the first round", *more)


def _rampage(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    blow = named_blow(build, text)
    if blow is None:
        return None
    action = CombatAction(
        name=title(entry),
        timing=Reaction("UnitDowned", "self", "source", LastEvent("UnitDowned", ("Melee",))),
        cost=(Cost("BonusAction"),),
        effect=(blow.attack,),
        tags=blow.tags,
        targets=Targets(range=blow.range + build.speed // 2),
    )
    build.reactions.append(action)
    return ()


def _reckless(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    status = Status(
        name=title(entry), attacks="advantage", attacked="advantage", duration=Duration(turns=1)
    )
    build.first.append(
        CombatAction(
            name=title(entry), effect=(Apply(status),), targets=ONESELF,
            requires=(SelfCondition(title(entry), "==", 0),),
        )
    )  # fmt: skip
    return ("attacks of its reactions profit as well",)


def _aggressive(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    build.first.append(
        CombatAction(
            name=title(entry), cost=(Cost("BonusAction"),), effect=(MoveCombatant(build.speed),),
            requires=(SelfCondition("nearest_enemy", ">", build.reach),),
            targets=Targets(pick="nearest"),
        )
    )  # fmt: skip
    return ()


def _absorption(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    found = re.search(r"subjected to (\w+) damage", text)
    if found is None:
        return None
    when = LastEvent("DamageRolled", (found[1],), by_self=False)
    timing = Reaction("DamageRolled", "self", when=when)
    build.reactions.append(answer(title(entry), timing, Heal("value")))
    return ("damage of other types in the same attack heals, too",)


def _aversion(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    found = re.search(r"takes (\w+) damage, it has disadvantage on attack rolls", text)
    if found is None:
        return None
    when = LastEvent("DamageTaken", (found[1],), by_self=False)
    status = Status(
        name=title(entry), attacks="disadvantage", duration=Duration(turns=1, of="bearer", at="end")
    )
    build.reactions.append(
        answer(title(entry), Reaction("DamageTaken", "self", when=when), Apply(status))
    )
    return ()


def _invisible(build: Build, text: str, entry: Mapping[str, Any]) -> Lost | None:
    if "is invisible" not in text:
        return None
    build.traits.append(Status(name=title(entry), conditions=("invisible",)))
    return ()


def _freedom(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    build.condition_immune += ["grappled", "restrained"]
    return ("it gets free without spending movement",)


def _nothing(build: Build, text: str, entry: Mapping[str, Any]) -> Lost:
    """What is already in the numbers of the attacks."""
    return ()


TRAITS: dict[str, Told] = {
    "magic resistance": _magic_resistance, "limited magic immunity": _magic_resistance,
    "gnome cunning": _gnome_cunning, "legendary resistance": _legendary_resistance,
    "pack tactics": _pack_tactics, "blood frenzy": _blood_frenzy, "grappler": _grappler,
    "ambusher": _ambusher, "assassinate": _ambusher, "surprise attack": _surprise_attack,
    "sneak attack": _with_a_friend, "martial advantage": _with_a_friend,
    "regeneration": _regeneration, "relentless": _relentless, "undead fortitude": _undead_fortitude,
    "death burst": _death_burst, "death throes": _death_burst, "heated body": _burns,
    "fire form": _burns, "fire aura": _burns, "charge": _charge, "pounce": _charge,
    "trampling charge": _charge, "rampage": _rampage, "reckless": _reckless, "aggressive": _aggressive,
    "lightning absorption": _absorption, "acid absorption": _absorption,
    "fire absorption": _absorption,
    "aversion of fire": _aversion, "invisibility": _invisible, "freedom of movement": _freedom,
    "magic weapons": _nothing, "angelic weapons": _nothing, "hellish weapons": _nothing,
    "heated weapons": _nothing, "brute": _nothing,
}  # fmt: skip

ASIDE = re.compile(
    r"keen |amphibious|false appearance|spider climb|web walker|web sense|water breathing|"
    r"hold breath|devil's sight|echolocation|illumination|amorphous|standing leap|immutable form|"
    r"siege monster|incorporeal movement|rejuvenation|ice walk|flyby|inscrutable|elemental demise|"
    r"earth glide|wakeful|camouflage|mimicry|telepath|divine awareness|sense magic|shielded mind|"
    r"speak with|tree stride|ethereal|blind senses|faultless tracker|turn resistance|"
    r"turn defiance|running leap|tail spike|labyrinthine|beast of burden|night hag items|"
    r"confer fire|iron scent|treasure sense|limited amphib|spell storing|ephemeral|transparent|"
    r"tunneler|air form|water form|shapechanger|antimagic|sunlight|light sensitivity|"
    r"vampire weaknesses|misty escape|^swarm|water susceptibility|^bound$|teleport|change shape|"
    r"illusory appearance|read thoughts|nightmare haunting|heart sight|create specter|^detect$|"
    r"^move$|children of the night|ink cloud|^antennae$|^shriek$|etherealness"
)
"""Traits and actions that change nothing in a fight that knows no map, no light and no talk."""


def read_trait(build: Build, entry: Mapping[str, Any]) -> Lost | None:
    """Add what a trait does; None if it is left as text."""
    text = prose.tidy(written(entry, "desc"))
    known = TRAITS.get(re.sub(r"\s*\(.*\)", "", title(entry)).casefold())
    return known(build, text, entry) if known else aura(build, text, entry)


def named_blow(build: Build, text: str) -> Blow | None:
    """The attack whose name is in a text: `one tail attack`, `an attack with its hooves`."""
    lower = text.casefold()
    found = [b for b in build.blows if re.search(rf"\b{re.escape(_stem(b.name))}", lower)]
    return max(found, key=lambda blow: blow.mean) if found else None


def _stem(name: str) -> str:
    return re.sub(r"\s*\(.*\)$", "", name).casefold().removesuffix("s")
