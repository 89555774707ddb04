"""The line protocol: how the mod reads commands and an agent reads messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwright.bridges.commmod.line_streams import LineSplitter
from turnwright.bridges.commmod.protocol import (  # fmt: skip
    CommandError,
    decode,
    is_available,
    read_line,
    unavailable,
    whole_number,
)
from turnwright.core.errors import UnusableError


def test_a_line_is_lowercased_and_split_at_blanks():
    line = read_line("PLAY  3\t0 \r")
    assert line.words == ("play", "3", "0")
    assert str(line) == "play 3 0"
    assert read_line("choose  Golden   Idol").tail == "golden idol"


def test_blank_lines_are_ignored_but_a_leading_blank_is_an_empty_word():
    assert read_line("") is None
    assert read_line(" \t") is None
    line = read_line(" end")
    assert line.words == ("", "end")
    assert str(unavailable(line, ["end", "state"])) == (
        "Invalid command: . Possible commands: [end, state]"
    )


def test_errors_have_the_text_of_the_mod():
    line = read_line("Play x")
    assert str(unavailable(line, ["choose", "state"])) == (
        "Invalid command: play. Possible commands: [choose, state]"
    )
    with pytest.raises(CommandError, match=r'^Invalid argument x in command "play x"\.$'):
        line.number(1)
    with pytest.raises(CommandError, match=r'^Argument missing in command "choose"\. A choice is '):
        read_line("choose").need(2, " A choice is required.")
    assert str(line.out_of_bounds(7)) == 'Index 7 out of bounds in command "play x"'


def test_commands_for_the_same_button_are_synonyms():
    assert is_available("cancel", ["leave", "state"])
    assert is_available("skip", ["return"])
    assert is_available("proceed", ["confirm"])
    assert not is_available("proceed", ["cancel"])
    assert not is_available("end", ["proceed"])


def test_integers_are_parsed_as_in_java():
    assert [whole_number(text) for text in ("7", "+7", "-7", "007")] == [7, 7, -7, 7]
    for text in ("", "7.0", "1_0", "٣", "2147483648", "x", "- 7", "9" * 500):
        assert whole_number(text) is None
    assert whole_number("-2147483648") == -(1 << 31)


def test_a_message_in_windows_1252_is_decoded():
    line = '{"in_game": false, "available_commands": ["café"]}'.encode("cp1252")
    assert decode(line).available_commands == ["café"]


@given(st.binary())
def test_bytes_that_are_not_a_message_are_refused(data):
    with pytest.raises(UnusableError) as error:
        decode(b"\xff" + data)
    assert error.value.code == "bad_message"


@pytest.mark.parametrize("line", ["[]", "1", '{"in_game": 1}', '{"game_state": []}', "[" * 5000])
def test_json_that_is_not_a_message_is_refused(line):
    with pytest.raises(UnusableError):
        decode(line)


@given(st.lists(st.binary(max_size=8)))
def test_lines_are_joined_from_pieces_of_any_size(pieces):
    lines = LineSplitter()
    got = [line for piece in pieces for line in lines.feed(piece)]
    whole = b"".join(pieces).replace(b"\0", b"\n").split(b"\n")[:-1]
    assert got == [line.strip() for line in whole if line.strip()]
