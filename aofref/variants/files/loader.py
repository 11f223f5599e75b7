"""Loader: the text of a game's file to a VariantData, or to its faults (aofref-game(5))."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from aofref.boards import Board
from aofref.findings import Code
from aofref.geometry import Cubic, Forward, Vector
from aofref.paths import Mover, bits, open_line, rays
from aofref.pieces import Piece
from aofref.values import Value
from aofref.variants import model
from aofref.variants.files import words
from aofref.variants.files.game_file import Fault, GameFile
from aofref.variants.files.movers import MOST_STEPS, Ground, Turn, piece, steps, turn
from aofref.variants.files.terrain import EDGES, Terrain
from aofref.variants.files.toml import NotToml, TooMuch

MOST_KINDS = 255  # piece types times armies
MOST_ARMIES, MOST_FORWARD = 4, 6
MOST_CASTLINGS = 20  # of an army
_FORWARD = re.compile(rf" *({words.INTEGER}) +({words.INTEGER})(?: +({words.INTEGER}))? *")
_TAGS = re.compile(  # the tags of PGN and of records, but players, in small letters
    "event.*|site|date|round|result|variant|position|array|rulings|termination|eco|opening|"
    "(sub)?variation|annotator|plycount|time(control)?|utc(date|time)|mode|setup|fen|section|"
    "stage|board|nic|(white|black)(elo|title|type|na|team|uscf)"
)

_TOO_FAR = (
    f"the pieces of a game have at most {MOST_STEPS:,} steps, counted from every cell in every "
    "direction"
)
_Stuck = Mapping[str, Mapping[str, frozenset[int]]]
"""By army letter and Pawn code, the cells where it can step no further."""
_TABLES = (
    *("id", "title", "page", "board", "pieces", "pawns", "promotion", "ending", "castling"),
    "armies",
)
_CASTLING = re.compile("(?=.{1,20}\\Z)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
_LIKE_A_MOVE = re.compile(  # cells, a pass, or a word that records have
    rf"(?:{words.CODE})?(?:[a-z]{{1,2}}|[0-9]{{1,2}}|{words.CELL})?[-x]?{words.CELL}(?:{words.CODE})?"
    "|[a-z]{1,2}|null|z0|[a-z]{1,2}p|resign(?:s|ed)?|forfeits?|draw|ep"
)


class Placed(Value):
    """A piece of an array: its code and cell, and the offset of the cell's name in the text."""

    code: str
    cell: int
    at: int


Arrays = Mapping[str, Sequence[Placed]]  # the pieces of each army at the start, by its letter


def load(text: str) -> model.VariantData | tuple[Fault, ...]:
    """Return the game of a file's text, or its faults."""
    try:
        file = GameFile(text)
    except NotToml as problem:
        why = str(problem)
        if not isinstance(problem, TooMuch):
            why = f"not TOML: {why[:1].lower()}{why[1:]}"
        return (Fault(problem.line, problem.column, why),)
    game = _variant(file)
    assert game is not None or file.faults
    return game if game is not None and not file.faults else file.faults


def with_faulty_array(text: str) -> model.VariantData | None:
    """Return a game whose arrays have faults, with the pieces that are right; None without a fault.

    None, too, if the board or the pieces have a fault, so that nothing can be drawn.
    """
    try:
        file = GameFile(text)
    except NotToml:
        return None
    game = _variant(file)
    if game is None or not (file.sound("board") and file.sound("pieces")):
        return None
    whole = all(file.sound("armies", army.letter, "array") for army in game.armies)
    return None if whole else game


