"""Mistakes that used to pass in silence, or to show an error that says nothing about rules."""

from __future__ import annotations

import random
import re
from datetime import datetime
from random import randint

import pytest

import turnwright as tw
from tests.core.test_author_faults import error_of, game_of
from turnwright.core.analysis.lint import check


class Board(tw.State):
    """A state with fields that have names of the engine's."""

    current_phase: tw.Public[str] = ""
    turn_player_pos: tw.Public[int] = 0
    points: tw.Public[list[int]] = tw.default(lambda: [0, 0])


def line(function: object, offset: int) -> str:
    """A line of this file, counted from the first line of a function."""
    code = getattr(function, "__code__")  # noqa: B009
    return f"test_silent_mistakes.py:{code.co_firstlineno + offset}"


# --- rules that do nothing ------------------------------------------------------------------------


def no_value(c):
    c.ctx.num_moves > 3  # noqa: B015


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"flow": tw.Flow(end_if=no_value)}, "end_if of the game"),
        ({"moves": {"go": tw.move(lambda c: None, when=no_value)}}, "when of move 'go'"),
        ({"moves": {"go": lambda c, n=tw.arg(no_value): None}}, "n of move 'go'"),
        ({"flow": {"phases": {"main": {"start": True, "skip_if": no_value}}}}, "skip_if of play/main"),
    ],
)  # fmt: skip
def test_a_condition_without_return_is_refused(settings, rule):
    said = error_of(game_of(**settings))
    assert f"{rule}: it never returns a value; is a `return` missing? ({line(no_value, 0)})" in said


def some_value(c):
    c.ctx.num_moves  # noqa: B018
    return tw.Result((0,)) if c.ctx.num_moves > 3 else None


@pytest.mark.parametrize("rule", [some_value, tw.one_left])
def test_a_condition_that_returns_a_value_or_none_is_accepted(rule):
    game_of(flow=tw.Flow(end_if=rule)).start().play(0, "wait")


def test_a_next_that_always_returns_none_is_the_end_of_a_turn():
    def nothing(c):
        return None

    phases = {"main": {"start": True, "next": nothing}}
    match = game_of(flow={"phases": phases}, moves={"go": tw.end_phase}).start()
    match.play(0, "go")
    assert match.acting == [1]


def not_called(c):
    c.end_turn  # noqa: B018


def test_an_operation_that_is_not_called_is_refused():
    said = error_of(game_of(moves={"go": not_called}))
    assert (
        f"move 'go': c.end_turn is not called; write c.end_turn() ({line(not_called, 1)})" in said
    )


# --- values that get lost -------------------------------------------------------------------------


def on_the_context(c):
    c.bonus = 3


class Forgetful(tw.Context[Board]):
    """A context that keeps something of its own."""

    def remember(self):
        self.bonus = 3


class Careful(tw.Context[Board]):
    """A context with a slot, as a cache for one operation."""

    __slots__ = ("bonus",)

    def remember(self):
        self.bonus = 3


def test_a_value_written_to_the_context_is_refused():
    said = error_of(game_of(moves={"go": on_the_context}))
    assert "c.bonus is not part of the state and would be lost; keep it in a field of c.G" in said
    go = {"go": lambda c: c.remember()}
    said = error_of(game_of(moves=go, context=Forgetful, state=Board))
    assert f"self.bonus is not part of the state" in said  # noqa: F541
    assert line(Forgetful.remember, 1) in said
    game_of(moves=go, context=Careful, state=Board).start().play(0, "go")


def upgrade(c):
    c.level = 2


def upgrade_annotated(c: tw.Card):
    c.level = 2


class Levelled(tw.Card):
    """A card that can be upgraded."""

    level: int = 1


