"""Triggered abilities: which cards react to an event, and in which order they resolve.

For every event:
- collect the triggers of both sides whose condition holds, before any of them resolves;
- resolve those of the active side first, oldest card first;
- if a side has several and the order can matter, it chooses; "Done" resolves the rest in a fixed order.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any, TypeAlias, cast

from turnwright.games.netrunner.card_definition import (
    NO_TITLES,
    EffectGenerator,
    EventData,
    Trigger,
)
from turnwright.games.netrunner.card_facts import NAMES
from turnwright.games.netrunner.context import NetrunnerContext, opponent
from turnwright.games.netrunner.state import Card, StatusPrompt

from .run_state import encounter_must_end, must_end

WAITING_FOR = {
    "corp-turn-begins": ("corp-turn-begins",),
    "runner-turn-begins": ("runner-turn-begins",),
    "access": ("access",),
    **dict.fromkeys(
        (
            "agenda-scored",
            "agenda-stolen",
            "tag",
            "rez",
            "approach-ice",
            "encounter-ice",
            "end-of-encounter",
            "pass-ice",
            "approach-server",
            "pre-successful-run",
            "pass-all-ice",
            "run-ends",
            "successful-run",
            "runner-install",
        ),
        ("pending",),
    ),
}
"""Events during which the opponent is shown that it waits, and the words that say for what."""
RUN_EVENTS = frozenset(("approach-ice", "pass-ice", "pass-all-ice", "approach-server"))
"""Events whose triggers are dropped once the run is over or moves elsewhere."""
NOTHING = cast(EffectGenerator, ())
"""An effect that is over before it begins, for `yield from`."""
ShownPrompts: TypeAlias = tuple[list[StatusPrompt], list[StatusPrompt]]
NO_PROMPTS: ShownPrompts = ([], [])


def fire_event(c: NetrunnerContext, event: str, *cards: Card, **data: Any) -> EffectGenerator:
    """Resolve the triggers of an event, those of the active side first.

    `cards` may react although they are not active, like an agenda that was just stolen."""
    titles = c.index.triggers(event)
    if titles is NO_TITLES:
        return NOTHING
    first = c.G.active
    second = opponent(first)
    # All conditions are checked before the first trigger resolves (rule 10.3.1a).
    mine = _pending(c, event, first, titles[first], cards, data) if titles[first] else []
    others = _pending(c, event, second, titles[second], cards, data) if titles[second] else []
    if not mine and not others:
        return NOTHING
    return _resolve_both(c, event, first, [mine, others], cards, data)


def _resolve_both(
    c: NetrunnerContext,
    event: str,
    first: int,
    pending: list[list[Card]],
    cards: Sequence[Card],
    data: EventData,
) -> EffectGenerator:
    for side, ready in zip((first, opponent(first)), pending, strict=True):
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
    if event == "encounter-ice":  # the ability of the ice itself comes after those of other cards
        ready.sort(key=lambda card: (card is data["ice"], _age(c, event, card, data)))
    else:
        ready.sort(key=lambda card: _age(c, event, card, data))
    ready += [card for card in given if card.kind in titles and card.owner == side]
    return [
        card for n, card in enumerate(ready)
        if card not in ready[:n] and _condition_holds(c, event, card, data)
    ]  # fmt: skip


def _trigger(c: NetrunnerContext, event: str, card: Card) -> Trigger:
    return c.definition(card).on[event]


def _age(c: NetrunnerContext, event: str, card: Card, data: EventData) -> int:
    since = _trigger(c, event, card).since
    return card.active_since if since is None else since(c, card, data)


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
            index = yield from _choose_next(c, event, side, listed, data)
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


def _choose_next(
    c: NetrunnerContext, event: str, side: int, listed: list[Card], data: EventData
) -> EffectGenerator:
    """Ask for the next trigger. The prompt names the card that caused the event, if there is one:
    the card that made a successful run, or the agenda that is being stolen."""
    source, title = None, ""
    if event == "agenda-stolen":
        source = data["card"]
    elif c.G.run is not None and event == "successful-run":
        source, title = c.run_source()
    buttons: list[str | int] = [*(one.id for one in listed), "Done"]
    return (
        yield from c.choose_button(
            side, "Choose a trigger to resolve", buttons, source, title=title
        )
    )


def _can_still_resolve(c: NetrunnerContext, event: str, card: Card, given: Sequence[Card]) -> bool:
    if event == "encounter-ice":
        if encounter_must_end(c):
            return False
    elif event in RUN_EVENTS:
        run = c.G.run
        if run is None or must_end(c) or run.next_phase:
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
    if event == "encounter-ice" and data["ice"] is card:
        # The ice's own ability is a trigger within a trigger on jinteki.net: two prompts wait for it.
        text = f"Waiting for {NAMES[card.owner]} to resolve pending triggers"
        waiting = StatusPrompt(type="waiting", text=text, choices=[])
        c.show_prompt(opponent(card.owner), waiting)
        yield from run_effect(c, trigger.effect(c, card, data))
        c.hide_prompt(opponent(card.owner), waiting)
    else:
        yield from run_effect(c, trigger.effect(c, card, data))


def run_effect(c: NetrunnerContext, result: object) -> EffectGenerator:
    """Finish an effect that was started, if it asks something, and return its value.

    "Waiting" prompts that its questions opened for the opponent disappear with its end."""
    if type(result) is GeneratorType:
        before = shown_prompts(c)
        result = yield from result
        hide_waiting_prompts(c, before)
    return result


def shown_prompts(c: NetrunnerContext) -> ShownPrompts:
    """Return the prompts without an answer, to compare with after an effect."""
    corp, runner = c.G.status_prompts
    return (corp[:], runner[:]) if corp or runner else NO_PROMPTS


def hide_waiting_prompts(c: NetrunnerContext, before: ShownPrompts) -> None:
    """Remove "waiting" prompts that were not shown before and that belong to a question."""
    corp, runner = c.G.status_prompts
    for shown, old in ((corp, before[0]), (runner, before[1])):
        if len(shown) > len(old):
            shown[:] = [
                one for one in shown
                if one.type != "waiting" or one.choices is not None
                or any(one is known for known in old)
            ]  # fmt: skip
