"""What the search bot knows about Netrunner: its policy, the moves worth trying, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.rules.install import NEW
from turnwright.games.netrunner.state import Card

from .bot_view import BotView
from .evaluation import win_chance
from .policy import RULES, RulePolicy

MAX_CANDIDATES = 14
TURNS = {CORP: 3, RUNNER: 2}
"""How many turns a roll-out lasts, with the current one. The Corp needs another turn to score."""
TRIED = (
    "credit", "draw", "play", "advance", "score", "rez", "run", "remove-tag", "continue", "jack-out",
    "unbroken-subroutines", "dynamic-ability", "runner-ability", "ability", "trash-resource",
)  # fmt: skip
"""Moves that are tried although no rule proposes them."""
FORCED = ("start-turn", "end-turn", "end-phase-12", "score", "unbroken-subroutines")
"""Moves that need no search if the rules want them."""


class NetrunnerGuide(RulePolicy):
    """Guides a search with the rules of the heuristic bots."""

    def __repr__(self) -> str:
        return "NetrunnerGuide()"

    def candidates(self, prompt: tw.Prompt, match: tw.Match) -> list[tw.Answer]:
        """Return what the rules propose, in their order, and then the other sensible answers."""
        if match.game.name != "netrunner":
            return [prompt.default()]
        view = BotView(prompt, match)
        proposed = [answer for rule in RULES[prompt.seat] if (answer := rule(view)) is not None]
        if not proposed:
            proposed = [prompt.default()]
        if proposed[0].move in FORCED or prompt.max > 1:
            return proposed[:1]
        others = _moves(view) if prompt.question is None else _picks(prompt)
        found: dict[Any, tw.Answer] = {}
        for answer in (*proposed, *others):
            found.setdefault(_same(view, answer), answer)
        return list(found.values())[:MAX_CANDIDATES]

    def prepare(self, world: tw.Match) -> None:
        """Give priority to one side at a time, so that it is clear who decides."""
        context_of(world).G.strict = True

    def horizon(self, match: tw.Match, seat: int) -> Callable[[tw.Match], bool]:
        """End a roll-out at the beginning of a turn, `TURNS` turns from now."""
        last = _turn(match) + TURNS[seat]

        def is_over(world: tw.Match) -> bool:
            return _turn(world) >= last and not world.G.turn_over and world.G.phase_12 is None

        return is_over

    def value(self, match: tw.Match, seat: int) -> float:
        """Return the chance to win."""
        return win_chance(context_of(match), seat)


def _turn(match: tw.Match) -> int:
    """Count the turns of both sides."""
    G = context_of(match).G
    return 2 * G.turn + (G.active == RUNNER)


def _same(v: BotView, answer: tw.Answer) -> Any:
    """Return a key that is equal for answers with the same effect, such as copies of a card."""
    if answer.picks is not None:
        return answer.picks
    if answer.move != "play":
        return answer.move, answer.args
    return answer.move, v.c.card(answer.args[0]).kind, answer.args[1]


def _picks(prompt: tw.Prompt) -> Iterator[tw.Answer]:
    labels = set()
    for option in prompt.unselected:
        label = option.name
        if label not in labels:
            labels.add(label)
            yield prompt.answer(option)
    if prompt.min == 0:
        yield prompt.answer()


def _moves(v: BotView) -> Iterator[tw.Answer]:
    """Yield the legal moves that may be sensible although no rule proposes them."""
    for name in TRIED:
        for args in v.moves[name]:
            if name == "play" and not _is_sensible_install(v, v.c.card(args[0]), args[1]):
                continue
            if name == "dynamic-ability" and args[1] != "auto-pump-and-break":
                continue
            if name == "ability" and v.c.facts(v.c.card(args[0])).has("Icebreaker"):
                continue
            if name in ("rez", "jack-out") and not _is_time_for(v, name, args):
                continue
            yield tw.Answer(v.seat, name, args, None, v.prompt.id)


def _is_time_for(v: BotView, name: str, args: tuple[Any, ...]) -> bool:
    """Tell whether a rez, or jacking out, cannot just as well wait for a later window."""
    run = v.c.G.run
    if name == "jack-out":
        return run is not None and run.position > 0
    card = v.c.card(args[0])
    is_ice = v.c.facts(card).type == "ice"
    if run is None:
        return not is_ice
    if run.phase == "approach-ice":
        ices = v.ices(run.server)
        return is_ice and 0 < run.position <= len(ices) and ices[run.position - 1] is card
    return run.phase == "movement" and run.position == 0 and card.server == run.server


def _is_sensible_install(v: BotView, card: Card, server: str) -> bool:
    """Tell whether the Corp could want a card there. Nothing replaces an installed card, agendas go
    behind ice, and one remote server at a time is built."""
    if v.seat != CORP or not server:
        return True
    kind = v.c.facts(card).type
    key = next((one for one in v.c.server_keys() if v.c.server_name(one) == server), None)
    iced = [one for one in v.remotes if v.ices(one)]
    if kind == "ice":
        return key in ("hq", "rd", *iced) or (server == NEW and not iced)
    if kind == "upgrade":
        return key in iced
    if server == NEW:
        return kind == "asset"
    taken = any(v.c.facts(one).type != "upgrade" for one in v.content(key or ""))
    return key in iced and not taken
