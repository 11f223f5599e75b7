/* What orthodox chess has and games of four armies do not: castling, the end of a game for two, repetitions and draws that
   are reported.  It is a script of its own, for the pages of games that have castling or are for two; rules.js plays by it.

   A castling has its army and name, and two `walks`, of the royal piece and of the other: the piece, the cell that it
   leaves, and those that it goes to; all cells that it `needs` to be empty.  Of a `strange` one the piece there is not the array's. */

globalThis.orthodoxRules = ({ data, names, armyOf, kindOf, code, called, walks, isPawn, isRoyal, placement, rights, moves, end,
  linesFrom, inPassing, aims, attacked, attackers, checking, threats, shotsOf, refused }) => {
  const { letters } = data;
  const all = data.castlings || [];
  const homes = ({ walks: [royal, other] }) => [royal[1], other[1]];
  const isHome = (one, on) => !("strange" in one) && one.walks.every(([piece, cell]) => on[cell] === piece);

  const castlings = (position) => all.flatMap((one, castling) => {
    const [royal] = one.walks;
    return one.army === position.turn && !barred(position, one) ? [{ from: royal[1], to: royal.slice(-1)[0], promotion: -1, castling }] : [];
  });

  /* What keeps the army to move from a castling of its own, with the cell; null for nothing. */
  function barred(position, one) {
    const { board, marks, turn } = position, [royal, ...between] = one.walks[0].slice(1);
    for (const [piece, cell] of one.walks) if (board[cell] !== piece) return { bar: "absent", cell };
    if ("strange" in one) return { bar: "moved", cell: one.strange };
    for (const cell of homes(one)) if (marks[cell] >= 0) return { bar: "moved", cell };
    for (const cell of one.needs) if (board[cell]) return { bar: "occupied", cell };
    if (attackers(position, turn).length) return { bar: "attacked", cell: royal };
    const cell = between.find((one_) => attacked(castledTo(position, one, one_), aims(position, turn, one_)));
    return cell === undefined ? null : { bar: "attacked", cell };
  }

  /* The board while the royal piece is on a cell of its way, or, at its end, after castling. */
  function castledTo({ board }, one, at) {
    const on = board.slice(), [royal, other] = one.walks, arrived = at === royal.slice(-1)[0];
    for (const [, from] of arrived ? [royal, other] : [royal]) on[from] = 0;
    on[at] = royal[0];
    if (arrived) on[other.slice(-1)[0]] = other[0];
    return on;
  }

  function castle(before, now, { to, castling }) {
    now.board = castledTo(before, all[castling], to);
    for (const cell of homes(all[castling])) now.marks[cell] = -1;
  }

  /* Marks the pieces that can castle no more, on a board after a move from or to a cell. */
  function mark(before, now, changed) {
    if (!all.length) return;
    const marked = ({ marks }, one) => homes(one).some((cell) => marks[cell] >= 0);
    const left = all.filter((one) => isHome(one, before.board) && !marked(before, one) && !homes(one).some((cell) => changed.includes(cell)));
    now.board.forEach((piece, cell) => { if (!isPawn[piece]) now.marks[cell] = -1; });
    const still = left.map((one) => homes(one)[0]);
    for (const one of all) {
      const [royal, other] = homes(one);
      if (isHome(one, now.board) && !left.includes(one)) now.marks[still.includes(royal) ? other : royal] = 0;
    }
  }

  /* Why a castling is refused, null if it is not; undefined where two cells mean none: they are a royal piece's. */
  function reason(position, from, to, promotion) {
    const isMeant = ([piece, home, ...way]) => home === from && position.board[from] === piece && way.slice(-1)[0] === to;
    const meant = promotion >= 0 ? undefined : all.find((one) => one.army === position.turn && isMeant(one.walks[0])
      && (one.alone || (!barred(position, one) && refused(position, from, to, promotion))));
    return meant && reasonOf(position, meant);
  }

  function reasonOf(position, one) {
    const found = barred(position, one);
    if (!found) return null;
    const { bar, cell } = found, [royal, other] = one.walks;
    if (bar === "occupied") {
      const [, mover, ...way] = royal.indexOf(cell, 2) > 0 ? royal : other;
      return { code: "blocked", by: cell, mover, path: way.map((at) => names[at]) };
    }
    const on = bar === "attacked" ? castledTo(position, one, cell) : null;
    const shots = on && shotsOf(on, cell === royal[1] ? threats(position)[position.turn] : aims(position, position.turn, cell));
    return { code: "cannot-castle", ...found, ...(on && { shots }), absent: royal[1] === cell ? royal[0] : other[0], ends: royal.slice(-1)[0] === cell };
  }

  /* What bars a castling, in a sentence; `by` is how the cell is attacked. */
  function sentence({ board }, from, { bar, cell, absent, ends }, by) {
    const on = names[cell];
    const texts = {
      absent: () => `${isRoyal[absent] ? "it is not" : `there is no ${code(absent)} of its army`} on ${on}`,
      moved: () => (cell === from ? "it, or each piece that it could castle with, has moved" : `${called(board[cell], cell)} has moved`),
      attacked: () => (cell === from ? `it is in check from ${by}` : `it would ${ends ? "come to" : "pass"} ${on}, which is attacked by ${by}`),
    };
    return `${called(board[from], from)} cannot castle: ${texts[bar]()}`;
  }

  /* The castling of the army to move by its name, or why it is refused, `worded`; nothing if the army has none. */
  function named(position, name, worded, side) {
    const { turn, royals } = position, own = all.filter(({ army }) => army === turn), meant = own.find((one) => one.name === name);
    const move = meant && castlings(position).find(({ castling }) => all[castling] === meant);
    if (move) return { move };
    if (meant) return worded(position, royals[turn], -1, reasonOf(position, meant));
    return own.length ? { code: "cannot-castle", why: `this game has no castling ${name}; it has ${own.map((one) => one.name).join(", ")}` } : null;
  }

  /* Whether a Pawn can ever come to a cell from those of its army's array. */
  function comes(board, pawn, cell) {
    const ends = new Set([...names.keys()].filter((at) => isPawn[board[at]] && armyOf(board[at]) === armyOf(pawn)));
    for (const at of ends) for (const walk of walks(pawn, at).all) for (const end of walk.cells.slice(walk.hops ? 1 : walk.least)) ends.add(end);
    return ends.has(cell);
  }

  /* The army to move, one of two, has no legal move. */
  function endOfTwo(now, events) {
    const { turn } = now, enemy = 1 - turn, [own, other] = [letters[turn], letters[enemy]];
    if (attackers(now, turn).length) {
      const pieces = checking(now, turn);
      events.push({ type: "check", army: own, by: [other], pieces }, { type: "checkmate", army: own, by: other, pieces });
      end(now, [enemy], events);
    } else {
      events.push({ type: "stalemate", army: own });
      end(now, { draw: [0, 1], win: [turn], loss: [enemy] }[data.stalemate], events);
    }
  }

  /* What a position shares with its repetitions: all but the round and rights that nobody can use. */
  function key(position) {
    let { passed } = position;
    if (passed.length && data.two) {
      const used = moves(position).flatMap((move) => inPassing(position, move.from, move.to));
      passed = passed.filter(({ pawn }) => used.includes(pawn));
    }
    return `${placement(position)} ${position.turn} ${rights(passed)}`;
  }

  /* Draws that are reported, never decided: fifty moves, and pieces that can never give checkmate. */
  function draws(before, now, events) {
    const due = [150, 100].find((half) => (before ? now.half === half : now.half >= half));
    if (data.fifty && due) events.push({ type: "fifty-moves", count: due / 2 });
    if (data.dead && (!before || !now.half) && isDead(now) && !(before && isDead(before))) events.push({ type: "dead-position" });
  }

  function isDead({ board, men }) {
    const left = men.flat().filter((cell) => !isRoyal[board[cell]]);
    if (!left.every((cell) => data.dead.includes(kindOf(board[cell])))) return false;
    if (left.length < 2) return true;
    const bound = left.map((cell) => boundTo(board[cell], cell));
    return bound[0].length < names.length && left.every((cell, n) => bound[0].includes(cell) && bound[n].join() === bound[0].join());
  }

  /* The cells that a piece can ever come to on an empty board. */
  function boundTo(piece, cell) {
    const found = new Set([cell]);
    for (const at of found) for (const end of linesFrom(piece, at, false).keys()) found.add(end);
    return [...found].sort((a, b) => a - b);
  }

  return { castlings, castle, mark, reason, reasonOf, sentence, endOfTwo, key, draws, named, comes };
};
