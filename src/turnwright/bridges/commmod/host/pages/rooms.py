"""The pages of rooms: events, chests, rests, shops; the map between them; and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.bridges.commmod.host.json import display_names
from turnwright.bridges.commmod.host.json.cards import (
    Json,
    card_json,
    name_of,
    offered_relic,
    potion_json,
)
from turnwright.bridges.commmod.host.score import score
from turnwright.games.spire.library import potions, relics
from turnwright.games.spire.run import events
from turnwright.games.spire.run.rest_site import rest_options
from turnwright.games.spire.run.rooms import next_nodes
from turnwright.games.spire.run.shop import remove_cost

from .page import Page

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.session import Desk

# --- events ---------------------------------------------------------------------------------------


class Talk(Page):
    """An event with one button. Events of the rules have only their choices; what the game shows
    before and after them is like this."""

    type, phase = "EVENT", "EVENT"

    def label(self) -> str:
        return "Leave"

    def event(self) -> str:
        return self.desk.G.event

    def state(self) -> Json:
        return event_json(self.event(), [(f"[{self.label()}]", self.label(), True)])

    def choices(self) -> list[str]:
        return [self.label()]


class Intro(Talk):
    key = "intro"

    def label(self) -> str:
        return display_names.INTROS[self.desk.G.event]

    def choose(self, at: int) -> None:
        self.desk.settle()


class Left(Talk):
    """An event is over, but the player still stands there."""

    key = "left"

    def event(self) -> str:
        return self.desk.spot.event

    def choose(self, at: int) -> None:
        self.desk.turn_to("map", behind=self.key if self.desk.G.room else "")


class Heart(Talk):
    """After the last boss."""

    key = "heart"

    def label(self) -> str:
        return "Continue"

    def event(self) -> str:
        return display_names.HEART

    def room(self) -> str:
        return "VictoryRoom"

    def choose(self, at: int) -> None:
        self.desk.turn_to("over")


class Event(Page):
    key, type, phase = "event", "EVENT", "EVENT"

    def _buttons(self) -> list[tuple[int, events.Choice]]:
        """What the event shows, in its order, with the place that it has in the rules."""
        event, found = self.desk.G.event, events.choices(self.desk.c)
        absent = display_names.ABSENT.get(event, ())
        return [
            (place, found[place])
            for place in display_names.BUTTONS.get(event, range(len(found)))
            if found[place].is_open or place not in absent
        ]

    def _options(self) -> list[tuple[str, str, bool]]:
        """Text, label, is it open?"""
        if self.desk.G.event == display_names.NEOW:
            return [(f"[{text}]", text, True) for text in neow_offers(self.desk)]
        found = []
        for _, choice in self._buttons():
            label, _, more = choice.label.partition(": ")
            text = f"[{label}] {more[:1].upper()}{more[1:]}" if more else f"[{label}]"
            found.append((text, label, bool(choice.is_open)))
        return found

    def state(self) -> Json:
        return event_json(self.desk.G.event, self._options())

    def choices(self) -> list[str]:
        return [label for _, label, is_open in self._options() if is_open]

    def choose(self, at: int) -> None:
        if self.desk.G.event == display_names.WHEEL:
            self.desk.turn_to("spin")
        else:
            places = [place for place, choice in self._buttons() if choice.is_open]
            self.desk.do("event", places[at])


class Spin(Page):
    """The wheel itself has no buttons but the one to turn it."""

    key, type, phase = "spin", "EVENT", "EVENT"

    def state(self) -> Json:
        return event_json(display_names.WHEEL, [("spin", "spin", True)])

    def choices(self) -> list[str]:
        return ["spin"]

    def choose(self, at: int) -> None:
        self.desk.do("event", 0)


class MatchGame(Page):
    """Cards face down. Those that have been seen are called by their ids."""

    key, type, phase = "match", "EVENT", "EVENT"

    def _places(self) -> list[int]:
        question = self.desk.question
        return events.open_choices(self.desk.c) if question is None else list(question.values)

    def state(self) -> Json:
        return event_json(display_names.MATCH_GAME, [(name, name, True) for name in self.choices()])

    def choices(self) -> list[str]:
        cards, seen = self.desk.G.memory["cards"], self.desk.spot.seen
        return [cards[at] if at in seen else f"card{at}" for at in self._places()]

    def choose(self, at: int) -> None:
        place = self._places()[at]
        if place not in self.desk.spot.seen:
            self.desk.spot.seen.append(place)
        if self.desk.question is None:
            self.desk.do("event", place)
        else:
            self.desk.pick(place)


def event_json(event: str, options: list[tuple[str, str, bool]]) -> Json:
    found = []
    number = 0
    for text, label, is_open in options:
        option: Json = {"text": text, "label": label, "disabled": not is_open}
        if is_open:
            option["choice_index"] = number
            number += 1
        found.append(option)
    return {
        "event_id": event,
        "event_name": display_names.EVENTS.get(event, event),
        "body_text": "",
        "options": found,
    }


def neow_offers(desk: Desk) -> list[str]:
    G = desk.G
    numbers = {
        "tenth": int(G.max_hp * 0.1),
        "fifth": int(G.max_hp * 0.2),
        "damage": G.hp // 10 * 3,
    }
    found = []
    for bonus, drawback in G.memory["offers"]:
        price = display_names.NEOW_DRAWBACKS[drawback].format(**numbers)
        text = display_names.NEOW_BONUSES[bonus].format(**numbers)
        found.append(f"{price} {text}" if price else text)
    return found


# --- chests and rests -----------------------------------------------------------------------------


class Chest(Page):
    key, type, confirm_word = "chest", "CHEST", "proceed"
    is_open = False

    def kind(self) -> str:
        chest = self.desk.G.chest
        return display_names.CHESTS[chest.size] if chest is not None else display_names.BOSS_CHEST

    def state(self) -> Json:
        return {"chest_type": self.kind(), "chest_open": self.is_open}

    def choices(self) -> list[str]:
        return [] if self.is_open else ["open"]

    def choose(self, at: int) -> None:
        self.desk.do("chest", "open")

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.desk.turn_to("map", behind=self.key)


class BossChest(Chest):
    key = "boss_chest"

    def choose(self, at: int) -> None:
        self.desk.turn_to("boss_relics")

    def confirm(self) -> None:
        """Without a relic, to the next act."""
        self.desk.do("boss_relic", 3)
        self.desk.pick("proceed")


class OpenedChest(BossChest):
    key, is_open = "opened", True

    def confirm(self) -> None:
        if not self.desk.is_paused:
            self.desk.do("boss_relic", 3)
        self.desk.pick("proceed")


class Rest(Page):
    key, type, phase, confirm_word = "rest", "REST", "INCOMPLETE", "proceed"

    def choices(self) -> list[str]:
        return [option for option in rest_options(self.desk.c) if option != "skip"]

    def state(self) -> Json:
        options = self.choices()
        return {"has_rested": not options, "rest_options": options}

    def choose(self, at: int) -> None:
        option = self.choices()[at]
        if option in ("smith", "toke"):
            self.desk.turn_to("grid", task=option)
        else:
            self.desk.do("rest", option)

    def has_confirm(self) -> bool:
        return not self.choices()

    def confirm(self) -> None:
        """There was nothing to do here."""
        self.desk.do("rest", "skip")
        self.desk.turn_to("map", behind="rested")


class Rested(Rest):
    key, phase = "rested", "COMPLETE"

    def choices(self) -> list[str]:
        return []

    def confirm(self) -> None:
        self.desk.turn_to("map", behind=self.key)


# --- shops ----------------------------------------------------------------------------------------


class ShopRoom(Page):
    key, type, confirm_word = "shop_room", "SHOP_ROOM", "proceed"

    def choices(self) -> list[str]:
        return ["shop"]

    def choose(self, at: int) -> None:
        self.desk.turn_to("shop")

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.desk.turn_to("map", behind=self.key)


class Shop(Page):
    key, type, screen, cancel_word = "shop", "SHOP_SCREEN", "SHOP", "leave"

    def _goods(self) -> list[tuple[str, str, int, Json]]:
        """The rules' word for it, name, price, JSON."""
        desk, shop = self.desk, self.desk.G.shop
        assert shop is not None
        found = []
        for at, card in enumerate(shop.cards):
            name = name_of(card.kind, card.up)
            found.append(
                (f"card {at}", name, shop.prices["card"][at], card_json(card, desk.uuid(card)))
            )
        for at, kind in enumerate(shop.relics):
            name = relics()[kind].name
            found.append((f"relic {at}", name, shop.prices["relic"][at], offered_relic(kind)))
        for at, kind in enumerate(shop.potions):
            name = potions()[kind].name
            found.append((f"potion {at}", name, shop.prices["potion"][at], potion_json(kind)))
        return [one for one in found if one[2] >= 0]

    def state(self) -> Json:
        shop = self.desk.G.shop
        assert shop is not None
        found: Json = {"cards": [], "relics": [], "potions": []}
        for word, _, price, json in self._goods():
            json["price"] = price
            found[word.split()[0] + "s"].append(json)
        is_open = shop.remove_cost >= 0
        found["purge_available"] = is_open and bool(self.desk.c.removable())
        found["purge_cost"] = shop.remove_cost if is_open else remove_cost(self.desk.c)
        return found

    def _affordable(self) -> list[tuple[str, str]]:
        desk, G = self.desk, self.desk.G
        assert G.shop is not None
        found = [(word, name) for word, name, price, _ in self._goods() if price <= G.gold]
        if 0 <= G.shop.remove_cost <= G.gold and desk.c.removable():
            found.insert(0, ("remove", "purge"))
        return found

    def choices(self) -> list[str]:
        return [name for _, name in self._affordable()]

    def choose(self, at: int) -> bool | None:
        word = self._affordable()[at][0]
        if word == "remove":
            self.desk.turn_to("grid", task="purge")
        elif word.startswith("potion") and not self.desk.c.has_potion_slot():
            return False
        else:
            self.desk.do("shop", word)
        return None

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        self.desk.turn_to("shop_room")


