"""A match for people: the board as text, and what pages are told beyond the zones.

Nothing here names a card to a side that may not know it.
"""

from __future__ import annotations

from typing import Any

from .card_facts import CORP, NAMES, RUNNER, card_facts
from .context import NetrunnerContext
from .state import CENTRALS, Card
from .wording import plural

LINES = 8
RIG = (("program", "programs"), ("hardware", "hardware"), ("resource", "resources"))


def is_known(card: Card, seat: int | None) -> bool:
    """May this side (None: a spectator) know what card this is, where it lies open on the table?"""
    return card.owner == seat or card.face_up or card.rezzed


# --- the board as text ----------------------------------------------------------------------------


def describe(c: NetrunnerContext, seat: int | None, lines: int = LINES) -> str:
    """The table as one side sees it, the last lines of the log below."""
    sides = [RUNNER, CORP] if seat != RUNNER else [CORP, RUNNER]
    seen: list[str] = []
    for side in sides:
        seen += [head(c, side), *(servers(c, seat) if side == CORP else rig(c)), ""]
    if c.G.run is not None:
        seen += [run_line(c), ""]
    if seat is not None:
        hand = ", ".join(priced(c, one) for one in c.cards_in("hand", seat))
        seen.append(f"Your hand: {hand or '-'}")
    told = [line.seen_by(seat) for line in c.G.log[-lines:]] if lines else []
    return "\n".join([*seen, *(f"· {text.removesuffix('[hr]')}" for text in told)]).rstrip()


def head(c: NetrunnerContext, side: int) -> str:
    """Who, and how rich: one line."""
    player = c.G.sides[side]
    identity = c.cards_in("identity", side)[0].kind.partition(":")[0]
    hand, deck = len(c.zone("hand", side)), len(c.zone("deck", side))
    parts = [
        f"{NAMES[side]} ({identity})",
        f"{plural(player.credits, 'credit')}, {plural(player.clicks, 'click')}",
        f"{c.agenda_points(side)} of {c.G.points_to_win} points",
    ]
    if side == CORP:
        pile = c.cards_in("discard", CORP)
        down = sum(not one.face_up for one in pile)
        parts.append(
            f"HQ {hand}, R&D {deck}, Archives {len(pile)}"
            + (f" ({down} face down)" if down else "")
        )
    else:
        parts.append(f"grip {hand}, stack {deck}, heap {len(c.zone('discard', RUNNER))}")
        parts.append(f"{c.free_memory()} memory free")
        if player.tags:
            parts.append(plural(player.tags, "tag"))
    return " · ".join(parts)


def servers(c: NetrunnerContext, seat: int | None) -> list[str]:
    """One line a server: what lies in it, then its ice from the inside out."""
    return [f"  {name:<10}{root:<28} {ice}".rstrip() for name, root, ice in _servers(c, seat)]


def _servers(c: NetrunnerContext, seat: int | None) -> list[tuple[str, str, str]]:
    found = []
    for key in ("hq", "rd", *(key for key in c.server_keys() if key not in ("hq", "rd"))):
        server = c.G.servers.get(key)
        content = [shown(c, one, seat) for one in c.cards(server.content)] if server else []
        ices = [shown(c, one, seat) for one in c.cards(server.ices)] if server else []
        found.append((c.server_name(key), " + ".join(content) or "-", " « ".join(ices)))
    return found


def rig(c: NetrunnerContext) -> list[str]:
    return [
        f"  {name:<10}{', '.join(shown(c, one, RUNNER) for one in cards)}"
        for zone, name in RIG
        if (cards := c.cards_in(zone, RUNNER))
    ]


def shown(c: NetrunnerContext, card: Card, seat: int | None) -> str:
    """A card on the table with all that is open data it."""
    notes = []
    if not is_known(card, seat):
        text = "ice" if c.zone_of(card.id) == "ice" else "a card"
    else:
        text = card.kind
        if c.facts(card).strength is not None:
            text += f" {c.strength(card)}"
        if card.owner == CORP and not card.rezzed:
            notes.append("not rezzed")
    if card.advancement:
        notes.append(plural(card.advancement, "advancement"))
    notes += [plural(number, kind) for kind, number in sorted(card.counters.items())]
    if card.broken:
        notes.append(
            f"{card.broken.bit_count()} of {len(c.definition(card).subs)} subroutines broken"
        )
    notes += [f"hosts {one.kind}" for one in c.cards(card.hosted)]
    return f"{text} ({', '.join(notes)})" if notes else text


