const $ = (id) => document.getElementById(id);
const hear = (where, kind, act, options) => where.addEventListener(kind, act, options);
const onClicks = (acts) => entries(acts).forEach(([id, act]) => hear($(id), "click", act));
const setAttributes = (where, values) => entries(values).forEach(([name, value]) => where.setAttribute(name, value));

/* Browsers do not allow every page to store, nor every address to be decoded. */
const ifAllowed = (act) => {
  try { return act(); } catch { return undefined; }
};

const maker = (space) => (tag, attributes, ...inside) => {
  const made = document.createElementNS(`http://www.w3.org/${space}`, tag);
  setAttributes(made, attributes);
  made.append(...inside);
  return made;
};
const make = maker("2000/svg"), element = maker("1999/xhtml");

function button(text, attributes, act) {
  const made = element("button", attributes, text);
  hear(made, "click", act);
  return made;
}

const data = JSON.parse($("data").textContent);
const { letters, codes, levels, two } = data;
const game = rules(data), { names, column, level, types, armyOf, code: codeOf } = game;
const cells = [...names.keys()];
const typeOf = (piece) => data.types[(piece - 1) % types];
const called = (piece, cell) => `${data.armies[armyOf(piece)]} ${typeOf(piece)} ${names[cell]}`;

/* On the drawing: `spots` is where each cell is on its level ----------------------------------- */

const use = (shape, kind, cell) => make("use", { href: `#${shape}`, class: kind, x: spots[cell][0], y: spots[cell][1] });
const told = (verb, cells) => cells.length ? [`${verb} ${cells.map((cell) => names[cell]).join(" ")};`] : [];
const say = (text) => { $("say").textContent = text; };

/* The next cell to the right (1, 0), down (0, 1) and so on, as the cells lie: on the level, or `at` places of all. */
function nearest(cell, dx, dy, at = spots) {
  let best = -1, least = Infinity;
  names.forEach((_, other) => {
    if (at === spots && level[other] !== level[cell]) return;
    const x = at[other][0] - at[cell][0], y = at[other][1] - at[cell][1];
    const along = x * dx + y * dy, aside = abs(x * dy) + abs(y * dx);
    const far = along + 2 * aside;
    if (along > 1 && aside < along * 1.8 && far < least) { least = far; best = other; }
  });
  return best;
}

function above(cell, by) {
  return names.findIndex((_, other) => column[other] === column[cell] && level[other] === level[cell] + by);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, FLOORS = { PageUp: 1, PageDown: -1 };

/* The cell to which a key leads from another, -1 for none; undefined for other keys. */
const ledTo = (key, cell, at) => (ARROWS[key] ? nearest(cell, ...ARROWS[key], at) : FLOORS[key] && above(cell, FLOORS[key]));
