"""The message handler: the invariants, prompts and refusals of the online document."""

import pytest

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, fingerprint, of_type
from tests.server.skirmish_game import KINDS, blind, finish, skirmish, stillborn
from turnwright.core.runtime.record import Record
from turnwright.games.duel.game import game as duel
from turnwright.server.views import protocol as wire


@pytest.fixture
def harness():
    return RoomHarness()


def versions(received):
    return [message["state"]["stateVersion"] for message in of_type(received, "state_update")]


# --- documented names and fields ------------------------------------------------------------------


def test_joining_also_sends_the_legacy_name(harness):
    start = harness.welcome(0)[0]
    assert start["type"] == "match_start"
    assert (start["youAre"], start["youAreLegacy"], start["roomId"]) == ("p1", "player", "room")
    assert (harness.welcome(1)[0]["youAre"], harness.welcome(1)[0]["youAreLegacy"]) == ("p2", "bot")
    assert harness.welcome(SPECTATOR)[0]["youAre"] is None


def test_a_state_has_every_field_of_the_document(harness):
    state = harness.state(0)
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
    player = RoomHarness(duel).state(0)["players"]["self"]
    for name in ("id", "name", "lp", "hand", "handCount", "field", "spellTrap", "fieldSpell",
                 "graveyard", "graveyardCount"):  # fmt: skip
        assert name in player
    assert (player["lp"], player["handCount"], player["fieldSpell"]) == (8000, 5, None)


def test_each_seat_sees_itself_as_self(harness):
    assert harness.state(1)["players"]["self"]["id"] == "p2"
    assert harness.state(1)["players"]["opponent"]["id"] == "p1"
    assert harness.state(SPECTATOR)["players"]["self"]["id"] == "p1"
    assert harness.state(SPECTATOR)["players"]["self"]["hand"] == {"count": 4}


# --- invariant A: all changes are broadcast, each with the next version ---------------------------


def test_every_commit_raises_the_version_for_everybody(harness):
    version = harness.room.version
    for seat in (0, 1, 0, 1):
        harness.act(seat, "end_turn")
        version += 1
        assert harness.room.version == version
        for who in (0, 1, SPECTATOR):
            assert versions(harness.received[who])[-1] == version
    told = versions(harness.received[0])
    assert told == list(range(told[0], version + 1))


def test_a_suspended_effect_raises_the_version_of_its_prompt(harness):
    version = harness.room.version
    received = harness.act(0, "search")
    assert versions(received) == [version + 1]
    assert of_type(received, "prompt_request")[0]["prompt"]["stateVersion"] == version + 1
    assert received.index(of_type(received, "state_update")[0]) < received.index(
        of_type(received, "prompt_request")[0]
    )
    assert harness.state(1)["isResolvingEffect"]
    assert harness.state(0)["pendingPromptType"] == "card_select"
    assert harness.state(1)["pendingPromptType"] is None


def test_a_refusal_sends_the_state_to_the_sender_only(harness):
    before, heard_by_foe = harness.fingerprint, len(harness.received[1])
    received = harness.act(1, "end_turn")
    assert error_code(received) == "action_rejected"
    assert versions(received) == [harness.room.version]
    assert harness.fingerprint == before
    assert len(harness.received[1]) == heard_by_foe + len(received)


# --- invariant B: an open prompt locks its seat ---------------------------------------------------


def test_a_seat_with_an_open_prompt_can_do_nothing_else(harness):
    harness.act(0, "search")
    before = harness.fingerprint
    assert error_code(harness.act(0, "end_turn")) == "input_locked"
    assert error_code(harness.send(0, "intent_card_click", zone="hand", index=0)) == "input_locked"
    assert harness.fingerprint == before


def test_an_open_menu_locks_the_seat(harness):
    menu = of_type(harness.send(0, "intent_card_click", zone="hand", index=0), "prompt_request")
    assert menu[0]["prompt"]["type"] == "card_action_menu"
    assert error_code(harness.act(0, "end_turn")) == "input_locked"
    assert error_code(harness.send(0, "intent_card_click", zone="hand", index=1)) == "input_locked"
    harness.answer(0, "cancel")
    assert not of_type(harness.act(0, "end_turn"), "error")


def test_a_pending_effect_refuses_the_other_seat(harness):
    harness.act(0, "search")
    assert error_code(harness.act(1, "end_turn")) == "effect_pending"
    assert (
        error_code(harness.send(1, "intent_card_click", zone="hand", index=0)) == "action_rejected"
    )
    assert of_type(harness.send(1, "chat", text="hurry"), "chat")
    assert of_type(harness.send(1, "ping", t=1), "pong")


