"""The move of a mail, or why it has none."""

from __future__ import annotations

import pytest

from aofref.findings import Code
from aofref.judge.edit.mail_move import mail_move
from aofref.rules import turn
from tests.helpers import game


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (b"\nE:Lha5-fb3\n", (1, "E:Lha5-fb3")),
        (b"\nHello,\nE:Lha5-fb3\nE:ha5fb3\n", (2, "E:Lha5-fb3")),  # one move said twice
        (b"\nE:resigns\nE:resigns\n", (1, "E:resigns")),
        (b"\nHello\n", "no line of this message is a move"),
        (
            b"\nE:Lha5-fb3\nE:Lkd5-hb3\nE:Lha5-fb3\n",
            "several lines could be the move: line 1 'E:Lha5-fb3', line 2 'E:Lkd5-hb3'",
        ),
        (
            b"\nE:ga4-zz1\nE:ha4-zz1\n",
            "several lines could be the move: line 1 'E:ga4-zz1', line 2 'E:ha4-zz1'",
        ),
        (
            b"\nE:resigns\nE:forfeits\n",
            "several lines could be the move: line 1 'E:resigns', line 2 'E:forfeits'",
        ),
        (
            b"\nE:ga4-fa4\nE:ga5-fa5\nE:ha4-ga4\nE:ha4-ha3\nE:ha4-zz1\nE:zz1-ha4\n",
            "several lines could be the move: line 1 'E:ga4-fa4', line 2 'E:ga5-fa5', "
            "line 3 'E:ha4-ga4', line 4 'E:ha4-ha3', line 5 'E:ha4-zz1'",
        ),
    ],
)
def test_the_move_of_a_letter(message: bytes, said: tuple[int, str] | str) -> None:
    found = mail_move(turn.start(game("aof2"))[0], message)
    if isinstance(said, str):
        assert not found.orders and found.why is not None
        assert found.why.message == said
        assert found.why.code.value == ("syntax" if said.startswith("no") else "ambiguous")
    else:
        assert found.why is None and found.orders
        assert (found.place.line, found.orders[0].move) == said


def test_a_letter_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.notation.records.limits.MAIL", 10)
    found = mail_move(turn.start(game("aof2"))[0], b"E:Lha5-fb3\n")
    assert not found.orders and found.why is not None
    assert (found.why.code.value, found.why.message) == (
        "limit",
        "a message has at most 10 bytes",
    )


def test_a_letter_that_the_package_email_fails_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(message: bytes) -> str:
        raise AttributeError("this  head\n" + "is wrong " * 20)

    monkeypatch.setattr("aofref.notation.mail.read", fails)
    found = mail_move(turn.start(game("aof2"))[0], b"")
    assert found.why is not None and found.why.code.value == "syntax"
    told = ("this head " + "is wrong " * 20)[:100]
    assert found.why.message == f"the message cannot be read: {told}"


# Mails that say no move ----------------------------------------------------------------------------


def test_mail_that_is_no_mail_and_mail_that_resigns() -> None:
    position = turn.start(game("aof2"))[0]
    broken = mail_move(position, b"Content-Type: text/plain; charset=no-such-code\n\nE:Lha5-fb3\n")
    assert broken.orders or (broken.why is not None and broken.why.code is Code.SYNTAX)
    resigned = mail_move(position, b"\nE:resigns\n")
    assert resigned.orders and resigned.orders[0].move == "E:resigns"
