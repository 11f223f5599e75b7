"""What people write besides moves: claims, takebacks, a declined draw, words after the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aofref.club.inbox import has_word
from tests.clubs import AClub, a_club, tree
from tests.helpers import aofref

ARBITER = 'arbiter = "arbiter@example.org"\nsite = "https://club.example.org"\n'
TIMED = {"UTCDate": "2026.11.21", "TimeControl": "864000"}
TO_AND_FRO = "1. Ndb2-cb4 Nde5-cc5 2. Ncb4-db2 Ncc5-de5"


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with a game of Anna (White, to move) and Bela, and one of four."""
    club = a_club(tmp_path, ARBITER, game="hec-1", variant="hec", **TIMED)
    club.game("aof-1")
    return club


def reasons(club: AClub) -> list[str]:
    """Give why the messages of held/new wait."""
    paths = sorted((club.folder / "held" / "new").iterdir())
    return [path.read_text("utf-8").split("\n")[0].removeprefix("X-Held: ") for path in paths]


def commands(club: AClub, *args: str) -> list[str]:
    """Give what the arbiter may type for the message that waits."""
    (row,) = club.status(*args)["held"]
    return list(row["do"])


# The arbiter's post -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["claim threefold repetition", "Claim: a draw,\n\nthe position repeats", "*claim*\ndraw"],
)
def test_a_claim_goes_to_the_arbiter_with_the_facts(club: AClub, text: str) -> None:
    club.game("hec-2", "hec", f"{TO_AND_FRO} {TO_AND_FRO.replace('1.', '3.').replace('2.', '4.')}")
    line, answer = club.told("Anna", text, "[hec-2]")
    assert (line["verdict"], line["game"]) == ("claimed", "hec-2")
    assert "Your claim was passed on to the arbiter" in answer
    # Once at the start, and twice more behind two knights going out and back.
    assert "The position has stood 3 times." in answer and "Anna (White) is to move" in answer
    (why,) = reasons(club)
    assert why == "claimed: The position has stood 3 times. Anna (White) is to move."
    assert "%draw" not in club.text("hec-2")
    assert any("Result=1/2-1/2" in do for do in commands(club))


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("claim threefold repetition", False),
        ("claim a draw: the same position for the third time", False),
        ("claim a win, he is out of time", False),  # and he is not
        ("claim a draw, nobody can win this", True),  # which the club does not know
        ("claim a draw by the 50 moves", True),
    ],
)
def test_a_draw_is_offered_unless_the_facts_speak_against_it(
    club: AClub, text: str, *, offered: bool
) -> None:
    """The arbiter reads them in words, and sees the board, as the player does."""
    _, answer = club.told("Anna", text)
    assert "The position has not stood before." in answer and " W - 1" not in answer
    (why,) = reasons(club)
    assert why.startswith("claimed: The position has not stood before. Anna (White) is to move, ")
    assert any("Result=1/2-1/2" in do for do in commands(club)) == offered
    (made,) = club.answers(to="arbiter")
    assert "level d" in made.get_content() and " W - 1" not in made.get_content()
    assert ".." not in made.get_content().replace("[...]", "")
    assert "level d" in club.ran("--status").stdout


def test_who_is_late_forfeits_where_that_is_claimed(club: AClub) -> None:
    identifier = club.mail("Bela", "[hec-1]", "claim the win: she is out of time")
    club.run(now="2026-12-20T10:00:00Z")
    assert "the time was used up" in club.answer(identifier, "Bela")
    first, second, *_ = commands(club, "--now", "2026-12-20T10:00:00Z")
    assert first.endswith("W:forfeits") and "Result=1/2-1/2" in second


NO_ADDRESSES = ("bela@example.net", "anna@@example", "a,b@example.net")
FOR_ARBITER = ("arbiter may I resign later?", "Arbiter: please\n\nlook at it")


