"""Records: PGN-like text, split from a stream, read and written (aofref-record(5)).

The movetext is kept flat: a variation is the tokens between its parentheses, so that depth costs
nothing.  A stream is cut into lexemes once: the splitter gives the reader each record's lexemes.
"""

from aofref.notation.records.model import Origin as Origin
from aofref.notation.records.model import Record as Record
from aofref.notation.records.model import Tag as Tag
from aofref.notation.records.model import write_origin as write_origin
from aofref.notation.records.reader import read as read
from aofref.notation.records.splitter import split as split
from aofref.notation.records.tokens import Kind as Kind
from aofref.notation.records.tokens import Token as Token
from aofref.notation.records.writer import blank as blank
from aofref.notation.records.writer import write_lines as write_lines
from aofref.notation.records.writer import write_paragraph as write_paragraph
from aofref.notation.records.writer import write_tags as write_tags
