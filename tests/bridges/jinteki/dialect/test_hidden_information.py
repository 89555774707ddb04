"""Hidden cards do not change the state that a server sends to a side."""

import json
from random import Random

import pytest

from turnwright.agents.hidden_information import deal_kinds, reseed, unseen_in
from turnwright.bridges.jinteki.dialect.state import open_prompts, seat_of, state_json
from turnwright.core.runtime.rng import Stream
from turnwright.games.netrunner.decks import INTERMEDIATES, STARTERS
from turnwright.games.netrunner.game import game

VIEWERS = ["corp", "runner", "spectator"]


def permuted(match, side, rng):
    """Return the same match with everything changed that this side may not see.

    A card that its own prompt names has been shown to it."""
    other = match.clone()
    viewer = seat_of(side)
    shown = set()
    prompts = open_prompts(other, viewer) if viewer is not None else []
    if prompts:
        prompt = prompts[0]
        shown = {prompt.card, *(one for one in prompt.choices or () if isinstance(one, int))}
    hidden = [
        card for zone in other.ctx.zones for card in unseen_in(other, zone, viewer)
        if card not in shown
    ]  # fmt: skip
    for owner in (0, 1):
        deal_kinds(other, [one for one in hidden if other.ctx.cards[one].owner == owner], rng)
    reseed(other.ctx, rng)
    return other


def seen(match, side):
    return json.dumps(state_json(match, side))


def random_answer(prompt, rng):
    if prompt.kind == "move":
        return prompt.answer(rng.choice(prompt.options))
    few = prompt.min == 0 and rng.random() < 0.3
    return prompt.answer(*([] if few or not prompt.options else [rng.choice(prompt.options)]))


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_can_be_anything(seed):
    decks, points = (STARTERS, 6) if seed % 2 else (INTERMEDIATES, 7)
    match = game.start(seed, options={"decks": decks, "points": points})
    rng, chance, changes = Random(seed), Stream.named(seed, "secrets"), 0
    for step in range(400):
        if match.result is not None:
            break
        if step % 5 == 0:
            for side in VIEWERS:
                other = permuted(match, side, chance)
                assert seen(other, side) == seen(match, side), (
                    f"{side} sees something at step {step}"
                )
                changes += seen(other, "corp") != seen(match, "corp")
        assert match.submit(random_answer(rng.choice(match.prompts), rng)) is None
    assert changes > 50, "the permutation has changed next to nothing"


def cards_of(value):
    """Return all cards in a state, wherever they are."""
    if isinstance(value, dict):
        if "cid" in value:
            yield value
        for one in value.values():
            yield from cards_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from cards_of(one)


@pytest.mark.parametrize("seed", range(8))
def test_a_card_that_was_seen_and_then_hidden_is_not_known_by_its_number(seed):
    """A card that the Runner accessed in HQ or R&D, or that returned there from Archives, may be
    installed later. It must then look like any other card."""
    match = game.start(seed, options={"decks": INTERMEDIATES, "points": 7})
    rng, known = Random(seed), {}
    for _ in range(600):
        if match.result is not None:
            break
        state = state_json(match, "runner")
        accessed = state["runner"].pop("prompt-state", {}).get("card", {})
        for card in cards_of(state):
            if card["side"] == "Corp" and "title" in card:
                known[card["cid"]] = card["title"]
        number = accessed.get("cid")
        if number is not None and match.c.zone_of(number) in ("hand", "deck"):
            known[number] = accessed["title"]
        for card in cards_of(state["corp"]):
            if "zone" in card and card["side"] == "Corp" and "title" not in card:
                assert card["cid"] not in known, f"this is {known[card['cid']]}"
        assert match.submit(random_answer(rng.choice(match.prompts), rng)) is None
    assert len(known) > 5


def test_the_opponents_hand_and_the_decks_are_counts():
    match = game.start(1)
    for side, other in (("corp", "runner"), ("runner", "corp")):
        state = state_json(match, side)
        assert len(state[side]["hand"]) == 5
        assert (state[other]["hand"], state[other]["hand-count"]) == ([], 5)
        assert all(state[one]["deck"] == [] for one in ("corp", "runner"))
        assert "prompt-state" not in state[other]