@pytest.mark.parametrize(
    ("subject", "text", "verdict", "said", "held"),
    [
        *[(subject, text, "passed-on", "were passed on to the arbiter", 1)
          for subject in ("[hec-1]", "a question") for text in FOR_ARBITER],
        *[("hello", f"address {address}", "refused", "nothing was changed", 0) for address in NO_ADDRESSES],
        ("[hec-1]", "ac2-ad9\nclaim that it is legal", "refused", "Your claim was passed on", 1),
        ("[hec-1]", "claim repetition\n\nac2-ad2", "claimed", "ac2-ad2, below it, was not played", 1),
        ("[hec-1]", "takeback", "refused", "no move that you could take back", 0),
        ("[hec-1]", "ac2-ad2?", "asked", "ac2-ad2", 0),
    ],
)  # fmt: skip
def test_what_plays_no_move_is_answered_and_waits_for_the_arbiter_or_not(
    club: AClub, subject: str, text: str, verdict: str, said: str, held: int
) -> None:
    before = tree(club.folder / "games"), (club.folder / "players.tsv").read_text()
    line, answer = club.told("Anna", text, subject)
    assert line["verdict"] == verdict and said in answer and "Which game" not in answer
    assert len(reasons(club)) == held
    assert (tree(club.folder / "games"), (club.folder / "players.tsv").read_text()) == before


def test_a_move_and_a_claim(club: AClub) -> None:
    line, answer = club.told("Anna", "ac2-ad2\n\nclaim He has overstepped the time limit\nand more")
    assert (line["verdict"], line["move"]) == ("played", "ac2-ad2")
    assert "Your claim was passed on" in answer and reasons(club)[0].startswith("claimed")
    assert "overstepped" not in club.answer(1, "Bela")


@pytest.mark.parametrize("text", ["address anna@example.com", "Address: anna@example.com."])
def test_a_new_address(club: AClub, text: str) -> None:
    line, answer = club.told("Anna", text, "I move house")
    assert line["verdict"] == "address" and line["game"] is None
    assert "asked to change your address to anna@example.com" in answer
    assert "anna@example.com" in reasons(club)[0]
    assert "anna@example.com" not in (club.folder / "players.tsv").read_text()


def test_no_word_proves_nothing() -> None:
    """A player may be added to the list while a run goes on, and has no word then."""
    assert not has_word("Re: [hec-1] a move", "")


def test_an_address_of_a_message_that_is_not_proven(tmp_path: Path) -> None:
    rows = "anna\tAnna\tanna@example.net\t\tdrum\nbela\tBela\tbela@example.net\t\tbass\n"
    club = a_club(tmp_path, "token = true\n", rows, game="hec-1", variant="hec")
    line, answer = club.told("Anna", "address eve@example.com")
    assert line["verdict"] == "refused" and "asked to change" not in answer


# A takeback ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("takeback", "Takeback!"), ("*take-back*", "Hello,\n\ntakeback")]
)
def test_a_takeback_of_both_players(club: AClub, words: tuple[str, str]) -> None:
    club.told("Anna", "ac2-ad2")
    club.told("Bela", "Nde5-cc5")
    line, answer = club.told("Anna", words[0])
    assert line["verdict"] == "takeback"
    assert "Bela was asked whether you may take back ac2-ad2 and Nde5-cc5." in answer
    asked = " ".join(club.answer(3, "Bela").split())
    assert 'If you agree, write "takeback" alone on a line' in asked
    assert "ac2-ad2" in club.text("hec-1")
    line, answer = club.told("Bela", words[1])
    assert line["verdict"] == "takeback" and "All players agree to take back" in answer
    (why,) = reasons(club)  # Anna's message waits no more
    assert "all players agree" in why


def test_a_takeback_that_a_move_has_overtaken(club: AClub) -> None:
    club.told("Anna", "ac2-ad2")
    club.told("Anna", "takeback")
    club.told("Bela", "Nde5-cc5")
    _, answer = club.told("Bela", "takeback")  # his own, of which Anna is asked
    assert "Anna was asked whether you may take back Nde5-cc5." in answer


# Draws, claims in moves, the end ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("No, thanks.", "I decline the draw", "decline", "no draw!", "Let's play on."),
        *("No thank you, I'd rather play on.", "Declined, let's play on", "No, I play on"),
        *("Draw declined.", "No draw, thanks.", "I do not want a draw", "Sorry, no draw"),
        *("Draw offer refused", "I can't accept your draw offer."),
    ],
)
def test_a_draw_is_declined(club: AClub, text: str) -> None:
    club.told("Anna", "ac2-ad2\ndraw")
    line, answer = club.told("Bela", text)
    assert line["verdict"] == "answered" and not reasons(club)
    assert "A move declines it; nothing else is needed." in answer


