"""What is seldom asked for: the ends of commands and readers that no other test comes to."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import aofref as library
from aofref import rules
from aofref.cli import man
from aofref.findings import Code
from aofref.judge.cases.alone import Alone
from aofref.judge.cases.question import Question
from aofref.judge.letter import letter
from aofref.judge.proof import explain
from aofref.notation.moves.lan import FORM
from aofref.report import proof
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from aofref.rules.position import PASS, Move
from aofref.rules.refuse import refusal
from tests.helpers import aofref, game, given

# E may take the Knight on ia4 with either piece: ia4 is next to jb5 by the King's steps.
ENDING = "E:Kjb5;Rka4/I:Kdb2;Nia4/J:Kjb1/P:Kjh3 E - 1"
OVER = "E:Kjb5/I:-/J:-/P:- - - 9"
UNCLOSED = '[Variant "aof2"]\n\n1. E:Lha5-fb3 {a comment *\n'


def at(*args: str, stdin: str = "") -> tuple[int, str, str]:
    found = aofref(*args, "--variant", "aof2", "--position", ENDING, stdin=stdin)
    return found.exit_code, found.stdout, found.stderr.splitlines()[-1] if found.stderr else ""


def test_the_library_has_the_names_it_tells_of_and_no_other() -> None:
    assert library.Refusal.__module__ == "aofref.findings"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        library.nothing  # noqa: B018


def test_perft_divided() -> None:
    # From jb5 and ka4 E has what `moves` lists; to depth 1 each is one line.
    status, out, _ = at("perft", "--depth", "1", "--divide")
    *lines, total = out.splitlines()
    assert status == 0 and lines == [f"{move} 1" for move in at("moves")[1].split()]
    assert total == f"total {len(lines)}"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["ZZ"], "wrong-piece: this game has no piece ZZ;"),
        (["P", "--from", "zz9"], "no-such-cell: the board has no cell zz9"),
        (["P", "--from", "jg3", "--army", "Q"], "wrong-army: the armies of aof2 are E, I, J, P, not Q"),
        (["P", "--army", "E"], "--army needs --from"),
        (["P", "--from", "gc3"], "the Pawn goes from gc3 as its army does: say --army"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_told(args: list[str], told: str) -> None:
    found = aofref("rules", "aof2", *args)
    assert found.exit_code == 2 and f"Error: {told}" in found.stderr


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("zz9", "Error: no-such-cell: the board has no cell zz9 (RULES 2)"),
        ("jb4", "--from:1:1: empty-cell nothing stands on jb4"),
        ("db2", "--from:1:1: wrong-army I:Kdb2 is not of army E, whose turn it is (RULES 8)"),
    ],
)
def test_from_where_nothing_goes(cell: str, told: str) -> None:
    assert at("moves", "--from", cell)[2] == told


def test_from_a_cell_when_the_game_is_over() -> None:
    found = aofref("moves", "--variant", "aof2", "--position", OVER, "--from", "jb5")
    assert found.exit_code == 1 and found.stderr.startswith("--from:1:1: game-over ")
    position = given(game("aof2"), OVER)
    assert legal_moves(position) == []
    why = refusal(position, Move(0, 1, -1))
    assert why is not None and why.code is Code.GAME_OVER


def test_a_picture_has_a_legend_of_where_a_piece_may_go() -> None:
    record = f'[Variant "aof2"]\n[Position "{ENDING}"]\n\n*\n'
    found = aofref("show", "--format", "svg", "--from", "ka4", stdin=record)
    out = found.stdout
    assert found.exit_code == 0
    # The Rook goes to free cells, takes the Knight on ia4, and stands on ka4.
    assert out.count('class="go"') > 5 and 'class="take"' in out and 'class="self"' in out


@pytest.mark.parametrize("command", [["undo"], ["decide"]])
def test_a_record_that_cannot_be_read_is_not_changed(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(UNCLOSED)
    verdict = ["takeback"] if command == ["decide"] else []
    found = aofref(*command, "--in-place", str(path), *verdict)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"{path}:3:15: syntax the comment opened here is never closed\n"
    assert path.read_text() == UNCLOSED


def test_no_decision_is_written_into_json() -> None:
    data = json.dumps({"variant": "aof2", "tags": {"Variant": "aof2"}, "moves": []})
    found = aofref("decide", "-", "takeback", stdin=data)
    assert found.exit_code == 2 and ": syntax " in found.stderr


@pytest.mark.parametrize("viewer", [None, "/usr/bin/man"])
def test_the_manual_on_a_terminal(viewer: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        shown.append(command)
        return subprocess.CompletedProcess(command, 0)

    class Terminal:
        @staticmethod
        def isatty() -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Terminal)
    monkeypatch.setattr("shutil.which", lambda _: viewer)
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr("click.echo_via_pager", shown.append)
    assert man.command.callback is not None
    man.command.callback("")
    (only,) = shown
    assert only[0] == viewer and only[1].endswith("aofref.1") if viewer else "NAME" in only


def test_mail_that_is_no_mail_and_mail_that_resigns() -> None:
    position = turn.start(game("aof2"))[0]
    broken = letter(position, b"Content-Type: text/plain; charset=no-such-code\n\nE:Lha5-fb3\n")
    assert broken.said is not None or (broken.why is not None and broken.why.code is Code.SYNTAX)
    resigned = letter(position, b"\nE:resigns\n")
    assert resigned.said is not None and resigned.said.move == "E:resigns"


def test_a_pass_in_long_notation() -> None:
    assert FORM.write(given(game("aof2"), ENDING), PASS) == "--"


def test_what_is_no_move_has_no_proof() -> None:
    position = given(game("aof2"), ENDING)
    assert explain(position, "E:resigns") is None
    assert explain(position, "hello there") is None


def test_a_proof_says_what_is_wrong_with_the_suffix_and_shows_the_board() -> None:
    found = explain(given(game("aof2"), ENDING), "Rka4-ja4+J")
    assert found is not None and found.refusal is None
    lines = list(proof.lines(found, board=True))
    # From ja4 the Rook reaches neither jb1 (another column and level) nor any other King.
    assert any(line.startswith("  warning: false-check") for line in lines)
    assert "  path: ka4 > ja4" in lines
    assert lines[-2] == "" and lines[-1].count("\n") > 5 * 5  # five levels, drawn
    assert proof.facts(found) == {}


# What mutants lived by (docs/mutation.md) --------------------------------------------------------


def test_escape_lines_are_kept_character_for_character() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3\n%  of the club;  { no comment\nI:ea3-fa3 *\n'
    found = aofref("convert", stdin=text)
    assert found.exit_code == 0
    assert "\n%  of the club;  { no comment\n" in found.stdout


def test_what_follows_a_variation_closed_that_was_not_opened_is_not_judged() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 ) I:ea3-ka1 *\n'
    found = aofref("check", "--format", "json", stdin=text)
    told = json.loads(found.stdout)
    assert (told["status"], told["plies"], found.exit_code) == ("malformed", 1, 2)
    assert found.stderr.count("\n") == 1 and found.stderr.startswith("-:3:15: syntax ")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("ga4-ca4", "RULES 6"),  # four columns ahead: a Pawn's steps are section 6
        ("ga4-ga5", "RULES 6"),  # straight up: its captures go a step forward, too
        ("Kjb5-gb4", "RULES 5"),  # a King goes one step, by the table of section 5
    ],
)
def test_what_no_piece_can_do_rests_on_the_section_that_says_what_it_can(
    move: str, rule: str
) -> None:
    line = "E:Kjb5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
    found = aofref("explain", "--variant", "aof2", "--position", line, move)
    assert found.exit_code == 1
    verdict, sentence, *_ = found.stdout.splitlines()
    assert verdict == f"{move}: refused, unreachable" and sentence.endswith(f"({rule})")


def test_the_page_of_a_record_shows_what_could_not_be_read() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 @what@ I:ea3-fa3 *\n'
    found = aofref("show", "--format", "html", stdin=text)
    assert "@what@" in found.stdout


def test_perft_is_a_number() -> None:
    found = aofref("perft", "--variant", "aof2", "--depth", "1")
    assert (found.exit_code, found.stdout) == (0, "28\n")  # RULES 11


def test_no_more_moves_are_taken_back_than_there_are() -> None:
    found = aofref("undo", "-", "3", stdin='[Variant "aof2"]\n\n1. E:Lha5-fb3 I:ea3-fa3 *\n')
    assert (found.exit_code, found.stdout) == (2, "")
    assert "Error: there are not 3 moves to take back, but 2" in found.stderr


def test_a_piece_that_leaves_no_cell_to_a_king_is_placed_nowhere() -> None:
    of = game("aof2")
    every = set(range(len(of.board.cells)))
    with pytest.raises(ValueError, match="no room for Kings beside Rka4"):
        Alone(of, Question("aof2"), "R", "E").placed(of.board.number["ka4"], every)


@pytest.mark.parametrize(
    ("origin", "is_compiled"), [("/lib/turn.cpython-311.so", True), ("/lib/turn.py", False)]
)
def test_the_rules_are_compiled_where_they_come_from_no_source(
    monkeypatch: pytest.MonkeyPatch, origin: str, is_compiled: bool
) -> None:
    def found(name: str, path: list[str]) -> SimpleNamespace | None:
        where = ("aofref.rules.turn", rules.__path__)
        return SimpleNamespace(origin=origin) if (name, path) == where else None

    monkeypatch.setattr("aofref.rules.PathFinder.find_spec", found)
    assert rules.compiled() is is_compiled


SLIP = "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 W - 4"


@pytest.mark.parametrize(
    "line",
    [
        "W:Kda6;Pab3^5/B:Kdd1;Pbe4^5 W - 4",
        "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 B - 4",
        "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 W - 5",
        "W:Kda6;Pab2^4/B:Kdd1;Pbe4^5 W - 4",
    ],
)
def test_positions_differ_in_whatever_their_lines_do(line: str) -> None:
    of = game("heathen-europe")
    assert given(of, SLIP) == given(of, SLIP) != given(of, line)


def test_positions_differ_in_their_rights() -> None:
    of = game("aof2")
    line = "E:Kjb5/I:Kdb2/J:Kkb1/P:Kjh3;Phe2 I {} 2"
    none, persian = (given(of, line.format(right)) for right in ("-", "hf2>he2"))
    assert none != persian


def test_a_position_shows_its_pieces() -> None:
    assert repr(given(game("aof2"), ENDING)) == (
        "Position({'jb5': 'EK', 'ka4': 'ER', 'db2': 'IK', 'ia4': 'IN', 'jb1': 'JK', 'jh3': 'PK'}, "
        "turn=0, round=1, passed=())"
    )
