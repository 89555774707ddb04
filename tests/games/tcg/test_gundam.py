"""The Gundam Card Game: the order of its steps, battles, action steps, winning and losing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import turnwright as tw
from tests.games.tcg.match_setup import cards, count, edit, find, kinds, start_stacked, walk
from tests.games.wire_prompts import candidates, is_click, labels, places
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.gundam.cards import DECK
from turnwright.games.tcg.gundam.game import game

PLAIN = "Tin Sparrow"
MAIN = "duringGame/mainPhase"
BATTLE = "duringGame/battlePhase"
END = "duringGame/endPhase"

# --- setup ---------------------------------------------------------------------------


def start(one: Sequence[str] = (), two: Sequence[str] = (), size: int = 50) -> tw.Match:
    """A match whose decks begin with these cards, from the top; the rest are plain Units."""
    piles = [[*top, *[PLAIN] * (size - len(top))] for top in (one, two)]
    return start_stacked(game, piles)


def begin(one: Sequence[str] = (), two: Sequence[str] = (), size: int = 50) -> tw.Match:
    """The same, in seat 0's first main phase: cards 1-5 are the hand, 6-11 Shields, 12 is drawn."""
    match = start(one, two, size)
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    match.play(1, "keepHand")
    return match


def play(match: tw.Match, move: str, kind: str, *rest: Any) -> int:
    """The turn player plays a card of this kind from the hand."""
    seat = match.ctx.turn_player
    card_id = find(match, "hand", seat, kind)
    match.play(seat, move, card_id, *rest)
    return card_id


def both_pass(match: tw.Match) -> None:
    active = match.ctx.turn_player
    match.play(1 - active, "pass")
    match.play(active, "pass")


def end_turn(match: tw.Match, times: int = 1) -> None:
    for _ in range(times):
        match.play(match.ctx.turn_player, "endMainPhase")
        both_pass(match)
        if match.ctx.place == f"{END}/handStep":
            match.play(match.ctx.turn_player, "discardToHandSize")
            match.submit(match.prompts[0].answer(match.prompts[0].options[0]))


def attack(match: tw.Match, unit: int, target: int | str = "player") -> None:
    """Attack without a block or a response."""
    match.play(match.ctx.turn_player, "attackWithUnit", unit, target)
    both_pass(match)


def refused(match: tw.Match, seat: int, move: str, *args: Any) -> str:
    refusal = match.submit(tw.Answer(seat, move, args))
    assert refusal is not None
    return refusal.code


# --- before the game -----------------------------------------------------------------------------


def test_the_winner_of_the_toss_decides_who_is_player_one() -> None:
    match = start()
    assert match.ctx.place == "startingAGame/chooseFirstPlayer"
    assert match.acting == [0]
    match.play(0, "chooseFirstPlayer", 1)
    assert match.ctx.otp == 1
    assert match.acting == [1]  # Player One decides first about the hand
    assert refused(match, 0, "keepHand") == "not_your_turn"
    match.play(1, "keepHand")
    match.play(0, "keepHand")
    assert (match.ctx.place, match.ctx.turn_player) == (MAIN, 1)
    assert kinds(match, "resourceArea", 0) == ["EX Resource"]  # for Player Two


def test_a_redraw_replaces_the_whole_hand_once() -> None:
    match = game.start(seed=3, options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 0)
    before = {card["id"] for card in cards(match, "hand", 0)}
    match.play(0, "redrawHand")
    after = {card["id"] for card in cards(match, "hand", 0)}
    assert len(after) == 5
    assert not before & after
    assert count(match, "deck", 0) == 45
    assert refused(match, 0, "redrawHand") == "not_your_turn"
    match.play(1, "redrawHand")
    assert match.ctx.place == MAIN


def test_six_shields_a_base_and_one_ex_resource_are_placed() -> None:
    match = begin()
    for seat in (0, 1):
        assert count(match, "shields", seat) == 6
        assert kinds(match, "base", seat) == ["EX Base"]
    assert kinds(match, "resourceArea", 0) == ["Resource"]
    assert kinds(match, "resourceArea", 1) == ["EX Resource"]
    assert count(match, "deck", 1) == 50 - 5 - 6


def test_the_stand_in_deck_is_legal() -> None:
    assert sum(DECK.values()) == 50
    assert max(DECK.values()) == 4


