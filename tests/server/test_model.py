"""A model of one room: whatever people, clocks and crashes do, in any order, it keeps its promises.

The versions go up one by one, a refusal changes nothing, somebody can always act, and the room that is
read from its rows, or from an image at any point and the rest, is the room that lives.
"""

import random

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.play import MOVES, SPECTATOR, Table, fingerprint, game, of
from turnwright.games.duel.game import game as duel

SEATS = st.sampled_from([0, 1])
ANYBODY = st.sampled_from([0, 1, SPECTATOR])
NUMBERS = st.integers(0, 1 << 32)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2_000_000) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
CHOICES = st.one_of(
    st.text(max_size=6), st.integers(-3, 10), st.booleans(), st.none(),
    st.lists(st.text(max_size=4) | st.integers(), max_size=3),
)  # fmt: skip


class RoomMachine(RuleBasedStateMachine):
    """Two seats and a spectator around a table of Skirmish."""

    game = game
    names = list(MOVES)

    @initialize(seed=NUMBERS, coin=st.booleans())
    def sit_down(self, seed, coin):
        times = {"mode": 10.0, "word": 20.0, "target": 12.0}
        self.table = Table(self.game, str(seed), coin_flip=coin, timeouts=times)
        self.sent = []  # what was carried out under an id, to be sent again
        self.count = 0

    # --- helpers -----------------------------------------------------------------------------------

    def refused(self, say):
        """Something that must be refused: answered with a code, and nothing has changed."""
        before, rows = self.table.fingerprint, len(self.table.rows)
        heard = say()
        assert of(heard, "error")
        assert all(error["code"] and error["message"] for error in of(heard, "error"))
        assert self.table.fingerprint == before
        assert len(self.table.rows) == rows

    def committed(self, say):
        """Something that must be carried out: one version more, one row more, everybody told."""
        table = self.table
        before, rows = table.room.version, len(table.rows)
        heard = say()
        assert not of(heard, "error"), heard
        assert table.room.version == before + 1
        assert len(table.rows) == rows + 1
        assert table.rows[-1].version == before + 1
        for who in (0, 1, SPECTATOR):
            told = of(table.heard[who], "state_update")[-1]["state"]
            assert told["stateVersion"] == before + 1
        return heard

    def next_id(self):
        self.count += 1
        return f"id {self.count}"

    @property
    def playing(self):
        return self.table.room.status == "playing"

    # --- what people do ------------------------------------------------------------------------------

    @precondition(lambda self: self.playing)
    @rule(number=NUMBERS, with_id=st.booleans(), with_version=st.booleans())
    def somebody_acts(self, number, with_id, with_version):
        table, rng = self.table, random.Random(number)
        seat = rng.choice(table.match.acting)
        if seat in table.handler.open_menus:
            menu = table.prompt(seat)
            offered = menu.get("options") or menu["targets"]
            choice = rng.choice(offered)["id"]
            heard = table.answer(seat, choice)
            assert heard, "it is answered"
            return
        more = {}
        if with_id:
            more["actionId"] = self.next_id()
        if with_version:
            more["stateVersion"] = table.room.version
        if seat in table.match.asked:
            said = ("prompt_response", {**table.random_choice(rng, seat), **more})
        else:
            options = table.state(seat)["options"]
            option = rng.choice(options)
            name = option["id"].partition(":")[0]
            said = ("action", {"actionType": name, "payload": option["payload"], **more})
        before, version = table.fingerprint, table.room.version
        heard = table.say(seat, said[0], **said[1])
        if of(heard, "error"):  # only rules that fail on purpose refuse what they offered
            assert of(heard, "error")[0]["hint"] == "rules_error"
            assert table.fingerprint == before
        else:
            assert table.room.version == version + 1
            if with_id:
                assert of(heard, "ack") == [
                    {"type": "ack", "actionId": more["actionId"], "stateVersion": version + 1}
                ]
                self.sent.append((table.room.seating.index(seat), said, of(heard, "ack")))

    @precondition(lambda self: self.sent)
    @rule(number=NUMBERS)
    def an_acknowledged_message_comes_again(self, number):
        slot, (type, fields), ack = random.Random(number).choice(self.sent)
        before = self.table.fingerprint
        heard = self.table.say(self.table.room.seating[slot], type, **fields)
        assert heard == ack
        assert self.table.fingerprint == before

    @precondition(lambda self: self.sent)
    @rule(number=NUMBERS)
    def an_id_comes_again_with_something_else(self, number):
        slot, (_, fields), _ = random.Random(number).choice(self.sent)
        seat = self.table.room.seating[slot]
        id = fields["actionId"]
        self.refused(lambda: self.table.say(seat, "action", actionType="no such", actionId=id))

    @rule(seat=SEATS, back=st.integers(1, 5), name=st.sampled_from(sorted(MOVES)))
    def somebody_has_seen_an_old_state(self, seat, back, name):
        version = self.table.room.changed_at[seat] - back
        self.refused(lambda: self.table.say(seat, "action", actionType=name, stateVersion=version))

    @rule(
        seat=ANYBODY, name=st.text(max_size=8), payload=st.dictionaries(st.text(max_size=6), JUNK)
    )
    def somebody_sends_no_move(self, seat, name, payload):
        if name.lower() not in self.table.game.all_moves:
            self.refused(lambda: self.table.say(seat, "action", actionType=name, payload=payload))

    @rule(seat=ANYBODY, id=st.integers(0, 40), choice=CHOICES)
    def somebody_answers_what_is_not_asked(self, seat, id, choice):
        opened = None if seat is SPECTATOR else self.table.room.open_prompts.get(seat)
        prompt = f"p_room_{id}"
        if opened is None or opened.prompt_id != prompt:
            self.refused(
                lambda: self.table.say(seat, "prompt_response", promptId=prompt, choice=choice)
            )

    @precondition(lambda self: self.playing and self.table.match.asked)
    @rule(choice=st.lists(st.text(min_size=1, max_size=3, alphabet="?!#"), min_size=1, max_size=3))
    def somebody_picks_what_is_not_offered(self, choice):
        seat = min(self.table.match.asked)
        prompt = self.table.prompt(seat)
        self.refused(lambda: self.table.answer(seat, *choice))
        assert self.table.prompt(seat) == prompt

    @precondition(lambda self: self.playing)
    @rule()
    def whoever_is_not_to_act_tries_to(self):
        for seat in {0, 1} - set(self.table.match.acting):
            self.refused(lambda seat=seat: self.table.act(seat, "end_turn"))

    @precondition(lambda self: self.playing)
    @rule(
        seat=SEATS, zone=st.sampled_from(["hand", "field", "deck", "x"]), index=st.integers(-1, 6)
    )
    def somebody_clicks(self, seat, zone, index):
        table, before = self.table, self.table.fingerprint
        was_open = seat in table.handler.open_menus
        heard = table.say(seat, "intent_card_click", zone=zone, index=index)
        assert of(heard, "error") or of(heard, "prompt_request")
        if was_open:
            assert of(heard, "error")[0]["code"] == "input_locked"
        assert table.fingerprint == before

    @precondition(lambda self: self.playing and self.table.match.asked)
    @rule()
    def somebody_cancels(self):
        table = self.table
        seat = min(table.match.asked)
        may = table.prompt(seat)["canCancel"]
        if may:
            self.committed(lambda: table.answer(seat, "cancel"))
        else:
            self.refused(lambda: table.answer(seat, "cancel"))

    @precondition(lambda self: self.playing)
    @rule(seat=SEATS, chance=st.integers(0, 9))
    def somebody_resigns(self, seat, chance):
        if chance == 0:
            self.committed(lambda: self.table.say(seat, "resign"))
            assert not self.playing

    @precondition(lambda self: not self.playing)
    @rule(seat=SEATS)
    def somebody_wants_more(self, seat):
        self.committed(lambda: self.table.say(seat, "rematch_request"))

    @rule(seat=ANYBODY, text=st.text(min_size=1, max_size=20))
    def somebody_talks(self, seat, text):
        version = self.table.room.version
        assert self.table.say(seat, "chat", text=text)
        assert self.table.room.version == version

    # --- what happens by itself ----------------------------------------------------------------

    @rule(seconds=st.floats(0.1, 200))
    def time_goes_by(self, seconds):
        self.table.wait(seconds)

    @precondition(lambda self: self.table.handler.deadline is not None)
    @rule()
    def time_runs_out(self):
        seats = list(self.table.match.asked)
        self.table.wait_for_timeout()
        assert not any(
            o.deadline is not None and o.deadline <= self.table.clock
            for o in self.table.room.open_prompts.values()
        ), "no time that has run out is still running"
        assert all(seat in (0, 1) for seat in seats)

    @rule(number=NUMBERS)
    def the_server_dies(self, number):
        table, rows = self.table, len(self.table.rows)
        before = table.fingerprint
        seen = {who: without_menus(table, who) for who in (0, 1, SPECTATOR)}
        at = random.Random(number).randrange(1, rows + 1)
        table.restart(table.restored(None if at == 1 else at))
        assert table.fingerprint == before
        assert {who: without_menus(table, who) for who in (0, 1, SPECTATOR)} == seen

    # --- what always holds ---------------------------------------------------------------------

    @invariant()
    def the_rows_are_without_gaps(self):
        rows = self.table.rows
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        versions = [row.version for row in rows if row.kind != "chat"]
        assert versions == list(range(versions[0], versions[0] + len(versions)))

    @invariant()
    def everybody_has_heard_every_version_in_order(self):
        for who in (0, 1, SPECTATOR):
            heard = [m["state"]["stateVersion"] for m in of(self.table.heard[who], "state_update")]
            assert heard == sorted(heard)

    @invariant()
    def somebody_can_act(self):
        table = self.table
        if not self.playing:
            assert not table.room.open_prompts
            return
        acting = table.match.acting
        assert acting, "nobody can act"
        for seat in acting:
            assert table.prompt(seat) is not None or table.state(seat)["options"]
        assert set(table.room.open_prompts) == set(acting)

    @invariant()
    def an_open_question_has_its_prompt(self):
        table = self.table
        for seat in table.match.asked if self.playing else ():
            opened = table.room.open_prompts[seat]
            assert opened.prompt_id
            assert table.prompt(seat)["promptId"] == opened.prompt_id
            assert opened.version <= table.room.version

    @invariant()
    def cards_are_neither_made_nor_lost(self):
        ctx = self.table.match.ctx
        lying = [card for cards in ctx.zones.values() for card in cards]
        assert sorted(lying) == sorted(ctx.cards)

    def teardown(self):
        table = getattr(self, "table", None)
        if table is not None:
            assert fingerprint(table.restored()) == table.fingerprint
            assert fingerprint(table.restored(len(table.rows))) == table.fingerprint


def without_menus(table, who):
    """All that somebody would be shown who comes now; menus are not kept through a crash."""
    menus = dict(table.handler.open_menus)
    table.handler.open_menus.clear()
    try:
        return msgspec.json.encode(table.welcome(who))
    finally:
        table.handler.open_menus.update(menus)


class DuelMachine(RoomMachine):
    """The same around a real duel."""

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
