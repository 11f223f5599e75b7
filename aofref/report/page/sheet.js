/* The sheet: how large each level is drawn, and where --------------------------------------- */

const LEAST = 0.8, GOOD = 1.2, MOST = 1.5; // scales: letters can be read, are comfortable, need be no larger
const count = data.levels.length;
let shapes = null, sheet = null, spots = [], scales = [];

/* Sets `sheet`: its width and height, `o` the place of each level's (0, 0), `k` its scale, `t` its title. */
function lay() {
  shapes = data.sides[state.side][state.kind];
  document.querySelector("main").classList.toggle("wide", state.size === "wide");
  const box = $("board"), wide = state.size === "wide" || state.kind === "stacked";
  const room = state.paper ? [720, 460] : [box.clientWidth, wide ? Infinity : box.clientHeight];
  if (state.kind === "stacked") sheet = stack(...room);
  else if (wide && !state.paper) sheet = grid(...room, GOOD, LEAST);
  else {
    sheet = grid(...room, MOST);
    if (!state.paper && state.size !== "all" && sheet.k[0] < LEAST && count > 1) sheet = handed(...room);
  }
  box.style.height = wide && !state.paper ? `${sheet.h + 2}px` : "";
  scales = level.map((at) => sheet.k[at]);
  spots = shapes.at.split(" ").map((pair, cell) => {
    const [x, y] = pair.split(",").map(Number), k = scales[cell], [left, top] = sheet.o[level[cell]];
    return [tenth(x * k + left), tenth(y * k + top)];
  });
}

const tenth = (number) => Math.round(number * 10) / 10;

/* A sheet of levels that are put at `[at, left, top, scale]`. */
function put(width, height, levels, hand = -1) {
  const [, , x, y] = shapes.box, found = { w: tenth(width), h: tenth(height), o: [], k: [], t: [], hand };
  for (const [at, left, top, k] of levels) {
    found.o[at] = [tenth(left + x * k), tenth(top + y * k)];
    found.k[at] = Math.round(k * 1000) / 1000;
    found.t[at] = [tenth(left + 4), tenth(top + Math.max(12, 16 * k))];
  }
  return found;
}

/* All levels alike, the highest first, in as many rows as make them largest but no larger than `most`;
   where height is no matter, in the fewest that make them no smaller than `least`. */
function grid(width, height, most, least = Infinity) {
  const [wide, high] = shapes.box;
  let k = 0, across = 1;
  for (let n = 1; n <= count; n += 1) {
    const found = Math.min(width / (n * wide), height / (Math.ceil(count / n) * high), most);
    if (found > k + 1e-6 || found >= least) { k = found; across = n; }
  }
  const rows = Math.ceil(count / across);
  across = Math.ceil(count / rows);
  k = Math.min(width / (across * wide), height / (rows * high), most);
  const left = (width - across * wide * k) / 2;
  const levels = data.levels.map((_, at) => {
    const place = count - 1 - at;
    return [at, left + (place % across) * wide * k, Math.floor(place / across) * high * k, k];
  });
  return put(width, Math.min(height, rows * high * k), levels);
}

/* The level in hand large, the others small beside it or under it. */
function handed(width, height) {
  const [wide, high] = shapes.box, others = count - 1;
  let best = { score: -1 };
  for (let across = 1; across <= others; across += 1) {
    const rows = Math.ceil(others / across);
    for (let k = Math.min(MOST, width / wide, height / high); k > 0.4; k -= 0.02) {
      const beside = Math.min((width - k * wide) / (across * wide), height / (rows * high));
      const under = Math.min(width / (across * wide), (height - k * high) / (rows * high));
      for (const [small, under_] of [[beside, false], [under, true]]) {
        const score = 2 * Math.min(k, GOOD) + Math.min(small, k);
        if (small > 0.1 && score > best.score) best = { score, k, small: Math.min(small, k), across, under: under_ };
      }
    }
  }
  const { k, small, across, under } = best, hand = state.hand;
  const used = under ? 0 : k * wide + across * small * wide, left = under ? (width - k * wide) / 2 : (width - used) / 2;
  const levels = [[hand, left, 0, k]];
  data.levels.map((_, at) => at).filter((at) => at !== hand).reverse().forEach((at, place) => {
    const x = (place % across) * wide * small, y = Math.floor(place / across) * high * small;
    levels.push(under ? [at, x + (width - across * wide * small) / 2, y + k * high, small] : [at, left + k * wide + x, y, small]);
  });
  return put(width, height, levels, hand);
}

/* The levels over each other, as aofref has laid them out, as wide as there is room for. */
function stack(width) {
  const own = shapes.sheet, k = Math.min(width / own.w, GOOD), left = (width - own.w * k) / 2;
  const placed = (pairs) => pairs.map(([x, y]) => [tenth(x * k + left), tenth(y * k)]);
  return { w: width, h: tenth(own.h * k), o: placed(own.o), t: placed(own.t), k: own.o.map(() => k), hand: -1,
    up: own.up, left };
}
