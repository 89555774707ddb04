"""All handlers in the order in which they are asked. The first one with a result decides."""

from __future__ import annotations

from turnwright.agents.handlers import HandlerResult, first_result

from . import handlers_common, handlers_corp, handlers_runner
from .results import AutomationResult, Decision
from .situation import Situation

HANDLERS = {
    "force-mode": handlers_common.force_mode,
    "opponent-wait": handlers_common.opponent_wait,
    "corp-rez-strategy": handlers_corp.rez_strategy,
    "corp-fire-unbroken": handlers_corp.fire_unbroken,
    "corp-fire-if-asked": handlers_corp.fire_if_asked,
    "corp-rez-decision": handlers_corp.rez_decision,
    "corp-fire-decision": handlers_corp.fire_decision,
    "corp-all-subs-resolved": handlers_corp.all_subs_resolved,
    "corp-waiting-after-subs-fired": handlers_corp.waiting_after_subs_fired,
    "paid-ability-window": handlers_common.paid_ability_window,
    "runner-approach-ice": handlers_runner.approach_ice,
    "runner-tactics": handlers_runner.runner_tactics,
    "runner-full-break": handlers_runner.full_break,
    "runner-encounter-ice": handlers_runner.encounter_ice,
    "runner-pass-broken-ice": handlers_runner.pass_broken_ice,
    "runner-pass-fired-ice": handlers_runner.pass_fired_ice,
    "waiting-for-opponent": handlers_common.waiting_for_opponent,
    "real-decision": handlers_common.real_decision,
    "events": handlers_common.events,
    "access-display": handlers_common.access_display,
    "auto-choice": handlers_common.auto_choice,
    "recently-passed-in-log": handlers_common.recently_passed_in_log,
    "auto-continue": handlers_common.auto_continue,
    "run-complete": handlers_common.run_complete,
    "no-run": handlers_common.no_run,
}


def decide(s: Situation) -> Decision:
    """Return the decision about a situation. Nothing is sent."""
    answer = first_result(HANDLERS, s)
    if isinstance(answer, HandlerResult):
        return make_decision(s, answer.by, answer.answer, answer.passed)
    return make_decision(s, "fallback", handlers_common.fallback(s), answer)


def make_decision(
    s: Situation, by: str, result: AutomationResult, passed: tuple[str, ...] = ()
) -> Decision:
    """Return a trace line with a result."""
    return Decision(
        side=s.side,
        phase=s.phase,
        position=None if s.phase is None else s.position,
        no_action=s.passed,
        passed=passed,
        by=by,
        result=result,
    )