def test_a_draw_is_declined_beside_several_moves(club: AClub) -> None:
    club.told("Anna", "ac2-ad2\ndraw")
    line, answer = club.told("Bela", "No, thanks.\n\nad5-ac5\nNde5-cc5")
    assert (line["verdict"], line["code"]) == ("asked", "ambiguous") and "declines" not in answer


@pytest.mark.parametrize(
    "text",
    ["ac2-ad2 draw?", "ac2-ad2 - Draw?", "ac2-ad2; draw!?", "ac2-ad2 (draw?)", "ac2-ad2 (=)"],
)
def test_a_move_and_a_question_for_a_draw(club: AClub, text: str) -> None:
    path = club.folder / "games" / "hec-1.aof"
    assert "[%draw W]" in aofref("play", str(path), text).stdout
    line, _ = club.told("Anna", text)
    assert (line["verdict"], line["move"]) == ("played", "ac2-ad2")
    assert "[%draw W]" in club.text("hec-1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ac2-ad2#", "marked #, but Black is not checkmated"),
        ("ac2-ad2+", "marked +, but"),
        ("5. ac2-ad2", "the number 5 where 1 is due"),
    ],
)
def test_a_false_claim_of_a_move(club: AClub, text: str, said: str) -> None:
    line, answer = club.told("Anna", text)
    assert line["verdict"] == "played" and said in answer
    assert said not in " ".join(club.answer(1, "Bela").split())


@pytest.mark.parametrize("text", ["1. ac2-ad2", "ac2-ad2", "1) ac2-ad2!"])
def test_a_move_without_a_false_claim(club: AClub, text: str) -> None:
    _, answer = club.told("Anna", text)
    assert "what you wrote with it" not in answer


WORDS = ("Thanks for the game!", "Well done. I liked Nde5-cc5.", "Shall we play again?")


@pytest.mark.parametrize("text", [*WORDS, "draw", "resign", "ac2-ad2", "takeback", "help"])
def test_after_the_end_nothing_is_asked_for(club: AClub, text: str) -> None:
    club.told("Bela", "resign")
    line, answer = club.told("Anna", text)
    assert line["verdict"] in ("answered", "refused", "takeback")
    assert not re.search('write your move|such as|write "?(draw|resign)', answer, re.IGNORECASE)
    assert "game is over" in answer.casefold()
    if text in WORDS:
        assert line["verdict"] == "answered" and 'write "tell" above them' in answer
        assert not reasons(club)


@pytest.mark.parametrize("text", ["ad5-ac5", "What about Nde5-cc5?", "Hello", "help"])
def test_who_is_not_to_move_has_nothing_to_write(club: AClub, text: str) -> None:
    _, answer = club.told("Bela", text)
    assert "level d" in answer  # the board
    assert (
        "Anna (White) is to move, until 1 December 2026, 00:00 UTC. Time left: 9 days and 14 hours."
        in answer
    )
    if text != "help":
        assert not re.search("write (your move|it)|such as", answer)


def test_who_is_late_may_still_move(club: AClub) -> None:
    club.run(now="2026-12-02T00:00:00Z")
    mine, other = (club.answers(to=name)[-1].get_content() for name in ("Anna", "Bela"))
    assert "You may still move until the arbiter decides." in " ".join(mine.split())
    assert "may still move" not in other


# No echo ------------------------------------------------------------------------------------------


def test_no_mail_of_ones_own_move(tmp_path: Path) -> None:
    club = a_club(tmp_path, "echo = false\n", game="hec-1", variant="hec")
    club.mail("Anna", "[hec-1]", "ac2-ad2\n\nHello")
    assert club.verdicts() == ["played"]
    assert not club.answers(to="Anna") and "> Hello" in club.answer(1, "Bela")
    club.mail("Anna", "[hec-1]", "ac2-ad2\n\nHello", Message_ID="<1@example.net>")
    assert club.verdicts() == ["duplicate"]
    assert "came before" in club.answer(1, "Anna") and len(club.answers(to="Bela")) == 1
    for text in ("5. Nde5-cc5", "Nde5-cc5#"):  # a warning is told
        path = club.folder / "games" / "hec-1.aof"
        aofref("undo", "--in-place", str(path)) if "cc5" in path.read_text() else None
        number = club.sent + 1
        club.mail("Bela", "[hec-1]", text)
        assert "played" in club.verdicts()
        assert "what you wrote with it is wrong" in " ".join(club.answer(number, "Bela").split())