@pytest.mark.parametrize("helper", [upgrade, upgrade_annotated])
def test_a_helper_may_call_a_card_c(helper):
    def deal(c):
        c.create_card("a", "hand", 0)

    def go(c):
        helper(c.cards_in("hand")[0])

    hands = game_of(zones=ZONES, setup=deal, moves={"go": go}, card=Levelled)
    match = hands.start()
    match.play(0, "go")
    assert match.ctx.cards[0].level == 2
    assert [one for one in check(hands) if one.code == "unknown_word"] == []


def test_a_field_of_the_state_may_have_a_name_of_the_engine():
    def go(c):
        c.G.current_phase = "late"
        G = c.G
        G.turn_player_pos = 5

    match = game_of(state=Board, moves={"go": go}).start()
    match.play(0, "go")
    assert (match.G.current_phase, match.G.turn_player_pos) == ("late", 5)
    assert (match.ctx.current_phase, match.ctx.turn_player_pos) == ("main", 0)


def test_the_turn_written_through_a_variable_is_refused():
    def go(c):
        engine = c.ctx
        engine.turn_player = 1

    assert "call c.set_turn_player(...)" in error_of(game_of(moves={"go": go}))


def test_a_field_of_the_state_without_a_type_is_refused():
    class Untyped(tw.State):
        total = 0
        LIMITS = (1, 2)

    with pytest.raises(tw.DefinitionError, match=r"Untyped.total has no type .*`total: int = 0`"):
        tw.Game("x", state=Untyped)


@pytest.mark.parametrize(
    ("value", "says"),
    [(Board, "holds a .*Meta after move 'go'"), (lambda: 1, "holds a function .*keep a name")],
)
def test_a_state_that_cannot_be_saved_names_the_field(value, says):
    match = game_of(moves={"go": lambda c: c.G.update(deep={"a": [1, value]})}).start()
    refusal = match.submit(tw.Answer(0, "go"))
    with pytest.raises(tw.RulesError, match=rf"G\['deep'\]\['a'\]\[1\] {says}"):
        raise match.fault.error
    assert refusal.code == "rules_error"
    assert match.G == {}


# --- chance from outside --------------------------------------------------------------------------


def rolls_with_python(c):
    c.G["n"] = random.randint(1, 6)


def rolls_with_a_name(c):
    c.G["n"] = randint(1, 6)


def rolls_with_a_seed(c):
    c.G["n"] = random.Random(c.ctx.num_moves).randint(1, 6)


def rolls_in_a_function_that_imports(c):
    import random as chance

    c.G["n"] = chance.randint(1, 6)


def hashes_a_text(c):
    c.G["n"] = hash("text") % 6


def test_random_numbers_from_elsewhere_are_refused():
    import secrets
    import uuid

    def secret(c):
        c.G["n"] = secrets.randbelow(6)

    def unique(c):
        c.G["n"] = uuid.uuid4().hex

    moves = {
        rolls_in_a_function_that_imports: "random.randint makes matches",
        hashes_a_text: "hash() makes matches",
        secret: "secrets.randbelow makes matches",
        unique: "uuid.uuid4 makes matches",
    }
    for rule, says in moves.items():
        assert says in error_of(game_of(moves={"go": rule}))


def test_random_numbers_of_python_are_refused():
    for rule in (rolls_with_python, rolls_with_a_name):
        said = error_of(game_of(moves={"go": rule}))
        assert "random.randint makes matches that cannot be replayed; use c.roll" in said
        assert line(rule, 1) in said
    game_of(moves={"go": rolls_with_a_seed}).start().play(0, "go")


# --- definitions ----------------------------------------------------------------------------------


def two_parameters(c, card):
    pass


def parts_and_more(G, ctx, card):
    pass


@pytest.mark.parametrize("rule", [two_parameters, parts_and_more])
def test_a_hook_that_wants_more_than_the_context_is_refused(rule):
    phases = {"main": {"start": True, "on_begin": rule}}
    said = error_of(game_of(flow={"phases": phases}))
    assert "on_begin of play/main: it is called with the context alone" in said
    assert f"parameter 'card' as well ({line(rule, 0)})" in said


