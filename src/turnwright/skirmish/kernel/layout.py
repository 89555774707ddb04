"""The memory of the kernel: records in flat arrays, and the numbers that stand for words.

`tables.py` fills the tables from a plan, and the program in `kernel_*.py` reads them. What a run
changes is in records too (bodies, statuses, uses, events). Records know each other by address, and the
World holds the addresses of all that there is, so that one program serves every plan.

A list of integers or floats lies in `lists` or `numbers`; a record holds its address, and how many
there are. 0 stands for nothing and nobody.
"""

from __future__ import annotations

import numpy as np

from turnwright.skirmish.model.vocabulary import EVENTS

EVENT_COUNT = len(EVENTS)

MOST_BITS = 63
ALL_BITS = (1 << MOST_BITS) - 1
"""Tags, types, abilities and conditions are bits of one integer."""


def record(integers: str, floats: str = "", bits: str = "") -> np.dtype:
    """A record type: fields of 64 bits, by their names."""
    fields = [(name, "i8") for name in integers.split()]
    fields += [(name, "f8") for name in floats.split()]
    fields += [(name, "u8") for name in bits.split()]
    return np.dtype(fields, align=True)


# --- words as numbers ----------------------------------------------------------------------------

ADVANTAGE, DISADVANTAGE = 1, 2
"""Bits of a lean. A status has four of them in `leans`, two bits each, in this order:"""
LEAN_ATTACKS, LEAN_ATTACKED, LEAN_IN_MELEE, LEAN_AT_RANGE = 0, 2, 4, 6

VARIABLES = ("", "spent", "slot_level", "value")
SPENT, SLOT_LEVEL = 1, 2

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
"""A mark beside the reset of a pool: it counts uses, which a fingerprint leaves out."""

UNTILS = (
    "", "end of turn", "next attack made", "next attack taken", "encounter", "short rest", "long rest",
)  # fmt: skip
(
    UNTIL_NOTHING, UNTIL_TURN, UNTIL_MADE, UNTIL_TAKEN, UNTIL_ENCOUNTER, UNTIL_SHORT, UNTIL_LONG,
) = range(7)  # fmt: skip

CRITICAL_DOUBLE_DICE, CRITICAL_DOUBLE, CRITICAL_MAXIMUM, CRITICAL_NONE = range(4)
EACH, GROUP, SIDE = range(3)
STEP_MEETING, STEP_SHORT_REST, STEP_LONG_REST = range(3)

(
    DO_ATTACK, DO_SAVE, DO_HARM, DO_HEAL, DO_APPLY, DO_REMOVE, DO_GAIN, DO_MOVE, DO_END_TURN,
    DO_CANCEL, DO_ROLL, DO_OUTCOME, DO_CHANGE_DAMAGE, DO_GRANT,
) = range(14)  # fmt: skip
AGAIN = ("", "new", "best", "worst")
AGAIN_NO, AGAIN_NEW, AGAIN_BEST, AGAIN_WORST = range(4)

# A requirement is a little program of tests. After each one goes on at the address `yes` or `no`, until
# that is one of these, which are no addresses:
NO, YES = 0, 1
TEST_FACT, TEST_RESOURCE, TEST_TAG, TEST_LAST = range(4)
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
    "lowest_ally_percent", "lowest_enemy_percent", "nearest_enemy", "used", "condition",
)  # fmt: skip
(
    FACT_HP, FACT_MAX_HP, FACT_MISSING, FACT_PERCENT, FACT_TEMP, FACT_AC, FACT_POSITION, FACT_UP,
    FACT_DOWN, FACT_ALIVE, FACT_CONCENTRATING, FACT_SURPRISED, FACT_ENEMY, FACT_ALLY, FACT_SELF,
    FACT_DISTANCE, FACT_ROUND, FACT_ALLIES_UP, FACT_ENEMIES_UP, FACT_ALLIES_DOWN, FACT_ENEMIES_DOWN,
    FACT_OUTNUMBERED, FACT_ALLY_PERCENT, FACT_ENEMY_PERCENT, FACT_NEAREST, FACT_USED, FACT_CONDITION,
) = range(27)  # fmt: skip

# --- tables: what a plan fills in, and no run changes ---------------------------------------------

