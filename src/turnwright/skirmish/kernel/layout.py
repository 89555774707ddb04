"""The memory layout of the kernel: records in flat arrays, and numbers in place of words.

- `tables.py` fills the tables from a plan, and the compiled functions read them.
- What a run changes is in records too: combatants, statuses, uses, events.
- Records refer to each other by address. RUN_STATE holds the addresses of all arrays, so that one
  compiled program serves every plan.
- A list of integers or floats is in `lists` or `numbers`; a record holds its address and its length.
- The address 0 stands for none.
"""

from __future__ import annotations

import numpy as np

from turnwright.skirmish.model.vocabulary import EVENTS

EVENT_COUNT = len(EVENTS)

MAX_BITS = 63
ALL_BITS = (1 << MAX_BITS) - 1
"""Tags, damage types, abilities and conditions are bits of one integer."""


def record(integers: str, floats: str = "", bits: str = "") -> np.dtype:
    """A record type with fields of 64 bits."""
    fields = [(name, "i8") for name in integers.split()]
    fields += [(name, "f8") for name in floats.split()]
    fields += [(name, "u8") for name in bits.split()]
    return np.dtype(fields, align=True)


# --- words as numbers ----------------------------------------------------------------------------

ADVANTAGE, DISADVANTAGE = 1, 2
"""Bits of a roll mode. `roll_modes` holds four roll modes of two bits each, at these offsets:"""
MODE_ATTACKS, MODE_ATTACKED, MODE_ATTACKED_IN_MELEE, MODE_ATTACKED_AT_RANGE = 0, 2, 4, 6

VARIABLES = ("", "spent", "slot_level", "value", "level", "=", "margin")
SPENT, SLOT_LEVEL, VALUE, LEVEL, COMPUTED = range(1, 6)
"""A computed term is an expression: `program` is where it begins."""

WHO = ("enemy", "ally", "other ally", "self", "anyone", "event source", "event target")
WHO_ENEMY, WHO_ALLY, WHO_OTHER, WHO_SELF, WHO_ANYONE, WHO_SOURCE, WHO_TARGET = range(7)
STATES = ("up", "down", "any")
STATE_UP, STATE_DOWN, STATE_ANY = range(3)
PICKS = (
    "first", "least hp", "most hp", "most hurt", "lowest percent", "lowest ac", "highest ac",
    "highest damage", "highest survivability", "nearest", "farthest", "concentrating", "down",
)  # fmt: skip
(
    PICK_FIRST, PICK_LEAST, PICK_MOST, PICK_HURT, PICK_PERCENT, PICK_LOW_AC, PICK_HIGH_AC,
    PICK_DAMAGE, PICK_SURVIVE, PICK_NEAR, PICK_FAR, PICK_CONCENTRATING, PICK_DOWN,
) = range(13)  # fmt: skip

TO = ("target", "self", "event source", "event target")
TO_TARGET, TO_SELF, TO_SOURCE, TO_EVENT_TARGET = range(4)

RELATIONS = ("any", "self", "ally", "enemy")
ANY, SELF, ALLY, ENEMY = range(4)

POLICIES = ("keep", "refund_slot", "refund_all")
KEEP, REFUND_SLOT, REFUND_ALL = range(3)

AMOUNTS = ("need", "max", "min", "all", "")
AMOUNT_NEED, AMOUNT_MAX, AMOUNT_MIN, AMOUNT_ALL, AMOUNT_FIXED = range(5)

RESETS = {"turn": 1, "round": 2, "encounter": 4, "short rest": 8, "long rest": 16, "": 0}
RESET_TURN, RESET_ROUND, RESET_ENCOUNTER, RESET_SHORT, RESET_LONG = 1, 2, 4, 8, 16
IS_USES = 32
"""A flag beside the reset of a pool: it counts uses, which fingerprints leave out."""

