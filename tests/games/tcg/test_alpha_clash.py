"""Alpha Clash: the turn, Standby and its windows, the steps of the clash, game endings."""

import pytest

import turnwright as tw
from tests.games.wire_prompts import is_click, labels, places
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.alpha_clash.cards import DECK, LIBRARY
from turnwright.games.tcg.alpha_clash.game import game

CLASH = [
    "clash/attackStep",
    "clash/counterStep",
    "clash/obstructStep",
    "clash/attackersClashBuffStep",
    "clash/defendersClashBuffStep",
    "clash/damageStep",
]
BRAWLERS = ("Dock Brawler", "Dock Brawler")


def first_turn(seed=1, **options):
    """Seat 0 goes first and is in the Resource Step of the first turn; both kept their hands."""
    match = game.start(seed=seed, options={"chooser": 0, **options}, trace=True)
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    match.play(1, "keepHand")
    return match


def primary(seed=1):
    """The Primary Phase of seat 0's first turn."""
    match = first_turn(seed)
    match.play(0, "pass")
    return match


def edit(match, **values):
    """Edit the state: `edit(match, **{"cards.3.health": 1})`."""
    match.flow.set_manual_mode(True)
    for path, value in values.items():
        assert match.flow.edit(f"ctx.{path}", value) is None
    match.flow.set_manual_mode(False)


def put(match, seat, zone, *names):
    """Move cards from a player's deck or hand to a zone."""
    ids = []
    for name in names:
        held = [(z, i) for z in (f"deck:{seat}", f"hand:{seat}") for i in match.ctx.zones[z]]
        source, card = next((z, i) for z, i in held if match.ctx.cards[i].kind == name)
        target = f"{zone}:{seat}"
        edit(match, **{f"zones.{source}": [i for i in match.ctx.zones[source] if i != card]})
        edit(match, **{f"zones.{target}": [*match.ctx.zones[target], card]})
        edit(match, **{f"card_zones.{card}": target})
        ids.append(card)
    return ids if len(ids) > 1 else ids[0]


def resources(match, seat, count):
    """Put Boat Hooks and Cut Wires into the Resource Zone."""
    put(match, seat, "resource", *(["Boat Hook", "Boat Hook", "Cut Wire", "Cut Wire"][:count]))


def set_before(match, seat, name):
    """A Trap that was set in an earlier turn."""
    trap = put(match, seat, "accessory", name)
    edit(match, **{f"cards.{trap}.face_up": False})
    return trap


def engaged(match, seat, name):
    card = put(match, seat, "clash", name)
    edit(match, **{f"cards.{card}.ready": False})
    return card


def contender(match, seat):
    return match.ctx.zones[f"contender:{seat}"][0]


def health(match, seat):
    return match.ctx.cards[contender(match, seat)].health


def zone_of(match, card):
    return match.ctx.card_zones[card].partition(":")[0]


def place(match):
    return match.ctx.place.removeprefix("duringGame/")


def attack(match, seat, attacker, target):
    match.play(seat, "initiateClash")
    match.play(seat, "declareAttack", attacker, target)


def pass_all(match):
    """Both players pass until the clash is over, or something has triggered."""
    while place(match).startswith("clash") and not match.G.pending:
        match.play(match.acting[0], "pass")


def end_turn(match, seat):
    """End the turn; the other player skips the Resource Step."""
    match.play(seat, "endTurn")
    match.play(1 - seat, "pass")


def moves_of(match, seat):
    return {option.move for option in match.legal(seat, must=True)}


def entered(match):
    """The places entered so far, without those that only closed a window."""
    events = [event for event in match.flow.trace.events if event.kind == "transition"]
    return [e.to.removeprefix("duringGame/") for e in events if e.where != e.to]


def refusal(match, seat, move, *args):
    with pytest.raises(tw.Refused) as refused:
        match.play(seat, move, *args)
    return refused.value.refusal.code


# --- starting the game ------------------------------------------------------------------------------


