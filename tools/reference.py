"""Write the reference of the library from its docstrings: `python -m tools.reference`.

A test fails if `docs/reference.md` is stale, and names objects without a docstring.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from textwrap import fill
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import aofref
from aofref import mail
from aofref.library import typed
from aofref.library.standing import Standing

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
_WIDTH = 104
_HEAD = """# Reference of the library

Every public name of `aofref`, with its attributes; [library.md](library.md) is the tutorial. All values
but `Board` are immutable and can be hashed, pickled and compared. `python -m tools.reference` writes this
page from the docstrings.
"""

_QUESTIONS = """## Questions of a Position and of a Board

Both answer these alike.
"""
_MAIL = """## The module `aofref.mail`

For programs that read more in a message than the one move that `aofref.read_mail` finds.
"""
_TYPES = """## Types for annotations

Words of arguments and attributes, which are plain text, and what reports have, which are dicts. They can
be imported from `aofref`, and are loaded only then. aofref-json(5) explains the members of reports.
"""


def rendered() -> str:
    """Return the whole page."""
    known = {name: getattr(aofref, name) for name in aofref.__all__}
    classes = {name: found for name, found in known.items() if inspect.isclass(found)}
    errors = {name for name, found in classes.items() if issubclass(found, Exception)}
    parts = [_HEAD, "## Functions\n"]
    for name, found in known.items():
        if name not in classes:
            parts += [f"### `aofref.{name}{signature(found)}`\n", f"{paragraphs(found)}\n"]
    parts += [_QUESTIONS, "\n".join(map(_line, *zip(*members(Standing).items(), strict=True))), ""]
    parts += [*_differing(), ""]
    for title, named in (("Classes", classes.keys() - errors), ("Errors", errors)):
        parts.append(f"## {title}\n")
        for name in sorted(named):
            parts += [f"### `{name}{_bases(classes[name])}`\n", f"{paragraphs(classes[name])}\n"]
            parts += ["\n".join(lines) + "\n"] if (lines := list(_members(classes[name]))) else []
    parts.append(_MAIL)
    for read in (mail.read, mail.read_head):
        parts += [f"### `aofref.mail.{read.__name__}{signature(read)}`\n", f"{paragraphs(read)}\n"]
    for name in (name for name in mail.__all__ if name[0].isupper()):
        found = getattr(mail, name)
        parts += [f"### `aofref.mail.{name}`\n", f"{paragraphs(found)}\n"]
        parts += ["\n".join(_members(found)) + "\n"]
    return "\n".join([*parts, _TYPES, *map(_type, typed._NAMES), ""])


def _type(name: str) -> str:
    """Write a line for a type for annotations: its words, its members, or what it is one of."""
    found = getattr(typed, name)
    if get_origin(found) is Literal:
        text = ", ".join(f"`{word}`" for word in get_args(found))
    elif isinstance(found, UnionType):
        text = " or ".join(f"`{one.__name__}`" for one in get_args(found))
    else:
        text = ", ".join(f"`{key}: {_kind(kind)}`" for key, kind in found.__annotations__.items())
    return fill(f"- `{name}`: {text}", _WIDTH, subsequent_indent="  ", **_WHOLE)


def _bases(error: type) -> str:
    """Name the built-in error that a class of errors derives from."""
    of = [base.__name__ for base in error.__mro__ if base.__module__ == "builtins"]
    return f"({of[0]})" if issubclass(error, Exception) else ""


UNLISTED = {
    "Record": {"is_json", "verdict", "failed", "has_failed"},
    "Refusal": {
        *("besides", "aside", "section", "notes", "topics", "harmless", "cited", "with_variant"),
        *("noting", "known", "sentence"),
    },
    "Variant": {"judged_by"},
}
"""Working parts of the program, which other programs would not miss."""


def members(of: type) -> dict[str, object]:
    """Return the public attributes of a class that aofref defines: values, properties, methods."""
    found: dict[str, object] = {}
    unlisted = UNLISTED.get(of.__name__, set())
    for base in reversed([base for base in of.__mro__ if base.__module__.startswith("aofref.")]):
        fields = {
            name: _kind(getattr(kind, "__forward_arg__", kind))  # those of a NamedTuple are forward
            for name, kind in inspect.get_annotations(base).items()
        }
        for name, one in {**fields, **vars(base), **fields}.items():
            shown = not name.startswith("_") or name.startswith("_repr_")
            if (
                shown
                and name not in unlisted
                and (
                    name in fields
                    or isinstance(one, property | cached_property)
                    or inspect.isroutine(one)
                )
            ):
                found[name] = one
    return found


def _differing() -> Iterator[str]:
    """Write a table of what a Position and a Board have by the same name, but not alike."""
    yield "What differs:\n\n| | of a Position | of a Board |\n|---|---|---|"
    both = (aofref.Position, aofref.Board)
    own = [{name for name, one in members(of).items() if not _is_alike(name, one)} for of in both]
    for name in sorted(own[0] & own[1]):
        told = [doc(getattr(of, name)).partition(". ")[0].rstrip(".") for of in both]
        yield f"| `{name}` | {' | '.join(told)} |"


def _is_alike(name: str, one: object) -> bool:
    """Return whether an attribute is one of the questions that are answered alike."""
    return isinstance(one, str) or doc(members(Standing).get(name)) == doc(one)


def _members(of: type) -> Iterator[str]:
    """Write a line for each attribute of a class, but for those of a Position and a Board alike."""
    for name, one in members(of).items():
        if not issubclass(of, Standing) or not _is_alike(name, one):
            yield _line(name, one)


def _line(name: str, one: object) -> str:
    """Write a line for an attribute."""
    if isinstance(one, property | cached_property):
        getter = one.fget if isinstance(one, property) else one.func
        kind = _kind(inspect.get_annotations(getter)["return"] if getter else "")
        label, text = f"`{name}: {kind}`", doc(one)
    elif isinstance(one, str):
        label, text = f"`{name}: {one}`", ""
    else:
        label, text = f"`{name}{signature(one)}`", doc(one)
    said = f": {text[:1].upper()}{text[1:]}" if text else ""
    return fill(f"- {label}{said}", _WIDTH, subsequent_indent="  ", **_WHOLE)


_WHOLE: Any = {"break_long_words": False, "break_on_hyphens": False}


def signature(of: Any) -> str:
    """Write the signature of a function or a method."""
    found = inspect.signature(of)
    parts, named = [], False
    for param in found.parameters.values():
        if param.name == "self":
            continue
        if param.kind is param.KEYWORD_ONLY and not named:
            parts.append("*")
        named = named or param.kind in (param.KEYWORD_ONLY, param.VAR_POSITIONAL)
        star = "*" if param.kind is param.VAR_POSITIONAL else ""
        star = "**" if param.kind is param.VAR_KEYWORD else star
        default = "" if param.default is param.empty else f" = {param.default!r}"
        parts.append(f"{star}{param.name}: {_kind(param.annotation)}{default}")
    return f"({', '.join(parts)}) -> {_kind(found.return_annotation)}"


def _kind(annotation: object) -> str:
    """Write an annotation in the form of its module."""
    if isinstance(annotation, str):
        return annotation
    text = inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text)


def doc(of: object) -> str:
    """Return a docstring on one line; empty if there is none."""
    return " ".join((inspect.getdoc(of) or "").split())


def paragraphs(of: object) -> str:
    """Return a docstring, filled to the width of the page."""
    parts = re.split(r"\n\s*\n", inspect.getdoc(of) or "")
    return "\n\n".join(fill(" ".join(part.split()), _WIDTH, **_WHOLE) for part in parts)


def main() -> None:
    """Write the page."""
    PAGE.write_text(rendered(), "utf-8")


if __name__ == "__main__":
    main()
