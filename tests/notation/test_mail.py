"""Mails as mail programs write them: what is read of each, and where; what is never guessed; bounds.

`fixtures/mail` holds messages, with what a person reads in each beside it.
"""

from __future__ import annotations

import base64
import pickle
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import Result

import aofref as aofref_
from aofref.findings import BadText
from aofref.mail import orders
from aofref.notation import mail
from aofref.notation.mail.page import page
from aofref.notation.records import limits
from aofref.notation.typed import InputReader
from tests.clubs import AClub
from tests.entries import by_mail, mailed
from tests.helpers import FIXTURES, aofref, game, table, unhidden

START = '[Variant "aof2"]\n\n*\n'
ROOK = '[Variant "aof2"]\n[Position "E:Kjb5;Rfa5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"]\n\n*\n'
"""An ending in which `Rfa5-fa4` and `fa4`, as a Pawn's move from ga4, are both legal."""
HTML = b"Content-Type: text/html; charset=utf-8\n\n"


RECORDS = {
    "start": START,
    "rook": ROOK,
    "pawn": ROOK.replace("Rfa5;Pga4", "Pca4"),
    "last": '[Variant "chess"]\n[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n*\n',
    "taking": '[Variant "chess"]\n\n1. e4 d5 *\n',
}
MAILS = table("mails")


def test_both_moves_can_be_played(tmp_path: Path) -> None:
    for move in ("Rfa5-fa4", "fa4"):
        assert by_mail(ROOK, f"\n{move}\n".encode(), tmp_path)[0] == 0


@pytest.mark.parametrize(("mark", "text", "lines"), MAILS, ids=range(len(MAILS)))
def test_what_a_message_plays(mark: str, text: str, lines: list[str], tmp_path: Path) -> None:
    record, status, *move = mark.split(" ", 2)
    message = unhidden(f"{text}\n").partition("<END>")[0].encode("utf-8", "surrogateescape")
    found = by_mail(RECORDS[record], message, tmp_path)
    assert found[:2] == (int(status), "".join(move))
    of_mail = [line for line in found[2].splitlines() if str(tmp_path) not in line]
    assert of_mail == list(map(unhidden, lines))


ABOVE = (
    *("Hi", "Ok", "Hello", "Hey", "Hej", "Moin", "Hallo", "Ciao", "Ola", "Salut", "Na", "Yo"),
    *("Hi,", "Hi:", "OK,", "Yes", "No", "So", "Well", "Al", "Bo", "Ed", "Jo", "Di", "Cy", "Abe"),
    *("Bea", "Dee", "Eve", "Gus", "Hal", "Ida", "Max", "Lex:", "Kay", "R", "N", "B", "E:R"),
    *("Dear Bo", "Hi Bela", "Hi -"),
)


@pytest.mark.parametrize(
    ("variant", "move"), [("chess", "e4"), ("heathen-europe", "aa5"), ("aof2", "fa4")]
)
def test_a_name_above_a_move_is_no_part_of_it(variant: str, move: str, tmp_path: Path) -> None:
    """By the library, by a run of a club with a game for each name, and by play for some."""
    record, club = f'[Variant "{variant}"]\n\n*\n', AClub(tmp_path / "club")
    begun = record.replace("\n\n", '\n[White "Anna"]\n[European "Anna"]\n\n')
    for number, above in enumerate(ABOVE):
        message = f"\n{above}\n{move}\n".encode()
        if number % 9 == 0:
            assert by_mail(record, message, tmp_path)[0] == 0, above
        found = aofref_.read_mail(message, aofref_.loads(record))
        assert (found.finding, [word.text for word in found.words]) == (None, [move]), above
        (club.folder / "games" / f"g-{number}.aof").write_text(begun)
        club.mail("Anna", f"[g-{number}]", f"{above}\n{move}")
    verdicts = dict(zip(ABOVE, club.verdicts(), strict=True))
    assert verdicts == dict.fromkeys(ABOVE, "played")


