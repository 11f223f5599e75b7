/* The hand: a piece chosen and a cell chosen plays there, from whatever position is shown --------------------------- */

let { next } = data; // the club's address, the game's id and offers of a draw; null once the game is over
let picked = -1; // the cell of the piece in hand
let remark = ""; // what is said of a draw or a resignation

const mayPlay = () => !differs && present().t >= 0;
const mine = (cell) => mayPlay() && armyOf(board(current)[cell]) === present().t;
const choices = (cell) => (picked >= 0 && mayPlay() ? legal(current).filter(({ from, to }) => from === picked && to === cell) : []);
const passes = () => legal(current)[0] === PASS;

/* A cell was pressed: true if that was for the piece in hand, or took one. */
function choose(cell) {
  if (!mayPlay()) {
    if (!differs && present().position.turn >= 0) object("The game is over.", "game-over"); // as people stated
    return false;
  }
  if (cell === picked) forget();
  else if (choices(cell).length) bring(cell);
  else if (mine(cell)) take(cell);
  else if (picked < 0) return false;
  else refuse(cell);
  return true;
}

function take(cell) {
  picked = pinned = cell;
  object("");
  say(notice());
}

function forget() {
  picked = pinned = seen = -1;
  object("");
  notice();
}

/* Plays the piece in hand to a cell; asks which move, if there are several. */
function bring(cell) {
  const found = choices(cell);
  if (found.length === 1) playOn(found[0]);
  else ask(found);
}

function playOn(move) {
  const cell = move.to < 0 ? cursor : move.to;
  go(follow(current, move));
  focusable(cell);
  if (boardBox.contains(document.activeElement)) focusOn(cell);
}

/* Says why the piece in hand may not go to a cell; it stays in hand. */
function refuse(cell) {
  const why = refusal(present().position, picked, cell);
  if (!why) return;
  objectTo(why);
  if (!differs) $("reason").append(" ", how(board(current)[picked]));
}

/* Shows why something is refused, with names in place of codes. */
const objectTo = ({ why, code }) => object(`${capital(inNames(why, present().t))}.`, code);

/* Shows a reason, or none, and closes the menu. */
function object(text, code) {
  $("promotion").hidden = $("yes").hidden = true;
  if (differs) return;
  const reason = $("reason");
  reason.textContent = text;
  reason.hidden = !text;
  if (code) reason.dataset.code = code;
  else delete reason.dataset.code;
}

/* A menu of moves at the cell to which they all lead: what a Pawn becomes, or which way to castle. */
function ask(found) {
  object("");
  const menu = $("promotion"), { x, bottom } = uses[found[0].to].getBoundingClientRect(), castles = found.some(({ castling }) => castling >= 0);
  menu.replaceChildren(...found.map((move) => {
    const code = codes[move.promotion], plain = castles ? game.lan(present().position, move) : "no promotion";
    const made = button(code ? `${data.types[move.promotion]} (${code})` : plain, { "data-promotion": code || "" }, () => { focusOn(move.to); playOn(move); });
    if (code) made.prepend(make("svg", { viewBox: "-13 -13 26 26" }, ...tokenOf(game.pieceOf(present().t, move.promotion))));
    return made;
  }));
  menu.hidden = false;
  menu.style.left = `${max(4, min(x, innerWidth - menu.offsetWidth - 20)) + scrollX}px`;
  menu.style.top = `${bottom + 4 + scrollY}px`;
  menu.firstChild.focus(STILL);
}

function onMenu(event) {
  const way = ARROWS[event.key], all = [...$("promotion").children];
  if (way) all[(all.indexOf(event.target) + way[0] + way[1] + all.length) % all.length].focus();
  else if (event.key === "Escape") { focusOn(picked); forget(); }
  if (way || event.key === "Escape") event.preventDefault();
  event.stopPropagation();
}

/* What may be done next, where no piece is looked at. */
function prompt() {
  if (!mayPlay()) return "";
  const army = data.armies[present().t], last = current === lastNode;
  const who = last && next ? next.offers.filter((one) => one !== played(lastNode).t).map((one) => data.armies[one]) : [];
  const offered = who.length ? `${offers(who)}: accept it, or decline it by moving on without it. ` : "";
  return offered + (passes() ? `${army} has no move and passes.` : `${army} to move: choose a piece, then a cell.`);
}

const offers = (who) => `${joined(who)} offer${who.length > 1 ? "" : "s"} a draw`;

/* Drags: a piece goes where the pointer lets it go ---------------------------------------- */

let drag = null, dropped = -1; // the time at which a piece was dropped: the click that follows is none

const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

function dragging() {
  hear(boardBox, "pointerdown", grab);
  // Browsers overlook touch-action in drawings.
  hear(boardBox, "touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });
  hear(document, "pointermove", pull);
  for (const kind of ["pointerup", "pointercancel"]) hear(document, kind, release);
}

function grab(event) {
  const cell = cellAt(event);
  if (event.button || cell < 0 || !mine(cell)) return;
  drag = { cell, x: event.clientX, y: event.clientY, id: event.pointerId };
}

function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (tug(drag, event)) {
    take(drag.cell);
    lift(drag.cell);
  }
  if (drag.moved) linger(under(event));
}

/* Leads the likeness after the pointer; true when what is held comes off its place. */
function tug(held, { clientX, clientY }) {
  $("ghost").style.transform = `translate(${clientX}px, ${clientY}px)`;
  if (held.moved || hypot(clientX - held.x, clientY - held.y) <= 6) return false;
  held.moved = true;
  return true;
}

/* Lets go of what was held, if anything was. */
function loose(was) {
  drag = null;
  clearTimeout(was?.wait);
  $("ghost").hidden = true;
  document.querySelector(".dragged")?.classList.remove("dragged");
}

/* A level that is small, or under a tab, is enlarged where a piece is held over it for a while. */
function linger(at) {
  const tab = [...tabs.children].indexOf(at), to = at?.closest(".small")?.dataset.level ?? highest[tab];
  if (to === drag.to) return;
  drag.to = to;
  clearTimeout(drag.wait);
  drag.wait = setTimeout(grasp, 250, to);
}

function release(event) {
  const was = drag;
  loose(was);
  if (!was?.moved) return;
  dropped = event.timeStamp;
  const cell = event.type === "pointerup" ? cellAt({ target: under(event) }) : -1;
  if (cell < 0 || cell === was.cell || picked !== was.cell) return; // it may have been put down by a key
  focusable(cell);
  if (choices(cell).length) bring(cell);
  else refuse(cell);
}

/* A likeness of a piece, to follow the pointer. */
function lift(cell) {
  const token = shown.get(cell), likeness = token.cloneNode(true), k = token.getScreenCTM().a;
  token.classList.add("dragged");
  likeness.removeAttribute("transform");
  $("ghost").replaceChildren(make("svg", { viewBox: "-11 -11 22 22", width: 22 * k, height: 22 * k }, likeness));
  $("ghost").hidden = false;
}

/* Which cells can be dragged from: there the page does not scroll. */
function grips() {
  uses.forEach((shape, cell) => shape.classList.toggle("own", mine(cell)));
}
