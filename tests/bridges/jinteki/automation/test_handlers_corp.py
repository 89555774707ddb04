"""The Corp's handlers, each where it applies and where it does not."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed

SIGNAL = "indicates to fire all unbroken subroutines on {}"


def approach(*titles, **how):
    """Start a run and stop at the outermost ice, before anybody has passed."""
    p = AutomatedMatch(ices={"hq": list(titles) or ["Tithe"]}, **how)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    return p


def encounter(title="Tithe", **how):
    p = approach(rezzed(title), **how)
    p.passes("runner", "corp")
    return p


def server(**how):
    """Start a run and stop in movement at Server 1."""
    p = AutomatedMatch(**how)
    p.send("runner", "run", server="Server 1")
    p.passes("runner", "corp")
    return p


def signal(p, title="Tithe"):
    p.send("runner", "system-msg", msg=SIGNAL.format(title))


# --- 1.5 rez strategy -----------------------------------------------------------------------------


def test_no_rez_declines():
    p = approach()
    result = p.step("corp", "--no-rez")
    assert (result.status, result.action) == ("action-taken", "auto-declined-rez")
    assert result.data["ice"] == "Tithe"
    assert p.at == ("approach-ice", 1, "corp")


def test_rez_rezzes_what_is_named_and_then_passes():
    p = approach()
    result = p.step("corp", "--rez", "Tithe")
    assert (result.status, result.action) == ("action-taken", "auto-rezzed")
    assert p.at == ("approach-ice", 1, False)  # a rez is no pass
    result = p.step("corp", "--rez", "Tithe")
    assert (result.action, p.at) == ("sent-continue", ("approach-ice", 1, "corp"))


def test_rez_declines_what_is_not_named():
    p = approach()
    assert p.step("corp", "--rez", "Palisade").action == "auto-declined-rez"
    assert not p.find("Tithe").get("rezzed")


def test_rez_declines_what_cannot_be_paid():
    p = approach("Palisade", corp=2)
    result = p.step("corp", "--rez", "Palisade")
    assert result.action == "auto-declined-rez"
    assert result.reason == "Palisade costs 3, the Corp has 2"


def test_a_refused_rez_is_not_tried_again():
    """Tread Lightly makes ice cost more than its card says."""
    p = AutomatedMatch(ices={"hq": ["Palisade"]}, corp=3, grip=["Tread Lightly"])
    p.send("runner", "play", card={"title": "Tread Lightly", "zone": ["hand"], "side": "Runner"})
    p.press("runner", "HQ")
    p.passes("runner", "corp")
    result = p.loop("corp", "--rez", "Palisade")
    assert [one.result.action for one in result.trail[:2]] == [
        "auto-rezzed-refused",
        "auto-declined-rez",
    ]
    assert result.trail[0].refused == "'rez' needs 6 credits, Corp has 3."
    assert p.at == ("approach-ice", 1, "corp")


def test_a_named_upgrade_is_rezzed_in_the_last_window():
    p = server(roots={"remote1": ["Manegarm Skunkworks", "Offworld Office"]})
    flags = ("--rez", "Manegarm Skunkworks")
    assert p.step("corp", *flags).status == "waiting-for-opponent"  # the Runner may still jack out
    p.passes("runner")
    assert p.step("corp", *flags).action == "auto-rezzed"
    assert p.step("corp", *flags).action == "sent-continue"
    assert p.prompt("runner")["msg"] == "Choose one"


@pytest.mark.parametrize("flags", [("--no-rez",), ("--rez", "Tithe")])
def test_the_strategy_does_nothing_elsewhere(flags):
    p = approach()
    p.passes("corp")
    assert p.would("corp", *flags).by == "paid-ability-window"  # never a second pass
    assert p.would("runner", *flags).by != "corp-rez-strategy"
    p = encounter()
    assert p.would("corp", *flags).by != "corp-rez-strategy"


# --- 1.6 fire unbroken ----------------------------------------------------------------------------


def test_fire_unbroken_fires_on_a_signal():
    p = encounter()
    assert p.would("corp", "--fire-unbroken").by == "waiting-for-opponent"
    signal(p)
    result = p.step("corp", "--fire-unbroken")
    assert (result.status, result.action) == ("action-taken", "auto-fired-subs")
    assert result.data == {"ice": "Tithe", "sub_count": 2}
    assert p.fired == [True, True]
    assert p.would("corp", "--fire-unbroken").by == "corp-all-subs-resolved"


def test_fire_unbroken_fires_on_a_pass():
    p = encounter()
    p.passes("runner")
    assert p.step("corp", "--fire-unbroken").action == "auto-fired-subs"


def test_fire_unbroken_has_nothing_to_fire_if_all_is_broken():
    p = encounter(programs=["Carmen"])
    p.uses("Carmen")
    assert p.would("corp", "--fire-unbroken").by == "corp-all-subs-resolved"


# --- 1.65 fire if asked ---------------------------------------------------------------------------


def test_fire_if_asked_is_silent_until_asked():
    p = encounter()
    result = p.step("corp", "--fire-if-asked")
    assert result.status == "waiting-for-runner-signal"
    signal(p)
    assert p.step("corp", "--fire-if-asked").action == "auto-fired-subs"


def test_fire_if_asked_does_not_treat_a_pass_as_a_request():
    p = encounter()
    p.passes("runner")
    step = p.would("corp", "--fire-if-asked")
    assert step.by == "corp-fire-decision"
    assert step.result.status == "decision-required"
    assert step.result.data["runner_signaled"] is False


def test_fire_if_asked_stops_for_a_rez_decision():
    p = approach()
    assert p.would("corp", "--fire-if-asked").by == "corp-rez-decision"


def test_fire_if_asked_passes_where_there_is_nothing_to_decide():
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    result = p.step("corp", "--fire-if-asked")
    assert (result.action, p.at) == ("auto-continue-fire-if-asked", ("initiation", 0, "corp"))
    assert p.would("corp", "--fire-if-asked").by == "paid-ability-window"


def test_fire_if_asked_ignores_accesses():
    p = server(roots={"remote1": ["Offworld Office"]})
    p.passes("runner", "corp")
    assert p.at[0] == "success"
    assert p.would("corp", "--fire-if-asked").result.status == "waiting-for-opponent"


# --- 1.7 decisions --------------------------------------------------------------------------------


def test_a_rez_decision_stops():
    p = approach("Palisade", "Tithe")
    step = p.would("corp")
    assert step.by == "corp-rez-decision"
    assert step.result.data == {"ice": "Tithe", "position": 2, "cost": 1}
    assert step.result.reason == "Rez Tithe for 1? Otherwise continue."


def test_no_rez_decision_for_rezzed_ice_or_after_a_pass():
    assert approach(rezzed("Tithe")).would("corp").by == "waiting-for-opponent"
    p = approach()
    p.passes("corp")
    assert p.would("corp").by == "paid-ability-window"


def test_an_upgrade_is_a_decision_before_the_server_is_approached():
    p = server(roots={"remote1": ["Manegarm Skunkworks", "Offworld Office"]})
    assert p.would("corp").result.status == "waiting-for-opponent"
    p.passes("runner")
    step = p.would("corp")
    assert step.by == "corp-rez-decision"
    assert step.result.data["cards"] == ["Manegarm Skunkworks"]
    assert p.would("corp", "--no-rez").by == "auto-continue"


def test_an_unaffordable_upgrade_is_not_a_decision():
    p = server(roots={"remote1": ["Manegarm Skunkworks"]}, corp=1)
    p.passes("runner")
    assert p.would("corp").by == "auto-continue"


def test_a_rezzed_upgrade_is_not_a_decision():
    p = server(roots={"remote1": [rezzed("Manegarm Skunkworks")]})
    p.passes("runner")
    assert p.would("corp").by == "auto-continue"


def test_assets_are_not_a_decision():
    p = server(roots={"remote1": ["Nico Campaign"]})
    p.passes("runner")
    assert p.would("corp").by == "auto-continue"


def test_a_fire_decision_comes_when_the_runner_is_done():
    p = encounter()
    assert p.would("corp").result.status == "waiting-for-runner-signal"
    signal(p)
    step = p.would("corp")
    assert step.by == "corp-fire-decision"
    assert step.result.status == "decision-required"
    assert step.result.data == {
        "ice": "Tithe", "unbroken_count": 2, "position": 1, "runner_signaled": True,
    }  # fmt: skip


def test_no_fire_decision_without_unbroken_subroutines():
    p = encounter(programs=["Carmen"])
    p.uses("Carmen")
    assert p.would("corp").by == "corp-all-subs-resolved"


# --- 1.74, 1.75 after the subroutines -------------------------------------------------------------


def test_the_corp_passes_when_all_is_resolved():
    p = encounter()
    p.fire()
    result = p.step("corp")
    assert (result.status, result.action) == ("action-taken", "sent-continue")
    assert p.encounter_passed == "corp"
    assert p.would("corp").by == "paid-ability-window"  # and not once more


def test_the_corp_waits_while_something_is_left_after_firing():
    """A subroutine that cannot be resolved stays open."""
    p = encounter()
    p.fire()
    state = _with_open_sub(p.corp.state)
    assert _decide(p, state).by == "corp-waiting-after-subs-fired"
    assert _decide(p, state).result.status == "waiting-for-opponent"
    state["encounters"]["no-action"] = "runner"
    assert _decide(p, state).result.action == "sent-continue"


def test_nothing_was_fired_yet():
    p = encounter()
    assert p.would("corp", "--fire-unbroken").by == "waiting-for-opponent"


def _with_open_sub(state):
    ice = dict(state["encounters"]["ice"])
    ice["subroutines"] = [{"label": "Do 1 net damage"}, ice["subroutines"][1]]
    return {**state, "encounters": {**state["encounters"], "ice": ice}}


def _decide(p, state):
    from turnwright.bridges.jinteki.automation import Strategy, decide, read_situation

    return decide(read_situation(state, "corp", Strategy(fire_unbroken=True), p.corp.memory))
