"""One voice: words that neither messages, docstrings nor documents use, with what to write instead."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from io import StringIO
from pathlib import Path

import pytest

from tests.helpers import ROOT

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    ROOT / "fixtures" / "cases" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "man").glob("*.[1-9]")),
]
MODULES = sorted((ROOT / "aofref").rglob("*.py"))

INSTEAD = {
    r"told": "reported, recorded, given",
    r"heeds?|heeded": "apply, use",
    r"forgiv\w+": "lenient, accepted",
    r"blow": "capture",
    r"whoever interrupts": "say what happens",
    r"of itself": "automatically, at the start of a turn",
    r"this is no": "not a",
    r"it is no": "it is not",
    r"costs nothing but itself": "say what is still read",
    r"the own": "its own, the player's own",
    r"colors?|colored": "colour",
    r"grays?": "grey",
    r"centers?|centered": "centre",
    r"behavior": "behaviour",
    r"neighbor\w*": "neighbour",
    r"favorite": "favourite",
    r"capitaliz\w+|recogniz\w+|organiz\w+|normaliz\w+": "-ise",
    r"CONTRACT|STYLE|RULES\.md": "the man page or the document that says it",
}
"""What is not written, as a pattern of whole words, and what to write instead."""
IN_DOCSTRINGS = {
    r"says?|said|tells?|hears?|heard|asks?|asked": "return, parse, write, call",
    r"those (?:that|which|who|of)": "a noun",
    r"what (?:stands|it says)": "a noun",
    r"of wh(?:ich|om)": "a sentence of its own",
    r"so (?:many|much)": "a number, or the name of a parameter",
    r"be (?:it|they)": "also, or",
}
"""What docstrings and comments do not have either: code returns and calls, and sentences have nouns."""
CODE = re.compile(r"`[^`]*`|^```.*?^```|^    .*?$|--?color\S*|\bNO_COLOR\b", re.M | re.S)
"""Code in a text, which has the words that it needs."""
STYLE = re.compile(r"\{[\w-]+:[^{}]*\}")  # declarations of CSS
MACRO = re.compile(r"^\.(?:Fl|Ev|Op|Ql|Dl|Li|Cm|Ic|It Fl|It Ev|It Li)\b.*$", re.M)


def faults(text: str, instead: Mapping[str, str] = INSTEAD) -> list[str]:
    """List the words of a text that are not to be written."""
    return [
        f"{found.group()!r}: write {better}"
        for pattern, better in instead.items()
        for found in re.finditer(rf"\b(?:{pattern})\b", text, _case(pattern))
    ]


def _case(pattern: str) -> re.RegexFlag:
    return re.NOFLAG if pattern.startswith("CONTRACT") else re.IGNORECASE


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """List the docstrings of a module, and its texts of several words, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, STYLE.sub("", CODE.sub("", cleandoc(node.value)))


def remarks(path: Path) -> Iterator[str]:
    """List the docstrings of a module, those of its constants included, and its comments."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                yield CODE.sub("", cleandoc(docstring))
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_in_plain_english(path: Path) -> None:
    assert faults(MACRO.sub("", CODE.sub("", path.read_text("utf-8")))) == []


def test_messages_and_docstrings_are_in_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in MODULES
        for line, text in sentences(path)
        for fault in faults(text)
    ]
    assert found == [], "\n".join(found)


def test_docstrings_and_comments_have_nouns_and_the_words_of_programs() -> None:
    found = []
    for path in MODULES:
        for text in remarks(path):
            found += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults(text, IN_DOCSTRINGS)]
    assert found == [], "\n".join(found)


def test_the_words_are_found() -> None:
    assert len(faults("Say of which cell it tells those that ask.", IN_DOCSTRINGS)) == 5
    assert len(faults("This cannot be told: it is no check; colors of the center.")) == 4
    assert len(faults("told of itself, the own King, CONTRACT 6")) == 4
    assert faults(CODE.sub("", "The option `--color` and NO_COLOR choose colours.")) == []
