"""Training with the baselines: a short version of what `python -m turnwright.envs.baselines` does."""

import pytest

from turnwright.envs.baselines import BASELINES, evaluate, main, new_policy, train


@pytest.mark.parametrize(
    ("name", "steps", "gain"),
    [("tictactoe", 8192, 0.1), ("leduc", 4096, 0.5), ("spire-fight", 4096, 0.5)],
)
def test_a_little_training_helps(name, steps, gain):
    baseline = BASELINES[name]
    before = evaluate(new_policy(baseline), baseline, 150)
    after = evaluate(train(baseline, steps), baseline, 150)
    assert after.value > before.value + gain


def test_wrong_numbers_are_refused(capsys):
    assert main(["leduc", "--steps", "-1"]) == 2
    assert "at least 1" in capsys.readouterr().err
