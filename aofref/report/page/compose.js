/* The next move: chosen on the board, written, copied or mailed ------------------------------- */

const next = data.next;
const plays = new Map();
const chosen = { from: -1, to: -1, castled: null }; // in castling, the two cells of each piece
let remark = { text: "", bad: false };

/* Pieces go where they reach, but for the moves of the data: their cells, and a promotion behind them or the move in LAN. */
if (next) {
  const wrong = barred(next.node), now = board(next.node);
  for (const [from, ends] of reaches(next.node)) {
    if (armyOf(now[from]) !== next.army) continue;
    plays.set(from, new Map(ends.filter((to) => !wrong.get(from)?.includes(to)).map((to) => [to, [lanOf(from, to, "")]])));
  }
  const apart = new Set();
  for (const text of next.moves) {
    const from = number(text, 0), to = number(text, 2), key = text.slice(0, 4);
    plays.get(from).set(to, [...(apart.has(key) ? plays.get(from).get(to) : []), lanOf(from, to, text.slice(4))]);
    apart.add(key);
  }
}

/* A move in LAN.  Pieces of the type `bare` have no letters. */
function lanOf(from, to, rest) {
  if (rest && rest[0] !== "=") return rest;
  const now = board(next.node), kind = (now[from] - 1) % types;
  return `${kind === next.bare ? "" : data.codes[kind]}${names[from]}${now[to] ? "x" : "-"}${names[to]}${rest}`;
}

const composing = () => next !== null && state.node === next.node;
const choices = (cell) => (composing() && plays.get(chosen.from)?.get(cell)) || [];

/* A cell was pressed: true if that bears on the next move. */
function choose(cell) {
  if (!composing()) return false;
  const piece = board(state.node)[cell], own = piece && armyOf(piece) === next.army;
  if (cell === chosen.from) forget();
  else if (own) take(cell);
  else if (chosen.from < 0) return false;
  else if (choices(cell).length) propose(cell);
  else refuse(cell);
  return true;
}

function take(cell) {
  write("");
  Object.assign(chosen, { from: cell, to: -1, castled: null });
  state.pinned = cell;
  say(notice());
}

function forget() {
  Object.assign(chosen, { from: -1, to: -1, castled: null });
  state.pinned = state.seen = -1;
  write("");
  notice();
}

function propose(cell) {
  const found = choices(cell), written = `${next.prefix}${found[0].split("=")[0]}`;
  const settle = (text) => {
    chosen.castled = next.castlings[text] || null;
    write(next.prefix + text, wordsOf(text));
  };
  Object.assign(chosen, { to: cell, castled: null });
  if (found.length === 1) { settle(found[0]); return; }
  const castles = found.some((text) => next.castlings[text]);
  write("", castles ? `${names[chosen.from]} to ${names[cell]}: choose the move.` : `${written}: choose what it becomes.`);
  $("promotion").replaceChildren(...found.map((text) => {
    const code = text.split("=")[1], button = document.createElement("button");
    button.type = "button";
    button.dataset.promotion = code || "";
    button.textContent = code ? `${data.types[data.codes.indexOf(code)]} (${code})` : castles ? text : "no promotion";
    hear(button, "click", () => settle(text));
    return button;
  }));
}

function wordsOf(text) {
  const now = board(state.node), { from, to } = chosen, code = text.split("=")[1];
  const walk = (a, b) => `${typeOf(now[a])} from ${names[a]} to ${names[b]}`, start = `${typeOf(now[from])} from ${names[from]}`;
  const declined = next.offers.some((army) => army !== next.army) ? " This declines the draw." : "";
  if (chosen.castled) {
    const [a, b, c, d] = chosen.castled;
    return `${walk(a, b)} and ${walk(c, d)}.${declined}`;
  }
  const deed = now[to] ? `takes the ${data.armies[armyOf(now[to])]} ${typeOf(now[to])} on ${names[to]}`
    : text.includes("ep") ? `takes en passant on ${names[to]}` : `to ${names[to]}`;
  return `${start} ${deed}${code ? ` and becomes a ${data.types[data.codes.indexOf(code)]}` : ""}.${declined}`;
}

