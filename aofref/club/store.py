"""Store: the directory of a club, in which every file is written whole or not at all."""

import errno
import os
import re
import stat
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from itertools import chain, count, filterfalse
from pathlib import Path
from unicodedata import normalize

from aofref.club import settings
from aofref.club.settings import CLUB, PLAYERS, Club, Player, bad_settings, digest
from aofref.findings import Code
from aofref.library.writing import Changed as Changed
from aofref.library.writing import held, named, replace_file
from aofref.text import folded_name, on_one_line
from aofref.values import Value

JUDGED = ("held/new", "held/cur", "in/cur")
"""Where messages are that were judged, the likeliest first."""
_FOLDERS = {"games": ".aof", "plans": ".plan", "known": ".txt"}
"""The folders besides those of mail, and how the names of their files end."""
_DELIVERED = re.compile(r"\A(\d{9,11})\.")
_MANY = 50  # more files than these are written to the disk faster by `sync` than one by one
_HELD = b"X-Held: "
_INFO, _SEEN, _HALF = ":2,", ":2,S", ".club"  # what follows the names of files in cur, and in tmp
NEW = ".club-new"  # what follows the names of files that are being written
_NAME_BYTES = 200  # a file's name is cut to 200 bytes: the club adds to it, up to 255
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # without waiting for a writer or reader, as of a pipe
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _AT_ONCE
_MOST_BYTES = 1 << 26  # the size of the largest file that a club can use
_OF_THE_DISK = frozenset(  # errors that would recur for every message
    (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE)
)


class NoWay(Exception):
    """What the arbiter wants of a run cannot be done."""


class Unread(Exception):
    """A message cannot be processed now, and must wait."""


def pass_over(problem: Exception) -> None:
    """Pass over a problem of one file; raise it if it is of the whole disk or system."""
    if isinstance(problem, OSError) and problem.errno in _OF_THE_DISK:
        raise problem


