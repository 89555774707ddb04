"""How the search bot fights: it finds kills, blocks, uses potions in need, and does not peek."""

from __future__ import annotations

import pytest

from turnwright.agents.determinization import determinise
from turnwright.agents.registry import find_agent
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.agents import RuleBot, SearchBot, limited_search
from turnwright.games.spire.bots.fight_evaluation import (
    FightStart,
    evaluate_fight,
    hp_worth,
    poison_damage,
    potion_price,
)
from turnwright.games.spire.bots.fight_search import BUDGETS, Budget, LineSearch, TurnSearch
from turnwright.games.spire.bots.rollouts import finish_fight, is_same_fight
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.hidden_information import resample_hidden
from turnwright.games.spire.single_fight import fight, play_fight
from turnwright.games.spire.state import NO_POTION

QUICK = {"MONSTER": Budget(nodes=30, lines=4, rounds=(1, 2))}


def play_turn(match, agent=None):
    """Let the bot play until its turn or the fight ends. Return what it did, in words."""
    agent, did = agent or SearchBot(1), []
    battle = match.G.battle
    turn = battle.turn
    while match.result is None and battle.turn == turn:
        prompt = match.prompt(0)
        answer = agent.decide(prompt, match)
        if answer.picks is None:
            did += [
                o.label for o in prompt.options if (o.move, o.args) == (answer.move, answer.args)
            ]
        assert match.submit(answer) is None
    return did


def test_it_makes_the_enemy_vulnerable_first_when_only_that_kills():
    match = fight("Jaw Worm", deck="Bash, Strike, 3 Defend")
    match.G.battle.monsters[0].hp = 17  # 8 by Bash and 9 by a Strike on a vulnerable enemy
    assert [did.split()[0] for did in play_turn(match)] == ["Bash", "Strike"]
    assert match.G.outcome == "VICTORY"


def test_it_blocks_all_it_can_when_it_would_die_otherwise():
    match = fight("Jaw Worm", deck="4 Defend, Strike", hp=1)  # the Jaw Worm bites for 11
    did = play_turn(match)
    assert [move.split()[0] for move in did] == ["Defend", "Defend", "Defend", "End"]
    assert match.G.hp == 1


def test_it_drinks_a_potion_rather_than_dying():
    match = fight("Jaw Worm", deck="5 Strike", hp=4, potions="Block Potion")
    assert "Drink Block Potion" in play_turn(match)
    assert match.G.hp > 0


def test_it_keeps_its_potions_in_an_easy_fight():
    match = fight("Cultist", potions="Fire Potion, Block Potion")
    match.G.battle.monsters[0].hp = 12
    assert play_fight(match, SearchBot(1)).result == "won"
    assert match.G.potions[:2] == ["Fire Potion", "Block Potion"]


def test_it_spares_skills_against_the_gremlin_nob():
    match = fight("Gremlin Nob", deck="10 Strike, 10 Defend", hp=80, seed=2)
    agent = SearchBot(1)
    play_turn(match, agent)  # the Nob bellows, and skills enrage it from now on
    assert "Defend" not in play_turn(match, agent)


def test_it_ends_the_turn_when_nothing_else_is_possible():
    match = fight("Cultist", deck="5 Wound", hp=50)
    assert play_turn(match) == ["End the turn"]


@pytest.mark.parametrize("relics", ["Burning Blood", "Runic Dome"])
def test_it_plays_equally_whatever_the_hidden_order_is(relics):
    match = fight("3 Byrds", deck="4 Strike, 4 Defend, 2 Pommel Strike", relics=relics, seed=5)
    for turn in range(3):
        other = match.clone()
        resample_hidden(other.c, 0, Stream.named(turn, "other order"))
        agents = [SearchBot(turn, budgets=QUICK) for _ in range(2)]
        answers = [
            agent.decide(one.prompt(0), one)
            for agent, one in zip(agents, (match, other), strict=True)
        ]
        assert answers[0] == answers[1]
        play_turn(match, agents[0])


def test_it_is_deterministic():
    outcomes = [
        play_fight(fight("Jaw Worm", seed=4, record=False), SearchBot(2, budgets=QUICK))
        for _ in range(2)
    ]
    assert outcomes[0] == outcomes[1]


def searched(moves):
    """The effort of the play-outs for a decision with this budget."""
    match = fight("Hexaghost", seed=3)
    search = TurnSearch(match, match.prompt(0), RuleBot())
    budget = Budget(nodes=20, lines=3, rounds=(6,), moves=moves)
    search.look_ahead(Stream.named(1, "search"), budget)
    return search.moves


def test_no_more_worlds_are_sampled_when_the_budget_of_moves_is_spent():
    one_world, all_worlds = searched(moves=1), searched(moves=100_000)
    assert 0 < one_world < all_worlds / 3


