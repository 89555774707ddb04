"""The HTTP application: lobby, replays, API documentation."""
