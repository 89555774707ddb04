"""Damage and tags: what is left of them after prevention."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import word_list

from .prevention import Threat, prevent
from .triggers import fire_event


def deal_damage(
    c: NetrunnerContext, kind: str, count: int, by: Card | None = None, *, side: int = CORP
) -> EffectGenerator:
    """Trash random cards from the grip and return them. The Runner loses if there are too few.

    `kind` is "net", "meat" or "core". `by` is the card that does the damage, `side` the one that the
    log names."""
    if count <= 0:
        return []
    used = c.G.sides[RUNNER].used
    used[f"{kind} damage"] = used.get(f"{kind} damage", 0) + 1
    count = yield from prevent(c, Threat(kind, count), by)
    if count <= 0:
        return []
    hand = c.zone("hand", RUNNER)
    order = c.shuffled(hand)
    hit = c.cards(order[:count])
    is_fatal = count > len(hand)
    if kind == "core":
        c.G.sides[RUNNER].brain += count
    for one in hit:
        c.discard(one)
    names = word_list(sorted(one.kind for one in hit))
    c.log(side, f"trashes {names} due to {kind} damage")
    if is_fatal:
        c.log(RUNNER, "is flatlined")
        c.win_game(CORP, "Flatline")
    yield from fire_event(c, "damage", kind=kind, cards=hit)
    return hit


def give_tags(c: NetrunnerContext, count: int, by: Card | None = None) -> EffectGenerator:
    """Give the Runner tags, by the effect of a card."""
    if count > 0:
        count = yield from prevent(c, Threat("tag", count), by)
    if count > 0:
        c.G.sides[RUNNER].tags += count
        yield from fire_event(c, "tag", count=count)
