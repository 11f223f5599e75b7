"""The page of a record and the game view it is made of, as far as no browser is needed."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from aofref import games, variant
from aofref.judge.analysis.view import view_of
from aofref.report.text.caption import spoken
from aofref.rules import turn
from tests.helpers import FIXTURES, PACKAGE, aofref
from tests.judging import judged_as
from tests.pages import random_record

RECORDS = [path for path in sorted((FIXTURES / "records").glob("*.aof")) if "two" not in path.stem][
    ::3
]


def page(text: str, *options: str) -> str:
    return aofref("show", "--format", "html", *options, stdin=text).stdout


def given(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data_: dict[str, Any] = json.loads(found.group(1))
    return data_


# Game view --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_view_ends_where_the_replay_does(path: Path) -> None:
    replay = judged_as(path.read_text("utf-8"))
    shown = view_of(replay, replay.plies, stood=True)
    of, left = replay.last.game, replay.last
    if of.two_players and replay.plies and replay.plies[-1].move is None:
        left = replay.first  # who leaves a game of two leaves the board as it stood
        for ply in replay.plies[:-1]:
            assert ply.move is not None
            left = turn.apply(left, ply.move)[0]
    assert shown.position.board == left.board


BRANCHED = """[Variant "aof2"]

1. E:Lkd5-hc3 (E:ga5-fa5 I:eb4-fb4 (I:ea4-fa4 J:ic2-ib2)) (E:ga4-fa4) I:eb4-fb4
J:resigns P:Cjh2-ge3 E:ka4-zz9 {no} (E:ga4-fa4)
"""


def test_an_arbiters_decisions_are_told() -> None:
    record = (
        '[Variant "aof2"]\n\n1. E:Lkd5-hb4 {[%arbiter takeback]} E:Lkd5-hc3 I:Rba2-fa2 '
        "{[%arbiter stands]} J:ic2xhc3 P:Cjh2-jh9 {[%arbiter forfeits]}\n"
    )
    made = given(page(record, "--as-played"))
    (stands, forfeits) = made["decided"].values()
    assert stands[0] == 1 and stands[1].startswith("I:Rba2")
    assert forfeits[0] == 3 and forfeits[2] == "P:Cjh2-jh9"  # as written: the text has P:forfeits
    ((taken, why),) = made["other"].values()
    assert taken == "taken_back" and why.startswith("own-piece: ")


def test_what_is_read_out() -> None:
    judged = judged_as((FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8"))
    said = [spoken(judged, judged.plies[:count]) for count in range(len(judged.plies) + 1)]
    assert said[1] == "Ply 1: European Elf from kd5 to hc3. Indian to move."
    assert said[3] == "Ply 3: Jewish Pawn from ic2 takes the European Elf on hc3. Persian to move."
    assert said[4].endswith(
        "The Indian army is in check from the Persian Camel on ge3. European to move."
    )
    assert said[-2] == "Ply 7: The European army resigns and is removed. Persian to move."
    assert (
        said[-1]
        == "Ply 7: The Jewish army resigns and is removed. The game is over: the Persian army wins, 0-0-0-1."
    )


# Page -------------------------------------------------------------------------------------------


def text_of(made: str) -> list[str]:
    """Return the lines of the record in a page, as readers without scripts have it."""
    found = re.search(r'<noscript id="record"><p>(.*?)</p></noscript>', made, re.DOTALL)
    assert found is not None
    return html.unescape(found.group(1)).split("\n")


def test_the_text_of_a_record_is_in_its_page() -> None:
    """A token a line, with a number before each round; a comment with a brace ends its line."""
    made = page(
        '[Event "A \\"cup\\" of <tea>"]\n[Variant "hec"]\n\n1. ac2-ad2 $1 {one\ntwo} (1. Nab2-bb4 cf4-cf3 ; }\n)'
        " cf4-cf3 Kca1-ba1 B:resigns 1-0\n"
    )
    assert text_of(made) == [
        *('[Event "A \\"cup\\" of <tea>"]', '[Variant "heathen-europe"]', ""),
        *("1.", "ac2-ad2", "$1", "{one two}", "(", "1.", "Nab2-bb4", "cf4-cf3", ";}", ")"),
        *("cf4-cf3", "2.", "Kca1-ba1", "B:resigns", "1-0"),
    ]
    assert given(made)["other"] == {"14": ["result"]}


def test_the_text_of_a_record_names_its_game_and_rulings() -> None:
    made = page("ac2-ad2 *\n", "--variant", "hec", "--ruling", "hec-king=planar")
    assert text_of(made)[:3] == ['[Variant "heathen-europe"]', '[Rulings "hec-king=planar"]', ""]


def test_a_long_game_of_the_largest_board_is_under_a_megabyte() -> None:
    assert len(page(random_record("aof6", 300)).encode()) < 1_000_000


def test_a_page_has_no_more_bytes_than_it_may() -> None:
    """Pages are mailed, and a gallery has hundreds."""
    for plies, most in ((40, 105_100), (300, 108_000)):
        assert len(page(random_record("aof2", plies)).encode()) <= most
    assert len(aofref("board", "aof6").stdout.encode()) <= 118_000


class Tags(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    text = page(random_record("aof2", 10))
    tags = Tags(text).found
    policy = next(
        attrs["content"] or ""
        for tag, attrs in tags
        if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy and "http" not in policy
    allowed = {"style-src": set[str](), "script-src": set[str]()}
    for kind, inside in re.findall(r"<(style|script)>(.*?)</(?:style|script)>", text, re.DOTALL):
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        allowed[f"{kind}-src"].add(f"'sha256-{digest}'")
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert {name: set(parts[name].split()) for name in allowed} == allowed
    assert [len(hashes) for hashes in allowed.values()] == [2, 1]
    assert not [attrs for _, attrs in tags if "style" in attrs or "src" in attrs]
    assert not [name for _, attrs in tags for name in attrs if name.startswith("on")]
    assert all((attrs.get("href") or "#").startswith("#") for _, attrs in tags)


@pytest.mark.parametrize("name", games.IDS)
def test_no_two_elements_share_an_id(name: str) -> None:
    ids = [attrs["id"] for _, attrs in Tags(page(random_record(name, 3))).found if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_a_page_opens_after_the_ply_asked_for() -> None:
    text = random_record("aof2", 20)
    assert given(page(text, "--ply", "7"))["opened"] == 7
    assert given(page(text))["opened"] == 20


def test_an_illegal_record_has_its_proof() -> None:
    text = page(BRANCHED)
    assert "no-such-cell" in text and '<section id="proof"  aria-label' in text
    # plies 1 to 3 and P:Cjh2-ge3, and four in variations: J:ic2-ib2 is refused in its own
    assert given(text)["refused"]["node"] == given(text)["last"] == 8
    assert 'id="proof" hidden' in page(random_record("aof2", 3))


def test_a_record_without_moves_has_a_page() -> None:
    text = page('[Variant "heathen-europe"]\n\n*\n')
    assert text_of(text) == ['[Variant "heathen-europe"]', "", "*"]


def test_what_cannot_be_read_has_no_page() -> None:
    found = aofref("show", "--format", "html", stdin='[Variant "nothing"]\n\n*\n')
    assert (found.exit_code, found.stdout) == (2, "")


def test_the_script_knows_no_game_and_loads_nothing() -> None:
    parts = (PACKAGE / "report" / "page").glob("*.js")
    script = "".join(path.read_text("utf-8") for path in parts)
    assert len(script) > 20_000
    for word in [
        "Knight",
        "Rook",
        "fetch",
        "XMLHttp",
        "eval(",
        "innerHTML",
        "import",
    ]:
        assert word not in script, word


TRUTH = '<script type="application/json" id="truth">(.*?)</script>'


def test_the_truth_is_the_last_position_and_what_decisions_and_withdrawals_led_to() -> None:
    record = (
        '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:Rba2-fa2 {[%arbiter stands]} J:resigns P:Cjh2-ge3 '
        "2. E:Lkd5-hc3 *\n"
    )
    made = re.search(TRUTH, page(record, "--as-played"))
    assert made is not None
    wanted = {}
    for ply in ("2", "3", "4"):  # the withdrawal has the number of the ply before it
        line = aofref("show", "--as-played", "--format", "position", "--ply", ply, stdin=record)
        wanted[ply] = line.stdout.strip()
    assert json.loads(made[1]) == {ply: line for ply, line in wanted.items() if ply != "3"}


# Gallery ----------------------------------------------------------------------------------------


def test_a_gallery_writes_where_it_is_told_and_nowhere_else(tmp_path: Path) -> None:
    games, made = tmp_path / "games", tmp_path / "made"
    games.mkdir()
    (games / "b.aof").write_text(random_record("aof2", 5) + "\n" + BRANCHED, "utf-8")
    (games / "a.pgn").write_text('[Variant "nothing"]\n\n*\n', "utf-8")
    (games / "c.txt").write_text("no record", "utf-8")
    found = aofref("gallery", str(games), "--output-dir", str(made))
    assert found.exit_code == 2
    assert found.stdout == f"{made / 'index.html'}\n"
    assert "unknown-variant" in found.stderr and "no-such-cell" in found.stderr
    assert sorted(path.name for path in made.iterdir()) == [
        *("b-2.aof", "b-2.html", "b-2.svg", "b.aof", "b.html", "b.svg", "index.html")
    ]
    assert sorted(path.name for path in games.iterdir()) == ["a.pgn", "b.aof", "c.txt"]
    index = (made / "index.html").read_text("utf-8")
    assert "3 records" in index and 'href="b.html"' in index and "Illegal. Line " in index


SWAPPED = variant("aof2").array.replace("Kjb5", "Kjb4").replace("Yjb4", "Yjb5")
"""The array with two pieces in each other's place."""


