"""JSON: a record as one object, with its tags and its movetext as lists of pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aofref.findings import Code, Finding, Place
from aofref.notation.records import limits
from aofref.notation.records.model import Kind, RawRecord, Record, Tag, Token, fault, syntax
from aofref.notation.records.tokenizer import lexemes, unfilled
from aofref.text import escaped_json, in_bytes

_NAMES = {kind.name.lower(): kind for kind in Kind if kind not in (Kind.BAD, Kind.TAG)}
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""What stands for a byte that could not be decoded."""
_ALONE = Place(1, 1)


class _Beyond(ValueError):
    """What goes beyond a limit."""


def write_json(tags: Sequence[tuple[str, str]], movetext: Sequence[tuple[Kind, str]]) -> str:
    """Write a record as one object on one line.

    Bytes that were no text are U+FFFD there; a further list `raw` then has what they were.
    """
    import json  # which takes a while to load

    lists = {
        "tags": [[name, value] for name, value in tags],
        "movetext": [[kind.name.lower(), text] for kind, text in movetext],
    }
    raw = []
    for name, pairs in lists.items():
        for index, pair in enumerate(pairs):
            if _NO_TEXT.search(pair[1]):
                raw.append([name, index, in_bytes(pair[1]).hex()])
                pair[1] = _NO_TEXT.sub("\ufffd", pair[1])
    record = {"aof": 1, **lists, **({"raw": raw} if raw else {})}
    return escaped_json(json.dumps(record, ensure_ascii=False)) + "\n"


def read_json(raw: RawRecord) -> Record:
    """Read a record in JSON, on however many lines; what is wrong with it is one finding."""
    import json  # which takes a while to load

    try:
        _check("this record in JSON", len(raw.text), limits.JSON)
        data = json.loads(raw.text)
        _check_nesting(data)
    except json.JSONDecodeError as problem:
        at = _place(raw, problem.pos)
        return _broken(raw, syntax(f"this is no JSON: {problem.msg}", at))
    except RecursionError:
        return _broken(raw, fault(Code.LIMIT, str(_too_deep()), raw.start))
    except _Beyond as problem:
        return _broken(raw, fault(Code.LIMIT, str(problem), raw.start))
    except ValueError:  # of Python's own: no number has so many digits
        text = "a number in this JSON is longer than the program reads"
        return _broken(raw, fault(Code.LIMIT, text, raw.start))
    try:
        tags = tuple(_tag(pair, raw.start) for pair in _pairs(data, "tags"))
        movetext = _pairs(data, "movetext")
        if len(movetext) > limits.TOKENS:
            raise _Beyond(f"a record has at most {limits.TOKENS} tokens")
        tokens = tuple(_token(pair, raw.start, index) for index, pair in enumerate(movetext))
        _check_depth(tokens)
    except _Beyond as problem:
        return _broken(raw, fault(Code.LIMIT, str(problem), raw.start))
    except ValueError as problem:
        text = f"this is no record in JSON as `convert --to json` writes it: {problem}"
        return _broken(raw, syntax(text, raw.start))
    return Record(tags, tokens, raw.findings, raw.start, raw)


def _check(what: str, size: int, most: int) -> None:
    if size > most:
        raise _Beyond(f"{what} is longer than {most} characters")


def _too_deep() -> _Beyond:
    return _Beyond(f"lists and objects in JSON are at most {limits.NESTING} deep")


def _check_nesting(data: object) -> None:
    """Refuse lists and objects within each other beyond what a record can need."""
    level: list[dict[str, object] | list[object]] = [data] if isinstance(data, (dict, list)) else []
    depth = 0
    while level:
        depth += 1
        if depth > limits.NESTING:
            raise _too_deep()
        inner = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for part in inner for one in part if isinstance(one, (dict, list))]


def _broken(raw: RawRecord, finding: Finding) -> Record:
    return Record((), (), (*raw.findings, finding), raw.start, raw, broken=True)


def _place(raw: RawRecord, offset: int) -> Place:
    """Turn an offset of the text into a place of the stream."""
    row = raw.text.count("\n", 0, offset)
    begins = raw.text.rfind("\n", 0, offset) + 1
    return Place(raw.start.line + row, offset - begins + (1 if row else raw.start.column))


def _pairs(data: object, name: str) -> list[tuple[str, str]]:
    """Give a list of pairs of texts."""
    found = data.get(name) if isinstance(data, dict) else None
    if not isinstance(found, list):
        raise ValueError(f"it has no list {name}")
    for pair in found:
        if not (isinstance(pair, list) and list(map(type, pair)) == [str, str]):
            raise ValueError(f"in {name} there is something else than pairs of texts")
    pairs = [(first, second) for first, second in found]
    for index, text in _raw(data, name):
        if not 0 <= index < len(pairs):
            raise ValueError("raw is of something that is not there")
        pairs[index] = (pairs[index][0], text)
    return pairs


def _raw(data: object, name: str) -> list[tuple[int, str]]:
    """List the texts of a list that had bytes in them which were no text."""
    entries = data.get("raw", []) if isinstance(data, dict) else []
    found = []
    for entry in entries if isinstance(entries, list) else [entries]:
        if not (isinstance(entry, list) and list(map(type, entry)) == [str, int, str]):
            raise ValueError("raw is something else than lists of a name, an index and digits")
        if entry[0] == name:
            found.append((entry[1], bytes.fromhex(entry[2]).decode("utf-8", "surrogateescape")))
    return found


def _tag(pair: tuple[str, str], at: Place) -> Tag:
    name, value = pair
    _check("this tag pair", len(name) + len(value) + len('[ ""]'), limits.TAG)
    if re.fullmatch(r"\w+", name) is None or "\n" in value:
        raise ValueError("a tag has a name of letters and digits, and a value on one line")
    return Tag(name, value, at)


def _token(pair: tuple[str, str], at: Place, index: int) -> Token:
    name, text = pair
    kind = _NAMES.get(name)
    if kind is None:
        raise ValueError("the movetext has tokens of an unknown kind")
    if kind in (Kind.COMMENT, Kind.LINE_COMMENT):
        _check("this comment", len(text), limits.COMMENT)
        text = unfilled(text.replace("\r\n", "\n"))
        if "\n" in text and "}" in text:
            raise ValueError("a comment of several lines has a brace in it")
        return Token(Kind.COMMENT, text, at, index)
    escapes = kind is Kind.ESCAPE
    _check("this token", len(text), limits.COMMENT if escapes else limits.TOKEN)
    marked = f"%{text}" if escapes else text
    if kind in (Kind.OPEN, Kind.CLOSE) and len(text) > 1:
        raise ValueError(f"the movetext has a token that is no {name}")
    alone = [*lexemes(marked, _ALONE)]
    if [(found.kind, found.text) for found in alone] != [(kind, text)]:
        raise ValueError(f"the movetext has a token that is no {name}")
    return Token(kind, text, at, index)


def _check_depth(tokens: tuple[Token, ...]) -> None:
    depth = 0
    for token in tokens:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth < 0:
            break
        if depth > limits.DEPTH:
            raise _Beyond(f"variations are at most {limits.DEPTH} deep")
    if depth:
        raise ValueError("a variation is open or closed too often")
