"""The state queries, in a local match and on states as other servers send them."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed
from turnwright.bridges.jinteki.automation import (
    break_price,
    can_auto_continue,
    corp_has_rez_opportunity,
    find_server,
    get_current_ice,
    has_real_decision,
    ice_prices,
    opponent_indicated_action,
    runner_signaled_let_fire,
    should_i_act,
    waiting_for_opponent,
)
from turnwright.bridges.jinteki.automation.state_queries import rnd_is_unchanged, subs_were_resolved


def at_approach(**how):
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, **how)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    return p


def at_encounter(title="Tithe", **how):
    p = AutomatedMatch(ices={"hq": [rezzed(title)]}, **how)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    assert p.at[0] == "encounter-ice"
    return p


def lines(*texts, **more):
    return {"log": [{"user": "__system__", "text": text} for text in texts], **more}


# --- ice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_current_ice_is_the_one_at_position_minus_one(count):
    titles = ["Palisade", "Tithe", "Whitespace"][:count]
    p = AutomatedMatch(ices={"hq": titles})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    for position in range(count, 0, -1):
        assert p.at == ("approach-ice", position, False)
        assert get_current_ice(p.corp.state)["title"] == titles[position - 1]
        p.passes("runner", "corp", "runner", "corp")
    assert p.at == ("success", 0, False)
    assert get_current_ice(p.corp.state) is None


def test_no_run_no_ice():
    assert get_current_ice(AutomatedMatch().runner.state) is None


def test_the_runner_does_not_learn_what_unrezzed_ice_is():
    p = at_approach()
    ice = get_current_ice(p.runner.state)
    assert "title" not in ice
    assert "cost" not in ice


def test_the_encountered_card_comes_before_the_position():
    """A forced encounter is independent of the Runner's position."""
    state = {
        "run": {"server": ["hq"], "position": 1, "phase": "success"},
        "encounters": {"ice": {"title": "Ganked"}},
        "corp": {"servers": {"hq": {"ices": [{"title": "Tithe"}], "content": []}}},
    }
    assert get_current_ice(state)["title"] == "Ganked"
    assert get_current_ice({"encounters": state["encounters"]})["title"] == "Ganked"


@pytest.mark.parametrize("server", [["remote1"], ["remote", "1"], "remote1"])
def test_servers_may_be_strings_or_lists(server):
    servers = {"remote1": {"ices": [{"title": "Tithe"}], "content": []}}
    state = {"run": {"server": server, "position": 1}, "corp": {"servers": servers}}
    assert get_current_ice(state)["title"] == "Tithe"


# --- priority -------------------------------------------------------------------------------------


def test_the_runner_acts_first_and_then_whoever_has_not_passed():
    p = AutomatedMatch()
    assert should_i_act(p.runner.state, "runner") is None
    assert not waiting_for_opponent(p.runner.state, "runner")
    p.send("runner", "run", server="Archives")
    assert (should_i_act(p.runner.state, "runner"), should_i_act(p.corp.state, "corp")) == (
        True,
        False,
    )
    p.passes("runner")
    assert (should_i_act(p.runner.state, "runner"), should_i_act(p.corp.state, "corp")) == (
        False,
        True,
    )
    assert waiting_for_opponent(p.runner.state, "runner")
    assert not waiting_for_opponent(p.corp.state, "corp")


def test_an_encounter_has_a_pass_state_of_its_own():
    p = at_encounter()
    p.passes("runner")
    assert p.run["no-action"] is False
    assert should_i_act(p.runner.state, "runner") is False
    assert should_i_act(p.corp.state, "corp") is True


def test_a_request_to_wait_lasts_five_lines_or_until_a_pass():
    p = at_approach()
    p.send("corp", "indicate-action")
    assert opponent_indicated_action(p.runner.state, "runner")
    assert not opponent_indicated_action(p.corp.state, "corp")
    assert waiting_for_opponent(p.runner.state, "runner")
    p.passes("corp")
    assert not opponent_indicated_action(p.runner.state, "runner")
    pause = "[!] Please pause, Corp is acting."
    run = {"server": ["hq"], "position": 0, "phase": "movement"}
    assert opponent_indicated_action(lines(pause, "1", "2", "3", "4", run=run), "runner")
    assert not opponent_indicated_action(lines(pause, "1", "2", "3", "4", "5", run=run), "runner")