@pytest.mark.parametrize(
    ("address", "tags", "leads"),
    [
        ("aof2.html", "", "aof2.html"),
        ("https://example.org:80/a.html", "", "https://example.org:80/a.html"),
        ("rules/", "", "rules/aof2.html"),
        ("rules/", '[Rulings "check=advisory"]', "rules/aof2-check-advisory.html"),
        ("rules/", f'[Array "{SWAPPED}"]', ""),
    ],
)
def test_the_page_of_a_record_leads_to_a_rulebook(address: str, tags: str, leads: str) -> None:
    record = f'[Variant "aof2"]\n{tags}\n\n*\n'
    text = aofref("show", "--format", "html", "--rules", address, stdin=record).stdout
    assert given(text).get("rules", "") == leads


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "\x01JavaScript:alert(1)", "data:text/html,x", "a b", "a\nb"]
)
def test_a_page_leads_to_no_script(address: str) -> None:
    record = '[Variant "aof2"]\n\n*\n'
    refused = aofref("show", "--format", "html", "--rules", address, stdin=record)
    assert refused.exit_code == 2 and not refused.stdout
    assert "not the address of a page" in refused.stderr


def test_several_processes_make_the_same_gallery(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.aof").write_text(random_record("aof2", 5) + "\n" + BRANCHED, "utf-8")
    (games / "b.aof").write_text('[Variant "nothing"]\n\n*\n\n' + random_record("hec", 5), "utf-8")
    (games / "c.aof").write_text(f"{{{'word ' * 500}}} {random_record('aof2', 6)}", "utf-8")
    (games / "d.aof").write_text(random_record("aof2", 7), "utf-8")
    ran = []
    for jobs in ("1", "2"):
        made = tmp_path / jobs
        found = aofref("gallery", "--jobs", jobs, str(games), "--output-dir", str(made))
        pages = {path.name: path.read_bytes() for path in made.iterdir()}
        ran.append((found.exit_code, found.stderr, pages))
    assert ran[0] == ran[1] and len(ran[0][2]) == 16


def test_a_gallery_is_swapped_in_whole_and_loses_what_is_gone(tmp_path: Path) -> None:
    games, made = tmp_path / "games", tmp_path / "made"
    games.mkdir()
    for name in ("g-1", "G 2", "index", "g-3"):
        (games / f"{name}.aof").write_text(
            '[Event "Cup"]\n[Variant "hec"]\n[White "Anna"]\n[Black "Bela"]\n[UTCDate "2026.11.20"]\n\n'
            + ("1. ac2-ad2 {[%sent 2026-11-21T10:00:00Z]} *\n" if name != "g-3" else "1-0\n")
        )
    args = ["gallery", str(games), "--title", "The Drum", "--output-dir", str(made)]
    assert aofref(*args).exit_code == 0
    index = (made / "index.html").read_text("utf-8")
    assert "<h1>The Drum</h1>" in index and index.count("2026-11-21 10:00 UTC") == 3
    assert re.search(r'<th scope="row">Anna</th>', index) and '<th scope="col">points</th>' in index
    for name in ("g-1", "G-2", "index-2", "g-3"):
        assert f'href="{name}.html"' in index and f'href="{name}.aof" download' in index
        shown = aofref("check", "--quiet", str(made / f"{name}.aof"))
        assert shown.exit_code == 0
    page = (made / "g-1.html").read_bytes()
    (made / "mine.html").write_text("mine")
    (games / "G 2.aof").unlink()
    (games / "a.aof").write_text('[Variant "hec"]\n\n*\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aofref.cli.commands.gallery.gallery", lambda *_: 1 / 0)
        assert aofref(*args).exit_code == 2
    assert (made / "G-2.html").exists() and not list(made.glob(".made*"))
    assert aofref(*args).exit_code == 0
    assert (made / "g-1.html").read_bytes() == page and (made / "mine.html").exists()
    assert not list(made.glob("G-2.*")) and not list(made.glob(".made*"))


def test_a_card_names_round_game_players_and_whose_move_it_is(tmp_path: Path) -> None:
    tags = '[Event "Spring"]\n[Round "3"]\n[European "Anna"]\n[Indian "Bela"]\n[Variant "aof2"]\n\n'
    (tmp_path / "spring-7.aof").write_text(tags + "1. E:Lha5-fb3 {[%draw E]} *\n")
    made = tmp_path / "made"
    words = ["gallery", str(tmp_path), "--output-dir", str(made), "--mail-to", "club@example.org"]
    assert aofref(*words).exit_code == 0
    index = (made / "index.html").read_text("utf-8")
    shown = re.findall(r"<(?:h[123]|p|p class=.game.)>(?:<a [^>]*>|<b>)?([^<]+)", index)
    assert shown[:9] == [
        "Records of " + tmp_path.name,
        "1 record",
        "To move, play on the game’s page and mail the move to club@example.org.",
        "Bela to move (1)",
        "Anna – Bela – Jewish – Persian",
        "Indian to move. The European army offers a draw.",
        "Since ply 1",
        "Spring, round 3, Armies of Faith 2: Later Antiquity (aof2)",
        "Made by aofref.",
    ]
    assert 'alt="The last position of Anna – Bela – Jewish – Persian"' in index
    picture = (made / "spring-7.svg").read_text("utf-8")
    assert 'class="head"' not in picture and 'class="leg"' not in picture
    sent = given((made / "spring-7.html").read_text("utf-8"))["next"]
    assert (sent["mail"], sent["game"]) == ("club@example.org", "spring-7")


def test_an_arbiters_forfeit_is_no_resignation() -> None:
    record = '[Variant "hec"]\n\n1. ac2-ad2 af4-bb2 {[%arbiter forfeits] by Eva} *\n'
    for form in ("text", "svg"):
        shown = aofref("show", "--as-played", "--format", form, stdin=record).stdout
        assert "1-0, by forfeit" in shown and "resign" not in shown
    made = aofref("check", "--as-played", "--format", "json", stdin=record).stdout
    assert json.loads(made)["end"]["by"] == "resignation"  # the last withdrawal: CONTRACT 6
    shown = aofref("show", stdin='[Variant "hec"]\n\n1. ac2-ad2 B:resigns *\n').stdout
    assert "1-0, by resignation" in shown


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
@pytest.mark.parametrize("there", ["link", "dangling", "fifo"])
@pytest.mark.parametrize("name", ["index.html", "001.svg", "001.html"])
def test_nothing_is_written_through_what_lies_in_the_way(
    there: str, name: str, tmp_path: Path
) -> None:
    game, made, victim = tmp_path / "001.aof", tmp_path / "made", tmp_path / "victim.txt"
    game.write_text('[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n')
    made.mkdir()
    if there == "link":
        victim.write_text("mine")
    if there == "fifo":
        os.mkfifo(made / name)
    else:
        (made / name).symlink_to("../victim.txt")
    what = "what is not a plain file" if there == "fifo" else "a link"
    told = f"{made / name}:1:1: cannot-open will not write to {what}\n"
    runs = [["gallery", str(tmp_path)]]
    if name != "index.html":
        runs.append(["show", "--format", name.partition(".")[2], str(game)])
    for run in runs:
        found = aofref(*run, "--output-dir", str(made))
        assert (found.exit_code, found.stdout, found.stderr) == (2, "", told)
        assert (made / name).is_symlink() == (there != "fifo")
        assert victim.exists() == (there == "link")
    assert there != "link" or victim.read_text() == "mine"


def test_pages_are_written_again_into_a_folder_that_is_named_by_a_link(tmp_path: Path) -> None:
    game, made, link = tmp_path / "game.aof", tmp_path / "made", tmp_path / "link"
    game.write_text('[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n')
    made.mkdir()
    link.symlink_to(made)
    (made / "001.txt").write_text("old" * 10_000)
    (made / "001.txt").chmod(0o640)
    found = aofref("show", "--output-dir", str(link), str(game))
    assert (found.exit_code, found.stdout) == (0, f"{link / '001.txt'}\n")
    assert (made / "001.txt").read_text() == aofref("show", "--color", "never", str(game)).stdout
    assert (made / "001.txt").stat().st_mode & 0o777 == 0o640


# Pages of broken records ---------------------------------------------------------------------------


def test_the_page_of_a_record_shows_what_could_not_be_read() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 @what@ I:ea3-fa3 *\n'
    found = aofref("show", "--format", "html", stdin=text)
    assert "@what@" in found.stdout


# What people read ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("10/4320000", "10 moves in 50 days, and so on"),
        ("2592000+259200", "30 days and 3 days more for each move"),
        ("40/7200:3600", "40 moves in 2 hours, then 1 hour"),
        ("300+2", "5 minutes and 2 seconds more for each move"),
        ("0+86400", "1 day for each move"),
        ("by sundown", "by sundown"),
        ("-", ""),
    ],
)
def test_a_time_control_is_in_words(control: str, words: str) -> None:
    text = f'[Variant "hec"]\n[TimeControl "{control}"]\n[Date "????.??.??"]\n\n*\n'
    tags = dict(re.findall("<dt>([^<]*)</dt><dd>([^<]*)</dd>", page(text)))
    assert tags.get("Time control", "") == words and "Date" not in tags


