"""The register of moves, and when a side may take actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any, TypeVar

import turnwright as tw
from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.context import CORP_BASIC, RUNNER_BASIC, NetrunnerContext
from turnwright.games.netrunner.rules import install
from turnwright.games.netrunner.rules.runs import (
    finish_ended_run,
)
from turnwright.games.netrunner.rules.triggers import (
    hide_waiting_prompts,
    shown_prompts,
)

MOVES: dict[str, tw.Move] = {}
ANY_PROMPT = ("continue", "end-phase-12", "end-turn", "jack-out", "rez", "runner-ability", "score",
    "start-next-phase", "start-turn", "toggle-auto-no-action", "trash",
)  # fmt: skip
"""Commands that jinteki.net accepts whatever prompts are open."""
BLOCKED_BY_PROMPTS: dict[str, tuple[str | None, ...]] = {
    "play": (None,),
    **dict.fromkeys(("dynamic-ability", "subroutine", "unbroken-subroutines"), (None, "run")),
    **dict.fromkeys(
        (
            "ability", "advance", "credit", "draw", "purge", "remove-tag", "run", "trash-resource",
        ),
        (None, "run", "prevent"),
    ),
}  # fmt: skip
"""The other commands, with the types of an own prompt that they are accepted with; None for no prompt.

What the other side is asked does not matter."""
F = TypeVar("F", bound=Callable[..., Any])


def move(name: str, **settings: Any) -> Callable[[F], F]:
    """Register a move under the name that jinteki.net gives the command."""

    def register(fn: F) -> F:
        made = _finishing_runs(fn) if isgeneratorfunction(fn) else fn
        settings.setdefault("by", "everyone")
        MOVES[name] = tw.Move(made, name=name, interrupts=_interrupts(name), **settings)
        return fn

    return register


def _interrupts(name: str) -> Callable[[NetrunnerContext], bool] | None:
    """Return when a move is possible while a question is open: only with `priority="engine"`."""
    if name in ANY_PROMPT:
        return lambda c: not c.G.strict
    allowed = BLOCKED_BY_PROMPTS.get(name)
    if allowed is None:
        return None
    return lambda c: not c.G.strict and c.prompt_type(c.seat) in allowed


def _finishing_runs(fn: Callable[..., EffectGenerator]) -> Callable[..., EffectGenerator]:
    """Add to a move what follows every move: hosts are checked, and a run that it ended is cleared."""

    @wraps(fn)
    def with_run_end(c: NetrunnerContext, *args: Any) -> EffectGenerator:
        before = shown_prompts(c)
        yield from fn(c, *args)
        hide_waiting_prompts(c, before)
        if c.ctx.zones["hosted:1"]:
            yield from install.check_hosts(c)
        yield from finish_ended_run(c)

    return with_run_end


def may_take_action(c: NetrunnerContext) -> bool:
    """Tell whether the seat may take an action: in its turn, with a click left, outside of runs.

    With `priority="engine"` a click is enough, as on jinteki.net."""
    G = c.G
    if c.is_running() or G.sides[c.seat].clicks < 1:
        return False
    return not G.strict or (G.active == c.seat and in_turn(c))


def may_play(c: NetrunnerContext) -> bool:
    """Tell whether the seat may play cards: as an action, but never in its start-of-turn window."""
    return may_take_action(c) and c.G.phase_12 != c.seat


def in_turn(c: NetrunnerContext) -> bool:
    """Tell whether a turn is in progress and its start-of-turn window is closed."""
    return not c.G.turn_over and c.G.phase_12 is None


def basic(side: int) -> str:
    """Return the name of a side's basic action card."""
    return (CORP_BASIC, RUNNER_BASIC)[side]
