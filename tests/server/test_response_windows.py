"""In which response windows players are asked, and how the server passes for them."""

import asyncio
import threading

from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, fingerprint, of_type
from tests.server.server_process import Server, start_match
from turnwright.agents.random import RandomAgent
from turnwright.games.duel.game import game as duel
from turnwright.server.node.automatic_play import answer_at

LOW = ["Ember Lancer", "Cinder Pup", "Kiln Caller", "Flicker Duelist", "Bellows Sprite",
       "Slag Golem", "Echo Shell", "Fog Heron", "Pearl Diver"]  # fmt: skip
MONSTERS = dict.fromkeys(LOW, 3) | {"Riptide Eel": 3}
TRAPS = dict.fromkeys(LOW, 3) | {"Turned Blade": 3}


def room(deck=MONSTERS):
    """A duel in which nobody has a response, except with another deck."""
    return RoomHarness(duel, "a seed", options={"decks": [deck, deck]})


def summon(harness, seat):
    """Summon the first monster of the hand that needs no tribute."""
    options = [o for o in harness.state(seat)["options"] if o["id"].startswith("normal_summon")]
    return harness.act(seat, "normal_summon", **options[0]["payload"])


def pass_for_players(harness):
    """Let the server pass as the node does; return for which seats it did."""
    passed = []
    while (seat := harness.handler.delayed_passes.due) is not None:
        passed.append(seat)
        harness._deliver(harness.handler.pass_window(seat, harness.clock))
    return passed


def choose(harness, seat, mode):
    return harness.send(seat, "set_responses", mode=mode)


def test_a_seat_with_cards_in_its_hand_is_asked_on_its_turn_and_can_only_pass():
    harness = room()
    choose(harness, 0, "always")
    summon(harness, 0)
    asked = harness.prompt(0)
    assert asked["requirement"]["candidates"] == []
    assert asked["requirement"]["id"] == "response"
    assert asked["canCancel"]
    assert "Waiting for Player 1 to decide" in harness.state(SPECTATOR)["waiting"]
    harness.pass_windows()
    assert not harness.match.asked


def test_by_default_players_are_not_asked_about_their_own_actions():
    harness = room()
    version = harness.room.version
    received = summon(harness, 0)
    assert not of_type(received, "prompt_request")
    assert not harness.match.asked
    assert harness.room.version == version + 1, "the passes are part of the summon"
    passes = [entry for entry in harness.match.record.entries if entry.picks == ()]
    assert {entry.seat for entry in passes} == {0}


def test_the_log_names_a_response_once_its_card_is_turned():
    harness = room(TRAPS)
    in_play = {0: "normal_summon", 1: "set_card"}
    for turn in range(12):
        seat = turn % 2
        acting = harness.match.acting[0]
        assert acting == seat
        options = harness.state(seat)["options"]
        attacks = [o for o in options if o["id"].startswith("attack")]
        for option in [o for o in options if o["id"].startswith(in_play[seat])][:1]:
            harness.act(seat, option["id"].partition(":")[0], **option["payload"])
        harness.pass_windows()
        if seat == 0 and turn and "to_battle" in {o["id"] for o in harness.state(0)["options"]}:
            harness.act(0, "to_battle")
            harness.pass_windows()
            attacks = [o for o in harness.state(0)["options"] if o["id"].startswith("attack")]
            for option in attacks[:1]:
                harness.act(0, "attack", **option["payload"])
            prompt = harness.prompt(1)
            if prompt and prompt["requirement"]["candidates"]:
                harness.answer(1, prompt["requirement"]["candidates"][0]["id"])
                for viewer in (0, 1, SPECTATOR):
                    texts = [line["text"] for line in harness.state(viewer)["log"]]
                    assert "responds with Turned Blade" in texts
                return
        harness.pass_windows()
        harness.act(seat, "end_turn")
        harness.pass_windows()
    raise AssertionError("Nobody could respond.")


def test_a_room_with_passes_is_the_same_after_a_restart():
    harness = room()
    choose(harness, 1, "able")
    summon(harness, 0)
    harness.act(0, "end_turn")
    summon(harness, 1)
    assert fingerprint(harness.restored()) == harness.fingerprint
    assert fingerprint(harness.restored(len(harness.rows) - 2)) == harness.fingerprint
    assert [slot.responses for slot in harness.restored().slots] == ["others", "able"]


def face_down(harness):
    """Seat 1 has set a card before this turn, and seat 0 is to move."""
    harness.act(0, "end_turn")
    options = [o for o in harness.state(1)["options"] if o["id"].startswith("set_card")]
    while not options:  # a trap must be drawn first
        harness.act(1, "end_turn")
        discard(harness)
        harness.act(0, "end_turn")
        discard(harness)
        options = [o for o in harness.state(1)["options"] if o["id"].startswith("set_card")]
    harness.act(1, "set_card", **options[0]["payload"])
    harness.act(1, "end_turn")
    discard(harness)


