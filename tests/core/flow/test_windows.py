"""Priority windows: who may act, when a window closes, and how a stack resolves in one."""

import pytest

import turnwright as tw


def add_word(c):
    c.G["log"].append(c.seat)


def create_log(c):
    c.G.update(log=[], stack=[])


def window_game(players=2, moves=None, *, steps=False, **window):
    """A phase that is a window (or has a step that is one), then a phase `after`."""
    opened = tw.Window(**window)
    if steps:
        step = tw.Step(start=True, window=opened, moves={"say": add_word})
        talk = tw.Phase(start=True, next="after", steps={"s": step})
    else:
        talk = tw.Phase(start=True, next="after", window=opened, moves={"say": add_word})
    flow = tw.Flow(phases={"talk": talk, "after": tw.Phase()})
    moves = {"concede": tw.move(tw.concede, by="anyone"), "end": tw.end_turn, **(moves or {})}
    return tw.Game("table", seats=players, flow=flow, moves=moves, setup=create_log)


def play(match, *moves):
    """Play these moves for whichever seat may act and return those seats."""
    seats = []
    for move in moves:
        (seat,) = match.acting
        seats.append(seat)
        match.play(seat, move)
    return seats


# --- closing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [False, True], ids=["phase", "step"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_window_closes_when_all_seats_pass_in_succession(seats, steps):
    match = window_game(seats, steps=steps).start()
    passes = ["pass"] * seats
    assert play(match, *passes[1:]) == list(range(seats - 1))
    assert match.ctx.currentPhase == "talk"
    play(match, "pass")
    assert match.ctx.place == "play/after"
    assert match.acting == [0]  # priority returns to the turn player
    assert match.ctx.window is None


def test_an_action_cancels_the_passes_of_the_other_seats():
    match = window_game(3).start()
    assert play(match, "pass", "pass", "say", "pass", "pass") == [0, 1, 2, 0, 1]
    assert match.ctx.place == "play/talk"
    assert play(match, "pass") == [2]
    assert match.ctx.place == "play/after"


def test_without_reopen_a_passed_seat_is_not_asked_again():
    match = window_game(3, reopen=False).start()
    assert play(match, "pass", "say", "say", "pass", "say", "say", "pass") == [0, 1, 2, 1, 2, 2, 2]
    assert match.ctx.place == "play/after"
    assert match.G["log"] == [1, 2, 2, 2]


def test_after_an_action_the_next_or_the_same_seat_may_act():
    assert play(window_game(3, after="next").start(), "say", "say", "say", "say") == [0, 1, 2, 0]
    assert play(window_game(3, after="same").start(), "say", "say", "pass", "say") == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("first", "seat"),
    [("turn", 1), ("other", 2), (lambda c: 0, 0)],
    ids=["turn", "other", "function"],
)
def test_a_window_starts_with_its_first_seat(first, seat):
    match = window_game(3, first=first).start()
    play(match, "end")  # now it is the turn of seat 1
    assert (match.ctx.turn_player, match.acting) == (1, [seat])
    order = [(seat + n) % 3 for n in range(3)]
    assert play(match, "pass", "pass", "pass") == order


def test_only_the_seats_of_a_window_may_act_in_it():
    match = window_game(4, seats=lambda c: [3, 1]).start()
    assert play(match, "pass", "say", "pass") == [1, 3, 1]
    assert match.submit(tw.Answer(0, "pass")).code == "not_your_turn"
    assert play(match, "pass") == [3]
    assert match.ctx.place == "play/after"


def test_a_window_without_seats_closes_immediately():
    assert window_game(seats=lambda c: []).start().ctx.place == "play/after"


def test_the_pass_move_of_a_window_can_be_renamed_and_extended():
    match = window_game(move="done").start()
    assert {option.move for option in match.legal(0)} == {"concede", "end", "say", "done"}
    play(match, "done", "done")
    assert match.ctx.place == "play/after"


def test_a_seat_that_does_not_answer_passes_whatever_the_move_is_called():
    match = window_game(move="letItHappen", first="turn").start()
    prompt = match.prompts[0]
    assert prompt.options[-1].label == "Let it happen"
    assert prompt.default() == tw.Answer(0, "letItHappen", (), None, prompt.id)


def test_a_window_can_be_written_with_camel_case_keys():
    window = {"first": "other", "after": "same", "onClose": lambda G: G["log"].append("closed")}
    phases = {"talk": {"start": True, "next": "after", "window": window}, "after": {}}
    match = tw.Game("table", flow={"phases": phases}, setup=create_log).start()
    assert play(match, "pass", "pass") == [1, 0]
    assert (match.ctx.place, match.G["log"]) == ("play/after", ["closed"])


