"""EDN and MessagePack: values round-trip, and invalid input is refused."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.bridges.jinteki.codec import edn, msgpack_codec
from turnwright.bridges.jinteki.codec.edn import Char, Keyword, Symbol, Tagged, keyed, plain
from turnwright.core.errors import UnusableError

GAME = UUID("7b0b8a9e-7e4f-4a51-9d9e-3f1d8a6c2b10")
NAMES = st.from_regex(r"[a-z][a-z0-9?!*-]{0,8}(/[a-z][a-z0-9-]{0,5})?", fullmatch=True)
TIMES = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
LEAVES = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=8)
    | st.floats(allow_nan=False) | st.uuids() | TIMES
    | st.builds(Keyword, NAMES) | st.builds(Symbol, NAMES.filter(lambda n: n not in edn.NAMES))
    | st.builds(Char, st.sampled_from("aZ9\n\t \r")) | st.fractions(-99, 99, max_denominator=99).filter(
        lambda f: f.denominator > 1
    )
)  # fmt: skip
KEYS = st.builds(Keyword, NAMES) | st.text(max_size=4) | st.integers(0, 9) | st.uuids()
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.frozensets(KEYS, max_size=3)
    ),
    max_leaves=15,
)


@settings(deadline=None)
@given(VALUES)
def test_edn_values_round_trip(value):
    assert edn.loads(edn.dumps(value)) == value


@settings(deadline=None)
@given(VALUES)
def test_packed_values_round_trip(value):
    assert msgpack_codec.loads(msgpack_codec.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[[:chsk/handshake [nil {} true]]]", [[Keyword("chsk/handshake"), [None, {}, True]]]),
        (f'{{:gameid #uuid "{GAME}"}}', {Keyword("gameid"): GAME}),
        ('#inst "2024-05-01T12:00:00.000-00:00"', datetime(2024, 5, 1, 12, tzinfo=UTC)),
        ('#time/instant "2024-05-01T12:00:00Z"', Tagged("time/instant", "2024-05-01T12:00:00Z")),
        ('#inst "2024-05-01"', datetime(2024, 5, 1, tzinfo=UTC)),
        ("#{1 :a}", frozenset([1, Keyword("a")])),
        ("(1 2)", (1, 2)),
        ("{[1 2] 3}", {(1, 2): 3}),
        (r'"a\"\\\n\u00e9"', 'a"\\\né'),
        (r"[\a \newline \u0041 \( \\]", [Char("a"), Char("\n"), Char("A"), Char("("), Char("\\")]),
        ("[1 -2 +3 4N -0]", [1, -2, 3, 4, 0]),
        ("[1.5 2e3 1.5M 1/2]", [1.5, 2000.0, Decimal("1.5"), Fraction(1, 2)]),
        ("[##Inf ##-Inf]", [float("inf"), float("-inf")]),
        ("; a line\n [1, ,2 #_ 3 #_#_4 5] ; end", [1, 2]),
        ("[nil true false nilly]", [None, True, False, Symbol("nilly")]),
        ("[a/b / - + .x]", [Symbol("a/b"), Symbol("/"), Symbol("-"), Symbol("+"), Symbol(".x")]),
        ("#my/tag {:a 1}", Tagged("my/tag", {Keyword("a"): 1})),
    ],
)  # fmt: skip
def test_reading(text, value):
    assert edn.loads(text) == value
    assert edn.loads(edn.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "  ; nothing", "1 2", "[", "[1", "]", "[1)", "{:a}", "{:a 1 :a 2}", "#{1 1}", '"abc',
        r'"\q"', r'"\u00g1"', ":", ":a:", "::a", "1x", "01", "1/0", "##", "##What", "#", "# 1", "#uuid",
        '#uuid "x"', '#inst "yesterday"', "\\", r"\abc", "#_", "a/", "{{} 1} }", "#{{}}",
        "[" * 500 + "]" * 500,
        "#_" * 500 + "1",
    ],
)  # fmt: skip
def test_invalid_edn_is_refused(text):
    with pytest.raises(UnusableError) as refused:
        edn.loads(text)
    assert refused.value.code == "bad_edn"


@settings(deadline=None)
@given(st.text(alphabet='[]{}()#_"\\:;/ a1u,N.-', max_size=20), st.binary(max_size=30))
def test_any_input_gives_a_value_or_a_refusal(text, data):
    assert outcome(edn.loads, text) in ("a value", "bad_edn")
    assert outcome(msgpack_codec.loads, data) in ("a value", "bad_message")


def outcome(read, message):
    try:
        read(message)
    except UnusableError as refused:
        return refused.code
    return "a value"


def test_cached_keys_are_resolved():
    again = msgpack.ExtType(8, b"\x00")
    deeper = msgpack.ExtType(8, b"\x01")
    message = [{"side": {"aid": 1}}, {again: {deeper: 2}}]
    assert msgpack_codec.loads(msgpack.packb(message)) == [
        {"side": {"aid": 1}},
        {"side": {"aid": 2}},
    ]
    with pytest.raises(UnusableError):
        msgpack_codec.loads(msgpack.packb([{"side": 1}, {msgpack.ExtType(8, b"\x07"): 2}]))


def test_a_long_timestamp_and_a_local_time():
    moment = b"\xc7\x0c\xff" + (500).to_bytes(4, "big") + (86400).to_bytes(8, "big")
    assert msgpack_codec.loads(moment) == datetime(1970, 1, 2, tzinfo=UTC)
    local = Tagged(msgpack_codec.LOCAL_TAG, "2024-05-01T12:00")
    assert msgpack_codec.loads(msgpack_codec.dumps(local)) == local
    assert msgpack_codec.loads(msgpack.packb(msgpack.ExtType(77, b"x"))) == msgpack.ExtType(
        77, b"x"
    )


def test_plain_and_keyed():
    assert keyed({"a": [{"b": 1}]}) == {Keyword("a"): [{Keyword("b"): 1}]}
    told = {Keyword("lobby/list"): [Symbol("x"), Char("y"), Tagged("t", 1), (2,), GAME]}
    assert plain(told) == {"lobby/list": ["x", "y", 1, [2], GAME]}
