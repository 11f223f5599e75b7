"""Whether a machine has verified a sender: `Authentication-Results`, by RFC 8601."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.club import inbox
from aofref.club.vouching import vouched

MACHINE = "mx.example.org"


def vouches(*results: str, sender: str = "anna@example.net") -> bool:
    return vouched([f"{MACHINE}; {result}" for result in results], MACHINE, sender)


@pytest.mark.parametrize(
    "results",
    [
        # A clause proves the domain that its method verified, and nothing else in it counts.
        "dkim=pass header.d=evil.com header.i=x header.d=example.net @evil.com",
        "dkim=pass header.d=evil.com header.i=x header.d=example.net",
        "dkim=pass header.d=example.net header.d=example.net",
        "dkim=pass header.d=example.net header.i=@evil.com",
        "dkim=pass header.i=@example.net",
        'dkim=pass header.d="example.net@"',
        "dkim=pass header.d=anna@example.net",
        "dkim=pass header.d=net",
        "dkim=pass header.d=mail.example.net",
        'spf=pass smtp.mailfrom="anna@example.net"@evil.com',
        'spf=none smtp.mailfrom="spf=pass header.d=example.net"@evil.com',
        "spf=pass smtp.mailfrom=evil.com header.from=example.net",
        "spf=pass smtp.mailfrom=evil.com smtp.helo=example.net",
        "spf=pass smtp.helo=example.net",
        "spf=pass smtp.mailfrom=x@example.net smtp.helo=y@evil.com",
        "spf=pass smtp.mailfrom=anna@example.net smtp.mailfrom=evil.com",
        "spf=pass smtp.mailfrom=anna@[example.net]",
        "spf=pass smtp.mailfrom=<anna@example.net>",
        "dmarc=pass smtp.mailfrom=example.net",
        "dmarc=pass header.d=example.net",
        "dmarc=pass (p=none) header.from=evil.com policy.dmarc=example.net",
        "dmarc=bestguesspass header.from=example.net",
        # A result that is no pass, or is that of another method.
        'dkim=fail reason="dkim=pass header.d=example.net" header.d=evil.com',
        "dkim=none (dkim=pass header.d=example.net)",
        "x-dkim=pass header.d=example.net",
        "dkim-adsp=pass header.from=anna@example.net",
        "dkim-atps=pass header.d=example.net",
        "domainkeys=pass header.from=anna@example.net",
        "sender-id=pass header.from=example.net",
        "auth=pass smtp.auth=anna@example.net",
        "iprev=pass policy.iprev=example.net",
        "arc=pass header.d=example.net",
        "dkim/2=pass header.d=example.net",
        "dkim=pass/1 header.d=example.net",
        # What does not parse.
        "dkim=pass header.d=example.net rubbish",
        "dkim=pass action=none header.d=example.net",
        "dkim=pass header.d=example.net\xa0",
        "dkim=pass header.d=\x00example.net",
        "dkim=pass header.d=example..net",
        "dkim=pass header.d=example.net.",
        "dkim=pass header.d=ex\u0430mple.net",
        'dkim=fail ("; dkim=pass header.d=example.net',
        'dkim=fail reason="; dkim=pass header.d=example.net',
        'dkim=fail reason="\\"; dkim=pass header.d=example.net',
        "dkim=fail ((x); dkim=pass header.d=example.net",
        "dkim=fail x); dkim=pass header.d=example.net (",
        "dkim=pass header.d=example.net; ;;",
        "dkim=pass header.d=example.net;",
        "dkim=pass header.d=example.net; foo",
        "dkim=pass header.d=example.net; a b c",
        "dkim=pass header.d=example.net;; spf=pass smtp.mailfrom=example.net",
        "dkim=pass header.d=example.net; none",
        "none; dkim=pass header.d=example.net",
        "dkim=pass header.d=example.net; spf=pass smtp.mailfrom=",
        "dkim=pass header.d=example.net; spf=pass smtp.mailfrom=a@b@c.de",
        "dkim=pass header.d=example.net; x-y=pass a.b=c",
        "dkim=pass header.d=example.net reason=x",
        "dkim=pass header.d=example.net; spf=pass (\xe9)",
        "dkim=pass header.d=example.net\r",
        "dkim=pass\nheader.d=example.net",
        "dkim=pass (a\rb) header.d=example.net",
        'dkim=pass header.d="example.net\\"',
        # What stands behind a text that a sender may have written, and may be the sender's, too.
        "dkim=fail; spf=pass smtp.mailfrom=evil.com; dkim=pass header.d=example.net",
        "dkim=pass header.d=evil.com header.i=x; dkim=pass header.d=example.net",
        "dkim=none (x); dkim=pass header.d=example.net",
        "dkim=fail reason=x; dkim=pass header.d=example.net",
        # As OpenDKIM writes a failed signature of `i=x; dkim=pass header.d=example.net; ...`.
        'dkim=fail reason="signature verification failed" (2048-bit key) header.d=example.net '
        "header.i=x; dkim=pass header.d=example.net; x-y=pass header.b=z@example.net "
        "header.a=rsa-sha256 header.s=mail",
        'dkim=fail reason="signature verification failed" (2048-bit key) header.d=example.net '
        "header.i=x; dkim=pass header.d=example.net; x-y=pass a.b=z@example.net "
        "header.a=rsa-sha256 header.s=mail",
        # As policyd-spf writes the envelope `x); spf=pass smtp.mailfrom=example.net (@evil.com`.
        "spf=pass (sender SPF authorized) smtp.mailfrom=evil.com (client-ip=192.0.2.1; "
        "helo=evil.com; envelope-from=x); spf=pass smtp.mailfrom=example.net (@evil.com; "
        "receiver=<UNKNOWN>)",
        "none (SPF check N/A for local connections - client-ip=127.0.0.1; helo=evil.com; "
        "envelope-from=x); spf=pass smtp.mailfrom=example.net (@evil.com; receiver=<UNKNOWN>)",
        # Two fields of a hostile message that hide what stands between them.
        "dkim=pass header.i=@example.net header.d=example.net (@evil.com header.s=s; spf=pass "
        '(domain of x)) (@evil.com is right) smtp.mailfrom="x)) ("@evil.com',
        "none",
        "",
        "=",
        "(" * 5000,
        "dkim=pass header.d=example.net" + " " * 20_000,
    ],
)
def test_what_vouches_for_nothing(results: str) -> None:
    assert not vouches(results)


@pytest.mark.parametrize(
    "results",
    [
        "dkim=none; spf=pass smtp.mailfrom=anna@example.net",
        "dkim=pass header.d=example.net; dkim=fail header.d=evil.com header.i=x",
        'dkim=pass header.b="XS6/0tHZ" header.d=example.net header.s=mail',
        'dkim=pass (a (b \\) (c) "d;) e) header.d=example.net',
        'DKIM (a) / 1 = Pass reason = "x \\" ;" Header . D = "Example.NET" (x)header.s=b',
        "dkim=pass\r\n\theader.d=example.net",
        'spf=pass smtp.mailfrom="a b; c"@example.net',
        'spf=pass smtp.mailfrom="bounce+3-a=gmail.com@example.net"',
    ],
)
def test_what_the_rfc_allows(results: str) -> None:
    assert vouches(results)


def test_a_sender_beyond_ascii_is_nobody_elses() -> None:
    """A Kelvin sign is a small k to Unicode, and a domain's name has another form in DNS."""
    assert vouches("dkim=pass header.d=kelvin.net", sender="a@KELVIN.net")
    assert not vouches("dkim=pass header.d=kelvin.net", sender="a@\u212aelvin.net")
    assert not vouches("dkim=pass header.d=xn--exmple-cua.net", sender="a@ex\xe4mple.net")