BLOCKS = (
    *("address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog"),
    *("div", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "html", "li"),
    *("main", "menu", "nav", "option", "section", "summary", "table", "tbody", "td", "tfoot"),
    *("th", "thead", "tr"),
)
MARGINS = ("blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "ul")
"""Elements that the HTML standard renders as blocks, rows, cells or items; the second with margins."""


def lines_of(html: str) -> list[str]:
    return [line.text for line in page(html)]


@pytest.mark.parametrize("tag", [*BLOCKS, *MARGINS])
def test_what_is_in_a_block_stands_in_lines_of_its_own(tag: str) -> None:
    text = f"a<{tag} id=x>b</{tag}>c"
    lines = ["a", "", "b", "", "c"] if tag in MARGINS else ["a", "b", "c"]
    assert lines_of(text) == lines
    assert lines_of(text.upper()) == [line.upper() for line in lines]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a<b>b</b><span>c</span><img src=x>d<wbr>e<input>f<embed>g", ["abcdefg"]),
        ("a<br>b<br>\n<br/>c<br />d<hr>e", ["a", "b", "", "c", "d", "e"]),
        ("<p>a\n  b\tc </p>", ["", "a b c", ""]),
        ("<pre>a\n  b\n\nc</pre>d", ["", "a", "  b", "", "c", "", "d"]),
        ("<div style='white-space: nowrap'>a\nb</div>", ["a b"]),
        ("<div style='white-space:break-spaces'>a\n b</div>", ["a", " b"]),
        ("<pre style='white-space:normal'>a\n b</pre>", ["", "a b", ""]),
        ("a<style>b</style><script>c<d</script><template><p>e</p></template>f", ["a", "", "", "f"]),
        ("<head><title>a</title></head>b", ["b"]),
        ("<p style='display:none'>a<b>b</b></p>c", ["", "", "c"]),
        ("a<!-- b --> c<!-- d", ["a c"]),
        ("a <b", ["a"]),
        ("a </b", ["a"]),
        ("a <!b", ["a"]),
        ("1 < 2 &lt; 3 &amp; 4&#33;", ["1 < 2 < 3 & 4!"]),
        ("a<![CDATA[b]]>c", ["ac"]),
        ("<ul><li>a<li>b</ul>c", ["", "a", "b", "", "c"]),
        ("<div><i>a</div>b</i>c", ["a", "bc"]),
    ],
)
def test_the_lines_of_a_page(text: str, lines: list[str]) -> None:
    """As a browser shows them: what is not shown is left out, blanks run together but in `pre`."""
    assert lines_of(text) == lines


def test_what_stands_in_a_blockquote_is_quoted() -> None:
    text = "a<blockquote>b<div>c<p>d</div></blockquote>e<br>f"
    quoted = {line.text: line.quoted for line in page(text) if line.text}
    assert quoted == {"a": False, "b": True, "c": True, "d": True, "e": False, "f": False}