def test_chat_and_resign_work_with_a_prompt_open(harness):
    harness.act(0, "search")
    assert of_type(harness.send(0, "chat", text="hm"), "chat")
    harness.send(0, "resign")
    assert harness.room.result.winners == (1,)
    assert harness.prompt(0) is None


# --- invariant D and exceptions inside effects ----------------------------------------------------


def test_an_exception_in_an_effect_is_rolled_back(harness):
    harness.act(0, "crash")
    before, prompt = harness.fingerprint, harness.prompt(0)
    received = harness.answer(0, "yes")
    assert error_code(received) == "action_rejected"
    assert of_type(received, "error")[0]["hint"] == "rules_error"
    assert harness.fingerprint == before
    assert harness.prompt(0) == prompt
    harness.answer(0, "no")
    assert not harness.match.asked
    assert harness.life(0) == 8000


def test_an_exception_leaves_a_record_that_reproduces_it(harness):
    harness.act(0, "end_turn")
    before = harness.fingerprint
    assert error_code(harness.act(1, "crash_at_once")) == "action_rejected"
    assert harness.fingerprint == before
    fault = harness.match.fault
    record = Record.parse(fault.record.to_json())
    (*good, last) = record.entries
    match = harness.game.replay(Record.parse(record.to_json()), len(good))
    with pytest.raises(Exception, match="failed"):
        match.play(last.seat, last.move, *last.args)
    assert repr(match.fault.error) == repr(fault.error)


def test_an_exception_in_a_view_is_reported(harness):
    harness = RoomHarness(blind)
    before = harness.room.version
    received = harness.act(0, "end_turn")
    assert received, "whatever comes is answered"
    assert harness.room.version in (before, before + 1)


def test_a_failing_setup_is_refused_and_changes_nothing():
    harness = RoomHarness(stillborn, ready=False)
    harness.send(0, "ready")
    before = harness.fingerprint
    (error,) = of_type(harness.send(1, "ready"), "error")
    assert error["message"] == "stillborn could not be started."
    assert "a mistake in the setup" in str(harness.handler.game_errors), "that is for the log"
    assert harness.fingerprint == before


# --- answers are checked before the prompt closes -------------------------------------------------


@pytest.mark.parametrize(
    "choice", ["no such card", ["x"], [], 7, True, ["1", "2"], "", [""], ["cancel"], 1.5]
)
def test_an_invalid_answer_leaves_the_prompt_open(harness, choice):
    harness.act(0, "sort")
    before, prompt = harness.fingerprint, harness.prompt(0)
    if choice == 1.5:
        choice = "1.5"
    received = harness.answer(0, choice)
    assert error_code(received) == "action_rejected"
    assert harness.fingerprint == before
    assert harness.prompt(0) == prompt
    harness.answer(0, *reversed(harness.candidates(0)))
    assert harness.prompt(0) is None
    assert harness.match.acting == [1]


def test_prompts_are_numbered_by_room(harness):
    ids = []
    for seat in (0, 1, 0):
        harness.act(seat, "search")
        ids.append(harness.prompt(seat)["promptId"])
        harness.answer(seat, harness.candidates(seat)[0])
    assert ids == ["p_room_1", "p_room_2", "p_room_3"]


def test_an_answered_prompt_is_closed(harness):
    harness.act(0, "search")
    prompt_id, card = harness.prompt(0)["promptId"], harness.candidates(0)[0]
    received = harness.answer(0, card)
    assert of_type(received, "prompt_closed")[0]["promptId"] == prompt_id
    received = harness.send(0, "prompt_response", promptId=prompt_id, choice=card)
    assert error_code(received) == "action_rejected"
    assert of_type(received, "error")[0]["hint"] == "no_prompt"


def test_a_seat_cannot_answer_for_another(harness):
    harness.act(0, "search")
    before, prompt = harness.fingerprint, harness.prompt(0)
    card = harness.candidates(0)[0]
    for seat in (1, SPECTATOR):
        received = harness.send(seat, "prompt_response", promptId=prompt["promptId"], choice=card)
        assert error_code(received) in ("action_rejected", "invalid_action")
    assert harness.fingerprint == before


def test_the_owner_of_a_trigger_is_asked_out_of_turn(harness):
    harness.act(0, "strike")
    harness.answer(0, harness.candidates(0)[0])
    harness.answer(0, harness.candidates(0)[0])
    assert harness.match.ctx.turn_player == 0
    assert harness.prompt(0) is None
    prompt = harness.prompt(1)
    assert (prompt["type"], prompt["kind"]) == ("selection_contract", "yes_no")
    count = harness.state(1)["players"]["self"]["handCount"]
    assert not of_type(harness.answer(1, True), "error")
    assert harness.state(1)["players"]["self"]["handCount"] == count + 1
    assert harness.prompt(0)["requirement"]["id"] == "more"


