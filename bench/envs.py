"""Environments beside RLCard, PettingZoo and OpenSpiel: steps of random play per CPU second.

    python -m bench.envs

Peers that are not installed are left out (`pip install rlcard 'pettingzoo[classic]'`). Random actions
cost the same everywhere: one index into the legal actions from one stream.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import turnwright as tw
import turnwright.envs
from turnwright.games.lookup import find_game

from .measure import Rate, rate

Unit = Callable[[], int]
BATCH = 400  # steps before the clock is read


def bare_match(name: str) -> Unit:
    """Our match without an environment: legal moves, a random one, apply."""
    game, rng = find_game(name), random.Random(1)
    numbers = iter(range(1 << 60))

    def play() -> int:
        done = 0
        while done < BATCH:
            match = game.start(next(numbers), record=False)
            while not match.ctx.game_over:
                seat = match.acting[0]
                move, args = rng.choice(match.legal_moves(seat, True))
                match.apply(tw.Answer(seat, move, args))
                done += 1
        return done

    return play


def our_aec(name: str, observations: str) -> Unit:
    """Our environment: with observations of the seat to act, or without any."""
    env, rng = turnwright.envs.aec(name, observations=observations), random.Random(1)
    env.reset(seed=1)
    sees = observations != "none"

    def play() -> int:
        for _ in range(BATCH):
            if env.played.is_over:
                env.reset()
            if sees:
                env.observe(env.agent_selection)
            env.step(rng.choice(env.played.decisions.legal()))
        return BATCH

    return play


def pettingzoo_aec(module: str) -> Unit:
    """A classic environment of PettingZoo, with its observation and mask."""
    from importlib import import_module

    env, rng = import_module(f"pettingzoo.classic.{module}").env(), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(BATCH):
            seen, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                env.reset()
                seen = env.last()[0]
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        return BATCH

    return play


def rlcard_env(name: str) -> Unit:
    """An environment of RLCard, step by step."""
    import rlcard  # type: ignore[import-not-found]

    env, rng = rlcard.make(name), random.Random(1)

    def play() -> int:
        done = 0
        while done < BATCH:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                done += 1
        return done

    return play


def spiel_states(name: str) -> Unit:
    """States of an OpenSpiel game, chance included."""
    import pyspiel  # type: ignore[import-not-found]
    from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  (they register)

    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        done = 0
        while done < BATCH:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                done += 1
        return done

    return play


def spiel_environment(name: str) -> Unit:
    """The C++ game through OpenSpiel's `rl_environment`."""
    from open_spiel.python import rl_environment  # type: ignore[import-untyped]

    env, rng = rl_environment.Environment(name), random.Random(1)

    def play() -> int:
        done = 0
        while done < BATCH:
            step = env.reset()
            while not step.last():
                player = step.observations["current_player"]
                step = env.step([rng.choice(step.observations["legal_actions"][player])])
                done += 1
        return done

    return play


def bare_decisions(name: str) -> Unit:
    """Our match with questions, by the actions of `Decisions` alone."""
    from turnwright.envs.decisions import Decisions

    game, rng = find_game(name), random.Random(1)
    numbers = iter(range(1 << 60))

    def play() -> int:
        done = 0
        while done < BATCH:
            match, decisions = game.start(next(numbers), record=False), Decisions(game)
            decisions.open(match)
            while decisions.seat is not None:
                answer = decisions.answer(rng.choice(decisions.legal()))
                done += 1
                if answer is not None:
                    match.apply(answer)
                    decisions.open(match)
        return done

    return play


ROWS: Sequence[tuple[str, str, Callable[[], Unit]]] = (
    ("Leduc", "Turnwright, bare match", lambda: bare_match("leduc")),
    ("Leduc", "Turnwright AEC, no observations", lambda: our_aec("leduc", "none")),
    ("Leduc", "Turnwright AEC", lambda: our_aec("leduc", "flat")),
    ("Leduc", "RLCard", lambda: rlcard_env("leduc-holdem")),
    ("Leduc", "PettingZoo classic", lambda: pettingzoo_aec("leduc_holdem_v4")),
    ("Leduc", "OpenSpiel C++, rl_environment", lambda: spiel_environment("leduc_poker")),
    ("Kuhn", "Turnwright AEC, no observations", lambda: our_aec("kuhn", "none")),
    ("Kuhn", "OpenSpiel in Python", lambda: spiel_states("python_kuhn_poker")),
    ("tic-tac-toe", "Turnwright, bare match", lambda: bare_match("tictactoe")),
    ("tic-tac-toe", "Turnwright AEC, no observations", lambda: our_aec("tictactoe", "none")),
    ("tic-tac-toe", "Turnwright AEC", lambda: our_aec("tictactoe", "flat")),
    ("tic-tac-toe", "PettingZoo classic", lambda: pettingzoo_aec("tictactoe_v3")),
    ("tic-tac-toe", "OpenSpiel in Python", lambda: spiel_states("python_tic_tac_toe")),
    ("Duel", "Turnwright, bare match", lambda: bare_decisions("duel")),
    ("Duel", "Turnwright AEC, no observations", lambda: our_aec("duel", "none")),
    ("Duel", "Turnwright AEC", lambda: our_aec("duel", "flat")),
)


def run(seconds: float) -> dict[str, Rate | str]:
    """Measure all rows; a row whose packages are missing has a sentence instead."""
    found: dict[str, Rate | str] = {}
    for game, name, make in ROWS:
        try:
            found[f"{game}: {name}"] = rate(make(), seconds)
        except ImportError as error:
            found[f"{game}: {name}"] = f"needs the package {error.name}"
    return found


def main() -> None:
    """Run the benchmark and print a table, or JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each row (2)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    found = run(arguments.seconds)
    if arguments.json:
        plain: dict[str, Any] = {
            name: one if isinstance(one, str) else {"best": one.best, "median": one.median}
            for name, one in found.items()
        }
        print(json.dumps(plain))
        return
    table = Table("steps per CPU second", box=None)
    for column in ("best", "median"):
        table.add_column(column, justify="right")
    for name, one in found.items():
        cells = (one, "") if isinstance(one, str) else (f"{one.best:,.0f}", f"{one.median:,.0f}")
        table.add_row(name, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
