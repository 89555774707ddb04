"""Subroutines: breaking them and firing them."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from turnwright.games.netrunner.card_definition import Ability, EffectGenerator, Price, price_of
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural

from .payment import can_pay, pay
from .runs import current_ice, pass_priority
from .triggers import run_effect

__all__ = ["current_ice"]


def unbroken(c: NetrunnerContext, ice: Card) -> list[int]:
    """Return the indices of the subroutines that are neither broken nor fired."""
    gone = ice.broken | ice.fired
    return [n for n in range(len(c.definition(ice).subs)) if not gone >> n & 1]


def breakable(c: NetrunnerContext, ice: Card) -> list[int]:
    """Return the indices of the subroutines that are not broken."""
    return [n for n in range(len(c.definition(ice).subs)) if not ice.broken >> n & 1]


def encountered(c: NetrunnerContext) -> Card | None:
    """Return the ice being encountered, if there is one."""
    encounter = c.G.encounter
    return None if encounter is None else c.card(encounter.ice)


# --- firing ---------------------------------------------------------------------------------------


def fire_sub(c: NetrunnerContext, ice: Card, index: int) -> EffectGenerator:
    """Fire one subroutine."""
    run = c.G.run
    ice.fired |= 1 << index
    if run is not None:
        run.subs_fired = True
    yield from run_effect(c, c.definition(ice).subs[index].effect(c, ice))


def fire_unbroken(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Fire all unbroken subroutines in order, until the run ends."""
    fired: list[int] = []
    for index in unbroken(c, ice):
        if c.G.run is None or c.G.run.is_over or not ice.rezzed:
            break
        fired.append(index)
        yield from fire_sub(c, ice, index)
    what = plural(len(fired), "unbroken subroutine")
    c.log(CORP, f"resolves {what} on {ice.kind} ({_quoted(c, ice, fired)})")


def _quoted(c: NetrunnerContext, ice: Card, indices: list[int]) -> str:
    """Quote subroutines as the log does, in printed order."""
    labels = '" and "[subroutine] '.join(c.definition(ice).subs[n].label for n in sorted(indices))
    return f'"[subroutine] {labels}"'


# --- breaking -------------------------------------------------------------------------------------


def can_break(c: NetrunnerContext, card: Card, ability: Ability, ice: Card | None) -> bool:
    """Tell whether this ability could break a subroutine now."""
    if ice is None or not ice.rezzed or not breakable(c, ice):
        return False
    if ability.subtype and not c.facts(ice).has(ability.subtype):
        return False
    if c.facts(card).has("Icebreaker") and c.strength(card) < c.strength(ice):
        return False
    return card.host is None or card.host == ice.id


def break_subs(
    c: NetrunnerContext, card: Card, ability: Ability, side: int = RUNNER
) -> EffectGenerator:
    """Ask for subroutines and pay for them, repeatedly, until the player is done."""
    ice = encountered(c)
    while ice is not None and can_break(c, card, ability, ice):
        price = price_of(c, card, ability)
        if not can_pay(c, side, price, card, "breaker"):
            return
        chosen: list[int] = []
        done = False
        while len(chosen) < ability.breaks and not done:
            left = [n for n in breakable(c, ice) if n not in chosen]
            if not left:
                break
            text = "Break a subroutine"
            if ability.breaks > 1:
                text += f" ({len(chosen)} of {ability.breaks})"
            labels = [c.definition(ice).subs[n].label for n in left]
            index = yield from c.choose_button(side, text, [*labels, "Done"], card)
            if index == len(left):
                done = True
            else:
                chosen.append(left[index])
        if not chosen:
            return
        paid = yield from pay(c, side, price, card, "breaker")
        subtype = f"{ability.subtype} " if ability.subtype else ""
        what = plural(len(chosen), f"{subtype}subroutine")
        subs = _quoted(c, ice, chosen)
        c.log(side, f"{paid} to use {card.kind} to break {what} on {ice.kind} ({subs})")
        _mark_broken(c, ice, chosen)
        yield from run_effect(c, ability.effect(c, card))
        if done:
            return


def _mark_broken(c: NetrunnerContext, ice: Card, indices: list[int]) -> None:
    for index in indices:
        ice.broken |= 1 << index


def pump(c: NetrunnerContext, card: Card, ability: Ability, times: int = 1) -> None:
    """Add the strength of a breaker's ability."""
    size = ability.pump(c, card) if callable(ability.pump) else ability.pump
    card.boost += size * times


