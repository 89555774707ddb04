"""Determinization: sampled worlds keep the view of the seat and vary hidden information."""

from importlib import import_module

import msgspec
import pytest

import turnwright as tw
from tests.agents.creature_game import find, start_match
from tests.agents.creature_game import game as creature_game
from turnwright.agents import RandomAgent, WorldSampler, determinise, play_out
from turnwright.games import GAMES


def encoded_view(match, seat):
    return msgspec.json.encode(match.view(seat))


def kinds(match, zone, seat):
    return [card.kind for card in match.c.cards_in(zone, seat)]


@pytest.mark.parametrize("name", GAMES)
def test_a_sampled_world_has_the_same_view_in_every_game(name):
    match = import_module(GAMES[name]).game.start("worlds")
    agent = RandomAgent(name)
    for number in range(60):
        if match.result is not None:
            break
        for seat in match.ctx.player_order if number % 6 == 0 else ():
            world = determinise(match, seat, tw.Stream(number))
            assert encoded_view(world, seat) == encoded_view(match, seat)
        match.apply(agent.decide(match.prompts[0], match))


def test_hidden_cards_are_redistributed_and_none_is_lost():
    match = creature_game.start(1)
    own, hands = kinds(match, "hand", 0), set()
    for number in range(20):
        world = determinise(match, 0, tw.Stream(number))
        assert kinds(world, "hand", 0) == own
        hands.add(tuple(kinds(world, "hand", 1)))
        for seat in (0, 1):
            before = kinds(match, "deck", seat) + kinds(match, "hand", seat)
            assert sorted(kinds(world, "deck", seat) + kinds(world, "hand", seat)) == sorted(before)
    assert len(hands) > 10


def test_sampling_is_reproducible_and_does_not_change_the_match():
    match = creature_game.start(1)
    before = match.save()
    one, two = (determinise(match, 0, tw.Stream(5)) for _ in range(2))
    play_out(one, [RandomAgent(1), RandomAgent(2)])
    play_out(two, [RandomAgent(1), RandomAgent(2)])
    assert one.hash == two.hash
    assert match.save() == before


def test_future_random_outcomes_are_resampled():
    game = tw.Game("dice", seats=1, state=dict)
    game.move(lambda c: c.G.update(roll=c.roll("d20")), name="throw")
    match = game.start(scripts={"dice": [20]})
    rolls = set()
    for number in range(20):
        world = determinise(match, 0, tw.Stream(number))
        world.play(0, "throw")
        rolls.add(world.G["roll"])
    assert len(rolls) > 5


def test_cards_shown_by_a_question_are_not_redistributed():
    """A seat that searches its deck sees the cards: they are the options of the question."""
    match = start_match(hands=[["tutor"], []])
    match.play(0, "play", find(match, "tutor"))
    for number in range(5):
        world = determinise(match, 0, tw.Stream(number))
        assert kinds(world, "deck", 0) == kinds(match, "deck", 0)
        assert encoded_view(world, 0) == encoded_view(match, 0)
        dragon = find(world, "dragon", "deck")
        world.pick(0, dragon)
        assert dragon in world.c.zone("hand", 0)
        assert kinds(determinise(match, 1, tw.Stream(number)), "deck", 0) != kinds(match, "deck", 0)


def piles(setup, **zones):
    return tw.Game("piles", zones={name: tw.Zone(how) for name, how in zones.items()}, setup=setup)


def test_cards_of_separate_decks_are_not_mixed():
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


def test_a_game_can_restrict_what_a_hidden_card_could_be():
    """A face-down card on the table could be any trap of the deck, but not a monster."""

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


def test_hidden_fields_are_shuffled_and_internal_fields_are_kept():
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


def test_sealed_answers_of_other_seats_are_resampled():
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


def test_a_match_that_cannot_be_cloned_has_no_world_sampler():
    match = creature_game.start(1, record=False, options={"hands": [["tutor"], []]})
    assert WorldSampler.of(match, 0) is not None
    match.play(0, "play", find(match, "tutor"))
    assert WorldSampler.of(match, 0) is None
