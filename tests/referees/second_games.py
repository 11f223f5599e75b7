"""The second referee reads a game from a TOML file, written from the format alone.

As slow and plain as second_referee.py, on which it stands: every phrase is gone through on the
board as it is, and who could capture a piece is found by asking every piece.
Files are taken to be right: what is wrong with one is not its matter.
"""

import re
import tomllib
from itertools import product
from pathlib import Path

from tests.referees.second_referee import (
    AXIAL_O,
    DOWN,
    MOVED,
    UP,
    BadPosition,
    Game,
    Move,
    add,
    times,
)

LETTERS = "abcdefghijklmnopqrstuvwyz"
TOLD = re.compile(
    r"\([-\d ]+\)|root-3 diagonals|flat orthogonals|flat diagonals|hex diagonals|"
    r"hybrid diagonals|orthogonals|diagonals|verticals|root-\d+(?::\d)?|\d+(?::\d+)+"
)


def vector(text):
    numbers = [int(n) for n in text.strip("()").split()]
    return tuple(numbers + [0] * (3 - len(numbers)))


def between(text):
    """The first and the last of "1..5"."""
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def holds(condition, cell):
    """Whether a condition such as "x+y = -5..5" holds for a cell."""
    left, sign, right = re.fullmatch(r"(.*?)\s*(>=|<=|=)\s*(.*)", condition).groups()
    total = 0
    for minus, letter in re.findall(r"([-+]?)\s*([xyz])", left):
        total += cell["xyz".index(letter)] * (-1 if minus == "-" else 1)
    first, last = between(right)
    if sign == "=":
        return first <= total <= last
    return total >= first if sign == ">=" else total <= last


def meets(cell, lists):
    """Whether a cell meets all the conditions of any of the lists."""
    return any(all(holds(condition, cell) for condition in one) for one in lists)


class Castling(Move):
    """A castling: the move of the King, its name, and what goes with it."""

    def __init__(self, name, king, other):
        super().__init__(*king)
        self.name = name
        self.other = other  # from, to, piece


