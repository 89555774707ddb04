"""The cards of Tide, as they are played."""

from __future__ import annotations

from typing import Any

import pytest

import turnwright as tw
from tests.games.duel.duel_setup import (
    asked,
    duel,
    life,
    moves,
    names,
    reload,
    respond,
    set_card,
    set_monster,
    zone_of,
)
from turnwright.games.duel.card_definition import LIBRARY


def battle(match: tw.Match, attacker: int, target: int | str = "direct") -> None:
    match.play(0, "to_battle")
    match.play(0, "attack", attacker, target)


def refused(match: tw.Match, seat: int, *picks: Any) -> str:
    """Submit an illegal answer and return the code of the refusal."""
    refusal = match.submit(tw.Answer(seat, picks=tuple(str(pick) for pick in picks)))
    assert refusal is not None
    return refusal.code


def text_of(match: tw.Match, seat: int) -> str:
    """Everything that a seat sees, including its prompt."""
    return repr(match.view(seat))


DEPTHS = ["Fog Heron", "Fog Heron", "Riptide Eel", "Salt Warden", "Siren Song", "Ember Lancer"]


def chart(*hand: str) -> tuple[tw.Match, dict[str, int]]:
    match, cards = duel({"hand:0": ["Chart the Depths", *hand], "deck:0": DEPTHS}, clear=["deck:0"])
    match.play(0, "activate", cards["Chart the Depths"], "resolve")
    return match, cards


def test_the_attack_of_tide_monsters_is_limited_by_their_level() -> None:
    for spec in [spec for spec in LIBRARY.values() if spec.faction == "Tide"]:
        limit = 1900 if spec.level <= 4 else 2400 if spec.level <= 6 else 3000
        assert spec.attack <= limit, spec.name


# --- monsters ---------------------------------------------------------------------------------------


def test_echo_shell_draws_a_card_in_the_opponents_turn() -> None:
    match, cards = duel({"monsters:0": ["Fog Heron"], "monsters:1": ["Echo Shell"]})
    battle(match, cards["Fog Heron"], cards["Echo Shell"])
    assert names(match, "grave:1") == ["Echo Shell"]
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [0, 1]


def test_echo_shells_destroyed_together_are_ordered_by_their_owner() -> None:
    match, _ = chart("Echo Shell", "Echo Shell", "Pearl Diver")
    shells = match.ctx.zones["hand:0"][:2]
    match.pick(0, *asked(match)[2])
    match.pick(0, *shells)
    assert asked(match) == (0, "trigger_order", [0, 1])
    match = reload(match)
    assert refused(match, 0, 1) == "wrong_count"
    match.pick(0, 1, 0)
    assert match.is_resting
    assert len(match.ctx.zones["hand:0"]) == 3 + 2


def test_discarding_both_triggers_echo_shell_and_optionally_pearl_diver() -> None:
    match, cards = chart("Echo Shell", "Pearl Diver")
    match.pick(0, *asked(match)[2])
    match.pick(0, cards["Echo Shell"], cards["Pearl Diver"])
    # Mandatory and optional triggers are different groups, so there is no question for an order.
    assert asked(match)[:2] == (0, "use")
    match.pick(0, "no")
    assert len(match.ctx.zones["hand:0"]) == 2 + 1


def test_triggers_of_both_sides_go_on_one_chain_and_their_owners_order_them() -> None:
    match, cards = duel(
        {
            "hand:0": ["Siren Song", "Deep Leviathan"],
            "monsters:0": ["Echo Shell"],
            "monsters:1": ["Echo Shell", "Fog Heron"],
        }
    )
    own, foes = match.ctx.zones["monsters:0"][0], match.ctx.zones["monsters:1"][0]
    match.play(0, "activate", cards["Siren Song"], "resolve")
    match.pick(0, foes)
    match.play(0, "normal_summon", cards["Deep Leviathan"])
    match.pick(0, own, foes)
    assert asked(match) == (0, "trigger_order", [0, 1])
    match = reload(match)
    match.pick(0, 0, 1)
    assert match.is_resting
    assert len(match.ctx.zones["hand:0"]) == 1
    assert len(match.ctx.zones["hand:1"]) == 1 + 1  # the heron, and what the other shell drew


