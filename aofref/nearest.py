"""Nearest: what may have been meant by a word that is not known.  A leaf; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.6) -> tuple[str, ...]:
    """Give the known words most like a word, the nearest first; none if none is like it."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=word[:80], autojunk=False)
    found = []
    for other in known:
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
            found.append((matcher.ratio(), other))
    found.sort(key=lambda item: -item[0])
    return tuple(other for ratio, other in found if ratio >= least)[:most]


def or_else(words: Iterable[str]) -> str:
    """Write words as a question behind what is wrong: `: aof2, aof6?`; nothing for none."""
    told = ", ".join(words)
    return f": {told}?" if told else ""
