/* Finds by rules.js what `tests/report/test_rules_script.py` has found by aofref: `checked(steps)`.

   A step is a game's data; a position that is given, or null for the start of the game, with what is
   found there; or a move, with the legal moves before it, some refusals, and what stands after it. */

const TABLE = Array.from({ length: 256 }, (_, at) => {
  let found = at;
  for (let bit = 0; bit < 8; bit += 1) found = found & 1 ? (found >>> 1) ^ 0xedb88320 : found >>> 1;
  return found >>> 0;
});
const crc32 = (text) => ([...text].reduce((sum, letter) => TABLE[(sum ^ letter.charCodeAt(0)) & 255] ^ (sum >>> 8), -1) ^ -1) >>> 0;
const sorted = (events) => JSON.stringify(events.map((event) => Object.entries(event).sort()));

function checked(steps) {
  let game = null, position = null;
  const faults = [], count = { plies: 0, refusals: 0, keys: 0 }, met = {};
  const fault = (...what) => faults.push([game.data.id, game.write(position), ...what]);
  const meet = (what) => { met[what] = (met[what] || 0) + 1; };

  function arrived({ position: now, events }, step) {
    position = now;
    if (game.write(position) !== step.line) fault("position", step.move, step.line);
    if (step.events && sorted(events) !== sorted(step.events)) fault("events", step.move, events, step.events);
    if ("half" in step && position.half !== step.half) fault("half", position.half, step.half);
    events.forEach(({ type, reason }) => meet(reason || type));
    if ("key" in step) {
      count.keys += 1;
      const key = game.orthodox.key(position).replace(/ (-?\d+) /, (_, army) => ` ${game.data.letters[army] || "-"} `);
      if (crc32(key) !== step.key) fault("key", key);
    }
  }

  function refused([from, to, promotion, code, facts]) {
    const why = game.reason(position, from, to, promotion), named = (cells) => cells.map((cell) => game.names[cell]).join(" ");
    count.refusals += 1;
    meet(code);
    const found = { missing: why?.missing, by: why?.by === undefined ? undefined : named([why.by]), checks: why?.checks && named(why.checks) };
    if ((why ? why.code : "legal") !== code || Object.keys(facts).some((fact) => facts[fact] !== found[fact]))
      fault("refusal", game.names[from], game.names[to], why, code, facts);
  }

  for (const step of steps) {
    if (step.game) game = rules(step.game);
    else if ("given" in step) {
      if (step.given !== null && game.write(game.read(step.given)) !== step.given) { position = game.read(step.given); fault("read", step.given); }
      arrived(step.given === null ? game.start() : game.begin({ ...game.read(step.given), half: step.clock || 0 }), step);
    } else {
      const texts = new Map(game.moves(position).map((move) => [game.lan(position, move), move]));
      if (step.legal !== undefined && crc32([...texts.keys()].sort().join("\n")) !== step.legal) fault("moves", [...texts.keys()]);
      (step.refusals || []).forEach(refused);
      if (step.left !== undefined) arrived(game.withdraw(position, step.left, step.reason), step);
      else if (step.cells) arrived(game.play(position, step.cells), step);
      else if (step.move !== undefined) {
        const move = texts.get(step.move);
        if (move) arrived(game.play(position, move), step);
        else { fault("no move", step.move); position = game.read(step.line); }
      }
      count.plies += 1;
    }
    if (faults.length > 20) break;
  }
  return { faults, count, met };
}

function perft(game, position, depth) {
  const moves = game.moves(position);
  return depth === 1 ? moves.length : moves.reduce((sum, move) => sum + perft(game, game.play(position, move).position, depth - 1), 0);
}

/* How many lines of moves begin with a position, by their length. */
function counts([data, line, depth]) {
  const game = rules(data), { position } = game.begin(game.read(line));
  return Array.from({ length: depth }, (_, n) => perft(game, position, n + 1));
}

/* The moves of positions as UCI has them. */
function coordinates([data, lines]) {
  const game = rules(data), becomes = (promotion) => (promotion < 0 ? "" : data.codes[promotion].toLowerCase());
  const uci = ({ from, to, promotion }) => `${game.names[from]}${game.names[to]}${becomes(promotion)}`;
  return lines.map((line) => game.moves(game.begin(game.read(line)).position).map(uci).sort());
}
