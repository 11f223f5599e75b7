"""What the system does to a run: interruptions, signals, full disks, killed workers, and our own faults."""

from __future__ import annotations

import array
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, TypeVar

import pytest

from aofref.cli import start
from aofref.cli.app import main
from aofref.cli.io import ending_signals, stdout_raw
from aofref.cli.workers import spread
from aofref.library import record
from aofref.notation.records import Record, read
from tests.helpers import FIXTURES, aofref, nobody

Given = TypeVar("Given")
Result = TypeVar("Result")
COMMAND = [sys.executable, "-m", "aofref"]
GOOD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n\n'
GAME = (FIXTURES / "records" / "aof2-01-en-passant.aof").read_text("utf-8")
DIED = "aofref: a worker died; its records are judged again\n"
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write records that take some seconds, behind as many short ones as `list` looks at first."""
    path = tmp_path_factory.mktemp("long") / "long.aof"
    path.write_text(GOOD * 100 + GAME * 100)
    return path


Wait = Callable[[IO[bytes]], bytes]
"""Waits for a moment in the output of a command, and gives what it has read of it."""


def signalled(number: int, wait: Wait, *args: str) -> tuple[int, bytes, bytes]:
    """Run a command in a group of its own and signal the group after `wait`.

    Gives its status, all that it wrote, and its standard error.
    """
    with subprocess.Popen(
        [*COMMAND, *args],
        bufsize=0,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, number)],
    ) as run:
        try:
            assert run.stdout is not None
            first = wait(run.stdout)
            os.killpg(run.pid, number)
            rest, told = run.communicate(timeout=120)
        finally:
            run.kill()
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(run.pid, 0)
    return run.returncode, first + rest, told


def after(seconds: float) -> Wait:
    """Wait for the first output, and so many seconds more."""

    def wait(pipe: IO[bytes]) -> bytes:
        first = pipe.read(1)
        assert first
        time.sleep(seconds)
        return first

    return wait


@posix
@pytest.mark.parametrize(
    ("number", "jobs", "statuses"),
    [
        (signal.SIGINT, "1", [130]),
        (signal.SIGINT, "2", [130]),
        (signal.SIGTERM, "2", [143, -signal.SIGTERM]),
    ],
)
def test_a_signal_is_the_status_and_leaves_nobody(
    number: int, jobs: str, statuses: list[int], long: Path
) -> None:
    status, _, told = signalled(number, after(0.1), "check", "--jobs", jobs, str(long))
    assert status in statuses and told == b""


@posix
@pytest.mark.parametrize(("number", "jobs"), [*zip(ending_signals(), "121", strict=False)])
def test_a_gallery_that_is_ended_leaves_nothing_half_made(
    number: int, jobs: str, tmp_path: Path
) -> None:
    pages, games = tmp_path / "pages", tmp_path / "games"
    games.mkdir()
    (games / "long.aof").write_text(GAME * 40)

    def made(_: IO[bytes]) -> bytes:
        until = time.monotonic() + 60
        while not pages.exists():  # it is made for the first page
            assert time.monotonic() < until
            time.sleep(0.01)
        time.sleep(0.3)
        return b""

    args = ["gallery", "--jobs", jobs, "--output-dir", str(pages), str(games)]
    status, _, told = signalled(number, made, *args)
    assert status in (128 + number, -number) and b"Traceback" not in told
    assert not list(pages.iterdir())


KILLED_AT_THE_END = """
import os, signal, sys
from pathlib import Path
from aofref.cli.app import main
left = int(sys.argv.pop(1))
real = Path.replace
def replace(path, target):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(path, target)
Path.replace = replace
main()"""
"""A command that is killed when it is about to give a file its name, some of them later."""


@posix
@pytest.mark.parametrize(
    "args",
    [
        "select --split Variant --output-dir {made} {file}",
        "gallery --output-dir {made} {games}",
        "play --in-place {made}/game.aof ea3-fa3",
    ],
)
def test_what_is_killed_leaves_no_torn_file_and_the_next_run_tidies_up(
    args: str, tmp_path: Path
) -> None:
    games, made = tmp_path / "games", tmp_path / "made"
    games.mkdir()
    file = games / "a.aof"
    made.mkdir()
    file.write_text(GAME)
    (made / "game.aof").write_text(GOOD)
    command = args.format(made=made, games=games, file=file).split()
    # Without a kill, in another folder: what there is in the end.
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "game.aof").write_text(GOOD)
    done = subprocess.run(
        [*COMMAND, *args.format(made=whole, games=games, file=file).split()], check=True
    )
    wanted = {path.name: path.read_bytes() for path in whole.iterdir()}
    for after_files in ("1", "0"):
        killed = [sys.executable, "-c", KILLED_AT_THE_END, after_files, *command]
        done = subprocess.run(killed, check=False, capture_output=True)
        if done.returncode == 0:  # it writes one file only
            (made / "game.aof").write_text(GOOD)
            continue
        assert done.returncode == -signal.SIGKILL, done.stderr
        for path in made.iterdir():
            if not path.name.startswith("."):
                assert path.read_bytes() in (wanted[path.name], GOOD.encode()), path
        assert list(made.glob(".*"))
    subprocess.run([*COMMAND, *command], check=True, capture_output=True)
    assert {path.name: path.read_bytes() for path in made.iterdir()} == wanted


@posix
def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    long = tmp_path / "long.aof"
    long.write_text(GAME * 30)
    usual = subprocess.run(
        [*COMMAND, "check", "--format", "json", str(long)],
        capture_output=True,
        check=True,
    )
    with subprocess.Popen(
        [*COMMAND, "check", "--format", "json", "--jobs", "2", str(long)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        workers: list[str] = []
        until = time.monotonic() + 20
        while not workers and time.monotonic() < until:
            time.sleep(0.05)
            children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
            workers = children.read_text().split() if children.exists() else ["0"]
        if workers == ["0"]:
            run.kill()
            pytest.skip("this system does not tell the children of a process")
        os.kill(int(workers[0]), signal.SIGKILL)
        out, told = run.communicate(timeout=120)
    assert run.returncode == 0
    assert out == usual.stdout
    assert told.decode() in ("", DIED)


@posix
def test_a_worker_killed_in_the_middle_of_an_answer_costs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # What concurrent.futures and loky never come back from.
    deadly = tmp_path / "deadly"
    deadly.touch()
    items = [(deadly, "a"), (tmp_path, "b"), (tmp_path, "c")]
    found = list(spread(_long_answer, items, 2, lambda _: 10**9))
    assert found == [letter * 200_000 for letter in "abc"]
    assert capsys.readouterr().err == DIED


def _long_answer(item: tuple[Path, str]) -> str:
    """Answer at length; the first time that a file is met, only half, and die."""
    path, letter = item
    if path.is_file():
        path.unlink()

        def half(pipe: Connection, answer: bytes) -> None:
            os.write(pipe.fileno(), answer[: len(answer) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        Connection._send = half  # type: ignore[attr-defined]
    return letter * 200_000


def test_there_are_no_more_workers_than_work() -> None:
    pids = set(spread(_pid, range(3), 200, lambda _: 1))
    assert pids == {os.getpid()}  # one batch: no worker at all
    pids = set(spread(_pid, range(3), 200, lambda _: 10**9))
    assert len(pids) <= 3 and os.getpid() not in pids


def _pid(_item: int) -> int:
    return os.getpid()


def test_more_jobs_than_any_machine_has() -> None:
    found = aofref("check", "--quiet", "--jobs", "99999999999999999999", stdin=GOOD * 2)
    assert (found.exit_code, found.stderr) == (0, "")


def test_results_come_in_order() -> None:
    found = spread(abs, range(-50, 0), 2, lambda _: 8_000)
    assert list(found) == [*range(50, 0, -1)]


@posix
def test_batches_that_kill_their_workers_are_worked_out_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deadly = [tmp_path / name for name in "abc"]
    items = [deadly[0], tmp_path / "x", *deadly[1:], tmp_path / "y"]
    for path in deadly:
        path.touch()
    found = list(spread(Deadly(os.getpid()), items, 2, lambda _: 10**9))
    assert found == items
    assert capsys.readouterr().err == DIED * 3


class Deadly:
    """Answers with paths; one that is a file kills every process but one."""

    def __init__(self, spared: int) -> None:
        self.spared = spared

    def __call__(self, path: Path) -> Path:
        if path.is_file() and os.getpid() != self.spared:
            os.kill(os.getpid(), signal.SIGKILL)
        return path


def broken(raw: Record) -> Record:
    if "Indian" in raw.text:
        raise RuntimeError("as a test\nwould have it")
    return read(raw)


BAD = GOOD.replace("\n\n1", '\n[Indian "x"]\n\n1')


def test_a_fault_of_the_program_costs_no_other_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AOFREF_DEBUG", raising=False)
    monkeypatch.setattr(record, "read", broken)
    found = aofref("check", "--format", "json", stdin=GOOD + BAD + GOOD)
    assert found.exit_code == 2
    assert [line[: line.index(",")] for line in found.stdout.splitlines()] == [
        '{"record": 1', '{"record": 2', '{"record": 3'
    ]  # fmt: skip
    assert found.stdout.count('"status": "legal"') == 2
    assert found.stderr == (
        "-:5:1: syntax aofref itself failed on this record: RuntimeError: as a test would have it\n"
    )
    selected = aofref("select", "--status", "legal", stdin=GOOD + BAD + GOOD)
    assert (selected.exit_code, selected.stdout, selected.stderr) == (2, GOOD * 2, found.stderr)


def test_its_traceback_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOFREF_DEBUG", "1")
    monkeypatch.setattr(record, "read", broken)
    found = aofref("check", stdin=BAD)
    assert isinstance(found.exception, RuntimeError)


RECORD = FIXTURES / "records" / "aof2-00-first.aof"
WRITERS = [
    *(words.split() for words in ("--help", "--version", "check --help", "variants", "rulings")),
    *(words.split() for words in ("rules aof2 P", "schema check", "man record")),
    *(words.split() for words in ("moves --variant aof2", "perft --variant aof2 --depth 1")),
    *([name, str(RECORD)] for name in ("check", "convert", "show", "list", "log", "stats", "table", "undo")),
    ["check", "--format", "json", "--jobs", "2", str(RECORD), str(RECORD)],
    ["select", "--count", str(RECORD)],
]  # fmt: skip
"""Commands that write something to standard output."""


@posix
@pytest.mark.parametrize("args", WRITERS, ids=str)
def test_an_output_that_takes_nothing_is_one_line_and_2(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        suppress(OSError),  # what is held back when it is closed
        os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8") as nowhere,
    ):
        monkeypatch.setattr(sys, "stdout", nowhere)
        monkeypatch.setattr(os, "_exit", sys.exit)
        with pytest.raises(SystemExit, match="2"):
            main(args)
    told = "aofref: standard output: Bad file descriptor\n"
    assert capsys.readouterr().err == told


@posix
def test_an_output_that_is_closed_or_full() -> None:
    told = "aofref: standard output: {}\n"
    assert under(["variants"], ">&-") == (2, "", told.format("Bad file descriptor"))
    assert under(["check", "--quiet", str(RECORD)], ">&-") == (0, "", "")
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    assert under(["variants"], ">/dev/full") == (2, "", told.format("No space left on device"))
    assert under(["variants"], ">/dev/full 2>/dev/full")[0] == 2  # and nobody can be told


def under(args: list[str], redirected: str) -> tuple[int, str, str]:
    """Run a command with its input or output redirected."""
    command = f"{shlex.join([*COMMAND, *args])} {redirected}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def limited() -> None:
    """Let this process write no file of more than 100 bytes."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@posix