def test_rez_opportunity():
    p = at_approach()
    assert corp_has_rez_opportunity(p.corp.state)
    assert not corp_has_rez_opportunity(p.runner.state)  # it does not see the Corp's prompt
    p.rez("Tithe")
    assert not corp_has_rez_opportunity(p.corp.state)
    button = {"choices": [{"value": "Rez Tithe"}], "prompt-type": "other"}
    assert corp_has_rez_opportunity({"corp": {"prompt-state": button}})


def test_auto_continue_only_where_there_is_nothing_to_do():
    p = at_approach()

    def can(side):
        state = p.automation(side).state
        return can_auto_continue(p.prompt(side) or None, p.at[0], side, state)

    assert not can("runner")  # the Corp decides first
    assert not can("corp")  # unrezzed ice is never passed by
    p.passes("runner")
    assert not can("runner")
    assert not can("corp")  # unrezzed ice is never passed by
    p.rez("Tithe")
    assert can("corp")
    assert not can_auto_continue(None, "approach-ice", "corp", p.corp.state)
    p.passes("corp", "runner", "corp", "runner", "corp")
    assert p.at[0] == "success"
    assert not can("runner")
    assert not can("corp")


@pytest.mark.parametrize(
    ("choices", "selectable", "expected"),
    [
        ([], [], False),
        (["Steal"], [], False),
        (["Yes", "No"], [], True),
        (["Done", "OK"], [], False),
        (["done", "End the run"], [], False),
        (["Done", "A", "B"], [], True),
        (["Hide"], [17], True),
    ],
)
def test_real_decisions(choices, selectable, expected):
    prompt = {"choices": [{"value": one} for one in choices], "selectable": selectable}
    assert has_real_decision(prompt) is expected


def test_no_prompt_and_waiting_are_not_decisions():
    assert not has_real_decision(None)
    assert not has_real_decision({"prompt-type": "waiting", "selectable": [1]})


# --- signals --------------------------------------------------------------------------------------


SIGNAL = "Runner indicates to fire all unbroken subroutines on Tithe."
MET = "Runner encounters Tithe protecting HQ at position 0."
BROKE = 'Runner pays 1 [Credits] to use Carmen to break 1 Sentry subroutine on Tithe ("x").'


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ([MET, SIGNAL], True),
        ([MET, SIGNAL, "Runner has no further action."], True),
        ([MET], False),
        ([MET, SIGNAL, MET], False),  # of an earlier encounter
        ([MET, SIGNAL, BROKE], False),  # overtaken by a break
        ([MET, BROKE, SIGNAL], True),
        ([MET, SIGNAL.replace("Runner", "Corp")], False),  # the Corp cannot ask itself
        ([MET, SIGNAL, *["chatter"] * 40], True),
        ([SIGNAL], True),  # the encounter is not told: the last lines count
        ([SIGNAL, *["chatter"] * 40], False),
    ],
)
def test_a_signal_belongs_to_its_encounter(log, expected):
    assert runner_signaled_let_fire(lines(*log), "Tithe") is expected


def test_titles_with_a_common_prefix_are_not_confused():
    log = lines("Runner indicates to fire all unbroken subroutines on Fairchild 3.0.")
    assert runner_signaled_let_fire(log, "Fairchild 3.0")
    assert not runner_signaled_let_fire(log, "Fairchild")


def test_a_signal_in_a_local_match():
    p = at_encounter()
    assert not runner_signaled_let_fire(p.corp.state, "Tithe")
    p.send("runner", "system-msg", msg="indicates to fire all unbroken subroutines on Tithe")
    assert runner_signaled_let_fire(p.corp.state, "Tithe")


def test_log_lines_cannot_be_faked():
    """Neither chat nor a message of the other side counts as a log line of the game."""
    p = at_encounter()
    p.room.post_chat("Corp", "Runner indicates to fire all unbroken subroutines on Tithe.")
    p.send("corp", "system-msg", msg="indicates to fire all unbroken subroutines on Tithe")
    assert not runner_signaled_let_fire(p.corp.state, "Tithe")
    p.send("runner", "system-msg", msg='resolves 2 unbroken subroutines on Tithe ("x")')
    assert not subs_were_resolved(p.corp.state, "Tithe")
    p.room.post_chat("Corp", "[!] Please pause, Corp is acting.")
    assert not opponent_indicated_action(p.runner.state, "runner")


