"""Entries of a club's folders that nobody expects there: none keeps the others waiting."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from aofref.club.settings import is_address
from aofref.club.store import Store
from tests.club.test_club import refuse
from tests.clubs import NOW, AClub, a_club, a_program

LATER = "2026-11-26T10:00:01Z"  # five days and a second after NOW


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()
    (path / "x").write_text("x")


def dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def circle(path: Path) -> None:
    path.symlink_to(path)


def to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name(f".{path.name}"))
    path.symlink_to(path.with_name(f".{path.name}"))


def to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def to_a_folder(path: Path) -> None:
    path.symlink_to("/usr")


def listening(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket may have a hundred characters
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def empty(path: Path) -> None:
    path.touch()


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate((1 << 26) + 1)  # that takes no room on the disk


ODD = [pipe, folder, dangling, circle, to_a_pipe, to_a_device, to_a_folder, listening, empty, huge]
Odd = Callable[[Path], None]
BOXES = ("in/new", "in/cur", "out/cur", "held/new", "held/cur", "in/tmp", "out/tmp")


def cannot_open(club: AClub, name: str, odd: Odd) -> str:
    """Give what each run says of an entry; an empty file is nothing odd."""
    why: dict[Odd, str] = {
        dangling: "No such file or directory",
        circle: "Too many levels of symbolic links",
    }
    said = why.get(odd, "this is not a plain file, or too large")
    return "" if odd is empty else f"{club.folder}/{name}:1:1: cannot-open {said}\n"


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    made = a_club(tmp_path)
    made.mail("Anna", "[g-1]", "Lha5-fb3")
    (made.folder / "out" / "new").mkdir(parents=True)
    (made.folder / "plans").mkdir()
    return made


@pytest.mark.parametrize("odd", ODD)
def test_in_out(club: AClub, tmp_path: Path, odd: Odd) -> None:
    odd(club.folder / "out" / "new" / "0.odd")
    reads = a_program(tmp_path, "sys.exit('no message' if not sys.stdin.buffer.read() else 0)")
    for _ in range(2):
        done = club.ran("--now", NOW, "--deliver", reads)
        assert done.exit_code == 1 and done.stderr.startswith("aofref: out/new/0.odd: not sent: ")
        assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert len(list((club.folder / "out" / "cur").iterdir())) == 4  # Anna's move went to all
    assert os.path.lexists(club.folder / "out" / "new" / "0.odd")


@pytest.mark.parametrize(
    ("box", "odd"),
    [(box, odd) for n, box in enumerate(BOXES) for odd in (ODD[n % 3 :: 3] if n else ODD)],
)
def test_in_other_boxes(club: AClub, tmp_path: Path, box: str, odd: Odd) -> None:
    (club.folder / box).mkdir(parents=True, exist_ok=True)
    odd(club.folder / box / "1795255000.1.club")
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path))
    assert done.exit_code == 0 and "played: [g-1] " in done.stdout
    name = f"{box}/1795255000.1.club"
    assert done.stderr == (cannot_open(club, name, odd) if box in ("in/new", "held/new") else "")
    faulty = [row["file"] for row in club.status()["faulty"]]
    assert faulty == ([f"{club.folder}/{name}"] if done.stderr else [])
    assert len([p for p in (club.folder / "out" / "cur").iterdir() if ",S" in p.name]) >= 4


@pytest.mark.parametrize("name", ["0.aof", "0.E.plan", ".0.aof.club-new"])
@pytest.mark.parametrize("odd", ODD)
def test_in_games(club: AClub, name: str, odd: Odd) -> None:
    odd(club.folder / "games" / name)
    club.mail("Bela", "no game is named", "ea3-fa3")
    done = club.ran("--now", NOW)
    assert done.exit_code == 0
    fault = f"{club.folder}/games/0.aof:1:1: no-record there is no record here\n"
    is_fault = odd is empty and name == "0.aof"
    over = cannot_open(club, f"games/{name}", odd) if name == "0.aof" else ""
    assert done.stderr == (fault if is_fault else over)
    lines = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:2]] == ["played", "played"]
    assert club.left()["in/new"] == 0


@pytest.mark.parametrize("name", ["games/g-1.aof", "plans/g-1.I.plan", "known/g-1.txt"])
@pytest.mark.parametrize("odd", [*ODD[:-2], huge])
def test_a_game_whose_file_cannot_be_read(club: AClub, name: str, odd: Odd) -> None:
    """Its messages wait, and nothing of them is done; the other games go on."""
    club.game("h", "heathen-europe")
    path = club.folder / name
    path.parent.mkdir(exist_ok=True)
    aside = path.with_name("aside")
    if path.exists():
        path.rename(aside)
    odd(path)
    club.mail("Anna", "[h]", "Pac2-ad2")
    club.mail("Bela", "", "[h]\nshow\n\n[g-1]\ntell Hello!")
    for verdicts in (["held", "played", "held"], ["held", "held"]):
        done = club.ran("--format", "json")
        assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == verdicts
        assert done.exit_code == 0 and done.stderr == cannot_open(club, name, odd)
        assert club.left()["in/new"] == 2 and len(club.answers()) == 2
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    if aside.exists():
        aside.rename(path)
    assert club.verdicts() == ["played", "answered", "told"]
    assert len(club.answers()) == 2 + 4 + 4 and club.verdicts() == []


def test_a_file_of_another_account(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line on standard error names it, and not one for each of the steps that need it."""
    path = club.folder / "known" / "g-1.txt"
    path.parent.mkdir()
    path.touch()
    refuse(monkeypatch, path)
    done = club.ran("--now", NOW)
    assert done.stderr == f"{path}:1:1: cannot-open Permission denied\n"
    assert done.stdout.startswith(f"held: {path}: Permission denied\n")
    assert done.exit_code == 0 and club.left()["in/new"] == 1
    done = club.ran("--withdraw", "anna")
    assert "held: [g-1] the record must be corrected first" in done.stdout


