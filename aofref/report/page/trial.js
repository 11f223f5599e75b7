/* A drawing to try: its piece goes to any cell, and others stand in its way --------------------- */

const FRIEND = 1, FOE = 2;
const LONG = 450, NEAR = 22; // milliseconds; more than half the way from a cell to the next, on a drawing
const spots = data.spots.map(([, ...at]) => at);
const trials = new Map();

const SIDES = ["", "of its own army", "of another army"];
const HINT = "A press puts the piece on another cell. A long press, or the other mouse button, puts a piece of another army in its "
  + "way; again, one of its own army, marked by a bar; again, none. A piece that it captures is marked by a diamond, another in its "
  + "way by a broken line. Keys: arrows, page up and page down from cell to cell, Enter for the piece, b for what stands in its way.";

/* Starts with a drawing as aofref has made it: `levels` are its pictures by the place of their level. */
function begin(figure) {
  const { piece: code, army: letter, from: name } = figure.dataset, army = data.letters.indexOf(letter), from = names.indexOf(name);
  const levels = [];
  for (const svg of figure.querySelectorAll("svg.level[data-level]")) levels[svg.dataset.level] = svg;
  levels.forEach((svg, at) => {
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", data.levels[at] ? `level ${data.levels[at]}` : "the board");
  });
  const trial = { figure, levels, army, from, home: from, piece: army * types + data.codes.indexOf(code) + 1, placed: new Map(),
    man: figure.querySelector(".man"), blocks: false, focus: from };
  trials.set(figure, trial);
  figure.classList.add("trying");
  furnish(trial);
  show(trial);
  return trial;
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  hear(made, "click", act);
  return made;
}

function division(kind) {
  const made = document.createElement("div");
  made.className = kind;
  return made;
}

/* Puts what a trial is worked with under the drawing. */
function furnish(trial) {
  const bar = division("bar"), hint = division("hint");
  const blocks = button("Put pieces in its way", () => {
    trial.blocks = !trial.blocks;
    blocks.setAttribute("aria-pressed", trial.blocks);
  });
  const again = button("Start again", () => {
    trial.placed.clear();
    put(trial, trial.home, false);
  });
  trial.here = division("here");
  trial.words = division("words");
  blocks.setAttribute("aria-pressed", "false");
  hint.textContent = HINT;
  bar.append(blocks, again, trial.here);
  trial.figure.querySelector(".try").replaceChildren(bar, trial.words, hint);
}

/* What stands where ------------------------------------------------------------------------- */

/* Puts the piece on a cell, by a move of its own or not. */
function put(trial, cell, moved = true) {
  const { goes, takes } = trial.found, own = goes.has(cell) || takes.has(cell);
  const before = cell === trial.from || !moved ? "" : `${names[trial.from]} to ${names[cell]} is ${own ? "one" : "none"} of its moves. `;
  trial.placed.delete(cell);
  trial.from = cell;
  trial.focus = cell;
  show(trial, before);
}

/* Puts a piece of another army on a cell, then one of its own, then none. */
function block(trial, cell) {
  if (cell === trial.from) return;
  const next = { 0: FOE, [FOE]: FRIEND, [FRIEND]: 0 }[trial.placed.get(cell) || 0];
  if (next) trial.placed.set(cell, next);
  else trial.placed.delete(cell);
  trial.focus = cell;
  show(trial, next ? `A piece ${SIDES[next]} on ${names[cell]}. ` : `${names[cell]} is empty. `);
}

const armyBeside = ({ army }, side) => (side === FRIEND ? army : (army + 1) % data.armies.length);
const press = (trial, cell) => (trial.blocks ? block : put)(trial, cell);

/* Draws what it comes to, and says it. */
function show(trial, before = "") {
  const others = [...trial.placed].map(([cell, side]) => [cell, game.pieceOf(armyBeside(trial, side), 0)]);
  trial.found = explored(game, trial.piece, trial.from, others);
  trial.levels.forEach((svg, at) => svg.querySelector("g.marks").replaceChildren(...marks(trial, at)));
  focusable(trial);
  trial.words.textContent = before + words(trial);
  say(trial.words.textContent);
}

/* Marks, as aofref draws them ---------------------------------------------------------------- */

function marks(trial, at) {
  const { found, from, placed } = trial, here = (cell) => level[cell] === at;
  const kinds = marked(found), made = [...ways(found.lines, at)];
  const alone = sorted(found.needs).filter((cell) => here(cell) && !kinds.has(cell));
  if (alone.length) made.push(make("path", { class: "need", d: alone.map(square).join("") }));
  for (const name of new Set(found.lacks.values())) {
    const [on, x, y] = data.missing[name] || [];
    if (on === at) made.push(make("use", { class: "gone", href: "#c", x, y }));
  }
  if (!here(from)) made.push(use("c", "beside", from));
  for (const [cell, kind] of kinds) if (here(cell)) made.push(...mark(kind, cell));
  for (const [cell, side] of placed) if (here(cell)) made.push(stander(trial, cell, side));
  if (here(from)) {
    const man = trial.man.cloneNode(true);
    man.setAttribute("transform", `translate(${spots[from].join(" ")})`);
    man.dataset.cell = names[from];
    made.push(man);
  }
  return made;
}

