"""Grand Archive: the order of its phases, its windows of Opportunity, combat and game endings."""

from collections import Counter

import pytest

import turnwright as tw
from tests.games.wire_prompts import is_click, labels, places
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.grand_archive.cards import LIBRARY
from turnwright.games.tcg.grand_archive.game import game

MATERIAL = [name for name, card in LIBRARY.items() if card.is_material]
HAND = ["Gate Sentry", "Turned Page", "Thrown Ember", "Second Thought", "Quarry Golem"]
HAND += ["Lamplit Weasel", "Sweep of the Quill"]
PILE = HAND + ["Fading Echo", "Gate Sentry"] * 4


def begin(piles=(PILE, PILE), first=0):
    """A match before the champions are chosen; seats draw their piles from the left."""
    orders, number = [], 0
    decks = [Counter([*MATERIAL, *pile]) for pile in piles]
    for deck, pile in zip(decks, piles, strict=True):
        ids = {}
        for kind, copies in deck.items():
            ids[kind] = list(range(number, number + copies))
            number += copies
        orders.append([ids[kind].pop(0) for kind in pile if kind not in MATERIAL][::-1])
    options = {"decks": [dict(deck) for deck in decks], "chooser": first}
    match = game.start(options=options, scripts={"shuffle deck": orders}, trace=True)
    match.play(first, "chooseFirstPlayer", first)
    return match


def start(piles=(PILE, PILE), first=0):
    """The same in the starting player's first main phase: both begin as the Kindled Reader."""
    match = begin(piles, first)
    for seat in (0, 1):
        match.play(seat, "chooseChampion", card(match, "Kindled Reader", "material", seat))
    return match


def card(match, kind, zone, seat):
    """The id of the first such card in a zone."""
    ids = match.ctx.zones[zone if zone in match.ctx.zones else f"{zone}:{seat}"]
    return next(card_id for card_id in ids if match.ctx.cards[card_id].kind == kind)


def kinds(match, zone, seat=None):
    ids = match.ctx.zones[zone if seat is None else f"{zone}:{seat}"]
    return [match.ctx.cards[card_id].kind for card_id in ids]


def champion(match, seat):
    ids = match.ctx.zones[f"field:{seat}"]
    return next(i for i in ids if LIBRARY[match.ctx.cards[i].kind].type == "champion")


def both_pass(match):
    for _ in range(2):
        match.play(match.acting[0], "pass")


def go_to(match, place, turn_player=None):
    """Pass, materialize nothing and do not retaliate until the match gets there."""
    for _ in range(200):
        is_turn = turn_player in (None, match.ctx.turn_player)
        if match.ctx.place == f"duringGame/{place}" and is_turn and not match.asked:
            return match
        seat = match.acting[0]
        if match.asked:
            match.submit(match.prompt(seat).answer(*match.prompt(seat).options[-1:]))
        else:
            names = {option.move for option in match.legal(seat)}
            match.play(seat, "pass" if "pass" in names else "skipMaterialization")
    raise AssertionError(f"the match never reached {place}")


def second_round(match, seat=0):
    """The main phase of this seat's second turn."""
    go_to(match, "end/opportunity", 1 - seat)
    return go_to(match, "main", seat)


def edit(match, **values):
    """Set values of the state in manual mode; `__` stands for a dot."""
    match.flow.set_manual_mode(True)
    for path, value in values.items():
        assert match.flow.edit(path.replace("__", "."), value) is None
    match.flow.set_manual_mode(False)


def put(match, kind, zone, seat, source="deck"):
    """Move a card to a zone by a manual edit."""
    number = card(match, kind, source, seat)
    old = [other for other in match.ctx.zones[f"{source}:{seat}"] if other != number]
    new = [*match.ctx.zones[f"{zone}:{seat}"], number]
    moved = {f"ctx.zones.{source}:{seat}": old, f"ctx.zones.{zone}:{seat}": new}
    edit(match, **moved, **{f"ctx.card_zones.{number}": f"{zone}:{seat}"})
    if LIBRARY[kind].durability:
        edit(match, **{f"ctx.cards.{number}.durability": LIBRARY[kind].durability})
    return number


