"""Disney Lorcana: the order of its steps, turn actions, challenges, the bag, game endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import turnwright as tw
from tests.games.tcg.match_setup import cards, count, edit, find, kinds, start_stacked, walk
from tests.games.wire_prompts import is_click, labels, places
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.lorcana.cards import DECK
from turnwright.games.tcg.lorcana.game import game

PLAIN = "Lamplighter"
BEGINNING = "duringGame/beginningPhase"
MAIN = "duringGame/mainPhase"
IDLE = f"{MAIN}/idle"
BAG = f"{MAIN}/bag"
DECLARATION = f"{MAIN}/challengeDeclarationStep"
DAMAGE = f"{MAIN}/challengeDamageStep"
END = "duringGame/endOfTurnPhase"

# --- setup ---------------------------------------------------------------------------


def start(one: Sequence[str] = (), two: Sequence[str] = (), size: int = 60) -> tw.Match:
    """A match whose decks begin with these cards, from the top; the rest are plain characters."""
    piles = [[*top, *[PLAIN] * (size - len(top))] for top in (one, two)]
    return start_stacked(game, piles)


def keep(match: tw.Match, seat: int) -> None:
    match.play(seat, "alterHand")
    match.pick(seat)


def begin(one: Sequence[str] = (), two: Sequence[str] = (), size: int = 60) -> tw.Match:
    """The same, in seat 0's first main phase: seven cards are the hand."""
    match = start(one, two, size)
    match.play(0, "chooseFirstPlayer", 0)
    keep(match, 0)
    keep(match, 1)
    return match


def field(match: tw.Match, card_id: int, name: str) -> Any:
    """A visible field of a card in play."""
    seen = [card for seat in (0, 1) for card in cards(match, "play", seat)]
    return next(card[name] for card in seen if card["id"] == card_id)


def correct(match: tw.Match, **values: Any) -> None:
    """Edit values of the state, `lore_0=19` or `ink_1=20`."""
    match.flow.set_manual_mode(True)
    for name, value in values.items():
        assert match.flow.edit(f"G.{name.replace('_', '.')}", value) is None
    match.flow.set_manual_mode(False)


def ink(match: tw.Match, amount: int = 20) -> None:
    """Give the active player this much ready ink."""
    correct(match, **{f"ink_{match.ctx.turn_player}": amount})


def play(match: tw.Match, kind: str) -> int:
    """The active player plays a card of this kind from the hand, with enough ink."""
    seat = match.ctx.turn_player
    ink(match)
    card_id = find(match, "hand", seat, kind)
    match.play(seat, "playCard", card_id)
    if kind == "Harbour Guard":
        match.pick(seat, "no")
    return card_id


def end_turn(match: tw.Match, times: int = 1) -> None:
    for _ in range(times):
        match.play(match.ctx.turn_player, "passTurn")


def meet(one: Sequence[str], two: Sequence[str]) -> tuple[tw.Match, list[int], list[int]]:
    """Both players played these cards a turn ago: those of seat 0, the turn player, are dry, those of
    seat 1 are exerted."""
    match = begin(one, two)
    mine = [play(match, kind) for kind in one]
    end_turn(match)
    theirs = [play(match, kind) for kind in two]
    end_turn(match)
    for card_id in theirs:
        edit(match, card_id, ready=False)
    walk(match)
    return match, mine, theirs


def refused(match: tw.Match, seat: int, move: str, *args: Any) -> str:
    refusal = match.submit(tw.Answer(seat, move, args))
    assert refusal is not None
    return refusal.code


def targets(match: tw.Match, challenger: int) -> list[int]:
    """The cards that this character may challenge."""
    options = [option for option in match.legal(0) if option.move == "challenge"]
    return [option.args[1] for option in options if option.args[0] == challenger]


def resolve(match: tw.Match, seat: int, label: str, *picks: Any) -> None:
    """Resolve the ability of a card of this name from the bag."""
    options = [option for option in match.prompt(seat).options if label in option.label]
    match.submit(match.prompt(seat).answer(options[0]))
    if picks:
        match.pick(seat, *picks)


# --- before the game -----------------------------------------------------------------------------


