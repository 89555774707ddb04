"""Riftbound: the turn, windows, showdowns, combat and game endings."""

from __future__ import annotations

import pytest

import turnwright as tw
from tests.games import wire_prompts
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.riftbound.game import game

BRIDGE, MILL, HILL = 0, 1, 2  # battlefields: hold draws a card, conquer channels a rune, nothing
UNITS = {"Torch Raider": 10, "Reed Runner": 10}
RUNNERS = {"Reed Runner": 20}


def begin(*decks, first=0, places=(HILL, HILL)):
    """A match in the first player's action phase; both players kept their hands."""
    decks = list(decks) or [UNITS, UNITS]
    options = {"decks": decks if len(decks) == 2 else decks * 2, "chooser": 0}
    match = game.start(options=options, scripts={"battlefield": list(places)}, trace=True)
    match.play(0, "chooseFirstPlayer", first)
    for seat in (first, 1 - first):
        match.play(seat, "mulligan")
        match.pick(seat)
    return match


def arrange(match, edits):
    """Edit the state."""
    match.flow.set_manual_mode(True)
    for path, value in edits.items():
        assert match.flow.edit(path, value) is None, path
    match.flow.set_manual_mode(False)


def moved(match, seat, kind, zone, **fields):
    """The edits that move one of a seat's cards to a zone, and the card."""
    ctx = match.ctx
    zones = (f"hand:{seat}", f"deck:{seat}", f"champion:{seat}")
    card = next(i for key in zones for i in ctx.zones[key] if ctx.cards[i].kind == kind)
    source = ctx.card_zones[card]
    edits = {
        f"ctx.zones.{source}": [i for i in ctx.zones[source] if i != card],
        f"ctx.zones.{zone}:{seat}": [*ctx.zones[f"{zone}:{seat}"], card],
        f"ctx.card_zones.{card}": f"{zone}:{seat}",
    }
    return card, edits | {f"ctx.cards.{card}.{name}": value for name, value in fields.items()}


def put(match, seat, kind, at=None, **fields):
    """Put a card of this seat on the board; a battlefield it is at is under the seat's control."""
    card, edits = moved(match, seat, kind, "board", location=at, **fields)
    if at is not None and match.ctx.cards[at].controller is None:
        edits |= {f"ctx.cards.{at}.controller": seat}
    arrange(match, edits)
    return card


def give(match, seat, kind):
    card, edits = moved(match, seat, kind, "hand")
    arrange(match, edits)
    return card


def rich(match):
    arrange(match, {"G.energy": [9, 9]})


def places(match):
    return match.ctx.zones["battlefields"]


def pass_chain(match):
    """Both players pass until the chain is empty."""
    while match.G.pending and not match.asked:
        match.play(match.acting[0], "passPriority")


def pass_focus(match):
    for _ in range(2):
        match.play(match.acting[0], "passFocus")


def end_turn(match):
    match.play(match.ctx.turn_player, "endTurn")
    pass_chain(match)


def walk(match):
    """The steps of the flow in the order they were entered."""
    steps = [e for e in match.flow.trace.events if e.kind == "transition" and e.where != e.to]
    return [e.to.removeprefix("gamePlay/") for e in steps if e.to != "gamePlay"]


def options(match, move):
    return [option.args for option in match.legal(match.acting[0]) if option.move == move]


def refusal(match, seat, move, *args):
    return match.submit(tw.Answer(seat, move, args)).code


# --- setup ---------------------------------------------------------------------------------------


def test_setup_places_legend_champion_battlefield_and_four_cards_each():
    match = game.start(scripts={"battlefield": [BRIDGE, MILL]}, options={"chooser": 1})
    assert [match.ctx.cards[i].kind for i in places(match)] == ["Stone Bridge", "Old Mill"]
    assert match.acting == [1]
    match.play(1, "chooseFirstPlayer", 0)
    zones = {key: len(cards) for key, cards in match.ctx.zones.items()}
    for seat in (0, 1):
        assert (zones[f"legend:{seat}"], zones[f"champion:{seat}"]) == (1, 1)
        assert (zones[f"hand:{seat}"], zones[f"deck:{seat}"], zones[f"runeDeck:{seat}"]) == (
            4,
            35,
            12,
        )


