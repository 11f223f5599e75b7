"""Records that other programs wrote: results, castling, other starts, remarks, time controls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref import loads
from tests.helpers import aofref

CHESS = ("--variant", "chess-without-castling")
ITALIAN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 "


def checked(text: str, *args: str) -> tuple[int, list[str], int]:
    """Check a text: the exit status, each finding without its file, the number of records."""
    done = aofref("check", "--format", "json", *(args or CHESS), stdin=text)
    lines = [line.removeprefix("-:") for line in done.stderr.splitlines() if line.startswith("-:")]
    return done.exit_code, lines, len(done.stdout.splitlines())


NO_CASTLING = "chess-without-castling has no castling"


@pytest.mark.parametrize(
    "word", ["0-0", "O-O", "0-0-0", "O-O-O", "0-0+", "O\u2013O", "o-o", "0-0-0#", "OO", "O-O!"]
)
def test_castling_is_one_finding_in_one_record(word: str) -> None:
    for behind in ("Nf6 *", "Nf6 5. O-O 0-0 *", "*", "", "Nf6 1-0"):
        status, (line,), records = checked(f"{ITALIAN}4. {word} {behind}\n")
        assert (status, records) == (1, 1)
        assert line == f"1:35: cannot-castle W:{word.rstrip('!')}: {NO_CASTLING}"


def test_castling_in_a_variation_and_in_a_comment() -> None:
    status, (line,), records = checked(f"{ITALIAN}4. Nc3 (4. 0-0 Nf6) Nf6 {{0-0 1-0}} *\n")
    assert (status, records) == (0, 1)
    aside = f"in a variation: cannot-castle, {NO_CASTLING}"
    assert line == f"1:43: warning: variation W:0-0: {aside}"


@pytest.mark.parametrize("move", ["e1g1", "Ke1-g1", "Kg1", "e1-g1"])
def test_a_king_that_castles_by_its_cells(move: str) -> None:
    status, (line,), records = checked(f"{ITALIAN}4. {move} Nf6 *\n")
    assert (status, records) == (1, 1)
    assert line.startswith("1:35: unreachable") and line.endswith(NO_CASTLING)


def test_a_nought_for_both_in_a_variation_is_castling() -> None:
    _, (_, line), _ = checked('[Result "0-0"]\n\n1. e4 (1. d4 d5 0-0)\n')
    assert line.startswith("3:17: warning: variation W:0-0: in a variation: cannot-castle")


def test_nothing_of_a_record_that_castles_is_lost() -> None:
    text = f"{ITALIAN}4. 0-0 Nf6 {{well}} *"
    done = aofref("convert", "--to", "lan", *CHESS, stdin=f"{text}\n")
    assert done.exit_code == 1
    assert done.stdout.endswith("Bf8-c5 {illegal from here: 0-0 Nf6}\n{well} *\n\n")


@pytest.mark.parametrize(
    ("variant", "result"),
    [
        ("aof2", "1-0"),
        ("aof2", "1/2-1/2"),
        ("aof2", "0-0-0-0"),
        ("aof2", "1-0-0"),
        ("chess-without-castling", "1-0-0-0"),
        ("chess-without-castling", "1/3-2/3"),
        ("chess-without-castling", "3/4-1/4"),
        ("chess-without-castling", "1-1"),
    ],
)
def test_a_result_of_no_such_game_ends_no_record(variant: str, result: str) -> None:
    move, armies = ("ga4-fa4", 4) if variant == "aof2" else ("e4", 2)
    for tags, args in (("", ("--variant", variant)), (f'[Variant "{variant}"]\n\n', CHESS)):
        for behind in ("", " *", " nonsense *", f" {move} {move}\n{move} *", f" {result} *"):
            status, lines, records = checked(f"{tags}1. {move} {result}{behind}\n", *args)
            assert (status, records) == (2, 1)
            at = f"{3 if tags else 1}:{len(move) + 5}: syntax not a result for {armies} armies"
            lost = ", by which all lose" if result == "0-0-0-0" else ""
            assert lines[0].startswith(f"{at}: '{result}'{lost}; results are ")
            assert len(lines) == 1 + ("nonsense" in behind)


@pytest.mark.parametrize(
    "tag",
    [
        "[FEN rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1]",  # rooklift/nibbler #155
        '[FEN "8/8',
        "[SetUp 1]",
        '[Position "W:Ke1',
        '[Array "W:Ke1" Ke8"]',
        "[\u201cRulings\u201d \u201ccheck=advisory\u201d]",  # rolandwalker/tree-sitter-pgn #60
        '[Variant "aof2]',
    ],
)
def test_a_damaged_tag_by_which_a_game_may_start_elsewhere_is_not_passed_over(tag: str) -> None:
    text = f'[Event "a"]\n{tag}\n\n1. e5 *\n'
    status, (line,), records = checked(text)
    assert (status, records) == (2, 1)
    assert line.startswith("2:1: bad-tag not a tag pair: ")
    done = aofref("list", *CHESS, stdin=text)
    assert done.exit_code == 2 and "to move" in done.stdout
    text = text.replace(tag, "[Site x]")  # which changes nothing: a warning
    status, rows, _ = checked(text)
    assert status == 1
    assert [row.split()[1] for row in rows] == ["warning:", "unreachable"]
    assert rows[0].split()[2] == "bad-tag"


@pytest.mark.parametrize("name", ["variant", "VARIANT", "position", "array", "rulings"])
def test_a_tag_on_which_the_game_depends_is_not_passed_over_in_another_case(name: str) -> None:
    status, (line,), records = checked(f'[Event "a"]\n[{name} "x"]\n\n1. e4 *\n')
    assert (status, records) == (2, 1)
    assert line == (
        f"2:1: bad-tag this tag is written {name.capitalize()}, not {name}: the game depends on it"
    )


TORN = [  # lines of tags, and the tags that they are read as
    ('[Annotator "A "B" C"]', {"Annotator": 'A "B" C'}),
    ('[White "SF /Level 6\\"]', {"White": "SF /Level 6\\"}),
    ('[White "SF /Level 6\\"] [Black "B"]', {"White": "SF /Level 6\\", "Black": "B"}),
    ('[White "SF "/6\\"]\n[Black "B"]', {"White": 'SF "/6\\', "Black": "B"}),
    ("[Event \u201cClub night\u201d]", {"Event": "\u201cClub night\u201d"}),
    ("[Event Club night]", {"Event": "Club night"}),
    ('[Event "Club night]', {"Event": '"Club night'}),
    ('[Event "Club [1] "night""  ]  ', {"Event": 'Club [1] "night"'}),
    ('[White "A"] [Black "B "b" B"] [Site "x" y]', {"White": "A", "Black": 'B "b" B', "Site": "x"}),
    ('[Annotator "A \\"B" C"]', {"Annotator": 'A "B" C'}),
    ('[White: "A"]', {"White": "A"}),
    ('[Date "2026.11.21"', {"Date": "2026.11.21"}),
    ('[Annotator "me', {"Annotator": '"me'}),
    ("[Event]", {"Event": ""}),
    ('[Black type "program"]', {}),
    ("[\u201cEvent\u201d \u201cx\u201d]", {}),
    ('[TimeControl "4"0"]', {}),
    ('[Termination "time "forfeit""]', {}),
    ("[UTCDate 2026.11.21]", {}),
]


@pytest.mark.parametrize(("line", "tags"), TORN)
def test_a_torn_tag_that_decides_nothing_is_a_warning(line: str, tags: dict[str, str]) -> None:
    text = f'[Round "1"]\n{line}\n[Source "z"]\n\n1. e4 e5 1-0\n'
    done = aofref("check", "--format", "json", *CHESS, stdin=text)
    (report,) = map(json.loads, done.stdout.splitlines())
    assert (done.exit_code, report["status"], report["plies"]) == (0, "legal", 2)
    assert report["tags"] == {"Round": "1", **tags, "Source": "z"}
    assert {warning["code"] for warning in report["warnings"]} == {"bad-tag"}
    assert report["end"]["by"] == "unknown"
    assert ": warning: bad-tag not a tag pair: '[" in done.stderr.splitlines()[0]
    assert aofref("check", "--strict", *CHESS, stdin=text).exit_code == 1
    record = loads(text, variant=CHESS[1])
    assert dict(record.tags) == report["tags"] and record.status == "legal"
    assert not record.with_tags(dict.fromkeys(report["tags"], "new")).text.count('"z"')
    for to in ("san", "json"):
        again = aofref("convert", "--to", to, *CHESS, stdin=text)
        assert again.exit_code == 0
        (same,) = map(
            json.loads, aofref("check", "--format", "json", stdin=again.stdout).stdout.splitlines()
        )
        assert same["warnings"] == []
        assert same["tags"] == report["tags"] | {"Variant": "chess-without-castling"}
    for command in (
        ["list"],
        ["log"],
        ["select", "--result", "1-0"],
        ["show"],
        ["stats"],
        ["table"],
    ):
        assert aofref(*command, *CHESS, stdin=text).exit_code == 0, command


def test_a_tag_pair_in_the_movetext_is_a_warning_unless_it_decides() -> None:
    status, (line,), records = checked('1. e4 [Opening "x"] e5 *\n')
    assert (status, records) == (0, 1)
    assert line == "1:7: warning: bad-tag a tag pair in the movetext: 'Opening'"
    assert checked('1. e4 [Rulings ""] e5 *\n')[0] == 2
    # a line in brackets among the moves begins no record, and hides no move
    status, (line,), records = checked("1. e4 e5\n[a diagram]\n2. Nf3 Nc6 *\n")
    assert (status, records) == (0, 1)
    for text in (
        "[Event x 1. e4 e5",
        '[Event "x" 1. e4 e5',
        '[Event "x"y"] 1. e4 e5',
        "1. e4 [x e5",
    ):
        assert checked(f"{text} 2. Nf3 *\n")[0] == 2, text


@pytest.mark.parametrize("value", ["?", "-", "", " ? "])
def test_a_variant_that_names_no_game_leaves_it_to_the_option(value: str) -> None:
    text = f'[Variant "{value}"]\n[White "A"]\n\n1. e4 e5 1-0\n'
    for command in (["check"], ["list"], ["log"], ["convert", "--to", "san"], ["show"], ["table"]):
        assert aofref(*command, *CHESS, stdin=text).exit_code == 0, command
    assert aofref("select", *CHESS, stdin=text).stdout == text
    assert '[Variant "chess-without-castling"]' in aofref("convert", *CHESS, stdin=text).stdout
    status, (line,), _ = checked(text)[0], aofref("check", stdin=text).stderr.splitlines(), 0
    assert status == 0 and line.endswith("unknown-variant the record names no variant")
    # a result of this game ends the record, in JSON too
    assert checked(f"{text}\n1. d4 d5 *\n")[2] == 2
    json_text = aofref("convert", "--to", "json", *CHESS, stdin=text).stdout
    json_text = json_text.replace("chess-without-castling", value)
    assert aofref("check", *CHESS, stdin=json_text).exit_code == 0
    assert (
        loads(text, variant=CHESS[1]).variant
        == loads(text.partition("\n")[2], variant=CHESS[1]).variant
    )


def test_a_tag_of_another_name_says_what_a_name_has() -> None:  # niklasf/python-chess #900
    status, (line,), _ = checked('[Black type "program"]\n\n1. e4 *\n')
    assert status == 0
    assert line.endswith("it is passed over: a name has letters, digits and underscores")
    _, (line,), _ = checked('[Event "a\\"]\n\n1. e4 *\n')  # another fault than its name
    assert "a name has" not in line


@pytest.mark.parametrize("promotion", ["hxg8+=Q", "hxg8+(Q)", "hxg8+=q", "h7xg8+=Q"])
def test_a_mark_before_a_promotion(promotion: str) -> None:
    """ChessCorp/chess-club-ui #21."""
    text = f"1. h4 g5 2. hxg5 h6 3. gxh6 e6 4. h7 Bb4 5. {promotion} Rxg8 *\n"
    done = aofref("convert", "--to", "san", *CHESS, stdin=text)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "4. h7 Bb4 5. hxg8=Q+ Rxg8 *" in done.stdout
    assert checked(text.replace("+", "#"))[1][0].startswith("1:45: warning: false-check")


