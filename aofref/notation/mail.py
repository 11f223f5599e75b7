"""Mail: the lines that a player wrote in a message, quotes and signature left out (RFC 5322)."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from html.parser import HTMLParser
from itertools import islice
from typing import NamedTuple

from aofref.notation import moves
from aofref.notation.forgive import forgiven
from aofref.notation.movetext import SIGN
from aofref.notation.records import limits
from aofref.rules.tables import Tables

_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"--\s*\Z")
_ORIGINAL = re.compile(r"\s*(?:-{3,}.*[^\W\d_].*-{3,}|_{10,})\s*\Z")
_SIGNED = re.compile(f"[0-9]{SIGN}")
_HEADER = re.compile(r"[A-Z][\w-]*:\s")
_ARMY = re.compile(r"[A-Z]:")
_WORD = re.compile(r"[^\s()\"'<>\u201c\u201d]+")


class Said(NamedTuple):
    """A move that a line of a message says: the line's number in the text, from 1."""

    line: int
    move: str


class Beyond(ValueError):
    """A message that goes beyond a limit."""


def body(message: bytes) -> str:
    """Give the text of a message: its plain part, or what its HTML says; in any charset.

    What is attached is never looked at.  A message that is too long, or has too many parts, raises
    Beyond.
    """
    if len(message) > limits.MAIL:
        raise Beyond(f"a message has at most {limits.MAIL} bytes")
    parsed = message_from_bytes(message, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    if sum(1 for _ in islice(parsed.walk(), limits.PARTS + 1)) > limits.PARTS:
        raise Beyond(f"a message has at most {limits.PARTS} parts")
    for kind in ("plain", "html"):
        part = parsed.get_body((kind,))
        text = "" if part is None else _decoded(part)
        if kind == "html":
            text = _text_of(text)
        if text.strip():
            return text
    return ""


def _decoded(part: MIMEPart) -> str:
    """Decode a part by its charset; by UTF-8 or else Latin-1 where that is unknown or wrong."""
    try:
        found = part.get_content(errors="strict")
        return found if isinstance(found, str) else ""
    except (LookupError, UnicodeError, KeyError):
        raw = part.get_payload(decode=True)
    assert isinstance(raw, bytes)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _text_of(page: str) -> str:
    parser = _Page()
    parser.feed(page)
    parser.close()
    return "".join(parser.parts)


class _Page(HTMLParser):
    """The text of a page: lines where its blocks end, quotes, styles and scripts left out."""

    _LEFT_OUT = ("blockquote", "style", "script", "head")
    _LINES = ("br", "p", "div", "li", "tr", "h1", "h2", "h3", "pre", *_LEFT_OUT)

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.out = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or what is left out."""
        self.out += tag in self._LEFT_OUT
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a line, or what is left out."""
        self.out = max(0, self.out - (tag in self._LEFT_OUT))
        self._break(tag)

    def handle_data(self, data: str) -> None:
        """Keep text; a line break in it is a blank."""
        if not self.out:
            self.parts.append(data.replace("\n", " "))

    def _break(self, tag: str) -> None:
        if tag in self._LINES:
            self.parts.append("\n")


def own_lines(text: str) -> list[tuple[int, str]]:
    """Number the lines that the sender wrote: no quotes, nothing from the signature on."""
    lines = text.splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        if (
            _SIGNATURE.match(line)
            or _ORIGINAL.match(line)
            or _is_head(lines[number - 1 : number + 2])
        ):
            break
        if line.strip() and _QUOTED.match(line) is None:
            found.append((number, line.strip()))
    return found


def _is_head(lines: list[str]) -> bool:
    """Say whether lines begin with the head of another message, as some programs quote it."""
    return len(lines) > 2 and all(
        _HEADER.match(line) and not _ARMY.match(line) for line in lines[:3]
    )


def said(game: Tables, text: str) -> list[Said]:
    """List what could be the move of a message: lines that are a move, else the words that are.

    Words that name no cell, as a lone number does, are no moves.
    """
    lines = own_lines(text)
    whole = [Said(number, move) for number, line in lines for move in _moves(game, line)]
    if whole:
        return whole
    return [
        Said(number, move)
        for number, line in lines
        for word in _WORD.findall(line)
        if re.search("[a-z][0-9]", word, re.IGNORECASE)
        for move in _moves(game, word)
    ]


def _moves(game: Tables, text: str) -> list[str]:
    """Give a text as a move, or nothing; a word such as `base64` has only the form of one."""
    move = forgiven(game, text)
    said = moves.parse(game, move)
    if said is None:
        return []
    meant = said.action or said.destination in game.board.number or _SIGNED.search(move)
    return [move] if meant else []