def test_places_of_a_page() -> None:
    (first, second) = (line for line in page("<p>ab\n<i>c</i>\n   d</p>\n\n<b>e</b>") if line.text)
    assert (first.text, second.text) == ("ab c d", "e")
    places = [first.place(at) for at in (0, 1, 3, 5)]
    assert [(place.line, place.column) for place in places] == [(1, 4), (1, 5), (2, 4), (3, 4)]
    assert (second.place(0).line, second.place(0).column) == (5, 4)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a \nb\nc", ["a b", "c"]),
        ("a \n-- \nb", ["a "]),
        ("a\n--  \nb", ["a", "--  b"]),
        ("> a \n> b \nc \n>> d", ["a b ", "c ", "d"]),
        (" a \n  b", ["a  b"]),
    ],
)
def test_lines_that_a_program_has_broken_are_joined(text: str, lines: list[str]) -> None:
    """RFC 3676: a line that ends in a blank goes on in the next, if that is quoted as deeply.

    A line `-- ` neither goes on nor is gone on to: a signature begins, which is left out.
    """
    message = b"Content-Type: text/plain; format=flowed\n\n" + text.encode()
    assert [line.text for line in mail.read(message).lines] == lines


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (HTML + b"<![odd[ x ]]><p>E:Lha5-fb3</p><![CDATA[ E:Lkd5-hb3 ]]>&#" + b"9" * 5000 + b";", 1),
        (b"Content-Type: text/plain; charset=utf-16\n\n" + "Hi\nE:Lha5-fb3\n".encode("utf-16"), 2),
        (b"Content-Type: text/plain; charset=utf-16\n\n" + "Hi\nE:Lha5-fb3\n".encode("utf-16-be"), 2),
        (b"Content-Type: text/plain; charset=utf-16le\n\n" + "Hi\r\nE:Lha5-fb3\r\n".encode("utf-16-le"), 2),
        (b"Content-Type: text/plain; charset=iso-8859-1\n\n" + "Hi\r\nE:Lha5-fb3\r\n".encode("utf-16"), 2),
        ("From: a@b\nSubject: x\n\nHi\nE:Lha5-fb3\n".encode("utf-16"), 2),
    ],
)  # fmt: skip
def test_what_is_read_of_a_message(message: bytes, line: int, tmp_path: Path) -> None:
    status, move, said = by_mail(START, message, tmp_path)
    assert (status, move) == (0, "1. E:Lha5-fb3 *"), said
    assert re.match(rf"m: the move is that of line {line}: '(E:)?Lha5-fb3'\n", said)


@pytest.mark.parametrize(
    ("charset", "greeting"),
    [*((name, "Gr\u00fc\u00df dich") for name in ("utf-8", "iso-8859-1", "windows-1252")),
     ("koi8-r", "\u041f\u0440\u0438\u0432\u0435\u0442")],
)  # fmt: skip
@pytest.mark.parametrize("cte", ["base64", "quoted-printable"])
def test_a_mail_in_any_dress(charset: str, greeting: str, cte: str, tmp_path: Path) -> None:
    text = f"{greeting},\n\nE:Lha5 - fb3!\n\nAnna\n\n> E:Lkd5-hc3\n\n-- \nE:Lkd5-hb3"
    status, move, said = by_mail(START, mailed(text, "Anna", charset=charset, cte=cte), tmp_path)
    assert (status, move) == (0, "1. E:Lha5-fb3 *")
    assert said.startswith(
        "m: the move is that of line 3: 'E:Lha5-fb3'\n"
        f"m: not understood: line 1 '{greeting},', line 5 'Anna'\n"
    )


def test_how_many_parts_a_message_has() -> None:
    def of(parts: int) -> bytes:
        head = b"Content-Type: multipart/mixed; boundary=B\n\n"
        return head + parts * b"--B\n\ntext\n" + b"--B--\n"

    assert [line.text for line in mail.read(of(limits.PARTS - 1)).own] == ["text"] * 999
    with pytest.raises(BadText, match=r"^a message has at most 1000 parts$"):
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
    assert [(one.place.line, one.move) for one in orders(InputReader(game("aof2")), lines)] == found


def test_a_mail_on_standard_input(tmp_path: Path) -> None:
    record = tmp_path / "game.aof"
    record.write_text(START)
    found = aofref("play", str(record), "--mail", "--by", "E", stdin=mailed("E:Lha5-fb3", "Anna"))
    assert found.exit_code == 0
    assert found.stderr == (
        "-: the move is that of line 1: 'E:Lha5-fb3'\n"
        f"{record}: played E:Lha5-fb3; I Indian is to move\n"
        f"{record}: not saved: the record is only printed; --in-place saves it\n"
    )
    assert aofref("play", "-", "--mail", stdin=START).exit_code == 2
    assert aofref("play", str(record), "E:Lha5-fb3", "--mail", "x").exit_code == 2
    assert aofref("play", str(record), "--mail", str(tmp_path / "none")).exit_code == 2


# Bounds -----------------------------------------------------------------------------------------

