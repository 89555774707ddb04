"""Netrunner with the System Gateway cards: play, let bots play, verify recordings, automate runs.

`turnwright netrunner PART --help` says more about a part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

import turnwright as tw

from . import verify_recordings

URL = "http://127.0.0.1:1042"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)

    def part(name: str, do: Callable[[argparse.Namespace], int], line: str) -> Any:
        made = parts.add_parser(name, help=line, description=line[0].upper() + line[1:] + ".")
        made.set_defaults(do=do)
        return made

    play = part("play", _play, "play in the terminal against a bot")
    play.add_argument("--as", dest="side", choices=("corp", "runner"), default="runner")
    play.add_argument("--against", default="heuristic", metavar="BOT", help="heuristic")
    _decks(play)
    play.add_argument("--seed", default="0", help="decides all chance (0)")
    play.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved match")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record there")
    play.add_argument(
        "--every-step", action="store_true", help="ask also where only one thing can be done"
    )

    verify = part("verify", _verify, "replay recorded scenarios or games, and name differences")
    verify_recordings.add_arguments(verify)

    bots = part("bots", _bots, "let two bots play, each both sides, and count")
    bots.add_argument("a", metavar="A", help="heuristic, goldfish, random, greedy, mcts:50, ...")
    bots.add_argument("b", metavar="B")
    bots.add_argument("--games", type=int, default=20, metavar="N", help="with sides swapped (20)")
    _decks(bots)
    bots.add_argument("--seed", default="0", help="decides all chance (0)")
    bots.add_argument("--json", action="store_true", help="print every game as JSON")

    cost = part("cost", _cost, "reckon up what runs would cost, in a saved match")
    cost.add_argument("file", type=Path, metavar="FILE", help="a saved match, or a record")
    cost.add_argument("server", nargs="?", default="", help="HQ, R&D, Archives, Server 1 (all)")
    cost.add_argument("--json", action="store_true", help="print JSON")

    send = part("send", _send, "tell the automation of a side something, in a running game")
    send.add_argument("--url", default=URL, help=f"the server ({URL})")
    send.add_argument("--user", default="", help="whom to log in as (the name of the side)")
    send.add_argument("--password", default="", help="(TURNWRIGHT_PASSWORD, or the user's name)")
    send.add_argument("--game", default="", metavar="ID", help="one of several games")
    send.add_argument("--json", action="store_true", help="print JSON")
    send.add_argument("side", choices=("corp", "runner"))
    send.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="COMMAND ...", help='run "HQ" --full-break'
    )

    serve = part("serve", _serve, "host games in the dialect of jinteki.net")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, default=1042, help="port to listen on (1042)")
    serve.add_argument("--bot", default="", metavar="BOT", help="a bot takes the other side")
    serve.add_argument("--bot-side", choices=("corp", "runner"), default="corp", help="corp")


def _decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck", action="append", default=[], metavar="NAME|FILE",
        help="beginner, intermediate or a deck list; twice: the Corp's, then the Runner's",
    )  # fmt: skip


def run(chosen: argparse.Namespace) -> int:
    return int(chosen.do(chosen))


def options(given: list[str]) -> dict[str, Any]:
    """The options of a match: one deck name is for both sides."""
    from turnwright.games.netrunner.deck_list_parser import load_deck
    from turnwright.games.netrunner.decks import READY

    if not given:
        return {}
    if len(given) > 2 or (len(given) == 1 and given[0] not in READY):
        raise tw.UnusableError("bad_deck", "--deck is given once with a name, or for each side.")
    both = given * 2 if len(given) == 1 else given
    return {"decks": [name if name in READY else load_deck(name, s) for s, name in enumerate(both)]}


# --- playing --------------------------------------------------------------------------------------


def _play(chosen: argparse.Namespace) -> int:
    from .netrunner_play import play

    return play(chosen, options(chosen.deck))


def _bots(chosen: argparse.Namespace) -> int:
    from turnwright.games.netrunner.bots.paired_games import BotGameResult, paired

    if not 1 <= chosen.games <= 100_000:
        raise tw.UnusableError("bad_count", f"--games is from 1 to 100,000, not {chosen.games}.")
    games: list[BotGameResult] = []
    with _progress("playing", chosen.games) as step:
        for one in paired(chosen.a, chosen.b, chosen.games, chosen.seed, options(chosen.deck)):
            games.append(one)
            step()
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(games).decode() + "\n")
        return 0
    table = Table("bot", "as Corp", "as Runner", "won", box=None, padding=(0, 2, 0, 0))
    for index, name in enumerate((chosen.a, chosen.b)):
        cells = []
        for side in (0, 1):
            here = [one for one in games if one.seats[side] == index]
            cells.append(f"{sum(one.winner == side for one in here)} of {len(here)}")
        won = sum(one.winner is not None and one.seats[one.winner] == index for one in games)
        table.add_row(escape(name), *cells, f"{100 * won / len(games):.0f} %")
    console = Console(highlight=False)
    console.print(table)
    reasons = sorted({one.reason for one in games})
    told = ", ".join(f"{name} {sum(one.reason == name for one in games)}" for name in reasons)
    turns = sum(one.turns for one in games) / len(games)
    console.print(f"{told}; {turns:.1f} turns a game")
    return 0


def _cost(chosen: argparse.Namespace) -> int:
    from turnwright.games.netrunner.game import game
    from turnwright.games.netrunner.rules.run_cost import run_cost

    data = chosen.file.read_bytes()
    try:
        match = game.load(data)
    except tw.UnusableError:
        match = game.replay(data)
    c: Any = match.c
    names = [chosen.server] if chosen.server else [c.server_name(key) for key in c.server_keys()]
    costs = [run_cost(c, name) for name in names]
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(costs).decode() + "\n")
    else:
        print("\n".join(map(str, costs)))
    return 0


# --- verifying ------------------------------------------------------------------------------------


def _verify(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.jinteki.recordings.verify import verify

    return verify_recordings.verify_files(chosen, verify)


# --- over the wire --------------------------------------------------------------------------------


def _send(chosen: argparse.Namespace) -> int:
    from .netrunner_remote import send

    return send(chosen)


def _serve(chosen: argparse.Namespace) -> int:
    from .netrunner_remote import serve

    return serve(chosen)


class _progress:
    """A bar on the terminal, and nothing where there is none."""

    def __init__(self, words: str, total: int) -> None:
        screen = Console(stderr=True)
        self.bar = Progress(console=screen, transient=True, disable=not screen.is_terminal)
        self.task = self.bar.add_task(words, total=total)

    def __enter__(self) -> Callable[[], None]:
        self.bar.start()
        return lambda: self.bar.advance(self.task)

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
