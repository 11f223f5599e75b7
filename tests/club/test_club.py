"""A club by mail: what is played, who is told what, and who is not answered."""

from __future__ import annotations

import json
import os
import re
import time
import unicodedata
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from aofref.club import inbox
from tests.clubs import BEGIN, CLUB, NAMES, NOW, AClub, a_club, of_a_season
from tests.helpers import aofref, grows_evenly


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    return a_club(tmp_path)


def moves(text: str) -> list[str]:
    """List the moves of a record, without its comments."""
    return re.findall(r"[A-Z]:\S+", re.sub(r"\{[^}]*\}", "", text))


# A move -------------------------------------------------------------------------------------------


def test_a_move_is_played_and_all_are_told(club: AClub) -> None:
    identifier = club.mail(
        "Anna", "Re: [EXTERNAL] [G-1] round 1", "Dear all,\n\nE:Lha5-fb3\n\nGood luck!"
    )
    (line,) = club.run()
    assert list(line.values()) == [identifier, "g-1", "E", "played", "Lha5-fb3", None]
    stamp = re.search(r"1\. E:Lha5-fb3 \{\[%mail [0-9a-f]+\] \[%sent (.*?)\]\}\n", club.text("g-1"))
    assert stamp is not None and stamp[1] == "2026-11-21T09:56:41Z"  # when it came: BEGIN + 1
    assert club.left()["in/new"] == club.left()["held/new"] == 0 and club.left()["in/cur"] == 1
    assert len(club.answers()) == 4
    for name in NAMES.values():
        (found,) = club.answers(identifier, name)
        assert found["From"] == "The Drum <club@example.org>"
        assert found["To"] == f"{name} <{name.lower()}@example.net>"
        assert found["Auto-Submitted"] == "auto-replied" and found["MIME-Version"] == "1.0"
        assert found["References"].split()[-1] == identifier and "[g-1]" in found["Subject"]
        assert found["Date"] == "Sat, 21 Nov 2026 10:00:00 +0000" and found["Message-ID"]
        text = club.answer(identifier, name)
        assert "Anna (European) has played E:Lha5-fb3." in text
        assert "Bela (Indian) is to move." in text and ">eLfb" in text
        assert max(map(len, text.splitlines())) <= 80
        assert "> Good luck!" in text
        assert not re.search(r"[\w.]+@example\.net", text)


@pytest.mark.parametrize(
    "text",
    ["*Lha5-fb3*", "lha5-fb3", "LHA5-FB3", "1. e:lha5 – fb3!", "Lfb3", "  > quoted\n\nha5fb3\n-- \nAnna"],
)  # fmt: skip
def test_what_a_player_types(club: AClub, text: str) -> None:
    club.mail("Anna", "[g-1]", text)
    assert club.run()[0]["move"] == "Lha5-fb3"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *[(text, "syntax") for text in (
            "Is Lha5-fb3 legal?", "Lha5-fb3?", "I think I'll play Lha5-fb3 tomorrow.",
            "if I:ea3-fa3\nLha5-fb3", "resign?", "I play elf ha5 to fb3 now", "Good luck, (Lfb3)",
            "E:forfeits",  # only the arbiter forfeits
        )],
        *[(text, "ambiguous") for text in ("Lha5-fb3\nga4-fa4", "Lha5-\nfb3", "Lha5-fb3\nresign")],
    ],
)  # fmt: skip
def test_what_is_not_clear_is_asked_back(club: AClub, text: str, code: str) -> None:
    identifier = club.mail("Anna", "[g-1]", text)
    (line,) = club.run()
    assert (line["verdict"], line["code"], line["move"]) == ("asked", code, None)
    assert moves(club.text("g-1")) == []
    assert club.answer(identifier, "Anna").startswith("Nothing was played: ")
    assert len(club.answers()) == 1


def test_a_refused_move_comes_back_with_its_proof(club: AClub) -> None:
    identifier = club.mail("Anna", "[g-1]", "Rka4-ka1")
    (line,) = club.run()
    assert (line["verdict"], line["code"], line["move"]) == ("refused", "missing-cell", "Rka4-ka1")
    text = club.answer(identifier, "Anna")
    assert "Your move was not played: E:Rka4-ka1" in text and "missing cell:" in text
    assert "Write your move alone on a line" in text and len(club.answers()) == 1


# Twice, and at once -------------------------------------------------------------------------------


def test_a_message_that_comes_again(club: AClub) -> None:
    identifier = club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Bela", "[g-1]", "ga1-fa1")  # refused now, and legal nowhere near
    club.run()
    before, told = club.text("g-1"), club.answer(identifier, "Anna")
    club.mail("Anna", "[g-1]", "Lha5-fb3\n\nsent by another way", Message_ID=identifier)
    club.mail("Bela", "[g-1]", "ga1-fa1", Message_ID="<2@example.net>")
    assert club.verdicts() == ["duplicate", "duplicate"]
    assert club.text("g-1") == before
    first, again = club.answers(identifier, "Anna")
    assert first.get_content() == again.get_content() == told
    assert first["Message-ID"] != again["Message-ID"]
    assert len(club.answers(identifier)) == 5


def test_a_message_that_comes_again_under_the_name_of_its_file(club: AClub) -> None:
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    (path,) = (club.folder / "in" / "new").iterdir()
    raw = path.read_bytes()
    assert club.verdicts() == ["played"]
    for again in (2, 3):
        club.put(raw, path.name)
        assert club.verdicts() == ["duplicate"]
        assert club.left()["in/cur"] == again


def test_an_old_message_whose_answers_are_gone(club: AClub) -> None:
    club.took("Anna: Lha5-fb3", "Bela: ea3-fa3")
    for path in (club.folder / "out" / "new").iterdir():
        path.unlink()
    identifier = club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")
    assert club.verdicts() == ["duplicate"]
    assert "came before" in club.answer(identifier, "Anna") and len(club.answers()) == 1
    assert moves(club.text("g-1")) == ["E:Lha5-fb3", "I:ea3-fa3"]


# Which game, and who ------------------------------------------------------------------------------


def test_the_game_is_the_one_where_the_sender_is_to_move(club: AClub) -> None:
    club.game("g-2", moves="E:Lha5-fb3")
    club.mail("Anna", "my move", "Lha5-fb3")
    club.mail("Anna", "again", "ga4-fa4")
    club.mail("Bela", "?", "ea3-fa3")
    first, second, third = club.run()
    assert (first["game"], first["verdict"]) == ("g-1", "played")
    assert (second["game"], second["verdict"], second["code"]) == (None, "asked", "ambiguous")
    assert third["verdict"] == "asked"


@pytest.mark.parametrize(
    ("subject", "verdict", "code"),
    [
        ("[g-7]", "asked", "no-record"),
        ("[g-1] [g-2]", "asked", "ambiguous"),
        ("=?utf-8?q?=5BG-1=5D_m=C3=B6ve?=", "played", None),
        ("[*** SPAM ***] [g-1]", "played", None),
        ("[my club]", "asked", "ambiguous"),
    ],
)
def test_the_subject(club: AClub, subject: str, verdict: str, code: str | None) -> None:
    club.game("g-2")
    raw = f"From: Anna <anna@example.net>\nSubject: {subject}\nMessage-ID: <a@b>\n\nLha5-fb3\n"
    club.put(raw.encode())
    (line,) = club.run()
    assert (line["verdict"], line["code"]) == (verdict, code)


