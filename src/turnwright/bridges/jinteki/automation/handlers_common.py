"""Handlers for both sides: force, waiting, decisions, events, single choices, passing, the end."""

from __future__ import annotations

import re

from . import state_queries as q
from .results import CONTINUE, AutomationResult, action_result, status_result
from .situation import Situation
from .tactics import choice_command


def force_mode(s: Situation) -> AutomationResult | None:
    """0 `--force`: pass, whatever there is to decide in a window. Only for tests of two programs.

    A question is not a window: it cannot be passed."""
    if not s.strategy.force:
        return None
    if s.is_over:
        return status_result("run-complete", "the run is over")
    if s.phase == "success" or not s.in_window:
        return None
    return action_result("forced-continue", "--force passes without looking", CONTINUE)


def opponent_wait(s: Situation) -> AutomationResult | None:
    """1 The opponent has asked to wait."""
    if s.facts.waits_for is None or s.i_owe:
        return None
    who = q.username(s.state, s.opponent)
    return status_result("waiting-for-opponent", f"{who} has asked to wait", wait_pressed=True)


def paid_ability_window(s: Situation) -> AutomationResult | None:
    """1.8 We have passed and the opponent has not."""
    if s.is_over or not s.have_passed or not s.in_window:
        return None
    why = f"{q.username(s.state, s.opponent)} may act or pass in {s.phase}"
    status = "waiting-for-opponent-paid-abilities"
    return status_result(status, why, phase=s.phase, we_passed=True)


def waiting_for_opponent(s: Situation) -> AutomationResult | None:
    """3 The opponent must act."""
    if s.prompt is not None and q.is_waiting(s.prompt):
        return status_result(
            "waiting-for-opponent", str(s.prompt.get("msg")), message=s.prompt.get("msg")
        )
    if s.is_over or q.is_question(s.prompt):
        return None
    if s.side == "corp" and s.phase == "success":
        return status_result("waiting-for-opponent", "the Runner accesses cards")
    if s.i_owe:
        return None
    duty = "has a question to answer" if s.owed.what == "answer" else "must act"
    return status_result("waiting-for-opponent", f"{q.username(s.state, s.opponent)} {duty}")


def real_decision(s: Situation) -> AutomationResult | None:
    """3 The prompt is a real choice, or this side has asked the opponent to wait."""
    if s.phase is not None and s.i_owe == "action":
        why = "You have asked to wait: act or pass."
        return status_result("decision-required", why, wait_pressed=True)
    if not q.has_real_decision(s.prompt):
        return None
    remember_access(s)
    return decision_required(s)


def decision_required(s: Situation) -> AutomationResult:
    """Return the open prompt as a decision to make."""
    prompt = s.prompt or {}
    return status_result(
        "decision-required",
        str(prompt.get("msg")),
        prompt=dict(prompt),
        choices=q.choice_texts(prompt),
        selectable=list(prompt.get("selectable") or ()),
    )


EVENTS = {
    "ice-rezzed": re.compile(r"\bto rez\b|\brezzes\b"),
    "subs-fired": re.compile(r"\bresolves \d+ unbroken subroutines?\b"),
    "tag-or-damage": re.compile(r"\btags?\b|\b(net|meat|core|brain) damage\b"),
    "ability-used": re.compile(r"\b(uses?|triggers)\b"),
}
"""Events by the log lines that announce them, the most important first."""
NEWEST = 3
"""How many of the newest log lines may announce one."""


def events(s: Situation) -> AutomationResult | None:
    """4 The opponent did something in this run: stop once for each such log line."""
    if s.is_over or not s.strategy.pauses:
        return None
    begin = q.last_line(s.state, q.RUN_BEGINS, within=NEWEST)
    end = q.log_length(s.state)
    first = max(-1 if begin is None else begin, s.memory.events_seen, end - NEWEST - 1) + 1
    who = q.username(s.state, s.opponent)
    for number, text in enumerate(q.log_texts(s.state, first), first):
        if not text.startswith(f"{who} "):
            continue
        for status, pattern in EVENTS.items():
            if pattern.search(text):
                return status_result(status, text, event=text, line=number)
    return None


def access_display(s: Situation) -> AutomationResult | None:
    """5 Remember what was accessed. It never decides."""
    remember_access(s)
    return None


def remember_access(s: Situation) -> None:
    """Remember what the Runner accessed, once for each prompt."""
    prompt, seen = s.prompt or {}, s.memory.accessed
    message, eid = str(prompt.get("msg", "")), (prompt.get("eid") or {}).get("eid")
    if message.startswith("You accessed") and (message, eid) not in seen:
        seen.append((message, eid))


def auto_choice(s: Situation) -> AutomationResult | None:
    """5 There is only one button: press it."""
    texts = q.choice_texts(s.prompt)
    if s.prompt is None or len(texts) != 1 or q.is_waiting(s.prompt):
        return None
    message = str(s.prompt.get("msg"))
    why = f"{message} {texts[0]!r} is the only choice"
    return action_result(
        "auto-choice", why, choice_command(s.prompt, 0), choice=texts[0], message=message
    )


PASSES = {"runner": ("encounter-ice",), "corp": ("initiation", "approach-ice")}
"""Phases in which a first pass is logged as "has no further action"."""


def recently_passed_in_log(s: Situation) -> AutomationResult | None:
    """5.5 The log shows our pass in this window although the state does not yet."""
    if s.phase not in PASSES[s.side] or s.passed in ("corp", "runner") or not s.in_window:
        return None
    line = f"{q.username(s.state, s.side)} has no further action"
    for text in reversed(q.log_texts(s.state, -3)):
        if q.MOVES_ON.search(text):
            return None
        if text.startswith(line):
            status = "waiting-for-opponent-paid-abilities"
            return status_result(status, "we have just passed", phase=s.phase, we_passed=True)
    return None


def auto_continue(s: Situation) -> AutomationResult | None:
    """6 Nothing to do here: pass. In initiation this needs no open prompt."""
    is_unasked = s.phase == "initiation" and s.prompt is None
    is_window = s.prompt is not None and s.prompt.get("prompt-type") == "run"
    if s.is_over or not (is_unasked or is_window) or q.is_question(s.prompt):
        return None
    if not q.has_only_to_pass(s.facts, s.side):
        return None
    return action_result("sent-continue", f"nothing to do in {s.phase}", CONTINUE, phase=s.phase)


def run_complete(s: Situation) -> AutomationResult | None:
    """7 The run is over."""
    if not s.is_over or not s.memory.had_run or q.is_question(s.prompt):
        return None
    return status_result(
        "run-complete", "the run is over", accessed=[one for one, _ in s.memory.accessed]
    )


def no_run(s: Situation) -> AutomationResult | None:
    """8 There is no run."""
    if not s.is_over or q.is_question(s.prompt):
        return None
    return status_result("no-run", "there is no run")


def fallback(s: Situation) -> AutomationResult:
    """No handler had a result: an open question is a decision, otherwise wait."""
    if q.is_question(s.prompt):
        return decision_required(s)
    return status_result("waiting-for-opponent", "Unclear state, waiting for the game to advance")
