"""A server node: rooms in memory, connections, clocks, cluster."""
