"""Moves that wait for other moves: the match goes on in the middle of an effect."""

import pytest

import turnwright as tw
from turnwright.core.runtime.prompts import ResumeWaitingMoves, WaitForMoves


class Trial(tw.State):
    open: tw.Public[int] = 0
    """How many trials are in progress."""
    blows: tw.Public[list[int]] = []
    told: tw.Public[list[str]] = []


def challenge(c):
    """Ask for a name, hold a trial until three more blows were struck, then ask again."""
    name = yield c.menu("Which trial?", {"fire": "Fire", "ice": "Ice"})
    c.G.open += 1
    c.G.told.append(f"{name} begins")
    enough = len(c.G.blows) + 3
    while len(c.G.blows) < enough:
        yield WaitForMoves(lambda c: len(c.G.blows) >= enough)
    c.G.open -= 1
    word = yield c.menu("Who won?", {"us": "We", "them": "They"})
    c.G.told.append(f"{name}: {word} won")


def strike(c):
    c.G.blows.append(c.seat)


def aim(c):
    c.G.blows.append((yield c.choose("Whom?", c.seats)))


def finish_off(c):
    """Strike three times at once. What waited for it goes on before the story is told."""
    c.G.blows += [c.seat] * 3
    yield ResumeWaitingMoves()
    c.G.told.append("finished off")


def concede(c):
    c.win(1 - c.seat)


game = tw.Game(
    "trials",
    state=Trial,
    flow=tw.Flow(
        segments={
            "all": tw.Segment(
                start=True,
                at=lambda c: "trial" if c.G.open else "peace",
                turn=tw.Turn(
                    phases={
                        "peace": tw.Phase(moves={"challenge": challenge}),
                        "trial": tw.Phase(
                            who=lambda c: [0, 1],
                            moves={
                                "strike": strike,
                                "aim": aim,
                                "finish_off": finish_off,
                                "challenge": challenge,
                            },
                        ),
                    }
                ),
            )
        }
    ),
    moves={"concede": tw.Move(concede, by="anyone")},
)


def begun(**how):
    match = game.start(**how)
    match.play(0, "challenge")
    match.pick(0, "fire")
    return match


def test_other_moves_are_made_while_a_move_waits():
    match = begun()
    assert not match.asked
    assert not match.is_resting
    assert match.ctx.place.endswith("trial")
    match.play(1, "strike")
    match.play(0, "strike")
    assert match.G.open == 1
    match.play(1, "strike")
    assert match.asked[0].text == "Who won?"
    match.pick(0, "us")
    assert match.is_resting
    assert match.G.told == ["fire begins", "fire: us won"]
    assert match.ctx.place.endswith("peace")


def test_a_move_made_meanwhile_may_ask():
    match = begun()
    match.play(1, "aim")
    assert match.submit(tw.Answer(0, "strike")).code == "not_asked"
    match.pick(1, 0)
    match.play(0, "strike")
    match.play(0, "aim")
    match.pick(0, 1)
    assert match.asked[0].text == "Who won?"


def test_the_last_waiting_move_goes_on_first():
    match = begun()
    match.play(1, "challenge")
    match.pick(1, "ice")
    for _ in range(3):
        match.play(0, "strike")
    assert match.asked[1].text == "Who won?"
    match.pick(1, "them")
    match.pick(0, "us")
    assert match.G.told[2:] == ["ice: them won", "fire: us won"]


@pytest.mark.parametrize("form", ["json", "msgpack"])
def test_a_match_with_a_waiting_move_can_be_saved_and_cloned(form):
    match = begun()
    match.play(1, "strike")
    copies = [game.load(match.save(form)), match.clone(), match.clone(record=False)]
    copies += [copies[-1].clone()]
    for copy in [match, *copies]:
        copy.play(0, "strike")
    copies += [copies[2].clone(), copies[1].clone(record=False)]
    for copy in [match, *copies]:
        copy.play(1, "strike")
        copy.pick(0, "them")
        assert copy.is_resting
        assert copy.G.told == ["fire begins", "fire: them won"]
        assert copy.hash == match.hash
    assert game.replay(match.record.to_json()).hash == match.hash


def test_undo_goes_back_into_a_waiting_move():
    match = begun()
    match.play(1, "strike")
    match.play(1, "strike")
    assert match.undo() is None
    assert match.G.blows == [1]
    match.play(0, "strike")
    match.play(0, "strike")
    assert match.asked[0].text == "Who won?"
    assert match.undo() is None
    assert not match.asked
    assert match.G.blows == [1, 0]


def test_the_end_of_the_game_drops_waiting_moves():
    match = begun()
    match.play(1, "strike")
    match.play(0, "concede")
    assert match.result is not None
    assert match.is_resting
    assert match.acting == []


def test_a_hook_cannot_wait():
    def hook(c):
        yield WaitForMoves(lambda c: True)

    flow = tw.Flow(phases={"main": tw.Phase(start=True, on_begin=hook)})
    with pytest.raises(tw.RulesError, match="not hooks"):
        tw.Game("waiting", state=Trial, flow=flow, moves={"strike": strike}).start()


def test_navigation_is_refused_while_a_move_waits():
    match = begun()
    assert match.flow.set_phase("peace").code == "question_open"
    assert match.flow.set_manual_mode(True).code == "question_open"


def test_a_move_lets_the_waiting_ones_go_on_before_itself():
    match = begun()
    match.play(1, "finish_off")
    assert match.G.open == 0
    assert match.G.told == ["fire begins", "finished off"]  # the question is answered later
    assert match.asked[0].text == "Who won?"
    copies = [game.load(match.save()), match.clone(), match.clone(record=False)]
    for copy in [match, *copies]:
        copy.pick(0, "us")
        assert copy.is_resting
        assert copy.G.told[-1] == "fire: us won"
        assert copy.ctx.place.endswith("peace")
        assert copy.hash == match.hash


def test_only_the_moves_whose_wait_is_over_go_on():
    match = begun()
    match.play(1, "strike")
    match.play(1, "challenge")
    match.pick(1, "ice")
    match.play(0, "finish_off")
    assert match.acting == [0, 1]
    assert match.G.open == 0
    match.pick(0, "us")
    match.pick(1, "them")
    assert match.G.told == [
        "fire begins", "ice begins", "finished off", "fire: us won", "ice: them won",
    ]  # fmt: skip
    assert match.is_resting
