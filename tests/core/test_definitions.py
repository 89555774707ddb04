"""Definitions: all errors are reported together with their paths; playing never modifies them."""

import copy

import pytest

import turnwright as tw
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe


def problems(**parts):
    with pytest.raises(tw.DefinitionError) as raised:
        tw.Game("faulty", **parts)
    assert raised.value.code == "bad_definition"
    assert str(raised.value) == "; ".join(raised.value.problems)
    return raised.value.problems


def flow_problems(**phases):
    return problems(flow={"phases": phases})


# --- single errors --------------------------------------------------------------------------------


def test_unknown_keys_are_reported_with_their_path_in_both_spellings():
    found = problems(
        flow={
            "segmnts": {},
            "segments": {
                "g": {
                    "onBegn": None,
                    "turn": {
                        "phases": {
                            "p": {"end_iff": None, "steps": {"s": {"nextt": None}}},
                        },
                    },
                },
            },
        }
    )
    assert found == [
        "flow: unknown key 'segmnts'; did you mean 'segments'?",
        "flow.segments.g: unknown key 'onBegn'; did you mean 'on_begin'?",
        "flow.segments.g.turn.phases.p: unknown key 'end_iff'; did you mean 'end_if'?",
        "flow.segments.g.turn.phases.p.steps.s: unknown key 'nextt'; did you mean 'next'?",
    ]
    (strange,) = problems(flow={"xyzzy": 1})
    assert strange.startswith("flow: unknown key 'xyzzy' (known: segments, turn, phases")


def test_a_key_may_use_either_spelling_but_not_both():
    for key in ("onBegin", "on_begin"):
        flow = {"phases": {"p": {"start": True, key: lambda c: c.G.update(began=True)}}}
        assert tw.Game("fine", flow=flow).start().G == {"began": True}
    twice = flow_problems(p={"onBegin": None, "on_begin": None})
    assert twice == ["flow.phases.p: 'on_begin' is given twice"]


def test_an_unknown_next_is_reported_at_every_level():
    steps = {"s": {"next": "nostep"}}
    phases = {"p": {"next": "nophase", "steps": steps}}
    found = problems(flow={"segments": {"g": {"next": "nosegment", "turn": {"phases": phases}}}})
    assert len(found) == 3
    assert found[0].startswith("flow.segments.g: next is 'nosegment'")
    assert found[1].startswith("flow.segments.g.turn.phases.p: next is 'nophase'")
    assert found[2].startswith("flow.segments.g.turn.phases.p.steps.s: next is 'nostep'")


def test_two_starts_are_reported_at_every_level():
    two = {"a": {"start": True}, "b": {"start": True}, "c": {}}
    (phases,) = flow_problems(**two)
    (steps,) = flow_problems(p={"steps": two})
    (segments,) = problems(flow={"segments": two})
    for problem in (phases, steps, segments):
        assert "'a' and 'b' are both marked start" in problem


def test_moves_need_domains_for_all_their_arguments():
    def push(c, x, y=tw.arg([1])):
        pass

    def pull(c, y=tw.arg(lambda c, x: [x]), x=tw.arg([1])):
        pass

    (missing,) = problems(moves={"push": push})
    assert "parameter 'x' has no domain" in missing
    (early,) = problems(moves={"pull": pull})
    assert "takes ['x']; it can take only []" in early
    (inside,) = flow_problems(p={"moves": {"push": push}})
    assert inside.startswith("flow.phases.p.moves.push: ")


WRONG_TYPES = {
    "flow is no flow": ({"flow": 5}, "flow"),
    "segments": ({"flow": {"segments": 5}}, "flow.segments"),
    "phases": ({"flow": {"phases": ["p"]}}, "flow.phases"),
    "a phase": ({"flow": {"phases": {"p": 5}}}, "flow.phases.p"),
    "turn": ({"flow": {"turn": 5}}, "flow.turn"),
    "a hook": ({"flow": {"phases": {"p": {"onBegin": "draw"}}}}, "flow.phases.p.on_begin"),
    "a condition": ({"flow": {"phases": {"p": {"endIf": True}}}}, "flow.phases.p.end_if"),
    "who": ({"flow": {"phases": {"p": {"who": [0]}}}}, "flow.phases.p.who"),
    "next": ({"flow": {"phases": {"p": {"next": 5}}}}, "flow.phases.p.next"),
    "window": ({"flow": {"phases": {"p": {"window": 5}}}}, "flow.phases.p.window"),
    "window key": ({"flow": {"phases": {"p": {"window": {"frist": 0}}}}}, "flow.phases.p.window"),
    "window first": ({"flow": {"phases": {"p": {"window": {"first": "left"}}}}}, "window.first"),
    "window after": ({"flow": {"phases": {"p": {"window": {"after": "all"}}}}}, "window.after"),
    "moves of a phase": ({"flow": {"phases": {"p": {"moves": ["m"]}}}}, "flow.phases.p.moves"),
    "a move": ({"flow": {"phases": {"p": {"moves": {"m": 5}}}}}, "flow.phases.p.moves.m"),
    "start": ({"flow": {"phases": {"p": {"start": "yes"}}}}, "flow.phases.p.start"),
    "first": ({"flow": {"segments": {"g": {"first": "Ann"}}}}, "flow.segments.g.first"),
    "a name": ({"flow": {"phases": {1: {}}}}, "flow.phases"),
    "segments beside phases": ({"flow": {"segments": {"g": {}}, "phases": {"p": {}}}}, "flow"),
    "moves": ({"moves": ["m"]}, "moves"),
    "no seats": ({"seats": 0}, "seats"),
    "seats in words": ({"seats": "two"}, "seats"),
    "state": ({"state": int}, "state"),
    "card": ({"card": int}, "card"),
    "setup": ({"setup": 5}, "setup"),
    "view": ({"view": 5}, "view"),
}


