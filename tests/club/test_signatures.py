"""Whether a message proves its sender by its DKIM signature: what does, what does not, and keys."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dkim
import pytest
from dns import resolver

from aofref.club import keys, settings
from aofref.club.keys import Keys, Unproved
from aofref.club.signatures import proof
from tests.club.test_killed import ends_alike, treat
from tests.clubs import BEGIN, AClub, a_club
from tests.signing import MAIL, NAMES, ed, listed, rsa, signed, text_of

AT = datetime.fromtimestamp(BEGIN + 1, UTC)
DKIM = "dkim = true\n"
EASY = "from subject date"
BARE = re.sub(rb"MIME[^\n]*\nContent-Type[^\n]*\nContent-Tr[^\n]*\n", b"", MAIL)
PARTS = MAIL.replace(
    b'text/plain; charset="utf-8"', b'multipart/alternative; boundary="b"'
).replace(
    b"\n\nLha5-fb3\n",
    b"\n\n--b\nContent-Type: text/plain\n\nLha5-fb3\n--b\nContent-Type: text/html\n\nLha5-fb3\n--b--\n",
)


def key_file() -> str:
    before = {
        "test": "t=s:y; ",
        "sha1": "h=sha1; ",
        "strict": "t=s; ",
        "tls": "s=tlsrpt; ",
        "v2": "v=DKIM2; ",
    }
    texts = {
        "mail": text_of(),
        "ed": text_of(ed(), ""),
        "old": "p=",
        "two": text_of(),
        "TWO": text_of(),
    }
    texts |= {name: text_of(before=text) for name, text in before.items()}
    texts |= {
        "small": text_of(rsa(bits=500)),
        "large": text_of(rsa(primes=8)),
        "odd": text_of(rsa(exponent=(1 << 32) + 15)),
    }
    texts |= {"rubbish": "p=%%%; x", "longer": text_of() + f"; n={'x' * 4000}"}
    others = ("evil.example", "mail.example.net", "net", "ple.net", "xn--bcher-kva.example.net")
    return listed(**texts) + "".join(f"mail._domainkey.{at}. {text_of()}\n" for at in others)


@pytest.fixture(autouse=True)
def known_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the keys in a file, for every test: none asks the network."""
    path = tmp_path / "keys.txt"
    path.write_text(key_file())
    monkeypatch.setenv("AOFREF_DKIM_KEYS", str(path))
    return path


def why(raw: bytes, sender: str = "anna@example.net", at: datetime = AT) -> str:
    return proof(raw, sender, at, Keys(), lambda _hash: False)[1]


# What proves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "canonical",
    ["relaxed/relaxed", "simple/simple", "relaxed/simple", "simple/relaxed", "relaxed", None],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_signature_of_the_senders_domain_proves(canonical: str | None, end: bytes) -> None:
    for key, selector in ((rsa(), "mail"), (ed(), "ed")):
        for raw in (MAIL, MAIL.replace(b"Lha5", "Grüße  an \t alle! \n\nLha5".encode()), MAIL + b"\n \n\n",
                    MAIL.replace(b"[g-1]", "[g-1]\n  Liebe Grüße".encode()), BARE, PARTS, MAIL[:-9]):  # fmt: skip
            assert why(signed(raw, key, s=selector, c=canonical).replace(b"\n", end)) == ""


def test_what_dkimpy_signs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dkim, "time", SimpleNamespace(time=lambda: BEGIN))
    secret = base64.b64encode(bytes(ed().private))
    for canonical in ((b"relaxed", b"relaxed"), (b"simple", b"simple")):
        how = {"canonicalize": canonical, "signature_algorithm": b"ed25519-sha256"}
        made = dkim.sign(MAIL, b"ed", b"example.net", secret, **how)
        assert why(made + MAIL) == "" and why(made.replace(b"\r\n", b"\n") + MAIL) == ""


