/* The list of moves: a column an army; comments, variations and own lines below their round ------------------------- */

const links = []; // by node
const NAGS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

function linkTo(node, text) {
  const { mark: check, own: mine_ } = nodes[node];
  const title = cellsOf.test(nodes[node].bare) ? { title: nodes[node].text } : {};
  const short = text.replace(nodes[node].bare, shortened(node));
  links[node] = element("a", { href: `#${addressOf(node)}`, ...title, ...(mine_ ? { "data-own": nodes[node].text } : {}) }, short + check);
  return links[node];
}

/* A move in the notation that is chosen.  In short notation, of several pieces that may go there it names its own. */
function shortened(node) {
  const { bare, p } = nodes[node], [, from, to] = cellsOf.exec(bare) || [];
  if (from === undefined || chosen.notation === "lan") return bare;
  const at = bare.indexOf(from), code = bare.slice(0, at), tail = bare.slice(at + from.length), rest = tail.replace("-", "");
  const origin = originOf(game.number.get(from), game.number.get(to), code, tail, p);
  return code + origin + (!code && origin && rest[0] !== "x" ? "-" : "") + rest; // two names of cells need a sign between them
}

function originOf(from, to, code, tail, p) {
  const { shown } = played(p), rivals = legal(p).filter((move) => move.from !== from && move.to === to && shown.board[move.from] === shown.board[from] && game.lan(shown, move).endsWith(tail)).map((move) => move.from);
  const parts = partsOf(from), column = Number(count > 1 && data.first), sole = (one) => rivals.every((cell) => partsOf(cell)[one] !== parts[one]);
  if (!code && tail[0] === "x") return sole(column) ? parts[column] : names[from];
  if (!rivals.length) return "";
  return sole(column) ? parts[column] : code && sole(1 - column) ? parts[1 - column] : names[from];
}

/* Commands of a comment in words; clocks and values go beside the move, the time of a mail to its title, drawings to the board. */
const commands = {
  draw: (letters) => `${capital(offers(letters.trim().split(/\s+/).map((letter) => who(letter) || letter)))} `,
  if: (line) => `if ${line} `,
  give: given,
  conditional: (ply) => `by the conditional line of ply ${ply} `,
  sent: (time, link) => (Date.parse(time) ? timed(link, `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`) : undefined),
  clk: (time, link) => beside(link, time, "left on the clock"),
  emt: (time, link) => beside(link, time, "taken for the move"),
  eval: (value, link) => beside(link, value.replace(/,.*/, "").replace(/^(?=[\d.]*[1-9])/, "+"), "an engine's value"),
};
const inWords = (comment, link) => comment.replace(/\[%(?:mail|csl|cal)\s[^\]]*\]\s*/g, "").replace(/\[%(\w+)\s+([^\]]*)\]\s*/g, (all, name, rest) => commands[name]?.(rest, link) ?? all).trim();

/* An arbiter's gift of time, in the largest unit of which it is a whole number. */
const UNITS = { 86400: "day", 3600: "hour", 60: "minute", 1: "second" };
function given(gift) {
  const [letter, seconds] = gift.trim().split(/\s+/), [size] = Object.keys(UNITS).reverse().filter((one) => seconds % one === 0), many = abs(seconds) / size;
  return `${capital(who(letter) || letter)} ${seconds < 0 ? "loses" : "is given"} ${many} ${UNITS[size]}${many === 1 ? "" : "s"} `;
}

function timed(link, time) {
  link.title += (link.title && ", ") + time;
  return "";
}

function beside(link, text, title) {
  link.after(element("small", { title }, text.trim()));
  return "";
}

/* A comment, folded where it is long. */
const remarked = (text) => element("q", {}, folded(text, text.length > 130 && text.lastIndexOf(" ", 110)));

/* A text whose end is folded behind a place, if there is one; the texts of `unfolded` are open. */
const unfolded = new Set();
function folded(text, at) {
  if (!(at > 0)) return text;
  const found = element("details", unfolded.has(text) ? { open: "" } : {}, element("summary", {}, text.slice(0, at)), text.slice(at));
  hear(found, "toggle", () => unfolded[found.open ? "add" : "delete"](text));
  return found;
}

