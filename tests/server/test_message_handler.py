"""What a message means: the online document's invariants, prompts and refusals, to the letter."""

import pytest

import turnwright as tw
from tests.server.play import (
    KINDS,
    SPECTATOR,
    Table,
    blind,
    error_of,
    fingerprint,
    finish,
    of,
    skirmish,
    stillborn,
)
from turnwright.core.runtime.record import Record
from turnwright.games.duel.game import game as duel
from turnwright.server.views import protocol as wire


@pytest.fixture
def table():
    return Table()


def versions(heard):
    return [message["state"]["stateVersion"] for message in of(heard, "state_update")]


# --- the messages have the names and fields of the document ---------------------------------------


def test_joining_tells_who_one_is_under_the_old_names_too(table):
    start = table.welcome(0)[0]
    assert start["type"] == "match_start"
    assert (start["youAre"], start["youAreLegacy"], start["roomId"]) == ("p1", "player", "room")
    assert (table.welcome(1)[0]["youAre"], table.welcome(1)[0]["youAreLegacy"]) == ("p2", "bot")
    assert table.welcome(SPECTATOR)[0]["youAre"] is None


def test_a_state_has_every_field_of_the_document(table):
    state = table.state(0)
    for name in ("turn", "phase", "turnCounter", "currentPlayer", "players", "stateVersion",
                 "isResolvingEffect", "pendingPromptType"):  # fmt: skip
        assert name in state
    me, foe = state["players"]["self"], state["players"]["opponent"]
    assert (me["id"], foe["id"], me["lp"]) == ("p1", "p2", 8000)
    assert [card["kind"] in KINDS for card in me["hand"]] == [True] * 4
    assert foe["hand"] == {"count": 4}
    assert (me["handCount"], foe["handCount"], foe["graveyardCount"]) == (4, 4, 0)
    assert me["controller"] == "human"


def test_a_duel_has_the_zones_of_the_document():
    player = Table(duel).state(0)["players"]["self"]
    for name in ("id", "name", "lp", "hand", "handCount", "field", "spellTrap", "fieldSpell",
                 "graveyard", "graveyardCount"):  # fmt: skip
        assert name in player
    assert (player["lp"], player["handCount"], player["fieldSpell"]) == (8000, 5, None)


def test_each_seat_sees_itself_as_self(table):
    assert table.state(1)["players"]["self"]["id"] == "p2"
    assert table.state(1)["players"]["opponent"]["id"] == "p1"
    assert table.state(SPECTATOR)["players"]["self"]["id"] == "p1"
    assert table.state(SPECTATOR)["players"]["self"]["hand"] == {"count": 4}


# --- invariant A: all changes are broadcast, each with the next version ---------------------------


def test_every_commit_is_one_more_and_everybody_is_told(table):
    version = table.room.version
    for seat in (0, 1, 0, 1):
        table.act(seat, "end_turn")
        version += 1
        assert table.room.version == version
        for who in (0, 1, SPECTATOR):
            assert versions(table.heard[who])[-1] == version
    told = versions(table.heard[0])
    assert told == list(range(told[0], version + 1))


def test_a_suspended_effect_is_a_commit_too_and_its_prompt_has_that_version(table):
    version = table.room.version
    heard = table.act(0, "search")
    assert versions(heard) == [version + 1]
    assert of(heard, "prompt_request")[0]["prompt"]["stateVersion"] == version + 1
    assert heard.index(of(heard, "state_update")[0]) < heard.index(of(heard, "prompt_request")[0])
    assert table.state(1)["isResolvingEffect"]
    assert table.state(0)["pendingPromptType"] == "card_select"
    assert table.state(1)["pendingPromptType"] is None


def test_a_refusal_is_no_commit_and_brings_the_state_to_the_asker_alone(table):
    before, heard_by_foe = table.fingerprint, len(table.heard[1])
    heard = table.act(1, "end_turn")
    assert error_of(heard) == "action_rejected"
    assert versions(heard) == [table.room.version]
    assert table.fingerprint == before
    assert len(table.heard[1]) == heard_by_foe + len(heard)


# --- invariant B: with a prompt open there is nothing else ----------------------------------------


def test_a_seat_with_an_open_prompt_can_do_nothing_else(table):
    table.act(0, "search")
    before = table.fingerprint
    assert error_of(table.act(0, "end_turn")) == "input_locked"
    assert error_of(table.say(0, "intent_card_click", zone="hand", index=0)) == "input_locked"
    assert table.fingerprint == before


def test_also_an_open_menu_locks(table):
    menu = of(table.say(0, "intent_card_click", zone="hand", index=0), "prompt_request")
    assert menu[0]["prompt"]["type"] == "card_action_menu"
    assert error_of(table.act(0, "end_turn")) == "input_locked"
    assert error_of(table.say(0, "intent_card_click", zone="hand", index=1)) == "input_locked"
    table.answer(0, "cancel")
    assert not of(table.act(0, "end_turn"), "error")


