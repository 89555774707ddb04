"""Every linter finding, with a game that triggers it and a similar game that does not."""

from importlib import import_module

import pytest

import turnwright as tw
from turnwright.core.analysis.lint import check, definition_problems
from turnwright.games import GAMES


def act(c):
    """A move that does not affect the flow."""


def game(phases=None, *, segments=None, moves=None, **settings):
    flow = tw.Flow(segments=segments) if segments else tw.Flow(phases=phases or {})
    return tw.Game("small", flow=flow, moves=moves, **settings)


def found(some_game):
    return [(problem.code, problem.path) for problem in check(some_game)]


def worst(some_game):
    return {problem.severity for problem in check(some_game)} - {"note"}


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_games_have_no_errors_and_no_warnings(name):
    shipped = import_module(GAMES[name]).game

    assert [str(problem) for problem in check(shipped) if problem.severity != "note"] == []


def test_linting_a_game_does_not_prevent_adding_moves():
    made = tw.Game("open")
    check(made)

    made.move(act)

    assert "act" in made.all_moves


# --- names ----------------------------------------------------------------------------------------


def test_an_unknown_next_is_a_definition_error():
    with pytest.raises(tw.DefinitionError) as raised:
        game({"draw": tw.Phase(start=True, next="mian", end_if=tw.always), "main": tw.Phase()})

    (problem,) = definition_problems(raised.value)
    assert (problem.severity, problem.code) == ("error", "unknown_next")
    assert problem.path == "flow.phases.draw"
    assert "'mian'" in problem.sentence


def test_other_definition_errors_are_reported_in_the_same_form():
    with pytest.raises(tw.DefinitionError) as raised:
        tw.Game("odd", flow={"phases": {"main": {"strat": True, "onBegin": 3}}})

    assert [problem.code for problem in definition_problems(raised.value)] == ["definition"] * 2


@pytest.mark.parametrize(("target", "codes"), [("mian", ["unknown_next"]), ("main", [])])
def test_a_next_function_that_returns_an_unknown_name_is_reported(target, codes):
    choices = {
        "mian": lambda c: "mian" if c.G else "main",
        "main": lambda c: "main" if c.G else None,
    }
    phases = {
        "draw": tw.Phase(start=True, next=choices[target], end_if=tw.always),
        "main": tw.Phase(moves={"act": act}),
    }

    assert [problem.code for problem in check(game(phases))] == codes


def test_a_jump_to_an_unknown_name_is_reported():
    def attack(c):
        c.set_phase("batle")

    def attack_well(c):
        c.set_phase("battle")

    def flow(move):
        return {
            "main": tw.Phase(start=True, next="battle", moves={"attack": move}),
            "battle": tw.Phase(next="main", end_if=tw.always),
        }

    assert found(game(flow(attack))) == [("unknown_jump", "play/main")]
    assert found(game(flow(attack_well))) == []


def test_a_name_with_a_slash_is_reported():
    with pytest.raises(tw.DefinitionError, match="'a/b' is not a valid name"):
        game({"a/b": tw.Phase(start=True, moves={"act": act})})
    assert found(game({"a-b": tw.Phase(start=True, moves={"act": act})})) == []


# --- unreachable phases and segments --------------------------------------------------------------


def test_an_unreachable_phase_is_reported():
    def phases(then):
        return {
            "main": tw.Phase(start=True, next=then, moves={"act": act}),
            "battle": tw.Phase(next="main", moves={"act": act}),
        }

    assert found(game(phases(None))) == [("unreachable", "play/battle")]
    assert found(game(phases("battle"))) == []
    assert found(game(phases(lambda c: "battle" if c.G else None))) == []


def test_an_unreachable_segment_is_reported_without_its_phases():
    def segments(then):
        inner = tw.Turn(phases={"main": tw.Phase(start=True, moves={"act": act})})
        return {
            "setup": tw.Segment(next=then, moves={"act": act}),
            "play": tw.Segment(turn=inner),
        }

    assert found(game(segments=segments(None))) == [("unreachable", "play")]
    assert found(game(segments=segments("play"))) == []


def fight(c):
    c.set_phase("battle")


class LintContext(tw.Context):
    def start_battle(self):
        self.jump_to(phase="battle")


