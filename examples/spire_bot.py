"""A bot for Slay the Spire: `turnwright spire host --agent "python examples/spire_bot.py" --runs 3`.

It blocks incoming damage, attacks the weakest monster, takes every reward and proceeds. The real game
runs it in the same way.
"""

import random

from turnwright.bridges.commmod import run_agent, valid_actions

LIKED = [
    "start_game", "play_card", "end_turn", "combat_reward", "card_reward", "boss_reward", "open_chest",
    "rest", "choose_map_boss", "choose_map_node", "event_option", "card_select", "proceed",
]  # fmt: skip


def worth(state, action):
    """How good it is to play a card: skills while monsters are about to hit, then attacks."""
    card = state.hand[action.card_index]
    monsters = [state.monsters[place] for place in state.targets]
    hits = sum(one.get("move_adjusted_damage", 0) * one.get("move_hits", 1) for one in monsters)
    is_safe = hits <= state.combat["player"]["block"]
    liked = {"POWER": 3, "ATTACK": 2 if is_safe else 1, "SKILL": 1 if is_safe else 2}
    hp = 0 if action.target_index is None else state.monsters[action.target_index]["current_hp"]
    return liked.get(card["type"], 0), -hp


def decide(state):
    actions = valid_actions(state)
    for kind in LIKED:
        found = [action for action in actions if action.kind() == kind]
        if found and kind == "start_game":
            return found[0]
        if found and kind == "play_card":
            return max(found, key=lambda action: worth(state, action))
        if found:
            return random.choice(found)
    return random.choice(actions)


if __name__ == "__main__":
    run_agent(decide)
