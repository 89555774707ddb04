"""Windows open by what everybody can see: whoever can respond is among those who may."""

from turnwright.agents.random import RandomAgent
from turnwright.core.rules.chain import min_speed
from turnwright.games.duel.activation import DuelChain
from turnwright.games.duel.game import VARIANTS, game


def test_a_seat_that_can_respond_is_one_that_may_as_far_as_others_see() -> None:
    windows = 0
    for seed in range(12):
        match = game.start(seed, record=False, options=VARIANTS[seed % len(VARIANTS)])
        agent = RandomAgent(seed)
        for _ in range(300):
            if match.result is not None:
                break
            seat = match.acting[0]
            question = match.asked.get(seat)
            if question is not None and question.responds_to is not None:
                chain = match.c.chain
                assert DuelChain(match.c).may_respond(seat, chain, min_speed(chain))
                windows += 1
            match.apply(agent.decide(match.prompt(seat), match))
    assert windows > 50
