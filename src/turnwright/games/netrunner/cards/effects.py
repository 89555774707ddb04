"""Effects that several cards share. Most return a function of the context and the card."""

from __future__ import annotations

from typing import Any, Protocol

from turnwright.games.netrunner.card_definition import (
    Ability,
    EffectGenerator,
    EventData,
    Trigger,
    TriggerEffect,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.rules.trash import deal_damage, give_tags
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
        return (yield from deal_damage(c, "net", count))

    return effect


def end_run_effect(c: NetrunnerContext, card: Card, *_: object) -> None:
    """End the run."""
    c.log_use(card, "end the run", side=CORP)
    end_the_run(c)


def tag(count: int, word: str = "Runner") -> SharedEffect:
    """Return an effect: give the Runner tags."""

    def effect(c: NetrunnerContext, card: Card, *_: object) -> EffectGenerator:
        c.log_use(card, f"give the {word} {plural(count, 'tag')}")
        yield from give_tags(c, count)

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
