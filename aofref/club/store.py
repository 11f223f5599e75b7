"""Store: the directory of a club, in which every file is written whole or not at all."""

import errno
import os
import re
import stat
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from io import BufferedReader
from itertools import chain, count
from pathlib import Path
from unicodedata import normalize

from aofref.club import settings
from aofref.club.settings import CLUB, PLAYERS, Club, Player, bad_settings, digest
from aofref.findings import Code, place_at
from aofref.library.writing import Changed as Changed
from aofref.library.writing import held, named, replace_file
from aofref.text import folded_name, on_one_line
from aofref.values import Value

JUDGED = ("held/new", "held/cur", "in/cur")
"""Where messages are that were judged, the likeliest first."""
_FOLDERS = {"games": ".aof", "plans": ".plan", "known": ".txt"}
"""The folders besides those of mail, and how the names of their files end."""
DRAWN = "drawn"
"""The folder of the games whose players have yet to be invited, in a folder for each season."""
_DELIVERED = re.compile(r"\A(\d{9,11})\.")
_INFO, _SEEN, _HALF = ":2,", ":2,S", ".club"  # what follows the names of files in cur, and in tmp
NEW = ".club-new"  # what follows the names of files that are being written
_NAME_BYTES = 200  # a file's name is cut to 200 bytes: the club adds to it, up to 255
_LOCK = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)  # without waiting, as at a pipe
_MOST_BYTES = 1 << 26  # the size of the largest file that a club can use
_OF_THE_DISK = frozenset(  # errors that would recur for every message
    (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE)
)


class NoWay(Exception):
    """What the arbiter wants of a run cannot be done."""


class Unread(OSError):
    """A file cannot be read now, or a message must wait for something else."""


def pass_over(problem: Exception) -> None:
    """Pass over a problem of one file; raise it if it is of the whole disk or system."""
    if isinstance(problem, OSError) and problem.errno in _OF_THE_DISK:
        raise problem


