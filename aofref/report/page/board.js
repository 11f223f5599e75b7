const fills = [...data.fill].map((digit) => data.fills[VALUE[digit]].split(" "));

/* The nodes, each with what is usual behind its parent where the data have nothing else: the next ply and turn, the same
   round and living armies, `o`, the cells of the last move; `f` is the next node in its own line, `a` its anchor in the list of moves. */
const nodes = [];
const links = [...document.querySelectorAll("#scroll a")];
const ROOT = { n: -1, t: -1, r: 1, l: 2 ** data.armies.length - 1 };

/* The origin and the end of a move that changes no other cells. */
function moved(changes) {
  const [a, on, b, other] = numbers(changes);
  if (changes.length === 8 && !on !== !other) return on ? [b, a] : [a, b];
}

data.nodes.forEach((given, at) => {
  const p = given.p ?? at - 1, parent = nodes[p], { n, t, r, l } = parent || ROOT;
  const usual = { v: 0, n: n + 1, t: (t + 1) % data.armies.length, r, l, g: "", x: "", o: moved(given.d) };
  nodes.push({ ...usual, ...given, p, f: -1, a: links[at].id });
  if (parent && (!given.v || (parent.v && parent.f < 0))) parent.f = at;
});
const main = nodes.flatMap((node, at) => node.v ? [] : [at]);

const state = { node: 0, kind: "flat", side: 0, pieces: "letters", names: "rim", size: "", pinned: -1,
  seen: -1, focus: 0, timer: 0, hand: data.levels.length >> 1, paper: false };

/* What stands where --------------------------------------------------------------------- */

const boards = new Map();
const known = new Map();

function unpacked(text) {
  const found = new Map();
  for (let at = 0; at < text.length;) {
    const end = at + 4 + 2 * number(text, at + 2);
    found.set(number(text, at), numbers(text.slice(at + 4, end)));
    at = end;
  }
  return found;
}

function line(node) {
  const found = [];
  for (let at = node; at >= 0; at = nodes[at].p) found.unshift(at);
  return found;
}

function board(node) {
  for (const at of line(node)) {
    if (boards.has(at)) continue;
    const before = nodes[at].p < 0 ? null : boards.get(nodes[at].p);
    const now = before ? before.slice() : new Int16Array(names.length);
    const text = nodes[at].d;
    for (let n = 0; n < text.length; n += 4) now[number(text, n)] = number(text, n + 2);
    boards.set(at, now);
  }
  return boards.get(node);
}

/* A ply in a sentence. */
function sentence(node) {
  const { p, n, t, o, w } = nodes[node];
  if (w) return w;
  const before = board(p), [from, to] = o, man = (cell) => `${data.armies[armyOf(before[cell])]} ${typeOf(before[cell])}`;
  return `Ply ${n}: ${man(from)} from ${names[from]} ${before[to] ? `takes the ${man(to)} on` : "to"} ${names[to]}. ${data.armies[t]} to move.`;
}

/* The cells to which pieces may not go, since they would leave their King in check. */
const barred = (node) => unpacked(nodes[node].x);

/* The cells that each piece reaches. */
function reaches(node) {
  for (const at of line(node)) {
    if (known.has(at)) continue;
    const found = new Map(nodes[at].p < 0 ? [] : known.get(nodes[at].p));
    for (const [cell, altered] of unpacked(nodes[at].g)) {
      const ends = new Set(found.get(cell));
      for (const end of altered) if (!ends.delete(end)) ends.add(end);
      found.set(cell, [...ends].sort((a, b) => a - b));
    }
    const now = board(at);
    for (const cell of found.keys()) if (!now[cell]) found.delete(cell);
    known.set(at, found);
  }
  return known.get(node);
}
