"""The documentation of the routes of the combat lab."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from turnwright.server.http.lab import LabRoutes
from turnwright.server.http.messages import ErrorDetail
from turnwright.server.lab import messages

from .routes import RouteDoc
from .schemas import Json

STREAMS = {
    "run": ("SimulationReport", "Play an encounter many times", messages.RunRequest),
    "compare": ("Comparison", "Compare two encounters", messages.CompareRequest),
    "sweep": ("Sweep", "Vary a number of an encounter", messages.SweepRequest),
    "optimise": ("OptimisedList", "Find a better order of a list", messages.OptimiseRequest),
}
"""The routes that answer with events: the type of their reports, a title, and the request."""


@cache
def lab_route_docs() -> list[RouteDoc]:
    """Describe the routes. Without the packages of the lab its reports are objects of any kind."""
    types = _report_types()
    return [
        _doc("status", "Get the state of the lab", messages.LabStatus),
        _doc("catalogue", "Get the library", types["Catalogue"]),
        _doc("schemas", "Get the schemas of the lab", Json),
        _doc("validate", "Check an encounter", types["Reading"], messages.ValidateRequest),
        _doc("describe", "Describe an action", types["DescribedAction"], messages.DescribeRequest),
        *(_stream(name, types) for name in STREAMS),
        _doc("explain", "Explain a run", _explained(types), messages.ExplainRequest),
        _doc(
            "import", "Import a file", types["ImportedText"], messages.ImportRequest, "import_file"
        ),
        _doc("cancel", "Cancel a job", messages.Cancelled, messages.CancelRequest),
    ]


def _doc(route: str, summary: str, answer: Any, body: Any = None, handler: str = "") -> RouteDoc:
    return RouteDoc(
        f"/api/lab/{route}", summary, answer, body, handler=handler or route, handlers=LabRoutes,
        id=f"lab_{route}",
    )  # fmt: skip


def _stream(route: str, types: dict[str, Any]) -> RouteDoc:
    """A route with events. Each of them has a type for its data."""
    kind, summary, body = STREAMS[route]
    name, report = route.capitalize(), types[kind]
    progress = msgspec.defstruct(
        f"{name}Progress",
        [("done", int), ("asked", int), ("report", report)],
        namespace={"__doc__": "The event `progress`: the finished runs, and the result so far."},
    )
    result = msgspec.defstruct(
        f"{name}Result",
        [("report", report), ("note", messages.Note | None, None)],
        namespace={"__doc__": "The event `result`. `note` says why runs are missing."},
    )
    doc = _doc(route, summary, str, body)
    doc.kind = "text/event-stream"
    doc.events = {
        "queued": messages.Queued, "started": messages.Started, "progress": progress,
        "result": result, "error": ErrorDetail,
    }  # fmt: skip
    return doc


def _explained(types: dict[str, Any]) -> Any:
    return msgspec.defstruct(
        "ExplainedRun",
        [("run", int | None), ("seed", int), ("explanation", types["Explanation"])],
        namespace={"__doc__": "A run, its seed, and every decision in it."},
    )


def _report_types() -> dict[str, Any]:
    """The published types of the simulator by name."""
    names = [kind for kind, _, _ in STREAMS.values()]
    names += ["Catalogue", "DescribedAction", "Explanation", "ImportedText", "Reading"]
    from turnwright.skirmish import api
    from turnwright.skirmish.model import import_report

    return {name: getattr(api, name, None) or getattr(import_report, name) for name in names}