def test_hands_are_drawn_after_choosing_the_first_player_who_alters_first() -> None:
    match = start()
    assert (match.ctx.place, match.acting) == ("startingAGame/chooseFirstPlayer", [0])
    assert count(match, "hand", 0) == 0
    match.play(0, "chooseFirstPlayer", 1)
    assert [count(match, "hand", seat) for seat in (0, 1)] == [7, 7]
    assert (match.ctx.place, match.acting) == ("startingAGame/alterHand", [1])
    assert refused(match, 0, "alterHand") == "not_your_turn"
    keep(match, 1)
    assert refused(match, 1, "alterHand") == "not_your_turn"  # only once
    keep(match, 0)
    assert (match.ctx.place, match.ctx.turn_player) == (IDLE, 1)


def test_altered_cards_are_replaced_and_shuffled_in_when_both_players_have_decided() -> None:
    match = game.start(seed=3, options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 0)
    before = [card["id"] for card in cards(match, "hand", 0)]
    match.play(0, "alterHand")
    match.pick(0, *before[:3])
    after = [card["id"] for card in cards(match, "hand", 0)]
    assert (len(after), set(before) - set(after)) == (7, set(before[:3]))
    decks = [list(match.ctx.zones[f"deck:{seat}"]) for seat in (0, 1)]
    assert set(decks[0][:3]) == set(before[:3])  # still at the bottom
    keep(match, 1)
    assert match.ctx.zones["deck:0"] != decks[0]
    assert sorted(match.ctx.zones["deck:0"]) == sorted(decks[0])
    assert match.ctx.zones["deck:1"] == decks[1]


def test_the_stand_in_deck_is_legal() -> None:
    assert sum(DECK.values()) == 60
    assert max(DECK.values()) == 4


@pytest.mark.parametrize("seat", [0, 1])
def test_conceding_during_setup_ends_the_game(seat: int) -> None:
    for moves in ([], [("chooseFirstPlayer", 0)], [("chooseFirstPlayer", 0), ("alterHand",)]):
        match = start()
        for move, *args in moves:
            match.play(0, move, *args)
        match.play(seat, "concede")
        assert str(match.result) == f"seat {1 - seat} won: seat {seat} conceded"
        assert match.ctx.place == "endGame"


# --- the turn ------------------------------------------------------------------------------------


def test_in_the_first_turn_of_the_game_no_card_is_drawn() -> None:
    match = start()
    match.play(0, "chooseFirstPlayer", 0)
    keep(match, 0)
    walk(match)
    keep(match, 1)
    assert walk(match) == [
        "startingAGame",
        f"{BEGINNING}/readyStep",
        f"{BEGINNING}/setStep",
        f"{BEGINNING}/drawStep",
        BEGINNING,
        IDLE,
    ]
    assert count(match, "hand", 0) == 7
    end_turn(match)
    assert count(match, "hand", 1) == 8  # the other player draws in the first turn, too
    end_turn(match)
    assert count(match, "hand", 0) == 8


def test_a_turn_ends_through_the_end_of_turn_phase() -> None:
    match = begin()
    walk(match)
    match.play(0, "passTurn")
    assert walk(match) == [
        END,
        "duringGame",
        f"{BEGINNING}/readyStep",
        f"{BEGINNING}/setStep",
        f"{BEGINNING}/drawStep",
        BEGINNING,
        IDLE,
    ]
    assert match.ctx.turn_player == 1


def test_start_of_turn_triggers_are_resolved_after_the_locations_and_before_drawing() -> None:
    match, *_ = meet(["Dawn Singer", "Dawn Singer", "Old Lighthouse"], [])
    assert match.ctx.place == f"{BEGINNING}/setStep"
    assert match.G.lore == [1, 0]  # the Lighthouse
    assert count(match, "hand", 0) == 7 - 3
    resolve(match, 0, "Dawn Singer")
    assert (match.ctx.place, match.G.lore) == (f"{BEGINNING}/setStep", [2, 0])
    resolve(match, 0, "Dawn Singer")
    assert (match.ctx.place, match.G.lore) == (IDLE, [3, 0])
    assert count(match, "hand", 0) == 7 - 3 + 1


def test_end_of_turn_triggers_resolve_in_any_order_before_the_turn_ends() -> None:
    match = begin(["Night Baker", "Night Baker"])
    first, second = play(match, "Night Baker"), play(match, "Night Baker")
    edit(match, first, damage=3)
    match.play(0, "passTurn")
    assert (match.ctx.place, match.acting) == (END, [0])
    assert refused(match, 0, "quest", first) == "not_here"
    labels = [option.label for option in match.prompt(0).options]
    assert labels == [f"Resolve Night Baker #{card}: heal 1" for card in (first, second)]
    resolve(match, 0, f"#{second}", first)
    assert [option.label for option in match.prompt(0).options] == labels[:1]
    resolve(match, 0, f"#{first}", first)
    assert field(match, first, "damage") == 1
    assert match.ctx.turn_player == 1


