"""Why an action is refused: a code for programs, a sentence for people. Each function here looks at one
thing, and gives None if nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.core.errors import Refusal

from .game_message import EMPTY_SLOT, State, find, items, named, names, number


def missing(action: str, parameter: str) -> Refusal:
    return Refusal("missing_parameter", f"{action} requires {parameter}.")


def bad_index(parameter: str, value: int, count: int) -> Refusal | None:
    if 0 <= value < count:
        return None
    many = (
        f"from 0 to {count - 1}"
        if count > 1
        else "0"
        if count
        else "not possible: nothing is there"
    )
    return Refusal("bad_index", f"{parameter} is {many}; it was {value}.", {"count": count})


def unknown(what: str, name: str, known: Sequence[str]) -> Refusal:
    there = list(dict.fromkeys(known))
    sentence = (
        f"There is no {what} {name[:60]!r} here; there are {', '.join(there[:40]) or 'none'}."
    )
    return Refusal("unknown_name", sentence, {"known": there})


def unknown_card(name: str, state: State) -> Refusal | None:
    known = names(items(state.screen_state, "cards"))
    place = find(name, known)
    return (
        None if place is not None and place < len(state.choices) else unknown("card", name, known)
    )


def unknown_choice(what: str, name: str, state: State) -> Refusal | None:
    return None if name.lower() in state.choices else unknown(what, name, state.choices)


def bad_target(target: int | None, state: State, name: str, is_needed: bool) -> Refusal | None:
    """A target that is not needed is passed over, as the game does."""
    if not is_needed:
        return None
    data = {"targets": state.targets}
    if target is None:
        return Refusal(
            "missing_target", f"{name} requires target_index: a monster to aim at.", data
        )
    if target not in state.targets:
        return Refusal("bad_target", f"{name} cannot be aimed at monster {target}.", data)
    return None


def bad_potion(slot: int, state: State, flag: str, done: str) -> Refusal | None:
    if refusal := bad_index("potion_index", slot, len(state.potions)):
        return refusal
    potion = state.potions[slot]
    if potion.get("id") == EMPTY_SLOT:
        return Refusal("no_potion", f"There is no potion in slot {slot}.")
    if not potion.get(flag):
        return Refusal("not_usable", f"{named(potion)} cannot be {done} now.")
    return None


def no_room(state: State) -> Refusal | None:
    """The mod would never answer to taking a potion for which there is no room."""
    if state.has_room_for_potion:
        return None
    return Refusal("no_room", "There is no room for another potion: use or discard one first.")


def no_potions(state: State) -> Refusal | None:
    """With a Sozu a merchant's potion stays where it is, and the mod never answers."""
    if state.has_relic("Sozu"):
        return Refusal("no_potions", "No potion can be had by who has a Sozu.")
    return no_room(state)


def not_for_sale(kind: str, name: str, state: State) -> Refusal | None:
    stock = items(state.screen_state, kind)
    place = find(name, names(stock))
    if place is None:
        return unknown(kind.removesuffix("s"), name, names(stock))
    if named(stock[place]).lower() not in state.choices:
        return too_expensive(named(stock[place]), number(stock[place], "price"), state)
    return None


def too_expensive(what: str, price: int, state: State) -> Refusal:
    sentence = f"{what} costs {price} gold, and you have {state.gold}."
    return Refusal("too_expensive", sentence, {"price": price, "gold": state.gold})
