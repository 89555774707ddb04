"""Formulas beyond a sum of dice: `max(1, floor(hp / 2))`, `4d6kh3 + target.status(Mark)`.

    numbers, + - * /, brackets, min, max, floor, ceil, abs
    comparisons < <= == != >= > (1 or 0), and, or, not, if(condition, then, otherwise)
    spent, slot_level, level, value         what was paid, and the value of the triggering event
    margin                                  by how much an attack beat its target, or a save its DC
    hp, ac, target.hp_percent               facts of the user and of the target
    pool(Ki), status(Mark), used(Strike)    amounts of a resource, statuses, uses; target.pool(Ki)
    events(MeleeHit), events(AttackHit in round)        how many events it has caused, in this turn
    2d6, (level+1)d8                        dice, with rules behind them (`DiceRules`)

The result is rounded down. `if` evaluates only the branch that it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from turnwright.core.rules.definition_base import Malformed
from turnwright.core.suggestions import suggestion

from .vocabulary import COUNT, SELF_FACTS, TARGET_FACTS, counted_event, fact_named

VARIABLES = ("spent", "slot_level", "level", "value", "margin")
"""The amount of a variable cost, the level of the slot that was paid, that or the level of the spell,
the value of the event that triggered a reaction, and by how much the last attack of the action beat its
target, or the last save its DC (negative if it did not)."""
FUNCTIONS = {
    "min": (1, 9),
    "max": (1, 9),
    "floor": (1, 1),
    "ceil": (1, 1),
    "abs": (1, 1),
    "if": (3, 3),
}
"""With the least and the greatest number of arguments."""
COUNTED = ("pool", "status", "used", "events")
"""Names with a name in brackets behind them."""
COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")
MAX_DICE, MAX_SIDES, MAX_NUMBER = 1000, 10_000, 1_000_000
MAX_LENGTH, MAX_DEPTH = 500, 30
MAX_REROLLS = 100
"""How often one die is rolled again, or explodes, at most."""


class DiceRules(NamedTuple):
    """What happens to dice after they are rolled, in this order; 0 is none.

    - `ro<=2`: a die that shows at most 2 is rolled once more; `rr<=1`: again and again
    - `e>=6`: a die that shows at least 6 is kept, and another one is rolled
    - `mi2`: a die counts as at least 2
    - `kh3`, `kl1`: the 3 highest dice or the lowest one are kept; `dh1`, `dl1` drop instead
    - `s>=8`: the total is the number of dice that show at least 8; `f<=1` subtracts those that show
      at most 1
    """

    reroll: int = 0
    reroll_all: int = 0
    explode: int = 0
    least: int = 0
    keep_high: int = 0
    keep_low: int = 0
    drop_high: int = 0
    drop_low: int = 0
    success: int = 0
    failure: int = 0


PLAIN_DICE = DiceRules()
_RULES = {
    "ro": "reroll", "rr": "reroll_all", "e": "explode", "mi": "least", "kh": "keep_high",
    "kl": "keep_low", "dh": "drop_high", "dl": "drop_low", "s": "success", "f": "failure",
}  # fmt: skip
_AT_MOST = ("ro", "rr", "f")
_AT_LEAST = ("e", "s")


class Expression(NamedTuple):
    """A node of a formula: an operator with its arguments, a number, a name, or dice.

    `op` is `number`, `variable`, `fact`, `pool`, `status`, `used`, `dice`, a function or an operator.
    """

    op: str
    of: tuple[Expression, ...] = ()
    name: str = ""
    of_target: bool = False
    number: float = 0
    sides: int = 0
    rules: DiceRules = PLAIN_DICE

    def nodes(self) -> Iterator[Expression]:
        """This node and all below it."""
        yield self
        for one in self.of:
            yield from one.nodes()

    @property
    def depth(self) -> int:
        """How many numbers must be kept at once to compute it."""
        return max((min(n, 1) + one.depth for n, one in enumerate(self.of)), default=1)

    @property
    def reads_target(self) -> bool:
        """Whether its value depends on the target."""
        return any(node.of_target for node in self.nodes())

    @property
    def has_dice(self) -> bool:
        """Whether it rolls dice."""
        return any(node.op == "dice" for node in self.nodes())

    @property
    def variables(self) -> frozenset[str]:
        """The variables in it."""
        return frozenset(node.name for node in self.nodes() if node.op == "variable")


# --- reading --------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<op><=|>=|==|!=|[-+*/<>(),])"
    r"|(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?))"
)
_SPACES = re.compile(r"\s*")
_DIE = re.compile(r"[dD](\d+)")
_RULE = re.compile(r"(ro|rr|e|mi|kh|kl|dh|dl|s|f)(<=|>=)?(\d+)")
_BRACKET = re.compile(r"\s*\(([^()]+)\)")


class _Reader:
    """Reads a formula from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def whole(self) -> Expression:
        """The formula, up to its end."""
        found = self.either()
        if self.text[self.at :].strip():
            raise self.error(f"unexpected {self.text[self.at :].strip()!r}")
        return found

    def error(self, what: str) -> Malformed:
        sentence = f"{self.text!r} is not a dice formula; write for example 2d6+3 ({what})"
        return Malformed([sentence])

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, else the empty string."""
        found = _TOKEN.match(self.text, self.at)
        if found is None or found[0].strip() not in wanted:
            return ""
        self.at = found.end()
        return found[0].strip()

    def need(self, token: str) -> None:
        if not self.take(token):
            raise self.error(f"expected {token!r}")

    def either(self) -> Expression:
        left = self.both()
        while self.take("or"):
            left = Expression("or", (left, self.both()))
        return left

    def both(self) -> Expression:
        left = self.denied()
        while self.take("and"):
            left = Expression("and", (left, self.denied()))
        return left

    def denied(self) -> Expression:
        return Expression("not", (self.denied(),)) if self.take("not") else self.compared()

    def compared(self) -> Expression:
        left = self.sum()
        op = self.take(*COMPARISONS)
        return Expression(op, (left, self.sum())) if op else left

    def sum(self) -> Expression:
        left = self.product()
        while op := self.take("+", "-"):
            left = Expression(op, (left, self.product()))
        return left

    def product(self) -> Expression:
        left = self.signed()
        while op := self.take("*", "/"):
            left = Expression(op, (left, self.signed()))
        return left

    def signed(self) -> Expression:
        if self.take("-"):
            return Expression("-", (Expression("number"), self.signed()))
        self.take("+")
        return self.dice_or_value()

    def dice_or_value(self) -> Expression:
        start = self.at = _SPACES.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches
        is_one = _DIE.match(self.text, start)
        value = Expression("number", number=1) if is_one else self.value()
        die = _DIE.match(self.text, self.at)
        if die is None:
            return value
        if value.has_dice:
            raise self.error("the number of dice cannot be rolled")
        self.at = die.end()
        sides = int(die[1])
        if not 1 <= sides <= MAX_SIDES:
            raise Malformed([f"{self.text!r} has a die with {sides} sides"])
        if value.op == "number" and value.number > MAX_DICE:
            raise Malformed([f"{self.text!r} has more than {MAX_DICE} dice"])
        written = self.text[start : self.at].strip()
        return Expression("dice", (value,), sides=sides, rules=self.rules(written, sides))

    def rules(self, written: str, sides: int) -> DiceRules:
        found = PLAIN_DICE
        while rule := _RULE.match(self.text, self.at):
            word, op, number = rule[1], rule[2], int(rule[3])
            expected = "<=" if word in _AT_MOST else ">=" if word in _AT_LEAST else ""
            if op and op != expected:
                raise self.error(f"{rule[0]!r} behind {written} should be {word}{expected}{number}")
            if number < 1:
                raise self.error(f"{rule[0]!r} behind {written} needs a number above 0")
            found = found._replace(**{_RULES[word]: number})
            self.at = rule.end()
        if found.reroll_all >= sides or (found.explode == 1 and sides > 0):
            raise self.error(f"{written} would be rolled again for ever")
        if sum(map(bool, (found.keep_high, found.keep_low, found.drop_high, found.drop_low))) > 1:
            raise self.error(f"{written} keeps and drops dice; write one of them")
        if found.failure and not found.success:
            raise self.error(f"{written} counts failures but no successes; write s>= too")
        return found

    def value(self) -> Expression:
        if self.take("("):
            inner = self.either()
            self.need(")")
            return inner
        found = _TOKEN.match(self.text, self.at)
        if found is None or found.group("op"):
            rest = self.text[self.at :].strip()
            raise self.error(f"unexpected {rest!r}" if rest else "something is missing at its end")
        self.at = found.end()
        if found.group("number"):
            return self._number(found.group("number"))
        return self.named(found.group("name"))

    def _number(self, text: str) -> Expression:
        number = float(text) if "." in text else int(text)
        if number > MAX_NUMBER:
            raise Malformed([f"{self.text!r} has a number above {MAX_NUMBER}"])
        return Expression("number", number=number)

    def named(self, name: str) -> Expression:
        if name in FUNCTIONS:
            return self.function(name)
        who, _, plain = name.rpartition(".")
        if who not in ("", "self", "target"):
            raise self.error(f"{who!r} is nobody; write self or target")
        of_target = who == "target"
        if plain in COUNTED:
            inner = _BRACKET.match(self.text, self.at)
            if inner is None:
                raise self.error(f"expected a name in brackets behind {name!r}")
            if plain == "used" and of_target:
                raise self.error("only the user's own uses are known")
            self.at = inner.end()
            if plain == "events":
                return self.counted(inner[1], of_target)
            return Expression(plain, name=inner[1].strip(), of_target=of_target)
        if not who and plain in VARIABLES:
            return Expression("variable", name=plain)
        fact = fact_named(plain)
        known = TARGET_FACTS if of_target else SELF_FACTS
        if fact not in known:
            words = (*known, *VARIABLES, *FUNCTIONS, *COUNTED)
            raise self.error(f"unknown name {name!r}{suggestion(plain, words)}")
        return Expression("fact", name=fact, of_target=of_target)

    def counted(self, text: str, of_target: bool) -> Expression:
        """How many events somebody has caused."""
        try:
            event, tags, span = counted_event(text)
        except ValueError as error:
            raise self.error(str(error)) from None
        name = text.partition(" in ")[0].strip() if tags else event
        return Expression("fact", name=f"{COUNT}{name} in {span}", of_target=of_target)

    def function(self, name: str) -> Expression:
        self.need("(")
        arguments = [self.either()]
        while self.take(","):
            arguments.append(self.either())
        self.need(")")
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            count = (
                "1 value"
                if most == 1
                else f"{least} to {most} values"
                if least < most
                else f"{most} values"
            )
            raise self.error(f"{name} takes {count}")
        return Expression(name, tuple(arguments))


def read(text: str) -> Expression:
    """Read a formula. Raises `Malformed` with a sentence for people."""
    if len(text) <= MAX_LENGTH:
        found = _Reader(text).whole()
        if found.depth <= MAX_DEPTH:
            return found
    raise Malformed([f"{text[:40]!r}... is not a dice formula: it is too long"])


def is_name(word: str) -> bool:
    """Whether a word is a name in formulas, and so cannot be a damage type behind one."""
    return word in VARIABLES or word in SELF_FACTS or word in TARGET_FACTS
