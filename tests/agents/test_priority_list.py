"""Priority lists: the first matching entry decides, and explain names it."""

import pytest

from tests.agents.creature_game import find, start_match
from tests.agents.creature_game import game as creature_game
from turnwright.agents import ConditionalEntry, PriorityEntry, PriorityList, RandomAgent, play_out
from turnwright.games.tictactoe.game import game as tictactoe


def test_the_first_matching_entry_decides():
    match = tictactoe.start()
    agent = PriorityList(
        [PriorityEntry("mark", (4,), name="centre"), PriorityEntry("mark", (0,)), "mark"]
    )
    match.apply(agent.decide(match.prompts[0], match))
    assert match.G.cells[4] == "X"
    match.apply(agent.decide(match.prompts[0], match))
    assert match.G.cells[0] == "O"
    match.apply(agent.decide(match.prompts[0], match))
    assert match.G.cells[1] == "X"


def test_explain_describes_the_decision():
    match = tictactoe.start()
    match.play(0, "mark", 4)
    agent = PriorityList(
        [
            PriorityEntry("mark", (4,), name="centre"),
            ConditionalEntry("copycat", "mark", when=lambda prompt, match: False),
            PriorityEntry("mark", (8,), name="corner"),
        ]
    )
    assert agent.explain() == "No decision was made yet."
    agent.decide(match.prompts[0], match)
    assert agent.explain() == (
        "AI Actions Available: [Mark cell 0, Mark cell 1, Mark cell 2, Mark cell 3, Mark cell 5, "
        "Mark cell 6, Mark cell 7, Mark cell 8]. Selected Mark cell 8 because entry 3 (corner) is "
        "the first that is valid. Passed over: 1 (centre): no option matches; "
        "2 (copycat): its condition does not hold."
    )


def test_the_fallback_decides_if_no_entry_matches_and_is_explained():
    match = tictactoe.start()
    agent = PriorityList(["fly"], fallback=RandomAgent(3))
    answer = agent.decide(match.prompts[0], match)
    assert answer.move == "mark"
    assert "because no entry matches and RandomAgent(3) decides." in agent.explain()
    assert "Passed over: 1 (fly): no option matches." in agent.explain()


def test_conditions_depend_on_the_match():
    """Attack if it is lethal, otherwise play cards."""
    lethal = ConditionalEntry(
        "kill", "attack", when=lambda p, m: m.c.power(p.seat) >= m.G.life[1 - p.seat]
    )
    agent = PriorityList([lethal, "play", "attack"])
    match = play_out(creature_game.start(2), [agent, RandomAgent(1)], limit=1)
    assert match.record.entries[0].move == "play"


def test_a_predicate_selects_an_option():
    match = start_match(hands=[["wolf", "bear"], []])
    big = ConditionalEntry("biggest", lambda option: "bear" in option.label)
    answer = PriorityList([big, "pass"]).decide(match.prompts[0], match)
    assert match.ctx.cards[answer.args[0]].kind == "bear"


def test_entries_also_answer_questions():
    """Entries match the text of the prompt and the labels of the options."""
    agent = PriorityList(
        [
            PriorityEntry("play", label="tutor"),
            PriorityEntry(text="find", label="dragon"),
            PriorityEntry(text="discard", label="WOLF"),
            "attack",
        ],
        fallback=RandomAgent(1),
    )
    match = start_match(hands=[["wolf", "tutor"], []])
    tutor = find(match, "tutor")
    match.apply(agent.decide(match.prompts[0], match))
    assert tutor in match.c.zone("trash", 0)
    answer = agent.decide(match.prompts[0], match)
    assert match.ctx.cards[int(answer.picks[0])].kind == "dragon"
    assert "Selected dragon #" in agent.explain()


def test_a_star_matches_any_argument():
    match = tictactoe.start()
    assert PriorityList([PriorityEntry("mark", ("*",))]).decide(match.prompts[0], match).args == (
        0,
    )


def test_a_priority_list_can_be_saved_as_json():
    one = PriorityList(
        [PriorityEntry("heal", ("*", 3)), PriorityEntry(label="attack", name="hit"), "pass"]
    )
    two = PriorityList.from_json(one.to_json())
    assert two.entries == one.entries
    assert one.to_json() == (
        b'[{"move":"heal","args":["*",3]},{"label":"attack","name":"hit"},{"move":"pass"}]'
    )


def test_conditional_entries_cannot_be_saved_and_are_named():
    with pytest.raises(TypeError, match="'kill' is code and cannot be saved"):
        PriorityList(["pass", ConditionalEntry("kill", "attack")]).to_json()


def test_a_good_priority_list_beats_random():
    agent = PriorityList(["play", "attack"], fallback=RandomAgent(4))
    wins = 0
    for seed in range(20):
        seat = seed % 2
        agents = [agent, RandomAgent(seed)]
        match = play_out(creature_game.start(seed), agents if seat == 0 else agents[::-1])
        wins += match.result.winner == seat
    assert wins >= 14
