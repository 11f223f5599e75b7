/* The levels: where the cells of each lie, and how large each is shown ------------------------ */

const UNIT = 36; // between the middles of neighbouring cells, in the units of a level's drawing
const TOKEN = 1.44; // how large a token is, whose drawing has the half width 10
const LEAST = 22; // pixels: tokens are no smaller where all levels are alike
const LARGEST = 3.2, SMALLEST = 0.5; // scales: of a level that is alone or in hand; of one in the strip, at most
const NAME = 12, ROOM = 14.5; // the size of names in pixels, and the most that they take of a drawing, in its units
const GAP = 6; // pixels between levels, and around each its border
const NARROWEST = two ? 340 : 330, WIDEST = 420; // pixels: the column beside the board
const wideScreen = matchMedia("(min-width: 60rem)"); // on which there is one, as page.css has it
const count = levels.length;
const highest = levels.map((_, at) => count - 1 - at); // the levels as they are shown, the highest first
const boardBox = $("board"), tabs = $("tabs");
let shape = null, sizes = {}, spots = [];

const tenth = (number) => Math.round(number * 10) / 10;
const flat = data.spots.split(" ").map((pair) => pair.split(",").map(Number)).map(([x, y]) => [x / 2, y * data.row]);
const hexes = data.row !== 1, half = (hexes ? 1 / Math.sqrt(3) : 1) / 2, walls = numbers(data.walls);

/* How a level looks from a side: `at` is where each column is, and the gaps behind them, `c` and `d` are a cell and its
   inside, `walls` the borders on each level, `rim` the names around it, `box` its room, `title` where its name stands. */
function shaped([turn, rim]) {
  const angle = (turn * Math.PI) / 180, [s, c] = [Math.sin(angle), Math.cos(angle)];
  const points = flat.map(([x, y]) => [x * c - y * s, x * s + y * c]), put = ([x, y]) => [tenth(x * UNIT), tenth(-y * UNIT)];
  const corners = (hexes ? [0, 1, 2, 3, 4, 5].map((n) => ((turn % 60 ? 0 : 30) + 60 * n) * (Math.PI / 180)).map((to) => [2 * half * Math.cos(to), 2 * half * Math.sin(to)])
    : [[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]]);
  const at = points.map(put), paths = levels.map(() => ""), cell = (size) => corners.map(([x, y]) => put([x * size, y * size])).join(" ");
  for (let n = 0; n < walls.length; n += 2) {
    const [[ax, ay], [bx, by]] = [walls[n], walls[n + 1]].map((one) => points[column[one]]), dx = (bx - ax) * half, dy = (by - ay) * half;
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    paths[level[walls[n]]] += `M${put([x - dy, y + dx])}L${put([x + dy, y - dx])}`;
  }
  const names_ = around(at, data.rims[rim]), [wide, high] = put(corners.reduce(([a, b], [x, y]) => [max(a, x), min(b, y)], [0, 0]));
  return { at, c: cell(1), d: cell(0.76), walls: paths, rim: names_, ...framed(at, names_, wide, high) };
}

/* The names around the levels, beyond the last cells of their lines; two of one place are one, others without room are left out. */
function around(at, rim) {
  const kept = [], letter = 0.31 * ROOM, near = (a, b) => abs(a.x - b.x) < letter * (a.text.length + b.text.length) && abs(a.y - b.y) < 0.85 * ROOM;
  for (const [sx, sy, texts] of rim) {
    const long = hypot(sx, sy) || 1;
    for (const [cell, line] of lastOf(at, sx, sy)) {
      const [cx, cy] = at[column[cell]], text = texts.split(" ")[line] || game.columns[column[cell]], place = [cx + 2 * sx, cy + 2 * sy];
      const away = 1 + (0.65 * ROOM + letter * (text.length - 1) * abs(sx / long)) / long;
      const edge = ([by]) => `${tenth(cx + sx * by)} ${tenth(cy + sy * by)}`, tick = `M${edge([1.03])}L${edge([1.03 + 4 / long])}`;
      const name = { text, cell, place, tick, x: tenth(cx + sx * away), y: tenth(cy + sy * away) }, here = kept.filter((other) => level[other.cell] === level[cell]);
      const same = here.find((other) => hypot(other.place[0] - place[0], other.place[1] - place[1]) < 1);
      if (same) Object.assign(same, { text: [same.text, text].sort().reverse().join(" "), tick: same.tick + tick });
      else if (!here.some((other) => near(name, other) || (other.cell === cell && other.text === text))) kept.push(name);
    }
  }
  return kept;
}

/* The last cells of the lines on each level along a vector, each with the number of its line from left to right. */
function lastOf(at, sx, sy) {
  const across = (cell) => at[column[cell]][0] * sy - at[column[cell]][1] * sx, along = (cell) => at[column[cell]][0] * sx + at[column[cell]][1] * sy;
  const ends = new Map();
  let line = -1, before = -Infinity;
  for (const cell of [...cells].sort((a, b) => across(a) - across(b))) {
    if (across(cell) > before + 100) line += 1;
    before = across(cell);
    const key = `${line} ${level[cell]}`, [end] = ends.get(key) || [];
    if (end === undefined || along(cell) > along(end)) ends.set(key, [cell, line]);
  }
  return ends.values();
}

