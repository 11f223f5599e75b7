"""What the tests of signatures share: keys, and messages that dkimpy has signed with them."""

from __future__ import annotations

import base64
import random
from functools import cache
from hashlib import sha1, sha256
from math import lcm, prod
from typing import Any

import dkim
import nacl.signing
from dkim.canonicalization import CanonicalizationPolicy

from tests.clubs import BEGIN

_RANDOM = random.Random(65)
NAMES = "from subject date message-id content-type content-transfer-encoding mime-version"
MAIL = (
    b"From: Anna <anna@example.net>\nTo: club@example.org\nSubject: [g-1]\n"
    b"Date: Sat, 21 Nov 2026 09:56:00 +0000\nMessage-ID: <1@example.net>\nMIME-Version: 1.0\n"
    b'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 8bit\n\nLha5-fb3\n'
)


def _prime(bits: int) -> int:
    while True:
        number = _RANDOM.getrandbits(bits) | 3 << bits - 2 | 1
        if pow(2, number - 1, number) == 1:
            return number


def _der(tag: int, *parts: bytes) -> bytes:
    data = b"".join(parts)
    size = len(data).to_bytes(2, "big")
    return bytes([tag, 0x82]) + size + data


def _number(number: int) -> bytes:
    return _der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


class RsaKey:
    """A key of the product of some primes, half of them on either side."""

    def __init__(self, primes: int = 2, exponent: int = 65537, bits: int = 520) -> None:
        while True:
            every = [_prime(bits) for _ in range(primes)]
            order = lcm(*(prime - 1 for prime in every))
            try:
                secret = pow(exponent, -1, order)
                break
            except ValueError:
                continue
        one, other = prod(every[::2]), prod(every[1::2])
        self.private: Any = {
            "modulus": one * other, "publicExponent": exponent, "prime1": one, "prime2": other,
            "exponent1": secret % lcm(*(p - 1 for p in every[::2])),
            "exponent2": secret % lcm(*(p - 1 for p in every[1::2])),
            "coefficient": pow(other, -1, one),
        }  # fmt: skip
        public = _der(0x30, _number(one * other), _number(exponent))
        self.text = f"p={base64.b64encode(public).decode()}"


class EdKey:
    """A key of ed25519."""

    def __init__(self) -> None:
        self.private: Any = nacl.signing.SigningKey(bytes(range(32)))
        self.text = f"k=ed25519; p={base64.b64encode(bytes(self.private.verify_key)).decode()}"


@cache
def rsa(primes: int = 2, exponent: int = 65537, bits: int = 520) -> RsaKey:
    return RsaKey(primes, exponent, bits)


@cache
def ed() -> EdKey:
    return EdKey()


def signed(
    raw: bytes = MAIL, key: RsaKey | EdKey | None = None, names: str = NAMES, **tags: Any
) -> bytes:
    """Put a signature on top of a message; `tags` are other tags of it, None for one left out."""
    key = key or rsa()
    algorithm = b"ed25519-sha256" if isinstance(key, EdKey) else b"rsa-sha256"
    algorithm = str(tags.get("a", algorithm.decode())).encode()
    message = dkim.DKIM(raw, signature_algorithm=algorithm)
    policy = CanonicalizationPolicy.from_c_value(
        (tags.get("c", "relaxed/relaxed") or "simple").encode()
    )
    message.hasher = sha1 if algorithm.endswith(b"sha1") else sha256
    body = policy.canonicalize_body(message.body)
    if tags.get("l") is not None:
        body = body[: int(tags["l"])]
    given: dict[str, Any] = {
        "v": "1", "a": algorithm.decode(), "c": "relaxed/relaxed", "d": "example.net", "s": "mail",
        "t": BEGIN, "h": " : ".join(names.split()),
        "bh": base64.b64encode(message.hasher(body).digest()).decode(),
    } | tags | {"b": "0" * 60}  # fmt: skip
    fields = [(n.encode(), str(text).encode()) for n, text in given.items() if text is not None]
    if isinstance(key, EdKey):
        message.signature_algorithm = b"ed25519-sha256"
    elif algorithm != b"rsa-sha1":
        message.signature_algorithm = b"rsa-sha256"
    covered = names.lower().encode().split()
    field = message.gen_header(fields, covered, policy, b"DKIM-Signature", key.private)
    return b"DKIM-Signature: " + bytes(field).replace(b"\r\n", b"\n") + raw


def text_of(key: RsaKey | EdKey | None = None, before: str = "v=DKIM1; ") -> str:
    return before + (key or rsa()).text


def listed(**keys: str) -> str:
    """Write the keys of selectors of example.net as a file."""
    return "".join(f"{name}._domainkey.example.net {text}\n" for name, text in keys.items())
