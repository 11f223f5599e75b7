"""Records that are edited: moves added, taken back and decided on, and records written again."""

from __future__ import annotations

import pytest

from aofref.judge.edit.amend import decided
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation.movetext import Notation
from aofref.notation.notes import Decided
from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from tests.helpers import aofref, played, table
from tests.judging import EU, HEAD, of_text

# Amended -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1. ", ""])
def test_undo_takes_back_an_illegal_first_move(number: str) -> None:
    found = aofref("undo", "-", stdin=HEAD + f"{number}E:ga4-aa1 *\n")
    assert (found.exit_code, found.stdout) == (0, HEAD + "*\n\n")


def test_play_behind_the_last_ply_takes_nothing_back() -> None:
    text = HEAD + "1. E:Lha5-fb3 I:ea3-fa3 *\n"
    found = aofref("play", "-", "J:Sha1-fb1", "--ply", "2", stdin=text)
    assert found.stdout == HEAD + "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 *\n\n"


@pytest.mark.parametrize("tag", ["", '[Result "*"]\n'])
def test_a_false_agreement_beside_a_warning(tag: str) -> None:
    text = f'[Variant "aof2"]\n{tag}\n1. E:Lha5-fb3+I I:resigns *\n'
    found = aofref("play", "-", "--result", "0-1-0-0", stdin=text)
    assert (found.exit_code, found.stdout) == (1, "") and "false-result" in found.stderr


def test_a_decision_at_the_end_of_the_text() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da4-fa4'
    found = aofref("decide", "-", "takeback", stdin=text + "\n\n")
    assert found.stdout == text + " {[%arbiter takeback]}\n\n"


def test_a_decision_in_the_second_record_of_a_line() -> None:
    lines = ['[Variant "aof2"] * [Variant "aof2"] 1. E:Lha5-fb3', "I:da4-fa4 J:Sha1-fb1 *"]
    for text in (" ".join(lines) + "\n", "\n".join(lines) + "\n"):
        _, second = split(text_lines(text.splitlines(keepends=True)))
        told = decided(played(second), Decided.TAKEBACK).text
        assert told == text[19:].replace("J:", "{[%arbiter takeback]} J:")


# Written again -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mark", "text", "lines"), table("rewritten"))
def test_a_record_written_again(mark: str, text: str, lines: list[str]) -> None:
    to, plies = mark.split()
    record, setting = read(of_text(f"{text}\n")), Setting(as_played=True)
    found = rewrite(record, replay(record, setting), Notation(to))
    assert found.text.splitlines() == lines + [""] * bool(lines)
    assert len(replay(record, setting).plies) == int(plies)


STARTED = """[Result "1-0-0-0"]
[Variant "aof2"]
[Position "P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3"]
[Position "x"]
[Variant "AOF2"]
[Rulings "check=advisory"]
[Rulings "y"]

"""

AGAIN = STARTED.replace("P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3", "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 3")
LAN = Notation.LAN


@pytest.mark.parametrize(
    ("text", "setting", "to", "told"),
    [
        (STARTED, Setting(), LAN, f"{AGAIN}1-0-0-0\n\n"),
        (STARTED, Setting(rulings=("stalemate=move",)), LAN,
         AGAIN.replace("=advisory", "=advisory stalemate=move") + "1-0-0-0\n\n"),
        (f"1. {EU} 1-0-0-0 1-0-0-0 0-1-0-0\n", Setting("aof2", ("check=advisory",)), LAN,
         f'[Variant "aof2"]\n[Rulings "check=advisory"]\n\n1. {EU} 1-0-0-0 0-1-0-0\n\n'),
        (f'[Event "x"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n', Setting("aof2"), LAN,
         f'[Event "x"]\n[Variant "aof2"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n*\n\n'),
        ('[Result "*"]\n[Variant "pp"]\n\n{a} ($1 zz) {b}\n', Setting(), LAN,
         '[Result "*"]\n[Variant "proto-prelates"]\n\n{a} ($1 {illegal from here: zz}) {b} *\n\n'),
        ('[Variant "pp"]\n\n{a} (E:zz1-zz2 zz {b\n} x (y) ) $1 {c}\n', Setting(), Notation.COORD,
         '[Variant "proto-prelates"]\n\n{a} ({illegal from here: E:zz1-zz2 zz} {b\n} '
         "{x ( y )}) $1 {c} *\n\n"),
        ('[Variant "aof2"]\n[Result "1-0-0-0"]\n\n{a}\n', Setting(), None,
         '{"aof": 1, "tags": [["Variant", "aof2"], ["Result", "1-0-0-0"]], "movetext": '
         '[["comment", "a"], ["result", "1-0-0-0"]]}\n'),
        ('[Variant "shogi"]\n\n1. e4 *\n', Setting(), LAN, ""),
        (f'[Variant "aof2"]\n\n{EU} & *\n', Setting(), LAN, ""),
        (f'[Variant "aof2"]\n\n{EU} $1 {{a}} (E:zz1-zz2) *\n', Setting(), None,
         '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:Lha5-fb3"], '
         '["nag", "$1"], ["comment", "a"], ["open", "("], '
         '["comment", "illegal from here: E:zz1-zz2"], ["close", ")"], ["result", "*"]]}\n'),
    ],
)  # fmt: skip
def test_tags_and_results_written_again(
    text: str, setting: Setting, to: Notation | None, told: str
) -> None:
    record = read(of_text(text))
    found = rewrite(record, replay(record, setting), to)
    assert found.text == told
    judged = replay(record, setting)
    assert found.findings == judged.findings
