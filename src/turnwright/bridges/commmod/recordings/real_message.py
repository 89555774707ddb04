"""A message of the real game beside ours: the run is started from its seed, played to the same place,
and what the message tells must be what our host says there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod.host.mod import Mod, Start
from turnwright.bridges.commmod.host.session import Quirks
from turnwright.testing.first_difference import Difference, first_difference

LAMENT = "NeowsBlessing"


def is_sample(entry: Any) -> bool:
    """Is this the file that tells of one message?"""
    return isinstance(entry, Mapping) and "facts" in entry and "sample_keys" in entry


def verify_sample(sample: Mapping[str, Any]) -> Difference | None:
    """The first thing that our host says otherwise; None if everything agrees."""
    message = first_fight(sample["facts"])
    told = first_difference(0, dict(sample["facts"]), facts_of(message))
    return told or first_difference(0, keys_told(sample), keys_said(sample, message))


def first_fight(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Our message at the start of the first fight. The message has Neow's Lament if it was offered by
    a Neow who has but two offers."""
    has_lament = any(relic["id"] == LAMENT for relic in facts["relics"])
    mod = Mod(Quirks(short_neow=has_lament))
    mod.begin(Start(facts["class"], facts["ascension"], facts["seed"]))
    for command in ("choose talk", "choose 0", "choose leave", "choose 0"):
        mod.hear(command)
    return msgspec.json.decode(mod.state(), type=dict[str, Any])


def facts_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """What the file tells of a message, told of ours."""
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


# --- the shape ------------------------------------------------------------------------------------


def keys_told(sample: Mapping[str, Any]) -> dict[str, Any]:
    keys = {name: sorted(known) for name, known in sample["sample_keys"].items()}
    return {"keys": keys, "available_commands": list(sample["available_commands"])}


def keys_said(sample: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Those keys of ours that the message has, and which of its keys we lack. Newer versions of the
    mod say more than the one that was written down."""
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
