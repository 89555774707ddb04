"""Preventing damage, tags and jacking out.

Before they happen, the active side and then its opponent may use cards that prevent them:
- offer the usable ones, with a button to pass;
- resolve the chosen one and offer again, until the side passes, nothing is left to prevent, or no
  card can prevent it.
"""

from __future__ import annotations

import msgspec

from turnwright.games.netrunner.card_definition import EffectGenerator, Prevention
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext, opponent
from turnwright.games.netrunner.state import Card, StatusPrompt
from turnwright.games.netrunner.wording import plural

from .payment import can_pay, pay
from .triggers import run_effect

WAITING_FOR = {"tag": "prevent tags", "jack-out": "prevent you from jacking out"}
"""What the other side waits for."""
ROWS = {"program": 0, "hardware": 1, "resource": 2}
"""The order of buttons: by the row of the card in the rig."""


class Threat(msgspec.Struct, gc=False):
    """Damage or tags that are about to happen, or the Runner who is about to jack out."""

    kind: str
    """"net", "meat" or "core" for damage, "tag", or "jack-out"."""
    count: int
    prevented: int = 0

    @property
    def remaining(self) -> int:
        """What has not been prevented."""
        return max(0, self.count - self.prevented)


def prevent(c: NetrunnerContext, threat: Threat, by: Card | None) -> EffectGenerator:
    """Let both sides prevent damage or tags, and return what remains of them."""
    if any(c.index.titles_with("prevention")):
        for side in (c.G.active, opponent(c.G.active)):
            if c.active_cards_with(side, "prevention"):
                yield from _prevent_for_side(c, side, threat, by)
    return threat.remaining


def _prevent_for_side(
    c: NetrunnerContext, side: int, threat: Threat, by: Card | None
) -> EffectGenerator:
    used: dict[int, int] = {}
    while threat.remaining and (usable := _usable(c, side, threat, used)):
        waiting = StatusPrompt(
            type="waiting", text=_waiting_text(threat), choices=None,
            card=None if by is None else by.id,
        )  # fmt: skip
        c.show_prompt(opponent(side), waiting)
        buttons: list[str | int] = [*(card.id for card, _ in usable), _pass_text(threat)]
        texts = {card.id: ability.label for card, ability in usable if ability.label}
        text = _prompt_text(side, threat)
        index = yield from c.choose_button(side, text, buttons, by, texts=texts)
        is_over = index == len(usable)
        if not is_over:
            card, ability = usable[index]
            if (yield from _use(c, side, card, ability, threat)):
                used[card.id] = used.get(card.id, 0) + 1
        c.hide_prompt(opponent(side), waiting)
        if is_over:
            return


def _usable(
    c: NetrunnerContext, side: int, threat: Threat, used: dict[int, int]
) -> list[tuple[Card, Prevention]]:
    """Return the cards that can prevent this now, with the ability that does it."""
    cards = c.active_cards_with(side, "prevention")
    cards.sort(key=lambda card: ROWS.get(c.zone_of(card.id), 3))
    return [
        (card, ability)
        for card in cards
        for ability in c.definition(card).prevention
        if ability.prevents == threat.kind
        and not (ability.once and used.get(card.id))
        and (ability.when is None or ability.when(c, card))
        and can_pay(c, side, ability.price, card, "ability")
    ]


def _use(
    c: NetrunnerContext, side: int, card: Card, ability: Prevention, threat: Threat
) -> EffectGenerator:
    """Use an ability and tell whether it was used."""
    if ability.question and not (yield from c.ask_yes_no(side, ability.question, card)):
        return False
    amount = min(ability.most, threat.remaining)
    if ability.most > 1:
        text = f"Choose how much {threat.kind} damage prevent"
        if threat.kind == "tag":
            text = "Choose how many tags to avoid"
        amount = yield from c.choose_number(side, text, amount, card, default=amount)
    paid = yield from pay(c, side, ability.price, card, "ability")
    what = f"avoid {plural(amount, 'tag')}"
    if threat.kind != "tag":
        what = f"prevent {amount} {threat.kind} damage"
    c.log(side, f"{paid} to use {card.kind} to {ability.text or what}")
    threat.prevented += amount
    if ability.effect is not None:
        yield from run_effect(c, ability.effect(c, card))
    return True


# --- texts ----------------------------------------------------------------------------------------


def _prompt_text(side: int, threat: Threat) -> str:
    left = threat.remaining
    if threat.kind == "jack-out":
        return "Prevent the runner from jacking out"
    if threat.kind == "tag":
        rest = "" if left == threat.count else f"({left} remaining)"
        return f"Prevent any of the {threat.count} tags?{rest}"
    if side == RUNNER:
        return f"Prevent {left} {threat.kind} damage?"
    return f"There is {left} pending {threat.kind} damage"


def _pass_text(threat: Threat) -> str:
    if threat.kind == "jack-out":
        return "Allow the Runner to jack out"
    if threat.kind == "tag":
        return f"Allow {plural(threat.remaining, 'remaining tag')}"
    return "Pass priority"


def _waiting_text(threat: Threat) -> str:
    return f"Waiting for your opponent to {WAITING_FOR.get(threat.kind, 'resolve damage triggers')}"