def test_the_turn_player_is_asked_first_about_optional_triggers() -> None:
    match, _ = duel({"monsters:0": ["Pearl Diver"], "monsters:1": ["Pearl Diver"]})
    battle(match, match.ctx.zones["monsters:0"][0], match.ctx.zones["monsters:1"][0])
    assert asked(match)[:2] == (0, "use")
    match.pick(0, "no")
    assert asked(match)[:2] == (1, "use")
    match.pick(1, "no")
    assert match.is_resting


def test_echo_shell_triggers_when_discarded_to_the_hand_limit() -> None:
    match, cards = duel({"hand:0": ["Echo Shell", *["Fog Heron"] * 7]})
    match.play(0, "end_turn")
    match.pick(0, cards["Echo Shell"])
    assert len(match.ctx.zones["hand:0"]) == 7 + 1


def test_tidepool_reader_puts_the_top_three_back_in_any_order() -> None:
    deck = ["Echo Shell", "Salt Warden", "Fog Heron", "Riptide Eel"]
    match, cards = duel({"hand:0": ["Tidepool Reader"], "deck:0": deck}, clear=["deck:0"])
    match.play(0, "normal_summon", cards["Tidepool Reader"])
    top = [cards["Riptide Eel"], cards["Fog Heron"], cards["Salt Warden"]]
    assert asked(match) == (0, "", top)
    assert "Salt Warden" in text_of(match, 0)
    assert "Salt Warden" not in text_of(match, 1)
    match = reload(match)
    match.pick(0, cards["Salt Warden"], cards["Riptide Eel"], cards["Fog Heron"])
    assert names(match, "deck:0") == ["Echo Shell", "Fog Heron", "Riptide Eel", "Salt Warden"]
    assert match.undo() is None  # the ordering can be undone,
    assert match.undo() is not None  # but the cards were seen


def test_tidepool_reader_handles_small_and_empty_decks() -> None:
    match, cards = duel({"hand:0": ["Tidepool Reader"], "deck:0": ["Echo Shell"]}, clear=["deck:0"])
    match.play(0, "normal_summon", cards["Tidepool Reader"])
    assert asked(match)[2] == [cards["Echo Shell"]]
    match, cards = duel({"hand:0": ["Tidepool Reader"]}, clear=["deck:0"])
    match.play(0, "normal_summon", cards["Tidepool Reader"])
    assert match.is_resting


def test_drowned_oracle_puts_a_card_of_the_opponents_hand_under_the_deck() -> None:
    match, cards = duel(
        {"monsters:0": [set_monster("Drowned Oracle")], "hand:1": ["Siren Song", "Salt Warden"]}
    )
    match.play(0, "flip_summon", cards["Drowned Oracle"])
    assert "Siren Song" in text_of(match, 0)
    match.pick(0, cards["Salt Warden"])
    assert names(match, "hand:1") == ["Siren Song"]
    assert names(match, "deck:1")[0] == "Salt Warden"
    # A card that was seen cannot be recognised by its id when it is set later.
    assert cards["Siren Song"] not in match.ctx.cards
    assert "Siren Song" not in text_of(match, 0)


def test_drowned_oracle_triggers_even_when_it_is_destroyed() -> None:
    match, cards = duel(
        {
            "monsters:0": ["Salt Warden"],
            "hand:0": ["Echo Shell"],
            "monsters:1": [set_monster("Drowned Oracle")],
        }
    )
    battle(match, cards["Salt Warden"], cards["Drowned Oracle"])
    assert zone_of(match, cards["Drowned Oracle"]) == "grave:1"
    assert asked(match) == (1, "", [cards["Echo Shell"]])
    match = reload(match)
    match.pick(1, cards["Echo Shell"])
    assert names(match, "deck:0")[0] == "Echo Shell"


def test_drowned_oracle_asks_nothing_if_the_hand_is_empty() -> None:
    match, cards = duel({"monsters:0": [set_monster("Drowned Oracle")]})
    match.play(0, "flip_summon", cards["Drowned Oracle"])
    assert match.is_resting


def diver_falls(deck: list[str]) -> tuple[tw.Match, dict[str, int]]:
    match, cards = duel(
        {"monsters:0": ["Salt Warden"], "deck:1": deck, "monsters:1": ["Pearl Diver"]},
        clear=["deck:1"],
    )
    battle(match, cards["Salt Warden"], cards["Pearl Diver"])
    return match, cards


