"""Keys: the TXT records of DKIM keys, from the machine's resolver or from a file."""

import os
from datetime import timedelta
from pathlib import Path
from time import monotonic

from aofref.club.store import Unread

PATIENCE = timedelta(days=5)  # for which a message waits for a key
_A_KEY, _A_RUN = 5.0, 20.0  # the most seconds for a key, and for all keys of a run


class Unproved(Unread):
    """A key cannot be had now: its message must wait."""


class Keys:
    """The keys that a run asks for, each once: in AOFREF_DKIM_KEYS, or else by the resolver."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[bytes, ...] | Unproved] = {}
        self._left = _A_RUN

    def texts(self, name: str) -> tuple[bytes, ...]:
        """Return the TXT records of a name, none if there is no such name; raises Unproved."""
        if name not in self._known:
            begun, file = monotonic(), os.environ.get("AOFREF_DKIM_KEYS", "")
            self._known[name] = _listed(file, name) if file else _resolved(name, self._left)
            self._left -= monotonic() - begun
        known = self._known[name]
        if isinstance(known, Unproved):
            raise known
        return known


def _listed(file: str, name: str) -> tuple[bytes, ...] | Unproved:
    """Return the texts of a name in a file, whose lines are a name and a text."""
    try:
        lines = [line.split(None, 1) for line in Path(file).read_bytes().splitlines()]
    except OSError as problem:
        return Unproved(f"{file}: {problem.strerror or problem}")
    named = (line for line in lines if line and line[0].lower().rstrip(b".") == name.encode())
    return tuple(b"".join(line[1:]) for line in named)


def _resolved(name: str, left: float) -> tuple[bytes, ...] | Unproved:
    from dns import exception, resolver

    if left <= 0:
        return Unproved(f"no time was left to ask for the key {name}")
    try:
        answer = resolver.resolve(f"{name}.", "TXT", lifetime=min(_A_KEY, left), search=False)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return ()
    except (exception.DNSException, OSError) as problem:
        return Unproved(f"the key {name} could not be had: {type(problem).__name__}")
    return tuple(b"".join(record.strings) for record in answer)
