"""The reference of the words of scenario files, written from their schema.

    python -m turnwright.skirmish.describe.word_reference

writes docs/reference/skirmish-words.md. Fields and their notes come from the types, the words from the
vocabulary; `data/word-examples.yaml` has an example of each.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from turnwright.skirmish.model import library, scenario, vocabulary
from turnwright.skirmish.model.parsed_document import load

FILE = Path(__file__).parents[4] / "docs" / "reference" / "skirmish-words.md"

_HEAD = """\
# The words of scenario files

Every effect, fact and event, with an example, and what statuses and pools can say. This page is
written from the schema; do not edit it:

```console
$ python -m turnwright.skirmish.describe.word_reference
```

[How to simulate an encounter](../howto/simulate-an-encounter.md) shows whole files. An editor that
knows the [schema](../../src/turnwright/skirmish/data/skirmish.schema.json) completes these words.

**Death saves.** At 0 hit points heroes are dying and make death saves, monsters die. A hero is whoever
has no `challenge`; `death_saves: true` or `false` on a combatant decides otherwise, and a rule profile
can switch death saves off for everybody.

"""


@cache
def examples() -> Mapping[str, Mapping[str, Any]]:
    """The examples by kind of word: effects, statuses, durations, pools, facts, events."""
    text = (library.DATA / "word-examples.yaml").read_text("utf-8")
    found: dict[str, dict[str, Any]] = load(text)[0]
    return found


def effect_types() -> list[type[scenario.EffectBase]]:
    """The types of all effects."""
    return list(get_args(scenario.Effect))


def effect_names() -> list[str]:
    """The words that files write for the types of effects."""
    return [str(one.__struct_config__.tag) for one in effect_types()]


def facts() -> list[str]:
    """The facts of combatants and targets."""
    return list(dict.fromkeys((*vocabulary.SELF_FACTS, *vocabulary.TARGET_FACTS)))


def reference() -> str:
    """Return the whole page."""
    return _HEAD + "\n".join([*_effects(), *_statuses(), *_facts(), *_events()]) + "\n"


# --- effects ----------------------------------------------------------------------------------------


def _effects() -> Iterator[str]:
    yield "## Effects\n"
    yield "What an action does: the entries of `effect`.\n"
    schemas, defs = msgspec.json.schema_components(effect_types(), ref_template="{name}")
    assert len(schemas) == len(effect_types())
    for kind in effect_types():
        name = str(kind.__struct_config__.tag)
        fields = defs[kind.__name__]["properties"]
        yield f"### {name}\n"
        yield inspect.cleandoc(kind.__doc__ or "").replace("\n", " ") + "\n"
        rows = [row for key, field in fields.items() if key != "type" for row in _row(key, field)]
        if rows:
            yield "| field | meaning | default |\n|---|---|---|"
            yield "\n".join(rows) + "\n"
        example = examples()["effects"].get(name)
        yield f"```yaml\neffect: {_flow(example)}\n```\n" if example else "No example yet.\n"


def _row(key: str, field: Mapping[str, Any]) -> Iterator[str]:
    note = str(field.get("description", "")).replace("|", "\\|")
    default = f"`{_shown(field['default'])}`" if "default" in field else "required"
    yield f"| `{key}` | {note} | {default} |"


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# --- statuses and pools -----------------------------------------------------------------------------


ABOUT_STATUSES = "The `status` of `Apply`, `Spawn` and `Transform`, and the `traits` of combatants."


def _statuses() -> Iterator[str]:
    holders = (scenario.Status, scenario.Duration, scenario.PoolSize)
    _, defs = msgspec.json.schema_components(holders, ref_template="{name}")
    for title, kind, about in (
        ("Statuses", scenario.Status, ABOUT_STATUSES),
        ("Durations", scenario.Duration, "The `duration` of a status."),
        ("Pools", scenario.PoolSize, "The `pools` of a combatant: resources and counters."),
    ):
        yield f"## {title}\n"
        yield f"{about}\n"
        yield "| field | meaning | default |\n|---|---|---|"
        fields = defs[kind.__name__]["properties"]
        yield "\n".join(row for key, field in fields.items() for row in _row(key, field)) + "\n"
        for means, example in examples()[title.lower()].items():
            word = "pools" if kind is scenario.PoolSize else "status"
            yield f"{means[0].upper()}{means[1:]}:\n\n```yaml\n{word}: {_flow(example)}\n```\n"
        if kind is scenario.Status:
            yield "`released_by` of a status has these fields:\n"
            yield "| field | meaning | default |\n|---|---|---|"
            fields = defs["Release"]["properties"]
            yield "\n".join(row for key, field in fields.items() for row in _row(key, field)) + "\n"


# --- facts and events -------------------------------------------------------------------------------


def _facts() -> Iterator[str]:
    yield "## Facts\n"
    yield (
        "What requirements compare: `requires` of an action. `target` before a fact asks about the "
        "target. Besides these, `used:NAME` is how often an action was used in this encounter, and any "
        "other name is a status or a condition.\n"
    )
    yield "| fact | meaning | of | example |\n|---|---|---|---|"
    for name in facts():
        found = examples()["facts"].get(name, {"means": "", "example": ""})
        whose = [
            words
            for words, known in (
                ("self", vocabulary.SELF_FACTS),
                ("target", vocabulary.TARGET_FACTS),
            )
            if name in known
        ]
        yield f"| `{name}` | {found['means']} | {', '.join(whose)} | `{found['example']}` |"
    yield ""


def _events() -> Iterator[str]:
    yield "## Events\n"
    yield (
        "What reactions wait for: `timing` of an action. `who` and `role` say whose event it is; "
        "`when` adds requirements.\n"
    )
    yield "| event | when | example |\n|---|---|---|"
    for name in vocabulary.EVENTS:
        found = examples()["events"].get(name)
        example = _flow(found["example"]) if found else ""
        yield f"| `{name}` | {found['means'] if found else ''} | `{example}` |"
    yield ""
    yield (
        "Other names of events: "
        + ", ".join(
            f"`{alias}` for {name}{''.join(f' with the tag {tag}' for tag in tags)}"
            for alias, (name, tags) in vocabulary.ALIASES.items()
        )
        + "."
    )


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def main() -> None:
    """Write the page."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(reference(), "utf-8")


if __name__ == "__main__":
    main()