# Leave --------------------------------------------------------------------------------------------

DAYS = "2026-12-20..2026-12-24"


@pytest.mark.parametrize(
    "text",
    [
        f"leave {DAYS}", f"Holiday: {DAYS}", f"vacation {DAYS}.", "away 2026-12-20 .. 2026-12-24",
        "away 2026-12-20 to 2026-12-24", "leave 2026-12-20 - 2026-12-24", "holidays 2026-12-20 TO 2026-12-24",
        "away 2026-12-20 \u2013 2026-12-24",
    ],
)  # fmt: skip
def test_leave_in_other_words(club: AClub, text: str) -> None:
    line, _ = club.told("Anna", text, "away")
    assert line["verdict"] == "away" and f"\t{DAYS}" in (club.folder / "players.tsv").read_text()
    line, _ = club.told("Anna", "leave none" if "leave" in text else "Away: none.", "back")
    assert line["verdict"] == "away" and DAYS not in (club.folder / "players.tsv").read_text()
    assert "Anna takes leave back" in " ".join(
        made.get_content() for made in club.answers(to="Bela")
    )


@pytest.mark.parametrize(
    "text", ["Leave me alone", "Vacation is over!", "holiday greetings to all"]
)
def test_what_is_no_order_of_leave(club: AClub, text: str) -> None:
    line, _ = club.told("Anna", f"ac2-ad2\n\n{text}")
    assert line["verdict"] == "played" and f"> {text}" in club.answer(1, "Bela")


# What is written ----------------------------------------------------------------------------------


def test_every_text_is_used() -> None:
    """A text of answers.txt is written by the club, and what it writes is there."""
    root = Path(__file__).parents[2] / "aofref" / "club"
    texts = (root / "answers.txt").read_text("utf-8")
    names = set(re.findall(r"^# (\S+)$", texts, re.MULTILINE))
    sources = "".join(path.read_text("utf-8") for path in root.glob("*.py"))
    said = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', sources))
    called = set(re.findall(r"(?:say\(\s*|\{% include )[\"']([a-z-]+)[\"']", sources + texts))
    assert called <= names <= said | called and len(names) > 50


def test_a_subject_of_several_words_is_heard(club: AClub) -> None:
    text = "Please write to a@new.example from now on."
    identifier = club.mail("Anna", "Re: my new address", text)
    club.run()
    assert "passed on to the arbiter" in club.answer(identifier, "Anna")
    (why,) = reasons(club)
    assert "may concern the arbiter" in why


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-11-21T00:00:04Z", "10 days"),  # seconds after the bank of ten days began
        ("2026-11-21T00:31:00Z", "9 days and 23 hours"),
        ("2026-11-29T23:00:00Z", "1 day and 1 hour"),
        ("2026-11-30T12:00:20Z", "12 hours"),
        ("2026-11-30T22:29:00Z", "1 hour and 31 minutes"),
        ("2026-11-30T23:59:50Z", "1 minute"),
    ],
)
def test_how_much_time_is_left(club: AClub, now: str, left: str) -> None:
    identifier = club.mail("Anna", "[hec-1]", "show")
    club.run(now=now)
    answer = " ".join(club.answer(identifier, "Anna").split())
    assert f" Time left: {left}. The game" in answer


@pytest.mark.parametrize(
    "text",
    [
        "may I take back cb4?",
        "can I take my last move back",
        "undo please",
        "Can I have my move back?",
    ],
)
@pytest.mark.parametrize("who", ["Anna", "Bela"])
def test_who_asks_for_a_move_back_in_other_words_is_told_the_word(
    club: AClub, who: str, text: str
) -> None:
    """Bela is to move; nothing was asked of anybody yet."""
    club.told("Anna", "Ndb2-cb4")
    line, answer = club.told(who, text)
    assert line["verdict"] in ("asked", "held") and 'write "takeback" alone on a line' in answer
    assert "\ttakeback\t" not in (club.folder / "log.tsv").read_text("utf-8")
    _, answer = club.told(who, "Pad2-ad3?")
    assert "takeback" not in answer
