"""The game `skirmish`: fights in which seats choose what the simulator leaves to lists."""

from __future__ import annotations

import subprocess
import sys

import pytest
import yaml
from hypothesis import given, settings

import turnwright as tw
from tests.skirmish.random_scenarios import scenarios, seeds
from turnwright.agents import Greedy, Mcts, RandomAgent, play_out
from turnwright.games.lookup import find_game
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.game.fight_position import action_ids, play_until_choice
from turnwright.skirmish.game.fight_setup import Fight
from turnwright.skirmish.game.state import Choice, SeedChange
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import Scenario
from turnwright.testing import conformance

game = find_game("skirmish")

MAGES = """
name: Tower
sides:
  Heroes:
    - name: Mage
      hp: 30
      ac: 12
      initiative: 20
      pools: {SpellSlot_1: 2}
      actions:
        - {name: Staff, cost: Action, effect: {type: Attack, to_hit: 5, damage: 1d6+1}}
      reactions: [Shield]
    - name: Guard
      hp: 20
      ac: 16
      actions:
        - {name: Spear, cost: Action, effect: {type: Attack, to_hit: 5, damage: 1d6+3}}
  Foes:
    - name: Ogre
      count: 2
      hp: 30
      ac: 11
      actions:
        - {name: Club, cost: Action, effect: {type: Attack, to_hit: 6, damage: 2d8+4}}
"""
MISSILES = """
sides:
  Heroes:
    - name: Archer
      hp: 30
      initiative: 30
      actions:
        - {name: Volley, cost: Action, targets: {count: 2}, effect: {type: Harm, damage: 4}}
  Rats:
    - {name: Rat, hp: 9, count: 3}
"""
HEALER = """
sides:
  Heroes:
    - name: Ann
      hp: 30
      initiative: 30
      pools: {LayOnHands: 5, SpellSlot_1: 1, SpellSlot_2: 1}
      actions:
        - name: Lay on Hands
          cost: [BonusAction, LayOnHands need]
          targets: {who: ally}
          effect: {type: Heal, amount: spent}
        - name: Bolt
          cost: [Action, SpellSlot 1+]
          effect: {type: Harm, damage: 5*slot_level}
    - {name: Hurt, hp: 9, start_hp: 1}
  Rats:
    - {name: Rat, hp: 50}
"""


def labels(match: tw.Match) -> list[str]:
    return [option.label for option in match.prompts[0].options]


def play_first(match: tw.Match) -> list[int]:
    """Always take the first option, and return everybody's hit points in the order of the file."""
    while match.result is None:
        prompt = match.prompts[0]
        match.submit(
            prompt.answer(prompt.options[0]) if prompt.kind == "move" else prompt.default()
        )
    return [one.hp for one in match.G.combatants]


@pytest.mark.parametrize("name", sample_encounters.names())
def test_the_first_option_is_what_the_simulator_does(name: str) -> None:
    """Everybody is driven by hand, on both sides, in every encounter of a day."""
    plan = compile_plan(resolve(sample_encounters.load(name)))
    run = play(plan, 11)
    match = game.start(1, 2, options={"encounter": name, "by_hand": "all", "seed": 11})
    play_first(match)
    by_name = {one.name: one.hp for one in match.G.combatants}
    names = [one.name for one in plan.participants]
    assert all(hp == run.hp[names.index(who)] for who, hp in by_name.items())
    assert match.result is not None
    assert match.result.winners == (() if run.winner < 0 else (0,) if run.winner == 0 else (1,))


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(scenarios, seeds)
def test_the_first_choices_of_random_fights_are_those_of_the_simulator(
    scenario: Scenario, seed: int
) -> None:
    plan = compile_plan(scenario)
    fight = Fight(plan, (0,) * len(plan.participants))
    choices: list[Choice] = []
    position = play_until_choice(fight, [SeedChange(0, seed)], choices)
    while position.point is not None:
        choices.append(Choice(action_ids(position.point)[0]))
        position = play_until_choice(fight, [SeedChange(0, seed)], choices, position.round_start)
    assert position.outcome == play(plan, seed)


