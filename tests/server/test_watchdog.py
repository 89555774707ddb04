"""Rules that take too long are interrupted: the other rooms go on, and nothing of them remains."""

import json
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.room_harness import RoomHarness, fingerprint
from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import SAFE
from tests.server.skirmish_game import game as skirmish
from turnwright.core.errors import RulesInterrupted
from turnwright.server.node.watchdog import Watchdog
from turnwright.server.rooms.rules_watch import RulesStuck, RulesWatch

LIMIT = 0.4


def counts(player):
    return player.state["table"]["count"]


def test_an_endless_rule_is_rolled_back_and_the_other_rooms_go_on(tmp_path: Path):
    faults = tmp_path / "faults"
    with Server(tmp_path, rule_seconds=LIMIT, faults=str(faults)) as server:
        ann, ben = start_match(server, "slow")
        other, _ = start_match(server, "slow")
        assert ann.act("add")["type"] == "ack"
        while counts(ben) != 1:
            ben.receive("state_update")
        before = ben.state["stateVersion"]
        ben.send("action", actionType="endless", actionId="x")
        assert other.act("add")["type"] == "ack"
        said = ben.receive("error", actionId="x")
        assert (said["code"], said["hint"]) == ("action_rejected", "rules_too_slow")
        assert f"{LIMIT:g} seconds" in said["message"]
        assert ben.act("add")["type"] == "ack"  # the same connection, the same match
        while ann.state["stateVersion"] < before + 1:
            ann.receive("state_update")
        assert counts(ann) == 2
        (record,) = faults.iterdir()
        assert json.loads(record.read_text())["entries"][-1]["move"] == "endless"
        assert server.metric("turnwright_interruptions_total") == 1
        assert server.metric("turnwright_lost_rooms_total") == 0


@pytest.mark.parametrize("move", ["sleep", "stubborn"])
def test_rules_that_wait_or_catch_exceptions_are_interrupted(tmp_path: Path, move: str):
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        ann, _ = start_match(server, "slow")
        said = ann.act(move)
        assert (said["code"], said["hint"]) == ("action_rejected", "rules_too_slow")
        if move == "stubborn":  # what is in memory is not trusted any more
            assert ann.closed()[0] == 1012
            ann = server.back(ann)
            ann.receive("state_update")
        assert counts(ann) == 0
        assert ann.act("add")["type"] == "ack"


def test_an_effect_that_never_ends_after_its_question(tmp_path: Path):
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        ann, _ = start_match(server, "slow")
        ann.act("ask")
        while ann.prompt is None:
            ann.receive("prompt_request")
        assert ann.answer("yes")["hint"] == "rules_too_slow"
        assert ann.answer("no")["type"] == "ack"


def test_an_input_whose_view_never_ends_is_carried_out(tmp_path: Path):
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        ann, _ = start_match(server, "slow")
        other, _ = start_match(server, "slow")
        assert ann.act("hide")["type"] == "ack"
        assert ann.receive("error")["hint"] == "view"
        assert other.act("add")["type"] == "ack"
        server.restart()
        with server.player() as again:
            again.send("join_room", roomId=ann.room, token=ann.token)
            assert again.receive("match_start")["stateVersion"] >= 1


def test_a_room_that_freezes_the_server_again_and_again_is_closed(tmp_path: Path):
    with Server(tmp_path, rule_seconds=0.2) as server:
        ann, _ = start_match(server, "slow")
        other, _ = start_match(server, "slow")
        for _ in range(3):
            assert ann.act("endless")["hint"] == "rules_too_slow"
        assert ann.closed()[0] == 1012
        again = server.player()
        again.send("join_room", roomId=ann.room, token=ann.token)
        assert again.receive("error")["code"] == "room_stopped"
        assert other.act("add")["type"] == "ack"


def test_a_room_that_is_closed_opens_again_after_a_while(tmp_path: Path):
    with Server(tmp_path, rule_seconds=0.2, stop_seconds=0.0) as server:
        ann, _ = start_match(server, "slow")
        for _ in range(3):
            ann.act("endless")
        assert ann.closed()[0] == 1012
        assert server.back(ann).act("add")["type"] == "ack"