def test_simultaneous_answers_stay_secret(harness):
    harness.act(0, "parley")
    first, second = harness.prompt(0), harness.prompt(1)
    assert (first["promptId"], second["promptId"]) == ("p_room_1", "p_room_2")
    told = len(harness.bytes[1])
    harness.answer(0, "war")
    assert b"war" not in b"".join(harness.bytes[1][told:]).lower()
    assert harness.prompt(0) is None
    assert harness.prompt(1) == second, "the same prompt, with the same version"
    harness.answer(1, "war", stateVersion=second["stateVersion"])
    assert (harness.life(0), harness.life(1)) == (7000, 7000)


def test_a_refused_interruption_does_not_renumber_prompts(harness):
    harness.act(0, "parley")
    first, second = harness.prompt(0), harness.prompt(1)
    assert error_code(harness.act(0, "protest")) == "input_locked"
    harness.answer(0, "war")
    assert error_code(harness.act(0, "protest")) == "effect_pending"
    assert harness.prompt(1) == second
    assert first["promptId"] not in [o.prompt_id for o in harness.room.open_prompts.values()]
    assert fingerprint(harness.restored()) == harness.fingerprint


# --- the four types of prompts --------------------------------------------------------------------


def test_the_menu_of_a_card_has_the_documented_fields(harness):
    card = harness.state(0)["players"]["self"]["hand"][2]
    received = harness.send(0, "intent_card_click", zone="hand", index=2)
    prompt = of_type(received, "prompt_request")[0]["prompt"]
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
    assert prompt["stateVersion"] == harness.room.version
    assert not of_type(received, "state_update"), "looking at a menu changes nothing"


def test_a_card_can_be_clicked_by_its_number(harness):
    card = harness.state(0)["players"]["self"]["hand"][2]
    by_number = of_type(harness.send(0, "intent_card_click", card=card["id"]), "prompt_request")
    assert (by_number[0]["prompt"]["zone"], by_number[0]["prompt"]["index"]) == ("hand", 2)


def test_a_choice_from_the_menu_is_a_move(harness):
    card = harness.state(0)["players"]["self"]["hand"][0]["id"]
    harness.send(0, "intent_card_click", zone="hand", index=0)
    version = harness.room.version
    received = harness.answer(0, "play", actionId="once")
    assert of_type(received, "ack")[0]["stateVersion"] == version + 1
    assert of_type(received, "prompt_closed")
    assert card in [c["id"] for c in harness.state(0)["players"]["self"]["field"]]


def test_a_menu_is_cancelled_without_a_commit(harness):
    before = harness.fingerprint
    harness.send(0, "intent_card_click", zone="hand", index=0)
    received = harness.answer(0, "cancel")
    assert of_type(received, "prompt_closed")[0]["reason"] == "cancelled"
    assert harness.fingerprint == before
    assert harness.prompt(0) is None


def test_an_unknown_choice_leaves_the_menu_open(harness):
    harness.send(0, "intent_card_click", zone="hand", index=0)
    prompt = harness.prompt(0)
    assert error_code(harness.answer(0, "destroy everything")) == "action_rejected"
    assert error_code(harness.answer(0, ["play", "set_card"])) == "action_rejected"
    assert harness.prompt(0) == prompt
    assert not of_type(harness.answer(0, "play"), "error")


def test_an_attack_leads_to_the_choice_of_its_target(harness):
    (attacker,) = [c for c in harness.state(0)["players"]["self"]["field"] if c["face_up"]]
    harness.send(0, "intent_card_click", card=attacker["id"])
    closed = harness.prompt(0)["promptId"]
    received = harness.answer(0, "attack")
    assert of_type(received, "prompt_closed")[0]["promptId"] == closed
    prompt = of_type(received, "prompt_request")[0]["prompt"]
    assert prompt["type"] == "target_select"
    assert prompt["promptId"] != closed
    assert prompt["title"]
    direct, *others, cancel = prompt["targets"]
    assert (direct["id"], direct["actionType"]) == ("direct", "ATTACK")
    assert direct["payload"] == {"attacker": attacker["id"], "target": "direct"}
    assert len(others) == 2
    assert cancel == {"id": "cancel", "label": "Cancel", "actionType": None}
    harness.answer(0, "direct")
    assert harness.life(1) == 6500