def test_the_other_seat_is_not_locked_but_the_effect_is_pending(table):
    table.act(0, "search")
    assert error_of(table.act(1, "end_turn")) == "effect_pending"
    assert error_of(table.say(1, "intent_card_click", zone="hand", index=0)) == "action_rejected"
    assert of(table.say(1, "chat", text="hurry"), "chat")
    assert of(table.say(1, "ping", t=1), "pong")


def test_one_may_talk_and_resign_with_a_prompt_open(table):
    table.act(0, "search")
    assert of(table.say(0, "chat", text="hm"), "chat")
    table.say(0, "resign")
    assert table.room.result.winners == (1,)
    assert table.prompt(0) is None


# --- invariant D and exceptions inside effects ----------------------------------------------------


def test_a_mistake_in_an_effect_is_answered_and_leaves_nothing_behind(table):
    table.act(0, "crash")
    before, prompt = table.fingerprint, table.prompt(0)
    heard = table.answer(0, "yes")
    assert error_of(heard) == "action_rejected"
    assert of(heard, "error")[0]["hint"] == "rules_error"
    assert table.fingerprint == before
    assert table.prompt(0) == prompt
    table.answer(0, "no")
    assert not table.match.asked
    assert table.life(0) == 8000


def test_a_mistake_leaves_a_record_that_shows_it_again(table):
    table.act(0, "end_turn")
    before = table.fingerprint
    assert error_of(table.act(1, "crash_at_once")) == "action_rejected"
    assert table.fingerprint == before
    fault = table.match.fault
    record = Record.parse(fault.record.to_json())
    (*good, last) = record.entries
    match = table.game.replay(Record.parse(record.to_json()), len(good))
    with pytest.raises(Exception, match="failed"):
        match.play(last.seat, last.move, *last.args)
    assert repr(match.fault.error) == repr(fault.error)


def test_a_mistake_in_a_view_is_answered(table):
    table = Table(blind)
    before = table.room.version
    heard = table.act(0, "end_turn")
    assert heard, "whatever comes is answered"
    assert table.room.version in (before, before + 1)


def test_a_game_that_cannot_be_set_up_is_refused_and_nobody_is_left_half_ready():
    table = Table(stillborn, ready=False)
    table.say(0, "ready")
    before = table.fingerprint
    (error,) = of(table.say(1, "ready"), "error")
    assert error["message"] == "stillborn could not be started."
    assert "a mistake in the setup" in str(table.handler.game_errors), "that is for the log"
    assert table.fingerprint == before


# --- prompts: an answer is checked before the prompt is closed ------------------------------------


@pytest.mark.parametrize(
    "choice", ["no such card", ["x"], [], 7, True, ["1", "2"], "", [""], ["cancel"], 1.5]
)
def test_an_invalid_answer_leaves_the_prompt_open_and_a_correct_one_works_then(table, choice):
    table.act(0, "sort")
    before, prompt = table.fingerprint, table.prompt(0)
    if choice == 1.5:
        choice = "1.5"
    heard = table.answer(0, choice)
    assert error_of(heard) == "action_rejected"
    assert table.fingerprint == before
    assert table.prompt(0) == prompt
    table.answer(0, *reversed(table.candidates(0)))
    assert table.prompt(0) is None
    assert table.match.acting == [1]


def test_prompts_are_numbered_by_room(table):
    ids = []
    for seat in (0, 1, 0):
        table.act(seat, "search")
        ids.append(table.prompt(seat)["promptId"])
        table.answer(seat, table.candidates(seat)[0])
    assert ids == ["p_room_1", "p_room_2", "p_room_3"]


def test_a_prompt_that_was_answered_is_closed_and_cannot_be_answered_again(table):
    table.act(0, "search")
    prompt_id, card = table.prompt(0)["promptId"], table.candidates(0)[0]
    heard = table.answer(0, card)
    assert of(heard, "prompt_closed")[0]["promptId"] == prompt_id
    heard = table.say(0, "prompt_response", promptId=prompt_id, choice=card)
    assert error_of(heard) == "action_rejected"
    assert of(heard, "error")[0]["hint"] == "no_prompt"


def test_nobody_answers_for_another(table):
    table.act(0, "search")
    before, prompt = table.fingerprint, table.prompt(0)
    card = table.candidates(0)[0]
    for seat in (1, SPECTATOR):
        heard = table.say(seat, "prompt_response", promptId=prompt["promptId"], choice=card)
        assert error_of(heard) in ("action_rejected", "invalid_action")
    assert table.fingerprint == before


