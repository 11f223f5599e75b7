"""Loader: the text of a game's file to a VariantData, or to its faults (aofref-game(5))."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from types import MappingProxyType

from aofref.boards import Board
from aofref.findings import BadText, Code
from aofref.games import model
from aofref.games.files import words
from aofref.games.files.game_file import GameFile, opened
from aofref.games.files.movers import MOST_STEPS, Ground, Turn, piece, start, steps, turn
from aofref.games.files.reader import Word, misread
from aofref.games.files.terrain import EDGES, Terrain
from aofref.geometry import Cubic, Forward, Vector
from aofref.paths import Mover, bits, open_line, rays
from aofref.pieces import Piece

MOST_ARMIES, MOST_FORWARD = 4, 6
MOST_CASTLINGS = 20  # of an army
_FORWARD = rf" *({words.INTEGER}) +({words.INTEGER})(?: +({words.INTEGER}))? *"
_TAGS = (  # the tags of PGN and of records, but players, in small letters
    "event.*|site|date|round|result|variant|position|array|rulings|termination|eco|opening|"
    "(sub)?variation|annotator|plycount|time(control)?|utc(date|time)|mode|setup|fen|section|"
    "stage|board|nic|(white|black)(elo|title|type|na|team|uscf)"
)
_TOO_FAR = (
    f"the pieces of a game have at most {MOST_STEPS:,} steps, counted from every cell in every "
    "direction"
)
_TOO_MANY = f"there are at most {model.MOST_PIECES} piece types times armies"
_Stuck = Mapping[str, Mapping[str, frozenset[int]]]
"""By army letter and Pawn code, the cells where it can step no further."""
_CASTLING = r"(?=.{1,20}\Z)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"
_LIKE_A_MOVE = (  # cells, a pass, or a word that records have
    rf"(?:{words.CODE})?(?:[a-z]{{1,2}}|[0-9]{{1,2}}|{words.CELL})?[-x]?{words.CELL}(?:{words.CODE})?"
    "|[a-z]{1,2}|null|z0|[a-z]{1,2}p|resign(?:s|ed)?|forfeits?|draw|ep"
)
Arrays = Mapping[str, list[tuple[str, Word]]]
"""The pieces of each army at the start, by its letter: code and cell."""


def load(text: str) -> model.VariantData:
    """Return the game of a file's text; raises BadText."""
    file = opened(text)
    game = _variant(file)
    if game is None or file.faults:
        raise BadText(file.faults)
    return game


def with_faulty_array(text: str) -> model.VariantData | None:
    """Return a game whose arrays have faults, with the pieces that are right; None without a fault.

    None, too, if the board or the pieces have a fault, so that nothing can be drawn.
    """
    try:
        file = opened(text)
    except BadText:
        return None
    game = _variant(file)
    whole = all(key["array"].sound for key in file["armies"].table().values())
    return game if file["board"].sound and file["pieces"].sound and not whole else None


def _variant(file: GameFile) -> model.VariantData | None:
    """Read the whole file; None if too little of it is right."""
    file.known("id title page board pieces pawns promotion ending castling armies")
    id_ = file["id"].value(str, needed=True)
    if id_ is not None and not re.fullmatch("[a-z0-9-]{1,40}", id_):
        what = "an id is made of small letters, digits and hyphens, 1 to 40 of them"
        file["id"].fault(what, 0)
    title, page = file["title"].line(200, needed=True), file["page"].line(500)
    terrain = Terrain(file["board"])
    board = terrain.board
    sides = _armies(file["armies"])
    lattice = terrain.lattice
    turns: dict[Forward, Turn] = {}  # from the first army's way forward to each army's
    for army in sides:
        way = turn(lattice, sides[0].forward, army.forward) if lattice else None
        if way is not None:
            turns[army.forward] = way
        elif lattice:
            what = f"no turn of the level takes {sides[0].name}'s way forward to this one"
            file["armies"][army.letter]["forward"].fault(what)
    ground = Ground(lattice, terrain.levels, turns, board) if lattice else None
    kinds = _pieces(file["pieces"], ground, len(_letters(file)))
    pawns = _pawns(file, board, kinds)
    promotion = _promotion(file, board, kinds)
    stalemate = _ending(file)
    fifty_moves = file["ending"]["fifty-moves"].value(bool) is True
    alone = "a piece that can be alone with the royal ones"
    dead = _officers(file, kinds, file["ending"]["dead"], wanted=alone)
    arrays = _arrays(file, board, kinds)
    castlings = _castlings(file, board, kinds, arrays)
    pieces = len(sides) * len(kinds) + sum(len(model.companions(own)) for own in castlings.values())
    if pieces > model.MOST_PIECES:
        what = f"{_TOO_MANY}, with those twice that castle with a royal piece"
        file["castling"].fault(f"{what}, not {pieces}")
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
        array={army.letter: _groups(arrays[army.letter]) for army in sides},
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


