"""How the rule bot plays the Defect: what it knows about orbs."""

from __future__ import annotations

from tests.games.spire.fight_scenarios import monsters_of, start_fight
from turnwright.games.spire.agents import RuleBot
from turnwright.games.spire.state import Orb


def fight(*hand, orbs=(), **more):
    match = start_fight(*hand, below=("Strike_B",) * 5, character="DEFECT", **more)
    match.G.battle.orbs = [Orb(kind, 6 if kind == "Dark" else 0) for kind in orbs]
    return match


def next_play(match):
    """The card that the bot plays now, or "end"."""
    answer = RuleBot().decide(match.prompt(0), match)
    if answer.move != "play":
        return answer.move
    return match.G.battle.hand[answer.args[0]].kind


def test_it_channels_orbs():
    assert next_play(fight("Zap")) == "Zap"


def test_it_evokes_only_if_there_is_something_to_evoke():
    assert next_play(fight("Dualcast")) == "end"
    match = fight("Dualcast", orbs=["Lightning"])
    monsters_of(match)[0].hp = 12
    assert next_play(match) == "Dualcast"


def test_it_counts_the_block_of_frost():
    """The Jaw Worm attacks for 11; Frost blocks all of it, so the damage is worth more."""
    hand = ("Leap", "Strike_B")
    bare = fight(*hand, against="Jaw Worm", hp=20)
    assert next_play(bare) == "Leap"
    frosty = fight(*hand, against="Jaw Worm", hp=20, orbs=["Frost"] * 6)
    assert next_play(frosty) == "Strike_B"


def test_it_does_not_use_auto_shields_with_block():
    match = fight("Auto Shields", against="Jaw Worm", hp=20)
    assert next_play(match) == "Auto Shields"
    match.G.battle.block = 1
    assert next_play(match) == "end"


def test_it_brings_back_its_best_card():
    match = fight("Hologram+1")
    b = match.G.battle
    b.discard = [b.draw.pop(), b.draw.pop()]
    b.discard[1].kind = "Glacier"
    match.play(0, "play", 0, -1)
    match.apply(RuleBot().decide(match.prompt(0), match))
    assert b.hand[-1].kind == "Glacier"