# --- the turn ------------------------------------------------------------------------------------


def test_the_first_turn_has_every_phase_and_player_one_draws() -> None:
    match = start()
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    walk(match)
    match.play(1, "keepHand")
    assert walk(match) == [
        "startingAGame/placeShields",
        "startingAGame",
        "duringGame/startPhase/active",
        "duringGame/startPhase/startStep",
        "duringGame/startPhase",
        "duringGame/drawPhase",
        "duringGame/resourcePhase",
        MAIN,
    ]
    assert count(match, "hand", 0) == 6


def test_a_turn_ends_through_the_four_steps_of_the_end_phase() -> None:
    match = begin()
    walk(match)
    match.play(0, "endMainPhase")
    assert match.ctx.place == f"{END}/actionStep"
    both_pass(match)
    assert walk(match) == [
        f"{END}/actionStep",
        f"{END}/endStep",
        f"{END}/handStep",
        f"{END}/cleanupStep",
        END,
        "duringGame",
        "duringGame/startPhase/active",
        "duringGame/startPhase/startStep",
        "duringGame/startPhase",
        "duringGame/drawPhase",
        "duringGame/resourcePhase",
        MAIN,
    ]
    assert match.ctx.turn_player == 1


def test_resources_are_rested_to_pay_and_become_active_again() -> None:
    match = begin()
    play(match, "deployUnit", PLAIN)
    assert [card["ready"] for card in cards(match, "resourceArea", 0)] == [False]
    another = find(match, "hand", 0, PLAIN)
    assert refused(match, 0, "deployUnit", another) == "illegal_argument"  # nothing left to pay
    end_turn(match, 2)
    assert [card["ready"] for card in cards(match, "resourceArea", 0)] == [True, True]


def test_an_ex_resource_counts_for_lv_and_leaves_the_game_when_it_pays() -> None:
    match = begin([], ["Bulwark Crab"])
    end_turn(match)
    play(match, "deployUnit", "Bulwark Crab")  # Lv 2 and cost 2 in the first turn
    assert kinds(match, "resourceArea", 1) == ["Resource"]
    assert kinds(match, "outside", 1) == ["EX Resource"]


def test_a_base_acts_at_the_start_of_the_turn_and_replaces_the_old_one() -> None:
    match = begin(["Drydock Ring"])
    unit = play(match, "deployUnit", PLAIN)
    end_turn(match, 2)
    play(match, "deployBase", "Drydock Ring")
    assert kinds(match, "base", 0) == ["Drydock Ring"]
    assert kinds(match, "outside", 0) == ["EX Base"]  # put away, not destroyed
    assert count(match, "shields", 0) == 5  # its Deploy effect takes one into the hand
    end_turn(match, 2)
    assert match.ctx.place == "duringGame/startPhase/startStep"
    match.pick(0, unit)
    assert match.ctx.place == MAIN
    assert cards(match, "battleArea", 0)[0]["ap_this_turn"] == 1


def test_more_than_ten_cards_are_discarded_in_the_hand_step() -> None:
    match = begin()
    end_turn(match, 10)
    assert count(match, "hand", 0) == 11
    match.play(0, "endMainPhase")
    both_pass(match)
    assert match.ctx.place == f"{END}/handStep"
    assert match.acting == [0]
    match.play(0, "discardToHandSize")
    with pytest.raises(tw.Refused, match="Pick 1 option, not 2"):
        match.pick(0, *[card["id"] for card in cards(match, "hand", 0)[:2]])
    match.pick(0, cards(match, "hand", 0)[0]["id"])
    assert count(match, "hand", 0) == 10
    assert match.ctx.turn_player == 1


def test_a_seventh_unit_replaces_another_without_destroying_it() -> None:
    match = begin()
    for _ in range(3):
        play(match, "deployUnit", PLAIN)
        end_turn(match, 2)
    for _ in range(3):
        play(match, "deployUnit", PLAIN)
    old = cards(match, "battleArea", 0)[2]["id"]
    play(match, "deployUnit", PLAIN)
    match.pick(0, old)
    assert count(match, "battleArea", 0) == 6
    assert [card["id"] for card in cards(match, "trash", 0)] == [old]


# --- pilots and links ----------------------------------------------------------------------------


