"""The workbench without a page: scrubbing, branches, bots, reload on save, failures and panels."""

from __future__ import annotations

from pathlib import Path

import pytest

import turnwright as tw
from turnwright.core.definition.game import Game
from turnwright.games.lookup import find_game
from turnwright.server.views import protocol as wire
from turnwright.workbench.game_file import GameFile
from turnwright.workbench.panels import snapshot
from turnwright.workbench.rule_failure import RuleFailure
from turnwright.workbench.session import Session

RULES = '''
import turnwright as tw
from prices import PRICE


class Shop(tw.State):
    """Coins of both seats."""

    coins: tw.Public[list[int]] = tw.default(lambda: [5, 5])
    sold: tw.Public[int] = 0


game = tw.Game("shop", state=Shop, title="Shop")


@game.move
def earn(c):
    c.G.coins[c.seat] += 1
    c.end_turn()


@game.move(when=lambda c: c.G.coins[c.seat] >= 3 or "Not enough coins.")
def buy(c, what=tw.arg(["apple", "pear"])):
    c.G.coins[c.seat] -= PRICE[what]
    c.G.sold += 1
    c.end_turn()
'''


@pytest.fixture
def shop(tmp_path: Path) -> GameFile:
    """A game in a file, with a module beside it."""
    (tmp_path / "prices.py").write_text('PRICE = {"apple": 2, "pear": 3}\n')
    (tmp_path / "shop.py").write_text(RULES)
    return GameFile(tmp_path / "shop.py")


def load(file: GameFile) -> Game:
    """Load a file that is correct."""
    game = file.load()
    assert isinstance(game, Game)
    return game


def played(file: GameFile, *moves: tuple[object, ...]) -> Session:
    """A session after these moves."""
    session = Session(load(file), file.folder)
    for seat, move, *args in moves:
        assert session.answer(tw.Answer(seat, move, tuple(args))) == ""  # type: ignore[arg-type]
    return session


def state(session: Session) -> tuple[list[int], int]:
    """The coins and how much was sold."""
    assert session.match is not None
    return list(session.match.G.coins), session.match.G.sold


TURNS = [(0, "earn"), (1, "buy", "apple"), (0, "buy", "pear"), (1, "earn")]


def test_scrubbing_shows_every_position_and_the_way_back(shop: GameFile) -> None:
    session = played(shop, *TURNS)
    seen = []
    for position in range(5):
        session.go_to(position)
        seen.append(state(session))
    assert seen == [([5, 5], 0), ([6, 5], 0), ([6, 3], 1), ([3, 3], 2), ([3, 4], 2)]


def test_another_move_begins_a_branch_and_the_same_move_does_not(shop: GameFile) -> None:
    session = played(shop, *TURNS)
    session.go_to(2)
    session.answer(tw.Answer(0, "buy", ("pear",)))
    assert (len(session.tree.lines), session.position) == (1, 3)
    session.go_to(2)
    session.answer(tw.Answer(0, "earn"))
    assert [(line.name, line.fork, len(line.entries)) for line in session.tree.lines] == [
        ("a", 0, 4),
        ("b", 2, 3),
    ]
    session.go_to(4, 0)
    assert state(session) == ([3, 4], 2)
    session.go_to(3, 1)
    assert state(session) == ([7, 3], 1)
    session.branch_here()
    session.answer(tw.Answer(1, "earn"))
    assert session.tree.line.name == "c"
    assert len(session.tree.lines[1].entries) == 3


def test_the_table_plays_with_the_messages_of_players(shop: GameFile) -> None:
    session = played(shop, (0, "earn"))
    session.send(1, wire.Action(action_type="BUY", payload={"what": "pear"}))
    assert (session.position, state(session)) == (2, ([6, 2], 1))
    replies = b"".join(session.send(1, wire.Action(action_type="EARN")))
    assert b"error" in replies
    assert session.position == 2


def test_a_save_keeps_the_position_and_says_how_far_the_record_fits(shop: GameFile) -> None:
    session = played(shop, *TURNS)
    (shop.folder / "prices.py").write_text('PRICE = {"apple": 4, "pear": 3, "plum": 1}\n')
    assert shop.has_changed()
    done = session.reload(load(shop))
    assert (done.kept, done.wanted, state(session)) == (4, 4, ([3, 2], 2))
    shop.path.write_text(RULES.replace('"apple", "pear"', '"apple", "plum"'))
    done = session.reload(load(shop))
    assert (done.kept, done.wanted) == (2, 4)
    assert "pear" in done.why
    shop.path.write_text(RULES)
    assert session.reload(load(shop)).kept == 4


