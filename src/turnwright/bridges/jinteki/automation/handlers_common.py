"""Handlers of both sides: force, waiting, decisions, events, single choices, passing, the end."""

from __future__ import annotations

import re

from . import state_queries as q
from .results import CONTINUE, AutomationResult, action_result, status_result
from .situation import Situation
from .tactics import choice


def force_mode(s: Situation) -> AutomationResult | None:
    """0 `--force`: pass, whatever there is to think about. For tests of two programs only."""
    if not s.strategy.force:
        return None
    if s.is_over:
        return status_result("run-complete", "there is no run any more")
    return action_result("forced-continue", "--force passes without looking", CONTINUE)


def opponent_wait(s: Situation) -> AutomationResult | None:
    """1 The other side has pressed WAIT."""
    if s.is_over or not q.opponent_indicated_action(s.state, s.side):
        return None
    who = q.username(s.state, s.opponent)
    return status_result("waiting-for-opponent", f"{who} has asked to wait", wait_pressed=True)


def paid_ability_window(s: Situation) -> AutomationResult | None:
    """1.8 We have passed; the other side has not."""
    if s.is_over or not s.have_passed or not s.in_window:
        return None
    why = f"{q.username(s.state, s.opponent)} may act or pass in {s.phase}"
    status = "waiting-for-opponent-paid-abilities"
    return status_result(status, why, phase=s.phase, we_passed=True)


def waiting_for_opponent(s: Situation) -> AutomationResult | None:
    """3 It is the other side's go."""
    if s.prompt is not None and q.is_waiting(s.prompt):
        return status_result(
            "waiting-for-opponent", str(s.prompt.get("msg")), message=s.prompt.get("msg")
        )
    if s.is_over or q.is_question(s.prompt):
        return None
    if s.side == "corp" and s.phase == "success":
        return status_result("waiting-for-opponent", "the Runner accesses cards")
    if not q.waiting_for_opponent(s.state, s.side):
        return None
    return status_result("waiting-for-opponent", f"it is {q.username(s.state, s.opponent)}'s go")


def real_decision(s: Situation) -> AutomationResult | None:
    """3 A choice that is really one."""
    if not q.has_real_decision(s.prompt):
        return None
    note_access(s)
    return ask(s)


def ask(s: Situation) -> AutomationResult:
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
"""What lines of the log tell of, the weightiest first."""


def events(s: Situation) -> AutomationResult | None:
    """4 The other side has done something in this run: stop once for each line of the log."""
    if s.is_over or not s.strategy.pauses:
        return None
    begin = q.last_line(s.state, q.RUN_BEGINS)
    log = q.log_texts(s.state)
    first = max(-1 if begin is None else begin, s.memory.events_seen, len(log) - 4) + 1
    who = q.username(s.state, s.opponent)
    for number in range(first, len(log)):
        if not log[number].startswith(f"{who} "):
            continue
        for status, pattern in EVENTS.items():
            if pattern.search(log[number]):
                return status_result(status, log[number], event=log[number], line=number)
    return None


def access_display(s: Situation) -> AutomationResult | None:
    """5 Notes what was accessed. It never decides."""
    note_access(s)
    return None


def note_access(s: Situation) -> None:
    """Keep what the Runner was shown: once for each prompt."""
    prompt, seen = s.prompt or {}, s.memory.accessed
    message, eid = str(prompt.get("msg", "")), (prompt.get("eid") or {}).get("eid")
    if message.startswith("You accessed") and (message, eid) not in seen:
        seen.append((message, eid))


def auto_choice(s: Situation) -> AutomationResult | None:
    """5 There is one button: press it."""
    texts = q.choice_texts(s.prompt)
    if s.prompt is None or len(texts) != 1 or q.is_waiting(s.prompt):
        return None
    message = str(s.prompt.get("msg"))
    why = f"{message} {texts[0]!r} is the only choice"
    return action_result("auto-choice", why, choice(s.prompt, 0), choice=texts[0], message=message)


PASSES = {"runner": ("encounter-ice",), "corp": ("initiation", "approach-ice")}
"""Where a first pass is told with "has no further action"."""

_MOVES_ON = re.compile(r"\b(approaches|encounters|passes|makes? a run on)\b")


def recently_passed_in_log(s: Situation) -> AutomationResult | None:
    """5.5 The log tells of our pass in this window, though the state does not yet."""
    if s.phase not in PASSES[s.side] or s.passed in ("corp", "runner") or not s.in_window:
        return None
    line = f"{q.username(s.state, s.side)} has no further action"
    for text in reversed(q.log_texts(s.state, 3)):
        if _MOVES_ON.search(text):
            return None
        if text.startswith(line):
            status = "waiting-for-opponent-paid-abilities"
            return status_result(status, "we have just passed", phase=s.phase, we_passed=True)
    return None


def auto_continue(s: Situation) -> AutomationResult | None:
    """6 Nothing to do here: pass. The initiation is passed even if no prompt says that it is open."""
    unasked = s.phase == "initiation" and s.prompt is None and q.should_i_act(s.state, s.side)
    if not unasked and not q.can_auto_continue(s.prompt, s.phase, s.side, s.state):
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
    """8 There was none."""
    if not s.is_over or q.is_question(s.prompt):
        return None
    return status_result("no-run", "there is no run")


def fallback(s: Situation) -> AutomationResult:
    """Whatever nobody understood: an open question is a decision, everything else a reason to wait."""
    if q.is_question(s.prompt):
        return ask(s)
    return status_result("waiting-for-opponent", "Unclear state, waiting for the game to advance")
