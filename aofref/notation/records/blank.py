"""Blank: a record without a move."""

from __future__ import annotations

from collections.abc import Mapping

from aofref.notation.records.model import Kind
from aofref.notation.records.writer import Item, write_paragraph, write_tags
from aofref.notation.results import OPEN
from aofref.variants.model import Variant

_FIRST = ("Event", "Site", "Date", "Round")


def blank(variant: Variant, tags: Mapping[str, str]) -> str:
    """Write a record of a game with these tags, in the usual order, and no move.

    Tags that every record has and that are not given are `?`; others come behind those.
    """
    names = (*_FIRST, *(army.name for army in variant.armies))
    told = {name: tags.get(name, "????.??.??" if name == "Date" else "?") for name in names}
    told |= {"Result": OPEN, "Variant": variant.id}
    told |= {name: value for name, value in tags.items() if name not in told}
    return write_tags(list(told.items())) + write_paragraph([Item(Kind.RESULT, OPEN)])