def test_the_owner_of_a_trigger_is_asked_though_it_is_not_their_turn(table):
    table.act(0, "strike")
    table.answer(0, table.candidates(0)[0])
    table.answer(0, table.candidates(0)[0])
    assert table.match.ctx.turn_player == 0
    assert table.prompt(0) is None
    prompt = table.prompt(1)
    assert (prompt["type"], prompt["kind"]) == ("selection_contract", "yes_no")
    count = table.state(1)["players"]["self"]["handCount"]
    assert not of(table.answer(1, True), "error")
    assert table.state(1)["players"]["self"]["handCount"] == count + 1
    assert table.prompt(0)["requirement"]["id"] == "more"


def test_both_are_asked_in_secret_and_neither_sees_the_others_answer_before_their_own(table):
    table.act(0, "parley")
    first, second = table.prompt(0), table.prompt(1)
    assert (first["promptId"], second["promptId"]) == ("p_room_1", "p_room_2")
    told = len(table.bytes[1])
    table.answer(0, "war")
    assert b"war" not in b"".join(table.bytes[1][told:]).lower()
    assert table.prompt(0) is None
    assert table.prompt(1) == second, "the same prompt, with the same version"
    table.answer(1, "war", stateVersion=second["stateVersion"])
    assert (table.life(0), table.life(1)) == (7000, 7000)


def test_a_refused_interruption_does_not_number_prompts_anew(table):
    table.act(0, "parley")
    first, second = table.prompt(0), table.prompt(1)
    assert error_of(table.act(0, "protest")) == "input_locked"
    table.answer(0, "war")
    assert error_of(table.act(0, "protest")) == "effect_pending"
    assert table.prompt(1) == second
    assert first["promptId"] not in [o.prompt_id for o in table.room.open_prompts.values()]
    assert fingerprint(table.restored()) == table.fingerprint


# --- the four types of prompts --------------------------------------------------------------------


def test_the_menu_of_a_card_has_the_documents_shape(table):
    card = table.state(0)["players"]["self"]["hand"][2]
    heard = table.say(0, "intent_card_click", zone="hand", index=2)
    prompt = of(heard, "prompt_request")[0]["prompt"]
    assert prompt["type"] == "card_action_menu"
    assert prompt["promptId"].startswith("p_room_")
    assert (prompt["title"], prompt["zone"], prompt["index"]) == (card["kind"], "hand", 2)
    assert (prompt["cardData"]["id"], prompt["cardData"]["name"]) == (card["id"], card["kind"])
    assert prompt["cardData"]["cardKind"] == "monster"
    play, put, cancel = prompt["options"]
    assert (play["id"], play["actionType"], play["payload"]) == (
        "play",
        "PLAY",
        {"card": card["id"]},
    )
    assert play["label"]
    assert put["actionType"] == "SET_CARD"
    assert cancel == {"id": "cancel", "label": "Cancel", "actionType": None}
    assert prompt["stateVersion"] == table.room.version
    assert not of(heard, "state_update"), "looking at a menu changes nothing"


def test_a_menu_by_the_number_of_the_card_is_the_same(table):
    card = table.state(0)["players"]["self"]["hand"][2]
    by_number = of(table.say(0, "intent_card_click", card=card["id"]), "prompt_request")
    assert (by_number[0]["prompt"]["zone"], by_number[0]["prompt"]["index"]) == ("hand", 2)


def test_a_choice_from_the_menu_is_a_move(table):
    card = table.state(0)["players"]["self"]["hand"][0]["id"]
    table.say(0, "intent_card_click", zone="hand", index=0)
    version = table.room.version
    heard = table.answer(0, "play", actionId="once")
    assert of(heard, "ack")[0]["stateVersion"] == version + 1
    assert of(heard, "prompt_closed")
    assert card in [c["id"] for c in table.state(0)["players"]["self"]["field"]]


def test_a_menu_is_cancelled_without_a_commit(table):
    before = table.fingerprint
    table.say(0, "intent_card_click", zone="hand", index=0)
    heard = table.answer(0, "cancel")
    assert of(heard, "prompt_closed")[0]["reason"] == "cancelled"
    assert table.fingerprint == before
    assert table.prompt(0) is None


def test_what_is_not_on_the_menu_leaves_it_open(table):
    table.say(0, "intent_card_click", zone="hand", index=0)
    prompt = table.prompt(0)
    assert error_of(table.answer(0, "destroy everything")) == "action_rejected"
    assert error_of(table.answer(0, ["play"])) == "action_rejected"
    assert table.prompt(0) == prompt
    assert not of(table.answer(0, "play"), "error")