def whole(path: Path, most: int = _MOST_BYTES + 1) -> bytes:
    """Read at most so many bytes of a plain file; OSError for a pipe or the like.

    A pipe to which nobody writes would make the club wait, with its lock.  OSError, too, if the
    file is larger than any that a club can use.
    """
    with open(path, "rb", opener=lambda _, flags: os.open(path, flags | _AT_ONCE)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "this is not a plain file", str(path))
        data = file.read(most)
    if len(data) > _MOST_BYTES:
        raise OSError(errno.EFBIG, f"this is larger than {_MOST_BYTES >> 20} MB", str(path))
    return data


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
        self._fresh: list[Path] = []
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
        with os.fdopen(os.open(self.folder / ".lock", _APPEND, 0o666), "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                busy()
                fcntl.flock(file, fcntl.LOCK_EX)
            for half in (f"held/tmp/*{_HALF}", *(f"{part}/.*{NEW}" for part in (".", *_FOLDERS))):
                for path in self.folder.glob(half):  # of an interrupted run
                    with suppress(OSError):  # a folder of such a name
                        path.unlink()
            yield

    # Records and plans ----------------------------------------------------------------------------

    def data(self, path: Path) -> bytes:
        """Read a file; a missing file is empty."""
        try:
            return whole(path)
        except FileNotFoundError:
            return b""

    def _text(self, name: str) -> tuple[str, str]:
        """Return the text of a file, and its path; raises BadFile if there is none."""
        path = self.folder / name
        try:
            return settings.decoded(whole(path), str(path)), str(path)
        except FileNotFoundError:
            raise bad_settings(str(path), "there is no such file", code=Code.CANNOT_OPEN) from None

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
        self, path: Path, content: bytes, seen: bytes | None = None, *, to_disk: bool = True
    ) -> None:
        """Replace a file in one step, once the new one is on the disk.

        If not `to_disk`, `finish` flushes it.  Raises Changed as `replace_file`.
        """
        if not self.dry:
            new = path.with_name(f".{_cut(path.name)}{NEW}")
            replace_file(path, content, seen, new=new, to_disk=to_disk)
            self._fresh += [] if to_disk else [path]

    def unchanged(self, path: Path, seen: bytes) -> AbstractContextManager[None]:
        """Lock a record as `play --in-place` does; raises Changed if it is not as it was `seen`."""
        return nullcontext() if self.dry else held(path, seen, os.O_RDONLY)

    def odd(self) -> list[str]:
        """List the entries of in/new, games, plans and known that are ignored.

        They are folders, pipes, devices, broken links, and files that are too large; in in/new all
        links, and files of any size.
        """
        came = filter(os.path.lexists, self.files("in/new"))  # a mail program may have moved others
        odd = [path for path in came if path.is_symlink() or not path.is_file()]
        own = chain.from_iterable(map(self.files, _FOLDERS))
        return [str(path.relative_to(self.folder)) for path in (*odd, *filterfalse(is_usable, own))]

    def file_of(self, game: Path, folder: str, army: str = "") -> Path:
        """Return the path of what its players know of a game, or of the `plans` of an army."""
        name = _cut(game.stem) + (army and f".{army}") + _FOLDERS[folder]
        return self.folder / folder / name

    # Maildirs -------------------------------------------------------------------------------------

    def arrived(self, until: datetime) -> list[Arrived]:
        """List the messages of in/new, in the order of their arrival.

        That is the earliest of: the file's time, the time in its name, and `until`.
        """
        came: list[tuple[int, str, Path]] = []
        for path in self.files("in/new"):
            with suppress(FileNotFoundError):
                status, named = path.lstat(), map(float, _DELIVERED.findall(path.name))
                at = min(status.st_mtime, until.timestamp(), *named)
                came += [(max(0, int(at)), path.name, path)] if stat.S_ISREG(status.st_mode) else []
        arrived = []
        taken = {base_of(path.name) for path in self.files("in/cur")}
        for epoch, name, path in sorted(came):
            mine = base_of(name)
            numbered = (_cut(f"{mine}.{number}") for number in count(2))
            mine = next(free for free in chain([mine], numbered) if free not in taken)
            taken.add(mine)
            arrived.append(Arrived(path, datetime.fromtimestamp(epoch, UTC), mine))
        return arrived

    def message(self, arrived: Arrived) -> bytes:
        """Read a message, or the beginning of a large one; raises Unread if that fails."""
        try:
            return whole(arrived.path, _MOST_BYTES // 2)
        except OSError as problem:
            raise Unread(f"{arrived.path}: {problem.strerror or problem}") from problem

    def finish(self, messages: Sequence[Arrived] = ()) -> None:
        """Move processed messages to in/cur, once all written files are on the disk."""
        if self.dry:
            return
        if len(self._fresh) > _MANY:
            os.sync()
        else:
            for path in self._fresh:
                with named(path), path.open("rb") as file:
                    os.fsync(file.fileno())
        self._fresh = []
        for message in messages:
            if not message.anew:  # else it stays until it is settled
                with suppress(FileNotFoundError):  # a mail program has moved it
                    self.move(message.path, "in/cur", message.name)

    def hold(self, name: str, content: bytes, why: str, moment: datetime) -> None:
        """Put a message that is not settled into held, under the reason; its file has a time."""
        field = _HELD + on_one_line(why).encode("ascii", "backslashreplace") + b"\n"
        name = name.partition(_INFO)[0]
        if not (self.folder / "held" / "cur" / f"{name}{_SEEN}").exists():
            self.prepare({name: field + content}, moment, "held")
            self.publish([name], "held")

    def move(self, path: Path, box: str, name: str = "") -> Path:
        """Move a message into a folder such as `held/cur`; return where it is then."""
        flags = _SEEN if box.endswith("/cur") else ""
        there = self.folder / box / f"{name or base_of(path.name)}{flags}"
        return path if self.dry else path.rename(there)

    def judged(self, name: str) -> Path | None:
        """Find a message that was judged, by its name in the log; None if it is gone."""
        files = self.usable(*JUDGED)
        return next((path for path in files if on_one_line(base_of(path.name)) == name), None)

    def prepare(self, messages: Mapping[str, bytes], moment: datetime, box: str = "out") -> None:
        """Write messages into out/tmp, by the names of their files, which have the time `moment`.

        `publish` has them sent, and `finish` flushes them to the disk.
        """
        for name, content in messages.items() if not self.dry else ():
            half = self.folder / box / "tmp" / f"{name}{_HALF}"
            with named(self.folder / box / "new" / name), half.open("wb") as file:
                file.write(content)
            os.utime(half, 2 * (moment.timestamp(),))

    def publish(self, names: Iterable[str], box: str = "out") -> None:
        """Move messages from out/tmp, where they were prepared, to out/new."""
        for name in names if not self.dry else ():
            half = self.folder / box / "tmp" / f"{name}{_HALF}"
            self._fresh.append(self.move(half, f"{box}/new", name))

    def resume(self, logged: Container[str]) -> None:
        """Publish what an interrupted run has prepared, if its name is logged; remove the rest."""
        for half in self.folder.glob(f"out/tmp/*{_HALF}") if not self.dry else ():
            with suppress(OSError):  # a folder of such a name
                if (name := half.name.removesuffix(_HALF)) in logged:
                    self.publish([name])
                else:
                    half.unlink()

    def sent(self, name: str) -> Path | None:
        """Find the file of a message that the club wrote; None if it is gone."""
        out = self.folder / "out"
        paths = (out / "new" / name, out / "cur" / f"{name}{_SEEN}")
        return next((path for path in paths if is_usable(path)), None)

    def append(self, path: Path, text: str) -> None:
        """Append lines to a file, at once; `finish` flushes it to the disk."""
        if not self.dry:
            with named(path), path.open("ab") as file:
                file.write(text.encode())
            if path not in self._fresh:
                self._fresh.append(path)

    def usable(self, *folders: str) -> Iterator[Path]:
        """Yield the files of folders that a club can use."""
        return filter(is_usable, chain.from_iterable(map(self.files, folders)))

    def files(self, folder: str) -> list[Path]:
        """List the entries of a folder such as `held/new`, in order; none if it is missing.

        Of `games`, `plans` and `known` those that are named as the club's own.
        """
        at, end = self.folder / folder, _FOLDERS.get(folder, "")
        try:
            every = (path for path in at.iterdir() if path.name[0] != ".")
            return sorted((path for path in every if path.name.endswith(end)), key=str)
        except FileNotFoundError:
            return []


def unheld(message: bytes) -> tuple[bytes, str]:
    """Remove the field of a held message, and return why it is held; empty if it is not."""
    field, _, rest = message.partition(b"\n")
    is_held = field.startswith(_HELD)
    why = field.removeprefix(_HELD).decode("ascii", "replace").strip()
    return (rest, why) if is_held else (message, "")


def base_of(name: str) -> str:
    """Return the name of a message's file without flags, cut."""
    return _cut(name.partition(_INFO)[0])


def arrival_of(path: Path) -> datetime:
    """Return when a message arrived, by the time of its file, in whole seconds."""
    return datetime.fromtimestamp(int(path.lstat().st_mtime), UTC)


def is_usable(path: Path) -> bool:
    """Whether a path leads to a plain file of a size that a club can use."""
    try:
        status = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES


def folded(text: str) -> str:
    """Fold the case and the composition of the letters of an id or a name."""
    return folded_name(normalize("NFC", text))


def _cut(name: str) -> str:
    """Cut a file's name so that the club can add to it; different names stay different."""
    data = os.fsencode(name)
    if len(data) <= _NAME_BYTES:
        return name
    return f"{data[: _NAME_BYTES - 17].decode(errors='ignore')}-{digest(data)}"
