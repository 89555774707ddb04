"""Operations against a tagged Runner: Closed Accounts, Scorched Earth."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import CardDefinition, EffectGenerator, register
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage
from turnwright.games.netrunner.state import Card


def is_runner_tagged(c: NetrunnerContext, operation: Card) -> bool:
    """Tell whether the Runner has a tag."""
    return c.G.sides[RUNNER].tags > 0


def close_accounts(c: NetrunnerContext, operation: Card) -> None:
    """The Runner loses all credits."""
    credits = c.G.sides[RUNNER].credits
    if not credits:
        c.log_use(operation, "do nothing")
        return
    c.log_use(operation, f"force the Runner to lose all {credits} [Credits]")
    c.lose_credits(RUNNER, credits)


def scorch(c: NetrunnerContext, operation: Card) -> EffectGenerator:
    """Do 4 meat damage."""
    c.log_use(operation, "do 4 meat damage")
    yield from deal_damage(c, "meat", 4, operation)


register(CardDefinition("Closed Accounts", play=close_accounts, can_play=is_runner_tagged))
register(CardDefinition("Scorched Earth", play=scorch, can_play=is_runner_tagged))