LEAVING = '[Variant "aof2"]\n\n1. E:Lkd5-hc3 I:forfeits (1... I:resigns) *\n'


@pytest.mark.parametrize(
    ("record", "fates"),
    [
        (LEAVING, ["", "forfeited", "to move", ""]),
        ('[Variant "hec"]\n\n1. Kca1-ba1 {[%draw W B]} *\n', ["drew", "drew"]),
        ("heathen-europe-01-checkmate", ["won", "checkmated"]),
        ("heathen-europe-02-stalemate", ["drew", "drew"]),
        ("heathen-europe-03-resignation", ["won", "resigned"]),
        ("aof2-01-en-passant", ["checkmated", "checkmated", "won", "checkmated"]),
        ("aof6-04-joint-winners", ["won jointly", "checkmated", "won jointly", "resigned"]),
        ("aof6-01-draw-of-four", ["drew"] * 4),
    ],
)
def test_a_page_says_who_won_and_how_the_others_left(record: str, fates: list[str]) -> None:
    """The results are those of fixtures/records/INDEX.md; a game that goes on has no end."""
    kept = FIXTURES / "records" / f"{record}.aof"
    text = page(record if "[" in record else kept.read_text("utf-8"))
    assert given(text).get("end") == (None if "to move" in fates else {"fates": fates})
    said = re.findall("<li data-army.*?<i>(.*?)</i>", text)
    assert said == fates
    last = re.findall('<p id="status">(.*?)</p>', text)[0]
    assert "checkmated" not in fates or "is in check" not in last
