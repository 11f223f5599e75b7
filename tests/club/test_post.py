"""The arbiter's post: what players write to the arbiter is held, whatever becomes of their orders."""

from __future__ import annotations

import re
import shlex
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from aofref.club.inbox import for_arbiter
from tests.clubs import NOW, AClub, a_club
from tests.helpers import aofref, grows_evenly

ARBITER = 'arbiter = "arbiter@example.org"\n'
TOKENS = "anna\tAnna\tanna@example.net\t\tdrum\nbela\tBela\tbela@example.net\t\tbass\n"
WHY = "and may concern the arbiter"
TOO = "The arbiter gets your message, too."
PASSED = "Your message was passed on to the arbiter."
MOVE = "Lha5-fb3"


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with a game of four, and one of Anna and Bela in which Anna is to move, too."""
    club = a_club(tmp_path, ARBITER)
    club.game("hec-1", "heathen-europe")
    return club


def digest_text(club: AClub) -> str:
    return " ".join(" ".join(made.get_content() for made in club.answers(to="arbiter")).split())


def took(club: AClub, subject: str, text: str) -> tuple[dict[str, Any], str]:
    """Send a message of Anna's: the line of the report, and the answer to her."""
    return club.told("Anna", text, subject)


POST = [
    "I protest against my opponent. Arbiter, please look at it.",
    "Dear referee,\n\nwhat now?",
    "A question for the TD: what now?",
    "This is a _protest_!",
    "I have a complaint.",
    "I want to complain",
    "I dispute that.",
    "I object.",
    "I claim a draw by repetition.",
    "I claim the win: he has lost on time.",
    "His flag has fallen.",
    "He has overstepped the time limit.",
    "Please change my address to anna@example.com",
    "My e-mail is anna@example.com from now on.",
    "I have a new e-mail.",
    "I have changed my\nemail, sorry",
    "That was illegal.",
    "He is cheating!",
    "May I take back my last move?",
    "I must withdraw from the club, sorry.",
]


def test_without_a_game_it_is_held_at_once(club: AClub) -> None:
    """A player of several games is not asked which it is."""
    for text in POST:
        club.mail("Anna", "hello", text)
    for number, line in enumerate(club.run(), 1):
        assert (line["verdict"], line["game"], line["move"]) == ("held", None, None)
        assert club.answer(number, "Anna").startswith(PASSED)
    rows = club.status()["held"]
    assert {(row["from"], row["why"]) for row in rows} == {("anna", f"without a game, {WHY}")}
    lines = [[line.strip() for line in text.splitlines() if line] for text in POST]
    assert [row["text"].splitlines() for row in rows] == lines
    assert all(own in digest_text(club) for own, *_ in lines)


def test_a_complaint_is_not_asked_for_its_game(club: AClub) -> None:
    _, answer = took(club, "complaint", POST[0])
    assert "Which game is it?" not in answer
    _, answer = took(club, "complaint", f"{MOVE}\n\n{POST[0]}")  # an order that waits for its game
    assert answer.startswith(PASSED) and "Which game is it?" in answer
    assert MOVE not in club.text("g-1") and len(club.status()["held"]) == 2