def test_a_limited_search_makes_fewer_play_outs_and_tries_fewer_moves():
    usual = BUDGETS["BOSS"]
    for playouts in (1, 8, 20, 60):
        limited = usual.limited(playouts)
        kept, made = limited.lines, 0
        for worlds in limited.rounds:
            made += worlds * kept
            kept = (kept + 1) // 2
        assert made <= max(playouts, 2)
        assert limited.nodes < usual.nodes or playouts == 60
    assert usual.limited(1000) == usual


def test_a_time_counts_as_the_play_outs_that_fit_in_it():
    short, long = (limited_search(1, 2000, seconds).budgets["BOSS"] for seconds in (0.05, 5.0))
    assert short == BUDGETS["BOSS"].limited(12)
    assert long == BUDGETS["BOSS"]


def test_the_search_bot_is_found_with_a_limit():
    match = fight("Cultist", deck="5 Strike", hp=50, record=False)
    assert play_fight(match, find_agent("search:8", 1)).result == "won"


# --- lines ---------------------------------------------------------------------------------------


def lines_of(match, nodes=60):
    world = determinise(match, 0, Stream.named(1, "lines"))
    return LineSearch(FightStart(match.G), RuleBot()).lines(world, nodes)


def test_lines_with_equal_cards_are_tried_once():
    match = fight("Cultist", deck="5 Strike")
    lengths = sorted(len(line.plays) for line in lines_of(match)[1:])
    assert lengths == [0, 1, 2, 3]


def test_a_line_knows_that_it_has_drawn_cards():
    match = fight("Cultist", deck="Pommel Strike, 4 Wound, 5 Defend", seed=1)
    match.G.battle.hand.sort(key=lambda card: card.kind != "Pommel Strike")
    drawing = [line for line in lines_of(match) if line.has_drawn]
    starts = {card.uid for card in match.G.battle.hand}
    assert all(play.uid in starts for line in drawing for play in line.plays)


# --- what a fight is worth -----------------------------------------------------------------------


def test_a_fight_is_played_to_its_end():
    match = fight("Cultist", record=False)
    start = FightStart(match.G)
    battle = match.G.battle
    finish_fight(match, start, RuleBot())
    assert not is_same_fight(match, start)
    assert start.outcome(match.G, battle, 0) > 100


def test_more_hp_left_is_better_and_a_lost_fight_worst():
    match = fight("Cultist", record=False)
    G, start = match.G, FightStart(match.G)
    battle, G.battle = G.battle, None
    G.max_hp += 40  # what was lent
    values = []
    for hp in (0, 10, 40, 41, 80):
        G.hp = hp
        values.append(start.outcome(G, battle, 40))
    assert values == sorted(set(values))


def test_hp_and_potions_count_for_little_against_a_boss_and_potions_for_nothing_in_the_last_fight():
    hall, boss = fight("Cultist").G, fight("Hexaghost").G
    last = fight("Donu and Deca", potions="Fire Potion").G
    assert hp_worth(hall) > hp_worth(boss)
    assert potion_price(hall) > potion_price(boss) > potion_price(last) == 0


def test_potions_are_kept_for_bosses_at_high_ascension():
    for encounter, is_dearer in (("Cultist", True), ("Gremlin Nob", True), ("Hexaghost", False)):
        prices = [potion_price(fight(encounter, ascension=level).G) for level in (0, 20)]
        assert (prices[1] > prices[0]) is is_dearer, encounter


def test_a_used_potion_costs_its_price():
    match = fight("Cultist", potions="Fire Potion", record=False)
    start = FightStart(match.G)
    assert start.spent(match.G) == 0
    match.G.potions[0] = NO_POTION
    assert start.spent(match.G) == start.price


def test_every_lasting_power_of_the_silent_has_a_value():
    """Otherwise a line that plays such a card looks worse than one that strikes."""
    match = fight("Jaw Worm", character="THE_SILENT")
    plain = evaluate_fight(match.G)
    for power in (
        p.NOXIOUS_FUMES, p.AFTER_IMAGE, p.ACCURACY, p.INFINITE_BLADES, p.ENVENOM, p.THOUSAND_CUTS,
        p.TOOLS, p.WELL_LAID_PLANS, p.PHANTASMAL, p.BURST,
    ):  # fmt: skip
        match.G.battle.powers = {power: 1}
        assert evaluate_fight(match.G) > plain, power
    match.G.battle.powers = {p.WRAITH_FORM: 1}
    assert evaluate_fight(match.G) < plain, "it costs Dexterity every turn"


def test_poison_is_worth_the_damage_that_it_will_do():
    match = fight("Jaw Worm", character="THE_SILENT")
    worm = match.G.battle.monsters[0]
    worm.hp, worm.powers[p.POISON] = 40, 5
    assert poison_damage(worm) == 5 + 4 + 3 + 2 + 1
    worm.powers[p.POISON] = 9
    assert poison_damage(worm) == 9 + 8 + 7 + 6 + 5, "it counts for five turns"
    worm.hp = 12
    assert poison_damage(worm) == 12, "no more than kills"
