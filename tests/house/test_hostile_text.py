"""A record cannot name a file, run anything or colour a terminal, whoever prints its text.

What is unsafe is shown escaped in every report; `convert` and its like pass it on byte for byte.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from unicodedata import category

import pytest

from aofref.cli.commands import COMMANDS
from aofref.findings import BadPosition
from aofref.notation import mail, positions
from aofref.notation.records import limits
from tests.damage import unsafe
from tests.helpers import aofref, game

SIGNS = "\x00\x07\x08\x1b[31m\x1b]8;;file:///etc/passwd\x07\x7f\x85\x9b31m\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&--><![CDATA["
WORDS = "javascript:alert(3) https://evil.example/ file:///etc/passwd ../../etc/passwd $(id) `id` %s {0}"
EVIL = f"{SIGNS} {MARKUP} {WORDS}"
QUOTED = EVIL.replace("\\", "\\\\").replace('"', '\\"')
HEAD = "".join(
    f'[{name} "{QUOTED}"]\n'
    for name in ("Event", "Site", "Date", "Round", "European", "Jewish", "Include", "Opening", "Termination")
)  # fmt: skip
COMMENT = EVIL.replace("}", "")
LEGAL = f"""{HEAD}[Variant "aof2"]

1. E:Lha5-fb3 {{{COMMENT}}} (1. E:ga4-fa4 {{{COMMENT}}}) I:ea3-fa3 ; {EVIL}
% {EVIL}
J:ga1-fa1 {{[%if P:{COMMENT}]}} {{[%arbiter {COMMENT}]}} *
"""
ILLEGAL = LEGAL.replace(" *\n", " P:kj3-zz9\x1b {x} *\n")
BROKEN = f'{HEAD}[Variant "{QUOTED}"]\n[Position "{QUOTED}"]\n[Rulings "{QUOTED}"]\n\n1. {EVIL} *\n'
TEXTS = {"legal": LEGAL, "illegal": ILLEGAL, "broken": BROKEN}

REPORTS = [
    ["check"],
    ["check", "--trace"],
    ["check", "--format", "json"],
    ["check", "--format", "json", "--trace", "--as-played"],
    ["check", "--format", "short"],
    *(["show", "--format", form] for form in ("text", "svg", "html", "position", "fen", "json")),
    ["show", "--color", "never", "--ply", "1"],
    ["list"], ["list", "--format", "tsv"], ["list", "--format", "json"],
    ["list", "--tags"], ["list", "--tags", "--format", "tsv"],
    ["list", "--tags", "--format", "json"],
    ["table"], ["table", "--format", "tsv"], ["table", "--format", "json"],
    *(["table", "--cross", "--by", "Event", "--by", "Round", "--format", form] for form in ("text", "tsv", "json", "html")),
    ["list", "--turn", SIGNS],
    ["log"], ["log", "--format", "json"],
    ["stats"], ["stats", "--format", "json"],
    ["clock"], ["clock", "--format", "json"], ["clock", "--now", SIGNS],
    ["explain", "{file}", EVIL],
    ["explain", "{file}", "P:kj3-ka1", "--board"],
    ["explain", "--format", "json", "{file}", f"P:{SIGNS}"],
    ["diff", "{file}", "{other}"],
    ["diff", "{file}", "{other}", "--format", "json"],
    ["diff", "{file}", "--position", EVIL],
    ["threats"], ["threats", "--all"], ["threats", "--on", SIGNS, "{file}"], ["threats", "--format", "json"],
    ["material"], ["material", "--format", "json"],
    ["moves"], ["moves", "--format", "json"], ["moves", "--from", SIGNS, "{file}"],
    ["perft", "--depth", "0"],
    ["play", "{file}", EVIL],
    ["play", "{file}", "P:kj3-ka1", "--format", "json"],
    ["play", "{file}", "--by", SIGNS, "P:kh2-ka1"],
    ["play", "{file}", "P:kg2-kf2", "--if", SIGNS],
    ["play", "{file}", "P:kg2-kf2", "--result", SIGNS],
    ["play", "{file}", "--mail", "{other}"],
    ["decide", "{file}", "takeback"] , ["decide", "{other}", "stands"],
    ["decide", "{other}", "takeback", "--reason", EVIL], ["decide", "{file}", "stands", "--now", SIGNS],
    ["tag", "{file}", f"Variant={SIGNS}"], ["tag", "{file}", "--remove", SIGNS],
    ["tag", "{file}", f"Result={SIGNS}"], ["tag", "{file}", SIGNS], ["tag", "{file}", "--pace", SIGNS],
    ["undo", "{file}", "99"],
    ["undo", "{file}", "--format", "json"], ["tag", "{file}", "Round=2", "--format", "json"],
    ["decide", "{other}", "takeback", "--reason", EVIL, "--format", "json"], ["new", "aof2", "--event", SIGNS, "--format", "json"],
    ["select", "--count", "--tag", f"Event~{MARKUP}"],
    ["select", "--split", "Event", "--output-dir", "{pages}"], ["select", "--tag", SIGNS], ["select", "--position", SIGNS],
    ["gallery", "{folder}", "--output-dir", "{pages}"],
    ["check", f"/none/{SIGNS.replace(chr(0), '')}"],
    ["check", "--variant", EVIL], ["check", "--ruling", SIGNS], ["check", "--encoding", SIGNS.replace(chr(0), "")],
    ["board", EVIL], ["board", "aof2", "--position", EVIL], ["board", "aof2", "--ruling", SIGNS],
    ["rules", "aof2", SIGNS], ["rules", EVIL], ["cases", SIGNS], [SIGNS],
]  # fmt: skip
RECORDS = {"convert", "undo", "new"}
"""Commands that print records and nothing else, as they are; play, decide and select do so too."""
NOTHING_OF_A_RECORD = {"variants", "rulings", "schema", "man", "completion", "season", "help"}
OF_A_CLUB = {"club"}
"""A command that reads no stream of records; tests/club/test_club.py puts such a record into a club."""
PASSED_ON = [
    *(["convert", "--to", to] for to in ("lan", "san", "coord", "numeric", "courier")),
    ["undo", "{file}", "1"],
    ["tag", "{file}", "Event=x", "--pace", "30d+3d"],
    ["play", "{file}", "P:kg2-kf2"],
    ["select", "--plies", "0.."],
    ["select", "--sort", "Event"],
]


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """Write the records to files, and give the names of all that commands are given."""
    folder, pages = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / f"{name}.aof").write_text(text, "utf-8")
    found = {"folder": str(folder), "pages": str(pages), "other": str(folder / "illegal.aof")}
    return found | {"file": str(folder / "legal.aof")}


def shown(text: str) -> str:
    """Give what is left of a report once line feeds and the tabs of tables are away."""
    return text.replace("\n", "").replace("\t", "")


def filled(command: list[str], places: dict[str, str]) -> list[str]:
    for name, place in places.items():
        command = [word.replace(f"{{{name}}}", place) for word in command]
    return command


def test_every_command_is_tried_or_prints_nothing_of_a_record() -> None:
    tried = {command[0] for command in [*REPORTS, *PASSED_ON]}
    assert COMMANDS.keys() <= tried | RECORDS | NOTHING_OF_A_RECORD | OF_A_CLUB


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("command", REPORTS, ids=[" ".join(c)[:40].encode("ascii", "ignore").decode() for c in REPORTS])  # fmt: skip
def test_no_report_commands_a_terminal(
    command: list[str], name: str, places: dict[str, str]
) -> None:
    if name != "legal" and "{file}" in command:
        places["file"] = str(Path(places["folder"], f"{name}.aof"))
    found = aofref(*filled(command, places), stdin=TEXTS[name].encode())
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert not unsafe(found.stderr.replace("\n", "")), found.stderr
    passes_on = command[0] in ("play", "decide", "select") and found.exit_code == 0
    if not passes_on and command[0] != "tag":  # which prints records that are illegal, too
        assert not unsafe(shown(found.stdout)), found.stdout
        assert not [c for c in SIGNS if category(c) == "Cf" and c in found.stdout]
    if "json" in command:
        for line in found.stdout.splitlines():
            json.loads(line)
    assert MARKUP not in found.stdout or "html" not in command


def test_pages_and_pictures_hold_no_markup_of_a_record(places: dict[str, str]) -> None:
    aofref("gallery", places["folder"], "--output-dir", places["pages"])
    pages = sorted(Path(places["pages"]).glob("*.[!a]*"))  # records are copied as they are
    assert len(pages) >= 5
    for page in pages:
        text = page.read_text("utf-8")
        laid_out = text.replace("\n", "").replace(
            "\t", ""
        )  # tabs set out the board without scripts
        assert not unsafe(laid_out), page
        assert "<script>alert" not in text and "<img src=x" not in text, page
        assert text.count("</script") == text.count("<script"), page
        bare = re.sub(
            r"<script>.*?</script>", "", text, flags=re.S
        )  # the code of pages, not their data
        links = re.findall(r"""(?:href|src|action)\s*=\s*["']?([^"'\s>]*)""", bare)
        assert not [link for link in links if ":" in link and not link.startswith("data:")], links


@pytest.mark.parametrize("command", PASSED_ON, ids=[" ".join(c) for c in PASSED_ON])
def test_what_writes_records_passes_every_byte_on(
    command: list[str], places: dict[str, str]
) -> None:
    found = aofref(*filled(command, places), stdin=LEGAL.encode())
    assert found.exit_code == 0, found.stderr
    assert f'[Include "{QUOTED}"]\n'.encode() in found.stdout_bytes
    kept = found.stdout_bytes.replace(b"\n", b" ")
    times = 1 if command[0] == "undo" else 2
    assert kept.count(COMMENT.encode()) >= times
    assert not unsafe(found.stderr.replace("\n", ""))


def test_json_passes_every_byte_on_and_back() -> None:
    there = aofref("convert", "--to", "json", stdin=LEGAL.encode())
    assert not unsafe(there.stdout.replace("\n", ""))  # escaped there, and the same in JSON
    assert dict(json.loads(there.stdout)["tags"])["Include"] == EVIL
    back = aofref("convert", stdin=there.stdout_bytes)
    assert back.stdout_bytes == aofref("convert", stdin=LEGAL.encode()).stdout_bytes


NAMES_OF_PLAYERS = {
    "long": "".join(
        f'[{army} "{"漢" * 60}"]\n' for army in ("European", "Indian", "Jewish", "Persian")
    ),
    "up": '[European "../../../up"]\n[Indian "a/b\\\\c:d"]\n[Jewish "\x00 nul. "]\n',
}


@pytest.mark.parametrize("name", NAMES_OF_PLAYERS)
def test_players_make_names_of_files_that_can_be(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    stdin = f'{NAMES_OF_PLAYERS[name]}[Variant "aof2"]\n\n*\n\n[Variant "aof2"]\n\n*\n'
    found = aofref("show", "--format", "svg", "--output-dir", str(folder), stdin=stdin)
    assert found.exit_code == 0, found.stderr
    written = sorted(path.name for path in folder.iterdir())
    assert len(written) == 2 and all(len(one.encode()) <= 255 for one in written)
    assert [path.name for path in tmp_path.iterdir()] == [name]


# What a record may make the program do -----------------------------------------------------------

WATCHED = ("open", "os.", "subprocess.", "socket.", "shutil.", "exec", "webbrowser.", "urllib.")
seen: list[str] = []
watching = False


def watch(event: str, arguments: tuple[object, ...]) -> None:
    if watching and event.startswith(WATCHED) and event not in ("os.listdir", "os.putenv", "exec"):
        seen.append(f"{event} {arguments!r}")


def test_no_record_names_a_file_or_runs_anything() -> None:
    global watching
    commands = [c for c in REPORTS if not any("{" in word for word in c) and c[0] in COMMANDS]
    for text in TEXTS.values():  # once unwatched, so that every module is loaded
        for command in commands:
            aofref(*command, stdin=text.encode())
    sys.addaudithook(watch)
    try:
        watching = True
        for text in TEXTS.values():
            for command in commands:
                aofref(*command, stdin=text.encode())
    finally:
        watching = False
    told = [event for event in seen if "/none/" not in event and "pycache" not in event]
    assert not [event for event in told if not event.startswith("open")], told
    assert not [event for event in told if "passwd" in event or "evil" in event], told


DIGITS = "1" * 5000
"""More than Python makes a number of."""
ENDLESS = f"{DIGITS}. E:Lha5-fb3 ${DIGITS} ({DIGITS}... E:ga4-fa4) *"


@pytest.mark.parametrize("text", ['{{"aof":1,"x":{}}}', '{{"aof":{}}}', '{{"aof":1,"raw":[["tags",{},"00"]]}}'])  # fmt: skip
def test_a_number_in_json_without_end(text: str) -> None:
    for command in ("check", "convert"):
        found = aofref(command, stdin=text.format(DIGITS))
        assert found.exit_code == 2 and "aofref itself failed" not in found.output
        assert "-:1:1: limit a number in this JSON is longer than" in found.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["select", "--plies", DIGITS], ["select", "--plies", f"..{DIGITS}"],
        ["select", "--material", f"N>{DIGITS}"], ["select", "--first", DIGITS],
        ["show", "--ply", DIGITS], ["show", "--game", DIGITS], ["show", "--level", DIGITS],
        ["perft", "--depth", DIGITS], ["check", "--jobs", DIGITS],
        ["select", "--count", "--tag", f"Round<{DIGITS}"],
    ],
    ids=lambda options: " ".join(options)[:20],
)  # fmt: skip
def test_numbers_without_end(options: list[str]) -> None:
    found = aofref(*options, stdin=f'[Round "{DIGITS}"]\n[Variant "aof2"]\n\n{ENDLESS}\n')
    assert found.exit_code in (1, 2) and "a fault of" not in found.output


