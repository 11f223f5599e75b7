/* The sheet: how large each level is drawn, and where --------------------------------------- */

const LEAST = 0.8, GOOD = 1.2, MOST = 1.5, LARGEST = 2.1; // scales: letters can be read, are comfortable, need be no larger; of one beside small ones
const PLAIN = 11, LARGE = 13; // letters of pieces, in points: easily read, large
const smallest = () => state.paper ? 5 : 7.1; // none is smaller
const UNIT = 36, GAP = 7; // between the middles of cells at the scale 1; between levels, in points
const count = data.levels.length;
let shapes = null, sheet = null, spots = [], scales = [];

/* The size of the names, in points: what is printed is made a little smaller. */
const em = () => state.paper ? 12 : 11.2;

/* The scale from which a cell has room for its name. */
const roomy = () => Math.max(state.paper ? 0 : 0.75, 0.2 * Math.max(...names.map((name) => name.length)));

/* How large a piece's letters are on its token, of half width 10, and how large they may be. */
const long = data.codes.some((code) => code.length > 1);
const letters = (code) => code.length > 1 ? [8.2, 10.6] : [10.5, 14];
const most = long ? 10.6 : 14, usual = long ? 8.2 : 10.5;

/* Sets `sheet`: its width and height, `o` the place of each level's (0, 0), `k` its scale, `b` the corner
   of its room, its width and height, `t` its title. */
function lay() {
  shapes = shaped(data.sides[state.side]);
  document.querySelector("main").classList.toggle("wide", state.size === "wide");
  document.body.classList.toggle("named", state.names === "all");
  const box = $("board"), named = state.names === "all", wide = state.size === "wide" || state.kind === "stacked" || named;
  const room = state.paper ? [720, named ? 960 : 460] : [box.clientWidth, wide ? Infinity : box.clientHeight];
  if (state.kind === "stacked") sheet = stack(...room);
  else if (named) sheet = grid(...room, GOOD, state.paper ? Infinity : Math.max(1, roomy()));
  else if (wide && !state.paper) sheet = grid(...room, GOOD, LEAST);
  else {
    sheet = grid(...room, count > 1 ? MOST : Infinity);
    const written = usual * shapes.token * sheet.k[0];
    if (!state.paper && state.size !== "all" && count > 1) {
      if (written < (sheet.full ? PLAIN : LARGE)) sheet = handed(...room);
      else if (sheet.k[0] < MOST) sheet = beside(...room, sheet.k[0]) || sheet;
    }
  }
  box.style.height = wide && !state.paper ? `${sheet.h + 2}px` : "";
  scales = level.map((at) => sheet.k[at]);
  spots = names.map((_, cell) => {
    const [x, y] = shapes.at[column[cell]], k = scales[cell], [left, top] = sheet.o[level[cell]];
    return [tenth(x * k + left), tenth(y * k + top)];
  });
  const narrow = named && Math.min(...sheet.k) < roomy() - 0.005;
  $("narrow").textContent = narrow ? "The window is too narrow for a name in every cell: the names around the levels are shown." : "";
  if (narrow) sheet.narrow = true;
}

const tenth = (number) => Math.round(number * 10) / 10;

/* The shapes of a side as it is viewed: to what aofref has measured come `at`, where each column is on its level, and the
   gaps behind them, `c` and `d`, a cell and its inside, and by level the `walls` and `ghosts`, the cells that it lacks. */
const held = new Set(names.map((_, cell) => `${column[cell]} ${level[cell]}`)), walls = numbers(data.walls);
const flat = data.spots.split(" ").map((pair) => pair.split(",").map(Number)).map(([x, y]) => [x / 2, y * data.row]);
const hexes = data.row !== 1, half = (hexes ? 1 / Math.sqrt(3) : 1) / 2;

function shaped(side) {
  const own = data.shapes[side[state.kind]], [low, shear] = own.lean, angle = (side.turn * Math.PI) / 180, [s, c] = [Math.sin(angle), Math.cos(angle)];
  const points = flat.map(([x, y]) => [x * c - y * s, x * s + y * c]), lean = ([x, y]) => [x + y * shear, -y * low].map((part) => tenth(part * UNIT));
  const corners = hexes ? Array.from({ length: 6 }, (_, n) => ((side.turn % 60 ? 0 : 30) + 60 * n) * (Math.PI / 180)).map((turn) => [2 * half * Math.cos(turn),
    2 * half * Math.sin(turn)]) : [[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]];
  const cell = (size) => corners.map(([x, y]) => lean([x * size, y * size])).join(" "), at = points.map(lean), paths = data.levels.map(() => "");
  for (let n = 0; n < walls.length; n += 2) {
    const [[ax, ay], [bx, by]] = [walls[n], walls[n + 1]].map((one) => points[column[one]]), dx = (bx - ax) * half, dy = (by - ay) * half;
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    paths[level[walls[n]]] += `M${lean([x - dy, y + dx])}L${lean([x + dy, y - dx])}`;
  }
  return { ...own, at, c: cell(1), d: cell(0.76), walls: paths,
    ghosts: data.levels.map((_, on) => at.filter((_, one) => !held.has(`${one} ${on}`))) };
}

/* What a level takes at a scale, with the names around it; and the scale at which it takes so much. */
const margins = () => { const [, , , , left, top, right, bottom] = shapes.box; return [(left + right) * em() + GAP, (top + bottom) * em() + GAP]; };
const taken = (k) => { const [x, y] = margins(); return [shapes.box[0] * k + x, shapes.box[1] * k + y]; };
const fitting = (width, height) => { const [x, y] = margins(); return Math.min((width - x) / shapes.box[0], (height - y) / shapes.box[1]); };

