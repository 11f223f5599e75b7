"""Conditional lines, variations, and the results that a record states."""

from __future__ import annotations

import json

from aofref.judge.replay.driver import replay
from aofref.notation.records import read
from tests.helpers import aofref
from tests.judging import faults, judged_as, of_text

SEVERAL = (
    '[Variant "aof2"]\n\n1. E:Lha5-fb3+I {[%if I:ea3-fa3 J:zz1-fb1] [%if x} I:ea3-fa3 '
    "(1... I:fa3-fa3) 1... J:resigns 0-0-1-0\n"
)
"""A false check, a line that goes wrong at its second move, one not closed; a false result."""


def test_a_conditional_line_tells_the_ply_that_goes_wrong() -> None:
    told = json.loads(aofref("check", "--format", "json", stdin=SEVERAL).stdout)
    assert (told["error"]["code"], told["error"]["ply"]) == ("false-result", 2)
    (false,) = [one for one in told["warnings"] if one["code"] == "false-check"]
    assert (false["ply"], false["army"], false["move"]) == (1, "E", "Lha5-fb3+I")
    (where,) = [one for one in told["warnings"] if "no-such-cell" in one["message"]]
    assert (where["ply"], where["army"], where["move"]) == (3, "J", "zz1-fb1")


def test_what_is_wrong_is_shown_where_it_stands() -> None:
    found = replay(read(of_text(SEVERAL)))
    texts = {token.ordinal: token.text for token in found.record.tokens}
    told = {texts[finding.token]: finding.code.value for finding in found.findings}
    assert told == {
        "E:Lha5-fb3+I": "false-check",
        "[%if I:ea3-fa3 J:zz1-fb1] [%if x": "conditional",
        "I:fa3-fa3": "variation",
        "0-0-1-0": "false-result",
    }
    text = '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n1. E:resigns I:ea3-fa3\n'
    tagged = judged_as(text)
    assert not faults(tagged)
    assert [one.place.line for one in tagged.findings] == [2]