def test_an_attack_leads_to_the_choice_of_its_target(table):
    (attacker,) = [c for c in table.state(0)["players"]["self"]["field"] if c["face_up"]]
    table.say(0, "intent_card_click", card=attacker["id"])
    closed = table.prompt(0)["promptId"]
    heard = table.answer(0, "attack")
    assert of(heard, "prompt_closed")[0]["promptId"] == closed
    prompt = of(heard, "prompt_request")[0]["prompt"]
    assert prompt["type"] == "target_select"
    assert prompt["promptId"] != closed
    assert prompt["title"]
    direct, *others, cancel = prompt["targets"]
    assert (direct["id"], direct["actionType"]) == ("direct", "ATTACK")
    assert direct["payload"] == {"attacker": attacker["id"], "target": "direct"}
    assert len(others) == 2
    assert cancel == {"id": "cancel", "label": "Cancel", "actionType": None}
    table.answer(0, "direct")
    assert table.life(1) == 6500


def test_a_target_may_be_named_by_its_number_as_a_number(table):
    (attacker,) = [c for c in table.state(0)["players"]["self"]["field"] if c["face_up"]]
    (target,) = [c for c in table.state(0)["players"]["opponent"]["field"] if c["face_up"]]
    table.say(0, "intent_card_click", card=attacker["id"])
    table.answer(0, "attack")
    assert not of(table.answer(0, target["id"]), "error")
    assert table.state(0)["players"]["opponent"]["graveyardCount"] == 1


def test_clicks_on_nothing_are_refused(table):
    foe_card = next(c for c in table.state(1)["players"]["self"]["hand"])["id"]
    for click in (
        {"zone": "hand", "index": 99}, {"zone": "hand", "index": -1}, {"zone": "attic"},
        {"card": foe_card}, {"card": -5}, {"zone": "deck", "index": 0}, {},
    ):  # fmt: skip
        assert error_of(table.say(0, "intent_card_click", **click)) == "action_rejected"
        assert table.prompt(0) is None
    assert error_of(table.say(1, "intent_card_click", zone="hand", index=0)) == "action_rejected"


def test_a_search_is_a_card_select(table):
    prompt = of(table.act(0, "search"), "prompt_request")[0]["prompt"]
    assert (prompt["type"], prompt["title"]) == ("card_select", "Take a card")
    requirement = prompt["requirement"]
    assert (requirement["id"], requirement["min"], requirement["max"]) == ("search", 1, 1)
    first = requirement["candidates"][0]
    for name in ("id", "name", "label", "cardId", "cardKind", "zone"):
        assert name in first
    assert first["zone"] == "deck"
    assert len({c["id"] for c in requirement["candidates"]}) == len(requirement["candidates"])


def test_a_target_on_the_field_is_a_selection_contract(table):
    table.act(0, "strike")
    assert table.prompt(0)["type"] == "card_select"
    table.answer(0, table.candidates(0)[0])
    prompt = table.prompt(0)
    assert (prompt["type"], prompt["kind"]) == ("selection_contract", "target")
    assert prompt["ui"] == {"useFieldTargeting": True}
    up, down = prompt["requirement"]["candidates"]
    for candidate in (up, down):
        assert (candidate["zone"], candidate["controller"]) == ("field", "opponent")
        assert "zoneIndex" in candidate
    assert up["cardId"]
    assert "cardId" not in down
    assert down["name"] == "Face-down card"


@pytest.mark.parametrize(("move", "kind"), [("crash", "yes_no"), ("mode", "menu")])
def test_the_other_kinds_are_selection_contracts(table, move, kind):
    prompt = of(table.act(0, move), "prompt_request")[0]["prompt"]
    assert (prompt["type"], prompt["kind"]) == ("selection_contract", kind)
    assert prompt["ui"] == {"useFieldTargeting": False}
    assert all(c["id"] and c["label"] for c in prompt["requirement"]["candidates"])


def test_an_order_says_that_the_order_counts(table):
    deck = [
        c["id"]
        for c in of(table.act(0, "sort"), "prompt_request")[0]["prompt"]["requirement"][
            "candidates"
        ]
    ]
    requirement = table.prompt(0)["requirement"]
    assert requirement["ordered"] is True
    assert requirement["min"] == requirement["max"] == 3
    table.answer(0, *reversed(deck))
    assert [str(i) for i in table.match.ctx.zones["deck:0"][-3:]] == deck[::-1]


@pytest.mark.parametrize(
    ("choice", "gained"), [(True, 1), ("yes", 1), (["yes"], 1), (False, 0), ("no", 0)]
)
def test_yes_and_no_may_be_said_in_several_ways(table, choice, gained):
    table.act(0, "strike")
    table.answer(0, table.candidates(0)[0])
    table.answer(0, table.candidates(0)[0])
    count = table.state(1)["players"]["self"]["handCount"]
    table.answer(1, choice)
    assert table.state(1)["players"]["self"]["handCount"] == count + gained