@pytest.mark.parametrize("what", WRONG_TYPES)
def test_a_value_of_the_wrong_type_is_reported_with_its_path(what):
    parts, path = WRONG_TYPES[what]
    assert any(path in problem.partition(": ")[0] for problem in problems(**parts))


def test_an_unknown_value_of_by_is_refused():
    with pytest.raises(tw.DefinitionError, match="'active', 'everyone' or 'anyone'"):
        tw.move(lambda c: None, by="nobody")


# --- several errors -------------------------------------------------------------------------------


def test_all_problems_of_all_kinds_are_reported_together():
    found = problems(
        moves={"m": 5},
        flow={
            "phases": {
                "a": {"start": True, "next": "nowhere", "strat": 1},
                "b": {"start": True, "endIf": 5},
            }
        },
    )
    for word in ("moves.m", "nowhere", "strat", "both marked start", "end_if"):
        assert any(word in problem for problem in found), word


# --- definitions are not modified -----------------------------------------------------------------


def shape(value):
    """The comparable content of a definition."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [shape(item) for item in value]
    fields = getattr(value, "__struct_fields__", None)
    if fields and not isinstance(value, type):
        return {name: shape(getattr(value, name)) for name in fields}
    return value


def test_playing_does_not_change_a_definition():
    before = shape(lorcana.flow), shape(lorcana.zones), lorcana.rules, dict(lorcana.all_moves)
    match = lorcana.start(1)
    for _ in range(200):
        if match.result is None:
            prompt = match.prompts[0]
            match.submit(prompt.answer(*prompt.options[-1:]))
    after = shape(lorcana.flow), shape(lorcana.zones), lorcana.rules, dict(lorcana.all_moves)
    assert after == before


def test_playing_does_not_change_a_definition_in_plain_data():
    flow = {"phases": {"p": {"start": True, "next": "q", "moves": {"go": tw.end_phase}}, "q": {}}}
    before = copy.deepcopy(flow)
    tw.Game("plain", flow=flow).start().play(0, "go")
    assert flow == before


def test_matches_of_the_same_game_are_independent():
    one, two = tictactoe.start(1), tictactoe.start(1)
    one.play(0, "mark", 4)
    one.play(1, "mark", 0)
    assert two.hash == tictactoe.start(1).hash
    two.play(0, "mark", 4)
    two.play(1, "mark", 0)
    assert one.hash == two.hash


def test_every_match_gets_its_own_default_values():
    class Bag(tw.State):
        things: list[int] = []
        more: dict[str, list[int]] = tw.default(lambda: {"x": []})

    def fill(c):
        c.G.things.append(1)
        c.G.more["x"].append(1)

    game = tw.Game("bags", state=Bag, moves={"fill": fill})
    game.start().play(0, "fill")
    assert Bag(things=[], more={"x": []}) == game.start().G


def test_moves_cannot_be_added_after_the_first_match():
    game = tw.Game("late", moves={"wait": lambda c: None})
    game.move(lambda c: None, name="early")
    game.start().play(0, "early")
    with pytest.raises(tw.DefinitionError, match="after its first match"):
        game.move(lambda c: None, name="late")
    assert "late" not in game.all_moves


def test_the_wrong_number_of_seats_is_refused():
    game = tw.Game("table", seats=(2, 4))
    assert len(game.start(seats=4).ctx.player_order) == 4
    assert game.start(seats=["Ann", "Bob"]).view(0)["names"] == ["Ann", "Bob"]
    for seats in (1, 3, 0, -1, ["Ann"]):
        with pytest.raises(tw.UnusableError, match="2 or 4") as raised:
            game.start(seats=seats)
        assert raised.value.code == "wrong_seats"


# --- rules identifier -----------------------------------------------------------------------------


class Small(tw.State):
    a: int = 0


class Larger(tw.State):
    a: int = 0
    b: int = 0


class Marked(tw.Card):
    mark: int = 0


def phase(*steps):
    return tw.Flow(phases={"p": tw.Phase(steps={step: tw.Step() for step in steps})})


CHANGES = {
    "nothing": {},
    "version": {"version": "2"},
    "a step": {"flow": phase("s", "t")},
    "another name": {"flow": phase("x")},
    "state": {"state": Larger},
    "card": {"card": Marked},
    "a zone": {"zones": {"hand": tw.Zone("owner"), "deck": tw.Zone()}},
    "visibility": {"zones": {"hand": tw.Zone("public")}},
    "shared": {"zones": {"hand": tw.Zone("public", shared=True)}},
    "a move": {"moves": {"wait": tw.end_turn, "more": tw.end_turn}},
}


def test_the_rules_identifier_depends_on_version_and_structure():
    base = {
        "state": Small,
        "flow": phase("s"),
        "zones": {"hand": tw.Zone("owner")},
        "moves": {"wait": tw.end_turn},
    }
    names = {what: tw.Game("named", **(base | parts)).rules for what, parts in CHANGES.items()}
    assert len(set(names.values())) == len(CHANGES)
    assert tw.Game("named", **base).rules == names["nothing"]
    assert names["version"].startswith("2-")
