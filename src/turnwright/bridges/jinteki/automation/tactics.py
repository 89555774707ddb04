"""Tactics: what to do about each piece of ice, set before the run.

A map from the title of ice (or `default`) to an action: `{"card", "action", ...}` or `"pause"`. Each is
taken once per encounter; the other handlers do the rest. If something is missing the run stops, with
everything one needs to continue by hand.

    {"Tithe": {"card": "Carmen", "action": "break-dynamic"},
     "Brân 1.0": {"card": "Cleaver", "action": "break-subs", "subs": [1, 2]},
     "Karunā": {"action": "script", "steps": [
         {"action": "prep", "card": "Leech", "ability-index": 0}, "pause"]},
     "default": "pause"}

`prep` is used at the approach, before the Corp decides about its ice (unrezzed ice has no title yet and
uses the default). `script` takes its `steps` in order, `prep` steps at the approach.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import break_costs
from . import state_queries as q
from .results import AutomationResult, Command, action_result, card_reference, status_result
from .situation import Situation
from .tactic_checks import is_index


def tactic_for(s: Situation) -> Any:
    """Return the tactic for the current ice, by its exact title, or the default."""
    title = (s.ice or {}).get("title")
    for name, tactic in s.strategy.tactics.items():
        if title is not None and q.normalize_title(name) == q.normalize_title(title):
            return tactic
    return s.strategy.tactics.get("default")


def steps_of(tactic: Any) -> list[Any]:
    """Return the steps of a tactic."""
    if tactic is None:
        return []
    if isinstance(tactic, Mapping) and _action(tactic) == "script":
        steps = tactic.get("steps")
        return list(steps) if isinstance(steps, (list, tuple)) else [tactic]
    return [tactic]


def next_approach_step(s: Situation) -> AutomationResult | None:
    """Take the next step of the tactic at an approach."""
    for number, step in enumerate(steps_of(tactic_for(s))):
        if _action(step) == "prep" and (s.stage, ("tactic", number)) not in s.memory.done:
            return _use(s, step, number)
    return None


def next_encounter_step(s: Situation) -> AutomationResult | None:
    """Take the next step of the tactic in an encounter."""
    for number, step in enumerate(steps_of(tactic_for(s))):
        if _action(step) == "prep" or (s.stage, ("tactic", number)) in s.memory.done:
            continue
        return _step(s, step, number)
    return None


def _action(step: Any) -> str:
    named = step.get("action", "") if isinstance(step, Mapping) else step
    return str(named).removeprefix(":")


def _step(s: Situation, step: Any, number: int) -> AutomationResult:
    match _action(step):
        case "pause":
            return _stop(s, "tactic-paused", "The tactic says: pause.", number)
        case "break-dynamic":
            return _break_dynamic(s, step, number)
        case "use-ability":
            return _use(s, step, number)
        case "break-subs":
            return _break_subs(s, step, number)
        case "script":
            return _stop(s, "tactic-failed", "A script needs a list of steps.", number)
        case other:
            return _stop(s, "tactic-paused", f"Unknown action {other!r}.", number)


def _stop(s: Situation, status: str, why: str, number: int) -> AutomationResult:
    return status_result(status, why, tactic=number, stage=s.stage, context=decision_context(s))


def decision_context(s: Situation) -> dict[str, Any]:
    """Return everything one needs to decide by hand."""
    subs = (s.ice or {}).get("subroutines") or ()
    return {
        "ice": s.ice_title,
        "ice_strength": break_costs.strength(s.ice or {}),
        "unbroken_subs": [subs[n].get("label") for n in s.open_subs],
        "breakers": [
            {
                "title": card.get("title"),
                "strength": break_costs.strength(card),
                "abilities": [one.get("label") for one in card.get("abilities") or ()],
            }
            for card in s.programs()
        ],
        "credits": s.credits,
    }


def _value(step: Any, key: str) -> Any:
    """Return a value of a step. An action without values may be written as its name alone."""
    return step.get(key) if isinstance(step, Mapping) else None


def _find(s: Situation, step: Any) -> q.Card | None:
    """Find a card in the Runner's rig."""
    wanted = q.normalize_title(str(_value(step, "card") or ""))
    rig = s.state.get("runner", {}).get("rig", {})
    cards = [*s.programs(), *(card for kind in rig.values() for card in kind or ())]
    return next(
        (card for card in cards if q.normalize_title(str(card.get("title", ""))) == wanted), None
    )


def _missing(s: Situation, step: Any, number: int) -> AutomationResult:
    why = f"Card not found in rig: {_value(step, 'card')}"
    return _stop(s, "tactic-failed", why, number)


