"""Run scenarios one after another, within a time, and report what they have found."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

import turnwright as tw
from turnwright.client.lobby import Lobby
from turnwright.client.reconnecting_socket import Disconnected
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.server.rules.hosted_games import HostedGames

from .databases import Databases
from .scenario import NotAvailable, Report, Result, Scenario
from .scenarios import SCENARIOS
from .stage import ServerUnderTest, Stage, TortureFailed

OVERHEAD = 5.0  # seconds that a scenario needs besides its faults: starting, recovering, checking
LEAST_SHARE = 0.1  # of the usual time of a scenario, if there is little time
OWN_OPTIONS = ("--host", "--port", "--db")
LOOPBACK_ONLY = "torture works on loopback addresses only, such as http://127.0.0.1:8000"

Show = Callable[[str], None]


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    """What is tortured, and for how long.

    `database` is `sqlite`, `postgresql` (a private cluster) or an URL. `url` is a running server, for
    which only faults from outside are possible. `recovery` is how many seconds a server may need until
    all players move again.
    """

    game: str = "duel"
    find_game: HostedGames
    seats: int = 2
    database: str = "sqlite"
    url: str = ""
    serve_options: tuple[str, ...] = ()
    seconds: float = 180.0
    recovery: float = 30.0
    seed: int = 0


def loopback_port(url: str) -> int:
    """Return the port of a server on this machine; raise `not_loopback` for any other address."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, port = parts.hostname or "", parts.port or 80
        is_loopback = host == "localhost" or ip_address(host).is_loopback
        is_usable = is_loopback and parts.scheme in ("http", "ws")
    except ValueError:
        is_usable, port = False, 0
    if not is_usable:
        raise UnusableError("not_loopback", f"{LOOPBACK_ONLY}, not {url!r}.")
    return port


def select(names: Sequence[str]) -> list[Scenario]:
    """Return the scenarios with these names, or all."""
    known = {scenario.name: scenario for scenario in SCENARIOS}
    for name in names:
        if name not in known:
            sentence = f"There is no scenario {name!r}{suggestion(name, list(known)) or '.'}"
            raise UnusableError("unknown_scenario", sentence)
    return [known[name] for name in dict.fromkeys(names)] or list(SCENARIOS)


async def run(settings: Settings, scenarios: Sequence[Scenario], show: Show) -> Report:
    """Run scenarios, telling `show` what happens. It ends within `settings.seconds`, and a little for
    the end of processes."""
    for option in settings.serve_options:
        if option.partition("=")[0] in OWN_OPTIONS:
            sentence = f"{option} is chosen by torture; it cannot be passed to the server."
            raise UnusableError("own_option", sentence)
    if settings.url:
        loopback_port(settings.url)
    begun = time.monotonic()
    report = Report(
        version=tw.__version__,
        game=settings.game,
        database=_without_password(settings.database),
        seed=settings.seed,
        seconds=0.0,
        results=[],
    )
    share = (settings.seconds - OVERHEAD * len(scenarios)) / sum(s.seconds for s in scenarios)
    with tempfile.TemporaryDirectory(
        prefix="turnwright-torture-", ignore_cleanup_errors=True
    ) as name:
        runner = _Runner(settings, Path(name), max(LEAST_SHARE, min(1.0, share)))
        try:
            for number, scenario in enumerate(scenarios, 1):
                show(f"{number} of {len(scenarios)}: {scenario.name}: {scenario.fault}")
                left = settings.seconds - (time.monotonic() - begun)
                result = await runner.result(scenario, left)
                report.results.append(result)
                show(f"{scenario.name}: {result.verdict}")
        finally:
            await runner.databases.close()
    report.seconds = round(time.monotonic() - begun, 1)
    return report


class _Runner:
    """Runs single scenarios with the same settings."""

    def __init__(self, settings: Settings, folder: Path, share: float) -> None:
        self.settings, self.folder, self.share = settings, folder, share
        self.databases = Databases(settings.database)

    async def result(self, scenario: Scenario, seconds: float) -> Result:
        """Run a scenario for at most so many seconds."""
        result = Result(scenario=scenario.name, verdict="no time")
        if self.settings.url and not scenario.from_outside:
            result.verdict, result.done = "not available", "only for a server that torture starts"
            return result
        if seconds < OVERHEAD:
            result.done = "give more --seconds"
            return result
        begun = time.monotonic()
        stage: Stage | None = None
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                stage = await self._stage(scenario)
                try:
                    await self._play(scenario, stage, result)
                finally:
                    await stage.close()
        except NotAvailable as error:
            result.verdict, result.done = "not available", str(error)
        except (TurnwrightError, TortureFailed, OSError) as error:  # a TimeoutError is an OSError
            problem = str(error) or type(error).__name__
            if limit.expired():
                problem = f"It was not over after {seconds:.0f} s; give more --seconds."
            result.verdict = "failed"
            result.problems.append(problem)
        result.seconds = round(time.monotonic() - begun, 1)
        if stage is not None and stage.recoveries:
            result.recovery = round(max(stage.recoveries), 2)
        return result

    async def _play(self, scenario: Scenario, stage: Stage, result: Result) -> None:
        try:
            await stage.open(scenario.rooms)
        except (Disconnected, TortureFailed) as error:
            raise TortureFailed(f"The players could not begin: {error}") from None
        result.done = await scenario.run(stage)
        found = await stage.check(self.settings.find_game)
        result.acknowledged, result.lost = found.acknowledged, found.lost
        result.doubled, result.problems = found.doubled, found.problems
        is_good = not (found.problems or found.lost or found.doubled) and found.acknowledged
        result.verdict = "passed" if is_good else "failed"

    async def _stage(self, scenario: Scenario) -> Stage:
        settings = self.settings
        under_test, port = None, 0
        if settings.url:
            port = loopback_port(settings.url)
        else:
            folder = self.folder / scenario.name
            folder.mkdir()
            database = await self.databases.new(scenario.database, folder)
            under_test = ServerUnderTest(database, folder, settings.serve_options)
        return Stage(
            game=settings.game,
            seats=settings.seats,
            rng=random.Random(f"{settings.seed} {scenario.name}"),
            seconds=scenario.seconds * self.share,
            under_test=under_test,
            port=port,
            recovery=settings.recovery,
        )


async def hosted_seats(url: str, game: str) -> int:
    """Return the smallest number of seats of a game that a running server hosts."""
    loopback_port(url)
    for found in await Lobby(url).games():
        if found.name == game:
            return min(found.seats)
    raise UnusableError("unknown_game", f"{url} does not host the game {game!r}.")


def _without_password(database: str) -> str:
    """Return a database's address without the user and the password."""
    scheme, mark, rest = database.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
