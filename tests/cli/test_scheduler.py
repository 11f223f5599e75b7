"""Records at the workers of a Dask scheduler, and at addresses: the bytes are those of one process."""

from __future__ import annotations

import io
import operator
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aofref.cli import addresses
from aofref.cli import cluster as clusters
from aofref.cli.io import Unreadable
from aofref.cli.workers import spread
from aofref.games.files import loader, shelf
from aofref.games.model import VariantData
from tests.clusters import Cluster, started
from tests.helpers import FIXTURES, aofref
from tests.notation.test_streams import peak

COMMAND = [sys.executable, "-m", "aofref"]
HASTY = [sys.executable, "-c", """
from aofref.cli.app import main
from aofref.cli import cluster
cluster.TIMEOUT = 2
main()"""]  # fmt: skip
"""A command that does not wait long for a scheduler."""
ONE_BY_ONE = [sys.executable, "-c", """
import sys
from aofref.cli.app import main
from aofref.cli import cluster
cluster.TIMEOUT = 2
for address in sys.argv[1:]:
    try:
        main(["check", "--scheduler", address])
    except SystemExit as end:
        print(end.code, end="")"""]  # fmt: skip
"""A command that asks several schedulers, and prints how each call ends."""
GOOD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n\n'
LOST = "aofref: the scheduler is lost, and the rest is judged here: "
BAD = '[Variant "aof2"]\n\n1. E:Kjb5-jb4 *\n\n'


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write records for some batches, an illegal one among them."""
    path = tmp_path_factory.mktemp("long") / "long.aof"
    game = (FIXTURES / "records" / "aof2-01-en-passant.aof").read_text("utf-8")
    path.write_text(game * 14 + BAD + game * 14)
    return path


@pytest.fixture(scope="module")
def usual(long: Path) -> tuple[int, bytes, bytes]:
    return run("check", "--format", "json", "--trace", str(long))


def run(*args: str, command: Sequence[str] = COMMAND) -> tuple[int, bytes, bytes]:
    done = subprocess.run([*command, *args], capture_output=True, check=False, timeout=300)
    return done.returncode, done.stdout, done.stderr


def same(one: bytes, other: bytes) -> bool:
    """Compare what is too long for pytest to tell the difference of."""
    return one == other


def test_a_scheduler_gives_the_same_bytes(cluster: Cluster, long: Path, tmp_path: Path) -> None:
    args = ["check", "--format", "json"]
    (records := tmp_path / "records").mkdir()
    for path in sorted((FIXTURES / "records").glob("*.aof"))[::4]:
        shutil.copy(path, records)
    names = [str(tmp_path / "none.aof"), str(long), str(tmp_path / "empty"), str(records)]
    (tmp_path / "empty").mkdir()
    one, other = run(*args, *names), run(*args, "--scheduler", cluster.address, *names)
    assert one[0] == other[0] and same(one[1], other[1]) and same(one[2], other[2])


def test_workers_know_the_game_of_a_file_for_its_records_alone(
    cluster: Cluster, tmp_path: Path
) -> None:
    path, record = tmp_path / "mine.toml", tmp_path / "mine.aof"
    there = Path(shelf.__file__).with_name("glinski.toml").read_text("utf-8")
    path.write_text(there.replace('id = "glinski"', 'id = "mine"'), "utf-8")
    record.write_text('[Variant "mine"]\n\n1. f5-f6 f7xf6 2. Bf3-g1 *\n')
    args = ["check", "--format", "json", str(record)]
    for given in ["--variant", str(path)], []:
        one, other = run(*args, *given), run(*args, *given, "--scheduler", cluster.address)
        assert one == other
        assert one[0] == (1 if given else 2)
        assert (b"unknown-variant" in one[2]) == (not given)


def test_games_that_were_lent_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Path(shelf.__file__).with_name("glinski.toml").read_text("utf-8")
    texts = [there.replace('id = "glinski"', f'id = "mine-{number}"') for number in range(3)]
    real, asked = loader.load, list[str]()

    def load(text: str) -> VariantData:
        asked.append(text)
        return real(text)

    monkeypatch.setattr(shelf, "load", load)
    with shelf.lent({f"mine-{number}": ("", text) for number, text in enumerate(texts)}):
        for name in ("mine-0", "mine-2", "mine-3", "chess-without-castling"):
            found = shelf.find(name)
            assert (found is None) == (name == "mine-3")
            assert found is None or (isinstance(found, VariantData) and found.id == name)
        assert shelf.find("mine-0") is shelf.find("mine-0")
    assert asked[:2] == [texts[0], texts[2]] and shelf.find("mine-0") is None
    assert len(asked) == len(set(asked))


def test_workers_know_the_games_of_the_clients_folders(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Path(shelf.__file__).with_name("glinski.toml").read_text("utf-8")
    (first := tmp_path / "first").mkdir()
    (second := tmp_path / "second").mkdir()
    for name in ("mine", "other"):
        text = there.replace('id = "glinski"', f'id = "{name}"')
        (second / f"{name}.toml").write_text(text, "utf-8")
    (first / "other.toml").write_text("[[", "utf-8")
    monkeypatch.setenv("AOFREF_GAMES", f"{first}:{second}")
    record = tmp_path / "mine.aof"
    record.write_text(
        '[Variant "mine"]\n\n1. f5-f6 f7xf6 *\n\n[Variant "other"]\n\n1. f5-f6 *\n\n'
        '[Variant "mines"]\n\n1. f5-f6 *\n'
    )
    args = ["check", "--format", "json", str(record)]
    one, other = run(*args), run(*args, "--scheduler", cluster.address)
    assert one == other and one[0] == 2
    assert str(first / "other.toml").encode() in one[2] and b"mine?" in one[2]


def test_the_client_keeps_no_batches(cluster: Cluster, tmp_path: Path) -> None:
    one, many = tmp_path / "one.aof", tmp_path / "many.aof"
    text = f"{{{'word ' * 10_000}}}"
    one.write_text(f"{GOOD}")
    many.write_text(GOOD.replace("*", f"{text} *") * 400)  # 20 MB
    command = ("check", "--quiet", "--scheduler", cluster.address)
    assert peak(many, *command) < peak(one, *command) + 10


def test_a_cluster_struck_in_the_middle_loses_nothing(
    usual: tuple[int, bytes, bytes], tmp_path: Path, long: Path
) -> None:
    """Another worker takes what one had; without a scheduler that answers the rest is judged here."""
    with started(tmp_path, 2) as cluster:
        for struck in ("a worker killed", "stopped", "killed"):
            strike(struck, cluster, usual, long)


def strike(struck: str, cluster: Cluster, usual: tuple[int, bytes, bytes], long: Path) -> None:
    """Strike a cluster in the middle of a check, which says what it always does."""
    alone = struck == "a worker killed"  # and the cluster goes on
    args = ["check", "--format", "json", "--trace", str(long), "--scheduler", cluster.address]
    with subprocess.Popen(
        [*(COMMAND if alone else HASTY), *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as done:
        assert done.stdout is not None
        first = done.stdout.read(1)
        number = signal.SIGSTOP if struck == "stopped" else signal.SIGKILL
        pid = cluster.workers[0] if alone else cluster.run.pid
        os.kill(pid, number)
        try:
            out, told = done.communicate(timeout=300)
            if not alone:
                late = run("check", "--scheduler", cluster.address, str(long), command=HASTY)
        finally:
            if struck == "stopped":
                os.kill(pid, signal.SIGCONT)
    assert done.returncode == usual[0] and same(first + out, usual[1])
    lost = [line for line in told.decode().splitlines(keepends=True) if line.startswith(LOST)]
    assert len(lost) == (not alone)
    assert len(told.splitlines()) == len(usual[2].splitlines()) + len(lost)
    if lost:
        assert late[:2] == (2, b"") and late[2].count(b"\n") == 1
        assert late[2].startswith(
            f"aofref: --scheduler {cluster.address}: cannot be reached".encode()
        )


@pytest.mark.parametrize(
    ("deaf", "warned"),
    [
        ("ncores", f"{LOST}it does not answer\n"),
        ("submit", f"{LOST}TimeoutError\n"),
        ("close", ""),
    ],
)
def test_no_call_to_dask_waits_for_ever(
    deaf: str, warned: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "TIMEOUT", 0.1)
    assert doubled_by(Client(clusters._answer, deaf=deaf), monkeypatch) == DOUBLED
    assert capsys.readouterr().err == warned


def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    with started(tmp_path, 0) as cluster:
        told = (2, b"", f"aofref: --scheduler {cluster.address}: it has no worker\n".encode())
        args = ["check", "--scheduler", cluster.address, str(FIXTURES / "records")]
        assert run(*args, command=HASTY) == told


def test_a_scheduler_that_cannot_be_reached() -> None:
    pytest.importorskip("distributed")
    addresses = ["nowhere", "x://127.0.0.1:1", "tcp://127.0.0.1:1", ""]
    status, out, told = run(*addresses, command=ONE_BY_ONE)
    lines = told.decode().splitlines()
    assert (status, out, len(lines)) == (0, b"2222", len(addresses))
    for address, line in zip(addresses, lines, strict=True):
        assert line.startswith(f"aofref: --scheduler {address}: cannot be reached: ")


def test_something_else_than_a_scheduler() -> None:
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        args = ["check", "--scheduler", address, str(FIXTURES / "records")]
        found = run(*args, command=HASTY)
    assert found[:2] == (2, b"")
    assert found[2].startswith(f"aofref: --scheduler {address}: cannot be reached: ".encode())


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = aofref("check", "--scheduler", "tcp://127.0.0.1:8786", stdin=GOOD)
    told = (
        "aofref: --scheduler: Dask is not installed: pip install '.[dask]' in a clone of aofref\n"
    )
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", told)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    found = aofref("list", "memory://games/a.aof")
    told = "memory://games/a.aof:1:1: cannot-open cannot be opened: pip install '.[dask]' in a clone of aofref\n"
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", told)


def test_jobs_and_a_scheduler_are_one_too_many() -> None:
    found = aofref("check", "--scheduler", "x", "--jobs", "2", stdin=GOOD)
    assert found.exit_code == 2 and "--jobs cannot be combined with --scheduler" in found.stderr


# What a cluster may answer ------------------------------------------------------------------------


class Client:
    """Stands for a client of Dask: `answer` works out a batch; one of its calls may wait for ever."""

    def __init__(
        self, answer: Callable[[str, bytes], Any], threads: int = 1, deaf: str = ""
    ) -> None:
        self.answer = answer
        self.threads = threads
        self.deaf = deaf
        self.closed = False

    def _hear(self, name: str) -> None:
        if name == self.deaf:
            threading.Event().wait()

    def wait_for_workers(self, count: int, timeout: int) -> None:
        """All are there."""

    def submit(self, _work: object, version: str, content: bytes, pure: bool) -> Any:
        assert not pure
        self._hear("submit")
        return SimpleNamespace(
            result=lambda timeout: self.answer(version, content), done=lambda: False
        )

    def ncores(self) -> dict[str, int]:
        self._hear("ncores")
        return {"worker": self.threads} if self.threads else {}

    def close(self, timeout: int) -> None:
        self.closed = True
        self._hear("close")


def doubled_by(client: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Double 40 numbers, some to a batch, by a client of a cluster."""
    distributed = pytest.importorskip("distributed")
    made = type("Made", (), {"__new__": lambda *_, **__: client})
    monkeypatch.setattr(distributed, "Client", made)
    return list(spread(partial(operator.mul, 2), range(40), "x", lambda _: 6_000))


