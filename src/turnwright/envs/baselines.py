"""Train small policies with MaskablePPO, as a starting point for your own experiments.

    python -m turnwright.envs.baselines tictactoe
    python -m turnwright.envs.baselines leduc --steps 50000 --seed 2 --save leduc.zip

It prints the mean reward against the baseline's opponent before and after the training, with 95 %
intervals, over games that the policy was not trained on. `target` is the mean reward that the default
number of steps reaches. It needs the extra `baselines`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from turnwright.games.spire.single_fight import fight_options
from turnwright.optional_packages import needed_by
from turnwright.sim.intervals import Interval, mean

with needed_by("turnwright.envs.baselines", "baselines"):
    import numpy as np
    import torch
    from sb3_contrib import MaskablePPO

    from .gymnasium_env import TurnwrightEnv

EPISODES = 400
"""Games that a policy is measured in."""
FIRST_TEST_SEED = 1_000_000


class Baseline(msgspec.Struct, frozen=True):
    """A game to train on: the settings of its environment, and what training reaches."""

    game: str
    settings: Mapping[str, Any]
    steps: int
    target: float
    about: str
    entropy: float = 0.01


BASELINES = {
    "tictactoe": Baseline(
        "tictactoe", {"opponents": "random"}, 16_384, 0.8, "as X against random moves", 0.0
    ),
    "leduc": Baseline("leduc", {"opponents": "random"}, 16_384, 1.5, "chips against random play"),
    "spire-fight": Baseline(
        "spire",
        {"options": fight_options("Cultist", hp=30), "slots": 48, "card_rows": 48},
        16_384,
        0.9,
        "a win (1) or a defeat (-1) against a Cultist, with the starting deck and 30 HP",
    ),
}


def make_env(baseline: Baseline) -> TurnwrightEnv:
    """Return the environment of a baseline."""
    return TurnwrightEnv(baseline.game, observations="flat", **baseline.settings)


def train(baseline: Baseline, steps: int, seed: int = 0) -> MaskablePPO:
    """Train a policy. The networks are so small that threads would only wait for each other."""
    torch.set_num_threads(1)
    model = new_policy(baseline, seed)
    return model.learn(steps)


def new_policy(baseline: Baseline, seed: int = 0) -> MaskablePPO:
    """Return a policy that was not trained: it chooses among the legal actions at random."""
    return MaskablePPO(
        "MlpPolicy",
        make_env(baseline),
        n_steps=512,
        batch_size=64,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=baseline.entropy,
        seed=seed,
        policy_kwargs={"net_arch": [64, 64]},
        device="cpu",
    )


def evaluate(model: MaskablePPO, baseline: Baseline, episodes: int = EPISODES) -> Interval:
    """Return the mean reward of a policy in games that it was not trained on."""
    env = make_env(baseline)
    rewards = []
    for episode in range(episodes):
        seen, info = env.reset(seed=FIRST_TEST_SEED + episode)
        total, over = 0.0, False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=False)
            seen, reward, ended, cut_off, info = env.step(action)
            total, over = total + float(reward), ended or cut_off
        rewards.append(total)
    values = np.array(rewards)
    return mean(float(values.sum()), float((values**2).sum()), episodes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train one baseline and print what it reaches."""
    parser = argparse.ArgumentParser(
        prog="python -m turnwright.envs.baselines", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("name", choices=list(BASELINES))
    parser.add_argument("--steps", type=int, help="actions to train for")
    parser.add_argument("--seed", type=int, default=0, help="seed of the training (0)")
    parser.add_argument(
        "--episodes", type=int, default=EPISODES, help=f"games to measure ({EPISODES})"
    )
    parser.add_argument("--save", metavar="FILE", help="write the policy to FILE")
    given = parser.parse_args(arguments)
    baseline = BASELINES[given.name]
    steps = given.steps or baseline.steps
    if steps < 1 or given.episodes < 1:
        print("--steps and --episodes must be at least 1.", file=sys.stderr)
        return 2
    print(f"{given.name}: mean reward, {baseline.about}; {given.episodes} games")
    before = evaluate(new_policy(baseline, given.seed), baseline, given.episodes)
    print(f"  before              {_shown(before)}")
    model = train(baseline, steps, given.seed)
    after = evaluate(model, baseline, given.episodes)
    print(f"  after {steps:>7,} steps {_shown(after)}")
    if given.save:
        model.save(given.save)
        print(f"  saved to {given.save}")
    return 0


def _shown(found: Interval) -> str:
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


if __name__ == "__main__":
    sys.exit(main())
