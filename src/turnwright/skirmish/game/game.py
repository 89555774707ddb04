"""A skirmish by hand: the definition of the game `skirmish`.

Each combatant is driven by its list or by a seat. A single seat plays against lists, or two seats play
against each other. The rules of the fight are those of the simulator, run for run.
"""

from __future__ import annotations

import turnwright as tw
from turnwright.core.rules.ledger import Number
from turnwright.core.runtime.rng import Stream

from .context import FightContext
from .state import Choice, FightState, OfferedAction, SeedChange
from .view import describe

RULEBOOK = """\
Every combatant has a list of actions with costs and requirements. In its turn it may use what is valid
now, as long as it can pay for it, and then ends its turn. When something happens that one of its
reactions answers, and the reaction is valid, it may react. Whoever no seat drives uses the first valid
action of its list. A side wins when no other stands."""

ENCOUNTERS = (
    "goblin-ambush", "cellar", "bandits-on-the-road", "wolves-at-night", "troll-bridge",
    "archers-on-the-ridge", "duel-of-mages", "grit-alley", "three-way-brawl", "crypt", "lich",
    "dragon-lair", "day-in-the-ruins", "two-days-under-the-mountain",
)  # fmt: skip
"""The samples that people choose from, the default first."""

# --- what can be chosen --------------------------------------------------------------------------


def _actions(c: FightContext) -> list[str]:
    return [] if c.G.kind == "reaction" else [one.id for one in c.G.offered]


def _reactions(c: FightContext) -> list[str]:
    return [one.id for one in c.G.offered] if c.G.kind == "reaction" else []


def _targets(c: FightContext, action: str) -> tuple[str, ...]:
    """Whom an action can be aimed at; a single empty name if that is asked afterwards or not at all."""
    offered = c.entry(action)
    return offered.targets if offered.count == 1 else ("",)


def _label(c: FightContext, action: str, target: str) -> str:
    offered = c.entry(action)
    is_asked = offered.count > 1 or bool(offered.amounts)
    who = target if offered.count > 1 else target or offered.picked
    if who == c.G.actor and len(offered.targets) == 1:
        who = ""  # it is always used on oneself
    return f"{action}{f' on {who}' if who else ''}{'…' if is_asked else ''}"


AS_LISTED = "As its list does"

# --- moves ---------------------------------------------------------------------------------------


def _use(c: FightContext, action: str, target: str) -> tw.Asking:
    """Use an action or reaction, and ask for its targets if there may be several, and for an amount."""
    offered = c.entry(action)
    targets = _aimed(offered, target)
    spend: Number | None = None
    if offered.count > 1:
        text = f"{offered.name}: choose up to {offered.count} targets, the most important one first"
        chosen: list[str] = yield c.choose_many(
            text, offered.targets, offered.least, offered.count, label=str, id="targets"
        )
        targets = tuple(chosen)
    if offered.amounts:
        text = f"{offered.name}: how much do you spend?"
        amounts = {str(amount): amount for amount in offered.amounts}
        word: str = yield c.choose(text, [AS_LISTED, *amounts], label=str, id="amount")
        spend = amounts.get(word)
    c.choose_action(Choice(offered.action, targets, offered.level, spend))


def _aimed(offered: OfferedAction, target: str) -> tuple[str, ...]:
    """The target to name: none if the list would pick the same one."""
    return (target,) if target and target != offered.picked else ()


@tw.move(label=_label)
def act(
    c: FightContext, action: str = tw.arg(_actions), target: str = tw.arg(_targets)
) -> tw.Asking:
    """Use an action."""
    yield from _use(c, action, target)


@tw.move(label=_label)
def react(
    c: FightContext, action: str = tw.arg(_reactions), target: str = tw.arg(_targets)
) -> tw.Asking:
    """Use a reaction."""
    yield from _use(c, action, target)


@tw.move(label="End the turn", when=lambda c: c.G.kind == "turn" or "It is not a turn.")
def end_turn(c: FightContext) -> None:
    """Do nothing more in this turn."""
    c.choose_action(Choice())


@tw.move(label="Do nothing", when=lambda c: c.G.kind != "turn" or "The turn must be ended.")
def decline(c: FightContext) -> None:
    """Let the reaction, or whatever else is offered, pass."""
    c.choose_action(Choice())


# --- the game ------------------------------------------------------------------------------------


def set_up(c: FightContext) -> None:
    """Compile the encounter and play until the first choice."""
    c.G.seeds = [SeedChange(0, c.first_seed())]
    c.play_on()


def resample_hidden(c: FightContext, seat: int, rng: Stream) -> None:
    """Draw the dice to come from another seed. What has happened stays as it was."""
    made = len(c.G.choices)
    earlier = [one for one in c.G.seeds[1:] if one.choice < made]
    c.G.seeds = [c.G.seeds[0], *earlier, SeedChange(made, rng.bits() >> 11)]


def evaluate(c: FightContext, seat: int) -> float:
    """The part of their hit points that a seat's sides have, less that of the others."""
    fight = c.fight
    sides = {fight.plan.sides[side] for side in fight.sides_of(seat)}
    own = [one for one in c.G.combatants if one.side in sides]
    others = [one for one in c.G.combatants if one.side not in sides]
    healths = [
        sum([one.hp for one in some]) / (sum([one.max_hp for one in some]) or 1)
        for some in (own, others)
    ]
    return healths[0] - healths[1]


game = tw.Game(
    "skirmish",
    seats=(1, 2),
    state=FightState,
    context=FightContext,
    setup=set_up,
    flow=tw.Flow(
        segments={
            "fight": tw.Segment(
                start=True,
                turn=tw.Turn(
                    phases={
                        "choice": tw.Phase(
                            start=True,
                            moves={
                                "act": act, "react": react, "end_turn": end_turn, "decline": decline,
                            },
                        )
                    }
                ),
            )
        }
    ),
    describe=describe,
    evaluate=evaluate,
    resample_hidden=resample_hidden,
    choices={"encounter": ENCOUNTERS},
    rulebook=RULEBOOK,
    omitted_fields=("choices", "offered", "kind"),
    logs_moves=True,
    about="A fight of the combat simulator by hand.",
)  # fmt: skip

VARIANTS = [{"encounter": "goblin-ambush"}, {"encounter": "duel-of-mages"}]
"""Options that together show all of the game."""