@pytest.mark.parametrize(
    ("text", "status", "plies"),
    [
        # lichess-org/lila #10816
        ("1.e4 c5 2.Nf3\nNc6\n3.d4\ncxd4 *\n", 0, 6),
        # lichess-org/lila #12458
        ("1.d4 d5 {Classical.} ( {Instead:} 1... g6 ) 2. c4 *\n", 0, 3),
        # openingtree/openingtree #321
        ("1. e4 e5 2. Nf3 Nc6 { 1-0 White wins. } { Opening: 7\nMiddlegame: 6 } 1-0\n", 0, 4),
        # jhlywa/chess.js #534
        ('{\nFrom a file.\n\nD. B. (d@example.net)\n}\n\n[ECO "A00"]\n\n1. b4 *\n', 0, 1),
        # jhlywa/chess.js #55: one of the Knights is pinned
        ("1. d4 Nf6 2. c4 e6 3. Nf3 c5 4. Nc3 cxd4 5. Nxd4 Bb4 6. Nb5 *\n", 0, 11),
        # yo35/kokopu #64, #30
        ('[White "a"][Black "b"][New "n"]\n[N "x"]\n[RR "x"]\n[Nf3 "x"]\n\n0. e4 e5 *\n', 0, 2),
        # kevinludwig/pgn-parser #4
        (';; <P // R * (R3.1) 25 1-0>\n;; <R -- P>\n\n[Event "a"]\n\n1.e4 c5 0-1\n', 0, 2),
        # lichess-org/scalachess #127, mliebelt/pgn-parser #72
        ('[Black "[=0040.34h5a4]"]\n[Event "Let\\\'s Play!"]\n\n1. e4 *\n', 0, 1),
        # lukasmonk/lucaschessR6 #32
        ("1.e4 e5 2.Bc4 Nf6 ?! 3.d3 Bc5 (3... \nd5 {-3.86 pawns} 4.exd5) 4.c3 0-1\n", 0, 7),
        # shaack/cm-chess #7
        ('[Event "a"]\n    [Site "b"]\n    1.e4 c6\n    2.d4 {sch\u00fcttelt} 1-0\n', 0, 3),
        # Disservin/chess-library #242: no tag pair by the standard
        ('[Event "5th "M. Theodorakis" Cup"]\n[Site "Malbork"]\n\n1. b4 e5 1-0\n', 0, 2),
        # lichess-org/lila #2189: another game's move
        ("1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n", 2, 4),
        # mliebelt/pgn-parser #67
        ("1. e4 e5 1/2-1/2`\n", 2, 2),
        # Disservin/fastchess #873
        ("1. e4 e5 1... e5 2. d4 *\n", 1, 2),
    ],
)
def test_records_that_broke_other_programs(text: str, status: int, plies: int) -> None:
    done = aofref("check", "--format", "json", *CHESS, stdin=text)
    (report,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.exit_code, report["plies"]) == (status, plies)
    san = aofref("convert", "--to", "san", *CHESS, stdin=text)
    if status < 2:
        again = aofref("convert", "--to", "san", *CHESS, stdin=san.stdout)
        assert again.stdout == san.stdout
    else:
        assert all(f"| {row}\n" in san.stderr for row in text.splitlines())


