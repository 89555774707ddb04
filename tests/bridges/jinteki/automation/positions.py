"""Helpers for tests of run automation: any position, both seats automated, no sleeping."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from turnwright.bridges.jinteki.automation import Automation, AutomationResult, Decision
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.game import game

T = TypeVar("T")


def run_now(going: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that must not have to wait."""
    try:
        going.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    going.close()
    raise AssertionError("it waits for something")


def card(title: str, **more: Any) -> dict[str, Any]:
    """Return a card for a server or the rig: `card("Tithe", rezzed=True)`."""
    return {"title": title, **more}


def rezzed(title: str, **more: Any) -> dict[str, Any]:
    return card(title, rezzed=True, **more)


def _cards(told: Iterable[Any]) -> list[dict[str, Any]]:
    return [one if isinstance(one, Mapping) else card(one) for one in told]


def recorded_position(
    *,
    ices: Mapping[str, Sequence[Any]] | None = None,
    roots: Mapping[str, Sequence[Any]] | None = None,
    programs: Sequence[Any] = (),
    hardware: Sequence[Any] = (),
    resources: Sequence[Any] = (),
    corp: int = 10,
    runner: int = 10,
    clicks: int = 4,
    hq: Sequence[str] = ("Hedge Fund",),
    rnd: Sequence[str] = ("Hedge Fund",) * 10,
    archives: Sequence[Any] = (),
    grip: Sequence[str] = ("Sure Gamble",) * 5,
    stack: Sequence[str] = ("Sure Gamble",) * 10,
    active: str = "runner",
    turn_over: bool = False,
) -> dict[str, Any]:
    """Return a position in the Runner's turn. Ice is listed innermost first."""
    servers: dict[str, dict[str, Any]] = {}
    for name, cards in (ices or {}).items():
        servers.setdefault(name, {"ices": [], "content": []})["ices"] = _cards(cards)
    for name, cards in (roots or {}).items():
        servers.setdefault(name, {"ices": [], "content": []})["content"] = _cards(cards)
    rig = {"program": programs, "hardware": hardware, "resource": resources}
    return {
        "turn": 1,
        "active-player": active,
        "end-turn": turn_over,
        "corp": {
            "identity": "The Syndicate: Profit over Principle",
            "credits": corp,
            "clicks": 0,
            "hand": list(hq),
            "deck": list(rnd),
            "discard": [{"faceup": False, **one} for one in _cards(archives)],
            "scored": [],
            "points-to-win": 7,
        },
        "runner": {
            "identity": "The Catalyst: Convention Breaker",
            "credits": runner,
            "clicks": 0 if turn_over else clicks,
            "hand": list(grip),
            "deck": list(stack),
            "discard": [],
            "scored": [],
            "points-to-win": 7,
        },
        "servers": servers,
        "rig": {kind: _cards(cards) for kind, cards in rig.items() if cards},
        "prompts": {"corp": [], "runner": []},
    }


class FakeClock:
    """A clock that advances by `pace` at every call."""

    def __init__(self, pace: float = 0.0) -> None:
        self.seconds, self.pace = 0.0, pace

    def __call__(self) -> float:
        self.seconds += self.pace
        return self.seconds


class SilentSeat:
    """A seat at a server that sends nothing while one waits (only the clock advances).

    It accepts some commands, or all, without executing them."""

    def __init__(self, seat: Any, clock: FakeClock, ignores: Sequence[str] | None = ()) -> None:
        self.seat, self.side, self.clock, self.ignores = seat, seat.side, clock, ignores
        self.waits: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.seat, name)

    async def send(self, command: str, args: Any = None) -> Any:
        if self.ignores is None or command in self.ignores:
            return None
        return await self.seat.send(command, args)

    async def wait(self, since: int, timeout: float) -> bool:
        self.waits.append(timeout)
        self.clock.seconds += timeout
        return False


