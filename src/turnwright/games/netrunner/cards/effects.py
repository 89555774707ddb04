"""Effects that many cards share. Each returns a function of the rules and the card."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Ability, Trigger
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, many
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.state import Piece


def gain(amount: int) -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> None:
        c.uses(card, f"gain {amount} [Credits]")
        c.gain(card.owner, amount)

    return effect


def draw(count: int) -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> None:
        c.uses(card, f"draw {many(count, 'card')}")
        c.draw_cards(card.owner, count)

    return effect


def net_damage(count: int) -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> Asking:
        c.uses(card, f"do {count} net damage")
        return (yield from c.damage("net", count, card))

    return effect


def etr(c: Rules, card: Piece, *_: Any) -> None:
    """End the run."""
    c.uses(card, "end the run", side=CORP)
    end_the_run(c)


def tag(count: int, word: str = "Runner") -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> Asking:
        c.uses(card, f"give the {word} {many(count, 'tag')}")
        yield from c.give_tags(count)

    return effect


def at_turn_start(c: Rules, card: Piece) -> bool:
    """In the window at the start of the own turn, if it has not been done yet."""
    began = c.G.sides[card.owner].used.get(f"began {card.id}")
    return c.G.phase_12 == card.owner and not began


def begins_turn(side: str, effect: Any, **how: Any) -> dict[str, Trigger]:
    """When the turn of its owner begins, if it was not done by hand before."""

    def when(c: Rules, card: Piece, about: Any) -> bool:
        return at_turn_start(c, card)

    return {f"{side}-turn-begins": Trigger(effect=effect, when=when, **how)}


def by_hand(label: str, effect: Any) -> Ability:
    """The same in the window before that, when its owner wants it first."""

    def do(c: Rules, card: Piece) -> Any:
        c.G.sides[card.owner].used[f"began {card.id}"] = 1
        return effect(c, card, None)

    return Ability(label=label, effect=do, when=at_turn_start)


def loosely(c: Rules, card: Piece) -> bool:
    """Buttons that only change what a client asks: not offered where priority is strict."""
    return not c.G.strict


ANSWERS = ("Always", "Never", "Ask")


def set_auto(name: str) -> Ability:
    """How an offer of this card is answered from now on."""

    def effect(c: Rules, card: Piece) -> Asking:
        msg = f"Set auto-resolve on {name} to:"
        place = yield from c.buttons(card.owner, msg, ANSWERS, card)
        card.auto = ANSWERS[place].lower()

    return Ability(label=f"Toggle auto-resolve on {name}", effect=effect, when=loosely)


def offer(c: Rules, card: Piece, msg: str, *, wait: bool = False, auto: str = "ask") -> Asking:
    """Yes or no, unless that is settled; `auto` is how, before its owner has said."""
    settled = card.auto or auto
    if settled == "ask":
        return (yield from c.yes_or_no(card.owner, msg, card, wait=wait))
    return settled == "always"


def nothing(c: Rules, card: Piece, *_: Any) -> None:
    """No more than what is paid for it."""


def take_credits(c: Rules, card: Piece, amount: int) -> int:
    """Credits from the card to its owner's pool."""
    taken = min(amount, card.count("credit"))
    c.add_counters(card, "credit", -taken)
    c.gain(card.owner, taken)
    return taken


def is_virus_program(c: Rules, card: Piece) -> bool:
    return card.owner == RUNNER and c.facts(card).has("Virus")
