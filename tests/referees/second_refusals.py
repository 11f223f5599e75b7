# ruff: noqa
"""Why a written move is refused: the second referee's answer.

Written from the rules and the formats alone, as aofref-rules(7), aofref-record(5) and aofref(1) have them, on top of second_referee.py, and
as slow and plain as that file.  `refuse(game, state, text)` gives None for a
legal move and else (code, facts), the code being that of aofref(1) by its
"Which code, where several hold", the facts what its message must name.

Every cell in the facts is given by its name; every piece as "E Rka4", army,
code and cell.  Keys of the facts, where they apply:

  army        the army to move ("-" when the game is over)
  text_army   the army the text names, if it names one
  piece       the piece that stands on the origin
  origin, destination
  on_end      the piece that stands on the destination
  cells       (no-such-cell) the texts that are no cells, in their order
  ways        for the codes of the way: one dictionary for each way that has
              the code: path (cells walked between the ends, in order), and
              blocker (a piece), or missing (a name, "beyond the board"),
              missing_any (all names of the first step that lacks something)
  path, blocker, missing, missing_any, screen
              the same of the first of these ways (the shortest)
  promotions  the codes that are legal there; without = where "-" is in it
  checkers    (in-check) dictionaries: piece, crosses, screen, and ways: every
              (crosses, screen) of that piece
  royal       (in-check) where the army's royal piece would stand
  candidates  (SAN) the cells of the pieces that the text names
  open        other codes that the texts would bear as well

Where the texts leave a choice a comment says CHOICE.
"""

import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import second_referee as referee  # noqa: E402
from second_referee import BENT, DOWN, ROYAL, UP, Game, add, column, times  # noqa: E402

BEYOND = "beyond the board"

# aofref(1), DIAGNOSTICS: which code, where several hold.  cannot-pass is a move of its
# own and comes after what can be said of any move.
ORDER_OF_CODES = [
    "game-over",
    "wrong-turn",
    "no-such-cell",
    "bad-promotion",
    "empty-cell",
    "wrong-army",
    "wrong-piece",
    "own-piece",
    "blocked",
    "missing-cell",
    "no-screen",
    "no-capture",
    "unreachable",
    "promotion-required",
    "promotion-forbidden",
    "in-check",
]


class NotAMove(ValueError):
    """The text is no move in any of the forms read here (`syntax`)."""


# --------------------------------------------------------------------------
# Names
# --------------------------------------------------------------------------


def place_name(game, cell):
    """The name of a place, on the board or not.

    CHOICE: a place has a name where its column has cells on some level and
    its level is one of the board's: aof2 `ba1`, sd2l `aj1`.  Any other is
    beyond the board.
    """
    if cell in game.name:
        return game.name[cell]
    levels = {c[2] for c in game.name}
    if cell[2] not in levels:
        return BEYOND
    for level in sorted(levels):
        twin = (cell[0], cell[1], level)
        if twin not in game.name:
            continue
        name = game.name[twin]
        if game.sd2l:
            return "ab"[cell[2] - 1] + name[1:]
        return name[:-1] + str(cell[2])
    return BEYOND


def piece_name(game, board, cell):
    army, code, _ = board[cell]
    return "%s %s%s" % (army, code, game.name[cell])


# --------------------------------------------------------------------------
# Ways: how a piece could get from one cell to another on some board
# --------------------------------------------------------------------------


class Way:
    """One way.  `needs` is a list of groups of places, in the order in which
    the move comes to them; a way lacks a cell if a place in a group is none.
    A string in a group stands for a column that the lattice leaves out."""

    def __init__(self, kind, path, needs, occupied_needs=None):
        self.kind = kind  # line, leap, elephant, hop, pawn-*
        self.path = path  # cells between the ends, in order
        self.needs = needs
        self.occupied_needs = occupied_needs  # Elephant, middle occupied


def count(delta, direction):
    """n > 0 with delta = n * direction, or 0."""
    n = max(map(abs, delta)) // max(map(abs, direction))
    return n if n and times(n, direction) == delta else 0


def minus(a, b):
    return add(a, times(-1, b))


def closed_column(game, a, b, pairs):
    """aof6: the name of the column that is missing beside a step that RULES 3
    forbids there, else None.

    The page says of steps along hex and hybrid diagonals: "as there is no
    column da or nk".  Of Elves it says only that they are barred: no name.
    """
    if (column(a), column(b)) not in pairs:
        return None
    near_da = column(a)[0] < 8
    return "da" if near_da else "nk"


