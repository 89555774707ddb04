"""Who owes what: the side that the game waits for, and the decision that it must make.

`who_owes` is the only place where this is decided. It is a function of `WindowFacts`, which hold only
what both sides can see. They are read from a match with `window_facts`, and from the state that a
jinteki.net server sends with `bridges.jinteki.automation.state_queries.window_facts`.

- A question comes first, then the window of the run, then the turn.
- In a window the Runner passes first and the Corp second. The exception is the approach of unrezzed
  ice: the Corp decides first whether to rez it.
- The other order of passes is legal everywhere. A side that owes nothing may still act.
- Whether the Corp could pay for a rez is hidden, so it does not count: facedown cards are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .card_facts import CORP, NAMES, RUNNER
from .context import NetrunnerContext
from .rules.icebreaking import unbroken
from .rules.run_state import current_ice
from .state import Card
from .wording import plural


class WindowFacts(msgspec.Struct, frozen=True, gc=False):
    """The public facts that decide who owes what. Absent ones are None, False, 0 or empty."""

    phase: str = ""
    """The phase of the run; empty without a run. An encounter counts as encounter-ice."""
    passed: int | None = None
    """The side that has passed in the window that counts: that of the encounter, or else of the run."""
    ice_is_unrezzed: bool = False
    """The Runner approaches ice that is not rezzed."""
    root_is_unrezzed: bool = False
    """In movement at the server: a card in its root is not rezzed. This is the last window for it."""
    open_subs: int = 0
    """Subroutines of the encountered ice that are neither broken nor fired."""
    may_fire: bool = False
    """The Runner has told the Corp to fire them."""
    ice: str = ""
    """The title of the encountered ice."""
    asked: int | None = None
    """The side that must answer a question; the Corp if both must."""
    waits_for: int | None = None
    """The side that has asked the other one to wait. Only clients know this, not the rules."""
    active: int = RUNNER
    turn_over: bool = False
    phase_12: int | None = None
    """The side whose start-of-turn window is open."""
    clicks: int = 0
    """The clicks of the active side."""
    is_over: bool = False
    """The game is over."""


class Obligation(msgspec.Struct, frozen=True, gc=False):
    """What a side owes. `side` is None if the game is over.

    `what` is `answer`, `pass`, `rez-decision`, `break-decision`, `fire-decision`, `access`, `action`,
    `start-turn`, `end-turn`, `end-phase-12` or `nothing`."""

    side: int | None
    what: str


def _for_both(what: str) -> tuple[Obligation, Obligation]:
    return Obligation(CORP, what), Obligation(RUNNER, what)


NOTHING = Obligation(None, "nothing")
ANSWER, PASS, ACTION = _for_both("answer"), _for_both("pass"), _for_both("action")
START_TURN, END_TURN = _for_both("start-turn"), _for_both("end-turn")
END_PHASE_12 = _for_both("end-phase-12")
REZ_DECISION, FIRE_DECISION = Obligation(CORP, "rez-decision"), Obligation(CORP, "fire-decision")
BREAK_DECISION, ACCESS = Obligation(RUNNER, "break-decision"), Obligation(RUNNER, "access")


def who_owes(facts: WindowFacts) -> Obligation:
    """Return the side that the game waits for, and what it owes."""
    if facts.is_over:
        return NOTHING
    if facts.asked is not None:
        return ANSWER[facts.asked]
    return _owed_in_run(facts) if facts.phase else _owed_in_turn(facts)


def _owed_in_run(facts: WindowFacts) -> Obligation:
    if facts.phase == "success":
        return ACCESS
    if facts.waits_for is not None:
        return ACTION[facts.waits_for]
    passed = facts.passed
    if passed == CORP:
        return PASS[RUNNER]
    if passed == RUNNER:
        if facts.open_subs:
            return FIRE_DECISION
        can_rez = facts.ice_is_unrezzed or facts.root_is_unrezzed
        return REZ_DECISION if can_rez else PASS[CORP]
    if facts.ice_is_unrezzed:
        return REZ_DECISION
    if facts.open_subs:
        return FIRE_DECISION if facts.may_fire else BREAK_DECISION
    return PASS[RUNNER]


def _owed_in_turn(facts: WindowFacts) -> Obligation:
    if facts.phase_12 is not None:
        return END_PHASE_12[facts.phase_12]
    if facts.turn_over:
        return START_TURN[1 - facts.active]
    return (ACTION if facts.clicks else END_TURN)[facts.active]


# --- reading a match ------------------------------------------------------------------------------


def window_facts(c: NetrunnerContext) -> WindowFacts:
    """Read the facts from a match."""
    G = c.G
    run, encounter, is_over = G.run, G.encounter, c.ctx.game_over
    if c.open_questions or is_over:
        return WindowFacts(asked=min(c.open_questions, default=None), is_over=is_over)
    if encounter is not None:
        if encounter.ice is None:  # it has left play
            return WindowFacts("encounter-ice", encounter.no_action)
        ice: Card = c.card(encounter.ice)
        left = len(unbroken(c, ice))
        may_fire = encounter.fire_asked_at == ice.broken
        return WindowFacts(
            "encounter-ice", encounter.no_action, False, False, left, may_fire, ice.kind
        )
    if run is None:
        active = G.active
        return WindowFacts(
            "", None, False, False, 0, False, "", None, None,
            active, G.turn_over, G.phase_12, G.sides[active].clicks,
        )  # fmt: skip
    phase = run.phase
    passed = None if run.no_action is False else run.no_action
    if phase == "approach-ice":
        ice_or_none = current_ice(c)
        return WindowFacts(phase, passed, ice_or_none is not None and not ice_or_none.rezzed)
    if phase == "movement" and not run.position:
        return WindowFacts(phase, passed, False, _has_unrezzed_root(c, run.server))
    return WindowFacts(phase, passed)


def _has_unrezzed_root(c: NetrunnerContext, key: str) -> bool:
    server = c.G.servers.get(key)
    return server is not None and not all(card.rezzed for card in c.cards(server.content))


def owed_in(c: NetrunnerContext) -> Obligation:
    """Return who owes what in a match."""
    return who_owes(window_facts(c))


# --- in words -------------------------------------------------------------------------------------


def describe_obligation(facts: WindowFacts, names: Sequence[str] = NAMES) -> str:
    """Say who owes what in a sentence. `names` are those of the Corp and the Runner."""
    owed = who_owes(facts)
    if owed.side is None:
        return "The game is over."
    return f"{names[owed.side]} {_duty(facts, owed, names)}"


def _duty(facts: WindowFacts, owed: Obligation, names: Sequence[str]) -> str:
    has_passed = facts.passed is not None
    match owed.what:
        case "answer":
            return "has a question to answer."
        case "access":
            return "accesses cards; a prompt may be open that this side does not see."
        case "rez-decision" if facts.root_is_unrezzed:
            return "rezzes a card in the server or passes: the Runner has passed."
        case "rez-decision":
            return (
                "rezzes the ice or passes: the Runner has passed."
                if has_passed
                else "rezzes the approached ice or passes."
            )
        case "fire-decision" if has_passed:
            subs = plural(facts.open_subs, "subroutine")
            return f"fires {subs} or passes: the Runner has passed in {facts.phase}."
        case "fire-decision":
            return f"fires {facts.ice}, as the Runner has asked, or passes."
        case "break-decision":
            return f"breaks {facts.ice}, lets it fire, or passes."
        case "pass" if facts.passed is not None:
            return f"owes a pass in {facts.phase}: {names[facts.passed]} has passed."
        case "pass":
            return f"owes the first pass in {facts.phase}."
        case "action" if facts.phase:
            return "asked to wait and owes an action or a pass."
        case "action":
            return f"has {plural(facts.clicks, 'click')} left."
        case "start-turn":
            return "has to start its turn."
        case "end-phase-12":
            return "has to close the window at the start of its turn."
        case _:
            return "has no click left and has to end its turn."