class AutomatedMatch:
    """A match with an automation in each seat, and short methods for what tests do and check."""

    def __init__(
        self, told: Mapping[str, Any] | None = None, *, priority: str = "strict", **how: Any
    ):
        options = {"scene": told or recorded_position(**how), "priority": priority}
        self.match = game.start(seed=7, seats=["Corp", "Runner"], options=options)
        self.room = JintekiRoom(self.match)
        self.corp = Automation(self.room.seat("corp"))
        self.runner = Automation(self.room.seat("runner"))

    def silent(
        self, side: str, ignores: Sequence[str] | None = ()
    ) -> tuple[Automation, SilentSeat]:
        """Return an automation at a silent server; with None it ignores every command."""
        clock = FakeClock()
        seat = SilentSeat(self.room.seat(side), clock, ignores)
        return Automation(seat, clock=clock), seat

    # --- what is done ------------------------------------------------------------------------------

    def send(self, side: str, command: str, **args: Any) -> None:
        """A command by hand, which must be accepted."""
        refusal = self.room.act(side, command, args)
        assert refusal is None, refusal

    def passes(self, *sides: str) -> None:
        for side in sides:
            self.send(side, "continue")

    def rez(self, title: str) -> None:
        self.send("corp", "rez", card={"cid": self.find(title)["cid"]})

    def fire(self) -> None:
        self.send("corp", "unbroken-subroutines", card={"cid": self.ice["cid"]})

    def uses(self, title: str, dynamic: str = "auto-pump-and-break") -> None:
        card = self.find(title)
        self.send("runner", "dynamic-ability", card={"cid": card["cid"]}, dynamic=dynamic)

    def press(self, side: str, text: str) -> None:
        prompt = self.prompt(side)
        button = next(one for one in prompt["choices"] if one["value"] == text)
        self.send(side, "choice", choice={"uuid": button["uuid"]}, eid=prompt["eid"])

    def step(self, side: str, *flags: str) -> AutomationResult:
        """Take one step of a side's automation."""
        return run_now(self.automation(side).continue_run(*flags))

    def loop(self, side: str, *flags: str, **limits: Any) -> AutomationResult:
        return run_now(
            self.automation(side).auto_continue_loop(*flags, **{"patience": 0, **limits})
        )

    def would(self, side: str, *flags: str) -> Decision:
        """Return what the automation would do, without doing it."""
        return self.automation(side).consider(*flags)

    def automation(self, side: str) -> Automation:
        return self.corp if side == "corp" else self.runner

    # --- what is seen ------------------------------------------------------------------------------

    @property
    def run(self) -> dict[str, Any] | None:
        return self.runner.state.get("run")

    @property
    def at(self) -> tuple[str, int, str | bool | None] | None:
        """The phase, position and no-action of the run; None without one."""
        run = self.run
        return None if run is None else (run["phase"], run["position"], run.get("no-action"))

    @property
    def encounter_passed(self) -> str | None:
        passed: str | None = self.runner.state["encounters"].get("no-action")
        return passed

    @property
    def ice(self) -> dict[str, Any]:
        encountered: dict[str, Any] = self.corp.state["encounters"]["ice"]
        return encountered

    @property
    def broken(self) -> list[bool]:
        return [bool(one.get("broken")) for one in self.ice["subroutines"]]

    @property
    def fired(self) -> list[bool]:
        return [bool(one.get("fired")) for one in self.ice["subroutines"]]

    def prompt(self, side: str) -> dict[str, Any]:
        prompt: dict[str, Any] = self.automation(side).state[side].get("prompt-state") or {}
        return prompt

    def buttons(self, side: str) -> list[str]:
        return [one["value"] for one in self.prompt(side).get("choices", ())]

    def credits(self, side: str) -> int:
        amount: int = self.runner.state[side]["credit"]
        return amount

    def find(self, title: str) -> dict[str, Any]:
        """Return an installed card as its owner sees it."""
        found: list[dict[str, Any]] = []
        for server in self.corp.state["corp"]["servers"].values():
            found += [*server["ices"], *server["content"]]
        for kind in self.corp.state["runner"]["rig"].values():
            found += kind
        found += [one for card in found for one in card.get("hosted", ())]
        return next(one for one in found if one.get("title") == title)

    def log(self, since: int = 0) -> list[str]:
        """Return the public log without the final full stops."""
        return [line["text"].removesuffix(".") for line in self.runner.state["log"][since:]]