def test_a_fight_is_won_by_hand() -> None:
    """A duel against lists, with targets, a reaction and the sentences that tell what happened."""
    match = game.start(1, options={"encounter": MAGES, "seed": 9})
    assert match.G.actor == "Mage"
    assert labels(match) == ["Staff on Ogre 1", "Staff on Ogre 2", "End the turn"]
    match.play(0, "act", "Staff", "Ogre 2")
    assert "Mage uses Staff on Ogre 2." in match.G.news
    told: list[str] = []
    while match.result is None:
        G = match.G
        told += G.news
        if G.kind == "reaction":
            assert "may react" in G.question
            match.play(0, "react", "Shield", "")
        elif labels(match)[0].startswith(("Staff", "Spear")):
            alive = [one for one in G.combatants if one.side == "Foes" and one.state == "up"]
            weakest = min(alive, key=lambda one: one.hp)
            match.play(0, "act", G.offered[0].id, weakest.name)
        else:
            match.play(0, "end_turn")
    told += match.G.news
    assert match.result.winners == (0,)
    assert str(match.result).endswith("Heroes win after 10 rounds")
    assert "Shield: +5 AC makes it miss." in told


def in_reaction(seed: int = 8) -> tw.Match:
    """The fight at the moment when Shield may answer a hit."""
    match = game.start(1, options={"encounter": MAGES, "seed": seed})
    while match.G.kind != "reaction":
        match.submit(match.prompts[0].answer(match.prompts[0].options[0]))
    return match


def test_a_fight_is_saved_and_loaded_in_mid_reaction() -> None:
    match = in_reaction()
    assert labels(match) == ["Shield", "Do nothing"]
    copies = [match.clone(), game.load(match.save()), game.replay(match.record.to_json())]
    match.play(0, "react", "Shield", "")
    for copy in copies:
        copy.play(0, "react", "Shield", "")
        assert copy.hash == match.hash
    let_pass = in_reaction()
    let_pass.play(0, "decline")
    mage = [
        next(one for one in each.G.combatants if one.name == "Mage") for each in (match, let_pass)
    ]
    assert mage[0].hp == 30
    assert mage[1].hp < 30


def test_who_is_driven_by_hand() -> None:
    def asked(seats: int = 1, **options: object) -> set[tuple[str, int]]:
        match = game.start(1, seats, options={"encounter": MAGES, "seed": 8, **options})
        found = set()
        while match.result is None:
            found.add((match.G.actor, match.prompts[0].seat))
            match.submit(match.prompts[0].answer(match.prompts[0].options[0]))
        return found

    heroes, ogres = {("Mage", 0), ("Guard", 0)}, {("Ogre 1", 1), ("Ogre 2", 1)}
    assert asked() == heroes
    assert asked(by_hand="Guard") == {("Guard", 0)}
    assert asked(by_hand=["ogre 2", "Mage"]) == {("Mage", 0), ("Ogre 2", 0)}
    assert asked(2) == heroes | ogres
    assert asked(2, by_hand="Heroes, Ogre 1") == heroes | {("Ogre 1", 1)}


