"""Pages of rooms: events, chests, rest sites and shops; the map between them; the end of the run."""

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
from turnwright.games.spire.run.events.event_texts import TEXTS
from turnwright.games.spire.run.rest_site import rest_options
from turnwright.games.spire.run.rooms import next_nodes
from turnwright.games.spire.run.shop import remove_cost

from .page import Page

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.session import Session

# --- events --------------------------------------------------------------------------------------


class OneButtonEventPage(Page):
    """An event page with one button, as the game shows before and after the choices of the rules."""

    type, phase = "EVENT", "EVENT"

    def label(self) -> str:
        """The label of the button."""
        return "Leave"

    def event(self) -> str:
        """The id of the event."""
        return self.session.G.event

    def state(self) -> Json:
        button = (f"[{self.label()}]", self.label(), True)
        return event_json(self.event(), [button], text_of(self.event()))

    def choices(self) -> list[str]:
        return [self.label()]


class EventIntroPage(OneButtonEventPage):
    """The introduction of an event."""

    key = "intro"

    def label(self) -> str:
        return display_names.INTROS[self.session.G.event]

    def choose(self, at: int) -> None:
        self.session.settle()


class FinishedEventPage(OneButtonEventPage):
    """An event that is over while the player is still in the room."""

    key = "left"

    def event(self) -> str:
        return self.session.page_state.event

    def choose(self, at: int) -> None:
        self.session.open_page("map", behind=self.key)


class HeartPage(OneButtonEventPage):
    """The event after the last boss."""

    key = "heart"

    def label(self) -> str:
        return "Continue"

    def event(self) -> str:
        return display_names.HEART

    def room(self) -> str:
        return "VictoryRoom"

    def choose(self, at: int) -> None:
        self.session.open_page("over")


class EventPage(Page):
    """The choices of an event."""

    key, type, phase = "event", "EVENT", "EVENT"

    def _buttons(self) -> list[tuple[int, events.EventChoice]]:
        """Return the shown choices in the game's order, each with its index in the rules."""
        event, found = self.session.G.event, events.choices(self.session.c)
        absent = display_names.ABSENT.get(event, ())
        return [
            (place, found[place])
            for place in display_names.BUTTONS.get(event, range(len(found)))
            if found[place].is_open or place not in absent
        ]

    def _options(self) -> list[tuple[str, str, bool]]:
        """Return (text, label, is enabled) of every option."""
        if self.session.G.event == display_names.NEOW:
            return [(f"[{text}]", text, True) for text in neow_offers(self.session)]
        found = []
        for _, choice in self._buttons():
            label, _, more = choice.label.partition(": ")
            label = display_names.button_label(self.session.G.event, label, self.session.G.gold)
            text = f"[{label}] {more[:1].upper()}{more[1:]}" if more else f"[{label}]"
            if not choice.is_open:  # whatever it would do, its button says that it is locked
                label, text = "Locked", f"[Locked] {choice.label}"
            found.append((text, label, bool(choice.is_open)))
        return found

    def state(self) -> Json:
        event = self.session.G.event
        return event_json(event, self._options(), text_of(event))

    def choices(self) -> list[str]:
        return [label for _, label, is_open in self._options() if is_open]

    def choose(self, at: int) -> None:
        if self.session.G.event == display_names.WHEEL:
            self.session.open_page("spin")
        else:
            places = [place for place, choice in self._buttons() if choice.is_open]
            self.session.move("event", places[at])


class WheelPage(Page):
    """The wheel of change, with one button that spins it."""

    key, type, phase = "spin", "EVENT", "EVENT"

    def state(self) -> Json:
        return event_json(display_names.WHEEL, [("spin", "spin", True)])

    def choices(self) -> list[str]:
        return ["spin"]

    def choose(self, at: int) -> None:
        self.session.move("event", 0)


class MatchGamePage(Page):
    """The match game: face-down cards. Cards that were seen have their ids as names."""

    key, type, phase = "match", "EVENT", "EVENT"

    def _places(self) -> list[int]:
        question = self.session.question
        return events.open_choices(self.session.c) if question is None else list(question.values)

    def state(self) -> Json:
        return event_json(display_names.MATCH_GAME, [(name, name, True) for name in self.choices()])

    def choices(self) -> list[str]:
        cards, seen = self.session.G.memory["cards"], self.session.page_state.seen
        return [cards[at] if at in seen else f"card{at}" for at in self._places()]

    def choose(self, at: int) -> None:
        place = self._places()[at]
        if place not in self.session.page_state.seen:
            self.session.page_state.seen.append(place)
        if self.session.question is None:
            self.session.move("event", place)
        else:
            self.session.answer(place)