def _variant(file: GameFile) -> model.VariantData | None:
    """Read the whole file; None if too little of it is right."""
    file.known(_TABLES)
    id_ = file.value(str, "id", needed=True)
    if id_ is not None and not re.fullmatch("[a-z0-9-]{1,40}", id_):
        what = "an id is made of small letters, digits and hyphens, 1 to 40 of them"
        file.fault(what, "id", index=0)
    title, page = file.line(200, "title", needed=True), file.line(500, "page")
    terrain = Terrain(file)
    board = terrain.board
    sides = _armies(file)
    lattice = terrain.lattice
    turns: dict[Forward, Turn] = {}  # from the first army's way forward to each army's
    for army in sides:
        way = turn(lattice, sides[0].forward, army.forward) if lattice else None
        if way is not None:
            turns[army.forward] = way
        elif lattice:
            what = f"no turn of the level takes {sides[0].name}'s way forward to this one"
            file.fault(what, "armies", army.letter, "forward")
    ground = Ground(lattice, terrain.levels, turns, board) if lattice else None
    kinds = _pieces(file, ground, len(_letters(file)))
    pawns = _pawns(file, board, kinds)
    promotion = _promotion(file, board, kinds)
    stalemate = _ending(file)
    fifty_moves = file.value(bool, "ending", "fifty-moves") is True
    alone = "a piece that can be alone with the royal ones"
    dead = _officers(file, kinds, "ending", "dead", wanted=alone)
    arrays = _arrays(file, board, kinds)
    castlings = _castlings(file, board, kinds, arrays)
    if board is None or not sides or not kinds or id_ is None:
        return None
    pawn_kinds = {code: kind for code, kind in kinds.items() if kind.pawn}
    ends = {
        army.letter: {code: _stuck(board, army, kind) for code, kind in pawn_kinds.items()}
        for army in sides
    }
    regions = dict(board.regions)
    for name, army in zip(EDGES, sides, strict=False):  # unless the file defines them
        regions.setdefault(name, frozenset().union(*ends[army.letter].values()))
    board = board.with_regions(MappingProxyType(regions))
    made = model.VariantData(
        id=id_,
        title=title,
        page=page or title,
        board=board,
        armies=sides,
        pieces=MappingProxyType(kinds),
        array={army.letter: _groups(board, arrays[army.letter]) for army in sides},
        pawns=pawns,
        promotion=promotion,
        ending=model.Ending.FIDE if len(sides) == 2 else model.Ending.LAST_ARMY,
        shading=model.Shading.CHEQUERED if isinstance(lattice, Cubic) else model.Shading.THIRDS,
        stalemate=stalemate,
        digits=terrain.digits,
        castlings=castlings,
        fifty_moves=fifty_moves,
        dead=dead,
        source=file.text,
    )
    _at_start(file, made, arrays, ends)
    return made


def _pieces(file: GameFile, ground: Ground | None, count: int) -> dict[str, Piece]:
    """Read the pieces, which may name pieces above them; without a ground, no moves."""
    table = file.value(dict, "pieces", needed=True) or {}
    kinds: dict[str, Piece] = {}
    known: dict[str, Piece] = {}
    lost: set[str] = set()
    spent = 0
    for code in islice(table, MOST_KINDS):
        if not re.fullmatch(words.CODE, code):
            file.fault("a piece's code is one or two capitals", "pieces", code)
        text = file.value(str, "pieces", code)
        if text is None:
            continue
        spec = file.phrase("piece", words.piece, text, "pieces", code)
        if spec is None:
            lost.add(re.split(" *[,:]", text.lstrip(), maxsplit=1)[0])
            continue
        _name(file, code, spec, known)
        terms = spec.moves + (spec.takes or ())
        if any(isinstance(term, words.PieceName) and term.name in lost for term in terms):
            lost.add(spec.name)  # it names a faulty piece: no further faults
            continue
        try:
            kind = Piece(spec.name, (), royal=spec.royal, pawn=spec.pawn)  # without moves
            kind = piece(spec, known, ground) if ground else kind
            kinds[code] = known[spec.name] = kind
            spent += steps(kind, ground) if ground else 0
            if spent > MOST_STEPS:
                raise words.Misread(_TOO_FAR, spec.moves[0].at, Code.LIMIT)
        except words.Misread as problem:
            lost.add(spec.name)
            file.fault(str(problem), "pieces", code, index=problem.at, code=problem.code)
            if spent > MOST_STEPS:
                return {}
    if len(table) * max(count, 1) > MOST_KINDS:
        what = f"there are at most {MOST_KINDS} piece types times armies"
        file.fault(f"{what}, not {len(table) * count}", "pieces")
        return {}
    return kinds