def test_who_plays_no_game(club: AClub) -> None:
    path = club.folder / "players.tsv"
    path.write_text(path.read_text() + "eve\tEve\teve@example.net\n")
    club.mail("Eve", "[g-1]", "Lha5-fb3")
    club.mail("Eve", "hello", "Lha5-fb3")
    club.mail("Eve", "hello", "help")
    first, second, third = club.run()
    assert (first["verdict"], first["code"]) == ("refused", "wrong-army")
    assert (second["verdict"], second["code"]) == ("asked", "no-record")
    assert (third["verdict"], third["game"]) == ("answered", None)
    assert "conditional line" in club.answer(3, "eve")


def test_strangers_are_answered_twenty_times_a_day(club: AClub) -> None:
    for _ in range(23):
        club.mail("eve@example.com", "[g-1]", "Lha5-fb3")
    assert club.verdicts() == ["held"] * 23
    assert len(club.answers()) == 21 and club.left()["held/new"] == 23
    assert "The club has answered 20 messages of yours today" in club.answer(21, "eve")


def test_another_army_is_not_the_senders(club: AClub) -> None:
    club.mail("Bela", "[g-1]", "E:Lha5-fb3")
    club.mail("Bela", "[g-1]", "E:draw")
    club.mail("Bela", "[g-1]", "E:resigns")
    assert [(line["verdict"], line["code"]) for line in club.run()] == [
        ("refused", "wrong-turn")
    ] * 3
    for answer in club.answers():  # the rules do not refuse it; an example would be another's move
        text = answer.get_content()
        assert "of the Indian army" in text or "by the Indian army" in text
        assert "RULES" not in text and "such as" not in text
    assert moves(club.text("g-1")) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Auto_Submitted", "auto-replied"), ("Auto_submitted", "Auto-Generated; owner-email=x@example.net"),
        ("Precedence", "bulk"), ("Precedence", "auto_reply"), ("precedence", "Auto-Reply (vacation)"),
        ("List_Id", "<chess.example.net>"), ("Return_Path", "<>"), ("Return_Path", "< >"),
        ("X_Autogenerated", "Reply"), ("X_AutoGenerated", "yes"), ("X_Mail_Autoreply", "1"),
        ("X_Auto_Response_Suppress", "DR, OOF, AutoReply"), ("x-auto-response-suppress", "All"),
        ("X_Autoreply", "yes"), ("X_Auto_Reply", "yes"), ("X_Autorespond", "[g-1]"), ("X_Autoresponder", "on"),
        *[("subject", subject) for subject in (
            "Automatic reply: Re: [g-1] Spring", "AUTOMATIC REPLY: [g-1]", "Auto-Reply: [g-1]",
            "Autoreply: [g-1]", "Auto Response: Re: [g-1]", "Out of Office: [g-1]",
            "Out of the office until Monday: [g-1]", "Out of Office AutoReply: [g-1]",
            "Automatische Antwort: [g-1]", "Abwesenheitsnotiz: [g-1]", "Réponse automatique : Re: [g-1]",
            "Respuesta automática: [g-1]", "自动答复: [g-1]", "Автоматический ответ: [g-1]",
        )],
        ("who", "club@example.org"),  # the club's own mail
    ],
)  # fmt: skip
def test_robots_are_never_answered(club: AClub, name: str, value: str) -> None:
    club.mail(**{"who": "Anna", "subject": "[g-1]", "text": "Lha5-fb3", name: value})
    assert club.verdicts() == ["robot"]
    assert club.answers() == [] and moves(club.text("g-1")) == []


@pytest.mark.parametrize(
    "subject",
    ["Re: Automatic reply: Re: [g-1]", "Re: [g-1] Automatic reply: a match", "[g-1] out of office: no",
     "Automatic reply [g-1]", "Automata: [g-1]"],
)  # fmt: skip
def test_a_person_may_speak_of_automatic_replies(club: AClub, subject: str) -> None:
    club.mail("Anna", subject, "Lha5-fb3", X_Auto_Response_Suppress="None", Auto_Submitted="no")
    assert club.verdicts() == ["played"]


def test_a_robot_whose_message_cannot_be_read_is_not_answered(club: AClub) -> None:
    for field in (
        b"X-Autogenerated: yes",
        b"Subject: Automatic reply: [g-1]",
        b"precedence: AUTO_REPLY",
    ):
        club.put(b"From: Anna <anna@example.net>\n" + field + b"\n" + b"multipart/x\n" * 60)
    assert club.verdicts() == ["held"] * 3 and club.answers() == []


def test_twenty_times_a_day_a_sender_is_answered(club: AClub) -> None:
    club.game("g-2")
    for number in range(22):
        club.mail("Anna", "Spring" if number % 2 else "[g-2]", "I am away until Monday.")
    verdicts = club.verdicts()
    assert verdicts[:3] == ["held", "asked", "held"] and verdicts[20:] == ["held", "held"]
    told = [" ".join(club.answer(number, "Anna").split()) for number in range(1, 22)]
    assert ["The club has answered 20 messages of yours" in text for text in told] == (
        [False] * 20 + [True]
    )
    *_, last = sorted((club.folder / "held" / "new").iterdir())
    assert b"X-Held: too many messages today" in last.read_bytes()
    assert club.took("Bela: I am away until Monday.", "Anna: Lha5-fb3") == ["held", "played"]
    assert len(club.answers()) == 21 + 1 + 4
    made = b"From: Anna <anna@example.net>\nSubject: Spring\n\nI am away.\n"
    path = club.put(made, f"{BEGIN + 86_400}.9.mx")
    os.utime(path, (BEGIN + 86_400,) * 2)
    club.run(now="2026-11-22T12:00:00Z")  # the day after
    assert len(club.answers()) == 27


def test_a_dry_run_counts_as_another(club: AClub) -> None:
    for _ in range(22):
        club.mail("Anna", "[g-1]", "Is Lha5-fb3 any good?")
    assert club.verdicts("--dry-run") == ["asked"] * 20 + ["held"] * 2 == club.verdicts()


def test_poison(club: AClub) -> None:
    club.put(b"\0\xff" * 3000)
    club.put(b"From: Anna <anna@example.net>\n" + b"multipart/x\n" * 60)
    club.put(
        b"From: Anna <anna@example.net>\nAuto-Submitted: auto-replied\n" + b"multipart/x\n" * 60
    )
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    (club.folder / "in" / "new" / "folder").mkdir()
    assert club.verdicts() == ["held", "held", "held", "played"]
    assert len(club.answers(to="anna")) == 2


