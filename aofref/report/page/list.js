/* The list of moves: a column an army; comments, variations and own lines below their round ------------------------- */

const links = []; // by node
const NAGS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

function linkTo(node, text) {
  const { mark: check, own: mine_ } = nodes[node];
  const title = cellsOf.test(nodes[node].bare) ? { title: nodes[node].text } : {};
  const short = text.replace(nodes[node].bare, shortened(node));
  // of four columns each may be narrower than a move, which is broken behind its sign
  const parts = two ? [short + check] : (short + check).match(/[^-x]*[-x]?/g).flatMap((part) => [part, element("wbr", {})]).slice(0, -3);
  links[node] = element("a", { href: `#${addressOf(node)}`, ...title, ...(mine_ ? { "data-own": nodes[node].text } : {}) }, ...parts);
  return links[node];
}

/* A move in the notation that is chosen.  In short notation, of several pieces that may go there it names its own, once the game has been played so far. */
function shortened(node) {
  const { bare, p } = nodes[node], [, from, to] = cellsOf.exec(bare) || [];
  if (from === undefined || chosen.notation === "lan") return bare;
  const at = bare.indexOf(from), code = bare.slice(0, at), tail = bare.slice(at + from.length), rest = tail.replace("-", "");
  const origin = originOf(game.number.get(from), game.number.get(to), code, tail, stands[p] && p);
  return code + origin + (!code && origin && rest[0] !== "x" ? "-" : "") + rest; // two names of cells need a sign between them
}

function originOf(from, to, code, tail, p) {
  const { board } = stands[p]?.shown || {}, rivals = board ? names.flatMap((_, cell) => (cell !== from && board[cell] === board[from] && game.reach(stands[p].shown, cell).includes(to)
    && legal(p).some((move) => move.from === cell && move.to === to && game.lan(stands[p].shown, move).endsWith(tail)) ? [cell] : [])) : [];
  const parts = partsOf(from), column = Number(count > 1 && data.first), sole = (one) => rivals.every((cell) => partsOf(cell)[one] !== parts[one]);
  if (!code && tail[0] === "x") return sole(column) ? parts[column] : names[from];
  if (!rivals.length) return "";
  return sole(column) ? parts[column] : code && sole(1 - column) ? parts[1 - column] : names[from];
}

/* Commands of a comment in words; clocks and values go beside the move, the time of a mail to its title, drawings to the board. */
const commands = {
  mail: () => "",
  draw: (letters) => `${capital(offers(letters.trim().split(/\s+/).map((letter) => who(letter) || letter)))} `,
  if: (line) => `if ${line} `,
  give: given,
  conditional: (ply) => `by the conditional line of ply ${ply} `,
  sent: (time, link) => (Date.parse(time) ? timed(link, `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`) : undefined),
  clk: (time, link) => beside(link, time, "left on the clock"),
  emt: (time, link) => beside(link, time, "taken for the move"),
  eval: (value, link) => beside(link, value.replace(/,.*/, "").replace(/^(?=[\d.]*[1-9])/, "+"), "an engine's value"),
  csl: () => "",
  cal: () => "",
};
const inWords = (comment, link) => comment.replace(/\[%(\w+)\s+([^\]]*)\]\s*/g, (all, name, rest) => commands[name]?.(rest, link) ?? all).trim();