def _name(file: GameFile, code: str, spec: words.PieceText, known: Iterable[str]) -> None:
    """Check the name and the marks of a piece; `known` are the names above it."""
    path, name = ("pieces", code), spec.name.casefold()
    others = {other.casefold() for other in file.data["pieces"] if other != code}
    if spec.name in words.RESERVED or name in map(str.casefold, known):
        what = f"another piece, or a word of phrases, is already called {spec.name}"
        file.fault(what, *path, index=0)
    elif name in others:
        file.fault(f"{spec.name} is another piece's code", *path, index=0)
    if spec.royal and spec.pawn:
        file.fault("a royal piece cannot be a Pawn", *path, index=0)


def _region(file: GameFile, board: Board | None, *path: str) -> str:
    name = file.value(str, *path)
    if name is None or board is None or name in board.regions:
        return name or ""
    if name not in EDGES or path[0] != "promotion":
        file.fault(f"no region is called {name!r}"[:80], *path, index=0)
    return str(name)


def _pawns(file: GameFile, board: Board | None, kinds: Mapping[str, Piece]) -> model.Pawns:
    file.known(("doubles", "on"), "pawns")
    doubles = file.value(str, "pawns", "doubles") or ""
    for at, letter in enumerate(doubles):
        if letter not in (_letters(file) or letter):
            file.fault(f"no army has the letter {letter!r}", "pawns", "doubles", index=at)
    on = file.data.get("pawns", {}).get("on") if file.value(dict, "pawns") else None
    if isinstance(on, dict):
        starts = {key: _region(file, board, "pawns", "on", key) for key in on if key in doubles}
        for key in on.keys() - starts.keys():
            file.fault("this army has no double step", "pawns", "on", key)
    else:
        region = _region(file, board, "pawns", "on")
        starts = dict.fromkeys(doubles if region else "", region)
        if region and "doubles" not in file.data["pawns"]:
            file.fault("this has no effect without doubles", "pawns", "on")
    whole = len(kinds) == len(file.value(dict, "pieces") or {})
    if doubles and kinds and whole and not any(kind.pawn for kind in kinds.values()):
        file.fault("no piece is a pawn", "pawns", "doubles")
    return model.Pawns(doubles, doubles_from=starts)


def _promotion(
    file: GameFile, board: Board | None, kinds: Mapping[str, Piece]
) -> model.ToArrayPiece:
    file.known(("zones", "must", "to"), "promotion")
    zones = {}
    for letter in file.value(dict, "promotion", "zones") or {}:
        if letter not in (_letters(file) or (letter,)):
            file.fault(f"no army has the letter {letter!r}", "promotion", "zones", letter)
        else:
            zones[letter] = _region(file, board, "promotion", "zones", letter)
    must = file.value(bool, "promotion", "must")
    to = _officers(file, kinds, "promotion", "to", wanted="a piece that Pawns can promote to")
    return model.ToArrayPiece(zones, forced=must is not False, to=to)


def _officers(
    file: GameFile, kinds: Mapping[str, Piece], *path: str, wanted: str
) -> tuple[str, ...]:
    """List the codes in a text, which are of pieces but Pawns and royal ones, each once."""
    codes = dict[str, None]()
    for code, at in words.tokens(file.value(str, *path) or ""):
        kind = kinds.get(code)
        unknown = code not in (file.value(dict, "pieces") or {})
        if unknown or code in codes or (kind and (kind.royal or kind.pawn)):
            what = "is listed twice" if code in codes else f"is not {wanted}"
            file.fault(f"{code} {what}", *path, index=at)
        codes[code] = None
    return tuple(codes)