def step_needs(game, a, direction):
    """The places that one step needs: those beside it, then its end."""
    b = add(a, direction)
    needs = []
    flat = (direction[0], direction[1], 0)
    if not game.cubic:
        if direction[2] != 0 and flat != (0, 0, 0):
            needs += [(a[0], a[1], b[2]), (b[0], b[1], a[2])]
        if flat in game.H:
            gone = closed_column(game, a, b, game.no_h_or_y)
            if gone:
                needs += [gone + str(level) for level in sorted({a[2], b[2]})]
    return needs + [b]


def walk(game, kind, origin, steps):
    """The way that takes these steps one after the other."""
    here, path, needs = origin, [], []
    for direction in steps:
        needs.append(step_needs(game, here, direction))
        here = add(here, direction)
        path.append(here)
    return Way(kind, path[:-1], needs)


def block_needs(start, flat, columns, vertical, levels):
    return [
        add(start, add(times(i, flat), times(j, vertical)))
        for i in range(columns + 1)
        for j in range(levels + 1)
    ]


def atom_ways(game, atom, army, origin, target):
    delta, kind, found = minus(target, origin), atom[0], []

    def bent(first, then):
        n = count(minus(delta, first), then)
        if n:
            found.append(walk(game, "line", origin, [first] + [then] * n))

    def one(direction):
        if direction == delta:
            found.append(walk(game, "line", origin, [direction]))

    if kind == "step":
        for letter in atom[1]:
            for d in game.family[letter]:
                one(d)
    elif kind in ("ride", "hop"):
        for d in game.family[atom[1]]:
            n = count(delta, d)
            if n:
                found.append(walk(game, "hop" if kind == "hop" else "line", origin, [d] * n))
    elif kind == "block":
        for m, n in ((atom[1], atom[2]), (atom[2], atom[1])):
            for o in game.O:
                for v in (UP, DOWN):
                    if add(times(m, o), times(n, v)) == delta:
                        found.append(Way("leap", [], [block_needs(origin, o, m, v, n)]))
    elif kind == "oblique":
        long, levels = atom[1], atom[2]
        for i in range(6):
            for side in (1, -1):
                flat = add(times(long, game.O[i]), game.O[(i + side) % 6])
                for v in (UP, DOWN) if levels else (UP,):
                    if add(flat, times(levels, v)) != delta:
                        continue
                    needs = [target]
                    if levels:
                        needs += [add(origin, times(levels, v)), add(origin, flat)]
                    if long == 2 and levels == 2:
                        if closed_column(game, origin, target, game.no_elf):
                            needs += [""]
                    found.append(Way("leap", [], [needs]))
    elif kind == "elephant":
        for o in game.O:
            for v in (UP, DOWN):
                d = add(o, v)
                if times(2, d) != delta:
                    continue
                if game.barred_to_elephants(origin, target):
                    continue  # R-14's alternative: there is no such way
                way = walk(game, "elephant", origin, [d, d])
                way.occupied_needs = [block_needs(origin, o, 2, v, 2)]
                found.append(way)
    elif kind == "curve":
        flats = game.O if atom[1] == "O" else game.H
        for i in range(6):
            for turn in (1, -1):
                steps, sum_ = [], (0, 0, 0)
                for n in range(atom[2]):
                    steps.append(flats[(i + n * turn) % 6])
                    sum_ = add(sum_, steps[-1])
                    if sum_ == delta:
                        found.append(walk(game, "line", origin, list(steps)))
    elif kind in BENT:
        for first, then in game.bends(kind):
            bent(first, then)
    elif kind == "peacock":
        ahead = add(*game.forward[army])
        i = game.H.index(ahead)
        for d in (ahead, times(-1, ahead), game.O[(i + 2) % 6], game.O[(i - 1) % 6]):
            one(d)
            one(add(d, UP))
            one(add(d, DOWN))
        one(UP)
        one(DOWN)
    elif kind == "cubic-king":
        for d in game.family["W"] + game.family["F"]:
            if not (game.planar_king and d[2]):
                one(d)
    elif kind == "cubic-leap":
        if sorted(abs(n) for n in delta) == sorted(atom[1]):
            found.append(Way("leap", [], [[target]]))
    else:
        raise AssertionError(kind)
    return found


def pawn_ways(game, piece, origin, target):
    army, _, owed = piece
    delta, found = minus(target, origin), []
    for f in game.forward[army]:
        if delta == f:
            found.append(walk(game, "pawn-step", origin, [f]))
        if delta == times(2, f):
            # CHOICE: two steps are a way only of a Pawn that has the right;
            # any other is refused as `unreachable`.
            if game.double_step_allowed(army, origin, add(origin, f), owed):
                found.append(walk(game, "pawn-double", origin, [f, f]))
    captures = [add(f, v) for f in game.forward[army] for v in (UP, DOWN)]
    if game.cubic:
        captures.append(add(*game.forward[army]))
    if delta in captures:
        found.append(walk(game, "pawn-capture", origin, [delta]))
    return found


