/* Copies: what has been played as a move, as a conditional line, as a line and as a record; draws, resignations, mail */

/* The reader's moves behind the end of the record, of the line that is shown. */
const sequel = () => (line(state.node).includes(data.last) ? own(state.node) : []);
const moverOf = (node) => played(nodes[node].p).position.turn;
const textOf = (all) => all.map((node) => nodes[node].text).join(" ");

/* What follows the first move behind the record, as far as its army's last: a conditional line. */
function conditional() {
  const [first, ...more] = sequel(), movers = more.map(moverOf);
  return first === undefined ? "" : textOf(more.slice(0, movers.lastIndexOf(moverOf(first)) + 1));
}

/* What stands behind a ply in its line, before the next: comments, marks, variations. */
function behind(node) {
  const { i, depth } = nodes[node], found = [];
  for (const token of tokens.slice(i + 1)) {
    const here = token.depth === depth;
    if (token.depth < depth || (here && (token.node >= 0 || /^(refused|behind|result)$/.test(token.kind))) || (here && depth && token.text === ")")) break;
    if (token.kind !== "behind") found.push(token.text);
  }
  return found;
}

/* The record with the own moves that are shown; all of the record if there are none. */
function recorded() {
  const shown = own(state.node), before = line(shown.length ? nodes[shown[0]].p : data.last), end = shown.length ? played(state.node).position.winners : null;
  const stated = tokens.filter(({ kind, depth }) => kind === "result" && !depth).map(({ text }) => text);
  const same = !shown.length && !data.refused, result = same ? stated[stated.length - 1] || "*" : end ? game.shares(end) : "*";
  const tags = same ? head : head.replace(/^\[Termination .*\n?/m, "").replace(/^\[Result .*/m, `[Result "${result}"]`);
  const given = before.flatMap((node) => [...(node ? [data.decided[node]?.[2] || nodes[node].text + nodes[node].mark] : []), ...behind(node)]);
  let round = /^\d+\.+$/.test(given[given.length - 1]) ? played(before[before.length - 1]).position.round : -1;
  const moves = shown.flatMap((node) => {
    const { position } = played(nodes[node].p), number = position.round === round || (round < 0 && position.turn) ? [] : [`${position.round}.`];
    ({ round } = position);
    return [...number, nodes[node].text];
  });
  return `${tags.trim()}\n\n${laidOut([...given, ...moves, result])}`;
}

/* Lines of words of at most 79 letters; a comment to the end of the line ends it. */
function laidOut(words) {
  let text = "", column = 0;
  for (const word of words) {
    const glue = !text ? "" : column < 0 || column + word.length > 78 ? "\n" : " ";
    column = glue === " " ? column + 1 + word.length : word.length;
    text += glue + (glue !== " " && word[0] === "{" ? ` ${word}` : word);
    if (word[0] === ";") column = -1;
  }
  return `${text}\n`;
}

function copy(button, text) {
  const field = $("copied"), name = (button.dataset.name ??= button.textContent);
  const done = () => {
    say(`Copied: ${text}`);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = name; }, 1500);
  };
  const select = () => {
    const at = document.activeElement;
    field.select();
    if (document.execCommand("copy")) done();
    at?.focus();
  };
  field.value = text;
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
  else select();
}

/* To the club ------------------------------------------------------------------------------ */

/* Write what is to be sent, or nothing; `words` say it, `body` is what a mail says. */
function write(text, words = "", body = text) {
  $("move").textContent = text;
  $("copy").disabled = !text;
  remark = words;
  if (words) say(`${text} ${words}`);
  if ($("send")) {
    const sent = body.endsWith("resign") ? text : body, subject = `${next.game ? `[${next.game}] ` : ""}${sent}`, to = encodeURIComponent(next.mail).replaceAll("%40", "@");
    if (body) $("send").setAttribute("href", `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`);
    else $("send").removeAttribute("href");
  }
  notice();
}

/* Shows what can be done with the move that is shown. */
function offer() {
  const { own: mine_, p, text } = nodes[state.node], [first] = sequel();
  const declined = p === data.last && mine_ && next?.offers.some((army) => army !== moverOf(state.node));
  write(mine_ ? text : "", declined ? "This declines the draw." : "", first === undefined ? "" : nodes[first].text);
  $("copy-if").disabled = !conditional();
  $("copy-line").disabled = $("undo").disabled = !mine_;
  $("return").disabled = state.node === data.last;
  $("pass").hidden = !mayPlay() || !passes();
  if ($("offers")) $("offers").hidden = differs || (state.node !== data.last && state.node !== first);
}

/* A draw: accepted alone; offered alone or with the first move, and taken back if pressed again. */
function draws() {
  const bare = nodes[state.node].own ? nodes[state.node].text : "";
  if ($("move").textContent.endsWith("draw")) { offer(); return; }
  if (next.offers.length) { go(data.last); write("draw", "The draw is accepted."); } else write(`${bare} draw`.trim(), bare ? `A draw is offered with ${bare}.` : "A draw is offered, without a move.");
}

function resigns(event) {
  const army = event.target.value;
  event.target.value = "";
  if (!army) return;
  go(data.last);
  write(`${data.letters[army]}:resigns`, `${data.armies[army]} resigns.`, "resign");
}

function undo() {
  const { p, own: mine_ } = nodes[state.node], gone = state.node;
  if (!mine_) return;
  restore();
  drop(gone);
  go(p);
}

function deeds() {
  const acts = { undo, return: () => go(data.last), pass: () => playOn(PASS) };
  const texts = { copy: () => $("move").textContent, "copy-if": conditional, "copy-line": () => textOf(own(state.node)), "copy-record": recorded };
  for (const [id, act] of Object.entries(acts)) hear($(id), "click", act);
  for (const [id, text] of Object.entries(texts)) hear($(id), "click", () => copy($(id), text()));
  hear($("promotion"), "keydown", onMenu);
  if (!next) return;
  hear($("draw"), "click", draws);
  for (const army of game.living(played(data.last).position)) $("resign").add(new Option(`${data.letters[army]} ${data.armies[army]}`, army));
  hear($("resign"), "change", resigns);
}
