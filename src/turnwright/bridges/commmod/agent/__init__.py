"""The agent's side of Communication Mod: actions, screens, the coordinator and its HTTP API."""
