"""Page: the text of a message in HTML, in the lines of a browser."""

import re
from collections import Counter
from html.parser import HTMLParser

from aofref.findings import Place
from aofref.notation.mail.lines import LINE, LineText, bound
from aofref.notation.records import limits
from aofref.values import Value

_UNSEEN = frozenset(("style", "script", "title", "template"))
_EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
     "track", "wbr")
)  # fmt: skip
_LINES = frozenset(
    ("address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd",
     "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
     "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "li", "main",
     "menu", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "td",
     "tfoot", "th", "thead", "title", "tr", "ul")
)  # fmt: skip
"""Elements that begin and end lines; a cell of a table is one."""
# Blocks with a margin.
_APART = frozenset(("blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "ul"))
_STYLE_UNSEEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_STYLE_SPACE = re.compile(r"white-space\s*:\s*(pre|break-spaces)?", re.IGNORECASE)
_PIECE = re.compile(r"\n|[ \t\r\f]+|[^ \t\r\f\n]+")
_HUGE = re.compile(r"&#[0-9]{8,}")
_TAG = re.compile("<[A-Za-z/!?]")
_COMMENT = re.compile("<!--")
_ATTRIBUTE = re.compile(r"""=\s*(?:"[^"]*"|'[^']*')|[^\s/>=]+|[\s/=]{1,100}|>""")
"""A part of a tag: the value of an attribute, a name, blanks and signs, or the end."""


def page(text: str) -> list[LineText]:
    """List the lines of a page, with quotes marked, without scripts and hidden text.

    Places are in the source of the page.
    """
    bound(text.count("<"), limits.TAGS, "a message in HTML has", "tags")
    # What browsers do not show, and html.parser is slow or fails at, is cut: sections `<![`,
    # references to characters that do not exist, a tag or comment without an end and what follows.
    text = _HUGE.sub("&#0", text.replace("<![", "<! "))
    for begin, end in ((_COMMENT, "-->"), (_TAG, ">")):
        opened = begin.search(text, text.rfind(end) + 1)
        if opened is None:
            continue
        what, length = "a tag or a comment that does not end has", len(text) - opened.start()
        bound(length, limits.MAIL_LINE, what, "characters")
        text = text[: opened.start()]
    reader = _Page()
    reader.feed(text)
    reader.close()
    reader.end_line()
    return reader.lines


class _Element(Value):
    """An open element, and the properties of the text in it."""

    tag: str = ""
    unseen: bool = False
    quoted: bool = False
    kept: bool = False  # blanks and line breaks stay as they are


class _Page(HTMLParser):
    """The lines of a page so far, and the current line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[LineText] = []
        self.open = [_Element()]
        self.count: Counter[str] = Counter()
        self.parts: list[str] = []
        self.marks: list[tuple[int, Place]] = []
        self.length = 0

    def parse_starttag(self, i: int) -> int:
        """Parse a tag, as html.parser does, unless its attributes would take much memory."""
        self._bound(i)
        return super().parse_starttag(i)

    def parse_endtag(self, i: int) -> int:
        """Parse the tag that ends an element, which may have attributes, too."""
        self._bound(i)
        return super().parse_endtag(i)

    def _bound(self, start: int) -> None:
        line, column = self.getpos()
        what, place = "a tag of a message in HTML has", Place(line, column + 1)
        for number, part in enumerate(_ATTRIBUTE.finditer(self.rawdata, start)):
            if part[0] == ">":
                break
            bound(number, limits.ATTRIBUTES, what, "names and values", place)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._break(tag)
        if tag in _EMPTY:
            return
        style = next((value for name, value in attrs if name == "style" and value), "")
        around = self.open[-1]
        space = _STYLE_SPACE.search(style)
        unseen = around.unseen or tag in _UNSEEN or _STYLE_UNSEEN.search(style) is not None
        quoted = around.quoted or tag == "blockquote"
        kept = tag == "pre" or around.kept if space is None else space[1] is not None
        self.open.append(_Element(tag, unseen, quoted, kept))
        self.count[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element: HTML ignores a slash at the end of a tag."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """End an element, and open elements in it."""
        self._break(tag)
        while self.count[tag]:
            ended = self.open.pop().tag
            self.count[ended] -= 1
            if ended == tag:
                break

    def handle_data(self, data: str) -> None:
        """Add text to the line; blanks and line breaks become one blank."""
        within = self.open[-1]
        if within.unseen:
            return
        line, column = self.getpos()
        for match in _PIECE.finditer(data):
            piece = match[0]
            if piece == "\n":
                line, column = line + 1, -match.end()
            if not piece.isspace() or (within.kept and piece != "\n"):
                self._add(piece, Place(line, column + match.start() + 1))
            elif within.kept:
                self._break("br")
            elif self.parts and not self.parts[-1].isspace():
                self._add(" ", Place(line, max(0, column + match.start()) + 1))

    def _add(self, text: str, place: Place) -> None:
        self.parts.append(text)
        self.marks.append((self.length, place))
        self.length += len(text)
        bound(self.length, *LINE, place)

    def _break(self, tag: str) -> None:
        """End a line where a block begins or ends; a margin or a second break adds a blank one."""
        if tag not in _LINES:
            return
        blank = tag in _APART or (tag == "br" and not self.parts)
        self.end_line()
        if blank:
            line, column = self.getpos()
            self.lines.append(LineText("", ((0, Place(line, column + 1)),)))

    def end_line(self) -> None:
        if self.parts:
            line = LineText("".join(self.parts).rstrip(), tuple(self.marks), self.open[-1].quoted)
            self.lines.append(line)
            self.parts, self.marks, self.length = [], [], 0
