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


def ended(variant: str, moves: str, **tags: str) -> tuple[str, str, int] | None:
    lines = "".join(f'[{name} "{value}"]\n' for name, value in {"Variant": variant, **tags}.items())
    end = loads(f"{lines}\n{moves}\n").end
    return None if end is None else (end.result, end.by, end.ply)


@pytest.mark.parametrize(
    ("moves", "tags", "end"),
    [
        ("bg3-bg4 *", {}, None),
        ("bg3-bg4 1-0", {}, ("1-0", "unknown", 1)),
        ("bg3-bg4 1/2-1/2", {}, ("1/2-1/2", "agreement", 1)),
        ("bg3-bg4 1-0", {"Termination": "normal"}, ("1-0", "unknown", 1)),
        ("bg3-bg4 1/2-1/2", {"Termination": "normal"}, ("1/2-1/2", "agreement", 1)),
        ("bg3-bg4 1-0", {"Termination": "Adjudication"}, ("1-0", "adjudication", 1)),
        ("bg3-bg4 0-1", {"Termination": "time forfeit"}, ("0-1", "time", 1)),
        ("bg3-bg4 0-1", {"Termination": "TIME  FORFEIT"}, ("0-1", "time", 1)),
        ("bg3-bg4 0-1", {"Termination": "rules infraction"}, ("0-1", "rules", 1)),
        ("bg3-bg4 *", {"Termination": "abandoned"}, ("*", "abandoned", 1)),
        ("bg3-bg4 *", {"Termination": "unterminated"}, None),
        ("bg3-bg4 *", {"Termination": "adjudication"}, None),
        ("bg3-bg4 *", {"Result": "1-0"}, ("1-0", "unknown", 1)),
        ("bg3-bg4 B:resigns 1-0", {"Termination": "time forfeit"}, ("1-0", "resignation", 1)),
        ("bg3-bg4 B:forfeits *", {}, ("1-0", "resignation", 1)),
        ("bg3-bg4 *", {"Termination": "Game abandoned"}, ("*", "abandoned", 1)),
        ("bg3-bg4 *", {"Termination": "stalled connection"}, ("*", "abandoned", 1)),
        ("bg3-bg4 *", {"Termination": "Anna won by resignation"}, None),
        ("bg3-bg4 B:resigns *", {"Termination": "death"}, ("1-0", "resignation", 1)),
        ("bg3-bg4 {[%draw W B]} *", {"Termination": "by consent"}, ("1/2-1/2", "agreement", 1)),
        ("bg3-zz9 1-0", {}, None),  # an illegal record claims nothing
    ],
)
def test_endings_of_two(moves: str, tags: dict[str, str], end: tuple[str, str, int] | None) -> None:
    assert ended("sd2l-cohen", moves, **tags) == end


SAID = {
    "resignation": (
        "Anna won by resignation|0-1 White resigns|RESIGNED|Resignation|TCEC resign rule|"
        "Bela resigned in time trouble|Resign adjudication"
    ),
    "adjudication": (
        "GUI adjudication|adjudication|Adjudicated by the arbiter|XBoard adjudication|"
        "Draw adjudication by rules|adjudication: 3-fold repetition|SyzygyTB adjudication"
    ),
    "abandoned": (
        "abandoned|Anna won - game abandoned|Abandonment|stalled connection|Stalled|"
        "Black disconnects|disconnected|Anna won by disconnection|abandoned, time out"
    ),
    "rules": (
        "rules infraction|illegal move|White makes an illegal move|Rules Infraction|"
        "infraction|illegal move, out of time"
    ),
    "time": (
        "time forfeit|Anna won on time|Time forfeit|White loses on time|timeout|"
        "Game drawn by timeout vs insufficient material|Bela forfeits on time|time_forfeit|"
        "Game drawn by insufficient material, time|White flagged|flag fall|time-forfeit|"
        "out of time|lost on time in time trouble|Time control 40/9000: lost on time"
    ),
    "agreement": (
        "Game drawn by agreement|agreed draw|draw agreed|normal, agreed|"
        "Draw by mutual agreement in time trouble"
    ),
    "unknown": (
        "normal|Normal|| ? |normal, 1st time control|death|unterminated|emergency|"
        "Anna won by checkmate|Game drawn by repetition|Game drawn by 50-move rule|"
        "lost connection|SyzygyTB|3-fold repetition|time control|2nd time trouble|Abnormal|"
        "sometimes|untimely|forfeit|unruly"
    ),
}


@pytest.mark.parametrize(
    ("by", "words"), [(by, words) for by, some in SAID.items() for words in some.split("|")]
)
def test_a_termination_as_sites_and_programs_write_it(by: str, words: str) -> None:
    assert ended("sd2l-cohen", "bg3-bg4 1-0", Termination=words) == ("1-0", by, 1)


