/* The board: what stands at each node of the tree, as rules.js plays it --------------------------------------------- */

const fills = [...data.fill].map((digit) => data.fills[VALUE[digit]].split(" "));

let current = 0; // the node that is shown
let pinned = -1, seen = -1, cursor = 0; // cells: chosen, pointed at, and which the keys start from
let levelInHand = levels.length >> 1;
let timer = 0; // of the replay

const stands = [];
const present = () => played(current);
const truths = entries(JSON.parse($("truth")?.textContent || "{}")).map(([ply, line]) => [endOfPly.get(Number(ply)), line]);
const truth = new Map(truths);
let differs = false; // from what the referee has found, where that is written

/* Plays up to a node: `position` is what to play on from, `shown` what stands there, `o` the cells of the last move,
   `events` what it brought about, `fates` how armies have left, `t` the army to move, -1 once the game is over. */
function played(node) {
  if (!stands[node]) for (const one of line(node)) stands[one] ??= checked(one, arrived(one));
  return stands[node];
}

const board = (node) => played(node).shown.board;

function arrived(node) {
  const { p, text, bare, left, move: own } = nodes[node];
  if (p < 0) {
    const begun = data.given ? game.begin({ ...game.read(data.given), half: data.half || 0 }) : game.start();
    return { ...begun, shown: begun.position, o: [], fates: data.began ? data.began.fates : gone({}, begun.events) };
  }
  const { position, fates } = stands[p], army = letters.indexOf(text[0]);
  if (left) {
    const done = game.withdraw(position, army, bare), { turn, round } = done.position;
    const shown = two ? { ...position, turn, round } : done.position; // who leaves a game of two leaves the board as it stood
    return { ...done, shown, o: [], army, fates: gone(fates, done.events) };
  }
  const [decider] = decided[node] || [position.turn], before = decider === position.turn ? position : { ...position, turn: decider };
  const move = own || moveOf(bare, before.turn), done = game.play(before, move);
  return { ...done, shown: done.position, before, move, army: before.turn, o: walked(move), fates: gone(fates, done.events) };
}

/* The cells that a move leaves and comes to; of two pieces in castling. */
const walked = ({ from, to, castling }) => (from < 0 ? [] : castling < 0 ? [from, to] : data.castlings[castling].walks.flatMap((walk) => [walk[1], walk.slice(-1)[0]]));

/* How often a position of two players has occurred, in the record's own line and own lines from there. */
function counted(node, found) {
  if (!two || nodes[node].v || found.position.turn < 0) return;
  found.key = game.orthodox.key(found.position);
  const count = 1 + line(nodes[node].p).filter((at) => stands[at].key === found.key).length;
  if (count > 2) found.events.push({ type: "repetition", count });
}

/* How armies have left the game, by letter. */
function gone(before, events) {
  const found = { ...before }, words = { "no-queen": "has no Queen", resigns: "resigned", forfeits: "forfeited" };
  for (const { type, army, reason } of events) if (type === "checkmate" || type === "removal") found[army] ??= words[reason] || "checkmated";
  return found;
}

/* Holds what has been played to what the referee has written; where they differ, it is the referee's that stands. */
function checked(node, found) {
  const line = truth.get(node);
  if (!nodes[node].left) counted(node, found);
  const told = line === undefined || line === game.write(found.position) ? found : { ...found, position: game.read(line), shown: game.read(line) };
  const over = node === lastNode && data.end;
  if (told !== found) differ();
  return { ...told, t: over ? -1 : told.shown.turn };
}

function differ() {
  object("This page and aofref disagree about this position. The board is aofref's; nothing can be played on.", "differs");
  differs = true;
}

/* Where the piece on a cell could go on its army's turn if check did not matter, and by castling; in order. */
function reaches(node, cell) {
  const { shown } = played(node), { board } = shown, army = armyOf(board[cell]);
  const castled = shown.royals[army] === cell ? game.castlings({ ...shown, turn: army }).map(({ to }) => to) : [];
  return inOrder([...game.reach(shown, cell), ...castled]);
}

/* The legal moves at a node, by the cells from which they go. */
function legal(node) {
  const found = played(node);
  return (found.legal ??= found.t < 0 ? [] : game.moves(found.position));
}

/* The cells to which a piece may not go, since it would leave its King in check. */
function barred(node, cell) {
  const { t, shown } = played(node);
  if (armyOf(shown.board[cell]) !== t) return new Set();
  const may = new Set(legal(node).filter(({ from }) => from === cell).map(({ to }) => to));
  return new Set(game.reach(shown, cell).filter((to) => !may.has(to)));
}

/* The armies that are in check: the cell of each royal piece, and of those that attack it. */
const checks = (node) => letters.flatMap((_, army) => {
  const { shown } = played(node), by = shown.royals[army] < 0 ? [] : game.attackers(shown, army);
  return by.length ? [[shown.royals[army], ...by]] : [];
});

/* The word for an army that has won, drawn or left the game; else nothing. */
function fate(node, army) {
  const { position, fates } = played(node), { winners } = position;
  if (node === lastNode && data.end) return data.end.fates[army];
  if (winners?.includes(army)) return winners.length === 1 ? "won" : winners.length === letters.length ? "drew" : "won jointly";
  return fates[letters[army]] || "";
}
