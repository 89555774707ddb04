"""Checks of action parameters. Each function checks one thing and returns a refusal, with a code and a
sentence, or None."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.core.errors import Refusal

from .game_state import EMPTY_SLOT, GameState, find, items, named, names, number


def missing(action: str, parameter: str) -> Refusal:
    """Refuse an action without a required parameter."""
    return Refusal("missing_parameter", f"{action} requires {parameter}.")


def bad_index(parameter: str, value: int, count: int) -> Refusal | None:
    """Check an index into a list of `count` items."""
    if 0 <= value < count:
        return None
    data = {"count": count}
    if not count:
        return Refusal("bad_index", f"{parameter} is {value}, but the list is empty.", data)
    allowed = f"from 0 to {count - 1}" if count > 1 else "0"
    return Refusal("bad_index", f"{parameter} must be {allowed}, not {value}.", data)


def unknown(what: str, name: str, known: Sequence[str]) -> Refusal:
    """Refuse a name that is not in the list of known names."""
    there = list(dict.fromkeys(known))
    sentence = f"There is no {what} {name[:60]!r} here. Known: {', '.join(there[:40]) or 'none'}."
    return Refusal("unknown_name", sentence, {"known": there})


def unknown_card(name: str, state: GameState) -> Refusal | None:
    """Check the name of a card on this screen."""
    known = names(items(state.screen_state, "cards"))
    place = find(name, known)
    return (
        None if place is not None and place < len(state.choices) else unknown("card", name, known)
    )


def unknown_choice(what: str, name: str, state: GameState) -> Refusal | None:
    """Check a name in the choice list."""
    return None if name.lower() in state.choices else unknown(what, name, state.choices)


def bad_target(target: int | None, state: GameState, name: str, is_needed: bool) -> Refusal | None:
    """Check the target of a card or potion. A target that is not needed is ignored, as by the game."""
    if not is_needed:
        return None
    data = {"targets": state.targets}
    if target is None:
        return Refusal(
            "missing_target", f"{name} requires target_index, the index of a monster.", data
        )
    if target not in state.targets:
        return Refusal("bad_target", f"{name} cannot target monster {target}.", data)
    return None


def bad_potion(slot: int, state: GameState, flag: str, done: str) -> Refusal | None:
    """Check that a slot holds a potion that can be used or discarded."""
    if refusal := bad_index("potion_index", slot, len(state.potions)):
        return refusal
    potion = state.potions[slot]
    if potion.get("id") == EMPTY_SLOT:
        return Refusal("no_potion", f"There is no potion in slot {slot}.")
    if not potion.get(flag):
        return Refusal("not_usable", f"{named(potion)} cannot be {done} now.")
    return None


def no_room(state: GameState) -> Refusal | None:
    """Check for a free potion slot. Without one the mod would never answer."""
    if state.has_room_for_potion:
        return None
    return Refusal("no_room", "All potion slots are full. Use or discard a potion first.")


def no_potions(state: GameState) -> Refusal | None:
    """Check that a potion can be bought. With Sozu nothing happens, and the mod never answers."""
    if state.has_relic("Sozu"):
        return Refusal("no_potions", "Sozu prevents you from gaining potions.")
    return no_room(state)


def not_for_sale(kind: str, name: str, state: GameState) -> Refusal | None:
    """Check that the shop has an item and that it is affordable."""
    stock = items(state.screen_state, kind)
    place = find(name, names(stock))
    if place is None:
        return unknown(kind.removesuffix("s"), name, names(stock))
    if named(stock[place]).lower() not in state.choices:
        return too_expensive(named(stock[place]), number(stock[place], "price"), state)
    return None


def too_expensive(what: str, price: int, state: GameState) -> Refusal:
    """Refuse an item that costs more gold than the player has."""
    sentence = f"{what} costs {price} gold, and you have {state.gold}."
    return Refusal("too_expensive", sentence, {"price": price, "gold": state.gold})
