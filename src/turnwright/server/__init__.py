"""The authoritative server: rooms, the wire protocol, storage, and clusters of nodes."""