def ways(game, piece, origin, target):
    """Every way of the piece, the shortest first, each once."""
    army, code, _ = piece
    if code == game.pawn_code:
        return pawn_ways(game, piece, origin, target)
    found = []
    for atom in game.pieces[code]:
        for way in atom_ways(game, atom, army, origin, target):
            if not any(w.kind == way.kind and w.path == way.path for w in found):
                found.append(way)
    return sorted(found, key=lambda w: len(w.path))


def missing_of(game, board, way):
    """The places that the way lacks at the first step that lacks any."""
    needs = way.needs
    if way.kind == "elephant":
        middle = way.path[0]
        if middle not in game.name:
            # CHOICE: without a middle cell it is neither empty nor occupied;
            # the middle is named first.
            needs = [[middle] + way.needs[0]]
        elif middle in board:
            needs = way.occupied_needs
    for group in needs:
        lacking = []
        for place in group:
            if isinstance(place, str):
                name = place
            elif place not in game.name:
                name = place_name(game, place)
            else:
                continue
            if name not in lacking:
                lacking.append(name)
        if lacking:
            return lacking
    return []


def judge_way(game, state, board, mover, way, target):
    """(code or None, facts) of one way, on a board where no own piece stands
    on the target."""
    facts = {"path": [place_name(game, c) for c in way.path]}
    lacking = missing_of(game, board, way)
    if lacking:
        facts["missing"], facts["missing_any"] = lacking[0], lacking
        return "missing-cell", facts
    between = [c for c in way.path if c in board]
    if way.kind in ("leap", "elephant"):
        return None, facts
    if way.kind == "line":
        if between:
            facts["blocker"] = piece_name(game, board, between[0])
            return "blocked", facts
        return None, facts
    if way.kind == "hop":
        if target not in board:
            if between:
                facts["blocker"] = piece_name(game, board, between[0])
                return "blocked", facts
            return None, facts
        if not between:
            return "no-screen", facts
        facts["screen"] = piece_name(game, board, between[0])
        if len(between) > 1:
            # CHOICE: the second piece in the line is the one in the way.
            facts["blocker"] = piece_name(game, board, between[1])
            facts["blocker_any"] = [piece_name(game, board, c) for c in between]
            return "blocked", facts
        return None, facts
    if way.kind in ("pawn-step", "pawn-double"):
        # CHOICE: a piece that stands on the end of a Pawn's step is in its
        # way (`blocked`, for the way lacks no cell), not a `no-capture`.
        if target in board:
            between.append(target)
        if between:
            facts["blocker"] = piece_name(game, board, between[0])
            if between[0] == target:
                facts["open"] = ["no-capture"]
            return "blocked", facts
        return None, facts
    if way.kind == "pawn-capture":
        if target in board:
            return None, facts
        if en_passant_victims(game, state, mover, target):
            return None, facts
        return "no-capture", facts
    raise AssertionError(way.kind)


def en_passant_victims(game, state, army, target):
    if state is None:
        return []
    return [
        a
        for a in game.order
        if a in state.ep and state.ep[a][0] == target and game.en_passant_allowed(army, a, target)
    ]


# --------------------------------------------------------------------------
# Checks
# --------------------------------------------------------------------------


def checkers(game, board, alive, army):
    """Every enemy piece that could capture the army's royal piece."""
    royal = game.royal_cell(board, army)
    found = []
    for cell in sorted(board, key=game.name.get):
        piece = board[cell]
        if piece[0] == army or piece[0] not in alive:
            continue
        open_ways = []
        for way in ways(game, piece, cell, royal):
            if way.kind in ("pawn-step", "pawn-double"):
                continue
            code, facts = judge_way(game, None, board, piece[0], way, royal)
            if code is None:
                # CHOICE: what is crossed are the cells that must be empty:
                # leapers cross nothing, and an Elephant its middle only if
                # it could not go there were that occupied.
                crossed = way.path
                if way.kind == "elephant" and all(c in game.name for c in way.occupied_needs[0]):
                    crossed = []
                empty = [game.name[c] for c in crossed if c not in board]
                open_ways.append((empty, facts.get("screen")))
        if open_ways:
            found.append(
                {
                    "piece": piece_name(game, board, cell),
                    "crosses": open_ways[0][0],
                    "screen": open_ways[0][1],
                    "ways": open_ways,
                }
            )
    return found


# --------------------------------------------------------------------------
# Reading a move
# --------------------------------------------------------------------------