ROLL = record("flat terms n is_simple count sides")
"""What is always added, and the terms. It is simple if that is some dice of one kind at most."""
TERM = record("sign count sides variable factor")

TEST = record(
    "op yes no compare fact about of_target first n tag on own pool window families n_families"
    " has_value",
    floats="value",
)

KIND = record(
    "side ac tags resist immune vulnerable unless n_unless is_special condition_immune death_saves"
    " hp rolls_hp has_start start_hp initiative initiative_lean"
    " deeds n_deeds main n_main main_amounts setup n_setup reactions is_guarded recharging n_recharging"
    " n_pools n_turn_pools pool_max pool_reset keys granted n_granted granted_amounts"
    " saves save_leans traits n_traits arrival hit_dice n_hit_dice con number",
    floats="position reach dpr",
)
"""`main`: every deed with its gate (see DEED), and what it needs there in `main_amounts`. `reactions`:
for every event where its entries begin (a deed, and tags that the event must have), how many there are,
and whom all of them are about (`about_of`). `keys`: for every resource that an effect or a status
names, its pool, or -1."""

DEED = record(
    # the commonest deed first: see `plan.Strike`
    "is_strike quick times to_hit critical damage flat dice sides local tags number simple"
    " is_spell toggles limit gate plain n_plain plain_amounts levels n_levels slot_level slot_pool"
    " variable policy checks target_checks when count is_single count_grows who state has_range"
    " picks n_picks at_random is_least_hp min_targets effects n_effects concentration level"
    " on_cancel ready recharge cooldown holds moves is_anytime"
    " relation is_source would_change shift_ac shift_low shift_high shift_outcome shift_again"
    " shift_always",
    floats="gate_amount range least most step fixed",
)
"""`gate` is the first pool that is needed, -1 for none: most deeds that cannot be done fail there.
`n_levels` is -1 if no part of the price has levels to choose from."""

EFFECT = record(
    "op to roll parts times lean critical then n_then other n_other single ability dc half"
    " temporary worn condition tag by_self key sign above away is_self again outcome redirect",
    floats="multiply",
)
"""`then`: what follows a hit or a failed save; `other`: what follows a miss or a success."""

WORN = record(
    "number tags ac dc to_hit damage save reduction leans saves saves_of saves_against fails"
    " resist immune vulnerable unless n_unless incapacitated no_reactions no_movement"
    " critical_in_melee gain n_gain gain_amounts heal harm conditions is_plain passes"
    " has_turns turns of_source at_end until repeats repeat_at_end repeat_ability has_repeat_dc"
    " repeat_dc ends_with_source ends_on_damage",
    floats="dealt taken",
)

MEETING = record("members n_members sides n_sides surprised precast is_prepared number")
"""`surprised` is one number per member, `precast` one per side of the plan."""
STEP = record("kind meeting")

REFERENCES: dict[str, dict[str, str]] = {
    "rolls": {"terms": "terms"},
    "tests": {"tests": "yes no", "lists": "first families"},
    "kinds": {
        "rolls": "hp initiative", "deeds": "deeds", "numbers": "pool_max granted_amounts main_amounts",
        "lists": "unless main setup reactions recharging pool_reset keys granted saves save_leans"
        " traits hit_dice",
    },
    "deeds": {
        "rolls": "damage count", "numbers": "plain_amounts", "lists": "plain levels picks",
        "tests": "checks target_checks when", "effects": "effects",
    },
    "effects": {"rolls": "roll times", "lists": "parts", "effects": "then other", "worn": "worn"},
    "worn": {
        "rolls": "to_hit save reduction heal", "numbers": "gain_amounts",
        "lists": "damage unless gain harm",
    },
    "meetings": {"lists": "members sides surprised precast"},
    "steps": {"meetings": "meeting"},
    "members": {
        "kinds": "kind", "pools": "pools", "tallies": "tallies", "statuses": "statuses",
    },
}  # fmt: skip
"""Which fields of which table hold addresses in which other. They are filled in as places, and become
addresses when it is known where the tables lie."""

# --- state: what a run changes --------------------------------------------------------------------