def test_effects_of_this_turn_end_with_the_turn() -> None:
    match, [major, plain], _ = meet(["Drum Major", PLAIN], [])
    match.play(0, "quest", major)
    assert match.ctx.place == BAG
    resolve(match, 0, "Drum Major", plain)
    assert (match.ctx.place, field(match, plain, "strength_this_turn")) == (IDLE, 2)
    end_turn(match)
    assert field(match, plain, "strength_this_turn") == 0


# --- ink, and playing cards ----------------------------------------------------------------------


def test_one_card_with_the_symbol_may_be_put_into_the_inkwell_each_turn() -> None:
    match = begin(["Quick Courier"])
    courier, first, second, *_ = [card["id"] for card in cards(match, "hand", 0)]
    assert refused(match, 0, "putACardIntoTheInkwell", courier) == "illegal_argument"
    match.play(0, "putACardIntoTheInkwell", first)
    assert match.G.ink == [1, 0]
    assert count(match, "inkwell", 0) == 1
    refusal = match.submit(tw.Answer(0, "putACardIntoTheInkwell", (second,)))
    assert refusal is not None
    assert refusal.code == "not_now"
    assert str(refusal.sentence) == "Only one card may be put into the inkwell each turn."
    end_turn(match, 2)
    match.play(0, "putACardIntoTheInkwell", second)
    assert match.G.ink == [2, 0]


def test_ink_pays_for_a_card_and_is_ready_again_in_the_next_turn() -> None:
    match = begin(["Spark", "Harbour Guard"])
    match.play(0, "putACardIntoTheInkwell", find(match, "hand", 0, PLAIN))
    guard = find(match, "hand", 0, "Harbour Guard")
    assert refused(match, 0, "playCard", guard) == "illegal_argument"  # it costs two
    plain = find(match, "hand", 0, PLAIN)
    match.play(0, "playCard", plain)
    assert match.G.ink == [0, 0]
    spark = find(match, "hand", 0, "Spark")
    assert refused(match, 0, "playCard", spark) == "illegal_argument"
    end_turn(match, 2)
    assert match.G.ink == [1, 0]
    match.play(0, "playCard", spark)
    match.pick(0, plain)


def test_an_action_takes_effect_at_once_without_the_bag() -> None:
    match = begin(["Spark", "Spark"], ["Harbour Guard"])
    play(match, "Spark")  # there is no character to damage
    assert (match.ctx.place, kinds(match, "discard", 0)) == (IDLE, ["Spark"])
    end_turn(match)
    guard = play(match, "Harbour Guard")
    end_turn(match)
    play(match, "Spark")
    assert kinds(match, "play", 0) == ["Spark"]  # while it is resolved
    match.pick(0, guard)
    assert field(match, guard, "damage") == 2
    assert (match.ctx.place, kinds(match, "discard", 0)) == (IDLE, ["Spark", "Spark"])


def test_damage_targets_are_labelled_with_their_owner() -> None:
    match = begin(["Harbour Guard", "Harbour Guard", "Spark"], ["Harbour Guard"])
    first, plain, second = [play(match, kind) for kind in ("Harbour Guard", PLAIN, "Harbour Guard")]
    end_turn(match)
    theirs = play(match, "Harbour Guard")
    end_turn(match)
    play(match, "Spark")
    assert is_click(match, 0)
    assert places(match, 0) == [
        (first, "play", "player"),
        (plain, "play", "player"),
        (second, "play", "player"),
        (theirs, "play", "opponent"),
    ]
    assert labels(match, 0) == [
        "Harbour Guard (yours, no. 1)",
        "Lamplighter (yours)",
        "Harbour Guard (yours, no. 3)",
        "Harbour Guard (opponent's)",
    ]
    match.pick(0, theirs)
    assert field(match, theirs, "damage") == 2


def test_cards_in_hand_are_picked_from_a_list() -> None:
    match = start(["Spark", "Archivist", "Spark"])
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "alterHand")
    hand = [card["id"] for card in cards(match, "hand", 0)]
    assert not is_click(match, 0)
    assert places(match, 0) == [(card_id, "hand", "player") for card_id in hand]
    assert labels(match, 0)[:3] == ["Spark (no. 1)", "Archivist", "Spark (no. 3)"]


