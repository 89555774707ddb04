"""The glossary of Netrunner: keywords and conditions in the rules texts, and what they mean.

The words are in `data/keywords.tsv`: a keyword, its other forms separated by `/`, and its explanation.
"""

from __future__ import annotations

from importlib import resources

from turnwright.core.definition.glossary import Glossary


def _glossary() -> Glossary:
    table = resources.files(__package__).joinpath("data/keywords.tsv").read_text("utf-8")
    rows = [row.split("\t") for row in table.splitlines()[1:]]
    return Glossary(
        {keyword: text for keyword, _, text in rows},
        {keyword: tuple(forms.split("/")) for keyword, forms, _ in rows if forms},
    )


GLOSSARY = _glossary()
"""Every keyword with its explanation."""


def keywords_in(text: str) -> dict[str, str]:
    """Return the keywords that a text contains, with their explanations."""
    return GLOSSARY.found_in(text)
