"""The bots: how well they play, and that they use no hidden information."""

import msgspec
import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position, random_deck
from turnwright.agents import play_out
from turnwright.agents.registry import agents_for, find_agent
from turnwright.games.netrunner.agents import Goldfish, Heuristic
from turnwright.games.netrunner.bots.paired_games import paired
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.rules.run_cost import run_cost
from turnwright.testing import permute_hidden


def wins(a, b, games=100, **options):
    return list(paired(a, b, games, "bots", options))


# --- strength -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "count"), [("beginner", 100), ("intermediate", 40)])
def test_the_heuristic_bot_beats_the_random_one_from_either_side(deck, count):
    games = wins("heuristic", "random", 2 * count, decks=deck)
    for side in (0, 1):
        here = [one for one in games if one.seats[side] == 0]
        won = sum(one.winner == side for one in here)
        assert len(here) == count
        assert won >= 0.95 * count, f"{won} of {count} from side {side}"


@pytest.mark.parametrize("deck", ["beginner", "intermediate"])
def test_heuristic_bots_give_sensible_games(deck):
    games = wins("heuristic", "heuristic", 60, decks=deck)
    decked = sum(one.reason == "Decked" for one in games)
    assert decked <= 3
    assert sum(one.winner == 0 for one in games) >= 12
    assert sum(one.winner == 1 for one in games) >= 12
    assert sum(one.points[0] for one in games) / 60 > 2, "agendas are scored"
    assert sum(one.points[1] for one in games) / 60 > 2, "agendas are stolen"
    assert 6 < sum(one.turns for one in games) / 60 < 30


def test_the_heuristic_bot_beats_the_goldfish_always():
    assert all(one.seats[one.winner] == 0 for one in wins("heuristic", "goldfish", 20))


def test_the_goldfish_only_takes_credits():
    match = play_out(game.start(5), [Goldfish(), Goldfish()], 400)
    moves = {entry.move for entry in match.record.entries if entry.move}
    assert moves == {"start-turn", "credit", "end-turn"}
    assert match.G.sides[1].credits > 20


@pytest.mark.parametrize("seed", range(8))
def test_the_heuristic_bot_plays_any_deck_to_the_end(seed):
    decks = [random_deck(side, f"bots {seed}") for side in (0, 1)]
    match = game.start(seed, options={"decks": decks})
    play_out(match, [Heuristic(), Heuristic()], 5000)
    assert match.result is not None


def test_bots_have_names():
    assert agents_for("netrunner")[-3:] == ["heuristic", "goldfish", "search"]
    assert "heuristic" not in agents_for("duel")
    assert isinstance(find_agent("heuristic", 3), Heuristic)
    with pytest.raises(tw.UnusableError):
        find_agent("heuristic:5")


def test_the_bot_explains_its_decision():
    match, bot = game.start(1), Heuristic()
    assert bot.explain() == "No decision was made yet."
    match.submit(bot.decide(match.prompt(0), match))
    assert "hand-or-mulligan chose" in bot.explain()


# --- selections ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mcts:12", "greedy", "passive", "heuristic"])
def test_bots_discard_down_without_taking_a_card_back(name):
    hand = ["Sure Gamble", "Cleaver", "Unity", "Carmen", "Mayfly", "Overclock", "Jailbreak"]
    t = position(turn="runner", runner={"hand": hand, "clicks": 0})
    t.runner("end-turn")
    assert t.match.prompt(1).text.startswith("Discard down to 5")
    bot = find_agent(name, 1)
    for _ in range(2):
        t.match.apply(bot.decide(t.match.prompt(1), t.match))
    assert len(t.titles("hand", "runner")) == 5


def test_equal_bots_play_as_many_different_games_as_asked_for():
    games = wins("heuristic", "heuristic", 10)
    assert len({one.seed for one in games}) == 10
    assert [one.seats for one in games[:2]] == [(0, 1), (1, 0)]
    swapped = wins("heuristic", "goldfish", 10)
    assert len({one.seed for one in swapped}) == 5


