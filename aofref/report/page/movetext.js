/* Movetext: moves with numbers, comments, NAGs and variations, tags and results, as `aofref check` reads them ---------- */

const SHARE = "(?:1/[234]|½|[01])", FORM = `\\*|(?!0-0(?:-0)?(?![-/]))${SHARE}(?:[-\u2013]${SHARE}){1,3}`;
const SIGN_WORDS = "[±∓∞⩱⩲□↑→⇆⟳△⌓⨀]|\\+[-=/\u2212]+|[-\u2212]/?\\+|=(?:/?\\+)?|(?:N|TN|RR|D)";
const LEXEMES = new RegExp(["\\{(?<remark>[^}]*)\\}", ";(?<line>[^\\n]*)", "(?:^|\\n)%[^\\n]*", "(?<nag>\\$\\d+|[!?]{1,2}(?![!?]))", "(?<open>\\()", "(?<close>\\))",
  `(?<result>${FORM})(?![^\\s)])`, `(?<sign>${SIGN_WORDS})(?=[\\s)]|$)`, "(?<number>\\d{1,4}(?:[.:…]+|(?=\\s)))", "(?<tag>\\[\\s*[A-Za-z]\\w*\\s+\")",
  "(?<word>[^\\s{}();$!?[\\]]+(?:\\((?:=?[A-Za-z]{1,2}|e\\.?p\\.?)\\))?(?:[ \\t]+e\\.?p\\.?(?=\\s|$))?)", "(?<other>\\S)"].join("|"), "gy");

/* The parts of a text, each `[kind, text, at]`. */
function lexemes(text) {
  const found = [];
  for (let at = 0; at < text.length;) {
    LEXEMES.lastIndex = at;
    const match = LEXEMES.exec(text), [kind, part] = entries(match?.groups || {}).find(([, one]) => one !== undefined) || [];
    if (kind) found.push([kind, part, at]);
    at = match ? LEXEMES.lastIndex : at + 1;
  }
  return found;
}

/* Plays the parts of a movetext from a position: `plies`, each with its `p`, the ply before it, its comments and NAGs, and `before`, comments
   that stand before it; the `result`; or why it cannot be, `{ code, why }`. */
function playedOut(parts, start) {
  const plies = [], around = [];
  let astray_ = 0; // how many variations are open behind an illegal move in one: their text is a comment
  let at = NONE, before = [], result = "";
  const position = () => plies[at]?.position || start;
  for (const [n, [kind, text]] of parts.entries()) {
    if (astray_) {
      astray_ += kind === "open" ? 1 : kind === "close" ? -1 : 0;
      if (astray_) { plies[at].notes.push(`${plies[at].notes.pop()} ${text}`); continue; }
    }
    const alien = fault("syntax", `this is no part of a game: ${text}`), behind = !before.length && plies[at] && parts[n - 1]?.[0] !== "open";
    if (/remark|line/.test(kind)) (behind ? plies[at].notes : before).push(text);
    else if (result && !/nag|sign/.test(kind)) return fault("syntax", `this stands behind the result ${result}: ${text}`);
    else if (/nag|sign/.test(kind)) {
      if (!plies[at]) return fault("syntax", `no move stands before ${text}`);
      plies[at].nags.push(text);
    } else if (kind === "open") {
      if (!plies[at]) return fault("syntax", "no move stands before a variation");
      around.push(at);
      at = plies[at].p;
    } else if (kind === "close") {
      if (!around.length) return alien;
      at = around.pop();
    } else if (kind === "result") {
      const shares = text.replace(/½/g, "1/2").split(/[-\u2013]/);
      if (shares[1] && (shares.length !== letters.length || shares.reduce((sum, one) => sum + one[0] / (one[2] || 1), 0) !== 1)) return alien;
      if (around.length) plies[at]?.nags.push(text);
      else result = shares.join("-");
    } else if (kind === "number") { // digits alone are a number only where it is due
      if (plies[0] && /\d$/.test(text) && +text !== position().round) return alien;
    } else {
      const one = kind === "word" ? ply(position(), text) : alien;
      if (one.code && around.length) {
        if (!plies[at] || parts[n - 1][0] === "open" || parts[n - 2]?.[0] === "open") at = around[around.length - 1];
        plies[at].notes.push(text);
        astray_ = 1;
        continue;
      }
      if (one.code) return many(parts) ? fault(one.code, `${position().round}. ${text}: ${one.why}`) : one;
      plies.push({ ...one, p: at, before, notes: [], nags: [] });
      at = plies.length - 1;
      before = [];
    }
  }
  if (around.length) return fault("syntax", "a variation stays open");
  const { winners } = plies[mainEnd(plies)]?.position || start;
  if (winners && result && result !== "*" && result !== game.shares(winners)) return fault("false-result", `the record claims ${result}, but the moves give ${game.shares(winners)}`);
  if (before.length && plies.length) plies[at]?.notes.push(...before);
  return { plies, result };
}

const many = (parts) => parts.filter(([kind]) => kind === "word").length > 1;

/* A move, or an army that leaves, and the position behind it. */
function ply(before, text) {
  const [, letter, left] = /^(?:([A-Z]):)?(resigns|forfeits)$/.exec(text) || [];
  if (left) {
    const army = letter ? letters.indexOf(letter) : before.turn;
    if (before.winners || !(before.royals[army] >= 0)) return fault("wrong-army", `${text}: that army is not on the board`);
    return { left, army, position: game.withdraw(before, army, left).position };
  }
  const found = typed(before, text);
  return found.move ? { move: found.move, position: game.play(before, found.move).position } : found;
}

/* A text: its tags, each `[name, value]`, the parts of its movetext, and whether another game follows. */
function parted(text) {
  const TAG = /\s*(?:%[^\n]*\n\s*)*\[\s*([A-Za-z]\w*)\s+"((?:\\[^]|[^"\\])*)"\s*\]/y, tags = [];
  let end = 0;
  for (let match; (match = TAG.exec(text)); end = TAG.lastIndex) tags.push([match[1], match[2].replace(/\\(["\\])/g, "$1")]);
  const all = lexemes(text.slice(end));
  // Another game begins at a tag, or behind a result with the number 1.
  const next = all.findIndex(([kind, part], n) => kind === "tag" || (kind === "number" && parseInt(part) === 1 && all[n - 1]?.[0] === "result"));
  return { tags, parts: next > 0 ? all.slice(0, next) : all, more: next > 0 };
}
