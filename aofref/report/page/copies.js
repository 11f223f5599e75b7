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

/* What stands behind a ply in its line, before the next: comments, marks, variations. */
function behind(node) {
  const { i, depth } = nodes[node], found = [];
  for (const token of tokens.slice(i + 1)) {
    const { kind, text } = token, here = token.depth === depth;
    if (token.depth < depth || (here && (token.node >= 0 || /^(refused|behind|result)$/.test(kind) || (depth && text === ")")))) break;
    if (kind !== "behind") found.push(text);
  }
  return found;
}

/* The record with the own moves that are shown; all of the record if there are none. */
function recorded() {
  const shown = own(current), end = shown.length ? nodes[shown[0]].p : lastNode, same = !shown.length && !data.refused;
  const words = line(end).flatMap((node) => [...(node ? [decided[node]?.[2] || nodes[node].text + nodes[node].mark] : []), ...behind(node)]);
  if (shown.length && /^\d/.test(words[words.length - 1])) words.pop();
  for (const node of shown) {
    const position = before(node);
    if (position.turn === game.living(position)[0]) words.push(`${position.round}.`);
    words.push(nodes[node].text);
  }
  const { winners } = present().position, stated = tokens.filter(({ kind, depth }) => kind === "result" && !depth).pop();
  const result = same ? stated?.text || "*" : shown.length && winners ? game.shares(winners) : "*";
  const tags = same ? head : head.replace(/^\[Termination .*\n?/m, "").replace(/^\[Result .*/m, `[Result "${result}"]`);
  const text = [...words, result].map((word) => (word[0] === ";" ? `${word}\n` : word)).join(" ");
  return `${tags.trim()}\n\n${text.replace(/ (?=\d+\.+ )/g, "\n")}\n`; // a line a round
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
  $("return").disabled = current === lastNode;
  $("pass").hidden = !mayPlay() || !passes();
  if ($("offers")) $("offers").hidden = differs || !here;
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

const WORDS = /^\W*(?:(?:([a-z]): *|i )?(?:has )?(resign)(?:s|ed)?|(?:i |offer |a )*(draw)s?)\W*$/i; // of a resignation, a draw

function typedMove({ key, target }) {
  if (key !== "Enter" || differs || !target.value.trim()) return;
  const word = WORDS.exec(signed(target.value)), [, letter = letters[played(lastNode).t]] = word || [], army = letters.indexOf(letter?.toUpperCase());
  const late = word && (!next || $("offers").hidden) && { code: "syntax", why: "a draw or a resignation is written behind the last move of a record" };
  const { move, code, why } = late || (word ? outOfGame(army) : typed(present().t < 0 ? { ...present().position, turn: NOBODY } : present().position, target.value));
  object(why ? `${capital(inNames(why, present().t))}.` : "", code);
  if (why) return;
  if (move) playOn(move);
  else if (word?.[2]) resigns({ target: { value: army } });
  else if (word) draws(true);
  target.value = "";
}

/* Why an army cannot resign. */
const outOfGame = (army) => (game.living(played(lastNode).position).includes(army) ? {} : { code: "wrong-army", why: "that army is not on the board" });

function deeds() {
  const acts = { undo, return: () => go(lastNode), pass: () => playOn(PASS) };
  const texts = { copy: () => $("move").textContent, "copy-if": conditional, "copy-line": () => textOf(own(current)), "copy-record": recorded };
  for (const [id, text] of entries(texts)) acts[id] = () => copy($(id), text());
  if (next) acts.draw = () => draws();
  onClicks(acts);
  hear($("promotion"), "keydown", onMenu);
  hear($("typed"), "keydown", typedMove);
  if (!next) return;
  for (const army of game.living(played(lastNode).position)) $("resign").add(new Option(`${letters[army]} ${data.armies[army]}`, army));
  hear($("resign"), "change", resigns);
}