def test_a_label_that_names_an_unknown_argument_is_refused():
    with pytest.raises(tw.DefinitionError, match=r"move 'go': label .*did you mean 'card'\?"):

        @tw.move(label="Play {crad}")
        def go(c, card=tw.arg([1, 2])):
            pass


@pytest.mark.parametrize("domain", ["all", 3])
def test_a_domain_that_is_not_a_list_is_refused(domain):
    with pytest.raises(
        tw.DefinitionError, match=f"{domain!r}: expected a list of the legal values"
    ):
        tw.seat_arg(domain)


def test_a_misspelled_next_suggests_the_phase():
    with pytest.raises(tw.DefinitionError, match=r"next is 'lat'; did you mean 'late'\?"):
        game_of(flow={"phases": {"main": {"start": True, "next": "lat"}, "late": {}}})


# --- what rules return ----------------------------------------------------------------------------


def test_a_domain_that_returns_a_number_is_named():
    def count(c):
        return 3

    match = game_of(moves={"go": lambda c, n=tw.arg(count): None}).start()
    with pytest.raises(tw.RulesError, match=r"domain of 'n' of move 'go' .*returned 3. It returns"):
        _ = match.prompts[0].options


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        ({"window": {"seats": lambda c: c.opponent}}, r"window.seats of play/main .*returned 1"),
        ({"window": {"first": lambda c: 7}}, r"no seat 7"),
    ],
)
def test_a_window_of_something_else_than_seats_is_named(phase, says):
    with pytest.raises(tw.RulesError, match=says):
        game_of(flow={"phases": {"main": {"start": True, **phase}}}).start()


def test_a_win_of_nobody_is_refused():
    said = error_of(game_of(moves={"go": lambda c: c.win()}))
    assert "c.win() names no seat; c.draw() ends the match without a winner." in said


def test_a_forgotten_yield_is_named_although_something_else_failed():
    def go(c):
        number = getattr(c, "choose")("How many?", [1, 2])  # noqa: B009
        c.G["total"] = number + 1

    said = error_of(game_of(moves={"go": go}))
    assert f"move 'go' ({line(go, 2)}) created the question 'How many?' and did not ask it" in said


def test_a_question_without_options_says_what_to_do():
    def go(c):
        yield c.choose("Which?", [])

    said = error_of(game_of(moves={"go": go}))
    assert "has 0 options but needs 1. Ask only if there is something to choose" in said


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (lambda c: c.win(True), "has no seat True"),
        (lambda c: c.lose(0.0), "has no seat 0.0"),
        (lambda c: c.set_turn_player(1.0), "has no seat 1.0"),
        (lambda c: c.jump_to(), "This jump names no place"),
        (lambda c: c.set_phase(None), "This jump names no place"),
        (lambda c: c.set_phase(3), "c.jump_to: 3 is not the name of a place; names are strings."),
        (lambda c: c.roll(6), r"c.roll(6): dice are a text, such as '1d6'"),
        (lambda c: c.choose("Which?", {"a", "b"}), "are a set, which has no order"),
    ],
)
def test_an_operation_with_a_value_of_the_wrong_kind_is_refused(rule, says):
    assert says in error_of(game_of(moves={"go": rule}))


def test_a_next_that_returns_no_name_is_named():
    flow = {"phases": {"main": {"start": True, "next": lambda c: 3}}}
    said = error_of(game_of(flow=flow, moves={"go": tw.end_phase}))
    assert "next of play/main" in said
    assert "the next phase 3 does not exist; names are strings" in said


def test_two_moves_of_one_name_are_refused():
    game = game_of()
    with pytest.raises(tw.DefinitionError, match="there are two moves 'wait'"):

        @game.move
        def wait(c):
            pass


# --- values outside of the state ------------------------------------------------------------------