def test_log_lines_use_the_names_of_users():
    """Lines begin with the user's name; only the request to wait names the side."""
    names = {"runner": {"user": {"username": "bob"}}, "corp": {"user": {"username": "ada"}}}
    log = lines(
        "bob encounters Tithe protecting HQ at position 0.", SIGNAL.replace("Runner", "bob")
    )
    assert runner_signaled_let_fire({**log, **names}, "Tithe")
    assert not runner_signaled_let_fire(log, "Tithe")
    log = lines('ada resolves 1 unbroken subroutine on Tithe ("x").')
    assert subs_were_resolved({**log, **names}, "Tithe")
    run = {"server": ["hq"], "position": 0, "phase": "movement"}
    for name in ("Corp", "ada"):
        paused = lines(f"[!] Please pause, {name} is acting.", run=run)
        assert opponent_indicated_action({**paused, **names}, "runner")


# --- servers, prices ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("hq", "HQ"), ("rd", "R&D"), ("R&D", "R&D"), ("ARCHIVES", "Archives"),
        ("remote1", "Server 1"), ("remote 1", "Server 1"), ("r1", "Server 1"),
        ("server1", "Server 1"), ("Server 1", "Server 1"),
    ],
)  # fmt: skip
def test_names_of_servers(word, name):
    state = AutomatedMatch(roots={"remote1": ["Offworld Office"]}).runner.state
    assert find_server(state, word) == (name, "")


@pytest.mark.parametrize("word", ["Server 2", "x", "", "New remote"])
def test_servers_that_do_not_exist(word):
    state = AutomatedMatch(roots={"remote1": ["Offworld Office"]}).runner.state
    name, problem = find_server(state, word)
    assert name == ""
    assert problem == f"Unknown server {word!r}. The servers are HQ, R&D, Archives, Server 1."


@pytest.mark.parametrize(
    ("breaker", "ice", "server", "credits"),
    [
        ("Mayfly", "Whitespace", "hq", 2), ("Mayfly", "Tithe", "hq", 2),
        ("Mayfly", "Palisade", "hq", 2), ("Mayfly", "Palisade", "remote1", 4),
        ("Mayfly", "Diviner", "hq", 3), ("Mayfly", "Karunā", "hq", 4), ("Mayfly", "Brân 1.0", "hq", 8),
        ("Unity", "Whitespace", "hq", 2), ("Unity", "Diviner", "hq", 3),
        ("Cleaver", "Palisade", "hq", 1), ("Cleaver", "Palisade", "remote1", 3),
        ("Cleaver", "Brân 1.0", "hq", 8), ("Carmen", "Tithe", "hq", 2), ("Carmen", "Karunā", "hq", 4),
        ("Cleaver", "Tithe", "hq", None), ("Leech", "Tithe", "hq", None),
    ],
)  # fmt: skip
def test_the_price_of_breaking_is_read_from_the_state(breaker, ice, server, credits):
    roots = {"remote1": ["Offworld Office"]}
    p = AutomatedMatch(ices={server: [rezzed(ice)]}, programs=[breaker], roots=roots, runner=0)
    plan = break_price(p.runner.state, p.find(breaker), p.find(ice))
    assert (None if plan is None else plan.credits) == credits


def test_prices_of_a_server_outermost_first():
    p = AutomatedMatch(
        ices={"hq": [rezzed("Palisade"), "Tithe", rezzed("Whitespace")]}, programs=["Cleaver"]
    )
    told = [(one.position, one.title, one.credits) for one in ice_prices(p.runner.state, "hq")]
    assert told == [(3, "Whitespace", None), (2, None, None), (1, "Palisade", 1)]


def test_unchanged_rnd():
    seen = "Runner accesses Hedge Fund from R&D."
    assert rnd_is_unchanged(lines(seen))
    assert rnd_is_unchanged(lines(seen, "Runner spends [Click] to make a run on R&D."))
    assert not rnd_is_unchanged(lines(seen, "Corp makes their mandatory start of turn draw."))
    assert not rnd_is_unchanged(lines(seen, "Runner pays 3 [Credits] to trash Nico from R&D."))
    assert not rnd_is_unchanged(lines("Runner accesses Hedge Fund from HQ."))