BOTH_LOSE = "'{}', by which both lose; results are 1-0, 0-1, 1/2-1/2 or *"


@pytest.mark.parametrize(
    ("tag", "play", "is_result"),
    [
        ("0-0", "1. e4 e5 0-0", True),
        ("0-0", "1. e4 0-0 {both away}", True),
        ("0-0", "1. e4 0-0 *", True),
        ("0 - 0", "1. e4 e5 2. 0\u20130", True),
        ("*", "1. e4 e5 0-0", True),
        ("", "1. e4 e5 0-0 $1 {nobody came}", True),
        ("", "1. e4 e5 0:0", True),
        ("", "1. e4 e5 2. 0-0", False),  # a move has its number
        ("", "1. e4 0-0", False),
        ("", "e4 e5 0-0", False),
        ("", "1. e4 e5 0-0 *", False),
        ("", "1. e4 e5 O-O", False),
        ("0-0", "1. e4 0-0 2. d4 0-0-0", False),
        ("1-0", "1. e4 e5 0-0", False),
    ],
)
def test_a_nought_for_both_is_castling_or_a_double_forfeit(
    tag: str, play: str, is_result: bool
) -> None:
    head = f'[Result "{tag}"]\n\n' if tag else ""
    status, lines, records = checked(f"{head}{play}\n")
    (line,) = (row for row in lines if not row.startswith("1:1:") or not tag)
    word = next(w for w in play.split() if w[0] in "0O").strip(")")
    text = "0-0" if word == "0:0" else word
    at = f"{3 if tag else 1}:{play.index(word) + 1}: "
    said = f"syntax not a result for 2 armies: {BOTH_LOSE.format(text)}"
    if not is_result:
        army = "B" if play.startswith("1. e4 0-0") else "W"
        said = f"cannot-castle {army}:{text}: {NO_CASTLING}"
    unread = is_result or tag == "0-0"  # a tag that is no result
    assert (status, records) == (2 if unread else 1, 1)
    assert line == at + said