PARAMETERS = b"; a=b" * 5000
BEYOND = {
    "tags": HTML + b"<p>E:Lha5-fb3</p>" + b"<a " * 60_000,
    "comments": HTML + b"<p>E:Lha5-fb3</p>" + b"<!--" * 60_000,
    "comments with ends": HTML + b"<p>E:Lha5-fb3</p>" + b"<!-- >" * 60_000,
    "ends": HTML + b"<p>E:Lha5-fb3</p>" + b"</a" * 60_000,
    "instructions": HTML + b"<p>E:Lha5-fb3</p>" + b"<?" * 60_000,
    "sections": HTML + b"<p>E:Lha5-fb3</p>" + b"<![CDATA[" * 60_000,
    "many tags": HTML + b"<p>E:Lha5-fb3</p>" + b"<i>" * 200_000,
    "types": b"Content-Type: text/plain" + PARAMETERS + b"\n\nE:Lha5-fb3\n",
    "dispositions": b"Content-Disposition: inline" + PARAMETERS + b"\n\nE:Lha5-fb3\n",
    "of a part": b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: inline"
    + PARAMETERS + b"\n\nE:Lha5-fb3\n--b--\n",
    "long type": b"Content-Type: text/plain; name=" + b"x" * 70_000 + b"\n\nE:Lha5-fb3\n",
    "dashes": b"\nE:Lha5-fb3\n" + b"-" * 50_000 + b"\n",
    "dashes of a page": HTML + b"<p>E:Lha5-fb3</p>" + b"-" * 50_000,
    "own cells": b"\nE:Lha5-fb3\n" + b"a1 b2 c3\n" * 1400,
    "own words": b"\nE:Lha5-fb3\n" + b"a1 b2 c3 -\n" * 30_000,
    "multiparts": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 60 + b"\nE:Lha5-fb3\n",
    "lines": b"\nE:Lha5-fb3\n" + b"\n" * 300_000,
    "lines in base64": b"Content-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(b"E:Lha5-fb3\n" + b"\n" * 70_000),
    "lines of parts": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nE:Lha5-fb3\n"
    + (b"--b\n\n" + b"\n" * 40_000) * 2,
    "messages": b"Content-Type: message/rfc822\n\n" * 990 + b"\nE:Lha5-fb3\n",
}  # fmt: skip


@pytest.mark.parametrize("name", BEYOND)
def test_a_bound_for_each(name: str, tmp_path: Path) -> None:
    status, move, said = by_mail(START, BEYOND[name], tmp_path)
    assert (status, move) == (2, "") and said.startswith("m:"), said
    assert said.split(maxsplit=2)[1] == "limit", said


def test_a_bound_is_told_where_it_is_passed() -> None:
    """A line of a message has at most 32,768 characters; the third line of this has one more."""
    start = aofref_.new("aof2")
    found = aofref_.read_mail(b"\nHi\n\n" + b"x" * 32_769 + b"\nE:Lha5-fb3\n", start)
    assert found.finding is not None and found.finding.code.value == "limit"
    assert (found.finding.line, found.words) == (3, ())
    page = aofref_.read_mail(HTML + b"<p>Hi</p>\n<p>" + b"x" * 32_769 + b"</p>", start)
    assert page.finding is not None and page.finding.line == 2


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "unicode_escape", "rot13", "a\0b", "x" * 99]
)
def test_a_charset_that_no_mail_has(charset: str, tmp_path: Path) -> None:
    head = f"Content-Type: text/plain; charset={charset}\n\n".encode()
    assert by_mail(START, head + b"E:Lha5-fb3\n" + b"a\\u0062-\n" * 2000, tmp_path)[0] == 0


# Real messages ----------------------------------------------------------------------------------