def test_what_is_not_the_machines() -> None:
    good = "dkim=pass header.d=example.net"
    sender = "anna@example.net"
    assert vouched([f"MX.example.ORG (a comment) 1; {good}"], MACHINE, sender)
    assert vouched([f' "{MACHINE}" 1 (a comment); {good}'], MACHINE, sender)
    for field in (good, f"; {good}", f"{MACHINE} {good}", f"{MACHINE} 2; {good}",
                  f"evil.com; {good}", f"{MACHINE}.evil.com; {good}",
                  f"evil.com ({MACHINE}); {good}", f'"{MACHINE}; {good}'):  # fmt: skip
        assert not vouched([field], MACHINE, sender), field
    assert not vouched([], MACHINE, sender)
    assert not vouched(["evil.com; none", f"{MACHINE}; {good}"], MACHINE, sender)
    assert not vouches(good, sender="anna") and not vouches(good, sender="")


def test_only_the_uppermost_counts() -> None:
    good = "dkim=pass header.d=example.net"
    assert not vouches("dkim=fail header.d=example.net", good)
    assert not vouches("none", good)
    assert not vouches("iprev=pass smtp.remote-ip=192.0.2.1", good)  # nothing else was looked at
    assert not vouches("rubbish", good)


# As they are written, with other names: the addresses of the machines are example.org's.
HONEST = {
    "Gmail, without DMARC": """
       spf=pass (google.com: domain of anna@example.net designates 192.0.2.1 as permitted sender)
       smtp.mailfrom=anna@example.net""",
    "OpenDKIM": """
        dkim=pass (2048-bit key; unprotected) header.d=example.net header.i=@example.net
        header.a=rsa-sha256 header.s=20161025 header.b="XS6/0tHZ";
        dkim-atps=neutral""",
    "OpenDKIM, of two signatures": """
        dkim=pass (1024-bit key) header.d=example.net header.i=@mail.example.net header.b="Gx/43";
        dkim=permerror (0-bit key) header.d=example.net header.i=@example.net header.b="IzN1RMI+"
        """,
    "OpenDMARC": " dmarc=pass (p=none dis=none) header.from=example.net",
    "policyd-spf": """ spf=pass (sender SPF authorized)
        smtp.mailfrom=example.net (client-ip=2001:db8::631; helo=mail.example.net;
        envelope-from=anna@example.net; receiver=<UNKNOWN>)""",
    "rspamd": """
        dkim=pass header.d=example.net header.s=mail header.b=KpmcEAgT;
        spf=pass (mx.example.org: domain of "list+bounces-9-a=b@example.net" designates 192.0.2.1
        as permitted sender) smtp.mailfrom="list+bounces-9-a=b@example.net";
        dmarc=pass (policy=none) header.from=example.net;
        arc=pass ("subspace.kernel.org:s=arc-20240116:i=1")""",
}

