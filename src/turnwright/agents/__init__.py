"""Agents: programs that answer prompts.

An agent receives a prompt and the match and returns an answer. It uses only what its seat can see, or
sampled worlds (`determinise`). Every agent here can play every game.
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
from .rollout_search import RolloutSearch, SearchGuide

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
    "RolloutSearch",
    "SearchGuide",
    "WorldSampler",
    "determinise",
    "evaluate",
    "is_ai",
    "is_human",
    "play_out",
]