class FileGame(Game):
    """A game from a file, with the play of two to four armies as second_referee.py has it."""

    def __init__(self, path):
        told = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        self.variant = told["id"]
        self.order = list(told["armies"])
        self.two_players = len(self.order) == 2
        self.cubic = told["board"]["lattice"] == "cubic"
        self.faith2 = self.sd2l = self.advisory = False
        self.pass_in_stalemate = True
        self.stalemate = told.get("ending", {}).get("stalemate", "draw")
        self.no_h_or_y, self.no_elf = set(), set()
        self.reachable_memo = {}
        self.set_up_board(told["board"])
        self.set_up_families()
        self.set_up_pieces(told["pieces"])
        self.set_up_array(told["armies"])
        self.set_up_pawns(told)
        self.set_up_castling(told.get("castling", {}))

    # ---------------------------------------------------------------- setup

    def set_up_board(self, told):
        ranges = [between(told.get(axis, "1..1")) for axis in "xyz"]
        places = list(product(*(range(first, last + 1) for first, last in ranges)))
        on_board = [c for c in places if meets(c, told.get("cells", [[]]))]
        cells = [c for c in on_board if not meets(c, told.get("holes", []))]
        files, levels = told.get("files", LETTERS), told.get("levels", LETTERS)
        by_file = told.get("ranks", "straight" if self.cubic else "by file") == "by file"
        self.name = {}
        for x, y, z in cells:
            foot = min(c[1] for c in on_board if c[0] == x) if by_file else ranges[1][0]
            level = levels[z - ranges[2][0]] if ranges[2][0] < ranges[2][1] else ""
            self.name[x, y, z] = f"{level}{files[x - ranges[0][0]]}{y - foot + 1}"
        self.cell = {name: cell for cell, name in self.name.items()}
        self.region = {
            name: {c for c in cells if meets(c, lists)}
            for name, lists in told.get("regions", {}).items()
        }

    def set_up_families(self):
        def of(*families):
            return [d for family in families for d in family]

        if self.cubic:
            around = list(product((-1, 0, 1), repeat=3))
            one, two, three = ([d for d in around if sum(map(abs, d)) == n] for n in (1, 2, 3))
            self.family = {
                "orthogonals": one,
                "diagonals": two,
                "root-3 diagonals": three,
                "flat orthogonals": [d for d in one if not d[2]],
                "flat diagonals": [d for d in two if not d[2]],
                "verticals": [UP, DOWN],
            }
            return
        self.O = AXIAL_O
        self.H = [add(self.O[i], self.O[(i + 1) % 6]) for i in range(6)]
        self.family = {
            "orthogonals": of(self.O, [UP, DOWN]),
            "flat orthogonals": self.O,
            "verticals": [UP, DOWN],
            "hex diagonals": self.H,
            "diagonals": [add(o, v) for o in self.O for v in (UP, DOWN)],
            "hybrid diagonals": [add(h, v) for h in self.H for v in (UP, DOWN)],
        }

    def set_up_pieces(self, told):
        """`pieces`: code -> what it moves by, and what it takes by, lists of phrases."""
        self.pieces, self.royal, self.pawn_codes = {}, [], []
        named = {}
        for code, text in told.items():
            head, _, body = " ".join(text.split()).partition(": ")
            name, *marks = head.split(", ")
            moves, _, takes = body.partition("; takes ")
            moves = self.phrases(moves, named, 0)
            takes = self.phrases(takes, named, 1) if takes else moves
            self.pieces[code] = named[name] = (moves, takes)
            if "royal" in marks:
                self.royal.append(code)
            if "pawn" in marks:
                self.pawn_codes.append(code)
        self.pawn_code = self.pawn_codes[0] if self.pawn_codes else None

    def phrases(self, text, named, which):
        found = []
        for part in text.split(" + "):
            if part in named:
                found += named[part][which]
            else:
                found.append(part)
        return found

    def set_up_array(self, told):
        first = [vector(v) for v in told[self.order[0]]["forward"]]
        self.forward, self.turns, self.array = {}, {}, {}
        for army, one in told.items():
            self.forward[army] = [vector(v) for v in one["forward"]]
            self.turns[army] = self.turn_that_takes(first, self.forward[army])
            for group in one["array"].split(";"):
                code, *names = group.split()
                for name in names:
                    self.put_in_array(self.cell[name], army, code)

    def turn_that_takes(self, first, own):
        """What turns the first army's ways forward into an army's own: without a mirror if it can be."""

        def turned(d, sixths_or_fourths, down, mirrored):
            x, y, z = d
            if mirrored:
                x, y = (-x, y) if self.cubic else (y, x)
            for _ in range(sixths_or_fourths):
                x, y = (-y, x) if self.cubic else (-y, x + y)
            return (x, y, -z if down else z)

        for mirrored, down in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for times_turned in range(4 if self.cubic else 6):
                if [turned(d, times_turned, down, mirrored) for d in first] == own:
                    return lambda d, of=(times_turned, down, mirrored): turned(d, *of)
        raise ValueError("no turn of the board does that")

    def set_up_pawns(self, told):
        pawns, promotion = told.get("pawns", {}), told.get("promotion", {})
        royal_or_pawn = {*self.royal, *self.pawn_codes}
        own = {army: {p[1] for p in self.array.values() if p[0] == army} for army in self.order}
        to = promotion.get("to", "").split()
        self.choices = {army: to or sorted(own[army] - royal_or_pawn) for army in self.order}
        self.must = promotion.get("must", True)
        zones = promotion.get("zones", {})
        self.zone = {a: self.region[zones[a]] if a in zones else set() for a in self.order}
        self.double_from = {}
        for army in pawns.get("doubles", ""):
            on = pawns.get("on")
            on = on.get(army) if isinstance(on, dict) else on
            starts = {c for c, p in self.array.items() if p[0] == army and p[1] in self.pawn_codes}
            self.double_from[army] = self.region[on] if on else starts

    def set_up_castling(self, told):
        """By army, the name of each castling and its two walks: code, from, to."""
        self.castlings = {army: [] for army in self.order}
        for army, named in told.items():
            for name, text in named.items():
                walks = []
                for walk in text.split(";"):
                    code, cells = walk.split()
                    walks.append((code, *(self.cell[cell] for cell in cells.split("-"))))
                self.castlings[army].append((name, *walks))
        self.castle = any(self.castlings.values())

    # ---------------------------------------------------------------- ways

    def directions(self, text, army):
        """(kind, vector) of all that a list of directions names, as an army sees them."""
        found = []
        for word in TOLD.findall(text):
            if word in self.family:
                found += [("step", d) for d in self.family[word]]
            elif word[0] == "(":
                found.append(("step", self.turns[army](vector(word))))
            else:
                found += self.cubic_leaps(word) if self.cubic else self.hex_leaps(word)
        rest = TOLD.sub("", text).replace(",", "").strip()
        assert found and not rest, (text, rest)
        return found

    def cubic_leaps(self, word):
        everywhere = product(range(-9, 10), repeat=3)
        if word.startswith("root-"):
            length = int(word.removeprefix("root-"))
            return [("step", d) for d in everywhere if sum(n * n for n in d) == length]
        size = sorted([*(int(n) for n in word.split(":")), 0][:3])
        return [("step", d) for d in everywhere if sorted(map(abs, d)) == size]

    def hex_leaps(self, word):
        if word.startswith("root-"):
            length, _, levels = word.removeprefix("root-").partition(":")
            long = {7: 2, 13: 3}[int(length)]
            flat = [
                add(times(long, self.O[i]), self.O[(i + s) % 6]) for i in range(6) for s in (1, 5)
            ]
            heights = {times(int(levels or 0), v) for v in (UP, DOWN)}
            return [("oblique", add(d, h)) for d in flat for h in heights]
        m, n = (int(n) for n in word.split(":"))
        found = []
        for o, v, (a, b) in product(self.O, (UP, DOWN), ((m, n), (n, m))):
            found.append(("block", (o, a, v, b)))
        return found

    def end(self, cell, kind, d):
        """Where one step or leap ends, or None where the board has no cell that it needs."""
        if kind == "step":
            return self.step(cell, d)
        if kind == "oblique":
            target, beside = add(cell, d), add(cell, (d[0], d[1], 0))
            over = add(cell, (0, 0, d[2]))
            return target if all(map(self.exists, (target, beside, over))) else None
        o, columns, v, levels = d
        if not self.block_complete(cell, o, columns, v, levels):
            return None
        return add(cell, add(times(columns, o), times(levels, v)))

    def walk(self, cell, steps):
        """The cells that steps lead over, as far as there are cells."""
        found = []
        for kind, d in steps:
            cell = self.end(cell, kind, d)
            if cell is None:
                break
            found.append(cell)
        return found

    def likeness(self, one, other):
        """How little two directions differ: the square of the cosine of the angle, with its sign."""

        def dot(a, b):
            skew = 0 if self.cubic else (a[0] * b[1] + a[1] * b[0]) / 2
            return sum(m * n for m, n in zip(a, b, strict=True)) + skew

        part = dot(one, other)
        return round(part * abs(part) / (dot(one, one) * dot(other, other)), 9)

    def ways(self, phrase, army, cell):
        """(manner, cells, more) of each way that a phrase goes from a cell of an empty board."""
        verb, number, rest = re.fullmatch(r"(\w+)\s+(?:(\d+)\s+(?!:))?(.*)", phrase).groups()
        far = int(number) if number else 99
        if verb in ("step", "leap"):
            to, _, over = rest.partition(" over ")
            for kind, d in self.directions(to, army):
                end = self.end(cell, kind, d)
                if end is None:
                    continue
                beside = [b for _, b in self.directions(over, army)] if over else []
                gone = add(end, times(-1, cell))
                nearest = max((self.likeness(gone, b) for b in beside), default=0)
                gate = [add(cell, b) for b in beside if self.likeness(gone, b) == nearest]
                yield "leap", [end], gate
        elif verb in ("ride", "hop"):
            for step in self.directions(rest, army):
                yield verb, self.walk(cell, [step] * far), 0
        elif verb == "bend":
            first, _, then = rest.partition(" then ")
            seconds = self.directions(then, army)
            for step in self.directions(first, army):
                like = max(self.likeness(step[1], d) for _, d in seconds if d != step[1])
                for on in seconds:
                    if on[1] != step[1] and self.likeness(step[1], on[1]) == like:
                        yield "ride", self.walk(cell, [step, *[on] * (far - 1)]), 1
        else:
            assert verb == "curve", phrase
            family, _, steps = rest.rpartition(" ")
            round_about = self.directions(family, army)
            for i, side in product(range(6), (1, -1)):
                turns = [round_about[(i + n * side) % 6] for n in range(int(steps))]
                yield "ride", self.walk(cell, turns), 0

    def lines(self, code, army, cell, capturing):
        key = (code, army, cell, capturing)
        if key not in self.reachable_memo:
            phrases = self.pieces[code][1 if capturing else 0]
            self.reachable_memo[key] = [w for p in phrases for w in self.ways(p, army, cell)]
        return self.reachable_memo[key]

    # ------------------------------------------------------ moves on a board

    def targets(self, board, cell, capturing):
        """The occupied cells that a piece bears on, or the empty ones to which it can move."""
        army, code, _ = board[cell]
        found = set()
        for manner, cells, more in self.lines(code, army, cell, capturing):
            if manner == "leap":
                if all(self.exists(gate) and gate not in board for gate in more):
                    found.update(cells)
            elif manner == "ride":
                for n, target in enumerate(cells):
                    if n >= more:
                        found.add(target)
                    if target in board:
                        break
            else:  # hop
                screens = 0
                for target in cells:
                    if screens == (1 if capturing else 0):
                        found.add(target)
                    screens += target in board
        return {target for target in found if (target in board) == capturing}

    def attackers_of(self, board, army, target):
        """The cells of an army's pieces that could capture on a cell."""
        mine = [cell for cell, piece in board.items() if piece[0] == army]
        return [cell for cell in mine if target in self.targets(board, cell, True)]

    def attacks(self, board, army, target):
        return bool(self.attackers_of(board, army, target))

    # A piece that has moved is MOVED; that it is written only where it could castle otherwise.

    def pseudo_legal_castlings(self, state):
        if self.in_check(state.board, state.alive, state.turn):
            return
        for name, king, other in self.castlings[state.turn]:
            if not (self.stands(state, king) == self.stands(state, other) == 0):
                continue
            homes = {king[1], other[1]}
            passed = self.straight(king)
            if any(cell in state.board for cell in {*passed, *self.straight(other)} - homes):
                continue
            pieces = [(state.turn, walk[0], MOVED) for walk in (king, other)]
            move = Castling(name, (*king[1:], pieces[0]), (*other[1:], pieces[1]))
            steps = [Move(king[1], cell, pieces[0]) for cell in passed[:-1]]
            boards = [Game.board_after(self, state, step) for step in steps]
            boards.append(self.board_after(state, move))
            if not any(self.in_check(board, state.alive, state.turn) for board in boards):
                yield move

    def stands(self, state, walk):
        """0 if the piece of a castling is on its cell and has not moved, MOVED if it has, or None."""
        army, code, moved = state.board.get(walk[1], (None, None, None))
        return moved if (army, code) == (state.turn, walk[0]) else None

    def straight(self, walk):
        """The cells that a walk passes and enters."""
        _, cell, end = walk
        far = max(abs(b - a) for a, b in zip(cell, end, strict=True))
        step = tuple((b - a) // far for a, b in zip(cell, end, strict=True))
        return [add(cell, times(n, step)) for n in range(1, far + 1)]

    def legal_moves(self, state):
        if state.legal is None and self.castle and state.turn != "-":
            castlings = {move.name: move for move in self.pseudo_legal_castlings(state)}
            super().legal_moves(state)
            if castlings:
                state.legal.pop("--", None)
                state.legal.update(castlings)
        return super().legal_moves(state)

    def board_after(self, state, move):
        board = super().board_after(state, move)
        army, code, _ = move.piece
        if self.castle and code not in self.pawn_codes:
            board[move.target] = (army, code, MOVED)
        if isinstance(move, Castling):
            origin, target, piece = move.other
            if origin != move.target:
                del board[origin]
            board[target] = piece
        return board

    def line(self, state):
        if not self.castle:
            return super().line(state)
        shown = state.copy()
        marked = set()
        for army in self.order:
            as_if = state.copy()
            as_if.turn = army
            home = [
                (a, b)
                for _, a, b in self.castlings[army]
                if self.stands(as_if, a) is not None and self.stands(as_if, b) is not None
            ]
            free = [(a, b) for a, b in home if self.stands(as_if, a) == self.stands(as_if, b) == 0]
            if free:
                marked |= {other[1] for king, other in home if (king, other) not in free}
            elif home:
                marked.add(home[0][0][1])
        for cell, (army, code, _) in state.board.items():
            shown.board[cell] = (army, code, MOVED if cell in marked else 0)
        return super().line(shown)

    def pawn_moves(self, state, cell):
        board, found = state.board, []
        army, code, _ = board[cell]

        def arrive(target, **more):
            for choice in self.promotions(army, code, target):
                piece = (army, choice or code, 0)
                found.append(Move(cell, target, piece, promotion=choice, **more))

        for target in self.targets(board, cell, False):
            arrive(target)
        if cell in self.double_from.get(army, ()):
            for _, (first,), _ in self.lines(code, army, cell, False):
                second = add(first, add(first, times(-1, cell)))
                ends = [e for _, cells, _ in self.lines(code, army, first, False) for e in cells]
                if first not in board and second not in board and second in ends:
                    arrive(second, passed=first)
        for target in self.targets(board, cell, True):
            if board[target][0] != army:
                arrive(target, captured=True)
        for target in {passed for passed, _ in state.ep.values()}:
            victims = [a for a in self.order if a != army and state.ep.get(a, [0])[0] == target]
            as_if = {**board, target: (victims[0], code, 0)} if victims else {}
            if victims and target not in board and target in self.targets(as_if, cell, True):
                arrive(target, captured=True, ep_armies=victims)
        return found

    def promotions(self, army, code, cell):
        """What a Pawn that comes to a cell may become; None: it stays what it is."""
        if not self.lines(code, army, cell, False):
            return self.choices[army]
        if cell not in self.zone[army]:
            return [None]
        return self.choices[army] if self.must else [None, *self.choices[army]]

    def pieces_that_check(self, state, army):
        """The pieces of the living enemies that give check to an army, by name."""
        royal, found = self.royal_cell(state.board, army), []
        for other in state.alive:
            if other != army:
                for cell in self.attackers_of(state.board, other, royal):
                    found.append(f"{other}:{state.board[cell][1]}{self.name[cell]}")
        return sorted(found)

    def owed_given(self, army, code, cell, text):
        castles = any(code in (a[0], b[0]) for _, a, b in self.castlings[army])
        if not castles or text != "0":
            raise BadPosition("^" + text)
        return MOVED
