"""Digits: small numbers as text of two places, which is how the page is given cells and pieces."""

from __future__ import annotations

from functools import cache

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
_BASE = len(DIGITS)


@cache
def digits(number: int) -> str:
    """Write a number below 4096."""
    high, low = divmod(number, _BASE)
    return DIGITS[high] + DIGITS[low]