def use_pump(c: NetrunnerContext, card: Card, ability: Ability) -> EffectGenerator:
    """Pay for a breaker's strength ability and resolve it."""
    before = c.strength(card)
    paid = yield from pay(c, RUNNER, price_of(c, card, ability), card, "breaker")
    pump(c, card, ability)
    after = c.strength(card)
    c.log(
        RUNNER, f"{paid} to use {card.kind} to increase its strength from {before} to {after}"
    )  # fmt: skip


class BreakCost(NamedTuple):
    """What it takes to break all subroutines: uses of both abilities, and the price."""

    pumps: int
    uses: int
    price: Price
    breaking: Ability | None
    pumping: Ability | None


def match_strength(c: NetrunnerContext, card: Card) -> BreakCost | None:
    """Return the cost of matching the encountered ice's strength, if needed and affordable."""
    ice = encountered(c)
    if ice is None or not ice.rezzed:
        return None
    gap = c.strength(ice) - c.strength(card)
    _, pumping = breaking_abilities(c, card, ice)
    if pumping is None or gap <= 0:
        return None
    pumps = _pumps(c, card, pumping, gap)
    price = Price(credits=pumps * (price_of(c, card, pumping).credits or 0))
    return (
        BreakCost(pumps, 0, price, None, pumping)
        if can_pay(c, RUNNER, price, card, "breaker")
        else None
    )


def full_break(c: NetrunnerContext, card: Card) -> BreakCost | None:
    """Return the cost of breaking everything that is left, if it is affordable."""
    ice = encountered(c)
    if ice is None or not ice.rezzed:
        return None
    left = breakable(c, ice)
    breaking, pumping = breaking_abilities(c, card, ice)
    if not left or breaking is None or (card.host is not None and card.host != ice.id):
        return None
    needs = c.strength(ice) - c.strength(card) if c.facts(card).has("Icebreaker") else 0
    pumps, cost = 0, 0
    if needs > 0:
        if pumping is None:
            return None
        pumps = _pumps(c, card, pumping, needs)
        cost = pumps * (price_of(c, card, pumping).credits or 0)
    uses = ceil(len(left) / breaking.breaks)
    each = price_of(c, card, breaking)
    if each.virus:
        price = Price(virus=each.virus * uses)
    else:
        price = Price(credits=cost + uses * (each.credits or 0))
    if not can_pay(c, RUNNER, price, card, "breaker"):
        return None
    return BreakCost(pumps, uses, price, breaking, pumping)


def breaking_abilities(
    c: NetrunnerContext, card: Card, ice: Card
) -> tuple[Ability | None, Ability | None]:
    """Return the abilities of a breaker that break this ice and that add strength."""
    breaking = pumping = None
    for ability in c.definition(card).abilities:
        if ability.breaks and (not ability.subtype or c.facts(ice).has(ability.subtype)):
            breaking = breaking or ability
        if ability.pump:
            pumping = pumping or ability
    return breaking, pumping


def _pumps(c: NetrunnerContext, card: Card, ability: Ability, gap: int) -> int:
    size = ability.pump(c, card) if callable(ability.pump) else ability.pump
    return ceil(gap / size) if size > 0 else 1 << 20


def auto_pump(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Match the strength of the encountered ice in one step."""
    auto = match_strength(c, card)
    assert auto is not None
    assert auto.pumping is not None
    paid = yield from pay(c, RUNNER, auto.price, card, "breaker")
    pump(c, card, auto.pumping, auto.pumps)
    c.log(RUNNER, f"{paid} to increase the strength of {card.kind} to {c.strength(card)}")


def auto_break(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Pay once, add strength, break everything, and pass."""
    auto = full_break(c, card)
    ice = encountered(c)
    assert auto is not None
    assert auto.breaking is not None
    assert ice is not None
    left = breakable(c, ice)
    paid = yield from pay(c, RUNNER, auto.price, card, "breaker")
    if auto.pumping is not None and auto.pumps:
        pump(c, card, auto.pumping, auto.pumps)
    for first in range(0, len(left), auto.breaking.breaks):
        _mark_broken(c, ice, left[first : first + auto.breaking.breaks])
        yield from run_effect(c, auto.breaking.effect(c, card))
    if auto.pumps:
        number = str(len(left)) if len(left) > 1 else ""
        c.log(
            RUNNER, f"{paid} to increase the strength of {card.kind} to {c.strength(card)} "
            f"and break all {number} subroutines on {ice.kind}",
        )  # fmt: skip
    else:
        word = "all" if len(left) == len(c.definition(ice).subs) else "the remaining"
        c.log(
            RUNNER,
            f"{paid} to use {card.kind} to break {word} {len(left)} subroutines on {ice.kind}",
        )
    yield from pass_priority(c, RUNNER)