def refuse(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Let the system refuse to open a file, as it does nothing for root."""
    real = os.open

    def opened(path: Any, *args: Any, **more: Any) -> int:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *args, **more)

    monkeypatch.setattr(os, "open", opened)


def test_a_file_that_cannot_be_read_keeps_nobody_from_the_others(
    club: AClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    (club.folder / "games" / "folder.aof").mkdir()
    club.mail("Carl", "[g-1]", "ga1-fa1")
    closed = sorted((club.folder / "in" / "new").iterdir())[0]
    club.mail("Anna", "hello", "Lha5-fb3")
    refuse(monkeypatch, closed)
    assert club.verdicts() == ["held", "played"]
    assert closed.exists() and club.left()["in/cur"] == 1 and club.left()["held/new"] == 0


def test_a_record_at_fault_is_for_the_arbiter(club: AClub) -> None:
    club.game("bad", moves="E:Rka4-ha4")
    (club.folder / "games" / "two.aof").write_text(club.text("g-1") * 2)
    for game in ("bad", "two"):
        club.mail("Anna", f"[{game}]", "Lha5-fb3")
    assert club.verdicts() == ["held", "held"]
    assert all("corrected by the arbiter" in found.get_content() for found in club.answers())


# Orders -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["if 1... e7-e5 2. Ng1-f3", "If ...e5, Nf3", "if e7 - e5 ng1 to f3"]
)
def test_a_conditional_line_is_read_as_a_move_is(tmp_path: Path, line: str) -> None:
    club = a_club(tmp_path, game="c", variant="chess-without-castling")
    assert club.took(f"Anna: e2-e4\n{line}") == ["played"]
    assert "  if e7-e5 Ng1-f3\n" in club.answer(1, "Anna")
    assert "g1" not in club.answer(1, "Bela").split("\n\n")[0]


def test_conditional_lines_are_secret_and_played(club: AClub) -> None:
    line = "if E:Lha5-fb3 I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:ga4-fa4 I:ea2-fa2"
    assert club.took(f"Bela: {line}\n\nSo be it.\n\nHello") == ["answered"]
    assert line in club.answer(1, "Bela") and len(club.answers()) == 1
    assert club.took("Anna: Lha5-fb3") == ["played"]
    assert moves(club.text("g-1")) == ["E:Lha5-fb3", "I:ea3-fa3"]
    assert "if" not in club.text("g-1")
    for name in ("Anna", "Carl", "Dora"):
        text = club.answer("<2@example.net>", name)
        assert "Bela (Indian) has played I:ea3-fa3." in text and "ea2" not in text.split("\n\n")[0]
        assert "conditional" not in text and "jg3" not in text
    club.took("Carl: ga1-fa1", "Dora: jg3-jf3", "Anna: ga4-fa4")
    assert moves(club.text("g-1"))[-1] == "I:ea2-fa2"
    hashes = re.findall(r"%mail (\w+)", club.text("g-1"))
    assert len(hashes) == len(set(hashes)) == 6


def test_a_condition_that_has_come_true_already(club: AClub) -> None:
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Bela", "[g-1]", "if E:Lha5-fb3 I:ea3-fa3")
    played = club.run()[1]
    assert (played["verdict"], played["army"], played["move"]) == ("played", "I", "ea3-fa3")
    assert "has played I:ea3-fa3" in club.answer(2, "Carl")


IF = "Bela: if E:Lha5-fb3 I:ea3-fa3"


@pytest.mark.parametrize(
    "letters",
    [
        (IF, "Bela: if none", "Anna: Lha5-fb3"),  # new lines take the place of the old
        (IF, "Bela: if E:ga4-fa4 I:ea3-fa3", "Anna: Lha5-fb3"),
        (f"{IF}\n\nif E:Lha5-fb3 I:ea2-fa2", "Anna: Lha5-fb3"),  # lines that disagree
    ],
)
def test_plans_that_play_nothing(club: AClub, letters: tuple[str, ...]) -> None:
    assert club.took(*letters) == ["answered"] * (len(letters) - 1) + ["played"]
    assert moves(club.text("g-1")) == ["E:Lha5-fb3"]
    assert ("taken back" in club.answer(len(letters) - 1, "Bela")) == ("Bela: if none" in letters)


def test_plans_that_were_written_by_hand(club: AClub) -> None:
    (club.folder / "plans").mkdir()
    text = "x\nnonsense\n9\tE:zz\n0\tE:Lha5-fb3 I:ea3-fa3\n"
    (club.folder / "plans" / "g-1.I.plan").write_text(text)
    assert club.took("Anna: Lha5-fb3") == ["played"]
    assert moves(club.text("g-1")) == ["E:Lha5-fb3", "I:ea3-fa3"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("if E:Lha5-fb3", "begin with a move of"),
        ("if E:Lha5-fb3 I:ea3-za3", "za3"),
        ("if I:ea3-fa3", "wrong-turn"),
    ],
)
def test_a_faulty_conditional_line(club: AClub, line: str, why: str) -> None:
    club.mail("Bela", "[g-1]", line)
    assert club.run()[0]["verdict"] == "refused"
    text = club.answer(1, "Bela")
    assert text.startswith("Your conditional lines were not kept: ") and why in text
    assert not list((club.folder / "plans").iterdir())


def test_a_move_with_a_faulty_conditional_line_is_played(club: AClub) -> None:
    assert club.took("Anna: Lha5-fb3\nif I:ea3-zz3 E:ga4-fa4\n\nWatch zz3.") == ["played"]
    assert "were not kept" in club.answer(1, "Anna")
    assert "zz3" not in club.answer(1, "Bela")


@pytest.mark.parametrize(
    "line",
    [
        "And if e7-e5 then Ng1-f3",
        "- if e7-e5 Ng1-f3",
        "if\ne7-e5 Ng1-f3",
        "wenn (e7-e5), Ng1-f3",
        '"if e7-e5 Ng1-f3"',
        "if 05070505 07010603",
    ],
)
def test_a_conditional_line_that_is_not_written_as_one_stays_secret(
    tmp_path: Path, line: str
) -> None:
    club = a_club(tmp_path, game="c", variant="chess-without-castling")
    assert club.took(f"Anna: e2-e4\n\nDear Bela, if you like, e4 is old.\n{line}\n\nYours") == [
        "played"
    ]
    told = club.answer(1, "Bela")
    assert "> Yours" in told and not re.search(r"^>.*(e5|f3|0603)", told, re.MULTILINE)
    mine = club.answer(1, "Anna")
    assert "Not passed on" in mine and f"> {line.splitlines()[-1]}" in mine


def test_the_word_of_a_player_is_told_to_nobody(tmp_path: Path) -> None:
    rows = [f"{n}\t{n}\t{n.lower()}@example.net\t\tword-of-{n}\n" for n in NAMES.values()]
    club = a_club(tmp_path, "token = true\n", "".join(rows))
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    quoted = "Temat: Re: [g-1] (Word-of-Anna)\nHello"
    club.mail("Anna", "[g-1] word-of-anna", f"Lha5-fb3\n\n{quoted}")
    assert club.verdicts() == ["refused", "played"]
    (again,) = club.answers("<1@example.net>", "Anna")
    assert again["Subject"] == "Re: [g-1] (word-of-Anna)" and "reply, and" in again.get_content()
    club.mail("Anna", again["Subject"], "show")
    assert club.verdicts() == ["answered"]
    (told,) = club.answers("<2@example.net>", "Bela")
    assert "> Temat: Re: [g-1] (...)" in told.get_content()
    assert "word-of-anna" not in str(told).lower()


def test_an_answer_shows_a_move_of_the_army_that_has_the_turn(club: AClub) -> None:
    for name, move in (("Anna", "Lha5-fb3"), ("Bela", "ea3-fa3"), ("Carl", "ga1-fa1")):
        club.mail(name, "[g-1]", move)
    club.took("Dora: jg3-jf3")
    names = list(NAMES.values())
    for number in (1, 2, 3, 4):
        texts = {name: club.answer(number, name) for name in names}
        shown = {name: re.findall(r"such as (\w:)\S+; ", text) for name, text in texts.items()}
        turn = "EIJP"[number % 4]
        # Who is not to move has nothing to write.
        assert shown == {name: [f"{turn}:"] if name == NAMES[turn] else [] for name in names}
        assert all('"help"' not in texts[name] for name in names if name != NAMES[turn])


def test_the_example_is_a_legal_move_of_the_game_and_there_is_none_after_its_end(
    club: AClub,
) -> None:
    """Anna's last move, Lha5-fb3, cannot be played again: no Elf is on ha5."""
    for name, move in (("Anna", "Lha5-fb3"), ("Bela", "ea3-fa3"), ("Carl", "ga1-fa1")):
        club.mail(name, "[g-1]", move)
    club.took("Dora: jg3-jf3", "Anna: help")
    text = club.answer(5, "Anna")
    (helped,) = re.findall(r"^  (\S+) +your move", text, re.MULTILINE)
    (shown,) = re.findall(r"such as (\S+);", club.answer(4, "Anna"))
    played = (club.folder / "games" / "g-1.aof").read_bytes()
    for move in (helped, shown):
        assert move.startswith("E:") and aofref("play", "-", move, stdin=played).exit_code == 0
    for name in ("Bela", "Carl", "Dora"):
        club.mail(name, "[g-1]", "I resign")
    club.took("Anna: help", "Anna: Lfb3-ha5")
    over = club.answer(9, "Anna")
    assert not re.search("your move|^  (resign|draw|if) ", over, re.M) and "  tell TEXT " in over
    late = club.answer(10, "Anna")
    assert "The game is over" in late or "the game is over" in late
    assert "such as" not in late and '"help"' not in late


def test_no_line_of_an_answer_is_too_long(club: AClub) -> None:
    club.took(
        "Anna: help",
        f"Dora: draw\n\n{'a long line ' * 60}",
        "Anna: Lha5-fb3\nif I:ea3-fa3 (secret) E:ga4-fa4",
    )
    for found in club.answers():
        assert max(map(len, found.get_content().splitlines())) <= 76
    assert "\nEach order stands alone on a line; " in club.answer(1, "Anna")


def test_what_a_telephone_adds_is_not_passed_on(club: AClub) -> None:
    assert club.took(
        "Anna: Lha5-fb3\nHello\nSent from my iPhone", "Bela: Sent from my garden: ea3-fa3"
    ) == ["played", "asked"]
    told = club.answer(1, "Bela")
    assert "> Hello" in told and "iPhone" not in told
    assert "\nAnna writes:\n\n> Hello\n\n" in club.answer(1, "Anna")


def test_draws(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="h", variant="heathen-europe")
    club.mail("Anna", "[h]", "draw")
    club.mail("Bela", "[h]", "I accept the draw")
    club.mail("Bela", "[h]", "ad5-ad4")
    first, second, third = club.run()
    assert (first["verdict"], second["verdict"]) == ("answered", "ended")
    assert (third["verdict"], third["code"]) == ("refused", "game-over")
    assert "1/2-1/2" in club.text("h") and '[Result "1/2-1/2"]' in club.text("h")
    assert "Anna (White) offers a draw." in club.answer(1, "Bela")
    assert "agrees to a draw" in club.answer(2, "Anna")
    assert "The game is over: 1/2-1/2, by agreement." in club.answer(2, "Anna")


def test_a_draw_is_agreed_when_the_last_who_had_not_agreed_resigns(club: AClub) -> None:
    for name in ("Anna", "Bela", "Carl"):
        club.mail(name, "[g-1]", "draw")
    assert club.took("Dora: resign") == ["answered", "answered", "answered", "ended"]
    assert '[Result "1/3-1/3-1/3-0"]' in club.text("g-1")


def test_resigning(club: AClub) -> None:
    letters = ("Carl: I resign", "Dora: I resign", "Bela: I resign")
    assert club.took(*letters) == ["played", "played", "ended"]
    assert moves(club.text("g-1")) == ["J:resigns", "P:resigns", "I:resigns"]
    assert "Carl (Jewish) has resigned." in club.answer(1, "Anna")


def test_show_and_help(club: AClub) -> None:
    assert club.took("Anna: show\nhelp") == ["answered"]
    text = club.answer(1, "Anna")
    assert "tell TEXT" in text and "preview" not in text and moves(club.text("g-1")) == []
    (found,) = club.answers()
    (page,) = found.iter_attachments()
    assert page.get_filename() == "g-1.html" and "<!DOCTYPE html>" in page.get_content()
    assert "#piece-Y" not in page.get_content()


@pytest.mark.parametrize("order", ["preview", "preview Lha5-fb3", "Preview: Rka4-ka1\nPREVIEW."])
@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ('site = "https://example.org"\n', "of the game: https://example.org/g-1.html"),
        ("", 'of the game, which "show" alone on a line sends you.'),
    ],
)
def test_preview_is_answered_with_where_the_page_is(
    tmp_path: Path, order: str, settings: str, where: str
) -> None:
    club = a_club(tmp_path, settings)
    assert club.took(f"Anna: {order}") == ["answered"] and moves(club.text("g-1")) == []
    assert f"A move is tried on the page {where} " in " ".join(club.answer(1, "Anna").split())
    assert club.took(f"Anna: Lha5-fb3\n{order}") == ["played"]
    told = [" ".join(club.answer(2, name).split()) for name in ("Anna", "Bela")]
    assert [f"on the page {where} " in text for text in told] == [True, False]


