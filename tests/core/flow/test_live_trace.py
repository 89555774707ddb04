"""Live tracing: events as they happen, hooks with their differences, conditions on every visit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import turnwright as tw
from turnwright.core.analysis.trace import FlowEvent, Trace, debuggers


class Purse(tw.State):
    """Coins by seat."""

    coins: tw.Public[list[int]] = tw.default(lambda: [2, 2])


@tw.move
def take(c: tw.Context) -> None:
    """Take a coin."""
    c.G.coins[c.seat] += 1


@tw.move
def give(c: tw.Context) -> Iterator[object]:
    """Ask whether to give a coin away."""
    picked = yield c.choose("Give a coin?", ["yes", "no"])
    if picked == "yes":
        c.G.coins[c.seat] -= 1


@tw.move
def stumble(c: tw.Context) -> None:
    """Fail after a change."""
    c.G.coins[c.seat] = 99
    raise KeyError("no such coin")


def pay_rent(c: tw.Context) -> None:
    """Pay one coin when the turn begins."""
    c.G.coins[c.turn_player] -= 1


def settle_up(c: tw.Context) -> None:
    """Change nothing."""


def has_moved(c: tw.Context) -> bool:
    """Whether a move was made in this turn."""
    return c.ctx.num_turn_moves > 0


game = tw.Game(
    "purse",
    state=Purse,
    flow={
        "phases": {
            "rent": {"start": True, "on_begin": pay_rent, "end_if": lambda c: True, "next": "act"},
            "act": {"moves": {"take": take, "give": give, "stumble": stumble},
                    "on_end": settle_up, "end_if": has_moved, "next": None},
        }
    },
)  # fmt: skip


def lines(events: list[FlowEvent]) -> list[str]:
    """The rules of the game that ran, with what they changed in G."""
    return [
        f"{e.why}: " + (", ".join(str(c) for c in e.changes if c.path.startswith("G")) or "nothing")
        for e in events
        if e.kind in ("move", "hook", "answer") and e.rule
    ]


def test_events_are_streamed_with_the_difference_each_rule_made() -> None:
    seen: list[FlowEvent] = []
    match = game.start(trace=Trace(listener=seen.append, differences=True))
    assert lines(seen) == ["pay_rent: G.coins[0]: 2 -> 1"]
    seen.clear()
    match.play(0, "take")
    assert lines(seen) == [
        "take: G.coins[0]: 1 -> 2",
        "settle_up: nothing",
        "pay_rent: G.coins[1]: 2 -> 1",
    ]
    assert next(e for e in seen if e.why == "take").rule.startswith("test_live_trace.py:")


def test_conditions_are_shown_on_every_visit() -> None:
    match = game.start(trace=True)
    for turn in range(4):
        assert match.trace is not None
        asked = [e.why for e in match.trace.events if e.kind == "condition"]
        assert asked.count("phase end_if: True") == (1 if turn == 0 else 2)
        assert asked[-1] == "phase end_if: False"
        match.trace.clear()
        match.play(turn % 2, "take")


def test_a_trace_attaches_to_a_match_in_progress_and_follows_questions() -> None:
    match = game.start()
    match.play(0, "give")
    seen: list[FlowEvent] = []
    match.flow.start_trace(listener=seen.append, differences=True)
    match.pick(0, "yes")
    assert lines(seen)[0] == "give: G.coins[0]: 1 -> 0"
    match.flow.stop_trace()
    count = len(seen)
    match.play(1, "take")
    assert len(seen) == count


def test_a_failed_input_is_shown_and_leaves_no_difference_behind() -> None:
    match = game.start()
    trace = match.flow.start_trace(differences=True)
    assert match.submit(tw.Answer(0, "stumble")) is not None
    assert [e.kind for e in trace.events] == ["move", "failed"]
    trace.clear()
    match.play(0, "take")
    assert lines(list(trace.events))[0] == "take: G.coins[0]: 1 -> 2"


@pytest.mark.parametrize(
    ("switch", "kinds"),
    [
        ("moves", {"move"}),
        ("stateTransitions", {"move", "hook"}),
        ("flow_transitions", {"transition", "hook", "condition"}),
        ("zoneOperations", set()),
    ],
)
def test_a_switch_chooses_what_is_printed(switch: str, kinds: set[str]) -> None:
    seen: list[FlowEvent] = []
    debuggers.listener = seen.append
    setattr(debuggers, switch, True)
    try:
        match = game.start()
        seen.clear()
        match.play(0, "take")
    finally:
        debuggers.listener = None
        setattr(debuggers, switch, False)
    assert {event.kind for event in seen} <= kinds
    assert bool(seen) == bool(kinds)
    assert match.trace is not None
    assert {"move"} <= {event.kind for event in match.trace.events}
    assert game.start().trace is None


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(AttributeError, match="no debugger 'flowTransition'; the debuggers are"):
        debuggers.flowTransition = True  # type: ignore[attr-defined]


def test_the_switch_prints_every_new_match() -> None:
    seen: list[FlowEvent] = []
    debuggers.listener = seen.append
    try:
        game.start().play(0, "take")
    finally:
        debuggers.listener = None
    assert "take: G.coins[0]: 1 -> 2" in lines(seen)
    assert "G.coins[0]: 1 -> 2" in "\n".join(map(str, seen))