def hurt(match, card_id, damage):
    edit(match, **{f"ctx.cards.{card_id}.damage": damage})


def activate(match, seat, kind, *target, reserve=None):
    """Activate a card from the hand and pay for it; it waits on the effects stack."""
    number = card(match, kind, "hand", seat)
    match.play(seat, "activateCard", number)
    if target:
        match.pick(seat, *target)
    cost = LIBRARY[kind].reserve
    hand = match.ctx.zones[f"hand:{seat}"]
    paid = [card(match, name, "hand", seat) for name in reserve] if reserve else hand[-cost:]
    match.pick(seat, *paid)
    return number


def walk(match):
    """The places the flow went through, without the segment."""
    events = match.flow.trace.events
    steps = [e for e in events if e.kind == "transition" and e.where != e.to]
    return [event.to.removeprefix("duringGame/") for event in steps]


def refusal(match, seat, move, *args):
    answer = match.submit(tw.Answer(seat, move, args))
    assert answer is not None
    return answer.code


# --- starting the game ------------------------------------------------------------------------------


def test_champions_are_chosen_in_secret_and_revealed_together():
    match = begin()
    assert match.acting == [0, 1]
    chosen = card(match, "Drifting Reader", "material", 1)
    match.play(1, "chooseChampion", chosen)
    assert match.acting == [0]
    assert match.view(1)["G"]["starting"] == {0: None, 1: chosen}
    assert match.view(0)["G"]["starting"] == {0: None, 1: None}
    assert kinds(match, "field", 1) == []


def test_starting_hands_come_from_the_champions_in_turn_order():
    match = begin(first=1)
    match.play(0, "chooseChampion", card(match, "Kindled Reader", "material", 0))
    match.play(1, "chooseChampion", card(match, "Drifting Reader", "material", 1))
    assert match.acting == [1]  # the starting player glimpses before the other one draws
    assert kinds(match, "field", 0) == ["Kindled Reader"]
    assert kinds(match, "hand", 0) == []


def test_a_glimpse_sorts_the_top_of_the_deck_before_the_draw():
    match = begin()
    match.play(0, "chooseChampion", card(match, "Drifting Reader", "material", 0))
    match.play(1, "chooseChampion", card(match, "Kindled Reader", "material", 1))
    bottom = card(match, "Turned Page", "deck", 0)
    match.pick(0, bottom)
    assert not is_click(match, 0)
    rest = [option.value for option in match.prompt(0).options]
    assert places(match, 0) == [(number, "deck", "player") for number in rest]
    seen = [match.ctx.cards[number].kind for number in rest]
    assert seen == ["Second Thought", "Thrown Ember", "Gate Sentry"]  # the last one is on top
    match.pick(0, *rest)
    assert len(match.ctx.zones["hand:0"]) == 6
    assert match.ctx.zones["deck:0"][0] == bottom
    assert match.ctx.place == "duringGame/main"


def test_only_a_level_0_champion_can_start_the_game():
    match = begin()
    warden = card(match, "Wren the Warden", "material", 0)
    assert refusal(match, 0, "chooseChampion", warden) == "illegal_argument"


# --- the order of a turn ----------------------------------------------------------------------------


def test_the_first_turn_begins_with_the_main_phase():
    match = start()
    assert match.ctx.place == "duringGame/main"
    assert walk(match)[-2:] == ["wakeUp", "main"]
    assert len(match.ctx.zones["hand:0"]) == 7


def test_the_second_players_first_turn_has_only_a_draw_before_the_main_phase():
    match = go_to(start(), "main", 1)
    assert walk(match)[-3:] == ["wakeUp", "draw", "main"]
    assert len(match.ctx.zones["hand:1"]) == 8


