"""Trashing cards, damage and tags."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import word_list

from .triggers import fire_event


def trash_cards(
    c: NetrunnerContext,
    cards: Sequence[Card],
    side: int,
    cause: str = "",
    by: Card | None = None,
) -> EffectGenerator:
    """Move cards to their owners' discard piles. Unknown Corp cards stay face down there."""
    for card in cards:
        for number in list(card.hosted):
            yield from trash_cards(c, [c.card(number)], side, cause="host")
        was_known = card.owner == RUNNER or card.rezzed or card.face_up
        run = c.G.run
        if run is not None and side == RUNNER and card.rezzed and c.definition(card).persists:
            run.lingering_cards.append(card.id)
        c.uninstall(card)
        card.face_up = was_known
        c.move_card(card.id, "discard", card.owner)
        if not was_known:
            c.renumber_card(card.id)
    yield from fire_event(c, "trash", cards=list(cards), side=side, cause=cause)
    yield from _check_memory(c, by)


def _check_memory(c: NetrunnerContext, by: Card | None) -> EffectGenerator:
    """Make the Runner trash programs until the rest fits into memory (rule 10.3.1e)."""
    while (lack := -c.free_memory()) > 0:
        programs = [one.id for one in c.installed(RUNNER) if c.facts(one).type == "program"]
        text = f"Insufficient MU. Trash {lack} MU of installed programs."
        chosen = yield from c.select_cards(RUNNER, text, programs, len(programs), by)
        if chosen:
            yield from trash_cards(c, c.cards(chosen), RUNNER, cause="memory", by=by)


def deal_damage(c: NetrunnerContext, kind: str, count: int) -> EffectGenerator:
    """Trash random cards from the grip and return them. The Runner loses if there are too few."""
    if count <= 0:
        return []
    hand = c.zone("hand", RUNNER)
    order = c.shuffled(hand)
    hit = c.cards(order[:count])
    is_fatal = count > len(hand)
    if kind == "core":
        c.G.sides[RUNNER].brain += count
    for one in hit:
        c.move_card(one.id, "discard", RUNNER)
    names = word_list(sorted(one.kind for one in hit))
    c.log(CORP, f"trashes {names} due to {kind} damage")
    if is_fatal:
        c.log(RUNNER, "is flatlined")
        c.win_game(CORP, "Flatline")
    yield from fire_event(c, "damage", kind=kind, cards=hit)
    return hit


def give_tags(c: NetrunnerContext, count: int) -> EffectGenerator:
    """Give the Runner tags."""
    c.G.sides[RUNNER].tags += count
    yield from fire_event(c, "tag", count=count)
