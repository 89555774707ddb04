"""Moves with subroutines and abilities: firing, breaking, and using cards."""

from __future__ import annotations

from collections.abc import Iterator

import turnwright as tw
from turnwright.games.netrunner.card_definition import Ability, EffectGenerator, Price, price_of
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.icebreaking import (  # fmt: skip
    BreakCost,
    auto_break,
    auto_pump,
    break_subs,
    breakable,
    can_break,
    encountered,
    fire_sub,
    fire_unbroken,
    full_break,
    match_strength,
    unbroken,
    use_pump,
)
from turnwright.games.netrunner.rules.payment import can_pay
from turnwright.games.netrunner.rules.triggers import (
    run_effect,
)
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import spell_out_symbols

from .registry import in_turn, move


def _firing(c: NetrunnerContext) -> list[int]:
    """Only the encountered ice can fire.

    With `priority="engine"` any subroutine can fire at any time, broken or not, as on jinteki.net.
    """
    ice = encountered(c)
    if not c.G.strict:
        found = [one.id for one in c.installed(CORP) if c.facts(one).type == "ice"]
        return found if ice is None or ice.id in found else [*found, ice.id]
    return [ice.id] if ice is not None and unbroken(c, ice) else []


def _unbroken_ice(c: NetrunnerContext) -> list[int]:
    return [number for number in _firing(c) if unbroken(c, c.card(number))]


def _may_resolve(c: NetrunnerContext, card: int) -> list[int]:
    ice = c.card(card)
    return unbroken(c, ice) if c.G.strict else list(range(len(c.subs(ice))))


def _may_fire(c: NetrunnerContext) -> bool:
    return c.seat == CORP and (c.G.encounter is not None or not c.G.strict)


@move(
    "unbroken-subroutines",
    when=_may_fire,
    label=lambda c, card: f"Fire subroutines of {c.card(card).kind}",
    short_label="resolve all unbroken subroutines",
)
def unbroken_subroutines(c: NetrunnerContext, card: int = tw.arg(_unbroken_ice)) -> EffectGenerator:
    """Fire all unbroken subroutines of a target of ice."""
    yield from fire_unbroken(c, c.card(card))


@move(
    "subroutine",
    when=_may_fire,
    label=lambda c, card, index: spell_out_symbols(f"Fire: {c.subs(c.card(card))[index].label}"),
    short_label="resolve a subroutine",
)
def subroutine(
    c: NetrunnerContext,
    card: int = tw.arg(_firing),
    index: int = tw.arg(_may_resolve, is_card=False),
) -> EffectGenerator:
    """Fire one subroutine."""
    ice = c.card(card)
    yield from fire_sub(c, ice, index)


def usable(c: NetrunnerContext, card: Card, ability: Ability, *, ignore_cost: bool = False) -> bool:
    """Tell whether an ability can be used now.

    Breaking is paid when subroutines are chosen, so with `ignore_cost` it counts as usable without
    credits."""
    side = card.owner
    if ability.is_action and c.is_running():
        return False
    if ability.is_action and c.G.strict and not (c.G.active == side and in_turn(c)):
        return False
    if ability.once and c.G.sides[side].used.get(f"ability {card.id}"):
        return False
    if ability.breaks and not can_break(c, card, ability, encountered(c)):
        return False
    if ability.when is not None and not ability.when(c, card):
        return False
    if ability.breaks and ignore_cost:
        return True
    return can_pay(c, side, price_of(c, card, ability), card, _payment_purpose(c, card))


def _payment_purpose(c: NetrunnerContext, card: Card) -> str:
    return "breaker" if c.facts(card).has("Icebreaker") else "ability"


def _cards_with_abilities(c: NetrunnerContext) -> list[int]:
    """The cards with abilities; whether one can be used now, the domain of the index says."""
    return [card.id for card in c.active_cards_with(c.seat, "abilities")]


def _usable_indices(c: NetrunnerContext, card: int) -> list[int]:
    target = c.card(card)
    return [n for n, a in enumerate(c.definition(target).abilities) if usable(c, target, a)]


def _ability_label(c: NetrunnerContext, card: int, index: int) -> str:
    target = c.card(card)
    one = c.definition(target).abilities[index]
    return _label_with_price(target, one.label, price_of(c, target, one))


def _label_with_price(card: Card, text: str, price: Price) -> str:
    cost = price.label()
    return spell_out_symbols(f"{card.kind}: {text}" + (f" ({_lower_first(cost)})" if cost else ""))


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _usable_abilities(c: NetrunnerContext) -> list[tuple[int, int]]:
    is_encounter = c.G.encounter is not None
    found = []
    for card in c.active_cards_with(c.seat, "abilities"):
        for n, ability in enumerate(c.definition(card).abilities):
            if (is_encounter or not ability.breaks) and usable(c, card, ability):
                found.append((card.id, n))
    return found


