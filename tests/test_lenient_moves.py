"""Moves as people send them: leniently, explained, with the nearest that would be right; mails."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aofref import variants
from aofref.notation import mail, moves
from aofref.notation.grammar import expected
from aofref.notation.lenient import leniently
from aofref.notation.moves import Notation
from aofref.notation.records import limits
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from tests.helpers import ROOT, aofref, game

NEW = '[Variant "aof2"]\n\n*\n'

# Forgiven ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["e:Lha5-fb3", "E: Lha5-fb3", "e : Lha5-fb3", "E:LHA5-FB3", "E:Lha5 - fb3", "E:Lha5\u00a0-\u00a0fb3",
     "E:Lha5- fb3", "E:Lha5 -fb3", "1. E:Lha5-fb3", "1.E:Lha5-fb3!", "1) e:Lha5-fb3", "(1) E:Lha5-fb3 !?",
     "1 E:Lha5-fb3", "1... E:Lha5-fb3.", "E:Lha5\u2009\u2013\u2009fb3", "\ufeffE:Lha5-fb3", "E:Lha5-fb3 !!"],
)  # fmt: skip
def test_what_people_type(text: str) -> None:
    said = moves.parse(game("aof2"), leniently(game("aof2"), text))
    assert said is not None
    assert (said.army, said.code, said.origin, said.destination) == ("E", "L", "ha5", "fb3")
    played = aofref("play", "-", text, stdin=NEW)
    assert played.exit_code == 0 and "1. E:Lha5-fb3 *" in played.stdout


@pytest.mark.parametrize(
    "text", ["Nja4 x ha5", "Nja4\u00a0x\u00a0ha5", "NJA4 X HA5", "NJA4xHA5", "Nja4 \u00d7 ha5"]
)
def test_captures_apart(text: str) -> None:
    said = moves.parse(game("aof2"), leniently(game("aof2"), text))
    assert said is not None and said.captures and said.code == "N" and said.origin == "ja4"


@pytest.mark.parametrize("name", variants.IDS)
def test_what_is_readable_is_left_alone(name: str) -> None:
    position = turn.start(game(name))[0]
    letter = position.game.letters[position.turn]
    for move in legal_moves(position)[::7]:
        for notation in Notation:
            text = moves.write(position, move, notation)
            for said in (text, f"{letter}:{text}"):
                assert leniently(position.game, said) == said
            if notation in (Notation.LAN, Notation.COORD):
                mended = leniently(
                    position.game, f"3. {letter.lower()}: {text.upper().replace('X', ' x ')} !"
                )
                meant = moves.parse(position.game, mended)
                assert meant is not None, (text, mended)
                assert moves.resolve(position, meant) == move


@given(st.text(alphabet="EeNja45-x:=!. \u00a0", max_size=20))
def test_forgiving_changes_only_what_is_no_move(text: str) -> None:
    of = game("aof2")
    found = leniently(of, text)
    if moves.parse(of, text) is not None:
        assert found == text
    else:
        assert found == text or moves.parse(of, found) is not None
    assert leniently(of, found) == found


# Explained --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what", "column"),
    [
        ("E:Nja4-h5x", "a cell", 8),
        ("Nja4-", "a cell", 6),
        ("Nh5x", "a cell", 2),
        ("hello", "a move", 1),
        ("E:", "a move", 3),
        ("ja4-ha5=", "a piece", 9),
        ("ja4-ha5=q", "a piece", 9),
        ("Nja4-ha5 z", "the end of the move", 9),
        ("E:Nja4-ha5#j", "the end of the move", 11),
        ("100250", "a move of 10 or 12 digits", 1),
        ("E:08015060231", "a move of 10 or 12 digits", 3),
        ("E:08015#J", "a move of 10 or 12 digits", 3),
        ("08015-06023", "a move", 1),
        ("E:08015x", "a move", 3),
        ("ha5ha5ha5", "the end of the move", 7),
        ("resigns!", "the end of the move", 8),
        ("N ha5", "a cell", 2),
        ("N ja4-ha5 ep", "the end of the move", 10),
        ("E:--x", "the end of the move", 5),
        ("", "a move", 1),
    ],
)
def test_what_was_expected_where(text: str, what: str, column: int) -> None:
    assert expected(game("aof2"), text) == (what, column)


@pytest.mark.parametrize("name", variants.IDS)
def test_the_grammar_has_nothing_to_say_of_a_move(name: str) -> None:
    position = turn.start(game(name))[0]
    for move in legal_moves(position)[::5]:
        for notation in (Notation.LAN, Notation.SAN, Notation.COORD, Notation.NUMERIC):
            assert expected(position.game, moves.write(position, move, notation)) is None
    for other in ("--", "--#J+I", "resigns", "forfeits", "0"):
        assert expected(position.game, other) is None


PARTS = (
    *("E:", "N", "CA", "ja4", "ha5", "j", "4", "-", "x", ":", "--", "\u2013", " ", "ep", " e.p."),
    *("=", "Q", "#J", "+", "+EI", "resigns", "forfeits", "0", "1001506023", "!"),
)
"""What moves are made of, and what they are not."""


@pytest.mark.parametrize("name", ["aof2", "aof6", "heathen-europe"])
@given(parts=st.lists(st.sampled_from(PARTS), max_size=7))
@example(parts=["ja4", " ", "N"])
@example(parts=["N", " ", "ja4"])
@example(parts=["N", " ", "ja4", "-", "ha5", "ep"])
@example(parts=["N", " ", "j", "4", "-", "ha5"])
@example(parts=["N", " ", "ja4", "x", "ha5"])
def test_the_grammar_has_something_to_say_of_all_else(name: str, parts: list[str]) -> None:
    text = " ".join("".join(parts).split())  # as whoever asks has it
    is_a_move = moves.parse(game(name), text) is not None
    assert is_a_move is (expected(game(name), text) is None)


@given(st.text(max_size=80))
def test_the_grammar_fears_no_text(text: str) -> None:
    found = expected(game("sd2l-cohen"), text)
    assert found is None or 1 <= found.column <= len(text) + 1


def test_the_sentence_of_the_issue() -> None:
    told = "not a move: 'E:Nja4-h5x': expected a cell at column 8"
    assert told in aofref("play", "-", "E:Nja4-h5x", stdin=NEW).stderr
    assert told in aofref("explain", "--variant", "aof2", "E:Nja4-h5x").stderr
    assert told in aofref("check", stdin='[Variant "aof2"]\n\nE:Nja4-h5x *\n').stderr


@pytest.mark.parametrize(
    "args",
    [
        ["moves", "--variant", "aof2", "--count"],
        ["explain", "--variant", "aof2", "Lha5-fb3"],
        ["play", "-", "E:Lha5-fb3"],
    ],
)
def test_start_up_loads_none_of_it(args: list[str]) -> None:
    code = (
        f"import sys; sys.argv = {['aofref', *args]!r}\n"
        "from aofref.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({'pyparsing', 'email', 'difflib', 'html'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=NEW,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={name: os.environ[name] for name in os.environ if "COVERAGE" not in name},
    )
    assert run.stdout.splitlines()[-1] == ""


# The nearest ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["moves", "--variant", "aof3"], "no such variant 'aof3': aof2, aof6?"),
        (["explain", "--variant", "aof2", "Lkd4-hb3"], "no E piece L on kd4; Lkd5-hb3?"),
        (["explain", "--variant", "aof2", "Lha5-bf3"], "\n  nearest: Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Lah5-fb3"], "\n  no E piece L on ah5; Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Z:Lha5-fb3"], "nearest: E:Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Z:Lha5-fb3"], "this game has no army Z; it has E, I, J, P"),
        (["explain", "--variant", "aof2", "--position",
          "E:Kjb5;Ria4,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "E:Rja4"], "one of: E:Ria4-ja4 E:Rka4-ja4"),
        (["explain", "--variant", "aof2", "nothing-like-it"], "expected a move at column 1"),
    ],
)  # fmt: skip
def test_the_nearest_that_would_be_right(args: list[str], told: str) -> None:
    found = aofref(*args)
    assert told in found.output
    assert found.exit_code in (1, 2)


def test_suggestions_can_be_played() -> None:
    line = "E:Kjb5;Ria4,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
    for move in ("E:Ria4-ja4", "E:Rka4-ja4"):
        assert aofref("explain", "--variant", "aof2", "--position", line, move).exit_code == 0


def test_a_suggestion_changes_no_verdict() -> None:
    for move, code, status in (("Lkd4-hb3", "wrong-piece", 1), ("Lkd9-hb3", "no-such-cell", 1),
                               ("Lkd5-hbx", "syntax", 2), ("Lha4-fb3", "wrong-piece", 1)):  # fmt: skip
        found = aofref("play", "-", move, stdin=NEW)
        assert (found.exit_code, found.stdout) == (status, "")
        assert found.stderr.startswith(f"argument:1:1: {code} ")
        assert "?" in found.stderr.splitlines()[-1]


# Mails ------------------------------------------------------------------------------------------


def letter(text: str, **how: Any) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        "Anna <a@example.org>",
        "b@example.org",
        "Re: E:Lkd5-hb3",
    )
    message.set_content(text, **how)
    return message.as_bytes()


def answer(message: bytes, tmp_path: Path) -> tuple[int, str, str]:
    record, mailed = tmp_path / "game.aof", tmp_path / "mail.eml"
    record.write_text(NEW)
    mailed.write_bytes(message)
    found = aofref("play", str(record), "--mail", str(mailed))
    return found.exit_code, found.stdout, found.stderr.replace(f"{mailed}", "mail")


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "koi8-r"])
@pytest.mark.parametrize("cte", ["base64", "quoted-printable"])
def test_a_mail_in_any_dress(charset: str, cte: str, tmp_path: Path) -> None:
    greeting = (
        "\u041f\u0440\u0438\u0432\u0435\u0442" if charset == "koi8-r" else "Gr\u00fc\u00df dich"
    )
    text = f"{greeting},\n\nE:Lha5 - fb3!\n\nAnna\n\n> E:Lkd5-hc3\n\n-- \nE:Lkd5-hb3\n"
    status, record, said = answer(letter(text, charset=charset, cte=cte), tmp_path)
    assert status == 0
    assert said.startswith(
        "mail: the move is that of line 3: 'E:Lha5-fb3'\n"
        f"mail: not understood: line 1 '{greeting},', line 5 'Anna'\n"
    )
    assert "1. E:Lha5-fb3 *" in record


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        ("My move is E:Lha5-fb3, good luck", 0, "line 1"),
        ("I play Lha5-fb3.\n\nI had thought of it.", 0, "line 1"),
        ("E:Lha5-fb3\n\nOn Monday Bela wrote:\n> E:Lkd5-hb3", 0, "line 1"),
        ("E:Lha5-fb3\n-----Original Message-----\nE:Lkd5-hb3", 0, "line 1"),
        ("E:Lha5-fb3\n\nFrom: Bela\nSent: Monday\nTo: Anna\n\nE:Lkd5-hb3", 0, "line 1"),
        ("E:Lha5-fb3\nagain: E:Lha5-fb3\nha5fb3", 0, "line 1"),
        ("E:Lha5-fb3\nE:Lkd5-hb3", 1, "ambiguous several lines could be the move: line 1 'E:Lha5-fb3', line 2 'E:Lkd5-hb3'"),
        ("either Lha5-fb3 or Lkd5-hb3", 1, "ambiguous"),
        ("Hello! I am 40 today, at 12 o'clock.", 2, "no line of this message is a move"),
        ("base64 in room12, area51", 2, "no line of this message is a move"),
        ("I am in room12.\n\nE:Lha5-fb3", 0, "line 3"),
        ("> E:Lha5-fb3", 2, "no line of this message is a move"),
        ("-- \nE:Lha5-fb3", 2, "no line of this message is a move"),
        ("E:Kjb5-aa1", 1, "no-such-cell"),
    ],
)  # fmt: skip
def test_which_line_is_the_move(text: str, status: int, told: str, tmp_path: Path) -> None:
    found = answer(letter(text), tmp_path)
    assert found[0] == status and told in found[2], found
    assert bool(found[1]) == (status == 0)


def test_html_alone_and_many_parts(tmp_path: Path) -> None:
    page = "<html><head><title>x</title></head><body><p>Hi</p><p>E:Lha5&nbsp;-&nbsp;fb3</p><blockquote>E:Lkd5-hb3</blockquote></body></html>"
    assert answer(letter(page, subtype="html"), tmp_path)[0] == 0
    message = EmailMessage()
    message.set_content("E:Lha5-fb3\n")
    assert answer(message.as_bytes(), tmp_path)[0] == 0
    message.add_alternative("<p>E:Lkd5-hb3</p>", subtype="html")
    message.add_attachment(b"E:Lkd5-hc3", maintype="text", subtype="plain", filename="x.txt")
    assert "E:Lha5-fb3" in answer(message.as_bytes(), tmp_path)[1]
    empty = EmailMessage()
    empty.set_content("\n")
    empty.add_alternative("<div>E:Lha5-fb3</div>", subtype="html")
    assert answer(empty.as_bytes(), tmp_path)[0] == 0


@pytest.mark.parametrize(
    "head",
    [b"", b"Content-Type: text/plain; charset=no-such\n", b"Content-Type: text/plain; charset=ascii\n",
     b"Content-Transfer-Encoding: base64x\n", b"From: \xff\xfe\n", b"Content-Type: ;;;\n"],
)  # fmt: skip
def test_heads_that_are_wrong(head: bytes, tmp_path: Path) -> None:
    status, _, said = answer(head + b"\nGr\xfc\xdfe\nE:Lha5-fb3\n", tmp_path)
    assert status == 0 and "line 2" in said


PAGE = (
    "<HTML><head><title>E:Lkd5-hb3</title></head><style>a {}</style><body>one\ntwo<br>three"
    "<b>bold</b><script>x < y</script><blockquote>q<blockquote>r</blockquote>s</blockquote>"
    "<p>four<p>five</p><ul><li>six</li></ul></blockquote>seven<table><tr><td>a</td><td>b</td></tr>"
    "<h1>h</h1><pre>p</pre><div>d</div>&lt;&amp;&gt;"
)


def test_the_lines_of_a_page() -> None:
    message = f"Content-Type: text/html\n\n{PAGE}\n".encode()
    assert [line.text for line in mail.read(message).own] == [
        *("one two", "threebold", "four", "five", "six", "seven", "a", "b", "h", "p", "d", "<&>"),
    ]


def test_how_many_parts_a_message_has() -> None:
    def of(parts: int) -> bytes:
        head = b"Content-Type: multipart/mixed; boundary=B\n\n"
        return head + parts * b"--B\n\ntext\n" + b"--B--\n"

    assert [line.text for line in mail.read(of(limits.PARTS - 1)).own] == ["text"] * 999
    with pytest.raises(mail.Beyond, match=r"^a message has at most 1000 parts$"):
        mail.read(of(limits.PARTS))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n\n b \n", [(1, "a"), (3, "b")]),
        ("> a\n | b\n>c\nd > e", [(4, "d > e")]),
        ("a\n--\nb", [(1, "a")]),
        ("a\n-- \nb", [(1, "a")]),
        ("a\n--b\n --\nc", [(1, "a"), (2, "--b"), (3, "--"), (4, "c")]),
        ("a\n---\n----- - -----\nc", [(1, "a"), (2, "---"), (3, "----- - -----"), (4, "c")]),
        ("a\n  --- x ---\nc", [(1, "a")]),
        ("a\n--- 7 ---\nc", [(1, "a"), (2, "--- 7 ---"), (3, "c")]),
        ("a\n-- x --\nc", [(1, "a"), (2, "-- x --"), (3, "c")]),
        ("a\n__________\nc", [(1, "a")]),
        ("a\n_________\nc", [(1, "a"), (2, "_________"), (3, "c")]),
        ("From: x\nTo: y\nIn-Reply-To: z\nc", []),
        ("a\nFrom: x\nTo: y\nz\nc", [(1, "a"), (2, "From: x"), (3, "To: y"), (4, "z"), (5, "c")]),
        ("From: x\nTo: y", [(1, "From: x"), (2, "To: y")]),
        ("E: x\nTo: y\nSent: z", [(1, "E: x"), (2, "To: y"), (3, "Sent: z")]),
        ("From: x\nto: y\nSent: z", [(1, "From: x"), (2, "to: y"), (3, "Sent: z")]),
    ],
)  # fmt: skip
def test_which_lines_are_the_senders_own(text: str, lines: list[tuple[int, str]]) -> None:
    own = mail.read(f"\n{text}".encode()).own
    assert [(line.place().line, line.text.strip()) for line in own] == lines


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lha5-fb3", [(1, "Lha5-fb3")]),
        ("x\n3. e:LHA5 - FB3 !\nor Lkd5-hb3", [(2, "E:Lha5-fb3")]),
        ("x\ntake (Lha5-fb3) or 'Lkd5-hb3'", [(2, "Lha5-fb3"), (2, "Lkd5-hb3")]),
        ("b64\nroom12 zz9", []),
        ("zz9-zz8", [(1, "zz9-zz8")]),
        ("E:resigns", [(1, "E:resigns")]),
        ("I think E:resigns", []),
        ("0801506023", [(1, "0801506023")]),
        ("0301234567", []),
        ("--", []),
        ("E:--", [(1, "E:--")]),
    ],
)
def test_what_a_message_says(text: str, found: list[tuple[int, str]]) -> None:
    lines = mail.read(f"\n{text}".encode()).lines
    assert [(one.place.line, one.move) for one in mail.orders(game("aof2"), lines)] == found


@given(st.binary(max_size=300))
def test_no_message_is_feared(message: bytes) -> None:
    found = mail.read(message)
    assert all(line.marks for line in found.lines)
    mail.broken(game("aof2"), found.lines, mail.orders(game("aof2"), found.lines))


def test_a_charset_of_two_bytes(tmp_path: Path) -> None:
    head = b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n"
    text = base64.encodebytes("Hi\nE:Lha5\u00a0-\u00a0fb3\n".encode("utf-16"))
    status, _, said = answer(head + text, tmp_path)
    assert status == 0 and "line 2" in said


def test_a_mail_on_standard_input(tmp_path: Path) -> None:
    record = tmp_path / "game.aof"
    record.write_text(NEW)
    found = aofref("play", str(record), "--mail", "--by", "E", stdin=letter("E:Lha5-fb3"))
    assert found.exit_code == 0
    assert found.stderr == (
        "-: the move is that of line 1: 'E:Lha5-fb3'\n"
        f"{record}: played E:Lha5-fb3; I Indian is to move\n"
    )
    assert aofref("play", "-", "--mail", stdin=NEW).exit_code == 2
    assert aofref("play", str(record), "E:Lha5-fb3", "--mail", "x").exit_code == 2
    assert aofref("play", str(record), "--mail", str(tmp_path / "none")).exit_code == 2