def test_triggers_of_playing_a_card_resolve_before_the_next_turn_action() -> None:
    match = begin(["Archivist"])
    play(match, "Archivist")
    assert (match.ctx.place, match.acting) == (BAG, [0])
    assert count(match, "hand", 0) == 6
    assert refused(match, 0, "playCard", find(match, "hand", 0, PLAIN)) == "not_here"
    assert refused(match, 0, "passTurn") == "not_here"
    resolve(match, 0, "Archivist")
    assert (match.ctx.place, count(match, "hand", 0)) == (IDLE, 7)


def test_a_character_is_drying_in_the_turn_it_is_played() -> None:
    match = begin(["Kite Rider", "Round of Three"], [PLAIN])
    rider = play(match, "Kite Rider")
    song = find(match, "hand", 0, "Round of Three")
    assert field(match, rider, "drying")
    assert refused(match, 0, "quest", rider) == "illegal_argument"
    assert refused(match, 0, "sing", song, rider) == "illegal_argument"
    end_turn(match)
    enemy = play(match, PLAIN)
    assert field(match, rider, "drying")  # until the set step of its own player
    edit(match, enemy, ready=False)
    end_turn(match)
    for move, args in (("quest", [rider]), ("sing", [song, rider]), ("challenge", [rider, enemy])):
        assert match.clone().submit(tw.Answer(0, move, tuple(args))) is None


def test_rush_may_challenge_but_not_quest_while_drying() -> None:
    match = begin(["Quick Courier"])
    end_turn(match)
    enemy = play(match, PLAIN)
    edit(match, enemy, ready=False)
    end_turn(match)
    plain, courier = play(match, PLAIN), play(match, "Quick Courier")
    assert targets(match, plain) == []
    assert refused(match, 0, "quest", courier) == "illegal_argument"
    match.play(0, "challenge", courier, enemy)
    assert kinds(match, "discard", 1) == [PLAIN]


def test_a_song_is_paid_by_exerting_a_character_that_costs_enough() -> None:
    match = begin(["Kite Rider", "Round of Three"])
    rider, plain = play(match, "Kite Rider"), play(match, PLAIN)
    end_turn(match, 2)
    song, before = find(match, "hand", 0, "Round of Three"), count(match, "hand", 0)
    assert refused(match, 0, "sing", song, plain) == "illegal_argument"  # it costs one
    match.play(0, "sing", song, rider)
    assert count(match, "hand", 0) == before - 1 + 2
    assert not field(match, rider, "ready")
    assert match.G.ink == [0, 0]
    assert kinds(match, "discard", 0) == ["Round of Three"]


def test_questing_exerts_the_character_until_it_is_readied_and_gives_its_lore() -> None:
    match, [rider], _ = meet(["Kite Rider"], [])
    match.play(0, "quest", rider)
    assert match.G.lore == [2, 0]
    assert not field(match, rider, "ready")
    assert refused(match, 0, "quest", rider) == "illegal_argument"
    end_turn(match)
    assert not field(match, rider, "ready")  # the ready step is for the cards of the active player
    end_turn(match)
    assert field(match, rider, "ready")


def test_an_item_can_be_used_in_the_turn_it_is_played() -> None:
    match = begin(["Brass Kettle"])
    plain, kettle = play(match, PLAIN), play(match, "Brass Kettle")
    edit(match, plain, damage=1)
    match.play(0, "activateAbility", kettle)
    match.pick(0, plain)  # the effect does not go into the bag
    assert (match.ctx.place, field(match, plain, "damage")) == (IDLE, 0)
    assert refused(match, 0, "activateAbility", kettle) == "illegal_argument"  # it is exerted
    end_turn(match, 2)
    match.play(0, "activateAbility", kettle)


# --- challenges ----------------------------------------------------------------------------------


def test_a_challenge_has_two_steps_and_both_deal_damage() -> None:
    match, [rider], [guard] = meet(["Kite Rider"], ["Harbour Guard"])
    match.play(0, "challenge", rider, guard)
    assert walk(match) == [DECLARATION, DAMAGE, IDLE]
    assert [field(match, card, "damage") for card in (rider, guard)] == [2, 2]
    assert not field(match, rider, "ready")
    assert match.G.challenge is None


