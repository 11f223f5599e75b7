"""In place: what others save meanwhile, whose the file is, signals, and JSON that stays JSON."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aofref.cli import inplace
from aofref.library.writing import copy_attributes
from tests.helpers import aofref, nobody

NEW = '[Event "?"]\n[Variant "aof2"]\n\n*\n\n'
BAD = '[Variant "aof2"]\n\n1. E:Kjb5-aa1 *\n'
MOVE = "E:Lha5-fb3"
PLAYED = "{}: played E:Lha5-fb3; I Indian is to move\n"
posix = pytest.mark.skipif(os.name != "posix", reason="owners and signals as POSIX has them")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.aof"
    path.write_text(NEW)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def played(record: Path, warned: str = "") -> None:
    """Play a move in place, which succeeds, perhaps with a warning."""
    found = aofref("play", "--in-place", str(record), MOVE)
    told = (0, "", f"{warned}{PLAYED.format(record)}")
    assert (found.exit_code, found.stdout, found.stderr) == told and MOVE in record.read_text()


def test_a_move_in_place(record: Path) -> None:
    record.chmod(0o640)
    printed = aofref("play", str(record), MOVE).stdout
    played(record)
    assert record.read_text() == printed and record.stat().st_mode & 0o777 == 0o640
    assert names(record.parent) == ["game.aof"]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_stay(mark: str, record: Path) -> None:
    before = mark.encode() + NEW.replace("\n", "\r\n").encode()
    record.write_bytes(before)
    for arguments in (
        ["play", "--in-place", str(record), MOVE],
        ["undo", "--in-place", str(record)],
    ):
        assert aofref(*arguments).exit_code == 0
        now = record.read_bytes()
        assert now.startswith(mark.encode()) and now.count(b"\n") == now.count(b"\r\n") > 0
    assert record.read_bytes() == before


def test_a_refusal_leaves_the_file(record: Path) -> None:
    before = record.stat()
    for move, status in (("E:Kjb5-aa1", 1), ("hello", 2)):
        assert aofref("play", "--in-place", str(record), move).exit_code == status
    assert record.read_text() == NEW and record.stat().st_ino == before.st_ino


def test_a_link_stays_a_link(record: Path) -> None:
    link = record.parent / "link.aof"
    link.symlink_to(record)
    assert aofref("play", "--in-place", str(link), MOVE).exit_code == 0
    assert link.is_symlink() and MOVE in record.read_text()


def test_a_fault_while_writing_leaves_the_old(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    found = aofref("play", "--in-place", str(record), MOVE)
    assert found.exit_code == 2 and "No space left" in found.stderr
    assert record.read_text() == NEW
    assert names(record.parent) == ["game.aof"]


def test_where_nothing_is_written_in_place(record: Path, tmp_path: Path) -> None:
    for args in (["-"], [str(tmp_path)], [str(tmp_path / "none")], [str(record), "--encoding", "latin-1"],
                 [str(record), "--game", "1"]):  # fmt: skip
        found = aofref("play", "--in-place", *args, "E:Lha5-fb3", stdin=NEW)
        assert (found.exit_code, found.stdout) == (2, ""), args
    assert record.read_text() == NEW


@posix
def test_of_many_at_once_one_is_heard(record: Path) -> None:
    moves = ["E:Lha5-fb3", "E:Lkd5-hb3", "E:Lkd5-hc3", "E:Lha5-gc3"]
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "aofref", "play", "--in-place", str(record), move],
            stderr=subprocess.DEVNULL,
        )
        for move in moves
    ]
    assert sorted(run.wait() == 0 for run in runs) == [False, False, False, True]
    assert sum(move in record.read_text() for move in moves) == 1


# What others save meanwhile -----------------------------------------------------------------------


def written_over(path: Path) -> None:
    path.write_text("theirs\n")


def renamed_over(path: Path) -> None:
    beside = path.with_suffix(".theirs")
    beside.write_text("theirs\n")
    beside.replace(path)


@pytest.mark.parametrize("save", [written_over, renamed_over])
@pytest.mark.parametrize(
    ("args", "text"),
    [(["play", "{0}", MOVE], NEW), (["undo", "{0}"], f"{NEW[:-3]}1. {MOVE} *\n"), (["decide", "{0}", "takeback"], BAD),
     (["convert", "{0}"], f"{NEW[:-3]}{MOVE} *\n")],
    ids=["play", "undo", "decide", "convert"],
)  # fmt: skip
def test_what_is_saved_while_the_new_file_is_written_is_not_lost(
    args: list[str],
    text: str,
    save: Callable[[Path], None],
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record.write_text(text)
    to_disk = os.fsync

    def saved_meanwhile(number: int) -> None:
        to_disk(number)
        save(record)

    monkeypatch.setattr("os.fsync", saved_meanwhile)
    found = aofref(args[0], "--in-place", *[arg.format(record) for arg in args[1:]])
    told = f"{record}:1:1: cannot-open has changed meanwhile: it is left as it is\n"
    assert found.exit_code == 2 and found.stderr.endswith(told)
    assert record.read_text() == "theirs\n"
    assert names(record.parent) == ["game.aof"]


# Whose the file is --------------------------------------------------------------------------------


@pytest.fixture
def member() -> Iterator[Path]:
    """Be one of group 4321, in a folder that is open to all."""
    if os.name != "posix" or os.geteuid():
        pytest.skip("who is not root gives no file away")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        groups = os.getgroups()
        aofref("play", "-", MOVE, stdin=NEW)  # loads what it needs while it may
        aofref("undo", "-", stdin=BAD)
        os.setgroups([4321])
        os.setegid(65533)
        try:
            with nobody():
                yield Path(folder)
        finally:
            os.setegid(0)
            os.setgroups(groups)


def owned(folder: Path, owner: int, group: int) -> Path:
    """Make a record of somebody else, as root."""
    path = folder / "game.aof"
    path.write_text(NEW)
    os.seteuid(0)
    os.chown(path, owner, group)
    path.chmod(0o660)
    os.seteuid(65534)
    return path


def rights(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)


@pytest.mark.parametrize(
    ("owner", "group", "after", "lost"),
    [
        (1234, 4321, (65534, 4321, 0o660), "owner could not be kept"),
        (65534, 4322, (65534, 65533, 0o600),
         "group could not be kept, and has the rights of all others"),
    ],
)  # fmt: skip
def test_who_cannot_keep_owner_or_group_gives_their_rights_to_no_other(
    owner: int, group: int, after: tuple[int, int, int], lost: str, member: Path
) -> None:
    path = owned(member, owner, group)
    played(path, f"aofref: {path}: warning: its {lost}\n")
    assert rights(path) == after


def test_root_keeps_owner_and_group(record: Path) -> None:
    if os.name != "posix" or os.geteuid():
        pytest.skip("who is not root gives no file away")
    os.chown(record, 1234, 4321)
    record.chmod(0o664)
    played(record)
    assert rights(record) == (1234, 4321, 0o664)


@posix
def test_a_hard_link_is_not_kept_which_is_said(record: Path) -> None:
    other = record.with_name("other.aof")
    other.hardlink_to(record)
    lost = "hard links could not be kept: its other names still have the old record"
    played(record, f"aofref: {record}: warning: its {lost}\n")
    assert other.read_text() == NEW


def test_extended_attributes_are_kept(record: Path) -> None:
    try:
        os.setxattr(record, "user.note", b"board 3")
    except (OSError, AttributeError):
        pytest.skip("this system or file system has no extended attributes")
    os.utime(record, (0, 0))
    played(record)
    assert os.getxattr(record, "user.note") == b"board 3" and record.stat().st_mtime > 0


# Signals ------------------------------------------------------------------------------------------

SIGNALS = [signal.SIGINT, *(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))]  # fmt: skip

MOMENTS = """
import os, signal, sys
from aofref.cli import start
moment, number = sys.argv.pop(1), int(sys.argv.pop(1))
signal.signal(signal.SIGINT, signal.default_int_handler)