def test_a_normal_turn_has_six_phases_in_order():
    match = second_round(start())
    match.flow.start_trace()
    go_to(match, "end/opportunity", 1)
    go_to(match, "main", 0)
    turn = walk(match)[walk(match).index("wakeUp") :]
    assert turn[:8] == [
        "wakeUp",
        "materialize/materialization",
        "materialize/opportunity",
        "materialize",
        "recollection",
        "draw",
        "main",
        "end/opportunity",
    ]
    assert turn[8:10] == ["end/cleanUp", "end"]


def test_the_starting_player_may_not_attack_in_the_first_turn_but_the_other_may():
    match = start()
    mine = put(match, "Gate Sentry", "field", 0)
    theirs = put(match, "Gate Sentry", "field", 1)
    attack = tw.Answer(0, "declareAttack", (mine, None, theirs))
    refused = match.submit(attack)
    assert refused.code == "not_now"
    assert "first turn" in refused.sentence
    quill = card(match, "Sweep of the Quill", "hand", 0)
    assert refusal(match, 0, "activateCard", quill) == "illegal_argument"
    go_to(match, "main", 1)
    match.play(1, "declareAttack", theirs, None, champion(match, 0))
    assert match.ctx.place == "duringGame/combatPhase/retaliationStep"


def test_wake_up_wakes_the_turn_player_only_and_gives_opportunity_only_for_triggers():
    match = second_round(start())
    echo = put(match, "Fading Echo", "field", 1)
    sentry = put(match, "Gate Sentry", "field", 0)
    edit(match, **{f"ctx.cards.{echo}.ready": False, f"ctx.cards.{sentry}.ready": False})
    hurt(match, champion(match, 0), 5)
    go_to(match, "materialize/materialization", 1)  # nothing triggered, so there was no window
    assert match.ctx.cards[echo].ready
    assert not match.ctx.cards[sentry].ready
    go_to(match, "wakeUp", 0)
    assert match.ctx.cards[sentry].ready
    assert [pending.name for pending in match.G.pending] == ["Gate Sentry"]
    both_pass(match)
    assert match.ctx.place == "duringGame/materialize/materialization"
    assert match.ctx.cards[champion(match, 0)].damage == 4


# --- materializing and recollecting -----------------------------------------------------------------


def remember(match, seat=0):
    """Main phase of the second round, with two cards in memory, then the next materialization."""
    second_round(match, seat)
    activate(match, seat, "Lamplit Weasel", reserve=["Gate Sentry", "Turned Page"])
    both_pass(match)
    return go_to(match, "materialize/materialization", seat)


def test_materializing_nothing_gives_no_opportunity():
    match = remember(start())
    match.play(0, "skipMaterialization")
    assert match.ctx.place == "duringGame/recollection"


def test_leveling_up_banishes_memory_at_random_and_keeps_damage_and_rest():
    match = remember(start())
    old = champion(match, 0)
    hurt(match, old, 3)
    edit(match, **{f"ctx.cards.{old}.ready": False})
    new = card(match, "Wren the Apprentice", "material", 0)
    match.play(0, "materializeCard", new)
    assert match.ctx.place == "duringGame/materialize/opportunity"
    assert kinds(match, "effectsStack") == ["Wren the Apprentice"]
    assert len(match.ctx.zones["memory:0"]) == len(match.ctx.zones["banishment:0"]) == 1
    assert match.acting == [0]
    both_pass(match)
    assert champion(match, 0) == new
    assert kinds(match, "lineage", 0) == ["Kindled Reader"]
    assert (match.ctx.cards[new].damage, match.ctx.cards[new].ready) == (3, False)
    # no second card, no second window: recollection began, and the new champion's ability triggered
    assert match.ctx.place == "duringGame/recollection"
    assert [pending.action for pending in match.G.pending] == ["recollection"]