def test_a_target_may_be_an_integer(harness):
    (attacker,) = [c for c in harness.state(0)["players"]["self"]["field"] if c["face_up"]]
    (target,) = [c for c in harness.state(0)["players"]["opponent"]["field"] if c["face_up"]]
    harness.send(0, "intent_card_click", card=attacker["id"])
    harness.answer(0, "attack")
    assert not of_type(harness.answer(0, target["id"]), "error")
    assert harness.state(0)["players"]["opponent"]["graveyardCount"] == 1


def test_clicks_on_nothing_are_refused(harness):
    foe_card = next(c for c in harness.state(1)["players"]["self"]["hand"])["id"]
    for click in (
        {"zone": "hand", "index": 99}, {"zone": "hand", "index": -1}, {"zone": "attic"},
        {"card": foe_card}, {"card": -5}, {"zone": "deck", "index": 0}, {},
    ):  # fmt: skip
        assert error_code(harness.send(0, "intent_card_click", **click)) == "action_rejected"
        assert harness.prompt(0) is None
    assert (
        error_code(harness.send(1, "intent_card_click", zone="hand", index=0)) == "action_rejected"
    )


def test_a_search_is_a_card_select(harness):
    prompt = of_type(harness.act(0, "search"), "prompt_request")[0]["prompt"]
    assert (prompt["type"], prompt["title"]) == ("card_select", "Take a card")
    requirement = prompt["requirement"]
    assert (requirement["id"], requirement["min"], requirement["max"]) == ("search", 1, 1)
    first = requirement["candidates"][0]
    for name in ("id", "name", "label", "cardId", "cardKind", "zone"):
        assert name in first
    assert first["zone"] == "deck"
    assert len({c["id"] for c in requirement["candidates"]}) == len(requirement["candidates"])


def test_a_target_on_the_field_is_a_selection_contract(harness):
    harness.act(0, "strike")
    assert harness.prompt(0)["type"] == "card_select"
    harness.answer(0, harness.candidates(0)[0])
    prompt = harness.prompt(0)
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
def test_the_other_kinds_are_selection_contracts(harness, move, kind):
    prompt = of_type(harness.act(0, move), "prompt_request")[0]["prompt"]
    assert (prompt["type"], prompt["kind"]) == ("selection_contract", kind)
    assert prompt["ui"] == {"useFieldTargeting": False}
    assert all(c["id"] and c["label"] for c in prompt["requirement"]["candidates"])


def test_an_order_question_is_marked_as_ordered(harness):
    deck = [
        c["id"]
        for c in of_type(harness.act(0, "sort"), "prompt_request")[0]["prompt"]["requirement"][
            "candidates"
        ]
    ]
    requirement = harness.prompt(0)["requirement"]
    assert requirement["ordered"] is True
    assert requirement["min"] == requirement["max"] == 3
    harness.answer(0, *reversed(deck))
    assert [str(i) for i in harness.match.ctx.zones["deck:0"][-3:]] == deck[::-1]


@pytest.mark.parametrize(
    ("choice", "gained"), [(True, 1), ("yes", 1), (["yes"], 1), (False, 0), ("no", 0)]
)
def test_yes_and_no_have_several_forms(harness, choice, gained):
    harness.act(0, "strike")
    harness.answer(0, harness.candidates(0)[0])
    harness.answer(0, harness.candidates(0)[0])
    count = harness.state(1)["players"]["self"]["handCount"]
    harness.answer(1, choice)
    assert harness.state(1)["players"]["self"]["handCount"] == count + gained


def test_a_card_may_be_an_integer(harness):
    harness.act(0, "search")
    card = int(harness.candidates(0)[0])
    assert not of_type(harness.answer(0, card), "error")


# --- costs and cancelling -------------------------------------------------------------------------


def test_a_cost_is_paid_once_across_several_questions(harness):
    harness.act(0, "search")
    harness.answer(0, "nonsense")
    harness.answer(0, harness.candidates(0)[0])
    assert harness.life(0) == 7200


