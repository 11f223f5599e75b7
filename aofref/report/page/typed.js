/* A typed move: long or short notation, as `aofref play` reads it ------------------------------------------- */

/* What is said of the origin, a sign, the destination, en passant, a promotion. */
const WRITTEN_MOVE = new RegExp(`^([a-z]{0,2}?\\d*?)(x|\\W*)([a-z]{${/\d/.exec(names[0]).index}}\\d+)(e\\.?p)?\\W*([a-z]*)\\W*$`);

/* A text without its number, blanks, marks of check and of praise. */
const plainText = (text) => text.replace(/^[\s.…(]*([1-9]\d*[\s.):…]+)?[.…]*/, "").replace(/\s|([#+].*)?[\s!?.,;]*$/g, "");
const foldedText = (text) => text.toUpperCase().replace(/\W/g, "-").replace(/\b0\b/g, "O");

/* Whether a piece is named: by its code, which a Pawn or a whole cell can do without, and by its cell, or its column or level. */
function isNamed(piece, cell, code, origin) {
  const [name, ...parts] = (data.first ? /(.)(.*)/ : /(\D+)(.*)/).exec(names[cell]);
  const codes = game.kindOf(piece) === data.bare ? ["", "P", "PN"] : origin === name ? [""] : [];
  return [game.code(piece), ...codes].includes(code) && ["", name, ...parts].includes(origin);
}

/* Words of a move as signs: the names of armies and pieces, `to` and `takes`. */
const SIGNS = [["(goes |moves )?to", "-"], ["takes|captures", "x"], ...data.armies.map((name, n) => [name, `${letters[n]}:`]), ...data.types.map((name, n) => [name, codes[n]])];
const signed = (text) => SIGNS.reduce((found, [words, sign]) => found.replace(new RegExp(`\\b(${words})\\b:?`, "gi"), sign), text);

/* The move that a text means in a position, `{ move }`, or why it means none: `{ code, why }`. */
function typed(position, given) {
  const { turn } = position, [, letter = "", rest] = /^(?:([a-z]):)?(.*)/i.exec(plainText(signed(given))), army = letter.toUpperCase();
  const own = !letter || turn < 0 || army === letters[turn] ? understood(position, rest) : { code: "wrong-turn", why: `it is the turn of ${side(turn)}` };
  // With two armies a letter, a colon and a cell may be a capture by a piece.
  const capture = letter && two && game.number.has(rest) ? understood(position, army + rest) : own;
  return own.move && !capture.move ? own : capture;
}

/* Reads a text as it is; where that names none of the army's pieces, with capitals for small letters and the other way round. */
function understood(position, text) {
  const { board, turn, men } = position, legal = game.moves(position).map((move) => [move, game.lan(position, move)]);
  for (const length of [/^[A-Z]*/.exec(text)[0].length, 0, 1, 2]) {
    const [, origin, sign, end, passing, becomes = ""] = WRITTEN_MOVE.exec(text.slice(length).toLowerCase()) || [];
    const code = text.slice(0, length).toUpperCase(), type = becomes.toUpperCase(), to = game.number.get(end);
    const named = (cell) => to >= 0 && isNamed(board[cell], cell, code, origin);
    const fit = legal.filter(([move, lan]) => foldedText(lan) === foldedText(text)
      || (move.to === to && (codes[move.promotion] || "") === type && (!passing || lan.includes("ep")) && named(move.from)));
    const rank = ([{ castling }, lan]) => 2 * (castling < 0) + (/[x:×p]/.test(sign + passing) === /.x/.test(lan)), best = Math.max(...fit.map(rank));
    const found = fit.filter((one) => rank(one) === best);
    if (found.length > 1) return { code: "ambiguous", why: `it may be ${joined(found.map(([, lan]) => lan), "or")}` };
    if (found.length) return { move: found[0][0] };
    const from = game.number.get(origin) ?? (men[turn] || []).find(named), why = to >= 0 && from >= 0 && refusal(position, from, to, codes.indexOf(type));
    if (why) return { code: why.code, why: why.text };
  }
  return { code: "no-match", why: `no legal move is written ${text}` };
}
