"""Reading: records from files, directories, streams and text."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from io import StringIO
from itertools import chain, islice
from typing import Any, Protocol

from aofref.findings import BadPosition, BadText
from aofref.games import check_rulings
from aofref.judge.replay.opening import Setting
from aofref.library.folders import Entry, walked
from aofref.library.record import Record
from aofref.library.values import mapped, text_of, texts
from aofref.notation import records as written
from aofref.notation.records.splitter import split, text_lines
from aofref.notation.records.stream import AUTO, broken_off, decoded, keeping_ascii, recoded


class OpenFile(Protocol):
    """An open file of text or of bytes, as `open`, `gzip.open` and `io.StringIO` return it."""

    def readline(self) -> str | bytes:
        """Return the next line."""

    def __iter__(self) -> Iterator[Any]:
        """Go through the lines."""


def read(
    source: str | bytes | os.PathLike[str] | OpenFile,
    encoding: str = "utf-8",
    *,
    variant: str = "",
    rulings: Iterable[str] = (),
    as_played: bool = False,
    judge: bool = True,
    content: bool = False,
) -> Iterator[Record]:
    """Yield the records of a file, of a directory and below, or of a file object, one by one.

    Files are opened as the iterator reaches them, and OSError for a file that cannot be read is
    raised only then.  An open file object is left open.  `encoding` is the encoding of bytes;
    `auto` detects it for each file: UTF-16, UTF-8, Windows-1252 or Latin-1.  A byte that is not
    valid in it is a finding, a warning in comments and tags that decide nothing; it becomes U+FFFD
    in these, and a lone surrogate in the text.  From a directory the files
    named `*.aof` and `*.pgn` are read, in the order of their names; links are not followed.

    `variant` is the game of records that name none, and `rulings` apply to records in addition to
    their own; rulings of other games are ignored.  With `as_played` an arbiter's decisions in a
    record are applied.

    A record is replayed when its status, its plies and the like are asked for.  With `judge=False`
    its movetext, too, is read only then: for tags and texts of many games.  With `content` a record
    has the bytes that it was read from.

    Raises at once UnknownVariant, ValueError for a ruling that no game has or an encoding that is
    unknown or does not keep ASCII, TypeError for anything but a path or an open file; and when it
    is reached, ValueError for a file that is no text, such as a compressed one.
    """
    reading = {
        "encoding": encoding
        if encoding == AUTO
        else keeping_ascii(text_of("an encoding", encoding)),
        "setting": _setting(variant, rulings, as_played),
        "with_content": content,
        "heads": not judge,
    }
    if isinstance(source, str | bytes | os.PathLike):
        return _of_files(os.fsdecode(source), reading)
    if not hasattr(source, "readline"):
        raise TypeError(f"records are in a path or an open file, not {type(source).__name__}")
    return _of_lines(source, str(getattr(source, "name", "-")), reading)


def loads(
    text: str,
    *,
    variant: str = "",
    rulings: Iterable[str] = (),
    as_played: bool = False,
    judge: bool = True,
    source: str = "",
) -> Record:
    """Read a text that has one record, also in JSON; ValueError if it has none, or several.

    `source` is the name of its source.  The options and the other errors are as for `read`.
    """
    setting = _setting(variant, rulings, as_played)
    lines = text_lines(StringIO(text_of("a record", text), newline="\n"))
    records = list(islice(split(lines, variant=setting.variant, heads=not judge), 2))
    if len(records) != 1:
        raise ValueError("there is more than one record here" if records else "there is no record")
    return Record(records[0], setting, source)


def new(
    variant: str,
    players: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    rulings: Iterable[str] = (),
) -> Record:
    """Begin a record without a move.

    `players` has their names by the letter or the name of their army, in any case.  `tags`
    are other tags by name, such as a `Position` to start from.  Raises UnknownVariant, BadPosition,
    and ValueError for an army or a ruling that the game does not have, for a tag that cannot be
    written, such as a value of two lines, and for a tag that the caller may not set, such as
    `Result`.
    """
    from aofref.library.position import variant as find  # a check does not need it

    game = find(variant, rulings)
    all_tags = dict(mapped("tags", tags or {}))
    for army, player in mapped("players", players or {}).items():
        letter = game.army_named(army)
        if letter is None:
            raise ValueError(f"{game.id} has no army {army!r}; it has {', '.join(game.armies)}")
        all_tags[game.armies[letter]] = text_of("a player's name", player)
    for value in all_tags.values():
        text_of("a tag's value", value)
    if game.rulings:
        all_tags["Rulings"] = " ".join(game.rulings)
    record = loads(written.blank(game._game.variant, all_tags))
    for name, value in all_tags.items():
        if record.tags.get(name) != value:
            raise ValueError(f"the tag {name} of a new record cannot be {value!r}")
    if record.status != "legal":
        raise BadPosition(record.findings)
    return record


def _setting(variant: str, rulings: Iterable[str], as_played: bool) -> Setting:
    chosen = texts("a ruling", rulings)
    check_rulings(chosen)
    if variant:
        from aofref.library.position import variant as find  # a check does not need it

        variant = find(variant).id
    return Setting(variant, chosen, as_played=as_played)


def _of_files(name: str, reading: Mapping[str, Any]) -> Iterator[Record]:
    is_folder = os.path.isdir(name)  # noqa: PTH112
    for path, why in walked(name) if is_folder else (Entry(name),):
        if isinstance(why, OSError):
            raise why
        if not why:
            with open(path, "rb") as stream:  # noqa: PTH123 - pathlib takes a while to load
                yield from _unbroken(stream, path, **reading)


def _of_lines(stream: OpenFile, name: str, reading: Mapping[str, Any]) -> Iterator[Record]:
    lines = iter(stream)
    first = next(lines, "")
    of_text = {"encoding": ""} if isinstance(first, str) else {}
    yield from _unbroken(chain((first,), lines), name, **{**reading, **of_text})


def _unbroken(stream: Iterable[Any], name: str, **reading: Any) -> Iterator[Record]:
    """Yield the records of a stream; raises OSError where it cannot be read."""
    try:
        yield from records_of(stream, name, **reading)
    except BadText as problem:
        raise problem.__cause__ or problem from None


def records_of(
    stream: Any,
    name: str,
    encoding: str,
    setting: Setting,
    with_content: bool = False,
    *,
    heads: bool = False,
    told: Callable[[str], None] | None = None,
) -> Iterator[Record]:
    """Yield the records of a stream of lines, each with its bytes if `with_content`.

    If only `heads` are wanted, movetext is read when it is asked for.  `encoding` is empty for
    lines of text; the one that `auto` detects is `told` if it is not UTF-8.  Raises BadText where
    the stream fails.
    """
    with ExitStack() as held:
        if encoding == AUTO:
            if not (hasattr(stream, "seekable") and stream.seekable()):
                from tempfile import TemporaryFile

                file = held.enter_context(TemporaryFile())  # its lines can be read twice
                file.writelines(stream)
                file.seek(0)
                stream = file
            try:
                stream, found = recoded(stream)
            except OSError as problem:
                raise broken_off(problem) from problem
            encoding = "utf-8"
            if told is not None and found != encoding:
                told(found)
        lines = (
            decoded(stream, encoding, with_content=with_content) if encoding else text_lines(stream)
        )
        number = 0
        for raw in split(lines, variant=setting.variant, encoding=encoding or "utf-8", heads=heads):
            number += not raw.is_remark
            yield Record(raw, setting, name, 0 if raw.is_remark else number)