def test_a_champion_cannot_skip_a_level_and_memory_must_cover_the_cost():
    match = remember(start())
    warden = card(match, "Wren the Warden", "material", 0)
    assert refusal(match, 0, "materializeCard", warden) == "illegal_argument"
    fresh = go_to(second_round(start()), "materialize/materialization", 1)
    apprentice = card(fresh, "Wren the Apprentice", "material", 1)
    assert refusal(fresh, 1, "materializeCard", apprentice) == "illegal_argument"
    blade = card(fresh, "Practice Blade", "material", 1)
    fresh.play(1, "materializeCard", blade)  # its memory cost is 0
    both_pass(fresh)
    assert fresh.ctx.cards[blade].durability == 2


def test_opportunity_comes_before_recollection():
    match = remember(start())
    match.play(0, "skipMaterialization")
    assert len(match.ctx.zones["memory:0"]) == 2
    assert match.acting == [0]
    both_pass(match)
    assert match.ctx.zones["memory:0"] == []
    assert {"Gate Sentry", "Turned Page"} <= set(kinds(match, "hand", 0))


def test_a_draw_trigger_gives_opportunity_in_the_draw_phase():
    match = second_round(start())
    warden = put(match, "Wren the Warden", "field", 1, "material")
    put(match, "Kindled Reader", "lineage", 1, "field")
    go_to(match, "recollection", 1)
    both_pass(match)
    assert match.asked[1].text == "Wren the Warden: choose a target"
    match.pick(1, champion(match, 0))
    assert match.ctx.place == "duringGame/draw"
    both_pass(match)
    assert match.ctx.place == "duringGame/main"
    assert match.ctx.cards[champion(match, 0)].damage == 1
    assert champion(match, 1) == warden


# --- Opportunity and the effects stack --------------------------------------------------------------


def test_acting_keeps_opportunity_and_all_must_pass_in_succession():
    match = second_round(start())
    weasel = activate(match, 0, "Lamplit Weasel")
    assert match.acting == [0]
    match.play(0, "pass")
    assert match.acting == [1]
    activate(match, 1, "Thrown Ember", champion(match, 0))
    assert match.acting == [1]
    match.play(1, "pass")
    assert match.acting == [0]  # the earlier pass no longer counts
    match.play(0, "pass")
    assert match.ctx.cards[champion(match, 0)].damage == 2  # last in, first out
    assert match.ctx.zones["effectsStack"] == [weasel]
    assert match.acting == [0]  # after an effect resolves the turn player is first
    both_pass(match)
    assert weasel in match.ctx.zones["field:0"]
    assert match.ctx.place == "duringGame/main"


def test_a_negated_activation_goes_to_the_graveyard_and_its_cost_stays_paid():
    match = second_round(start())
    golem = activate(match, 0, "Quarry Golem")
    match.play(0, "pass")
    activate(match, 1, "Second Thought", golem)
    match.play(1, "pass")
    match.play(0, "pass")
    assert kinds(match, "graveyard", 0) == ["Quarry Golem"]
    assert kinds(match, "graveyard", 1) == ["Second Thought"]
    assert len(match.ctx.zones["memory:0"]) == 3
    assert match.G.pending == []


def test_an_effect_fizzles_when_its_target_has_left():
    match = second_round(start())
    echo = put(match, "Fading Echo", "field", 0)
    activate(match, 0, "Thrown Ember", echo)
    match.play(0, "pass")
    activate(match, 1, "Thrown Ember", echo)
    match.play(1, "pass")
    match.play(0, "pass")
    match.pick(0, champion(match, 1))  # the echo died; its death trigger needs a target
    both_pass(match)
    both_pass(match)
    assert match.ctx.cards[champion(match, 1)].damage == 1
    assert kinds(match, "graveyard", 0) == ["Fading Echo", "Thrown Ember"]


