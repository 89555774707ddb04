"""What the log says about a fight: what cards did to whom, and each monster's move."""

from __future__ import annotations

from typing import Any

from tests.games.spire.fight_scenarios import monsters_of, play, start_fight
from turnwright.games.spire.game import game
from turnwright.games.spire.why_not import why_not


def told(match: Any, *moves: Any) -> list[str]:
    """The lines that the player reads after these moves."""
    notes: list[tuple[int, str, str]] = []
    match.c.log_lines = notes
    for move in moves:
        move()
    match.c.log_lines = None
    return [own for _, _, own in notes]


def test_a_card_tells_what_it_did_to_everybody() -> None:
    match = start_fight("Bash", "Defend_R", against="2 Louse")
    first, second = monsters_of(match)
    first.hp, second.block, second.hp = 30, 3, 20
    first.powers, second.powers = {}, {}
    assert told(match, lambda: play(match, "Bash", 0)) == [
        "Louse 1 loses 8 HP (22 left) and gets 2 Vulnerable."
    ]
    assert told(match, lambda: play(match, "Defend_R")) == ["You gain 5 Block."]
    match = start_fight("Cleave", against="2 Louse")
    first, second = monsters_of(match)
    first.hp, second.hp, second.block = 5, 20, 3
    first.powers, second.powers = {}, {}
    assert told(match, lambda: play(match, "Cleave")) == [
        "Louse 1 dies; Louse 2 blocks 3 and loses 5 HP (15 left)."
    ]


def test_monsters_tell_their_moves_before_the_next_turn_begins() -> None:
    match = start_fight("Defend_R", against="Cultist", hp=50)
    assert told(match, lambda: match.play(0, "end")) == [
        "Cultist uses Incantation: Cultist gets 3 Ritual.", "begins turn 2",
    ]  # fmt: skip
    match.G.battle.block = 4
    assert told(match, lambda: match.play(0, "end")) == [
        "Cultist uses Dark strike: you block 4 and lose 2 HP (48 left).", "begins turn 3",
    ]  # fmt: skip


def test_nothing_is_told_when_nobody_keeps_a_log() -> None:
    match = start_fight("Bash")
    play(match, "Bash")
    assert match.c.fight is None or match.c.fight.report is None


def test_the_shop_says_why_something_cannot_be_bought() -> None:
    scene = {"room": "SHOP", "floor": 5, "gold": 400, "potions": ["Fire Potion"] * 3}
    match = game.start(options={"seed": "WRC", "scene": scene})
    assert why_not(match.c, "shop potion 0") == "Your potion slots are full."
    assert why_not(match.c, "shop card 0") == ""
    match.G.gold = 1
    price = match.G.shop.prices["card"][0]
    assert why_not(match.c, "shop card 0") == f"This costs {price} gold; you have 1."
