"""Benchmarks of the core: counter and duel40, with checked answers."""

from __future__ import annotations

import statistics
import subprocess
import sys

from turnwright import Answer
from turnwright.games.counter.game import game as counter
from turnwright.games.duel40.game import game as duel40

from .measure import Rate, rate


def play_counter(record: bool) -> int:
    match = counter.start(record=record)
    for _ in range(200):
        match.submit(Answer(0, "inc"))
    assert match.G.count == 200
    return 200


def play_duel40(record: bool) -> int:
    """Play a whole game: every turn plays the first card in hand and passes."""
    match = duel40.start(record=record)
    ctx, moves = match.ctx, 0
    while not ctx.game_over:
        seat = ctx.turn_player_pos
        match.submit(Answer(seat, "playCard", (0,)))
        match.submit(Answer(seat, "pass"))
        moves += 2
    players = match.G.players
    assert (moves, ctx.num_player_turns, ctx.winner) == (140, 70, 1)
    assert [(p.life, len(p.board), len(p.hand), len(p.deck)) for p in players] == [
        (895, 35, 5, 0)
    ] * 2
    return moves


def clone_duel40(record: bool, seconds: float) -> Rate:
    """Clone a match halfway through."""
    match = duel40.start(record=record)
    for _ in range(35):
        seat = match.ctx.turn_player
        match.play(seat, "playCard", 0)
        match.play(seat, "pass")

    def clones() -> int:
        for _ in range(200):
            match.clone()
        return 200

    return rate(clones, seconds)


def import_milliseconds() -> float:
    """The time of `import turnwright` in a new interpreter, without the start of the interpreter."""

    def cpu(code: str) -> float:
        script = f"import time; t = time.process_time()\n{code}\nprint(time.process_time() - t)"
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        return float(run.stdout)

    return 1000 * statistics.median(cpu("import turnwright") for _ in range(7))


def run(seconds: float = 2.0) -> dict[str, Rate]:
    """Measure every row for so many seconds of CPU time."""
    return {
        "counter, moves": rate(lambda: play_counter(record=False), seconds),
        "counter, moves, recorded": rate(lambda: play_counter(record=True), seconds),
        "duel40, moves": rate(lambda: play_duel40(record=False), seconds),
        "duel40, moves, recorded": rate(lambda: play_duel40(record=True), seconds),
        "duel40, clones": clone_duel40(False, seconds),
        "duel40, clones, recorded": clone_duel40(True, seconds),
    }