def _pieces(pieces: GameFile, ground: Ground | None, count: int) -> dict[str, Piece]:
    """Read the pieces, which may name pieces above them; without a ground, no moves."""
    table = pieces.table(needed=True)
    kinds: dict[str, Piece] = {}
    known: dict[str, Piece] = {}
    lost: set[str] = set()
    spent = 0
    for code, key in islice(table.items(), model.MOST_PIECES):
        if not re.fullmatch(words.CODE, code):
            key.fault("a piece's code is one or two capitals")
        text = key.value(str)
        if text is None:
            continue
        spec = key.phrase("piece", words.piece)
        if spec is None:
            lost.add(re.split(" *[,:]", text.lstrip(), maxsplit=1)[0])
            continue
        _name(key, spec, known, {other.casefold() for other in table if other != code})
        terms = spec.moves + (spec.takes or ())
        if not lost.isdisjoint(term for term in terms if isinstance(term, Word)):
            lost.add(spec.name)  # it names a faulty piece: no further faults
            continue
        try:
            kind = Piece(str(spec.name), (), royal=spec.royal, pawn=spec.pawn)  # without moves
            kind = piece(spec, known, ground) if ground else kind
            kinds[code] = known[spec.name] = kind
            spent += steps(kind, ground) if ground else 0
            if spent > MOST_STEPS:
                raise misread(_TOO_FAR, start(spec), Code.LIMIT)
        except BadText as problem:
            lost.add(spec.name)
            key.faults_within(problem)
            if spent > MOST_STEPS:
                return {}
    if len(table) * max(count, 1) > model.MOST_PIECES:
        pieces.fault(f"{_TOO_MANY}, not {len(table) * count}")
        return {}
    return kinds


def _name(key: GameFile, spec: words.PieceText, known: Iterable[str], codes: set[str]) -> None:
    """Check the name and the marks of a piece; `known` are the names above it."""
    name = spec.name.casefold()
    if spec.name in words.RESERVED or name in map(str.casefold, known):
        key.fault(f"another piece, or a word of phrases, is already called {spec.name}", 0)
    elif name in codes:
        key.fault(f"{spec.name} is another piece's code", 0)
    if spec.royal and spec.pawn:
        key.fault("a royal piece cannot be a Pawn", 0)


def _region(key: GameFile, board: Board | None) -> str:
    name: str | None = key.value(str)
    if name is None or board is None or name in board.regions:
        return name or ""
    if name not in EDGES or key.path[0] != "promotion":
        key.fault(f"no region is called {name!r}"[:80], 0)
    return name


def _pawns(file: GameFile, board: Board | None, kinds: Mapping[str, Piece]) -> model.Pawns:
    key = file["pawns"]
    key.known("doubles on")
    doubles = key["doubles"].value(str) or ""
    for at, letter in enumerate(doubles):
        if letter not in (_letters(file) or letter):
            key["doubles"].fault(f"no army has the letter {letter!r}", at)
    if isinstance(key["on"].data, dict):
        table = key["on"].table()
        starts = {army: _region(table[army], board) for army in table if army in doubles}
        for army in table.keys() - starts.keys():
            table[army].fault("this army has no double step")
    else:
        region = _region(key["on"], board)
        starts = dict.fromkeys(doubles if region else "", region)
        if region and key["doubles"].data is None:
            key["on"].fault("this has no effect without doubles")
    whole = len(kinds) == len(file["pieces"].table())
    if doubles and kinds and whole and not any(kind.pawn for kind in kinds.values()):
        key["doubles"].fault("no piece is a pawn")
    return model.Pawns(doubles, doubles_from=starts)


