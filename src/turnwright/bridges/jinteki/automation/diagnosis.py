"""Diagnosis of a game that waits: which side owes a pass, an answer or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from . import state_queries as q


class Diagnosis(msgspec.Struct, frozen=True):
    """Who is awaited, and for what.

    `awaited` is a side, or None if the game is over. `what` is `pass`, `answer`, `rez-decision`,
    `fire-decision`, `break-decision`, `access`, `action`, `start-turn`, `end-turn` or
    `end-phase-12`."""

    awaited: str | None
    what: str
    sentence: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.sentence


def diagnose(state: q.State, side: str) -> Diagnosis:
    """Return who is awaited, as far as this side can see. The opponent's prompts are hidden."""
    if state.get("winner"):
        winner = state["winner"]
        return Diagnosis(
            None, "nothing", f"The game is over: {winner} has won.", {"winner": winner}
        )
    prompt = q.prompt_of(state, side)
    if q.is_question(prompt):
        return _answer(state, side, prompt or {})
    other = q.opponent_of(side)
    if q.is_waiting(prompt):
        message = str((prompt or {}).get("msg"))
        text = f"{q.username(state, other)} owes an answer: {message}."
        return Diagnosis(other, "answer", text, {"message": message})
    if q.phase_of(state) is not None:
        return _in_run(state, side)
    return _in_turn(state)


def _answer(state: q.State, side: str, prompt: Mapping[str, Any]) -> Diagnosis:
    choices = q.choice_texts(prompt)
    message = str(prompt.get("msg"))
    text = f"{q.username(state, side)} owes an answer: {message}"
    text += f" ({' / '.join(choices)})" if choices else ""
    data = {"message": message, "choices": choices, "selectable": prompt.get("selectable") or []}
    return Diagnosis(side, "answer", text, data)


def _in_run(state: q.State, side: str) -> Diagnosis:
    phase, passed, ice = q.phase_of(state), q.passed_by(state), q.get_current_ice(state)
    data: dict[str, Any] = {
        "phase": phase,
        "position": (q.run_of(state) or {}).get("position"),
        "no_action": passed,
        "ice": (ice or {}).get("title"),
    }

    def owes(who: str, what: str, why: str) -> Diagnosis:
        return Diagnosis(who, what, f"{q.username(state, who)} {why}", data)

    if phase == "success":
        return owes(
            "runner", "access", "accesses cards; a prompt may be open that this side does not see."
        )
    if q.opponent_indicated_action(state, side):
        return owes(q.opponent_of(side), "action", "asked to wait and owes an action or a pass.")
    if isinstance(passed, str):
        other = q.opponent_of(passed)
        left = len(q.open_subroutines(ice)) if phase == "encounter-ice" else 0
        if other == "corp" and left:
            why = f"fires {left} subroutines or passes: the Runner has passed in {phase}."
            return owes(other, "fire-decision", why)
        if other == "corp" and phase == "approach-ice" and q.is_unrezzed(ice):
            return owes(other, "rez-decision", "rezzes the ice or passes: the Runner has passed.")
        return owes(
            other, "pass", f"owes a pass in {phase}: {q.username(state, passed)} has passed."
        )
    if phase == "approach-ice" and q.is_unrezzed(ice):
        return owes("corp", "rez-decision", "rezzes the approached ice or passes.")
    if phase == "encounter-ice" and q.open_subroutines(ice):
        title = str((ice or {}).get("title"))
        if q.runner_signaled_let_fire(state, title):
            return owes(
                "corp", "fire-decision", f"fires {title}, as the Runner has asked, or passes."
            )
        return owes("runner", "break-decision", f"breaks {title}, lets it fire, or passes.")
    return owes("runner", "pass", f"owes the first pass in {phase}.")


def _in_turn(state: q.State) -> Diagnosis:
    active = str(state.get("active-player") or "runner")
    other = q.opponent_of(active)
    for side in ("corp", "runner"):
        if state.get(f"{side}-phase-12"):
            text = f"{q.username(state, side)} has to close the window at the start of its turn."
            return Diagnosis(side, "end-phase-12", text)
    if state.get("end-turn"):
        return Diagnosis(other, "start-turn", f"{q.username(state, other)} has to start its turn.")
    clicks = int(state.get(active, {}).get("click") or 0)
    name = q.username(state, active)
    if clicks:
        text = f"{name} has {clicks} click{'' if clicks == 1 else 's'} left."
        return Diagnosis(active, "action", text, {"clicks": clicks})
    return Diagnosis(active, "end-turn", f"{name} has no click left and has to end its turn.")


def may_start_turn(state: q.State, side: str) -> bool:
    """Tell whether a side may start its turn."""
    return bool(state.get("end-turn")) and state.get("active-player") != side


def is_my_turn(state: q.State, side: str) -> bool:
    """Tell whether a side has clicks to spend or may start its turn."""
    if may_start_turn(state, side):
        return True
    clicks = state.get(side, {}).get("click") or 0
    return state.get("active-player") == side and not state.get("end-turn") and clicks > 0


def is_abandonable(state: q.State) -> bool:
    """Tell whether the Corp, which has not passed, provably has nothing to rez here.

    Unknown cards count as something to decide."""
    if q.passed_by(state) != "runner" or q.is_question(q.prompt_of(state, "runner")):
        return False
    phase = q.phase_of(state)
    if phase == "approach-ice":
        ice = q.get_current_ice(state)
        return ice is not None and not q.is_unrezzed(ice)
    if phase == "movement":
        root = q.server_cards(state, q.server_of(state), "content")
        return not any(q.is_unrezzed(card) for card in root)
    return False


class Deadlock(msgspec.Struct, frozen=True):
    """Both sides wait for each other: what each expects of the other."""

    corp: Diagnosis
    runner: Diagnosis

    def __str__(self) -> str:
        return f"Both wait. As the Corp sees it: {self.corp} As the Runner sees it: {self.runner}"


def find_deadlock(corp: q.State, runner: q.State) -> Deadlock | None:
    """Return a deadlock if each side, by its own state, waits for the other."""
    one, two = diagnose(corp, "corp"), diagnose(runner, "runner")
    if one.awaited == "runner" and two.awaited == "corp":
        return Deadlock(one, two)
    return None