@pytest.mark.parametrize("tagged", [True, False])
@pytest.mark.parametrize(
    ("variant", "play"),
    [
        ("chess-without-castling", "e4 1-0-0-0"),
        ("chess-without-castling", "e4 1/3-2/3 e5 *"),
        ("chess-without-castling", "e4 1-0-0-0 zz9 1-0"),
        ("chess-without-castling", "e4 1-0 ( d4 d5 )"),
        ("chess-without-castling", "e4 0-0-0-0"),
        ("aof2", "ga4-fa4 1-0 I:ea3-fa3 *"),
        ("aof2", "ga4-fa4 0-0-0-0 *"),
    ],
)
def test_json_has_the_findings_of_the_text(variant: str, play: str, tagged: bool) -> None:
    kinds = {"(": "open", ")": "close", "*": "result", "0": "result", "1": "result"}
    movetext = [[kinds.get(word[0], "move"), word] for word in play.split()]
    tags = [["Variant", variant]] if tagged else []
    args = CHESS if tagged else ("--variant", variant)
    head = f'[Variant "{variant}"]\n\n' if tagged else ""
    texts = (f"{head}{play}\n", json.dumps({"aof": 1, "tags": tags, "movetext": movetext}) + "\n")
    of_text, of_json = (checked(text, *args) for text in texts)
    without = [[line.split(" ", 1)[1] for line in lines] for _, lines, _ in (of_text, of_json)]
    assert of_text[::2] == of_json[::2] == (2 if without[0] else 0, 1)
    assert without[0] == without[1] and len(without[0]) == ("( " not in play)


def test_json_names_a_result_that_text_would_take_for_castling() -> None:
    line = {"aof": 1, "tags": [], "movetext": [["move", "e4"], ["result", "0-0"], ["result", "*"]]}
    status, (finding,), records = checked(json.dumps(line) + "\n")
    assert (status, records) == (2, 1)
    assert finding == f"1:1: syntax not a result for 2 armies: {BOTH_LOSE.format('0-0')}"


@pytest.mark.parametrize("result", ["1-0", "0-0", "1/2 ch.", "1/x-0-0-0", "1/-0"])
def test_the_tag_has_a_result_of_another_game(result: str) -> None:
    status, (line,), _ = checked(f'[Result "{result}"]\n\n1. ga4-fa4 *\n', "--variant", "aof2")
    assert status == 2 and line.startswith(f"1:1: syntax not a result for 4 armies: '{result}'")


