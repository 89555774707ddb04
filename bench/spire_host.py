"""The overhead of the Slay the Spire host per command: `python -m bench.spire_host`.

The runs of a random agent are played once and recorded. Then the same commands are sent to the host,
and the same answers to the rules alone. The difference is the overhead of the host: parsing the
command, finding the page, writing the state as JSON. A real child process adds the cost of pipes.
"""

from __future__ import annotations

import random
import sys
import time

import msgspec
from rich.console import Console
from rich.table import Table

from turnwright.bridges.commmod.host import Mod
from turnwright.bridges.commmod.host.child_process import AgentProcess
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.games.spire.game import game
from turnwright.games.spire.rng import seed_from_text

from .measure import rate

RUNS, SEED, PLAYS = 12, 5, 0.9
GOAL = 0.3
"""Milliseconds of overhead per command, at most."""

ECHO = "import sys\nfor line in sys.stdin: print('state', flush=True)"
"""An agent that answers every line immediately."""


# --- commands of random runs --------------------------------------------------------------------------


def random_runs(count: int) -> list[list[str]]:
    chance = random.Random(SEED)
    return [list(_run(chance, number)) for number in range(count)]


def _run(chance: random.Random, number: int) -> list[str]:
    mod, sent = Mod(), [f"start ironclad 0 {number + 1}"]
    message = msgspec.json.decode(mod.handle_line(sent[0]) or b"")
    while message["in_game"]:
        sent.append(_command(chance, message))
        message = msgspec.json.decode(mod.handle_line(sent[-1]) or b"")
        assert "error" not in message, message
    return sent


def _command(chance: random.Random, message: dict[str, object]) -> str:
    state: dict = message["game_state"]  # type: ignore[type-arg, assignment]
    words: list[str] = message["available_commands"]  # type: ignore[assignment]
    word = chance.choice(
        [one for one in words if one not in ("potion", "key", "click", "wait", "state")]
    )
    if word in ("return", "cancel") and "choose" in words:
        word = "choose"
    if word == "end" and "play" in words and chance.random() < PLAYS:
        word = "play"
    if word == "choose":
        return f"choose {chance.randrange(len(state['choice_list']))}"
    if word != "play":
        return word
    fight = state["combat_state"]
    at = chance.choice([n for n, card in enumerate(fight["hand"]) if card["is_playable"]])
    there = [
        n for n, one in enumerate(fight["monsters"]) if not (one["is_gone"] or one["half_dead"])
    ]
    return (
        f"play {at + 1} {chance.choice(there)}"
        if fight["hand"][at]["has_target"]
        else f"play {at + 1}"
    )


# --- the rules alone --------------------------------------------------------------------------


class AnswerRecorder:
    """Records the answers that the host gives to the rules."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self._apply = Match.apply

    def __enter__(self) -> AnswerRecorder:
        apply, answers = self._apply, self.answers

        def recorded(match: Match, answer: Answer) -> None:
            answers.append(answer)
            apply(match, answer)

        Match.apply = recorded  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Match.apply = self._apply  # type: ignore[method-assign]


def through_host(runs: list[list[str]]) -> int:
    """Send the commands of the runs to the host; return their number."""
    for run in runs:
        mod = Mod()
        for command in run:
            mod.handle_line(command)
    return sum(map(len, runs))


def rules_alone(runs: list[list[Answer]], commands: int) -> int:
    """Give the recorded answers to the rules; return the number of commands."""
    for number, answers in enumerate(runs):
        seed = seed_from_text(str(number + 1))  # as in the command `start`
        options = {"class": "IRONCLAD", "ascension": 0, "seed": seed, "pauses": True}
        match = game.start(0, options=options, record=False)
        for answer in answers:
            match.apply(answer)
    return commands


def with_pipes(exchanges: int = 2000) -> float:
    """Return the milliseconds to send a state to a child process and receive its answer, in a fight."""
    mod = Mod()
    for command in ("start ironclad 0 1", "choose 0", "choose 1"):
        mod.handle_line(command)
    with AgentProcess([sys.executable, "-c", ECHO]) as child:
        child.send(mod.state())
        child.receive(10)
        start = time.perf_counter()
        for _ in range(exchanges):
            child.send(mod.state())
            child.receive(10)
        return (time.perf_counter() - start) * 1000 / exchanges


def main() -> None:
    """Measure and print the table."""
    commands = random_runs(RUNS)
    answers = []
    for run in commands:
        with AnswerRecorder() as recorder:
            through_host([run])
        answers.append(recorder.answers)
    count = sum(map(len, commands))
    hosted = 1000 / rate(lambda: through_host(commands), 6.0, 6).best
    alone = 1000 / rate(lambda: rules_alone(answers, count), 3.0, 6).best
    table = Table(
        "per command", title=f"Slay the Spire: the host, {count} commands of {RUNS} random runs"
    )
    table.add_column("ms", justify="right")
    table.add_row("through the host", f"{hosted:.3f}")
    table.add_row("rules alone", f"{alone:.3f}")
    table.add_row(f"overhead (goal: {GOAL})", f"{hosted - alone:.3f}")
    table.add_row("a state to a child process and back, by the clock", f"{with_pipes():.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
