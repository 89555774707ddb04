"""Effects as imperatives: "attack the weakest enemy: +7 to hit, 2d10 fire"."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.vocabulary import MELEE, SPELL, event_named

from .body_words import spawn_options, spawn_words, transform_words
from .cost_words import resource_amount
from .dice_words import (
    DiceContext,
    base_and_more,
    base_value,
    bonus,
    damage,
    dice,
    has_damage,
    is_negative,
    magnitude,
)
from .event_words import event_party
from .formula_words import condition_words
from .sentence_parts import (
    ME,
    THEY,
    Party,
    ability,
    another,
    joined,
    number,
    plain,
    spaced,
    times,
    with_article,
)
from .status_words import describe_status, describe_status_beside


class EffectContext(NamedTuple):
    """What the effects of an action refer to."""

    action: model.CombatAction
    dice: DiceContext
    target: Party

    @property
    def reaction(self) -> Reaction | None:
        """The trigger, if the action is a reaction."""
        timing = self.action.timing
        return timing if isinstance(timing, Reaction) else None

    @property
    def trigger(self) -> str:
        """The first event that it answers; empty if it is no reaction."""
        events = self.reaction.events if self.reaction is not None else ()
        return event_named(events[0])[0] if events else ""

    def again(self) -> EffectContext:
        """The context after the target was mentioned."""
        return self._replace(target=self.target.again)

    def party(self, to: str) -> Party:
        """Return whom the word of a `to` field means."""
        if to == "self":
            return ME
        if to in ("event source", "event target"):
            found = event_party(self.reaction, "source" if to == "event source" else "target")
            return self.target if found.noun == self.target.noun else found
        return self.target


def describe_effects(effects: tuple[model.Effect, ...], context: EffectContext) -> str:
    """Return effects as one text: they happen one after the other."""
    clauses: list[str] = []
    for group in _groups(effects):
        clause = _removed(group, context) if len(group) > 1 else describe_effect(group[0], context)
        if isinstance(group[0], model.Attack) and any(one.startswith("attack") for one in clauses):
            clause = clause.replace(f"attack {_myself(context.target)}", "attack again", 1)
        clauses.append(clause)
        if context.target.noun in clause:
            context = context.again()
    clauses = list(dict.fromkeys(clauses))
    if len(clauses) == 2 and not any(mark in clauses[0] for mark in ":;"):
        return f"{clauses[0]}, then {clauses[1]}"
    if any(mark in one for one in clauses for mark in ":;"):
        return "; then ".join(clauses)
    return joined(clauses, "and")


def _groups(effects: tuple[model.Effect, ...]) -> list[list[model.Effect]]:
    """The effects, with those together that end several statuses of the same bearer."""
    groups: list[list[model.Effect]] = []
    for effect in effects:
        last = groups[-1][0] if groups else None
        is_same = (
            isinstance(effect, model.Remove)
            and isinstance(last, model.Remove)
            and (effect.to, effect.by_self, effect.stacks) == (last.to, last.by_self, last.stacks)
        )
        if is_same:
            groups[-1].append(effect)
        else:
            groups.append([effect])
    return groups


def describe_effect(effect: model.Effect, context: EffectContext) -> str:
    """Return one effect as an imperative, with the effects that follow from it."""
    match effect:
        case model.Attack():
            return _attack(effect, context)
        case model.Save():
            return _save(effect, context)
        case model.Harm():
            what = damage(effect.damage, context.dice, "damage") or "no damage"
            return f"deal {what} to {_myself(context.party(effect.to))}"
        case model.Heal():
            return _heal(effect, context)
        case model.Apply():
            is_attacked = context.trigger in ("AttackDeclared", "AttackRolled", "AttackHit")
            party = context.party(effect.to)
            return describe_status(
                effect.status, party, context.dice, stacks=effect.stacks, is_attacked=is_attacked
            )
        case model.Remove():
            return _removed([effect], context)
        case model.Gain():
            return _gain(effect, context)
        case model.Lose():
            return _lose(effect, context)
        case model.MoveCombatant():
            return _move(effect, context)
        case model.EndTurn():
            return "end the turn"
        case model.Cancel():
            return _CANCELLED.get(context.trigger, "cancel what triggered it")
        case model.ChangeRoll():
            return _change_roll(effect, context)
        case model.SetOutcome():
            return _OUTCOMES[effect.to]
        case model.ChangeDamage():
            return _change_damage(effect, context)
        case model.Grant():
            return _grant(effect, context)
        case model.Conditional():
            return _conditional(effect, context)
        case model.Spawn():
            party, who = (
                Party("them", "them", "their", THEY, True),
                spawn_words(effect, context.dice),
            )
            text = describe_status_beside(effect.status, who, party, context.dice)
            return text + spawn_options(effect)
        case model.Transform():
            party = context.party(effect.to)
            what = transform_words(effect, party)
            return describe_status_beside(effect.status, what, party.again, context.dice)


def _myself(party: Party) -> str:
    return "myself" if party.is_me else party.noun


# --- attacks and saves ----------------------------------------------------------------------------


def _attack(effect: model.Attack, context: EffectContext) -> str:
    text = f"attack {_myself(context.target)}"
    count = base_value(effect.times, context.dice)
    fixed, more = base_and_more(effect.times, context.dice)
    if count != 1 or more:
        text += f" {times(fixed if count is None else count)}{f' {more}' if more else ''}"
    if effect.lean:
        text += f" with {'the ' if ' of ' in effect.lean else ''}{effect.lean}"
    if condition := parse(effect.advantage_if).expression:
        text += f" with advantage if {condition_words(condition)}"
    numbers = [f"{bonus(effect.to_hit, context.dice)} to hit"]
    if harm := damage(effect.damage, context.dice, "damage"):
        numbers.append(harm if count == 1 else f"{harm} each")
    if effect.critical is not None:
        numbers.append(f"critical on {effect.critical} or more")
    text += f": {', '.join(numbers)}"
    after = context._replace(target=_one_of(context.target))
    if effect.on_hit:
        when = "on a hit" if count == 1 else "on each hit"
        text += f"; {when}, {describe_effects(effect.on_hit, after)}"
    if effect.on_miss:
        text += f"; on a miss, {describe_effects(effect.on_miss, after)}"
    return text


def _one_of(party: Party) -> Party:
    """Whoever was hit: one of the targets."""
    return Party("it") if party.is_several else party.again


def _save(effect: model.Save, context: EffectContext) -> str:
    party = context.party(effect.to)
    dc = dice(effect.dc, context.dice)
    kind = f"{ability(effect.ability)} {dc}" if effect.ability else f"DC {dc}"
    harm = damage(effect.damage, context.dice, "damage")
    after = context._replace(target=party.again)
    if harm:
        text = _damage_with_save(harm, kind, effect, party, context)
    else:
        save = f"{kind} save"
        verb = "make" if party.is_me else "have"
        if party.is_me:
            text = f"{verb} {with_article(save)}"
        else:
            text = f"{verb} {party.noun} make {with_article(save)}"
    if effect.on_fail:
        text += f"; on a failure, {describe_effects(effect.on_fail, after)}"
    if effect.on_success:
        text += f"; on a success, {describe_effects(effect.on_success, after)}"
    for follows, what in (
        (effect.on_critical_fail, "failure"), (effect.on_critical_success, "success"),
    ):  # fmt: skip
        if follows is not None:
            words = describe_effects(follows, after) if follows else "nothing more happens"
            text += f"; on a critical {what}, {words}"
    return text


def _damage_with_save(
    harm: str, kind: str, effect: model.Save, party: Party, context: EffectContext
) -> str:
    tags = context.action.tags
    is_thrown = party.is_several and MELEE not in tags and (SPELL in tags or "Breath" in tags)
    verb, to = ("throw", "at") if is_thrown else ("deal", "to")
    rest = "for half" if effect.half else "to avoid it"
    return f"{verb} {harm} {to} {_myself(party)}; {kind} {rest}"


# --- hit points, statuses and resources -----------------------------------------------------------


def _heal(effect: model.Heal, context: EffectContext) -> str:
    party, amount = context.party(effect.to), damage(effect.amount, context.dice) or "0"
    if effect.temporary:
        points = f"{amount} temporary hit points"
        return f"gain {points}" if party.is_me else f"give {party.noun} {points}"
    return f"heal {_myself(party)} for {amount}"


def _removed(effects: list[model.Effect], context: EffectContext) -> str:
    """Statuses that end, all of the same bearer."""
    removes = [one for one in effects if isinstance(one, model.Remove)]
    names = [
        plain(one.status) or (f"everything tagged {plain(one.tag)}" if one.tag else "nothing")
        for one in removes
    ]
    mine = " from me" if removes[0].by_self else ""
    if removes[0].stacks is not None:
        mine = f" ({dice(removes[0].stacks, context.dice)} at most){mine}"
    return f"end {joined(names)}{mine} on {_myself(context.party(removes[0].to))}"


def _gain(effect: model.Gain, context: EffectContext) -> str:
    party = context.party(effect.to)
    amount = _resource(effect.resource, effect.amount, context)
    if effect.above_max:
        amount = another(amount) if amount.startswith(("a ", "an ")) else amount
    verb = "gain" if effect.above_max else "regain"
    if party.is_me:
        return f"{verb} {amount}"
    return f"give {party.noun} {amount}"


def _lose(effect: model.Lose, context: EffectContext) -> str:
    party = context.party(effect.to)
    amount = _resource(effect.resource, effect.amount, context)
    return f"lose {amount}" if party.is_me else f"take {amount} from {party.noun}"


def _resource(key: str, amount: model.Dice, context: EffectContext) -> str:
    flat = parse(amount).flat
    if flat is not None:
        return resource_amount(key, flat)
    return f"{dice(amount, context.dice)} {spaced(key)}"


def _move(effect: model.MoveCombatant, context: EffectContext) -> str:
    party = context.target
    distance = f"{dice(effect.distance, context.dice)} ft"
    is_away = effect.direction == "away"
    if effect.who == "self":
        if party.is_me:
            return f"move up to {distance}{' away from the enemies' if is_away else ''}"
        return f"move up to {distance} {'away from' if is_away else 'towards'} {party.noun}"
    if party.is_me:
        return f"move up to {distance}"
    if is_away:
        return f"push {party.noun} up to {distance} away"
    return f"pull {party.noun} up to {distance} closer"


def _conditional(effect: model.Conditional, context: EffectContext) -> str:
    party = context.party(effect.to)
    after = context._replace(target=party.again)
    condition = parse(effect.holds).expression
    if condition is None:
        clause = f"{dice(effect.holds, context.dice)} is not 0"
    else:
        clause = condition_words(condition, context.dice.value)
    then = describe_effects(effect.then, after) if effect.then else "do nothing"
    text = f"if {clause}, {then}"
    if effect.otherwise:
        text += f"; otherwise, {describe_effects(effect.otherwise, after)}"
    return text


# --- reactions to rolls and damage ----------------------------------------------------------------

_CANCELLED = {
    "SpellCast": "the spell fails", "ActionDeclared": "the action fails",
    "AttackDeclared": "the attack fails", "AttackRolled": "the attack fails",
    "AttackHit": "the attack fails", "UnitMoved": "stop the movement",
    "LeftReach": "stop the movement", "EnteredReach": "stop the movement",
    "DamageRolled": "prevent the damage", "TurnStarted": "end that turn",
}  # fmt: skip
_OUTCOMES = {
    "hit": "turn it into a hit",
    "critical": "turn it into a critical hit",
    "miss": "turn it into a miss",
    "success": "turn it into a success",
    "failure": "turn it into a failure",
}


def _change_roll(effect: model.ChangeRoll, context: EffectContext) -> str:
    clauses = []
    if effect.again:
        kept = {"new": "use the new roll", "best": "use the better", "worst": "use the worse"}
        clauses.append(f"have it rolled again and {kept[effect.again]}")
    if has_damage(effect.add):
        amount = magnitude(effect.add, context.dice)
        clauses.append(
            f"subtract {amount} from the roll"
            if is_negative(effect.add)
            else f"add {amount} to the roll"
        )
    return joined(clauses) or "leave the roll as it is"


_FACTORS = {0: "prevent the damage", 0.5: "halve the damage", 2: "double the damage"}


def _change_damage(effect: model.ChangeDamage, context: EffectContext) -> str:
    clauses = []
    if harm := damage(effect.add, context.dice):
        clauses.append(f"add {harm} to the damage")
    if has_damage(effect.reduce):
        clauses.append(f"reduce the damage by {dice(effect.reduce, context.dice)}")
    if effect.multiply != 1:
        factor = effect.multiply
        if isinstance(factor, str):
            clauses.append(f"multiply the damage by {dice(factor, context.dice)}")
        else:
            clauses.append(_FACTORS.get(factor, f"multiply the damage by {number(factor)}"))
    if effect.redirect:
        clauses.append("take the damage myself")
    return joined(clauses) or "leave the damage as it is"


def _grant(effect: model.Grant, context: EffectContext) -> str:
    party = context.party(effect.to)
    first = f"first action tagged {plain(effect.tag)} at once"
    if party.is_me:
        return f"use my {first}"
    return f"let {party.noun} use {party.its} {first}"


def would_change(context: EffectContext) -> str:
    """Return the clause of a reaction that is only used if it changes the outcome."""
    effects = context.action.effect if isinstance(context.action.effect, tuple) else ()
    becomes = {
        "AttackHit": "make it miss",
        "AttackMissed": "make it hit",
        "SaveFailed": "make it a success",
        "SaveSucceeded": "make it a failure",
    }.get(context.trigger, "change the outcome")
    for effect in effects:
        if isinstance(effect, model.Apply) and has_damage(effect.status.ac):
            return f"{bonus(effect.status.ac, context.dice)} AC would {becomes}"
        if isinstance(effect, model.ChangeRoll) and has_damage(effect.add):
            is_sure = parse(effect.add).flat is not None
            return f"{bonus(effect.add, context.dice)} {'would' if is_sure else 'could'} {becomes}"
        if isinstance(effect, model.ChangeRoll | model.SetOutcome):
            return "that could change the outcome"
    return "that would change the outcome"