def test_pearl_diver_searches_in_the_opponents_turn() -> None:
    match, cards = diver_falls(["Deep Leviathan", "Ember Lancer", "Fog Heron", "Siren Song"])
    assert asked(match)[:2] == (1, "use")
    match = reload(match)
    match.pick(1, "yes")
    assert asked(match) == (1, "search", [cards["Fog Heron"]])
    assert "Fog Heron" not in text_of(match, 0)
    match.pick(1, cards["Fog Heron"])
    assert names(match, "hand:1") == ["Fog Heron"]


def test_pearl_diver_may_decline() -> None:
    match, _ = diver_falls(["Fog Heron"])
    match.pick(1, "no")
    assert names(match, "hand:1") == []
    assert match.is_resting


def test_pearl_diver_never_finds_another_pearl_diver() -> None:
    match, _ = diver_falls(["Pearl Diver", "Siren Song"])
    match.pick(1, "yes")
    assert match.is_resting
    assert names(match, "hand:1") == []


def test_pearl_diver_is_limited_to_once_per_turn_by_name() -> None:
    match, cards = duel(
        {
            "hand:0": ["Chart the Depths", "Pearl Diver", "Pearl Diver"],
            "deck:0": ["Fog Heron", "Riptide Eel", "Harbor Caller", "Echo Shell"],
        },
        clear=["deck:0"],
    )
    first, second = match.ctx.zones["hand:0"][1:]
    match.play(0, "activate", cards["Chart the Depths"], "resolve")
    match.pick(0, cards["Fog Heron"], cards["Riptide Eel"])
    match.pick(0, first, second)
    seat, question, order = asked(match)
    assert (seat, question, len(order)) == (0, "trigger_order", 2)
    match.pick(0, *order)
    match.pick(0, "yes")
    assert asked(match)[1] == "search"  # no second question "use"
    match.pick(0, cards["Echo Shell"])
    assert match.is_resting


def call(hand: list[str]) -> tuple[tw.Match, dict[str, int]]:
    match, cards = duel({"hand:0": ["Harbor Caller", *hand]})
    match.play(0, "normal_summon", cards["Harbor Caller"])
    return match, cards


def test_harbor_caller_asks_whether_which_and_in_which_position() -> None:
    match, cards = call(["Echo Shell", "Tidepool Reader", "Fog Heron"])
    assert asked(match)[:2] == (0, "use")
    match = reload(match)
    match.pick(0, "yes")
    assert asked(match)[2] == [cards["Echo Shell"], cards["Tidepool Reader"]]
    assert refused(match, 0, cards["Fog Heron"]) == "unknown_option"
    match = reload(match)
    match.pick(0, cards["Echo Shell"])
    assert asked(match)[1] == "position"
    match = reload(match)
    match.pick(0, "defense")
    shell = match.ctx.cards[cards["Echo Shell"]]
    assert (zone_of(match, shell.id), shell.position) == ("monsters:0", "defense")
    assert sorted(names(match, "hand:0")) == ["Fog Heron", "Tidepool Reader"]


def test_harbor_caller_may_decline() -> None:
    match, _ = call(["Echo Shell"])
    match.pick(0, "no")
    assert names(match, "monsters:0") == ["Harbor Caller"]


def test_harbor_caller_also_asks_without_a_monster_so_that_asking_tells_nothing() -> None:
    match, _ = call(["Fog Heron", "Siren Song"])
    assert asked(match)[:2] == (0, "use")
    match.pick(0, "yes")
    assert match.is_resting
    assert names(match, "monsters:0") == ["Harbor Caller"]


def test_harbor_caller_asks_nothing_without_cards_or_room() -> None:
    match, _ = call([])
    assert match.is_resting
    match, cards = duel(
        {"hand:0": ["Harbor Caller", "Echo Shell"], "monsters:0": ["Fog Heron"] * 4}
    )
    match.play(0, "normal_summon", cards["Harbor Caller"])
    assert match.is_resting


