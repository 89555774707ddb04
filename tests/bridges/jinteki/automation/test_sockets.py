"""The automation on a remote server: two clients over real sockets, driven by command lines."""

import asyncio

import pytest

from tests.bridges.jinteki.random_commands import run_socket_test, user
from turnwright.bridges.jinteki.automation import Automation, command
from turnwright.bridges.jinteki.server.endpoint import Endpoint, running
from turnwright.bridges.jinteki.server.lobby import Lobby

SECONDS = 60


async def wait_for_start(corp, runner):
    gameid = await corp.create("A game", "Corp")
    await runner.join(gameid, "Runner")
    await corp.start()
    return Automation(await corp.wait_for_start()), Automation(await runner.wait_for_start())


async def say(automation, *words):
    result = await command(automation, words)
    assert result.status in ("success", "action-taken"), result
    return result


async def discard(automation):
    while automation.state[automation.side].get("prompt-state"):
        await say(automation, "choose-card", "0")


async def watch(corp, *flags):
    """Let the Corp take part as soon as there is a run."""
    while not (await corp.wait_for_change(seconds=SECONDS)).data["run_active"]:
        pass
    return await corp.monitor_run(*flags, seconds=SECONDS)


@pytest.mark.parametrize("packer", ["edn", "msgpack"])
def test_runs_over_sockets(packer):
    async def play():
        server = Endpoint(Lobby(seed=lambda: 7), packer=packer)
        async with running(server) as url, user(url, "ada") as one, user(url, "bob") as two:
            corp, runner = await wait_for_start(one, two)
            await say(corp, "keep-hand")
            await say(runner, "keep-hand")
            await say(corp, "start-turn")
            ice = [card["title"] for card in corp.state["corp"]["hand"] if card["type"] == "ICE"]
            for title in ice[:2]:
                await say(corp, "install", title, "HQ")
            while corp.state["corp"]["click"]:
                await say(corp, "take-credit")
            await say(corp, "end-turn")
            await discard(corp)

            while (await runner.wait_for_change(seconds=SECONDS)).reason != "my-turn":
                pass  # the changed of the Corp's turn are still on their way

            flags = [word for title in ice for word in ("--rez", title)]
            run, watched = await asyncio.gather(
                runner.run("HQ", "--tank-all", patience=SECONDS),
                watch(corp, *flags, "--fire-if-asked"),
            )
            assert run.data["log_entry"] == "bob spends [Click] to make a run on HQ."
            assert run.then.status == "run-complete", run.then
            assert watched.status == "run-complete", watched
            assert len(run.then.trail) > 3

            run, watched = await asyncio.gather(
                runner.run("Archives", patience=SECONDS), watch(corp, "--no-rez")
            )
            assert run.then.status == watched.status == "run-complete"

    run_socket_test(play())