def opened(path: Path) -> BufferedReader:
    """Open a file; raises Unread, also for one that is too large, and a pipe, which may not end."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise OSError(errno.EINVAL, "this is not a plain file, or too large")
        return path.open("rb")
    except OSError as problem:
        pass_over(problem)
        raise Unread(problem.errno, problem.strerror, str(path)) from problem


def whole(path: Path) -> bytes:
    """Read a file; raises Unread if it cannot be."""
    with opened(path) as file:
        return file.read()


class Arrived(Value):
    """A message to judge: its file, the time of its arrival in whole seconds, its name in in/cur.

    `anew`: it was judged before, and the arbiter has it judged anew.
    """

    path: Path
    moment: datetime
    name: str
    anew: bool = False


class Store:
    """The directory of a club; with `dry` nothing is written."""

    def __init__(self, folder: Path, *, dry: bool = False) -> None:
        self.folder, self.dry = folder, dry
        self._listed = ""  # the list of players as it was read last

    @contextmanager
    def locked(self, busy: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Make the missing folders, and lock the directory against other runs.

        While there is one, this calls `busy`, and waits.
        """
        import fcntl

        if self.dry:
            yield
            return
        boxes = [f"{box}/{part}" for box in ("in", "out", "held") for part in ("tmp", "new", "cur")]
        for name in (*boxes, *_FOLDERS):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(self.folder / ".lock", _LOCK, 0o666), "wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                busy()
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    # Records and plans ----------------------------------------------------------------------------

    def data(self, path: Path) -> bytes:
        """Read a file; a missing file is empty, but no link to one."""
        return whole(path) if os.path.lexists(path) else b""

    def _text(self, name: str) -> tuple[str, str]:
        """Return the text of a file, and its path; raises BadFile if it is none, or not there."""
        path = self.folder / name
        if not path.exists():
            raise bad_settings(str(path), "there is no such file", code=Code.CANNOT_OPEN)
        data = whole(path)
        try:
            return data.decode("utf-8"), str(path)
        except UnicodeDecodeError as problem:
            before = data[: problem.start].decode("utf-8")
            place = place_at(before, len(before))
            raise bad_settings(str(path), "is not in UTF-8", place, Code.ENCODING) from None

    def club(self) -> Club:
        """Read the settings of the club; raises BadFile for a fault."""
        return settings.read_club(*self._text(CLUB))

    def players(self, name: str = PLAYERS, club: Club | None = None) -> tuple[Player, ...]:
        """Read a list of players, by default the club's own; raises BadFile for a fault."""
        self._listed, file = self._text(name)
        return settings.read_players(self._listed, file, club)

    def enter(self, players: Sequence[Player]) -> None:
        """Write players into their list; raises Changed if it was changed since it was read."""
        text = settings.with_players(self._listed, players)
        if text != self._listed:
            self.write(self.folder / PLAYERS, text.encode(), self._listed.encode())

    def write(
        self, path: Path, content: bytes, seen: bytes | None = None, time: float | None = None
    ) -> None:
        """Replace a file in one step, once the new one is on the disk; raises Changed."""
        if not self.dry:
            path = Path(os.path.realpath(path))  # what a link leads to, as `play --in-place` does
            new = path.with_name(f".{_cut(path.name)}{NEW}")
            replace_file(path, content, seen, new=new, time=time)

    def save(self, path: Path, content: bytes, mode: str = "wb") -> None:
        """Write a file, or append to it, at once: then that is on the disk."""
        if not self.dry:
            with named(path), path.open(mode) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())

    def unchanged(self, path: Path, seen: bytes) -> AbstractContextManager[None]:
        """Lock a record as `play --in-place` does; raises Changed if it is not as it was `seen`."""
        return nullcontext() if self.dry else held(path, seen, os.O_RDONLY)

    def file_of(self, game: Path, folder: str, army: str = "") -> Path:
        """Return the path of what its players know of a game, or of the `plans` of an army."""
        name = _cut(game.stem) + (army and f".{army}") + _FOLDERS[folder]
        return self.folder / folder / name

    # Maildirs -------------------------------------------------------------------------------------

    def arrived(self, now: datetime) -> list[Arrived]:
        """List the messages of in/new in the order of their arrival, which is not after `now`."""
        came, arrived = list[tuple[datetime, str, Path]](), list[Arrived]()
        for path in self.usable("in/new"):
            with suppress(FileNotFoundError):  # a mail program has moved it
                came.append((min(arrival_of(path), now), path.name, path))
        taken = {base_of(path.name) for path in self.files("in/cur")}
        for moment, name, path in sorted(came):
            mine = base_of(name)
            numbered = (_cut(f"{mine}.{number}") for number in count(2))
            mine = next(free for free in chain([mine], numbered) if free not in taken)
            taken.add(mine)
            arrived.append(Arrived(path, moment, mine))
        return arrived

    def hold(self, name: str, content: bytes, why: str, moment: datetime) -> None:
        """Put a message that is not settled into held, under the reason; its file has a time."""
        field = b"X-Held: " + on_one_line(why).encode("ascii", "backslashreplace") + b"\n"
        if not (self.folder / "held" / "cur" / f"{name}{_SEEN}").exists():
            self.write(self.folder / "held/new" / name, field + content, time=moment.timestamp())

    def move(self, path: Path, box: str, name: str = "") -> Path:
        """Move a message into a folder such as `held/cur`; return where it is then."""
        flags = _SEEN if box.endswith("/cur") else ""
        there = self.folder / box / f"{name or base_of(path.name)}{flags}"
        with suppress(FileNotFoundError):  # a mail program has moved it
            return path if self.dry else path.rename(there)
        return there

    def find(self, name: str, folders: Sequence[str] = JUDGED) -> Path | None:
        """Find a message by its file in the log, by default one that was judged; None if gone."""
        return next(self.usable(*folders, names=[name]), None)

    def prepare(self, name: str, content: bytes) -> None:
        """Write a message into out/tmp, by the name of its file; `publish` has it sent."""
        self.save(self.folder / "out" / "tmp" / f"{name}{_HALF}", content)

    def publish(self, logged: Container[str]) -> None:
        """Move messages from out/tmp, where they were prepared, to out/new, if they are logged."""
        for half in self.folder.glob(f"out/tmp/*{_HALF}"):
            if (name := half.name.removesuffix(_HALF)) in logged:
                self.move(half, "out/new", name)

    def usable(self, *folders: str, names: Container[str] | None = None) -> Iterator[Path]:
        """Yield the files of folders that can be read, if their names in the log are in `names`."""
        for path in chain.from_iterable(map(self.files, folders)):
            if names is None or on_one_line(base_of(path.name)) in names:
                with suppress(Unread):
                    opened(path).close()
                    yield path

    def files(self, folder: str) -> list[Path]:
        """List the entries of a folder such as `held/new`, in order; none if it is missing.

        Of `games`, `plans` and `known` those that are named as the club's own.
        """
        at, end = self.folder / folder, _FOLDERS.get(folder, "")
        every = at.iterdir() if at.exists() else ()
        return sorted(path for path in every if path.name[0] != "." and path.name.endswith(end))


def unheld(message: bytes) -> tuple[bytes, str]:
    """Remove the field of a held message, and return why it is held; empty if it is not."""
    field = re.match(rb"X-Held: (.*)\n", message)
    return (message[field.end() :], field[1].decode("ascii", "replace")) if field else (message, "")


def base_of(name: str) -> str:
    """Return the name of a message's file without flags, cut."""
    return _cut(name.partition(_INFO)[0])


def arrival_of(path: Path) -> datetime:
    """Return when a message arrived: the earlier of its file's time and that in its name."""
    times = path.lstat().st_mtime, *map(float, _DELIVERED.findall(path.name))
    return datetime.fromtimestamp(max(0, int(min(times))), UTC)


def folded(text: str) -> str:
    """Fold the case and the composition of the letters of an id or a name."""
    return folded_name(normalize("NFC", text))


def _cut(name: str) -> str:
    """Cut a file's name so that the club can add to it; different names stay different."""
    data = os.fsencode(name)
    if len(data) <= _NAME_BYTES:
        return name
    return f"{data[: _NAME_BYTES - 17].decode(errors='ignore')}-{digest(data)}"
