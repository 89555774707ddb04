"""Moves of a turn: its start and end, the basic actions, and what is possible at any time."""

from __future__ import annotations

import turnwright as tw
from turnwright.core.definition.moves import Text
from turnwright.games.netrunner.card_definition import EffectGenerator, Price
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import CORP_BASIC, RUNNER_BASIC, NetrunnerContext
from turnwright.games.netrunner.rules import turns
from turnwright.games.netrunner.rules.icebreaking import (  # fmt: skip
    encountered,
)
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.rules.triggers import (
    fire_event,
)
from turnwright.games.netrunner.wording import is_fire_request

from .registry import basic, in_turn, may_take_action, move

# --- turns ---------------------------------------------------------------------------------------


def _may_begin(c: NetrunnerContext) -> bool:
    return c.G.turn_over and c.G.active != c.seat


@move("start-turn", when=_may_begin, label="Begin the turn")
def start_turn(c: NetrunnerContext) -> EffectGenerator:
    """Begin a turn."""
    yield from turns.begin_turn(c, c.seat)


@move("end-phase-12", when=lambda c: c.G.phase_12 == c.seat, label="Continue the turn")
def end_phase_12(c: NetrunnerContext) -> EffectGenerator:
    """Close the window at the start of the turn."""
    yield from turns.resolve_turn_start(c, c.seat)


def _may_end(c: NetrunnerContext) -> bool:
    """The turn ends when all clicks are spent; with `priority="engine"` whenever the player says so.

    Clicks that are left then are not lost, as on jinteki.net."""
    G = c.G
    if G.active != c.seat or not in_turn(c) or c.is_running():
        return False
    return not G.strict or G.sides[c.seat].clicks == 0


@move("end-turn", when=_may_end, label="End the turn")
def end_turn(c: NetrunnerContext) -> EffectGenerator:
    """End the turn."""
    yield from turns.end_turn(c, c.seat)


# --- basic actions -------------------------------------------------------------------------------


@move("credit", when=may_take_action, label="Gain 1 credit")
def credit(c: NetrunnerContext) -> EffectGenerator:
    """Gain 1 credit for a click."""
    paid = yield from pay(c, c.seat, Price(clicks=1))
    c.log(c.seat, f"{paid} to use {basic(c.seat)} to gain 1 [Credits]")
    c.gain_credits(c.seat, 1)


@move(
    "draw",
    when=lambda c: may_take_action(c) and bool(c.zone("deck", c.seat)),
    label="Draw a card",
)
def draw(c: NetrunnerContext) -> EffectGenerator:
    """Draw 1 card for a click."""
    seat = c.seat
    paid = yield from pay(c, seat, Price(clicks=1))
    c.log(seat, f"{paid} to use {basic(seat)} to draw 1 card")
    yield from fire_event(c, "pre-draw", seat=seat)
    c.draw_cards(seat, 1)
    yield from fire_event(c, "click-draw", seat=seat)
    c.G.sides[seat].used["click-draw"] = 1


@move(
    "purge",
    when=lambda c: c.seat == CORP and may_take_action(c) and c.G.sides[CORP].clicks >= 3,
    label="Purge virus counters",
)
def purge(c: NetrunnerContext) -> EffectGenerator:
    """Remove all virus counters for 3 clicks."""
    paid = yield from pay(c, CORP, Price(clicks=3))
    c.log(CORP, f"{paid} to use {CORP_BASIC} to purge all virus counters")
    for card in (*c.installed(CORP), *c.installed(RUNNER)):
        card.counters.pop("virus", None)


def _tagged(c: NetrunnerContext) -> bool:
    return c.G.sides[RUNNER].tags > 0 and may_take_action(c) and c.G.sides[c.seat].credits >= 2


@move("remove-tag", when=lambda c: c.seat == RUNNER and _tagged(c), label="Remove a tag")
def remove_tag(c: NetrunnerContext) -> EffectGenerator:
    """Remove 1 tag for a click and 2 credits."""
    paid = yield from pay(c, RUNNER, Price(clicks=1, credits=2))
    c.log(RUNNER, f"{paid} to use {RUNNER_BASIC} to remove 1 tag")
    c.G.sides[RUNNER].tags -= 1


def _resources(c: NetrunnerContext) -> list[int]:
    return list(c.zone("resource", RUNNER))


@move(
    "trash-resource",
    when=lambda c: c.seat == CORP and _tagged(c) and bool(_resources(c)),
    label="Trash a resource",
)
def trash_resource(c: NetrunnerContext) -> EffectGenerator:
    """Trash a resource of a tagged Runner for a click and 2 credits."""
    chosen = yield from c.select_cards(
        CORP, "Choose a resource to trash", _resources(c), 1, title=CORP_BASIC
    )
    if not chosen:
        return
    card = c.card(chosen[0])
    paid = yield from pay(c, CORP, Price(clicks=1, credits=2))
    c.log(CORP, f"{paid} to use {CORP_BASIC} to trash {card.kind}")
    yield from trash_cards(c, [card], CORP)


# --- at any time ---------------------------------------------------------------------------------


@move("system-msg", by="anyone", label="Send a message")
def system_msg(c: NetrunnerContext, text: str = tw.arg(Text(1000))) -> None:
    """Log a message of the player. The Runner tells the Corp to fire in this way."""
    text = text.removesuffix(".")
    c.log(c.seat, text)
    ice = encountered(c)
    if ice is not None and c.seat == RUNNER and is_fire_request(text, ice.kind):
        assert c.G.encounter is not None
        c.G.encounter.fire_asked_at = ice.broken


@move("indicate-action", by="anyone", label="Ask to wait")
def indicate_action(c: NetrunnerContext) -> None:
    """Ask the other side to wait."""
    c.log_line(f"[!] Please pause, {NAMES[c.seat]} is acting.")


@move("concede", by="anyone", label="Concede")
def concede(c: NetrunnerContext) -> None:
    """Concede the game."""
    c.log(c.seat, "concedes")
    c.win_game(1 - c.seat, "Concede")