UNTILS = (
    "", "end of turn", "next attack made", "next attack taken", "encounter", "short rest", "long rest",
    "next hit made", "next hit taken", "next save made", "next save forced",
)  # fmt: skip
(
    UNTIL_NOTHING, UNTIL_TURN, UNTIL_MADE, UNTIL_TAKEN, UNTIL_ENCOUNTER, UNTIL_SHORT, UNTIL_LONG,
    UNTIL_HIT_MADE, UNTIL_HIT_TAKEN, UNTIL_SAVE_MADE, UNTIL_SAVE_FORCED,
) = range(11)  # fmt: skip

CRITICAL_DOUBLE_DICE, CRITICAL_DOUBLE, CRITICAL_MAXIMUM, CRITICAL_NONE = range(4)
EACH, GROUP, SIDE = range(3)
STEP_ENCOUNTER, STEP_SHORT_REST, STEP_LONG_REST = range(3)

(
    EFFECT_ATTACK, EFFECT_SAVE, EFFECT_DAMAGE, EFFECT_HEAL, EFFECT_APPLY_STATUS,
    EFFECT_REMOVE_STATUS, EFFECT_CHANGE_POOL, EFFECT_MOVE, EFFECT_END_TURN, EFFECT_CANCEL,
    EFFECT_CHANGE_ROLL, EFFECT_SET_OUTCOME, EFFECT_CHANGE_DAMAGE, EFFECT_GRANT_ACTION,
    EFFECT_IF,
) = range(15)  # fmt: skip
AGAIN = ("", "new", "best", "worst")
AGAIN_NO, AGAIN_NEW, AGAIN_BEST, AGAIN_WORST = range(4)

# A requirement is a small program of tests. Each test continues at the address `yes` or `no`, until
# that is one of these two, which are not addresses:
NO, YES = 0, 1
TEST_FACT, TEST_RESOURCE, TEST_TAG, TEST_LAST, TEST_FORMULA = range(5)
# An expression is a program of nodes, one after the other, that work on a stack of numbers. They are in
# the table of tests, and a jump continues at `yes`.
(
    NODE_END, NODE_NUMBER, NODE_VARIABLE, NODE_FACT, NODE_POOL, NODE_USED, NODE_DICE, NODE_JUMP,
    NODE_JUMP_IF_ZERO, NODE_FLOOR, NODE_CEIL, NODE_ABS, NODE_NOT, NODE_ADD, NODE_SUBTRACT,
    NODE_MULTIPLY, NODE_DIVIDE, NODE_MIN, NODE_MAX, NODE_AND, NODE_OR, NODE_COMPARE,
) = range(10, 32)  # fmt: skip
STACK_ROOM = 32
"""How deep an expression may be nested."""
DICE_ROOM = 64
"""How many dice can be sorted, to keep or drop some. More are left to the interpreter."""
DICE_RULES = (
    "reroll", "reroll_all", "explode", "least", "keep_high", "keep_low", "drop_high", "drop_low",
    "success", "failure",
)  # fmt: skip
(
    RULE_REROLL, RULE_REROLL_ALL, RULE_EXPLODE, RULE_LEAST, RULE_KEEP_HIGH, RULE_KEEP_LOW,
    RULE_DROP_HIGH, RULE_DROP_LOW, RULE_SUCCESS, RULE_FAILURE,
) = range(10)  # fmt: skip
OPS = ("<", "<=", "==", "!=", ">=", ">")
OP_LESS, OP_AT_MOST, OP_IS, OP_IS_NOT, OP_AT_LEAST, OP_MORE = range(6)
BEARERS = ("self", "target", "any_enemy", "any_ally")
ON_SELF, ON_TARGET, ON_ANY_ENEMY, ON_ANY_ALLY = range(4)
WINDOWS = ("action", "turn", "round", "encounter")
IN_ACTION, IN_TURN, IN_ROUND, IN_ENCOUNTER = range(4)
FACTS = (
    "hp", "max_hp", "missing_hp", "hp_percent", "temp_hp", "ac", "position", "is_up", "is_down",
    "is_alive", "is_concentrating", "is_surprised", "is_enemy", "is_ally", "is_self", "distance",
    "round", "allies_up", "enemies_up", "allies_down", "enemies_down", "outnumbered_by",
    "lowest_ally_percent", "lowest_enemy_percent", "nearest_enemy", "allies_near", "used",
    "condition", "count",
)  # fmt: skip
(
    FACT_HP, FACT_MAX_HP, FACT_MISSING, FACT_PERCENT, FACT_TEMP, FACT_AC, FACT_POSITION, FACT_UP,
    FACT_DOWN, FACT_ALIVE, FACT_CONCENTRATING, FACT_SURPRISED, FACT_ENEMY, FACT_ALLY, FACT_SELF,
    FACT_DISTANCE, FACT_ROUND, FACT_ALLIES_UP, FACT_ENEMIES_UP, FACT_ALLIES_DOWN, FACT_ENEMIES_DOWN,
    FACT_OUTNUMBERED, FACT_ALLY_PERCENT, FACT_ENEMY_PERCENT, FACT_NEAREST, FACT_ALLIES_NEAR,
    FACT_USED, FACT_CONDITION, FACT_COUNT,
) = range(29)  # fmt: skip

