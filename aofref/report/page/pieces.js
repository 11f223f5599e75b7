/* What a piece may do -------------------------------------------------------------------- */

function notice() {
  const cell = pinned >= 0 ? pinned : seen;
  clear("note");
  edge([], "dots");
  const now = board(current);
  if (cell < 0) {
    inform(HINT);
    return "";
  }
  sign("beside", cells.filter((at) => at !== cell && column[at] === column[cell]));
  const text = now[cell] ? reach(cell, now) : `${names[cell]}: empty.`;
  inform(text, now[cell]);
  return text;
}

/* Writes the name of a cell beside it, and lights its lines while a piece is in hand; of none if it is -1. */
function locate(cell) {
  clear("place", "lane");
  if (cell < 0) return;
  const [x, y] = spots[cell], { place } = sheets[level[cell]], k = parseFloat(sizes.em);
  if (hexes && picked >= 0) put("lane", cell, ...lanes(cell).map((one) => outlined("lane", one)));
  if (uses[cell].matches(":focus-visible")) place.append(outlined("ringed", cell));
  if (named()) return;
  const wide = k * (0.62 * names[cell].length + 0.7), top = y - 18 - k * 0.75 < shape.box[1] + k ? y + 18 + k * 0.75 : y - 18 - k * 0.75;
  place.append(make("g", { class: "tag" }, make("rect", { x: x - wide / 2, y: top - k * 0.7, width: wide, height: k * 1.4, rx: k * 0.3 }), make("text", { x, y: top }, names[cell])));
}

/* The other cells of a level on the three lines of hexagons through a cell. */
function lanes(cell) {
  const [x, y] = spots[cell], turned = data.sides[chosen.side][0] % 60 ? 30 : 0;
  return cells.filter((one) => {
    const angle = Math.atan2(spots[one][1] - y, spots[one][0] - x) * (180 / Math.PI) - turned;
    return one !== cell && level[one] === level[cell] && abs(angle - 60 * Math.round(angle / 60)) < 1;
  });
}

/* Says what there is to say of a piece, or rather of the next move, and leads to the piece's rules.
   What stands there stays if it is the same: a link that is being pressed must not go. */
function inform(text, piece = 0) {
  const rather = (picked < 0 && remark) || (text === HINT ? prompt() : "");
  const info = $("info"), fresh = info.cloneNode();
  fresh.append(rather || text, ...(piece && !rather ? [" ", how(piece)] : []));
  if (!info.isEqualNode(fresh)) info.replaceChildren(...fresh.childNodes);
}

/* A link to how a piece moves: in the rulebook, where there is one, else in the legend. */
const how = (piece) => element("a", { href: `${data.rules || ""}#piece-${codeOf(piece)}` }, `How the ${typeOf(piece)} moves`);

const HINT = $("info").textContent;

function reach(cell, now) {
  const piece = now[cell], army = armyOf(piece), wrong = barred(current, cell);
  const ends = reaches(current, cell);
  const risks = ends.filter((end) => wrong.has(end)), free = ends.filter((end) => !wrong.has(end));
  const goes = free.filter((end) => !now[end]), takes = free.filter((end) => now[end]);
  for (const [kind, cells] of entries({ self: [cell], go: goes, take: takes, risk: risks })) sign(kind, cells);
  edge(free, "dots");
  const by = besieging(cell, army).map((other) => named_(now[other], other));
  const turn = present().t, waits = turn >= 0 && turn !== army;
  return [
    `${data.armies[army]} ${typeOf(piece)} on ${names[cell]}`,
    ...told(waits ? "could go to" : "goes to", goes),
    ...(free.length ? [] : [`${waits ? "would have" : "has"} no move;`]),
    ...told(waits ? "could capture on" : "captures on", takes),
    ...told("would leave its King in check on", risks),
    by.length ? `attacked by ${joined(by)}.` : "not attacked.",
  ].join(" ");
}

function press(cell) {
  if (choose(cell)) return;
  pinned = pinned === cell ? -1 : cell;
  say(notice());
}