def _ending(file: GameFile) -> model.StalemateRule:
    count = len(_letters(file))
    file.known(("stalemate", *(("fifty-moves", "dead") if count == 2 else ())), "ending")
    text = file.value(str, "ending", "stalemate")
    rules = {rule.name.lower(): rule for rule in model.StalemateRule}
    rules = {"pass": model.StalemateRule.DRAW} if count > 2 else rules
    if text is not None and text not in rules:
        what = f"stalemate is {' or '.join(rules)} among {max(count, 2)} armies"
        file.fault(what, "ending", "stalemate", index=0)
    return rules.get(text, model.StalemateRule.DRAW)


def _castlings(
    file: GameFile, board: Board | None, kinds: Mapping[str, Piece], arrays: Arrays
) -> dict[str, tuple[model.Castling, ...]]:
    """Read the castlings by the letters of their armies."""
    castlings: dict[str, tuple[model.Castling, ...]] = {}
    for letter in file.value(dict, "castling") or {}:
        if letter not in _letters(file):
            file.fault(f"no army has the letter {letter!r}", "castling", letter)
            continue
        stands = {board.names[cell]: code for code, cell, _ in arrays[letter]} if board else {}
        table = file.value(dict, "castling", letter) or {}
        if len(table) > MOST_CASTLINGS:
            what = f"an army has at most {MOST_CASTLINGS} castlings, not {len(table)}"
            file.fault(what, "castling", letter, code=Code.LIMIT)
            continue
        own: list[model.Castling] = []
        for name in table:
            path = ("castling", letter, name)
            _castling_name(file, name, [each.name for each in own], *path)
            text = file.value(str, *path)
            if text is None:
                continue
            walks = file.phrase("castling", words.castling, text, *path)
            if walks is None or board is None:
                continue
            for walk in walks:
                _walk(file, board, walk, stands, *path)
            royal, companion = walks
            if royal.code in kinds and not kinds[royal.code].royal:
                what = f"{royal.code} is not royal; the royal piece comes first"
                file.fault(what, *path, index=royal.code_at)
            elif (kind := kinds.get(companion.code)) and (kind.royal or kind.pawn):
                what = f"{companion.code} is royal or a Pawn, which nothing castles with"
                file.fault(what, *path, index=companion.code_at)
            if royal.destination == companion.destination:
                what = f"both pieces come to {royal.destination}"
                file.fault(what, *path, index=companion.destination_at)
            own.append(model.Castling(name, model.Walk(*royal[:3]), model.Walk(*companion[:3])))
        castlings[letter] = tuple(own)
    return castlings


def _castling_name(file: GameFile, name: str, others: Iterable[str], *path: str) -> None:
    if not _CASTLING.fullmatch(name):
        what = "a castling is called by letters, digits and hyphens, a letter first, 20 at most"
        file.fault(what, *path)
    elif _LIKE_A_MOVE.fullmatch(name) or _LIKE_A_MOVE.fullmatch(name.lower()):
        file.fault(f"{name} can be read as another move", *path)
    elif model.folded_castling(name) in map(model.folded_castling, others):
        file.fault(f"{name} can be read as another castling", *path)


def _walk(
    file: GameFile, board: Board, walk: words.WalkText, stands: Mapping[str, str], *path: str
) -> None:
    """Check that a piece of the array castles in a straight line."""
    for cell, at in ((walk.origin, walk.origin_at), (walk.destination, walk.destination_at)):
        if cell not in board.number:
            file.fault(f"the board has no cell {cell}", *path, index=at)
            return
    if stands.get(walk.origin) != walk.code:
        if file.sound("armies") and file.sound("pieces"):
            what = f"the array has no {walk.code} on {walk.origin}"
            file.fault(what, *path, index=walk.code_at)
    elif walk.origin == walk.destination:
        file.fault(f"{walk.code} does not leave {walk.origin}", *path, index=walk.destination_at)
    elif board.between(board.number[walk.origin], board.number[walk.destination]) is None:
        what = f"no straight line of cells leads from {walk.origin} to {walk.destination}"
        file.fault(what, *path, index=walk.destination_at)