def test_the_stand_in_deck_obeys_the_rules_of_deck_construction():
    assert sum(DECK.values()) == 50
    assert max(DECK.values()) <= 4
    assert [name for name in DECK if LIBRARY[name].type == "contender"] == ["Marshal of the Quays"]


def test_contenders_are_revealed_before_players_draw():
    match = game.start(seed=3)
    assert place(match) == "startingAGame/chooseFirstPlayer"
    seen = match.view(None)["zones"]
    assert [card["health"] for seat in (0, 1) for card in seen[f"contender:{seat}"]["cards"]] == [
        20,
        20,
    ]
    assert seen["hand:0"] == {"count": 0}
    assert seen["deck:0"] == {"count": 49}


def test_the_loser_of_the_last_game_decides_who_goes_first():
    match = game.start(options={"chooser": 1})
    assert refusal(match, 0, "chooseFirstPlayer", 0) == "not_your_turn"
    match.play(1, "chooseFirstPlayer", 0)
    assert match.ctx.otp == 0


def test_without_a_last_game_the_chooser_is_random():
    assert game.start(scripts={"first player": [1]}).acting == [1]


def test_the_starting_player_declares_the_mulligan_first():
    match = game.start(options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 1)
    assert place(match) == "startingAGame/mulligan"
    assert match.acting == [1]
    assert refusal(match, 0, "keepHand") == "not_your_turn"
    match.play(1, "keepHand")
    match.play(0, "keepHand")
    assert match.ctx.turn_player == 1
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [8, 8]


def test_mulligans_are_taken_at_the_same_time():
    match = game.start(options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "mulligan")
    assert match.is_resting
    match.play(1, "mulligan")
    assert match.acting == [0, 1]
    hand = list(match.ctx.zones["hand:1"])
    match.pick(1, *hand[:3])
    assert match.ctx.zones["hand:1"] == hand, "sealed until the other has chosen too"
    match.pick(0, match.ctx.zones["hand:0"][0])
    assert match.ctx.zones["hand:1"][:5] == hand[3:]
    assert [len(match.ctx.zones[f"hand:{seat}"]) for seat in (0, 1)] == [8, 8]
    assert place(match) == "expansion/resourceStep"


