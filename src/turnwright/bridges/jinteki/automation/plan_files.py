"""Plans in files: reading one, and the folder in which a player keeps them by name."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import normalize, suggestion

from .plans import BadPlanError, Plan, read_plan

SUFFIX = ".toml"


def default_plan_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of this user's plans: `turnwright/plans` in the folder for settings."""
    settings = environment.get("XDG_CONFIG_HOME", "")
    if not settings:
        home = Path.home()
        if sys.platform == "win32":
            settings = environment.get("APPDATA", "") or str(home / "AppData" / "Roaming")
        elif sys.platform == "darwin":
            settings = str(home / "Library" / "Application Support")
        else:
            settings = str(home / ".config")
    return Path(settings) / "turnwright" / "plans"


def load_plan(path: Path) -> Plan:
    """Read a plan from a file. Without a name of its own it is named after the file."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnusableError("bad_plan", f"{path} is not a text in UTF-8.") from None
    except OSError as error:
        why = error.strerror or error
        raise UnusableError("no_plan", f"The plan {path} cannot be read: {why}.") from None
    return read_plan(text, path.stem, str(path))


class PlanFolder:
    """The plans of a folder. A missing folder is an empty one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_plan_folder()

    def files(self) -> list[Path]:
        """Return the files of the folder, by name."""
        return sorted(self.path.glob(f"*{SUFFIX}")) if self.path.is_dir() else []

    def find(self, word: str) -> Plan:
        """Return the plan that a word names: a file, or a plan in this folder."""
        if word.endswith(SUFFIX) or "/" in word or os.sep in word:
            return load_plan(Path(word))
        path = self.path_of(word)
        if path is None:
            known = [name for name, _ in self.names()]
            hint = suggestion(word, known) or (
                f"; there are {', '.join(known)}." if known else "; the folder has no plans."
            )
            raise UnusableError("no_plan", f"There is no plan {word[:60]!r} in {self.path}{hint}")
        return load_plan(path)

    def path_of(self, name: str) -> Path | None:
        """Return the file of a plan, found by the name of the plan or of the file."""
        wanted = normalize(name)
        for known, path in self.names():
            if wanted in (normalize(known), normalize(path.stem)):
                return path
        return None

    def names(self) -> list[tuple[str, Path]]:
        """Return the names of all plans with their files. A damaged file is named after itself."""
        found = []
        for path in self.files():
            try:
                found.append((load_plan(path).name, path))
            except (BadPlanError, UnusableError):
                found.append((path.stem, path))
        return found

    def save(self, plan: Plan) -> Path:
        """Write a plan, over the one of the same name if there is one. Return the file."""
        path = self.path_of(plan.name) or self.path / (_file_name(plan.name) + SUFFIX)
        self.path.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.write_text(plan.to_toml(), "utf-8")
        draft.replace(path)  # never leave half a file
        return path


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name.strip()).strip("-.").lower() or "plan"