def struck(name):
    before = getattr(os, name)
    def called(*args, **keys):
        if moment == f"before {name}":
            os.kill(os.getpid(), number)
        found = before(*args, **keys)
        if moment == f"after {name}":
            os.kill(os.getpid(), number)
        return found
    return called

for name in ("open", "fsync", "chmod", "replace", "rename"):
    setattr(os, name, struck(name))
if moment == "at the end":
    import atexit
    atexit.register(os.kill, os.getpid(), number)
start.main()
"""


@posix
@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (moment, SIGNALS[-1])
        for moment in ("before fsync", "after chmod", "after replace", "at the end")
    ]
    + [("before replace", number) for number in SIGNALS],
)
def test_a_signal_at_any_moment(moment: str, number: signal.Signals, record: Path) -> None:
    """Nothing is left behind, and the status says whether the move was written."""
    run = subprocess.run(
        [sys.executable, "-c", MOMENTS, moment, str(int(number)), "play", "--in-place", str(record), MOVE],
        capture_output=True,
        check=False,
    )  # fmt: skip
    assert names(record.parent) == ["game.aof"]
    assert (run.returncode, run.stdout, run.stderr.decode()) == (0, b"", PLAYED.format(record))
    assert MOVE in record.read_text()


@posix
@pytest.mark.parametrize("number", [SIGNALS[-1], signal.SIGKILL], ids=lambda number: number.name)
def test_signals_at_random_moments(number: signal.Signals, record: Path) -> None:
    """The file is whole; who is not killed leaves nothing behind, and says whether it was written."""
    run = [sys.executable, "-m", "aofref", "play", "--in-place", str(record), MOVE]
    began = time.monotonic()
    subprocess.run(run, check=True)
    whole, new = time.monotonic() - began, record.read_text()
    rng = random.Random(int(number))
    for _ in range(3):
        record.write_text(NEW)
        process = subprocess.Popen(
            run, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), stderr=subprocess.DEVNULL
        )  # fmt: skip
        time.sleep(whole * rng.uniform(0.5, 1.1))
        process.send_signal(number)
        status = process.wait()
        if number == signal.SIGKILL:
            assert record.read_text() in (NEW, new)
        else:
            assert names(record.parent) == ["game.aof"]
            assert record.read_text() == (new if status == 0 else NEW), status


@posix
def test_a_signal_is_heeded_again_once_a_file_could_not_be_written(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # no other thread takes it
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            inplace.destination(str(record), True).put("new\n")
    finally:
        signal.signal(signal.SIGINT, before)
    assert record.read_text() == NEW and names(record.parent) == ["game.aof"]


@posix
def test_whoever_calls_the_program_has_its_own_signals_back(record: Path) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    assert aofref("play", "--in-place", str(record), MOVE).exit_code == 0
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_whoever_calls_it_in_another_thread_has_them_too(record: Path, tmp_path: Path) -> None:
    """Python lets the main thread alone set what a signal does."""
    pages = tmp_path / "pages"
    before = [signal.getsignal(number) for number in SIGNALS]
    with ThreadPoolExecutor(1) as pool:
        for args in (
            ("play", "--in-place", str(record), MOVE),
            ("gallery", str(record.parent), "--output-dir", str(pages)),
        ):
            assert pool.submit(aofref, *args).result().exit_code == 0
    assert MOVE in record.read_text() and (pages / "index.html").exists()
    assert [signal.getsignal(number) for number in SIGNALS] == before


# JSON ---------------------------------------------------------------------------------------------


def as_json(text: str) -> str:
    return aofref("convert", "--to", "json", stdin=text).stdout


def test_json_stays_json(record: Path) -> None:
    spread = json.dumps(json.loads(as_json(NEW)), indent=1)
    record.write_text(f"{spread}\n")
    assert aofref("play", "--in-place", str(record), MOVE).exit_code == 0
    assert json.loads(record.read_text())["movetext"] == [["move", MOVE], ["result", "*"]]
    assert record.read_text() == as_json(f'[Event "?"]\n[Variant "aof2"]\n\n1. {MOVE} *\n')
    assert aofref("undo", "--in-place", str(record)).exit_code == 0
    assert record.read_text() == as_json(NEW)


@pytest.mark.parametrize("command", ["play", "undo"])
def test_a_notation_that_is_asked_for_is_written(command: str, record: Path) -> None:
    two = f'[Variant "aof2"]\n\n1. {MOVE} I:ea3-fa3 *\n'
    record.write_text(as_json(two))
    args = ["J:Sha1-fb1"] if command == "play" else []
    wanted = aofref(command, "--to", "san", "-", *args, stdin=two).stdout
    assert aofref(command, "--in-place", "--to", "san", str(record), *args).exit_code == 0
    assert record.read_text() == wanted


def test_a_decision_leaves_json_as_it_is(record: Path) -> None:
    text = as_json('[Variant "aof2"]\n\n*\n').replace(
        '["result", "*"]', '["move", "E:Kjb5-aa1"], ["result", "*"]'
    )
    record.write_text(text)
    found = aofref("decide", "--in-place", str(record), "takeback")
    assert (found.exit_code, found.stdout) == (2, "") and found.stderr.count("\n") == 1
    assert record.read_text() == text


# Many records in a file, and many files -----------------------------------------------------------

LAN = f"{NEW[:-3]}1. {MOVE} *\n\n"
SAN = f"{NEW[:-3]}1. E:Lfb3 *\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make files of which all can be converted, some not, and a link to one."""
    found = tmp_path / "games"
    (found / "below").mkdir(parents=True)
    texts = {"one": LAN * 2, "below/two": LAN, "same": SAN, "bad": LAN + BAD, "worse": LAN + "~~\n"}
    for name, text in texts.items():
        (found / f"{name}.aof").write_text(text)
    (found / "link.aof").symlink_to(found / "one.aof")
    return found


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_files_are_converted_in_place(folder: Path, jobs: str) -> None:
    (folder / "one.aof").chmod(0o640)
    inode = (folder / "same.aof").stat().st_ino
    found = aofref("convert", "--in-place", "--to", "san", "--jobs", jobs, str(folder))
    assert (found.exit_code, found.stdout) == (2, "")
    said = found.stderr.splitlines()
    left = [line.split(": ")[1:] for line in said if line.startswith("aofref") and "record" in line]
    why = "left as it is, because not every record in it is legal"
    assert left == [[str(folder / name), why] for name in ("bad.aof", "worse.aof")]
    assert (folder / "one.aof").read_text() == SAN * 2
    assert (folder / "below" / "two.aof").read_text() == (folder / "same.aof").read_text() == SAN
    assert (folder / "bad.aof").read_text() == LAN + BAD
    assert (folder / "worse.aof").read_text() == LAN + "~~\n"
    assert (folder / "link.aof").is_symlink()
    assert (folder / "one.aof").stat().st_mode & 0o777 == 0o640
    assert (folder / "same.aof").stat().st_ino == inode
    assert names(folder) == ["bad.aof", "below", "link.aof", "one.aof", "same.aof", "worse.aof"]


