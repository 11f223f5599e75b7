/* Copies: what has been played as a move, as a conditional line, as a line and as a record; draws, resignations, mail */

/* The reader's moves behind the end of the record, of the line that is shown. */
const sequel = () => (line(current).includes(lastNode) ? own(current) : []);
const before = (node) => played(nodes[node].p).position;
const textOf = (all) => all.map((node) => nodes[node].text).join(" ");

/* What follows the first move behind the record, as far as its army's last: a conditional line. */
function conditional() {
  const [first, ...more] = sequel(), turns = more.map((node) => before(node).turn);
  return first === undefined ? "" : textOf(more.slice(0, turns.lastIndexOf(before(first).turn) + 1));
}

/* The record with all own lines as variations; those behind its last move go on with it. */
function recorded() {
  const end = whole_(lastNode), { winners } = played(end).position;
  const same = end === lastNode && !data.refused, result = (same ? stated : nodes[end].result) || (winners ? game.shares(winners) : "*");
  const tags = same ? head : head.replace(/^\[Termination .*\n?/m, "").replace(/^\[Result .*/m, `[Result "${result}"]`);
  const words = [...behind(nodes[0]), ...lineText(sequels(0)), result].map((word) => (/^\d+\.$/.test(word) ? `\n${word}` : word)); // a line a round
  return `${tags.trim()}\n\n${words.join(" ").trim()}\n`;
}

/* The last ply of the own line behind a node that comes first. */
function whole_(node) {
  let at = node;
  while (nodes[at].mine.length) [at] = nodes[at].mine;
  return at;
}

const commented = (text) => (text.includes("}") ? `;${text.replace(/\s+/g, " ")}\n` : `{${text}}`);
const inParentheses = (node) => `(${lineText([node]).join(" ")})`;
const behind = ({ said }) => said.filter(({ off }) => !off).map(({ text }) => (text[0] === ";" ? `${text}\n` : text));

/* The plies of a line, the first of `starts` first, with what is written behind them, and in parentheses the lines that leave it. */
function lineText(starts) {
  const words = [];
  let fresh_ = true; // a number comes first
  for (let [node, ...others] = starts; node !== undefined; [node, ...others] = sequels(node)) {
    const one = nodes[node], { turn, round } = before(node), later = turn !== game.living(before(node))[0];
    words.push(...one.before.map(commented));
    if (!later || fresh_ || one.before.length) words.push(`${round}${two && later ? "..." : "."}`);
    if (one.own) one.mark = markOf(node);
    words.push(decided[node]?.[2] || one.text + one.mark, ...one.nags, ...one.notes.map(commented), ...behind(one), ...others.map(inParentheses));
    fresh_ = two && one.notes.length + one.said.length + others.length > 0;
  }
  return words;
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
    at.focus();
  };
  field.value = text;
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
  else select();
}

/* To the club ------------------------------------------------------------------------------ */

/* Writes what is to be sent, or nothing, and says it; `body` is what a mail says. */
function write(text, words = "", body = text) {
  $("move").textContent = text;
  $("copy").disabled = $("undo").disabled = !text;
  remark = words;
  if (words) say(`${text} ${words}`);
  if ($("send")) {
    const word = next.word ? ` (${next.word})` : "";
    const subject = `${next.game ? `[${next.game}] ` : ""}${body === "resign" ? text : body}${word}`;
    $("send").hidden = !body;
    if (body) $("send").href = `mailto:${next.mail.replace(/[^@,]+/g, encodeURIComponent)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
    else $("send").removeAttribute("href");
  }
  notice();
}

let offering = false; // a draw, with the first move behind the record or before it

/* Shows what can be done with the move that is shown. */
function offer() {
  const { own: mine_, p, text } = nodes[current], [first] = sequel(), here = [lastNode, first].includes(current), draw = offering ? " draw" : "";
  const declined = mine_ && p === lastNode && next?.offers.some((army) => army !== before(current).turn);
  const words = !offering || !here ? "" : mine_ ? `A draw is offered with ${text}.` : "A draw is offered, without a move.";
  const shown = mine_ ? text + (here ? draw : "") : here ? draw.trim() : "";
  write(shown, words || (declined ? "This declines the draw." : ""), first === undefined ? shown : nodes[first].text + draw);
  $("copy-if").disabled = !conditional();
  $("copy-line").disabled = !mine_;
  $("return").disabled = !opened && current === lastNode;
  $("copy-fen").disabled = !fen?.write(present());
  $("pass").hidden = !mayPlay() || !passes();
  if ($("offers")) $("offers").hidden = differs || !here;
  annotate();
}

/* A draw: accepted alone; offered alone or with the first move, and taken back if pressed again. */
function draws(on = !offering) {
  const accepted = $("move").textContent === "draw";
  if (!next.offers.length) {
    offering = on;
    offer();
  } else if (accepted) offer();
  else {
    go(lastNode);
    write("draw", "The draw is accepted.");
  }
}

function resigns({ target }) {
  const army = target.value;
  target.value = "";
  offering = false;
  go(lastNode);
  write(`${letters[army]}:resigns`, `${data.armies[army]} resigns.`, "resign");
}

/* Takes a resignation or an offer back, else the own move that is shown; steps back from one that others follow. */
function undo() {
  const { text, mine: [later], p } = nodes[current];
  offering = false;
  if ($("move").textContent !== text) offer();
  else if (later === undefined) remove(current);
  else {
    go(p);
    remark = "Your line is kept: × in the list removes it.";
    say(notice() || remark);
  }
}

function deeds() {
  const acts = { undo, return: () => (opened ? reopen() : go(lastNode)), pass: () => playOn(PASS) };
  const texts = { copy: () => $("move").textContent, "copy-if": conditional, "copy-line": () => textOf(own(current)), "copy-record": recorded, "copy-fen": () => fen.write(present()), "copy-link": () => location.href };
  for (const [id, text] of entries(texts)) acts[id] = () => copy($(id), text());
  if (next) acts.draw = () => draws();
  onClicks(acts);
  hear($("promotion"), "keydown", onMenu);
  bringing();
  if (!next) return;
  for (const army of game.living(played(lastNode).position)) $("resign").add(new Option(`${letters[army]} ${data.armies[army]}`, army));
  hear($("resign"), "change", resigns);
}