/* The kind of mark of each cell that has one. */
function marked({ goes, would, over, lines, lacks, apart }) {
  const kinds = new Map(), captures = new Set([...would, ...over]);
  for (const line of lines) for (const cell of line.slice(1, -1)) kinds.set(cell, "through");
  for (const cell of lacks.keys()) kinds.set(cell, "no");
  for (const cell of goes) kinds.set(cell, captures.has(cell) ? apart ? "either" : "go" : "quiet");
  for (const cell of captures) if (!goes.has(cell)) kinds.set(cell, "take");
  return kinds;
}

const square = (cell) => `M${spots[cell][0] - 4.5} ${spots[cell][1] - 4.5}h9v9h-9z`;

function mark(kind, cell) {
  const name = names[cell], shown = (shape, look) => {
    const made = use(shape, look, cell);
    made.dataset.cell = name;
    return made;
  };
  if (kind === "either") return [shown("ring", "quiet"), shown("small", "take")];
  if (kind === "no") return [use("no", "no", cell), shown("no", "no")];
  return [shown(kind, kind)];
}

/* The parts of lines that end on a level: dashed where they come from another one. */
function ways(lines, at) {
  const paths = { way: new Set(), far: new Set() };
  for (const line of lines) {
    line.slice(1).forEach((cell, n) => {
      const [a, b] = [spots[line[n]].join(" "), spots[cell].join(" ")];
      if (level[cell] === at && a !== b) paths[level[line[n]] === at ? "way" : "far"].add(`M${a}L${b}`);
    });
  }
  return entries(paths).flatMap(([kind, parts]) => (parts.size ? [make("path", { class: kind, d: [...parts].join("") })] : []));
}

/* A piece besides: a bar on one of its own army; a diamond, which stands for a capture, on one that it captures. */
function stander(trial, cell, side) {
  const army = armyBeside(trial, side), { takes, stops } = trial.found;
  const made = make("g", { class: "other", transform: `translate(${spots[cell].join(" ")})`, "data-cell": names[cell] },
    make("use", { class: `a${army}`, href: `#a${army}`, transform: "scale(1.5)" }));
  if (side === FRIEND) made.append(make("path", { class: `i${army}`, d: "M-8-2.5H8V2.5H-8Z" }));
  if (takes.has(cell)) made.append(make("use", { class: "take", href: "#small" }), make("use", { class: "hit", href: "#c" }));
  else if (stops.has(cell)) made.append(make("use", { class: "stop", href: "#c" }));
  return made;
}

/* Words --------------------------------------------------------------------------------------- */

const missingCell = (name) => (name === BEYOND ? `a cell ${name}` : name);
const sorted = (cells) => [...cells].sort((a, b) => a - b);

function words({ piece, from, found, placed }) {
  const { goes, takes, would, over, stops, lacks, apart } = found, parts = [called(piece, from), ...told("goes to", sorted(goes))];
  if (!goes.size && !takes.size) parts.push("has no move;");
  parts.push(...told("captures on", sorted(takes)));
  if (apart) parts.push(...told("would capture on", sorted(would)), ...told("would capture over another piece on", sorted(over)));
  for (const [cell, cells] of stops) parts.push(...told(`the piece ${SIDES[placed.get(cell)]} on ${names[cell]} keeps it from`, sorted(cells)));
  const missing = new Map();
  for (const [cell, name] of lacks) missing.set(name, [...(missing.get(name) || []), cell]);
  for (const [name, cells] of missing) parts.push(...told(name ? `as ${missingCell(name)} is missing, it does not go to` : "it may not enter", sorted(cells)));
  return parts.join(" ").replace(/;$/, ".");
}

/* What a cell is to the piece. */
function standing(trial, cell) {
  const { goes, takes, would, over, stops, lacks, needs } = trial.found, side = trial.placed.get(cell), name = names[cell];
  if (cell === trial.from) return `${name}: ${typeOf(trial.piece)}`;
  if (side) return `${name}: a piece ${SIDES[side]}${takes.has(cell) ? ", which it captures" : stops.has(cell) ? ", in its way" : ""}`;
  if (goes.has(cell)) return `${name}: it goes there`;
  if (would.has(cell)) return `${name}: it only captures there`;
  if (over.has(cell)) return `${name}: it only captures there, over another piece`;
  const by = [...stops].flatMap(([at, cells]) => (cells.has(cell) ? [names[at]] : []));
  if (by.length) return `${name}: the piece on ${by.join(" and ")} is in its way`;
  if (lacks.get(cell)) return `${name}: it cannot go there, for ${missingCell(lacks.get(cell))} is missing`;
  if (needs.has(cell)) return `${name}: it does not go there, but needs the cell, empty or not`;
  return `${name}: ${lacks.has(cell) ? "it may not enter it" : "it does not go there"}`;
}

