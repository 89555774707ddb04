"""A worker process of the lab as the server sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from turnwright.server.workers.frames import Frame
from turnwright.server.workers.worker_process import WorkerProcess

from .jobs import Job, Lane


class LabWorker(WorkerProcess):
    """The server's end of a worker, with its job. `received` gets its frames; `lost` is called when it
    is gone."""

    MODULE: ClassVar = "turnwright.server.lab.worker"

    def __init__(
        self,
        lane: Lane,
        received: Callable[[LabWorker, Frame], None],
        lost: Callable[[LabWorker], None],
    ) -> None:
        super().__init__()
        self.lane = lane
        self.job: Job | None = None
        self.is_retiring = False
        self._received, self._lost = received, lost

    def on_frame(self, frame: Frame) -> None:
        """Pass the frame on."""
        self._received(self, frame)

    def on_lost(self) -> None:
        """Tell the lab."""
        self._lost(self)