def test_damage_up_to_the_willpower_banishes_both_at_the_same_time() -> None:
    match, [rider], [guard] = meet(["Kite Rider"], ["Harbour Guard"])
    for card_id in (rider, guard):
        edit(match, card_id, damage=1)
    match.play(0, "challenge", rider, guard)
    assert kinds(match, "discard", 0) == ["Kite Rider"]
    assert kinds(match, "discard", 1) == ["Harbour Guard"]
    banished = cards(match, "discard", 0)[0]
    assert (banished["damage"], banished["ready"]) == (0, True)  # a new card


def test_only_exerted_opposing_characters_can_be_challenged() -> None:
    match, [plain, other], [enemy] = meet([PLAIN, PLAIN], [PLAIN])
    assert targets(match, plain) == [enemy]
    edit(match, enemy, ready=True)
    edit(match, other, ready=False)
    assert targets(match, plain) == []
    assert refused(match, 0, "challenge", plain, enemy) == "illegal_argument"


def test_only_evasive_characters_can_challenge_an_evasive_one() -> None:
    match, [plain, rider], [enemy] = meet([PLAIN, "Kite Rider"], ["Kite Rider"])
    assert targets(match, plain) == []
    assert targets(match, rider) == [enemy]


def test_a_bodyguard_must_be_challenged_first_but_does_not_protect_locations() -> None:
    two = [PLAIN, "Harbour Guard", "Old Lighthouse"]
    match, [plain], [enemy, guard, lighthouse] = meet([PLAIN], two)
    assert targets(match, plain) == [guard, lighthouse]
    edit(match, guard, ready=True)
    assert targets(match, plain) == [enemy, lighthouse]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_bodyguard_may_enter_play_exerted(answer: str) -> None:
    match = begin(["Harbour Guard"])
    ink(match)
    guard = find(match, "hand", 0, "Harbour Guard")
    match.play(0, "playCard", guard)
    match.pick(0, answer)
    assert field(match, guard, "ready") == (answer == "no")


def test_triggers_of_a_challenge_resolve_before_the_damage() -> None:
    match, [fencer], [gardener] = meet(["Restless Fencer"], ["Thorn Gardener"])
    match.play(0, "challenge", fencer, gardener)
    assert (match.ctx.place, match.acting) == (DECLARATION, [0])
    resolve(match, 0, "Restless Fencer", fencer)
    assert (match.ctx.place, match.acting) == (DECLARATION, [1])
    assert field(match, gardener, "damage") == 0
    resolve(match, 1, "Thorn Gardener", fencer)
    assert walk(match) == [DECLARATION, DAMAGE, IDLE]
    assert kinds(match, "discard", 1) == ["Thorn Gardener"]
    assert kinds(match, "discard", 0) == ["Restless Fencer"]  # 1 + 1 + 1


def test_a_challenge_ends_without_damage_if_one_character_leaves_play() -> None:
    match, [fencer], [gardener] = meet(["Restless Fencer"], ["Thorn Gardener"])
    edit(match, gardener, damage=2)
    match.play(0, "challenge", fencer, gardener)
    resolve(match, 0, "Restless Fencer", gardener)
    assert match.ctx.place == DECLARATION  # abilities in the bag still resolve
    resolve(match, 1, "Thorn Gardener", fencer)
    assert walk(match) == [DECLARATION, IDLE]
    assert field(match, fencer, "damage") == 1
    assert match.G.challenge is None


def test_a_reckless_character_cannot_quest_and_must_challenge_before_the_turn_ends() -> None:
    match, [fencer], [enemy] = meet(["Restless Fencer"], [PLAIN])
    assert refused(match, 0, "quest", fencer) == "illegal_argument"
    assert refused(match, 0, "passTurn") == "not_now"
    match.play(0, "challenge", fencer, enemy)
    resolve(match, 0, "Restless Fencer", enemy)
    end_turn(match)
    assert match.ctx.turn_player == 1
    end_turn(match)
    end_turn(match)  # now it is ready, but there is nothing to challenge


# --- locations -----------------------------------------------------------------------------------


