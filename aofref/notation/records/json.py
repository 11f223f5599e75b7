"""JSON: a record as one object, its tags and its movetext as lists of pairs, and how one begins.

The text of a pair is that of the record.  `raw` adds only which bytes its U+FFFD replace.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from aofref.findings import BadText, Code, bad_text, place_at
from aofref.notation import results
from aofref.notation.records import limits
from aofref.notation.records.model import Record, Tag, members, readable, unfilled
from aofref.notation.records.tokenizer import is_lexeme, why_no_comment
from aofref.notation.records.tokens import Kind, Token
from aofref.text import excerpt, in_bytes, in_utf_8, json_line

VERSION = 1
_KEYS = ("aof", "tags", "movetext", "raw")
_NAMES = {kind.name.lower(): kind for kind in Kind if kind not in (Kind.BAD, Kind.TAG)}
_NAMES["line_comment"] = Kind.COMMENT  # as earlier versions wrote it
_PLAY = (Kind.MOVE, Kind.NUMBER)


def write_json(
    tags: Sequence[tuple[str, str]],
    movetext: Sequence[tuple[Kind, str]],
    others: Mapping[str, object] | None = None,
) -> str:
    """Write a record as one object, on one line unless a reader's limit requires several.

    A byte that was not decoded is written as U+FFFD; a list `raw` then has the bytes themselves.
    `others` are keys that are not the record's, behind its own.
    """
    lists = {
        "tags": [[name, in_utf_8(value)] for name, value in tags],
        "movetext": [[kind.name.lower(), in_utf_8(text)] for kind, text in movetext],
    }
    for pair in lists["movetext"]:
        if pair[0] == "comment":  # where a return before a line end is lost, one of two is left
            pair[1] = pair[1].replace("\r\n", "\r\r\n")
    raw = []
    for name, pairs in lists.items():
        for index, pair in enumerate(pairs):
            if (text := readable(pair[1])) != pair[1]:
                raw.append([name, index, in_bytes(pair[1]).hex()])
                pair[1] = text
    line = json_line({"aof": VERSION, **lists, **({"raw": raw} if raw else {}), **(others or {})})
    # a quotation mark in a text has a backslash before it, so this can only stand between pairs
    return line if len(line) <= limits.LINE else line.replace('], ["', '],\n["')


def other_keys(record: Record) -> dict[str, object]:
    """Return the keys of a record in JSON that are not the record's; in other text it has none."""
    if not record.is_json:
        return {}
    data = _loaded(record)
    assert isinstance(data, dict)
    return {key: value for key, value in data.items() if key not in _KEYS}


def read_json(record: Record) -> Record:
    """Read a record in JSON, on any number of lines; its first fault is the only finding."""
    try:
        return _Reader(record).read()
    except BadText as problem:
        return record.unreadable(*problem.findings)


