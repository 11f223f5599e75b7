/* The list of moves: a column an army; comments, variations and own lines below their round ------------------------- */

const links = []; // by node
const NAGS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

function element(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

function linkTo(node, text) {
  const { mark: check, own: mine_ } = nodes[node];
  links[node] = element("a", { href: `#${addressOf(node)}`, ...(mine_ ? { "data-own": nodes[node].text } : {}) }, text + check);
  return links[node];
}

/* A comment in words: a club's marks become a time, which goes to the title of its move, an offer or nothing. */
function inWords(comment, link) {
  const times = [], armies = (letters) => letters.trim().split(/\s+/).map((letter) => side(data.letters.indexOf(letter)) || letter);
  const words = comment.replace(/\[%mail [0-9a-f]+\]\s*/g, "")
    .replace(/\[%draw((?:\s+[A-Z])+)\s*\]/g, (_, letters) => capital(offers(armies(letters))))
    .replace(/\[%if\s+([^\]]*)\]/g, "if $1").replace(/\[%conditional\s+(\d+)\s*\]/g, "by the conditional line of ply $1")
    .replace(/\[%(sent|clk)\s+([^\]\s]+)\s*\]\s*/g, (whole_, kind_, time) => {
      const moment = new Date(time), text = kind_ === "clk" ? `${time} left` : Number.isNaN(moment.getTime()) ? "" : `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
      if (text) times.push(text);
      return text ? "" : whole_;
    });
  if (link && times.length) link.title = [link.title, ...times].filter(Boolean).join(", ");
  return [...(link ? [] : times), words].filter(Boolean).join(" ").trim();
}

function listMoves() {
  grown = false;
  keep();
  const body = element("tbody", {}), span = data.letters.length + 1, notes = [], variations = [];
  let row = null, column_ = span, number = "", last = null, army = 0;
  const below = (...inside) => notes.push(element("tr", {}, element("td", { colspan: span }, ...inside)));
  const end = () => body.append(...notes.splice(0));
  const put_ = (item) => { const inside = variations[variations.length - 1]; if (inside) inside.append(" ", item); else below(item); };
  const cell = (link) => {
    if (number || army < column_) {
      end();
      row = element("tr", {}, element("th", { scope: "row" }, number));
      body.append(row);
      column_ = 0;
    }
    for (; column_ < army; column_ += 1) row.append(element("td", {}));
    row.append(element("td", {}, link));
    column_ += 1;
    number = "";
  };
  cell(linkTo(0, "Start"));
  column_ = span;
  for (const { text, kind, why, node, depth } of tokens) {
    if (text === "(" && !kind) {
      variations.push(element("span", { class: "v" }, "("));
    } else if (text === ")" && !kind && depth) {
      const done = variations.pop();
      done.append(" )");
      put_(done);
    } else if (node >= 0 && depth) {
      last = linkTo(node, nodes[node].text);
      put_(last);
      nodes[node].mine.forEach((one) => below(ownLine(one)));
    } else if (node >= 0) {
      const letter = /^[A-Z]:/.exec(nodes[node].text);
      army = data.decided[node]?.[0] ?? (letter ? data.letters.indexOf(letter[0][0]) : army);
      last = linkTo(node, nodes[node].bare);
      cell(last);
      army = (army + 1) % data.letters.length;
      nodes[nodes[node].p].mine.forEach((one) => below(ownLine(one)));
      if (data.decided[node]) below(element("q", {}, `An arbiter ${nodes[node].left ? "made the army forfeit" : "let this stand"}: ${data.decided[node][1]}.`));
    } else if (/^\d+\.+$/.test(text)) {
      if (depth) put_(text);
      else { number = text; army = text.endsWith("...") ? 1 : 0; }
    } else if (/^[{;]/.test(text)) {
      const words = inWords(text.replace(/^[{;]|\}$/g, ""), last);
      if (words) put_(element("q", {}, words));
    } else if (!kind || kind === "nag") {
      last?.after(` ${NAGS[text] || text}`);
    } else if (kind === "result") put_(element("b", {}, text));
    else put_(element("span", {}, element("s", { class: kind }, text), ...(why ? [" ", element("small", { class: "bad" }, why)] : [])));
  }
  for (const left of variations.reverse()) put_(left);
  nodes[data.last].mine.forEach((one) => below(ownLine(one)));
  end();
  const heads = data.letters.map((letter, one) => element("th", { scope: "col", title: data.armies[one] }, letter));
  $("scroll").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, element("td", {}), ...heads)), body));
}

/* The marks of check and checkmate behind an own move, as aofref writes them. */
function markOf(node) {
  const { position, events } = played(node), mated = events.filter(({ type }) => type === "checkmate").map(({ army }) => army);
  const attacked = data.letters.filter((letter, army) => !mated.includes(letter) && game.checks(position)[army]);
  if (data.two) return mated.length ? "#" : attacked.length ? "+" : "";
  return (mated.length ? `#${mated.join("")}` : "") + (attacked.length ? `+${attacked.join("")}` : "");
}

/* An own line from a node on, with those that leave it in parentheses, each with a button that removes it. */
function ownLine(start) {
  const found = element("span", { class: "line" });
  for (let at = start, others = [start], round = -1; at !== undefined; [at, ...others] = nodes[at].mine) {
    const { position } = played(nodes[at].p);
    nodes[at].mark = markOf(at);
    if (position.round !== round) found.append(`${position.round}. `);
    ({ round } = position);
    found.append(linkTo(at, nodes[at].text), " ");
    for (const other of others) if (other !== start) found.append("(", ownLine(other), ") ");
  }
  const button = element("button", { type: "button", class: "drop", "aria-label": "Remove this line", title: "Remove this line" }, "×");
  hear(button, "click", () => remove(start));
  found.append(button);
  return found;
}

function remove(node) {
  restore();
  const { p } = nodes[node], inside = line(state.node).includes(node);
  drop(node);
  if (inside) go(p);
  else mark(state.node);
}