def to_battle_unless(other):
    return lambda c: other if c.G else "battle"


@pytest.mark.parametrize(
    "reaches_battle",
    [
        {"moves": {"fight": fight}},
        {"moves": {"fight": lambda c: fight(c)}},
        {"moves": {"fight": lambda c: c.start_battle()}},
        {"moves": {"fight": lambda c: c.startBattle()}},
        {"moves": {"act": act}, "on_end": fight},
        {"moves": {"act": act}, "window": tw.Window(on_close=fight)},
        {"moves": {"act": act}, "next": to_battle_unless("main")},
        {"moves": {"act": act}, "next": lambda c: c.G.get("then")},
    ],
)
def test_every_way_to_reach_a_phase_is_recognised(reaches_battle):
    phases = {
        "main": tw.Phase(start=True, **reaches_battle),
        "battle": tw.Phase(next="main", moves={"act": act}),
    }

    assert found(game(phases, context=LintContext)) == []


def test_with_computed_jumps_an_unreachable_phase_is_only_a_note():
    def go(c):
        c.set_phase(c.G["where"])

    phases = {
        "main": tw.Phase(start=True, moves={"go": go}),
        "battle": tw.Phase(next="main", moves={"act": act}),
    }

    (problem,) = check(game(phases))
    assert (problem.severity, problem.code) == ("note", "unreachable")


def test_phases_without_a_start_are_reported():
    def phases(start):
        return {
            "draw": tw.Phase(start=start, next="main", end_if=tw.always),
            "main": tw.Phase(next="draw", moves={"act": act}),
        }

    def small(start):
        return game(phases(start), moves={"act": act})

    assert found(small(False)) == [("no_start", "play")]
    assert found(small(True)) == []


def test_steps_without_a_start_are_accepted_if_a_move_jumps_to_them():
    def phases(move):
        steps = {
            "attack": tw.Step(next="damage", end_if=tw.always),
            "damage": tw.Step(end_if=tw.always),
        }
        return {"main": tw.Phase(start=True, moves={"go": move}, steps=steps)}

    def attack(c):
        c.set_step("attack")

    assert found(game(phases(act))) == [("no_start", "play/main")]
    assert found(game(phases(attack))) == []


# --- dead ends ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "exit_setting",
    [
        {"moves": {"act": act}},
        {"end_if": lambda c: c.G},
        {"window": tw.Window()},
        {"steps": {"only": tw.Step(start=True, end_if=tw.always)}},
        {"on_begin": lambda c: c.end_phase()},
        {"on_begin": lambda c: c.win(0)},
    ],
)
def test_a_phase_without_an_exit_is_a_dead_end(exit_setting):
    def phases(**more):
        return {
            "draw": tw.Phase(start=True, next="main", **more),
            "main": tw.Phase(moves={"act": act}),
        }

    assert found(game(phases())) == [("dead_end", "play/draw")]
    assert found(game(phases(**exit_setting))) == []


def test_a_move_by_anyone_does_not_count_as_an_exit():
    phases = {"main": tw.Phase(start=True)}

    concede = tw.Move(tw.concede, by="anyone")
    assert found(game(phases, moves={"concede": concede})) == [("dead_end", "play/main")]
    assert found(game(phases, moves={"concede": tw.concede})) == []


def test_a_final_segment_without_moves_is_accepted():
    def segments(then):
        return {
            "play": tw.Segment(next="over", moves={"act": act}),
            "over": tw.Segment(next=then),
        }

    (problem,) = check(game(segments=segments(None)))
    assert (problem.severity, problem.code, problem.path) == ("note", "final", "over")
    assert ("dead_end", "over") in found(game(segments=segments("play")))


def test_a_step_that_only_its_phase_can_end():
    def phases(**more):
        steps = {
            "ready": tw.Step(start=True, next="draw", **more),
            "draw": tw.Step(end_if=tw.always),
        }
        return {"begin": tw.Phase(start=True, end_if=lambda c: c.G, steps=steps)}

    (problem,) = check(game(phases()))
    assert (problem.severity, problem.code) == ("warning", "never_ends")
    assert problem.path == "play/begin/ready"
    assert "only the phase around it" in problem.sentence
    assert found(game(phases(end_if=tw.always))) == []