def test_mulligan_sets_up_to_two_cards_aside_and_recycles_them():
    match = game.start(options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 1)
    assert refusal(match, 0, "mulligan") == "not_your_turn"  # in turn order
    hand = list(match.ctx.zones["hand:1"])
    match.play(1, "mulligan")
    assert match.submit(tw.Answer(1, picks=tuple(map(str, hand[:3])))).code == "wrong_count"
    match.pick(1, *hand[:2])
    assert set(match.ctx.zones["deck:1"][:2]) == set(hand[:2])  # the bottom
    assert len(match.ctx.zones["hand:1"]) == 4
    match.play(0, "mulligan")
    match.pick(0)
    assert match.ctx.turn_player == 1
    assert match.ctx.place == "gamePlay/action/open"


# --- the turn ------------------------------------------------------------------------------------


def test_a_turn_goes_through_every_phase_and_step_in_order():
    match = begin()
    start = ["awaken", "beginning/beginningStep", "beginning/scoringStep", "beginning"]
    start += ["channel", "draw", "action/open"]
    assert walk(match)[-7:] == start
    match.flow.trace.clear()
    end_turn(match)
    end = ["ending/endingStep", "ending/expirationStep", "ending/cleanupStep", "ending"]
    assert walk(match) == end + start
    assert match.ctx.turn_player == 1


def test_the_second_player_channels_three_runes_in_the_first_turn_and_everybody_draws():
    match = begin(first=1)
    counts = []
    for _ in range(4):
        seat = match.ctx.turn_player
        counts.append(tuple(len(match.ctx.zones[f"{zone}:{seat}"]) for zone in ("runes", "hand")))
        end_turn(match)
    assert counts == [(2, 5), (3, 5), (4, 6), (5, 6)]


def test_channelling_stops_when_the_rune_deck_is_empty():
    match = begin()
    while len(match.ctx.zones["runeDeck:0"]) > 1 or match.ctx.turn_player != 0:
        end_turn(match)
    end_turn(match)
    end_turn(match)
    assert len(match.ctx.zones["runes:0"]) == 12


def test_awaken_readies_the_cards_of_the_turn_player_only():
    match = begin()
    mine, theirs = (
        put(match, 0, "Reed Runner", ready=False),
        put(match, 1, "Reed Runner", ready=False),
    )
    end_turn(match)
    assert (match.ctx.cards[mine].ready, match.ctx.cards[theirs].ready) == (False, True)


def test_beginning_and_ending_effects_open_a_chain_in_their_own_step():
    match = begin({"Dawn Baker": 20}, RUNNERS)
    put(match, 0, "Dawn Baker", ready=False)
    match.play(0, "endTurn")
    assert match.ctx.place == "gamePlay/ending/endingStep"
    assert [item.action for item in match.G.pending] == ["end"]
    pass_chain(match)
    match.play(1, "endTurn")
    assert match.ctx.place == "gamePlay/beginning/beginningStep"
    assert match.acting == [0]  # the controller of the newest item has priority
    assert refusal(match, 0, "endTurn") == "not_here"
    pass_chain(match)
    assert match.ctx.place == "gamePlay/action/open"


def test_holding_a_battlefield_scores_and_triggers_in_the_scoring_step():
    match = begin(places=(BRIDGE, HILL))
    put(match, 0, "Reed Runner", at=places(match)[0])
    end_turn(match)
    match.play(1, "endTurn")
    assert match.ctx.place == "gamePlay/beginning/scoringStep"
    assert match.G.points == [1, 0]
    hand = len(match.ctx.zones["hand:0"])
    pass_chain(match)
    assert len(match.ctx.zones["hand:0"]) == hand + 2  # for the hold, and in the draw phase


def test_rune_pools_empty_after_the_draw_phase_and_at_the_end_of_the_turn():
    match = begin({"Ember Jar": 10, "Dawn Baker": 10}, RUNNERS)
    put(match, 0, "Dawn Baker")
    jar = put(match, 0, "Ember Jar")
    match.play(0, "activateAbility", jar)
    assert match.G.energy == [1, 0]  # added at once, without a chain
    assert match.ctx.place == "gamePlay/action/open"
    end_turn(match)
    assert match.G.energy == [0, 0]
    match.play(1, "endTurn")
    match.play(0, "activateAbility", jar)  # in the Beginning Step, as a reaction
    assert match.G.energy == [1, 0]
    pass_chain(match)
    assert match.ctx.place == "gamePlay/action/open"
    assert match.G.energy == [0, 0]


# --- playing cards -------------------------------------------------------------------------------


