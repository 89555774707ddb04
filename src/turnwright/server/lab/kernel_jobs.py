"""What the lab does about the compiled kernel: find it, compile it, and load it early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.stats.executor_choice import is_compiled
from turnwright.skirmish.stats.executors import KernelExecutor

if TYPE_CHECKING:
    from .job_context import JobContext


def kernel_state(context: JobContext, body: bytes) -> Any:
    """Whether the kernel is compiled."""
    if is_compiled():
        return {"kernel": "ready", "why": ""}
    return {"kernel": "unavailable", "why": "The kernel is not compiled."}


def compile_kernel(context: JobContext, body: bytes) -> Any:
    """Compile the kernel if it is not compiled yet."""
    if not is_compiled():
        why = "The kernel is being compiled, which takes about a minute."
        context.progress_note({"kernel": "compiling", "why": why})
        warm_up()
    return {"kernel": "ready", "why": ""}


def warm_up() -> None:
    """Load the compiled kernel by playing one run."""
    name = sample_encounters.names()[0]
    KernelExecutor(compile_plan(resolve(sample_encounters.load(name))))
