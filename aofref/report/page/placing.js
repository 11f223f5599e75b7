/* Positions that are set up by hand: what is wrong with one, in the referee's words, and how its line is written.

   A setup has a `board`, the piece on each cell; `marks`, by cell, what a Pawn owes, 0 for one that has moved where it matters,
   else -1; `lost`, the homes of pieces that their royal piece can castle with no more; rights to take in passing, `passed`;
   the army to move, `turn`; and the `round`. */

function placing(game) {
  const { data, names, armies, armyOf, isPawn, NONE } = game, cells = names.map((_, cell) => cell);
  const array = game.read(data.start), most = max(0, ...array.marks);
  const starts = (data.starts || []).map(numberSet), doubles = [];
  const men = ({ board }, army) => cells.filter((cell) => board[cell] && armyOf(board[cell]) === army);
  const rightsOf = (data.castlings || []).filter((one) => !("strange" in one)).map(({ army, name, walks: [royal, other] }) =>
    ({ army, name, royal: royal[1], home: other[1], pieces: [[royal[1], royal[0]], [other[1], other[0]]] }));

  /* What is set up when a position is taken apart. */
  function setup(position) {
    const { board, marks, passed, turn, round } = position;
    const lost = new Set(rightsOf.filter(({ royal, home }) => marks[royal] >= 0 || marks[home] >= 0).map(({ home }) => home));
    const of = marks.map((mark, cell) => (isPawn[board[cell]] ? min(mark, most) : NONE));
    return kept({ board: board.slice(), marks: of, lost, passed, turn: turn < 0 ? game.living(position)[0] || 0 : turn, round });
  }

  const empty = (turn) => ({ board: array.board.map(() => 0), marks: array.marks.map(() => NONE), lost: new Set(), passed: [], turn, round: 1 });

  /* Puts a piece on a cell, 0 to clear it: another setup. */
  function put(set, cell, piece, mark = NONE) {
    const board = set.board.slice(), marks = set.marks.slice(), lost = new Set(set.lost);
    board[cell] = piece;
    marks[cell] = isPawn[piece] ? min(mark, most) : NONE;
    lost.delete(cell);
    return kept({ ...set, board, marks, lost });
  }

  const move = (set, from, to) => (from === to ? set : put(put(set, to, set.board[from], set.marks[from]), from, 0));

  /* The rights that its pieces can have, where each castling stands for all with the same piece. */
  const castlings = ({ board }) => rightsOf.filter(({ home, pieces }, at) => pieces.every(([cell, piece]) => board[cell] === piece)
    && rightsOf.findIndex((one) => one.home === home) === at);

  /* The double steps by which Pawns of the other armies may have come: the Pawn, the cell that it has passed, and the cell it left. */
  function stepped({ board, turn }) {
    return cells.filter((cell) => isPawn[board[cell]] && armyOf(board[cell]) !== turn).flatMap((pawn) => {
      const army = armyOf(board[pawn]), steps = (doubles[board[pawn]] ??= doublesOf(game, board[pawn]));
      return steps.filter(({ end }) => end === pawn).map(({ from, passed }) => ({ army, cell: passed, pawn, from }));
    });
  }

  const same = (a) => (b) => a.cell === b.cell && a.pawn === b.pawn;

  /* The rights to take in passing that there may be: those that it has, and after steps over empty cells. */
  const passes = (set) => stepped(set).filter((one) => set.passed.some(same(one)) || (!set.board[one.from] && !set.board[one.cell]))
    .filter((one, at, all) => all.findIndex(same(one)) === at);

  /* Leaves out the rights that its pieces no longer have; an army has one in passing. */
  function kept(set) {
    const may = stepped(set);
    const passed = set.passed.filter((right, at, all) => may.some(same(right)) && all.findIndex(({ army }) => army === right.army) === at);
    return { ...set, passed: passed.sort((a, b) => a.army - b.army) };
  }

  /* Where a Pawn has a mark, and which. */
  function marked({ board, marks, passed }, cell) {
    const piece = board[cell], mark = passed.some(({ pawn }) => pawn === cell) ? max(0, marks[cell]) : marks[cell];
    if (!isPawn[piece]) return NONE;
    return mark > 0 || (mark === 0 && starts.length && starts[armyOf(piece)].has(cell)) ? mark : NONE;
  }

  /* Writes the line, before its turn is started. */
  function line(set) {
    const marks = Int8Array.from(cells, (cell) => marked(set, cell)), own = castlings(set), left = own.filter(({ home }) => !set.lost.has(home));
    for (const { army, royal, home } of own)
      if (set.lost.has(home)) marks[left.some((one) => one.army === army) ? home : royal] = 0;
    return game.write({ ...set, marks, men: armies.map((army) => men(set, army)) });
  }

  const faults = (set) => faultsOf(game, { ...game.read(line(set)), turn: set.turn, round: set.round });

  return { setup, empty, put, move, kept, castlings, passes, line, faults, most, first: starts.length > 0 };
}
