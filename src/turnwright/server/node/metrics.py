"""What Prometheus is told."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

from .node import Node


class NodeCollector:
    """Reads the hub's own counters when it is asked, so that counting costs next to nothing."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def collect(self) -> Iterable[Metric]:
        node, stats = self.node, self.node.stats
        yield GaugeMetricFamily("turnwright_sockets", "open sockets", len(node.connections))
        rooms = GaugeMetricFamily("turnwright_rooms", "rooms in memory", labels=["status"])
        for status in ("waiting", "playing", "over"):
            count = sum(owned.room.status == status for owned in node.rooms.values())
            rooms.add_metric([status], count)
        yield rooms
        waiting = sum(len(owned.outbox) for owned in node.rooms.values())
        yield GaugeMetricFamily("turnwright_unstored", "replies waiting for the store", waiting)
        for name, words, value in (
            ("messages", "frames received", stats.messages),
            ("commits", "inputs stored", stats.commits),
            ("bad_frames", "frames that were no message", stats.bad_frames),
            ("dropped", "frames over the limit", stats.dropped),
            ("timeouts", "prompts that ran out of time", stats.timeouts),
            ("faults", "failures inside rules", stats.faults),
            ("lost_rooms", "rooms read again after the store refused", stats.lost_rooms),
            ("slow_sockets", "sockets closed because they did not read", stats.slow_sockets),
        ):
            yield CounterMetricFamily(f"turnwright_{name}", words, value)
        refusals = CounterMetricFamily("turnwright_refusals", "refusals", labels=["code"])
        for code, count in stats.refusals.items():
            refusals.add_metric([code], count)
        yield refusals


def registry_of(node: Node) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(NodeCollector(node))
    ProcessCollector(registry=registry)
    return registry


def page(registry: CollectorRegistry) -> bytes:
    return generate_latest(registry)