# --- the map --------------------------------------------------------------------------------------


class Map(Page):
    """Over the room that one comes from, and closed again until a node is chosen."""

    key, type, screen, cancel_word = "map", "MAP", "MAP", "return"

    def _last_row(self) -> int:
        found = self.desk.G.map
        assert found is not None
        return len(found.rows) - 1

    def _leads_to_boss(self) -> bool:
        return self.desk.G.y >= self._last_row()

    def state(self) -> Json:
        G = self.desk.G
        assert G.map is not None
        boss = self._leads_to_boss()
        current: Json = {"x": 0, "y": -1}
        if G.y >= 0:
            current = {"x": G.x, "y": G.y}
            if G.y <= self._last_row():
                current["symbol"] = G.map.node(G.x, G.y).symbol
        y = G.y + 1
        nodes = [] if boss else next_nodes(self.desk.c)
        return {
            "current_node": current,
            "next_nodes": [{"x": x, "y": y, "symbol": G.map.node(x, y).symbol} for x in nodes],
            "first_node_chosen": G.y >= 0,
            "boss_available": boss,
        }

    def choices(self) -> list[str]:
        if self._leads_to_boss():
            return ["boss"]
        return [f"x={x}" for x in next_nodes(self.desk.c)]

    def choose(self, at: int) -> None:
        desk = self.desk
        x = next_nodes(desk.c)[at]
        leave = {
            "REWARDS": ("reward", "skip"),
            "SHOP": ("shop", "leave"),
            "CHEST": ("chest", "leave"),
        }
        if desk.G.screen in leave:
            desk.do(*leave[desk.G.screen])
        desk.do("map", x)

    def has_cancel(self) -> bool:
        return bool(self.desk.spot.behind)

    def cancel(self) -> None:
        self.desk.turn_to(self.desk.spot.behind)


# --- the end --------------------------------------------------------------------------------------


class Complete(Page):
    """A fight is over and there is nothing to take: after an escape, and after the last bosses."""

    key, type, confirm_word = "complete", "COMPLETE", "proceed"

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        if self.desk.is_paused:
            self.desk.pick("proceed")
        else:
            self.desk.turn_to("map", behind=self.key)


class Over(Page):
    key, type, screen, confirm_word = "over", "GAME_OVER", "DEATH", "proceed"
    takes_potions = False

    def screen_name(self) -> str:
        """The heart's defeat has a screen of its own."""
        G = self.desk.G
        return "VICTORY" if G.outcome == "VICTORY" and G.act == 4 else self.screen

    def state(self) -> Json:
        G = self.desk.G
        return {"score": score(G, self.desk.slain), "victory": G.outcome == "VICTORY"}

    def has_confirm(self) -> bool:
        return True
