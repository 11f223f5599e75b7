"""Limits of records and mails.  A text that exceeds one is reported as a `limit` finding.

Lengths are in characters.
"""

LINE = 1 << 20  # a line of a stream, its end included
COMMENT = 1 << 20  # a comment, of any number of lines
TAG = 1 << 20  # a tag pair, brackets included
TOKEN = 1 << 16  # a token that is neither comment nor tag pair
DEPTH = 1_000_000  # variations within variations
TOKENS = 1 << 22  # tokens of a record's movetext
JSON = 1 << 26  # a record in JSON
NESTING = 100  # lists and objects of JSON within each other
MAIL = 1 << 24  # a message, in bytes, with its attachments
PARTS = 1000  # parts of a message, attachments and their parts included
MAIL_LINES = 1 << 18  # lines of a message, with its attachments
TEXT_LINES = 1 << 16  # lines of the text of a message, decoded
MULTIPARTS = 50  # parts of a message that contain others
FIELD = 1 << 16  # a field that aofref reads of the head of a message or a part
PARAMETERS = 100  # parameters of such a field
MAIL_LINE = 1 << 15  # a line of the text of a message, or a tag of its HTML that does not end
TAGS = 1 << 17  # tags of a message in HTML
ATTRIBUTES = 2000  # names, values and gaps of the attributes of such a tag
OWN = 1 << 15  # the sender's own text in a message, without quotations
CELLS = 1 << 12  # letters followed by a digit in that text: each may belong to a move
FINDINGS = 20  # reported bad bytes of a record, and reported unreadable tokens