@pytest.mark.parametrize(
    ("spelt", "result"),
    [
        ("1\u20130", "1-0"),
        ("1 - 0", "1-0"),
        ("0 - 1", "0-1"),
        ("0 \u2014 1", "0-1"),
        ("0:1", "0-1"),
        ("1:0", "1-0"),
        ("O-1", "0-1"),
        ("1-O", "1-0"),
        ("\u00bd-\u00bd", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),  # jackstenglein/chess-dojo #2147
        ("0,5 \u2013 0,5", "1/2-1/2"),
        ("\u00bd \u2013 \u00bd", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("\u00bd", "1/2-1/2"),
    ],
)
def test_results_as_others_spell_them(spelt: str, result: str) -> None:
    for tags in ("", f'[Result "{spelt}"]\n\n'):
        # in a paragraph of its own, and behind lines of nothing but play
        for movetext in (f"1. e4 {spelt}\n", f"1. e4 e5\n2. d4\n{spelt}\n"):
            done = aofref("check", "--format", "json", *CHESS, stdin=tags + movetext * 2)
            first, *_ = reports = [json.loads(line) for line in done.stdout.splitlines()]
            assert (done.exit_code, done.stderr) == (0, "")
            assert first["claimed"] == result and len(reports) == 2
    done = aofref("convert", "--to", "san", *CHESS, stdin=f"1. e4 {spelt}\n")
    assert done.stdout.endswith(f"1. e4 {result}\n\n")


@pytest.mark.parametrize("value", ["", "?", "-", "*"])
def test_a_result_that_is_unknown(value: str) -> None:
    assert checked(f'[Result "{value}"]\n\n1. e4 1-0\n') == (0, [], 1)


def test_a_result_that_others_spell_is_set_whole(tmp_path: object) -> None:
    text = "1. e4 (1. d4 1 - 0) 1 \u2013 0\n"
    done = aofref("tag", *CHESS, "-", "Result=0-1", stdin=text)
    assert done.exit_code == 0 and done.stdout.endswith("1. e4 (1. d4 1 - 0) 0-1\n")


def test_a_variation_behind_the_result_belongs_to_the_record() -> None:
    text = '[Event "a"]\n\n1. e4 e5 1-0 (1... c5 2. Nf3 1-0)\n(1... e6)\n\n1. d4 *\n'
    assert checked(text) == (0, [], 2)
    done = aofref("convert", "--to", "san", *CHESS, stdin=text)
    assert "1. e4 e5 (1... c5 2. Nf3 1-0) (1... e6) 1-0\n" in done.stdout


def test_a_faulty_first_tag_begins_the_record() -> None:
    done = aofref(
        "check", "--format", "json", *CHESS, stdin='\n[Event "x"\n[Site "y"]\n\n1. e4 *\n'
    )
    assert done.exit_code == 0 and json.loads(done.stdout)["line"] == 2


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("EPD", "8/8/8/8/8/8/8/K6k w - -"),
        ("SetUp", "1"),
        ("Setup", "1"),
        ("StartFen4", "4PCo"),
    ],
)
def test_a_game_that_starts_elsewhere_is_not_judged(tag: str, value: str) -> None:
    text = f'[Event "a"]\n[{tag} "{value}"]\n\n1. e5 *\n'
    status, (line,), records = checked(text)
    assert (status, records) == (2, 1)
    assert line.startswith(f"2:1: bad-tag the game starts elsewhere, by {tag} '{value[:8]}")
    for command in ("show", "list", "log", "stats"):
        done = aofref(command, *CHESS, stdin=text)
        assert done.exit_code == 2 and "e5" not in done.stdout, command
    kept = aofref("convert", "--to", "lan", *CHESS, stdin=text)
    assert kept.stdout == "" and all(
        f"| {row}\n" in kept.stderr for row in text.splitlines() if row
    )


@pytest.mark.parametrize("tag", ['SetUp "0"', 'FEN ""', 'FEN "?"', 'CurrentPosition "8/8 w"'])
def test_a_game_that_starts_as_usual(tag: str) -> None:
    assert checked(f"[{tag}]\n\n1. e4 *\n") == (0, [], 1)


