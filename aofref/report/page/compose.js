/* The next move: chosen on the board, written, copied or mailed ------------------------------- */

const next = data.next;
const chosen = { from: -1, to: -1, castled: null }; // in castling, the two cells of each piece
let remark = { text: "", bad: false };

const composing = () => next !== null && !differs && state.node === data.last;
const mover = () => played(data.last).t;
const prefix = () => (data.two ? "" : `${data.letters[mover()]}:`);
const lanOf = (move) => game.lan(played(data.last).position, move);
const choices = (cell) => (composing() ? legal(data.last).filter(({ from, to }) => from >= 0 && from === chosen.from && to === cell) : []);

/* A cell was pressed: true if that bears on the next move. */
function choose(cell) {
  if (!composing()) return false;
  const piece = board(state.node)[cell], own = piece && armyOf(piece) === mover();
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
  const found = choices(cell), written = prefix() + lanOf(found[0]).split("=")[0];
  const settle = (move) => {
    chosen.castled = move.castling < 0 ? null : walked(move);
    write(prefix() + lanOf(move), wordsOf(lanOf(move)));
  };
  Object.assign(chosen, { to: cell, castled: null });
  if (found.length === 1) { settle(found[0]); return; }
  const castles = found.some(({ castling }) => castling >= 0);
  write("", castles ? `${names[chosen.from]} to ${names[cell]}: choose the move.` : `${written}: choose what it becomes.`);
  $("promotion").replaceChildren(...found.map((move) => {
    const { promotion } = move, button = document.createElement("button");
    button.type = "button";
    button.dataset.promotion = data.codes[promotion] || "";
    button.textContent = promotion >= 0 ? `${data.types[promotion]} (${data.codes[promotion]})` : castles ? lanOf(move) : "no promotion";
    hear(button, "click", () => settle(move));
    return button;
  }));
}

function wordsOf(text) {
  const now = board(state.node), { from, to } = chosen, code = text.split("=")[1];
  const walk = (a, b) => `${typeOf(now[a])} from ${names[a]} to ${names[b]}`, start = `${typeOf(now[from])} from ${names[from]}`;
  const declined = next.offers.some((army) => army !== mover()) ? " This declines the draw." : "";
  if (chosen.castled) {
    const [a, b, c, d] = chosen.castled;
    return `${walk(a, b)} and ${walk(c, d)}.${declined}`;
  }
  const deed = now[to] ? `takes the ${data.armies[armyOf(now[to])]} ${typeOf(now[to])} on ${names[to]}`
    : text.includes("ep") ? `takes en passant on ${names[to]}` : `to ${names[to]}`;
  return `${start} ${deed}${code ? ` and becomes a ${data.types[data.codes.indexOf(code)]}` : ""}.${declined}`;
}

function refuse(cell) {
  const piece = board(state.node)[chosen.from], why = refusal(played(state.node).position, chosen.from, cell);
  chosen.to = -1;
  write("", `${prefix()}${codeOf(piece)}${names[chosen.from]} to ${names[cell]} is refused: ${why.code}, ${why.text}.`, true);
  $("reason").dataset.code = why.code;
}

/* Write a move, or nothing, with what is said of it; `line` is what a mail says. */
function write(text, words = "", bad = false, line = text) {
  $("promotion").replaceChildren();
  if (!differs) delete $("reason").dataset.code;
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

const passes = () => legal(data.last)[0] === PASS;

function prompt() {
  const others = next.offers.filter((army) => army !== mover()), who = others.map((army) => data.armies[army]);
  const offered = who.length ? `${who.join(" and ")} offer${who.length > 1 ? "" : "s"} a draw: accept it, or decline it by moving on without it. ` : "";
  if (passes()) return `${offered}${data.armies[mover()]} has no move and passes.`;
  return `${offered}${data.armies[mover()]} to move: choose a piece, then a cell.`;
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

/* The cells of the move that is written. */
const proposed = () => (!composing() || chosen.to < 0 ? [] : chosen.castled || [chosen.from, chosen.to]);

let offered = false;

function offer() {
  if (offered) return;
  offered = true;
  hear($("copy"), "click", copy);
  $("pass").hidden = !passes();
  hear($("pass"), "click", () => { forget(); write(`${prefix()}--`, `${data.armies[mover()]} passes.`); });
  const [short, whole] = next.offers.length ? ["Accept", "Accept the draw"] : ["Draw", "Offer a draw"];
  $("draw").textContent = short;
  $("draw").title = whole;
  $("draw").setAttribute("aria-label", whole);
  hear($("draw"), "click", draws);
  for (const army of game.living(played(data.last).position)) $("resign").add(new Option(`${data.letters[army]} ${data.armies[army]}`, army));
  hear($("resign"), "change", (event) => {
    const army = event.target.value;
    event.target.value = "";
    if (!army) return;
    forget();
    write(`${data.letters[army]}:resigns`, `${data.armies[army]} resigns.`, false, "resign");
  });
  write("");
}
