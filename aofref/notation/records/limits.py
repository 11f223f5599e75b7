"""Limits: how much of anything a record may hold.  What goes beyond is a `limit` finding.

Lengths are in characters.
"""

LINE = 1 << 20  # a line of a stream, its end included
COMMENT = 1 << 20  # a comment, of however many lines
TAG = 1 << 20  # a tag pair, brackets included
TOKEN = 1 << 16  # a move, a number or anything else that is neither comment nor tag pair
DEPTH = 1_000_000  # variations within variations
TOKENS = 1 << 22  # tokens of a record's movetext
JSON = 1 << 26  # a record in JSON
NESTING = 100  # lists and objects of JSON within each other
MAIL = 1 << 24  # a message, in bytes, whatever is attached to it
PARTS = 1000  # parts of a message, attachments and all that they hold
MAIL_LINES = 1 << 18  # lines of a message, whatever is attached to it
TEXT_LINES = 1 << 16  # lines of the text of a message, decoded
MULTIPARTS = 50  # parts of a message that hold others
FIELD = 1 << 16  # a field of the head of a message or a part, of those that are read
PARAMETERS = 100  # parameters of such a field
MAIL_LINE = 1 << 15  # a line of the text of a message, or a tag of its HTML that does not end
TAGS = 1 << 17  # tags of a message in HTML
OWN = 1 << 15  # what the sender of a message has written himself, quotes left out
CELLS = 1 << 12  # letters followed by a digit in that: each may belong to a move
FINDINGS = 20  # findings of one kind, bad bytes or unreadable tokens, that are reported of a record