def test_riptide_eel_returns_a_monster_for_a_discard_once_a_turn() -> None:
    match, cards = duel(
        {
            "monsters:0": ["Riptide Eel"],
            "hand:0": ["Rising Water", "Siren Song"],
            "monsters:1": ["Salt Warden", set_monster("Drowned Oracle"), "Fog Heron"],
        }
    )
    match.play(0, "activate", cards["Riptide Eel"], "pull")
    assert asked(match)[1] == "cost"
    match = reload(match)
    match.pick(0, cards["Siren Song"])
    # It counts neither itself nor face-down monsters.
    assert asked(match) == (0, "target", [cards["Salt Warden"], cards["Fog Heron"]])
    match = reload(match)
    match.pick(0, cards["Salt Warden"])
    assert names(match, "hand:1") == ["Salt Warden"]
    assert cards["Salt Warden"] not in match.ctx.cards  # in the hand it has a new id
    assert names(match, "grave:0") == ["Siren Song"]
    assert names(match, "hand:0") == ["Rising Water"]
    assert (cards["Riptide Eel"], "pull") not in moves(match, "activate")


def test_riptide_eel_needs_a_card_to_discard() -> None:
    match, cards = duel({"monsters:0": ["Riptide Eel"], "monsters:1": ["Salt Warden"]})
    assert (cards["Riptide Eel"], "pull") not in moves(match, "activate")


def test_riptide_eel_responds_in_the_opponents_turn() -> None:
    match, cards = duel(
        {
            "monsters:1": ["Riptide Eel"],
            "hand:1": ["Echo Shell"],
            "monsters:0": ["Salt Warden"],
        }
    )
    battle(match, cards["Salt Warden"], cards["Riptide Eel"])
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    match.pick(1, cards["Echo Shell"])
    match.pick(1, cards["Salt Warden"])
    assert names(match, "hand:0") == ["Salt Warden"]
    assert names(match, "monsters:1") == ["Riptide Eel"]
    assert len(match.ctx.zones["hand:1"]) == 1  # what the shell drew
    assert life(match, 1) == 8000


def test_fog_heron_returns_to_the_hand_and_negates_the_attack() -> None:
    match, cards = duel({"monsters:0": ["Salt Warden"], "monsters:1": ["Fog Heron"]})
    battle(match, cards["Salt Warden"], cards["Fog Heron"])
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    assert names(match, "hand:1") == ["Fog Heron"]
    assert life(match, 1) == 8000
    assert moves(match, "attack") == []  # the attack is spent


def test_fog_heron_is_optional_and_does_not_respond_to_its_own_side() -> None:
    match, cards = duel({"monsters:0": ["Salt Warden"], "monsters:1": ["Fog Heron"]})
    battle(match, cards["Salt Warden"], cards["Fog Heron"])
    match.pick(1)
    assert names(match, "grave:1") == ["Fog Heron"]
    assert life(match, 1) == 8000 - (2300 - 1700)
    match, cards = duel({"monsters:0": ["Salt Warden", "Fog Heron"]})
    battle(match, cards["Salt Warden"])
    assert life(match, 1) == 8000 - 2300


def test_salt_warden_lets_the_opponent_choose_which_monster_returns() -> None:
    match, cards = duel(
        {
            "hand:0": ["Salt Warden"],
            "monsters:0": ["Harbor Caller"],
            "monsters:1": ["Fog Heron", set_monster("Drowned Oracle")],
        }
    )
    match.play(0, "normal_summon", cards["Salt Warden"])
    match.pick(0, cards["Harbor Caller"])
    assert asked(match) == (1, "", [cards["Fog Heron"], cards["Drowned Oracle"]])
    assert "Drowned Oracle" in text_of(match, 1)
    assert "Drowned Oracle" not in text_of(match, 0)
    match = reload(match)
    assert refused(match, 0, cards["Fog Heron"]) == "not_asked"
    match.pick(1, cards["Drowned Oracle"])
    assert names(match, "hand:1") == ["Drowned Oracle"]
    assert names(match, "monsters:1") == ["Fog Heron"]


def test_salt_warden_does_nothing_to_an_empty_side() -> None:
    match, cards = duel({"hand:0": ["Salt Warden"], "monsters:0": ["Fog Heron"]})
    match.play(0, "normal_summon", cards["Salt Warden"])
    match.pick(0, cards["Fog Heron"])
    assert match.is_resting


