"""Variants of the rules: engines that do some things differently from the game.

The rules say what the game does. A variant replaces single rules by name, and only in matches that
were started with the option `variant`. It registers, under its name,

- functions that replace `replaceable` ones (here),
- a subclass of `Fight` with hooks of its own (`combat.fight.FIGHT_CLASSES`),
- changed monsters (`combat.monsters.monster_definition.DEFINITIONS`).

The only variant is `recordings.engine_differences`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from .context import SpireContext

Args = ParamSpec("Args")
Result = TypeVar("Result")


class Replaceable(Generic[Args, Result]):
    """A rule of the game that variants may replace. The first argument is the context."""

    def __init__(self, game_rule: Callable[Concatenate[SpireContext, Args], Result]) -> None:
        self.game_rule = game_rule
        self.replacements: dict[str, Callable[Concatenate[SpireContext, Args], Result]] = {}
        update_wrapper(self, game_rule)

    def __call__(self, c: SpireContext, *args: Args.args, **kwargs: Args.kwargs) -> Result:
        """Apply the rule of the match's variant, or the game's own."""
        variant = c.G.variant
        rule = self.replacements.get(variant, self.game_rule) if variant else self.game_rule
        return rule(c, *args, **kwargs)

    def replace(
        self, variant: str
    ) -> Callable[
        [Callable[Concatenate[SpireContext, Args], Result]],
        Callable[Concatenate[SpireContext, Args], Result],
    ]:
        """Register the decorated function as this variant's rule."""

        def register(
            rule: Callable[Concatenate[SpireContext, Args], Result],
        ) -> Callable[Concatenate[SpireContext, Args], Result]:
            self.replacements[variant] = rule
            return rule

        return register


def replaceable(
    rule: Callable[Concatenate[SpireContext, Args], Result],
) -> Replaceable[Args, Result]:
    """Let variants replace this rule."""
    return Replaceable(rule)
