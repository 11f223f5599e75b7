"""How a game ended: by its moves, a withdrawal, what the tags say, or a draw that all agreed to."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from aofref import loads
from aofref.judge.replay.ending import By
from aofref.judge.replay.verdict import End
from aofref.report.text.record import how
from tests.helpers import FIXTURES, aofref


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("sd2l-cohen", "bg3-bg4 {Black resigns} 0-1"),
        ("sd2l-cohen", "bg3-bg4 1-0 {White's flag fell}"),
        ("sd2l-cohen", "bg3-bg4 1-0 {Black wins on time}"),
        ("aof2", "1. E:Lha5-fb3 {European resigns} 1-0-0-0"),
    ],
)
def test_a_comment_that_names_the_winner_as_the_loser_is_a_contradiction(
    variant: str, text: str
) -> None:
    record = loads(f'[Variant "{variant}"]\n\n{text}\n')
    assert [finding.code for finding in record.findings] == ["contradiction"]
    assert record.status == "legal" and record.end is not None and record.end.by == "unknown"
    line = record.findings[0].line
    assert text[record.findings[0].column - 1] == "{" and line == 3
    node = record.mainline()[-1]
    assert not node.with_comments("resigned").findings  # the verdict follows the comments


def test_moves_end_a_game_whatever_the_tag_says() -> None:
    # Fool's play by hand would be long: the second referee's records end by mate.
    by = set()
    for path in sorted((FIXTURES / "records").glob("sd2l-*.aof")):
        record = loads(path.read_text("utf-8"))
        if record.plies and record.position.end is not None:
            assert record.end is not None and record.end.result == record.position.end
            left = record.mainline()[-1].move is None
            assert record.end.by == ("resignation" if left else "moves")
            by.add(record.end.by)
    assert "moves" in by


# Reported -----------------------------------------------------------------------------------------

TAGS = '[Event "x"]\n[Variant "sd2l-cohen"]\n[White "Anna"]\n[Black "Bela"]\n'
OFFERED = f"{TAGS}\n1. bg3-bg4 {{[%draw W]}} *\n"
AGREED = f"{TAGS}\n1. bg3-bg4 {{[%draw W B]}} *\n"
LATE = f'{TAGS}[Termination "time forfeit"]\n\n1. bg3-bg4 1-0\n'
GONE = f'{TAGS}[Termination "abandoned"]\n\n1. bg3-bg4 *\n'
RESIGNED = f"{TAGS}\n1. bg3-bg4 B:resigns *\n"
ENDS = [
    (AGREED, "1/2-1/2", "agreement", "1/2-1/2, by agreement"),
    (LATE, "1-0", "time", "1-0, on time"),
    (GONE, "*", "abandoned", "abandoned"),
    (RESIGNED, "1-0", "resignation", "1-0, by resignation"),
    (f'{TAGS}[Termination "Anna won by resignation"]\n\n1. bg3-bg4 1-0\n',
     "1-0", "resignation", "1-0, by resignation"),
    (f'{TAGS}[Termination "bad luck"]\n\n1. bg3-bg4 0-1\n',
     "0-1", "unknown", "0-1, Termination 'bad luck'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "result", "by", "words"), ENDS)
def test_every_report_tells_the_end(text: str, result: str, by: str, words: str) -> None:
    end = {"result": result, "by": by, "ply": 1}
    for name in ("check", "list", "log", "show"):
        found = json.loads(aofref(name, "--format", "json", stdin=text).stdout)
        assert found["end"] == end, name
        assert found["offers"] == (["W", "B"] if text is AGREED else [])
    for args in (["check", "--format", "short"], ["show"], ["show", "--format", "svg"]):
        shown = " ".join(unescape(aofref(*args, stdin=text).stdout).split())
        assert words in shown and not re.search(r"\b(W|B|White|Black)( –)? to move", shown), args
    shown = aofref("check", stdin=text).stdout
    claimed = " (the record claims *)" if text is RESIGNED else ""
    assert f"\nResult: {result}{claimed}\nEnd: {words.removeprefix(f'{result}, ')}\n" in shown
    assert not re.search(r"\b(White|Black) to move", shown)
    for name in ("list", "log"):
        first = aofref(name, stdin=text).stdout.splitlines()[0].split()
        assert first[1:5] == ["sd2l-cohen", "1", by, result], name
    assert f"ended by: {by} 1" in aofref("stats", stdin=text).stdout
    assert json.loads(aofref("stats", "--format", "json", stdin=text).stdout)["ends"] == {by: 1}
    assert aofref("select", "--ended", by, stdin=text).stdout == text
    assert aofref("select", "--ended", "moves", stdin=text).exit_code == 1
    assert aofref("clock", "--now", "2026-11-22T10:00:00Z", stdin=text).stdout == ""
    record = loads(text)
    assert record.end is not None
    assert (record.end.result, record.end.by, record.end.ply) == (result, by, 1)
    assert record.end.termination == ("bad luck" if by == "unknown" else "")
    page = aofref("show", "--format", "html", stdin=text).stdout
    assert words.rpartition(", ")[2] in page or text is RESIGNED
    undone = aofref("undo", "-", stdin=text)
    assert undone.exit_code == 0 and "Termination" not in undone.stdout


@pytest.mark.parametrize(
    ("ending", "unexplained"),
    [
        *[("1-0", True), ("1/2-1/2", True), ("{Well played!} 0-1", True)],
        *[("1/2-1/2 {agreed}", False), ("{Black resigns} 1-0", False), ("{Black wins} 1-0", True)],
        *[("0-1 {Black resigns}", False), ("{[%draw W B]} 1/2-1/2", False), ("B:resigns", False)],
    ],
)
def test_a_result_that_is_only_stated_is_unexplained(ending: str, unexplained: bool) -> None:
    """A comment that contradicts the result explains it, too: nobody else need do so."""
    for tag, is_so in (("", unexplained), ('[Termination "normal"]\n', False)):
        end = loads(f"{TAGS}{tag}\n1. bg3-bg4 {ending}\n").end
        assert end is not None and end.unexplained == is_so


FORFEITED = RESIGNED.replace("resigns", "forfeits").replace('"x"', '"y"')


def test_an_end_by_forfeit_is_called_so_where_people_read() -> None:
    both = f"{RESIGNED}\n{FORFEITED}"
    for name in ("list", "log"):
        first = aofref(name, stdin=FORFEITED).stdout.splitlines()[0].split()
        assert first[1:5] == ["sd2l-cohen", "1", "forfeit", "1-0"], name
    assert "ended by: forfeit 1, resignation 1\n" in aofref("stats", stdin=both).stdout
    for args in (["check"], ["check", "--format", "short"], ["show"], ["show", "--format", "svg"]):
        shown = aofref(*args, stdin=FORFEITED).stdout
        assert "by forfeit" in shown and "resign" not in shown, args
    ends = json.loads(aofref("stats", "--format", "json", stdin=both).stdout)["ends"]
    assert ends == {"resignation": 2}
    for name in ("check", "list", "log"):
        made = json.loads(aofref(name, "--format", "json", stdin=FORFEITED).stdout)
        assert made["end"] == {"result": "1-0", "by": "resignation", "ply": 1}
    assert aofref("select", "--ended", "forfeit", stdin=both).stdout == FORFEITED
    assert aofref("select", "--ended", "resignation", stdin=both).stdout == both


def test_a_check_says_a_result_once() -> None:
    """The result agreed on is no claim beside it; one that contradicts the end is."""
    for text in (AGREED.replace(" *", " 1/2-1/2"), AGREED, OFFERED.replace(" *", " 1/2-1/2")):
        shown = aofref("check", stdin=text).stdout
        assert "\nResult: 1/2-1/2\nEnd: by agreement\n" in shown and shown.count("1/2-1/2") == 1
    other = aofref("check", stdin=AGREED.replace(" *", " 1-0")).stdout
    assert "\nResult: 1/2-1/2 (the record claims 1-0)\nEnd: by agreement\n" in other
    gone = aofref("check", stdin=RESIGNED.replace(" *", " 0-1")).stdout
    assert "\nResult: 1-0 (the record claims 0-1)\nEnd: by resignation\n" in gone


def test_the_turn_the_result_and_the_position_stay_as_the_moves_leave_them() -> None:
    for text in (AGREED, LATE, GONE):
        found = json.loads(aofref("check", "--format", "json", stdin=text).stdout)
        assert (found["turn"], found["result"]) == ("B", "*")
        assert found["position"].endswith(" B - 1")


def test_offers_are_shown_while_the_game_goes_on() -> None:
    assert json.loads(aofref("check", "--format", "json", stdin=OFFERED).stdout)["offers"] == ["W"]
    assert "\nOffers: White offers a draw\n" in aofref("check", stdin=OFFERED).stdout
    assert "Black to move. White offers a draw." in aofref("show", stdin=OFFERED).stdout
    assert aofref("list", stdin=OFFERED).stdout.endswith(
        "Anna - Bela; to move: Bela; draw offered by W; x\n"
    )
    short = aofref("check", "--format", "short", stdin=OFFERED).stdout
    assert short == "-:1: legal, 1 ply, B to move; draw offered by W\n"
    four = '[Variant "aof2"]\n\n1. E:Lha5-fb3 {[%draw P E]} *\n'
    assert (
        "\nOffers: the European army and the Persian army offer a draw\n"
        in aofref("check", stdin=four).stdout
    )


def test_a_page_tells_the_end_behind_the_last_ply_alone() -> None:
    text = AGREED.replace("{", "bj7-bj6 {")
    page = aofref("show", "--format", "html", stdin=text).stdout
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert data["end"] == {"fates": ["drew", "drew"]} and data["last"] == 2
    assert data["words"] == "The game is over: White and Black draw, 1/2-1/2, by agreement."
    open_page = aofref("show", "--format", "html", stdin=OFFERED).stdout
    assert "Black to move. White offers a draw.</p>" in open_page
    early = json.loads(aofref("show", "--ply", "1", "--format", "json", stdin=text).stdout)
    assert (early["end"], early["offers"]) == (None, [])


def test_the_cards_of_a_gallery_tell_the_end(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    last = '[Variant "aof2"]\n\nE:resigns I:resigns J:forfeits *\n'
    agreed = '[Variant "aof2"]\n\n1. E:Lha5-fb3 {[%draw E J P]} I:resigns *\n'
    ends = {
        AGREED: "White and Black draw, 1/2-1/2, by agreement",
        LATE: "White wins, 1-0, on time",
        GONE: "abandoned",
        RESIGNED: "White wins, 1-0, by resignation",
        FORFEITED: "White wins, 1-0, by forfeit",
        LATE.replace("time forfeit", "Anna won by resignation"): "White wins, 1-0, by resignation",
        LATE.replace("time forfeit", "luck"): "White wins, 1-0, Termination &#39;luck&#39;",
        last: "the Persian army wins, 0-0-0-1, by forfeit",
        agreed: "the European army, the Jewish army and the Persian army draw, "
        "1/3-0-1/3-1/3, by agreement",
    }
    for number, text in enumerate(ends):
        (tmp_path / "in" / f"{number}.aof").write_text(text)
    assert aofref("gallery", str(tmp_path / "in"), "--output-dir", str(tmp_path)).exit_code == 0
    index = (tmp_path / "index.html").read_text("utf-8")
    for words in ends.values():
        assert f"The game is over: {words}." in index
    assert "to move" not in index


def test_a_game_that_was_abandoned_is_no_open_one() -> None:
    for text, games, still in ((GONE, 0, 0), (OFFERED, 0, 1), (AGREED, 1, 0)):
        table = aofref("table", "--format", "json", stdin=text).stdout.splitlines()
        assert {(row["games"], row["open"]) for row in map(json.loads, table)} == {(games, still)}


@pytest.mark.parametrize("by", By)
def test_every_ending_has_its_words(by: By) -> None:
    assert how(End("1-0", by.value, 4)).startswith("1-0, ")


# Several armies share a game ---------------------------------------------------------------------

_RECORDS = FIXTURES / "records"
_SHARED = [
    # joint winners: the survivor and the checkmater (fixtures/records/INDEX.md)
    (_RECORDS / "aof6-04-joint-winners.aof", "joint win", "win jointly", "won jointly", 2),
    (_RECORDS / "aof6-08-none-left.aof", "joint win", "win jointly", "won jointly", 3),
    # all four armies gone in one pass, and a draw that three of four have agreed to
    (_RECORDS / "aof6-01-draw-of-four.aof", "draw", "draw", "drew", 4),
    ('[Variant "aof2"]\n\n1. E:Lha5-fb3 {[%draw E J P]} I:resigns *\n', "draw", "draw", "drew", 3),
    # an arbiter states shares, and not of what kind they are
    ('[Variant "aof2"]\n[Termination "adjudication"]\n\n1. E:Lha5-fb3 1/2-0-1/2-0\n',
     "", "share the game", "shared", 2),
]  # fmt: skip


@pytest.mark.parametrize(("record", "kind", "verb", "fate", "count"), _SHARED)
def test_joint_winners_and_a_draw_read_differently(
    record: Path | str, kind: str, verb: str, fate: str, count: int, tmp_path: Path
) -> None:
    text = record if isinstance(record, str) else record.read_text("utf-8")
    last = " ".join(aofref("check", stdin=text).stdout.split()).rpartition("End: ")[2]
    assert last.startswith(f"{kind} by " if kind else "by adjudication")
    short = aofref("check", "--format", "short", stdin=text).stdout
    assert f", {kind} by " in short if kind else ", by adjudication" in short
    shown = " ".join(aofref("show", stdin=text).stdout.split())
    page = aofref("show", "--format", "html", stdin=text).stdout
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "game.aof").write_text(text, "utf-8")
    assert aofref("gallery", str(tmp_path / "in"), "--output-dir", str(tmp_path)).exit_code == 0
    index = (tmp_path / "index.html").read_text("utf-8")
    for report in (shown, page, index):
        assert re.search(rf"The game is over: [^.]*army {verb}, [01/-]+", report)
    assert shown.count(f" – {fate} ") == page.count(f"<i>{fate}</i>") == count
    by_moves = isinstance(record, Path)
    word = kind if by_moves else "agreement" if kind else "adjudication"
    assert f"  {word}  " in aofref("list", stdin=text).stdout
    if by_moves:
        assert f"army {verb}, " in aofref("log", stdin=text).stdout