def test_deep_leviathan_returns_all_other_monsters() -> None:
    match, cards = duel(
        {
            "hand:0": ["Deep Leviathan"],
            "monsters:0": ["Fog Heron", "Harbor Caller", "Riptide Eel"],
            "monsters:1": ["Salt Warden", set_monster("Drowned Oracle")],
        }
    )
    match.play(0, "normal_summon", cards["Deep Leviathan"])
    match.pick(0, cards["Fog Heron"], cards["Harbor Caller"])
    assert names(match, "monsters:0") == ["Deep Leviathan"]
    assert names(match, "hand:0") == ["Riptide Eel"]
    assert names(match, "hand:1") == ["Salt Warden", "Drowned Oracle"]


# --- spells -----------------------------------------------------------------------------------------


def test_rising_water_draws_two_and_returns_one_once_a_turn() -> None:
    match, cards = duel(
        {"hand:0": ["Rising Water", "Rising Water"], "deck:0": ["Fog Heron", "Echo Shell"]},
        clear=["deck:0"],
    )
    first, second = match.ctx.zones["hand:0"]
    match.play(0, "activate", first, "resolve")
    assert set(asked(match)[2]) == {second, cards["Fog Heron"], cards["Echo Shell"]}
    match = reload(match)
    match.pick(0, cards["Fog Heron"])
    assert names(match, "deck:0") == ["Fog Heron"]
    assert sorted(names(match, "hand:0")) == ["Echo Shell", "Rising Water"]
    assert names(match, "grave:0") == ["Rising Water"]
    assert (second, "resolve") not in moves(match, "activate")


def test_rising_water_loses_with_too_few_cards_left() -> None:
    match, cards = duel({"hand:0": ["Rising Water"], "deck:0": ["Echo Shell"]}, clear=["deck:0"])
    match.play(0, "activate", cards["Rising Water"], "resolve")
    assert match.result is not None
    assert match.result.winner == 1


def test_no_question_is_asked_once_the_duel_is_over() -> None:
    match, cards = duel({"hand:0": ["Rising Water"], "deck:0": ["Echo Shell"]}, clear=["deck:0"])
    match.play(0, "activate", cards["Rising Water"], "resolve")
    assert match.prompts == []


def test_chart_the_depths_finds_two_different_names_and_discards_as_many() -> None:
    match, _ = chart("Siren Song")
    assert [match.ctx.cards[i].kind for i in asked(match)[2]] == ["Fog Heron", "Riptide Eel"]
    match = reload(match)
    match.pick(0, *asked(match)[2])
    seat, question, hand = asked(match)
    assert (seat, question, len(hand)) == (0, "discard", 3)
    assert refused(match, 0, hand[0]) == "wrong_count"
    match = reload(match)
    match.pick(0, *hand[:2])
    assert len(match.ctx.zones["hand:0"]) == 1
    assert len(match.ctx.zones["grave:0"]) == 3


def test_chart_the_depths_may_find_nothing() -> None:
    match, _ = chart("Siren Song")
    match.pick(0)
    assert names(match, "hand:0") == ["Siren Song"]
    assert match.is_resting


def test_chart_the_depths_is_played_once_a_turn() -> None:
    match, _ = chart("Chart the Depths")
    match.pick(0)
    assert moves(match, "activate") == []


@pytest.mark.parametrize("position", ["attack", "defense"])
def test_ebb_and_return_summons_in_the_chosen_position(position: str) -> None:
    match, cards = duel(
        {
            "hand:0": ["Ebb and Return"],
            "grave:0": ["Fog Heron", "Salt Warden", "Ember Lancer", "Siren Song"],
            "grave:1": ["Riptide Eel"],
        }
    )
    match.play(0, "activate", cards["Ebb and Return"], "resolve")
    assert asked(match) == (0, "target", [cards["Fog Heron"]])
    match.pick(0, cards["Fog Heron"])
    match = reload(match)
    match.pick(0, position)
    heron = match.ctx.cards[cards["Fog Heron"]]
    assert (zone_of(match, heron.id), heron.position) == ("monsters:0", position)
    assert names(match, "grave:0")[-1] == "Ebb and Return"


def test_ebb_and_return_needs_a_monster_and_room_for_it() -> None:
    match, _ = duel({"hand:0": ["Ebb and Return"], "grave:0": ["Salt Warden"]})
    assert moves(match, "activate") == []
    match, _ = duel(
        {
            "hand:0": ["Ebb and Return"],
            "grave:0": ["Fog Heron"],
            "monsters:0": ["Salt Warden"] * 5,
        }
    )
    assert moves(match, "activate") == []


