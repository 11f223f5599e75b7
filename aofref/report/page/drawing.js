/* The drawing --------------------------------------------------------------------------------- */

const svg = $("svg");
let uses = [], layers = {}, men = [];

const on = (cell, ...inside) => make("g", { transform: place(spots[cell], scales[cell]) }, ...inside);

/* Marks of what a piece does on cells. */
const signs = {
  go: (cell) => on(cell, make("circle", { class: "go", r: 5 })),
  risk: (cell) => on(cell, make("path", { class: "risk", d: "M-5-5L5 5M5-5L-5 5" })),
};
const sign = (kind, cells) => cells.map(signs[kind] || ((cell) => use("c", kind, cell)));

function base() {
  const found = [];
  if (sheet.up) found.push(make("path", { class: "up", d: sheet.up, transform: place([sheet.left, 0], sheet.k[0]) }));
  data.levels.forEach((name, at) => {
    const k = sheet.k[at], [x, y] = sheet.t[at];
    if (sheet.hand >= 0 && sheet.hand !== at) {
      const [left, top, width, height] = sheet.b[at];
      found.push(make("rect", { class: "pick", x: left, y: top, width, height, "data-l": at }));
    }
    const small = k < LEAST && sheet.hand >= 0;
    found.push(make("text", { class: `lev men${small ? " small" : ""}`, "font-size": small ? 12 : 14, x, y }, k < 0.3 || !name ? name : `level ${name}`));
    found.push(make("g", { transform: place(sheet.o[at], k), class: "men" },
      ...shapes.ghosts[at].map(([gx, gy]) => make("use", { href: "#c", class: "g", x: gx, y: gy }))));
  });
  uses = names.map((name, cell) => {
    const shape = use("c", `c ${fills[cell][0]}`, cell);
    shape.dataset.c = cell;
    shape.dataset.cell = name;
    shape.setAttribute("tabindex", "-1");
    return shape;
  });
  names.forEach((_, cell) => {
    found.push(uses[cell]);
    if (fills[cell][1]) found.push(use("d", `${fills[cell][1]} men`, cell));
  });
  data.levels.forEach((_, at) => found.push(
    make("path", { class: "w men", d: shapes.walls[at], transform: place(sheet.o[at], sheet.k[at]) })));
  return found;
}

const named = () => state.names === "all" && !sheet.narrow;

/* The names around the levels, and those of all cells if they are asked for and have room. */
function lettering() {
  const found = make("g", { class: "axis", "font-size": em() });
  if (state.names !== "none") found.append(...around().map(([text, x, y]) => make("text", { x, y: tenth(y + 0.36 * em()) }, text)));
  if (named()) found.append(...names.map((name, cell) =>
    make("text", { class: "n", x: spots[cell][0], y: tenth(spots[cell][1] + shapes.low * scales[cell]) }, name)));
  return [found];
}

/* A token's half width and how far it stands up, at the scale 1: it makes room for a name. */
function standing(k) {
  if (!named()) return [10 * shapes.token, 0];
  const half = Math.min(10 * shapes.token, (shapes.high + shapes.low - 0.78 * em() / k) / 2);
  return [half, half - shapes.high];
}

function definitions() {
  return make("defs", {}, make("polygon", { id: "c", points: shapes.c }), make("polygon", { id: "d", points: shapes.d }));
}

function draw() {
  const focused = uses[state.focus] !== undefined && document.activeElement === uses[state.focus];
  lay();
  svg.setAttribute("viewBox", `0 0 ${sheet.w} ${sheet.h}`);
  layers = {};
  for (const name of ["under", "men", "names", "over"]) layers[name] = make("g", { class: "men", "aria-hidden": "true" });
  svg.replaceChildren(definitions(), make("g", {}, ...base()), ...Object.values(layers));
  layers.names.append(...lettering());
  men = names.map(() => 0);
  focusable(state.focus);
  stand();
  notice();
  if (focused) uses[state.focus].focus({ preventScroll: true });
}

/* Takes a level in hand: it is the large one, where one is. */
function grasp(at) {
  if (at === undefined || Number(at) === state.hand) return false;
  state.hand = Number(at);
  if (sheet.hand < 0) return false;
  draw();
  return true;
}

