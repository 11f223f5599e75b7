/* What people bring: moves, a record, a position or a FEN, typed, pasted or dropped; and what is written behind own moves */

const fen = globalThis.fenOf?.(game); // where the game has one
const OPENED = `opened ${asMade.head}`;
const WORDS = /^\W*(?:(?:([a-z]): *|i )?(?:has )?(resign)(?:s|ed)?|(?:i |offer |a )*(draw)s?)\W*$/i; // of a resignation, a draw
let asking = null; // what is done once that is agreed to

/* What a word in place of a move does: `{ act }`, or why nothing. */
function spoken([, letter = letters[played(lastNode).t], resigning]) {
  const army = letters.indexOf(letter?.toUpperCase());
  if (!next || $("offers").hidden) return fault("syntax", "a draw or a resignation is written behind the last move of a record");
  if (!resigning) return { act: () => draws(true) };
  return played(lastNode).position.royals[army] >= 0 ? { act: () => resigns({ target: { value: army } }) } : fault("wrong-army", "that army is not on the board");
}

/* What a text does: `{ act }`, with a `question` if that is to be asked before; or why nothing, `{ code, why }`. */
function meaning(text) {
  const word = WORDS.exec(signed(text)), from = present(), start = from.t < 0 ? { ...from.position, turn: NOBODY } : from.position;
  if (word) return spoken(word);
  if (/^\s*[A-Z]:[^\s/]*\/[A-Z]:\S*\s/.test(text)) return instead({ line: started(text) });
  if (/^\s*[\w~]+\//.test(text)) return instead(fen?.read(text) || fault("bad-position", "this game has no FEN"));
  const { tags, parts, more } = parted(text), [first] = parts.filter(([kind]) => /number|word/.test(kind));
  if (tags.length || (/^number,1\b/.test(first?.join()) && many(parts) && start.round > 1)) return recordOf(tags, parts, more);
  const found = playedOut(parts, start), one = found.plies?.length || /\n./.test(text.trim()) ? null : typed(start, text); // a move in words
  if (one?.move) return { act: () => playOn(one.move) };
  if (one && !(found.code && many(parts) && one.code === "syntax")) return one;
  return found.code ? found : { act: () => grafted(found, current) };
}

/* A record: its game, rulings and start must be ones that the page has. */
function recordOf(tags, parts, more) {
  const value = (name) => tags.find(([one]) => one.toLowerCase() === name)?.[1].trim() ?? "", own_ = asMade.head.split("\n").filter((tag) => /^\[(Variant|Rulings|Array) /.test(tag));
  const made = (name) => own_.find((tag) => tag.startsWith(`[${name} `))?.slice(name.length + 3, -2) ?? "", ruled = (text) => text.split(/[\s,]+/).filter((one) => !data.usual.includes(one)).sort().join(" ");
  const variant = value("variant"), wrong = ["Rulings", "Array"].find((name) => ruled(value(name.toLowerCase())) !== ruled(made(name)));
  if (variant && !data.called.includes(variant.toLowerCase())) return fault("unknown-variant", `this page is of ${data.id}, not of ${variant}`);
  if (wrong) return fault("bad-tag", `this page was made with ${wrong} "${made(wrong)}", not with "${value(wrong.toLowerCase())}"`);
  const elsewhere = tags.find(([name, text]) => /^(startfen4?|initialfen|sfen|epd)$/i.test(name) && /[^?-]/.test(text));
  if (elsewhere) return fault("bad-tag", `the game starts elsewhere, by ${elsewhere[0]}, which is not read`);
  const its = !value("position") && /[^?-]/.test(value("fen")) && fen?.read(value("fen")), line = its ? its.line : value("position") && started(value("position")), half = its?.half || 0;
  if (its?.code) return its;
  if (line && !acceptable(line)) return unacceptable(line);
  const found = playedOut(parts, line ? game.begin({ ...game.read(line), half }).position : game.start().position), moved = line && line !== data.start;
  if (found.code) return found;
  const kept_ = tags.filter(([name]) => !/^(variant|rulings|array|position|fen|setup)$/i.test(name)).map(([name, text]) => `[${name} "${text.replace(/[\\"]/g, "\\$&")}"]`);
  return instead({ line: moved ? line : "", half, tags: [...kept_, ...own_, ...(moved ? [`[Position "${line}"]`] : [])].join("\n"), more }, found);
}

/* A line as the page writes it. */
const started = (line) => ifAllowed(() => game.write(game.read(line.trim().replace(/\s+/g, " ")))) || "?";
const unacceptable = (line) => fault("bad-position", ifAllowed(() => faultsOf(game, game.read(line))[0]) || "this is no position of this game");

/* A game in place of the one that is shown; asked for where something of it would go. */
function instead({ code, why, line, half = 0, tags = tagsOf(line), more }, found = { plies: [] }) {
  if (code) return { code, why };
  if (line && !acceptable(line)) return unacceptable(line);
  const act = () => {
    openInstead({ tags, line, half });
    grafted(found, 0);
    if (more) object("The first game of several is shown.", "first-of-several");
  };
  return { act, question: lastNode || nodes[0].mine.length ? "Open this in place of what is shown?" : "" };
}

/* Begins a game that is given by its tags and line, and names its players. */
function openInstead(given_) {
  putAway();
  opened = given_;
  beginAnew(given_.line, given_.tags, given_.half);
  next = null;
  $("offers")?.remove();
  $("proof").hidden = true;
  const tags = [...given_.tags.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, text]) => [name, text.replace(/\\(["\\])/g, "$1")]);
  const names_ = data.armies.map((name) => tags.find(([one]) => one === name.replace(/\W/g, ""))?.[1] || "?");
  document.querySelectorAll("#armies b").forEach((one) => one.remove());
  document.title = document.querySelector("h1").textContent = names_.join("") === "?".repeat(names_.length) ? data.id : names_.join(" \u2013 ");
  document.querySelector(".tags").replaceChildren(...tags.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
}

/* Returns to what the page was made with. */
function reopen(to = "") {
  keepAs(OPENED, null);
  opened = null;
  history.replaceState(null, "", `#${to}`);
  location.reload();
}

/* Puts plies behind a node as own lines, with what is written behind them, and shows the last of the main line. */
function grafted({ plies, result }, at) {
  const made = [];
  for (const { p, move, left, army, notes, nags, before: ahead_ } of plies) {
    const node = follow(p < 0 ? at : made[p], move, left && `${letters[army]}:${left}`), mine_ = nodes[node];
    made.push(node);
    if (!mine_.own) continue;
    for (const [name, all] of entries({ notes, nags, before: ahead_ })) mine_[name] = [...new Set([...mine_[name], ...all])];
  }
  grown = true;
  if (!made.length) { go(at); return; }
  const last_ = nodes[made[mainEnd(plies)]];
  if (result && last_.own) last_.result = result;
  go(nodes.indexOf(last_));
}

/* The last ply of the line that comes first. */
function mainEnd(plies) {
  let end = NONE;
  for (const [n, { p }] of plies.entries()) if (p === end) end = n;
  return end;
}

/* The field -------------------------------------------------------------------------------- */

function readField() {
  const field = $("bring");
  if (differs || !field.value.trim()) return;
  const found = meaning(field.value.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")), { act, question } = found;
  if (found.why) { objectTo(found); return; }
  const done = () => {
    object("");
    act();
    field.value = "";
    sized();
  };
  if (!question) { done(); return; }
  object(question, "question");
  asking = done;
  $("yes").hidden = false;
  $("yes").focus(STILL);
}

/* Makes the field as high as its text, and keeps it for a reload. */
function sized() {
  const field = $("bring"), lines = min(6, field.value.split("\n").length);
  field.rows = lines;
  $("read").hidden = !field.value;
  keepAs("field", field.value);
}

async function dropped_(event) {
  const [file] = event.dataTransfer.files, text = file ? await file.text() : event.dataTransfer.getData("text");
  $("bring").value = text;
  sized();
  readField();
}

/* Leads where the address of the page says. */
function followAddress() {
  const line = lineInAddress(), [name] = inAddress().split(".");
  if (line !== placed && acceptable(line)) {
    putAway();
    opened = null;
    beginAnew(line);
    restore();
  } else if ((opened || placed) && name !== nodes[0].name && /^(ply|variation)-/.test(name)) {
    if (data.last) { reopen(inAddress()); return; }
    putAway();
    opened = null;
    beginAnew("");
    restore();
  }
  const node = linked();
  if (node !== current) go(node);
  miss();
}

/* What is written behind an own move --------------------------------------------------------- */

function annotate() {
  const { own: mine_, notes, nags } = nodes[current], sign_ = nags.map((nag) => NAGS[nag] || nag).find((nag) => /^[!?]+$/.test(nag)) || "";
  $("annotate").hidden = !mine_;
  $("note").value = notes.join(" ").trim();
  $("nag").value = sign_;
  $("promote").disabled = !mine_ || branching() === undefined;
}

/* The first ply of the shown own line, from its end back, that does not come first behind its parent. */
const branching = () => own(current).reverse().find((node) => nodes[nodes[node].p].mine[0] !== node);

function changed(change) {
  Object.assign(nodes[current], change);
  grown = true;
  mark(current);
}

function promote() {
  const node = branching(), parent = nodes[nodes[node].p];
  parent.mine = [node, ...parent.mine.filter((one) => one !== node)];
  grown = true;
  go(current);
}

/* Marks what attacks the cell under the pointer or the focus. */
function attacks() {
  const cell = seen >= 0 ? seen : cursor, now = board(current);
  notice();
  const words = besieging(cell).map((at) => called(now[at], at));
  inform(`${names[cell]}: ${words.length ? `attacked by ${joined(words)}` : "nothing attacks it"}.`);
  say($("info").textContent);
}

/* Marks the pieces that attack a cell, of all armies but one. */
function besieging(cell, army = NONE) {
  const now = board(current), found = cells.filter((at) => now[at] && at !== cell && armyOf(now[at]) !== army && reaching(at, cell));
  for (const at of found) put("note", at, join(at, cell));
  return found;
}

/* Whether the piece on a cell attacks another: it could capture there, were a piece of another army on it. */
function reaching(at, cell) {
  const { shown: position } = played(current), army = armyOf(position.board[at]), held = position.board[cell];
  const other = letters.findIndex((_, one) => one !== army), foe = held && armyOf(held) !== army ? held : game.pieceOf(other, 0);
  const board_ = position.board.slice();
  board_[cell] = foe;
  return game.reach({ ...position, board: board_, passed: [] }, at).includes(cell);
}

const LETTERS = { f: () => $("flip").click(), "/": () => $("bring").focus(), x: attacks, "?": () => { const keys = document.querySelector(".keys"); keys.open = !keys.open; if (keys.open) keys.scrollIntoView({ block: "nearest" }); } };

function bringing() {
  const field = $("bring");
  onClicks({ read: readField, yes: () => asking?.(), promote, cut: () => remove(current) });
  hear(field, "keydown", (event) => { if (event.key === "Enter" && !event.shiftKey && !field.value.includes("\n")) { event.preventDefault(); readField(); } });
  hear(field, "input", sized);
  hear($("note"), "change", ({ target: { value } }) => changed({ notes: value.trim() ? [value.trim()] : [] }));
  hear($("nag"), "change", ({ target: { value } }) => changed({ nags: [...nodes[current].nags.filter((nag) => !/^[!?]+$/.test(NAGS[nag] || nag)), ...(value ? [entries(NAGS).find(([, one]) => one === value)[0]] : [])] }));
  for (const kind of ["dragover", "drop"]) hear(document, kind, (event) => { event.preventDefault(); if (kind === "drop") dropped_(event); });
  $("keys-on").checked = kept.keys !== "off";
  hear($("keys-on"), "change", ({ target }) => keepLook({ keys: target.checked ? "" : "off" }));
  field.value = keptAs("field") || "";
  sized();
}
