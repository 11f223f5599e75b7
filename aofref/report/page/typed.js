/* A typed move: long or short notation, as `aofref play` reads it ------------------------------------------- */

const DASHES = "-\u2010-\u2015\u2212", COUNT = /\d/.exec(names[0]).index; // of the letters of a cell
const LETTER = data.first ? "[a-wyz]" : "[a-z]", PART = data.first && COUNT > 1 ? `${LETTER}??|${LETTER}[1-9]\\d?` : `${LETTER}{0,${COUNT}}?|\\d{1,2}`;
/* The origin, a sign, the destination (that may lack a part), en passant, a promotion. */
const PASSING = "e\\.?p\\.?", PROMOTED = "[a-z]{1,2}";
const WRITTEN_MOVE = new RegExp(`^(${PART}|${LETTER}{1,${COUNT}}\\d{1,2})([${DASHES}x×:]?)(${LETTER}{1,${COUNT}}\\d{0,2})(\\(${PASSING}\\)|/?${PASSING})?(?:\\(=?(${PROMOTED})\\)|[=/]?(${PROMOTED}))?$`);
const MARKS = /(\s*(#[A-Z]*|\+\/?[-=\u2212]|[-\u2212]\/?\+|\+[+A-Z]*|[†‡≠]|((dis|dbl|double) ?)?ch(eck)?\.?|(check)?mate))*[\s!?.,;=]*$/;

const fault = (code, why, at) => ({ code, why, at });

/* Words of a move as signs: the names of armies and pieces, figurines, `to` and `takes`. */
const SIGNS = [...entries(data.figurines).map(([sign, code]) => [`${sign}\ufe0e?`, code]), ["->|→|\\b(goes |moves )?to\\b", "-"], ["\\b(takes|captures)\\b", "x"], ...data.armies.map((name, n) => [`\\b(${name})\\b:?`, `${letters[n]}:`]),
  ...data.types.map((name, n) => [`\\b(${name})\\b:?`, codes[n]])].map(([words, sign]) => [new RegExp(words, "gi"), sign]);
const signed = (text) => SIGNS.reduce((found, [words, sign]) => found.replace(words, sign), text);

/* A text without its number, blanks between cells, behind a code and around an x, marks of check and of praise. */
const NUMBER = new RegExp(`^[\\s.…(]*([1-9]\\d*[${DASHES}\\s.):…]+)?[.…]*`);
const plainText = (text) => text.replace(/\p{Cf}/gu, "").replace(NUMBER, "").replace(MARKS, "")
  .replace(/((?!x\s)[a-z]*)\s+(?=(\w)?)/gi, (_, word, next) => word + (next && !isCode(word.toUpperCase()) ? " " : ""));
const foldedCastling = (text) => text.toUpperCase().replace(/\W/g, "-").replace(/0/g, "O").replace(/^OO(O?)$/, (_, third) => `O-O${third && "-O"}`);

/* Whether a piece is named: by its code, which a whole cell can do without, and by its cell, or its column or level. */
const partsOf = (cell) => (data.first ? /(.)(.*)/ : /(\D+)(.*)/).exec(names[cell]).slice(1);
const kindNamed = (code) => (code && !(/^PN?$/.test(code) && !codes.includes(code)) ? codes.indexOf(code) : data.bare ?? NONE);
const isNamed = (piece, cell, { code, origin }) => game.kindOf(piece) === kindNamed(code) && ["", ...partsOf(cell)].includes(origin);
const isOrigin = (text) => !text || game.number.has(text) || names.some((_, cell) => partsOf(cell).includes(text));
const isPart = new RegExp(`^(${PART})$`);
const isCode = (text) => !text || codes.includes(text) || kindNamed(text) >= 0;

/* Of pieces that may be meant and cannot move so, the one is refused whose reason comes last. */
const ORDER = "own-piece blocked missing-cell no-screen no-capture unreachable promotion-required promotion-forbidden bad-promotion in-check".split(" "), NO_WAY = ORDER.slice(0, 6);

/* The move that a text means in a position, `{ move }`, or why it means none: `{ code, why }`, and `at`, the cell of the piece. */
function typed(position, given) {
  const text = plainText(signed(given)), isArmy = /^[A-Z]:/.test(text) || letters.includes(text[0]?.toUpperCase());
  const [, letter = "", rest] = (isArmy ? /^(?:(.):)?(.*)/ : /^()(.*)/).exec(text), army = letter.toUpperCase();
  const own = understood(position, rest, army);
  // With two armies a letter, a colon and a cell may be a capture by a piece.
  const capture = letter && two && game.number.has(rest) && codes.includes(army) && understood(position, `${army}x${rest}`, "");
  return capture && (capture.move || !own.move) ? capture : own;
}

/* What a text may be: its code of no, one or two letters, and its parts; the nearest to its capitals first. */
function readings(text) {
  const capitals = /^[A-Z]*/.exec(text)[0].length, sizes = [0, 1, 2].sort((a, b) => (a !== capitals) - (b !== capitals));
  const found = sizes.flatMap((size) => {
    const [code, rest] = [text.slice(0, size), text.slice(size)], match = /^[a-z]*$/i.test(code) && WRITTEN_MOVE.exec(rest.toLowerCase());
    if (!match) return [];
    const [, origin, sign, end, passing, inParentheses, sole = inParentheses || ""] = match, becomes = sole.toUpperCase(), asItIs = size === capitals && rest.startsWith(origin + sign + end);
    const whole = /\d/.test(end) || (asItIs && sign && !data.first && end.length > 1), isPiece = codes.includes(becomes) || rest.endsWith(becomes);
    return whole && isPiece && (size === capitals || isCode(code.toUpperCase())) ? [{ code: code.toUpperCase(), origin, takes: /[x×:]/.test(sign), end, passing, becomes, asItIs }] : [];
  });
  const plain = found.find((one) => one.asItIs && exists(one));
  return plain ? [plain] : found;
}

const exists = ({ code, origin, end, becomes }) => game.number.has(end) && isOrigin(origin) && isCode(code) && (!becomes || codes.includes(becomes));

/* Reads a text in a position; where small letters may be capitals, the reading that is legal. */
function understood(position, text, army) {
  const castling = foldedCastling(text), castles = [...(data.castlings || []).map(({ name }) => name), "O-O", "O-O-O"].find((name) => foldedCastling(name) === castling);
  const all = castles ? [] : readings(text), there = all.filter(exists), { turn } = position;
  if (!castles && !all.length && !/^(--|0000|<>|@@@@|Z0|null)$/i.test(text.replace(new RegExp(`[${DASHES}]`, "g"), "-"))) return fault("syntax", `this is no move: ${text.slice(0, 40)}`);
  if (turn < 0) return fault("game-over", "the game is over");
  if (army && !letters.includes(army)) return fault("wrong-army", `this game has no army ${army}; it has ${letters.join(", ")}`);
  if (army && army !== letters[turn]) return outOfTurn(position, letters.indexOf(army));
  if (castles) return game.orthodox?.named(position, castles, worded, side) || fault("cannot-castle", `${side(turn)} has no castling`);
  if (!all.length) return passed(position);
  const found = (there.length ? there : all).map((one) => (exists(one) ? resolved(position, one, army) : unnamed(one)));
  const legal = found.filter(({ move }) => move), other = legal.find(({ move }) => game.lan(position, move) !== game.lan(position, legal[0].move));
  return other ? several(position, legal) : legal[0] || found[0];
}

const several = (position, found) => (fault("ambiguous", `it may be ${joined(found.map(({ move }) => game.lan(position, move)), "or")}`));

function outOfTurn({ royals, turn }, army) {
  if (royals[army] < 0) return fault("wrong-army", `${side(army)} is no longer on the board`);
  return fault("wrong-turn", `it is the turn of ${side(turn)}, not of ${side(army)}`);
}

function passed(position) {
  const [first] = game.moves(position), { board, turn, royals } = position, move = game.moves(position).find(({ from }) => from === royals[turn]) || first;
  if (move === PASS) return { move };
  return fault("cannot-pass", `${side(turn)} may not pass: ${game.called(board[move.from], move.from)} can go to ${names[move.to]}`, move.from);
}

/* What a text names that the game does not have. */
function unnamed({ code, origin, end, becomes }) {
  const cell = [end, origin].find((name) => name && !game.number.has(name) && !(name === origin && isPart.test(origin) && names.some((own) => own.includes(/\D?/.exec(origin)[0]))));
  if (cell) return fault("no-such-cell", `the board has no cell ${cell}`);
  if (!isCode(code)) return fault("wrong-piece", `this game has no piece ${code}; it has ${codes.join(", ")}`);
  return isCode(becomes) ? fault("no-match", `no piece on ${origin} can go to ${end}`) : fault("bad-promotion", `this game has no piece ${becomes}`);
}

/* The legal move that a reading means, or why there is none. */
function resolved(position, { code, origin, takes, end, passing, becomes }, army) {
  const { board, turn, men } = position, to = game.number.get(end), whole = game.number.get(origin), promotion = codes.indexOf(becomes);
  if (whole !== undefined && armyOf(board[whole]) === turn && code && game.kindOf(board[whole]) !== kindNamed(code))
    return fault("wrong-piece", `the piece there is ${game.called(board[whole], whole)}, not ${code}`, whole);
  const named = whole === undefined ? men[turn].filter((cell) => isNamed(board[cell], cell, { code, origin })) : [whole];
  const fit = game.moves(position).filter((move) => move.to === to && move.promotion === promotion && named.includes(move.from));
  const inPassing = (move) => game.inPassing(position, move.from, move.to).length > 0;
  const plain = fit.some(({ castling }) => castling < 0) ? fit.filter(({ castling }) => castling < 0) : fit;
  const marked = plain.filter((move) => inPassing(move) === Boolean(takes || passing)), found = plain.length > 1 && !board[to] && marked.length ? marked : plain;
  if (found.length > 1) return several(position, found.map((move) => ({ move })));
  const tried = found.length ? [] : named.map((from) => refusal(position, from, to, promotion)),
    why = tried.length ? best(tried, (one) => ORDER.indexOf(one.code)) : null;
  const from = found[0]?.from ?? named[tried.indexOf(why)];
  if (passing && from !== undefined && !game.inPassing(position, from, to).length && !NO_WAY.includes(why?.code))
    return fault("no-capture", `${game.called(board[from], from)} takes nothing en passant on ${end}`, from);
  if (found.length) return { move: found[0] };
  if (why) return why;
  const foreign = army ? undefined : otherArmy(position, { code, origin }, to, promotion);
  if (foreign !== undefined) return refusal(position, foreign, to, promotion);
  const kind = codes[kindNamed(code)] || code || "P";
  return { code: "no-match", why: `no ${kind}${origin && ` on ${origin}`} of ${side(turn)} can go to ${end}` };
}

/* The cell of a piece of an army out of turn that could move so. */
function otherArmy(position, named, to, promotion) {
  const { board, men, turn, royals } = position, others = letters.map((_, n) => (turn + 1 + n) % letters.length).slice(0, -1);
  return others.filter((army) => royals[army] >= 0).flatMap((army) => men[army].filter((cell) =>
    isNamed(board[cell], cell, named) && !game.reason({ ...position, turn: army }, cell, to, promotion)))[0];
}
