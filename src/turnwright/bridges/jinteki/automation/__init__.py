"""Run automation: a chain of handlers plays a side's part of a run, by flags that were set before.

It works only on the state that a jinteki.net server sends to one side, so it plays on a remote
server as well as in a match of our own.
"""

from .break_costs import BreakPlan, IcePrice, break_price, cheapest_break, ice_prices
from .command_line import COMMANDS, command
from .diagnosis import Deadlock, Diagnosis, diagnose, find_deadlock
from .driver import Automation, let_subs_fire_signal
from .handler_order import HANDLERS, decide
from .plan_files import PlanFolder, default_plan_folder, load_plan
from .plans import BadPlanError, Plan, PlanProblem, read_plan
from .results import STOPS, AutomationResult, Command, Decision
from .situation import RunMemory, Situation, read_situation
from .state_queries import (
    can_auto_continue,
    corp_has_rez_opportunity,
    find_server,
    get_current_ice,
    has_real_decision,
    opponent_indicated_action,
    runner_signaled_let_fire,
    should_i_act,
    waiting_for_opponent,
)
from .strategy import Strategy, parse_flags
from .two_seats import RunOutcome, play_run

__all__ = [
    "COMMANDS",
    "HANDLERS",
    "STOPS",
    "Automation",
    "AutomationResult",
    "BadPlanError",
    "BreakPlan",
    "Command",
    "Deadlock",
    "Decision",
    "Diagnosis",
    "IcePrice",
    "Plan",
    "PlanFolder",
    "PlanProblem",
    "RunMemory",
    "RunOutcome",
    "Situation",
    "Strategy",
    "break_price",
    "can_auto_continue",
    "cheapest_break",
    "command",
    "corp_has_rez_opportunity",
    "decide",
    "default_plan_folder",
    "diagnose",
    "find_deadlock",
    "find_server",
    "get_current_ice",
    "has_real_decision",
    "ice_prices",
    "let_subs_fire_signal",
    "load_plan",
    "opponent_indicated_action",
    "parse_flags",
    "play_run",
    "read_plan",
    "read_situation",
    "runner_signaled_let_fire",
    "should_i_act",
    "waiting_for_opponent",
]
