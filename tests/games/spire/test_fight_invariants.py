"""Invariants of random fights: numbers stay in range, and no card is lost."""

from __future__ import annotations

import random

import pytest

import turnwright as tw
from turnwright.games.spire.characters import CHARACTERS
from turnwright.games.spire.combat.monsters import ENCOUNTERS
from turnwright.games.spire.game import game
from turnwright.games.spire.library import COLOURS, cards, potion_pool
from turnwright.games.spire.run.relic_pools import ALL, OWN

COMMON_RELICS = [
    *(kind for tier in ALL.values() for kind in tier),
    "Necronomicon", "Enchiridion", "Nilry's Codex", "WarpedTongs", "MutagenicStrength",
]  # fmt: skip


def cards_of(character):
    return [
        kind
        for kind, facts in cards().items()
        if facts.type != "STATUS"
        and facts.colour in (COLOURS[character], "CURSE", "COLORLESS")
        and (facts.rarity != "SPECIAL" or facts.type == "CURSE")
    ]


def any_fight(rng, character):
    deck = [
        f"{kind}+1" if cards()[kind].type != "CURSE" and rng.random() < 0.5 else kind
        for kind in rng.choices(cards_of(character), k=rng.randint(5, 30))
    ]
    relics = [*COMMON_RELICS, *(kind for tier in OWN[character].values() for kind in tier)]
    scene = {
        "act": rng.randint(1, 4),
        "floor": rng.randint(1, 50),
        "room": rng.choice(["MONSTER", "ELITE", "BOSS", "EVENT"]),
        "hp": 300,
        "max_hp": 400,
        "deck": deck,
        "relics": rng.sample(relics, rng.randint(0, 25)),
        "potions": rng.choices(potion_pool(character), k=5),
        "encounter": rng.choice(sorted(ENCOUNTERS)),
    }
    options = {"seed": rng.randrange(1 << 40), "ascension": rng.randint(0, 20), "ends": "fight"}
    return game.start(options={**options, "class": character, "scene": scene}, record=False)


def anything(match, rng):
    if match.asked:
        question = match.asked[0]
        count = rng.randint(question.min, min(question.max, len(question.options)))
        picks = tuple(option.id for option in rng.sample(question.options, count))
        return tw.Answer(0, picks=picks)
    moves = match.legal_moves(0, True)
    if rng.random() < 0.85:
        moves = [move for move in moves if move[0] not in ("end", "potion_discard")] or moves
    name, args = rng.choice(moves)
    return tw.Answer(0, name, args)


def faults(match, kinds):
    """What is impossible now. `kinds` remembers what every card was."""
    G, b = match.G, match.G.battle
    found = []
    if not 0 <= G.hp <= G.max_hp or b.energy < 0 or b.block < 0 or len(b.hand) > 10:
        found.append(
            f"{G.hp}/{G.max_hp} HP, {b.energy} energy, {b.block} block, {len(b.hand)} cards"
        )
    found += [
        f"{one.kind} has {one.hp} of {one.max_hp}, {one.block}"
        for one in b.monsters
        if not 0 <= one.hp <= one.max_hp or one.block < 0
    ]
    found += [f"no {name}" for name, amount in b.powers.items() if amount == 0]
    held = [one.stolen for one in b.monsters if one.stolen is not None]
    lying = [*b.hand, *b.draw, *b.discard, *b.exhaust, *held]
    numbers = {card.uid for card in lying}
    if len(numbers) < len(lying):
        found.append("a card lies in two places")
    kinds.update({card.uid: card.kind for card in lying})
    if not match.asked:
        # Powers are used up; Dual Wield makes of an attack two others.
        used_up = ("POWER", "ATTACK") if "Dual Wield" in kinds.values() else ("POWER",)
        gone = [kinds.get(uid) for uid in range(b.next_uid) if uid not in numbers]
        found += [f"{kind} is lost" for kind in gone if kind and cards()[kind].type not in used_up]
    return found


@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize("character", CHARACTERS)
def test_nothing_impossible_happens_in_a_fight(character, part):
    rng = random.Random(part)
    for _ in range(40):
        match, kinds, steps = any_fight(rng, character), {}, 0
        while match.result is None and steps < 300:
            assert faults(match, kinds) == [], match.G.battle.encounter
            match.apply(anything(match, rng))
            steps += 1
        assert steps > 0
