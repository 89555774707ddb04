"""Commands outside of runs: playing and installing cards, advancing, scoring, answering, looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from . import state_queries as q
from .driver import Automation
from .results import AutomationResult, Command, card_reference, status_result
from .tactics import choice_command

CommandHandler: TypeAlias = Callable[[Automation, list[str]], Awaitable[AutomationResult]]


def error_result(code: str, sentence: str) -> AutomationResult:
    """Return an error with a code and a sentence."""
    return status_result("error", sentence, code=code)


def plain_command(name: str) -> CommandHandler:
    """Return a handler for a command without arguments."""

    async def do(a: Automation, words: list[str]) -> AutomationResult:
        return await a.send_command(Command(name), name)

    return do


# --- cards ----------------------------------------------------------------------------------------


def find_card(state: q.State, title: str) -> q.Card | None:
    """Find a card in play by its title, the ice at the Runner's position first."""
    ice = q.get_current_ice(state)
    return _titled([*([] if ice is None else [ice]), *installed_cards(state)], title)


def installed_cards(state: q.State) -> list[q.Card]:
    """Return all installed cards, hosted ones included."""
    cards: list[q.Card] = []
    for server in (state.get("corp", {}).get("servers") or {}).values():
        cards += [*(server.get("ices") or ()), *(server.get("content") or ())]
    for kind in (state.get("runner", {}).get("rig") or {}).values():
        cards += kind or ()
    return cards + [one for card in cards for one in card.get("hosted") or ()]


def _titled(cards: Iterable[q.Card], title: str) -> q.Card | None:
    wanted = q.normalize_title(title)
    return next(
        (card for card in cards if q.normalize_title(str(card.get("title", ""))) == wanted), None
    )


def card_command(name: str) -> CommandHandler:
    """Return a handler for a command about a card in play."""

    async def do(a: Automation, words: list[str]) -> AutomationResult:
        title = " ".join(words)
        card = find_card(a.state, title)
        if card is None:
            return error_result("unknown_card", f"There is no card {title!r} in play.")
        return await a.send_command(Command(name, {"card": card_reference(card)}), name)

    return do


async def play(a: Automation, words: list[str]) -> AutomationResult:
    """`play TITLE`, `install TITLE SERVER`: play or install a card from the hand."""
    hand = a.state.get(a.side, {}).get("hand") or ()
    for cut in range(len(words), 0, -1):
        card = _titled(hand, " ".join(words[:cut]))
        if card is None:
            continue
        args: dict[str, Any] = {"card": card_reference(card)}
        if words[cut:]:
            server = " ".join(words[cut:])
            args["server"], wrong = "New remote", ""
            if "new" not in server.casefold():
                args["server"], wrong = q.find_server(a.state, server)
            if wrong:
                return error_result("unknown_server", wrong)
        return await a.send_command(Command("play", args), "play")
    return error_result("unknown_card", f"There is no card {' '.join(words)!r} in your hand.")


async def use_ability(a: Automation, words: list[str]) -> AutomationResult:
    """`use-ability TITLE INDEX`: use an ability of a card."""
    if len(words) < 2 or not words[-1].isdigit():
        return error_result(
            "no_ability", "Give a card title and the index of an ability (0, 1, ...)."
        )
    title, index = " ".join(words[:-1]), int(words[-1])
    card = find_card(a.state, title)
    if card is None:
        return error_result("unknown_card", f"There is no card {title!r} in play.")
    abilities = card.get("abilities") or ()
    dynamic = abilities[index].get("dynamic") if index < len(abilities) else None
    if dynamic:
        args = {"card": card_reference(card), "dynamic": dynamic}
        return await a.send_command(Command("dynamic-ability", args), "ability-used")
    name = "runner-ability" if a.side == "runner" and card.get("side") == "Corp" else "ability"
    return await a.send_command(
        Command(name, {"card": card_reference(card), "ability": index}), "ability-used"
    )


# --- prompts --------------------------------------------------------------------------------------


async def choose(a: Automation, words: list[str]) -> AutomationResult:
    """`choose N` or `choose TEXT`: press the button with this index or text."""
    prompt = q.prompt_of(a.state, a.side)
    texts, wanted = q.choice_texts(prompt), " ".join(words)
    if prompt is None or not texts:
        return error_result("no_choice", "There is no choice to make.")
    if wanted.isdigit() and int(wanted) < len(texts):
        return await a.send_command(choice_command(prompt, int(wanted)), "choice")
    for place, text in enumerate(texts):
        if wanted and wanted.casefold() in text.casefold():
            return await a.send_command(choice_command(prompt, place), "choice")
    return error_result(
        "no_choice", f"There is no choice {wanted!r}. The choices are {', '.join(texts)}."
    )