function token(piece, cell) {
  const army = armyOf(piece), code = codeOf(piece), drawing = `d-${typeOf(piece).toLowerCase()}`;
  const [x, y] = spots[cell], k = scales[cell], [half, lift] = standing(k), scale = half * k / 10;
  const found = make("g", { transform: place([x, tenth(y + lift * k)], Math.round(scale * 1000) / 1000), "data-m": cell },
    make("use", { href: `#a${army}`, class: `a${army}` }));
  const size = Math.max(letters(code)[0], Math.ceil(10 * smallest() / scale) / 10);
  if (state.pieces === "drawings" && $(drawing)) found.append(make("use", { href: `#${drawing}`, class: `i${army}` }));
  else if (smallest() <= most * scale) found.append(make("text", { class: `p i${army}`, "font-size": Math.min(size, letters(code)[1]), y: tenth(size * 0.36) }, code));
  return found;
}

const shown = new Map();

function stand() {
  const now = board(state.node);
  if (men.every((piece) => !piece)) { layers.men.replaceChildren(); shown.clear(); }
  names.forEach((_, cell) => {
    if (men[cell] === now[cell]) return;
    shown.get(cell)?.remove();
    shown.delete(cell);
    if (now[cell]) shown.set(cell, token(now[cell], cell));
    men[cell] = now[cell];
  });
  layers.men.append(...[...shown.keys()].sort((a, b) => spots[a][1] - spots[b][1]).map((cell) => shown.get(cell)));
  $("board").dataset.position = game.write(played(state.node).position);
  const [under, over] = marks(state.node);
  layers.under.replaceChildren(...under);
  layers.over.replaceChildren(...over);
  if (state.focus >= 0) label(state.focus);
  grips();
}

function marks(node) {
  const { o } = played(node), under = [], over = [];
  o.forEach((cell) => under.push(use("c", "last", cell)));
  const aside = o.length > 2 ? 7 : 0; // in castling two pieces pass each other
  for (let at = 0; at < o.length; at += 2) arrow(o[at], o[at + 1], aside, under, over);
  for (const [royal, ...by] of checks(node)) {
    by.forEach((cell) => over.push(join(cell, royal)));
    over.push(ring(royal));
  }
  const wrong = refused(node)?.cells || [];
  if (wrong.length) {
    wrong.forEach((cell) => over.push(use("c", "refused", cell)));
    wrong.slice(-1).forEach((cell) => over.push(on(cell, make("path", { class: "cross", d: "M-12-12L12 12M12-12L-12 12" }))));
  }
  return [under, over];
}

/* A ring around the token on a cell, over all else. */
function ring(cell) {
  const [half, lift] = standing(scales[cell]);
  return on(cell, make("circle", { class: "check", cy: tenth(lift), r: tenth(half * 1.25) }));
}

/* What one piece does to another: a line within a level, and a mark on the first between levels. */
function join(from, to) {
  if (level[from] !== level[to]) return use("c", "far", from);
  return make("path", { class: "by", d: `M${spots[from]}L${spots[to]}` });
}

/* The way of a move: an arrow within a level, `aside` to the left of its line; between levels numbers, 1 where it starts,
   2 where it ends. */
function arrow(from, to, aside, under, over) {
  if (level[from] !== level[to]) {
    [from, to].forEach((cell, n) => over.push(on(cell, make("g", { class: "end", transform: "translate(11 -13)" },
      make("circle", { r: 6 }), make("text", { y: 3 }, n + 1)))));
    return;
  }
  const [x0, y0] = spots[from], [bx, by] = spots[to], k = scales[from];
  const length = Math.hypot(bx - x0, by - y0) || 1, ux = (bx - x0) / length, uy = (by - y0) / length;
  const ax = x0 + uy * aside * k, ay = y0 - ux * aside * k;
  const far = Math.max(length - 10 * shapes.token * k, length * 0.6), x = ax + ux * far, y = ay + uy * far;
  const hx = x - ux * 9 * k, hy = y - uy * 9 * k, half = 5 * k;
  under.push(make("path", { class: "arrow", d: `M${ax} ${ay}L${hx} ${hy}` }));
  over.push(make("polygon", { class: "tip", points: `${x},${y} ${hx - uy * half},${hy + ux * half} ${hx + uy * half},${hy - ux * half}` }));
}

/* Scrolls so far that cells are seen over the dock. */
function reveal(cells) {
  const rects = cells.map((cell) => uses[cell].getBoundingClientRect());
  const top = Math.min(...rects.map((rect) => rect.top)), bottom = Math.max(...rects.map((rect) => rect.bottom));
  const floor = $("dock").getBoundingClientRect().top;
  if (bottom > floor - 4) window.scrollBy(0, Math.min(bottom - floor + 8, top - 8));
  else if (top < 4) window.scrollBy(0, top - 8);
}