@pytest.mark.parametrize("command", ["check", "convert --to san", "show --format html", "log"])
def test_numbers_without_end_in_a_record(command: str) -> None:
    found = aofref(*command.split(), stdin=f'[Variant "aof2"]\n\n{ENDLESS}\n')
    wrong = [line for line in found.stderr.splitlines() if line.startswith("-:3:")]
    assert found.exit_code == 2 and len(wrong) <= 2, found.stderr  # such a number is never due
    assert all(" syntax " in line and len(line) < 200 for line in wrong)


@pytest.mark.parametrize(
    ("value", "above"),
    [("3", False), ("4", True), ("03", False), ("10", True), (DIGITS, True), ("x", True)],
)
def test_tags_are_compared_by_their_numbers(value: str, above: bool) -> None:
    record = f'[Round "{value}"]\n[Variant "aof2"]\n\n*\n'
    found = aofref("select", "--count", "--tag", "Round>3", stdin=record)
    assert found.stdout == f"{int(above)}\n", found.stderr


# Limits of what is no record ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aof2", "aof6", "proto-prelates", "sd2l-cohen", "heathen-europe"])
def test_a_position_has_room_for_a_piece_on_every_cell(name: str) -> None:
    of = game(name)
    code = next(code for code, kind in of.kinds.items() if not of.types[kind].royal)
    full = f"{of.letters[0]}:{code}" + ",".join(f"{cell}^6" for cell in of.board.names)
    assert len(full) * 2 < positions.LONGEST
    cells = ",".join([*of.board.names, of.board.names[0]])
    with pytest.raises(BadPosition, match="two pieces stand on"):
        positions.read(of, f"{of.letters[0]}:N{cells} {of.letters[0]} - 1")


