"""The rules of rooms: which files they are, their hash, and older versions beside the current one."""