MESSAGES = sorted((FIXTURES / "mail").glob("*.eml"))


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_message_as_a_program_writes_it(path: Path) -> None:
    head, _, lines = path.with_suffix(".txt").read_text("utf-8").partition("\n\n")
    wanted = dict(line.split(":", 1) for line in head.splitlines())
    message = mail.read(path.read_bytes())
    found = aofref_.read_mail(path.read_bytes(), aofref_.new("aof2"))
    dated = [line for line in path.read_text("latin-1").splitlines() if line.startswith("Date: ")]
    assert (found.sent is not None) == bool(dated)
    assert pickle.loads(pickle.dumps(found)) == found and hash(found) == hash(found)
    move = "none"
    if found.words:
        place = found.words[0].place
        move = f"{place.line}:{place.column} {found.words[0].text}"
    assert {name: text.strip() for name, text in wanted.items()} == {
        "from": message.sender,
        "subject": message.subject,
        "id": message.id,
        "references": " ".join(message.references),
        "automated": "yes" if message.automated else "no",
        "move": move,
    }
    places = [(line.place(), line.text) for line in message.own]
    assert [f"{at.line}:{at.column} {text}" for at, text in places] == lines.splitlines()


def test_a_message_is_a_value() -> None:
    path = FIXTURES / "mail" / "gmail.eml"
    message = mail.read(path.read_bytes())
    assert message == mail.read(path.read_bytes()) and len({message, message}) == 1
    assert pickle.loads(pickle.dumps(message)) == message
    with pytest.raises(AttributeError):
        message.subject = ""  # type: ignore[misc]


# The move of a mail, or why it has none -----------------------------------------------------------


SEVERAL = "ambiguous: several lines could be the move: line "


def refusal(message: bytes) -> str:
    """Give the code and the reason why a message has no move."""
    found = aofref_.read_mail(message, aofref_.new("aof2"))
    assert not found.words and found.finding is not None
    return f"{found.finding.code.value}: {found.finding.message}"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (b"\nE:Lha5-fb3\n", (1, "E:Lha5-fb3")),
        (b"\nHello,\nE:Lha5-fb3\nE:ha5fb3\n", (2, "E:Lha5-fb3")),  # one move said twice
        (b"\nE:resigns\nE:resigns\n", (1, "E:resigns")),
        (b"\nHello\n", "syntax: no line of this message is a move"),
        (b"\nE:Lha5-fb3\nE:Lkd5-hb3\nE:Lha5-fb3\n", f"{SEVERAL}1 'E:Lha5-fb3', line 2 'E:Lkd5-hb3'"),
        (b"\nE:ga4-zz1\nE:ha4-zz1\n", f"{SEVERAL}1 'E:ga4-zz1', line 2 'E:ha4-zz1'"),
        (b"\nE:resigns\nE:forfeits\n", f"{SEVERAL}1 'E:resigns', line 2 'E:forfeits'"),
        (b"\nE:ga4-fa4\nE:ga5-fa5\nE:ha4-ga4\nE:ha4-ha3\nE:ha4-zz1\nE:zz1-ha4\n",
         f"{SEVERAL}1 'E:ga4-fa4', line 2 'E:ga5-fa5', line 3 'E:ha4-ga4', line 4 'E:ha4-ha3', line 5 'E:ha4-zz1'"),
    ],
)  # fmt: skip
def test_the_move_of_a_letter(message: bytes, said: tuple[int, str] | str) -> None:
    if isinstance(said, str):
        assert refusal(message) == said
    else:
        found = aofref_.read_mail(message, aofref_.new("aof2"))
        assert found.finding is None and found.words
        assert (found.words[0].place.line, found.words[0].text) == said


def test_a_letter_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.notation.records.limits.MAIL", 10)
    assert refusal(b"E:Lha5-fb3\n") == "limit: a message has at most 10 bytes"


def test_a_letter_that_the_package_email_fails_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(message: bytes) -> str:
        raise AttributeError("this  head\n" + "is wrong " * 20)

    monkeypatch.setattr("aofref.mail.read", fails)
    told = ("this head " + "is wrong " * 20)[:100]
    assert refusal(b"") == f"syntax: the message cannot be read: {told}"


# Who has sent it ----------------------------------------------------------------------------------


