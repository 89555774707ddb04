"""AutoSelector: what it picks, by why it is asked."""

import turnwright as tw
from tests.agents.brawl_game import game as brawl
from tests.agents.brawl_game import start_match, value
from turnwright.agents import AutoSelector, Passive, RandomAgent, play_out


def board(mine=(), theirs=()):
    return start_match(boards=(mine, theirs))


def ask(match, values, seat=0, **how):
    """Put a question to a seat, as an effect would."""
    how = {"min": 1, "max": 1, "is_cards": True} | how
    low, high = how.pop("min"), how.pop("max")
    kind = how.pop("kind", "choose_many")
    question = tw.Question(kind, seat, "Which?", tuple(values), low, high, **how)
    match.asked = {seat: question}
    return match.prompt(seat)


def kinds(match, answer):
    return [match.ctx.cards[int(pick)].kind for pick in answer.picks]


def cards(match, zone, *seats):
    return [card for seat in seats for card in match.c.zone(zone, seat)]


auto = AutoSelector(value=value)


def test_a_cost_is_paid_with_what_is_worth_least():
    match = board(mine=["bear", "wolf", "dragon"])
    prompt = ask(match, cards(match, "board", 0), intent="cost", min=2, max=2)
    assert kinds(match, auto.decide(prompt, match)) == ["wolf", "bear"]


def test_harm_goes_to_the_most_valuable_of_the_opponent():
    match = board(mine=["dragon"], theirs=["wolf", "bear"])
    prompt = ask(match, cards(match, "board", 0, 1), intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_harm_that_must_hit_oneself_takes_the_least():
    match = board(mine=["dragon", "wolf"])
    prompt = ask(match, cards(match, "board", 0), intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["wolf"]


def test_a_benefit_goes_to_the_most_valuable_of_ones_own():
    match = board(mine=["wolf", "bear"], theirs=["dragon"])
    prompt = ask(match, cards(match, "board", 0, 1), intent="benefit")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_the_seat_that_is_asked_counts_not_the_seat_on_turn():
    match = board(mine=["bear"], theirs=["dragon"])
    prompt = ask(match, cards(match, "board", 0, 1), seat=1, intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_what_need_not_be_picked_is_picked_once_if_it_is_worth_it():
    match = board(mine=["wolf"], theirs=["wolf", "bear"])
    theirs, mine = cards(match, "board", 1), cards(match, "board", 0)
    prompt = ask(match, theirs, intent="harm", min=0, max=2)
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]
    assert auto.decide(ask(match, mine, intent="harm", min=0), match).picks == ()
    assert auto.decide(ask(match, mine, intent="cost", min=0), match).picks == ()


def test_picks_that_must_go_together_do():
    match = board(mine=["wolf", "wolf", "bear", "dragon"])
    power = {"wolf": 2, "bear": 3, "dragon": 6}

    def is_nine(ids):
        return sum(power[match.ctx.cards[i].kind] for i in ids) == 9

    prompt = ask(match, cards(match, "board", 0), intent="cost", min=1, max=4, valid=is_nine)
    assert sorted(kinds(match, auto.decide(prompt, match))) == ["bear", "dragon"]


def test_a_game_says_what_its_cards_are_worth():
    game = tw.Game("valued", zones={"board": tw.Zone("public")})
    game.card_value = lambda c, seat, card: len(c.card(card).kind)
    match = game.start()
    ids = [match.c.create_card(kind, "board", 0).id for kind in ("aa", "a", "aaa")]
    answer = AutoSelector().decide(ask(match, ids, intent="benefit"), match)
    assert kinds(match, answer) == ["aaa"]
    answer = AutoSelector().decide(ask(match, ids, intent="cost"), match)
    assert kinds(match, answer) == ["a"]


def test_face_down_cards_are_not_peeked_at():
    game = tw.Game("valued", zones={"board": tw.Zone("public")})
    game.card_value = lambda c, seat, card: len(c.card(card).kind)
    match = game.start()
    open_one = match.c.create_card("a", "board", 1).id
    hidden = match.c.create_card("aaaaaa", "board", 1, face_up=False).id
    prompt = ask(match, [open_one, hidden], intent="harm", is_field=True)
    assert kinds(match, AutoSelector().decide(prompt, match)) == ["a"]


def test_numbers_and_yes_or_no_follow_the_intent_too():
    match, auto = board(), AutoSelector()

    def answer(kind, values, intent):
        prompt = ask(match, values, kind=kind, intent=intent, is_cards=False)
        return auto.decide(prompt, match).picks

    assert answer("amount", range(2, 6), "harm") == ("5",)
    assert answer("amount", range(2, 6), "cost") == ("2",)
    assert answer("yes_no", (True, False), "benefit") == ("yes",)
    assert answer("yes_no", (True, False), "cost") == ("no",)


def test_moves_and_questions_without_a_clue_go_to_the_fallback():
    match = board()
    assert AutoSelector(Passive()).decide(match.prompts[0], match).move == "pass"
    menu = ask(match, ("b", "a"), kind="menu", is_cards=False)
    assert AutoSelector(Passive()).decide(menu, match).picks == ("b",)


def test_it_plays_whole_games():
    for seed in range(5):
        match = play_out(
            brawl.start(seed), [AutoSelector(RandomAgent(seed), value), RandomAgent(9)]
        )
        assert match.result is not None
