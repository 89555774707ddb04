"""Rules that take too long are interrupted: the other rooms go on, and nothing of them remains."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.server.room_harness import RoomHarness, fingerprint
from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import SAFE
from tests.server.skirmish_game import game as skirmish
from turnwright.core.errors import RulesInterrupted
from turnwright.server.node.watchdog import Watchdog, counted_seconds, queued_seconds
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


def test_an_administrator_ends_and_deletes_rooms_that_are_closed(address: str, tmp_path: Path):
    with Server(tmp_path, address, rule_seconds=0.2, admin_token="word") as server:
        rooms = []
        for _ in range(2):
            ann, ben = start_match(server, "slow")
            assert ann.act("add")["type"] == "ack"
            for _ in range(3):
                ben.act("endless")
            assert ann.closed()[0] == 1012
            rooms.append(ann)
        ended, deleted = rooms
        path = f"/admin/rooms/{ended.room}/end"
        assert server.post(path, {"reason": "stuck"}, token="word")["stateVersion"] > 1
        assert server.refusal(path, {"reason": "again"}, token="word") == (409, "already_over")
        server.post(f"/admin/rooms/{deleted.room}/delete", {"reason": "stuck"}, token="word")
        assert server.get("/api/rooms") == []
        (played,) = server.get("/api/history")
        assert played["result"] == "a draw: stuck"
        assert server.back(ended).receive("game_over")["reason"] == "stuck"
        assert server.get(f"/api/rooms/{ended.room}/frames")["total"] == 3
        server.restart()
        assert server.back(ended).receive("game_over")["reason"] == "stuck"


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
        with closing(sqlite3.connect(server.db)) as db:  # of an input that took long
            db.execute("DELETE FROM snapshots")
            db.commit()
        flag.touch()
        server.start()
        again = server.player()
        again.send("join_room", roomId=ann.room, token=ann.token)
        assert again.receive("error")["code"] == "room_broken"
        other, _ = start_match(server, "slow")
        assert other.act("add")["type"] == "ack"


def test_a_finished_match_that_cannot_be_played_again_is_refused(tmp_path: Path):
    """Nothing of it is stored, and its rules do not end. Other replays are shown as before."""
    flag = tmp_path / "flag"
    with Server(tmp_path, rule_seconds=0.1) as server:
        ann, _ = start_match(server, "slow", options={"flag": str(flag)})
        other, _ = start_match(server, "slow")
        for player in (ann, other):
            assert player.act("add")["type"] == "ack"
        flag.touch()
        for player in (ann, other):
            player.send("resign")
            player.receive("game_over")
        status, code = server.refusal(f"/api/rooms/{ann.room}/frames")
        assert (status, code) == (409, "rules_too_slow")
        assert server.get(f"/api/rooms/{other.room}/frames")["total"] > 0


def test_options_with_which_a_game_never_starts_are_refused(tmp_path: Path):
    with Server(tmp_path, rule_seconds=LIMIT) as server:
        asked = {"game": "slow", "options": {"endless": True}}
        assert server.refusal("/api/rooms", asked) == (400, "bad_options")


# --- nothing is raised outside of the rules ---------------------------------------------------------


def spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_waiting_for_a_busy_cpu_counts_little():
    assert counted_seconds(0.1, 0.0) == 0.1
    assert counted_seconds(0.1, 0.08) == pytest.approx(0.02)
    assert counted_seconds(0.1, 0.3) == pytest.approx(0.005), "an endless rule ends nevertheless"


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts how long a thread waits.")
def test_a_thread_that_shares_its_cpu_has_waited_for_it():
    before, cpus = queued_seconds(), os.sched_getaffinity(0)
    command = [sys.executable, "-c", "while True: pass"]
    os.sched_setaffinity(0, {min(cpus)})  # which the other process inherits
    try:
        with subprocess.Popen(command) as other:
            try:
                while queued_seconds() < before + 0.05:
                    spin(0.01)
            finally:
                other.kill()
    finally:
        os.sched_setaffinity(0, cpus)


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
