"""Tree search: finds forced moves, uses only visible information, and explains itself."""

import pytest

import turnwright as tw
from tests.agents.creature_game import evaluate, find, start_match
from tests.agents.creature_game import game as creature_game
from turnwright.agents import AutoSelector, Greedy, Mcts, Passive, RandomAgent, play_out
from turnwright.games.tictactoe.game import game as tictactoe


def position(*cells):
    match = tictactoe.start()
    for number, cell in enumerate(cells):
        match.play(number % 2, "mark", cell)
    return match


@pytest.mark.parametrize(
    ("cells", "best"),
    [
        pytest.param((0, 3, 1, 4), (2,), id="wins immediately"),
        pytest.param((0, 4, 1), (2,), id="blocks"),
        pytest.param((0, 1, 4, 8), (3, 6), id="forks: two ways to win"),
    ],
)
def test_mcts_finds_forced_wins_and_defences(cells, best):
    match = position(*cells)
    agent = Mcts(400, 1)
    assert agent.decide(match.prompts[0], match).args[0] in best


def test_mcts_never_loses_tictactoe_against_random():
    losses = 0
    for seed in range(20):
        seat = seed % 2
        agents = [Mcts(150, seed), RandomAgent(seed)]
        match = play_out(tictactoe.start(seed), agents if seat == 0 else agents[::-1])
        losses += match.result.winner == 1 - seat
    assert losses == 0


def test_the_trace_lists_the_searched_moves():
    match = position(0, 3, 1, 4)
    agent = Mcts(100, 1)
    agent.decide(match.prompts[0], match)
    first = agent.trace[0]
    assert first.label == "Mark cell 2"
    assert first.mean == 1.0
    assert sum(line.visits for line in agent.trace) == 100
    assert agent.explain().startswith(f"100 iterations: Mark cell 2 ({first.visits} visits, 1.00)")


def test_the_same_seed_plays_the_same_match():
    def once(seed):
        agents = [Mcts(10, seed, evaluate=evaluate), RandomAgent(1)]
        return play_out(creature_game.start(1), agents, limit=30).hash

    assert once(1) == once(1)
    assert len({once(seed) for seed in range(4)}) > 1


def test_mcts_searches_during_an_open_question():
    match = start_match(hands=[["bolt"], []], boards=[["dragon"], ["wolf", "dragon", "bear"]])
    match.play(0, "play", find(match, "bolt"))
    agent = Mcts(60, 1, evaluate=evaluate)
    answer = agent.decide(match.prompts[0], match)
    assert answer.picks == (str(find(match, "dragon", "board", 1)),)
    assert match.submit(answer) is None


def test_mcts_looks_further_ahead_than_greedy():
    """Digging costs a coin on day one and yields ten on day two; the market yields two a day."""
    game = tw.Game("mine", seats=1, setup=lambda c: c.G.update(coins=5, days=2, is_dug=False))

    def day(c, coins):
        c.G["coins"] += coins
        c.G["days"] -= 1
        if c.G["days"] == 0:
            c.win(0) if c.G["coins"] > 10 else c.draw()

    def dig(c):
        day(c, 10 if c.G["is_dug"] else -1)
        c.G["is_dug"] = True

    game.move(dig)
    game.move(lambda c: day(c, 2), name="market")
    game.evaluate = lambda c, seat: c.G["coins"]
    match = game.start()
    assert Greedy().decide(match.prompts[0], match).move == "market"
    assert Mcts(100, 1).decide(match.prompts[0], match).move == "dig"


def test_several_picks_are_searched_as_sets():
    def ask(c):
        picked = yield c.choose_many("Sum to seven", range(1, 6), 2, 2)
        c.win(0) if sum(picked) == 7 else c.draw()

    match = tw.Game("sum", seats=1, moves={"ask": ask}).start()
    match.play(0, "ask")
    answer = Mcts(100, 3).decide(match.prompts[0], match)
    assert sum(map(int, answer.picks)) == 7


def test_mcts_does_not_use_the_hands_of_other_seats():
    """Guess the other seat's card: an agent that used hidden information would always be right."""

    def deal(c):
        for kind in "aabb":
            c.create_card(kind, "deck", 1)
        c.shuffle_zone("deck", 1)
        c.draw_card(1, 1)

    game = tw.Game("guess", setup=deal, zones={"deck": tw.Zone("hidden"), "hand": tw.Zone("owner")})

    @game.move
    def guess(c, kind: str = tw.arg("ab")):
        c.win(0) if c.cards_in("hand", 1)[0].kind == kind else c.win(1)

    right = 0
    for seed in range(30):
        match = game.start(seed)
        match.apply(Mcts(20, f"guesser {seed}").decide(match.prompts[0], match))
        right += match.result.winner == 0
    assert 6 <= right <= 24


def test_a_time_limit_ends_the_search():
    match = tictactoe.start()
    agent = Mcts(seconds=0.02)
    assert agent.decide(match.prompts[0], match).move == "mark"
    assert sum(line.visits for line in agent.trace) > 0


def test_a_world_in_which_the_rules_raise_is_reported_and_skipped():
    game = tw.Game("cards", seats=1, zones={"deck": tw.Zone("hidden")})
    game.setup = lambda c: [c.create_card(kind, "deck") for kind in "ab"]
    game.move(lambda c, n=tw.arg([1, 2]): {"a": c.win}[c.card(0).kind](0), name="draw")
    match = game.start()
    agent = Mcts(30, 1)
    assert match.submit(agent.decide(match.prompts[0], match)) is None
    assert {type(fault.__cause__) for fault in agent.faults} == {KeyError}


def test_a_single_option_is_not_searched():
    game = tw.Game("counter", seats=1)
    game.move(lambda c: None, name="inc")
    match = game.start()
    agent = Mcts(10**9)
    assert agent.decide(match.prompts[0], match).move == "inc"
    assert agent.explain() == "The last answer needed no search."


def test_mcts_beats_greedy_in_a_game_with_hidden_cards():
    wins = 0
    for seed in range(6):
        seat = seed % 2
        agents = [Mcts(40, seed, evaluate=evaluate), Greedy(seed, evaluate=evaluate)]
        match = play_out(creature_game.start(seed), agents if seat == 0 else agents[::-1])
        wins += match.result.winner == seat
    assert wins >= 4


# --- selections -----------------------------------------------------------------------------------


def selection(count=3):
    """A game that asks for one pick after another. Picking a number again takes it back."""

    def collect(c):
        selected = []
        while len(selected) < count:
            pick = yield c.choose("Pick numbers", range(1, 6), selected=selected)
            selected.remove(pick) if pick in selected else selected.append(pick)
        c.win(0) if sum(selected) == 12 else c.draw()

    match = tw.Game("collect", seats=1, moves={"collect": collect}).start()
    match.play(0, "collect")
    return match


@pytest.mark.parametrize("seed", range(5))
def test_a_search_does_not_take_picks_of_a_selection_back(seed):
    match = play_out(selection(), [Mcts(60, seed)], limit=3)
    assert match.result.winner == 0


@pytest.mark.parametrize("agent", [Greedy(1), Passive(), AutoSelector()])
def test_agents_complete_a_selection(agent):
    assert play_out(selection(), [agent], limit=3).result is not None
