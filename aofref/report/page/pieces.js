/* What a piece may do -------------------------------------------------------------------- */

function notice() {
  const cell = state.pinned >= 0 ? state.pinned : state.seen;
  layers.over.querySelectorAll(".note").forEach((found) => found.remove());
  const now = board(state.node);
  inform(HINT);
  if (cell < 0) return "";
  const beside = names.flatMap((_, at) => at !== cell && column[at] === column[cell] ? [use("c", "beside", at)] : []);
  layers.over.append(make("g", { class: "note" }, ...beside, ...proposed()));
  const text = now[cell] ? reach(cell, now) : `${names[cell]}: empty.`;
  inform(text);
  return text;
}

/* Says what there is to say of a piece, or rather of the next move. */
function inform(text) {
  const rather = composing() && (remark.text || (text === HINT ? prompt() : ""));
  $("info").textContent = rather || text;
  $("info").classList.toggle("bad", Boolean(rather) && remark.bad);
}

const HINT = $("info").textContent;

function reach(cell, now) {
  const piece = now[cell], army = armyOf(piece), all = reaches(state.node);
  const wrong = new Set(unpacked(nodes[state.node].x).get(cell) || []);
  const ends = all.get(cell) || [], goes = [], takes = [], risks = [], note = make("g", { class: "note" });
  note.append(use("c", "self", cell));
  for (const end of ends) {
    if (wrong.has(end)) {
      risks.push(names[end]);
      note.append(on(end, make("path", { class: "risk", d: "M-5-5L5 5M5-5L-5 5" })));
    } else if (now[end]) {
      takes.push(names[end]);
      note.append(use("c", "take", end));
    } else {
      goes.push(names[end]);
      note.append(on(end, make("circle", { class: "go", r: 5 })));
    }
  }
  const by = [];
  for (const [other, reached] of all) {
    if (armyOf(now[other]) !== army && reached.includes(cell)) {
      by.push(`${data.letters[armyOf(now[other])]}:${codeOf(now[other])}${names[other]}`);
      note.append(join(other, cell));
    }
  }
  layers.over.append(note);
  const turn = nodes[state.node].t, waits = turn >= 0 && turn !== army;
  const parts = [called(piece, cell)];
  if (goes.length) parts.push(`${waits ? "could go" : "goes"} to ${goes.join(" ")};`);
  if (!goes.length && !takes.length) parts.push(`${waits ? "would have" : "has"} no move;`);
  if (takes.length) parts.push(`${waits ? "could capture" : "captures"} on ${takes.join(" ")};`);
  if (risks.length) parts.push(`would leave its King in check on ${risks.join(" ")};`);
  parts.push(by.length ? `attacked by ${by.join(", ")}.` : "not attacked.");
  return parts.join(" ");
}

function press(cell) {
  if (choose(cell)) return;
  state.pinned = state.pinned === cell ? -1 : cell;
  say(notice());
}

const say = (text) => { $("say").textContent = text; };
