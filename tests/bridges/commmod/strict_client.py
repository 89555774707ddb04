"""A client that is as strict as the public ones: it reads every field that they read and
stops at any error of the game. It plays randomly with a slight preference for winning.

As a program it uses its standard streams: `python strict_client.py RUNS [SEED]`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

CLASSES = ("IRONCLAD", "THE_SILENT", "DEFECT", "WATCHER")
PHASES = ("COMBAT", "EVENT", "COMPLETE", "INCOMPLETE")
INTENTS = (
    "ATTACK", "ATTACK_BUFF", "ATTACK_DEBUFF", "ATTACK_DEFEND", "BUFF", "DEBUFF", "STRONG_DEBUFF",
    "DEBUG", "DEFEND", "DEFEND_DEBUFF", "DEFEND_BUFF", "ESCAPE", "MAGIC", "NONE", "SLEEP", "STUN",
    "UNKNOWN",
)  # fmt: skip
SYMBOLS = ("R", "E", "$", "?", "M", "T")
REWARDS = ("CARD", "GOLD", "RELIC", "POTION", "STOLEN_GOLD", "EMERALD_KEY", "SAPPHIRE_KEY")
RESTS = ("DIG", "LIFT", "RECALL", "REST", "SMITH", "TOKE")
CHESTS = ("SmallChest", "MediumChest", "LargeChest", "BossChest")
CARD_TYPES = ("ATTACK", "SKILL", "POWER", "STATUS", "CURSE")
RARITIES = ("BASIC", "SPECIAL", "COMMON", "UNCOMMON", "RARE", "CURSE")
EMPTY = "Potion Slot"

Json = dict[str, Any]


class ProtocolError(AssertionError):
    """The message does not have the expected form."""


def must(value: bool, what: object) -> None:
    if not value:
        raise ProtocolError(str(what))


def fields(thing: Json, **types: type) -> None:
    check(thing, tuple(types.items()))


def check(thing: Json, types: tuple[tuple[str, type], ...]) -> None:
    for name, kind in types:
        if type(thing.get(name)) is not kind:
            raise ProtocolError(f"{name} should be {kind.__name__} in {thing}")


# --- reading ---------------------------------------------------------------------------------------


CARD: tuple[tuple[str, type], ...] = (
    ("id", str), ("name", str), ("type", str), ("rarity", str), ("upgrades", int), ("has_target", bool),
    ("cost", int), ("uuid", str), ("exhausts", bool), ("ethereal", bool),
)  # fmt: skip


def read_card(card: Json) -> None:
    check(card, CARD)
    must(card["type"] in CARD_TYPES and card["rarity"] in RARITIES, card)
    must(card["cost"] >= -2, card)


def read_relic(relic: Json) -> None:
    fields(relic, id=str, name=str, counter=int)


def read_potion(potion: Json) -> None:
    fields(potion, id=str, name=str, can_use=bool, can_discard=bool, requires_target=bool)


def read_powers(powers: list[Json]) -> None:
    for power in powers:
        fields(power, id=str, name=str, amount=int)


def read_monster(monster: Json, has_dome: bool) -> None:
    fields(
        monster, name=str, id=str, max_hp=int, current_hp=int, block=int, intent=str, half_dead=bool,
        is_gone=bool, powers=list,
    )  # fmt: skip
    must(monster["intent"] in INTENTS, monster)
    if not has_dome:
        fields(monster, move_id=int, move_base_damage=int, move_adjusted_damage=int, move_hits=int)
    read_powers(monster["powers"])


def read_fight(fight: Json, has_dome: bool) -> None:
    fields(
        fight, monsters=list, hand=list, draw_pile=list, discard_pile=list, exhaust_pile=list,
        limbo=list, player=dict, turn=int, cards_discarded_this_turn=int, times_damaged=int,
    )  # fmt: skip
    seen: set[str] = set()
    for pile in ("hand", "draw_pile", "discard_pile", "exhaust_pile"):
        for card in fight[pile]:
            read_card(card)
            must(type(card["is_playable"]) is bool, card)
            if card["uuid"] in seen:
                raise ProtocolError(f"the uuid of {card} is not its own")
            seen.add(card["uuid"])
    for monster in fight["monsters"]:
        read_monster(monster, has_dome)
    player = fight["player"]
    fields(player, max_hp=int, current_hp=int, block=int, energy=int, powers=list, orbs=list)
    read_powers(player["powers"])


def read_map(nodes: list[Json]) -> None:
    rows: dict[int, set[int]] = {}
    for node in nodes:
        fields(node, x=int, y=int, symbol=str, children=list, parents=list)
        must(node["symbol"] in SYMBOLS, node)
        rows.setdefault(node["y"], set()).add(node["x"])
    must(sorted(rows) == list(range(len(rows))), "rows of the map are missing")
    for node in nodes:
        if node["y"] < max(rows):
            for child in node["children"]:
                must(child["x"] in rows[child["y"]], node)


def read_event(screen: Json, game: Json) -> None:
    fields(screen, event_name=str, event_id=str, body_text=str, options=list)
    enabled = 0
    for option in screen["options"]:
        fields(option, text=str, label=str, disabled=bool)
        if option["disabled"]:
            must("choice_index" not in option, option)
        else:
            must(option["choice_index"] == enabled, option)
            enabled += 1
    must(enabled == len(game.get("choice_list", [])), "options and choices differ")


def read_rewards(screen: Json, game: Json) -> None:
    for reward in screen["rewards"]:
        kind = reward["reward_type"]
        must(kind in REWARDS, reward)
        if "GOLD" in kind:
            fields(reward, gold=int)
        elif kind == "RELIC":
            read_relic(reward["relic"])
        elif kind == "POTION":
            read_potion(reward["potion"])
        elif kind == "SAPPHIRE_KEY":
            read_relic(reward["link"])
    must(len(screen["rewards"]) == len(game.get("choice_list", [])), "rewards and choices differ")


def read_shop(screen: Json, game: Json) -> None:
    fields(screen, cards=list, relics=list, potions=list, purge_available=bool, purge_cost=int)
    for kind, read in (("cards", read_card), ("relics", read_relic), ("potions", read_potion)):
        for thing in screen[kind]:
            read(thing)
            fields(thing, price=int)


def read_grid(screen: Json, game: Json) -> None:
    fields(
        screen, cards=list, selected_cards=list, num_cards=int, any_number=bool, for_upgrade=bool,
        for_transform=bool, for_purge=bool, confirm_up=bool,
    )  # fmt: skip
    for card in (*screen["cards"], *screen["selected_cards"]):
        read_card(card)


def read_hand(screen: Json, game: Json) -> None:
    fields(screen, hand=list, selected=list, max_cards=int, can_pick_zero=bool)
    fields(game, current_action=str)
    for card in (*screen["hand"], *screen["selected"]):
        read_card(card)


def read_card_reward(screen: Json, game: Json) -> None:
    fields(screen, cards=list, bowl_available=bool, skip_available=bool)
    for card in screen["cards"]:
        read_card(card)


def read_map_screen(screen: Json, game: Json) -> None:
    fields(screen, current_node=dict, next_nodes=list, first_node_chosen=bool, boss_available=bool)
    for node in screen["next_nodes"]:
        fields(node, x=int, y=int, symbol=str)
    must(bool(screen["next_nodes"]) != screen["boss_available"], screen)


def read_rest(screen: Json, game: Json) -> None:
    fields(screen, has_rested=bool, rest_options=list)
    for option in screen["rest_options"]:
        must(option.upper() in RESTS, option)


def read_chest(screen: Json, game: Json) -> None:
    fields(screen, chest_type=str, chest_open=bool)
    must(screen["chest_type"] in CHESTS, screen)


def read_boss_relics(screen: Json, game: Json) -> None:
    must(len(screen["relics"]) == 3, screen)
    for relic in screen["relics"]:
        read_relic(relic)


def read_over(screen: Json, game: Json) -> None:
    fields(screen, score=int, victory=bool)


def read_nothing(screen: Json, game: Json) -> None:
    must(screen == {}, screen)


SCREENS: dict[str, Callable[[Json, Json], None]] = {
    "EVENT": read_event, "CHEST": read_chest, "SHOP_ROOM": read_nothing, "REST": read_rest,
    "CARD_REWARD": read_card_reward, "COMBAT_REWARD": read_rewards, "MAP": read_map_screen,
    "BOSS_REWARD": read_boss_relics, "SHOP_SCREEN": read_shop, "GRID": read_grid,
    "HAND_SELECT": read_hand, "GAME_OVER": read_over, "COMPLETE": read_nothing, "NONE": read_nothing,
}  # fmt: skip


def read_game(game: Json) -> None:
    fields(
        game, screen_name=str, is_screen_up=bool, screen_type=str, screen_state=dict, room_phase=str,
        action_phase=str, room_type=str, current_hp=int, max_hp=int, floor=int, act=int, act_boss=str,
        gold=int, seed=int, ascension_level=int, relics=list, deck=list, potions=list, map=list,
        keys=dict,
    )  # fmt: skip
    must(game["class"] in CLASSES, game["class"])
    must(game["room_phase"] in PHASES, game["room_phase"])
    must(0 <= game["current_hp"] <= game["max_hp"] and game["gold"] >= 0, "hit points, gold")
    must(-(2**63) <= game["seed"] < 2**63, game["seed"])
    must(("combat_state" in game) == (game["room_phase"] == "COMBAT"), "combat_state")
    for relic in game["relics"]:
        read_relic(relic)
    uuids = []
    for card in game["deck"]:
        read_card(card)
        uuids.append(card["uuid"])
    must(len(set(uuids)) == len(uuids), "two cards of the deck have the same uuid")
    for potion in game["potions"]:
        read_potion(potion)
    if "combat_state" in game:
        read_fight(game["combat_state"], any(one["id"] == "Runic Dome" for one in game["relics"]))
    SCREENS[game["screen_type"]](game["screen_state"], game)
    must(game.get("choice_list") != [], "an empty choice list")


# --- deciding --------------------------------------------------------------------------------------


class StrictClient:
    """Answers every message with one command. `finished` holds whether each run was a victory."""

    def __init__(self, seed: int = 0, character: str = "IRONCLAD", ascension: int = 0) -> None:
        self.chance = random.Random(seed)
        self.start = f"start {character} {ascension}"
        self.finished: list[bool] = []
        self.screens: set[str] = set()
        self.was_in_game = False
        self.last: Json = {}
        self.act = (0, 0)
        self.skipped = self.has_shopped = False

    def answer(self, message: Json) -> str:
        must("error" not in message, message)
        fields(message, available_commands=list, ready_for_command=bool, in_game=bool)
        must(message["ready_for_command"], "not ready")
        commands = message["available_commands"]
        if not message["in_game"]:
            must(commands == ["start", "state"], commands)
            must("game_state" not in message, message)
            if self.was_in_game:
                must(self.last["screen_type"] == "GAME_OVER", "the run ended without GAME_OVER")
                self.finished.append(self.last["screen_state"]["victory"])
            self.was_in_game = self.has_shopped = self.skipped = False
            return f"{self.start} {self.chance.randrange(10**9)}"
        self.was_in_game = True
        self.last = game = message["game_state"]
        read_game(game)
        if (game["seed"], game["act"]) != self.act:
            self.act = (game["seed"], game["act"])
            read_map(game["map"])
        must(("choose" in commands) == ("choice_list" in game), "choose")
        must("potion" not in commands or any(p["id"] != EMPTY for p in game["potions"]), "potion")
        must(commands[-4:] == ["key", "click", "wait", "state"], commands)
        self.screens.add(game["screen_type"])
        return self.decide(game, commands)

    def decide(self, game: Json, commands: list[str]) -> str:
        kind = game["screen_type"]
        if kind not in ("COMBAT_REWARD", "CARD_REWARD"):
            self.skipped = False
        if "choice_list" in game:
            return self.choose(kind, game["screen_state"], game)
        if "proceed" in commands or "confirm" in commands:
            return "proceed"
        if "potion" in commands and self.chance.random() < 0.2:
            found = self.potion(game)
            if found:
                return found
        if "play" in commands and self.chance.random() < 0.97:
            return self.play(game["combat_state"])
        if "end" in commands:
            return "end"
        if {"cancel", "leave", "return", "skip"} & set(commands):
            return "cancel"
        raise ProtocolError(f"nothing can be said: {commands} on {kind}")

    def play(self, fight: Json) -> str:
        hand = [at for at, card in enumerate(fight["hand"]) if card["is_playable"]]
        must(bool(hand), "play, but no card can be played")
        at = self.chance.choice(hand)
        if not fight["hand"][at]["has_target"]:
            return f"play {at + 1}"
        target = self.target(fight)
        return "end" if target is None else f"play {at + 1} {target}"

    def target(self, fight: Json) -> int | None:
        there = [
            (monster["current_hp"], at)
            for at, monster in enumerate(fight["monsters"])
            if monster["current_hp"] > 0 and not (monster["is_gone"] or monster["half_dead"])
        ]
        return min(there)[1] if there else None

    def potion(self, game: Json) -> str:
        for at, potion in enumerate(game["potions"]):
            if potion["can_use"]:
                if potion["requires_target"] and "combat_state" in game:
                    return f"potion use {at} {self.target(game['combat_state'])}"
                return f"potion use {at}"
        return ""

    def choose(self, kind: str, screen: Json, game: Json) -> str:
        choices = game["choice_list"]
        if kind == "SHOP_ROOM":
            self.has_shopped = not self.has_shopped
            return "choose shop" if self.has_shopped else "proceed"
        if kind == "SHOP_SCREEN":
            full = all(potion["id"] != EMPTY for potion in game["potions"])
            goods = [
                one["name"]
                for one in (*screen["cards"], *screen["relics"])
                if self.can_buy(one, game)
            ]
            if not full and not any(relic["id"] == "Sozu" for relic in game["relics"]):
                goods += [one["name"] for one in screen["potions"] if self.can_buy(one, game)]
            if screen["purge_available"] and screen["purge_cost"] <= game["gold"]:
                goods.append("purge")
            must(set(map(str.lower, goods)) <= {*choices, "purge"}, (goods, choices))
            goods = [name for name in goods if name.lower() in choices]
            return (
                f"choose {self.chance.choice(goods)}"
                if goods and self.chance.random() < 0.7
                else "cancel"
            )
        if kind == "COMBAT_REWARD":
            full = all(potion["id"] != EMPTY for potion in game["potions"])
            if "sapphire_key" in choices:  # instead of the linked relic
                return "choose sapphire_key"
            for at, reward in enumerate(screen["rewards"]):
                passed = {"POTION": full, "CARD": self.skipped}
                if not passed.get(reward["reward_type"], False):
                    return f"choose {at}"
            return "proceed"
        if kind == "CARD_REWARD":
            if screen["skip_available"] and self.chance.random() < 0.3:
                self.skipped = True
                return "cancel"
            return f"choose {self.chance.choice(screen['cards'])['name']}"
        if kind == "BOSS_REWARD":
            return f"choose {self.chance.choice(screen['relics'])['name']}"
        if kind == "REST":
            return f"choose {self.chance.choice(screen['rest_options']).upper()}"
        if kind == "GRID":
            marked = [card["uuid"] for card in screen["selected_cards"]]
            free = [at for at, card in enumerate(screen["cards"]) if card["uuid"] not in marked]
            must(len(choices) == len(screen["cards"]), "choices of a grid")
            return f"choose {self.chance.choice(free)}"
        if kind == "HAND_SELECT" and screen["can_pick_zero"] and self.chance.random() < 0.4:
            return "proceed"
        return f"choose {self.chance.randrange(len(choices))}"

    def can_buy(self, thing: Json, game: Json) -> bool:
        return thing["price"] <= game["gold"]


LAST_OPTION = (
    "Vampires", "Masked Bandits", "Knowing Skull", "Ghosts", "Liars Game", "Golden Idol", "Drug Dealer",
    "The Library",
)  # fmt: skip
"""Events in which simple clients take the last option, counting locked options too."""
MAY_BE_LOCKED = ("Drug Dealer",)
"""Events in which the real game locks an option if fewer than two cards can be removed."""


class SimpleClient(StrictClient):
    """Plans several commands at once, as simple clients do: all cards of a selection, and then a
    confirm if it is available, otherwise `state`."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.plan: list[str] = []

    def decide(self, game: Json, commands: list[str]) -> str:
        if not self.plan:
            return super().decide(game, commands)
        planned = self.plan.pop(0)
        if planned != "confirm if possible":
            return planned
        kind, screen = game["screen_type"], game["screen_state"]
        confirms = kind == "HAND_SELECT" or (kind == "GRID" and screen["confirm_up"])
        return "proceed" if confirms else "state"

    def choose(self, kind: str, screen: Json, game: Json) -> str:
        if kind == "EVENT":
            options, event = screen["options"], screen["event_id"]
            is_locked = any(option["disabled"] for option in options)
            if event not in LAST_OPTION or (is_locked and event in MAY_BE_LOCKED):
                return "choose 0"
            must(not is_locked, f"a locked option in {event}")
            return f"choose {len(options) - 1}"
        if kind == "GRID":
            wanted = screen["num_cards"] - len(screen["selected_cards"])
            must(wanted <= len(screen["cards"]), "fewer cards than are wanted")
            return self.select(len(screen["cards"]), wanted)
        if kind == "HAND_SELECT":
            wanted = min(screen["max_cards"], 3, len(screen["hand"]))
            return self.select(len(screen["hand"]), wanted)
        return super().choose(kind, screen, game)

    def select(self, count: int, wanted: int) -> str:
        places = sorted(self.chance.sample(range(count), wanted), reverse=True)
        self.plan = [*(f"choose {place}" for place in places), "confirm if possible"]
        return self.plan.pop(0)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    client = StrictClient(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print("ready", flush=True)
    for line in sys.stdin:
        command = client.answer(json.loads(line))
        if len(client.finished) >= runs:
            break
        print(command, flush=True)


if __name__ == "__main__":
    main()