/* Why the chosen piece may not go to a cell, as aofref has said beforehand. */
function refusal(cell) {
  const text = next.why.find((one) => number(one, 0) === chosen.from);
  if (!text) return "";
  const cells = (key) => (next.sentences[number(key, 0)].match(/\{[cs]\}/g) || []).length * 2;
  let key = text.slice(2, 4), named = "";
  for (let at = 4; at < text.length;) {
    const other = text.slice(at + 2, at + 4), size = cells(other);
    if (number(text, at) === cell) { key = other; named = text.slice(at + 4, at + 4 + size); }
    at += 4 + size;
  }
  const now = board(state.node);
  const stands = (at) => `${data.letters[armyOf(now[at])]}:${codeOf(now[at])}${names[at]}`;
  let at = -2;
  const called = (at) => names[at] ?? next.missing[at - names.length];
  const said = { o: () => stands(chosen.from), e: () => names[cell], E: () => stands(cell),
    c: () => called(number(named, at += 2)), s: () => stands(number(named, at += 2)) };
  return ": " + next.sentences[number(key, 0)].replace(/\{([oeEcs])\}/g, (_, kind) => said[kind]());
}

function refuse(cell) {
  const piece = board(state.node)[chosen.from];
  chosen.to = -1;
  write("", `${next.prefix}${codeOf(piece)}${names[chosen.from]} to ${names[cell]} is refused${refusal(cell)}.`, true);
}

/* Write a move, or nothing, with what is said of it; `line` is what a mail says. */
function write(text, words = "", bad = false, line = text) {
  $("promotion").replaceChildren();
  $("move").textContent = text;
  $("copy").disabled = !text;
  remark = { text: words, bad };
  if (words) say(`${text} ${words}`.trim());
  if ($("send")) {
    const subject = `${next.game ? `[${next.game}] ` : ""}${text}`, to = encodeURIComponent(next.mail).replaceAll("%40", "@");
    const mail = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(line)}`;
    if (text) $("send").setAttribute("href", mail);
    else $("send").removeAttribute("href");
  }
  notice();
}

function prompt() {
  const others = next.offers.filter((army) => army !== next.army), who = others.map((army) => data.armies[army]);
  const offered = who.length ? `${who.join(" and ")} offer${who.length > 1 ? "" : "s"} a draw: accept it, or decline it by moving on without it. ` : "";
  if (next.pass) return `${offered}${data.armies[next.army]} has no move and passes.`;
  return `${offered}${data.armies[next.army]} to move: choose a piece, then a cell.`;
}

/* A draw: accepted alone; offered alone or with the move that is written, and taken back if pressed again. */
function draws() {
  const written = $("move").textContent, move = written.replace(/ ?draw$/, "");
  const bare = chosen.to >= 0 || move.endsWith("--") ? move : "";
  if (written.endsWith("draw")) write(bare, bare && chosen.to >= 0 ? wordsOf(bare) : "");
  else if (next.offers.length) { forget(); write("draw", "The draw is accepted."); }
  else write(`${bare} draw`.trim(), bare ? `A draw is offered with ${bare}.` : "A draw is offered, without a move.");
}

function copy() {
  const text = $("move").textContent, said = () => say(`${text} is copied.`);
  const done = () => { said(); $("copy").textContent = "Copied"; setTimeout(() => { $("copy").textContent = "Copy"; }, 1500); };
  const select = () => {
    getSelection().selectAllChildren($("move"));
    if (document.execCommand("copy")) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
  else select();
}

/* Marks of the piece chosen and of the move written, over the board. */
function proposed() {
  if (!composing() || chosen.to < 0) return [];
  return (chosen.castled || [chosen.from, chosen.to]).map((cell) => use("c", "chosen", cell));
}

function offer() {
  if (!next) return;
  hear($("copy"), "click", copy);
  $("pass").hidden = !next.pass;
  hear($("pass"), "click", () => { forget(); write(next.prefix + next.pass, `${data.armies[next.army]} passes.`); });
  const [short, whole] = next.offers.length ? ["Accept", "Accept the draw"] : ["Draw", "Offer a draw"];
  $("draw").textContent = short;
  $("draw").title = whole;
  $("draw").setAttribute("aria-label", whole);
  hear($("draw"), "click", draws);
  for (const army of next.living) $("resign").add(new Option(`${data.letters[army]} ${data.armies[army]}`, army));
  hear($("resign"), "change", (event) => {
    const army = event.target.value;
    event.target.value = "";
    if (!army) return;
    forget();
    write(`${data.letters[army]}:resigns`, `${data.armies[army]} resigns.`, false, "resign");
  });
  write("");
}