def test_siren_song_takes_control_for_the_turn_and_is_paid_once() -> None:
    match, cards = duel(
        {
            "hand:0": ["Siren Song", "Siren Song"],
            "monsters:1": ["Salt Warden", "Deep Leviathan", set_monster("Drowned Oracle")],
            "spell_trap:1": [set_card("Sinking Fog")],
        }
    )
    first, second = match.ctx.zones["hand:0"]
    match.play(0, "activate", first, "resolve")
    assert asked(match) == (0, "target", [cards["Salt Warden"]])
    match = reload(match)
    match.pick(0, cards["Salt Warden"])
    assert asked(match)[:2] == (1, "response")
    match = reload(match)
    match.pick(1)
    assert life(match, 0) == 8000 - 600
    assert zone_of(match, cards["Salt Warden"]) == "monsters:0"
    assert (second, "resolve") not in moves(match, "activate")
    match.play(0, "end_turn")
    assert zone_of(match, cards["Salt Warden"]) == "monsters:1"


def test_siren_song_needs_life_room_and_a_target() -> None:
    hand = {"hand:0": ["Siren Song"]}
    match, _ = duel({**hand, "monsters:1": ["Salt Warden"]}, life=(500, 8000))
    assert moves(match, "activate") == []
    match, _ = duel({**hand, "monsters:1": ["Salt Warden"], "monsters:0": ["Fog Heron"] * 5})
    assert moves(match, "activate") == []
    match, _ = duel({**hand, "monsters:1": ["Deep Leviathan"]})
    assert moves(match, "activate") == []


def test_a_borrowed_monster_that_dies_goes_to_its_owner_and_does_not_return() -> None:
    match, cards = duel({"hand:0": ["Siren Song", "Salt Warden"], "monsters:1": ["Fog Heron"]})
    match.play(0, "activate", cards["Siren Song"], "resolve")
    match.pick(0, cards["Fog Heron"])
    match.play(0, "normal_summon", cards["Salt Warden"])
    match.pick(0, cards["Fog Heron"])
    assert names(match, "grave:1") == ["Fog Heron"]
    match.play(0, "end_turn")
    assert names(match, "monsters:1") == []


def sound(own: list[str], foe: list[str]) -> tuple[tw.Match, dict[str, int]]:
    match, cards = duel({"hand:0": ["Sealed Soundings", *own], "hand:1": foe})
    match.play(0, "activate", cards["Sealed Soundings"], "resolve")
    return match, cards


def test_sealed_soundings_are_chosen_in_secret_and_the_higher_level_draws() -> None:
    match, cards = sound(["Siren Song", "Fog Heron"], ["Salt Warden", "Rising Water"])
    assert [prompt.seat for prompt in match.prompts] == [0, 1]
    assert "Fog Heron" not in text_of(match, 1)
    match.pick(1, cards["Salt Warden"])
    assert [prompt.seat for prompt in match.prompts] == [0]
    assert zone_of(match, cards["Salt Warden"]) == "hand:1"
    assert "Salt Warden" not in text_of(match, 0)
    match = reload(match)
    match.pick(0, cards["Fog Heron"])
    assert names(match, "grave:0") == ["Fog Heron", "Sealed Soundings"]
    assert names(match, "grave:1") == ["Salt Warden"]
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [1, 3]


def test_sealed_soundings_of_equal_level_draw_nothing() -> None:
    match, cards = sound(["Siren Song"], ["Rising Water"])
    match.pick(0, cards["Siren Song"])
    match.pick(1, cards["Rising Water"])
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [0, 0]


def test_sealed_soundings_need_a_card_in_both_hands() -> None:
    match, _ = duel({"hand:0": ["Sealed Soundings"], "hand:1": ["Fog Heron"]})
    assert moves(match, "activate") == []
    match, _ = duel({"hand:0": ["Sealed Soundings", "Fog Heron"]})
    assert moves(match, "activate") == []


def test_cards_discarded_at_the_same_time_trigger_together() -> None:
    match, _ = sound(["Echo Shell"], ["Echo Shell"])
    for prompt in match.prompts:
        match.pick(prompt.seat, prompt.options[0].id)
    assert match.is_resting
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [1, 1]


