"""A fighter: the smallest implementation of `Facts`."""

from turnwright.core.rules.ledger import Ledger, Pool

FAMILIES = [("AttackHit", "AttackMissed"), ("SaveSucceeded", "SaveFailed"), ("DamageTaken",)]


class EventSeen:
    """An event as requirements see it."""

    def __init__(self, type, *tags, value=0, source="me", window="turn"):
        self.type, self.tags, self.value = type, frozenset(tags), value
        self.source, self.window = source, window


class Fighter:
    def __init__(self, ledger=None, events=(), **values):
        self.ledger = ledger or Ledger()
        self.events = list(events)
        self.values = values
        self.others = {}
        self.tags = set()  # (bearer, tag, source)
        self.enemies, self.allies = ["goblin", "ogre"], ["cleric"]

    def self_value(self, name):
        return self.values.get(name, 0)

    def target_value(self, target, name):
        if name == "IsEnemy":
            return target in self.enemies
        return self.others.get(target, {}).get(name, 0)

    def has_tag(self, tag, on, by_self, target):
        bearers = {"self": ["me"], "target": [target], "any_enemy": self.enemies}
        return any(
            name == tag
            and bearer in bearers.get(on, self.allies)
            and (source == "me" or not by_self)
            for bearer, name, source in self.tags
        )

    def last_event(self, events, window, by_self):
        family = {name for names in FAMILIES if set(names) & set(events) for name in names}
        spans = ["action", "turn", "round", "encounter"]
        wide = spans[: spans.index(window) + 1]
        for event in reversed(self.events):
            is_theirs = event.source != "me" and by_self
            if event.type in family and event.window in wide and not is_theirs:
                return event
        return None

    def custom(self, name, data, target):
        return {"is_night": True, "taller_than": len(target or "") > data.get("letters", 0)}[name]


def slots(**counts):
    """A ledger with an action, a reaction and spell slots, for example `slots(one=2, two=1)`."""
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
    pools = {"Action": Pool(1, 1, "turn"), "Reaction": Pool(1, 1, "turn")}
    for word, count in counts.items():
        pools[f"SpellSlot_{numbers[word]}"] = Pool(count, max(count, 4), "long rest")
    return Ledger(pools)
