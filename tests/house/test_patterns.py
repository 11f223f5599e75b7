"""Patterns: each matches the same in every Python from 3.11.0 on.

Up to 3.11.4, what follows a possessive repeat of a group is looked for where the last try of the
group stopped, not where that try began (gh-100061, gh-106052).  An atomic group goes back itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.helpers import ROOT

TOKENS = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?>)?|(?:[*+?]|\{[0-9]*(?:,[0-9]*)?\})\+|.", re.DOTALL
)
VALUE = "\0"
"""The value of an expression in an f-string, which may be a group."""


def faults(pattern: str) -> list[str]:
    """List the possessive repeats of groups that are not atomic, each behind how its group opens."""
    found, opened, before = list[str](), list[str](), ""
    for token in TOKENS.findall(pattern):
        if len(token) > 1 and token[0] in "*+?{" and before in ("(", VALUE):
            found.append(before + token)
        if token in ("(", "(?>"):
            opened.append(token)
        before = opened.pop() if token == ")" and opened else "" if token == "(" else token
    return found


def literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module, each with its line, and VALUE for expressions in them."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.Constant(value=bytes(text)):
            yield node.lineno, text.decode("latin-1")
        case ast.JoinedStr(values=parts):
            yield (
                node.lineno,
                "".join(
                    str(part.value) if isinstance(part, ast.Constant) else VALUE for part in parts
                ),
            )
        case _:
            for child in ast.iter_child_nodes(node):
                yield from literals(child)


def test_what_repeats_possessively_is_atomic() -> None:
    wrong, repeats = list[str](), 0
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        for line, text in literals(ast.parse(path.read_text("utf-8"))):
            repeats += len(re.findall(r"\)[*+?]\+", text))
            wrong += [f"{path.relative_to(ROOT)}:{line}: {each}" for each in faults(text)]
    assert wrong == [] and repeats > 10, "write (?>...)*+ for (?:...)*+, and no {PATTERN}*+"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"(?:ab?c)*+", ["(*+"]),
        (r"((?:[^)]|\))++)?+", ["(++", "(?+"]),
        (r"(?P<at>a)?+(?=b(c){1,2}+)", ["(?+", "({1,2}+"]),
        (rf"{VALUE}*+", [VALUE + "*+"]),
        (rf"(?>a|{VALUE}){{2}}+(?:a[)*+]++|\(*+|\)++|[])]?+|[^])]++)+", []),
    ],
)
def test_faults_are_found(pattern: str, expected: list[str]) -> None:
    assert faults(pattern) == expected


@pytest.mark.parametrize(
    ("pattern", "text", "matched"),
    [
        ("(?>ab?c)*+", "ab", ""),
        (r"(?>a(?!b))*+", "aab", "a"),
        (r"(?>(?<=b)a|b)*+", "baba", "baba"),
        (r"(?>a[^}]*+\}|b)++", "ba}a", "ba}"),
        ("a(?>b(?>cd)?+e)?+", "abcd", "a"),
    ],
)
def test_an_atomic_group_goes_back(pattern: str, text: str, matched: str) -> None:
    found = re.match(pattern, text)
    assert found is not None and found[0] == matched
