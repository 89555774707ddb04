"""The rules library: actions, costs, ledgers, requirements, timing, events and chains."""
