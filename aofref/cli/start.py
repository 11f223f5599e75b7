"""Start: the entry point of `aofref`; an interruption while the program loads is quiet, too."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType


class _Later(ModuleType):
    """A module that is loaded when it is first used.

    Until click is loaded, which names types of it, these are `object`.
    """

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            return object
        return getattr(import_module(self.__name__), name)


def _cleandoc(text: str) -> str:
    """Return what `inspect.cleandoc` does, without loading it for a line, such as an option's."""
    return import_module("inspect").cleandoc(text) if "\n" in text else text.expandtabs().lstrip()


@contextmanager
def _without_what_click_seldom_uses() -> Iterator[None]:
    """Load click without two modules that take as long as the rest of it together.

    Only click has them later: for every other module they are what they always are.
    """
    later = {name: _Later(name) for name in ("inspect", "uuid") if name not in sys.modules}
    if "inspect" in later:
        vars(later["inspect"])["cleandoc"] = _cleandoc
    sys.modules.update(later)
    try:
        yield
    finally:
        for name in later:
            sys.modules.pop(name, None)


def main() -> None:
    """Load the program and run it.

    Garbage collection is off while modules load: it would be a sixth of the time of one record.  At
    the end Python would collect twice, though the system frees all memory: this is turned off, too.
    """
    gc.disable()
    if sys.stdout is None:  # closed: what is written is refused, as by a full disk, not lost
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    try:
        with _without_what_click_seldom_uses():
            from aofref.cli.app import main as program
    except KeyboardInterrupt:
        os._exit(130)
    try:
        program(prog_name="aofref", obj=True)  # the process is its own: see `cli.ends`
    finally:
        gc.freeze()
