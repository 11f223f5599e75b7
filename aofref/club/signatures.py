"""Signatures: whether a message proves its sender, by a DKIM signature of its own (RFC 6376).

dkimpy verifies a signature.  It does not ask whether the signature proves the message as the club
reads it: that is asked here, and of no key before.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from email import message_from_bytes
from email.policy import compat32
from itertools import islice

import dkim
from dkim.canonicalization import Relaxed
from dkim.util import InvalidTagValueList, parse_tag_value

from aofref.club.keys import Keys, Unproved
from aofref.club.settings import digest

_HEAD, _FIELDS = 100_000, 1_000  # the most bytes of a head, as of Postfix, and of its fields
_SIGNATURE = _KEY = 4_000  # the most bytes of a signature, and of a key
_MOST = 5  # how many aligned signatures are looked at
_DRIFT = 300  # by how many seconds a signer's clock may be fast, as for OpenDKIM
_ONCE = (b"from", b"subject", b"date", b"message-id", b"mime-version")
_OF_TEXT = (b"content-type", b"content-transfer-encoding")
_SIGNED = frozenset((b"from", b"subject", b"date"))
_ALGORITHMS = {b"rsa-sha256": b"rsa", b"ed25519-sha256": b"ed25519"}
_BITS, _EXPONENT = range(1024, 4097), 1 << 32
_UNVERIFIED = "its signature does not verify"
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_HEAD_LINES = re.compile(
    rb"(?:From [^\r\n]*\r?\n)?[!-9;-~]+:[^\r\n]*(?:\r?\n(?:[!-9;-~]+:|[\t ])[^\r\n]*)*\r?\n\r?\n"
)
"""A head that all programs read alike, perhaps behind the line with which a mailbox begins."""

# A signature need not cover the fields that say how the text is written where they say no more than
# the text itself shows: it is plain, or in parts and begins with their boundary.
_PREAMBLE = b"This is a multi-part message in MIME format.\r\n"
_CHARSET = r'charset="?(?:us-ascii|utf-8|iso-8859-\d+|windows-125\d)"?'
_PLAIN = (
    re.compile(rf'(?i)(?:text/plain(?:; ?(?:{_CHARSET}|format="?(?:flowed|fixed)"?))*)?'),
    re.compile(r"(?i)(?:7bit|8bit|quoted-printable)?"),
)
_NOT_PLAIN = re.compile(  # parts, HTML, an encoding, or lines that go on where they end in a blank
    rb"(?i)(?:\A|\n)--[^\r\n]+\r\nContent-|</[a-z]|<br|=(?:\r\n|[0-9A-F]{2})"
    rb"|(?:\A|\n)[A-Za-z0-9+/]{60}|[\0\x1b]|(?<!\n--) \r\n"
)


class Unfit(Exception):
    """A signature, its key or its message proves nothing, for this reason."""


def proof(
    raw: bytes, sender: str, moment: datetime, keys: Keys | None, known: Callable[[str], bool]
) -> tuple[str, str]:
    """Return the hash of a message by what its sender signs, and why that proves nothing if so.

    `moment` is the time of its arrival.  A message whose hash is `known` was proven before.
    Without `keys` no key is asked for.  Raises Unproved if a key that may prove it cannot be had.
    """
    try:
        message = _Signed(raw, int(moment.timestamp()))
        if not known(message.hash):
            message.prove(sender, keys)
        return message.hash, ""
    except Unproved:
        raise
    except Exception as problem:  # of dkimpy, whatever it is
        return "", str(problem) if isinstance(problem, Unfit) else _UNVERIFIED


class _Signed(dkim.DKIM):  # type: ignore[misc]  # dkimpy has no types
    """A message that dkimpy has parsed; raises Unfit for one that no signature can prove.

    It arrived `now`, in seconds since 1970.
    """

    body: bytes

    def __init__(self, raw: bytes, now: int) -> None:
        head = _HEAD_LINES.match(raw[: _HEAD + 4])
        if head is None:
            raise Unfit("its head is too long, or has lines that are no fields")
        super().__init__(raw)
        parsed = message_from_bytes(head[0], policy=compat32)
        self._now, self._whole, self._plain = now, self.body, re.sub(b"[\t ]+", b" ", self.body)
        in_parts = parsed.get_content_maintype() == "multipart"
        boundary = f"--{parsed.get_boundary()}\r\n".encode("ascii", "replace")
        shown = in_parts and self._whole.removeprefix(_PREAMBLE).startswith(boundary)
        if not in_parts and not _NOT_PLAIN.search(self._whole):
            fields = (" ".join(str(parsed.get(name.decode(), "")).split()) for name in _OF_TEXT)
            shown = all(plain.fullmatch(text) for plain, text in zip(_PLAIN, fields, strict=True))
        self._decisive = _SIGNED.union(() if shown else _OF_TEXT[: 1 if in_parts else 2])
        # of all that each signature must cover: the same, whichever of them is left
        lines = Relaxed.canonicalize_headers(self.headers)
        covered = sorted(name + text for name, text in lines if name in _SIGNED)
        self.hash = digest("signed", *covered, Relaxed.canonicalize_body(self._plain))

    def prove(self, sender: str, keys: Keys | None) -> None:
        """Verify a signature of a sender's domain; raises Unfit or Unproved if none proves it."""
        names = [name.lower() for name, _ in self.headers]
        if twice := [name.decode() for name in (*_ONCE, *_OF_TEXT) if names.count(name) > 1]:
            raise Unfit(f"it has two fields {twice[0]}")
        if len(names) > _FIELDS:
            raise Unfit("it has too many fields")
        domain = _name(sender.rpartition("@")[2].encode())
        failed: list[Exception] = [Unfit(f"it has no signature of {domain}")]
        for field, tags in islice(self._aligned(domain), _MOST):
            try:
                covered = self._covered(tags)
                self._load_key(tags, keys)
                relaxed = tags.get(b"c", b"").endswith(b"/relaxed")
                self.body = self._plain if relaxed else self._whole
                if self.verify_sig_process(tags, covered, field, None):
                    return
                failed.append(Unfit(_UNVERIFIED))
            except Exception as problem:  # of dkimpy, whatever it is
                failed.append(problem)
        raise next((why for why in failed if isinstance(why, Unproved)), failed[-1])

    def _aligned(self, domain: str) -> Iterator[tuple[tuple[bytes, bytes], dict[bytes, bytes]]]:
        """Yield the signatures of a domain, or of one above it: their fields and tags."""
        for name, text in self.headers:
            with suppress(InvalidTagValueList):
                is_one = name.lower() == b"dkim-signature" and len(text) <= _SIGNATURE
                tags = parse_tag_value(text) if is_one else {}
                by = _name(tags.get(b"d", b""))
                if by and (by == domain or ("." in by and domain.endswith(f".{by}"))):
                    yield (name, text), tags | {b"d": by.encode()}

    def _covered(self, tags: dict[bytes, bytes]) -> list[bytes]:
        """Return the fields that a signature covers; raises Unfit if it proves nothing by any key.

        dkimpy judges t= and x= by its own clock, so that they are judged here.
        """
        now, covered = self._now, re.split(rb"\s*:\s*", tags.get(b"h", b"").lower())
        dkim.validate_signature_fields({n: t for n, t in tags.items() if n not in (b"t", b"x")})
        if tags[b"a"] not in _ALGORITHMS:
            raise Unfit("its algorithm is neither rsa-sha256 nor ed25519-sha256")
        if b"l" in tags:
            raise Unfit("its signature covers a part of the text")
        if self._decisive.difference(covered):
            raise Unfit("its signature does not cover what decides how it is read")
        if int(tags.get(b"t", b"0")) > now + _DRIFT or int(tags.get(b"x", b"%d" % now)) < now:
            raise Unfit("its signature was out of date when it arrived")
        return covered

    def _load_key(self, signed: dict[bytes, bytes], keys: Keys | None) -> None:
        """Load the key of a signature; raises Unfit for one that proves nothing, and Unproved."""
        if not (selector := _name(signed[b"s"])):
            raise Unfit("its signature has no selector")
        if keys is None:
            raise Unfit("its signature does not prove it")
        texts = keys.texts(f"{selector}._domainkey.{signed[b'd'].decode()}")
        if len(texts) != 1 or len(texts[0]) > _KEY:
            raise Unfit("the key of its signature is not there")
        self.pk, self.keysize, self.ktag, self.seqtlsrpt = dkim.evaluate_pk(selector, texts[0])
        tags, at = parse_tag_value(texts[0]), signed.get(b"i", b"").rpartition(b"@")[2].lower()
        flags = re.split(rb"\s*:\s*", tags.get(b"t", b""))
        hashes = re.split(rb"\s*:\s*", tags.get(b"h", b"sha256"))
        if b"y" in flags or (b"s" in flags and at not in (b"", signed[b"d"])):
            raise Unfit("the key of its signature is for tests, or for another domain")
        if self.ktag != _ALGORITHMS[signed[b"a"]] or b"sha256" not in hashes:
            raise Unfit("the key of its signature is for another algorithm")
        is_rsa, bits = self.ktag == b"rsa", self.keysize
        if is_rsa and (bits not in _BITS or self.pk["publicExponent"] >= _EXPONENT):
            raise Unfit("the key of its signature is too small or too large")


def _name(text: bytes) -> str:
    """Return the name of a domain in A-labels and small letters; empty for other texts."""
    try:
        name = text[:254].decode()
        name = (name if name.isascii() else name.encode("idna").decode()).lower()
    except UnicodeError:
        return ""
    return name if _NAME.fullmatch(name) else ""