/* A sheet of levels that are put at `[at, left, top, scale]`. */
function put(width, height, levels, hand = -1) {
  const [, , x, y, before, above] = shapes.box, found = { w: tenth(width), h: tenth(height), o: [], k: [], b: [], t: [], hand };
  for (const [at, left, top, k] of levels) {
    found.o[at] = [tenth(left + GAP / 2 + before * em() + x * k), tenth(top + GAP / 2 + above * em() + y * k)];
    found.k[at] = Math.round(k * 1000) / 1000;
    found.b[at] = [left, top, ...taken(k)].map(tenth);
    found.t[at] = [tenth(left + 4), tenth(top + 15)];
  }
  return found;
}

/* All levels alike, the highest first, in as many rows as make them largest but no larger than `most`, rather
   in full rows; where height is no matter, in the fewest that make them no smaller than `least`. */
function grid(width, height, most, least = Infinity) {
  const tried = data.levels.map((_, n) => {
    const rows = Math.ceil(count / (n + 1)), across = Math.ceil(count / rows);
    return { rows, across, k: Math.max(0.05, Math.min(fitting(width / across, height / rows), most)) };
  });
  const best = tried.reduce((one, other) => (other.k > one.k + 1e-6 ? other : one));
  const full = tried.find((one) => one.rows > 1 && one.across > 1 && one.rows * one.across === count && one.k > 0.7 * best.k);
  const { rows, across, k } = tried.findLast((one) => one.k >= least) || full || best;
  const [wide, high] = taken(k), left = Math.max(0, (width - across * wide) / 2);
  const levels = data.levels.map((_, at) => {
    const place = count - 1 - at;
    return [at, left + (place % across) * wide, Math.floor(place / across) * high, k];
  });
  return { ...put(width, Math.min(height, rows * high), levels), full: rows * across === count };
}

/* The level in hand large, the others small beside it or under it. */
function handed(width, height) {
  const others = count - 1;
  let best = { score: -1 };
  for (let across = 1; across <= others; across += 1) {
    const rows = Math.ceil(others / across);
    for (let k = Math.min(MOST, fitting(width, height)); k > 0.4; k -= 0.02) {
      const [wide, high] = taken(k);
      const beside = fitting((width - wide) / across, height / rows), under = fitting(width / across, (height - high) / rows);
      for (const [small, under_] of [[beside, false], [under, true]]) {
        const score = 2 * Math.min(k, GOOD) + Math.min(small, k) + 0.3 * (small * most * shapes.token >= smallest());
        if (small > 0.1 && score > best.score) best = { score, k, small: Math.min(small, k), across, under: under_ };
      }
    }
  }
  if (best.score < 0) return grid(width, height, MOST);
  return inHand([width, height], best.k, best.small, best.across, best.under);
}

/* The level in hand at a scale, the others at another beside it or under it, so many to a row. */
function inHand([width, height], k, small, across, under) {
  const others = count - 1, hand = state.hand, [wide, high] = taken(k), [each, tall] = taken(small);
  const left = Math.max(0, (width - (under ? wide : wide + across * each)) / 2);
  const levels = [[hand, left, 0, k]];
  data.levels.map((_, at) => at).filter((at) => at !== hand).reverse().forEach((at, place) => {
    const x = (place % across) * each, y = Math.floor(place / across) * tall;
    levels.push(under ? [at, x + (width - across * each) / 2, y + high, small] : [at, left + wide + x, y, small]);
  });
  return put(width, height, levels, hand);
}

/* The level in hand larger where that costs the others nothing: beside them in the room that is left over. */
function beside(width, height, small) {
  const [each, tall] = taken(small), others = count - 1;
  const rows = Math.min(others, Math.floor(height / tall + 0.01)), across = Math.ceil(others / rows);
  const k = Math.min(LARGEST, fitting(width - across * each, height));
  return k > 1.25 * small ? inHand([width, height], k, small, across, false) : null;
}

/* The levels over each other, as aofref has laid them out, as wide as there is room for. */
function stack(width) {
  const own = shapes.sheet, k = Math.min(width / own.w, GOOD), left = (width - own.w * k) / 2;
  const placed = (pairs) => pairs.map(([x, y]) => [tenth(x * k + left), tenth(y * k)]);
  return { w: width, h: tenth(own.h * k), o: placed(own.o), t: placed(own.t), k: own.o.map(() => k), hand: -1,
    up: own.up, left };
}

/* The names around the levels: `[text, x, y]`; those that have no room beside another are left out. */
function around() {
  const kept = [], half = 0.31 * em();
  data.shapes[data.sides[state.side].rim].forEach((names_, side) => {
    const [sx, sy] = shapes.outs[side], long = Math.hypot(sx, sy) || 1, ox = sx / long, oy = sy / long;
    for (const one of names_.split(" ")) {
      const text = one.slice(2), cell = number(one, 0), k = scales[cell];
      const away = 0.65 * em() + half * (text.length - 1) * Math.abs(ox);
      const x = tenth(spots[cell][0] + sx * k + ox * away), y = tenth(spots[cell][1] + sy * k + oy * away);
      const met = ([other, u, v, at]) => at === level[cell] && Math.abs(x - u) < half * (text.length + other.length)
        && Math.abs(y - v) < 0.85 * em();
      if (!kept.some(met)) kept.push([text, x, y, level[cell]]);
    }
  });
  return kept;
}
