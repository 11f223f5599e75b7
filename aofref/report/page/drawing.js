/* The drawing --------------------------------------------------------------------------- */

const svg = $("svg");
let spots = [], uses = [], layers = {}, men = [], shapes = null, sheet = null;

function make(tag, attributes, ...inside) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) found.setAttribute(name, value);
  found.append(...inside);
  return found;
}

const use = (shape, kind, cell) => make("use", { href: `#${shape}`, class: kind, x: spots[cell][0], y: spots[cell][1] });

function narrow() { return $("board").clientWidth < 620; }

function lay() {
  const side = data.sides[state.side];
  shapes = side[state.kind];
  sheet = narrow() ? shapes.narrow : shapes.lay;
  spots = shapes.at.split(" ").map((pair, cell) => {
    const [x, y] = pair.split(",").map(Number), [left, top] = sheet.o[level[cell]];
    return [Math.round((x + left) * 10) / 10, Math.round((y + top) * 10) / 10];
  });
}

function base() {
  const found = [];
  if (sheet.up) found.push(make("path", { class: "up", d: sheet.up }));
  data.levels.forEach((name, at) => {
    const [left, top] = sheet.o[at], move = `translate(${left} ${top})`;
    found.push(make("text", { class: "lev", x: sheet.t[at][0], y: sheet.t[at][1] }, `level ${name}`));
    found.push(make("g", { transform: move },
      ...shapes.ghosts[at].map(([x, y]) => make("use", { href: "#c", class: "g", x, y }))));
  });
  uses = names.map((_, cell) => {
    const shape = use("c", `c ${fills[cell][0]}`, cell);
    shape.dataset.c = cell;
    shape.dataset.cell = names[cell];
    return shape;
  });
  names.forEach((_, cell) => {
    found.push(uses[cell]);
    if (fills[cell][1]) found.push(use("d", `${fills[cell][1]} men`, cell));
  });
  data.levels.forEach((_, at) => {
    const [left, top] = sheet.o[at];
    found.push(make("path", { class: "w men", d: shapes.walls[at], transform: `translate(${left} ${top})` }));
  });
  if (state.names !== "none") {
    found.push(make("g", { class: "men", "aria-hidden": "true" }, ...names.flatMap((name, cell) =>
      state.names === "all" || data.rims[cell] === "1"
        ? [make("text", { class: "n", x: spots[cell][0], y: spots[cell][1] + shapes.low }, name)] : [])));
  }
  return found;
}

function definitions() {
  return make("defs", {}, make("polygon", { id: "c", points: shapes.c }), make("polygon", { id: "d", points: shapes.d }));
}

function draw() {
  lay();
  svg.setAttribute("viewBox", `0 0 ${sheet.w} ${sheet.h}`);
  $("board").classList.toggle("wide", state.size === "wide");
  layers = {};
  for (const name of ["under", "men", "over"]) layers[name] = make("g", { class: "men", "aria-hidden": "true" });
  svg.replaceChildren(definitions(), make("g", {}, ...base()), ...Object.values(layers));
  men = names.map(() => 0);
  focusable(state.focus);
  stand();
  notice();
}

function token(piece, cell) {
  const army = armyOf(piece), code = codeOf(piece), size = code.length > 1 ? 8.2 : 10.5;
  const [x, y] = spots[cell];
  const drawing = `d-${typeOf(piece).toLowerCase()}`;
  const inside = state.pieces === "drawings" && $(drawing)
    ? make("use", { href: `#${drawing}`, class: `i${army}` })
    : make("text", { class: `p i${army}`, "font-size": size, y: Math.round(size * 3.6) / 10 }, code);
  return make("g", { transform: `translate(${x} ${Math.round((y + shapes.lift) * 10) / 10}) scale(${shapes.token})`, "data-m": cell },
    make("use", { href: `#a${army}`, class: `a${army}` }), inside);
}

const shown = new Map();

function stand() {
  const now = board(state.node);
  if (men.every((piece) => !piece)) { layers.men.replaceChildren(); shown.clear(); }
  names.forEach((_, cell) => {
    if (men[cell] === now[cell]) return;
    shown.get(cell)?.remove();
    shown.delete(cell);
    if (now[cell]) { shown.set(cell, token(now[cell], cell)); layers.men.append(shown.get(cell)); }
    men[cell] = now[cell];
  });
  const [under, over] = marks(state.node);
  layers.under.replaceChildren(...under);
  layers.over.replaceChildren(...over);
  if (state.focus >= 0) label(state.focus);
}

function marks(node) {
  const told = nodes[node], under = [], over = [];
  if (told.o) {
    told.o.forEach((cell) => under.push(use("c", "last", cell)));
    arrow(told.o[0], told.o[1], "arrow", "tip", under, over);
  }
  for (const [royal, ...by] of told.k || []) {
    by.forEach((cell) => under.push(join(cell, royal)));
    under.push(use("c", "check", royal));
  }
  if (data.refused && data.refused.node === node) {
    const [start, end] = data.refused.cells;
    data.refused.cells.forEach((cell) => over.push(use("c", "check", cell)));
    if (end !== undefined) over.push(join(start, end));
  }
  return [under, over];
}

function join(from, to) {
  return make("path", { class: "by", d: `M${spots[from]}L${spots[to]}` });
}

function arrow(from, to, kind, tip, under, over) {
  const [ax, ay] = spots[from], [bx, by] = spots[to];
  const length = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / length, uy = (by - ay) / length;
  const far = Math.max(length - 10 * shapes.token, length * 0.6), x = ax + ux * far, y = ay + uy * far;
  const hx = x - ux * 9, hy = y - uy * 9;
  under.push(make("path", { class: kind, d: `M${ax} ${ay}L${hx} ${hy}` }));
  over.push(make("polygon", { class: tip, points: `${x},${y} ${hx - uy * 5},${hy + ux * 5} ${hx + uy * 5},${hy - ux * 5}` }));
}
