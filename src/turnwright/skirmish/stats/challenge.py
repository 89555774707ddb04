"""What a monster does and withstands, beside the Dungeon Master's Guide's figures for its rating.

- Damage per round is played, not computed: three rounds of the monster's own list against two targets
  that every attack hits and that fail every save, as the guide assumes. A third combatant cannot be
  hurt; it is there for legendary actions, of which one is possible after every turn of an enemy.
- Conditions have no effect on the targets, since the guide counts no critical hits against the
  paralysed.
- Effective hit points are those of the stat block, more for resistances, immunities, regeneration and
  legendary resistances as in the guide.
- Attack bonus and armour class count as the share of hits, of which the figures assume 65 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import library
from turnwright.skirmish.model.challenge_table import ChallengeFigures, figures
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Attack,
    CombatAction,
    Combatant,
    Condition,
    Effect,
    Heal,
    RuleProfile,
    Save,
    Scenario,
    Side,
)

ROUNDS, RUNS = 3, 6
USUAL_HITS = 0.65
"""The share of hits that the figures assume."""
SEVERAL = 3
"""How many damage types must be resisted for it to count as more hit points."""

_BANDS = (5, 11, 17)
_RESISTANT = (2.0, 1.5, 1.25, 1.0)
_IMMUNE = (2.0, 2.0, 1.5, 1.25)
_PER_LEGENDARY_RESISTANCE = (10, 20, 30, 30)


class ChallengeMeasure(NamedTuple):
    """A monster beside the figures of its challenge rating. Ratios are 1 within the range of the
    figures, otherwise relative to the nearest end of it."""

    name: str
    challenge: float
    damage: float
    """Damage per round, adjusted for its attack bonus."""
    hp: float
    """Effective hit points."""
    damage_ratio: float
    hp_ratio: float

    @property
    def ratio(self) -> float:
        """Both together: a monster that deals twice the damage with half the hit points is as dangerous
        as the figures say, because the guide takes the mean of offence and defence."""
        return math.sqrt(self.damage_ratio * self.hp_ratio)


def measure(monster: Combatant) -> ChallengeMeasure:
    """Measure a monster with a challenge rating. Names in its lists must be resolved."""
    rating = float(monster.challenge or 0)
    expected = figures(rating)
    damage = damage_per_round(monster) * _hit_share(_best_bonus(monster, expected))
    hp = effective_hp(monster, expected)
    return ChallengeMeasure(
        monster.name, rating, damage, hp, _ratio(damage, expected.damage), _ratio(hp, expected.hp)
    )


def _ratio(value: float, span: tuple[int, int]) -> float:
    low, high = span
    return value / low if value < low else value / high if value > high else 1.0


# --- damage ---------------------------------------------------------------------------------------


def damage_per_round(monster: Combatant) -> float:
    """Return the mean damage per round that its list deals to targets that it always hits."""
    target = Combatant(name="Target", hp=500_000, ac=-20, save=-50, count=2)
    bystander = Combatant(name="Bystander", hp=1_000_000, ac=-20, save=-50, immune=("*",))
    sides = (Side("Monster", (monster,)), Side("Targets", (target, bystander)))
    plan = compile_plan(resolve(Scenario(rules=_measuring_rules(), sides=sides)))
    total = sum(sum(play(plan, seed).damage) for seed in range(RUNS))
    return total / RUNS / ROUNDS


def _measuring_rules() -> RuleProfile:
    usual = library.profiles()["2014"]
    conditions = {name: Condition() for name in usual.conditions}
    return msgspec.structs.replace(usual, rounds=ROUNDS, conditions=conditions)


def _hit_share(difference: float) -> float:
    return min(0.95, max(0.2, USUAL_HITS + 0.05 * difference)) / USUAL_HITS


def _best_bonus(monster: Combatant, expected: ChallengeFigures) -> float:
    """How much its best attack bonus, or else its best save DC, is above that of the figures."""
    attacks, saves = [], []
    for effect in _effects(monster):
        if isinstance(effect, Attack):
            attacks.append(parse(effect.to_hit).mean() - expected.to_hit)
        elif isinstance(effect, Save) and effect.damage and isinstance(effect.dc, int):
            saves.append(float(effect.dc - expected.dc))
    helped = any(_gives_advantage(one) for one in _actions(monster))
    return max(attacks or saves or [0.0]) + helped


def _actions(monster: Combatant) -> Iterator[CombatAction]:
    for entry in (*monster.actions, *monster.reactions):
        if isinstance(entry, CombatAction):
            yield entry


def _effects(monster: Combatant) -> Iterator[Effect]:
    for action in monster.actions:
        if isinstance(action, CombatAction) and isinstance(action.effect, tuple):
            yield from _with_following(action.effect)


def _with_following(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        for key in ("on_hit", "on_fail"):
            yield from _with_following(getattr(effect, key, ()))


def _gives_advantage(action: CombatAction) -> bool:
    return any(
        isinstance(effect, Apply) and effect.status.attacks == "advantage"
        for effect in action.effect
        if not isinstance(effect, str)
    )


# --- hit points -----------------------------------------------------------------------------------


def effective_hp(monster: Combatant, expected: ChallengeFigures) -> float:
    """Return how many hit points an attacker of its challenge rating has to get through."""
    band = sum((monster.challenge or 0) >= start for start in _BANDS)
    hp = parse(monster.hp).mean() + ROUNDS * _regeneration(monster)
    if len(monster.immune) >= SEVERAL:
        hp *= _IMMUNE[band]
    elif len(monster.resist) >= SEVERAL:
        hp *= _RESISTANT[band]
    for action in _actions(monster):
        if action.name == "Legendary Resistance" and action.uses:
            hp += action.uses.amount * _PER_LEGENDARY_RESISTANCE[band]
    resists_magic = any(trait.saves == "advantage" for trait in monster.traits)
    ac = monster.ac + 2 * resists_magic
    return hp / _hit_share(expected.ac - ac)


def _regeneration(monster: Combatant) -> float:
    each = sum(parse(trait.heal_each_turn).mean() for trait in monster.traits)
    for action in _actions(monster):
        timing = action.timing
        if isinstance(timing, Reaction) and timing.on == "TurnStarted" and timing.who == "self":
            amounts = [effect.amount for effect in action.effect if isinstance(effect, Heal)]
            each += sum(parse(amount).mean() for amount in amounts)
    return each
