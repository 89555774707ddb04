"""Bots: they play whole runs, get further than random play, and use only what a player sees."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.agents.registry import agents_for, find_agent
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.agents import BOTS, RuleBot, SearchBot
from turnwright.games.spire.bots.card_values import CardNumbers, card_numbers
from turnwright.games.spire.bots.event_choice import EVENTS as EVENT_CHOICES
from turnwright.games.spire.bots.fight_search import Budget
from turnwright.games.spire.game import game
from turnwright.games.spire.hidden_information import resample_hidden
from turnwright.games.spire.single_fight import fight, play_fight
from turnwright.games.tictactoe.game import game as tictactoe


def run(agent, seed, **options):
    match = game.start(seed, options=options, record=False)
    return play_out(match, [agent], limit=5000)


def scene(**facts):
    given = {"floor": 7, "hp": 60, "max_hp": 80, "gold": 200, **facts}
    return game.start(1, options={"scene": given})


def decision(match, agent=None):
    """What a bot would do now, in words."""
    prompt = match.prompt(0)
    answer = (agent or RuleBot()).decide(prompt, match)
    assert match.clone().submit(answer) is None
    if answer.picks is not None:
        return [option.label for option in prompt.options if option.id in answer.picks]
    (label,) = [o.label for o in prompt.options if (o.move, o.args) == (answer.move, answer.args)]
    return label


# --- whole runs ----------------------------------------------------------------------------------


def test_the_rule_bot_gets_further_than_random_play():
    seeds = range(8)
    floors = {
        kind: sum(run(kind(seed), seed).G.floor for seed in seeds) / len(seeds)
        for kind in (RandomAgent, RuleBot)
    }
    assert floors[RuleBot] > 15 > 8 > floors[RandomAgent]


@pytest.mark.parametrize("ascension", [0, 20])
def test_the_rule_bot_finishes_runs_and_is_deterministic(ascension):
    one, two = (run(RuleBot(), "CLIMB", ascension=ascension) for _ in range(2))
    assert one.result is not None
    assert one.hash == two.hash


def test_the_search_bot_plays_a_run():
    match = run(SearchBot(1, budgets={"MONSTER": Budget(nodes=8, lines=2, rounds=(1,))}), 3)
    assert match.result is not None
    assert match.G.floor > 5


def test_bots_are_found_by_name_and_play_other_games_too():
    assert agents_for("spire")[-2:] == [*BOTS]
    assert repr(find_agent("rules", 7)) == "RuleBot(7)"
    over = play_out(tictactoe.start(), [find_agent("rules"), find_agent("search")])
    assert over.result is not None


def test_an_unknown_bot_name_lists_the_known_ones():
    with pytest.raises(tw.UnusableError, match=r"search, rules, priority:MOVE,MOVE\."):
        find_agent("genius")


# --- single decisions ----------------------------------------------------------------------------


def test_the_rule_bot_kills_what_it_can():
    match = fight("Jaw Worm", deck="10 Strike", hp=40)
    match.G.battle.monsters[0].hp = 5
    assert decision(match).startswith("Strike")
    assert decision(match, SearchBot(1)).startswith("Strike")


def test_the_rule_bot_blocks_incoming_damage():
    match = fight("Jaw Worm", deck="5 Strike, 5 Defend", hp=8)
    assert decision(match) == "Defend"
    assert decision(match, SearchBot(1)) == "Defend"


def test_the_rule_bot_rests_at_low_hp_and_smiths_otherwise():
    assert decision(scene(room="REST", hp=20)).startswith("Rest")
    assert decision(scene(room="REST", hp=80)).startswith("Smith")


def test_a_curse_is_removed_first_and_bash_is_upgraded():
    deck = ["Strike_R", "Regret", "Bash"]
    match = scene(event="Purifier", deck=deck)
    match.play(0, "event", 0)
    assert decision(match)[0].startswith("Regret")
    match = scene(event="Upgrade Shrine", deck=deck)
    match.play(0, "event", 0)
    assert decision(match)[0].startswith("Bash+")


def test_the_rule_bot_has_a_valid_preference_for_every_event():
    """Each event of a run is answered by a choice that is there."""
    from turnwright.games.spire.run.events import EVENTS, open_choices

    for name in EVENTS:
        if name == "Neow Event":
            continue
        match = scene(event=name, deck=["Strike_R", "Bash", "Inflame", "Regret"], act=2)
        if match.G.screen == "EVENT" and not match.asked and open_choices(match.c):
            assert decision(match)
            assert name in {*EVENT_CHOICES, "Falling", "Match and Keep!", "Wheel of Change"}


@pytest.mark.parametrize(
    ("kind", "up", "read"),
    [
        ("Bash", 0, CardNumbers(damage=8, vulnerable=2)),
        ("Bash", 1, CardNumbers(damage=10, vulnerable=3)),
        ("Twin Strike", 0, CardNumbers(damage=5, times=2)),
        ("Pummel", 1, CardNumbers(damage=2, times=5)),
        ("Shrug It Off", 0, CardNumbers(block=8, draws=1)),
        ("Heavy Blade", 0, CardNumbers(damage=14)),
        ("Offering", 0, CardNumbers(hp=6, energy=2, draws=3)),
        ("Inflame", 0, CardNumbers(is_power=True)),
    ],
)
def test_the_rule_bot_reads_what_cards_say(kind, up, read):
    assert card_numbers(kind, up) == read


# --- no peeking ----------------------------------------------------------------------------------


def twins(match, seed):
    """The match, and one that differs from it in everything that a player cannot know."""
    other = match.clone()
    resample_hidden(other.c, 0, Stream.named(seed, "twins"))
    return match, other


@pytest.mark.parametrize("kind", [RuleBot, SearchBot])
def test_bots_do_not_use_hidden_information(kind):
    match = fight("Gremlin Nob", deck="5 Strike, 4 Defend, Bash, Battle Trance, Warcry", seed=5)
    for turn in range(6):
        real, other = twins(match, turn)
        assert real.G.streams.shuffle.s0 != other.G.streams.shuffle.s0
        answers = [kind(turn).decide(one.prompt(0), one) for one in (real, other)]
        assert answers[0] == answers[1]
        match.apply(answers[0])
        while match.asked:
            match.apply(match.prompt(0).default())
        if match.result is not None:
            break


def test_a_search_does_not_change_the_match():
    match = fight("3 Sentries", seed=2)
    before = match.save()
    SearchBot(3).decide(match.prompt(0), match)
    assert match.save() == before


def test_a_search_explains_its_values():
    match = fight("Cultist", seed=2)
    agent = SearchBot(3)
    assert agent.explain() == "Nothing was searched yet."
    agent.decide(match.prompt(0), match)
    assert "on Cultist" in agent.explain()
    assert "End the turn" in agent.explain()


def test_the_search_bot_wins_fights_that_random_play_loses():
    results = {
        kind: [
            play_fight(fight("Gremlin Nob", seed=s, record=False), kind(s)).result for s in range(3)
        ]
        for kind in (RandomAgent, SearchBot)
    }
    assert results == {RandomAgent: ["lost"] * 3, SearchBot: ["won"] * 3}