def test_sinking_fog_turns_a_monster_face_down() -> None:
    match, cards = duel(
        {"hand:0": ["Sinking Fog"], "monsters:1": ["Salt Warden", set_monster("Drowned Oracle")]}
    )
    match.play(0, "activate", cards["Sinking Fog"], "resolve")
    assert asked(match) == (0, "target", [cards["Salt Warden"]])
    match.pick(0, cards["Salt Warden"])
    warden = match.ctx.cards[cards["Salt Warden"]]
    assert (warden.face_up, warden.position) == (False, "defense")
    assert names(match, "grave:0") == ["Sinking Fog"]


def test_sinking_fog_responds_when_set_but_not_in_the_same_turn() -> None:
    match, cards = duel(
        {"monsters:0": ["Harbor Caller"], "spell_trap:1": [set_card("Sinking Fog")]}
    )
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Harbor Caller"], "direct")
    assert asked(match)[:2] == (1, "response")
    match, cards = duel({"hand:0": ["Sinking Fog"], "monsters:1": ["Salt Warden"]})
    match.play(0, "set_card", cards["Sinking Fog"])
    assert moves(match, "activate") == []


def test_a_monster_turned_face_down_does_not_finish_its_attack() -> None:
    match, cards = duel(
        {"monsters:0": ["Harbor Caller"], "spell_trap:1": [set_card("Sinking Fog")]}
    )
    battle(match, cards["Harbor Caller"])
    respond(match, 1)
    match.pick(1, cards["Harbor Caller"])
    assert life(match, 1) == 8000


def test_pearl_trident_adds_attack_and_draws_for_battle_damage() -> None:
    match, cards = duel({"hand:0": ["Pearl Trident"], "monsters:0": ["Fog Heron", "Ember Lancer"]})
    match.play(0, "activate", cards["Pearl Trident"], "resolve")
    assert asked(match)[2] == [cards["Fog Heron"]]
    match.pick(0, cards["Fog Heron"])
    assert zone_of(match, cards["Pearl Trident"]) == "spell_trap:0"
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Ember Lancer"], "direct")
    assert match.is_resting  # it was another monster
    match.play(0, "attack", cards["Fog Heron"], "direct")
    assert life(match, 1) == 8000 - 1700 - 2200
    match = reload(match)
    match.pick(0, "yes")
    assert len(match.ctx.zones["hand:0"]) == 1


def test_pearl_trident_draw_is_optional() -> None:
    match, cards = duel({"hand:0": ["Pearl Trident"], "monsters:0": ["Fog Heron"]})
    match.play(0, "activate", cards["Pearl Trident"], "resolve")
    match.pick(0, cards["Fog Heron"])
    battle(match, cards["Fog Heron"])
    match.pick(0, "no")
    assert names(match, "hand:0") == []


def test_pearl_trident_goes_to_the_grave_when_its_bearer_leaves() -> None:
    match, cards = duel({"hand:0": ["Pearl Trident", "Salt Warden"], "monsters:0": ["Fog Heron"]})
    match.play(0, "activate", cards["Pearl Trident"], "resolve")
    match.pick(0, cards["Fog Heron"])
    match.play(0, "normal_summon", cards["Salt Warden"])
    match.pick(0, cards["Fog Heron"])
    assert names(match, "grave:0") == ["Pearl Trident", "Fog Heron"]


def test_pearl_trident_is_lost_if_its_target_is_turned_face_down() -> None:
    match, cards = duel(
        {
            "hand:0": ["Pearl Trident"],
            "monsters:0": ["Fog Heron"],
            "spell_trap:1": [set_card("Sinking Fog")],
        }
    )
    match.play(0, "activate", cards["Pearl Trident"], "resolve")
    match.pick(0, cards["Fog Heron"])
    respond(match, 1)
    match.pick(1, cards["Fog Heron"])
    assert names(match, "grave:0") == ["Pearl Trident"]
    assert not match.ctx.cards[cards["Fog Heron"]].face_up


def test_pearl_trident_needs_a_face_up_tide_monster() -> None:
    monsters = ["Ember Lancer", set_monster("Drowned Oracle")]
    match, _ = duel({"hand:0": ["Pearl Trident"], "monsters:0": monsters})
    assert moves(match, "activate") == []