# What may have been written by the sender stands before the proof, or does not follow the RFC.
HONEST_IN_VAIN = {
    "Gmail": """
       dkim=pass header.i=@example.net header.s=20230601 header.b="PR+cH4/R";
       spf=pass (google.com: domain of bounce+3-a=gmail.com@send.example.net designates 192.0.2.1
       as permitted sender) smtp.mailfrom="bounce+3-a=gmail.com@send.example.net";
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.net""",
    "OpenDKIM, of two signatures": """
        dkim=permerror (0-bit key) header.d=example.net header.i=@example.net header.b="IzN1RMI+";
        dkim=pass (1024-bit key) header.d=example.net header.i=@mail.example.net header.b=GI43""",
    "Exim": """
        iprev=pass (mail.example.net) smtp.remote-ip=192.0.2.1;
        spf=pass smtp.mailfrom=example.net;
        dkim=pass header.d=example.net header.s=mail header.a=rsa-sha256;
        dmarc=pass header.from=example.net""",
    "Microsoft, as in its ARC field": """ spf=pass (sender IP is 192.0.2.1)
        smtp.rcpttodomain=example.org smtp.mailfrom=example.net; dmarc=pass (p=reject sp=reject
        pct=100) action=none header.from=example.net; dkim=pass (signature was verified)
        header.d=example.net; arc=none (0)""",
    "Fastmail": """
        dkim=pass (1024-bit rsa key sha256) header.d=example.net
          header.i=@example.net header.b=KpmcEAgT header.a=rsa-sha256
          header.s=mailo x-bits=1024;
        spf=pass smtp.mailfrom=anna@example.net smtp.helo=mail.example.net""",
}


@pytest.mark.parametrize("writer", HONEST)
def test_honest_fields_vouch(writer: str) -> None:
    assert vouches(HONEST[writer]) and not vouches(HONEST[writer], sender="anna@evil.com")
    assert vouches(HONEST[writer].replace("\n", "\r\n"), sender="anna@club.Example.Net")
    assert not vouches(HONEST[writer].replace("=pass", "=fail"))


@pytest.mark.parametrize("writer", HONEST_IN_VAIN)
def test_honest_fields_that_could_be_a_senders(writer: str) -> None:
    assert not vouches(HONEST_IN_VAIN[writer])


def test_fields_of_other_methods_may_stand_above() -> None:
    others = (
        "x-csa=none; x-me-sender=none; x-ptr=pass smtp.helo=a.example policy.ptr=a.example",
        "bimi=skipped (DMARC Policy is not at enforcement)",
        "arc=none (no signatures found)",
    )
    good = HONEST["OpenDKIM"]
    assert vouches(*others, good)
    assert not vouches(*others) and not vouches(*others, "dkim=none", good)
    # A result of the machine's that two texts of the sender's have hidden in a comment or a string.
    assert not vouches('x-ptr=pass smtp.helo="a; dkim=fail header.i="@evil.com', good)
    assert not vouches("x-ptr=pass smtp.helo=a (; dkim=fail header.i=)", good)


# What a sender of evil.com can write ---------------------------------------------------------------