PREFIX = r"^\s*(?:([A-Za-z]):)?\s*"
TAIL = (
    r"(?P<ep>\s*(?:ep|e\.p\.))?(?:\s*=?\s*(?P<promotion>[A-Z]{1,2}))?"
    r"(?:\s*;\s*@\s*-\s*(?P<lifted>[a-z]+\d+))?(?P<suffix>[+#][+#A-Z]*)*\s*$"
)
FULL = re.compile(
    PREFIX
    + r"(?P<code>[A-Z]{0,2})\s?(?P<origin>[a-z]{2,}\d+)\s*(?P<mark>[-x\u2013\u2212\u00d7:]?)\s*"
    + r"(?P<destination>[a-z]+\d+)"
    + TAIL
)
SAN = re.compile(
    PREFIX
    + r"(?P<code>[A-Z]{0,2})(?P<part>[a-w]*\d*?)(?P<mark>[x\u00d7:]?)"
    + r"(?P<destination>[a-z]{2}\d+)"
    + TAIL
)
PASS = re.compile(PREFIX + r"--\s*$")


def refuse(game, state, text):
    """None for a legal move, else (code, facts)."""
    facts = {"army": state.turn, "text": text}
    full, passed, short = FULL.match(text), PASS.match(text), None
    if not full and not passed:
        short = SAN.match(text)
        if not short:
            raise NotAMove(text)
    named = (full or passed or short).group(1)
    if named:
        facts["text_army"] = named
    if state.turn == "-":
        return "game-over", facts
    if named and named != state.turn:
        # CHOICE: a letter that is no army of the game is not on the board.
        if named in state.alive:
            return "wrong-turn", facts
        return "wrong-army", facts
    if passed:
        if "--" in game.legal_moves(state):
            return None
        facts["in_check"] = game.in_check(state.board, state.alive, state.turn)
        return "cannot-pass", facts
    if short:
        return refuse_san(game, state, short, facts)
    return refuse_full(game, state, full.groupdict(), facts)


def is_pawn_code(game, code):
    # CHOICE: "code P/PN written out": either means a Pawn in every game.
    return code in ("P", "PN")


def refuse_full(game, state, words, facts):
    board, army = state.board, state.turn
    wrong = [w for w in (words["origin"], words["destination"]) if w not in game.cell]
    if wrong:
        facts["cells"] = wrong
        return "no-such-cell", facts
    origin, target = game.cell[words["origin"]], game.cell[words["destination"]]
    facts["origin"], facts["destination"] = words["origin"], words["destination"]
    code, promotion = words["code"], words["promotion"]
    if code and code not in game.pieces and not is_pawn_code(game, code):
        facts["code"] = code
        if promotion and promotion not in game.pieces:
            facts["open"] = ["bad-promotion"]
        return "wrong-piece", facts
    if promotion and promotion not in game.pieces:
        # CHOICE: `=P` or `=PN`, the Pawn's code of another game, is a code
        # that the game does not have.
        facts["promotion"] = promotion
        return "bad-promotion", facts
    if origin not in board:
        return "empty-cell", facts
    piece = board[origin]
    facts["piece"] = piece_name(game, board, origin)
    if piece[0] != army:
        return "wrong-army", facts
    if is_pawn_code(game, code):
        code = game.pawn_code
    if code and code != piece[1]:
        facts["code"] = code
        return "wrong-piece", facts
    if target in board:
        facts["on_end"] = piece_name(game, board, target)
        if board[target][0] == army:
            # CHOICE: also where a Pawn's capture lacks a cell ("whatever
            # stands on the end"): own-piece is before the way.  A move to
            # where the piece stands already is own-piece too.
            if any(
                w.kind == "pawn-capture" and missing_of(game, board, w)
                for w in ways(game, piece, origin, target)
            ):
                facts["open"] = ["missing-cell"]
            if target == origin:
                facts["open"] = ["unreachable"]
            return "own-piece", facts

    # the way
    judged = [
        judge_way(game, state, board, army, way, target)
        for way in ways(game, piece, origin, target)
    ]
    claims = bool(words.get("ep") or words.get("lifted"))
    if not any(code is None for code, _ in judged):
        for code in ("blocked", "missing-cell", "no-screen", "no-capture"):
            those = [f for c, f in judged if c == code]
            if those:
                facts["ways"] = those
                facts.update(those[0])
                return code, facts
        # CHOICE: an en passant claim on a move without any way is still
        # `unreachable`: the way comes first, the claim after it.
        if claims:
            facts["open"] = ["no-capture"]
        if piece[1] in ("E", "ET") and game.barred_to_elephants(origin, target):
            facts["barred"] = True
        return "unreachable", facts
    facts["path"] = next(f for c, f in judged if c is None)["path"]

    # aofref-record(5): `ep` and `@-` must be true
    is_pawn = piece[1] == game.pawn_code
    victims = []
    if (
        is_pawn
        and target not in board
        and any(w.kind == "pawn-capture" for w in ways(game, piece, origin, target))
    ):
        victims = en_passant_victims(game, state, army, target)
    if claims and not victims:
        facts["claim"] = "en passant"
        return "no-capture", facts
    if words.get("lifted"):
        if words["lifted"] not in game.cell:
            facts["cells"] = [words["lifted"]]
            return "no-such-cell", facts
        pawns = [state.ep[a][1] for a in victims]
        if game.cell[words["lifted"]] not in pawns:
            facts["claim"] = "en passant"
            return "no-capture", facts

    # promotion
    choices = [None]
    if is_pawn:
        cost = 1
        if all(w.kind == "pawn-double" for w in ways(game, piece, origin, target)):
            cost = 2
        left = game.owed_after(army, target, piece[2], cost)
        choices = game.promotions(board, army, target, left)
    facts["promotions"] = sorted(c or "-" for c in choices)
    if promotion not in choices:
        if not promotion:
            return "promotion-required", facts
        facts["promotion"] = promotion
        if choices == [None]:
            return "promotion-forbidden", facts
        return "bad-promotion", facts

    # check
    if game.advisory and not game.two_players:
        return None
    after = dict(board)
    del after[origin]
    for victim in victims:
        after.pop(state.ep[victim][1], None)
    after[target] = (army, promotion or piece[1], 0)
    giving = checkers(game, after, state.alive, army)
    assert bool(giving) == game.in_check(after, state.alive, army), facts
    if not giving:
        return None
    if not game.two_players:
        # allowed all the same if nothing keeps out of check and
        # the army is in check now, or stalemate=move
        legal = game.legal_moves(state)
        if any(m is not None and (m.origin, m.target) == (origin, target) for m in legal.values()):
            return None
    facts["royal"] = game.name[game.royal_cell(after, army)]
    facts["checkers"] = giving
    facts["in_check_now"] = game.in_check(board, state.alive, army)
    return "in-check", facts


