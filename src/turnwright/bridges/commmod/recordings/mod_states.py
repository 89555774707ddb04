"""Comparing messages of the real game with ours: a session is built from the message, the host
encodes it again, and every field that the game determines must be the same.

Some recorded messages were edited by hand, so that one part of them contradicts another. Such a part
is not compared, and `parts_left_out` names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod.host.json.message import message
from turnwright.bridges.commmod.host.session import Session
from turnwright.games.spire.combat.monsters import MONSTERS
from turnwright.testing.first_difference import Difference, first_difference

from .rebuilt_session import is_rounded, rebuilt_session

Json = dict[str, Any]
SENTENCES = frozenset(("body_text", "text"))
"""Fields with sentences, which are our own."""
UNKNOWN = frozenset(("score",))
"""Fields that count what a message does not show."""
BOMB = "TheBomb"
EMPTY_SLOT = "Orb Slot"
MOST_ENERGY = 20


def is_mod_state(entry: Any) -> bool:
    """Return whether this is a recorded message with its id."""
    return isinstance(entry, Mapping) and {"id", "screen_type", "state"} <= entry.keys()


def verify_mod_state(entry: Mapping[str, Any]) -> Difference | None:
    """Return the first difference to our message, or None if they agree."""
    recorded = entry["state"]
    session = rebuilt_session(recorded["game_state"])
    _infer_cards_played(session, recorded)
    ours = _encoded(session)
    energy = _other_energy(session, recorded)
    if energy is not None:
        _set_flags(ours, _flags_with(session, energy))
    return first_difference(0, _comparable(recorded, recorded), _comparable(ours, recorded))


def parts_left_out(entry: Mapping[str, Any]) -> list[str]:
    """Name what is not compared, because the message contradicts itself or does not tell it."""
    recorded = entry["state"]
    game = recorded["game_state"]
    session = rebuilt_session(game)
    _infer_cards_played(session, recorded)
    found = []
    if is_rounded(game["seed"]):
        found.append("the seed is rounded, so that the map is copied")
    if session.undrawn_intents:
        found.append("the intents were not drawn yet")
    energy = _other_energy(session, recorded)
    if energy is not None:
        told = game["combat_state"]["player"]["energy"]
        found.append(f"the playable cards are those for {energy} energy, not for {told}")
    if _has_other_hand(game):
        found.append("the hand is not the one on the screen")
    if _is_in_other_order(game):
        found.append("the choices are not in the order of the cards")
    if _has_shared_uuid(game):
        found.append("cards of one list share a uuid")
    found += [f"a {id} has the name of another monster" for id in _misnamed(game)]
    return found


def _encoded(session: Session) -> Json:
    found: Json = msgspec.json.decode(msgspec.json.encode(message(session)))
    return found


# --- what is compared ----------------------------------------------------------------------------


def _comparable(told: Mapping[str, Any], recorded: Mapping[str, Any]) -> Json:
    """Return a message in the form in which two of them are compared."""
    real = recorded["game_state"]
    found: Json = _without_sentences(told)
    game = found["game_state"]
    if "keys" not in real:  # older versions of the mod do not send them
        game.pop("keys", None)
    game["map"].sort(key=lambda node: (node["y"], node["x"]))
    for option in game["screen_state"].get("options", ()):
        option["label"] = option["label"].lower()  # as in commands
    if _is_in_other_order(real):
        game["choice_list"] = sorted(game.get("choice_list", ()))
    fight = game.get("combat_state")
    if fight is not None:
        _make_fight_comparable(fight, real)
    if _has_shared_uuid(real):
        for card in _objects_with(found, "uuid"):
            del card["uuid"]
    _number_uuids(found)
    return found


def _make_fight_comparable(fight: Json, real: Mapping[str, Any]) -> None:
    if _has_other_hand(real):
        del fight["hand"]
    misnamed = _misnamed(real)
    for monster in fight["monsters"]:
        if monster["is_gone"]:  # it shows nothing; the number is what was computed last
            monster.pop("move_adjusted_damage", None)
        if monster["id"] in misnamed:
            del monster["name"]
        monster["powers"].sort(key=lambda power: (power["id"], power["amount"]))
    for power in fight["player"]["powers"]:
        if power["id"].startswith(BOMB):  # its number counts the bombs of the whole session
            power["id"] = BOMB
    fight["player"]["powers"].sort(key=lambda power: (power["id"], power["amount"]))
    for orb in fight["player"]["orbs"]:
        if orb["name"] == EMPTY_SLOT:  # versions of the mod send it with an id and without
            orb.pop("id", None)


def _without_sentences(told: Any) -> Any:
    if isinstance(told, Mapping):
        left_out = SENTENCES | UNKNOWN
        return {key: _without_sentences(told[key]) for key in sorted(told) if key not in left_out}
    return [_without_sentences(value) for value in told] if isinstance(told, list) else told


def _number_uuids(told: Json) -> None:
    """Replace uuids by numbers. The game determines which cards share a uuid, not the uuid itself."""
    numbers: dict[str, int] = {}
    for card in _objects_with(told, "uuid"):
        card["uuid"] = numbers.setdefault(card["uuid"], len(numbers))


def _objects_with(told: Any, key: str) -> Iterator[Json]:
    """The objects that have this key, in a fixed order."""
    if isinstance(told, dict):
        if key in told:
            yield told
        for name in sorted(told):
            yield from _objects_with(told[name], key)
    elif isinstance(told, list):
        for value in told:
            yield from _objects_with(value, key)


# --- which cards can be played -------------------------------------------------------------------


def _flags(told: Any) -> list[bool]:
    return [card["is_playable"] for card in _objects_with(told, "is_playable")]


def _set_flags(told: Json, flags: list[bool]) -> None:
    for card, flag in zip(_objects_with(told, "is_playable"), flags, strict=True):
        card["is_playable"] = flag


def _flags_with(session: Session, energy: int) -> list[bool]:
    """The playable flags of our message if the player had this energy."""
    battle = session.G.battle
    assert battle is not None
    told, battle.energy = battle.energy, energy
    flags = _flags(_encoded(session))
    battle.energy = told
    return flags


def _infer_cards_played(session: Session, recorded: Mapping[str, Any]) -> None:
    """Normality allows three cards a turn, but a message does not tell how many were played: if no
    card can be played, it were three."""
    battle = session.G.battle
    if battle is None or not any(card.kind == "Normality" for card in battle.hand):
        return
    if not any(_flags(recorded)):
        battle.counts["played"] = max(3, battle.counts.get("played", 0))


def _other_energy(session: Session, recorded: Mapping[str, Any]) -> int | None:
    """The energy that explains the playable flags, if it is not the energy of the message: that
    number was edited and the flags were not."""
    battle = session.G.battle
    if battle is None:
        return None
    real = _flags(dict(recorded))
    if _flags_with(session, battle.energy) == real:
        return None
    return next(
        (energy for energy in range(MOST_ENERGY) if _flags_with(session, energy) == real), None
    )


# --- other contradictions ------------------------------------------------------------------------


def _has_other_hand(game: Mapping[str, Any]) -> bool:
    """Is the hand of the fight another one than the hand on the screen, which are the same list?"""
    shown = game["screen_state"].get("hand")
    if shown is None or "combat_state" not in game:
        return False
    hand = game["combat_state"]["hand"]
    return [card["uuid"] for card in shown] != [card["uuid"] for card in hand]


def _is_in_other_order(game: Mapping[str, Any]) -> bool:
    """Are the choices of a grid its cards, but in another order?"""
    if game["screen_type"] != "GRID" or "choice_list" not in game:
        return False
    names, choices = (
        [card["name"].lower() for card in game["screen_state"]["cards"]],
        game["choice_list"],
    )
    return names != choices and Counter(names) == Counter(choices)


def _has_shared_uuid(told: Any) -> bool:
    """Do two cards of one list have the same uuid, which belongs to one card?"""
    if isinstance(told, Mapping):
        return any(map(_has_shared_uuid, told.values()))
    if not isinstance(told, list):
        return False
    uuids = [one["uuid"] for one in told if isinstance(one, Mapping) and "uuid" in one]
    return len(set(uuids)) < len(uuids) or any(map(_has_shared_uuid, told))


def _misnamed(game: Mapping[str, Any]) -> list[str]:
    """Ids of monsters with a name that another kind in the same fight has by right."""
    monsters = game.get("combat_state", {}).get("monsters", ())
    right = {one["name"] for one in monsters if MONSTERS[one["id"]].name == one["name"]}
    return [one["id"] for one in monsters if MONSTERS[one["id"]].name != one["name"] in right]
