"""Saved run plans: reading and checking them, the folder, and runs that follow them."""

import random

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from turnwright.bridges.jinteki.automation import (
    BadPlanError,
    PlanFolder,
    command,
    default_plan_folder,
    load_plan,
    parse_flags,
    read_plan,
)
from turnwright.core.errors import UnusableError

CAREFUL = """\
name = "Careful"
description = "Break what can be broken, and let Tithe fire."

[runner]
full-break = true
tank = ["Tithe", "karuna"]

[corp]
rez = "Palisade"
fire-unbroken = true

[tactics]
default = "pause"
Tithe = { action = "break-dynamic", card = "Carmen" }

[tactics."Brân 1.0"]
action = "script"
steps = [{ action = "prep", card = "Leech", ability-index = 0 }, "pause"]
"""


def problems(text, name="x"):
    """Everything that is wrong with a text: errors, or the warnings of a usable plan."""
    try:
        return [str(one) for one in read_plan(text, name).warnings]
    except BadPlanError as error:
        return [str(one) for one in error.problems]


# --- reading --------------------------------------------------------------------------------------


def test_a_plan_is_read_without_complaint():
    plan = read_plan(CAREFUL)
    assert (plan.name, plan.warnings) == ("Careful", ())
    assert plan.strategy_fields("corp") == {"rez": frozenset({"palisade"}), "fire_unbroken": True}
    runner = plan.strategy_fields("runner")
    assert runner["tank"] == {"tithe", "karuna"}
    assert set(runner["tactics"]) == {"default", "Tithe", "Brân 1.0"}


def test_a_plan_survives_being_written_and_read_again():
    plan = read_plan(CAREFUL)
    again = read_plan(plan.to_toml())
    assert again == plan
    odd = 'name = "q\\"\\\\ é \\t"\n[tactics]\n"=x" = "pause"\n'
    assert problems(odd)[0].startswith("line 1, name: A name is one line")
    assert read_plan(read_plan(CAREFUL.replace("Careful", '\\"é\\"')).to_toml()).name == '"é"'


