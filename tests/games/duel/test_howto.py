"""The code of docs/howto/add-a-card.md works as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import turnwright as tw
import turnwright.games.duel.game  # all other cards
from turnwright.games.duel.card_definition import LIBRARY, Monster, read_card

HOWTO = Path(__file__).parents[3] / "docs" / "howto" / "add-a-card.md"


def test_a_card_is_added_as_the_guide_says():
    known = set(LIBRARY)
    space: dict[str, object] = {"__name__": "howto"}
    try:
        for code in re.findall(r"```python\n(.*?)```", HOWTO.read_text(), re.DOTALL):
            exec(compile(code, HOWTO.name, "exec", dont_inherit=True), space)
        assert set(LIBRARY) - known == {"Lantern Keeper"}
        match = space["match"]
        assert match.game.replay(match.record.to_json()).hash == match.hash
    finally:
        LIBRARY.pop("Lantern Keeper", None)


def test_an_unknown_field_is_reported_with_the_name_of_the_card():
    class LanternKeeper(Monster):
        """It glows."""

        atack, defense, level = 1300, 1600, 4

    with pytest.raises(tw.DefinitionError) as raised:
        read_card(LanternKeeper)
    assert str(raised.value).startswith("Lantern Keeper: unknown field 'atack'")


def test_all_problems_of_a_card_are_reported_together():
    class Mess(Monster):
        level, color = 99, "red"

    with pytest.raises(tw.DefinitionError) as raised:
        read_card(Mess)
    assert len(raised.value.problems) == 3  # no text, no such level, no such field
