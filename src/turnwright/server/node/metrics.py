"""Prometheus metrics of a node."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.process_collector import ProcessCollector

from turnwright.server.bots.bot_processes import BotProcesses
from turnwright.server.lab.lab import Lab

from .node import Node


class NodeCollector:
    """Reads the node's counters when metrics are requested, so that counting costs almost nothing."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics."""
        node, stats = self.node, self.node.stats
        yield GaugeMetricFamily("turnwright_sockets", "Open sockets.", len(node.connections))
        rooms = GaugeMetricFamily(
            "turnwright_rooms", "Rooms in memory by status.", labels=["status"]
        )
        for status in ("waiting", "playing", "over"):
            count = sum(owned.room.status == status for owned in node.rooms.values())
            rooms.add_metric([status], count)
        yield rooms
        waiting = sum(len(owned.outbox) for owned in node.rooms.values())
        yield GaugeMetricFamily("turnwright_unstored", "Replies waiting for the store.", waiting)
        for name, help_text, value in (
            ("messages", "Frames received.", stats.messages),
            ("commits", "Inputs stored.", stats.commits),
            ("bad_frames", "Frames that were not valid messages.", stats.bad_frames),
            ("dropped", "Frames dropped by the rate limit.", stats.dropped),
            ("timeouts", "Prompts that timed out.", stats.timeouts),
            ("faults", "Exceptions raised by game rules.", stats.faults),
            ("interruptions", "Rules interrupted because they took too long.", stats.interruptions),
            ("lost_rooms", "Rooms reloaded because the store refused rows.", stats.lost_rooms),
            (
                "slow_sockets",
                "Sockets closed because the client read too slowly.",
                stats.slow_sockets,
            ),
        ):
            yield CounterMetricFamily(f"turnwright_{name}", help_text, value)
        yield GaugeMetricFamily(
            "turnwright_draining", "1 while the node drains.", node.notices.is_draining
        )
        for name, help_text, histogram in (
            (
                "move_durable_seconds",
                "From receiving a move until it is stored.",
                node.move_times.durable,
            ),
            (
                "move_sent_seconds",
                "From receiving a move until its answers are sent.",
                node.move_times.sent,
            ),
            (
                "loop_lag_seconds",
                "How late the event loop runs what is due.",
                node.loop_lag.seconds,
            ),
            (
                "frames_waiting",
                "Frames handled together in an iteration of the event loop.",
                node.frames_waiting,
            ),
            ("commit_seconds", "Time of a commit of the store.", node.store.commit_seconds),
            ("commit_inputs", "Inputs in a commit of the store.", node.store.commit_inputs),
        ):
            yield HistogramMetricFamily(
                f"turnwright_{name}", help_text, list(histogram.buckets()), histogram.total
            )
        refusals = CounterMetricFamily(
            "turnwright_refusals", "Refused messages by error code.", labels=["code"]
        )
        for code, count in stats.refusals.items():
            refusals.add_metric([code], count)
        yield refusals


class BotCollector:
    """Reads the counters of the bots that search."""

    def __init__(self, bots: BotProcesses) -> None:
        self.bots = bots

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics."""
        bots, stats = self.bots, self.bots.stats
        yield GaugeMetricFamily("turnwright_bot_processes", "Processes.", len(bots.workers))
        waiting = "Decisions that wait for a process."
        yield GaugeMetricFamily("turnwright_bot_waiting", waiting, len(bots.queue))
        decisions = CounterMetricFamily(
            "turnwright_bot_decisions", "Decisions by outcome.", labels=["outcome"]
        )
        for outcome, number in stats.decisions.items():
            decisions.add_metric([outcome], number)
        yield decisions
        help_text = "CPU seconds of decisions."
        yield CounterMetricFamily("turnwright_bot_cpu_seconds", help_text, stats.cpu_seconds)


class LabCollector:
    """Reads the counters of the lab."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics."""
        load, stats = self.lab.load, self.lab.stats
        yield GaugeMetricFamily("turnwright_lab_running", "Jobs that are running.", load.running)
        yield GaugeMetricFamily("turnwright_lab_waiting", "Jobs that wait.", load.waiting)
        workers = len(self.lab.workers)
        yield GaugeMetricFamily("turnwright_lab_workers", "Worker processes.", workers)
        finished = CounterMetricFamily(
            "turnwright_lab_jobs", "Jobs by route and outcome.", labels=["route", "outcome"]
        )
        for (route, outcome), number in stats.finished.items():
            finished.add_metric([route, outcome], number)
        yield finished
        seconds = CounterMetricFamily(
            "turnwright_lab_seconds", "Seconds of workers by route.", labels=["route"]
        )
        for route, spent in stats.seconds.items():
            seconds.add_metric([route], spent)
        yield seconds
        help_text = "Workers that died during a job."
        yield CounterMetricFamily("turnwright_lab_lost_workers", help_text, stats.lost_workers)


def registry_of(node: Node, lab: Lab) -> CollectorRegistry:
    """Return a registry with the metrics of a node, of its bots, of its lab and of its process."""
    registry = CollectorRegistry()
    registry.register(NodeCollector(node))
    registry.register(BotCollector(node.bots))
    registry.register(LabCollector(lab))
    ProcessCollector(registry=registry)
    return registry


def metrics_text(registry: CollectorRegistry) -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(registry)