def test_units_enter_exhausted_and_nobody_gets_priority():
    match = begin(RUNNERS)
    card = match.ctx.zones["hand:0"][0]
    match.play(0, "playCard", card)
    assert not match.ctx.cards[card].ready
    assert match.ctx.place == "gamePlay/action/open"
    assert not any(match.ctx.cards[rune].ready for rune in match.ctx.zones["runes:0"])
    assert not options(match, "playCard")  # nothing left to pay with
    assert refusal(match, 0, "playCard", match.ctx.zones["hand:0"][0]) == "illegal_argument"
    assert refusal(match, 0, "standardMove", places(match)[0]) == "illegal_argument"


def test_battlefields_are_offered_as_cards_and_the_base_as_plain_text():
    match = begin(RUNNERS, places=(MILL, HILL))
    here, _ = places(match)
    put(match, 0, "Reed Runner", at=here)
    rich(match)
    match.play(0, "playCard", match.ctx.zones["hand:0"][0])
    base, mill = wire_prompts.candidates(match, 0)
    assert (base["label"], "cardId" in base) == ("base", False)
    assert (mill["cardId"], mill["zone"]) == (here, "battlefields")
    assert mill["label"] == "Old Mill (controlled by you)"
    match.pick(0, here)
    assert match.ctx.cards[match.ctx.zones["board:0"][-1]].location == here


def test_targets_are_labelled_with_owner_and_location():
    match = begin({"Second Wind": 10, **RUNNERS}, RUNNERS)  # both battlefields are Bare Hills
    here, there = places(match)
    units = [
        put(match, 0, "Reed Runner", at=here),
        put(match, 0, "Reed Runner", at=here),
        put(match, 0, "Reed Runner"),
        put(match, 1, "Reed Runner", at=there),
    ]
    rich(match)
    match.play(0, "playCard", give(match, 0, "Second Wind"))
    assert wire_prompts.is_click(match, 0)
    sides = ["player", "player", "player", "opponent"]
    found = [(unit, "board", side) for unit, side in zip(units, sides, strict=True)]
    assert wire_prompts.places(match, 0) == found
    assert wire_prompts.labels(match, 0) == [
        "Reed Runner (yours, at the first Bare Hill, no. 1)",
        "Reed Runner (yours, at the first Bare Hill, no. 2)",
        "Reed Runner (yours, in the base)",
        "Reed Runner (opponent's, at the second Bare Hill)",
    ]


def test_battlefields_are_clicked_and_labelled_with_their_controller():
    match = begin({"Forced March": 10, **RUNNERS}, RUNNERS)
    here, there = places(match)
    put(match, 0, "Reed Runner")
    put(match, 1, "Reed Runner", at=there)
    rich(match)
    match.play(0, "playCard", give(match, 0, "Forced March"))
    assert wire_prompts.is_click(match, 0)
    assert [found[:2] for found in wire_prompts.places(match, 0)] == [
        (here, "battlefields"),
        (there, "battlefields"),
    ]
    assert wire_prompts.labels(match, 0) == [
        "Bare Hill (controlled by nobody)",
        "Bare Hill (controlled by your opponent)",
    ]


def test_power_is_paid_by_recycling_runes_of_the_domain_and_accelerate_readies():
    match = begin()
    for _ in range(8):
        end_turn(match)
    champion = match.ctx.zones["champion:0"][0]
    tides = [i for i in match.ctx.zones["runes:0"] if match.ctx.cards[i].kind == "Tide Rune"]
    assert len(tides) >= 2
    match.play(0, "playCard", champion)  # the Chosen Champion, from its zone
    match.pick(0, "yes")
    assert match.ctx.cards[champion].ready
    runes = [match.ctx.cards[i] for i in match.ctx.zones["runes:0"]]
    assert len(runes) == 8
    assert sum(not rune.ready for rune in runes) == 3  # five exhausted, two of them recycled
    bottom = match.ctx.zones["runeDeck:0"][:2]
    assert {match.ctx.cards[i].kind for i in bottom} == {"Tide Rune"}


