"""The JSON actions of the document: their parameters, checks and text commands. `screens` says which
actions belong to which screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod import protocol
from turnwright.core.errors import Refusal, Refused
from turnwright.games.spire.characters import CHARACTERS

from .action_base import Action, Steps, choose
from .card_select import CardSelect
from .game_state import GameState, find, items, mapping, named, names, number
from .refusals import (
    bad_index,
    bad_potion,
    bad_target,
    missing,
    no_potions,
    no_room,
    not_for_sale,
    too_expensive,
    unknown,
    unknown_card,
    unknown_choice,
)

REST_OPTIONS = ("rest", "smith", "dig", "lift", "recall", "toke")


# --- the run ------------------------------------------------------------------------------------


class StartGame(Action):
    """Start a run; without a `seed` the game picks one."""

    word, says = "start", "start CLASS ASCENSION [SEED]"
    character: str
    ascension: int = 0
    seed: str | None = None

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        """The characters of the game."""
        for name in CHARACTERS:
            yield cls(name)

    def problem(self, state: GameState) -> Refusal | None:
        if protocol.class_named(self.character) is None:
            known = ", ".join(protocol.CLASSES)
            sentence = f"There is no class {self.character[:40]!r}. Known classes: {known}."
            return Refusal("unknown_class", sentence, {"classes": list(protocol.CLASSES)})
        if not 0 <= self.ascension <= protocol.MAX_ASCENSION:
            sentence = (
                f"ascension must be from 0 to {protocol.MAX_ASCENSION}, not {self.ascension}."
            )
            return Refusal("bad_ascension", sentence)
        if self.seed is not None and not protocol.is_seed(self.seed):
            return Refusal("bad_seed", "A seed consists of letters and digits.")
        return None

    def steps(self, state: GameState) -> Steps:
        seed = f" {self.seed.upper()}" if self.seed else ""
        yield f"start {protocol.class_named(self.character)} {self.ascension}{seed}"


class Abandon(Action):
    """End the run. The simulator does it; the mod has no such command and refuses it."""

    word, says = "", protocol.ABANDON

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        """None: who picks one of the valid actions wants to play on."""
        return iter(())


class Proceed(Action):
    """Proceed or confirm: the button on the right."""

    word = says = "proceed"


class Cancel(Action):
    """Cancel, skip, return or leave: the button on the left."""

    word = says = "cancel"


class Choose(Action):
    """Choose from the `choice_list`, by index or by name. The name wins if both are given."""

    says = "choose INDEX|NAME"
    choice_index: int | None = None
    name: str | None = None

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place, choice in enumerate(state.choices):
            if state.screen in (
                "CHEST",
                "SHOP_ROOM",
                "SHOP_SCREEN",
            ):  # the document chooses by name on these screens
                yield cls(name=choice)
            else:
                yield cls(choice_index=place)

    def problem(self, state: GameState) -> Refusal | None:
        if self.name is not None:
            if self.name.lower() in state.choices:
                return None
            return unknown("choice", self.name, state.choices)
        if self.choice_index is None:
            return missing(self.kind(), "choice_index or name")
        return bad_index("choice_index", self.choice_index, len(state.choices))

    def steps(self, state: GameState) -> Steps:
        if self.name is not None:
            yield f"choose {self.name.lower()}"
        else:
            assert self.choice_index is not None
            yield choose(state, self.choice_index)


# --- combat -------------------------------------------------------------------------------------


class PlayCard(Action):
    """Play a card from the hand. A card with a target needs the index of a monster."""

    word, says = "play", "play CARD [TARGET]"
    card_index: int
    target_index: int | None = None

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place, card in enumerate(state.hand):
            for target in state.targets if card.get("has_target") else [None]:
                yield cls(place, target)

    def problem(self, state: GameState) -> Refusal | None:
        if refusal := bad_index("card_index", self.card_index, len(state.hand)):
            return refusal
        card = state.hand[self.card_index]
        if not card.get("is_playable"):
            return Refusal("not_playable", f"{named(card)} cannot be played now.")
        return bad_target(self.target_index, state, named(card), bool(card.get("has_target")))

    def steps(self, state: GameState) -> Steps:
        has_target = state.hand[self.card_index].get("has_target")
        yield f"play {self.card_index + 1}" + (f" {self.target_index}" if has_target else "")


class EndTurn(Action):
    """End the turn."""

    word = says = "end"


class UsePotion(Action):
    """Use a potion. A potion with a target needs the index of a monster."""

    word, says = "potion", "potion use SLOT [TARGET]"
    potion_index: int
    target_index: int | None = None

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place, potion in enumerate(state.potions):
            for target in state.targets if potion.get("requires_target") else [None]:
                yield cls(place, target)

    def problem(self, state: GameState) -> Refusal | None:
        if refusal := bad_potion(self.potion_index, state, "can_use", "used"):
            return refusal
        potion = state.potions[self.potion_index]
        needs = bool(potion.get("requires_target"))
        return bad_target(self.target_index, state, named(potion), needs)

    def steps(self, state: GameState) -> Steps:
        is_thrown = state.potions[self.potion_index].get("requires_target")
        yield f"potion use {self.potion_index}" + (f" {self.target_index}" if is_thrown else "")


class DiscardPotion(Action):
    """Discard a potion."""

    word, says = "potion", "potion discard SLOT"
    potion_index: int

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place in range(len(state.potions)):
            yield cls(place)

    def problem(self, state: GameState) -> Refusal | None:
        return bad_potion(self.potion_index, state, "can_discard", "discarded")

    def steps(self, state: GameState) -> Steps:
        yield f"potion discard {self.potion_index}"


# --- rewards ------------------------------------------------------------------------------------


class CombatReward(Action):
    """Take a reward by its index in the list."""

    says = "choose INDEX"
    reward_index: int

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place in range(len(state.choices)):
            yield cls(place)

    def problem(self, state: GameState) -> Refusal | None:
        rewards = items(state.screen_state, "rewards")
        if refusal := bad_index("reward_index", self.reward_index, len(rewards)):
            return refusal
        is_potion = rewards[self.reward_index].get("reward_type") == "POTION"
        if is_potion and not state.has_relic("Sozu"):  # Sozu discards the potion
            return no_room(state)
        return bad_index("reward_index", self.reward_index, len(state.choices))

    def steps(self, state: GameState) -> Steps:
        yield choose(state, self.reward_index)


class CardReward(Action):
    """Take one of the cards by name, or +2 Max HP from the Singing Bowl."""

    says = "choose NAME|bowl"
    card_name: str | None = None
    bowl: bool = False

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for name in names(items(state.screen_state, "cards")):
            yield cls(name)
        yield cls(bowl=True)

    def problem(self, state: GameState) -> Refusal | None:
        if self.bowl:
            if "bowl" in state.choices:
                return None
            return Refusal("no_bowl", "You have no Singing Bowl.")
        if self.card_name is None:
            return missing(self.kind(), "card_name or bowl")
        return unknown_card(self.card_name, state)

    def steps(self, state: GameState) -> Steps:
        if self.bowl:
            yield "choose bowl"
            return
        place = find(self.card_name or "", names(items(state.screen_state, "cards")))
        assert place is not None
        yield choose(state, place)


class BossReward(Action):
    """Take one of the boss relics by name."""

    says = "choose NAME"
    relic_name: str

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for name in names(items(state.screen_state, "relics")):
            yield cls(name)

    def problem(self, state: GameState) -> Refusal | None:
        return unknown_choice("relic", self.relic_name, state)

    def steps(self, state: GameState) -> Steps:
        yield f"choose {self.relic_name.lower()}"


# --- rooms --------------------------------------------------------------------------------------


class ChooseMapNode(Action):
    """Go to a map node by its coordinates."""

    says = "choose INDEX"
    x: int
    y: int

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for node in items(state.screen_state, "next_nodes"):
            yield cls(number(node, "x", -1), number(node, "y", -1))

    def _place(self, state: GameState) -> int | None:
        nodes = items(state.screen_state, "next_nodes")
        places = [
            n for n, one in enumerate(nodes) if (one.get("x"), one.get("y")) == (self.x, self.y)
        ]
        return places[0] if places and places[0] < len(state.choices) else None

    def problem(self, state: GameState) -> Refusal | None:
        if "boss" in state.choices or self._place(state) is None:
            near = [
                f"({one.get('x')}, {one.get('y')})"
                for one in items(state.screen_state, "next_nodes")
            ]
            reachable = "the boss" if "boss" in state.choices else ", ".join(near) or "nowhere"
            return Refusal(
                "no_way", f"({self.x}, {self.y}) is not reachable. Reachable: {reachable}."
            )
        return None

    def steps(self, state: GameState) -> Steps:
        place = self._place(state)
        assert place is not None
        yield choose(state, place)


class ChooseMapBoss(Action):
    """Go to the boss of the act."""

    says = "choose boss"

    def problem(self, state: GameState) -> Refusal | None:
        if "boss" in state.choices:
            return None
        return Refusal("no_way", "The boss cannot be reached from here.")


class EventOption(Action):
    """Choose an option of an event by its `choice_index`. Disabled options have none."""

    says = "choose INDEX"
    choice_index: int

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for place in range(len(state.choices)):
            yield cls(place)

    def problem(self, state: GameState) -> Refusal | None:
        return bad_index("choice_index", self.choice_index, len(state.choices))

    def steps(self, state: GameState) -> Steps:
        yield choose(state, self.choice_index)


class OpenChest(Action):
    """Open the chest."""

    says = "choose open"

    def problem(self, state: GameState) -> Refusal | None:
        if "open" in state.choices:
            return None
        return Refusal("chest_is_open", "The chest is already open.")


class Rest(Action):
    """Use the rest site: rest, smith, dig, lift, recall or toke."""

    says = "choose OPTION"
    option: str

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        for option in state.choices:
            yield cls(option)

    def problem(self, state: GameState) -> Refusal | None:
        if self.option.lower() not in REST_OPTIONS:
            return unknown("rest option", self.option, REST_OPTIONS)
        if self.option.lower() not in state.choices:
            can = ", ".join(state.choices)
            sentence = (
                f"{self.option.lower()} is not available at this rest site. Available: {can}."
            )
            return Refusal("not_offered", sentence, {"options": state.choices})
        return None

    def steps(self, state: GameState) -> Steps:
        yield f"choose {self.option.lower()}"


# --- the shop -----------------------------------------------------------------------------------


class BuyCard(Action):
    """Buy a card."""

    says = "choose NAME"
    card_name: str

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        return (cls(name) for name in names(items(state.screen_state, "cards")))

    def problem(self, state: GameState) -> Refusal | None:
        return not_for_sale("cards", self.card_name, state)

    def steps(self, state: GameState) -> Steps:
        yield _buy("cards", self.card_name, state)


class BuyRelic(Action):
    """Buy a relic."""

    says = "choose NAME"
    relic_name: str

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        return (cls(name) for name in names(items(state.screen_state, "relics")))

    def problem(self, state: GameState) -> Refusal | None:
        return not_for_sale("relics", self.relic_name, state)

    def steps(self, state: GameState) -> Steps:
        yield _buy("relics", self.relic_name, state)


class BuyPotion(Action):
    """Buy a potion. A potion slot must be free."""

    says = "choose NAME"
    potion_name: str

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        return (cls(name) for name in names(items(state.screen_state, "potions")))

    def problem(self, state: GameState) -> Refusal | None:
        return not_for_sale("potions", self.potion_name, state) or no_potions(state)

    def steps(self, state: GameState) -> Steps:
        yield _buy("potions", self.potion_name, state)


def _buy(kind: str, name: str, state: GameState) -> str:
    known = names(items(state.screen_state, kind))
    place = find(name, known)
    assert place is not None
    return f"choose {known[place].lower()}"


class BuyPurge(Action):
    """Buy the removal of a card: the named one, or one that is selected afterwards."""

    says = "choose purge [, choose INDEX, proceed]"
    card_name: str | None = None

    def problem(self, state: GameState) -> Refusal | None:
        if "purge" not in state.choices:
            if not state.screen_state.get("purge_available"):
                return Refusal("sold_out", "The card removal of this shop was already used.")
            cost = number(state.screen_state, "purge_cost")
            return too_expensive("Removing a card", cost, state)
        if self.card_name is not None and find(self.card_name, names(state.deck)) is None:
            return unknown("card", self.card_name, names(state.deck))
        return None

    def steps(self, state: GameState) -> Steps:
        state = yield "choose purge"
        if self.card_name is None:
            return
        select = CardSelect([self.card_name])
        refusal = (
            None
            if state.screen == "GRID"
            else Refusal("lost", f"The purge led to {state.screen} instead of GRID.")
        )
        refusal = refusal or select.problem(state)
        if refusal is None:
            yield from select.steps(state)
            return
        if state.can("cancel"):
            yield "cancel"  # bottled cards and some curses cannot be removed
        raise Refused(refusal)


# --- JSON ---------------------------------------------------------------------------------------

ACTIONS: dict[str, type[Action]] = {kind.kind(): kind for kind in Action.__subclasses__()}


def read_action(data: bytes | str | Mapping[str, Any]) -> Action:
    """Parse the JSON of an action. Raises Refused with a code and a sentence."""
    try:
        given = msgspec.json.decode(data) if isinstance(data, bytes | str) else data
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(Refusal("bad_json", f"Invalid JSON: {error}.")) from None
    if not isinstance(given, Mapping) or not isinstance(given.get("type"), str):
        raise Refused(Refusal("bad_action", "An action must be a JSON object with a `type`."))
    name = given["type"]
    kind = ACTIONS.get(name)
    if kind is None:
        sentence = f"Unknown action type: {name[:40]}"
        raise Refused(Refusal("unknown_type", sentence, {"types": list(ACTIONS)}))
    for field in msgspec.structs.fields(kind):
        if field.required and given.get(field.encode_name) is None:
            raise Refused(Refusal("missing_parameter", f"{name} requires {field.encode_name}"))
    try:
        return msgspec.convert(dict(given), kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused(Refusal("bad_parameter", f"{name}: {error}.")) from None


def write_action(action: Action) -> dict[str, Any]:
    """Return the JSON object of an action."""
    return dict(mapping(msgspec.to_builtins(action)))
