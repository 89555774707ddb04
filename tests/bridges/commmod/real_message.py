"""The facts (numbers, ids and field names) of a message of the real game that the documentation of the
mod prints: the first turn of a run with the Ironclad at ascension 20."""

MAP = """
1.0M0 2.0M2 3.0M4 6.0M5 | 0.1M1 2.1M12 4.1?3 5.1$4 | 1.2M12 2.2?23 3.2M3 4.2M5 | 1.3?1 2.3M3 3.3?3 5.3M4
1.4M1 3.4?23 4.4M3 | 1.5E1 2.5E12 3.5R23 | 1.6R2 2.6M23 3.6E3 | 2.7E123 3.7R3 | 1.8T0 2.8T1 3.8T234
0.9R1 1.9M1 2.9M13 3.9R4 4.9?4 | 1.10?01 3.10R3 4.10E34 | 0.11$0 1.11M1 3.11M34 4.11?4
0.12E0 1.12M1 3.12?3 4.12M3 | 0.13?1 1.13M1 3.13?23 | 1.14R3 2.14R3 3.14R3
"""
"""Every node as x.y, its symbol, and the x of the nodes it leads to."""

STRIKE, DEFEND = "Strike_R", "Defend_R"
FACTS = {
    "seed": -3047511808784702860,
    "class": "IRONCLAD",
    "ascension": 20,
    "act_boss": "The Guardian",
    "first_encounter": "JawWorm",
    "monster_max_hp": 46,
    "move_id": 1,
    "move_base_damage": 12,
    "hand": [STRIKE, STRIKE, DEFEND, DEFEND, "Bash"],
    "draw_pile_bottom_to_top": [STRIKE, DEFEND, STRIKE, "AscendersBane", STRIKE, DEFEND],
    "deck_order": ["AscendersBane", *[STRIKE] * 5, *[DEFEND] * 4, "Bash"],
    "hp": [68, 75],
    "gold": 99,
    "relics": [
        {"name": "Burning Blood", "id": "Burning Blood", "counter": -1},
        {"name": "Neow's Lament", "id": "NeowsBlessing", "counter": 2},
    ],
    "potion_slots": 2,
}
KEYS = {
    "top": "available_commands game_state in_game ready_for_command",
    "game_state": """act act_boss action_phase ascension_level class combat_state current_hp deck floor
        gold is_screen_up map max_hp potions relics room_phase room_type screen_name screen_state
        screen_type seed""",
    "combat_state": """cards_discarded_this_turn discard_pile draw_pile exhaust_pile hand limbo monsters
        player times_damaged turn""",
    "card": "cost ethereal exhausts has_target id is_playable name rarity type upgrades uuid",
    "monster": """block current_hp half_dead id intent is_gone max_hp move_adjusted_damage
        move_base_damage move_hits move_id name powers""",
    "player": "block current_hp energy max_hp orbs powers",
}
COMMANDS = ["play", "end", "key", "click", "wait", "state"]


def nodes() -> list[list[object]]:
    found: list[list[object]] = []
    for word in MAP.replace("|", " ").split():
        x, _, rest = word.partition(".")
        at = next(place for place, letter in enumerate(rest) if not letter.isdigit())
        found.append([int(x), int(rest[:at]), rest[at], [int(edge) for edge in rest[at + 1 :]]])
    return found


SAMPLE = {
    "facts": {**FACTS, "map": nodes()},
    "sample_keys": {name: keys.split() for name, keys in KEYS.items()},
    "available_commands": COMMANDS,
}
