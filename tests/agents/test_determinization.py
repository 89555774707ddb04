"""Determinization: worlds look the same to the seat and differ where it cannot look."""

from importlib import import_module

import msgspec
import pytest

import turnwright as tw
from tests.agents.brawl_game import find, start_match
from tests.agents.brawl_game import game as brawl
from turnwright.agents import RandomAgent, WorldSampler, determinise, play_out
from turnwright.games import GAMES


def seen(match, seat):
    return msgspec.json.encode(match.view(seat))


def kinds(match, zone, seat):
    return [card.kind for card in match.c.cards_in(zone, seat)]


@pytest.mark.parametrize("name", GAMES)
def test_the_seat_sees_no_difference_in_any_game(name):
    match = import_module(GAMES[name]).game.start("worlds")
    agent = RandomAgent(name)
    for number in range(60):
        if match.result is not None:
            break
        for seat in match.ctx.player_order if number % 6 == 0 else ():
            world = determinise(match, seat, tw.Stream(number))
            assert seen(world, seat) == seen(match, seat)
        match.apply(agent.decide(match.prompts[0], match))


def test_hidden_cards_are_dealt_out_again_and_none_is_lost():
    match = brawl.start(1)
    own, hands = kinds(match, "hand", 0), set()
    for number in range(20):
        world = determinise(match, 0, tw.Stream(number))
        assert kinds(world, "hand", 0) == own
        hands.add(tuple(kinds(world, "hand", 1)))
        for seat in (0, 1):
            before = kinds(match, "deck", seat) + kinds(match, "hand", seat)
            assert sorted(kinds(world, "deck", seat) + kinds(world, "hand", seat)) == sorted(before)
    assert len(hands) > 10


def test_the_match_itself_is_not_touched_and_the_same_stream_gives_the_same_world():
    match = brawl.start(1)
    before = match.save()
    one, two = (determinise(match, 0, tw.Stream(5)) for _ in range(2))
    play_out(one, [RandomAgent(1), RandomAgent(2)])
    play_out(two, [RandomAgent(1), RandomAgent(2)])
    assert one.hash == two.hash
    assert match.save() == before


def test_what_chance_will_bring_is_dealt_out_too():
    game = tw.Game("dice", seats=1, state=dict)
    game.move(lambda c: c.G.update(roll=c.roll("d20")), name="throw")
    match = game.start(scripts={"dice": [20]})
    rolls = set()
    for number in range(20):
        world = determinise(match, 0, tw.Stream(number))
        world.play(0, "throw")
        rolls.add(world.G["roll"])
    assert len(rolls) > 5


def test_cards_that_a_question_shows_stay_what_they_are():
    """Whoever searches the deck sees the cards of the deck; they are on offer by name."""
    match = start_match(hands=[["tutor"], []])
    match.play(0, "play", find(match, "tutor"))
    for number in range(5):
        world = determinise(match, 0, tw.Stream(number))
        assert kinds(world, "deck", 0) == kinds(match, "deck", 0)
        assert seen(world, 0) == seen(match, 0)
        dragon = find(world, "dragon", "deck")
        world.pick(0, dragon)
        assert dragon in world.c.zone("hand", 0)
        assert kinds(determinise(match, 1, tw.Stream(number)), "deck", 0) != kinds(match, "deck", 0)


def piles(setup, **zones):
    return tw.Game("piles", zones={name: tw.Zone(how) for name, how in zones.items()}, setup=setup)


def test_a_second_deck_keeps_to_itself():
    def setup(c):
        for kind in ("unit", "unit", "unit", "base"):
            c.create_card(kind, "deck", 1)
        for kind in ("rune a", "rune b", "rune c"):
            c.create_card(kind, "runes", 1)
        c.create_card("base", "shields", 1)

    match = piles(setup, deck="hidden", runes="hidden", shields="hidden").start()
    shields = set()
    for number in range(20):
        world = determinise(match, 0, tw.Stream(number))
        assert sorted(kinds(world, "runes", 1)) == ["rune a", "rune b", "rune c"]
        shields.update(kinds(world, "shields", 1))
    assert shields == {"unit", "base"}


def test_a_game_may_say_what_an_unseen_card_could_be():
    """A face-down card on the table could be any trap of the deck, but no monster."""

    def setup(c):
        for kind in ("trap a", "trap b", "monster a", "monster b"):
            c.create_card(kind, "deck", 1)
        c.create_card("trap c", "table", 1, face_up=False)

    game = piles(setup, deck="hidden", table="public")
    game.could_be = lambda c, card, kind: c.zone_of(card) == "deck" or "trap" in kind
    worlds = WorldSampler(game.start(), 0)
    found = {kinds(worlds.sample(tw.Stream(number)), "table", 1)[0] for number in range(40)}
    assert found == {"trap a", "trap b", "trap c"}


class Player(tw.State):
    deck: tw.Counted[list[int]]
    hand: tw.Own[list[int]]
    board: tw.Public[list[int]]


class Fields(tw.State):
    players: tw.Public[list[Player]] = []
    queue: list[int] = []


def test_fields_are_shuffled_by_their_marks_and_bookkeeping_is_left_alone():
    def setup(c):
        for _ in c.seats:
            numbers = [list(range(start, start + 8)) for start in (0, 10, 20)]
            c.G.players.append(Player(deck=numbers[0], hand=numbers[1], board=numbers[2]))
        c.G.queue = list(range(8))

    match = tw.Game("fields", state=Fields, setup=setup).start()
    world = determinise(match, 0, tw.Stream(1))
    (own, foe), (own_before, foe_before) = world.G.players, match.G.players
    assert own.hand == own_before.hand
    assert own.deck != own_before.deck
    assert foe.hand != foe_before.hand
    assert foe.board == foe_before.board
    assert world.G.queue == match.G.queue


def test_what_others_have_answered_under_seal_stays_sealed():
    def duel(c):
        hands = yield [c.choose("Show", ["rock", "paper"], seat=seat) for seat in c.seats]
        c.G["hands"] = [hands[seat] for seat in c.seats]

    match = tw.Game("hands", moves={"show": duel}).start()
    match.play(0, "show")
    match.pick(0, "rock")
    found = set()
    for number in range(20):
        world = determinise(match, 1, tw.Stream(number))
        world.pick(1, "paper")
        found.add(tuple(world.G["hands"]))
    assert found == {("rock", "paper"), ("paper", "paper")}
    match.pick(1, "rock")
    assert match.G["hands"] == ["rock", "rock"]


def test_a_match_that_cannot_be_copied_has_no_worlds():
    match = brawl.start(1, record=False, options={"hands": [["tutor"], []]})
    assert WorldSampler.of(match, 0) is not None
    match.play(0, "play", find(match, "tutor"))
    assert WorldSampler.of(match, 0) is None