def test_a_spell_waits_on_the_chain_until_both_pass_and_its_player_passes_first():
    match = begin({"Cinder": 10, "Reed Runner": 10}, {"Second Wind": 10, "Hush": 10, **RUNNERS})
    target = put(match, 1, "Reed Runner", at=places(match)[0])
    cinder, wind = give(match, 0, "Cinder"), give(match, 1, "Second Wind")
    rich(match)
    match.play(0, "playCard", cinder)
    assert match.ctx.place == "gamePlay/action/chain"
    assert match.acting == [0]  # who acts keeps priority
    assert refusal(match, 0, "playCard", match.ctx.zones["hand:0"][0]) == "illegal_argument"
    match.play(0, "passPriority")
    match.play(1, "playCard", wind)  # only one unit to choose: nothing is asked
    assert match.acting == [1]
    match.play(1, "passPriority")
    match.play(0, "passPriority")  # the newest resolves first
    assert match.ctx.cards[target].bonus == 2
    assert match.acting == [0]  # controls what is the newest item now
    assert match.ctx.zones["trash:1"] == [wind]
    pass_chain(match)
    assert match.ctx.cards[target].damage == 2  # of a Might of 4: it lives
    assert match.ctx.place == "gamePlay/action/open"
    end_turn(match)
    assert (match.ctx.cards[target].damage, match.ctx.cards[target].bonus) == (0, 0)


def test_a_countered_spell_goes_to_the_trash_without_effect():
    match = begin({"Cinder": 20}, {"Hush": 10, **RUNNERS})
    target = put(match, 1, "Reed Runner", at=places(match)[0])
    end_turn(match)
    end_turn(match)  # the second player has runes now
    hush, cinder = give(match, 1, "Hush"), match.ctx.zones["hand:0"][0]
    runes = [i for i in match.ctx.cards if match.ctx.cards[i].kind == "Tide Rune"]
    own = [i for i in runes if match.ctx.cards[i].owner == 1][:1]
    arrange(
        match, {"ctx.zones.runes:1": own, f"ctx.card_zones.{own[0]}": "runes:1", "G.energy": [9, 9]}
    )
    match.play(0, "playCard", cinder)
    match.play(0, "passPriority")
    match.play(1, "playCard", hush)
    pass_chain(match)
    assert target in match.ctx.zones["board:1"]
    assert match.ctx.zones["trash:0"] == [cinder]


def test_a_spell_without_a_target_cannot_be_played():
    match = begin({"Cinder": 20}, RUNNERS)
    rich(match)
    put(match, 1, "Reed Runner")  # in the base; the spell wants a unit at a battlefield
    assert refusal(match, 0, "playCard", match.ctx.zones["hand:0"][0]) == "illegal_argument"


def test_the_legend_and_play_triggers_use_the_chain():
    match = begin({"Ferry Pilot": 20}, RUNNERS)
    rich(match)
    pilot, hand = match.ctx.zones["hand:0"][0], len(match.ctx.zones["hand:0"])
    match.play(0, "playCard", pilot)
    assert match.ctx.place == "gamePlay/action/chain"
    pass_chain(match)
    assert len(match.ctx.zones["hand:0"]) == hand
    match.play(0, "activateAbility", match.ctx.zones["legend:0"][0])
    pass_chain(match)
    assert match.ctx.cards[pilot].ready
    assert not options(match, "activateAbility")  # the legend is exhausted


# --- showdowns -----------------------------------------------------------------------------------


def test_moving_to_an_empty_battlefield_opens_a_showdown_and_conquers_it():
    match = begin(places=(MILL, HILL))
    card = put(match, 0, "Torch Raider")
    match.flow.trace.clear()
    match.play(0, "standardMove", places(match)[0])
    assert match.ctx.place == "gamePlay/showdown/open"
    assert (match.acting, match.G.focus) == ([0], 0)
    assert match.ctx.cards[places(match)[0]].contested == 0
    match.play(0, "passFocus")
    assert (match.acting, match.G.focus) == ([1], 1)
    match.play(1, "passFocus")
    assert match.G.points == [1, 0]
    assert match.ctx.place == "gamePlay/action/chain"  # conquering the mill has triggered
    pass_chain(match)
    assert len(match.ctx.zones["runes:0"]) == 3
    assert match.ctx.cards[places(match)[0]].controller == 0
    assert walk(match) == [
        "showdown/open",
        "showdown",
        "action/open",
        "action/chain",
        "action/open",
    ]
    assert not match.ctx.cards[card].ready


def test_several_units_move_together_and_only_ganking_moves_between_battlefields():
    match = begin()
    here, there = places(match)
    runner, raider = put(match, 0, "Reed Runner"), put(match, 0, "Torch Raider")
    match.play(0, "standardMove", here)
    match.pick(0, runner, raider)
    pass_focus(match)
    end_turn(match)
    end_turn(match)
    assert options(match, "standardMove") == [(None,), (there,)]
    match.play(0, "standardMove", there)  # the runner alone can: nothing to choose
    assert [match.ctx.cards[i].location for i in (runner, raider)] == [there, here]
    pass_focus(match)
    match.play(0, "standardMove", None)
    assert match.ctx.cards[raider].location is None
    assert match.ctx.cards[here].controller is None  # no unit is there any more


