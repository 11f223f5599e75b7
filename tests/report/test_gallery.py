"""The page of many records: its sections, tables and pictures."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from tests.helpers import aofref, game
from tests.pages import random_record, standing
from tests.report.test_page import given

NOW = "2026-12-01T12:00:00Z"


def gallery(folder: Path, records: dict[str, str], *options: str) -> str:
    """Write records into files, and return the list of their gallery."""
    games, made = folder / "games", folder / "made"
    for name, text in records.items():
        (games / name).parent.mkdir(parents=True, exist_ok=True)
        (games / f"{name}.aof").write_text(text, "utf-8")
    aofref("gallery", str(games), "--now", NOW, *options, "--output-dir", str(made))
    return (made / "index.html").read_text("utf-8")


def duel(white: str, black: str, moves: str = "*", tags: str = "") -> str:
    named = f'[White "{white}"]\n[Black "{black}"]\n[Variant "hec"]\n'
    return f"{named}{tags}\n{moves}\n"


def sections(index: str) -> list[tuple[str, list[str]]]:
    """List the headings of a gallery, each with the files of its records."""
    found = []
    for part in index.split("<h2>")[1:]:
        found.append(
            (unescape(part.partition("</h2>")[0]), re.findall("<code>(.*?):1</code>", part))
        )
    return found


TIMED = '[UTCDate "2026.11.20"]\n[TimeControl "{}"]\n'
CLUB = {
    "a": duel("bela", "Anna", "1. ac2-ad2 {[%sent 2026-11-21T10:00:00Z]} *", TIMED.format("5d")),
    "b": duel("Anna", "Bela", "*", TIMED.format("30d")),
    "c": duel("Anna", "Carl"),
    "d": duel("Anna", "Bela", "*", TIMED.format("20d")),
    "e": duel("?", "Dora"),
    "f": duel("Carl", " anna", "1. ac2-ad2 ac2-ad2 *"),
    "g": '[Variant "nothing"]\n[Event "Cup"]\n\n*\n',
    "h": duel("Anna", "Carl", "1. ac2-ad2 B:resigns 1-0", '[Date "2026.05.??"]\n'),
    "i": duel("Anna", "Carl", "1. ac2-ad2 B:resigns 1-0"),
    "j": duel("Anna", "Carl", "1. ac2-ad2 {[%sent 2026-11-20T23:00:00-05:00]} B:resigns 1-0"),
}


def test_games_are_listed_by_the_player_to_move(tmp_path: Path) -> None:
    """The least time left comes first; then those that an arbiter has to see, and the ended."""
    index = gallery(tmp_path, CLUB)
    assert sections(index) == [
        ("Anna to move (4)", ["a.aof", "d.aof", "b.aof", "c.aof"]),
        ("Others to move (1)", ["e.aof"]),
        ("Waiting for the arbiter (2)", ["f.aof", "g.aof"]),
        ("Tables", []),
        ("Ended (3)", ["j.aof", "h.aof", "i.aof"]),
    ]
    links = re.findall('<li(?: id="(.*?)")?>(?:<a href="(.*?)">)?(.*?)</li>', index)
    assert [(*link[:2], link[2].replace("</a>", "")) for link in links] == [
        ("", "#anna", "Anna (4)"),
        ("bela", "", "bela (0)"),
        ("carl", "", "Carl (0)"),
        ("dora", "", "Dora (0)"),
        ("", "#unnamed", "Others (1)"),
        ("", "#arbiter", "Arbiter (2)"),
        ("", "#tables", "Tables"),
        ("", "#ended", "Ended (3)"),
    ]
    assert all(index.count(f'id="{link.strip("#")}"') == 1 for _, link, _ in links if link)
    assert "Illegal. Line 5: B:ac2-ad2: empty-cell, nothing stands on ac2" in index
    assert re.search("Malformed. Line 1: unknown-variant, no such variant: .*nothing", index)
    assert "<time>2026-11-21</time>" in index and "<time>2026-05</time>" in index


@pytest.mark.parametrize("options", [[], ["--exact"], ["--double-after", "2d"]])
def test_the_time_left_is_that_of_the_clock(options: list[str], tmp_path: Path) -> None:
    index = gallery(tmp_path, CLUB, *options)
    shown = aofref("clock", str(tmp_path / "games"), "--now", NOW, *options).stdout
    for name in ("a", "b", "d"):
        line = re.search(rf"{name}\.aof, .* (left|late by) ([\w ]+)$", shown, re.MULTILINE)
        assert line is not None
        words = f"Late by {line[2]}" if line[1] == "late by" else f"{line[2]} left"
        card = next(card for card in index.split("<article>") if f"{name}.aof:1" in card)
        assert f">{words}</p>" in card
    assert len(re.findall("left</p>|Late by", index)) == 3
    assert "10 records, clocks read <time>2026-12-01 12:00 UTC</time>" in index


FRIENDS = {"a": duel("Anna", "Bela"), "b": duel("Bela", "Carl", "1. ac2-ad2 *")}
WON = duel("Anna", "Carl", "1. ac2-ad2 B:resigns 1-0")


def heads(index: str) -> list[str]:
    return re.findall('<th scope="col"[^>]*>(.*?)</th>', index)


def test_friends_see_no_table_of_zeros(tmp_path: Path) -> None:
    for folder, records, columns in (
        ("running", FRIENDS, ""),
        ("ended", {**FRIENDS, "c": WON}, "# player 1 2 3 points games wins open"),
        (  # Anna and Bela are equal, and have each beaten Carl: 1 + 1 games, 1 point of Carl
            "tied",
            {
                "c": WON,
                "d": duel("Bela", "Carl", "1. ac2-ad2 B:resigns 1-0"),
                "e": duel("Carl", "Dora", "1. ac2-ad2 B:resigns 1-0"),
            },
            "# player 1 2 3 4 points games wins Sonneborn-Berger",
        ),
    ):
        (tmp_path / folder).mkdir()
        index = gallery(tmp_path / folder, records)
        assert heads(index) == columns.split()
        assert ('<section id="tables">' in index) == bool(columns)
        assert not re.search(r"\b(SB|H2H)\b", index)
        assert ("Sonneborn-Berger: the points against each" in index) == (folder == "tied")
        assert "Head-to-head" not in index
    # who asks for a table has the whole of it
    whole = aofref("table", "--format", "html", str(tmp_path / "running" / "games")).stdout
    assert heads(whole)[1:] == [
        "points",
        "games",
        "wins",
        "shared",
        "open",
        "Sonneborn-Berger",
        "head-to-head",
    ]
    assert "Sonneborn-Berger: " in whole and "Head-to-head: the points" in whole


@pytest.mark.parametrize("club", [False, True])
def test_secret_words_are_for_clubs(club: bool, tmp_path: Path) -> None:
    if club:
        (tmp_path / "club.toml").write_text('address = "club@example.org"\n')
    index = gallery(tmp_path, FRIENDS, "--mail-to", "club@example.org")
    assert "play on the game’s page and mail the move to club@example.org" in index
    assert ("secret word" in index) == ("the last mail" in index) == club
    page = (tmp_path / "made" / "a.html").read_text("utf-8")
    assert "secret" not in page and '"word":' not in page


def test_a_player_has_an_anchor_whatever_the_name(tmp_path: Path) -> None:
    names = ["Ended", "Jörg Öz", "<b>&", "rules", "Tables", "Ünal"]
    index = gallery(tmp_path, {str(n): duel(name, "?") for n, name in enumerate(names)})
    assert "<nav" not in index
    found = re.findall('<section id="(.*?)">\n<h2>(.*?) to move', index)
    assert [(anchor, unescape(name)) for anchor, name in found] == [
        ("b" if name == "<b>&" else anchor, name)
        for anchor, name in (
            ("b", "<b>&"),
            ("ended-2", "Ended"),
            ("jörg-öz", "Jörg Öz"),
            ("rules-2", "rules"),
            ("tables-2", "Tables"),
            ("ünal", "Ünal"),
        )
    ]


def test_each_tournament_has_a_table(tmp_path: Path) -> None:
    """They are those of `table`, but for zeros; an unknown event has no name."""
    won = "1. ac2-ad2 B:resigns 1-0"
    records = {
        "a": duel("Anna", "Bela", won, '[Event "Spring"]\n'),
        "b": duel("Bela", "Anna", won, '[Event "spring"]\n'),
        "c": duel("Anna", "Carl", won, '[Event "Autumn"]\n'),
        "d": duel("Anna", "Dora", won),
        "e": duel("?", "?", won, '[Event "Nobody"]\n'),
        "f": '[Event "Spring"]\n[Variant "aof2"]\n[European "Anna"]\n[Indian "Eva"]\n\n*\n',
    }
    index = gallery(tmp_path, records)
    args = ("table", "--cross", "--by", "Event", "--by", "Variant", "--format", "html")
    page = aofref(*args, str(tmp_path / "games")).stdout
    captions = "<caption>(.*)</caption>"
    named = ["Autumn, heathen-europe", "Spring, heathen-europe"]
    assert re.findall(captions, index) == ["heathen-europe", *named]
    cells = "<t[dh](?: [^>]*)?>(.*?)</t[dh]>"
    of_table = {
        caption: [re.findall(cells, row) for row in re.findall("<tr>(.*?)</tr>", rows)]
        for caption, rows in re.findall("(?s)<caption>(.*?)</caption>(.*?)</table>", page)
    }
    for caption, rows in re.findall("(?s)<caption>(.*?)</caption>(.*?)</table>", index):
        made = [
            *zip(
                *(re.findall(cells, row) for row in re.findall("<tr>(.*?)</tr>", rows)), strict=True
            )
        ]
        name = caption if ", " in caption else f"?, {caption}"
        whole = [*zip(*of_table[name], strict=True)]
        assert made == [column for column in whole if column in made]
        assert all({*column[1:]} <= {"0", "-"} for column in whole if column not in made)


def pieces_in(picture: str, name: str) -> Counter[str]:
    """Count the pieces of a picture by their codes: each is drawn at the corners of a path."""
    found = Counter[str]()
    for piece, path in re.findall('<marker id="m-p(.*?)".*?<path [^>]* d="(.*?)"', picture):
        found[game(name).code(int(piece))] += len(re.findall("[Mvhl]", path))
    return found


@pytest.mark.parametrize(("name", "plies"), [("aof2", 0), ("aof2", 7), ("aof6", 30)])
def test_a_thumbnail_is_the_level_of_the_last_move(name: str, plies: int, tmp_path: Path) -> None:
    text = random_record(name, plies)
    gallery(tmp_path, {"a": text})
    picture = (tmp_path / "made" / "a.svg").read_text("utf-8")
    (level,) = re.findall(">level (.)</text>", picture)
    pieces = [*standing(aofref("show", "--format", "position", stdin=text).stdout)]
    last = re.search(r"(\w+)[-x](\w+)\S*\n$", text) if plies else None
    assert pieces_in(picture, name) == Counter(
        code for _, code, cell, _ in pieces if cell[-1] == level
    )
    on_levels = Counter(cell[-1] for _, _, cell, _ in pieces)
    assert level == last[2][-1] if last else on_levels[level] == max(on_levels.values())
    seen = 0 if last is None else 2 if last[1][-1] == last[2][-1] else 1
    assert picture.count('class="last"') == seen


@pytest.mark.parametrize("name", ["hec", "chess", "glinski"])
def test_a_thumbnail_of_a_small_board_is_whole(name: str, tmp_path: Path) -> None:
    gallery(tmp_path, {"a": random_record(name, 3)})
    picture = (tmp_path / "made" / "a.svg").read_text("utf-8")
    whole = aofref("show", "--format", "position", str(tmp_path / "games" / "a.aof")).stdout
    assert pieces_in(picture, name) == Counter(code for _, code, _, _ in standing(whole))
    assert ">level " not in picture


HEC = random_record("hec", 3)
PLANAR = HEC.replace('"]\n\n', '"]\n[Rulings "hec-king=planar"]\n\n', 1)


def test_a_gallery_with_rulebooks(tmp_path: Path) -> None:
    """The list names them, and pages lead to chapters; no page of a record takes their names."""
    made, name = tmp_path / "made", "The rules of Heathen Europe Chess"
    records = {"rules-heathen-europe": HEC, "planar": PLANAR, "again": PLANAR}
    index = gallery(tmp_path, records, "--rules")
    links = re.findall(">(The rules of .*?)</a>", index)
    assert sorted(links) == [name, f"{name} (hec-king=planar)"]
    other = "rules-heathen-europe-hec-king-planar.html"
    for file, page in (
        ("rules-heathen-europe.html", "record-rules-heathen-europe.html"),
        (other, "planar.html"),
    ):
        book, shown = (made / file).read_text("utf-8"), given((made / page).read_text("utf-8"))
        assert f'href="{file}"' in index and f'href="{page}"' in index
        assert shown["rules"] == file
        assert all(f'id="piece-{code}"' in book for code in shown["codes"])
    assert "Hec-king=planar (R-5)" in (made / other).read_text("utf-8")
    gallery(tmp_path, {})
    assert not (made / other).exists()
    assert "rules" not in given((made / "planar.html").read_text("utf-8"))


def test_no_page_of_a_gallery_names_a_local_path(tmp_path: Path) -> None:
    index = gallery(tmp_path, {"cup/a": HEC, "b": '[Variant "none"]\n\n*\n'}, "--rules")
    for path in (tmp_path / "made").iterdir():
        assert str(tmp_path) not in path.read_text("utf-8")
    assert "<h1>Records of games</h1>" in index
    assert f"<code>{Path('cup') / 'a.aof'}:1</code>" in index and "<code>b.aof:1</code>" in index


def test_thumbnails_are_dark_on_a_dark_page(tmp_path: Path) -> None:
    gallery(tmp_path, {"a": HEC})
    assert "prefers-color-scheme:dark" in (tmp_path / "made" / "a.svg").read_text("utf-8")
    alone = aofref("show", "--format", "svg", str(tmp_path / "games" / "a.aof")).stdout
    assert "prefers-color-scheme" not in alone
