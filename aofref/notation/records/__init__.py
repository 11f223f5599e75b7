"""Records: PGN-like text, split from a stream, read and written (aofref-record(5)).

The movetext is kept flat: a variation is the tokens between its parentheses, so that depth costs
nothing.  Splitting and reading share one tokenizer, so that they cannot differ.
"""

from __future__ import annotations

from aofref.notation.records.json import write_json
from aofref.notation.records.model import (
    Kind,
    Origin,
    ParsedRecord,
    RawRecord,
    Tag,
    Token,
    Tokens,
    fault,
    syntax,
    write_origin,
)
from aofref.notation.records.reader import read
from aofref.notation.records.splitter import split
from aofref.notation.records.writer import (
    Item,
    as_read,
    blank,
    write_lines,
    write_paragraph,
    write_tags,
)

__all__ = [
    "Item",
    "Kind",
    "Origin",
    "ParsedRecord",
    "RawRecord",
    "Tag",
    "Token",
    "Tokens",
    "as_read",
    "blank",
    "fault",
    "read",
    "split",
    "syntax",
    "write_json",
    "write_lines",
    "write_origin",
    "write_paragraph",
    "write_tags",
]
