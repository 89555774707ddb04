"""Triggered abilities: which cards react to an event, and in which order they resolve.

For every event:
- collect the triggers of both sides whose condition holds, before any of them resolves;
- resolve those of the active side first, oldest card first;
- if a side has several and the order can matter, it chooses; "Done" resolves the rest in a fixed order.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any

from turnwright.games.netrunner.card_definition import EffectGenerator, EventData, Trigger, triggers
from turnwright.games.netrunner.card_facts import NAMES
from turnwright.games.netrunner.context import NetrunnerContext, opponent
from turnwright.games.netrunner.state import Card, StatusPrompt

WAITING_FOR = {
    "corp-turn-begins": ("corp-turn-begins",),
    "runner-turn-begins": ("runner-turn-begins",),
    "access": ("access",),
    "encounter-ice": ("pending", "pending"),
    **dict.fromkeys(
        (
            "agenda-scored",
            "agenda-stolen",
            "tag",
            "rez",
            "approach-server",
            "run-ends",
            "successful-run",
            "runner-install",
        ),
        ("pending",),
    ),
}
"""Events during which the opponent is shown that it waits, and the words that say for what."""
RUN_EVENTS = frozenset(
    ("approach-ice", "encounter-ice", "pass-ice", "pass-all-ice", "approach-server")
)
"""Events whose triggers are dropped once the run is over."""
BREACH_EVENTS = frozenset(("successful-run", "agenda-stolen"))
"""Events whose prompts name the card that started the run as their source."""
NO_PROMPTS: tuple[list[StatusPrompt], ...] = ([], [])


def fire_event(c: NetrunnerContext, event: str, *cards: Card, **data: Any) -> EffectGenerator:
    """Resolve the triggers of an event, those of the active side first.

    `cards` may react although they are not active, like an agenda that was just stolen."""
    titles = triggers(event)
    if not titles:
        return
    sides = (c.G.active, opponent(c.G.active))
    # All conditions are checked before the first trigger resolves (rule 10.3.1a).
    pending = [(side, _pending(c, event, side, titles, cards, data)) for side in sides]
    for side, ready in pending:
        if ready:
            yield from _resolve_all(c, event, side, ready, cards, data)


def _pending(
    c: NetrunnerContext,
    event: str,
    side: int,
    titles: frozenset[str],
    given: Sequence[Card],
    data: EventData,
) -> list[Card]:
    ready = c.active_cards_titled(side, titles)
    if not ready and not given:
        return ready
    ready.sort(key=lambda card: card.active_since)
    ready += [card for card in given if card.kind in titles and card.owner == side]
    return [
        card for n, card in enumerate(ready)
        if card not in ready[:n] and _condition_holds(c, event, card, data)
    ]  # fmt: skip


def _trigger(c: NetrunnerContext, event: str, card: Card) -> Trigger:
    return c.definition(card).on[event]


def _condition_holds(c: NetrunnerContext, event: str, card: Card, data: EventData) -> bool:
    trigger = _trigger(c, event, card)
    if trigger.once and c.G.sides[card.owner].used.get(f"{trigger.once} {card.id}"):
        return False
    return trigger.when is None or trigger.when(c, card, data)


def _resolve_all(
    c: NetrunnerContext,
    event: str,
    side: int,
    ready: list[Card],
    given: Sequence[Card],
    data: EventData,
) -> EffectGenerator:
    waiting = [
        StatusPrompt(
            type="waiting", text=f"Waiting for {NAMES[side]} to resolve {word} triggers", choices=[]
        )
        for word in WAITING_FOR.get(event, ())
    ]
    for prompt in reversed(waiting):
        c.show_prompt(opponent(side), prompt)
    while ready := [one for one in ready if _can_still_resolve(c, event, one, given)]:
        listed = [card for card in ready if not _trigger(c, event, card).silent]
        has_order = any(_is_interactive(c, event, card) for card in ready)
        card = listed[0] if len(listed) == 1 else ready[0]
        if len(listed) > 1 and has_order:
            index = yield from _choose_next(c, event, side, listed)
            if index == len(listed):  # "Done": the rest resolves in the fixed order
                for card in sorted(ready, key=lambda one: _fixed_order(c, event, one)):
                    if _can_still_resolve(c, event, card, given):
                        yield from _resolve_one(c, event, card, data)
                break
            card = listed[index]
        ready.remove(card)
        yield from _resolve_one(c, event, card, data)
    for prompt in waiting:
        c.hide_prompt(opponent(side), prompt)


def _choose_next(c: NetrunnerContext, event: str, side: int, listed: list[Card]) -> EffectGenerator:
    source, title = None, ""
    if c.G.run is not None and event in BREACH_EVENTS:
        source, title = c.run_source()
    buttons: list[str | int] = [*(one.id for one in listed), "Done"]
    return (
        yield from c.choose_button(
            side, "Choose a trigger to resolve", buttons, source, title=title
        )
    )


def _can_still_resolve(c: NetrunnerContext, event: str, card: Card, given: Sequence[Card]) -> bool:
    run = c.G.run
    if event in RUN_EVENTS and (run is None or run.is_over):
        return False
    return card in given or c.is_active(card)


def _fixed_order(c: NetrunnerContext, event: str, card: Card) -> tuple[int, str]:
    return _trigger(c, event, card).order, card.kind


def _is_interactive(c: NetrunnerContext, event: str, card: Card) -> bool:
    flag = _trigger(c, event, card).interactive
    return flag(c, card) if callable(flag) else flag


def _resolve_one(c: NetrunnerContext, event: str, card: Card, data: EventData) -> EffectGenerator:
    trigger = _trigger(c, event, card)
    used = c.G.sides[card.owner].used
    if trigger.once:
        used[f"{trigger.once} {card.id}"] = 1
    if event.endswith("-turn-begins"):
        used[f"began {card.id}"] = 1
    c.mark_used(f"{card.kind}: {event}")
    yield from run_effect(c, trigger.effect(c, card, data))


def run_effect(c: NetrunnerContext, result: object) -> EffectGenerator:
    """Finish an effect that was started, if it asks something, and return its value.

    "Waiting" prompts that its questions opened for the opponent disappear with its end."""
    if type(result) is GeneratorType:
        prompts = c.G.status_prompts
        before = [list(shown) for shown in prompts] if prompts[0] or prompts[1] else NO_PROMPTS
        result = yield from result
        prompts = c.G.status_prompts
        if not prompts[0] and not prompts[1]:
            return result
        for shown, old in zip(prompts, before, strict=True):
            if len(shown) > len(old):
                shown[:] = [
                    one for one in shown
                    if one.type != "waiting" or one.choices is not None
                    or any(one is known for known in old)
                ]  # fmt: skip
    return result
