"""Greedy looks one step ahead, by result or evaluation."""

import turnwright as tw
from tests.agents.creature_game import evaluate, find, start_match, value
from tests.agents.creature_game import game as creature_game
from turnwright.agents import AutoSelector, Greedy, RandomAgent, play_out
from turnwright.games.tictactoe.game import game as tictactoe


def test_greedy_takes_a_winning_move():
    match = tictactoe.start()
    for seat, cell in [(0, 0), (1, 3), (0, 1), (1, 4)]:
        match.play(seat, "mark", cell)
    agent = Greedy(1)
    match.apply(agent.decide(match.prompts[0], match))
    assert match.result.winner == 0
    assert (
        "Selected Mark cell 2 because it has the highest value: Mark cell 2 1e+09"
        in agent.explain()
    )


def test_the_game_can_define_the_evaluation():
    game = tw.Game("heap", seats=1, setup=lambda c: c.G.update(coins=0))
    game.move(lambda c, n=tw.arg([1, 5, 3]): c.G.update(coins=n), name="take")
    game.evaluate = lambda c, seat: c.G["coins"]
    match = game.start()
    assert Greedy().decide(match.prompts[0], match).args == (5,)
    miser = Greedy(evaluate=lambda match, seat: -match.G["coins"])
    assert miser.decide(match.prompts[0], match).args == (1,)


def test_without_an_evaluation_visible_cards_are_counted():
    game = tw.Game("cards", zones={"hand": tw.Zone("owner"), "board": tw.Zone("public")})
    game.setup = lambda c: [c.create_card(kind, "hand", 0) for kind in ("a", "ccc", "bb")]
    game.card_value = lambda c, seat, card: len(c.card(card).kind)
    game.move(lambda c, i=tw.arg(lambda c: c.zone("hand")): c.move_card(i, "board"), name="play")
    match = game.start()
    assert Greedy().decide(match.prompts[0], match).args == (1,)


def test_the_same_seed_plays_the_same_match():
    def once(seed):
        agents = [Greedy(seed, evaluate=evaluate), Greedy(2)]
        return play_out(creature_game.start(1), agents).hash

    assert once(1) == once(1)
    assert len({once(seed) for seed in range(4)}) > 1


def test_greedy_evaluates_a_move_after_its_questions():
    """The value of a bolt depends on its target, which a question asks for."""
    match = start_match(hands=[["bolt", "wolf"], []], boards=[[], ["wolf", "dragon"]])
    agent = Greedy(1, evaluate=evaluate, follow=AutoSelector(value=value))
    (card,) = agent.decide(match.prompts[0], match).args
    assert match.ctx.cards[card].kind == "bolt"


def test_greedy_evaluates_the_options_of_questions():
    match = start_match(hands=[["bolt"], []], boards=[["dragon"], ["wolf", "dragon", "bear"]])
    match.play(0, "play", find(match, "bolt"))
    answer = Greedy(1, evaluate=evaluate).decide(match.prompts[0], match)
    assert answer.picks == (str(find(match, "dragon", "board", 1)),)


def sum_match(values, target, low=0, high=None, valid=None, kind="choose_many"):
    """A match with one open question: pick numbers whose sum is close to the target."""

    def ask(c):
        if kind == "order":
            c.G["got"] = yield c.order("Order", values)
        else:
            c.G["got"] = yield c.choose_many("Sum", values, low, high, valid=valid)

    game = tw.Game("sum", seats=1, moves={"ask": ask})
    if kind == "order":
        game.evaluate = lambda c, seat: sum(i * n for i, n in enumerate(c.G.get("got", [])))
    else:
        game.evaluate = lambda c, seat: -abs(target - sum(c.G.get("got", [])))
    match = game.start()
    match.play(0, "ask")
    return match


def test_several_picks_are_added_one_by_one():
    match = sum_match([1, 2, 4, 8], target=13)
    answer = Greedy().decide(match.prompts[0], match)
    assert sum(map(int, answer.picks)) == 13


def test_several_picks_form_a_valid_combination():
    match = sum_match(
        range(1, 9), target=9, low=2, high=3, valid=lambda ns: len({n % 2 for n in ns}) == 1
    )
    prompt = match.prompts[0]
    answer = Greedy().decide(prompt, match)
    assert prompt.allows(*[option for option in prompt.options if option.id in answer.picks])
    assert sum(map(int, answer.picks)) in (8, 9, 10)


def test_orders_are_improved():
    match = sum_match([3, 1, 2], target=0, kind="order")
    assert Greedy().decide(match.prompts[0], match).picks == ("1", "2", "3")


def test_greedy_does_not_use_the_order_of_the_deck():
    """Guess the top card: an agent that used hidden information would always be right."""
    game = tw.Game("guess", seats=1, zones={"deck": tw.Zone("hidden")})

    def shuffle(c):
        for kind in "abcd":
            c.create_card(kind, "deck")
        c.shuffle_zone("deck", 0)

    @game.move
    def guess(c, kind: str = tw.arg("abcd")):
        c.win(0) if c.cards_in("deck", 0)[-1].kind == kind else c.draw()

    game.setup = shuffle
    right = 0
    for seed in range(60):
        match = game.start(seed)
        match.apply(Greedy(f"guesser {seed}").decide(match.prompts[0], match))
        right += match.result.winner == 0
    assert 5 <= right <= 27


def test_greedy_answers_questions_of_a_match_without_a_record():
    match = creature_game.start(
        1, record=False, options={"hands": [["bolt"], []], "boards": [[], ["bear"]]}
    )
    match.play(0, "play", find(match, "bolt"))
    prompt = match.prompts[0]
    assert match.submit(Greedy().decide(prompt, match)) is None


def test_greedy_clearly_beats_random():
    wins = 0
    for seed in range(20):
        seat = seed % 2
        agents = [Greedy(seed, evaluate=evaluate), RandomAgent(seed)]
        match = play_out(creature_game.start(seed), agents if seat == 0 else agents[::-1])
        wins += match.result.winner == seat
    assert wins >= 16
