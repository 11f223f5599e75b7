"""`tag`: tags and results that are set, corrected and removed; and an arbiter's words."""

from __future__ import annotations

import pytest

from aofref.judge.edit.amend import tagged
from aofref.notation.records import read
from tests.helpers import aofref
from tests.judging import of_text


@pytest.mark.parametrize(
    ("text", "changes", "after"),
    [
        ("1. bg3-bg4 *\n", {"Variant": "csd2l"}, '[Variant "csd2l"]\n\n1. bg3-bg4 *\n'),
        ('[A "1"] [B "2"] 1. bg3-bg4 *\n', {"A": None}, ' [B "2"] 1. bg3-bg4 *\n'),
        ('[A "1"] [B "2"] 1. bg3-bg4 *\n', {"C": "3"}, '[A "1"] [B "2"]\n[C "3"] 1. bg3-bg4 *\n'),
        ('[A "1"]\n[B "2"]\n[A "3"]\n\n*\n', {"A": "4"}, '[A "4"]\n[B "2"]\n\n*\n'),
        ('[A "1"]\n\n*\n', {"A": None, "B": "2"}, '[B "2"]\n\n*\n'),
        ('[A "1"]\n', {"Result": "1-0"}, '[A "1"]\n[Result "1-0"]\n\n1-0\n'),
        ('[A "1"]\n\n1. a', {"Result": "1-0"}, '[A "1"]\n[Result "1-0"]\n\n1. a\n1-0\n'),
        ("1. a (1. b 0-1) * 0-1\n", {"Result": "1-0"}, '[Result "1-0"]\n\n1. a (1. b 0-1) 1-0 1-0\n'),
        ('[Termination "Abandoned"]\n[A "1"]\n\n1. a 1-0\n', {"Result": "*"},
         '[A "1"]\n[Result "*"]\n\n1. a *\n'),
        ('[Termination "Abandoned"]\n\n1. a 1-0\n', {"Result": "*", "Termination": "unterminated"},
         '[Termination "unterminated"]\n[Result "*"]\n\n1. a *\n'),
        ('[Termination "unterminated"]\n\n1. a *\n', {"Result": "*"},
         '[Termination "unterminated"]\n[Result "*"]\n\n1. a *\n'),
        ('{x}\n[A "1"]\n; y\n[B "2"]\n\n1. a *\n', {"C": "3"}, '{x}\n[A "1"]\n; y\n[B "2"]\n[C "3"]\n\n1. a *\n'),
        ('[A "1"]\n\n1. a [B "2"] *\n', {"C": "3"}, '[A "1"]\n[C "3"]\n\n1. a [B "2"] *\n'),
    ],
)  # fmt: skip
def test_where_a_tag_is_written(text: str, changes: dict[str, str | None], after: str) -> None:
    assert tagged(read(of_text(text)), changes).text == after


def test_what_is_said_on_several_lines() -> None:
    """A tag has none; a reason is written on one."""
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da3-fa3 *\n'
    found = aofref("tag", "-", "Event=a\nb", stdin=text)
    assert (found.exit_code, found.stdout) == (2, "") and "is not NAME=VALUE" in found.stderr
    found = aofref(
        "decide", "-", "takeback", "--by-arbiter", "E", "--reason", "a\nslip", stdin=text
    )
    assert found.stdout == text.replace("fa3 *", "fa3 {[%arbiter takeback] by E: a slip} *")