def test_a_card_may_be_named_by_its_number_as_a_number(table):
    table.act(0, "search")
    card = int(table.candidates(0)[0])
    assert not of(table.answer(0, card), "error")


# --- costs and cancelling -------------------------------------------------------------------------


def test_a_cost_is_paid_once_however_often_is_asked(table):
    table.act(0, "search")
    table.answer(0, "nonsense")
    table.answer(0, table.candidates(0)[0])
    assert table.life(0) == 7200


def test_flare_bolt_costs_800_and_not_1600():
    """Fault a of the origin: it paid again when the search was answered."""
    decks = [{**dict.fromkeys(["Flare Bolt", "Ember Lancer", "Cinder Pup"], 3), **FILLER}] * 2
    table = Table(duel, "bolt", options={"decks": decks})
    for _ in range(60):
        hand = table.state(table.match.acting[0])["players"]["self"]["hand"]
        bolts = [card for card in hand if card["kind"] == "Flare Bolt"]
        seat = table.match.acting[0]
        if bolts:
            break
        table.act(seat, "end_turn")
        pass_on(table)
    heard = table.act(seat, "ACTIVATE_SPELL", card=bolts[0]["id"])
    assert not of(heard, "error")
    assert table.life(seat) == 7200
    asked = table.prompt(seat)
    assert (asked["actionType"], asked["sourceZone"]) == ("ACTIVATE_SPELL", "spellTrap")
    assert (asked["cardData"]["id"], asked["cardData"]["name"]) == (bolts[0]["id"], "Flare Bolt")
    before = len(hand)
    table.answer(seat, table.candidates(seat)[0])
    assert table.life(seat) == 7200
    state = table.state(seat)["players"]["self"]
    assert state["handCount"] == before, "one was played, one found"
    assert [card["kind"] for card in state["graveyard"]][-1:] == ["Flare Bolt"]
    assert not table.match.asked


def test_a_direct_attack_is_refused_where_a_card_lies_face_down():
    """Fault j of the origin: the menu and the rules did not agree."""
    low = ["Ember Lancer", "Cinder Pup", "Kiln Caller", "Flicker Duelist", "Bellows Sprite",
           "Slag Golem", "Echo Shell", "Fog Heron", "Riptide Eel", "Pearl Diver"]  # fmt: skip
    table = Table(duel, "low", options={"decks": [dict.fromkeys(low, 3)] * 2})
    first, second = (table.state(seat)["players"]["self"]["hand"][0] for seat in (0, 1))
    table.act(0, "NORMAL_SUMMON", card=first["id"])
    pass_on(table)
    table.act(0, "END_TURN")
    pass_on(table)
    table.act(1, "SET_MONSTER", card=second["id"])
    table.act(1, "END_TURN")
    pass_on(table)
    table.act(0, "to_battle")
    offered = [o for o in table.state(0)["options"] if o["payload"].get("attacker")]
    assert [o["actionType"] for o in offered] == ["DECLARE_ATTACK"]
    assert second["kind"] not in offered[0]["label"], "it lies face down"
    heard = table.act(0, "DIRECT_ATTACK", attacker=first["id"], target="direct")
    assert error_of(heard) == "action_rejected"
    table.say(0, "intent_card_click", card=first["id"])
    table.answer(0, "attack")
    pass_on(table)
    assert table.match.ctx.cards[first["id"]].attacks_made == 1


def pass_on(table):
    """Everything that is asked gets its default."""
    while table.match.asked:
        seat = min(table.match.asked)
        table.answer(seat, *table.match.asked[seat].default())


FILLER = dict.fromkeys(
    ["Forge Titan", "Kiln Caller", "Ash Banner", "Slag Golem", "Bellows Sprite", "Flicker Duelist",
     "Wildfire Sweep"], 3,
)  # fmt: skip


def test_cancelling_gives_everything_back(table):
    rest = table.match.hash
    hand = table.state(0)["players"]["self"]["hand"]
    table.act(0, "search")
    assert table.life(0) == 7200
    assert table.prompt(0)["canCancel"]
    heard = table.answer(0, "cancel")
    assert of(heard, "state_update")[0]["reason"] == "selection_cancelled"
    assert table.life(0) == 8000
    assert table.state(0)["players"]["self"]["hand"] == hand
    assert table.match.hash == rest
    assert table.match.acting == [0]
    assert table.prompt(0) is None


def test_after_two_questions_cancelling_gives_everything_back_as_well(table):
    rest = table.match.hash
    table.act(0, "strike")
    table.answer(0, table.candidates(0)[0])
    table.answer(0, "cancel")
    assert table.match.hash == rest
    assert table.prompt(0) is None


