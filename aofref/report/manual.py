"""Manual: a page in mdoc as plain text, for where there is no man(1).

Reads what the pages of this project use of mdoc, not all of it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from textwrap import fill

WIDTH = 78
_ESCAPES = {r"\e": "\\", r"\&": "", r"\(ha": "^", r"\(en": "–", r"\(mu": "×"}
_QUOTES = {"Ql": "‘’", "Sq": "‘’", "Dq": "“”", "Pq": "()", "Op": "[]"}
_PLAIN = ("Cm", "Li", "Ar", "Sy", "Em", "Ic", "Pa", "Ev", "Dv", "Sx", "No")
_CLOSING = {".", ",", ":", ";", ")", "]", "?", "!"}


def page(source: str) -> str:
    """Write a page as text."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_Page().read(source.splitlines()))).strip() + "\n"


def _plain(text: str) -> str:
    return re.sub(r"\\(?:\(..|.)", lambda found: _ESCAPES.get(found.group(), ""), text)


class _Page:
    """A page being read: the paragraph so far, and how far it is indented."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.indents = [0]
        self.lists: list[str] = []
        self.compact: list[bool] = []
        self.bullet = ""
        self.glue = False
        self.section = ""

    def read(self, lines: list[str]) -> Iterator[str]:
        literal = False
        for line in lines:
            if line.startswith('.\\"'):
                continue
            if literal and line != ".Ed":
                yield " " * (self.indents[-1] + 4) + _plain(line)
            elif line.startswith(".Bd"):
                yield from self.flush()
                literal = True
                yield ""
            elif line == ".Ed":
                literal = False
                yield ""
            elif line.startswith("."):
                yield from self.macro(line[1:].strip())
            elif line:
                self.words.append(_plain(line))
        yield from self.flush()

    def flush(self) -> Iterator[str]:
        """Give the paragraph."""
        if self.words:
            text, indent = " ".join(self.words), " " * self.indents[-1]
            first = (indent[:-2] + self.bullet) if self.bullet else indent
            self.words, self.bullet = [], ""
            yield fill(
                text,
                WIDTH,
                initial_indent=first,
                subsequent_indent=indent,
                break_on_hyphens=False,
                break_long_words=False,
            )

    def macro(self, line: str) -> Iterator[str]:
        """Do what a line with a macro says."""
        name, _, rest = line.partition(" ")
        if name in ("Dd", "Dt", "Os"):
            return
        if name in ("Sh", "Ss"):
            yield from self.flush()
            self.indents, self.section = [4], rest
            yield ""
            yield ("" if name == "Sh" else "  ") + _plain(rest)
        elif name == "Pp":
            yield from self.flush()
            yield ""
        elif name == "Bl":
            yield from self.flush()
            self.lists.append(rest.split()[0])
            self.compact.append("-compact" in rest)
            self.indents.append(self.indents[-1] + 4)
        elif name == "El":
            yield from self.flush()
            self.lists.pop()
            self.compact.pop()
            self.indents.pop()
            yield ""
        elif name == "It":
            yield from self.item(rest)
        elif name in ("Dl", "D1"):
            yield from self.flush()
            yield " " * (self.indents[-1] + 4) + self.inline(rest if name == "D1" else _plain(rest))
        elif name == "Nm" and rest in ("", "aofref"):
            if self.section == "SYNOPSIS":
                yield from self.flush()
            self.add("aofref")
        elif name == "Nd":
            self.add(f"– {rest}")
        elif name in ("Po", "Pc"):
            self.add("(" if name == "Po" else ")" + rest)
            self.glue = name == "Po"
        else:
            self.add(self.inline(line))

    def item(self, rest: str) -> Iterator[str]:
        """Begin an item of a list."""
        yield from self.flush()
        if not self.compact[-1]:
            yield ""
        if self.lists[-1] == "-bullet":
            self.bullet = "* "
        elif self.lists[-1] == "-column":
            yield (
                " " * self.indents[-1]
                + "  ".join(self.inline(cell).ljust(12) for cell in rest.split(" Ta ")).rstrip()
            )
        else:
            yield " " * self.indents[-2] + self.inline(rest)

    def add(self, text: str) -> None:
        """Add to the paragraph, without a blank where there must be none."""
        if self.words and (self.glue or text[:1] in _CLOSING):
            self.words[-1] += text
        else:
            self.words.append(text)
        self.glue = False

    def inline(self, line: str) -> str:
        """Write the words of a line, macros among them."""
        found, closers = "", []
        glue, macro = True, ""
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.quotes, lexer.escape, lexer.commenters = True, '"', "", ""
        words = list(lexer)
        for at, word in enumerate(words):
            if word == "Ns":
                glue = True
                continue
            if word in _QUOTES:
                found += ("" if glue else " ") + _QUOTES[word][0]
                closers.append(_QUOTES[word][1])
                glue, macro = True, word
                continue
            if word in (*_PLAIN, "Fl", "Xr", "Nm"):
                macro = word
                if word == "Nm" and not [*words, ""][at + 1].startswith("aofref"):
                    found, glue = found + ("" if glue else " ") + "aofref", False
                continue
            text = _plain(word)
            if text in _CLOSING and at == len(words) - 1 and word == text:
                found += "".join(reversed(closers)) + text
                closers = []
                continue
            if macro == "Fl" and text not in _CLOSING and text != "|":
                text = f"-{text}"
            if macro == "Xr" and text.isdigit():
                found += f"({text})"
                continue
            found += ("" if glue or text in _CLOSING else " ") + text
            glue = False
        return found + "".join(reversed(closers))
