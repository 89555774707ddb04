"""The moves of a Riftbound player: play, move, hide, activate.

Numbers cited are those of the Riftbound Core Rules of 2025-06-02. When each move may be made is in the
flow (`game.py`) and in `RiftboundContext.is_timely`.
"""

from __future__ import annotations

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common.flow import pending_window

from .cards import POWER
from .context import RiftboundContext

# 540: whoever has priority may act again and again; when all pass in sequence the newest item resolves.
chain_window = pending_window(
    first=lambda c: c.G.pending[-1].seat if c.G.pending else c.turn_player,
    seats=lambda c: c.seats if c.G.pending else [],
    after="same",
    move="passPriority",
)


def playable(c: RiftboundContext) -> list[int]:
    """From the hand, or the Chosen Champion from its zone (107.2.c)."""
    cards = c.usable([*c.zone("hand"), *c.zone("champion")], "play")
    return [card_id for card_id in cards if c.can_choose(c.spec(card_id).actions["play"], c.seat)]


def put_on_chain(c: RiftboundContext, card: int, at: int | None = None) -> Asking:
    """558-559: put a spell onto the chain and make its choices."""
    item = c.pending_effect(card, c.spec(card).actions["play"], "card", card=card)
    yield from c.make_choices(item, at)
    c.move_card(card, "chain")
    c.G.pending.append(item)


def enter_board(c: RiftboundContext, card: int, location: int | None, is_ready: bool) -> Asking:
    """538: a permanent resolves before anybody receives priority; its triggers make a chain. In a
    showdown Focus passes after that (552) if there is no chain."""
    permanent = c.card(card)
    c.move_card(card, "board")
    permanent.ready = is_ready
    c.move_unit(permanent, location)
    was_open = not c.G.pending
    c.trigger("enters", card)
    yield from c.finalize()
    if c.G.fight is not None and was_open and not c.G.pending:
        c.G.focus = c.after(c.seat)
        c.set_priority_player(c.G.focus)


@tw.move(label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: RiftboundContext, card: int = tw.arg(playable)) -> Asking:
    """Play a spell onto the chain, or a unit or gear onto the board."""
    spec = c.spec(card)
    action = spec.actions["play"]
    if spec.type == "spell":
        yield from put_on_chain(c, card)
        yield from c.pay(card, action)
        return
    # 559.2: a unit goes to the base or to a battlefield its player controls; gear to the base.
    held = [place.id for place in c.battlefields if place.controller == c.seat]
    to = None
    if held and spec.type == "unit":
        name = c.tell_apart(held, c.seat)
        to = yield c.choose(
            "Play it there", [None, *held], id="place",
            label=lambda place: "base" if place is None else name(place),
            about=lambda place: place,
        )  # fmt: skip
    # 717: Accelerate, an optional additional cost.
    extra = (tw.Cost("energy"), tw.Cost(POWER[spec.domain]))
    is_ready = spec.type == "gear"
    if spec.accelerate and c.can_pay(card, [*action.cost, *extra]):
        is_ready = yield c.yes_no(f"Accelerate {spec.name}?")
        yield from c.pay(card, action, extra if is_ready else ())
    else:
        yield from c.pay(card, action)
    yield from enter_board(c, card, to, is_ready)


def location_name(c: RiftboundContext, place: int | None) -> str:
    """The name of a location in the label of a move."""
    return "base" if place is None else c.name_there(place)


def movable(c: RiftboundContext, to: int | None) -> list[int]:
    """140.4: from the base to a battlefield or back; with Ganking also between battlefields."""
    units = [unit for unit in c.units(c.seat) if unit.ready and unit.location != to]
    if to is not None:
        units = [unit for unit in units if unit.location is None or c.spec(unit.id).ganking]
    return [unit.id for unit in units]


def destinations(c: RiftboundContext) -> list[int | None]:
    """The locations that some unit can move to."""
    return [to for to in [None, *c.zone("battlefields")] if movable(c, to)]


@tw.move(label=lambda c, to: f"Move units to {location_name(c, to)}")
def standard_move(c: RiftboundContext, to: int | None = tw.arg(destinations)) -> Asking:
    """140: any number of ready units, exhausted as the cost, to one destination. No chain (609.3.c)."""
    able = movable(c, to)
    units = able
    if len(able) > 1:
        units = yield c.choose_cards("Move which units?", able, min=1, id="units")
    for card_id in units:
        unit = c.card(card_id)
        unit.ready = False
        c.move_unit(unit, to)
    c.cleanup()


def hideable(c: RiftboundContext) -> list[int]:
    """Cards in hand with Hidden, if a Power can be paid."""
    return c.usable(c.zone("hand"), "hide")


def hiding_places(c: RiftboundContext) -> list[int]:
    """106.4: a battlefield under your control; a facedown zone holds one card."""
    places = [place for place in c.battlefields if place.controller == c.seat]
    return [place.id for place in places if place.facedown is None]


@tw.move(
    label=lambda c, card, at: f"Hide {c.name(card)} at {c.name_there(at)}",
    hidden_label="hides a card",
)
def hide(
    c: RiftboundContext, card: int = tw.arg(hideable), at: int = tw.arg(hiding_places)
) -> Asking:
    """597, 723: for one Power, facedown; this is not playing it and opens no chain."""
    yield from c.pay(card, c.spec(card).actions["hide"])
    c.move_card(card, "facedown")
    c.card(card).location = at
    c.card(card).hidden_in = c.ctx.num_player_turns
    c.card(at).facedown = c.seat


def playable_hidden(c: RiftboundContext) -> list[int]:
    """723.1.b: from the next player's turn on it has Reaction and costs nothing; so it can be played
    at any time that the player may act."""
    cards = [card for card in c.cards_in("facedown") if card.hidden_in < c.ctx.num_player_turns]
    return [
        card.id
        for card in cards
        if c.can_choose(c.spec(card.id).actions["play"], c.seat, card.location)
    ]


@tw.move(label=lambda c, card: f"Play {c.name(card)} from hiding")
def play_hidden(c: RiftboundContext, card: int = tw.arg(playable_hidden)) -> Asking:
    """Play a facedown card at its battlefield."""
    at = c.card(card).location
    assert at is not None
    if c.spec(card).type == "spell":
        yield from put_on_chain(c, card, at)
        c.card(card).location = None
    else:
        yield from enter_board(c, card, at, is_ready=False)
    c.card(at).facedown = None


def activatable(c: RiftboundContext) -> list[int]:
    """576: ready gear and the legend, if they have an ability."""
    cards = c.usable([*c.zone("board"), *c.zone("legend")], "use")
    return [card_id for card_id in cards if c.can_choose(c.spec(card_id).actions["use"], c.seat)]


@tw.move(label=lambda c, card: f"Use {c.name(card)}")
def activate_ability(c: RiftboundContext, card: int = tw.arg(activatable)) -> Asking:
    """Exhaust a card for its ability, which goes onto the chain."""
    action = c.spec(card).actions["use"]
    item = c.pending_effect(card, action, "ability", card=card)
    yield from c.make_choices(item)
    yield from c.pay(card, action)
    if c.effects_of(item)[0].word == "energy":  # 605.2: abilities that Add resolve at once
        yield from c.resolve(item)
    else:
        c.G.pending.append(item)