def test_flare_bolt_costs_800_and_not_1600():
    """Fault a of the original server: it paid again when the search was answered."""
    decks = [{**dict.fromkeys(["Flare Bolt", "Ember Lancer", "Cinder Pup"], 3), **FILLER}] * 2
    harness = RoomHarness(duel, "bolt", options={"decks": decks})
    for _ in range(60):
        hand = harness.state(harness.match.acting[0])["players"]["self"]["hand"]
        bolts = [card for card in hand if card["kind"] == "Flare Bolt"]
        seat = harness.match.acting[0]
        if bolts:
            break
        harness.act(seat, "end_turn")
        pass_on(harness)
    received = harness.act(seat, "ACTIVATE_SPELL", card=bolts[0]["id"])
    assert not of_type(received, "error")
    assert harness.life(seat) == 7200
    harness.pass_windows()
    asked = harness.prompt(seat)
    assert (asked["actionType"], asked["sourceZone"]) == ("ACTIVATE_SPELL", "spellTrap")
    assert (asked["cardData"]["id"], asked["cardData"]["name"]) == (bolts[0]["id"], "Flare Bolt")
    before = len(hand)
    harness.answer(seat, harness.candidates(seat)[0])
    assert harness.life(seat) == 7200
    state = harness.state(seat)["players"]["self"]
    assert state["handCount"] == before, "one was played, one found"
    assert [card["kind"] for card in state["graveyard"]][-1:] == ["Flare Bolt"]
    assert not harness.match.asked


def test_a_direct_attack_is_refused_where_a_card_lies_face_down():
    """Fault j of the original server: the menu and the rules did not agree."""
    low = ["Ember Lancer", "Cinder Pup", "Kiln Caller", "Flicker Duelist", "Bellows Sprite",
           "Slag Golem", "Echo Shell", "Fog Heron", "Riptide Eel", "Pearl Diver"]  # fmt: skip
    harness = RoomHarness(duel, "low", options={"decks": [dict.fromkeys(low, 3)] * 2})
    first, second = (harness.state(seat)["players"]["self"]["hand"][0] for seat in (0, 1))
    harness.act(0, "NORMAL_SUMMON", card=first["id"])
    pass_on(harness)
    harness.act(0, "END_TURN")
    pass_on(harness)
    harness.act(1, "SET_MONSTER", card=second["id"])
    harness.act(1, "END_TURN")
    pass_on(harness)
    harness.act(0, "to_battle")
    offered = [o for o in harness.state(0)["options"] if o["payload"].get("attacker")]
    assert [o["actionType"] for o in offered] == ["DECLARE_ATTACK"]
    assert second["kind"] not in offered[0]["label"], "it lies face down"
    received = harness.act(0, "DIRECT_ATTACK", attacker=first["id"], target="direct")
    assert error_code(received) == "action_rejected"
    harness.send(0, "intent_card_click", card=first["id"])
    harness.answer(0, "attack")
    harness.answer(0, harness.prompt(0)["targets"][0]["id"])
    pass_on(harness)
    assert harness.match.ctx.cards[first["id"]].attacks_made == 1


def pass_on(harness):
    """Answer everything with its default."""
    while harness.match.asked:
        seat = min(harness.match.asked)
        harness.answer(seat, *harness.match.asked[seat].default())


FILLER = dict.fromkeys(
    ["Forge Titan", "Kiln Caller", "Ash Banner", "Slag Golem", "Bellows Sprite", "Flicker Duelist",
     "Wildfire Sweep"], 3,
)  # fmt: skip


def test_cancelling_restores_everything(harness):
    rest = harness.match.hash
    hand = harness.state(0)["players"]["self"]["hand"]
    harness.act(0, "search")
    assert harness.life(0) == 7200
    assert harness.prompt(0)["canCancel"]
    received = harness.answer(0, "cancel")
    assert of_type(received, "state_update")[0]["reason"] == "selection_cancelled"
    assert harness.life(0) == 8000
    assert harness.state(0)["players"]["self"]["hand"] == hand
    assert harness.match.hash == rest
    assert harness.match.acting == [0]
    assert harness.prompt(0) is None


def test_cancelling_after_two_questions_restores_everything(harness):
    rest = harness.match.hash
    harness.act(0, "strike")
    harness.answer(0, harness.candidates(0)[0])
    harness.answer(0, "cancel")
    assert harness.match.hash == rest
    assert harness.prompt(0) is None


def test_a_committed_effect_cannot_be_cancelled(harness):
    harness.act(0, "mode")
    prompt = harness.prompt(0)
    assert not prompt["canCancel"]
    assert error_code(harness.answer(0, "cancel")) == "action_rejected"
    assert harness.prompt(0) == prompt


def test_cancel_declines_an_optional_question(harness):
    harness.act(0, "cry")
    assert harness.prompt(1)["canCancel"]
    harness.answer(1, "cancel")
    assert harness.life(1) == 7700
    assert not harness.match.asked


# --- exactly once ---------------------------------------------------------------------------------


