"""Diagrams: everything is drawn once, nothing overlaps, and text stays in its box."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import turnwright as tw
from turnwright.cli.diagram.formats import render
from turnwright.cli.diagram.text_metrics import fit, text_width, wrap
from turnwright.core.analysis.graph import FlowCoverage, Graph, GraphEdge, GraphNode, graph_of
from turnwright.games.duel40.game import game as duel40
from turnwright.games.tictactoe.game import game as tictactoe

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"title": 20, "segment": 16, "phase": 14}


def act(c):
    """A move."""


def attack(c):
    c.set_phase("clash")


def concede(c):
    c.set_segment("endGame")


def clash_game():
    """The second example of the flow document, with a start and an end."""
    steps = {"attackStep": tw.Step(start=True, next="counterStep", end_if=tw.always)}
    steps["counterStep"] = tw.Step(next=lambda c: "damageStep" if c.G else None, window=tw.Window())
    steps["buffStep"] = tw.Step(next="attackStep", moves={"playClashBuff": act})
    steps["damageStep"] = tw.Step(end_if=tw.always)
    many = {name: act for name in ("playCard", "setTrap", "placeResource", "activateAbility")}
    phases = {
        "startOfTurn": tw.Phase(start=True, next="primary", end_if=tw.always),
        "primary": tw.Phase(
            next=lambda c: "clash" if c.G else "endOfTurn", moves={**many, "attack": attack}
        ),
        "clash": tw.Phase(next="primary", steps=steps),
        "endOfTurn": tw.Phase(end=True, end_if=tw.always),
    }
    segments = {
        "startingAGame": tw.Segment(next=lambda c: "duringGame" if c.G else "endGame"),
        "duringGame": tw.Segment(next="endGame", turn=tw.Turn(phases=phases)),
        "endGame": tw.Segment(next="startingAGame"),
    }
    moves = {"concede": tw.Move(concede, by="anyone"), "endTurn": tw.end_turn}
    return tw.Game("Clash", flow=tw.Flow(segments=segments), moves=moves)


def dense_game():
    """Every possible arrow between some places with awkward names."""
    names = [
        'a <b> & "c"',
        "W" * 40,
        "ein sehr langer Name mit Leerzeichen",
        "準備フェイズの始まり",
    ]
    nodes = []
    for segment in names[:3]:
        nodes.append(GraphNode(segment, is_start=not nodes, moves=tuple(names), is_automatic=True))
        for phase in names[:3]:
            path = f"{segment}/{phase}"
            nodes.append(
                GraphNode(path, is_start=phase == names[0], has_window=True, is_automatic=True)
            )
            nodes += [GraphNode(f"{path}/{step}", moves=tuple(names)) for step in names[2:]]
    ends = [node.path for node in nodes][::4]
    kinds = ["next", "conditional", "turn", "jump"]
    edges = [
        GraphEdge(source, target, kinds[(i + j) % 4], names[(i + j) % 4])
        for i, source in enumerate(["", *ends])
        for j, target in enumerate(ends)
    ]
    return Graph(tuple(nodes), tuple(edges), tuple(names))


GRAPHS = {
    "clash": graph_of(clash_game()),
    "dense_game": dense_game(),
    "duel40": graph_of(duel40),
    "tictactoe": graph_of(tictactoe),
}


@pytest.fixture(params=GRAPHS)
def graph(request):
    return GRAPHS[request.param]


def parse(diagram):
    return ElementTree.fromstring(diagram)


def nodes_of(root):
    return {g.get("data-path"): g for g in root.iter(SVG + "g") if g.get("data-path") is not None}


def area(rect):
    x, y, width, height = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def text_area(text):
    kind = text.get("class").split()[-1]
    size = SIZES.get(kind, 12)
    words = "".join(text.itertext()).removeprefix(text.findtext(SVG + "title") or "")
    x, y = float(text.get("x")), float(text.get("y"))
    is_bold = kind in ("title", "segment", "phase", "step")
    return x, y - size * 0.75, x + text_width(words, size, is_bold), y + 2


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def contains(outer, inner):
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2] + 0.2
        and inner[3] <= outer[3] + 0.2
    )


# --- SVG ------------------------------------------------------------------------------------------


def test_every_place_is_inside_its_parent_and_beside_the_others(graph):
    root = parse(render(graph, "svg", title="flow"))
    boxes = {path: area(g.find(SVG + "rect")) for path, g in nodes_of(root).items()}
    page = (0, 0, float(root.get("width")), float(root.get("height")))

    assert set(boxes) == {node.path for node in graph.nodes}
    for node in graph.nodes:
        assert contains(boxes[node.parent] if node.parent else page, boxes[node.path])
        for one, other in combinations(graph.children(node.path), 2):
            assert not overlap(boxes[one.path], boxes[other.path])
    for one, other in combinations(graph.children(), 2):
        assert not overlap(boxes[one.path], boxes[other.path])


def test_text_stays_in_its_box_and_shortened_text_has_a_full_title(graph):
    for path, g in nodes_of(parse(render(graph, "svg"))).items():
        texts = g.findall(SVG + "text")
        box = area(g.find(SVG + "rect"))
        assert all(contains(box, text_area(text)) for text in texts)
        name = path.rpartition("/")[2]
        assert name in (texts[0].text, texts[0].findtext(SVG + "title"))


def test_texts_do_not_overlap(graph):
    root = parse(render(graph, "svg", title="flow"))
    groups = [g for g in root.iter(SVG + "g") if g.get("data-path") or g.get("data-to")]
    areas = [text_area(text) for g in groups for text in g.findall(SVG + "text")]

    assert not any(overlap(one, other) for one, other in combinations(areas, 2))


def test_no_arrow_crosses_text(graph):
    root = parse(render(graph, "svg", title="flow"))
    groups = [g for g in root.iter(SVG + "g") if g.get("data-path") or g.get("data-to")]
    areas = [text_area(text) for g in groups for text in g.findall(SVG + "text")]
    for g in groups:
        if g.get("data-to"):
            shape = g.find(SVG + "path").get("d")
            points = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", shape)]
            for (x1, y1), (x2, y2) in pairwise(points):
                line = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
                assert not any(overlap(line, words) for words in areas)


def test_every_edge_is_an_arrow_or_a_note(graph):
    picture = render(graph, "svg")
    drawn = [g for g in parse(picture).iter(SVG + "g") if g.get("data-to")]

    assert len(drawn) + picture.count("↻") + picture.count("↳") >= len(graph.edges)


def test_the_place_of_a_match_is_highlighted():
    match = duel40.start()

    marked = nodes_of(parse(render(graph_of(duel40), "svg", here=match.ctx.place)))

    assert [path for path, g in marked.items() if "here" in g.get("class").split()] == ["play/main"]


def test_what_was_never_visited_is_greyed_out_and_counted():
    graph = graph_of(duel40)
    visited = FlowCoverage({"play/begin", "play/main"}, {("play/begin", "play/main")})

    picture = render(graph, "svg", visited=visited, title="duel40")
    root = parse(picture)

    never = [path for path, g in nodes_of(root).items() if "never" in g.get("class").split()]
    assert never == ["play/end"]
    arrows = [g for g in root.iter(SVG + "g") if g.get("data-to")]
    assert [g.get("data-to") for g in arrows if "never" in g.get("class").split()] == [
        "play/end",
        "play/begin",
    ]
    assert root.findtext(SVG + "title") == "duel40 · 57 % visited"
    assert "3 of 4 places, 1 of 3 transitions visited" in picture


def test_both_colour_schemes_are_in_one_file_and_scoped_to_it():
    style = parse(render(graph_of(duel40), "svg")).findtext(SVG + "style")

    assert "prefers-color-scheme:dark" in style
    rules = [line for line in style.split("\n") if line and not line.startswith("@")]
    assert all(line.startswith(".flow") for line in rules)


# --- Mermaid and dot ------------------------------------------------------------------------------


def test_mermaid_has_every_place_and_every_arrow_once(graph):
    lines = [line.strip() for line in render(graph, "mermaid", title="flow").splitlines()]
    defined = [m[1] for line in lines if (m := re.match(r'(?:subgraph )?(n\d+)\["', line))]
    arrows = [line for line in lines if re.match(r"n\d+ (-->|==>|-\.->)", line)]

    assert sorted(defined) == sorted(f"n{index}" for index in range(len(graph.nodes)))
    assert sum(line == "end" for line in lines) == sum(
        line.startswith("subgraph") for line in lines
    )
    assert all(re.fullmatch(r'n\d+ \S+?>(\|"[^"|]+"\|)? n\d+', line) for line in arrows)


def test_dot_has_every_place_and_every_arrow_once(graph):
    text = render(graph, "dot", title="flow")
    leaves = re.findall(r"^ *(n\d+) \[label=", text, re.MULTILINE)
    clusters = re.findall(r"^ *subgraph cluster_(n\d+) {", text, re.MULTILINE)

    assert sorted(leaves + clusters) == sorted(f"n{index}" for index in range(len(graph.nodes)))
    assert text.count("{") == text.count("}")


def test_mermaid_and_dot_mark_here_and_never():
    graph = graph_of(duel40)
    visited = FlowCoverage({"play/begin", "play/main"}, {("play/begin", "play/main")})

    mermaid = render(graph, "mermaid", here="play/main", visited=visited, title="duel40")
    assert 'title: "duel40 · 57 % visited"' in mermaid
    assert "class n2 here" in mermaid
    assert "class n3 never" in mermaid
    assert "linkStyle 1,2 stroke" in mermaid
    dot = render(graph, "dot", here="play/main", visited=visited)
    assert re.search(r"n2 \[.*class=here", dot)
    assert re.search(r"n3 \[.*class=never", dot)
    assert re.search(r"n3 -> n1 \[.*class=never", dot)


def test_names_are_escaped():
    name = 'x"]; y <&> \\ #1|'
    graph = Graph((GraphNode(name), GraphNode("b")), (GraphEdge(name, "b", "jump", name),))

    assert name in nodes_of(parse(render(graph, "svg", title=name)))
    mermaid = render(graph, "mermaid").replace('["', "").replace('"]', "").replace('|"', "")
    assert not set("<&\\") & set(mermaid)
    assert '"x\\"]; y <&> \\\\ #1|"' in render(graph, "dot")


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="mermaid, dot, svg"):
        render(graph_of(duel40), "pdf")


# --- text metrics ---------------------------------------------------------------------------------


def test_text_is_shortened_and_wrapped():
    assert fit("short", 100, 12) == "short"
    cut = fit("a rather long name", 60, 12)
    assert cut.endswith("…")
    assert text_width(cut, 12) <= 60
    lines = wrap([f"move{index}" for index in range(20)], 120, 12)
    assert len(lines) == 4
    assert lines[-1].endswith("+" + str(20 - " · ".join(lines).count("move")))
    assert all(text_width(line, 12) <= 120 for line in lines)
