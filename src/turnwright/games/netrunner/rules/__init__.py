"""The rules of Netrunner by topic: runs, access, installing, icebreaking, turns."""