def test_all_problems_are_listed_with_their_lines_and_suggestions():
    text = """\
nmae = "x"
tank-all = true

[runner]
full-brake = true
tank = "Tihte"
full_break = true
no-rez = true
tank-all = "yes"
since = 5

[corp]
rez = ["Palisade", 7]
fire-unbroken = 1

[tactics]
"Palisade" = { action = "brake-dynamic", card = "Carmen" }
Tithe = { action = "use-ability", card = "Carmen", ability-index = "one" }
Whitespace = { action = "break-subs", card = "Carmen", subz = [0] }
"Karunā" = { action = "script", steps = ["pause", { action = "break-dynamic" }] }
"""
    assert problems(text) == [
        "line 1, nmae: There is no part 'nmae'; did you mean 'name'?",
        "line 2, tank-all: There is no part 'tank-all'; tank-all belongs into [runner].",
        "line 5, runner.full-brake: There is no option 'full-brake'; did you mean 'full-break'?",
        "warning: line 6, runner.tank.0: There is no known card 'Tihte'; did you mean 'Tithe'?",
        "line 7, runner.full_break: Write 'full-break' instead of 'full_break'.",
        "line 8, runner.no-rez: 'no-rez' is an option of the Corp.",
        'line 9, runner.tank-all: This must be true or false, not "yes".',
        "line 10, runner.since: 'since' is given with a command and not kept in a plan.",
        "warning: line 6, runner.tank: It has no effect: tank-all lets all ice fire.",
        'line 13, corp.rez: This must be a list of titles: ["Tithe"], not ["Palisade", 7].',
        "line 14, corp.fire-unbroken: This must be true or false, not 1.",
        "line 17, tactics.Palisade.action: There is no action 'brake-dynamic'; "
        "did you mean 'break-dynamic'?",
        "line 18, tactics.Tithe.ability-index: The index of an ability must be a number: 0, 1, ...",
        "line 19, tactics.Whitespace.subz: 'break-subs' has no 'subz'; did you mean 'subs'?",
        "line 19, tactics.Whitespace: 'break-subs' needs 'subs'.",
        "line 20, tactics.Karunā.steps.1: 'break-dynamic' needs 'card'.",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[runner\n", "line 1: This is not TOML"),
        ("a = ", "line 1: This is not TOML"),
        ("x" * 20_000, "at most 10,000 characters"),
        ("[runner]\ntank = " + "[" * 3000, "not TOML"),
        ("name = 5\n[runner]\nfull-break = true", "line 1, name: The name must be a text"),
        ('name = ""\n[runner]\nfull-break = true', "A name is one line"),
        ('name = "a/b"\n[runner]\nfull-break = true', "without slashes"),
        ("runner = 5", "line 1, runner: This must be a table: [runner]."),
        ("[tactics]\nTithe = 5", 'line 2, tactics.Tithe: A tactic is "pause" or a table'),
        ("[tactics.Tithe]\ncard = 'Carmen'", "line 1, tactics.Tithe: A tactic needs an action"),
        ("", "warning: The plan decides nothing"),
        ("[runner]\ntank = ['Carmen']", "Carmen is a program, not ice."),
        ("[corp]\nno-rez = true\nrez = ['Tithe']", "warning: line 3, corp.rez: It has no effect"),
        ("[tactics]\nCarmen = 'pause'", "warning: line 2, tactics.Carmen: Carmen is a program"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text, says):
    assert says in "\n".join(problems(text))


def test_a_plan_without_a_name_is_refused():
    with pytest.raises(BadPlanError, match="A plan needs a name"):
        read_plan("[runner]\nfull-break = true")


def test_damaged_texts_never_raise_anything_else():
    chance = random.Random(5)
    for _ in range(600):
        letters = list(CAREFUL)
        for _ in range(chance.randint(1, 12)):
            place = chance.randrange(len(letters))
            letters[place : place + chance.randint(0, 9)] = chance.choice(
                [
                    "",
                    "[",
                    "]",
                    '"',
                    "=",
                    "\n",
                    "{",
                    "}",
                    "5",
                    "true",
                    "\x00",
                    "é",
                    " ",
                    "'",
                    "1979-05-27",
                ]
            )
        for problem in problems("".join(letters)):
            assert problem


# --- the folder -----------------------------------------------------------------------------------


def test_plans_are_found_by_name_and_by_file(tmp_path):
    folder = PlanFolder(tmp_path / "plans")
    assert folder.files() == []
    with pytest.raises(UnusableError, match="the folder has no plans"):
        folder.find("careful")
    path = folder.save(read_plan(CAREFUL))
    assert path == tmp_path / "plans" / "careful.toml"
    for word in ("careful", "Careful", str(path)):
        assert folder.find(word) == read_plan(CAREFUL)
    with pytest.raises(UnusableError, match="did you mean 'Careful'"):
        folder.find("carefull")


def test_saving_again_replaces_the_file_of_that_name(tmp_path):
    folder = PlanFolder(tmp_path)
    (tmp_path / "mine.toml").write_text(CAREFUL, "utf-8")
    folder.save(read_plan(CAREFUL.replace("full-break = true", "full-break = false")))
    assert [path.name for path in folder.files()] == ["mine.toml"]
    assert folder.find("Careful").runner["full-break"] is False


def test_damaged_files_are_listed_under_their_own_name(tmp_path):
    (tmp_path / "broken.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "odd.toml").write_text("name = ")
    folder = PlanFolder(tmp_path)
    assert [name for name, _ in folder.names()] == ["broken", "odd"]
    with pytest.raises(UnusableError, match="not a text in UTF-8"):
        folder.find("broken")
    with pytest.raises(BadPlanError, match=r"odd\.toml is not valid: line 1: This is not TOML"):
        folder.find("odd")


def test_a_file_without_a_name_is_named_after_itself(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text("[runner]\nfull-break = true\n")
    assert load_plan(path).name == "quick"


def test_the_folder_follows_the_environment(tmp_path):
    found = default_plan_folder({"XDG_CONFIG_HOME": str(tmp_path)})
    assert found == tmp_path / "turnwright" / "plans"


# --- runs -----------------------------------------------------------------------------------------


def given(*words, side="runner", plan=CAREFUL):
    return parse_flags(words, side, lambda word: read_plan(plan))


def test_flags_override_the_plan():
    assert given("HQ", "--plan", "careful").given["tank"] == {"tithe", "karuna"}
    assert given("HQ", "--tank", "Palisade", "--plan", "careful").given["tank"] == {"palisade"}
    corp = given("--plan", "careful", "--no-rez", "--fire-if-asked", side="corp").given
    assert corp == {"no_rez": True, "fire_if_asked": True}


def test_warnings_of_a_plan_are_passed_on():
    parsed = given("--plan", "x", plan='name = "x"\n[runner]\ntank = ["Tihte"]', side="corp")
    assert parsed.warnings == (
        "Plan 'x': runner.tank.0: There is no known card 'Tihte'; did you mean 'Tithe'?",
        "The plan 'x' decides nothing for the Corp.",
    )


def say(p, side, *words):
    return run_now(command(p.automation(side), words))


def test_both_sides_of_a_run_follow_plans(tmp_path):
    path = tmp_path / "both.toml"
    path.write_text("[runner]\nfull-break = true\n[corp]\nrez = ['Tithe']\nfire-unbroken = true\n")
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, programs=["Carmen"], hq=["Offworld Office"])
    started = say(p, "runner", "run", "HQ", "--no-continue", "--plan", str(path))
    assert started.warnings == ()
    for _ in range(20):
        p.loop("runner")
        if p.run is None:
            break
        run_now(p.corp.monitor_run("--plan", str(path), patience=0))
        if p.at == ("approach-ice", 1, False):
            p.passes("runner")
    assert p.run is None
    assert any("Carmen to break" in line for line in p.log())


def test_a_plan_chosen_during_a_run_holds_for_the_rest_of_it(tmp_path):
    path = tmp_path / "tank.toml"
    path.write_text("[runner]\ntank = ['Tithe']\n")
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe"), rezzed("Tithe")]})
    say(p, "runner", "run", "HQ", "--no-continue")
    p.passes("runner", "corp", "runner", "corp")
    assert say(p, "runner", "continue", "--single").status == "fire-decision-required"
    result = say(p, "runner", "continue", "--single", "--plan", str(path))
    assert result.status == "waiting-for-corp-fire"
    assert p.runner.strategy.may_tank("Tithe")
    assert not p.runner.strategy.full_break


def test_a_plan_that_cannot_be_used_starts_no_run(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("[runner]\nfull-brake = true\n")
    p = AutomatedMatch()
    result = say(p, "runner", "run", "HQ", "--plan", str(path))
    assert (result.status, result.data["code"]) == ("error", "bad_plan")
    assert "line 2, runner.full-brake" in result.reason
    assert p.run is None
