"""Runs: phases, passes, ice, breaking, firing, jacking out. Scenarios R1 to R23."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_definition import (
    CARDS,
    Ability,
    CardDefinition,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER, CardFacts, card_facts
from turnwright.games.netrunner.cards.effects import end_run_effect
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.trash import trash_cards

WALL = installed("Palisade", rezzed=False)
CLEAVER = {"program": installed("Cleaver")}


def test_r1_without_ice_the_run_goes_from_initiation_through_movement_to_its_end():
    t = position(turn="runner")
    t.runner("run", "Archives")
    assert (t.phase, t.run.no_action, t.run.position) == ("initiation", None, 0)
    t.both_pass()
    assert (t.phase, t.run.no_action) == ("movement", False)
    t.both_pass()
    assert t.run is None
    assert t.match.asked == {}


def test_r2_ice_that_fires_ends_the_run():
    t = position(turn="runner", servers={"remote1": {"ices": WALL}})
    t.run_on("Server 1")
    assert t.phase == "approach-ice"
    t.corp("rez", "Palisade")
    t.both_pass()
    t.corp("unbroken-subroutines", "Palisade")
    assert t.run is None
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["remote1"]
    t.run_on("Archives")
    assert t.phase == "movement"


def test_r3_a_breaker_gets_through():
    t = position(turn="runner", servers={"rd": {"ices": WALL}}, rig=CLEAVER)
    t.run_on("R&D")
    t.corp("rez", "Palisade")
    t.both_pass()
    assert t.phase == "encounter-ice"
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.both_pass()
    assert (t.phase, t.run.position) == ("movement", 0)
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_r9_the_first_pass_waits_for_the_second_at_the_approach():
    t = position(turn="runner", servers={"remote1": {"ices": WALL}})
    t.run_on("Server 1")
    assert (t.phase, t.run.no_action) == ("approach-ice", False)
    t.runner("continue")
    assert (t.phase, t.run.no_action) == ("approach-ice", 1)
    refusal = t.try_("runner", "continue")
    assert refusal is not None, "who has passed cannot pass again"
    t.corp("continue")
    assert (t.phase, t.run.no_action) == ("movement", False)


def test_r10_the_encounter_has_a_pass_of_its_own():
    t = position(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.both_pass()
    assert (t.phase, t.match.G.encounter.no_action) == ("encounter-ice", None)
    t.runner("continue")
    assert (t.phase, t.match.G.encounter.no_action, t.run.no_action) == ("encounter-ice", 1, False)
    t.corp("continue")
    assert (t.phase, t.run.no_action) == ("movement", False)


def test_r11_automatic_passes_at_rezzed_ice_but_not_before_the_server():
    two = installed("Palisade", "Ping")
    t = position(
        turn="runner", servers={"hq": {"ices": two}}, rig=CLEAVER,
        corp={"hand": ["Hedge Fund"]}, runner={"credits": 9},
    )  # fmt: skip
    t.run_on("HQ")
    t.corp("toggle-auto-no-action")
    assert (t.phase, t.c.card(t.run.ice).kind) == ("approach-ice", "Ping")
    t.runner("continue")
    assert t.phase == "encounter-ice"
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.runner("continue")
    assert t.phase == "movement"
    t.runner("continue")
    assert (t.phase, t.c.card(t.run.ice).kind) == ("approach-ice", "Palisade")
    t.runner("continue")
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    assert (t.phase, t.run.position) == ("movement", 0)
    t.runner("continue")
    assert t.phase == "movement"
    t.corp("continue")
    assert t.phase == "success"
    t.press("runner", "No action")
    assert t.run is None


def test_r12_automatic_passing_stops_at_ice_that_could_be_rezzed():
    ices = [*WALL, *installed("Ping")]
    t = position(turn="runner", servers={"hq": {"ices": ices}}, rig=CLEAVER)
    t.run_on("HQ")
    t.corp("toggle-auto-no-action")
    t.runner("continue")
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    t.runner("continue")
    assert (t.phase, t.run.position) == ("approach-ice", 1)
    t.runner("continue")
    assert t.phase == "approach-ice"
    t.corp("rez", "Palisade")
    t.corp("continue")
    assert t.phase == "encounter-ice"


@pytest.mark.parametrize(("rezzed", "phase"), [(True, "encounter-ice"), (False, "approach-ice")])
def test_r13_r14_toggling_late_passes_at_once_if_there_is_nothing_to_rez(rezzed, phase):
    t = position(turn="runner", servers={"hq": {"ices": installed("Palisade", rezzed=rezzed)}})
    t.run_on("HQ")
    t.runner("continue")
    t.corp("toggle-auto-no-action")
    assert t.phase == phase


def test_r15_which_passes_are_logged():
    t = position(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.runner("continue")
    assert "no further action" not in t.last_line
    t = position(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.corp("continue")
    assert t.last_line == "Corp has no further action."
    t.runner("continue")
    t.runner("continue")
    assert t.last_line == "Runner has no further action."
    t.corp("continue")
    assert t.last_line == "Runner passes Palisade protecting Server 1 at position 0."


def test_r22_the_runner_may_jack_out_in_movement_before_passing():
    t = position(turn="runner", servers={"hq": {"ices": WALL}})
    t.runner("run", "HQ")
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    t.runner("jack-out")
    assert t.run is None
    assert t.log_contains("Runner jacks out.")
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["hq"]


def test_r23_a_single_subroutine_ends_the_run():
    t = position(turn="runner", servers={"hq": {"ices": WALL}})
    t.run_on("HQ")
    t.corp("rez", "Palisade")
    t.both_pass()
    t.corp("subroutine", "Palisade", 0)
    assert t.run is None


def test_the_position_counts_down_from_the_outermost_of_three():
    three = installed("Tithe", "Whitespace", "Diviner")
    t = position(turn="runner", servers={"hq": {"ices": three}}, runner={"credits": 20})
    t.run_on("HQ")
    seen = []
    while t.phase in ("approach-ice", "movement", "encounter-ice") and t.run.position:
        if t.phase == "approach-ice":
            seen.append((t.run.position, t.c.card(t.run.ice).kind))
        t.both_pass()
    assert seen == [(3, "Diviner"), (2, "Whitespace"), (1, "Tithe")]
    assert (t.phase, t.run.position) == ("movement", 0)


def test_a_full_break_passes_for_the_runner():
    t = position(turn="runner", servers={"hq": {"ices": installed("Palisade")}}, rig=CLEAVER)
    t.run_on("HQ")
    t.both_pass()
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    assert t.match.G.encounter.no_action == 1
    assert t.log_contains(
        "Runner pays 1 [Credits] to use Cleaver to break all 1 subroutines on Palisade."
    )


def test_r16_a_subroutine_that_fires_without_a_run_leaves_nothing_behind():
    """The jinteki.net engine allows this; the rules do not."""
    servers = {"hq": {"ices": installed("Palisade")}}
    t = position(turn="runner", servers=servers)
    assert t.try_("corp", "subroutine", "Palisade", 0) is not None
    t = position(turn="runner", servers=servers, priority="engine")
    t.corp("subroutine", "Palisade", 0)
    assert t.last_line == "Corp uses Palisade to end the run."
    t.run_on("R&D")
    assert t.phase == "movement"
    t.runner("jack-out")
    assert t.find_card("Palisade").fired == 0, "the next run begins with fresh subroutines"


def test_without_a_run_none_of_several_subroutines_fires():
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}}, priority="engine")
    t.corp("unbroken-subroutines", "Tithe")
    assert t.last_line == 'Corp resolves 0 unbroken subroutines on Tithe ("[subroutine] ").'
    assert t.credits("corp") == 5


def test_a_broken_subroutine_fires_only_where_the_engine_lets_it():
    for priority, tags in (("strict", 0), ("engine", 1)):
        t = position(
            turn="runner", servers={"hq": {"ices": installed("Pharos")}}, rig=CLEAVER,
            runner={"credits": 9}, priority=priority,
        )  # fmt: skip
        t.run_on("HQ")
        t.both_pass()
        t.runner("ability", "Cleaver", 1)
        t.runner("ability", "Cleaver", 1)
        t.runner("ability", "Cleaver", 0)
        t.press("runner", "Give the Runner 1 tag")
        t.press("runner", "Done")
        refusal = t.try_("corp", "subroutine", "Pharos", 0)
        assert (refusal is None, t.tags) == (tags == 1, tags)


def test_the_engine_fires_rezzed_ice_that_is_only_approached():
    t = position(turn="runner", servers={"hq": {"ices": installed("Palisade")}}, priority="engine")
    t.run_on("HQ")
    t.corp("unbroken-subroutines", "Palisade")
    assert t.run is None
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["hq"]


def test_toggling_off_passes_too_where_the_engine_does():
    t = position(turn="runner", servers={"hq": {"ices": installed("Palisade")}}, priority="engine")
    t.run_on("HQ")
    t.corp("toggle-auto-no-action")
    assert (t.phase, t.run.no_action) == ("approach-ice", 0)
    t.corp("toggle-auto-no-action")
    assert (t.phase, t.run.auto) == ("encounter-ice", False)


def test_a_run_ends_with_its_remote_server():
    t = position(turn="runner", servers={"remote1": {"content": installed("Spin Doctor")}})
    t.run_on("Server 1")
    assert t.phase == "movement"
    t.runner("continue")
    t.corp("ability", "Spin Doctor", 0)
    t.done("corp")
    assert (t.run, t.match.asked) == (None, {})
    assert t.titles("rfg", "corp") == ["Spin Doctor"]
    assert not t.log_contains("approaches Server 1")
    assert "unsuccessful-run" not in t.match.G.sides[1].register
    assert t.match.G.sides[1].register["made-run"] == ["remote1"]


def test_installed_cards_can_be_trashed_by_hand_with_engine_priority():
    servers = {
        "remote1": {"ices": installed("Palisade", rezzed=False)},
        "hq": {"ices": installed("Tithe")},
    }
    t = position(turn="runner", servers=servers)
    assert t.try_("corp", "trash", "Palisade") is not None
    t = position(turn="runner", servers=servers, rig=CLEAVER, priority="engine")
    t.run_on("Server 1")
    t.corp("trash", "Palisade")
    assert t.last_line == "Corp trashes ice protecting Server 1 at position 0."
    assert t.run is None, "nothing is left of the remote"
    t.runner("trash", "Cleaver")
    assert t.last_line == "Runner trashes Cleaver."
    assert [t.titles("discard", side) for side in ("corp", "runner")] == [["Palisade"], ["Cleaver"]]
    assert t.try_("runner", "trash", "Tithe") is not None


# --- with cards that only tests have --------------------------------------------------------------


def toll(c, ice, data):
    """When the Runner encounters this ice, they pay 3 credits or the run ends."""
    price = Price(credits=3)
    if can_pay(c, RUNNER, price, ice):
        c.log(RUNNER, (yield from pay(c, RUNNER, price, ice)))
    else:
        end_run_effect(c, ice)


def shut(c, ice):
    """Trash this ice: end the run."""
    yield from pay(c, CORP, Price(trash_self=True), ice)
    end_run_effect(c, ice)


def wreck(c, resource):
    """Trash 1 piece of ice."""
    ices = [one.id for one in c.installed(CORP) if c.facts(one).type == "ice"]
    chosen = yield from c.select_cards(RUNNER, "Choose ice to trash", ices, 1, resource)
    yield from trash_cards(c, c.cards(chosen), RUNNER)


@pytest.fixture
def made_up(monkeypatch):
    """Register cards for tests: Toll Gate taxes, Trap Door ends the run, Wrecking Crew trashes ice."""
    facts = card_facts()
    for title, side, kind in (
        ("Toll Gate", CORP, "ice"),
        ("Trap Door", CORP, "ice"),
        ("Wrecking Crew", RUNNER, "resource"),
    ):
        strength = 5 if kind == "ice" else None
        monkeypatch.setitem(
            facts, title, CardFacts("", title, side, kind, cost=0, strength=strength)
        )
    here = Trigger(effect=toll, when=lambda c, ice, e: e["ice"] is ice)
    closes = Ability(label="End the run", price=Price(trash_self=True), effect=shut)
    end = (Subroutine("End the run", end_run_effect),)
    trash = Ability(label="Trash 1 piece of ice", effect=wreck)
    register(CardDefinition("Toll Gate", on={"encounter-ice": here}, subs=end))
    register(CardDefinition("Trap Door", abilities=(closes,), subs=end))
    register(CardDefinition("Wrecking Crew", abilities=(trash,)))
    yield
    for title in ("Toll Gate", "Trap Door", "Wrecking Crew"):
        del CARDS[title]


CREW = {"resource": installed("Wrecking Crew")}


@pytest.mark.usefixtures("made_up")
def test_r4_a_tax_on_the_encounter_is_paid_before_anybody_acts():
    t = position(turn="runner", servers={"remote1": {"ices": installed("Toll Gate")}})
    t.run_on("Server 1")
    t.both_pass()
    assert (t.credits("runner"), t.phase) == (2, "encounter-ice")
    t.corp("unbroken-subroutines", "Toll Gate")
    assert t.run is None


@pytest.mark.usefixtures("made_up")
def test_r5_the_run_ends_if_the_tax_cannot_be_paid():
    ices = installed("Palisade", "Toll Gate")
    t = position(turn="runner", servers={"remote1": {"ices": ices}}, runner={"credits": 2})
    t.run_on("Server 1")
    t.both_pass()
    assert (t.run, t.match.G.encounter, t.credits("runner")) == (None, None, 2)
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["remote1"]


@pytest.mark.usefixtures("made_up")
def test_r7_a_run_that_ends_at_the_approach_encounters_no_more_ice():
    ices = installed("Toll Gate", "Trap Door")
    t = position(turn="runner", servers={"hq": {"ices": ices}})
    t.run_on("HQ")
    t.runner("continue")
    t.corp("ability", "Trap Door", 0)
    assert (t.run, t.credits("runner")) == (None, 5)
    assert t.titles("discard", "corp") == ["Trap Door"]


@pytest.mark.usefixtures("made_up")
def test_r8_the_last_ice_of_an_empty_remote_is_trashed_while_it_is_encountered():
    t = position(turn="runner", servers={"remote1": {"ices": installed("Palisade")}}, rig=CREW)
    t.run_on("Server 1")
    t.both_pass()
    t.runner("ability", "Wrecking Crew", 0)
    t.select("runner", "Palisade")
    assert (t.run, t.match.G.encounter, t.match.G.servers) == (None, None, {})


def three_ice():
    """Tithe inside, then Palisade, then Whitespace: all rezzed, protecting HQ."""
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Tithe", "Palisade", "Whitespace")}},
        rig=CREW, corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on("HQ")
    return t


def wrecked(t, title):
    t.runner("ability", "Wrecking Crew", 0)
    t.select("runner", title)


def passed(t, *phases):
    """Let both sides pass once in each of these phases, which follow each other."""
    for phase in phases:
        t.both_pass()
        assert t.phase == phase


@pytest.mark.usefixtures("made_up")
def test_r17_ice_trashed_in_movement_is_not_approached():
    t = three_ice()
    passed(t, "encounter-ice", "movement")
    wrecked(t, "Palisade")
    passed(t, "approach-ice")
    assert (t.c.card(t.run.ice).kind, t.run.position) == ("Tithe", 1)
    passed(t, "encounter-ice", "movement")
    t.runner("jack-out")
    t.run_on("HQ")
    passed(t, "encounter-ice", "movement")
    wrecked(t, "Tithe")
    passed(t, "success")


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("where", ["approach-ice", "encounter-ice"])
def test_r18_r19_ice_trashed_in_front_of_the_runner_is_not_passed(where):
    t = three_ice()
    passed(t, "encounter-ice", "movement", "approach-ice")
    if where == "encounter-ice":
        passed(t, where)
    wrecked(t, "Palisade")
    assert t.phase == where
    passed(t, "movement", "approach-ice")
    assert (t.c.card(t.run.ice).kind, t.run.position) == ("Tithe", 1)
    assert not t.log_contains("passes Palisade")
    if where == "encounter-ice":
        passed(t, where)
    wrecked(t, "Tithe")
    passed(t, "movement", "success")
