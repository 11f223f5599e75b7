/* What a drawing shows of a piece among others, by the rules of `rules.js` ---------------------- */

/* Those of some lines that are no part of another's beginning. */
function whole(lines) {
  const parts = new Set(lines.flatMap((line) => line.map((_, n) => line.slice(0, n).join())));
  return [...new Map(lines.map((line) => [line.join(), line])).entries()].flatMap(([text, line]) => (parts.has(text) ? [] : [line]));
}

/* The steps of a walk and the two behind it, as far as its ray goes: the cell that each leads to, if there is one, the cells
   beside it that it needs, what it lacks, and whether a hole bars it as a leap. */
function stepsOf({ taken, steps, cellAt }, { ray, cells: { length } }, from) {
  const found = [];
  for (const { at, place, end, lack, leap } of taken(ray, from, () => found.length < length + 2)) {
    const beside = steps[at].slice(1).map((need) => cellAt.get(place + need));
    found.push({ cell: cellAt.get(end), beside, lack, leap });
  }
  return found;
}

/* Where a piece on a cell goes while others are placed on cells:
     goes   empty cells that it moves to
     takes  cells that it captures on
     would  empty cells that it would capture on if a piece of another army stood there
     over   cells that it would capture on if another piece stood between, too
     stops  by the piece that stands in its way, the cells that it does not reach for it
     lacks  by a cell that it would go to, what the board lacks for it; "" if it may not go to the cell
     needs  cells beside its ways that must be there for its steps, empty or not
     lines  the ways that it goes along, from its own cell on; none is a part of another
     apart  whether it captures otherwise than it moves */
function explored(game, piece, from, placed) {
  const board = new Uint8Array(game.names.length), marks = new Int8Array(board.length).fill(NONE);
  board[from] = piece;
  for (const [cell, other] of placed) board[cell] = other;
  const ends = game.reach({ board, marks, passed: [] }, from);
  const goes = new Set(ends.filter((cell) => !board[cell])), takes = new Set(ends.filter((cell) => board[cell]));
  const would = new Set(), over = new Set(), stops = new Map(), lacks = new Map(), needs = new Set(), lines = [];

  const { every } = game.walks(piece, from);
  for (const walk of every) {
    const { cells, least } = walk, steps = stepsOf(game, walk, from), held = (cell) => board[cell] > 0;
    const screen = walk.hops ? cells.findIndex(held) : -1, alone = walk.hops && screen < 0;
    const next = cells.findIndex((cell, n) => n > screen && held(cell)), end = next < 0 || alone ? cells.length : next;
    if (alone) for (const cell of cells.slice(1)) over.add(cell);
    else if (walk.takes) for (const cell of cells.slice(max(least, screen + 1), end)) would.add(cell);
    if (end < cells.length) stops.set(cells[end], [...(stops.get(cells[end]) || []), ...cells.slice(max(end, least))]);
    const count = end + (walk.takes && end >= least && takes.has(cells[end]) ? 1 : 0);
    if (count > least) for (const { beside } of steps.slice(0, count)) for (const cell of beside) needs.add(cell);
    if (count > least && steps.length !== 1) lines.push([from, ...cells.slice(0, count)]);
    if (!cells.some(held)) barred(walk, steps);
  }

  /* The cell behind a walk, and the next if it has none before: for both the same is lacking. */
  function barred({ cells: { length }, least }, steps) {
    const [next, second] = steps.slice(length), lack = next?.leap ? "" : next?.lack;
    if (next && length >= least) add(next.cell, lack);
    if (!length && lack && second) add(second.cell, lack);
  }

  function add(cell, lack) {
    if (cell !== undefined && !lacks.has(cell)) lacks.set(cell, lack);
  }

  const reached = (cell) => [goes, takes, would, over].some((cells) => cells.has(cell));
  for (const [cell, cells] of stops) {
    const left = new Set(cells.filter((other) => !reached(other)));
    if (left.size) stops.set(cell, left);
    else stops.delete(cell);
  }
  for (const cell of lacks.keys()) if (reached(cell) || cell === from) lacks.delete(cell);
  needs.delete(from);
  return { goes, takes, would, over, stops, lacks, needs, lines: whole(lines), apart: every.some(({ moves, takes: too }) => moves !== too) };
}
