"""A game whose rules can take for ever: in a move, its view, its setup, and when it is replayed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

import turnwright as tw


class Counts(tw.State):
    count: tw.Public[int] = 0
    is_hidden: tw.Public[bool] = False


def loop() -> None:
    while True:
        pass


def set_up(c: Any) -> None:
    if c.options.get("endless"):
        loop()


def add(c: Any) -> None:
    c.G.count += 1
    flag = c.options.get("flag")
    if flag and os.path.exists(flag):
        loop()
    c.end_turn()


def endless(c: Any) -> None:
    c.G.count += 1000
    loop()


def sleep(c: Any) -> None:
    c.G.count += 1000
    time.sleep(3600)


def ask(c: Any) -> Any:
    """Ask, and never end after the answer."""
    c.commit()
    if (yield c.yes_no("Go on?", id="go_on")):
        c.G.count += 1000
        loop()
    c.end_turn()


def stubborn(c: Any) -> None:
    """Catches whatever rules may catch."""
    c.G.count += 1000
    while True:
        with suppress(Exception):
            loop()


def hide(c: Any) -> None:
    """Makes the view endless."""
    c.G.is_hidden = True
    c.end_turn()


def look(c: Any, seat: int | None) -> dict[str, Any]:
    if c.G.is_hidden:
        loop()
    return {}


MOVES = {
    "add": add, "endless": endless, "sleep": sleep, "ask": ask, "stubborn": stubborn, "hide": hide,
}  # fmt: skip
game = tw.Game("slow", seats=2, state=Counts, moves=MOVES, setup=set_up, view=look)
