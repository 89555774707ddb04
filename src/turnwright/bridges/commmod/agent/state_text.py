"""The state of the game as text, and its actions as distinct labels, for players that read text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from turnwright.core.definition.moves import LabelNumbers

from . import actions as do
from .action_base import Action
from .card_select import CardSelect
from .game_state import EMPTY_SLOT, GameState, Json, items, mapping, named, names, number
from .screens import steps, valid_actions

MAP_ROOMS = {
    "M": "monster", "E": "elite", "?": "unknown", "$": "shop", "R": "rest", "T": "treasure",
}  # fmt: skip
PILES = (("draw_pile", "Draw"), ("discard_pile", "Discard"), ("exhaust_pile", "Exhausted"))


def state_text(state: GameState) -> str:
    """Return the run, the fight and the screen in a few lines."""
    if not state.in_game:
        return "No run is in progress."
    return "\n".join([*_run(state), *(_combat(state) if state.combat else ()), *_screen(state)])


def _run(state: GameState) -> Iterator[str]:
    game = state.game
    yield (
        f"{str(game.get('class', '')).title()} · ascension {number(game, 'ascension_level')} · "
        f"act {number(game, 'act')}, floor {number(game, 'floor')} · "
        f"{number(game, 'current_hp')}/{number(game, 'max_hp')} HP · {state.gold} gold · "
        f"boss: {game.get('act_boss') or 'unknown'}"
    )
    yield f"Relics: {_list(names(items(game, 'relics')))}"
    yield f"Potions: {_list([n for n in names(state.potions) if n != EMPTY_SLOT])}"
    if not state.combat:
        yield f"Deck: {_list(_counted(_card_name(card) for card in state.deck))}"


def _combat(state: GameState) -> Iterator[str]:
    fight = state.combat
    player = mapping(fight.get("player"))
    yield ""
    for index, monster in enumerate(state.monsters):
        if index in state.targets:
            yield f"Monster {index}: {_monster(monster)}"
    powers = _powers(player)
    yield (
        f"You: {number(player, 'energy')} energy, {number(player, 'block')} block, "
        f"{number(player, 'current_hp')} HP{powers}. Turn {number(fight, 'turn')}."
    )
    orbs = names(items(player, "orbs"))
    if orbs:
        yield f"Orbs: {_list(orbs)}"
    hand = [f"{_card_name(card)} ({_cost(card)})" for card in state.hand]
    yield f"Hand: {_list(hand)}"
    for pile, title in (
        ("draw_pile", "Draw"),
        ("discard_pile", "Discard"),
        ("exhaust_pile", "Exhausted"),
    ):
        cards = sorted(_card_name(card) for card in items(fight, pile))
        if cards:
            yield f"{title} pile, {len(cards)}: {_list(_counted(cards))}"


def _monster(monster: Json) -> str:
    intent = str(monster.get("intent", "")).replace("_", " ").lower().replace("none", "")
    damage, hits = number(monster, "move_adjusted_damage", -1), number(monster, "move_hits", 1)
    if damage >= 0:
        intent += f" {damage}" + (f" x {hits}" if hits > 1 else "")
    block = number(monster, "block")
    return (
        f"{named(monster)}, {number(monster, 'current_hp')}/{number(monster, 'max_hp')} HP"
        f"{f', {block} block' if block else ''}, intends: {intent or 'unknown'}{_powers(monster)}"
    )


def _screen(state: GameState) -> Iterator[str]:
    screen = state.screen_state
    title = str(screen.get("event_name") or state.screen.replace("_", " ").lower())
    body = str(screen.get("body_text") or "").strip()
    yield ""
    yield f"Screen: {title}."
    if body:
        yield body
    for key in ("cards", "relics", "potions"):
        offered = [
            f"{_card_name(one)}{f' for {price} gold' if (price := number(one, 'price')) else ''}"
            for one in items(screen, key)
        ]
        if offered and state.screen != "GRID":
            yield f"{key.title()}: {_list(offered)}"
    if state.screen == "GAME_OVER":
        yield f"Score {number(screen, 'score')}, {'victory' if screen.get('victory') else 'defeat'}."


def _card_name(card: Json) -> str:
    return named(card)


def _cost(card: Json) -> str:
    cost = number(card, "cost", -2)
    return "X" if cost == -1 else "unplayable" if cost == -2 else str(cost)


def _powers(creature: Json) -> str:
    powers = [f"{named(one)} {number(one, 'amount')}" for one in items(creature, "powers")]
    return f" ({', '.join(powers)})" if powers else ""


def _counted(names_: Any) -> list[str]:
    counts: dict[str, int] = {}
    for name in names_:
        counts[name] = counts.get(name, 0) + 1
    return [name if count == 1 else f"{count} {name}" for name, count in counts.items()]


def _list(texts: list[str]) -> str:
    return ", ".join(texts) or "-"


# --- actions -----------------------------------------------------------------------------------------


def offered_actions(state: GameState) -> list[tuple[str, Action]]:
    """Return the valid actions with distinct labels. Actions that send the same command are listed
    once, and selections of several cards as single choices."""
    found: list[tuple[str, Action]] = []
    commands: set[str] = set()
    numbers = LabelNumbers()
    ranked = sorted(valid_actions(state), key=lambda action: isinstance(action, do.Choose))
    for action in ranked:
        if isinstance(action, CardSelect):
            continue
        command = next(iter(steps(action, state)), "")
        if command in commands:
            continue
        commands.add(command)
        found.append((numbers.distinct(action_label(action, state)), action))
    return found


def action_label(action: Action, state: GameState) -> str:
    """Return what an action does, as a player would say it."""
    match action:
        case do.PlayCard():
            card = state.hand[action.card_index]
            return f"Play {_card_name(card)}{_target(state, action.target_index)}"
        case do.UsePotion():
            potion = named(state.potions[action.potion_index])
            return f"Use {potion}{_target(state, action.target_index)}"
        case do.DiscardPotion():
            return f"Discard {named(state.potions[action.potion_index])}"
        case do.CombatReward():
            reward = items(state.screen_state, "rewards")[action.reward_index]
            return f"Take {_reward(reward)}"
        case do.CardReward():
            return "Sing: +2 max HP" if action.bowl else f"Take {action.card_name}"
        case do.ChooseMapNode():
            return f"Go to {_room(state, action)} (column {action.x})"
        case do.EventOption():
            options = items(state.screen_state, "options")
            if action.choice_index < len(options):
                return str(
                    options[action.choice_index].get("text") or f"Option {action.choice_index}"
                )
        case do.Choose():
            if action.name is not None:
                return f"Choose {action.name}"
            if action.choice_index is not None and action.choice_index < len(state.choices):
                return f"Choose {state.choices[action.choice_index]}"
        case do.StartGame():
            return f"Start a run as {action.character}"
        case do.Proceed() | do.Cancel() | do.EndTurn() | do.OpenChest() | do.ChooseMapBoss():
            return action.kind().replace("_", " ").capitalize()
        case do.Rest():
            return f"Rest site: {action.option}"
        case _:
            pass
    given = msgspec.to_builtins(action)
    values = [str(value) for key, value in given.items() if key != "type"]
    return " ".join([action.kind().replace("_", " ").capitalize(), *values])


def _target(state: GameState, index: int | None) -> str:
    return "" if index is None else f" on monster {index} ({named(state.monsters[index])})"


def _reward(reward: Json) -> str:
    kind = str(reward.get("reward_type", "")).replace("_", " ").lower()
    thing = named(mapping(reward.get("relic"))) or named(mapping(reward.get("potion")))
    gold = number(reward, "gold")
    return thing or (f"{gold} gold" if gold else f"the {kind}")


def _room(state: GameState, node: do.ChooseMapNode) -> str:
    for one in items(state.screen_state, "next_nodes"):
        if (number(one, "x"), number(one, "y")) == (node.x, node.y):
            return MAP_ROOMS.get(str(one.get("symbol")), "a room")
    return "a room"
