"""Vouching: whether a machine has verified the sender of a message, by RFC 8601.

`Authentication-Results` has texts of the sender's own: identities, names, comments.  So each
clause is parsed as a whole, by authres, and proves nothing if any of it does not fit.
"""

import re
from collections.abc import Sequence

from authres import FeatureContext, core  # the extra `aofref[mail]`

from aofref.values import Value

_LENGTH = 20_000  # a longer field proves nothing; authres takes the square of the length
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*")
_BESIDE = re.compile(r"(?:x-.*|arc|bimi)")
"""Methods that do not concern the sender.  Some machines write them as a field of their own, above
the field that counts."""


class _Method(Value):
    """A method that may vouch: the property that has the domain.

    `types` are the types of its properties, `addresses` the properties that may be addresses.
    """

    proof: str
    types: tuple[str, ...]
    addresses: tuple[str, ...]


_METHODS = {
    "dkim": _Method("header.d", ("header", "policy"), ("header.i",)),
    "spf": _Method("smtp.mailfrom", ("smtp", "policy"), ("smtp.mailfrom",)),
    "dmarc": _Method("header.from", ("header", "policy"), ("header.from",)),
}


class _Strict(core.AuthenticationResultsHeader):  # type: ignore[misc]
    """A field that is parsed strictly."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context, strict=True)


_CONTEXT = FeatureContext(core)


def vouched(fields: Sequence[str], machine: str, sender: str) -> bool:
    """Whether a machine has verified that a message comes from the domain of its sender.

    `fields` are all its `Authentication-Results`, the uppermost first.  Only the first field that
    concerns the sender counts: fields below it may be the sender's own.
    """
    domain = _domain(sender)
    for field in fields:
        name, *clauses = _clauses(_FOLD.sub("", field)[: _LENGTH + 1])
        results = [_result(f"{name};{clause}", machine) for clause in clauses]
        known = [result for result in results if result is not None]
        if len(known) < len(results) or not all(_BESIDE.fullmatch(r.method) for r in known):
            return bool(domain) and any(_covers(_proven(result), domain) for result in known)
    return False


def _clauses(field: str) -> list[str]:
    """Divide a field at its semicolons, except in strings and comments.

    A field that is too long, or has an unclosed string or comment, becomes a name that no machine
    has, and one clause.
    """
    clauses, start, depth, quoted, escaped = [], 0, 0, False, False
    for place, mark in enumerate(field):
        if escaped:
            escaped = False
        elif mark == "\\":
            escaped = True
        elif quoted:
            quoted = mark != '"'
        elif mark in "()":
            depth += 1 if mark == "(" else -1
            if depth < 0:
                break
        elif mark == '"':
            quoted = not depth
        elif mark == ";" and not depth:
            clauses.append(field[start:place])
            start = place + 1
    if escaped or quoted or depth or len(field) > _LENGTH:
        return ["", ""]
    rest = field[start:]
    return [*clauses, rest] if rest.strip() or not clauses else clauses


def _result(text: str, machine: str) -> core.AuthenticationResult | None:
    """Parse a field that has one clause; None if it is not the machine's, or is faulty."""
    try:
        header = _Strict.parse_value(_CONTEXT, text)
    except Exception:  # any error of authres
        return None
    if header.authserv_id != machine.casefold() or len(header.results) != 1:
        return None
    return header.results[0]


def _proven(result: core.AuthenticationResult) -> str:
    """Return the domain that a result proves; empty if it proves none.

    A property that occurs twice, is of another method or has an address in the wrong place was
    written by the sender.
    """
    method = _METHODS.get(result.method)
    if method is None or result.result != "pass" or result.version not in (None, "1"):
        return ""
    values = {f"{item.type}.{item.name}": str(item.value) for item in result.properties}
    if len(values) < len(result.properties) or any(
        name.partition(".")[0] not in method.types
        or ("@" in value and name not in method.addresses)
        for name, value in values.items()
    ):
        return ""
    proof = _domain(values.get(method.proof, ""))
    signer = values.get("header.i") if method is _METHODS["dkim"] else None
    return proof if signer is None or _covers(proof, _domain(signer)) else ""


def _domain(address: str) -> str:
    """Return the domain of an address, or a domain as it is; empty for other texts."""
    text = address.rpartition("@")[2].lower()
    return text if _DOMAIN.fullmatch(text) else ""


def _covers(proof: str, domain: str) -> bool:
    """Whether a domain is the proven domain, or is below it."""
    return bool(proof) and (domain == proof or ("." in proof and domain.endswith(f".{proof}")))