def test_a_folder_that_cannot_be_written(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message waits, which standard error says, too; then it is played and answered once."""

    def refused(_: Store, name: str, content: bytes) -> None:
        raise PermissionError(13, "Permission denied", f"out/tmp/{len(content) and name[:10]}")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "prepare", refused)
        done = club.ran("--now", NOW)
    assert done.stdout == "held: out/tmp/1795255001: Permission denied\n"
    assert done.stderr == "aofref: out/tmp/1795255001: Permission denied\n"
    assert club.verdicts() == ["played"] and len(club.answers()) == 4


def test_a_held_message_of_a_game_that_cannot_be_read(club: AClub) -> None:
    club.mail("Eve@example.com", "hello", "[g-1]\nLha5-fb3\n\n[h]\nshow")
    club.run()
    (club.folder / "games" / "g-1.aof").unlink()
    pipe(club.folder / "games" / "g-1.aof")
    assert club.verdicts() == ["held"]  # nobody can read its clock
    (row,) = club.status()["held"]
    assert row["why"] == "cannot be read"


def test_a_link_is_read_and_put_away(club: AClub, tmp_path: Path) -> None:
    (mail,) = (club.folder / "in" / "new").iterdir()
    mail.rename(tmp_path / "mail")
    mail.symlink_to(tmp_path / "mail")
    record = club.folder / "games" / "g-1.aof"
    record.rename(tmp_path / "record")
    record.symlink_to(tmp_path / "record")
    assert club.verdicts() == ["played"] and club.left()["in/cur"] == 1
    assert record.is_symlink() and "Lha5-fb3" in (tmp_path / "record").read_text()


@pytest.mark.parametrize("name", ["club.toml", "players.tsv", ".lock"])
@pytest.mark.parametrize("odd", ODD)
def test_in_place_of_a_file_of_the_club(club: AClub, name: str, odd: Odd) -> None:
    (club.folder / name).unlink(missing_ok=True)
    odd(club.folder / name)
    done = club.ran("--now", NOW)
    if done.exit_code == 0:  # a lock, or no players
        assert done.stdout and name != "club.toml"
    else:
        assert done.exit_code == 2 and done.stderr.count("\n") == 1
        assert name in done.stderr and "fault of the program" not in done.stderr


def test_an_answer_that_has_become_a_pipe_is_not_given_again(club: AClub) -> None:
    club.run()
    (old,) = [p for p in (club.folder / "out" / "new").iterdir() if b"To: Anna" in p.read_bytes()]
    old.unlink()
    os.mkfifo(old)
    club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")
    club.mail("Bela", "[g-1]", "ea3-fa3")
    assert club.verdicts() == ["duplicate", "played"]


# What can never be sent ---------------------------------------------------------------------------

REFUSES = "if b'eve@' in sys.stdin.buffer.read(): print('550 no such user', file=sys.stderr); sys.exit({})"


def test_a_record_stays_with_its_owners_rights(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    path = club.folder / "games" / "g-1.aof"
    path.chmod(0o640)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert club.verdicts() == ["played"]
    assert "Lha5-fb3" in path.read_text() and path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("status", [67, 75])
def test_what_cannot_be_sent_is_tried_again_by_each_run(
    club: AClub, tmp_path: Path, status: int
) -> None:
    """Also long after, or if the program says that there is no such user; it stops no other."""
    club.mail("eve@example.com", "hello", "Let me play!")
    for now in (NOW, "2026-11-26T10:00:00Z", LATER):
        refuses = a_program(tmp_path, REFUSES.format(status))
        done = club.ran("--now", now, "--deliver", refuses)
        assert done.exit_code == 1 and done.stderr.endswith(": not sent: 550 no such user\n")
        assert club.left()["out/new"] == 1 and club.left()["out/cur"] == 4
        assert len(list((club.folder / "held" / "new").iterdir())) == 1  # what Eve wrote
    out = tmp_path / "sent"
    sends = a_program(tmp_path, f"open({str(out)!r}, 'wb').write(sys.stdin.buffer.read())")
    assert club.ran("--now", LATER, "--deliver", sends).exit_code == 0
    assert out.read_bytes().startswith(b"From: The Drum") and club.left()["out/new"] == 0


def test_control_characters_are_no_address(club: AClub) -> None:
    assert is_address("eve@example.com") and is_address("a" * 242 + "@example.com")
    assert not is_address("a" * 243 + "@example.com")
    for mark in map(chr, (*range(33), 127, 128, 0xAD, 0x2028)):
        assert not is_address(f"e{mark}ve@example.com")
    club.put(b"From: e\x01v\x1be@example.com\nSubject: hello\n\nLet me play!\n")
    assert club.verdicts() == ["played", "held"]
    assert not club.answers(to="e") and len(club.answers()) == 4
