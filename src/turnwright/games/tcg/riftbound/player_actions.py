"""What players do in Riftbound: put things onto the chain, play, move, hide, activate.

Numbers cited are those of the Riftbound Core Rules of 2025-06-02. When each of these may be done is
in the flow (`game.py`) and in `Rules.is_timely`; what the effects do is in `Rules.execute`.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw

from .cards import CardSpec
from .context import NEEDS_NO_TARGET, Item, Rules

QUESTIONS = {
    "damage": "Deal damage to a unit at a battlefield",
    "might": "Give a unit more Might this turn",
    "stun": "Stun a unit at a battlefield",
    "ready": "Ready a unit of yours",
    "charge": "Move a unit of yours to a battlefield",
    "counter": "Counter a spell",
}


def pick(c: Rules, text: str, cards: list[int], seat: int, id: str) -> Any:
    """Choose, where there is a choice."""
    if len(cards) == 1:
        return cards[0]
    return (yield c.choose_card(text, cards, seat=seat, id=id))


def make_choices(c: Rules, item: Item, at: int | None = None) -> Any:
    """559: what a spell or ability chooses, its controller chooses as it goes onto the chain."""
    if item.word not in NEEDS_NO_TARGET:
        targets = c.targets(item.word, item.seat, at)
        item.target = yield from pick(c, QUESTIONS[item.word], targets, item.seat, "target")
    if item.word == "charge":
        assert item.target is not None
        here = c.card(item.target).location
        places = [place.id for place in c.battlefields if place.id != here]
        item.to = yield from pick(c, "Move it there", places, item.seat, "place")
    item.is_pending = False


def finalize(c: Rules) -> Any:
    """Make the choices of pending items, oldest first; one that can choose nothing is removed
    (333 and 390.3 in the edition of 2025-10, which spells this out)."""
    for item in c.G.chain[:]:
        if item.is_pending and c.can_choose(item.word, item.seat):
            yield from make_choices(c, item)
    c.G.chain = [item for item in c.G.chain if not item.is_pending]


def resolve_newest(c: Rules) -> Any:
    """543-544: all have passed; the newest item resolves, a cleanup follows, then priority goes to
    whoever controls the newest item that is left, and all must pass again."""
    if not c.G.chain:
        return
    item = c.G.chain.pop()
    c.execute(item)
    if item.card is not None:
        c.move_card(item.card, "trash")
    c.cleanup()
    yield from finalize(c)
    if c.G.chain:
        c.reopen_window()


# 540: whoever has priority may act again and again; when all pass in sequence the chain resolves.
chain_window = tw.Window(
    first=lambda c: c.G.chain[-1].seat if c.G.chain else c.turn_player,
    seats=lambda c: c.seats if c.G.chain else [],
    after="same",
    on_close=resolve_newest,
    move="passPriority",
)


# --- the moves -----------------------------------------------------------------------------------


def playable(c: Rules) -> list[int]:
    """From the hand, or the Chosen Champion from its zone (107.2.c)."""
    cards = []
    for card_id in [*c.zone("hand"), *c.zone("champion")]:
        spec: CardSpec = c.spec(card_id)
        if (
            c.is_timely(spec.speed)
            and c.can_pay(spec.energy, spec.power, spec.domain)
            and (spec.effect is None or c.can_choose(spec.effect[0], c.seat))
        ):
            cards.append(card_id)
    return cards


def put_on_chain(c: Rules, card: int, at: int | None = None) -> Any:
    """558-559 for a spell."""
    spec: CardSpec = c.spec(card)
    assert spec.effect is not None  # as spells have
    word, amount = spec.effect
    item = Item(seat=c.seat, source=spec.name, word=word, amount=amount, card=card)
    yield from make_choices(c, item, at)
    c.move_card(card, "chain")
    c.G.chain.append(item)


def enter_board(c: Rules, card: int, location: int | None, is_ready: bool) -> Any:
    """538: a permanent resolves before anybody receives priority; what it triggers makes a chain.
    In a showdown Focus passes after that (552), here if no chain has come of it."""
    permanent = c.card(card)
    c.move_card(card, "board")
    permanent.ready = is_ready
    c.move_unit(permanent, location)
    was_open = not c.G.chain
    c.trigger("play", permanent, c.seat)
    yield from finalize(c)
    if c.G.fight is not None and was_open and not c.G.chain:
        c.G.focus = c.after(c.seat)
        c.set_priority_player(c.G.focus)


@tw.move(label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: Rules, card: int = tw.arg(playable)) -> Any:
    spec: CardSpec = c.spec(card)
    if spec.type == "spell":
        yield from put_on_chain(c, card)
        c.pay(spec.energy, spec.power, spec.domain)
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
    extra = 0
    if spec.accelerate and c.can_pay(spec.energy + 1, spec.power + 1, spec.domain):
        extra = int((yield c.yes_no(f"Accelerate {spec.name}?")))
    c.pay(spec.energy + extra, spec.power + extra, spec.domain)
    yield from enter_board(c, card, to, is_ready=spec.type == "gear" or bool(extra))


def where(c: Rules, place: int | None) -> str:
    return "base" if place is None else c.name_there(place)


def movable(c: Rules, to: int | None) -> list[int]:
    """140.4: from the base to a battlefield or back; with Ganking also between battlefields."""
    units = [unit for unit in c.units(c.seat) if unit.ready and unit.location != to]
    if to is not None:
        units = [unit for unit in units if unit.location is None or c.spec(unit.id).ganking]
    return [unit.id for unit in units]


def destinations(c: Rules) -> list[int | None]:
    return [to for to in [None, *c.zone("battlefields")] if movable(c, to)]


@tw.move(label=lambda c, to: f"Move units to {where(c, to)}")
def standard_move(c: Rules, to: int | None = tw.arg(destinations)) -> Any:
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


def hideable(c: Rules) -> list[int]:
    can_pay = c.can_pay(0, 1)
    return [card_id for card_id in c.zone("hand") if can_pay and c.spec(card_id).hidden]


def hiding_places(c: Rules) -> list[int]:
    """106.4: a battlefield under your control; a facedown zone holds one card."""
    places = [place for place in c.battlefields if place.controller == c.seat]
    return [place.id for place in places if place.facedown is None]


@tw.move(label=lambda c, card, at: f"Hide {c.name(card)} at {c.name_there(at)}")
def hide(c: Rules, card: int = tw.arg(hideable), at: int = tw.arg(hiding_places)) -> None:
    """597, 723: for one Power, facedown; this is not playing it and opens no chain."""
    c.pay(0, 1)
    c.move_card(card, "facedown")
    c.card(card).location = at
    c.card(card).hidden_in = c.ctx.num_player_turns
    c.card(at).facedown = c.seat


def playable_hidden(c: Rules) -> list[int]:
    """723.1.b: from the next player's turn on it has Reaction and costs nothing."""
    if not c.is_timely("reaction"):
        return []
    cards = [card for card in c.cards_in("facedown") if card.hidden_in < c.ctx.num_player_turns]
    effects = [(card, c.spec(card.id).effect) for card in cards]
    return [
        card.id
        for card, effect in effects
        if effect is None or c.can_choose(effect[0], c.seat, card.location)
    ]


