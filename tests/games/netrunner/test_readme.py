"""The README: its example runs, and its table lists every card."""

import re
from pathlib import Path

from turnwright.games.netrunner import game
from turnwright.games.netrunner.card_facts import BLANKS, card_facts

README = (Path(game.__file__).parent / "README.md").read_text("utf-8")


def test_the_example_plays_a_game():
    space = {"__name__": "readme"}
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec", dont_inherit=True), space)
    assert space["match"].result.winners in ((0,), (1,))


def test_every_card_is_in_the_table_of_what_is_covered():
    rows = re.findall(r"^\| (\d{5}) \| (.+?) \|", README, re.MULTILINE)
    own = [one for one in card_facts().values() if not one.pack and one.title not in BLANKS]
    assert dict(rows) == {one.code: one.title for one in own}
