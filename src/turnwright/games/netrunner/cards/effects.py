"""Effects that many cards share. Each returns a function of the rules and the card."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.printed import CORP, RUNNER
from turnwright.games.netrunner.rules import Asking, Rules, many
from turnwright.games.netrunner.running import end_the_run
from turnwright.games.netrunner.state import Piece


def gain(amount: int) -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> None:
        c.uses(card, f"gain {amount} [Credits]")
        c.gain(card.owner, amount)

    return effect


def draw(count: int) -> Any:
    def effect(c: Rules, card: Piece, *_: Any) -> None:
        c.uses(card, f"draw {many(count, 'card')}")
        c.draw(card.owner, count)

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


def loosely(c: Rules, card: Piece) -> bool:
    """Buttons that only change what a client asks: not offered where priority is strict."""
    return not c.G.strict


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
