"""A client that sends several commands for one state, without looking at the answers between them.

Public bots with a list of handlers work like this: the first handler that knows the state returns a
sequence of commands. They wait after choices, choose by name or by index, and end at any error. The
client follows their sequences and reads the fields that they rely on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.bridges.commmod.host import Mod

Json = dict[str, Any]
WAIT = "wait 30"
REWARDS = ("gold", "stolen_gold", "relic", "potion", "card")
DISCARDS = ("DiscardAction", "ExhaustAction")
RESTS = ("rest", "smith", "lift", "dig", "toke", "recall")
PHASES_OF_CARD_REWARDS = ("COMPLETE", "EVENT", "COMBAT")


class SequenceClient:
    """Plays runs on a host in this process. `sent` counts the sequences by the screen."""

    def __init__(self, mod: Mod, character: str, seed: int = 0) -> None:
        self.mod, self.character = mod, character
        self.chance = random.Random(seed)
        self.sent: Counter[str] = Counter()
        self.message: Json = {}
        self.skipped_cards = False

    def play_run(self, limit: int = 20_000) -> bool:
        """Play a run; return whether it was won."""
        self.send(f"start {self.character} 0 {self.chance.randrange(10**9)}")
        self.send("choose 0")  # talk to Neow
        victory = False
        for _ in range(limit):
            if not self.message["in_game"]:
                return victory
            game = self.message["game_state"]
            victory = bool(game["screen_state"].get("victory"))
            for command in self.decide(game):
                self.send(command)
        raise AssertionError(f"the run does not end: {self.message['game_state']['screen_type']}")

    def send(self, command: str) -> None:
        """Send a command that must be answered with a state."""
        answer = self.mod.handle_line(command)
        assert answer is not None, f"no answer to {command!r}"
        before, self.message = self.message, msgspec.json.decode(answer)
        if "error" in self.message:
            game = before.get("game_state", {})
            where = {key: game.get(key) for key in ("screen_type", "room_phase", "choice_list")}
            raise AssertionError(f"{command!r} on {where}: {self.message['error']}")

    def can(self, *words: str) -> bool:
        """Return whether one of these commands is listed."""
        return any(word in self.message["available_commands"] for word in words)

    def decide(self, game: Json) -> list[str]:
        """Return the commands of the first handler that knows the state."""
        self.read(game)
        for handler in HANDLERS:
            commands = handler(self, game)
            if commands:
                self.sent[f"{handler.__name__} {game['screen_type']}"] += 1
                return commands
        raise AssertionError(f"no handler knows {game['screen_type']}")

    def read(self, game: Json) -> None:
        """Read what handlers read before they know the screen."""
        assert game["room_type"]
        fight = game.get("combat_state")
        if fight is not None:
            assert fight["monsters"][0]["name"]
            assert fight["turn"] >= 1
            assert fight["cards_discarded_this_turn"] >= 0
            if self.can("play"):
                assert game["screen_state"] == {} or "can_pick_zero" in game["screen_state"]
        if game["screen_type"] == "HAND_SELECT" or (fight and game["screen_type"] == "GRID"):
            assert game["current_action"]
        if self.can("choose"):
            assert game["choice_list"]
        last = game["map"][-1]["children"]
        assert last, "the boss is the child of the last node"


# --- handlers ---------------------------------------------------------------------------------------


def game_over(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "GAME_OVER":
        return []
    assert game["screen_state"]["score"] >= 0
    assert set(game["keys"]) == {"ruby", "emerald", "sapphire"}
    return ["proceed"]


def potions_against_bosses(client: SequenceClient, game: Json) -> list[str]:
    fight = game.get("combat_state")
    is_wanted = game["room_type"] in ("MonsterRoomBoss", "MonsterRoomElite")
    if not fight or not is_wanted or game["screen_type"] != "NONE" or not client.can("potion"):
        return []
    for slot, potion in enumerate(game["potions"]):
        if potion["can_use"] and fight["turn"] == 1:
            target = max(n for n, one in enumerate(fight["monsters"]) if not one["is_gone"])
            more = f" {target}" if potion["requires_target"] else ""
            return [WAIT, f"potion use {slot}{more}", WAIT]
    return []


def three_cards_of_a_grid(client: SequenceClient, game: Json) -> list[str]:
    is_here = game["room_type"] in ("TreasureRoomBoss", "NeowRoom") and client.can("choose")
    if not is_here or game["screen_state"].get("num_cards") != 3:
        return []
    places = client.chance.sample(range(len(game["choice_list"])), 3)
    return [command for place in places for command in (f"choose {place}", WAIT)]


def battle(client: SequenceClient, game: Json) -> list[str]:
    if game.get("current_action") in DISCARDS and game["screen_type"] == "HAND_SELECT":
        hand = len(game["screen_state"]["hand"])
        count = min(game["screen_state"]["max_cards"], hand)
        return [*(f"choose {hand - 1 - n}" for n in range(count)), "confirm", WAIT]
    if not client.can("play"):
        return []
    fight = game["combat_state"]
    playable = [n for n, card in enumerate(fight["hand"]) if card["is_playable"]]
    targets = [
        n for n, one in enumerate(fight["monsters"]) if not one["is_gone"] and not one["half_dead"]
    ]
    if not playable or not targets:
        return ["end"]
    place = client.chance.choice(playable)
    needs = fight["hand"][place]["has_target"]
    return [f"play {place + 1}" + (f" {client.chance.choice(targets)}" if needs else "")]


def boss_relic(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "BOSS_REWARD":
        return []
    if client.chance.random() < 0.2:
        return ["skip", "proceed"]
    return [f"choose {client.chance.randrange(len(game['choice_list']))}"]


def grid(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "GRID" or not client.can("choose"):
        return []
    shown, choices = game["screen_state"], game["choice_list"]
    if shown["for_upgrade"]:
        return [f"choose {client.chance.choice(choices)}"]
    count = shown["num_cards"] - len(shown["selected_cards"])
    places = client.chance.sample(range(len(choices)), min(count, len(choices)))
    if shown["for_transform"]:
        chosen = [command for place in places for command in (f"choose {place}", WAIT)]
        return [WAIT, *chosen, "proceed", WAIT]
    if shown["for_purge"]:
        return [command for place in places for command in (f"choose {place}", WAIT)]
    if game.get("current_action") == "ScryAction":
        chosen = [f"choose {place}" for place in range(len(choices)) if place % 2]
        return [*(command for one in chosen for command in ("wait 15", one)), WAIT, "confirm"]
    return []


def combat_reward(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "COMBAT_REWARD" or not client.can("choose"):
        return []
    for slot, potion in enumerate(game["potions"]):
        if potion["name"] == "Fruit Juice":
            return [WAIT, f"potion use {slot}"]
    choices = game["choice_list"]
    is_full = all(potion["id"] != "Potion Slot" for potion in game["potions"])
    has_sozu = any(relic["name"] == "Sozu" for relic in game["relics"])
    for kind in REWARDS:
        if kind not in choices:
            continue
        if kind == "relic":  # after the gold, a relic is first
            assert game["screen_state"]["rewards"][0]["relic"]["name"]
        if kind == "potion" and has_sozu:
            continue
        if kind == "potion" and is_full:
            if client.chance.random() < 0.5:
                return [WAIT, f"potion discard {client.chance.randrange(len(game['potions']))}"]
            continue
        return [f"choose {kind}"]
    return ["proceed"]


def card_reward(client: SequenceClient, game: Json) -> list[str]:
    phase = game["room_phase"]
    if game["screen_type"] != "CARD_REWARD" or phase not in PHASES_OF_CARD_REWARDS:
        return []
    choices = game["choice_list"]
    if client.chance.random() < 0.5:
        return [f"choose {client.chance.randrange(len(choices))}", WAIT]
    if "bowl" in choices:
        return ["choose bowl", WAIT]
    if not client.can("skip"):
        return ["choose 0", WAIT]
    return ["skip", WAIT] if phase in ("COMBAT", "EVENT") else ["skip", "proceed"]


def event(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "EVENT" or not client.can("choose"):
        return []
    shown, choices = game["screen_state"], game["choice_list"]
    if shown["event_name"] == "Falling" and len(choices) > 1:  # the texts name the cards
        for option in shown["options"]:
            assert option["disabled"] or "Lose " in option["text"], option
    by_name = client.chance.choice(choices)
    if choices.count(by_name) == 1 and client.chance.random() < 0.5:
        return [f"choose {by_name}", WAIT]
    return [f"choose {client.chance.randrange(len(choices))}", WAIT]


def chest(client: SequenceClient, game: Json) -> list[str]:
    is_chest = game["screen_type"] == "CHEST" and game["room_type"] == "TreasureRoom"
    return ["choose 0", WAIT] if is_chest and client.can("choose") else []


def way(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "MAP" or not client.can("choose"):
        return []
    node = game["screen_state"]["current_node"]
    assert {type(node["x"]), type(node["y"])} == {int}
    for choice in game["choice_list"]:
        assert choice == "boss" or choice.startswith("x=")
    return [f"choose {client.chance.randrange(len(game['choice_list']))}"]


def campfire(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "REST" or not client.can("choose"):
        return []
    known = [name for name in RESTS if name in game["choice_list"]]
    return [f"choose {client.chance.choice(known)}"]


def shop(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] == "SHOP_ROOM":
        return ["choose shop", WAIT]
    if game["screen_type"] != "SHOP_SCREEN":
        return []
    is_full = all(potion["id"] != "Potion Slot" for potion in game["potions"])
    known = [potion["name"].lower() for potion in game["screen_state"]["potions"]]
    wanted = [
        place
        for place, name in enumerate(game.get("choice_list", []))
        if name not in known or not is_full
    ]
    if wanted and client.chance.random() < 0.5:
        return [f"choose {client.chance.choice(wanted)}", WAIT]
    return ["return", "proceed"]


def mass_discard(client: SequenceClient, game: Json) -> list[str]:
    if game["screen_type"] != "HAND_SELECT" or not game["screen_state"]["can_pick_zero"]:
        return []
    if client.can("choose") and client.chance.random() < 0.5:
        return [f"choose {client.chance.choice(game['choice_list'])}"]
    return ["confirm"]


def any_other(client: SequenceClient, game: Json) -> list[str]:
    if client.can("leave"):
        return ["return"]
    if client.can("choose"):
        return ["choose 0"]
    if client.can("confirm", "proceed"):
        return ["proceed"]
    if client.can("end"):
        return ["end"]
    return ["return"] if client.can("cancel") else [WAIT]


HANDLERS: list[Callable[[SequenceClient, Json], list[str]]] = [
    game_over, potions_against_bosses, three_cards_of_a_grid, battle, boss_relic, grid, combat_reward,
    card_reward, event, chest, way, campfire, shop, mass_discard, any_other,
]  # fmt: skip