# --------------------------------------------------------------------------
# SAN, as far as `ambiguous` and `no-match` go
# --------------------------------------------------------------------------


def part_matches(game, part, name):
    """Whether what SAN gives of the origin fits the cell."""
    if not part or part == name:
        return True
    if game.cubic or game.sd2l:
        return part in (name[1:], name[0])
    return part in (name[:-1], name[-1])


def refuse_san(game, state, match, facts):
    words = match.groupdict()
    board, army = state.board, state.turn
    if words["destination"] not in game.cell:
        facts["cells"] = [words["destination"]]
        return "no-such-cell", facts
    facts["destination"] = words["destination"]
    code = words["code"] or game.pawn_code
    if is_pawn_code(game, code):
        code = game.pawn_code
    if code not in game.pieces:
        facts["code"] = code
        return "wrong-piece", facts
    if words["promotion"] and words["promotion"] not in game.pieces:
        facts["promotion"] = words["promotion"]
        return "bad-promotion", facts
    named = sorted(
        game.name[c]
        for c, p in board.items()
        if p[:2] == (army, code) and part_matches(game, words["part"], game.name[c])
    )
    facts["candidates"] = named
    if not named:
        # CHOICE: with no army named, what only a piece of another army could
        # be, and could do were it its turn, is that army's move.
        if "text_army" not in facts:
            after = game.order.index(army) + 1
            for other in [*game.order[after:], *game.order[: after - 1]]:
                turned = state.copy()
                turned.turn = other
                able = [
                    piece_name(game, board, c)
                    for c, p in board.items()
                    if p[:2] == (other, code)
                    and part_matches(game, words["part"], game.name[c])
                    and refuse_full(game, turned, dict(words, origin=game.name[c]), {"army": other})
                    is None
                ]
                if able:
                    facts["of"] = able
                    return "wrong-army", facts
        return "no-match", facts
    answers = []
    for name in named:
        answer = refuse_full(game, state, dict(words, origin=name), {"army": army})
        answers.append((name, answer))
    fit = [name for name, answer in answers if answer is None]
    if len(fit) > 1:
        # the capture mark and `ep` may still tell them apart
        exact = []
        for text, move in game.legal_moves(state).items():
            if move is None or game.name[move.origin] not in fit:
                continue
            if game.name[move.target] != words["destination"]:
                continue
            if move.promotion != words["promotion"]:
                continue
            if move.captured == bool(words["mark"]) and bool(move.ep_armies) == bool(words["ep"]):
                exact.append(game.name[move.origin])
        if len(exact) != 1:
            facts["candidates"] = fit
            return "ambiguous", facts
        return None
    if fit:
        return None

    # CHOICE: "comes last in this order" with `unreachable` the last of the
    # codes of the way, as it is written; in "open" the code that comes last
    # if it is taken to be the first of them.
    def late(answer):
        return ORDER_OF_CODES.index(answer[0]) if answer[0] != "bad-promotion" else 13.5

    worst = max(late(answer) for _, answer in answers)
    last = [(name, answer) for name, answer in answers if late(answer) == worst]
    code, more = last[0][1]
    others = {answer[0] for _, answer in answers} - {code}
    if code == "unreachable" and others:
        way_codes = [c for c in ORDER_OF_CODES if c in others]
        more["open"] = way_codes[-1:]
    more["candidates"] = named
    more["of"] = [name for name, _ in last]
    more["text"] = facts["text"]
    return code, more


