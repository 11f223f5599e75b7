"""Message: the bytes of a mail as a value: sender, references, the lines of its text."""

import codecs
import re
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message as Part
from email.policy import Compat32, Policy, compat32
from email.utils import parsedate_to_datetime
from itertools import count

from aofref.findings import START, Code, bad_text
from aofref.notation.mail.lines import LineText, bound, plain, written
from aofref.notation.mail.page import page
from aofref.notation.records import limits
from aofref.values import Value

_READ = frozenset(
    ("subject", "from", "message-id", "in-reply-to", "references", "return-path", "precedence")
)
_TEXT = limits.TEXT_LINES, "the text of a message has", "lines"
_HEAD = 1 << 20  # the most bytes of an unreadable message that are searched for its head
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_SHORT = 4096  # the most characters of a field that are decoded
_OF_LISTS = ("List-Id", "List-Post", "List-Unsubscribe")
_SERVERS = ("mailer-daemon", "postmaster")
_BULK = ("bulk", "junk", "list", "autoreply", "auto")
_AUTO = re.compile(
    r"x(?:mail)?auto(?:reply|replied|respon[ds]|generated|submitted)"
)  # the name of a field, without dashes
_AUTOMATIC = re.compile(  # the beginning of the Subject of an automatic answer
    r"\s*(?:auto(?:mat(?:ic|ed))?[\s_-]*(?:reply|response|answer)|out of (?:the )?office"
    r"|vacation (?:reply|response)|abwesenheits\w+|automatische antwort"
    r"|réponse automatique|respuesta automática|risposta automatica|resposta automática"
    r"|automatisch antwoord|automatiskt? svar|autosvar|automaattinen vastaus"
    r"|automatyczna odpowiedź|automatická odpověď|автоматический ответ|automatikus válasz"
    r"|自动答复|自动回复|自動回覆|自動応答|자동 회신)[^:\[]{0,40}[:：]",
    re.IGNORECASE,
)
_ID = re.compile("<[^<>]*>")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_REMARK = r"\((?:[^()<>@\\]|\\.|\((?:[^()<>@\\]|\\.)*\))*\)"  # at most one in another
_GAP = rf"(?:\s|{_REMARK})*"
_ATOM = r'[^\s\0-\x20\x7f()<>\[\]:;@\\,."]+'
_DOTTED = rf"{_ATOM}(?:\.{_ATOM})*"
_ADDRESS = rf"(?:{_DOTTED}|{_QUOTED})@{_DOTTED}"
_MAILBOX = (
    re.compile(  # of RFC 5322; its name may have commas, dots and brackets, as programs write
        rf"((?:[^()<>:;@\\\"]|{_QUOTED}|{_REMARK})*)<{_GAP}({_ADDRESS}){_GAP}>{_GAP}"
        rf"|{_GAP}({_ADDRESS})({_GAP})"
    )
)
_PART = re.compile(rf"{_QUOTED}|{_REMARK}")
_LIKE_ADDRESS = re.compile(r"[^\s@]@[^\s@]")
_CELL = re.compile("[A-Za-z][0-9]")
_NO_CHARSET = frozenset(("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined"))
"""Codecs of Python that are not charsets of text; some take quadratic time."""

_WIDER = {"iso8859-1": "cp1252"}  # the charset that programs mean by this name


class Message(Value):
    """A message: some fields of its head, and the lines of its text.

    `lines` end before a signature or the message that is answered; lines of another author are
    marked as quoted.  An `automated` message was written by a program or came through a list, and
    gets no answer.  `id` and `references` (of References and In-Reply-To) have angle brackets.
    `sender` is the address of From, and `name` its name; both are empty if that is not exactly one
    mailbox.  `sent` is the time of Date; None if that does not parse.
    """

    lines: tuple[LineText, ...]
    subject: str = ""
    sender: str = ""
    id: str = ""
    references: tuple[str, ...] = ()
    automated: bool = False
    name: str = ""
    sent: datetime | None = None

    @property
    def own(self) -> tuple[LineText, ...]:
        """The lines that the sender wrote, without blank ones."""
        return tuple(line for line in self.lines if line.own)


