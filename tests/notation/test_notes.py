"""Notes: what comments say to programs, read and written."""

from __future__ import annotations

import pytest

from aofref.notation.notes import (
    Answer,
    Arbiter,
    Decided,
    Draw,
    If,
    Illegal,
    Mail,
    Note,
    Other,
    Sent,
    Text,
    notes_of,
    parts,
)

COMMENTS: list[tuple[str, tuple[Note, ...]]] = [
    ("", ()),
    (" a [%clk 0:01] b", (Text(" a "), Other("[%clk 0:01]"), Text(" b"))),
    ("[%draw E] [%draw  I\nJ ]", (Draw(("E",)), Draw(("I", "J")))),
    ("[%draw] [%draw EI] [%drawn E]", (Other("[%draw]"), Other("[%draw EI]"), Other("[%drawn E]"))),
    ("[%arbiter takeback] by Zoe", (Arbiter(Decided.TAKEBACK), Text(" by Zoe"))),
    ("[%mail 0af] [%sent T]", (Mail("0af"), Sent("T"))),
    ("[%if a b][%iffy c]", (If(("a", "b")), Other("[%iffy c]"))),
    ("[%if]", (If((), "it contains no move"),)),
    ("[%if a [%draw E]", (If(("a",), "the closing bracket is missing"), Draw(("E",)))),
    ("[%conditional 3]", (Answer(3),)),
    ("illegal from here: E:x", (Illegal(), Text("E:x"))),
    ("not illegal from here: E:x [%if", (Text("not illegal from here: E:x "),
     If((), "the closing bracket is missing"))),
]  # fmt: skip


@pytest.mark.parametrize(("comment", "notes"), COMMENTS, ids=[text for text, _ in COMMENTS])
def test_notes_of_a_comment(comment: str, notes: tuple[Note, ...]) -> None:
    assert notes_of(comment) == notes
    assert "".join(stretch for stretch, _ in parts(comment)) == comment
    for note in notes:
        if not isinstance(note, Text | If) or (isinstance(note, If) and not note.wrong):
            again = notes_of(str(note))
            assert again == (note,)