def priced(c: NetrunnerContext, card: Card) -> str:
    """A card of the own hand, with what it costs."""
    cost = c.facts(card).cost
    return card.kind if cost is None else f"{card.kind} ({cost})"


def run_line(c: NetrunnerContext) -> str:
    """Describe the run in one line."""
    run, passed = c.G.run, c.passed_side()
    assert run is not None
    text = f"Run on {c.server_name(run.server)}: {run.phase}, position {run.position}"
    if passed is not None:
        text += f", the {NAMES[passed]} has passed"
    return text


# --- for pages ------------------------------------------------------------------------------------


def player(c: NetrunnerContext, seat: int) -> dict[str, Any]:
    """What is open data a side."""
    side = c.G.sides[seat]
    seen: dict[str, Any] = {
        "side": NAMES[seat],
        "credits": side.credits,
        "clicks": side.clicks,
        "points": f"{c.agenda_points(seat)} of {c.G.points_to_win}",
    }
    if seat == RUNNER:
        seen |= {"tags": side.tags, "memory": c.free_memory()}
    elif side.bad_publicity:
        seen["badPublicity"] = side.bad_publicity
    return seen


def facts(c: NetrunnerContext, card_id: int) -> dict[str, Any]:
    """A card as it is now. Of one that is face down only what everybody sees."""
    card: Card = c.card(card_id)
    seen: dict[str, Any] = {}
    if card.advancement:
        seen["advancement"] = card.advancement
    if not card.face_up and not card.rezzed:
        return seen
    printed_facts = card_facts()[card.kind]
    seen |= {"name": card.kind, "cardKind": printed_facts.type}
    if printed_facts.strength is not None:
        seen["strength"] = c.strength(card)
    return seen


def see(c: NetrunnerContext, seat: int | None) -> dict[str, Any]:
    """The servers as lists of what can be seen in them, for a table that knows no servers."""
    seen = _servers(c, seat)
    told: dict[str, Any] = {
        "board": {name: f"{root} « {ice}" if ice else root for name, root, ice in seen}
    }
    if c.G.run is not None:
        told["now"] = run_line(c)
    return told


ASIDE = (
    "turn", "active", "turn_over", "phase_12", "sides", "servers", "next_remote", "run", "encounter",
    "points_to_win", "strict",
)  # fmt: skip
"""What `player`, `see` and the track of phases tell better."""


# --- for bots of every game -----------------------------------------------------------------------


def could_be(c: NetrunnerContext, card_id: int, kind: str) -> bool:
    """Ice protects servers, and what lies in them is an agenda, an asset or an upgrade (in central
    servers only upgrades)."""
    card: Card = c.card(card_id)
    zone, type_ = c.zone_of(card_id), card_facts()[kind].type
    if zone == "ice":
        return type_ == "ice"
    if zone == "root":
        return type_ == "upgrade" or (card.server not in CENTRALS and type_ in ("agenda", "asset"))
    return type_ != "identity"


def value(c: NetrunnerContext, seat: int, card_id: int) -> float:
    """What a card is worth to its owner; one that cannot be known is a guess."""
    card: Card = c.card(card_id)
    if card.is_selected:
        return -100.0  # to pick it again would take it back
    if card.owner != seat and not is_known(card, seat):
        return 4.0
    printed_facts = c.facts(card)
    return 3.0 * printed_facts.points + (printed_facts.cost or 0) + 1.0 + card.advancement


def evaluate(c: NetrunnerContext, seat: int) -> float:
    """How well a side stands: points above all, then what it has on the table."""
    return _standing(c, seat, seat) - _standing(c, 1 - seat, seat)


def _standing(c: NetrunnerContext, side: int, seat: int) -> float:
    player_ = c.G.sides[side]
    total = 20.0 * c.agenda_points(side) + player_.credits + 1.5 * len(c.zone("hand", side))
    total += 1.5 * player_.clicks - 4.0 * player_.tags
    total += sum(
        1.0 + one.advancement + sum(one.counters.values()) / 3 for one in c.installed(side)
    )
    return total
