"""Permute what a seat cannot see, to test that its view does not depend on it."""

from __future__ import annotations

from turnwright.agents.hidden_information import deal_kinds, permute_fields, reseed, unseen_in
from turnwright.core.runtime.flow_state import NOBODY
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.rng import Stream


def permute_hidden(match: Match, viewer: int | None, rng: Stream) -> None:
    """Permute, in place, everything that `viewer` (None for a spectator) cannot see of a match.

    The match can be viewed afterwards, but not necessarily played on.
    """
    ctx = match.ctx
    shown = shown_to(match, viewer)
    hidden = [i for key in ctx.zones for i in unseen_in(match, key, viewer) if i not in shown]
    for owner in (*ctx.player_order, NOBODY):
        owned = [card_id for card_id in hidden if ctx.cards[card_id].owner == owner]
        deal_kinds(match, owned, rng)
    reseed(ctx, rng)
    permute_fields(match.G, viewer, rng)
    if match.game.resample_hidden is not None:
        match.game.resample_hidden(match.c, 0 if viewer is None else viewer, rng)


def shown_to(match: Match, viewer: int | None) -> set[int]:
    """Return the cards that a question shows to the viewer: those that it offers, for example when it
    searches a deck, and the one that it is about, for example a card of a hand that it accesses."""
    question = None if viewer is None else match.asked.get(viewer)
    if question is None:
        return set()
    about = set() if question.source is None else {question.source}
    if not question.is_cards or question.is_field:
        return about
    return about | (set(question.values) - question.hidden)
