"""`turnwright db`: checking, backing up, restoring and pruning real databases."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time

import msgspec

from tests.server.server_process import Server, play_on, start_match
from tests.server.stored_matches import contents, fill
from turnwright.cli import main
from turnwright.server.http.app import open_store
from turnwright.server.rooms import inputs
from turnwright.server.storage.store import RoomInfo

DAY = 86400.0


def db(capsys, *words: str) -> tuple[int, str, str]:
    code = main(["db", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_sound_database_has_no_problems(address, capsys):
    asyncio.run(fill(address))
    code, out, err = db(capsys, "check", "--db", address)
    assert (code, err) == (0, "")
    assert re.match(r"Rooms: 3, of which 3 were replayed; inputs: 36; snapshots: \d\.", out)
    assert out.endswith("No problems found.\n")
    assert "of which 1 were replayed" in db(capsys, "check", "--db", address, "--replay", "1")[1]


def test_a_changed_input_is_found(address, capsys):
    """A row whose body is not what was played: the hashes differ."""
    asyncio.run(fill(address, 2))

    async def forge() -> None:
        store = open_store(address)
        await store.open()
        rows = await store.read("room-0")
        await store.delete("room-0")
        old = rows[6]
        body = inputs.encode(inputs.Move(old.seat if old.seat >= 0 else 1, "mark", (8,)))
        rows[6] = msgspec.structs.replace(old, body=body)
        info = RoomInfo(room="room-0", game="tictactoe", code="X", names=["", ""])
        await store.create(info, rows)
        await store.close()

    asyncio.run(forge())
    code, out, err = db(capsys, "check", "--db", address)
    assert code == 1
    assert err.startswith("Room room-0 cannot be rebuilt: row ")
    assert "1 problems found." in out


def test_a_room_whose_rules_are_missing_is_not_a_problem(address, capsys):
    asyncio.run(fill(address, 1))

    async def rename() -> None:
        store = open_store(address)
        await store.open()
        rows = await store.read("room-0")
        first = inputs.decode(rows[0].body)
        gone = msgspec.structs.replace(first, game="gone")
        rows = [msgspec.structs.replace(rows[0], room="old", body=inputs.encode(gone))]
        await store.create(RoomInfo(room="old", game="gone"), rows)
        await store.close()

    asyncio.run(rename())
    code, out, _ = db(capsys, "check", "--db", address)
    assert code == 0
    assert "; not replayed because their rules are not installed: 1. No" in out


def test_a_missing_part_of_the_log_is_found(tmp_path, capsys):
    file = tmp_path / "rooms.sqlite"
    asyncio.run(fill(str(file), 2))
    with sqlite3.connect(file) as raw:
        raw.execute("DELETE FROM commits WHERE id = (SELECT min(id) FROM commits)")
    raw.close()
    code, _, err = db(capsys, "check", "--db", file)
    assert code == 1
    assert "cannot be read: Commit" in err


def test_a_damaged_file_is_found_and_not_copied_over_a_good_one(tmp_path, capsys):
    file, kept = tmp_path / "rooms.sqlite", tmp_path / "kept.sqlite"
    asyncio.run(fill(str(file), 20))
    assert db(capsys, "backup", kept, "--db", file)[0] == 0
    good = kept.read_bytes()
    data = bytearray(file.read_bytes())
    for page in range(3, len(data) // 4096):
        data[page * 4096 : page * 4096 + 60] = os.urandom(60)
    file.write_bytes(data)
    code, out, err = db(capsys, "check", "--db", file)
    assert code == 1
    assert "The file is damaged" in out
    assert err
    code, _, err = db(capsys, "backup", kept, "--force", "--db", file)
    assert code == 2
    assert kept.read_bytes() == good
    code, _, _ = db(capsys, "restore", kept, "--force", "--db", file)
    assert code == 0
    assert db(capsys, "check", "--db", file)[0] == 0


def test_a_file_that_is_not_there_is_not_created(tmp_path, capsys):
    missing = tmp_path / "none.sqlite"
    for words in (
        ["check"],
        ["backup", tmp_path / "b"],
        ["prune", "--days", "1"],
        ["rotate-secret"],
    ):
        code, _, err = db(capsys, *words, "--db", missing)
        assert (code, err) == (2, f"There is no file {missing}.\n")
    assert not missing.exists()


def test_a_backup_is_restored_completely(address, tmp_path, capsys):
    asyncio.run(fill(address))
    before = contents(address)
    backup = tmp_path / "backup"
    code, out, _ = db(capsys, "backup", backup, "--db", address)
    assert code == 0
    assert out.startswith(f"Wrote {backup}")
    assert backup.stat().st_mode & 0o077 == 0, "it holds secrets"
    code, _, err = db(capsys, "backup", backup, "--db", address)
    assert (code, err) == (2, f"{backup} exists. Replace it with --force.\n")
    asyncio.run(fill(address, 2, prefix="later"))
    code, _, err = db(capsys, "restore", backup, "--db", address)
    assert code == 2
    assert "--force" in err
    assert len(contents(address)) == 5, "nothing was changed"
    assert db(capsys, "restore", backup, "--db", address, "--force")[0] == 0
    assert contents(address) == before
    assert db(capsys, "check", "--db", address)[0] == 0


def test_a_damaged_backup_is_refused(address, tmp_path, capsys):
    asyncio.run(fill(address))
    before = contents(address)
    backup = tmp_path / "backup"
    db(capsys, "backup", backup, "--db", address)
    data = backup.read_bytes()
    for bad in (b"nothing", data[: len(data) // 2], b""):
        backup.write_bytes(bad)
        code, _, err = db(capsys, "restore", backup, "--db", address, "--force")
        assert code == 2
        assert err.count("\n") == 1
    assert contents(address) == before


def test_a_database_in_use_is_not_replaced(address, tmp_path, capsys):
    asyncio.run(fill(address))
    backup = tmp_path / "backup"
    db(capsys, "backup", backup, "--db", address)

    def serve() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "turnwright", "serve", "--port", "0", "--lab-workers", "0"]
        environment = {**os.environ, "TURNWRIGHT_DB": address}
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=-3)

    with serve() as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            until = time.monotonic() + 60
            while True:
                code, _, err = db(capsys, "restore", backup, "--db", address, "--force")
                if code == 2 or time.monotonic() > until:
                    break  # a node renews its lease a moment after it has said where it listens
            assert code == 2
            assert "Stop" in err
            assert db(capsys, "check", "--db", address)[0] == 0, "a check is always possible"
        finally:
            server.terminate()


def test_a_backup_of_a_busy_server_is_sound(tmp_path, capsys):
    """Every move that was acknowledged before the backup began is in it."""
    with Server(tmp_path) as server:
        people = list(start_match(server, "tictactoe"))
        backup = tmp_path / "backup.sqlite"
        for turn in range(3):
            play_on(people, random.Random(turn), 1)
            version = people[0].state["stateVersion"]
            assert db(capsys, "backup", backup, "--force", "--db", server.db)[0] == 0
            rows = contents(str(backup))[people[0].room]
            assert rows[-1].version >= version
        assert db(capsys, "check", "--db", backup, "--all")[0] == 0


def test_pruning_says_first_what_it_would_delete(address, capsys):
    asyncio.run(fill(address, 3, age_days=40, prefix="old"))
    asyncio.run(fill(address, 2))
    code, out, _ = db(capsys, "prune", "--days", "30", "--db", address)
    assert code == 0
    assert out == (
        "Would delete 3 finished and 0 deserted rooms without an input for 30 days. "
        "Delete them with --yes.\n"
    )
    assert len(contents(address)) == 5
    code, out, _ = db(capsys, "prune", "--days", "30", "--yes", "--db", address)
    assert out == "Deleted 3 finished and 0 deserted rooms without an input for 30 days.\n"
    left = contents(address)
    assert sorted(left) == ["room-0", "room-1"]
    assert all(len(rows) == 12 for rows in left.values())
    assert db(capsys, "check", "--db", address, "--all")[0] == 0
    asyncio.run(fill(address, 1, prefix="later"))
    assert db(capsys, "check", "--db", address, "--all")[0] == 0, "the file can be written to"


def test_wrong_numbers_are_refused(address, capsys):
    asyncio.run(fill(address, 1))
    assert db(capsys, "prune", "--days", "0", "--db", address)[2] == "--days must be positive.\n"
    assert db(capsys, "prune", "--days", "nan", "--db", address)[0] == 2
    code, _, err = db(capsys, "rotate-secret", "--keep-days", "-1", "--db", address)
    assert (code, err) == (2, "--keep-days must not be negative.\n")


def test_the_secret_is_rotated(address, capsys):
    asyncio.run(fill(address, 1))
    code, out, _ = db(capsys, "rotate-secret", "--db", address)
    assert code == 0
    assert out == (
        "The new secret signs tokens in 60 seconds. Tokens of the old one are accepted for 7 days.\n"
    )
    out = db(capsys, "rotate-secret", "--keep-days", "0", "--db", address)[1]
    assert out.endswith("not accepted any more.\n")


def test_a_server_deletes_what_is_older_than_its_setting(address, tmp_path):
    asyncio.run(fill(address, 12, age_days=40, prefix="old"))
    asyncio.run(fill(address, 2))
    with Server(
        tmp_path, address if "://" in address else "rooms.db", retention_days=30, lease=0.3
    ):
        until = time.monotonic() + 60
        while len(left := contents(address)) > 2:
            assert time.monotonic() < until, sorted(left)
            time.sleep(0.1)
    assert sorted(contents(address)) == ["room-0", "room-1"]


# --- killed in the middle -------------------------------------------------------------------------


def killed(address: str, *words: str, after: float) -> None:
    """Run a command and kill it after some seconds."""
    command = [sys.executable, "-m", "turnwright", "db", *words, "--db", address]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            process.wait(timeout=after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)


def test_whatever_is_killed_leaves_a_usable_database(address, tmp_path, capsys):
    """Kill each command at several moments; databases and backups are complete, old or new."""
    asyncio.run(fill(address, 25, age_days=40, prefix="old"))
    asyncio.run(fill(address, 1))
    backup, other = tmp_path / "backup", tmp_path / "other"
    assert db(capsys, "backup", backup, "--db", address)[0] == 0
    whole = contents(address)
    began = time.monotonic()
    killed(address, "prune", "--days", "30", after=60)
    seconds = time.monotonic() - began  # of starting, and of reading everything
    for share in (0.85, 1.05):
        after = seconds * share
        killed(address, "backup", str(other), "--force", after=after)
        assert (
            not other.exists() or db(capsys, "restore", other, "--db", address, "--force")[0] == 0
        )
        assert contents(address) == whole
        killed(address, "prune", "--days", "30", "--yes", after=after)
        left = contents(address)
        assert all(whole[room] == rows for room, rows in left.items())
        assert db(capsys, "check", "--db", address)[0] == 0
        killed(address, "restore", str(backup), "--force", after=after)
        assert contents(address) in (left, whole)
        assert db(capsys, "check", "--db", address)[0] == 0
        assert db(capsys, "restore", backup, "--db", address, "--force")[0] == 0