def test_an_action_that_asks_also_cancels_passes():
    def ask(c):
        if (yield c.yes_no("Loudly?")):
            c.G["log"].append(c.seat)

    match = window_game(moves={"ask": ask}).start()
    play(match, "pass", "ask")
    match.pick(1, "yes")
    assert (match.ctx.passed_players, match.acting) == (set(), [0])
    play(match, "pass")
    assert match.ctx.place == "play/talk"


def test_a_move_by_anyone_does_not_count_as_a_window_action():
    def wave(c):
        yield c.yes_no("Really?")

    match = window_game(moves={"wave": tw.move(wave, by="anyone")}).start()
    play(match, "pass")
    match.play(0, "wave")
    match.pick(0, "no")
    assert (match.ctx.passed_players, match.acting) == ({0}, [1])


def test_a_window_does_not_wait_for_an_eliminated_seat():
    match = window_game(3).start()
    play(match, "pass")
    match.play(2, "concede")
    assert play(match, "pass") == [1]
    assert match.ctx.place == "play/after"


def test_a_window_continues_when_the_acting_seat_concedes():
    match = window_game(3).start()
    match.play(0, "concede")
    assert play(match, "pass", "pass") == [1, 2]
    assert match.ctx.currentPhase == "after"


def shout(c):
    if (yield c.yes_no("Loudly?")):
        c.G["log"].append(c.seat)


def windowless(players):
    """The priority window of the document: a condition on the passes, without `window`."""
    talk = tw.Phase(
        start=True,
        next="after",
        end_if=lambda c: c.ctx.all_players_passed,
        moves={"shout": shout, "pass": lambda c: c.pass_priority()},
    )
    flow = tw.Flow(phases={"talk": talk, "after": tw.Phase()})
    moves = {"concede": tw.move(tw.concede, by="anyone")}
    return tw.Game("table", seats=players, flow=flow, moves=moves, setup=create_log)


def test_without_a_window_an_action_that_asks_also_cancels_passes():
    match = windowless(2).start()
    play(match, "pass", "shout")
    match.pick(1, "yes")
    play(match, "pass")
    assert match.ctx.place == "play/talk"


def test_without_a_window_an_eliminated_seat_need_not_pass():
    match = windowless(3).start()
    match.play(2, "concede")
    assert play(match, "pass", "pass") == [0, 1]
    assert match.ctx.place == "play/after"


def test_an_open_window_can_be_saved():
    match = window_game(3).start()
    play(match, "pass", "say", "pass")
    loaded = match.game.load(match.save("msgpack"))
    for one in (match, loaded):
        assert play(one, "pass") == [0]
        assert one.ctx.place == "play/talk"
        assert play(one, "pass") == [1]
        assert one.ctx.place == "play/after"
    assert loaded.hash == match.hash


# --- a stack ------------------------------------------------------------------------------------------


def cast(c, spell=tw.arg(["bolt", "growth", "counter"])):
    c.G["stack"].append(spell)


def resolve(c):
    """Resolve the top of the stack; then all seats may respond again."""
    if c.G["stack"]:
        spell = c.G["stack"].pop()
        c.G["log"].append(spell)
        if spell == "counter" and c.G["stack"]:
            c.G["stack"].pop()
        c.reopen_window()


def test_a_stack_resolves_last_in_first_out_with_a_new_window_after_each():
    match = window_game(moves={"cast": cast}, on_close=resolve, after="same").start()
    match.play(0, "cast", "bolt")
    play(match, "pass")
    match.play(1, "cast", "growth")
    assert play(match, "pass", "pass") == [1, 0]
    assert (match.ctx.place, match.G["log"]) == ("play/talk", ["growth"])
    assert match.acting == [0]
    match.play(0, "cast", "counter")
    play(match, "pass", "pass")
    assert match.G["log"] == ["growth", "counter"]
    assert match.G["stack"] == []  # the bolt was countered
    play(match, "pass", "pass")
    assert match.ctx.place == "play/after"
    assert match.game.replay(match.record).hash == match.hash


def test_a_window_that_reopens_without_seats_is_reported_as_a_loop():
    window = tw.Window(seats=lambda c: [], on_close=lambda c: c.reopen_window())
    phases = {
        "p": tw.Phase(start=True, next="talk", moves={"go": tw.end_phase}),
        "talk": tw.Phase(window=window),
    }
    match = tw.Game("loop", flow=tw.Flow(phases=phases)).start()
    refusal = match.submit(tw.Answer(0, "go"))
    assert (refusal.code, set(refusal.data["cycle"])) == ("flow_loop", {"play/talk"})
    assert match.ctx.place == "play/p"