WORDS = st.sampled_from(
    ["header.d=example.net", "header.d=example.net ", "header.i=@example.net", "header.b=x",
     "header.from=example.net", "smtp.mailfrom=example.net", "smtp.mailfrom=anna@example.net",
     "header.s=", "header.a=", "header.z=", "smtp.helo=", "policy.x=", "dkim=pass", "spf=pass",
     "dmarc=pass", "reason=", "reason=x", "example.net", "@example.net", "anna@example.net",
     "mx.example.org", "none", "x", "x-y=pass ", "@", "=", ".", "/", "\\", '"', "(", ")", "((", "))", ",", " ",
     "  ", "\r\n ", "\t", "\xe9"]
)  # fmt: skip
RAW = st.lists(WORDS, max_size=9).map("".join)  # as OpenDKIM writes an identity, not quoted
TEXT = st.lists(st.one_of(WORDS, st.just("; "), st.just(";")), max_size=9).map("".join)
QUOTED = TEXT.map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
REMARK = TEXT.map(lambda text: "(" + "".join(f"\\{c}" if c in '()"\\' else c for c in text) + ")")


def clauses(raw: str, quoted: str, remark: str, wild: str) -> list[str]:
    return [
        f"dkim=fail (2048-bit key) header.d=example.net header.i={wild} header.a=rsa-sha256",
        f"dkim=pass (2048-bit key) header.d=evil.com header.i={wild}@evil.com header.s=mail",
        f"spf=pass (SPF) smtp.mailfrom=evil.com (envelope-from={wild}@evil.com; receiver=x)",
        f"dkim=pass {remark} header.d=evil.com header.i={raw}@evil.com header.b=abc",
        f"dkim=pass header.i={raw}@evil.com header.d=evil.com header.s=mail {remark}",
        f"dkim=pass header.i={raw}@evil.com header.s=mail header.b=abc",
        f"dkim=pass reason={quoted} header.d=evil.com header.i={quoted}@evil.com",
        f"dkim=fail reason={quoted} {remark} header.d=evil.com",
        f"dkim=fail ({raw}) header.d=evil.com header.i={raw}@evil.com",
        f"spf=pass smtp.mailfrom={quoted}@evil.com",
        f"spf=pass {remark} smtp.mailfrom={quoted}@evil.com smtp.helo=evil.com",
        f"spf=pass (domain of {raw}@evil.com designates it) smtp.mailfrom={raw}@evil.com",
        f"spf=none {remark} smtp.mailfrom={quoted}@evil.com smtp.helo=example.net",
        f"dmarc=pass (p=none {raw}) header.from=evil.com",
        f"dmarc=fail {remark} reason={quoted} header.from=example.net",
        f"x-dkim=pass {remark} header.d=example.net",
        f"auth=pass smtp.auth={raw}@example.net",
        f"iprev=fail {remark} smtp.remote-ip=192.0.2.1",
    ]


@pytest.mark.unmeasured
@settings(max_examples=250)
@given(st.data())
def test_a_sender_vouches_for_no_other(data: st.DataObject) -> None:
    written = []
    for _ in range(data.draw(st.integers(1, 4))):
        texts = [data.draw(text) for text in (RAW, QUOTED, REMARK, TEXT)]
        written.append(data.draw(st.sampled_from(clauses(*texts))))
    field = data.draw(st.sampled_from(("; ", ";\r\n\t"))).join(written)
    assert not vouches(field), field


# In a club ----------------------------------------------------------------------------------------


def test_a_head_that_is_read_in_two_ways_is_not_vouched_for() -> None:
    results = f"Authentication-Results: {MACHINE}; dkim=pass header.d=example.net\n".encode()
    head = b"From: Anna <anna@example.net>\nSubject: [g-1]\nMessage-ID: <1@example.net>\n"
    text = b"\nLha5-fb3\n"
    assert inbox.vouched(results + head + text, MACHINE, "anna@example.net")
    assert inbox.vouched(
        results.replace(b"; ", b";\n\t") + head + text, MACHINE, "anna@example.net"
    )
    for twice in (b"From: Bela <bela@example.net>\n", b"subject: [g-2]\n", b"Message-Id: <2@x>\n",
                  b"Content-Type: text/plain\ncontent-type: text/html\n", b"From : bela@example.net\n",
                  b"Subject: x\rFrom: bela@example.net\n", b"x\n", b">From x\n"):  # fmt: skip
        assert not inbox.vouched(results + twice + head + text, MACHINE, "anna@example.net"), twice
    whole = b"From a@example.net Sat Nov 21\n" + results + head + text  # as in a mailbox
    assert inbox.vouched(whole, MACHINE, "anna@example.net")
    assert inbox.vouched(whole.replace(b"\n", b"\r\n"), MACHINE, "anna@example.net")
