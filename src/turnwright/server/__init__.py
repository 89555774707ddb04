"""The authoritative server: rooms, the wire protocol, storage, and many nodes on one database."""