def test_focus_passes_after_a_chain_and_both_must_pass_in_sequence():
    match = begin({"Torch Raider": 10, "Dawn Baker": 10}, {"Cinder": 10, "Second Wind": 10})
    put(match, 0, "Torch Raider")
    cinder, baker = give(match, 1, "Cinder"), give(match, 0, "Dawn Baker")
    rich(match)
    match.play(0, "standardMove", places(match)[0])
    assert refusal(match, 0, "playCard", baker) == "illegal_argument"  # neither action nor reaction
    assert refusal(match, 1, "playCard", cinder) == "not_your_turn"  # Focus first
    assert refusal(match, 0, "standardMove", places(match)[1]) == "not_here"
    match.play(0, "passFocus")
    match.play(1, "playCard", cinder)
    assert match.ctx.place == "gamePlay/showdown/chain"
    assert match.acting == [1]
    pass_chain(match)
    assert match.ctx.place == "gamePlay/showdown/open"
    assert match.acting == [0]
    match.play(0, "passFocus")
    assert match.ctx.place == "gamePlay/showdown/open"  # the pass before the chain does not count
    match.play(1, "passFocus")
    assert match.ctx.place == "gamePlay/action/open"


def test_a_unit_played_in_a_showdown_passes_focus_and_adding_energy_does_not():
    match = begin({"Sudden Guest": 10, "Ember Jar": 10})
    put(match, 0, "Sudden Guest")
    jar, guest = put(match, 0, "Ember Jar"), give(match, 0, "Sudden Guest")
    rich(match)
    match.play(0, "standardMove", places(match)[0])
    match.play(0, "activateAbility", jar)
    assert match.acting == [0]
    match.play(0, "playCard", guest)
    assert (match.acting, match.G.focus) == ([1], 1)
    assert match.ctx.cards[guest].location is None


def test_a_showdown_that_ends_with_units_of_both_becomes_a_combat():
    match = begin({"Torch Raider": 20}, {"Forced March": 10, "Reed Runner": 10})
    put(match, 0, "Torch Raider")
    put(match, 1, "Reed Runner")
    march = give(match, 1, "Forced March")
    rich(match)
    match.play(0, "standardMove", places(match)[0])
    match.play(0, "passFocus")
    match.play(1, "playCard", march)
    match.pick(1, places(match)[0])
    pass_chain(match)
    pass_focus(match)
    assert match.ctx.place == "gamePlay/combat/chain"  # the raider attacks: the Initial Chain
    assert match.G.attacker == 0


def test_the_turn_player_chooses_which_of_two_fights_is_first():
    match = begin()
    here, there = places(match)
    edits = {}
    for seat in (0, 1):
        cards = [i for i in match.ctx.zones[f"hand:{seat}"]][:2]
        rest = [i for i in match.ctx.zones[f"hand:{seat}"] if i not in cards]
        edits |= {f"ctx.zones.hand:{seat}": rest, f"ctx.zones.board:{seat}": cards}
        for card, at in zip(cards, (here, there), strict=True):
            edits |= {f"ctx.card_zones.{card}": f"board:{seat}", f"ctx.cards.{card}.location": at}
    arrange(match, edits | {f"ctx.cards.{at}.contested": 1 for at in (here, there)})
    assert match.prompts[0].text == "Where is the combat?"
    assert wire_prompts.is_click(match, 0)
    labels = ["Bare Hill (controlled by nobody, no. 1)", "Bare Hill (controlled by nobody, no. 2)"]
    assert wire_prompts.labels(match, 0) == labels
    match.pick(0, there)
    assert (match.G.fight, match.G.attacker, match.G.focus) == (there, 1, 1)


# --- combat --------------------------------------------------------------------------------------


def combat(attackers, defenders, hands=({}, {})):
    """Seat 0 attacks a battlefield of seat 1 with all its units."""
    decks = [{**{kind: 3 for kind in side}, **hand, "Ember Jar": 10}
             for side, hand in zip((attackers, defenders), hands, strict=True)]  # fmt: skip
    match = begin(*decks)
    cards = [give(match, seat, kind) for seat, hand in enumerate(hands) for kind in hand]
    defending = [put(match, 1, kind, at=places(match)[0]) for kind in defenders]
    attacking = [put(match, 0, kind) for kind in attackers]
    rich(match)
    match.flow.trace.clear()
    match.play(0, "standardMove", places(match)[0])
    if len(attacking) > 1:
        match.pick(0, *attacking)
    return match, attacking, defending, cards


