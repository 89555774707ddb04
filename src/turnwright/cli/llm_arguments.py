"""The arguments of commands in which agents `llm:MODEL` may play: where their model is asked."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import turnwright as tw
from turnwright.agents.llm import Endpoint, usage_by_model, use_endpoint

from .output import check_can_write

URL, KEY = "TURNWRIGHT_LLM_URL", "TURNWRIGHT_LLM_KEY"


def add_llm_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--llm-url` and `--llm-transcript`."""
    group = parser.add_argument_group(
        "language models", f"for agents llm:MODEL; a key is read from the variable {KEY}"
    )
    group.add_argument(
        "--llm-url", metavar="URL", default=os.environ.get(URL, ""),
        help="address of an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1"
        f" (${URL})",
    )  # fmt: skip
    group.add_argument(
        "--llm-transcript", type=Path, metavar="FILE", help="append every exchange to FILE as JSON"
    )
    group.add_argument(
        "--llm-timeout", type=float, default=120.0, metavar="S", help="seconds for an answer (120)"
    )


def read_endpoint(arguments: argparse.Namespace) -> Endpoint | None:
    """Set the endpoint for agents of this process, and return it for those of others."""
    if not arguments.llm_url:
        return None
    if arguments.llm_timeout <= 0:
        raise tw.UnusableError("bad_timeout", "--llm-timeout must be positive.")
    check_can_write(arguments.llm_transcript)
    transcript = str(arguments.llm_transcript.absolute()) if arguments.llm_transcript else ""
    endpoint = Endpoint(
        arguments.llm_url, os.environ.get(KEY, ""), arguments.llm_timeout, transcript=transcript
    )
    use_endpoint(endpoint)
    return endpoint


def print_usage() -> None:
    """Print what the models of this process have used, on standard error."""
    for model, usage in usage_by_model().items():
        if usage.requests:
            print(f"llm:{model}: {usage}", file=sys.stderr)