HONEST: dict[str, Callable[[], bytes]] = {
    "one above it": lambda: signed(MAIL.replace(b"@example.net>", b"@club.example.net>", 1)),
    "capitals": lambda: signed(d="EXAMPLE.Net", s="MAIL"),
    "the least": lambda: signed(BARE, names=EASY),
    "oversigned": lambda: signed(names=f"{NAMES} {NAMES} reply-to"),
    "behind others": lambda: b"".join(signed(d="evil.example")[: -len(MAIL)] for _ in range(9)) + signed(),
    "the fifth": lambda: b"".join(signed(s="none")[: -len(MAIL)] for _ in range(4)) + signed(),
    "behind an odd one": lambda: b"DKIM-Signature: ;;=;\nDKIM-Signature: v=1; d=example.net\n" + signed(),
    "not yet out of date": lambda: signed(x=BEGIN + 1),
    "an identity below": lambda: signed(i="anna@mail.example.net"),
    "an identity of its own": lambda: signed(s="strict", i="@Example.net"),
    "parts that begin with their boundary": lambda: signed(PARTS, names=EASY),
    "as OpenDKIM signs a text": lambda: signed(names="from to subject date"),
    "as OpenDKIM signs a long text": lambda: signed(
        MAIL.replace(b"Lha5", b"> What about ca4-ba4=F?\n\nOn Friday The Drum <club@example.org> wrote:\nLha5"), names="from to subject date"),
    "as Gmail signs": lambda: signed(PARTS, names="to subject message-id date from mime-version"),
    "as Thunderbird writes": lambda: signed(
        PARTS.replace(b"\n--b\n", b"\nThis is a multi-part message in MIME format.\n--b\n", 1), names=EASY),
    "parts": lambda: signed(PARTS.replace(b"\n--b\n", b"\nIn parts.\n--b\n", 1), names=f"{EASY} content-type"),
    "a field below": lambda: signed().replace(b"\n\n", b"\nX-Seen: yes\nReceived: by mx\n\n", 1),
    "a mailbox": lambda: b"From anna@example.net Sat Nov 21\n" + signed(),
    "a failure that a machine has written": lambda: b"Authentication-Results: mx; dkim=fail\n" + signed(),
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_honest_signatures(name: str) -> None:
    sender = "anna@club.example.net" if name == "one above it" else "anna@example.net"
    assert why(HONEST[name](), sender) == ""


def test_a_domain_is_compared_in_a_labels() -> None:
    raw = MAIL.replace(b"@example.net>", b"@xn--bcher-kva.example.net>", 1)
    assert why(signed(raw, d="bücher.example.net"), "anna@xn--bcher-kva.example.net") == ""


# What does not ----------------------------------------------------------------------------------------


def forged(made: bytes, *changes: tuple[bytes, bytes]) -> bytes:
    for old, new in changes:
        assert old in made
        made = made.replace(old, new)
    return made


BY_ANOTHER = (
    b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.net; s=mail; h=from:subject:date;\n"
    b"\ti=x=29=3Bdkim=3Dpass=20header.d=3Dexample.net=3B=28@example.net; bh=AAAA; b=AAAA\n"
)
PASSED_BY_DKIMPY: dict[str, Callable[[], bytes]] = {
    "a second Subject": lambda: b"Subject: [g-2]\n" + signed(),
    "a second Date": lambda: b"Date: Sat, 21 Nov 2026 09:00:00 +0000\n" + signed(),
    "a second Message-ID": lambda: b"message-id: <2@example.net>\n" + signed(),
    "a second Content-Type": lambda: b"Content-Type: text/html\n" + signed(),
    "a second encoding": lambda: b"Content-Transfer-Encoding: base64\n" + signed(),
    "a second version": lambda: b"MIME-VERSION: 1.0\n" + signed(),
    "a type that is not signed": lambda: forged(signed(names=EASY), (b'charset="utf-8"', b'charset="utf-7"')),
    "a type that was put in": lambda: b"Content-Type: text/html\n" + signed(BARE, names=EASY),
    "an encoding that is not signed": lambda: forged(signed(names=f"{EASY} content-type"), (b"8bit", b"base64")),
    "an encoding that was put in": lambda: b"Content-Transfer-Encoding: base64\n" + signed(BARE, names=f"{EASY} content-type"),
    "a boundary within": lambda: forged(
        signed(MAIL.replace(b"Lha5", b"No.\n> --x\n\n--x\n\nresign\n--x--\nLha5"), names=EASY),
        (b'text/plain; charset="utf-8"', b"multipart/mixed; boundary=x")),
    "parts read as a text": lambda: forged(
        signed(PARTS, names=EASY), (b'multipart/alternative; boundary="b"', b"text/plain")
    ),
    "parts without the field": lambda: forged(
        signed(PARTS.replace(b"\n--b\n", b"\nIn parts.\n--b\n", 1), names=EASY),
        (b'Content-Type: multipart/alternative; boundary="b"\n', b""),
    ),
    "an encoded text read as it stands": lambda: forged(
        signed(MAIL.replace(b"8bit", b"quoted-printable").replace(b"Lha5-fb3", b"I shall never =\nresign =\nhere"), names=EASY),
        (b"Content-Transfer-Encoding: quoted-printable\n", b""),
    ),
    "HTML read as a text": lambda: forged(
        signed(MAIL.replace(b"text/plain", b"text/html").replace(b"Lha5-fb3", b"<p>Never\nresign\nhere!</p>"), names=EASY),
        (b"text/html", b"text/plain"),
    ),
    "lines that go on": lambda: forged(
        signed(MAIL.replace(b"utf-8", b"utf-8; format=flowed").replace(b"Lha5-fb3", b"Never \nresign \nhere!"), names=EASY, c="simple"),
        (b"; format=flowed", b""),
    ),
    "a Subject that is not signed": lambda: forged(signed(names="from date " + NAMES[17:]), (b"[g-1]", b"[g-2]")),
    "a Date that is not signed": lambda: forged(signed(names="from subject " + NAMES[17:]), (b"09:56", b"09:59")),
    "SHA-1": lambda: signed(a="rsa-sha1"),
    "a part of the text": lambda: signed(l=10) + b"Lha5-fa3\n",
    "all of the text, but counted": lambda: signed(l=10),
    "a key for tests": lambda: signed(s="test"),
    "a key for SHA-1": lambda: signed(s="sha1"),
    "a large key": lambda: signed(key=rsa(primes=8), s="large"),
    "a large exponent": lambda: signed(key=rsa(exponent=(1 << 32) + 15), s="odd"),
    "an algorithm of another key": lambda: signed(key=ed(), s="ed", a="rsa-sha256"),
    "a key for the domain itself": lambda: signed(s="strict", i="@mail.example.net"),
    "a key that is too long": lambda: signed(s="longer"),
    "another domain": lambda: signed(d="evil.example"),
    "a domain below": lambda: signed(d="mail.example.net"),
    "a domain of many": lambda: signed(d="net"),
    "a part of a domain": lambda: signed(d="ple.net"),
    "out of date": lambda: signed(x=BEGIN),
    "a long head": lambda: b"X: y\n" * 20_001 + signed(),
    "many fields": lambda: b"X:y\n" * 1_001 + signed(),
    "a long signature": lambda: signed(z="x" * 4_000),
    "the sixth": lambda: b"".join(signed(s="none")[: -len(MAIL)] for _ in range(5)) + signed(),
    "a line that is no field": lambda: forged(signed(), (b"\nTo:", b"\nFrom x\nTo:")),
    "a line end in a field": lambda: signed(MAIL.replace(b"[g-1]", b"x\rSubject: [g-1]")),
}  # fmt: skip
FORGED: dict[str, Callable[[], bytes]] = PASSED_BY_DKIMPY | {
    "a second From below": lambda: forged(signed(names=EASY), (b"\n\n", b"\nFrom: Bela <bela@example.net>\n\n")),
    "nothing": lambda: MAIL,
    "an identity of a field": lambda: b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n" + BY_ANOTHER + MAIL,
    "a pass that somebody has written": lambda: b"Authentication-Results: mx.example.org; dkim=pass header.d=example.net\n" + MAIL,
    "another text": lambda: forged(signed(), (b"Lha5-fb3", b"Lha5-fa3")),
    "another Subject": lambda: forged(signed(), (b"[g-1]", b"[g-2]")),
    "another sender": lambda: forged(signed(), (b"Anna <anna", b"Bela <bela")),
    "a second From": lambda: b"From: Anna <anna@example.net>\n" + signed(),
    "no From": lambda: signed(names="subject date " + NAMES[17:]),
    "made in future": lambda: signed(t=BEGIN + 1_000),
    "no time": lambda: signed(t="yesterday"),
    "no end": lambda: signed(x="1_000_000_000_0"[:9] + "x"),
    "a small key": lambda: signed(key=rsa(bits=500), s="small"),
    "no key": lambda: signed(s="none"),
    "a key that has gone": lambda: signed(s="old"),
    "two keys": lambda: signed(s="two"),
    "a key for reports": lambda: signed(s="tls"),
    "a key of another version": lambda: signed(s="v2"),
    "a key that does not parse": lambda: signed(s="rubbish"),
    "another's key": lambda: signed(key=rsa(exponent=(1 << 32) + 15)),
    "an identity of another": lambda: signed(i="anna@evil.example"),
    "a selector that is no name": lambda: signed(s="a b"),
    "a selector of dots": lambda: signed(s="mail..x"),
    "a long selector": lambda: signed(s="x" * 64),
    "another version": lambda: signed(v="2"),
    "another way to ask": lambda: signed(q="dns/http"),
    "another algorithm": lambda: signed(a="ed25519-sha256"),
    "another form": lambda: signed().replace(b"c=relaxed/relaxed", b"c=nofws"),
    "a tag given twice": lambda: forged(signed(), (b"v=1; ", b"v=1; d=example.net; ")),
    "no names": lambda: re.sub(rb" h=[^;]*;", b"", signed()),
    "no signature in it": lambda: re.sub(rb"\sb=[^:]*?\nFrom", b"\n b=\nFrom", signed()),
    "bytes that are no text": lambda: signed(d="example.net").replace(b"d=example.net", b"d=\xff\xfe"),
    "no domain": lambda: re.sub(rb" d=example.net;", b"", signed()),
    "a head of another encoding": lambda: signed().decode().encode("utf-16"),
    "no head": lambda: b"\n" + signed(),
    "no text": lambda: signed().partition(b"\n\n")[0],
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_what_proves_nothing(name: str) -> None:
    assert why(FORGED[name]()) != ""


@pytest.mark.parametrize("name", PASSED_BY_DKIMPY)
def test_what_dkimpy_alone_would_pass(
    name: str, monkeypatch: pytest.MonkeyPatch, known_keys: Path
) -> None:
    """So each of these fails by a condition of the club's."""
    monkeypatch.setattr(dkim, "time", SimpleNamespace(time=lambda: BEGIN))
    texts = dict(line.split(b" ", 1) for line in known_keys.read_bytes().splitlines())
    raw = PASSED_BY_DKIMPY[name]()
    made = dkim.DKIM(raw)
    places = range(len([n for n, _ in made.headers if n == b"DKIM-Signature"]))

    def text(asked: bytes, timeout: float = 5) -> bytes | None:
        return texts.get(asked.rstrip(b".")) or texts.get(asked)

    assert any(made.verify(place, dnsfunc=text) for place in places)


def test_forgeries_play_nothing_and_stop_no_run(tmp_path: Path) -> None:
    club = a_club(tmp_path, DKIM)
    for make in FORGED.values():
        club.put(make())
    club.put(b"".join(signed(s="none")[: -len(MAIL)] for _ in range(2)) + signed(BARE))
    verdicts = club.verdicts()
    assert len(verdicts) == len(FORGED) + 1 >= 26 and verdicts[-1] == "played"
    assert set(verdicts[:-1]) <= {"refused", "held", "duplicate"} and club.left()["in/new"] == 0
    assert club.text("g-1").count("%mail") == 1
    told = [str(one.get_content()) for one in club.answers(to="Anna")]
    why = "The club cannot tell that this message is yours"  # most have one Message-ID: one answer
    assert sum(why in " ".join(text.split()) for text in told) == 2


# A signature proves one message -----------------------------------------------------------------------


def test_a_signature_proves_one_message(tmp_path: Path) -> None:
    club = a_club(tmp_path, DKIM)
    for who, text in (("Anna", b"Lha5-fb3"), ("Bela", b"ea3-fa3")):
        raw = BARE.replace(b"Anna <anna", f"{who} <{who.lower()}".encode()).replace(
            b"Lha5-fb3", text
        )
        club.put(signed(signed(raw, names=EASY), key=ed(), s="ed", names=EASY))
    club.put(signed(BARE.replace(b"Lha5-fb3", b"See  you   soon!"), names=EASY))
    assert club.verdicts() == ["played", "played", "held"]
    both = signed(signed(BARE, names=EASY), key=ed(), s="ed", names=EASY)
    first, second = both[: both.index(b"DKIM", 1)], both[both.index(b"DKIM", 1) : -len(BARE)]
    again = [
        both,
        b"Received: by another\n" + both,
        both.replace(b"<1@", b"<2@"),  # no signature covers it
        first + BARE.replace(b"<1@", b"<3@"),
        second + BARE.replace(b"<1@", b"<4@"),
        second + first + BARE.replace(b"<1@", b"<5@").replace(b"\nTo", b"\nX-New: x\nTo"),
        first + BARE.replace(b"<1@", b"<6@").replace(b"Lha5-fb3", b"Lha5-fb3 \t "),  # relaxed
        first + BARE.replace(b"<1@", b"<7@").replace(b"Subject: [", b"SUBJECT:   ["),
        first.replace(b" b=", b" b=\n ") + BARE.replace(b"<1@", b"<8@"),
    ]
    value = re.search(rb"\bb=([^;]*)\Z", second)
    assert value is not None
    number = (
        int.from_bytes(base64.b64decode(re.sub(rb"\s", b"", value[1])), "big")
        + rsa().private["modulus"]
    )
    longer = base64.b64encode(number.to_bytes(132, "big"))  # it verifies, too
    again.append(second.replace(value[1], longer + b"\n") + BARE.replace(b"<1@", b"<9@"))
    for raw in again:
        club.put(raw)
    assert club.verdicts() == ["duplicate"] * len(again)
    assert club.text("g-1").count("%mail") == 2


def test_parts_of_another_kind_are_no_new_message(tmp_path: Path) -> None:
    club = a_club(tmp_path, DKIM)
    made = signed(PARTS, names=EASY)
    club.put(made)
    club.put(made.replace(b"alternative", b"mixed").replace(b"<1@", b"<2@"))
    assert club.verdicts() == ["played", "duplicate"]


def test_a_message_of_before_is_known(tmp_path: Path) -> None:
    """Whatever proved it then."""
    club = a_club(tmp_path)
    club.put(signed())
    assert club.verdicts() == ["played"]
    (club.folder / "club.toml").write_text((club.folder / "club.toml").read_text() + DKIM)
    club.put(signed())
    assert club.verdicts() == ["duplicate"]


def test_what_was_proved_stays_proved(tmp_path: Path, known_keys: Path) -> None:
    club = a_club(tmp_path, DKIM + 'arbiter = "a@example.org"\n')
    club.put(signed())
    club.put(signed(MAIL.replace(b"Lha5-fb3", b"Shall I take it back?").replace(b"<1@", b"<2@")))
    assert club.verdicts() == ["played", "held"] or club.left()["held/new"]
    known_keys.write_text("")
    club.put(signed())
    assert club.verdicts() == ["duplicate"]
    known_keys.unlink()
    club.put(b"X-New: x\n" + signed())
    assert club.verdicts() == ["duplicate"]
    assert club.ran("--status").exit_code == 0
    assert club.verdicts("--again", f"{BEGIN + 1}.1.mx") == ["duplicate"]
    club.put(signed(s="none"))
    assert club.run(now="2026-11-27T10:00:00Z")[0]["verdict"] == "duplicate"


def test_an_arbiter_proves_a_message_without_a_key(tmp_path: Path, known_keys: Path) -> None:
    club = a_club(tmp_path, DKIM)
    club.put(signed(s="none"), "1795255001.1.mx")
    assert club.verdicts() == ["refused"]
    known_keys.unlink()
    (row,) = club.status()["held"]
    assert row["why"] == "the key of its signature is not there" and row["from"] == "anna"
    assert club.verdicts("--again", "1795255001.1.mx") == ["played"]
    assert club.status()["held"] == []
    known_keys.write_text(key_file())
    club.put(signed())
    assert club.verdicts() == ["duplicate"]


def test_the_word_or_a_signature(tmp_path: Path) -> None:
    rows = [
        f"{n}\t{n}\t{n.lower()}@example.net\t\tsnare\n" for n in ("Anna", "Bela", "Carl", "Dora")
    ]
    club = a_club(tmp_path, DKIM + "token = true\n", "".join(rows))
    club.put(MAIL)
    club.put(MAIL.replace(b"[g-1]", b"[g-1] snare").replace(b"<1@", b"<2@"))
    club.put(signed(MAIL.replace(b"Anna <anna", b"Bela <bela").replace(b"Lha5-fb3", b"ea3-fa3")))
    assert club.verdicts() == ["refused", "played", "played"]
    (row,) = club.status()["held"] or [{"why": "settled"}]
    assert row["why"] in (
        "settled",
        "without the player's word, and it has no signature of example.net",
    )
    (answer,) = [
        one for one in club.answers("<1@example.net>", "Anna") if "; refused; " in one["X-Log"]
    ]
    assert "secret word is missing" in answer.get_content() and "snare" in answer["Subject"]


# Keys ---------------------------------------------------------------------------------------------------


class Resolver:
    """A resolver that gives an answer or raises, and notes what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, outcome: Any = None) -> None:
        self.outcome, self.asked, self.now, self.takes = (
            outcome,
            list[tuple[str, float]](),
            0.0,
            0.0,
        )
        monkeypatch.delenv("AOFREF_DKIM_KEYS")
        monkeypatch.setattr(resolver, "resolve", self.resolve)
        monkeypatch.setattr(keys, "monotonic", lambda: self.now)

    def resolve(self, name: str, kind: str, *, lifetime: float, search: bool) -> list[Any]:
        assert kind == "TXT" and not search and name.endswith(".")
        self.asked.append((name, lifetime))
        self.now += min(self.takes, lifetime)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        text = text_of().encode()
        return (
            [SimpleNamespace(strings=(text[:200], text[200:]))]
            if self.outcome is None
            else self.outcome
        )


TIMEOUT = resolver.LifetimeTimeout(timeout=5, errors=[])


@pytest.mark.parametrize(
    "outcome", [resolver.NXDOMAIN(), resolver.NoAnswer(response=SimpleNamespace(question=[""])), []]
)
def test_no_such_name_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: Any
) -> None:
    asked = Resolver(monkeypatch, outcome)
    club = a_club(tmp_path, DKIM)
    club.put(signed())
    assert club.verdicts() == ["refused"] and [name for name, _ in asked.asked] == [
        "mail._domainkey.example.net."
    ]


@pytest.mark.parametrize(
    "outcome",
    [
        TIMEOUT,
        resolver.NoNameservers(),
        resolver.NoResolverConfiguration(),
        OSError(101, "unreachable"),
    ],
)
def test_a_key_that_cannot_be_had_is_no_forgery(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: Any
) -> None:
    asked = Resolver(monkeypatch, outcome)
    club = a_club(tmp_path, DKIM)
    club.put(signed())
    club.put(MAIL.replace(b"Lha5-fb3", b"resign").replace(b"<1@", b"<2@"))  # not signed
    club.put(signed(MAIL.replace(b"Lha5-fb3", b"help").replace(b"<1@", b"<3@")))
    club.mail("Anna", "[g-1]", "Out of the office", Auto_Submitted="auto-replied")
    club.mail("Eve@example.com", "hello", "Can I join?")
    club.mail("Bela", "[g-1]", "ea3-fa3")
    assert club.status()["unproved"] == []
    assert club.verdicts() == ["held"] * 3 + ["robot", "held", "refused"]
    assert club.left()["in/new"] == 3 and club.left()["held/new"] == 2
    assert asked.asked == [("mail._domainkey.example.net.", 5)]
    rows = club.status()["unproved"]
    assert [set(row) for row in rows] == [{"file", "from", "since", "why"}] * 3
    assert [(Path(row["file"]).name, row["from"], row["since"]) for row in rows] == [
        (f"{BEGIN + n}.{n}.mx", "anna", f"2026-11-21T09:56:{40 + n}Z") for n in (1, 2, 3)]  # fmt: skip
    assert "mail._domainkey.example.net" in rows[0]["why"] and "earlier" in rows[1]["why"]
    assert "Not proven yet: anna" in club.ran("--status").stdout
    assert club.verdicts() == ["held"] * 3  # and each is noted once
    assert (club.folder / "log.tsv").read_text().count("\tunproved\t") == 3
    asked.outcome = None
    assert club.verdicts() == ["played", "refused", "answered"]
    assert club.status()["unproved"] == [] and club.left()["in/new"] == 0


def test_another_signature_may_prove_it_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Keys()
    raw = signed(s="slow") + b""
    both = raw[: -len(MAIL)] + signed()

    def texts(self: Keys, name: str) -> tuple[bytes, ...]:
        if name.startswith("slow"):
            raise Unproved("slow")
        return (text_of().encode(),)

    monkeypatch.setattr(Keys, "texts", texts)
    assert proof(both, "anna@example.net", AT, found, lambda _h: False)[1] == ""
    other = MAIL.replace(b"Lha5-fb3", b"ea3-fa3")
    for head in (b"", signed(other)[: -len(other)]):  # that does not verify here
        with pytest.raises(Unproved):
            proof(raw[: -len(MAIL)] + head + MAIL, "anna@example.net", AT, found, lambda _h: False)


def test_after_five_days_it_is_unproven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Resolver(monkeypatch, TIMEOUT)
    club = a_club(tmp_path, DKIM)
    club.put(signed())
    club.sent += 86_400
    club.put(signed(MAIL.replace(b"<1@", b"<2@")))
    assert [line["verdict"] for line in club.run(now="2026-11-26T09:56:40Z")] == ["held", "held"]
    assert [line["verdict"] for line in club.run(now="2026-11-26T09:56:41Z")] == ["refused", "held"]
    assert [Path(row["file"]).name for row in club.status()["unproved"]] == [
        f"{BEGIN + 86_402}.86402.mx"
    ]
    asked.outcome = None
    assert [line["verdict"] for line in club.run(now="2026-11-26T09:56:41Z")] == ["played"]


def test_time_counts_at_arrival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Resolver(monkeypatch, TIMEOUT)
    club = a_club(tmp_path, DKIM)
    club.put(signed(x=BEGIN + 60))
    assert club.verdicts() == ["held"]
    asked.outcome = None
    assert [line["verdict"] for line in club.run(now="2026-11-24T10:00:00Z")] == ["played"]


def test_keys_are_asked_for_once_and_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, found = Resolver(monkeypatch, TIMEOUT), Keys()
    asked.takes = 6
    for name in ("a", "b", "a", "c", "d", "e", "f", "b"):
        with pytest.raises(Unproved):
            found.texts(name)
    assert asked.asked == [("a.", 5), ("b.", 5), ("c.", 5), ("d.", 5)]
    asked.outcome, asked.takes = None, 0.0
    assert Keys().texts("e") == (text_of().encode(),)


def test_no_key_is_asked_for_that_cannot_prove(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = Resolver(monkeypatch)
    of_keys = ("key", "SHA-1", "exponent", "an algorithm of", "another text", "another Sub", "the sixth",
               "another sender", "another form", "another algorithm", "an identity of a field")  # fmt: skip
    for name, make in FORGED.items():
        if not any(words in name for words in of_keys) or name == "SHA-1":
            why(make())
    club = a_club(tmp_path, DKIM)
    club.put(signed(MAIL.replace(b"Anna <anna@", b"Eve <eve@")))
    club.put(signed(MAIL.replace(b"\nTo:", b"\nAuto-Submitted: auto-replied\nTo:")))
    assert club.verdicts() == ["held", "robot"]
    assert asked.asked == []


def test_a_file_of_keys_that_cannot_be_read(tmp_path: Path, known_keys: Path) -> None:
    known_keys.unlink()
    club = a_club(tmp_path, DKIM)
    club.put(signed())
    assert club.verdicts() == ["held"] and "No such file" in club.status()["unproved"][0]["why"]
    known_keys.write_text("# ours\n\nMAIL._DomainKey.Example.NET.\t" + text_of() + "\n")
    assert club.verdicts() == ["played"]


# Settings, and runs that are ended ------------------------------------------------------------------------


def test_settings_that_have_gone_and_that_need_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = a_club(tmp_path, 'trust = "mx.example.org"\n')
    for args in ((), ("--status",)):
        done = club.ran(*args)
        assert done.exit_code == 2 and done.stderr.count("\n") == 1
        assert "club.toml:3:1: syntax trust " in done.stderr and "dkim = true" in done.stderr
    club = AClub(tmp_path / "other", DKIM)
    assert club.ran().exit_code == 0
    monkeypatch.setattr(settings, "find_spec", lambda name: None)
    done = club.ran()
    assert done.exit_code == 2 and done.stderr.count("\n") == 1
    assert "club.toml:3:1: " in done.stderr and "dkimpy" in done.stderr and "[mail]" in done.stderr


@pytest.fixture
def a_waiting_club(tmp_path: Path) -> Iterator[AClub]:
    club = a_club(tmp_path, DKIM)
    club.put(signed())
    club.put(
        signed(MAIL.replace(b"Anna <anna", b"Bela <bela").replace(b"Lha5-fb3", b"resign"), s="none")
    )
    club.put(signed(MAIL.replace(b"Anna <anna", b"Bela <bela").replace(b"Lha5-fb3", b"ea3-fa3")))
    club.put(signed().replace(b"<1@", b"<2@"))
    yield club


def test_a_run_that_is_ended_loses_no_message(
    a_waiting_club: AClub, tmp_path: Path, known_keys: Path, effort: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """At first no key can be had."""

    def waits(folder: Path) -> list[str]:
        log = folder / "log.tsv"
        if not log.exists() or log.read_text().count("\tunproved\t") < 4:
            monkeypatch.setenv("AOFREF_DKIM_KEYS", str(tmp_path / "none"))
            treat(folder)
        monkeypatch.setenv("AOFREF_DKIM_KEYS", str(known_keys))
        return treat(folder)

    begun = a_waiting_club.folder.rename(tmp_path / "begun")
    whole = shutil.copytree(begun, tmp_path / "whole")
    assert waits(whole) == ["played", "refused", "played", "duplicate"]
    assert (whole / "log.tsv").read_text().count("\tunproved\t") == 4
    ends_alike(1 if effort > 1 else 17, waits, begun, whole, least=40)
