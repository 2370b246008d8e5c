"""Text from a log as it may be shown: no terminal obeys it, and it does not turn its neighbours around."""

import unicodedata

# Control and format signs (escapes, marks that turn the reading direction), line ends, halves of signs.
_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Format signs that words and emoji are written with: they join the signs beside them, or keep them apart.
_JOINERS = "\u200c\u200d"


def legible(text: str) -> str:
    """The text with a replacement sign for each sign that is obeyed instead of seen; a line of it stays a line."""
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(sign: str) -> str:
    return "\ufffd" if unicodedata.category(sign) in _OBEYED and sign not in _JOINERS else sign
