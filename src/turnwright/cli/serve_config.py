"""Where the settings of `turnwright serve` come from: the command line, the environment, a file.

The command line counts before the environment, and that before the file. A database's password and the
administrator's token belong into the environment or the file: others can read a command line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

import turnwright as tw
from turnwright.core.suggestions import close_matches, suggestion
from turnwright.server.lab.settings import LabSettings
from turnwright.server.node.settings import Settings

PREFIX = "TURNWRIGHT_"
LAB_PREFIX = "LAB_"
ALMOST = 0.75  # how similar a misspelled name is to that of a setting
INTERNAL = frozenset(("plans", "decks", "lab", "game_sources", "card_packs"))
INTERNAL_OF_LAB = frozenset(("importer", "cpus"))
"""Settings that the command sets itself."""

AT_LEAST_ONE = frozenset(("runs", "combatants", "seconds", "jobs"))


class ServeSettings(Settings, kw_only=True):
    """The settings of a node, and those of its process."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8000
    """The port to listen on."""
    db: str = "turnwright.sqlite"
    """An SQLite file, or `postgresql://...`."""
    games: tuple[str, ...] = ()
    """Files of further games to host."""
    rules: tuple[str, ...] = ()
    """Older versions of hosted games: files, wheels or folders."""
    cpu: int | None = None
    """The CPU to which the process is pinned."""


FIELDS = frozenset(ServeSettings.__struct_fields__) - INTERNAL
LAB_FIELDS = frozenset(LabSettings.__struct_fields__) - INTERNAL_OF_LAB


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str], file: str = ""
) -> ServeSettings:
    """Return the settings from what the command line gives, from the environment and from a file."""
    merged: dict[str, Any] = {"lab": {"is_started_early": True}}
    sources = [("The command line", given), ("The environment", _from_environment(environment))]
    if file:
        sources.append((file, _from_file(file)))
    for source, values in reversed(sources):
        _convert(source, values)
        merged |= {name: value for name, value in values.items() if name != "lab"}
        merged["lab"] |= values.get("lab", {})
    settings = _convert("The settings", merged)
    _check_numbers(settings)
    _check_numbers(settings.lab)
    return settings


def _check_numbers(settings: msgspec.Struct) -> None:
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        least = 1 if name in AT_LEAST_ONE else 0
        if isinstance(value, int | float) and value < least:
            sentence = f"The setting {name} must be at least {least}, not {value:g}."
            raise tw.UnusableError("bad_setting", sentence)


def _convert(source: str, values: Mapping[str, Any]) -> ServeSettings:
    try:
        return msgspec.convert(values, ServeSettings, strict=False)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$.")
        sentence = f"{source}: {place.rstrip('`')}: {what}." if place else f"{source}: {what}."
        raise tw.UnusableError("bad_setting", sentence) from None


def _from_file(file: str) -> dict[str, Any]:
    """Read a TOML file whose keys are names of settings; those of the lab are in the table `lab`."""
    try:
        found = tomllib.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        why = error.strerror or str(error)
        raise tw.UnusableError("no_config", f"Cannot read {file}: {why}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise tw.UnusableError("bad_config", f"{file} is not a TOML file: {error}.") from None
    _check_names(file, found, FIELDS | {"lab"})
    lab = found.get("lab", {})
    if isinstance(lab, dict):
        _check_names(f"{file}, table lab", lab, LAB_FIELDS)
    return found


def _check_names(source: str, found: Mapping[str, Any], known: frozenset[str]) -> None:
    for name in found:
        if name not in known:
            sentence = (
                f"{source}: there is no setting {name!r}{suggestion(name, sorted(known)) or '.'}"
            )
            raise tw.UnusableError("unknown_setting", sentence)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read variables such as TURNWRIGHT_DB, TURNWRIGHT_MAX_SOCKETS and TURNWRIGHT_LAB_WORKERS."""
    found: dict[str, Any] = {"lab": {}}
    for name, text in environment.items():
        key = name.removeprefix(PREFIX).lower()
        if not name.startswith(PREFIX) or not text:
            continue
        if key in FIELDS:
            found[key] = _parsed(key, text)
        elif key.upper().startswith(LAB_PREFIX) and key[len(LAB_PREFIX) :] in LAB_FIELDS:
            found["lab"][key[len(LAB_PREFIX) :]] = text
    return found


def misspelled(environment: Mapping[str, str]) -> list[str]:
    """Return sentences about variables that are almost the name of a setting. Others may belong to
    somebody else: Kubernetes sets TURNWRIGHT_SERVICE_HOST for a service with this name."""
    known = sorted(FIELDS | {f"{LAB_PREFIX.lower()}{name}" for name in LAB_FIELDS})
    sentences = []
    for name in environment:
        key = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and key not in known and key not in INTERNAL:
            for found in close_matches(key, known, 1, ALMOST):
                sentence = f"{name} is not a setting; did you mean {PREFIX}{found.upper()}?"
                sentences.append(sentence)
    return sentences


def _parsed(key: str, text: str) -> Any:
    """Lists are separated by commas; timeouts are written as `prompt=30,move=300`."""
    if key in ("origins", "proxies", "games", "rules"):
        return [part.strip() for part in text.split(",") if part.strip()]
    if key == "timeouts":
        return parse_timeouts(text.split(","), f"{PREFIX}TIMEOUTS")
    return text


def parse_timeouts(parts: list[str], source: str) -> dict[str, float]:
    """Read timeouts that are written as KIND=SECONDS."""
    timeouts = {}
    for part in parts:
        kind, _, seconds = part.strip().partition("=")
        if not seconds.replace(".", "", 1).isdigit():
            sentence = f"{source} must be KIND=SECONDS, not {part!r}."
            raise tw.UnusableError("bad_timeout", sentence)
        timeouts[kind] = float(seconds)
    return timeouts
