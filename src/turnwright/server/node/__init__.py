"""A server node: rooms in memory, connections, timers, cluster."""
