"""Comparing one message of the real game with ours: start the run from its seed, play to the same
place, and compare what the recorded message contains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod.host.mod import Mod, RunRequest
from turnwright.bridges.commmod.host.session import Quirks
from turnwright.testing.first_difference import Difference, first_difference

LAMENT = "NeowsBlessing"


def is_sample(entry: Any) -> bool:
    """Return whether this is a file with one recorded message."""
    return isinstance(entry, Mapping) and "facts" in entry and "sample_keys" in entry


def verify_sample(sample: Mapping[str, Any]) -> Difference | None:
    """Return the first difference to the message of our host, or None if they agree."""
    message = first_fight(sample["facts"])
    told = first_difference(0, dict(sample["facts"]), facts_of(message))
    return told or first_difference(0, recorded_keys(sample), matching_keys(sample, message))


def first_fight(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return our message at the start of the first fight. Neow's Lament in the message means that Neow
    made only two offers."""
    has_lament = any(relic["id"] == LAMENT for relic in facts["relics"])
    mod = Mod(Quirks(short_neow=has_lament))
    mod.start_run(RunRequest(facts["class"], facts["ascension"], facts["seed"]))
    for command in ("choose talk", "choose 0", "choose leave", "choose 0"):
        mod.handle_line(command)
    return msgspec.json.decode(mod.state(), type=dict[str, Any])


def facts_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """Extract from a message the facts that the file records."""
    game = message["game_state"]
    fight = game["combat_state"]
    monster = fight["monsters"][0]
    return {
        "seed": game["seed"],
        "class": game["class"],
        "ascension": game["ascension_level"],
        "act_boss": game["act_boss"],
        "map": [
            [node["x"], node["y"], node["symbol"], [child["x"] for child in node["children"]]]
            for node in game["map"]
        ],
        "first_encounter": monster["id"],
        "monster_max_hp": monster["max_hp"],
        "move_id": monster["move_id"],
        "move_base_damage": monster["move_base_damage"],
        "hand": [card["id"] for card in fight["hand"]],
        "draw_pile_bottom_to_top": [card["id"] for card in fight["draw_pile"]],
        "deck_order": [card["id"] for card in game["deck"]],
        "hp": [game["current_hp"], game["max_hp"]],
        "gold": game["gold"],
        "relics": [
            {key: relic[key] for key in ("name", "id", "counter")} for relic in game["relics"]
        ],
        "potion_slots": len(game["potions"]),
    }


# --- keys ---------------------------------------------------------------------------------------


def recorded_keys(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the recorded message by object."""
    keys = {name: sorted(known) for name, known in sample["sample_keys"].items()}
    return {"keys": keys, "available_commands": list(sample["available_commands"])}


def matching_keys(sample: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the recorded keys that our message has. Newer versions of the mod send more keys than the
    recorded one, so additional keys do not count."""
    game = message["game_state"]
    fight = game["combat_state"]
    places: dict[str, Mapping[str, Any]] = {
        "top": message,
        "game_state": game,
        "combat_state": fight,
        "card": fight["hand"][0],
        "monster": fight["monsters"][0],
        "player": fight["player"],
    }
    said = {
        name: sorted(key for key in known if key in places[name])
        for name, known in sample["sample_keys"].items()
    }
    return {"keys": said, "available_commands": message["available_commands"]}
