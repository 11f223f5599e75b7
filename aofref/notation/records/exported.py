"""Exported: a game in the form in which programs export PGN, whose end is plain without its moves.

It has tag pairs, a line each, with different names; an empty line; and perhaps one paragraph that
begins with the number of a move, or is `*`, with comments before it.  Nothing in the paragraph can
end a record but a tag pair that begins a line.
"""

import re

from aofref.notation.records.tokenizer import unquoted

_VALUE = r'(?:[^"\\\n]++|\\["\\]?+)*+'
_PAIR = re.compile(rf'\[(\w++)[ \t]*+"({_VALUE})"')
_PLAIN = r"[\t\n !-$&-)+,.0-9<-Z\\\]^-z|~]++"
"""Text without asterisks, brackets, braces, colons, dashes, slashes, percent signs, semicolons."""
_COMMENT = r'\{(?!\s*+")[^}]*+\}'  # no record in JSON
_DASH = (
    r"-(?![ \t]*+[01O])|(?<![015O \t\n])-"
    r"|(?:(?<=[ \n(.]O)-O(?:-O)?+|(?<=[ \n(.]0)-0(?:-0)?+)(?![-:\w]|[ \t]++-)"
)
"""A dash that stands in no result: of a move, perhaps castling."""
_COLON = r":(?![01])|(?<![01]):"
_LINE = r";(?![^\n]*(?:[*:\u00bd]|[0-9O/][ \t]*-))[^\n]*+"
"""A comment to the end of its line, without a result."""
_INSIDE = f"(?:{_PLAIN}|{_COMMENT}|{_DASH}|{_COLON}|{_LINE})*+"
_LAST = r"[-/0-4*]*+"
"""The rest of a result, or all of it."""
_GAME = re.compile(
    rf'(?P<head>(?:\[\w++[ \t]*+"{_VALUE}"\][ \t]*+(?:\n|\Z))++)'
    r"(?:(?:[ \t]*+\n)++"
    rf"(?:{_COMMENT}\s*+)*+"
    rf"(?:\*|[0-9]{{1,4}}+\.++(?=[A-Za-z \n]){_INSIDE}{_LAST}))?"
    r"\s*+\Z"
)


def tags_of(text: str) -> tuple[tuple[str, str], ...] | None:
    """Return the names and values of the tags of an exported game; None for any other text."""
    match = _GAME.match(text)
    if match is None:
        return None
    pairs = tuple(_PAIR.findall(text, 0, match.end("head")))
    if len(dict(pairs)) < len(pairs):
        return None
    if "\\" in match["head"]:
        return tuple([(name, unquoted(value)) for name, value in pairs])
    return pairs