def test_a_unit_waits_a_turn_before_it_attacks_but_a_link_unit_does_not() -> None:
    match = begin(["Nervous Cadet"])
    end_turn(match, 2)
    unit = play(match, "deployUnit", PLAIN)
    assert refused(match, 0, "attackWithUnit", unit, "player") == "illegal_argument"
    play(match, "pairPilot", "Nervous Cadet", unit)
    attack(match, unit)
    assert cards(match, "base", 1)[0]["damage"] == 2  # the Pilot adds its AP


def test_a_command_may_be_paired_as_a_pilot_and_there_is_room_for_one() -> None:
    match = begin(["Full Throttle", "Nervous Cadet"])
    unit = play(match, "deployUnit", PLAIN)
    end_turn(match, 4)
    play(match, "pairPilot", "Full Throttle", unit)
    cadet = find(match, "hand", 0, "Nervous Cadet")
    assert refused(match, 0, "pairPilot", cadet, unit) == "illegal_argument"
    attack(match, unit)
    assert cards(match, "base", 1)[0]["damage"] == 2


def test_pairing_triggers_an_effect_and_needs_a_unit() -> None:
    match = begin(["Old Captain"])
    end_turn(match, 6)
    captain = find(match, "hand", 0, "Old Captain")
    assert refused(match, 0, "pairPilot", captain, 99) == "illegal_argument"
    assert not [option for option in match.legal(0) if option.move == "pairPilot"]
    unit = play(match, "deployUnit", PLAIN)
    before = count(match, "hand", 0)
    match.play(0, "pairPilot", captain, unit)
    assert count(match, "hand", 0) == before - 1 + 2


# --- a battle ------------------------------------------------------------------------------------


def sparrow_against_crab() -> tuple[tw.Match, int, int]:
    """Seat 0 may attack with a Tin Sparrow (1/2); seat 1 has an active Bulwark Crab (1/5)."""
    match = begin(["Nervous Cadet"], ["Bulwark Crab"])
    sparrow = play(match, "deployUnit", PLAIN)
    end_turn(match)
    crab = play(match, "deployUnit", "Bulwark Crab")
    end_turn(match)
    return match, sparrow, crab


def test_a_battle_goes_through_its_five_steps_and_back_to_the_main_phase() -> None:
    match, sparrow, crab = sparrow_against_crab()
    walk(match)
    match.play(0, "attackWithUnit", sparrow, "player")
    assert match.view(None)["G"]["battle"] == {"attacker": sparrow, "target": "player"}
    assert (match.ctx.place, match.acting) == (f"{BATTLE}/blockStep", [1])
    match.play(1, "block", crab)
    assert match.view(None)["G"]["battle"]["target"] == crab
    assert (match.ctx.place, match.acting) == (f"{BATTLE}/actionStep", [1])
    both_pass(match)
    assert walk(match) == [
        f"{BATTLE}/attackStep",
        f"{BATTLE}/blockStep",
        f"{BATTLE}/actionStep",
        f"{BATTLE}/damageStep",
        f"{BATTLE}/battleEndStep",
        BATTLE,
        MAIN,
    ]
    assert cards(match, "battleArea", 0)[0]["damage"] == 1
    assert cards(match, "battleArea", 1)[0]["damage"] == 1
    assert not cards(match, "battleArea", 1)[0]["ready"]
    assert match.view(None)["G"]["battle"] is None
    assert match.acting == [0]


def test_the_standby_player_may_choose_not_to_block() -> None:
    match, sparrow, _ = sparrow_against_crab()
    match.play(0, "attackWithUnit", sparrow, "player")
    assert refused(match, 0, "pass") == "not_your_turn"
    match.play(1, "pass")
    assert match.ctx.place == f"{BATTLE}/actionStep"
    both_pass(match)
    assert cards(match, "base", 1)[0]["damage"] == 1


def test_the_block_step_ends_at_once_when_nobody_can_block() -> None:
    match, sparrow, crab = sparrow_against_crab()
    edit(match, crab, ready=False)
    match.play(0, "attackWithUnit", sparrow, crab)
    assert match.ctx.place == f"{BATTLE}/actionStep"
    both_pass(match)
    assert cards(match, "battleArea", 1)[0]["damage"] == 1


def test_only_the_player_and_rested_units_can_be_attacked() -> None:
    match, sparrow, crab = sparrow_against_crab()
    assert refused(match, 0, "attackWithUnit", sparrow, crab) == "illegal_argument"
    edit(match, crab, ready=False)
    targets = [o.args[1] for o in match.legal(0) if o.move == "attackWithUnit"]
    assert targets == ["player", crab]


