/* What a piece may do -------------------------------------------------------------------- */

function notice() {
  const cell = state.pinned >= 0 ? state.pinned : state.seen;
  layers.over.querySelectorAll(".note").forEach((found) => found.remove());
  const now = board(state.node);
  if (cell < 0) {
    inform(HINT);
    return "";
  }
  const beside = names.flatMap((_, at) => at !== cell && column[at] === column[cell] ? [use("c", "beside", at)] : []);
  layers.over.append(make("g", { class: "note" }, ...beside));
  const text = now[cell] ? reach(cell, now) : `${names[cell]}: empty.`;
  inform(text, now[cell]);
  return text;
}

/* Says what there is to say of a piece, or rather of the next move, and leads to the piece's rules.
   What stands there stays if it is the same: a link that is being pressed must not go. */
function inform(text, piece = 0) {
  const rather = remark || (text === HINT ? prompt() : "");
  const link = piece && data.rules ? `${data.rules}#piece-${codeOf(piece)}` : "", words = `${rather || text}${link ? " " : ""}`;
  if ($("info").firstChild?.data !== words || ($("info").querySelector("a")?.getAttribute("href") || "") !== link) {
    $("info").textContent = words;
    if (link) $("info").append(leading(link, `How the ${typeOf(piece)} moves`));
  }
}

function leading(address, text) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = text;
  return link;
}

const HINT = $("info").textContent;

function reach(cell, now) {
  const piece = now[cell], army = armyOf(piece), wrong = barred(state.node, cell);
  const ends = reaches(state.node, cell), note = make("g", { class: "note" }, ...sign("self", [cell]));
  const risks = ends.filter((end) => wrong.has(end)), free = ends.filter((end) => !wrong.has(end));
  const goes = free.filter((end) => !now[end]), takes = free.filter((end) => now[end]);
  note.append(...sign("go", goes), ...sign("take", takes), ...sign("risk", risks));
  const by = [];
  for (const other of names.keys()) {
    if (now[other] && armyOf(now[other]) !== army && reaches(state.node, other).includes(cell)) {
      by.push(`${data.letters[armyOf(now[other])]}:${codeOf(now[other])}${names[other]}`);
      note.append(join(other, cell));
    }
  }
  layers.over.append(note);
  const turn = played(state.node).t, waits = turn >= 0 && turn !== army;
  const parts = [called(piece, cell)];
  parts.push(...told(waits ? "could go to" : "goes to", goes));
  if (!goes.length && !takes.length) parts.push(`${waits ? "would have" : "has"} no move;`);
  parts.push(...told(waits ? "could capture on" : "captures on", takes));
  parts.push(...told("would leave its King in check on", risks));
  parts.push(by.length ? `attacked by ${by.join(", ")}.` : "not attacked.");
  return parts.join(" ");
}

function press(cell) {
  if (choose(cell)) return;
  state.pinned = state.pinned === cell ? -1 : cell;
  say(notice());
}