def sent_by(
    tmp_path: Path,
    sender: str,
    text: str,
    *args: str,
    names: Sequence[str] = ("Berg, Anna", "B\u00e9la Kis"),
) -> Result:
    """Play a mail in a new game, of two armies or of four."""
    game, letters = ("hec", "WB") if len(names) == 2 else ("aof2", "EIJP")
    given = [
        part for seat in zip(letters, names, strict=True) for part in ("--player", "=".join(seat))
    ]
    record, mail = tmp_path / "game.aof", tmp_path / "m.eml"
    record.write_text(aofref("new", game, *given).stdout, "utf-8")
    head = f"From: {sender}\n" if sender else ""
    mail.write_bytes(f"{head}Subject: x\n\n{text}\n".encode())
    return aofref("play", str(record), "--mail", str(mail), *args)


@pytest.mark.parametrize(
    "sender",
    [
        "=?utf-8?q?B=C3=A9la_Kis?= <b@example.net>",
        '"=?utf-8?q?Kis=2C_B=C3=A9la?=" <b@example.net>',
        "B\u00e9la Kis <b@example.net>",
        "b\u00c9LA  kis <b@example.net>",
        "Be\u0301la Kis <b@example.net>",
        '"Kis, B\u00e9la" <b@example.net>',
        "Kis, B\u00e9la <b@example.net>",
        "b@example.net (B\u00e9la Kis)",
    ],
)
def test_from_names_the_player_who_resigns(sender: str, tmp_path: Path) -> None:
    """It is White's turn: Black's player does not resign for White."""
    done = sent_by(tmp_path, sender, "I resign.")
    assert done.exit_code == 0 and "\nB:resigns 1-0\n" in done.stdout
    assert "m.eml: From names B\u00e9la Kis, who plays Black\n" in done.stderr
    assert "{[%draw B]}" in sent_by(tmp_path, sender, "draw").stdout


@pytest.mark.parametrize(
    "sender", ["Anna Berg <a@x.net>", '"Berg, Anna" <a@x.net>', "ANNA BERG <a@x.net>"]
)
def test_a_surname_before_a_comma(sender: str, tmp_path: Path) -> None:
    assert "\nW:resigns 0-1\n" in sent_by(tmp_path, sender, "resign").stdout
    assert "1. ac2-ad2 {[%draw W]}" in sent_by(tmp_path, sender, "ac2-ad2\ndraw").stdout


def test_a_conditional_line_of_a_mail_is_that_of_the_option(tmp_path: Path) -> None:
    line, sender = "cf4-cf3 ad2-ad3", "Anna Berg <a@x.net>"
    given = sent_by(tmp_path, sender, "ac2-ad2", "--if", line).stdout
    for text in (f"ac2-ad2\n if: {line}.", f"*If {line}\n\nI play ac2-ad2 now\nif not, tell me"):
        assert sent_by(tmp_path, sender, text).stdout == given
    assert "{[%if cf4-cf3 ad2-ad3]}" in given
    told = sent_by(tmp_path, sender, "ac2-ad2\n\nif cf4-cf9").stderr
    assert "m.eml:3:4: no-such-cell" in told and "m.eml: line 3 is a conditional line" in told
    assert "{[%if" not in sent_by(tmp_path, sender, f"ac2-ad2\n> if {line}").stdout


@pytest.mark.parametrize(
    "text, why",
    [
        ("ac2-ad2", "wrong-turn B:ac2-ad2: it is the turn of White, not of Black"),
        ("ac2-ad2 draw", "wrong-turn B:ac2-ad2: it is the turn of White, not of Black"),
        ("White resigns", "wrong-turn W:resigns: a move of White, not of Black"),
        ("Berg, Anna: resigns", "wrong-turn W:resigns: a move of White, not of Black"),
        ("W:draw", "wrong-turn W:draw: a draw offered by White, not by Black"),
        ("W:ac2-ad2", "wrong-turn W:ac2-ad2: a move of White, not of Black"),
    ],
)
def test_what_another_does_is_refused(text: str, why: str, tmp_path: Path) -> None:
    done = sent_by(tmp_path, "B\u00e9la Kis <b@example.net>", text)
    assert (done.exit_code, done.stdout) == (1, "")
    assert why in done.stderr