# --------------------------------------------------------------------------
# Wrong moves
# --------------------------------------------------------------------------


def lan_text(game, state, origin, target, promotion=None, ep=False, code=None):
    piece = state.board.get(origin)
    if code is None:
        code = "" if piece is None or piece[1] == game.pawn_code else piece[1]
    mark = "x" if target in state.board or ep else "-"
    text = code + game.name[origin] + mark + game.name[target]
    return text + ("ep" if ep else "") + ("=" + promotion if promotion else "")


def wrong_moves(game, state, rng, n):
    """n texts of moves that are refused, of every sort that the position
    has; fewer if it has few.  State must not be over for most of them."""
    cells = sorted(game.name)
    board, army = state.board, state.turn
    if army == "-":
        armies = list(game.order)
        return [
            "%s:%s-%s" % (rng.choice(armies), game.name[a], game.name[b])
            for a, b in (rng.sample(cells, 2) for _ in range(n))
        ]
    own = sorted(c for c in board if board[c][0] == army)
    enemy = sorted(c for c in board if board[c][0] != army)
    pawns = [c for c in own if board[c][1] == game.pawn_code]
    pseudo = game.pseudo_legal(state)
    pseudo.sort(key=lambda m: (m.origin, m.target, m.promotion or ""))
    codes = sorted(game.pieces)

    def random_cell():
        return lan_text(game, state, rng.choice(own), rng.choice(cells))

    def near_miss():
        possible = {}  # code of the way -> moves: the rare codes as often
        for origin in rng.sample(own, min(4, len(own))):
            for target in cells:
                if target in board and board[target][0] == army:
                    continue
                found = {
                    judge_way(game, state, board, army, w, target)[0]
                    for w in ways(game, board[origin], origin, target)
                }
                if found and None not in found:
                    possible.setdefault(min(found), []).append((origin, target))
        if not possible:
            return None
        origin, target = rng.choice(possible[rng.choice(sorted(possible))])
        return lan_text(game, state, origin, target)

    def pawn_miss():
        if not pawns:
            return None
        origin = rng.choice(pawns)
        offsets = [add(f, v) for f in game.forward[army] for v in (UP, DOWN, (0, 0, 0))]
        offsets += [times(2, f) for f in game.forward[army]]
        if game.cubic:
            offsets.append(add(*game.forward[army]))
        target = add(origin, rng.choice(offsets))
        if target not in game.name:
            return None
        return lan_text(game, state, origin, target, ep=rng.random() < 0.2)

    def promotion():
        some = [m for m in pseudo if m.promotion] if rng.random() < 0.7 else []
        some = some or [m for m in pseudo if m.piece[1] == game.pawn_code] or pseudo
        if rng.random() < 0.15:
            some = pseudo
        if not some:
            return None
        move = rng.choice(some)
        code = rng.choice(codes + ["ZZ", "X", None, None, None])
        return lan_text(game, state, move.origin, move.target, code, bool(move.ep_armies))

    def other_army():
        if not enemy:
            return None
        origin = rng.choice(enemy)
        text = lan_text(game, state, origin, rng.choice(cells))
        if rng.random() < 0.5:
            text = "%s:%s" % (rng.choice(game.order + [army]), text)
        return text

    def exposing():
        legal = game.legal_moves(state)
        some = [m for m in pseudo if game.lan(state, m) not in legal]
        return game.lan(state, rng.choice(some)) if some else None

    def claim():
        some = [m for m in pseudo if not m.ep_armies]
        near = [m for m in some if board[m.origin][1] == game.pawn_code]
        if near and rng.random() < 0.6:
            some = near
        if not some:
            return None
        move = rng.choice(some)
        return lan_text(game, state, move.origin, move.target, move.promotion, ep=True)

    def no_pass():
        return rng.choice(["--", army + ":--", rng.choice(game.order) + ":--"])

    def no_cell():
        text = lan_text(game, state, rng.choice(own), rng.choice(cells))
        names = re.findall(r"[a-z]+\d+", text.replace("x", "-"))
        old = rng.choice(names)
        new = old[:-1] + rng.choice("0789")
        if not (game.cubic or game.sd2l) and rng.random() < 0.5:
            new = old[1] + old[0] + old[2:]
        if game.faith2 and rng.random() < 0.3:
            new = "ba1"
        return text.replace(old, new, 1)

    def other_code():
        if not pseudo:
            return None
        move = rng.choice(pseudo)
        code = rng.choice(codes + ["ZZ", "X"])
        return lan_text(game, state, move.origin, move.target, code=code)

    def from_nowhere():
        empty = [c for c in cells if c not in board]
        return lan_text(game, state, rng.choice(empty), rng.choice(cells), code=rng.choice(codes))

    def onto_own():
        return lan_text(game, state, rng.choice(own), rng.choice(own))

    def short():
        origin = rng.choice(own)
        near = [m.target for m in pseudo if m.origin == origin]
        target = rng.choice(near) if near and rng.random() < 0.6 else rng.choice(cells)
        code = board[origin][1]
        if code == game.pawn_code:
            return None
        return code + ("x" if target in board else "") + game.name[target]

    def twins():
        """A cell that several pieces of one code may go to."""
        seen = {}
        for m in pseudo:
            code = board[m.origin][1]
            if code != game.pawn_code:
                seen.setdefault((code, m.target), set()).add(m.origin)
        some = sorted(key for key, origins in seen.items() if len(origins) > 1)
        if not some:
            return None
        code, target = rng.choice(some)
        return code + ("x" if target in board else "") + game.name[target]

    makers = [
        twins,
        random_cell,
        near_miss,
        near_miss,
        near_miss,
        pawn_miss,
        pawn_miss,
        promotion,
        promotion,
        other_army,
        exposing,
        exposing,
        claim,
        no_pass,
        no_cell,
        other_code,
        from_nowhere,
        onto_own,
        short,
    ]
    found, tries = [], 0
    while len(found) < n and tries < 20 * n + 200:
        tries += 1
        text = rng.choice(makers)()
        if text and text not in found and refuse(game, state, text) is not None:
            found.append(text)
    return found


