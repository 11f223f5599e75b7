"""Faults: files of a club that the arbiter must correct: illegal, unreadable, damaged, or gone."""

from collections.abc import Iterator
from pathlib import Path
from shlex import join, quote

from aofref.club import plans
from aofref.club.game import ClubGame, of_file
from aofref.club.log import LOG
from aofref.club.session import ClubSession
from aofref.club.settings import PLAYERS
from aofref.club.store import whole
from aofref.findings import Code, Finding, Severity
from aofref.text import nearest, on_one_line
from aofref.values import Value


class FileFault(Value):
    """Why a file must be corrected, where it is, and the commands that help."""

    path: Path
    finding: Finding
    do: tuple[str, ...]

    def __str__(self) -> str:
        return self.finding.diagnostic(str(self.path))

    @property
    def message(self) -> str:
        """The diagnostic without the file: the place, the code, the sentence."""
        return self.finding.diagnostic("").removeprefix(":")


def faults(session: ClubSession, folder: Path) -> Iterator[FileFault]:
    """Yield the faults of a club whose directory is called `folder`."""
    for game in session.games.values():
        yield from _of_game(game, folder)
        if game.damage is not None:
            again = command("aofref", "club", folder)
            yield FileFault(
                folder / "known" / session.store.known_file(game.path).name, game.damage, (again,)
            )
    known = {session.store.known_file(path).name for path in session.store.files("games")}
    for path in session.store.files("known"):
        if path.suffix == ".txt" and path.name not in known:
            why = "the record is gone: put back a copy; to give the game up, remove this file"
            yield _removed(folder / "known" / path.name, of_file(Code.CANNOT_OPEN, why))
    for path in session.store.usable("plans"):
        if path.suffix == ".plan":
            _, found = plans.read(whole(path), path.name)
            if found is not None:
                yield _removed(folder / "plans" / path.name, found)
    if session.log.fault is not None:
        yield FileFault(folder / LOG, session.log.fault, (_edited(folder / LOG),))


def _of_game(game: ClubGame, folder: Path) -> Iterator[FileFault]:
    """Yield why a record cannot be played on, or else the players whom players.tsv lacks."""
    file, found = folder / "games" / game.path.name, game.fault
    if found is not None:
        is_move = found.refusal.severity is Severity.ILLEGAL and found.token >= 0
        decides = is_move and found.code is not Code.FALSE_RESULT
        words = ("decide", "--in-place", file, "takeback") if decides else ("check", file)
        yield FileFault(file, found, (command("aofref", *words),))
    elif other := game.copied:
        why = f"messages of [{other}] are in this record: it is a copy"
        do = command("mv", file, f"{file}.copy")
        yield FileFault(file, of_file(Code.CONTRADICTION, why), (do,))
    else:
        for army, name in game.unlisted.items():
            side = game.record.variant.armies[army]
            why = f"{on_one_line(name)} plays {side}, and {PLAYERS} has no such name"
            near = (
                command("aofref", "tag", "--in-place", file, f"{side}={other}")
                for other in nearest(name, (player.name for player in game.session.players), 1)
            )
            leave = command("aofref", "club", folder, "--withdraw", name)
            yield FileFault(
                file, of_file(Code.BAD_TAG, why), (*near, _edited(folder / PLAYERS), leave)
            )


def command(*words: object) -> str:
    """Write a command as the arbiter types it."""
    return join(map(str, words))


def _edited(file: Path) -> str:
    """Return the command that opens a file in the arbiter's editor."""
    return f"${{EDITOR:-vi}} {quote(str(file))}"


def _removed(file: Path, found: Finding) -> FileFault:
    """Return the fault of a file that the arbiter may remove."""
    return FileFault(file, found, (command("rm", file),))