@pytest.mark.parametrize(
    "sender", ["", "Eve <e@example.net>", '"Berg, Anna" <a@x>, B\u00e9la Kis <b@x>']
)
def test_nobody_known_withdraws_nobody(sender: str, tmp_path: Path) -> None:
    """A move is that of the army to move, but nobody loses by what a stranger writes."""
    for text in ("I resign.", "draw"):
        done = sent_by(tmp_path, sender, text)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "ambiguous" in done.stderr and "name it with --by ARMY" in done.stderr
    assert "1. ac2-ad2" in sent_by(tmp_path, sender, "ac2-ad2").stdout
    assert "B:resigns 1-0" in sent_by(tmp_path, sender, "Black resigns").stdout
    assert "B:resigns 1-0" in sent_by(tmp_path, sender, "resign", "--by", "B").stdout


@pytest.mark.parametrize(
    "sender",
    [
        "B\u00e9la Kis <b@x>, a@x",
        "B\u00e9la Kis: b@x;",
        "B\u00e9la Kis <@a,@c:b@x>",
        "a@x <b@x>",
        "=?utf-8?q?B=C3=A9la_Kis_=3Cb=40x=3E?=",
        "=?utf-8?q?B=C3=A9la_Kis=2C_a=40x?= <b@x>",
        "B\u00e9la Kis <b@x>\nFrom: B\u00e9la Kis <b@x>",
        "B\u00e9la Kis",
        "B\u00e9la Kis <>",
        "B\u00e9la Kis <b @x>",
    ],
)
def test_from_that_is_not_exactly_one_mailbox_is_nobody(sender: str, tmp_path: Path) -> None:
    done = sent_by(tmp_path, sender, "resign", names=("Berg, Anna", "B\u00e9la Kis"))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "From names no player of this game" in done.stderr


@pytest.mark.parametrize(
    ("written", "name", "sender"),
    [
        ("Anna <a@x.net>", "Anna", "a@x.net"),
        ("a@x.net (Anna)", "Anna", "a@x.net"),
        ('"a@x.net" <a@x.net>', "a@x.net", "a@x.net"),  # as Outlook writes
        ('"b@x.net" <a@x.net>', "b@x.net", "a@x.net"),
        ('"Berg \\"A.\\", Anna" (home) < a@x.net >', 'Berg "A.", Anna', "a@x.net"),
        ("J. Berg [home] <j.b@x.net>", "J. Berg [home]", "j.b@x.net"),
        ("=?utf-8?q?J=C3=BC_=40_home?= <j@x.net>", "J\u00fc @ home", "j@x.net"),
        ('"a b"@x.net', "", '"a b"@x.net'),
        ("a@x.net (" * 5, "", ""),
        ("(" * 4000 + "a@x.net", "", ""),
        ('"' * 4000 + "a@x.net", "", ""),
        ("a." * 2000 + "@x.net", "", ""),
        ("a" * 5000 + "@x.net", "", ""),
    ],
)
def test_the_mailbox_of_from(written: str, name: str, sender: str) -> None:
    message = mail.read(f"From: {written}\n\nx\n".encode())
    assert (message.name, message.sender) == (name, sender)


def test_a_player_of_two_armies(tmp_path: Path) -> None:
    names = ("Anna", "Bela", "Anna", "Dora")
    for text in ("resign", "draw"):
        done = sent_by(tmp_path, "Anna <a@x.net>", text, names=names)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "From names Anna, who plays the European and Jewish armies" in done.stderr
    assert "J:resigns" in sent_by(tmp_path, "Anna <a@x.net>", "J:resigns", names=names).stdout
    assert "1. E:Lha5-fb3" in sent_by(tmp_path, "Anna <a@x.net>", "Lha5-fb3", names=names).stdout
    assert sent_by(tmp_path, "Anna <a@x.net>", "I:resigns", names=names).exit_code == 1
    done = sent_by(tmp_path, "Bela <b@x.net>", "Lha5-fb3", names=names)
    assert done.exit_code == 1 and "it is the turn of the European army" in done.stderr
