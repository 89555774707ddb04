"""Single fights and the commands that simulate them."""

from __future__ import annotations

import json

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.cli import main
from turnwright.games.spire import name_lookup, single_fight
from turnwright.games.spire.agents import RuleBot
from turnwright.games.spire.single_fight import fight


def deck_of(match):
    return [card.kind + "+" * bool(card.up) for card in match.G.deck]


def test_a_fight_begins_with_what_a_run_begins_with():
    match = fight("Jaw Worm", seed=1)
    G = match.G
    assert (G.hp, G.max_hp, G.battle.turn) == (80, 80, 0)
    assert deck_of(match) == ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]
    assert [relic.kind for relic in G.relics] == ["Burning Blood"]
    assert [monster.kind for monster in G.battle.monsters] == ["JawWorm"]


def test_a_fight_has_the_given_deck_relics_and_potions():
    match = fight(
        "the guardian", deck="2x Strike, bash+, Shrug it off", relics=["Vajra"], hp=33, max_hp=70,
        potions="fire potion", ascension=20, seed=1,
    )  # fmt: skip
    G = match.G
    assert deck_of(match) == ["Strike_R"] * 2 + ["Bash+", "Shrug It Off"]
    assert (G.hp, G.max_hp, G.ascension, G.room) == (33, 70, 20, "BOSS")
    assert G.battle.powers == {"Strength": 1}
    assert G.potions == ["Fire Potion", "Potion Slot"]


def test_the_match_ends_with_the_fight_and_the_result_has_the_hit_points():
    match = play_out(fight("Jaw Worm", seed=1), [RuleBot()])
    assert match.result.winners == (0,)
    assert match.result.scores == (match.G.hp,)
    assert str(match.result) == f"seat 0 won: won with {match.G.hp} HP left"


def test_a_fight_can_be_lost():
    match = play_out(fight("The Heart", seed=1), [RandomAgent(1)])
    assert str(match.result) == "seat 0 lost: lost"
    assert match.result.scores == (0,)


def test_escaping_is_neither_a_win_nor_a_loss():
    match = fight("Jaw Worm", potions="smoke bomb", seed=1)
    match.play(0, "potion_use", 0, -1)
    assert str(match.result) == "a draw: escaped"


def test_the_same_seed_is_the_same_fight():
    one, two, other = (fight("Gremlin Gang", seed=seed).G.battle for seed in (4, 4, 5))
    assert one == two != other


def test_a_fight_can_be_saved_replayed_and_undone():
    match = fight("Cultist", seed=1)
    match.play(0, "end")
    assert match.game.replay(match.record.to_json()).hash == match.hash
    assert match.game.load(match.save()).hash == match.hash


@pytest.mark.parametrize("name", sorted(name_lookup.ENCOUNTERS))
def test_every_encounter_can_be_fought(name):
    outcome = single_fight.play_fight(fight(name, seed=1, record=False), RuleBot())
    assert outcome.result in ("won", "lost")


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Gremlin Nob", "gremlin nob", "GREMLIN_NOB", "gremlinnob"])
def test_encounters_are_found_however_they_are_written(text):
    assert name_lookup.encounter(text) == "Gremlin Nob"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("strike", "Strike_R"), ("Defend+", "Defend_R+1"), ("Hand of Greed", "HandOfGreed"),
        ("searing blow+3", "Searing Blow+3"), ("ritual dagger:9", "RitualDagger:9"),
        ("shrug", "Shrug It Off"),
    ],
)  # fmt: skip
def test_cards_go_by_name_and_by_id(text, found):
    assert name_lookup.card(text) == found


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"encounter": "gremlin nub"}, "no encounter 'gremlin nub'. Did you mean Gremlin Nob"),
        ({"deck": "5 strike, bahs"}, "no card 'bahs'. Did you mean Bash"),
        ({"relics": "vajira"}, "no relic 'vajira'. Did you mean Vajra"),
        ({"potions": "fire poton"}, "no potion 'fire poton'. Did you mean Fire Potion"),
        ({"encounter": "xyzzy"}, "no encounter 'xyzzy'.$"),
        ({"deck": " , "}, "The deck is empty"),
        ({"deck": "100 Strike"}, "1 to 99 copies"),
        ({"hp": 0}, "HP must be from 1"),
        ({"hp": 90, "max_hp": 80}, "got 90/80"),
        ({"ascension": 21}, "from 0 to 20"),
        ({"character": "bard"}, "no character 'bard'"),
        ({"potions": ["fire potion"] * 6}, "at most 5"),
    ],
)
def test_invalid_fights_are_refused_with_a_hint(wrong, sentence):
    with pytest.raises(tw.UnusableError, match=sentence):
        fight(**{"encounter": "Jaw Worm", **wrong})


# --- the commands --------------------------------------------------------------------------------


def test_the_fight_command_prints_the_win_rate(capsys):
    assert main(["spire", "fight", "jaw worm", "--runs", "5", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "Jaw Worm: rules, 5 fights, seeds from 3" in told
    assert "won       100.0% (56.6% to 100.0%)" in told


def test_fight_as_json(capsys):
    arguments = ["--deck", "10 strike", "--hp", "30", "--agent", "random", "--runs", "4", "--json"]
    assert main(["spire", "fight", "lagavulin", *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["encounter"], told["fights"], told["won"]["of"]) == ("Lagavulin", 4, 4)


def test_the_bots_command_prints_how_far_they_get(capsys):
    assert main(["spire", "bots", "random", "rules", "--runs", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["bot"] for row in rows] == ["random", "rules"]
    assert rows[0]["mean_floor"] < rows[1]["mean_floor"]
    assert main(["spire", "bots", "random", "--runs", "2"]) == 0
    assert "mean floor" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["fight", "nub"],
            "There is no encounter 'nub'. `turnwright spire fight list` lists all encounters.",
        ),
        (["fight", "jaw worm", "--agent", "genius"], "There is no agent 'genius'"),
        (["fight", "jaw worm", "--runs", "0"], "--runs must be from 1"),
        (["bots", "--ascension", "30"], "from 0 to 20"),
    ],
)
def test_wrong_arguments_get_a_sentence(capsys, arguments, sentence):
    assert main(["spire", *arguments]) != 0
    assert sentence in capsys.readouterr().err