def test_both_units_can_be_destroyed_at_the_same_time_and_pilots_go_with_them() -> None:
    match, sparrow, crab = sparrow_against_crab()
    play(match, "pairPilot", "Nervous Cadet", sparrow)
    edit(match, sparrow, damage=2)
    edit(match, crab, damage=4, ready=False)
    attack(match, sparrow, crab)
    assert kinds(match, "trash", 0) == [PLAIN, "Nervous Cadet"]
    assert kinds(match, "trash", 1) == ["Bulwark Crab"]
    assert cards(match, "trash", 1)[0]["damage"] == 0


def later(one: list[str], two: list[str], rounds: int) -> tw.Match:
    """Seat 1 has a plain Unit from its first turn on; seat 0 is in its main phase after so many."""
    match = begin(one, two)
    end_turn(match)
    play(match, "deployUnit", PLAIN)
    end_turn(match, 2 * rounds - 1)
    return match


def test_first_strike_deals_damage_before_the_defender() -> None:
    match = later(["Long Needle"], [], 3)
    needle = play(match, "deployUnit", "Long Needle")
    end_turn(match, 2)
    enemy = find(match, "battleArea", 1, PLAIN)
    edit(match, enemy, ready=False, ap_this_turn=9)
    attack(match, needle, enemy)
    assert kinds(match, "trash", 1) == [PLAIN]
    assert cards(match, "battleArea", 0)[0]["damage"] == 0


def test_breach_damages_the_shield_area_after_destroying_a_unit() -> None:
    match = later(["Quarry Hammer"], [], 4)
    hammer = play(match, "deployUnit", "Quarry Hammer")
    end_turn(match, 2)
    enemy = find(match, "battleArea", 1, PLAIN)
    edit(match, enemy, ready=False)
    attack(match, hammer, enemy)
    assert cards(match, "base", 1)[0]["damage"] == 2
    assert cards(match, "battleArea", 0)[0]["damage"] == 1


def test_high_maneuver_cannot_be_blocked_and_an_attack_effect_may_end_the_battle() -> None:
    match = later(["Glass Heron"], ["Bulwark Crab"], 2)
    end_turn(match)
    play(match, "deployUnit", "Bulwark Crab")
    end_turn(match)
    heron = play(match, "deployUnit", "Glass Heron")
    end_turn(match, 2)
    enemy = find(match, "battleArea", 1, PLAIN)
    edit(match, enemy, ready=False, damage=1)
    walk(match)
    match.play(0, "attackWithUnit", heron, enemy)
    assert match.ctx.place == f"{BATTLE}/attackStep"
    match.pick(0, enemy)  # the target of the attack is destroyed: nothing is left to fight
    assert walk(match) == [f"{BATTLE}/attackStep", f"{BATTLE}/battleEndStep", BATTLE, MAIN]
    end_turn(match, 2)
    match.play(0, "attackWithUnit", heron, "player")
    match.pick(0, find(match, "battleArea", 1, "Bulwark Crab"))
    assert match.ctx.place == f"{BATTLE}/actionStep"  # the Crab is active and may not block


# --- action steps --------------------------------------------------------------------------------


def with_flares() -> tuple[tw.Match, int]:
    """Seat 0 attacks with a Unit of 2 HP; both players hold two Commands for the action step."""
    match = begin(["Signal Flare", "Signal Flare"], ["Signal Flare", "Signal Flare"])
    unit = play(match, "deployUnit", PLAIN)
    end_turn(match)
    play(match, "deployUnit", PLAIN)
    end_turn(match, 2)
    play(match, "deployUnit", PLAIN)
    end_turn(match)
    match.play(0, "attackWithUnit", unit, "player")
    assert match.ctx.place == f"{BATTLE}/actionStep"
    return match, unit


def test_players_take_turns_in_an_action_step_until_both_pass_in_a_row() -> None:
    match, _ = with_flares()
    assert match.acting == [1]  # the standby player is first
    match.play(1, "pass")
    assert match.acting == [0]
    match.play(0, "playActionCommand", find(match, "hand", 0, "Signal Flare"))
    match.pick(0, cards(match, "battleArea", 1)[0]["id"])
    assert match.ctx.place == f"{BATTLE}/actionStep"
    assert match.acting == [1]  # the earlier pass no longer counts
    match.play(1, "playActionCommand", find(match, "hand", 1, "Signal Flare"))
    match.pick(1, cards(match, "battleArea", 0)[0]["id"])
    match.play(0, "pass")
    assert match.ctx.place == f"{BATTLE}/actionStep"
    match.play(1, "pass")
    assert match.ctx.place == MAIN