@pytest.mark.parametrize(
    ("remark", "shown"),
    [
        ("# from a page\n", "'# from a page'"),
        ("A heading\n", "'A heading'"),
        ("One line\nand another\nand a third\n", "'One line', and 2 more lines"),
        (
            "From: a@example.net\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nSubject: the move e4\n",
            "'From: a@example.net', and 2 more lines",
        ),
    ],
)
def test_text_above_a_tag_pair_is_its_own_finding(remark: str, shown: str) -> None:
    game = '[Event "a"]\n[Result "*"]\n\n1. e4 *\n'
    for above in (remark, f"{remark}\n" if "e4" not in remark else remark):
        for before, line in (("", 1), (game, 5), (f"{game}\n", 6)):
            done = aofref("check", "--format", "json", *CHESS, stdin=before + above + game)
            assert done.exit_code == 2
            assert done.stderr.splitlines()[0] == (
                f"-:{line}:1: syntax text that is no part of a record: {shown}"
            )
            *_, last = [json.loads(report) for report in done.stdout.splitlines()]
            assert (last["status"], last["plies"], last["tags"]["Event"]) == ("legal", 1, "a")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("some remark\n", "'some remark'"),
        ("  # 3. e4 was played\n12 boards (all)\nRound1 {see\nbelow} e4\n", "'# 3. e4 was played', and 3 more lines"),
        ("2 boards\n", "'2 boards'"),
    ],
)  # fmt: skip
def test_text_between_tag_pairs_is_its_own_finding(text: str, shown: str) -> None:
    game = f'[Event "a"]\n{text}[Site "b"]\n{text}[Result "*"]\n\n1. e4 e4 *\n'
    file = f'[Event "a"]\n\n1. d4 *\n\n{game}'
    done = aofref("check", "--format", "json", *CHESS, stdin=file)
    _, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.exit_code, last["record"]) == (2, 2)
    assert done.stderr.count("text that is no part of a record") == 2
    assert (last["status"], last["plies"], last["line"], len(last["tags"])) == ("illegal", 1, 5, 3)
    column, rows = len(text) - len(text.lstrip()) + 1, text.count("\n")
    for line, row in zip((6, 7 + rows), done.stderr.splitlines(), strict=False):
        assert row == f"-:{line}:{column}: syntax text that is no part of a record: {shown}"
    lost = aofref("convert", "--to", "lan", *CHESS, stdin=file).stderr
    assert all(lost.count(f"| {row}\n") == 2 for row in text.splitlines())
    every = aofref("select", *CHESS, stdin=file).stdout
    assert sorted(every.splitlines()) == sorted(file.splitlines())
    only = aofref("select", "--status", "illegal", *CHESS, stdin=file).stdout
    assert only == game.replace(text, "")


@pytest.mark.parametrize(
    "text", ['FEN "8/8/8/8 w"\n', 'Site "x"]\n', "1. e4 e5\n", "(\n", "some 1-0\n"]
)
def test_what_may_be_more_than_text_between_tag_pairs_is_not_passed_over(text: str) -> None:
    status, lines, _ = checked(f'[Event "a"]\n{text}[Site "b"]\n\n1. e4 *\n')
    assert "no part of a record" not in "".join(lines)
    assert status == 2 or text.startswith("1.")


@pytest.mark.parametrize("control", ["3 days/move", "*180", "G/90", "40 in 2h"])
def test_a_time_control_that_is_not_understood(control: str) -> None:
    text = f'[Event "a"]\n[TimeControl "{control}"]\n\n1. e4 *\n'
    warning = f"2:1: warning: time the tag TimeControl is not understood: '{control}'"
    assert checked(text) == (0, [warning], 1)
    done = aofref("clock", "--late", "--now", "2026-01-01", *CHESS, stdin=text)
    assert (done.exit_code, done.stdout) == (0, "") and done.stderr == f"-:{warning}\n"
    done = aofref("clock", "--now", "2026-01-01", *CHESS, stdin=text)
    assert "the tag TimeControl is not understood" in done.stdout


@pytest.mark.parametrize(
    "control", ["", "?", "-", "2592000 + 259200", "40 / 7200 : 3600", "8+0.08"]
)
def test_a_time_control_that_is_read_or_unknown(control: str) -> None:
    assert checked(f'[TimeControl "{control}"]\n\n1. e4 *\n') == (0, [], 1)


# Numbers: what is due is known ----------------------------------------------------------------------


def chess(play: str) -> str:
    return f'[Variant "chess"]\n\n{play}\n'


@pytest.mark.parametrize(
    ("play", "column"),
    [
        ("1. 5254 575 *", 9),  # a digit lost
        ("1. 52 54 57 55 *", 4),
        ("1. e4 12:30 e5 *", 7),
        ("1. e4 0.31 e5 *", 7),
        ("1. e4 2024 e5 *", 7),
        ("1. e4 1999 e5 *", 7),
        ("1. 5259 5755 *", 4),  # no such cell
        ("1. e4 e5 17 *", 10),
        ("e4 e5 17 Nf3 *", 7),
        ("1. e4 e5 2 3 Nf3 *", 10),  # before no move
        ("1. e4 e5 (1... c5 7) 2. Nf3 *", 19),
    ],
)
def test_a_number_that_is_none_of_a_move_is_a_fault(play: str, column: int) -> None:
    status, lines, records = checked(chess(play))
    assert (status, records) == (2, 1)
    (line,) = [line for line in lines if " syntax " in line or ": syntax" in line]
    assert line.startswith(f"3:{column}: syntax ")


