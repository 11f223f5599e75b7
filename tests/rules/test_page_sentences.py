"""Sentences of the games' pages, where a refusal quotes them; `sentences` has what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import aofref as library
from aofref import games
from aofref.findings import Code, Refusal, Severity
from aofref.judge.analysis.diagnosis import explain, proof_of
from aofref.rules import turn
from tests.helpers import aofref, game, given
from tests.judging import told


@pytest.mark.parametrize("name", games.IDS)
def test_the_page_has_its_title_and_every_piece_its_sentence(name: str) -> None:
    variant = game(name).variant
    assert ".txt" not in variant.page and variant.page[0].isupper()
    page = games.page(name)
    assert page is not None
    assert {piece.name for piece in variant.pieces.values()} <= set(page)
    assert all(said.endswith(".") and len(said) < 400 for said in page.values())


def test_a_proof_quotes_the_page() -> None:
    args = ("--variant", "aof2", "--position", "E:Kjb5;Bha3/I:Kdb2/J:Kke1/P:Kjh3 E - 1")
    found = aofref("explain", *args, "Bha3-ia2")
    assert "  rule: RULES 3; page Armies of Faith 2: Later Antiquity\n" in found.stdout
    assert (
        '  the page: "Only the vertical block swept out by each step need be complete,'
        in found.stdout
    )
    text = f'[Variant "aof2"]\n[Position "{args[3]}"]\n\n1. E:Bha3-ia2 *\n'
    proof = told(text)["error"]["proof"]
    assert proof["page"] == "Armies of Faith 2: Later Antiquity"
    page = games.page("aof2")
    assert page is not None and proof["sentence"] == page["Bishop missing-cell"]
    assert ".txt" not in aofref("rules", "aof2").stdout


def test_a_game_without_its_page_quotes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.games.page", lambda name: None)
    of = game("aof2")
    assert proof_of(turn.start(of)[0], "", Refusal(Code.BLOCKED)).page_sentence == ""


# What each refusal rests on ---------------------------------------------------------------------


class Expected(NamedTuple):
    """A move that is refused: its code, the position and rulings, words of the message, the quote."""

    name: str
    move: str
    code: str
    line: str
    rulings: tuple[str, ...]
    because: str
    quote: str


def expected(name: str) -> Iterator[Expected]:
    """Read the table of a game."""
    text = (Path(__file__).parent / "sentences" / f"{name}.txt").read_text("utf-8")
    kings, *paragraphs = text.rstrip("\n").split("\n\n")
    for paragraph in paragraphs:
        quote, *rows = paragraph.split("\n")
        for row in rows:
            code, move, rest = (*re.split("  +", row, maxsplit=2), "")[:3]
            besides, _, because = rest.partition("because ")
            said = besides.split()
            rulings = tuple(word.removeprefix("ruling:") for word in said if word[:7] == "ruling:")
            line = besides.strip() if "/" in besides else placed(name, kings, move, said)
            quoted = "" if quote == "(silent)" else quote
            yield Expected(name, move, code, line, rulings, because.strip(), quoted)


def placed(name: str, kings: str, move: str, said: list[str]) -> str:
    """Put what a row names on the board, the piece that moves on its own cell."""
    facts = {word[:2]: word.partition(":")[2] for word in said if word[:3] in ("ep:", "tur")}
    stands: dict[str, tuple[str, str]] = {}
    for word in [move if "tu" not in facts else "", *said]:
        found = re.match(r"([A-Z]):([A-Z]*)([a-z]+\d+(?:\^\d)?)", word)
        if found is not None:
            army, code, cell = found.groups()
            stands[cell.partition("^")[0]] = army, f"{code or game(name).pawn_code}{cell}"
    royal = {code for code, piece in game(name).variant.pieces.items() if piece.royal}
    armies = []
    for king in kings.split("/"):
        own = [piece for army, piece in stands.values() if army == king[0]]
        without = any(re.sub(r"[^A-Z]", "", piece) in royal for piece in own)
        armies.append(f"{king[:2]}{';'.join([*([] if without else [king[2:]]), *own])}")
    return f"{'/'.join(armies)} {facts.get('tu', move[0])} {facts.get('ep', '-')} 9"


EXPECTED = [row for name in games.IDS for row in expected(name)]


@pytest.mark.parametrize("row", EXPECTED, ids=lambda row: f"{row.name} {row.move}")
def test_every_refusal_quotes_the_sentence_it_rests_on(row: Expected) -> None:
    position = given(game(row.name, *row.rulings), row.line)
    found = explain(position, row.move)
    assert found is not None and found.refusal is not None
    assert (found.refusal.code.value, row.because in found.refusal.message) == (row.code, True)
    assert found.page_sentence == row.quote


OF_THE_RULEBOOK = ("first-move", "binding")


@pytest.mark.parametrize(
    ("name", "code", "quoted", "slip"),
    [
        # 4 + 4 + 2 + 4 = 14; the page has 4 + 4 + 2 + 2.
        ("aof2", "O", "and the 2 hybrid diagonals combining", "There are 4 such hybrid diagonals"),
        ("pp", "PK", "and the 2 hybrid diagonals combining", "There are 4 such hybrid diagonals"),
        # From jb, kf lies 3 steps along (0, 1) and 1 along (1, 1); kg lies 4 and 1 away.
        ("aof2", "T", "(cell fa1, gc1, ie1, or kg1)", "kf1, not kg1"),
        ("pp", "FO", "(cell fa1, gc1, ie1, or kg1)", "kf1, not kg1"),
        ("aof2", "Y", "(cells hb5-cb5 or jd5-ji5)", "only hb5-eb5 and jd5-jg5"),
        ("pp", "GY", "first move must be to Level 5 (", "to Level 6, cells hb6-eb6 or jd6-jg6"),
        ("pp", "M", "hybrid-diagonal step and 18° turn", "The angle between these directions is 28°"),
        ("aof6", "U", "a third of Level 5", "stand on Levels 2 and 4"),
        ("hec", "K", "4 orthogonal and 4 diagonals", "6 orthogonals and 12 root-2 diagonals"),
    ],
)  # fmt: skip
def test_a_slip_of_the_page_is_noted_beside_the_quotation(
    name: str, code: str, quoted: str, slip: str
) -> None:
    page = aofref("rules", name, code, "--format", "html").stdout
    quotation, _, rest = page.partition(quoted)[2].partition("</blockquote>\n")
    assert "<" not in quotation and quotation
    note = rest.partition("</p>")[0]
    assert note.startswith('<p class="soft">A slip of the page: ') and slip in note


def test_a_proof_notes_a_slip_of_the_page() -> None:
    line = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3;Ogd3 P - 1"
    found = aofref("explain", "--variant", "aof2", "--position", line, "Ogd3-he3").stdout
    assert "2 hybrid diagonals" in " ".join(found.split())
    assert "\n  a slip: There are 4 such hybrid diagonals" in found


@pytest.mark.parametrize("name", games.IDS)
def test_every_sentence_code_and_piece_is_expected_somewhere(name: str) -> None:
    page, title = games.page(name), game(name).variant.page
    quotes = {row.quote for row in EXPECTED if game(row.name).variant.page == title}
    assert page is not None
    # What the page says of bindings and of first moves is only for the rulebook.
    refusing = {key: said for key, said in page.items() if not key.endswith(OF_THE_RULEBOOK)}
    assert set(refusing.values()) == quotes - {""}
    rows = [row for row in EXPECTED if row.name == name]
    moved = {re.sub("[^A-Z]", "", row.move[2:].partition("=")[0]) for row in rows}
    assert set(game(name).codes) - moved == {game(name).pawn_code}  # it is left out
    lacking = {code.value for code in Code if code.rule and code.severity is Severity.ILLEGAL}
    lacking -= {row.code for row in rows} | {"false-result"}
    assert lacking == {"no-screen"} - {row.code for row in rows} | (
        {"missing-cell"} if name == "heathen-europe" else set()
    )


@pytest.mark.parametrize(
    ("name", "line", "move", "said"),
    [
        ("sd2l-sling", "W:Kbg1;Pad5/B:Kbg7 W - 1", "ad5-ad7", "R-18: ad6 is a starting cell"),
        ("proto-prelates", "E:Kga4/I:Kdb3/J:Kgb1/P:Kjh5;PKjb2 P - 1", "PKjb2-ib3", "; R-29: The"),
        ("proto-prelates", "E:Kga5/I:Kdb3/J:Kge1/P:Kjh5;Mia2 P - 1", "Mia2-gb4", "; R-29: The"),
        ("proto-prelates", "E:Kga5/I:Kdb3;ETga4/J:Kge1/P:Kjh5 I - 1", "ETga4-ia6", "; R-14: it may"),
        ("aof6", "C:Ked3/I:Kon3;LVea3/M:Kkj3/N:Kta3 I - 1", "LVea3-sd5", "barred between columns"),
        ("heathen-europe", "W:Kca1;Pac3^2/B:Kcf6 W - 3", "ac3-ac4=R", "still owes 1, of the 6"),
    ],
)  # fmt: skip
def test_every_entry_names_the_ruling_that_decides(
    name: str, line: str, move: str, said: str, tmp_path: Path
) -> None:
    army = line.split()[1]
    text = f'[Variant "{name}"]\n[Position "{line}"]\n\n{army}:{move} *\n'
    record = tmp_path / "game.aof"
    record.write_text(text.replace(f"{army}:{move} ", ""), "utf-8")
    mail = f"From: a@example.net\nSubject: move\nMessage-ID: <1@x>\n\n{move}\n"
    mailed = tmp_path / "mail"
    mailed.write_text(mail, "utf-8")
    of_record = library.loads(record.read_text("utf-8"))
    position = library.variant(name).position(line)
    board = position.board()
    told = [
        aofref("check", stdin=text).stdout,
        aofref("check", "--quiet", stdin=text).stderr,
        aofref("play", str(record), move).stderr,
        aofref("play", "--by", army, "--mail", str(mailed), str(record)).stderr,
        aofref("explain", "--variant", name, "--position", line, move).stdout,
        aofref("show", "--format", "html", stdin=text).stdout,
    ]
    assert not position.legal(move) and not board.legal(move)
    for door in (position.move, position.push, board.push, of_record.play):
        with pytest.raises(library.IllegalMove) as raised:
            door(move)
        told.append(str(raised.value))
    assert [found for found in told if said not in " ".join(found.split())] == []