def test_a_battle_without_its_attacker_ends_without_damage() -> None:
    match, unit = with_flares()
    walk(match)
    match.play(1, "playActionCommand", find(match, "hand", 1, "Signal Flare"))
    match.pick(1, unit)
    assert match.ctx.place == f"{BATTLE}/actionStep"  # the step itself is played to its end
    match.play(0, "pass")
    match.play(1, "pass")
    assert walk(match) == [f"{BATTLE}/battleEndStep", BATTLE, MAIN]
    assert cards(match, "base", 1)[0]["damage"] == 0
    assert kinds(match, "trash", 1) == ["Signal Flare"]


def test_the_end_phase_has_an_action_step_with_the_standby_player_first() -> None:
    match = begin(["Drydock Ring"])
    end_turn(match)
    enemy = play(match, "deployUnit", PLAIN)
    end_turn(match)
    ring = play(match, "deployBase", "Drydock Ring")
    match.play(0, "endMainPhase")
    assert (match.ctx.place, match.acting) == (f"{END}/actionStep", [1])
    match.play(1, "pass")
    match.play(0, "activateAction", ring)
    match.pick(0, enemy)
    assert cards(match, "battleArea", 1)[0]["damage"] == 1
    assert match.acting == [1]
    match.play(1, "pass")
    assert refused(match, 0, "activateAction", ring) == "illegal_argument"  # it is rested
    match.play(0, "pass")
    assert match.ctx.turn_player == 1


def test_main_commands_cannot_be_played_in_the_action_step() -> None:
    match = begin(["Supply Run"])
    end_turn(match, 4)
    run = find(match, "hand", 0, "Supply Run")
    match.play(0, "endMainPhase")
    match.play(1, "pass")
    assert refused(match, 0, "playCommand", run) == "not_here"
    assert refused(match, 0, "playActionCommand", run) == "illegal_argument"
    match.play(0, "pass")
    end_turn(match)
    before = count(match, "hand", 0)
    play(match, "playCommand", "Supply Run")
    assert count(match, "hand", 0) == before - 1 + 4
    assert kinds(match, "trash", 0) == ["Supply Run"]


def test_a_command_without_a_target_cannot_be_played() -> None:
    match = begin(["Signal Flare"])
    end_turn(match, 2)
    flare = find(match, "hand", 0, "Signal Flare")
    assert refused(match, 0, "playCommand", flare) == "illegal_argument"


# --- what lasts how long -------------------------------------------------------------------------


def test_a_boost_lasts_until_the_clean_up_and_a_surge_until_the_battle_ends() -> None:
    match = begin(["Patch Mule", "Full Throttle"])
    unit = play(match, "deployUnit", PLAIN)
    end_turn(match, 2)
    mule = play(match, "deployUnit", "Patch Mule")
    end_turn(match, 2)
    match.play(0, "activateMain", mule)
    match.pick(0, unit)  # Support: another Unit, during this turn
    match.play(0, "attackWithUnit", unit, "player")
    match.play(1, "pass")
    match.play(0, "playActionCommand", find(match, "hand", 0, "Full Throttle"))
    match.pick(0, unit)
    attacker = cards(match, "battleArea", 0)[0]
    assert (attacker["ap_this_turn"], attacker["ap_this_battle"]) == (2, 3)
    both_pass(match)
    assert kinds(match, "outside", 1) == ["EX Base"]  # 1 + 2 + 3 damage; the rest is lost
    assert count(match, "shields", 1) == 6
    attacker = cards(match, "battleArea", 0)[0]
    assert (attacker["ap_this_turn"], attacker["ap_this_battle"]) == (2, 0)
    end_turn(match)
    assert cards(match, "battleArea", 0)[0]["ap_this_turn"] == 0