# --- honesty --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_what_a_side_cannot_see_does_not_change_its_answers(seed):
    """Other hidden cards in the same position give the same answer."""
    match = game.start(seed, options={"decks": ["beginner", "intermediate"][seed % 2]})
    agents = [Heuristic(), Heuristic()]
    checked = 0
    for number in range(400):
        if match.result is not None:
            break
        seat = match.acting[0]
        answer = agents[seat].decide(match.prompt(seat), match)
        for again in range(2):
            other = match.clone()
            permute_hidden(other, seat, tw.Stream.named(f"{number} {again}", "hide"))
            if not same_view(match, other, seat):
                continue  # what is asked names what was hidden before
            assert Heuristic().decide(other.prompt(seat), other) == answer
            checked += 1
        match.submit(answer)
    assert checked > 100


def same_view(one, two, seat):
    return msgspec.json.encode(one.view(seat)) == msgspec.json.encode(two.view(seat))


# --- what a run costs -----------------------------------------------------------------------------


def test_a_run_estimate_uses_what_the_runner_knows():
    ices = [*installed("Palisade"), *installed("Tithe", rezzed=False), *installed("Whitespace")]
    t = position(
        turn="runner", servers={"remote1": {"ices": ices}},
        runner={"credits": 9, "hand": ["Unity"] * 4}, rig={"program": installed("Cleaver", "Unity")},
    )  # fmt: skip
    before = t.match.hash
    cost = run_cost(t.c, "Server 1")
    assert t.match.hash == before
    assert [(one.title, one.breaker, one.credits) for one in cost.ices] == [
        ("Whitespace", "Unity", 2), ("", "", None), ("Palisade", "Cleaver", 3),
    ]  # fmt: skip
    assert (cost.credits, cost.available, cost.unknown, cost.gets_in) == (5, 9, 1, True)
    assert "unknown ice" in str(cost)


@pytest.mark.parametrize(
    ("ice", "credits", "stopped", "damage", "tags"),
    [
        ("Palisade", 9, "Palisade", 0, 0),
        ("Karunā", 9, "", 4, 0),
        ("Funhouse", 9, "", 0, 2),
        ("Whitespace", 9, "Whitespace", 0, 0),
        ("Whitespace", 12, "", 0, 0),
        ("Brân 1.0", 9, "Brân 1.0", 0, 0),
    ],
)
def test_a_run_estimate_without_breakers(ice, credits, stopped, damage, tags):
    servers = {"hq": {"ices": installed(ice)}}
    t = position(turn="runner", servers=servers, runner={"credits": credits, "hand": ["Unity"] * 5})
    cost = run_cost(t.c, "hq")
    assert (cost.stopped_by, cost.damage, cost.tags) == (stopped, damage, tags)


def test_the_estimate_equals_the_cost_of_the_run():
    """The estimate equals the price of the abilities that break everything."""
    for breaker, ice in (("Mayfly", "Brân 1.0"), ("Cleaver", "Pharos"), ("Carmen", "Ballista")):
        t = position(
            turn="runner", servers={"hq": {"ices": installed(ice)}},
            rig={"program": installed(breaker)}, runner={"credits": 20},
        )  # fmt: skip
        cost = run_cost(t.c, "HQ")
        t.run_on("HQ")
        t.both_pass()
        t.runner("dynamic-ability", breaker, "auto-pump-and-break")
        assert cost.credits == 20 - t.credits("runner")


def test_an_unknown_server_has_no_estimate():
    with pytest.raises(tw.UnusableError, match="Unknown server 'Server 4'"):
        run_cost(position().c, "Server 4")


def test_a_run_estimate_does_not_know_hidden_ice():
    costs = set()
    for ice in ("Palisade", "Karunā", "Tithe"):
        servers = {"hq": {"ices": installed(ice, rezzed=False)}}
        costs.add(str(run_cost(position(turn="runner", servers=servers).c, "HQ")))
    assert len(costs) == 1
