/* Words: a ply in a sentence, and why a move is refused, as aofref says it ---------------------------------- */

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const side = (army) => (two ? data.armies[army] : `the ${data.armies[army]} army`), who = (letter) => side(letters.indexOf(letter));
const kind = (code) => data.types[codes.indexOf(code)];
const joined = (all, by = "and") => (all.length < 2 ? all.join() : `${all.slice(0, -1).join(", ")} ${by} ${all.slice(-1)[0]}`);

/* A piece by its names: of four armies by that of its army, too, unless that is to move. */
const named_ = (piece, cell, turn = NONE) => `the ${two || armyOf(piece) === turn ? "" : `${data.armies[armyOf(piece)]} `}${typeOf(piece)} on ${names[cell]}`;
const PIECE = new RegExp(`\\b([${letters.join("")}]):(${[...codes].sort((a, b) => b.length - a.length).join("|")})([a-z]+\\d+)(?![-x\\w])`, "g");

/* A sentence of aofref with pieces by their names in place of their codes. */
const inNames = (text, turn) => text.replace(PIECE, (all, letter, code, name) => (game.number.has(name) ? named_(game.pieceOf(letters.indexOf(letter), codes.indexOf(code)), game.number.get(name), turn) : all)).replace(/\bown the /g, "own ");

/* A sentence of aofref, with its facts in words. */
const filled = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

function happened({ type, army, by, captured, from, to, count, pieces = [], ...rest }) {
  return filled(data.said[rest.reason] || data.said[type], { ...rest, count, nth: `${count}${count === 3 ? "rd" : "th"}`, pieces: pieces.join(", "),
    army: who(army), by: who(by), captured: who(captured), from: kind(from), to: kind(to) });
}

/* How a game ended that these armies share. */
function over(winners) {
  const verb = winners.length === 1 ? "wins" : winners.length === letters.length ? "draw" : "win jointly";
  return `the game is over: ${joined(winners.map(side))} ${verb}, ${game.shares(winners)}`;
}

/* What a ply brought about, and what an arbiter decided on it. */
function outcome(node) {
  const { events, army, move, position } = played(node), stood = decided[node];
  const mated = events.filter(({ type }) => type === "checkmate").map((event) => event.army);
  const own = ({ type, army: gone, reason }) => type === "removal" && nodes[node].text === `${gone}:${reason}` && gone === letters[army];
  const said = events.filter((event) => !own(event) && !(event.type === "check" && mated.includes(event.army)));
  const done = stood ? [`an arbiter ${move ? "let this stand" : "made the army forfeit"}: ${stood[1]}`] : [];
  return [...done, ...said.map((event) => (event.type === "end" ? over(position.winners) : happened(event)))].map((text) => `${capital(text)}.`);
}

function turnOf(node) {
  const { t, position } = played(node);
  if (node === lastNode && data.words) return data.words;
  if (position.winners) return `${capital(over(position.winners))}.`;
  return t < 0 ? "The game is over." : `${data.armies[t]} to move.`;
}

/* A ply in a sentence. */
const sentence = (node) => inNames(sentences(node).join(" "));

function sentences(node) {
  const { n, v, own, bare } = nodes[node], { events, army, before, move, o } = played(node);
  const rest = [...outcome(node), ...(events.some(({ type }) => type === "end") ? [] : [turnOf(node)])];
  if (!node && data.began) return ["The start.", ...data.began.words, ...(data.began.words.slice(-1)[0]?.startsWith("The game is over") ? [] : [turnOf(0)])];
  if (!node) return ["The start.", ...rest];
  const where = `Ply ${n}${own ? ", your own" : v ? ", in a variation" : ""}`;
  if (!move) return [`${where}: ${capital(side(army))} ${bare}${two ? "" : " and is removed"}.`, ...rest];
  if (!o.length) return [`${where}: ${capital(side(army))} passes.`, ...rest];
  const on = before.board, man = (cell) => `${data.armies[armyOf(on[cell])]} ${typeOf(on[cell])}`, [from, to] = o;
  const ways = on[to] && move.castling < 0 ? [`${typeOf(on[from])} from ${names[from]} takes the ${man(to)} on ${names[to]}`]
    : o.flatMap((cell, n) => (n % 2 ? [] : [`${typeOf(on[cell])} from ${names[cell]} to ${names[o[n + 1]]}`]));
  return [`${where}: ${data.armies[army]} ${joined(ways)}.`, ...rest];
}

/* Why a move between two cells is refused: its code, the sentence that aofref has for it, and the cell of the piece. */
function refusal(position, from, to, promotion) {
  const why = game.reason(position, from, to, promotion);
  return why && worded(position, from, to, why);
}

function worded(position, from, to, why) {
  const text = why.bar ? game.orthodox.sentence(position, from, why, shots(position, why.shots)) : refusedBy(position, from, to, why);
  return { code: why.code, why: text, at: position.board[from] ? why.mover ?? from : undefined };
}

function refusedBy(position, from, to, why) {
  const { board, turn } = position, stands = (cell) => game.called(board[cell], cell), end = names[to];
  const piece = stands(why.mover ?? from), path = (why.path || []).map((name) => (name === BEYOND ? `(${name})` : name)).join(" ");
  if (why.code === "missing-cell" && why.missing === BEYOND) return `${piece} cannot go ${path}: that way leads ${BEYOND}`;
  if (why.leap) return `${piece} cannot go ${path}: its leap is barred between columns ${columnOf(from)} and ${columnOf(to)}`;
  if (why.code === "no-capture" && board[to]) return `${piece} does not capture that way: ${end} is occupied by ${stands(to)}`;
  const royal = position.royals[turn], at = royal === from ? to : royal;
  const facts = { piece, army: side(turn), destination: why.code === "empty-cell" ? names[from] : end, path, missing: why.missing, held: names[why.by], blocker: why.by === undefined ? game.called(board[royal], at) : stands(why.by),
    checks: shots(position, why.shots), choices: joined((why.choices || []).filter((kind) => kind >= 0).map((kind) => codes[kind]), "or") };
  return filled(data.said[why.code], facts);
}

/* How pieces attack. */
const shots = ({ board }, all = []) => all.map(({ from, through, over: screen }) => game.called(board[from], from)
  + (through.length ? ` through ${through.map((cell) => names[cell]).join(" ")}` : "") + (screen === undefined ? "" : ` over ${game.called(board[screen], screen)}`)).join(", ");
const columnOf = (cell) => game.columns[column[cell]];