def test_slow_cards_need_the_players_main_phase_and_an_empty_stack():
    match = second_round(start())
    activate(match, 0, "Gate Sentry")
    assert refusal(match, 0, "activateCard", card(match, "Quarry Golem", "hand", 0))
    both_pass(match)
    match.play(0, "pass")
    golem = card(match, "Quarry Golem", "hand", 1)
    assert refusal(match, 1, "activateCard", golem) == "illegal_argument"
    assert refusal(match, 1, "declareAttack", champion(match, 1), None, champion(match, 0))
    activate(match, 1, "Thrown Ember", champion(match, 0))  # fast
    both_pass(match)
    assert match.ctx.place == "duringGame/main"  # something happened, so the main phase continues
    both_pass(match)
    assert match.ctx.place == "duringGame/end/opportunity"


def test_only_enabled_elements_can_be_activated():
    match = second_round(start())
    page = card(match, "Turned Page", "hand", 0)  # water, and the Kindled Reader is fire
    assert refusal(match, 0, "activateCard", page) == "illegal_argument"


def test_an_activated_ability_rests_its_object_and_strengthens_until_the_end_of_turn():
    match = second_round(start())
    glass = put(match, "Patient Hourglass", "field", 0, "material")
    echo = put(match, "Fading Echo", "field", 0)
    match.play(0, "activateAbility", glass)
    match.pick(0, echo)
    both_pass(match)
    assert (match.ctx.cards[glass].ready, match.ctx.cards[echo].bonus) == (False, 1)
    assert refusal(match, 0, "activateAbility", glass) == "illegal_argument"
    go_to(match, "main", 1)
    assert match.ctx.cards[echo].bonus == 0


def test_triggers_are_shown_with_the_cards_they_belong_to():
    match = second_round(start())
    sentries = [put(match, "Gate Sentry", "field", 0) for _ in range(2)]
    edit(match, **{f"ctx.cards.{sentry}.ready": False for sentry in sentries})
    go_to(match, "end/opportunity", 1)
    both_pass(match)
    assert places(match, 0) == [(sentry, "field", "player") for sentry in sentries]
    assert labels(match, 0) == [f"Gate Sentry (yours, no. {n}): wake up" for n in (2, 3)]


def test_a_trigger_shows_no_card_if_several_could_have_triggered():
    match = second_round(start())
    for _ in range(2):
        put(match, "Gate Sentry", "field", 0)
    put(match, "Gate Sentry", "graveyard", 0)
    sentries = match.ctx.zones["field:0"][1:]
    edit(match, **{f"ctx.cards.{sentry}.ready": False for sentry in sentries})
    go_to(match, "end/opportunity", 1)
    both_pass(match)
    assert (places(match, 0), labels(match, 0)) == (
        [],
        ["Gate Sentry: wake up", "Gate Sentry: wake up (no. 2)"],
    )


def test_targets_are_clicked_where_they_lie_and_costs_picked_from_the_hand():
    match = second_round(start())
    match.play(0, "activateCard", card(match, "Thrown Ember", "hand", 0))
    mine, theirs = champion(match, 0), champion(match, 1)
    assert is_click(match, 0)
    assert places(match, 0) == [(mine, "field", "player"), (theirs, "field", "opponent")]
    assert labels(match, 0) == ["Kindled Reader (yours)", "Kindled Reader (opponent's)"]
    match.pick(0, theirs)
    assert not is_click(match, 0)
    hand = match.ctx.zones["hand:0"]
    assert places(match, 0) == [(paid, "hand", "player") for paid in hand]


def test_a_spell_on_the_effects_stack_is_clicked_there():
    match = second_round(start())
    golem = activate(match, 0, "Quarry Golem")
    match.play(0, "pass")
    match.play(1, "activateCard", card(match, "Second Thought", "hand", 1))
    assert is_click(match, 1)
    assert [found[:2] for found in places(match, 1)] == [(golem, "effectsStack")]
    assert labels(match, 1) == ["Quarry Golem (opponent's)"]


