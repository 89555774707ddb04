"""Psi games: both sides secretly bid 0, 1 or 2 credits, and a card compares the bids.

Both are asked at the same time. Their answers stay sealed until both have bid, so that neither the
state nor the log shows a bid to the side that has not bid yet.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import Effect, EffectGenerator, Price, Subroutine
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.questions import NetrunnerQuestion
from turnwright.games.netrunner.state import Card, StatusPrompt

from .payment import available_credits, pay
from .triggers import run_effect

DIE = "Roll a d6"
"""A button of jinteki.net's clients. It is shown, but it is not a bid."""
MOST = 2
"""The highest bid."""


def play_psi_game(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Let both sides bid and pay, and return whether the bids are equal."""
    bids = yield from c.ask_both([_bid_question(c, side, card) for side in (CORP, RUNNER)])
    waiting = StatusPrompt(type="waiting", text=_waiting_text(RUNNER), choices=[])
    c.show_prompt(CORP, waiting)  # it has bid, and is shown this until both have paid
    for side in (CORP, RUNNER):
        paid = yield from pay(c, side, Price(credits=bids[side] - 1), card, "psi")
        c.log(side, paid)
    c.hide_prompt(CORP, waiting)
    return bids[CORP] == bids[RUNNER]


def _waiting_text(side: int) -> str:
    return f"Waiting for {NAMES[side]} to choose psi game credits"


def _bid_question(c: NetrunnerContext, side: int, card: Card) -> NetrunnerQuestion:
    """Ask for a bid. The value of an option is the index of its button, so one more than the bid."""
    most = min(MOST, available_credits(c, side, card, "psi"))
    choices: list[str | int] = [DIE, *(f"{bid} [Credits]" for bid in range(most + 1))]
    text = f"Choose an amount to spend for {card.kind}"
    question = c.button_question(side, text, choices, card, type="psi", first=1)
    question.waiting_text = _waiting_text(side)
    return question


def psi_subroutine(label: str, differ: Effect) -> Subroutine:
    """Return a subroutine: a psi game, and an effect if the bids differ."""

    def effect(c: NetrunnerContext, ice: Card) -> EffectGenerator:
        c.log_use(ice, f"start a psi game ({label})")
        if not (yield from play_psi_game(c, ice)):
            yield from run_effect(c, differ(c, ice))

    return Subroutine(f"Psi Game - {label}", effect)
