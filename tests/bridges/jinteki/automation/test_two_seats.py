"""Two automated seats play whole runs on many boards without a deadlock."""

import random
from collections import Counter

import pytest

from tests.bridges.jinteki.automation.positions import (
    AutomatedMatch,
    card,
    recorded_position,
    run_now,
)
from turnwright.bridges.jinteki.automation import parse_flags, play_run
from turnwright.games.netrunner.card_facts import card_facts

ICE = (
    "Whitespace", "Tithe", "Palisade", "Diviner", "Karunā", "Brân 1.0", "Ansel 1.0", "Funhouse", "Ping",
    "Ballista", "Pharos",
)  # fmt: skip
PROGRAMS = (
    "Mayfly", "Unity", "Cleaver", "Carmen", "Buzzsaw", "Marjanah", "Echelon", "Leech", "Conduit",
)  # fmt: skip
ROOT = (
    "Manegarm Skunkworks", "Anoetic Void", "AMAZE Amusements", "Urtica Cipher", "Offworld Office",
    "Send a Message", "Regolith Mining License", "Nico Campaign",
)  # fmt: skip
AGENDAS = ("Offworld Office", "Send a Message")
SERVERS = {"hq": "HQ", "rd": "R&D", "archives": "Archives", "remote1": "Server 1"}
RUNNER = (["--full-break"], ["--full-break", "--tank-all"], ["--tank-all"], ["--tank", "Tithe"], [])
CORP = (
    ["--fire-unbroken", "--no-rez"], ["--fire-unbroken"], ["--fire-if-asked"],
    ["--fire-if-asked", "--no-rez"], ["--no-rez"], [],
)  # fmt: skip
GOES_ON = {"decision-required", "fire-decision-required", "ice-rezzed", "ability-used", "subs-fired",
           "tag-or-damage"}  # fmt: skip
ENDS = {"run-complete", "game-over", "no-run"}


def board(r):
    memory = 4

    def fits(title):
        nonlocal memory
        does_fit = card_facts()[title].memory <= memory
        memory -= card_facts()[title].memory if does_fit else 0
        return does_fit

    def ice():
        hosted = []
        if r.random() < 0.15 and fits("Botulus"):
            hosted = [card("Botulus", counters={"virus": r.randint(0, 3)})]
        return card(r.choice(ICE), rezzed=r.random() < 0.4, hosted=hosted)

    def root(title):
        if title in AGENDAS:
            return card(title)
        return card(title, rezzed=r.random() < 0.3, advancement=r.randint(0, 2))

    return recorded_position(
        ices={server: [ice() for _ in range(r.randint(0, 3))] for server in SERVERS},
        roots={
            "remote1": [root(title) for title in r.sample(ROOT, r.randint(1, 2))],
            "hq": [root("AMAZE Amusements")] if r.random() < 0.2 else [],
            "rd": [root("Manegarm Skunkworks")] if r.random() < 0.2 else [],
        },
        programs=[title for title in r.sample(PROGRAMS, r.randint(0, 4)) if fits(title)],
        hardware=r.sample(["Docklands Pass", "Pennyshaver"], r.randint(0, 2)),
        corp=r.randint(0, 15),
        runner=r.randint(0, 15),
        clicks=r.randint(1, 4),
        hq=r.choices(["Hedge Fund", "Urtica Cipher", "Palisade", *AGENDAS], k=r.randint(0, 5)),
        archives=r.choices(["Hedge Fund", "Palisade", *AGENDAS], k=r.randint(0, 4)),
        grip=r.choices(["Sure Gamble", "Mayfly", "Jailbreak"], k=r.randint(0, 5)),
        rnd=r.choices(["Hedge Fund", "Offworld Office", "Tithe"], k=10),
    )


def answer(p, side, r):
    """Return a random answer to an open question."""
    prompt = p.prompt(side)
    if prompt.get("selectable") and r.random() < 0.9:
        chosen = {"cid": r.choice(prompt["selectable"])}
        p.room.act(side, "select", {"card": chosen, "eid": prompt["eid"]})
    else:
        button = r.choice(prompt["choices"])
        p.room.act(side, "choice", {"choice": {"uuid": button["uuid"]}, "eid": prompt["eid"]})


def decide(p, side, result, r):
    """Return what a player might do where the automation stops."""
    data = result.data
    if "prompt" in data:
        answer(p, side, r)
    elif result.status == "fire-decision-required":
        if r.random() < 0.7:
            run_now(p.runner.tank(data["ice"]))
        else:
            p.passes("runner")
    elif "unbroken_count" in data:
        if r.random() < 0.6:
            p.fire()
        else:
            p.passes("corp")
    elif result.status == "decision-required":  # a rez
        wanted = p.find(data["cards"][0]) if "cards" in data else p.corp.situation().ice
        if r.random() < 0.5:
            p.room.act("corp", "rez", {"card": {"cid": wanted["cid"]}})
        p.room.act("corp", "continue", {})


def play(seed):
    r = random.Random(seed)
    p = AutomatedMatch(board(r), priority=r.choice(["strict", "engine"]))
    server = r.choice(list(SERVERS.values()))
    flags = list(r.choice(CORP))
    if "--no-rez" not in flags:
        for title in r.sample((*ICE, "Manegarm Skunkworks"), r.randint(0, 6)):
            flags += ["--rez", title]
    assert run_now(p.runner.run(server, *r.choice(RUNNER), "--no-continue")).status == "success"
    p.corp.strategy = parse_flags(flags, "corp").strategy()
    for _ in range(100):
        played = run_now(play_run(p.corp, p.runner))
        about = f"board {seed}: {played.deadlock or played.result}"
        assert played.side is not None, about
        assert played.result.status in GOES_ON | ENDS, about
        if played.result.status in ENDS:
            assert p.run is None or p.match.result is not None
            return played.result.status, len(p.runner.trace) + len(p.corp.trace)
        decide(p, played.side, played.result, r)
    raise AssertionError(f"board {seed}: the run does not end")


@pytest.mark.parametrize("part", range(10))
def test_random_boards(part):
    ends = Counter(play(seed)[0] for seed in range(part * 200, part * 200 + 200))
    assert ends["run-complete"] > 150


@pytest.mark.parametrize("fire", ["--fire-unbroken", "--fire-if-asked"])
@pytest.mark.parametrize("runner", ["--full-break", "--tank-all"])
@pytest.mark.parametrize(
    "rez", [["--no-rez"], [word for title in ICE for word in ("--rez", title)]]
)
@pytest.mark.parametrize("title", [one for one in ICE if one not in ("Funhouse", "Karunā")])
def test_a_run_completes_without_decisions(title, rez, runner, fire):
    """With flags for every decision a run completes by itself."""
    p = AutomatedMatch(
        ices={"hq": [title, title]}, programs=["Mayfly"], runner=5, corp=20, hq=["Offworld Office"]
    )
    run_now(p.runner.run("HQ", runner, "--no-continue"))
    p.corp.strategy = parse_flags([fire, *rez], "corp").strategy()
    played = run_now(play_run(p.corp, p.runner))
    if "prompt" in played.result.data:  # ice that asks what it may do
        assert title in ("Brân 1.0", "Ansel 1.0", "Ballista")
    else:
        assert played.result.status == "run-complete"