@pytest.mark.parametrize(
    "args, named",
    [
        ("gallery {0}", "long.html"),
        ("show --format svg {0}/long.aof", "1.svg"),
        ("select --split Variant {0}", "aof2.aof"),
    ],
    ids=["gallery", "show", "split"],
)
def test_a_file_that_the_disk_does_not_take_is_named_and_not_torn(
    args: str, named: str, tmp_path: Path
) -> None:
    """What the system says of a write, which is of no name, is said of the file."""
    games, made = tmp_path / "games", tmp_path / "made"
    games.mkdir()
    (games / "long.aof").write_text(GAME)
    given = [*COMMAND, *args.format(games).split(), "--output-dir", str(made)]
    done = subprocess.run(given, capture_output=True, text=True, check=False, preexec_fn=limited)
    assert done.returncode == 2
    assert done.stderr.startswith(f"aofref: {made}/") and done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"{named}: File too large\n") and ".made-" not in done.stderr
    assert not list(made.iterdir())


@posix
def test_a_file_that_is_replaced_is_whole_or_as_it_was(tmp_path: Path) -> None:
    record, made = tmp_path / "long.aof", tmp_path / "made"
    record.write_text(GAME)
    given = [*COMMAND, "select", "--output-dir", str(made), str(record)]
    subprocess.run(given, check=True, stdout=subprocess.DEVNULL)
    [path] = made.iterdir()
    path.write_text("old\n")
    path.chmod(0o640)
    failed = subprocess.run(given, stderr=subprocess.DEVNULL, check=False, preexec_fn=limited)
    assert failed.returncode == 2 and path.read_text() == "old\n"
    subprocess.run(given, check=True, stdout=subprocess.DEVNULL)
    assert path.read_text().rstrip() == GAME.rstrip() and path.stat().st_mode & 0o777 == 0o640
    assert [*made.iterdir()] == [path]