def test_the_same_action_again_gets_the_same_ack_and_does_nothing(harness):
    first = harness.send(0, "action", actionType="search", actionId="x")
    before = harness.fingerprint
    again = harness.send(0, "action", actionType="search", actionId="x")
    assert of_type(again, "ack") == again == of_type(first, "ack")
    assert harness.fingerprint == before
    harness.answer(0, harness.candidates(0)[0])
    assert harness.send(0, "action", actionType="search", actionId="x") == again
    assert harness.life(0) == 7200


@pytest.mark.parametrize("snapshot", [False, True], ids=["from the log", "from a snapshot"])
def test_action_ids_are_known_after_a_restart(harness, snapshot):
    for number in range(4):
        seat = number % 2
        harness.send(seat, "action", actionType="end_turn", actionId=f"turn {number}")
    first = of_type(harness.received[0], "ack")[0]
    harness.restart(harness.restored(at=len(harness.rows) - 1) if snapshot else None)
    before = harness.fingerprint
    assert harness.send(0, "action", actionType="end_turn", actionId="turn 0") == [first]
    assert error_code(harness.send(0, "resign", actionId="turn 2")) == "id_reused"
    assert harness.fingerprint == before


def test_the_same_answer_again_gets_the_same_ack(harness):
    harness.act(0, "search")
    said = {"promptId": harness.prompt(0)["promptId"], "choice": harness.candidates(0)[0]}
    first = harness.send(0, "prompt_response", actionId="y", **said)
    before = harness.fingerprint
    again = harness.send(0, "prompt_response", actionId="y", **said)
    assert again == of_type(first, "ack")
    assert harness.fingerprint == before


def test_an_action_id_for_another_input_is_refused(harness):
    harness.send(0, "action", actionType="search", actionId="x")
    said = {"promptId": harness.prompt(0)["promptId"], "choice": harness.candidates(0)[0]}
    before = harness.fingerprint
    assert error_code(harness.send(0, "action", actionType="end_turn", actionId="x")) == "id_reused"
    assert error_code(harness.send(0, "prompt_response", actionId="x", **said)) == "id_reused"
    assert error_code(harness.send(0, "resign", actionId="x")) == "id_reused"
    assert harness.fingerprint == before


def test_action_ids_are_separate_per_player(harness):
    """Two clients that number their actions from 1 must not interfere."""
    harness.send(0, "action", actionType="end_turn", actionId="1")
    version = harness.room.version
    received = harness.send(1, "action", actionType="end_turn", actionId="1")
    assert harness.room.version == version + 1, received
    assert of_type(received, "ack")[0]["stateVersion"] == version + 1


def test_a_refused_action_may_be_sent_again_under_its_id(harness):
    assert (
        error_code(harness.send(1, "action", actionType="end_turn", actionId="z"))
        == "action_rejected"
    )
    harness.act(0, "end_turn")
    assert of_type(harness.send(1, "action", actionType="end_turn", actionId="z"), "ack")


def test_an_error_names_the_action_it_answers(harness):
    received = harness.send(1, "action", actionType="end_turn", actionId="z")
    assert of_type(received, "error")[0]["actionId"] == "z"


@pytest.mark.parametrize("version", [-1, 0, 1, 999_999])
def test_an_action_for_an_outdated_state_is_refused(harness, version):
    harness.act(0, "end_turn")
    before = harness.fingerprint
    received = harness.send(1, "action", actionType="end_turn", stateVersion=version)
    assert error_code(received) == "state_mismatch"
    assert versions(received) == [harness.room.version]
    assert harness.fingerprint == before
    assert not of_type(
        harness.send(1, "action", actionType="end_turn", stateVersion=harness.room.version), "error"
    )


def test_an_answer_for_an_outdated_state_is_refused(harness):
    harness.act(0, "search")
    prompt, before = harness.prompt(0), harness.fingerprint
    card = harness.candidates(0)[0]
    for version in (prompt["stateVersion"] - 1, prompt["stateVersion"] + 1):
        received = harness.answer(0, card, stateVersion=version)
        assert error_code(received) == "state_mismatch"
        assert versions(received) == [harness.room.version]
    assert harness.fingerprint == before
    assert harness.prompt(0) == prompt
    assert not of_type(harness.answer(0, card, stateVersion=prompt["stateVersion"]), "error")


def test_chat_does_not_change_the_version(harness):
    version = harness.room.version
    harness.send(1, "chat", text="hello")
    assert harness.room.version == version
    assert not of_type(
        harness.send(0, "action", actionType="search", stateVersion=version), "error"
    )