def test_repair_recovers_hp_in_the_end_step_and_other_damage_stays() -> None:
    match = begin(["Moss Walker"])
    plain = play(match, "deployUnit", PLAIN)
    end_turn(match, 4)
    walker = play(match, "deployUnit", "Moss Walker")
    edit(match, walker, damage=2)
    edit(match, plain, damage=1)
    end_turn(match)
    assert [card["damage"] for card in cards(match, "battleArea", 0)] == [1, 1]


# --- shields and bursts --------------------------------------------------------------------------


def shot_at(shields: list[str], attacker: str = PLAIN, rounds: int = 1) -> tuple[tw.Match, int]:
    """Seat 0 has destroyed the EX Base of seat 1, whose topmost Shields these are, and may attack."""
    hand = [PLAIN] * 5
    match = begin([attacker, PLAIN], hand + ([PLAIN] * 6 + shields[::-1])[-6:])
    end_turn(match, 2 * (rounds - 1))
    unit = play(match, "deployUnit", attacker)
    end_turn(match, 2)
    edit(match, unit, ap_this_turn=3)
    attack(match, unit)
    assert count(match, "base", 1) == 0
    edit(match, unit, ready=True)
    return match, unit


def test_a_shield_without_a_burst_goes_to_the_trash() -> None:
    match, unit = shot_at([PLAIN])
    attack(match, unit)
    assert match.ctx.place == MAIN
    assert count(match, "shields", 1) == 5
    assert kinds(match, "trash", 1) == [PLAIN]


@pytest.mark.parametrize(("answer", "zone"), [("yes", "base"), ("no", "trash")])
def test_the_owner_decides_about_a_burst(answer: str, zone: str) -> None:
    match, unit = shot_at(["Drydock Ring"])
    attack(match, unit)
    assert (match.ctx.place, match.acting) == (f"{BATTLE}/damageStep", [1])
    assert match.view(0)["zones"]["revealed:1"]["cards"][0]["kind"] == "Drydock Ring"
    match.pick(1, answer)
    assert kinds(match, zone, 1) == ["Drydock Ring"]
    assert match.ctx.place == MAIN
    # The Deploy effect that the Burst brought with it took one more Shield into the hand.
    assert count(match, "shields", 1) == (4 if answer == "yes" else 5)


def test_suppression_destroys_two_shields_and_their_owner_orders_the_bursts() -> None:
    match, queen = shot_at(["Nervous Cadet", "Signal Flare"], "Gravel Queen", rounds=6)
    attack(match, queen)
    prompt = match.prompt(1)
    assert prompt.text == "Which effect first?"
    assert len(prompt.options) == 2
    flare = next(option for option in prompt.options if "Flare" in option.label)
    match.submit(prompt.answer(flare))
    match.pick(1, "yes")
    match.pick(1, queen)
    assert "Nervous Cadet" in match.prompt(1).text
    match.pick(1, "yes")
    assert "Nervous Cadet" in kinds(match, "hand", 1)
    assert kinds(match, "trash", 1)[-1] == "Signal Flare"
    assert cards(match, "battleArea", 0)[0]["damage"] == 2


def test_pending_effects_are_shown_with_their_cards() -> None:
    match, queen = shot_at(["Signal Flare", "Signal Flare"], "Gravel Queen", rounds=6)
    attack(match, queen)
    flares = [card["id"] for card in cards(match, "revealed", 1)]
    assert places(match, 1) == [(flare, "revealed", "player") for flare in flares]
    assert labels(match, 1) == [f"Signal Flare (yours, no. {n}): burst" for n in (1, 2)]
    second = candidates(match, 1)[1]
    match.pick(1, second["key"])
    assert f"#{flares[1]}" in match.prompt(1).text
    match.pick(1, "yes")
    assert is_click(match, 1)
    assert places(match, 1) == [(queen, "battleArea", "opponent")]
    assert labels(match, 1) == ["Gravel Queen (opponent's)"]


def test_a_destroyed_unit_triggers_its_effect() -> None:
    match, queen = shot_at(["Signal Flare"], "Gravel Queen", rounds=6)
    edit(match, queen, damage=3)
    before = count(match, "hand", 0)
    attack(match, queen)
    match.pick(1, "yes")
    match.pick(1, queen)
    assert kinds(match, "trash", 0) == ["Gravel Queen"]
    assert count(match, "hand", 0) == before + 2


# --- the end -------------------------------------------------------------------------------------


