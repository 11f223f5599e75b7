/* The drawing: a picture for each level, what stands on it, and marks ------------------------- */

const LAYERS = ["under", "lane", "drawn", "men", "names", "over", "note", "sketch", "place"];
let uses = [], sheets = [], thumb = null, men = [];
const shown = new Map();

/* Puts marks of a cell on a layer of its level. */
const put = (layer, cell, ...made) => sheets[level[cell]][layer].append(...made);
const clear = (...layers) => sheets.forEach((sheet) => layers.forEach((layer) => sheet[layer].replaceChildren()));
const on = (cell, ...inside) => make("g", { transform: `translate(${spots[cell]})` }, ...inside);

/* The figures of marks around (0, 0), which are no outlines of cells. */
const figures = {
  go: ["circle", { r: 5.5 }],
  check: ["circle", { r: 18 }],
  risk: ["path", { d: "M-5-5L5 5M5-5L-5 5" }],
  cross: ["path", { d: "M-12-12L12 12M12-12L-12 12" }],
  by: ["path", { d: "M-20 0H20" }],
  arrow: ["path", { d: "M-20 0H18M9-7L18 0L9 7" }],
  w: ["path", { d: "M-17-6L-6 6L6-6L17 6" }],
};

function figure(kind) {
  const [tag, attributes] = figures[kind] || ["use", { href: "#c" }];
  return make(tag, { class: kind, ...attributes });
}

const outlined = (kind, cell) => on(cell, figure(kind));
const numbered = (n) => make("g", { class: "end", transform: "translate(11 -13)" }, make("circle", { r: 6 }), make("text", { y: 3 }, n));
const sign = (kind, cells) => cells.forEach((cell) => put("note", cell, outlined(kind, cell)));

/* The board of a level without what stands on it. */
function ground(at) {
  const here = cells.filter((cell) => level[cell] === at), held = new Set(here.map((cell) => column[cell]));
  const ghosts = shape.at.filter((_, one) => !held.has(one)).map(([x, y]) => make("use", { href: "#c", class: "g", x, y }));
  const [x, y] = shape.title, found = make("g", { id: `ground-${at}` }, make("g", { class: "men" }, ...ghosts));
  for (const cell of here) {
    uses[cell] = use("c", `c ${fills[cell][0]}`, cell);
    Object.assign(uses[cell].dataset, { c: cell, cell: names[cell] });
    uses[cell].setAttribute("tabindex", -1);
    found.append(uses[cell], ...(fills[cell][1] ? [use("d", `${fills[cell][1]} men`, cell)] : []));
  }
  const around = make("g", { class: "axis men" });
  for (const { cell, text, x, y, tick } of shape.rim)
    if (level[cell] === at) around.append(make("text", { x, y }, text), ...(hexes ? [make("path", { class: "tick", d: tick })] : []));
  found.append(make("path", { class: "w men", d: shape.walls[at] }), around);
  if (levels[at]) found.append(make("text", { class: "lev men", x, y }, levels[at]));
  return found;
}

/* The picture of a level: its layers are groups by their names. */
function pictured(ground, attributes) {
  const layers = fromEntries(LAYERS.map((name) => [name, make("g", { class: `men ${name}` })]));
  const all = make("g", {}, ground, ...Object.values(layers));
  return { ...layers, all, svg: make("svg", { class: "level", viewBox: shape.box.join(" "), ...attributes }, all) };
}

const named = () => chosen.names === "all";

/* The names of all cells, over what stands on them. */
function lettered(put) {
  if (named()) names.forEach((name, cell) => put("names", cell, make("text", { class: "n", x: spots[cell][0], y: spots[cell][1] + 13 }, name)));
}

/* A token's scale and how far it stands up: it makes room for a name, which may stand over its foot. */
const standing = () => (named() ? [0.9 * TOKEN, -5] : [TOKEN, 0]);

/* Draws all anew, as seen from the side that is chosen. */
function draw() {
  const focused = document.activeElement === uses[cursor];
  shape = shaped(data.sides[chosen.side]);
  spots = column.map((one) => shape.at[one]);
  $("c").setAttribute("points", shape.c);
  $("d").setAttribute("points", shape.d);
  sheets = levels.map((name, at) => {
    const sheet = pictured(ground(at), { role: "group", "aria-label": name ? `level ${name}` : "the board", "data-level": at });
    sheet.all.id = `level-${at}`;
    return sheet;
  });
  thumb = make("svg", { class: "level small thumb", viewBox: shape.box.join(" "), "aria-hidden": "true" }, make("use", {}));
  boardBox.replaceChildren(...highest.map((at) => sheets[at].svg), thumb);
  men = names.map(() => 0);
  shown.clear();
  lettered(put);
  lay();
  focusable(cursor);
  stand();
  notice();
  if (focused) focusOn(cursor);
}

const drawingOf = (kind) => $(`d-${kind}`);

