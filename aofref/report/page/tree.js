/* The tree: nodes, each the start or a ply; behind those of the record grow the reader's own ------------------------

   The page has the text of the record for readers without scripts: tags, an empty line, then a token a line; its
   plies are nodes in this order.  A node:
     text   the move as a record has it, in long notation; `mark` is its check, "" for none
     bare   the same without its army; `left` whether it is a withdrawal
     p      its parent, -1 for the start; `mine` are the first plies of own lines behind it
     to     the own ply behind it that was shown last, -1 for none
     n      its ply; `v` whether it is in a variation, `own` whether it is the reader's
     notes, nags, before   comments and marks behind an own ply, comments before it; `result` of the game that it ends
     kids   those of the record behind it, the next first, `said` what the record has between it and them, each its text, its `kind` where
            that is not plain, `why` it was not played, and whether it is `off`: no part of what is copied
     number what the record has before it */

let { last: lastNode, decided = {} } = data; // the end of the record's own line; what an arbiter decided
const { parents = {}, other = {} } = data;
let [head, movetext] = new DOMParser().parseFromString($("record").textContent, "text/html").body.textContent.split("\n\n");
const plain = (comment) => comment.replace(/^[{;]|\}$/g, "");
const fresh = (p, text, rest) => ({ text, mark: "", bare: text.replace(/^[A-Z]:/, ""), p, to: -1, mine: [], kids: [], said: [], n: 0, notes: [], nags: [], before: [], ...rest });
const nodes = [fresh(-1, "")], latest = [0], waiting = []; // by depth, the ply that was read last; what stands before the next
let ended = false, stated = "", number_ = ""; // by a move that was refused; the result; the number before the next ply

