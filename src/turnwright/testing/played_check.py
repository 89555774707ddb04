"""A check that plays: random matches, and what they show about the rules.

The linter reads the flow; this plays it. It reports errors in the rules with the record that reproduces
them, matches that do not end, and places, moves and results that never occur.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.agents import RandomAgent
from turnwright.core.analysis.graph import graph_of, is_within
from turnwright.core.analysis.lint import Problem
from turnwright.core.analysis.returned_seats import wrong_seats
from turnwright.core.analysis.static_analysis import mentions
from turnwright.core.definition.game import Game
from turnwright.core.errors import Refused
from turnwright.core.runtime.match import Match

from .match_failures import FailureGroups, MatchFailure
from .rule_values import (
    ask_views,
    check_arguments,
    not_repeated,
    not_saved,
    shared_twice,
    unnamed_cards,
    wrong_types,
)

REPEATED = 5  # so many of the first matches are played again from their records
SAVED = 100  # the first match is saved and loaded after each of so many inputs
ENOUGH_ENDLESS = 20  # without any result after so many matches, no more are played
ENDS = {"win", "lose", "draw", "end_game", "eliminate", "game_over", "concede", "end_if"}


class PlayedCheck(msgspec.Struct):
    """What was seen in the matches that were played."""

    matches: int = 0
    finished: int = 0
    inputs: int = 0
    problems: list[Problem] = []
    failures: list[MatchFailure] = []


def play_and_check(
    game: Game,
    matches: int = 200,
    *,
    seconds: float = 20.0,
    limit: int = 3000,
    options: Sequence[Mapping[str, Any]] = ({},),
    on_match: Callable[[int], None] | None = None,
    before_input: Callable[[], None] | None = None,
) -> PlayedCheck:
    """Play random matches, for at most `seconds` of CPU time, and report what is wrong or missing.

    A match that has no result after `limit` inputs counts as one that does not end. `before_input` may
    start a clock that interrupts rules which do not return.
    """
    observed = _Observed(game, before_input)
    report, started = PlayedCheck(), time.process_time()
    for number in range(matches):
        is_endless = not observed.finished and observed.endless >= ENOUGH_ENDLESS
        is_late = number and time.process_time() - started > seconds
        if is_endless or is_late or observed.failures.has_interrupted:
            break
        seats = game.seats[number % len(game.seats)]
        observed.play(number, seats, options[number % len(options)], limit)
        report.matches += 1
        if on_match is not None:
            on_match(report.matches)
    report.finished, report.inputs = observed.finished, observed.inputs
    report.failures = observed.failures.failures
    report.problems = observed.problems(report.matches, limit)
    return report


class _Observed:
    """What the matches of one check have shown so far."""

    def __init__(self, game: Game, before_input: Callable[[], None] | None = None) -> None:
        self.game = game
        self.before_input = before_input or (lambda: None)
        self.odd: dict[str, Problem] = {}  # by their codes
        self.failures = FailureGroups()
        self.finished = self.inputs = 0
        self.places: set[str] = set()
        self.legal: set[str] = set()
        self.winners: set[int] = set()
        self.seats: set[int] = set()
        self.draws = 0
        self.loops: Counter[str] = Counter()
        self.stuck: Counter[str] = Counter()

    def play(self, seed: int, seats: int, options: Mapping[str, Any], limit: int) -> None:
        """Play one match to its end, to a failure, or for `limit` inputs."""
        self.before_input()
        try:
            match = self.game.start(seed, seats, options=options, trace=True)
        except Exception as error:
            self.failures.add(error, seed)
            return
        agent = RandomAgent(seed)
        try:
            if seed < REPEATED:
                ask_views(match)
            for _ in range(limit):
                if match.result is not None:
                    break
                if not self._step(match, agent, seed):
                    return
            else:
                self.loops[describe_loop(match)] += 1
                return
        except Exception as error:  # raised while prompts were made
            self.failures.add(wrong_seats(match) or error, seed, match.record)
            return
        finally:
            if match.trace is not None:
                self.places |= match.trace.places
            self.inputs += match.version
        if seed < REPEATED:
            self._repeat(match)
        self.finished += 1
        self.seats |= set(match.ctx.player_order)
        self.winners |= set(match.result.winners)
        self.draws += not match.result.winners and not match.result.losers

    def _step(self, match: Match, agent: RandomAgent, seed: int) -> bool:
        """Make one input; False if the match cannot go on."""
        self.before_input()
        before = match.hash if seed < REPEATED else ""
        prompts = [prompt for prompt in match.prompts if prompt.options or prompt.kind != "move"]
        if not prompts:
            self.stuck[match.ctx.place] += 1
            return False
        for prompt in prompts:
            self.legal |= {option.move for option in prompt.options if option.move}
            check_arguments(match, prompt)
            self._note(unnamed_cards(match, prompt.seat))
        if before and match.hash != before:
            sentence = f"Listing the moves at {match.ctx.place} changes the state."
            hint = "Conditions, domains and labels only read: change the state in a move or a hook."
            self.odd.setdefault("impure", Problem("error", "impure", "", sentence, hint))
        refusal = match.submit(agent.decide(prompts[0], match))
        if refusal is None:
            if seed == 0 and match.version <= SAVED and "not_saved" not in self.odd:
                self._note(not_saved(match))
            return True
        fault = match.fault
        if fault is not None:
            self.failures.add(wrong_seats(match) or fault.error, seed, fault.record)
        else:
            self.failures.add(Refused(refusal), seed, match.record)
        return False

    def _repeat(self, match: Match) -> None:
        """Check that the record leads to the same state, and that the state is of its types."""
        found = wrong_types(match) or shared_twice(match) or not_saved(match)
        self._note(found or not_repeated(match))

    def _note(self, found: Problem | None) -> None:
        """Keep the first problem of every kind."""
        if found is not None:
            self.odd.setdefault(found.code, found)

    @property
    def endless(self) -> int:
        """How many matches had no result."""
        return sum(self.loops.values())

    def problems(self, played: int, limit: int) -> list[Problem]:
        """Return what the matches show to be wrong, and what they never showed."""
        found = [
            Problem(
                "error",
                "fails",
                rule_of(failure),
                f"{failure}",
                f"{failure.hint} The match with seed {failure.seed} shows it.".strip(),
            )
            for failure in self.failures.failures
        ]
        found += self.odd.values()
        for place, count in self.stuck.most_common():
            sentence = f"Nobody can act here ({count} of {played} matches), and there is no result."
            found.append(Problem("error", "nobody_acts", place, sentence))
        found += self._endings(played, limit)
        if self.finished or self.endless:
            found += self._never_seen(played)
        if self.finished:
            found += self._never_won(played)
        return found

    def _endings(self, played: int, limit: int) -> list[Problem]:
        endless = self.endless
        if not endless:
            return []
        loop = self.loops.most_common(1)[0][0]
        hint = f"It repeats {loop}." if loop else ""
        if self.finished:
            sentence = f"{endless} of {played} matches have no result after {limit} inputs."
            return [Problem("warning", "does_not_end", "", sentence, hint)]
        ends = ", ".join(sorted(ENDS & self._mentioned()))
        why = (
            f"none came to the rules with {ends}"
            if ends
            else "no rule calls c.win, c.lose or c.draw"
        )
        sentence = f"No match ended within {limit} inputs: {why}."
        return [Problem("error", "cannot_end", "", sentence, hint)]

    def _mentioned(self) -> set[str]:
        """The names that the rules of the game mention."""
        from turnwright.core.analysis.rule_mistakes import rules_of_game

        game, found = self.game, set[str]()
        if game.flow.end_if is not None:
            found.add("end_if")
        for _, rule in rules_of_game(game, game.compiled_flow):
            for said in mentions(rule, game.context):
                found |= said.names
        return found

    def _never_seen(self, played: int) -> list[Problem]:
        game, found = self.game, []
        for node in graph_of(game).nodes:
            if not any(is_within(place, node.path) for place in self.places):
                sentence = f"No match came to this {node.level} ({played} matches)."
                found.append(Problem("note", "never_reached", node.path, sentence))
        for name, move in game.all_moves.items():
            if move.by != "anyone" and name not in self.legal:
                sentence = f"Move {name!r} was never legal ({played} matches)."
                found.append(Problem("warning", "never_legal", "", sentence))
        return found

    def _never_won(self, played: int) -> list[Problem]:
        found = []
        losing = sorted(self.seats - self.winners)
        if self.winners and losing:
            who = ", ".join(map(str, losing))
            sentence = f"Seat {who} never won ({self.finished} results of random play)."
            found.append(Problem("note", "never_won", "", sentence))
        if not self.winners and len(self.seats) > 1:
            found.append(Problem("warning", "never_won", "", "Nobody ever won."))
        if not self.draws and "draw" in self._mentioned():
            sentence = f"No match was a draw, although a rule calls c.draw ({played} matches)."
            found.append(Problem("note", "never_drawn", "", sentence))
        return found


def rule_of(failure: MatchFailure) -> str:
    """The move that failed, if its sentence does not name a rule."""
    entries = [] if failure.record is None else failure.record.entries
    move = entries[-1].move if entries else ""
    return f"move {move!r}" if move and f"move {move!r}" not in failure.sentence else ""


def describe_loop(match: Match) -> str:
    """The moves that the end of an endless match repeats, or its last ones."""
    steps = [f"{entry.move or 'an answer'} at {entry.at}" for entry in match.record.entries[-60:]]
    for length in range(1, 21):
        if steps[-length:] == steps[-2 * length : -length]:
            return " -> ".join(steps[-length:])
    most = Counter(steps).most_common(3)
    return ", ".join(f"{step} ({count} of the last {len(steps)} inputs)" for step, count in most)