/* Makes the drawings of the types that have one: a body, strokes and lines on it; first the rim of body and strokes. */
function defineDrawings() {
  data.drawings.forEach((all, kind) => {
    const [body, strokes, lines] = all.split("|");
    const paths = [["ol", body], ["os", strokes], ["fl", body], ["pn", strokes], ["dt", lines]].filter(([, d]) => d);
    if (all) document.querySelector("defs").append(make("symbol", { id: `d-${kind}` }, ...paths.map(([kind, d]) => make("path", { d, class: kind }))));
  });
}

/* A piece: its drawing or its code in its army's colours; of more than two armies each has a sign as well. */
function tokenOf(piece) {
  const army = armyOf(piece), code = codeOf(piece), drawing = chosen.pieces === "drawings" && drawingOf((piece - 1) % types), size = code.length > 1 ? 12 : 17;
  const man = drawing ? make("use", { href: `#${drawing.id}`, class: `i${army}`, transform: `scale(${two ? 1.27 : 1.15})${two ? "" : "translate(-.5 -.7)"}` })
    : make("text", { class: `p i${army}`, "font-size": size, y: tenth(size * 0.36) }, code);
  return two ? [man] : [man, make("use", { href: `#a${army}`, class: `a${army} sign`, transform: `translate(7.6 ${named() ? -7.6 : 7.6})scale(.36)` })];
}

function token(piece, cell) {
  const [x, y] = spots[cell], [k, lift] = standing();
  return make("g", { transform: `translate(${x} ${y + lift}) scale(${k})`, "data-m": cell }, ...tokenOf(piece));
}

function stand() {
  const now = board(current);
  names.forEach((_, cell) => {
    if (men[cell] === now[cell]) return;
    shown.get(cell)?.remove();
    shown.delete(cell);
    if (now[cell]) {
      shown.set(cell, token(now[cell], cell));
      put("men", cell, shown.get(cell));
    }
    men[cell] = now[cell];
  });
  boardBox.dataset.position = game.write(present().position);
  clear("under", "over");
  marks(current, put);
  edge(present().o);
  sketch();
  if (cursor >= 0) label(cursor);
  grips();
}

/* Marks the tabs of levels on which cells are. */
function edge(cells, kind = "last") {
  const levels = new Set(cells.map((cell) => level[cell]));
  [...tabs.children].forEach((tab, n) => tab.classList.toggle(kind, levels.has(highest[n])));
}

/* Puts the marks of a node: the last move, checks, and a move that was refused. */
function marks(node, put) {
  const { o } = played(node), wrong = refused(node)?.cells || [];
  o.forEach((cell) => put("under", cell, outlined("last", cell)));
  const aside = o.length > 2 ? 7 : 0; // in castling two pieces pass each other
  for (let at = 0; at < o.length; at += 2) arrow(o[at], o[at + 1], put, aside);
  for (const [royal, ...by] of checks(node)) {
    by.forEach((cell) => put("over", cell, join(cell, royal)));
    put("over", royal, ring(royal));
  }
  wrong.forEach((cell) => put("over", cell, outlined("refused", cell)));
  wrong.slice(-1).forEach((cell) => put("over", cell, outlined("cross", cell)));
}

/* A ring around the token on a cell, over all else. */
function ring(cell) {
  const [k, lift] = standing();
  return on(cell, make("circle", { class: "check", cy: lift, r: tenth(12 * k) }));
}

/* What one piece does to another: a line within a level, and a mark on the first between levels. */
function join(from, to) {
  if (level[from] !== level[to]) return outlined("far", from);
  return make("path", { class: "by", d: `M${spots[from]}L${spots[to]}` });
}

/* The way of a move: an arrow within a level, `aside` to the left of its line; between levels numbers, 1 where it starts,
   2 where it ends. */
function arrow(from, to, put, aside = 0) {
  if (level[from] !== level[to]) {
    [from, to].forEach((cell, n) => put("over", cell, on(cell, numbered(n + 1))));
    return;
  }
  const [x0, y0] = spots[from], [bx, by] = spots[to], length = hypot(bx - x0, by - y0) || 1, ux = (bx - x0) / length, uy = (by - y0) / length;
  const ax = x0 + uy * aside, ay = y0 - ux * aside, far = max(length - 10 * TOKEN, length * 0.6), x = ax + ux * far, y = ay + uy * far;
  const hx = x - ux * 9, hy = y - uy * 9;
  put("under", from, make("path", { class: "arrow", d: `M${ax} ${ay}L${hx} ${hy}` }));
  put("over", from, make("polygon", { class: "tip", points: `${x},${y} ${hx - uy * 5},${hy + ux * 5} ${hx + uy * 5},${hy - ux * 5}` }));
}

const STILL = { preventScroll: true };
const focusOn = (cell) => uses[cell].focus(STILL);

/* Scrolls so far that cells are seen over the dock. */
const reveal = (cells) => cells.forEach((cell) => uses[cell].scrollIntoView({ block: "nearest" }));