def test_a_mulligan_replaces_at_least_one_card_of_the_players_hand():
    match = game.start(options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    match.play(1, "mulligan")
    assert match.acting == [1]
    assert match.submit(tw.Answer(1, picks=())).code == "wrong_count"
    assert match.view(0)["prompt"] is None
    assert len(match.view(1)["prompt"]["options"]) == 8


# --- the turn ---------------------------------------------------------------------------------------


def test_the_starting_player_skips_the_ready_and_draw_steps_of_the_first_turn():
    match = first_turn()
    assert entered(match)[-3:] == ["startOfTurn", "expansion", "expansion/resourceStep"]
    assert len(match.ctx.zones["hand:0"]) == 8
    assert match.acting == [0]


def test_a_normal_turn_goes_through_all_its_phases_and_steps():
    match = primary()
    match.flow.trace.clear()
    match.play(0, "endTurn")
    match.play(1, "placeResource", match.ctx.zones["hand:1"][0])
    match.play(1, "endTurn")
    turn = entered(match)
    assert turn[turn.index("startOfTurn") :][:8] == [
        "startOfTurn",
        "expansion",
        "expansion/readyStep",
        "expansion/drawStep",
        "expansion/resourceStep",
        "expansion",
        "primary",
        "endOfTurn",
    ]
    assert len(match.ctx.zones["hand:1"]) == 8, "eight, one drawn, one placed"


def test_in_the_second_turn_the_starting_player_readies_and_draws():
    match = primary()
    attack(match, 0, contender(match, 0), contender(match, 1))
    pass_all(match)
    assert not match.ctx.cards[contender(match, 0)].ready
    end_turn(match, 0)
    assert not match.ctx.cards[contender(match, 0)].ready
    match.play(1, "endTurn")
    assert match.ctx.cards[contender(match, 0)].ready
    assert len(match.ctx.zones["hand:0"]) == 9


def test_one_card_may_become_a_resource_and_passing_skips_it():
    match = first_turn()
    assert moves_of(match, 0) == {"placeResource", "pass"}
    one, two = match.ctx.zones["hand:0"][:2]
    match.play(0, "placeResource", one)
    assert place(match) == "primary"
    assert refusal(match, 0, "placeResource", two) == "not_here"
    assert match.view(1)["zones"]["resource:0"]["cards"][0]["id"] == one


def test_resources_are_engaged_to_pay_and_readied_in_the_next_turn():
    match = primary()
    resources(match, 0, 2)
    brawler = put(match, 0, "hand", "Dock Brawler")
    scout = put(match, 0, "hand", "Kite Scout")
    match.play(0, "playCard", brawler)
    match.play(1, "pass")
    assert refusal(match, 0, "playCard", scout) == "illegal_argument"
    end_turn(match, 0)
    end_turn(match, 1)
    match.play(0, "playCard", scout)


def test_non_clash_damage_and_turn_effects_end_with_the_turn():
    match = primary()
    resources(match, 0, 1)
    flare = put(match, 0, "hand", "Flare Shot")
    engine = put(match, 1, "clash", "Breaker Engine")
    match.play(0, "playCard", flare)
    match.pick(0, engine)
    match.play(1, "pass")
    assert match.ctx.cards[engine].damage == 2
    end_turn(match, 0)
    assert match.ctx.cards[engine].damage == 0


def test_damage_targets_are_labelled_with_their_owner():
    match = primary()
    resources(match, 0, 1)
    mine, *theirs = put(match, 0, "clash", "Dock Brawler"), *put(match, 1, "clash", *BRAWLERS)
    match.play(0, "playCard", put(match, 0, "hand", "Flare Shot"))
    assert is_click(match, 0)
    assert places(match, 0) == [
        (contender(match, 0), "contender", "player"),
        (mine, "clash", "player"),
        (contender(match, 1), "contender", "opponent"),
        *((card, "clash", "opponent") for card in theirs),
    ]
    assert labels(match, 0) == [
        "Marshal of the Quays (yours)",
        "Dock Brawler (yours)",
        "Marshal of the Quays (opponent's)",
        "Dock Brawler (opponent's, no. 1)",
        "Dock Brawler (opponent's, no. 2)",
    ]


def test_obstructors_are_clicked_on_the_board_and_mulligans_picked_from_a_list():
    match = game.start(options={"chooser": 0})
    match.play(0, "chooseFirstPlayer", 0)
    for seat in (0, 1):
        match.play(seat, "mulligan")
    for seat in (0, 1):
        assert not is_click(match, seat)
        hand = match.ctx.zones[f"hand:{seat}"]
        assert places(match, seat) == [(card, "hand", "player") for card in hand]
    match = primary()
    brawlers = put(match, 1, "clash", *BRAWLERS)
    attack(match, 0, contender(match, 0), contender(match, 1))
    match.play(1, "pass")
    match.play(1, "obstruct")
    assert is_click(match, 1)
    assert places(match, 1) == [(card, "clash", "player") for card in brawlers]


def test_non_clash_damage_to_a_contender_is_absorbed_by_its_defense():
    match = primary()
    resources(match, 0, 2)
    target = contender(match, 1)
    for flare in put(match, 0, "hand", "Flare Shot", "Flare Shot"):
        match.play(0, "playCard", flare)
        match.pick(0, target)
        match.play(1, "pass")
    assert health(match, 1) == 18, "two were absorbed, two came through"
    end_turn(match, 0)
    assert match.ctx.cards[target].damage == 0


# --- Standby ----------------------------------------------------------------------------------------


def test_a_played_card_waits_in_standby_until_the_opponent_has_passed():
    match = primary()
    resources(match, 0, 1)
    brawler = put(match, 0, "hand", "Dock Brawler")
    match.play(0, "playCard", brawler)
    assert match.ctx.zones["standby"] == [brawler]
    assert match.acting == [1]
    assert refusal(match, 0, "endTurn") == "not_your_turn"
    match.play(1, "pass")
    assert zone_of(match, brawler) == "clash"
    assert match.acting == [0]


def test_nothing_else_may_be_played_while_something_is_in_standby():
    match = primary()
    resources(match, 0, 2)
    resources(match, 1, 1)
    brawler = put(match, 0, "hand", "Dock Brawler")
    other = put(match, 0, "hand", "Boat Hook")
    gate = put(match, 1, "hand", "Closed Gate")
    match.play(0, "playCard", brawler)
    match.play(1, "respond", gate)
    assert match.acting == [0]
    assert refusal(match, 0, "endTurn") == "not_now"
    assert refusal(match, 0, "playCard", other) == "not_now"
    assert refusal(match, 0, "initiateClash") == "not_now"
    match.play(0, "pass")
    assert zone_of(match, brawler) == zone_of(match, gate) == "oblivion"


def test_a_response_can_itself_be_responded_to_and_then_the_window_opens_again():
    match = primary()
    resources(match, 0, 2)
    resources(match, 1, 2)
    brawler = put(match, 0, "hand", "Dock Brawler")
    own = put(match, 0, "hand", "Closed Gate")
    first, second = put(match, 1, "hand", "Closed Gate", "Closed Gate")
    match.play(0, "playCard", brawler)
    match.play(1, "respond", first)
    match.play(0, "respond", own)
    assert [pending.card for pending in match.G.pending] == [brawler, first, own]
    match.play(1, "pass")
    assert zone_of(match, first) == zone_of(match, own) == "oblivion"
    assert match.acting == [1], "the Dock Brawler may be responded to once more"
    match.play(1, "respond", second)
    match.play(0, "pass")
    assert zone_of(match, brawler) == "oblivion"
    assert match.acting == [0]


def test_a_card_without_its_target_does_nothing():
    match = primary()
    resources(match, 0, 2)
    duelist = put(match, 0, "clash", "Pit Duelist")
    flare = put(match, 0, "hand", "Flare Shot")
    match.play(0, "playCard", flare)
    match.pick(0, duelist)
    edit(match, **{"zones.clash:0": [], "zones.oblivion:0": [duelist]})
    edit(match, **{f"card_zones.{duelist}": "oblivion:0"})
    match.play(1, "pass")
    assert match.ctx.cards[duelist].damage == 0
    assert zone_of(match, flare) == "oblivion"


def test_an_entering_card_triggers_and_its_owner_resolves_it():
    match = primary()
    resources(match, 0, 2)
    harpooner = put(match, 0, "hand", "Harpooner")
    match.play(0, "playCard", harpooner)
    match.play(1, "pass")
    assert match.acting == [0]
    assert moves_of(match, 0) == {"resolveEffect"}
    assert refusal(match, 0, "pass") == "not_now"
    before = len(match.ctx.zones["hand:0"])
    match.play(0, "resolveEffect", 0)
    assert len(match.ctx.zones["hand:0"]) == before + 2
    assert place(match) == "primary"


def test_the_nonactive_players_triggers_resolve_first():
    match = primary()
    mine, theirs = engaged(match, 0, "Pit Duelist"), engaged(match, 1, "Pit Duelist")
    edit(match, **{f"cards.{mine}.ready": True})
    attack(match, 0, mine, theirs)
    pass_all(match)
    assert place(match) == "clash/damageStep"
    assert [pending.seat for pending in match.G.pending] == [0, 1]
    assert match.acting == [1]
    match.play(1, "resolveEffect", 1)
    match.pick(1, contender(match, 0))
    assert match.acting == [0]
    match.play(0, "resolveEffect", 0)
    match.pick(0, contender(match, 1))
    assert place(match) == "primary"


def test_a_clashground_triggers_at_the_start_of_its_players_turn():
    match = primary()
    put(match, 0, "clashground", "Burning Pier")
    end_turn(match, 0)
    match.play(1, "endTurn")
    assert place(match) == "startOfTurn"
    assert match.acting == [0]
    match.play(0, "resolveEffect", 0)
    assert (health(match, 0), health(match, 1)) == (19, 19)
    assert place(match) == "expansion/resourceStep"


def test_a_contenders_ability_is_active_only_at_its_threshold():
    match = primary()
    match.play(0, "endTurn")
    assert place(match) == "expansion/resourceStep", "nothing triggered at 20 health"
    match.play(1, "pass")
    edit(match, **{f"cards.{contender(match, 1)}.health": 10})
    match.play(1, "endTurn")
    assert place(match) == "endOfTurn"
    match.play(1, "resolveEffect", 0)
    assert health(match, 1) == 11
    assert match.ctx.turn_player == 0


# --- the primary phase ------------------------------------------------------------------------------


def test_the_primary_phase_has_end_turn_instead_of_pass():
    match = primary()
    assert refusal(match, 0, "pass") == "not_now"
    assert refusal(match, 1, "endTurn") == "not_your_turn"
    assert "endTurn" in moves_of(match, 0)


def test_a_new_clashground_replaces_the_active_one():
    match = primary()
    resources(match, 0, 4)
    old = put(match, 1, "clashground", "Burning Pier")
    new, again = put(match, 0, "hand", "Burning Pier", "Burning Pier")
    match.play(0, "playCard", new)
    match.play(1, "pass")
    assert zone_of(match, old) == "oblivion"
    assert match.ctx.zones["clashground:0"] == [new]
    assert refusal(match, 0, "playCard", again) == "illegal_argument"


def test_a_weapon_is_played_then_attached_and_outlives_its_bearer():
    match = primary()
    resources(match, 0, 3)
    brawler, other = put(match, 0, "clash", "Dock Brawler"), put(match, 0, "accessory", "Boat Hook")
    hook = put(match, 0, "hand", "Boat Hook")
    match.play(0, "playCard", hook)
    match.play(1, "pass")
    match.play(0, "attachWeapon", hook, brawler)
    assert match.acting == [0], "nobody may respond to an activated effect"
    assert refusal(match, 0, "attachWeapon", other, brawler) == "illegal_argument"
    engine = engaged(match, 1, "Breaker Engine")
    attack(match, 0, brawler, engine)
    pass_all(match)
    assert zone_of(match, brawler) == zone_of(match, engine) == "oblivion", "2 + 2 against 4"
    assert zone_of(match, hook) == "accessory"
    assert match.ctx.cards[hook].attached_to is None


def test_setting_a_trap_costs_nothing_and_shows_nothing():
    match = primary()
    snare = put(match, 0, "hand", "Snare Line")
    match.play(0, "setTrap", snare)
    assert match.acting == [0]
    seen = match.view(1)["zones"]["accessory:0"]["cards"]
    assert seen == [{"face_up": False, "owner": 0, "ready": True}]
    assert match.view(0)["zones"]["accessory:0"]["cards"][0]["kind"] == "Snare Line"


def test_a_trap_cannot_be_activated_in_the_turn_it_was_set():
    match = primary()
    resources(match, 0, 1)
    wire = put(match, 0, "hand", "Cut Wire")
    snare = set_before(match, 1, "Snare Line")
    resources(match, 1, 1)
    match.play(0, "setTrap", wire)
    attack(match, 0, contender(match, 0), contender(match, 1))
    match.play(1, "respond", snare)
    assert refusal(match, 0, "respond", wire) == "illegal_argument"


# --- the clash --------------------------------------------------------------------------------------


def test_a_clash_goes_through_its_six_steps_and_back_to_the_primary_phase():
    match = primary()
    match.flow.trace.clear()
    match.play(0, "initiateClash")
    assert (place(match), match.acting) == (CLASH[0], [0])
    assert refusal(match, 0, "pass") == "not_now"
    match.play(0, "declareAttack", contender(match, 0), contender(match, 1))
    for step, seat in zip(CLASH[1:5], [1, 1, 0, 1], strict=True):
        assert (place(match), match.acting) == (step, [seat])
        match.play(seat, "pass")
    assert place(match) == "primary"
    assert [step for step in entered(match) if step in CLASH] == CLASH


def test_clash_damage_is_simultaneous_and_does_not_outlast_the_clash():
    match = primary()
    brawler, engine = put(match, 0, "clash", "Dock Brawler"), engaged(match, 1, "Breaker Engine")
    attack(match, 0, brawler, engine)
    pass_all(match)
    assert zone_of(match, brawler) == "oblivion"
    assert zone_of(match, engine) == "clash"
    assert match.ctx.cards[engine].clash_damage == 0
    assert match.G.clash is None


def test_a_contender_loses_the_health_that_its_defense_does_not_cover():
    match = primary()
    engine = put(match, 0, "clash", "Breaker Engine")
    attack(match, 0, engine, contender(match, 1))
    pass_all(match)
    assert health(match, 1) == 17, "five less a defense of two"
    assert not match.ctx.cards[engine].ready


def test_only_close_combat_can_attack_ready_clash_cards():
    match = primary()
    brawler, duelist = put(match, 0, "clash", "Dock Brawler", "Pit Duelist")
    ready, tired = put(match, 1, "clash", "Harpooner"), engaged(match, 1, "Harpooner")
    match.play(0, "initiateClash")
    assert refusal(match, 0, "declareAttack", brawler, ready) == "illegal_argument"
    assert refusal(match, 0, "declareAttack", tired, contender(match, 1)) == "illegal_argument"
    legal = [option.args for option in match.legal(0, must=True)]
    assert (brawler, tired) in legal
    assert (duelist, ready) in legal


def test_obstructors_engage_and_take_the_whole_attack_each():
    match = primary()
    engine = put(match, 0, "clash", "Breaker Engine")
    one, two = put(match, 1, "clash", "Harpooner", "Dock Brawler")
    attack(match, 0, engine, contender(match, 1))
    match.play(1, "pass")
    match.play(1, "obstruct")
    match.pick(1, one, two)
    assert place(match) == "clash/attackersClashBuffStep"
    assert not match.ctx.cards[one].ready
    pass_all(match)
    assert zone_of(match, one) == zone_of(match, two) == "oblivion"
    assert zone_of(match, engine) == "clash", "three damage against a defense of four"
    assert health(match, 1) == 20, "five attack against five defense leave nothing to break through"


def test_breakthrough_deals_its_excess_to_the_contender():
    match = primary()
    engine, brawler = (
        put(match, 0, "clash", "Breaker Engine"),
        put(match, 1, "clash", "Dock Brawler"),
    )
    attack(match, 0, engine, contender(match, 1))
    match.play(1, "pass")
    match.play(1, "obstruct")
    match.pick(1, brawler)
    pass_all(match)
    assert health(match, 1) == 19, "three in excess, less a defense of two"


def test_flight_is_obstructed_only_by_flight_or_interception():
    match = primary()
    scout = put(match, 0, "clash", "Kite Scout")
    put(match, 1, "clash", "Dock Brawler")
    attack(match, 0, scout, contender(match, 1))
    assert place(match) == "clash/attackStep", "its Trigger - Attack comes first"
    match.play(0, "resolveEffect", 0)
    match.play(1, "pass")
    assert refusal(match, 1, "obstruct") == "not_now"
    harpooner = put(match, 1, "clash", "Harpooner")
    match.play(1, "obstruct")
    assert [option.value for option in match.prompt(1).options] == [harpooner]


def test_an_attacked_card_cannot_obstruct_its_own_attack():
    match = primary()
    duelist, harpooner = put(match, 0, "clash", "Pit Duelist"), put(match, 1, "clash", "Harpooner")
    attack(match, 0, duelist, harpooner)
    match.play(1, "pass")
    assert refusal(match, 1, "obstruct") == "not_now"


def test_the_clash_ends_at_once_when_the_attacker_is_defeated_in_the_counter_step():
    match = primary()
    resources(match, 1, 1)
    brawler, snare = put(match, 0, "clash", "Dock Brawler"), set_before(match, 1, "Snare Line")
    attack(match, 0, brawler, contender(match, 1))
    match.play(1, "respond", snare)
    assert match.view(0)["zones"]["accessory:1"]["cards"][0]["kind"] == "Snare Line"
    assert match.acting == [0]
    match.play(0, "pass")
    assert place(match) == "primary"
    assert zone_of(match, brawler) == zone_of(match, snare) == "oblivion"
    assert "clash/obstructStep" not in entered(match)


def test_the_defender_may_respond_again_after_a_counter_has_resolved():
    match = primary()
    resources(match, 1, 2)
    engine = put(match, 0, "clash", "Breaker Engine")
    snares = [set_before(match, 1, "Snare Line") for _ in range(2)]
    attack(match, 0, engine, contender(match, 1))
    match.play(1, "respond", snares[0])
    match.play(0, "pass")
    assert (place(match), match.acting) == ("clash/counterStep", [1])
    match.play(1, "respond", snares[1])
    match.play(0, "pass")
    assert zone_of(match, engine) == "oblivion"


def test_counter_trap_responds_to_a_trap():
    match = primary()
    resources(match, 1, 1)
    brawler = put(match, 0, "clash", "Dock Brawler")
    wire, snare = set_before(match, 0, "Cut Wire"), set_before(match, 1, "Snare Line")
    attack(match, 0, brawler, contender(match, 1))
    match.play(1, "respond", snare)
    assert moves_of(match, 0) == {"respond", "pass"}
    match.play(0, "respond", wire)
    match.play(1, "pass")
    assert zone_of(match, snare) == zone_of(match, wire) == "oblivion"
    assert zone_of(match, brawler) == "clash"
    assert (place(match), match.acting) == ("clash/counterStep", [1])


def test_a_negated_attack_ends_the_clash():
    match = primary()
    resources(match, 1, 1)
    engine, smoke = put(match, 0, "clash", "Breaker Engine"), put(match, 1, "hand", "Smoke Pot")
    assert refusal(match, 1, "respond", smoke) == "not_your_turn"
    attack(match, 0, engine, contender(match, 1))
    match.play(1, "respond", smoke)
    match.play(0, "pass")
    assert place(match) == "primary"
    assert zone_of(match, engine) == "clash"
    assert health(match, 1) == 20


def test_each_player_may_play_one_clash_buff_in_a_clash():
    match = primary()
    resources(match, 0, 2)
    resources(match, 1, 1)
    brawler, other = put(match, 0, "clash", "Dock Brawler", "Dock Brawler")
    wind, second = put(match, 0, "hand", "Second Wind", "Second Wind")
    answer = put(match, 1, "hand", "Second Wind")
    attack(match, 0, brawler, contender(match, 1))
    match.play(1, "pass")
    match.play(1, "pass")
    match.play(0, "playClashBuff", wind, brawler)
    assert match.acting == [1]
    assert refusal(match, 1, "playClashBuff", answer, contender(match, 1)) == "not_now"
    match.play(1, "pass")
    assert place(match) == "clash/defendersClashBuffStep", "one buff, and the step is over"
    match.play(1, "playClashBuff", answer, contender(match, 1))
    match.play(0, "pass")
    assert place(match) == "primary"
    assert health(match, 1) == 20, "four attack against four defense"
    attack(match, 0, other, contender(match, 1))
    match.play(1, "pass")
    match.play(1, "pass")
    assert refusal(match, 0, "playClashBuff", second, brawler) == "illegal_argument"
    match.play(0, "playClashBuff", second, other)
    match.play(1, "pass")
    pass_all(match)
    end_turn(match, 0)
    assert match.ctx.cards[brawler].gained == 0


def test_a_negated_clash_buff_still_counts_as_the_one_of_its_step():
    match = primary()
    resources(match, 0, 1)
    resources(match, 1, 1)
    wind, gate = put(match, 0, "hand", "Second Wind"), put(match, 1, "hand", "Closed Gate")
    attack(match, 0, contender(match, 0), contender(match, 1))
    match.play(1, "pass")
    match.play(1, "pass")
    match.play(0, "playClashBuff", wind, contender(match, 0))
    match.play(1, "respond", gate)
    match.play(0, "pass")
    assert place(match) == "clash/defendersClashBuffStep"
    assert match.ctx.cards[contender(match, 0)].gained == 0


# --- the end ----------------------------------------------------------------------------------------


def test_a_contender_without_health_loses():
    match = primary()
    edit(match, **{f"cards.{contender(match, 1)}.health": 3})
    attack(match, 0, put(match, 0, "clash", "Breaker Engine"), contender(match, 1))
    pass_all(match)
    assert str(match.result) == "seat 0 won: the Contender has no health left"
    assert place(match) == "endGame"
    assert refusal(match, 0, "endTurn") == "game_over"


def test_a_contender_without_health_has_not_lost_before_standby_is_empty():
    match = primary()
    for seat in (0, 1):
        edit(match, **{f"cards.{contender(match, seat)}.health": 1})
        edit(match, **{f"cards.{contender(match, seat)}.damage": 2})
    duelist, other = put(match, 0, "clash", "Pit Duelist"), engaged(match, 1, "Pit Duelist")
    attack(match, 0, duelist, other)
    pass_all(match)
    match.play(1, "resolveEffect", 1)
    match.pick(1, contender(match, 0))
    assert health(match, 0) == -1
    assert match.result is None, "one more effect waits"
    match.play(0, "resolveEffect", 0)
    match.pick(0, contender(match, 1))
    assert str(match.result) == "a draw: no Contender has health left"


def test_if_both_contenders_fall_in_a_clash_the_active_player_wins():
    match = primary()
    for seat in (0, 1):
        edit(match, **{f"cards.{contender(match, seat)}.health": 1})
        edit(match, **{f"cards.{contender(match, seat)}.damage": 2})
    attack(match, 0, contender(match, 0), contender(match, 1))
    pass_all(match)
    assert str(match.result) == "seat 0 won: both Contenders fell in the clash"


def test_if_an_effect_defeats_both_contenders_the_game_is_a_draw():
    match = primary()
    put(match, 1, "clashground", "Burning Pier")
    match.play(0, "endTurn")
    for seat in (0, 1):
        edit(match, **{f"cards.{contender(match, seat)}.health": 1})
    match.play(1, "resolveEffect", 0)
    assert match.result.winners == ()
    assert place(match) == "endGame"


def test_drawing_from_an_empty_deck_loses():
    match = primary()
    edit(match, **{"zones.oblivion:1": list(match.ctx.zones["deck:1"])})
    for card in match.ctx.zones["deck:1"]:
        edit(match, **{f"card_zones.{card}": "oblivion:1"})
    edit(match, **{"zones.deck:1": []})
    match.play(0, "endTurn")
    assert str(match.result) == "seat 0 won: no card left to draw"


def test_players_may_concede_at_any_time():
    match = game.start()
    match.play(1, "concede")
    assert match.result.winner == 0
    match = primary()
    match.play(1, "concede")
    assert str(match.result) == "seat 0 won: seat 1 conceded"


# --- the whole --------------------------------------------------------------------------------------


def test_hands_and_decks_are_hidden_from_the_opponent():
    match = primary()
    seen = match.view(1)["zones"]
    assert seen["hand:0"] == {"count": 8}
    assert seen["deck:0"] == seen["deck:1"] == {"count": 41}
    assert len(seen["hand:1"]["cards"]) == 8


def test_random_games_visit_every_step_use_every_move_and_replay():
    visited, made = set(), set()
    for seed in range(15):
        match = game.start(seed=seed, trace=True)
        play_out(match, [RandomAgent(f"{seed}a"), RandomAgent(f"{seed}b")], limit=1500)
        assert match.result is not None
        assert game.replay(match.record).hash == match.hash
        visited |= match.flow.trace.places
        made |= {entry.move for entry in match.record.entries if entry.move}
    lively = {
        p.path
        for p in game.compiled_flow.places.values()
        if p.names[1] and (p.window or len(p.moves) > 1)
    }
    assert lively <= visited
    assert made | {"concede"} == set(game.all_moves)
