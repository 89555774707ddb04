"""Effects that many cards share. Each returns a function of the rules and the card."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Ability, EffectGenerator, EventData, Trigger
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.rules.trash import deal_damage, give_tags
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural


def gain(amount: int) -> Any:
    def effect(c: NetrunnerContext, card: Card, *_: Any) -> None:
        c.log_use(card, f"gain {amount} [Credits]")
        c.gain_credits(card.owner, amount)

    return effect


def draw(count: int) -> Any:
    def effect(c: NetrunnerContext, card: Card, *_: Any) -> None:
        c.log_use(card, f"draw {plural(count, 'card')}")
        c.draw_cards(card.owner, count)

    return effect


def net_damage(count: int) -> Any:
    def effect(c: NetrunnerContext, card: Card, *_: Any) -> EffectGenerator:
        c.log_use(card, f"do {count} net damage")
        return (yield from deal_damage(c, "net", count))

    return effect


def etr(c: NetrunnerContext, card: Card, *_: Any) -> None:
    """End the run."""
    c.log_use(card, "end the run", side=CORP)
    end_the_run(c)


def tag(count: int, word: str = "Runner") -> Any:
    def effect(c: NetrunnerContext, card: Card, *_: Any) -> EffectGenerator:
        c.log_use(card, f"give the {word} {plural(count, 'tag')}")
        yield from give_tags(c, count)

    return effect


def at_turn_start(c: NetrunnerContext, card: Card) -> bool:
    """In the window at the start of the own turn, if it has not been done yet."""
    began = c.G.sides[card.owner].used.get(f"began {card.id}")
    return c.G.phase_12 == card.owner and not began


def begins_turn(side: str, effect: Any, **how: Any) -> dict[str, Trigger]:
    """When the turn of its owner begins, if it was not done by hand before."""

    def when(c: NetrunnerContext, card: Card, data: EventData) -> bool:
        return at_turn_start(c, card)

    return {f"{side}-turn-begins": Trigger(effect=effect, when=when, **how)}


def by_hand(label: str, effect: Any) -> Ability:
    """The same in the window before that, when its owner wants it first."""

    def do(c: NetrunnerContext, card: Card) -> Any:
        c.G.sides[card.owner].used[f"began {card.id}"] = 1
        return effect(c, card, None)

    return Ability(label=label, effect=do, when=at_turn_start)


def loosely(c: NetrunnerContext, card: Card) -> bool:
    """Buttons that only change what a client asks: not offered where priority is strict."""
    return not c.G.strict


ANSWERS = ("Always", "Never", "Ask")


def set_auto(name: str) -> Ability:
    """How an offer of this card is answered from now on."""

    def effect(c: NetrunnerContext, card: Card) -> EffectGenerator:
        msg = f"Set auto-resolve on {name} to:"
        place = yield from c.choose_button(card.owner, msg, ANSWERS, card)
        card.auto = ANSWERS[place].lower()

    return Ability(label=f"Toggle auto-resolve on {name}", effect=effect, when=loosely)


def offer(
    c: NetrunnerContext, card: Card, msg: str, *, wait: bool = False, auto: str = "ask"
) -> EffectGenerator:
    """Yes or no, unless that is settled; `auto` is how, before its owner has said."""
    settled = card.auto or auto
    if settled == "ask":
        return (yield from c.ask_yes_no(card.owner, msg, card, wait=wait))
    return settled == "always"


def nothing(c: NetrunnerContext, card: Card, *_: Any) -> None:
    """No more than what is paid for it."""


def take_credits(c: NetrunnerContext, card: Card, amount: int) -> int:
    """Credits from the card to its owner's pool."""
    taken = min(amount, card.count("credit"))
    c.add_counters(card, "credit", -taken)
    c.gain_credits(card.owner, taken)
    return taken


def is_virus_program(c: NetrunnerContext, card: Card) -> bool:
    return card.owner == RUNNER and c.facts(card).has("Virus")