# Who may, and time --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("anna\tAnna\tanna@example.net\nbela\tBela\tbela@example.net\t2026-10-01\tdrum-7",
         "anna\tAnna\tanna@example.net\t\tWORD\nbela\tBela\tbela@example.net\t2026-10-01\tdrum-7"),
        ("# ours\r\nID\tname\trating\taddress\r\nanna\tAnna\t1800\tanna@example.net\r\n\r\n"
         "# new\r\nbela\tBela\t1700\tbela@example.net\r\n",
         "# ours\r\nID\tname\trating\taddress\ttoken\r\nanna\tAnna\t1800\tanna@example.net\tWORD\r\n\r\n"
         "# new\r\nbela\tBela\t1700\tbela@example.net\tWORD\r\n"),
        ("id\ttoken\tname\taddress\nanna\t\tAnna\tanna@example.net\nbela\t x \tBela\tbela@example.net\n",
         "id\ttoken\tname\taddress\nanna\tWORD\tAnna\tanna@example.net\nbela\t x \tBela\tbela@example.net\n"),
    ],
)  # fmt: skip
def test_words_are_made_and_sent_where_they_are_missing(
    tmp_path: Path, before: str, after: str
) -> None:
    club = AClub(tmp_path / "club", "token = true\n")
    path = club.folder / "players.tsv"
    path.write_bytes(before.encode())
    club.game("h", "heathen-europe")
    club.mail("Anna", "[h]", "Pac2-ad2")
    dry = club.ran("--dry-run", "--now", NOW)
    assert path.read_bytes() == before.encode() and not club.answers()
    done = club.ran("--now", NOW)
    assert dry.stdout == done.stdout and dry.stdout.startswith("refused: ")
    assert done.stderr.count(" had not been told the secret word: it was sent\n") == 2
    pattern = re.escape(after).replace("WORD", "([a-z]{8})")
    words = re.fullmatch(pattern, path.read_bytes().decode())
    assert words is not None
    told = [one for one in club.answers() if one["In-Reply-To"] is None]
    every = [*words.groups(), *re.findall("\t ?(drum-7|x)", before)]
    sent = re.findall(r"\(([\w-]+)\)", " ".join(one["Subject"] for one in told))
    assert sorted(sent) == sorted(every) and len(every) == 2
    for one in told:
        assert "your secret word" in one["Subject"] and one["Auto-Submitted"] == "auto-generated"
    (hers,) = [one["Subject"] for one in told if "anna@" in one["To"]]
    club.mail("Anna", f"Re: {hers}", "Pac2-ad2")
    assert club.ran("--now", NOW).stderr == ""
    assert " ac2-ad2 " in club.text("h") and len(club.answers()) == 2 + 3