# --------------------------------------------------------------------------
# Self-test
# --------------------------------------------------------------------------


def scattered_state(game, rng, bare_odds=0.3):
    """A position with pieces put anywhere: few enough for long lines."""
    while True:
        cells = sorted(game.name)
        rng.shuffle(cells)
        parts, turn = [], rng.choice(game.order)
        for army in game.order:
            words = []
            royal = "K"
            if game.faith2 and rng.random() < 0.3:
                royal = "EM"
            if game.variant == "aof6" and rng.random() < 0.3:
                royal = "PR"
            words.append(royal + game.name[cells.pop()])
            codes = sorted(set(game.pieces) - set(ROYAL))
            most = 9 if bare_odds < 1 else 25
            # now and then the army to move has little, so that it may be stuck
            bare = army == turn and rng.random() < bare_odds
            for code in rng.choices(codes, k=rng.randrange(2 if bare else most)):
                words.append(code + game.name[cells.pop()])
            for _ in range(0 if bare else rng.randrange(5)):
                words.append(game.pawn_code + game.name[cells.pop()])
                if game.cubic:
                    words[-1] += "^%d" % rng.choice([0, 0, 1, 2, 6])
                elif game.variant == "aof6" and rng.random() < 0.3:
                    words[-1] += "^0"
            parts.append(army + ":" + ";".join(words))
        try:
            state = game.read("%s %s - 5" % ("/".join(parts), turn))
        except referee.BadPosition:
            continue
        if state.turn != "-":
            return state


# Five kinds of positions; each is a stream without an end.


def states_of_games(game, rng):
    """Positions of random games, every few plies from the array to the end, and that."""
    while True:
        state, most = game.start(), rng.randrange(20, 200)
        for _ in range(most):
            moves = game.moves(state)
            takes = [m for m in moves if "x" in m or "=" in m]
            state = game.play(state, rng.choice(takes if takes and rng.random() < 0.4 else moves))[
                0
            ]
            if state.turn == "-" or rng.random() < 0.15:
                yield state
            if state.turn == "-":
                break


def states_scattered(game, rng):
    """Positions with pieces put anywhere, all armies on the board."""
    while True:
        yield scattered_state(game, rng)


def states_of_endings(game, rng):
    """Two to six pieces in all, armies removed among four."""
    codes = sorted(set(game.pieces) - set(ROYAL))
    while True:
        alive = sorted(rng.sample(game.order, rng.randint(2, len(game.order))))
        board = {}
        for army in alive:
            put(game, board, army, a_royal(game, rng), rng, sorted(game.name))
        for _ in range(rng.randint(0, max(1, 6 - len(alive)))):
            army, code = rng.choice(alive), rng.choice(codes)
            cells = pawn_places(game, army) if code == game.pawn_code else sorted(game.name)
            put(game, board, army, code, rng, cells)
        yield from given_state(game, rng, board, rng.choice(alive))


