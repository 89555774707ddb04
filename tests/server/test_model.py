"""A stateful model of one room: its invariants hold under any order of messages, time-outs and crashes.

Versions rise one by one, a refusal changes nothing, some seat can always act, and the room that is
rebuilt from its rows, or from a snapshot and the rows after it, equals the original.
"""

import random
from functools import partial

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.room_harness import SPECTATOR, RoomHarness, fingerprint, of_type
from tests.server.skirmish_game import MOVES, game
from turnwright.games.duel.game import game as duel

# A message with a NUL does not reach the room; see `views.nul_characters`.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = partial(st.text, CHARACTERS)

SEATS = st.sampled_from([0, 1])
ANYBODY = st.sampled_from([0, 1, SPECTATOR])
NUMBERS = st.integers(0, 1 << 32)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2_000_000) | texts(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(max_size=5), inner),
    max_leaves=5,
)
CHOICES = st.one_of(
    texts(max_size=6), st.integers(-3, 10), st.booleans(), st.none(),
    st.lists(texts(max_size=4) | st.integers(), max_size=3),
)  # fmt: skip


class RoomMachine(RuleBasedStateMachine):
    """Two seats and a spectator in a room of the sample game."""

    game = game
    names = list(MOVES)

    @initialize(seed=NUMBERS, coin=st.booleans())
    def sit_down(self, seed, coin):
        times = {"mode": 10.0, "word": 20.0, "target": 12.0}
        self.harness = RoomHarness(self.game, str(seed), coin_flip=coin, timeouts=times)
        self.sent = []  # inputs with ids, to be sent again
        self.count = 0

    # --- helpers -----------------------------------------------------------------------------------

    def refused(self, send):
        """Check a refusal: there is a code, and nothing has changed."""
        before, rows = self.harness.fingerprint, len(self.harness.rows)
        received = send()
        assert of_type(received, "error")
        assert all(error["code"] and error["message"] for error in of_type(received, "error"))
        assert self.harness.fingerprint == before
        assert len(self.harness.rows) == rows

    def committed(self, send):
        """Check a commit: one more version, one more row, an update for everybody."""
        harness = self.harness
        before, rows = harness.room.version, len(harness.rows)
        received = send()
        assert not of_type(received, "error"), received
        assert harness.room.version == before + 1
        assert len(harness.rows) == rows + 1
        assert harness.rows[-1].version == before + 1
        for who in (0, 1, SPECTATOR):
            told = of_type(harness.received[who], "state_update")[-1]["state"]
            assert told["stateVersion"] == before + 1
        return received

    def next_id(self):
        self.count += 1
        return f"id {self.count}"

    @property
    def playing(self):
        return self.harness.room.status == "playing"

    # --- actions of players ---------------------------------------------------------------------------

    @precondition(lambda self: self.playing)
    @rule(number=NUMBERS, with_id=st.booleans(), with_version=st.booleans())
    def somebody_acts(self, number, with_id, with_version):
        harness, rng = self.harness, random.Random(number)
        seat = rng.choice(harness.match.acting)
        if seat in harness.handler.open_menus:
            menu = harness.prompt(seat)
            offered = menu.get("options") or menu["targets"]
            choice = rng.choice(offered)["id"]
            received = harness.answer(seat, choice)
            assert received, "it is answered"
            return
        more = {}
        if with_id:
            more["actionId"] = self.next_id()
        if with_version:
            more["stateVersion"] = harness.room.version
        if seat in harness.match.asked:
            said = ("prompt_response", {**harness.random_choice(rng, seat), **more})
        else:
            options = harness.state(seat)["options"]
            option = rng.choice(options)
            name = option["id"].partition(":")[0]
            said = ("action", {"actionType": name, "payload": option["payload"], **more})
        before, version = harness.fingerprint, harness.room.version
        received = harness.send(seat, said[0], **said[1])
        if of_type(received, "error"):  # only the failing moves refuse an offered option
            assert of_type(received, "error")[0]["hint"] == "rules_error"
            assert harness.fingerprint == before
        else:
            assert harness.room.version == version + 1
            if with_id:
                assert of_type(received, "ack") == [
                    {"type": "ack", "actionId": more["actionId"], "stateVersion": version + 1}
                ]
                self.sent.append((harness.room.seating.index(seat), said, of_type(received, "ack")))

    @precondition(lambda self: self.sent)
    @rule(number=NUMBERS)
    def an_acknowledged_message_comes_again(self, number):
        slot, (type, fields), ack = random.Random(number).choice(self.sent)
        before = self.harness.fingerprint
        received = self.harness.send(self.harness.room.seating[slot], type, **fields)
        assert received == ack
        assert self.harness.fingerprint == before

    @precondition(lambda self: self.sent)
    @rule(number=NUMBERS)
    def an_id_comes_again_with_something_else(self, number):
        slot, (_, fields), _ = random.Random(number).choice(self.sent)
        seat = self.harness.room.seating[slot]
        id = fields["actionId"]
        self.refused(lambda: self.harness.send(seat, "action", actionType="no such", actionId=id))

    @rule(seat=SEATS, back=st.integers(1, 5), name=st.sampled_from(sorted(MOVES)))
    def somebody_has_seen_an_old_state(self, seat, back, name):
        version = self.harness.room.changed_at[seat] - back
        self.refused(
            lambda: self.harness.send(seat, "action", actionType=name, stateVersion=version)
        )

    @rule(seat=ANYBODY, name=texts(max_size=8), payload=st.dictionaries(texts(max_size=6), JUNK))
    def somebody_sends_no_move(self, seat, name, payload):
        if name.lower() not in self.harness.game.all_moves:
            self.refused(
                lambda: self.harness.send(seat, "action", actionType=name, payload=payload)
            )

    @rule(seat=ANYBODY, id=st.integers(0, 40), choice=CHOICES)
    def somebody_answers_what_is_not_asked(self, seat, id, choice):
        opened = None if seat is SPECTATOR else self.harness.room.open_prompts.get(seat)
        prompt = f"p_room_{id}"
        if opened is None or opened.prompt_id != prompt:
            self.refused(
                lambda: self.harness.send(seat, "prompt_response", promptId=prompt, choice=choice)
            )

    @precondition(lambda self: self.playing and self.harness.match.asked)
    @rule(choice=st.lists(st.text(min_size=1, max_size=3, alphabet="?!#"), min_size=1, max_size=3))
    def somebody_picks_what_is_not_offered(self, choice):
        seat = min(self.harness.match.asked)
        prompt = self.harness.prompt(seat)
        self.refused(lambda: self.harness.answer(seat, *choice))
        assert self.harness.prompt(seat) == prompt

    @precondition(lambda self: self.playing)
    @rule()
    def whoever_is_not_to_act_tries_to(self):
        for seat in {0, 1} - set(self.harness.match.acting):
            self.refused(lambda seat=seat: self.harness.act(seat, "end_turn"))

    @precondition(lambda self: self.playing)
    @rule(
        seat=SEATS, zone=st.sampled_from(["hand", "field", "deck", "x"]), index=st.integers(-1, 6)
    )
    def somebody_clicks(self, seat, zone, index):
        harness, before = self.harness, self.harness.fingerprint
        was_open = seat in harness.handler.open_menus
        received = harness.send(seat, "intent_card_click", zone=zone, index=index)
        assert of_type(received, "error") or of_type(received, "prompt_request")
        if was_open:
            assert of_type(received, "error")[0]["code"] == "input_locked"
        assert harness.fingerprint == before

    @precondition(lambda self: self.playing and self.harness.match.asked)
    @rule()
    def somebody_cancels(self):
        harness = self.harness
        seat = min(harness.match.asked)
        may = harness.prompt(seat)["canCancel"]
        if may:
            self.committed(lambda: harness.answer(seat, "cancel"))
        else:
            self.refused(lambda: harness.answer(seat, "cancel"))

    @precondition(lambda self: self.playing)
    @rule(seat=SEATS, chance=st.integers(0, 9))
    def somebody_resigns(self, seat, chance):
        if chance == 0:
            self.committed(lambda: self.harness.send(seat, "resign"))
            assert not self.playing

    @precondition(lambda self: not self.playing)
    @rule(seat=SEATS)
    def somebody_wants_more(self, seat):
        self.committed(lambda: self.harness.send(seat, "rematch_request"))

    @rule(seat=ANYBODY, text=texts(min_size=1, max_size=20))
    def somebody_talks(self, seat, text):
        version = self.harness.room.version
        assert self.harness.send(seat, "chat", text=text)
        assert self.harness.room.version == version

    # --- time-outs and crashes ------------------------------------------------------------------------

    @rule(seconds=st.floats(0.1, 200))
    def time_goes_by(self, seconds):
        self.harness.wait(seconds)

    @precondition(lambda self: self.harness.handler.deadline is not None)
    @rule()
    def time_runs_out(self):
        seats = list(self.harness.match.asked)
        self.harness.wait_for_timeout()
        assert not any(
            o.deadline is not None and o.deadline <= self.harness.clock
            for o in self.harness.room.open_prompts.values()
        ), "no time that has run out is still running"
        assert all(seat in (0, 1) for seat in seats)

    @rule(number=NUMBERS)
    def the_server_dies(self, number):
        harness, rows = self.harness, len(self.harness.rows)
        before = harness.fingerprint
        seen = {who: without_menus(harness, who) for who in (0, 1, SPECTATOR)}
        at = random.Random(number).randrange(1, rows + 1)
        harness.restart(harness.restored(None if at == 1 else at))
        assert harness.fingerprint == before
        assert {who: without_menus(harness, who) for who in (0, 1, SPECTATOR)} == seen

    # --- invariants -----------------------------------------------------------------------------------

    @invariant()
    def the_rows_are_without_gaps(self):
        rows = self.harness.rows
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        versions = [row.version for row in rows if row.kind != "chat"]
        assert versions == list(range(versions[0], versions[0] + len(versions)))

    @invariant()
    def everybody_has_heard_every_version_in_order(self):
        for who in (0, 1, SPECTATOR):
            received = [
                m["state"]["stateVersion"]
                for m in of_type(self.harness.received[who], "state_update")
            ]
            assert received == sorted(received)

    @invariant()
    def somebody_can_act(self):
        harness = self.harness
        if not self.playing:
            assert not harness.room.open_prompts
            return
        acting = harness.match.acting
        assert acting, "nobody can act"
        for seat in acting:
            assert harness.prompt(seat) is not None or harness.state(seat)["options"]
        assert set(harness.room.open_prompts) == set(acting)

    @invariant()
    def an_open_question_has_its_prompt(self):
        harness = self.harness
        for seat in harness.match.asked if self.playing else ():
            opened = harness.room.open_prompts[seat]
            assert opened.prompt_id
            assert harness.prompt(seat)["promptId"] == opened.prompt_id
            assert opened.version <= harness.room.version

    @invariant()
    def cards_are_neither_made_nor_lost(self):
        ctx = self.harness.match.ctx
        lying = [card for cards in ctx.zones.values() for card in cards]
        assert sorted(lying) == sorted(ctx.cards)

    def teardown(self):
        harness = getattr(self, "harness", None)
        if harness is not None:
            assert fingerprint(harness.restored()) == harness.fingerprint
            assert fingerprint(harness.restored(len(harness.rows))) == harness.fingerprint


def without_menus(harness, who):
    """Return what a joining client is sent, without menus, which do not survive a crash."""
    menus = dict(harness.handler.open_menus)
    harness.handler.open_menus.clear()
    try:
        return msgspec.json.encode(harness.welcome(who))
    finally:
        harness.handler.open_menus.update(menus)


class DuelMachine(RoomMachine):
    """The same model with a real duel."""

    game = duel


QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]

TestRoom = RoomMachine.TestCase
TestRoom.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=QUIET,
    phases=set(Phase) - {Phase.explain},
    derandomize=True,
)  # fmt: skip
TestDuel = DuelMachine.TestCase
TestDuel.settings = settings(
    max_examples=12, stateful_step_count=40, deadline=None, suppress_health_check=QUIET,
    phases=set(Phase) - {Phase.explain},
    derandomize=True,
)  # fmt: skip
