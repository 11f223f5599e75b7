"""A club whose run is ended anywhere, and started again: it ends as if it had not been."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from aofref.club import journal, run
from aofref.club.session import ClubSession
from aofref.club.store import Store
from tests.clubs import NAMES, NOW, AClub, tree, while_help_is_written
from tests.helpers import ROOT, aofref

CHANGES = ("rename", "replace", "unlink", "mkdir")
"""What a run does to the disk, by the methods of Path that do it; `open` is watched besides."""


class Killed(BaseException):
    """The run has ended here."""


class Disk:
    """A disk on which the run is ended, or fails, at one of its changes, before it or behind it."""

    def __init__(
        self, at: int, monkeypatch: pytest.MonkeyPatch, problem: OSError | None = None
    ) -> None:
        self.at, self.count, self.problem, self.dead = at, 0, problem, False
        for name in CHANGES:
            monkeypatch.setattr(Path, name, self.changing(name, getattr(Path, name)))
        monkeypatch.setattr(Path, "open", self.opening(Path.open))

    def opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def changed(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
            if "w" in mode or "a" in mode:
                self.next()
                path.touch()
                self.next()
            return real(path, mode, *args, **more)

        return changed

    def changing(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def changed(path: Path, *args: Any, **more: Any) -> Any:
            if name == "unlink" and self.problem is not None:
                return real(path, *args, **more)
            self.next()
            done = real(path, *args, **more)
            self.next()
            return done

        return changed

    def next(self) -> None:
        self.count += 1
        if self.dead or self.count == self.at:
            self.dead = self.problem is None
            raise self.problem or Killed


def a_season(folder: Path) -> AClub:
    """Make a club with messages of every kind."""
    settings = 'site = "https://example.org"\narbiter = "a@example.org"\n'
    club = AClub(folder, settings)
    tags = {"UTCDate": "2026.11.20", "TimeControl": "3600"}
    club.game("g-1", **tags)
    club.game("g-2", "heathen-europe", moves="")
    club.mail("Bela", "[g-1]", "if E:Lha5-fb3 I:ea3-fa3\n\nsecret")
    club.mail(
        "Anna", "[g-1]", "Hello!\n\nLha5-fb3\ndraw\n\nif I:ea3-fa3 J:ga1-fa1 P:kg3-kf3 E:Lfb3-ha5"
    )
    club.mail("Anna", "[G-2]", "Pac2-ad2\npreview Lba2-ab3", Message_ID="")
    club.mail("Carl", "[g-1]", "ga1-fa1\nif P:jg3-zz9 J:ga2-fa2\n\nI protest!")
    club.mail("Dora", "[g-1]", "draw")
    club.mail("Bela", "[g-2]", "ga1-fa1")
    club.mail("Bela", "[g-2]", "What about Lbe5-cd5?")
    club.mail("Dora", "Re: [EXTERNAL] move", "jg3-jf3")
    club.mail("Eve@example.com", "hello", "Can I join?")
    club.mail("Anna", "[g-2]", "Out of the office", Auto_Submitted="auto-replied")
    club.mail("Anna", "[g-2]", "see you on Sunday")
    club.mail("Carl", "[g-1]", "resign")
    club.mail(
        "Carl",
        "[g-1]",
        "ga1-fa1\nif P:jg3-zz9 J:ga2-fa2\n\nI protest!",
        Message_ID="<4@example.net>",
    )
    club.mail("Bela", "[g-2]", "Shall I play Lbe5-cd5?")  # asked twice, so that it waits
    club.put(b"From: Dora <dora@example.net>\nSubject: =?x?\xff" + b"\0" * 10)
    return club


def treat(folder: Path, *again: str) -> list[str]:
    store = Store(folder)
    with store.locked():
        session = ClubSession(store, datetime.fromisoformat(NOW).astimezone(UTC))
        paths = [session.log.found(message) for message in again]
        every = run.processed(session, reminding=True, recalled=paths)
        return [outcome.verdict.value for outcome in every]


def shown(folder: Path) -> dict[str, bytes]:
    """Give what a run leaves, without what differs by chance."""
    here = str(folder).encode()  # which the digest names
    files = tree(folder).items()
    return {name: data.replace(here, b"DIR") for name, data in files if name != ".lock"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_season(tmp_path_factory.mktemp("begun") / "club").folder


@pytest.fixture(scope="module")
def whole(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give what a run leaves that nobody ends."""
    folder = tmp_path_factory.mktemp("whole") / "club"
    shutil.copytree(begun, folder)
    assert treat(folder) == [
        *("answered", "played", "played", "played", "answered", "refused", "asked"),
        *("played", "held", "robot", "held", "played", "duplicate", "asked", "held", "late"),
    ]
    assert len(list(folder.glob("held/new/*"))) == 5  # one of them was asked twice
    assert (folder / "log.tsv").read_text().count("\tdigest\t") == 1
    return folder


