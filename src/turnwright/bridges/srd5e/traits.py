"""Conversion of monster traits to permanent statuses, reactions and a few actions.

Each function reads one kind of trait, adds to the draft what it can, and returns what was lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from turnwright.bridges.encounter_files.json_lookup import text_at
from turnwright.bridges.encounter_files.terms import DAMAGE_TYPES, UNLIMITED_USES
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
from .monster_actions import MonsterAttack, SpecialAction, title, usage_of
from .spells import Spell

SELF = Targets(who="self")
END_OF_TURN = Duration(until="end of turn")
ALWAYS = Uses(UNLIMITED_USES)
MAGIC = ("Spell", "Magical")
SPELL_EFFECT = "SpellEffect"
"""The tag of what a spell does after it was cast, such as the attacks of a spiritual weapon."""


class MonsterDraft(msgspec.Struct):
    """A monster under construction."""

    name: str
    speed: int = 30
    reach: int = 5
    attacks: list[MonsterAttack] = []
    spells: list[Spell] = []
    specials: list[SpecialAction] = []
    first: list[CombatAction] = []
    """Actions that it tries before all others."""
    reactions: list[CombatAction] = []
    traits: list[Status] = []
    save_lean: dict[str, Literal["", "advantage", "disadvantage"]] = {}
    condition_immune: list[str] = []

    def parts(self) -> list[object]:
        """Everything that traits and reactions add to."""
        return [*self.first, *self.reactions, *self.traits, *self.condition_immune]

    def since(self, before: list[object]) -> list[object]:
        """The parts that were added since then."""
        return [one for one in self.parts() if one not in before]


Losses = tuple[str, ...]
TraitReader = Callable[[MonsterDraft, str, Mapping[str, Any]], Losses | None]
"""Returns what was lost; None if the trait could not be read."""


# --- building blocks -----------------------------------------------------------------------------


def free_reaction(
    name: str,
    timing: Reaction,
    *effects: Effect,
    targets: Targets = SELF,
    requires: tuple[Requirement, ...] = (),
    uses: Uses | None = ALWAYS,
) -> CombatAction:
    """Return a reaction that costs nothing."""
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
    """A reaction that gives advantage on the declared attack if its target meets a requirement."""
    status = Status(name=name, attacks="advantage", duration=Duration(until="next attack made"))
    return free_reaction(
        name, Reaction("AttackDeclared", "self", "source"), Apply(status, to="self"),
        targets=Targets(who="event target"), requires=(check,),
    )  # fmt: skip


def _extra(text: str) -> str:
    """The damage in `an extra 13 (4d6) damage`, with its type if it has one."""
    typed = re.search(rf"extra \d+ \(([^)]*)\)(?: ({'|'.join(DAMAGE_TYPES)}))? damage", text)
    return f"{typed[1].replace(' ', '')} {typed[2] or ''}".strip() if typed else ""


# --- traits ---------------------------------------------------------------------------------------


def _magic_resistance(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    draft.traits.append(Status(name=title(entry), saves="advantage", saves_against=MAGIC))
    if "can't be affected" not in text:
        return ()
    spell = _by_spell("DamageRolled")
    saved = _by_spell("SaveFailed")
    draft.reactions += [
        free_reaction(
            f"{title(entry)}: saves", Reaction("SaveFailed", "self", when=saved),
            SetOutcome("success"),
        ),
        free_reaction(
            f"{title(entry)}: damage", Reaction("DamageRolled", "self", when=spell),
            ChangeDamage(multiply=0),
        ),
    ]  # fmt: skip
    return ("it is immune to spells of every level",)


def _by_spell(event: str) -> Requirement:
    """Is an event caused by a spell that is cast, or by one that was cast before?"""
    tags = ("Spell", SPELL_EFFECT)
    return Or(tuple(LastEvent(event, (tag,), by_self=False) for tag in tags))


def _gnome_cunning(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    status = Status(
        name=title(entry), saves="advantage", saves_of=("int", "wis", "cha"), saves_against=MAGIC
    )
    draft.traits.append(status)
    return ()


def _legendary_resistance(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    uses, _ = usage_of(entry)
    timing = Reaction("SaveFailed", "self")
    draft.reactions.append(
        free_reaction(
            title(entry), timing, SetOutcome("success"), uses=uses or Uses(3, "long rest")
        )
    )
    return ()


def _pack_tactics(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    status = Status(name=title(entry), attacks="advantage", duration=END_OF_TURN)
    timing = _own_turn(SelfCondition("allies_up", ">=", 2))
    draft.reactions.append(free_reaction(title(entry), timing, Apply(status)))
    return ("an ally always counts as near",)


def _blood_frenzy(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    draft.reactions.append(_before_attack(title(entry), TargetCondition("missing_hp", ">", 0)))
    return ()


def _grappler(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    draft.reactions.append(_before_attack(title(entry), TargetCondition("grappled")))
    return ()


def _ambusher(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    check = TargetCondition("is_surprised")
    if "critical hit" in text:
        draft.reactions.append(
            free_reaction(
                f"{title(entry)}: critical", _own_hit(), SetOutcome("critical"),
                targets=Targets(who="event target"), requires=(check,),
            )
        )  # fmt: skip
    draft.reactions.append(_before_attack(title(entry), check))
    return ()


def _surprise_attack(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    extra = _extra(text)
    if not extra:
        return None
    draft.reactions.append(
        free_reaction(
            title(entry), _own_hit(SelfCondition("round", "==", 1)), ChangeDamage(extra),
            targets=Targets(who="event target"), requires=(TargetCondition("is_surprised"),),
        )
    )  # fmt: skip
    return ()


def _ally_nearby(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    """Sneak Attack, Martial Advantage: once per turn, if an ally is near the target."""
    extra = _extra(text)
    if not extra:
        return None
    weapon = LastEvent("AttackHit", ("Weapon",))
    timing = _own_hit(weapon, SelfCondition("allies_up", ">=", 2))
    draft.reactions.append(free_reaction(title(entry), timing, ChangeDamage(extra), uses=Uses(1)))
    return ("an ally always counts as near, and advantage does not count",)


def _regeneration(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    amount = prose.heals(text)
    if not amount:
        return None
    name = title(entry)
    stops = [kind for kind in DAMAGE_TYPES if re.search(rf"takes [\w ,]*{kind}", text)]
    lost: Losses = (
        ("it dies at 0 hit points like other creatures",) if "dies only if" in text else ()
    )
    lost += ("sunlight and running water do not stop it",) if "sunlight" in text else ()
    if not stops:
        draft.traits.append(Status(name=name, heal_each_turn=amount))
        return lost
    stopped = f"{name} stopped"
    taken = tuple(LastEvent("DamageTaken", (kind,), by_self=False) for kind in stops)
    status = Status(name=stopped, duration=Duration(turns=1, of="bearer", at="end"))
    when = taken[0] if len(taken) == 1 else Or(taken)
    draft.reactions += [
        free_reaction(stopped, Reaction("DamageTaken", "self", when=when), Apply(status)),
        free_reaction(name, _own_turn(SelfCondition(stopped, "==", 0)), Heal(amount)),
    ]
    return lost


def _relentless(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    found = re.search(r"takes (\d+) damage or less", text)
    if found is None:
        return None
    when = LastEvent("UnitDowned", op="<=", value=int(found[1]), by_self=False)
    timing = Reaction("UnitDowned", "self", when=when)
    draft.reactions.append(free_reaction(title(entry), timing, Heal(1), uses=Uses(1, "short rest")))
    return ("only the damage beyond 0 hit points counts",)


def _undead_fortitude(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    critical = LastEvent("DamageTaken", ("Critical",), by_self=False)
    radiant = LastEvent("DamageTaken", ("radiant",), by_self=False)
    when = And((SelfCondition("hp", "<=", 0), Not(Or((critical, radiant)))))
    timing = Reaction("DamageTaken", "self", when=when)
    save = Save("5 + value", "con", to="self", on_success=(Heal(1),))
    draft.reactions.append(free_reaction(title(entry), timing, save))
    return ()


def _death_burst(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    saved = prose.save(text, title(entry))
    if saved is None:
        return None
    area = areas.area(text)
    timing = Reaction("UnitDied", "self")
    draft.reactions.append(
        free_reaction(
            title(entry), timing, *saved.effects, targets=areas.enemies(area), uses=Uses(1)
        )
    )
    return (*saved.lost, "its allies are not affected")


def _damaging_body(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    """Damage to whoever hits it, and for some to everybody near it."""
    lost: Losses = ()
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
            draft.reactions.append(free_reaction(name, timing, Harm(parts[0]), targets=targets))
    if "enters a creature's space" in text:
        lost = ("moving into a space deals no damage",)
    return lost if found or around else None


def aura(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    """Add a save for everybody who starts a turn near the monster."""
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
    draft.reactions.append(
        free_reaction(name, timing, effect, targets=Targets(who="event source"), requires=requires)
    )
    return saved.lost


def _charge(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
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
    draft.reactions.append(free_reaction(title(entry), timing, *effects, uses=Uses(1, "encounter")))
    more = ("the additional attack is left out",) if "as a bonus action" in text else ()
    return ("it applies to the first hit of the first round", *more)


def _rampage(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    monster_attack = attack_named(draft, text)
    if monster_attack is None:
        return None
    action = CombatAction(
        name=title(entry),
        timing=Reaction("UnitDowned", "self", "source", LastEvent("UnitDowned", ("Melee",))),
        cost=(Cost("BonusAction"),),
        effect=(monster_attack.attack,),
        tags=monster_attack.tags,
        targets=Targets(range=monster_attack.range + draft.speed // 2),
    )
    draft.reactions.append(action)
    return ()


def _reckless(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    status = Status(
        name=title(entry), attacks="advantage", attacked="advantage", duration=Duration(turns=1)
    )
    draft.first.append(
        CombatAction(
            name=title(entry), effect=(Apply(status),), targets=SELF,
            requires=(SelfCondition(title(entry), "==", 0),),
        )
    )  # fmt: skip
    return ("its reactions have advantage, too",)


def _aggressive(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    draft.first.append(
        CombatAction(
            name=title(entry), cost=(Cost("BonusAction"),), effect=(MoveCombatant(draft.speed),),
            requires=(SelfCondition("nearest_enemy", ">", draft.reach),),
            targets=Targets(pick="nearest"),
        )
    )  # fmt: skip
    return ()


def _absorption(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    found = re.search(r"subjected to (\w+) damage", text)
    if found is None:
        return None
    when = LastEvent("DamageRolled", (found[1],), by_self=False)
    timing = Reaction("DamageRolled", "self", when=when)
    draft.reactions.append(free_reaction(title(entry), timing, Heal("value")))
    return ("damage of other types in the same attack heals, too",)


def _aversion(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    found = re.search(r"takes (\w+) damage, it has disadvantage on attack rolls", text)
    if found is None:
        return None
    when = LastEvent("DamageTaken", (found[1],), by_self=False)
    status = Status(
        name=title(entry), attacks="disadvantage", duration=Duration(turns=1, of="bearer", at="end")
    )
    draft.reactions.append(
        free_reaction(title(entry), Reaction("DamageTaken", "self", when=when), Apply(status))
    )
    return ()


def _invisible(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses | None:
    if "is invisible" not in text:
        return None
    draft.traits.append(Status(name=title(entry), conditions=("invisible",)))
    return ()


def _freedom(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    draft.condition_immune += ["grappled", "restrained"]
    return ("it escapes without spending movement",)


def _nothing(draft: MonsterDraft, text: str, entry: Mapping[str, Any]) -> Losses:
    """A trait that is already part of the numbers of the attacks."""
    return ()


TRAITS: dict[str, TraitReader] = {
    "magic resistance": _magic_resistance, "limited magic immunity": _magic_resistance,
    "gnome cunning": _gnome_cunning, "legendary resistance": _legendary_resistance,
    "pack tactics": _pack_tactics, "blood frenzy": _blood_frenzy, "grappler": _grappler,
    "ambusher": _ambusher, "assassinate": _ambusher, "surprise attack": _surprise_attack,
    "sneak attack": _ally_nearby, "martial advantage": _ally_nearby,
    "regeneration": _regeneration, "relentless": _relentless, "undead fortitude": _undead_fortitude,
    "death burst": _death_burst, "death throes": _death_burst, "heated body": _damaging_body,
    "fire form": _damaging_body, "fire aura": _damaging_body, "charge": _charge, "pounce": _charge,
    "trampling charge": _charge, "rampage": _rampage, "reckless": _reckless, "aggressive": _aggressive,
    "lightning absorption": _absorption, "acid absorption": _absorption,
    "fire absorption": _absorption,
    "aversion of fire": _aversion, "invisibility": _invisible, "freedom of movement": _freedom,
    "magic weapons": _nothing, "angelic weapons": _nothing, "hellish weapons": _nothing,
    "heated weapons": _nothing, "brute": _nothing,
}  # fmt: skip

IRRELEVANT = re.compile(
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
"""Traits and actions that are irrelevant in a fight without map, light and dialogue."""


def read_trait(draft: MonsterDraft, entry: Mapping[str, Any]) -> Losses | None:
    """Add a trait to the draft; return None if it is left as text."""
    text = prose.tidy(text_at(entry, "desc"))
    known = TRAITS.get(re.sub(r"\s*\(.*\)", "", title(entry)).casefold())
    return known(draft, text, entry) if known else aura(draft, text, entry)


def attack_named(draft: MonsterDraft, text: str) -> MonsterAttack | None:
    """Return the attack whose name is in a text: `one tail attack`, `an attack with its hooves`."""
    lower = text.casefold()
    found = [b for b in draft.attacks if re.search(rf"\b{re.escape(_word_stem(b.name))}", lower)]
    return max(found, key=lambda monster_attack: monster_attack.mean) if found else None


def _word_stem(name: str) -> str:
    return re.sub(r"\s*\(.*\)$", "", name).casefold().removesuffix("s")