def test_a_file_that_is_named_twice_is_converted_once(folder: Path) -> None:
    one, link = str(folder / "one.aof"), str(folder / "link.aof")
    found = aofref("convert", "--in-place", "--to", "san", one, link, one)
    assert (folder / "one.aof").read_text() == SAN * 2 and found.exit_code == 2
    assert found.stderr == "".join(f"{name}:1:1: cannot-open is named twice: it is written once\n" for name in (link, one))  # fmt: skip


def test_json_stays_json_and_what_cannot_be_written_is_refused(folder: Path) -> None:
    one = folder / "one.aof"
    text = aofref("convert", "--to", "json", str(one)).stdout
    one.write_text(text + LAN)
    assert aofref("convert", "--in-place", str(one)).exit_code == 0
    assert one.read_text() == text + LAN
    assert aofref("convert", "--in-place", "--to", "san", str(one)).exit_code == 0
    assert one.read_text() == SAN * 3
    for args in (
        [],
        ["-"],
        [str(one), "-"],
        ["--encoding", "latin-1", str(one)],
        [str(folder / "none.aof")],
    ):
        found = aofref("convert", "--in-place", *args, stdin=LAN)
        assert (found.exit_code, found.stdout) == (2, ""), args
    assert one.read_text() == SAN * 3


