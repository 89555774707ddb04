"""A bot for Duel over the network: `python examples/bot.py http://127.0.0.1:8000 greedy`.

It attacks if it can, otherwise summons if it can, otherwise makes a random legal move; questions get a
random answer. Without a second argument it waits for an opponent.
"""

import random
import sys

from turnwright.client import run_bot

FAVOURITES = [
    "DIRECT_ATTACK",
    "DECLARE_ATTACK",
    "NORMAL_SUMMON",
    "ACTIVATE_SPELL",
    "ACTIVATE_EFFECT",
]


def decide(view, prompt):
    """Pick an option of a prompt."""
    if prompt.is_move:
        for action in FAVOURITES:
            if found := [option for option in prompt.options if option.action_type == action]:
                return random.choice(found)
        return random.choice(prompt.options)
    return random.sample(prompt.options, prompt.min)


url, *opponent = sys.argv[1:]
for result in run_bot(url, decide, game="duel", name="Rusty", against="".join(opponent)):
    print(f"{result.result}: {result.reason}")
