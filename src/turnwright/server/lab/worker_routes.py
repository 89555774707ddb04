"""The functions that answer the routes of the lab, in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import kernel_jobs, long_jobs, short_requests

if TYPE_CHECKING:
    from .job_context import JobContext

ROUTES: dict[str, Callable[[JobContext, bytes], Any]] = {
    "validate": short_requests.validate_text,
    "describe": short_requests.describe,
    "catalogue": short_requests.catalogue,
    "schemas": short_requests.schemas,
    "explain": short_requests.explain,
    "import": short_requests.import_file,
    "run": long_jobs.run,
    "compare": long_jobs.compare,
    "sweep": long_jobs.sweep,
    "optimise": long_jobs.optimise,
    "kernel": kernel_jobs.compile_kernel,
    "kernel-state": kernel_jobs.kernel_state,
}
