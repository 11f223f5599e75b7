"""Again: the messages that an arbiter has judged anew or settles, by a file or a Message-ID."""

from collections.abc import Iterable
from pathlib import Path

from aofref.club import inbox
from aofref.club.store import JUDGED, Store, base_of, is_usable, whole


class Unknown(Exception):
    """There is no such message, or there are several."""


def found(store: Store, wanted: str) -> Path:
    """Find a message that was judged by its file, wherever that is now, or by its Message-ID.

    Raises Unknown.
    """
    name = Path(wanted).name
    for box in JUDGED:
        files = [path for path in store.files(box) if is_usable(path)]
        named = [path for path in files if base_of(path.name) == base_of(name)]
        having = named or _having(files, f"<{wanted.strip('<>')}>")
        if len(having) > 1:
            raise Unknown(f"several messages have this Message-ID: name a file of {box}")
        if having:
            return having[0]
    raise Unknown("no message is in this file of held, or has this Message-ID")


def waits(store: Store, wanted: str) -> Path:
    """Find a message that waits in held/new by its file; raises Unknown."""
    path = store.folder / "held" / "new" / Path(wanted).name
    if not wanted or path not in store.files("held/new"):
        raise Unknown("no message waits in this file of held/new")
    return path


def _having(files: Iterable[Path], identifier: str) -> list[Path]:
    """List the messages that have a Message-ID."""
    named = identifier.encode("utf-8", "surrogateescape")
    raws = ((path, whole(path)) for path in files)
    return [path for path, raw in raws if named in raw and inbox.read(raw)[0].id == identifier]
