"""How a difference between a recording and a replay is printed."""

import pytest

from turnwright.testing.first_difference import Difference, first_difference


def shown(expected, got):
    """The two printed values of a difference, without its place."""
    text = str(Difference(3, "log[0].text", expected, got))
    assert text.isprintable(), "one line, with nothing invisible in it"
    one, two = text.removeprefix("step 3, log[0].text: expected ").split(", got ")
    return one, two


def test_a_difference_has_step_path_and_both_values():
    found = first_difference(3, {"credits": [5, 4]}, {"credits": [5, 3]})
    assert str(found) == "step 3, credits[1]: expected 4, got 3"


def test_white_space_is_kept_and_pointed_out():
    one, two = shown("search R&D  and", "search R&D and")
    assert one == '"search R&D  and"'
    assert two == '"search R&D and"; only the white space differs'


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("a\tb", "a b"),
        ("a\u00a0b", "a b"),
        ("a\nb", "a\n\nb"),
        ("a\u200bb", "ab"),
        ("Bra\u0302n", "Br\u00e2n"),
        ("Tithe", "Tithe "),
        (1, 1.0),
        (1, True),
        ("1", 1),
        ([1], (1,)),
        (float("nan"), float("nan")),
        ("x" * 400 + "a" + "y" * 400, "x" * 400 + "b" + "y" * 400),
        ("x" * 400, "x" * 401),
        ({"text": "x" * 900, "n": 1}, {"text": "x" * 900, "n": 2}),
    ],
    ids=lambda value: ascii(value)[:12],
)
def test_two_values_that_differ_never_look_alike(expected, got):
    one, two = shown(expected, got)
    if expected == expected and expected != got:
        assert one != two
    assert max(len(one), len(two)) < 340


def test_long_values_are_cut_around_the_first_difference():
    one, two = shown("x" * 400 + "a" + "y" * 400, "x" * 400 + "b" + "y" * 400)
    assert one.startswith("...")
    assert one.endswith("...")
    assert "xay" in one
    assert "xby" in two
