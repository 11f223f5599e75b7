"""Members: the offsets of the parts of an object in JSON, and how a record in JSON begins."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

_SURELY = (
    r'\{\s*"(?:aof"\s*:\s*(?:[-0-9"\[{]|(?:true|false|null)\b)|(?:tags|movetext|raw)"\s*:\s*\[)'
)
_KEY_FIRST = r'\{\s*"(?:[^"\\]|\\.)*+"\s*(?::|\Z)'
_VALUE = r'[-0-9"\[{]|(?:true|false|null)\b'
_PAST = {mark: rf"[ \t\n\r]*+\{mark}[ \t\n\r]*+" for mark in "{:,["}
"""A mark between the parts of an object, with the blanks on both sides."""
_TAG = r'\[\s*\w+\s*"'
_CUT = rf"\n(?=\{{|{_TAG})"


def begins_json(text: str) -> bool:
    """Return whether a text from a brace on begins with a record in JSON: it has a key `aof`.

    A text that begins with another key of such a record counts as one, too.
    """
    if re.match(_SURELY, text) is not None:
        return True
    if not may_begin_json(text):
        return False
    cut = re.search(_CUT, text)
    whole = text if cut is None else text[: cut.start()]
    values = (at for key, _, at in _members(whole) if key == "aof")
    return any(re.compile(_VALUE).match(whole, at) for at in values)


def may_begin_json(text: str) -> bool:
    """Return whether a text begins like an object, with a key; the key may be cut off."""
    return re.match(_KEY_FIRST, text) is not None


def ends_json(line: str) -> bool:
    """Return whether a line begins a record, so that an object in JSON ends before it."""
    return line.startswith("{") or re.match(_TAG, line) is not None


def _members(text: str, start: int = 0) -> Iterator[tuple[str | int, int, int]]:
    """Yield each key or index of the object or list at an offset, and where it and its value begin.

    It ends where the text is no JSON.
    """
    from json import JSONDecoder  # which takes a while to load

    decode, index = JSONDecoder(parse_int=str, parse_float=str).raw_decode, 0
    with suppress(ValueError, RecursionError):
        is_object = text.startswith("{", start)
        at = _past(text, start, "{" if is_object else "[")
        while True:
            key, value = index, at
            if is_object:
                key, end = decode(text, at)
                value = _past(text, end, ":")
            yield key, at, value
            at, index = _past(text, decode(text, value)[1], ","), index + 1


def place_in(text: str, path: Sequence[str | int]) -> int:
    """Find the offset of a part of an object: the value of a key, or an item of a list.

    Where the path leads nowhere, return the offset of the last part that exists.
    """
    at = 0
    for step in path:
        at = next((value for key, _, value in _members(text, at) if key == step), at)
    return at


def repeated(text: str, key: str) -> int:
    """Find the offset of a key's second occurrence in an object; 0 if an inner object has it."""
    places = [at for other, at, _ in _members(text) if other == key]
    return places[1] if len(places) > 1 else 0


def _past(text: str, at: int, mark: str) -> int:
    """Find the offset behind a mark and the blanks on both sides of it."""
    match = re.compile(_PAST[mark]).match(text, at)
    if match is None:
        raise ValueError(f"no {mark}")
    return match.end()
