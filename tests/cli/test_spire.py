"""`spire bots` and `spire fight`: many runs, with the same results on any number of processes."""

import pytest
from msgspec import json

from .terminal import error, output


def played(*arguments):
    """The JSON of a command without what differs from machine to machine."""
    found = json.decode(output("spire", *arguments, "--json"))
    row = found[0] if isinstance(found, list) else found
    return {name: value for name, value in row.items() if name not in ("ms", "seconds")}


@pytest.mark.parametrize(
    "command",
    [
        ("bots", "rules", "--class", "silent", "--ascension", "3"),
        ("fight", "gremlin nob", "--class", "silent"),
    ],
    ids=["bots", "fight"],
)
def test_results_do_not_depend_on_the_number_of_processes(command):
    alone = played(*command, "--runs", "6", "--workers", "1")
    assert played(*command, "--runs", "6", "--workers", "2") == alone
    assert alone["class"] == "THE_SILENT"
    assert alone["won"]["low"] <= alone["won"]["value"] <= alone["won"]["high"]


def test_the_table_of_bots_says_who_was_played_and_how_sure_it_is():
    shown = output("spire", "bots", "random", "--runs", "3", "--ascension", "2")
    assert "IRONCLAD, ascension 2, seeds from 0" in shown
    assert "95 %" in shown
    assert "random     3" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bots", "--runs", "0"), "--runs must be from 1"),
        (("bots", "--ascension", "21"), "from 0 to 20"),
        (("bots", "--class", "bard"), "There is no character 'bard'"),
        (("bots", "nobody"), "There is no agent 'nobody'"),
        (("bots", "--workers", "0"), "at least one worker"),
        (("fight", "cultist", "--class", "bard"), "There is no character 'bard'"),
        (("fight", "nobody"), "spire fight list"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(arguments, sentence):
    assert sentence in error("spire", *arguments)
