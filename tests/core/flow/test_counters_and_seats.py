"""CoreCtx: the properties of the flow document, the counters, and who may act."""

import msgspec
import pytest

import turnwright as tw


def wait(c):
    pass


def game_of(phases=None, *, segments=None, seats=2, moves=None, **settings):
    phases = phases or {"main": tw.Phase(start=True)}
    flow = tw.Flow(segments=segments) if segments else tw.Flow(phases=phases)
    given = {"wait": wait, "pass": tw.end_turn, "leave": lambda c: c.end_segment(), **(moves or {})}
    return tw.Game("table", seats=seats, flow=flow, moves=given, **settings)


def play(match, *moves):
    for name in moves:
        match.play(match.acting[0], name)


# --- the properties ----------------------------------------------------------------------------------

PROPERTIES = {
    "playerOrder": ("player_order", [0, 1]),
    "turnPlayerPos": ("turn_player_pos", 0),
    "priorityPlayerPos": ("priority_player_pos", 0),
    "gameId": ("game_id", "table 4, game 1"),
    "matchId": ("match_id", "table 4"),
    "otp": ("otp", None),
    "choosingFirstPlayer": ("choosing_first_player", None),
    "pendingMulligan": ("pending_mulligan", set()),
    "pendingChampionSelection": ("pending_champion_selection", set()),
    "gameOver": ("game_over", False),
    "winner": ("winner", None),
    "manualMode": ("manual_mode", False),
    "numTurns": ("num_turns", 0),
    "numTurnMoves": ("num_turn_moves", 0),
    "numMoves": ("num_moves", 0),
    "currentSegment": ("current_segment", "play"),
    "currentPhase": ("current_phase", "main"),
    "currentStep": ("current_step", None),
    "cards": ("cards", {}),
    "cardZones": ("card_zones", {}),
    "moveHistory": ("move_history", []),
    "players": ("players", {0: {}, 1: {}}),
    "seed": ("seed", 7),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_of_the_document_is_available_under_both_names(name):
    ctx = game_of().start(seed=7, game_id="table 4, game 1", match_id="table 4").ctx
    python_name, value = PROPERTIES[name]
    assert getattr(ctx, name) == value
    assert getattr(ctx, python_name) == value


def test_an_unknown_property_raises_an_error():
    ctx = game_of().start().ctx
    with pytest.raises(AttributeError):
        ctx.turnPlayerWantsToContinue  # noqa: B018


def test_the_encoded_context_uses_the_names_of_the_document():
    match = game_of(setup=lambda c: c.set_pending_mulligan([1, 0])).start(seed=7, game_id="one")
    play(match, "wait", "pass", "pass", "pass", "wait")
    encoded = msgspec.json.decode(msgspec.json.encode(match.ctx))
    assert not [name for name in encoded if "_" in name]
    expected = {
        "playerOrder": [0, 1],
        "turnPlayerPos": 1,
        "priorityPlayerPos": 1,
        "pendingMulligan": [0, 1],
        "gameId": "one",
        "numTurns": 1,
        "numPlayerTurns": 3,
        "numTurnMoves": 1,
        "numMoves": 5,
        "currentSegment": "play",
        "currentPhase": "main",
        "players": {"0": {}, "1": {}},
        "seed": 7,
    }
    assert {name: encoded.get(name) for name in expected} == expected


@pytest.mark.parametrize("name", ["otp", "pendingMulligan", "choosingFirstPlayer"])
def test_setting_a_property_by_its_camel_case_name_sets_the_same_property(name):
    def assign(c):
        setattr(c.ctx, name, {1} if name == "pendingMulligan" else 1)

    match = game_of(moves={"assign": assign}).start()
    before = match.hash
    play(match, "assign")
    python_name, _ = PROPERTIES[name]
    assert getattr(match.ctx, python_name) == ({1} if name == "pendingMulligan" else 1)
    assert match.hash != before
    assert getattr(match.clone().ctx, name) == getattr(match.ctx, name)


def test_game_over_winner_and_result_describe_the_end():
    match = game_of(moves={"win": lambda c: c.win(c.seat, reason="checkmate")}).start()
    play(match, "win")
    assert (match.ctx.gameOver, match.ctx.winner) == (True, 0)
    assert match.result == tw.Result((0,), "checkmate")
    before = match.hash
    assert [match.submit(tw.Answer(seat, "wait")).code for seat in (0, 1)] == ["game_over"] * 2
    assert (match.hash, match.acting, match.legal(0)) == (before, [], [])


def test_cards_and_card_zones_follow_a_card_as_it_moves():
    zones = {"deck": tw.Zone("hidden"), "hand": tw.Zone("owner")}
    moves = {"draw": lambda c: c.draw_card() and None}

    def setup(c):
        c.create_card("ace", "deck", 1)

    match = game_of(zones=zones, moves=moves, setup=setup).start()
    assert (match.ctx.cards[0].kind, match.ctx.cardZones) == ("ace", {0: "deck:1"})
    play(match, "draw", "pass", "draw")  # seat 0 has no card to draw
    assert match.ctx.cardZones == {0: "hand:1"}


def test_move_history_records_seat_move_position_and_turn():
    def mark(c, cell=tw.arg(range(9))):
        c.end_turn()

    match = game_of(moves={"mark": mark}).start()
    match.play(0, "mark", 4)
    match.play(1, "mark", 0)
    assert match.submit(tw.Answer(0, "mark", (9,))).code == "illegal_argument"
    match.play(0, "wait")
    told = [
        (move.id, move.player, move.type, move.args, move.position, move.turn)
        for move in match.ctx.moveHistory
    ]
    assert told == [
        (1, 0, "mark", (4,), "play/main", 0),
        (2, 1, "mark", (0,), "play/main", 0),
        (3, 0, "wait", (), "play/main", 1),
    ]
    assert match.undo() is None
    assert [move.type for move in match.ctx.moveHistory] == ["mark", "mark"]


# --- counters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_count_rounds_and_player_turns_count_every_turn(seats):
    match = game_of(seats=seats).start()
    counted = []
    for _ in range(2 * seats):
        play(match, "pass")
        counted.append((match.ctx.numPlayerTurns, match.ctx.numTurns))
    assert counted == [(n, n // seats) for n in range(1, 2 * seats + 1)]
    assert match.ctx.num_rounds == 2


def test_turns_are_never_reset_and_a_round_belongs_to_its_segment():
    segments = {"a": tw.Segment(next="b"), "b": tw.Segment(first=1)}
    match = game_of(segments=segments).start()
    play(match, "pass", "pass", "pass", "wait", "wait")
    assert (match.ctx.numTurns, match.ctx.numPlayerTurns, match.ctx.numTurnMoves) == (1, 3, 2)
    play(match, "leave")  # seat 0 has played in this round, but seat 1 has not
    assert (match.ctx.numTurns, match.ctx.turn_player, match.ctx.numTurnMoves) == (1, 1, 0)
    play(match, "pass")
    assert match.ctx.numTurns == 1  # what seat 0 did in the other segment does not complete it
    play(match, "pass")
    assert match.ctx.numTurns == 2


def test_only_successful_moves_are_counted_before_the_flow_settles():
    def note(c):
        c.G["seen"] = [c.ctx.num_moves, c.ctx.num_turn_moves]

    phases = {"p": tw.Phase(start=True, next="q"), "q": tw.Phase(on_begin=note)}
    moves = {"go": tw.end_phase, "fail": lambda c: c.refuse("No.")}
    match = game_of(phases, moves=moves).start()
    play(match, "wait", "wait")
    assert match.submit(tw.Answer(0, "fail")).code == "illegal"
    assert match.submit(tw.Answer(1, "wait")).code == "not_your_turn"
    assert (match.ctx.numMoves, match.ctx.numTurnMoves) == (2, 2)
    play(match, "go")
    assert match.G["seen"] == [3, 3]


def test_turn_moves_count_the_moves_of_all_seats_and_reset_every_turn():
    match = game_of(moves={"wave": tw.move(wait, by="anyone")}).start()
    play(match, "wait")
    match.play(1, "wave")
    assert match.ctx.numTurnMoves == 2
    play(match, "pass")
    assert (match.ctx.numTurnMoves, match.ctx.numMoves) == (0, 3)
    play(match, "wait")
    assert (match.ctx.numTurnMoves, match.ctx.numMoves) == (1, 4)


def test_turn_moves_reset_when_the_turn_player_is_changed():
    phases = {
        "p": tw.Phase(start=True, next="q"),
        "q": tw.Phase(next="r", on_begin=lambda c: c.set_turn_player(c.turn_player)),
        "r": tw.Phase(on_begin=lambda c: c.set_turn_player(1)),
    }
    match = game_of(phases, moves={"go": tw.end_phase}).start()
    play(match, "wait", "go")
    assert (match.ctx.turn_player, match.ctx.numTurnMoves) == (0, 2)
    play(match, "go")
    assert (match.ctx.turn_player, match.ctx.numTurnMoves) == (1, 0)
    assert (match.ctx.numTurns, match.ctx.numPlayerTurns) == (0, 0)


# --- turn player and priority ------------------------------------------------------------------------


def test_setting_the_turn_player_sets_priority_too():
    match = game_of(seats=3, moves={"give": lambda c: c.set_turn_player(2)}).start()
    play(match, "give")
    assert (match.ctx.turnPlayerPos, match.ctx.priorityPlayerPos) == (2, 2)
    assert match.acting == [2]


def test_changing_priority_does_not_count_as_a_turn():
    moves = {"ask": lambda c: c.set_priority_player(1), "reply": lambda c: c.set_priority_player(0)}
    match = game_of(moves=moves).start()
    play(match, "ask")
    assert (match.ctx.turn_player, match.ctx.priority_player) == (0, 1)
    assert match.submit(tw.Answer(0, "wait")).code == "not_your_turn"
    assert (match.flow.can_player_act(0), match.flow.can_player_act(1)) == (False, True)
    play(match, "wait", "reply", "ask", "reply")
    assert (match.ctx.numTurns, match.ctx.numPlayerTurns, match.ctx.numTurnMoves) == (0, 0, 5)
    assert match.acting == [0]


@pytest.mark.parametrize("position", [-1, 2, 99])
def test_nobody_may_act_with_an_invalid_priority_position(position):
    def lose_it(c):
        c.ctx.priority_player_pos = position

    match = game_of(moves={"loseIt": lose_it}).start()
    play(match, "loseIt")
    assert (match.acting, match.prompts, match.ctx.priority_player) == ([], [], None)
    for seat in (0, 1):
        assert match.flow.can_player_act(seat) is False
        assert match.submit(tw.Answer(seat, "wait")).code == "not_your_turn"
        assert match.legal(seat) == []


@pytest.mark.parametrize(
    ("first", "seat"),
    [(None, 0), (1, 1), (2, 2), (lambda c: c.ctx.otp, 1)],
    ids=["default", "seat 1", "seat 2", "otp"],
)
def test_a_segment_starts_with_player_0_or_its_first_player(first, seat):
    begins = []

    def note(c):
        begins.append((c.ctx.turn_player, c.ctx.priority_player))

    def choose(c):
        c.ctx.otp = 1

    segments = {"start": tw.Segment(next="game"), "game": tw.Segment(first=first, on_begin=note)}
    match = game_of(segments=segments, seats=3, moves={"choose": choose}).start()
    play(match, "choose", "pass", "pass", "leave")
    assert begins == [(seat, seat)]  # before the segment's own on_begin
    assert match.acting == [seat]


def test_an_extra_turn_is_taken_before_the_turn_order_continues():
    match = game_of(seats=3, moves={"again": lambda c: c.extra_turn(c.seat)}).start()
    play(match, "again")
    assert match.flow.get_next_turn() == 0
    turns = [match.ctx.turn_player]
    for _ in range(4):
        play(match, "pass")
        turns.append(match.ctx.turn_player)
    assert turns == [0, 0, 1, 2, 0]
    assert match.ctx.numPlayerTurns == 4
    assert match.ctx.numTurns == 1  # one seat had two turns, the others one: that is one round


def test_a_custom_turn_order_chooses_the_next_player():
    turn = tw.Turn(order=lambda c: (c.turn_player - 1) % 3, phases={"p": tw.Phase(start=True)})
    match = game_of(segments={"g": tw.Segment(turn=turn)}, seats=3).start()
    turns = []
    for _ in range(4):
        turns.append(match.ctx.turn_player)
        assert match.flow.get_next_turn() == (match.ctx.turn_player - 1) % 3
        play(match, "pass")
    assert turns == [0, 2, 1, 0]