/* Shows what each army has lost by captures, `lost 2P N` in its title, and by how much it is ahead where pieces have values. */
function losses(node) {
  const counts = letters.map(() => ({}));
  for (const { before, move } of line(node).map(played)) {
    if (!move || move.from < 0 || move.castling >= 0) continue;
    for (const cell of [move.to, ...game.inPassing(before, move.from, move.to)]) {
      const piece = before.board[cell], code = codeOf(piece), lost = counts[armyOf(piece)];
      if (piece && armyOf(piece) !== before.turn) lost[code] = (lost[code] || 0) + 1;
    }
  }
  const worth = (army) => [...board(node)].reduce((sum, piece) => sum + (piece && armyOf(piece) === army ? data.worth[(piece - 1) % types] : 0), 0);
  document.querySelectorAll("#armies small").forEach((small, army) => {
    const lost = entries(counts[army]), ahead = data.worth ? worth(army) - worth(1 - army) : 0;
    const figures = lost.map(([code, n]) => [n > 1 ? ` ${n}` : " ", make("svg", { viewBox: "-10 -10 20 20" }, ...tokenOf(game.pieceOf(army, codes.indexOf(code))).slice(0, 1))]);
    small.title = lost.length ? `lost${lost.map(([code, n]) => ` ${n > 1 ? n : ""}${code}`).join("")}` : "";
    small.replaceChildren(...figures.flat(), ahead > 0 ? ` +${ahead}` : "");
    const label = `${small.title}${ahead > 0 ? `, ahead by ${ahead}` : ""}`;
    setAttributes(small, { role: label ? "img" : "none", "aria-label": label });
  });
}

/* Marks and arrows of comments, as chess sites write them: [%csl Ge4] [%cal Rd2d4]; pairs of cells, and their colour. */
function drawnBy(node) {
  const text = [...nodes[node].notes, ...behind(nodes[node])].join(" "), cell = (name) => game.number.get(name) ?? NONE;
  const pairs = [...text.matchAll(/\[%c[as]l\s+([^\]]*)\]/g)].flatMap(([, all]) => all.split(",")).map((one) => {
    const [colour, ...rest] = one.trim(), at = rest.join(""), ends = [...rest.keys()].map((n) => [cell(at.slice(0, n)), cell(at.slice(n))]);
    return [...(ends.find(([from, to]) => from >= 0 && to >= 0) || [cell(at), cell(at)]), colour];
  });
  return pairs.filter(([from]) => from >= 0);
}

/* What a reader draws by the right mouse button: marks on cells, and arrows; it goes at the next move or click. */

let strokes = [], drawnOn = -1, pen = -1; // pairs of cells; the node that they were drawn on; where the button went down

function sketch() {
  clear("sketch", "drawn");
  if (drawnOn !== current) strokes = [];
  for (const [from, to, colour = "B"] of [...drawnBy(current), ...strokes]) {
    const put_ = (layer) => (_, cell, ...made) => put(layer, cell, make("g", { class: colour }, ...made));
    if (from === to) put_("drawn")("", from, outlined("sketched", from));
    else arrow(from, to, put_("sketch"));
  }
}

function stroke(to) {
  if (pen < 0 || to < 0) return;
  sketch(); // what was drawn on another node goes
  const same = strokes.findIndex((pair) => pair[0] === pen && pair[1] === to);
  if (same >= 0) strokes.splice(same, 1);
  else strokes.push([pen, to]);
  drawnOn = current;
  sketch();
}

function drawing() {
  hear(boardBox, "contextmenu", (event) => { if (event.target.closest(".level")) event.preventDefault(); });
  hear(boardBox, "pointerdown", (event) => {
    pen = event.button === 2 ? cellAt(event) : -1;
    if (!event.button && strokes.length) { strokes = []; sketch(); }
  });
  hear(boardBox, "pointerup", (event) => { if (event.button === 2) stroke(cellAt(event)); });
}