def fails(problem: Exception) -> Callable[[str, bytes], Any]:
    def answer(_version: str, _content: bytes) -> Any:
        raise problem

    return answer


DOUBLED = [*range(0, 80, 2)]


KILLED = "aofref: several workers died at the same records, which are judged here\n"


@pytest.mark.parametrize(
    ("answer", "threads", "warned"),
    [
        (clusters._answer, 1, {""}),
        (fails(TimeoutError()), 0, {f"{LOST}no worker is left\n"}),
        (fails(OSError("gone")), 1, {f"{LOST}OSError: gone\n"}),
        (None, 1, {f"{LOST}RuntimeError: closed\n"}),
        ("killed", 1, {KILLED * batches for batches in range(9, 12)}),
    ],
    ids=["well", "alone", "gone", "closed", "killed"],
)
def test_what_becomes_of_a_cluster_changes_no_result(
    answer: Any,
    threads: int,
    warned: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without an answer the client has closed; several workers can be killed by one batch."""
    distributed = pytest.importorskip("distributed")
    if answer == "killed":
        answer = fails(distributed.KilledWorker("batch", None, 3))
    client = Client(answer, threads)
    if answer is None:
        closed = fails(RuntimeError("closed"))
        monkeypatch.setattr(client, "submit", lambda *_, **__: closed("", b""))
    assert doubled_by(client, monkeypatch) == DOUBLED
    assert client.closed and capsys.readouterr().err in warned


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda _, content: clusters._answer("0.0", content), "a worker has aofref "),
        (fails(ValueError("no")), "a worker failed: ValueError: no"),
    ],
)
def test_a_worker_that_is_no_use(
    answer: Callable[[str, bytes], Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(answer)
    with pytest.raises(Unreadable, match=says):
        doubled_by(client, monkeypatch)
    assert client.closed


# Addresses --------------------------------------------------------------------------------------


def test_addresses_of_files(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    (tmp_path / "b").mkdir()
    (tmp_path / "a.aof").write_text(GOOD)
    (tmp_path / "b" / "c.aof").write_text(BAD)
    for name in ("b/.hidden.aof", "notes.txt"):
        (tmp_path / name).write_text("x")
    usual = aofref("check", "--format", "short", str(tmp_path))
    found = aofref("check", "--format", "short", f"file://{tmp_path}/")
    assert usual.exit_code == found.exit_code == 1
    assert found.output.replace("file://", "") == usual.output
    assert aofref("select", f"file://{tmp_path}/a.aof").stdout == GOOD


def test_an_address_in_memory() -> None:
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/games/a.aof", (GOOD + BAD).encode())
    found = aofref("check", "--format", "short", "memory://games/a.aof")
    assert [line.split(",")[0] for line in found.stdout.splitlines()] == [
        "memory://games/a.aof:1: legal", "memory://games/a.aof:5: illegal"
    ]  # fmt: skip


def test_an_address_of_the_web(tmp_path: Path) -> None:
    pytest.importorskip("aiohttp")
    (tmp_path / "a.aof").write_text(GOOD * 3)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_address[1]}"
        found = run("convert", f"{base}/a.aof")
        lost = run("convert", f"{base}/b.aof")
        server.shutdown()
    assert found == run("convert", str(tmp_path / "a.aof"))
    assert lost[0] == 2 and lost[2].startswith(
        f"{base}/b.aof:1:1: cannot-open cannot be opened".encode()
    )


class Broken(io.BytesIO):
    """A stream whose reading breaks off."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(b"one\ntwo")
        self.problem = problem

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(size)
        if not found:
            raise self.problem
        return found


@pytest.mark.parametrize("problem", [OSError("torn"), ValueError("torn")])
def test_a_stream_that_breaks_off(problem: Exception) -> None:
    lines = addresses._lines(Broken(problem))
    assert next(lines) == b"one\n"
    with pytest.raises(OSError, match="torn"):
        next(lines)


def test_the_last_line_needs_no_end() -> None:
    assert list(addresses._lines(io.BytesIO(b"one\ntwo"))) == [b"one\n", b"two"]


@pytest.mark.parametrize(
    "address", ["x://a", "x://a/", "memory://none.aof", "file:///none.aof", "file:///none/"]
)
def test_addresses_where_there_is_nothing(address: str) -> None:
    pytest.importorskip("fsspec")
    found = aofref("list", address)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"{address}:1:1: ") and "Traceback" not in found.stderr