def test_words_that_were_never_told_are_sent_once(tmp_path: Path) -> None:
    """As where `token = true` is written behind a season that began without it."""
    club = of_a_season(tmp_path, "--address", "club@example.org")
    folder, club.about = club.folder, "heathen-europe-01"
    assert club.run() == [] and len(club.answers()) == 2
    settings = folder / "club.toml"
    settings.write_text(settings.read_text().replace("# token", "token"))
    assert club.ran().stderr.count(" it was sent\n") == 2 and len(club.answers()) == 4
    assert club.ran().stderr == "" and len(club.answers()) == 4
    (told,) = [one for one in club.answers(to="Anna") if "secret word" in one["Subject"]]
    club.mail("Anna", f"Re: [{club.about}] {told['Subject']}", "Pac2-ad2")
    assert club.verdicts() == ["played"]
    # A word that the arbiter writes, and an address, are told, too.
    path = folder / "players.tsv"
    path.write_text(re.sub(r"[a-z]{8}\n", "drum\n", path.read_text(), count=1))
    assert club.ran().stderr.count("Anna had not been told") == 1
    path.write_text(path.read_text().replace("bela@example.net", "bela@example.com"))
    assert club.ran().stderr.count("Bela had not been told") == 1 and club.ran().stderr == ""


def test_words_in_invitations_are_not_told_again(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "club.toml").write_text(CLUB + "token = true\n")
    done = of_a_season(tmp_path).ran()
    assert (done.exit_code, done.stderr, done.stdout) == (0, "", "")


@pytest.mark.parametrize("word", ["drum 7", "drum!", "Trommel-ß", "ключ", "(drum)"])
def test_any_word_can_be_a_players(tmp_path: Path, word: str) -> None:
    rows = [f"{n}\t{n}\t{n.lower()}@example.net\t\t{word}\n" for n in ("Anna", "Bela")]
    club = a_club(tmp_path, "token = true\n", "".join(rows), game="h", variant="heathen-europe")
    club.mail("Anna", "[h]", "Pac2-ad2")
    club.mail("Anna", f"[h] x{word}", "Pac2-ad2")
    assert club.verdicts() == ["refused", "refused"]
    club.mail("Anna", club.answers("<1@example.net>", "Anna")[0]["Subject"], "Pac2-ad2")
    assert club.verdicts() == ["played"]


def test_a_forger_uses_up_no_answers_of_the_player(tmp_path: Path) -> None:
    club = a_club(tmp_path, "token = true\n")
    club.run()
    words = len(club.answers())  # the words that were made
    for _ in range(22):
        club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")  # and once more
    assert club.verdicts() == ["refused"] * 20 + ["held"] * 2 + ["duplicate"]
    assert len(club.answers()) == words + 21
    token = re.search(r"^anna\t.*\t(\w+)$", (club.folder / "players.tsv").read_text(), re.MULTILINE)
    assert token is not None
    club.mail("Anna", f"[g-1] {token[1]}", "help")
    assert club.verdicts() == ["answered"]


def test_a_forger_does_not_use_up_a_message_id(tmp_path: Path) -> None:
    rows = "anna\tAnna\tanna@example.net\t\tdrum\n"
    club = a_club(tmp_path, "token = true\n", rows, game="h", variant="heathen-europe")
    club.mail("Anna", "[h]", "Pac2-ad2", Message_ID="<1@example.net>")  # a forger's
    club.mail("Anna", "[h] drum", "Pac2-ad2", Message_ID="<1@example.net>")
    assert club.verdicts() == ["refused", "played"]
    club.mail("Anna", "[h] drum", "Pac2-ad2", Message_ID="<1@example.net>")
    club.mail("Anna", "[h]", "resign", Message_ID="<1@example.net>")
    assert club.verdicts() == ["duplicate", "duplicate"]
    texts = [" ".join(str(made).split()) for made in club.answers("<1@example.net>", "Anna")]
    assert ["nothing was played" in text for text in texts] == [True, False, False, True]
    assert ["has played" in text for text in texts] == [False, True, True, False]
    assert "resigns" not in club.text("h")


@pytest.mark.parametrize(
    "sender",
    [
        "anna@example.net <bela@example.net>",
        "Bela <bela@example.net> <anna@example.net>",
        "anna@example.net, bela@example.net",
        "Players: anna@example.net;",
        "<@example.org,@example.com:anna@example.net>",
        "=?utf-8?q?Anna_=3Canna=40example=2Enet=3E?=",
        "=?utf-8?q?anna=40example=2Enet?= <bela@example.net>",
        "Anna (<bela@example.net>) <anna@example.net>",
        "anna@example.net\nFrom: anna@example.net",
        "anna @example.net",
        "ann\u0430@example.net",
        "anna@example.ne\uff54",
    ],
)
def test_a_sender_who_is_not_exactly_one_is_nobody(club: AClub, sender: str) -> None:
    club.game("g-1")
    club.put(f"From: {sender}\nSubject: [g-1]\nMessage-ID: <1@x>\n\nLha5-fb3\n".encode())
    (line,) = club.run()
    assert (line["verdict"], line["game"], line["army"]) == ("held", None, None)
    assert not club.answers() and "Lha5" not in club.text("g-1")