DECK = [1, 2, 3]
TOTAL = 0
PRICE_CACHE: dict[int, int] = {}


def counts_in_a_global(c):
    global TOTAL
    TOTAL += 1


def takes_from_a_list(c):
    c.G["card"] = DECK.pop()


def writes_to_a_list_that_it_reads(c):
    DECK[0] = len(DECK)


def keeps_the_list_itself(c):
    c.G["deck"] = DECK


def has_a_shared_default(c, seen=[]):  # noqa: B006
    seen.append(c.seat)


@pytest.mark.parametrize(
    ("rule", "says", "offset"),
    [
        (counts_in_a_global, "the global variable 'TOTAL' is written", 2),
        (takes_from_a_list, "DECK is a list outside of the state and is changed", 1),
        (writes_to_a_list_that_it_reads, "DECK is a list outside of the state and is changed", 1),
        (keeps_the_list_itself, "c.G['deck'] becomes the list DECK itself", 1),
        (has_a_shared_default, "parameter 'seen' has a default that all matches share", 1),
    ],
)
def test_a_value_that_is_kept_outside_of_the_state_is_refused(rule, says, offset):
    said = error_of(game_of(flow={"phases": {"main": {"start": True, "on_begin": rule}}}))
    assert f"on_begin of play/main: {says}" in said
    assert f"({line(rule, offset)})" in said


def test_a_variable_of_an_outer_function_is_not_kept_in_the_state():
    turns = 0

    def go(c):
        nonlocal turns
        turns += 1

    assert "the variable of an outer function 'turns' is written" in error_of(
        game_of(moves={"go": go})
    )


def test_a_log_that_no_rule_reads_and_a_cache_are_accepted():
    log = []

    def price(c):
        if c.ctx.num_moves not in PRICE_CACHE:
            PRICE_CACHE[c.ctx.num_moves] = 3
        log.append(PRICE_CACHE[c.ctx.num_moves])

    def copies(c):
        c.G["deck"] = list(DECK)

    game_of(moves={"go": price, "copy": copies}).start().play(0, "go")
    assert log == [3]


def adds_in_a_condition(c):
    c.G.points[0] += 1
    return True


def appends_in_a_condition(G):
    return G.points.append(1) is None


@pytest.mark.parametrize("rule", [adds_in_a_condition, appends_in_a_condition])
@pytest.mark.parametrize("kind", ["when", "end_if"])
def test_a_condition_that_changes_the_state_is_refused(rule, kind):
    phase = {"start": True} | ({"end_if": rule} if kind == "end_if" else {})
    go = tw.move(lambda c: None, when=rule if kind == "when" else None)
    said = error_of(game_of(state=Board, moves={"go": go}, flow={"phases": {"main": phase}}))
    assert "it only reads, and changes " in said
    assert "G.points (test_silent_mistakes.py:" in said


def assigns_a_new_state(c):
    c.G = {"fresh": True}


def test_a_state_that_is_assigned_instead_of_returned_is_refused():
    said = error_of(game_of(moves={"go": assigns_a_new_state}))
    assert f"c.G is not assigned by rules; return the new G" in said  # noqa: F541
    late = {"go": lambda c: setattr(c, "G", {})}
    assert "c.G is not assigned by rules: return the new G" in error_of(game_of(moves=late))


# --- conditions that are always true, and other things that are no values -------------------------


def is_full(c):
    return False


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (lambda c: is_full, "the function 'is_full', which is always true. Call it: is_full(...)"),
        (lambda c: (seat > 5 for seat in c.seats), "a generator, which is always true."),
        (lambda c: c.G.keys, "the function 'keys', which is always true."),
    ],
)
@pytest.mark.parametrize("kind", ["end_if", "skip_if", "when", "hold_if"])
def test_a_condition_that_is_not_called_is_refused(rule, says, kind):
    main = {"start": True, "next": "late"} | ({} if kind == "when" else {kind: rule})
    go = tw.move(lambda c: c.end_phase(), when=rule if kind == "when" else None)
    game = game_of(moves={"go": go}, flow={"phases": {"main": main, "late": {}}})
    with pytest.raises(tw.RulesError, match=re.escape(f"returned {says}")) as found:
        game.start().legal(0)
    assert "test_silent_mistakes.py" in str(found.value)


