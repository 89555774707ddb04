"""Workflows, forms and metadata of the repository: each is checked by its own schema."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import turnwright as tw

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = [
    path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("github-issue-forms", FORMS),
        ("citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_the_files_fit_their_schema(schema, files):
    assert files
    tool = Path(sys.executable).with_name("check-jsonschema")
    command = [tool, "--builtin-schema", f"vendor.{schema}", *files]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_workflows_name_only_what_exists(path):
    text = path.read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    for name, job in jobs.items():
        assert job["timeout-minutes"], name
        needed = job.get("needs", [])
        assert {needed} if isinstance(needed, str) else set(needed) <= set(jobs)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"run: make ([\w-]+)$", text, re.MULTILINE):
        assert f"\n{target}: " in makefile
    for folder in re.findall(r"\btests/[\w/.]+", text):
        assert (ROOT / folder).exists(), folder
    for extras in re.findall(r"\[([\w,]+)\]\"", text):
        assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])


def test_only_the_publishing_job_has_more_than_reading_rights():
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text("utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        rights = {
            name: job["permissions"]
            for name, job in workflow["jobs"].items()
            if "permissions" in job
        }
        assert rights in ({}, {"publish": {"id-token": "write"}})


def test_every_python_that_is_tested_is_promised():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    tested = workflow["jobs"]["platforms"]["strategy"]["matrix"]["python"]
    prefix = "Programming Language :: Python :: "
    named = [one.removeprefix(prefix) for one in PROJECT["classifiers"] if one.startswith(prefix)]
    assert [name for name in named if "." in name] == tested


def test_the_version_is_the_same_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert tw.__version__ == PROJECT["version"] == citation["version"]