@pytest.mark.parametrize(
    "play",
    [
        *("1. e4 e5 2. Nf3", "1 e4 e5 2 Nf3", "1) e4 e5 2) Nf3", "(1) e4 e5 (2) Nf3"),
        *("1: e4 e5 2:Nf3", "1.e4 1...e5 2.Nf3", "1. e4 1. .. e5 2. Nf3", "1. e4 e5 2\nNf3"),
        *("1. e4 2. e5 3. Nf3", "1 e4 2 e5 3 Nf3", "37. e4 e5 38. Nf3", "37 e4 e5 38 Nf3"),
        *("1. e4 e5 2 {a} $1 (1... c5 2 Nc3) Nf3", "1.5254 5755 2.7163"),
        *("1. e4 {a} (1 d4 d5 2 c4) 1 ... e5 2 Nf3", "1. e4 e5 2"),
    ],
)
def test_a_number_that_is_due_is_read_without_a_word(play: str) -> None:
    assert checked(chess(f"{play} *")) == (0, [], 1)


def test_numbers_that_are_wrong_are_one_warning() -> None:
    status, lines, records = checked(chess("1. e4 e5 3. Nf3 Nc6 7. Bb5 a6 *"))
    assert (status, records) == (0, 1)
    assert lines == ["3:10: warning: contradiction the move has the number 3 where 2 is due"]


@pytest.mark.parametrize(("variant", "round_"), [("heathen-europe", 1), ("chess", 3)])
def test_a_number_typed_to_play(variant: str, round_: int, tmp_path: Path) -> None:
    path, move = tmp_path / "a.aof", "Nb1-a3" if variant == "chess" else "Nab2-bb4"
    before = "1. e4 e5 2. Nf3 Nc6 " if variant == "chess" else ""
    path.write_text(f'[Variant "{variant}"]\n\n{before}*\n', "utf-8")
    for number in range(1, 6):
        told = aofref("play", str(path), f"{number}. {move}").stderr.splitlines()
        wrong = f"contradiction the move has the number {number} where {round_} is due"
        assert [wrong in line for line in told if "contradiction" in line] == [True] * (
            number != round_
        )


@pytest.mark.parametrize("noughts", ["00", "000"])
def test_noughts_without_dashes_are_castling(noughts: str) -> None:
    status, (line,), _ = checked(chess(f"1. e4 e5 2. {noughts} *"))
    assert status == 1 and line.startswith(f"3:13: blocked W:{noughts}: W:Ke1 cannot go ")
    assert aofref("explain", "--variant", "chess", noughts).exit_code == 1
    status, (line,), _ = checked(f'[Variant "aof2"]\n\n1. E:{noughts} *\n')
    assert status == 1 and ": cannot-castle " in line


@pytest.mark.parametrize(
    "remark",
    [
        "(0:05)",
        "(0.31)",
        "(12)",
        "(0:05 +0.31)",
        "(12/0:05)",
        "(-0.5, 3)",
        "(1:02:03)",
        "(1)",
        "(2000)",
    ],
)
def test_numbers_and_times_in_parentheses_are_a_comment(remark: str) -> None:
    play = chess(f"1. e4 {remark} e5 *")
    assert checked(play) == (0, [], 1)
    assert aofref("convert", "-", stdin=play).stdout.endswith(
        f"1. e2-e4 {{{remark}}} 1... e7-e5 *\n\n"
    )


@pytest.mark.parametrize(
    "play",
    [
        "1. e4 (1. d4 d5 2) 1... e5 *",
        "1. e4 (1. d4 d5 2) e5 *",
        "1. e4 (1. d4 d5 3) e5 *",
        "1. e4 (1. d4 (1. c4 c5 2) 1... d5 2) e5 *",
        "1) e4 (1) (1. d4 d5) 1) e5 *",
        "1. e4 (1. d4 {a} d5 2) $1 {b} e5 *",
    ],
)
def test_a_number_and_a_parenthesis_close_a_variation(play: str) -> None:
    _status, lines, records = checked(chess(play))
    assert (records, [line for line in lines if "never" in line]) == (1, [])
    assert json.loads(aofref("check", "--format", "json", stdin=chess(play)).stdout)["plies"] == 2


def test_a_number_and_a_parenthesis_close_it_whatever_follows() -> None:
    status, lines, _ = checked(chess("1. e4 (1. d4 d5 2) c4 c5) e5 *"))
    assert status == 2
    assert any(line.startswith("3:25: syntax this closes a variation") for line in lines)


def test_games_joined_without_tags() -> None:
    games = ["1. e4 e5\n2. Nf3 Nc6\n\n", "1) d4 d5\n2) c4 e6\n\n", "1 c4\n"]
    args = ("--variant", "chess")
    assert checked("".join(games), *args) == (0, [], 3)
    assert checked("1. e4\n\n1... e5 2. Nf3 *\n", *args) == (0, [], 1)  # less than a round
    _status, lines, records = checked(chess("".join(games[:2])))
    assert records == 1 and "6:1: warning: contradiction " in lines[0]


# Prose behind and between games ---------------------------------------------------------------------