@tw.move(label=lambda c, card: f"Play {c.name(card)} from hiding")
def play_hidden(c: Rules, card: int = tw.arg(playable_hidden)) -> Any:
    at = c.card(card).location
    if c.spec(card).type == "spell":
        yield from put_on_chain(c, card, at)
        c.card(card).location = None
    else:
        yield from enter_board(c, card, at, is_ready=False)
    c.card(at).facedown = None


def abilities(c: Rules) -> list[int]:
    """576: abilities of ready gear and of the legend, for exhausting them."""
    ready = [card for zone in ("board", "legend") for card in c.cards_in(zone) if card.ready]
    specs = [(card.id, c.spec(card.id)) for card in ready]
    return [
        card_id
        for card_id, spec in specs
        if spec.ability
        and c.is_timely(spec.ability_speed)
        and c.can_choose(spec.ability[0], c.seat)
    ]


@tw.move(label=lambda c, card: f"Use {c.name(card)}")
def activate_ability(c: Rules, card: int = tw.arg(abilities)) -> Any:
    spec: CardSpec = c.spec(card)
    assert spec.ability is not None
    word, amount = spec.ability
    item = Item(seat=c.seat, source=spec.name, word=word, amount=amount)
    yield from make_choices(c, item)
    c.card(card).ready = False
    if word == "energy":  # 605.2: abilities that Add resolve at once
        c.execute(item)
    else:
        c.G.chain.append(item)
