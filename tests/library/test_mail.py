"""Mails: what `read_mail` finds, and that `play --mail` finds the same."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aofref
from aofref import mail
from tests.helpers import aofref as command

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
FOUR = {"E": "Anna Berg", "I": "Bela", "J": "Anna Berg", "P": "Dora"}
TWO = {"W": "Anna Berg", "B": "Bela"}


def message(text: str, sender: str = "Anna Berg <anna@example.net>", **head: str) -> bytes:
    made = EmailMessage()
    for name, value in {"From": sender, "Date": format_datetime(NOON), **head}.items():
        made[name] = value
    made.set_content(text)
    return made.as_bytes()


def game(name: str) -> aofref.Record:
    armies = aofref.variant(name).armies
    return aofref.new(name, {army: (TWO if len(armies) == 2 else FOUR)[army] for army in armies})


FIRST = {  # a first move of each of the six games and of chess
    "aof2": "Lha5-fb3",
    "aof6": "ph2-pg2",
    "proto-prelates": "ga4-fa4",
    "sd2l-cohen": "bg3-bg4",
    "sd2l-sling": "bg3-bg4",
    "heathen-europe": "ac2-ad2",
    "chess": "e2-e4",
}


@pytest.mark.parametrize("name", FIRST)
def test_the_move_of_a_mail_is_added(name: str) -> None:
    record = game(name) if name != "aof6" else aofref.new("aof6")
    legal = [move.lan for move in record.position.legal_moves()] if record.position else []
    move = FIRST[name] if FIRST[name] in legal else legal[0]
    found = aofref.read_mail(message(f"Hello,\n\n{move}\n\nWell met!\nAnna"), record, source="m")
    assert [word.text for word in found.words] == [move] and found.finding is None
    assert (found.words[0].place, found.words[0].source) == (aofref.Place(3, 1), "m")
    assert [(word.text, word.place.line) for word in found.unread] == [
        ("Hello,", 1),
        ("Well met!", 5),
        ("Anna", 6),
    ]
    named = name != "aof6"
    assert (found.army, found.player) == (
        (record.position.turn, "Anna Berg") if named else ("", None)
    )
    longer = record.add(*found.words, by=found.army, sent=found.sent).record
    assert longer.mainline()[0].lan == move and longer.mainline()[0].sent == found.sent == NOON
    assert str(longer) == str(record.add(move, sent=NOON).record)


MAILS = {
    "a move": "Lha5-fb3",
    "a move and a draw": "I thought long.\n\nLha5-fb3\ndraw",
    "conditional lines": "Lha5-fb3\nif I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:Lfb3-ha5\nHave fun",
    "in a sentence": "I play Lha5-fb3, and wait",
    "a withdrawal": "E:resigns",
    "whose": "I resign.",
    "no move": "Hello Bela,\nwhen is it my turn?",
    "like one": "My Elf goes up, to fb9 now",
    "several": "Lha5-fb3\nLha5-gc3",
    "an illegal one": "Lha5-ha4",
    "quoted": "> Lha5-fb3",
    "of another": "I:ea3-fa3",
}


@pytest.mark.parametrize("kind", MAILS)
@pytest.mark.parametrize("sender", ["Anna Berg <a@x.net>", "Bela <b@x.net>", "Eve <e@x.net>"])
@pytest.mark.parametrize("by", ["", "J", "bela"])
def test_the_command_plays_what_the_library_reads(
    kind: str, sender: str, by: str, tmp_path: Path
) -> None:
    file, sent = tmp_path / "game.aof", tmp_path / "m"
    file.write_text(game("aof2").text)
    sent.write_bytes(message(MAILS[kind], sender))
    (record,) = aofref.read(file)
    found = aofref.read_mail(sent.read_bytes(), record, by=by, source=str(sent))
    options = ("--by", by) if by else ()
    done = command("play", str(file), "--mail", str(sent), *options)
    assert done.stderr.startswith(f"{found}\n")
    if found.finding is not None:
        assert not found.words and not found.lines and done.stdout == ""
        assert done.exit_code == (1 if found.finding.code == "ambiguous" else 2)
        told = command("play", str(file), "--mail", str(sent), *options, "--format", "json").stdout
        assert found.report() == json.loads(told)
        return
    assert found.report()["words"] == [word.text for word in found.words]
    try:
        added = record.add(*found.words, by=found.army, lines=found.lines)
    except aofref.IllegalMove as problem:
        assert done.exit_code == 1 and done.stdout == "" and f" {problem.code} " in done.stderr
    else:
        assert (done.exit_code, done.stdout) == (0, str(added.record))


def test_what_the_kinds_of_mails_have() -> None:
    read = {kind: aofref.read_mail(message(text), game("aof2")) for kind, text in MAILS.items()}
    words = {
        kind: [word.text for word in found.words] for kind, found in read.items() if found.words
    }
    assert words == {
        "a move": ["Lha5-fb3"],
        "a move and a draw": ["Lha5-fb3", "draw"],
        "conditional lines": ["Lha5-fb3"],
        "in a sentence": ["Lha5-fb3"],
        "a withdrawal": ["E:resigns"],
        "an illegal one": ["Lha5-ha4"],
        "of another": ["I:ea3-fa3"],
    }
    found = read["conditional lines"]
    assert [line.text for line in found.lines] == ["I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:Lfb3-ha5"]
    assert [word.text for word in found.unread] == ["Have fun"]
    codes = {kind: str(f.finding.code) for kind, f in read.items() if f.finding is not None}
    assert codes == {
        "whose": "ambiguous",  # of Anna's two armies
        "no move": "syntax",
        "like one": "syntax",
        "several": "ambiguous",
        "quoted": "syntax",
    }
    assert "\n  a move is written like " in str(read["like one"])
    assert read["no move"].finding is not None and read["no move"].finding.place == (1, 1)


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("Sat, 21 Nov 2026 13:30:00 +0130", NOON),
        ("21 Nov 2026 12:00 GMT", NOON),
        ("Sat, 21 Nov 2026 12:00:00 -0000", NOON),
        ("Sat, 21 Nov 2026 12:00:00", NOON),  # as RFC 5322 has it no longer
        ("Sat, 21 Nov 2026 07:00:00 -0500 (EST)", NOON),
        ("yesterday", None),
        ("Sat, 31 Nov 2026 12:00:00 +0000", None),
        ("Sat, 21 Nov 2026 12:00:00 +9900", None),
        ("Fri, 31 Dec 9999 23:00:00 -0200", None),
        ("", None),
    ],
)
def test_the_time_of_a_mail_is_its_date(date: str, moment: datetime | None) -> None:
    raw = f"From: a@x.net\nDate: {date}\n\nLha5-fb3\n".encode()
    found = aofref.read_mail(raw, aofref.new("aof2"))
    assert found.sent == moment and [word.text for word in found.words] == ["Lha5-fb3"]
    told = {None: None, NOON: "2026-11-21T12:00:00Z"}
    assert found.report()["sent"] == told[moment]


@given(st.binary(max_size=60))
def test_any_bytes_are_a_mail_or_a_finding(data: bytes) -> None:
    record = aofref.new("chess")
    for raw in (data, b"Date: " + data + b"\n\ne4\n", b"From: " + data + b"\n\ne4\n"):
        found = aofref.read_mail(raw, record)
        assert bool(found.words) == (found.finding is None) and str(found)
        json.dumps(found.report())


def test_whose_mail_it_is() -> None:
    record = game("aof2")
    by_dora = aofref.read_mail(message("resign", "Dora <d@x.net>"), record)
    assert (by_dora.army, by_dora.player) == ("P", "Dora")
    assert record.add(*by_dora.words, by=by_dora.army).record.position.armies == ("E", "I", "J")
    for by in ("J", "jewish"):
        found = aofref.read_mail(message("resign"), record, by=by)
        assert (found.army, found.player, found.finding) == ("J", "Anna Berg", None)
    of_bela = aofref.read_mail(message("Lha5-fb3", "Bela <b@x.net>"), record)
    with pytest.raises(aofref.IllegalMove, match="turn of the European army"):
        record.add(*of_bela.words, by=of_bela.army)
    # of Anna's two armies the one that has the turn moves
    longer = record.play("Lha5-fb3", "ea3-fa3")
    assert aofref.read_mail(message("ga1-fa1"), longer).army == "J"


def test_what_read_mail_cannot_take() -> None:
    record = game("aof2")
    with pytest.raises(TypeError, match="a message is bytes, not str"):
        aofref.read_mail("Lha5-fb3", record)  # type: ignore[arg-type]
    with pytest.raises(aofref.UnknownName):
        aofref.read_mail(message("Lha5-fb3"), record, by="Eve")
    with pytest.raises(aofref.IllegalMove):
        aofref.read_mail(message("e4"), aofref.loads('[Variant "chess"]\n\n1. e5 *\n'))
    too_long = aofref.read_mail(b"\n" + b"x" * 3_000_000, record)
    assert too_long.finding is not None and too_long.finding.code == "limit"
    assert str(too_long).startswith("-:1:1: limit ")
    ended = record.with_tags({"Result": "1-0-0-0"})
    found = aofref.read_mail(message("Lha5-fb3"), ended)
    with pytest.raises(aofref.IllegalMove) as refused:
        ended.add(*found.words, by=found.army)
    assert refused.value.code == "game-over"


def test_the_head_of_a_message_that_cannot_be_read() -> None:
    head = b"From: Bela <b@x.net>\nSubject: " + b"x" * 70_000
    assert mail.read_head(head) == mail.Message((), sender="b@x.net", name="Bela")
    assert mail.read_head(head + b"\r\nPrecedence: bulk\r\n\r\nFrom: x").automated
    assert mail.read_head(b"From: a@b\nFrom: b@a\n\n") == mail.Message(())
    with pytest.raises(ValueError, match="Subject has at most"):
        mail.read(head)


def test_the_lines_of_a_message_are_read_in_a_game() -> None:
    """What is quoted is another's; the number of a line counts from the first of the body."""
    record = game("chess").play("e4")
    letter = mail.read(
        message("Well!\n> d4\n\nMy move: c7-c5\nif Nf3 d6\ndraw\n", "Bela <b@x.net>")
    )
    reader = mail.Reader(record)
    assert (letter.name, letter.sender) == ("Bela", "b@x.net")
    own = [line.text for line in letter.own]
    assert own == ["Well!", "My move: c7-c5", "if Nf3 d6", "draw"]
    told = [reader.conditional_line(line) for line in letter.own]
    assert told == ["", "", "Nf3 d6", ""]
    found = reader.move([line for line in letter.own if not reader.conditional_line(line)])
    assert [(order.move, order.place.line) for order in found.orders] == [("c7-c5", 4), ("draw", 6)]
    assert reader.is_move("c7-c5") and reader.is_move("e2e4") and not reader.is_move("hello")
    assert reader.moves("c5  Knight f3 d7-d6") == ("c5", "Knight f3", "d7-d6")
    assert reader.declines("No, thanks.") and not reader.declines("No.  e5")
    two = reader.move(mail.read(b"\ne5\nc5\n").lines)
    assert not two.orders and two.why is not None and two.why.code == "ambiguous"
    with pytest.raises(aofref.IllegalMove):
        mail.Reader(aofref.loads('[Variant "chess"]\n\n1. e5 *\n'))