BODY = record(
    # first what plain attacks look at
    "hp temp ac side up plain n_statuses kind"
    " max_hp down dead here came stable surprised successes failures initiative concentration"
    " pools tallies statuses answers answered_in number"
    # sums over the statuses
    " tags dc leans fails resist immune vulnerable rolls incapacitated no_reactions no_movement"
    " critical_in_melee",
    floats="position dealt taken",
)
"""`pools`, `tallies` (one for each deed) and `statuses` are where those of this body begin;
`concentration` is a deed; `answers` were given in the turn `answered_in`."""
(
    ROLLS_TO_HIT, ROLLS_DAMAGE, ROLLS_SAVE, ROLLS_REDUCTION, LEANS_SAVES, GUARDS_UNLESS, GAINS,
) = (1, 2, 4, 8, 16, 32, 64)  # fmt: skip
"""Marks in `rolls` of a body: some status of it has such a thing, so that it is worth a look."""

TALLY = record("uses turn_uses cooling running freely blocked")
"""How it stands with one deed of one body."""

STATUS = record("worn source deed dc left since held id counts")
"""`counts`: is it the first of its name on this body? Only that one's numbers count."""

USE = record(
    "actor deed event was_up dc slot_level slot_pool targets n_targets granted", floats="spent"
)
"""`granted`: where the pools of a turn were kept, if the deed was granted; else 0."""

EVENT = record(
    "type source target use tags cancelled natural total needs critical outcome forced parts"
    " redirected",
    floats="value",
)
MEMORY = record("encounter type tags number serial turn round", floats="value")

MOST_PARTS = 24
"""Parts of one damage. Parts lie in blocks: how many, then amount and type of each."""
BLOCK = 1 + 2 * MOST_PARTS

DOORS = """
    roll:iui>i holds:ibbv>i candidates:bdvii>i choose:bdiiiii>i can_pay:bd>i offer:v
    refresh:b end_statuses:bii release:b let_go:b break_concentration:b put_status:biu
    keep_statuses:bii muster: saved:biibiu>i hurt:bibdui wound:bibduii die_for_good:bbi heal:bibu
    restore:bif move:bbiii attack:ueb do_effect:euii perform:bdvi
    tick:bi repeat_saves:bi each_turn:b act_guarded:b encounter:mi rest:i
"""
"""The functions of the program that are compiled by themselves, and what they are given after the world
and give back: i is an integer, f a float, the other letters are records (`kernel_memory.LETTERS`)."""
DOOR_NAMES = [one.split(":")[0] for one in DOORS.split()]

WORLD = record(
    # the addresses of the doors
    " ".join(f"door_{name}" for name in DOOR_NAMES)
    # the run
    + " round turn serial memories guards depth active turn_ends shaken timed over winner capped"
    " rounds encounter fought next_id overflow absent"
    # what anybody listens to or looks back at: bits of events
    " wanted heard remembers remembers_own remembers_any has_statuses"
    " strikes_are_quiet strikes_are_plain attacks_are_heard hears_lair"
    # state
    " bodies n_bodies pools tallies n_tallies memory first_bodies first_pools body_bytes pool_bytes"
    " foes n_foes friends n_friends weakest order n_order members n_members ears n_ears"
    " only_target shared"
    " totals percents damage uses scratch scratch_size top spare uses_under_way n_uses events n_events"
    " blocks n_blocks"
    # tables
    " steps n_steps common family_slots type_tags n_kinds n_deeds n_sides most_statuses most_frames"
    # the rules
    " die check critical_rule fumble critical melee critical_tag concentration_ability"
    " keeps_concentration concentration_dc concentration_dc_most massive_damage recharge_die lair_count"
    " most_rounds"
    " guard depth_limit affected_first loses_turn late initiative_mode rounds_refill"
    # results: where they go, and how many runs there are
    " seeds n_runs out_winner out_rounds out_capped out_guards out_fought out_fights out_hp out_dead"
    " out_pools out_damage out_uses out_last out_course out_ended out_overflow"
    " most_sides n_lasting lasting",
    bits="z",
)
"""`foes` and `friends` have a row for every side, `ears` one for every event, of body addresses."""


def about_of(relation: int, is_source: bool) -> int:
    """One number for whom a reaction is about: 0 for anybody."""
    return 2 * relation + is_source if relation else 0