def test_moving_to_a_location_costs_ink_and_may_be_done_by_drying_and_exerted_characters() -> None:
    lighthouse = "Old Lighthouse"
    match = begin([lighthouse, lighthouse], [lighthouse])
    end_turn(match)
    foreign = play(match, lighthouse)
    end_turn(match)
    one, two, plain = play(match, lighthouse), play(match, lighthouse), play(match, PLAIN)
    edit(match, plain, ready=False)
    ink(match, 2)
    assert refused(match, 0, "moveCharacter", plain, foreign) == "illegal_argument"
    match.play(0, "moveCharacter", plain, one)
    assert refused(match, 0, "moveCharacter", plain, one) == "illegal_argument"  # it is there
    match.play(0, "moveCharacter", plain, two)
    assert field(match, plain, "location") == two
    assert match.G.ink[0] == 0
    assert refused(match, 0, "moveCharacter", plain, one) == "illegal_argument"  # no ink is left


def test_a_location_can_be_challenged_at_any_time_and_does_not_strike_back() -> None:
    match, [rider], [lighthouse] = meet(["Kite Rider"], ["Old Lighthouse"])
    edit(match, lighthouse, ready=True)
    match.play(0, "challenge", rider, lighthouse)
    assert field(match, lighthouse, "damage") == 2
    assert field(match, rider, "damage") == 0


def test_characters_stay_in_play_without_their_location_unless_they_needed_its_willpower() -> None:
    match, [rider], [lighthouse, hurt, well] = meet(
        ["Kite Rider"], ["Old Lighthouse", PLAIN, PLAIN]
    )
    edit(match, lighthouse, damage=3)
    edit(match, hurt, location=lighthouse, damage=2)  # willpower 2, and 1 while it is there
    edit(match, well, location=lighthouse)
    match.play(0, "challenge", rider, lighthouse)
    assert kinds(match, "discard", 1) == ["Old Lighthouse", PLAIN]  # the check is made again
    assert [card["id"] for card in cards(match, "play", 1)] == [well]
    assert field(match, well, "location") is None


# --- the bag -------------------------------------------------------------------------------------


def test_the_active_player_resolves_first_and_then_the_bag_is_passed() -> None:
    match, [keeper, *_], [enemy, plain] = meet(["Grudge Keeper", PLAIN], ["Grudge Keeper", PLAIN])
    match.play(0, "challenge", keeper, enemy)
    assert (match.ctx.place, match.acting) == (DAMAGE, [0])
    assert [pending.action for pending in match.G.pending] == ["banished", "banished"]
    resolve(match, 0, "Grudge Keeper", plain)
    assert (match.ctx.place, match.acting) == (DAMAGE, [1])
    assert refused(match, 0, "quest", keeper) == "not_here"
    resolve(match, 1, "Grudge Keeper", find(match, "play", 0, PLAIN))
    assert (match.ctx.place, match.acting) == (IDLE, [0])
    assert kinds(match, "play", 0) == kinds(match, "play", 1) == []


def test_the_bag_holder_continues_even_if_the_active_player_gets_a_new_trigger() -> None:
    keeper = "Grudge Keeper"
    match, [plain, mine], [lighthouse, one, two] = meet(
        [PLAIN, keeper], ["Old Lighthouse", keeper, keeper]
    )
    edit(match, lighthouse, damage=4)
    for card_id in (one, two):
        edit(match, card_id, location=lighthouse, damage=2)
    match.play(0, "challenge", plain, lighthouse)
    assert match.acting == [1]  # both of the opponent's Grudge Keepers are banished
    resolve(match, 1, keeper, mine)
    assert kinds(match, "discard", 0) == [keeper]  # and with it the active player has a trigger
    assert match.acting == [1]
    resolve(match, 1, keeper, plain)
    assert match.acting == [0]
    resolve(match, 0, keeper)  # there is no character left
    assert (match.ctx.place, match.acting) == (IDLE, [0])


# --- the end -------------------------------------------------------------------------------------


def test_twenty_lore_win_at_once() -> None:
    match, [rider], _ = meet(["Kite Rider"], [])
    correct(match, lore_0=18)
    match.play(0, "quest", rider)
    assert str(match.result) == "seat 0 won: 20 lore"
    assert match.ctx.place == "endGame"
    assert refused(match, 0, "passTurn") == "game_over"


def test_a_location_may_win_in_the_set_step_before_a_card_is_drawn() -> None:
    match = begin(["Old Lighthouse"])
    play(match, "Old Lighthouse")
    end_turn(match)
    correct(match, lore_0=19)
    walk(match)
    end_turn(match)
    assert str(match.result) == "seat 0 won: 20 lore"
    assert walk(match)[-2:] == [f"{BEGINNING}/drawStep", "endGame"]  # it was on its way there
    assert count(match, "hand", 0) == 6


