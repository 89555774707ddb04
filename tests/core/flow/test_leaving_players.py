"""Eliminated players: the others continue, and the flow does not wait for them."""

import turnwright as tw


def game_of(segments=None, moves=None):
    flow = (
        tw.Flow(segments=segments) if segments else tw.Flow(phases={"main": tw.Phase(start=True)})
    )
    given = {"wait": lambda c: None, "pass": tw.end_turn, "leave": lambda c: c.end_segment()}
    return tw.Game("table", seats=3, flow=flow, moves={**given, **(moves or {})})


def play(match, *moves):
    for name in moves:
        match.play(match.acting[0], name)


CONCEDE = {"concede": tw.move(tw.concede, by="anyone")}


def test_an_eliminated_player_gets_no_more_turns():
    match = game_of(moves=CONCEDE).start()
    match.play(1, "concede")
    turns = []
    for _ in range(4):
        turns.append(match.ctx.turn_player)
        play(match, "pass")
    assert turns == [0, 2, 0, 2]
    assert match.ctx.numTurns == 2
    assert match.submit(tw.Answer(1, "wait")).code == "eliminated"


def test_the_last_remaining_player_wins():
    match = game_of(moves=CONCEDE).start()
    match.play(1, "concede")
    match.play(2, "concede")
    assert match.result == tw.Result((0,), "seat 2 conceded")


def test_when_the_turn_player_is_eliminated_the_others_can_still_play():
    match = game_of(moves=CONCEDE).start()
    match.play(0, "concede")
    assert match.result is None
    assert match.acting  # otherwise nobody could act and the match would hang
    assert 0 not in match.acting


def test_a_round_is_complete_when_every_remaining_player_had_a_turn():
    def resign(c):
        c.eliminate(c.seat)
        c.end_turn()

    match = game_of(moves={"resign": resign}).start()
    play(match, "resign")
    assert match.ctx.turn_player == 1
    play(match, "pass")
    assert match.ctx.numTurns == 0  # seat 2 has not played in this round
    play(match, "pass")
    assert match.ctx.numTurns == 1


def test_an_eliminated_player_takes_no_extra_turn():
    moves = {**CONCEDE, "favour": lambda c: c.extra_turn(1)}
    match = game_of(moves=moves).start()
    play(match, "favour")
    match.play(1, "concede")
    play(match, "pass")
    assert (match.ctx.turn_player, match.acting) == (2, [2])


def test_a_segment_starts_with_the_first_remaining_player():
    segments = {"a": tw.Segment(next="b"), "b": tw.Segment()}
    match = game_of(segments=segments, moves=CONCEDE).start()
    play(match, "pass")
    match.play(0, "concede")
    play(match, "leave")
    assert (match.ctx.place, match.acting) == ("b", [1])
