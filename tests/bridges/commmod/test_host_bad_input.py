"""Any input to the host is accepted, or it is refused with an error message of the mod and nothing
changes."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridges.commmod.host_client import HostClient
from turnwright.bridges.commmod.host import Mod

SENTENCES = re.compile(
    r"""Invalid\ command:\ .*\.\ Possible\ commands:\ \[[a-z, ]+\]
      | Index\ .*\ out\ of\ bounds\ in\ command\ ".*"
      | Argument\ missing\ in\ command\ ".*"\.
        (\ A\ choice\ is\ required\.|\ Selected\ potion\ requires\ a\ target\.)?
      | Invalid\ argument\ .*\ in\ command\ ".*"\.
      | Potion\ index\ out\ of\ bounds\.
      | No\ potion\ in\ the\ selected\ slot\.
      | Selected\ potion\ cannot\ be\ (used|discarded)\.
      | Selected\ card\ cannot\ be\ played\ with\ the\ selected\ target\.
      | Selected\ card\ requires\ an\ enemy\ target\.""",
    re.VERBOSE | re.DOTALL,
)

WORDS = st.sampled_from((
    "start", "play", "end", "potion", "choose", "proceed", "confirm", "skip", "cancel", "return",
    "leave", "key", "click", "wait", "state", "use", "discard", "ironclad", "silent", "talk", "shop",
    "boss", "bash", "strike", "purge", "left", "right", "map", "deck", "end_turn", "x=3",
))  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-3, 12).map(str),
    st.integers().map(str),
    st.sampled_from(["+1", "--1", "1.5", "1e3", "\u0661", "0x1", "2147483648", "-0", "nan", "1_0"]),
)
ANYTHING = st.text(max_size=12)
COMMANDS = st.lists(st.one_of(WORDS, NUMBERS, ANYTHING), max_size=5).map(" ".join)


@cache
def commands_to() -> dict[str, list[str]]:
    """The commands that lead to a state of every kind."""
    return {
        "menu": [],
        "talk": ["start ironclad 0 ABE"],
        "offers": ["start ironclad 0 ABE", "choose 0"],
        "grid": ["start ironclad 0 ABE", "choose 0", "choose 0"],
        "confirm": ["start ironclad 0 ABE", "choose 0", "choose 0", "choose 3"],
        "map": ["start ironclad 0 ABE", "choose 0", "choose 1", "choose 0"],
        "fight": ["start ironclad 0 ABE", "choose 0", "choose 1", "choose 0", "choose 0"],
    }


def mod_at(place: str) -> Mod:
    mod = Mod()
    for command in commands_to()[place]:
        mod.handle_line(command)
    return mod


@given(place=st.sampled_from(sorted(commands_to())), command=COMMANDS)
@settings(max_examples=300, deadline=None)
def test_any_command_in_any_state_is_accepted_or_refused(place: str, command: str) -> None:
    mod = mod_at(place)
    before = mod.state()
    answer = mod.handle_line(command)
    if answer is None:
        assert not command.strip(" \t\n\x0b\f\r")
        assert mod.state() == before
        return
    message = msgspec.json.decode(answer)
    if "error" in message:
        assert SENTENCES.fullmatch(message["error"]), message
        assert message["ready_for_command"] is True
        assert mod.state() == before
    else:
        assert message["ready_for_command"] is True
        assert answer == mod.state()


@given(commands=st.lists(COMMANDS, max_size=12), chance=st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_refused_commands_do_not_affect_later_moves(commands: list[str], chance: object) -> None:
    """The same moves lead to the same state, whatever was refused in between."""
    plain, disturbed = mod_at("fight"), mod_at("fight")
    for command in commands:
        answer = msgspec.json.decode(disturbed.handle_line(command) or b"{}")
        if "error" not in answer and answer:
            plain.handle_line(command)
    assert plain.state() == disturbed.state() or disturbed.session is None


def test_a_failed_start_stays_in_the_menu() -> None:
    client = HostClient("")
    for command in (
        "start",
        "start x",
        "start ironclad 99",
        "start ironclad 0 !",
        "start ironclad a",
    ):
        client.refused(command)
    assert client.message["in_game"] is False
    assert client.send("start ironclad 0 A")["in_game"]
