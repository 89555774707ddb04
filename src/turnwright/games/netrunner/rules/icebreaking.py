"""Subroutines: breaking them and firing them."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from turnwright.games.netrunner.card_definition import Ability, EffectGenerator, Price, price_of
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card, Encounter
from turnwright.games.netrunner.wording import plural

from .payment import can_pay, pay
from .run_state import current_ice, encountered, is_active_ice
from .runs import end_encounter, pass_priority
from .triggers import run_effect

__all__ = ["current_ice", "encountered"]


def unbroken(c: NetrunnerContext, ice: Card) -> list[int]:
    """Return the indices of the subroutines that are neither broken nor fired."""
    gone = ice.broken | ice.fired
    return [n for n in range(len(c.subs(ice))) if not gone >> n & 1]


def breakable(c: NetrunnerContext, ice: Card) -> list[int]:
    """Return the indices of the subroutines that are not broken and can be."""
    encounter = c.G.encounter
    if encounter is not None and encounter.is_unbreakable and encounter.ice == ice.id:
        return []
    return [n for n in range(len(c.subs(ice))) if not ice.broken >> n & 1]


# --- firing ---------------------------------------------------------------------------------------


def fire_sub(c: NetrunnerContext, ice: Card, index: int) -> EffectGenerator:
    """Fire one subroutine."""
    run = c.G.run
    ice.fired |= 1 << index
    if run is not None:
        run.subs_fired = True
    yield from run_effect(c, c.subs(ice)[index].effect(c, ice))
    encounter = c.G.encounter  # its end is logged before the subroutines are summed up
    if encounter is not None and not encounter.ending and _has_ended(c, encounter):
        yield from end_encounter(c)


def _has_ended(c: NetrunnerContext, encounter: Encounter) -> bool:
    """Tell whether a subroutine ended the run, or an encounter outside of a run."""
    return encounter.is_over or (c.G.run is not None and c.G.run.is_over)


def fire_unbroken(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Fire all unbroken subroutines in order, until the run ends."""
    fired: list[int] = []
    for index in unbroken(c, ice):
        if not _can_fire_on(c, ice):
            break
        fired.append(index)
        yield from fire_sub(c, ice, index)
    what = plural(len(fired), "unbroken subroutine")
    c.log(CORP, f"resolves {what} on {ice.kind} ({_quoted(c, ice, fired)})")


def _can_fire_on(c: NetrunnerContext, ice: Card) -> bool:
    """Tell whether the next subroutine fires: not after the end of the run, nor on inactive ice."""
    run = c.G.run
    is_over = run.is_over if run is not None else c.G.encounter is None
    return not is_over and is_active_ice(c, ice)


def _quoted(c: NetrunnerContext, ice: Card, indices: list[int]) -> str:
    """Quote subroutines as the log does, in printed order."""
    labels = '" and "[subroutine] '.join(c.subs(ice)[n].label for n in sorted(indices))
    return f'"[subroutine] {labels}"'


# --- breaking -------------------------------------------------------------------------------------


def can_break(c: NetrunnerContext, card: Card, ability: Ability, ice: Card | None) -> bool:
    """Tell whether this ability could break a subroutine now."""
    if ice is None or not is_active_ice(c, ice) or not breakable(c, ice):
        return False
    if c.facts(card).has("Icebreaker") and c.strength(card) < c.strength(ice):
        return False
    return breaks_ice(c, card, ability, ice)


def breaks_ice(c: NetrunnerContext, card: Card, ability: Ability, ice: Card) -> bool:
    """Tell whether an ability is made to break this ice, whatever the strengths are."""
    if not ability.breaks or (ability.subtype and not c.facts(ice).has(ability.subtype)):
        return False
    return ability.breaks_only is None or ability.breaks_only(c, card, ice)


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
            labels = [c.subs(ice)[n].label for n in left]
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
        _mark_broken(c, ice, chosen, card)
        yield from run_effect(c, ability.effect(c, card))
        if done:
            return


def _mark_broken(c: NetrunnerContext, ice: Card, indices: list[int], breaker: Card) -> None:
    for index in indices:
        ice.broken |= 1 << index
    encounter = c.G.encounter
    if encounter is not None and breaker.id not in encounter.breakers:
        encounter.breakers.append(breaker.id)


def pump(c: NetrunnerContext, card: Card, ability: Ability, times: int = 1) -> None:
    """Add the strength of a breaker's ability."""
    size = ability.pump(c, card) if callable(ability.pump) else ability.pump
    if ability.pump_lasts == "run":
        card.run_boost += size * times
    else:
        card.boost += size * times


def use_pump(c: NetrunnerContext, card: Card, ability: Ability) -> EffectGenerator:
    """Pay for a breaker's strength ability and resolve it."""
    before = c.strength(card)
    paid = yield from pay(c, RUNNER, price_of(c, card, ability), card, "breaker")
    pump(c, card, ability)
    after = c.strength(card)
    text = f"{paid} to use {card.kind} to increase its strength from {before} to {after}"
    if ability.pump_lasts == "run":
        text += " for the remainder of the run"
    c.log(RUNNER, text)


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
    if ice is None or not is_active_ice(c, ice):
        return None
    gap = c.strength(ice) - c.strength(card)
    _, pumping = breaking_abilities(c, card, ice)
    if pumping is None or gap <= 0:
        return None
    pumps = _pumps(c, card, pumping, gap)
    price = price_of(c, card, pumping) * pumps
    return (
        BreakCost(pumps, 0, price, None, pumping)
        if can_pay(c, RUNNER, price, card, "breaker")
        else None
    )


def full_break(c: NetrunnerContext, card: Card) -> BreakCost | None:
    """Return the cost of breaking everything that is left, if it is affordable."""
    ice = encountered(c)
    if ice is None or not is_active_ice(c, ice):
        return None
    left = breakable(c, ice)
    breaking, pumping = breaking_abilities(c, card, ice)
    if not left or breaking is None:
        return None
    uses = ceil(len(left) / breaking.breaks)
    price = price_of(c, card, breaking) * uses
    pumps = 0
    gap = c.strength(ice) - c.strength(card) if c.facts(card).has("Icebreaker") else 0
    if gap > 0:
        if pumping is None:
            return None
        pumps = _pumps(c, card, pumping, gap)
        price = price_of(c, card, pumping) * pumps + price
    if not can_pay(c, RUNNER, price, card, "breaker"):
        return None
    return BreakCost(pumps, uses, price, breaking, pumping)


def breaking_abilities(
    c: NetrunnerContext, card: Card, ice: Card
) -> tuple[Ability | None, Ability | None]:
    """Return the abilities of a breaker that break this ice and that add strength."""
    breaking = pumping = None
    for ability in c.definition(card).abilities:
        if breaking is None and breaks_ice(c, card, ability, ice):
            breaking = ability
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
        _mark_broken(c, ice, left[first : first + auto.breaking.breaks], card)
        yield from run_effect(c, auto.breaking.effect(c, card))
    if auto.pumps:
        number = str(len(left)) if len(left) > 1 else ""
        c.log(
            RUNNER, f"{paid} to increase the strength of {card.kind} to {c.strength(card)} "
            f"and break all {number} subroutines on {ice.kind}",
        )  # fmt: skip
    else:
        word = "all" if len(left) == len(c.subs(ice)) else "the remaining"
        c.log(
            RUNNER,
            f"{paid} to use {card.kind} to break {word} {len(left)} subroutines on {ice.kind}",
        )
    yield from pass_priority(c, RUNNER)
