"""Every option of every prompt has its own label, so that people and models can tell them apart."""

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent
from turnwright.core.definition.moves import LabelNumbers
from turnwright.games import GAMES
from turnwright.games.lookup import find_game

CHARACTERS = ("IRONCLAD", "SILENT", "DEFECT", "WATCHER")
CASES = [(name, {}) for name in GAMES] + [
    ("spire", {"character": character}) for character in CHARACTERS[1:]
]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_all_labels_of_a_prompt_are_different(name, options):
    for seed in range(3):
        match = find_game(name).start(seed, options=options, record=False)
        agent = RandomAgent(seed)
        for _ in range(150):
            if match.result is not None:
                break
            prompt = match.prompt(match.acting[0])
            labels = [option.label for option in prompt.options]
            assert len(set(labels)) == len(labels), prompt.text
            match.apply(agent.decide(prompt, match))


def test_equal_cards_are_numbered_in_questions_and_moves():
    game = tw.Game("twins", seats=1, setup=lambda G: G.update(hand=["ace", "ace", "king"]))

    @game.move(label=lambda c, card: f"Play the {c.G['hand'][card]}")
    def play(c, card: int = tw.arg(lambda c: range(3), is_card=False)):
        yield c.choose("Where?", [1, 2], label=lambda value: "there")

    match = game.start()
    assert [o.label for o in match.prompts[0].options] == [
        "Play the ace", "Play the ace (no. 2)", "Play the king",
    ]  # fmt: skip
    match.play(0, "play", 0)
    assert [o.label for o in match.prompts[0].options] == ["there", "there (no. 2)"]


def test_a_number_is_never_used_twice():
    numbers = LabelNumbers()
    given = ["ace", "ace (no. 2)", "ace", "ace"]
    labels = [numbers.distinct(label) for label in given]
    assert len(set(labels)) == 4
    assert tw.Option("1", "ace (no. 12)").name == "ace"
