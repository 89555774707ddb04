"""Handlers for the Corp: rezzing, firing, and passing afterwards.

A handler returns a result for a situation, or None to let the next handler decide.
"""

from __future__ import annotations

from . import state_queries as q
from .results import (
    CONTINUE,
    AutomationResult,
    Command,
    action_result,
    card_reference,
    status_result,
)
from .situation import Situation


def rez_strategy(s: Situation) -> AutomationResult | None:
    """1.5 `--no-rez` and `--rez` decide about approached ice, and about the root in the last
    window."""
    if s.side != "corp" or not s.strategy.has_rez_flags or not s.in_window or s.prompt is None:
        return None
    if s.have_passed:
        return None
    if s.phase == "approach-ice" and s.ice is not None:
        return _ice_by_strategy(s, s.ice)
    if _is_last_window(s) and not s.strategy.no_rez:
        for card in _rezzable_root(s):
            if s.strategy.may_rez(str(card.get("title"))) and not _tried(s, card):
                return _rez(card)
    return None


def _ice_by_strategy(s: Situation, ice: q.Card) -> AutomationResult:
    title = s.ice_title
    if not q.is_unrezzed(ice):
        return action_result("sent-continue", f"{title} is rezzed", CONTINUE, ice=title)
    if s.strategy.no_rez:
        why = "--no-rez declines every rez"
    elif not s.strategy.may_rez(title):
        why = f"{title} is not among the ice to rez"
    elif _tried(s, ice):
        why = f"{title} could not be rezzed"
    elif int(ice.get("cost") or 0) > s.credits:
        why = f"{title} costs {ice.get('cost')}, the Corp has {s.credits}"
    else:
        return _rez(ice)
    return action_result("auto-declined-rez", why, CONTINUE, ice=title)


def _rez(card: q.Card) -> AutomationResult:
    title = str(card.get("title"))
    why = f"{title} is among the cards to rez"
    return action_result(
        "auto-rezzed",
        why,
        Command("rez", {"card": card_reference(card)}),
        ice=title,
        cid=card["cid"],
    )


def _tried(s: Situation, card: q.Card) -> bool:
    return s.memory.tries(s.stage, ("rez", card["cid"])) > 0


def _is_last_window(s: Situation) -> bool:
    """In movement at the server, after the Runner's pass, upgrades must be rezzed now or not at
    all."""
    return s.phase == "movement" and s.position == 0 and s.opponent_passed


def _comes_before_last_window(s: Situation) -> bool:
    """In movement at the server the Corp passes second, or it would lose its last window.

    This holds for an empty root too: when the Corp passes must not tell what it could rez."""
    return s.phase == "movement" and s.position == 0 and not s.opponent_passed


def _rezzable_root(s: Situation) -> list[q.Card]:
    root = q.server_cards(s.state, q.server_of(s.state), "content")
    return [
        card
        for card in root
        if q.is_unrezzed(card)
        and str(card.get("type", "")).casefold() in ("upgrade", "asset")
        and int(card.get("cost") or 0) <= s.credits
    ]


def fire_unbroken(s: Situation) -> AutomationResult | None:
    """1.6 `--fire-unbroken`: fire what is left when the Runner is done."""
    if not s.at("corp", "encounter-ice") or not s.strategy.fire_unbroken or s.have_passed:
        return None
    if not q.runner_signaled_let_fire(s.state, s.ice_title) and not s.opponent_passed:
        return None
    return _fire(s)


def _fire(s: Situation) -> AutomationResult | None:
    left = s.open_subs
    if s.ice is None or not left or s.memory.tries(s.stage, "fire"):
        return None
    if q.subs_were_resolved(s.state, s.ice_title):
        return None
    why = "the Runner is done breaking"
    send = Command("unbroken-subroutines", {"card": card_reference(s.ice)})
    return action_result("auto-fired-subs", why, send, ice=s.ice_title, sub_count=len(left))