def test_battle_damage_without_a_shield_loses_the_game() -> None:
    match = begin()
    while match.result is None:
        if match.ctx.turn_player == 0:
            for unit in [card["id"] for card in cards(match, "battleArea", 0)]:
                if match.result is None:
                    attack(match, unit)
            if match.result is None:
                play(match, "deployUnit", PLAIN)
        if match.result is None:
            end_turn(match)
    # Three hits for the EX Base, six for the Shields, one for the player.
    assert len([entry for entry in match.record.entries if entry.move == "attackWithUnit"]) == 10
    assert str(match.result) == "seat 0 won: battle damage without a Shield"
    assert match.ctx.place == "endGame"
    assert refused(match, 0, "endMainPhase") == "game_over"


def test_drawing_the_last_card_loses_the_game() -> None:
    match = begin(size=13)
    assert count(match, "deck", 0) == 1
    end_turn(match)
    assert match.result is None
    end_turn(match)
    assert str(match.result) == "seat 1 won: no cards left in the deck"
    assert count(match, "deck", 0) == 0


def test_players_may_concede_at_any_time() -> None:
    match, sparrow, _ = sparrow_against_crab()
    match.play(0, "attackWithUnit", sparrow, "player")
    match.play(0, "concede")  # in the other player's window
    assert str(match.result) == "seat 1 won: seat 0 conceded"
    assert match.ctx.place == "endGame"


def test_conceding_during_setup_ends_the_game() -> None:
    match = start()
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    match.play(1, "concede")
    assert str(match.result) == "seat 0 won: seat 1 conceded"
    assert match.ctx.place == "endGame"
    assert count(match, "shields", 0) == 0


# --- refusals and secrets ------------------------------------------------------------------------


def test_refusals_have_codes_and_change_nothing() -> None:
    match = begin(["Gravel Queen", "Nervous Cadet"])
    before = match.hash
    queen, cadet = (find(match, "hand", 0, kind) for kind in ("Gravel Queen", "Nervous Cadet"))
    unit = find(match, "hand", 0, PLAIN)
    assert refused(match, 0, "deployUnit", queen) == "illegal_argument"  # Lv 6
    assert refused(match, 1, "endMainPhase") == "not_your_turn"
    assert refused(match, 0, "block", unit) == "not_here"
    assert refused(match, 0, "pass") == "not_here"
    assert refused(match, 0, "fly") == "unknown_move"
    assert refused(match, 0, "deployUnit") == "bad_arguments"
    assert refused(match, 0, "pairPilot", cadet, unit) == "illegal_argument"
    assert match.hash == before


def test_hands_decks_and_shields_are_hidden() -> None:
    zones = begin(["Gravel Queen"]).view(1)["zones"]
    assert zones["hand:0"] == {"count": 6}
    assert zones["deck:0"] == {"count": 38}
    assert zones["shields:1"] == {"count": 6}  # not even one's own
    assert zones["resourceDeck:1"] == {"count": 10}
    assert len(zones["hand:1"]["cards"]) == 5


def test_a_view_does_not_depend_on_the_opponents_hidden_cards() -> None:
    first = begin(["Gravel Queen", "Signal Flare", *[PLAIN] * 9, "Old Captain"])
    second = begin([PLAIN, "Moss Walker", *[PLAIN] * 4, "Supply Run"])
    for match in (first, second):
        match.play(0, "endMainPhase")
    assert first.view(1) == second.view(1)
    assert first.view(None) == second.view(None)


# --- any play ------------------------------------------------------------------------------------


def test_random_games_end_visit_every_step_use_every_move_and_replay() -> None:
    places: set[str] = set()
    moves: set[str] = set()
    reasons: Counter[str] = Counter()
    for seed in range(15):
        match = game.start(seed=seed, trace=True)
        play_out(match, [RandomAgent(f"{seed}a"), RandomAgent(f"{seed}b")], 1500)
        assert match.result is not None
        reasons[match.result.reason] += 1
        assert match.ctx.place == "endGame"
        assert match.flow.trace is not None
        places |= match.flow.trace.places
        moves |= {entry.move for entry in match.record.entries if entry.move}
        assert game.replay(match.record).hash == match.hash
    known = {place.path for place in game.compiled_flow.places.values()} - {"nowhere"}
    assert known == places
    assert moves == set(game.all_moves) - {"concede"}
    assert reasons["battle damage without a Shield"] > reasons["no cards left in the deck"]
