"""What a page is told about a run: previews of cards, the map, the history and the score."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from turnwright.agents import play_out
from turnwright.games.spire.agents import RuleBot
from turnwright.games.spire.combat.fight import fight_of
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.play_preview import preview, refusal, text_now
from turnwright.games.spire.single_fight import fight
from turnwright.games.spire.state import Card, Rewards
from turnwright.games.spire.view import see, zones_view


def card_in(match: Any, name: str) -> dict[str, Any]:
    hand = zones_view(match.c, 0)["hand:0"]["cards"]
    return next(card for card in hand if card["kind"] == name)


def test_a_card_tells_what_it_would_do() -> None:
    match = fight("Cultist", deck=["Strike_R", "Defend_R", "Bash", "Bludgeon", "Wound"])
    b = match.G.battle
    assert b is not None
    b.powers |= {"Strength": 2, "Frail": 1}
    b.monsters[0].powers["Vulnerable"] = 1
    b.monsters[0].block = 5
    hp = b.monsters[0].hp
    strike, defend = card_in(match, "Strike_R"), card_in(match, "Defend_R")
    assert strike["aims"]["m0"] == {"hits": [12], "hp": hp - 7, "block": 0}
    assert strike["text_now"] == "Deal {8|6} damage."
    assert (defend["gives_block"], defend["text_now"]) == (3, "Gain {3|5} Block.")
    b.energy = 2
    assert card_in(match, "Bludgeon")["why_not"] == "Needs 3 energy"
    assert card_in(match, "Wound")["why_not"] == "Cannot be played"
    b.powers["Entangled"] = 1
    assert card_in(match, "Bash")["why_not"] == "Entangled: no attacks"


@pytest.mark.parametrize("up", [0, 1])
def test_looking_at_a_card_changes_nothing(up: int) -> None:
    """Not for any card, and whatever is in the piles and random streams."""
    match = fight("3 Sentries", deck=["Strike_R", "Defend_R", "Bash", "Anger", "Wound"])
    c = match.c
    f = fight_of(c)
    for kind in cards():
        f.b.hand[0] = Card(kind, up, uid=f.b.hand[0].uid)
        before = msgspec.json.encode(c.G)
        for card in f.b.hand:
            preview(f, card)
            text_now(f, card)
            refusal(f, card)
        assert msgspec.json.encode(c.G) == before, kind


def test_the_page_has_the_whole_map_and_the_way_taken() -> None:
    match = game.start(options={"seed": "3XQ7K", "fights": "won"})
    match.play(0, "event", 0)
    while match.G.screen != "MAP":
        match.play(0, *_first(match))
    for _ in range(3):
        match.play(0, "map", match.prompt(0).options[0].args[0])
        while match.G.screen != "MAP":
            match.play(0, *_first(match))
    scene = see(match.c, 0)["scene"]
    way = [(visit["x"], visit["y"]) for visit in scene["visits"]]
    assert [y for _, y in way] == [0, 1, 2]
    edges = {(x, y): to for x, y, _, to in scene["map"]["nodes"]}
    assert all(way[n + 1][0] in edges[way[n]] for n in range(2))
    assert scene["map"]["here"] == list(way[-1])
    assert scene["map"]["next"] == edges[way[-1]]


def _first(match: Any) -> tuple[Any, ...]:
    """The last option, which leaves a screen, as arguments of `play`."""
    option = match.prompt(0).options[-1]
    return (option.move, *option.args)


def test_the_score_counts_floors_and_fights() -> None:
    run = play_out(game.start(options={"seed": "4JHCYD0W6ETVW"}), [RuleBot()])
    scene = see(run.c, 0)["scene"]
    lines = {text: (times, points) for text, times, points in scene["score"]["lines"]}
    assert lines["Floors climbed"] == (run.G.floor, 5 * run.G.floor)
    assert scene["score"]["total"] == sum(points for _, points in lines.values())
    assert [visit["floor"] for visit in scene["visits"]] == list(range(1, run.G.floor + 1))
    assert scene["visits"][-1]["hp"] == run.G.hp
    assert scene["seed"] == "4JHCYD0W6ETVW"


def test_the_log_does_not_number_equal_cards() -> None:
    """Menus number equal cards; the log says which card it was."""
    match = game.start(options={"scene": {"room": "MONSTER", "encounter": "Cultist", "floor": 3}})
    c = match.c
    strikes = [Card("Bludgeon", 1), Card("Bludgeon", 1)]
    c.G.battle = None
    c.show_rewards(Rewards(gold=[20, 20], cards=[strikes], emerald=True))
    move = game.all_moves["reward"]
    assert move.describe(c, ("card 0 1",)) == "Take Bludgeon+ (2)"
    assert move.tell(c, ("card 0 1",)) == "takes Bludgeon+"
    assert move.tell(c, ("gold 1",)) == "takes 20 gold"
    labels = ["Take 20 gold", "Take 20 gold (2)", "Take Bludgeon+", "Take Bludgeon+ (2)"]
    labels += ["Take the emerald key", "Leave the rest"]
    assert [label for _, label in see(c, 0)["scene"]["rewards"]] == labels, "watchers see them too"
