"""InWords: the moves of a record in several words, or as people type them, read as `play` does."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from aofref.findings import Code
from aofref.judge.collect.summary import players
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import read_typed
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.tokens import outside
from aofref.notation.typed import MOST_WORDS, InputReader

_CELL: Final = re.compile("[A-Za-z][0-9]")
_A_NUMBER: Final = re.compile(r"\W*\d{1,3}(?:\W+\d{1,3})*\W*")  # more digits may be a move
_NO_CELL: Final = re.compile("castl|resign|pass", re.IGNORECASE)
_IN_VAIN: Final = 1000
_MORE: Final = 20
"""How many texts are tried in vain in a record, and how many more for each that is a move."""


def in_words(judged: Replay) -> Record:
    """Read words of a line as one move where `play` does, and where they can be nothing else.

    Words that are moves by themselves stay as they are.  So do words that may be one move or
    several, unless their line has nothing else.  Returns the same record if nothing changes.
    """
    record = judged.record
    words = _Words(InputReader.among(judged.game, players(judged)))
    joined = dict[int, tuple[int, str]]()
    in_json = record.is_json
    for _, line in groupby(record.tokens, key=lambda token: token.line):
        parts = groupby(line, key=lambda token: _is_word(token) and token.ordinal * in_json + 1)
        runs = [[*run] for of_words, run in parts if of_words]
        for run in runs:
            joined |= words.moves(run, alone=len(runs) == 1)
    apart = {one.ordinal: read for one in record.tokens if (read := _commented(judged, one))}
    joined |= {at: (at + 1, move) for at, (move, _) in apart.items()}
    joined = joined or _in_their_positions(judged, words.reader)
    if not joined:
        return record
    tokens, places, end = list[Token](), set[object](), 0
    for token in record.tokens:
        if token.ordinal in joined:
            end, text = joined[token.ordinal]
            tokens.append(Token(Kind.MOVE, text, *token.place, len(tokens)))
            if token.ordinal in apart:
                place = token.line, token.column + len(text)
                tokens.append(Token(Kind.COMMENT, apart[token.ordinal][1], *place, len(tokens)))
        elif token.ordinal >= end:
            tokens.append(token._replace(ordinal=len(tokens)))
            continue
        places.add(token.place)
    readable = all(token.kind is not Kind.BAD for token in tokens)
    findings = [
        finding
        for finding in record.findings
        if not (finding.code is Code.SYNTAX and finding.place in places)
        and not (readable and finding.code is Code.LIMIT and _UNREPORTED in finding.message)
    ]
    return record._replace(tokens=tuple(tokens), findings=tuple(findings))


def _commented(judged: Replay, token: Token) -> tuple[str, str] | None:
    """Part `P e2-e4; P e7-e5` into the move and a comment: the clauses that are not the move's."""
    if token.kind is Kind.MOVE and moves.parse(judged.game, token.text) is None:
        for mark in reversed([*re.finditer(";", token.text)]):
            if moves.parse(judged.game, token.text[: mark.start()]) is not None:
                return token.text[: mark.start()], token.text[mark.end() :].strip()
    return None


def _in_their_positions(judged: Replay, reader: InputReader) -> dict[int, tuple[int, str]]:
    """Read the moves of the main line from the refused one on, each in its position.

    So are two words that stand alone on their line, the first of which is no legal move, and
    capitals that may be read in several ways.  By the ordinal of the first word, return the end and
    the move.
    """
    joined, refused, tokens = dict[int, tuple[int, str]](), judged.refused, judged.record.tokens
    if refused is None or judged.record.is_json:
        return joined
    line, end = LineOfPlay(judged.last, judged.length), 0
    on_line = Counter(token.line for token in tokens if token.kind not in _BESIDE)
    for token in outside(tokens[refused.token :]):
        if token.ordinal < end:
            continue
        if token.kind is Kind.BAD:
            break
        if token.kind is not Kind.MOVE or isinstance(line.play(token), Ply):
            continue
        two = tokens[token.ordinal : token.ordinal + 2]
        words = [one.text for one in two if one.line == token.line and _is_word(one)]
        if on_line[token.line] != 2 or len(words) != 2:
            words = [token.text]
        read = read_typed(line.position, " ".join(words), reader=reader)
        written = moves.read(line.position, read.text) if read.why is None else None
        if written is None or read.text == token.text:
            break
        is_played = isinstance(line.play(token._replace(text=read.text)), Ply)
        if is_played or len(words) > 1:
            end = token.ordinal + len(words)
            joined[token.ordinal] = end, read.text
        if not is_played:
            break
    return joined