def test_the_order_is_that_of_arrival(club: AClub) -> None:
    club.sent = 20
    club.put(b"From: anna@example.net\nSubject: [g-1]\n\nga4-fa4\n", f"{BEGIN + 9}.zz")
    club.put(b"From: anna@example.net\nSubject: [g-1]\n\nLha5-fb3\n", f"{BEGIN + 5}.zzz")
    lines = club.run()
    assert [(line["verdict"], line["move"]) for line in lines] == [
        ("played", "Lha5-fb3"),
        ("refused", "ga4-fa4"),
    ]
    assert lines[0]["id"] is None


def test_a_dry_run_writes_nothing(club: AClub) -> None:
    club.mail("Anna", "[g-1]", "Lha5-fb3\nif I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:ga4-fa4")
    club.mail("Bela", "[g-1]", "ea3-fa3")
    club.mail("Bela", "[g-1]", "ea3-fa3", Message_ID="<2@example.net>")
    before = sorted(str(path) for path in club.folder.rglob("*"))
    text = club.text("g-1")
    assert club.verdicts("--dry-run") == ["played", "played", "duplicate"]
    assert sorted(str(path) for path in club.folder.rglob("*")) == before
    assert club.text("g-1") == text


def test_a_report_to_read(club: AClub) -> None:
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Eve@example.net", "x", "y")
    assert club.ran("--now", NOW).stdout == (
        "played: [g-1] Anna (European) has played E:Lha5-fb3.\nheld: a stranger\n"
    )


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("club.toml", "", "club.toml:1:1: syntax the club has no address"),
        ("club.toml", "a = \n", "club.toml:1:5: syntax Invalid value"),
        ("club.toml", 'a = "', "club.toml:1:6: syntax Unterminated string"),
        ("club.toml", f'# = {"1" * 5000}\ndaily = 1{"0" * 4300}\n', "club.toml:2:9: limit this number has"),
        ("club.toml", f"a = {'[' * 5000}\n", "club.toml:1:1: limit the keys or lists are nested too deeply"),
        ("club.toml", 'address = "x"\n', "club.toml:1:1: syntax address is to be a mail address"),
        ("club.toml", 'address = "a@b"\nremind = 5\n', "club.toml:2:1: syntax remind is to be true or false, no span"),
        ("club.toml", 'address = "a@b"\nremind = "5d"\n', "club.toml:2:1: syntax remind is to be true or false, no span"),
        ("club.toml", 'address = "a@b"\nremnd = "5d"\n', "club.toml:2:1: syntax remnd is not known"),
        ("club.toml", '"address" = "a@b"\n\n[pace] # remnd\n  control = 5\n', "club.toml:4:3: syntax control is"),
        ("club.toml", '# remnd\naddress = "a@b"\nremind = """\nremnd"""\nremnd = 1\n', "club.toml:5:1: syntax remnd is not"),
        ("club.toml", 'address = "a@b"\n"pace.control" = "30d"\n', "club.toml:2:1: syntax pace.control is not"),
        ("club.toml", "pace = 5\n", "club.toml:1:1: syntax pace is a table"),
        ("club.toml", f'{CLUB}arbiter = "me"\n', "club.toml:3:1: syntax arbiter is to be a mail address"),
        ("club.toml", f'{CLUB}arbiter = "CLUB@example.org"\n', "club.toml:3:1: syntax arbiter is to have another address"),
        ("club.toml", f'{CLUB}digest = "now"\n', "club.toml:3:1: syntax digest is to be a span"),
        *[("club.toml", f"{CLUB}leave = {value}\n", "club.toml:3:1: syntax leave is to be whole days such as")
          for value in ('"36h"', "30", "86400", "true", '"soon"')],
        ("players.tsv", "anna\tAnna\n", "players.tsv:1:1: syntax a player has id, name, address"),
        ("players.tsv", "# x\na\tA\tb c\n", "players.tsv:2:1: syntax 'b c' is not a mail address"),
        ("players.tsv", "a\tA\ta@b\nb\ta\tc@d\n", "players.tsv:2:1: syntax the name 'a' is given twice"),
        ("players.tsv", "a\tA\ta@b\tsoon\n", "players.tsv:1:1: syntax away is dates"),
        ("players.tsv", "a\tA\ta@b\t2026-02-02..2026-01-01\n", "players.tsv:1:1: syntax away is dates"),
        ("players.tsv", "a\t?\ta@b\n", "players.tsv:1:1: syntax '?' cannot be a name"),
        ("players.tsv", b"\xff", "players.tsv:1:1: encoding is not in UTF-8"),
        ("players.tsv", b"a\tA\ta@b\nj\xf6rg\tJ\tj@b\n", "players.tsv:2:2: encoding is not in UTF-8"),
        ("club.toml", None, "club.toml:1:1: cannot-open there is no such file"),
    ],
)  # fmt: skip
def test_settings_at_fault(club: AClub, file: str, text: str | bytes | None, said: str) -> None:
    path = club.folder / file
    path.unlink()
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for args in (("--now", NOW), ("--status",)):
        done = club.ran(*args)
        assert done.exit_code == 2 and f"{club.folder}/{said}" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_folder_that_is_no_club_stays_as_it_is(tmp_path: Path) -> None:
    for more in ((), ("--dry-run",), ("--now", NOW)):
        done = aofref("club", str(tmp_path), *more)
        assert done.exit_code == 2 and "club.toml:1:1: cannot-open" in done.stderr
        assert not list(tmp_path.iterdir())


def test_what_a_record_or_a_message_says_commands_no_terminal_and_no_head(club: AClub) -> None:
    evil = "\x1b[31m \u202e \x9b <script> ../../x"
    club.game("evil", Event=evil, Site=evil, TimeControl=evil)
    words = f"Lha5-fb3\n\n{evil}\nBcc: eve@example.com"
    made = EmailMessage()
    made["From"], made["Message-ID"] = "anna@example.net", "<evil@x>"
    made["Subject"] = f"[evil] {evil}"
    made.set_content(words, cte="base64")
    club.put(made.as_bytes())
    club.put(
        b"From: eve@example.com\nSubject: =?utf-8?q?x=0D=0ABcc:_a@b?=\nMessage-ID: <a\x1b@b>\n\nx\n"
    )
    done = club.ran("--now", NOW)
    assert done.exit_code == 0 and "\x1b" not in done.stdout and "\u202e" not in done.stdout
    assert "\\x1b" in club.answer("<evil@x>", "Bela")
    for found in club.answers():
        assert found["Bcc"] is None and not found.defects
        assert not {"\x1b", "\x9b", "\u202e"} & set(found.get_content() + str(found["Subject"]))


# Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "id_",
    ["Größe", "партия 1", "日本" * 40, "e\u0301t\u00e9", "a b", "x>y@z", "\"'", "a" * 251, "ü" * 120,
     "g\udcff", "g\x07\u202e"],
)  # fmt: skip
def test_any_file_can_be_a_game(tmp_path: Path, id_: str) -> None:
    """A file's name has at most 255 bytes, of any kind but two."""
    club = AClub(tmp_path / "club")
    path = club.game("h", "heathen-europe", UTCDate="2026.11.01", TimeControl="864000")
    path.rename(club.folder / "games" / f"{id_}.aof")
    club.mail("Anna", "no game", "show\nhelp\nrules", Message_ID="")
    assert club.verdicts() == ["answered", "late"] and len(club.answers()) == 3
    shown = next(one for one in club.answers() if one["Auto-Submitted"] == "auto-replied")
    assert shown["Subject"].startswith("Re: [") and not shown.defects
    club.mail("Bela", f"{shown['Subject']}", "if Pac2-ad2 Pae4-ad4")
    club.mail("Anna", unicodedata.normalize("NFD", shown["Subject"]).upper(), "Pac2-ad2")
    club.mail("Anna", "", "Pac2-ad2", Message_ID="<3@example.net>")
    assert club.verdicts()[:3] == ["answered", "played", "duplicate"]
    assert " ac2-ad2 " in club.text(id_) and " ae4-ad4 " in club.text(id_)
    record = str(club.folder / "games" / f"{id_}.aof")
    assert aofref("undo", "--in-place", record).exit_code == 0 and " ae4" not in club.text(id_)
    raw = b"".join(path.read_bytes() for path in (club.folder / "out" / "new").iterdir())
    assert raw.isascii() or b"quoted-printable" in raw
    for found in club.answers():
        assert found["References"].startswith("<") and not found.defects
        assert all(line.isascii() for line in found.as_bytes().split(b"\n\n")[0].split(b"\n"))


@pytest.mark.parametrize("name", ["Zoë", "Жанна", "李" * 80, 'O"Neil, (X)', "A" * 900, "e\u0301"])
def test_any_words_can_be_a_name(tmp_path: Path, name: str) -> None:
    rows = f"z\t{name}\tz@example.net\nbela\tBela\tbela@example.net\n"
    club = AClub(tmp_path / "club", "", rows)
    tagged = unicodedata.normalize("NFC", name).replace('"', '\\"')
    club.game("h", "heathen-europe", White="x")
    path = club.folder / "games" / "h.aof"
    path.write_text(club.text("h").replace('"Anna"', f'"{tagged}"').replace('"x"', f'"{tagged}"'))
    club.mail("z@example.net", "[h]", "Pac2-ad2")
    assert club.verdicts() == ["played"]
    for to in ("z", "bela"):
        (found,) = club.answers("<1@example.net>", to)
        assert found["To"].addresses[0].addr_spec == f"{to}@example.net" and not found.defects
        assert max(map(len, found.as_bytes().split(b"\n"))) < 998


@pytest.mark.parametrize(
    "name", ["x" * 251, "x" * 255, "ü" * 127, "x" * 252 + "\udcff", "1:2,S", "\n"]
)
def test_a_message_in_a_file_of_any_name(club: AClub, name: str) -> None:
    raw = b"From: Eve <eve@example.com>\n\nhello\n"
    club.put(raw, name)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert sorted(club.verdicts()) == ["held", "played"]
    for again in (2, 3):
        club.put(raw.replace(b"hello", b"again %d" % again), name)
        assert club.verdicts() == ["held"]
    left = club.left()
    assert (left["in/new"], left["in/cur"], left["held/new"]) == (0, 4, 3)


def test_two_files_whose_names_differ_in_flags_alone(club: AClub) -> None:
    for flags in ("", ":2,", ":2,S"):
        club.put(b"From: Eve <eve@example.com>\n\n" + flags.encode(), f"{BEGIN}.x{flags}")
    assert club.verdicts() == ["held"] * 3
    assert club.left()["in/cur"] == club.left()["held/new"] == 3


def test_a_file_from_before_there_was_mail(club: AClub) -> None:
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    (path,) = (club.folder / "in" / "new").iterdir()
    os.utime(path, (-(10**10), -(10**10)))
    assert club.verdicts() == ["played"]


# Faults and bounds --------------------------------------------------------------------------------