# --- endless cycles -------------------------------------------------------------------------------


def ring(**more):
    return {
        "draw": tw.Phase(start=True, next="main", end_if=tw.always),
        "main": tw.Phase(end_if=lambda: True, **more),
    }


def test_a_cycle_of_phases_that_end_immediately_is_reported():
    (problem,) = check(game(ring()))

    assert (problem.severity, problem.code) == ("error", "auto_cycle")
    assert "play/draw -> play/main" in problem.sentence
    with pytest.raises(tw.FlowLoop):
        game(ring()).start()


@pytest.mark.parametrize(
    "setting",
    [
        {"next": lambda c: "draw" if c.G else "main"},
        {"on_begin": lambda c: c.win(0)},
        {"next": "main"},
    ],
)
def test_a_cycle_that_can_be_left_is_accepted(setting):
    assert found(game(ring(**setting))) == []


def test_cycles_of_steps_and_of_segments_are_reported():
    steps = {
        "ping": tw.Step(start=True, next="pong", end_if=tw.always),
        "pong": tw.Step(next="ping", end_if=tw.always),
    }
    assert found(game({"main": tw.Phase(start=True, steps=steps)})) == [
        ("auto_cycle", "play/main/ping")
    ]
    segments = {
        "day": tw.Segment(next="night", end_if=tw.always),
        "night": tw.Segment(next="day", end_if=tw.always),
    }
    assert found(game(segments=segments)) == [("auto_cycle", "day")]
    segments["night"] = tw.Segment(next="day", end_if=lambda c: c.G, moves={"act": act})
    assert found(game(segments=segments)) == []


def test_a_segment_condition_between_turns_breaks_the_cycle():
    turn = tw.Turn(phases=ring())

    assert worst(game(segments={"play": tw.Segment(turn=turn)})) == {"error"}
    assert worst(game(segments={"play": tw.Segment(turn=turn, end_if=lambda c: c.G)})) == set()


# --- moves ----------------------------------------------------------------------------------------


def test_removing_a_move_that_does_not_exist_is_reported():
    phases = {"main": tw.Phase(start=True, moves={"act": act, "concede": None})}

    assert found(game(phases)) == [("removes_nothing", "play/main")]
    assert found(game(phases, moves={"concede": tw.concede})) == []


def test_moves_with_the_same_name_and_different_parameters_are_reported():
    def play(c, card=tw.arg([1, 2])):
        pass

    def play_on(c, card=tw.arg([1, 2]), target=tw.arg([0, 1])):
        pass

    def phases(inner):
        steps = {"attack": tw.Step(start=True, moves={"play": inner})}
        return {"main": tw.Phase(start=True, moves={"play": play}, steps=steps)}

    (problem,) = check(game(phases(play_on)))
    assert (problem.severity, problem.code) == ("note", "same_name")
    assert problem.path == "play/main/attack"
    assert "(card, target) here, but (card) around" in problem.sentence
    assert found(game(phases(play))) == []


def test_findings_are_complete_and_sorted_by_severity():
    phases = {
        "draw": tw.Phase(start=True, next="main"),
        "main": tw.Phase(moves={"act": act, "gone": None}),
        "lost": tw.Phase(moves={"act": act}),
    }

    severities = [problem.severity for problem in check(game(phases))]
    assert severities == ["error", "warning", "warning"]


def test_a_condition_that_changes_the_state_is_reported():
    def counts(c):
        c.G["asked"] = c.G.get("asked", 0) + 1
        return False

    def reads(c):
        found = {}
        found["asked"] = 1
        return bool(found)

    def game(condition):
        main = tw.Phase(start=True, moves={"go": lambda c: c.win(0)}, end_if=condition)
        return tw.Game("asked", flow=tw.Flow(phases={"main": main}))

    (problem,) = [one for one in check(game(counts)) if one.code == "impure"]
    assert problem.severity == "warning"
    assert problem.path == "end_if of play/main"
    assert f"test_lint.py:{counts.__code__.co_firstlineno + 1}" in problem.sentence
    assert not [one for one in check(game(reads)) if one.code == "impure"]
