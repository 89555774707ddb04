"""Diagnosis of a game that waits: which side owes a pass, an answer or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from turnwright.games.netrunner.card_facts import SIDES
from turnwright.games.netrunner.obligations import WindowFacts, describe_obligation, who_owes

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
    facts = q.window_facts(state, side)
    owed = who_owes(facts)
    assert owed.side is not None
    awaited = SIDES[owed.side]
    names = [q.username(state, one) for one in SIDES]
    if owed.what == "answer":
        return _answer(awaited, names[owed.side], q.prompt_of(state, side) or {})
    sentence = describe_obligation(facts, names)
    return Diagnosis(awaited, owed.what, sentence, _data(state, facts))


def _answer(awaited: str, name: str, prompt: Mapping[str, Any]) -> Diagnosis:
    """Name the question; a side that waits sees only that there is one."""
    message = str(prompt.get("msg"))
    text = f"{name} owes an answer: {message}"
    if q.is_waiting(prompt):
        return Diagnosis(awaited, "answer", f"{text}.", {"message": message})
    if not q.is_question(prompt):
        return Diagnosis(awaited, "answer", f"{name} owes an answer that this side does not see.")
    choices = q.choice_texts(prompt)
    text += f" ({' / '.join(choices)})" if choices else ""
    data = {"message": message, "choices": choices, "selectable": prompt.get("selectable") or []}
    return Diagnosis(awaited, "answer", text, data)


def _data(state: q.State, facts: WindowFacts) -> dict[str, Any]:
    """Return the facts for programs."""
    if not facts.phase:
        return {"clicks": facts.clicks} if facts.clicks and not facts.turn_over else {}
    run, ice = q.run_of(state) or {}, q.get_current_ice(state) or {}
    return {
        "phase": facts.phase,
        "position": run.get("position"),
        "no_action": q.passed_by(state),
        "ice": ice.get("title"),
        "cannot_jack_out": bool(run.get("cannot-jack-out")),
    }


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
