"""Commands outside of runs: playing and installing cards, advancing, scoring, answering, looking."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from turnwright.core.suggestions import suggestion

from . import state_queries as q
from .driver import Automation
from .results import AutomationResult, Command, card_reference, status_result
from .tactics import choice_command

CommandHandler: TypeAlias = Callable[[Automation, list[str]], Awaitable[AutomationResult]]


def error_result(code: str, sentence: str) -> AutomationResult:
    """Return an error with a code and a sentence."""
    return status_result("error", sentence, code=code)


def number_from(word: str) -> int | None:
    """Return the number that a word is, from 0; None if it is something else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


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


def _not_in_play(state: q.State, title: str) -> str:
    known = [str(card["title"]) for card in installed_cards(state) if card.get("title")]
    return f"There is no card {title!r} in play{suggestion(title, known) or '.'}"


def card_command(name: str) -> CommandHandler:
    """Return a handler for a command about a card in play."""

    async def do(a: Automation, words: list[str]) -> AutomationResult:
        title = " ".join(words)
        if not title:
            return error_result("no_card", "Give the title of a card in play.")
        card = find_card(a.state, title)
        if card is None:
            return error_result("unknown_card", _not_in_play(a.state, title))
        return await a.send_command(Command(name, {"card": card_reference(card)}), name)

    return do


async def play(a: Automation, words: list[str]) -> AutomationResult:
    """`play TITLE`, `install TITLE SERVER`: play or install a card from the hand."""
    if not words:
        return error_result("no_card", "Give the title of a card in your hand.")
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
    title = " ".join(words)
    hint = suggestion(title, [str(card["title"]) for card in hand if card.get("title")])
    return error_result("unknown_card", f"There is no card {title!r} in your hand{hint or '.'}")


async def use_ability(a: Automation, words: list[str]) -> AutomationResult:
    """`use-ability TITLE INDEX`: use an ability of a card."""
    index = number_from(words[-1]) if len(words) > 1 else None
    if index is None:
        return error_result(
            "no_ability", "Give a card title and the index of an ability (0, 1, ...)."
        )
    title = " ".join(words[:-1])
    card = find_card(a.state, title)
    if card is None:
        return error_result("unknown_card", _not_in_play(a.state, title))
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
    """`choose N` or `choose TEXT`: press the button with this index or text, or answer a number."""
    prompt = q.prompt_of(a.state, a.side)
    texts, wanted = q.choice_texts(prompt), " ".join(words)
    if prompt is not None and q.most_answer(a.state, a.side) is not None:
        return await _choose_number(a, prompt, wanted)
    if prompt is not None and q.wants_title(prompt) and wanted:
        return await a.send_command(_answer(prompt, wanted), "choice")
    if prompt is None or not texts:
        return error_result("no_choice", "There is no choice to make.")
    number = number_from(wanted)
    if number is not None and number < len(texts):
        return await a.send_command(choice_command(prompt, number), "choice")
    for place, text in enumerate(texts):
        if wanted and wanted.casefold() in text.casefold():
            return await a.send_command(choice_command(prompt, place), "choice")
    return error_result(
        "no_choice", f"There is no choice {wanted!r}. The choices are {', '.join(texts)}."
    )


async def _choose_number(a: Automation, prompt: q.Prompt, wanted: str) -> AutomationResult:
    most = q.most_answer(a.state, a.side) or 0
    if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) > most:
        return error_result("no_choice", f"Choose a number up to {most}.")
    return await a.send_command(_answer(prompt, int(wanted)), "choice")


def _answer(prompt: q.Prompt, value: str | int) -> Command:
    """Answer a prompt with a value instead of a button."""
    eid = {"eid": prompt["eid"]} if prompt.get("eid") else {}
    return Command("choice", {"choice": value, **eid})


async def choose_card(a: Automation, words: list[str]) -> AutomationResult:
    """`choose-card N` or `choose-card TITLE`: select a card."""
    prompt = q.prompt_of(a.state, a.side) or {}
    cids = list(prompt.get("selectable") or ())
    wanted, cards = " ".join(words), _selectable(a, cids)
    number = number_from(wanted)
    if number is not None and number < len(cids):
        card = next((one for one in cards if one.get("cid") == cids[number]), None)
    else:
        card = _titled(cards, wanted)
    if card is None:
        return error_result("no_choice", _selectable_text(a, cids, wanted))
    args: dict[str, Any] = {"card": card_reference(card), "shift-key-held": False}
    if prompt.get("eid"):
        args["eid"] = prompt["eid"]
    return await a.send_command(Command("select", args), "select")


def _selectable_text(a: Automation, cids: Sequence[Any], wanted: str) -> str:
    if not cids:
        return "There is no card to select."
    titles = {card["cid"]: str(card.get("title") or "a card") for card in _selectable(a, cids)}
    known = ", ".join(f"{n} {titles.get(cid, 'a card')}" for n, cid in enumerate(cids))
    return f"There is no card {wanted!r} to select. The cards are {known}."


def _selectable(a: Automation, cids: Sequence[Any]) -> list[q.Card]:
    cards = installed_cards(a.state)
    for side in ("corp", "runner"):
        player = a.state.get(side, {})
        for zone in (
            "hand",
            "discard",
            "scored",
            "play-area",
            "current",
            "set-aside",
            "rfg",
            "deck",
        ):
            cards += player.get(zone) or ()
        cards += [player["identity"]] if player.get("identity") else []
    return [card for card in cards if card.get("cid") in cids]


# --- looking --------------------------------------------------------------------------------------


async def hand(a: Automation, words: list[str]) -> AutomationResult:
    """`hand`: list the cards in hand."""
    cards = [str(card.get("title")) for card in a.state.get(a.side, {}).get("hand") or ()]
    return a.report(", ".join(cards) or "The hand is empty.", cards=cards)


async def log(a: Automation, words: list[str]) -> AutomationResult:
    """`log [COUNT]`: show the last lines of the log."""
    count = number_from(words[0]) if words else 20
    if count is None:
        return error_result("bad_count", "Give the number of lines: log 20.")
    log = (a.state.get("log") or ())[-count:] if count else ()
    lines = [_said(line) for line in log]
    return a.report("\n".join(lines), lines=lines)


def _said(line: Mapping[str, Any]) -> str:
    """Format a line of the log or a chat message."""
    user, text = line.get("user", q.SYSTEM), str(line.get("text", "")).removesuffix("[hr]")
    user = user.get("username", "") if isinstance(user, Mapping) else user
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
    most = q.most_answer(a.state, a.side)
    lines += [] if most is None else [f"  a number up to {most}"]
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