def test_what_is_committed_cannot_be_cancelled_and_stays_open(table):
    table.act(0, "mode")
    prompt = table.prompt(0)
    assert not prompt["canCancel"]
    assert error_of(table.answer(0, "cancel")) == "action_rejected"
    assert table.prompt(0) == prompt


def test_what_is_optional_is_declined_by_cancel(table):
    table.act(0, "cry")
    assert table.prompt(1)["canCancel"]
    table.answer(1, "cancel")
    assert table.life(1) == 7700
    assert not table.match.asked


# --- exactly once ---------------------------------------------------------------------------------


def test_the_same_action_again_gets_the_same_ack_and_does_nothing(table):
    first = table.say(0, "action", actionType="search", actionId="x")
    before = table.fingerprint
    again = table.say(0, "action", actionType="search", actionId="x")
    assert of(again, "ack") == again == of(first, "ack")
    assert table.fingerprint == before
    table.answer(0, table.candidates(0)[0])
    assert table.say(0, "action", actionType="search", actionId="x") == again
    assert table.life(0) == 7200


def test_the_same_answer_again_gets_the_same_ack(table):
    table.act(0, "search")
    said = {"promptId": table.prompt(0)["promptId"], "choice": table.candidates(0)[0]}
    first = table.say(0, "prompt_response", actionId="y", **said)
    before = table.fingerprint
    again = table.say(0, "prompt_response", actionId="y", **said)
    assert again == of(first, "ack")
    assert table.fingerprint == before


def test_an_id_for_something_else_is_refused(table):
    table.say(0, "action", actionType="search", actionId="x")
    said = {"promptId": table.prompt(0)["promptId"], "choice": table.candidates(0)[0]}
    before = table.fingerprint
    assert error_of(table.say(0, "action", actionType="end_turn", actionId="x")) == "id_reused"
    assert error_of(table.say(0, "prompt_response", actionId="x", **said)) == "id_reused"
    assert error_of(table.say(0, "resign", actionId="x")) == "id_reused"
    assert table.fingerprint == before


def test_an_id_of_one_player_is_not_an_id_of_another(table):
    """Two clients that number their actions from 1 must not silence each other."""
    table.say(0, "action", actionType="end_turn", actionId="1")
    version = table.room.version
    heard = table.say(1, "action", actionType="end_turn", actionId="1")
    assert table.room.version == version + 1, heard
    assert of(heard, "ack")[0]["stateVersion"] == version + 1


def test_a_refused_action_may_be_sent_again_under_its_id(table):
    assert (
        error_of(table.say(1, "action", actionType="end_turn", actionId="z")) == "action_rejected"
    )
    table.act(0, "end_turn")
    assert of(table.say(1, "action", actionType="end_turn", actionId="z"), "ack")


def test_an_error_names_the_action_it_answers(table):
    heard = table.say(1, "action", actionType="end_turn", actionId="z")
    assert of(heard, "error")[0]["actionId"] == "z"


@pytest.mark.parametrize("version", [-1, 0, 1, 999_999])
def test_whoever_has_not_seen_the_current_state_is_refused_and_shown_it(table, version):
    table.act(0, "end_turn")
    before = table.fingerprint
    heard = table.say(1, "action", actionType="end_turn", stateVersion=version)
    assert error_of(heard) == "state_mismatch"
    assert versions(heard) == [table.room.version]
    assert table.fingerprint == before
    assert not of(
        table.say(1, "action", actionType="end_turn", stateVersion=table.room.version), "error"
    )


def test_an_answer_to_an_older_state_is_refused_and_the_prompt_stays(table):
    table.act(0, "search")
    prompt, before = table.prompt(0), table.fingerprint
    card = table.candidates(0)[0]
    for version in (prompt["stateVersion"] - 1, prompt["stateVersion"] + 1):
        heard = table.answer(0, card, stateVersion=version)
        assert error_of(heard) == "state_mismatch"
        assert versions(heard) == [table.room.version]
    assert table.fingerprint == before
    assert table.prompt(0) == prompt
    assert not of(table.answer(0, card, stateVersion=prompt["stateVersion"]), "error")


def test_a_chat_line_makes_nobodys_state_old(table):
    version = table.room.version
    table.say(1, "chat", text="hello")
    assert table.room.version == version
    assert not of(table.say(0, "action", actionType="search", stateVersion=version), "error")


def test_the_sequence_must_rise(table):
    for seq, is_fine in ((5, True), (5, False), (4, False), (6, True), (-1, False)):
        heard = table.say(0, "action", actionType="mode", seq=seq)
        assert ("invalid_seq" not in [m.get("code") for m in heard]) == is_fine
        if table.match.asked:
            table.answer(0, "nothing")
            table.act(1, "end_turn")


# --- every refusal has a code ---------------------------------------------------------------------