def test_combat_goes_through_showdown_damage_and_resolution_and_back_to_the_action_phase():
    match, (raider,), (runner,), _ = combat(["Torch Raider"], ["Reed Runner"])
    assert match.ctx.place == "gamePlay/combat/chain"
    assert [item.name for item in match.G.pending] == ["Torch Raider"]
    match.pick(0, runner)  # the attack trigger: 1 damage to a unit at a battlefield
    assert match.acting == [0]
    pass_chain(match)
    assert match.ctx.cards[runner].damage == 1
    assert match.ctx.place == "gamePlay/combat/showdownStep"
    assert match.acting == [0]  # Focus does not pass after the Initial Chain
    pass_focus(match)
    steps = [
        "combat/showdownStep",
        "combat/chain",
        "combat/showdownStep",
        "combat/combatDamageStep",
    ]
    assert walk(match) == [*steps, "combat/resolutionStep", "combat", "action/open"]
    assert match.ctx.zones["trash:1"] == [runner]
    assert match.G.points == [1, 0]
    place = match.ctx.cards[places(match)[0]]
    assert (place.controller, place.contested) == (0, None)
    assert match.ctx.cards[raider].damage == 0  # cleared after combat
    assert (match.G.fight, match.G.attacker, match.G.focus) == (None, None, None)


def test_defenders_that_remain_keep_their_battlefield():
    match, (runner,), (sentry, other), _ = combat(["Reed Runner"], ["Ford Sentry", "Reed Runner"])
    match.pick(1, sentry)  # its defend trigger gives it one more Might
    pass_chain(match)
    pass_focus(match)  # 2 damage, first to the tank with a Might of 2 + 1 Shield + 1
    assert match.ctx.zones["trash:0"] == [runner]  # 6 damage in return
    assert {sentry, other} <= set(match.ctx.zones["board:1"])
    assert match.ctx.cards[places(match)[0]].controller == 1
    assert match.G.points == [0, 0]


def test_an_ability_without_its_target_does_nothing():
    match, raiders, (runner,), _ = combat(["Torch Raider"] * 3, ["Reed Runner"])
    for _ in raiders:
        match.pick(0, runner)
    pass_chain(match)  # the second of three damages kills it
    assert match.ctx.zones["trash:1"] == [runner]
    assert match.ctx.cards[runner].damage == 0


def test_a_stunned_unit_deals_no_damage_and_attackers_are_recalled_if_both_sides_survive():
    match, (raider,), (sentry,), (sand,) = combat(
        ["Reed Runner"], ["Ford Sentry"], ({}, {"Quicksand": 3})
    )
    match.pick(1, sentry)
    pass_chain(match)
    match.play(0, "passFocus")
    match.play(1, "playCard", sand)
    match.pick(1, raider)
    pass_chain(match)
    assert match.ctx.cards[raider].stunned
    arrange(match, {f"ctx.cards.{sentry}.stunned": True})
    pass_focus(match)
    assert match.ctx.cards[raider].location is None  # recalled
    assert match.ctx.cards[places(match)[0]].controller == 1
    end_turn(match)
    assert not match.ctx.cards[raider].stunned


def test_without_defenders_left_there_is_no_damage_step():
    match, _, (pilot,), (cinder,) = combat(["Reed Runner"], ["Ferry Pilot"], ({"Cinder": 3}, {}))
    match.play(0, "playCard", cinder)
    match.pick(0, pilot)
    hand = len(match.ctx.zones["hand:1"])
    pass_chain(match)
    assert len(match.ctx.zones["hand:1"]) == hand + 1  # its Deathknell drew a card
    pass_focus(match)
    assert "combat/combatDamageStep" not in walk(match)
    assert match.G.points == [1, 0]


def test_damage_is_assigned_in_full_to_tanks_first_and_then_in_the_order_chosen():
    match, attackers, (sentry, one, two), _ = combat(
        ["Orsa of the Ford", "Reed Runner"], ["Ford Sentry", "Reed Runner", "Reed Runner"]
    )
    match.pick(1, sentry)
    pass_chain(match)
    pass_focus(match)
    assert match.prompts[0].text == "Assign 2 damage, first to"  # 4 of 6 went to the tank
    match.pick(0, two)
    assert match.acting == [1]  # then the defender assigns
    match.pick(1, attackers[0])
    assert set(match.ctx.zones["trash:1"]) == {sentry, two}
    assert match.ctx.zones["trash:0"] == attackers  # 8 damage, 4 and the rest
    assert match.ctx.zones["board:1"] == [one]