def test_the_sequence_number_must_increase(harness):
    for seq, is_fine in ((5, True), (5, False), (4, False), (6, True), (-1, False)):
        received = harness.send(0, "action", actionType="mode", seq=seq)
        assert ("invalid_seq" not in [m.get("code") for m in received]) == is_fine
        if harness.match.asked:
            harness.answer(0, "nothing")
            harness.act(1, "end_turn")


# --- every refusal has a code ---------------------------------------------------------------------


def test_a_spectator_cannot_act(harness):
    for message in ("ready", "rematch_request", "resign"):
        assert error_code(harness.send(SPECTATOR, message)) == "invalid_action"
    assert error_code(harness.act(SPECTATOR, "end_turn")) == "invalid_action"
    assert of_type(harness.send(SPECTATOR, "ping", t=3), "pong")


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
def test_an_unknown_move_is_refused(harness, move, payload, hint):
    before = harness.fingerprint
    received = harness.act(0, move, **payload)
    assert error_code(received) == "action_rejected"
    assert of_type(received, "error")[0]["hint"] == hint
    assert harness.fingerprint == before


def test_actions_outside_a_match_are_refused():
    harness = RoomHarness(ready=False)
    assert error_code(harness.act(0, "end_turn")) == "error"
    assert error_code(harness.send(0, "intent_card_click", zone="hand", index=0)) == "error"
    assert (
        error_code(harness.send(0, "prompt_response", promptId="p_room_1", choice="x")) == "error"
    )
    assert error_code(harness.send(0, "resign")) == "error"
    assert error_code(harness.send(0, "rematch_request")) == "error"
    for seat in (0, 1):
        harness.send(seat, "ready")
    assert error_code(harness.send(0, "ready")) == "error"
    assert error_code(harness.send(0, "leave")) == "error"
    harness.send(0, "resign")
    assert error_code(harness.act(1, "end_turn")) == "error"
    assert error_code(harness.send(1, "resign")) == "error"
    assert error_code(harness.send(1, "chat", text="  \n ")) == "error"


def test_a_payload_selects_the_move_that_fits(harness):
    card = harness.state(0)["players"]["self"]["hand"][0]["id"]
    assert not of_type(harness.act(0, "PLAY", card=card), "error")
    (attacker,) = [c for c in harness.state(1)["players"]["self"]["field"] if c["face_up"]]
    received = harness.act(1, "ATTACK", attacker=attacker["id"])
    assert of_type(received, "error")[0]["hint"] == "bad_arguments", "there are several targets"
    assert not of_type(harness.act(1, "ATTACK", attacker=attacker["id"], target="direct"), "error")


def test_game_over_differs_by_seat(harness):
    harness.send(0, "resign", actionId="r")
    over = {who: of_type(harness.received[who], "game_over")[0] for who in (0, 1, SPECTATOR)}
    assert [over[who]["result"] for who in (0, 1, SPECTATOR)] == ["defeat", "victory", "over"]
    assert {(m["winnerId"], m["loserId"]) for m in over.values()} == {("p2", "p1")}
    for who in (0, 1, SPECTATOR):
        kinds = [message["type"] for message in harness.received[who]]
        assert "state_update" in kinds[kinds.index("game_over") :], "one more after the end"
    assert of_type(harness.send(0, "resign", actionId="r"), "ack")


def test_an_error_has_the_fields_of_the_document(harness):
    (error,) = of_type(harness.act(1, "end_turn"), "error")
    assert set(error) >= {"type", "message", "code", "hint"}


def test_rematch_status_has_the_fields_of_the_document(harness):
    harness.send(0, "resign")
    (status,) = of_type(harness.send(0, "rematch_request"), "rematch_status")
    assert (status["playerWants"], status["botWants"], status["ready"]) == (True, False, False)
    (status,) = of_type(harness.received[1], "rematch_status")[-1:]
    assert (status["playerWants"], status["botWants"], status["ready"]) == (False, True, False)


# --- further documented behaviour -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["attack", "ATTACK", "Attack"])
def test_arguments_may_be_given_as_a_list(harness, name):
    (attacker,) = [c["id"] for c in harness.state(0)["players"]["self"]["field"] if c["face_up"]]
    received = harness.send(0, "action", actionType=name, payload={"args": [attacker, "direct"]})
    assert not of_type(received, "error")
    assert harness.life(1) == 6500