def test_a_spectator_has_no_say(table):
    for message in ("ready", "rematch_request", "resign"):
        assert error_of(table.say(SPECTATOR, message)) == "invalid_action"
    assert error_of(table.act(SPECTATOR, "end_turn")) == "invalid_action"
    assert of(table.say(SPECTATOR, "ping", t=3), "pong")


@pytest.mark.parametrize(
    ("move", "payload", "hint"),
    [
        ("no_such_move", {}, "unknown_move"),
        ("play", {}, "bad_arguments"),
        ("play", {"card": 0}, "illegal_argument"),
        ("play", {"card": "x"}, "illegal_argument"),
        ("play", {"card": None}, "illegal_argument"),
        ("play", {"card": {"a": [1]}}, "illegal_argument"),
        ("play", {"args": []}, "bad_arguments"),
        ("play", {"args": [1, 2, 3]}, "bad_arguments"),
        ("attack", {"attacker": 1}, "illegal_argument"),
        ("attack", {"attacker": 1, "target": [[[]]]}, "illegal_argument"),
        ("end_turn", {"args": [1]}, "bad_arguments"),
    ],
)  # fmt: skip
def test_a_move_that_is_none_is_refused_with_the_rules_own_code(table, move, payload, hint):
    before = table.fingerprint
    heard = table.act(0, move, **payload)
    assert error_of(heard) == "action_rejected"
    assert of(heard, "error")[0]["hint"] == hint
    assert table.fingerprint == before


def test_before_and_after_the_match_there_is_nothing_to_do():
    table = Table(ready=False)
    assert error_of(table.act(0, "end_turn")) == "error"
    assert error_of(table.say(0, "intent_card_click", zone="hand", index=0)) == "error"
    assert error_of(table.say(0, "prompt_response", promptId="p_room_1", choice="x")) == "error"
    assert error_of(table.say(0, "resign")) == "error"
    assert error_of(table.say(0, "rematch_request")) == "error"
    for seat in (0, 1):
        table.say(seat, "ready")
    assert error_of(table.say(0, "ready")) == "error"
    assert error_of(table.say(0, "leave")) == "error"
    table.say(0, "resign")
    assert error_of(table.act(1, "end_turn")) == "error"
    assert error_of(table.say(1, "resign")) == "error"
    assert error_of(table.say(1, "chat", text="  \n ")) == "error"


def test_a_payload_names_a_move_by_what_fits(table):
    card = table.state(0)["players"]["self"]["hand"][0]["id"]
    assert not of(table.act(0, "PLAY", card=card), "error")
    (attacker,) = [c for c in table.state(1)["players"]["self"]["field"] if c["face_up"]]
    heard = table.act(1, "ATTACK", attacker=attacker["id"])
    assert of(heard, "error")[0]["hint"] == "bad_arguments", "there are several targets"
    assert not of(table.act(1, "ATTACK", attacker=attacker["id"], target="direct"), "error")


def test_the_end_is_told_to_each_in_their_own_words(table):
    table.say(0, "resign", actionId="r")
    over = {who: of(table.heard[who], "game_over")[0] for who in (0, 1, SPECTATOR)}
    assert [over[who]["result"] for who in (0, 1, SPECTATOR)] == ["defeat", "victory", "over"]
    assert {(m["winnerId"], m["loserId"]) for m in over.values()} == {("p2", "p1")}
    for who in (0, 1, SPECTATOR):
        kinds = [message["type"] for message in table.heard[who]]
        assert "state_update" in kinds[kinds.index("game_over") :], "one more after the end"
    assert of(table.say(0, "resign", actionId="r"), "ack")


def test_an_error_has_the_fields_of_the_document(table):
    (error,) = of(table.act(1, "end_turn"), "error")
    assert set(error) >= {"type", "message", "code", "hint"}


def test_rematch_status_has_the_fields_of_the_document(table):
    table.say(0, "resign")
    (status,) = of(table.say(0, "rematch_request"), "rematch_status")
    assert (status["playerWants"], status["botWants"], status["ready"]) == (True, False, False)
    (status,) = of(table.heard[1], "rematch_status")[-1:]
    assert (status["playerWants"], status["botWants"], status["ready"]) == (False, True, False)


# --- as the document and the description of the socket say it -------------------------------------


@pytest.mark.parametrize("name", ["attack", "ATTACK", "Attack"])
def test_arguments_may_be_given_as_a_list(table, name):
    (attacker,) = [c["id"] for c in table.state(0)["players"]["self"]["field"] if c["face_up"]]
    heard = table.say(0, "action", actionType=name, payload={"args": [attacker, "direct"]})
    assert not of(heard, "error")
    assert table.life(1) == 6500