# --- hiding --------------------------------------------------------------------------------------


def hidden():
    """Seat 0 has a unit and a facedown card at the first battlefield."""
    match = begin({"Quicksand": 10, "Reed Runner": 10}, {"Torch Raider": 10, "Cinder": 10})
    put(match, 0, "Reed Runner", at=places(match)[0])
    card = give(match, 0, "Quicksand")
    match.play(0, "hide", card, places(match)[0])
    return match, card


def test_a_card_is_hidden_for_one_power_and_only_its_owner_sees_it():
    match, card = hidden()
    assert len(match.ctx.zones["runes:0"]) == 1
    assert match.view(0)["zones"]["facedown:0"]["cards"][0]["kind"] == "Quicksand"
    assert match.view(1)["zones"]["facedown:0"] == {"count": 1}
    assert match.view(1)["zones"]["battlefields"]["cards"][0]["facedown"] == 0
    assert refusal(match, 0, "playHidden", card) == "illegal_argument"  # not in the same turn
    other = give(match, 0, "Quicksand")
    assert refusal(match, 0, "hide", other, places(match)[0]) == "illegal_argument"  # one per place
    assert (
        refusal(match, 0, "hide", other, places(match)[1]) == "illegal_argument"
    )  # not controlled


def test_a_hidden_card_is_a_free_reaction_from_the_next_turn_on_at_its_battlefield():
    match, card = hidden()
    end_turn(match)
    raider, idle = put(match, 1, "Torch Raider"), put(match, 1, "Torch Raider")
    match.play(1, "standardMove", places(match)[0])
    match.pick(1, raider)
    match.pick(1, raider)  # the attack trigger, at the raider itself
    match.play(1, "passPriority")
    match.play(0, "playHidden", card)
    assert str(idle) not in [option.id for option in match.prompts[0].options]
    match.pick(0, raider)
    assert match.ctx.zones["chain"] == [card]
    assert match.ctx.cards[places(match)[0]].facedown is None
    pass_chain(match)
    assert match.ctx.cards[raider].stunned


def test_a_facedown_card_is_trashed_with_the_last_unit_at_its_battlefield():
    match, card = hidden()
    end_turn(match)
    cinder = give(match, 1, "Cinder")
    rich(match)
    match.play(1, "playCard", cinder)
    pass_chain(match)
    assert card in match.ctx.zones["trash:0"]
    assert match.ctx.cards[places(match)[0]].facedown is None


def test_a_hidden_unit_joins_the_fight_where_it_was_hidden():
    match = begin({"Sudden Guest": 20}, {"Torch Raider": 20})
    put(match, 0, "Sudden Guest", at=places(match)[0])
    guest = match.ctx.zones["hand:0"][0]
    match.play(0, "hide", guest, places(match)[0])
    end_turn(match)
    put(match, 1, "Torch Raider")
    match.play(1, "standardMove", places(match)[0])
    match.pick(1, match.asked[1].options[0].id)
    match.play(1, "passPriority")
    match.play(0, "playHidden", guest)
    assert match.ctx.cards[guest].location == places(match)[0]
    assert match.acting == [0]  # it resolved at once; the chain continues


# --- the end of the turn -------------------------------------------------------------------------


def test_new_damage_while_effects_expire_repeats_the_expiration_step():
    match = begin({"Glass Dancer": 20}, RUNNERS)
    dancer = put(match, 0, "Glass Dancer", at=places(match)[0], bonus=2)
    match.flow.trace.clear()
    match.play(0, "endTurn")
    assert match.ctx.place == "gamePlay/ending/expirationStep"
    assert match.ctx.cards[dancer].bonus == 0
    pass_chain(match)  # its own trigger deals it 1 damage, the only unit there is
    loop = ["ending/expirationStep", "ending/cleanupStep"]
    assert walk(match)[:5] == ["ending/endingStep", *loop, *loop]
    assert match.ctx.cards[dancer].damage == 0
    assert match.ctx.turn_player == 1


# --- winning and losing --------------------------------------------------------------------------