def test_a_seat_that_drives_the_other_side_wins_with_it() -> None:
    match = game.start(1, options={"encounter": MAGES, "seed": 8, "by_hand": "Foes"})
    play_first(match)
    assert match.result is not None
    assert bool(match.result.winners) is match.result.reason.startswith("Foes")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"encounter": "goblin-ambsh"}, "did you mean 'goblin-ambush'?"),
        ({"encounter": "sides: 3"}, "The encounter cannot be read"),
        ({"encounter": "include: other.yaml\nsides: []"}, "The encounter cannot be read"),
        ({"encounter": 3}, "must be the name of a sample"),
        ({"encounter": MAGES, "by_hand": "Mag"}, "did you mean 'Mage'?"),
        ({"encounter": MAGES, "by_hand": [3]}, "must be names of combatants or sides"),
        ({"encounter": MAGES, "seed": -1}, "must be a whole number"),
        ({"encounter": MAGES.replace("count: 2", "count: 200")}, "at most 100 combatants"),
        ({"encoutner": "lich"}, "did you mean 'encounter'?"),
    ],
)
def test_options_that_cannot_be_used(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(tw.UnusableError) as error:
        game.start(1, options=options)
    assert sentence in str(error.value)


def test_several_targets_are_chosen_in_a_question() -> None:
    match = game.start(1, options={"encounter": MISSILES, "seed": 1})
    assert labels(match) == ["Volley…", "End the turn"]
    match.play(0, "act", "Volley", "")
    (prompt,) = match.prompts
    assert [option.label for option in prompt.options] == ["Rat 1", "Rat 2", "Rat 3"]
    match.submit(prompt.answer(prompt.options[0], prompt.options[2]))
    hp = {one.name: one.hp for one in match.G.combatants}
    assert [hp[f"Rat {number}"] for number in (1, 2, 3)] == [5, 9, 5]


def test_levels_are_entries_and_an_amount_is_asked_for() -> None:
    match = game.start(1, options={"encounter": HEALER, "seed": 1})
    assert labels(match) == ["Lay on Hands on Hurt…", "Lay on Hands on Ann…", "Bolt on Rat",
                             "Bolt at level 2 on Rat", "End the turn"]  # fmt: skip
    match.play(0, "act", "Lay on Hands", "Hurt")
    (prompt,) = match.prompts
    assert prompt.options[0].label == "As its list does"
    match.submit(prompt.answer(prompt.options[2]))  # the second amount
    match.play(0, "act", "Bolt at level 2", "Rat")
    hp = {one.name: one.hp for one in match.G.combatants}
    assert (hp["Hurt"], hp["Rat"]) == (3, 40)
    assert game.replay(match.record.to_json()).hash == match.hash


def test_equal_names_in_a_list_are_told_apart() -> None:
    line = "        - {name: Volley, "
    text = MISSILES.replace(
        line, f"{line}targets: self, effect: {{type: Heal, amount: 1}}}}\n{line}"
    )
    match = game.start(1, options={"encounter": text, "seed": 1})
    assert len(set(labels(match))) == len(labels(match))
    assert {"Volley (1)", "Volley (2)"} <= {one.id for one in match.G.offered}


def test_the_past_stays_when_hidden_dice_are_drawn_again() -> None:
    """A search that samples the dice to come does not see those of the match."""
    match = game.start(1, options={"encounter": MAGES, "seed": 8})
    match.play(0, "act", "Staff", "Ogre 1")
    match.play(0, "end_turn")
    results = set()
    for number in range(8):
        other = match.clone()
        assert game.resample_hidden is not None
        game.resample_hidden(other.c, 0, tw.Stream.named(number, "search"))
        assert other.G.combatants == match.G.combatants
        play_first(other)
        assert other.G.choices[:2] == match.G.choices
        results.add(tuple(one.hp for one in other.G.combatants))
    assert len(results) > 1


@pytest.mark.parametrize("agent", [RandomAgent("a"), Greedy(1), Mcts(4, seed=1)])
def test_agents_play_fights(agent: object) -> None:
    match = game.start(1, options={"encounter": MAGES, "seed": 8})
    play_out(match, [agent], limit=400)
    assert match.result is not None


@pytest.mark.parametrize("name", ["duel-of-mages", "day-in-the-ruins", "conjurers-in-the-marsh"])
def test_conformance(name: str) -> None:
    conformance(game, range(2), limit=120, options={"encounter": name})


def test_two_seats_conform() -> None:
    match = game.start(3, 2, options={"encounter": MAGES})
    agents = [RandomAgent("heroes"), RandomAgent("foes")]
    play_out(match, agents, limit=400)
    assert match.result is not None
    assert game.replay(match.record.to_json()).hash == match.hash


def test_the_text_of_a_file_is_the_same_fight_as_its_data() -> None:
    text = game.start(1, options={"encounter": MAGES, "seed": 9})
    data = game.start(1, options={"encounter": yaml.safe_load(MAGES), "seed": 9})
    assert play_first(text) == play_first(data)


def test_encounters_that_people_choose_from_are_samples() -> None:
    assert set(game.choices["encounter"]) <= set(sample_encounters.names())


def test_the_simulator_is_imported_when_a_fight_starts() -> None:
    """A server that lists the game needs neither PyYAML nor Numba."""
    code = (
        "import sys; sys.modules['yaml'] = None; from turnwright.games.lookup import find_game\n"
        "game = find_game('skirmish'); print(*(name for name in sys.modules if 'skirmish' in name))\n"
        "try: game.start(1)\nexcept Exception as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules, error = done.stdout.splitlines()
    assert "turnwright.skirmish.engine" not in modules
    assert error == "A skirmish needs PyYAML: pip install 'turnwright[skirmish]'."
