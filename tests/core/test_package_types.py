"""An unknown name of the package is a type error, although some names are imported on first use."""

from tests.type_checking import type_errors

SCRIPT = """
import turnwright as tw

game = tw.Game("counter")
match: tw.Match = game.start()
broken = tw.Gmae("counter")
"""


def test_the_type_checker_finds_a_misspelled_name_of_the_package(tmp_path):
    [error] = type_errors(SCRIPT, tmp_path)
    assert 'Module has no attribute "Gmae"' in error