def test_a_message_at_which_the_program_fails(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    real = inbox.understood

    def understood(record: Any, part: Any) -> Any:
        if any("poison" in line.text for line in part.lines):
            raise UnicodeEncodeError("ascii", "\xf6", 0, 1, "out of range")
        return real(record, part)

    monkeypatch.setattr("aofref.club.handler.understood", understood)
    poison = club.mail("Anna", "[g-1]", "poison")
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    done = club.ran("--now", NOW)
    assert done.exit_code == 0 and "UnicodeEncodeError" in done.stdout.splitlines()[0]
    assert moves(club.text("g-1")) == ["E:Lha5-fb3"] and club.left()["in/cur"] == 2
    (held,) = (club.folder / "held" / "new").iterdir()
    why, raw = held.read_bytes().split(b"\n", 1)
    assert why.startswith(b"X-Held: UnicodeEncodeError: ") and raw.startswith(b"From: Anna")
    assert "passed on to the arbiter" in club.answer(poison, "Anna")


def test_a_record_that_cannot_be_read_keeps_nobody_from_the_others(
    club: AClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = club.game("g-2")
    refuse(monkeypatch, closed)
    club.mail("Anna", "[g-2]", "Lha5-fb3")
    assert club.took("Anna: Lha5-fb3") == [
        "held",
        "played",
        "held",
    ]  # the last: nobody can read its clock
    assert club.left()["in/new"] == 1 and club.left()["held/new"] == 0
    monkeypatch.undo()
    assert club.verdicts() == ["played"]


@pytest.mark.parametrize("field", ["From", "To", "Subject", "References", "Message-ID", "Date"])
@pytest.mark.parametrize("unit", ["a", ".", "=?utf-8?q?", "<", "[a1]", "a@", "\\"])
def test_a_long_field_costs_little(field: str, unit: str) -> None:
    def read(size: int) -> None:
        inbox.read(f"{field}: {unit * (size // len(unit))}\n\nLha5-fb3\n".encode())

    assert grows_evenly(read, 130_000)


def treated(club: AClub, text: str) -> None:
    club.mail("Anna", "[g-1]", text)
    club.run()


@pytest.mark.parametrize(
    ("verb", "unit"),
    [(verb, ". ") for verb in ("if", "if I:ea3-fa3", "preview", "preview a1", "show", "help")]
    + [("if", unit) for unit in (".", " ", ": ", "!?", "\xa0", "*", "_ ")],
)
def test_a_long_verb_costs_little(verb: str, unit: str, club: AClub) -> None:
    assert grows_evenly(lambda size: treated(club, f"{verb} {unit * (size // len(unit))}x"), 30_000)


@pytest.mark.parametrize("words", ["a1 b2 c3 d4 e5 ", "a1 draw, ", "Lha5-fb3 ", "preview a1 b2\n"])
def test_many_cells_cost_little(words: str, club: AClub) -> None:
    cells = len(re.findall("[a-z][0-9]", words))
    assert grows_evenly(lambda size: treated(club, words * (size // cells)), 500)


def test_a_subject_of_many_brackets_costs_little() -> None:
    ids = [f"heathen-europe-{number:03}" for number in range(500)]
    assert grows_evenly(lambda size: inbox.named("[heathen x]" * size, ids), 400)


def test_the_bound_on_answers_is_for_whatever_plays_nothing(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    orders = ("show", "draw", "if E:ga4-fa4 I:ea3-fa3", "Lkb5-jb4", "hello", "Is ea3-fa3 good?")
    for number in range(22):
        club.mail("Bela", "[g-1]", orders[number % len(orders)])
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Bela", "[g-1]", "ea3-fa3\nshow\nhelp")
    verdicts = club.verdicts()
    assert verdicts[:6] == [*["answered"] * 3, "refused", "held", "asked"]
    assert verdicts[20:] == ["held", "held", "played", "played"]
    told = [club.answer(number, "Bela") for number in (1, 20, 21)]
    assert ["answered 20 messages of yours" in text for text in told] == [False, False, True]
    assert len(club.answers(to="Bela")) == 20 + 1 + 1 + 1
    assert club.text("g-1").count("%draw") == 4


def test_offers_of_others_count_for_nobody_else(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    for _ in range(21):
        club.mail("Anna", "[g-1]", "draw")
    club.mail("Bela", "[g-1]", "help")
    assert club.verdicts() == ["answered"] * 20 + ["held", "answered"]
    assert len(club.answers(to="bela")) == 20 + 1


def test_as_many_conditional_lines_as_are_kept(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="c", variant="chess-without-castling")
    line = "if e2-e4 e7-e5"
    few = club.mail("Bela", "[c]", f"{line}\n" * 100)
    many = club.mail("Bela", "[c]", f"{line}\n" * 101)
    to_and_fro = " Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8" * 14
    long = club.mail("Bela", "[c]", f"if Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8{to_and_fro}")
    longer = club.mail("Bela", "[c]", f"if Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8{to_and_fro} e2-e4 e7-e5")
    found = club.run()
    assert [(one["verdict"], one["code"]) for one in found] == [
        ("answered", None), ("refused", "limit"), ("answered", None), ("refused", "limit"),
    ]  # fmt: skip
    assert club.answer(few, "Bela").count(line) == 100 and "are kept" in club.answer(long, "Bela")
    assert "a message has at most 100 conditional lines" in club.answer(many, "Bela")
    assert "a conditional line has at most 60 moves" in club.answer(longer, "Bela")
    move = club.mail("Anna", "[c]", f"Ng1-f3\n{'if e7-e5 e2-e4' * 1}\n" + "if e7-e5 e2-e4\n" * 101)
    assert club.verdicts() == ["played"]
    assert "were not kept" in club.answer(move, "Anna") and " Ng8-f6 " in club.text("c")


def test_what_is_sent_back_is_cut(club: AClub) -> None:
    secret = "\n".join(f"well, if a{number} then e4 {'x' * 900}" for number in range(30))
    assert club.took(f"Anna: Lha5-fb3\n\n{secret}", f"Bela: preview ea3{'f' * 20_000}") == [
        "played",
        "answered",
    ]
    for number, who in enumerate(("Anna", "Bela"), 1):
        assert len(club.answer(number, who)) < 6000


def test_help_shows_a_move_of_the_game(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="c", variant="chess-without-castling")
    club.game("g-1")
    legal = aofref("moves", str(club.folder / "games" / "c.aof")).stdout.split()
    mine = club.mail("Anna", "[c]", "help")
    four = club.mail("Anna", "[g-1]", "help")
    none = club.mail("Anna", "hello", "help")
    assert club.verdicts() == ["answered"] * 3
    shown = re.search(r"^  (\S+) +your move", club.answer(mine, "Anna"), re.MULTILINE)
    assert shown is not None and shown[1] in legal
    assert re.search(r"^  E:\S+ +your move", club.answer(four, "Anna"), re.MULTILINE)
    assert re.search(r"^  MOVE +your move", club.answer(none, "Anna"), re.MULTILINE)
    assert "Lha5-fb3" not in club.answer(mine, "Anna") + club.answer(none, "Anna")


def test_the_rules_are_sent(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="h", variant="heathen-europe")
    order = club.mail("Bela", "[h]", "Rules!")
    (line,) = club.run()
    assert (line["verdict"], line["move"]) == ("answered", None)
    text = club.answer(order, "Bela")
    for name in ("King", "Rook", "Knight", "Elf", "Gryphon", "Unicorn", "Pawn"):
        assert f" {name} (heathen-europe): " in text
    assert "checkmate wins and stalemate is a draw" in text and "aofref rules" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_time_without_end(tmp_path: Path) -> None:
    club = a_club(tmp_path, UTCDate="9999.12.31", TimeControl="864000")
    move = club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert club.verdicts() == ["played"]
    assert "Bela (Indian) is to move." in club.answer(move, "Bela")


def test_every_setting(tmp_path: Path) -> None:
    settings = (
        'site = "https://example.org/"\ntoken = false\nremind = true\n'
        '[pace]\ncontrol = "30d+3d"\ndouble_after = "20d"\n'
    )
    club = a_club(tmp_path, settings, UTCDate="2026.11.01", TimeControl="2592000")
    club.took("Anna: Lha5-fb3\nshow")
    text = club.answer(1, "Bela")
    pages = [page.get_content() for sent in club.answers() for page in sent.iter_attachments()]
    (page,) = (page for page in pages if "<html" in page)
    assert page.count("https://example.org/rules-aof2.html") >= 1
    assert "The game: https://example.org/g-1.html" in text
    assert "Bela (Indian) is to move, until 16 December 2026" in text  # 25 days: 20, and 5 doubled


def test_time_is_not_lost(club: AClub) -> None:
    """A message that was written to the disk now is not later than now."""
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    (path,) = (club.folder / "in" / "new").iterdir()
    path.rename(path.with_name("no-time-in-its-name"))
    assert path.parent.exists() and time.time() > BEGIN
    club.run(now="2026-11-20T00:00:00Z")
    assert "[%sent 2026-11-20T00:00:00Z]" in club.text("g-1")


def test_a_message_in_many_parts(club: AClub) -> None:
    made = EmailMessage()
    made["From"], made["Subject"], made["Message-ID"] = "anna@example.net", "[g-1]", "<html@x>"
    made.set_content("<p>Hello</p><p><b>Lha5-fb3</b></p>", subtype="html", cte="base64")
    club.put(made.as_bytes())
    assert club.verdicts() == ["played"]
    assert "> Hello" in club.answer("<html@x>", "Bela")


def test_the_lines_are_what_the_schema_says(club: AClub) -> None:
    schema = Draft202012Validator(json.loads(aofref("schema", "club").stdout))
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Eve@example.net", "", "")
    for line in club.run():
        schema.validate(line)
        assert list(line) == ["id", "game", "army", "verdict", "move", "code"]