def _promotion(
    file: GameFile, board: Board | None, kinds: Mapping[str, Piece]
) -> model.ToArrayPiece:
    key = file["promotion"]
    key.known("zones must to")
    zones = {}
    for letter, zone in key["zones"].table().items():
        if letter not in (_letters(file) or (letter,)):
            zone.fault(f"no army has the letter {letter!r}")
        else:
            zones[letter] = _region(zone, board)
    must = key["must"].value(bool)
    to = _officers(file, kinds, key["to"], wanted="a piece that Pawns can promote to")
    return model.ToArrayPiece(zones, forced=must is not False, to=to)


def _officers(
    file: GameFile, kinds: Mapping[str, Piece], key: GameFile, wanted: str
) -> tuple[str, ...]:
    """List the codes in a text, which are of pieces but Pawns and royal ones, each once."""
    codes, pieces = dict[str, None](), file["pieces"].table()
    for code in words.tokens(key.value(str) or ""):
        kind = kinds.get(code)
        if code not in pieces or code in codes or (kind and (kind.royal or kind.pawn)):
            what = "is listed twice" if code in codes else f"is not {wanted}"
            key.fault(f"{code} {what}", code.at)
        codes[str(code)] = None
    return tuple(codes)


def _ending(file: GameFile) -> model.StalemateRule:
    count = len(_letters(file))
    key = file["ending"]["stalemate"]
    file["ending"].known("stalemate fifty-moves dead" if count == 2 else "stalemate")
    text = key.value(str)
    rules = {rule.name.lower(): rule for rule in model.StalemateRule}
    rules = {"pass": model.StalemateRule.DRAW} if count > 2 else rules
    if text is not None and text not in rules:
        key.fault(f"stalemate is {' or '.join(rules)} among {max(count, 2)} armies", 0)
    return rules.get(text, model.StalemateRule.DRAW)


def _castlings(
    file: GameFile, board: Board | None, kinds: Mapping[str, Piece], arrays: Arrays
) -> dict[str, tuple[model.Castling, ...]]:
    """Read the castlings by the letters of their armies."""
    castlings: dict[str, tuple[model.Castling, ...]] = {}
    for letter, army in file["castling"].table().items():
        if letter not in _letters(file):
            army.fault(f"no army has the letter {letter!r}")
            continue
        stands: dict[str, str] = {cell: code for code, cell in arrays[letter]}
        table = army.table()
        if len(table) > MOST_CASTLINGS:
            what = f"an army has at most {MOST_CASTLINGS} castlings, not {len(table)}"
            army.fault(what, code=Code.LIMIT)
            continue
        own: list[model.Castling] = []
        for name, key in table.items():
            _castling_name(key, name, [each.name for each in own])
            walks = key.phrase("castling", words.castling) if key.value(str) is not None else None
            if walks is None or board is None:
                continue
            sure = file["armies"].sound and file["pieces"].sound
            for walk in walks:
                _walk(key, board, walk, stands, sure=sure)
            (royal, *_, first), (companion, *_, second) = walks
            if royal in kinds and not kinds[royal].royal:
                key.fault(f"{royal} is not royal; the royal piece comes first", royal.at)
            elif (kind := kinds.get(companion)) and (kind.royal or kind.pawn):
                what = f"{companion} is royal or a Pawn, which nothing castles with"
                key.fault(what, companion.at)
            if first == second:
                key.fault(f"both pieces come to {first}", second.at)
            own.append(model.Castling(name, *(model.Walk(*map(str, walk)) for walk in walks)))
        castlings[letter] = tuple(own)
    return castlings


