"""Vouching: whether a machine has verified the sender of a message, by RFC 8601.

`Authentication-Results` has texts of the sender's own: identities, names, comments.  So a field is
parsed as a whole, and its results are taken in order, up to the first that may have such a text.
"""

import re
from collections.abc import Sequence

import pyparsing as pp

from aofref.values import Value

_LENGTH = 20_000  # a longer field proves nothing
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*", re.ASCII | re.IGNORECASE)
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


# The grammar, with the names of RFC 8601 (section 2.2) and RFC 5322.  It lacks texts beyond ASCII,
# and the types of properties that were registered later.

_ATOM = r"[!#-'*+/-9=?A-Z^-~-]+"
_QUOTED_STRING = r'"(?:[\t !#-\[\]-~]|\\[\t -~])*"'
_LOCAL_PART = rf"(?:{_ATOM}(?:\.{_ATOM})*|{_QUOTED_STRING})"
_DOMAIN_NAME = r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
_VALUE = rf"[!#-'*+.0-9A-Z^-~-]+|{_QUOTED_STRING}"
_KEYWORD = pp.Regex("[A-Za-z0-9-]*[A-Za-z0-9]").add_parse_action(pp.common.downcase_tokens)

_COMMENT = pp.Forward()
_COMMENT <<= "(" + (pp.Regex(r"(?:[\t !-'*-\[\]-~]|\\[\t -~])+") | _COMMENT)[...] + ")"
_CFWS = (pp.Regex("[\t ]+").suppress() | pp.Group(_COMMENT)("comment"))[...]

_PTYPE = pp.one_of("smtp header body policy", caseless=True)
_PROPSPEC = pp.Group(
    (_PTYPE("type") + _CFWS)
    + ("." + _CFWS + _KEYWORD("name") + _CFWS)
    + ("=" + _CFWS + pp.Regex(rf"{_LOCAL_PART}?@{_DOMAIN_NAME}|{_VALUE}")("value") + _CFWS)
)
_REASONSPEC = pp.CaselessLiteral("reason") + _CFWS + "=" + _CFWS + pp.Regex(_VALUE)("reason")
_METHODSPEC = (
    (_KEYWORD("method") + _CFWS + pp.Opt("/" + _CFWS + pp.Regex("[0-9]+")("version") + _CFWS))
    + ("=" + _CFWS + _KEYWORD("result") + _CFWS)
)  # fmt: skip
_RESINFO = pp.Group(
    (";" + _CFWS + _METHODSPEC + pp.Opt(_REASONSPEC + _CFWS))
    + pp.Group(_PROPSPEC[...])("properties")
)
_NO_RESULT = ";" + _CFWS + pp.CaselessLiteral("none") + _CFWS
_FIELD = (
    (_CFWS + pp.Regex(_VALUE)("machine") + _CFWS + pp.Opt("1" + _CFWS))
    + (pp.Group(_RESINFO[1, ...])("results") | _NO_RESULT)
    + pp.StringEnd()
)
for _element in (_COMMENT.expr, _FIELD):
    _element.leave_whitespace()


def vouched(fields: Sequence[str], machine: str, sender: str) -> bool:
    """Whether a machine has verified that a message comes from the domain of its sender.

    `fields` are all its `Authentication-Results`, the uppermost first.  Only the first field that
    concerns the sender counts: fields below it may be the sender's own.
    """
    for field in fields:
        results = _results(field, machine)
        # A semicolon in a comment or a string may begin a result that the sender's text has hidden.
        hidden = field.count(";") - len(results)
        if not results or hidden or not all(_BESIDE.fullmatch(each.method) for each in results):
            return _vouch(results, _domain(sender))
    return False


def _vouch(results: Sequence[pp.ParseResults], domain: str) -> bool:
    """Whether a result proves a domain, before any other that may have a text of the sender's.

    Such a text may end its result, and write the results that follow.
    """
    for result in results:
        if _covers(_proven(result), domain):
            return True
        if result.properties or result.reason or result.comment:
            return False
    return False


def _results(field: str, machine: str) -> list[pp.ParseResults]:
    """Parse a field; empty if any of it does not parse, or it is not the machine's."""
    try:
        parsed = _FIELD.parse_string(_FOLD.sub("", field[: _LENGTH + 1]))
    except (pp.ParseBaseException, RecursionError):  # the latter for comments in comments
        return []
    is_read = len(field) <= _LENGTH and _unquoted(parsed.machine).lower() == machine.lower()
    return list(parsed.results) if is_read else []


def _proven(result: pp.ParseResults) -> str:
    """Return the domain that a result proves; empty if it proves none.

    A property that occurs twice, is of another method or has an address in the wrong place was
    written by the sender.
    """
    method = _METHODS.get(result.method)
    if method is None or result.result != "pass" or result.version not in ("", "1"):
        return ""
    values = {f"{each.type}.{each.name}": _unquoted(each.value) for each in result.properties}
    if len(values) < len(result.properties) or any(
        name.partition(".")[0] not in method.types
        or ("@" in value and name not in method.addresses)
        for name, value in values.items()
    ):
        return ""
    proof = _domain(values.get(method.proof, ""))
    signer = values.get("header.i") if method is _METHODS["dkim"] else None
    return proof if signer is None or _covers(proof, _domain(signer)) else ""


def _unquoted(value: str) -> str:
    """Return the text of a value, without quotation marks around it."""
    whole = value[:1] == value[-1:] == '"'
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if whole else value


def _domain(address: str) -> str:
    """Return the domain of an address, or a domain as it is; empty for other texts."""
    text = address.rpartition("@")[2]
    return text.lower() if _DOMAIN.fullmatch(text) else ""


def _covers(proof: str, domain: str) -> bool:
    """Whether a domain is the proven domain, or is below it."""
    return bool(proof) and (domain == proof or ("." in proof and domain.endswith(f".{proof}")))