# --- traps ------------------------------------------------------------------------------------------


def test_treacherous_shoals_return_a_summoned_monster() -> None:
    match, cards = duel({"hand:0": ["Fog Heron"], "spell_trap:1": [set_card("Treacherous Shoals")]})
    match.play(0, "normal_summon", cards["Fog Heron"])
    assert asked(match)[:2] == (1, "response")
    match = reload(match)
    respond(match, 1)
    assert names(match, "hand:0") == ["Fog Heron"]
    assert names(match, "grave:1") == ["Treacherous Shoals"]
    assert moves(match, "normal_summon") == []  # the summon of this turn was used


def test_treacherous_shoals_ignore_own_summons_and_sets() -> None:
    match, cards = duel({"hand:0": ["Fog Heron"], "spell_trap:0": [set_card("Treacherous Shoals")]})
    match.play(0, "normal_summon", cards["Fog Heron"])
    assert match.is_resting
    match, cards = duel({"hand:0": ["Fog Heron"], "spell_trap:1": [set_card("Treacherous Shoals")]})
    match.play(0, "set_monster", cards["Fog Heron"])
    assert match.is_resting


def test_treacherous_shoals_respond_to_a_summon_by_an_effect() -> None:
    match, cards = duel(
        {
            "hand:0": ["Ebb and Return"],
            "grave:0": ["Fog Heron"],
            "spell_trap:1": [set_card("Treacherous Shoals")],
        }
    )
    match.play(0, "activate", cards["Ebb and Return"], "resolve")
    match.pick(0, cards["Fog Heron"])
    match.pick(0, "attack")
    assert asked(match)[:2] == (1, "response")


def test_dragging_undertow_negates_one_attack_a_turn_for_a_discard() -> None:
    match, cards = duel(
        {
            "monsters:0": ["Salt Warden", "Fog Heron"],
            "spell_trap:1": ["Dragging Undertow"],
            "hand:1": ["Rising Water", "Siren Song"],
        }
    )
    battle(match, cards["Salt Warden"])
    assert asked(match)[:2] == (1, "use")
    match.pick(1, "yes")
    assert asked(match)[1] == "cost"
    match = reload(match)
    match.pick(1, cards["Rising Water"])
    assert life(match, 1) == 8000
    assert names(match, "grave:1") == ["Rising Water"]
    match.play(0, "attack", cards["Fog Heron"], "direct")
    assert life(match, 1) == 8000 - 1700


def test_dragging_undertow_is_optional_and_needs_a_card() -> None:
    zones = {"monsters:0": ["Salt Warden"], "spell_trap:1": ["Dragging Undertow"]}
    match, cards = duel({**zones, "hand:1": ["Siren Song"]})
    battle(match, cards["Salt Warden"])
    match.pick(1, "no")
    assert life(match, 1) == 8000 - 2300
    assert names(match, "hand:1") == ["Siren Song"]
    match, cards = duel(zones)
    battle(match, cards["Salt Warden"])
    assert life(match, 1) == 8000 - 2300


def test_dragging_undertow_stays_face_up() -> None:
    match, cards = duel({"spell_trap:0": [set_card("Dragging Undertow")]})
    match.play(0, "activate", cards["Dragging Undertow"], "resolve")
    assert names(match, "spell_trap:0") == ["Dragging Undertow"]
    assert match.ctx.cards[cards["Dragging Undertow"]].face_up


# --- what could go wrong -----------------------------------------------------------------------------


def test_control_is_not_taken_of_a_monster_that_left_the_field() -> None:
    match, cards = duel(
        {
            "hand:0": ["Siren Song"],
            "monsters:1": ["Fog Heron", "Riptide Eel"],
            "hand:1": ["Echo Shell"],
        }
    )
    match.play(0, "activate", cards["Siren Song"], "resolve")
    match.pick(0, cards["Fog Heron"])
    respond(match, 1)  # the eel returns the heron before Siren Song resolves
    match.pick(1, cards["Echo Shell"])
    match.pick(1, cards["Fog Heron"])
    assert life(match, 0) == 8000 - 600
    assert names(match, "monsters:0") == []
    assert "Fog Heron" in names(match, "hand:1")
