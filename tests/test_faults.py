"""What the system does to a run: interruptions, signals, full disks, killed workers, and our own faults."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aofref.cli import many
from aofref.cli.jobs import spread
from aofref.notation.records import RawRecord, Record, read
from tests.helpers import FIXTURES, aofref

COMMAND = [sys.executable, "-m", "aofref"]
GOOD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n\n'
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write records that take some seconds."""
    path = tmp_path_factory.mktemp("long") / "long.aof"
    path.write_text((FIXTURES / "records" / "aof2-01-en-passant.aof").read_text("utf-8") * 300)
    return path


def signalled(number: int, seconds: float, *args: str) -> tuple[int, str]:
    """Run a command in a group of its own and signal the group: its status, its standard error.

    The signal comes so many seconds after the first output.
    """
    with subprocess.Popen(
        [*COMMAND, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as run:
        assert run.stdout is not None and run.stdout.read(1)
        time.sleep(seconds)
        os.killpg(run.pid, number)
        told = run.communicate(timeout=120)[1]
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(run.pid, 0)
    return run.returncode, told


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1])
def test_an_interruption_is_130_and_leaves_nobody(long: Path, jobs: str, seconds: float) -> None:
    status, told = signalled(signal.SIGINT, seconds, "check", "--jobs", jobs, str(long))
    assert (status, told) == (130, "")


@posix
@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_a_termination_leaves_nobody(long: Path, seconds: float) -> None:
    status, told = signalled(signal.SIGTERM, seconds, "check", "--jobs", "2", str(long))
    assert status in (143, -signal.SIGTERM) and told == ""


@posix
def test_a_killed_worker_costs_nothing(long: Path) -> None:
    usual = subprocess.run(
        [*COMMAND, "check", "--format", "json", str(long)], capture_output=True, check=True
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
    assert told in (b"", b"aofref: a worker died; what it was at is worked out again\n")


def test_there_are_no_more_workers_than_work() -> None:
    pids = set(spread(_pid, range(3), 200, lambda _: 1, pytest.fail))
    assert pids == {os.getpid()}  # one batch: no worker at all
    pids = set(spread(_pid, range(3), 200, lambda _: 10**9, pytest.fail))
    assert len(pids) <= 3 and os.getpid() not in pids


def _pid(_item: int) -> int:
    return os.getpid()


def test_more_jobs_than_any_machine_has() -> None:
    found = aofref("check", "--quiet", "--jobs", "99999999999999999999", stdin=GOOD * 2)
    assert (found.exit_code, found.stderr) == (0, "")


def test_results_come_in_order() -> None:
    assert list(spread(abs, range(-50, 0), 2, lambda _: 40_000, pytest.fail)) == [*range(50, 0, -1)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["check", "--help"], ["variants"]])
def test_a_full_disk_is_one_line_and_2(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *args], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "aofref: No space left on device\n")


def broken(raw: RawRecord) -> Record:
    if "Indian" in raw.text:
        raise RuntimeError("as a test\nwould have it")
    return read(raw)


BAD = GOOD.replace("\n\n1", '\n[Indian "x"]\n\n1')


def test_a_fault_of_the_program_costs_no_other_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AOFREF_DEBUG", raising=False)
    monkeypatch.setattr(many, "read", broken)
    found = aofref("check", "--format", "json", stdin=GOOD + BAD + GOOD)
    assert found.exit_code == 2
    assert [line[: line.index(",")] for line in found.stdout.splitlines()] == [
        '{"record": 1', '{"record": 2', '{"record": 3'
    ]  # fmt: skip
    assert found.stdout.count('"status": "legal"') == 2
    assert found.stderr == (
        "-:5:1: syntax a fault of aofref at this record: RuntimeError: as a test would have it\n"
    )


def test_its_traceback_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOFREF_DEBUG", "1")
    monkeypatch.setattr(many, "read", broken)
    found = aofref("check", stdin=BAD)
    assert isinstance(found.exception, RuntimeError)


@pytest.mark.parametrize(
    "extra", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONWARNINGS": "error"}, {"HOME": ""}]
)  # fmt: skip
def test_the_surroundings_change_nothing(extra: dict[str, str]) -> None:
    text = '[Variant "aof2"]\n[Site "K\u00f6ln"]\n\n1. E:Lha5-fb3 {\u00fc} *\n'
    usual = aofref("convert", stdin=text).stdout_bytes
    for flags in ([], ["-O"]):
        done = subprocess.run(
            [sys.executable, *flags, "-m", "aofref", "convert"],
            input=text.encode(),
            capture_output=True,
            check=False,
            env={**os.environ, **extra},
        )
        assert (done.returncode, done.stderr, done.stdout) == (0, b"", usual)
