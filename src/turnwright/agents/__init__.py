"""What answers prompts. An agent gets a prompt and the match, and gives an answer.

Agents look at the match only as their seat could: at what it sees, or at worlds that could be
(`determinise`). All of them play every game, because all of them answer the same prompts.
"""

from .auto_selector import AutoSelector
from .base import Agent, Controller, Passive, is_ai, is_human, play_out
from .determinization import WorldSampler, determinise
from .evaluation import evaluate
from .greedy import Greedy
from .handlers import Decision, HandlerAnswer, HandlerChain, HandlerError
from .mcts import Mcts
from .priority_list import ConditionalEntry, PriorityEntry, PriorityList
from .random import RandomAgent

__all__ = [
    "Agent",
    "AutoSelector",
    "ConditionalEntry",
    "Controller",
    "Decision",
    "Greedy",
    "HandlerAnswer",
    "HandlerChain",
    "HandlerError",
    "Mcts",
    "Passive",
    "PriorityEntry",
    "PriorityList",
    "RandomAgent",
    "WorldSampler",
    "determinise",
    "evaluate",
    "is_ai",
    "is_human",
    "play_out",
]
