"""The glyph of an action, from its data: what a card shows before its name."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse, typed
from turnwright.skirmish.model.vocabulary import MELEE

_BY_TYPE = {
    "fire": "flame", "cold": "frost", "lightning": "lightning", "thunder": "burst",
    "necrotic": "skull", "poison": "drop", "acid": "drop", "radiant": "sun", "psychic": "eye",
    "force": "spark",
}  # fmt: skip
_BY_CONDITION = {
    "restrained": "web", "grappled": "web", "paralyzed": "web", "petrified": "web",
    "frightened": "skull", "charmed": "eye", "blinded": "eye", "invisible": "eye",
    "poisoned": "drop", "prone": "burst", "stunned": "burst", "unconscious": "eye",
}  # fmt: skip
_BITES, _CLAWS = ("bite", "fang", "beak", "maw"), ("claw", "talon", "rend", "slam", "hoof", "gore")


def glyph(action: model.CombatAction) -> str:
    """Return the name of the glyph that fits an action best."""
    effects = list(all_effects(action.effect)) if isinstance(action.effect, tuple) else []
    for kind, name in (
        (model.Cancel, "cancel"),
        (model.Heal, "heal"),
    ):
        if any(isinstance(one, kind) for one in effects) and not _deals(effects):
            return name
    for effect in effects:
        if found := _of_effect(effect, action):
            return found
    return "flag" if effects or action.name == model.END_TURN else "dice"


def _deals(effects: list[model.Effect]) -> bool:
    return any(isinstance(one, model.Attack | model.Harm) for one in effects)


def all_effects(effects: tuple[model.Effect, ...]) -> Iterator[model.Effect]:
    """Return effects, and those that follow from a hit, a miss or a save."""
    yield from effects
    for effect in effects:
        for name in ("on_hit", "then", "on_fail", "on_success", "on_miss", "otherwise"):
            yield from all_effects(getattr(effect, name, ()))


def _of_effect(effect: model.Effect, action: model.CombatAction) -> str:
    match effect:
        case model.Attack() | model.Save() | model.Harm():
            return _of_damage(effect.damage, action, isinstance(effect, model.Attack))
        case model.Apply():
            return _of_status(effect.status, action)
        case model.Gain():
            return "gain"
        case model.Lose():
            return "drop"
        case model.Remove():
            return "bless"
        case model.MoveCombatant():
            return "boots"
        case model.EndTurn():
            return "flag"
        case model.ChangeRoll() | model.SetOutcome():
            return "dice"
        case model.ChangeDamage():
            if typed_of(effect.add):
                return _of_damage(effect.add, action, False) or "burst"
            return "shield"
        case model.Conditional():
            return ""
        case model.Grant():
            return "flag"
    return ""


def typed_of(damage: model.Damages) -> list[str]:
    """Return the types of some damage; an empty word for damage without a type."""
    several = damage if isinstance(damage, tuple) else (damage,)
    return [typed(one)[1] for one in several if typed(one)[0].terms]


def _of_damage(damage: model.Damages, action: model.CombatAction, is_attack: bool) -> str:
    kinds = typed_of(damage)
    magic = next((_BY_TYPE[kind] for kind in kinds if kind in _BY_TYPE), "")
    is_physical = any(kind in ("slashing", "piercing", "bludgeoning", "") for kind in kinds)
    if magic and not (is_attack and is_physical):
        return magic
    if not is_attack:
        return "burst" if kinds else ""
    name = action.name.lower()
    if any(word in name for word in _BITES):
        return "bite"
    if any(word in name for word in _CLAWS):
        return "claw"
    is_shot = "Ranged" in action.tags or any(word in name for word in ("bow", "sling", "dart"))
    return "bow" if is_shot and MELEE not in action.tags else "sword"


def _of_status(status: model.Status, action: model.CombatAction) -> str:
    for condition in status.conditions:
        if condition in _BY_CONDITION:
            return _BY_CONDITION[condition]
    helps_defence = (
        parse(status.ac).mean() > 0 or status.attacked == "disadvantage" or status.resist
    )
    lowers_damage = not isinstance(status.taken, str) and status.taken < 1
    if helps_defence or lowers_damage or status.immune:
        return "shield"
    if action.targets.who == "enemy":
        return "skull" if status.incapacitated else "eye"
    return "bless"
