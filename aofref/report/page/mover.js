/* Where a piece goes from any cell: aofref has written its rays, which are walked here --------- */

const HOPS = 0;

/* Gives a function that says where a piece on a cell goes, if `stands(cell)` is 0 for an empty cell, 1 where a piece of
   its own army stands and 2 where another's does:
     goes   empty cells that it moves to
     takes  cells that it captures on
     would  empty cells that it does not move to, but would capture on if another's piece stood there
     over   likewise, if another piece stood between
     stops  by the piece that stands in its way, the cells that it does not reach for it
     lacks  by a cell that it would go to, what the board lacks for it; "" if it is kept out of the cell
     lines  the ways that it goes along, from its own cell on */
function mover(ways) {
  const at = new Map(ways.places.map((place, cell) => [place, cell]));
  const known = ways.steps.map(() => []);

  /* Where a step leads, -1 for nowhere, and what it lacks if it would lead to a cell. */
  const next = (step, cell) => (known[step][cell] ??= taken(step, cell));
  function taken(step, cell) {
    const [far, ...needs] = ways.steps[step], place = ways.places[cell], end = at.get(place + far) ?? -1;
    const need = needs.find((one) => !at.has(place + one));
    if (end < 0) return { end, lack: "" };
    if (need === undefined) return { end, lack: ways.gaps[step]?.[cell] || "" };
    return { end, lack: ways.lacking[place + need] || "a cell beyond the board" };
  }

  /* The cells of a ray as far as it goes, and what it lacks to go on. */
  function walked([, more, ...steps], from, kept) {
    const cells = [];
    for (let n = 0, cell = from; n < steps.length + more; n += 1) {
      const { end, lack } = next(steps[Math.min(n, steps.length - 1)], cell);
      if (end < 0) break;
      if (lack || kept.includes(end)) return { cells, beyond: end, lack };
      cells.push(cell = end);
    }
    return { cells, beyond: -1, lack: "" };
  }

  return (piece, from, stands) => {
    const way = ways.ways[ways.of[piece - 1]], kept = numbers(way.kept || ""), apart = Boolean(way.captures);
    const goes = new Set(), takes = new Set(), would = new Set(), over = new Set(), stops = new Map(), lacks = new Map();
    const lines = [];
    const met = (cells, after = 0) => {
      const n = cells.findIndex((cell, place) => place >= after && stands(cell));
      return n < 0 ? cells.length : n;
    };
    const stop = (cells, n, least = n) => {
      if (n < cells.length) stops.set(cells[n], [...(stops.get(cells[n]) || []), ...cells.slice(Math.max(n, least))]);
    };

    /* Goes along cells, of which the first it may stop on is the one at `least`. */
    function move(cells, least) {
      const n = met(cells);
      cells.slice(least, n).forEach((cell) => goes.add(cell));
      stop(cells, n, least);
      if (n > least) lines.push([from, ...cells.slice(0, n)]);
    }

    function capture(cells, least, hops) {
      const screen = hops ? met(cells) : -1, n = met(cells, screen + 1);
      if (screen === cells.length) cells.slice(1).forEach((cell) => over.add(cell));
      else cells.slice(Math.max(least, screen + 1), n).forEach((cell) => would.add(cell));
      if (n >= least && n < cells.length && stands(cells[n]) === 2) {
        takes.add(cells[n]);
        lines.push([from, ...cells.slice(0, n + 1)]);
      }
      stop(cells, n, least);
    }

    function walk(rays, moves, captures) {
      for (const ray of rays) {
        const { cells, beyond, lack } = walked(ray, from, kept), hops = ray[0] === HOPS, least = hops ? 0 : ray[0] - 1;
        if (moves) move(cells, least);
        if (captures) capture(cells, least, hops);
        if (beyond >= 0 && cells.length >= least && met(cells) === cells.length) lacks.set(beyond, lack);
      }
    }

    walk(way.rays, true, !apart);
    if (apart) walk(way.captures, false, true);
    const doubles = numbers(way.doubles || "");
    for (let n = 0; n < doubles.length; n += 3) if (doubles[n] === from) move(doubles.slice(n + 1, n + 3), 1);

    for (const cell of [...goes, ...takes]) would.delete(cell);
    for (const cell of [...goes, ...takes, ...would]) over.delete(cell);
    const reached = (cell) => goes.has(cell) || takes.has(cell) || would.has(cell);
    for (const [cell, cells] of stops) {
      const left = new Set(cells.filter((other) => !reached(other)));
      if (left.size) stops.set(cell, left);
      else stops.delete(cell);
    }
    for (const cell of [...lacks.keys()]) if (reached(cell) || cell === from) lacks.delete(cell);
    return { goes, takes, would, over, stops, lacks, lines };
  };
}