def test_a_failing_rule_is_shown_with_file_line_and_values(shop: GameFile) -> None:
    session = played(shop, (0, "earn"))
    (shop.folder / "prices.py").write_text('PRICE = {"appple": 2, "pear": 3}\n')
    session.reload(load(shop))
    assert session.answer(tw.Answer(1, "buy", ("apple",))) != ""
    failure = session.failure
    assert failure is not None
    line = RULES.splitlines().index("    c.G.coins[c.seat] -= PRICE[what]") + 1
    assert (failure.file, failure.line, failure.rule) == ("shop.py", line, "buy")
    assert failure.error == "KeyError: 'apple'"
    values = dict(failure.calls[-1].values)
    assert (values["c.seat"], values["what"]) == ("1", "'apple'")
    assert "appple" in values["PRICE"]
    assert "'appple'" in failure.hint
    assert [one.number for one in failure.source if one.is_error] == [line]
    assert (session.position, state(session)) == (1, ([6, 5], 0))


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("def broken(:\n", "SyntaxError", 1),
        ("import turnwright as tw\nimport no_such_module\n", "ModuleNotFoundError", 2),
        ("import turnwright as tw\n\ngame = tw.Game('x', seats=0)\n", "DefinitionError", 3),
        ("x = 1\n", "UnusableError", 0),
    ],
)
def test_a_broken_file_names_its_line_and_the_next_save_recovers(
    shop: GameFile, text: str, error: str, line: int
) -> None:
    session = played(shop, *TURNS)
    shop.path.write_text(text)
    failure = shop.load()
    assert isinstance(failure, RuleFailure)
    assert failure.error.startswith(error)
    assert (failure.file, failure.line) == ("shop.py", line)
    shop.path.write_text(RULES)
    assert session.reload(load(shop)).kept == 4


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("import turnwright as tw\n\ngame = tw.Gmae('x')\n", 3, "Did you mean 'Game'?"),
        ("import turnwright as tw\ngame = tw.Game(\n  'x',\n  zone={})\n", 2, "Did you mean 'zones'?"),
        (
            "import turnwright as tw\nflow = {'phases': {\n  'a': {'start': True, 'next': 'bb'},\n"
            "  'b': {}}}\ngame = tw.Game('x', flow=flow)\n", 3, "",
        ),
    ],
)  # fmt: skip
def test_a_broken_file_says_what_to_write_and_marks_the_line_it_is_about(
    shop: GameFile, text: str, line: int, hint: str
) -> None:
    shop.path.write_text(text)
    failure = shop.load()
    assert isinstance(failure, RuleFailure)
    assert (failure.line, failure.hint) == (line, hint)
    assert [one.number for one in failure.source if one.is_error] == [line]


def test_panels_show_changes_views_and_reasons(shop: GameFile) -> None:
    session = played(shop, *[(n % 2, "buy", "pear") for n in range(2)])
    shown = snapshot(session, None)
    assert shown["before"]["input"]["G"]["coins"] == [2, 5]
    assert shown["state"]["G"]["coins"] == [2, 2]
    assert [view["name"] for view in shown["views"]] == ["Ada", "Ben", "onlooker"]
    reasons = {one["move"]: one["why"] for one in shown["moves"]["others"]}
    assert reasons == {"buy": "Not enough coins."}
    assert shown["trace"][0]["events"][0]["changes"][0]["path"] == "G.coins[1]"
    ledger = [one["text"] for one in shown["journal"] if one["kind"] == "ledger"]
    assert ledger[:2] == ["G.sold +1", "G.coins[1] -3"]


@pytest.mark.parametrize("name", ["tictactoe", "duel", "lorcana", "spire"])
def test_bots_play_shipped_games_and_every_panel_is_filled(name: str) -> None:
    session = Session(find_game(name), Path())
    assert session.bot_plays_on("random", 25) == ""
    assert session.table_frames(0)
    shown = snapshot(session, 0)
    assert shown["failure"] is None
    assert len(shown["trace"]) == min(12, session.position + 1)
    assert "problem" not in shown["moves"]


def _riddle() -> Game:
    """Each turn has a phase that is skipped unless a claim is open, and a move whose label changes."""
    flow = tw.Flow(
        phases={
            "act": tw.Phase(
                start=True,
                next="doubt",
                moves={"say": tw.move(lambda c: c.end_phase(), label=lambda c: f"Say {c.G['n']}")},
            ),
            "doubt": tw.Phase(next="end", skip_if=lambda c: c.G["n"] != 2),
            "end": tw.Phase(on_begin=lambda c: c.G.update(n=c.G["n"] + 1), end_if=tw.always),
        }
    )
    return tw.Game("riddle", setup=lambda c: c.G.update(n=0), flow=flow)


def test_the_timeline_names_each_input_as_it_was_and_its_turn() -> None:
    session = Session(_riddle(), Path())
    for seat in (0, 1):
        assert session.answer(tw.Answer(seat, "say")) == ""
    session.go_to(0)
    (line,) = snapshot(session, None)["lines"]
    told = [(one["text"], one["turn"], one["turnPlayer"]) for one in line["inputs"]]
    assert told == [("says 0", 1, 0), ("says 1", 2, 1)]  # after the name of the player


def test_a_transition_over_skipped_places_is_shown_as_one() -> None:
    session = Session(_riddle(), Path())
    session.answer(tw.Answer(0, "say"))
    shown = snapshot(session, None)
    ways = [one["way"] for one in shown["trace"][0]["events"] if one["kind"] == "transition"]
    assert ways == [["play/act", "play/doubt", "play/end"], ["play/end", "play/act"]]
    flow = [one["text"] for one in shown["journal"] if one["kind"] == "flow"]
    assert flow[:2] == ["play/end → play/act", "play/act → play/end"]
    hooks = [one["why"] for one in shown["trace"][0]["events"] if one["kind"] == "hook"]
    assert "request" not in hooks
    assert not [name for name in hooks if name.startswith("_")]