def test_a_room_whose_replay_never_ends_does_not_stop_the_server(tmp_path: Path):
    flag = tmp_path / "flag"
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        ann, _ = start_match(server, "slow", options={"flag": str(flag)})
        assert ann.act("add")["type"] == "ack"
        server.kill()
        flag.touch()
        server.start()
        again = server.player()
        again.send("join_room", roomId=ann.room, token=ann.token)
        assert again.receive("error")["code"] == "room_broken"
        other, _ = start_match(server, "slow")
        assert other.act("add")["type"] == "ack"


def test_options_with_which_a_game_never_starts_are_refused(tmp_path: Path):
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        asked = {"game": "slow", "options": {"endless": True}}
        assert server.refusal("/api/rooms", asked) == (400, "bad_options")


# --- nothing is raised outside of the rules ---------------------------------------------------------


def spin(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def test_nothing_is_raised_outside_of_the_rules():
    """Calls take about as long as the limit, so that many signals come too late."""
    watch = RulesWatch()
    watchdog = Watchdog(watch, 0.008)
    found = {True: 0, False: 0}
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0002)  # so that the watchdog looks often
    watchdog.start()
    try:
        for number in range(100):
            try:
                watch.run(spin, 0.004 + number % 10 * 0.002)
                found[False] += 1
            except (RulesInterrupted, RulesStuck):
                found[True] += 1
            assert not watch.is_inside
            spin(0.001 * (number % 7))  # an exception here fails the test
    finally:
        watchdog.stop()
        sys.setswitchinterval(before)
    assert found[True] > 0
    assert found[True] == watch.interruptions


class Interruptions:
    """Interrupts rules at arbitrary instructions: every few microseconds of real time."""

    def __init__(self, watch: RulesWatch, rng: random.Random) -> None:
        self.watch, self.rng = watch, rng
        self.watchdog = Watchdog(watch, 1.0)

    def __enter__(self):
        self.before = signal.signal(signal.SIGALRM, self._on_signal)
        self._wind_up()
        return self

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, self.before)

    def _wind_up(self):
        signal.setitimer(signal.ITIMER_REAL, self.rng.uniform(0.00005, 0.001))

    def _on_signal(self, number, frame):
        self._wind_up()
        if self.watchdog.number != self.watch.number:
            self.watchdog.number, self.watchdog.interruptions = self.watch.number, 0
        self.watchdog.is_due = True
        self.watchdog.interrupt()


@pytest.mark.parametrize("seed", range(4))
def test_a_room_that_was_interrupted_anywhere_is_what_its_log_says(seed: int):
    """Whether an input was accepted, taken back or has broken the room: what is used afterwards equals
    what a restart would give."""
    rng = random.Random(seed)
    harness = RoomHarness(skirmish, f"seed {seed}")
    watch = harness.handler.watch
    accepted = 0
    with Interruptions(watch, rng):
        for _ in range(400):
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            rows = len(harness.rows)
            if harness.room.status == "over":
                break
            given = random_message(harness, rng)
            signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.00002, 0.0004))
            with suppress(RulesInterrupted, RulesStuck):
                harness.send(*given[:2], **given[2])
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            accepted += len(harness.rows) > rows
            if harness.handler.is_broken:
                assert len(harness.rows) == rows
                harness.restart()
                harness.handler.watch = watch
            else:
                assert fingerprint(harness.restored()) == harness.fingerprint
    assert accepted > 5
    assert watch.interruptions > 5


def random_message(harness, rng):
    """Return something legal that a seat can send."""
    seat = rng.choice(harness.match.acting)
    if harness.match.asked.get(seat) is not None:
        return seat, "prompt_response", harness.random_choice(rng, seat)
    options = [o for o in harness.state(seat)["options"] if o["id"].partition(":")[0] in SAFE]
    option = rng.choice(options)
    return seat, "action", {
        "actionType": option["id"].partition(":")[0], "payload": option["payload"],
    }  # fmt: skip
