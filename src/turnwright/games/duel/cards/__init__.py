"""All cards of Duel, by faction."""

from . import ember, grove, neutral, tide

__all__ = ["ember", "grove", "neutral", "tide"]
