"""Estimating the width of text, and fitting text into a width. No font is read."""

from __future__ import annotations

_NARROW = frozenset("iljtfrI.,:;'|!()[]/ ")
_WIDE = frozenset("mwMWQO@%&<>=+~#→↻↳…")


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width in a common sans serif font, rather too wide than too narrow."""
    width = 0.0
    for char in text:
        if ord(char) >= 0x2E80:  # scripts with square characters
            width += 1.05
        elif char in _NARROW:
            width += 0.4
        elif char in _WIDE:
            width += 1.05
        else:
            width += 0.74 if char.isupper() else 0.62
    return width * size * (1.08 if bold else 1)


def fit(text: str, room: float, size: float, bold: bool = False) -> str:
    """Shorten a text with an ellipsis if it is wider than `room`."""
    if text_width(text, size, bold) <= room:
        return text
    while text and text_width(text + "…", size, bold) > room:
        text = text[:-1]
    return text + "…"


def wrap(words: list[str], room: float, size: float, max_lines: int = 4) -> list[str]:
    """Arrange words in lines, separated by dots. The number of words that do not fit is added: `+3`."""
    lines: list[str] = []
    for index, word in enumerate(words):
        left = len(words) - index
        longer = f"{lines[-1]} · {word}" if lines else word
        more = f" · +{left - 1}" if len(lines) == max_lines and left > 1 else ""
        if lines and text_width(longer + more, size) <= room:
            lines[-1] = longer
        elif len(lines) < max_lines:
            last = f" · +{left - 1}" if len(lines) == max_lines - 1 and left > 1 else ""
            lines.append(fit(word, room - text_width(last, size), size))
        else:
            lines[-1] += f" · +{left}"
            break
    return lines