@pytest.mark.parametrize("text", POST[::5])
def test_beside_a_move_which_is_played(club: AClub, text: str) -> None:
    line, answer = took(club, "[g-1]", f"{MOVE}\n\n{text}")
    assert (line["verdict"], line["move"]) == ("played", MOVE) and MOVE in club.text("g-1")
    assert TOO in answer
    assert all(TOO not in club.answer(1, name) for name in ("Bela", "Carl", "Dora"))
    (row,) = club.status()["held"]
    assert (row["from"], row["game"], row["why"]) == ("anna", "g-1", f"played, {WHY}")
    assert row["text"].splitlines()[0] == MOVE
    assert club.took(f"Bela: ea3-fa3\n\n> {text}") == ["played"]  # a quotation is not Bela's
    assert len(club.status()["held"]) == 1
    (do,) = row["do"]  # it was played: nothing is to be judged anew
    assert "--done" in do and aofref(*shlex.split(do)[1:]).exit_code == 0
    assert club.status()["held"] == []


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Lha5-ha9", "refused"),
        (f"Is {MOVE} good?", "asked"),
        (f"{MOVE}\nga4-fa4", "asked"),
        ("draw", "answered"),
        ("show", "answered"),
        ("games", "listed"),
        ("help", "answered"),
        ("preview Lha5-fb3", "answered"),
        ("if none", "answered"),
        ("away 2027-01-10..2027-01-12", "away"),
        ("resign", "ended"),
        ("", "held"),
    ],
)
def test_beside_any_order(tmp_path: Path, text: str, verdict: str) -> None:
    club = a_club(
        tmp_path, ARBITER, game="g-1", variant="heathen-europe" if "resign" in text else "aof2"
    )
    line, answer = took(club, "[g-1]", f"{text}\n\nI protest, see below.")
    assert line["verdict"] == verdict
    assert (TOO in answer) == (verdict != "held") and (PASSED in answer) == (verdict == "held")
    (row,) = club.status()["held"]
    assert row["why"].endswith(f", {WHY}") and (row["from"], row["game"]) == ("anna", "g-1")
    assert "> I protest, see below." in digest_text(club)


def test_words_for_the_other_players(club: AClub) -> None:
    line, answer = took(club, "[g-1]", "tell I protest!")
    assert line["verdict"] == "told" and TOO in answer and len(club.status()["held"]) == 1
    assert TOO not in club.answer(1, "Bela")


def test_in_the_subject_alone(club: AClub) -> None:
    line, _ = took(club, "complaint", "")
    assert line["verdict"] == "held" and club.status()["held"][0]["text"] == "complaint"
    line, answer = took(club, "Re: [g-1] complaint", MOVE)
    assert line["verdict"] == "played" and TOO in answer
    assert "> complaint" in digest_text(club) and len(club.status()["held"]) == 2


def test_in_a_subject_of_several_or_unknown_games(club: AClub) -> None:
    for subject in ("[g-1] [hec-1] protest", "[g-7] protest"):
        line, answer = took(club, subject, "See above.")
        assert line["verdict"] == "held" and answer.startswith(PASSED)
    assert len(club.status()["held"]) == 2


def test_what_is_not_the_senders_own(club: AClub) -> None:
    texts = (
        f"> Arbiter, I protest!\n\n{MOVE}",
        "ga4-fa4\n\n-- \nAnna, arbiter and referee",
        "ga4-fa4\n\n-----Original Message-----\nI protest, arbiter",
    )
    for text in texts:
        _, answer = took(club, "[g-1]", text)
        assert TOO not in answer and PASSED not in answer
    club.mail("Anna", "[g-1]", "I protest, arbiter!", Auto_Submitted="auto-replied")
    assert club.verdicts() == ["robot"] and club.status()["held"] == []


def test_in_html_alone(club: AClub) -> None:
    made = EmailMessage()
    made["From"], made["Subject"], made["Message-ID"] = "anna@example.net", "[g-1]", "<h@x>"
    made.set_content(
        f"<p>{MOVE}</p><p>I&nbsp;have a <b>com</b>plaint.</p><blockquote>so?</blockquote>",
        subtype="html",
    )
    club.put(made.as_bytes())
    assert club.verdicts() == ["played"] and TOO in club.answer("<h@x>", "Anna")
    assert "complaint" in digest_text(club)


def test_of_a_stranger_and_without_a_proof(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER + "token = true\n", TOKENS, game="h", variant="heathen-europe")
    club.mail("eve@example.com", "hello", "I protest!")
    assert club.verdicts() == ["held"] and club.status()["held"][0]["why"] == "a stranger"
    line, answer = took(club, "[h]", "Pac2-ad2\n\nArbiter, that was mine.")
    assert line["verdict"] == "refused" and TOO in answer and "Pac2" not in club.text("h")
    _, row = club.status()["held"]  # once, and not as one that waits for its proof besides
    assert row["from"] == "anna" and row["why"] == f"without the player's word, {WHY}"
    club.mail("Anna", "[h] drum", "Pac2-ad2")
    assert (
        club.verdicts() == ["played"] and len(club.status()["held"]) == 2
    )  # a move settles no protest
    assert club.verdicts("--again", row["file"]) == ["refused"]  # it is hers, and not her turn
    assert len(club.status()["held"]) == 1