def test_simultaneous_triggers_are_ordered_by_their_players_turn_player_first():
    match = second_round(start())
    for seat in (0, 0, 1):
        put(match, "Gate Sentry", "field", seat)
    sentries = [*match.ctx.zones["field:0"][1:], *match.ctx.zones["field:1"][1:]]
    edit(match, **{f"ctx.cards.{sentry}.ready": False for sentry in sentries})
    go_to(match, "end/opportunity", 1)
    both_pass(match)
    assert match.asked[0].kind == "order"
    match.pick(0, 1, 0)
    assert match.ctx.place == "duringGame/wakeUp"
    assert len(match.G.pending) == 2
    both_pass(match)
    assert len(match.G.pending) == 1
    both_pass(match)
    assert match.ctx.place == "duringGame/materialize/materialization"


# --- combat -----------------------------------------------------------------------------------------


def test_combat_with_retaliation_goes_through_all_steps():
    match = second_round(start())
    weasel, golem = put_fighters(match)
    match.flow.start_trace()
    match.play(0, "declareAttack", weasel, None, golem)
    assert not match.ctx.cards[weasel].ready
    match.pick(0, champion(match, 1))  # On Attack: one damage, waiting on the stack
    assert match.ctx.place == "duringGame/combatPhase/retaliationStep"
    both_pass(match)
    assert match.ctx.cards[champion(match, 1)].damage == 1
    assert match.acting == [0]  # "before retaliation"
    both_pass(match)
    assert match.asked[1].kind == "yes_no"
    match.pick(1, "yes")
    assert not match.ctx.cards[golem].ready
    assert match.ctx.place == "duringGame/combatPhase/damageStep"
    assert match.acting == [0]  # "before damage"
    both_pass(match)
    assert match.ctx.cards[golem].damage == 2
    assert kinds(match, "graveyard", 0) == ["Lamplit Weasel"]  # 3 damage against 2 life
    assert match.G.combat is None
    assert match.ctx.place == "duringGame/main"
    assert walk(match) == [
        "combatPhase/attackDeclaration",
        "combatPhase/retaliationStep",
        "combatPhase/damageStep",
        "combatPhase/endOfCombatStep",
        "combatPhase",
        "main",
    ]


def put_fighters(match):
    weasel = put(match, "Lamplit Weasel", "field", 0, "hand")
    return weasel, put(match, "Quarry Golem", "field", 1, "hand")


def test_a_defender_that_does_not_retaliate_stays_awake_and_deals_no_damage():
    match = second_round(start())
    weasel, golem = put_fighters(match)
    match.play(0, "declareAttack", weasel, None, golem)
    match.pick(0, golem)
    both_pass(match)
    both_pass(match)
    match.pick(1, "no")
    both_pass(match)
    assert match.ctx.cards[golem].ready
    assert (match.ctx.cards[golem].damage, match.ctx.cards[weasel].damage) == (3, 0)


def test_a_rested_defender_is_not_asked():
    match = second_round(start())
    weasel, golem = put_fighters(match)
    edit(match, **{f"ctx.cards.{golem}.ready": False})
    match.play(0, "declareAttack", weasel, None, golem)
    match.pick(0, golem)
    both_pass(match)
    both_pass(match)
    assert match.is_resting
    assert match.ctx.place == "duringGame/combatPhase/damageStep"


def test_an_attack_card_adds_to_a_weapon_and_its_hit_triggers_after_combat():
    match = second_round(start())
    blade = put(match, "Practice Blade", "field", 0, "material")
    quill = activate(match, 0, "Sweep of the Quill")
    assert not match.ctx.cards[champion(match, 0)].ready  # rested as a cost
    both_pass(match)
    match.pick(0, blade)
    match.pick(0, champion(match, 1))
    assert match.ctx.place == "duringGame/combatPhase/retaliationStep"
    assert match.ctx.zones["intent:0"] == [quill]
    both_pass(match)  # a champion without power cannot retaliate
    both_pass(match)
    assert match.ctx.cards[champion(match, 1)].damage == 5
    assert match.ctx.cards[blade].durability == 1
    assert match.ctx.place == "duringGame/combatPhase/endOfCombatStep"
    assert match.ctx.zones["graveyard:0"] == [quill]
    hand = len(match.ctx.zones["hand:0"])
    both_pass(match)
    assert len(match.ctx.zones["hand:0"]) == hand + 1
    assert match.ctx.place == "duringGame/main"


