"""Invalid scenario files: every problem is reported with its line, its path and what was expected."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.skirmish.api import write
from turnwright.skirmish.model import files, library
from turnwright.skirmish.model.files import BadFile, parse, read
from turnwright.skirmish.model.name_resolution import resolve

DUEL = """
sides:
  - name: Left
    combatants: [{name: Ann, hp: 10}]
  - name: Right
    combatants: [{name: Bob, hp: 10}]
"""


def problems(text):
    with pytest.raises(BadFile) as refused:
        parse(text)
    return [str(problem) for problem in refused.value.problems]


BAD = {
    "": ["line 1: expected a mapping with sides, got nothing"],
    "- 1": ["line 1: expected a mapping with sides, got a list"],
    "a: b: c": ["line 1: this is not valid YAML: mapping values are not allowed in this context"],
    "name: x\nnotes: [1, 2\nsides: 3": [
        "line 3: this is not valid YAML: did not find expected ',' or ']' while parsing a flow sequence"
    ],
    "name: !!python/object/apply:os.system [ls]": [
        "line 1: YAML tags such as tag:yaml.org,2002:python/object/apply:os.system are not allowed"
    ],
    "name: 1\n---\nname: 2": ["line 2: a second document starts here; a file holds one"],
    "[a]: 1": ["line 1: a key must be a word, not a list or a mapping"],
    "name: *nobody": ["line 1: *nobody has no complete anchor (&nobody) above it"],
    "name: &me [*me]": ["line 1: *me has no complete anchor (&me) above it"],
    "name: a\x07b": ["line 1: this is not text: it contains the character U+0007"],
    DUEL + "rulez: 2014": ["line 7, rulez: unknown key 'rulez'; did you mean 'rules'?"],
    DUEL + "actions: {Hit: {effect: {type: Harm, damage: min(3, round)}}}": [
        "line 7, actions.Hit.effect[\"round)\"]: unknown key 'round)'; within {...} put a formula with "
        "commas in quotes",
        "line 7, actions.Hit.effect.damage: 'min(3' is not a dice formula; write for example 2d6+3 "
        "(expected ')')",
    ],
    DUEL + "rules: 2015": [
        "line 7, rules: there is no rule profile named '2015'; did you mean '2014'?"
    ],
    DUEL + "rules: {use: grim}": [
        "line 7, rules.use: there is no rule profile named 'grim'; did you mean 'grit'?"
    ],
    DUEL + "name: a\nname: b": ["line 8, name: this key is already in line 7"],
    DUEL + "surprised: [Lefties]": [
        "line 7, surprised[0]: no side or combatant of this encounter is named 'Lefties'; did you mean "
        "'Left'?"
    ],
    "sides: []": ["line 1, sides: an encounter needs at least two sides, got none"],
    "name: x": ["line 1: an encounter needs at least two sides, got none"],
    "sides: {A: [Goblin]}": ["line 1, sides: an encounter needs at least two sides, got 1"],
    "sides: [{name: A, combatants: [Ogre]}, {name: A, combatants: [Ogre]}]": [
        "line 1, sides: more than one side is named 'A'"
    ],
    "sides: {A: [Goblin], B: []}": ["line 1, sides.B: side 'B' has no combatants"],
    "sides: {A: [Goblin], B: }": ["line 1, sides.B: side 'B' has no combatants"],
    "sides: {A: [Goblin]}\nday: [short rest]": ["line 2, day: a day needs at least one encounter"],
    "sides: {A: [Goblin]}\nday:\n- {sides: {}}": [
        "line 3, day[0]: an encounter needs at least two sides, got 1"
    ],
    "sides: {A: [Goblinn], B: [Ogre]}": [
        "line 1, sides.A[0]: there is no combatant named 'Goblinn'; did you mean 'Goblin'?"
    ],
    "rules: grit\nsides:\n  A: [Ogre]\n  B:\n  - Skeleton\n  - {use: Zombie, count: 2}": [
        "line 5, sides.B[0]: the rules have no condition named 'poisoned'; did you mean 'pinned'?",
        "line 6, sides.B[1]: the rules have no condition named 'poisoned'; did you mean 'pinned'?",
    ],
    "combatants: {X: {use: Y}, Y: {use: X}}\nsides: {A: [X], B: [Ogre]}": [
        "line 1, combatants.Y.use: 'X' uses itself",
        "line 1, combatants.X.use: 'Y' uses itself",
    ],
    "sides: {A: [{use: Goblin, count: 10000}], B: [Ogre]}": [
        "line 1, sides.A[0].count: expected a whole number from 1 to 1000, got 10000: an encounter "
        "has at most 1000",
        "line 1, sides: 10,001 combatants are too many: an encounter has at most 1,000",
    ],
    "sides: {A: [{use: Goblin, count: 1000}], B: [Ogre]}": [
        "line 1, sides: 1,001 combatants are too many: an encounter has at most 1,000"
    ],
}


@pytest.mark.parametrize("text", BAD)
def test_bad_files(text):
    assert problems(text) == BAD[text]


BAD_COMBATANTS = {
    "hp: 2x6": ["hp: '2x6' is not a dice formula; write for example 2d6+3 (unexpected 'x6')"],
    "hp: 5d0": ["hp: '5d0' has a die with 0 sides"],
    "hp: [1]": ["hp: expected a number, or dice such as 2d6+3, got a list"],
    "ac: high": ["ac: expected a whole number, got 'high'"],
    "ac: 15.5": ["ac: expected a whole number, got 15.5"],
    "count: 0": [
        "count: expected a whole number from 1 to 1000, got 0: an encounter has at most 1000"
    ],
    "armor: 3": [
        "armor: unknown key 'armor'; known here: name, count, hp, start_hp, temporary_hp, ac, "
    ],
    "death_saves: maybe": ["death_saves: expected true or false, got 'maybe'"],
    "pools: {SpellSlot_1: -1}": ["pools.SpellSlot_1: expected a number of at least 0, got -1"],
    "pools: {Ki: four}": [
        "pools.Ki: 'four' is not a size of a pool; write for example 2 per long rest"
    ],
    "pools: 7": ["pools: expected a mapping, got 7"],
    "actions: [Longswrod]": [
        "actions[0]: there is no action named 'Longswrod'; did you mean 'Longsword'?"
    ],
    "actions: [{use: Longswrod}]": [
        "actions[0].use: there is no action named 'Longswrod'; did you mean 'Longsword'?"
    ],
    "actions: [{cost: Action}]": ["actions[0]: 'name' is missing"],
    "condition_immune: [pronne]": [
        "condition_immune[0]: the rules have no condition named 'pronne'; did you mean 'prone'?"
    ],
    "initiative_lean: advantge": [
        "initiative_lean: expected one of '', 'advantage', 'disadvantage', 'highest of three', got "
        "'advantge'; did you mean 'advantage'?"
    ],
}


@pytest.mark.parametrize("text", BAD_COMBATANTS)
def test_bad_combatants(text):
    found = problems(f"sides:\n  A: [Goblin]\n  B:\n  - name: Bob\n    {text}")
    expected = [f"line 5, sides.B[0].{problem}" for problem in BAD_COMBATANTS[text]]
    assert len(found) == len(expected)
    assert all(one.startswith(start) for one, start in zip(found, expected, strict=True))


BAD_ACTIONS = {
    "{cost: Acton -1}": [
        "cost: 'Acton -1' is not a cost; write for example Action, Ki 2 or SpellSlot 1+"
    ],
    "{cost: Ki 2+}": ["cost: 'Ki 2+': only resources whose name ends in Slot have levels"],
    "{cost: [{resource: Ki, amount: -1}]}": [
        "cost[0].amount: expected a number of at least 0, got -1"
    ],
    "{cost: [{resource: Slot, allow_upcast: true}]}": [
        "cost[0]: level: allow_upcast needs a level"
    ],
    "{timing: Mian}": [
        "timing: expected one of Main, Free, Anytime, Setup, got 'Mian'; did you mean 'Main'?"
    ],
    "{timing: Reaction}": ["timing: a reaction needs its trigger: {on: AttackHit, who: self}"],
    "{targets: enemys}": [
        "targets: expected one of 'ally', 'anyone', 'enemy', 'event source', 'event target', "
        "'other ally', 'self', got 'enemys'; did you mean 'enemy'?"
    ],
    "{requires: hp_percent <}": [
        "requires: 'hp_percent <': expected a number after the comparison"
    ],
    "{requires: any enemy prone}": [
        "requires: 'any enemy prone': only tags can be required of any enemy: any enemy tag prone"
    ],
    "{requires: [round == 1, target Markd]}": [
        "requires[1]: 'Markd' is not a fact, a status of this file or a condition of the rules; to "
        "require a tag, write tag Markd"
    ],
    "{requires: [{type: Nott}]}": [
        "requires[0].type: expected one of And, Or, Not, TargetCondition, SelfCondition, "
        "HasResource, HasTag, LastEvent, Custom, got 'Nott'; did you mean 'Not'?"
    ],
    "{effect: [{type: Atack}]}": [
        "effect[0].type: expected one of Attack, Save, Harm, Heal, Apply, Remove, Gain, Lose, Move, "
        "EndTurn, Cancel, Roll, Outcome, ChangeDamage, Grant, If, Spawn, Transform, got "
        "'Atack'; did you mean 'Attack'?"
    ],
    "{effect: [{to_hit: 5}]}": [
        "effect[0]: expected a 'type' here, one of Attack, Save, Harm, Heal, Apply, Remove, Gain, "
        "Lose, Move, EndTurn, Cancel, Roll, Outcome, ChangeDamage, Grant, If, Spawn, Transform"
    ],
    "{effect: boom}": [
        "effect: expected a list of effects, such as {type: Attack, to_hit: 5, damage: 1d8+3}"
    ],
    "{effect: {type: Attack, dmg: 1d6, damage: [1d6+, 2y4]}}": [
        "effect.dmg: unknown key 'dmg'; did you mean 'damage'?",
        "effect.damage: '1d6+' is not a dice formula; write for example 2d6+3"
        " (something is missing at its end)",
    ],
    "{effect: {type: Save, damage: 1d6}}": ["effect: 'dc' is missing"],
    "{effect: {type: Apply, status: {name: X, duration: 1 while}}}": [
        "effect.status.duration: '1 while' is not a duration; write for example 1 round, 3 turns, 1 "
        "turn of bearer at end, or one of end of turn, next attack made, next attack taken, "
        "next hit made, next hit taken, next save made, next save forced, encounter, "
        "short rest, long rest"
    ],
    "{effect: {type: Apply, status: {name: X, conditions: pronne}}}": [
        "effect.status.conditions: the rules have no condition named 'pronne'; did you mean 'prone'?"
    ],
    "{use: Second Wind, dc: 15}": [
        "dc: no effect of 'Second Wind' has 'dc', so it cannot be overridden"
    ],
    "{uses: twice}": ["uses: 'twice' is not a number of uses; write for example 2 per long rest"],
    "{recharge: often}": ["recharge: 'often' is not a recharge; write for example 5-6"],
    "{recharge: 1}": ["recharge: expected a whole number of at least 2, got 1"],
}


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_bad_actions(text):
    found = problems(DUEL + f"actions:\n  Strike: {text}")
    assert found == [f"line 8, actions.Strike.{problem}" for problem in BAD_ACTIONS[text]]


def test_all_problems_are_reported_at_once_in_the_order_of_the_lines():
    assert problems("""
      rules: 2014
      actions:
        Zap: {cost: Acton!, effect: {type: Atack}}
      sides:
        A:
          - {name: Ann, hp: 2x6, ac: high, pools: {Ki: -1}}
          - {use: Golbin}
        B: []
      names: x
    """) == [
        "line 4, actions.Zap.cost: 'Acton!' is not a cost; write for example Action, Ki 2 or "
        "SpellSlot 1+",
        "line 4, actions.Zap.effect.type: expected one of Attack, Save, Harm, Heal, Apply, Remove, "
        "Gain, Lose, Move, EndTurn, Cancel, Roll, Outcome, ChangeDamage, Grant, If, Spawn, Transform, "
        "got 'Atack'; did you mean 'Attack'?",
        "line 7, sides.A[0].ac: expected a whole number, got 'high'",
        "line 7, sides.A[0].pools.Ki: expected a number of at least 0, got -1",
        "line 7, sides.A[0].hp: '2x6' is not a dice formula; write for example 2d6+3 (unexpected 'x6')",
        "line 8, sides.A[1].use: there is no combatant named 'Golbin'; did you mean 'Goblin'?",
        "line 9, sides.B: side 'B' has no combatants",
        "line 10, names: unknown key 'names'; did you mean 'name'?",
    ]


def test_problems_of_a_definition_are_reported_where_it_is_written():
    assert problems("combatants: {Bob: {ac: no}}\nsides: {A: [Bob, Bob], B: [Ogre]}") == [
        "line 1, combatants.Bob.ac: expected a whole number, got 'no'"
    ]


def test_problems_of_an_overridden_effect_are_reported_where_it_is_written():
    text = "actions:\n  Zap: {effect: [{type: Attack, to_hit: 1}, 7]}\n  Zip: {use: Zap, to_hit: 3}"
    assert [problem.partition(": ")[0] for problem in problems(DUEL + text)] == [
        "line 8, actions.Zap.effect[1]"
    ]


def test_the_message_names_the_file_and_counts_the_problems(tmp_path):
    file = tmp_path / "broken.yaml"
    file.write_text(DUEL + "rulez: 1\nnamee: 2")
    with pytest.raises(BadFile) as refused:
        read(file)
    assert refused.value.code == "bad_file"
    assert str(refused.value).splitlines() == [
        f"{file}: 2 problems",
        "  line 7, rulez: unknown key 'rulez'; did you mean 'rules'?",
        "  line 8, namee: unknown key 'namee'; did you mean 'name'?",
    ]


def test_a_long_list_of_problems_is_cut():
    text = (
        "sides: {A: [" + ", ".join(f"{{name: X{i}, ac: no}}" for i in range(70)) + "], B: [Ogre]}"
    )
    with pytest.raises(BadFile) as refused:
        parse(text)
    assert len(refused.value.problems) == 70
    assert str(refused.value).endswith("  and 20 more")


def test_files_that_cannot_be_read(tmp_path):
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("name: x\nnotes: caf\xe9".encode("latin-1"))
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)
    for path, sentence in (
        (tmp_path / "none.yaml", "the file: it cannot be read: no such file or directory"),
        (tmp_path, "the file: it cannot be read: is a directory"),
        (latin, "line 2: this is not valid UTF-8: byte 0xE9"),
        (huge, "the file: it is larger than 16 MB"),
    ):
        with pytest.raises(BadFile) as refused:
            read(path)
        assert [str(problem) for problem in refused.value.problems] == [sentence]


def test_files_that_expand_without_end_are_refused():
    laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    laughs += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    aliases = "a: &a x\nb: [" + "*a, " * 300 + "]"
    assert problems(laughs) == ["line 6: it has more than 400,000 values"]
    assert problems(aliases) == ["line 2: there are more than 200 aliases (*name)"]
    assert problems("sides: " + "[" * 100_000) == ["line 1: it is nested more than 60 levels deep"]
    assert problems("sides: " + "{a: " * 100_000) == [
        "line 1: it is nested more than 60 levels deep"
    ]
    assert problems("x" * 5_000_000) == [
        "the file: it has 5,000,000 characters; the limit is 4,000,000"
    ]


def test_ten_thousand_combatants_are_too_many():
    crowd = "".join(f"    - {{name: X{i}}}\n" for i in range(10_000))
    assert problems(f"sides:\n  B: [Ogre]\n  A:\n{crowd}") == [
        "line 1, sides: 10,001 combatants are too many: an encounter has at most 1,000"
    ]


SAMPLE = dict(library.texts("encounters"))["grit-alley"]
VALUES = [
    "null",
    "true",
    "-1",
    "[]",
    "{}",
    "{a: 1}",
    "1e400",
    "99999999999999999999",
    ".nan",
    "&a b",
]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_with_problems(data):
    lines = SAMPLE.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        key, colon, _ = lines[index].partition(":")
        lines[index] = data.draw(
            st.sampled_from(
                ["", lines[-index], lines[index][:-2], *(f"{key}{colon} {word}" for word in VALUES)]
            )
        )
    try:
        scenario = parse("\n".join(lines))
    except BadFile:
        return
    assert resolve(parse(write(scenario))) == resolve(scenario)