def test_moves_are_found_by_any_case_and_wire_name():
    def bow_deeply(c, times=tw.arg(range(3), is_card=False)):
        c.G.life[c.seat] -= times
        finish(c)

    def wave(c, times=tw.arg(range(3), is_card=False)):
        c.G.life[c.seat] -= 10 * times
        finish(c)

    moves = {"bowDeeply": bow_deeply, "wave": tw.move(wire="GREET")(wave)}
    harness = RoomHarness(skirmish("polite", moves=moves))
    for seat, name, life in ((0, "BOWDEEPLY", 7998), (1, "bowDeeply", 7998), (0, "GREET", 7978)):
        received = harness.send(seat, "action", actionType=name, payload={"args": [2]})
        assert not of_type(received, "error"), received
        assert harness.life(seat) == life


def test_an_illegal_payload_is_not_an_unknown_action():
    def shoot(c, target=tw.arg(lambda c: list(c.zone("field", c.opponent)))):
        finish(c)

    moves = {"shoot": tw.move(wire=lambda target: "FIRE")(shoot)}
    harness = RoomHarness(skirmish("range", moves=moves))
    (error,) = of_type(harness.act(0, "FIRE", target=12345), "error")
    assert error["hint"] == "illegal_argument"
    (error,) = of_type(harness.act(0, "NO_SUCH_THING"), "error")
    assert error["hint"] == "unknown_move"


@pytest.mark.parametrize("code", ["input_locked", "effect_pending", "invalid_seq"])
def test_an_action_at_the_wrong_time_returns_the_state(harness, code):
    if code == "invalid_seq":
        harness.send(0, "action", actionType="end_turn", payload={}, seq=5)
        harness.act(1, "end_turn")
    else:
        harness.act(0, "search")
    received = harness.send(
        1 if code == "effect_pending" else 0, "action", actionType="mode", seq=1
    )
    assert error_code(received) == code
    (update,) = of_type(received, "state_update")
    assert (update["reason"], update["state"]["stateVersion"]) == (code, harness.room.version)


def test_an_answer_requires_a_choice(harness):
    harness.act(0, "search")
    with pytest.raises(wire.BadMessage, match="choice"):
        harness.send(0, "prompt_response", promptId=harness.prompt(0)["promptId"])
    assert harness.prompt(0)


def test_the_token_is_sent_again_when_the_match_starts():
    harness = RoomHarness(ready=False)
    for seat in (0, 1):
        harness.welcome(seat)  # with the token "t"
        harness.send(seat, "ready")
    assert [m["token"] for m in of_type(harness.received[0], "match_start")] == ["t"]
    assert not of_type(harness.received[SPECTATOR], "match_start")[0]["token"]


def test_a_timed_out_response_costs_nothing():
    """The cost of a response is chosen before it is committed, like that of an action."""
    decks = [{**dict.fromkeys(["Flashover", "Flare Bolt", "Cinder Pup"], 3), **FILLER}] * 2
    harness = RoomHarness(duel, "flash", options={"decks": decks})
    for _ in range(80):
        seat = harness.match.acting[0]
        other = 1 - seat
        ids = {kind: [c["id"] for c in harness.state(who)["players"]["self"]["hand"]
                      if c["kind"] == kind]
               for who, kind in ((seat, "Flare Bolt"), (other, "Flashover"))}  # fmt: skip
        backs = [c["id"] for c in harness.state(other)["players"]["self"]["spellTrap"]]
        if ids["Flare Bolt"] and backs:
            break
        mine = [c["id"] for c in harness.state(seat)["players"]["self"]["hand"]
                if c["kind"] == "Flashover"]  # fmt: skip
        if mine:
            harness.act(seat, "SET_SPELLTRAP", card=mine[0])
        harness.act(seat, "end_turn")
        pass_on(harness)
    harness.act(seat, "ACTIVATE_SPELL", card=ids["Flare Bolt"][0])
    while not harness.match.asked.get(other):
        harness.answer(seat, harness.candidates(seat)[0])
    hand = harness.state(other)["players"]["self"]["handCount"]
    respond = [c for c in harness.prompt(other)["requirement"]["candidates"]]
    harness.answer(other, respond[0]["id"])
    assert harness.prompt(other)["requirement"]["id"] == "cost"
    assert harness.prompt(other)["canCancel"]
    harness.wait(30)
    assert harness.state(other)["players"]["self"]["handCount"] == hand
    assert backs[0] in [c["id"] for c in harness.state(other)["players"]["self"]["spellTrap"]]


def test_joining_lists_the_options_of_the_room():
    harness = RoomHarness(
        duel,
        "odd",
        ready=False,
        options={"decks": [FILLER | {"Ember Lancer": 3, "Cinder Pup": 3, "Flare Bolt": 3}] * 2},
    )
    assert of_type(harness.welcome(1), "match_start")[0]["options"] == ["decks"]
    assert not of_type(RoomHarness(ready=False).welcome(1), "match_start")[0]["options"]
