"""How the rule bot fights: lethal damage, block, dangerous enemies, orbs, stances."""

from __future__ import annotations

import pytest

from turnwright.games.spire.agents import RuleBot, SearchBot
from turnwright.games.spire.bots.fight_search import Budget
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.single_fight import fight, play_fight

QUICK = {"MONSTER": Budget(nodes=10, lines=2, rounds=(1,))}


def decision(match):
    """What the bot would do now, in words."""
    prompt = match.prompt(0)
    answer = RuleBot().decide(prompt, match)
    assert match.clone().submit(answer) is None
    (label,) = [o.label for o in prompt.options if (o.move, o.args) == (answer.move, answer.args)]
    return label


def test_two_attacks_that_kill_together_come_before_block():
    match = fight("Jaw Worm", deck="5 Strike, 5 Defend", hp=20)
    assert decision(match) == "Defend"
    match.G.battle.monsters[0].hp = 12
    assert decision(match).startswith("Strike")


def test_skills_are_not_played_against_an_enraged_nob_without_need():
    match = fight("Gremlin Nob", deck="5 Strike, 5 Shrug It Off", hp=70)
    match.G.battle.monsters[0].powers[p.ENRAGE] = 2
    assert decision(match).startswith("Strike")


def test_weak_powers_are_not_played_against_the_awakened_one():
    deck = "5 Evolve, 5 Strike"
    assert decision(fight("Automaton", deck=deck)).startswith("Evolve")
    assert decision(fight("Awakened One", deck=deck)).startswith("Strike")


def test_the_bot_does_not_kill_itself():
    match = fight("Jaw Worm", deck="10 Offering", hp=5)
    assert decision(match) == "End the turn"


def test_wraith_form_waits_until_much_is_coming():
    match = fight("Cultist", deck="10 Wraith Form", character="silent")
    assert decision(match) == "End the turn"


def test_block_that_frost_gives_is_not_gained_twice():
    match = fight("Jaw Worm", deck="5 Defend, 5 Strike", character="defect", hp=60)
    match.G.battle.powers[p.FOCUS] = 20
    match.G.battle.orbs[0].kind = "Frost"
    assert decision(match).startswith("Strike")


def test_the_bot_attacks_in_wrath_before_it_leaves():
    match = fight(
        "Jaw Worm", deck="5 Empty Body, 5 Strike", character="watcher", hp=60, relics=["Vajra"]
    )
    match.G.battle.stance = "Wrath"
    assert decision(match).startswith("Strike")
    match.G.battle.energy = 1
    assert decision(match) == "Empty Body"


def test_the_bot_does_not_enter_wrath_when_a_great_attack_is_coming():
    match = fight("Jaw Worm", deck="10 Crescendo", character="watcher", hp=20, relics=["Vajra"])
    assert decision(match) == "End the turn"


def turn_of(match):
    """The names of the cards that the bot plays this turn."""
    battle, played = match.G.battle, []
    turn = battle.turn
    while match.result is None and battle.turn == turn:
        prompt = match.prompt(0)
        answer = RuleBot().decide(prompt, match)
        if answer.move == "play":
            played.append(battle.hand[answer.args[0]].kind)
        assert match.submit(answer) is None
    return played


def test_leaving_calm_pays_for_the_attacks_in_wrath_that_kill():
    match = fight("Jaw Worm", deck="Eruption, 4 Strike", character="watcher", relics=["Vajra"])
    match.G.battle.stance = "Calm"
    match.G.battle.monsters[0].hp = 52  # 10 by Eruption, then 3 energy for 14 each in Wrath
    assert turn_of(match) == ["Eruption", "Strike_P", "Strike_P", "Strike_P"]
    assert match.G.outcome == "VICTORY"


def test_wrath_is_entered_for_the_attacks_and_left_before_the_enemy_acts():
    deck = "Crescendo+, 2 Strike, 2 Empty Body"
    match = fight("Jaw Worm", deck=deck, character="watcher", hp=30, relics=["Vajra"])
    match.G.battle.monsters[0].hp = 100
    played = turn_of(match)
    assert played[0] == "Crescendo"
    assert played[-1] == "EmptyBody"
    assert played.count("Strike_P") == 2
    assert match.G.battle.stance == ""


def test_a_miracle_is_kept_when_its_energy_is_not_needed():
    match = fight(
        "Cultist", deck="Vigilance, 4 Defend", character="watcher"
    )  # it does not attack yet
    assert "Miracle" not in turn_of(match)


@pytest.mark.parametrize("bot", [RuleBot(), SearchBot(1, budgets=QUICK)])
@pytest.mark.parametrize("character", ["ironclad", "defect", "watcher"])
def test_a_turn_ends_although_free_cards_draw_each_other_for_ever(bot, character):
    match = fight("Cultist", deck="5 Finesse", character=character, relics=["Vajra"])
    battle = match.G.battle
    while battle.turn == 0:
        assert match.submit(bot.decide(match.prompt(0), match)) is None
    assert battle.turn == 1


@pytest.mark.parametrize("character", ["silent", "watcher"])
def test_the_bot_attacks_at_last_although_thorns_hurt_more_than_waiting(character):
    deck = "4 Strike, 6 Defend"
    match = fight("3 Shapes", deck=deck, character=character, relics=["Vajra"], hp=900, max_hp=900)
    battle = match.G.battle
    for monster in battle.monsters:
        monster.hp, monster.powers[p.THORNS] = 8, 15
    outcome = play_fight(match, RuleBot())
    assert outcome.result == "won"
    assert battle.turn < 100


def test_the_rule_bot_beats_the_easy_fights_of_every_character():
    for character in ("ironclad", "silent", "defect", "watcher"):
        outcomes = [
            play_fight(
                fight("Small Slimes", character=character, seed=seed, record=False), RuleBot()
            )
            for seed in range(3)
        ]
        assert [outcome.result for outcome in outcomes] == ["won"] * 3