def event_json(event: str, options: list[tuple[str, str, bool]], body: str = "") -> Json:
    """Return the `screen_state` of an event. Neow and the two games have no text in messages."""
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
        "body_text": body,
        "options": found,
    }


def text_of(event: str) -> str:
    """Return the `body_text` of an event."""
    return "" if event == display_names.NEOW else TEXTS[event]


def neow_offers(session: Session) -> list[str]:
    """Return the texts of Neow's offers."""
    G = session.G
    numbers = display_names.neow_numbers(G.max_hp, G.hp)
    found = []
    for bonus, drawback in G.memory["offers"]:
        price = display_names.NEOW_DRAWBACKS[drawback].format(**numbers)
        text = display_names.NEOW_BONUSES[bonus].format(**numbers)
        found.append(f"{price} {text}" if price else text)
    return found


# --- chests and rest sites ---------------------------------------------------------------------------


class ChestPage(Page):
    """A closed chest."""

    key, type, confirm_word = "chest", "CHEST", "proceed"
    is_open = False

    def kind(self) -> str:
        """The `chest_type` of the message."""
        chest = self.session.G.chest
        return display_names.CHESTS[chest.size] if chest is not None else display_names.BOSS_CHEST

    def state(self) -> Json:
        return {"chest_type": self.kind(), "chest_open": self.is_open}

    def choices(self) -> list[str]:
        return [] if self.is_open else ["open"]

    def choose(self, at: int) -> None:
        self.session.move("chest", "open")

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.session.open_page("map", behind=self.key)


class BossChestPage(ChestPage):
    """The closed chest of a boss."""

    key = "boss_chest"

    def choose(self, at: int) -> None:
        self.session.open_page("boss_relics")

    def confirm(self) -> None:
        """Go to the next act without a relic."""
        self.session.move("boss_relic", 3)
        self.session.answer("proceed")


class OpenedChestPage(BossChestPage):
    """The opened chest of a boss."""

    key, is_open = "opened", True

    def confirm(self) -> None:
        if not self.session.is_paused:
            self.session.move("boss_relic", 3)
        self.session.answer("proceed")


class RestPage(Page):
    """A rest site."""

    key, type, phase, confirm_word = "rest", "REST", "INCOMPLETE", "proceed"

    def choices(self) -> list[str]:
        return [option for option in rest_options(self.session.c) if option != "skip"]

    def state(self) -> Json:
        options = self.choices()
        return {"has_rested": not options, "rest_options": options}

    def choose(self, at: int) -> None:
        option = self.choices()[at]
        if option in ("smith", "toke"):
            self.session.open_page("grid", task=option)
        else:
            self.session.move("rest", option)

    def has_confirm(self) -> bool:
        return not self.choices()

    def confirm(self) -> None:
        """Leave a rest site without options."""
        self.session.move("rest", "skip")
        self.session.open_page("map", behind="rested")


class FinishedRestPage(RestPage):
    """A rest site that was used."""

    key, phase = "rested", "COMPLETE"

    def choices(self) -> list[str]:
        return []

    def confirm(self) -> None:
        self.session.open_page("map", behind=self.key)


# --- shops --------------------------------------------------------------------------------------


class ShopRoomPage(Page):
    """The room of the merchant, before the shop is opened."""

    key, type, confirm_word = "shop_room", "SHOP_ROOM", "proceed"

    def choices(self) -> list[str]:
        return ["shop"]

    def choose(self, at: int) -> None:
        self.session.open_page("shop")

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.session.open_page("map", behind=self.key)