def _break_dynamic(s: Situation, step: Any, number: int) -> AutomationResult:
    card = _find(s, step)
    if card is None:
        return _missing(s, step, number)
    uses = break_costs.dynamic_breaks([card])
    if not uses:
        why = f"{card.get('title')} has no playable break ability"
        return _stop(s, "tactic-failed", why, number)
    return _executed(s, number, card, uses[0].label, dynamic_ability_command(uses[0]))


def dynamic_ability_command(use: break_costs.CardAbility) -> Command:
    """Return the command that uses an ability of this encounter."""
    return Command("dynamic-ability", {"card": card_reference(use.card), "dynamic": use.dynamic})


def ability_command(card: q.Card, index: int) -> Command:
    """Return the command that uses a printed ability."""
    return Command("ability", {"card": card_reference(card), "ability": index})


def _use(s: Situation, step: Any, number: int) -> AutomationResult:
    card = _find(s, step)
    if card is None:
        return _missing(s, step, number)
    index = _value(step, "ability-index")
    index = 0 if index is None else index
    if not is_index(index):
        why = f"The index of an ability must be a number, not {index!r}"
        return _stop(s, "tactic-failed", why, number)
    uses = [one for one in break_costs.abilities(card) if not one.dynamic]
    if index >= len(uses):
        why = f"{card.get('title')} has no ability {index}"
        return _stop(s, "tactic-failed", why, number)
    if (card.get("abilities") or ())[index].get("playable") is not True:
        why = f"{card.get('title')} cannot use ability {index} now"
        return _stop(s, "tactic-failed", why, number)
    return _executed(s, number, card, uses[index].label, ability_command(card, index))


def _executed(
    s: Situation, number: int, card: q.Card, label: str, *commands: Command
) -> AutomationResult:
    title = str(card.get("title"))
    why = f"the tactic for {s.ice_title} uses {title}"
    data = {"card": title, "ability": label, "tactic": number, "stage": s.stage}
    return action_result("tactic-executed", why, *commands, **data)


def _break_subs(s: Situation, step: Any, number: int) -> AutomationResult:
    """Add strength as often as needed, then break these subroutines and no others."""
    card = _find(s, step)
    if card is None:
        return _missing(s, step, number)
    assert s.ice is not None
    asked = _value(step, "subs")
    if not isinstance(asked, (list, tuple)):
        why = f"break-subs needs a list of subroutines, not {asked!r}"
        return _stop(s, "tactic-failed", why, number)
    wanted = [n for n in asked if n in q.unbroken_subroutines(s.ice)]
    if not wanted:
        why = f"{s.ice_title} has none of the subroutines {list(asked)} left"
        return _stop(s, "tactic-failed", why, number)
    plan = break_costs.break_price(s.state, card, s.ice, wanted)
    if plan is None or plan.credits > s.credits:
        why = f"{card.get('title')} cannot break {len(wanted)} subroutines of {s.ice_title}"
        return _stop(s, "tactic-failed", why, number)
    pumps = [] if plan.pump is None else [ability_command(card, plan.pump)] * plan.pumps
    uses = [one for one in break_costs.abilities(card) if one.index == plan.breaking]
    breaks = ability_command(card, plan.breaking)
    result = _executed(s, number, card, uses[0].label, *pumps, breaks)
    result.data["wanted"] = wanted
    return result


def answer_break_prompt(s: Situation) -> AutomationResult | None:
    """Answer the prompt that breaking opened: the next wanted subroutine, then Done."""
    prompt, wanted = s.prompt, s.memory.wanted
    if prompt is None or wanted is None or not _is_break_prompt(prompt):
        return None
    texts = q.choice_texts(prompt)
    offered = _offered(s, len(texts) - 1)
    place = next((place for place, n in enumerate(offered) if n in wanted), len(texts) - 1)
    sub = offered[place] if place < len(offered) else None
    why = f"{s.ice_title}: " + ("that is all" if sub is None else f"break subroutine {sub}")
    return action_result(
        "auto-choice", why, choice_command(prompt, place), choice=texts[place], sub=sub
    )


def _is_break_prompt(prompt: q.Prompt) -> bool:
    return str(prompt.get("msg", "")).startswith("Break a subroutine")


def _offered(s: Situation, count: int) -> list[int]:
    """Return the subroutines on the buttons: the unbroken ones without those already chosen.

    Labels cannot tell, because two may be the same."""
    left = q.unbroken_subroutines(s.ice)
    if len(left) == count:
        return left
    return [n for n in left if n not in s.memory.picked]


def choice_command(prompt: q.Prompt, place: int) -> Command:
    """Return the command that presses a button."""
    button = prompt["choices"][place]
    args: dict[str, Any] = {"choice": {"uuid": button.get("uuid")}}
    if prompt.get("eid"):
        args["eid"] = prompt["eid"]
    return Command("choice", args)