def _castling_name(key: GameFile, name: str, others: Iterable[str]) -> None:
    if not re.fullmatch(_CASTLING, name):
        what = "a castling is called by letters, digits and hyphens, a letter first, 20 at most"
        key.fault(what)
    elif any(re.fullmatch(_LIKE_A_MOVE, each) for each in (name, name.lower())):
        key.fault(f"{name} can be read as another move")
    elif model.folded_castling(name) in map(model.folded_castling, others):
        key.fault(f"{name} can be read as another castling")


def _walk(
    key: GameFile, board: Board, walk: words.WalkText, stands: Mapping[str, str], *, sure: bool
) -> None:
    """Check that a piece of the array castles in a straight line; `sure` if the array is right."""
    code, origin, destination = walk
    for cell in (origin, destination):
        if cell not in board.number:
            key.fault(f"the board has no cell {cell}", cell.at)
            return
    if stands.get(origin) != code:
        if sure:
            key.fault(f"the array has no {code} on {origin}", code.at)
    elif origin == destination:
        key.fault(f"{code} does not leave {origin}", destination.at)
    elif board.between(board.number[origin], board.number[destination]) is None:
        what = f"no straight line of cells leads from {origin} to {destination}"
        key.fault(what, destination.at)


def _at_start(file: GameFile, made: model.VariantData, arrays: Arrays, stuck_on: _Stuck) -> None:
    rule = made.promotion
    assert isinstance(rule, model.ToArrayPiece)
    for army in made.armies:
        key, own = file["armies"][army.letter]["array"], arrays[army.letter]
        zone = rule.zones.get(army.letter, "") if rule.forced else ""
        forced = made.board.regions.get(zone, frozenset())
        ends = {code: forced | cells for code, cells in stuck_on[army.letter].items()}
        pawns = [(code, cell) for code, cell in own if code in ends]
        for code, cell in pawns:
            if made.board.number[cell] in ends[code]:
                key.fault(f"the Pawn on {cell} should have promoted there", cell.at)
        types = (made.pieces[code] for code, _ in own)
        idle = _whole(file) and all(kind.royal or kind.pawn for kind in types)
        if idle and pawns and not rule.to:
            key.fault(f"the Pawns of {army.letter} have nothing to promote to")
    for letter, by in _attacked(made, arrays) if _whole(file) else ():
        what = f"army {letter} begins in check from the {by}, but does not move first"
        file["armies"][letter]["array"].fault(what)


def _whole(file: GameFile) -> bool:
    return all(file[key].sound for key in ("board", "pieces", "armies"))


def _groups(array: Iterable[tuple[str, str]]) -> str:
    """Write an army's array in the form of `VariantData.array`."""
    cells: dict[str, list[str]] = {}
    for code, cell in array:
        cells.setdefault(code, []).append(cell)
    return "; ".join(f"{code} {' '.join(names)}" for code, names in cells.items())


def _letters(file: GameFile) -> tuple[str, ...]:
    """List the letters of a file's armies in order of play, also of faulty ones.

    Armies beyond the most that a game may have are left out.
    """
    return tuple(islice(file["armies"].value(dict) or {}, MOST_ARMIES))


def _armies(key: GameFile) -> tuple[model.Army, ...]:
    """Read the armies in order of play; empty if any has a fault."""
    table = key.table(needed=True)
    if key.data is None:
        return ()
    armies: list[model.Army] = []
    for letter, own in islice(table.items(), MOST_ARMIES):
        if not re.fullmatch("[A-Z]", letter):
            own.fault("an army's letter is one capital")
        own.known("name forward array")
        name = own["name"].line(30, needed=True)
        tag = re.fullmatch("[A-Za-z][A-Za-z0-9]*", name)
        if name and (not tag or re.fullmatch(_TAGS, name.lower())):
            what = "an army's name is a tag: letters and digits, and not one of PGN's"
            own["name"].fault(what, 0)
        if len(name) == 1 and name.upper() in {*table} - {letter}:
            own["name"].fault(f"{name} is another army's letter", 0)
        if name.casefold() in {army.name.casefold() for army in armies}:
            own["name"].fault(f"two armies are called {name}", 0)
        forward = _forward(own["forward"])
        if name and forward:
            armies.append(model.Army(letter, name, forward))
    if not 2 <= len(table) <= MOST_ARMIES:
        key.fault(f"a game has two to four armies, not {len(table)}")
        return ()
    return tuple(armies) if len(armies) == len(table) else ()


