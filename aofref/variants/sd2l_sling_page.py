"""Star of David 2 Level, the Sling form: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.variants.star_of_david_page import PAGE

__all__ = ["PAGE"]