def discard(harness):
    for seat, question in list(harness.match.asked.items()):
        harness.answer(seat, *question.default())


def test_a_seat_with_a_card_face_down_is_asked_about_what_others_do():
    harness = room(TRAPS)
    face_down(harness)
    summon(harness, 0)
    assert pass_for_players(harness) == []
    assert harness.prompt(1)["requirement"]["id"] == "response"


def test_a_player_who_can_only_pass_can_have_the_server_pass_after_a_delay():
    harness = room(TRAPS)
    face_down(harness)
    choose(harness, 1, "able")  # the trap waits for an attack, not for a summon
    summon(harness, 0)
    assert harness.prompt(1) is None
    assert harness.state(1)["pendingPromptType"] is None
    assert "Waiting for Player 2" in harness.state(0)["waiting"]
    assert 1.0 <= harness.handler.delayed_passes.delay(2.0) <= 3.0
    assert set(pass_for_players(harness)) == {1}
    assert not harness.match.asked


def test_a_player_can_pass_until_the_turn_ends():
    harness = room(TRAPS)
    face_down(harness)
    choose(harness, 1, "never")
    summon(harness, 0)
    assert not harness.match.asked
    harness.act(0, "end_turn")
    discard(harness)
    assert harness.room.slots[1].responses == "others"


def test_a_pass_of_the_server_looks_like_one_by_hand():
    """The other viewers receive the same bytes, whoever passes."""

    def play(mode):
        harness = room(TRAPS)
        face_down(harness)
        choose(harness, 1, mode)
        summon(harness, 0)
        pass_for_players(harness)
        harness.pass_windows()
        assert not harness.match.asked
        return [harness.bytes[viewer] for viewer in (0, SPECTATOR)]

    assert play("able") == play("always")


def test_changing_the_setting_shows_a_window_that_was_about_to_be_passed():
    harness = room(TRAPS)
    face_down(harness)
    choose(harness, 1, "able")
    summon(harness, 0)
    seen = len(harness.received[0])
    received = choose(harness, 1, "always")
    assert of_type(received, "info")[0]["data"] == {"mode": "always"}
    assert of_type(received, "prompt_request")
    assert harness.handler.delayed_passes.due is None
    assert len(harness.received[0]) == seen, "nobody else learns of it"


def test_an_unknown_setting_is_refused():
    harness = room()
    assert error_code(choose(harness, 0, "sometimes")) == "error"
    assert harness.room.slots[0].responses == "others"


def test_a_window_that_times_out_is_passed_and_the_action_goes_on():
    harness = room()
    choose(harness, 0, "always")
    summon(harness, 0)
    assert harness.match.asked
    while harness.match.asked:
        harness.room.slot_of(0).timeouts = 0
        harness.wait_for_timeout()
    assert len(harness.state(0)["players"]["self"]["field"]) == 1, "the summon was not taken back"


class SlowAgent(RandomAgent):
    """Waits until it is told to go on."""

    def __init__(self, gate):
        super().__init__()
        self.gate = gate

    def decide(self, prompt, match):
        self.gate.wait(30)
        return super().decide(prompt, match)


def test_a_bot_that_searches_answers_a_window_at_a_fixed_time():
    async def answer(gate, seconds):
        harness = room()
        choose(harness, 0, "always")
        summon(harness, 0)
        copy = harness.match.clone()
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        prompt = copy.prompt(0)
        thinking = asyncio.to_thread(SlowAgent(gate).decide, prompt, copy)
        given = await answer_at(until, thinking, prompt.default())
        return given.picks, loop.time() >= until

    is_open = threading.Event()
    is_open.set()
    assert asyncio.run(answer(is_open, 0.2)) == ((), True), "an early answer waits"
    closed = threading.Event()

    async def late():
        found = await answer(closed, 0.05)
        closed.set()  # let the thread end
        return found

    assert asyncio.run(late()) == ((), True), "a late answer is a pass"


def test_a_server_passes_for_a_player_who_cannot_respond(tmp_path):
    with Server(tmp_path, window_delay=0.01) as server:
        ann, ben = start_match(server, "duel", options={"decks": [MONSTERS, MONSTERS]})
        with ann, ben:
            ann.send("set_responses", mode="able")
            assert ann.receive("info", code="responses")["data"] == {"mode": "able"}
            summons = [o for o in ann.state["options"] if o["id"].startswith("normal_summon")]
            fitting = [o for o in summons if "Riptide Eel" not in o["label"]]  # it could respond
            version = ann.state["stateVersion"]
            ann.act("normal_summon", payload=fitting[0]["payload"])
            # Each pass is an input of its own.
            while ann.state["stateVersion"] <= version + 1 or not (
                ann.state["options"] or ann.prompt
            ):
                ann.receive("state_update", "prompt_request")
            prompts = [m["prompt"] for m in of_type(ann.received, "prompt_request")]
            assert "response" not in [prompt["requirement"]["id"] for prompt in prompts]