# --- tables: what a plan fills in, and no run changes ---------------------------------------------

ROLL = record("flat terms n is_simple count sides")
"""A constant and terms. A roll is simple if it has at most one kind of dice."""
TERM = record("sign count sides variable factor program")

TEST = record(
    "op yes no compare fact condition of_target first n tag on by_self pool window families"
    " n_families has_value program",
    floats="value",
)

KIND = record(
    "side ac tags resist immune vulnerable bypassed n_bypassed has_defences condition_immune"
    " death_saves hp rolls_hp has_start start_hp initiative initiative_mode"
    " actions n_actions turn_actions n_turn_actions turn_action_amounts"
    " setup_actions n_setup_actions reactions has_free_actions recharging n_recharging"
    " n_pools n_turn_pools pool_max pool_after_reset pool_reset pool_of_key granted n_granted"
    " granted_amounts"
    " saves save_modes traits n_traits arrival hit_dice n_hit_dice con number",
    floats="position reach expected_damage",
)
"""`turn_actions`: every action with its `first_pool` (see ACTION), and the amount it needs of it in
`turn_action_amounts`. `reactions`: for every event where its entries begin (an action, and tags
that the event must have), how many there are, and the relation that all of them need (`relation_code`).
`pool_of_key`: for every resource that an effect or a status names, its pool, or -1."""

ACTION = record(
    # simple attacks first: see `engine.actions.SimpleAttack`
    "is_simple_attack single_pool times to_hit critical damage flat dice_count sides local_index tags"
    " number targets_any_foe"
    " is_spell is_repeatable turn_limit first_pool fixed n_fixed fixed_amounts levels n_levels"
    " slot_level slot_pool variable_pool policy requirements target_requirements when count is_single"
    " count_is_variable who state has_range picks n_picks at_random is_least_hp min_targets effects"
    " n_effects concentration level on_cancel recharge_pool recharge cooldown sustains_statuses"
    " movement_pool beside_others is_anytime relation is_source would_change"
    " change_ac change_lowest change_highest change_outcome rerolls always_changes",
    floats="first_amount range least most step fixed_amount",
)
"""`first_pool` is the first pool that the cost takes from, -1 for none: most actions that are not valid
fail there. `n_levels` is -1 if no part of the cost has levels to choose from."""

EFFECT = record(
    "op to roll parts times roll_mode critical success_effects n_success_effects failure_effects"
    " n_failure_effects is_single ability dc dc_roll per_target half temporary compiled condition tag"
    " by_self stacks key sign above_max away is_self again outcome redirect",
    floats="multiply",
)
"""`success_effects`: what follows a hit or a failed save; `failure_effects`: a miss or a saved one."""

