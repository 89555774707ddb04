"""Determinization: copies of a match in which everything hidden from a seat is sampled again.

A search over such worlds knows no more than the seat does. To sample a world:

- The kinds of unseen cards are exchanged as `Game.could_be(c, card, kind)` allows. Without that hook,
  kinds are exchanged only between hidden piles of the same deck, and among the face-down cards of one
  public zone.
- What a seat remembers of cards that it does not see now, the game tells: `Game.known_cards(c, seat)`.
- Random streams get new seeds. Lists of `G` that are marked `Counted` or `Own` are shuffled.
- A game with other secrets in `G` replaces them itself: `Game.resample_hidden(c, seat, rng)`.
- Sealed answers of other seats are answered again at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from turnwright.core.errors import RulesError, TurnwrightError
from turnwright.core.runtime.flow_state import NOBODY
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.rng import Stream

from .evaluation import card_of
from .hidden_information import (
    DECLARED_HIDDEN,
    chosen_by_others,
    deal_kinds,
    is_open,
    is_shown,
    permute_fields,
    reseed,
    unseen_in,
)
from .random import RandomAgent

CouldBe: TypeAlias = Callable[[Any, int, str], bool]


def determinise(match: Match, seat: int, rng: Stream) -> Match:
    """Return a roll-out copy of a match in which everything hidden from `seat` is sampled again."""
    return WorldSampler(match, seat).sample(rng)


class ImpossibleWorld(TurnwrightError):
    """The rules failed in a sampled world, which need not be consistent. The cause is the error."""


def step(world: Match, answer: Answer) -> None:
    """Apply an answer in a sampled world."""
    try:
        world.apply(answer)
    except Exception as error:
        raise ImpossibleWorld(f"{answer} at {world.ctx.place}: {error!r}") from error


class WorldSampler:
    """Samples worlds that are consistent with what a seat sees.

    A world need not be consistent in every respect: an effect that waits for an answer may remember a
    hidden card. If the rules fail in a world, `step` raises `ImpossibleWorld`.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.match, self.sealed = _unsealed(match, seat)
        could_be: CouldBe | None = match.game.could_be
        divide = _piles_of_one_deck if could_be is None else _by_owner
        unseen, owners = _unseen(match, seat), [*match.ctx.player_order, NOBODY]
        pools = [pool for owner in owners for pool in divide(match, unseen, owner)]
        known = {} if match.game.known_cards is None else match.game.known_cards(match.c, seat)
        self.pools = [(pool, _restricted_kinds(match, pool, could_be, known)) for pool in pools]

    @classmethod
    def of(cls, match: Match, seat: int) -> WorldSampler | None:
        """Return a sampler, or None if the match cannot be cloned now."""
        if not match.is_resting:
            try:
                match.clone(record=False)
            except RulesError:
                return None
        return cls(match, seat)

    def sample(self, rng: Stream) -> Match:
        """Sample a world. The same stream gives the same world."""
        world = self.match.clone(record=False)
        for pool, restricted in self.pools:
            deal_kinds(world, pool, rng, restricted)
        reseed(world.ctx, rng)
        permute_fields(world.G, self.seat, rng, DECLARED_HIDDEN)
        if world.game.resample_hidden is not None:
            world.game.resample_hidden(world.c, self.seat, rng)
        for seat in self.sealed:
            world.apply(RandomAgent(rng.bits()).decide(world.prompt(seat), world))
        return world


def _unseen(match: Match, seat: int) -> dict[str, list[int]]:
    """Return the cards that a seat does not see, by zone. Cards that another seat has chosen secretly
    are left out, because not every card could be chosen, and so is the card that asks."""
    shown = chosen_by_others(match.G, seat)
    question = match.asked.get(seat)
    if question is not None and question.source is not None:
        shown.add(question.source)
    for option in question.options if question is not None else ():
        card_id = card_of(match, question, option)
        if card_id is not None and question is not None and is_shown(match, question, option):
            shown.add(card_id)
    zones = {key: unseen_in(match, key, seat) for key in match.ctx.zones}
    return {key: [card_id for card_id in ids if card_id not in shown] for key, ids in zones.items()}


def _owned(match: Match, ids: Sequence[int], owner: int) -> list[int]:
    return [card_id for card_id in ids if match.ctx.cards[card_id].owner == owner]


def _by_owner(match: Match, unseen: dict[str, list[int]], owner: int) -> list[list[int]]:
    return [_owned(match, [card_id for ids in unseen.values() for card_id in ids], owner)]


def _restricted_kinds(
    match: Match, pool: list[int], could_be: CouldBe | None, known: Mapping[int, str]
) -> dict[int, set[str]]:
    """Return the possible kinds of the cards that could not be of every kind, most restricted first."""
    kinds = {match.ctx.cards[card_id].kind for card_id in pool}
    found = {card_id: kinds for card_id in pool}
    if could_be is not None:
        found = {i: {kind for kind in kinds if could_be(match.c, i, kind)} for i in pool}
    left = Counter(match.ctx.cards[card_id].kind for card_id in pool)
    for card_id, kind in known.items():
        if kind in found.get(card_id, ()) and left[kind]:
            left[kind] -= 1
            found[card_id] = {kind}
    narrow = [card_id for card_id in pool if found[card_id] != kinds]
    return {card_id: found[card_id] for card_id in sorted(narrow, key=lambda i: len(found[i]))}


def _piles_of_one_deck(match: Match, unseen: dict[str, list[int]], owner: int) -> list[list[int]]:
    """Group hidden piles that come from the same deck: those with a kind in common, and hand and deck.
    Face-down cards of a public zone are a group of their own."""
    pools: list[list[int]] = []
    piles: list[tuple[set[str], list[int]]] = []
    for key, ids in unseen.items():
        mine = _owned(match, ids, owner)
        if not mine:
            continue
        if is_open(match, key, None):
            pools.append(mine)
            continue
        name = key.partition(":")[0]
        kinds = {match.ctx.cards[card_id].kind for card_id in mine}
        if name in ("deck", "hand"):
            kinds.add("")  # a kind that no card has; it joins deck and hand
        for pile in [pile for pile in piles if pile[0] & kinds]:
            piles.remove(pile)
            kinds, mine = pile[0] | kinds, pile[1] + mine
        piles.append((kinds, mine))
    return pools + [ids for _, ids in piles]


def _unsealed(match: Match, seat: int) -> tuple[Match, list[int]]:
    """Return the match before the sealed answers of other seats to its question, and those seats."""
    if seat not in match.asked:
        return match, []
    since = match.record.entries[match.prompt(seat).id :]
    if not since or any(entry.picks is None for entry in since):
        return match, []
    base = match.clone()
    for _ in since:
        if base.undo() is not None:
            return match, []
    return base, [entry.seat for entry in since]