class _Reader:
    """Reads one record; each method raises BadText at the first fault."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.data: dict[str, object] = {}

    def read(self) -> Record:
        data = _loaded(self.record)
        if not isinstance(data, dict) or data.get("aof") is None:
            raise self.fault("it has no key aof")
        if type(data["aof"]) is not int or data["aof"] != VERSION:
            raise self.fault(f"its key aof must be {VERSION}, the only version", "aof")
        self.data = data
        tags = list[Tag]()
        for index, (name, value) in enumerate(self.pairs("tags")):
            if len(name) + len(value) + len('[ ""]') > limits.TAG:
                why = f"this tag pair is longer than {limits.TAG} characters"
                raise self.limit(why, index, "tags")
            if re.fullmatch(r"\w+", name) is None or "\n" in value:
                why = "a tag has a name of letters and digits, and a value on one line"
                raise self.fault(why, "tags", index)
            tags.append(Tag(name, value, self.record.start))
        movetext = self.pairs("movetext")
        if len(movetext) > limits.TOKENS:
            raise self.limit(f"a record has at most {limits.TOKENS} tokens", limits.TOKENS)
        tokens = [self.token(*pair, index) for index, pair in enumerate(movetext)]
        self.check_order(tags, tokens)
        read = {"tags": tuple(tags), "tokens": tuple(tokens), "findings": self.record.bad}
        return self.record._replace(**read, place=self.record.start, is_read=True)

    def fault(self, why: str, *path: str | int, code: Code = Code.SYNTAX) -> BadText:
        """Return the exception for a fault at the end of a path: keys of objects, indices."""
        if code is Code.SYNTAX:
            why = f"not a JSON record as `convert --to json` writes it: {why}"
        text, at = self.record.text, 0
        for step in path:  # as far as it leads
            at = next((value for key, _, value in members(text, at) if key == step), at)
        return bad_text(why, place_at(text, at, self.record.start), code)

    def limit(self, why: str, index: int, name: str = "movetext") -> BadText:
        return self.fault(why, name, index, code=Code.LIMIT)

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """Return the pairs of a list, with the bytes restored that were not decoded."""
        entries = self.data.get(name)
        if not isinstance(entries, list):
            raise self.fault(f"it has no list {name}", name)
        for index, pair in enumerate(entries):
            if not (isinstance(pair, list) and list(map(type, pair)) == [str, str]):
                raise self.fault(f"{name} must contain only pairs of strings", name, index)
        pairs = [(first, in_utf_8(second)) for first, second in entries]
        seen: set[int] = set()
        for entry, index, text in self.raw(name):
            if not 0 <= index < len(pairs):
                raise self.fault("raw refers to a text that does not exist", "raw", entry)
            if index in seen or readable(text) != readable(pairs[index][1]):
                why = f"raw contradicts {name}, to which it may only add bytes"
                raise self.fault(why, "raw", entry)
            seen.add(index)
            pairs[index] = (pairs[index][0], text)
        return pairs

    def raw(self, name: str) -> Iterator[tuple[int, int, str]]:
        """Yield the entries of `raw` for a list: the entry's index, the pair's index, its text."""
        entries = self.data.get("raw", [])
        for at, entry in enumerate(entries if isinstance(entries, list) else [entries]):
            if not (isinstance(entry, list) and list(map(type, entry)) == [str, int, str]):
                why = "raw must contain only lists of a name, an index and hexadecimal digits"
                raise self.fault(why, "raw", at)
            if entry[0] not in ("tags", "movetext"):
                raise self.fault("raw refers to a text that does not exist", "raw", at)
            try:
                content = bytes.fromhex(entry[2])
            except ValueError as problem:
                raise self.fault(str(problem), "raw", at) from problem
            if entry[0] == name:
                yield at, entry[1], content.decode("utf-8", "surrogateescape")

    def token(self, name: str, text: str, index: int) -> Token:
        kind = _NAMES.get(name)
        if kind is None:
            raise self.fault("the movetext has tokens of an unknown kind", "movetext", index)
        is_comment = kind is Kind.COMMENT
        most = limits.COMMENT if is_comment or kind is Kind.ESCAPE else limits.TOKEN
        if len(text) > most:
            what = "comment" if is_comment else "token"
            raise self.limit(f"this {what} is longer than {most} characters", index)
        why = ""
        if is_comment:
            text = unfilled(text.replace("\r\n", "\n"))
            why = why_no_comment(text)
        elif kind is not Kind.RESULT or not re.fullmatch(results.NOBODYS, text):
            # in movetext a result of nobody's may be castling
            is_one = is_lexeme(kind, text)
            why = "" if is_one else f"the movetext has a token of kind {name} that is not one"
        if why:
            raise self.fault(why, "movetext", index)
        return Token(kind, text, *self.record.start, index)

    def check_order(self, tags: list[Tag], tokens: list[Token]) -> None:
        """Refuse unpaired or too deep variations, and play after the result of the game."""
        ended, opened = False, list[int]()
        game = self.record._replace(tags=tuple(tags)).game
        variant = self.record.variant if game is None else game.value
        unpaired = "a variation is not opened and closed in pairs"
        for index, (kind, text, *_) in enumerate(tokens):
            if ended and not opened and kind in _PLAY:
                why = "the text after the result is another record"
                raise self.fault(why, "movetext", index)
            if kind is Kind.OPEN:
                opened.append(index)
                if len(opened) > limits.DEPTH:
                    raise self.limit(f"variations are at most {limits.DEPTH} deep", index)
            elif kind is Kind.CLOSE:
                if not opened:
                    raise self.fault(unpaired, "movetext", index)
                opened.pop()
            elif kind is Kind.RESULT:
                ended = ended or (not opened and results.is_of(variant, text))
        if opened:
            raise self.fault(unpaired, "movetext", opened[0])


def _loaded(record: Record) -> object:
    """Decode a text in JSON; raises BadText."""
    import json  # which takes a while to load

    def checked(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                places = [at for other, at, _ in members(record.text) if other == key]
                second = places[1] if len(places) > 1 else 0  # an inner object may have it
                at = place_at(record.text, second, record.start)
                raise bad_text(f"a JSON object has the same key twice: {excerpt(key)}", at)
            found[key] = value
        return found

    if len(record.text) > limits.JSON:
        most = f"{limits.JSON} characters"
        raise bad_text(f"this JSON record is longer than {most}", record.start, Code.LIMIT)
    too_deep = f"JSON lists and objects are at most {limits.NESTING} deep"
    try:
        data = json.loads(record.text, object_pairs_hook=checked)
    except json.JSONDecodeError as problem:
        at = place_at(record.text, problem.pos, record.start)
        raise bad_text(f"not valid JSON: {problem.msg}", at) from problem
    except BadText:
        raise
    except RecursionError:
        raise bad_text(too_deep, record.start, Code.LIMIT) from None
    except ValueError as problem:  # Python limits the digits of a number
        text = "a number in this JSON is longer than aofref reads"
        raise bad_text(text, record.start, Code.LIMIT) from problem
    level = [data]
    for _ in range(limits.NESTING):
        inside = [held for held in level if isinstance(held, (dict, list))]
        level = [
            item for held in inside for item in (held.values() if isinstance(held, dict) else held)
        ]
    if any(isinstance(item, (dict, list)) for item in level):
        raise bad_text(too_deep, record.start, Code.LIMIT)
    return data