def _forward(key: GameFile) -> Forward:
    vectors: list[Vector] = []
    texts = key.value(list, needed=True)
    if texts == []:
        key.fault("an army needs a way forward")
    for place, text in enumerate(texts or []):
        if not isinstance(text, str):
            key[place].fault(f"{key.name} lists texts", 0)
    if texts is None or not key.sound:
        return ()
    if len(texts) > MOST_FORWARD:
        key.fault(f"an army has at most {MOST_FORWARD} ways forward")
    for place, text in enumerate(texts[:MOST_FORWARD]):
        match = re.fullmatch(_FORWARD, text)
        if match is None:
            key[place].fault("expected two or three numbers, as in 0 1 0", 0)
            continue
        x, y, z = (int(number or 0) for number in match.groups())
        if (x, y, z) in ((0, 0, 0), *vectors) or max(abs(x), abs(y), abs(z)) > 9:
            what = "a way forward may not be zero, be given twice, or have numbers over 9"
            key[place].fault(what, 0)
        vectors.append((x, y, z))
    return tuple(vectors) if key.sound else ()


def _arrays(file: GameFile, board: Board | None, kinds: Mapping[str, Piece]) -> Arrays:
    """Read the arrays; `kinds` are the pieces without a fault.

    Without a board, cells are not checked against it.
    """
    codes = file["pieces"].value(dict)
    arrays, held = dict[str, list[tuple[str, Word]]](), set[str]()
    for letter in _letters(file):
        key, own = file["armies"][letter]["array"], arrays.setdefault(letter, [])
        text = key.value(str, needed=True)
        if text is None:
            continue
        royals, sure = 0, len(kinds) == len(codes or kinds)
        for apart, group in groupby(words.tokens(text), ";".__eq__):
            if apart:
                continue
            code, *cells = group
            if codes is not None and code not in codes:
                key.fault(f"no piece has the code {code[:20]!r}", code.at)
            if not cells and re.fullmatch(words.CODE, code):
                key.fault(f"no cell follows the code {code}", code.at)
            sure &= code in kinds
            royals += len(cells) if code in kinds and kinds[code].royal else 0
            for cell in cells:
                if (fault := _misplaced(cell, board, held)) is not None:
                    key.fault(fault, cell.at)
                elif board is not None and code in kinds:
                    own.append((code, cell))
                held.add(cell)
        if royals != 1 and sure:
            what = "no royal piece" if not royals else f"{royals} royal pieces"
            marked = "" if any(kind.royal for kind in kinds.values()) else ", marked royal"
            key.fault(f"army {letter} has {what}; it needs one{marked}")
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
    stuck = {*range(len(board.cells))}
    for ray in rays(board, kind.atoms, army.forward):
        stuck -= {cell for cell in stuck if len(ray.cells(cell, ray.first_stop)) == ray.first_stop}
    return frozenset(stuck)


def _attacked(made: model.VariantData, arrays: Arrays) -> Iterator[tuple[str, str]]:
    """Yield the armies, but the first, whose royal piece is attacked, and the attacker."""
    board, pieces = made.board, made.pieces
    stands = {letter: [(code, board.number[cell]) for code, cell in arrays[letter]]
              for letter in made.array}  # fmt: skip
    held = bits(cell for own in stands.values() for _, cell in own)
    royals = {
        army.letter: next(cell for code, cell in stands[army.letter] if pieces[code].royal)
        for army in made.armies[1:]
    }
    for army in made.armies:
        ways = {
            code: Mover(board, pieces[code], army.forward).taking
            for code in {code for code, _ in stands[army.letter]}
        }
        for code, cell in stands[army.letter]:
            for victim, royal in [*royals.items()]:
                lines = ways[code].to(cell, royal)
                if victim != army.letter and open_line(lines, held) is not None:
                    del royals[victim]
                    yield victim, f"{pieces[code].name} of {army.letter}"
