"""What answers prompts. An agent gets a prompt and the match, and gives an answer.

Agents look at the match only as their seat could: at what it sees, or at worlds that could be
(`determinise`). All of them play every game, because all of them answer the same prompts.
"""

from .auto_selector import AutoSelector
from .base import Agent, Controller, Passive, is_ai, is_human, play_out
from .determinization import Worlds, determinise
from .evaluation import evaluate
from .greedy import Greedy
from .handlers import Decision, HandlerChain, HandlerError, Opinion
from .mcts import Mcts
from .priority_list import Entry, Line, PriorityList
from .random import RandomAgent

__all__ = [
    "Agent",
    "AutoSelector",
    "Controller",
    "Decision",
    "Entry",
    "Greedy",
    "HandlerChain",
    "HandlerError",
    "Line",
    "Mcts",
    "Opinion",
    "Passive",
    "PriorityList",
    "RandomAgent",
    "Worlds",
    "determinise",
    "evaluate",
    "is_ai",
    "is_human",
    "play_out",
]