/* Keys and pointers --------------------------------------------------------------------------- */

/* Makes the cell in hand the one that a keyboard comes to. */
function focusable(trial, to = trial.focus) {
  const held = trial.figure.contains(document.activeElement) && document.activeElement.classList.contains("cursor");
  trial.cursor?.remove();
  trial.focus = to;
  trial.cursor = make("g", { class: "cursor", role: "button", tabindex: 0, "aria-label": standing(trial, to) }, use("c", "at", to));
  trial.levels[level[to]].append(trial.cursor);
  trial.here.textContent = standing(trial, to);
  if (held) trial.cursor.focus({ preventScroll: true });
}

function turn({ cursor }) {
  cursor.focus({ preventScroll: true });
  cursor.scrollIntoView({ block: "nearest" });
}

/* Where the cells of a drawing lie in the window: its levels are set as it has room. */
function lying({ levels }) {
  const from = levels.map((svg) => svg.getScreenCTM());
  return spots.map(([x, y], cell) => { const { a, d, e, f } = from[level[cell]]; return [a * x + e, d * y + f]; });
}

function onKey(event) {
  const trial = trials.get(event.target.closest?.("figure.piece"));
  if (!trial || !event.target.matches(".cursor") || event.altKey || event.ctrlKey || event.metaKey) return;
  const cell = trial.focus, end = ledTo(event.key, cell, lying(trial));
  if (end !== undefined) {
    if (end >= 0) { focusable(trial, end); turn(trial); }
  } else if (event.key === "Enter" || event.key === " ") press(trial, cell);
  else if (event.key === "b" || event.key === "B") block(trial, cell);
  else return;
  event.preventDefault();
}

/* The figure and the cell that a pointer is on, -1 for no cell. */
function pointed(event) {
  const svg = document.elementFromPoint(event.clientX, event.clientY)?.closest("figure.piece svg.level[data-level]");
  if (!svg) return [null, -1];
  const { a, d, e, f } = svg.getScreenCTM(), x = (event.clientX - e) / a, y = (event.clientY - f) / d;
  const at = Number(svg.dataset.level), away = (cell) => hypot(spots[cell][0] - x, spots[cell][1] - y);
  const cells = names.map((_, cell) => cell).filter((cell) => level[cell] === at);
  const cell = best(cells, (one) => -away(one));
  return [svg.closest("figure"), away(cell) < NEAR ? cell : -1];
}

let held = 0, start = null; // a long press under way; where it began

function listen() {
  const act = (event, what) => {
    const [figure, cell] = pointed(event);
    if (cell < 0) return false;
    const trial = trials.get(figure) || begin(figure);
    what(trial, cell);
    turn(trial);
    return true;
  };
  const letGo = () => { clearTimeout(held); held = 0; };
  hear(document, "click", (event) => {
    if (start === "done") start = null;
    else if (event.target.closest("figure.piece .levels")) act(event, press);
  });
  hear(document, "contextmenu", (event) => {
    if (!event.target.closest("figure.piece .levels")) return;
    letGo();
    if (start === "done" || act(event, block)) event.preventDefault();
  });
  hear(document, "pointerdown", (event) => {
    letGo();
    start = [event.clientX, event.clientY];
    if (event.pointerType === "mouse" || !event.target.closest("figure.piece .levels")) return;
    held = setTimeout(() => { if (act(event, block)) start = "done"; }, LONG);
  });
  hear(document, "pointermove", (event) => {
    if (held && hypot(event.clientX - start[0], event.clientY - start[1]) > 10) letGo();
    const trial = event.pointerType === "mouse" && trials.get(event.target.closest("figure.piece"));
    if (!trial) return;
    const [, cell] = pointed(event);
    trial.here.textContent = standing(trial, cell < 0 ? trial.focus : cell);
  });
  for (const kind of ["pointerup", "pointercancel"]) hear(document, kind, letGo);
  hear(document, "keydown", onKey);
}

for (const figure of document.querySelectorAll("figure.piece")) {
  const start = button("Try it", () => turn(begin(figure)));
  const { piece, army } = figure.dataset;
  start.setAttribute("aria-label", `Try it: ${data.armies[data.letters.indexOf(army)]} ${data.types[data.codes.indexOf(piece)]}`);
  figure.querySelector(".try").replaceChildren(start);
}
listen();