(movetext || "").split("\n").filter(Boolean).forEach((text, i) => {
  const [kind, why] = other[i] || [], depth = latest.length - 1;
  ended ||= kind === "refused" && !depth;
  if (/^\d+\.+$/.test(text)) number_ = text;
  else if (text === "(" && !kind) latest.push(NONE);
  else if (text === ")" && !kind && depth) {
    latest.pop();
    nodes[latest[depth - 1]].said.push(...waiting.splice(0));
  } else if (kind === "result" && !depth) stated = text;
  else if (kind || /^[{;$!?)]/.test(text)) (nodes[latest[depth]]?.said || waiting).push({ text, kind, why, off: ended || /^(refused|behind)$/.test(kind) });
  else {
    const at = (latest[depth] = nodes.length), p = parents[at] ?? at - 1, [, move, mark] = /^(.*?)([+#].*)?$/.exec(text), left = /(^|:)(resigns|forfeits)$/.test(move);
    nodes.push(fresh(p, move, { mark: mark || "", left, v: depth > 0, n: nodes[p].n + !left, number: number_, before: waiting.splice(0).map((one) => plain(one.text)) }));
    nodes[p].kids.push(at);
    number_ = "";
  }
});

function line(node) {
  const found = [];
  for (let at = node; at >= 0; at = nodes[at].p) found.push(at);
  return found.reverse();
}

/* The record's own line, and for each node its name in the address: `ply-57`; a withdrawal takes it from the ply before. */
const main = line(lastNode), endOfPly = new Map(main.map((at) => [nodes[at].n, at]));
nodes.forEach((node, at) => {
  const { v, n } = node;
  node.name = v ? `variation-${at}` : `ply-${n}${endOfPly.get(n) === at ? "" : `-${at}`}`;
});

/* The line that is shown with a node: to the end of the record, or on along own plies. */
function whole(node) {
  const found = line(node), isOwn = !nodes[node].kids.length, next = (at) => (isOwn ? nodes[at].to : nodes[at].kids[0]);
  for (let at = next(node); at >= 0; at = next(at)) found.push(at);
  return found;
}

const sequels = (node) => [...nodes[node].kids, ...nodes[node].mine];
const ahead = (node) => nodes[node].kids[0] ?? nodes[node].to;

/* Moves as a record has them ------------------------------------------------------------- */

const withArmy = (army, text) => (two ? text : `${letters[army]}:${text}`);
const cellsOf = new RegExp(`^[A-Z]*?(${names.join("|")})[-x](${names.join("|")})(?:ep)?(?:=(.+))?$`);

/* Reads a move of the record, which needs not be legal if an arbiter has let it stand. */
function moveOf(bare, army) {
  if (bare === "--") return PASS;
  const castling = (data.castlings || []).findIndex((one) => one.name === bare && one.army === army);
  if (castling >= 0) return { from: data.castlings[castling].walks[0][1], to: data.castlings[castling].walks[0].slice(-1)[0], promotion: NONE, castling };
  const [, from, to, kind] = cellsOf.exec(bare);
  return { from: game.number.get(from), to: game.number.get(to), promotion: kind ? codes.indexOf(kind) : NONE, castling: NONE };
}

/* Own lines ------------------------------------------------------------------------------ */

let grown = true; // the list does not show the own lines as they are

/* The node behind another by a legal move, or an army that leaves: one that is there, else a new one of the reader's own. */
function follow(at, move, left = "") {
  const { position } = played(at), text = left || withArmy(position.turn, game.lan(position, move));
  const known = sequels(at).find((node) => nodes[node].text === text);
  if (known) return known;
  const { n, v } = nodes[at];
  nodes.push(fresh(at, text, { move, left: Boolean(left), own: true, v, n: n + !left }));
  nodes[at].mine.push(nodes.length - 1);
  grown = true;
  return nodes.length - 1;
}

/* Takes an own line off the tree, from a node on. */
function drop(node) {
  const parent = nodes[nodes[node].p];
  parent.mine = parent.mine.filter((one) => one !== node);
  if (parent.to === node) [parent.to = -1] = parent.mine;
  nodes[node].p = -2;
  grown = true;
}

const own = (node) => line(node).filter((at) => nodes[at].own);

/* The address of a node: the name of the last of the record's before it, and own moves. */
const addressOf = (node) => [nodes[line(node).filter((at) => !nodes[at].own).slice(-1)[0]].name, ...own(node).map((at) => nodes[at][nodes[at].left ? "text" : "bare"])].join(".");

/* The part of the page's address behind the hash. */
const inAddress = () => ifAllowed(() => decodeURIComponent(location.hash.slice(1))) ?? location.hash;

let astray = ""; // what an address names, and is not there

/* The node of an address, as far as its own moves can be played; -1 for none. */
function nodeAt(address) {
  const [name, ...moves] = address.split(".");
  let at = nodes.findIndex((node) => node.name === name);
  if (at < 0) astray ||= name;
  else for (const bare of moves) {
    const to = step(at, bare);
    if (to < 0) { astray = bare; break; }
    at = to;
  }
  return at;
}

/* The node behind another by a move as an address has it; -1 for none. */
function step(at, bare) {
  const { position, t } = played(at), [, letter] = /^([A-Z]):(resigns|forfeits)$/.exec(bare) || [];
  if (letter) return position.royals[letters.indexOf(letter)] >= 0 ? follow(at, null, bare) : -1;
  const cells = t >= 0 && cellsOf.test(bare) ? moveOf(bare) : null, isLegal = cells && !game.reason(position, cells.from, cells.to, cells.promotion);
  const move = isLegal ? cells : legal(at).find((one) => game.lan(position, one) === bare);
  return move && game.lan(position, move) === bare ? follow(at, move) : -1;
}

/* Says what was not there, unless that is a piece of the legend. */
function miss() {
  if (!/^(piece-.*)?$/.test(astray)) object(`No longer possible: ${astray.slice(0, 40)}. The line is shown as far as it goes.`, "address");
  astray = "";
}

/* Another start -------------------------------------------------------------------------- */

const asMade = { head, given: data.given, half: data.half, began: data.began, end: data.end };
let placed = ""; // the line that the page begins from instead, which names the start in the address
let putAway = () => {}; // closes the tray
let opened = null; // the game that was opened in place of the page's own: its tags, line and halfmoves

const tagsOf = (line) => {
  const tags = asMade.head.split("\n").filter((tag) => !/^\[(Position|FEN|SetUp) /.test(tag)), at = tags.findIndex((tag) => tag.startsWith("[Variant ")) + 1;
  return [...tags.slice(0, at), `[Position "${line}"]`, ...tags.slice(at)].join("\n");
};

/* Begins anew: a tree without a record, from a line, or from the array; without tags where the page was made to begin. */
function beginAnew(line, tags = line && tagsOf(line), half = 0) {
  placed = line;
  head = tags || asMade.head;
  Object.assign(data, tags ? { given: line, half, began: null, end: null, words: "", refused: null } : asMade);
  [lastNode, decided, stated, nodes.length, stands.length, main.length] = [0, {}, "", 1, 0, 1];
  truth.clear();
  Object.assign(nodes[0], { mine: [], kids: [], said: [], to: -1, name: line ? line.replace(/ /g, "_") : "ply-0" });
  grown = true;
}

const lineInAddress = () => inAddress().split(".")[0].replace(/_/g, " ");

/* Whether the referee would accept a line, and write it so. */
function acceptable(line) {
  try {
    const at = game.read(line);
    return game.write(at) === line && !faultsOf(game, at).length;
  } catch { return false; }
}

/* Kept for a reload: own lines, by the tags of their game; the game that was opened, with the address; the field. */
const store = (what = head) => `aofref ${location.pathname} ${what}`;
const keepAs = (name, value) => ifAllowed(() => sessionStorage.setItem(store(name), JSON.stringify(value)));
const keptAs = (name) => ifAllowed(() => JSON.parse(sessionStorage.getItem(store(name))));
/* The own lines, each ply with the one before it: the name of one of the record, or the number of an own one. */
function keep() {
  const found = [], numbers = new Map(), queue = nodes.flatMap(({ own: mine_, mine }) => (mine_ ? [] : mine));
  for (const node of queue) {
    const { p, bare, text, left, notes, nags, before: ahead_, result } = nodes[node];
    numbers.set(node, found.length);
    found.push([numbers.get(p) ?? nodes[p].name, left ? text : bare, { notes, nags, before: ahead_, result }]);
    queue.push(...nodes[node].mine);
  }
  keepAs(head, found);
}

function restore() {
  const made = [];
  for (const [p, bare, rest] of keptAs(head) || []) {
    const at = typeof p === "number" ? made[p] : nodes.findIndex(({ name }) => name === p), node = at >= 0 ? step(at, bare) : -1;
    if (node < 0) astray ||= at < 0 && typeof p === "string" ? p : bare;
    else if (nodes[node].own) Object.assign(nodes[node], rest);
    made.push(node);
  }
}