COMPILED_STATUS = record(
    "number tags ac dc to_hit damage save reduction roll_modes saves saves_of saves_against"
    " failed_saves resist immune vulnerable bypassed n_bypassed incapacitated no_reactions no_movement"
    " critical_in_melee gain n_gain gain_amounts heal_each_turn damage_each_turn conditions only_tags"
    " can_expire has_turns turns of_source at_end until repeats repeat_at_end repeat_ability"
    " repeat_dc ends_with_source ends_on_damage stacking max_stacks temporary_hp times",
    floats="damage_dealt damage_taken potency",
)

ENCOUNTER = record(
    "participants n_participants sides n_sides surprised prepared has_prepared_sides number"
)
"""`surprised` is one number per participant, `prepared` one per side of the plan."""
STEP = record("kind encounter")

REFERENCES: dict[str, dict[str, str]] = {
    "rolls": {"terms": "terms"}, "terms": {"tests": "program"},
    "tests": {"tests": "yes no program", "lists": "first families"},
    "kinds": {
        "rolls": "hp initiative", "actions": "actions",
        "numbers": "pool_max pool_after_reset granted_amounts turn_action_amounts",
        "lists": "bypassed turn_actions setup_actions reactions recharging pool_reset pool_of_key"
        " granted saves save_modes traits hit_dice",
    },
    "actions": {
        "rolls": "damage count", "numbers": "fixed_amounts", "lists": "fixed levels picks",
        "tests": "requirements target_requirements when", "effects": "effects",
    },
    "effects": {
        "rolls": "roll times dc_roll stacks", "lists": "parts",
        "effects": "success_effects failure_effects",
        "compiled_statuses": "compiled",
    },
    "compiled_statuses": {
        "rolls": "to_hit save reduction heal_each_turn repeat_dc temporary_hp",
        "numbers": "gain_amounts",
        "lists": "damage bypassed gain damage_each_turn",
    },
    "encounters": {"lists": "participants sides surprised prepared"},
    "steps": {"encounters": "encounter"},
    "participants": {
        "kinds": "kind", "pools": "pools", "usages": "usages", "statuses": "statuses",
    },
}  # fmt: skip
"""Which fields of which table hold addresses in which other. They are filled in as indexes, and become
addresses when the location of the tables is known."""

# --- state: what a run changes --------------------------------------------------------------------

COMBATANT = record(
    # first what simple attacks read
    "hp temp ac side up unmodified n_statuses kind"
    " max_hp down dead present has_joined stable surprised successes failures initiative concentration"
    " pools usages statuses answers answers_turn number fell was_dead temp_status"
    # sums over the statuses
    " tags dc roll_modes failed_saves resist immune vulnerable modifiers incapacitated no_reactions"
    " no_movement critical_in_melee",
    floats="position damage_dealt damage_taken",
)
"""`pools`, `usages` (one for each action) and `statuses` are where those of this combatant begin.
`concentration` is an action. `answers` is how often it has acted out of turn in the turn
`answers_turn`. `fell` is 1 more than the round in which it first fell in this encounter, or 0;
`was_dead` whether it was dead before. `temp_status` is 1 more than the id of the status with which the
temporary hit points end, or 0."""
(
    MODIFIES_TO_HIT, MODIFIES_DAMAGE, MODIFIES_SAVE, REDUCES_DAMAGE, MODIFIES_SAVE_MODE,
    HAS_BYPASSED_DEFENCES, GAINS_POOLS,
) = (1, 2, 4, 8, 16, 32, 64)  # fmt: skip
"""Bits of `modifiers` of a combatant: one of its statuses has such a modifier, so look for it."""

USAGE = record("uses turn_uses cooldown_left running free_reaction_turn blocked")
"""How one combatant has used one action."""

STATUS = record(
    "compiled source action dc turns_left times_left since needs_concentration id counts"
)
"""`counts`: whether its numbers count: it stacks, or it is the first or the most potent of its name."""

