"""Which executor plays a batch.

The interpreter begins at once. The kernel takes over (`changing_executor.py`) if it supports everything
in the plan and the rest would take the interpreter longer than loading the kernel; if the kernel is not
compiled yet, it is compiled in the background meanwhile.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from turnwright.core.errors import UnusableError
from turnwright.optional_packages import install_command, missing
from turnwright.sim.stopping import CancelCheck
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.kernel.background_compilation import (
    compile_in_background,
    kernel_state,
)

from .executors import ExecutorName

COMPILE_WORTHWHILE_SECONDS = 1.5
"""The kernel is compiled in the background if the interpreter would take so long for the rest: longer
than loading the kernel takes. Compiling takes about a minute, but it does not hold up the batch, and
what is compiled when the batch ends is there for the next one."""
POLL_SECONDS = 0.05


class ExecutorChoice(NamedTuple):
    """An executor, and why it was chosen."""

    name: ExecutorName
    why: str
    may_change: bool = False
    """Whether another executor may take over in the middle of the batch."""


def choose_executor(plan: Plan, runs: int, wanted: str = "auto") -> ExecutorChoice:
    """Choose the executor for so many runs. A kernel asked for by name is used or refused."""
    if wanted == "interpreter":
        return ExecutorChoice("interpreter", "it was asked for")
    if wanted not in ("auto", "kernel"):
        known = "auto, interpreter and kernel"
        raise UnusableError(
            "unknown_executor", f"There is no executor {wanted!r}; there are {known}."
        )
    if wanted == "auto" and runs < 2:
        return ExecutorChoice("interpreter", "the kernel is not worth starting for one run")
    reason = why_not_kernel(plan)
    if reason:
        if wanted == "kernel":
            raise UnusableError("no_kernel", f"The kernel cannot play this: {reason}.")
        return ExecutorChoice("interpreter", f"the kernel cannot play this: {reason}")
    if wanted == "kernel":
        return ExecutorChoice("kernel", "it was asked for")
    if not is_compiled():
        return ExecutorChoice("interpreter", "the kernel is not compiled yet", may_change=True)
    return ExecutorChoice("kernel", "it supports everything in this plan", may_change=True)


def choose_common_executor(plans: list[Plan], runs: int, wanted: str) -> ExecutorChoice:
    """Choose one executor for several plans: the kernel only if it can play all of them."""
    choices = [choose_executor(plan, runs, wanted) for plan in plans]
    return next((one for one in choices if not one.may_change), choices[0])


def why_not_kernel(plan: Plan) -> str:
    """Why the kernel cannot play this plan; empty if it can."""
    package = missing("sim")
    if package:
        return f"{package} is not installed ({install_command('sim')})"
    from turnwright.skirmish.kernel.kernel import unsupported_features

    return "; ".join(unsupported_features(plan))


def is_compiled() -> bool:
    """Whether the kernel has been compiled on this machine."""
    return kernel_state() == "ready"


def may_compile(runs: int, wanted: str) -> bool:
    """Whether so many runs would wait until the kernel is compiled, if it can play the plan."""
    return wanted == "kernel" and not missing("sim") and not is_compiled()


def compile_first(choice: ExecutorChoice, cancel: CancelCheck) -> None:
    """Compile a kernel that was asked for by name, or wait for whoever does, until cancelled. If that
    fails, the executor compiles it."""
    if choice.name != "kernel":
        return
    state = compile_in_background()
    while state == "compiling" and not cancel():
        time.sleep(POLL_SECONDS)
        state = kernel_state()


def compile_meanwhile(seconds_left: float) -> None:
    """Compile the kernel in the background if that is worthwhile."""
    if seconds_left > COMPILE_WORTHWHILE_SECONDS and kernel_state() == "unavailable":
        compile_in_background()


def what_played(choice: ExecutorChoice, kernel_runs: int, runs: int) -> ExecutorChoice:
    """What has played the runs in the end, and why."""
    if not choice.may_change or not runs:
        return choice
    if kernel_runs and choice.name == "interpreter":
        first = runs - kernel_runs
        why = f"the interpreter played {first:,} runs until it was compiled"
        return ExecutorChoice("kernel", why)
    if kernel_runs or choice.name == "interpreter":
        if kernel_state() == "compiling":
            return ExecutorChoice(choice.name, "the kernel is still being compiled")
        return choice
    return ExecutorChoice("interpreter", "the kernel is not worth starting for so few runs")