def fire_if_asked(s: Situation) -> AutomationResult | None:
    """1.65 `--fire-if-asked`: wait until the Runner asks; stop only for rez decisions."""
    if s.side != "corp" or not s.strategy.fire_if_asked or s.is_over or not s.in_window:
        return None
    if s.have_passed:
        return None
    if s.phase == "encounter-ice":
        if not s.open_subs or q.subs_were_resolved(s.state, s.ice_title):
            return None
        if q.runner_signaled_let_fire(s.state, s.ice_title):
            return _fire(s)
        if s.opponent_passed:  # a pass is not a request: somebody must decide
            return None
        return status_result(
            "waiting-for-runner-signal", f"{s.ice_title} fires only if asked", ice=s.ice_title
        )
    if (s.phase == "approach-ice" and q.is_unrezzed(s.ice)) or s.phase == "success":
        return None
    if s.i_owe == "action" or _comes_before_last_window(s) or _root_to_decide(s):
        return None
    return action_result("auto-continue-fire-if-asked", "nothing to decide here", CONTINUE)


def _root_to_decide(s: Situation) -> list[q.Card]:
    """Return the upgrades that the Corp could rez in its last window."""
    if not _is_last_window(s) or s.strategy.has_rez_flags:
        return []
    cards = _rezzable_root(s)
    return [card for card in cards if str(card.get("type", "")).casefold() == "upgrade"]


def rez_decision(s: Situation) -> AutomationResult | None:
    """1.7 Stop where the Corp could rez: it is too important to pass automatically."""
    if s.side != "corp" or s.strategy.has_rez_flags or not s.in_window or s.prompt is None:
        return None
    if s.have_passed:
        return None
    if s.phase == "approach-ice" and s.ice is not None and q.is_unrezzed(s.ice):
        cost, title = s.ice.get("cost"), s.ice_title
        why = f"Rez {title} for {cost}? Otherwise continue."
        return status_result("decision-required", why, ice=title, position=s.position, cost=cost)
    root = [str(card.get("title")) for card in _root_to_decide(s)]
    if root:
        why = f"The Runner is about to approach the server. Rez {' or '.join(root)}?"
        return status_result("decision-required", why, cards=root, position=s.position)
    return None


def fire_decision(s: Situation) -> AutomationResult | None:
    """1.7 The Runner is done and subroutines are unbroken: stop, because firing is optional."""
    if not s.at("corp", "encounter-ice") or s.strategy.fire_unbroken or s.prompt is None:
        return None
    left = s.open_subs
    if not left or s.have_passed or q.subs_were_resolved(s.state, s.ice_title):
        return None
    signaled = q.runner_signaled_let_fire(s.state, s.ice_title)
    if not signaled and not s.opponent_passed:
        why = f"the Runner may still break {s.ice_title}"
        return status_result(
            "waiting-for-runner-signal", why, ice=s.ice_title, unbroken_count=len(left)
        )
    said = "says so" if signaled else "has passed"
    return status_result(
        "decision-required",
        f"Fire {len(left)} unbroken subroutines of {s.ice_title}? The Runner {said}.",
        ice=s.ice_title,
        unbroken_count=len(left),
        position=s.position,
        runner_signaled=signaled,
    )


def all_subs_resolved(s: Situation) -> AutomationResult | None:
    """1.74 All subroutines are broken or have fired: pass."""
    if not s.at("corp", "encounter-ice") or s.have_passed or s.ice is None:
        return None
    if q.is_unrezzed(s.ice) or not s.ice.get("subroutines") or s.open_subs:
        return None
    why = f"all subroutines of {s.ice_title} are broken or have fired"
    return action_result("sent-continue", why, CONTINUE, ice=s.ice_title)


def waiting_after_subs_fired(s: Situation) -> AutomationResult | None:
    """1.75 Subroutines have fired and some are left: pass after the Runner."""
    if not s.at("corp", "encounter-ice") or s.have_passed:
        return None
    if not q.subs_were_resolved(s.state, s.ice_title):
        return None
    if s.opponent_passed:
        why = f"{s.ice_title} has fired and the Runner has passed"
        return action_result("sent-continue", why, CONTINUE, ice=s.ice_title)
    return status_result("waiting-for-opponent", f"{s.ice_title} has fired; the Runner continues")
