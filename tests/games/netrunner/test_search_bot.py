"""The search bot: it uses only what its side knows, and finds what the heuristic misses."""

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from turnwright.agents import RolloutSearch, WorldSampler, play_out
from turnwright.agents.registry import find_agent
from turnwright.games.netrunner.agents import Heuristic
from turnwright.games.netrunner.bots.evaluation import NAMES, WEIGHTS, features, win_chance
from turnwright.games.netrunner.bots.paired_games import paired
from turnwright.games.netrunner.bots.policy import RulePolicy
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.runner_memory import known_cards
from turnwright.testing import permute_hidden


def worlds_of(match, seat, count=12):
    sampler = WorldSampler(match, seat)
    return [sampler.sample(tw.Stream.named(number, "worlds")) for number in range(count)]


def titles(world, zone):
    return [world.ctx.cards[number].kind for number in world.ctx.zones[zone]]


# --- names and budgets ----------------------------------------------------------------------------


def test_the_budget_of_the_search_is_part_of_its_name():
    bot = find_agent("search", 3)
    assert isinstance(bot.agents["netrunner"], RolloutSearch)  # Spire has a `search` too
    assert find_agent("search:25").agents["netrunner"].iterations == 25
    assert find_agent("search:0.5s").agents["netrunner"].seconds == 0.5


@pytest.mark.parametrize("name", ["search:0", "search:x", "search:0s", "search:999s", "search:"])
def test_a_wrong_budget_is_refused(name):
    with pytest.raises(tw.UnusableError, match="There is no agent"):
        find_agent(name)


def test_a_search_with_a_time_limit_ends():
    t = position(turn="runner", runner={"hand": ["Sure Gamble", "Cleaver", "Unity"]})
    bot = find_agent("search:0.02s", 1)
    assert t.match.submit(bot.decide(t.match.prompt(1), t.match)) is None


# --- playing --------------------------------------------------------------------------------------


def test_the_search_plays_both_sides_to_the_end_and_explains_itself():
    match = game.start("both")
    bots = [find_agent("search:2", "a"), find_agent("search:2", "b")]
    play_out(match, bots, 4000)
    assert match.result is not None
    for bot in bots:
        assert "roll-outs: " in bot.explain() or "no search" in bot.explain()


def test_the_same_seed_gives_the_same_game():
    def moves(seed):
        match = game.start("same")
        play_out(match, [find_agent("search:6", seed), Heuristic()], 60)
        return match.hash

    assert moves(1) == moves(1)


def test_the_search_wins_against_the_heuristic():
    """Few games with few roll-outs; the table in the README has the real comparison."""
    games = list(paired("search:8", "heuristic", 4, "search wins"))
    assert sum(one.winner is not None and one.seats[one.winner] == 0 for one in games) >= 2


def test_the_policy_decides_as_the_heuristic_bot():
    match = game.start("policy")
    for _ in range(200):
        if match.result is not None:
            break
        seat = match.acting[0]
        answer = Heuristic().decide(match.prompt(seat), match)
        assert RulePolicy().decide(match.prompt(seat), match) == answer
        match.submit(answer)


def test_the_search_scores_the_winning_agenda():
    agenda = [{"title": "Offworld Office", "rezzed": False, "advancement": 2}]
    t = position(
        servers={"remote1": {"content": agenda, "ices": installed("Palisade")}},
        corp={"credits": 5, "scored": [{"title": "Send a Message"}] * 2, "hand": ["Hedge Fund"]},
    )  # fmt: skip
    bot = find_agent("search:24", 1)
    for _ in range(20):
        if t.match.result is not None:
            break
        seat = t.match.acting[0]
        t.match.apply(bot.decide(t.match.prompt(seat), t.match))
    assert t.match.result is not None
    assert t.match.G.winner == 0


def test_an_accessed_agenda_is_stolen_for_its_points_in_every_world():
    """The card that the question is about stays the same in sampled worlds."""
    t = position(turn="runner", corp={"deck": ["Hedge Fund"] * 9 + ["Offworld Office"]})
    t.match.ctx.zones["deck:0"].sort(key=lambda n: t.c.card(n).kind == "Offworld Office")
    t.run_to("R&D")
    assert t.buttons("runner") == ["Steal"]
    for world in worlds_of(t.match, 1):
        world.pick(1, world.asked[1].options[0].id)
        assert world.c.agenda_points(1) == 2


@pytest.mark.parametrize("side", [0, 1])
def test_the_search_plays_with_the_priority_of_jinteki_net(side):
    ices = installed("Palisade", rezzed=False)
    t = position(
        turn=("corp", "runner")[side], priority="engine", servers={"hq": {"ices": ices}},
        corp={"hand": ["Hedge Fund", "Tithe", "Offworld Office"]},
        runner={"hand": ["Sure Gamble", "Cleaver", "Unity"]},
    )  # fmt: skip
    bot = find_agent("search:20", 1).agents["netrunner"]
    answer = bot.decide(t.match.prompt(side), t.match)
    assert bot.trace
    assert not bot.faults
    assert t.match.submit(answer) is None


