"""What authors of card packs import: the vocabulary of card definitions, shared effects and rules.

    from turnwright.games.netrunner.authoring import CardDefinition, END_THE_RUN, gain, register

`docs/howto/add-a-netrunner-card.md` shows how a pack is written.
"""

from .card_definition import (
    EVENTS,
    Ability,
    AccessAbility,
    BreachReplacement,
    CardDefinition,
    EffectGenerator,
    EventData,
    Prevention,
    Price,
    Subroutine,
    Trigger,
    register,
)
from .card_facts import CORP, RUNNER
from .cards.corp_agendas import on_score, on_score_or_steal
from .cards.corp_ice import CLICK_TO_BREAK
from .cards.corp_ice import END as END_THE_RUN
from .cards.corp_upgrades import is_this_server
from .cards.effects import (
    begins_turn,
    draw,
    end_run_effect,
    end_run_unless_paid,
    gain,
    is_this_card,
    net_damage,
    no_effect,
    tag,
    take_credits,
)
from .cards.runner_breakers import breaking, pumping
from .cards.runner_events import any_server, is_source, run_event
from .context import NetrunnerContext
from .rules.damage import deal_damage, give_tags
from .rules.encounters import bypass_ice, force_encounter
from .rules.install import corp_install, derez, place_advancement, rez, runner_install
from .rules.payment import available_credits, can_pay, pay
from .rules.psi import play_psi_game
from .rules.runs import (
    allow_jack_out,
    end_the_run,
    forbid_jack_out,
    make_run,
    offer_jack_out,
)
from .rules.traces import trace, trace_subroutine
from .rules.trash import trash_cards
from .rules.waiting_effects import (
    end_with_encounter,
    ends_with_encounter,
    is_waiting,
    take_waiting,
    wait_for_encounter,
)
from .state import CENTRALS, Card

__all__ = [
    "CENTRALS",
    "CLICK_TO_BREAK",
    "CORP",
    "END_THE_RUN",
    "EVENTS",
    "RUNNER",
    "Ability",
    "AccessAbility",
    "BreachReplacement",
    "Card",
    "CardDefinition",
    "EffectGenerator",
    "EventData",
    "NetrunnerContext",
    "Prevention",
    "Price",
    "Subroutine",
    "Trigger",
    "allow_jack_out",
    "any_server",
    "available_credits",
    "begins_turn",
    "breaking",
    "bypass_ice",
    "can_pay",
    "corp_install",
    "deal_damage",
    "derez",
    "draw",
    "end_run_effect",
    "end_run_unless_paid",
    "end_the_run",
    "end_with_encounter",
    "ends_with_encounter",
    "forbid_jack_out",
    "force_encounter",
    "gain",
    "give_tags",
    "is_source",
    "is_this_card",
    "is_this_server",
    "is_waiting",
    "make_run",
    "net_damage",
    "no_effect",
    "offer_jack_out",
    "on_score",
    "on_score_or_steal",
    "pay",
    "place_advancement",
    "play_psi_game",
    "pumping",
    "register",
    "rez",
    "run_event",
    "runner_install",
    "tag",
    "take_credits",
    "take_waiting",
    "trace",
    "trace_subroutine",
    "trash_cards",
    "wait_for_encounter",
]