@move(
    "ability",
    when=lambda c: c.G.turn > 0,
    label=_ability_label,
    short_label="use an ability",
    lists=_usable_abilities,
)
def ability(
    c: NetrunnerContext,
    card: int = tw.arg(_cards_with_abilities),
    index: int = tw.arg(_usable_indices, is_card=False),
) -> EffectGenerator:
    """Use an ability of a card."""
    target = c.card(card)
    yield from use_ability(c, target, c.definition(target).abilities[index])


def use_ability(c: NetrunnerContext, card: Card, ability: Ability) -> EffectGenerator:
    """Use an ability: break, add strength, or resolve its effect."""
    if ability.once:
        c.G.sides[card.owner].used[f"ability {card.id}"] = 1
    if ability.breaks:
        yield from break_subs(c, card, ability)
    elif ability.pump:
        yield from use_pump(c, card, ability)
    else:
        yield from run_effect(c, ability.effect(c, card))


def _bioroids(c: NetrunnerContext) -> list[int]:
    ice = encountered(c)
    if ice is None or not c.definition(ice).runner_abilities:
        return []
    return [ice.id] if c.G.sides[RUNNER].clicks > 0 and breakable(c, ice) else []


@move(
    "runner-ability",
    when=lambda c: c.seat == RUNNER and c.G.encounter is not None,
    label=lambda c, card, index: f"{c.card(card).kind}: lose a click to break",
    short_label="break with a click",
)
def runner_ability(
    c: NetrunnerContext, card: int = tw.arg(_bioroids), index: int = tw.arg([0], is_card=False)
) -> EffectGenerator:
    """Use an ability of the encountered ice, like breaking a bioroid with a click."""
    ice = c.card(card)
    yield from break_subs(c, ice, c.definition(ice).runner_abilities[index], RUNNER)


def dynamic_abilities(c: NetrunnerContext, card: Card) -> dict[str, BreakCost]:
    """Return the abilities that a breaker has in this encounter only, by name, with their costs."""
    found: dict[str, BreakCost] = {}
    if c.definition(card).breaks_subs:
        full = full_break(c, card)
        if full is not None:
            found["auto-pump-and-break"] = full
        match = match_strength(c, card)
        if match is not None:
            found["auto-pump"] = match
    return found


def _dynamic_names(c: NetrunnerContext, card: int) -> Iterator[str]:
    target = c.card(card)
    if c.definition(target).breaks_subs:
        if full_break(c, target) is not None:
            yield "auto-pump-and-break"
        if match_strength(c, target) is not None:
            yield "auto-pump"


def shown_dynamic_abilities(c: NetrunnerContext, card: Card) -> dict[str, BreakCost]:
    """Return the abilities of `dynamic_abilities` that jinteki.net lists.

    It counts only credits that can be spent for anything, so it lists no ability that needs, for
    example, recurring credits for icebreakers. Clients may use it nevertheless."""
    found = dynamic_abilities(c, card)
    return {name: cost for name, cost in found.items() if can_pay(c, RUNNER, cost.price, card)}


def dynamic_ability_label(name: str, cost: BreakCost, ice: Card) -> str:
    """Return the label that jinteki.net gives such an ability."""
    if name == "auto-pump":
        return f"Match strength of {ice.kind}"
    return f"{'Match strength and fully' if cost.pumps else 'Fully'} break {ice.kind}"


def _dynamic_cards(c: NetrunnerContext) -> list[int]:
    """The breakers; which of the abilities they have now, the domain of the name says."""
    return [card.id for card in c.active_cards_with(RUNNER, "breaks_subs")]


def _dynamic_label(c: NetrunnerContext, card: int, name: str) -> str:
    target, ice = c.card(card), encountered(c)
    cost = dynamic_abilities(c, target).get(name)
    if cost is None or ice is None:
        return f"{target.kind}: {name}"
    what = dynamic_ability_label(name, cost, ice)
    return _label_with_price(target, what, cost.price)


@move(
    "dynamic-ability",
    when=lambda c: c.seat == RUNNER and c.G.encounter is not None,
    label=_dynamic_label,
    short_label="use an icebreaker",
)
def dynamic_ability(
    c: NetrunnerContext,
    card: int = tw.arg(_dynamic_cards),
    name: str = tw.arg(_dynamic_names),
) -> EffectGenerator:
    """Match the strength of the encountered ice, or break all of it, in one move."""
    target = c.card(card)
    yield from (auto_break(c, target) if name == "auto-pump-and-break" else auto_pump(c, target))
