"""The examples do what they say: a club with a season of three games, and its document."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine

from aofref.club.settings import read_club
from tests.clubs import AClub
from tests.helpers import ROOT, aofref

CLUB = ROOT / "examples" / "club"
DOCUMENT, OF_MAIL = (
    (ROOT / "docs" / name).read_text("utf-8") for name in ("club.md", "club-mail.md")
)


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def test_the_club(tmp_path: Path) -> None:
    text = (CLUB / "README.md").read_text("utf-8")
    (commands,), (said,) = blocks(text, "sh"), blocks(text, "text")
    copied, run = (shlex.split(line) for line in commands.splitlines())
    assert copied[:2] == ["cp", "-r"] and Path(ROOT / copied[2]) == CLUB
    shutil.copytree(CLUB, tmp_path / "trial")
    done = aofref(*(word.replace(copied[3], str(tmp_path / "trial")) for word in run[1:]))
    assert (done.exit_code, done.stderr, done.stdout) == (0, "", said)
    club = AClub.__new__(AClub)
    club.folder = tmp_path / "trial"
    record = re.sub(r"\s*\{[^}]*\}\s*", " ", club.text("aof2-01"))
    assert record.endswith("1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 * ") or record.endswith(
        "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 *\n\n"
    )
    assert aofref("check", "--strict", str(club.folder / "games")).exit_code == 0
    told = club.answer("<2@mail.example.net>", "Bela")
    assert "> Liebe Grüße an alle!" in told and "I:ea3-fa3" in told
    (once,) = club.answers("<2@mail.example.net>", "Anna")  # for both deliveries
    assert "Anna (European) has played" in once.get_content()
    assert club.left()["in/new"] == 0 and club.left()["held/new"] == 1
    assert club.left()["out/new"] == 18


def test_the_document(tmp_path: Path) -> None:
    """Its settings can be read; its commands are run by tools.documents, as they stand."""
    (settings,) = blocks(DOCUMENT, "toml")
    club = read_club(settings)
    assert (club.dkim, club.arbiter) == (True, "me@example.org")
    assert DOCUMENT.count("\n") <= 140
    help_ = aofref("club", "--help").stdout + aofref("season", "--help").stdout
    for option in set(re.findall(r"--[a-z]+", DOCUMENT.partition("## Let mail in and out")[0])):
        assert option in help_ or option == "--in-place", option


def test_the_table_of_cron(tmp_path: Path) -> None:
    """Its lines run the club; cron makes a line break of a % without a backslash."""
    (table,) = (block for block in blocks(OF_MAIL, "text") if "MAILTO=" in block)
    lines = [line for line in table.splitlines() if " aofref club " in line]
    shutil.copytree(CLUB, tmp_path / "club")
    assert [line.count(" --now ") for line in lines] == [0, 1]
    for line in lines:
        assert not re.search(r"(?<!\\)%", line)
        command = line.partition(" aofref ")[2].partition(" >> ")[0]
        text = command.replace("--now now", "--now 2026-11-22T00:00:00Z")
        words = shlex.split(text.replace("$HOME", str(tmp_path)))
        assert words[-1] == "sendmail -t -i -f club@example.org"
        done = aofref(*words, "--dry-run")
        assert (done.exit_code, done.stderr) == (0, "") and len(done.stdout.splitlines()) >= 12
    hours = [tuple(line.split()[:2]) for line in lines]
    assert hours == [("*/5", "*"), ("2", "6")], "the second does not begin with the first"


def ran(name: str, *arguments: str, stdin: str = "") -> tuple[str, str]:
    """Run an example; return what it prints, and its complaints."""
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_the_tree_editor(tmp_path: Path) -> None:
    file = tmp_path / "game.aof"
    file.write_text('[Variant "chess"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n', "utf-8")
    commands = """\
e4 c5 Nf3
back
note Sicilian
d4 cd4
line
back
back
back
c5
next
mark !
promote
back
back
back
d4
next 7
Ke9
back
e4 e5
cut
"""
    told, wrong = ran("tree_editor.py", str(file), stdin=commands)
    expected = """\
2... c5xd4
[Variant "chess"]

1. e4 (d4) c5 {Sicilian} 2. Ng1-f3! (2. d2-d4 c5xd4) *
"""
    assert told == expected
    assert [line.partition(":")[0] for line in wrong.splitlines()] == ["next 7", "Ke9"]


def test_the_uci_engine() -> None:
    """Another program plays it: it finds a mate in one, takes a Queen, and does not give one away."""
    command = [sys.executable, str(ROOT / "examples" / "uci_engine.py")]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        for fen, best in (
            ("6k1/5ppp/8/8/3q4/8/5PPP/3RR1K1 w - - 0 1", "e1e8"),
            ("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            ("8/P7/8/8/8/8/7k/K7 w - - 0 1", "a7a8q"),
        ):
            played = engine.play(chess.Board(fen), chess.engine.Limit(depth=2))
            assert played.move is not None and played.move.uci() == best


def test_the_swiss_scorer(tmp_path: Path) -> None:
    """Two rounds of four: Anna has two points, Bela and Cleo one each, Dora none."""
    games = ("Anna Bela 1-0", "Cleo Dora 1-0", "Anna Cleo 1-0", "Dora Bela 0-1")
    for number, game in enumerate(games):
        white, black, result = game.split()
        tags = f'[Variant "chess"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
        (tmp_path / f"{number}.aof").write_text(f"{tags}\n1. e4 e5 {result}\n", "utf-8")
    told, _ = ran("swiss.py", str(tmp_path))
    assert (
        told
        == """\
 2.0   2.0  Anna
 1.0   2.0  Bela
 1.0   2.0  Cleo
 0.0   2.0  Dora
Anna - Dora
Bela - Cleo
"""
    )