FOOTER = "This was a nice game, 40 moves or so.\nSee you; Nf3 next time!\n"


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", chess("1. e4 e5 *")),
        (chess("1. e4 e5 *"), chess("1. d4 d5 *")),
        (chess("1. e4 e5"), chess("1. d4 d5 *")),
        (chess("1. e4 e5 *"), ""),
        (chess("1. e4 e5"), ""),
        ('[Variant "chess"]\n', "1. e4 e5\n"),
        (chess("1. e4 e5"), "2. Nf3 Nc6 1-0\n"),
        (chess("e4 e5"), "Nf3 Nc6 1-0\n"),
    ],
)
def test_a_paragraph_of_prose_is_one_finding(before: str, behind: str) -> None:
    def judged(text: str) -> list[object]:
        done = aofref("check", "--format", "json", stdin=text)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return [(one["status"], one["error"], one["plies"]) for one in found]

    text = f"{before}\n{FOOTER}\n{behind}"
    status, lines, _ = checked(text)
    line = before.count("\n") + 2
    assert status == 2
    assert lines == [
        f"{line}:1: syntax text that is no part of a record: "
        "'This was a nice game, 40 moves or so.', and 1 more line"
    ]
    assert judged(text) == judged(f"{before}\n{behind}")
    plain = aofref("list", stdin=f"{before}\n{behind}").stdout.splitlines()
    assert len(aofref("list", stdin=text).stdout.splitlines()) == len(plain)  # it is no record
    assert aofref("select", stdin=text).stdout.count(FOOTER) == 1
    assert FOOTER.splitlines()[0] in aofref("convert", stdin=text).stderr


def test_what_is_no_prose() -> None:
    assert checked("[\nf r]a[")[0] == 2  # a tag pair on the line of the words
    unclosed = '[Variant "sd2l-cohen"]\n\n1. 2026-01-06T16:00:00Z]} {i%sent bg3-bg4 bj7-bj6 *\n'
    assert checked(unclosed)[0] == 2 and "fault of the program" not in str(checked(unclosed))
    damaged = chess('rEvent "A Pawn passes h6"]\n1. e4 e5 *')  # it may be a tag pair
    status, lines, records = checked(damaged)
    assert (status, records) == (2, 1) and not any("no part of" in line for line in lines)
    for play in ("e4 e5\nNf3 Nc6 *", "O-O O-O O-O-O *", "W:resigns B:resigns resigns *"):
        assert not any("no part of" in line for line in checked(chess(play))[1])
    numbered = chess("1. e4 e5\n\nand so it goes on\n2. Nf3 Nc6 *")  # a line begins with a number
    status, lines, records = checked(numbered)
    assert (status, records, len(lines)) == (2, 1, 1) and lines[0].startswith("5:1: syntax not a ")


def test_a_run_of_words_among_moves_is_one_finding() -> None:
    play = "1. e4 e5 and now comes White's \u2013 great! \u2013 trouble 2. Nf3 here we go *"
    status, lines, records = checked(chess(play))
    assert (status, records) == (2, 1)
    assert [line.split(" ")[0] for line in lines] == ["3:10:", "3:58:"]
    told = json.loads(aofref("check", "--format", "json", stdin=chess(play)).stdout)
    assert (told["status"], told["plies"]) == ("malformed", 2)


@pytest.mark.parametrize("filling", [b"\x1a", b"\xff", b"\0\0", b"\n\xff\xff\n", b" \xff\x1a"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_bytes_that_fill_a_file(filling: bytes, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(chess("1. e4 e5 *").encode() + filling)
    assert aofref("check", "--quiet", "--encoding", encoding, str(path)).exit_code == 0
    path.write_bytes(chess("1. e4 e5").encode() + filling + b"\n2. Nf3 *\n")
    wrong = aofref("check", "--quiet", "--encoding", encoding, str(path))
    assert b"\xff" not in filling or encoding != "utf-8" or wrong.exit_code == 2


# Signs and results glued to a move ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("glued", "apart"),
    [
        ("1. f3 e5 2. g4 Qh4#0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. e4 e51/2-1/2", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5\u00bd-\u00bd", "1. e4 e5 1/2-1/2"),
        ("1. e4+- e5= 2. Nf3+/- Nc6-+ *", "1. e4 +- e5 = 2. Nf3 +/- Nc6 -+ *"),
        ("1. e4 e5 2. Bc4=+ Bc5+= 3. Nf3 Nf6 4. O-O-/+ *",
         "1. e4 e5 2. Bc4 =+ Bc5 += 3. Nf3 Nf6 4. O-O -/+ *"),
        ("1. e4 Nf6 2. e5 d5 3. exd6(ep) *", "1. e4 Nf6 2. e5 d5 3. exd6ep *"),
        ("1. e4 Nf6 2. e5 d5 3. exd6(e.p.) *", "1. e4 Nf6 2. e5 d5 3. exd6ep *"),
        ("1. e4 Nf6 2. e5 d5 3. exd6/ep *", "1. e4 Nf6 2. e5 d5 3. exd6ep *"),
    ],
)  # fmt: skip
def test_a_sign_or_a_result_glued_to_a_move(glued: str, apart: str) -> None:
    assert checked(chess(glued)) == (0, [], 1)
    written = aofref("convert", "--to", "san", stdin=chess(glued)).stdout
    assert written == aofref("convert", "--to", "san", stdin=chess(apart)).stdout
    assert written.endswith(f"{apart}\n\n")