def _at_start(file: GameFile, made: model.VariantData, arrays: Arrays, stuck_on: _Stuck) -> None:
    rule = made.promotion
    assert isinstance(rule, model.ToArrayPiece)
    for army in made.armies:
        path = ("armies", army.letter, "array")
        own = arrays[army.letter]
        zone = rule.zones.get(army.letter, "") if rule.forced else ""
        forced = made.board.regions.get(zone, frozenset())
        ends = {code: forced | cells for code, cells in stuck_on[army.letter].items()}
        pawns = [placed for placed in own if placed.code in ends]
        for placed in pawns:
            if placed.cell in ends[placed.code]:
                name = made.board.names[placed.cell]
                what = f"the Pawn on {name} should have promoted there"
                file.fault(what, *path, index=placed.at)
        types = (made.pieces[placed.code] for placed in own)
        idle = _whole(file) and all(kind.royal or kind.pawn for kind in types)
        if idle and pawns and not rule.to:
            file.fault(f"the Pawns of {army.letter} have nothing to promote to", *path)
    for letter, by in _attacked(made, arrays) if _whole(file) else ():
        what = f"army {letter} begins in check from the {by}, but does not move first"
        file.fault(what, "armies", letter, "array")


def _whole(file: GameFile) -> bool:
    return all(file.sound(key) for key in ("board", "pieces", "armies"))


def _groups(board: Board, array: Sequence[Placed]) -> str:
    """Write an army's array in the form of `VariantData.array`."""
    cells: dict[str, list[str]] = {}
    for placed in array:
        cells.setdefault(placed.code, []).append(board.names[placed.cell])
    return "; ".join(f"{code} {' '.join(names)}" for code, names in cells.items())


def _letters(file: GameFile) -> tuple[str, ...]:
    """List the letters of a file's armies in order of play, also of faulty ones.

    Armies beyond the most that a game may have are left out.
    """
    return tuple(islice(file.value(dict, "armies") or {}, MOST_ARMIES))


def _armies(file: GameFile) -> tuple[model.Army, ...]:
    """Read the armies in order of play; empty if any has a fault."""
    table = file.value(dict, "armies", needed=True)
    if table is None:
        return ()
    armies: list[model.Army] = []
    for letter in _letters(file):
        if not re.fullmatch("[A-Z]", letter):
            file.fault("an army's letter is one capital", "armies", letter)
        file.known(("name", "forward", "array"), "armies", letter)
        name = file.line(30, "armies", letter, "name", needed=True)
        if name and (
            not re.fullmatch("[A-Za-z][A-Za-z0-9]*", name) or _TAGS.fullmatch(name.lower())
        ):
            what = "an army's name is a tag: letters and digits, and not one of PGN's"
            file.fault(what, "armies", letter, "name", index=0)
        if len(name) == 1 and name.upper() in {*table} - {letter}:
            file.fault(f"{name} is another army's letter", "armies", letter, "name", index=0)
        if name.casefold() in {army.name.casefold() for army in armies}:
            file.fault(f"two armies are called {name}", "armies", letter, "name", index=0)
        forward = _forward(file, letter)
        if name and forward:
            armies.append(model.Army(letter, name, forward))
    if not 2 <= len(table) <= MOST_ARMIES:
        file.fault(f"a game has two to four armies, not {len(table)}", "armies")
        return ()
    return tuple(armies) if len(armies) == len(table) else ()


def _forward(file: GameFile, letter: str) -> Forward:
    path = ("armies", letter, "forward")
    vectors: list[Vector] = []
    texts = file.texts(*path, needed=True)
    if file.value(list, *path) == []:
        file.fault("an army needs a way forward", *path)
    if len(texts) > MOST_FORWARD:
        file.fault(f"an army has at most {MOST_FORWARD} ways forward", *path)
    for place, text in enumerate(texts[:MOST_FORWARD]):
        match = _FORWARD.fullmatch(text)
        if match is None:
            file.fault("expected two or three numbers, as in 0 1 0", *path, place, index=0)
            continue
        x, y, z = (int(number or 0) for number in match.groups())
        if (x, y, z) in ((0, 0, 0), *vectors) or max(abs(x), abs(y), abs(z)) > 9:
            what = "a way forward may not be zero, be given twice, or have numbers over 9"
            file.fault(what, *path, place, index=0)
        vectors.append((x, y, z))
    return tuple(vectors) if file.sound(*path) else ()