class ShopPage(Page):
    """The shop screen."""

    key, type, screen, cancel_word = "shop", "SHOP_SCREEN", "SHOP", "leave"

    def _goods(self) -> list[tuple[str, str, int, Json]]:
        """Return (argument of the rules' move, name, price, JSON) of every item."""
        session, shop = self.session, self.session.G.shop
        assert shop is not None
        found = []
        for at, card in enumerate(shop.cards):
            name = name_of(card.kind, card.up)
            found.append(
                (f"card {at}", name, shop.prices["card"][at], card_json(card, session.uuid(card)))
            )
        for at, kind in enumerate(shop.relics):
            name = relics()[kind].name
            found.append((f"relic {at}", name, shop.prices["relic"][at], offered_relic(kind)))
        for at, kind in enumerate(shop.potions):
            name = potions()[kind].name
            found.append((f"potion {at}", name, shop.prices["potion"][at], potion_json(kind)))
        return [one for one in found if one[2] >= 0]

    def state(self) -> Json:
        shop = self.session.G.shop
        assert shop is not None
        found: Json = {"cards": [], "relics": [], "potions": []}
        for word, _, price, json in self._goods():
            json["price"] = price
            found[word.split()[0] + "s"].append(json)
        is_open = shop.remove_cost >= 0
        found["purge_available"] = is_open and bool(self.session.c.removable())
        found["purge_cost"] = shop.remove_cost if is_open else remove_cost(self.session.c)
        return found

    def _affordable(self) -> list[tuple[str, str]]:
        session, G = self.session, self.session.G
        assert G.shop is not None
        found = [(word, name) for word, name, price, _ in self._goods() if price <= G.gold]
        if 0 <= G.shop.remove_cost <= G.gold and session.c.removable():
            found.insert(0, ("remove", "purge"))
        return found

    def choices(self) -> list[str]:
        return [name for _, name in self._affordable()]

    def choose(self, at: int) -> bool | None:
        word = self._affordable()[at][0]
        if word == "remove":
            self.session.open_page("grid", task="purge")
        elif word.startswith("potion") and not self.session.c.has_potion_slot():
            return False
        else:
            self.session.move("shop", word)
        return None

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        self.session.open_page("shop_room")


# --- the map ------------------------------------------------------------------------------------


class MapPage(Page):
    """The map, over the room that the player leaves. It can be closed until a node is chosen."""

    key, type, screen, cancel_word = "map", "MAP", "MAP", "return"

    def _last_row(self) -> int:
        found = self.session.G.map
        assert found is not None
        return len(found.rows) - 1

    def _leads_to_boss(self) -> bool:
        return self.session.G.y >= self._last_row()

    def state(self) -> Json:
        G = self.session.G
        assert G.map is not None
        boss = self._leads_to_boss()
        current: Json = {"x": 0, "y": -1}
        if G.act > 1 and self.session.quirks.starts_acts_at_the_chest:
            current = {"x": -1, "y": self._last_row() + 1}
        if G.y >= 0:
            current = {"x": G.x, "y": G.y}
            if G.y <= self._last_row():
                current["symbol"] = G.map.node(G.x, G.y).symbol
        y = G.y + 1
        nodes = [] if boss else next_nodes(self.session.c)
        return {
            "current_node": current,
            "next_nodes": [{"x": x, "y": y, "symbol": G.map.node(x, y).symbol} for x in nodes],
            "first_node_chosen": G.y >= 0,
            "boss_available": boss,
        }

    def choices(self) -> list[str]:
        if self._leads_to_boss():
            return ["boss"]
        return [f"x={x}" for x in next_nodes(self.session.c)]

    def choose(self, at: int) -> None:
        session = self.session
        x = next_nodes(session.c)[at]
        leave = {
            "REWARDS": ("reward", "skip"),
            "SHOP": ("shop", "leave"),
            "CHEST": ("chest", "leave"),
        }
        if session.G.screen in leave:
            session.move(*leave[session.G.screen])
        session.move("map", x)

    def has_cancel(self) -> bool:
        return bool(self.session.page_state.behind)

    def cancel(self) -> None:
        self.session.open_page(self.session.page_state.behind)


# --- the end ------------------------------------------------------------------------------------


class CompletedFightPage(Page):
    """A fight that ended without rewards: after an escape and after the last bosses."""

    key, type, confirm_word = "complete", "COMPLETE", "proceed"

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        if self.session.is_paused:
            self.session.answer("proceed")
        else:
            self.session.open_page("map", behind=self.key)


class GameOverPage(Page):
    """The end of the run."""

    key, type, screen, confirm_word = "over", "GAME_OVER", "DEATH", "proceed"
    allows_potions = False

    def screen_name(self) -> str:
        """The victory over the heart has its own screen."""
        G = self.session.G
        return "VICTORY" if G.outcome == "VICTORY" and G.act == 4 else self.screen

    def state(self) -> Json:
        G = self.session.G
        return {"score": score(G, self.session.fights_won), "victory": G.outcome == "VICTORY"}

    def has_confirm(self) -> bool:
        return True
