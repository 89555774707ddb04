"""What the moves of monsters do, in words.

The text of a move is made from its definition, with the numbers of an ascension. Moves with effects of
their own have a text in data/move_words.tsv: `{simple}` is the text of their other effects, `{damage}`
and `{times}` describe the attack, `{0}` and `{1}` are the numbers of their own effects, `orb|orbs` is
singular|plural by `{0}`, and what follows ` ++ ` is the text if `{0}` is not 0.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from .combat import power_ids as p
from .combat.monsters import move_definition as moves
from .combat.monsters.monster_definition import DEFINITIONS, MonsterDefinition
from .combat.monsters.move_definition import Hit, at_ascension
from .display_names import POWERS, WITHOUT_AMOUNT
from .library import cards, read_table
from .rules_text import PAIR

NOTHING = "Do nothing this turn."
PILES = {
    "discard": "your discard pile", "draw": "your draw pile", "hand": "your hand",
    "top": "the top of your draw pile",
}  # fmt: skip


@cache
def _written() -> dict[tuple[str, str], str]:
    return {(monster, move): text for monster, move, text in read_table("move_words")}


def move_name(move: str) -> str:
    """The name of a move: "Dark strike"."""
    return move.replace("_", " ").capitalize()


@lru_cache(maxsize=4096)
def move_rules(
    kind: str,
    move: str,
    ascension: int = 0,
    strike: tuple[int, int] | None = None,
    variant: str = "",
) -> str:
    """What a move of a monster does. `strike` has the damage and the number of hits as they are now;
    without it the text has the printed numbers."""
    monster = DEFINITIONS[variant][kind]
    given = monster.moves[move]
    simple: list[str] = []
    numbers: list[Any] = []
    attack: dict[str, str] = {}
    for effect in given.effects:
        if isinstance(effect, Hit):
            attack = _attack(monster, effect, ascension, strike)
            simple.append(f"Attack for {attack['damage']} damage{_so_often(attack['times'])}.")
            if effect.leeches:
                simple.append("Heal as many HP as you lose.")
        elif effect.make in _CUSTOM:
            numbers += [at_ascension(one, ascension) for one in effect.args[1:]]
        else:
            args = [at_ascension(one, ascension) for one in effect.args]
            simple += filter(None, [_SENTENCES[effect.make](*args)])
    text = _written().get((kind, move), "{simple}")
    if strike is not None and not any(_is_custom(effect) for effect in given.effects):
        text = "{simple}" if simple else text
    plain, _, other = text.partition(" ++ ")
    first = numbers[0] if numbers else 0
    text = PAIR.sub(r"\1" if first == 1 else r"\2", other if other and first else plain)
    shown = [PILES.get(number, str(number)) for number in numbers]
    return text.format(*shown, simple=" ".join(simple), **attack).strip() or NOTHING


def _is_custom(effect: Any) -> bool:
    return not isinstance(effect, Hit) and effect.make in _CUSTOM


def _attack(
    monster: MonsterDefinition, given: Hit, ascension: int, strike: tuple[int, int] | None
) -> dict[str, str]:
    """The damage and the number of hits as text. Damage that is rolled for each monster is a range."""
    if strike is not None:
        return {"damage": str(strike[0]), "times": str(strike[1])}
    damage, times = (at_ascension(number, ascension) for number in given[:2])
    if damage in monster.rolled_values:
        lowest, highest = at_ascension(monster.rolled_values[damage], ascension)
        damage = f"{lowest} to {highest}"
    return {"damage": str(damage), "times": str(times)}


def _so_often(times: str) -> str:
    return {"1": "", "2": " twice"}.get(times, f" {times} times")


# --- one sentence for each effect ------------------------------------------------------------------


def _of(power: str, amount: int) -> str:
    """An amount of a power: "2 Weak"."""
    name = POWERS.get(power, power)
    return name if power in WITHOUT_AMOUNT or power in p.FLAGS else f"{amount} {name}"


def _block(amount: int) -> str:
    return f"Gain {amount} Block."


def _gain(power: str, amount: int = 1) -> str:
    return f"Gain {_of(power, amount)}." if amount else ""


def _debuff(power: str, amount: int = 1) -> str:
    if amount < 0:
        return f"You lose {_of(power, -amount)}."
    return f"Inflict {_of(power, amount)} on you." if amount else ""


def _add(card: str, count: int = 1, where: str = "discard") -> str:
    if not count:
        return ""
    name = cards()[card].name
    several = f"{count} {name}" if name.endswith("ed") else f"{count} {name}s"
    what = f"a {name}" if count == 1 else several
    verb, into = ("Shuffle", "into") if where == "draw" else ("Add", "to")
    return f"{verb} {what} {into} {PILES[where]}."


_SENTENCES: dict[Any, Any] = {
    moves.block(0).make: _block,
    moves.gain("").make: _gain,
    moves.gain_from_next_round("", 0).make: _gain,
    moves.debuff("").make: _debuff,
    moves.add("").make: _add,
}
_CUSTOM = frozenset((moves.custom(None).make,))
