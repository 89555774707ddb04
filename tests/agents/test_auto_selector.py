"""AutoSelector picks options by the intent of the question."""

import turnwright as tw
from tests.agents.creature_game import game as creature_game
from tests.agents.creature_game import start_match, value
from turnwright.agents import AutoSelector, Passive, RandomAgent, play_out


def board(mine=(), theirs=()):
    return start_match(boards=(mine, theirs))


def ask(match, values, seat=0, **how):
    """Open a question to a seat, as an effect would."""
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


def test_a_cost_is_paid_with_the_least_valuable_cards():
    match = board(mine=["bear", "wolf", "dragon"])
    prompt = ask(match, cards(match, "board", 0), intent="cost", min=2, max=2)
    assert kinds(match, auto.decide(prompt, match)) == ["wolf", "bear"]


def test_harm_targets_the_most_valuable_card_of_the_opponent():
    match = board(mine=["dragon"], theirs=["wolf", "bear"])
    prompt = ask(match, cards(match, "board", 0, 1), intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_harm_to_your_own_cards_takes_the_least_valuable():
    match = board(mine=["dragon", "wolf"])
    prompt = ask(match, cards(match, "board", 0), intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["wolf"]


def test_a_benefit_targets_your_most_valuable_card():
    match = board(mine=["wolf", "bear"], theirs=["dragon"])
    prompt = ask(match, cards(match, "board", 0, 1), intent="benefit")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_picks_favour_the_asked_seat_and_not_the_turn_player():
    match = board(mine=["bear"], theirs=["dragon"])
    prompt = ask(match, cards(match, "board", 0, 1), seat=1, intent="harm")
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]


def test_an_optional_pick_is_made_once_if_it_is_useful():
    match = board(mine=["wolf"], theirs=["wolf", "bear"])
    theirs, mine = cards(match, "board", 1), cards(match, "board", 0)
    prompt = ask(match, theirs, intent="harm", min=0, max=2)
    assert kinds(match, auto.decide(prompt, match)) == ["bear"]
    assert auto.decide(ask(match, mine, intent="harm", min=0), match).picks == ()
    assert auto.decide(ask(match, mine, intent="cost", min=0), match).picks == ()


def test_picks_form_a_valid_combination():
    match = board(mine=["wolf", "wolf", "bear", "dragon"])
    power = {"wolf": 2, "bear": 3, "dragon": 6}

    def is_nine(ids):
        return sum(power[match.ctx.cards[i].kind] for i in ids) == 9

    prompt = ask(match, cards(match, "board", 0), intent="cost", min=1, max=4, valid=is_nine)
    assert sorted(kinds(match, auto.decide(prompt, match))) == ["bear", "dragon"]


def test_the_game_can_define_card_values():
    game = tw.Game("valued", zones={"board": tw.Zone("public")})
    game.card_value = lambda c, seat, card: len(c.card(card).kind)
    match = game.start()
    ids = [match.c.create_card(kind, "board", 0).id for kind in ("aa", "a", "aaa")]
    answer = AutoSelector().decide(ask(match, ids, intent="benefit"), match)
    assert kinds(match, answer) == ["aaa"]
    answer = AutoSelector().decide(ask(match, ids, intent="cost"), match)
    assert kinds(match, answer) == ["a"]


def test_the_value_of_face_down_cards_is_not_used():
    game = tw.Game("valued", zones={"board": tw.Zone("public")})
    game.card_value = lambda c, seat, card: len(c.card(card).kind)
    match = game.start()
    open_one = match.c.create_card("a", "board", 1).id
    hidden = match.c.create_card("aaaaaa", "board", 1, face_up=False).id
    prompt = ask(match, [open_one, hidden], intent="harm", is_field=True)
    assert kinds(match, AutoSelector().decide(prompt, match)) == ["a"]


def test_amounts_and_yes_no_questions_follow_the_intent():
    match, auto = board(), AutoSelector()

    def answer(kind, values, intent):
        prompt = ask(match, values, kind=kind, intent=intent, is_cards=False)
        return auto.decide(prompt, match).picks

    assert answer("amount", range(2, 6), "harm") == ("5",)
    assert answer("amount", range(2, 6), "cost") == ("2",)
    assert answer("yes_no", (True, False), "benefit") == ("yes",)
    assert answer("yes_no", (True, False), "cost") == ("no",)


def test_moves_and_questions_without_intent_go_to_the_fallback():
    match = board()
    assert AutoSelector(Passive()).decide(match.prompts[0], match).move == "pass"
    menu = ask(match, ("b", "a"), kind="menu", is_cards=False)
    assert AutoSelector(Passive()).decide(menu, match).picks == ("b",)


def test_auto_selector_plays_whole_games():
    for seed in range(5):
        match = play_out(
            creature_game.start(seed), [AutoSelector(RandomAgent(seed), value), RandomAgent(9)]
        )
        assert match.result is not None