def message(parts: int, size: int = 0) -> bytes:
    """Make a message with a move, so many parts (itself one of them) and about so many bytes."""
    text = b"Content-Type: text/plain\n\nE:Lha5-fb3\n"
    other = b"Content-Type: application/octet-stream\n\nx\n"
    inner = b"--q\n".join([b"", text, *[other] * (parts - 2)])
    whole = b"Content-Type: multipart/mixed; boundary=q\n\n" + inner + b"--q--\n"
    return whole + b"x" * (size - len(whole))


@pytest.mark.parametrize(
    ("tag", "unit"),
    [
        ("<a ", "x "),
        ("<a ", "x/"),
        ("<a ", "/"),
        ("<a ", " "),
        ("<a ", 'x=">" '),
        ('<a " ', "x "),
        ("</a ", "x "),
    ],
)
def test_a_tag_with_millions_of_attributes_takes_little_memory(
    tag: str, unit: str, tmp_path: Path
) -> None:
    head = f"Content-Type: text/html\n\n{tag}".encode()
    path = tmp_path / "m.eml"
    path.write_bytes(head + unit.encode() * ((1 << 24) // len(unit) - 100) + b">E:Lha5-fb3\n")
    reading = """
import resource, sys
from pathlib import Path
from aofref.findings import BadText
from aofref.notation import mail
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
try:
    mail.read(Path(sys.argv[1]).read_bytes())
except BadText as problem:
    print(problem.findings[0].place, problem)
"""
    done = subprocess.run(
        [sys.executable, "-c", reading, str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "a tag of a message in HTML has at most 2000 names and values" in done.stdout
    honest = " ".join(f'data-{n}="a b"' for n in range(500))
    page = f"Content-Type: text/html\n\n<p {honest}>E:Lha5-fb3</p {honest}>\n".encode()
    assert [line.text for line in mail.read(page).own] == ["E:Lha5-fb3"]


def test_limits_of_a_message(monkeypatch: pytest.MonkeyPatch, places: dict[str, str]) -> None:
    record = Path(places["folder"], "agreed.aof")
    record.write_text('[Variant "aof2"]\n\n*\n')

    def played(mail: bytes) -> tuple[int, str]:
        found = aofref("play", str(record), "--mail", "-", stdin=mail)
        return found.exit_code, found.stderr

    assert played(message(limits.PARTS))[0] == 0
    status, told = played(message(limits.PARTS + 1))
    assert status == 2 and told.startswith("-:1:1: limit ") and str(limits.PARTS) in told
    monkeypatch.setattr(limits, "MAIL", 5000)
    assert played(message(3, 5000))[0] == 0
    status, told = played(message(3, 5001))
    assert status == 2 and told.startswith("-:1:1: limit ") and "5000" in told
