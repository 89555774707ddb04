"""Manual mode: rules are suspended, players edit the state, and every edit is recorded."""

import pytest

import turnwright as tw


def damage(c):
    c.G["life"] -= 1


def map_game():
    steps = {"s": tw.Step(start=True), "t": tw.Step(moves={"damage": damage})}
    phases = {
        "p": tw.Phase(start=True, next="q", steps=steps),
        "q": tw.Phase(end_if=lambda c: c.G["rush"]),
    }
    return tw.Game(
        "map",
        flow=tw.Flow(segments={"g": tw.Segment(turn=tw.Turn(phases=phases))}),
        setup=lambda c: c.G.update(rush=False, life=20, lifes=[20, 20]),
        moves={"rush": lambda c: c.G.update(rush=True)},
    )


def assert_replays(match):
    assert match.game.replay(match.record).hash == match.hash
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_in_manual_mode_every_seat_may_make_every_move_anywhere():
    match = map_game().start()
    assert match.submit(tw.Answer(1, "damage")).code == "not_here"
    assert match.flow.set_manual_mode(True) is None
    assert match.ctx.manualMode is True
    match.play(1, "damage")
    assert (match.G["life"], match.ctx.place) == (19, "g/p/s")
    assert match.submit(tw.Answer(1, "fly")).code == "unknown_move"
    assert_replays(match)


def test_in_manual_mode_guards_are_not_checked():
    never = tw.move(lambda c: c.G.update(done=True), name="never", when=lambda c: "Never.")
    match = tw.Game("guard", moves={"never": never}).start()
    assert match.submit(tw.Answer(0, "never")).sentence == "Never."
    match.flow.set_manual_mode(True)
    match.play(0, "never")
    assert match.G == {"done": True}


def test_in_manual_mode_a_move_resolves_to_the_current_phase():
    def record_word(word):
        return lambda c: c.G.update(said=word)

    phases = {
        "p": tw.Phase(start=True, moves={"act": record_word("p")}),
        "q": tw.Phase(moves={"act": record_word("q")}),
    }
    match = tw.Game("local", flow=tw.Flow(phases=phases)).start()
    match.flow.set_manual_mode(True)
    match.play(0, "act")
    assert match.G["said"] == "p"


def test_manual_mode_suspends_transitions_and_leaving_it_settles():
    match = map_game().start()
    match.flow.set_phase("q")
    match.flow.set_manual_mode(True)
    match.play(0, "rush")
    assert match.ctx.place == "g/q"
    assert match.flow.set_manual_mode(False) is None
    assert (match.ctx.place, match.ctx.turn_player) == ("g/p/s", 1)
    assert_replays(match)


def test_in_manual_mode_state_edits_are_applied_and_recorded():
    match = map_game().start()
    assert match.flow.edit("G.life", 7).code == "not_manual"
    match.flow.set_manual_mode(True)
    assert match.flow.edit("G.life", 7) is None
    assert match.flow.edit("G.lifes.1", 3) is None
    assert match.flow.edit("ctx.priority_player_pos", 1) is None
    match.flow.set_manual_mode(False)
    assert (match.G["life"], match.G["lifes"], match.acting) == (7, [20, 3], [1])
    assert [entry.op for entry in match.record.entries] == ["manual", *["edit"] * 3, "manual"]
    assert_replays(match)


class Score(tw.State):
    points: int = 0


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("points", 1),
        ("G.goals", 1),
        ("G.points.0", 1),
        ("ctx.cards.9", 1),
        ("G.points", "many"),
        ("ctx.num_turns", "many"),
    ],
)
def test_an_invalid_edit_is_refused_and_changes_nothing(path, value):
    match = tw.Game("score", state=Score).start()
    match.flow.set_manual_mode(True)
    before = (match.hash, match.version)
    assert match.flow.edit(path, value).code == "bad_path"
    assert (match.hash, match.version) == before


def test_an_edit_cannot_set_a_position_outside_the_flow():
    match = map_game().start()
    match.flow.set_manual_mode(True)
    match.flow.edit("ctx.current_phase", "atlantis")
    match.flow.edit("ctx.current_step", None)
    assert match.ctx.place == match.flow.place.path
    assert match.game.load(match.save()).hash == match.hash


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("ctx.player_order", []),
        ("ctx.seed", 5),
        ("ctx.turn_player_pos", 7),
        ("ctx.current_phase", "q"),
        ("G.nothing.here", 1),
        ("elsewhere", 1),
    ],
)
def test_fields_that_would_break_the_match_cannot_be_edited(path, value):
    match = map_game().start()
    match.flow.set_manual_mode(True)
    before = match.save()
    assert match.flow.edit(path, value).code == "bad_path"
    assert match.save() == before


def test_editing_the_zone_of_a_card_moves_the_card():
    zones = {"deck": tw.Zone(), "hand": tw.Zone("owner")}
    game = tw.Game("cards", zones=zones, setup=lambda c: c.create_card("ace", "deck", 1))
    match = game.start()
    match.flow.set_manual_mode(True)
    assert match.flow.edit("ctx.card_zones.0", "hand:0") is None
    assert (match.ctx.zones["deck:1"], match.ctx.zones["hand:0"]) == ([], [0])
    assert match.flow.edit("ctx.card_zones.0", "moon").code == "bad_path"
    assert_replays(match)