def test_an_empty_deck_loses_only_when_the_turn_of_its_player_ends() -> None:
    match = begin(size=8)
    end_turn(match)
    assert count(match, "deck", 1) == 0
    assert (match.ctx.place, match.result) == (IDLE, None)
    end_turn(match)
    assert str(match.result) == "seat 0 won: no cards left in the deck"
    assert walk(match)[-3:] == [END, "duringGame", "endGame"]


def test_drawing_from_an_empty_deck_does_nothing_and_twenty_lore_still_win() -> None:
    match = begin(["Round of Three"], size=8)
    play(match, "Round of Three")
    assert (count(match, "hand", 0), count(match, "deck", 0)) == (7, 0)  # one card of two
    plain = play(match, PLAIN)
    edit(match, plain, drying=False)
    correct(match, lore_0=19)
    match.play(0, "quest", plain)
    assert str(match.result) == "seat 0 won: 20 lore"


def test_players_may_concede_at_any_time() -> None:
    match, [fencer], [gardener] = meet(["Restless Fencer"], ["Thorn Gardener"])
    match.play(0, "challenge", fencer, gardener)
    resolve(match, 0, "Restless Fencer")
    match.play(1, "concede")  # while the other is asked
    assert str(match.result) == "seat 0 won: seat 1 conceded"
    assert match.ctx.place == "endGame"


# --- refusals and secrets ------------------------------------------------------------------------


def test_refusals_have_codes_and_change_nothing() -> None:
    match, [plain], [enemy] = meet([PLAIN], [PLAIN])
    before = match.hash
    hand = find(match, "hand", 0, PLAIN)
    assert refused(match, 1, "passTurn") == "not_your_turn"
    assert refused(match, 0, "quest", enemy) == "illegal_argument"
    assert refused(match, 0, "quest", hand) == "illegal_argument"
    assert refused(match, 0, "challenge", plain) == "bad_arguments"
    assert refused(match, 0, "resolveBag", 0) == "not_here"
    assert refused(match, 0, "alterHand") == "not_here"
    assert refused(match, 0, "shift", plain) == "unknown_move"
    assert match.hash == before


def test_hands_decks_and_inkwells_are_hidden() -> None:
    match = begin()
    match.play(0, "putACardIntoTheInkwell", find(match, "hand", 0, PLAIN))
    zones = match.view(1)["zones"]
    assert zones["hand:0"] == {"count": 6}
    assert zones["deck:0"] == zones["deck:1"] == {"count": 53}
    assert zones["inkwell:0"] == match.view(0)["zones"]["inkwell:0"] == {"count": 1}
    assert len(zones["hand:1"]["cards"]) == 7
    assert match.view(1)["prompt"] is None


def test_a_view_does_not_depend_on_the_opponents_hidden_cards() -> None:
    first = begin(["Archivist", "Spark", *[PLAIN] * 9, "Kite Rider"])
    second = begin([PLAIN, "Night Baker", *[PLAIN] * 4, "Round of Three"])
    for match, kind in ((first, "Archivist"), (second, "Night Baker")):
        match.play(0, "putACardIntoTheInkwell", find(match, "hand", 0, kind))
        match.play(0, "passTurn")
    assert first.view(1) == second.view(1)
    assert first.view(None) == second.view(None)


# --- any play ------------------------------------------------------------------------------------


def test_random_games_end_visit_every_step_use_every_move_and_replay() -> None:
    places: set[str] = set()
    moves: set[str] = set()
    reasons: Counter[str] = Counter()
    small = {"decks": [dict.fromkeys(DECK, 1)] * 2}
    for seed in range(15):
        match = game.start(seed=seed, trace=True, options=small if seed % 5 == 0 else {})
        play_out(match, [RandomAgent(f"{seed}a"), RandomAgent(f"{seed}b")], 1500)
        assert match.result is not None
        reasons[match.result.reason] += 1
        assert match.ctx.place == "endGame"
        assert match.flow.trace is not None
        places |= match.flow.trace.places
        moves |= {entry.move for entry in match.record.entries if entry.move}
        assert game.replay(match.record).hash == match.hash
    known = {place.path for place in game.compiled_flow.places.values()} - {"nowhere"}
    assert known - places == {MAIN}  # the flow never stops between its steps
    assert moves == set(game.all_moves) - {"concede"}
    assert reasons["20 lore"] > reasons["no cards left in the deck"] > 0