async def sleeps(c):
    pass


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (lambda c: sleeps(c), "called an async function. Rules cannot be async"),
        (lambda c: c.end_turn, "Rules return nothing, or a new G."),
        (lambda c: c.choose("Which?", [1]), "returned the question 'Which?' and did not ask it"),
    ],
)
def test_a_lambda_that_does_nothing_is_refused(rule, says):
    assert says in error_of(game_of(moves={"go": rule}))


def opens_with_a_question(c):
    getattr(c, "choose")("Who begins?", c.seats)  # noqa: B009


def test_a_question_that_a_hook_does_not_ask_is_named_when_the_match_starts():
    phases = {"main": {"start": True, "on_begin": opens_with_a_question}}
    with pytest.raises(
        tw.RulesError, match=r"the question 'Who begins\?' and did not ask"
    ) as found:
        game_of(flow={"phases": phases}).start()
    assert f"on_begin of play/main ({line(opens_with_a_question, 0)})" in str(found.value)


def test_a_class_is_not_a_rule():
    class Hook:
        def __init__(self, c):
            pass

    with pytest.raises(tw.DefinitionError, match=r"on_begin: expected a function, got <class"):
        game_of(flow={"phases": {"main": {"start": True, "on_begin": Hook}}})
    with pytest.raises(tw.DefinitionError, match=r"moves\.go: expected a function, got <class"):
        game_of(moves={"go": Hook})


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"name": ""}, "name: expected a name without slashes, got ''"),
        ({"name": "a/b"}, "name: expected a name without slashes"),
    ],
)
def test_a_game_without_a_usable_name_is_refused(settings, says):
    with pytest.raises(tw.DefinitionError, match=says):
        tw.Game(**settings)


def test_a_field_without_a_default_is_refused():
    class Needs(tw.State):
        total: int

    class NeedsPower(tw.Card):
        power: int

    with pytest.raises(tw.DefinitionError, match=r"Needs.total has no default: write `total:"):
        tw.Game("x", state=Needs)
    with pytest.raises(tw.DefinitionError, match=r"NeedsPower.power has no default"):
        tw.Game("x", card=NeedsPower)


def test_a_label_that_is_no_text_is_refused():
    with pytest.raises(tw.DefinitionError, match="label: expected a text or a function, got 3"):
        tw.move(is_full, label=3)
    match = game_of(moves={"go": tw.move(is_full, label=lambda c: None)}).start()
    with pytest.raises(tw.RulesError, match=r"label of move 'go' .* (returned None|failed: T)"):
        _ = match.prompts[0].options


def test_a_view_that_is_no_dict_is_named():
    match = game_of(view=lambda c, seat: 3).start()
    with pytest.raises(tw.RulesError, match=r"view of the game \(.*\) returned 3. It returns a"):
        match.view(0)


@pytest.mark.parametrize(
    ("who", "says"), [(lambda c: [7], r"returned \[7\]"), (lambda c: 1, "returned 1")]
)
def test_seats_that_act_and_do_not_exist_are_named(who, says):
    match = game_of(flow={"phases": {"main": {"start": True, "who": who}}}).start()
    with pytest.raises(tw.RulesError, match=f"who of play/main .* {says}. It returns a list of"):
        _ = match.acting


def test_a_winner_that_is_no_seat_is_refused():
    def go(c):
        c.ctx.winner, c.ctx.game_over = 7, True

    assert "ctx.winner is 7, which is not a seat of this match" in error_of(
        game_of(moves={"go": go})
    )
    ends = {"go": lambda c: c.end_game(tw.Result(1))}
    assert "Its winners are seats: tw.Result((0,))." in error_of(game_of(moves=ends))