def test_the_eighth_point_by_holding_wins():
    match = begin()
    put(match, 0, "Reed Runner", at=places(match)[0])
    arrange(match, {"G.points": [7, 0]})
    end_turn(match)
    end_turn(match)
    assert str(match.result) == "seat 0 won: 8 points, the last by hold"
    assert match.ctx.place == "endGame"


def test_the_eighth_point_by_conquering_needs_every_battlefield_this_turn():
    match = begin()
    put(match, 0, "Reed Runner")
    put(match, 0, "Reed Runner")
    arrange(match, {"G.points": [7, 0]})
    hand = len(match.ctx.zones["hand:0"])
    for place, units in zip(places(match), (1, 0), strict=True):
        match.play(0, "standardMove", place)
        if units:
            match.pick(0, match.asked[0].options[0].id)
        assert match.result is None
        pass_focus(match)
        assert len(match.ctx.zones["hand:0"]) == hand + 1  # a card for the first, instead
    assert str(match.result) == "seat 0 won: 8 points, the last by conquer"


def test_a_battlefield_is_scored_once_a_turn():
    match = begin()
    runner = put(match, 0, "Reed Runner")
    match.play(0, "standardMove", places(match)[0])
    pass_focus(match)
    for to in (None, places(match)[0]):
        arrange(match, {f"ctx.cards.{runner}.ready": True})
        match.play(0, "standardMove", to)
    pass_focus(match)
    assert match.G.points == [1, 0]
    assert match.ctx.cards[places(match)[0]].controller == 0


def test_burning_out_shuffles_the_trash_in_and_gives_the_opponent_a_point():
    match = begin({"Reed Runner": 6}, RUNNERS)
    _, edits = moved(match, 0, "Reed Runner", "trash")
    arrange(match, edits)
    for _ in range(4):
        end_turn(match)
    assert match.G.points == [0, 1]
    assert match.ctx.zones["trash:0"] == []
    assert match.result is None
    end_turn(match)
    end_turn(match)  # deck and trash are empty: Burn Out repeats
    assert str(match.result) == "seat 1 won: 8 points, the last by Burn Out"


def test_players_may_concede_in_the_opponents_turn():
    match = begin()
    match.play(1, "concede")
    assert match.result.winner == 0
    assert refusal(match, 0, "endTurn") == "game_over"


# --- secrets and whole games ---------------------------------------------------------------------


def test_hands_and_decks_are_not_visible_to_the_other_seat():
    match = begin()
    mine, theirs = match.view(0)["zones"], match.view(1)["zones"]
    assert len(mine["hand:0"]["cards"]) == 5
    assert theirs["hand:0"] == {"count": 5}
    for zone in ("deck", "runeDeck"):
        assert set(mine[f"{zone}:0"]) == set(theirs[f"{zone}:0"]) == {"count"}
    assert match.view(1)["prompt"] is None
    assert match.view(None)["zones"]["hand:1"].keys() == {"count"}


def test_random_games_end_visit_every_step_use_every_move_and_replay():
    visited, moves, reasons = set(), set(), set()
    small = {"decks": [{"Ferry Pilot": 3, "Torch Raider": 3, "Cinder": 3, "Hush": 3}] * 2}
    for seed in range(16):
        match = game.start(seed=seed, trace=True, options=small if seed % 4 == 0 else {})
        agents = [RandomAgent(f"{seed}/{seat}") for seat in (0, 1)]
        play_out(match, agents, 1500)
        assert match.result is not None
        assert game.replay(match.record).hash == match.hash
        visited |= match.flow.trace.places
        moves |= {entry.move for entry in match.record.entries if entry.move}
        reasons.add(match.result.reason.rpartition(" ")[2])
    steps = [
        place for place in game.compiled_flow.places.values() if place.phase and not place.names[2]
    ]
    leaves = [place for place in game.compiled_flow.places.values() if place.names[2]]
    leaves += [place for place in steps if not place.phase.steps]
    assert {place.path for place in leaves} <= visited
    assert moves == set(game.all_moves) - {"concede"}
    assert reasons == {"hold", "conquer", "Out"}  # the last point by hold, conquer or Burn Out


@pytest.mark.parametrize("seed", range(3))
def test_a_loaded_game_continues_like_the_original(seed):
    match = game.start(seed=seed)
    play_out(match, [RandomAgent(seed), RandomAgent(seed + 9)], 60)
    copy = game.load(match.save())
    for table in (match, copy):
        play_out(table, [RandomAgent(1), RandomAgent(2)], 2000)
    assert copy.hash == match.hash
