"""Replays `battles_classes`: one turn or less of a fight against monsters without rules of their own.

The source is the combat calculator of a bot and its unit tests. An entry gives the state before, the
actions, and the part of the state after them that the source determines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

import turnwright as tw
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import FIGHT_CLASSES, Fight
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.combat.monsters.monster_definition import DEFINITIONS, MONSTERS
from turnwright.games.spire.combat.stances import NEUTRAL
from turnwright.games.spire.custom_start import parse_card
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.state import NO_POTION, Battle, Card, Monster, Orb, Relic, is_alive
from turnwright.testing.first_difference import Difference

VARIANT = "monsters_of_calculator"
"""The rule variant of these fights: monsters do what the entry says."""
KIND = "Cultist"
"""The id of the monsters. None of its own rules applies but the names of its moves."""
ATTACK_MOVE, OTHER_MOVE = "DARK_STRIKE", "INCANTATION"
SHACKLED_IGNORED = "monsters.powers.Shackled"
"""The only ignored field that is part of another one."""
PILES = ("hand", "draw", "discard", "exhaust")
HISTORY = {
    "cards": "played", "attacks": "attacks", "discarded": "discarded", "frost": "Frost",
    "lightning": "Lightning", "mantra": "mantra",
}  # fmt: skip
"""What the entries call the counters of a turn and of a fight."""
CLAW_GROWTH = 2
"""Every Claw that was played makes all of them deal that much more."""


def _attack(f: Fight, place: int, monster: Monster) -> None:
    """A monster makes the attack that the entry gives it."""
    for _ in range(monster.misc.get("hits", 0)):
        f.add_to_bottom(_hit, f, place, monster)


def _hit(f: Fight, place: int, monster: Monster) -> None:
    f.do_hit_player(place, f.damage_from(monster, monster.misc["damage"]))


class CalculatorFight(Fight):
    """A fight against monsters that only attack."""

    __slots__ = ()
    rule_hooks = HOOKS.copy()


CalculatorFight.rule_hooks.take_turn = _attack
FIGHT_CLASSES[VARIANT] = CalculatorFight
DEFINITIONS[VARIANT] = MONSTERS


def is_class_battle(entry: Mapping[str, Any]) -> bool:
    """Is this an entry of `battles_classes`?"""
    return "actions" in entry and "expect" in entry


def verify_class_battle(entry: Mapping[str, Any]) -> Difference | None:
    """Replay an entry and return the first difference."""
    match = _start(entry["init"])
    had = _uids(match.G.battle.draw)
    scried: list[int] = []
    for number, action in enumerate(entry["actions"]):
        problem = _act(match, action, scried)
        if problem:
            return Difference(number, "action", action, problem)
    last, expected = len(entry["actions"]) - 1, entry["expect"]
    if match.G.battle is None:  # won: only the deaths are told
        alive = [n for n, told in enumerate(expected.get("monsters", ())) if told.get("hp")]
        return Difference(last, "monsters", alive, "a fight that is won") if alive else None
    has_ended = "end" in entry["actions"][-1] or "ends_turn" in entry
    if SHACKLED_IGNORED in entry.get("ignore", ()):
        for monster in match.G.battle.monsters:
            monster.powers.pop(p.SHACKLED, None)
    found = _compared(match, expected, had, "partial" in entry, has_ended)
    if "scry" in expected:
        found["scry"] = expected["scry"], sum(scried)
    for key, (told, got) in found.items():
        if told != got:
            return Difference(last, key, told, got)
    return None


# --- the state before ------------------------------------------------------------------------------


def _start(init: Mapping[str, Any]) -> tw.Match:
    scene = {
        "act": 1, "floor": 1, "room": "MONSTER", "encounter": KIND, "relics": [],
        "deck": ["Strike_G"] * 10, "hp": init["hp"], "max_hp": init["max_hp"],
        "potions": [NO_POTION] * 3,
    }  # fmt: skip
    match = game.start(
        seats=1,
        options={
            "seed": 1,
            "class": init["class"],
            "scene": scene,
            "variant": VARIANT,
        },
        record=False,
    )
    G = match.G
    G.relics = [Relic(kind, counter) for kind, counter in init["relics"].items()]
    G.hp = init["hp"]
    b = G.battle = Battle(KIND, turn=1, block=init["block"], energy=init["energy"])
    for name in PILES:
        setattr(b, name, [_card(b, text) for text in init[name]])
    b.monsters = [_monster(told) for told in init["monsters"]]
    b.powers = _powers(init["powers"])
    b.counts = {own: init["history"].get(told, 0) for told, own in HISTORY.items()}
    b.last_type = init["history"].get("last", "")
    b.stance = _stance(init)
    if p.DEVA_FORM in b.powers:
        b.counts["deva"] = b.powers[p.DEVA_FORM]
    b.orbs = [Orb(kind, stored) for kind, stored in init.get("orbs", ())]
    b.orb_slots = init.get("orb_slots", 0)
    for card in (*b.hand, *b.draw, *b.discard):
        if card.kind == "Gash":
            card.special = CLAW_GROWTH * init["history"].get("claws", 0)
    return match


def _card(b: Battle, text: str) -> Card:
    """A card from text: `id`, `id+1`, or either with `@cost`."""
    name, _, cost = text.partition("@")
    card = parse_card(name)
    card.cost = int(cost) if cost else cards()[card.kind].cost[1 if card.up else 0]
    card.turn_cost = card.cost
    card.uid = b.next_uid
    b.next_uid += 1
    return card


def _stance(told: Mapping[str, Any]) -> str:
    named: str = told.get("stance", "Neutral")
    return NEUTRAL if named == "Neutral" else named


def _monster(told: Mapping[str, Any]) -> Monster:
    damage, hits = told.get("intent") or (0, 0)
    return Monster(
        KIND, told["hp"], told["max"], told["block"], powers=_powers(told["powers"]),
        misc={"damage": damage, "hits": hits}, is_gone=told["hp"] <= 0,
        move=ATTACK_MOVE if hits else OTHER_MOVE,
    )  # fmt: skip


IDS = {
    value.lower(): value
    for name, value in vars(p).items()
    if name.isupper() and isinstance(value, str)
}
"""The ids of powers by their lower-case form."""


def _powers(told: Mapping[str, Any]) -> dict[str, int]:
    return {IDS.get(name.lower(), name): int(amount) for name, amount in told.items()}


# --- the actions -----------------------------------------------------------------------------------


def _act(match: tw.Match, action: Mapping[str, Any], scried: list[int]) -> str:
    """Make an action and its choices. Note how many cards were looked at to scry. Return what is
    wrong with it, or nothing."""
    if "end" in action:
        refusal = match.submit(tw.Answer(0, "end", ()))
    else:
        b = match.G.battle
        card = b.hand[action["play"]]
        needs_target = cards()[card.kind].target[1 if card.up else 0]
        target = action.get("target", 0) if needs_target else -1
        refusal = match.submit(tw.Answer(0, "play", (action["play"], target)))
    if refusal is not None:
        return str(refusal)
    chosen = [text for key, value in action.items() if isinstance(value, list) for text in value]
    while match.asked:
        question = match.asked[0]
        if question.id == "SCRY":
            scried.append(question.max)
        if match.submit(tw.Answer(0, picks=tuple(_picks(match, question, chosen)))) is not None:
            return f"a choice that is not told: {question.text}"
    return ""


def _picks(match: tw.Match, question: Any, chosen: list[str]) -> Iterable[str]:
    """The options of a question that the entry chooses, in its order."""
    choice = match.G.battle.choice
    pile: list[Card] = getattr(match.G.battle, choice.source)
    left = list(choice.places)
    for _ in range(min(question.max, len(chosen))):
        at = next((at for at in left if _text(pile[at]) == chosen[0]), None)
        if at is None:
            return
        del chosen[0]
        left.remove(at)
        yield str(at)


# --- the state after -------------------------------------------------------------------------------


def _uids(pile: Iterable[Card]) -> set[int]:
    return {card.uid for card in pile}


def _text(card: Card, with_cost: bool = False) -> str:
    text = f"{card.kind}+{card.up}" if card.up else card.kind
    usual = cards()[card.kind].cost[1 if card.up else 0]
    cost = 0 if card.free else card.turn_cost
    return f"{text}@{cost}" if with_cost and cost != usual else text


def _compared(
    match: tw.Match, expected: Mapping[str, Any], had: set[int], is_partial: bool, has_ended: bool
) -> dict[str, tuple[Any, Any]]:
    """What the entry says and what the state has, by key. After the end of a turn it says only what
    survives the turn: of the powers of monsters Poison."""
    G, b = match.G, match.G.battle
    assert b is not None
    found: dict[str, tuple[Any, Any]] = {}
    for key, told in expected.items():
        match key:
            case "hp":
                found[key] = told, G.hp
            case "block" | "energy":
                found[key] = told, getattr(b, key)
            case "hand" | "draw" | "discard" | "exhaust":
                is_hand = key == "hand"
                found[key] = _sorted(told), _sorted(_text(one, is_hand) for one in getattr(b, key))
            case "hand_n" | "draw_n" | "discard_n" | "exhaust_n":
                found[key] = told, len(getattr(b, key[:-2]))
            case "drawn":
                found[key] = told, len(had & _uids(b.hand))
            case "retained":
                left = Counter(told)
                left.subtract(_text(one, True) for one in b.hand)
                found[key] = told, [text for text in told if left[text] <= 0]
            case "relics":
                counters = {relic.kind: relic.counter for relic in G.relics}
                found[key] = told, {kind: counters.get(kind) for kind in told}
            case "powers":
                found[key] = _amounts(told, b.powers, is_partial)
            case "monsters":
                for place, monster in enumerate(told):
                    own = b.monsters[place]
                    if has_ended:
                        poison = own.powers.get(p.POISON, 0)
                        own = replace(own, powers={p.POISON: poison})
                    found |= _monster_fields(place, monster, own, is_partial)
            case "stance":
                found[key] = told, b.stance or "Neutral"
            case "hand_card":
                for place, field, value in told:
                    found[f"hand_card.{place}.{field}"] = value, _field(b.hand[place], field)
            case "orbs":
                found[key] = told, [[orb.kind, orb.stored] for orb in b.orbs]
            case "orb_slots":
                found[key] = told, b.orb_slots
            case "orbs_n":
                found[key] = told, len(b.orbs)
            case "orb_types":
                kinds = Counter(orb.kind for orb in b.orbs)
                found[key] = told, {kind: kinds[kind] for kind in told}
            case _:
                found[key] = told, None
    return found


def _sorted(texts: Iterable[str]) -> list[str]:
    return sorted(texts)


def _field(card: Card, field: str) -> Any:
    return {"id": card.kind, "cost": card.turn_cost, "upgrades": card.up}[field]


def _monster_fields(
    place: int, told: Mapping[str, Any], monster: Monster, is_partial: bool
) -> dict[str, tuple[Any, Any]]:
    found: dict[str, tuple[Any, Any]] = {}
    for key, value in told.items():
        path = f"monsters.{place}.{key}"
        if key == "dead":
            found[path] = True, not is_alive(monster)
        elif key == "powers":
            found[path] = _amounts(value, monster.powers, is_partial)
        else:
            found[path] = value, getattr(monster, key)
    return found


def _amounts(
    told: Mapping[str, Any], powers: Mapping[str, int], is_partial: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """Powers by lower-case id; 0 is absent. In a partial entry only those that it names."""
    expected = {name.lower(): int(amount) for name, amount in told.items()}
    got = {name.lower(): amount for name, amount in powers.items()}
    if is_partial:
        got = {name: got.get(name, 0) for name in expected}
    return (
        {name: amount for name, amount in expected.items() if amount},
        {name: amount for name, amount in got.items() if amount},
    )