ZONES = {"hand": tw.Zone("owner"), "pile": tw.Zone("public", shared=True)}


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (lambda c: c.zone("hnad"), "There is no zone 'hnad'; did you mean 'hand'?"),
        (
            lambda c: c.zone("hand", 2),
            "Zone 'hand' belongs to the seats 0 and 1; there is no seat '2'.",
        ),
        (lambda c: c.zone("table"), "There is no zone 'table'; the zones are 'hand' and 'pile'."),
    ],
)
def test_an_unknown_zone_says_which_there_are(rule, says):
    assert says in error_of(game_of(zones=ZONES, moves={"go": rule}))


# --- what `check` reads ---------------------------------------------------------------------------


def empties_hand(c):
    for card in c.zone("hand"):
        c.move_card(card, "pile")


def empties_copy(c):
    for card in list(c.zone("hand")):
        c.move_card(card, "pile")


def moves_one(c):
    for card in c.zone("hand"):
        if card > 3:
            c.move_card(card, "pile")
            break


def test_cards_that_move_while_their_zone_is_iterated_are_a_warning():
    moves = {"all": empties_hand, "copy": empties_copy, "one": moves_one}
    found = [one for one in check(game_of(zones=ZONES, moves=moves)) if one.code == "iterated"]
    assert [one.path for one in found] == ["move 'all'"]
    assert line(empties_hand, 1) in found[0].sentence


def test_a_state_that_nobody_sees_is_noted():
    class Secret(tw.State):
        total: int = 0

    codes = [problem.code for problem in check(game_of(state=Secret))]
    assert "hidden_state" in codes
    assert "hidden_state" not in [problem.code for problem in check(game_of(state=Board))]


def test_phases_without_a_start_are_one_error_if_nothing_can_happen():
    flow = {"phases": {"a": {"moves": {"go": tw.end_phase}, "next": "b"}, "b": {}}}
    found = check(tw.Game("x", flow=flow))
    assert [(one.severity, one.code) for one in found if one.severity == "error"] == [
        ("error", "no_start")
    ]


# --- questions that are not asked -----------------------------------------------------------------


def asks(c):
    yield c.choose("Which?", [1, 2])


EFFECTS = {"draw": asks}


def calls_from_a_table(c):
    EFFECTS["draw"](c)


def yields_a_helper(c):
    yield asks(c)


def returns_a_question(c):
    return c.choose("Which?", [1, 2])


@pytest.mark.parametrize(
    ("rule", "says", "offset"),
    [
        (calls_from_a_table, "asks(...) asks a question: call it with `yield from`", 1),
        (yields_a_helper, "yields asks(...), which asks: call it with `yield from`", 1),
        (returns_a_question, "returned the question 'Which?' and did not ask it", 0),
    ],
)
def test_a_helper_that_asks_needs_yield_from_wherever_it_comes_from(rule, says, offset):
    said = error_of(game_of(moves={"go": rule}))
    assert says in said
    assert line(rule, offset) in said


def test_options_and_text_in_the_wrong_order_are_refused():
    def go(c):
        yield c.choose(["a", "b"], "Which?")

    assert "The options are a list, after the text" in error_of(game_of(moves={"go": go}))


def test_a_clock_is_refused():
    def go(c):
        c.G["late"] = datetime.now().hour > 20

    def birthday(c):
        c.G["birthday"] = datetime(2000, 1, 1).year

    assert "datetime.now makes matches that cannot be" in error_of(game_of(moves={"go": go}))
    game_of(moves={"go": birthday}).start().play(0, "go")


def test_a_guard_that_is_not_a_function_is_refused():
    with pytest.raises(
        tw.DefinitionError, match="when: expected a function of the context, got 'x'"
    ):
        tw.move(no_value, when="x")
