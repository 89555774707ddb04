"""Many random duels: all content is used, every prompt can be saved, every duel ends."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.core.runtime.replay import replay_entry
from turnwright.games.duel.card_definition import LIBRARY, Spell, card
from turnwright.games.duel.game import VARIANTS, game
from turnwright.testing import arrange
from turnwright.testing.exhaustive_play import exhaust


def test_every_card_has_a_text():
    assert all(spec.text for spec in LIBRARY.values())


def test_random_duels_use_every_card_effect_and_kind_of_question():
    report = exhaust(game, 250, options=VARIANTS)
    assert report.failures == []
    assert report.never == []
    kinds = {name.removeprefix("question ") for name in report.used if name.startswith("question ")}
    assert kinds >= {"choose", "choose_many", "yes_no", "menu", "order", "amount"}


def test_exhaust_reports_content_that_was_never_used():
    report = exhaust(game, 1, options=VARIANTS)
    assert report.games == 1
    assert report.never


@pytest.mark.parametrize("seed", range(2))
def test_saving_at_every_prompt_leads_to_the_same_result(seed):
    options = VARIANTS[seed + 1]
    whole = game.start(seed, options=options)
    agents = [RandomAgent(f"{seed} {seat}") for seat in (0, 1)]
    play_out(whole, agents, 4000)
    assert whole.result is not None
    match = game.start(seed, options=options)
    for entry in whole.record.entries:
        match = game.load(match.save("msgpack"))
        replay_entry(match, entry, match.version + 1, verify=True)
    assert match.hash == whole.hash


def test_a_bug_in_a_card_rolls_back_its_action_and_leaves_a_record():
    try:

        @card
        class BrokenOrb(Spell):
            """It fails after it has healed you."""

            def resolve(c):
                c.heal(c.seat, 500)
                return 1 // 0

        match = game.start(seed=5, options=VARIANTS[0])
        cards = arrange(match, {"hand:0": ["Broken Orb"]}, clear=["hand:0", "hand:1"])
        before = match.hash
        refusal = match.submit(tw.Answer(0, "activate", (cards["Broken Orb"], "resolve")))
        assert refusal.code == "rules_error"
        assert "ZeroDivisionError" in refusal.data["error"]
        assert match.hash == before
        with pytest.raises(tw.ReplayDivergence) as raised:
            game.replay(match.fault.record.to_json())
        assert raised.value.index == len(match.fault.record.entries)
        match.play(0, "end_turn")  # the duel continues
    finally:
        LIBRARY.pop("Broken Orb", None)
