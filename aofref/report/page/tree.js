/* The tree: nodes, each the start or a ply; behind those of the record grow the reader's own ------------------------

   The page has the text of the record for readers without scripts: tags, an empty line, then a token a line; its
   plies are nodes in this order.  A node:
     text   the move as a record has it, in long notation; `mark` is its check, "" for none
     bare   the same without its army; `left` whether it is a withdrawal
     p      its parent, -1 for the start; `mine` are the first plies of own lines behind it
     f      the next in the record, -1 for none; `to` the own ply behind it that was shown last
     n      its ply; `v` whether it is in a variation, `own` whether it is the reader's
     i      its line among the `tokens`, `depth` how many variations are around it */

const { last: lastNode, parents = {}, other = {}, decided = {} } = data; // lastNode is the end of the record's own line
let [head, movetext] = new DOMParser().parseFromString($("record").textContent, "text/html").body.textContent.split("\n\n");
const fresh = (p, text, rest) => ({ text, mark: "", bare: text.replace(/^[A-Z]:/, ""), p, f: -1, to: -1, mine: [], n: 0, i: -1, depth: 0, ...rest });
const nodes = [fresh(-1, "")];
let deep = 0;

/* A token: its text and depth, its node if it is a ply, and if it is none, its `kind` where that is not plain, and `why`. */
const tokens = (movetext || "").split("\n").filter(Boolean).map((text, i) => {
  const [kind, why] = other[i] || [];
  if (text === "(" && !kind) deep += 1;
  const token = { text, depth: deep, kind, why, node: -1 };
  if (text === ")" && !kind && deep) deep -= 1;
  if (kind || /^[{;($!?)]|^\d+\.+$/.test(text)) return token;
  token.node = nodes.length;
  const p = parents[token.node] ?? token.node - 1, [, move, mark] = /^(.*?)([+#].*)?$/.exec(text), left = /(^|:)(resigns|forfeits)$/.test(move);
  nodes.push(fresh(p, move, { mark: mark || "", left, v: deep > 0, n: nodes[p].n + !left, i, depth: deep }));
  return token;
});

function line(node) {
  const found = [];
  for (let at = node; at >= 0; at = nodes[at].p) found.push(at);
  return found.reverse();
}

/* The record's own line, and for each node its name in the address: `ply-57`; a withdrawal takes it from the ply before. */
const main = line(lastNode), endOfPly = new Map(main.map((at) => [nodes[at].n, at]));
nodes.forEach((node, at) => {
  const { p, v, n } = node;
  if (p >= 0 && (!v || (nodes[p].v && nodes[p].f < 0))) nodes[p].f = at;
  node.name = v ? `variation-${at}` : `ply-${n}${endOfPly.get(n) === at ? "" : `-${at}`}`;
});

/* The line that is shown with a node: to the end of the record, or on along own plies. */
function whole(node) {
  const found = line(node), next = nodes[node].f < 0 ? "to" : "f";
  for (let at = nodes[node][next]; at >= 0; at = nodes[at][next]) found.push(at);
  return found;
}

const ahead = (node) => (nodes[node].f < 0 ? nodes[node].to : nodes[node].f);

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

/* The node behind another by a legal move: one that is there, else a new one of the reader's own. */
function follow(at, move) {
  const { position } = played(at), bare = game.lan(position, move);
  const known = nodes.findIndex((node) => node.p === at && node.bare === bare);
  if (known >= 0) return known;
  const { n, f, v } = nodes[at];
  nodes.push(fresh(at, withArmy(position.turn, bare), { move, own: true, v, n: n + 1 }));
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
const addressOf = (node) => [nodes[line(node).filter((at) => !nodes[at].own).slice(-1)[0]].name, ...own(node).map((at) => nodes[at].bare)].join(".");

/* The part of the page's address behind the hash. */
const inAddress = () => ifAllowed(() => decodeURIComponent(location.hash.slice(1))) ?? location.hash;

let astray = ""; // what an address names, and is not there

/* The node of an address, as far as its own moves can be played; -1 for none. */
function nodeAt(address) {
  const [name, ...moves] = address.split(".");
  let at = nodes.findIndex((node) => node.name === name);
  if (at < 0) astray = name;
  else for (const bare of moves) {
    const move = legal(at).find((one) => game.lan(played(at).position, one) === bare);
    if (!move) { astray = bare; break; }
    at = follow(at, move);
  }
  return at;
}

/* Says what was not there, unless that is a piece of the legend. */
function miss() {
  if (!/^(piece-.*)?$/.test(astray)) object(`No longer possible: ${astray.slice(0, 40)}. The line is shown as far as it goes.`, "address");
  astray = "";
}

/* Own lines are kept for a reload, by the ends of all that lead to no other. */
const store = () => `aofref ${location.pathname} ${head}`;
let restored = false;

function keep() {
  if (!restored) return;
  const ends = nodes.flatMap((node, at) => (node.own && !node.mine.length && line(at)[0] === 0 ? [addressOf(at)] : []));
  ifAllowed(() => sessionStorage.setItem(store(), ends.join(" ")));
}

function restore() {
  if (restored) return;
  restored = true;
  const lines = ifAllowed(() => sessionStorage.getItem(store())) || "";
  lines.split(" ").forEach(nodeAt);
  miss();
  keep();
}
