"""The Runner's handlers, each where it applies and where it does not."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, card, rezzed, run_now
from turnwright.bridges.jinteki.automation import Automation, Strategy, decide, read_situation


def approach(*ices, **how):
    p = AutomatedMatch(ices={"hq": list(ices)}, **how)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    return p


def encounter(title="Tithe", **how):
    p = approach(rezzed(title), **how)
    p.passes("runner", "corp")
    return p


# --- 2 approach -----------------------------------------------------------------------------------


def test_silent_in_front_of_unrezzed_ice_until_the_corp_has_decided():
    p = approach("Tithe")
    result = p.step("runner")
    assert result.status == "waiting-for-corp-rez"
    assert result.data == {"ice": "ice", "position": 1}
    p.passes("corp")
    assert p.step("runner").action == "sent-continue"
    assert p.at == ("movement", 0, False)


def test_rezzed_ice_is_approached_without_waiting():
    p = approach(rezzed("Tithe"))
    assert p.would("runner").by == "auto-continue"


# --- 2.4 full break -------------------------------------------------------------------------------


def test_full_break_breaks_all_and_has_passed():
    p = encounter(programs=["Carmen"])
    result = p.step("runner", "--full-break")
    assert (result.status, result.action) == ("action-taken", "ability-used")
    assert result.data["ice"] == "Tithe"
    assert result.data["breaker"] == "Carmen"
    assert p.broken == [True, True]
    assert p.encounter_passed == "runner"
    assert p.would("runner", "--full-break").by == "paid-ability-window"


def test_full_break_uses_the_cheapest_breaker_and_an_ai_last():
    p = encounter("Palisade", programs=["Mayfly", "Marjanah", "Cleaver"])
    assert p.would("runner", "--full-break").result.data["breaker"] == "Cleaver"
    p = encounter(programs=["Mayfly", "Carmen"])  # both for two
    assert p.would("runner", "--full-break").result.data["breaker"] == "Carmen"


def test_full_break_finds_a_program_on_the_ice():
    hosted = card("Botulus", counters={"virus": 2})
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe", hosted=[hosted])]}, runner=0)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    assert p.step("runner", "--full-break").data["breaker"] == "Botulus"
    assert p.broken == [True, True]


def test_full_break_lets_unaffordable_ice_fire():
    p = encounter(programs=["Carmen"], runner=1)
    result = p.step("runner", "--full-break")
    assert result.status == "waiting-for-corp-fire"
    assert p.log()[-1] == "Runner indicates to fire all unbroken subroutines on Tithe"
    p.step("runner", "--full-break")
    assert p.log().count(p.log()[-1]) == 1  # it is said once


def test_full_break_may_stop_instead():
    p = encounter(programs=["Carmen"], runner=1)
    strategy = Strategy(full_break=True, break_or_tank=False)
    step = decide(read_situation(p.runner.state, "runner", strategy, p.runner.memory))
    assert step.by == "runner-full-break"
    assert step.result.status == "paused-cannot-break"
    assert step.result.data["unbroken_subs"] == ["Do 1 net damage", "Gain 1 [Credits]"]
    assert step.result.data["credits"] == 1


def test_full_break_has_nothing_to_break():
    p = encounter(programs=["Carmen"])
    p.fire()
    assert p.would("runner", "--full-break").by == "runner-pass-broken-ice"
    p = approach(rezzed("Tithe"), programs=["Carmen"])
    assert p.would("runner", "--full-break").by == "auto-continue"


def test_full_break_spends_nothing_if_the_corp_has_passed():
    p = encounter(programs=["Carmen"])
    p.passes("corp")
    assert p.would("runner", "--full-break").by == "auto-continue"


class WithoutDynamic:
    """A seat at a server without abilities that break everything at once."""

    def __init__(self, seat):
        self.seat, self.side = seat, seat.side

    @property
    def gameid(self):
        return self.seat.gameid

    @property
    def cursor(self):
        return self.seat.cursor

    @property
    def state(self):
        state = self.seat.state
        programs = [
            {**one, "abilities": [use for use in one.get("abilities", ()) if "dynamic" not in use]}
            for one in state["runner"]["rig"]["program"]
        ]
        rig = {**state["runner"]["rig"], "program": programs}
        return {**state, "runner": {**state["runner"], "rig": rig}}

    async def send(self, command, args=None):
        return await self.seat.send(command, args)

    async def wait(self, since, timeout=None):
        return await self.seat.wait(since, timeout)


@pytest.mark.parametrize(
    ("ice", "breaker", "credits"),
    [("Karunā", "Carmen", 4), ("Brân 1.0", "Cleaver", 8), ("Palisade", "Cleaver", 1)],
)
def test_full_break_by_hand(ice, breaker, credits):
    p = encounter(ice, programs=[breaker], runner=10)
    runner = Automation(WithoutDynamic(p.room.seat("runner")))
    result = run_now(runner.auto_continue_loop("--full-break", patience=0))
    assert result.trail[0].result.action == "ability-used"
    assert all(p.broken)
    assert p.credits("runner") == 10 - credits
    assert result.status == "waiting-for-opponent-paid-abilities"  # it has passed after that
    assert p.encounter_passed == "runner"


# --- 2.5 letting subroutines fire -----------------------------------------------------------------


def test_unbroken_subroutines_are_a_decision():
    p = encounter()
    step = p.would("runner")
    assert step.by == "runner-encounter-ice"
    assert step.result.status == "fire-decision-required"
    assert step.result.data == {"ice": "Tithe", "unbroken_count": 2, "position": 1}


@pytest.mark.parametrize("flags", [("--tank", "Tithe"), ("--tank-all",)])
def test_tanking_tells_the_corp_once(flags):
    p = encounter()
    first, second = p.step("runner", *flags), p.step("runner", *flags)
    assert first.status == second.status == "waiting-for-corp-fire"
    assert [one.command for one in first.commands] == ["system-msg"]
    assert second.commands == ()


def test_tanking_another_ice_does_not_count():
    assert (
        encounter().would("runner", "--tank", "Palisade").result.status == "fire-decision-required"
    )


def test_tank_adds_to_what_was_decided():
    p = encounter()
    result = run_now(p.runner.tank("tithe"))
    assert result.status == "waiting-for-corp-fire"
    assert p.runner.strategy.may_tank("Tithe")


def test_if_the_corp_has_passed_nothing_fires():
    p = encounter()
    p.passes("corp")
    assert p.step("runner").action == "sent-continue"
    assert p.at == ("movement", 0, False)


# --- 2.6, 2.7 passing -----------------------------------------------------------------------------


def test_broken_ice_is_passed():
    p = encounter("Whitespace", programs=["Unity"], runner=2)
    p.send("runner", "ability", card={"cid": p.find("Unity")["cid"]}, ability=0)
    p.press("runner", "Make the Runner lose 3 [Credits]")
    p.press("runner", "End the run if the Runner has 6 [Credits] or less")
    assert p.broken == [True, True]
    step = p.would("runner")
    assert (step.by, step.result.action) == ("runner-pass-broken-ice", "sent-continue")


def test_fired_ice_is_passed():
    p = encounter()
    p.fire()
    assert p.would("runner").by == "runner-pass-broken-ice"
    state = p.runner.state
    ice = {**state["encounters"]["ice"], "subroutines": [{"label": "not resolved"}]}
    state = {**state, "encounters": {**state["encounters"], "ice": ice}}
    step = decide(read_situation(state, "runner", Strategy(), p.runner.memory))
    assert (step.by, step.result.action) == ("runner-pass-fired-ice", "sent-continue")


def test_unbroken_ice_is_not_passed():
    p = encounter()
    assert p.would("runner").by == "runner-encounter-ice"
    assert p.would("corp").by not in ("runner-pass-broken-ice", "runner-pass-fired-ice")