def test_names_in_any_case_and_words_of_the_wire_take_lists_too():
    def bow_deeply(c, times=tw.arg(range(3), is_card=False)):
        c.G.life[c.seat] -= times
        finish(c)

    def wave(c, times=tw.arg(range(3), is_card=False)):
        c.G.life[c.seat] -= 10 * times
        finish(c)

    moves = {"bowDeeply": bow_deeply, "wave": tw.move(wire="GREET")(wave)}
    table = Table(skirmish("polite", moves=moves))
    for seat, name, life in ((0, "BOWDEEPLY", 7998), (1, "bowDeeply", 7998), (0, "GREET", 7978)):
        heard = table.say(seat, "action", actionType=name, payload={"args": [2]})
        assert not of(heard, "error"), heard
        assert table.life(seat) == life


def test_a_known_action_that_is_not_possible_like_this_is_not_unknown():
    def shoot(c, target=tw.arg(lambda c: list(c.zone("field", c.opponent)))):
        finish(c)

    moves = {"shoot": tw.move(wire=lambda target: "FIRE")(shoot)}
    table = Table(skirmish("range", moves=moves))
    (error,) = of(table.act(0, "FIRE", target=12345), "error")
    assert error["hint"] == "illegal_argument"
    (error,) = of(table.act(0, "NO_SUCH_THING"), "error")
    assert error["hint"] == "unknown_move"


@pytest.mark.parametrize("code", ["input_locked", "effect_pending", "invalid_seq"])
def test_whoever_acts_at_the_wrong_time_is_shown_the_state(table, code):
    if code == "invalid_seq":
        table.say(0, "action", actionType="end_turn", payload={}, seq=5)
        table.act(1, "end_turn")
    else:
        table.act(0, "search")
    heard = table.say(1 if code == "effect_pending" else 0, "action", actionType="mode", seq=1)
    assert error_of(heard) == code
    (update,) = of(heard, "state_update")
    assert (update["reason"], update["state"]["stateVersion"]) == (code, table.room.version)


def test_an_answer_without_a_choice_is_no_answer(table):
    table.act(0, "search")
    with pytest.raises(wire.BadMessage, match="choice"):
        table.say(0, "prompt_response", promptId=table.prompt(0)["promptId"])
    assert table.prompt(0)


def test_the_token_is_told_again_when_the_match_begins():
    table = Table(ready=False)
    for seat in (0, 1):
        table.welcome(seat)  # with the token "t"
        table.say(seat, "ready")
    assert [m["token"] for m in of(table.heard[0], "match_start")] == ["t"]
    assert not of(table.heard[SPECTATOR], "match_start")[0]["token"]


def test_whoever_runs_out_of_time_in_a_response_pays_nothing():
    """The price of a response is asked for before it is committed, as that of an action is."""
    decks = [{**dict.fromkeys(["Flashover", "Flare Bolt", "Cinder Pup"], 3), **FILLER}] * 2
    table = Table(duel, "flash", options={"decks": decks})
    for _ in range(80):
        seat = table.match.acting[0]
        other = 1 - seat
        ids = {kind: [c["id"] for c in table.state(who)["players"]["self"]["hand"]
                      if c["kind"] == kind]
               for who, kind in ((seat, "Flare Bolt"), (other, "Flashover"))}  # fmt: skip
        backs = [c["id"] for c in table.state(other)["players"]["self"]["spellTrap"]]
        if ids["Flare Bolt"] and backs:
            break
        mine = [c["id"] for c in table.state(seat)["players"]["self"]["hand"]
                if c["kind"] == "Flashover"]  # fmt: skip
        if mine:
            table.act(seat, "SET_SPELLTRAP", card=mine[0])
        table.act(seat, "end_turn")
        pass_on(table)
    table.act(seat, "ACTIVATE_SPELL", card=ids["Flare Bolt"][0])
    while not table.match.asked.get(other):
        table.answer(seat, table.candidates(seat)[0])
    hand = table.state(other)["players"]["self"]["handCount"]
    respond = [c for c in table.prompt(other)["requirement"]["candidates"]]
    table.answer(other, respond[0]["id"])
    assert table.prompt(other)["requirement"]["id"] == "cost"
    assert table.prompt(other)["canCancel"]
    table.wait(30)
    assert table.state(other)["players"]["self"]["handCount"] == hand
    assert backs[0] in [c["id"] for c in table.state(other)["players"]["self"]["spellTrap"]]


def test_whoever_sits_down_is_told_what_is_not_as_usual():
    table = Table(
        duel,
        "odd",
        ready=False,
        options={"decks": [FILLER | {"Ember Lancer": 3, "Cinder Pup": 3, "Flare Bolt": 3}] * 2},
    )
    assert of(table.welcome(1), "match_start")[0]["options"] == ["decks"]
    assert not of(Table(ready=False).welcome(1), "match_start")[0]["options"]