function listMoves() {
  grown = false;
  keep();
  const body = element("tbody", {}), notes = [];
  let row = null, number = "", round = 0, army = 0;
  const below = (item) => notes.push(element("tr", {}, element("td", { colspan: letters.length + 1 }, item)));
  const add = (link) => {
    if (!row || number || army < row.children.length - 1) {
      row = element("tr", {}, element("th", { scope: "row" }, number));
      body.append(...notes.splice(0), row);
    }
    while (row.children.length <= army) row.append(element("td", {}));
    row.append(element("td", {}, link));
  };
  behindIt(0, linkTo(0, "Start"), below);
  for (let [node, ...others] = sequels(0); node !== undefined; [node, ...others] = sequels(node)) {
    const { text, bare, own: mine_, p } = nodes[node];
    [number, round] = numberOf(node, round);
    const link = linkTo(node, bare);
    if (number) army = Number(number.endsWith("..."));
    army = decided[node]?.[0] ?? (mine_ ? played(p).position.turn : text === bare ? army : letters.indexOf(text[0]));
    add(mine_ && !nodes[p].own ? element("span", { class: "mine" }, link, remover(node)) : link);
    army = (army + 1) % letters.length;
    if (decided[node]) below(element("q", {}, outcome(node)[0]));
    behindIt(node, link, below, `${shortened(node)}: `);
    others.forEach((one) => below(branch(one)));
    if (node === lastNode && stated) below(element("b", { class: "result" }, stated));
  }
  body.append(...notes);
  const heads = letters.map((letter, one) => element("th", { scope: "col", title: data.armies[one] }, letter));
  $("scroll").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, element("td", {}, links[0]), ...heads)), body));
}

/* Puts the signs of a ply behind its link, and `put`s what else stands there: comments in words, what was not played and why. */
function behindIt(node, link, put, whose = "") {
  const { before: ahead_, said, notes, nags } = nodes[node];
  for (const { text, kind, why, off } of [...[...ahead_, ...notes].map((text) => ({ text: `{${text}}` })), ...nags.map((text) => ({ text })), ...said]) {
    if (kind && kind !== "nag") put(element("span", {}, element(kind === "result" ? "b" : "s", { class: kind }, text), " ", element("small", { class: "bad" }, why || "")));
    else if (/^[{;]/.test(text)) {
      const words = inWords(plain(text), link);
      if (words) put(remarked((off ? "" : whose) + words));
    } else link.append(NAGS[text] || ` ${text}`);
  }
}

/* The number before a ply that stands behind one of a round, and its own round. */
function numberOf(node, before) {
  const { own: mine_, number, p } = nodes[node];
  if (!mine_) return [number, parseInt(number, 10) || before];
  const { position } = played(p), { round, turn } = position;
  nodes[node].mark = markOf(node);
  return [round === before ? "" : `${round}${turn === game.living(position)[0] ? "." : "..."}`, round]; // dots where it has begun
}

/* The marks of check and checkmate behind an own move, as aofref writes them. */
function markOf(node) {
  const { position, events } = played(node), mated = events.filter(({ type }) => type === "checkmate").map(({ army }) => army);
  const attacked = letters.filter((letter, army) => !mated.includes(letter) && game.checks(position)[army]);
  if (two) return mated.length ? "#" : attacked.length ? "+" : "";
  return (mated.length ? `#${mated.join("")}` : "") + (attacked.length ? `+${attacked.join("")}` : "");
}

/* A line from a ply on, with those that leave it in parentheses; an own one has a button that removes it. */
function branch(start) {
  const { own: mine_ } = nodes[start], found = element("span", { class: mine_ ? "line" : "v" }, mine_ ? "" : "( ");
  let number = "", round = -1;
  for (let [at, ...others] = [start]; at !== undefined; [at, ...others] = sequels(at)) {
    [number, round] = numberOf(at, round);
    const link = linkTo(at, nodes[at].text);
    found.append(number && `${number} `, link, " ");
    behindIt(at, link, (item) => found.append(item, " "));
    for (const other of others) found.append(...(nodes[other].own ? ["(", branch(other), ") "] : [branch(other), " "]));
  }
  found.append(mine_ ? remover(start) : ")");
  return found;
}

const remover = (start) => button("×", { class: "drop", title: "Remove this line", "aria-label": "Remove this line" }, () => remove(start));

/* Takes an own line away, with the position that is shown if that is in it. */
function remove(node) {
  const { p } = nodes[node], inside = line(current).includes(node);
  drop(node);
  go(inside ? p : current);
}
