"""The rulebook: drawings held to the referee, pages held to what they must have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from aofref import games, loads
from aofref.judge.analysis.examples import ArmyCell, could_stand_on
from aofref.judge.analysis.rulebook import (
    Scene,
    promotion_drawings,
    rulings_on,
    scenes,
    scenes_of,
    sentences,
)
from aofref.notation import positions
from aofref.report.svg import rulebook as drawings
from aofref.report.svg.piece_drawing import (
    PieceDrawing,
    barred_drawing,
    main_drawings,
    piece_drawing,
)
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves
from aofref.rules.position import PASS, CorePosition
from docs.pictures import HERE, OF_A_PIECE, of_a_piece
from docs.pictures import rulebook as rulebook_of
from tests.helpers import ROOT, aofref, game

WORDS = ROOT / "aofref" / "report" / "text" / "words.tsv"
SVG = "{http://www.w3.org/2000/svg}"
EVERY = [(name, code) for name in games.every() for code in game(name).codes]


@cache
def drawn(name: str, code: str) -> list[PieceDrawing]:
    """List every drawing of a piece that a rulebook has."""
    of = game(name)
    kind = of.kinds[code]
    main = [drawing for _, drawing in main_drawings(of, kind)]
    barred = barred_drawing(of, kind, main[0].army)
    return main + ([barred] if barred is not None else [])


def shown(svg: str) -> dict[str, set[str]]:
    """Read off a drawing which cells have which mark."""
    found: dict[str, set[str]] = {}
    for element in ElementTree.fromstring(svg).iter():
        if cell := element.get("data-cell"):
            found.setdefault(element.get("class", ""), set()).add(cell)
    return found


def alone(of: CompiledVariant, placed: dict[int, int], clear: set[int]) -> Iterator[CorePosition]:
    """Set up pieces for the first one's army to move, with Kings that are in nobody's way."""
    army = of.army_of[next(iter(placed.values()))]
    enemy = (army + 1) % len(of.letters)
    royal = next(kind for kind, type_ in enumerate(of.types) if type_.royal)
    lacking = [
        each
        for each in (enemy, army)
        if not any(of.army_of[p] == each and of.is_royal[p] for p in placed.values())
    ]
    free = [cell for cell in range(len(of.board.cells)) if cell not in clear | placed.keys()]
    for kings in ([cell] for cell in free) if len(lacking) == 1 else far_pairs(free):
        board = bytearray(len(of.board.cells))
        for cell, piece in placed.items():
            board[cell] = piece
        for each, cell in zip(lacking, kings, strict=True):
            board[cell] = of.piece(each, royal)
        position, _ = turn.begin(CorePosition(of, bytes(board), army))
        in_check = any(attacked(position, each) for each in lacking)
        if position.turn == army and len(position.living) == 2 and not in_check:
            yield position


def attacked(position: CorePosition, army: int) -> bool:
    from aofref.rules.moves import attacks_now

    return bool(attacks_now(position, army))


def far_pairs(free: list[int]) -> Iterator[list[int]]:
    return ([a, b] for a in free for b in reversed(free) if a != b)


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_a_drawing_shows_the_legal_moves_of_the_piece_alone(name: str, code: str) -> None:
    of = game(name)
    names = of.board.names
    for drawing in drawn(name, code):
        marks = shown(drawings.svg(drawing))
        assert marks.pop("man") == {names[drawing.origin]}
        moves = marks.get("go", set()) | marks.get("quiet", set())
        captures = marks.get("go", set()) | marks.get("take", set())
        clear = {cell for way in drawing.ways for cell in way}
        clear |= {of.board.number[cell] for cell in moves | captures}
        clear |= {of.board.number[cell] for cell in marks.get("no", set())}
        piece = of.piece(drawing.army, drawing.kind)
        position = next(alone(of, {drawing.origin: piece}, clear))
        ends = {names[m.destination] for m in legal_moves(position) if m.origin == drawing.origin}
        assert ends == moves - kings_near(position, drawing)
        assert not marks.get("no", set()) & (moves | captures)


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_a_drawing_shows_the_captures_of_the_piece(name: str, code: str) -> None:
    """An enemy Pawn is put on each cell by itself, behind a screen for a piece that hops."""
    of = game(name)
    number, pawn = of.board.number, of.pawn_kind
    for drawing in drawn(name, code):
        marks = shown(drawings.svg(drawing))
        captures = {number[cell] for cell in marks.get("go", set()) | marks.get("take", set())}
        tried = captures | {number[cell] for cell in marks.get("no", set())}
        if of.types[drawing.kind].captures_apart:
            tried = set(range(len(of.board.cells))) - {drawing.origin}
        piece, enemy = of.piece(drawing.army, drawing.kind), (drawing.army + 1) % len(of.letters)
        for end in sorted(tried):
            placed = {drawing.origin: piece, end: of.piece(enemy, pawn)}
            way = next((way for way in drawing.ways if end in way), ())
            screened = of.types[drawing.kind].captures is None and end not in way[1:2]
            if of.types[drawing.kind].captures_apart and screened and way:
                placed[way[1]] = of.piece(drawing.army, pawn)
            clear = {cell for line in drawing.ways for cell in line} | tried_near(drawing)
            position = next(alone(of, placed, clear | captures))
            way_there = (drawing.origin, end)
            found = [m for m in legal_moves(position) if (m.origin, m.destination) == way_there]
            near = kings_near(position, drawing)
            assert bool(found) == (end in captures) or of.board.names[end] in near, end


def tried_near(drawing: PieceDrawing) -> set[int]:
    """List the cells that a drawing marks as barred."""
    return {*drawing.barred}


def kings_near(position: CorePosition, drawing: PieceDrawing) -> set[str]:
    """List the cells that a royal piece may not enter for the other King's sake."""
    of = position.game
    if not of.types[drawing.kind].royal:
        return set()
    enemy = next(army for army in position.living if army != drawing.army)
    at = position.royals[enemy]
    return {of.board.names[cell] for cell in of.movers[position.board[at]].captures(at)}