def test_the_chance_to_win_grows_with_points_and_credits():
    assert len(NAMES) == len(WEIGHTS)
    scored = {"scored": [{"title": "Offworld Office"}]}
    poor, rich = position(), position(corp={"credits": 12})
    ahead = position(corp=scored)
    assert len(features(poor.c)) == len(NAMES)
    assert win_chance(poor.c, 0) < win_chance(rich.c, 0) < 1
    assert win_chance(poor.c, 0) < win_chance(ahead.c, 0)
    assert win_chance(ahead.c, 0) + win_chance(ahead.c, 1) == pytest.approx(1)


# --- honesty --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_what_a_side_cannot_see_does_not_change_the_answer_of_a_search(seed):
    match = game.start(f"honest {seed}", options={"decks": ["beginner", "intermediate"][seed % 2]})
    checked = 0
    for number in range(240):
        if match.result is not None:
            break
        seat = match.acting[0]
        if number % 6 == 0 and match.asked.get(seat) is None:
            answer = find_agent("search:8", number).decide(match.prompt(seat), match)
            other = match.clone()
            permute_hidden(other, seat, tw.Stream.named(number, "hide"))
            again = find_agent("search:8", number).decide(other.prompt(seat), other)
            assert again == answer
            checked += 1
        match.submit(Heuristic().decide(match.prompt(seat), match))
    assert checked >= 20


def test_a_card_that_the_runner_accessed_in_a_remote_server_stays_known():
    hidden = [{"title": "Urtica Cipher", "rezzed": False}]
    t = position(
        turn="runner", servers={"remote1": {"content": hidden}},
        corp={"hand": ["Offworld Office", "Nico Campaign", "Send a Message"]},
        runner={"hand": ["Unity"] * 5},
    )  # fmt: skip
    assert len({tuple(titles(world, "root:0")) for world in worlds_of(t.match, 1)}) > 1
    t.run_to("Server 1")
    t.press("corp", "Yes")
    t.press("runner", "No action")
    assert {tuple(titles(world, "root:0")) for world in worlds_of(t.match, 1)} == {
        ("Urtica Cipher",)
    }


def test_an_advanced_card_is_something_that_can_be_advanced():
    hidden = [{"title": "Urtica Cipher", "rezzed": False, "advancement": 1}]
    hand = ["Offworld Office", "Nico Campaign", "Regolith Mining License", "Manegarm Skunkworks"]
    t = position(turn="runner", servers={"remote1": {"content": hidden}}, corp={"hand": hand})
    seen = {title for world in worlds_of(t.match, 1, 30) for title in titles(world, "root:0")}
    assert seen == {"Urtica Cipher", "Offworld Office"}


def test_the_runner_remembers_the_top_of_rd_until_it_is_drawn():
    deck = ["Hedge Fund", "Palisade", "Tithe", "Diviner", "Karunā", "Whitespace"]
    t = position(turn="runner", corp={"deck": deck, "hand": ["Government Subsidy"]})
    t.run_to("R&D")
    top = t.titles("deck", "corp")[-1]
    t.press("runner", "No action")
    assert {titles(world, "deck:0")[-1] for world in worlds_of(t.match, 1)} == {top}
    assert known_cards(t.c, 0) == {}, "the Corp learns nothing"
    t.end_turn()
    assert top in t.titles("hand", "corp")
    assert all(top in titles(world, "hand:0") for world in worlds_of(t.match, 1))


def test_the_runner_forgets_cards_of_hq_that_may_have_been_installed():
    t = position(turn="runner", corp={"hand": ["Palisade"], "deck": ["Tithe", "Hedge Fund"] * 5})
    t.run_to("HQ")
    t.press("runner", "No action")
    assert set(known_cards(t.c, 1).values()) == {"Palisade"}
    t.end_turn()
    t.corp("play", "Palisade", "HQ")
    assert "Palisade" not in known_cards(t.c, 1).values()


def test_what_the_runner_remembers_is_true():
    assert sum(check_memory(seed) for seed in range(4)) > 0


def check_memory(seed):
    """Play a game, check what the Runner remembers after each answer, and count it."""
    match = game.start(f"memory {seed}", options={"decks": ["beginner", "intermediate"][seed % 2]})
    policy, remembered = RulePolicy(), 0
    for _ in range(600):
        if match.result is not None:
            break
        seat = match.acting[0]
        match.apply(policy.decide(match.prompt(seat), match))
        if match.asked or match.result is not None:
            continue
        known = known_cards(match.c, 1)
        deck = {n: title for n, title in known.items() if n in match.ctx.zones["deck:0"]}
        assert all(match.ctx.cards[n].kind == title for n, title in deck.items())
        hand = sorted(title for n, title in known.items() if n not in deck)
        real = titles(match, "hand:0")
        assert all(hand.count(title) <= real.count(title) for title in hand)
        remembered += len(known)
    return remembered
