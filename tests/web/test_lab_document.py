"""The lab edits the text of an encounter by the paths of its expanded form. Every edit must change the
expanded form as wanted, and leave all other lines of the text as they were."""

from __future__ import annotations

import copy
import difflib
import json
from typing import Any

import msgspec
import pytest
import yaml

from tests.web.browser_player import BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.lab_edits import EVERYWHERE, combatants, edits_of, expanded, inside, path_text
from turnwright.skirmish.model import library, parsed_document, sample_encounters
from turnwright.skirmish.model import scenario as model

SAMPLES = sample_encounters.names()

APPLY = """async ({texts, library, edits}) => {
  const {EncounterDocument} = await import('/web/lab/state/encounter-document.js');
  const plain = (name) => String(name).replace(/[-_ ]+/g, ' ').trim().toLowerCase();
  const source = (noun, name) =>
    Object.entries(library[noun]).find(([key]) => plain(key) === plain(name))?.[1];
  return edits.map(({sample, method, args}) => {
    const {text, scenario} = texts[sample];
    const doc = new EncounterDocument(text, scenario, source);
    try { doc[method](...args); } catch (error) { return {error: `${error.stack}`}; }
    return {text: doc.text, mirror: doc.expanded};
  });
}"""


def normal(data: Any) -> Any:
    """The expanded form with defaults left out."""
    return json.loads(msgspec.json.encode(msgspec.convert(data, model.Scenario)))


def library_texts() -> dict[str, dict[str, str]]:
    """The entries of the library as it writes them."""
    found: dict[str, dict[str, str]] = {"combatant": {}, "action": {}}
    for noun in found:
        for _, text in library.texts(f"{noun}s"):
            lines = text.splitlines(keepends=True)
            node = yaml.compose(text, yaml.SafeLoader)
            for key, value in node.value:
                block = lines[value.start_mark.line : value.end_mark.line]
                if value.flow_style:
                    found[noun][key.value] = text[value.start_mark.index : value.end_mark.index]
                else:
                    found[noun][key.value] = "".join(line[2:] or "\n" for line in block)
    return found


def touched_lines(text: str, near: tuple[str | int, ...]) -> set[int]:
    """The lines, counted from 0, from where something is written to where the next thing begins."""
    if near == EVERYWHERE:
        return set(range(text.count("\n") + 1))
    data, _ = parsed_document.load(text)
    starts: list[int] = []
    first = 0

    def walk(value: Any, steps: tuple[str | int, ...], line: int) -> None:
        nonlocal first
        names = isinstance(value, dict) and steps and steps[-1] == "sides"
        entries = list(enumerate(value.items())) if names else []
        if names:
            for number, (name, members) in entries:
                at = value.locations[name].line
                for index, _ in enumerate(members if isinstance(members, list) else [members]):
                    where = members.locations[index].line if isinstance(members, list) else at
                    starts.append(where)
                    if (*steps, number, "combatants", index) == near:
                        first = where
                starts.append(at)
        elif isinstance(value, dict):
            for key, inner in value.items():
                starts.append(value.locations[key].line) if len(steps) < 1 else None
                walk(inner, (*steps, key), value.locations[key].line)
        elif isinstance(value, list) and steps and steps[-1] == "day":
            for index, inner in enumerate(value):
                starts.append(value.locations[index].line)
                walk(inner, (*steps, index), value.locations[index].line)

    walk(data, (), 1)
    if near == ("name",):
        first = data.locations["name"].line
    if not first:
        return set()
    after = [line for line in starts if line > first]
    return set(range(first - 1, (min(after) if after else text.count("\n") + 2) - 1))


@pytest.fixture(scope="module")
def sources() -> dict[str, dict[str, str]]:
    return library_texts()


STRIDE = 29  # the kinds of edits repeat for every combatant and every action


def text_of(sample: str) -> str:
    return (sample_encounters.SAMPLES / f"{sample}.yaml").read_text("utf-8")


def as_json(sample: str) -> str:
    return json.dumps(parsed_document.load(text_of(sample))[0], indent=2) + "\n"


def check_edits(player: BrowserPlayer, sample: str, text: str, sources: Any) -> list[str]:
    """Apply all edits to a text, check the results, and return them."""
    data = expanded(text)
    edits = list(edits_of(sample, data))[len(sample) % STRIDE :: STRIDE]
    asked = [{"sample": edit.sample, "method": edit.method, "args": edit.args} for edit in edits]
    texts = {sample: {"text": text, "scenario": data}}
    player.open("")
    given = {"texts": texts, "library": sources, "edits": asked}
    answers = player.page.evaluate(APPLY, given)
    lines = text.splitlines()
    for edit, answer in zip(edits, answers, strict=True):
        what = (edit.method, edit.args, answer.get("error") or answer["text"])
        assert "error" not in answer, what
        wanted = copy.deepcopy(data)
        edit.expect(wanted)
        assert expanded(answer["text"]) == normal(wanted), what
        after = answer["text"].splitlines()
        near = touched_lines(text, edit.near)
        changes = difflib.SequenceMatcher(None, lines, after, autojunk=False).get_opcodes()
        gone = {n for tag, start, end, *_ in changes if tag != "equal" for n in range(start, end)}
        assert gone <= near, what
        comments = [line.split("#", 1)[1] for line in lines if "#" in line]
        if edit.method != "removeAt":
            assert all(comment in answer["text"] for comment in comments), what
    return [answer["text"] for answer in answers]


@pytest.mark.parametrize("sample", SAMPLES)
def test_an_edit_changes_what_it_says_and_nothing_else(
    sample: str, sources: Any, open_browser: OpenBrowser
):
    check_edits(open_browser(), sample, text_of(sample), sources)


@pytest.mark.parametrize("sample", ["archers-on-the-ridge", "day-in-the-ruins", "grit-alley"])
def test_json_stays_json(sample: str, sources: Any, open_browser: OpenBrowser):
    for text in check_edits(open_browser(), sample, as_json(sample), sources):
        json.loads(text)


YAML_AND_BACK = """async ({text, scenario, library, paths}) => {
  const {EncounterDocument} = await import('/web/lab/state/encounter-document.js');
  return paths.map((path) => {
    const doc = new EncounterDocument(text, scenario, (noun, name) => library[noun][name]);
    const written = doc.yamlOf(path);
    doc.setYaml(path, written);
    const again = doc.yamlOf(path);
    doc.setYaml(path, `# why\n${written.trimEnd()} # inside\n`);
    return {written, again, text: doc.text};
  });
}"""


@pytest.mark.parametrize("sample", ["archers-on-the-ridge", "dragon-lair", "goblin-ambush"])
def test_yaml_of_an_action_goes_back_as_it_came_and_keeps_comments(
    sample: str, sources: Any, open_browser: OpenBrowser
):
    text = text_of(sample)
    data = expanded(text)
    paths = [
        path_text((*who, "actions", n))
        for who in combatants(data)
        for n in range(len(inside(data, who).get("actions", [])))
    ]
    player = open_browser()
    player.open("")
    given = {"text": text, "scenario": data, "library": sources, "paths": paths}
    for path, answer in zip(paths, player.page.evaluate(YAML_AND_BACK, given), strict=True):
        assert answer["again"] == answer["written"], path
        assert expanded(answer["text"]) == data, (path, answer["text"])
        assert "# inside" in answer["text"], path
