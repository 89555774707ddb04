"""Why a card cannot be used now, in sentences for its player. The rules are those of `game`."""

from __future__ import annotations

import turnwright as tw

from .activation import is_within_limit, payable_cards
from .card_definition import (
    LIBRARY,
    MONSTER,
    TRAP,
    CardCost,
    Effect,
    starting_effects,
    tributes_for,
)
from .context import DuelContext
from .state import ZONE_SIZE

MAIN_PHASES = ("main1", "main2")


def why_not(c: DuelContext, card_id: int) -> str:
    """Return why the acting seat cannot use one of its cards now."""
    zone, phase = c.zone_of(card_id), c.ctx.current_phase or ""
    spec = c.spec(card_id)
    if zone == "hand" and phase not in MAIN_PHASES:
        return "Cards in your hand are played in a main phase."
    if zone == "hand" and spec.type == MONSTER:
        return _why_not_summon(c, card_id)
    if zone == "hand" and spec.type == TRAP:
        return "Your spell and trap zones are full."
    if zone == "monsters":
        found = _why_not_fight(c, card_id) if phase == "battle" else _why_not_turn(c, card_id)
        return found or _why_not_effects(c, card_id, zone)
    if zone in ("grave", "banished") and not starting_effects(spec.name, zone, True):
        return f"{spec.name} does nothing here."
    return _why_not_effects(c, card_id, zone)


def _why_not_summon(c: DuelContext, card_id: int) -> str:
    spec, here = c.spec(card_id), len(c.monsters(c.seat))
    need = tributes_for(spec.level)
    if not c.ledger().has("summon"):
        return "You have already summoned or set a monster this turn."
    if here < need:
        tributes = "one tribute" if need == 1 else "two tributes"
        have = ("none", "one")[here]
        return f"{spec.name} needs {tributes}; you control {have}."
    return f"Your {ZONE_SIZE} monster zones are full."


def _why_not_fight(c: DuelContext, card_id: int) -> str:
    card, name = c.card(card_id), c.spec(card_id).name
    if c.G.is_battle_over:
        return "The battle phase has already ended."
    if not card.face_up:
        return f"{name} is face down."
    if card.position != "attack":
        return f"{name} is in defence position."
    if c.has_trait(card_id, "cannot_attack"):
        return f"{name} cannot attack."
    return f"{name} has already attacked." if card.attacks_made else ""


def _why_not_turn(c: DuelContext, card_id: int) -> str:
    card, name = c.card(card_id), c.spec(card_id).name
    if card.came >= c.turn:
        return f"{name} came this turn and cannot change its position yet."
    if card.attacks_made:
        return f"{name} attacked and cannot change its position this turn."
    return f"{name} has already changed its position this turn." if card.turned >= c.turn else ""


def _why_not_effects(c: DuelContext, card_id: int, zone: str) -> str:
    card, spec = c.card(card_id), c.spec(card_id)
    if c.ctx.current_phase not in MAIN_PHASES:
        return f"{spec.name} can be used in a main phase, or in response to something."
    must_wait = spec.type == TRAP or spec.subtype == "quick"
    if zone == "spell_trap" and not card.face_up and must_wait and card.came >= c.turn:
        return f"{spec.name} was set this turn and must wait for the next."
    if zone == "hand" and spec.subtype != "field" and not c.has_room(c.seat, "spell_trap"):
        return "Your spell and trap zones are full."
    effects = starting_effects(spec.name, zone, card.face_up)
    if not effects:
        return (
            f"{spec.name} is used in response to something."
            if any(effect.speed > 1 for effect in LIBRARY[spec.name].effects)
            else ""
        )
    return next((why for effect in effects if (why := _why_not_effect(c, card_id, effect))), "")


def _why_not_effect(c: DuelContext, card_id: int, effect: Effect) -> str:
    """Say which part of an effect's legality fails; see `activation.is_legal`."""
    name = c.spec(card_id).name
    if c.card(card_id).is_negated:
        return f"The effects of {name} are negated."
    if effect.once and not is_within_limit(c, card_id, effect):
        often = "in this duel" if effect.once == "duel" else "this turn"
        return f"The effect of {name} has already been used {often}."
    c.me, c.event = card_id, None
    if effect.when is not None and not effect.when(c):
        return f"What {name} asks for is not the case now."
    costs = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
    price = tw.quote(costs, c.ledger())
    if not isinstance(price, tw.Payment):
        return f"{name} costs {price.needed} {price.key}; you have {price.available}."
    for cost in effect.cost:
        if isinstance(cost, CardCost) and len(payable_cards(c, card_id, cost)) < cost.count:
            return f"You cannot {cost.action} {cost.count} for {name}."
    for target in effect.targets:
        if len([one for one in target.among(c) if one != card_id]) < target.min:
            return f"There is no target for {name}."
    return ""