def test_a_champion_without_power_attacks_only_with_a_weapon_and_regalia_breaks_into_banishment():
    match = second_round(start())
    mine, theirs = champion(match, 0), champion(match, 1)
    assert refusal(match, 0, "declareAttack", mine, None, theirs) == "illegal_argument"
    blade = put(match, "Practice Blade", "field", 0, "material")
    edit(match, **{f"ctx.cards.{blade}.durability": 1})
    match.play(0, "declareAttack", mine, blade, theirs)
    both_pass(match)
    both_pass(match)
    assert match.ctx.cards[theirs].damage == 2
    assert match.ctx.zones["banishment:0"] == [blade]


def test_combat_continues_without_the_defender_and_the_weapon_keeps_its_durability():
    match = second_round(start())
    echo = put(match, "Fading Echo", "field", 1)
    blade = put(match, "Practice Blade", "field", 0, "material")
    match.play(0, "declareAttack", champion(match, 0), blade, echo)
    activate(match, 0, "Thrown Ember", echo)
    both_pass(match)
    match.pick(1, champion(match, 0))  # On Death
    both_pass(match)
    assert match.ctx.place == "duringGame/combatPhase/retaliationStep"
    both_pass(match)
    assert match.ctx.place == "duringGame/combatPhase/damageStep"
    both_pass(match)
    assert match.ctx.place == "duringGame/main"
    assert match.ctx.cards[blade].durability == 2


# --- the end of a turn ------------------------------------------------------------------------------


def test_end_of_turn_heals_allies_but_not_champions():
    match = second_round(start())
    sentry = put(match, "Gate Sentry", "field", 1)
    hurt(match, sentry, 1)
    hurt(match, champion(match, 1), 4)
    go_to(match, "end/opportunity", 0)
    assert match.ctx.cards[sentry].damage == 1
    both_pass(match)
    assert match.ctx.cards[sentry].damage == 0
    assert match.ctx.cards[champion(match, 1)].damage == 4


def test_end_phase_triggers_wait_for_opportunity():
    match = second_round(start())
    put(match, "Quarry Golem", "field", 0, "hand")
    both_pass(match)
    match.pick(0, champion(match, 1))
    assert match.ctx.place == "duringGame/end/opportunity"
    both_pass(match)
    assert match.ctx.cards[champion(match, 1)].damage == 1
    assert match.ctx.place == "duringGame/end/opportunity"


def test_a_change_in_the_clean_up_gives_opportunity_and_another_clean_up():
    match = second_round(start())
    put(match, "Fading Echo", "field", 0)
    go_to(match, "end/opportunity", 0)
    match.flow.start_trace()
    both_pass(match)
    match.pick(0, champion(match, 1))
    assert match.ctx.place == "duringGame/end/opportunityAfterCleanUp"
    both_pass(match)
    both_pass(match)
    assert match.ctx.turn_player == 1
    steps = ["end/cleanUp", "end/opportunityAfterCleanUp", "end/cleanUp", "end"]
    assert walk(match)[: len(steps)] == steps


# --- winning and losing -----------------------------------------------------------------------------


def test_a_player_whose_champion_dies_loses():
    match = second_round(start())
    hurt(match, champion(match, 1), LIBRARY["Kindled Reader"].life - 2)
    activate(match, 0, "Thrown Ember", champion(match, 1))
    both_pass(match)
    assert match.result == tw.Result((0,), "the champion died")
    assert match.ctx.current_segment == "endGame"
    assert refusal(match, 0, "pass") == "game_over"


