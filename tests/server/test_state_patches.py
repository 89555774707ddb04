"""States as patches: the same states as without, no secrets, and a way back if one does not fit."""

import random
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.room_harness import SPECTATOR, RoomHarness, of_type
from tests.server.server_process import Server, play_on, start_match
from turnwright.agents.random import RandomAgent
from turnwright.client.state_patches import StatePatches
from turnwright.games.duel.game import game as duel
from turnwright.server.http.app import HostedGames
from turnwright.server.views.state_patch import (
    STATE_UPDATE,
    apply_edits,
    common_ends,
    edits_between,
)

# Pieces in which characters of several bytes differ in their last byte only.
pieces = st.lists(
    st.text(st.sampled_from("ab,é√è👩👨"), max_size=60).map(str.encode), min_size=6, max_size=6
)


@given(pieces, pieces)
def test_edits_turn_one_text_into_the_other(old, new):
    mixed = [random.Random(len(b"".join(old))).choice(pair) for pair in zip(old, new, strict=True)]
    for target in (new, mixed, old):
        edits = edits_between(old, target)
        assert apply_edits(b"".join(old), edits) == b"".join(target)
        assert len(edits) == sum(a != b for a, b in zip(old, target, strict=True))


def test_only_what_differs_is_sent():
    old, new = b"a" * 200 + b"old" + b"z" * 200, b"a" * 200 + b"new!" + b"z" * 200
    assert edits_between([b"{", old, b"}"], [b"{", new, b"}"]) == [(201, 3, "new!")]
    assert common_ends("é".encode() * 50, "è".encode() * 50) == (0, 0)


def play(harness, seed, steps=60):
    """Play at random, through the handler."""
    agent = RandomAgent(seed)
    for _ in range(steps):
        match = harness.match
        if harness.room.status != "playing":
            return
        answer = agent.decide(match.prompts[0], match)
        harness.clock += 1.5
        harness._deliver(harness.handler.bot_answer(answer, harness.clock))


@pytest.mark.parametrize("name", ["duel", "netrunner", "lorcana", "counter"])
def test_patches_lead_to_the_same_frames(name):
    """Every viewer gets the frames that it would get without patches, byte for byte."""
    plain, patched = [
        RoomHarness(HostedGames()(name), "patches", has_patches=is_patched)
        for is_patched in (False, True)
    ]
    for harness in (plain, patched):
        play(harness, "patches")
        harness.act(1, "no such move")
        play(harness, "more", 10)
    for viewer in (0, 1, SPECTATOR):
        patches = StatePatches()
        resolved = [patches.resolve(frame) for frame in patched.bytes[viewer]]
        assert resolved == plain.bytes[viewer]
    sizes = [sum(map(len, harness.bytes[0])) for harness in (plain, patched)]
    if name == "counter":
        assert sizes[0] == sizes[1], "a patch would save nothing"
    else:
        assert sizes[1] < sizes[0] / 2


def test_a_state_of_ones_own_interrupts_the_patches():
    """After a refusal the client has another state than the patches are made from."""
    harness = RoomHarness(duel, "own", has_patches=True)
    play(harness, "own", 4)
    kinds = []
    for refused in (False, True, False, False):
        if refused:
            harness.act(0, "no such move")
        play(harness, "own", 1)
        kinds.append(harness.received[0][-1]["type"])
    assert "state_patch" in kinds
    patches = StatePatches()
    assert None not in [patches.resolve(frame) for frame in harness.bytes[0]]


@pytest.mark.parametrize("fault", ["hash", "version", "text"])
def test_a_patch_that_does_not_fit_is_not_applied(fault):
    harness = RoomHarness(duel, "fault", has_patches=True)
    play(harness, "fault", 3)
    frames = harness.bytes[0]
    patch = next(msgspec.json.decode(f) for f in frames if f.startswith(b'{"type":"state_patch"'))
    (last,) = [frames[i - 1] for i, f in enumerate(frames) if msgspec.json.decode(f) == patch]
    assert last.startswith(STATE_UPDATE)
    patches = StatePatches()
    patches.resolve(last.replace(b"Player 1", b"Player 7") if fault == "text" else last)
    if fault != "text":
        patch[{"hash": "hash", "version": "baseVersion"}[fault]] += 1
    frame = msgspec.json.encode(patch)
    assert patches.resolve(frame) is None
    assert patches.needs_state
    assert not patches.needs_state, "it is asked for once"
    assert patches.resolve(frame) is None
    (state,) = of_type(harness.send(0, "state_request"), "state_update")
    assert state["state"]["log"], "lines of a lost patch are sent again"
    assert patches.resolve(msgspec.json.encode(state)) is not None


def test_a_spectator_can_ask_for_the_state():
    harness = RoomHarness(duel, "watch")
    (state,) = of_type(harness.send(SPECTATOR, "state_request"), "state_update")
    assert state["state"] == harness.state(SPECTATOR)
    waiting = RoomHarness(duel, "watch", ready=False)
    assert of_type(waiting.send(0, "state_request"), "error")


def test_players_with_and_without_patches_see_the_same(tmp_path):
    """Over real sockets: one seat takes patches, and so does a spectator who joins late."""
    with Server(tmp_path) as server:
        ann, ben = start_match(server, "duel")
        ann = server.player().join(ann.room, token=ann.token, patches=True)
        ann.drain()
        rng = random.Random("patches")
        play_on([ann, ben], rng, 30)
        eve, zoe = [server.player().join(ann.room, spectate=True, patches=p) for p in (True, False)]
        play_on([ann, ben], rng, 60)
        for player in (ann, ben, eve, zoe):
            player.drain()
        assert any(frame["type"] == "state_patch" for frame in ann.received)
        assert not any(frame["type"] == "state_patch" for frame in (*ben.received, *zoe.received))
        assert eve.state == zoe.state
        assert ann.state["stateVersion"] == ben.state["stateVersion"]
        patched = ann.state
        ann.ask("state_request")
        assert {**patched, "now": 0, "log": []} == {**ann.state, "now": 0, "log": []}


def test_the_hash_is_the_checksum_of_the_whole_frame():
    harness, plain = [RoomHarness(duel, "hash", has_patches=p) for p in (True, False)]
    for one in (harness, plain):
        play(one, "hash", 5)
    for frame, whole in zip(harness.received[0], plain.bytes[0], strict=True):
        if frame["type"] == "state_patch":
            assert frame["hash"] == crc32(whole)
            assert frame["stateVersion"] == msgspec.json.decode(whole)["state"]["stateVersion"]
