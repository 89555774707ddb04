"""Effects that several cards share. Most return a function of the context and the card."""

from __future__ import annotations

from typing import Any, Protocol

from turnwright.games.netrunner.card_definition import (
    Ability,
    Effect,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    TriggerEffect,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage, give_tags
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural


class SharedEffect(Protocol):
    """An effect for abilities, subroutines and triggers alike."""

    def __call__(self, c: NetrunnerContext, card: Card, *data: object) -> Any:
        """Resolve the effect."""


def gain(amount: int) -> SharedEffect:
    """Return an effect: its owner gains credits."""

    def effect(c: NetrunnerContext, card: Card, *_: object) -> None:
        c.log_use(card, f"gain {amount} [Credits]")
        c.gain_credits(card.owner, amount)

    return effect


def draw(count: int) -> SharedEffect:
    """Return an effect: its owner draws cards."""

    def effect(c: NetrunnerContext, card: Card, *_: object) -> None:
        c.log_use(card, f"draw {plural(count, 'card')}")
        c.draw_cards(card.owner, count)

    return effect


def net_damage(count: int) -> SharedEffect:
    """Return an effect: do net damage."""

    def effect(c: NetrunnerContext, card: Card, *_: object) -> EffectGenerator:
        c.log_use(card, f"do {count} net damage")
        return (yield from deal_damage(c, "net", count, card))

    return effect


def end_run_effect(c: NetrunnerContext, card: Card, *_: object) -> None:
    """End the run."""
    c.log_use(card, "end the run", side=CORP)
    end_the_run(c)


def end_run_unless_paid(price: Price) -> Subroutine:
    """Return a subroutine: end the run unless the Runner pays."""

    def effect(c: NetrunnerContext, ice: Card) -> EffectGenerator:
        choices = ["End the run"]
        if can_pay(c, RUNNER, price, ice):
            choices.append(f"Pay {price.label()}")
        index = yield from c.choose_button(RUNNER, "Choose one", choices, ice, wait=True)
        if index == 0:
            end_run_effect(c, ice)
            return
        c.log_use(ice, f"force the runner to pay {price.label()}", side=CORP)
        paid = yield from pay(c, RUNNER, price, ice)
        c.log(RUNNER, f"{paid} due to {ice.kind} subroutine")

    return Subroutine(f"End the run unless the Runner pays {price.label()}", effect)


def tag(count: int, word: str = "Runner") -> SharedEffect:
    """Return an effect: give the Runner tags."""

    def effect(c: NetrunnerContext, card: Card, *_: object) -> EffectGenerator:
        c.log_use(card, f"give the {word} {plural(count, 'tag')}")
        yield from give_tags(c, count, card)

    return effect


def at_turn_start(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether its owner's start-of-turn window is open and the card was not used in it yet."""
    began = c.G.sides[card.owner].used.get(f"began {card.id}")
    return c.G.phase_12 == card.owner and not began


def begins_turn(side: str, effect: TriggerEffect, **how: Any) -> dict[str, Trigger]:
    """Return a trigger for the start of its owner's turn, unless it was used by hand before."""

    def when(c: NetrunnerContext, card: Card, data: EventData) -> bool:
        return at_turn_start(c, card)

    return {f"{side}-turn-begins": Trigger(effect=effect, when=when, **how)}


def by_hand(label: str, effect: TriggerEffect) -> Ability:
    """Return an ability that resolves the same effect earlier in the start-of-turn window."""

    def do(c: NetrunnerContext, card: Card) -> object:
        c.G.sides[card.owner].used[f"began {card.id}"] = 1
        return effect(c, card, {})

    return Ability(label=label, effect=do, when=at_turn_start)


def has_loose_priority(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether priority is as loose as on jinteki.net: only then are auto-resolve buttons
    offered."""
    return not c.G.strict


ANSWERS = ("Always", "Never", "Ask")


def set_auto(name: str) -> Ability:
    """Return an ability that sets how the card's optional effect is answered from now on."""

    def effect(c: NetrunnerContext, card: Card) -> EffectGenerator:
        text = f"Set auto-resolve on {name} to:"
        index = yield from c.choose_button(card.owner, text, ANSWERS, card)
        card.auto = ANSWERS[index].lower()

    return Ability(label=f"Toggle auto-resolve on {name}", effect=effect, when=has_loose_priority)


def offer(
    c: NetrunnerContext, card: Card, text: str, *, wait: bool = False, auto: str = "ask"
) -> EffectGenerator:
    """Ask its owner yes or no, unless the answer was set. `auto` applies until then."""
    settled = card.auto or auto
    if settled == "ask":
        return (yield from c.ask_yes_no(card.owner, text, card, wait=wait))
    return settled == "always"


def no_effect(c: NetrunnerContext, card: Card, *_: object) -> None:
    """Do nothing beyond paying the cost."""


def take_credits_action(amount: int) -> Effect:
    """Return the effect of an action: take credits from the card, and trash it when it is empty.

    The click is spent even if there is nothing to take."""

    def effect(c: NetrunnerContext, card: Card) -> EffectGenerator:
        paid = yield from pay(c, card.owner, Price(clicks=1), card)
        taken = take_credits(c, card, amount)
        what = f"gain {taken} [Credits]" if taken else "do nothing"
        c.log(card.owner, f"{paid} to use {card.kind} to {what}")
        if taken and not card.count("credit"):
            c.log(card.owner, f"trashes {card.kind}")
            yield from trash_cards(c, [card], card.owner)

    return effect


def take_credits(c: NetrunnerContext, card: Card, amount: int) -> int:
    """Move credits from a card to its owner's pool and return how many."""
    taken = min(amount, card.count("credit"))
    c.add_counters(card, "credit", -taken)
    c.gain_credits(card.owner, taken)
    return taken


def is_virus_program(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a card is a virus program."""
    return card.owner == RUNNER and c.facts(card).has("Virus")


def is_this_card(c: NetrunnerContext, card: Card, data: EventData) -> bool:
    """Tell whether the event is about this card."""
    return data["card"] is card
