"""Lines: the lines of a stream, which comes in blocks, and stretches of them that tell nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from aofref.findings import Finding
from aofref.notation.records import limits
from aofref.text import pattern

DecodedLine = tuple[str, Finding | None]
"""A line of a stream, its end included, and the finding that a bad byte in it makes.

It may be a part of a line, with the rest in what comes next, or several lines without a finding.
"""
_TELLING = pattern("-[0-9]")
"""What a result has, if it is not an asterisk."""
_MARKS = "{[()*%}"
"""What a line has if a comment, a tag pair, a variation, an asterisk or an escape is in it."""
_IN_PLAY = (0, 1, 2, 3, 4, 5)
_IN_COMMENT = (1, 5, 6)
"""The marks that may tell something new in a comment: of its end, a tag pair, or an origin."""
_LONG = 1 << 14
"""A part of a line has at least so many characters."""


class Lines:
    """The lines of a stream, numbered, with a look at the next.

    They come in blocks: several lines, or one, or a part of one.  `marks` is where in the block
    each of `_MARKS` stands next.  The first has the number `first`.
    """

    def __init__(self, lines: Iterable[DecodedLine], first: int) -> None:
        self._blocks = iter(lines)
        self._ahead: deque[DecodedLine] = deque()
        self._block = ""
        self._finding: Finding | None = None
        self._at = 0
        self._marks = [0] * len(_MARKS)
        self.number = first - 1

    def next(self) -> DecodedLine | None:
        """Take the next line, or None at the end."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else self._fetch()

    def peek(self) -> str | None:
        """Give the next line, or None at the end."""
        return self._ahead[0][0] if self._ahead else next(self.ahead(), None)

    def ahead(self) -> Iterator[str]:
        """Give the lines that follow, none of which is taken."""
        for line, _ in tuple(self._ahead):
            yield line
        while (taken := self._fetch()) is not None:
            self._ahead.append(taken)
            yield taken[0]

    def stretch(self, in_comment: bool) -> str:
        """Take as many whole lines of the block as have nothing that tells anything new.

        This is a hundredth of the work that it is to look at each.
        """
        if self._ahead or not self._loaded() or self._finding is not None:
            return ""
        block, at = self._block, self._at
        stop = len(block)
        if in_comment and stop > limits.LINE:
            return ""
        for index in _IN_COMMENT if in_comment else _IN_PLAY:
            found = self._marks[index]
            if found < at:
                found = block.find(_MARKS[index], at)
                if found < 0:
                    found = len(block)
                self._marks[index] = found
            stop = min(stop, found)
        if not in_comment and (told := _TELLING.search(block, at, stop)) is not None:
            stop = told.start()
        end = block.rfind("\n", at, stop) + 1
        if end <= at:
            return ""
        self._at = end
        lines = block[at:end]
        self.number += lines.count("\n")
        return lines

    def begun(self) -> str:
        """Give the beginning of a line that is longer than a block, if that is what comes next."""
        if self._ahead or not self._loaded() or self._finding is not None or self._at:
            return ""
        block = self._block
        return block if len(block) > _LONG and "\n" not in block else ""

    def part(self) -> DecodedLine:
        """Take a line, or what there is of it; empty at the end of the stream."""
        return (self._cut(), self._finding) if self._loaded() else ("", None)

    def _loaded(self) -> bool:
        """Take the next block if this one has come to its end; say whether there is one."""
        if self._at < len(self._block):
            return True
        taken = next(self._blocks, None)
        if taken is None:
            return False
        self._block, self._finding = taken
        self._at, self._marks = 0, [-1] * len(_MARKS)
        return True

    def _fetch(self) -> DecodedLine | None:
        """Take the next line out of its block, or put it together of its parts."""
        if not self._loaded():
            return None
        finding = self._finding
        line = self._cut()
        if line.endswith("\n") or not self._loaded():
            return line, finding
        parts = [line]
        while not parts[-1].endswith("\n") and self._loaded():
            finding = finding or self._finding
            parts.append(self._cut())
        return "".join(parts), finding

    def _cut(self) -> str:
        """Take a line of the block, or what there is of it."""
        at = self._at
        self._at = self._block.find("\n", at) + 1 or len(self._block)
        return self._block[at : self._at]