def test_of_a_player_who_has_no_army_there(club: AClub) -> None:
    club.mail("Carl", "[hec-1]", "I protest!")
    assert club.verdicts() == ["refused"] and TOO in club.answer(1, "Carl")
    assert [row["from"] for row in club.status()["held"]] == ["carl"]


def test_in_a_game_that_is_over_and_of_who_has_left_it(club: AClub) -> None:
    club.game("over", "heathen-europe", "1. W:resigns")
    line, answer = took(club, "[over]", "I protest!")
    assert line["verdict"] == "held" and answer.startswith(PASSED)
    took(club, "[g-1]", MOVE)
    assert club.took("Bela: resign", "Bela: I protest!") == ["played", "held"]
    assert len(club.status()["held"]) == 2


def test_at_a_record_at_fault(club: AClub) -> None:
    path = club.folder / "games" / "g-1.aof"
    path.write_text(f"{path.read_text()}hello\n")
    line, answer = took(club, "[g-1]", f"{MOVE}\n\nI protest!")
    assert line["verdict"] == "held" and answer.count(PASSED) == 1
    (row,) = club.status()["held"]
    assert any("--again" in do for do in row["do"]) and row["why"] == f"a record at fault, {WHY}"


def test_it_is_held_once(club: AClub) -> None:
    """Not when it comes again, and not when the arbiter has it judged anew."""
    took(club, "[g-1]", f"{MOVE}\n\nI protest!")
    club.mail("Anna", "[g-1]", f"{MOVE}\n\nI protest!", Message_ID="<1@example.net>")
    assert club.verdicts() == ["duplicate"] and len(club.status()["held"]) == 1
    assert (
        club.verdicts("--again", "<1@example.net>") == ["duplicate"] and club.status()["held"] == []
    )
    took(club, "complaint", "I protest!")
    (row,) = club.status()["held"]
    assert club.verdicts("--again", row["file"]) == ["held"] and len(club.status()["held"]) == 1
    assert len(club.answers("<3@example.net>")) == 1
    assert club.run(now=NOW) == []


def test_more_than_are_answered(club: AClub) -> None:
    for number in range(5):
        club.mail("Anna", "complaint", f"I protest for the {number}. time!")
    assert club.verdicts() == ["held"] * 5
    assert len(club.status()["held"]) == 5 and len(club.answers(to="Anna")) == 5


def test_a_dry_run_holds_nothing(club: AClub) -> None:
    club.mail("Anna", "[g-1]", f"{MOVE}\n\nI protest!")
    assert club.verdicts("--dry-run") == ["played"] and club.status()["held"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Good luck! I liked your arbitrary move.",
        "I took back on d5, and he takes with the Pawn.",
        "A fine game. Stay on top of it, until next time!",
        "I am directed by a td of hope.",
        "Wonderful, that was a surprise attack!",
        "An orange flagon.",
        "withdraw",
    ],
)
def test_ordinary_chat(club: AClub, text: str) -> None:
    took(club, "[g-1]", f"{MOVE}\n\n{text}")
    assert club.status()["held"] == []


def test_the_words_of_the_manual() -> None:
    """Each word that the manual lists is heard, in any case and beside any sign."""
    text = " ".join(aofref("man", "club").stdout.split())
    words = re.split("[,;] ", text.partition("by these words: ")[2].partition(". ")[0])
    assert len(words) > 25
    for word in words:
        for form in (word, f"*{word}*", f"_{word}_", f"({word}!)", f"I {word}\u2019d."):
            assert for_arbiter(form) == form


@pytest.mark.parametrize(
    "part", ["take ", "take a ", "new  ", "on \t", "claims", "my e-", "take  \t   "]
)
def test_its_time_grows_evenly(part: str) -> None:
    assert grows_evenly(lambda size: for_arbiter(part * size), 100_000)
