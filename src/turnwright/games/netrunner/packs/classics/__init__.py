"""Cards of older sets, chosen for the rules that System Gateway does not reach.

One file for each rule, named after it. Importing this package registers the cards.
"""

from . import (  # noqa: F401
    access_traps,
    bad_publicity,
    breach_replacement,
    bypass,
    encounter_effects,
    forced_encounters,
    hosting,
    ice,
    ice_changes,
    icebreakers,
    jack_out,
    link,
    multi_access,
    prevention,
    psi,
    recurring_credits,
    redirected_runs,
    run_ends,
    steal_costs,
    tag_punishment,
    traces,
)
