"""Traces: the Corp raises the strength of the trace, then the Runner raises its link.

The trace is successful if its strength is higher than the link. The Corp's payment is public before
the Runner answers.
"""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Effect, EffectGenerator, Price, Subroutine
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext, opponent
from turnwright.games.netrunner.state import Card, StatusPrompt

from .payment import available_credits, pay
from .triggers import run_effect

STRENGTHS = ("trace", "link")
"""What each side raises."""


def trace(c: NetrunnerContext, card: Card, base: int, label: str = "") -> EffectGenerator:
    """Trace with this base strength and return whether it was successful.

    `label` says in the log what a successful trace does."""
    about = f" ({label})" if label else ""
    c.log_use(card, f"initiate a trace with strength {base}{about}", side=CORP)
    link = c.link()
    common = {"player": "corp", "other": "runner", "base": base, "bonus": 0, "link": link}
    strength = base + (yield from _raise(c, CORP, card, base, common))
    final_link = link + (yield from _raise(c, RUNNER, card, link, {**common, "strength": strength}))
    successful = strength > final_link
    c.log_line(f"The trace was {'' if successful else 'un'}successful.")
    return successful


def _raise(
    c: NetrunnerContext, side: int, card: Card, start: int, shown: dict[str, Any]
) -> EffectGenerator:
    """Ask a side how many credits it spends, let it pay, and return the number."""
    what = STRENGTHS[side]
    name = "Corp" if side == CORP else "Runner"
    waiting = StatusPrompt(
        type="waiting", text=f"Waiting for {name} to boost {what} strength", choices=[]
    )
    c.show_prompt(opponent(side), waiting)
    credits = [available_credits(c, one, card, "trace") for one in (CORP, RUNNER)]
    shown = {**shown, "corp-credits": credits[CORP], "runner-credits": credits[RUNNER]}
    enough = _boost_to_win(side, shown)
    if enough <= credits[side]:
        shown["unbeatable" if side == CORP else "beat-trace"] = enough
    text = f"Boost {what} strength?"
    boost = yield from c.choose_number(side, text, credits[side], card, type="trace", trace=shown)
    paid = yield from pay(c, side, Price(credits=boost), card, "trace")
    c.log(side, f"{paid} to increase {what} strength to {start + boost}")
    c.hide_prompt(opponent(side), waiting)
    return boost


def _boost_to_win(side: int, shown: dict[str, Any]) -> int:
    """Return the least boost that decides the trace, whatever the other side can still pay."""
    link: int = shown["link"]
    if side == CORP:
        most = link + int(shown["runner-credits"])
        return max(0, most + 1 - int(shown["base"]))
    return max(0, int(shown["strength"]) - link)


def trace_subroutine(base: int, label: str, successful: Effect) -> Subroutine:
    """Return a subroutine: a trace, and an effect if it is successful."""

    def effect(c: NetrunnerContext, ice: Card) -> EffectGenerator:
        if (yield from trace(c, ice, base, label)):
            yield from run_effect(c, successful(c, ice))

    return Subroutine(f"Trace {base} - {label}", effect)
