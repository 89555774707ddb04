"""Handlers for the Runner: waiting for a rez, breaking, letting subroutines fire, and passing.

After its own pass none of them is asked: `paid_ability_window` comes before.
"""

from __future__ import annotations

from turnwright.games.netrunner.obligations import REZ_DECISION
from turnwright.games.netrunner.wording import FIRE_REQUEST

from . import break_costs, tactics
from . import state_queries as q
from .results import CONTINUE, AutomationResult, Command, action_result, status_result
from .situation import Situation

BREAK_TRIES = 2
"""How often the same breaker is tried in one encounter."""


def approach_ice(s: Situation) -> AutomationResult | None:
    """2 Wait in front of unrezzed ice until the Corp has decided."""
    if not s.at("runner", "approach-ice"):
        return None
    prepared = tactics.next_approach_step(s)
    if prepared is not None:
        return prepared
    if s.owed is not REZ_DECISION:
        return None
    why = f"the Corp decides about the ice at position {s.position}"
    return status_result("waiting-for-corp-rez", why, ice=s.ice_title, position=s.position)


def runner_tactics(s: Situation) -> AutomationResult | None:
    """2.3 Follow the tactic that was set for this ice."""
    if s.side != "runner" or s.phase != "encounter-ice":
        return None
    answer = tactics.answer_break_prompt(s)
    if answer is not None:
        return answer
    if not s.strategy.tactics or not s.in_window or q.is_unrezzed(s.ice):
        return None
    return tactics.next_encounter_step(s) if s.open_subs else None


def full_break(s: Situation) -> AutomationResult | None:
    """2.4 `--full-break`: break everything with the cheapest ability, or else by hand."""
    if not s.at("runner", "encounter-ice") or not s.strategy.full_break:
        return None
    if s.ice is None or q.is_unrezzed(s.ice) or not s.open_subs or s.opponent_passed:
        return None
    for use in break_costs.dynamic_breaks(s.programs()):
        if s.memory.tries(s.stage, ("break", use.card["cid"])) < BREAK_TRIES:
            why = f"{use.title} breaks {s.ice_title} for {use.credits}"
            send = tactics.dynamic_ability_command(use)
            data = {"ice": s.ice_title, "breaker": use.title, "cid": use.card["cid"]}
            return action_result("ability-used", why, send, credits=use.credits, **data)
    by_hand = _by_hand(s, s.ice)
    if by_hand is None and not s.strategy.break_or_tank and not s.strategy.may_tank(s.ice_title):
        why = f"Nothing breaks {s.ice_title}, and it may not fire."
        return status_result("paused-cannot-break", why, **tactics.decision_context(s))
    return by_hand


def _by_hand(s: Situation, ice: q.Card) -> AutomationResult | None:
    """Add strength, then break, on servers without an ability that does both."""
    plan = break_costs.cheapest_break(s.state, s.programs(), ice)
    if plan is None or plan.credits > s.credits:
        return None
    if s.memory.tries(s.stage, ("by hand", plan.card["cid"])) >= BREAK_TRIES:
        return None
    pumps = (
        [] if plan.pump is None else [tactics.ability_command(plan.card, plan.pump)] * plan.pumps
    )
    send = tactics.ability_command(plan.card, plan.breaking)
    why = f"{plan.title} breaks {s.ice_title} for {plan.credits}, step by step"
    return action_result(
        "ability-used",
        why,
        *pumps,
        send,
        ice=s.ice_title,
        breaker=plan.title,
        by_hand=plan.card["cid"],
        wanted=q.unbroken_subroutines(ice),
    )


def encounter_ice(s: Situation) -> AutomationResult | None:
    """2.5 Unbroken subroutines: tell the Corp to fire if that is allowed, otherwise stop."""
    if not s.at("runner", "encounter-ice") or s.opponent_passed or s.ice is None:
        return None
    left, title = s.open_subs, s.ice_title
    if q.is_unrezzed(s.ice) or not left or q.subs_were_resolved(s.state, title):
        return None
    about = {"ice": title, "unbroken_count": len(left), "position": s.position}
    gave_up = s.strategy.full_break and s.strategy.break_or_tank
    if not gave_up and not s.strategy.may_tank(title):
        unbroken = "1 subroutine" if len(left) == 1 else f"{len(left)} subroutines"
        why = f"{unbroken} of {title} unbroken: break or let fire?"
        return status_result("fire-decision-required", why, **about)
    if q.runner_signaled_let_fire(s.state, title):
        return status_result(
            "waiting-for-corp-fire", f"the Corp knows that {title} may fire", **about
        )
    why = f"tells the Corp that {title} may fire"
    return AutomationResult(
        status="waiting-for-corp-fire", reason=why, data=about, commands=(let_fire_command(title),)
    )


def let_fire_command(ice_title: str) -> Command:
    """Return the command that tells the Corp that the Runner is done breaking."""
    return Command("system-msg", {"msg": FIRE_REQUEST + ice_title})


def pass_broken_ice(s: Situation) -> AutomationResult | None:
    """2.6 No subroutine is left: pass."""
    if not s.at("runner", "encounter-ice") or s.ice is None or s.open_subs:
        return None
    why = f"nothing of {s.ice_title} is left to break or to fire"
    return action_result("sent-continue", why, CONTINUE, ice=s.ice_title)


def pass_fired_ice(s: Situation) -> AutomationResult | None:
    """2.7 The ice has fired: pass."""
    if not s.at("runner", "encounter-ice") or not q.subs_were_resolved(s.state, s.ice_title):
        return None
    return action_result("sent-continue", f"{s.ice_title} has fired", CONTINUE, ice=s.ice_title)