def test_the_lines_that_say_where_records_came_from_stay(folder: Path) -> None:
    origins = [f"% aofref: games/{n}.aof:1:1: record {n}\n" for n in (1, 2)]
    one = folder / "one.aof"
    one.write_text(LAN.join([origins[0], f"\n{origins[1]}", ""]))
    assert aofref("convert", "--in-place", "--to", "san", str(one)).exit_code == 0
    assert one.read_text() == SAN.join([*origins, ""])


def test_the_file_that_somebody_saves_is_left_and_the_next_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saved(new: Path, old: Path) -> list[str]:
        if old.name == "one.aof":
            old.write_text("theirs\n")
        return copy_attributes(new, old)

    monkeypatch.setattr("aofref.library.writing.copy_attributes", saved)
    one, two = folder / "one.aof", folder / "below" / "two.aof"
    found = aofref("convert", "--in-place", "--to", "san", str(one), str(two))
    assert found.exit_code == 2
    assert found.stderr == f"{one}:1:1: cannot-open has changed meanwhile: it is left as it is\n"
    assert (one.read_text(), two.read_text()) == ("theirs\n", SAN)


@posix
def test_an_interruption_ends_the_run_behind_a_file_that_is_whole(folder: Path) -> None:
    for name in ("bad.aof", "worse.aof"):
        (folder / name).unlink()
    run = [sys.executable, "-c", MOMENTS, "before fsync", str(int(signal.SIGINT)), "convert", "--in-place", "--to", "san", str(folder)]  # fmt: skip
    found = subprocess.run(run, capture_output=True, check=False)
    assert found.returncode in (130, -signal.SIGINT)
    texts = [(folder / name).read_text() for name in ("below/two.aof", "one.aof")]
    assert texts == [SAN, LAN * 2] and len(names(folder)) == 4
