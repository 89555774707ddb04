"""The flow graph of a game, and the coverage that matches reach in it."""

import pytest

import turnwright as tw
from turnwright.core.analysis.graph import (
    FlowCoverage,
    Graph,
    GraphEdge,
    GraphNode,
    coverage,
    graph_of,
)
from turnwright.games.duel40.game import game as duel40
from turnwright.games.tictactoe.game import game as tictactoe


def attack(c):
    c.set_phase("battle")


def concede(c):
    c.lose(c.seat)
    c.set_segment("over")


def after_block(c):
    return "damage" if c.G else "end"


BATTLE = {
    "block": tw.Step(start=True, next=after_block, moves={"block": tw.end_step}),
    "damage": tw.Step(next="end", end_if=tw.always),
    "end": tw.Step(window=tw.Window()),
}
PHASES = {
    "draw": tw.Phase(start=True, next="main", end_if=lambda: True),
    "main": tw.Phase(moves={"attack": attack, "pass": tw.end_turn}),
    "battle": tw.Phase(next="main", steps=BATTLE, doc="A battle is part of the main phase."),
}
battle_game = tw.Game(
    "battle",
    flow=tw.Flow(
        segments={
            "play": tw.Segment(next="over", turn=tw.Turn(phases=PHASES)),
            "over": tw.Segment(),
        }
    ),
    moves={"concede": tw.Move(concede, by="anyone")},
)


def edges(game):
    return {(edge.source, edge.target, edge.kind, edge.label) for edge in graph_of(game).edges}


def test_nodes_list_their_moves_and_attributes():
    nodes = {node.path: node for node in graph_of(battle_game).nodes}

    assert list(nodes)[:3] == ["play", "play/draw", "play/main"]
    assert nodes["play"].is_start
    assert nodes["play/draw"].is_automatic
    assert nodes["play/main"].moves == ("attack", "pass")
    assert nodes["play/battle"].doc.startswith("A battle")
    assert nodes["play/battle/end"].has_window
    assert nodes["play/battle/end"].level == "step"
    assert graph_of(battle_game).moves == ("concede",)


def test_edges_cover_every_transition():
    battle = "play/battle"
    assert edges(battle_game) == {
        ("play", "over", "next", ""),
        ("play/draw", "play/main", "next", ""),
        ("play/main", "play/draw", "turn", "pass"),
        ("play/main", "play/battle", "jump", "attack"),
        ("play/battle", "play/main", "next", ""),
        (f"{battle}/block", f"{battle}/damage", "conditional", "after_block"),
        (f"{battle}/block", f"{battle}/end", "conditional", "after_block"),
        (f"{battle}/damage", f"{battle}/end", "next", ""),
        ("", "over", "jump", "concede"),
    }


def test_edges_that_end_a_turn_are_marked():
    def flow(**last):
        last_phase = tw.Phase(end_if=tw.always, **last)
        main = tw.Phase(next="end", moves={"go": tw.end_phase})
        draw = tw.Phase(start=True, next="main", end_if=tw.always)
        return tw.Game(
            "round", flow=tw.Flow(phases={"draw": draw, "main": main, "end": last_phase})
        )

    for last in ({}, {"next": "draw"}, {"next": "main", "end": True}):
        assert ("play/end", "play/draw", "turn", "") in edges(flow(**last))
    assert ("play/end", "play/main", "next", "") in edges(flow(next="main"))


def test_a_next_that_names_its_own_phase_adds_no_edge():
    phase = tw.Phase(start=True, next="main", moves={"go": tw.end_phase})

    assert edges(tw.Game("still", flow=tw.Flow(phases={"main": phase}))) == set()


def test_a_function_without_literal_names_may_lead_anywhere():
    phases = {
        "a": tw.Phase(start=True, next=lambda c: c.G["next"], end_if=tw.always),
        "b": tw.Phase(moves={"go": tw.end_turn}),
        "c": tw.Phase(moves={"go": tw.end_turn}),
    }

    found = edges(tw.Game("any", flow=tw.Flow(phases=phases)))
    assert {("play/a", f"play/{name}", "conditional", "") for name in "bc"} < found
    assert ("play/a", "play/a", "turn", "") in found


def test_camel_case_keys_give_the_same_graph():
    flow = {
        "phases": {
            "main": {"start": True, "next": lambda G: "clash" if G["combat"] else None},
            "clash": {"next": "main", "endIf": lambda: True},
        }
    }

    assert ("play/main", "play/clash", "conditional", "") in edges(tw.Game("seed", flow=flow))


def test_a_handwritten_graph_is_validated():
    graph = Graph(
        (
            GraphNode("app", is_start=True),
            GraphNode("app/home", is_start=True),
            GraphNode("app/table"),
        )
    )
    assert graph.entry("app") == "app/home"

    with pytest.raises(tw.DefinitionError) as raised:
        Graph((GraphNode("app/home"),), (GraphEdge("app/home", "app/lost"),))
    assert len(raised.value.problems) == 2


# --- coverage -------------------------------------------------------------------------------------


def test_coverage_of_an_unfinished_match():
    match = battle_game.start()
    match.play(0, "pass")

    visited = coverage(battle_game, [match.record])

    assert visited.never == [
        "play/battle",
        "play/battle/block",
        "play/battle/damage",
        "play/battle/end",
        "over",
    ]
    graph = graph_of(battle_game)
    taken = [edge for edge in graph.edges if visited.has_taken(edge, graph)]
    assert {(edge.source, edge.kind) for edge in taken} == {
        ("play/draw", "next"),
        ("play/main", "turn"),
    }


def test_coverage_is_summed_over_records_in_every_form():
    passed, fought = battle_game.start(), battle_game.start()
    passed.play(0, "pass")
    fought.play(0, "attack")
    fought.play(0, "block")
    fought.play(0, "pass")
    fought.play(1, "pass")
    fought.play(1, "concede")

    visited = coverage(battle_game, [passed.record, fought.record.to_json()])

    assert visited.never == ["play/battle/damage"]


def test_a_turn_ended_by_its_segment_is_covered():
    phases = {"main": tw.Phase(start=True, next="end", moves={"go": tw.end_phase})}
    phases["end"] = tw.Phase(end_if=tw.always)
    play = tw.Segment(end_if=lambda c: c.ctx.game_over, turn=tw.Turn(phases=phases))
    game = tw.Game("asked", flow=tw.Flow(segments={"play": play}))
    match = game.start()
    match.play(0, "go")

    graph, visited = graph_of(game), coverage(game, [match.record])

    assert all(visited.has_taken(edge, graph) for edge in graph.edges)


def test_one_match_covers_a_small_game():
    for game, move in ((duel40, "pass"), (tictactoe, None)):
        match = game.start()
        match.play(0, *([move] if move else ["mark", 4]))
        graph, visited = graph_of(game), coverage(game, [match.record])
        assert visited.never == []
        assert all(visited.has_taken(edge, graph) for edge in graph.edges)


def test_coverage_without_matches_is_empty():
    assert coverage(duel40, []) == FlowCoverage(
        set(), set(), [n.path for n in graph_of(duel40).nodes]
    )