def _arrays(file: GameFile, board: Board | None, kinds: Mapping[str, Piece]) -> Arrays:
    """Read the arrays; `kinds` are the pieces without a fault.

    Without a board, cells are not checked against it.
    """
    codes = file.value(dict, "pieces")
    arrays, held = dict[str, list[Placed]](), set[str]()
    for letter in _letters(file):
        path, own = ("armies", letter, "array"), arrays.setdefault(letter, [])
        text = file.value(str, *path, needed=True)
        if text is None:
            continue
        code, fresh, royals, sure = "", True, 0, len(kinds) == len(codes or kinds)
        for word, at in words.tokens(text):
            if word == ";":
                fresh = True
            elif fresh:
                code, fresh = word, False
                if codes is not None and code not in codes:
                    file.fault(f"no piece has the code {word[:20]!r}", *path, index=at)
                sure &= code in kinds
            else:
                royals += code in kinds and kinds[code].royal
                if (fault := _misplaced(word, board, held)) is not None:
                    file.fault(fault, *path, index=at)
                elif board is not None and code in kinds:
                    own.append(Placed(code, board.number[word], at))
                held.add(word)
        for nowhere in re.finditer(rf"(?:^|;)\s*({words.CODE})\s*(?=;|$)", text):
            file.fault(f"no cell follows the code {nowhere[1]}", *path, index=nowhere.start(1))
        if royals != 1 and sure:
            what = "no royal piece" if not royals else f"{royals} royal pieces"
            marked = "" if any(kind.royal for kind in kinds.values()) else ", marked royal"
            file.fault(f"army {letter} has {what}; it needs one{marked}", *path)
    return arrays


def _misplaced(word: str, board: Board | None, held: set[str]) -> str | None:
    """Return the fault of a word in place of a cell, or None; `held` are the cells before it."""
    if board is not None and word in board.number:
        return f"two pieces stand on {word}" if word in held else None
    if re.fullmatch(words.CELL, word):
        return f"the board has no cell {word}" if board is not None else None
    if re.fullmatch(words.CODE, word):
        return f"expected a semicolon before {word}"
    return f"{word[:20]!r} is not a cell; blanks separate cells, and a semicolon precedes a code"


def _stuck(board: Board, army: model.Army, kind: Piece) -> frozenset[int]:
    """Return the cells where a Pawn of this type and army can step no further."""
    taken = [(ray, ray.first_stop) for ray in rays(board, kind.atoms, army.forward)]
    every = range(len(board.cells))
    return frozenset(
        cell for cell in every if not any(len(ray.cells(cell, stop)) == stop for ray, stop in taken)
    )


def _attacked(made: model.VariantData, arrays: Arrays) -> Iterator[tuple[str, str]]:
    """Yield the armies, but the first, whose royal piece is attacked, and the attacker."""
    board, letters = made.board, [army.letter for army in made.armies]
    held = bits(placed.cell for letter in letters for placed in arrays[letter])
    royals = {
        letter: next(placed.cell for placed in arrays[letter] if made.pieces[placed.code].royal)
        for letter in letters[1:]
    }
    for army in made.armies:
        ways = {
            code: Mover(board, made.pieces[code], army.forward).taking
            for code in {placed.code for placed in arrays[army.letter]}
        }
        for code, cell, _ in arrays[army.letter]:
            for victim, royal in [*royals.items()]:
                lines = ways[code].to(cell, royal)
                if victim != army.letter and open_line(lines, held) is not None:
                    del royals[victim]
                    yield victim, f"{made.pieces[code].name} of {army.letter}"
