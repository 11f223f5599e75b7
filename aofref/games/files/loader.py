"""Loader: the text of a game's file to a VariantData, or to its faults (aofref-game(5))."""

import re
from collections.abc import Mapping
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
from aofref.geometry import CUBIC, Forward, Vector
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
_CASTLING = r"(?=.{1,20}\Z)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"
_NOT_A_CASTLING = "a castling is called by letters, digits and hyphens, a letter first, 20 at most"
_LIKE_A_MOVE = (  # cells, a pass, or a word that records have
    rf"(?:{words.CODE})?(?:[a-z]{{1,2}}|[0-9]{{1,2}}|{words.CELL})?[-x]?{words.CELL}(?:{words.CODE})?"
    "|[a-z]{1,2}|null|z0|[a-z]{1,2}p|resign(?:s|ed)?|forfeits?|draw|ep"
)


def load(text: str) -> model.VariantData:
    """Return the game of a file's text; raises BadText."""
    file = opened(text)
    game = _Loader(file).game()
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
    game = _Loader(file).game()
    whole = all(key["array"].sound for key in file["armies"].table().values())
    return game if file["board"].sound and file["pieces"].sound and not whole else None


class _Loader:
    """Reads a file: the board, the armies, the pieces that are right, the rest with these.

    `letters` are those of the armies in order of play, also of faulty ones, but not of armies
    beyond the most that a game may have.  `arrays` has the pieces that are right of each: cell and
    code.
    """

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.letters = tuple(islice(file["armies"].value(dict) or {}, MOST_ARMIES))
        self.kinds: dict[str, Piece] = {}
        self.arrays: dict[str, dict[Word, str]] = {}
        self._terrain = Terrain(file["board"])
        self.board = self._terrain.board

    def game(self) -> model.VariantData | None:
        """Read the whole file; None if too little of it is right."""
        file, lattice = self.file, self._terrain.lattice
        file.known("id title page board pieces pawns promotion ending castling armies")
        id_ = file["id"].value(str, needed=True)
        what = "an id is made of small letters, digits and hyphens, 1 to 40 of them"
        file["id"].must(id_ is None or re.fullmatch("[a-z0-9-]{1,40}", id_), what, 0)
        title, page = file["title"].line(200, needed=True), file["page"].line(500)
        sides = self._armies(file["armies"])
        turns: dict[Forward, Turn] = {}  # from the first army's way forward to each army's
        for army in sides:
            way = turn(lattice, sides[0].forward, army.forward) if lattice else None
            if way is not None:
                turns[army.forward] = way
            elif lattice:
                what = f"no turn of the level takes {sides[0].name}'s way forward to this one"
                file["armies"][army.letter]["forward"].fault(what)
        ground = Ground(lattice, self._terrain.levels, turns, self.board) if lattice else None
        self.kinds = self._pieces(file["pieces"], ground)
        pawns, promotion = self._pawns(file["pawns"]), self._promotion(file["promotion"])
        stalemate = self._stalemate(file["ending"])
        fifty_moves = file["ending"]["fifty-moves"].value(bool) is True
        dead = self._officers(
            file["ending"]["dead"], "a piece that can be alone with the royal ones"
        )
        self._arrays()
        castlings = self._castlings(file["castling"])
        count = len(sides) * len(self.kinds)
        count += sum(len(model.companions(own)) for own in castlings.values())
        what = f"{_TOO_MANY}, with those twice that castle with a royal piece, not {count}"
        file["castling"].must(count <= model.MOST_PIECES, what)
        if self.board is None or not sides or not self.kinds or id_ is None:
            return None
        pawn_kinds = {code: kind for code, kind in self.kinds.items() if kind.pawn}
        stuck = {
            army.letter: {code: _stuck(self.board, army, kind) for code, kind in pawn_kinds.items()}
            for army in sides
        }
        regions = dict(self.board.regions)
        for name, army in zip(EDGES, sides, strict=False):  # unless the file defines them
            regions.setdefault(name, frozenset().union(*stuck[army.letter].values()))
        self.board = self.board.with_regions(MappingProxyType(regions))
        made = model.VariantData(
            id=id_,
            title=title,
            page=page or title,
            board=self.board,
            armies=sides,
            pieces=MappingProxyType(self.kinds),
            array={
                army.letter: {str(cell): code for cell, code in self.arrays[army.letter].items()}
                for army in sides
            },
            pawns=pawns,
            promotion=promotion,
            ending=model.Ending.FIDE if len(sides) == 2 else model.Ending.LAST_ARMY,
            shading=model.Shading.CHEQUERED if lattice is CUBIC else model.Shading.THIRDS,
            stalemate=stalemate,
            digits=self._terrain.digits,
            castlings=castlings,
            fifty_moves=fifty_moves,
            dead=dead,
            source=file.text,
        )
        self._at_start(made, promotion, stuck)
        return made

    def _armies(self, key: GameFile) -> tuple[model.Army, ...]:
        """Read the armies in order of play; empty if any has a fault."""
        table, armies = key.table(needed=True), list[model.Army]()
        if key.data is None:
            return ()
        for letter in self.letters:
            own = key[letter]
            own.must(re.fullmatch("[A-Z]", letter), "an army's letter is one capital")
            own.known("name forward array")
            name = own["name"].line(30, needed=True)
            tag = re.fullmatch("[A-Za-z][A-Za-z0-9]*", name)
            tag = None if re.fullmatch(_TAGS, name.lower()) else tag
            what = "an army's name is a tag: letters and digits, and not one of PGN's"
            own["name"].must(tag or not name, what, 0)
            other = len(name) == 1 and name.upper() in {*table} - {letter}
            own["name"].must(not other, f"{name} is another army's letter", 0)
            twice = name.casefold() in {army.name.casefold() for army in armies}
            own["name"].must(not twice, f"two armies are called {name}", 0)
            forward = _forward(own["forward"])
            if name and forward:
                armies.append(model.Army(letter, name, forward))
        few = 2 <= len(table) <= MOST_ARMIES
        key.must(few, f"a game has two to four armies, not {len(table)}")
        return tuple(armies) if few and len(armies) == len(table) else ()

    def _pieces(self, pieces: GameFile, ground: Ground | None) -> dict[str, Piece]:
        """Read the pieces, which may name pieces above them; without a ground, no moves."""
        table, kinds = pieces.table(needed=True), dict[str, Piece]()
        known, lost, spent = dict[str, Piece](), set[str](), 0
        for code, key in islice(table.items(), model.MOST_PIECES):
            key.must(re.fullmatch(words.CODE, code), "a piece's code is one or two capitals")
            text = key.value(str)
            if text is None:
                continue
            spec = key.phrase("piece", words.piece)
            if spec is None:
                lost.add(re.split(" *[,:]", text.lstrip(), maxsplit=1)[0])
                continue
            name = spec.name.casefold()
            if spec.name in words.RESERVED or name in map(str.casefold, known):
                key.fault(f"another piece, or a word of phrases, is already called {spec.name}", 0)
            elif name in {other.casefold() for other in table if other != code}:
                key.fault(f"{spec.name} is another piece's code", 0)
            key.must(not (spec.royal and spec.pawn), "a royal piece cannot be a Pawn", 0)
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
        few = len(table) * max(len(self.letters), 1) <= model.MOST_PIECES
        what = f"{_TOO_MANY}, not {len(table) * len(self.letters)}"
        return kinds if pieces.must(few, what) else {}

    def _pawns(self, key: GameFile) -> model.Pawns:
        key.known("doubles on")
        doubles = key["doubles"].value(str) or ""
        for at, letter in enumerate(doubles):
            there = letter in (self.letters or letter)
            key["doubles"].must(there, f"no army has the letter {letter!r}", at)
        if isinstance(key["on"].data, dict):
            table = key["on"].table()
            starts = {army: self._region(table[army]) for army in table if army in doubles}
            for army in table.keys() - starts.keys():
                table[army].fault("this army has no double step")
        else:
            region = self._region(key["on"])
            starts = dict.fromkeys(doubles if region else "", region)
            needless = region and key["doubles"].data is None
            key["on"].must(not needless, "this has no effect without doubles")
        whole = self.kinds and len(self.kinds) == len(self.file["pieces"].table())
        if doubles and whole and not any(kind.pawn for kind in self.kinds.values()):
            key["doubles"].fault("no piece is a pawn")
        return model.Pawns(doubles, doubles_from=starts)

    def _region(self, key: GameFile) -> str:
        name = key.value(str)
        if name is not None and self.board is not None and name not in self.board.regions:
            edge = name in EDGES and key.path[0] == "promotion"
            key.must(edge, f"no region is called {name!r}"[:80], 0)
        return name or ""

    def _promotion(self, key: GameFile) -> model.ToArrayPiece:
        key.known("zones must to")
        zones = {
            letter: self._region(zone)
            for letter, zone in key["zones"].table().items()
            if zone.must(letter in (self.letters or (letter,)), _no_army(letter))
        }
        must = key["must"].value(bool)
        to = self._officers(key["to"], "a piece that Pawns can promote to")
        return model.ToArrayPiece(zones, forced=must is not False, to=to)

    def _officers(self, key: GameFile, wanted: str) -> tuple[str, ...]:
        """List the codes in a text, which are of pieces but Pawns and royal ones, each once."""
        codes, pieces = dict[str, None](), self.file["pieces"].table()
        for code in words.tokens(key.value(str) or ""):
            kind = self.kinds.get(code)
            key.must(code not in codes, f"{code} is listed twice", code.at)
            if code not in pieces or (kind and (kind.royal or kind.pawn)):
                key.must(code in codes, f"{code} is not {wanted}", code.at)
            codes[str(code)] = None
        return tuple(codes)

    def _stalemate(self, key: GameFile) -> model.StalemateRule:
        many = len(self.letters) > 2
        key.known("stalemate fifty-moves dead" if len(self.letters) == 2 else "stalemate")
        text = key["stalemate"].value(str)
        rules = {rule.name.lower(): rule for rule in model.StalemateRule}
        rules = {"pass": model.StalemateRule.DRAW} if many else rules
        what = f"stalemate is {' or '.join(rules)} among {max(len(self.letters), 2)} armies"
        key["stalemate"].must(text is None or text in rules, what, 0)
        return rules.get(text, model.StalemateRule.DRAW)

    def _arrays(self) -> None:
        """Read the arrays.  Without a board, cells are not checked against it."""
        codes, held = self.file["pieces"].value(dict), set[str]()
        royal = {code for code, kind in self.kinds.items() if kind.royal}
        for letter in self.letters:
            key, own = self.file["armies"][letter]["array"], self.arrays.setdefault(letter, {})
            text = key.value(str, needed=True)
            if text is None:
                continue
            royals, sure = 0, len(self.kinds) == len(codes or self.kinds)
            for apart, group in groupby(words.tokens(text), ";".__eq__):
                if apart:
                    continue
                code, *cells = group
                known = codes is None or code in codes
                key.must(known, f"no piece has the code {code[:20]!r}", code.at)
                alone = not cells and re.fullmatch(words.CODE, code)
                key.must(not alone, f"no cell follows the code {code}", code.at)
                sure &= code in self.kinds
                royals += len(cells) if code in royal else 0
                for cell in cells:
                    if (fault := _misplaced(cell, self.board, held)) is not None:
                        key.fault(fault, cell.at)
                    elif self.board is not None and code in self.kinds:
                        own[cell] = str(code)
                    held.add(cell)
            what = f"{royals} royal pieces" if royals else "no royal piece"
            marked = "" if royal else ", marked royal"
            fits = royals == 1 or not sure
            key.must(fits, f"army {letter} has {what}; it needs one{marked}")

    def _castlings(self, key: GameFile) -> dict[str, tuple[model.Castling, ...]]:
        castlings: dict[str, tuple[model.Castling, ...]] = {}
        for letter, army in key.table().items():
            if not army.must(letter in self.letters, _no_army(letter)):
                continue
            table, own = army.table(), list[model.Castling]()
            what = f"an army has at most {MOST_CASTLINGS} castlings, not {len(table)}"
            if not army.must(len(table) <= MOST_CASTLINGS, what, code=Code.LIMIT):
                continue
            for name, each in table.items():
                like = [model.folded_castling(castling.name) for castling in own]
                if not re.fullmatch(_CASTLING, name):
                    each.fault(_NOT_A_CASTLING)
                elif any(re.fullmatch(_LIKE_A_MOVE, text) for text in (name, name.lower())):
                    each.fault(f"{name} can be read as another move")
                elif model.folded_castling(name) in like:
                    each.fault(f"{name} can be read as another castling")
                if each.value(str) is None:
                    continue
                walks = each.phrase("castling", words.castling)
                if walks is not None and self.board is not None:
                    own.append(self._castling(each, self.board, letter, walks))
            castlings[letter] = tuple(own)
        return castlings

    def _castling(
        self, key: GameFile, board: Board, letter: str, walks: tuple[words.WalkText, ...]
    ) -> model.Castling:
        """Check that pieces of the array castle in straight lines."""
        stands = self.arrays[letter]
        sure = self.file["armies"].sound and self.file["pieces"].sound
        for code, origin, destination in walks:
            lacking = [cell for cell in (origin, destination) if cell not in board.number]
            if lacking:
                key.fault(f"the board has no cell {lacking[0]}", lacking[0].at)
            elif stands.get(origin) != code:
                key.must(not sure, f"the array has no {code} on {origin}", code.at)
            elif origin == destination:
                key.fault(f"{code} does not leave {origin}", destination.at)
            elif board.between(board.number[origin], board.number[destination]) is None:
                what = f"no straight line of cells leads from {origin} to {destination}"
                key.fault(what, destination.at)
        (royal, *_, first), (companion, *_, second) = walks
        if royal in self.kinds and not self.kinds[royal].royal:
            key.fault(f"{royal} is not royal; the royal piece comes first", royal.at)
        elif (kind := self.kinds.get(companion)) and (kind.royal or kind.pawn):
            what = f"{companion} is royal or a Pawn, which nothing castles with"
            key.fault(what, companion.at)
        key.must(first != second, f"both pieces come to {first}", second.at)
        return model.Castling(str(key.path[-1]), *(model.Walk(*map(str, walk)) for walk in walks))

    @property
    def _whole(self) -> bool:
        return all(self.file[key].sound for key in ("board", "pieces", "armies"))

    def _at_start(
        self,
        made: model.VariantData,
        rule: model.ToArrayPiece,
        stuck: Mapping[str, Mapping[str, frozenset[int]]],
    ) -> None:
        """Check that Pawns can promote, and that only the first army may begin in check."""
        board, pieces, stands = made.board, made.pieces, dict[str, list[tuple[str, int]]]()
        for letter, ends in stuck.items():
            key, own = self.file["armies"][letter]["array"], self.arrays[letter]
            stands[letter] = [(code, board.number[cell]) for cell, code in own.items()]
            zone = rule.zones.get(letter, "") if rule.forced else ""
            forced = board.regions.get(zone, frozenset())
            for cell, code in own.items():
                done = code in ends and board.number[cell] in forced | ends[code]
                key.must(not done, f"the Pawn on {cell} should have promoted there", cell.at)
            idle = self._whole and all(pieces[code].royal or code in ends for code in own.values())
            if idle and not rule.to and any(code in ends for code in own.values()):
                key.fault(f"the Pawns of {letter} have nothing to promote to")
        if not self._whole:
            return
        held = bits(cell for own in stands.values() for _, cell in own)
        royals = {
            army.letter: next(cell for code, cell in stands[army.letter] if pieces[code].royal)
            for army in made.armies[1:]
        }
        for army in made.armies:
            ways = {code: Mover(board, pieces[code], army.forward).taking for code in pieces}
            for code, origin in stands[army.letter]:
                for victim, royal in [*royals.items()]:
                    lines = ways[code].to(origin, royal)
                    if victim != army.letter and open_line(lines, held) is not None:
                        del royals[victim]
                        by = f"the {pieces[code].name} of {army.letter}"
                        what = f"army {victim} begins in check from {by}, but does not move first"
                        self.file["armies"][victim]["array"].fault(what)


def _no_army(letter: str) -> str:
    return f"no army has the letter {letter!r}"


def _forward(key: GameFile) -> Forward:
    vectors: list[Vector] = []
    texts = key.value(list, needed=True)
    key.must(texts != [], "an army needs a way forward")
    for place, text in enumerate(texts or []):
        key[place].must(isinstance(text, str), f"{key.name} lists texts", 0)
    if texts is None or not key.sound:
        return ()
    key.must(len(texts) <= MOST_FORWARD, f"an army has at most {MOST_FORWARD} ways forward")
    for place, text in enumerate(texts[:MOST_FORWARD]):
        match = re.fullmatch(_FORWARD, text)
        if match is None:
            key[place].fault("expected two or three numbers, as in 0 1 0", 0)
            continue
        x, y, z = (int(number or 0) for number in match.groups())
        new = (x, y, z) not in ((0, 0, 0), *vectors) and max(abs(x), abs(y), abs(z)) <= 9
        what = "a way forward may not be zero, be given twice, or have numbers over 9"
        key[place].must(new, what, 0)
        vectors.append((x, y, z))
    return tuple(vectors) if key.sound else ()


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
