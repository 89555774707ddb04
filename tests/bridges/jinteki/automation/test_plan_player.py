"""Plans that play a seat of a match in this process."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed
from turnwright.bridges.jinteki.automation.plan_player import describe_plan, read_seat_plan
from turnwright.core.errors import UnusableError

CORP, RUNNER = 0, 1
BREAK = 'name = "b"\n[runner]\nfull-break = true\n'
TANK = 'name = "t"\n[runner]\ntank-all = true\n'
DEFEND = 'name = "d"\n[corp]\nrez = ["Tithe", "Palisade"]\nfire-unbroken = true\n'
NOTHING = 'name = "n"\n'


def play(p, corp=None, runner=None, limit=60):
    """Let plans play until neither has anything to do. Return the last steps by seat."""
    plans = {
        seat: read_seat_plan(text, seat)
        for seat, text in ((CORP, corp), (RUNNER, runner))
        if text is not None
    }
    last = {}
    for _ in range(limit):
        for seat, plan in plans.items():
            before = p.match.hash if not p.match.asked else None
            last[seat] = step = plan.step(p.match)
            assert before is None or p.match.hash == before, "a step changes nothing"
            for answer in step.answers:
                assert answer.seat == seat
                p.match.apply(answer)
            if step.answers:
                break
        else:
            return last
    raise AssertionError("the plans do not come to an end")


def begin(**how):
    p = AutomatedMatch(**how)
    p.send("runner", "run", server="HQ")
    return p


def test_two_plans_play_a_whole_run():
    p = begin(ices={"hq": ["Tithe", "Palisade"]}, programs=["Carmen", "Cleaver"], runner=20)
    last = play(p, DEFEND, BREAK)
    assert p.match.G.run is None
    assert {step.status for step in last.values()} == {"idle"}
    lines = "\n".join(p.log())
    for line in ("rez Palisade", "rez Tithe", "Cleaver to break", "Carmen to break", "breaches HQ"):
        assert line in lines


def test_subroutines_fire_if_the_plan_allows_it():
    p = begin(ices={"hq": [rezzed("Tithe")]})
    play(p, DEFEND, TANK)
    assert any("resolves 2 unbroken subroutines on Tithe" in line for line in p.log())


def test_a_plan_stops_for_what_it_does_not_decide():
    p = begin(ices={"hq": ["Tithe"]})
    last = play(p, NOTHING, TANK)
    assert (last[CORP].status, last[RUNNER].status) == ("decide", "waiting")
    assert last[CORP].sentence == "Rez Tithe for 1? Otherwise continue."
    p.rez("Tithe")
    last = play(p, NOTHING, NOTHING)
    assert last[RUNNER].status == "decide"
    assert "Tithe" in last[RUNNER].sentence


def test_a_corp_that_fires_only_if_asked_does_not_let_ice_pass_unfired():
    p = begin(ices={"hq": [rezzed("Tithe")]})
    p.passes("runner", "corp", "runner", "corp", "runner")
    last = play(p, 'name = "f"\n[corp]\nfire-if-asked = true\nno-rez = true\n')
    assert last[CORP].status == "decide"
    assert p.encounter_passed == "runner"


def test_outside_of_runs_a_plan_does_nothing():
    p = AutomatedMatch()
    assert play(p, DEFEND, BREAK)[RUNNER].status == "idle"


def test_a_request_to_wait_is_respected():
    p = begin(ices={"hq": ["Tithe"]})
    p.send("corp", "indicate-action")
    last = play(p, None, BREAK)
    assert last[RUNNER].status == "decide"
    assert last[RUNNER].sentence == "Corp has asked to wait."


def test_what_a_plan_sees_does_not_depend_on_hidden_cards():
    """The Runner's plan does the same whatever the unrezzed ice is."""
    played = []
    for ice in ("Tithe", "Palisade"):
        p = begin(ices={"hq": [ice]}, programs=["Carmen"])
        plan = read_seat_plan(BREAK, RUNNER)
        steps = []
        while step := plan.step(p.match):
            steps.append((step.answers, step.status, step.sentence))
            if not step.answers:
                break
            p.match.apply(*step.answers)
            if 0 in p.match.acting:
                p.passes("corp")
        played.append(steps)
    assert played[0] == played[1]


def test_malformed_plans_are_refused():
    with pytest.raises(UnusableError, match="not TOML"):
        read_seat_plan("[", RUNNER)


def test_a_plan_is_described_from_text_and_from_data():
    told = describe_plan(DEFEND)
    assert told["plan"] == {
        "name": "d", "description": "", "runner": {}, "tactics": {},
        "corp": {"rez": ["Tithe", "Palisade"], "fire-unbroken": True},
    }  # fmt: skip
    assert told["problems"] == []
    assert "Corp: rez only Tithe, Palisade, fire after the Runner passed" in told["sentences"]
    again = describe_plan({**told["plan"], "runner": {"full-break": False, "break-or-tank": False}})
    assert "break-or-tank = false" in again["text"]
    assert "full-break" not in again["text"]
    assert describe_plan({"name": 5, "runner": {"tank": {"x": None}}})["problems"]


@pytest.mark.parametrize("given", ["", "[", {}, {"runner": []}, {"name": "x" * 99}, "name = 5"])
def test_whatever_is_not_a_plan_has_problems(given):
    told = describe_plan(given)
    assert told["plan"] is None
    assert [one for one in told["problems"] if one["isError"]]
