/* Where a piece goes from any cell: aofref has written its rays, which are walked here --------- */

const HOPS = 0, BEYOND = "a cell beyond the board";

/* Those of some lines that are no part of another's beginning. */
function whole(lines) {
  const parts = new Set(lines.flatMap((line) => line.map((_, n) => line.slice(0, n).join())));
  return [...new Map(lines.map((line) => [line.join(), line])).entries()].flatMap(([text, line]) => (parts.has(text) ? [] : [line]));
}

/* Gives a function that says where a piece on a cell goes, if `stands(cell)` is 0 for an empty cell, 1 where a piece of
   its own army stands and 2 where another's does:
     goes   empty cells that it moves to
     takes  cells that it captures on
     would  empty cells that it would capture on if a piece of another army stood there
     over   cells that it would capture on if another piece stood between, too
     stops  by the piece that stands in its way, the cells that it does not reach for it
     lacks  by a cell that it would go to, what the board lacks for it; "" if it may not go to the cell
     needs  cells beside its ways that must be there for its steps, empty or not
     lines  the ways that it goes along, from its own cell on; none is a part of another
     apart  whether it captures otherwise than it moves */
function mover(ways) {
  const at = new Map(ways.places.map((place, cell) => [place, cell]));
  const known = ways.steps.map(() => []), far = (step) => ways.steps[step][0];

  /* Where a step leads, -1 for nowhere, the cells beside it that it needs, and what it lacks to lead there. */
  const next = (step, cell) => (known[step][cell] ??= taken(step, cell));
  function taken(step, cell) {
    const [far, ...needs] = ways.steps[step], place = ways.places[cell], end = at.get(place + far) ?? -1;
    const gap = ways.gaps[step]?.[cell], need = [far, ...needs].find((one) => !at.has(place + one));
    if (need === undefined) return { end, beside: needs.map((one) => at.get(place + one)), lack: gap || "", barred: gap === "" };
    return { end, lack: ways.lacking[place + need] || BEYOND };
  }

  /* The cells of a ray as far as it goes, and those that it goes to no more, by their number on the ray, for want of
     `lack`.  If its first cell is missing, that is the reason for the second, too. */
  function walked([, more, ...steps], from, kept) {
    const cells = [], needs = [], step = (n) => steps[Math.min(n, steps.length - 1)];
    for (let n = 0, cell = from; n < steps.length + more; n += 1) {
      const { end, beside, lack, barred } = next(step(n), cell);
      if (lack || barred || kept.includes(end)) {
        const second = ways.places[from] + far(step(0)) + far(step(1)), goesOn = lack && !n && steps.length + more > 1;
        return { cells, needs, lack, beyond: [[n, end], ...(goesOn ? [[1, at.get(second) ?? -1]] : [])] };
      }
      cells.push(cell = end);
      needs.push(beside);
    }
    return { cells, needs, lack: "", beyond: [] };
  }

  /* The cells that a piece is kept out of from a cell. */
  function keptOut(way, from) {
    const [, cells] = (way.kept || []).find(([origins]) => numbers(origins).includes(from)) || [];
    return numbers(cells || "");
  }

  return (piece, from, stands) => {
    const goes = new Set(), takes = new Set(), would = new Set(), over = new Set(), stops = new Map(), lacks = new Map();
    const way = ways.ways[ways.of[piece - 1]], kept = keptOut(way, from), doubles = numbers(way.doubles || "");
    const lines = [], needed = new Set();

    /* How many cells come before the first piece on them, those before `start` left out. */
    function clear(cells, start = 0) {
      const n = cells.findIndex((cell, place) => place >= start && stands(cell));
      return n < 0 ? cells.length : n;
    }

    /* What stands after `n` cells stops it there. */
    function stop(cells, least, n) {
      if (n < cells.length) stops.set(cells[n], [...(stops.get(cells[n]) || []), ...cells.slice(Math.max(n, least))]);
    }

    /* Takes a ray's cells, of which it may stop on all from the one at `least` on; gives how many it comes by. */
    function move(cells, least) {
      const n = clear(cells);
      cells.slice(least, n).forEach((cell) => goes.add(cell));
      stop(cells, least, n);
      return n;
    }

    function capture(cells, least, hops) {
      const screen = hops ? clear(cells) : -1, n = clear(cells, screen + 1), first = Math.max(least, screen + 1);
      if (screen === cells.length) cells.slice(1).forEach((cell) => over.add(cell));
      cells.slice(first, n).forEach((cell) => would.add(cell));
      stop(cells, least, n);
      if (n < first || n >= cells.length || stands(cells[n]) !== 2) return n;
      takes.add(cells[n]);
      return n + 1;
    }

    function walk(rays, moves, captures) {
      for (const ray of rays) {
        const { cells, needs, beyond, lack } = walked(ray, from, kept), least = Math.max(ray[0] - 1, 0), leaps = ray.length + ray[1] === 3;
        const count = Math.max(moves && move(cells, least), captures && capture(cells, least, ray[0] === HOPS));
        if (count > least) needs.slice(0, count).flat().forEach((cell) => needed.add(cell));
        if (count > least && !leaps) lines.push([from, ...cells.slice(0, count)]);
        if (clear(cells) < cells.length) continue;
        for (const [n, cell] of beyond) if (cell >= 0 && n >= least && !lacks.has(cell)) lacks.set(cell, lack);
      }
    }

    walk(way.rays, true, !way.captures);
    walk(way.captures || [], false, true);
    for (let n = 0; n < doubles.length; n += 3) {
      if (doubles[n] === from && move(doubles.slice(n + 1, n + 3), 1) === 2) lines.push(doubles.slice(n, n + 3));
    }

    const reached = (cell) => [goes, takes, would, over].some((cells) => cells.has(cell));
    for (const [cell, cells] of stops) {
      const left = new Set(cells.filter((other) => !reached(other)));
      if (left.size) stops.set(cell, left);
      else stops.delete(cell);
    }
    needed.delete(from);
    for (const cell of [...lacks.keys()]) if (reached(cell) || cell === from) lacks.delete(cell);
    const apart = Boolean(way.captures) || way.rays.some(([first]) => first === HOPS);
    return { goes, takes, would, over, stops, lacks, needs: needed, lines: whole(lines), apart };
  };
}
