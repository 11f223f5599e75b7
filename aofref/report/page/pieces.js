/* What a piece may do -------------------------------------------------------------------- */

function notice() {
  const cell = state.pinned >= 0 ? state.pinned : state.seen;
  layers.over.querySelectorAll(".note").forEach((found) => found.remove());
  const now = board(state.node);
  if (cell < 0) { $("info").textContent = HINT; return ""; }
  const beside = names.flatMap((_, at) => at !== cell && column[at] === column[cell] ? [use("c", "beside", at)] : []);
  layers.over.append(make("g", { class: "note" }, ...beside, ...proposed()));
  const text = now[cell] ? reach(cell, now) : `${names[cell]}: empty.`;
  $("info").textContent = text;
  return text;
}

const HINT = $("info").textContent;

function reach(cell, now) {
  const piece = now[cell], army = armyOf(piece), all = reaches(state.node);
  const wrong = new Set(unpacked(nodes[state.node].x).get(cell) || []);
  const ends = all.get(cell) || [], goes = [], takes = [], risks = [], note = make("g", { class: "note" });
  note.append(use("c", "self", cell));
  for (const end of ends) {
    const [x, y] = spots[end];
    if (wrong.has(end)) {
      risks.push(names[end]);
      note.append(make("path", { class: "risk", d: `M${x} ${y}m-5-5l10 10m0-10l-10 10` }));
    } else if (now[end]) {
      takes.push(names[end]);
      note.append(use("c", "take", end));
    } else {
      goes.push(names[end]);
      note.append(make("circle", { class: "go", cx: x, cy: y, r: 5 }));
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
