"""Every encoding of Python is either refused as usage or reads anything without breaking."""

from __future__ import annotations

import encodings
import pkgutil
import random
import warnings

import pytest

from tests.helpers import aofref

NAMES = sorted(module.name for module in pkgutil.iter_modules(encodings.__path__))
RECORD = '[Variant "aof2"]\n[Site "%s"]\n\n1. E:Lha5-fb3 {%s} I:eb4-fb4 *\n'


def accepted(name: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some codecs warn of what they are asked
        found = aofref("check", "--quiet", "--encoding", name, stdin=RECORD % ("x", "y"))
    assert found.exception is None or isinstance(found.exception, SystemExit), name
    assert found.exit_code in (0, 2)
    return found.exit_code == 0


def test_the_usual_encodings_are_accepted() -> None:
    usual = "ascii cp437 cp1252 iso8859_1 iso8859_15 koi8_r utf_8 gb18030 euc_jp cp932 big5"
    assert all(accepted(name) for name in usual.split())
    assert len(NAMES) > 100


@pytest.mark.parametrize("name", ["utf_7", "utf_16", "hz", "iso2022_jp_2004", "iso2022_kr", "cp037",
    "punycode", "idna", "rot_13", "hex_codec", "unicode_escape", "raw_unicode_escape",
    "undefined", "mbcs"])  # fmt: skip
def test_what_does_not_keep_ascii_is_refused(name: str) -> None:
    assert not accepted(name)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_reads_anything(name: str) -> None:
    if not accepted(name):
        return
    rng = random.Random(name)
    for _ in range(12):
        bad = bytes(rng.randrange(128, 256) for _ in range(rng.randrange(1, 6)))
        text = (RECORD % ("#", "#")).encode().replace(b"#", bad)
        for command in (("check", "--format", "json"), ("convert", "--to", "san")):
            found = aofref(*command, "--encoding", name, stdin=text)
            assert not found.exception or isinstance(found.exception, SystemExit), (name, bad)
            assert found.exit_code in (0, 2), (name, bad, found.stderr)