/* The room of a level, and the corner of it that is free for the level's name; above the cells if none is. */
function framed(at, rim, wide, high) {
  const boxes = [...at.map((one) => [...one, wide, high]), ...rim.map(({ text, x, y }) => [x, y, 0.31 * ROOM * text.length, ROOM / 2])];
  const least = (of) => min(...boxes.map(of)) - 2, most = (of) => max(...boxes.map(of)) + 2;
  const left = least(([x, , w]) => x - w), top = least(([, y, , h]) => y - h), right = most(([x, , w]) => x + w), bottom = most(([, y, , h]) => y + h);
  const free = ([x, y]) => min(...boxes.map(([u, v, w, h]) => max(abs(u - x) - w, abs(v - y) - h)));
  const corners = [[left + 10, bottom - 10], [left + 15, top + 17], [right - 15, top + 17], [right - 15, bottom - 17]];
  const found = best(corners.slice(1), free, 1), corner = free(found) < 10 ? corners[0] : found, above = count > 1 && free(corner) < 4 ? 24 : 0;
  return { box: [left, top - above, right - left, bottom - top + above].map(tenth), title: (above ? [left + 12, top - 10] : corner).map(tenth) };
}

/* The scale, `most` at most, of levels that fill a room, so many abreast and above one another. */
function scaled(width, height, across, high, most = LARGEST) {
  const [, , w, h] = shape.box;
  return min((width - GAP * (across - 1)) / across / w, (height - GAP * (high - 1)) / high / h, most);
}

/* Levels in rows: how many stand abreast where they are largest, and their scale. */
function rows(width, height) {
  const all = highest.map((_, n) => ({ across: n + 1, k: scaled(width, height, n + 1, ceil(count / (n + 1))) }));
  return best(all, ({ k }) => k, 1e-6);
}

/* One level large, and a strip of all beside it: the columns of the strip, and both scales. */
function stripped(width, height) {
  const all = [1, 2, 3].map((across) => {
    const small = scaled(width / 4, height, across, ceil(count / across), SMALLEST);
    return { across, small, k: scaled(width - across * (small * shape.box[2] + GAP), height, 1, 1) };
  });
  return best(all, ({ k, small }) => 2 * k + small);
}

/* Makes the levels as large as there is room: all alike, one of them and a strip, or one as wide as the window, under tabs. */
function lay() {
  const beside = wideScreen.matches, [, , w] = shape.box, stage = $("stage");
  const width = beside ? stage.clientWidth - NARROWEST - 16 : boardBox.clientWidth;
  const top = boardBox.getBoundingClientRect().top + scrollY, height = beside ? stage.clientHeight : max(300, innerHeight - top - $("dock").offsetHeight - 16);
  const narrow = width < 560, all = rows(width, height), seen = 2 * 10 * standing()[0];
  let found = all, mode = "all";
  if (count === 1 ? narrow : chosen.view !== "all" && (chosen.view === "one" || narrow || seen * all.k < LEAST)) {
    mode = narrow ? "tabs" : "one";
    found = narrow ? { across: 1, k: width / w } : stripped(width, height);
  } else if (seen * all.k < LEAST) { // all, though the page grows longer
    const across = max(1, min(count, floor((width + GAP) / (LEAST / seen * w + GAP))));
    found = { across, k: scaled(width, Infinity, across, 1) };
  }
  const printed = rows(700, 450), size = (k) => tenth(min(ROOM, NAME / k));
  sizes = { across: found.across, wide: `${floor(w * found.k)}px`, small: `${floor(w * (found.small || 0))}px`, em: `${size(found.k)}px`,
    rows: ceil(count / found.across), printed: printed.across, "print-wide": `${floor(w * printed.k)}px`, "print-em": `${size(printed.k)}px` };
  const room = found.across * (found.small ? floor(w * found.small) : floor(w * found.k)) + GAP * (found.across - !found.small) + (found.small ? floor(w * found.k) : 0);
  sizes.room = beside ? `${room}px` : "1fr";
  sizes.side = `${max(NARROWEST, min(WIDEST, stage.clientWidth - room - 16))}px`;
  const { style } = document.body;
  for (const [name, value] of entries(sizes)) style.setProperty(`--${name}`, value);
  style.visibility = "visible"; // not before, or all would move
  boardBox.className = `levels ${mode}${count === 1 ? " solo" : ""}`;
  $("promotion").hidden = true; // its cell has moved
  arrange();
  pressed();
}

/* Puts each level in its place: the one in hand where it is large, a picture of it where it would be small. */
function arrange() {
  const { classList } = boardBox, { across } = sizes;
  highest.forEach((at, n) => {
    const { svg } = sheets[at], large = at === levelInHand, place = `${floor(n / across) + 1} / ${(n % across) + 2}`;
    svg.classList.toggle("small", !classList.contains("all") && !large);
    svg.style.gridArea = !classList.contains("one") ? "" : large ? "1 / 1 / -1" : place;
    if (large) {
      thumb.style.gridArea = place;
      thumb.firstChild.setAttribute("href", `#level-${at}`);
    }
  });
  [...tabs.children].forEach((tab, n) => tab.setAttribute("aria-selected", highest[n] === levelInHand));
}

/* Takes a level in hand: it is the large one, where one is. */
function grasp(at) {
  if (at === undefined || Number(at) === levelInHand) return;
  levelInHand = Number(at);
  arrange();
}
