"""The words of a command line for one side: `run HQ --full-break`, `monitor-run --rez Tithe`, ..."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from turnwright.bridges.jinteki.table import Table

from . import queries as q
from .driver import SECONDS, Automation
from .results import Result, Send, found, ref
from .tactics import choice


async def command(table: Table | Automation, words: Sequence[str]) -> Result:
    """Do what the words say for the side at this table."""
    automation = table if isinstance(table, Automation) else Automation(table)
    if not words:
        return _problem("no_command", f"Say what to do: {', '.join(COMMANDS)}.")
    does = COMMANDS.get(words[0])
    if does is None:
        known = ", ".join(COMMANDS)
        return _problem("unknown_command", f"There is no command {words[0]!r}; there are {known}.")
    return await does(automation, list(words[1:]))


Does = Callable[[Automation, list[str]], Awaitable[Result]]


def _problem(code: str, sentence: str) -> Result:
    return found("error", sentence, code=code)


async def _continue(a: Automation, words: list[str]) -> Result:
    """The loop; with `--single` one step, with `--raw` nothing but the command."""
    rest = [word for word in words if word not in ("--single", "--raw")]
    if "--raw" in words:
        return await a.do(Send("continue"), "sent-continue")
    return await (a.continue_run(*rest) if "--single" in words else a.auto_continue_loop(*rest))


def _sends(name: str) -> Does:
    async def do(a: Automation, words: list[str]) -> Result:
        return await a.do(Send(name), name)

    return do


def _on_card(name: str) -> Does:
    async def do(a: Automation, words: list[str]) -> Result:
        title = " ".join(words)
        card = find_card(a.state, a.side, title)
        if card is None:
            return _problem("unknown_card", f"There is no card {title!r} on the table.")
        return await a.do(Send(name, {"card": ref(card)}), name)

    return do


async def _dynamic(a: Automation, words: list[str]) -> Result:
    """`use-ability TITLE INDEX`"""
    if len(words) < 2 or not words[-1].isdigit():
        return _problem("no_ability", "Say which card and which of its abilities (0, 1, ...).")
    title, index = " ".join(words[:-1]), int(words[-1])
    card = find_card(a.state, a.side, title)
    if card is None:
        return _problem("unknown_card", f"There is no card {title!r} on the table.")
    abilities = card.get("abilities") or ()
    dynamic = abilities[index].get("dynamic") if index < len(abilities) else None
    if dynamic:
        args = {"card": ref(card), "dynamic": dynamic}
        return await a.do(Send("dynamic-ability", args), "ability-used")
    args = {"card": ref(card), "ability": index}
    return await a.do(Send("ability", args), "ability-used")


async def _choose(a: Automation, words: list[str]) -> Result:
    """`choose N`, or a text that a button contains."""
    prompt = q.prompt_of(a.state, a.side)
    texts, wanted = q.choice_texts(prompt), " ".join(words)
    if prompt is None or not texts:
        return _problem("no_choice", "There is nothing to choose.")
    if wanted.isdigit() and int(wanted) < len(texts):
        return await a.do(choice(prompt, int(wanted)), "choice")
    for place, text in enumerate(texts):
        if wanted and wanted.casefold() in text.casefold():
            return await a.do(choice(prompt, place), "choice")
    return _problem("no_choice", f"There is no choice {wanted!r}; there are {', '.join(texts)}.")


async def _select(a: Automation, words: list[str]) -> Result:
    """`choose-card N`: one of the cards that can be selected."""
    prompt = q.prompt_of(a.state, a.side) or {}
    cards = list(prompt.get("selectable") or ())
    if len(words) != 1 or not words[0].isdigit() or int(words[0]) >= len(cards):
        return _problem("no_choice", f"There are {len(cards)} cards to select from.")
    cid = cards[int(words[0])]
    args: dict[str, Any] = {"card": {"cid": cid}, "shift-key-held": False}
    if prompt.get("eid"):
        args["eid"] = prompt["eid"]
    return await a.do(Send("select", args), "select")


async def _wait(a: Automation, words: list[str]) -> Result:
    since = int(words[words.index("--since") + 1]) if "--since" in words[:-1] else None
    seconds = next((float(word) for word in words[:1] if word.replace(".", "").isdigit()), SECONDS)
    return await a.wait_for_change(since, seconds)


async def _status(a: Automation, words: list[str]) -> Result:
    run = q.run_of(a.state)
    who = a.diagnose()
    data = {
        "run": dict(run) if run else None,
        "prompt": dict(q.prompt_of(a.state, a.side) or {}) or None,
        "diagnosis": who,
        "cursor": a.table.cursor,
    }
    return found("success", who.sentence, **data)


def find_card(state: q.State, side: str, title: str) -> q.Card | None:
    """A card on the table by its title, the ice in front of the Runner first."""
    wanted = q.plain(title)
    ice = q.get_current_ice(state)
    found: list[q.Card] = [] if ice is None else [ice]
    for server in (state.get("corp", {}).get("servers") or {}).values():
        found += [*(server.get("ices") or ()), *(server.get("content") or ())]
    for kind in (state.get("runner", {}).get("rig") or {}).values():
        found += kind or ()
    found += [one for card in found for one in card.get("hosted") or ()]
    return next((card for card in found if q.plain(str(card.get("title", ""))) == wanted), None)


PLAIN = (
    "jack-out", "indicate-action", "credit", "draw", "start-turn", "end-turn", "end-phase-12",
    "purge", "remove-tag",
)  # fmt: skip
"""Commands without arguments."""

COMMANDS: dict[str, Does] = {
    "run": lambda a, words: a.run(*words),
    "continue": _continue,
    "continue-run": lambda a, words: a.continue_run(*words),
    "monitor-run": lambda a, words: a.monitor_run(*words),
    "tank": lambda a, words: a.tank(" ".join(words)),
    "let-subs-fire": lambda a, words: a.let_subs_fire_signal(" ".join(words)),
    "rez": _on_card("rez"),
    "fire-subs": _on_card("unbroken-subroutines"),
    "use-ability": _dynamic,
    "choose": _choose,
    "choose-value": _choose,
    "choose-card": _select,
    "wait": _wait,
    "status": _status,
    "diagnose": _status,
    "get-cursor": _status,
    **{name: _sends(name) for name in PLAIN},
}