def test_champions_that_die_together_make_a_draw():
    match = second_round(start())
    for seat in (0, 1):
        put(match, "Wren the Warden", "field", seat, "material")
        put(match, "Kindled Reader", "lineage", seat, "field")
        hurt(match, champion(match, seat), LIBRARY["Wren the Warden"].life - 1)
    match.play(0, "declareAttack", champion(match, 0), None, champion(match, 1))
    both_pass(match)
    match.pick(1, "yes")
    both_pass(match)
    assert match.result == tw.Result((), "all champions died together")


def test_a_player_who_must_draw_from_an_empty_deck_loses():
    match = go_to(start(piles=(PILE, HAND)), "end/opportunity", 0)
    both_pass(match)
    assert match.result == tw.Result((0,), "no card left to draw")


@pytest.mark.parametrize("seat", [0, 1])
def test_players_may_concede_at_any_time(seat):
    match = second_round(start())
    match.play(seat, "concede")
    assert match.result.winner == 1 - seat


# --- secrets and refusals ---------------------------------------------------------------------------


def test_hands_memories_and_material_decks_are_private_and_decks_hidden_from_all():
    match = second_round(start())
    activate(match, 0, "Lamplit Weasel")
    mine, theirs = match.view(0)["zones"], match.view(1)["zones"]
    for zone in ("hand:0", "memory:0", "material:0"):
        assert len(mine[zone]["cards"]) == mine[zone]["count"] > 0
        assert theirs[zone] == {"count": mine[zone]["count"]}
    assert mine["deck:0"] == {"count": len(match.ctx.zones["deck:0"])}
    for view in (mine, theirs):
        assert [seen["kind"] for seen in view["effectsStack"]["cards"]] == ["Lamplit Weasel"]


def test_refusals_change_nothing():
    match = second_round(start())
    before = match.hash
    assert refusal(match, 1, "pass") == "not_your_turn"
    assert refusal(match, 0, "materializeCard", 3) == "not_here"
    assert refusal(match, 0, "activateCard", 9999) == "illegal_argument"
    assert refusal(match, 0, "activateCard") == "bad_arguments"
    assert refusal(match, 0, "flee") == "unknown_move"
    assert match.hash == before


def test_a_match_survives_saving_in_the_middle_of_a_payment():
    match = second_round(start())
    match.play(0, "activateCard", card(match, "Lamplit Weasel", "hand", 0))
    loaded = game.load(match.save())
    for copy in (match, loaded):
        copy.pick(0, *copy.ctx.zones["hand:0"][-2:])
    assert loaded.hash == match.hash


# --- random play ------------------------------------------------------------------------------------


def test_random_games_end_visit_every_step_use_every_move_and_replay():
    places, moves, passed_at = set(), set(), set()
    for seed in range(15):
        match = game.start(seed=seed, trace=True)
        play_out(match, [RandomAgent(f"{seed}a"), RandomAgent(f"{seed}b")], 1500)
        assert match.result is not None
        assert game.replay(match.record).hash == match.hash
        places |= match.flow.trace.places
        moves |= {entry.move for entry in match.record.entries}
        passed_at |= {entry.at for entry in match.record.entries if entry.move == "pass"}
    assert passed_at == {place.path for place in game.compiled_flow.places.values() if place.window}
    busy = {
        place.path for place in game.compiled_flow.places.values() if place.window or place.moves
    }
    assert busy - places == {"nowhere"}
    assert set(game.all_moves) - moves == {"concede"}


def test_conceding_before_champions_are_revealed_loses():
    match = game.start(seed=1)
    while "chooseChampion" not in {option.move for seat in (0, 1) for option in match.legal(seat)}:
        seat = match.acting[0]
        match.submit(match.prompt(seat).default())
    chooser = match.acting[0]
    option = next(o for o in match.legal(chooser) if o.move == "chooseChampion")
    match.play(chooser, option.move, *option.args)
    other = match.acting[0]
    match.play(other, "concede")
    assert match.result.winners == (chooser,)