READERS = [
    *(words.split() for words in ("check --quiet", "convert --to san", "show", "log")),
    *(words.split() for words in ("select --winner E", "undo", "moves")),
]
"""Commands that read records."""


@pytest.mark.parametrize("args", READERS, ids=" ".join)
def test_a_closed_input_is_one_line_and_2(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit, match="2"):
        main([*args, "-"])
    assert capsys.readouterr() == ("", "-:1:1: cannot-open there is no standard input\n")


@posix
@pytest.mark.parametrize("args", READERS, ids=" ".join)
def test_a_fifo_is_read_to_its_end(args: list[str], tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    text = RECORD.read_text("utf-8")
    writer = threading.Thread(target=fifo.write_text, args=(text, "utf-8"))
    writer.start()
    found = aofref(*args, str(fifo))
    writer.join()
    usual = aofref(*args, str(RECORD))
    assert found.exit_code == usual.exit_code
    assert found.stdout == usual.stdout.replace(str(RECORD), str(fifo))


@posix
def test_a_fifo_is_not_replaced(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    found = aofref("play", "--in-place", str(fifo), "E:Lha5-fb3")
    assert found.exit_code == 2
    assert found.stderr == f"{fifo}:1:1: cannot-open is not a plain file\n"


@pytest.mark.parametrize("name", ["check", "list", "convert"])
def test_a_file_that_vanishes_costs_no_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{each}.aof" for each in "abc"]
    for path in paths:
        path.write_text(GOOD)
    listed = os.scandir

    def once_listed(folder: str) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        entries = list(listed(folder))
        paths[1].unlink(missing_ok=True)
        return nullcontext(iter(entries))

    monkeypatch.setattr("os.scandir", once_listed)
    found = aofref(name, str(tmp_path))
    told = f"{paths[1]}:1:1: cannot-open cannot be opened: No such file or directory\n"
    assert found.exit_code == 2 and found.stderr.startswith(told)
    assert found.stdout == aofref(name, str(paths[0]), str(paths[2])).stdout


@pytest.fixture
def somebody() -> Iterator[Path]:
    """Be nobody in particular, for whom permissions hold, in a folder that is open to all."""
    aofref("check", "-", "gone", stdin=GOOD)  # loads what it needs while it may
    aofref("play", "-", "E:Lha5-fb3", stdin='[Variant "aof2"]\n\n*\n')
    with tempfile.TemporaryDirectory() as folder:
        open_to_all = Path(folder)
        open_to_all.chmod(0o777)
        with nobody():
            yield open_to_all


@posix
@pytest.mark.parametrize(
    ("args", "name", "why"),
    [(args, "gone", "No such file or directory") for args in READERS]
    + [(args, "closed", "Permission denied") for args in READERS]
    + [([command], "", "Is a directory") for command in ("show", "undo", "moves", "threats")],
    ids=str,
)
def test_what_cannot_be_opened_is_one_line_and_2(
    args: list[str], name: str, why: str, somebody: Path
) -> None:
    (somebody / "closed").write_text(GOOD)
    (somebody / "closed").chmod(0)
    path = somebody / name
    found = aofref(*args, str(path))
    told = f"{path}:1:1: cannot-open cannot be opened: {why}\n"
    assert (found.exit_code, found.stderr) == (2, told)


@posix
@pytest.mark.parametrize("name", ["check", "list"])
def test_a_folder_without_permission_costs_no_other(name: str, somebody: Path) -> None:
    (somebody / "closed").mkdir(mode=0)
    (somebody / "good.aof").write_text(GOOD)
    found = aofref(name, str(somebody))
    told = f"{somebody / 'closed'}:1:1: cannot-open cannot be opened: Permission denied\n"
    assert found.exit_code == 2 and found.stderr.startswith(told)
    assert found.stdout == aofref(name, str(somebody / "good.aof")).stdout


@posix
def test_a_folder_that_takes_no_file_leaves_the_record_as_it_is(somebody: Path) -> None:
    folder = somebody / "folder"
    folder.mkdir()
    record = folder / "game.aof"
    record.write_text('[Variant "aof2"]\n\n*\n')
    folder.chmod(0o555)
    found = aofref("play", "--in-place", str(record), "E:Lha5-fb3")
    folder.chmod(0o755)
    told = f"{record}:1:1: cannot-open cannot be written: Permission denied\n"
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", told)
    assert record.read_text() == '[Variant "aof2"]\n\n*\n'
    assert list(folder.iterdir()) == [record]


def full(pipe: IO[bytes]) -> bytes:
    """Wait until a pipe is full, so that whoever writes to it waits; read nothing."""
    import fcntl
    import termios

    count, before = array.array("i", [0]), -1
    until = time.monotonic() + 20
    while time.monotonic() < until:
        fcntl.ioctl(pipe.fileno(), termios.FIONREAD, count)
        if count[0] == before > 2**15:
            break
        before = count[0]
        time.sleep(0.3)
    return b""


CUT = [  # a signal, when it comes, and a command
    (signal.SIGINT, "its first output", ["list"]),
    (signal.SIGTERM, "its first output", ["check", "--format=json"]),
    (signal.SIGINT, "a full pipe", ["convert", "--to", "courier"]),
    (signal.SIGINT, "a full pipe", ["check", "--format", "json", "--trace"]),
    (signal.SIGTERM, "a full pipe", ["select"]),
]


@posix
@pytest.mark.parametrize(("number", "at", "args"), CUT, ids=str)
def test_an_interruption_leaves_no_half_line(
    number: int, at: str, args: list[str], long: Path
) -> None:
    if at == "a full pipe" and sys.platform != "linux":
        pytest.skip("a pipe as Linux has it")
    wait = full if at == "a full pipe" else after(0.1)
    status, written, told = signalled(number, wait, *args, str(long))
    assert status == (130 if number == signal.SIGINT else -signal.SIGTERM) and told == b""
    assert written.endswith(b"\n")


@pytest.mark.parametrize("masks", [True, False])
def test_lines_of_any_length_go_out_whole(
    masks: bool, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    if not masks:  # as on a system where Ctrl-C cannot wait
        monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    data = b"a" * 5000 + b"\n" + b"b\nc\n" * 2000 + b"d" * 9000 + b"\nno end"
    stdout_raw(data)
    assert capfdbinary.readouterr() == (data, b"")


KOELN = '[Variant "aof2"]\n[Site "K\u00f6ln"]\n\n1. E:Lha5-fb3 {\u00fc} *\n'


SURROUNDINGS: list[dict[str, str | None]] = [
    {"LC_ALL": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONWARNINGS": "error"},
    {"HOME": ""},
    {"HOME": None},
]
ANYWHERE = ["convert", "check --format json", "show", "list", "log", "rules aof2 P"]


@pytest.mark.parametrize(
    ("extra", "command"),
    [(extra, name) for n, extra in enumerate(SURROUNDINGS) for name in ANYWHERE[n % 3 :: 3]],
    ids=str,
)
def test_the_surroundings_change_nothing(extra: dict[str, str | None], command: str) -> None:
    usual = aofref(*command.split(), stdin=KOELN)
    changed = {**os.environ, **extra}
    done = subprocess.run(
        [sys.executable, "-O", "-m", "aofref", *command.split()],
        input=KOELN.encode(),
        capture_output=True,
        check=False,
        env={name: value for name, value in changed.items() if value is not None},
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", usual.stdout_bytes)


def test_an_interruption_while_the_program_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "aofref.cli.app":
                raise KeyboardInterrupt

    def end(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.delitem(sys.modules, "aofref.cli.app")
    monkeypatch.setattr(sys, "meta_path", [Interrupted, *sys.meta_path])
    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(SystemExit, match="130"):
        start.main()