_BESIDE: Final = (Kind.COMMENT, Kind.ESCAPE, Kind.NAG, Kind.RESULT)
_UNREPORTED: Final = "more unreadable tokens"


def _is_word(token: Token) -> bool:
    """Return whether a token may be a part of a move.

    A number or a time that is none is not, nor is a comment that is not closed, which has no text.
    """
    if token.kind is Kind.BAD:
        return token.text != "" and _A_NUMBER.fullmatch(token.text) is None
    return token.kind is Kind.MOVE or token.kind is Kind.NAG


class _Words:
    """The words of a record: which of them are moves, together or each by itself."""

    def __init__(self, reader: InputReader) -> None:
        self.reader = reader
        self.known: dict[str, str] = {}
        self.tries = _IN_VAIN

    def moves(self, run: Sequence[Token], *, alone: bool) -> dict[int, tuple[int, str]]:
        """Part a run so that as few words as can be are left unread; join them where it must be.

        Words beside an unreadable sign are not joined.  By the ordinal of its first word, return
        the end of each part, and its move, where a record has it in another form.
        """
        words = [token.text for token in run]
        if all(token.kind is Kind.NAG or self._move([token.text]) == token.text for token in run):
            return {}
        unread, lengths = [0] * (len(run) + 1), [[1] for _ in run]
        is_one = alone and len(run) > 1 and self._move(words) != ""
        for at in () if is_one else range(len(run) - 1, -1, -1):
            found = {1: unread[at + 1] + (not self._is_read(run[at]))}
            cells = 0
            for end in range(at + 1, min(len(run), at + MOST_WORDS) + 1):
                cells += _CELL.search(words[end - 1]) is not None
                if cells > 2 or words[end - 1][0] in "!?$":  # a mark of quality ends a move
                    break
                if end > at + 1 and self._move(words[at:end]):
                    found[end - at] = unread[end]
            unread[at] = min(found.values())
            lengths[at] = [length for length, left in found.items() if left == unread[at]]
        joined, first, last = dict[int, tuple[int, str]](), 0, 0
        while last < len(run):
            first, last = last, last + (lengths[last][0] if len(lengths[last]) == 1 else 1)
            beside = (*run[first - 1 : first], *run[last : last + 1])
            if is_one:
                last = len(run)
            elif any(token.kind is Kind.BAD and not self._is_read(token) for token in beside):
                last = first + 1
            text = self._move(words[first:last])
            if text not in ("", words[first]):
                joined[run[first].ordinal] = run[0].ordinal + last, text
        return joined

    def _is_read(self, token: Token) -> bool:
        """Return whether a token is a sign, or a move by itself."""
        return token.kind is Kind.NAG or self._move([token.text]) != ""

    def _move(self, words: Sequence[str]) -> str:
        """Write words that are one move as a record has it; "" if each of several is a move."""
        text = " ".join(words)
        if text not in self.known:
            self.known[text] = ""
            if self.tries > 0 and (_CELL.search(text) or _NO_CELL.search(text) or len(words) == 1):
                read = self.reader.read(text)
                apart = len(words) > 1 and all(map(self.reader.is_move, words))
                if read.why is None and not apart and self.reader.known(read.text) is not None:
                    self.known[text] = read.text
                self.tries += _MORE if self.known[text] else -1
        return self.known[text]