class _Bounded(Compat32):
    """A policy that refuses fields longer than the limits."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        of_part = name.lower().startswith("content-")
        if of_part or name.lower() in _READ:
            bound(len(value), limits.FIELD, f"{name} has", "characters")
            bound(of_part * value.count(";"), limits.PARAMETERS, f"{name} has", "parameters")
        return name, value


def read(message: bytes) -> Message:
    """Parse a message, in any charset and encoding, without attachments.

    Raises BadText for a message that exceeds a limit.
    """
    bound(len(message), limits.MAIL, "a message has", "bytes")
    if message.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        message = message.decode("utf-16", "replace").encode()
    count_of_lines = max(message.count(b"\n"), message.count(b"\r"))
    bound(count_of_lines, limits.MAIL_LINES, "a message has", "lines")
    multiparts = len(re.findall(b"multipart/", message, re.IGNORECASE))
    bound(multiparts, limits.MULTIPARTS, "a message has", "parts that contain others")
    made = count()  # the parser makes one more, for a trial

    def counted(**policy: Policy) -> Part:
        bound(next(made), limits.PARTS, "a message has", "parts")
        return Part(**policy)

    try:
        parsed = message_from_bytes(message, counted, policy=_Bounded())
        lines = written(_lines(parsed))
    except RecursionError:
        too_deep = "the parts of a message are nested too deeply"
        raise bad_text(too_deep, START, Code.LIMIT) from None
    name, sender = mailbox(parsed)
    sent: datetime | None = None
    with suppress(ValueError, TypeError, IndexError, OverflowError):  # a time that does not parse
        moment = parsedate_to_datetime(_field(parsed, "Date")[:_SHORT])
        sent = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)  # `-0000` has no zone
    mail = Message(
        lines,
        _words(_field(parsed, "Subject")),
        sender,
        "".join(_ID.findall(_field(parsed, "Message-ID"))[:1]),
        tuple(_ID.findall(_field(parsed, "References") + _field(parsed, "In-Reply-To"))),
        automated(parsed),
        name,
        sent,
    )
    own, who = [line.text for line in mail.own], "the sender of a message"
    bound(sum(map(len, own)), limits.OWN, f"{who} writes", "characters")
    cells = sum(len(_CELL.findall(text)) for text in own)
    bound(cells, limits.CELLS, f"{who} names", "cells")
    return mail


def read_head(message: bytes) -> Message:
    """Read the sender of a message, and whether it is automated, in its head alone.

    So that one that `read` refuses can be answered; it has no lines.  A message whose head does not
    parse is automated.
    """
    try:
        head = message_from_bytes(_END_OF_HEAD.split(message[:_HEAD], 1)[0], policy=compat32)
        name, sender = mailbox(head)
        return Message((), sender=sender, automated=automated(head), name=name)
    except Exception:  # any error of the package email
        return Message((), automated=True)


def automated(head: Part) -> bool:
    """Return whether a program wrote a message, or a list or a server sent it."""
    return (
        _word(head, "auto-submitted") not in ("", "no")
        or _squeezed(_word(head, "precedence")) in _BULK
        or any(head.get(name) is not None for name in _OF_LISTS)
        or any(
            _AUTO.match(_squeezed(name)) and _squeezed(str(value)) not in ("none", "no")
            for name, value in head.items()
        )
        or _AUTOMATIC.match(_words(_field(head, "Subject"))) is not None
        or _field(head, "Return-Path").replace(" ", "") == "<>"
        or head.get_content_type() == "multipart/report"
        or mailbox(head)[1].partition("@")[0].lower() in _SERVERS
    )


def _squeezed(text: str) -> str:
    """Remove dashes and blanks from a name or word, and write it in small letters."""
    return re.sub(r"[\s_-]", "", text[:_SHORT]).lower()


def _lines(part: Part) -> list[LineText]:
    """List the displayed lines of a part and of the parts in it."""
    kind = part.get_content_type()
    if _word(part, "content-disposition") == "attachment" or part.get_filename() is not None:
        return []
    if kind.startswith("multipart/") and part.is_multipart():
        parts, every = [held for held in part.get_payload() if isinstance(held, Part)], []
        if kind == "multipart/alternative":
            parts.sort(key=lambda held: held.get_content_type() != "text/plain")
            shown = (
                of_it for of_it in map(_lines, parts) if any(line.text.strip() for line in of_it)
            )
            return next(shown, [])
        for held in parts[:1] if kind in ("multipart/signed", "multipart/related") else parts:
            every += _lines(held)
            bound(len(every), *_TEXT)
        return every
    if kind not in ("text/plain", "text/html"):
        return []
    encoding = _word(part, "content-transfer-encoding")
    del part["content-transfer-encoding"]
    part["content-transfer-encoding"] = encoding
    raw = part.get_payload(decode=True)
    text = _decoded(raw if isinstance(raw, bytes) else b"", part.get_content_charset() or "")
    text = re.sub("\r\n?", "\n", text).removeprefix("\ufeff")
    bound(text.count("\n"), *_TEXT)
    if kind == "text/html":
        return page(text)
    form, del_sp = (str(part.get_param(name, "")).lower() for name in ("format", "delsp"))
    return plain(text, flowed=form == "flowed", del_sp=del_sp == "yes")


def _decoded(raw: bytes, charset: str) -> str:
    """Decode bytes by their charset; by UTF-8, or else Latin-1, if it is unknown or wrong.

    UTF-16 is detected by its mark, or by its null bytes, under any stated charset.
    """
    if not charset.startswith("utf-32"):
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return raw.decode("utf-16", "replace")
        sample = raw[:1000]
        for name, nulls in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
            if 4 * nulls.count(0) > len(sample):
                return raw.decode(name, "replace")
    for name in (charset, "utf-8", "latin-1"):
        try:
            codec = codecs.lookup(name).name
            if codec not in _NO_CHARSET:
                return raw.decode(_WIDER.get(codec, codec))
        except (LookupError, ValueError):
            continue
    return raw.decode("latin-1")


def _field(part: Part, name: str) -> str:
    return " ".join(str(part.get(name, "")).split())


def _word(part: Part, name: str) -> str:
    """Return the first word of a field, in small letters, without parameters and remarks."""
    return re.split(r"[;(\s]", _field(part, name).lower(), maxsplit=1)[0]


def _words(text: str) -> str:
    try:
        words = decode_header(text[:_SHORT])
    except (MessageError, ValueError):
        return text[:_SHORT]
    return "".join(
        word if isinstance(word, str) else _decoded(word, charset or "utf-8")
        for word, charset in words
    )


def mailbox(head: Part) -> tuple[str, str]:
    """Return the name and the address of From; both are empty if it is not exactly one mailbox.

    Two addresses, groups, routes and two fields are none, nor is a name that is written as another
    address, or decoded into one: other programs may read that as the sender.
    """
    written = [str(text) for name, text in head.raw_items() if name.lower() == "from"]
    if len(written) != 1 or len(written[0]) > _SHORT:
        return "", ""
    raw = written[0].encode("utf-8", "surrogateescape")  # it may have raw bytes
    match = _MAILBOX.fullmatch(" ".join(_decoded(raw, "utf-8").split()))
    if match is None:
        return "", ""
    phrase, within, bare, remark = match.groups("")
    plain = _PART.sub(_unquoted, phrase) if within else remark.strip(" ()")
    name = " ".join(_words(plain).split())
    if name != " ".join(plain.split()) and _LIKE_ADDRESS.search(name):
        return "", ""
    return name, within or bare


def _unquoted(part: re.Match[str]) -> str:
    """Return the text of a quoted string; a blank for a remark."""
    return re.sub(r"\\(.)", r"\1", part[0][1:-1]) if part[0].startswith('"') else " "