def states_of_promotion(game, rng):
    """Pawns a step from where they promote, or two, and enemies to take there."""
    codes = sorted(set(game.pieces) - set(ROYAL))
    while True:
        army = rng.choice(game.order)
        board = {}
        for other in game.order:
            put(game, board, other, a_royal(game, rng), rng, sorted(game.name))
        near = [c for c in pawn_places(game, army) if nears_promotion(game, army, c)]
        for _ in range(rng.randint(1, 4)):
            put(game, board, army, game.pawn_code, rng, near)
        for pawn in [c for c in board if board[c][:2] == (army, game.pawn_code)]:
            targets = [c for c in game.pawn_capture_cells(army, pawn) if c not in board]
            if targets and rng.random() < 0.6:
                other = rng.choice([a for a in game.order if a != army])
                put(
                    game,
                    board,
                    other,
                    rng.choice([c for c in codes if c != game.pawn_code]),
                    rng,
                    targets,
                )
        for _ in range(rng.randint(0, 4)):
            code = rng.choice([c for c in codes if c != game.pawn_code])
            put(game, board, rng.choice(game.order), code, rng, sorted(game.name))
        yield from given_state(game, rng, board, army)


def states_of_passing(game, rng):
    """Pawns that have just double-stepped past others, and a move or two later."""
    steppers = [a for a in game.order if not game.faith2 or a in "IP"]
    codes = sorted(set(game.pieces) - set(ROYAL) - {game.pawn_code})
    while True:
        army = rng.choice(steppers)
        board = {}
        for other in game.order:
            put(game, board, other, a_royal(game, rng), rng, sorted(game.name))
        cells = sorted(c for c in game.pawn_cells[army] if c in pawn_places(game, army))
        for _ in range(rng.randint(1, 3)):
            put(game, board, army, game.pawn_code, rng, cells, rng.choice((5, 6)))
        for pawn in [c for c in board if board[c][:2] == (army, game.pawn_code)]:
            for step in game.forward[army]:
                passed = add(pawn, step)
                other = rng.choice([a for a in game.order if a != army])
                beside = [
                    c
                    for c in pawn_places(game, other)
                    if passed in game.pawn_capture_cells(other, c)
                ]
                if beside and passed not in board:
                    put(game, board, other, game.pawn_code, rng, beside)
        for _ in range(rng.randint(0, 4)):
            put(game, board, rng.choice(game.order), rng.choice(codes), rng, sorted(game.name))
        for state in given_state(game, rng, board, army):
            doubles = [t for t, m in game.legal_moves(state).items() if m and m.passed]
            for _ in range(rng.randint(1, 2)):
                moves = doubles or game.moves(state)
                if state.turn != "-" and moves:
                    state, doubles = game.play(state, rng.choice(moves))[0], []
            if state.turn != "-":
                yield state


KINDS = [
    states_of_games,
    states_scattered,
    states_of_endings,
    states_of_promotion,
    states_of_passing,
]


def a_royal(game, rng):
    if game.faith2 and rng.random() < 0.3:
        return "EM"
    return "PR" if game.variant == "aof6" and rng.random() < 0.3 else "K"


def put(game, board, army, code, rng, cells, owed=None):
    """A piece on one of the cells, if one is free."""
    free = [c for c in cells if c not in board]
    if free:
        if code != game.pawn_code or not game.cubic:
            owed = 0
        elif owed is None:
            owed = rng.choice([0, 0, 1, 2, 6])
        board[rng.choice(free)] = (army, code, owed)


def pawn_places(game, army):
    """The cells where a Pawn of the army may stand: where it has not to promote."""
    memo = game.__dict__.setdefault("pawn_places", {})
    if army not in memo:
        memo[army] = [c for c in sorted(game.name) if None in game.promotions({}, army, c, 0)]
    return memo[army]


def nears_promotion(game, army, cell):
    steps = [add(cell, f) for f in game.forward[army]]
    ends = [c for c in steps if c in game.name] + game.pawn_capture_cells(army, cell)
    return any(game.promotions({}, army, c, 0) != [None] for c in ends)


def given_state(game, rng, board, turn):
    """The position with these pieces, its turn started, if it is one."""
    parts = []
    for army in game.order:
        words = [
            code + game.name[cell] + ("^%d" % owed if owed else "")
            for cell, (owner, code, owed) in board.items()
            if owner == army
        ]
        parts.append(army + ":" + (";".join(words) or "-"))
    try:
        state = game.read("%s %s - %d" % ("/".join(parts), turn, rng.randint(1, 90)))
    except referee.BadPosition:
        return
    if state.turn != "-":
        yield state