/* An arbiter's gift of time, in the largest unit of which it is a whole number. */
const UNITS = { 86400: "day", 3600: "hour", 60: "minute", 1: "second" };
function given(gift) {
  const [letter, seconds] = gift.trim().split(/\s+/), [size] = Object.keys(UNITS).reverse().filter((one) => seconds % one === 0), many = Math.abs(seconds) / size;
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
  const body = element("tbody", {}), span = letters.length + 1, notes = [], open = []; // variations
  let row = null, number = "", army = 0, last = linkTo(0, "Start"), now = 0;
  const below = (item) => notes.push(element("tr", {}, element("td", { colspan: span }, item)));
  const note = (item) => (open.length ? open[open.length - 1].append(" ", item) : below(item));
  const add = (link) => {
    if (number || army < row.children.length - 1) {
      row = element("tr", {}, element("th", { scope: "row" }, number));
      body.append(...notes.splice(0), row);
    }
    while (row.children.length <= army) row.append(element("td", {}));
    row.append(element("td", {}, link));
    number = "";
  };
  const ownLines = (node) => nodes[node].mine.forEach((one) => below(ownLine(one)));
  for (const { text, kind, why, node, depth } of tokens) {
    if (node >= 0) {
      now = node;
      last = linkTo(node, depth ? nodes[node].text : nodes[node].bare);
      if (depth) note(last);
      else {
        if (nodes[node].text !== nodes[node].bare) army = letters.indexOf(nodes[node].text[0]);
        army = decided[node]?.[0] ?? army;
        add(last);
        army = (army + 1) % letters.length;
        if (decided[node]) below(element("q", {}, outcome(node)[0]));
      }
      ownLines(depth ? node : nodes[node].p);
    } else if (kind && kind !== "nag") {
      now = 0;
      note(element("span", {}, element(kind === "result" ? "b" : "s", { class: kind }, text), " ", element("small", { class: "bad" }, why || "")));
    } else if (text === "(") open.push(element("span", { class: "v" }, "("));
    else if (text === ")" && depth) {
      const done = open.pop();
      done.append(" )");
      note(done);
    } else if (/^[{;]/.test(text)) {
      const words = inWords(text.replace(/^[{;]|\}$/g, ""), last);
      if (words) note(remarked(depth || !now ? words : `${shortened(now)}: ${words}`));
    } else if (!/^\d/.test(text)) last.append(depth ? " " : "", NAGS[text] || ` ${text}`);
    else if (depth) note(text);
    else [number, army] = [text, text.endsWith("...") ? 1 : 0];
  }
  while (open.length) note(open.pop());
  const [mine_] = nodes[lastNode].mine;
  if (mine_ !== undefined) continued(mine_, add, below, (round, turn) => { if (round || !row) number = `${round || played(lastNode).position.round}${round ? "." : "..."}`; army = turn; });
  body.append(...notes);
  const heads = letters.map((letter, one) => element("th", { scope: "col", title: data.armies[one] }, letter));
  $("scroll").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, element("td", {}, links[0]), ...heads)), body));
}

/* The reader's moves behind the record's last, in the columns of the record; what leaves them stands below. */
function continued(start, add, below, at) {
  const { mine: found } = nodes[nodes[start].p], others = found.slice(1);
  let round = played(nodes[start].p).before ? played(nodes[start].p).before.round : -1;
  for (let [node, ...rest] = found; node !== undefined; [node, ...rest] = nodes[node].mine) {
    const { position } = played(nodes[node].p);
    nodes[node].mark = markOf(node);
    at(position.round === round ? 0 : position.round, position.turn);
    ({ round } = position);
    const link = linkTo(node, nodes[node].bare);
    const notes_ = annotated(node, link);
    add(node === start ? element("span", { class: "mine" }, link, remover(start)) : link);
    for (const words of notes_) below(remarked(`${shortened(node)}: ${words}`));
    if (node !== start) rest.forEach((one) => below(ownLine(one)));
  }
  others.forEach((one) => below(ownLine(one)));
}

/* Puts the signs of an own ply behind it; its comments, in words. */
function annotated(node, link) {
  link.append(...nodes[node].nags.map((nag) => NAGS[nag] || ` ${nag}`));
  return [...nodes[node].before, ...nodes[node].notes].map((text) => inWords(text, link)).filter(Boolean);
}

/* The marks of check and checkmate behind an own move, as aofref writes them. */
function markOf(node) {
  const { position, events } = played(node), mated = events.filter(({ type }) => type === "checkmate").map(({ army }) => army);
  const attacked = letters.filter((letter, army) => !mated.includes(letter) && game.checks(position)[army]);
  if (two) return mated.length ? "#" : attacked.length ? "+" : "";
  return (mated.length ? `#${mated.join("")}` : "") + (attacked.length ? `+${attacked.join("")}` : "");
}

/* An own line from a node on, with those that leave it in parentheses, each with a button that removes it. */
function ownLine(start) {
  const found = element("span", { class: "line" });
  for (let at = start, others = [], round = -1; at !== undefined; [at, ...others] = nodes[at].mine) {
    const { position } = played(nodes[at].p);
    nodes[at].mark = markOf(at);
    const dots = position.turn === game.living(position)[0] ? "." : "..."; // behind the number of a round that has begun
    const link = linkTo(at, nodes[at].text), notes_ = annotated(at, link);
    found.append(position.round === round ? "" : `${position.round}${dots} `, link, " ", ...notes_.flatMap((words) => [remarked(words), " "]));
    ({ round } = position);
    for (const other of others) found.append("(", ownLine(other), ") ");
  }
  found.append(remover(start));
  return found;
}

const remover = (start) => button("×", { class: "drop", title: "Remove this line", "aria-label": "Remove this line" }, () => remove(start));

/* Takes an own line away, with the position that is shown if that is in it. */
function remove(node) {
  const { p } = nodes[node], inside = line(current).includes(node);
  restore();
  drop(node);
  go(inside ? p : current);
}