@pytest.mark.parametrize(
    ("comment", "result", "by"),
    [
        ("{Black resigns}", "1-0", "resignation"),
        ("{ Anna Berg resigned. }", "0-1", "resignation"),
        ("{Berg resigns}", "0-1", "resignation"),
        ("{White wins by resignation.}", "1-0", "resignation"),
        ("{B resigns}", "1-0", "resignation"),
        ("{resigns}", "1-0", "resignation"),
        ("{White's flag fell}", "0-1", "time"),
        ("{[%clk 0:00:00] White forfeits on time}", "0-1", "time"),
        ("{good} {time}", "0-1", "time"),
        ("{White ran out of time}", "1/2-1/2", "time"),
        ("{Black disconnected and forfeits}", "1-0", "abandoned"),
        ("{adjudicated}", "1-0", "adjudication"),
        ("{agreed}", "1-0", "agreement"),
        ("{illegal move}", "1-0", "rules"),
        ("{Game drawn by mutual agreement}", "1/2-1/2", "agreement"),
        ("{Black should resign}", "1-0", "unknown"),
        ("{Carl resigns}", "1-0", "unknown"),
        ("{White resigns, Black wins}", "0-1", "unknown"),  # two are named
        ("{time trouble}", "1-0", "unknown"),
        ("{}", "1-0", "unknown"),
    ],
)
@pytest.mark.parametrize("is_before", [True, False])
def test_a_comment_beside_the_result_says_how_it_came(
    comment: str, result: str, by: str, is_before: bool
) -> None:
    text = f"{comment} {result}" if is_before else f"{result} {comment}"
    for termination in ({}, {"Termination": "normal"}):
        tags = {"White": "Berg, Anna", "Black": "Lang, Eva", **termination}
        assert ended("sd2l-cohen", f"bg3-bg4 {text}", **tags) == (result, by, 1)
    assert ended("sd2l-cohen", f"{comment} bg3-bg4 {result}") != (result, "resignation", 1)


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


def test_the_last_of_four_wins_by_resignation() -> None:
    moves = "E:resigns I:resigns J:forfeits *"
    assert ended("aof2", moves) == ("0-0-0-1", "resignation", 0)
    assert ended("aof2", "E:resigns I:resigns *") is None


def offers(variant: str, moves: str) -> str:
    return "".join(loads(f'[Variant "{variant}"]\n\n{moves} *\n').offers)


@pytest.mark.parametrize(
    ("moves", "standing"),
    [
        ("bg3-bg4 {[%draw W]}", "W"),
        ("bg3-bg4 {[%draw W]} bj7-bj6", ""),  # Black moves on
        ("bg3-bg4 {[%draw W]} bj7-bj6 {[%draw B]}", "B"),
        ("bg3-bg4 {[%draw B]} bj7-bj6", "B"),  # Black offered, and then moved
        ("bg3-bg4 {[%draw B]} bj7-bj6 ae3-ae4", ""),
        ("bg3-bg4 {[%draw W B]}", "WB"),
        ("bg3-bg4 {text [%draw W] more} {[%draw B]}", "WB"),
        ("bg3-bg4 (1. ae3-ae4 {[%draw W]})", ""),  # in a variation is none
        ("{[%draw W]}", "W"),
        ("bg3-bg4 nix {[%draw W]}", ""),  # behind what was refused
        ("bg3-bg4 ) {[%draw W]}", ""),  # behind what cannot be read
        ("bg3-bg4 {illegal from here: nix} {[%draw W]}", ""),  # and so when it has been converted
        ("bg3-bg4 {illegal from here: nix} bj7-bj6 {[%draw W]}", "W"),
        ("bg3-bg4 {[%draw X]} {[%draw]} {[%drawn W]}", ""),
    ],
)
def test_offers_stand_until_somebody_else_moves(moves: str, standing: str) -> None:
    assert offers("sd2l-cohen", moves) == standing


def test_a_draw_needs_every_army_on_the_board() -> None:
    one = "E:Lha5-fb3 {[%draw E J P]}"
    assert offers("aof2", one) == "EJP"
    assert ended("aof2", f"{one} *") is None
    assert ended("aof2", f"{one} {{[%draw I]}} *") == ("1/4-1/4-1/4-1/4", "agreement", 1)
    # I, who had not agreed, leaves: the others have.
    assert ended("aof2", f"{one} I:resigns *") == ("1/3-0-1/3-1/3", "agreement", 1)
    assert ended("sd2l-cohen", "bg3-bg4 {[%draw W B]} *") == ("1/2-1/2", "agreement", 1)


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


DEAD = '[Variant "chess"]\n[FEN "8/8/8/8/8/5k2/8/6BK w - - 5 70"]\n'
CLAIMED = "warning: contradiction the record claims 1-0, but the position is dead"


@pytest.mark.parametrize(
    ("tags", "moves", "claims"),
    [
        ("", "70. Bf2 1-0", "4:9"),
        ('[Result "1-0"]\n', "70. Bf2 1-0", "3:1"),
        ('[Termination "Anna won by resignation"]\n', "70. Bf2 1-0", "5:9"),
        ('[Termination "adjudication"]\n', "70. Bf2 1-0", "5:9"),
        ('[Termination "Anna won on time"]\n', "70. Bf2 1-0", ""),
        ('[Termination "illegal move"]\n', "70. Bf2 1-0", ""),
        ("", "70. Bf2 1/2-1/2", ""),
        ("", "70. Bf2 *", ""),
        ("", "70. Bf2 B:resigns 1-0", ""),  # the play has ended it
    ],
)
def test_a_win_stated_in_a_dead_position(tags: str, moves: str, claims: str) -> None:
    text = f"{DEAD}{tags}\n{moves}\n"
    found = aofref("check", "-q", stdin=text)
    assert found.exit_code == 0
    assert found.stderr == (f"-:{claims}: {CLAIMED}\n" if claims else "")
    assert loads(text).status == "legal"
    for living in ("p", "r", "q", "n"):  # neither is it dead with a Pawn, nor is one Knight more
        other = text.replace("5k2", f"{living}4k2")
        assert aofref("check", "-q", stdin=other).stderr == ""
    cohen = '[Variant "sd2l-cohen"]\n[Position "W:Kah1/B:Kbh13 W - 1"]\n\n*\n'
    assert aofref("check", "-q", stdin=cohen.replace("*", "1-0")).stderr == (
        aofref("check", "-q", stdin=cohen).stderr
    )


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