USE = record(
    "actor action booked_to event was_up dc slot_level slot_pool targets n_targets granted",
    floats="spent",
)
"""`granted`: where the turn pools were saved, if the action was granted; otherwise 0. `booked_to`: the
number of the action that the damage counts for."""

EVENT = record(
    "type source target use tags cancelled natural total needs critical outcome forced parts"
    " redirected",
    floats="value",
)
COUNTER = record("stamp count")
"""How many events of a kind a combatant has caused, and in which span of time."""
REMEMBERED = record("encounter_number type tags number serial turn round", floats="value")

MAX_PARTS = 24
"""Parts of one damage. Parts lie in blocks: how many, then amount, type and cause of each."""
PART = 3
BLOCK = 1 + PART * MAX_PARTS

ENTRY_POINTS = """
    roll:iuicc>i evaluate:iccuvi>f holds:iccv>i candidates:cavii>i choose:caiiiii>i can_pay:ca>i offer:v
    refresh:c end_statuses:cii drop_unused_concentration:c end_concentration:c break_concentration:c
    apply_status:ciui keep_statuses:cii update_standing: roll_save:ciiciu>i deal_damage:cicaui
    take_damage:cicauii kill:cci heal:cicu restore_pool:cif move:cciii attack:uec do_effect:euii
    perform:cavi tick_durations:ci repeat_saves:ci heal_and_damage_each_turn:c act_with_free_actions:c
    play_encounter:ni rest:i
"""
"""The functions that are compiled separately, with their arguments after the run state, and their
results: i is an integer, f a float, the other letters are records (`memory.LETTERS`)."""
ENTRY_POINT_NAMES = [one.split(":")[0] for one in ENTRY_POINTS.split()]

RUN_STATE = record(
    # the addresses of the entry points
    " ".join(f"entry_{name}" for name in ENTRY_POINT_NAMES)
    # the run
    + " round turn serial last_event_number loop_guards depth active turn_ends standing_changed"
    " expiring_statuses is_over winner capped rounds encounter_number fought next_id overflow"
    " not_arrived"
    # what anybody reacts to or looks back at: bits of events
    " observed triggers several_answers remembers_events remembers_own remembers_any has_statuses"
    " simple_attacks_are_unobserved simple_attacks_have_shortcut attacks_are_observed has_lair_actions"
    # state
    " combatants n_combatants pools usages n_usages remembered first_combatants first_pools"
    " combatant_bytes pool_bytes foes n_foes friends n_friends weakest order n_order participants"
    " n_participants listeners n_listeners only_target shared"
    " totals percents damage uses action_sides scratch scratch_size top spare uses_in_progress n_uses"
    " events n_events blocks n_blocks"
    # tables
    " counters counter_rules n_counters"
    " steps n_steps common_sides family_slots type_tags n_kinds n_actions n_sides max_statuses"
    " max_frames"
    # the rules
    " check_die check critical_rule fumble critical melee_tag critical_tag concentration_ability"
    " keeps_concentration concentration_dc max_concentration_dc massive_damage recharge_die lair_count"
    " max_rounds loop_limit depth_limit affected_first surprised_lose_turn surprised_have_disadvantage"
    " initiative_grouping ties_by_bonus refills_each_round counted"
    # results: where they go, and how many runs there are
    " seeds n_runs out_winner out_rounds out_capped out_guards out_fought out_fights out_hp out_dead"
    " out_pools out_damage out_uses out_last out_course out_ended out_falls out_deaths"
    " out_overflow"
    " max_sides n_lasting lasting",
    bits="z",
)
"""`foes` and `friends` have a row of combatant addresses for every side, `listeners` one for every
event."""


def relation_code(relation: int, is_source: bool) -> int:
    """One number for the combatants that a reaction is about: 0 for anybody."""
    return 2 * relation + is_source if relation else 0
