"""The chain: all handlers in the order in which they are asked. The first with an opinion decides."""

from __future__ import annotations

from turnwright.agents.handlers import Found, ask_in_order

from . import both, corp, runner
from .results import Result, Step
from .situation import Situation

HANDLERS = {
    "force-mode": both.force_mode,
    "opponent-wait": both.opponent_wait,
    "corp-rez-strategy": corp.rez_strategy,
    "corp-fire-unbroken": corp.fire_unbroken,
    "corp-fire-if-asked": corp.fire_if_asked,
    "corp-rez-decision": corp.rez_decision,
    "corp-fire-decision": corp.fire_decision,
    "corp-all-subs-resolved": corp.all_subs_resolved,
    "corp-waiting-after-subs-fired": corp.waiting_after_subs_fired,
    "paid-ability-window": both.paid_ability_window,
    "runner-approach-ice": runner.approach_ice,
    "runner-tactics": runner.runner_tactics,
    "runner-full-break": runner.full_break,
    "runner-encounter-ice": runner.encounter_ice,
    "runner-pass-broken-ice": runner.pass_broken_ice,
    "runner-pass-fired-ice": runner.pass_fired_ice,
    "waiting-for-opponent": both.waiting_for_opponent,
    "real-decision": both.real_decision,
    "events": both.events,
    "access-display": both.access_display,
    "auto-choice": both.auto_choice,
    "recently-passed-in-log": both.recently_passed_in_log,
    "auto-continue": both.auto_continue,
    "run-complete": both.run_complete,
    "no-run": both.no_run,
}


def decide(s: Situation) -> Step:
    """Ask the handlers about a situation. Nothing is sent."""
    answer = ask_in_order(HANDLERS, s)
    if isinstance(answer, Found):
        return step(s, answer.by, answer.opinion, answer.passed)
    return step(s, "fallback", both.fallback(s), answer)


def step(s: Situation, by: str, result: Result, passed: tuple[str, ...] = ()) -> Step:
    return Step(
        side=s.side,
        phase=s.phase,
        position=None if s.phase is None else s.position,
        no_action=s.passed,
        passed=passed,
        by=by,
        result=result,
    )