# The page ---------------------------------------------------------------------------------------


@cache
def page(name: str) -> str:
    """Read a rulebook of the documentation, which a test below holds to what `rules` writes."""
    return (HERE / "rules" / f"{name}.html").read_text("utf-8")


class Read(HTMLParser):
    """A page read: its ids, its links, the texts of its elements of a kind, its figures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.figures: list[dict[str, str]] = []
        self.loads: list[str] = []
        self.quotations: list[str] = []
        self.unclosed: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert "style" not in given, "the policy lets no style of an element's own apply"
        if "id" in given:
            assert given["id"] not in self.ids, given["id"]
            self.ids.add(given["id"])
        if "href" in given:
            self.links.append(given["href"])
        self.loads += [given[name] for name in ("src", "srcset", "action") if name in given]
        if tag == "figure":
            self.figures.append(given)
        if tag == "blockquote":
            self.quotations.append("")
        if tag not in ("meta", "link", "br") and not (self.get_starttag_text() or "").endswith(
            "/>"
        ):
            self.unclosed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.unclosed and self.unclosed[-1] == tag:
            self.unclosed.pop()

    def handle_data(self, data: str) -> None:
        if "blockquote" in self.unclosed:
            self.quotations[-1] += data


@pytest.mark.parametrize("name", games.every())
def test_a_page_is_whole_and_asks_nothing_of_the_network(name: str) -> None:
    text = page(name)
    read = Read(text)
    assert not read.unclosed
    assert not read.loads
    assert all(link.startswith("#") for link in read.links)
    assert {link[1:] for link in read.links} <= read.ids
    assert "default-src 'none'" in unescape(text)
    assert len(text.encode()) <= 500_000


@pytest.mark.parametrize("name", games.every())
def test_every_piece_has_a_chapter_with_its_drawings(name: str) -> None:
    """The drawings of the page are, byte for byte, those of the SVG."""
    text, of = page(name), game(name)
    read = Read(text)
    for code in of.codes:
        assert f"piece-{code}" in read.ids
        figures = [each for each in read.figures if each.get("data-piece") == code]
        for drawing, figure in zip(drawn(name, code), figures, strict=True):
            army, cell = of.letters[drawing.army], of.board.names[drawing.origin]
            assert (figure["data-army"], figure["data-from"]) == (army, cell)
            svg = drawings.svg(drawing)
            if code == of.pawn_code:
                ends = ["--from", cell, "--army", army, "--format", "svg"]
                assert aofref("rules", name, code, *ends).stdout == svg
            levels = [line for line in svg.splitlines() if line.startswith('<svg class="level"')]
            assert levels
            for line in levels:
                assert line[line.index('<g class="marks">') :] in text


@pytest.mark.parametrize("name", games.every())
def test_the_chapter_of_a_piece_is_a_page_of_its_own(name: str) -> None:
    of = game(name)
    for code in (of.codes[0], of.pawn_code):
        text = aofref("rules", name, code, "--format", "html").stdout
        read = Read(text)
        assert {each["data-piece"] for each in read.figures if "data-piece" in each} == {code}
        assert {link[1:] for link in read.links} <= read.ids


def test_promotion_is_drawn_only_where_a_pawn_can_come() -> None:
    # sd2l: the last cells of the Drum on files d to j, on both levels; a Pawn changes its file only
    # by a capture, which takes it to the other level of the same file.
    files = dict(zip("defghij", (4, 3, 2, 1, 2, 3, 4), strict=True))  # White's end of each
    last = {level + file + "7" for level in "ab" for file in files}
    first = {f"{level}{file}{rank}" for level in "ab" for file, rank in files.items()}
    for name in ("sd2l-cohen", "sd2l-sling"):
        of = game(name)
        for drawing, ends in zip(promotion_drawings(of), (last, first), strict=True):
            assert {of.board.names[cell] for cell in drawing.must} == ends and not drawing.may


@pytest.mark.parametrize("name", ["raumschach", "aof2", "sd2l-cohen"])
def test_what_is_barred_is_drawn_from_where_most_is(name: str) -> None:
    """Few cells are drawn, and none of the others would show more."""

    def lacking(drawing: PieceDrawing | None) -> int:
        return len([*filter(None, drawing.barred.values())]) if drawing else 0

    of = game(name)
    for kind in range(len(of.types)):
        army = main_drawings(of, kind)[0][1].army
        cells = could_stand_on(of, army, kind)
        every = [piece_drawing(of, kind, ArmyCell(army, cell)) for cell in cells]
        most = max(lacking(drawing) for drawing in every if drawing.moves)
        assert lacking(barred_drawing(of, kind, army)) == most


@pytest.mark.parametrize("name", games.IDS)
def test_every_piece_is_quoted_and_every_quotation_is_on_the_page(name: str) -> None:
    known = set((games.page(name) or {}).values())
    of = game(name)
    assert all([*sentences(of, kind)] for kind in range(len(of.types)))
    for text in Read(page(name)).quotations:
        assert text in known


@pytest.mark.parametrize(
    ("code", "army", "cell", "needed"),
    [
        # "whose other 2 cells may be empty or occupied but must not be missing": of 12 blocks
        ("F", "I", "hd3", "gc3 gd3 hc3 hd2 hd4 he3 id3 ie3"),
        ("R", "E", "hd3", ""),
        ("U", "E", "ic5", ""),
    ],
)
def test_the_cells_that_must_be_there(code: str, army: str, cell: str, needed: str) -> None:
    of = game("aof2")
    spot = ArmyCell(of.letters.index(army), of.board.number[cell])
    drawing = piece_drawing(of, of.kinds[code], spot)
    assert sorted(of.board.names[each] for each in drawing.needed) == needed.split()
    squares = drawings.svg(drawing).split("</defs>")[1].count("h9v9h-9z")
    assert squares == len(needed.split()) + bool(needed)  # and one in the legend


def test_pieces_that_armies_move_differently_have_a_drawing_for_each() -> None:
    found = {
        code: [
            (figure["data-army"])
            for figure in Read(page("aof2")).figures
            if figure.get("data-piece") == code and figure["class"] == "piece"
        ]
        for code in ("P", "O")
    }
    assert found["P"] == ["E", "I", "J", "P"]
    assert found["O"][:3] == ["E", "I", "P"]  # European and Jewish Peacocks go alike


# Examples ---------------------------------------------------------------------------------------


def test_the_examples_are_those_of_the_cases() -> None:
    from tools.scenes import SCENES, written

    assert SCENES.read_text("utf-8") == written()


@pytest.mark.parametrize("name", games.every())
def test_every_example_is_replayed(name: str) -> None:
    """What a page shows before and after is what the referee makes of the record of its moves."""
    of = game(name)
    for step in (step for scene in every_scene(of) for step in scene.steps):
        if step.move is None:
            begun, happened = turn.begin(step.before)
            assert (begun.board, happened) == (step.after.board, step.events)
            continue
        assert step.move in legal_moves(step.before) or step.move == PASS
        after, happened = turn.apply(step.before, step.move)
        assert after.board == step.after.board
        assert happened == step.events


def every_scene(of: CompiledVariant) -> list[Scene]:
    return [*scenes(of), *(each for kind in of.kinds.values() for each in scenes_of(of, kind))]


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("glinski", "P", [
            ("A capture", "It captures otherwise than it moves."),
            ("Double step and en passant", "A Pawn goes two steps at once. An enemy Pawn could "
             "capture on the cell passed over. It captures there, en passant: the Pawn that made the "
             "double step is taken."),
            ("Promotion", "The Pawn ends its move where it must promote."),
        ]),
        ("sd2l-sling", "SL", [
            ("A capture", "Over exactly one piece, of any army, which stays where it is."),
        ]),
        ("glinski", "N", []),
        ("chess", "K", [
            ("Castling by O-O", "Two pieces go at once. Neither has moved before."),
            ("Castling by O-O-O", "Two pieces go at once. Neither has moved before."),
        ]),
        ("chess", "R", []),
    ],
)  # fmt: skip
def test_what_is_said_of_the_examples_of_a_piece(
    name: str, code: str, words: list[tuple[str, str]]
) -> None:
    of = game(name)
    shown = scenes_of(of, of.kinds[code])
    assert [(scene.topic, scene.text) for scene in shown] == words


def test_castling_is_drawn_with_both_pieces() -> None:
    of = game("chess")
    shown = [step for scene in scenes_of(of, of.kinds["K"]) for step in scene.steps]
    assert [positions.write(scene.before) for scene in shown] == [
        "W:Ke1;Rh1/B:Ke8 W - 1",
        "W:Ke1;Ra1/B:Ke8 W - 1",
    ]
    assert [positions.write(scene.after) for scene in shown] == [
        "W:Kg1;Rf1/B:Ke8 B - 1",
        "W:Kc1;Rd1/B:Ke8 B - 1",
    ]
    before = drawings.position_level(shown[0].before, 0, coming=shown[0].move)
    assert (before.count('class="moved"'), before.count('class="arrow"')) == (4, 2)
    after = drawings.position_level(shown[0].after, 0, done=shown[0].move)
    assert (after.count('class="moved"'), after.count('class="arrow"')) == (2, 0)


@pytest.mark.parametrize("name", games.every())
def test_every_example_has_its_record(name: str) -> None:
    """It is on the page, legal and canonical, and ends where its last picture does.

    The move over a picture leads to that move in it.
    """
    of, text = game(name), page(name)
    every = every_scene(of)
    records = {found["id"]: found for found in EXAMPLE.finditer(text)}
    assert len(records) == len(every)
    written = {unescape(re.sub("<[^>]+>", "", found["record"])) for found in records.values()}
    assert written == {scene.record.rstrip("\n") for scene in every}
    for scene in every:
        record = loads(scene.record)
        assert not record.findings
        assert record.write("lan") == scene.record.rstrip("\n") + "\n\n"
        assert str(record.position) == positions.write(scene.steps[-1].after)
    for found in records.values():
        for link, move in re.findall(r'<a href="#([^"]+)">([^<]+)</a>', found["pictures"]):
            (there,) = re.findall(f'<span id="{link}">([^<]+)</span>', found["record"])
            assert re.fullmatch(re.escape(move) + "[+#A-Z]*", there)


EXAMPLE = re.compile(
    r'<section class="example" id="(?P<id>[^"]+)">(?P<pictures>.*?)<pre>(?P<record>.*?)</pre>',
    re.DOTALL,
)


@pytest.mark.parametrize("name", games.IDS)
def test_each_game_shows_how_it_goes(name: str) -> None:
    """Check, mate, and stalemate or passing are shown by events that happen so."""
    of = game(name)
    steps = (step for scene in scenes(of) for step in scene.steps)
    shown = {event.type for step in steps for event in step.events}
    assert "check" in shown or name == "sd2l-sling"
    assert "checkmate" in shown
    assert shown & {"stalemate", "pass"}


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--format", "svg"], "name a PIECE"),
        (["Y", "--from", "jb4", "--format", "html"], "not for html"),
        (["P", "--army", "X", "--format", "svg"], "wrong-army"),
    ],
)
def test_what_cannot_be_drawn_is_refused(args: list[str], why: str) -> None:
    found = aofref("rules", "aof2", *args)
    assert found.exit_code == 2
    assert why in found.stderr


def test_an_army_may_be_chosen_without_a_cell() -> None:
    titles = [
        aofref("rules", "aof2", "P", "--army", army, "--format", "svg").stdout.splitlines()[1]
        for army in ("E", "Persian")
    ]
    assert titles == [
        '<title id="title">European Pawn (P) on ic4</title>',
        '<title id="title">Persian Pawn (P) on hg3</title>',
    ]


# Words ------------------------------------------------------------------------------------------


def explained(name: str) -> dict[str, re.Pattern[str]]:
    """Read the glossary of a rulebook: the forms of each word."""
    found = re.findall(
        'data-forms="(.*?)">(?:<div.*?</div><figcaption>)?<b>(.*?)</b>: ', page(name)
    )
    return {
        unescape(word): re.compile(rf"\b(?:{unescape(forms)})\b", re.IGNORECASE)
        for forms, word in found
    }


@pytest.mark.parametrize("name", games.every())
def test_the_glossary_explains_the_words_that_the_rulebook_has(name: str) -> None:
    """The forms are written out by hand here, to find a word that is met and not explained."""
    text = re.sub("<(svg|pre|script|style).*?</\\1>|<[^>]*>", " ", page(name), flags=re.DOTALL)
    written = {*re.findall(r"[a-z]+(?:-\d+)?", unescape(text).lower())}
    known = explained(name)
    for word, forms in (
        ("Step", "step steps stepping"),
        ("Ride", "ride rides rider riders"),
        ("Leap", "leap leaps leaper"),
        ("Orthogonal", "orthogonal orthogonals orthogonally"),
        ("Diagonal", "diagonal diagonals diagonally"),
        ("Root-2, root-7, root-13", "root-1 root-3 root-7 root-11 root-13"),
        ("Bound", "bound unbound bindings"),
        ("Owe", "owe owes owed"),
        ("Compound", "compound compounds"),
        ("Oblique", "oblique"),
        ("Radial", "radial radials"),
        ("Triangulate", "triangulate"),
        ("Missing cell", "missing"),
        ("Filestack", "filestack"),
        ("Pinned", "pinned"),
        ("Royal piece", "royal"),
        ("Checkmate", "checkmate checkmated checkmates"),
        ("Stalemate", "stalemate stalemated"),
        ("Castling", "castle castling"),
        ("Promote", "promote promotes promoted promotion"),
    ):
        for form in written.intersection(forms.split()):
            assert word in known and known[word].fullmatch(form), (word, form)


def test_every_word_of_the_list_is_met_in_some_game() -> None:
    listed = [line.split("\t") for line in WORDS.read_text("utf-8").splitlines()]
    met = set[str]().union(*map(explained, games.every()))
    for name, forms, meaning in listed:
        assert name in met
        assert not re.compile(forms).groups, "a page tells words by their groups"
        assert meaning.endswith(".")


# docs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code", "numbers"),
    [
        ("aof2", "Y", "R-3 R-27"),
        ("aof2", "M", "R-3"),
        ("aof2", "K", "R-8 R-16 R-22"),
        ("aof2", "EM", "R-8 R-16"),
        ("aof6", "GY", "R-3"),
        ("aof6", "PR", "R-8 R-12 R-16"),
        ("aof6", "N", ""),
        ("proto-prelates", "M", "R-3 R-4 R-29"),
        ("proto-prelates", "H", "R-3"),
        ("proto-prelates", "SM", "R-3"),
        ("proto-prelates", "PK", "R-28 R-29"),
        ("proto-prelates", "CM", ""),
        ("heathen-europe", "Y", "R-3"),
        ("heathen-europe", "K", "R-5"),
        ("sd2l-sling", "K", ""),
    ],
)
def test_a_chapter_has_the_rulings_on_its_piece(name: str, code: str, numbers: str) -> None:
    of = game(name)
    found = [ruling.number for ruling in rulings_on(of, of.kinds[code])]
    assert found == numbers.split()
    chapter = page(name).partition(f'id="piece-{code}"')[2].partition('<section class="chapter"')[0]
    assert len(re.findall("leaves open: ", chapter)) == len(found)


def test_a_piece_is_drawn_for_the_armies_that_can_have_it() -> None:
    def drawn_for(name: str, code: str) -> list[str]:
        of = game(name)
        found = main_drawings(of, of.kinds[code])
        return ["".join(of.letters[army] for army in armies) for armies, _ in found]

    assert drawn_for("proto-prelates", "PK") == ["P"]  # no Pawn becomes one: the Partner is a Wazir
    assert drawn_for("aof2", "O") == ["EJ", "I", "P"]  # each may, on a Persian starting cell
    book = page("proto-prelates")
    assert "Persian Peacock (PK) on" in book and "Indian Peacock" not in book


def test_the_rulebook_of_sling_says_that_no_pawn_double_steps() -> None:
    assert "In this array no Pawn has a double step." in page("sd2l-sling")
    assert "In this array no Pawn has a double step." not in page("sd2l-cohen")


def test_new_age_is_spelt_one_way() -> None:
    book = page("aof6")
    assert "NewAge" not in re.sub(r"\[NewAge ", "", book) and "New-Age army" in book
    assert "New Age" not in book


@pytest.mark.parametrize("name", games.every())
def test_the_rulebooks_of_the_documentation_are_fresh(name: str) -> None:
    assert page(name) == rulebook_of(name), "stale: run python docs/pictures.py"
    if name in games.IDS:
        assert f"docs/rules/{name}.html" in (ROOT / "README.md").read_text("utf-8")


def test_the_drawing_in_the_readme_is_fresh() -> None:
    assert OF_A_PIECE.read_text("utf-8") == of_a_piece(), "stale: run python docs/pictures.py"
    assert "docs/rules/gryphon.svg" in (ROOT / "README.md").read_text("utf-8")