async def choose_card(a: Automation, words: list[str]) -> AutomationResult:
    """`choose-card N` or `choose-card TITLE`: select a card."""
    prompt = q.prompt_of(a.state, a.side) or {}
    cids = list(prompt.get("selectable") or ())
    wanted = " ".join(words)
    if wanted.isdigit() and int(wanted) < len(cids):
        cid = cids[int(wanted)]
    else:
        card = _titled(_selectable(a, cids), wanted)
        if card is None:
            return error_result("no_choice", f"There are {len(cids)} cards to select from.")
        cid = card["cid"]
    args: dict[str, Any] = {"card": {"cid": cid}, "shift-key-held": False}
    if prompt.get("eid"):
        args["eid"] = prompt["eid"]
    return await a.send_command(Command("select", args), "select")


def _selectable(a: Automation, cids: Sequence[Any]) -> list[q.Card]:
    cards = installed_cards(a.state)
    for side in ("corp", "runner"):
        for zone in ("hand", "discard"):
            cards += a.state.get(side, {}).get(zone) or ()
    return [card for card in cards if card.get("cid") in cids]


# --- looking --------------------------------------------------------------------------------------


async def hand(a: Automation, words: list[str]) -> AutomationResult:
    """`hand`: list the cards in hand."""
    cards = [str(card.get("title")) for card in a.state.get(a.side, {}).get("hand") or ()]
    return a.report(", ".join(cards) or "The hand is empty.", cards=cards)


async def log(a: Automation, words: list[str]) -> AutomationResult:
    """`log [COUNT]`: show the last lines of the log."""
    count = int(words[0]) if words and words[0].isdigit() else 20
    log = (a.state.get("log") or ())[-count:] if count else ()
    lines = [_said(line) for line in log]
    return a.report("\n".join(lines), lines=lines)


def _said(line: Mapping[str, Any]) -> str:
    """Format a line of the log or a chat message."""
    user, text = line.get("user", q.SYSTEM), str(line.get("text", ""))
    return text if user == q.SYSTEM else f"{user}: {text}"


async def prompt(a: Automation, words: list[str]) -> AutomationResult:
    """`prompt`: show the open prompt with its buttons and cards."""
    asked = q.prompt_of(a.state, a.side)
    if asked is None:
        return a.report("There is no open prompt.", prompt=None)
    cids = list(asked.get("selectable") or ())
    known = {card.get("cid"): card.get("title") for card in _selectable(a, cids)}
    lines = [str(asked.get("msg"))]
    lines += [f"  {n}: {text}" for n, text in enumerate(q.choice_texts(asked))]
    lines += [f"  card {n}: {known.get(cid) or 'a card'}" for n, cid in enumerate(cids)]
    return a.report("\n".join(lines), prompt=dict(asked))


async def board(a: Automation, words: list[str]) -> AutomationResult:
    """`board`: show both sides, the servers and the rig."""
    lines = board_lines(a.state)
    return a.report("\n".join(lines), lines=lines)


def board_lines(state: q.State) -> list[str]:
    """Describe both sides, each server with its ice from the outside in, and the rig."""
    lines = []
    for side in ("corp", "runner"):
        player = state.get(side, {})
        summary = (
            f"{q.username(state, side)}: {player.get('credit', 0)} credits, "
            f"{player.get('click', 0)} clicks, {player.get('hand-count', 0)} cards, "
            f"{player.get('agenda-point', 0)} points"
        )
        tags = (player.get("tag") or {}).get("total")
        lines.append(f"{summary}, {tags} tags" if tags else summary)
    for name, server in (state.get("corp", {}).get("servers") or {}).items():
        ices = ", ".join(_named(card, "ice") for card in reversed(server.get("ices") or ()))
        root = ", ".join(_named(card, "a card") for card in server.get("content") or ())
        lines.append(f"{name}: ice {ices or 'none'}; root {root or 'empty'}")
    for kind, cards in (state.get("runner", {}).get("rig") or {}).items():
        if cards:
            lines.append(f"{kind}: {', '.join(_named(card, 'a card') for card in cards)}")
    return lines


def _named(card: q.Card, hidden: str) -> str:
    title = str(card.get("title") or hidden)
    if card.get("side") == "Corp" and card.get("title") and not card.get("rezzed"):
        title += " (unrezzed)"
    advanced = card.get("advance-counter")
    return f"{title} [{advanced} advancement]" if advanced else title