def fresh(begun: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(begun, folder)
    return folder


def ended(
    step: int, run: Callable[[Path], object], begun: Path, tmp_path: Path, why: OSError | None = None
) -> Iterator[tuple[int, Path]]:  # fmt: skip
    """Yield copies of a club in which a run was ended at one change, by steps of so many changes."""
    for at in count(step, step):
        folder = fresh(begun, tmp_path)
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(at, patch, why)
            with contextlib.suppress(Killed, OSError):
                run(folder)
        if disk.count < at:
            return
        yield at, folder


def ends_alike(
    step: int, run: Callable[[Path], object], begun: Path, whole: Path, *, least: int,
    last: list[str] | None = None,
) -> None:  # fmt: skip
    """A run that was ended at a change, one of so many, and the next leave what a whole run leaves.

    `last` is what one run more gives, which changes nothing.
    """
    at = 0
    for at, folder in ended(step, run, begun, whole.parent):
        run(folder)
        assert last is None or run(folder) == last
        assert shown(folder) == shown(whole), f"ended at change {at}"
    assert at > least


@pytest.mark.parametrize("problem", [None, OSError(errno.ENOSPC, "No space left on device")])
def test_ended_at_a_change(
    problem: OSError | None, begun: Path, whole: Path, tmp_path: Path, effort: int
) -> None:
    """Killed, or the disk full, at a change; then two runs that end by themselves."""
    at = 0
    for at, folder in ended(1 if effort > 1 else 47, treat, begun, tmp_path, problem):
        treat(folder)
        assert treat(folder) == ["late"]
        assert shown(folder) == shown(whole), f"ended at change {at}"
    assert at > 100


def forged(folder: Path) -> list[str]:
    """A forger's message and a player's have one Message-ID: only the second is played, once."""
    token = "anna\tAnna\tanna@example.net\t\tsnare\nbela\tBela\tbela@example.net\t\tbass\n"
    club = AClub(folder, "token = true\n", token)
    club.game("h", "heathen-europe")
    for subject, text in (("[h]", "Pac2-ad2"), ("[h] snare", "Pac2-ad2"), ("[h]", "resign")):
        club.mail("Anna", subject, text, Message_ID="<1@example.net>")
    return ["refused", "played", "duplicate"]


def in_parts(folder: Path) -> list[str]:
    """Each part of a message is played once, and all are answered once, in one message."""
    club = AClub(folder)
    for game in ("h-1", "h-2", "h-3"):
        club.game(game, "heathen-europe", moves="")
    club.mail("Anna", "[h-1]", "Pac2-ad2\n\n[h-2]\nPac2-ad9\n\n[h-3] Pac2-ad2\nclaim I win")
    return ["played", "refused", "played"]


def of_two_armies(folder: Path) -> list[str]:
    """A player's second army has moved: it offers the draw, not the first."""
    club = AClub(folder)
    path = club.game("g-1", moves="Lha5-fb3 ea3-fa3")
    path.write_text(path.read_text().replace('"Carl"', '"Anna"'))
    club.mail("Anna", "[g-1]", "ga1-fa1\ndraw")
    return ["played"]


def leaving(folder: Path) -> list[str]:
    """A player resigns all games: the answer names each, and the others get one mail."""
    club = AClub(folder)
    for game in ("h-1", "h-2", "h-3"):
        club.game(game, "heathen-europe", moves="")
    club.mail("Anna", "x", "[h-1] resign\n[h-2] resign\n[h-3] resign\nwithdraw")
    return ["ended", "ended", "ended", "passed-on"]


@pytest.mark.parametrize(
    ("begin", "step", "least"),
    [(forged, 13, 40), (in_parts, 7, 40), (of_two_armies, 3, 20), (leaving, 5, 40)],
)
def test_ended_within_messages(
    begin: Callable[[Path], list[str]], step: int, least: int, tmp_path: Path, effort: int
) -> None:
    verdicts = begin(tmp_path / "begun")
    whole = shutil.copytree(tmp_path / "begun", tmp_path / "whole")
    assert treat(whole) == verdicts
    ends_alike(1 if effort > 1 else step, treat, tmp_path / "begun", whole, least=least)


def test_a_replacement_ended_between_games(tmp_path: Path, effort: int) -> None:
    """Then comes a plain run: Gina is invited once to each of her games, and nobody else is.

    That is one message, unless the run was ended when she had taken over some of them.
    """
    club = AClub(tmp_path / "begun")
    with (club.folder / "players.tsv").open("a") as players:
        players.write("gina\tGina\tgina@example.net\n")
    for name, variant in (("g-1", "aof2"), ("h-1", "heathen-europe"), ("h-2", "heathen-europe")):
        club.game(name, variant)

    def replaced(folder: Path) -> None:
        done = aofref("club", str(folder), "--now", NOW, "--replace", "bela", "gina")
        assert done.exit_code == 0, done.stderr

    at, between, begun = 0, "", club.folder
    for at, club.folder in ended(1 if effort > 1 else 3, replaced, begun, tmp_path):
        taken = ["Gina" in club.text(name) for name in ("g-1", "h-1", "h-2")]
        mixed = any(taken) and not all(taken)
        treat(club.folder)
        replaced(club.folder)
        replaced(club.folder)
        texts = [(made["To"], made["Subject"], made.get_content()) for made in club.answers()]
        invited = [made[:2] for made in texts if "You play" in made[2]]
        assert {to for to, _ in invited} == {"Gina <gina@example.net>"}, f"ended at change {at}"
        ids = re.findall(r"\[(\S+)\]", " ".join(sorted(subject for _, subject in invited)))
        assert ids == ["g-1", "h-1", "h-2"] and len(invited) == 1 + mixed, f"ended at change {at}"
        if mixed and not between:  # what is new in a game later does not invite to it again
            between = str(at)
            path = str(club.folder / "games" / "g-1.aof")
            assert aofref("tag", "--in-place", path, "Event=x").exit_code == 0
            club.game("h-3", "heathen-europe")
            treat(club.folder)
            replaced(club.folder)
            last = [made for made in club.answers(to="Gina") if "You play" in made.get_content()]
            assert max(made["Subject"] for made in last) == "[h-3] Anna - Gina, move 1"
            assert len(last) == 3
    assert at > 30 and between


@pytest.mark.parametrize("box", ["held", "in"])
@pytest.mark.parametrize(
    ("order", "verdict", "out"),
    [("Pac2-ad2\nif Lbe5-cd5 Lba2-ab3", "played", 3), ("show", "answered", 2)],
)
def test_ended_while_a_message_is_judged_anew(
    order: str, verdict: str, out: int, box: str, tmp_path: Path, effort: int
) -> None:
    """It is judged once and answered once, also if the command is given again.

    Whether it lies in held or only in in/cur any more.
    """
    club = AClub(tmp_path / "begun")
    path = club.game("h", "heathen-europe")
    text = path.read_text()
    path.write_text(f"{text}hello\n")
    club.mail("Anna", "[h]", order)
    assert club.run(now=NOW)[0]["verdict"] == "held"
    path.write_text(text)
    if box == "in":
        next((club.folder / "held" / "new").iterdir()).unlink()
    whole = shutil.copytree(club.folder, tmp_path / "whole")
    assert treat(whole, "<1@example.net>") == [verdict]
    assert len(list(whole.glob("out/new/*"))) == out

    def again(folder: Path) -> object:
        return treat(folder, "<1@example.net>")

    at = 0
    for at, folder in ended(1 if effort > 1 else 3, again, club.folder, tmp_path):
        if not list(folder.glob("held/cur/*")):  # else nothing was left to be done
            assert again(folder) == [verdict]
        treat(folder)
        assert shown(folder) == shown(whole), f"ended at change {at}"
    assert at > 20


@pytest.mark.parametrize(
    ("round_", "invited", "later"),
    [((), 3, "heathen-europe-04"), (("--round", "1"), 2, "heathen-europe-02")],
)
def test_a_season_ended_anywhere_is_finished_by_the_next(
    round_: tuple[str, ...], invited: int, later: str, tmp_path: Path, effort: int
) -> None:
    """Each game is made once and each player is invited to it once; other games come after that."""
    rows = [
        f"{n.lower()}\t{n}\t{n.lower()}@example.net\t\tw{n}\n" for n in ("Anna", "Bela", "Carl")
    ]
    (tmp_path / "p.tsv").write_text("".join(rows))
    begin = ("season", str(tmp_path / "p.tsv"), "--variant", "hec", "--start", NOW)

    def begun(folder: Path) -> dict[str, bytes]:
        args = (*begin, *round_, "--address", "c@example.org", "--output-dir", str(folder))
        found = aofref(*args)
        assert found.exit_code == 0, found.stderr
        return {
            name: re.sub(rb"\nDate: .*", b"", data) for name, data in shown(folder).items()
        }  # the day on which it was written

    wanted, at = begun(tmp_path / "whole"), 0
    assert sum(name.startswith("out/new") for name in wanted) == invited
    (tmp_path / "empty").mkdir()
    for at, folder in ended(1 if effort > 1 else 13, begun, tmp_path / "empty", tmp_path):
        assert begun(folder) == wanted, f"ended at change {at}"
    assert at > 30
    again = aofref(*begin, "--output-dir", str(tmp_path / "whole"))
    assert later in again.stdout and not again.stderr


def start(folder: Path) -> subprocess.Popen[bytes]:
    args = [sys.executable, "-m", "aofref", "club", str(folder), "--now", NOW]
    return subprocess.Popen(args, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_processes_killed(begun: Path, whole: Path, tmp_path: Path, effort: int) -> None:
    """Killed at a random moment, some five times a season; 500 times with --long."""
    rng = random.Random(5)
    kills = 0
    while kills < 5 * effort**2:
        folder = fresh(begun, tmp_path)
        for _ in range(5):
            process = start(folder)
            done = len(list((folder / "out").glob("new/*")))
            while process.poll() is None and len(list((folder / "out").glob("new/*"))) == done:
                time.sleep(0.002)
            time.sleep(rng.random() * 0.1)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += process.returncode == -signal.SIGKILL
        assert aofref("club", str(folder), "--now", NOW).exit_code == 0
        assert shown(folder) == shown(whole)


def test_a_report_that_is_not_read_on(begun: Path, tmp_path: Path) -> None:
    """As by `head -1`: the message that was reported is put away."""
    store = Store(fresh(begun, tmp_path))
    with store.locked():
        session = ClubSession(store, datetime.fromisoformat(NOW).astimezone(UTC))
        report = run.processed(session, reminding=False)
        first = next(report)
        del report
    assert len(list(store.folder.glob("in/cur/*"))) == 1
    assert first.verdict.value == "answered" and len(treat(store.folder)) == 15


def test_two_runs_at_once(begun: Path, whole: Path, tmp_path: Path) -> None:
    folder = fresh(begun, tmp_path)
    store = Store(folder)
    with store.locked():
        waiting = start(folder)
        assert waiting.stderr is not None
        assert b"another run is at work" in waiting.stderr.readline()
        assert not list((folder / "in").glob("cur/*"))
    other = start(folder)
    for process in (waiting, other):
        process.communicate()
        assert process.returncode == 0
    assert shown(folder) == shown(whole)


# An arbiter at the same time ----------------------------------------------------------------------


def plays(club: AClub, game: str, move: str) -> None:
    done = aofref("play", "--in-place", str(club.folder / "games" / f"{game}.aof"), move)
    assert done.exit_code == 0


def once(work: Callable[[], object], real: Callable[..., Any]) -> Callable[..., Any]:
    """Do something the first time that a function is called, and then call it."""
    left = [work]

    def changed(*args: Any, **more: Any) -> Any:
        while left:
            left.pop()()
        return real(*args, **more)

    return changed


def test_a_move_in_place_between_two_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = AClub(tmp_path / "club")
    club.game("g-1")
    first = club.mail("Bela", "[g-1]", "show")
    club.mail("Anna", "[g-1]", "help")
    club.mail("Bela", "[g-1]", "ea3-fa3")
    while_help_is_written(monkeypatch, lambda: plays(club, "g-1", "E:Lha5-fb3"))
    assert club.verdicts() == ["answered", "answered", "played"]
    assert re.findall(r"[EI]:\S+", club.text("g-1")) == ["E:Lha5-fb3", "I:ea3-fa3"]
    (told,) = club.answers(first, "Bela")
    body = told.get_body(("plain",))
    assert body is not None and "Anna (European) is to move." in body.get_content()


def test_a_move_in_place_while_a_message_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arbiter's move stands; the message is judged by the record as it is then."""
    club = AClub(tmp_path / "club")
    club.game("g-1")
    sent = club.mail("Anna", "[g-1]", "Lha5-fb3\nif I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:ga4-fa4")
    monkeypatch.setattr(
        journal, "with_ply", once(lambda: plays(club, "g-1", "E:ga4-fa4"), journal.with_ply)
    )
    assert club.verdicts() == ["refused"]
    assert re.findall(r"[EI]:\S+", club.text("g-1")) == ["E:ga4-fa4"]
    assert "wrong-turn" in club.answer(sent, "Anna") and not list((club.folder / "plans").iterdir())
    assert len(club.answers()) == 1 + len(NAMES)  # and all are told of the arbiter's move


def test_a_move_in_place_before_a_conditional_line_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played is told to all, and the line is looked at again."""
    club = AClub(tmp_path / "club")
    club.game("g-1")
    club.mail("Bela", "[g-1]", "if E:Lha5-fb3 I:ea3-fa3")
    move = club.mail("Anna", "[g-1]", "Lha5-fb3")
    real, calls = journal.with_ply, []

    def second(*args: Any, **more: Any) -> Any:
        calls.append(args)
        if len(calls) == 2:
            plays(club, "g-1", "I:ea2-fa2")
        return real(*args, **more)

    monkeypatch.setattr(journal, "with_ply", second)
    assert club.verdicts() == ["answered", "played"]
    assert re.findall(r"[EI]:\S+", club.text("g-1")) == ["E:Lha5-fb3", "I:ea2-fa2"]
    for name in NAMES.values():
        text = club.answer(move, name)
        assert "Anna (European) has played E:Lha5-fb3." in text
        assert "Carl (Jewish) is to move." in text and "I:ea3" not in text


def test_a_record_that_is_written_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = AClub(tmp_path / "club")
    path = club.game("g-1")
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    real = journal.with_ply

    def busy(*args: Any, **more: Any) -> Any:
        path.write_bytes(path.read_bytes() + b"\n")
        return real(*args, **more)

    monkeypatch.setattr(journal, "with_ply", busy)
    assert club.verdicts() == ["held"]
    assert club.left()["in/new"] == 1 and not club.answers() and "Lha5" not in club.text("g-1")
    monkeypatch.undo()
    assert club.verdicts() == ["played"]


def test_the_lock_of_a_record_is_that_of_play(tmp_path: Path) -> None:
    """Whoever writes waits for the other, and sees what it wrote."""
    club = AClub(tmp_path / "club")
    path = club.game("g-1")
    move = club.mail("Anna", "[g-1]", "Lha5-fb3")
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # as `play --in-place` does
        process = start(club.folder)
        time.sleep(2)
        assert process.poll() is None and club.left()["in/new"] == 1
        new = path.with_name("new")
        new.write_text(club.text("g-1").replace("\n*\n", "\n1. E:ga4-fa4 *\n"))
        new.replace(path)
    process.communicate()
    assert "E:ga4-fa4" in club.text("g-1") and "Lha5-fb3" not in club.text("g-1")
    assert "wrong-turn" in club.answer(move, "Anna")


def test_a_full_disk_is_a_line(begun: Path, tmp_path: Path) -> None:
    folder = fresh(begun, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        Disk(20, patch, OSError(errno.ENOSPC, "No space left on device", "x.aof"))
        found = aofref("club", str(folder), "--now", NOW)
    assert found.exit_code == 2
    assert found.stderr == "aofref: x.aof: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk")
@pytest.mark.parametrize(
    "half, named",
    [
        ("plans/.g-1.I.plan.club-new", "plans/g-1.I.plan"),
        ("games/.g-1.aof.club-new", "games/g-1.aof"),
        ("out/tmp/", "out/tmp/"),
        ("held/new/.", "held/new/"),
    ],
)
def test_a_full_disk_is_said_of_a_file(half: str, named: str, begun: Path, tmp_path: Path) -> None:
    """What the system itself says of a write to a full disk does not name the file."""
    folder = fresh(begun, tmp_path)
    real = Path.open

    def opened(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        full = mode == "wb" and str(path).startswith(f"{folder}/{half}")
        return real(Path("/dev/full") if full else path, mode, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", opened)
        found = aofref("club", str(folder), "--now", NOW)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"aofref: {folder}/{named}")
    assert found.stderr.endswith(": No space left on device\n") and found.stderr.count("\n") == 1


def test_what_a_killed_run_left_half_written_is_not_sent(begun: Path, tmp_path: Path) -> None:
    folder = fresh(begun, tmp_path)
    treat(folder)
    half = folder / "out" / "tmp" / "1.club"
    half.write_bytes(b"half")
    (folder / "in" / "tmp" / "others").write_bytes(b"being delivered")
    treat(folder)
    assert half.exists() and not (folder / "out" / "new" / "1").exists()
    assert (folder / "in" / "tmp" / "others").exists()
