"""What a seat sees of a duel: the board as text, public data beyond the zones, cards as JSON."""

from __future__ import annotations

from functools import cache
from typing import Any

from .card_definition import LIBRARY, MONSTER
from .context import DuelContext


def describe(c: DuelContext, seat: int | None) -> str:
    """The board as text for a seat (None: a spectator); the other side is above."""
    near = 0 if seat is None else seat
    far = c.after(near)
    lines = [
        *_side(c, far, seat),
        "",
        *reversed(_side(c, near, seat)),
    ]
    if seat is not None:
        lines += ["", "your hand:"]
        lines += [f"  {_hand_line(c, card_id)}" for card_id in c.hand(seat)] or ["  nothing"]
    return "\n".join(lines)


def _side(c: DuelContext, side: int, seat: int | None) -> list[str]:
    """Three lines: player and life, spells and traps, monsters."""
    zones = c.ctx.zones
    counts = ", ".join(
        f"{name} {len(zones[f'{name}:{side}'])}" for name in ("hand", "deck", "grave", "banished")
    )
    who = "you" if side == seat else f"seat {side}"
    spells_and_traps = [
        _card_text(c, i, side, seat)
        for i in (*zones[f"field:{side}"], *zones[f"spell_trap:{side}"])
    ]
    monsters = [_card_text(c, i, side, seat) for i in zones[f"monsters:{side}"]]
    return [
        f"{who}: {c.life(side)} life ({counts})",
        f"  spells and traps  {' | '.join(spells_and_traps) or '-'}",
        f"  monsters          {' | '.join(monsters) or '-'}",
    ]


def _card_text(c: DuelContext, card_id: int, side: int, seat: int | None) -> str:
    card = c.ctx.cards[card_id]
    if not card.face_up and side != seat:
        return "face-down card"
    text = str(card.kind)
    if c.spec(card_id).type == MONSTER:
        text += f" {c.attack_of(card_id)}/{c.defense_of(card_id)} {card.position}"
    text += "".join(f" {number} {name}" for name, number in card.counters)
    return text if card.face_up else f"({text}, face down)"


def _hand_line(c: DuelContext, card_id: int) -> str:
    spec = c.spec(card_id)
    if spec.type == MONSTER:
        return f"{spec.name}, level {spec.level}, {spec.attack}/{spec.defense}. {spec.text}"
    return f"{spec.name}, {spec.subtype} {spec.type}. {spec.text}"


def public_view(c: DuelContext, seat: int | None) -> dict[str, Any]:
    """Public data beyond the zones: life, the attack, and the chain while it is built and resolved."""
    return {
        "attack": _attack(c),
        "life": [c.life(other) for other in c.seats],
        "chain": [
            {
                "name": link.name,
                "seat": link.seat,
                "card": link.card,
                "negated": link.effect_negated or link.activation_negated,
            }
            for link in c.chain
        ],
    }


def _attack(c: DuelContext) -> dict[str, Any] | None:
    """The attack in progress. Others see only the `place` of a face-down target in its zone."""
    attack = c.G.attack
    if attack is None:
        return None
    target = attack.target if attack.target in c.ctx.card_zones else None
    is_known = target is not None and c.card(target).face_up
    place = None if target is None else c.ctx.zones[c.ctx.card_zones[target]].index(target)
    return {"attacker": attack.attacker, "target": target if is_known else None, "place": place}


def card_facts(c: DuelContext, card_id: int) -> dict[str, Any]:
    """A card's data with its current attack and defense."""
    facts = printed_facts(c.ctx.cards[card_id].kind)
    if "level" not in facts or not c.is_on_field(card_id):
        return facts
    attack, defense = c.numbers_of(card_id)
    return {**facts, "atk": attack, "def": defense}


@cache
def printed_facts(kind: str) -> dict[str, Any]:
    """The data printed on a card. The result is shared; do not modify it."""
    spec = LIBRARY[kind]
    facts: dict[str, Any] = {"name": kind, "cardKind": spec.type}
    if spec.type == MONSTER:
        facts |= {"atk": spec.attack, "def": spec.defense, "level": spec.level}
    return facts
